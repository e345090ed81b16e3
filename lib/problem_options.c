/* Problems of the library: a model and options, chosen for the next call. */
#include "lib/problem_inside.h"
#include "base/number.h"

#include "base/clock.h"

#include <string.h>

static const double REPORT_SECONDS = 0.5;

/* Reports improved results at once, and stages such as those of a certificate every
 * REPORT_SECONDS. */
static void problem_progress(void *state, const struct job *j)
{
    loophole_problem *q = state;
    const struct answer *a = j->so_far ? j->so_far : &q->a;
    if (!j->so_far && clock_wall() - q->reported < REPORT_SECONDS) return;
    q->reported = clock_wall();
    q->now = *a;
    lib_show_own(q, a);
    if (q->shown.n) q->now.solution = q->shown;
    if (j->so_far) lib_keep_values(q, &q->now.solution);
    q->going = true;
    bool *busy = &((loophole_model *)q->model)->busy, before = *busy;
    *busy = true;
    if (q->progress) q->progress(q->progress_state, q);
    *busy = before;
    q->going = false;
}

loophole_problem *loophole_problem_new(const loophole_model *m)
{
    loophole_problem *q = mem_new(1, sizeof *q);
    q->model = m;
    q->asked.puzzle = m->puzzle;
    q->asked.instance = m->instance;
    q->job = mem_new(1, sizeof *q->job);
    q->job->progress = problem_progress;
    q->job->progress_state = q;
    options_add(&q->options, &m->options, true);
    return q;
}

void loophole_problem_free(loophole_problem *q)
{
    if (!q) return;
    lib_end_walk(q);
    lib_forget(q);
    lits_release(&q->assumed);
    lits_release(&q->under);
    lits_release(&q->failed);
    lits_release(&q->hints);
    options_release(&q->options);
    options_release(&q->chosen);
    text_release(&q->total);
    solution_release(&q->shown);
    solution_release(&q->other);
    MEM_FREE(q->job, q);
}

#define FIELD(name) .offset = offsetof(struct lib_choices, name)
static const struct option more_options[] = {
    JOBS_OPTION(jobs, ),         PROOF_CHECK_OPTION(proof_check),
    PROOF_OPTION(proof),         PROOF_PROGRAM_OPTION(prover, ),
    NAMES_OPTION(YES_NO, names), {0},
};

struct lib_choices lib_choices(const loophole_problem *q)
{
    struct lib_choices more;
    options_fill(&q->options, more_options, &more);
    return more;
}

/* Fills *asked from these options. False, with a sentence: the formulation is unknown. */
static bool problem_choose(const loophole_problem *q, const struct options *o, struct problem *asked, struct text *err)
{
    struct lib_choices more;
    SCOPED(text) note = {0};
    *asked = (struct problem){.puzzle = q->model->puzzle, .instance = q->model->instance};
    choices_fill(o, &asked->choices);
    options_fill(o, more_options, &more);
    asked->jobs = more.jobs;
    asked->prove = (enum prove)more.proof_check;
    asked->formulation = choices_formulation(&asked->choices, asked->puzzle, asked->instance, &note, err);
    return asked->formulation != NULL;
}

static const struct option *const choice_tables[] = {choices_options, choices_limits, more_options, NULL};

/* Option number i, from 0; NULL: there is none. */
static const struct option *choice_at(int i)
{
    for (int t = 0; choice_tables[t] && i >= 0; t++)
        for (const struct option *o = choice_tables[t]; o->name; o++)
            if (!i--) return o;
    return NULL;
}

const char *loophole_option(int i)
{
    const struct option *o = choice_at(i);
    return o ? o->name : NULL;
}

char *loophole_option_values(int i, const char **about)
{
    const struct option *o = choice_at(i);
    if (!o) return NULL;
    SCOPED(text) out = {0};
    if (o->type == OPTION_INTEGER)
        text_add(&out, "%lld to %lld %s", (long long)o->least, (long long)o->most, o->argument);
    else if (o->type == OPTION_FLAG)
        text_put(&out, "yes");
    else
        options_argument(o, &out);
    *about = o->help;
    return mem_string(text_string(&out));
}

