/* Makes the model of a FlatZinc file. An integer becomes an integer of the model; a literal for
 * each value, if its domain has many holes; or, if a sum defines it, that sum. */
#include "declared/flatzinc_inside.h"

#include "model/model_functions.h"
#include "model/model_abstract.h"

#include <string.h>

void flatzinc_sum_release(struct flatzinc_sum *s)
{
    terms_release(&s->x);
    terms_release(&s->part);
}

void flatzinc_forms_free(struct flatzinc_form *form, int n)
{
    for (int i = 0; form && i < n; i++) {
        terms_release(&form[i].view);
        terms_release(&form[i].part);
        mem_free(form[i].value);
    }
    mem_free(form);
}

bool flatzinc_refuse(struct flatzinc_builder *b, const char *format, ...)
{
    SCOPED(text) what = {0};
    TEXT_ADD_ARGUMENTS(&what, format);
    return text_error(b->err, "%s:%d: %s", b->name, b->line, text_string(&what));
}

lit flatzinc_derived(struct flatzinc_builder *b) { return model_derived(b->m, "x%d", model_vars(b->m) + 1); }

int flatzinc_integer(struct flatzinc_builder *b, int64_t lo, int64_t hi)
{
    model_facts(b->m)->derived = true;
    int i = model_int(b->m, lo, hi, FORMS, "i%d", model_ints(b->m) + 1);
    model_facts(b->m)->derived = false;
    return i;
}

/* ---- clauses -------------------------------------------------------------------------------- */

void flatzinc_or(struct flatzinc_builder *b, const lit *x, int n, struct flatzinc_when when)
{
    OWNED lit *y = mem_new((size_t)n + 1, sizeof *y);
    for (int i = 0; i < n; i++) y[i] = x[i];
    y[n] = -when.r;
    model_some(b->m, y, n + 1);
    for (int i = 0; i < n && !when.half; i++) flatzinc_some(b, when.r, -x[i], LIT_FALSE);
}

/* Changes the signs of x. */
void flatzinc_and(struct flatzinc_builder *b, lit *x, int n, struct flatzinc_when when)
{
    for (int i = 0; i < n; i++) flatzinc_some(b, -when.r, x[i], LIT_FALSE);
    if (when.half || when.r == LIT_TRUE) return;
    for (int i = 0; i < n; i++) x[i] = -x[i];
    flatzinc_or(b, x, n, (struct flatzinc_when){-when.r, true});
}

void flatzinc_xor(struct flatzinc_builder *b, lit x, lit y, struct flatzinc_when when)
{
    flatzinc_some(b, -when.r, x, y);
    flatzinc_some(b, -when.r, -x, -y);
    if (when.half) return;
    flatzinc_some(b, when.r, -x, y);
    flatzinc_some(b, when.r, x, -y);
}

lit flatzinc_either(struct flatzinc_builder *b, lit x, lit y)
{
    if (x == LIT_TRUE || y == LIT_TRUE || x == -y) return LIT_TRUE;
    if (x == LIT_FALSE || x == y) return y;
    if (y == LIT_FALSE) return x;
    lit r = flatzinc_derived(b);
    flatzinc_or(b, (const lit[]){x, y}, 2, (struct flatzinc_when){r, false});
    return r;
}

lit flatzinc_odd(struct flatzinc_builder *b, lit x, lit y)
{
    if (x == LIT_TRUE || x == LIT_FALSE) return x == LIT_TRUE ? -y : y;
    if (y == LIT_TRUE || y == LIT_FALSE) return y == LIT_TRUE ? -x : x;
    if (x == y || x == -y) return x == y ? LIT_FALSE : LIT_TRUE;
    lit r = flatzinc_derived(b);
    flatzinc_xor(b, x, y, (struct flatzinc_when){r, false});
    return r;
}

/* ---- literals of values --------------------------------------------------------------------- */

static bool flatzinc_same_shared(const void *all, int i, const void *key)
{
    const struct flatzinc_shared *s = (const struct flatzinc_shared *)all + i;
    const int64_t *k = key;
    return s->integer == k[0] && s->lo == k[1] && s->hi == k[2];
}

/* The rows that follow belong to `shared` (true), or again to the constraint. */
static void flatzinc_for_all(struct flatzinc_builder *b, bool shared)
{
    if (shared && b->values < 0) {
        model_rule(b->m, "the values of integers");
        b->values = model_rules(b->m) - 1;
    }
    model_rule_again(b->m, shared ? b->values : b->rule);
}

/* A literal that is equivalent to lo <= integer <= hi, or to one of `some`, if that is not NULL. */
static lit flatzinc_share(struct flatzinc_builder *b, int integer, int64_t lo, int64_t hi, const struct lits *some)
{
    const int64_t key[] = {integer, lo, hi};
    const uint64_t hash = table_hash(key, sizeof key);
    const int known = table_find(&b->index, hash, flatzinc_same_shared, b->shared, key);
    if (known >= 0) return b->shared[known].r;
    flatzinc_for_all(b, true);
    const lit r = some ? flatzinc_derived(b) : model_in_range(b->m, integer, lo, hi);
    if (some) flatzinc_or(b, some->v, some->n, (struct flatzinc_when){r, false});
    flatzinc_for_all(b, false);
    MEM_PUSH(b->shared, b->n, b->cap, ((struct flatzinc_shared){integer, lo, hi, r}));
    table_add(&b->index, hash);
    return r;
}

