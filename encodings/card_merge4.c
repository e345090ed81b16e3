/* card_merge4: a selection network whose merges take four sequences at once.
 *
 *      4 quarters, the top c of each, sorted:     a a a   b b b   c c c   d d d
 *      their odd places, merged (4 ways):   x1 x2 x3 ..      X true ones
 *      their even places, merged:           y1 y2 y3 ..      Y true ones, Y <= X <= Y + 4
 *                                                \ /
 *      combined:   z1 = x1      z[2m]   = y[m]  or  x[m+2]  or  x[m+1] and y[m-1]
 *                               z[2m+1] = x[m+1] and y[m]   or  x[m+2] and y[m-1]
 *
 * A pair of outputs t = 2m, 2m+1 asks for X + Y >= t, and with 0 <= X - Y <= 4 only these X can be
 * where it just holds. Four sequences in one step need fewer layers than two twice.
 *
 * Clauses     up, for y[0] true and what is past an end false:
 *             -y[m] | z[2m],  -x[m+2] | z[2m],  -x[m+1] | -y[m-1] | z[2m]
 *             -x[m+1] | -y[m] | z[2m+1],  -x[m+2] | -y[m-1] | z[2m+1]
 *             down:  x[m+1] | y[m] | -z[2m],  x[m+2] | y[m-1] | -z[2m]
 *             x[m+1] | -z[2m+1],  y[m-1] | -z[2m+1],  x[m+2] | y[m] | -z[2m+1]
 *             Four or fewer single inputs: by all their subsets. Two sequences: as card_network.
 * Size        O(n log^2 k); 5 clauses and 2 auxiliaries for a pair of outputs
 * Strength    arc-consistent, both bounds together
 * Source      Karpinski and Piotrow, Constraints 2019 (4-way odd-even merge selection) */
#include "encodings/shared/sorting.h"

enum { WAYS = 4 };

struct sequence {
    const lit *x;
    int n;
};

/* ---- four or fewer inputs ---------------------------------------------------------------- */

static void sort_few(enum direction d, const lit *x, int n, int c, lit *z, struct cnf *f)
{
    for (int v = 1; v <= n && v <= c; v++) z[v - 1] = n == 1 ? x[0] : cnf_var(f);
    for (int set = 1; set < 1 << n && n > 1; set++) {
        lit up[WAYS + 1], down[WAYS + 1];
        int m = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) {
                up[m] = -x[i];
                down[m++] = x[i];
            }
        int at_least = m, missing = n - m + 1; /* none of m is true: not so many are */
        if (d & COUNT_UP && at_least <= c) {
            up[m] = z[at_least - 1];
            cnf_clause(f, up, m + 1);
        }
        if (d & COUNT_DOWN && missing <= c) {
            down[m] = -z[missing - 1];
            cnf_clause(f, down, m + 1);
        }
    }
}

/* ---- merging ----------------------------------------------------------------------------- */

/* A clause of literals and of constants: place 0 is true, places past the end are false. */
struct clause {
    lit v[3];
    int n;
    bool satisfied;
};

static void add(struct clause *c, const struct sequence *s, int place, int sign)
{
    if (place >= 1 && place <= s->n)
        c->v[c->n++] = sign * s->x[place - 1];
    else if ((place < 1) == (sign > 0))
        c->satisfied = true;
}

/* x at place i and y at place j imply z, or their negations its negation. */
static void imply(const struct sequence *x, int i, const struct sequence *y, int j, int sign, lit z, struct cnf *f)
{
    struct clause c = {{0}, 0, false};
    add(&c, x, i, -sign);
    add(&c, y, j, -sign);
    c.v[c.n++] = sign * z;
    if (!c.satisfied) cnf_clause(f, c.v, c.n);
}

/* Place 0 is true and says nothing going up; this place is false and says nothing going down. */
enum { TRUE_PLACE = 0, FALSE_PLACE = 1 << 30 };

