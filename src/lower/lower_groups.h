/* At-most-one relations among a model's literals, for pseudo-Boolean constraints over them
 * (constraint.h, group).
 *
 * They come from single rows: at-most-one cardinalities, sums in which no two terms fit together,
 * and clauses of two. These rows are encoded without groups, so that no two rows depend on each
 * other. Unit propagation over them and over longer clauses finds more (Ansotegui and others, CP
 * 2019): cliques, greedily. */
#pragma once

#include "model/model.h"

/* Lists of literals, and the lists that contain each literal. */
struct lists {
    struct lits x;     /* list after list, each ended by 0 */
    struct lits start; /* by list */
    struct lits where; /* the lists of each literal, literal after literal */
    int *first;        /* by place: where[first[place]] .. where[first[place + 1] - 1] are that literal's */
};
/* Begins a list; the caller then pushes its literals, and 0, to x. */
static inline void lists_begin(struct lists *l) { lits_push(&l->start, l->x.n); }
void lower_lists_index(struct lists *l, int vars); /* call it when all lists are complete; over variables 1..vars */
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
    int64_t budget; /* remaining steps */
};
struct probe *probe_new(const struct model *m, const struct lists *sets);
void probe_free(struct probe *p);
/* Makes x true, propagates, and lists the true literals in p->trail, x first. PROBE_SPENT: only x,
 * because the budget is spent. Undoes all assignments. */
enum probed { PROBE_SPENT, PROBE_OPEN, PROBE_CONFLICT };
enum probed probe_literal(struct probe *p, lit x);

struct groups {
    struct lists sets; /* literals of which at most one is true */
    int vars;
    struct lits group, asked; /* the last result of groups_find, and its literals */
    bool found;               /* the last result was not NULL */
    struct probe *probe;
    int *count, *member, *last; /* scratch: by set, by set, by variable */
};
/* Returns NULL if the model has none. */
struct groups *groups_of(const struct model *m);
void groups_free(struct groups *g);
/* Finds the groups among c's inputs, greedily the largest first; valid until the next call. NULL:
 * no two inputs are in one. */
const int *groups_find(struct groups *g, const struct constraint *c);
