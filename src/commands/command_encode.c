#include "model/model_abstract.h"
#include "commands/search_report.h"
#include "commands/answer.h"
#include "base/version.h"

#include "formats/format.h"
#include "gf2/parity_pass.h"

#include <string.h>
#include <unistd.h>

struct encode_choices {
    const char *output;
    const struct format *format;
    const char *bound;
    bool names;
};

#define FIELD(name) .offset = offsetof(struct encode_choices, name)
static const struct option encode_options[] = {
    TEXT_OPTION("output", "FILE", output,
                "the file to write (- is standard output, the default; .gz, .bz2, .xz, .lzma and .zst are compressed)",
                .letter = 'o', .initial = "-"),
    PARSED_OPTION("format", "NAME", format_parse, format,
                  "the file format, if the file's ending does not name it (list formats)", .letter = 'F'),
    TEXT_OPTION("bound", "K|optimum", bound,
                "allow only solutions whose objective value is K or better; optimum: solve finds the optimum first"),
    NAMES_OPTION(FLAG, names),
    {0},
};

/* ---- bound and contents of the file ---------------------------------------------------------- */

/* Searches the optimum. Appends ", the optimum" to words, and unless it is proved, the solver that
 * claims it. On failure, returns false with *status and, usually, a sentence in err. */
static bool find_optimum(struct request *r, int64_t *objective_value, struct text *words, int *status, struct text *err)
{
    SCOPED(answer) a = {0};
    struct search_report t = {0};
    struct problem q = r->stated.problem;
    if (!q.choices.formulation) search_formulate(&q, puzzle_first(q.puzzle, q.instance)); /* not that of the file */
    search_report_start(&t, r);
    enum status s = search_solve(&q, &a);
    search_report_end(&t, r);
    SCOPED(text) claim = {0};
    evidence_words(&a.evidence, r->stated.problem.choices.solver, &claim);
    *objective_value = a.objective_value;
    text_put(words, ", the optimum");
    if (!evidence_proves(&a.evidence)) text_add(words, " (%s)", claim.s);
    *status = s == STATUS_FAILED ? EXIT_SYSTEM : EXIT_NO;
    if (s == STATUS_FAILED || s == STATUS_REFUSED)
        text_error(err, "%s", text_string(&a.err));
    else if (s == STATUS_UNSATISFIABLE)
        text_error(err, "There is no solution, %s, so there is no optimum to bound by; leave --bound out.", claim.s);
    else if (s != STATUS_OPTIMAL)
        text_error(err, "The search for the optimum was stopped; nothing was written.");
    if (s == STATUS_UNKNOWN || s == STATUS_SATISFIABLE) *status = EXIT_STOPPED;
    return s == STATUS_OPTIMAL && !err->n;
}

/* Reads --bound: stores it in *value and the bound on the objective's sum in *most (INT64_MAX without the option) and
 * appends it in words. On failure, returns false with *status and a sentence in err. */
static bool read_bound(struct request *r, int64_t *value, int64_t *most, struct text *words, int *status,
                       struct text *err)
{
    const struct encode_choices *c = r->own;
    const char *bound = c->bound;
    SCOPED(text) claim = {0};
    *value = *most = INT64_MAX;
    *status = EXIT_USAGE;
    if (!bound) return true;
    if (!request_read_bound(r, bound, "optimum", value, err)) return false;
    if (!strcmp(bound, "optimum") && !find_optimum(r, value, &claim, status, err)) return false;
    *most = search_sum(&r->stated.problem, *value);
    text_put(words, "bound: ");
    objective_bound_words(&r->stated.problem.objective, *value, words);
    text_add(words, "%s\n", text_string(&claim));
    return true;
}

/* Returns false, with a sentence in err, for the kernel form: it replaces the model's variables, so
 * that no answer could be decoded. */
static bool parity_fits(const struct request *r, struct text *err)
{
    return r->stated.problem.choices.parity != PARITY_KERNEL ||
           text_error(err, "A file has the formulation's own variables, which the kernel form replaces; choose "
                           "--parity propagate, which adds the consequences of the parity rows.");
}

/* Adds the consequences of the parity rows to the model as clauses, and describes them in words. On
 * failure, returns false with *status and a sentence in err. */
static bool propagate_parity(struct model *m, struct text *words, int *status, struct text *err)
{
    SCOPED(parity_pass) pass = {0};
    if (!parity_pass_applies(m)) return true;
    enum parity_outcome outcome = parity_pass(m, &pass, err);
    *status = outcome == PARITY_WRONG ? EXIT_SYSTEM : EXIT_INPUT;
    if (outcome == PARITY_DONE) {
        int clauses = parity_pass_imply(m, &pass);
        if (parity_pass_refutes(&pass))
            text_put(words, "parity: the parity rows contradict each other\n");
        else
            text_add(words, "parity: %d clauses follow from the parity rows\n", clauses);
    }
    return outcome == PARITY_DONE;
}

