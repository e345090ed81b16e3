/* pb_mtotalizer: a modulo totalizer of several levels: sums as digits to a base p, each digit in unary.
 *
 *      7a + 5b <= 9, p = 3:     7 = 21, 5 = 12        digit 1: |1|2|3|     digit 0: |1|2|
 *                                                       a: .. 2 ones          a: 1 one
 *      a node adds its children digit by digit, with a carry to the next digit; only the bound ends
 *      the highest digit
 *
 * Clauses     at a digit below the highest, for i and j of the children and the carry c that comes
 *             in, s = i + j + c:
 *             -a[i] | -b[j] | -c | r[s] | carry                              s < p
 *             -a[i] | -b[j] | -c | carry,  -a[i] | -b[j] | -c | r[s-p]       s >= p
 *             at the highest: -a[i] | -b[j] | -c | t[s]; the root against the bound, digit by digit
 *             from the highest
 * Groups      a leaf is a group, whose digits its literals force
 * Size        about n p^2 log_p(k) clauses; the base with the fewest clauses and variables is taken
 * Strength    none: a digit is known only once the carry is known
 * Source      Zha, Koshimura, Fujita, N-Level Modulo-Based CNF Encodings of Pseudo-Boolean
 *             Constraints for MaxSAT, Constraints 2019; groups: Bofill, Coll, Nightingale, Suy,
 *             Ulrich-Oltean, Villaret, AIJ 302, 2022 */
#include "base/number.h"
#include "encodings/shared/weights.h"

enum { LEVELS = 63, MOST_CLAUSES = 1 << 24 };

struct digit_use {
    const struct weights_leaves *leaves;
    int64_t p, bound[LEVELS]; /* the bound's digits */
    int levels;
};

/* A number: digit `l` is at least j iff cell[l].v[j - 1], which may be the same for several j. */
struct digits {
    struct lits digit[LEVELS];
    int levels;
};

static void digits_release(struct digits *a)
{
    for (int l = 0; l < a->levels; l++) lits_release(&a->digit[l]);
}

static struct digit_use pb_mtotalizer_use_of(const struct weights_leaves *leaves, int64_t hi, int64_t p)
{
    struct digit_use use = {.leaves = leaves, .p = p};
    int64_t rest = hi;
    while (rest >= p) {
        use.bound[use.levels++] = rest % p;
        rest /= p;
    }
    use.bound[use.levels++] = rest;
    return use;
}

/* ---- leaves ---------------------------------------------------------------------------------- */

static int64_t digit_of(const struct digit_use *use, int64_t w, int level)
{
    for (int l = 0; l < level; l++) w /= use->p;
    return level < use->levels - 1 ? w % use->p : w;
}

