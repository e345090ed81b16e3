/* Dense matrices over GF(2) on packed 64-bit words. */
#pragma once

#include "base/job.h"

#include <stddef.h>

/* rows x cols bits; bit c of row r is bit c % 64 of word[r * stride + c / 64]. Bits from cols on
 * are 0. */
struct gf2 {
    int rows, cols;
    size_t stride;
    uint64_t *word;
};

void gf2_init(struct gf2 *m, int rows, int cols); /* all zero */
void gf2_release(struct gf2 *m);

static inline uint64_t *gf2_row(const struct gf2 *m, int r) { return m->word + (size_t)r * m->stride; }
static inline bool gf2_get(const struct gf2 *m, int r, int c) { return gf2_row(m, r)[c / 64] >> (c % 64) & 1; }
static inline void gf2_flip(struct gf2 *m, int r, int c) { gf2_row(m, r)[c / 64] ^= UINT64_C(1) << (c % 64); }
void gf2_add(uint64_t *to, const uint64_t *from, size_t words); /* to += from */

/* Brings the first `lead` columns to reduced row echelon form, in place, and applies the same
 * operations to the other columns. Returns the rank of the first part. pivot[i], i < rank, is the
 * pivot column of row i, rising; pivot has min(rows, lead) elements. Ends early once the job (NULL:
 * none) is over: then m and the rank are invalid.
 *
 * The method of the Four Russians (Arlazarov, Dinic, Kronrod, Faradzev 1970; Bard 2006): eight
 * columns at a time, one table of 256 sums, O(n^3 / (64 * 8)) word operations. */
int gf2_echelon(struct gf2 *m, int lead, int *pivot, struct job *job);