/* The choice of that name; NULL, with a sentence that lists the choices: there is none. */
static const struct option *choice_named(const loophole_problem *q, const char *name, struct text *err)
{
    const struct option *o = NULL;
    struct text known = {0};
    for (int i = 0; choice_tables[i] && !o; i++) o = options_find(choice_tables[i], name);
    if (o) return o;
    if (options_find(q->asked.puzzle->options, name)) {
        text_error(err, "The option '%s' belongs to the instance; pass --%s to loophole_model_puzzle.", name, name);
        return NULL;
    }
    for (int i = 0; loophole_option(i); i++) text_add(&known, " %s", loophole_option(i));
    options_unknown(err, &known, "There is no choice '%s' here; choose", name);
    return NULL;
}

bool loophole_problem_set(loophole_problem *q, const char *option, const char *value, char **error)
{
    SCOPED(text) err = {0};
    const struct option *o = choice_named(q, option, &err);
    SCOPED(options) trial = {0};
    struct problem asked;
    options_add(&trial, &q->options, true);
    bool ok = o && options_set(&trial, o, value, &err) && problem_choose(q, &trial, &asked, &err);
    return (ok && options_set(&q->options, o, value, &err)) || lib_fail(error, &err);
}

void loophole_problem_on_progress(loophole_problem *q, void (*progress)(void *state, const loophole_problem *q),
                                  void *state)
{
    q->progress = progress;
    q->progress_state = state;
}

void loophole_problem_cancel(loophole_problem *q) { q->job->cancelled = true; }

bool lib_numbers(const loophole_problem *q) { return q->model->instance == &q->model->own; }

/* Fills *asked from these options for the next call, and starts its limits. */
static void problem_begin(const loophole_problem *q, const struct options *o, struct problem *asked)
{
    SCOPED(text) err = {0};
    struct limits limits;
    bool ok = problem_choose(q, o, asked, &err);
    assert(ok && "each choice was tried when it was made");
    q->job->cancelled = false;
    q->job->out_of_memory = false;
    options_fill(o, choices_limits, &limits);
    job_begin(q->job, limits.seconds, limits.megabytes);
    job_begin_cpu(q->job, limits.cpu_seconds);
    search_formulate(asked, asked->formulation);
    asked->job = q->job;
    asked->hints = &q->hints;
}

const struct problem *lib_problem_begin(loophole_problem *q)
{
    lib_end_walk(q);
    lib_forget(q);
    q->failed.n = 0;
    options_release(&q->chosen);
    options_add(&q->chosen, &q->options, true);
    problem_begin(q, &q->chosen, &q->asked);
    SCOPED(lits) before = q->under;
    q->under = q->assumed;
    q->assumed = (struct lits){0};
    if (!q->under.n) return &q->asked;
    q->assuming = q->model->own;
    q->assuming.assumed = &q->under;
    q->asked.instance = &q->assuming;
    return &q->asked;
}

/* Whether the caller named a variable or a rule of its own model. */
static bool has_names(const struct model *m)
{
    for (int i = 0; i < model_rules(m); i++)
        if (strcmp(model_rule_name(m, i), MODEL_NO_RULE) != 0) return true;
    for (int v = 1; v <= model_vars(m); v++) {
        const char *name = model_name(m, v);
        int64_t number;
        if (*name != 'x' || !number_parse(name + 1, &number) || number != v) return true;
    }
    return false;
}

bool lib_writes_names(const loophole_problem *q)
{
    const enum option_answer names = lib_choices(q).names;
    if (names != OPTION_UNSET) return names == OPTION_YES;
    return lib_numbers(q) && has_names(q->model->m);
}

struct model *lib_built(const loophole_problem *q, bool abstract, struct problem *asked, char **error)
{
    if (!lib_complete(q->model, error)) return NULL;
    struct model *m = model_new();
    problem_begin(q, &q->options, asked);
    model_set_job(m, q->job);
    if (abstract) model_facts(m)->abstract = true;
    search_build(asked, INT64_MAX, m);
    return m;
}
