/* Objectives with any literals and weights; values against a model. */
#include "base/number.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

void model_optimize(struct model *m, const struct objective *wanted, int64_t constant, bool maximize)
{
    int vars = model_vars(m);
    SCOPED(terms) terms = {0};
    OWNED __int128 *by_var = mem_new((size_t)vars + 1, sizeof *by_var); /* opposite literals may cancel */
    int64_t sign = maximize ? -1 : 1, scale = 0;
    __int128 sum = sign * constant;
    for (int i = 0; i < wanted->n; i++) {
        int64_t price = sign * (wanted->w ? wanted->w[i] : 1);
        by_var[lit_var(wanted->x[i])] += wanted->x[i] > 0 ? price : -price;
        if (wanted->x[i] < 0) sum += price;
    }
    for (int v = 1; v <= vars; v++) {
        if (!by_var[v]) continue;
        terms_add(&terms, by_var[v] > 0 ? v : -v, (int64_t)(by_var[v] > 0 ? by_var[v] : -by_var[v]));
        sum += by_var[v] < 0 ? by_var[v] : 0;
        scale = number_gcd(scale, terms.w[terms.x.n - 1]);
    }
    bool ones = true;
    for (int i = 0; i < terms.x.n; i++) ones = (terms.w[i] /= scale) == 1 && ones;
    struct objective o = {.n = terms.x.n,
                          .x = terms.x.v,
                          .w = ones ? NULL : terms.w,
                          .a = sign * (int64_t)sum,
                          .b = sign * (scale ? scale : 1),
                          .c = 1,
                          .step = 1,
                          .upper_bound_only = wanted->upper_bound_only,
                          .name = wanted->name};
    model_minimize(m, &o);
}

int64_t objective_of_sum(const struct objective *o, int64_t sum)
{
    int64_t top = o->a + o->b * sum;
    assert(top % o->c == 0 && "the objective value is a whole number");
    return top / o->c;
}

void objective_bound_words(const struct objective *o, int64_t objective_value, struct text *out)
{
    const char *side = objective_maximizes(o) ? "at least" : "at most";
    bool counted = o->name[strlen(o->name) - 1] == 's';
    if (!counted) text_add(out, "%s ", o->name);
    text_add(out, "%s ", side);
    if (counted)
        text_count(out, objective_value, o->name);
    else
        text_add(out, "%lld", (long long)objective_value);
}

int64_t objective_sum(const struct objective *o, int64_t objective_value)
{
    /* (a + b sum) / c is monotone in sum: the bound lies where equality does, rounded down. */
    __int128 b = o->b, top = (__int128)objective_value * o->c - o->a;
    if (b < 0) {
        b = -b;
        top = -top;
    }
    top = -divide_up_wide(-top, b);
    return top >= INT64_MAX ? INT64_MAX - 1 : top <= INT64_MIN ? INT64_MIN + 1 : (int64_t)top;
}

int64_t objective_step(const struct objective *o) { return llabs(o->b) * o->step / o->c; }

/* ---- values against a model ------------------------------------------------------------------ */

int64_t model_sum(const struct model *m, struct values a)
{
    const struct objective *o = model_objective(m);
    return o ? values_sum(a, o->x, o->w, o->n) : 0;
}

bool model_rules_hold(const struct model *m, struct values a, const bool *which, struct text *err)
{
    OWNED int64_t *value = mem_new((size_t)model_ints(m), sizeof *value);
    bool ok = true;
    for (int i = 0; i < model_ints(m); i++) value[i] = model_int_value(m, i, a);
    for (struct row r = {0}; ok && model_next_unmet(m, a, &r);) {
        if (which && !which[r.rule]) continue;
        ok = model_row_holds(&r, a, value);
        if (!ok && err) text_error(err, "The values break the rule '%s'.", model_rule_name(m, r.rule));
    }
    return ok;
}

bool model_holds(const struct model *m, struct values a, struct text *err)
{
    for (int v = 1; v <= model_vars(m); v++)
        if (v > a.n || !a.v[v]) return text_error(err, "The values leave the variable '%s' open.", model_name(m, v));
    return model_rules_hold(m, a, NULL, err);
}
