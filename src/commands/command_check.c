#include "base/clock.h"
#include "commands/bundle.h"
#include "commands/conquer.h"
#include "commands/telling.h"
#include "proof/dimacs.h"
#include "proof/drat.h"
#include "proof/parity_sum.h"

#include <stdlib.h>
#include <string.h>

/* A bundle that is being checked. What its manifest says is a claim; what counts is derived from instance.txt. */
struct checker {
    const char *dir;
    json_t *manifest;
    const struct request *asked; /* the question, by the manifest's own choices */
    enum claim_kind kind;
    bool has_figure; /* the question has an objective */
    int64_t figure, solutions;
    struct lits parity, taken;
    struct text report, claim; /* a line for each thing that was checked */
    struct text err;
    struct job *job;
    struct progress told;
};

static const json_t *field(const struct checker *c, const char *name) { return json_object_get(c->manifest, name); }

/* Every field of a manifest is checked, but for hearsay, which says how the bundle was made and claims nothing: made_by,
 * command, prover, prove_seconds, check_seconds. There are no others. */
static bool only_fields(struct checker *c, const json_t *o, const char *const *known)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)o, name, value)
    {
        int i = 0;
        while (known[i] && strcmp(known[i], name) != 0) i++;
        if (!known[i]) return text_error(&c->err, "The manifest has a field '%.40s', which no bundle has.", name);
    }
    return json_is_object(o) || text_error(&c->err, "The manifest is damaged: a list where fields are expected.");
}

/* A number that is there where it belongs, and only there. */
static bool number_is(struct checker *c, const json_t *o, const char *name, bool belongs, int64_t n)
{
    const json_t *there = json_object_get(o, name);
    if (belongs ? json_is_integer(there) && json_integer_value(there) == n : !there) return true;
    if (!belongs) return text_error(&c->err, "The manifest's field '%s' has no place in this claim.", name);
    return text_error(&c->err, "The manifest's field '%s' is not %lld, as follows from the question.", name,
                      (long long)n);
}

static bool check_fields(struct checker *c)
{
    static const char *const known[] = {"bundle",   "made_by", "command",   "choices", "claim",  "kind",
                                        "solution", "figure",  "solutions", "values",  "parity", "refutations",
                                        "rests_on", "files",   "sha256",    NULL};
    return only_fields(c, c->manifest, known) && number_is(c, c->manifest, "bundle", true, 1);
}

static bool read_kind(struct checker *c)
{
    const char *kind = json_string_value(field(c, "kind"));
    for (int i = 0; i < CLAIM_KINDS && kind; i++)
        if (!strcmp(kind, bundle_kinds[i])) {
            c->kind = (enum claim_kind)i;
            c->figure = json_integer_value(field(c, "figure"));
            return true;
        }
    return text_error(&c->err, "The manifest does not say what kind of claim it makes.");
}

/* ---- solutions -------------------------------------------------------------------------------------------------------- */

static bool recount(struct checker *c, const struct request *r, const char *solution)
{
    struct text why = {0};
    int64_t figure = 0;
    bool ok = r->puzzle->verify(r->instance, solution, &figure, &why);
    if (!ok) text_error(&c->err, "The solution is wrong: %s", text_string(&why));
    if (ok && c->has_figure && figure != c->figure)
        ok = text_error(&c->err, "The solution has %lld %s, not the %lld that are claimed.", (long long)figure,
                        r->puzzle->figure, (long long)c->figure);
    text_release(&why);
    return ok;
}

