#include "hunt.h"

#include "clock.h"

#include <string.h>

static const double TELL_SECONDS = 0.5;

static double cpu(void) { return clock_thread() + clock_cpu_children(); }

void hunt_init(struct hunt *h, const struct quest *q, struct answer *a)
{
    *h = (struct hunt){.q = q, .a = a, .most = INT64_MAX};
    if (q->time_limit > 0) h->deadline = clock_wall() + q->time_limit;
    for (int i = 0; q->options && i < q->options->n; i++)
        options_set(&h->options, q->options->v[i].name, q->options->v[i].value);
}

static void close_formula(struct hunt *h)
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
    kernel_free(h->kernel);
    parity_free(h->parity);
    model_free(h->m);
    mem_free(h->values.v);
    lits_release(&h->units);
    lits_release(&h->cores);
    outputs_release(&h->out);
    h->s = NULL;
    h->m = h->posed = NULL;
    h->reduction = NULL;
    h->kernel = NULL;
    h->parity = NULL;
    h->refuted = false;
    h->values = (struct values){0};
    h->counted = false;
}

void hunt_release(struct hunt *h)
{
    close_formula(h);
    options_release(&h->options);
}

bool hunt_over(struct hunt *h)
{
    return (h->q->interrupted && h->q->interrupted()) || (h->q->over && h->q->over(h->q->over_state)) ||
           (h->deadline > 0 && clock_wall() >= h->deadline);
}

bool hunt_stop(void *state)
{
    struct hunt *h = state;
    double now = clock_wall();
    if (h->q->progress && now - h->told >= TELL_SECONDS) {
        h->told = now;
        h->q->progress(h->q->progress_state, h->a);
    }
    return hunt_over(h);
}

bool hunt_refuse(struct hunt *h, enum status status)
{
    h->a->status = status;
    return false;
}

const struct objective *hunt_objective(const struct hunt *h) { return h->objective.name ? &h->objective : NULL; }

/* Sends to a sink everything that the solver has been told, in the same order, so that the auxiliaries get the same
 * numbers. */
static bool pour(struct hunt *h, struct cnf *f)
{
    const struct objective *o = model_objective(h->m);
    if (!lower_model(h->m, &h->q->policy, NULL, f, &h->a->err)) return false;
    if (o && h->most != INT64_MAX && !o->bounded &&
        !lower_sum(o->x, o->w, o->block, o->n, INT64_MIN, h->most - h->offset, &h->q->policy, f, &h->a->err))
        return false;
    return true;
}

void hunt_pose(struct hunt *h, int64_t most)
{
    close_formula(h);
    h->most = most;
    h->m = model_new();
    struct bounds bounds = {.most = most, .least = h->least, .impose = h->impose};
    h->q->formulation->pose(h->q->instance, &h->options, &bounds, h->m);
    const struct objective *o = model_objective(h->m);
    h->objective = o ? *o : (struct objective){0};
    h->offset = 0;
}

bool hunt_open(struct hunt *h, int64_t most, const char *preset)
{
    double start = cpu();
    hunt_pose(h, most);
    if (!hunt_eliminate(h) || !hunt_reduce(h)) return false;
    int n = model_vars(h->m);
    h->values = (struct values){.v = mem_new((size_t)n + 1, 1), .n = n};
    h->s = solver_open(h->q->solver, h->q->preset ? h->q->preset : preset, h->q->seed, &h->a->err);
    if (!h->s) return hunt_refuse(h, STATUS_REFUSED);
    solver_stop_when(h->s, hunt_stop, h);
    int *place = order_variables(h->q->policy.order, h->q->seed, h->m);
    if (place && solver_sink(h->s)->native) {
        mem_free(place);
        text_error(&h->a->err, "The solver %s takes parities as they are; use --order posed with it.", h->q->solver);
        return hunt_refuse(h, STATUS_REFUSED);
    }
    if (place) solver_renumber(h->s, place, model_vars(h->m));
    if (!pour(h, solver_sink(h->s))) return hunt_refuse(h, STATUS_REFUSED);
    h->a->size = solver_sink(h->s)->made;
    h->a->size.vars = solver_sink(h->s)->vars;
    h->a->encode_seconds += cpu() - start;
    return true;
}

