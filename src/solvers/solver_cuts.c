/* Loophole's own: rows as they are, see cuts.h. */
#include "solvers/cuts.h"
#include "solvers/solver.h"

#include <string.h>

struct cuts_solver {
    struct solver solver;
    struct cuts cuts;
    bool asked; /* the assumptions were for the last call */
};

static struct cuts *of(struct solver *s) { return &((struct cuts_solver *)s)->cuts; }

static void native(struct cnf *self, const struct constraint *c)
{
    struct solver *s = (struct solver *)self;
    s->state = 0;
    cuts_sum(of(s), c->x, c->w, c->n, c->lo, c->hi);
}

static struct solver *open(const char *argument, struct text *err)
{
    struct cuts_solver *s = mem_new(1, sizeof *s);
    s->cuts.bump = 1;
    s->solver.cnf.native = 1u << AMO | 1u << CARD | 1u << PB;
    s->solver.cnf.put_native = native;
    return &s->solver;
}

static void shut(struct solver *s)
{
    cuts_release(of(s));
    mem_free(s);
}

static void clause(struct solver *s, const lit *c, int n) { cuts_clause(of(s), c, n); }

static void assume(struct solver *s, lit l)
{
    struct cuts_solver *own = (struct cuts_solver *)s;
    if (own->asked) own->cuts.assumed.n = 0;
    own->asked = false;
    lits_push(&own->cuts.assumed, l);
}

static enum solver_answer solve(struct solver *s, struct text *err)
{
    struct cuts_solver *own = (struct cuts_solver *)s;
    if (own->asked) own->cuts.assumed.n = 0;
    own->asked = true;
    own->cuts.job = s->job;
    return (enum solver_answer)cuts_solve(&own->cuts);
}

static int value(struct solver *s, lit l)
{
    const struct cuts *r = of(s);
    int v = lit_var(l) > r->vars ? 0 : r->model[lit_var(l)] * lit_sign(l);
    return v > 0 ? l : v < 0 ? -l : 0;
}

static bool failed(struct solver *s, lit l)
{
    const struct cuts *r = of(s);
    for (int i = 0; i < r->failed.n; i++)
        if (r->failed.v[i] == l) return true;
    return false;
}

static void limit(struct solver *s, int64_t conflicts) { of(s)->limit = conflicts; }
static int64_t conflicts(struct solver *s) { return of(s)->conflicts; }

static void phase(struct solver *s, lit l)
{
    cuts_room(of(s), lit_var(l));
    of(s)->phase[lit_var(l)] = (signed char)lit_sign(l);
}

static void preset(struct solver *s, const char *name)
{
    if (!strcmp(name, "unsat")) of(s)->learning = LEARN_CLAUSES;
    if (!strcmp(name, "sat")) of(s)->learning = LEARN_BOTH;
    of(s)->clausal = of(s)->learning == LEARN_CLAUSES;
}

static void bound(struct solver *s, const lit *x, const int64_t *w, int n, int64_t most)
{
    cuts_bound(of(s), x, w, n, most);
}

const struct solver_class solver_cuts = {
    .name = "cuts",
    .about = "Loophole's own: sums and cardinalities as they are, conflicts by cutting planes",
    .open = open,
    .close = shut,
    .clause = clause,
    .assume = assume,
    .solve = solve,
    .value = value,
    .failed = failed,
    .conflicts = conflicts,
    .limit = limit,
    .phase = phase,
    .preset = preset,
    .bound = bound,
};