/* One of all solutions, by its values: they obey the model, their text is the next of `texts` and obeys the rules. */
static bool take(struct checker *c, const struct request *r, const struct model *m, const lit *x, int n,
                 const char **texts)
{
    struct values values = {mem_new((size_t)model_vars(m) + 1, 1), model_vars(m)};
    struct text text = {0}, why = {0};
    bool ok = n == values.n;
    for (int i = 0; i < n && ok; i++) {
        ok = lit_var(x[i]) == i + 1;
        if (ok) values.v[i + 1] = (signed char)lit_sign(x[i]);
    }
    if (!ok)
        text_error(&c->err, "The values of solution %lld are not those of the model.", (long long)c->solutions + 1);
    if (ok && !model_holds(m, values, &why)) ok = text_error(&c->err, "%s", text_string(&why));
    if (ok) r->formulation->decode(r->instance, values, &text);
    ok = ok && recount(c, r, text_string(&text));
    text_char(&text, '\n');
    if (ok && strncmp(*texts, text.s, text.n) != 0)
        ok = text_error(&c->err, "Solution %lld is not the one that its values say.", (long long)c->solutions + 1);
    if (ok) *texts += text.n;
    c->solutions += ok;
    mem_free(values.v);
    text_release(&text);
    text_release(&why);
    return ok;
}

static int by_values(const void *a, const void *b)
{
    const lit *x = *(const lit *const *)a, *y = *(const lit *const *)b;
    for (;; x++, y++)
        if (*x != *y || !*x) return (*x > *y) - (*x < *y);
}

/* No two of the lists are the same in the solution variables: the others are taken out first. */
static bool all_differ(struct checker *c, const struct model *m)
{
    struct lits own = {0};
    const lit **list = mem_new((size_t)c->solutions, sizeof *list);
    for (int i = 0; i < c->taken.n; i++)
        if (!c->taken.v[i] || model_is_solution(m, lit_var(c->taken.v[i]))) lits_push(&own, c->taken.v[i]);
    int n = 0;
    for (int i = 0, from = 0; i < own.n; i++)
        if (!own.v[i]) {
            list[n++] = own.v + from;
            from = i + 1;
        }
    qsort(list, (size_t)n, sizeof *list, by_values);
    bool ok = true;
    for (int i = 1; i < n && ok; i++)
        if (!by_values(&list[i - 1], &list[i])) ok = text_error(&c->err, "A solution is listed twice.");
    mem_free(list);
    lits_release(&own);
    return ok;
}

static bool check_all(struct checker *c, const struct request *r, const char *texts)
{
    /* The model of the formula: with a bound a formulation may have other variables. */
    struct target target = {.kind = CLAIM_ALL, .figure = c->figure};
    struct text values = {0};
    struct model *m = model_new();
    int64_t most, figure;
    bool ok = bundle_pose(&r->question, &target, m, &most, &figure, &c->err) &&
              manifest_file(c->dir, c->manifest, "values", &values, &c->err) &&
              bundle_numbers(text_string(&values), &c->taken, &c->err);
    for (int i = 0, from = 0; i < c->taken.n && ok; i++)
        if (!c->taken.v[i]) {
            ok = take(c, r, m, c->taken.v + from, i - from, &texts);
            from = i + 1;
        }
    if (ok && (*texts || !c->solutions || c->taken.v[c->taken.n - 1]))
        ok = text_error(&c->err, "There are not as many solutions as values.");
    ok = ok && all_differ(c, m);
    model_free(m);
    text_release(&values);
    return ok;
}

static bool check_solution(struct checker *c, const struct request *r)
{
    struct text text = {0};
    bool ok = true;
    if (c->kind == CLAIM_NONE) {
        if (field(c, "solution")) ok = text_error(&c->err, "A solution is here where there is to be none.");
        return ok;
    }
    ok = manifest_file(c->dir, c->manifest, "solution", &text, &c->err);
    if (ok && text.n != strlen(text_string(&text))) ok = text_error(&c->err, "The solution holds a zero byte.");
    ok = ok && (c->kind == CLAIM_ALL ? check_all(c, r, text_string(&text)) : recount(c, r, text_string(&text)));
    if (ok && c->kind == CLAIM_ALL)
        text_add(&c->report, "  solutions  %lld, all different, each recounted from the rules\n",
                 (long long)c->solutions);
    else if (ok)
        text_put(&c->report, "  solution   recounted from the rules\n");
    text_release(&text);
    return ok;
}

