#include "base/number.h"
#include "base/terminal.h"
#include "base/watchdog.h"
#include "commands/answer.h"
#include "commands/search_report.h"
#include "extras/cubes/cube_run.h"

#include <sys/stat.h>
#include <unistd.h>

struct conquer_choices {
    struct cube_how how;
    bool list;
    const char *cube;
};

#define FIELD(name) .offset = offsetof(struct conquer_choices, name)
static const struct option conquer_options[] = {
    SECONDS_OPTION("split-after", how.split_after,
                   "split a cube that takes longer, in CPU seconds (default 600; 0: never)", .initial = "600",
                   .flags = OPTION_WORKER),
    TEXT_OPTION("split-variables", "PATTERN", how.over,
                "split only on variables whose names fit this pattern, such as 'hole *' (encode --names)",
                .flags = OPTION_WORKER),
    FLAG_OPTION("certify", how.certify, "keep a proof of each cube, which 'loophole check DIR' checks",
                .flags = OPTION_WORKER),
    PROOF_PROGRAM_OPTION(how.prover, .flags = OPTION_WORKER),
    FLAG_OPTION("print-jobs", list, "print one command per open cube, for xargs, GNU parallel or a job array",
                .needs = "!json"),
    TEXT_OPTION("cube", "ID", cube, "solve this cube; do nothing if a solution is known", .needs = "!json"),
    {0},
};

/* A cube run whose problem has been read. */
struct conquer_command {
    struct request *r;
    struct cube_run c;
    struct cube_how how;
};

/* ---- the problem ----------------------------------------------------------------------------- */

/* Opens the cube run of the problem r. With --certify, opens cubes again that were refuted without
 * a proof. On failure, returns false, prints a message and sets *status. The caller releases q->c
 * in both cases. */
static bool conqueror_open(struct conquer_command *q, struct request *r, int *status)
{
    const struct conquer_choices *c = r->own;
    const char *dir = r->operand[0];
    SCOPED(text) err = {0}, proofs = {0};
    *q = (struct conquer_command){.r = r, .how = c->how};
    q->how.problem = &r->stated.problem;
    q->how.most = r->embedded.bounded ? r->embedded.most : INT64_MAX;
    bool ok = cube_run_open(&q->c, dir, r->embedded.model_vars, &err);
    *status = ok ? EXIT_DONE : report_error(EXIT_INPUT, "%s", text_string(&err));
    text_add(&proofs, "%s/proofs", dir);
    if (ok && q->how.certify) mkdir(proofs.s, 0777);
    for (struct task *t = q->c.task; ok && q->how.certify && t < q->c.task + q->c.n; t++)
        if (t->state == TASK_REFUTED && !t->certified) t->state = TASK_OPEN;
    return ok;
}

/* ---- cubes ----------------------------------------------------------------------------------- */

/* Answers an open cube and writes its row. Writes none if the search was stopped. Returns an exit
 * status. */
static int answer_cube(struct conquer_command *q, int task)
{
    SCOPED(text) err = {0};
    struct task answered = q->c.task[task];
    enum status status = cube_answer(&q->c, &answered, &q->how, &err);
    int code = status == STATUS_FAILED ? EXIT_SYSTEM : status == STATUS_REFUSED ? EXIT_USAGE : EXIT_DONE;
    watchdog_lock(q->r->job.watchdog); /* the watchdog's final output counts the cubes */
    q->c.task[task] = answered;
    if (!code && answered.state != TASK_OPEN && !cube_run_write(&q->c, task, &err)) code = EXIT_SYSTEM;
    watchdog_unlock(q->r->job.watchdog);
    if (code) report_error(code, "cube %s: %s", q->c.task[task].id, text_string(&err));
    return code;
}

static int answer_one(struct conquer_command *q, const char *id)
{
    struct tally t;
    int task = cube_run_task(&q->c, id);
    if (task < 0)
        return report_error(EXIT_INPUT, "There is no cube %s in %s; --print-jobs shows those that are open.", id,
                            q->c.dir);
    if (q->c.task[task].state != TASK_OPEN || cube_run_tally(&q->c, &t) == STATUS_SATISFIABLE) return EXIT_DONE;
    int status = answer_cube(q, task);
    return !status && q->c.task[task].state == TASK_OPEN ? EXIT_STOPPED : status;
}

