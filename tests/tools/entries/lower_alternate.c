/* The clauses of kind_alternate.c. */
#include "lower/lower_inside.h"

bool lowering_alternate(struct lowering *l, const struct row *r)
{
    for (int i = 1; i < r->n; i++) {
        cnf_2(l->f, r->x[i - 1], r->x[i]);
        cnf_2(l->f, -r->x[i - 1], -r->x[i]);
    }
    if (r->lo) cnf_clause(l->f, r->x, 1);
    return true;
}
