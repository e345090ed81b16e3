/* A pseudo-Boolean solver: conflict-driven search with cutting-planes conflict analysis. Shared by
 * cuts_*.c and solver_cuts.c.
 *
 * A row is sum w x >= degree over literals, w falling. A clause is a row of ones and degree 1, and
 * two of its literals are watched. Any other row has a slack: the sum of the weights of its
 * literals that are not yet known to be false, minus the degree. A literal whose weight exceeds the
 * slack must be true; a negative slack is a conflict.
 *
 * Analysis goes back over the trail as in clause learning. It first weakens the reason of a
 * literal: weights of literals that are not false become multiples of that literal's weight. It
 * then divides the reason by that weight, rounding up. The slack is 0 or less then, and adding the
 * reason preserves the conflict. Elffers & Nordström, Divide and Conquer: Towards Faster
 * Pseudo-Boolean Solving, IJCAI 2018. */
#pragma once

#include "cnf/normal.h"

/* A term of a row that is made. */
struct cuts_term {
    int64_t w;
    lit x;
    int level; /* of an analysis: where x became false; INT32_MAX: it is not */
};

struct cuts_row {
    int n, lbd;
    bool dead, used;
    /* In the log: its number, that of the row saturated and without the first `fixed` literals of
     * the trail. derived: not a constraint of the formula. */
    int64_t number;
    int fixed;
    bool derived;
    int64_t degree, slack;
    int64_t *w; /* falling; NULL: a clause, x[0] and x[1] being watched */
    lit *x;
};

struct watch {
    struct cuts_row *row;
    lit blocker; /* if it is true, so is the clause */
};
struct watches {
    struct watch *v;
    int n;
    size_t cap;
};

struct entry {
    struct cuts_row *row;
    int64_t w;
};
/* The rows that contain a literal. */
struct entries {
    struct entry *v;
    int n;
    size_t cap;
};

struct row_list {
    struct cuts_row **v;
    int n;
    size_t cap;
};

/* The row that an analysis derives: sum |w[v]| x >= degree, x being v or, if w[v] < 0, its
 * negation. */
struct cut {
    int64_t *w;       /* by variable */
    bool *in;         /* by variable: whether it is in vars */
    struct lits vars; /* the variables with nonzero w, and some others */
    int64_t degree, largest;
};

struct cuts {
    int vars;
    size_t room;
    signed char *value;      /* by literal: 1 true, -1 false, 0 */
    struct watches *watches; /* by literal */
    struct entries *entries; /* by literal */
    /* By variable. */
    int *level, *place; /* place: on the trail */
    struct cuts_row **reason;
    signed char *phase, *model;
    double *activity;
    int *at; /* in the heap; -1: not there */
    bool *seen;
    struct lits heap;
    struct lits trail, control; /* control: the length of the trail at the beginning of each level */
    int head;                   /* the trail before it is propagated */
    double bump;
    struct row_list given, learnt;
    struct cuts_row *bound;
    struct cut cut;
    struct normal terms; /* of the row that is added */
    const lit *assumed;  /* of this call, and their number */
    int assumptions;
    struct lits failed;
    bool refuted;
    int64_t conflicts, limit, next_reduce; /* limit: of the next call; 0: none */
    int reductions;
    int64_t restarts, until;                                 /* until: conflicts at the next one */
    enum { LEARN_CUTS, LEARN_CLAUSES, LEARN_BOTH } learning; /* both: alternating at restarts */
    bool clausal;                                            /* now */
    struct solver *owner;                                    /* for solver_stopped */
    struct cuts_proof *log;                                  /* NULL: no proof is logged */
    struct log_numbers {
        int64_t *v;
        size_t n, cap;
    } units, spent;    /* of the constraints that fix the first literals of the trail; that can be deleted */
    int64_t improving; /* of the constraint that asks for a better solution than the last one; 0: none */
};

static inline int cuts_index(lit x) { return 2 * lit_var(x) + (x < 0); }
static inline int cuts_level(const struct cuts *r) { return r->control.n; }

/* -- cuts_trail.c -- */
/* Allocates memory for the variables 1..vars. */
void cuts_room(struct cuts *r, int vars);
/* Makes the open literal x true at the current level. */
void cuts_assign(struct cuts *r, lit x, struct cuts_row *reason);
/* Propagates the trail to its end. Returns a falsified row, or NULL. */
struct cuts_row *cuts_propagate(struct cuts *r);
/* Undoes all levels above this one. */
void cuts_back(struct cuts *r, int level);
/* Assigns the literals that a row with weights forces now. Returns the row if it is falsified, else
 * NULL. */
struct cuts_row *cuts_check(struct cuts *r, struct cuts_row *row);
/* Adds the row of these terms, over distinct variables. clause: without weights, of two or more
 * terms, the first two of which are watched. */
struct cuts_row *cuts_attach(struct cuts *r, const struct cuts_term *t, int n, int64_t degree, bool clause);
/* Frees dead rows, none of which is a reason. */
void cuts_delete_unused(struct cuts *r);
void cuts_release(struct cuts *r);

/* -- cuts_search.c -- */
/* Solves under n assumptions. Returns an enum solver_answer; after SOLVER_UNSAT `failed` has the
 * assumptions that were needed. */
int cuts_solve(struct cuts *r, const lit *assumed, int n);
/* Puts v back among the variables to decide. */
void cuts_insert(struct cuts *r, int v);
void cuts_bump(struct cuts *r, int v);

/* -- cuts_analyse.c -- */
/* Learns a row from a conflict above level 0: goes back to the level at which it forces a literal,
 * and adds it. */
struct cuts_row *cuts_learn(struct cuts *r, struct cuts_row *conflict);
/* Puts into `failed` the assumptions that force x, which is assumed too, to be false. */
void cuts_blame(struct cuts *r, lit x);
