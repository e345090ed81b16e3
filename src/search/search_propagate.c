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

/* Whether the values of all variables are a solution with a sum of at most `most`: without values of its own
 * variables, an encoding may leave that open. */
static bool values_hold(const struct model *m, const struct propagator *p, int64_t most)
{
    const struct objective *o = model_objective(m);
    SCOPED(values) a = values_new(model_vars(m));
    for (int v = 1; v <= a.n; v++) a.v[v] = (signed char)propagator_value(p, v);
    return model_holds(m, a, NULL) && (!o || values_sum(a, o->x, o->w, o->n) <= most);
}

bool search_propagates(const struct problem *q, const int64_t *good)
{
    struct problem plain = *q;
    SCOPED(text) err = {0};
    SCOPED(model) *m = model_new();
    plain.choices.break_symmetry = OPTION_NO; /* it is no rule of the puzzle */
    search_build(&plain, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    const int64_t most = good && o ? objective_sum(o, *good) : INT64_MAX;
    const int n = model_vars(m);
    SCOPED(cnf_buffer) b = cnf_buffer_of(n);
    if (!lower_bounded(m, &plain.choices.policy, most, &b.cnf, NULL, &err)) return false;
    SCOPED(propagator) p;
    propagator_init(&p, &b);
    int open = p.refuted ? -1 : n;
    for (int before = open + 1; open > 0 && open < before && !job_over(q->job);) {
        before = open;
        open = probe_once(&p, n);
    }
    return !open && values_hold(m, &p, most);
}
