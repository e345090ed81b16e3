/* The checker of DRAT proofs: does a formula have no solution, as this proof says?
 *
 * A step adds a clause that has reverse unit propagation (RUP: its negation leads to a conflict by
 * unit propagation) or is a resolution asymmetric tautology on its first literal (RAT), or deletes
 * a clause. The last one added is empty, or unit propagation finds a conflict earlier. Checked
 * backwards: from the conflict only what it needs, and clauses already needed are propagated first,
 * so that more of the others are never looked at. Deletions of clauses that propagate something for
 * good are ignored, as drat-trim does.
 *
 * Goldberg & Novikov, DATE 2003 (backwards); Heule, Hunt & Wetzler, FMCAD 2013 (needed first); Wetzler, Heule & Hunt,
 * SAT 2014 (RAT). */
#ifndef DRAT_H
#define DRAT_H

#include "cnf/cnf.h"

struct drat {
    const struct cnf_buffer *formula; /* its literals are within its vars */
    const char *proof;                /* borrowed */
    size_t bytes;
    bool binary;
    bool keep;            /* ignore all deletions: of proofs that bring back what was deleted without saying so */
    struct job *job;      /* borrowed; gets the share that is done, roughly; NULL: none */
    struct text *trimmed; /* NULL; or where a binary proof goes that has only the clauses that were needed */
    /* Results, for reports. */
    bool stopped;
    int64_t added;       /* clauses until the conflict */
    int64_t needed, rat; /* of them: needed and checked; by RAT */
    int64_t core;        /* clauses of the formula that were needed */
};

/* A formula and its proof in either form, to be checked within a job. */
struct drat drat_of(const struct cnf_buffer *formula, const struct text *proof, struct job *job);
/* False: with a sentence, the proof does not prove it; or it was stopped. */
bool drat_check(struct drat *d, struct text *err);

/* ---- proofs, read step by step (steps.c) ---- */

/* Steps: clauses that are added, the pivot first, and clauses that are deleted. Text or binary.
 *
 *      text      1 -2 3 0        binary    'a' 02 05 06 00       a literal x is 2x, -x is 2x + 1, in groups of seven
 *                d 4 5 0                   'd' 08 0a 00          bits, the lowest first, a set eighth bit: more follow
 *
 * Wetzler, Heule & Hunt, DRAT-trim, SAT 2014. */
struct steps {
    const unsigned char *at, *end;
    bool binary;
    int64_t read; /* steps so far */
    /* The step: */
    bool deletes;
    struct lits lits;
};

/* Is it binary? Bytes that text has no use for say so: within text only digits, blanks, `-`, `d`
 * and comment lines occur. */
bool steps_binary(const char *proof, size_t n);
void steps_open(struct steps *s, const char *proof, size_t n, bool binary); /* borrows the proof */
void steps_release(struct steps *s);
/* The next step. False: there is none; or, with a sentence in err, the bytes are no proof. */
bool steps_next(struct steps *s, struct text *err);
/* Appends a step. */
void steps_write(struct text *out, bool binary, bool deletes, const lit *x, int n);

#endif
