#include "base/number.h"
#include "extras/kernels/kernel_halves_inside.h"
#include "gf2/gf2.h"

#include <stdlib.h>
#include <string.h>

/* ---- the parts ------------------------------------------------------------------------------- */

static bool read_parts(struct kernel_halves_plan *p, const struct model *m)
{
    const struct kernel *k = p->kernel;
    const struct objective *o = model_objective(m);
    const int *part_of = model_facts(m)->part;
    if (!o || !part_of || !k->alone || k->words > WORDS || !k->dimension) return false;
    OWNED int64_t *spin = mem_new((size_t)k->classes * PARTS, sizeof *spin);
    int64_t weight[PARTS] = {0};
    for (int i = 0; i < o->n; i++) {
        int v = lit_var(o->x[i]), c = k->class_of[v], part = part_of[v];
        if (part < 0 || part >= PARTS || c < 0) return false;
        spin[c * PARTS + part] += (o->w ? o->w[i] : 1) * (k->flipped[v] != (o->x[i] < 0) ? -1 : 1);
    }
    for (int a = 0; a < PARTS; a++) {
        struct kernel_part *t = &p->part[a];
        t->class = mem_new((size_t)k->classes, sizeof *t->class);
        t->spin = mem_new((size_t)k->classes, sizeof *t->spin);
        for (int c = 0; c < k->classes; c++) {
            int64_t s = spin[c * PARTS + a];
            if (!s) continue;
            t->class[t->terms] = c;
            t->spin[t->terms++] = s;
            p->total += s;
            weight[a] += s < 0 ? -s : s;
            if (weight[a] > INT16_MAX / 2) return false;
        }
    }
    return true;
}

/* Expresses a pattern in the echelon form, and adds it as the next basis pattern of part h if it is
 * new. which < 0: only expresses it; false: it is no sum of basis patterns. */
static bool frame_add(struct frame *f, const struct kernel *k, int class, int which, struct mask *mask)
{
    uint64_t x[WORDS] = {0};
    *mask = (struct mask){{0, 0}};
    memcpy(x, kernel_pattern(k, class), (size_t)f->words * sizeof *x);
    for (int i = 0; i < f->n; i++) {
        const uint64_t *v = f->vector[i];
        int w = v[0] ? 0 : 1;
        if (!(x[w] & (v[w] & -v[w]))) continue;
        x[0] ^= v[0];
        x[1] ^= v[1];
        for (int h = 0; h < 2; h++) mask->part[h] ^= f->sum[i].part[h];
    }
    if (!x[0] && !x[1]) return true;
    if (which < 0 || f->rank[which] == MOST_RANK) return false;
    uint64_t own = UINT64_C(1) << f->rank[which];
    f->basis[which][f->rank[which]++] = class;
    f->vector[f->n][0] = x[0];
    f->vector[f->n][1] = x[1];
    f->sum[f->n] = *mask;
    f->sum[f->n++].part[which] ^= own;
    *mask = (struct mask){{0, 0}};
    mask->part[which] = own;
    return true;
}

/* Whether parts a and b together are independent coordinates of the whole kernel. */
static bool frame_half(struct kernel_halves_plan *p, struct half *h, int a, int b)
{
    const struct kernel *k = p->kernel;
    struct mask mask;
    *h = (struct half){.part = {a, b}, .frame = {.words = k->words}};
    for (int which = 0; which < 2; which++) {
        const struct kernel_part *t = &p->part[h->part[which]];
        for (int i = 0; i < t->terms; i++)
            if (!frame_add(&h->frame, k, t->class[i], which, &mask)) return false;
        for (int i = 0; i < t->terms; i++) { /* a part is a function of its own coordinates */
            frame_add(&h->frame, k, t->class[i], -1, &mask);
            if (mask.part[!which]) return false;
        }
    }
    return h->frame.n == k->dimension;
}

static bool pair_parts(struct kernel_halves_plan *p)
{
    static const int pairing[3][4] = {{0, 3, 1, 2}, {0, 1, 2, 3}, {0, 2, 1, 3}};
    for (int i = 0; i < 3; i++)
        if (frame_half(p, &p->half[0], pairing[i][0], pairing[i][1]) &&
            frame_half(p, &p->half[1], pairing[i][2], pairing[i][3]))
            return true;
    return false;
}

