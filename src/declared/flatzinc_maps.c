/* Integers that are a function of one other integer: powers, elements of constants, remainders.
 * Each value of the other one, its base, has a literal, and such an integer is a sum over these
 * literals. */
#include "declared/flatzinc_inside.h"

enum { FLATZINC_MAPPED = 128 }; /* the most values of a base */

/* The arguments of a function of integers that has no condition, and its value; false: it is
 * none. */
static bool flatzinc_function_of(const struct flatzinc_builder *b, int i, struct flatzinc_value *x,
                                 struct flatzinc_value *z)
{
    const struct flatzinc_constraint *c = &b->f->constraint[i];
    const struct flatzinc_value *a = b->f->item + c->from;
    const bool element = c->kind == FLATZINC_array_var_int_element;
    if (c->reified || c->implied || c->part ||
        (!element && (c->kind < FLATZINC_int_times || c->kind > FLATZINC_int_abs)))
        return false;
    for (int k = 0; element && k < a[1].n; k++)
        if (b->f->item[a[1].v + k].what != FLATZINC_NUMBER) return false;
    x[0] = a[0];
    x[1] = element || c->kind == FLATZINC_int_abs ? a[0] : a[1];
    *z = a[c->kind == FLATZINC_int_abs ? 1 : 2];
    return z->what == FLATZINC_VARIABLE;
}

/* The variable that both are functions of; -1: there is none. */
static int flatzinc_base_of(const struct flatzinc_builder *b, const struct flatzinc_value *x)
{
    int base = -1;
    for (int k = 0; k < 2; k++) {
        if (x[k].what != FLATZINC_VARIABLE) continue;
        const struct flatzinc_form *form = &b->form[x[k].v];
        const int own = form->base ? form->base - 1 : (int)x[k].v;
        if (base >= 0 && own != base) return -1;
        base = own;
    }
    return base;
}

static void flatzinc_serves(struct flatzinc_builder *b, struct flatzinc_value x)
{
    if (x.what == FLATZINC_VARIABLE) b->form[x.v].served++;
    for (int k = 0; k < x.n; k++) flatzinc_serves(b, b->f->item[x.v + k]);
}

void flatzinc_plan_maps(struct flatzinc_builder *b)
{
    struct flatzinc *f = b->f;
    struct flatzinc_value x[2], z;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < f->own_constraints; i++) {
            if (!flatzinc_function_of(b, i, x, &z)) continue;
            if (b->form[z.v].base || b->form[z.v].bears || b->form[z.v].alias >= 0) continue;
            const int base = flatzinc_base_of(b, x);
            if (base < 0 || base == z.v || f->variable[base].type != FLATZINC_INT || b->form[base].alias >= 0) continue;
            struct flatzinc_set s = f->variable[base].domain, all = f->variable[z.v].domain;
            if (s.lo == s.hi || all.lo == all.hi || flatzinc_size(&s) > FLATZINC_MAPPED ||
                s.hi - s.lo > 4 * (int64_t)FLATZINC_MAPPED || (flatzinc_shown(b, z.v) && !flatzinc_shown(b, base)))
                continue;
            b->form[z.v].base = base + 1;
            b->form[z.v].map = i;
            b->form[base].bears = again = true;
        }
    }
    for (int i = 0; i < f->constraints; i++) { /* the uses that need no integer */
        const struct flatzinc_constraint *c = &f->constraint[i];
        const bool maps = flatzinc_function_of(b, i, x, &z) && b->form[z.v].base && b->form[z.v].map == i;
        if (i < f->own_constraints ? !maps && c->kind > FLATZINC_bool2int : true) continue;
        for (int k = 0; k < c->n; k++) flatzinc_serves(b, f->item[c->from + k]);
    }
    if (f->goal) flatzinc_serves(b, f->objective);
    for (int i = 0; i < f->variables; i++) b->form[i].bears = false;
    for (int i = 0; i < f->variables; i++) {
        struct flatzinc_form *form = &b->form[i];
        if (form->base && form->served < f->variable[i].uses) form->base = 0;
        if (form->base) b->form[form->base - 1].bears = true;
    }
}

