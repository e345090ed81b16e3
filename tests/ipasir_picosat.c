/* A small IPASIR library over PicoSAT, for the tests of `ipasir:`. */
#include <picosat/picosat.h>
#include <stdlib.h>

const char *ipasir_signature(void);
void *ipasir_init(void);
void ipasir_release(void *s);
void ipasir_add(void *s, int l);
void ipasir_assume(void *s, int l);
int ipasir_solve(void *s);
int ipasir_val(void *s, int l);
int ipasir_failed(void *s, int l);
void ipasir_set_terminate(void *s, void *state, int (*terminate)(void *state));

const char *ipasir_signature(void) { return "picosat"; }
void *ipasir_init(void) { return picosat_init(); }
void ipasir_release(void *s) { picosat_reset(s); }
void ipasir_add(void *s, int l) { picosat_add(s, l); }
void ipasir_assume(void *s, int l) { picosat_assume(s, l); }
int ipasir_solve(void *s) { return picosat_sat(s, -1); }
int ipasir_val(void *s, int l)
{
    int v = abs(l) > picosat_variables(s) ? 0 : picosat_deref(s, l);
    return v > 0 ? l : v < 0 ? -l : 0;
}
int ipasir_failed(void *s, int l) { return !picosat_inconsistent(s) && picosat_failed_assumption(s, l); }
void ipasir_set_terminate(void *s, void *state, int (*terminate)(void *state))
{
    picosat_set_interrupt(s, state, terminate);
}
