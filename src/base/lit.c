#include "base/base.h"

void lit_overflow(void)
{
    fatal("The formula needs more than 2147483647 variables; try a smaller instance or another encoding.");
}

void lits_push(struct lits *l, lit x) { MEM_PUSH(l->v, l->n, l->cap, x); }

void lits_release(struct lits *l)
{
    mem_free(l->v);
    *l = (struct lits){0};
}
