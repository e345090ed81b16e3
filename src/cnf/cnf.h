/* A CNF sink takes clauses. An encoder cannot distinguish a solver, a file and a counting sink. */
#pragma once

#include "base/job.h"
#include "cnf/constraint.h"

#include <stdio.h>

struct text;

struct size {
    int64_t vars, clauses, literals;
};

static inline void size_add(struct size *s, struct size t)
{
    s->vars += t.vars;
    s->clauses += t.clauses;
    s->literals += t.literals;
}

struct cnf {
    /* One clause of n >= 0 literals; NULL: the sink only counts. */
    void (*put)(struct cnf *self, const lit *c, int n);
    /* Optional: takes a constraint in normal form. `native` has the bit 1 << kind for each kind
     * that this sink takes. */
    void (*put_native)(struct cnf *self, const struct constraint *c);
    /* Optional: takes y[j] <=> at least j + 1 of x[0..n-1] are true, 0 <= j < max; NULL: it is
     * encoded. */
    void (*put_count)(struct cnf *self, const lit *x, int n, const lit *y, int max);
    unsigned native;
    /* Optional: what follows belongs to this rule of the model, or to none of them
     * (CNF_DEFINITIONS, CNF_BOUND). */
    void (*rule)(struct cnf *self, int rule);
    /* Optional, for sinks that derive the clauses (proof/derivation.h). `means`: y is true if
     * and only if the sum is >= c->lo; of the kind AMO, if one of the x is. The guards, if there
     * are two, mean c->lo and c->lo - 1 of all x but the last. `holds`: the following clauses
     * encode the bounds of this sum; NULL: what was said of the encoded row does not count any
     * more. Only n, x, w, lo and hi of c count otherwise. `adds`: the encoded sum has each of
     * the n x with the weight 2^bit. From now on it has 2 carry + sum instead; carry 0: sum is
     * the parity of the x, and even numbers do not matter. `counts`: the encoded sum has z[0] +
     * .. + z[m-1] instead of the sum c, of which z[t-1] means that it is t or more, c->lo times.
     * `alternate`: each of these literals implies the one before it in the sequence from which
     * it comes. `slack`: the sum w x + s[0] + 2 s[1] + .. is c->hi. `states`: y is the
     * next new variable by which sums state the encoded row (model/row_sums.h). */
    void (*means)(struct cnf *self, lit y, const struct constraint *c);
    void (*holds)(struct cnf *self, const struct constraint *c);
    void (*adds)(struct cnf *self, const lit *x, int n, lit sum, lit carry, int bit);
    void (*counts)(struct cnf *self, const lit *z, int m, const struct constraint *c);
    void (*alternate)(struct cnf *self, const lit *odd, int odds, const lit *even, int evens, int64_t carried);
    void (*slack)(struct cnf *self, const struct constraint *c, const lit *s, int bits);
    void (*states)(struct cnf *self, lit y);
    int row;  /* the number of the model's row that is encoded; 0: the bound of the objective */
    int vars; /* the highest variable handed out */
    /* Size of all clauses so far, without native constraints; counted in this header, never by
     * sinks or encoders. */
    struct size made;
    int64_t natives; /* native constraints so far; a sink that counts lines adds to it */
    /* Polled at intervals (borrowed; NULL: none). When it is over, the sink is truncated: it only
     * counts from then on, and the clauses it took are not the whole formula. */
    struct job *job;
    bool truncated;
    bool unwinds; /* an encoder runs: it is left as soon as the sink is truncated (encoder.h) */
    int64_t most; /* clauses after which a sink that counts is truncated; 0: any number */
    int64_t work; /* literals and variables since the last poll */
};
enum { CNF_DEFINITIONS = -1, CNF_BOUND = -2, CNF_POLL_INTERVAL = 1 << 12 /* literals and variables */ };
void cnf_truncate(struct cnf *f);
bool cnf_whole(const struct cnf *f, struct text *err); /* false, with a sentence: it is truncated */
void cnf_poll(struct cnf *f); /* truncates the sink if its job is over, and then leaves a running encoder */
/* Polls at intervals. All calls below that add something do. */
static inline void cnf_work(struct cnf *f, int64_t literals)
{
    if ((f->work += literals) >= CNF_POLL_INTERVAL) cnf_poll(f);
}

static inline void cnf_rule(struct cnf *f, int rule)
{
    if (f->rule) f->rule(f, rule);
}

/* Returns a new variable; a system error if all are in use. */
static inline lit cnf_var(struct cnf *f)
{
    if (f->vars == INT32_MAX) lit_overflow();
    f->made.vars++;
    cnf_work(f, 1);
    return ++f->vars;
}

/* Says what a new variable means, before the clauses that contain it: y if and only if sum w x >=
 * least (w NULL: ones). The x are inputs, or literals whose meaning is known. It adds no clause. */
