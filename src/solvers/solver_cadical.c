/* CaDiCaL (Biere, Fazekas, Fleury, Heisinger 2020) through its C interface. */
#include "solvers/solver.h"

#include <ccadical.h>
#include <string.h>

struct cadical {
    struct solver solver;
    CCaDiCaL *c;
};

static CCaDiCaL *of(struct solver *s) { return ((struct cadical *)s)->c; }

/* The library's own word is the competition that it was sent to; its package knows better, if there is one. */
static bool cadical_version(struct text *out)
{
    const char *name = ccadical_signature(), *dash = strchr(name, '-');
    text_put(out, *CADICAL_PACKAGE ? CADICAL_PACKAGE : dash ? dash + 1 : name);
    return true;
}

static int cadical_stop(void *state)
{
    struct solver *s = state;
    return s->stop && s->stop(s->stop_state);
}

static struct solver *cadical_open(const char *argument, struct text *err)
{
    (void)argument;
    (void)err;
    struct cadical *s = mem_new(1, sizeof *s);
    s->c = ccadical_init();
    /* Options are accepted only until the first clause; the rest comes right after open. */
    ccadical_set_option(s->c, "quiet", 1);
    ccadical_set_terminate(s->c, s, cadical_stop);
    return &s->solver;
}

static void cadical_close(struct solver *s)
{
    ccadical_release(of(s));
    mem_free(s);
}

static void cadical_clause(struct solver *s, const lit *c, int n)
{
    CCaDiCaL *solver = of(s);
    for (int i = 0; i < n; i++) ccadical_add(solver, c[i]);
    ccadical_add(solver, 0);
}

static void cadical_assume(struct solver *s, lit l) { ccadical_assume(of(s), l); }

static enum solver_answer cadical_solve(struct solver *s, struct text *err)
{
    int a = ccadical_solve(of(s));
    if (a == 10 || a == 20 || a == 0) return (enum solver_answer)a;
    text_error(err, "CaDiCaL answered with the unknown status %d.", a);
    return SOLVER_FAILED;
}

static int cadical_value(struct solver *s, lit l) { return ccadical_val(of(s), l) > 0 ? l : -l; }
static bool cadical_failed(struct solver *s, lit l) { return ccadical_failed(of(s), l); }

static void cadical_limit(struct solver *s, int64_t conflicts)
{
    ccadical_limit(of(s), "conflicts", (int)min64(conflicts, INT32_MAX));
}

/* The C interface does not say whether it knows an option: an unknown one stays 0. */
static bool cadical_option(struct solver *s, const char *name, int value)
{
    ccadical_set_option(of(s), name, 1);
    bool known = ccadical_get_option(of(s), name) != 0;
    ccadical_set_option(of(s), name, value);
    return known;
}

/* CaDiCaL's own configurations, which its C interface cannot name; and sat-false, which is sat with every decision false. */
static void cadical_preset(struct solver *s, const char *name)
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
        {"sat-false", "elimreleff", 10},
        {"sat-false", "stabilizeonly", 1},
        {"sat-false", "subsumereleff", 60},
        {"sat-false", "phase", 0},
        {"sat-false", "forcephase", 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].preset, name)) ccadical_set_option(of(s), table[i].option, table[i].value);
}

const struct solver_class solver_cadical = {
    .name = "cadical",
    .about = "CaDiCaL, in process",
    .version = cadical_version,
    .open = cadical_open,
    .close = cadical_close,
    .clause = cadical_clause,
    .assume = cadical_assume,
    .solve = cadical_solve,
    .value = cadical_value,
    .failed = cadical_failed,
    .option = cadical_option,
    .limit = cadical_limit,
    .preset = cadical_preset,
};
