/* Sorting and selection networks over literals, true ones first. Place t of a sorted sequence means
 * "at least t of its inputs". Only some places are wanted, each in one direction or both: up,
 * inputs force places; down, places force inputs.
 *
 * For each task the cheapest step is chosen by its exact size, after Abío, Nieuwenhuis, Oliveras,
 * Rodríguez-Carbonell, A Parametric Approach for Smaller and Better Encodings of Cardinality
 * Constraints, CP 2013. The merges of four sequences at once and the wanted places are our
 * additions. */
#pragma once

#include "cnf/encoder.h"

enum sorting_style {
    SORTING_BY_TWO,  /* comparators only */
    SORTING_BY_FOUR, /* four sequences at once, and sets of up to four inputs */
    SORTING_CHEAPEST /* any of these and pairs, by the number of clauses and variables */
};

struct place_range {
    int from, to; /* none if from > to */
};
/* The places that are wanted in each direction. Hard: those of `up` are false and those of `down`
 * are true, and they have no variable. */
struct wanted {
    struct place_range up, down;
    bool hard;
    bool part;                  /* the places replace the literals that they count */
    bool half;                  /* they are combined with others */
    const struct lits *counted; /* for proofs: these literals; NULL: they are not known */
};

/* Sorts the n inputs x and writes the literals of the wanted places to z[t - 1]; z has n elements.
 * For a counting sink it adds the planned size. */
void sorting_network(enum sorting_style style, lit *x, int n, struct wanted want, lit *z, struct cnf *f);
/* Merges two sorted sequences of a and b literals by the cheapest steps. Writes the first min(c, a
 * + b) outputs to z, which has a + b elements, and returns their number. */
int sorting_merge(enum direction d, lit *x, int a, lit *y, int b, int c, lit *z, struct cnf *f);

/* ---- merging.c: one step of merging sequences, for sorting.c --------------------------------- */

enum { MERGING_WAYS = 4, MERGING_SUBSETS = 8 }; /* most sequences of a merge; most inputs of a set */

/* Place t is x[t - 1], 1 <= t <= n, or 0 if it is not wanted. */
struct sequence {
    lit *x;
    int n;
};

/* Returns the last wanted place; 0: none. */
int merging_last(const struct wanted *w);
/* The places that are wanted of a part of n inputs, so that the whole has its wanted places. */
struct wanted merging_part(const struct wanted *w, int n);
/* The places that a combination of `ways` sequences needs of their merged odd places (merging_odd)
 * and of their merged even places (merging_even). */
struct wanted merging_odd(const struct wanted *w, int ways);
struct wanted merging_even(const struct wanted *w, int ways);

/* The steps. Each makes the wanted places z[t - 1]: merging_copy from one sequence as it is,
 * merging_subsets from single inputs by all their subsets, merging_pairs from two sequences by all
 * pairs of places. */
void merging_copy(const struct sequence *s, const struct wanted *w, lit *z, struct cnf *f);
void merging_subsets(const struct sequence *inputs, const struct wanted *w, lit *z, struct cnf *f);
void merging_pairs(const struct sequence *a, const struct sequence *b, const struct wanted *w, lit *z, struct cnf *f);
/* Combines x and y, the merged odd and even places of two sequences or of up to four. */
void merging_combine(int ways, const struct sequence *x, const struct sequence *y, const struct wanted *w, lit *z,
                     struct cnf *f);
