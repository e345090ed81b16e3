#include "lower/lower_lists.h"

#include <string.h>

void lists_index(struct lists *l, int vars)
{
    int places = 2 * vars + 3, *first = mem_new((size_t)places + 1, sizeof *first);
    for (int i = 0; i < l->x.n; i++)
        if (l->x.v[i]) first[lists_place(l->x.v[i]) + 1]++;
    for (int i = 1; i <= places; i++) first[i] += first[i - 1];
    for (int i = 0; i < first[places]; i++) lits_push(&l->where, 0);
    int *at = mem_new((size_t)places, sizeof *at);
    memcpy(at, first, (size_t)places * sizeof *at);
    for (int i = 0, list = 0; i < l->x.n; i++)
        if (l->x.v[i])
            l->where.v[at[lists_place(l->x.v[i])]++] = list;
        else
            list++;
    mem_free(at);
    l->first = first;
}

void lists_release(struct lists *l)
{
    lits_release(&l->x);
    lits_release(&l->start);
    lits_release(&l->where);
    mem_free(l->first);
}
