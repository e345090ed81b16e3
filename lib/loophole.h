/* Loophole's C library: encode constraints to CNF, build models, solve, count, explain and
 * prove. Usable from C99 and C++11. docs/model/c.md is a guide with examples.
 *
 *     #include <loophole.h>          cc rota.c $(pkg-config --cflags --libs loophole)
 *
 * Objects and their functions:
 *
 *     object            made by            functions
 *     library           -                  loophole_version _version_number _free _on_failure
 *                                          loophole_error_code
 *                                          loophole_encoder _format _option _option_values: lists
 *     loophole_sink     sink_new _buffer   loophole_sink_*: where clauses go
 *                                          loophole_sink_clause _card _pb _xor: one constraint
 *                                          loophole_sink_formula: many clauses
 *                                          loophole_sink_prove _check_proof: DRAT, of a buffer
 *     loophole_counter  counter_new        loophole_counter_*: a sum with a movable bound
 *     loophole_model    model_new          loophole_model_var _derived _vars _name _rule _picture
 *                       model_puzzle       loophole_model_text _given _given_at _constraints
 *                                          loophole_model_obvious
 *                       model_parse        loophole_model_clause _card _pb _xor _count _add_implied
 *                                          loophole_model_formula
 *                       model_read         loophole_model_minimize _maximize _eliminate
 *                                          loophole_model_int _ints _int_name _int_range _linear
 *                                          loophole_model_int_of _function _element
 *                                          loophole_model_table _connected _reached _loop
 *                                          loophole_model_all_different
 *                                          loophole_model_reify _implied_by _soft _unconditional
 *                                          loophole_model_optimize _then _group _switch _define
 *                                          loophole_model_symmetry
 *                                          loophole_model_circuit _successors _path _regions
 *                                          loophole_model_all_different_except _increasing _lex
 *                                          loophole_model_inverse _cardinality _regular _no_overlap
 *     loophole_problem  problem_new        loophole_problem_set _on_progress _cancel
 *                                          loophole_problem_assume _failed _hint
 *                                          loophole_problem_solve _count _total _next _explain
 *                                          loophole_problem_certify
 *                                          loophole_problem_unique _other _propagates
 *                                          loophole_problem_forced _forced_lits _forced_name _left
 *                                          loophole_problem_generate _verify _reason
 *                                          loophole_problem_solution _value _lits _int _ints
 *                                          loophole_problem_objective _objective_at _lower _upper
 *                                          loophole_problem_evidence
 *                                          loophole_problem_statistic
 *                                          loophole_problem_svg _drawing _text _write _encode
 *     loophole_solver   solver_open        loophole_solver_*: SAT, clause by clause
 *     a directory       problem_certify    loophole_check
 *
 * A function's name begins with the object that it works on.
 *
 * A literal is a DIMACS integer: variables are 1, 2, 3, ...; -v is the negation of v; 0 is not a
 * literal.
 *
 * Errors. A call that can fail returns false, NULL, 0, -1 or LOOPHOLE_ERROR, as its comment says.
 * If `error` is not NULL, it then sets *error to one full sentence, which you free with
 * loophole_free; loophole_error_code classifies it. A call that succeeds leaves *error unchanged.
 * A refused call on a model leaves the model, and a condition that waits for its constraint, as
 * they were.
 * Pass NULL for no other pointer unless a comment allows it or the array is empty (n = 0). The
 * library never exits and prints nothing. If memory runs out or an internal check fails, it calls
 * the handler of loophole_on_failure.
 *
 * Ownership. You free what *_new, *_open, *_buffer, *_puzzle, *_parse and *_read return with the
 * *_free of its type, which accepts NULL. The library copies the arrays and strings that you
 * pass, unless a comment says otherwise. A `const char *` result belongs to the object and stays
 * valid until the next call on that object. You free a `char *` result with loophole_free.
 *
 * Threads. The only global is the failure handler. Only one thread may use an object at a time;
 * several threads may use different objects. Any thread and any signal handler may call
 * loophole_problem_cancel.
 *
 * Linking. If PREFIX is not /usr or /usr/local, set PKG_CONFIG_PATH=PREFIX/lib/pkgconfig, and
 * link with -Wl,-rpath,PREFIX/lib or run with LD_LIBRARY_PATH=PREFIX/lib. In /usr/local the
 * loader finds the library after one call of ldconfig. */
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

/* ---- library --------------------------------------------------------------------------------- */

/* The version of this header, for the preprocessor: 10000 * major + 100 * minor + patch. */
#define LOOPHOLE_VERSION_MAJOR 0
#define LOOPHOLE_VERSION_MINOR 4
#define LOOPHOLE_VERSION_PATCH 0
#define LOOPHOLE_VERSION_NUMBER 400
/* The version of the library that runs, such as "0.3.0", and as a number of the same form. */
LOOPHOLE_API const char *loophole_version(void);
LOOPHOLE_API int loophole_version_number(void);
/* The kind of error that a sentence in *error reports. */
enum loophole_code {
    LOOPHOLE_CODE_NONE = 0,
    LOOPHOLE_CODE_ARGUMENT = 1, /* an argument, or a call at the wrong time */
    LOOPHOLE_CODE_INPUT = 2,    /* a text, a file, a name or an option */
    LOOPHOLE_CODE_LIMIT = 3,    /* numbers or formulas that are too large */
    LOOPHOLE_CODE_SOLVER = 4,   /* a solver that is missing, crashed or was wrong */
    LOOPHOLE_CODE_STOPPED = 5   /* a limit of time or memory, or your callback, stopped the call */
};
/* The code of a sentence that the library wrote to *error, before you free it. NULL:
 * LOOPHOLE_CODE_NONE. */
LOOPHOLE_API enum loophole_code loophole_error_code(const char *error);
/* Frees a string or an array that the library gave you; NULL is allowed. */
LOOPHOLE_API void loophole_free(void *result);

/* Sets the handler of failures that no call can return: memory ran out or the system failed
 * (LOOPHOLE_MACHINE), or an internal check failed (LOOPHOLE_BUG). The library calls it in the
 * thread where the failure happened. The handler may leave by longjmp; you must then neither use
 * nor free the objects of the interrupted call, and all other objects stay valid. If the handler
 * returns, the library calls abort(). NULL, the default: the sentence goes to standard error,
 * then abort(). Set the handler before you start threads. */
