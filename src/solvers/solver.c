#include "solvers/solver.h"
#include "base/number.h"
#include "options/options.h"

#include <string.h>

#define SOLVER(name) extern const struct solver_class solver_##name;
#include "solvers/solver_list.h"
#include "extras/extra_list.h"

const struct solver_class *const solver_classes[] = {
#define SOLVER(name) &solver_##name,
#include "solvers/solver_list.h"
#include "extras/extra_list.h"
    NULL,
};

/* States of a solver. ASKED_*: the answer of the last call is still valid. */
enum { FRESH, ASKED_SAT, ASKED_UNSAT, ASKED_NOTHING };
enum { UNREAD = 2 }; /* a value not yet read from the solver */

/* The argument in "process:ARGUMENT"; NULL: there is none. */
static const char *argument_of(const char *spec)
{
    const char *colon = strchr(spec, ':');
    return colon ? colon + 1 : NULL;
}

/* Finds the class of "cadical" or "process:ARGUMENT". NULL, with a sentence: the spec is invalid. */
static const struct solver_class *solver_find(const char *spec, struct text *err)
{
    const size_t n = strcspn(spec, ":");
    const char *argument = argument_of(spec);
    SCOPED(text) known = {0};
    const struct solver_class *found = NULL;
    for (int i = 0; solver_classes[i] && !found; i++) {
        const struct solver_class *c = solver_classes[i];
        if (strlen(c->name) == n && !memcmp(c->name, spec, n)) found = c;
        text_add(&known, " %s%s%s", c->name, c->argument ? ":" : "", c->argument ? c->argument : "");
    }
    bool ok = found || options_unknown(err, &known, "There is no solver '%s'; choose", spec);
    if (ok && found->argument && (!argument || !*argument))
        ok =
            text_error(err, "The solver %s needs an argument: write %s:%s.", found->name, found->name, found->argument);
    if (ok && !found->argument && argument)
        ok = text_error(err, "The solver %s takes no argument; leave out ':%s'.", found->name, argument);
    return ok ? found : NULL;
}

static lit placed(const struct solver *s, lit l)
{
    int v = lit_var(l);
    return s->place && v <= s->places ? lit_sign(l) * s->place[v] : l;
}

/* ---- records --------------------------------------------------------------------------------- */

bool solver_record(struct solver *s, size_t most)
{
    assert(!s->cnf.made.clauses && "a record begins before the first clause");
    if (!s->class->record) return false;
    s->record = mem_new(1, sizeof *s->record);
    s->record->most = most;
    return s->class->record(s->own);
}

static void record_lose(struct solver_record *r)
{
    text_release(&r->proof);
    r->lost = true;
}

void solver_record_proof(void *solver, const char *bytes, size_t n)
{
    struct solver_record *r = ((struct solver *)solver)->record;
    if (r->lost) return;
    if (r->proof.n + n > r->most) return record_lose(r);
    text_bytes(&r->proof, bytes, n);
}

void solver_renumbered(const struct solver *s, const struct cnf_buffer *clauses, struct cnf *to)
{
    SCOPED(lits) own = {0};
    for (int i = 0; i < clauses->cnf.made.clauses; i++) {
        const lit *c;
        int n = cnf_buffer_clause(clauses, i, &c);
        own.n = 0;
        for (int k = 0; k < n; k++) lits_push(&own, placed(s, c[k]));
        cnf_clause(to, own.v, n);
    }
}

/* ---- public functions ------------------------------------------------------------------------ */

static void solver_put(struct cnf *self, const lit *c, int n)
{
    struct solver *s = (struct solver *)self;
    s->state = FRESH;
    if (s->place) {
        s->scratch.n = 0;
        for (int i = 0; i < n; i++) lits_push(&s->scratch, placed(s, c[i]));
        c = s->scratch.v;
    }
    if (s->record && s->calls) s->record->grew = true;
    s->class->clause(s->own, c, n);
}

bool solver_known(const char *spec, struct text *err) { return solver_find(spec, err) != NULL; }

bool solver_there(const char *spec, struct text *err)
{
    SCOPED(text) unknown = {0};
    const struct solver_class *c = solver_find(spec, &unknown);
    return !c || !c->there || c->there(argument_of(spec), err);
}

