#include "gf2/kernel.h"
#include "base/random.h"

#include "base/table.h"

/* ---- classes --------------------------------------------------------------------------------- */

static bool same_pattern(const void *kernel, int c, const void *pattern)
{
    const struct kernel *k = kernel;
    size_t words = (size_t)k->words;
    return !memcmp(kernel_pattern(k, c), pattern, words * sizeof *k->pattern);
}

static int find_class(struct kernel *k, struct table *t, size_t *cap, const uint64_t *pattern)
{
    size_t words = (size_t)k->words, bytes = words * sizeof *pattern;
    uint64_t hash = table_hash(pattern, bytes);
    int known = table_find(t, hash, same_pattern, k, pattern);
    if (known >= 0) return known;
    table_add(t, hash);
    k->pattern = mem_grow(k->pattern, (size_t)k->classes, cap, bytes);
    memcpy(k->pattern + (size_t)k->classes * words, pattern, bytes);
    return k->classes++;
}

enum { POLL_INTERVAL = 1 << 10 }; /* variables */

static void read_classes(struct kernel *k, const struct parity *p)
{
    SCOPED(table) t = {0};
    size_t cap = 0;
    OWNED uint64_t *pattern = mem_new((size_t)k->words, sizeof *pattern);
    k->class_of = mem_new((size_t)k->vars + 1, sizeof *k->class_of);
    k->flipped = mem_new((size_t)k->vars + 1, sizeof *k->flipped);
    find_class(k, &t, &cap, pattern); /* class 0 */
    for (int v = 1; v <= k->vars; v++) {
        const uint64_t *form = v % POLL_INTERVAL || !job_over(k->job) ? parity_form(p, v) : NULL;
        k->class_of[v] = -1;
        if (!form) continue;
        memcpy(pattern, form, (size_t)k->words * sizeof *pattern);
        k->flipped[v] = pattern[0] & 1;
        pattern[0] &= ~UINT64_C(1);
        k->class_of[v] = find_class(k, &t, &cap, pattern);
    }
}

static void read_objective(struct kernel *k, const struct model *m)
{
    const struct objective *o = model_objective(m);
    k->spin = mem_new((size_t)k->classes, sizeof *k->spin);
    for (int i = 0; o && i < o->n; i++) {
        int v = lit_var(o->x[i]), c = k->class_of[v];
        int64_t w = o->w ? o->w[i] : 1;
        if (c < 0) continue;
        bool now = k->flipped[v] != (o->x[i] < 0);
        if (now) k->base += w;
        k->spin[c] += now ? -w : w;
    }
}

/* ---- whether all sums agree modulo 2, 4, 8 -----------------------------------------------------
 *
 * The exclusive or of bits b in T is the sum over nonempty U in T of (-2)^(|U|-1) * product of U.
 * Hence
 *     sum(y) = base + sum over nonempty U of (-2)^(|U|-1) * c_U * product of y_j, j in U,
 * where c_U is the sum of the spins of the classes whose pattern contains U. A multilinear
 * polynomial is constant modulo M on all bit vectors exactly if all its coefficients but the
 * constant are 0 modulo M (take the smallest U whose coefficient is not).
 *
 * So the sums agree modulo 2 iff all c_{i} are even: every column of K has even weight. They agree
 * modulo 4 iff c_{i} = 0 mod 4 and c_{i,j} = 0 mod 2, and modulo 8 iff c_{i} = 0 mod 8, c_{i,j} = 0
 * mod 4 and c_{i,j,k} = 0 mod 2. */

/* The largest power of 2 up to `most` that divides factor * c_U for all U = chosen + one or more of
 * first.. */
static int64_t divides(const struct kernel *k, const int *in, int n, int first, int size, int64_t most)
{
    OWNED int *with = mem_new((size_t)n, sizeof *with);
    for (int j = first; j < k->dimension && most > 1 && (size || !job_over(k->job)); j++) {
        int count = 0;
        int64_t sum = 0;
        for (int i = 0; i < n; i++)
            if (kernel_has(kernel_pattern(k, in[i]), j)) {
                with[count++] = in[i];
                sum += k->spin[in[i]];
            }
        while ((sum * ((int64_t)1 << size)) % most) most /= 2;
        if (most > (int64_t)2 << size) most = divides(k, with, count, j + 1, size + 1, most);
    }
    return most;
}