void kernel_halves_plan_free(struct kernel_halves_plan *p)
{
    for (int a = 0; p && a < PARTS; a++) MEM_FREE(p->part[a].class, p->part[a].spin, p->part[a].v, p->part[a].sample);
    for (int h = 0; p && h < 2; h++) MEM_FREE(p->half[h].origin, p->half[h].table[0], p->half[h].table[1]);
    mem_free(p);
}

struct kernel_halves_plan *kernel_halves_plan_new(const struct model *m, const struct kernel *k)
{
    struct kernel_halves_plan *p = mem_new(1, sizeof *p);
    p->kernel = k;
    p->unit = 2 * k->step;
    if (read_parts(p, m) && pair_parts(p)) return p;
    kernel_halves_plan_free(p);
    return NULL;
}

/* ---- coordinates ----------------------------------------------------------------------------- */

/* Writes a part's patterns in its own coordinates, in the order of its terms. */
static void kernel_halves_plan_patterns(const struct kernel_halves_plan *p, const struct half *h, int which,
                                        uint64_t *pattern)
{
    const struct kernel_part *t = &p->part[h->part[which]];
    OWNED struct frame *f = mem_new(1, sizeof *f); /* a copy, because expressing must not change it */
    struct mask mask;
    *f = h->frame;
    for (int i = 0; i < t->terms; i++) {
        frame_add(f, p->kernel, t->class[i], -1, &mask);
        pattern[i] = mask.part[which];
    }
}

/* Tabulates bit n of the other half, mask . point: flips it in the rows of all points of one bit,
 * then sums up to bytes. */
static void halves_plan_tabulate(struct half *h)
{
    size_t row = h->words;
    for (int which = 0; which < 2; which++)
        for (size_t byte = 0; byte < BYTES; byte++) {
            uint64_t *table = h->table[which] + byte * 256 * row;
            for (size_t value = 1; value < 256; value++) {
                size_t rest = value & (value - 1);
                if (!rest) continue;
                memcpy(table + value * row, table + rest * row, row * sizeof *table);
                gf2_add(table + value * row, table + (value ^ rest) * row, row);
            }
        }
}

void kernel_halves_plan_bits(struct kernel_halves_plan *p, int half)
{
    struct half *h = &p->half[half];
    const struct half *other = &p->half[!half];
    for (int i = 0; i < 2; i++) {
        const struct kernel_part *t = &p->part[other->part[i]];
        for (int k = 0; k < t->terms; k++) h->bits += (int)(t->spin[k] < 0 ? -t->spin[k] : t->spin[k]);
    }
    h->words = ((size_t)h->bits + 63) / 64;
    h->origin = mem_new(h->words, sizeof *h->origin);
    for (int which = 0; which < 2; which++) h->table[which] = mem_new(BYTES * 256 * h->words, sizeof *h->table[which]);
    int n = 0;
    for (int i = 0; i < 2; i++) {
        const struct kernel_part *t = &p->part[other->part[i]];
        for (int k = 0; k < t->terms; k++) {
            struct mask mask;
            frame_add(&h->frame, p->kernel, t->class[k], -1, &mask);
            for (int64_t s = t->spin[k]; s; s -= s < 0 ? -1 : 1, n++) {
                uint64_t bit = UINT64_C(1) << (n % 64);
                if (s < 0) h->origin[n / 64] |= bit;
                for (int which = 0; which < 2; which++)
                    for (uint64_t rest = mask.part[which]; rest; rest &= rest - 1) {
                        size_t j = (size_t)__builtin_ctzll(rest);
                        h->table[which][(j / 8 * 256 + ((size_t)1 << (j % 8))) * h->words + (size_t)n / 64] |= bit;
                    }
            }
        }
    }
    halves_plan_tabulate(h);
}

