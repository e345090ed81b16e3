/* SAT solvers, in process or as child processes, with one interface.
 *
 * Add clauses and assume literals at any time. Read values only after SOLVER_SAT and before the
 * next clause, assumption or call; read failed assumptions only after SOLVER_UNSAT. Both are
 * asserted. Assumptions hold for one call, and are over distinct variables. */
#pragma once

#include "base/text.h"
#include "cnf/cnf.h"
#include "solvers/solver_class.h"

/* The proof that a solver logged, in its own variable numbers. */
struct solver_record {
    struct text proof; /* binary DRAT */
    size_t most;       /* bytes that may be kept */
    bool lost;         /* the limit was exceeded, and nothing is kept */
    bool grew;         /* clauses were added after the first call: the solver may restore deleted clauses */
};

struct solver {
    struct cnf cnf; /* the sink; first */
    const struct solver_class *class;
    void *own; /* the class's */
    int state;
    int64_t calls;
    int64_t limit, left; /* conflicts of the next call, and of repetitions of the last one; 0: no limit */
    struct job *job;     /* borrowed; once it is over the answer is SOLVER_UNKNOWN; NULL: none */
    /* Variables 1..places have other numbers in the solver; NULL: the same. */
    int *place, places;
    struct lits scratch;
    char *spec;                   /* as solver_open got it, for sentences */
    struct lits assumed;          /* for the next call or, after it, of the last one; in the solver's numbers */
    bool called;                  /* it was made */
    signed char *value;           /* of the last answer, by the solver's numbers; each is read once. UNREAD: not yet */
    int values;                   /* value has room for the variables 1..values */
    struct solver_record *record; /* NULL: none is kept */
};

/* All solvers, in the order of lists; the first is the default. Ends with NULL. */
extern const struct solver_class *const solver_classes[];

/* Whether solver_open accepts this spec. Does not look for programs and libraries. False, with a
 * sentence. */
bool solver_known(const char *spec, struct text *err);
/* Whether the program that the spec names exists. False, with a sentence. True for every other
 * spec, even an invalid one. */
bool solver_there(const char *spec, struct text *err);
/* Opens "cadical", "picosat", "ipasir:./libx.so" or "process:kissat -q". config: "", "sat",
 * "unsat", "sat,phase=false" (decisions false first), "falling" (few true ones at first), "hints"
 * (solver_phase counts) or "default". Classes without configs ignore it. NULL, with a sentence: it
 * cannot be opened. Release it with solver_close. */
struct solver *solver_open(const char *spec, const char *config, int seed, struct text *err);
void solver_close(struct solver *s); /* NULL: nothing */

/* Whether the solver that spec names bounds sums itself (solver_bounds): it takes sums as they
 * are. */
bool solver_sums(const char *spec);
/* The version of the solver that spec names, "any" if that does not matter; NULL: the spec is
 * invalid. */
const char *solver_version(const char *spec);

static inline struct cnf *solver_sink(struct solver *s) { return &s->cnf; }
/* Assumes l in the next call. */
void solver_assume(struct solver *s, lit l);
/* Sets the job (borrowed; NULL: none): once it is over, solver_solve ends with SOLVER_UNKNOWN. Set
 * the job of the sink, too, to stop the encoding: after a truncated formula every answer is
 * SOLVER_UNKNOWN. */
void solver_set_job(struct solver *s, struct job *job);
/* Before the first clause: renumbers variables 1..n for the solver. Takes over place[1..n], a
 * permutation. */
void solver_renumber(struct solver *s, int *place, int n);
/* Before the first clause: records the proof, at most `most` bytes. False: this solver logs none.
 * */
bool solver_record(struct solver *s, size_t most);
/* Appends clauses in the solver's own variable numbers to `to`. */
void solver_renumbered(const struct solver *s, const struct cnf_buffer *clauses, struct cnf *to);
/* Solves under the assumptions. SOLVER_SAT: the solver's values satisfy all assumptions; clauses
 * are not checked. SOLVER_FAILED: with a sentence. */
enum solver_answer solver_solve(struct solver *s, struct text *err);
/* The value of l: l if it is true, -l if it is false, 0 if either works. */
int solver_value(struct solver *s, lit l);
/* Whether the assumption l is among the failed ones. */
bool solver_failed(struct solver *s, lit l);
/* Removes failed assumptions, in place, while the others are still refuted. False: this solver
 * cannot. */
bool solver_shrink(struct solver *s, struct lits *failed);
/* After a call, and nothing but clauses since then: calls again under the same assumptions, with
 * what is left of the limit. */
enum solver_answer solver_repeat(struct solver *s, struct text *err);
/* Makes the next call end with SOLVER_UNKNOWN after so many conflicts. Only if solver_limits. */
void solver_limit(struct solver *s, int64_t conflicts);
/* The same after about so many decisions, if the solver can. */
void solver_limit_decisions(struct solver *s, int most);
static inline bool solver_limits(const struct solver *s) { return s->class->limit != NULL; }
/* Conflicts so far; -1: not known. */
int64_t solver_conflicts(struct solver *s);
/* Makes the solver prefer l in decisions; ignored if the solver has no such hint. */
void solver_phase(struct solver *s, lit l);
/* Bounds a sum without clauses, as struct solver_class says. Only if solver_bounds. */
void solver_bound(struct solver *s, const lit *x, const int64_t *w, int n, int64_t most);
static inline bool solver_bounds(const struct solver *s) { return s->class->bound != NULL; }
