#include "base/clock.h"
#include "base/file.h"
#include "certificate/certificate_inside.h"
#include "proof/drat.h"
#include "proof/parity_sum.h"
#include "proof/prover.h"

#include <string.h>

#define FORMULA "formula.cnf"
#define PROOF "proof.drat"

/* A certificate that is being made. */
struct certifying {
    const struct certificate_order *order;
    struct stated_problem again; /* the problem as the directory states it */
    struct job *job;
    enum claim_kind kind;
    bool has_objective, stopped;
    int64_t objective_value, solutions;
    struct text solution;
    struct text verdict;       /* on the search's answer: "proved", or whose claim it is */
    struct lits parity, taken; /* see struct target */
    json_t *manifest, *refutations;
    struct text *claim, *err;
};

/* It is stopped: false, with a sentence. */
static bool stopped(struct certifying *k)
{
    k->stopped = true;
    return text_error(k->err, "Stopped; the certificate is not complete.");
}

/* The search's answer is wrong, or ours: false, with a sentence that blames who claimed it. `but`:
 * a sentence, what is there instead. */
static bool contradicted(struct certifying *k, const char *but)
{
    if (strcmp(text_string(&k->verdict), "proved") != 0)
        return text_error(k->err, "The answer, %s, is wrong. %s", text_string(&k->verdict), but);
    return text_error(k->err, "Encoders or formulations disagree (please report this instance). %s", but);
}

static bool put(struct certifying *k, const char *name, const struct text *t)
{
    return file_write_in(k->order->dir, name, t, k->err);
}

/* ---- the problem, as the directory states it ------------------------------------------------------------------- */

/* Those of the problem's choices that shape the formula. */
static void add_choice(void *choices, const char *name, const char *value)
{
    struct text err = {0};
    const struct option *o = options_find(choices_options, name);
    if (o) options_set(choices, o, value, &err); /* the puzzle's own choices stand in the instance's file */
    text_release(&err);
}

/* The choices of the certificate: those, and what they leave open. */
static void choose(const struct problem *q, const struct options *given, struct options *choices)
{
    const struct formulation *f = puzzle_plain(q->puzzle, q->instance);
    options_each(given, OPTION_SHAPES, add_choice, choices);
    if (certificate_of_kernel(q)) add_choice(choices, "parity", "kernel");
    add_choice(choices, "formulation", (q->choices.formulation || !f ? q->formulation : f)->name);
    add_choice(choices, "break-symmetry", certificate_leaves_images(q) ? "yes" : "no");
}

static void put_choice(void *object, const char *name, const char *value)
{
    if (options_find(choices_options, name)) json_put(object, name, json_string(value));
}

static json_t *choices_json(const struct options *choices)
{
    json_t *o = json_object();
    options_each(choices, OPTION_SHAPES | OPTION_CERTIFIED, put_choice, o);
    return o;
}

/* Writes instance.txt as `-f` takes it, the puzzle, its words, its own options, and the text; and reads it back. */
static bool put_instance(struct certifying *k)
{
    const struct stated_problem *p = k->order->stated;
    struct options choices = {0};
    struct text t = {0};
    statement_line(&p->statement, &p->options, &t);
    text_char(&t, '\n');
    if (p->statement.text) text_put(&t, p->statement.text);
    choose(&p->problem, &p->options, &choices);
    bool ok = put(k, "instance.txt", &t) && problem_read(&k->again, "instance.txt", t.s, &choices, k->err);
    k->again.problem.job = k->job;
    options_release(&choices);
    text_release(&t);
    return ok;
}

/* ---- what the formula leaves out ------------------------------------------------------------------------------- */

static struct target target_of(const struct certifying *k)
{
    return (struct target){k->kind, k->objective_value, k->parity.n ? &k->parity : NULL, k->taken.n ? &k->taken : NULL};
}

