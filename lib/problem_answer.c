/* Problems of the library: values, bounds and evidence of the last answer, or of the one that a running call published. */
#include "lib/problem_inside.h"

#include <string.h>

void lib_forget(loophole_problem *q)
{
    answer_release(&q->a);
    q->a = (struct answer){0};
    search_reasons_release(&q->reasons);
    search_backbone_release(&q->backbone);
    q->backbone = (struct backbone){0};
    solution_release(&q->other);
    lib_keep_values(q, &q->a.solution);
}

void lib_keep_values(loophole_problem *q, const struct solution *solution)
{
    MEM_FREE(q->value, q->number);
    q->value = NULL;
    q->number = NULL;
    if (!lib_numbers(q) || !solution->n) return;
    q->values = model_vars(q->model->m);
    q->numbers = model_ints(q->model->m);
    q->value = mem_new((size_t)q->values + 1, sizeof *q->value);
    q->number = mem_new((size_t)q->numbers, sizeof *q->number);
    for (int v = 1; v <= q->values; v++) q->value[v - 1] = solution->v[v] > 0 ? v : -v;
    for (int i = 0; i < q->numbers; i++) q->number[i] = solution->v[q->values + 1 + i];
}

static const struct answer *answer_of(const loophole_problem *q) { return q->going ? &q->now : &q->a; }

const char *loophole_problem_solution(const loophole_problem *q)
{
    const struct answer *a = answer_of(q);
    return a->solution.n ? text_string(&a->solution.text) : NULL;
}

bool loophole_problem_int(const loophole_problem *q, int i, int64_t *value)
{
    if (!q->value || i < 0 || i >= q->numbers) return false;
    *value = q->number[i];
    return true;
}

int loophole_problem_value(const loophole_problem *q, int x)
{
    if (!q->value || !lib_is_literal(x) || lit_var(x) > q->values) return 0;
    return q->value[lit_var(x) - 1] == x ? 1 : -1;
}

int loophole_problem_lits(const loophole_problem *q, int *lits, int n)
{
    if (!q->value) return -1;
    for (int i = 0; i < n && i < q->values; i++) lits[i] = q->value[i];
    return q->values;
}

int loophole_problem_ints(const loophole_problem *q, int64_t *values, int n)
{
    if (!q->value) return -1;
    for (int i = 0; i < n && i < q->numbers; i++) values[i] = q->number[i];
    return q->numbers;
}

/* Writes the value of an objective, from 0, or the bound on the first that follows from one on the
 * goal. False: there is none. */
static bool problem_number(const loophole_problem *q, int level, bool has, int64_t n, int64_t *to)
{
    const struct model_goal *g = lib_numbers(q) ? model_goal(q->model->m) : NULL;
    has = has && level >= 0 && level <= (g ? g->levels : 0);
    if (has && to) *to = g ? model_goal_level(g, level, n) : n;
    return has;
}

bool loophole_problem_objective(const loophole_problem *q, int64_t *value)
{
    return loophole_problem_objective_at(q, 0, value);
}

bool loophole_problem_objective_at(const loophole_problem *q, int i, int64_t *value)
{
    const struct answer *a = answer_of(q);
    return problem_number(q, i, a->has_objective, a->objective_value, value);
}

bool loophole_problem_lower(const loophole_problem *q, int64_t *bound)
{
    const struct answer *a = answer_of(q);
    return problem_number(q, 0, a->has_lower, a->lower, bound);
}

bool loophole_problem_upper(const loophole_problem *q, int64_t *bound)
{
    const struct answer *a = answer_of(q);
    return problem_number(q, 0, a->has_upper, a->upper, bound);
}

/* Appends the items of the evidence, in words. */
static void evidence_words_of(const struct answer *a, const char *solver, struct text *out)
{
    const struct evidence *e = &a->evidence;
    if (a->solution.n) text_put(out, "solution verified");
    for (int k = 0; k < EVIDENCE_KINDS && a->status != STATUS_UNKNOWN && a->status != STATUS_SATISFIABLE; k++) {
        if (!evidence_shown(e, k)) continue;
        text_put(out, out->n ? "; " : "");
        if (k == EVIDENCE_UNCHECKED)
            evidence_words(e, solver, out);
        else
            text_put(out, evidence_kinds[k].words);
    }
}

char *loophole_problem_evidence(const loophole_problem *q, bool *proved)
{
    const struct answer *a = answer_of(q);
    SCOPED(text) out = {0};
    bool complete = a->status == STATUS_OPTIMAL || a->status == STATUS_UNSATISFIABLE;
    if (proved) *proved = complete ? evidence_proves(&a->evidence) : a->status == STATUS_SATISFIABLE && a->solution.n;
    evidence_words_of(a, q->asked.choices.solver, &out);
    return mem_string(text_string(&out));
}

double loophole_problem_statistic(const loophole_problem *q, const char *name)
{
    const struct answer *a = answer_of(q);
    const struct {
        const char *name;
        double value;
    } all[] = {
        {"variables", (double)a->size.vars},    {"clauses", (double)a->size.clauses},
        {"literals", (double)a->size.literals}, {"calls", (double)a->calls},
        {"rounds", (double)a->lazy.rounds},     {"lazy_clauses", (double)a->lazy.clauses},
        {"conflicts", (double)a->conflicts},    {"encode_seconds", a->encode_seconds},
        {"solve_seconds", a->solve_seconds},    {"check_seconds", answer_check_seconds(a)},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, name)) return all[i].value;
    return -1;
}

bool loophole_problem_verify(const loophole_problem *q, const char *solution, int64_t *value, char **error)
{
    struct text err = {0};
    int64_t objective_value = 0;
    if (!q->asked.puzzle->verify(q->model->instance, solution, &objective_value, &err)) return lib_fail(error, &err);
    return problem_number(q, 0, true, objective_value, value);
}
