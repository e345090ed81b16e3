#include "gf2/gf2.h"
#include "base/failure.h"
#include "base/mem.h"

#include <string.h>

enum { BLOCK = 8, SUMS = 1 << BLOCK };

void gf2_init(struct gf2 *m, int rows, int cols)
{
    m->rows = rows;
    m->cols = cols;
    m->stride = ((size_t)cols + 63) / 64;
    m->word = mem_new((size_t)rows * m->stride, sizeof *m->word);
}

void gf2_release(struct gf2 *m)
{
    mem_free(m->word);
    *m = (struct gf2){0};
}

void gf2_add(uint64_t *to, const uint64_t *from, size_t words)
{
    for (size_t i = 0; i < words; i++) to[i] ^= from[i];
}

static void swap_rows(struct gf2 *m, int a, int b)
{
    uint64_t *x = gf2_row(m, a), *y = gf2_row(m, b);
    if (a == b) return;
    for (size_t i = 0; i < m->stride; i++) {
        uint64_t t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

/* The eight bits of row r from column c on, c a multiple of 8; columns from `lead` on read as 0. */
static unsigned block_bits(const struct gf2 *m, int r, int c, int lead)
{
    unsigned bits = gf2_row(m, r)[c / 64] >> (c % 64) & (SUMS - 1);
    return lead - c < BLOCK ? bits & ((1u << (lead - c)) - 1) : bits;
}

/* Finds the pivots among rows top.. in the columns c..c+7 and moves their rows to positions top,
 * top + 1, ..., reduced against each other. Changes only these rows: of the others it reads the
 * eight bits. */
static int block_pivots(struct gf2 *m, int top, int c, int lead, int *pivot)
{
    unsigned bits[BLOCK];
    int found = 0;
    size_t first = (size_t)c / 64, words = m->stride - first;
    for (int j = 0; j < BLOCK && c + j < lead; j++) {
        for (int r = top + found; r < m->rows; r++) {
            unsigned b = block_bits(m, r, c, lead), use = 0;
            for (int i = 0; i < found; i++)
                if (b >> (pivot[i] - c) & 1) use |= 1u << i;
            for (int i = 0; i < found; i++)
                if (use >> i & 1) b ^= bits[i];
            if (!(b >> j & 1)) continue;
            swap_rows(m, r, top + found);
            uint64_t *row = gf2_row(m, top + found) + first;
            for (int i = 0; i < found; i++)
                if (use >> i & 1) gf2_add(row, gf2_row(m, top + i) + first, words);
            for (int i = 0; i < found; i++)
                if (bits[i] >> j & 1) {
                    gf2_add(gf2_row(m, top + i) + first, row, words);
                    bits[i] ^= b;
                }
            bits[found] = b;
            pivot[found++] = c + j;
            break;
        }
    }
    return found;
}

/* sum[s] = the sum of the pivot rows top + i for the bits i of s, `words` words each. */
static void gf2_tabulate(const struct gf2 *m, int top, int found, size_t first, uint64_t *sum)
{
    size_t words = m->stride - first;
    memset(sum, 0, words * sizeof *sum);
    for (int i = 0; i < found; i++)
        for (size_t s = 0; s < (size_t)1 << i; s++) {
            uint64_t *to = sum + (s + ((size_t)1 << i)) * words;
            memcpy(to, sum + s * words, words * sizeof *sum);
            gf2_add(to, gf2_row(m, top + i) + first, words);
        }
}

int gf2_echelon(struct gf2 *m, int lead, int *pivot, struct job *job)
{
    assert(0 <= lead && lead <= m->cols && "the leading columns are columns");
    OWNED uint64_t *sum = mem_new(SUMS * m->stride, sizeof *sum);
    int rank = 0;
    for (int c = 0; c < lead && rank < m->rows && !job_over(job); c += BLOCK) {
        int found = block_pivots(m, rank, c, lead, pivot + rank);
        if (!found) continue;
        size_t first = (size_t)c / 64, words = m->stride - first;
        gf2_tabulate(m, rank, found, first, sum);
        unsigned char which[SUMS] = {0};
        for (unsigned b = 0; b < SUMS; b++)
            for (int i = 0; i < found; i++) which[b] |= (b >> (pivot[rank + i] - c) & 1) << i;
        for (int r = 0; r < m->rows; r++) {
            if (r == rank) r += found;
            if (r >= m->rows) break;
            unsigned s = which[block_bits(m, r, c, lead)];
            if (s) gf2_add(gf2_row(m, r) + first, sum + s * words, words);
        }
        rank += found;
    }
    return rank;
}
