/* At-most-one relations among a model's literals, for pseudo-Boolean constraints over them (see constraint.h, group).
 *
 * Taken from what rows say by themselves: at most one of a cardinality, sums of which no two terms fit together, clauses of
 * two. These rows are encoded without groups, so that no two rows lean on each other. */
#ifndef LOWER_GROUPS_H
#define LOWER_GROUPS_H

#include "cnf/constraint.h"
#include "model/model.h"

struct groups {
    struct lits sets;  /* literals of which at most one is true, set after set, each ended by 0 */
    struct lits start; /* by set */
    struct lits where; /* the sets of each literal, literal after literal */
    int *first;        /* by literal, 2 var + (negative): its place in `where`; 2 vars + 3 of them */
    int vars;
    struct lits group;          /* what groups_find wrote last */
    int *count, *member, *last; /* scratch: by set, by set, by variable */
};
/* NULL: there are none. */
struct groups *groups_of(const struct model *m);
void groups_free(struct groups *g);
/* The groups among c's inputs, greedily the largest first; valid until the next call. NULL: no two are in one. */
const int *groups_find(struct groups *g, const struct constraint *c);

#endif