static void show(const struct conquer_command *q, const struct tally *t, struct progress *p)
{
    SCOPED(text) line = {0};
    if (!progress_due(p)) return;
    text_add(&line, "%d of %d %s, %d split, %.0f s CPU", t->of[TASK_REFUTED] + t->of[TASK_SPLIT], q->c.n,
             plural(q->c.n, "cube", "cubes"), t->of[TASK_SPLIT], t->cpu);
    progress_show(p, text_string(&line));
}

/* Answers all open cubes in order, until one has a solution or a limit is reached. Appends the
 * parts of split cubes, and answers them last. Returns an exit status. */
static int answer_all(struct conquer_command *q)
{
    struct progress p;
    struct tally t;
    int status = EXIT_DONE;
    progress_start(&p, q->r->shown.quiet, q->r->shown.verbose);
    for (int i = 0; i < q->c.n && !status && cube_run_tally(&q->c, &t) != STATUS_SATISFIABLE; i++) {
        if (job_over(q->r->stated.problem.job)) break;
        show(q, &t, &p);
        if (q->c.task[i].state == TASK_OPEN) status = answer_cube(q, i);
    }
    progress_end(&p);
    return status;
}

/* Prints, for each open cube, the shell command that answers it. Returns an exit status. */
static int list(const struct conquer_command *q)
{
    SCOPED(text) line = {0}, program = {0};
    SCOPED(strings) words = {0};
    char here[4096];
    struct tally t;
    if (cube_run_tally(&q->c, &t) == STATUS_SATISFIABLE) return EXIT_DONE;
    if (!getcwd(here, sizeof here)) return report_error(EXIT_INPUT, "The working directory has no name.");
    file_program(&program);
    strings_line_shell(&line, "cd ", here);
    strings_line_shell(&line, " && ", text_string(&program));
    strings_line_shell(&line, " conquer ", q->c.dir);
    options_words(&q->r->stated.options, OPTION_WORKER, &words);
    for (int i = 0; i < words.n; i++) strings_line_shell(&line, " ", words.v[i]);
    for (int i = 0; i < q->c.n; i++)
        if (q->c.task[i].state == TASK_OPEN) terminal_print("%s --cube %s\n", line.s, q->c.task[i].id);
    return EXIT_DONE;
}

/* ---- combined answer ------------------------------------------------------------------------- */

/* Returns the evidence of a cube run as a JSON list like that of evidence_json; the caller owns
 * it. */
static json_t *evidence_list(const struct conquer_command *q, enum status status, const struct tally *t)
{
    json_t *list = json_array();
    int unchecked = t->of[TASK_REFUTED] - t->certified;
    if (t->solved) json_push(list, json_pack("{ss}", "kind", "verification"));
    if (status == STATUS_UNSATISFIABLE && t->certified)
        json_push(list, json_pack("{ss si}", "kind", "checked refutation", "proofs", t->certified));
    if (status == STATUS_UNSATISFIABLE && unchecked)
        json_push(list, json_pack("{ss so}", "kind", "unchecked refutation", "by",
                                  json_text(q->r->stated.problem.choices.solver)));
    return list;
}

static void print_json_answer(const struct conquer_command *q, enum status status, const struct tally *t)
{
    json_t *o = json_request(q->r);
    json_put(o, "formulation", json_text(q->r->stated.problem.formulation->name));
    json_put(o, "status", json_text(search_status(status)));
    json_put(o, "solution", json_text(t->solved ? t->solved->solution : NULL));
    json_put(o, "evidence", evidence_list(q, status, t));
    json_put(o, "cubes", json_integer(q->c.n));
    json_put(o, "refuted", json_integer(t->of[TASK_REFUTED]));
    json_put(o, "split", json_integer(t->of[TASK_SPLIT]));
    json_put(o, "open", json_integer(t->of[TASK_OPEN]));
    json_put(o, "certified", json_integer(t->certified));
    json_put(o, "cpu_seconds", json_real(t->cpu));
    json_print(o);
}

