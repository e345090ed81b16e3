/* card_mtotalizer: a totalizer whose nodes are a quotient and a remainder modulo about sqrt(n).
 *
 *                     u = p q + r           p = 4:   11  is  q |1|1|   r |1|1|1|
 *                    /           \                    6  is  q |1|.|   r |1|1|.|
 *            a = p q + r       b = p q + r           17  is  q |4|..   r |1|.|.|
 *
 *            remainders add up to a carry and a remainder, quotients and the carry to a quotient
 *
 * Clauses     up, a[0] and b[0] true, for remainders i and j, then for quotients:
 *             -a[i] | -b[j] | carry | r[i+j]   i + j < p;   -a[i] | -b[j] | carry   i + j = p
 *             -a[i] | -b[j] | r[i+j-p]           i + j > p
 *             -a[i] | -b[j] | q[i+j],  -a[i] | -b[j] | -carry | q[i+j+1]; past the last q: refused
 *             down: that no more come out than went in, likewise
 * Size        O(n^1.5) clauses, O(n log n) auxiliaries
 * Strength    none: while a carry is open, a remainder is not known
 * Source      Ogawa, Liu, Hasegawa, Koshimura, Fujita, ICTAI 2013 */

/* card_kmtotalizer: card_mtotalizer, capped at the bound.
 *
 *            u = p q + r          p is about sqrt(k), and q ends with the first value that is too
 *           /           \         large: of more than k true inputs no more is known than that
 *      a = p q + r    b = p q + r
 *
 * Clauses     card_mtotalizer's, without those of larger quotients
 * Size        O(n sqrt k) clauses, O(n log k) auxiliaries
 * Strength    none, as card_mtotalizer
 * Source      Morgado, Ignatiev, Marques-Silva, JSAT 2014 (MSCG); Ogawa et al., ICTAI 2013 */
#include "base/number.h"
#include "cnf/encoder.h"

struct modulo_use {
    int p;            /* >= 2 */
    int cap;          /* q is counted up to here */
    enum direction d; /* up: inputs force cells; down: cells force inputs */
};

/* A number over m inputs. q[j], r[j]: at least j, from 1 on. */
struct number {
    int m, qs, rs;
    lit *q, *r;
};

static struct modulo_use mtotalizer_use_of(int inputs, int top, enum direction d)
{
    struct modulo_use use = {.p = 2, .d = d};
    while ((int64_t)use.p * use.p < inputs) use.p++;
    use.cap = top / use.p + 1;
    return use;
}

static struct number new_number(const struct modulo_use *use, int m)
{
    struct number u = {.m = m, .qs = min_int(m / use->p, use->cap), .rs = min_int(m, use->p - 1)};
    u.r = mem_new((size_t)u.qs + (size_t)u.rs + 1, sizeof *u.r);
    u.q = u.r + u.rs;
    return u;
}

static void number_release(struct number *a) { mem_free(a->r); }

/* A clause; literals 0 are left out. */
static void mtotalizer_put(struct cnf *f, lit a, lit b, lit c, lit d) { cnf_nonzero(f, (lit[]){a, b, c, d}, 4); }

/* ---- adding: digit by digit. Going down, cells past the end are false. ----------------------- */

static void add_remainders(const struct modulo_use *use, const struct number *a, const struct number *b,
                           const struct number *u, lit carry, struct cnf *f)
{
    int p = use->p;
    for (int i = 0; i <= a->rs; i++) {
        for (int j = 0; j <= b->rs; j++) {
            int v = i + j;
            lit x = i ? -a->r[i] : 0, y = j ? -b->r[j] : 0;
            lit no_x = i < a->rs ? a->r[i + 1] : 0, no_y = j < b->rs ? b->r[j + 1] : 0;
            if (use->d & COUNT_UP && v) {
                if (v < p) mtotalizer_put(f, x, y, carry, u->r[v]);
                if (v == p) mtotalizer_put(f, x, y, carry, 0);
                if (v > p) mtotalizer_put(f, x, y, u->r[v - p], 0);
            }
            if (use->d & COUNT_DOWN) {
                if (v < p && v < u->rs) mtotalizer_put(f, no_x, no_y, -u->r[v + 1], 0);
                if (v == p - 1 && carry) mtotalizer_put(f, no_x, no_y, -carry, 0);
                if (v >= p && v - p < u->rs) mtotalizer_put(f, no_x, no_y, -carry, -u->r[v - p + 1]);
            }
        }
    }
    if (!(use->d & COUNT_DOWN) || !carry) return;
    for (int j = a->rs + b->rs - p + 2; j <= u->rs; j++) mtotalizer_put(f, -carry, -u->r[j], 0, 0);
}

