/* loophole: encode, solve, count and explain by SAT, from C and C++.
 *
 *     #include <loophole.h>          cc rota.c $(pkg-config --cflags --libs loophole)
 *
 * Installed below a PREFIX other than /usr and /usr/local, pkg-config looks where
 * PKG_CONFIG_PATH=PREFIX/lib/pkgconfig says, and
 * a program finds the library if it is linked with -Wl,-rpath,PREFIX/lib or run with
 * LD_LIBRARY_PATH=PREFIX/lib. Below
 * /usr/local it is found after one call of ldconfig.
 *
 * Literals are DIMACS integers: variables 1, 2, 3, ..; -v is the negation of v; 0 is no literal.
 *
 * Errors are values. A call that can fail returns false, NULL or LOOPHOLE_FAILED and, if `error` is not NULL,
 * puts one full
 * sentence there, to be given back with loophole_free; it is not touched otherwise. No other pointer may be
 * NULL, unless a
 * comment says so or there is nothing to point to (n = 0). Nothing here exits or prints. When memory is out,
 * or something holds
 * that cannot, the handler of loophole_on_failure is called.
 *
 * Ownership: what *_new, *_open and *_read give is freed by the *_free of its type, NULL being fine. Arrays
 * and strings that
 * are handed in are copied, unless a comment says so. `const char *` results belong to the object and last
 * until its next call;
 * `char *` results are given back with loophole_free.
 *
 * Threads: there are no globals but that handler. An object is used by one thread at a time; different objects
 * by different
 * threads at once. loophole_cancel may be called by any thread and by a signal handler. */
#ifndef LOOPHOLE_H
#define LOOPHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define LOOPHOLE_API __attribute__((visibility("default")))
#else
#define LOOPHOLE_API
#endif

/* ---- the library ----------------------------------------------------------------------------------------------- */

LOOPHOLE_API const char *loophole_version(void);
LOOPHOLE_API void loophole_free(void *result);

/* Called when memory is out (LOOPHOLE_MACHINE) or the library is wrong (LOOPHOLE_BUG), in the thread where it
 * happened. It may leave by longjmp: what was in use is then lost, and may not be used or freed again; other
 * objects are
 * fine. If it returns, abort() follows. NULL, as at first: the sentence goes to standard error. Set it before
 * there are
 * threads. */
enum loophole_failure { LOOPHOLE_MACHINE, LOOPHOLE_BUG };
typedef void loophole_failed(void *state, enum loophole_failure what, const char *sentence);
LOOPHOLE_API void loophole_on_failure(loophole_failed *handler, void *state);

/* ---- encoders, and what they claim ----------------------------------------------------------------------------- */

/* `loophole audit` tests each claim by exhaustion on small constraints; encodings/README.md says up to which size.
 * The strings belong to the library. */
struct loophole_claims {
    const char *name;      /* "card_seqcounter" */
    const char *kind;      /* "amo" (at most one), "card" (cardinality), "pb" (pseudo-Boolean), "xor" (parity) */
    const char *about;     /* one line */
    const char *source;    /* author, venue, year */
    const char *cost;      /* the size formula, for people */
    const char *strength;  /* what unit propagation finds: "none", "consistency", "GAC" */
    bool two_sided;        /* encodes both sides at once */
    bool parsimonious;     /* every solution of the inputs extends in exactly one way: counts of models are exact */
    bool incremental;      /* has a counter */
    bool permanent_bounds; /* its counter's bounds may be asserted permanently, one after the other */
};
/* Number i from 0; false behind the last. */
LOOPHOLE_API bool loophole_encoder(int i, struct loophole_claims *claims);

/* ---- sinks: where clauses go ----------------------------------------------------------------------------------- */

typedef struct loophole_sink loophole_sink;

/* Calls clause with every clause at once, and keeps none; clause NULL: only counted. Variables 1..vars are taken; new
 * ones follow. */
LOOPHOLE_API loophole_sink *loophole_sink_new(int vars, void (*clause)(void *state, const int *lits, int n),
                                              void *state);
/* Clauses are kept: clause i is lits[start[i]] .. lits[start[i + 1] - 1]. The arrays last until the next
 * clause comes. */
