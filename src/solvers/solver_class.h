/* What a solver offers, as one table, read by C and by C++. Others call it through solver.h. */
#ifndef SOLVER_CLASS_H
#define SOLVER_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lits;
struct solver;
struct text;

enum solver_answer { SOLVER_UNKNOWN = 0, SOLVER_SAT = 10, SOLVER_UNSAT = 20, SOLVER_FAILED = 3 };
enum { SOLVER_NO_MEMORY = -1 }; /* what a class may answer, too */

/* Methods get as `own` what `open` returned. Their variables are numbered as the solver sees them. */
struct solver_class {
    const char *name; /* "cadical"; with an argument the solver is chosen as "process:ARGUMENT" */
    const char *about;
    const char *argument;         /* the argument's meaning, for help; NULL: it takes none */
    const char *(*version)(void); /* NULL: any will do */
    /* Can it be run here? False, with a sentence. NULL: that is not known. */
    bool (*there)(const char *argument, struct text *err);
    /* Appends lines "SPEC\tVERSION\n" of arguments that work here. NULL: none are known. */
    void (*found)(struct text *out);
    /* A new solver for s, which outlives it. NULL: a sentence is in err, or memory ran out. */
    void *(*open)(struct solver *s, const char *argument, struct text *err);
    void (*close)(void *own);
    void (*clause)(void *own, const int *c, int n);
    /* Solves under n assumptions, over distinct variables. An enum solver_answer, with a sentence if it is
     * SOLVER_FAILED, or another number that the solver returned. */
    int (*solve)(void *own, const int *assumed, int n, struct text *err);
    int (*value)(void *own, int var); /* after SOLVER_SAT: positive, negative or, if either will do, 0 */
    bool (*failed)(void *own, int l); /* after SOLVER_UNSAT; NULL: all assumptions together were too much */
    bool (*shrink)(void *own, struct lits *failed); /* minimizes the failed assumptions in place; or NULL */
    /* Before the first clause; or NULL. */
    bool (*option)(void *own, const char *name, int value); /* false: there is no such option */
    void (*preset)(void *own, const char *name);            /* unknown names are ignored */
    bool (*record)(void *own);                              /* from now on solver_record_proof gets its proof */
    /* Or NULL. */
    int64_t (*conflicts)(void *own);             /* so far; also while solving */
    void (*limit)(void *own, int64_t conflicts); /* of the next call; then it answers SOLVER_UNKNOWN */
    void (*phase)(void *own, int l);             /* prefers l when deciding */
    /* From now on sum w x <= most (w NULL: ones), over n distinct variables, w > 0, in place of the
     * last such bound; most falls. */
    void (*bound)(void *own, const int *x, const int64_t *w, int n, int64_t most);
};

/* The terminate callback of libraries, which call it often; solver: what `open` got. Not 0: stop. */
int solver_stopped(void *solver);
/* Takes n more bytes of the binary DRAT proof. */
void solver_record_proof(void *solver, const char *bytes, size_t n);

#ifdef __cplusplus
}
#endif

#endif