enum loophole_failure { LOOPHOLE_MACHINE, LOOPHOLE_BUG };
typedef void loophole_failure_handler(void *state, enum loophole_failure what, const char *sentence);
LOOPHOLE_API void loophole_on_failure(loophole_failure_handler *handler, void *state);

/* ---- encoders -------------------------------------------------------------------------------- */

/* An encoder and its claims. `loophole audit` tests each claim by exhaustion on small
 * constraints; encodings/README.md lists the sizes. The strings belong to the library and are
 * never freed. loophole_sink_* and counters use the kinds "amo" (at most one), "card"
 * (cardinality), "pb" (pseudo-Boolean) and "xor" (parity). The kinds "int" (integers), "alldiff"
 * (all different) and "conn" (connectivity) occur in models only. */
struct loophole_claims {
    size_t size;           /* you set it to sizeof(struct loophole_claims) */
    const char *name;      /* "card_seqcounter" */
    const char *kind;      /* "amo", "card", "pb", "xor", "int", "alldiff" or "conn" */
    const char *about;     /* one line */
    const char *source;    /* author, venue, year */
    const char *cost;      /* the size formula, as text */
    const char *strength;  /* what unit propagation achieves on the inputs: "none", "consistency", "GAC" */
    bool two_sided;        /* encodes both sides at once */
    bool parsimonious;     /* each solution of the inputs extends in exactly one way: model counts are exact */
    bool incremental;      /* has a counter */
    bool permanent_bounds; /* you can add its counter's bounds as unit clauses, one after the other */
};
/* Writes the claims of encoder number i, counted from 0. The library writes no more than
 * claims->size bytes, so later versions can add fields. False: there is no such encoder. */
LOOPHOLE_API bool loophole_encoder(int i, struct loophole_claims *claims);
/* The name of format number i, counted from 0, that loophole_problem_text and
 * loophole_problem_write accept. NULL: there is none. */
LOOPHOLE_API const char *loophole_format(int i);
/* The name of option number i, counted from 0, that loophole_problem_set accepts. NULL: there is
 * none. */
LOOPHOLE_API const char *loophole_option(int i);
/* The values that option number i takes, such as "1 to 16 N", "auto|none|propagate|kernel" or
 * "NAME", which you free; *about: its meaning in a line, as in the help of the command line. NULL:
 * there is no such option. */
LOOPHOLE_API char *loophole_option_values(int i, const char **about);

/* ---- sinks: where clauses go ----------------------------------------------------------------- */

typedef struct loophole_sink loophole_sink;

/* A sink that passes each clause to your function and stores none. The literals are valid during
 * the call only. clause NULL: the sink counts clauses and literals. Variables 1..vars are in
 * use; new variables follow. */
LOOPHOLE_API loophole_sink *loophole_sink_new(int vars, void (*clause)(void *state, const int *lits, int n),
                                              void *state);
/* A sink that stores its clauses. Variables 1..vars are in use; new variables follow. */
LOOPHOLE_API loophole_sink *loophole_sink_buffer(int vars);
/* The number of stored clauses. Clause i is (*lits)[(*start)[i]] to (*lits)[(*start)[i + 1] -
 * 1]. The arrays belong to the sink and are valid until it gets another clause. lits and start
 * may be NULL. */
LOOPHOLE_API int64_t loophole_sink_kept(const loophole_sink *s, const int **lits, const int **start);
/* Discards the stored clauses. Variables stay in use, and the totals below do not change. */
LOOPHOLE_API void loophole_sink_clear(loophole_sink *s);
/* Frees the sink. Free its counters first. Do not free the sink of a solver. */
LOOPHOLE_API void loophole_sink_free(loophole_sink *s);
/* From now on passes parities to your function as they are (sum of lits = parity mod 2, distinct
 * positive literals) instead of encoding them. parity NULL: encode them again. */
LOOPHOLE_API void loophole_sink_xors(loophole_sink *s, void (*parity)(void *state, const int *lits, int n, int parity));
/* From now on adds the literal x to each clause. For a constraint that holds only if a selector
 * is true, pass the selector's negation. 0: no guard. Guarded parities are encoded as clauses.
 * If x is not a literal, the next constraint is refused. */
LOOPHOLE_API void loophole_sink_guard(loophole_sink *s, int x);
/* Returns a new variable. Calls the handler of loophole_on_failure if 2147483647 is in use. */
LOOPHOLE_API int loophole_sink_var(loophole_sink *s);
/* Marks variables 1..var as in use, up to 2147483647. A solver allocates memory for each
 * variable up to the highest one, so its sink refuses a variable more than 4194304 above the
 * highest in use. */
LOOPHOLE_API void loophole_sink_take(loophole_sink *s, int var);
/* The highest variable in use. */
LOOPHOLE_API int loophole_sink_vars(const loophole_sink *s);
/* The number of clauses, and of literals in them, since the sink was made. */
LOOPHOLE_API int64_t loophole_sink_clauses(const loophole_sink *s);
LOOPHOLE_API int64_t loophole_sink_literals(const loophole_sink *s);

/* ---- one constraint into a sink -------------------------------------------------------------- */

/* These encode lo <= the number of true literals <= hi (card), lo <= the sum of the weights of
 * true literals <= hi (pb; w NULL: all weights are 1), and the number of true literals = parity
 * mod 2 (xor).
 *
 * Bounds are inclusive and may have any value; INT64_MIN and INT64_MAX mean no bound. A
 * constraint that cannot hold becomes the empty clause; one that always holds adds nothing.
 * Literals may repeat or be opposite. Weights may be negative; their absolute values must add up
 * to less than 2^62. Variables of literals that are not in use yet are marked as in use first.
 *
 * encoder: a full name ("card_seqcounter"), a name without its kind ("seqcounter"), or one with
 * a parameter ("commander:4"). NULL: the smallest of those that propagate best. A name that two
 * kinds share belongs to the kind of the constraint. "pairwise" is amo_pairwise for at most one
 * of the literals, else card_pairwise. card encoders also encode at most one; pb encoders also
 * encode sums without weights. A named encoder is never replaced by another one.
 *
 * False: an argument is wrong or the named encoder does not encode this constraint (nothing was
 * added), or the encoding would have more than 16777216 clauses (one side of it may have been
 * added). */
LOOPHOLE_API bool loophole_sink_clause(loophole_sink *s, const int *x, int n, char **error);
/* Adds the clauses of an array of n numbers, in which a 0 ends each clause. False: one is wrong,
 * and nothing was added; or a solver refused a variable (loophole_sink_take), and the clauses
 * before were. */