LOOPHOLE_API loophole_sink *loophole_sink_buffer(int vars);
LOOPHOLE_API int64_t loophole_sink_kept(const loophole_sink *s, const int **lits, const int **start);
LOOPHOLE_API void loophole_sink_clear(loophole_sink *s); /* forgets the clauses that are kept; variables stay taken */
LOOPHOLE_API void loophole_sink_free(loophole_sink *s);
/* From now on parities come as they are (sum of lits = parity mod 2, distinct positive literals), not as clauses. */
LOOPHOLE_API void loophole_sink_xors(loophole_sink *s, void (*parity)(void *state, const int *lits, int n, int parity));
/* From now on every clause gets this literal too (a selector's negation: the constraint holds if the selector
 * is true); 0:
 * none. Parities are encoded then. If x is not a literal, the next constraint is refused. */
LOOPHOLE_API void loophole_sink_guard(loophole_sink *s, int x);
/* The next new variable; variables up to `var` are taken elsewhere; the highest that is taken. Any variable up
 * to 2147483647 can be
 * taken. A solver needs memory for each variable up to the highest in use, so it refuses one that is 4194304
 * above that. */
LOOPHOLE_API int loophole_sink_var(loophole_sink *s);
LOOPHOLE_API void loophole_sink_take(loophole_sink *s, int var);
LOOPHOLE_API int loophole_sink_vars(const loophole_sink *s);
/* What came so far. */
LOOPHOLE_API int64_t loophole_sink_clauses(const loophole_sink *s);
LOOPHOLE_API int64_t loophole_sink_literals(const loophole_sink *s);

/* ---- one constraint into a sink -------------------------------------------------------------------------------- */

/* encoder: "card_seqcounter", "seqcounter", "commander:4" (with its size), or NULL: the smallest that
 * propagates best. A name
 * that two kinds share is of the kind that the constraint turns out to be: "pairwise" is amo_pairwise for at
 * most one of the
 * literals, else card_pairwise. A card encoder also takes at most one, and a pb encoder a sum of ones (w NULL:
 * ones). No other
 * encoder is taken instead of a named one: the call returns false if that one cannot encode the constraint.
 * Literals may repeat and be opposite, weights may be negative, bounds may lie anywhere: what cannot hold
 * becomes the empty
 * clause, what always holds becomes nothing. Literals that are not taken yet are taken first. |w| must add up
 * to less than
 * 2^62. INT64_MIN and INT64_MAX: no bound. False: a wrong argument (nothing was encoded), or an encoding that
 * refuses because it
 * would be absurdly large. */
LOOPHOLE_API bool loophole_encode_clause(loophole_sink *s, const int *x, int n, char **error);
LOOPHOLE_API bool loophole_encode_card(loophole_sink *s, const char *encoder, const int *x, int n, int64_t lo,
                                       int64_t hi, char **error);
LOOPHOLE_API bool loophole_encode_pb(loophole_sink *s, const char *encoder, const int *x, const int64_t *w, int n,
                                     int64_t lo, int64_t hi, char **error);
LOOPHOLE_API bool loophole_encode_xor(loophole_sink *s, const char *encoder, const int *x, int n, int parity,
                                      char **error);

/* The encoder that the last of these calls took: "card_seqcounter", two joined by "+" if each bound got its
 * own, or "native"
 * (loophole_sink_xors). NULL: it needed none, because clauses without new variables say the same. */
LOOPHOLE_API const char *loophole_sink_encoder(const loophole_sink *s);

/* ---- counters: a sum whose bounds move ------------------------------------------------------------------------- */

typedef struct loophole_counter loophole_counter;

/* LOOPHOLE_UP serves at-most, LOOPHOLE_DOWN at-least, LOOPHOLE_BOTH both. */
enum loophole_direction { LOOPHOLE_UP = 1, LOOPHOLE_DOWN = 2, LOOPHOLE_BOTH = 3 };
/* Of sum w x (w NULL: ones), for bounds lo <= k < hi. encoder: NULL, a pb encoder, or a card encoder if all
 * weights are 1; one
 * without a counter is refused. The sink must outlive it. */
LOOPHOLE_API loophole_counter *loophole_counter_new(loophole_sink *s, const char *encoder, const int *x,
                                                    const int64_t *w, int n, enum loophole_direction d, int64_t lo,
                                                    int64_t hi, char **error);
LOOPHOLE_API void loophole_counter_free(loophole_counter *c);
/* The encoder that was taken; NULL: none was needed. */
LOOPHOLE_API const char *loophole_counter_encoder(const loophole_counter *c);
/* From now on for bounds lo <= k < hi: more clauses into the same sink; what was asserted stays right. Bounds
 * that were
 * there cost nothing. Doubling hi costs, in all, about twice the last one. */
