/* A model: variables, rules and an objective that a formulation builds for an instance, before any
 * encoding.
 *
 * Variables 1..vars have names. A variable is a *solution* variable (its value is part of the
 * answer: counting and blocking project onto these) or derived. Constraints have the name of a rule
 * in the puzzle's own words.
 *
 * Limits: 2^31 - 1 variables; weights and bounds are int64_t, and the sum of the absolute weights
 * of one constraint must fit in 62 bits (model_pb asserts it; puzzles check their input first). */
#pragma once

#include "base/job.h"
#include "base/strings.h"
#include "cnf/constraint.h"
#include "cnf/values.h"

/* The largest sum of the absolute weights of one constraint. */
#define MODEL_MOST ((INT64_C(1) << 62) - 1)

enum row_kind {
#define ROW(NAME, name) ROW_##NAME,
#include "model/row_list.h"
#undef ROW
    ROW_KINDS
};

struct row {
    int number; /* in its model, from 1 */
    enum row_kind kind;
    int n; /* of x (ROW_COUNT: without the y) */
    const lit *x;
    const int64_t *w;   /* ROW_PB, ROW_LINEAR, ROW_ALLDIFF, ROW_TABLE; else NULL */
    const int *block;   /* optional partition, see constraint.h */
    int64_t lo, hi;     /* INT64_MIN, INT64_MAX: no bound on that side */
    int rule;           /* index for model_rule_name */
    const int *integer; /* numbers of integers, for model_integer */
    int integers;
    lit iff;                       /* ROW_LINEAR: true if and only if the bounds hold; 0: they must hold */
    bool half;                     /* with iff: the bounds hold if it is true, and may hold otherwise */
    bool fails;                    /* ROW_LINEAR: the bounds must not hold */
    const struct graph_edge *edge; /* ROW_CONNECTED; lo: 1 + the place of the root, hi: its depth; 0: none */
    int edges;
};

/* Minimize sum w x. The puzzle's own objective value is (a + b * sum) / c, exactly; c > 0. */
struct objective {
    int n; /* of x; 0 with name == NULL: no objective */
    const lit *x;
    const int64_t *w; /* all > 0, or NULL: all 1 */
    const int *block; /* optional partition */
    int64_t a, b, c;
    int64_t step;          /* all solutions' sums agree modulo step, a theorem of the formulation; 1 if none */
    int64_t least;         /* a proved lower bound of the sum, of any residue modulo step */
    int64_t arithmetic;    /* no objective value is better; only printed, no search uses it. 0: not known */
    bool upper_bound_only; /* the sum may exceed the solution's cost; verification computes that */
    bool bounded;          /* the rows imply sum <= bounds->most: no need to encode that */
    const char *name;      /* the unit of the objective value: "gunports", "presses" */
};

struct model;
struct model *model_new(void);
void model_free(struct model *m);
static inline void model_release(struct model **m) { model_free(*m); }

/* Sets the job (borrowed; NULL: none) of the model and of everything computed from it. Once the job
 * is over the model accepts nothing more, and its content is incomplete. */
void model_set_job(struct model *m, struct job *job);
struct job *model_job(const struct model *m);
bool model_stopped(const struct model *m); /* whether the job is over, or was when a row was added */

/* ---- building -------------------------------------------------------------------------------- */

/* Makes the next variable: a solution variable, or a derived one. Names may repeat, but people read
 * them. */
lit model_var(struct model *m, const char *name, ...) __attribute__((format(printf, 2, 3)));
lit model_derived(struct model *m, const char *name, ...) __attribute__((format(printf, 2, 3)));

/* Texts about the puzzle that a declared model is: for people who play it. */
enum model_text { MODEL_TITLE, MODEL_ABOUT, MODEL_HOW, MODEL_LINK, MODEL_TEXTS };
extern const char *const model_text_keys[MODEL_TEXTS]; /* their names in files: "title", "rule", "how", "link" */
/* Sets the text of this name. False, with a sentence: it is no text in one line, or too long. */
bool model_set_text(struct model *m, const char *key, const char *words, struct text *err);

/* Facts of a model beyond its rows, to be set and read. The arrays belong to the model. */
enum { MODEL_SPLITS = 4 };
struct model_facts {
    int group;          /* of the following variables, a number >= 0: all holes, or one cell's values. model_count's
                         * variables, and those of a reduction, form their own groups */
    bool abstract;      /* set before any integer: they have no variables */
    bool derived;       /* the variables of the following integers are derived */
    enum int_form form; /* of all integers that follow; FORMS, as at first: each has its own */
    const char *cited;  /* the theorems, beyond the puzzle's rules, that the rows use; NULL: none */
    const lit *kept;    /* see model_keep; NULL: none were kept */
    char *text[MODEL_TEXTS]; /* owned; NULL: none */
    bool projected;          /* a file names the solution variables */
    char *weighted;          /* the place, "a.cnf:3", where a file gives them weights for counting; NULL: none */
    /* Hints; code that uses them checks them. */
    int splits, split[MODEL_SPLITS]; /* numbers of rows of which exactly one literal holds: cases to split on */
    int *part;             /* of each variable: 0, 1, ...; its values depend on few degrees of freedom. NULL: none */
    struct model_map *map; /* symmetries that the caller declared (model_add_map) */
    int maps;
    size_t map_cap;
    int symmetries;   /* permutations that take solutions to solutions of the same sum: */
    int *symmetry[8]; /* variable v goes to [v] */
};
struct model_facts *model_facts(const struct model *m);

