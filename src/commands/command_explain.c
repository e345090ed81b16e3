#include "base/terminal.h"
#include "base/watchdog.h"
#include "commands/answer.h"
#include "commands/search_report.h"
#include "cli/request.h"

/* Prints the puzzle's own reason, if it has one, and its picture. Without that picture, draws the
 * instance if a file is requested. Returns an exit status. */
static int print_reason(const struct request *r)
{
    struct text out = {0};
    struct canvas *drawing = NULL;
    int status = EXIT_DONE;
    if (r->stated.problem.puzzle->reason && r->stated.problem.puzzle->reason(r->stated.instance, &out, &drawing)) {
        terminal_say("%s\n", text_string(&out));
        if (drawing) status = picture_show(r, drawing, text_string(&out));
    }
    if (!drawing && picture_file(&r->shown)) status = picture_solution(r, NULL, "The instance.");
    text_release(&out);
    return status;
}

static void print_reasons(const struct request *r, const struct reasons *why, const struct answer *a)
{
    struct text line = {0};
    text_add(&line, "%s %s: no solution, ", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    evidence_verdict(r, a, "", &line);
    if (why->n == 1)
        text_put(&line, ". One rule alone cannot hold:");
    else
        text_add(&line, ". These %d rules already clash%s:", why->n,
                 why->minimal ? ", and none of them can be left out" : "");
    terminal_say("%s\n", line.s);
    text_release(&line);
    for (int i = 0; i < why->n; i++) terminal_print("  - %s\n", text_string(&why->rule[i]));
}

static void print_reasons_json(const struct request *r, const struct reasons *why, const struct answer *a)
{
    json_t *o = json_answer(r, a, evidence_complete(a)), *rules = json_array();
    for (int i = 0; i < why->n; i++) json_push(rules, json_text(text_string(&why->rule[i])));
    json_put(o, "rules", rules);
    json_put(o, "minimal", json_boolean(why->minimal));
    json_print(o);
}

/* State for the final output, printed by the command or, at a limit, by the watchdog. */
struct explaining {
    struct request *r;
    struct search_report report;
    struct answer a;
    struct reasons why;
};

/* Prints the rules that contradict each other, or a solution. Returns the exit status. */
static int explain_finish(struct explaining *e)
{
    struct request *r = e->r;
    const struct answer *a = &e->a;
    if (a->status == STATUS_FAILED || a->status == STATUS_REFUSED)
        return report_error((int)a->status, "%s", text_string(&a->err));
    if (r->shown.json) {
        print_reasons_json(r, &e->why, a);
        if (!picture_file(&r->shown)) return EXIT_DONE;
        return picture_solution(r, a->solution.n ? a->solution.s : NULL,
                                a->solution.n ? "A solution, verified against the rules." : "The instance.");
    }
    if (a->status == STATUS_SATISFIABLE) {
        terminal_say("%s %s: the rules do not clash. A solution%s:\n", r->stated.problem.puzzle->name,
                     text_string(&r->stated.label), r->stated.problem.puzzle->unit ? " (perhaps not the best)" : "");
        return picture_solution(r, text_string(&a->solution), "A solution, verified against the rules.");
    }
    if (a->status == STATUS_UNKNOWN) {
        terminal_say("Stopped by a limit before it was known whether there is a solution.\n");
        return EXIT_DONE;
    }
    print_reasons(r, &e->why, a);
    return print_reason(r);
}

static int explain_last_words(void *explaining, const char *failure)
{
    struct explaining *e = explaining;
    search_report_take(&e->report, e->r, failure, &e->a);
    int status = explain_finish(e);
    return fflush(stdout) ? EXIT_SYSTEM : status;
}

struct explain_choices {
    const char *bound;
};

#define FIELD(name) .offset = offsetof(struct explain_choices, name)
static const struct option explain_options[] = {
    TEXT_OPTION("bound", "K", bound, "explain why no solution has the objective value K or a better one"),
    {0},
};

static int explain_run(struct request *r)
{
    const struct explain_choices *c = r->own;
    struct text err = {0};
    if (!request_within(r, c->bound, &err)) {
        report_error(EXIT_USAGE, "%s", text_string(&err));
        text_release(&err);
        return EXIT_USAGE;
    }
    struct problem *q = &r->stated.problem;
    const struct formulation *plain = puzzle_plain(q->puzzle, q->instance);
    /* A theorem can exclude the bound by itself, which explains nothing. */
    if (q->bounded && !q->choices.formulation && plain) q->formulation = plain;
    struct explaining e = {.r = r};
    struct answer a = {0};
    struct reasons why = {0};
    search_report_start(&e.report, r);
    e.report.explaining = true;
    watchdog_words(r->job.watchdog, (struct last_words){explain_last_words, &e});
    enum status found = search_explain(&r->stated.problem, &why, &a);
    watchdog_end(&r->job);
    e.a = a;
    e.a.status = found;
    e.why = why;
    search_report_end(&e.report, r);
    int status = explain_finish(&e);
    search_reasons_release(&e.why);
    answer_release(&e.a);
    return status;
}

const struct command command_explain = {
    .name = "explain",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .group = "Solve and play",
    .about = "name the rules that leave no solution",
    .text = "Finds a minimal set of rules that contradict each other in a problem without a solution. Each rule is "
            "in the puzzle's words, and none can be left out. If the puzzle knows a reason of another kind, such as "
            "a residue, that follows.",
    .examples =
        {
            {"loophole explain squarest 50 3 6 9 12 15 30 21 25 27 30", "why 50 cannot be reached"},
            {"loophole explain tank 3", "why there is no 3x3 tank board"},
            {"loophole explain archer 5 2 4 --json", "the rules as JSON"},
        },
    .options = explain_options,
    .own_size = sizeof(struct explain_choices),
    .problem = true,
    .choices = true,
    .without = "engine search break-symmetry",
    .picture = true,
    .json = true,
    .interruptible = true,
    .run = explain_run,
};
