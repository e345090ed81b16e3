#include "search/solution_check.h"
#include "base/number.h"

enum check_result solution_check(const struct problem *q, const struct model *m, struct values values, int64_t *sum,
                                 struct solution *solution, int64_t *objective_value, struct text *why)
{
    const struct objective *objective = model_objective(m);
    if (!model_holds(m, values, why)) return CHECK_MODEL;
    solution_decode(q->puzzle, q->formulation, q->instance, m, values, solution);
    if (!q->puzzle->verify(q->instance, text_string(&solution->text), objective_value, why)) return CHECK_RULES;
    if (objective && objective->upper_bound_only) *sum = min64(*sum, objective_sum(objective, *objective_value));
    return objective && *objective_value != objective_of_sum(objective, *sum) ? CHECK_OBJECTIVE : CHECK_PASSED;
}

/* Does the row hold for every value of the variables without one? Literals of one variable are
 * combined, because x or not x always holds: an open variable adds weight[v] if it is true. weight
 * is all 0 before and after. */
static bool solution_check_row_holds(const struct row *r, struct values values, int64_t *weight)
{
    int64_t least = 0, most = 0;
    bool open = false, odd = false;
    for (int i = 0; i < r->n; i++) {
        int64_t w = r->w ? r->w[i] : 1;
        int v = lit_var(r->x[i]);
        if (!values.v[v]) weight[v] += r->x[i] > 0 ? w : -w;
        open = open || !values.v[v];
        if (values.v[v] ? value_true(values, r->x[i]) : r->x[i] < 0) least += w;
    }
    most = least;
    for (int i = 0; i < r->n; i++) {
        int64_t *w = &weight[lit_var(r->x[i])];
        odd = odd || *w % 2;
        *(*w < 0 ? &least : &most) += *w;
        *w = 0;
    }
    for (int i = 0; r->kind == ROW_COUNT && i < r->lo; i++) open = open || !values.v[lit_var(r->x[r->n + i])];
    if (r->kind == ROW_XOR) return !odd;
    const bool sum = r->kind == ROW_CLAUSE || r->kind == ROW_CARD || r->kind == ROW_PB;
    return !open || (sum && r->lo <= least && most <= r->hi);
}

/* Whether one of the variables 1..n without a value is in the row. */
static bool solution_check_lacks(const struct row *r, struct values values, int n)
{
    const int all = r->n + (r->kind == ROW_COUNT ? (int)r->lo : 0);
    for (int i = 0; i < all; i++)
        if (lit_var(r->x[i]) <= n && !values.v[lit_var(r->x[i])]) return true;
    return false;
}

/* Sets variables without a value to false if nothing depends on those among 1..n. */
static bool solution_check_complete(const struct model *m, struct values values, int n, struct text *err)
{
    int missing = 0;
    bool ok = true;
    for (int v = 1; v <= n && !missing; v++)
        if (!values.v[v]) missing = v;
    if (!missing && n == values.n) return true;
    OWNED int64_t *weight = mem_new((size_t)values.n + 1, sizeof *weight);
    for (struct row r = {0}; ok && missing && model_next(m, &r);) {
        ok = !solution_check_lacks(&r, values, n) || solution_check_row_holds(&r, values, weight) ||
             text_error(err, "The answer gives no value to variable %d; a model must be complete.", missing);
    }
    for (int v = 1; v <= values.n && ok; v++)
        if (!values.v[v]) values.v[v] = -1;
    return ok;
}

bool solution_check_reply(const struct problem *q, const struct model *m, int64_t most, const struct reply *reply,
                          struct solution *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(text) why = {0};
    const int n = (int)min64(reply->values.n, model_vars(m));
    struct values values = {reply->values.v, model_vars(m)};
    const struct objective *o = model_objective(m);
    enum check_result result = CHECK_MODEL;
    if (!solution_check_complete(m, values, n, err)) return false;
    int64_t sum = model_sum(m, values);
    if (n == values.n) {
        result = solution_check(q, m, values, &sum, solution, objective_value, &why);
    } else {
        solution_decode(q->puzzle, q->formulation, q->instance, m, values, solution);
        if (q->puzzle->verify(q->instance, text_string(&solution->text), objective_value, &why)) result = CHECK_PASSED;
        if (o) sum = objective_sum(o, *objective_value);
    }
    if (result == CHECK_MODEL)
        return text_error(err, "The answer is wrong, or answers another instance: %s", text_string(&why));
    if (result == CHECK_RULES)
        return text_error(err,
                          "The answer satisfies the model, but not the rules, which is a defect of the formulation: %s",
                          text_string(&why));
    if (result == CHECK_OBJECTIVE)
        return text_error(err,
                          "The answer satisfies the model, but by the rules its objective value is %lld, which is a "
                          "defect of the formulation.",
                          (long long)*objective_value);
    if (!o || sum <= most) return true;
    text_count(&why, *objective_value, o->name);
    return text_error(err, "The answer misses the bound of the file: it has %s.", text_string(&why));
}
