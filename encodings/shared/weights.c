#include "encodings/shared/weights.h"
#include "base/number.h"
#include "base/text.h"

#include <stdlib.h>

static int weights_by_weight(const void *p, const void *q)
{
    const struct weighted *a = p, *b = q;
    if (a->w != b->w) return a->w < b->w ? -1 : 1;
    return (lit_var(a->x) > lit_var(b->x)) - (lit_var(a->x) < lit_var(b->x));
}

void weights_mean_sum(struct cnf *f, lit y, const struct weighted *term, int n, int64_t least)
{
    SCOPED(terms) sum = {0};
    for (int i = 0; i < n; i++) terms_add(&sum, term[i].x, term[i].w);
    cnf_means(f, y, sum.x.v, sum.w, n, least);
}

void weights_digit(const struct constraint *c, int bit, bool both, struct lits *x, struct cnf *f)
{
    for (int i = 0; i < c->n && !c->group; i++)
        if (c->w[i] >> bit & 1) lits_push(x, c->x[i]);
    if (!c->group) return;
    int groups = 0;
    for (int i = 0; i < c->n; i++) groups = c->group[i] >= groups ? c->group[i] + 1 : groups;
    OWNED int *first = mem_new((size_t)groups, sizeof *first), *next = mem_new((size_t)c->n, sizeof *next);
    for (int i = c->n - 1; i >= 0; i--) {
        if (!(c->w[i] >> bit & 1)) continue;
        next[i] = first[c->group[i]];
        first[c->group[i]] = i + 1;
    }
    SCOPED(lits) clause = {0};
    for (int g = 0; g < groups; g++) {
        if (!first[g]) continue;
        lit y = next[first[g] - 1] ? cnf_var(f) : c->x[first[g] - 1];
        lits_push(x, y);
        if (!next[first[g] - 1]) continue;
        clause.n = 0;
        lits_push(&clause, -y);
        for (int i = first[g]; i; i = next[i - 1]) {
            cnf_2(f, -c->x[i - 1], y);
            lits_push(&clause, c->x[i - 1]);
        }
        if (both) cnf_clause(f, clause.v, clause.n);
    }
}

double weights_bits(const struct constraint *c, int bit)
{
    double n = 0;
    for (int i = 0; i < c->n; i++) n += (double)(c->w[i] >> bit & 1);
    return n;
}

bool weights_refuse(const struct constraint *c, const char *name, int most, const char *what, struct text *err)
{
    return text_error(err,
                      "The PB encoding %s would need more than %d %s for %d weights and the bound %lld; "
                      "use --pb adder or --pb binmerge.",
                      name, most, what, c->n, (long long)c->hi);
}

bool weights_feasible(const struct constraint *c, const char *name, double clauses, int64_t most, const char *use,
                      struct text *err)
{
    if (clauses <= (double)tuning_most(c, most)) return true;
    return text_error(err,
                      "The PB encoding %s would need about %.3g clauses for %d weights and the bound %lld; use %s.",
                      name, clauses, c->n, (long long)c->hi, use);
}

/* ---- leaves -------------------------------------------------------------------------------------- */

struct member {
    int64_t heaviest; /* of its group */
    int group;
    struct weighted term;
};

static int by_leaf(const void *p, const void *q)
{
    const struct member *a = p, *b = q;
    if (a->heaviest != b->heaviest) return a->heaviest < b->heaviest ? -1 : 1;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    return weights_by_weight(&a->term, &b->term);
}

/* Few are sorted by insertion, which is several times as fast as a call for each comparison. */
static void weights_sort(struct weighted *term, int n)
{
    enum { FEW = 64 };
    if (n > FEW) qsort(term, (size_t)n, sizeof *term, weights_by_weight);
    for (int i = 1; i < n && n <= FEW; i++) {
        const struct weighted t = term[i];
        int j = i;
        for (; j && (term[j - 1].w > t.w || (term[j - 1].w == t.w && weights_by_weight(&term[j - 1], &t) > 0)); j--)
            term[j] = term[j - 1];
        term[j] = t;
    }
}

static struct weighted *one_by_one(const struct constraint *c, bool sorted)
{
    struct weighted *term = mem_new((size_t)c->n, sizeof *term);
    for (int i = 0; i < c->n; i++) term[i] = (struct weighted){c->w[i], c->x[i]};
    if (sorted) weights_sort(term, c->n);
    return term;
}

