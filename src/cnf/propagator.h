/* A small unit propagator with a backtracking search, for the audit and for lookahead in cubes. It
 * learns nothing and shares no code with any solver. */
#pragma once

#include "cnf/cnf.h"

struct propagator {
    int vars;
    signed char *value; /* by variable: 1 true, -1 false, 0 open */
    struct lits trail;  /* assigned literals in order */
    int head;           /* trail.v[head..] are not propagated yet */
    struct lits lits, start;
    struct lits *watch; /* by literal: the clauses that watch it */
    bool refuted;       /* propagation of the clauses finds a conflict */
    int *reason;        /* by variable with a value: the clause that propagated it; -1: it was assigned */
    int conflict;       /* after a conflict: the clause that is false; -1: the assigned literal was false, */
    lit denied;         /* which is this one */
};

/* Copies the clauses, none of which may repeat a variable, and propagates their units. */
void propagator_init(struct propagator *p, const struct cnf_buffer *b);
/* Adds the clauses that the buffer got since then, in the assignment of the clauses alone. */
void propagator_add(struct propagator *p, const struct cnf_buffer *b);
void propagator_release(struct propagator *p);

/* Makes l true and propagates to the fixpoint; false at a conflict, after which only undo is
 * allowed. */
bool propagator_assign(struct propagator *p, lit l);
/* A mark of the present assignment, to which propagator_undo returns. */
static inline int propagator_mark(const struct propagator *p) { return p->trail.n; }
void propagator_undo(struct propagator *p, int mark);
static inline int propagator_value(const struct propagator *p, lit l) { return l < 0 ? -p->value[-l] : p->value[l]; }

/* Adds the assigned literals from which l follows or, for 0, the last conflict; the last one comes
 * first. between: also adds the propagated ones there; NULL: no. */
void propagator_cone(const struct propagator *p, lit l, struct lits *out, struct lits *between);

/* The number of models that extend the present assignment; stops counting at `limit`. */
int propagator_models(struct propagator *p, int limit);
