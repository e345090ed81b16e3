/* A CNF sink: where clauses go. An encoder cannot distinguish a solver, a file and a counter. */
#ifndef CNF_H
#define CNF_H

#include "base/job.h"
#include "cnf/constraint.h"

#include <stdio.h>

struct size {
    int64_t vars, clauses, literals;
};

static inline struct size size_times(struct size s, int64_t times)
{
    return (struct size){.vars = s.vars * times, .clauses = s.clauses * times, .literals = s.literals * times};
}

static inline void size_add(struct size *s, struct size t)
{
    s->vars += t.vars;
    s->clauses += t.clauses;
    s->literals += t.literals;
}

struct cnf {
    /* One clause of n >= 0 literals; NULL: the sink only counts. */
    void (*put)(struct cnf *self, const lit *c, int n);
    /* Optional: a constraint in normal form, for sinks that speak it; `native` has a bit 1 << kind for
       each kind that this sink takes. */
    void (*put_native)(struct cnf *self, const struct constraint *c);
    /* Optional: y[j] <=> at least j + 1 of x[0..n-1], 0 <= j < max; NULL: it is encoded. */
    void (*put_count)(struct cnf *self, const lit *x, int n, const lit *y, int max);
    unsigned native;
    int vars;         /* the highest variable handed out */
    struct size made; /* what came through here, native constraints not among the clauses;
                         counted in this header, never by sinks or encoders */
    int64_t natives;  /* native constraints that came through; a sink that counts lines adds to it */
    /* Polled now and then (borrowed; NULL: none). Once it is over the sink is truncated: it only
       counts, and what it took is not the whole formula. */
    struct job *job;
    bool truncated;
};
enum { CNF_POLL_INTERVAL = 1 << 12 }; /* clauses */
void cnf_poll(struct cnf *f);         /* truncates the sink if its job is over */
/* For sinks, at each clause: polls at intervals. */
static inline void cnf_poll_sometimes(struct cnf *f)
{
    if (!(f->made.clauses % CNF_POLL_INTERVAL)) cnf_poll(f);
}

static inline lit cnf_var(struct cnf *f)
{
    if (f->vars == INT32_MAX) lit_overflow();
    f->made.vars++;
    return ++f->vars;
}

/* n new variables in a row: the first of them. */
static inline lit cnf_vars(struct cnf *f, int n)
{
    lit first = f->vars + 1;
    while (n-- > 0) cnf_var(f);
    return first;
}

static inline void cnf_clause(struct cnf *f, const lit *c, int n)
{
    f->made.clauses++;
    f->made.literals += n;
    if (f->put)
        f->put(f, c, n);
    else
        cnf_poll_sometimes(f);
}

static inline void cnf_1(struct cnf *f, lit a) { cnf_clause(f, (lit[]){a}, 1); }
static inline void cnf_2(struct cnf *f, lit a, lit b) { cnf_clause(f, (lit[]){a, b}, 2); }
static inline void cnf_3(struct cnf *f, lit a, lit b, lit c) { cnf_clause(f, (lit[]){a, b, c}, 3); }

/* The clause of those of a, b, c that are not 0. */
static inline void cnf_some(struct cnf *f, lit a, lit b, lit c)
{
    lit clause[3];
    int n = 0;
    if (a) clause[n++] = a;
    if (b) clause[n++] = b;
    if (c) clause[n++] = c;
    cnf_clause(f, clause, n);
}

/* No two of x[0..n-1] together: a clause for each pair. */
void cnf_pairs(struct cnf *f, const lit *x, int n);

/* A new variable that is true if all of x[0..n-1] are. */
lit cnf_all(struct cnf *f, const lit *x, int n);

void cnf_native(struct cnf *f, const struct constraint *c); /* asserts that the sink takes c's kind */

/* ---- sinks ------------------------------------------------------------------------------- */

/* Counts and forgets. `vars` variables are taken already. */
struct cnf cnf_counter(int vars);
/* Counting sinks only: counts as if so much came through. */
void cnf_count(struct cnf *f, struct size more);

/* Keeps clauses: clause i is lits.v[start.v[i]] .. lits.v[start.v[i + 1] - 1], 0 <= i < made.clauses. */
struct cnf_buffer {
    struct cnf cnf; /* first, so that the sink finds its buffer */
    struct lits lits, start;
};
void cnf_buffer_init(struct cnf_buffer *b, int vars);
void cnf_buffer_release(struct cnf_buffer *b);
static inline int cnf_buffer_clause(const struct cnf_buffer *b, int i, const lit **c)
{
    *c = b->lits.v + b->start.v[i];
    return b->start.v[i + 1] - b->start.v[i];
}

void cnf_buffer_pour(const struct cnf_buffer *b, struct cnf *to); /* the clauses that it keeps */

/* Appends a literal to every clause on its way to another sink: a selector or a guard. Variables are
 * handed out by the wrapper: set target->vars = cnf.vars afterwards (cnf_guard_end does). */
struct cnf_guard {
    struct cnf cnf;
    struct cnf *target;
    lit guard;
    struct lits clause;
};
void cnf_guard_begin(struct cnf_guard *g, struct cnf *target, lit guard);
void cnf_guard_end(struct cnf_guard *g);

/* Writes clauses as DIMACS lines to a stream, without a header, through a buffer of its own; a write
 * error is remembered (errno's value). Native XORs are written as `x` lines when `native` has that
 * bit. Formats with other lines put their own methods in and write with the calls below. */
struct cnf_numeral {
    uint64_t text; /* its digits as they lie in memory */
    unsigned value, length;
};
struct cnf_writer {
    struct cnf cnf;
    FILE *out;
    char *buffer;
    struct cnf_numeral *recent; /* variables written lately, by their last bits */
    size_t used;
    int failed; /* 0, or an errno */
    /* Called with the number of bytes written, after each write; NULL: not called. */
    void (*progress)(void *state, int64_t bytes);
    void *progress_state;
    int64_t bytes;
};
void cnf_writer_init(struct cnf_writer *w, FILE *out, int vars);
bool cnf_writer_release(struct cnf_writer *w); /* flushes; false if anything could not be written */
void cnf_writer_text(struct cnf_writer *w, const char *s);
/* A short piece, as printf makes it: less than 256 bytes. */
void cnf_writer_add(struct cnf_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cnf_writer_number(struct cnf_writer *w, int64_t n);           /* digits alone */
void cnf_writer_clause(struct cnf_writer *w, const lit *c, int n); /* "1 -2 0\n" */

#endif
