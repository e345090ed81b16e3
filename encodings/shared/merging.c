#include "base/number.h"
#include "encodings/shared/sorting.h"

/* ---- places ------------------------------------------------------------------------------------------------------ */

static bool in(struct place_range p, int t) { return t >= p.from && t <= p.to; }
static bool merging_empty(struct place_range p) { return p.from > p.to; }

int merging_last(const struct wanted *w) { return max_int(w->up.to, w->down.to); }

static inline void merging_mean(const struct wanted *w, int t, lit z, struct cnf *f)
{
    if (w->counted) cnf_means(f, z, w->counted->v, NULL, w->counted->n, t);
}

/* The literal of place t: 0 if it is fixed. */
static inline lit made(const struct wanted *w, int t, struct cnf *f)
{
    if (w->hard) return 0;
    const lit z = cnf_var(f);
    merging_mean(w, t, z, f);
    return z;
}

/* All places up to the last that is wanted in any direction. An odd-even step needs the lower ones,
 * and places after the last are left out for both inputs. */
struct wanted merging_part(const struct wanted *w, int n)
{
    struct place_range all = {1, min_int(merging_last(w), n)}, none = {1, 0};
    return (struct wanted){merging_empty(w->up) ? none : all, merging_empty(w->down) ? none : all, .part = true,
                           .half = w->half};
}

/* ---- up to four sequences from their odd and their even places --------------------------------------------------- */

/* Of two sequences X = Y, Y + 1 or Y + 2 odd places are true, Y being the even ones; of four at
 * most Y + 4. So the places t = 2m and 2m + 1 are these terms over x[m + i] and y[m + j]: up, one
 * of them true; down, in each clause one true. Place 0 is true.
 *
 *      two     z[2m]   = x[m+1] or y[m]                            z[2m+1] = x[m+1] and y[m]
 *      four    z[2m]   = y[m] or x[m+2] or x[m+1] and y[m-1]       z[2m+1] = x[m+1] and y[m]  or  x[m+2] and y[m-1] */
enum { NONE = -9 };
struct merge_term {
    int x, y; /* i and j, or NONE */
};
enum { TERMS = 3 };
struct rule {
    struct merge_term up[TERMS], down[TERMS];
    int ups, downs;
};
static const struct rule rules[2][2] = {
    {{{{1, NONE}, {NONE, 0}}, {{1, 0}}, 2, 1}, {{{1, 0}}, {{1, NONE}, {NONE, 0}}, 1, 2}},
    {{{{NONE, 0}, {2, NONE}, {1, -1}}, {{1, 0}, {2, -1}}, 3, 2},
     {{{1, 0}, {2, -1}}, {{1, NONE}, {NONE, -1}, {2, 0}}, 2, 3}},
};

static struct place_range spread(struct place_range p, int back, int ahead)
{
    if (merging_empty(p)) return p;
    int from = p.from <= 1 ? 1 : p.from / 2 + back;
    return (struct place_range){from < 1 ? 1 : from, p.to / 2 + ahead};
}

struct wanted merging_odd(const struct wanted *w, int ways)
{
    return (struct wanted){spread(w->up, 1, ways / 2), spread(w->down, 1, ways / 2), .half = true};
}

struct wanted merging_even(const struct wanted *w, int ways)
{
    int back = 1 - ways / 2;
    return (struct wanted){spread(w->up, back, 0), spread(w->down, back, 0), .half = true};
}

/* A clause of literals and of constants: place 0 is true, places past the end are false. */
struct clause {
    lit v[3];
    int n;
    bool satisfied;
};

static void merging_add(struct clause *c, const struct sequence *s, int place, int sign)
{
    if (place >= 1 && place <= s->n) {
        assert(s->x[place - 1] && "a place that is wanted");
        c->v[c->n++] = sign * s->x[place - 1];
    } else if ((place < 1) == (sign > 0)) {
        c->satisfied = true;
    }
}

/* Up: x[i] and y[j] imply z. Down: their negations its negation. */
static struct clause clause_of(const struct sequence *x, const struct sequence *y, struct merge_term t, int m, int sign)
{
    struct clause c = {{0}, 0, false};
    if (t.x != NONE) merging_add(&c, x, m + t.x, -sign);
    if (t.y != NONE) merging_add(&c, y, m + t.y, -sign);
    return c;
}

/* The literal that place 2m or 2m + 1 is, if nothing else can make it true; or 0. */
static lit merging_same(const struct sequence *x, const struct sequence *y, const struct rule *r, int m)
{
    lit only = 0;
    for (int i = 0; i < r->ups; i++) {
        struct clause c = clause_of(x, y, r->up[i], m, 1);
        if (c.satisfied) continue;
        if (only || c.n != 1) return 0;
        only = -c.v[0];
    }
    return only;
}

