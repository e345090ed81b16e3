#include "base/clock.h"
#include "gf2/kernel_enumerate.h"
#include "gf2/walsh.h"

#include <pthread.h>
#include <string.h>

/* The kernel in coordinates z, y = sum of basis[i] over the bits i of z: first the lane, then the row, then the block. */
struct plan {
    const struct kernel *kernel;
    struct walsh transform;
    int low; /* coordinates within a block */
    uint64_t basis[63];
    int maps;
    struct kernel_map *map; /* on block numbers */
    int64_t total;          /* of all spins */
};

static bool odd(uint64_t x) { return __builtin_parityll(x); }

/* ---- small linear algebra: vectors of up to 63 bits ------------------------------------------------ */

/* The v with eq[i] . v = 0 for all i: a basis of them, their number being returned. eq is destroyed. */
static int null_space(uint64_t *eq, int n, int d, uint64_t *out)
{
    int rank = 0, count = 0, lead[63];
    uint64_t pivots = 0;
    for (int j = 0; j < d; j++) {
        int i = rank;
        while (i < n && !(eq[i] >> j & 1)) i++;
        if (i == n) continue;
        uint64_t t = eq[i];
        eq[i] = eq[rank];
        eq[rank] = t;
        for (i = 0; i < n; i++)
            if (i != rank && eq[i] >> j & 1) eq[i] ^= t;
        lead[rank++] = j;
        pivots |= UINT64_C(1) << j;
    }
    for (int j = 0; j < d; j++) {
        if (pivots >> j & 1) continue;
        out[count] = UINT64_C(1) << j;
        for (int i = 0; i < rank; i++)
            if (eq[i] >> j & 1) out[count] |= UINT64_C(1) << lead[i];
        count++;
    }
    return count;
}

/* Is v outside the span of the n vectors? */
static bool independent(const uint64_t *vector, int n, uint64_t v)
{
    uint64_t echelon[63];
    int rank = 0;
    for (int i = 0; i <= n; i++) {
        uint64_t x = i < n ? vector[i] : v;
        for (int k = 0; k < rank; k++)
            if (x & (echelon[k] & -echelon[k])) x ^= echelon[k];
        if (!x) return false;
        echelon[rank++] = x;
    }
    return true;
}

static uint64_t linear(const struct kernel_map *g, uint64_t v) { return kernel_map_apply(g, v) ^ g->shift; }

/* A vector v outside the span L of the n vectors with g(v) + v in L for all symmetries g, so that L + v is invariant if L is; 0 if
 * there is none (never for groups whose order is a power of 2, as those of boards: they fix a nonzero vector of every space over
 * GF(2) they act on). */
static uint64_t next_invariant(const struct kernel *k, const uint64_t *span, int n)
{
    int d = k->dimension, count = 0;
    uint64_t copy[63], dual[63], null[63];
    memcpy(copy, span, (size_t)n * sizeof *copy);
    int duals = null_space(copy, n, d, dual);
    uint64_t *eq = mem_new((size_t)k->maps * (size_t)duals, sizeof *eq);
    for (int i = 0; i < k->maps; i++)
        for (int a = 0; a < duals; a++, count++)
            for (int j = 0; j < d; j++)
                if (odd(dual[a] & (k->map[i].image[j] ^ UINT64_C(1) << j))) eq[count] |= UINT64_C(1) << j;
    int nulls = null_space(eq, count, d, null);
    mem_free(eq);
    for (int i = 0; i < nulls; i++)
        if (independent(span, n, null[i])) return null[i];
    return 0;
}

/* Row i of the inverse of the basis: coordinate i of y is inverse[i] . y. */
static void invert(const uint64_t *basis, int d, uint64_t *inverse)
{
    for (int i = 0; i < d; i++) { /* inverse[i] . basis[j] = [i = j] */
        uint64_t eq[63], null[63];
        int n = 0;
        for (int j = 0; j < d; j++)
            if (j != i) eq[n++] = basis[j];
        n = null_space(eq, n, d, null);
        assert(n == 1 && "a basis is independent");
        inverse[i] = null[0];
    }
}

/* ---- the plan ----------------------------------------------------------------------------------------- */

static void plan_basis(struct plan *p)
{
    const struct kernel *k = p->kernel;
    int d = k->dimension, n = 0;
    p->maps = k->maps;
    while (n < p->low) {
        uint64_t v = next_invariant(k, p->basis, n);
        if (!v) break;
        p->basis[n++] = v;
    }
    if (n < p->low) p->maps = 0;
    for (int j = 0; j < d; j++)
        if (n < d && independent(p->basis, n, UINT64_C(1) << j)) p->basis[n++] = UINT64_C(1) << j;
}

/* The symmetries as they act on block numbers. */
static void plan_maps(struct plan *p)
{
    const struct kernel *k = p->kernel;
    int d = k->dimension, high = d - p->low;
    uint64_t inverse[63];
    p->map = mem_new((size_t)p->maps, sizeof *p->map);
    if (p->maps) invert(p->basis, d, inverse);
    for (int i = 0; i < p->maps; i++)
        for (int b = 0; b < high; b++) {
            uint64_t row = inverse[p->low + b];
            p->map[i].shift |= (uint64_t)odd(row & k->map[i].shift) << b;
            for (int j = 0; j < d; j++) {
                bool one = odd(row & linear(&k->map[i], p->basis[j]));
                assert((j >= p->low || !one) && "the low coordinates are invariant");
                if (one) p->map[i].image[j - p->low] |= UINT64_C(1) << b;
            }
        }
}

