/* A kind of constraint for tests/tools/recipes: of two literals in a row exactly one is true; first: the first
 * is true. */
#include "model/model_json.h"

static bool alternate_holds(const struct row *r, struct values a, const int64_t *value)
{
    (void)value;
    for (int i = 1; i < r->n; i++)
        if (value_true(a, r->x[i]) == value_true(a, r->x[i - 1])) return false;
    return !r->lo || value_true(a, r->x[0]);
}

static bool alternate_fits(const struct model *m, const struct row *r, struct text *err)
{
    (void)m;
    return r->n > 0 || text_error(err, "There are no literals; give one or more.");
}

static bool alternate_read(struct json_reader *r, const json_t *o, struct row_own *t)
{
    (void)r;
    t->row.lo = json_is_true(json_object_get(o, "first"));
    return true;
}

static void alternate_write(const struct row *r, struct text *out)
{
    if (r->lo) text_put(out, ", \"first\": true");
}

const struct row_class kind_alternate = {.name = "alternate",
                                         .keys = "first ",
                                         .holds = alternate_holds,
                                         .fits = alternate_fits,
                                         .read = alternate_read,
                                         .write = alternate_write};
