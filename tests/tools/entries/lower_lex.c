/* The clauses of kind_lex.c. */
#include "lower/lower_inside.h"

/* `same` is true if both words agree so far; 0: it is true. */
bool lowering_lex(struct lowering *l, const struct row *r)
{
    lit same = 0;
    for (int i = 0, m = r->n / 2; i < m; i++) {
        const lit x = r->x[i], y = r->x[m + i], next = cnf_var(l->f);
        const lit c[] = {-x, y, -same}, both[] = {-x, -y, next, -same}, none[] = {x, y, next, -same};
        cnf_clause(l->f, c, 2 + (same != 0));
        cnf_clause(l->f, both, 3 + (same != 0));
        cnf_clause(l->f, none, 3 + (same != 0));
        same = next;
    }
    same = -same;
    if (r->lo) cnf_clause(l->f, &same, same != 0);
    return true;
}