static inline void cnf_means(struct cnf *f, lit y, const lit *x, const int64_t *w, int n, int64_t least)
{
    if (f->means) f->means(f, y, &(struct constraint){.kind = w ? PB : CARD, .n = n, .x = x, .w = w, .lo = least});
}
/* The same of x[0] + .. + x[n-1] >= least, where a means this, and b that least - 1 is reached,
 * of all x but the last one; 0: that is constant, or it has no literal. */
static inline void cnf_means_next(struct cnf *f, lit y, const lit *x, int n, int64_t least, lit a, lit b)
{
    if (f->means)
        f->means(f, y, &(struct constraint){.kind = CARD, .n = n, .x = x, .lo = least, .guard = {a, b}, .guards = 2});
}
/* Says that y is a variable by which sums state the encoded row, in their order. */
static inline void cnf_states(struct cnf *f, lit y)
{
    if (f->states) f->states(f, y);
}
/* Says that x[0] + .. + x[n-1] = 2 carry + sum for n = 2 or 3, where sum and carry are new, in bit
 * number `bit` of the sum that is encoded. */
void cnf_adds_all(struct cnf *f, const lit *x, int n, lit sum, lit carry, int bit);
static inline void cnf_adds(struct cnf *f, const lit *x, int n, lit sum, lit carry, int bit)
{
    if (f->adds) cnf_adds_all(f, x, n, sum, carry, bit);
}
/* Says that t is the parity of 2 or more x, in the XOR that is encoded. */
static inline void cnf_means_parity(struct cnf *f, lit t, const lit *x, int n)
{
    if (f->adds) f->adds(f, x, n, t, 0, 0);
}
/* Says that z[t-1] means sum w x >= t, for t = 1 .. m; if it is z[t], too, it means t + 1. The z
 * are in order. The encoded sum has this sum so many `times`, and has the z instead from now on.
 * 0 times: the variables that are defined once more from now on may use it, until it is said of no
 * x that the clauses encode it. Without a sum, only the order matters.
 * The last w may be negative, of a carry that is true if and only if the others reach -w. */
static inline void cnf_counts(struct cnf *f, const lit *z, int m, const struct terms *sum, int64_t times)
{
    if (f->counts)
        f->counts(f, z, m, &(struct constraint){.kind = PB, .n = sum->x.n, .x = sum->x.v, .w = sum->w, .lo = times});
}
/* Says that the encoded sum has the n x an odd number of times and all else an even number of
 * times, and that z[t-1] means that 2 t of them are true. From now on it is half of that,
 * rounded down, with the z for pairs of x. */
static inline void cnf_carries(struct cnf *f, const lit *z, int m, const lit *x, int n)
{
    if (f->counts) f->counts(f, z, m, &(struct constraint){.kind = CARD, .n = n, .x = x, .lo = -1});
}
/* Says that the following clauses encode sum w x + s[0] + 2 s[1] + .. = c->hi, where the s are
 * new. */
static inline void cnf_slack(struct cnf *f, const struct constraint *c, const lit *s, int bits)
{
    if (f->slack && bits) f->slack(f, c, s, bits);
}
/* Says that these are the odd and the even places of sequences that were counted. The following
 * clauses may use that each implies the one before it. With `carried`, the encoded sum has these
 * literals so many times. From now on it has the even ones twice instead; or, if `carried` is
 * negative, it is one larger and has the odd ones twice. */
static inline void cnf_alternate(struct cnf *f, const lit *odd, int odds, const lit *even, int evens, int64_t carried)
{
    if (f->alternate) f->alternate(f, odd, odds, even, evens, carried);
}
/* Says that the following clauses encode the bounds of this sum, over auxiliary variables. If
 * the bounds are those of any sum over x, it counts until it is said of no x. */
static inline void cnf_holds(struct cnf *f, const struct constraint *c)
{
    if (f->holds) f->holds(f, c);
}
/* Says that the following clauses encode this constraint from its beginning again. */
static inline void cnf_again(struct cnf *f, const struct constraint *c)
{
    if (f->holds) f->holds(f, NULL);
    cnf_holds(f, c);
}
/* Says that y is true if and only if one of x[from], x[from + step], .. is, up to x[n - 1]. An x
 * that means such a disjunction stands for its inputs. */
void cnf_means_some(struct cnf *f, lit y, const lit *x, int n, int from, int step);
static inline void cnf_means_any(struct cnf *f, lit y, const lit *x, int n, int from, int step)
{
    if (f->means) cnf_means_some(f, y, x, n, from, step);
}
/* Returns a new variable that means one of x[0..n-1]. */
static inline lit cnf_any(struct cnf *f, const lit *x, int n)
{
    lit y = cnf_var(f);
    cnf_means_any(f, y, x, n, 0, 1);
    return y;
}

/* Makes n new variables in a row and returns the first. */
static inline lit cnf_vars(struct cnf *f, int n)
{
    lit first = f->vars + 1;
    if (n <= 0) return first;
    if (n > INT32_MAX - f->vars) lit_overflow();
    f->made.vars += n;
    f->vars += n;
    cnf_work(f, n);
    return first;
}

