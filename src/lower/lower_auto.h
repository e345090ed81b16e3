/* What `auto` means: which encoder a constraint gets when the user leaves it open. */
#ifndef LOWER_AUTO_H
#define LOWER_AUTO_H

#include "cnf/encoder.h"

/* Can e encode c, by its own limits or those of its tuning? If not, a sentence with the estimated size. */
bool lower_auto_feasible(const struct encoder *e, const struct constraint *c, struct text *err);
bool lower_auto_countable(const struct encoder *e, const struct constraint *c,
                          struct text *err); /* the same of its counter */

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

#endif
