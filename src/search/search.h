/* Solve, optimize, count, explain.
 *
 * Every solution of a SAT solver is checked three times: against every clause (an error is the
 * solver's), by model_holds (the encoder's), and by puzzle.verify on the decoded text (the
 * formulation's). A solution of a dedicated search passes puzzle.verify only. After a limit or an
 * interrupt, the answer holds the best solution so far and both bounds. */
#pragma once

#include "base/dictionary.h"
#include "search/answer_evidence.h"
#include "search/choices.h"
#include "solvers/solver.h"

struct natural;
struct random;
struct search_second;

/* The refutations that are checked: those that are cheap to check, all, or none; in the order of
 * --proof-check. */
enum prove { PROVE_CHEAP, PROVE_ALL, PROVE_NOTHING };

/* "optimal", "satisfiable", "unsatisfiable" or "unknown", as in the JSON. */
const char *search_status(enum status s);

/* A problem: an instance, its formulation and all choices. All pointers are borrowed. */
struct problem {
    const struct puzzle *puzzle;
    const struct instance *instance;
    const struct formulation *formulation;
    struct objective objective; /* its facts, without terms, in the puzzle's unit; name NULL: there is none */
    struct choices choices;
    enum prove prove;
    /* Borrowed; NULL: nothing ends it. A search publishes a struct answer to it at each better
     * solution or bound, and about twice a second. */
    struct job *job;
    /* Called with every step of a dedicated search that logs (struct engine), for a
     * checker; NULL: no log. */
    void (*log)(void *state, const void *bytes, size_t n);
    void *log_state;
    const struct lits *hints;     /* preferred literals of the model; NULL: none */
    struct search_second *second; /* search_solve looks for another solution, too; NULL: it does not */
    int jobs;                     /* searches at the same time, sharing bounds; 0 and 1: one */
    /* Whether only solutions count whose objective value is `bound` or better. search_solve then
     * stops at the first. The problem has an objective. */
    bool bounded;
    int64_t bound;
};

/* Sets the formulation, and the facts of its objective, after the instance and the choices. */
void search_formulate(struct problem *q, const struct formulation *f);
/* Chooses the formulation of certificates, the first that uses no theorem, unless one is named or
 * there is none. */
void search_formulate_plainly(struct problem *q);
/* The largest sum of the objective whose value is this or better; INT64_MAX: there is no
 * objective. */
int64_t search_sum(const struct problem *q, int64_t objective_value);
/* That of the problem's bound; INT64_MAX: it has none. */
static inline int64_t search_most(const struct problem *q) { return q->bounded ? search_sum(q, q->bound) : INT64_MAX; }
/* Builds the model of all solutions within the bounds, with integers in the form of the choices, in
 * the problem's job unless the model has one: see model_set_job. */
void search_build_within(const struct problem *q, const struct bounds *bounds, struct model *m);
/* The same within one bound: the objective's sum is <= most (INT64_MAX: any sum). With dominance or
 * symmetry breaking it keeps some of the equally good ones. */
void search_build(const struct problem *q, int64_t most, struct model *m);
/* Adds up rows of the plain formulation's model, which has the rules only, to the parity of all
 * sums, which are in steps of 2. False: there are none, or the model has more variables. */
bool search_adds_up(const struct problem *q, int most_vars);

/* The OPB text of the problem, against which a cutting-planes proof is checked; NULL: it has
 * none. */
static inline const char *search_formula(const struct problem *q)
{
    const struct puzzle_files *f = q->puzzle->files;
    return f && f->sums ? f->sums(q->instance) : NULL;
}
/* The config of its solver that refutes best; if none is known, `other`. */
static inline const char *search_refuter(const struct problem *q, const char *other)
{
    return q->formulation->up && q->formulation->up->refute ? q->formulation->up->refute : other;
}
/* Whether every search of the problem writes a cutting-planes proof to its log. */
static inline bool search_logs(const struct problem *q) { return search_formula(q) != NULL; }
/* Sets and returns the status of an answer whose search was stopped: optimal if both bounds meet,
 * else unknown. */
