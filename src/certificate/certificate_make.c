#include "base/clock.h"
#include "base/version.h"
#include "base/file.h"
#include "certificate/certificate_inside.h"
#include "proof/derivation.h"
#include "proof/parity_sum.h"
#include "proof/prover.h"
#include "search/session_sums.h"

#include <string.h>

/* The state while a certificate is made. */
struct certifying {
    const struct certificate_order *order;
    struct claim c;
    struct job *job;
    bool stopped;
    struct text solution;
    bool proved;         /* the search's answer */
    struct text verdict; /* on it: "proved", or who claims it */
    json_t *made;        /* how the refutation was made, for the manifest */
    struct text *err;
};

static bool stopped(struct certifying *k)
{
    k->stopped = true;
    return text_error(k->err, "Stopped; the certificate is not complete.");
}

/* Reports that the search's answer, or the formula of this module, is wrong. but: a sentence on
 * what was found instead. Returns false. */
static bool contradicted(struct certifying *k, const char *but)
{
    if (!k->proved) return text_error(k->err, "The answer, %s, is wrong. %s", text_string(&k->verdict), but);
    return text_error(k->err, "Encoders or formulations disagree (please report this instance). %s", but);
}

static bool certificate_make_put(struct certifying *k, const char *name, const struct text *t)
{
    return file_write_in(k->order->dir, name, t, k->err);
}

/* ---- the instance ---------------------------------------------------------------------------- */

static void add_choice(void *choices, const char *name, const char *value)
{
    SCOPED(text) err = {0};
    const struct option *o = options_find(choices_options, name);
    if (o) options_set(choices, o, value, &err); /* the puzzle's own options are in the instance's file */
}

/* Writes instance.txt in the form that `-f` reads: the puzzle, its operands, its options, and the
 * text. Reads it back with the options that shape the formula, and chooses those that were left
 * open. */
static bool put_instance(struct certifying *k)
{
    const struct stated_problem *p = k->order->stated;
    struct problem q = p->problem;
    SCOPED(options) choices = {0};
    SCOPED(text) t = {0};
    statement_line(&p->statement, &p->options, &t);
    text_char(&t, '\n');
    if (p->statement.text) text_put(&t, p->statement.text);
    options_each(&p->options, OPTION_SHAPES, add_choice, &choices);
    if (certificate_of_kernel(&q)) add_choice(&choices, "parity", "kernel");
    search_formulate_plainly(&q);
    add_choice(&choices, "formulation", q.formulation->name);
    add_choice(&choices, "break-symmetry", certificate_leaves_images(&q) ? "yes" : "no");
    bool ok = certificate_make_put(k, "instance.txt", &t) &&
              problem_read(&k->c.stated, "instance.txt", t.s, &choices, k->err);
    return ok && (certificate_begin(&k->c, k->job, k->err) || stopped(k));
}

/* ---- solutions and parity -------------------------------------------------------------------- */

/* Writes the numbers in lines of `line` numbers, or up to the next 0. */
static bool put_numbers(struct certifying *k, const char *name, const struct lits *l, int line)
{
    SCOPED(text) t = {0};
    for (int i = 0; i < l->n; i++) text_add(&t, "%d%c", l->v[i], (i + 1) % line && l->v[i] ? ' ' : '\n');
    if (t.n && t.s[t.n - 1] == ' ') t.s[t.n - 1] = '\n';
    return certificate_make_put(k, name, &t);
}

/* Adds rows whose sum proves that there is no solution, or none with the next objective value. If
 * the formulation has theorems, `check` finds the rows of the plain one itself. */
static bool add_parity(struct certifying *k)
{
    const struct problem *q = &k->c.stated.problem;
    bool none = k->c.kind == CLAIM_NONE;
    if (!none && (k->c.kind != CLAIM_BEST || puzzle_theorems(q->formulation, q->instance))) return true;
    parity_sum_find(k->c.unbounded, none, &k->c.parity);
    return !k->c.parity.n || put_numbers(k, "parity.txt", &k->c.parity, 20);
}

/* Stores the text and the values of the session's solution. */
static void certificate_make_take(struct certifying *k, const struct session *session)
{
    const struct values *a = &session->formula.values;
    for (int v = 1; v <= model_vars(session->formula.model); v++) lits_push(&k->c.taken, a->v[v] > 0 ? v : -v);
    lits_push(&k->c.taken, 0);
    text_add(&k->solution, "%s\n", text_string(&session->solution.text));
    k->c.solutions++;
}