LOOPHOLE_API bool loophole_sink_formula(loophole_sink *s, const int *lits, int64_t n, char **error);
LOOPHOLE_API bool loophole_sink_card(loophole_sink *s, const char *encoder, const int *x, int n, int64_t lo, int64_t hi,
                                     char **error);
LOOPHOLE_API bool loophole_sink_pb(loophole_sink *s, const char *encoder, const int *x, const int64_t *w, int n,
                                   int64_t lo, int64_t hi, char **error);
LOOPHOLE_API bool loophole_sink_xor(loophole_sink *s, const char *encoder, const int *x, int n, int parity,
                                    char **error);

/* The encoder that encoded the last constraint: "card_seqcounter"; two names joined by "+" if
 * each bound got its own; or "native" (loophole_sink_xors). NULL: clauses without new variables
 * were enough. */
LOOPHOLE_API const char *loophole_sink_encoder(const loophole_sink *s);

/* ---- counters: a sum with a movable bound ---------------------------------------------------- */

typedef struct loophole_counter loophole_counter;

/* Which bounds a counter provides: at most, at least, or both. */
enum loophole_direction { LOOPHOLE_UP = 1, LOOPHOLE_DOWN = 2, LOOPHOLE_BOTH = 3 };
/* Encodes the sum of w x (w NULL: all weights are 1) into the sink, for all bounds k with lo <=
 * k < hi. lo is included and hi is not:
 *
 *     c = loophole_counter_new(s, NULL, x, NULL, 10, LOOPHOLE_UP, 0, 6, &error);
 *     loophole_counter_at_most(c, 5, &n, &error);    the largest bound of this counter
 *     loophole_counter_at_most(c, 6, &n, &error);    refused: widen the counter first
 *
 * "At least k" is the negation of "at most k - 1", so at_least accepts lo < k <= hi.
 *
 * encoder: NULL, a pb encoder, or, if all weights are 1, a card encoder. The sink must outlive
 * the counter. NULL: lo >= hi, a wrong argument, or an encoder without a counter. */
LOOPHOLE_API loophole_counter *loophole_counter_new(loophole_sink *s, const char *encoder, const int *x,
                                                    const int64_t *w, int n, enum loophole_direction d, int64_t lo,
                                                    int64_t hi, char **error);
/* Frees the counter. Its clauses stay in the sink. */
LOOPHOLE_API void loophole_counter_free(loophole_counter *c);
/* The encoder in use. NULL: none was needed. */
LOOPHOLE_API const char *loophole_counter_encoder(const loophole_counter *c);
/* Extends the bounds to lo <= k < hi by adding clauses to the sink. Literals that you asserted
 * before stay valid. Does nothing if the counter has these bounds already. If you double hi each
 * time, all extensions together take about twice the clauses of the last one. False: lo >= hi, or
 * the encoding would be too large. */
LOOPHOLE_API bool loophole_counter_widen(loophole_counter *c, int64_t lo, int64_t hi, char **error);
/* The literals that together mean sum <= k, or sum >= k, and their number *n. Assume them for
 * one solver call, or add them as unit clauses. Use a smaller k to tighten. The array is valid
 * until the next call. A bound that cannot hold returns a literal and its negation; one that
 * always holds, *n = 0. NULL: k is outside the counter's bounds, or the counter was made for the
 * other direction. */
LOOPHOLE_API const int *loophole_counter_at_most(loophole_counter *c, int64_t k, int *n, char **error);
LOOPHOLE_API const int *loophole_counter_at_least(loophole_counter *c, int64_t k, int *n, char **error);
/* True: you can add bounds as unit clauses, one after the other. False: only assume them. */
LOOPHOLE_API bool loophole_counter_monotone(const loophole_counter *c);
/* Output literal number i, counted from 0: in the counter's direction, it means sum >= *value.
 * value may be NULL. 0: there is no such output. */
LOOPHOLE_API int loophole_counter_output(const loophole_counter *c, int i, int64_t *value);

/* ---- models ---------------------------------------------------------------------------------- */

typedef struct loophole_model loophole_model;

/* An empty model, to which you add variables, constraints and at most one objective. */
LOOPHOLE_API loophole_model *loophole_model_new(void);
LOOPHOLE_API void loophole_model_free(loophole_model *m);
/* Adds a variable and returns its number: 1, 2, 3, ... name NULL: "x7". The values of derived
 * variables follow from those of the others: solutions that differ only in derived variables
 * count as one. 0: the model is a puzzle, the name is no text in one line, or a variable or an
 * integer has it. A text in one line is UTF-8 without line breaks, control characters and those
 * that set the direction of text. */
LOOPHOLE_API int loophole_model_var(loophole_model *m, const char *name, char **error);
LOOPHOLE_API int loophole_model_derived(loophole_model *m, const char *name, char **error);
/* The number of variables. */
LOOPHOLE_API int loophole_model_vars(const loophole_model *m);
/* The name of a variable. NULL: there is no such variable. */
LOOPHOLE_API const char *loophole_model_name(const loophole_model *m, int var);
/* The number of constraints. */
LOOPHOLE_API int loophole_model_constraints(const loophole_model *m);
/* Names the constraints that you add from now on, by a text in one line. They form one rule, and
 * loophole_problem_explain reports rules. */
LOOPHOLE_API bool loophole_model_rule(loophole_model *m, const char *rule, char **error);
/* Makes the last rule obvious: hints of `loophole play` use it without naming or counting it. */
LOOPHOLE_API bool loophole_model_obvious(loophole_model *m, char **error);
/* Add a constraint. Literals, weights and bounds are those of loophole_sink_*, over variables of
 * the model. */
LOOPHOLE_API bool loophole_model_clause(loophole_model *m, const int *x, int n, char **error);
/* Adds clauses as loophole_sink_formula does. A condition must not wait. */
LOOPHOLE_API bool loophole_model_formula(loophole_model *m, const int *lits, int64_t n, char **error);
LOOPHOLE_API bool loophole_model_card(loophole_model *m, const int *x, int n, int64_t lo, int64_t hi, char **error);
LOOPHOLE_API bool loophole_model_pb(loophole_model *m, const int *x, const int64_t *w, int n, int64_t lo, int64_t hi,
                                    char **error);
