/* pb_binmerge: the bits of the weights are sorted and merged, once for each input.
 *
 *     for each x[i]:  do the others exceed hi - w[i] ?  then -x[i]
 *
 *     bucket 0 (weight 1)   others with bit 0 --[sort]-- u1 u2 u3
 *                                                           |      every second output is carried
 *     bucket 1 (weight 2)   others with bit 1 --[sort]--[merge]--  -x[i] | -o[m]
 *
 * The bound enters as in the polynomial watchdog (shared/polynomial_watchdog.h). Inputs whose weight is a
 * power of two share one copy without a guard, in which each of them occurs once.
 *
 * Clauses     Batcher's odd-even merging of halves, up, cut after the outputs that matter:
 *             -a | max,  -b | max,  -a | -b | min
 *             -x[i] | -x[j]             w[i] + w[j] > hi
 * Groups      an input's copy leaves out its group (local polynomial watchdog)
 * Size        O(n^2 log^2 n log w) clauses
 * Strength    arc-consistent: each copy counts its true inputs exactly. Not parsimonious.
 * Source      Manthey, Philipp, Steinke, A More Compact Translation of Pseudo-Boolean Constraints
 *             into CNF such that Generalized Arc Consistency is Maintained, KI 2014; Batcher, AFIPS
 *             1968; groups: Bofill et al., AIJ 302, 2022 */
#include "base/number.h"
#include "encodings/shared/polynomial_watchdog.h"

enum { MOST_CLAUSES = 1 << 25 };

/* ---- sorting networks: v[i] <= "more than i of the inputs are true" -------------------------- */

/* Outputs of a merge, and the literals that they count. */
struct binmerge_outputs {
    struct lits *o, counted; /* borrowed */
    int cap;
};

/* Adds the next output, y or a new variable. */
static inline lit binmerge_output(struct binmerge_outputs *m, lit y, struct cnf *f)
{
    if (m->o->n >= m->cap) return 0;
    const lit z = y ? y : cnf_var(f);
    m->o->v[m->o->n++] = z; /* binmerge_merge made room */
    cnf_means(f, z, m->counted.v, NULL, m->counted.n, m->o->n);
    return z;
}

static void binmerge_compare(lit a, lit b, struct binmerge_outputs *m, struct cnf *f)
{
    const lit max = binmerge_output(m, 0, f), min = binmerge_output(m, 0, f);
    if (max) {
        cnf_2(f, -a, max);
        if (a != b) cnf_2(f, -b, max);
    }
    if (min) {
        if (a == b) /* an input with two bits */
            cnf_2(f, -a, min);
        else
            cnf_3(f, -a, -b, min);
    }
}

static watchdog_merge binmerge_merge;

/* The first outputs of the odd (first = 0) or even (first = 1) places of two sorted lists. */
static struct lits binmerge_merge_half(const struct lits *a, const struct lits *b, int first, int cap, struct cnf *f)
{
    SCOPED(lits) x = watchdog_half(a, first), y = watchdog_half(b, first);
    return binmerge_merge(&x, &y, cap, NULL, f);
}

/* Says that the odd and the even places of two sorted lists were counted. */
static void binmerge_alternate(const struct lits *a, const struct lits *b, struct cnf *f)
{
    SCOPED(lits) odds = watchdog_half(a, 0), evens = watchdog_half(a, 1);
    SCOPED(lits) more_odds = watchdog_half(b, 0), more_evens = watchdog_half(b, 1);
    lits_add(&odds, more_odds.v, more_odds.n);
    lits_add(&evens, more_evens.v, more_evens.n);
    cnf_alternate(f, odds.v, odds.n, evens.v, evens.n, 0);
}

/* The outputs of two sorted lists, both of which have any. */
static void binmerge_combine(const struct lits *a, const struct lits *b, struct binmerge_outputs *m, struct cnf *f)
{
    if (a->n == 1 && b->n == 1) {
        binmerge_compare(a->v[0], b->v[0], m, f);
        return;
    }
    SCOPED(lits) odd = binmerge_merge_half(a, b, 0, m->cap / 2 + 1, f),
                 even = binmerge_merge_half(a, b, 1, m->cap / 2, f);
    if (f->alternate) binmerge_alternate(a, b, f);
    binmerge_output(m, odd.v[0], f);
    int i = 0;
    for (; i < even.n && i + 1 < odd.n && m->o->n < m->cap; i++) binmerge_compare(even.v[i], odd.v[i + 1], m, f);
    for (; i < even.n && m->o->n < m->cap; i++) binmerge_output(m, even.v[i], f);
    for (i++; i < odd.n && m->o->n < m->cap; i++) binmerge_output(m, odd.v[i], f);
}

/* The same, and says what they count. */
static void binmerge_count(const struct lits *a, const struct lits *b, struct binmerge_outputs *m,
                           const struct watchdog_sum *sum, struct cnf *f)
{
    SCOPED(terms) counted = {0};
    for (int i = 0; i < a->n; i++) terms_add(&counted, a->v[i], 1);
    for (int i = 0; i < b->n; i++) terms_add(&counted, b->v[i], 1);
    m->counted = counted.x;
    binmerge_combine(a, b, m, f);
    if (sum) cnf_counts(f, m->o->v, m->o->n, &counted, (int64_t)1 << sum->bit);
}

/* The first `cap` outputs of two sorted lists together. */
static struct lits binmerge_merge(const struct lits *a, const struct lits *b, int cap, const struct watchdog_sum *sum,
                                  struct cnf *f)
{
    SCOPED(lits) o = {0};
    struct binmerge_outputs m = {&o, .cap = cap};
    lits_reserve(&o, min_int(a->n + b->n, cap));
    if (!a->n || !b->n)
        for (int i = 0; i < a->n + b->n && i < cap; i++) lits_push(&o, a->n ? a->v[i] : b->v[i]);
    else if (f->means)
        binmerge_count(a, b, &m, sum, f);
    else
        binmerge_combine(a, b, &m, f);
    return TAKEN(o);
}

static void binmerge_encode(const struct constraint *c, struct cnf *f) { watchdog_local(c, binmerge_merge, true, f); }

static bool binmerge_feasible(const struct constraint *c, struct text *err)
{
    double guess = 0, copies = 1;
    for (int bit = 0; bit < 63; bit++) {
        double n = weights_bits(c, bit);
        int levels = log2_ceil((uint64_t)n + 1);
        guess += 0.75 * n * levels * (levels + 1);
    }
    for (int i = 0; i < c->n; i++) copies += !weights_one_bit(c->w[i]);
    return weights_feasible(c, "binmerge", guess * copies, MOST_CLAUSES, "--pb dpw or --pb adder", err);
}

const struct encoder pb_binmerge = {
    .name = "pb_binmerge",
    .about = "binary merger: the weights' bits are sorted and merged, once for each input",
    .cite = "Manthey, Philipp, Steinke, KI 2014",
    .cost = "O(n^2 log^2 n log w) clauses and variables",
    .kind = PB,
    .by_name = true,
    .strength = STRENGTH_GAC,
    .groups = true,
    .encode = binmerge_encode,
    .feasible = binmerge_feasible,
};
