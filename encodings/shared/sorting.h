/* Sorting and selection networks over literals, true ones first.
 *
 * Place t of a sorted sequence says "at least t of what it counts". Only some places are wanted, each in one direction
 * or both. Up, inputs force places; down, places force inputs. For each task the cheapest step is chosen by its exact
 * size, after Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell, A Parametric Approach for Smaller and Better Encodings
 * of Cardinality Constraints, CP 2013. New here are merges of four sequences at once, and the wanted places. */
#ifndef SORTING_H
#define SORTING_H

#include "cnf/encoder.h"

enum sorting_style {
    SORTING_BY_TWO,  /* comparators only */
    SORTING_BY_FOUR, /* four sequences at once, and sets of up to four inputs */
    SORTING_CHEAPEST /* any of these and pairs, by clauses and variables together */
};

struct place_range {
    int from, to; /* none if from > to */
};
/* Which places are wanted in which direction. Hard: those of `up` are false and those of `down` are true, and have no
 * variable. */
struct wanted {
    struct place_range up, down;
    bool hard;
};

/* Sorts the n inputs x. Writes the literals of the wanted places to z[t - 1]; z has room for n. In a sink that only
 * counts, takes the size from the plan. */
void sorting_network(enum sorting_style style, lit *x, int n, struct wanted want, lit *z, struct cnf *f);
/* The first min(c, a + b) outputs of two sorted sequences by the cheapest steps, in z, which has room for a + b.
 * Returns how many these are. */
int sorting_merge(enum direction d, lit *x, int a, lit *y, int b, int c, lit *z, struct cnf *f);

/* ---- merging.c: one step of merging sequences, for sorting.c ------------------------------------ */

enum { MERGING_WAYS = 4, MERGING_SUBSETS = 8 }; /* at most so many sequences; at most so many inputs at once */

/* Place t is x[t - 1], 1 <= t <= n, or 0 if it is not wanted. */
struct sequence {
    lit *x;
    int n;
};

/* The last place that is wanted; 0: none. */
int merging_last(const struct wanted *w);
/* What is wanted of a part of n inputs. */
struct wanted merging_part(const struct wanted *w, int n);
/* What a combination of `ways` sequences wants of their odd places, merged, and of their even ones. */
struct wanted merging_odd(const struct wanted *w, int ways);
struct wanted merging_even(const struct wanted *w, int ways);

/* The steps. Each makes the wanted places z[t - 1]: from one sequence as it is, from single inputs by all their
 * subsets, from two sequences by all pairs of places. */
void merging_copy(const struct sequence *s, const struct wanted *w, lit *z, struct cnf *f);
void merging_subsets(const struct sequence *inputs, const struct wanted *w, lit *z, struct cnf *f);
void merging_pairs(const struct sequence *a, const struct sequence *b, const struct wanted *w, lit *z, struct cnf *f);
/* x and y: the odd and the even places, merged, of two sequences or of up to four. */
void merging_combine(int ways, const struct sequence *x, const struct sequence *y, const struct wanted *w, lit *z,
                     struct cnf *f);

#endif
