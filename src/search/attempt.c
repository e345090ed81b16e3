#include "search/attempt.h"

#include "base/clock.h"

#include <string.h>

static const double TELL_SECONDS = 0.5;

static double cpu(void) { return clock_thread() + clock_cpu_children(); }

/* Tells of the answer so far, with the conflicts of the solver at work. */
static void tell(struct attempt *h)
{
    struct answer shown = *h->a;
    int64_t now = h->s ? solver_conflicts(h->s) : 0;
    h->told = clock_wall();
    if (!h->q->progress) return;
    if (shown.conflicts >= 0 && now > 0) shown.conflicts += now;
    h->q->progress(h->q->progress_state, &shown);
}

/* A new stage at once, the rest now and then. */
static void reported(void *attempt, const struct job *j)
{
    struct attempt *h = attempt;
    bool changed = j->stage != h->a->stage;
    h->a->stage = j->stage;
    h->a->share = j->share;
    if ((changed && j->stage) || clock_wall() - h->told >= TELL_SECONDS) tell(h);
}

/* NULL: solving. */
static void enter_stage(struct attempt *h, const char *stage)
{
    h->job.stage = NULL;
    job_report(&h->job, stage, 0);
}

void attempt_init(struct attempt *h, const struct question *q, struct answer *a)
{
    *h = (struct attempt){.q = q, .a = a, .most = INT64_MAX, .counting = q->choices.policy};
    h->counting.watch = WATCH_EXACTLY;
    h->job.parent = q->job;
    h->job.progress = reported;
    h->job.progress_state = h;
    h->break_symmetry = q->choices.break_symmetry;
}

static void close_formula(struct attempt *h)
{
    if (h->s) {
        int64_t conflicts = solver_conflicts(h->s);
        if (conflicts < 0 || h->a->conflicts < 0)
            h->a->conflicts = -1;
        else
            h->a->conflicts += conflicts;
    }
    solver_close(h->s);
    if (h->reduction) h->m = h->posed;
    reduction_free(h->reduction);
    parity_pass_release(&h->pass);
    model_free(h->m);
    mem_free(h->values.v);
    lits_release(&h->units);
    lits_release(&h->added);
    lits_release(&h->tares);
    outputs_release(&h->out);
    h->s = NULL;
    h->m = h->posed = NULL;
    h->reduction = NULL;
    h->kernel = NULL;
    h->refuted = h->prepared = false;
    h->values = (struct values){0};
    h->counted = false;
}

void attempt_release(struct attempt *h) { close_formula(h); }

bool attempt_refuse(struct attempt *h, enum status status)
{
    h->a->status = status;
    return false;
}

bool attempt_fail(struct attempt *h)
{
    bool stopped = solver_sink(h->s)->truncated;
    if (stopped) text_clear(&h->a->err);
    return attempt_refuse(h, stopped ? STATUS_UNKNOWN : STATUS_REFUSED);
}

void attempt_listen(struct attempt *h)
{
    solver_set_job(h->s, &h->job);
    solver_sink(h->s)->job = &h->job;
}

const struct objective *attempt_objective(const struct attempt *h) { return h->objective.name ? &h->objective : NULL; }

bool attempt_pour(struct attempt *h, struct cnf *f)
{
    int64_t most = h->most == INT64_MAX ? INT64_MAX : h->most - h->offset;
    return lower_bounded(h->m, &h->q->choices.policy, most, f, &h->a->encoders, &h->a->err);
}

bool attempt_pose(struct attempt *h, int64_t most)
{
    close_formula(h);
    h->most = most;
    h->m = model_new();
    model_set_job(h->m, &h->job);
    struct bounds bounds = {.most = most, .least = h->least, .impose = h->impose, .break_symmetry = h->break_symmetry};
    h->q->formulation->pose(h->q->instance, &bounds, h->m);
    const struct objective *o = model_objective(h->m);
    h->objective = o ? *o : (struct objective){0};
    h->offset = 0;
    struct evidence *e = &h->a->evidence;
    const char *cited = model_cited(h->m), *most_cited = h->q->formulation->rests;
    if (cited && !(e->theorems && most_cited && !strcmp(e->theorems, most_cited))) e->theorems = cited;
    e->steps |= o && o->step > 1;
    e->symmetry |= h->break_symmetry == OPTION_YES;
    return !model_stopped(h->m) || attempt_refuse(h, STATUS_UNKNOWN);
}