bool hunt_counter(struct hunt *h, int64_t lo, int64_t hi)
{
    double start = cpu();
    h->counter_lo = lo - h->offset;
    h->counter_hi = hi - h->offset;
    h->counted = lower_objective(h->m, &h->q->policy, h->counter_lo, h->counter_hi, solver_sink(h->s), &h->out,
                                 &h->a->err);
    if (!h->counted && h->a->err.n) return hunt_refuse(h, STATUS_REFUSED);
    h->a->size = solver_sink(h->s)->made;
    h->a->size.vars = solver_sink(h->s)->vars;
    h->a->encode_seconds += cpu() - start;
    return h->counted;
}

bool hunt_count(struct hunt *h, const lit *x, int n, struct outputs *out)
{
    double start = cpu();
    for (int i = 0; i < n; i++) lits_push(&h->cores, x[i]);
    lits_push(&h->cores, 0);
    if (!lower_count(x, n, &h->q->policy, solver_sink(h->s), out, &h->a->err)) return hunt_refuse(h, STATUS_REFUSED);
    h->a->size = solver_sink(h->s)->made;
    h->a->size.vars = solver_sink(h->s)->vars;
    h->a->encode_seconds += cpu() - start;
    return true;
}

void hunt_clause(struct hunt *h, const lit *c, int n)
{
    for (int i = 0; i < n; i++) lits_push(&h->units, c[i]);
    lits_push(&h->units, 0);
    cnf_clause(solver_sink(h->s), c, n);
}

void hunt_bound(struct hunt *h, int64_t most, bool for_good)
{
    assert(h->counted && "a bound needs a counter");
    most -= h->offset;
    if (most < 0) hunt_clause(h, NULL, 0);
    for (int i = 0; i < h->out.n; i++) {
        if (h->out.v[i].value <= most) continue;
        if (for_good)
            hunt_clause(h, (lit[]){-h->out.v[i].y}, 1);
        else
            solver_assume(h->s, -h->out.v[i].y);
    }
}

/* ---- the three witnesses ------------------------------------------------------------------------------- */

struct witness {
    struct cnf cnf; /* first: a sink that looks at each clause */
    struct solver *solver;
    bool broken;
};

static void witness_put(struct cnf *self, const lit *c, int n)
{
    struct witness *w = (struct witness *)self;
    for (int i = 0; i < n; i++) {
        int value = solver_value(w->solver, lit_var(c[i]));
        if (c[i] > 0 ? value > 0 : value <= 0) return;
    }
    w->broken = true;
}

static void witness_native(struct cnf *self, const struct constraint *c)
{
    struct witness *w = (struct witness *)self;
    int64_t sum = 0;
    for (int i = 0; i < c->n; i++) {
        int value = solver_value(w->solver, lit_var(c->x[i]));
        if (c->x[i] > 0 ? value > 0 : value <= 0) sum += c->w ? c->w[i] : 1;
    }
    if (c->kind == XOR ? (sum & 1) != c->hi : sum < c->lo || sum > c->hi) w->broken = true;
}

static bool clauses_hold(struct hunt *h)
{
    /* What the solver was given natively is not encoded for the witness either: auxiliaries keep their numbers. */
    struct witness w = {.cnf = {.put = witness_put, .put_native = witness_native, .native = h->s->cnf.native},
                        .solver = h->s};
    struct outputs again = {0};
    struct text ignored = {0};
    pour(h, &w.cnf);
    if (h->counted)
        lower_objective(h->m, &h->q->policy, h->counter_lo, h->counter_hi, &w.cnf, &again, &ignored);
    outputs_release(&again);
    for (int i = 0, from = 0; i < h->cores.n; i++)
        if (!h->cores.v[i]) {
            lower_count(h->cores.v + from, i - from, &h->q->policy, &w.cnf, &again, &ignored);
            outputs_release(&again);
            from = i + 1;
        }
    text_release(&ignored);
    for (int i = 0, from = 0; i < h->units.n; i++)
        if (!h->units.v[i]) {
            cnf_clause(&w.cnf, h->units.v + from, i - from);
            from = i + 1;
        }
    return !w.broken || text_error(&h->a->err, "The solver %s gave values that break a clause; try another --solver.",
                                   h->q->solver);
}

static bool figure_holds(struct hunt *h, const char *text, int64_t sum)
{
    const struct objective *o = hunt_objective(h);
    int64_t figure = 0;
    struct text why = {0};
    if (!h->q->puzzle->verify(h->q->instance, text, &figure, &why)) {
        text_error(&h->a->err,
                   "The formulation %s is wrong here (please report this instance): its answer is no solution. %s",
                   h->q->formulation->name, text_string(&why));
        text_release(&why);
        return false;
    }
    if (o && figure != objective_figure(o, sum))
        return text_error(&h->a->err,
                          "The formulation %s is wrong here (please report this instance): it counts %lld, a recount %lld.",
                          h->q->formulation->name, (long long)objective_figure(o, sum), (long long)figure);
    return true;
}

