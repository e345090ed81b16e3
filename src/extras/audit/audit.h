/* The audit: tests the claims of an encoder by exhaustion over small constraints, and by samples
 * over long ones.
 *
 * For each constraint it tries:
 *
 *   correct       each assignment of the inputs extends to a model iff the constraint holds
 *   strength      the effect of unit propagation under every partial assignment of the inputs
 *   parsimonious  each solution of the inputs extends in exactly one way
 *   exact size    a dry run counts the clauses and variables that encode makes
 *   cost          the formulas of `cost` hold for the sizes of constraints of up to 1000 inputs,
 *                 33 integers that differ, or a graph of 33 vertices
 *   count         each output means what encoder.h says, each bound lo <= k < hi can be required,
 *                 and the effect of unit propagation with a bound
 *   form          clauses are over variables that exist, none twice in a clause
 *
 * Long constraints are tried under total assignments whose sums are just below, at and just above
 * each bound. Each of them is assigned input by input. On the way, what unit propagation fixes or
 * refutes is compared with the meaning of the partial assignment; in the end, a solver decides if
 * propagation did not. They have up to AUDIT_EACH inputs or more: any number around a power of two
 * or a square, and some others.
 *
 * A weaker result than the claim is a fault, and so is a wrong size. The audit records the observed
 * strengths, so that it also reports a claim that is too weak. */
#pragma once

#include "base/random.h"
#include "base/text.h"
#include "cnf/encoder.h"

enum { AUDIT_INPUTS = 12 };  /* the most inputs of a constraint that is tried on all assignments */
enum { AUDIT_EACH = 40 };    /* up to here, each number of inputs is tried by samples */
enum { AUDIT_SUM = 1 << 9 }; /* the largest upper bound of a weighted sum with two bounds in audit_extends */

/* The largest numbers of inputs that are tried. */
struct audit_range {
    int exhaustive; /* under all total and partial assignments */
    int sampled;    /* under some assignments; of INT in values, of ALLDIFF in integers */
    int sizes;      /* by the cost's formulas, in the same unit */
};

struct audit {
    const struct encoder *encoder;
    /* Polled before each constraint: once it is over no further ones are tried. Gets the audit
     * published after each. NULL: none. */
    struct job *job;
    uint64_t seed;        /* of the samples */
    struct random random; /* of the samples; begins with the seed */
    bool sampling;        /* audit_constraint and audit_counter try samples, else all assignments */
    int64_t constraints, counters, samples, sizes; /* tried */
    struct audit_range range;                      /* the most inputs that were tried */
    enum strength strength;                        /* seen on all constraints */
    bool parsimonious;                             /* seen on all constraints */
    int64_t faults;
    struct text report; /* the first few faults, a full sentence a line, each naming its case */
};

void audit_init(struct audit *a, const struct encoder *e);
void audit_release(struct audit *a);

/* The length of a constraint in the unit of range.sampled and range.sizes. */
static inline int audit_length(const struct constraint *c)
{
    if (c->kind == INT) return (int)(c->integer->hi - c->integer->lo) + 1;
    return c->kind == ALLDIFF ? c->integers : c->n;
}

/* Begins a fault report for the case: the caller adds the sentence and a newline. NULL: enough
 * faults were reported. */
struct text *audit_fault(struct audit *a, const struct constraint *c);

/* Tries one constraint, of at most AUDIT_INPUTS inputs unless a->sampling. c must suit the encoder,
 * and be in normal form. */
void audit_constraint(struct audit *a, const struct constraint *c);
/* Tries the encoder's count() on such a constraint, in one direction. 0: its watch(), sampled. */
void audit_counter(struct audit *a, const struct constraint *c, enum direction d);
/* Compares the size of an encoded constraint, of any number of inputs, with a dry run. */
void audit_size(struct audit *a, const struct constraint *c, struct size made);
/* Compares the encoder's cost (NULL: no claim) with the sizes of constraints of up to 1000
 * inputs. */
void audit_cost(struct audit *a);
int audit_cost_longest(const struct encoder *e); /* the largest number of inputs; 16 if the size is exponential */
/* Whether the partial assignment extends to one that satisfies c and its groups or, for ALLDIFF,
 * its integers. given[i] is 1 (x[i] is true), -1 or 0 (open). The upper bound of a weighted sum
 * with two bounds is at most AUDIT_SUM. */
bool audit_extends(const struct constraint *c, const signed char *given);

/* Tries constraints that suit the encoder, in all its tunings, with literals of both signs. PB:
 * many weight vectors of up to `inputs` inputs; other kinds: all constraints of up to inputs + 2;
 * and samples and sizes of far larger ones. inputs: 2 to AUDIT_INPUTS - 2; 6 takes seconds. Set
 * a->seed before. */
void audit_encoder(struct audit *a, int inputs);
/* The ranges that audit_encoder tries. */
struct audit_range audit_range(const struct encoder *e, int inputs);

/* Reads the `.cost` of an encoder: a list of claims about its size, each a formula with a value.
 *
 * Claims are separated by ", " or "; ":
 *
 *     [at most] FORMULA what, or about FORMULA what, or O(FORMULA) what,
 *
 * where what is `clauses`, `variables` or `clauses and variables`. Conditions may follow: " for
 * n = 2^m", " for n > 6 integers of d >= n values". Letters: n inputs (integers, vertices), k the
 * bound, w the largest weight, N the number after the encoder's name, d values of an integer, e
 * edges, m = floor(log2 n). Functions: C(n,k), log2, log (the same), sqrt, ceil, floor. Adjacent
 * factors are multiplied: 2nk, n log^2 n. A claim without a leading word is exact. */
struct cost {
    const char *s; /* the rest of the text; NULL: it is invalid */
    double n, k, w, N, d, e;
};

enum cost_kind { COST_EXACT, COST_AT_MOST, COST_ABOUT, COST_ORDER };
struct cost_claim {
    enum cost_kind kind;
    double value;
    bool clauses, vars; /* the quantities of the claim */
};

/* The value of the formula at c->s; moves c->s after it. */
double cost_formula(struct cost *c);
/* Reads the next claim. False: there is none, or it is invalid (c->s is NULL then). */
bool cost_next(struct cost *c, struct cost_claim *claim);
/* Whether the conditions of the text at c->s hold, if it has any. */
bool cost_applies(const struct cost *c);
