/* Judges constraints of FlatZinc on values. It shares no code with the rows that they become. */
#include "declared/flatzinc.h"

#include <string.h>

struct flatzinc_judge {
    const struct flatzinc *f;
    const struct flatzinc_values *v;
    const struct flatzinc_value *a; /* the arguments */
};

static int64_t flatzinc_judged(const struct flatzinc_judge *j, struct flatzinc_value x)
{
    return x.what == FLATZINC_NUMBER ? x.v : j->v->v[j->v->at[x.v]];
}

/* Item k of argument i. */
static int64_t flatzinc_of_list(const struct flatzinc_judge *j, int i, int64_t k)
{
    return flatzinc_judged(j, j->f->item[j->a[i].v + k]);
}

static bool flatzinc_member_of(const struct flatzinc_judge *j, int64_t v, struct flatzinc_value x)
{
    const struct flatzinc_set s = flatzinc_domain(j->f, x);
    const int64_t place = flatzinc_place(&s, v);
    return place >= 0 && (x.what == FLATZINC_SET || j->v->v[j->v->at[x.v] + place]);
}

/* The next member of a set from v on; FLATZINC_FAR: there is none. */
static int64_t flatzinc_next(const struct flatzinc_judge *j, int64_t v, struct flatzinc_value x)
{
    const struct flatzinc_set s = flatzinc_domain(j->f, x);
    for (int64_t i = 0; i < flatzinc_size(&s); i++)
        if (flatzinc_at(&s, i) >= v && flatzinc_member_of(j, flatzinc_at(&s, i), x)) return flatzinc_at(&s, i);
    return FLATZINC_FAR;
}

/* -1, 0 or 1: a set is before, equal to, or after another one, as sorted lists. */
static int flatzinc_order(const struct flatzinc_judge *j, struct flatzinc_value x, struct flatzinc_value y)
{
    int64_t p = -FLATZINC_FAR, q = p;
    for (;;) {
        p = flatzinc_next(j, p, x);
        q = flatzinc_next(j, q, y);
        if (p == FLATZINC_FAR || q == FLATZINC_FAR) return (p != FLATZINC_FAR) - (q != FLATZINC_FAR);
        if (p != q) return p < q ? -1 : 1;
        p++;
        q++;
    }
}

/* Whether the third set has a value if and only if truth[2 x + y] is 1, where x and y say
 * whether the first two have it. */
static bool flatzinc_combined(const struct flatzinc_judge *j, const char *truth)
{
    for (int i = 0; i < 3; i++) {
        const struct flatzinc_set s = flatzinc_domain(j->f, j->a[i]);
        for (int64_t k = 0; k < flatzinc_size(&s); k++) {
            const int64_t v = flatzinc_at(&s, k);
            const int row = 2 * flatzinc_member_of(j, v, j->a[0]) + flatzinc_member_of(j, v, j->a[1]);
            if ((truth[row] == '1') != flatzinc_member_of(j, v, j->a[2])) return false;
        }
    }
    return true;
}

static int64_t flatzinc_members(const struct flatzinc_judge *j, struct flatzinc_value x)
{
    int64_t n = 0;
    for (int64_t v = -FLATZINC_FAR; (v = flatzinc_next(j, v, x)) < FLATZINC_FAR; v++) n++;
    return n;
}

static bool flatzinc_subset(const struct flatzinc_judge *j, struct flatzinc_value x, struct flatzinc_value y)
{
    for (int64_t v = -FLATZINC_FAR; (v = flatzinc_next(j, v, x)) < FLATZINC_FAR; v++)
        if (!flatzinc_member_of(j, v, y)) return false;
    return true;
}

static __int128 flatzinc_weighted(const struct flatzinc_judge *j)
{
    __int128 sum = 0;
    for (int k = 0; k < j->a[0].n; k++) sum += (__int128)flatzinc_of_list(j, 0, k) * flatzinc_of_list(j, 1, k);
    return sum;
}

static bool flatzinc_is_power(int64_t x, int64_t y, int64_t z)
{
    __int128 power = 1;
    if (y < 0 && !x) return false;
    for (int64_t k = llabs(y) > 64 ? 64 + llabs(y) % 2 : llabs(y); k > 0; k--) {
        power *= x;
        if (power > FLATZINC_FAR || power < -FLATZINC_FAR) return y < 0 && !z;
    }
    return z == (y < 0 ? 1 / power : power);
}

static bool flatzinc_is_extreme(const struct flatzinc_judge *j, int64_t x, int sign)
{
    int64_t most = INT64_MIN;
    for (int k = 0; k < j->a[1].n; k++)
        if (sign * flatzinc_of_list(j, 1, k) > most) most = sign * flatzinc_of_list(j, 1, k);
    return j->a[1].n && x == sign * most;
}

/* The automaton is its start, the number of accepting states, these, and transitions of a state, a
 * value and the next state. */
static bool flatzinc_accepted(const struct flatzinc_judge *j)
{
    const int64_t states = j->a[2].v, accepting = flatzinc_of_list(j, 1, 1);
    OWNED bool *now = mem_new((size_t)states * ((size_t)j->a[0].n + 1), sizeof *now);
    bool *at = now;
    now[flatzinc_of_list(j, 1, 0)] = true;
    for (int k = 0; k < j->a[0].n; k++, at += states)
        for (int64_t t = 2 + accepting; t < j->a[1].n; t += 3)
            if (at[flatzinc_of_list(j, 1, t)] && flatzinc_of_list(j, 1, t + 1) == flatzinc_of_list(j, 0, k))
                at[states + flatzinc_of_list(j, 1, t + 2)] = true;
    for (int64_t k = 0; k < accepting; k++)
        if (at[flatzinc_of_list(j, 1, 2 + k)]) return true;
    return false;
}

