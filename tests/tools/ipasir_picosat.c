/* PicoSAT as an IPASIR library, for the tests of `ipasir:`. It gives wrong answers if the environment variable LIAR says so:
 *
 *     yes      every formula is satisfiable, and all variables are true
 *     no       no formula is satisfiable
 *     forget   assumptions are ignored
 *     obey     of what is satisfiable all variables are true, but for those assumed to be false
 *     turn     a value is wrong when it is asked first, and right from then on
 *     9        nothing is satisfiable under the assumption 9, nor before there is such a variable
 *
 * STOP=3: the third call returns its answer only after it was told to stop. */
#include <picosat/picosat.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *ipasir_signature(void);
void *ipasir_init(void);
void ipasir_release(void *s);
void ipasir_add(void *s, int l);
void ipasir_assume(void *s, int l);
int ipasir_solve(void *s);
int ipasir_val(void *s, int l);
int ipasir_failed(void *s, int l);
void ipasir_set_terminate(void *s, void *state, int (*terminate)(void *state));

enum { VARS = 4096 };
static struct {
    int assumed, last; /* the assumed literal, and that of the last call */
    bool asked;
} of[VARS];

static int calls;
static int (*stopped)(void *state);
static void *stopped_state;

static bool lies(const char *how)
{
    const char *wanted = getenv("LIAR");
    return wanted && !strcmp(wanted, how);
}

static int scapegoat(void) { return getenv("LIAR") ? atoi(getenv("LIAR")) : 0; }

const char *ipasir_signature(void) { return "picosat"; }
void *ipasir_init(void) { return picosat_init(); }
void ipasir_release(void *s) { picosat_reset(s); }
void ipasir_add(void *s, int l) { picosat_add(s, l); }

void ipasir_assume(void *s, int l)
{
    if (abs(l) < VARS) of[abs(l)].assumed = l;
    if (!lies("forget")) picosat_assume(s, l);
}

int ipasir_solve(void *s)
{
    for (int v = 0; v < VARS; v++) {
        of[v].last = of[v].assumed;
        of[v].assumed = 0;
        of[v].asked = false;
    }
    if (lies("yes")) return PICOSAT_SATISFIABLE;
    const int blamed = scapegoat();
    if (lies("no") || (blamed && (of[blamed].last || picosat_variables(s) < blamed))) return PICOSAT_UNSATISFIABLE;
    const int answer = picosat_sat(s, -1);
    if (getenv("STOP") && ++calls == atoi(getenv("STOP")))
        while (!stopped(stopped_state)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return answer;
}

int ipasir_val(void *s, int l)
{
    int v = abs(l);
    if (lies("yes")) return v;
    if (lies("obey")) return v < VARS && of[v].last ? of[v].last : v;
    int value = v > picosat_variables(s) ? 0 : picosat_deref(s, v) * v;
    if (v >= VARS || of[v].asked || !lies("turn")) return value;
    of[v].asked = true;
    return -value;
}

int ipasir_failed(void *s, int l)
{
    if (lies("no") || lies("forget")) return 1;
    if (scapegoat()) return l == scapegoat();
    return !picosat_inconsistent(s) && picosat_failed_assumption(s, l);
}

void ipasir_set_terminate(void *s, void *state, int (*terminate)(void *state))
{
    stopped = terminate;
    stopped_state = state;
    picosat_set_interrupt(s, state, terminate);
}
