/* Deductions: what follows from a position, the easiest first.
 *
 * A *unit* is a rule of the model or, of a rule with connectivity, one of its other rows. A
 * deduction is a small set of units that forces a literal: the opposite contradicts them and
 * what is known. Known values ("facts") and units that need no thought (definitions, and rules
 * that are obvious) count for nothing.
 *
 * The search for the smallest set looks at single units first. Then come trials, whose
 * contradiction is minimized by deletion, and all sets of 2, 3 and 4 units, as hitting sets of
 * correction sets, which are kept. Only if nothing was found, it looks at cores of the whole.
 * (Ignatiev and others, Smallest MUS Extraction with Minimal Hitting Set Dualization, CP 2015;
 * Bogaerts, Gamba and Guns, AIJ 2021.) */
#pragma once

#include "cnf/propagator.h"
#include "search/session.h"

struct deduced {
    lit x;                 /* the literal of the model that is forced */
    struct lits units;     /* that force it, the smallest set found */
    struct lits facts;     /* literals that they need: known ones or, beyond the model's variables, givens */
    struct lits last, via; /* of deduction_explain, if the units are many: those of the last step, and
                            * what was deduced before that it needs */
    struct lits trial;     /* of deduction_explain, without cases: the opposite, and the targets that follow until */
    int failed;            /* this unit fails; -1: a definition */
    bool sum;              /* modulo 2, the units leave only this literal */
    bool cases;            /* no chain of unit propagation leads from the opposite to the contradiction */
    bool smallest;         /* no smaller set forces a literal: the search was complete */
    int effort;            /* the number of units, plus 1 for cases, plus up to 2 if one unit hides much work */
    int together;          /* so many literals follow from these units */
};
struct deduced_list {
    struct deduced *v;
    int n;
    size_t cap;
};
enum { DEDUCTION_CALLS = 600 }; /* of a step; they usually end before the clock, which then matters not */
enum { DEDUCTION_FEW = 6 };     /* more units are no reason that a player follows */
enum { DEDUCTION_MOST = 1000 }; /* the effort of what no search could explain */

struct deduction {
    struct session session;
    struct answer answer;
    struct problem problem;     /* without reductions */
    bool bounded;               /* the bound on the objective value is a unit that may be used */
    double until;               /* of clock_thread, 0: none; a search ends with the best so far */
    double exact_until;         /* and that of hitting sets before */
    int64_t calls;              /* of the solver that are left, half of them for hitting sets; negative: no limit */
    int most;                   /* deductions of more effort are not looked for */
    bool hurried, hurried_sets; /* they did: smaller sets may exist */
    struct propagator p;
    int root, base; /* marks of p: the clauses, the position */
    bool based;     /* p has the position */
    lit first;      /* if first + u is true, unit u is off */
    struct deduction_unit {
        int rule;
        enum { UNIT_FREE, UNIT_GIVEN, UNIT_RULE, UNIT_BOUND } role;
        bool simple, graph, odd; /* one clause or cardinality constraint; connectivity; one parity constraint */
        int rows;
        struct lits scope; /* the targets of its rows */
        uint64_t dry;      /* the hash of the scope's values when nothing followed from it alone; 0: none */
    } * unit;
    int units, *unit_of; /* unit_of: of each row; -1: none */
    size_t unit_cap;
    struct lits target; /* variables that a deduction may force */
    bool *is_target;
    signed char *likely;              /* by variable: the values of a solution; NULL: none is known */
    struct lits known;                /* literals of the position, and those deduced since then */
    int *from;                        /* by variable: 1 + the index in `taken` of its deduction; 0: it has none */
    struct deduced_list found, taken; /* by deduction_next; and before */
    struct correction { /* a correction set: all units but these hold with values that agree with what is known */
        signed char *value;
        struct lits units;
        bool live;
    } * cut;
    int cuts;
    size_t cut_cap;
};

/* Builds the formula, once. good: the objective value that is required, the unit UNIT_BOUND;
 * NULL: none. False: it is stopped, or too large. deduction_release in any case. */
bool deduction_open(struct deduction *d, const struct problem *q, const int64_t *good);
void deduction_release(struct deduction *d);
/* From now on this job (borrowed; NULL: none) may end its work, rather than the problem's. */
void deduction_begin(struct deduction *d, struct job *job);
static inline const struct model *deduction_model(const struct deduction *d) { return d->session.formula.model; }
/* Adds the variable to those that a deduction may force; all solution variables are. */
void deduction_aim(struct deduction *d, lit x);
/* Goes to the position in which these literals are known. solution: literals of a solution that has
 * them, as many as are known. False: there is none, or the search was stopped. */
bool deduction_at(struct deduction *d, const struct lits *known, const struct lits *solution);
/* Whether unit propagation of all rules refutes these literals. */
bool deduction_refutes(struct deduction *d, const struct lits *known);
/* Whether the literal is known, or follows from what is known by definition. */
bool deduction_knows(struct deduction *d, lit x);
/* Finds the easiest deductions, all of the same effort, in d->found. False: there are none, or
 * they were not found. */
bool deduction_next(struct deduction *d);
/* Adds to d->found a deduction of this literal by all units, without looking for a small set.
 * False: it is not forced, or the search took too long. */
bool deduction_force(struct deduction *d, lit x);
/* Looks in the position alone for a smaller set of units, of an effort below `most`, that forces
 * one of these literals. Then replaces *out. False: none is found. */
bool deduction_shorten(struct deduction *d, const struct lits *x, int most, struct deduced *out);
/* Adds what was found to what is known. */
void deduction_take(struct deduction *d);
/* For a literal that is known now: a minimal set of units that forces it in the position, and
 * the facts of the position that it needs. The units of its last deduction come first. With units
 * in *out, it begins with these. */
void deduction_explain(struct deduction *d, lit x, struct deduced *out);
/* Whether case distinctions refute the opposite by these units, without a solver. */
bool deduction_checked(struct deduction *d, const struct deduced *e);
void deduction_drop(struct deduced *e);
static inline void deduced_release(struct deduced *e) { deduction_drop(e); }

/* Follows the easiest deductions from the start to the solution: the effort of the hardest step,
 * and the number of steps. Stops at a step of more effort than `most`, whose effort is then
 * DEDUCTION_MOST. It depends on no clock. */
struct deduction_course {
    int effort, steps;
    bool bound, smallest; /* the bound was needed; no search ended early, so that the effort is the least */
};
void deduction_follow(struct deduction *d, const struct lits *solution, int most, struct deduction_course *out);
/* The level of an effort, and the largest effort of a level. */
enum { LEVELS = 5 };
int deduction_level(int effort);
int deduction_level_most(int level);