/* ---- what is left out -------------------------------------------------------------------------------------------------- */

static bool check_parity(struct checker *c, const struct request *r)
{
    struct text text = {0};
    bool odd, ok, refutes = c->kind == CLAIM_NONE;
    if (!field(c, "parity")) return true;
    ok = manifest_file(c->dir, c->manifest, "parity", &text, &c->err) &&
         bundle_numbers(text_string(&text), &c->parity, &c->err);
    if (ok && (c->kind == CLAIM_ALL || c->kind == CLAIM_SOLUTION || !c->parity.n))
        ok = text_error(&c->err, "A parity certificate has no place here.");
    struct model *m = model_new();
    search_pose(&r->question, INT64_MAX, m);
    ok = ok && parity_sum_check(m, refutes, &c->parity, &odd, &c->err);
    if (ok)
        text_add(&c->report, "  parity     %d equations of the model add up to %s over GF(2)\n", c->parity.n,
                 refutes ? "a contradiction" : "the parity of the figure");
    model_free(m);
    text_release(&text);
    return ok;
}

static bool is_empty(const struct cnf_buffer *formula)
{
    const lit *c;
    for (int64_t i = 0; i < formula->cnf.made.clauses; i++)
        if (!cnf_buffer_clause(formula, (int)i, &c)) return true;
    return false;
}

/* The formula of the bundle is the one that this question has. */
static bool same_formula(struct checker *c, const struct request *r, const json_t *part, struct cnf_buffer *formula)
{
    struct target target = {c->kind, c->figure, c->parity.n ? &c->parity : NULL, c->taken.n ? &c->taken : NULL};
    struct text text = {0}, why = {0};
    struct cnf_buffer ours;
    struct model *m = model_new();
    const char *name = json_string_value(json_object_get(part, "formula"));
    int64_t most, bound;
    struct form form = {0};
    cnf_buffer_init(&ours, 0);
    job_report(c->job, "comparing the formula", 0);
    bool ok = manifest_file(c->dir, part, "formula", &text, &c->err) &&
              dimacs_read(text_string(&text), name, formula, &c->err) &&
              bundle_pose(&r->question, &target, m, &most, &bound, &c->err) &&
              bundle_form(r, m, most, &form, &c->err) &&
              lower_bounded(form.m, &r->question.choices.policy, form.most, &ours.cnf, NULL, &c->err);
    if (ok && text.n != strlen(text.s)) ok = text_error(&c->err, "%s holds a zero byte.", name);
    if (ok && !dimacs_same(formula, &ours, &why))
        ok = text_error(&c->err,
                        "%s is not the formula that loophole " VERSION " makes of the question (it was made by %s). %s",
                        name, json_string_value(field(c, "made_by")), text_string(&why));
    ok = ok && number_is(c, part, "bound", most < INT64_MAX && model_objective(m), bound);
    if (ok) {
        text_add(&c->report, "  %s: %lld clauses, the same as are made anew of the instance; formulation %s", name,
                 (long long)formula->cnf.made.clauses, r->formulation->name);
        if (most < INT64_MAX) text_add(&c->report, ", %lld %s or better", (long long)bound, model_objective(m)->name);
        text_char(&c->report, '\n');
        if (is_empty(formula))
            text_put(
                &c->report,
                "             it holds the empty clause: the arithmetic of its normal form refutes the question\n");
        const char *rests = puzzle_rests(r->formulation, r->instance);
        if (rests) text_add(&c->report, "             which rests on %s\n", rests);
        if (form.reduction)
            text_add(&c->report, "             in its kernel form over GF(2), of dimension %d, eliminated twice\n",
                     form.pass.kernel->dimension);
        if (bundle_leaves_images(r)) text_put(&c->report, "             which leaves mirror images out\n");
        int rows;
        if (rests && c->kind == CLAIM_BEST && bundle_parity(&r->question, &rows))
            text_add(&c->report,
                     "             %d equations of the plain model add up to the parity of the figure over GF(2)\n",
                     rows);
    }
    cnf_buffer_release(&ours);
    bundle_form_release(&form);
    model_free(m);
    text_release(&text);
    text_release(&why);
    return ok;
}

