#include "base/file.h"
#include "commands/answer.h"
#include "search/solution_check.h"

#include "formats/format.h"

#include <string.h>

struct decode_choices {
    const char *answer;
    const struct format *format;
    const char *bound;
};

#define FIELD(name) .offset = offsetof(struct decode_choices, name)
static const struct option decode_options[] = {
    TEXT_OPTION("answer", "FILE", answer, "what the solver printed or wrote (default: standard input)", .initial = "-"),
    PARSED_OPTION("format", "NAME", format_parse, format,
                  "without --from: the format that the solver read (default: cnf)", .needs = "!from", .letter = 'F',
                  .initial = "cnf"),
    TEXT_OPTION("bound", "K", bound, "without --from: the bound that the file was made with", .needs = "!from"),
    {0},
};

/* The formula of the file that the solver read. */
struct case_file {
    const struct format *format;
    struct model *model;
    int vars;
    int64_t most; /* bound on the objective's sum; INT64_MAX if unbounded */
    bool own;     /* its objective is that of the user's own file, not that of encode */
};

/* Rebuilds the model and counts the variables of the file. Returns false, with a sentence in err
 * and the exit status, on failure or if the file's header has other counts. The caller frees
 * c->model in both cases. */
static bool open_case(const struct request *r, struct case_file *c, int *status, struct text *err)
{
    const struct decode_choices *own = r->own;
    *status = EXIT_INPUT;
    c->most = r->embedded.bounded ? r->embedded.most : search_most(&r->stated.problem);
    c->model = model_new();
    search_build(&r->stated.problem, c->most, c->model);
    const char *embedded = r->embedded.format;
    c->format = own->format;
    if (embedded && !format_parse(embedded, &c->format, err)) return false;
    struct file_content content = {
        .model = c->model, .policy = &r->stated.problem.choices.policy, .most = c->most, .comment = ""};
    bool failed;
    if (!format_write(c->format, &content, NULL, &c->vars, &failed, err)) return false;
    return !embedded || (r->embedded.model_vars == model_vars(c->model) && r->embedded.vars == c->vars) ||
           text_error(err, "%s has other variables than this version gives the instance; encode it again.",
                      r->stated.statement.name);
}

/* ---- verdict --------------------------------------------------------------------------------- */

static const char *const claims[] = {"unknown", "satisfiable", "optimal", "unsatisfiable"};

/* Reports why there is no solution to show. Returns the status, which distinguishes the three
 * reasons for scripts. */
static int decode_refuse(const struct request *r, int status, enum claim claim, const char *sentence)
{
    report_error(status, "%s", sentence);
    if (r->shown.json) answer_refused(r, claims[claim], sentence);
    return status;
}

/* The claim of a reply about the objective of its solution. Without --from, the solver may have read
 * the user's own file instead of the one that encode writes, so either value is right. */
static struct solver_claim claim_of(const struct request *r, const struct case_file *c, const struct reply *reply,
                                    int64_t objective_value)
{
    const struct objective *o = c->format->objective || c->own ? model_objective(c->model) : NULL;
    struct solver_claim claim = {
        .word = claims[reply->claim], .has_cost = reply->has_cost && o, .claimed = reply->cost};
    if (!claim.has_cost) return claim;
    claim.cost = objective_value;
    claim.wrong = llabs(claim.claimed - claim.cost) > reply->slack;
    if (c->own) return claim;
    claim.cost = model_sum(c->model, (struct values){reply->values.v, model_vars(c->model)});
    for (int i = 0; i < o->n && c->format->positive; i++)
        if (o->x[i] < 0) claim.cost -= o->w ? o->w[i] : 1;
    claim.wrong = llabs(claim.claimed - claim.cost) > reply->slack && (r->embedded.format || claim.wrong);
    return claim;
}

/* One reading of a reply, and its check. */
struct decoding {
    bool parsed, right; /* right: verified, or without a solution */
    struct reply reply;
    struct solution solution;
    int64_t objective_value;
    struct text err; /* if it is not right */
};

static void decoding_release(struct decoding *d)
{
    reply_release(&d->reply);
    solution_release(&d->solution);
    text_release(&d->err);
}

static void decoding_check(const struct request *r, const struct case_file *c, struct decoding *d)
{
    d->right =
        d->parsed && (!d->reply.has_model || solution_check_reply(&r->stated.problem, c->model, c->most, &d->reply,
                                                                  &d->solution, &d->objective_value, &d->err));
}