static void comment(const struct request *r, const struct format *f, const char *bound, struct text *out)
{
    text_add(out, "loophole %s: %s %s\nformat: %s\ncommand: loophole encode", version_number,
             r->stated.problem.puzzle->name, text_string(&r->stated.label), f->name);
    for (int i = 0; i < r->argc; i++) strings_line_shell(out, " ", r->argv[i]);
    text_char(out, '\n');
    problem_embed(&r->stated.statement, &r->stated.options, r->stated.problem.formulation->name, out);
    text_put(out, bound);
}

/* ---- output of the file ---------------------------------------------------------------------- */

/* Warns that the file lacks the objective: the format has none, and there is no bound. */
static void encode_print_loss(const struct format *f, const struct file_content *content)
{
    const struct objective *o = model_objective(content->model);
    if (o && !f->objective && content->most == INT64_MAX)
        report_error(
            EXIT_DONE,
            "The objective (%s) is left out, because the format %s has none; add --bound K or --bound optimum, or "
            "choose a format that has objectives, such as opb.",
            o->name, f->name);
}

static void encode_progress(void *progress, int64_t constraints, int64_t bytes)
{
    struct progress *p = progress;
    SCOPED(text) line = {0};
    if (!progress_due(p)) return;
    text_add(&line, "writing %lld constraints, %.1f MB", (long long)constraints, (double)bytes / 1e6);
    progress_show(p, text_string(&line));
}

/* Writes the model in the format f. On failure, returns false with *status and a sentence in
 * err. */
static bool encode_write_formula(struct request *r, const struct format *f, struct file_content *content,
                                 const char *bound, int *status, struct text *err)
{
    const struct encode_choices *c = r->own;
    SCOPED(text) words = {0};
    int vars;
    bool failed;
    comment(r, f, bound, &words);
    content->comment = words.s;
    if (!format_takes(f, PB)) search_report_choices(r, content->model, content->most);
    progress_show(content->progress_state, "counting constraints");
    bool ok = format_file(f, content, c->output, &vars, &failed, err);
    *status = failed ? EXIT_SYSTEM : EXIT_INPUT;
    return ok;
}

static int encode(struct request *r)
{
    const struct encode_choices *c = r->own;
    const bool propagate = r->stated.problem.choices.parity == PARITY_PROPAGATE, named = strcmp(c->output, "-") != 0;
    SCOPED(text) err = {0}, bound = {0};
    struct progress p = {0};
    struct encoders_used made = {0};
    int status = EXIT_USAGE;
    int64_t objective_value;
    const struct format *f = c->format ? c->format : format_choose(named ? NULL : "cnf", c->output, "with -F", &err);
    SCOPED(model) *m = model_new();
    struct file_content content = {.model = m,
                                   .policy = &r->stated.problem.choices.policy,
                                   .names = c->names || puzzle_declares(r->stated.problem.puzzle) || (f && f->declared),
                                   .progress = encode_progress,
                                   .progress_state = &p,
                                   .made = &made};
    if (f && f->plain) search_formulate_plainly(&r->stated.problem);
    bool ok = f && parity_fits(r, &err) && read_bound(r, &objective_value, &content.most, &bound, &status, &err);
    if (ok) {
        if (r->note.n) report_error(EXIT_DONE, "%s", text_string(&r->note));
        const bool printed = !named && isatty(STDOUT_FILENO); /* the formula, on the terminal of the progress */
        progress_start(&p, printed || r->shown.quiet, r->shown.verbose);
        progress_show(&p, "building the model");
        if (f->declared) model_facts(m)->abstract = true;
        search_build(&r->stated.problem, content.most, m);
        if (model_goal(m)) content.most = objective_value;
        ok = (!propagate || propagate_parity(m, &bound, &status, &err)) &&
             encode_write_formula(r, f, &content, text_string(&bound), &status, &err);
        progress_end(&p);
    }
    if (!ok && model_stopped(m))
        return report_error(EXIT_STOPPED, "Stopped by %s; nothing was written.", report_error_cause(&r->job));
    if (!ok) return report_error(status, "%s", text_string(&err));
    encode_print_loss(f, &content);
    evidence_idle(r, &made);
    return EXIT_DONE;
}

const struct command command_encode = {
    .name = "encode",
    .usage = "PUZZLE [INSTANCE...] -o FILE [options]",
    .group = "Use other solvers",
    .about = "write a problem as CNF, OPB or another format",
    .text = "Writes the model of a puzzle as a file for other solvers: CNF by default, else as -F or the file's "
            "ending names (help formats). OPB files have the formulation of certificates unless you name one. Comments "
            "in the file record the instance and the choices, so that decode "
            "reads an answer back as a board. A format without objectives needs --bound.",
    .examples =
        {
            {"loophole encode gunport 8x8 --bound optimum -o board.cnf", "boards that are as good as the optimum"},
            {"loophole encode tank 5 --card totalizer -o tank.cnf", "choose an encoding"},
            {"loophole encode fivers 5 -o fivers.opb", "an objective needs no bound in OPB"},
        },
    COMMAND_OPTIONS(encode),
    .without = "solver:bound=optimum solver-config:bound=optimum engine:bound=optimum search:bound=optimum",
    .loss = "nothing was written",
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_CTRL_C,
    .run = encode,
};
