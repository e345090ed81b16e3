/* SAT solvers, in process or as child processes, behind one interface.
 *
 * State machine, asserted: add and assume at any time; value only after solve said 10 and before the next
 * add, assume or solve; failed only after solve said 20 under assumptions. Assumptions hold for one call, and
 * are over distinct variables. */
#ifndef SOLVER_H
#define SOLVER_H

#include "cnf/cnf.h"

enum solver_answer { SOLVER_UNKNOWN = 0, SOLVER_SAT = 10, SOLVER_UNSAT = 20, SOLVER_FAILED = 3 };

struct solver;

/* What a solver_X.c exports: one table. Methods get the solver they opened. */
struct solver_class {
    const char *name; /* "cadical"; a class with an argument is written "process:ARGUMENT" */
    const char *about;
    const char *argument;                                  /* what the argument is, for help; NULL: takes none */
    bool (*version)(struct text *out);                     /* is it usable here, and which version? NULL: any */
    bool (*there)(const char *argument, struct text *err); /* optional: can it be run here? False, with a sentence */
    bool (*found)(struct text *out); /* optional: lines "SPEC\tVERSION\n" of what its argument could be here */
    struct solver *(*open)(const char *argument,
                           struct text *err); /* allocates a struct that starts with struct solver */
    void (*close)(struct solver *);
    void (*clause)(struct solver *, const lit *c, int n);
    void (*assume)(struct solver *, lit);
    enum solver_answer (*solve)(struct solver *, struct text *err); /* SOLVER_FAILED: a sentence in err */
    int (*value)(struct solver *, lit);                             /* lit, -lit or 0 */
    bool (*failed)(struct solver *, lit);
    /* Optional. */
    bool (*option)(struct solver *, const char *name, int value); /* before the first clause; false: unknown */
    void (*preset)(struct solver *, const char *name); /* before the first clause; unknown ones are ignored */
    int64_t (*conflicts)(struct solver *);
    void (*limit)(struct solver *, int64_t conflicts); /* of the next call; then it answers SOLVER_UNKNOWN */
    void (*phase)(struct solver *, lit);               /* prefer this value when deciding */
    /* From the first clause on, appends its binary DRAT proof to record->proof. */
    bool (*record)(struct solver *);
    /* Minimises the failed assumptions of the last call in place; false: not available. */
    bool (*shrink)(struct solver *, struct lits *failed);
    /* From now on sum w x <= most (w NULL: ones), over distinct variables, w > 0, in place of the
     * last such bound; most falls. */
    void (*bound)(struct solver *, const lit *x, const int64_t *w, int n, int64_t most);
};

/* What a solver was told and what it says it derived, both in its own numbers of variables: enough
 * to check a refutation. */
struct solver_record {
    struct cnf_buffer formula;
    struct text proof;   /* binary DRAT */
    struct lits assumed; /* of the last call */
    bool asked;          /* it began */
    size_t most;         /* bytes that may be kept */
    bool lost;           /* it became more, and nothing is kept */
    bool grew;           /* clauses were added after the first call: the solver may bring back what it deleted */
};

/* The part that all share; classes put it first in their own struct. */
struct solver {
    struct cnf cnf; /* the sink; first */
    const struct solver_class *class;
    int state;
    int64_t calls;
    struct job *job; /* borrowed; once it is over the answer is SOLVER_UNKNOWN; NULL: none */
    /* Variables 1..places get other numbers on the way in, and their own on the way out; NULL: none do. */
    int *place, places;
    struct lits scratch;
    char *spec;                   /* as solver_open got it, for sentences */
    struct lits assumed;          /* for the next call, in the caller's numbers */
    signed char *value;           /* of the last answer: values[1..values], each read once; UNREAD: not read yet */
    int values;                   /* variables that value has room for */
    struct solver_record *record; /* NULL: none is kept */
};

extern const struct solver_class *const solver_classes[]; /* ends with NULL */

/* Is this a spec that solver_open understands? Whether the program or library is there is not asked. */
bool solver_known(const char *spec, struct text *err);
/* Is the program that the spec names there? False, with a sentence. Libraries are not looked for;
 * other specs are no matter. */
bool solver_there(const char *spec, struct text *err);
/* spec: "cadical" | "picosat" | "ipasir:./libx.so" | "process:kissat -q". preset: "" | "sat" | "unsat" |
 * "sat-false" (decisions false first) | "falling" (few true ones at first) | "default"; classes
 * without presets ignore it. NULL, with a sentence, if it cannot be opened. */
struct solver *solver_open(const char *spec, const char *preset, int seed, struct text *err);
/* The terminate callback of libraries, which ask often: is the solver's job over? Also reports progress. */
int solver_stopped(void *solver);

bool solver_class_version(const struct solver_class *c, struct text *out);
/* The version of the solver that spec names; false if it is not usable here. */
bool solver_version(const char *spec, struct text *out);
void solver_close(struct solver *s);
static inline struct cnf *solver_sink(struct solver *s) { return &s->cnf; }
void solver_assume(struct solver *s, lit l);
/* Calls of solver_solve end with SOLVER_UNKNOWN once the job (borrowed; NULL: none) is over. If the
 * sink is given a job, too, and was truncated, every answer is SOLVER_UNKNOWN. */
void solver_set_job(struct solver *s, struct job *job);
/* Renumbers variables 1..n for the solver alone, before the first clause; takes place[1..n], a permutation. */
void solver_renumber(struct solver *s, int *place, int n);
/* Before the first clause: keeps a record of at most so many bytes. False: this solver tells no proof. */
bool solver_record(struct solver *s, size_t most);
void solver_record_proof(struct solver *s, const char *bytes, size_t n); /* for classes: the proof goes on */
/* SOLVER_SAT only if all assumptions hold in the solver's values; else SOLVER_FAILED, with a
 * sentence. Clauses are not checked. */
enum solver_answer solver_solve(struct solver *s, struct text *err);
/* l: true; -l: false; 0: either will do. The solver is asked once for each variable; later calls return the same. */
int solver_value(struct solver *s, lit l);
bool solver_failed(struct solver *s, lit l);            /* did the assumption l help to refute? */
bool solver_limits(const struct solver *s);             /* can it? */
void solver_limit(struct solver *s, int64_t conflicts); /* the next call gives up after so many; asserts that it can */
int64_t solver_conflicts(struct solver *s);             /* -1: not known */
void solver_phase(struct solver *s, lit l);             /* a hint; ignored where there is no such thing */
/* Leaves out of the failed assumptions of the last call those without which it fails too; false: not available. */
bool solver_shrink(struct solver *s, struct lits *failed);
/* Can it bound a sum without clauses? And does so, see struct solver_class. */
static inline bool solver_bounds(const struct solver *s) { return s->class->bound != NULL; }
void solver_bound(struct solver *s, const lit *x, const int64_t *w, int n, int64_t most);

#endif
