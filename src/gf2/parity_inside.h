/* The eliminated system as parity.c leaves it and parity_check.c reads it (no other file does). */
#pragma once

#include "gf2/parity.h"

/* A peeled row and the column it was solved for; column -1: all its columns were known already. */
struct peeled_row {
    int row, column;
};

struct parity {
    const struct model *model;
    int rows, columns;
    int *row_of;  /* row -> row of the model */
    size_t *from; /* row r has the columns column[from[r]] .. column[from[r + 1] - 1] */
    int *column;
    unsigned char *right;    /* row -> right side */
    int *var;                /* column -> variable */
    int *column_of;          /* variable -> column, or -1 */
    struct peeled_row *step; /* in an order in which each row's other columns are known */
    int steps, peeled;
    int *inactive; /* columns */
    int inactives;
    int *free_column; /* y[j] is this column */
    int rank, dimension;
    bool consistent;
    int words;
    uint64_t *form; /* column -> words words */
    double seconds;
};

/* For loops over rows or columns: polls the model's job for every 64th number i. False: it is
 * over. */
static inline bool parity_goes_on(const struct parity *p, int i)
{
    enum { POLL_INTERVAL = 64 };
    return i % POLL_INTERVAL || !model_stopped(p->model);
}

/* After the peeling: eliminates the inactive columns densely and computes the forms. False, with a
 * sentence: that needs more than limit bytes. */
bool parity_solve(struct parity *p, size_t limit, struct text *err);
