/* The dense elimination of the inactive columns, and the forms of all columns. */
#include "gf2/gf2.h"
#include "gf2/parity_inside.h"

#include <string.h>

/* ---- forms over the inactive columns, kept only as long as rows still need them -------------- */

/* Writes each left-over row as a sum of inactive columns, with its right side in the column after
 * them. False: too large. */
static bool left_rows(const struct parity *p, size_t limit, struct gf2 *s)
{
    int left = p->rows - p->peeled, width = p->inactives + 1;
    size_t words = ((size_t)width + 63) / 64;
    if ((size_t)left * words > limit / 8) return false;
    gf2_init(s, left, width);
    OWNED uint64_t **form = mem_new((size_t)p->columns, sizeof *form); /* of the columns whose form is needed */
    OWNED int *place = mem_new((size_t)p->columns, sizeof *place);     /* 1 + its place among the inactive ones, or 0 */
    OWNED int *uses = mem_new((size_t)p->columns, sizeof *uses);
    OWNED uint64_t *sum = mem_new(words, sizeof *sum);
    bool fits = true;
    for (size_t i = 0; i < p->from[p->rows]; i++) uses[p->column[i]]++;
    for (int i = 0; i < p->inactives; i++) place[p->inactive[i]] = 1 + i;
    int n = 0;
    size_t kept = 0;
    for (int k = 0; k < p->steps && fits && parity_goes_on(p, k); k++) {
        int r = p->step[k].row, pivot = p->step[k].column;
        memset(sum, 0, words * sizeof *sum);
        if (p->right[r]) sum[p->inactives / 64] ^= UINT64_C(1) << (p->inactives % 64);
        for (size_t i = p->from[r]; i < p->from[r + 1]; i++) {
            int c = p->column[i];
            uses[c]--;
            if (c == pivot) continue;
            if (place[c]) {
                sum[(place[c] - 1) / 64] ^= UINT64_C(1) << ((place[c] - 1) % 64);
                continue;
            }
            gf2_add(sum, form[c], words);
            if (uses[c]) continue;
            mem_free(TAKEN(form[c]));
            kept--;
        }
        if (pivot < 0) {
            memcpy(gf2_row(s, n++), sum, words * sizeof *sum);
        } else if (uses[pivot]) {
            form[pivot] = mem_copy(sum, words, sizeof *sum);
            kept++;
        }
        fits = kept * words <= limit / 8;
    }
    for (int c = 0; c < p->columns; c++) mem_free(form[c]);
    if (!fits) gf2_release(s);
    return fits;
}

/* ---- every variable's form over the free columns --------------------------------------------- */

static void flip(struct parity *p, int column, int bit)
{
    p->form[(size_t)column * (size_t)p->words + (size_t)bit / 64] ^= UINT64_C(1) << (bit % 64);
}

static void substitute(struct parity *p, const struct gf2 *s, const int *pivot, int rank)
{
    p->free_column = mem_new((size_t)p->dimension, sizeof *p->free_column);
    for (int i = 0, at = 0, j = 0; i < p->inactives && parity_goes_on(p, i); i++) {
        if (at < rank && pivot[at] == i)
            at++;
        else {
            p->free_column[j] = p->inactive[i];
            flip(p, p->inactive[i], 1 + j);
            for (int k = 0; k < rank; k++)
                if (gf2_get(s, k, i)) flip(p, p->inactive[pivot[k]], 1 + j);
            j++;
        }
    }
    for (int k = 0; k < rank; k++)
        if (gf2_get(s, k, p->inactives)) flip(p, p->inactive[pivot[k]], 0);
    size_t words = (size_t)p->words;
    for (int k = 0; k < p->steps && parity_goes_on(p, k); k++) {
        int r = p->step[k].row, to = p->step[k].column;
        if (to < 0) continue;
        for (size_t i = p->from[r]; i < p->from[r + 1]; i++)
            if (p->column[i] != to)
                gf2_add(p->form + (size_t)to * words, p->form + (size_t)p->column[i] * words, words);
        if (p->right[r]) flip(p, to, 0);
    }
}

static bool parity_solve_too_large(struct text *err, size_t limit)
{
    return text_error(err, "Solving the parity rows would need more than %zu MB; choose --parity none.", limit >> 20);
}

bool parity_solve(struct parity *p, size_t limit, struct text *err)
{
    SCOPED(gf2) s = {0};
    if (!left_rows(p, limit, &s)) return parity_solve_too_large(err, limit);
    OWNED int *pivot = mem_new((size_t)(s.rows < s.cols ? s.rows : s.cols), sizeof *pivot);
    int rank = gf2_echelon(&s, p->inactives + 1, pivot, model_job(p->model));
    p->consistent = !rank || pivot[rank - 1] < p->inactives;
    p->rank = p->peeled + rank - !p->consistent;
    p->dimension = p->columns - p->rank;
    p->words = p->dimension / 64 + 1;
    bool done = !p->consistent || (size_t)p->words * (size_t)p->columns <= limit / 8;
    if (p->consistent && done) {
        p->form = mem_new((size_t)p->words * (size_t)p->columns, sizeof *p->form);
        substitute(p, &s, pivot, rank);
    }
    return !parity_stopped(p, err) && (done || parity_solve_too_large(err, limit));
}
