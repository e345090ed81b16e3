#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "certificate/certificate_inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- the manifest ---------------------------------------------------------------------------- */

static bool read_kind(struct checker *k, const json_t *o)
{
    const char *kind = json_string_value(json_object_get(o, "kind"));
    for (int i = 0; i < CLAIM_KINDS && kind; i++)
        if (!strcmp(kind, certificate_kinds[i])) {
            k->c.kind = (enum claim_kind)i;
            k->c.objective_value = json_integer_value(json_object_get(o, "objective_value"));
            return true;
        }
    return text_error(k->err, "The manifest does not name a kind of claim.");
}

static const json_t *refutation_of(const json_t *o) { return json_array_get(json_object_get(o, "refutations"), 0); }

/* Reads the options that shape a formula, {"formulation": "monomino", ...}. Any other option is an
 * error. */
static bool read_choices(const json_t *object, struct options *choices, struct text *err)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        const struct option *o = options_find(choices_options, name);
        const char *word = json_string_value(value);
        if (!o || !(o->flags & (OPTION_SHAPES | OPTION_CERTIFIED)) || !word)
            return text_error(err, "The manifest has the option '%.40s', which does not affect the formula.", name);
        if (!options_set(choices, o, word, err)) return false;
    }
    return true;
}

/* Reads the problem from instance.txt, with the manifest's options. */
static bool certificate_check_read_problem(struct checker *k, const json_t *o)
{
    struct stated_problem *p = &k->c.stated;
    SCOPED(text) path = {0}, text = {0}, why = {0};
    SCOPED(options) choices = {0};
    text_add(&path, "%s/instance.txt", k->dir);
    bool ok = read_choices(json_object_get(o, "choices"), &choices, &why) &&
              file_read(path.s, &file_cap_formula, &text, &why) &&
              problem_read(p, path.s, text_string(&text), &choices, &why);
    if (!ok) text_error(k->err, "The problem in instance.txt cannot be read. %s", text_string(&why));
    struct encoding *cut = &p->problem.choices.policy.by_kind[XOR];
    if (ok && !cut->encoder && k->made_by && problem_cuts_by_four(k->made_by)) encoder_parse(XOR, "cut:4", cut, &why);
    const char *named = ok ? p->problem.choices.formulation : NULL;
    if (named && strcmp(named, p->problem.formulation->name) != 0)
        ok = text_error(k->err, "The formulation %s does not apply to the instance.", named);
    return ok && certificate_begin(&k->c, k->job, k->err);
}

/* Fields that name files, and fields that state how the certificate was made, which are not part of
 * the claim. */
static const char *const file_fields[] = {"solution", "values", "parity", "parity_proof",
                                          "formula",  "lazy",   "proof",  NULL};
static const char *const made_fields[] = {"made_by", "command", "files", "sha256", NULL};
static const char *const proved_fields[] = {"proof_program", "proof_seconds", "check_seconds", "instead", NULL};

/* Compares a manifest with the expected one, except for the fields in `made` and for files, which
 * may be compressed. Returns false with a message on a difference. */
static bool matches(json_t *expected, const json_t *found, const char *const *made, struct text *err)
{
    const char *name;
    json_t *value;
    for (; *made; made++)
        if ((value = json_object_get(found, *made))) json_put(expected, *made, json_incref(value));
    for (const char *const *field = file_fields; *field; field++) {
        const char *plain = json_string_value(json_object_get(expected, *field));
        const char *file = json_string_value(value = json_object_get(found, *field));
        if (plain && file && !strncmp(file, plain, strlen(plain)) && file[strlen(plain)] == '.')
            json_put(expected, *field, json_incref(value));
    }
    json_object_foreach((json_t *)(uintptr_t)found, name, value) if (
        !json_object_get(
            expected,
            name)) return text_error(err, "The manifest's field '%.40s' does not belong to this kind of claim.", name);
    json_object_foreach(expected, name, value) if (!json_equal(value, json_object_get(found, name))) return text_error(
        err, "The manifest's field '%s' does not follow from the problem.", name);
    return true;
}

static bool certificate_check_names(const json_t *o, const char *file)
{
    for (const char *const *field = file_fields; *field; field++) {
        const char *named = json_string_value(json_object_get(o, *field));
        if (named && !strcmp(named, file)) return true;
    }
    return false;
}

