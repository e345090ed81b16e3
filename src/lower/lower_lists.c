/* Rows over lists of integers.
 *
 * increasing   a comparison of each two neighbors
 * lex          e[i]: the lists are equal before place i. e[i] -> x[i] <= y[i];  e[i] -> x[i] < y[i] or e[i +
 *              1]: linear, as in Frisch, Hnich, Kiziltan, Miguel, Walsh, Propagation algorithms for
 *              lexicographic ordering constraints, AIJ 170, 2006
 * inverse      n^2 equivalences of values
 * cardinality  a sum of values for each count: Régin, AAAI 1996, is the constraint
 * regular      a literal for each state and each transition at each place, which imply each other: Bacchus,
 *              GAC via Unit Propagation, CP 2007; Pesant, CP 2004, is the constraint. Linear in the length
 *              times the transitions.
 * no_overlap   for each two boxes and each dimension the literals "this one ends before the other begins", of
 *              which one is true: Soh, Inoue, Tamura, Banbara, Nabeshima, A SAT-based Method for Solving the
 *              Two-dimensional Strip Packing Problem, Fundamenta Informaticae 102, 2010 */
#include "lower/lower_inside.h"
#include "model/model_row.h"

/* Sends if -> w0 x0 + w1 x1 + .. <= hi; iff 0: always. Integers that have one value are added to the bound. */
static bool send_at_most(struct lowering *l, lit iff, const int *integer, const int64_t *w, int n, int64_t hi)
{
    int x[4];
    int64_t weight[4];
    int k = 0;
    for (int i = 0; i < n; i++) {
        struct integer it = model_integer(l->m, integer[i]);
        if (it.lo == it.hi) {
            hi -= w[i] * it.lo;
            continue;
        }
        x[k] = integer[i];
        weight[k++] = w[i];
    }
    return lowering_linear(l, &(struct row){.kind = ROW_LINEAR,
                                            .integer = x,
                                            .integers = k,
                                            .w = weight,
                                            .lo = INT64_MIN,
                                            .hi = hi,
                                            .iff = iff,
                                            .half = iff != 0});
}

static bool send_difference(struct lowering *l, lit iff, int x, int y, int64_t most)
{
    return send_at_most(l, iff, (const int[]){x, y}, (const int64_t[]){1, -1}, 2, most);
}

bool lowering_increasing(struct lowering *l, const struct row *r)
{
    for (int i = 1; i < r->integers; i++)
        if (!send_difference(l, 0, r->integer[i - 1], r->integer[i], -r->lo)) return false;
    return true;
}

bool lowering_lex(struct lowering *l, const struct row *r)
{
    const int half = (r->n + r->integers) / 2;
    lit equal = 0; /* before this place; 0: there is none before */
    if (!half && r->lo) cnf_clause(l->f, NULL, 0);
    for (int i = 0; i < half; i++) {
        const bool last = i == half - 1;
        const lit next = last ? 0 : cnf_var(l->f);
        const bool less = last && r->lo; /* here, if not before */
        if (r->n) {
            const lit x = r->x[i], y = r->x[half + i], before = equal ? -equal : 0;
            cnf_some(l->f, before, -x, less ? 0 : y);
            if (less) cnf_some(l->f, before, y, 0);
            if (next) cnf_some(l->f, before, -x, next);
            if (next) cnf_some(l->f, before, y, next);
        } else {
            const int x = r->integer[i], y = r->integer[half + i];
            if (!send_difference(l, equal, x, y, less ? -1 : 0)) return false;
            if (next) {
                const lit below = cnf_var(l->f);
                cnf_some(l->f, equal ? -equal : 0, below, next);
                if (!send_difference(l, below, x, y, -1)) return false;
            }
        }
        equal = next;
    }
    return true;
}

/* Excludes the integer's values outside lo..hi. */
static void send_range(struct lowering *l, int integer, int64_t lo, int64_t hi)
{
    struct integer it = lowering_form(l, integer, FORM_DIRECT);
    for (int k = 0; k < it.n; k++)
        if (it.lo + k < lo || it.lo + k > hi) cnf_1(l->f, -it.x[k]);
}

bool lowering_inverse(struct lowering *l, const struct row *r)
{
    const int n = r->integers / 2;
    for (int i = 0; i < 2 * n; i++) send_range(l, r->integer[i], r->lo, r->lo + n - 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const lit x = lowering_value(l, r->integer[i], r->lo + j),
                      y = lowering_value(l, r->integer[n + j], r->lo + i);
            if (x) cnf_some(l->f, -x, y, 0);
            if (y) cnf_some(l->f, -y, x, 0);
        }
    return true;
}

bool lowering_cardinality(struct lowering *l, const struct row *r)
{
    const int n = r->integers - (int)r->hi;
    OWNED int64_t *w = mem_new((size_t)n + 1, sizeof *w);
    for (int k = 0; k < r->hi; k++) {
        SCOPED(lits) x = {0};
        for (int i = 0; i < n; i++) {
            const lit is = lowering_value(l, r->integer[i], r->w[k]);
            w[x.n] = 1;
            if (is) lits_push(&x, is);
        }
        w[x.n] = -1;
        if (!lowering_linear(
                l, &(struct row){
                       .kind = ROW_LINEAR, .n = x.n, .x = x.v, .integer = &r->integer[n + k], .integers = 1, .w = w}))
            return false;
    }
    for (int i = 0; i < n && r->lo; i++) {
        struct integer it = lowering_form(l, r->integer[i], FORM_DIRECT);
        for (int k = 0; k < it.n; k++) {
            int j = 0;
            while (j < r->hi && r->w[j] != it.lo + k) j++;
            if (j == r->hi) cnf_1(l->f, -it.x[k]);
        }
    }
    return true;
}