/* Lines of so many numbers, or as far as the next 0. */
static bool put_numbers(struct certifying *k, const char *name, const struct lits *l, int line)
{
    struct text t = {0};
    for (int i = 0; i < l->n; i++) text_add(&t, "%d%c", l->v[i], (i + 1) % line && l->v[i] ? ' ' : '\n');
    if (t.n && t.s[t.n - 1] == ' ') t.s[t.n - 1] = '\n';
    bool ok = put(k, name, &t);
    text_release(&t);
    return ok;
}

/* Rows that say by their sum that there is no solution, or none of the next objective value. */
static bool add_parity(struct certifying *k)
{
    struct model *m = model_new();
    search_build(&k->again.problem, INT64_MAX, m);
    parity_sum_find(m, k->kind == CLAIM_NONE, &k->parity);
    model_free(m);
    if (!k->parity.n) return true;
    json_put(k->manifest, "parity", json_string("parity.txt"));
    return put_numbers(k, "parity.txt", &k->parity, 20);
}

/* Is the solution right, and no better than the best that was found? */
static bool as_good(struct certifying *k, const char *solution)
{
    const struct problem *q = &k->again.problem;
    struct text why = {0};
    int64_t objective_value = 0;
    bool ok = q->puzzle->verify(q->instance, solution, &objective_value, &why);
    if (ok && k->has_objective && objective_value != k->objective_value) {
        text_add(&why, "A solution has %lld %s, not %lld.", (long long)objective_value, q->puzzle->unit,
                 (long long)k->objective_value);
        ok = false;
    }
    if (!ok) contradicted(k, text_string(&why));
    text_release(&why);
    return ok;
}

/* All solutions of the model, of which the solver has the clauses: their texts and values. */
static bool enumerate(struct certifying *k, const struct model *m, struct solver *s)
{
    const struct problem *q = &k->again.problem;
    struct values values = {mem_new((size_t)model_vars(m) + 1, 1), model_vars(m)};
    struct lits block = {0};
    bool ok = true;
    while (ok) {
        enum solver_answer answer = solver_solve(s, k->err);
        if (answer == SOLVER_UNSAT) break;
        ok = answer == SOLVER_SAT || (answer == SOLVER_UNKNOWN && stopped(k));
        block.n = 0;
        for (int v = 1; v <= values.n && ok; v++) {
            values.v[v] = solver_value(s, v) > 0 ? 1 : -1;
            lits_push(&k->taken, values.v[v] * v);
            if (model_is_solution(m, v)) lits_push(&block, -values.v[v] * v);
        }
        if (!ok) break;
        lits_push(&k->taken, 0);
        size_t from = k->solution.n;
        formulation_decode(q->formulation, q->instance, m, values, &k->solution);
        ok = as_good(k, text_string(&k->solution) + from);
        text_char(&k->solution, '\n');
        k->solutions++;
        cnf_clause(solver_sink(s), block.v, block.n);
    }
    lits_release(&block);
    mem_free(values.v);
    return ok;
}

/* All solutions, by the certificate's own formulation. */
static bool add_all(struct certifying *k)
{
    const struct problem *q = &k->again.problem;
    struct model *m = model_new();
    struct solver *s = solver_open("cadical", "", 0, k->err);
    k->kind = CLAIM_ALL;
    text_clear(&k->solution);
    struct target target = target_of(k);
    int64_t most, objective_value;
    bool ok = s && certificate_build(q, &target, m, &most, &objective_value, k->err) &&
              lower_bounded(m, &q->choices.policy, most, solver_sink(s), NULL, k->err);
    job_report(k->job, "looking for all solutions", 0);
    if (s) solver_set_job(s, k->job);
    ok = ok && enumerate(k, m, s);
    model_free(m);
    solver_close(s);
    if (!ok) return false;
    if (!k->solutions) k->kind = CLAIM_NONE;
    if (!k->solutions) return true;
    json_put(k->manifest, "values", json_string("values.txt"));
    return put_numbers(k, "values.txt", &k->taken, INT32_MAX);
}

