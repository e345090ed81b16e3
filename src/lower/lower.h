/* Model -> CNF: the only room that knows both.
 *
 * Brings constraints to normal form (constraint.h), chooses an encoder for each by the user's word or, for
 * `auto`, as lower_inside.h says, and sends clauses to a sink. */
#ifndef LOWER_H
#define LOWER_H

#include "cnf/encoder.h"
#include "model/model.h"

/* The order of a model's variables as the solver numbers them, and of a counter's inputs. It does not
 * change what a formula says, but solvers decide and break ties by it. The formulation's own is the default. */
enum order {
    ORDER_MODEL,   /* as the formulation lists them (gunport: a cell's hole and dominoes next to each other) */
    ORDER_GROUPED, /* variables of one group together: all holes, then all dominoes; inputs as built */
    ORDER_REVERSED,
    ORDER_RANDOM, /* by the seed */
};

/* One encoding per kind. All zero: auto. */
struct policy {
    struct encoding by_kind[KINDS];
    enum order order; /* of variables in a solver and of the objective's counter inputs */
    int seed;         /* for a random order */
    bool no_groups;   /* pseudo-Boolean encoders do not learn which inputs exclude each other */
    /* The encoders above are for one constraint, and no other is taken for it: at most one is a
     * cardinality constraint too, and a sum of ones one of weights; anything else is refused. */
    bool named;
    /* What auto may do about an objective whose values are too many to count: nothing; a counter
     * with tares; also one that lets pass what is a little beyond the bound. */
    enum { WATCH_NOT, WATCH_EXACTLY, WATCH_COARSELY } watch;
};

/* The encoders that made a formula. All zero: none. */
struct encoders_used {
    uint64_t used[KINDS]; /* bit i: encoders[i] */
    unsigned natives;     /* bit k: the sink took constraints of kind k as they are */
};
void lower_used_note(struct encoders_used *u, const struct encoder *e); /* e may be NULL */
void lower_used_add(struct encoders_used *to, const struct encoders_used *more);
/* Their short names, joined by '+', with "native" last; "none" if there are none. */
void lower_used_text(const struct encoders_used *u, enum kind k, struct text *out);

/* All calls below return false, with a sentence, if the sink was truncated. */

/* Sends every row of the model to the sink. f->vars must be model_vars(m) or 0, and no auxiliary handed out.
 * guards: NULL, or a literal per rule that every clause of that rule gets appended (selectors). False, with a
 * sentence, if an encoding refuses (too large). */
bool lower_model(const struct model *m, const struct policy *p, const lit *guards, struct cnf *f, struct text *err);

/* The objective's counter: outputs for bounds lo <= k < hi of its sum, as COUNT_UP. False with an empty err
 * if the chosen encoder has no counter (encode the bound with lower_bounded into a fresh solver instead). */
bool lower_objective(const struct model *m, const struct policy *p, int64_t lo, int64_t hi, struct cnf *f,
                     struct outputs *out, struct text *err);

/* A cardinality counter over n >= 2 distinct literals: outputs 1..most <= n, as COUNT_UP, by the chosen encoder if it
 * counts. */
bool lower_core(const lit *x, int n, int most, const struct policy *p, struct cnf *f, struct outputs *out,
                struct text *err);

/* The encoder whose counter lower_objective uses; NULL: the chosen one has none. */
const struct encoder *lower_objective_encoder(const struct model *m, const struct policy *p);

/* May the counter's bounds be asserted permanently? (The chosen encoder is `monotone`.) */
bool lower_monotone(const struct model *m, const struct policy *p);

/* lower_model, then the objective's sum <= most, unless the rows say so (objective->bounded), as one more constraint
 * (INT64_MAX: none). Adds the encoders to *used, if that is not NULL. */
bool lower_bounded(const struct model *m, const struct policy *p, int64_t most, struct cnf *f,
                   struct encoders_used *used, struct text *err);

/* One row over variables that the sink has handed out, or that were taken there; no ROW_COUNT. Adds
 * the encoders to *used, if that is not NULL. */
bool lower_row(const struct row *r, const struct policy *p, struct cnf *f, struct encoders_used *used,
               struct text *err);

/* A counter of a sum (w NULL: ones; the kind is not read) over n >= 1 distinct variables, w > 0, in direction d,
 * for bounds lo <= k < hi, 0 <= lo < hi <= total. The policy's encoder makes it, which may be one of weights for
 * ones too, or for auto the first that can. */
bool lower_sum_counter(const struct constraint *sum, enum direction d, const struct policy *p, struct cnf *f,
                       struct outputs *out, struct text *err);

/* What --pb auto chooses for the sums of this model and why, a line for each class of them and each encoder;
 * nothing is
 * added if the policy names an encoder, or if there are no sums. A dry run, which encodes nothing. */
void lower_explain(const struct model *m, const struct policy *p, int64_t most, struct text *out);

/* A permutation of 1..vars, place[v] = the number that v gets; NULL for the built order. Give back with mem_free. */
int *lower_order_variables(enum order o, int seed, const struct model *m);
/* Puts n inputs into the order, with their weights (w may be NULL). False: left as built. */
bool lower_order_inputs(enum order o, int seed, int n, lit *x, int64_t *w);

#endif
