/* A DRAT proof, read step by step: clauses that are added, the pivot first, and clauses that are
 * deleted. Text or binary.
 *
 *      text      1 -2 3 0        binary    'a' 02 05 06 00       a literal x is 2x, -x is 2x + 1, in groups of seven
 *                d 4 5 0                   'd' 08 0a 00          bits, the lowest first, a set eighth bit: more follow
 *
 * Wetzler, Heule & Hunt, DRAT-trim, SAT 2014. */
#ifndef STEPS_H
#define STEPS_H

#include "base/base.h"

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
