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

void answer_release(struct answer *a)
{
    text_release(&a->solution);
    text_release(&a->err);
    text_release(&a->note);
}
