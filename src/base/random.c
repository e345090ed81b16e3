#include "base/base.h"

uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int random_below(struct random *r, int n)
{
    assert(n >= 1 && "a range is not empty");
    return (int)(random_next(r) % (uint64_t)n);
}
