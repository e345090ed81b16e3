/* PicoSAT (Biere, JSAT 2008) through its reentrant interface. */
#include "solvers/solver.h"

#if __has_include(<picosat/picosat.h>)
#include <picosat/picosat.h>
#else
#include <picosat.h>
#endif
#include <string.h>

static void *memory_new(void *state, size_t bytes) { return mem_new(bytes, 1); }

static void *memory_resize(void *state, void *p, size_t from, size_t to) { return mem_resize(p, to, 1); }

static void memory_free(void *state, void *p, size_t bytes) { mem_free(p); }

static void *picosat_open(struct solver *s, const char *argument, struct text *err)
{
    PicoSAT *p = picosat_minit(NULL, memory_new, memory_resize, memory_free);
    picosat_set_output(p, NULL);
    picosat_set_interrupt(p, s, solver_stopped);
    return p;
}

static void picosat_close(void *p) { picosat_reset(p); }

static void picosat_clause(void *p, const lit *c, int n)
{
    for (int i = 0; i < n; i++) picosat_add(p, c[i]);
    picosat_add(p, 0);
}

static int picosat_solve(void *p, const lit *assumed, int n, struct text *err)
{
    for (int i = 0; i < n; i++) picosat_assume(p, assumed[i]);
    return picosat_sat(p, -1);
}

static int picosat_value(void *p, int v) { return v > picosat_variables(p) ? 0 : picosat_deref(p, v); }

/* After an empty clause no assumption has failed. */
static bool picosat_failed(void *p, lit l) { return !picosat_inconsistent(p) && picosat_failed_assumption(p, l); }

static bool picosat_option(void *p, const char *name, int value)
{
    if (strcmp(name, "seed")) return false;
    picosat_set_seed(p, (unsigned)value);
    return true;
}

static void picosat_phase(void *p, lit l) { picosat_set_default_phase_lit(p, l, 1); }

static bool picosat_shrink(void *p, struct lits *failed)
{
    failed->n = 0;
    if (picosat_inconsistent(p)) return true;
    const int *core = picosat_mus_assumptions(p, NULL, NULL, 0);
    for (; core && *core; core++) lits_push(failed, *core);
    return true;
}

const struct solver_class solver_picosat = {
    .name = "picosat",
    .about = "PicoSAT, in process; shrinks cores by itself",
    .version = picosat_version,
    .open = picosat_open,
    .close = picosat_close,
    .clause = picosat_clause,
    .solve = picosat_solve,
    .value = picosat_value,
    .failed = picosat_failed,
    .option = picosat_option,
    .phase = picosat_phase,
    .shrink = picosat_shrink,
};
