/* Lists of literals, and which of them a literal is in. */
#ifndef LOWER_LISTS_H
#define LOWER_LISTS_H

#include "base/base.h"

struct lists {
    struct lits x;     /* list after list, each ended by 0 */
    struct lits start; /* by list */
    struct lits where; /* the lists of each literal, literal after literal */
    int *first;        /* by place: where[first[place]] .. where[first[place + 1] - 1] are that literal's */
};
static inline void lists_begin(struct lists *l) { lits_push(&l->start, l->x.n); } /* then its literals and 0 go to x */
void lists_index(struct lists *l, int vars); /* once all are there, of variables 1..vars */
void lists_release(struct lists *l);
static inline int lists_place(lit x) { return 2 * lit_var(x) + (x < 0); }
static inline const lit *lists_at(const struct lists *l, int i) { return l->x.v + l->start.v[i]; }
static inline int lists_length(const struct lists *l, int i)
{
    return (i + 1 < l->start.n ? l->start.v[i + 1] : l->x.n) - 1 - l->start.v[i];
}

#endif