static bool proof_holds(struct checker *c, const json_t *part, const struct cnf_buffer *formula)
{
    struct text proof = {0}, why = {0};
    if (!manifest_file(c->dir, part, "proof", &proof, &c->err)) return false;
    const char *name = json_string_value(json_object_get(part, "proof"));
    double start = clock_cpu();
    struct drat d = drat_of(formula, &proof, c->job);
    job_report(c->job, "checking the proof", 0);
    bool ok = drat_check(&d, &why);
    if (d.stopped) text_error(&why, "The check was stopped.");
    if (ok)
        text_add(&c->report, "  %s: refutes it; %lld clauses added, %lld of them needed, %.2f s CPU\n", name,
                 (long long)d.added, (long long)d.needed, clock_cpu() - start);
    else
        text_error(&c->err, "%s: %s", name, text_string(&why));
    text_release(&why);
    text_release(&proof);
    return ok;
}

static bool check_part(struct checker *c, const json_t *part)
{
    static const char *const known[] = {"formula",       "proof",         "choices", "prover",
                                        "prove_seconds", "check_seconds", "bound",   NULL};
    struct request r;
    struct cnf_buffer formula;
    if (!only_fields(c, part, known)) return false;
    cnf_buffer_init(&formula, 0);
    bool ok = bundle_request(&r, c->dir, json_object_get(part, "choices"));
    if (!ok) text_error(&c->err, "The choices of a formula cannot be read.");
    const char *named = ok ? options_get(&r.options, "formulation") : NULL;
    bool other = named && strcmp(named, r.formulation->name) != 0; /* it does not apply */
    /* Values and parity rows are about one model. */
    if (ok && (other || r.formulation != c->asked->formulation ||
               option_is_yes(r.question.choices.break_symmetry, true) !=
                   option_is_yes(c->asked->question.choices.break_symmetry, true)))
        ok = text_error(&c->err,
                        "The formulas of a bundle are made of one model, which the manifest's own choices name.");
    ok = ok && same_formula(c, &r, part, &formula) && proof_holds(c, part, &formula);
    cnf_buffer_release(&formula);
    request_release(&r);
    return ok;
}

static bool check_refutations(struct checker *c)
{
    const json_t *parts = field(c, "refutations");
    bool ok = true, needed = c->kind != CLAIM_SOLUTION && !(c->kind == CLAIM_NONE && c->parity.n);
    if (needed && !json_array_size(parts)) return text_error(&c->err, "There is no refutation in the manifest.");
    for (size_t i = 0; i < json_array_size(parts) && ok; i++) ok = check_part(c, json_array_get(parts, i));
    return ok;
}

/* ---- the command ------------------------------------------------------------------------------------------------------------ */

static bool check_claim(struct checker *c, const struct request *r)
{
    const char *told = json_string_value(field(c, "claim"));
    bundle_claim(r, c->kind, c->figure, c->solutions, &c->claim);
    return (told && !strcmp(told, text_string(&c->claim))) ||
           text_error(&c->err, "The manifest claims something else than '%s'.", text_string(&c->claim));
}

/* What is left: the rest of the claim. */
static bool check_rest(struct checker *c, const struct request *r)
{
    json_t *rests = bundle_rests(r, json_array_size(field(c, "refutations")));
    bool ok = number_is(c, c->manifest, "solutions", c->kind == CLAIM_ALL, c->solutions) &&
              number_is(c, c->manifest, "figure", c->has_figure && c->kind != CLAIM_NONE, c->figure) &&
              (!field(c, "values") || c->kind == CLAIM_ALL ||
               text_error(&c->err, "The manifest's field 'values' has no place in this claim.")) &&
              (json_equal(rests, field(c, "rests_on")) ||
               text_error(&c->err, "The manifest says that the claim rests on something else than it does."));
    json_decref(rests);
    return ok;
}

