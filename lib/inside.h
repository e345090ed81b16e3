/* Declarations that the files of the library share. loophole.h declares every public name; these
 * names are local. */
#ifndef LIB_INSIDE_H
#define LIB_INSIDE_H

#include "lib/loophole.h"

#include "base/dictionary.h"
#include "cnf/cnf.h"
#include "lower/lower.h"
#include "declared/declared.h"
#include "puzzles/statement.h"
#include "solvers/solver.h"

struct loophole_sink {
    struct cnf_buffer buffer; /* first; for a sink that the caller made, f points to its cnf */
    struct cnf *f;            /* where clauses go: &buffer.cnf, or the solver's sink */
    void (*clause)(void *state, const int *lits, int n);
    void (*parity)(void *state, const int *lits, int n, int parity);
    void *state;
    int guard;           /* a literal added to each clause; 0: none */
    bool solver;         /* a solver's sink: memory grows with the highest variable */
    int used;            /* the highest variable of the clauses, for a solver's sink */
    struct text encoder; /* names of the encoders of the last constraint */
};

struct loophole_model {
    struct model *m; /* the caller's, or built by the puzzle's default formulation */
    const struct puzzle *puzzle;
    struct instance *instance; /* the puzzle's, or &own */
    struct instance own;
    bool busy;                /* a progress function runs, which must not change it */
    bool reify;               /* the next constraint is reified: */
    int reified;              /* by this literal; 0: it must not hold */
    int64_t soft_total;       /* the costs of all soft constraints */
    int condition;            /* the next constraint need hold only if this literal is true; 0: none */
    struct dictionary groups; /* the names of model_group's */
    int defines, defining;    /* calls of loophole_model_define that are open, and the group that was */
    int file_vars, file_ints; /* whose names are the file's */
    struct dictionary names;  /* of the caller, the file and the library, of the first variables and integers: */
    int named_vars, named_ints;
    struct options options;     /* the puzzle's options that the caller gave */
    struct statement statement; /* the puzzle's name, words and text */
};

/* Solvers and the proof checker keep some hundred bytes for each variable up to the highest one.
 * A new variable may be at most this much above the highest one in use. */
enum { LIB_GAP = 1 << 22 };
/* Marks the variables of n literals as in use. False, with a sentence: a number is not a
 * literal, or too far above the variables in use for a solver's sink. */
bool lib_take(loophole_sink *s, const int *x, int n, char **error);
static inline bool lib_take_guard(loophole_sink *s, char **error)
{
    return !s->guard || lib_take(s, &s->guard, 1, error);
}
/* True: `vars` more variables fit into 31 bits. False, with a sentence. */
bool lib_room(const loophole_sink *s, int64_t vars, char **error);
/* Records that clauses use all variables up to the sink's highest. */
void lib_took(loophole_sink *s);
/* Fills p with the encoders of this name among the kinds (a set of bits). name NULL: auto. False,
 * with a sentence about the kind `said`: there is none. */
bool lib_policy(const char *name, unsigned kinds, enum kind said, struct policy *p, char **error);
/* A copy of the literals with variables renumbered to 1..n in the same order. Free it with
 * mem_free. */
lit *lib_renumbered(const int *x, int n);
/* For `return lib_null(lib_refuse(error, ...))` in functions of another type. */
static inline void *lib_null(bool refused) { return NULL; }
static inline int lib_minus(bool refused) { return -1; }
static inline enum loophole_status lib_error(bool refused) { return LOOPHOLE_ERROR; }
/* Moves the sentence of `err` to *error, if error is not NULL, and releases err. Returns false. */
bool lib_fail(char **error, struct text *err);
/* Does the same; the code is LOOPHOLE_CODE_STOPPED if the job is over. */
struct job;
bool lib_fail_in(struct job *job, char **error, struct text *err);
/* Formats a sentence into *error, if error is not NULL. Returns false. */
bool lib_refuse(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Does the same with LOOPHOLE_CODE_LIMIT instead of LOOPHOLE_CODE_ARGUMENT. */
bool lib_refuse_large(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Replaces the code of a sentence in *error, if error is not NULL. Returns false. */
bool lib_code(char **error, enum loophole_code code);
/* True: the option "names" is yes. */
bool lib_writes_names(const loophole_problem *q);
struct problem;
/* Builds the problem's model, which the caller frees, and fills *asked, whose texts are borrowed
 * from q. The time limit starts now. abstract: integers stay as they were declared. NULL, with a
 * sentence: a condition waits for its constraint. */
struct model *lib_built(const loophole_problem *q, bool abstract, struct problem *asked, char **error);
/* True: the caller built the model. False, with a sentence: it is a puzzle, to which nothing can
 * be added. */
bool lib_is_model(loophole_model *m, char **error);
/* True: no condition waits for its constraint. False, with a sentence. */
bool lib_complete(const loophole_model *m, char **error);
/* True: the model accepts a row over these literals. A model without variables accepts rows
 * without literals only. False, with a sentence: the model is as before. */
bool lib_row_fits(loophole_model *m, const int *x, int n, char **error);
/* True: the caller built the model, and no condition waits, except, if `half`, the literal of
 * implied_by. False, with a sentence. */
bool lib_plain_fits(loophole_model *m, bool half, char **error);
/* Adds a row, which need hold only if the literal of implied_by is true. False, with a sentence:
 * its literals or integers do not exist, it does not fit, or it waits for another kind of
 * constraint. */
bool lib_add(loophole_model *m, struct row *r, char **error);
/* Makes a literal for each vertex that is true if and only if an edge at it is; edges as of
 * loophole_model_loop. */
void lib_define_through(loophole_model *m, const int *x, const int *end, int n, int vertices, int *through);
/* The n edges of 2 n numbers, which the caller frees. NULL, with a sentence: n < 0. */
struct graph_edge *lib_edges(const int *end, int n, char **error);
/* True: these are n >= 0 integers of the model. False, with a sentence. */
bool lib_integers(const loophole_model *m, const int *integer, int n, char **error);
/* True: the row can be added (model_row_fault). False, with a sentence. */
bool lib_fits(loophole_model *m, const struct row *r, char **error);
/* If the next constraint is reified or conditional, adds lo <= sum x <= hi with that condition.
 * Returns whether it did. */
bool lib_reified(loophole_model *m, const int *x, int n, int64_t lo, int64_t hi);
/* True: a new variable or integer takes this name. False, with a sentence: it is no text in one
 * line, or it is taken. Names from numbers, such as "x7", are nobody's. */
bool lib_name(loophole_model *m, const char *name, char **error);

static inline bool lib_is_literal(int x) { return x && x != INT32_MIN; }
/* True: n >= 0 and all are literals over variables 1..vars (vars 0: over any). False, with a
 * sentence. */
bool lib_literals(const int *x, int n, int vars, char **error);
/* The number of literals before the next 0 of n numbers; -1: there is none. */
int64_t lib_clause_length(const int *x, int64_t n);
/* True: the n numbers are clauses over variables 1..vars (vars 0: over any), each ended by 0.
 * False, with a sentence. */
bool lib_clauses(const int *x, int64_t n, int vars, char **error);
/* True: the absolute weights add up to less than 2^62, or w is NULL. False, with a sentence. */
bool lib_weights(const int64_t *w, int n, char **error);

#endif
