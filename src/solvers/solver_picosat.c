/* PicoSAT (Biere, JSAT 2008) through its reentrant interface. */
#include "solvers/solver.h"

#if __has_include(<picosat/picosat.h>)
#include <picosat/picosat.h>
#else
#include <picosat.h>
#endif
#include <string.h>

struct picosat {
    struct solver solver;
    PicoSAT *p;
};

static PicoSAT *of(struct solver *s) { return ((struct picosat *)s)->p; }

static bool picosat_version_text(struct text *out)
{
    text_put(out, picosat_version());
    return true;
}

static void *memory_new(void *state, size_t bytes) { return mem_new(bytes, 1); }

static void *memory_resize(void *state, void *p, size_t from, size_t to) { return mem_resize(p, to, 1); }

static void memory_free(void *state, void *p, size_t bytes) { mem_free(p); }

static struct solver *picosat_open(const char *argument, struct text *err)
{
    struct picosat *s = mem_new(1, sizeof *s);
    s->p = picosat_minit(NULL, memory_new, memory_resize, memory_free);
    picosat_set_output(s->p, NULL);
    picosat_set_interrupt(s->p, s, solver_stopped);
    return &s->solver;
}

static void picosat_close(struct solver *s)
{
    picosat_reset(of(s));
    mem_free(s);
}

static void picosat_clause(struct solver *s, const lit *c, int n)
{
    PicoSAT *p = of(s);
    for (int i = 0; i < n; i++) picosat_add(p, c[i]);
    picosat_add(p, 0);
}

static void picosat_assume_lit(struct solver *s, lit l) { picosat_assume(of(s), l); }

static enum solver_answer picosat_solve(struct solver *s, struct text *err)
{
    int a = picosat_sat(of(s), -1);
    if (a == PICOSAT_SATISFIABLE || a == PICOSAT_UNSATISFIABLE || a == PICOSAT_UNKNOWN) return (enum solver_answer)a;
    text_error(err, "PicoSAT answered with the unknown status %d.", a);
    return SOLVER_FAILED;
}

static int picosat_value(struct solver *s, lit l)
{
    int v = lit_var(l) > picosat_variables(of(s)) ? 0 : picosat_deref(of(s), l);
    return v > 0 ? l : v < 0 ? -l : 0;
}

/* After an empty clause nothing was assumed to fail. */
static bool picosat_failed(struct solver *s, lit l)
{
    return !picosat_inconsistent(of(s)) && picosat_failed_assumption(of(s), l);
}

static bool picosat_option(struct solver *s, const char *name, int value)
{
    if (strcmp(name, "seed")) return false;
    picosat_set_seed(of(s), (unsigned)value);
    return true;
}

static void picosat_phase(struct solver *s, lit l) { picosat_set_default_phase_lit(of(s), l, 1); }

static bool picosat_shrink(struct solver *s, struct lits *failed)
{
    failed->n = 0;
    if (picosat_inconsistent(of(s))) return true;
    const int *core = picosat_mus_assumptions(of(s), NULL, NULL, 0);
    for (; core && *core; core++) lits_push(failed, *core);
    return true;
}

const struct solver_class solver_picosat = {
    .name = "picosat",
    .about = "PicoSAT, in process; shrinks cores by itself",
    .version = picosat_version_text,
    .open = picosat_open,
    .close = picosat_close,
    .clause = picosat_clause,
    .assume = picosat_assume_lit,
    .solve = picosat_solve,
    .value = picosat_value,
    .failed = picosat_failed,
    .option = picosat_option,
    .phase = picosat_phase,
    .shrink = picosat_shrink,
};
