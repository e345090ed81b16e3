/* Model -> CNF: the only module that includes both.
 *
 * Brings constraints to normal form (constraint.h), chooses an encoder for each as the user named
 * it, or for `auto` by the rules in lower_inside.h, and sends clauses to a sink. */
#pragma once

#include "cnf/encoder.h"
#include "model/model.h"

/* The order of a model's variables in the solver, and of a counter's inputs. It does not change the
 * meaning of a formula, but solvers decide and break ties by it. The default is the formulation's
 * own. */
enum order {
    ORDER_MODEL,   /* the formulation's own (gunport: a cell's hole and dominoes next to each other) */
    ORDER_GROUPED, /* variables of one group together: all holes, then all dominoes; inputs as built */
    ORDER_REVERSED,
    ORDER_RANDOM, /* by the seed */
};

/* One encoding per kind. All zero: auto. */
struct policy {
    struct encoding by_kind[KINDS];
    enum order order; /* of variables in a solver and of the objective's counter inputs */
    int seed;         /* for a random order */
    bool no_groups;   /* pseudo-Boolean encoders get no at-most-one groups */
    /* Rows that sums do not state (model/row_sums.h) are encoded before all others, which share no
     * auxiliary variable with them; or only these rows are encoded. */
    enum { SPLIT_NOT, SPLIT_FIRST, SPLIT_ONLY } split;
    /* The encoders above are for one constraint, and no other may replace them: at most one is a
     * cardinality constraint too, and a sum of ones one of weights. Any other combination is
     * refused. */
    bool named;
    /* The choices of auto for an objective with too many values to count: no counter, a counter
     * with tares, or also a counter that misses sums just above the bound. */
    enum { WATCH_NOT, WATCH_EXACTLY, WATCH_COARSELY } watch;
    struct lower_choices *choices; /* auto's choices, in order, are kept or repeated here; or NULL */
};

/* Who lowers the same model twice keeps the choices of the first time, and sets `repeats`. */
struct lower_choices {
    const struct encoder **v; /* NULL: no encoder takes both bounds */
    size_t cap;
    int n, at;
    bool repeats;
};

/* The form that the policy asks for all integers; FORMS: none. */
static inline enum int_form lower_int_form(const struct policy *p)
{
    return p->by_kind[INT].encoder ? p->by_kind[INT].encoder->form : FORMS;
}

/* The encoders that made a formula. All zero: none. */
struct encoders_used {
    uint64_t used[KINDS]; /* bit i: encoders[i] */
    unsigned natives;     /* bit k: the sink took constraints of kind k as they are */
    unsigned uncounted;   /* bit k: the encoder of kind k has no counter, so each bound has another formula */
};
void lower_used_note(struct encoders_used *u, const struct encoder *e); /* e may be NULL */
void lower_used_add(struct encoders_used *to, const struct encoders_used *more);
/* Their short names, joined by '+', with "native" last; "none" if there are none. */
void lower_used_text(const struct encoders_used *u, enum kind k, struct text *out);

/* All calls below return false, with a sentence, if the sink was truncated. A sink without a job
 * gets the model's. */

/* Sends every row of the model to the sink. f->vars must be model_vars(m) or 0, without auxiliary
 * variables. guards: NULL, or a literal per rule that is appended to every clause of the rule.
 * False, with a sentence, if an encoding would be too large. */
bool lower_model(const struct model *m, const struct policy *p, const lit *guards, struct cnf *f, struct text *err);
/* Whether each row of the model only defines something, so that lower_model does not guard it.
 * The caller frees it. */
bool *lower_definitions(const struct model *m);
/* The same with a literal, or 0, for each row. */
bool lower_rows(const struct model *m, const struct policy *p, const lit *guards, struct cnf *f, struct text *err);

/* Encodes the objective's counter: outputs for bounds lo <= k < hi of its sum, as COUNT_UP. False
 * with an empty err if the chosen encoder has no counter: encode the bound with lower_bounded into
 * a new solver then. */
bool lower_objective(const struct model *m, const struct policy *p, int64_t lo, int64_t hi, struct cnf *f,
                     struct outputs *out, struct text *err);

/* Encodes a cardinality counter over n >= 2 distinct literals: outputs 1..most <= n, as COUNT_UP,
 * by the chosen encoder if it has one. */
bool lower_core(const lit *x, int n, int most, const struct policy *p, struct cnf *f, struct outputs *out,
                struct text *err);

/* The encoder whose counter lower_objective uses; NULL: the chosen one has no counter. */
const struct encoder *lower_objective_encoder(const struct model *m, const struct policy *p);

/* Whether the counter's bounds may be unit clauses (the chosen encoder is `monotone`). */
bool lower_monotone(const struct model *m, const struct policy *p);

/* Calls lower_model, then encodes the objective's sum <= most as one more constraint, unless the
 * rows imply it (objective->bounded) or most is INT64_MAX. Adds the encoders to *used, if that is
 * not NULL. */
bool lower_bounded(const struct model *m, const struct policy *p, int64_t most, struct cnf *f,
                   struct encoders_used *used, struct text *err);

/* Encodes one row, not a ROW_COUNT, over variables that the sink already uses. Adds the encoders to
 * *used, if that is not NULL. */
bool lower_row(const struct row *r, const struct policy *p, struct cnf *f, struct encoders_used *used,
               struct text *err);

/* Encodes a counter of a sum (w NULL: all 1; the kind is ignored) over n >= 1 distinct variables, w
 * > 0, in direction d, for bounds lo <= k < hi, 0 <= lo < hi <= total. The policy's encoder makes
 * it (for weights 1 that may be a PB one too), or for auto the first that can. */
bool lower_sum_counter(const struct constraint *sum, enum direction d, const struct policy *p, struct cnf *f,
                       struct outputs *out, struct text *err);

/* Explains what --pb auto chooses for the sums of this model and why: a line for each class of them
 * and each encoder. Adds nothing if the policy names an encoder, or if there are no sums. A dry
 * run: encodes nothing. */
void lower_explain(const struct model *m, const struct policy *p, int64_t most, struct text *out);

/* Returns a permutation of 1..vars: place[v] is the new number of v. NULL: the built order. Free it
 * with mem_free. */
int *lower_order_variables(enum order o, int seed, const struct model *m);
/* Writes n inputs in that order to `to`, and their weights to to_w (w NULL: they have none). False:
 * it is the built order, and nothing is written. */
bool lower_order_inputs(enum order o, int seed, int n, const lit *x, const int64_t *w, lit *to, int64_t *to_w);
