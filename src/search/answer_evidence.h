/* Answers: a solution, its bounds, what they cost, and their evidence. */
#pragma once

#include "encodings/shared/lazy.h"
#include "gf2/parity.h"
#include "lower/lower.h"
#include "puzzles/puzzle.h"

/* The kinds of evidence of an answer, in addition to the verification of its solution. */
enum evidence_kind {
    EVIDENCE_CUTTING_PLANES, /* a checked proof of the whole answer, from the file's own sums */
    EVIDENCE_CHECKED,        /* a solver's refutation whose proof was checked here */
    EVIDENCE_UNCHECKED,      /* an unchecked refutation; text: the solver, NULL: the chosen one */
    EVIDENCE_ELIMINATION,    /* over GF(2), done twice */
    EVIDENCE_ARITHMETIC,     /* a bound that the formulation computes */
    EVIDENCE_EXHAUSTION,     /* an exhaustive search without SAT; text: its name */
    EVIDENCE_STEPS,          /* all solutions' sums agree modulo a number, which the formulation claims */
    EVIDENCE_ADDED_UP,       /* the same, checked: rows of the plain model add up to it */
    EVIDENCE_SYMMETRY,       /* only one of a solution's mirror images was searched for */
    EVIDENCE_THEOREM,        /* text: the formulation's */
    EVIDENCE_KINDS
};
struct evidence {
    struct {
        int64_t count; /* 0: there is none of this kind */
        const char *text;
    } item[EVIDENCE_KINDS];
    int64_t step;         /* two different objective values differ by this or more; 0: not known */
    int64_t proof_bytes;  /* of the checked refutations */
    int64_t lazy_clauses; /* of the checked refutations, each of which was checked against its constraint */
    double check_seconds; /* CPU time of checking */
    const char *why;      /* the last refutation that is unchecked is so, and what to add; NULL: not known */
};

/* Each kind in words, as in "arithmetic bound", and in JSON. */
extern const struct evidence_name {
    const char *words, *json;
} evidence_kinds[EVIDENCE_KINDS];
/* Whether to show an item of this kind. A checked parity argument replaces the parity theorem. */
bool evidence_shown(const struct evidence *e, int kind);

/* Adds one item of a kind. A text, borrowed, replaces the last one; NULL: it stays. */
void evidence_add(struct evidence *e, enum evidence_kind kind, const char *text);
/* Adds all items of `more`. */
void evidence_join(struct evidence *e, const struct evidence *more);
/* Appends "proved", or "claimed by process:kissat, unchecked", "refuted by picosat, unchecked".
 * solver: the one that was chosen. */
void evidence_words(const struct evidence *e, const char *solver, struct text *out);
/* Whether the solver is another program or a loaded library: then only its claim is known. */
bool evidence_foreign(const char *solver);
static inline bool evidence_proves(const struct evidence *e) { return !e->item[EVIDENCE_UNCHECKED].count; }

enum status {
    STATUS_UNKNOWN = 0, /* stopped by a limit or an interrupt */
    STATUS_REFUSED = 1, /* the choices cannot be combined or carried out: a sentence in err */
    STATUS_FAILED = 3,  /* a solver's answer was wrong or it crashed, or a check disagreed: a sentence in err */
    STATUS_SATISFIABLE = 10,
    STATUS_UNSATISFIABLE = 20, /* proved */
    STATUS_OPTIMAL = 30,       /* proved */
};

/* The result of the elimination over GF(2); used false: there was none. CPU seconds. */
struct parity_report {
    bool used;
    const char *mode; /* "propagate", "kernel" */
    struct parity_facts facts;
    int classes, symmetries;
    double recheck_seconds; /* of the second elimination, which checks the first one */
};

/* The answer, and what it cost. Bounds are in the puzzle's own objective value; when maximizing,
 * lower is the best found. */
struct answer {
    enum status status;
    struct solution solution; /* n 0: none found */
    struct lits literals;     /* the model's, in that solution; n 0: not known */
    bool has_objective, has_lower, has_upper;
    int64_t objective_value, lower, upper;
    bool maximize;
    bool crossed;   /* a solution was found that a bound excludes: one of the two is wrong */
    bool projected; /* the file names the variables on which solutions must differ: so many */
    int projection;
    bool verified;    /* the solution was verified against the rules */
    struct size size; /* of the last formula: variables (the model's included), clauses, literals */
    double encode_seconds, solve_seconds, best_seconds; /* CPU; best: until the best solution was found */
    double check_seconds;                               /* CPU, of solutions; those of proofs are in the evidence */
    int64_t calls, conflicts;                           /* of solvers; conflicts -1: not known */
    struct lazy_work lazy;                              /* of these calls */
    const char *engine;                                 /* "sat", "kernel" or a puzzle's own search; NULL: none yet */
    const char *search;                                 /* the engine's strategy; NULL: it has only one way */
    struct encoders_used encoders;                      /* of all its formulas and counters */
    double share;                                       /* completed part of an enumeration or of the stage, 0..1 */
    const char *stage; /* the present work other than solving: "encoding"; NULL: none */
    int64_t solutions; /* solutions, by a count, so far */
    struct parity_report parity;
    struct evidence evidence;
    bool wrong; /* STATUS_FAILED because a check disagreed, not for want of memory or of a solver */
    struct text err;
    bool logged, log_proves; /* a proof was begun in the problem's log; it proves the whole answer */
    bool unlogged;           /* the log could not be written: a sentence in err */
    struct text note;        /* a note for the user, a sentence; or empty */
};
void answer_release(struct answer *a);
/* CPU seconds of checking solutions and proofs. */
static inline double answer_check_seconds(const struct answer *a)
{
    return a->check_seconds + a->evidence.check_seconds;
}
/* Adds ", projected onto 3 variables", if solutions are. */
void answer_projection(const struct answer *a, struct text *out);
/* Record bounds, if they are better than the known ones: a solution with this objective value was
 * found (answer_found); no solution has a better objective value than this (answer_excludes).
 *
 * Published bounds never cross. A claim that excludes a solution that was found is published as
 * that solution's objective value, and sets `crossed`, which ends the search with STATUS_FAILED. */
void answer_found(struct answer *a, int64_t objective_value, bool maximize);
void answer_excludes(struct answer *a, int64_t objective_value, bool maximize);
/* Adds the bounds of another answer to the same problem. */
void answer_join(struct answer *a, const struct answer *other);
/* At the end: STATUS_FAILED if the bounds crossed, with a sentence that names the solver and the
 * formulation. */
enum status answer_judge(struct answer *a, const char *solver, const char *formulation);
/* Completes the evidence at the end: an optimum without a refutation or exhaustion follows from an
 * arithmetic bound. objective: the answer is about objective values; else the parity argument is
 * removed. */
void answer_add_evidence(struct answer *a, bool objective);
