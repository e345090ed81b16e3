/* Shared by lower*.c: one model, or one sum, on its way into a sink. */
#pragma once

#include "lower/lower.h"
#include "cnf/normal.h"
#include "lower/lower_groups.h"

/* auto's choice for a constraint, and the reason for a pseudo-Boolean one. */
struct choice {
    const struct encoder *encoder; /* NULL: none can */
    const char *class;             /* the line of the decision list that applies, in words; else NULL */
    int64_t size;                  /* its number of clauses and auxiliaries; 0: nothing depends on it */
    bool strong;                   /* it is GAC; else no GAC encoding takes at most so many: */
    int64_t most;
};

struct encoder_reasons;
enum { SHAPES = 32 };
struct lowering {
    const struct policy *policy;
    struct cnf *f; /* receives the clauses: the sink or a guard around it */
    struct text *err;
    struct normal t;
    struct lits scratch;
    /* Automatic choices, for constraints of the same shape. A place holds the last one with its
     * hash. */
    struct shape {
        struct constraint c; /* w and group are copies in `copied` */
        struct choice choice;
        void *copied;
    } shape[SHAPES];
    struct groups *groups; /* NULL: none */
    const struct model *m; /* of the integers in the rows; or NULL */
    bool guarded;          /* the row may not hold, and nor may the others */
    int defined;           /* the last variable that a counter has defined */
    struct int_view {
        lit *x[FORMS]; /* literals in other forms, made when they were needed; or NULL */
    } * view;          /* by integer */
    int *owner;        /* by variable up to `owned`: 1 + the integer whose literal it is, 0: none */
    int owned;
    int *group;       /* of the inputs of a sum of integers */
    bool linear;      /* a sum of integers is being sent: its groups and chains are those of the integers */
    bool as_values;   /* all integers of that sum are in FORM_DIRECT */
    bool in_bits;     /* some of them are in FORM_LOG */
    bool native_sums; /* the sink that gets the row takes sums: a guard takes clauses only */
    bool *unsent;     /* not NULL: instead of splitting a sum into two bounds, set *unsent and send nothing */
    double squares;   /* sum of the squared lengths of all pseudo-Boolean rows; 0: a single sum */
    struct encoder_reasons *reasons; /* records auto's choices instead of encoding; NULL: encodes */
    struct encoders_used used;
    const struct encoder *noted[KINDS]; /* the last one of each kind in `used` */
};
void lowering_release(struct lowering *l);

/* Computes auto's budget and the at-most-one groups; there are none if rows are guarded. */
void lowering_begin(struct lowering *l, const struct model *m, bool guarded);

/* The calls below send clauses to l->f. False, with a sentence in l->err, if an encoding would be
 * too large. */

/* -- lower_sum.c -- */
/* Sends lo <= sum w x <= hi (w NULL: ones; block: see constraint.h, or NULL), over any literals and
 * weights. */
bool lowering_sum(struct lowering *l, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi);
/* Sends a constraint in normal form: natively if the sink takes its kind, else by the encoder
 * chosen for it, which must take both of its bounds. */
bool lowering_send(struct lowering *l, const struct constraint *c);
/* Encodes c, a sum over thresholds of integers in normal form, by an encoder that takes chains; if
 * not `send`, only finds out whether it can. False: there is no chain or no such encoder, or it
 * would be too large. */
bool lowering_chains(struct lowering *l, const struct constraint *c, bool send);
/* Records that e was used. */
void lowering_note(struct lowering *l, const struct encoder *e);

/* -- one function for each kind of rows (model/row_list.h) -- */
#define ROW(NAME, name) bool lowering_##name(struct lowering *l, const struct row *r);
#include "model/row_list.h"
#undef ROW

/* -- lower_integers.c -- */
/* Makes the literals in other forms that the row needs, FORM_DIRECT for those that it compares by
 * value. Call it before a guard begins, because they are definitions. */
void lowering_prepare(struct lowering *l, const struct row *r, bool guarded);
/* The integer in a form that lowering_prepare made, or its own. */
struct integer lowering_form(struct lowering *l, int number, enum int_form form);
/* The literal of "the integer is v"; 0: it cannot be. */
lit lowering_value(struct lowering *l, int number, int64_t v);
/* Finds the groups among the inputs of a part of a linear row. Writes group[i] for c's n inputs:
 * values of one integer, or chains of thresholds. With chains, w gets c's weights, summed along
 * each chain. False: there are none. */
bool lowering_integer_groups(const struct lowering *l, const struct constraint *c, int *group, int64_t *w, bool *chain);
void lowering_integers_release(struct lowering *l);

/* -- lower_graph.c -- */
/* Numbers of vertices: for each, `bits` literals from at[v * (bits + 1)] on, and then the first
 * bit of the number's successor. */
struct graph_positions {
    int bits;
    lit *at;
};
void graph_positions_release(struct graph_positions *p);
/* Makes numbers of n vertices that have more than n values, so that no directed cycle consists of
 * arcs to successors. */
struct graph_positions graph_positions_new(struct lowering *l, int n);
/* Sends x -> the number of `to` is the successor of that of `from`, or the literal `unless` (0:
 * none) is true. */
void graph_positions_arc(struct lowering *l, const struct graph_positions *p, lit x, lit unless, int from, int to);

/* -- lower_auto.c -- */
/* The encoder of that name, which exists. */
const struct encoder *lower_auto_find(const char *name);
/* Whether the encoding of c by e is within auto's budget of clauses. c must suit e. The job of f is
 * polled here and below; if it is over, f is truncated and the answer means nothing. */
bool lower_auto_affords(const struct encoder *e, const struct constraint *c, double squares, struct cnf *f);

/* Chooses an encoder for c. For pseudo-Boolean constraints it follows a decision list that was
 * learned from measured rows (bench/results/pb-rule.md). For others it takes the smallest encoding
 * (clauses and auxiliaries, exactly) among the strongest; for long cardinality constraints, among
 * those with partial sums.
 *
 * c may be two-sided even if the encoder is not: the sizes of both sides are added. squares: the
 * sum of the squared lengths of all pseudo-Boolean constraints of the formula; 0: a single one. */
struct choice lower_auto_choose(const struct constraint *c, double squares, struct cnf *f);
/* Adds one automatic choice to the output of lower_explain. */
void lower_explain_add(struct encoder_reasons *r, const struct constraint *c, const struct choice *choice);