struct solver *solver_open(const char *spec, const char *config, int seed, struct text *err)
{
    const struct solver_class *c = solver_find(spec, err);
    if (!c) return NULL;
    struct solver *s = mem_new(1, sizeof *s);
    s->cnf.put = solver_put;
    s->class = c;
    s->spec = mem_string(spec);
    s->own = c->open(s, argument_of(spec), err);
    if (!s->own && !err->n)
        fatal("There is not enough memory for the solver %s; allow more memory, or try a smaller instance.", spec);
    if (!s->own) {
        solver_close(s);
        return NULL;
    }
    if (c->configure && *config) c->configure(s->own, config);
    if (c->option && seed) c->option(s->own, "seed", seed);
    return s;
}

const char *solver_version(const char *spec)
{
    SCOPED(text) err = {0};
    const struct solver_class *c = solver_find(spec, &err);
    return !c ? NULL : c->version ? c->version() : "any";
}

bool solver_sums(const char *spec)
{
    SCOPED(text) err = {0};
    const struct solver_class *c = solver_find(spec, &err);
    return c && c->bound;
}

void solver_close(struct solver *s)
{
    if (!s) return;
    if (s->record) record_lose(s->record);
    if (s->own) s->class->close(s->own); /* may log the end of its proof */
    lits_release(&s->scratch);
    lits_release(&s->assumed);
    MEM_FREE(s->record, s->place, s->spec, s->value, s);
}

/* Clears the assumptions after a call, before the next call's. */
static void next_call(struct solver *s)
{
    if (s->called) s->assumed.n = 0;
    s->called = false;
}

void solver_assume(struct solver *s, lit l)
{
    s->state = FRESH;
    next_call(s);
    s->cnf.vars = max_int(s->cnf.vars, lit_var(l)); /* perhaps it is in no clause yet */
    lits_push(&s->assumed, placed(s, l));
}

int solver_stopped(void *solver)
{
    const struct solver *s = solver;
    job_report(s->job, NULL, -1);
    return job_over(s->job);
}

void solver_set_job(struct solver *s, struct job *job) { s->job = job; }

void solver_renumber(struct solver *s, int *place, int n)
{
    assert(!s->cnf.made.clauses && !s->cnf.native && "variables get their numbers before the first clause");
    s->place = place;
    s->places = n;
}

/* Returns the value of variable v, in the solver's numbers: 1, -1, or 0 if either is possible.
 * Reads each value once, because a second read may return another one. */
static signed char *solver_value_of(struct solver *s, int v)
{
    if (v > s->values) {
        int room = (int)max64(v, min64(s->cnf.vars, 2 * (int64_t)s->values));
        s->value = mem_resize(s->value, (size_t)room + 1, 1);
        memset(s->value + s->values + 1, UNREAD, (size_t)(room - s->values));
        s->values = room;
    }
    if (s->value[v] == UNREAD) {
        int value = s->class->value(s->own, v);
        s->value[v] = (signed char)((value > 0) - (value < 0));
    }
    return &s->value[v];
}

/* Do the values satisfy all assumptions? A variable that may have either value gets the assumed
 * one. */
static bool assumptions_hold(struct solver *s, struct text *err)
{
    for (int i = 0; i < s->assumed.n; i++) {
        lit l = s->assumed.v[i];
        signed char *value = solver_value_of(s, lit_var(l));
        if (!*value) *value = (signed char)lit_sign(l);
        if (*value != lit_sign(l))
            return text_error(err, "The solver %.60s gave values that break an assumption; use another solver.",
                              s->spec);
    }
    return true;
}

/* Returns the solver's answer after a check that the assumptions hold. */
static enum solver_answer judged(struct solver *s, int answer, struct text *err)
{
    bool known = answer == SOLVER_SAT || answer == SOLVER_UNSAT || answer == SOLVER_UNKNOWN || answer == SOLVER_FAILED;
    if (answer == SOLVER_NO_MEMORY)
        text_error(
            err,
            "The solver %.60s ran out of memory; allow more memory, or try a smaller instance or another encoding.",
            s->spec);
    else if (!known)
        text_error(err, "The solver %.60s answered with the unknown status %d.", s->spec, answer);
    if (!known || (answer == SOLVER_SAT && !assumptions_hold(s, err))) return SOLVER_FAILED;
    return (enum solver_answer)answer;
}