lit flatzinc_literal(const struct flatzinc_builder *b, struct flatzinc_value x)
{
    if (x.what == FLATZINC_NUMBER) return x.v ? LIT_TRUE : LIT_FALSE;
    const struct flatzinc_form *f = &b->form[x.v];
    return f->first ? f->first : f->constant ? LIT_TRUE : LIT_FALSE;
}

bool flatzinc_has_values(const struct flatzinc_builder *b, struct flatzinc_value x)
{
    if (x.what == FLATZINC_NUMBER) return true;
    const struct flatzinc_form *f = &b->form[x.v];
    return f->first || f->base || f->direct || (f->integer < 0 && !f->part.x.n && f->view.x.n <= 1);
}

/* A literal that is equivalent to lo <= w x <= hi. */
static lit flatzinc_switch(lit x, int64_t w, int64_t lo, int64_t hi)
{
    const bool on = w >= lo && w <= hi, off = lo <= 0 && hi >= 0;
    if (on == off) return on ? LIT_TRUE : LIT_FALSE;
    return on ? x : -x;
}

/* The same for a function of another integer. */
static lit flatzinc_map_in(struct flatzinc_builder *b, int i, int64_t lo, int64_t hi)
{
    SCOPED(lits) some = {0};
    const bool all = !flatzinc_map_places(b, i, lo, hi, &some), none = !some.n;
    if (all || none) return all ? LIT_TRUE : LIT_FALSE;
    if (some.n == 1) return some.v[0];
    return flatzinc_share(b, -2 - i, lo, hi, &some);
}

lit flatzinc_in(struct flatzinc_builder *b, struct flatzinc_value x, int64_t lo, int64_t hi)
{
    struct flatzinc_set s = flatzinc_domain_of(b, x);
    lo = max64(lo, s.lo);
    hi = min64(hi, s.hi);
    if (s.v) { /* ends that occur */
        int64_t from = 0, to = s.n - 1;
        while (from < s.n && s.v[from] < lo) from++;
        while (to >= 0 && s.v[to] > hi) to--;
        if (from > to) return LIT_FALSE;
        lo = s.v[from];
        hi = s.v[to];
    }
    if (lo > hi) return LIT_FALSE;
    if (lo <= s.lo && hi >= s.hi) return LIT_TRUE;
    const struct flatzinc_form *f = &b->form[x.v];
    if (f->truth) return lo ? f->first : -f->first;
    if (f->base) return flatzinc_map_in(b, (int)x.v, lo, hi);
    if (f->direct && lo == hi) return f->direct + (lit)(lo - s.lo);
    if (f->first && lo == hi) return f->first + (lit)flatzinc_place(&s, lo);
    if (f->first) return flatzinc_share(b, f->index, flatzinc_place(&s, lo), flatzinc_place(&s, hi), NULL);
    if (f->integer >= 0) return flatzinc_share(b, f->integer, lo, hi, NULL);
    if (f->part.x.n == 1 && !f->view.x.n && llabs(f->part.w[0]) == 1) {
        const bool rises = f->part.w[0] > 0;
        return flatzinc_share(b, f->part.x.v[0], rises ? lo - f->constant : f->constant - hi,
                              rises ? hi - f->constant : f->constant - lo, NULL);
    }
    if (!f->part.x.n && f->view.x.n == 1)
        return flatzinc_switch(f->view.x.v[0], f->view.w[0], lo - f->constant, hi - f->constant);
    return flatzinc_share(b, flatzinc_made(b, x), lo, hi, NULL);
}

lit flatzinc_is(struct flatzinc_builder *b, struct flatzinc_value x, int64_t v) { return flatzinc_in(b, x, v, v); }

int flatzinc_shifted(struct flatzinc_builder *b, struct flatzinc_value x, int64_t *offset)
{
    *offset = 0;
    if (x.what != FLATZINC_VARIABLE) return flatzinc_made(b, x);
    const struct flatzinc_form *f = &b->form[x.v];
    if (f->integer >= 0) return f->integer;
    if (f->part.x.n != 1 || f->view.x.n || f->part.w[0] != 1) return -1;
    *offset = f->constant;
    return f->part.x.v[0];
}

