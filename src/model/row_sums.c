#include "model/row_sums.h"

void row_sums_release(struct row_sums *s) { terms_release(&s->sum); }

static void row_sums_add(struct row_sums *s, const lit *x, const int64_t *w, int n, int64_t lo, int64_t hi)
{
    s->lo = lo;
    s->hi = hi;
    for (int i = 0; i < n; i++) terms_add(&s->sum, x[i], w ? w[i] : 1);
}

/* The sum of a counter's output y: at least `least` of x. */
static void row_sums_output(struct row_sums *s, lit y, int least, bool required)
{
    const struct row *r = &s->row;
    const int64_t w = required ? r->n - least + 1 : least;
    for (int i = 0; i < r->n; i++) terms_add(&s->sum, required ? -r->x[i] : r->x[i], 1);
    terms_add(&s->sum, required ? y : -y, w);
    s->lo = w;
    s->hi = INT64_MAX;
}

/* Whether the row has sums, and this is one of them. */
static bool row_sums_part(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    if (r->kind == ROW_COUNT && part < 2 * r->lo) {
        const bool required = part % 2 || r->hi == COUNT_UP;
        if (r->hi == COUNT_UP && part >= r->lo) return false;
        const int output = r->hi == COUNT_UP ? part : part / 2;
        row_sums_output(s, r->x[r->n + output], output + 1, required);
        return true;
    }
    if (part || r->kind == ROW_COUNT) return false;
    row_sums_add(s, r->x, r->w, r->n, r->lo, r->hi);
    if (r->kind == ROW_XOR)
        for (int64_t w = 2; w - 2 < r->n; w *= 2) terms_add(&s->sum, ++s->vars, -w);
    return true;
}

bool row_sums_state(const struct row *r) { return r->kind <= ROW_COUNT && !r->half; }

bool row_sums_next(struct row_sums *s)
{
    for (;;) {
        s->sum.x.n = 0;
        if (s->row.number && row_sums_state(&s->row) && row_sums_part(s, s->part++)) return true;
        s->part = 0;
        if (!model_next(s->m, &s->row)) return false;
    }
}
