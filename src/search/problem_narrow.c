/* Instances whose soft constraints cost more together than the objective of a model takes, although
 * their best solution need not. A solution is found first, satisfying the costliest ones as far as
 * possible. Those that cost more than this solution are hard then, and the rest may fit. */
#include "search/problem.h"
#include "base/number.h"
#include "base/ranked.h"

#include "puzzles/parse.h"

#include <stdlib.h>

enum { CALLS = 500, CONFLICTS = 20000 };                     /* of the solver, and of a call after the first one */
static const int64_t LARGEST_COSTS = ((int64_t)1 << 61) - 1; /* of the soft constraints, together */

/* Makes the inputs of the objective false, the heaviest ones first, as far as some solution has them
 * all. SOLVER_SAT: writes it. */
static enum solver_answer problem_narrow_solve(const struct problem *q, struct solution *solution)
{
    SCOPED(model) *m = model_new();
    SCOPED(text) err = {0};
    search_build(q, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    if (!o) return SOLVER_UNKNOWN; /* the model is cut short */
    SCOPED(values) a = values_new(model_vars(m));
    OWNED struct ranked *input = mem_new((size_t)o->n + 1, sizeof *input);
    for (int i = 0; i < o->n; i++) input[i] = (struct ranked){o->w ? o->w[i] : 1, o->x[i]};
    qsort(input, (size_t)o->n, sizeof *input, number_compare);
    struct solver *s = solver_open("cadical", "falling", 0, &err);
    solver_set_job(s, q->job);
    solver_sink(s)->job = q->job;
    lower_bounded(m, &q->choices.policy, INT64_MAX, solver_sink(s), NULL, &err);
    enum solver_answer first = SOLVER_SAT;
    for (int i = o->n, calls = 0; i >= 0 && calls < CALLS && first == SOLVER_SAT; i--) { /* input[n] is none */
        lit x = input[i].x;
        enum solver_answer answer = SOLVER_SAT;
        if (!x || value_true(a, x)) {
            if (x) solver_assume(s, -x);
            if (x) solver_limit(s, CONFLICTS);
            answer = solver_solve(s, &err);
            calls++;
            for (int v = 1; v <= a.n && answer == SOLVER_SAT; v++) a.v[v] = solver_value(s, v) > 0 ? 1 : -1;
        }
        if (x && answer == SOLVER_SAT) cnf_clause(solver_sink(s), (lit[]){-x}, 1);
        if (!x || answer == SOLVER_FAILED) first = answer;
        if (job_over(q->job)) first = SOLVER_UNKNOWN;
    }
    if (first == SOLVER_SAT) solution_decode(q->puzzle, q->formulation, q->instance, m, a, solution);
    solver_close(s);
    return first;
}

static bool problem_narrow(const struct puzzle *p, struct instance *in, const struct source *source, struct job *job,
                           struct text *err)
{
    SCOPED(solution) solution = {0};
    SCOPED(text) why = {0};
    int64_t cost = -1;
    if (!p->files || !p->files->narrow || p->files->narrow(in, INT64_MAX)) return true;
    const struct problem q = {.puzzle = p, .instance = in, .formulation = puzzle_first(p, in), .job = job};
    enum solver_answer answer = problem_narrow_solve(&q, &solution);
    if (answer == SOLVER_UNSAT) return p->files->narrow(in, -1);
    if (job_over(job)) return true; /* nothing more will be built */
    if (answer != SOLVER_SAT)
        return text_error(err,
                          "%s: the soft constraints cost more than 61 bits together, and no solution of the hard "
                          "ones was found; divide all costs, so that they add up to at most %lld.",
                          source->name, (long long)LARGEST_COSTS);
    if (!p->verify(in, text_string(&solution.text), &cost, &why) || !p->files->narrow(in, cost))
        return text_error(err,
                          "%s: the soft constraints cost more than 61 bits together, also those that cost no more "
                          "than a good solution; divide all costs, so that these add up to at most %lld.",
                          source->name, (long long)LARGEST_COSTS);
    if (source->note)
        text_add(source->note,
                 "%s%s: the soft constraints cost more than 61 bits together. A solution costs %lld, so "
                 "those that cost more are hard.",
                 source->note->n ? " " : "", source->name, (long long)cost);
    return true;
}

struct instance *problem_instance(const struct puzzle *p, const struct source *source, struct job *job,
                                  struct text *err)
{
    struct instance *in = p->parse(source, err);
    if (!in || problem_narrow(p, in, source, job, err)) return in;
    p->release(in);
    return NULL;
}