/* Adds the row; the weights of literals come first. */
static void flatzinc_row(struct flatzinc_builder *b, const struct flatzinc_sum *s, int64_t lo, int64_t hi, lit r,
                         bool half, bool fails)
{
    const int n = s->x.x.n, parts = s->part.x.n;
    OWNED int64_t *w = mem_new((size_t)(n + parts) + 1, sizeof *w);
    for (int i = 0; i < n + parts; i++) w[i] = i < n ? s->x.w[i] : s->part.w[i - n];
    model_add(b->m, &(struct row){.kind = ROW_LINEAR,
                                  .n = n,
                                  .x = s->x.x.v,
                                  .integer = s->part.x.v,
                                  .integers = parts,
                                  .w = w,
                                  .lo = lo,
                                  .hi = hi,
                                  .iff = r,
                                  .half = half,
                                  .fails = fails});
}

static void flatzinc_add_part(struct flatzinc_sum *s, int integer, int64_t w)
{
    struct terms *t = &s->part;
    int i = t->x.n < 64 ? 0 : t->x.n;
    while (i < t->x.n && t->x.v[i] != integer) i++;
    if (i < t->x.n)
        t->w[i] += w;
    else
        terms_add(t, integer, w);
}

int flatzinc_made(struct flatzinc_builder *b, struct flatzinc_value x)
{
    if (x.what == FLATZINC_NUMBER) return flatzinc_integer(b, x.v, x.v);
    struct flatzinc_form *f = &b->form[x.v];
    if (f->integer >= 0) return f->integer;
    if (f->made) return f->made - 1;
    SCOPED(flatzinc_sum) sum = {0};
    struct flatzinc_set s = flatzinc_domain_of(b, x);
    const int i = flatzinc_integer(b, s.lo, s.hi);
    flatzinc_add(b, &sum, x, 1);
    flatzinc_add_part(&sum, i, -1);
    f->made = i + 1;
    const int64_t off = (int64_t)sum.constant;
    flatzinc_for_all(b, true);
    flatzinc_row(b, &sum, -off, -off, 0, false, false);
    flatzinc_for_all(b, false);
    return i;
}