enum status search_stopped(struct answer *a);

/* Solves; with an objective and without a bound, to a proved optimum. *a is zeroed before;
 * answer_release in any case. */
enum status search_solve(const struct problem *q, struct answer *a);

/* The strategies; puzzles have dedicated searches next to them. Ends with a NULL name. */
struct session;
struct strategy {
    const char *name, *about;
    enum status (*run)(struct session *); /* takes a session from nothing to a status */
    const char *engine;
};
extern const struct strategy search_strategies[];
/* The engines of every puzzle. The first, sat, is the only one with a solver. Ends with a NULL
 * name. */
extern const struct search_engine {
    const char *name, *about;
    /* The name of its cheapest strategy; NULL: none, or a status is set. asked: one of its
     * strategies is required, even if the SAT loop is predicted to be faster; then never NULL.
     * Without this function the formulation's is taken. */
    const char *(*choose)(struct session *, bool asked);
} search_engines[];
/* The search that found the answer, or the engine if it has only one. NULL: no search has begun. */
static inline const char *search_way(const struct answer *a) { return a->search ? a->search : a->engine; }
/* Whether it is auto or the name of a strategy. False, with a sentence. */
bool search_known(const char *name, struct text *err);
/* Whether it is auto, or an engine of every puzzle or of some. False, with a sentence. */
bool search_engine_known(const char *name, struct text *err);
/* Whether the search is one of the engine's. Names are valid; NULL or auto: none was chosen. False,
 * with a sentence. */
bool search_fits(const char *engine, const char *search, struct text *err);
/* Appends all names, each after a blank; of dedicated searches only those of p (NULL: of all
 * puzzles). */
void search_names(struct text *out);
void search_engine_names(const struct puzzle *p, struct text *out);
/* The strategy of the SAT loop that a formulation prefers. */
const char *search_loop(const struct problem *q);
/* The dedicated search of that name, of `first` (NULL: none) rather than of other puzzles; NULL:
 * there is none. */
const struct engine *search_dedicated_named(const struct puzzle *first, const char *name);

/* Counts all solutions (with an objective: all within the bound or, without one, all optimal ones,
 * unless all_costs). Calls `each` once for each. */
struct solution_count {
    bool all_costs, symmetric;  /* symmetric: count up to the puzzle's symmetries as well */
    bool unsplit;               /* use one solver for all solutions, even if the formulation splits them into cases */
    const struct answer *found; /* of the same problem: a solution, with which the search begins; NULL: none is known */
    bool plain;                 /* weights of literals do not matter; else they are refused */
    int64_t limit;              /* stop after so many; 0: none */
    void (*each)(void *state, const struct solution *solution);
    void *state;
    /* Receives the number of solutions, or of those known at a limit. Many are then counted without
     * being found, and `each` is called for the first ones only. NULL: each solution is found. */
    struct natural *total;
    /* Results. */
    int64_t solutions; /* INT64_MAX: there are more */
    int64_t orbits;    /* -1: without symmetries, or unless symmetric */
    bool complete;     /* all were found; it is proved that there are no more */
};
enum status search_count(const struct problem *q, struct solution_count *c, struct answer *a);

/* Decides whether there is one solution (with an objective: one optimal one, unless all_costs).
 * Returns 1: there is; 0: there are more, or none; -1: unknown. found: an answer with a solution,
 * or NULL, and then the first one is in *a. *other gets another one if its text is
 * different. */
int search_unique(const struct problem *q, bool all_costs, const struct answer *found, struct solution *other,
                  struct answer *a);
/* The same for the first solution of search_solve, in its solver, whose learned clauses stay: if
 * that has lazy constraints, and there is no objective. */
struct search_second {
    void (*found)(void *state, const struct answer *a); /* called with the first solution's answer, before */
    void *state;
    /* Results. */
    bool asked;            /* false: nothing was done */
    int unique;            /* as search_unique returns it */
    struct solution other; /* the caller releases it */
    struct answer answer;  /* its status, evidence and cost; released except for a sentence in err */
};