/* Reads a reply about the formula file that the user named, over its own variables and names. */
static void decoding_own(const struct request *r, const struct case_file *c, const char *text, struct decoding *d)
{
    const struct problem *q = &r->stated.problem;
    const int vars = model_vars(c->model);
    SCOPED(dictionary) names = {0};
    SCOPED(solution) any = {0};
    SCOPED(text) name = {0};
    OWNED signed char *value = mem_new((size_t)vars + 1, 1);
    solution_decode(q->puzzle, q->formulation, q->instance, c->model, (struct values){value, vars}, &any);
    for (int v = 1; v < any.n; v++) {
        text_clear(&name);
        q->puzzle->notation.value(q->instance, v, 1, &name);
        dictionary_add(&names, name.s, name.n);
    }
    d->parsed = reply_parse(text, any.n - 1, 0, &names, format_reply, &d->reply, &d->err);
    d->reply.values.v = mem_resize(d->reply.values.v, (size_t)vars + 1, 1);
    memset(d->reply.values.v + any.n, 0, (size_t)(vars + 1 - any.n));
    decoding_check(r, c, d);
}

static int decode_judge(const struct request *r, struct case_file *c, const char *text)
{
    const struct puzzle *p = r->stated.problem.puzzle;
    SCOPED(decoding) encoded = {0}, own = {0};
    encoded.parsed = reply_parse(text, c->vars, 0, NULL, format_reply, &encoded.reply, &encoded.err);
    decoding_check(r, c, &encoded);
    const bool formula = !r->embedded.format && p->files && !puzzle_declares(p);
    if (!encoded.right && formula) decoding_own(r, c, text, &own);
    c->own = formula && (own.parsed || !c->format->objective);
    const bool further = formula && !encoded.parsed && own.reply.read >= encoded.reply.read;
    struct decoding *d = own.parsed || further ? &own : &encoded;
    const enum claim claim = d->reply.claim;
    if (!d->right) {
        /* a truncated solution or one of another instance is wrong; without one there is no
         * answer */
        bool tried = d->reply.has_model || claim == CLAIM_SATISFIABLE || claim == CLAIM_OPTIMUM;
        return decode_refuse(r, tried ? EXIT_NO : EXIT_SYSTEM, claim, text_string(&d->err));
    }
    if (claim == CLAIM_UNSATISFIABLE) {
        text_error(&d->err, "The solver claims that there is no solution%s; the claim is not checked.",
                   c->most < INT64_MAX ? " within the file's bound" : "");
        return decode_refuse(r, EXIT_CLAIM, claim, text_string(&d->err));
    }
    if (!d->reply.has_model)
        return decode_refuse(r, EXIT_SYSTEM, claim, "The solver found no answer; allow more time.");
    struct solver_claim shown = claim_of(r, c, &d->reply, d->objective_value);
    return answer_show(r, &d->solution, d->objective_value, &shown);
}

static int decode(struct request *r)
{
    SCOPED(text) text = {0}, err = {0};
    struct case_file c = {0};
    int status;
    const struct decode_choices *own = r->own;
    const char *from = r->shown.from, *answer = own->answer;
    if (from && !strcmp(from, "-") && !strcmp(answer, "-"))
        return report_error(EXIT_USAGE,
                            "Standard input can be the file or the answer, not both; name a file for one of them.");
    if (own->format->plain) search_formulate_plainly(&r->stated.problem); /* as encode does */
    if (!request_within(r, own->bound)) return EXIT_USAGE;
    if (!open_case(r, &c, &status, &err) || !file_read(answer, &file_cap_answer, &text, &err))
        status = report_error(job_over(&r->job) ? EXIT_STOPPED : status, "%s", text_string(&err));
    else
        status = decode_judge(r, &c, text_string(&text));
    model_free(c.model);
    return status;
}

const struct command command_decode = {
    .name = "decode",
    .usage = "(PUZZLE [INSTANCE...] | --from FILE) [--answer FILE]",
    .group = "Use other solvers",
    .about = "read another solver's answer back as a board",
    .text = "Reads what another solver printed, verifies the solution against the model and the puzzle's rules, and "
            "draws it. --from names the file that encode wrote. Without it, name the puzzle and the instance, and "
            "repeat the options with which the file was made, such as --card totalizer. Exit status: 0 a correct "
            "solution, 1 a wrong one, 3 no answer, 20 the solver claims that there is none.",
    .examples =
        {
            {"cadical board.cnf | loophole decode --from board.cnf", "solve a file of encode with CaDiCaL"},
            {"picosat tank.cnf | loophole decode --from tank.cnf --svg tank.svg", "with another solver, and a picture"},
            {"cadical tank.cnf | loophole decode tank 5 --card totalizer --json",
             "name the problem instead of the file"},
        },
    COMMAND_OPTIONS(decode),
    .without = "parity solver solver-config engine search verbose",
    .takes = TAKES_PROBLEM | TAKES_FROM | TAKES_CHOICES | TAKES_PICTURE | TAKES_JSON,
    .run = decode,
};
