/* xor_cut: cut into pieces of at most C literals, which pass the parity on in new variables t.
 *
 *   chain, C = 4     x0 x1 x2     x3 x4     x5 x6 x7
 *                         \       /  \       /
 *                          `--t0-'    `--t1-'
 *
 *   tree, C = 4      x0 x1 x2   x3 x4 x5   x6
 *                       |          |        |
 *                       t0--------t1--------'     (oldest literals first: a queue)
 *
 * Clauses     each piece by xor_direct: 2^(C-1) clauses of C literals; the last piece may be shorter. With C = 3 the
 *             chain is Tseitin's.
 * Size        each cut removes C - 2 literals: m = ceil((n - C) / (C - 2)) auxiliaries for n > C,
 *             else 0; m 2^(C-1) + 2^(r-1) clauses, r = n - m (C - 2)
 * Strength    arc-consistent: the pieces form a tree, so that of each gives that of the whole.
 *             Parsimonious: each t is a function of the inputs.
 * Tuning      cut:C, from 3 to 6, by default 3; cut:C,tree. Pieces of three take 0.53 of the time of
 *             pieces of four on the three families that were held out, and no significantly different
 *             time on nine others (bench/results/study/held-out.md, report.md).
 * Source      Tseitin, Structures in Mathematics and Mathematical Logic 1968; sizes and shapes as
 *             in SATCH (Biere 2021) */
#include "cnf/encoder.h"

extern const struct encoder xor_direct;

enum { SHORTEST = 3, LONGEST = 6, DEFAULT = SHORTEST };

static int cut_size(const struct constraint *c) { return c->tuning.size ? c->tuning.size : DEFAULT; }

static int cuts(int n, int size) { return n > size ? (n - size + size - 3) / (size - 2) : 0; }

static void piece(const lit *x, int n, int64_t parity, struct cnf *f)
{
    struct constraint c = {.kind = XOR, .n = n, .x = x, .lo = parity, .hi = parity};
    xor_direct.encode(&c, f);
}

/* x[0] + ... + x[n-1] = t, a new variable. */
static lit cut_sum_of(const lit *x, int n, struct cnf *f)
{
    lit whole[LONGEST];
    for (int i = 0; i < n; i++) whole[i] = x[i];
    whole[n] = cnf_var(f);
    cnf_means_parity(f, whole[n], x, n);
    piece(whole, n + 1, 0, f);
    return whole[n];
}

static void encode_chain(const struct constraint *c, int size, struct cnf *f)
{
    lit x[LONGEST];
    int n = 0, left = c->n;
    for (const lit *next = c->x; left; next++, left--) {
        if (n == size - 1 && left > 1) { /* full, and the rest is more than the last place */
            x[0] = cut_sum_of(x, n, f);
            n = 1;
        }
        x[n++] = *next;
    }
    piece(x, n, c->hi, f);
}

static void encode_tree(const struct constraint *c, int size, struct cnf *f)
{
    int m = cuts(c->n, size), first = 0, n = c->n;
    OWNED lit *queue = mem_new((size_t)n + (size_t)m, sizeof *queue);
    for (int i = 0; i < n; i++) queue[i] = c->x[i];
    while (m--) {
        queue[n++] = cut_sum_of(queue + first, size - 1, f);
        first += size - 1;
    }
    piece(queue + first, n - first, c->hi, f);
}

static void cut_encode(const struct constraint *c, struct cnf *f)
{
    if (c->tuning.tree)
        encode_tree(c, cut_size(c), f);
    else
        encode_chain(c, cut_size(c), f);
}

const struct encoder xor_cut = {
    .name = "xor_cut",
    .about = "cuts the XOR into pieces of C literals, as a chain or as a tree (cut:C, cut:C,tree)",
    .cite = "Tseitin 1968; Biere, SATCH 2021",
    .cost = "about (n-2)/(N-2) 2^(N-1) clauses, ceil((n-N)/(N-2)) variables",
    .kind = XOR,
    .strength = STRENGTH_GAC,
    .both = true,
    .parsimonious = true,
    .size_min = SHORTEST,
    .size_max = LONGEST,
    .size_default = DEFAULT,
    .tree = true,
    .encode = cut_encode,
};
