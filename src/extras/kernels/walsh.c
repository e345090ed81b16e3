#include "extras/kernels/walsh.h"
#include "base/failure.h"
#include "base/mem.h"

#include <stdbool.h>
#include <string.h>

/* A term within a block: its row, its spin in each lane, and the block numbers that negate it. */
struct wave {
    int16_t lane[LANES];
    int row;
    uint64_t high;
};

static bool walsh_odd(uint64_t x) { return __builtin_parityll(x); }

void walsh_init(struct walsh *t, int dimension, int terms, const uint64_t *pattern, const int64_t *spin)
{
    int64_t total = 0;
    *t = (struct walsh){.dimension = dimension, .low = dimension < BLOCK_BITS ? dimension : BLOCK_BITS};
    t->rows = t->low > LANE_BITS ? 1 << (t->low - LANE_BITS) : 1;
    t->blocks = UINT64_C(1) << (dimension - t->low);
    t->wave = mem_new((size_t)terms, sizeof *t->wave);
    for (int i = 0; i < terms; i++) {
        if (!spin[i]) continue;
        struct wave *w = &t->wave[t->waves++];
        total += spin[i] < 0 ? -spin[i] : spin[i];
        assert(total <= INT16_MAX && "a transform of 16 bits");
        for (unsigned lane = 0; lane < LANES; lane++)
            w->lane[lane] = (int16_t)(walsh_odd(pattern[i] & lane) ? -spin[i] : spin[i]);
        w->row = (int)(pattern[i] >> LANE_BITS & ((unsigned)t->rows - 1));
        w->high = pattern[i] >> t->low;
    }
}

void walsh_release(struct walsh *t)
{
    mem_free(t->wave);
    *t = (struct walsh){0};
}

/* One butterfly between rows at distance h, or two at once. */
static inline void butterfly(int16_t *restrict a, int16_t *restrict b)
{
    for (int j = 0; j < LANES; j++) {
        int16_t sum = (int16_t)(a[j] + b[j]), difference = (int16_t)(a[j] - b[j]);
        a[j] = sum;
        b[j] = difference;
    }
}

static inline void butterfly4(int16_t *restrict a, int16_t *restrict b, int16_t *restrict c, int16_t *restrict d)
{
    for (int j = 0; j < LANES; j++) {
        int16_t s = (int16_t)(a[j] + b[j]), t = (int16_t)(a[j] - b[j]);
        int16_t u = (int16_t)(c[j] + d[j]), v = (int16_t)(c[j] - d[j]);
        a[j] = (int16_t)(s + u);
        b[j] = (int16_t)(t + v);
        c[j] = (int16_t)(s - u);
        d[j] = (int16_t)(t - v);
    }
}

CLONED("arch=x86-64-v4", "arch=x86-64-v3")
int walsh_block(const struct walsh *t, uint64_t number, int16_t (*restrict f)[LANES])
{
    memset(f, 0, (size_t)t->rows * sizeof *f);
    for (int i = 0; i < t->waves; i++) {
        const struct wave *w = &t->wave[i];
        const int16_t *restrict lane = w->lane;
        int16_t *restrict row = f[w->row];
        int16_t sign = walsh_odd(w->high & number) ? -1 : 1;
        for (int j = 0; j < LANES; j++) row[j] = (int16_t)(row[j] + sign * lane[j]);
    }
    int h = t->rows;
    for (; h >= 4; h /= 4)
        for (int i = 0; i < t->rows; i += h)
            for (int r = i; r < i + h / 4; r++) butterfly4(f[r], f[r + h / 4], f[r + h / 2], f[r + h / 4 * 3]);
    if (h == 2)
        for (int r = 0; r < t->rows; r += 2) butterfly(f[r], f[r + 1]);
    int16_t most[LANES];
    memcpy(most, f[0], sizeof most);
    for (int r = 1; r < t->rows; r++) {
        const int16_t *restrict row = f[r];
        for (int j = 0; j < LANES; j++) most[j] = row[j] > most[j] ? row[j] : most[j];
    }
    int best = most[0];
    for (int j = 1; j < LANES; j++) best = most[j] > best ? most[j] : best;
    return best;
}
