/* The problem of the library: problem_options.c makes it and chooses, problem_calls.c solves,
 * problem_certify.c makes certificates, problem_shared.c compares solutions, problem_answer.c keeps
 * and reports what was found. */
#ifndef LIB_PROBLEM_INSIDE_H
#define LIB_PROBLEM_INSIDE_H

#include "lib/inside.h"

#include "search/problem.h"
#include "search/session.h"

struct loophole_problem {
    const loophole_model *model;
    struct options options;       /* the model's, and those of loophole_problem_set */
    struct options chosen;        /* those of the last call, or of the running one */
    struct problem asked;         /* filled from these, whose texts it borrows */
    struct job *job;              /* also of calls that leave the problem as it is: writing has limits, too */
    const loophole_model *stated; /* while a certificate is made: the model that it states */
    struct solution shown;        /* see lib_show_own */
    struct answer a;              /* of the last call, or of the running one */
    struct answer now;            /* while a call runs: the last published answer; its texts are borrowed */
    bool going;
    void (*progress)(void *state, const loophole_problem *q);
    void *progress_state;
    double reported; /* when progress was last called, wall */
    struct reasons reasons;
    struct backbone backbone; /* of loophole_problem_forced */
    struct text total;        /* of loophole_problem_count, in decimal */
    struct solution other;    /* a second solution, of loophole_problem_unique */
    struct lits assumed;      /* for the next call */
    struct lits under;        /* of the last call, or of the running one */
    struct lits failed;       /* of them, after a refutation by loophole_problem_solve */
    struct instance assuming; /* the model's with them */
    struct lits hints;
    int *value;              /* the true literal of each of the caller's variables; NULL: no solution */
    int64_t *number;         /* the values of the caller's integers, if value */
    int values, numbers;     /* how many */
    struct session *session; /* of loophole_problem_next; NULL: not started */
    unsigned changes;        /* of the model, when the session began */
    enum loophole_status ended;
};

/* The options that are neither in choices_options nor in choices_limits. Texts are borrowed from
 * the problem. */
struct lib_choices {
    int jobs;
    int proof_check;    /* enum prove */
    int proof;          /* as in struct certificate_order */
    const char *prover; /* NULL: CaDiCaL */
    enum option_answer names;
};
struct lib_choices lib_choices(const loophole_problem *q);
/* True: no assumptions wait. False, with a sentence: `made` cannot have any. */
bool lib_unassumed(loophole_problem *q, const char *made, char **error);
/* True: the caller built the model, so that its variables and integers have numbers. */
bool lib_numbers(const loophole_problem *q);
/* Fills q->asked from the options, for the next call, and starts its limits, after it has dropped
 * what earlier calls found, under this call's assumptions. */
const struct problem *lib_problem_begin(loophole_problem *q);
/* The status of a call of the search, whose values it keeps. A failure or a refusal is
 * LOOPHOLE_ERROR, with a sentence. */
enum loophole_status lib_status(loophole_problem *q, enum status s, char **error);
/* Ends the enumeration of loophole_problem_next. */
void lib_end_walk(loophole_problem *q);
/* Drops the last answer and its values. */
void lib_forget(loophole_problem *q);
/* Fills q->value and q->number from the solution; without one they are NULL. */
void lib_keep_values(loophole_problem *q, const struct solution *solution);
/* While an OPB text of the caller's model is certified (q->stated): copies the answer's solution
 * into q->shown, in the notation of the model. Else q->shown is empty. */
void lib_show_own(loophole_problem *q, const struct answer *a);

#endif
