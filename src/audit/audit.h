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
 * that a claim that is too modest is reported, too. */
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
    /* Called after each constraint that was tried; NULL: not called. */
    void (*progress)(void *state, const struct audit *a);
    void *progress_state;
};

void audit_init(struct audit *a, const struct encoder *e);
void audit_release(struct audit *a);
static inline void audit_progress(const struct audit *a)
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

/* The `.cost` of an encoder, read: a list of claims about its size, each a formula that has a value.
 *
 * A cost is claims with ", " or "; " between them: [at most] FORMULA what, or about FORMULA what,
 * or O(FORMULA) what, where what is `clauses`, `variables` or `clauses and variables`. " for n =
 * 2^m" after all of them says that n is a power of two. Letters: n inputs, k the bound, w the
 * largest weight, N the number behind the encoder's name, m = log2 n. Functions: C(n,k), log2, log
 * (the same), sqrt, ceil, floor. Factors stand side by side: 2nk, n log^2 n. A claim without a word
 * before it is exact. */
struct cost {
    const char *s; /* what is left to read; NULL: it cannot be read */
    double n, k, w, N;
};

enum cost_kind { COST_EXACT, COST_AT_MOST, COST_ABOUT, COST_ORDER };
struct cost_claim {
    enum cost_kind kind;
    double value;
    bool clauses, vars; /* what it is about */
};

/* The value of the formula that c->s begins with; c->s follows. */
double cost_formula(struct cost *c);
/* The next claim; false: there is none, or it cannot be read (c->s is NULL then). */
bool cost_next(struct cost *c, struct cost_claim *claim);
/* Is the claim for powers of two only? */
bool cost_of_powers(const char *s);

#endif
