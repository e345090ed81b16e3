/* What the files of the library share. Every public name is declared in loophole.h; these stay inside. */
#ifndef LIB_INSIDE_H
#define LIB_INSIDE_H

#include "lib/loophole.h"

#include "cnf/cnf.h"
#include "lower/lower.h"
#include "puzzles/puzzle.h"
#include "solvers/solver.h"

struct loophole_sink {
    struct cnf_buffer buffer; /* first: what a sink of one's own is, f pointing to it */
    struct cnf *f;            /* where clauses go */
    void (*clause)(void *state, const int *lits, int n);
    void (*parity)(void *state, const int *lits, int n, int parity);
    void *state;
    int guard;
};

/* The instance of a model of one's own, as the search sees it. */
struct instance {
    const struct model *m;
};

struct loophole_model {
    struct model *m; /* its own, or what the puzzle's default formulation poses */
    const struct puzzle *puzzle;
    struct instance *instance; /* the puzzle's, or &own */
    struct instance own;
    struct options options; /* the puzzle's own that were given */
};

/* False, the sentence going to *error (NULL: nowhere); `err` is released. */
bool lib_fail(char **error, struct text *err);
bool lib_refuse(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A question as the command line would have it. */
struct request;
const struct request *lib_request(const loophole_question *q);
/* Its model as it is written; its limits begin now. */
struct model *lib_posed(const loophole_question *q);
/* n >= 0 literals over variables 1..vars; vars 0: any. */
bool lib_literals(const int *x, int n, int vars, char **error);
/* The absolute weights fit in 62 bits together; w NULL: ones. */
bool lib_weights(const int64_t *w, int n, char **error);

#endif