/* ---- automata -------------------------------------------------------------------------------- */

/* Finds the states that a word can have at each place, from the start and to an accepting state: alive[place *
 * states + state]. */
static bool *live_states(struct lowering *l, const struct row *r, const struct automaton *a)
{
    const int n = r->integers, states = (int)r->lo;
    bool *alive = mem_new(((size_t)n + 1) * (size_t)states, sizeof *alive);
    OWNED bool *ends = mem_new(((size_t)n + 1) * (size_t)states, sizeof *ends);
    alive[a->start] = true;
    for (int64_t k = 0; k < a->accepting; k++) ends[n * states + a->accepts[k]] = true;
    for (int i = 0; i < n; i++)
        for (const int64_t *t = a->transition; t < a->transition + 3 * a->transitions; t += 3)
            if (alive[i * states + t[0]] && lowering_value(l, r->integer[i], t[1]))
                alive[(i + 1) * states + t[2]] = true;
    for (int i = n - 1; i >= 0; i--)
        for (const int64_t *t = a->transition; t < a->transition + 3 * a->transitions; t += 3)
            if (ends[(i + 1) * states + t[2]] && lowering_value(l, r->integer[i], t[1])) ends[i * states + t[0]] = true;
    for (int k = 0; k < (n + 1) * states; k++) alive[k] = alive[k] && ends[k];
    return alive;
}

/* Sends, for each of n literals that is not 0, that it implies one of its list, which is released. */
static void send_lists(struct lowering *l, const lit *x, struct lits *some, int n)
{
    for (int k = 0; k < n; k++) {
        if (x[k]) lits_push(&some[k], -x[k]);
        if (x[k]) cnf_clause(l->f, some[k].v, some[k].n);
        lits_release(&some[k]);
    }
}

/* Sends the transitions at place i, between states that have the literals `from` and `to`. */
static void send_transitions(struct lowering *l, const struct row *r, const struct automaton *a, int i, const lit *from,
                             const lit *to)
{
    const int states = (int)r->lo;
    struct integer it = lowering_form(l, r->integer[i], FORM_DIRECT);
    OWNED struct lits *out = mem_new((size_t)states, sizeof *out), *in = mem_new((size_t)states, sizeof *in),
                      *by = mem_new((size_t)it.n, sizeof *by);
    for (const int64_t *t = a->transition; t < a->transition + 3 * a->transitions; t += 3) {
        const lit value = lowering_value(l, r->integer[i], t[1]);
        if (!from[t[0]] || !to[t[2]] || !value) continue;
        const lit x = cnf_var(l->f);
        cnf_2(l->f, -x, from[t[0]]);
        cnf_2(l->f, -x, value);
        cnf_2(l->f, -x, to[t[2]]);
        lits_push(&out[t[0]], x);
        lits_push(&in[t[2]], x);
        lits_push(&by[t[1] - it.lo], x);
    }
    send_lists(l, from, out, states);
    send_lists(l, to, in, states);
    send_lists(l, it.x, by, it.n);
}

bool lowering_regular(struct lowering *l, const struct row *r)
{
    const int states = (int)r->lo;
    const struct automaton a = kind_lists_automaton(r);
    OWNED bool *alive = live_states(l, r, &a);
    OWNED lit *now = mem_new((size_t)states, sizeof *now), *next = mem_new((size_t)states, sizeof *next);
    if (!alive[a.start]) cnf_clause(l->f, NULL, 0);
    if (!alive[a.start] || !r->integers) return true;
    now[a.start] = cnf_var(l->f);
    cnf_1(l->f, now[a.start]);
    for (int i = 0; i < r->integers; i++) {
        for (int q = 0; q < states; q++) next[q] = alive[(i + 1) * states + q] ? cnf_var(l->f) : 0;
        send_transitions(l, r, &a, i, now, next);
        lit *done = now;
        now = next;
        next = done;
    }
    return true;
}

/* ---- boxes ----------------------------------------------------------------------------------- */

/* Makes a literal that implies that box a ends before box b begins in that dimension; 0: it cannot. *always:
 * it does. */
static bool send_before(struct lowering *l, const int *a, const int *b, int d, int dimensions, struct lits *some,
                        bool *always)
{
    const int end[] = {a[d], a[dimensions + d], b[d]};
    struct integer x = model_integer(l->m, end[0]), w = model_integer(l->m, end[1]), y = model_integer(l->m, end[2]);
    *always = *always || x.hi + w.hi <= y.lo;
    if (*always || x.lo + w.lo > y.hi) return true;
    const lit before = cnf_var(l->f);
    lits_push(some, before);
    return send_at_most(l, before, end, (const int64_t[]){1, 1, -1}, 3, 0);
}

bool lowering_no_overlap(struct lowering *l, const struct row *r)
{
    const int dimensions = (int)r->lo, boxes = r->integers / (2 * dimensions);
    for (int i = 0; i < boxes; i++)
        for (int j = 0; j < i; j++) {
            const int *a = r->integer + 2 * dimensions * i, *b = r->integer + 2 * dimensions * j;
            bool always = false;
            SCOPED(lits) some = {0};
            for (int d = 0; d < 2 * dimensions; d++)
                if (!send_before(l, d % 2 ? b : a, d % 2 ? a : b, d / 2, dimensions, &some, &always)) return false;
            if (always) continue;
            for (int k = 0; k < 2 && r->n; k++) lits_push(&some, -r->x[k ? j : i]);
            cnf_clause(l->f, some.v, some.n);
        }
    return true;
}