/* Compares the manifest with the one of the claim. Every file in the directory must be one that all
 * certificates have, or one that a field names. */
static bool check_manifest(struct checker *k, const json_t *found)
{
    json_t *expected = certificate_manifest(&k->c), *value;
    json_t *own_part = json_array_get(json_object_get(expected, "refutations"), 0);
    const json_t *part = refutation_of(found);
    const char *file;
    bool ok =
        (!own_part || matches(own_part, part, proved_fields, k->err)) && matches(expected, found, made_fields, k->err);
    json_object_foreach(json_object_get(found, "files"), file,
                        value) if (ok && strcmp(file, "instance.txt") != 0 && strcmp(file, "README") != 0 &&
                                   !certificate_check_names(found, file) && !certificate_check_names(part, file)) ok =
        text_error(k->err, "The file %s is superfluous: nothing in the claim uses it.", file);
    json_decref(expected);
    return ok;
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Reads numbers that end with a blank or a line end. */
static bool read_numbers(struct checker *k, const json_t *o, const char *field, struct lits *out)
{
    SCOPED(text) all = {0};
    bool ok = manifest_file(k->dir, o, field, &all, k->err);
    for (const char *s = text_string(&all); ok && *s; s++) {
        char *end;
        long v = strtol(s, &end, 10);
        ok = end > s && (*end == ' ' || *end == '\n') && v >= -INT32_MAX && v <= INT32_MAX;
        if (ok) lits_push(out, (lit)v);
        s = end;
    }
    if (!ok && !k->err->n) text_error(k->err, "The list of numbers in the file of '%s' is damaged.", field);
    return ok;
}

static bool verify_solution(struct checker *k, const char *solution)
{
    const struct problem *q = &k->c.stated.problem;
    SCOPED(text) why = {0};
    int64_t objective_value = 0;
    bool ok = q->puzzle->verify(q->instance, solution, &objective_value, &why);
    if (!ok) text_error(k->err, "The solution is wrong: %s", text_string(&why));
    if (ok && k->c.has_objective && objective_value != k->c.objective_value)
        ok = text_error(k->err, "The solution's objective value is %lld, not %lld as claimed.",
                        (long long)objective_value, (long long)k->c.objective_value);
    return ok;
}

/* Checks one of all solutions: its values satisfy the model, its text is the next of `texts` and
 * obeys the rules. */
static bool certificate_check_take(struct checker *k, const struct model *m, const lit *x, int n, const char **texts)
{
    const struct problem *q = &k->c.stated.problem;
    SCOPED(values) values = values_new(model_vars(m));
    SCOPED(text) why = {0};
    SCOPED(solution) solution = {0};
    struct text *text = &solution.text;
    long long number = k->c.solutions + 1;
    bool whole = n == values.n;
    for (int i = 0; i < n && whole; i++) {
        whole = lit_var(x[i]) == i + 1;
        if (whole) values.v[i + 1] = (signed char)lit_sign(x[i]);
    }
    if (!whole)
        return text_error(k->err, "Solution %lld does not have one value for each variable of the model.", number);
    if (!model_holds(m, values, &why)) return text_error(k->err, "%s", text_string(&why));
    solution_decode(q->puzzle, q->formulation, q->instance, m, values, &solution);
    if (!verify_solution(k, text_string(text))) return false;
    text_char(text, '\n');
    if (strncmp(*texts, text->s, text->n) != 0)
        return text_error(k->err, "Solution %lld differs from the solution that its values encode.", number);
    *texts += text->n;
    k->c.solutions++;
    return true;
}

static int by_values(const void *a, const void *b)
{
    const lit *x = *(const lit *const *)a, *y = *(const lit *const *)b;
    for (;; x++, y++)
        if (*x != *y || !*x) return (*x > *y) - (*x < *y);
}

/* Do the solutions differ pairwise in the solution variables? Removes the other variables first. */
static bool all_differ(struct checker *k, const struct model *m)
{
    SCOPED(lits) own = {0};
    const struct lits *taken = &k->c.taken;
    OWNED const lit **list = mem_new((size_t)k->c.solutions, sizeof *list);
    int n = 0;
    for (int i = 0; i < taken->n; i++)
        if (!taken->v[i] || model_is_solution(m, lit_var(taken->v[i]))) lits_push(&own, taken->v[i]);
    for (int i = 0, from = 0; i < own.n; i++) {
        if (own.v[i]) continue;
        list[n++] = own.v + from;
        from = i + 1;
    }
    qsort(list, (size_t)n, sizeof *list, by_values);
    for (int i = 1; i < n; i++)
        if (!by_values(&list[i - 1], &list[i])) return text_error(k->err, "A solution is listed twice.");
    return true;
}

static bool check_all(struct checker *k, const json_t *o, const char *texts)
{
    /* Use the model of the formula: with a bound, a formulation may have other variables. */
    SCOPED(model) *m = model_new();
    struct lits *all = &k->c.taken;
    if (!certificate_bound(&k->c, k->err) || !read_numbers(k, o, "values", all)) return false;
    search_build(&k->c.stated.problem, k->c.most, m);
    if (model_stopped(m)) return text_error(k->err, "Stopped while the model was built.");
    for (int i = 0, from = 0; i < all->n; i++) {
        if (all->v[i]) continue;
        if (!certificate_check_take(k, m, all->v + from, i - from, &texts)) return false;
        from = i + 1;
    }
    if (*texts || !k->c.solutions || all->v[all->n - 1])
        return text_error(k->err, "The number of solutions differs from the number of lines of values.");
    if (!all_differ(k, m)) return false;
    text_add(k->report, "  solutions  %lld, all different, each verified against the rules\n",
             (long long)k->c.solutions);
    return true;
}

static bool check_solution(struct checker *k, const json_t *o)
{
    SCOPED(text) text = {0};
    if (k->c.kind == CLAIM_NONE) return true;
    if (!manifest_file(k->dir, o, "solution", &text, k->err)) return false;
    const char *s = text_string(&text);
    if (text.n != strlen(s)) return text_error(k->err, "The solution contains a zero byte.");
    if (k->c.kind == CLAIM_ALL) return check_all(k, o, s);
    if (!verify_solution(k, s)) return false;
    text_put(k->report, "  solution   verified against the rules\n");
    return true;
}

/* ---- refutation ------------------------------------------------------------------------------ */

static bool check_parity(struct checker *k, const json_t *o)
{
    SCOPED(text) formula = {0}, proof = {0}, why = {0};
    const char *name = json_string_value(json_object_get(o, "parity_proof"));
    int64_t steps = 0;
    if (!json_object_get(o, "parity")) return true;
    if (!manifest_file(k->dir, o, "parity", &formula, k->err) ||
        !manifest_file(k->dir, o, "parity_proof", &proof, k->err))
        return false;
    k->c.parity = certificate_parity(&k->c, &formula, &proof, k->job, &steps, &why);
    if (!k->c.parity) return text_error(k->err, "%s: %s", name, text_string(&why));
    text_add(k->report, "  %s: %s, by cutting planes; %lld lines\n", name,
             k->c.kind == CLAIM_NONE ? "the rules contradict each other" : "the rules exclude the next objective value",
             (long long)steps);
    return true;
}

static void report_lazy(const struct checker *k, const char *list)
{
    if (list)
        text_add(k->report, "  %s: the last %d of these, lazy clauses, each checked against the rule of its row\n",
                 list, certificate_lazy_clauses(&k->c.lazy, k->c.lazy.n));
}

static bool check_refutation(struct checker *k, const json_t *part)
{
    const char *formula = json_string_value(json_object_get(part, "formula"));
    const char *proof = json_string_value(json_object_get(part, "proof"));
    SCOPED(text) text = {0};
    SCOPED(certificate_form) f = {0};
    int64_t added = 0, needed = 0;
    struct lits *lazy = json_object_get(part, "lazy") ? &k->c.lazy : NULL;
    if ((lazy && !read_numbers(k, part, "lazy", lazy)) || !manifest_file(k->dir, part, "formula", &text, k->err) ||
        !certificate_same(k, k->c.most, formula, &text, lazy, &f))
        return false;
    k->c.lazily = f.rows.n;
    report_lazy(k, json_string_value(json_object_get(part, "lazy")));
    text_release(&text);
    double start = clock_cpu();
    if (!manifest_file(k->dir, part, "proof", &text, k->err) ||
        !certificate_refuted(k, k->job, &f.clauses, proof, &text, &added, &needed))
        return false;
    text_add(k->report, "  %s: refutes it; %lld %s added, %lld of them needed, %.2f s CPU\n", proof, (long long)added,
             plural(added, "clause", "clauses"), (long long)needed, clock_cpu() - start);
    return true;
}

/* Checks a proof about the OPB file, which is the file of the instance or states the rows of its model. */
static bool check_sums(struct checker *k, const json_t *part)
{
    SCOPED(text) text = {0}, refutation = {0}, why = {0}, trusted = {0};
    SCOPED(certificate_form) f = {0};
    const char *ours = search_formula(&k->c.stated.problem);
    const char *formula = json_string_value(json_object_get(part, "formula"));
    const char *proof = json_string_value(json_object_get(part, "proof"));
    const char *list = json_string_value(json_object_get(part, "lazy"));
    int64_t steps = 0;
    double start = clock_cpu();
    if (!manifest_file(k->dir, part, "formula", &text, k->err)) return false;
    if (strlen(text_string(&text)) != text.n) return text_error(k->err, "%s holds a zero byte.", formula);
    k->c.rules = !ours || strcmp(text_string(&text), ours) != 0;
    k->c.sums = !k->c.rules;
    if (k->c.rules && ((list && !read_numbers(k, part, "lazy", &k->c.lazy)) ||
                       !certificate_rules(&k->c, false, INT64_MAX, &k->c.lazy, &f, k->err)))
        return false;
    k->c.lazily = list;
    k->c.kinds = k->c.rules ? certificate_rules_kinds(&f) : 0;
    if (!manifest_file(k->dir, part, "proof", &refutation, k->err)) return false;
    if (!certificate_sums(&k->c, k->c.rules ? &f : NULL, text_string(&text), &refutation, k->job, &steps, &why))
        return text_error(k->err, "%s: %s", proof, text_string(&why));
    if (k->c.rules)
        text_add(k->report, "  %s: the rules of the formulation %s, as OPB", formula,
                 k->c.stated.problem.formulation->name);
    else
        text_add(k->report, "  %s: the instance itself, as OPB", formula);
    certificate_trusted(&k->c, &trusted);
    if (trusted.n)
        text_add(k->report, "\n             you trust %s\n", trusted.s);
    else
        text_put(k->report, "; no encoder is trusted\n");
    certificate_report_formulation(k);
    report_lazy(k, list);
    text_add(k->report, "  %s: proves it by cutting planes; %lld lines, %.2f s CPU\n", proof, (long long)steps,
             clock_cpu() - start);
    return true;
}

/* ---- the check ------------------------------------------------------------------------------- */

#define CERTIFICATE(name) extern const struct certificate_class certificate_##name;
#include "extras/extra_list.h"

static const struct certificate_class *const classes[] = {
#define CERTIFICATE(name) &certificate_##name,
#include "extras/extra_list.h"
    NULL,
};

static bool check_claim(struct checker *k, const json_t *o)
{
    job_report(k->job, "verifying and rebuilding", 0);
    k->made_by = json_string_value(json_object_get(o, "made_by"));
    const char *proof = json_string_value(json_object_get(refutation_of(o), "proof"));
    if (proof && !strncmp(proof, "proof.pbp", strlen("proof.pbp"))) {
        k->c.sums = true;
        k->c.most = INT64_MAX;
        return read_kind(k, o) && certificate_check_read_problem(k, o) && check_solution(k, o) &&
               check_sums(k, refutation_of(o)) && check_manifest(k, o);
    }
    return read_kind(k, o) && certificate_check_read_problem(k, o) && check_solution(k, o) && check_parity(k, o) &&
           certificate_bound(&k->c, k->err) && (!certificate_refutes(&k->c) || check_refutation(k, refutation_of(o))) &&
           check_manifest(k, o);
}

bool certificate_check(const char *dir, struct job *job, struct text *claim, struct text *report, struct text *err)
{
    struct checker k = {.dir = dir, .job = job, .report = report, .err = err};
    bool ok;
    job_report(job, "comparing the hashes", 0);
    if (!*dir) return text_error(err, "The name of the certificate's directory is empty.");
    const struct certificate_class *const *class = classes;
    while (*class && !(*class)->holds(dir)) class ++;
    if (*class) {
        ok = (*class)->check(&k, claim);
    } else {
        json_t *o = manifest_read(dir, err);
        ok = o && check_claim(&k, o);
        if (ok) certificate_words(&k.c, claim);
        json_decref(o);
    }
    certificate_release(&k.c);
    return ok;
}
