/* Tests one constraint under all total and partial assignments (for audit.c and audit_count.c). */
#pragma once

#include "extras/audit/audit.h"
#include "cnf/propagator.h"

/* Assignments are numbers: bit i is x[i]. Partial ones are ternary:
 * digit i is 0 (x[i] false), 1 (true) or 2 (open). */
struct trial {
    struct audit *audit;
    const struct constraint *c;
    const char *what; /* "encode", or the required bound of a counter */
    int64_t value;    /* the required bound, if any */
    struct cnf_buffer clauses;
    struct propagator p;
    int64_t *sum; /* by assignment; these four are NULL for samples */
    bool *holds;  /* by assignment: whether the clauses must allow it */
    bool *apart;  /* by assignment: at most one of each group is true, which the trial adds as clauses */
    bool *open;   /* by partial assignment: some assignment that holds extends it */
    enum strength strength;
    int weak; /* a partial assignment on which propagation is only that strong */
};

void trial_init(struct trial *r, struct audit *a, const struct constraint *c);
void trial_release(struct trial *r);
/* Copies r's clauses so far, over variables 1..inputs and those of the sink, to the propagator.
 * False: a clause is malformed, which is a fault. */
bool trial_clauses(struct trial *r, int inputs);
/* Whether the clauses express `holds` exactly. */
bool trial_correct(struct trial *r);
/* Lowers *least (NULL: nothing) to the strength of propagation for `holds`, in addition to the
 * present assignment. */
void trial_strength(struct trial *r, enum strength *least);
/* The number of models (2: or more) of the clauses under the inputs `bits`, in addition to the
 * present assignment. */
int trial_models(struct trial *r, int bits);
/* Reports a fault of the assignment `bits`, described by `words`. */
void trial_fault(struct trial *r, int bits, const char *words);
/* Begins a fault report by what is tried: r->what, and the bound. NULL: enough faults were
 * reported. */
struct text *trial_report(struct trial *r);

/* -- audit_samples.c -- */
/* Tries up to `most` assignments, in addition to the present one: the clauses mean c, and unit
 * propagation is as strong as claimed. */
void samples_try(struct trial *r, const struct constraint *c, enum strength claimed, int most);

/* -- audit_integers.c -- */
/* Adds the clauses of the integers of an ALLDIFF constraint, under which it is tried. */
void audit_integers_domains(const struct constraint *c, struct cnf *f);
/* Tries constraints of the kinds INT, ALLDIFF and CONN. audit_integers_most: the most inputs of
 * one. */
void audit_integers(struct audit *a, int inputs);
int audit_integers_most(enum kind kind, int inputs);
