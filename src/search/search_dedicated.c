/* Dedicated searches of the puzzles, alone or within other strategies. Their solutions are
 * verified. */
#include "base/clock.h"
#include "search/strategy.h"

#include <string.h>

static const int64_t FEW = 500000, MANY = 5000000000, MORE = 10; /* effort: first, last, factor */

const struct engine *search_dedicated_of(const struct puzzle *p, bool decides)
{
    for (const struct engine *dedicated = p->engines; dedicated && dedicated->name; dedicated++)
        if (dedicated->decides == decides) return dedicated;
    return NULL;
}

static const struct engine *search_dedicated_find(const struct puzzle *p, const char *name)
{
    for (const struct engine *dedicated = p->engines; dedicated && dedicated->name; dedicated++)
        if (!strcmp(dedicated->name, name)) return dedicated;
    return NULL;
}

const struct engine *search_dedicated_named(const struct puzzle *first, const char *name)
{
    const struct engine *dedicated = first ? search_dedicated_find(first, name) : NULL;
    for (int i = 0; puzzles[i] && !dedicated; i++) dedicated = search_dedicated_find(puzzles[i], name);
    return dedicated;
}

struct judging {
    struct session *session;
    const struct engine *dedicated;
    const struct engine_run *asked;
    struct dedicated_result *out;
};

static bool search_dedicated_judge(void *state, struct solution *solution)
{
    struct judging *j = state;
    struct session *session = j->session;
    SCOPED(text) why = {0};
    const struct problem *q = session->problem;
    int64_t objective_value = 0;
    solution_print(q->puzzle, q->instance, solution, &solution->text);
    bool right = q->puzzle->verify(q->instance, text_string(&solution->text), &objective_value, &why);
    if (!right || (j->dedicated->decides && objective_value < j->asked->objective_value)) {
        text_error(&session->answer->err,
                   "The engine %s is wrong here (please report this instance): its answer is %s. %s",
                   j->dedicated->name, j->dedicated->decides ? "not what it claims" : "no solution", text_string(&why));
        session->answer->wrong = true;
        j->out->failed = !session_refuse(session, STATUS_FAILED);
    } else if (j->dedicated->decides || !session->answer->solution.n) {
        j->out->found = true;
        const struct objective *o = session_objective(session);
        j->out->sum = o ? objective_sum(o, objective_value) : 0;
        solution_copy(&session->solution, solution);
        session->sum = j->out->sum;
        session_keep(session);
    }
    return !j->out->failed && j->asked->each && j->asked->each(j->asked->state, solution);
}

struct dedicated_result search_dedicated_run(struct session *session, const struct engine *dedicated,
                                             struct engine_run run)
{
    struct dedicated_result out = {0};
    const struct engine_run asked = run;
    struct judging j = {.session = session, .dedicated = dedicated, .asked = &asked, .out = &out};
    double start = clock_thread();
    run.each = search_dedicated_judge;
    run.state = &j;
    run.job = &session->job;
    run.seed = session->problem->choices.seed;
    out.applies = dedicated == search_dedicated_find(session->problem->puzzle, dedicated->name) &&
                  dedicated->run(session->problem->instance, &run);
    out.complete = out.applies && run.complete && !out.failed && !(dedicated->decides && out.found);
    session->answer->share = session->job.share = run.share;
    session->answer->solve_seconds += clock_thread() - start;
    return out;
}

/* ---- decisions ------------------------------------------------------------------------------- */

struct dedicated_result search_dedicated_decide(struct session *session, int64_t most, int64_t effort)
{
    const struct engine *dedicated = search_dedicated_of(session->problem->puzzle, true);
    const struct objective *o = session_objective(session);
    if (!dedicated || !o || !objective_maximizes(o) || !engine_wanted(dedicated, session->problem->instance, true))
        return (struct dedicated_result){0};
    job_report(&session->job, dedicated->name, 0);
    struct engine_run run = {.objective_value = most == INT64_MAX ? 0 : objective_of_sum(o, most), .effort = effort};
    struct dedicated_result s = search_dedicated_run(session, dedicated, run);
    session->job.stage = session->answer->stage = NULL;
    session->job.share = session->answer->share = 0;
    return s;
}

/* Looks for a solution with sum <= most, with increasing effort, until one is found or the search
 * is complete. */