static void add_quotients(const struct modulo_use *use, const struct number *a, const struct number *b,
                          const struct number *u, lit carry, struct cnf *f)
{
    /* A carry beyond the largest quotient would leave the remainder free: it is refused. */
    int last = u->qs < use->cap ? u->qs + 1 : u->qs;
    for (int i = 0; i <= a->qs; i++) {
        for (int j = 0; j <= b->qs; j++) {
            int v = i + j;
            lit x = i ? -a->q[i] : 0, y = j ? -b->q[j] : 0;
            lit no_x = i < a->qs ? a->q[i + 1] : 0, no_y = j < b->qs ? b->q[j + 1] : 0;
            if (use->d & COUNT_UP) {
                if (v && v <= u->qs) mtotalizer_put(f, x, y, u->q[v], 0);
                if (carry && v + 1 <= last) mtotalizer_put(f, x, y, -carry, v < u->qs ? u->q[v + 1] : 0);
            }
            if (use->d & COUNT_DOWN) {
                if (v + 1 <= u->qs && carry) mtotalizer_put(f, no_x, no_y, carry, -u->q[v + 1]);
                if (v + 2 <= u->qs) mtotalizer_put(f, no_x, no_y, -u->q[v + 2], 0);
            }
        }
    }
}

/* For proofs: the cells of two digits. */
static void digit_terms(struct terms *sum, const lit *a, int as, const lit *b, int bs, const struct cnf *f)
{
    for (int i = 1; i <= as && f->means; i++) terms_add(sum, a[i], 1);
    for (int i = 1; i <= bs && f->means; i++) terms_add(sum, b[i], 1);
}

static struct number mtotalizer_add(const struct modulo_use *use, const struct number *a, const struct number *b,
                                    struct cnf *f)
{
    SCOPED(number) u = new_number(use, a->m + b->m);
    for (int j = 1; j <= u.rs; j++) u.r[j] = cnf_var(f);
    for (int j = 1; j <= u.qs; j++) u.q[j] = cnf_var(f);
    lit carry = a->rs + b->rs >= use->p ? cnf_var(f) : 0;
    SCOPED(terms) rest = {0}, quotient = {0};
    digit_terms(&rest, a->r, a->rs, b->r, b->rs, f);
    digit_terms(&quotient, a->q, a->qs, b->q, b->qs, f);
    if (carry && f->means) {
        cnf_means(f, carry, rest.x.v, NULL, rest.x.n, use->p);
        terms_add(&rest, carry, -use->p);
        terms_add(&quotient, carry, 1);
    }
    for (int j = 1; j <= u.rs; j++) cnf_means(f, u.r[j], rest.x.v, rest.w, rest.x.n, j);
    for (int j = 1; j <= u.qs; j++) cnf_means(f, u.q[j], quotient.x.v, quotient.w, quotient.x.n, j);
    add_remainders(use, a, b, &u, carry, f);
    cnf_counts(f, u.r + 1, u.rs, &rest, 1);
    add_quotients(use, a, b, &u, carry, f);
    if (quotient.x.n) cnf_counts(f, u.q + 1, u.qs, &quotient, use->p);
    return TAKEN(u);
}

static struct number mtotalizer_sum(const struct modulo_use *use, const lit *x, int n, struct cnf *f)
{
    if (n == 1) {
        struct number u = new_number(use, 1);
        u.r[1] = *x;
        return u;
    }
    cnf_holds(f, &(struct constraint){.n = n, .x = x, .hi = n});
    SCOPED(number) a = mtotalizer_sum(use, x, n / 2, f), b = mtotalizer_sum(use, x + n / 2, n - n / 2, f);
    SCOPED(number) u = mtotalizer_add(use, &a, &b, f);
    cnf_holds(f, &(struct constraint){0});
    return TAKEN(u);
}

/* ---- bounds ------------------------------------------------------------------------------ */

static lit cell(const lit *digit, int n, int j) { return j >= 1 && j <= n ? digit[j] : 0; }