LOOPHOLE_API bool loophole_model_xor(loophole_model *m, const int *x, int n, int parity, char **error);
/* Adds max derived variables y: y[j] is true if and only if at least j + 1 of the literals are.
 * max <= n; y has room for max numbers; each variable occurs once in x. */
LOOPHOLE_API bool loophole_model_count(loophole_model *m, const int *x, int n, int max, int *y, char **error);
/* Set the objective: minimize or maximize constant + the sum of w x (w NULL: all weights are 1).
 * The absolute weights need at most 60 bits together, and so does the constant. A later call
 * replaces the objective, also that of a file, but not the costs of loophole_model_soft. */
LOOPHOLE_API bool loophole_model_minimize(loophole_model *m, const int *x, const int64_t *w, int n, int64_t constant,
                                          char **error);
LOOPHOLE_API bool loophole_model_maximize(loophole_model *m, const int *x, const int64_t *w, int n, int64_t constant,
                                          char **error);
/* Groups of constraints, which all calls after loophole_model_switch leave out as long as they are
 * off. The constraints that follow belong to the group of that name, which begins with a rule of
 * its name; name NULL: to none. A group may be opened again, but not inside another one. */
LOOPHOLE_API bool loophole_model_group(loophole_model *m, const char *name, char **error);
LOOPHOLE_API bool loophole_model_switch(loophole_model *m, const char *name, bool on, char **error);
/* Between a call with true and one with false, constraints belong to no group: they define
 * variables and integers that others may use. loophole_model_function, _int_of and _count do
 * this. */
LOOPHOLE_API bool loophole_model_define(loophole_model *m, bool begin, char **error);
/* Declares a symmetry: a map that takes solutions to solutions with the same objective value and
 * the same givens. The variable of each literal x[i] goes to to[i], and integer[i] goes to
 * image[i]. All others stay. Nobody checks the map. With the option "break-symmetry" "yes", a
 * call keeps one of the images of each solution under all declared symmetries, so that
 * loophole_problem_count counts up to symmetry. Variables that a projection leaves out go to such
 * variables. Without the option, symmetries have no effect. Files do not keep them. */
LOOPHOLE_API bool loophole_model_symmetry(loophole_model *m, const int *x, const int *to, int n, const int *integer,
                                          const int *image, int integers, char **error);
/* Adds a line to the model's picture, without the word "picture" before it: "grid 8 8", then for
 * example "cell 0 6 x7 symbol *", in which x7 is variable 7 and i3 integer 2, the third. A picture
 * changes no answer; files keep it. docs/model/models.md has the grammar. */
LOOPHOLE_API bool loophole_model_picture(loophole_model *m, const char *line, char **error);
/* Sets a text for people who play the model, in one line of at most 1000 bytes: its "title", its
 * "rule", "how" to play, or a "link" to the board. Files in JSON keep them. */
LOOPHOLE_API bool loophole_model_text(loophole_model *m, const char *name, const char *words, char **error);
/* Marks the literal x or, for x = 0, an integer: loophole_problem_generate may give its value.
 * value: the value that is given, and then is a constraint; a literal's is 0 or 1. NULL: a given
 * value stays. False also if another value is given already. */
LOOPHOLE_API bool loophole_model_given(loophole_model *m, int x, int integer, const int64_t *value, char **error);
/* The i-th mark, from 0: a variable *x or, for *x = 0, an integer. *value: the value that is given,
 * INT64_MIN if there is none. False: there are no more. */
LOOPHOLE_API bool loophole_model_given_at(const loophole_model *m, int i, int *x, int *integer, int64_t *value);
/* A puzzle, with the operands and options of the command line as words: "gunport", {"8x8"}.
 * text: the contents of an instance file, or NULL. You can add nothing to it. */
LOOPHOLE_API loophole_model *loophole_model_puzzle(const char *name, int words, const char *const *word,
                                                   const char *text, char **error);
/* A formula from text in the format "cnf" (with x and k lines), "opb", "wcnf" or "json", or from
 * a file, also packed. The file's name, or else its beginning, chooses the format; "-" is standard
 * input. You can add constraints to it. Variables on which the file does not count are derived, and
 * loophole_problem_count refuses a file with weights of literals. */
LOOPHOLE_API loophole_model *loophole_model_parse(const char *format, const char *text, char **error);
LOOPHOLE_API loophole_model *loophole_model_read(const char *file, char **error);

/* The parities of a model after elimination over GF(2). */
struct loophole_parity {
    size_t size;                        /* you set it to sizeof(struct loophole_parity) */
    int rows, columns, rank, dimension; /* the parities alone have 2^dimension solutions */
    bool consistent;
};
LOOPHOLE_API bool loophole_model_eliminate(const loophole_model *m, struct loophole_parity *p, char **error);
/* Adds clauses to the model for what its parities imply: fixed values, and pairs of variables
 * that are always equal or always differ. Returns the number of clauses; -1: an error. */
LOOPHOLE_API int loophole_model_add_implied(loophole_model *m, char **error);

/* ---- problems: a model and options ----------------------------------------------------------- */

typedef struct loophole_problem loophole_problem;

/* A problem of the model, which must outlive it and must not change during its calls. */
LOOPHOLE_API loophole_problem *loophole_problem_new(const loophole_model *m);
LOOPHOLE_API void loophole_problem_free(loophole_problem *q);
/* Sets an option of the command line, without its dashes. Examples: "card" "totalizer", "solver"
 * "picosat", "search" "core", "parity" "kernel", "seed" "7", "jobs" "4", "formulation"
 * "monomino". "time-limit" "2.5" counts seconds of each call, and "0" means no limit;
 * "memory-limit" "500" counts MB of the process. "names" "yes" writes names of variables and rules
 * into comments of loophole_problem_text and loophole_problem_write; the default is yes if you
 * named a variable or a rule. A flag has the value "". */
LOOPHOLE_API bool loophole_problem_set(loophole_problem *q, const char *option, const char *value, char **error);
/* Makes a literal true in the next call of loophole_problem_solve, _count, _explain, _unique,
 * _forced or _propagates, which then forgets it; before the first loophole_problem_next, in the
 * whole enumeration. loophole_problem_generate and _certify refuse assumptions. Call it for each
 * assumption. False, with a sentence: the model is a puzzle, or it has no such variable. */
LOOPHOLE_API bool loophole_problem_assume(loophole_problem *q, int x, char **error);
/* After LOOPHOLE_UNSATISFIABLE of loophole_problem_solve: true if the refutation needs this
 * assumption. These assumptions alone have no solution together, but there may be fewer that have
 * none either. */
