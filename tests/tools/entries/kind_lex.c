/* A kind of constraint for tests/tools/recipes: the first half of the literals, as a word, is not after the
 * second half in lexicographic order; strict: nor equal to it. */
#include "base/random.h"
#include "model/model_json.h"

static bool lex_holds(const struct row *r, struct values a, const int64_t *value)
{
    (void)value;
    for (int i = 0, m = r->n / 2; i < m; i++) {
        bool x = value_true(a, r->x[i]), y = value_true(a, r->x[m + i]);
        if (x != y) return y;
    }
    return !r->lo;
}

static bool lex_fits(const struct model *m, const struct row *r, struct text *err)
{
    (void)m;
    return r->n % 2 == 0 || text_error(err, "Two words have %d letters together; they must be equally long.", r->n);
}

static bool lex_read(struct json_reader *r, const json_t *o, struct row_own *t)
{
    (void)r;
    t->row.lo = json_is_true(json_object_get(o, "strict"));
    return true;
}

static void lex_write(const struct row *r, struct text *out)
{
    if (r->lo) text_put(out, ", \"strict\": true");
}

static void lex_draw(struct row_draw *d, struct row_own *t) { t->row.lo = random_below(d->random, 2); }

const struct row_class kind_lex = {.name = "lex",
                                   .keys = "strict ",
                                   .holds = lex_holds,
                                   .fits = lex_fits,
                                   .read = lex_read,
                                   .write = lex_write,
                                   .draw = lex_draw};