bool attempt_posed(struct attempt *h)
{
    if (!h->m) return attempt_pose(h, INT64_MAX);
    return !model_stopped(h->m) || attempt_refuse(h, STATUS_UNKNOWN);
}

static void encoded(struct attempt *h, double start)
{
    h->a->size = solver_sink(h->s)->made;
    h->a->size.vars = solver_sink(h->s)->vars;
    h->a->encode_seconds += cpu() - start;
    enter_stage(h, NULL);
}

bool attempt_open(struct attempt *h, int64_t most, const char *preset)
{
    double start = cpu();
    if (!h->prepared || most != INT64_MAX || h->least || h->impose) {
        enter_stage(h, "posing");
        if (!attempt_pose(h, most)) return false;
        enter_stage(h, parity_pass_applies(h->m) ? "eliminating" : NULL);
        if (!attempt_eliminate(h)) return false;
    }
    h->prepared = false;
    attempt_reduce(h);
    if (model_stopped(h->m)) return attempt_refuse(h, STATUS_UNKNOWN);
    enter_stage(h, "encoding");
    int n = model_vars(h->m);
    h->values = (struct values){.v = mem_new((size_t)n + 1, 1), .n = n};
    h->s = solver_open(h->q->choices.solver, h->q->choices.preset ? h->q->choices.preset : preset, h->q->choices.seed,
                       &h->a->err);
    if (!h->s) return attempt_refuse(h, STATUS_REFUSED);
    attempt_listen(h);
    attempt_record(h);
    int *place = order_variables(h->q->choices.policy.order, h->q->choices.seed, h->m);
    if (place && solver_sink(h->s)->native) {
        mem_free(place);
        text_error(&h->a->err, "The solver %s takes some constraints as they are; use --order posed with it.",
                   h->q->choices.solver);
        return attempt_refuse(h, STATUS_REFUSED);
    }
    if (place) solver_renumber(h->s, place, model_vars(h->m));
    if (!attempt_pour(h, solver_sink(h->s))) return attempt_fail(h);
    encoded(h, start);
    return true;
}

bool attempt_counter(struct attempt *h, int64_t lo, int64_t hi)
{
    double start = cpu();
    h->counter_lo = lo - h->offset;
    h->counter_hi = hi - h->offset;
    h->counted =
        lower_objective(h->m, &h->counting, h->counter_lo, h->counter_hi, solver_sink(h->s), &h->out, &h->a->err);
    if (!h->counted && h->a->err.n) return attempt_fail(h);
    if (h->counted) lits_push(&h->added, 0);
    lower_used_note(&h->a->encoders, h->out.by);
    encoded(h, start);
    return h->counted;
}

bool attempt_count(struct attempt *h, const lit *x, int n, int most, struct outputs *out)
{
    double start = cpu();
    lits_push(&h->added, most);
    for (int i = 0; i < n; i++) lits_push(&h->added, x[i]);
    lits_push(&h->added, 0);
    if (!lower_core(x, n, most, &h->q->choices.policy, solver_sink(h->s), out, &h->a->err)) return attempt_fail(h);
    lower_used_note(&h->a->encoders, out->by);
    h->a->size = solver_sink(h->s)->made;
    h->a->size.vars = solver_sink(h->s)->vars;
    h->a->encode_seconds += cpu() - start;
    return true;
}

lit attempt_all(struct attempt *h, const lit *x, int n)
{
    lits_push(&h->added, -1);
    for (int i = 0; i < n; i++) lits_push(&h->added, x[i]);
    lits_push(&h->added, 0);
    return cnf_all(solver_sink(h->s), x, n);
}

void attempt_clause(struct attempt *h, const lit *c, int n)
{
    for (int i = 0; i < n; i++) lits_push(&h->units, c[i]);
    lits_push(&h->units, 0);
    cnf_clause(solver_sink(h->s), c, n);
}

void attempt_block(struct attempt *h)
{
    struct lits c = {0};
    for (int v = 1; v <= h->values.n; v++)
        if (model_is_solution(h->m, v)) lits_push(&c, h->values.v[v] > 0 ? -v : v);
    attempt_clause(h, c.v, c.n);
    lits_release(&c);
}

void attempt_failed(struct attempt *h, struct lits *core, int sign)
{
    int n = 0;
    for (int i = 0; i < core->n; i++)
        if (solver_failed(h->s, sign * core->v[i])) core->v[n++] = core->v[i];
    core->n = n;
}