/* ---- the refutation -------------------------------------------------------------------------------------------- */

static bool prove(struct certifying *k, const struct cnf_buffer *formula, struct text *proof, double *seconds)
{
    const struct choices *asked = &k->order->stated->problem.choices;
    const char *refute = k->again.problem.formulation->refute;
    struct prover prover = {.formula = formula,
                            .command = k->order->prover,
                            .preset = asked->preset ? asked->preset
                                      : refute      ? refute
                                                    : "unsat",
                            .seed = asked->seed,
                            .job = k->job};
    double start = clock_cpu() + clock_cpu_children();
    job_report(k->job, "proving", 0);
    enum solver_answer answer = prover_run(&prover, proof, k->err);
    *seconds = clock_cpu() + clock_cpu_children() - start;
    if (answer == SOLVER_SAT) contradicted(k, FORMULA " has a solution.");
    if (answer == SOLVER_UNKNOWN) stopped(k);
    return answer == SOLVER_UNSAT;
}

/* Checks the proof, and keeps only the steps that were needed. */
static bool trim(struct certifying *k, const struct cnf_buffer *formula, struct text *proof, double *seconds)
{
    struct text left = {0};
    double start = clock_cpu();
    struct drat d = drat_of(formula, proof, k->job);
    d.trimmed = &left;
    job_report(k->job, "checking the proof", 0);
    bool ok = drat_check(&d, k->err);
    if (d.stopped) stopped(k);
    text_release(proof);
    *proof = left;
    *seconds = clock_cpu() - start;
    return ok;
}

/* Writes the formula that the target has, and its proof. */
static bool refute(struct certifying *k)
{
    const struct problem *q = &k->again.problem;
    struct target target = target_of(k);
    struct form form = {0};
    struct cnf_buffer formula;
    struct text proof = {0}, prover = {0};
    struct model *m = model_new();
    int64_t most, bound;
    double proving = 0, checking = 0;
    cnf_buffer_init(&formula, 0);
    bool ok = certificate_build(q, &target, m, &most, &bound, k->err) && certificate_form(q, m, most, &form, k->err) &&
              lower_bounded(form.m, &q->choices.policy, form.most, &formula.cnf, NULL, k->err) &&
              certificate_formula(&k->again, form.m, form.most, k->order->dir, FORMULA, k->err);
    certificate_form_release(&form);
    ok = ok && prove(k, &formula, &proof, &proving) && trim(k, &formula, &proof, &checking) && put(k, PROOF, &proof);
    if (k->order->prover)
        text_put(&prover, k->order->prover);
    else
        text_add(&prover, "CaDiCaL %s", solver_version("cadical"));
    json_t *o = json_object();
    json_put(o, "formula", json_string(FORMULA));
    json_put(o, "proof", json_string(PROOF));
    json_put(o, "choices", choices_json(&k->again.options));
    json_put(o, "prover", json_text(text_string(&prover)));
    json_put(o, "prove_seconds", json_real(proving));
    json_put(o, "check_seconds", json_real(checking));
    if (ok && model_objective(m) && most < INT64_MAX) json_put(o, "bound", json_integer(bound));
    json_push(k->refutations, o);
    text_release(&prover);
    text_release(&proof);
    cnf_buffer_release(&formula);
    model_free(m);
    return ok;
}

/* ---- all of it ------------------------------------------------------------------------------------------------- */