/* The value of the function for the k-th value of its base; INT64_MIN: there is none. */
static int64_t flatzinc_map_at(const struct flatzinc_builder *b, int i, int base, int64_t k)
{
    struct flatzinc_value x[2], z;
    int64_t v[2], value;
    flatzinc_function_of(b, i, x, &z);
    for (int j = 0; j < 2; j++) {
        const struct flatzinc_form *form = x[j].what == FLATZINC_VARIABLE ? &b->form[x[j].v] : NULL;
        v[j] = !form ? x[j].v : x[j].v == base ? flatzinc_at(&b->f->variable[base].domain, k) : form->value[k];
        if (v[j] == INT64_MIN) return INT64_MIN;
    }
    const struct flatzinc_constraint *c = &b->f->constraint[i];
    const struct flatzinc_value list = b->f->item[c->from + 1];
    if (c->kind == FLATZINC_array_var_int_element) {
        if (v[0] < 1 || v[0] > list.n) return INT64_MIN;
        value = b->f->item[list.v + v[0] - 1].v;
    } else if (!flatzinc_function(c->kind, v[0], v[1], &value)) {
        return INT64_MIN;
    }
    return flatzinc_place(&b->f->variable[z.v].domain, value) < 0 ? INT64_MIN : value;
}

static lit flatzinc_base_value(const struct flatzinc_builder *b, int base, int64_t k)
{
    const struct flatzinc_form *form = &b->form[base];
    const struct flatzinc_set *s = &b->f->variable[base].domain;
    return form->first ? form->first + (lit)k : form->direct + (lit)(flatzinc_at(s, k) - s->lo);
}

bool flatzinc_map(struct flatzinc_builder *b, int i)
{
    struct flatzinc_form *form = &b->form[i];
    const int base = form->base - 1;
    struct flatzinc_value x[2], z;
    if (base < 0 || !flatzinc_function_of(b, form->map, x, &z)) return false;
    form->base = 0; /* until it is made */
    for (int k = 0; k < 2; k++)
        if (!flatzinc_part_of(b, x[k]) ||
            (x[k].what == FLATZINC_VARIABLE && x[k].v != base && b->form[x[k].v].base != base + 1))
            return false;
    if (!flatzinc_part_of(b, (struct flatzinc_value){FLATZINC_VARIABLE, 0, base})) return false;
    if (!b->form[base].direct && (!b->form[base].first || b->form[base].truth)) return false;
    const int64_t n = flatzinc_size(&b->f->variable[base].domain);
    int64_t least = INT64_MAX;
    int64_t *value = mem_new((size_t)n, sizeof *value);
    for (int64_t k = 0; k < n; k++) {
        value[k] = flatzinc_map_at(b, form->map, base, k);
        if (value[k] != INT64_MIN) least = min64(least, value[k]);
    }
    form->value = value;
    form->base = base + 1;
    form->constant = least == INT64_MAX ? 0 : least;
    for (int64_t k = 0; k < n; k++)
        if (value[k] != INT64_MIN && value[k] != least)
            terms_add(&form->view, flatzinc_base_value(b, base, k), value[k] - least);
    b->viewed[form->map] = true;
    return true;
}

void flatzinc_map_domain(struct flatzinc_builder *b, int i)
{
    const struct flatzinc_form *form = &b->form[i];
    for (int64_t k = 0, n = flatzinc_size(&b->f->variable[form->base - 1].domain); k < n; k++)
        if (form->value[k] == INT64_MIN) model_1(b->m, -flatzinc_base_value(b, form->base - 1, k));
}

int flatzinc_map_places(const struct flatzinc_builder *b, int i, int64_t lo, int64_t hi, struct lits *some)
{
    const struct flatzinc_form *form = &b->form[i];
    const int64_t n = flatzinc_size(&b->f->variable[form->base - 1].domain);
    int others = 0;
    for (int64_t k = 0; k < n; k++)
        if (form->value[k] != INT64_MIN && form->value[k] >= lo && form->value[k] <= hi)
            lits_push(some, flatzinc_base_value(b, form->base - 1, k));
        else
            others++;
    return others;
}
