#include "cnf/encoder.h"

void outputs_push(struct outputs *o, lit y, int64_t value)
{
    assert((!o->n || o->v[o->n - 1].value < value) && "outputs rise");
    MEM_PUSH(o->v, o->n, o->cap, ((struct output){y, value}));
}

void outputs_require(const struct outputs *o, int64_t most, struct lits *hard, struct lits *bound_assumptions)
{
    most >>= o->coarse;
    int64_t bucket = (int64_t)1 << o->tare.n, first = most / bucket * bucket + bucket, tare = first - most - 1;
    for (int i = 0; i < o->n; i++)
        if (o->v[i].value > most) lits_push(hard, -o->v[i].y);
    for (int i = 0; i < o->tare.n; i++) lits_push(bound_assumptions, tare >> i & 1 ? o->tare.v[i] : -o->tare.v[i]);
}

void outputs_release(struct outputs *o)
{
    mem_free(o->v);
    lits_release(&o->tare);
    *o = (struct outputs){0};
}
