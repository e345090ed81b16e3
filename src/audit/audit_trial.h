/* One constraint on trial, under all assignments and all partial ones (for audit.c and audit_count.c). */
#ifndef AUDIT_TRIAL_H
#define AUDIT_TRIAL_H

#include "audit/audit.h"
#include "cnf/propagator.h"

/* Assignments are numbers: bit i is x[i]. Partial ones are ternary:
 * digit i is 0 (x[i] false), 1 (true) or 2 (open). */
struct trial {
    struct audit *audit;
    const struct constraint *c;
    const char *what; /* "encode", or what is asked of a counter */
    int64_t value;    /* the bound that is asked for, if any */
    struct cnf_buffer clauses;
    struct propagator p;
    int64_t *sum; /* by assignment */
    bool *holds;  /* by assignment: what the clauses ought to say */
    bool *apart;  /* by assignment: at most one of each group is true, which the trial adds as clauses */
    bool *open;   /* by partial assignment: some assignment that holds extends it */
    enum strength strength;
    int weak; /* a partial assignment on which propagation is only that strong */
};

void trial_init(struct trial *r, struct audit *a, const struct constraint *c);
void trial_release(struct trial *r);
/* The clauses that r holds by now, over variables 1..inputs and those of the sink, go to the propagator. False: they
 * are not in good order, which is a fault. */
bool trial_clauses(struct trial *r, int inputs);
/* Do the clauses say `holds`, no more and no less? */
bool trial_correct(struct trial *r);
/* What propagation achieves for `holds`, on top of what is assigned already, lowers *least. */
void trial_strength(struct trial *r, enum strength *least);
/* How many models (2: or more) the clauses have under the inputs `bits`, on top of what is assigned. */
int trial_models(struct trial *r, int bits);
/* Reports that the assignment `bits` does what `words` say. */
void trial_fault(struct trial *r, int bits, const char *words);

#endif