static enum solver_answer solver_call(struct solver *s, struct text *err)
{
    s->called = true;
    s->calls++;
    const int64_t before = s->left ? solver_conflicts(s) : 0;
    int answer = s->cnf.truncated ? SOLVER_UNKNOWN : s->class->solve(s->own, s->assumed.v, s->assumed.n, err);
    if (s->left) s->left = max64(1, s->left - (solver_conflicts(s) - before));
    if (s->value) memset(s->value, UNREAD, (size_t)s->values + 1);
    enum solver_answer a = judged(s, answer, err);
    s->state = a == SOLVER_SAT ? ASKED_SAT : a == SOLVER_UNSAT ? ASKED_UNSAT : ASKED_NOTHING;
    return a;
}

enum solver_answer solver_solve(struct solver *s, struct text *err)
{
    next_call(s);
    s->left = s->limit;
    s->limit = 0;
    return solver_call(s, err);
}

enum solver_answer solver_repeat(struct solver *s, struct text *err)
{
    assert(s->called && "a call is repeated before the next one is prepared");
    if (s->left) s->class->limit(s->own, s->left);
    return solver_call(s, err);
}

int solver_value(struct solver *s, lit l)
{
    assert(s->state == ASKED_SAT && "a value is asked right after SAT");
    lit own = placed(s, l);
    if (lit_var(own) > s->cnf.vars && lit_var(own) > s->values) return 0; /* in no clause, not assumed */
    signed char value = *solver_value_of(s, lit_var(own));
    return value == lit_sign(own) ? l : value ? -l : 0;
}

bool solver_failed(struct solver *s, lit l)
{
    assert(s->state == ASKED_UNSAT && "a failed assumption is asked right after UNSAT");
    lit own = placed(s, l);
    if (s->class->failed) return s->class->failed(s->own, own);
    return lits_have(&s->assumed, own);
}

void solver_limit(struct solver *s, int64_t conflicts)
{
    assert(s->class->limit && conflicts >= 0 && "the solver can be limited");
    s->limit = conflicts;
    s->class->limit(s->own, conflicts);
}

void solver_limit_decisions(struct solver *s, int most)
{
    if (s->class->decisions) s->class->decisions(s->own, most);
}

int64_t solver_conflicts(struct solver *s) { return s->class->conflicts ? s->class->conflicts(s->own) : -1; }

void solver_phase(struct solver *s, lit l)
{
    if (s->class->phase) s->class->phase(s->own, placed(s, l));
}

bool solver_shrink(struct solver *s, struct lits *failed)
{
    assert(s->state == ASKED_UNSAT && "a core is shrunk right after UNSAT");
    assert(!s->place && "cores are shrunk in the order of the model");
    return s->class->shrink && s->class->shrink(s->own, failed);
}

void solver_bound(struct solver *s, const lit *x, const int64_t *w, int n, int64_t most)
{
    assert(s->class->bound && !s->place && "the solver bounds sums, in the order of the model");
    s->state = FRESH;
    s->class->bound(s->own, x, w, n, most);
}

/* ---- streams --------------------------------------------------------------------------------- */

#ifdef __APPLE__
struct taker {
    void *own;
    ssize_t (*take)(void *own, const char *bytes, size_t n);
};
static int taker_write(void *t, const char *bytes, int n)
{
    return (int)((struct taker *)t)->take(((struct taker *)t)->own, bytes, (size_t)n);
}
static int taker_close(void *t)
{
    mem_free(t);
    return 0;
}
FILE *solver_stream(void *own, ssize_t (*take)(void *own, const char *bytes, size_t n))
{
    struct taker *t = mem_new(1, sizeof *t);
    *t = (struct taker){own, take};
    FILE *out = funopen(t, NULL, taker_write, NULL, taker_close);
    if (!out) mem_free(t);
    return out;
}
#else
FILE *solver_stream(void *own, ssize_t (*take)(void *own, const char *bytes, size_t n))
{
    return fopencookie(own, "w", (cookie_io_functions_t){.write = take});
}
#endif
