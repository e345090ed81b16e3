/* A session: one model in one solver, with its counter, its bounds and the checks of its answers.
 * What search_*.c share; strategies are built from these calls. */
#ifndef SESSION_H
#define SESSION_H

#include "gf2/parity_pass.h"
#include "gf2/reduction.h"
#include "search/search.h"

struct session {
    const struct problem *q;
    struct answer *a;
    enum option_answer break_symmetry; /* the problem's, perhaps changed: counting and explaining switch it off */
    struct model *m;                   /* what the solver works on */
    struct solver *s;
    struct values values;
    /* Parity reasoning on the model as it was built. With a reduction, m is its model, and `built` the built one. */
    struct parity_pass pass;
    struct kernel *kernel; /* the pass's, or NULL */
    struct reduction *reduction;
    struct model *built;
    bool prepared;              /* built for all sums and eliminated; session_open goes on from there */
    bool refuted;               /* the parity rows contradict each other */
    int64_t offset;             /* the built model's sum = that of m + offset */
    struct objective objective; /* the built one, with what is known of least and step since; name NULL: none */
    struct lits units;          /* bounds and blocking clauses added since, each ended by 0 */
    int64_t most;               /* the bound that is encoded in the formula, or INT64_MAX */
    int64_t least;              /* the proved bound that build is told of, see struct bounds */
    struct policy counting;     /* for the objective's counter: the problem's, unless a search needs one anyway */
    bool many;                  /* refutations by the hundred are to come: little time for checking unasked */
    bool counted;               /* the counter is in the formula */
    int64_t counter_lo, counter_hi;
    struct outputs out;
    /* Counters in the order in which they were added, each ended by 0: the objective's as nothing,
     * others as how far they count (-1: session_all) and their inputs. */
    struct lits added;
    struct lits bound_assumptions; /* what the counter's last bound takes for each call */
    const char *symmetry;          /* a symmetry to require on the formula, see struct bounds; or NULL */
    double reported_at;            /* wall */
    struct job job;                /* a child of the problem's; what works for the session reports to it */
};

/* ---- the session (session.c) ----------------------------------------------------------------------------- */

void session_init(struct session *session, const struct problem *q, struct answer *a);
void session_release(struct session *session);

/* Builds the instance for solutions with sum <= most and opens a fresh solver on it; a bound that the model
 * itself does
 * not imply is encoded. False: a status is set in the answer. */
bool session_open(struct session *session, int64_t most, const char *preset);
/* The first half of session_open: builds into h->m, no solver. False: it was stopped, and the status is set. */
bool session_build(struct session *session, int64_t most) __attribute__((warn_unused_result));
/* The same for all sums, unless something was built already. */
bool session_build_once(struct session *session) __attribute__((warn_unused_result));
/* Sends to a sink the formula as it was opened, always in the same order, so that the auxiliaries get the same
 * numbers.
 * False: an encoding refuses, with a sentence. */
bool session_encode(struct session *session, struct cnf *f);

/* The objective in the built model's terms, as all sums and bounds in these calls are; NULL: none. */
const struct objective *session_objective(const struct session *session);
/* The least sum that is not below `least` and agrees with a sum that was found modulo the step of all sums. */
int64_t session_align(int64_t least, int64_t found, int64_t step);

/* Adds the objective's counter for bounds lo <= k < hi. False with the status unchanged: this
 * encoder has no counter. */
bool session_counter(struct session *session, int64_t lo, int64_t hi);
/* Asserts sum <= most through the counter, permanently or for the next call only. */
void session_bound(struct session *session, int64_t most, bool for_good);
/* Adds a counter over n >= 2 literals (of a core); outputs 1..most go to out. False: a status is set. */
bool session_count(struct session *session, const lit *x, int n, int most, struct outputs *out);
/* A new literal, which is true if all of these are. */
lit session_all(struct session *session, const lit *x, int n);
/* Asks for the counter's last bound in the next call too, if that was permanently. */
void session_repeat_bound(struct session *session);
/* -- session_prove.c -- */
void session_check_parity(
    struct session *session);                 /* checks the parity of all objective values, if the answer rests on it */
void session_record(struct session *session); /* of a fresh solver: keeps its proof, if that may be of use */
void session_refuted(
    struct session *session); /* the solver's last answer was UNSAT: what that rests on goes into the answer */
/* Adds one clause permanently. */
void session_clause(struct session *session, const lit *c, int n);
/* No solution with the same values of the solution variables again. */
void session_block(struct session *session);

/* One call of the solver. SOLVER_SAT: the three checks passed; the values are in h->values, the text in `text`, the
 * objective's sum in `sum` (0 if there is none). SOLVER_FAILED: status and sentence are set. */
enum solver_answer session_solve(struct session *session, struct text *text, int64_t *sum);
/* The same; a solution whose sum is not below that is of no use, is not judged, and leaves the text alone. */
enum solver_answer session_solve_below(struct session *session, int64_t below, struct text *text, int64_t *sum);
/* After SOLVER_UNSAT: of literals that were assumed (sign 1) or assumed false (-1), those that the
 * solver needed stay. */
void session_core(struct session *session, struct lits *core, int sign);
/* What an answer comes to, sat and unsat being what those two mean here. */
enum status session_status(const struct session *session, enum solver_answer answer, enum status sat,
                           enum status unsat);