static void readme(const struct certifying *k, struct text *t)
{
    text_add(t,
             "%s\n\nThis directory proves it. Made by Loophole " VERSION
             "; `loophole check DIR` checks all of it again.\n\n"
             "With other tools:\n\n"
             "  instance.txt   the question\n",
             text_string(k->claim));
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

static void begin_manifest(struct certifying *k)
{
    json_t *command = k->order->command ? json_string(k->order->command) : NULL; /* NULL: a file's name is no UTF-8 */
    k->manifest = json_object();
    k->refutations = json_array();
    json_put(k->manifest, "bundle", json_integer(1));
    json_put(k->manifest, "made_by", json_string("loophole " VERSION));
    json_put(k->manifest, "command", command ? command : json_null());
    json_put(k->manifest, "choices", choices_json(&k->again.options));
}

static void end_manifest(struct certifying *k)
{
    bool refuted = json_array_size(k->refutations);
    json_put(k->manifest, "claim", json_string(text_string(k->claim)));
    json_put(k->manifest, "kind", json_string(certificate_kinds[k->kind]));
    if (k->solution.n) json_put(k->manifest, "solution", json_string("solution.txt"));
    if (k->has_objective && k->solution.n) json_put(k->manifest, "figure", json_integer(k->objective_value));
    if (k->kind == CLAIM_ALL) json_put(k->manifest, "solutions", json_integer(k->solutions));
    json_put(k->manifest, "refutations", json_incref(k->refutations));
    json_put(k->manifest, "rests_on", certificate_evidence(&k->again.problem, refuted));
}

/* Checks what was written, as `check` does. */
static bool holds(struct certifying *k)
{
    struct text why = {0}, claim = {0}, report = {0};
    job_report(k->job, "checking all of it", 0);
    bool ok = certificate_check(k->order->dir, k->job, &claim, &report, &why);
    if (!ok && job_over(k->job))
        stopped(k);
    else if (!ok)
        contradicted(k, text_string(&why));
    text_release(&why);
    text_release(&claim);
    text_release(&report);
    return ok;
}

static bool make(struct certifying *k)
{
    const struct problem *q = &k->again.problem;
    struct text t = {0};
    if (!put_instance(k)) return false;
    begin_manifest(k);
    bool ok = !k->order->all || k->kind == CLAIM_NONE || add_all(k);
    /* Where the formulation has theorems, the plain one says the parity, and check finds it. */
    if (k->kind == CLAIM_NONE || (k->kind == CLAIM_BEST && !puzzle_theorems(q->formulation, q->instance)))
        ok = ok && add_parity(k);
    bool by_parity = k->kind == CLAIM_NONE && k->parity.n;
    if (k->kind != CLAIM_SOLUTION && !by_parity) ok = ok && refute(k);
    if (k->solution.n) ok = ok && put(k, "solution.txt", &k->solution);
    certificate_claim(&k->again, k->kind, k->objective_value, k->solutions, k->claim);
    readme(k, &t);
    ok = ok && put(k, "README", &t);
    end_manifest(k);
    text_release(&t);
    return ok && manifest_write(k->order->dir, k->manifest, k->err) && holds(k);
}

enum certificate_end certificate_make(const struct certificate_order *order, const struct answer *a, struct text *claim,
                                      struct text *err)
{
    const struct problem *q = &order->stated->problem;
    struct certifying k = {.order = order,
                           .job = q->job,
                           .has_objective = a->has_objective,
                           .objective_value = a->has_objective ? a->objective_value : 0,
                           .claim = claim,
                           .err = err};
    k.kind = a->status == STATUS_OPTIMAL ? CLAIM_BEST : a->status == STATUS_UNSATISFIABLE ? CLAIM_NONE : CLAIM_SOLUTION;
    text_put(&k.solution, text_string(&a->solution));
    evidence_words(&a->evidence, q->choices.solver, &k.verdict);
    bool made = make(&k);
    json_decref(k.refutations);
    json_decref(k.manifest);
    problem_release(&k.again);
    lits_release(&k.parity);
    lits_release(&k.taken);
    text_release(&k.solution);
    text_release(&k.verdict);
    return made ? CERTIFICATE_MADE : k.stopped ? CERTIFICATE_STOPPED : CERTIFICATE_FAILED;
}