/* Keeps n literals (copied; 0: no literal) in the order that the formulation's decoder expects.
 * Call it at most once. */
void model_keep(struct model *m, const lit *x, size_t n);

#define MODEL_NO_RULE "the rules that have no name" /* the name of the rule of the first constraints */
/* Names the rule of the following constraints. */
void model_rule(struct model *m, const char *rule, ...) __attribute__((format(printf, 2, 3)));
void model_rule_again(struct model *m, int rule); /* the following constraints are of an earlier rule */

/* Groups of rows that are switched on and off, numbered from 0. Opens the group of that number; -1:
 * none. The number of groups so far opens a new one, which begins with the rule `name`. The rows
 * that follow belong to it, except those between model_define, which returns the open group, and
 * model_defined: they define variables and integers, and stay on. */
void model_group(struct model *m, int group, const char *name);
int model_in_group(const struct model *m); /* -1: none is open */
int model_define(struct model *m);
void model_defined(struct model *m, int group);
void model_switch(struct model *m, int group, bool on); /* model_next leaves out rows that are off */

/* Declares the last rule to be a given: a rule of this instance, while other rules hold on every
 * board. Explanations minimize givens first. */
void model_rule_given(struct model *m);
/* Notes for a player on the last rule: the row and column, from 1, of the cell that it is about (0:
 * none), and the rule in a player's words, a static format for these two numbers. NULL: the rule's
 * name; "": the rule is obvious. */
struct rule_note {
    int rule, row, col;
    const char *words;
    bool given; /* model_rule_given was called */
};
void model_rule_note(struct model *m, int row, int col, const char *words);
struct rule_note model_rule_noted(const struct model *m, int rule);
void model_rule_obvious(struct model *m); /* notes that the last rule is obvious */
bool model_rule_is_obvious(const struct model *m, int rule);

/* Add constraints over n >= 0 literals of existing variables; a literal or its negation may occur
 * again. lo and hi may exclude everything or nothing. Everything is copied. */
void model_clause(struct model *m, const lit *x, int n);
static inline void model_1(struct model *m, lit a) { model_clause(m, (lit[]){a}, 1); }
static inline void model_2(struct model *m, lit a, lit b) { model_clause(m, (lit[]){a, b}, 2); }
static inline void model_3(struct model *m, lit a, lit b, lit c) { model_clause(m, (lit[]){a, b, c}, 3); }
void model_some(struct model *m, const lit *x, int n); /* a clause of literals that may be LIT_TRUE or LIT_FALSE */
void model_card(struct model *m, const lit *x, int n, int64_t lo, int64_t hi);
void model_pb(struct model *m, const lit *x, const int64_t *w, int n, int64_t lo, int64_t hi);
void model_xor(struct model *m, const lit *x, int n, int parity);
/* Adds a counter as variables: derived y[j] <=> at least j + 1 of x, for 0 <= j < max <= n. With
 * COUNT_UP, at least j + 1 of x imply y[j], which suffices for upper bounds. Writes max literals to
 * y. It is encoded with the chosen cardinality encoding's counter. */
void model_count(struct model *m, const lit *x, int n, int max, enum direction d, lit *y);
/* ---- integers (model_integers.c) ---------------------------------------------------------------
 *
 * Solution variables represent an integer, in one form. An abstract model leaves forms open: its
 * integers have no variables. model_copy copies it, row by row, into a model in which they have. */

/* Limits. Readers refuse more than MODEL_VARS variables or rows. They refuse a domain with an end
 * above MODEL_INT_END, and a sum that can reach MODEL_SUM (model_row_fault). An integer whose
 * values need a literal each has at most MODEL_INT_VALUES of them. With more than MODEL_INT_MANY
 * values, FORM_LOG is the default. Comments in files keep MODEL_RULE bytes of a rule's text. */
enum { MODEL_VARS = 100000000, MODEL_INT_VALUES = 1 << 16, MODEL_INT_MANY = 1024 };
enum { MODEL_RULE = 1000 };
static const int64_t MODEL_INT_END = (int64_t)1 << 40, MODEL_SUM = (int64_t)1 << 60;
extern const char *const model_int_forms[FORMS]; /* the names of the forms */
/* Adds an integer of lo..hi, lo <= hi < lo + 2^61, and returns its number, from 0. form FORMS:
 * FORM_ORDER, or FORM_LOG for many values. FORM_LOG replaces a form that cannot represent so many
 * values. */
int model_int(struct model *m, int64_t lo, int64_t hi, enum int_form form, const char *name, ...)
    __attribute__((format(printf, 5, 6)));
