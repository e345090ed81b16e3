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

/* search_propagates or, if not `all`, search_units. */
static bool propagated(const struct problem *q, const int64_t *good, bool all, const struct strings *names,
                       struct strings *found)
{
    SCOPED(model) *m = model_new();
    struct problem plain = *q;
    struct propagator p;
    SCOPED(text) err = {0};
    plain.choices.break_symmetry = OPTION_NO; /* it is no rule of the puzzle */
    model_set_job(m, q->job);
    search_build(&plain, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    SCOPED(cnf_buffer) b = cnf_buffer_of(model_vars(m));
    bool ok =
        lower_bounded(m, &plain.choices.policy, good && o ? objective_sum(o, *good) : INT64_MAX, &b.cnf, NULL, &err);
    if (ok) {
        propagator_init(&p, &b);
        int open = p.refuted ? -1 : model_vars(m);
        for (int before = open + 1; all && open > 0 && open < before && !(q->job && job_over(q->job));) {
            before = open;
            open = probe_once(&p, model_vars(m));
        }
        ok = all ? !open : !p.refuted;
        SCOPED(text) name = {0};
        for (int i = 0; names && i < p.trail.n; i++) {
            lit x = p.trail.v[i];
            text_clear(&name);
            if (lit_var(x) <= model_vars(m)) text_add(&name, "%s%s", x < 0 ? "-" : "", model_name(m, lit_var(x)));
            if (strings_have(names, text_string(&name))) strings_add_new(found, name.s);
        }
        propagator_release(&p);
    }
    return ok;
}

bool search_propagates(const struct problem *q, const int64_t *good) { return propagated(q, good, true, NULL, NULL); }

bool search_units(const struct problem *q, const struct strings *names, struct strings *found)
{
    return propagated(q, NULL, false, names, found);
}
