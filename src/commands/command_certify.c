#include "base/file.h"
#include "base/temporary.h"
#include "base/watchdog.h"
#include "base/strings.h"
#include "commands/certify_inside.h"
#include "base/json.h"
#include "proof/parity_sum.h"

#include <string.h>

struct certify_choices {
    const char *output;
    const char *prover;
    bool all;
};

#define FIELD(name) .offset = offsetof(struct certify_choices, name)
static const struct option certify_options[] = {
    TEXT_OPTION("output", "DIR", output, "the directory to make, new or empty", .letter = 'o'),
    TEXT_OPTION("prover", "CMD", prover,
                "a program that is given FORMULA PROOF and writes the proof (default: CaDiCaL, in process)"),
    FLAG_OPTION("all", all, "certify that the solutions are all: of an objective, all of the best"),
    {0},
};

static struct certify_choices chosen(const struct options *o)
{
    struct certify_choices c;
    options_fill(o, certify_options, &c);
    return c;
}

/* ---- the files --------------------------------------------------------------------------------------------------------- */

static bool put(struct maker *k, const char *name, const struct text *t)
{
    return file_write_in(k->dir, name, t, &k->err);
}

/* As `-f` takes it: the puzzle, its words, its own options, and the text. */
static bool put_instance(struct maker *k)
{
    const struct request *r = k->asked;
    struct text t = {0};
    statement_line(&r->statement, &r->options, &t);
    text_char(&t, '\n');
    if (r->statement.text) text_put(&t, r->statement.text);
    bool ok = put(k, "instance.txt", &t);
    text_release(&t);
    return ok;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------ */

static const struct formulation *plain(const struct request *r)
{
    const struct formulation *f = puzzle_plain(r->puzzle, r->instance);
    return r->question.choices.formulation || !f ? r->formulation : f;
}

/* The command line that makes it again. */
static json_t *command_json(const struct request *r)
{
    struct text line = {0};
    text_put(&line, "loophole certify");
    for (int i = 0; i < r->argc; i++) strings_line_shell(&line, " ", r->argv[i], true);
    json_t *o = json_string(text_string(&line)); /* NULL: a file's name is no UTF-8 */
    text_release(&line);
    return o ? o : json_null();
}

/* The puzzle's own choices stand in the instance's file. */
static void put_choice(void *object, const char *name, const char *value)
{
    if (options_find(choices_options, name)) json_put(object, name, json_string(value));
}

static json_t *choices_of(const struct request *r)
{
    json_t *o = json_object();
    options_each(&r->options, OPTION_SHAPES, put_choice, o);
    if (bundle_of_kernel(r)) json_put(o, "parity", json_string("kernel"));
    json_put(o, "formulation", json_string(plain(r)->name));
    json_put(o, "break-symmetry", json_string(bundle_leaves_images(r) ? "yes" : "no"));
    return o;
}

/* Lines of so many numbers, or as far as the next 0. */
static bool put_numbers(struct maker *k, const char *name, const struct lits *l, int line)
{
    struct text t = {0};
    for (int i = 0; i < l->n; i++) text_add(&t, "%d%c", l->v[i], (i + 1) % line && l->v[i] ? ' ' : '\n');
    if (t.n && t.s[t.n - 1] == ' ') t.s[t.n - 1] = '\n';
    bool ok = put(k, name, &t);
    text_release(&t);
    return ok;
}

/* The question as the directory holds it. False, with a sentence. */
static bool ask_again(struct maker *k, const json_t *choices, struct request *r)
{
    return bundle_request(r, k->dir, choices) ||
           text_error(&k->err, "The question cannot be asked again from %s.", k->dir);
}

/* Rows that say by their sum that there is no solution, or none of the next figure. */
static bool add_parity(struct maker *k, const json_t *choices)
{
    struct request r;
    bool ok = ask_again(k, choices, &r);
    if (ok) {
        struct model *m = model_new();
        search_pose(&r.question, INT64_MAX, m);
        parity_sum_find(m, k->kind == CLAIM_NONE, &k->parity);
        model_free(m);
    }
    request_release(&r);
    if (!k->parity.n) return ok;
    json_put(k->manifest, "parity", json_string("parity.txt"));
    return put_numbers(k, "parity.txt", &k->parity, 20);
}

/* Is the solution right, and no better than the best that was found? */
static bool as_good(struct maker *k, const struct request *r, const char *solution)
{
    struct text why = {0};
    int64_t figure = 0;
    bool ok = r->puzzle->verify(r->instance, solution, &figure, &why);
    if (ok && k->has_figure && figure != k->figure) {
        text_add(&why, "A solution has %lld %s, not %lld.", (long long)figure, r->puzzle->figure, (long long)k->figure);
        ok = false;
    }
    if (!ok) certify_contradicted(k, text_string(&why));
    text_release(&why);
    return ok;
}

/* All solutions, by the certificate's own formulation: their texts and values. */
static bool enumerate(struct maker *k, const json_t *choices)
{
    struct request r;
    bool ok = ask_again(k, choices, &r);
    struct model *m = model_new();
    struct solver *s = ok ? solver_open("cadical", "", 0, &k->err) : NULL;
    struct target target = certify_target(k);
    int64_t most, figure;
    ok = s && bundle_pose(&r.question, &target, m, &most, &figure, &k->err) &&
         lower_bounded(m, &r.question.choices.policy, most, solver_sink(s), NULL, &k->err);
    job_report(&k->asked->job, "looking for all solutions", 0);
    if (s) solver_set_job(s, &k->asked->job);
    struct values values = {mem_new((size_t)model_vars(m) + 1, 1), model_vars(m)};
    struct lits block = {0};
    while (ok) {
        enum solver_answer answer = solver_solve(s, &k->err);
        if (answer == SOLVER_UNSAT) break;
        ok = answer == SOLVER_SAT || (answer == SOLVER_UNKNOWN && certify_stopped(k));
        block.n = 0;
        for (int v = 1; v <= values.n && ok; v++) {
            values.v[v] = solver_value(s, v) > 0 ? 1 : -1;
            lits_push(&k->taken, values.v[v] * v);
            if (model_is_solution(m, v)) lits_push(&block, -values.v[v] * v);
        }
        if (!ok) break;
        lits_push(&k->taken, 0);
        size_t from = k->solution.n;
        r.formulation->decode(r.instance, values, &k->solution);
        ok = as_good(k, &r, text_string(&k->solution) + from);
        text_char(&k->solution, '\n');
        k->solutions++;
        cnf_clause(solver_sink(s), block.v, block.n);
    }
    lits_release(&block);
    mem_free(values.v);
    model_free(m);
    solver_close(s);
    request_release(&r);
    return ok;
}

static bool add_all(struct maker *k, const json_t *choices)
{
    if (!enumerate(k, choices)) return false;
    if (!k->solutions) k->kind = CLAIM_NONE;
    if (!k->solutions) return true;
    json_put(k->manifest, "values", json_string("values.txt"));
    return put_numbers(k, "values.txt", &k->taken, INT32_MAX);
}

static void readme(const struct maker *k, const char *claim, struct text *t)
{
    text_add(t,
             "%s\n\nThis directory proves it. Made by Loophole " VERSION
             "; `loophole check DIR` checks all of it again.\n\n"
             "With other tools:\n\n"
             "  instance.txt   the question\n",
             claim);
    if (k->solution.n)
        text_put(t, "  solution.txt   recount it from the rules of the puzzle, by hand or by a few lines of your own;\n"
                    "                 or: loophole verify -f instance.txt --answer solution.txt\n");
    if (k->parity.n)
        text_put(
            t,
            "  parity.txt     numbers of rules (from 0, as `loophole encode -F opb` lists the rows of the model): each "
            "says\n"
            "                 that just so many of some literals are true; added up modulo 2 they leave the parity of\n"
            "                 the figure, or a contradiction\n");
    if (json_array_size(k->refutations))
        text_add(t, "  formula.cnf    DIMACS: the rules, and that there is a better solution (or another one, or any); "
                    "its comments\n"
                    "                 say how it was made, and `loophole encode` makes it again\n"
                    "  proof.drat     that it has no solution: drat-trim formula.cnf proof.drat\n");
    text_put(t, "  manifest.json  the claim, sizes and hashes of the files (sha256sum)\n");
}

static bool collect_rests(struct maker *k)
{
    struct request r;
    bool ok = ask_again(k, json_object_get(k->manifest, "choices"), &r);
    if (ok) json_put(k->manifest, "rests_on", bundle_rests(&r, json_array_size(k->refutations)));
    request_release(&r);
    return ok;
}

/* Checks what was written, as `check` does. */
static bool holds(struct maker *k)
{
    struct text why = {0};
    bool ok = check_directory(k->dir, &k->asked->job, &why);
    if (!ok && job_over(&k->asked->job))
        certify_stopped(k);
    else if (!ok)
        certify_contradicted(k, text_string(&why));
    text_release(&why);
    return ok;
}

static bool make(struct maker *k, const json_t *choices)
{
    const struct options *o = &k->asked->options;
    const struct formulation *f = plain(k->asked);
    struct text claim = {0}, t = {0};
    bool all = chosen(o).all && k->kind != CLAIM_NONE;
    bool ok = put_instance(k);
    if (all) k->kind = CLAIM_ALL;
    if (all) text_clear(&k->solution);
    ok = ok && (!all || add_all(k, choices));
    /* Where the formulation has theorems, the plain one says the parity, and check finds it. */
    if (k->kind == CLAIM_NONE || (k->kind == CLAIM_BEST && !puzzle_rests(f, k->asked->instance)))
        ok = ok && add_parity(k, choices);
    bool by_parity = k->kind == CLAIM_NONE && k->parity.n, refuted = k->kind != CLAIM_SOLUTION && !by_parity;
    ok = ok && (!refuted || certify_refute(k, choices));
    if (ok && k->solution.n) ok = put(k, "solution.txt", &k->solution);
    bundle_claim(k->asked, k->kind, k->figure, k->solutions, &claim);
    readme(k, text_string(&claim), &t);
    ok = ok && put(k, "README", &t);
    json_put(k->manifest, "claim", json_string(text_string(&claim)));
    json_put(k->manifest, "kind", json_string(bundle_kinds[k->kind]));
    if (k->solution.n) json_put(k->manifest, "solution", json_string("solution.txt"));
    if (k->has_figure && k->solution.n) json_put(k->manifest, "figure", json_integer(k->figure));
    if (k->kind == CLAIM_ALL) json_put(k->manifest, "solutions", json_integer(k->solutions));
    json_put(k->manifest, "refutations", json_incref(k->refutations));
    ok = ok && collect_rests(k) && manifest_write(k->dir, k->manifest, &k->err);
    job_report(&k->asked->job, "checking all of it", 0);
    ok = ok && holds(k);
    if (ok) watchdog_end(&k->asked->job);
    text_release(&claim);
    text_release(&t);
    return ok;
}

/* What there is to certify: the solver's answer, which nobody needs to believe. False: *status is the exit status. */
static bool find(struct maker *k, int *status)
{
    struct answer a = {0};
    struct request *r = k->asked;
    if (!r->question.choices.search) r->question.choices.search = "sat";
    telling_start(&k->told, r);
    enum status s = search_solve(&r->question, &a);
    telling_end(&k->told, r);
    k->has_figure = a.has_figure;
    k->figure = a.has_figure ? a.figure : 0;
    text_put(&k->solution, text_string(&a.solution));
    evidence_words(&a.evidence, r->question.choices.solver, &k->verdict);
    k->kind = s == STATUS_OPTIMAL ? CLAIM_BEST : s == STATUS_UNSATISFIABLE ? CLAIM_NONE : CLAIM_SOLUTION;
    bool ok = s == STATUS_OPTIMAL || s == STATUS_UNSATISFIABLE || s == STATUS_SATISFIABLE;
    if (s == STATUS_FAILED || s == STATUS_REFUSED)
        *status = complain(s == STATUS_FAILED ? EXIT_MACHINE : EXIT_USAGE, "%s", text_string(&a.err));
    else if (!ok)
        *status = complain(EXIT_NO, "The search was stopped before there was anything to certify.");
    answer_release(&a);
    return ok;
}

static int certify(struct request *r)
{
    struct maker k = {.asked = r, .dir = chosen(&r->options).output, .prover = chosen(&r->options).prover};
    int status = EXIT_DONE;
    if (!k.dir) return complain(EXIT_USAGE, "Name the directory to make: -o DIR.");
    bool placed = directory_new(k.dir, &k.err); /* before the search, which may last */
    if (!placed) status = complain(EXIT_INPUT, "%s", text_string(&k.err));
    if (placed) temporary_add(k.dir);
    if (!placed || !find(&k, &status)) {
        if (placed) temporary_discard(k.dir);
        text_release(&k.solution);
        text_release(&k.verdict);
        text_release(&k.err);
        return status;
    }
    json_t *choices = choices_of(r);
    k.manifest = json_object();
    k.refutations = json_array();
    json_put(k.manifest, "bundle", json_integer(1));
    json_put(k.manifest, "made_by", json_string("loophole " VERSION));
    json_put(k.manifest, "command", command_json(r));
    json_put(k.manifest, "choices", json_deep_copy(choices));
    progress_start(&k.told.p, r->shown.quiet, r->question.choices.verbose);
    telling_job(&k.told.p, &r->job);
    bool made = make(&k, choices);
    progress_end(&k.told.p);
    if (made)
        temporary_drop(k.dir);
    else
        temporary_discard(k.dir);
    if (made)
        telling_print("%s\nThe bundle %s proves it; check it with 'loophole check %s'.\n",
                      json_string_value(json_object_get(k.manifest, "claim")), k.dir, k.dir);
    if (!made) status = complain(k.stopped ? EXIT_NO : EXIT_MACHINE, "%s", text_string(&k.err));
    json_decref(choices);
    json_decref(k.refutations);
    json_decref(k.manifest);
    lits_release(&k.parity);
    lits_release(&k.taken);
    text_release(&k.solution);
    text_release(&k.verdict);
    text_release(&k.err);
    return status;
}

const struct command command_certify = {
    .name = "certify",
    .usage = "PUZZLE [INSTANCE...] -o DIR [options]",
    .about = "a bundle that proves the answer: instance, solution, formula, proof",
    .options = certify_options,
    .takes = TAKES_QUESTION | TAKES_CHOICES | TAKES_INTERRUPTS,
    .loss = "the bundle is not complete",
    .answer = certify,
};