void kernel_halves_plan_row(const struct half *h, int which, uint64_t point, uint64_t *row)
{
    memset(row, 0, h->words * sizeof *row);
    for (size_t byte = 0; point; byte++, point >>= 8)
        gf2_add(row, h->table[which] + (byte * 256 + (point & 255)) * h->words, h->words);
}

/* y at a point of a half: the basis patterns . y = the point's bits. */
void kernel_halves_plan_y(const struct kernel_halves_plan *p, const struct half *h, const uint64_t point[2],
                          uint64_t y[WORDS])
{
    int d = p->kernel->dimension, n = 0, pivot[64 * WORDS];
    SCOPED(gf2) m = {0};
    gf2_init(&m, d, d + 1);
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < h->frame.rank[which]; i++, n++) {
            const uint64_t *pattern = kernel_pattern(p->kernel, h->frame.basis[which][i]);
            for (int j = 0; j < d; j++)
                if (kernel_has(pattern, j)) gf2_flip(&m, n, j);
            if (point[which] >> i & 1) gf2_flip(&m, n, d);
        }
    int rank = gf2_echelon(&m, d, pivot, NULL);
    assert(rank == d && "the basis patterns are coordinates");
    y[0] = y[1] = 0;
    for (int j = 0; j < d; j++) y[j / 64] |= (uint64_t)gf2_get(&m, j, d) << (j % 64);
}

/* ---- the best points of a part --------------------------------------------------------------- */

enum { SHORT = 1024 };

int kernel_halves_plan_within(const struct kernel_part *t, int deficit)
{
    int lo = 0, hi = t->n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (deficit_of(t->v[mid]) <= deficit)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void keep_near(struct kernel_part *t)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        if (deficit_of(t->v[i]) <= t->reach) t->v[n++] = t->v[i];
    t->n = n;
}

static void raise_maximum(struct kernel_part *t, int max)
{
    for (int i = 0; i < t->n; i++) t->v[i] += (uint64_t)(max - t->maximum) << POINT_BITS;
    t->maximum = max;
    keep_near(t);
}

void kernel_halves_plan_transform(const struct kernel_halves_plan *p, const struct half *h, int which, struct walsh *f)
{
    const struct kernel_part *t = &p->part[h->part[which]];
    OWNED uint64_t *pattern = mem_new((size_t)t->terms, sizeof *pattern);
    kernel_halves_plan_patterns(p, h, which, pattern);
    walsh_init(f, h->frame.rank[which], t->terms, pattern, t->spin);
}

bool kernel_halves_plan_collect(struct kernel_halves_plan *p, const struct half *h, int which, size_t memory,
                                struct job *job)
{
    struct kernel_part *t = &p->part[h->part[which]];
    SCOPED(walsh) f = {0};
    kernel_halves_plan_transform(p, h, which, &f);
    OWNED int16_t(*value)[LANES] = mem_new((size_t)f.rows, sizeof *value);
    int points = 1 << f.low;
    bool going = true;
    t->reach = SHORT;
    t->sample = mem_new(65536, sizeof *t->sample);
    for (uint64_t b = 0; b < f.blocks && going; b++) {
        int max = walsh_block(&f, b, value);
        if (!b || max > t->maximum) raise_maximum(t, max);
        for (int i = 0; i < points && b % SAMPLE == 0; i++) t->sample[value[i / LANES][i % LANES] + 32768]++;
        for (int i = 0; i < points && going && max >= t->maximum - t->reach; i++) {
            int deficit = t->maximum - value[i / LANES][i % LANES];
            if (deficit > t->reach) continue;
            MEM_PUSH(t->v, t->n, t->cap, (uint64_t)deficit << POINT_BITS | b << f.low | (uint64_t)i);
            while (going && (size_t)t->n * sizeof *t->v > memory) {
                t->reach--;
                keep_near(t);
                going = !job_over(job);
            }
        }
        if (b % 8 == 7) going = going && !job_over(job);
    }
    if (going) qsort(t->v, (size_t)t->n, sizeof *t->v, number_compare);
    return going;
}

double kernel_halves_plan_sampled(const struct kernel_part *t, int deficit)
{
    int value = t->maximum - deficit + 32768;
    return value < 0 ? 0 : (double)t->sample[value] * SAMPLE;
}
