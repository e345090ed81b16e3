#include "search/search.h"

void answer_lower(struct answer *a, int64_t lower)
{
    if (!a->has_lower || lower > a->lower) a->lower = lower;
    a->has_lower = true;
}

void answer_upper(struct answer *a, int64_t upper)
{
    if (!a->has_upper || upper < a->upper) a->upper = upper;
    a->has_upper = true;
}

void answer_rests(struct answer *a, bool figure)
{
    struct evidence *e = &a->evidence;
    if (!figure || a->status == STATUS_UNSATISFIABLE) e->steps = e->added_up = false;
    bool bare = !e->checked && !e->believed && !e->claimed && !e->parity && !e->exhaustion;
    if (bare && a->status == STATUS_OPTIMAL) e->arithmetic = true;
}

void answer_release(struct answer *a)
{
    text_release(&a->solution);
    text_release(&a->err);
    text_release(&a->note);
}