/* Finds the backbone: the literals of the model's solution variables that are true in all solutions
 * (which ones: as for search_count), and the values that are left for its integers.
 * STATUS_SATISFIABLE: there is a solution; a limit leaves literals open. Call
 * search_backbone_release in any case. */
struct backbone {
    bool all_costs;
    void (*each)(void *state, const struct solution *solution); /* called for each that was found; or NULL */
    void (*guard)(void *state, bool begin);                     /* around each change of this struct; or NULL */
    void *state;
    /* Results. */
    struct lits forced;      /* literals of the model that are proved, in its order */
    struct strings names;    /* of their variables */
    struct strings integers; /* the names of the model's integers, which are none of these variables */
    struct backbone_range {
        int integer;
        int64_t lo, hi;
        bool open;  /* no solution with these values was found, and they are not refuted; else each has a solution */
        bool asked; /* the running solver call asks for one of them */
        lit inside; /* implies that the integer has one of them; 0: not made yet */
    } * range;      /* the values that are not refuted, of all integers in order */
    int ranges;
    size_t range_cap;
    int variables, open; /* solution variables and integers; of these, not decided yet */
    int64_t solutions;   /* found on the way */
    bool complete;
};
enum status search_backbone(const struct problem *q, struct backbone *b, struct answer *a);
void search_backbone_release(struct backbone *b);

/* Explains why there is no solution: names a minimal set of rules that conflict. Call
 * search_reasons_release in any case. STATUS_SATISFIABLE: there is a solution, in the answer. */
struct reasons {
    struct rule_reason {
        struct text rule, words; /* its name; and in a player's words, "": it is obvious */
        int id, row, col;        /* its number in the model, -1: none; and its cell, from 1; 0: none */
        bool fact;               /* it is a known value */
    } * v;
    int n;
    size_t cap;
    struct dictionary seen; /* their names and cells */
    int givens;   /* so many rules, the first ones, are givens, and the others hold on every board; see minimal */
    bool minimal; /* no rule (givens > 0: no given) can be omitted; false: a limit ended the search */
};
/* first_givens: minimizes the givens, and the other rules only if these contradict each other. */
enum status search_explain(const struct problem *q, bool first_givens, struct reasons *r, struct answer *a);
void search_reasons_release(struct reasons *r);
/* Adds a rule of the model. A rule of the same name and place is not named again. */
void search_reasons_add(const struct model *m, int rule, struct reasons *r);

/* Decides whether there is a solution with this objective value or a better one (without an
 * objective: any). STATUS_SATISFIABLE: one is in the answer. */
enum status search_decide(const struct problem *q, int64_t objective_value, struct answer *a);
/* Makes a puzzle of a model with marks (model_may_give) whose values are not given. Finds a random
 * solution; with an objective, an optimal one. Then finds a minimal set of its values that leaves
 * no other solution as good. value[i]: that of mark i, GIVEN_NONE if it is not needed. Returns
 * STATUS_SATISFIABLE; else a status with a sentence in the answer, or STATUS_UNKNOWN at a limit. */
enum status search_givens(const struct problem *q, struct random *random, int64_t *value, struct answer *a);

/* Makes a random solution of such a model, which is in the answer. Returns a status as
 * search_givens does. */
enum status search_sample(const struct problem *q, struct random *random, struct answer *a);
/* For a problem with one solution, some of whose rules are those of clues: leaves clues out, in
 * random order, while it stays the only one (struct clue_thinning). STATUS_SATISFIABLE: done;
 * STATUS_REFUSED: there are other solutions. */
struct clue_thinning;
enum status search_thin(const struct problem *q, struct random *random, struct clue_thinning *t, struct answer *a);

/* Whether the rules of the formulation give all values without a case split. A value follows if
 * unit propagation refutes its opposite. good not NULL: an objective value of *good or better is
 * one more rule. False if a limit ended the search. */
bool search_propagates(const struct problem *q, const int64_t *good);
