/* pb_columns: the sum in binary, with every column counted in unary.
 *
 *      weights 3 = 11, 2 = 10, 1 = 01, 3 = 11           sum = 5 = 101
 *
 *      column 0     x0 x2 x3 --[count]-- y1 y2 y3       count odd, because bit 0 is 1
 *                                           |           carry: every second output
 *      column 1  y2 x0 x1 x3 --[count]-- y1 y2 y3 y4    count = 2 = floor(5 / 2): the last column
 *
 * In column b the count is at most floor(hi / 2^b) and has its parity; in the last column it equals
 * that. A range lo..hi has a slack in binary, one more input of weight 2^b for each of its bits,
 * and is the equation sum + slack = hi with slack <= hi - lo.
 *
 * Clauses     y[j] <-> at least j: card_blocks (a chain of small totalizers; columns:tree: one balanced totalizer)
 *             -y[j] | y[j+1]            each j of the wrong parity
 * Groups      a group gives a column one literal
 * Size        about n^2 clauses and n^1.5 auxiliaries for each column of n inputs and carries
 * Strength    none: propagation misses conflicts. Parsimonious: each auxiliary is a function of the
 *             inputs. Solvers find solutions of large equations by it that they do not find by an
 *             adder.
 * Source      the sorters of Eén, Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT
 *             2006, with base 2 */
#include "base/number.h"
#include "encodings/shared/weights.h"

extern const struct encoder card_blocks;

enum { MOST_CLAUSES = 1 << 25, BITS = 63 };

/* How many of x are true, in unary, up to `most`. */
static struct lits count_of(const struct lits *x, int64_t most, struct tuning tuning, struct cnf *f)
{
    struct lits y = {0};
    if (x->n == 1) lits_push(&y, x->v[0]);
    if (x->n < 2) return y;
    struct constraint c = {.kind = CARD, .n = x->n, .x = x->v, .hi = min64(x->n, most), .tuning = tuning};
    SCOPED(outputs) out = {0};
    card_blocks.count(&c, COUNT_BOTH, f, &out);
    for (int i = 0; i < out.n; i++) lits_push(&y, out.v[i].y);
    return y;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* The bits of what the sum lacks to its upper bound. */
static int slack_of(const struct constraint *c, lit *s, struct cnf *f)
{
    const int64_t most = c->hi - c->lo;
    int n = most ? log2_floor((uint64_t)most) + 1 : 0;
    for (int b = 0; b < n; b++) s[b] = cnf_var(f);
    cnf_slack(f, c, s, n);
    weights_compare(s, n, most, -1, 0, f);
    return n;
}

/* The count of the outputs y is of the parity of `quota`, and at most that. */
static void columns_put_parity(const struct lits *y, int64_t quota, struct cnf *f)
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

static void pb_columns_encode(const struct constraint *c, struct cnf *f)
{
    lit slack[BITS];
    int slacks = slack_of(c, slack, f), last = last_column(c, slacks);
    SCOPED(lits) x = {0};
    for (int bit = 0; bit <= last; bit++) {
        int64_t quota = c->hi >> bit;
        weights_digit(c, bit, true, &x, f);
        if (bit < slacks) lits_push(&x, slack[bit]);
        SCOPED(lits) y = count_of(&x, quota + 1, c->tuning, f);
        if (bit == last) {
            put_exactly(&y, quota, f);
            return;
        }
        SCOPED(lits) carries = {0};
        columns_put_parity(&y, quota, f);
        for (int j = 1; j < y.n && j < quota; j += 2) lits_push(&carries, y.v[j]);
        cnf_carries(f, carries.v, carries.n, x.v, x.n);
        lits_release(&x);
        x = TAKEN(carries);
    }
}

static bool pb_columns_feasible(const struct constraint *c, struct text *err)
{
    double guess = 0, carried = 0;
    for (int bit = 0; bit < BITS; bit++) {
        double n = carried + 1 + weights_bits(c, bit);
        guess += n * n;
        carried = n / 2;
    }
    return weights_feasible(c, "columns", guess, MOST_CLAUSES, "--pb adder", err);
}

const struct encoder pb_columns = {
    .name = "pb_columns",
    .about = "binary columns, each counted in unary, with carries; for large equations",
    .cite = "Eén, Sörensson, JSAT 2006 (sorters, base 2)",
    .cost = "O(n^2 log w) clauses, O(n^1.5 log w) variables",
    .kind = PB,
    .strength = STRENGTH_NONE,
    .groups = true,
    .both = true,
    .parsimonious = true,
    .tree = true,
    .encode = pb_columns_encode,
    .feasible = pb_columns_feasible,
};
