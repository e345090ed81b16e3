/* Encoders: how a constraint in normal form becomes clauses. One file each in encodings/. */
#pragma once

#include "cnf/cnf.h"

/* The strength of an encoding: the effect of unit propagation on the clauses of one constraint,
 * under any partial assignment of its inputs. Each encoder claims one, and the audit tests the
 * claim on small constraints. */
enum strength {
    STRENGTH_NONE,        /* may miss a conflict that the inputs already force */
    STRENGTH_CONSISTENCY, /* finds every conflict, may miss forced inputs */
    STRENGTH_GAC,         /* arc-consistent: also fixes every forced input */
};

/* The sum of n weights (NULL: all 1), and of all weights of a constraint. */
static inline int64_t constraint_sum(const int64_t *w, int n)
{
    int64_t sum = w ? 0 : n;
    for (int i = 0; w && i < n; i++) sum += w[i];
    return sum;
}
static inline int64_t constraint_total(const struct constraint *c) { return constraint_sum(c->w, c->n); }

/* The number of clauses that feasible() allows: the limit of the encoder, or that of the tuning if
 * it is less. */
static inline int64_t tuning_most(const struct constraint *c, int64_t limit)
{
    return c->tuning.most && c->tuning.most < limit ? c->tuning.most : limit;
}

/* Counters for objectives: outputs {y, value}, value rising, at most one output per value.
 *   COUNT_UP    inputs force outputs:  (sum >= value) -> y. To require sum <= k, assert -y for
 *               every output with value > k.
 *   COUNT_DOWN  outputs force inputs:  y -> (sum >= value). To require sum >= k, assert the first
 *               y with value >= k.
 *   COUNT_BOTH  both: y <-> (sum >= value).
 * There is an output for every value v, lo < v <= hi, that the sum of some assignment attains. A
 * larger value may stand for several values if none of them is attained. lo and hi are the
 * constraint's: later bounds k are lo <= k < hi, so that a counter can omit other values. */
struct output {
    lit y;
    int64_t value;
};
struct outputs {
    struct output *v;
    int n;
    size_t cap;
    /* Outputs of `watch` depend on tares: inputs force y as soon as sum + tare >= value. The tare
     * is the sum of 2^i over the true tare[i], 0 <= i < tares, and values are multiples of 2^tares.
     * outputs_require turns that into a bound. */
    struct lits tare;
    int coarse; /* so many last bits of weights and bounds are ignored: it may miss a sum just above the bound */
    const struct encoder *by; /* the encoder that lower_objective chose; NULL: none was needed */
};
void outputs_push(struct outputs *o, lit y, int64_t value);
void outputs_release(struct outputs *o);
/* Adds the literals that require sum <= most (COUNT_UP). `hard` may be asserted permanently if
 * bounds only fall and the counter is monotone; `bound_assumptions`, the tares, hold for this bound
 * only. */
void outputs_require(const struct outputs *o, int64_t most, struct lits *hard, struct lits *bound_assumptions);