static int64_t find_step(const struct kernel *k)
{
    OWNED int *all = mem_new((size_t)k->classes, sizeof *all);
    int n = 0;
    for (int c = 1; c < k->classes; c++)
        if (k->spin[c]) all[n++] = c;
    int64_t most = k->dimension <= 64 ? 8 : k->dimension <= 1000 ? 4 : 2;
    return divides(k, all, n, 0, 0, most);
}

/* ---- symmetries ------------------------------------------------------------------------------ */

/* Returns the objective's weight of each variable being true. */
static int64_t *weights(const struct model *m)
{
    const struct objective *o = model_objective(m);
    int64_t *w = mem_new((size_t)model_vars(m) + 1, sizeof *w);
    for (int i = 0; o && i < o->n; i++) w[lit_var(o->x[i])] += (o->w ? o->w[i] : 1) * lit_sign(o->x[i]);
    return w;
}

static bool kernel_odd(uint64_t x) { return __builtin_parityll(x); }

/* Computes the map g of a permutation P of the variables; back[v] is the variable that goes to v. P
 * acts on the solutions as x -> P x, (P x)_v = x_back[v]. If P x is a solution, its coordinates are
 * its values at the free variables, which are affine in y: that is g. P takes every solution to a
 * solution iff form(v)(g(y)) = form(back[v])(y) for all v. False: it does not. */
static bool map_of(const struct model *m, const struct parity *p, const int *back, struct kernel_map *g)
{
    int d = parity_facts(p).dimension;
    *g = (struct kernel_map){0};
    for (int i = 0; i < d; i++) {
        const uint64_t *form = parity_form(p, back[parity_free_var(p, i)]);
        if (!form) return false;
        g->shift |= (*form & 1) << i;
        for (int j = 0; j < d; j++) g->image[j] |= (*form >> (j + 1) & 1) << i;
    }
    for (int v = 1; v <= model_vars(m); v++) {
        const uint64_t *to = parity_form(p, v), *from = parity_form(p, back[v]);
        if (!to != !from) return false;
        if (!to) continue;
        uint64_t pattern = *to >> 1, composed = (*to & 1) ^ (uint64_t)kernel_odd(pattern & g->shift);
        for (int j = 0; j < d; j++) composed |= (uint64_t)kernel_odd(pattern & g->image[j]) << (j + 1);
        if (composed != *from) return false;
    }
    return true;
}

static bool same_map(const struct kernel_map *a, const struct kernel_map *b)
{
    return a->shift == b->shift && !memcmp(a->image, b->image, sizeof a->image);
}

/* Stores g, unless it is the identity or stored already. */
static void keep_map(struct kernel *k, size_t *cap, const struct kernel_map *g)
{
    bool identity = !g->shift;
    for (int j = 0; j < k->dimension; j++) identity &= g->image[j] == UINT64_C(1) << j;
    for (int i = 0; i < k->maps && !identity; i++) identity = same_map(&k->map[i], g);
    if (!identity) MEM_PUSH(k->map, k->maps, *cap, *g);
}

static struct kernel_map after(const struct kernel *k, const struct kernel_map *g, const struct kernel_map *h)
{
    struct kernel_map gh = {.shift = kernel_map_apply(g, h->shift)};
    for (int j = 0; j < k->dimension; j++) gh.image[j] = kernel_map_apply(g, h->image[j]) ^ g->shift;
    return gh;
}

