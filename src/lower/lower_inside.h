/* What lower.c and lower_*.c share: one model, or one sum, on its way into a sink. */
#ifndef LOWER_INSIDE_H
#define LOWER_INSIDE_H

#include "lower/lower.h"
#include "cnf/normal.h"
#include "lower/lower_groups.h"

struct encoder_reasons;
struct lowering {
    const struct policy *policy;
    struct cnf *f; /* where clauses go: the sink or a guard around it */
    struct text *err;
    struct normal t;
    struct lits scratch;
    /* The last automatic choice by kind, for rows of the same shape. */
    struct shape {
        int n;
        int64_t lo, hi;
        bool block;
        struct encoding chosen;
    } last[KINDS];
    struct groups *groups;           /* NULL: none */
    double squares;                  /* lengths of all pseudo-Boolean rows, squared and added up; 0: a sum is alone */
    struct encoder_reasons *reasons; /* of what auto chose, instead of clauses; NULL: clauses */
    struct encoders_used used;
    const struct encoder *noted[KINDS]; /* the last one of each kind in `used` */
};
void lowering_release(struct lowering *l);
/* False, with a sentence: the sink was truncated. */
bool lowering_whole(const struct cnf *f, struct text *err);

/* Computes what auto may spend, and the at-most-one groups, of which there are none if rows are guarded. */
void lowering_begin(struct lowering *l, const struct model *m, bool guarded);

/* The calls below send to l->f; false, with a sentence in l->err, if an encoding refuses. */

/* -- lower_sum.c -- */
/* Sends lo <= sum w x <= hi (w NULL: ones; block: see constraint.h, or NULL), over any literals and weights. */
bool lowering_sum(struct lowering *l, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi);
/* Sends a constraint in normal form: natively if the sink takes its kind, else by the encoder chosen for it, which must
 * take both of its bounds. */
bool lowering_send(struct lowering *l, const struct constraint *c);
/* Notes that e was used. */
void lowering_note(struct lowering *l, const struct encoder *e);

/* -- lower_counter.c -- */
/* Sends a ROW_COUNT. */
bool lowering_definition(struct lowering *l, const struct row *r);

/* -- lower_auto.c -- */

/* Can e encode c, by its own limits or those of its tuning? If not, a sentence with the estimated size. */
bool lower_auto_feasible(const struct encoder *e, const struct constraint *c, struct text *err);
/* Can e's counter count c? If not, a sentence with the estimated size. */
bool lower_auto_countable(const struct encoder *e, const struct constraint *c, struct text *err);

/* What auto chose for a constraint, and, of a pseudo-Boolean one, why. */
struct choice {
    const struct encoder *encoder; /* NULL: none can */
    const char *class;             /* the line of the rule that holds, in words; else NULL */
    int64_t size;                  /* clauses and auxiliaries that it takes */
    bool strong;                   /* it propagates all; else nothing that does took at most so many: */
    int64_t most;
};

/* Of pseudo-Boolean constraints what a decision list says, which was learned from measured rows
 * (bench/results/pb-rule.md). Of others the smallest encoding (clauses and auxiliaries, exactly)
 * among the strongest; for long cardinality constraints one out of partial sums. c may be two-sided
 * even if the encoder is not: the halves are weighed. squares: of the lengths of all pseudo-Boolean
 * ones of the formula, added up; 0: it is alone. */
struct choice lower_auto_choose(const struct constraint *c, double squares);
/* Adds one automatic choice to what lower_explain prints. */
void lower_explain_add(struct encoder_reasons *r, const struct constraint *c, const struct choice *choice);

#endif
