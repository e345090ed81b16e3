/* Plans of sorting networks: which step is the cheapest for each task, and the exact size of all of it.
 *
 * After Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, A Parametric Approach for Smaller and
 * Better Encodings of Cardinality Constraints, CP 2013; here also for four sequences at once, and
 * for what is wanted of each merge. */
#ifndef SORTING_PLAN_H
#define SORTING_PLAN_H

#include "encodings/shared/merging.h"

enum sorting_style {
    SORTING_BY_TWO,  /* comparators only: all outputs, whatever is wanted */
    SORTING_BY_FOUR, /* four sequences at once, and sets of up to four inputs */
    SORTING_CHEAPEST /* any of these and pairs, by clauses and variables together */
};

/* Sorted sequences of these lengths (longest first, none behind the last) are merged as wanted; or,
 * with n[1] = PLAN_SORT, n[0] inputs are sorted. */
struct merge_task {
    int n[MERGING_WAYS];
    struct wanted want;
};
enum { PLAN_SORT = -1 };

/* In its normal form: what cannot matter is cut off, the longest comes first (equal ones as they come). */
struct merge_task plan_merge(const int *n, int ways, struct wanted want);
struct merge_task plan_sort(int n, struct wanted want);
int plan_ways(const struct merge_task *t);
int plan_part(int n, int ways, int i); /* part i of n inputs in `ways` nearly equal ones */

enum step {
    STEP_COPY,     /* a sequence, as it is */
    STEP_SUBSETS,  /* single inputs, all at once */
    STEP_PAIRS,    /* two sequences, all pairs of their places */
    STEP_ODD_EVEN, /* the odd places merged, and the even ones, then combined */
    STEP_STAGES,   /* the first two, then the others, then these */
    STEP_SPLIT     /* inputs sorted in so many `ways`, then merged */
};

struct plan {
    struct merge_task task;
    enum step step;
    int ways;
    struct size size;
    int next; /* in its chain; 0: the last */
};

struct planner {
    enum sorting_style style;
    struct plan *v; /* v[0] is none */
    int n;
    size_t cap;
    int chain[256];
    lit *dummy, *made; /* to count a step: as many literals as there are inputs */
};
void plan_begin(struct planner *p, enum sorting_style style, int inputs);
void plan_end(struct planner *p);
struct plan plan_of(struct planner *p, const struct merge_task *t);

#endif