/* The sum is at most k, or y. */
static void mtotalizer_at_most(const struct modulo_use *use, const struct number *u, int k, lit y, struct cnf *f)
{
    int q = k / use->p, r = k % use->p;
    lit above = cell(u->q, u->qs, q + 1), here = cell(u->q, u->qs, q), rest = cell(u->r, u->rs, r + 1);
    if (above) mtotalizer_put(f, -above, y, 0, 0);
    if (rest && (here || !q)) mtotalizer_put(f, here ? -here : 0, -rest, y, 0);
}

/* The sum is at least v, or -y. */
static void mtotalizer_at_least(const struct modulo_use *use, const struct number *u, int v, lit y, struct cnf *f)
{
    int q = v / use->p, r = v % use->p;
    if (q) mtotalizer_put(f, u->q[q], -y, 0, 0);
    if (r) mtotalizer_put(f, cell(u->q, u->qs, q + 1), u->r[r], -y, 0);
}

/* lo <= sum <= hi over a balanced tree. The modulus is about sqrt(inputs); sums above top need not be distinguished. */
static void modulo_encode(const struct constraint *c, int inputs, int top, struct cnf *f)
{
    int d = (c->hi < c->n ? COUNT_UP : 0) | (c->lo > 0 ? COUNT_DOWN : 0);
    struct modulo_use use = mtotalizer_use_of(inputs, top, (enum direction)d);
    SCOPED(number) u = mtotalizer_sum(&use, c->x, c->n, f);
    if (c->hi < c->n) mtotalizer_at_most(&use, &u, (int)c->hi, 0, f);
    if (c->lo > 0) mtotalizer_at_least(&use, &u, (int)c->lo, 0, f);
}

static void modulo_count(const struct constraint *c, int inputs, int top, enum direction d, struct cnf *f,
                         struct outputs *out)
{
    struct modulo_use use = mtotalizer_use_of(inputs, top, d);
    SCOPED(number) u = mtotalizer_sum(&use, c->x, c->n, f);
    SCOPED(terms) sum = {0};
    for (int j = 1; j <= u.rs && f->means; j++) terms_add(&sum, u.r[j], 1);
    for (int j = 1; j <= u.qs && f->means; j++) terms_add(&sum, u.q[j], use.p);
    for (int v = (int)c->lo + 1; v <= c->hi; v++) {
        lit y = cnf_var(f);
        cnf_means(f, y, sum.x.v, sum.w, sum.x.n, v);
        if (use.d & COUNT_UP) mtotalizer_at_most(&use, &u, v - 1, y, f);
        if (use.d & COUNT_DOWN) mtotalizer_at_least(&use, &u, v, y, f);
        outputs_push(out, y, v);
    }
}

/* ---- the encoders ---------------------------------------------------------------------------- */

static void mtotalizer_encode(const struct constraint *c, struct cnf *f) { modulo_encode(c, c->n, c->n, f); }

static void mtotalizer_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    modulo_count(c, c->n, c->n, d, f, out);
}

const struct encoder card_mtotalizer = {
    .name = "card_mtotalizer",
    .about = "a totalizer of quotients and remainders",
    .cite = "Ogawa et al., ICTAI 2013",
    .cost = "O(n^1.5) clauses, O(n log n) variables",
    .kind = CARD,
    .strength = STRENGTH_NONE,
    .both = true,
    .monotone = true,
    .encode = mtotalizer_encode,
    .count = mtotalizer_count,
};

static void kmtotalizer_encode(const struct constraint *c, struct cnf *f)
{
    int top = c->hi < c->n ? (int)c->hi : (int)c->lo;
    modulo_encode(c, top + 1, top, f);
}

static void kmtotalizer_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    modulo_count(c, (int)c->hi + 1, (int)c->hi, d, f, out);
}

const struct encoder card_kmtotalizer = {
    .name = "card_kmtotalizer",
    .about = "a totalizer of quotients and remainders, capped at the bound",
    .cite = "Morgado, Ignatiev, Marques-Silva, JSAT 2014",
    .cost = "O(n sqrt k) clauses, O(n log(k+1)) variables",
    .kind = CARD,
    .strength = STRENGTH_NONE,
    .both = true,
    .monotone = true,
    .encode = kmtotalizer_encode,
    .count = kmtotalizer_count,
};
