/* Literals: DIMACS integers. A variable is 1, 2, 3, ...; a literal is a variable or its negation,
 * written -v. 0 is no literal: it ends a clause in DIMACS and stands for "none" here. */
#pragma once

#include "base/failure.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

typedef int lit;

static inline int lit_var(lit l) { return l < 0 ? -l : l; }
static inline int lit_sign(lit l) { return l < 0 ? -1 : 1; }

/* Constants, where a function says that literals may be constant. */
enum { LIT_TRUE = INT32_MAX, LIT_FALSE = -INT32_MAX };

/* Reports that all 2^31 - 1 variables are in use, as a system error. */
_Noreturn void lit_overflow(void);

/* A growing list of literals (or of any ints). Zeroed = empty. */
struct lits {
    lit *v;
    int n;
    size_t cap;
};
static inline void lits_push(struct lits *l, lit x) { MEM_PUSH(l->v, l->n, l->cap, x); }
/* Makes room for n literals in all, so that adding them moves none. */
static inline void lits_reserve(struct lits *l, int n)
{
    if (n > 0 && (size_t)n > l->cap) l->v = mem_resize(l->v, l->cap = (size_t)n, sizeof *l->v);
}
/* Adds n literals, which are not those of the list itself. */
static inline void lits_add(struct lits *l, const lit *x, int n)
{
    for (int i = 0; i < n; i++) lits_push(l, x[i]);
}
static inline bool lits_have(const struct lits *l, lit x)
{
    int i = 0;
    while (i < l->n && l->v[i] != x) i++;
    return i < l->n;
}
/* Frees the literals; the list is empty then. */
static inline void lits_release(struct lits *l)
{
    mem_free(l->v);
    *l = (struct lits){0};
}

/* A growing sum of weighted literals. Zeroed = empty. */
struct terms {
    struct lits x;
    int64_t *w; /* of the x */
    size_t w_cap;
};
static inline void terms_add(struct terms *t, lit x, int64_t w)
{
    int n = t->x.n;
    lits_push(&t->x, x);
    MEM_PUSH(t->w, n, t->w_cap, w);
}
/* Frees the terms; the sum is empty then. */
static inline void terms_release(struct terms *t)
{
    lits_release(&t->x);
    mem_free(t->w);
    *t = (struct terms){0};
}
