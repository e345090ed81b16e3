/* At-most-one relations among a model's literals, for pseudo-Boolean constraints over them (see constraint.h, group).
 *
 * Taken from what rows say by themselves: at most one of a cardinality, sums of which no two terms
 * fit together, clauses of two. These rows are encoded without groups, so that no two rows lean on
 * each other. What else excludes each other is found by unit propagation over them and over longer
 * clauses (Ansotegui and others, CP 2019): cliques, greedily. */
#ifndef LOWER_GROUPS_H
#define LOWER_GROUPS_H

#include "cnf/constraint.h"
#include "model/model.h"
#include "lower/lower_probe.h"

struct groups {
    struct lists sets; /* literals of which at most one is true */
    int vars;
    struct lits group, asked; /* what groups_find wrote last, and for which literals */
    bool found;               /* it was not NULL */
    struct probe *probe;
    int *count, *member, *last; /* scratch: by set, by set, by variable */
};
/* NULL: there are none. */
struct groups *groups_of(const struct model *m);
void groups_free(struct groups *g);
/* The groups among c's inputs, greedily the largest first; valid until the next call. NULL: no two are in one. */
const int *groups_find(struct groups *g, const struct constraint *c);

#endif