/* Whether the successors are one circuit, of those that are not their own if `sub`. */
static bool flatzinc_circular(const struct flatzinc_judge *j, bool sub)
{
    const int n = j->a[0].n;
    int start = 0, steps = 0, moves = 0;
    for (int i = n - 1; i >= 0; i--) {
        const int64_t to = flatzinc_of_list(j, 0, i) - j->a[1].v;
        if (to < 0 || to >= n || (to == i && !sub)) return false;
        if (to != i || !sub) {
            start = i;
            moves++;
        }
    }
    int64_t at = start;
    do {
        at = flatzinc_of_list(j, 0, at) - j->a[1].v;
        steps++;
    } while (at != start && steps <= n);
    return !moves || (at == start && steps == moves);
}

/* Whether the vertices that hold are connected by edges between them. */
static bool flatzinc_one_part(const struct flatzinc_judge *j)
{
    const int vertices = j->a[0].n, edges = j->a[1].n;
    OWNED bool *reached = mem_new((size_t)vertices + 1, sizeof *reached);
    int first = 0;
    while (first < vertices && !flatzinc_of_list(j, 0, first)) first++;
    reached[first] = true;
    for (bool again = true; again;) {
        again = false;
        for (int e = 0; e < 2 * edges; e++) {
            const int64_t p = flatzinc_of_list(j, 1 + e % 2, e / 2) - 1, q = flatzinc_of_list(j, 2 - e % 2, e / 2) - 1;
            if (!reached[p] || reached[q] || !flatzinc_of_list(j, 0, q)) continue;
            reached[q] = again = true;
        }
    }
    for (int i = 0; i < vertices; i++)
        if (flatzinc_of_list(j, 0, i) && !reached[i]) return false;
    return true;
}

static bool flatzinc_distinct(const struct flatzinc_judge *j, bool except)
{
    for (int i = 0; i < j->a[0].n; i++)
        for (int k = 0; k < i; k++)
            if (flatzinc_of_list(j, 0, i) == flatzinc_of_list(j, 0, k) &&
                !(except && flatzinc_member_of(j, flatzinc_of_list(j, 0, i), j->a[1])))
                return false;
    return true;
}

static bool flatzinc_listed(const struct flatzinc_judge *j)
{
    const int n = j->a[0].n;
    for (int t = 0; n && t + n <= j->a[1].n; t += n) {
        int k = 0;
        while (k < n && flatzinc_of_list(j, 0, k) == flatzinc_of_list(j, 1, t + k)) k++;
        if (k == n) return true;
    }
    return false;
}

/* How many items of list i have the value. */
static int64_t flatzinc_number_of(const struct flatzinc_judge *j, int i, int64_t value)
{
    int64_t n = 0;
    for (int k = 0; k < j->a[i].n; k++) n += flatzinc_of_list(j, i, k) == value;
    return n;
}

/* Whether each item of list `side` is the place of an item of the other list that is its place. */
static bool flatzinc_mutual(const struct flatzinc_judge *j, int side)
{
    const int64_t low = j->a[2].v;
    for (int k = 0; k < j->a[side].n; k++) {
        const int64_t at = flatzinc_of_list(j, side, k) - low;
        if (at < 0 || at >= j->a[!side].n || flatzinc_of_list(j, !side, at) != k + low) return false;
    }
    return true;
}

static bool flatzinc_rises(const struct flatzinc_judge *j)
{
    for (int k = 1; k < j->a[0].n; k++)
        if (flatzinc_of_list(j, 0, k) < flatzinc_of_list(j, 0, k - 1) + j->a[1].v) return false;
    return true;
}

static bool flatzinc_precedes(const struct flatzinc_judge *j)
{
    for (int k = 0; k < j->a[0].n; k++) {
        const int64_t x = flatzinc_of_list(j, 0, k), y = flatzinc_of_list(j, 1, k);
        if (x != y) return x < y;
    }
    return !j->a[2].v;
}

static bool flatzinc_counted(const struct flatzinc_judge *j)
{
    for (int k = 0; k < j->a[1].n; k++)
        if (flatzinc_number_of(j, 0, flatzinc_of_list(j, 1, k)) != flatzinc_of_list(j, 2, k)) return false;
    return true;
}

/* The constraint without its condition. x, y and z are its first arguments, where these are
 * numbers. */
static bool flatzinc_satisfied(const struct flatzinc_judge *j, enum flatzinc_kind kind)
{
    int64_t v[3] = {0};
    const char *types = flatzinc_arguments[kind];
    for (int i = 0; i < 3 && types[i]; i++)
        if (strchr("ibc", types[i])) v[i] = flatzinc_judged(j, j->a[i]);
    const int64_t x = v[0], y = v[1], z = v[2];
#define WEIGHTED flatzinc_weighted(j)
#define COUNT(list, value) flatzinc_number_of(j, list, value)
#define CONSTRAINT(name, arguments, holds)                                                                             \
    case FLATZINC_##name:                                                                                              \
        return holds;
    switch (kind) {
#include "declared/flatzinc_list.h"
    case FLATZINC_KINDS:
        break;
    }
    return false;
}

bool flatzinc_holds(const struct flatzinc *f, const struct flatzinc_constraint *c, const struct flatzinc_values *v)
{
    const struct flatzinc_judge j = {f, v, f->item + c->from};
    const bool r = (!c->reified && !c->implied) || flatzinc_judged(&j, j.a[c->n - 1]);
    if (c->implied && !r) return true; /* its arguments are not checked, either */
    return flatzinc_satisfied(&j, c->kind) == r;
}
