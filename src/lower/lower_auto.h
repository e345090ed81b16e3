/* What `auto` means: which encoder a constraint gets when the user leaves it open. */
#ifndef LOWER_AUTO_H
#define LOWER_AUTO_H

#include "cnf/encoder.h"

/* Can e encode c, by its own limits or those of its tuning? If not, a sentence with the estimated size. */
bool lower_auto_feasible(const struct encoder *e, const struct constraint *c, struct text *err);
bool lower_auto_countable(const struct encoder *e, const struct constraint *c,
                          struct text *err); /* the same of its counter */

/* The smallest encoding (clauses and auxiliaries, exactly) among those that serve c best; for long cardinality constraints
 * one out of partial sums; where none that propagates is small enough, one that is small. NULL: none can.
 * c may be two-sided even if the encoder is not: the halves are weighed. budget: of clauses, for a
 * pseudo-Boolean constraint; 0: it is alone. */
const struct encoder *lower_auto_choose(const struct constraint *c, int64_t budget);
/* The clauses that each of so many pseudo-Boolean constraints of a formula may take, if its encoding propagates. */
int64_t lower_auto_budget(int constraints);

#endif