LOOPHOLE_API bool loophole_problem_failed(const loophole_problem *q, int x);
/* The solver tries this value of a variable first, in all later calls; a later hint replaces an
 * earlier one. Hints change the time of a search and which solution is found, never whether one
 * exists. "parity" "kernel" ignores them, and so does a solver without such hints. */
LOOPHOLE_API bool loophole_problem_hint(loophole_problem *q, int x, char **error);
/* Calls progress at each improved solution and about twice a second. It may call
 * loophole_problem_cancel and the functions that report results below; calls that change the model
 * are refused meanwhile. NULL: no calls. */
LOOPHOLE_API void loophole_problem_on_progress(loophole_problem *q,
                                               void (*progress)(void *state, const loophole_problem *q), void *state);
/* Stops the running call soon; it returns LOOPHOLE_UNKNOWN and keeps its best solution. Has no
 * effect on later calls. */
LOOPHOLE_API void loophole_problem_cancel(loophole_problem *q);

enum loophole_status {
    LOOPHOLE_UNKNOWN = 0, /* stopped by a limit or by loophole_problem_cancel */
    LOOPHOLE_ERROR = 3,   /* with a sentence: options that exclude each other, a solver that is missing or wrong */
    LOOPHOLE_SATISFIABLE = 10,
    LOOPHOLE_UNSATISFIABLE = 20, /* refuted; loophole_problem_evidence says whether that was checked */
    LOOPHOLE_OPTIMAL = 30        /* the solution is verified, and anything better is refuted, as above */
};
/* Finds a solution; with an objective, a proved optimum. Every solution is checked against the
 * clauses and the model, and verified against the rules, before it is reported. */
LOOPHOLE_API enum loophole_status loophole_problem_solve(loophole_problem *q, char **error);
/* Counts the solutions; with an objective, the optimal ones, unless all_costs. Calls each (which
 * may be NULL) with every solution. limit > 0: stops at that number; 0: counts all. Solutions that
 * differ only in derived variables count as one. LOOPHOLE_UNKNOWN: *solutions is not the number of
 * all: it reached the limit, or it is less, and the call was stopped. Without `each` and a limit,
 * many solutions are counted without being found one by one. *solutions is INT64_MAX if there are
 * more; loophole_problem_total has the number. */
LOOPHOLE_API enum loophole_status loophole_problem_count(loophole_problem *q, int64_t limit, bool all_costs,
                                                         void (*each)(void *state, const char *solution), void *state,
                                                         int64_t *solutions, char **error);
/* The number that the last loophole_problem_count found, of any size, in decimal; valid until the
 * next one. */
LOOPHOLE_API const char *loophole_problem_total(const loophole_problem *q);
/* Finds the next solution, with any objective value, in no order. LOOPHOLE_UNSATISFIABLE: there
 * are no more. LOOPHOLE_ERROR also if the model has changed since the first solution; after another
 * call that solves, the first solution comes again. */
LOOPHOLE_API enum loophole_status loophole_problem_next(loophole_problem *q, char **error);
/* Decides whether there is one solution; with an objective, one optimal one, unless all_costs.
 * LOOPHOLE_SATISFIABLE: there is one or more, as *unique says. Then loophole_problem_solution
 * returns one, and loophole_problem_other another one. LOOPHOLE_UNSATISFIABLE: there is none.
 * LOOPHOLE_UNKNOWN: the call was stopped. Solutions that differ only in derived variables are
 * one. */
LOOPHOLE_API enum loophole_status loophole_problem_unique(loophole_problem *q, bool all_costs, bool *unique,
                                                          char **error);
/* A solution with another text than the one of loophole_problem_unique. NULL: there is none, or
 * both have the same text. */
LOOPHOLE_API const char *loophole_problem_other(const loophole_problem *q);
/* Finds what all solutions have in common; with an objective, all optimal ones, unless all_costs.
 * LOOPHOLE_SATISFIABLE: all of it is found, and the three functions below report it.
 * LOOPHOLE_UNSATISFIABLE: there is no solution. LOOPHOLE_UNKNOWN: the call was stopped; the forced
 * literals are as many as were proved, and the values of integers may be fewer. */
LOOPHOLE_API enum loophole_status loophole_problem_forced(loophole_problem *q, bool all_costs, char **error);
/* Copies the literals that are true in all these solutions into lits, or as many of them as n.
 * Derived variables have none. Returns how many there are; -1: the model is a puzzle. */
LOOPHOLE_API int loophole_problem_forced_lits(const loophole_problem *q, int *lits, int n);
/* The name of the variable of forced literal number i, counted from 0, and its value. For puzzles,
 * too, where it is a variable of the formulation. NULL: there are no more. */
LOOPHOLE_API const char *loophole_problem_forced_name(const loophole_problem *q, int i, bool *value);
/* The values that these solutions give to integers are ranges, in the order of the integers and
 * rising, whatever the integers' encoding. Range number i, counted from 0, has the values from *lo
 * to *hi of the integer *integer, whose name is returned. *open: the call was stopped before it was
 * known whether solutions have these values; else each of them is that of some solution. NULL:
 * there are no more ranges. */
LOOPHOLE_API const char *loophole_problem_left(const loophole_problem *q, int i, int *integer, int64_t *lo, int64_t *hi,
                                               bool *open);
/* Sets *all to whether unit propagation alone gives every variable its value, in the clauses of the
 * chosen encodings: a value follows if propagation refutes the opposite one. There is one solution
 * then. With an objective, the call solves the problem first, and adds the rule that the objective
 * has its best value. False, with a sentence: it was stopped, or failed. */
LOOPHOLE_API bool loophole_problem_propagates(loophole_problem *q, bool *all, char **error);
/* Finds rules that have no solution together. LOOPHOLE_UNSATISFIABLE: loophole_problem_reason
 * returns their names; if *minimal (which may be NULL), the rest has a solution without any one of
 * them. LOOPHOLE_SATISFIABLE: there is a solution. */
LOOPHOLE_API enum loophole_status loophole_problem_explain(loophole_problem *q, bool *minimal, char **error);
/* Makes a puzzle of a model with marks (loophole_model_given). It chooses a random solution; with
 * an objective, an optimal one. Then it gives a minimal set of the marks' values that leaves no
 * other solution as good. Earlier values are dropped. The same seed makes the same puzzle.
 * LOOPHOLE_SATISFIABLE: it is made; after any other status the model is as before. */