static void conquer_print_answer(const struct conquer_command *q, enum status status, const struct tally *t)
{
    const struct request *r = q->r;
    SCOPED(text) asked = {0};
    problem_sought(&r->stated.problem, q->how.most, &asked);
    terminal_print("%s %s: ", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    if (status == STATUS_SATISFIABLE)
        terminal_print("a %s.\n", asked.s);
    else if (status == STATUS_UNSATISFIABLE)
        terminal_print("there is no %s%s.\n", asked.s,
                       t->certified == t->of[TASK_REFUTED] ? "" : ", claimed by the solvers of the cubes, unchecked");
    else
        terminal_print("stopped; no %s yet, %d %s open.\n", asked.s, t->of[TASK_OPEN],
                       plural(t->of[TASK_OPEN], "cube is", "cubes are"));
    terminal_print("%d %s: %d refuted, %d split, %d open; %.2f s CPU.\n", q->c.n, plural(q->c.n, "cube", "cubes"),
                   t->of[TASK_REFUTED], t->of[TASK_SPLIT], t->of[TASK_OPEN], t->cpu);
    if (status == STATUS_UNSATISFIABLE && t->certified == t->of[TASK_REFUTED])
        terminal_print("Each refutation has a proof: 'loophole check %s'.\n", q->c.dir);
}

/* Verifies a solution against the rules and the bound, because rows may come from other machines.
 * Returns false, with a sentence in err, if it is wrong. */
static bool conquer_verify(const struct conquer_command *q, const char *solution, struct text *err)
{
    const struct problem *asked = &q->r->stated.problem;
    int64_t objective_value;
    bool ok = asked->puzzle->verify(asked->instance, solution, &objective_value, err);
    if (ok && q->how.most < INT64_MAX && search_sum(asked, objective_value) > q->how.most)
        ok = text_error(err, "Its objective value is %lld, which misses the bound.", (long long)objective_value);
    return ok;
}

static int conquer_print(struct conquer_command *q)
{
    struct tally t;
    SCOPED(text) err = {0};
    enum status status = cube_run_tally(&q->c, &t);
    if (t.solved && !conquer_verify(q, t.solved->solution, &err))
        return report_error(EXIT_SYSTEM, "The solution of cube %s is wrong: %s", t.solved->id, err.s);
    int shown = EXIT_DONE;
    SCOPED(solution) solution = {0};
    if (t.solved) solution_read(q->r->stated.problem.puzzle, q->r->stated.instance, t.solved->solution, &solution);
    if (t.solved) shown = picture_solution(q->r, &solution, NULL);
    if (q->r->shown.json)
        print_json_answer(q, status, &t);
    else if (q->r->shown.quiet)
        terminal_print("%s", t.solved ? t.solved->solution : "");
    else
        conquer_print_answer(q, status, &t);
    return shown ? shown : (int)status;
}

static int conquer_print_final(void *conquer_command, const char *failure)
{
    struct conquer_command *q = conquer_command;
    int status = failure ? report_error(EXIT_SYSTEM, "%s", failure) : conquer_print(q);
    return fflush(stdout) ? EXIT_SYSTEM : status;
}

static int conquer(struct request *r)
{
    struct conquer_command q;
    const struct conquer_choices *c = r->own;
    int status;
    if (conqueror_open(&q, r, &status)) {
        if (c->cube) {
            status = answer_one(&q, c->cube);
        } else if (c->list) {
            status = list(&q);
        } else {
            watchdog_output(r->job.watchdog, (struct final_output){conquer_print_final, &q});
            status = answer_all(&q);
            watchdog_end(&r->job);
            if (!status) status = conquer_print(&q);
        }
    }
    cube_run_release(&q.c);
    return status;
}

static int conquer_unread(const struct request *r)
{
    const struct conquer_choices *c = r->own;
    return c->cube ? EXIT_STOPPED : (int)STATUS_UNKNOWN;
}

const struct command command_conquer = {
    .name = "conquer",
    .usage = "DIR [options]",
    .group = "Split large problems",
    .about = "solve the cubes of a directory",
    .text =
        "Solves the cubes that are open in a directory of the command cubes, one after the other, and prints the "
        "answer. You can stop it and run it again. Several processes may work in one directory; --print-jobs "
        "prints one command per cube for them. The exit status is that of solve; with --cube, 5 if the cube is still "
        "open.",
    .examples =
        {
            {"loophole conquer cubes", "solve what is open"},
            {"loophole conquer parts --print-jobs", "commands for xargs, GNU parallel or a cluster"},
            {"loophole conquer lookahead --certify --json", "keep a proof of each cube; the answer as JSON"},
        },
    COMMAND_OPTIONS(conquer),
    .without = "formulation amo card pb xor int alldiff connectivity parity engine search amo-groups break-symmetry",
    .unread = conquer_unread,
    .takes = TAKES_DIRECTORY | TAKES_CHOICES | TAKES_PICTURE | TAKES_JSON | TAKES_CTRL_C,
    .run = conquer,
};