/* Adds an integer that consecutive existing variables from `first` represent, and no row for it.
 * model_int_rule adds that row, ROW_INT, unless the model is abstract; model_copy does so. */
int model_int_over(struct model *m, int64_t lo, int64_t hi, enum int_form form, lit first, const char *name);
void model_int_rule(struct model *m, int number);
int model_ints(const struct model *m);
struct integer model_integer(const struct model *m, int i);            /* x: valid as long as m; n = 0 if abstract */
const char *model_int_name(const struct model *m, int i);              /* valid until the next integer is built */
void model_int_domain(const struct model *m, int i, struct text *out); /* appends the name of its domain's rule */
int64_t model_int_value(const struct model *m, int i, struct values a);
/* The value that the literals from `first` represent; INT64_MIN: none, or several. */
int64_t model_int_read(enum int_form form, int64_t lo, int64_t hi, lit first, struct values a);
/* Adds a comment line that files keep of an integer: "direct 1 9 28 x". */
void model_int_words(const struct model *m, int i, struct text *out);

/* Adds a row of any kind; reads only the members of struct row that its kind has. */
void model_add(struct model *m, const struct row *r);
/* Checks whether a row over existing literals and integers is within the limits of its kind
 * (model_row.h). They limit its sum, whatever the values, and the values of its integers, and say
 * what must be distinct. ROW_FITS if it is, else ROW_LARGE (a number is beyond its limit) or
 * ROW_WRONG, with a sentence. */
enum row_fault { ROW_FITS, ROW_WRONG, ROW_LARGE };
enum row_fault model_row_fault(const struct model *m, const struct row *r, struct text *err);
bool model_has_integers(const struct model *m); /* whether it has rows that model_add alone adds */
/* Sets the natural partition of the last constraint: n numbers, rising from 0. Clauses and XORs
 * ignore it. */
void model_partition(struct model *m, const int *block);
/* Sets the objective. Copies the arrays of o. */
void model_minimize(struct model *m, const struct objective *o);
/* The same, for the sum of these literals, not of those of o; block: their partition, or NULL. */
void model_minimize_sum(struct model *m, struct objective o, const struct lits *x, const struct lits *block);
/* Sets the objective to minimize (or maximize) constant + sum w x, which is the objective value:
 * over o's n literals, with any weights (NULL: all 1) that fit in 62 bits together. Reads only n,
 * x, w, upper_bound_only and name of o. */
void model_optimize(struct model *m, const struct objective *o, int64_t constant, bool maximize);
/* Replaces the objective by the row "its sum is at most `most`" (INT64_MAX: any), unless the rows
 * imply that. */
void model_bound(struct model *m, int64_t most);
/* ---- reading ------------------------------------------------------------------------------- */

int model_vars(const struct model *m);
bool model_is_solution(const struct model *m, int var);
int model_solution_vars(const struct model *m);         /* their number */
const char *model_name(const struct model *m, int var); /* valid until the next variable is built */
int model_group_of(const struct model *m, int var);
int model_rows(const struct model *m);              /* also those that are off */
struct row model_row(const struct model *m, int i); /* pointers valid until the next row is built */
/* Goes on to the next row, from {0} to the first one. False: there is none. */
bool model_next(const struct model *m, struct row *r);
/* The same, but leaves out clauses that hold under the values. */
bool model_next_unmet(const struct model *m, struct values a, struct row *r);
int model_rules(const struct model *m);                         /* numbered from 0 */
const char *model_rule_name(const struct model *m, int rule);   /* valid until the next rule is named */
const struct objective *model_objective(const struct model *m); /* NULL if there is none */
/* ---- judging (model_objective.c) ------------------------------------------------------------- */

/* The objective's sum under values, 0 if there is none (model_sum), and its objective value. */
int64_t model_sum(const struct model *m, struct values a);
int64_t objective_of_sum(const struct objective *o, int64_t sum);
/* The largest sum whose objective value is at least as good as objective_value (b < 0: larger
 * values are better). Never INT64_MAX or INT64_MIN. */
int64_t objective_sum(const struct objective *o, int64_t objective_value);
int64_t objective_step(const struct objective *o); /* two different objective values differ by this or more */
/* Adds the bound in words: "at least 7 gunports", "objective at most 5". */
void objective_bound_words(const struct objective *o, int64_t objective_value, struct text *out);
static inline bool objective_maximizes(const struct objective *o) { return o->b < 0; }

/* Whether a row holds, value[i] being integer i's. */
bool model_row_holds(const struct row *r, struct values a, const int64_t *value);
/* Whether the values satisfy every constraint. If not, false, with a sentence that names the
 * violated rule. */
bool model_holds(const struct model *m, struct values a, struct text *err);
/* Whether the values satisfy the constraints of the rules with which[rule]; NULL: of all rules.
 * Every variable must have a value. False, with a sentence that names the violated rule, unless err
 * is NULL. */
bool model_rules_hold(const struct model *m, struct values a, const bool *which, struct text *err);