static struct dedicated_result widening(struct session *session, int64_t most)
{
    struct dedicated_result s = {.applies = true};
    for (int64_t effort = FEW; s.applies && !s.found && !s.failed && !s.complete && !job_over(&session->job);
         effort = effort < MANY ? effort * MORE : 0) {
        s = search_dedicated_decide(session, most, effort);
        if (!effort) break;
    }
    return s;
}

/* Repeats the complete search for sums up to `better` if the problem has a log. Returns
 * STATUS_OPTIMAL if it is complete. */
static enum status logged(struct session *session, const struct engine *dedicated, int64_t better)
{
    const struct problem *q = session->problem;
    struct engine_run run = {.objective_value = objective_of_sum(session_objective(session), better),
                             .log = q->log,
                             .log_state = q->log_state};
    struct dedicated_result s = {.complete = true};
    if (q->log) s = search_dedicated_run(session, dedicated, run);
    return s.complete ? STATUS_OPTIMAL : s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}

static enum status best_by_decisions(struct session *session, const struct engine *dedicated)
{
    if (!session_build(session, INT64_MAX)) return session->answer->status;
    const struct objective *o = session_objective(session);
    if (o) session_exclude(session, o->least);
    struct dedicated_result s = widening(session, INT64_MAX);
    if (!s.applies) return search_dedicated_refuse(session, dedicated);
    int64_t best = s.sum;
    if (s.complete) return STATUS_UNSATISFIABLE;
    for (int64_t least = s.found ? session_align(o->least, best, o->step) : 0; s.found; least += o->step) {
        session_exclude(session, least);
        if (least >= best) return logged(session, dedicated, best - o->step);
        s = widening(session, least);
        if (s.found) return logged(session, dedicated, s.sum - o->step);
        s.found = s.complete;
    }
    return s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}

/* ---- the strategies -------------------------------------------------------------------------- */

enum status search_dedicated_refuse(struct session *session, const struct engine *dedicated)
{
    struct answer *a = session->answer;
    text_error(&a->err, "The engine %s %s; choose another --engine.", dedicated->name, dedicated->refusal);
    return a->status = STATUS_REFUSED;
}

enum status search_dedicated(struct session *session, const struct engine *dedicated)
{
    if (dedicated->decides) return best_by_decisions(session, dedicated);
    struct dedicated_result all = search_dedicated_run(
        session, dedicated,
        (struct engine_run){.images = true, .log = session->problem->log, .log_state = session->problem->log_state});
    if (!all.applies) return search_dedicated_refuse(session, dedicated);
    if (all.failed) return STATUS_FAILED;
    return session->answer->solution.n ? STATUS_SATISFIABLE : all.complete ? STATUS_UNSATISFIABLE : STATUS_UNKNOWN;
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* --engine auto: the SAT loop if its predicted time is some seconds, because its refutations can be
 * certified; else the engine with the least predicted time. Predictions come from measured runs: a
 * wrong one costs time, never the answer. */

bool search_free(const struct problem *q) { return !q->choices.named; }

static void put_duration(double seconds, struct text *out)
{
    if (seconds < 2)
        text_put(out, "a second");
    else if (seconds < 120)
        text_add(out, "%.0f seconds", seconds);
    else if (seconds < 2 * 3600)
        text_add(out, "%.0f minutes", seconds / 60);
    else
        text_put(out, "many hours");
}

void search_auto_note(const char *what, const char *name, double seconds, double loop, struct text *note)
{
    text_clear(note);
    text_add(note, "Using the %s %s: about ", what, name);
    put_duration(seconds, note);
    text_put(note, " of CPU time expected; the SAT loop would take ");
    put_duration(loop, note);
    text_put(note, ". --engine sat chooses the loop.");
}

const struct engine *search_auto(const struct problem *q, bool all, struct text *note)
{
    const struct engine *best = NULL;
    if (search_chosen(q->choices.engine) || search_chosen(q->choices.search) || !search_free(q) ||
        !q->formulation->seconds)
        return NULL;
    double loop = q->formulation->seconds(q->instance, all), least = loop;
    if (loop <= LOOP_SECONDS) return NULL;
    for (const struct engine *dedicated = q->puzzle->engines; dedicated && dedicated->name; dedicated++) {
        double seconds =
            dedicated->seconds && !(all && dedicated->decides) && engine_wanted(dedicated, q->instance, true)
                ? dedicated->seconds(q->instance, all)
                : -1;
        if (seconds < 0 || seconds >= least) continue;
        best = dedicated;
        least = seconds;
    }
    if (best) search_auto_note("engine", best->name, least, loop, note);
    return best;
}
