/* The methods of a solver, as one table for C and C++. Other modules call them through solver.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lits;
struct solver;
struct text;

enum solver_answer { SOLVER_UNKNOWN = 0, SOLVER_SAT = 10, SOLVER_UNSAT = 20, SOLVER_FAILED = 3 };
enum { SOLVER_NO_MEMORY = -1 }; /* another answer of a class */

/* Methods get the result of `open` as `own`. Their variables have the solver's numbers. */
struct solver_class {
    const char *name; /* "cadical"; with an argument the solver is chosen as "process:ARGUMENT" */
    const char *about;
    const char *argument;         /* the argument's meaning, for help; NULL: it takes none */
    const char *(*version)(void); /* NULL: any will do */
    /* Whether it can be run here. False, with a sentence. NULL: not known. */
    bool (*there)(const char *argument, struct text *err);
    /* Adds lines "SPEC\tVERSION\n" for arguments that work here. NULL: none are known. */
    void (*found)(struct text *out);
    bool restarts; /* each call begins again, from nothing */
    /* Makes a new solver for s, which outlives it. NULL: a sentence is in err, or memory ran
     * out. */
    void *(*open)(struct solver *s, const char *argument, struct text *err);
    void (*close)(void *own);
    void (*clause)(void *own, const int *c, int n);
    /* Solves under n assumptions, over distinct variables. Returns an enum solver_answer, with a
     * sentence if it is SOLVER_FAILED, or another number that the library returned. */
    int (*solve)(void *own, const int *assumed, int n, struct text *err);
    int (*value)(void *own, int var);               /* after SOLVER_SAT: positive, negative or, if either will do, 0 */
    bool (*failed)(void *own, int l);               /* after SOLVER_UNSAT; NULL: all assumptions count as failed */
    bool (*shrink)(void *own, struct lits *failed); /* minimizes the failed assumptions in place; or NULL */
    /* Called before the first clause; may be NULL. */
    bool (*option)(void *own, const char *name, int value); /* false: there is no such option */
    void (*configure)(void *own, const char *name);         /* unknown names are ignored */
    bool (*record)(void *own);                              /* from now on solver_record_proof gets its proof */
    /* These may be NULL. */
    int64_t (*conflicts)(void *own);             /* so far; also while solving */
    void (*limit)(void *own, int64_t conflicts); /* of the next call; then it answers SOLVER_UNKNOWN */
    void (*decisions)(void *own, int most);      /* as limit, of decisions that are no assumptions */
    void (*phase)(void *own, int l);             /* prefers l in decisions */
    /* Requires sum w x <= most from now on (w NULL: all 1), over n distinct variables, w > 0, in
     * place of the last such bound; most falls. */
    void (*bound)(void *own, const int *x, const int64_t *w, int n, int64_t most);
};

/* The terminate callback of libraries, which call it often. solver: the `s` of `open`. Not 0:
 * stop. */
int solver_stopped(void *solver);
/* A stream, open for writing, whose bytes go to `take`, which returns how many it took. NULL: no
 * memory. */
FILE *solver_stream(void *own, ssize_t (*take)(void *own, const char *bytes, size_t n));
/* Takes n more bytes of the binary DRAT proof. */
void solver_record_proof(void *solver, const char *bytes, size_t n);

#ifdef __cplusplus
}
#endif
