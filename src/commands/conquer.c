#include "commands/conquer.h"

#include "base/file.h"

#include "cubes/cube_workers.h"

#include <string.h>
#include <sys/stat.h>

/* What a worker is told of how to answer. */
static const char *const told[] = {"split-after", "over",   "certify", "prover",
                                   "solver",      "preset", "seed",    "memory-limit"};

/* ---- the question -------------------------------------------------------------------------------------------------- */

int conquer_request(const struct command *c, int argc, char **argv)
{
    struct strings words = {0};
    struct text from = {0};
    text_add(&from, "%s/question.cnf", argv[0]);
    strings_add(&words, "--from");
    strings_add(&words, from.s);
    strings_add(&words, "--directory");
    for (int i = 0; i < argc; i++) strings_add(&words, argv[i]);
    int status = request_run(c, words.n, words.v);
    strings_release(&words);
    text_release(&from);
    return status;
}

/* Program, DIR and options: an id behind them is all that a worker needs, in this directory. */
static void worker_command(struct conqueror *q)
{
    struct text exe = {0};
    file_program(&exe);
    strings_add(&q->command, text_string(&exe));
    text_release(&exe);
    strings_add(&q->command, "conquer");
    strings_add(&q->command, q->c.dir);
    options_words(&q->r->options, told, sizeof told / sizeof *told, &q->command);
    strings_add(&q->command, "--cube");
}

/* With --certify, what was refuted without a proof, as by an estimate, is asked again. */
static void reopen_unproved(struct conquest *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->task[i].state == TASK_REFUTED && !c->task[i].certified) c->task[i].state = TASK_OPEN;
}

bool conqueror_open(struct conqueror *q, struct request *r, const char *dir, int *status)
{
    struct text err = {0}, proofs = {0};
    *q = (struct conqueror){.r = r, .most = r->carried.bounded ? r->carried.most : INT64_MAX};
    q->jobs = r->question.jobs > 0 ? r->question.jobs : 1;
    bool ok = conquest_open(&q->c, dir, r->carried.model_vars, &err);
    *status = ok ? EXIT_DONE : complain(EXIT_INPUT, "%s", text_string(&err));
    if (ok) worker_command(q);
    text_add(&proofs, "%s/proofs", dir);
    if (ok && options_get(&r->options, "certify")) {
        reopen_unproved(&q->c);
        mkdir(proofs.s, 0777);
    }
    text_release(&err);
    text_release(&proofs);
    return ok;
}

void conqueror_release(struct conqueror *q)
{
    conquest_release(&q->c);
    strings_release(&q->command);
}

void conqueror_asked(const struct conqueror *q, struct text *out)
{
    struct objective o;
    if (q->most < INT64_MAX && request_objective(q->r, &o))
        text_add(out, "solution with at %s %lld %s", objective_maximises(&o) ? "least" : "most",
                 (long long)objective_figure(&o, q->most), o.name);
    else
        text_put(out, "solution");
}

/* ---- the workers -------------------------------------------------------------------------------------------------------- */

static bool stop(void *state)
{
    const struct conqueror *q = state;
    return job_over(q->r->question.job);
}

static bool wanted(void *state, const struct conquest *c, int task)
{
    const struct conqueror *q = state;
    return !q->estimate || estimate_wants(q->estimate, c, task);
}

static void show(void *state)
{
    struct conqueror *q = state;
    struct tally t;
    struct text line = {0};
    if (!progress_due(&q->told)) return;
    conquest_tally(&q->c, &t);
    text_add(&line, "%d of %d cubes, %d split, %.0f s CPU", t.of[TASK_REFUTED] + t.of[TASK_SPLIT], q->c.n,
             t.of[TASK_SPLIT], t.cpu);
    progress_say(&q->told, text_string(&line));
    text_release(&line);
}

int conqueror_run(struct conqueror *q)
{
    struct text err = {0};
    struct workers w = {
        .c = &q->c, .command = &q->command, .jobs = q->jobs, .wanted = wanted, .stop = stop, .told = show, .state = q};
    progress_start(&q->told, options_get(&q->r->options, "quiet"), options_get(&q->r->options, "verbose"));
    bool ok = workers_run(&w, &err);
    progress_end(&q->told);
    if (err.n) complain(w.status, "%s", err.s);
    q->killed += w.killed;
    q->wasted += w.wasted;
    text_release(&err);
    return ok ? EXIT_DONE : w.status;
}

int conqueror_estimate(struct conqueror *q, int n)
{
    struct estimate e = {.sample = n, .seed = q->r->question.seed};
    int missing = 0, all = cube_count(&q->c.cubes);
    q->estimate = &e;
    int status = conqueror_run(q);
    for (int i = 0; i < q->c.n; i++) missing += q->c.task[i].state == TASK_OPEN && estimate_wants(&e, &q->c, i);
    struct tally t;
    bool solved = conquest_tally(&q->c, &t) == STATUS_SATISFIABLE;
    q->estimate = NULL;
    if (status) return status;
    if (solved) return puts("A cube of the sample has a solution: 'conquer' shows it at once."), EXIT_DONE;
    if (missing)
        return complain(EXIT_NO, "Stopped with %d cubes of the sample open; 'conquer --estimate' goes on.", missing);
    estimate_made(&e, &q->c);
    printf("%d of %d cubes took %.1f s CPU; all will take about %.1f s (%.2f hours), in nine of ten cases %.1f to %.1f "
           "s.\n",
           e.sample < all ? e.sample : all, all, e.spent, e.total, e.total / 3600, e.low, e.high);
    return EXIT_DONE;
}