/* Some solution: by local search where there is a kernel to search, else by the solver. */
enum solver_answer session_first(struct session *session, struct text *text, int64_t *sum);

/* Takes a better solution into the answer, and tells. */
void session_keep(struct session *session, struct text *text, int64_t sum);
/* Solutions with sum < least were proved not to exist. */
void session_exclude(struct session *session, int64_t least);
bool session_refuse(struct session *session, enum status status); /* sets it in the answer; false */

/* Is the problem's solver there? Else a status is set: reported before anything is found without it. */
bool search_ready(const struct problem *q, struct answer *a);
bool session_encoding_failed(struct session *session); /* after an encoding failed: it refused, or was stopped; false */
/* The solver and its sink end when the session's job does. */
void session_connect_job(struct session *session);

/* ---- the checks of an answer (session_check.c) ---------------------------------------------------------------- */

/* All three look at the solver's values; these go to h->values, the solution's text and the objective's sum (0
 * if there
 * is none) out. False, with a sentence, if one disagrees. */
bool session_check(struct session *session, struct text *text, int64_t *sum);
/* The second and the third: values of the built model, sum being what h->m's objective should come to. Writes the
 * solution's text. False: status and sentence are set. */
bool session_check_model(struct session *session, const struct model *built, struct values values, int64_t *sum,
                         struct text *text);

/* ---- reasoning over GF(2) (session_parity.c) ---------------------------------------------------------- */

/* Eliminates the built model's parity rows, if there are any and the problem does not forbid it,
 * and checks the result by a second elimination: h->kernel or h->refuted, or neither. False: a
 * status is set. */
bool session_eliminate(struct session *session);
/* Rewrites h->m by what was found: kernel form, propagation or a contradiction. */
void session_reduce(struct session *session);
/* A good first solution by local search over the kernel, judged like a solver's; false: no kernel,
 * or a status is set. */
bool session_seed(struct session *session, struct text *text, int64_t *sum);
/* A point of the kernel (y[j / 64] >> j % 64 & 1 is its bit j) as values of the built model h->m,
 * judged like a solver's, kept as the answer. False: a status is set. */
bool session_keep_point(struct session *session, const uint64_t *y);
/* Of a model of parity rows only, built and eliminated: some solution. */
enum status session_any(struct session *session);

/* ---- strategies, each in its search_NAME.c --------------------------------------------------------- */

enum status search_up(struct session *session);
enum status search_core(struct session *session);
enum status search_mixed(struct session *session); /* search_core.c */
struct interleaved;
enum status search_core_interleaved(struct session *session,
                                    struct interleaved *interleaved); /* mixed, in turns with that one; search_core.c */
enum status search_turns(struct session *session);
enum status search_enumerate(struct session *session); /* search_kernel.c */
enum status search_meet(struct session *session);      /* search_kernel.c */
/* The search of the kernel that is cheapest, by name; NULL: none, or a status is set. asked: one of them is to
 * run, even
 * if the SAT loop is predicted to be faster; then never NULL. */
const char *search_kernel(struct session *session, bool asked);
/* q->jobs searches at once. */
enum status search_portfolio(const struct problem *q, struct answer *a);

/* ---- searches of the puzzle's own (search_dedicated.c) ------------------------------------------------------ */

struct dedicated_result {
    bool applies;  /* to this instance and formulation, and the user did not forbid it */
    bool found;    /* something was kept: of a sweep a solution as good as asked for, else the first solution */
    bool complete; /* all were told; of a sweep: there is none. Nothing was left out */
    bool failed;   /* a solution was wrong, a status is set */
    int64_t sum;   /* of what was found */
};
/* Runs it (of `run`, over and seed are set here). Solutions are verified, and told to run.each;
 * NULL: the first is enough. */
struct dedicated_result search_dedicated_run(struct session *session, const struct dedicated_search *dedicated,
                                             struct dedicated_run run);
/* The puzzle's sweep, if it has one, for a solution with sum <= most (INT64_MAX: any). */
struct dedicated_result search_dedicated_decide(struct session *session, int64_t most, int64_t effort);
enum status search_dedicated_refuse(struct session *session, const struct dedicated_search *dedicated);

/* ---- choosing the way (search_auto.c) ----------------------------------------------------------------- */

enum { LOOP_SECONDS = 10 }; /* what the SAT loop does in so many is left to it */
/* Did the user name no formulation, solver, encoding or order? One who does wants to see it at
 * work, so that no other search takes its place or helps it unasked. */
bool search_free(const struct problem *q);
/* The name of an engine or a search that the user asked for; NULL: auto. */
const char *search_asked(const char *name);
/* The search of the puzzle's own that is better than the loop, with a sentence that says why; NULL: the loop. */
const struct dedicated_search *search_auto(const struct problem *q, bool all, struct text *note);
/* what: "engine" or "search". */
void search_auto_note(const char *what, const char *name, double seconds, double loop, struct text *note);

/* The puzzle's first search that sweeps, or that does not; NULL: it has none. */
const struct dedicated_search *search_dedicated_of(const struct puzzle *p, bool decides);
enum status search_dedicated(struct session *session, const struct dedicated_search *dedicated);

#endif
