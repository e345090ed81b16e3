/* Instances whose soft constraints cost more together than the objective of a model takes, although
 * their best solution need not. A solution is found first, satisfying the costliest ones as far as
 * possible. Those that cost more than this solution are hard then, and the rest may fit. */
#include "search/problem.h"

#include "puzzles/parse.h"

#include <stdlib.h>

enum { CONFLICTS = 20000 /* of a call that tries to satisfy one more soft constraint */ };

struct input {
    lit x;
    int64_t w;
};

static int problem_narrow_by_weight(const void *a, const void *b)
{
    return -number_compare(&((const struct input *)a)->w, &((const struct input *)b)->w);
}

static void problem_narrow_values(struct solver *s, struct values a)
{
    for (int v = 1; v <= a.n; v++) a.v[v] = solver_value(s, v) > 0 ? 1 : -1;
}

/* Makes the inputs of the objective false, the heaviest ones first, as far as some solution has them
 * all. SOLVER_SAT: its values are in `a`. */
static enum solver_answer problem_narrow_greedily(const struct model *m, struct solver *s, struct values a,
                                                  struct text *err)
{
    const struct objective *o = model_objective(m);
    OWNED struct input *input = mem_new((size_t)o->n, sizeof *input);
    for (int i = 0; i < o->n; i++) input[i] = (struct input){o->x[i], o->w ? o->w[i] : 1};
    qsort(input, (size_t)o->n, sizeof *input, problem_narrow_by_weight);
    enum solver_answer answer = solver_solve(s, err);
    if (answer == SOLVER_SAT) problem_narrow_values(s, a);
    for (int i = 0; i < o->n && answer == SOLVER_SAT; i++) {
        enum solver_answer without = SOLVER_SAT;
        if (value_true(a, input[i].x)) {
            solver_assume(s, -input[i].x);
            solver_limit(s, CONFLICTS);
            without = solver_solve(s, err);
            if (without == SOLVER_SAT) problem_narrow_values(s, a);
        }
        if (without == SOLVER_SAT) cnf_clause(solver_sink(s), (lit[]){-input[i].x}, 1);
        if (without == SOLVER_FAILED || job_over(s->job)) answer = SOLVER_UNKNOWN;
    }
    return answer;
}

/* As above, for the plain formulation, and writes the solution. */
static enum solver_answer problem_narrow_solve(const struct puzzle *p, const struct instance *in, struct job *job,
                                               struct text *solution)
{
    const struct problem q = {.puzzle = p, .instance = in, .formulation = puzzle_first(p, in), .job = job};
    SCOPED(model) *m = model_new();
    SCOPED(text) err = {0};
    model_set_job(m, job);
    search_build(&q, INT64_MAX, m);
    SCOPED(values) a = values_new(model_vars(m));
    struct solver *s = solver_open("cadical", "falling", 0, &err);
    solver_set_job(s, job);
    solver_sink(s)->job = job;
    enum solver_answer answer = SOLVER_UNKNOWN;
    if (lower_bounded(m, &q.choices.policy, INT64_MAX, solver_sink(s), NULL, &err))
        answer = problem_narrow_greedily(m, s, a, &err);
    if (answer == SOLVER_SAT) formulation_decode(q.formulation, in, m, a, solution);
    solver_close(s);
    return answer;
}

static bool problem_narrow(const struct puzzle *p, struct instance *in, const struct source *source, struct job *job,
                           struct text *err)
{
    SCOPED(text) solution = {0}, why = {0};
    int64_t cost = -1;
    if (!p->narrow || p->narrow(in, INT64_MAX)) return true;
    enum solver_answer answer = problem_narrow_solve(p, in, job, &solution);
    if (answer == SOLVER_UNSAT) return p->narrow(in, -1);
    if (answer != SOLVER_SAT)
        return text_error(err,
                          "%s: the soft constraints cost more than 61 bits together, and the search for a first "
                          "solution was stopped.",
                          source->name);
    if (!p->verify(in, text_string(&solution), &cost, &why) || !p->narrow(in, cost))
        return text_error(err,
                          "%s: the soft constraints cost more than 61 bits together, also those that cost no more "
                          "than a good solution; divide their costs.",
                          source->name);
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
