#include "base/clock.h"
#include "base/file.h"
#include "certificate/certificate_inside.h"
#include "proof/dimacs.h"
#include "proof/drat.h"
#include "proof/parity_sum.h"

#include <stdlib.h>
#include <string.h>

/* A certificate with one problem and its refutations, while it is checked. */
struct checker {
    struct checking base;
    json_t *manifest;
    struct stated_problem stated; /* by the manifest's own choices */
    enum claim_kind kind;
    bool has_objective; /* the problem has an objective */
    int64_t objective_value, solutions;
    struct lits parity, taken;
};

static const json_t *field(const struct checker *c, const char *name) { return json_object_get(c->manifest, name); }

/* Every field of a manifest is checked, but for hearsay, which says how the certificate was made
 * and claims nothing: made_by, command, prover, prove_seconds, check_seconds. There are no others. */
static bool only_fields(struct checker *c, const json_t *o, const char *const *known)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)o, name, value)
    {
        int i = 0;
        while (known[i] && strcmp(known[i], name) != 0) i++;
        if (!known[i])
            return text_error(c->base.err, "The manifest has a field '%.40s', which no certificate has.", name);
    }
    return json_is_object(o) || text_error(c->base.err, "The manifest is damaged: a list where fields are expected.");
}

/* A number that is there where it belongs, and only there. */
static bool number_is(struct checker *c, const json_t *o, const char *name, bool belongs, int64_t n)
{
    const json_t *there = json_object_get(o, name);
    if (belongs ? json_is_integer(there) && json_integer_value(there) == n : !there) return true;
    if (!belongs) return text_error(c->base.err, "The manifest's field '%s' has no place in this claim.", name);
    return text_error(c->base.err, "The manifest's field '%s' is not %lld, as follows from the question.", name,
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
        if (!strcmp(kind, certificate_kinds[i])) {
            c->kind = (enum claim_kind)i;
            c->objective_value = json_integer_value(field(c, "figure"));
            return true;
        }
    return text_error(c->base.err, "The manifest does not say what kind of claim it makes.");
}

/* ---- solutions ------------------------------------------------------------------------------------------------- */

/* Numbers, each ended by a blank or a line's end. */
static bool read_numbers(const char *text, struct lits *out, struct text *err)
{
    for (const char *s = text; *s;) {
        char digits[16];
        size_t n = strcspn(s, " \n");
        int64_t v;
        if (n && n < sizeof digits) {
            memcpy(digits, s, n);
            digits[n] = '\0';
        }
        if (!n || n >= sizeof digits || !number_parse(digits, &v) || v < -INT32_MAX || v > INT32_MAX || !s[n])
            return text_error(err, "A list of numbers is damaged.");
        lits_push(out, (lit)v);
        s += n + 1;
    }
    return true;
}

static bool recount(struct checker *c, const struct problem *q, const char *solution)
{
    struct text why = {0};
    int64_t objective_value = 0;
    bool ok = q->puzzle->verify(q->instance, solution, &objective_value, &why);
    if (!ok) text_error(c->base.err, "The solution is wrong: %s", text_string(&why));
    if (ok && c->has_objective && objective_value != c->objective_value)
        ok = text_error(c->base.err, "The solution has %lld %s, not the %lld that are claimed.",
                        (long long)objective_value, q->puzzle->unit, (long long)c->objective_value);
    text_release(&why);
    return ok;
}

/* One of all solutions, by its values: they obey the model, their text is the next of `texts` and obeys the rules. */
static bool take(struct checker *c, const struct problem *q, const struct model *m, const lit *x, int n,
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
        text_error(c->base.err, "The values of solution %lld are not those of the model.", (long long)c->solutions + 1);
    if (ok && !model_holds(m, values, &why)) ok = text_error(c->base.err, "%s", text_string(&why));
    if (ok) formulation_decode(q->formulation, q->instance, m, values, &text);
    ok = ok && recount(c, q, text_string(&text));
    text_char(&text, '\n');
    if (ok && strncmp(*texts, text.s, text.n) != 0)
        ok = text_error(c->base.err, "Solution %lld is not the one that its values say.", (long long)c->solutions + 1);
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
        if (!by_values(&list[i - 1], &list[i])) ok = text_error(c->base.err, "A solution is listed twice.");
    mem_free(list);
    lits_release(&own);
    return ok;
}

static bool check_all(struct checker *c, const struct problem *q, const char *texts)
{
    /* The model of the formula: with a bound a formulation may have other variables. */
    struct target target = {.kind = CLAIM_ALL, .objective_value = c->objective_value};
    struct text values = {0};
    struct model *m = model_new();
    int64_t most, objective_value;
    bool ok = certificate_build(q, &target, m, &most, &objective_value, c->base.err) &&
              manifest_file(c->base.dir, c->manifest, "values", &values, c->base.err) &&
              read_numbers(text_string(&values), &c->taken, c->base.err);
    for (int i = 0, from = 0; i < c->taken.n && ok; i++)
        if (!c->taken.v[i]) {
            ok = take(c, q, m, c->taken.v + from, i - from, &texts);
            from = i + 1;
        }
    if (ok && (*texts || !c->solutions || c->taken.v[c->taken.n - 1]))
        ok = text_error(c->base.err, "There are not as many solutions as values.");
    ok = ok && all_differ(c, m);
    model_free(m);
    text_release(&values);
    return ok;
}

static bool check_solution(struct checker *c, const struct problem *q)
{
    struct text text = {0};
    bool ok = true;
    if (c->kind == CLAIM_NONE) {
        if (field(c, "solution")) ok = text_error(c->base.err, "A solution is here where there is to be none.");
        return ok;
    }
    ok = manifest_file(c->base.dir, c->manifest, "solution", &text, c->base.err);
    if (ok && text.n != strlen(text_string(&text))) ok = text_error(c->base.err, "The solution holds a zero byte.");
    ok = ok && (c->kind == CLAIM_ALL ? check_all(c, q, text_string(&text)) : recount(c, q, text_string(&text)));
    if (ok && c->kind == CLAIM_ALL)
        text_add(c->base.report, "  solutions  %lld, all different, each recounted from the rules\n",
                 (long long)c->solutions);
    else if (ok)
        text_put(c->base.report, "  solution   recounted from the rules\n");
    text_release(&text);
    return ok;
}

/* ---- what is left out ------------------------------------------------------------------------------------------ */

static bool check_parity(struct checker *c, const struct problem *q)
{
    struct text text = {0};
    bool odd, ok, refutes = c->kind == CLAIM_NONE;
    if (!field(c, "parity")) return true;
    ok = manifest_file(c->base.dir, c->manifest, "parity", &text, c->base.err) &&
         read_numbers(text_string(&text), &c->parity, c->base.err);
    if (ok && (c->kind == CLAIM_ALL || c->kind == CLAIM_SOLUTION || !c->parity.n))
        ok = text_error(c->base.err, "A parity certificate has no place here.");
    struct model *m = model_new();
    search_build(q, INT64_MAX, m);
    ok = ok && parity_sum_check(m, refutes, &c->parity, &odd, c->base.err);
    if (ok)
        text_add(c->base.report, "  parity     %d equations of the model add up to %s over GF(2)\n", c->parity.n,
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

static void report_formula(struct checking *c, const struct problem *q, const struct model *m, int64_t most,
                           const char *name, const struct form *form, const struct cnf_buffer *formula)
{
    const struct objective *o = model_objective(m);
    const char *theorems = puzzle_theorems(q->formulation, q->instance);
    text_add(c->report, "  %s: %lld clauses, the same as are made anew of the instance; formulation %s", name,
             (long long)formula->cnf.made.clauses, q->formulation->name);
    if (most < INT64_MAX && o)
        text_add(c->report, ", %lld %s or better", (long long)certificate_objective(o, most), o->name);
    text_char(c->report, '\n');
    if (is_empty(formula))
        text_put(c->report,
                 "             it holds the empty clause: the arithmetic of its normal form refutes the question\n");
    if (theorems) text_add(c->report, "             which rests on %s\n", theorems);
    if (form->reduction)
        text_add(c->report, "             in its kernel form over GF(2), of dimension %d, eliminated twice\n",
                 form->pass.kernel->dimension);
    if (certificate_leaves_images(q)) text_put(c->report, "             which leaves mirror images out\n");
}

bool certificate_same(struct checking *c, const struct problem *q, struct model *m, int64_t most, const char *name,
                      const struct text *theirs, struct cnf_buffer *formula)
{
    struct text why = {0};
    struct cnf_buffer read;
    struct form form = {0};
    cnf_buffer_init(&read, 0);
    job_report(c->job, "comparing the formula", 0);
    bool ok = dimacs_read(text_string(theirs), name, &read, c->err) && certificate_form(q, m, most, &form, c->err) &&
              lower_bounded(form.m, &q->choices.policy, form.most, &formula->cnf, NULL, c->err);
    if (ok && theirs->n != strlen(text_string(theirs))) ok = text_error(c->err, "%s holds a zero byte.", name);
    if (ok && !dimacs_same(&read, formula, &why))
        ok = text_error(c->err, "%s is not the formula that loophole " VERSION " makes of the question%s%s%s. %s", name,
                        c->made_by ? " (it was made by " : "", c->made_by ? c->made_by : "", c->made_by ? ")" : "",
                        text_string(&why));
    if (ok) report_formula(c, q, m, most, name, &form, formula);
    cnf_buffer_release(&read);
    certificate_form_release(&form);
    text_release(&why);
    return ok;
}

bool certificate_refuted(struct checking *c, struct job *job, const struct cnf_buffer *formula, const char *name,
                         struct text *proof, int64_t *added, int64_t *needed)
{
    struct text why = {0};
    struct drat d = drat_of(formula, proof, job);
    job_report(job, "checking the proof", 0);
    bool ok = drat_check(&d, &why);
    if (d.stopped) text_error(&why, "The check was stopped.");
    if (!ok) text_error(c->err, "%s: %s", name, text_string(&why));
    *added += d.added;
    *needed += d.needed;
    text_release(&why);
    return ok;
}

/* Is the formula of this refutation the one that the problem has? *formula: as it is made here. */
static bool same_formula(struct checker *c, const struct problem *q, const json_t *part, struct cnf_buffer *formula)
{
    struct target target = {c->kind, c->objective_value, c->parity.n ? &c->parity : NULL,
                            c->taken.n ? &c->taken : NULL};
    const char *name = json_string_value(json_object_get(part, "formula"));
    struct text text = {0};
    struct model *m = model_new();
    int64_t most, bound;
    int rows;
    bool ok = manifest_file(c->base.dir, part, "formula", &text, c->base.err) &&
              certificate_build(q, &target, m, &most, &bound, c->base.err) &&
              certificate_same(&c->base, q, m, most, name, &text, formula) &&
              number_is(c, part, "bound", most < INT64_MAX && model_objective(m), bound);
    if (ok && puzzle_theorems(q->formulation, q->instance) && c->kind == CLAIM_BEST && certificate_parity(q, &rows))
        text_add(c->base.report,
                 "             %d equations of the plain model add up to the parity of the figure over GF(2)\n", rows);
    model_free(m);
    text_release(&text);
    return ok;
}

static bool proof_holds(struct checker *c, const json_t *part, const struct cnf_buffer *formula)
{
    const char *name = json_string_value(json_object_get(part, "proof"));
    struct text proof = {0};
    int64_t added = 0, needed = 0;
    double start = clock_cpu();
    bool ok = manifest_file(c->base.dir, part, "proof", &proof, c->base.err) &&
              certificate_refuted(&c->base, c->base.job, formula, name, &proof, &added, &needed);
    if (ok)
        text_add(c->base.report, "  %s: refutes it; %lld clauses added, %lld of them needed, %.2f s CPU\n", name,
                 (long long)added, (long long)needed, clock_cpu() - start);
    text_release(&proof);
    return ok;
}

/* The problem in instance.txt, with these choices. */
static bool read_problem(struct checker *c, const json_t *choices, struct stated_problem *p)
{
    struct text path = {0}, text = {0}, why = {0};
    struct options o = {0};
    text_add(&path, "%s/instance.txt", c->base.dir);
    bool ok = certificate_choices(choices, &o, &why) && file_read_unpacked(path.s, &file_cap_formula, &text, &why) &&
              problem_read(p, path.s, text_string(&text), &o, &why);
    p->problem.job = c->base.job;
    if (!ok) text_error(c->base.err, "The question in instance.txt cannot be read. %s", text_string(&why));
    options_release(&o);
    text_release(&path);
    text_release(&text);
    text_release(&why);
    return ok;
}

static bool check_part(struct checker *c, const json_t *part)
{
    static const char *const known[] = {"formula",       "proof",         "choices", "prover",
                                        "prove_seconds", "check_seconds", "bound",   NULL};
    const struct problem *asked = &c->stated.problem;
    struct stated_problem p = {0};
    struct cnf_buffer formula;
    if (!only_fields(c, part, known)) return false;
    cnf_buffer_init(&formula, 0);
    bool ok = read_problem(c, json_object_get(part, "choices"), &p);
    const struct problem *q = &p.problem;
    const char *named = ok ? q->choices.formulation : NULL;
    bool other = named && strcmp(named, q->formulation->name) != 0; /* it does not apply */
    /* Values and parity rows are about one model. */
    if (ok && (other || q->formulation != asked->formulation ||
               option_is_yes(q->choices.break_symmetry, true) != option_is_yes(asked->choices.break_symmetry, true)))
        ok = text_error(c->base.err,
                        "The formulas of a certificate are made of one model, which the manifest's own choices name.");
    ok = ok && same_formula(c, q, part, &formula) && proof_holds(c, part, &formula);
    cnf_buffer_release(&formula);
    problem_release(&p);
    return ok;
}

static bool check_refutations(struct checker *c)
{
    const json_t *parts = field(c, "refutations");
    bool ok = true, needed = c->kind != CLAIM_SOLUTION && !(c->kind == CLAIM_NONE && c->parity.n);
    if (needed && !json_array_size(parts)) return text_error(c->base.err, "There is no refutation in the manifest.");
    for (size_t i = 0; i < json_array_size(parts) && ok; i++) ok = check_part(c, json_array_get(parts, i));
    return ok;
}

/* ---- all of it ------------------------------------------------------------------------------------------------- */

static bool check_claim(struct checker *c)
{
    const char *told = json_string_value(field(c, "claim"));
    certificate_claim(&c->stated, c->kind, c->objective_value, c->solutions, c->base.claim);
    return (told && !strcmp(told, text_string(c->base.claim))) ||
           text_error(c->base.err, "The manifest claims something else than '%s'.", text_string(c->base.claim));
}

/* What is left: the rest of the claim. */
static bool check_rest(struct checker *c)
{
    json_t *evidence = certificate_evidence(&c->stated.problem, json_array_size(field(c, "refutations")));
    bool ok = number_is(c, c->manifest, "solutions", c->kind == CLAIM_ALL, c->solutions) &&
              number_is(c, c->manifest, "figure", c->has_objective && c->kind != CLAIM_NONE, c->objective_value) &&
              (!field(c, "values") || c->kind == CLAIM_ALL ||
               text_error(c->base.err, "The manifest's field 'values' has no place in this claim.")) &&
              (json_equal(evidence, field(c, "rests_on")) ||
               text_error(c->base.err, "The manifest says that the claim rests on something else than it does."));
    json_decref(evidence);
    return ok;
}

static bool names(const json_t *o, const char *field, const char *file)
{
    const char *named = json_string_value(json_object_get(o, field));
    return named && !strcmp(named, file);
}

/* No file of the directory is superfluous: each is one of those that every certificate has, or that a field names. */
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
        if (!used) return text_error(c->base.err, "The file %s is superfluous: nothing in the claim uses it.", file);
    }
    return true;
}

static bool check_manifest(struct checker *c)
{
    const struct problem *q = &c->stated.problem;
    struct objective o;
    job_report(c->base.job, "comparing the hashes", 0);
    c->manifest = manifest_read(c->base.dir, c->base.err);
    job_report(c->base.job, "recounting and posing", 0);
    if (!c->manifest || !check_fields(c) || !check_files(c) || !read_kind(c)) return false;
    c->base.made_by = json_string_value(field(c, "made_by"));
    if (!read_problem(c, field(c, "choices"), &c->stated)) return false;
    c->has_objective = problem_objective(q, &o);
    return check_solution(c, q) && check_parity(c, q) && check_refutations(c) && check_claim(c) && check_rest(c);
}

bool certificate_check(const char *dir, struct job *job, struct text *claim, struct text *report, struct text *err)
{
    struct checker c = {.base = {dir, job, claim, report, err}};
    if (certificate_of_cubes(dir)) return certificate_check_cubes(&c.base);
    bool ok = check_manifest(&c);
    json_decref(c.manifest);
    problem_release(&c.stated);
    lits_release(&c.parity);
    lits_release(&c.taken);
    return ok;
}
