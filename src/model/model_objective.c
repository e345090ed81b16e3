/* Objectives as people write them: any literals, any weights. */
#include "model/model.h"

void model_optimise(struct model *m, const lit *x, const int64_t *w, int n, int64_t constant, bool maximise,
                    bool upper_bound_only, const char *name)
{
    int vars = model_vars(m), terms = 0;
    int64_t *by_var = mem_new((size_t)vars + 1, sizeof *by_var), *weight = mem_new((size_t)vars + 1, sizeof *weight);
    int64_t sign = maximise ? -1 : 1, sum = sign * constant, scale = 0;
    lit *y = mem_new((size_t)vars + 1, sizeof *y);
    for (int i = 0; i < n; i++) {
        int64_t price = sign * (w ? w[i] : 1);
        by_var[lit_var(x[i])] += x[i] > 0 ? price : -price;
        if (x[i] < 0) sum += price;
    }
    for (int v = 1; v <= vars; v++) {
        if (!by_var[v]) continue;
        y[terms] = by_var[v] > 0 ? v : -v;
        weight[terms] = by_var[v] > 0 ? by_var[v] : -by_var[v];
        sum += by_var[v] < 0 ? by_var[v] : 0;
        scale = number_gcd(scale, weight[terms++]);
    }
    bool ones = true;
    for (int i = 0; i < terms; i++) ones = (weight[i] /= scale) == 1 && ones;
    struct objective o = {.n = terms,
                          .x = y,
                          .w = ones ? NULL : weight,
                          .a = sign * sum,
                          .b = sign * (scale ? scale : 1),
                          .c = 1,
                          .step = 1,
                          .upper_bound_only = upper_bound_only,
                          .name = name};
    model_minimise(m, &o);
    mem_free(by_var);
    mem_free(weight);
    mem_free(y);
}

int64_t objective_of_sum(const struct objective *o, int64_t sum)
{
    int64_t top = o->a + o->b * sum;
    assert(top % o->c == 0 && "the puzzle's figure is a whole number");
    return top / o->c;
}

int64_t objective_sum(const struct objective *o, int64_t objective_value)
{
    /* (a + b sum) / c is monotone in sum: the bound lies where equality does, rounded down. */
    __int128 b = o->b, top = (__int128)objective_value * o->c - o->a;
    if (b < 0) {
        b = -b;
        top = -top;
    }
    top = top >= 0 ? top / b : -((-top + b - 1) / b);
    return top >= INT64_MAX ? INT64_MAX - 1 : top <= INT64_MIN ? INT64_MIN + 1 : (int64_t)top;
}