/* Adds all solutions, by the certificate's own formulation. */
static bool add_all(struct certifying *k)
{
    struct problem q = k->c.stated.problem;
    SCOPED(answer) a = {0};
    SCOPED(session) session = {0};
    q.choices.parity = PARITY_NONE; /* the values are those of the formulation's variables */
    k->c.kind = CLAIM_ALL;
    text_clear(&k->solution);
    job_report(k->job, "looking for all solutions", 0);
    if (!certificate_bound(&k->c, k->err)) return false;
    session_init(&session, &q, &a);
    enum solver_answer answer = session_open(&session, k->c.most, "") ? SOLVER_SAT : SOLVER_UNKNOWN;
    while (answer == SOLVER_SAT && (answer = session_next(&session)) == SOLVER_SAT) certificate_make_take(k, &session);
    if (answer != SOLVER_UNSAT && (job_over(k->job) || !a.err.n)) return stopped(k);
    if (answer != SOLVER_UNSAT) return text_error(k->err, "%s", a.err.s);
    if (!k->c.solutions) k->c.kind = CLAIM_NONE;
    return !k->c.solutions || put_numbers(k, "values.txt", &k->c.taken, INT32_MAX);
}

/* ---- the refutation -------------------------------------------------------------------------- */

static void note_prover(struct certifying *k, const struct prover *p)
{
    SCOPED(text) name = {0};
    if (p->command)
        text_put(&name, p->command);
    else
        text_add(&name, "CaDiCaL %s", solver_version("cadical"));
    k->made = json_object();
    json_put(k->made, "proof_program", json_text(text_string(&name)));
    json_put(k->made, "proof_seconds", json_real(p->prove_seconds));
    json_put(k->made, "check_seconds", json_real(p->check_seconds));
}

/* Writes the formula of the claim and a proof of its refutation. */
static bool certificate_make_refute(struct certifying *k)
{
    const struct stated_problem *p = &k->c.stated;
    const struct choices *asked = &k->order->stated->problem.choices;
    SCOPED(certificate_form) f = {0};
    SCOPED(text) proof = {0};
    const struct lits none = {0};
    bool ok =
        certificate_bound(&k->c, k->err) && certificate_form(&p->problem, k->c.most, &k->c.taken, &none, &f, k->err);
    if (!ok && job_over(k->job)) stopped(k);
    if (ok) {
        const char *config = asked->config ? asked->config : search_refuter(&p->problem, NULL);
        struct prover prover = {.formula = &f.clauses,
                                .command = k->order->prover,
                                .config = config ? config : "unsat",
                                .seed = asked->seed,
                                .job = k->job};
        enum solver_answer answer =
            certificate_refute(&f, &p->problem.choices.policy, &prover, &k->c.lazy, &proof, k->err);
        note_prover(k, &prover);
        if (answer == SOLVER_SAT) contradicted(k, "formula.cnf has a solution.");
        if (answer == SOLVER_UNKNOWN) stopped(k);
        ok = answer == SOLVER_UNSAT;
    }
    k->c.lazily = f.rows.n;
    struct file_content content = {.model = f.m, .most = f.most, .formula = &f.clauses, .used = &f.used};
    ok = ok && certificate_formula(p, content, k->order->dir, "formula.cnf", k->err);
    if (!ok && job_over(k->job)) stopped(k);
    return ok && (!k->c.lazily || put_numbers(k, "lazy.txt", &k->c.lazy, INT32_MAX)) &&
           certificate_make_put(k, "proof.drat", &proof);
}

/* Takes the search's cutting-planes proof about the file if it proves the claim. */
static void certificate_make_sums(struct certifying *k)
{
    const struct problem *q = &k->c.stated.problem;
    const struct text *proof = k->order->cutting_planes;
    SCOPED(text) why = {0};
    int64_t steps;
    bool plain = !k->order->all && !k->order->prover && !certificate_of_kernel(q) && !certificate_leaves_images(q);
    if (!plain || !session_sums || !proof || !proof->n || (k->c.kind != CLAIM_BEST && k->c.kind != CLAIM_NONE)) return;
    double start = clock_cpu();
    k->c.sums = certificate_sums(&k->c, search_formula(q), proof, k->job, &steps, &why);
    if (!k->c.sums) return;
    k->made = json_object();
    json_put(k->made, "proof_program", json_text(session_sums->proves));
    json_put(k->made, "check_seconds", json_real(clock_cpu() - start));
}

/* Writes the OPB file, unchanged, and its proof. */
static bool put_sums(struct certifying *k)
{
    SCOPED(text) formula = {0};
    text_put(&formula, search_formula(&k->c.stated.problem));
    return certificate_make_put(k, "formula.opb", &formula) &&
           certificate_make_put(k, "proof.pbp", k->order->cutting_planes);
}

/* ---- the refutation from the rules ------------------------------------------------------------ */

