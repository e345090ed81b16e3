/* Propagation alone: which puzzles need no case split. Shares the encodings, but no code with any
 * solver. */
#include "cnf/propagator.h"
#include "search/search.h"

/* Assigns every open variable of 1..n one of whose values is refuted by propagation. Returns how
 * many are open then; -1: both values of one are refuted. */
static int probe_once(struct propagator *p, int n)
{
    int open = 0;
    for (lit v = 1; v <= n; v++) {
        lit fixed = 0;
        for (int sign = -1; sign <= 1 && !fixed && !propagator_value(p, v); sign += 2) {
            int mark = propagator_mark(p);
            if (!propagator_assign(p, sign * v)) fixed = -sign * v;
            propagator_undo(p, mark);
        }
        if (fixed && !propagator_assign(p, fixed)) return -1;
        open += !propagator_value(p, v);
    }
    return open;
}

/* Unit propagation in the formula of a problem. */
struct search_units {
    struct model *model; /* NULL: none */
    struct propagator p;
};

/* good: as for search_propagates. False: a limit came first, and there is none. */
static bool search_units_open(struct search_units *u, const struct problem *q, const int64_t *good)
{
    struct problem plain = *q;
    SCOPED(text) err = {0};
    plain.choices.break_symmetry = OPTION_NO; /* it is no rule of the puzzle */
    *u = (struct search_units){.model = model_new()};
    search_build(&plain, INT64_MAX, u->model);
    const struct objective *o = model_objective(u->model);
    SCOPED(cnf_buffer) b = cnf_buffer_of(model_vars(u->model));
    const int64_t most = good && o ? objective_sum(o, *good) : INT64_MAX;
    if (lower_bounded(u->model, &plain.choices.policy, most, &b.cnf, NULL, &err)) {
        propagator_init(&u->p, &b);
        model_set_job(u->model, NULL); /* it may end before */
        return true;
    }
    model_free(u->model);
    u->model = NULL;
    return false;
}

static void search_units_release(struct search_units *u)
{
    if (u->model) propagator_release(&u->p);
    model_free(u->model);
}

/* Whether the values of all variables are a solution: without values of its own variables, an encoding may leave that
 * open. */
static bool values_hold(struct search_units *u, const int64_t *good)
{
    const struct objective *o = model_objective(u->model);
    SCOPED(values) a = values_new(model_vars(u->model));
    for (int v = 1; v <= a.n; v++) a.v[v] = (signed char)propagator_value(&u->p, v);
    return model_holds(u->model, a, NULL) &&
           (!good || !o || values_sum(a, o->x, o->w, o->n) <= objective_sum(o, *good));
}

bool search_propagates(const struct problem *q, const int64_t *good)
{
    SCOPED(search_units) u = {0};
    if (!search_units_open(&u, q, good)) return false;
    const int n = model_vars(u.model);
    int open = u.p.refuted ? -1 : n;
    for (int before = open + 1; open > 0 && open < before && !(q->job && job_over(q->job));) {
        before = open;
        open = probe_once(&u.p, n);
    }
    return !open && values_hold(&u, good);
}
