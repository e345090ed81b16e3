/* The meaning of a constraint under a partial assignment, for any number of inputs: computed from
 * sums, a matching or a search of the graph, without clauses. */
#include "extras/audit/audit.h"
#include "base/number.h"

/* ---- sums ------------------------------------------------------------------------------------ */

/* What one group can add to the sum: nothing, or the weight of one of its inputs, which in a chain is
 * the heaviest true one. Without groups each input is a group. */
struct group_sum {
    int trues;
    int64_t heaviest, bar; /* the heaviest true input, the lightest false one; 0: none */
    int64_t least, most;
};

static int64_t weight_at(const struct constraint *c, int i) { return c->w ? c->w[i] : 1; }
static int group_at(const struct constraint *c, int i) { return c->group ? c->group[i] : i; }

static bool adds(const struct constraint *c, const signed char *given, const struct group_sum *sum, int i)
{
    const struct group_sum *g = &sum[group_at(c, i)];
    if (c->chain) return c->w[i] >= g->heaviest && (!g->bar || c->w[i] < g->bar);
    return given[i] >= 0 && g->trues == (given[i] > 0);
}

static void group_sums_of(const struct constraint *c, const signed char *given, struct group_sum *sum)
{
    for (int i = 0; i < c->n; i++) {
        struct group_sum *g = &sum[group_at(c, i)];
        int64_t w = weight_at(c, i);
        g->trues += given[i] > 0;
        if (given[i] > 0) g->heaviest = max64(g->heaviest, w);
        if (given[i] < 0) g->bar = g->bar ? min64(g->bar, w) : w;
        g->least = g->trues ? INT64_MAX : 0;
    }
    for (int i = 0; i < c->n; i++) {
        struct group_sum *g = &sum[group_at(c, i)];
        if (!adds(c, given, sum, i)) continue;
        g->least = min64(g->least, weight_at(c, i));
        g->most = max64(g->most, weight_at(c, i));
    }
}

/* Whether some sum within both bounds is attained, by the set of all sums. */
static bool groups_attain(const struct constraint *c, const signed char *given, const struct group_sum *sum)
{
    bool sums[AUDIT_SUM + 1] = {true}, attained = false;
    assert(c->hi <= AUDIT_SUM && "few sums");
    for (int g = 0; g < c->n; g++) {
        bool next[AUDIT_SUM + 1] = {false};
        for (int64_t v = 0; v <= c->hi && !sum[g].trues; v++) next[v] = sums[v];
        for (int i = 0; i < c->n; i++)
            for (int64_t v = weight_at(c, i); group_at(c, i) == g && adds(c, given, sum, i) && v <= c->hi; v++)
                next[v] |= sums[v - weight_at(c, i)];
        for (int64_t v = 0; v <= c->hi; v++) sums[v] = next[v];
    }
    for (int64_t v = c->lo; v <= c->hi; v++) attained |= sums[v];
    return attained;
}

static bool sum_extends(const struct constraint *c, const signed char *given)
{
    OWNED struct group_sum *sum = mem_new((size_t)c->n, sizeof *sum);
    int64_t least = 0, most = 0;
    group_sums_of(c, given, sum);
    for (int g = 0; g < c->n; g++) {
        if (sum[g].least == INT64_MAX) return false;
        least += sum[g].least;
        most += sum[g].most;
    }
    if (least > c->hi || most < c->lo) return false;
    return !c->w || least >= c->lo || most <= c->hi || groups_attain(c, given, sum);
}

static bool parity_extends(const struct constraint *c, const signed char *given)
{
    int sum = 0, open = 0;
    for (int i = 0; i < c->n; i++) {
        sum += given[i] > 0;
        open += !given[i];
    }
    return open || (sum & 1) == c->hi;
}

/* ---- integers: a matching of integers and values --------------------------------------------- */

/* Whether integer i, given some of its literals, can be i->lo + v. */
static bool value_fits(const struct integer *i, const signed char *given, int64_t v)
{
    for (int k = 0; k < i->n; k++)
        if (given[k] && (given[k] > 0) != integer_bit(i->form, k, v)) return false;
    return true;
}

struct matching {
    const struct constraint *c;
    const signed char *given;
    int64_t lo;
    int *owner; /* by value from lo on: 1 + the integer that has it; 0: none */
    bool *seen; /* by value, in the present search */
};

static bool matching_add(struct matching *m, int i)
{
    const struct integer *it = &m->c->integer[i];
    const signed char *given = m->given;
    for (int j = 0; j < i; j++) given += m->c->integer[j].n;
    for (int64_t v = it->lo; v <= it->hi; v++) {
        int at = (int)(v - m->lo);
        if (m->seen[at] || !value_fits(it, given, v - it->lo)) continue;
        m->seen[at] = true;
        if (m->owner[at] && !matching_add(m, m->owner[at] - 1)) continue;
        m->owner[at] = i + 1;
        return true;
    }
    return false;
}

/* All-different; for a single integer: it has a value. */
static bool integers_extend(const struct constraint *c, const signed char *given)
{
    int64_t lo = INT64_MAX, hi = INT64_MIN;
    bool ok = true;
    for (int i = 0; i < c->integers; i++) {
        lo = min64(lo, c->integer[i].lo);
        hi = max64(hi, c->integer[i].hi);
    }
    OWNED int *owner = mem_new((size_t)(hi - lo) + 1, sizeof *owner);
    for (int i = 0; i < c->integers && ok; i++) {
        OWNED bool *seen = mem_new((size_t)(hi - lo) + 1, sizeof *seen);
        ok = matching_add(&(struct matching){c, given, lo, owner, seen}, i);
    }
    return ok;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* Whether the true vertices are joined through vertices that are not false. */
static bool graph_extends(const struct constraint *c, const signed char *given)
{
    OWNED bool *seen = mem_new((size_t)c->n, sizeof *seen);
    int first = 0;
    while (first < c->n && given[first] <= 0) first++;
    if (first < c->n) seen[first] = true;
    for (bool more = true; more;) {
        more = false;
        for (int k = 0; k < c->edges; k++) {
            int from = c->edge[k].from, to = c->edge[k].to;
            if (given[from] < 0 || given[to] < 0 || seen[from] == seen[to]) continue;
            seen[from] = seen[to] = more = true;
        }
    }
    for (int i = first; i < c->n; i++)
        if (given[i] > 0 && !seen[i]) return false;
    return true;
}

bool audit_extends(const struct constraint *c, const signed char *given)
{
    if (c->kind == XOR) return parity_extends(c, given);
    if (c->kind == CONN) return graph_extends(c, given);
    return c->kind > XOR ? integers_extend(c, given) : sum_extends(c, given);
}
