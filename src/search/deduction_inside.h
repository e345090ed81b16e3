/* Between the files of deductions. */
#pragma once

#include "search/deduction.h"

/* Whether the search must end with the best so far. */
bool deduction_over(struct deduction *d);
/* Calls the solver: what is known, these units and x hold. SOLVER_UNKNOWN after so many
 * conflicts, or if the search is over. */
enum solver_answer deduction_solve(struct deduction *d, const lit *unit, int n, lit x, int64_t conflicts);
/* After its SOLVER_UNSAT: adds those of the units, or of what is known, that it needs. */
void deduction_failed_units(const struct deduction *d, const struct lits *units, struct lits *out);
void deduction_failed_facts(const struct deduction *d, struct lits *out);
/* Brings the propagator to the position. False: it is contradictory. */
bool deduction_base(struct deduction *d);
static inline lit deduction_off(const struct deduction *d, int unit) { return d->first + unit; }
static inline bool deduction_counts(const struct deduction *d, int unit)
{
    return d->unit[unit].role == UNIT_RULE || (d->unit[unit].role == UNIT_BOUND && d->bounded);
}
static inline int deduction_value(const struct deduction *d, lit x) { return propagator_value(&d->p, x); }
/* The literal of a target that is likely. */
static inline lit deduction_likely(const struct deduction *d, int var) { return d->likely[var] < 0 ? -var : var; }
/* Splits the assigned literals of a conflict, or of a literal, into units and facts. */
void deduction_cone(struct deduction *d, lit of, struct deduced *out);
/* Whether propagation of these units refutes the opposite of x in the position. Then the parts of
 * its cone are in *cone, unless it is NULL. */
bool deduction_chain(struct deduction *d, const struct lits *units, lit x, struct deduced *cone);
/* Finds those parity constraints among the units whose sum modulo 2 leaves only x unknown in the
 * position; 0: any literal, with few of them (deduction_sums.c). *out is replaced then. */
bool deduction_sum(struct deduction *d, const struct lits *units, lit x, struct deduced *out);
/* Adds a deduction to what was found; a second one of the same literal replaces the first if it
 * is easier. Takes over the lists. */
void deduction_push(struct deduction *d, struct deduced *e);
/* Sets of two or more units, of an effort below `most` (deduction_sets.c). Adds all literals that
 * the best set forces. */
void deduction_sets(struct deduction *d, int most);
