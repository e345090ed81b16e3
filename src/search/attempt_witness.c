/* The three checks of a solver's answer: every clause, every constraint of the model, the puzzle's rules. */
#include "search/attempt.h"
#include "search/witness.h"

struct listener {
    struct cnf cnf; /* first: a sink that looks at each clause */
    struct solver *solver;
    bool broken;
};

static void listener_put(struct cnf *self, const lit *c, int n)
{
    struct listener *w = (struct listener *)self;
    for (int i = 0; i < n; i++) {
        int value = solver_value(w->solver, lit_var(c[i]));
        if (c[i] > 0 ? value > 0 : value <= 0) return;
    }
    w->broken = true;
}

static void listener_native(struct cnf *self, const struct constraint *c)
{
    struct listener *w = (struct listener *)self;
    int64_t sum = 0;
    for (int i = 0; i < c->n; i++) {
        int value = solver_value(w->solver, lit_var(c->x[i]));
        if (c->x[i] > 0 ? value > 0 : value <= 0) sum += c->w ? c->w[i] : 1;
    }
    if (c->kind == XOR ? (sum & 1) != c->hi : sum < c->lo || sum > c->hi) w->broken = true;
}

static bool clauses_hold(struct attempt *h)
{
    /* What the solver was given natively is not encoded for the witness either: auxiliaries keep their numbers. */
    struct listener w = {.cnf = {.put = listener_put, .put_native = listener_native, .native = h->s->cnf.native},
                         .solver = h->s};
    struct outputs again = {0};
    struct text ignored = {0};
    attempt_pour(h, &w.cnf);
    for (int i = 0, from = 0; i < h->added.n; i++) {
        const lit *x = h->added.v + from;
        if (h->added.v[i]) continue;
        if (i == from)
            lower_objective(h->m, &h->counting, h->counter_lo, h->counter_hi, &w.cnf, &again, &ignored);
        else if (x[0] < 0)
            cnf_all(&w.cnf, x + 1, i - from - 1);
        else
            lower_core(x + 1, i - from - 1, x[0], &h->q->choices.policy, &w.cnf, &again, &ignored);
        outputs_release(&again);
        from = i + 1;
    }
    text_release(&ignored);
    for (int i = 0, from = 0; i < h->units.n; i++)
        if (!h->units.v[i]) {
            cnf_clause(&w.cnf, h->units.v + from, i - from);
            from = i + 1;
        }
    return !w.broken || text_error(&h->a->err, "The solver %s gave values that break a clause; try another --solver.",
                                   h->q->choices.solver);
}

static bool blame_encoding(struct attempt *h, const struct text *why)
{
    h->a->wrong = true;
    return text_error(&h->a->err, "An encoding is wrong here (please report this instance). %s", text_string(why));
}

bool attempt_judge(struct attempt *h, const struct model *posed, struct values values, int64_t *sum, struct text *text)
{
    const char *name = h->q->formulation->name;
    struct text why = {0};
    int64_t figure = 0;
    enum witness against = witness_values(h->q, posed, values, sum, text, &figure, &why);
    if (against == WITNESS_MODEL) {
        blame_encoding(h, &why);
    } else if (against == WITNESS_RULES) {
        text_error(&h->a->err,
                   "The formulation %s is wrong here (please report this instance): its answer is no solution. %s",
                   name, text_string(&why));
    } else if (against == WITNESS_FIGURE) {
        text_error(&h->a->err,
                   "The formulation %s is wrong here (please report this instance): it counts %lld, a recount %lld.",
                   name, (long long)objective_figure(attempt_objective(h), *sum), (long long)figure);
    }
    text_release(&why);
    if (against != WITNESS_NONE) h->a->wrong = true;
    return against == WITNESS_NONE || attempt_refuse(h, STATUS_FAILED);
}

bool attempt_witness(struct attempt *h, struct text *text, int64_t *sum)
{
    for (int v = 1; v <= h->values.n; v++) h->values.v[v] = solver_value(h->s, v) > 0 ? 1 : -1;
    if (!clauses_hold(h)) return false;
    *sum = model_objective(h->m) ? model_sum(h->m, h->values) + h->offset : 0;
    if (!h->reduction) return attempt_judge(h, h->m, h->values, sum, text);
    struct text why = {0};
    int n = model_vars(h->posed);
    struct values values = {mem_new((size_t)n + 1, 1), n};
    bool good = model_holds(h->m, h->values, &why) || blame_encoding(h, &why);
    if (good) {
        reduction_extend(h->reduction, h->values, values);
        good = attempt_judge(h, h->posed, values, sum, text);
    }
    mem_free(values.v);
    text_release(&why);
    return good;
}
