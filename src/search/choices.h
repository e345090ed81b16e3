/* The choices shared by all commands on a problem: formulation, encoders, solver, search; and their
 * limits. */
#pragma once

#include "lower/lower.h"
#include "puzzles/puzzle.h"

enum parity_mode { PARITY_AUTO, PARITY_NONE, PARITY_PROPAGATE, PARITY_KERNEL }; /* AUTO: chosen for the model */

struct choices {
    const char *formulation; /* its name; NULL: the first that applies */
    struct policy policy;
    int parity;         /* enum parity_mode */
    const char *solver; /* solver_open's spec */
    const char *config; /* solver_open's, for every formula; NULL: as the search and the formulation prefer */
    const char *engine; /* a name that search_engine_known knows; NULL: auto */
    const char *search; /* a name that search_known knows; NULL: auto */
    enum option_answer break_symmetry; /* OPTION_UNSET: as the formulation prefers */
    enum option_answer groups;         /* whether encoders may use at-most-one groups */
    int seed;
    bool verbose;
    bool named; /* an option about solving was given: dedicated searches do not replace it */
};

/* The limits of a command, whether it takes choices or not; 0: none. */
struct limits {
    double seconds, cpu_seconds;
    int megabytes;
};

extern const struct option choices_options[]; /* fills struct choices */
extern const struct option choices_limits[];  /* fills struct limits */

/* Rows for the tables of some commands and of the library: `field` is of their struct (FIELD). */
#define JOBS_OPTION(field, ...)                                                                                        \
    INTEGER_OPTION("jobs", "N", 1, 16, field, "run N searches at the same time, which share bounds", .letter = 'j',    \
                   __VA_ARGS__)
#define PROOF_CHECK_OPTION(field) /* an int, enum prove */                                                             \
    WORD_OPTION("proof-check", "auto always never", field,                                                             \
                "check the proofs of refutations; auto: those that take little time; never: none")
#define PROOF_PROGRAM_OPTION(field, ...)                                                                               \
    TEXT_OPTION("proof-program", "CMD", field,                                                                         \
                "a program that reads FORMULA and writes PROOF in DRAT, its two arguments (default: the CaDiCaL that " \
                "is linked in)",                                                                                       \
                __VA_ARGS__)
/* Its value is the member `proof` of struct certificate_order. */
#define PROOF_OPTION(field)                                                                                            \
    WORD_OPTION("proof", "best rules drat", field,                                                                     \
                "how to refute: rules (cutting planes, without trust in encoders), drat (of the clauses), or best: "   \
                "rules, or drat if there is no such proof")
/* TYPE: FLAG or, where models with names have them by default, YES_NO. */
#define NAMES_OPTION(TYPE, field)                                                                                      \
    TYPE##_OPTION("names", field, "explain each variable and each rule of the model in a comment")

/* Fills *c with the given options, and derives policy.seed, policy.no_groups and named. Texts are
 * borrowed from o. */
void choices_fill(const struct options *o, struct choices *c);
/* Whether the puzzle has a formulation of that name. False, with a sentence. */
bool choices_formulation_known(const char *name, const struct puzzle *p, struct text *err);
/* The named formulation (NULL: the first that applies to the instance). If it does not apply, the
 * first that does, with a sentence in note (or NULL). NULL, with a sentence in err: there is none
 * of that name, or the search belongs to another engine than the chosen one. */
const struct formulation *choices_formulation(const struct choices *c, const struct puzzle *p,
                                              const struct instance *in, struct text *note, struct text *err);
