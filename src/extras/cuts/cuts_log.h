/* The proof that the solver logs: VeriPB's format 3.0. Call these only if r->log is set. An
 * analysis is one line, which derives the learnt row from the conflict and its reasons. */
#pragma once

#include "extras/cuts/cuts.h"
#include "solvers/solver.h"

/* A cutting-planes proof that the solver logs, in VeriPB's format 3.0: docs/research/proofs.md.
 * Constraints have numbers, from 1; those of the formula come first, which the solver does not
 * write. */
struct cuts_proof {
    void (*write)(void *state, const void *bytes, size_t n);
    void *state;
    struct text names;     /* of the variables, each ended by a zero byte */
    size_t *name;          /* where that of variable v begins; 0: v does not occur in the formula */
    int named;             /* the variables of the formula are 1..named */
    int64_t last;          /* the number of the last constraint */
    int64_t scale;         /* the formula's objective is a constant and `scale` times the bounded sum */
    int64_t contradiction; /* the number of a constraint that no values satisfy; 0: none is derived */
    /* Something was added that the log does not justify: it proves nothing, and no later step is
     * written. */
    bool lost;
    size_t sound;          /* so many bytes of `out` were complete steps when the log was last kept */
    bool stop;             /* set by `write`: nothing more is wanted, and little more is written */
    struct text out, line; /* not yet written; the constraint that is being derived */
};
/* Appends " ~x1", a literal, or " ~x1 x2 ...", the values of the variables that occur. */
void cuts_proof_literal(const struct cuts_proof *l, lit x, struct text *out);
void cuts_proof_values(const struct cuts_proof *l, const signed char *value, struct text *out);
/* Ends a step of the proof in `out`: keeps it, or drops it if the log is lost. */
void cuts_proof_keep(struct cuts_proof *l);
void cuts_proof_flush(struct cuts_proof *l);
void cuts_proof_release(struct cuts_proof *l);

/* Whether this is the solver of this directory; the next two need that. */
bool cuts_is(const struct solver *s);
/* Adds constraint `number` of the formula: sum w x >= degree, w of any sign; a variable may occur
 * again. */
void cuts_add_row(struct solver *s, int64_t number, const lit *x, const int64_t *w, int n, int64_t degree);
/* Before the first constraint: logs a proof of the following answers. The log is borrowed, with its
 * names filled in. */
void cuts_log_to(struct solver *s, struct cuts_proof *log);

/* Begins the line of an analysis. */
void cuts_log_begin(struct cuts *r);
/* Pushes a row, saturated and without the literals that are fixed at the root, onto the stack. */
void cuts_log_row(struct cuts *r, struct cuts_row *row);
/* Pushes the clause that x (0: none) or a literal that was false before that place must be true. */
void cuts_log_clause(struct cuts *r, struct cuts_row *row, lit x, int place);
/* Change the top of the stack: subtract `by` from the weight w of x; divide it; saturate it; add k
 * times it to the row under it. */
void cuts_log_weaken(struct cuts *r, lit x, int64_t w, int64_t by);
void cuts_log_divide(struct cuts *r, int64_t by);
void cuts_log_saturate(struct cuts *r);
void cuts_log_add(struct cuts *r, int64_t k);
/* Ends the line, which derives this row. */
void cuts_log_learnt(struct cuts *r, struct cuts_row *row);
/* Deletes the learnt rows that are dead. */
void cuts_log_dead(struct cuts *r);
/* Logs that a row is constraint `number`, saturated and then divided. */
void cuts_log_given(struct cuts *r, struct cuts_row *row, int64_t number, int64_t by, bool saturate);
/* Logs a solution; r->improving is the constraint that requires a better one. */
void cuts_log_solution(struct cuts *r, const signed char *value);
/* The row cannot hold at the root. */
void cuts_log_contradiction(struct cuts *r, struct cuts_row *row);