LOOPHOLE_API bool loophole_counter_widen(loophole_counter *c, int64_t lo, int64_t hi, char **error);
/* The literals that together say sum <= k, or sum >= k: assume them for one call, or add them as unit clauses.
 * Tighten by
 * asking for a smaller k. NULL, with a sentence: k is outside the bounds, or the other direction was asked
 * for. They last
 * until the next call. A sum that cannot be so gives a literal and its negation. */
LOOPHOLE_API const int *loophole_counter_at_most(loophole_counter *c, int64_t k, int *n, char **error);
LOOPHOLE_API const int *loophole_counter_at_least(loophole_counter *c, int64_t k, int *n, char **error);
/* May they be asserted permanently, one bound after the other? (Else assume them.) */
LOOPHOLE_API bool loophole_counter_monotone(const loophole_counter *c);
/* The outputs themselves: output i, 0 <= i < their number, says in its direction that the sum is at least
 * *value. 0: there
 * is no such output. */
LOOPHOLE_API int loophole_counter_output(const loophole_counter *c, int i, int64_t *value);

/* ---- models ---------------------------------------------------------------------------------------------------- */

typedef struct loophole_model loophole_model;

LOOPHOLE_API loophole_model *loophole_model_new(void);
LOOPHOLE_API void loophole_model_free(loophole_model *m);
/* The next variable; name NULL: "x7". A derived one follows from the others: solutions that differ in it alone
 * are one. 0, with
 * a sentence: the model is a puzzle's. */
LOOPHOLE_API int loophole_var(loophole_model *m, const char *name, char **error);
LOOPHOLE_API int loophole_derived(loophole_model *m, const char *name, char **error);
LOOPHOLE_API int loophole_vars(const loophole_model *m);
LOOPHOLE_API const char *loophole_name(const loophole_model *m, int var); /* NULL: there is no such variable */
LOOPHOLE_API int loophole_constraints(const loophole_model *m);
/* The name of the constraints that follow, which are one rule: loophole_explain speaks in these. */
LOOPHOLE_API bool loophole_rule(loophole_model *m, const char *rule, char **error);
/* Literals, weights and bounds as above, over variables of the model. */
LOOPHOLE_API bool loophole_clause(loophole_model *m, const int *x, int n, char **error);
LOOPHOLE_API bool loophole_card(loophole_model *m, const int *x, int n, int64_t lo, int64_t hi, char **error);
LOOPHOLE_API bool loophole_pb(loophole_model *m, const int *x, const int64_t *w, int n, int64_t lo, int64_t hi,
                              char **error);
LOOPHOLE_API bool loophole_xor(loophole_model *m, const int *x, int n, int parity, char **error);
/* Counters as variables: new derived y[j] <=> at least j + 1 of x, 0 <= j < max <= n; y has room for max. */
LOOPHOLE_API bool loophole_count_of(loophole_model *m, const int *x, int n, int max, int *y, char **error);
/* The objective: the least, or the most, of constant + sum w x (w NULL: ones); once. */
LOOPHOLE_API bool loophole_minimise(loophole_model *m, const int *x, const int64_t *w, int n, int64_t constant,
                                    char **error);
LOOPHOLE_API bool loophole_maximise(loophole_model *m, const int *x, const int64_t *w, int n, int64_t constant,
                                    char **error);
/* A puzzle by its name, as on the command line: "gunport", {"8x8"}; text: its instance in a file's notation,
 * or NULL. Nothing
 * can be added to it. */
LOOPHOLE_API loophole_model *loophole_puzzle(const char *name, int words, const char *const *word, const char *text,
                                             char **error);
/* A formula: format "cnf" (with x and k lines), "opb", "wcnf". loophole_read goes by the file's name (.gz .xz
 * .zst too); "-"
 * is standard input. What it gives can be added to. */
LOOPHOLE_API loophole_model *loophole_parse(const char *format, const char *text, char **error);
LOOPHOLE_API loophole_model *loophole_read(const char *file, char **error);

/* What the parities of a model say by elimination over GF(2). */
struct loophole_parity {
    int rows, columns, rank, dimension; /* solutions of the parities alone: 2^dimension */
    bool consistent;
};
LOOPHOLE_API bool loophole_eliminate(const loophole_model *m, struct loophole_parity *p, char **error);
/* Adds to the model, as clauses, what its parities imply: values, and variables that always agree or differ.
 * How many; -1:
 * an error. */
LOOPHOLE_API int loophole_imply(loophole_model *m, char **error);

/* ---- problems: a model and choices ----------------------------------------------------------------------------- */

