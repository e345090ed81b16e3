/* What the files of the library share. Every public name is declared in loophole.h; these stay inside. */
#ifndef LIB_INSIDE_H
#define LIB_INSIDE_H

#include "lib/loophole.h"

#include "base/base.h"
#include "cnf/cnf.h"
#include "lower/lower.h"
#include "puzzles/statement.h"
#include "solvers/solver.h"

struct loophole_sink {
    struct cnf_buffer buffer; /* first: what a sink of one's own is, f pointing to it */
    struct cnf *f;            /* where clauses go */
    void (*clause)(void *state, const int *lits, int n);
    void (*parity)(void *state, const int *lits, int n, int parity);
    void *state;
    int guard;
    bool solver;         /* it is a solver's, whose memory goes by the highest variable */
    int used;            /* the highest variable of its clauses, if it is */
    struct text encoder; /* that the last constraint got */
};

/* The instance of a model of one's own, as the search sees it. */
struct instance {
    const struct model *m;
};

struct loophole_model {
    struct model *m; /* its own, or what the puzzle's default formulation builds */
    const struct puzzle *puzzle;
    struct instance *instance; /* the puzzle's, or &own */
    struct instance own;
    struct options options;     /* the puzzle's own that were given */
    struct statement statement; /* the puzzle's */
};

/* A solver, and a checker of proofs, has arrays over all variables up to the highest, some hundred bytes for
 * each. So many may
 * lie between those that occur. */
enum { LIB_GAP = 1 << 22 };
/* Takes the variables of literals on their way into the sink. False: one is no literal, or beyond a solver's gap. */
bool lib_take(loophole_sink *s, const int *x, int n, char **error);
static inline bool lib_take_guard(loophole_sink *s, char **error)
{
    return !s->guard || lib_take(s, &s->guard, 1, error);
}
/* Are there so many variables above those that are taken? */
bool lib_room(const loophole_sink *s, int64_t vars, char **error);
/* Once clauses came: these variables are in use. */
void lib_took(loophole_sink *s);
/* The encoders of this name among some kinds; the sentence speaks of the kind `said`. name NULL: auto. */
bool lib_policy(const char *name, unsigned kinds, enum kind said, struct policy *p, char **error);
/* The same literals over variables 1..n, in the same order of variables; give back with mem_free. */
lit *lib_renumbered(const int *x, int n);
/* False, the sentence going to *error (NULL: nowhere); `err` is released. */
bool lib_fail(char **error, struct text *err);
bool lib_refuse(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The problem as the search gets it; its formulation and job are set by the next call. */
struct problem;
const struct problem *lib_problem(const loophole_problem *q);
/* Its model as it is written; its limits begin now. */
struct model *lib_built(const loophole_problem *q);
static inline bool lib_is_literal(int x) { return x && x != INT32_MIN; }
/* n >= 0 literals over variables 1..vars; vars 0: any. */
bool lib_literals(const int *x, int n, int vars, char **error);
/* The absolute weights fit in 62 bits together; w NULL: ones. */
bool lib_weights(const int64_t *w, int n, char **error);

#endif
