/* The audit: tests what an encoder claims, by exhaustion over small constraints.
 *
 * For each constraint tried:
 *   correct       each assignment of the inputs extends to a model iff the constraint holds
 *   strength      what unit propagation does under every partial assignment of the inputs
 *   parsimonious  each solution of the inputs extends in exactly one way
 *   exact size    a dry run counts the clauses and variables that encode makes
 *   cost          the formulas of `cost` hold for the sizes of constraints of up to 1000 inputs
 *   count         each output means what encoder.h says, each bound lo <= k < hi can be asked for,
 *                 and what unit propagation does with a bound
 *   form          clauses are over variables that exist, none twice in a clause
 * A weaker result than the claim is a fault, and so is a wrong size. What the audit saw is kept, so
 * that a claim that is too modest can be told too. */
#ifndef AUDIT_H
#define AUDIT_H

#include "base/job.h"
#include "cnf/encoder.h"

enum { AUDIT_INPUTS = 12 }; /* the most inputs of a constraint that is tried on all assignments */

/* Up to how many inputs constraints are tried. */
struct audit_range {
    int exhaustive; /* under all assignments and all partial ones */
    int single;     /* at-most-one: each input alone, and none; else 0 */
    int sizes;      /* by the cost's formulas */
};

struct audit {
    const struct encoder *encoder;
    struct job *job; /* polled before each constraint; once it is over the rest is left out; NULL: none */
    int64_t constraints, counters, sizes; /* tried */
    struct audit_range range;             /* the most inputs that were tried */
    enum strength strength;               /* seen on all constraints */
    enum strength bound;                  /* seen on all bounds of its counter */
    bool parsimonious;                    /* seen on all constraints */
    int64_t faults;
    struct text report; /* the first few faults, a full sentence a line, each naming its case */
    /* Told after each that was tried; NULL: nobody. */
    void (*progress)(void *state, const struct audit *a);
    void *progress_state;
};

void audit_init(struct audit *a, const struct encoder *e);
void audit_release(struct audit *a);
static inline void audit_told(const struct audit *a)
{
    if (a->progress) a->progress(a->progress_state, a);
}

/* Notes a fault of the case, whose sentence the caller goes on to write, with a newline; NULL:
 * enough were shown. */
struct text *audit_fault(struct audit *a, const struct constraint *c);

/* Tries one constraint of at most AUDIT_INPUTS inputs. c must be in normal form and suit the
 * encoder. */
void audit_constraint(struct audit *a, const struct constraint *c);
/* Tries count() on it, in one direction. */
void audit_counter(struct audit *a, const struct constraint *c, enum direction d);
/* Tries an at-most-one of any number of inputs: each alone, and none. */
void audit_amo(struct audit *a, const struct constraint *c);
/* Compares what encode made of a constraint of any number of inputs with a dry run. */
void audit_size(struct audit *a, const struct constraint *c, struct size made);
/* Holds the encoder's cost (NULL: nothing is claimed) against the sizes of constraints of up to 1000 inputs. */
void audit_cost(struct audit *a);
int audit_cost_longest(const struct encoder *e); /* so far; what is exponential, to 16 */

/* Tries constraints that suit the encoder, in all its tunings, with literals of both signs: of PB,
 * many weight vectors of up to `inputs` inputs; of the others, all of up to inputs + 2; and sizes of
 * far larger ones. inputs: 2 to AUDIT_INPUTS - 2; 6 takes seconds. */
void audit_encoder(struct audit *a, int inputs);
/* What it tries. */
struct audit_range audit_range(const struct encoder *e, int inputs);

#endif
