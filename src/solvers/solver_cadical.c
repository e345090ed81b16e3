/* CaDiCaL (Biere, Fazekas, Fleury, Heisinger 2020). */
#include "solvers/cadical.h"
#include "solvers/solver.h"

#include <string.h>

struct cadical_solver {
    struct solver solver;
    struct cadical *c;
};

static struct cadical *of(struct solver *s) { return ((struct cadical_solver *)s)->c; }

/* The library's own word is the competition that it was sent to; its package knows better, if there is one. */
static bool version(struct text *out)
{
    const char *name = cadical_signature(), *dash = strchr(name, '-');
    text_put(out, *CADICAL_PACKAGE ? CADICAL_PACKAGE : dash ? dash + 1 : name);
    return true;
}

static struct solver *open(const char *argument, struct text *err)
{
    struct cadical_solver *s = mem_new(1, sizeof *s);
    s->c = cadical_new(solver_stopped, s);
    if (!s->c) fatal("There is no memory for CaDiCaL; give it more, or try a smaller instance.");
    return &s->solver;
}

static void shut(struct solver *s)
{
    cadical_free(of(s));
    mem_free(s);
}

static void clause(struct solver *s, const lit *c, int n) { cadical_clause(of(s), c, n); }
static void assume(struct solver *s, lit l) { cadical_assume(of(s), l); }

static enum solver_answer solve(struct solver *s, struct text *err)
{
    int a = cadical_solve(of(s));
    if (a == 10 || a == 20 || a == 0) return (enum solver_answer)a;
    if (a == CADICAL_BROKEN)
        text_error(err, "CaDiCaL ran out of memory; give it more, or try a smaller instance or another encoding.");
    else
        text_error(err, "CaDiCaL answered with the unknown status %d.", a);
    return SOLVER_FAILED;
}

static int value(struct solver *s, lit l) { return cadical_value(of(s), l) > 0 ? l : -l; }
static bool failed(struct solver *s, lit l) { return cadical_failed(of(s), l); }

static void limit(struct solver *s, int64_t conflicts) { cadical_limit(of(s), (int)min64(conflicts, INT32_MAX)); }

static int64_t conflicts(struct solver *s) { return cadical_learned(of(s)); }
static void phase(struct solver *s, lit l) { cadical_phase(of(s), l); }

static bool option(struct solver *s, const char *name, int n) { return cadical_set(of(s), name, n); }

/* CaDiCaL's own configurations; sat-false, which is sat with every decision false; falling, which
 * does not begin with all true. */
static void preset(struct solver *s, const char *name)
{
    static const struct {
        const char *preset, *option;
        int value;
    } table[] = {
        {"sat", "elimreleff", 10},
        {"sat", "stabilizeonly", 1},
        {"sat", "subsumereleff", 60},
        {"unsat", "stabilize", 0},
        {"unsat", "walk", 0},
        {"falling", "lucky", 0},
        {"falling", "phase", 0},
        {"sat-false", "elimreleff", 10},
        {"sat-false", "stabilizeonly", 1},
        {"sat-false", "subsumereleff", 60},
        {"sat-false", "phase", 0},
        {"sat-false", "forcephase", 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].preset, name)) cadical_set(of(s), table[i].option, table[i].value);
}

static void take_proof(void *state, const char *bytes, size_t n) { solver_record_proof(state, bytes, n); }
static bool record(struct solver *s) { return cadical_trace(of(s), take_proof, s); }

const struct solver_class solver_cadical = {
    .name = "cadical",
    .about = "CaDiCaL, in process",
    .version = version,
    .open = open,
    .close = shut,
    .clause = clause,
    .assume = assume,
    .solve = solve,
    .value = value,
    .failed = failed,
    .option = option,
    .limit = limit,
    .conflicts = conflicts,
    .phase = phase,
    .preset = preset,
    .record = record,
};
