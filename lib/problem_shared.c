/* Problems of the library: what all solutions have in common, and whether there is more than
 * one. */
#include "lib/problem_inside.h"

enum loophole_status loophole_problem_unique(loophole_problem *q, bool all_costs, bool *unique, char **error)
{
    *unique = false;
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    int found = search_unique(lib_problem_begin(q), all_costs, NULL, &q->other, &q->a);
    if (lib_status(q, q->a.status, error) == LOOPHOLE_ERROR) return LOOPHOLE_ERROR;
    *unique = found == 1;
    return found < 0 ? LOOPHOLE_UNKNOWN : q->a.solution.n ? LOOPHOLE_SATISFIABLE : LOOPHOLE_UNSATISFIABLE;
}

const char *loophole_problem_other(const loophole_problem *q)
{
    return q->other.n ? text_string(&q->other.text) : NULL;
}

enum loophole_status loophole_problem_forced(loophole_problem *q, bool all_costs, char **error)
{
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    const struct problem *asked = lib_problem_begin(q);
    q->backbone.all_costs = all_costs;
    enum status s = search_backbone(asked, &q->backbone, &q->a);
    const enum loophole_status status = lib_status(q, s, error);
    return q->backbone.complete || status == LOOPHOLE_ERROR ? status : LOOPHOLE_UNKNOWN;
}

int loophole_problem_forced_lits(const loophole_problem *q, int *lits, int n)
{
    const struct lits *forced = &q->backbone.forced;
    if (!lib_numbers(q)) return -1;
    for (int i = 0; i < n && i < forced->n; i++) lits[i] = forced->v[i];
    return forced->n;
}

const char *loophole_problem_forced_name(const loophole_problem *q, int i, bool *value)
{
    if (i < 0 || i >= q->backbone.forced.n) return NULL;
    *value = q->backbone.forced.v[i] > 0;
    return q->backbone.names.v[i];
}

const char *loophole_problem_left(const loophole_problem *q, int i, int *integer, int64_t *lo, int64_t *hi, bool *open)
{
    if (i < 0 || i >= q->backbone.ranges) return NULL;
    const struct backbone_range *r = &q->backbone.range[i];
    *integer = r->integer;
    *lo = r->lo;
    *hi = r->hi;
    *open = r->open;
    return q->backbone.integers.v[r->integer];
}

bool loophole_problem_propagates(loophole_problem *q, bool *all, char **error)
{
    *all = false;
    if (!lib_complete(q->model, error)) return false;
    const struct problem *asked = lib_problem_begin(q);
    const bool best = asked->objective.name;
    if (best && lib_status(q, search_solve(asked, &q->a), error) == LOOPHOLE_ERROR) return false;
    if (!best || q->a.status == STATUS_OPTIMAL) *all = search_propagates(asked, best ? &q->a.objective_value : NULL);
    if (!job_over(q->job)) return true;
    lib_refuse(error, "Stopped before it was known whether propagation alone gives all values.");
    return lib_code(error, LOOPHOLE_CODE_STOPPED);
}