/* Writes a solution of the model that has the claim's objective value. */
static bool rules_solution(struct certifying *k, struct derivation *d)
{
    struct problem q = k->c.stated.problem;
    SCOPED(answer) a = {0};
    SCOPED(session) session = {0};
    if (k->c.kind == CLAIM_NONE) return true;
    q.choices.parity = PARITY_NONE; /* the values are those of the formulation's variables */
    session_init(&session, &q, &a);
    const int64_t sum = objective_sum(model_objective(d->m), k->c.objective_value);
    enum solver_answer answer = session_open(&session, sum, "") ? session_solve(&session) : SOLVER_UNKNOWN;
    const struct model *m = session.formula.model;
    if (answer == SOLVER_UNSAT) return contradicted(k, "The plain formulation has no such solution.");
    if (answer != SOLVER_SAT) return a.err.n ? text_error(k->err, "%s", a.err.s) : stopped(k);
    if (model_vars(m) != model_vars(d->m) || session.sum != sum)
        return text_error(k->err, "The formulation has other variables for other bounds; add --proof drat.");
    derivation_solution(d, session.formula.values);
    return true;
}

/* Writes the clauses and their refutation. */
static bool rules_refute(struct certifying *k, struct derivation *d, int64_t most)
{
    const struct problem *q = &k->c.stated.problem;
    const struct choices *asked = &k->order->stated->problem.choices;
    struct policy policy = q->choices.policy;
    SCOPED(text) trimmed = {0};
    const char *config = asked->config ? asked->config : search_refuter(q, NULL);
    struct prover prover = {.formula = d->clauses,
                            .command = k->order->prover,
                            .config = config ? config : "unsat",
                            .seed = asked->seed,
                            .job = k->job,
                            .follows = derivation_lemma,
                            .follows_state = d};
    policy.no_groups = true;
    if (!lower_bounded(d->m, &policy, most, &d->cnf, NULL, k->err)) return job_over(k->job) ? stopped(k) : false;
    d->clauses->cnf.vars = d->cnf.vars;
    enum solver_answer answer = prover_refute(&prover, k->job, &trimmed, k->err);
    note_prover(k, &prover);
    if (answer == SOLVER_SAT) return contradicted(k, "The clauses have a solution.");
    if (answer == SOLVER_UNKNOWN) return stopped(k);
    if (answer == SOLVER_UNSAT && prover.rat)
        return text_error(k->err, "The solver's proof has steps beyond propagation; add --proof drat.");
    return answer == SOLVER_UNSAT;
}

/* Writes the rows of the model as an OPB file, and a proof that goes from them through the clauses and
 * the solver's lemmas to the claim. */
static bool put_rules(struct certifying *k)
{
    const struct problem *q = &k->c.stated.problem;
    const struct model *m = k->c.unbounded;
    const struct objective *o = model_objective(m);
    const bool none = k->c.kind == CLAIM_NONE;
    SCOPED(text) formula = {0}, proof = {0}, why = {0};
    SCOPED(cnf_buffer) clauses = cnf_buffer_of(0);
    SCOPED(derivation) d = {0};
    SCOPED(lits) parity = {0};
    int64_t steps;
    if (k->c.kind == CLAIM_SOLUTION) return true;
    if (k->c.kind == CLAIM_ALL || certificate_of_kernel(q))
        return text_error(k->err,
                          "A proof from the rules is about one optimum, and not about a kernel; add --proof drat.");
    if (!derivation_formula(m, &formula, &why)) return text_error(k->err, "%s Add --proof drat.", why.s);
    clauses.cnf.job = k->job;
    derivation_begin(&d, m, &clauses, &proof);
    if (!rules_solution(k, &d)) return false;
    if (!puzzle_theorems(q->formulation, q->instance)) parity_sum_find(m, none, &parity);
    if (parity.n) derivation_parity(&d, &parity);
    const int64_t best = none ? 0 : objective_sum(o, k->c.objective_value), most = best - 1 - (parity.n > 0);
    if (!(none && parity.n) && !rules_refute(k, &d, none ? INT64_MAX : most)) return false;
    derivation_end(&d, none ? NULL : &best);
    k->c.rules = true;
    if (!certificate_sums(&k->c, text_string(&formula), &proof, k->job, &steps, &why))
        return job_over(k->job) ? stopped(k)
                                : text_error(k->err,
                                             "The clauses cannot be derived from the rules: %s Choose other encodings, "
                                             "or add --proof drat.",
                                             why.s);
    return certificate_make_put(k, "formula.opb", &formula) && certificate_make_put(k, "proof.pbp", &proof);
}

/* ---- the certificate ------------------------------------------------------------------------- */