static void merging_put(struct clause *c, lit z, struct cnf *f)
{
    if (z) c->v[c->n++] = z;
    if (!c->satisfied) cnf_clause(f, c->v, c->n);
}

static void merging_fix(const struct wanted *w, int t, lit x, struct cnf *f)
{
    if (in(w->up, t)) cnf_1(f, -x);
    if (in(w->down, t)) cnf_1(f, x);
}

void merging_combine(int ways, const struct sequence *x, const struct sequence *y, const struct wanted *w, lit *z,
                     struct cnf *f)
{
    for (int t = 1, last = merging_last(w); t <= last; t++) {
        bool up = in(w->up, t), down = in(w->down, t);
        if (!up && !down) continue;
        int m = t / 2;
        const struct rule *r = &rules[ways / 2 - 1][t % 2];
        lit copy = t == 1 ? x->x[0] : m + ways / 2 > x->n || m > y->n ? merging_same(x, y, r, m) : 0;
        z[t - 1] = copy ? copy : made(w, t, f);
        if (copy) merging_mean(w, t, z[t - 1], f);
        if (copy && w->hard) merging_fix(w, t, copy, f);
        for (int i = 0; up && !copy && i < r->ups; i++) {
            if (t == 2 && r->up[i].x == 2) continue; /* x[3] says no more than x[2] does */
            struct clause c = clause_of(x, y, r->up[i], m, 1);
            merging_put(&c, z[t - 1], f);
        }
        for (int i = 0; down && !copy && i < r->downs; i++) {
            struct clause c = clause_of(x, y, r->down[i], m, -1);
            merging_put(&c, -z[t - 1], f);
        }
    }
}

/* ---- without more steps ------------------------------------------------------------------------------------------ */

void merging_copy(const struct sequence *s, const struct wanted *w, lit *z, struct cnf *f)
{
    for (int t = 1, last = min_int(merging_last(w), s->n); t <= last; t++) {
        z[t - 1] = s->x[t - 1];
        if (w->hard) merging_fix(w, t, z[t - 1], f);
    }
}

/* Every set of t inputs makes place t true; every set of n - t + 1 false ones makes it false. */
void merging_subsets(const struct sequence *s, const struct wanted *w, lit *z, struct cnf *f)
{
    int n = s->n;
    for (int t = 1; t <= n; t++)
        if (in(w->up, t) || in(w->down, t)) z[t - 1] = made(w, t, f);
    for (int set = 1; set < 1 << n; set++) {
        lit c[MERGING_SUBSETS + 1];
        int m = 0, missing = n + 1 - __builtin_popcount((unsigned)set);
        for (int i = 0; i < n; i++)
            if (set >> i & 1) c[m++] = -s->x[i];
        if (in(w->up, m)) {
            c[m] = z[m - 1];
            cnf_clause(f, c, w->hard ? m : m + 1);
        }
        if (!in(w->down, missing)) continue;
        for (int i = 0; i < m; i++) c[i] = -c[i];
        c[m] = -z[missing - 1];
        cnf_clause(f, c, w->hard ? m : m + 1);
    }
}

/* Parts i of a and s - i of b make a sum of s: the range of i. */
static struct place_range parts(int a, int b, int s) { return (struct place_range){s > b ? s - b : 0, min_int(a, s)}; }

/* Counts a clause of up to three literals for each i of parts(a, b, s), with one literal less at either end. */
static void count_pairs(int a, int b, int s, bool hard, struct cnf *f)
{
    struct place_range p = parts(a, b, s);
    int64_t many = p.to - p.from + 1;
    cnf_count(f, (struct size){.clauses = many, .literals = many * (hard ? 2 : 3) - (p.from == 0) - (p.to == s)});
}

void merging_pairs(const struct sequence *a, const struct sequence *b, const struct wanted *w, lit *z, struct cnf *f)
{
    for (int t = 1, last = merging_last(w); t <= last; t++) {
        bool up = in(w->up, t), down = in(w->down, t);
        if (!up && !down) continue;
        lit y = z[t - 1] = made(w, t, f);
        if (!f->put && up) count_pairs(a->n, b->n, t, w->hard, f);
        if (!f->put && down) count_pairs(a->n, b->n, a->n + b->n + 1 - t, w->hard, f);
        if (!f->put) continue;
        struct place_range at_least = parts(a->n, b->n, t), at_most = parts(a->n, b->n, t - 1);
        for (int i = at_least.from; up && i <= at_least.to; i++)
            cnf_some(f, i ? -a->x[i - 1] : 0, i < t ? -b->x[t - i - 1] : 0, y);
        for (int i = at_most.from; down && i <= at_most.to; i++)
            cnf_some(f, i < a->n ? a->x[i] : 0, t - 1 - i < b->n ? b->x[t - 1 - i] : 0, -y);
    }
}