int flatzinc_column(struct flatzinc_builder *b, struct flatzinc_value x)
{
    struct flatzinc_form *f = &b->form[x.v];
    if (f->first && f->index < 0) f->index = model_int_over(b->m, 0, 1, FORM_ORDER, f->first, b->f->variable[x.v].name);
    return f->first ? f->index : flatzinc_made(b, x);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* The weight w * by of a part; 0: the sum is too large. */
static int64_t flatzinc_weight(struct flatzinc_sum *s, int64_t w, int64_t by)
{
    const __int128 weight = (__int128)w * by;
    if (s->size < MODEL_SUM) s->size += weight < 0 ? -weight : weight;
    return s->size < MODEL_SUM ? (int64_t)weight : 0;
}

void flatzinc_add(struct flatzinc_builder *b, struct flatzinc_sum *s, struct flatzinc_value x, int64_t w)
{
    if (!w) return;
    if (x.what == FLATZINC_NUMBER) {
        s->constant += (__int128)w * x.v;
        return;
    }
    const struct flatzinc_form *f = &b->form[x.v];
    const struct flatzinc_set *d = &b->f->variable[x.v].domain;
    s->constant += (__int128)w * f->constant;
    if (f->integer >= 0) flatzinc_add_part(s, f->integer, flatzinc_weight(s, w, 1));
    for (int i = 0; i < f->part.x.n; i++) flatzinc_add_part(s, f->part.x.v[i], flatzinc_weight(s, w, f->part.w[i]));
    for (int i = 0; i < f->view.x.n; i++) terms_add(&s->x, f->view.x.v[i], flatzinc_weight(s, w, f->view.w[i]));
    if (!f->first) return;
    if (f->truth) {
        terms_add(&s->x, f->first, flatzinc_weight(s, w, 1));
        return;
    }
    s->constant += (__int128)w * d->v[0];
    for (int i = 1; i < d->n; i++) terms_add(&s->x, f->first + i, flatzinc_weight(s, w, d->v[i] - d->v[0]));
}

/* The range of the sum without its constant. */
static void flatzinc_reach(const struct flatzinc_builder *b, const struct flatzinc_sum *s, __int128 *least,
                           __int128 *most)
{
    *least = *most = 0;
    for (int i = 0; i < s->x.x.n; i++) *(s->x.w[i] < 0 ? least : most) += s->x.w[i];
    for (int i = 0; i < s->part.x.n; i++) {
        const struct integer it = model_integer(b->m, s->part.x.v[i]);
        const int64_t w = s->part.w[i];
        *least += (__int128)w * (w > 0 ? it.lo : it.hi);
        *most += (__int128)w * (w > 0 ? it.hi : it.lo);
    }
}

/* Moves the constant to the bounds, and says what is known: 1: the sum is within them; -1: it is
 * not; 0: it may be; 2: its numbers are too large. */
static int flatzinc_move(struct flatzinc_builder *b, struct flatzinc_sum *s, int64_t *lo, int64_t *hi)
{
    __int128 least, most, from = *lo == INT64_MIN ? -((__int128)1 << 100) : *lo - s->constant,
                          to = *hi == INT64_MAX ? (__int128)1 << 100 : *hi - s->constant;
    int n = 0;
    if (s->size >= MODEL_SUM) return 2;
    for (int i = 0; i < s->part.x.n; i++)
        if (s->part.w[i]) {
            s->part.x.v[n] = s->part.x.v[i];
            s->part.w[n++] = s->part.w[i];
        }
    s->part.x.n = n;
    flatzinc_reach(b, s, &least, &most);
    if (least >= from && most <= to) return 1;
    if (least > to || most < from || from > to) return -1;
    __int128 all = 0;
    for (int i = 0; i < s->x.x.n; i++) all += s->x.w[i] < 0 ? -s->x.w[i] : s->x.w[i];
    for (int i = 0; i < n; i++) {
        struct integer it = model_integer(b->m, s->part.x.v[i]);
        all += (__int128)llabs(s->part.w[i]) * max64(llabs(it.lo), llabs(it.hi));
    }
    if (all >= MODEL_SUM) return 2;
    *lo = from <= least ? INT64_MIN : (int64_t)from;
    *hi = to >= most ? INT64_MAX : (int64_t)to;
    return 0;
}

static bool flatzinc_too_large(struct flatzinc_builder *b)
{
    return flatzinc_refuse(b, "its numbers add up to more than 60 bits; give its integers smaller domains.");
}

/* A literal that is equivalent to the bounds of a sum of one integer; 0: it is another sum. */
static lit flatzinc_single(struct flatzinc_builder *b, const struct flatzinc_sum *s, int64_t lo, int64_t hi)
{
    if (s->x.x.n || s->part.x.n != 1) return 0;
    const int integer = *s->part.x.v;
    const struct integer it = model_integer(b->m, integer);
    const int64_t size = llabs(*s->part.w), reach = size * max64(llabs(it.lo), llabs(it.hi));
    const bool rises = *s->part.w > 0;
    const int64_t least = max64(lo, -reach), most = min64(hi, reach);
    const int64_t from = max64(divide_up(rises ? least : -most, size), it.lo),
                  to = min64(-divide_up(rises ? -most : least, size), it.hi);
    if (from > to) return LIT_FALSE;
    return from == it.lo && to == it.hi ? LIT_TRUE : flatzinc_share(b, integer, from, to, NULL);
}

static void flatzinc_equate(struct flatzinc_builder *b, lit x, struct flatzinc_when when)
{
    flatzinc_or(b, &x, 1, when);
}

/* The same over at most 3 literals: a clause for each of their assignments. */
static void flatzinc_by_cases(struct flatzinc_builder *b, const struct flatzinc_sum *s, int64_t lo, int64_t hi,
                              struct flatzinc_when when, bool fails)
{
    const int n = s->x.x.n;
    for (int k = 0; k < 1 << n; k++) {
        lit clause[4];
        int64_t sum = 0;
        for (int i = 0; i < n; i++) {
            sum += k >> i & 1 ? s->x.w[i] : 0;
            clause[i] = k >> i & 1 ? -s->x.x.v[i] : s->x.x.v[i];
        }
        const bool holds = (sum >= lo && sum <= hi) != fails;
        clause[n] = holds ? when.r : -when.r;
        if (!holds || (!when.half && when.r != LIT_TRUE)) model_some(b->m, clause, n + 1);
    }
}

enum { FLATZINC_WIDE = 200 }; /* a reified equality of a longer sum with a wider range gets an integer for the sum */

/* lo <= s <= hi, or not (fails). */
static bool flatzinc_bounded(struct flatzinc_builder *b, struct flatzinc_sum *s, int64_t lo, int64_t hi,
                             struct flatzinc_when when, bool fails)
{
    const int known = flatzinc_move(b, s, &lo, &hi);
    if (when.r == LIT_FALSE) {
        if (when.half) return true;
        when.r = LIT_TRUE;
        fails = !fails;
    }
    if (known == 2) return flatzinc_too_large(b);
    if (known) {
        flatzinc_equate(b, (known > 0) != fails ? LIT_TRUE : LIT_FALSE, when);
        return true;
    }
    if (!s->part.x.n && s->x.x.n <= 3) {
        flatzinc_by_cases(b, s, lo, hi, when, fails);
        return true;
    }
    if (when.r == LIT_TRUE) {
        flatzinc_row(b, s, lo, hi, 0, false, fails);
        return true;
    }
    lit single = flatzinc_single(b, s, lo, hi);
    if (!single && lo == hi && s->x.x.n + s->part.x.n > 2 && (!when.half || fails)) {
        __int128 least, most;
        flatzinc_reach(b, s, &least, &most);
        if (most - least > FLATZINC_WIDE && least >= -MODEL_INT_END && most <= MODEL_INT_END) {
            const int i = flatzinc_integer(b, (int64_t)least, (int64_t)most);
            flatzinc_add_part(s, i, -1);
            flatzinc_row(b, s, 0, 0, 0, false, false);
            single = flatzinc_share(b, i, lo, lo, NULL);
        }
    }
    if (single) {
        flatzinc_equate(b, fails ? -single : single, when);
    } else if (!fails || !when.half) {
        flatzinc_row(b, s, lo, hi, fails ? -when.r : when.r, when.half, false);
    } else {
        lit y = flatzinc_derived(b);
        flatzinc_row(b, s, lo, hi, y, false, false);
        flatzinc_equate(b, -y, when);
    }
    return true;
}

bool flatzinc_between(struct flatzinc_builder *b, struct flatzinc_sum *s, int64_t lo, int64_t hi,
                      struct flatzinc_when when)
{
    return flatzinc_bounded(b, s, lo, hi, when, false);
}

bool flatzinc_differs(struct flatzinc_builder *b, struct flatzinc_sum *s, int64_t value, struct flatzinc_when when)
{
    return flatzinc_bounded(b, s, value, value, when, true);
}

/* Whether x has holes that only its literals know. */
static bool flatzinc_sparse(const struct flatzinc_builder *b, struct flatzinc_value x)
{
    return x.what == FLATZINC_VARIABLE && (b->form[x.v].base || (b->form[x.v].first && !b->form[x.v].truth));
}

/* Posts an equation of two integers, or that it fails, by their literals, if only these know all
 * holes. False: they do not, or there are too many. */
static bool flatzinc_pair(struct flatzinc_builder *b, const struct flatzinc_linear *l, struct flatzinc_when when)
{
    const bool fails = l->sign == '#';
    if (l->n != 2 || !l->w[0] || !l->w[1] || l->sign == '<' ||
        (!flatzinc_sparse(b, l->x[0]) && !flatzinc_sparse(b, l->x[1])))
        return false;
    const struct flatzinc_set of[2] = {flatzinc_domain_of(b, l->x[0]), flatzinc_domain_of(b, l->x[1])};
    const int least = flatzinc_size(&of[1]) < flatzinc_size(&of[0]);
    if (flatzinc_size(&of[least]) > 2 * FLATZINC_VALUES) return false;
    for (int side = 0; side < 2; side++) {
        const int p = side ? !least : least, q = !p;
        for (int64_t i = 0; i < flatzinc_size(&of[p]) && flatzinc_size(&of[p]) <= 2 * FLATZINC_VALUES; i++) {
            const __int128 rest = l->bound - (__int128)l->w[p] * flatzinc_at(&of[p], i), v = rest / l->w[q];
            const lit is = flatzinc_is(b, l->x[p], flatzinc_at(&of[p], i)),
                      other = rest % l->w[q] || v < of[q].lo || v > of[q].hi ? LIT_FALSE
                                                                             : flatzinc_is(b, l->x[q], (int64_t)v);
            if (!fails || !when.half) flatzinc_some(b, fails ? when.r : -when.r, -is, other);
            if (!side && (fails || !when.half)) flatzinc_some(b, fails ? -when.r : when.r, -is, -other);
        }
    }
    return true;
}

bool flatzinc_two(struct flatzinc_builder *b, int64_t u, struct flatzinc_value x, int64_t w, struct flatzinc_value y,
                  int64_t lo, int64_t hi, struct flatzinc_when when)
{
    const struct flatzinc_linear pair = {
        .x = (struct flatzinc_value[]){x, y}, .w = (int64_t[]){u, w}, .n = 2, .bound = lo, .sign = '='};
    if (lo == hi && flatzinc_pair(b, &pair, when)) return true;
    SCOPED(flatzinc_sum) s = {0};
    flatzinc_add(b, &s, x, u);
    flatzinc_add(b, &s, y, w);
    return flatzinc_between(b, &s, lo, hi, when);
}

/* ---- tables ---------------------------------------------------------------------------------- */

bool flatzinc_table(struct flatzinc_builder *b, const struct flatzinc_constraint *c, int64_t most)
{
    SCOPED(flatzinc_rows) r = {0};
    if (!flatzinc_rows_of(b->f, c, most, &r)) return false;
    OWNED int *column = mem_new((size_t)r.n + 1, sizeof *column);
    int columns = 0;
    for (int k = 0; k < r.n; k++) { /* a column has a literal for each value, or between its ends */
        struct flatzinc_set s = flatzinc_domain_of(b, r.x[k]);
        if (c->kind != FLATZINC_loophole_table && s.hi - s.lo >= FLATZINC_VALUES && !flatzinc_has_values(b, r.x[k]))
            return false;
    }
    for (int k = 0; k < r.n; k++) { /* those that are constant are none */
        struct flatzinc_set s = flatzinc_domain_of(b, r.x[k]);
        if (s.lo == s.hi) continue;
        column[columns] = flatzinc_column(b, r.x[k]);
        for (int64_t t = 0; t < r.count; t++) {
            const int64_t v = r.v[t * r.n + k];
            r.v[t * r.n + columns] = b->form[r.x[k].v].first ? flatzinc_place(&s, v) : v;
        }
        columns++;
    }
    for (int64_t t = 0; t < r.count; t++)
        for (int k = 0; k < columns; k++) r.v[t * columns + k] = r.v[t * r.n + k];
    if (!r.count) model_clause(b->m, NULL, 0);
    if (r.count && columns)
        model_add(b->m,
                  &(struct row){.kind = ROW_TABLE, .integer = column, .integers = columns, .w = r.v, .hi = r.count});
    return true;
}

/* ---- the forms of variables ----------------------------------------------------------------- */

/* Whether an integer gets a literal for each value. With bits, each hole takes two comparisons. */
static bool flatzinc_wants_values(const struct flatzinc_variable *x)
{
    enum { FEW = 256, HOLES = 64, APART = 20 };
    const struct flatzinc_set *s = &x->domain;
    int holes = 0;
    for (int k = 1; k < s->n && s->v; k++) holes += s->v[k] > s->v[k - 1] + 1;
    if (x->holes && holes > HOLES && s->hi - s->lo >= MODEL_INT_MANY) return true;
    return holes && s->hi - s->lo + 1 >= 2 * (int64_t)s->n && (s->n <= FEW || (s->hi - s->lo) / s->n > APART);
}

bool flatzinc_shown(const struct flatzinc_builder *b, int64_t i)
{
    return i < b->f->own && (b->f->variable[i].shown || !b->f->outputs);
}

static void flatzinc_form_of(struct flatzinc_builder *b, int i);

bool flatzinc_part_of(struct flatzinc_builder *b, struct flatzinc_value x)
{
    if (x.what != FLATZINC_VARIABLE) return true;
    if (b->depth < 500) flatzinc_form_of(b, (int)x.v);
    return b->form[x.v].state == FLATZINC_MADE;
}

/* Makes x the sum that defines it, if that is no longer than what it saves. The parts
 * of an output are outputs, so that counting distinguishes it. */
static bool flatzinc_view(struct flatzinc_builder *b, int i)
{
    struct flatzinc *f = b->f;
    const struct flatzinc_variable *x = &f->variable[i];
    const struct flatzinc_constraint *c = x->definition < 0 ? NULL : &f->constraint[x->definition];
    if (!c || c->kind != FLATZINC_int_lin_eq || c->reified || c->implied || x->type != FLATZINC_INT) return false;
    const struct flatzinc_value *a = f->item + c->from, *term = f->item + a[1].v, *w = f->item + a[0].v;
    int own = -1, others = 0;
    for (int k = 0; k < a[1].n; k++) {
        if (term[k].what != FLATZINC_VARIABLE) continue;
        const bool is = term[k].v == i;
        if ((is && (own >= 0 || llabs(w[k].v) != 1)) || (!is && flatzinc_shown(b, i) && !flatzinc_shown(b, term[k].v)))
            return false;
        if (is) own = k;
        others += !is;
    }
    const bool wide = others <= 8 && x->domain.hi - x->domain.lo >= MODEL_INT_MANY;
    if (own < 0 ||
        (others > 1 && (b->form[i].sums < x->uses || others > 64 || (!wide && (flatzinc_shown(b, i) || x->uses > 2)))))
        return false;
    for (int k = 0; k < a[1].n; k++)
        if (k != own && !flatzinc_part_of(b, term[k])) return false;
    SCOPED(flatzinc_sum) s = {0};
    const int64_t sign = -w[own].v;
    s.constant = -sign * a[2].v;
    for (int k = 0; k < a[1].n; k++)
        if (k != own) flatzinc_add(b, &s, term[k], sign * w[k].v);
    struct flatzinc_form *form = &b->form[i];
    __int128 least, most;
    flatzinc_reach(b, &s, &least, &most);
    if (s.size >= MODEL_SUM || s.part.x.n + s.x.x.n > 256 || s.constant < -MODEL_INT_END ||
        s.constant > MODEL_INT_END || least < -MODEL_INT_END || most > MODEL_INT_END)
        return false;
    form->constant = (int64_t)s.constant;
    form->view = TAKEN(s.x);
    form->part = TAKEN(s.part);
    b->viewed[x->definition] = true;
    return true;
}

static void flatzinc_form_of(struct flatzinc_builder *b, int i)
{
    struct flatzinc_variable *x = &b->f->variable[i];
    struct flatzinc_form *form = &b->form[i];
    const struct flatzinc_set *s = &x->domain;
    const bool set = x->type == FLATZINC_SET_OF_INT;
    lit (*variable)(struct model *, const char *, ...) = flatzinc_shown(b, i) ? model_var : model_derived;
    if (form->state != FLATZINC_UNMADE) return;
    form->state = FLATZINC_MAKING;
    b->depth++;
    if (!set && s->lo == s->hi) {
        form->constant = s->lo;
    } else if (x->type == FLATZINC_BOOL) {
        form->first = variable(b->m, "%s", x->name);
        form->truth = true;
    } else if (form->alias >= 0) {
        flatzinc_form_of(b, form->alias);
        form->first = b->form[form->alias].first;
        form->truth = true;
    } else if (!set && (flatzinc_map(b, i) || (!form->bears && flatzinc_view(b, i)))) {
        assert(!form->first && form->integer < 0 && "a view is a sum");
    } else if (set || flatzinc_wants_values(x)) {
        for (int64_t k = 0; k < flatzinc_size(s); k++) {
            lit y = variable(b->m, set ? "%s has %lld" : "%s = %lld", x->name, (long long)flatzinc_at(s, k));
            if (!k) form->first = y;
        }
        if (!set) form->index = model_int_over(b->m, 0, s->n - 1, FORM_DIRECT, form->first, x->name);
    } else if (form->bears) {
        for (int64_t v = s->lo; v <= s->hi; v++) {
            lit y = variable(b->m, "%s = %lld", x->name, (long long)v);
            if (v == s->lo) form->direct = y;
        }
        form->integer = model_int_over(b->m, s->lo, s->hi, FORM_DIRECT, form->direct, x->name);
    } else {
        model_facts(b->m)->derived = !flatzinc_shown(b, i);
        form->integer = model_int(b->m, s->lo, s->hi, FORMS, "%s", x->name);
        model_facts(b->m)->derived = false;
    }
    b->depth--;
    form->state = FLATZINC_MADE;
}

/* Excludes the values of a form that are not in the domain. Those that constraints exclude, too,
 * are left to them if the integer has many values or is a sum. */
static bool flatzinc_holes(struct flatzinc_builder *b, int i)
{
    const struct flatzinc_variable *x = &b->f->variable[i];
    const struct flatzinc_set *s = &x->domain;
    const struct flatzinc_value v = {FLATZINC_VARIABLE, 0, i};
    if (x->type != FLATZINC_INT || (b->form[i].first && !b->form[i].truth)) return true;
    b->line = x->line;
    if (b->form[i].base) {
        flatzinc_map_domain(b, i);
        return true;
    }
    bool ok = flatzinc_two(b, 1, v, 0, v, s->lo, s->hi, FLATZINC_ALWAYS);
    const bool few = b->form[i].integer >= 0 && s->hi - s->lo < MODEL_INT_MANY;
    for (int k = 1; k < s->n && ok && s->v && (few || x->holes); k++) {
        if (s->v[k] == s->v[k - 1] + 1) continue;
        SCOPED(flatzinc_sum) sum = {0};
        flatzinc_add(b, &sum, v, 1);
        ok = flatzinc_bounded(b, &sum, s->v[k - 1] + 1, s->v[k] - 1, FLATZINC_ALWAYS, true);
    }
    return ok;
}

/* Counts uses in sums, and finds the integers of Booleans. */
static void flatzinc_plan(struct flatzinc_builder *b)
{
    struct flatzinc *f = b->f;
    for (int i = 0; i < f->variables; i++) b->form[i] = (struct flatzinc_form){.integer = -1, .index = -1, .alias = -1};
    for (int i = 0; i < f->constraints; i++) {
        const struct flatzinc_constraint *c = &f->constraint[i];
        const struct flatzinc_value *a = f->item + c->from;
        for (int k = 0; c->kind <= FLATZINC_int_lin_ne && k < a[1].n; k++)
            if (f->item[a[1].v + k].what == FLATZINC_VARIABLE) b->form[f->item[a[1].v + k].v].sums++;
        if (c->kind != FLATZINC_bool2int || c->reified || c->implied) continue;
        if (a[0].what != FLATZINC_VARIABLE || a[1].what != FLATZINC_VARIABLE || b->form[a[1].v].alias >= 0) continue;
        const struct flatzinc_set *s = &f->variable[a[0].v].domain, *t = &f->variable[a[1].v].domain;
        if (s->lo == s->hi || t->lo != 0 || t->hi != 1) continue; /* one is a constant, or has other values */
        b->form[a[1].v].alias = (int)a[0].v;
        b->viewed[i] = true;
        f->variable[a[0].v].shown = f->variable[a[0].v].shown || f->variable[a[1].v].shown;
    }
    if (f->goal && f->objective.what == FLATZINC_VARIABLE) b->form[f->objective.v].sums++;
    flatzinc_plan_maps(b);
}

/* ---- constraints ---------------------------------------------------------------------------- */

static bool flatzinc_post_sum(struct flatzinc_builder *b, const struct flatzinc_linear *l, struct flatzinc_when when)
{
    SCOPED(flatzinc_sum) s = {.constant = -l->bound};
    if (flatzinc_pair(b, l, when)) return true;
    for (int k = 0; k < l->n; k++) flatzinc_add(b, &s, l->x[k], l->w[k]);
    if (l->sign == '#') return flatzinc_differs(b, &s, 0, when);
    return flatzinc_between(b, &s, l->sign == '=' ? 0 : INT64_MIN, 0, when);
}

static bool flatzinc_post_truth(struct flatzinc_builder *b, const struct flatzinc_constraint *c,
                                struct flatzinc_when when)
{
    const struct flatzinc_value *a = b->f->item + c->from;
    SCOPED(lits) all = {0};
    for (int k = 0; k < a[0].n; k++) lits_push(&all, flatzinc_literal(b, b->f->item[a[0].v + k]));
    if (c->kind == FLATZINC_array_bool_and || c->kind == FLATZINC_array_bool_or) {
        when = (struct flatzinc_when){flatzinc_literal(b, a[1]), false};
        if (c->kind == FLATZINC_array_bool_or)
            flatzinc_or(b, all.v, all.n, when);
        else
            flatzinc_and(b, all.v, all.n, when);
        return true;
    }
    if (c->kind == FLATZINC_bool_clause) {
        for (int k = 0; k < a[1].n; k++) lits_push(&all, -flatzinc_literal(b, b->f->item[a[1].v + k]));
        flatzinc_or(b, all.v, all.n, when);
        return true;
    }
    bool odd = when.r == LIT_TRUE;
    if (when.half) {
        lits_push(&all, flatzinc_derived(b));
        flatzinc_some(b, -when.r, all.v[all.n - 1], LIT_FALSE);
    } else if (!odd) {
        lits_push(&all, when.r);
    }
    int n = 0;
    for (int k = 0; k < all.n; k++) {
        if (llabs(all.v[k]) != LIT_TRUE)
            all.v[n++] = all.v[k];
        else
            odd ^= all.v[k] > 0;
    }
    model_xor(b->m, all.v, n, odd);
    return true;
}

static bool flatzinc_post(struct flatzinc_builder *b, const struct flatzinc_constraint *c)
{
    struct flatzinc_when when = FLATZINC_ALWAYS;
    if (c->reified || c->implied)
        when = (struct flatzinc_when){flatzinc_literal(b, b->f->item[c->from + c->n - 1]), c->implied};
    if (when.half && when.r == LIT_FALSE) return true;
    if (when.r == LIT_TRUE) when.half = false;
    b->line = c->line;
    SCOPED(flatzinc_linear) linear = {0};
    if (flatzinc_linear_of(b->f, c, &linear)) return flatzinc_post_sum(b, &linear, when);
    if (c->kind >= FLATZINC_array_bool_and && c->kind <= FLATZINC_bool_clause) return flatzinc_post_truth(b, c, when);
    if (c->kind < FLATZINC_set_in) return flatzinc_post_function(b, c);
    if (c->kind < FLATZINC_fzn_all_different_int) return flatzinc_post_set(b, c->kind, b->f->item + c->from, when);
    if (when.r != LIT_TRUE) return flatzinc_refuse(b, "the constraint %s takes no condition.", flatzinc_names[c->kind]);
    return flatzinc_post_global(b, c);
}

/* Adds a constraint of the file, or its parts. */
static bool flatzinc_post_rule(struct flatzinc_builder *b, int i)
{
    const struct flatzinc_constraint *c = &b->f->constraint[i];
    model_rule(b->m, "%s", c->label);
    b->rule = model_rules(b->m) - 1;
    if (!c->part) return flatzinc_post(b, c);
    for (int k = 0; k < c->parts; k++)
        if (!flatzinc_post(b, &b->f->constraint[c->part + k])) return false;
    return true;
}

static void flatzinc_builder_release(struct flatzinc_builder *b)
{
    MEM_FREE(b->shared, b->viewed);
    table_release(&b->index);
    flatzinc_forms_free(b->form, b->f->variables);
    model_free(b->m);
}

struct model *flatzinc_model(struct flatzinc *f, const char *name, struct flatzinc_form **form, struct text *err)
{
    SCOPED(flatzinc_builder) b = {.f = f, .m = model_new(), .name = name, .err = err, .values = -1};
    b.form = mem_new((size_t)f->variables + 1, sizeof *b.form);
    b.viewed = mem_new((size_t)f->constraints + 1, sizeof *b.viewed);
    model_facts(b.m)->abstract = true;
    model_facts(b.m)->projected = f->outputs > 0;
    flatzinc_plan(&b);
    for (int i = 0; i < f->variables; i++) flatzinc_form_of(&b, i);
    model_rule(b.m, "the domains of variables");
    b.rule = model_rules(b.m) - 1;
    if (f->empty) model_clause(b.m, NULL, 0);
    for (int i = 0; i < f->variables; i++)
        if (!flatzinc_holes(&b, i)) return NULL;
    for (int i = 0; i < f->own_constraints && !f->empty; i++)
        if (!b.viewed[i] && !flatzinc_post_rule(&b, i)) return NULL;
    if (f->goal) {
        SCOPED(flatzinc_sum) s = {0};
        flatzinc_add(&b, &s, f->objective, 1);
        model_set_goal(b.m, f->goal > 0, (int64_t)s.constant, s.x.x.v, s.x.w, s.x.x.n, s.part.x.v, s.part.w,
                       s.part.x.n);
    }
    *form = TAKEN(b.form);
    return TAKEN(b.m);
}