bool hunt_judge(struct hunt *h, const struct model *posed, struct values values, int64_t sum, struct text *text)
{
    struct text why = {0};
    if (!model_holds(posed, values, &why)) {
        text_error(&h->a->err, "An encoding is wrong here (please report this instance). %s", text_string(&why));
        text_release(&why);
        return hunt_refuse(h, STATUS_FAILED);
    }
    text_clear(text);
    h->q->formulation->decode(h->q->instance, &h->options, values, text);
    return figure_holds(h, text_string(text), sum) || hunt_refuse(h, STATUS_FAILED);
}

static bool witnesses_agree(struct hunt *h, struct text *text, int64_t *sum)
{
    for (int v = 1; v <= h->values.n; v++) h->values.v[v] = solver_value(h->s, v) > 0 ? 1 : -1;
    if (!clauses_hold(h)) return false;
    *sum = model_objective(h->m) ? model_sum(h->m, h->values) + h->offset : 0;
    if (!h->reduction) return hunt_judge(h, h->m, h->values, *sum, text);
    struct text why = {0};
    if (!model_holds(h->m, h->values, &why)) {
        text_error(&h->a->err, "An encoding is wrong here (please report this instance). %s", text_string(&why));
        text_release(&why);
        return false;
    }
    int n = model_vars(h->posed);
    struct values values = {mem_new((size_t)n + 1, 1), n};
    reduction_extend(h->reduction, h->values, values);
    bool good = hunt_judge(h, h->posed, values, *sum, text);
    mem_free(values.v);
    return good;
}

enum solver_answer hunt_solve(struct hunt *h, struct text *text, int64_t *sum)
{
    if (hunt_over(h)) return SOLVER_UNKNOWN;
    double start = cpu();
    h->a->calls++;
    enum solver_answer answer = solver_solve(h->s, &h->a->err);
    h->a->solve_seconds += cpu() - start;
    if (answer == SOLVER_SAT && !witnesses_agree(h, text, sum)) answer = SOLVER_FAILED;
    if (answer == SOLVER_FAILED) h->a->status = STATUS_FAILED;
    return answer;
}

enum solver_answer hunt_first(struct hunt *h, struct text *text, int64_t *sum)
{
    if (hunt_seed(h, text, sum)) return SOLVER_SAT;
    return h->a->status == STATUS_FAILED ? SOLVER_FAILED : hunt_solve(h, text, sum);
}

int64_t hunt_aligned(int64_t least, int64_t found, int64_t step)
{
    return least + ((found - least) % step + step) % step;
}

/* ---- the answer ------------------------------------------------------------------------------------------ */

void hunt_keep(struct hunt *h, struct text *text, int64_t sum)
{
    struct answer *a = h->a;
    const struct objective *o = hunt_objective(h);
    text_clear(&a->solution);
    text_put(&a->solution, text_string(text));
    a->verified = true;
    a->first_seconds = cpu();
    if (o) {
        a->has_figure = true;
        a->figure = objective_figure(o, sum);
        a->maximise = objective_maximises(o);
        if (a->maximise) {
            a->has_lower = true;
            a->lower = a->figure;
        } else {
            a->has_upper = true;
            a->upper = a->figure;
        }
    }
    h->told = clock_wall();
    if (h->q->progress) h->q->progress(h->q->progress_state, a);
}

void hunt_least(struct hunt *h, int64_t least)
{
    struct answer *a = h->a;
    const struct objective *o = hunt_objective(h);
    /* Only figures that a sum can have are whole; the weakest claim in whole figures is still a bound. */
    __int128 top = (__int128)o->a + (__int128)o->b * least;
    bool maximise = objective_maximises(o);
    int64_t figure = (int64_t)(top / o->c);
    if (top % o->c && (top < 0) == maximise) figure += maximise ? -1 : 1;
    if (maximise && (!a->has_upper || figure < a->upper)) {
        a->has_upper = true;
        a->upper = figure;
    } else if (!maximise && (!a->has_lower || figure > a->lower)) {
        a->has_lower = true;
        a->lower = figure;
    }
    a->maximise = maximise;
}

void answer_release(struct answer *a)
{
    text_release(&a->solution);
    text_release(&a->err);
}
