/* card_blocks: a counter whose stages are the rows of a board.
 *
 *      row 1          row 2          row 3          row 4
 *     x x x x        x x x x        x x x x        x x x x
 *      \ | /          \ | /          \ | /          \ | /       a small totalizer for each block
 *       r1             r2             r3             r4
 *        |              |              |              |
 *        '---> r1+r2 ---+--> r1..r3 ---+--> r1..r4 ---'         a chain of merges; or, as a tree,
 *                                                               (r1+r2)+(r3+r4)
 *
 * The partials are what a bound on a board is about: how much is spent in the first rows. A solver
 * learns clauses over them, which a balanced tree over half rows or a chain over single cells does
 * not offer. Blocks come from the constraint; without, they are of about sqrt(n) inputs.
 *
 * Clauses     as card_totalizer's, in another tree
 * Size        for blocks of r inputs about nk + nr/2 clauses, nk/r auxiliaries
 * Strength    arc-consistent, both bounds together, as any tree of merges
 * Source      this project; merges by Bailleux and Boufkhad, CP 2003 */
#include "base/number.h"
#include "encodings/shared/unary.h"

/* The end of the block that starts at i. */
static int block_end(const struct constraint *c, int i)
{
    int end = i + 1;
    if (c->block) {
        while (end < c->n && c->block[end] == c->block[i]) end++;
        return end;
    }
    int64_t size = 1;
    while (size * size < c->n) size++;
    return (int)min64(i + size, c->n);
}

static int blocks(const struct constraint *c)
{
    int n = 0;
    for (int i = 0; i < c->n; i = block_end(c, i)) n++;
    return n;
}

/* One block from input *at on. */
static struct unary sum_block(const struct unary_use *use, const struct constraint *c, int *at, struct cnf *f)
{
    int from = *at;
    *at = block_end(c, from);
    return unary_tree(use, c->x + from, *at - from, f);
}

/* The next n blocks, halved or in a chain. */
static struct unary sum_blocks(const struct unary_use *use, const struct constraint *c, int *at, int n, bool tree,
                               struct cnf *f)
{
    int first = tree && n > 1 ? n / 2 : 1;
    SCOPED(unary) a = first > 1 ? sum_blocks(use, c, at, first, true, f) : sum_block(use, c, at, f);
    for (int done = first, part; done < n; done += part) {
        part = tree ? n - done : 1;
        SCOPED(unary) b = part > 1 ? sum_blocks(use, c, at, part, true, f) : sum_block(use, c, at, f);
        SCOPED(unary) both = unary_merge(use, TAKEN(a), TAKEN(b), f);
        a = TAKEN(both);
    }
    return TAKEN(a);
}

static struct unary sum_all(const struct unary_use *use, const struct constraint *c, struct cnf *f)
{
    int at = 0;
    return sum_blocks(use, c, &at, blocks(c), c->tuning.tree, f);
}

static void blocks_encode(const struct constraint *c, struct cnf *f)
{
    struct unary_use use = unary_range(c);
    SCOPED(unary) sum = sum_all(&use, c, f);
}

static void blocks_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    struct unary_use use = unary_count(c, d);
    unary_output(&use, sum_all(&use, c, f), out);
}

const struct encoder card_blocks = {
    .name = "card_blocks",
    .about = "a totalizer for each row, then a chain of merges over the rows",
    .cite = "this project; merges by Bailleux and Boufkhad, CP 2003",
    .cost = "O(nk) clauses",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .both = true,
    .monotone = true,
    .tree = true,
    .encode = blocks_encode,
    .count = blocks_count,
    .feasible = unary_feasible,
};
