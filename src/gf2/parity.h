/* Parity reasoning: solves the XOR rows of a model over GF(2) before anything is encoded.
 *
 * The rows read A x = b. Either a sum of rows reads 0 = 1, or the solutions are x = x0 + K y, where
 * y ranges over all of GF(2)^d; d is the kernel's dimension. The method is structured Gaussian
 * elimination (Odlyzko 1985; "inactivation decoding", Shokrollahi 2005). It peels rows that have
 * one unknown left, makes a column inactive if no row has, and eliminates the few inactive columns
 * densely. On a board of lights this finds light chasing from a corner: n x n stones leave n
 * inactive columns. */
#pragma once

#include "model/model.h"

struct parity;

/* Eliminates. m must outlive the result and not change. NULL, with a sentence, if the tables would
 * need more than `megabytes` MB. */
struct parity *parity_new(const struct model *m, int megabytes, struct text *err);
void parity_free(struct parity *p);

/* True, with a sentence, if the model's job is over; the result is invalid then. */
bool parity_stopped(const struct parity *p, struct text *err);

struct parity_facts {
    int rows, columns; /* XOR rows, and variables that occur in them */
    int peeled;        /* rows solved by peeling */
    int inactive;      /* columns left to the dense elimination */
    int rank;          /* of A */
    int dimension;     /* columns - rank */
    double seconds;    /* CPU, of the elimination */
};
struct parity_facts parity_facts(const struct parity *p);

bool parity_consistent(const struct parity *p);
/* Of a consistent system: x0 and the variable's row of K as one bit string of parity_words words.
 * Bit 0 is x0's value, bit 1 + j is K's entry for y[j]. NULL: the variable is in no XOR row. */
const uint64_t *parity_form(const struct parity *p, int var);
int parity_words(const struct parity *p);
/* The variable that y[j] is: its form is the bit 1 + j alone. */
int parity_free_var(const struct parity *p, int j);

/* Checks the result by other means. A x0 = b and A K = 0 are checked row by row on the model
 * itself. The y are d of the variables, so that K's columns are independent. A second elimination
 * finds the rank. It shares with the first only the order of the peeling, which is verified to be
 * triangular, and eliminates the rest plainly, 64 columns at a time.
 *
 * False, with a sentence: there is a defect of the program, or the model's job is over. *seconds:
 * the CPU time. */
bool parity_recheck(const struct parity *p, double *seconds, struct text *err);

/* Finds why a model's XOR rows are inconsistent: rows of the model (rising) that together contain
 * every variable an even number of times, while their right sides add up to 1. *least: no smaller
 * set of rows does that. False: the rows are consistent, or (with a sentence) too many. */
bool parity_reason(const struct model *m, struct lits *rows, bool *least, struct text *err);
