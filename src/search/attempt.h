/* A hunt: one model in one solver, with its counter, its bounds and the witnesses (layer 4).
 * What search_*.c share; strategies are built from these calls. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "gf2/reduction.h"
#include "search/search.h"

struct hunt {
    const struct quest *q;
    struct answer *a;
    struct options options; /* the quest's, perhaps changed (count switches symmetry breaking off) */
    struct model *m;        /* what the solver works on */
    struct solver *s;
    struct values values;
    /* Parity reasoning on the model as it was posed. With a reduction, m is its model, and `posed` the posed one. */
    struct parity *parity;
    struct kernel *kernel;
    struct reduction *reduction;
    struct model *posed;
    bool refuted;               /* the parity rows contradict each other */
    int64_t offset;             /* the posed model's sum = that of m + offset */
    struct objective objective; /* the posed one, with what is known of least and step since; name NULL: none */
    struct lits units;          /* bounds and blocking clauses added since, each ended by 0 */
    int64_t most;               /* the bound that is encoded in the formula, or INT64_MAX */
    int64_t least;              /* the proved bound that pose is told of, see struct bounds */
    bool counted;               /* the counter is in the formula */
    int64_t counter_lo, counter_hi;
    struct outputs out;
    struct lits cores;     /* inputs of the counters that were added core by core, each ended by 0 */
    const char *impose;    /* a symmetry to impose on the formula, see struct bounds; or NULL */
    double deadline, told; /* wall */
};

/* ---- the hunt (hunt.c) ----------------------------------------------------------------------------- */

void hunt_init(struct hunt *h, const struct quest *q, struct answer *a);
void hunt_release(struct hunt *h);

/* Poses the instance for solutions with sum <= most and opens a fresh solver on it; a bound that the model itself does
 * not imply is encoded. False: a status is set in the answer. */
bool hunt_open(struct hunt *h, int64_t most, const char *preset);
/* The first half of hunt_open: poses into h->m, no solver. */
void hunt_pose(struct hunt *h, int64_t most);
/* Sends to a sink the formula as it was opened, always in the same order, so that the auxiliaries get the same numbers.
 * False: an encoding refuses, with a sentence. */
bool hunt_pour(struct hunt *h, struct cnf *f);

/* The objective in the posed model's terms, as all sums and bounds in these calls are; NULL: none. */
const struct objective *hunt_objective(const struct hunt *h);
/* The least sum that is not below `least` and agrees with a sum that was found modulo the step of all sums. */
int64_t hunt_aligned(int64_t least, int64_t found, int64_t step);

/* Adds the objective's counter for bounds lo <= k < hi. False with the status unchanged: this encoder has no counter. */
bool hunt_counter(struct hunt *h, int64_t lo, int64_t hi);
/* Asserts sum <= most through the counter, for good or for the next call only. */
void hunt_bound(struct hunt *h, int64_t most, bool for_good);
/* Adds a counter over n >= 2 literals (of a core); outputs 1..n go to out. False: a status is set. */
bool hunt_count(struct hunt *h, const lit *x, int n, struct outputs *out);
/* Adds one clause for good. */
void hunt_clause(struct hunt *h, const lit *c, int n);

/* One call of the solver. SOLVER_SAT: the three witnesses agreed; the values are in h->values, the text in `text`, the
 * objective's sum in `sum` (0 if there is none). SOLVER_FAILED: status and sentence are set. */
enum solver_answer hunt_solve(struct hunt *h, struct text *text, int64_t *sum);
/* Some solution: by local search where there is a kernel to search, else by the solver. */
enum solver_answer hunt_first(struct hunt *h, struct text *text, int64_t *sum);

/* Takes a better solution into the answer, and tells. */
void hunt_keep(struct hunt *h, struct text *text, int64_t sum);
/* Solutions with sum < least were proved not to exist. */
void hunt_least(struct hunt *h, int64_t least);
bool hunt_refuse(struct hunt *h, enum status status); /* sets it in the answer; false */

bool hunt_over(struct hunt *h); /* the time is up or the user interrupted */
bool hunt_stop(void *hunt);     /* for solvers, which ask often: tells now and then, and is hunt_over */

/* ---- the witnesses (hunt_witness.c) ---------------------------------------------------------------- */

/* All three look at the solver's values; these go to h->values, the solution's text and the objective's sum (0 if there
 * is none) out. False, with a sentence, if one disagrees. */
bool hunt_witness(struct hunt *h, struct text *text, int64_t *sum);
/* The second and the third: values of the posed model, sum being what h->m's objective should come to. Writes the
 * solution's text. False: status and sentence are set. */
bool hunt_judge(struct hunt *h, const struct model *posed, struct values values, int64_t sum, struct text *text);

/* ---- reasoning over GF(2) (hunt_parity.c) ---------------------------------------------------------- */

/* Eliminates the posed model's parity rows, if there are any and the quest does not forbid it, and checks the result by
 * a second elimination: h->kernel or h->refuted, or neither. False: a status is set. */
bool hunt_eliminate(struct hunt *h);
/* Rewrites h->m by what was found: kernel form, propagation or a contradiction. False: a status is set. */
bool hunt_reduce(struct hunt *h);
/* A good first solution by local search over the kernel, judged like a solver's; false: no kernel, or a status is set. */
bool hunt_seed(struct hunt *h, struct text *text, int64_t *sum);
/* A point of the kernel (y[j / 64] >> j % 64 & 1 is its bit j) as values of the posed model, judged like a solver's: its
 * text and sum; or kept as the answer, h->m being the posed model. False: a status is set. */
bool hunt_judge_point(struct hunt *h, const struct model *posed, const uint64_t *y, struct text *text, int64_t *sum);
bool hunt_keep_point(struct hunt *h, const uint64_t *y);
/* Of a model of parity rows only, posed and eliminated: some solution. */
enum status hunt_any(struct hunt *h);

/* ---- strategies, each in its search_NAME.c --------------------------------------------------------- */

enum status search_up(struct hunt *h);
enum status search_core(struct hunt *h);
enum status search_core_flat(struct hunt *h); /* search_core.c */
enum status search_enumerate(struct hunt *h); /* search_kernel.c */
enum status search_meet(struct hunt *h);      /* search_kernel.c */
enum status search_profiles(struct hunt *h);  /* search_sweep.c */
enum status search_tables(struct hunt *h);
/* The search of the kernel that is cheapest, by name; NULL: none, or a status is set. */
const char *search_kernel(struct hunt *h);
/* q->jobs searches at once. */
enum status search_portfolio(const struct quest *q, struct answer *a);

struct swept {
    bool found, complete, failed; /* complete: there is none, nothing was left out; failed: a status is set */
    int64_t sum;                  /* if found */
};
/* The puzzle's own sweep for a solution with sum <= most (INT64_MAX: any), looking at about so many states (see struct
 * sweep), recounted and kept. False: it has none for this instance and formulation, or the user forbade it. In
 * search_sweep.c. */
bool hunt_sweep(struct hunt *h, int64_t most, int64_t states, struct swept *out);

/* Walks through the puzzle's solutions without a solver (see struct walk; over is set here). Each is recounted, the first
 * kept, and told to `each`, NULL: the first is enough. False: the puzzle has no walk for this instance. A wrong solution
 * is STATUS_FAILED. In search_tables.c. */
bool hunt_walk(struct hunt *h, struct walk *walk);
bool hunt_refuse_walk(struct hunt *h); /* false */

#endif