LOOPHOLE_API enum loophole_status loophole_problem_generate(loophole_problem *q, uint64_t seed, char **error);
/* The name of conflicting rule number i, counted from 0. NULL: there are no more. */
LOOPHOLE_API const char *loophole_problem_reason(const loophole_problem *q, int i);

/* The best solution of the last call; in a progress callback, of the running one. A model's
 * solution is "v 1 -2 3 0\n"; a puzzle's is in its notation. NULL: there is none. */
LOOPHOLE_API const char *loophole_problem_solution(const loophole_problem *q);
/* The value of a literal in that solution: 1 true, -1 false, 0 unknown (for a puzzle's
 * variables, always). */
LOOPHOLE_API int loophole_problem_value(const loophole_problem *q, int x);
/* Copies the true literals of variables 1 to n, v or -v, into lits, or as many as the solution has.
 * Returns how many it has; -1: there is no solution, or it is a puzzle's. */
LOOPHOLE_API int loophole_problem_lits(const loophole_problem *q, int *lits, int n);
/* The objective value of that solution, and the proved bounds. False: unknown. */
LOOPHOLE_API bool loophole_problem_objective(const loophole_problem *q, int64_t *value);
LOOPHOLE_API bool loophole_problem_lower(const loophole_problem *q, int64_t *bound);
LOOPHOLE_API bool loophole_problem_upper(const loophole_problem *q, int64_t *bound);
/* Why the answer of the last call holds, which you free, such as "solution verified; refuted by
 * cadical, unchecked"; "" if nothing is known. *proved (which may be NULL) is true if the status is
 * satisfiable, optimal or unsatisfiable, and every refutation of a solver was checked. Theorems,
 * bounds and searches of the library itself count as proved. The option "proof-check" says which
 * proofs are checked: "auto", those that take little time; "always"; or "never". */
LOOPHOLE_API char *loophole_problem_evidence(const loophole_problem *q, bool *proved);
/* A statistic of the last call: "variables", "clauses", "literals", "calls", "rounds",
 * "lazy_clauses", "conflicts", "encode_seconds", "solve_seconds" or "check_seconds" (CPU time;
 * the last: of solutions and proofs). -1: unknown. */
LOOPHOLE_API double loophole_problem_statistic(const loophole_problem *q, const char *name);
/* Checks a text against the rules. True: it is a solution with this objective value (value may
 * be NULL). False: the sentence in *error says why not. */
LOOPHOLE_API bool loophole_problem_verify(const loophole_problem *q, const char *solution, int64_t *value,
                                          char **error);
/* An SVG picture of a solution; solution NULL: of the instance. For a model without a picture, a
 * list of its true variables. */
LOOPHOLE_API char *loophole_problem_svg(const loophole_problem *q, const char *solution, char **error);
/* That picture as text; ascii: with signs of ASCII only. */
LOOPHOLE_API char *loophole_problem_drawing(const loophole_problem *q, const char *solution, bool ascii, char **error);
/* The formula in a format that loophole_format lists, such as "cnf" or "opb", as a string or as a
 * file. "json" (.json) keeps the model as it was declared, with names, integers, rules, objective
 * and picture; loophole_model_read reads it back. In other formats the objective loses its
 * constant. format NULL: the file's ending chooses. A file appears complete or not at all. Fails if
 * a limit stops it. The option "parity" has no effect here; to add what parities imply to a model
 * of your own, call loophole_model_add_implied. */
LOOPHOLE_API char *loophole_problem_text(const loophole_problem *q, const char *format, char **error);
LOOPHOLE_API bool loophole_problem_write(const loophole_problem *q, const char *format, const char *file, char **error);
/* Encodes the constraints, without the objective, into a sink. The sink has no variables in use,
 * or as many as the model. If a limit stops the call, discard the sink: it accepts nothing more,
 * and its solver has no answers. */
LOOPHOLE_API bool loophole_problem_encode(const loophole_problem *q, loophole_sink *s, char **error);

/* ---- solvers, clause by clause --------------------------------------------------------------- */

typedef struct loophole_solver loophole_solver;

/* Opens a solver: "cadical", "picosat", "cuts", "ipasir:./libx.so" (a library) or "process:kissat
 * -q" (a command). seed: of its random choices. NULL: it cannot be opened. */
LOOPHOLE_API loophole_solver *loophole_solver_open(const char *spec, int seed, char **error);
LOOPHOLE_API void loophole_solver_free(loophole_solver *s);
/* The solver's sink: encode constraints into it. It belongs to the solver. */
LOOPHOLE_API loophole_sink *loophole_solver_sink(loophole_solver *s);
/* Adds a clause; assumes a literal for the next call only. If a number is not a literal, or is
 * too far above the variables in use (loophole_sink_take), nothing is added and the next
 * loophole_solver_solve fails. */
LOOPHOLE_API void loophole_solver_clause(loophole_solver *s, const int *x, int n);
LOOPHOLE_API void loophole_solver_assume(loophole_solver *s, int x);
/* The solver calls `stop` often. If it returns true, solve returns LOOPHOLE_UNKNOWN. */
LOOPHOLE_API void loophole_solver_stop(loophole_solver *s, bool (*stop)(void *state), void *state);
/* LOOPHOLE_SATISFIABLE, _UNSATISFIABLE, _UNKNOWN (stopped) or _ERROR (with a sentence). */
LOOPHOLE_API enum loophole_status loophole_solver_solve(loophole_solver *s, char **error);
/* The value of a literal: 1 true, -1 false, 0: either, or the last call found no solution. */
LOOPHOLE_API int loophole_solver_value(loophole_solver *s, int x);
/* True if the last refutation used this assumption. */
LOOPHOLE_API bool loophole_solver_failed(loophole_solver *s, int x);

/* ---- certificates: claims that a third party can check --------------------------------------- */