static bool names(const json_t *o, const char *field, const char *file)
{
    const char *named = json_string_value(json_object_get(o, field));
    return named && !strcmp(named, file);
}

/* No file of the directory is superfluous: each is one of those that every bundle has, or that a field names. */
static bool check_files(struct checker *c)
{
    static const char *const fields[] = {"solution", "values", "parity"}, *const of_part[] = {"formula", "proof"};
    const json_t *parts = field(c, "refutations");
    const char *file;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)field(c, "files"), file, value)
    {
        bool used = !strcmp(file, "instance.txt") || !strcmp(file, "README");
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) used = used || names(c->manifest, fields[i], file);
        for (size_t i = 0; i < json_array_size(parts); i++)
            for (size_t k = 0; k < sizeof of_part / sizeof *of_part; k++)
                used = used || names(json_array_get(parts, i), of_part[k], file);
        if (!used) return text_error(&c->err, "The file %s is superfluous: nothing in the claim uses it.", file);
    }
    return true;
}

static bool check_bundle(struct checker *c)
{
    struct request r = {0};
    job_report(c->job, "comparing the hashes", 0);
    c->manifest = manifest_read(c->dir, &c->err);
    job_report(c->job, "recounting and posing", 0);
    bool ok = c->manifest && check_fields(c) && check_files(c) && read_kind(c);
    if (ok && !bundle_request(&r, c->dir, field(c, "choices")))
        ok = text_error(&c->err, "The question in instance.txt cannot be read.");
    c->asked = &r;
    struct objective o;
    c->has_figure = ok && problem_objective(&r.question, &o);
    ok = ok && check_solution(c, &r) && check_parity(c, &r) && check_refutations(c) && check_claim(c, &r) &&
         check_rest(c, &r);
    c->asked = NULL;
    request_release(&r);
    return ok;
}

static void checker_release(struct checker *c)
{
    json_decref(c->manifest);
    lits_release(&c->parity);
    lits_release(&c->taken);
    text_release(&c->report);
    text_release(&c->claim);
    text_release(&c->err);
}

bool check_directory(const char *dir, struct job *job, struct text *err)
{
    struct checker c = {.dir = dir, .job = job};
    bool ok = check_bundle(&c) || text_error(err, "%s", text_string(&c.err));
    checker_release(&c);
    return ok;
}

static int check(const struct options *o, char **operand, int operands, struct job *job)
{
    struct checker c = {.job = job};
    int status = EXIT_DONE;
    if (operands != 1)
        return complain(EXIT_USAGE, "Name one directory that certify or conquer made, as in 'loophole check DIR'.");
    c.dir = *operand;
    progress_start(&c.told, false, false);
    telling_job(&c.told, job);
    bool ok = check_bundle(&c);
    progress_end(&c.told);
    if (ok)
        telling_print("%s\nProved:\n%s", text_string(&c.claim), text_string(&c.report));
    else
        status = complain(EXIT_NO, "%s: not proved. %s", c.dir, text_string(&c.err));
    checker_release(&c);
    return status;
}

/* The directory comes first, as it says what is asked. */
static int run(const struct command *self, int argc, char **argv)
{
    static const struct command bundle = {
        .name = "check", .takes = TAKES_INTERRUPTS | TAKES_LIMITS, .loss = CHECK_LOSS, .given = check};
    return argc && conquest_is(argv[0]) ? conquest_check(argc, argv) : arguments_run(&bundle, argc, argv);
}

const struct command command_check = {
    .name = "check",
    .usage = "DIR [--time-limit S] [--memory-limit MB]",
    .about = "check such a bundle, trusting no solver",
    .takes = TAKES_INTERRUPTS | TAKES_LIMITS,
    .run = run,
};