/* Sends a clause of n >= 0 literals, which the sink does not keep a pointer to. */
static inline void cnf_clause(struct cnf *f, const lit *c, int n)
{
    f->made.clauses++;
    f->made.literals += n;
    if (f->put) f->put(f, c, n);
    cnf_work(f, 1 + n);
}

static inline void cnf_1(struct cnf *f, lit a) { cnf_clause(f, (lit[]){a}, 1); }
static inline void cnf_2(struct cnf *f, lit a, lit b) { cnf_clause(f, (lit[]){a, b}, 2); }
static inline void cnf_3(struct cnf *f, lit a, lit b, lit c) { cnf_clause(f, (lit[]){a, b, c}, 3); }

/* Adds the clause of those of n <= 5 literals that are not 0. */
static inline void cnf_nonzero(struct cnf *f, const lit *x, int n)
{
    lit clause[5];
    int k = 0;
    for (int i = 0; i < n; i++)
        if (x[i]) clause[k++] = x[i];
    cnf_clause(f, clause, k);
}
static inline void cnf_some(struct cnf *f, lit a, lit b, lit c) { cnf_nonzero(f, (lit[]){a, b, c}, 3); }

/* Adds a clause for each two neighbors in x[0..n-1]: each implies the one before it. */
static inline void cnf_order(struct cnf *f, const lit *x, int n)
{
    for (int i = 1; i < n; i++) cnf_2(f, -x[i], x[i - 1]);
}
/* Adds a clause for each pair of x[0..n-1]: at most one is true. */
void cnf_pairs(struct cnf *f, const lit *x, int n);
/* Puts n inputs on a grid, row by row: each makes its row and its column true. These are new
 * variables in u: first the rows, then the columns. at_most_one encodes that at most one row is
 * true, and then that of the columns. The caller owns u, with room for both. */
void cnf_grid(struct cnf *f, const lit *x, int n, lit *u, int rows,
              void (*at_most_one)(struct cnf *f, const lit *x, int n));

/* Returns a new variable that all of x[0..n-1] together imply. */
lit cnf_all(struct cnf *f, const lit *x, int n);

void cnf_native(struct cnf *f, const struct constraint *c); /* asserts that the sink takes c's kind */

/* ---- sinks ------------------------------------------------------------------------------- */

/* A sink that only counts. `vars` variables are in use already. */
struct cnf cnf_counter(int vars);
/* Counting sinks only: adds to the counts. */
void cnf_count(struct cnf *f, struct size more);

/* Keeps clauses: clause i is lits.v[start.v[i]] .. lits.v[start.v[i + 1] - 1], 0 <= i <
 * made.clauses. */
struct cnf_buffer {
    struct cnf cnf; /* first, so that the sink finds its buffer */
    struct lits lits, start;
};
struct cnf_buffer cnf_buffer_of(int vars); /* `vars` variables are in use already */
void cnf_buffer_release(struct cnf_buffer *b);
/* Returns the length of clause i, and sets *c to its literals, valid until the next clause. */
static inline int cnf_buffer_clause(const struct cnf_buffer *b, int i, const lit **c)
{
    *c = b->lits.v + b->start.v[i];
    return b->start.v[i + 1] - b->start.v[i];
}

void cnf_buffer_pour(const struct cnf_buffer *b, struct cnf *to); /* sends its clauses to another sink */

/* Appends a literal, a selector or a guard, to every clause on its way to another sink. A graph
 * that the sink takes as it is gets the literal, too; sums become clauses. The wrapper hands out
 * the variables: set target->vars = cnf.vars afterwards (cnf_guard_end does). */
struct cnf_guard {
    struct cnf cnf;
    struct cnf *target;
    lit guard;
    struct lits clause;
};
void cnf_guard_begin(struct cnf_guard *g, struct cnf *target, lit guard);
void cnf_guard_end(struct cnf_guard *g);

/* Writes clauses as DIMACS lines to a stream, without a header, through its own buffer. After a
 * write error `failed` is errno's value. Writes native XORs as `x` lines if `native` has that bit.
 * Formats with other lines replace the methods and write with the calls below. */
struct cnf_numeral {
    uint64_t text; /* its digits in memory order */
    unsigned value, length;
};
struct cnf_writer {
    struct cnf cnf;
    FILE *out;
    char *buffer;
    struct cnf_numeral *recent; /* variables written lately, by their last bits */
    size_t used;
    int failed; /* 0, or an errno */
    /* Called after each write, with the number of bytes written; NULL: none. */
    void (*progress)(void *state, int64_t bytes);
    void *progress_state;
    int64_t bytes;
};
void cnf_writer_init(struct cnf_writer *w, FILE *out, int vars);
bool cnf_writer_release(struct cnf_writer *w); /* flushes; false if anything could not be written */
void cnf_writer_text(struct cnf_writer *w, const char *s);
/* Writes a printf format of less than 256 bytes. */
void cnf_writer_add(struct cnf_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cnf_writer_number(struct cnf_writer *w, int64_t n);           /* digits alone */
void cnf_writer_clause(struct cnf_writer *w, const lit *c, int n); /* "1 -2 0\n" */