typedef struct loophole_problem loophole_problem;

/* The model must outlive it and not change while it is asked. */
LOOPHOLE_API loophole_problem *loophole_problem_new(const loophole_model *m);
LOOPHOLE_API void loophole_problem_free(loophole_problem *q);
/* A choice, as on the command line without the dashes: "card" "totalizer", "solver" "picosat", "search"
 * "core", "parity"
 * "kernel", "seed" "7", "time-limit" "2.5", "memory-limit" "500" (MB of the process, looked at as it works), "jobs"
 * "4", "formulation" "monomino"; a flag has the value "". */
LOOPHOLE_API bool loophole_set(loophole_problem *q, const char *option, const char *value, char **error);
/* Called at each better solution and about twice a second; the getters below report progress. */
LOOPHOLE_API void loophole_on_progress(loophole_problem *q, void (*progress)(void *state, const loophole_problem *q),
                                       void *state);
/* Stops what is being asked soon, with the best so far. Lasts until the next call begins. */
LOOPHOLE_API void loophole_cancel(loophole_problem *q);

enum loophole_status {
    LOOPHOLE_UNKNOWN = 0, /* stopped by a limit or cancelled */
    LOOPHOLE_FAILED = 3,  /* with a sentence: choices that do not go together, a solver that is not there or lies */
    LOOPHOLE_SATISFIABLE = 10,
    LOOPHOLE_UNSATISFIABLE = 20, /* refuted; the refutation is checked where that is cheap */
    LOOPHOLE_OPTIMAL = 30        /* likewise: anything better */
};
/* Some solution; with an objective, a proved optimum. Every solution is checked against the clauses, against
 * the model, and
 * verified, before it is reported. */
LOOPHOLE_API enum loophole_status loophole_solve(loophole_problem *q, char **error);
/* The number of solutions (with an objective: of the best ones, unless all_costs), each passed to `each` (which
 * may be NULL);
 * limit 0: all. LOOPHOLE_UNKNOWN: there may be more. Solutions that differ in derived variables alone count once. */
LOOPHOLE_API enum loophole_status loophole_count(loophole_problem *q, int64_t limit, bool all_costs,
                                                 void (*each)(void *state, const char *solution), void *state,
                                                 int64_t *solutions, char **error);
/* One solution after the other, at any cost, in no order. LOOPHOLE_UNSATISFIABLE: there are no more. */
LOOPHOLE_API enum loophole_status loophole_next(loophole_problem *q, char **error);
/* Why is there no solution? LOOPHOLE_UNSATISFIABLE: loophole_reason 0, 1, .. gives the names of rules that
 * clash, NULL behind
 * the last; none can be left out if *minimal. */
LOOPHOLE_API enum loophole_status loophole_explain(loophole_problem *q, bool *minimal, char **error);
LOOPHOLE_API const char *loophole_reason(const loophole_problem *q, int i);

/* The best so far, also while it is being asked. Text: of a model's own variables "v 1 -2 3 0\n", of a puzzle
 * its notation; NULL:
 * none. Value: 1 true, -1 false, 0 not known (always so of a puzzle's variables). */
LOOPHOLE_API const char *loophole_solution(const loophole_problem *q);
LOOPHOLE_API int loophole_value(const loophole_problem *q, int x);
/* The objective: its value, and proved bounds. False: there is none yet. */
LOOPHOLE_API bool loophole_objective(const loophole_problem *q, int64_t *value);
LOOPHOLE_API bool loophole_lower(const loophole_problem *q, int64_t *bound);
LOOPHOLE_API bool loophole_upper(const loophole_problem *q, int64_t *bound);
/* "variables" "clauses" "literals" "calls" "conflicts" "encode_seconds" "solve_seconds" (CPU); -1: not known. */
LOOPHOLE_API double loophole_statistic(const loophole_problem *q, const char *name);
/* Is this text a solution? False, with a sentence that says why not; value may be NULL. */
LOOPHOLE_API bool loophole_verify(const loophole_problem *q, const char *solution, int64_t *value, char **error);
/* A picture: solution NULL: of the instance. Of own models: a list of what is true. */
LOOPHOLE_API char *loophole_svg(const loophole_problem *q, const char *solution, char **error);
/* The formula for other solvers (an objective without its constant). format: a name that `loophole list formats`
 * prints, such as "cnf" or "opb"; NULL: by the file's ending. A file appears complete or not at all. A limit makes these calls fail, with a sentence. Bounds and
 * objectives as in `loophole encode`; of the
 * choice "parity" nothing is written or poured: of own models, loophole_imply adds what the parities imply. */