static bool put_readme(struct certifying *k, const struct text *claim)
{
    static const char about[] =
        "With other tools:\n\n"
        "  instance.txt   the problem\n"
        "  solution.txt   verify it by the rules of the puzzle, by hand or by a few lines of your own;\n"
        "                 or: loophole verify -f instance.txt --answer solution.txt\n"
        "  values.txt     the values of the model's variables in each solution\n"
        "  parity.txt     numbers of rules (from 0, as `loophole encode -F opb` lists the rows of the model): each "
        "says\n"
        "                 that just so many of some literals are true; added up modulo 2 they leave the parity of\n"
        "                 the objective value, or a contradiction\n"
        "  formula.cnf    DIMACS: the rules, and that there is a better solution (or another one, or any); its "
        "comments\n"
        "                 say how it was made, and without lazy.txt `loophole encode` makes it again\n"
        "  lazy.txt       the last clauses of formula.cnf again, each after the number of the row of the model (from "
        "1) "
        "from\n"
        "                 which it follows: that cells are connected, for instance; formula.cnf does not encode these "
        "rows\n"
        "  proof.drat     that it has no solution: drat-trim formula.cnf proof.drat\n"
        "  formula.opb    or an OPB file as it stands, with no encoder in between\n"
        "  proof.pbp      and its cutting-planes proof: veripb formula.opb proof.pbp\n"
        "  manifest.json  the claim, sizes and hashes of the files (sha256sum)\n\n"
        "A claim needs some of these files only.\n";
    SCOPED(text) t = {0};
    text_add(&t,
             "%s\n\nThe directory proves that. Loophole %s made it; `loophole check DIR` checks all of it again.\n%s",
             text_string(claim), version_number, about);
    return certificate_make_put(k, "README", &t);
}

static bool put_manifest(struct certifying *k)
{
    const char *command = k->order->command;
    json_t *o = certificate_manifest(&k->c), *words = command ? json_string(command) : NULL;
    json_put(o, "made_by", json_sprintf("loophole %s", version_number));
    json_put(o, "command", words ? words : json_null()); /* NULL: a file name is not UTF-8 */
    if (k->made) json_object_update(json_array_get(json_object_get(o, "refutations"), 0), k->made);
    bool ok = manifest_write(k->order->dir, o, k->err);
    json_decref(o);
    return ok;
}

/* Checks the written certificate with the code of `check`. */
static bool certificate_make_holds(struct certifying *k)
{
    SCOPED(text) why = {0}, claim = {0}, report = {0};
    job_report(k->job, "checking all of it", 0);
    bool ok = certificate_check(k->order->dir, k->job, &claim, &report, &why);
    if (!ok && job_over(k->job))
        stopped(k);
    else if (!ok)
        contradicted(k, text_string(&why));
    return ok;
}

static bool certificate_make_run(struct certifying *k, struct text *claim)
{
    if (!put_instance(k)) return false;
    if (k->order->all && k->c.kind != CLAIM_NONE && !add_all(k)) return false;
    certificate_make_sums(k);
    if (k->c.sums) {
        if (!put_sums(k)) return false;
    } else if (k->order->rules) {
        if (!put_rules(k)) return false;
    } else if (!add_parity(k) || (certificate_refutes(&k->c) && !certificate_make_refute(k))) {
        return false;
    }
    if (k->solution.n && !certificate_make_put(k, "solution.txt", &k->solution)) return false;
    certificate_words(&k->c, claim);
    return put_readme(k, claim) && put_manifest(k) && certificate_make_holds(k);
}

enum certificate_end certificate_make(const struct certificate_order *order, const struct answer *a, struct text *claim,
                                      struct text *err)
{
    const struct problem *q = &order->stated->problem;
    struct certifying k = {.order = order,
                           .job = q->job,
                           .c.kind = a->status == STATUS_OPTIMAL         ? CLAIM_BEST
                                     : a->status == STATUS_UNSATISFIABLE ? CLAIM_NONE
                                                                         : CLAIM_SOLUTION,
                           .c.objective_value = a->has_objective ? a->objective_value : 0,
                           .c.most = INT64_MAX,
                           .err = err};
    text_put(&k.solution, text_string(&a->solution.text));
    k.proved = evidence_proves(&a->evidence);
    evidence_words(&a->evidence, q->choices.solver, &k.verdict);
    bool made = certificate_make_run(&k, claim);
    json_decref(k.made);
    certificate_release(&k.c);
    text_release(&k.solution);
    text_release(&k.verdict);
    return made ? CERTIFICATE_MADE : k.stopped ? CERTIFICATE_STOPPED : CERTIFICATE_FAILED;
}
