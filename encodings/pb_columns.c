/* PB by columns: the sum in binary, every column counted in unary, as on paper:
 *
 *      weights 3 = 11, 2 = 10, 1 = 01, 3 = 11           sum = 5 = 101
 *
 *      column 0     x0 x2 x3 --[count]-- y1 y2 y3       count odd, as bit 0 is 1
 *                                           |           carry: every second output
 *      column 1  y2 x0 x1 x3 --[count]-- y1 y2 y3 y4    count = 2 = floor(5 / 2): the last column
 *
 * In column b the count is at most floor(hi / 2^b) and of the parity of that; in the last it is
 * that. y_j <-> "j or more" (a totalizer, both directions); parity: y_j -> y_(j+1) for every j of
 * the wrong one. A range lo..hi has a slack in binary, an input of weight 2^b for each bit b, and
 * is an equation: sum + slack = hi, with slack <= hi - lo compared bit by bit.
 *
 * Size: at most n^2 clauses and n log n auxiliaries for each column of n inputs and carries. The
 * strength of propagation is not proved to be anything, but solvers find solutions of large
 * equations by it where an adder's bits lead nowhere. Every auxiliary is a function of the inputs.
 *
 * The sorters of Een, Sorensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006, with
 * base 2; counted by totalizers as in Bailleux, Boufkhad, Roussel, SAT 2009. */
#include "encoder.h"

enum { MOST_CLAUSES = 1 << 25, BITS = 63 };

/* ---- unary numbers: v[j] <-> "more than j of the inputs are true"
 * -------------------------------------- */

static void put(lit a, lit b, lit c, struct cnf *f)
{
    lit clause[3];
    int n = 0;
    if (a) clause[n++] = a;
    if (b) clause[n++] = b;
    clause[n++] = c;
    cnf_clause(f, clause, n);
}

/* The first `cap` outputs of a + b. */
static struct lits merge(const struct lits *a, const struct lits *b, int cap, struct cnf *f)
{
    struct lits o = {0};
    for (int k = 0; k < a->n + b->n && k < cap; k++) lits_push(&o, cnf_var(f));
    for (int i = 0; i <= a->n; i++)
        for (int j = 0; j <= b->n && i + j <= o.n; j++) {
            if (i + j) put(i ? -a->v[i - 1] : 0, j ? -b->v[j - 1] : 0, o.v[i + j - 1], f);
            if (i + j < o.n) put(i < a->n ? a->v[i] : 0, j < b->n ? b->v[j] : 0, -o.v[i + j], f);
        }
    return o;
}

static struct lits count_of(const lit *x, int n, int cap, struct cnf *f)
{
    struct lits o = {0};
    if (n == 1) lits_push(&o, *x);
    if (n <= 1) return o;
    struct lits a = count_of(x, n / 2, cap, f), b = count_of(x + n / 2, n - n / 2, cap, f);
    o = merge(&a, &b, cap, f);
    lits_release(&a);
    lits_release(&b);
    return o;
}

/* ---- columns
 * ------------------------------------------------------------------------------------------ */

/* The bits of a number from 0 to `most`. */
static int slack_of(int64_t most, lit *s, struct cnf *f)
{
    int n = most ? log2_floor((uint64_t)most) + 1 : 0;
    for (int b = 0; b < n; b++) s[b] = cnf_var(f);
    lit clause[BITS];
    int set = 0;
    for (int b = n; b-- > 0;) {
        clause[set] = -s[b];
        if (most >> b & 1)
            set++;
        else
            cnf_clause(f, clause, set + 1);
    }
    return n;
}

static void column(const struct constraint *c, int bit, struct lits *x)
{
    for (int i = 0; i < c->n; i++)
        if (c->w[i] >> bit & 1) lits_push(x, c->x[i]);
}

/* The count of the outputs y is of the parity of `quota`, and at most that. */
static void put_parity(const struct lits *y, int64_t quota, struct cnf *f)
{
    int odd = quota & 1;
    if (odd && !y->n) cnf_clause(f, NULL, 0);
    if (odd && y->n) cnf_1(f, y->v[0]);
    for (int j = odd; j < y->n; j += 2)
        if (j + 1 < y->n && j < quota)
            cnf_2(f, -y->v[j], y->v[j + 1]);
        else
            cnf_1(f, -y->v[j]);
}

static void put_exactly(const struct lits *y, int64_t quota, struct cnf *f)
{
    if (quota > y->n) cnf_clause(f, NULL, 0);
    if (quota > 0 && quota <= y->n) cnf_1(f, y->v[quota - 1]);
    if (quota < y->n) cnf_1(f, -y->v[quota]);
}

static int last_column(const struct constraint *c, int slack)
{
    int last = max64(slack - 1, 0);
    for (int i = 0; i < c->n; i++) last = (int)max64(last, log2_floor((uint64_t)c->w[i]));
    return last;
}

static void encode(const struct constraint *c, const struct tuning *t, struct cnf *f)
{
    (void)t;
    lit slack[BITS];
    int slacks = slack_of(c->hi - c->lo, slack, f), last = last_column(c, slacks);
    struct lits x = {0};
    for (int bit = 0; bit <= last; bit++) {
        int64_t quota = c->hi >> bit;
        column(c, bit, &x);
        if (bit < slacks) lits_push(&x, slack[bit]);
        struct lits y = count_of(x.v, x.n, (int)min64(quota + 1, INT32_MAX), f);
        x.n = 0;
        if (bit < last) {
            put_parity(&y, quota, f);
            for (int j = 1; j < y.n && j < quota; j += 2) lits_push(&x, y.v[j]);
        } else {
            put_exactly(&y, quota, f);
        }
        lits_release(&y);
    }
    lits_release(&x);
}

static bool feasible(const struct constraint *c, const struct tuning *t, struct text *err)
{
    (void)t;
    double guess = 0, carried = 0;
    for (int bit = 0; bit < BITS; bit++) {
        double n = carried + 1;
        for (int i = 0; i < c->n; i++) n += (double)(c->w[i] >> bit & 1);
        guess += n * n;
        carried = n / 2;
    }
    if (guess <= MOST_CLAUSES) return true;
    return text_error(err,
                      "The PB encoding columns would need about %.3g clauses for %d weights and "
                      "the bound %lld; use "
                      "--pb adder.",
                      guess, c->n, (long long)c->hi);
}

const struct encoder pb_columns = {
    .name = "pb_columns",
    .about = "binary columns, each counted in unary, with carries; for large equations",
    .cite = "Een, Sorensson, JSAT 2006 (sorters, base 2)",
    .cost = "at most n^2 clauses and n log n auxiliaries for each binary column",
    .kind = PB,
    .strength = STRENGTH_NONE,
    .both = true,
    .parsimonious = true,
    .encode = encode,
    .feasible = feasible,
};