LOOPHOLE_API char *loophole_text(const loophole_problem *q, const char *format, char **error);
LOOPHOLE_API bool loophole_write(const loophole_problem *q, const char *format, const char *file, char **error);
/* Its clauses (the objective is not among them) into a sink that has taken nothing yet. After a limit the sink
 * is of no use: it
 * takes nothing any more, and a solver's knows no answer. */
LOOPHOLE_API bool loophole_pour(const loophole_problem *q, loophole_sink *s, char **error);

/* ---- solvers, clause by clause --------------------------------------------------------------------------------- */

typedef struct loophole_solver loophole_solver;

/* spec: "cadical", "picosat", "ipasir:./libx.so", "process:kissat -q". */
LOOPHOLE_API loophole_solver *loophole_solver_open(const char *spec, int seed, char **error);
LOOPHOLE_API void loophole_solver_free(loophole_solver *s);
LOOPHOLE_API loophole_sink *loophole_solver_sink(loophole_solver *s); /* its own; not to be freed */
/* What is no literal, or too far from the variables in use, is not added and not assumed; the next
 * loophole_solver_solve refuses,
 * with a sentence. */
LOOPHOLE_API void loophole_solver_add(loophole_solver *s, const int *x, int n);
LOOPHOLE_API void loophole_solver_assume(loophole_solver *s, int x); /* for the next call only */
/* Asked often; true: stop, the answer is LOOPHOLE_UNKNOWN. */
LOOPHOLE_API void loophole_solver_stop(loophole_solver *s, bool (*stop)(void *state), void *state);
LOOPHOLE_API enum loophole_status loophole_solver_solve(loophole_solver *s, char **error);
LOOPHOLE_API int loophole_solver_value(loophole_solver *s,
                                       int x); /* 1, -1; 0: either, or the last call found nothing */
LOOPHOLE_API bool loophole_solver_failed(loophole_solver *s, int x); /* was this assumption needed to refute? */

/* ---- certificates: claims that a third party can check -------------------------------------------------------- */

/* Solves the problem as loophole_solve does, and certifies the answer: writes the instance, the solution, the formula that says
 * "a better one" or "any", and its refutation into `directory`, which is new or empty, and checks them as loophole_check does. The
 * page docs/proofs.md describes the files. all: certify that the solutions are all; of an objective, all of the best.
 * LOOPHOLE_SATISFIABLE, _UNSATISFIABLE and _OPTIMAL: the certificate is there, and *claim (which may be NULL), to be given back, says
 * what it proves. LOOPHOLE_UNKNOWN: a limit or loophole_cancel came first. LOOPHOLE_FAILED: also if the model is no puzzle's, because
 * a certificate states its problem in a puzzle's notation: loophole_puzzle("opb", 0, NULL, TEXT, ..) takes what loophole_text wrote.
 * Without a certificate the directory is empty. */
LOOPHOLE_API enum loophole_status loophole_certify(loophole_problem *p, const char *directory, bool all, char **claim,
                                                   char **error);
/* Does the directory prove its claim? It is a certificate, or a cube run of `loophole conquer --certify`. Reads the instance, encodes
 * the formula again and checks the proofs; no solver runs. `stop` (which may be NULL) is asked often: true ends the check, which then
 * fails. False, with a sentence: it is not proved. True: *claim (which may be NULL), to be given back, says what is. */
LOOPHOLE_API bool loophole_check(const char *directory, bool (*stop)(void *state), void *state, char **claim,
                                 char **error);

/* ---- proofs ---------------------------------------------------------------------------------------------------- */

/* Refutes the clauses that the buffer keeps, with CaDiCaL, however long that takes. LOOPHOLE_UNSATISFIABLE:
 * *proof, to be given
 * back, holds a DRAT proof of *bytes bytes. */
LOOPHOLE_API enum loophole_status loophole_prove(const loophole_sink *buffer, char **proof, size_t *bytes,
                                                 char **error);

/* Does this DRAT proof (text or binary) refute the clauses that the buffer keeps? False, with a sentence: it
 * does not. Of the
 * clauses, *needed (may be NULL) were. Checked backwards, by code that shares nothing with the solvers. */
LOOPHOLE_API bool loophole_check_proof(const loophole_sink *buffer, const void *proof, size_t bytes, int64_t *needed,
                                       char **error);

#ifdef __cplusplus
}
#endif

#endif
