/* Values against a model: sums, figures, and whether every row holds. The witness that an encoding is judged by. */
#include "model/model.h"

int64_t model_sum(const struct model *m, struct values a)
{
    const struct objective *o = model_objective(m);
    int64_t sum = 0;
    for (int i = 0; o && i < o->n; i++)
        if (value_true(a, o->x[i])) sum += o->w ? o->w[i] : 1;
    return sum;
}

static int64_t row_sum(const struct row *r, struct values a)
{
    int64_t sum = 0;
    for (int i = 0; i < r->n; i++)
        if (value_true(a, r->x[i])) sum += r->w ? r->w[i] : 1;
    return sum;
}

static bool row_holds(const struct row *r, struct values a)
{
    int64_t sum = row_sum(r, a);
    switch (r->kind) {
    case ROW_CLAUSE:
    case ROW_CARD:
    case ROW_PB:
        return r->lo <= sum && sum <= r->hi;
    case ROW_XOR:
        return (sum & 1) == r->lo;
    case ROW_COUNT:
        for (int j = 0; j < r->lo; j++)
            if (value_true(a, r->x[r->n + j]) != (sum > j) && (sum > j || r->hi == COUNT_BOTH)) return false;
        return true;
    }
    assert(!"a row has a kind");
    return false;
}

bool model_rules_hold(const struct model *m, struct values a, const bool *which, struct text *err)
{
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        if ((!which || which[r.rule]) && !row_holds(&r, a))
            return text_error(err, "The values break the rule '%s'.", model_rule_name(m, r.rule));
    }
    return true;
}

bool model_holds(const struct model *m, struct values a, struct text *err)
{
    for (int v = 1; v <= model_vars(m); v++)
        if (v > a.n || !a.v[v]) return text_error(err, "The values leave the variable '%s' open.", model_name(m, v));
    return model_rules_hold(m, a, NULL, err);
}