static void combine(enum direction d, const struct sequence *x, const struct sequence *y, int n, lit *z, struct cnf *f)
{
    z[0] = x->x[0];
    for (int t = 2; t <= n; t++) {
        int m = t / 2;
        lit out = z[t - 1] = cnf_var(f);
        if (d & COUNT_UP && t % 2 == 0) {
            imply(x, TRUE_PLACE, y, m, 1, out, f);
            imply(x, m + 2, y, TRUE_PLACE, 1, out, f);
            imply(x, m + 1, y, m - 1, 1, out, f);
        } else if (d & COUNT_UP) {
            imply(x, m + 1, y, m, 1, out, f);
            if (m > 1) imply(x, m + 2, y, m - 1, 1, out, f);
            if (m == 1) imply(x, m + 2, y, TRUE_PLACE, 1, out, f);
        }
        if (d & COUNT_DOWN && t % 2 == 0) {
            imply(x, m + 1, y, m, -1, out, f);
            imply(x, m + 2, y, m - 1, -1, out, f);
        } else if (d & COUNT_DOWN) {
            imply(x, m + 1, y, FALSE_PLACE, -1, out, f);
            imply(x, FALSE_PLACE, y, m - 1, -1, out, f);
            imply(x, m + 2, y, m, -1, out, f);
        }
    }
}

static int merge(enum direction d, const struct sequence *s, int c, lit *z, struct cnf *f);

/* The first c of every second place of each sequence, from the first or the second on, merged. */
static struct sequence merge_half(enum direction d, const struct sequence *s, int from, int c, lit *room, struct cnf *f)
{
    struct sequence half[WAYS];
    int n = 0;
    for (int w = 0; w < WAYS; w++) {
        half[w] = (struct sequence){room + n, 0};
        for (int i = from; i < s[w].n; i += 2) room[n + half[w].n++] = s[w].x[i];
        n += half[w].n;
    }
    lit *z = room + n;
    return (struct sequence){z, merge(d, half, c, z, f)};
}

/* The first c places of four sorted sequences, and how many there are. z has room for all. */
static int merge(enum direction d, const struct sequence *s, int c, lit *z, struct cnf *f)
{
    struct sequence part[WAYS] = {{0}};
    int parts = 0, total = 0, longest = 0;
    for (int w = 0; w < WAYS; w++) {
        int n = min_int(s[w].n, c);
        if (!n) continue;
        part[parts++] = (struct sequence){s[w].x, n};
        total += n;
        if (n > longest) longest = n;
    }
    int n = min_int(total, c);
    if (parts <= 2) return sorting_merge(d, part[0].x, part[0].n, part[1].x, part[1].n, c, z, f);
    if (longest == 1) {
        lit x[WAYS];
        for (int w = 0; w < parts; w++) x[w] = part[w].x[0];
        sort_few(d, x, parts, c, z, f);
        return n;
    }
    lit *room = mem_new(4 * (size_t)total, sizeof *room);
    struct sequence x = merge_half(d, part, 0, c / 2 + 2, room, f);
    struct sequence y = merge_half(d, part, 1, c / 2, room + 2 * total, f);
    combine(d, &x, &y, n, z, f);
    mem_free(room);
    return n;
}

static void merge4_select(enum direction d, const lit *x, int n, int c, lit *z, struct cnf *f)
{
    if (n <= WAYS) {
        sort_few(d, x, n, c, z, f);
        return;
    }
    lit *room = mem_new((size_t)n, sizeof *room);
    struct sequence part[WAYS];
    for (int w = 0, from = 0; w < WAYS; w++) {
        int m = (n - from + WAYS - w - 1) / (WAYS - w);
        part[w] = (struct sequence){room + from, min_int(m, c)};
        merge4_select(d, x + from, m, min_int(m, c), room + from, f);
        from += m;
    }
    merge(d, part, c, z, f);
    mem_free(room);
}

static void merge4_encode(const struct constraint *c, struct cnf *f) { sorting_encode(c, merge4_select, f); }

static void merge4_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    sorting_count(c, d, merge4_select, f, out);
}

const struct encoder card_merge4 = {
    .name = "card_merge4",
    .about = "a selection network of four-way merges",
    .cite = "Karpinski and Piotrow, Constraints 2019",
    .cost = "O(n log^2(k+1)) clauses and variables",
    .kind = CARD,
    .strength = STRENGTH_AC,
    .both = true,
    .monotone = true,
    .encode = merge4_encode,
    .count = merge4_count,
};
