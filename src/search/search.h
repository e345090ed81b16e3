/* The loop: solve, optimise, count, explain.
 *
 * Three checks judge every solution of a SAT solver before it counts: every clause (else the solver is to blame),
 * model_holds (the encoder), and puzzle.verify on the decoded text (the formulation). A solution of a search without
 * SAT passes puzzle.verify only. Interrupts and
 * limits are answers: the best solution so far and both bounds stay in the answer. */
#ifndef SEARCH_H
#define SEARCH_H

#include "base/job.h"
#include "search/answer_evidence.h"
#include "search/choices.h"
#include "solvers/solver.h"

/* Which refutations are checked: those where it is cheap, all, none; in the order of --proof-check. */
enum prove { PROVE_CHEAP, PROVE_ALL, PROVE_NOTHING };

/* "optimal" ... as in the JSON */
const char *search_status(enum status s);

/* What is asked. Everything pointed to is borrowed. */
struct problem {
    const struct puzzle *puzzle;
    const struct instance *instance;
    const struct formulation *formulation;
    struct choices choices;
    enum prove prove;
    /* Borrowed; NULL: nothing ends it. A search publishes a struct answer to it at each better solution or
     * bound, and about twice a second. */
    struct job *job;
    /* Told every step of a search of the puzzle's own that logs (struct dedicated_search), for a checker;
     * NULL: nobody asks. */
    void (*log)(void *state, const void *bytes, size_t n);
    void *log_state;
    int jobs; /* searches at the same time, sharing bounds; 0 and 1: one */
};

/* Builds the problem: for all solutions whose objective's sum is <= most (INT64_MAX: whatever it
 * is), or of those that are as good some. */
void search_build(const struct problem *q, int64_t most, struct model *m);

/* The status of an answer whose search was stopped: optimal if both bounds meet, else unknown. Sets it. */
enum status search_stopped(struct answer *a);

/* Solves; with an objective, to a proved optimum. */
enum status search_solve(const struct problem *q, struct answer *a);

/* The strategies by name, for help, beside which puzzles bring their own; ends with a NULL name. */
struct session;
struct strategy {
    const char *name, *about;
    enum status (*run)(struct session *); /* takes a session from nothing to a status */
    bool kernel;                          /* of the engine kernel, which needs no solver; else of sat */
};
extern const struct strategy search_strategies[];
enum { SEARCH_ENGINES = 2 };
extern const struct search_engine {
    const char *name, *about;
} search_engines[SEARCH_ENGINES]; /* those that every puzzle has; [1] is the one of kernel strategies */
const char *search_engine(const struct strategy *s);
/* How the answer was found: the search, or the engine if it has only one way. NULL: no search has begun. */
static inline const char *search_way(const struct answer *a) { return a->search ? a->search : a->engine; }
/* Is it auto or the name of a strategy? False: with a sentence. */
bool search_known(const char *name, struct text *err);
/* Is it auto, sat, kernel or a search that some puzzle brings along? False: with a sentence. */
bool search_engine_known(const char *name, struct text *err);
/* Adds all names, each after a blank; of puzzles' own engines only those of p (NULL: of all). */
void search_names(struct text *out);
void search_engine_names(const struct puzzle *p, struct text *out);
/* The SAT loop that a formulation likes best. */
const char *search_loop(const struct formulation *f);
/* A puzzle's own search by name, of `first`, if it is not NULL, rather than of others; NULL: there is none. */
const struct dedicated_search *search_dedicated_named(const struct puzzle *first, const char *name);

/* All solutions (with an objective: all optimal ones, unless all_costs), each told to `each` once, as text. */
struct solution_count {
    bool all_costs, symmetric; /* symmetric: count up to the puzzle's symmetries as well */
    bool unsplit;              /* one solver for all, even where the formulation names cases */
    int64_t limit;             /* stop after so many; 0: none */
    void (*each)(void *state, const char *solution);
    void *state;
    /* Results. */
    int64_t solutions, orbits; /* orbits: -1 if the puzzle has no symmetries or they were not asked for */
    bool complete;             /* all were found, and that there are no more is proved */
};
enum status search_count(const struct problem *q, struct solution_count *c, struct answer *a);

/* Why is there no solution? rules: the names of a minimal set of rules that clash. STATUS_SATISFIABLE: there is one
 * (in the answer). */
struct reasons {
    struct text *rule;
    int n;
    size_t cap;
    bool minimal; /* no rule can be left out; false if a limit came first */
};
enum status search_explain(const struct problem *q, struct reasons *r, struct answer *a);
void search_reasons_release(struct reasons *r);

/* Is there a solution with this objective value or a better one (without an objective: any)?
 * STATUS_SATISFIABLE: one is in the
 * answer. */
enum status search_decide(const struct problem *q, int64_t objective_value, struct answer *a);
/* Must the variable of this name be true in every solution, or, good not NULL, in every one as good
 * as *good? r: a minimal set of rules that force it. STATUS_SATISFIABLE: it need not be;
 * STATUS_REFUSED: the formulation has no such variable. */
enum status search_forced(const struct problem *q, const char *variable, const int64_t *good, struct reasons *r,
                          struct answer *a);

#endif
