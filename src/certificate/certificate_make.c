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
    bool underived;      /* there is no proof from the rules, */
    struct text instead; /* and one of clauses instead, for this reason */
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
    for (const struct option_given *g = NULL; (g = options_next(&p->options, OPTION_SHAPES, g));)
        add_choice(&choices, g->option->name, g->value);
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

/* Proves that there is no solution, or none with the next objective value, if rows add up to a contradiction over
 * GF(2). */
static bool add_parity(struct certifying *k)
{
    const bool either = k->c.kind == CLAIM_BEST || k->c.kind == CLAIM_NONE;
    SCOPED(model) *m = either ? certificate_parity_model(&k->c) : NULL;
    SCOPED(lits) rows = {0};
    SCOPED(text) formula = {0}, proof = {0};
    SCOPED(cnf_buffer) clauses = cnf_buffer_of(0);
    SCOPED(derivation) d = {0};
    if (!m || !parity_sum_find(m, true, &rows)) return true;
    derivation_formula(m, &clauses, &formula);
    derivation_begin(&d, m, &clauses, &clauses, &proof);
    derivation_parity(&d, &rows);
    derivation_end(&d, NULL);
    k->c.parity = true;
    return certificate_make_put(k, "parity.opb", &formula) && certificate_make_put(k, "parity.pbp", &proof);
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

/* Refutes the clauses as a prover of CaDiCaL's options. */
static struct prover certificate_make_prover(const struct certifying *k, const struct cnf_buffer *clauses)
{
    const struct choices *asked = &k->order->stated->problem.choices;
    return (struct prover){.formula = clauses,
                           .command = k->order->prover,
                           .config = asked->config ? asked->config : search_refuter(&k->c.stated.problem, "unsat"),
                           .seed = asked->seed,
                           .job = k->job};
}

static bool certificate_make_unsat(struct certifying *k, enum solver_answer answer, const char *formula)
{
    if (answer == SOLVER_SAT) return contradicted(k, formula);
    return answer == SOLVER_UNSAT || (answer == SOLVER_UNKNOWN && stopped(k));
}

/* Writes the formula of the claim and a proof of its refutation. */
static bool certificate_make_refute(struct certifying *k)
{
    const struct stated_problem *p = &k->c.stated;
    SCOPED(certificate_form) f = {0};
    SCOPED(text) proof = {0};
    const struct lits none = {0};
    bool ok =
        certificate_bound(&k->c, k->err) && certificate_form(&p->problem, k->c.most, &k->c.taken, &none, &f, k->err);
    if (!ok && job_over(k->job)) stopped(k);
    if (ok) {
        struct prover prover = certificate_make_prover(k, &f.clauses);
        enum solver_answer answer =
            certificate_refute(&f, &p->problem.choices.policy, &prover, &k->c.lazy, &proof, k->err);
        note_prover(k, &prover);
        ok = certificate_make_unsat(k, answer, "formula.cnf has a solution.");
    }
    k->c.lazily = f.rows.n;
    struct file_content content = {.model = f.m, .most = f.most, .formula = &f.clauses, .used = &f.used};
    ok = ok && certificate_formula(p, content, k->order->dir, "formula.cnf", k->err);
    if (!ok && job_over(k->job)) stopped(k);
    return ok && (!k->c.lazily || put_numbers(k, "lazy.txt", &k->c.lazy, INT32_MAX)) &&
           certificate_make_put(k, "proof.drat", &proof);
}

static bool certificate_make_clauses(struct certifying *k)
{
    return add_parity(k) && (!certificate_refutes(&k->c) || certificate_make_refute(k));
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
    k->c.sums = certificate_sums(&k->c, NULL, search_formula(q), proof, k->job, &steps, &why);
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

/* There is no proof from the rules, but perhaps one of clauses. Returns false. */
static bool rules_fail(struct certifying *k, const char *why)
{
    k->underived = true;
    return text_error(k->err, "%s", why);
}

/* Finds a solution of the model that has the claim's objective value. */
static bool rules_solution(struct certifying *k, struct values *a)
{
    SCOPED(certificate_form) f = {0};
    SCOPED(lits) added = {0};
    const struct lits none = {0};
    const struct policy policy = certificate_rules_policy(&k->c, true);
    struct prover p = certificate_make_prover(k, &f.clauses);
    if (k->c.kind != CLAIM_BEST) return true;
    p.config = "";
    const int64_t sum = objective_sum(model_objective(k->c.unbounded), k->c.objective_value);
    if (!certificate_rules(&k->c, true, sum, &none, &f, k->err)) return false;
    const enum solver_answer answer = certificate_lazy_find(&f, &policy, &p, &added, a, k->err);
    if (answer == SOLVER_UNSAT) return contradicted(k, "The plain formulation has no such solution.");
    if (answer == SOLVER_SAT && f.reduction) {
        SCOPED(values) reduced = *a;
        *a = values_new(model_vars(f.built));
        reduction_extend(f.reduction, reduced, *a);
    }
    if (answer == SOLVER_SAT && model_sum(f.built, *a) < sum) return contradicted(k, "A better solution exists.");
    return answer == SOLVER_SAT || (answer == SOLVER_UNKNOWN && stopped(k));
}

/* Finds the lazy clauses that a refutation needs, if rows have such clauses. */
static bool rules_lazy(struct certifying *k, int64_t most)
{
    SCOPED(certificate_form) f = {0};
    const struct lits none = {0};
    const struct policy policy = certificate_rules_policy(&k->c, true);
    if (!certificate_rules(&k->c, true, most, &none, &f, k->err)) return false;
    k->c.lazily = f.rows.n;
    if (!k->c.lazily) return true;
    struct prover p = certificate_make_prover(k, &f.clauses);
    return certificate_make_unsat(k, certificate_refute(&f, &policy, &p, &k->c.lazy, NULL, k->err),
                                  "The clauses have a solution.");
}

static void leave_row_out(struct cnf *self, const struct constraint *c) {}

/* CPU seconds to refute objective values that the clauses' own proof does not refute */
static const double RULES_PATIENCE = 10;

/* Writes the clauses and their refutation. hard: another proof has less to refute, so this one is given up early. */
static bool rules_refute(struct certifying *k, const struct certificate_form *f, struct derivation *d, bool hard,
                         struct encoders_used *used)
{
    struct job job = {.parent = k->job};
    const struct policy policy = certificate_rules_policy(&k->c, true);
    struct prover prover = certificate_make_prover(k, d->clauses);
    prover.follows = derivation_lemma;
    prover.follows_state = d;
    d->cnf.native = f->clauses.cnf.native;
    d->cnf.put_native = leave_row_out;
    if (f->reduction && !derivation_kernel(d, f->pass.kernel, f->reduction))
        return rules_fail(k, "The kernel form cannot be derived from the rules.");
    if (!lower_bounded(f->m, &policy, f->most, &d->cnf, used, k->err)) return false;
    certificate_lazy_add(&k->c.lazy, &d->cnf);
    d->clauses->cnf.vars = d->cnf.vars;
    if (hard) job_begin_cpu(prover.job = &job, RULES_PATIENCE);
    const enum solver_answer answer = prover_refute(&prover, k->job, NULL, k->err);
    note_prover(k, &prover);
    if (answer == SOLVER_UNKNOWN && hard && !job_over(k->job))
        return rules_fail(k, "Its rows do not prove that the optimum moves in steps of two, so more is to refute.");
    if (answer == SOLVER_UNSAT && prover.rat) return rules_fail(k, "The solver's proof has steps beyond propagation.");
    return certificate_make_unsat(k, answer, "The clauses have a solution.");
}

/* Writes the rows of the model as an OPB file, and a proof that goes from them through the clauses and
 * the solver's lemmas to the claim. */
static bool put_rules(struct certifying *k)
{
    const struct problem *q = &k->c.stated.problem;
    const struct objective *o = model_objective(k->c.unbounded);
    const bool best = k->c.kind == CLAIM_BEST, none = k->c.kind == CLAIM_NONE;
    SCOPED(certificate_form) f = {0};
    SCOPED(text) formula = {0}, proof = {0}, why = {0};
    SCOPED(cnf_buffer) clauses = cnf_buffer_of(0);
    SCOPED(derivation) d = {0};
    SCOPED(lits) parity = {0};
    SCOPED(values) solution = {0};
    struct encoders_used used = {0};
    int64_t steps;
    if (!puzzle_theorems(q->formulation, q->instance) && (best || none)) parity_sum_find(k->c.unbounded, none, &parity);
    const int64_t value = best ? objective_sum(o, k->c.objective_value) : 0;
    const int64_t most = best ? value - 1 - (parity.n > 0) : INT64_MAX;
    const bool added = none && parity.n; /* the rows contradict each other */
    if (!rules_solution(k, &solution) || (!added && !rules_lazy(k, most)) ||
        !certificate_rules(&k->c, false, most, &k->c.lazy, &f, k->err))
        return false;
    derivation_formula(f.built, &f.clauses, &formula);
    clauses.cnf.job = k->job;
    derivation_begin(&d, f.built, &f.clauses, &clauses, &proof);
    if (best) derivation_solution(&d, solution);
    if (parity.n) derivation_parity(&d, &parity);
    const bool hard = best && k->order->proof == CERTIFY_BEST && puzzle_theorems(q->formulation, q->instance);
    f.most = most;
    if (!added && (!certificate_rules_reduce(&k->c, &f, k->err) || !rules_refute(k, &f, &d, hard, &used))) return false;
    derivation_end(&d, best ? &value : NULL);
    k->c.rules = true;
    k->c.kinds = certificate_rules_kinds(&f);
    if (!certificate_sums(&k->c, &f, text_string(&formula), &proof, k->job, &steps, &why)) {
        SCOPED(text) sentence = {0};
        const struct encoder *const *e = encoders;
        while (*e && !((*e)->silent && used.used[(*e)->kind] >> (e - encoders) & 1)) e++;
        if (*e)
            text_add(&sentence,
                     "The clauses of the %s encoding %s cannot be derived from the rules; choose another --%s, or "
                     "--proof drat.",
                     encoder_kind((*e)->kind), encoder_short(*e), encoder_option((*e)->kind));
        else
            text_add(&sentence, "The clauses cannot be derived from the rules: %s", why.s);
        return rules_fail(k, sentence.s);
    }
    return certificate_make_put(k, "formula.opb", &formula) && certificate_make_put(k, "proof.pbp", &proof) &&
           (!k->c.lazily || put_numbers(k, "lazy.txt", &k->c.lazy, INT32_MAX));
}

/* The same, or a refutation of clauses if there is no such proof and none was ordered. */
static bool certificate_make_rules(struct certifying *k)
{
    if (k->c.kind == CLAIM_SOLUTION) return true;
    if (put_rules(k)) return true;
    if (k->stopped || job_over(k->job)) return stopped(k);
    if (!k->underived || k->order->proof == CERTIFY_RULES) return false;
    text_put(&k->instead, k->err->s);
    text_clear(k->err);
    k->c.rules = k->c.lazily = false;
    k->c.kinds = 0;
    k->c.lazy.n = 0;
    k->c.most = INT64_MAX;
    json_decref(k->made);
    k->made = NULL;
    return certificate_make_clauses(k);
}

/* ---- the certificate ------------------------------------------------------------------------- */

/* Writes a README that explains the files that are there. */
static bool put_readme(struct certifying *k, const struct text *claim)
{
    static const struct {
        const char *name, *about;
    } files[] = {
        {"instance.txt", "the problem"},
        {"solution.txt", "verify it by the rules of the puzzle, by hand or by a few lines of your own;\n"
                         "                 or: loophole verify -f instance.txt --answer solution.txt"},
        {"values.txt", "the values of the model's variables in each solution"},
        {"parity.opb", "the rules as sums in OPB, and that the objective has the next better value"},
        {"parity.pbp", "a cutting-planes proof that there is no such solution: veripb parity.opb parity.pbp"},
        {"formula.cnf", "DIMACS: the rules, and that there is a better solution (or another one, or any); its\n"
                        "                 comments say how it was made, and without lazy.txt `loophole encode` makes "
                        "it again"},
        {"lazy.txt", "the last clauses of the formula again, each after the number of the row of the model (from 1)\n"
                     "                 from which it follows: that cells are connected, for instance; the formula does "
                     "not\n"
                     "                 encode these rows"},
        {"proof.drat", "that it has no solution: drat-trim formula.cnf proof.drat"},
        {"formula.opb", "the rules as sums in OPB (a file of yours as it stands)"},
        {"proof.pbp", "a cutting-planes proof of the claim: veripb formula.opb proof.pbp"},
        {"manifest.json", "the claim, sizes and hashes of the files (sha256sum)"},
    };
    const char *last = "manifest.json"; /* written later */
    SCOPED(text) t = {0};
    text_add(&t,
             "%s\n\nThe directory proves that. Loophole %s made it; `loophole check DIR` checks all of it again.\n"
             "With other tools:\n\n",
             text_string(claim), version_number);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        SCOPED(text) path = {0};
        text_add(&path, "%s/%s", k->order->dir, files[i].name);
        if (!strcmp(files[i].name, last) || file_exists(path.s))
            text_add(&t, "  %-15s%s\n", files[i].name, files[i].about);
    }
    return certificate_make_put(k, "README", &t);
}

static bool put_manifest(struct certifying *k)
{
    const char *command = k->order->command;
    if (k->made && k->instead.n) json_put(k->made, "instead", json_text(k->instead.s));
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
    if (k->order->proof != CERTIFY_DRAT) certificate_make_sums(k);
    if (k->c.sums) {
        if (!put_sums(k)) return false;
    } else if (k->order->proof == CERTIFY_DRAT ? !certificate_make_clauses(k) : !certificate_make_rules(k)) {
        return false;
    }
    if (k->solution.n && !certificate_make_put(k, "solution.txt", &k->solution)) return false;
    certificate_words(&k->c, claim);
    if (k->instead.n) text_add(claim, "\nThe refutation is one of clauses. %s", k->instead.s);
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
                           .c.mode = q->choices.parity,
                           .err = err};
    text_put(&k.solution, text_string(&a->solution.text));
    k.proved = evidence_proves(&a->evidence);
    evidence_words(&a->evidence, q->choices.solver, &k.verdict);
    bool made = certificate_make_run(&k, claim);
    json_decref(k.made);
    certificate_release(&k.c);
    text_release(&k.solution);
    text_release(&k.verdict);
    text_release(&k.instead);
    return made ? CERTIFICATE_MADE : k.stopped ? CERTIFICATE_STOPPED : CERTIFICATE_FAILED;
}