struct encoder {
    const char *name;  /* "card_seqcounter": the kind, then the name that --card takes */
    const char *about; /* one line */
    const char *cite;  /* author, venue, year */
    const char *cost;  /* the size formula, for readers */
    enum kind kind;
    enum strength strength; /* of encode(); tested by the audit */
    bool both;              /* takes lo > 0 and hi < total together, and lo alone */
    bool parsimonious;      /* each solution of the inputs extends in exactly one way */
    bool groups;            /* encode and COUNT_UP use c->group: correct and equally strong if the groups hold */
    bool chains;            /* encode takes c->chain, too */
    bool silent;            /* encode does not say what its variables mean, so its clauses cannot be derived */
    enum int_form form;     /* INT: which one it makes; ALLDIFF: which one it takes */
    bool by_name;           /* `auto` never chooses it (PB: nor what lower_auto.c does not name) */
    bool monotone;          /* count()'s bounds may be asserted as unit clauses, one after the other */
    int size_min, size_max, size_default; /* the range of tuning.size; all 0: takes none */
    bool tree;                            /* takes ",tree" */
    /* Callers use encoder_run, which holds the limits. */
    void (*encode)(const struct constraint *c, struct cnf *f);
    /* Optional, for objectives and counters of the library. CARD encoders take CARD constraints, PB
     * encoders PB ones. An encoder without it is encoded again for each bound. */
    void (*count)(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out);
    /* Optional, for objectives of many or heavy weights: a counter with tares, COUNT_UP, for bounds
     * below c->hi. */
    void (*watch)(const struct constraint *c, struct cnf *f, struct outputs *out);
    /* INT only: sets out[0..] to the literals of the integer in another form, each of which follows
     * from x. */
    void (*view)(const struct integer *i, enum int_form to, lit *out, struct cnf *f);
    /* Optional: false, with a sentence that names the estimated size, if the encoding of c would be
     * too large. Called before encode(), and before count() unless there is countable(). */
    bool (*feasible)(const struct constraint *c, struct text *err);
    /* With a sink that counts, encode() needs no feasible(). If that would be false, or soon after
     * the most clauses of the sink, it ends with more clauses than tuning.most. */
    bool foresees;
    /* Optional: the same of count(). */
    bool (*countable)(const struct constraint *c, struct text *err);
};

/* The registry, in the order of encodings/encoder_list.h; ends with NULL. */
extern const struct encoder *const encoders[]; /* encodings/encoders.c */

const char *encoder_kind(enum kind k);              /* "amo" "card" "pb" "xor" "int" "alldiff" "conn" */
const char *encoder_option(enum kind k);            /* the option that chooses one: the kind, or "connectivity" */
const char *encoder_strength(enum strength s);      /* "none" "consistency" "GAC" */
const char *encoder_short(const struct encoder *e); /* the part after the kind: "seqcounter" */

/* An encoder chosen by a user, with its tuning. encoder NULL = auto. */
struct encoding {
    const struct encoder *encoder;
    struct tuning tuning;
};

/* Reads "seqcounter", "card_seqcounter", "commander:4", "cut:5,tree" or "auto". */
bool encoder_parse(enum kind kind, const char *word, struct encoding *e, struct text *err);
/* Adds the word that encoder_parse reads, without the kind. */
void encoder_text(const struct encoding *e, struct text *out);

/* A call of a method: `fits` if it is set, else view() if there is a view, count() if there are
 * outputs and a direction, watch() if there are outputs, else encode(). */
struct encoder_call {
    const struct encoder *e;
    const struct constraint *c; /* view(): of one integer */
    struct cnf *f;
    struct outputs *out;
    enum direction d;
    lit *view;
    enum int_form to;
    bool (*fits)(const struct constraint *c, struct text *err);
    struct text *err;
};
/* Calls it. Once the job of f is over, f is truncated and the method is left: scoped variables are
 * released, results are incomplete, and what it sent is not the whole encoding. Of a truncated sink
 * nothing is called. All that adds to f polls its job, and so does encoder_poll. Returns the result
 * of `fits`, else false. */
bool encoder_run(struct encoder_call k);
/* feasible() or, for a counter, countable(); without the method it fits. Sends nothing to f. False,
 * with a sentence: it is too large, or f is truncated. */
bool encoder_fits(const struct encoder *e, const struct constraint *c, bool counts, struct cnf *f, struct text *err);
/* For an encoder's long work without clauses, at least every 10 ms. Does not return if the job is
 * over. */
void encoder_poll(const struct constraint *c);
/* A counting sink for a dry run inside a method. */
struct cnf encoder_trial(const struct constraint *c);

/* A counting sink for a dry run of c, with the job of f, which may be NULL. Auxiliary variables
 * begin above the inputs, if possible, because some encoders compare literals. */
struct cnf encoder_counter(const struct constraint *c, const struct cnf *f);

/* The exact size of encoding c, by a dry run. c must suit the encoder (`both`, or lo = 0) and be
 * feasible. The job of f (may be NULL) is polled. If it is over, f is truncated and the size is not
 * known. most > 0: the run may end after so many clauses, and the size then has more of them. */
struct size encoder_size(const struct encoder *e, const struct constraint *c, int64_t most, struct cnf *f);
