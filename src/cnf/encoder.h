/* Encoders: how a constraint in normal form becomes clauses. One file each in encodings/. */
#ifndef ENCODER_H
#define ENCODER_H

#include "cnf/cnf.h"

/* What unit propagation achieves on the clauses of one constraint, under any partial assignment of
 * its inputs. Each encoder claims one, and the audit tests the claim on small constraints. */
enum strength {
    STRENGTH_NONE,     /* may miss a conflict that the inputs already force */
    STRENGTH_CONFLICT, /* finds every conflict, may miss forced inputs */
    STRENGTH_AC,       /* arc-consistent: also fixes every forced input */
};

/* The sum of n weights; NULL: ones. And what the inputs of a constraint weigh together. */
static inline int64_t constraint_sum(const int64_t *w, int n)
{
    int64_t sum = w ? 0 : n;
    for (int i = 0; w && i < n; i++) sum += w[i];
    return sum;
}
static inline int64_t constraint_total(const struct constraint *c) { return constraint_sum(c->w, c->n); }

/* The number of clauses that feasible() allows: the limit of the encoder, or that of the tuning if it is less. */
static inline int64_t tuning_most(const struct constraint *c, int64_t limit)
{
    return c->tuning.most && c->tuning.most < limit ? c->tuning.most : limit;
}

/* Counters for objectives: outputs {y, value}, value rising, at most one output per value.
 *   COUNT_UP    inputs force outputs:  (sum >= value) -> y. To ask for sum <= k assert -y for every
 *               output with value > k.
 *   COUNT_DOWN  outputs force inputs:  y -> (sum >= value). To ask for sum >= k assert the first y with
 *               value >= k.
 *   COUNT_BOTH  both: y <-> (sum >= value).
 * There is an output for every value v, lo < v <= hi, that the sum of some assignment attains (a
 * larger value may stand for several only if none of them is attained). lo and hi are taken from the
 * constraint: bounds asked for will be lo <= k < hi, which lets a counter drop what cannot matter. */
struct output {
    lit y;
    int64_t value;
};
struct outputs {
    struct output *v;
    int n;
    size_t cap;
    /* Outputs of `watch` lean on tares: inputs force y as soon as sum + tare >= value, the tare
     * being the sum of 2^i over the true tare[i], 0 <= i < tares, and values are the multiples of
     * 2^tares. outputs_ask turns that into a bound. */
    struct lits tare;
    int coarse; /* weights and bounds lost so many last bits: it excludes only what is beyond the bound then */
    const struct encoder *by; /* whose counter lower_objective took; NULL: none was needed */
};
void outputs_push(struct outputs *o, lit y, int64_t value);
void outputs_release(struct outputs *o);
/* The literals that ask for sum <= most (of COUNT_UP): `hard` may be asserted permanently if bounds
 * only fall (and the counter is monotone), `tares` hold for this bound. */
void outputs_ask(const struct outputs *o, int64_t most, struct lits *hard, struct lits *bound_assumptions);

struct encoder {
    const char *name;  /* "card_seqcounter": the kind, then the name that --card takes */
    const char *about; /* one line */
    const char *cite;  /* author, venue, year */
    const char *cost;  /* the size formula, for people */
    enum kind kind;
    enum strength strength; /* of encode(); tested by the audit */
    bool both;              /* takes lo > 0 and hi < total at once, and lo alone */
    bool parsimonious;      /* each solution of the inputs extends in exactly one way */
    bool groups;            /* encode and COUNT_UP use c->group: correct and as strong where the groups hold */
    bool monotone;          /* count()'s bounds may be asserted permanently, one after the other */
    int size_min, size_max, size_default; /* the range of tuning.size; all 0: takes none */
    bool tree;                            /* takes ",tree" */
    void (*encode)(const struct constraint *c, struct cnf *f);
    /* Optional, for objectives and for counters as variables. CARD encoders take CARD constraints,
       PB encoders PB ones. An encoder without it is re-encoded at each bound. */
    void (*count)(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out);
    /* Optional, for objectives of many or heavy weights: a counter with tares, COUNT_UP, for bounds below c->hi. */
    void (*watch)(const struct constraint *c, struct cnf *f, struct outputs *out);
    /* Optional: false, with a sentence, if the encoding of c would be absurdly large; `estimate` in the
       sentence is the size that was foreseen. Called before encode(), and, unless there is
       countable(), before count(). */
    bool (*feasible)(const struct constraint *c, struct text *err);
    bool (*countable)(const struct constraint *c, struct text *err); /* optional: the same of count() */
};

/* The registry, in the order of encodings/list.h; ends with NULL. */
extern const struct encoder *const encoders[]; /* ends with NULL; encodings/encoders.c */

const char *encoder_kind(enum kind k);              /* "amo" "card" "pb" "xor" */
const char *encoder_strength(enum strength s);      /* "none" "consistency" "GAC" */
const char *encoder_short(const struct encoder *e); /* the part after the kind: "seqcounter" */

/* An encoder chosen by a user, with its tuning. encoder NULL = auto. */
struct encoding {
    const struct encoder *encoder;
    struct tuning tuning;
};

/* Reads "seqcounter", "card_seqcounter", "commander:4", "cut:5,tree" or "auto". */
bool encoder_parse(enum kind kind, const char *word, struct encoding *e, struct text *err);
/* Adds such a word, without the kind. */
void encoder_text(const struct encoding *e, struct text *out);

/* A sink for a dry run of c, which only counts. As some encoders compare literals, auxiliaries
 * begin above the inputs, where there is room. */
struct cnf encoder_counter(const struct constraint *c);

/* The exact size of encoding c, by a dry run. c must suit the encoder (`both`, or lo = 0) and be feasible. */
struct size encoder_size(const struct encoder *e, const struct constraint *c);

#endif