static void plan_transform(struct plan *p)
{
    const struct kernel *k = p->kernel;
    uint64_t *pattern = mem_new((size_t)k->classes, sizeof *pattern);
    for (int c = 0; c < k->classes; c++) {
        p->total += k->spin[c];
        for (int i = 0; i < k->dimension; i++) pattern[c] |= (uint64_t)odd(k->pattern[c] >> 1 & p->basis[i]) << i;
    }
    walsh_init(&p->transform, k->dimension, k->classes, pattern, k->spin);
    mem_free(pattern);
}

static void plan_init(struct plan *p, const struct kernel *k)
{
    *p = (struct plan){.kernel = k, .low = k->dimension < BLOCK_BITS ? k->dimension : BLOCK_BITS};
    plan_basis(p);
    plan_maps(p);
    plan_transform(p);
}

static void plan_release(struct plan *p)
{
    walsh_release(&p->transform);
    mem_free(p->map);
}

/* ---- a block --------------------------------------------------------------------------------------------- */

/* Does some symmetry take the block to a lower number? Then that one stands for it. */
static bool left_out(const struct plan *p, uint64_t number)
{
    for (int i = 0; i < p->maps; i++)
        if (kernel_map_apply(&p->map[i], number) < number) return true;
    return false;
}

/* ---- rounds --------------------------------------------------------------------------------------------------- */

enum { CHUNK = 8 }; /* blocks that a thread takes at a time */

struct worker {
    const struct plan *plan;
    uint64_t *next, end; /* shared among the workers of a round */
    bool found;
    int64_t best; /* F */
    uint64_t number, y;
    pthread_t thread;
};

static uint64_t point(const struct plan *p, uint64_t number, uint64_t low)
{
    uint64_t z = number << p->low | (low & ((UINT64_C(1) << p->low) - 1)), y = 0;
    for (; z; z &= z - 1) y ^= p->basis[__builtin_ctzll(z)];
    return y;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    const struct plan *p = w->plan;
    int16_t(*f)[LANES] = mem_new((size_t)p->transform.rows, sizeof *f);
    for (;;) {
        uint64_t from = __atomic_fetch_add(w->next, CHUNK, __ATOMIC_RELAXED);
        if (from >= w->end) break;
        for (uint64_t number = from; number < w->end && number < from + CHUNK; number++) {
            if (left_out(p, number)) continue;
            int best = walsh_block(&p->transform, number, f);
            if (w->found && best <= w->best) continue;
            w->found = true;
            w->best = best;
            w->number = number;
            int at = 0;
            while (f[at / LANES][at % LANES] != best) at++;
            w->y = point(p, number, (uint64_t)at);
        }
    }
    mem_free(f);
    return NULL;
}

static void round_of(const struct plan *p, int threads, uint64_t end, struct enumeration *state)
{
    struct worker *w = mem_new((size_t)threads, sizeof *w);
    uint64_t next = state->next;
    for (int i = 0; i < threads; i++) {
        w[i] = (struct worker){.plan = p, .next = &next, .end = end};
        if (i && pthread_create(&w[i].thread, NULL, work, &w[i])) fatal("A second thread could not be started.");
    }
    work(&w[0]);
    for (int i = 1; i < threads; i++) pthread_join(w[i].thread, NULL);
    const struct worker *first = NULL;
    for (int i = 0; i < threads; i++) {
        if (!w[i].found) continue;
        if (!first || w[i].best > first->best || (w[i].best == first->best && w[i].number < first->number))
            first = &w[i];
    }
    if (first) {
        int64_t sum = p->kernel->base + (p->total - first->best) / 2;
        if (!state->next || sum < state->sum) {
            state->sum = sum;
            state->y = first->y;
        }
    }
    state->next = end;
    mem_free(w);
}

bool kernel_enumerate_applies(const struct kernel *k)
{
    int64_t total = 0;
    for (int c = 0; c < k->classes && total <= INT16_MAX; c++) total += k->spin[c] < 0 ? -k->spin[c] : k->spin[c];
    return k->alone && k->words == 1 && total <= INT16_MAX;
}

double kernel_enumerate_estimate(const struct kernel *k)
{
    double points = 1;
    for (int j = 0; j < k->dimension; j++) points *= 2;
    return points / (k->maps + 1) * 0.3e-9;
}

struct enumeration kernel_enumerate_begin(const struct kernel *k)
{
    int high = k->dimension > BLOCK_BITS ? k->dimension - BLOCK_BITS : 0;
    return (struct enumeration){.blocks = UINT64_C(1) << high};
}

void kernel_enumerate_run(const struct kernel *k, int threads, struct enumeration *state,
                          bool (*stop)(const struct enumeration *, void *), void *arg)
{
    assert(kernel_enumerate_applies(k) && "few weights, and parity rows only");
    struct plan plan;
    plan_init(&plan, k);
    uint64_t round = 256;
    while (state->next < state->blocks && !(stop && stop(state, arg))) {
        double start = clock_wall();
        uint64_t end = state->blocks - state->next < round ? state->blocks : state->next + round;
        round_of(&plan, threads, end, state);
        if (clock_wall() - start < 0.5 && round < UINT64_C(1) << 40) round *= 2;
        assert(kernel_sum(k, state->y) == state->sum && "the transform and a direct sum agree");
    }
    plan_release(&plan);
}