static struct weighted *by_groups(const struct constraint *c, int *group)
{
    OWNED int64_t *heaviest = mem_new((size_t)c->n, sizeof *heaviest);
    OWNED struct member *m = mem_new((size_t)c->n, sizeof *m);
    struct weighted *term = mem_new((size_t)c->n, sizeof *term);
    for (int i = 0; i < c->n; i++) heaviest[c->group[i]] = max64(heaviest[c->group[i]], c->w[i]);
    for (int i = 0; i < c->n; i++) m[i] = (struct member){heaviest[c->group[i]], c->group[i], {c->w[i], c->x[i]}};
    qsort(m, (size_t)c->n, sizeof *m, by_leaf);
    for (int i = 0; i < c->n; i++) {
        term[i] = m[i].term;
        group[i] = m[i].group;
    }
    return term;
}

struct weights_leaves weights_leaves(const struct constraint *c, bool use_groups, bool sorted)
{
    use_groups = use_groups && c->group && !c->block;
    struct weights_leaves l = {.at = mem_new((size_t)c->n + 1, sizeof *l.at)};
    OWNED int *group = mem_new((size_t)c->n, sizeof *group);
    l.term = use_groups ? by_groups(c, group) : one_by_one(c, sorted && !c->block);
    for (int i = 0; i < c->n; i++)
        if (!i || !use_groups || group[i] != group[i - 1]) l.at[l.n++] = i;
    l.at[l.n] = c->n;
    for (int i = 0; i < l.n; i++) l.total += l.term[l.at[i + 1] - 1].w;
    return l;
}

void weights_leaves_release(struct weights_leaves *l) { MEM_FREE(l->term, l->at); }

/* ---- rising lists of sums -------------------------------------------------------------------------- */

static int64_t sum_at(const struct rising_from *a, int i) { return i ? a->more[i - 1] : a->first; }

static void rising_release(struct rising *r) { mem_free(r->v); }

static struct rising weights_merge(const struct rising *p, const struct rising *q, int64_t top)
{
    struct rising r = {mem_new((size_t)p->n + (size_t)q->n, sizeof *r.v), 0};
    for (int i = 0, j = 0; i < p->n || j < q->n;) {
        int64_t v = j == q->n || (i < p->n && p->v[i] <= q->v[j]) ? p->v[i++] : q->v[j++];
        if (r.n && (r.v[r.n - 1] == v || r.v[r.n - 1] >= top)) continue;
        r.v[r.n++] = v;
    }
    return r;
}

/* Of a's sums from..to-1, by halves. */
static struct rising pairs(const struct rising_from *a, int from, int to, const struct rising_from *b, int64_t top,
                           const struct constraint *c)
{
    enum { MANY = 1 << 12 };
    if (to - from > 1) {
        int mid = from + (to - from) / 2;
        SCOPED(rising) p = pairs(a, from, mid, b, top, c), q = pairs(a, mid, to, b, top, c);
        if (p.n + q.n > MANY) encoder_poll(c);
        return weights_merge(&p, &q, top);
    }
    struct rising r = {mem_new((size_t)b->n + 1, sizeof *r.v), 0};
    for (int j = 0; j <= b->n; j++) {
        r.v[r.n++] = sum_at(a, from) + sum_at(b, j);
        if (r.v[r.n - 1] >= top) break;
    }
    return r;
}

struct rising weights_pairs(const struct rising_from *a, const struct rising_from *b, int64_t top,
                            const struct constraint *c)
{
    return pairs(a, 0, a->n + 1, b, top, c);
}

int weights_place(const int64_t *sum, int k, int n, int64_t v)
{
    while (k < n) {
        int mid = k + (n - k) / 2;
        if (sum[mid] < v)
            k = mid + 1;
        else
            n = mid;
    }
    return k;
}

/* ---- numbers in binary ----------------------------------------------------------------------------- */

/* Appends a literal that is not there yet: one input can be two of the bits. */
static int with(lit *clause, int n, lit x)
{
    for (int i = 0; i < n; i++)
        if (clause[i] == x) return n;
    clause[n] = x;
    return n + 1;
}

void weights_compare(const lit *z, int bits, int64_t bound, int sign, lit y, struct cnf *f)
{
    lit clause[WEIGHTS_BITS + 1];
    int n = 0;
    if (y) clause[n++] = -sign * y;
    for (int b = bits - 1; b >= 0; b--) {
        bool undecided = (bound >> b & 1) == (sign < 0);
        if (z[b] && undecided) {
            n = with(clause, n, sign * z[b]);
        } else if (z[b]) {
            cnf_clause(f, clause, with(clause, n, sign * z[b]));
        } else if (undecided == (sign < 0)) { /* never set: the bits above have decided */
            if (!undecided) cnf_clause(f, clause, n);
            return;
        }
    }
}