/* Solves the problem as loophole_problem_solve does, and writes a certificate of the answer into
 * `directory`, which is new or empty. The certificate has the instance, the solution, a formula
 * that asserts "a better one" (or "any") exists, and its refutation. Then checks it as
 * loophole_check does. docs/research/proofs.md describes the files. all: certify that these are all
 * solutions; with an objective, all optimal ones. LOOPHOLE_SATISFIABLE, _UNSATISFIABLE, _OPTIMAL:
 * the certificate is complete, and *claim (claim may be NULL), which you free, states what it
 * proves. LOOPHOLE_UNKNOWN: a limit or loophole_problem_cancel stopped it. Without
 * a certificate nothing is left of the directory.
 *
 * A model that is no puzzle is written into the certificate as OPB if it has clauses and sums of
 * literals only, among them a sum or an objective. Any other model, and each with `all`, is written
 * as JSON (loophole_problem_text). The proof uses cutting planes, from the rules through the
 * clauses to the claim, so that nobody who checks it needs to trust an encoder. If there is no such
 * proof, it is DRAT, and the claim ends with a sentence that says why. With the option "proof" you
 * choose one of them: "rules", so that it is an error if there is none, or "drat". */
LOOPHOLE_API enum loophole_status loophole_problem_certify(loophole_problem *q, const char *directory, bool all,
                                                           char **claim, char **error);
/* Checks the certificate in a directory, or a cube run of `loophole conquer --certify`: reads
 * the instance, encodes the formula again, and checks the proofs. It runs no solver. It calls
 * `stop` (which may be NULL) often; if that returns true, the check fails. True: *claim (claim
 * may be NULL), which you free, states what is proved. False: the sentence in *error says why it
 * is not. */
LOOPHOLE_API bool loophole_check(const char *directory, bool (*stop)(void *state), void *state, char **claim,
                                 char **error);

/* ---- proofs ---------------------------------------------------------------------------------- */

/* Refutes the clauses that a buffer stores, with CaDiCaL and without a time limit.
 * LOOPHOLE_UNSATISFIABLE: *proof, which you free, is a DRAT proof of *bytes bytes.
 * LOOPHOLE_SATISFIABLE: there is none. */
LOOPHOLE_API enum loophole_status loophole_sink_prove(const loophole_sink *buffer, char **proof, size_t *bytes,
                                                      char **error);

/* Checks backwards whether a DRAT proof, text or binary, refutes the clauses that a buffer
 * stores. The checker shares no code with the solvers. *needed (needed may be NULL) is how many
 * of the clauses the refutation uses. False: the proof is wrong; the sentence says where. */
LOOPHOLE_API bool loophole_sink_check_proof(const loophole_sink *buffer, const void *proof, size_t bytes,
                                            int64_t *needed, char **error);

/* ---- integers and graphs --------------------------------------------------------------------- */

/* Adds an integer from lo to hi, from -2^40 to 2^40, to a model. name NULL: "i3". encoding:
 * "direct", "order", "log", or NULL: by its constraints and size. The option "int" replaces it for
 * all integers of a problem. Its name is as of a variable, whose names it must not repeat. Returns
 * its number, 0, 1, 2, ...; -1, with a sentence: it was refused.
 * Integers have no variables in the model. A solution's text has their values in a line "i 3 5". */
LOOPHOLE_API int loophole_model_int(loophole_model *m, const char *name, int64_t lo, int64_t hi, const char *encoding,
                                    char **error);
/* Adds an integer that has one of n >= 1 values, in any order, which may repeat. The rest is as of
 * loophole_model_int. The values between, which it cannot have, are part of the current rule. */
LOOPHOLE_API int loophole_model_int_of(loophole_model *m, const char *name, const int64_t *values, int n,
                                       const char *encoding, char **error);
/* Adds an integer that is a function of n integers: "*", "//", "%" or "**" of two of them,
 * "abs" of one, "min" or "max" of one or more. "//" rounds down, and "%" is its remainder,
 * which has the sign of the divisor. A divisor is never 0, and an exponent never negative: the
 * call adds these constraints. A power takes at most 4096 pairs of values. For a constant, make
 * an integer from c to c. Returns the new integer's number; -1, with a sentence: it was
 * refused. */
LOOPHOLE_API int loophole_model_function(loophole_model *m, const char *name, const int *integer, int n, char **error);
/* Adds "result is entry[index]", of integers; index is from 0 to n - 1. */
LOOPHOLE_API bool loophole_model_element(loophole_model *m, int index, const int *entry, int n, int result,
                                         char **error);
LOOPHOLE_API int loophole_model_ints(const loophole_model *m);                          /* how many */
LOOPHOLE_API const char *loophole_model_int_name(const loophole_model *m, int integer); /* NULL: none */
/* Its least and its largest value. */
LOOPHOLE_API bool loophole_model_int_range(const loophole_model *m, int integer, int64_t *lo, int64_t *hi,
                                           char **error);
/* The value of an integer in the last solution. False: there is none. */
LOOPHOLE_API bool loophole_problem_int(const loophole_problem *q, int integer, int64_t *value);
/* Copies the values of the first n integers into `values`, as loophole_problem_lits does. */
LOOPHOLE_API int loophole_problem_ints(const loophole_problem *q, int64_t *values, int n);
/* Adds lo <= sum w x + sum v integer <= hi, over n literals and `integers` integers. w NULL, v
 * NULL: all 1. INT64_MIN, INT64_MAX: no bound. */
LOOPHOLE_API bool loophole_model_linear(loophole_model *m, const int *x, const int64_t *w, int n, const int *integer,
                                        const int64_t *v, int integers, int64_t lo, int64_t hi, char **error);
/* The next clause, card, pb, xor or linear constraint need not hold: the literal y is true if and
 * only if it does. y 0: it must not hold. A constraint takes one of reify, implied_by and soft: a
 * second one is refused, and so is each call that solves, writes or encodes before it. */
LOOPHOLE_API bool loophole_model_reify(loophole_model *m, int y, char **error);
/* The next constraint must hold if the literal y is true, and need not hold otherwise. */
LOOPHOLE_API bool loophole_model_implied_by(loophole_model *m, int y, char **error);
/* The next clause, card, pb, xor or linear constraint is soft: it may be violated, and then costs
 * `weight`, which is at least 1. The costs are added to the objective if it is minimized, and
 * subtracted if it is maximized; without an objective they are minimized alone. Returns a derived
 * variable that is true if and only if the constraint is violated. 0: an error. */
LOOPHOLE_API int loophole_model_soft(loophole_model *m, int64_t weight, char **error);
/* Drops the condition of reify, implied_by or soft that waits for its constraint, if any. */
LOOPHOLE_API void loophole_model_unconditional(loophole_model *m);
/* Adds "no two of the integers, each plus its offset, are equal"; offset NULL: zeros. */
LOOPHOLE_API bool loophole_model_all_different(loophole_model *m, const int *integer, const int64_t *offset, int n,
                                               char **error);