static void read_symmetries(struct kernel *k, const struct model *m, const struct parity *p)
{
    enum { MOST = 64 };
    size_t cap = 0;
    OWNED int *back = mem_new((size_t)k->vars + 1, sizeof *back);
    OWNED int64_t *w = weights(m);
    for (int i = 0; i < model_facts(m)->symmetries; i++) {
        const int *image = model_facts(m)->symmetry[i];
        bool good = true;
        struct kernel_map g;
        for (int v = 1; v <= k->vars; v++) {
            back[image[v]] = v;
            good &= w[v] == w[image[v]];
        }
        if (good && map_of(m, p, back, &g)) keep_map(k, &cap, &g);
    }
    int generators = k->maps;
    for (int i = 0; i < k->maps && k->maps < MOST; i++)
        for (int j = 0; j < generators && k->maps < MOST; j++) {
            struct kernel_map g = after(k, &k->map[j], &k->map[i]);
            keep_map(k, &cap, &g);
        }
}

/* ---- the whole ------------------------------------------------------------------------------- */

struct kernel *kernel_new(const struct model *m, const struct parity *p)
{
    struct kernel *k = mem_new(1, sizeof *k);
    k->dimension = parity_facts(p).dimension;
    k->words = parity_words(p);
    k->vars = model_vars(m);
    k->job = model_job(m);
    k->free_var = mem_new((size_t)k->dimension, sizeof *k->free_var);
    for (int j = 0; j < k->dimension; j++) k->free_var[j] = parity_free_var(p, j);
    k->alone = true;
    for (struct row r = {0}; k->alone && model_next(m, &r);) k->alone = r.kind == ROW_XOR;
    read_classes(k, p);
    read_objective(k, m);
    k->step = find_step(k);
    if (k->alone && 0 < k->dimension && k->dimension <= 63) read_symmetries(k, m, p);
    return k;
}

void kernel_free(struct kernel *k)
{
    if (!k) return;
    MEM_FREE(k->pattern, k->spin, k->class_of, k->flipped, k->free_var, k->map, k);
}

int64_t kernel_sum(const struct kernel *k, uint64_t y)
{
    assert(k->words == 1 && "a kernel of at most 63 dimensions");
    int64_t sum = k->base;
    for (int c = 1; c < k->classes; c++)
        if (kernel_odd(k->pattern[c] & y << 1)) sum += k->spin[c];
    return sum;
}

void kernel_values(const struct kernel *k, const struct model *m, const uint64_t *y, struct values out)
{
    assert(out.n >= k->vars && "room for all values");
    OWNED signed char *z = mem_new((size_t)k->classes, 1);
    for (int c = 0; c < k->classes; c++) {
        const uint64_t *pattern = kernel_pattern(k, c);
        bool one = false;
        for (int j = 0; j < k->dimension; j++) one ^= kernel_has(pattern, j) && (y[j / 64] >> (j % 64) & 1);
        z[c] = one;
    }
    OWNED int64_t *w = weights(m);
    for (int v = 1; v <= k->vars; v++) {
        bool one = k->class_of[v] < 0 ? w[v] < 0 : z[k->class_of[v]] != k->flipped[v];
        out.v[v] = one ? 1 : -1;
    }
}

uint64_t kernel_descend(const struct kernel *k, int restarts, int seed)
{
    struct random random = {(uint64_t)seed};
    uint64_t best = 0, mask = k->dimension ? ~UINT64_C(0) >> (64 - k->dimension) : 0;
    int64_t least = kernel_sum(k, 0);
    for (int i = 0; i < restarts; i++) {
        uint64_t y = random_next(&random) & mask;
        int64_t now = kernel_sum(k, y);
        for (bool better = true; better;) {
            uint64_t to = y;
            int64_t then = now;
            for (int a = 0; a < k->dimension; a++)
                for (int b = a; b < k->dimension; b++) {
                    uint64_t near = y ^ UINT64_C(1) << a ^ (b > a ? UINT64_C(1) << b : 0);
                    int64_t sum = kernel_sum(k, near);
                    if (sum < then) {
                        then = sum;
                        to = near;
                    }
                }
            better = then < now;
            now = then;
            y = to;
        }
        if (now < least) {
            least = now;
            best = y;
        }
    }
    return best;
}
