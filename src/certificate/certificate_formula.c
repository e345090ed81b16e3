/* The formula whose refutation proves a claim: built, written, compared with a file's, and
 * refuted. */
#include "certificate/certificate_inside.h"
#include "base/number.h"
#include "base/version.h"

#include "proof/cutting_planes.h"
#include "proof/derivation.h"
#include "proof/drat.h"
#include "model/row_sums.h"

#include <stdlib.h>
#include <string.h>

/* ---- the formula ----------------------------------------------------------------------------- */

/* Returns the least decrease of the sum for a better objective value: 1, or what a formulation's theorems need for
 * integral objective values; twice that if a proof excludes the next one. */
static int64_t certificate_formula_step(const struct claim *c, const struct objective *o)
{
    const struct problem *q = &c->stated.problem;
    const bool integral = puzzle_theorems(q->formulation, q->instance) && (o->b == 1 || o->b == -1);
    return (integral ? o->c : 1) * (c->parity ? 2 : 1);
}

struct model *certificate_parity_model(const struct claim *c)
{
    struct problem q = c->stated.problem;
    const bool theorems = puzzle_theorems(q.formulation, q.instance);
    if (theorems) q.formulation = puzzle_plain(q.puzzle, q.instance);
    if (!q.formulation) return NULL;
    struct model *m = model_new();
    search_build(&q, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    if (c->kind == CLAIM_NONE || model_stopped(m)) return m;
    if (!o || (theorems && (o->c != 1 || (o->b != 1 && o->b != -1)))) {
        model_free(m);
        return NULL;
    }
    const int64_t next = objective_sum(o, c->objective_value) - 1;
    model_rule(m, "the next better sum");
    if (o->w)
        model_pb(m, o->x, o->w, o->n, next, next);
    else
        model_card(m, o->x, o->n, next, next);
    return m;
}

bool certificate_parity(const struct claim *c, const struct text *formula, const struct text *proof, struct job *job,
                        int64_t *steps, struct text *err)
{
    SCOPED(model) *m = certificate_parity_model(c);
    const struct certificate_form f = {.built = m};
    const struct claim none = {.kind = CLAIM_NONE, .unbounded = m};
    if (!m || (c->kind != CLAIM_BEST && c->kind != CLAIM_NONE))
        return text_error(err, "This kind of claim has no parity argument.");
    if (strlen(text_string(formula)) != formula->n) return text_error(err, "The formula holds a zero byte.");
    return certificate_sums(&none, &f, text_string(formula), proof, job, steps, err);
}

/* The weakest objective value of solutions whose sum is at most `most`. */
static int64_t certificate_objective(const struct objective *o, int64_t most)
{
    while ((o->a + (__int128)o->b * most) % o->c) most--; /* no objective value is between two sums */
    return objective_of_sum(o, most);
}

/* Sets the bound on the sum: the claim's objective value, or one step below it for an optimum.
 * Returns false with a message if the claim is impossible. */
bool certificate_bound(struct claim *c, struct text *err)
{
    const struct objective *o = model_objective(c->unbounded);
    c->most = INT64_MAX;
    if (c->kind == CLAIM_BEST && !o) return text_error(err, "The puzzle has no objective, so it has no optimum.");
    if (c->kind == CLAIM_NONE || !o) return true;
    int64_t sum = objective_sum(o, c->objective_value);
    if (objective_of_sum(o, sum) != c->objective_value)
        return text_error(err, "The objective cannot have the value %lld.", (long long)c->objective_value);
    if (c->kind == CLAIM_BEST) sum -= certificate_formula_step(c, o);
    c->most = sum;
    c->bound = certificate_objective(o, sum);
    return true;
}

/* Excludes solutions with these values of the solution variables. */
static void leave_out(struct model *m, const struct lits *taken)
{
    SCOPED(lits) c = {0};
    for (int i = 0; i < taken->n; i++) {
        if (taken->v[i]) {
            if (model_is_solution(m, lit_var(taken->v[i]))) lits_push(&c, -taken->v[i]);
            continue;
        }
        model_rule(m, "another solution");
        model_clause(m, c.v, c.n);
        c.n = 0;
    }
}

/* Replaces the model by its kernel form. */
static void kernel_form(struct certificate_form *f, bool symmetry)
{
    f->reduction = reduction_new(f->built, f->pass.kernel, symmetry);
    f->m = reduction_model(f->reduction);
    const struct objective *built = model_objective(f->built), *reduced = model_objective(f->m);
    if (f->most < INT64_MAX && built && reduced) f->most -= (reduced->a - built->a) / built->b;
}

/* With `--parity kernel` and parity rows: the kernel form, in which rows of integers have no place. */
static bool certificate_form_reduce(const struct problem *q, struct certificate_form *f, struct text *err)
{
    if (!certificate_of_kernel(q) || !parity_pass_applies(f->built) || model_has_integers(f->built)) return true;
    if (parity_pass(f->built, &f->pass, err) != PARITY_DONE) return false;
    if (!f->pass.kernel) return text_error(err, "The parity rows contradict each other: there is no kernel form.");
    kernel_form(f, certificate_leaves_images(q));
    return true;
}

/* Builds the model for sums up to `most`. */
static bool certificate_form_begin(const struct problem *q, int64_t most, const struct lits *taken,
                                   const struct lits *lazy, struct certificate_form *f, struct text *err)
{
    struct model *m = model_new();
    *f = (struct certificate_form){.built = m, .m = m, .most = most, .clauses = cnf_buffer_of(0)};
    f->clauses.cnf.job = q->job;
    if (lazy) certificate_lazy_begin(f, lazy);
    search_build(q, most, m);
    if (taken) leave_out(m, taken);
    return !job_over(q->job) || text_error(err, "Stopped while the formula was made.");
}

static bool certificate_form_encode(const struct policy *policy, struct certificate_form *f, struct text *err)
{
    return lower_bounded(f->m, policy, f->most, &f->clauses.cnf, &f->used, err) &&
           (!f->lazy || certificate_lazy_end(f, err));
}

bool certificate_form(const struct problem *q, int64_t most, const struct lits *taken, const struct lits *lazy,
                      struct certificate_form *f, struct text *err)
{
    return certificate_form_begin(q, most, taken, lazy, f, err) && certificate_form_reduce(q, f, err) &&
           certificate_form_encode(&q->choices.policy, f, err);
}

static void certificate_form_means(struct cnf *self, lit y, const struct constraint *c) {}

struct policy certificate_rules_policy(const struct claim *c, bool whole)
{
    struct policy policy = c->stated.problem.choices.policy;
    policy.no_groups = true;
    policy.split = whole ? SPLIT_FIRST : SPLIT_ONLY;
    return policy;
}

unsigned certificate_rules_kinds(const struct certificate_form *f)
{
    unsigned kinds = 0;
    int kept_out = 0;
    for (struct row r = {0}; model_next(f->built, &r);) {
        const bool lazy = kept_out < f->rows.n && f->rows.v[kept_out] == r.number;
        kept_out += lazy;
        if (!lazy && !row_sums_state(f->m, &r)) kinds |= 1u << r.kind;
    }
    return kinds;
}

bool certificate_rules_reduce(const struct claim *c, struct certificate_form *f, struct text *err)
{
    const bool asked = c->mode == PARITY_KERNEL;
    SCOPED(text) why = {0};
    if ((!asked && c->mode != PARITY_AUTO) || !derivation_kernel_applies(f->built)) return true;
    const enum parity_outcome outcome = parity_pass(f->built, &f->pass, &why);
    if (outcome == PARITY_DONE && f->pass.kernel && (asked || f->pass.kernel->words == 1)) kernel_form(f, false);
    return outcome == PARITY_DONE || outcome == PARITY_TOO_LARGE || text_error(err, "%s", why.s);
}

bool certificate_rules(const struct claim *c, bool whole, int64_t most, const struct lits *lazy,
                       struct certificate_form *f, struct text *err)
{
    const bool all = c->kind == CLAIM_ALL;
    const struct policy policy = certificate_rules_policy(c, whole);
    if (!certificate_form_begin(&c->stated.problem, all ? c->most : INT64_MAX, &c->taken, lazy, f, err)) return false;
    if (all) model_bound(f->built, c->most);
    f->most = whole && !all ? most : INT64_MAX;
    if (whole && !certificate_rules_reduce(c, f, err)) return false;
    f->clauses.cnf.means = certificate_form_means;                      /* auto chooses as for a proof of the clauses */
    if (!whole && !lazy->n && !certificate_rules_kinds(f)) return true; /* every row is a sum */
    return certificate_form_encode(&policy, f, err);
}

void certificate_form_release(struct certificate_form *f)
{
    if (f->reduction) reduction_free(f->reduction);
    parity_pass_release(&f->pass);
    if (f->built) model_free(f->built);
    cnf_buffer_release(&f->clauses);
    lits_release(&f->rows);
}

bool certificate_formula(const struct stated_problem *p, struct file_content content, const char *dir, const char *name,
                         struct text *err)
{
    SCOPED(text) path = {0}, words = {0};
    int vars;
    bool failed;
    text_add(&words, "loophole %s: %s %s\nformat: cnf\n", version_number, p->problem.puzzle->name,
             text_string(&p->label));
    problem_embed(&p->statement, &p->options, p->problem.formulation->name, &words);
    content.policy = &p->problem.choices.policy;
    content.comment = text_string(&words);
    text_add(&path, "%s/%s", dir, name);
    return format_file(format_find("cnf"), &content, path.s, &vars, &failed, err);
}

/* ---- comparison and refutation --------------------------------------------------------------- */

void certificate_report_formulation(const struct checker *k)
{
    const struct problem *q = &k->c.stated.problem;
    const char *theorems = puzzle_theorems(q->formulation, q->instance);
    if (theorems) text_add(k->report, "             which uses %s (%s)\n", theorems, q->formulation->theorems->page);
    if (certificate_leaves_images(q)) text_put(k->report, "             which leaves out mirror images\n");
}

static void report_formula(struct checker *k, int64_t most, const char *name, const struct certificate_form *f)
{
    const struct problem *q = &k->c.stated.problem;
    const struct objective *o = model_objective(f->built);
    const lit *c;
    int64_t i = 0, n = f->clauses.cnf.made.clauses;
    text_add(k->report, "  %s: %lld %s, identical to those rebuilt from the instance; formulation %s", name,
             (long long)n, plural(n, "clause", "clauses"), q->formulation->name);
    if (most < INT64_MAX && o) {
        text_put(k->report, ", ");
        text_count(k->report, certificate_objective(o, most), o->name);
        text_put(k->report, " or better");
    }
    text_char(k->report, '\n');
    while (i < n && cnf_buffer_clause(&f->clauses, (int)i, &c)) i++;
    if (i < n)
        text_put(k->report,
                 "             it contains the empty clause: arithmetic on the constraints refutes the problem\n");
    text_put(k->report, "             you trust the encoders that made it\n");
    certificate_report_formulation(k);
    if (f->reduction)
        text_add(k->report, "             in its kernel form over GF(2), of dimension %d, eliminated twice\n",
                 f->pass.kernel->dimension);
}

/* Parses the number n and the byte `after` from *s; returns whether they match. */
static bool takes(const char **s, long long n, char after)
{
    char *end;
    bool is = strtoll(*s, &end, 10) == n && end > *s && *end == after;
    *s = end + is;
    return is;
}

/* Is the text, after its comments, the DIMACS form of these clauses? The file's formula is not
 * parsed: the one built here counts. Returns false with a message on a difference. */
static bool same_text(const struct text *text, const struct cnf_buffer *ours, struct text *err)
{
    const char *s = text_string(text);
    long long n = ours->cnf.made.clauses;
    for (; *s == 'c'; s += *s == '\n') s += strcspn(s, "\n");
    bool header = !strncmp(s, "p cnf ", 6);
    s += header ? 6 : 0;
    int vars = ours->cnf.vars ? ours->cnf.vars : 1; /* a file has at least one, because some readers require it */
    if (!header || !takes(&s, vars, ' ') || !takes(&s, n, '\n'))
        return text_error(err, "Its header is not 'p cnf %d %lld'.", vars, n);
    for (long long i = 0; i < n; i++) {
        const lit *c;
        int length = cnf_buffer_clause(ours, (int)i, &c), k = 0;
        while (k < length && takes(&s, c[k], ' ')) k++;
        if (k < length || !takes(&s, 0, '\n')) return text_error(err, "Clause %lld differs.", i + 1);
    }
    return s == text_string(text) + text->n || text_error(err, "The file has more than these clauses.");
}

bool certificate_same(struct checker *k, int64_t most, const char *name, const struct text *theirs,
                      const struct lits *lazy, struct certificate_form *f)
{
    SCOPED(text) why = {0};
    job_report(k->job, "comparing the formula", 0);
    if (!certificate_form(&k->c.stated.problem, most, &k->c.taken, lazy, f, k->err)) return false;
    if (!same_text(theirs, &f->clauses, &why))
        return text_error(k->err, "%s is not the formula that loophole %s makes of the problem%s%s%s. %s", name,
                          version_number, k->made_by ? " (it was made by " : "", k->made_by ? k->made_by : "",
                          k->made_by ? ")" : "", text_string(&why));
    report_formula(k, most, name, f);
    return true;
}

bool certificate_refuted(struct checker *k, struct job *job, const struct cnf_buffer *formula, const char *name,
                         const struct text *proof, int64_t *added, int64_t *needed)
{
    SCOPED(text) why = {0};
    struct drat d = drat_of(formula, proof, job);
    job_report(job, "checking the proof", 0);
    bool ok = drat_check(&d, &why);
    if (d.stopped) text_error(&why, "The check was stopped.");
    if (!ok) text_error(k->err, "%s: %s", name, text_string(&why));
    *added += d.added;
    *needed += d.needed;
    return ok;
}

bool certificate_sums(const struct claim *c, const struct certificate_form *rules, const char *formula,
                      const struct text *proof, struct job *job, int64_t *steps, struct text *err)
{
    const struct objective *o = model_objective(c->unbounded);
    struct cutting_planes p = {.formula = formula,
                               .proof = text_string(proof),
                               .model = rules ? rules->built : c->unbounded,
                               .numbered = rules,
                               .others = rules ? &rules->clauses : NULL,
                               .job = job};
    if (!formula) return text_error(err, "The problem is not that of an OPB file.");
    if (strlen(p.proof) != proof->n) return text_error(err, "The proof holds a zero byte.");
    job_report(job, "checking the proof", 0);
    if (!cutting_planes_check(&p, err)) return false;
    int64_t cost = o && objective_maximizes(o) ? -c->objective_value : c->objective_value;
    if (o && rules) cost = objective_sum(o, c->objective_value);
    bool best = p.has_lower && p.has_upper && p.lower == cost && p.upper == cost;
    *steps = p.steps;
    return (c->kind == CLAIM_NONE || c->kind == CLAIM_ALL ? p.infeasible : c->kind == CLAIM_BEST && best) ||
           text_error(err, p.infeasible || p.has_lower || p.has_upper
                               ? "The proof concludes something else than the claim."
                               : "The proof concludes nothing.");
}
