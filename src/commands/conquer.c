#include "commands/conquer.h"

#include "base/file.h"

#include <string.h>
#include <sys/stat.h>

/* ---- the question -------------------------------------------------------------------------------------------------- */

int conquer_request(const struct command *c, int argc, char **argv)
{
    struct strings words = {0};
    struct text from = {0}, err = {0};
    text_add(&from, "%s/question.cnf", argv[0]);
    if (!file_regular(from.s, &err)) {
        int refused = complain(EXIT_INPUT, "%s", text_string(&err));
        text_release(&from);
        text_release(&err);
        return refused;
    }
    strings_add(&words, "--from");
    strings_add(&words, from.s);
    strings_add(&words, "--directory");
    for (int i = 0; i < argc; i++) strings_add(&words, argv[i]);
    int status = request_run(c, words.n, words.v);
    strings_release(&words);
    text_release(&from);
    return status;
}

/* Program, DIR and options: with a cube's id after them they answer that cube, in this directory. */
static void cube_command(struct conqueror *q)
{
    struct text exe = {0};
    file_program(&exe);
    strings_add(&q->command, text_string(&exe));
    text_release(&exe);
    strings_add(&q->command, "conquer");
    strings_add(&q->command, q->c.dir);
    options_words(&q->r->options, OPTION_WORKER, &q->command);
    strings_add(&q->command, "--cube");
}

/* With --certify, cubes that were refuted without a proof are answered again. */
static void reopen_unproved(struct conquest *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->task[i].state == TASK_REFUTED && !c->task[i].certified) c->task[i].state = TASK_OPEN;
}

bool conqueror_open(struct conqueror *q, struct request *r, const char *dir, int *status)
{
    struct text err = {0}, proofs = {0};
    *q = (struct conqueror){.r = r, .most = r->carried.bounded ? r->carried.most : INT64_MAX};
    bool ok = conquest_open(&q->c, dir, r->carried.model_vars, &err);
    *status = ok ? EXIT_DONE : complain(EXIT_INPUT, "%s", text_string(&err));
    if (ok) cube_command(q);
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
    if (q->most < INT64_MAX && problem_objective(&q->r->question, &o))
        text_add(out, "solution with at %s %lld %s", objective_maximises(&o) ? "least" : "most",
                 (long long)objective_figure(&o, q->most), o.name);
    else
        text_put(out, "solution");
}
