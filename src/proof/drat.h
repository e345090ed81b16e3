/* Checks DRAT proofs: that a formula has no solution.
 *
 * A step adds a clause or deletes one. An added clause has reverse unit propagation (RUP: its
 * negation leads to a conflict by unit propagation) or is a resolution asymmetric tautology on its
 * first literal (RAT). The last added clause is empty, unless unit propagation finds a conflict
 * earlier.
 *
 * The check goes backwards from the conflict and only checks the clauses that are needed. It
 * propagates clauses already known to be needed first, so that fewer others are needed. As in
 * drat-trim, it ignores deletions of clauses that propagate a unit permanently. Goldberg & Novikov,
 * DATE 2003 (backwards); Heule, Hunt & Wetzler, FMCAD 2013 (needed first); Wetzler, Heule & Hunt,
 * SAT 2014 (RAT). */
#pragma once

#include "cnf/cnf.h"

struct drat {
    const struct cnf_buffer *formula; /* its literals are within its vars */
    const char *proof;                /* borrowed */
    size_t bytes;
    bool binary;
    bool keep; /* ignore all deletions: for proofs that use deleted clauses again without adding them */
    /* Steps to check in any case, in order, each from the steps before it and the clauses of the
     * formula that are numbered below `given`, or from `always` on. Then there need be no
     * contradiction, and no step may need RAT. */
    const struct drat_point {
        size_t at; /* its first byte */
        int given; /* never falls */
    } * point;
    int points, always;
    struct job *job; /* borrowed; gets the share that is done, roughly; NULL: none */
    double patience; /* CPU seconds: after a quarter of them, a check that would take thrice as long stops; 0: any */
    struct text *trimmed; /* NULL; or receives a binary proof of the needed clauses only */
    /* NULL; or is called with each needed clause of an accepted proof that has no RAT step, in
     * order, at last the empty one. It follows by propagation of the clauses numbered from[0],
     * from[1], .., in this order: those of the formula have the numbers from 0, and then come
     * these. drops: those of them that are not used any more. */
    void (*follows)(void *state, const lit *x, int n, const int64_t *from, int hints, const int64_t *drops,
                    int dropped);
    void *follows_state;
    /* Results, for reports. */
    bool stopped;
    int64_t added;       /* clauses until the conflict */
    int64_t needed, rat; /* of them: needed and checked; by RAT */
    int64_t core;        /* clauses of the formula that were needed */
};

/* Prepares the check of a formula and its proof in either form, within a job. */
struct drat drat_of(const struct cnf_buffer *formula, const struct text *proof, struct job *job);
/* Checks it. False, with a sentence: the proof is wrong; or it was stopped. */
bool drat_check(struct drat *d, struct text *err);

/* ---- proofs, read step by step (steps.c) ---- */

/* Steps of a proof: clauses that are added, the pivot first, and clauses that are deleted. Text or
 * binary.
 *
 *     text      1 -2 3 0     binary   'a' 02 05 06 00    x is 2x, -x is 2x + 1, in groups of seven
 *               d 4 5 0               'd' 08 0a 00       bits, lowest first; eighth bit set: more
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

/* Whether the proof is binary: text has only digits, blanks, `-`, `d` and comment lines. */
bool steps_binary(const char *proof, size_t n);
void steps_open(struct steps *s, const char *proof, size_t n, bool binary); /* borrows the proof */
void steps_release(struct steps *s);
/* Reads the next step. False: there is none; or, with a sentence in err, the bytes are not a
 * proof. */
bool steps_next(struct steps *s, struct text *err);
/* Appends a binary step. */
void steps_write(struct text *out, bool deletes, const lit *x, int n);