/* The cells of one digit: of a group's literals, those with the digit j or more force cell j. */
static void leaf_digit(const struct digit_use *use, int leaf, int level, struct lits *cell, struct cnf *f)
{
    const int *at = use->leaves->at + leaf;
    int64_t most = 0;
    for (int k = at[0]; k < at[1]; k++) most = max64(most, digit_of(use, use->leaves->term[k].w, level));
    for (int64_t j = 0; j < most; j++) lits_push(cell, 0);
    lit above = 0;
    for (int64_t j = most; j > 0; j--) {
        lit here = 0;
        int many = above ? 1 : 0;
        for (int k = at[0]; k < at[1]; k++) {
            if (digit_of(use, use->leaves->term[k].w, level) != j) continue;
            here = use->leaves->term[k].x;
            many++;
        }
        lit y = !here ? above : many == 1 ? here : cnf_var(f);
        cell->v[j - 1] = y;
        for (int k = at[0]; k < at[1] && many > 1 && here; k++)
            if (digit_of(use, use->leaves->term[k].w, level) == j) cnf_2(f, -use->leaves->term[k].x, y);
        if (above && y != above) cnf_2(f, -above, y);
        above = y;
    }
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* Not a cell that says what the next one says too. */
static bool last_of_its_kind(const struct lits *a, int i) { return !i || i == a->n || a->v[i] != a->v[i - 1]; }

/* These three and more, up to two, but not twice the same: an input can be in several places. */
static void pb_mtotalizer_put(struct cnf *f, lit a, lit b, lit carry, lit y, lit z)
{
    cnf_nonzero(f, (lit[]){a, b == a ? 0 : b, carry, y, z}, 5);
}

/* The sums s = i + j + c of two digits and a carry, one after the other. */
struct pair {
    int i, j, c;
};

static bool next_pair(const struct lits *a, const struct lits *b, bool carry, struct pair *p)
{
    if (p->c < carry) {
        p->c++;
        return true;
    }
    p->c = 0;
    do p->j++;
    while (p->j <= b->n && !last_of_its_kind(b, p->j));
    if (p->j <= b->n) return true;
    p->j = 0;
    do p->i++;
    while (p->i <= a->n && !last_of_its_kind(a, p->i));
    return p->i <= a->n;
}

/* Makes a cell for each value that some sum attains; the values between say what the next one above says. */
static void make_cells(const struct lits *a, const struct lits *b, bool carry, int64_t p, int64_t cap, struct lits *r,
                       struct cnf *f)
{
    for (int64_t j = min64((int64_t)a->n + b->n + carry, cap); j > 0; j--) lits_push(r, 0);
    struct pair at = {0};
    while (next_pair(a, b, carry, &at)) {
        int64_t s = min64((int64_t)at.i + at.j + at.c, p == INT64_MAX ? cap : INT64_MAX);
        if (s < p) r->v[s - 1] = 1;
        if (s > p) r->v[s - p - 1] = 1;
    }
    int n = r->n;
    while (n && !r->v[n - 1]) n--;
    r->n = n;
    for (lit above = 0; n > 0; n--) r->v[n - 1] = above = r->v[n - 1] ? cnf_var(f) : above;
}

/* Says what the cells r and the carry `out` mean. */
static void add_means(const struct digit_use *use, int level, const struct lits *a, const struct lits *b, lit carry,
                      const struct lits *r, lit out, struct cnf *f)
{
    SCOPED(terms) sum = {0};
    int64_t times = 1;
    for (int l = 0; l < level; l++) times *= use->p;
    for (int i = 0; i < a->n; i++) terms_add(&sum, a->v[i], 1);
    for (int i = 0; i < b->n; i++) terms_add(&sum, b->v[i], 1);
    if (carry) terms_add(&sum, carry, 1);
    if (out) {
        cnf_means(f, out, sum.x.v, sum.w, sum.x.n, use->p);
        terms_add(&sum, out, -use->p);
    }
    for (int j = 1; j <= r->n; j++)
        if (last_of_its_kind(r, j)) cnf_means(f, r->v[j - 1], sum.x.v, sum.w, sum.x.n, j);
    if (r->n) cnf_counts(f, r->v, r->n, &sum, times);
}

/* Adds one digit; returns the carry, 0 if there is none. */
static lit add_digit(const struct digit_use *use, int level, const struct lits *a, const struct lits *b, lit carry,
                     struct lits *r, struct cnf *f)
{
    bool top = level == use->levels - 1;
    int64_t p = top ? INT64_MAX : use->p, cap = top ? use->bound[level] + 1 : p - 1;
    make_cells(a, b, carry, p, cap, r, f);
    lit out = (int64_t)a->n + b->n + (carry ? 1 : 0) >= p ? cnf_var(f) : 0;
    if (f->means) add_means(use, level, a, b, carry, r, out, f);
    struct pair at = {0};
    while (next_pair(a, b, carry, &at)) {
        lit x = at.i ? -a->v[at.i - 1] : 0, y = at.j ? -b->v[at.j - 1] : 0, z = at.c ? -carry : 0;
        int64_t s = min64((int64_t)at.i + at.j + at.c, top ? cap : INT64_MAX);
        if (s < p) pb_mtotalizer_put(f, x, y, z, out, r->v[s - 1]);
        if (s >= p) pb_mtotalizer_put(f, x, y, z, out, 0);
        if (s > p) pb_mtotalizer_put(f, x, y, z, r->v[s - p - 1], 0);
    }
    return out;
}

static struct digits pb_mtotalizer_sum(const struct digit_use *use, int from, int to, struct cnf *f)
{
    SCOPED(digits) o = {.levels = use->levels};
    if (to - from == 1) {
        for (int l = 0; l < use->levels; l++) leaf_digit(use, from, l, &o.digit[l], f);
        return TAKEN(o);
    }
    int mid = from + (to - from) / 2;
    SCOPED(digits) a = pb_mtotalizer_sum(use, from, mid, f), b = pb_mtotalizer_sum(use, mid, to, f);
    lit carry = 0;
    for (int l = 0; l < use->levels; l++) carry = add_digit(use, l, &a.digit[l], &b.digit[l], carry, &o.digit[l], f);
    return TAKEN(o);
}

/* From the highest digit down: what is as large as the bound's so far must not be larger here. */
static void mtotalizer_compare(const struct digit_use *use, const struct digits *s, struct cnf *f)
{
    SCOPED(lits) clause = {0};
    for (int l = 0; l < use->levels; l++)
        for (int j = 1; j < s->digit[l].n; j++)
            if (s->digit[l].v[j] != s->digit[l].v[j - 1]) cnf_2(f, -s->digit[l].v[j], s->digit[l].v[j - 1]);
    for (int l = use->levels - 1; l >= 0; l--) {
        int64_t k = use->bound[l];
        const struct lits *d = &s->digit[l];
        if (k < d->n) {
            bool there = lits_have(&clause, -d->v[k]);
            lits_push(&clause, -d->v[k]);
            cnf_clause(f, clause.v, clause.n - there);
            clause.n--;
        }
        if (k > d->n) break; /* never as large as the bound */
        if (k && !lits_have(&clause, -d->v[k - 1])) lits_push(&clause, -d->v[k - 1]);
    }
}

static void encode_with(const struct digit_use *use, struct cnf *f)
{
    SCOPED(digits) s = pb_mtotalizer_sum(use, 0, use->leaves->n, f);
    mtotalizer_compare(use, &s, f);
}

/* ---- sizes ----------------------------------------------------------------------------------- *
 *
 * A digit whose bit i is set has a cell "at least i" of its own; bit 0 is always set. As bases are
 * at most 32, sums of two digits and a carry are found for all cells of one of them at once. */

/* The number of bits, in parallel: the builtin is a call where the processor may lack an instruction. */
static inline int cells_of(uint64_t digit)
{
    digit -= digit >> 1 & 0x5555555555555555;
    digit = (digit & 0x3333333333333333) + (digit >> 2 & 0x3333333333333333);
    return (int)(((digit + (digit >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
static int highest_of(uint64_t digit) { return log2_floor(digit); }

/* The pairs of a cell of a and a cell of b. */
struct digit_pairs {
    int64_t all, cells; /* cells of a and b, both counted */
    int64_t most[3];    /* pairs whose sum is end - 1, end, end + 1 or more */
    uint64_t sums;      /* below 64 */
};

static int64_t triangle(int64_t n) { return n > 0 ? n * (n + 1) / 2 : 0; }

/* No cell is above end. Only if they `reach` end, some sums are or may be with a carry. */
static struct digit_pairs digit_pairs(uint64_t a, uint64_t b, int end, bool reach)
{
    const int highest = highest_of(a) + highest_of(b), over = highest - end;
    struct digit_pairs k = {0};
    if (!(a & (a + 1)) && !(b & (b + 1))) { /* they have all values up to the highest ones */
        k.cells = highest + 2;
        k.all = (int64_t)(highest_of(a) + 1) * (highest_of(b) + 1);
        k.sums = UINT64_MAX >> max_int(63 - highest, 0);
        for (int i = 0; i < 3 && reach; i++) k.most[i] = triangle(over + 2 - i);
        return k;
    }
    const int in_b = cells_of(b);
    for (; a; a &= a - 1) {
        const int i = __builtin_ctzll(a);
        k.sums |= b << i;
        k.cells++;
        if (!reach) continue;
        const uint64_t from = b >> (end - i);
        const int many = from ? cells_of(from) : 0;
        k.most[0] += many + (i < end && b >> (end - i - 1) & 1);
        k.most[1] += many;
        k.most[2] += many - (int)(from & 1);
    }
    k.all = k.cells * in_b;
    k.cells += in_b;
    return k;
}

/* Counts what add_digit adds, of a and b with or without a carry. Returns whether it makes one. */
static bool count_digit(const struct digit_use *use, int level, uint64_t a, uint64_t b, bool carry, uint64_t *r,
                        struct size *size)
{
    if ((a == 1 || b == 1) && !carry) { /* one copies the other */
        *r = a | b;
        const int cells = cells_of(*r) - 1;
        size_add(size, (struct size){cells, cells, 2 * cells});
        return false;
    }
    const bool top = level == use->levels - 1;
    const int end = (int)(top ? use->bound[level] + 1 : use->p);
    const bool reach = highest_of(a) + highest_of(b) + carry >= end, out = reach && !top;
    const struct digit_pairs k = digit_pairs(a, b, end, out);
    const uint64_t sums = carry ? k.sums | k.sums << 1 : k.sums;
    *r = 1 | (sums & (((uint64_t)1 << end) - 1)) | (top ? (uint64_t)reach << end : sums >> end);
    size->clauses += k.all + k.most[2] - 1; /* but of no cell and no carry */
    size->literals += 3 * (k.all + k.most[2]) - k.cells - 1;
    if (carry) {
        size->clauses += k.all + k.most[1];
        size->literals += 4 * (k.all + k.most[1]) - k.cells;
    }
    if (out) size->literals += (1 + carry) * k.all - k.most[1] - (carry ? k.most[0] : 0) - 1;
    size->vars += cells_of(*r) - 1 + out;
    return out;
}

/* What a trial may take: so many clauses, and so many clauses and variables together. */
struct size_limits {
    int64_t clauses, all;
};

static bool size_exceeds(const struct size *s, const struct size_limits *most)
{
    return s->clauses > most->clauses || s->clauses + s->vars > most->all;
}

/* One base's count. */
struct digit_count {
    const struct digit_use *use;
    struct size_limits most;
    struct cnf *f;
    uint64_t *digit; /* digit[l * leaves + i]: digit l of leaf i */
};

/* Counts what leaf_digit adds for a group. */
static uint64_t count_group(const struct digit_count *k, int leaf, int level)
{
    SCOPED(lits) cell = {0};
    uint64_t r = 1;
    leaf_digit(k->use, leaf, level, &cell, k->f);
    for (int j = 1; j <= cell.n; j++)
        if (last_of_its_kind(&cell, j)) r |= (uint64_t)1 << j;
    return r;
}

/* Finds the digits of a leaf. */
static void count_leaf(const struct digit_count *k, int leaf)
{
    const int *at = k->use->leaves->at + leaf, n = k->use->leaves->n, levels = k->use->levels;
    const uint64_t p = (uint64_t)k->use->p, inverse = ((uint64_t)1 << 32) / p + 1;
    uint64_t w = (uint64_t)k->use->leaves->term[at[0]].w, *r = k->digit + leaf;
    for (int l = 0; at[1] - at[0] > 1 && l < levels; l++, r += n) *r = count_group(k, leaf, l);
    for (int l = 0; at[1] - at[0] == 1 && l < levels; l++, r += n) {
        const uint64_t next = w >> 27 ? w / p : w * inverse >> 32; /* a product is faster */
        *r = 1 | (uint64_t)1 << (l < levels - 1 ? w - next * p : w);
        w = next;
    }
}

/* Counts the leaves and what pb_mtotalizer_sum adds for more than one of them, the heaviest first, until it exceeds the
 * limits. The sum's digits take the place of those of the first leaf. */
static void count_sum(const struct digit_count *k, int from, int to)
{
    struct size *size = &k->f->made;
    const int n = k->use->leaves->n, mid = from + (to - from) / 2;
    uint64_t *digit = k->digit;
    bool carry = false;
    if (to - from == 1) return count_leaf(k, from);
    count_sum(k, mid, to);
    if (size_exceeds(size, &k->most)) return;
    count_sum(k, from, mid);
    if (size_exceeds(size, &k->most)) return;
    for (int l = 0; l < k->use->levels; l++, digit += n)
        carry = count_digit(k->use, l, digit[from], digit[mid], carry, &digit[from], size);
}

/* The size of the formula of a base; if it exceeds the limits, that of a part that does. */
static struct size size_with(const struct constraint *c, const struct digit_use *use, const struct size_limits *most,
                             uint64_t *digit)
{
    struct cnf f = encoder_trial(c);
    if (use->leaves->n == 1) { /* its inputs are in several digits */
        encode_with(use, &f);
        return f.made;
    }
    count_sum(&(struct digit_count){use, *most, &f, digit}, 0, use->leaves->n);
    if (size_exceeds(&f.made, most)) return f.made;
    for (int l = 0; l < use->levels; l++) {
        const int order = max_int(cells_of(digit[l * use->leaves->n]) - 2, 0);
        size_add(&f.made, (struct size){.clauses = order, .literals = 2 * order});
    }
    for (int l = use->levels - 1, fixed = 0; l >= 0; l--) {
        const int highest = highest_of(digit[l * use->leaves->n]);
        if (use->bound[l] < highest) size_add(&f.made, (struct size){.clauses = 1, .literals = fixed + 1});
        if (use->bound[l] > highest) break;
        fixed += use->bound[l] > 0;
    }
    return f.made;
}

static const int64_t pb_mtotalizer_bases[] = {2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32};
enum { BASES = sizeof pb_mtotalizer_bases / sizeof *pb_mtotalizer_bases };

/* The base whose formula has the fewest clauses and variables, and its size. 0: each has more than `most` clauses. */
static int64_t base_of(const struct constraint *c, const struct weights_leaves *leaves, int64_t most, struct size *size)
{
    const int levels = pb_mtotalizer_use_of(leaves, c->hi, pb_mtotalizer_bases[0]).levels; /* the most */
    OWNED uint64_t *digit = mem_new((size_t)leaves->n * (size_t)levels, sizeof *digit);
    int best = -1;
    int64_t least = INT64_MAX;
    unsigned open = (1 << BASES) - 1;                            /* not known to be as large as the best */
    for (int turn = 0; turn < 2 && (!turn || best >= 0); turn++) /* the second one without the limit of clauses */
        for (int i = 0; i < BASES; i++) {
            const struct digit_use use = pb_mtotalizer_use_of(leaves, c->hi, pb_mtotalizer_bases[i]);
            const struct size_limits limits = {turn ? INT64_MAX : most, least - (i > best && best >= 0)};
            if (!(open >> i & 1)) continue;
            const struct size s = size_with(c, &use, &limits, digit);
            if (s.clauses > most && !turn && s.clauses + s.vars <= limits.all) continue;
            open &= ~(1u << i);
            if (size_exceeds(&s, &limits)) continue;
            least = s.clauses + s.vars;
            best = i;
            *size = s;
        }
    return best >= 0 ? pb_mtotalizer_bases[best] : 0;
}

static void pb_mtotalizer_encode(const struct constraint *c, struct cnf *f)
{
    const int64_t most = f->put || !c->tuning.most ? INT64_MAX : c->tuning.most;
    SCOPED(weights_leaves) leaves = weights_leaves(c, true, true);
    struct size size = {.clauses = c->tuning.most + 1};
    const int64_t base = base_of(c, &leaves, most, &size);
    const struct digit_use use = pb_mtotalizer_use_of(&leaves, c->hi, base ? base : 2);
    if (f->put)
        encode_with(&use, f);
    else
        cnf_count(f, size);
}

static bool pb_mtotalizer_feasible(const struct constraint *c, struct text *err)
{
    SCOPED(weights_leaves) leaves = weights_leaves(c, true, true);
    struct size size = {.clauses = tuning_most(c, MOST_CLAUSES) + 1};
    base_of(c, &leaves, tuning_most(c, MOST_CLAUSES), &size);
    return weights_feasible(c, "mtotalizer", (double)size.clauses, MOST_CLAUSES, "--pb adder", err);
}

const struct encoder pb_mtotalizer = {
    .name = "pb_mtotalizer",
    .about =
        "modulo totalizer of several levels: sums as digits in the base that gives the smallest formula, each in unary",
    .cite = "Zha, Koshimura, Fujita, Constraints 2019",
    .cost = "O(n log(k+1)) clauses and variables",
    .kind = PB,
    .strength = STRENGTH_NONE,
    .groups = true,
    .encode = pb_mtotalizer_encode,
    .feasible = pb_mtotalizer_feasible,
    .foresees = true,
};