void attempt_bound(struct attempt *h, int64_t most, bool for_good)
{
    assert(h->counted && "a bound needs a counter");
    most -= h->offset;
    if (most < 0) attempt_clause(h, NULL, 0);
    struct lits hard = {0};
    h->tares.n = 0;
    outputs_ask(&h->out, most, &hard, &h->tares);
    for (int i = 0; i < hard.n; i++)
        if (for_good)
            attempt_clause(h, &hard.v[i], 1);
        else
            solver_assume(h->s, hard.v[i]);
    attempt_tares(h);
    lits_release(&hard);
}

void attempt_tares(struct attempt *h)
{
    for (int i = 0; i < h->tares.n; i++) solver_assume(h->s, h->tares.v[i]);
}

/* The objective's sum under the solver's values. */
static int64_t sum_now(struct attempt *h)
{
    const struct objective *o = model_objective(h->m);
    int64_t sum = h->offset;
    for (int i = 0; i < o->n; i++)
        if ((solver_value(h->s, lit_var(o->x[i])) > 0) == (o->x[i] > 0)) sum += o->w ? o->w[i] : 1;
    return sum;
}

enum solver_answer attempt_solve(struct attempt *h, struct text *text, int64_t *sum)
{
    return attempt_solve_below(h, INT64_MAX, text, sum);
}

enum solver_answer attempt_solve_below(struct attempt *h, int64_t below, struct text *text, int64_t *sum)
{
    if (job_over(&h->job)) return SOLVER_UNKNOWN;
    double start = cpu();
    h->a->calls++;
    enum solver_answer answer = solver_solve(h->s, &h->a->err);
    h->a->solve_seconds += cpu() - start;
    if (answer == SOLVER_SAT && below < INT64_MAX && (*sum = sum_now(h)) >= below) return answer;
    if (answer == SOLVER_SAT && !attempt_witness(h, text, sum)) answer = SOLVER_FAILED;
    if (answer == SOLVER_UNSAT) attempt_refuted(h);
    if (answer == SOLVER_FAILED) h->a->status = STATUS_FAILED;
    return answer;
}

enum status attempt_status(const struct attempt *h, enum solver_answer answer, enum status sat, enum status unsat)
{
    switch (answer) {
    case SOLVER_SAT:
        return sat;
    case SOLVER_UNSAT:
        return unsat;
    case SOLVER_FAILED:
        return h->a->status;
    case SOLVER_UNKNOWN:
        break;
    }
    return STATUS_UNKNOWN;
}

enum solver_answer attempt_first(struct attempt *h, struct text *text, int64_t *sum)
{
    if (attempt_seed(h, text, sum)) return SOLVER_SAT;
    return h->a->status == STATUS_FAILED ? SOLVER_FAILED : attempt_solve(h, text, sum);
}

int64_t attempt_aligned(int64_t least, int64_t found, int64_t step)
{
    return least + ((found - least) % step + step) % step;
}

/* ---- the answer ------------------------------------------------------------------------------------------ */

void attempt_keep(struct attempt *h, struct text *text, int64_t sum)
{
    struct answer *a = h->a;
    const struct objective *o = attempt_objective(h);
    text_clear(&a->solution);
    text_put(&a->solution, text_string(text));
    a->verified = true;
    a->first_seconds = cpu();
    if (o) answer_found(a, objective_figure(o, sum), objective_maximises(o));
    tell(h);
}

void attempt_least(struct attempt *h, int64_t least)
{
    struct answer *a = h->a;
    const struct objective *o = attempt_objective(h);
    assert(o && "a bound is of an objective");
    /* Only figures that a sum can have are whole; the weakest claim in whole figures is still a bound. */
    __int128 top = (__int128)o->a + (__int128)o->b * least;
    bool maximise = objective_maximises(o), known = maximise ? a->has_upper : a->has_lower;
    int64_t figure = (int64_t)(top / o->c), before = maximise ? a->upper : a->lower;
    if (top % o->c && (top < 0) == maximise) figure += maximise ? -1 : 1;
    if (h->q->puzzle->bound) {
        int64_t plain = h->q->puzzle->bound(h->q->instance);
        figure = maximise ? min64(figure, plain) : max64(figure, plain);
    }
    answer_excludes(a, figure, maximise);
    bool moved = !known || before != (maximise ? a->upper : a->lower);
    if (moved && h->q->progress) h->q->progress(h->q->progress_state, a);
}
