/* Unary numbers: how many of some inputs are true, and how two such numbers are merged.
 *
 * A number over m of n inputs has cells "at least j of the m are true", 1 <= j <= m. Not all
 * matter. Let thresholds v, lo < v <= hi, be the possible bounds of the whole sum. "At least j of
 * the m" implies something about such a v only if j <= v and v - j <= n - m, so the cells that
 * exist are
 *
 *      max(1, lo + 1 - (n - m)) <= j <= min(m, hi)          (Knuth's parallelogram, for any tree)
 *
 * Up, inputs force cells: a true cell of each part makes the cell of their sum true. Down, cells
 * force inputs: a false cell of each part makes that cell false. The use of a sum determines the
 * directions and the thresholds. Merging over any binary tree of parts is arc-consistent for each
 * threshold (Bailleux and Boufkhad, CP 2003; the cap is Büttner and Rintanen's, 2005). */
#pragma once

#include "cnf/encoder.h"

/* Thresholds lo < v <= hi; none if lo == hi. */
struct unary_side {
    int lo, hi;
};

struct unary_use {
    int n; /* inputs of the whole sum */
    struct unary_side up, down;
    /* Up: the sum is below up.hi; down: it is at least down.lo + 1. Cells that this fixes have no
     * variable. If not hard, thresholds are asserted later. */
    bool hard;
};
struct unary_use unary_range(const struct constraint *c);                   /* lo <= sum <= hi */
struct unary_use unary_count(const struct constraint *c, enum direction d); /* outputs, encoder.h */

/* A number over m inputs. cell[j - low] is the literal of "at least j", or 0 if it does not
 * exist. */
struct unary {
    const lit *x; /* the inputs, borrowed; those of two numbers that are merged follow each other */
    int m, low, high;
    lit *cell;   /* literals from low to high */
    int *before; /* how many of them there are, before each and in all; if clauses are only counted */
};
static inline lit unary_cell(const struct unary *a, int j)
{
    return j < a->low || j > a->high ? 0 : a->cell[j - a->low];
}
void unary_release(struct unary *a);

/* Returns the sum of two numbers; frees a and b. */
struct unary unary_merge(const struct unary_use *use, struct unary a, struct unary b, struct cnf *f);
/* Counts n >= 1 inputs by a balanced tree of merges. */
struct unary unary_tree(const struct unary_use *use, const lit *x, int n, struct cnf *f);
/* Counts inputs by a chain of merges, one input at a time. */
struct unary unary_chain(const struct unary_use *use, const lit *x, int n, struct cnf *f);
/* An encoder's count(), by unary_chain. */
void unary_chain_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out);
/* Writes the whole sum as outputs; frees a. */
void unary_output(const struct unary_use *use, struct unary a, struct outputs *out);

/* An encoder's feasible(): false, with a sentence, if c would take more than 2e8 cells or clauses
 * (n hi). */
bool unary_feasible(const struct constraint *c, struct text *err);

/* Adds "at most k of these n inputs", 0 < k < n, by a sequential counter without the cells that
 * cannot matter: card_knuth. */
void unary_at_most(const lit *inputs, int n, int k, struct cnf *f);
