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

/* Lists of literals, and which of them a literal is in. */
struct lists {
    struct lits x;     /* list after list, each ended by 0 */
    struct lits start; /* by list */
    struct lits where; /* the lists of each literal, literal after literal */
    int *first;        /* by place: where[first[place]] .. where[first[place + 1] - 1] are that literal's */
};
static inline void lists_begin(struct lists *l) { lits_push(&l->start, l->x.n); } /* then its literals and 0 go to x */
void lower_lists_index(struct lists *l, int vars); /* once all are there, of variables 1..vars */
void lower_lists_release(struct lists *l);
static inline int lists_place(lit x) { return 2 * lit_var(x) + (x < 0); }
static inline const lit *lists_at(const struct lists *l, int i) { return l->x.v + l->start.v[i]; }
static inline int lists_length(const struct lists *l, int i)
{
    return (i + 1 < l->start.n ? l->start.v[i + 1] : l->x.n) - 1 - l->start.v[i];
}

/* Unit propagation over a model's clauses and at-most-ones, within a budget. */
struct probe {
    const struct lists *sets; /* at-most-ones, clauses of two among them */
    struct lists clauses;     /* longer ones */
    int vars;
    int *falses;        /* by clause: how many of its literals are false */
    signed char *value; /* by variable */
    struct lits trail;
    int64_t budget; /* steps that are left */
};
struct probe *probe_new(const struct model *m, const struct lists *sets);
void probe_free(struct probe *p);
/* Makes x true, propagates, and lists in p->trail what is true then, x first; PROBE_SPENT: no more
 * than x, the budget is spent. All is open again afterwards. */
enum probed { PROBE_SPENT, PROBE_OPEN, PROBE_CONFLICT };
enum probed probe_literal(struct probe *p, lit x);

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