/* Adds the same, except that integers which with their offsets are `value` may be equal. */
LOOPHOLE_API bool loophole_model_all_different_except(loophole_model *m, const int *integer, const int64_t *offset,
                                                      int n, int64_t value, char **error);
#define LOOPHOLE_ANY INT64_MIN /* in a row of a table: any value */
/* Adds "the n integers have the values of one of the rows", `rows` times n numbers. */
LOOPHOLE_API bool loophole_model_table(loophole_model *m, const int *integer, int n, const int64_t *values, int rows,
                                       char **error);
/* Sets the objective: the least, or the most, of constant + sum w x + sum v integer. w NULL, v
 * NULL: all 1. */
LOOPHOLE_API bool loophole_model_optimize(loophole_model *m, bool maximize, const int *x, const int64_t *w, int n,
                                          const int *integer, const int64_t *v, int integers, int64_t constant,
                                          char **error);
/* Adds an objective of less importance: the least or the most of this sum among the solutions that
 * are best for the objectives so far. Costs of loophole_model_soft belong to the first one, and so
 * do loophole_problem_objective, _lower and _upper. loophole_model_optimize drops all objectives.
 * Refused if the product of the objectives' ranges needs more than 60 bits: files have one sum for
 * all of them. */
LOOPHOLE_API bool loophole_model_then(loophole_model *m, bool maximize, const int *x, const int64_t *w, int n,
                                      const int *integer, const int64_t *v, int integers, int64_t constant,
                                      char **error);
/* The value of objective i, from 0, in the solution. False: there is no solution, or no such
 * objective. */
LOOPHOLE_API bool loophole_problem_objective_at(const loophole_problem *q, int i, int64_t *value);
/* Adds "the true literals of x, if any, are connected": x are the vertices of a graph, of different
 * variables, and edge k joins x[edge[2 k]] and x[edge[2 k + 1]]. */
LOOPHOLE_API bool loophole_model_connected(loophole_model *m, const int *x, int n, const int *edge, int edges,
                                           char **error);
/* Adds the same, and that x[root] is true if any is; depth not 0: at most so many steps, over true
 * literals, lead from it to each of them. */
LOOPHOLE_API bool loophole_model_reached(loophole_model *m, const int *x, int n, const int *edge, int edges, int root,
                                         int depth, char **error);
/* Adds "the true literals of x are one loop". The graph has the vertices 0 to vertices - 1. Edge k
 * is x[k] and joins end[2 k] and end[2 k + 1]. through, which may be NULL, has room for a new
 * derived variable for each vertex: the loop goes through it. */
LOOPHOLE_API bool loophole_model_loop(loophole_model *m, const int *x, const int *end, int n, int vertices,
                                      int *through, char **error);

/* Adds "the true literals of x are the arcs of one circuit through all vertices". Arc k is x[k]
 * and leads from vertex end[2 k] to end[2 k + 1]; vertices count from 0. An arc from a vertex to
 * itself is true if the circuit leaves the vertex out. A circuit may leave out all of them. */
LOOPHOLE_API bool loophole_model_circuit(loophole_model *m, const int *x, const int *end, int n, char **error);
/* Adds the same for the arcs from i to integer[i] - first, for i from 0 to n - 1. If `optional`,
 * vertices whose successors are themselves are left out; otherwise no vertex is. */
LOOPHOLE_API bool loophole_model_successors(loophole_model *m, const int *integer, int n, int64_t first, bool optional,
                                            char **error);
/* Adds "the true literals of x are the edges of one path" of 1 edge or more, which goes through
 * no vertex twice. Edges, vertices and `through` are as of loophole_model_loop. It goes from
 * `start` to `last`; -1: any vertex. */
LOOPHOLE_API bool loophole_model_path(loophole_model *m, const int *x, const int *end, int n, int vertices, int start,
                                      int last, int *through, char **error);
/* Divides a graph into connected regions. The edge k joins the vertices end[2 k] and end[2 k +
 * 1], and x[k] is true if and only if a border separates them. They then belong to different
 * regions. root, which may be NULL, has a literal for each vertex, of which exactly one is true
 * in each region, so that their sum is the number of regions. With `first`, it is that of the
 * least vertex. size, which may be NULL, has an integer for each vertex, the number of vertices
 * of its region, or -1. */
LOOPHOLE_API bool loophole_model_regions(loophole_model *m, const int *x, const int *end, int n, int vertices,
                                         const int *root, bool first, const int *size, char **error);
/* Adds "each integer is at least the one before", or if `strict` more than it. */
LOOPHOLE_API bool loophole_model_increasing(loophole_model *m, const int *integer, int n, bool strict, char **error);
/* Adds "x is before y in the order of a dictionary, or equal to it"; strict: not equal. They are
 * n literals each, or n integers each. */
LOOPHOLE_API bool loophole_model_lex(loophole_model *m, const int *x, const int *y, int n, bool integers, bool strict,
                                     char **error);
/* Adds "one[i] is first + j if and only if other[j] is first + i", for i and j from 0 to n - 1.
 * All values are from `first` to first + n - 1. */
LOOPHOLE_API bool loophole_model_inverse(loophole_model *m, const int *one, const int *other, int n, int64_t first,
                                         char **error);
/* Adds "value[k] occurs count[k] times among the n integers"; the counts are integers of the
 * model. closed: the integers have no other values. */
LOOPHOLE_API bool loophole_model_cardinality(loophole_model *m, const int *integer, int n, const int64_t *value,
                                             const int *count, int values, bool closed, char **error);
/* Adds "an automaton accepts the values of the n integers". Its states are 0 to states - 1. A
 * transition is three numbers: a state, a value, and the next state, which is one of several if
 * more transitions have the same state and value. */
LOOPHOLE_API bool loophole_model_regular(loophole_model *m, const int *integer, int n, int states, int start,
                                         const int *accepting, int accepts, const int64_t *transition, int transitions,
                                         char **error);
/* Adds "boxes do not overlap": in some dimension, one of two boxes ends before the other begins
 * or where it begins. For each box, `integer` has its position and then its size, each
 * `dimensions` integers. present, which may be NULL, has a literal for each box: only boxes whose
 * literals are true are there. */
LOOPHOLE_API bool loophole_model_no_overlap(loophole_model *m, const int *integer, int boxes, int dimensions,
                                            const int *present, char **error);

#ifdef __cplusplus
}
#endif

#endif
