#include "certificate/certificate_inside.h"

#include "proof/parity_sum.h"

#include <string.h>

const char *const certificate_kinds[CLAIM_KINDS] = {"solution", "best", "none", "all"};

void certificate_release(struct claim *c)
{
    problem_release(&c->stated);
    lits_release(&c->parity);
    lits_release(&c->taken);
}

/* ---- the formula that is refuted ------------------------------------------------------------------------------- */

bool certificate_parity(const struct problem *q, int *rows)
{
    struct problem plain = *q;
    struct lits list = {0};
    struct text err = {0};
    bool odd;
    plain.formulation = puzzle_plain(q->puzzle, q->instance);
    if (!plain.formulation) return false;
    struct model *m = model_new();
    search_build(&plain, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    bool found = o && o->c == 1 && (o->b == 1 || o->b == -1) && parity_sum_find(m, false, &list) &&
                 parity_sum_check(m, false, &list, &odd, &err);
    if (rows) *rows = list.n;
    model_free(m);
    lits_release(&list);
    text_release(&err);
    return found;
}

/* How far the sum falls, at least, for a better objective value. Each sum may be, unless the parity
 * certificate says that every other is none; theorems of a formulation say that figures are whole,
 * and then all may have one parity. */
static int64_t step(const struct claim *c, const struct objective *o)
{
    const struct problem *q = &c->stated.problem;
    if (c->parity.n) return 2;
    if (!puzzle_theorems(q->formulation, q->instance) || (o->b != 1 && o->b != -1)) return 1;
    return certificate_parity(q, NULL) ? 2 * o->c : o->c;
}

int64_t certificate_objective(const struct objective *o, int64_t most)
{
    while ((o->a + (__int128)o->b * most) % o->c) most--; /* figures between two sums are none */
    return objective_of_sum(o, most);
}

/* Bounds the sum by the claim's objective value, or by one step less for the best one. */
static bool bound(struct claim *c, const struct model *m, struct text *err)
{
    const struct objective *o = model_objective(m);
    c->most = INT64_MAX;
    if (c->kind == CLAIM_BEST && !o) return text_error(err, "The puzzle has no objective, so that nothing is best.");
    if (c->kind == CLAIM_NONE || !o) return true;
    int64_t sum = objective_sum(o, c->objective_value);
    if (objective_of_sum(o, sum) != c->objective_value)
        return text_error(err, "No sum of the objective comes to %lld.", (long long)c->objective_value);
    if (c->kind == CLAIM_BEST) {
        bool odd;
        if (c->parity.n && !parity_sum_check(m, false, &c->parity, &odd, err)) return false;
        if (c->parity.n && (sum & 1) != odd)
            return text_error(err, "The parity certificate says that no solution has %lld %s.",
                              (long long)c->objective_value, o->name);
        sum -= step(c, o);
    }
    c->most = sum;
    c->bound = certificate_objective(o, sum);
    return true;
}

bool certificate_bound(struct claim *c, struct text *err)
{
    struct model *m = model_new();
    search_build(&c->stated.problem, INT64_MAX, m);
    bool ok = bound(c, m, err);
    model_free(m);
    return ok;
}

/* No other solution has these values of the solution variables. */
static void leave_out(struct model *m, const struct lits *taken)
{
    struct lits c = {0};
    for (int i = 0; i < taken->n; i++) {
        if (taken->v[i]) {
            if (model_is_solution(m, lit_var(taken->v[i]))) lits_push(&c, -taken->v[i]);
            continue;
        }
        model_rule(m, "another solution");
        model_clause(m, c.v, c.n);
        c.n = 0;
    }
    lits_release(&c);
}

/* With `--parity kernel` and parity rows: the model's kernel form takes its place. */
static bool kernel_form(const struct problem *q, struct form *f, struct text *err)
{
    if (!certificate_of_kernel(q) || !parity_pass_applies(f->built)) return true;
    if (parity_pass(f->built, &f->pass, err) != PARITY_DONE) return false;
    if (!f->pass.kernel) return text_error(err, "The parity rows contradict each other: there is no kernel form.");
    f->reduction = reduction_new(f->built, f->pass.kernel, certificate_leaves_images(q));
    f->m = reduction_model(f->reduction);
    const struct objective *built = model_objective(f->built), *reduced = model_objective(f->m);
    if (f->most < INT64_MAX && built && reduced) f->most -= (reduced->a - built->a) / built->b;
    return true;
}

bool certificate_form(const struct problem *q, int64_t most, const struct lits *taken, struct form *f, struct text *err)
{
    struct model *m = model_new();
    *f = (struct form){.built = m, .m = m, .most = most};
    cnf_buffer_init(&f->clauses, 0);
    f->clauses.cnf.job = q->job;
    model_set_job(m, q->job);
    search_build(q, most, m);
    if (taken) leave_out(m, taken);
    if (job_over(q->job)) return text_error(err, "Stopped while the formula was made.");
    return kernel_form(q, f, err) && lower_bounded(f->m, &q->choices.policy, f->most, &f->clauses.cnf, &f->used, err);
}

void certificate_form_release(struct form *f)
{
    if (f->reduction) reduction_free(f->reduction);
    parity_pass_release(&f->pass);
    if (f->built) model_free(f->built);
    cnf_buffer_release(&f->clauses);
}

bool certificate_formula(const struct stated_problem *p, struct page page, const char *dir, const char *name,
                         struct text *err)
{
    struct text path = {0}, words = {0};
    int vars;
    bool failed;
    text_add(&words, "loophole " VERSION ": %s %s\nformat: cnf\n", p->problem.puzzle->name, text_string(&p->label));
    problem_embed(&p->statement, &p->options, p->problem.formulation->name, &words);
    page.policy = &p->problem.choices.policy;
    page.comment = text_string(&words);
    text_add(&path, "%s/%s", dir, name);
    bool ok = format_file(format_find("cnf"), &page, path.s, &vars, &failed, err);
    text_release(&path);
    text_release(&words);
    return ok;
}

/* ---- the manifest ---------------------------------------------------------------------------------------------- */

void certificate_words(const struct claim *c, struct text *out)
{
    const struct problem *q = &c->stated.problem;
    const char *what = c->has_objective ? q->puzzle->unit : NULL;
    text_add(out, "%s %s: ", q->puzzle->name, text_string(&c->stated.label));
    if (c->kind == CLAIM_NONE)
        text_put(out, "there is no solution.");
    else if (c->kind == CLAIM_BEST)
        text_add(out, "%lld %s, and no solution is better.", (long long)c->objective_value, what);
    else if (c->kind == CLAIM_ALL)
        text_add(out, "%lld solution%s%s, and no other%s.", (long long)c->solutions, plural(c->solutions),
                 what ? " that none is better than" : "", certificate_leaves_images(q) ? " but mirror images" : "");
    else
        text_put(out, "this is a solution.");
}

/* What a claim depends on: theorems and reductions, as a list of texts. */
static json_t *rests(const struct claim *c)
{
    const struct problem *q = &c->stated.problem;
    const char *theorems = puzzle_theorems(q->formulation, q->instance);
    json_t *list = json_array();
    if (certificate_refutes(c) && theorems) json_push(list, json_string(theorems));
    if (certificate_of_kernel(q))
        json_push(list, json_string("the elimination over GF(2) that the kernel form comes from; check does it twice"));
    if (certificate_leaves_images(q)) json_push(list, json_string("mirror images are left out"));
    return list;
}

static void put_choice(void *object, const char *name, const char *value)
{
    if (options_find(choices_options, name)) json_put(object, name, json_string(value));
}

static json_t *choices(const struct claim *c)
{
    json_t *o = json_object();
    options_each(&c->stated.options, OPTION_SHAPES | OPTION_CERTIFIED, put_choice, o);
    return o;
}

json_t *certificate_manifest(const struct claim *c)
{
    struct text words = {0};
    json_t *o = json_object(), *refutations = json_array(), *r = json_object();
    certificate_words(c, &words);
    json_put(o, "bundle", json_integer(1));
    json_put(o, "claim", json_text(text_string(&words)));
    json_put(o, "kind", json_string(certificate_kinds[c->kind]));
    if (c->kind != CLAIM_NONE) json_put(o, "solution", json_string("solution.txt"));
    if (c->kind != CLAIM_NONE && c->has_objective) json_put(o, "figure", json_integer(c->objective_value));
    if (c->kind == CLAIM_ALL) json_put(o, "solutions", json_integer(c->solutions));
    if (c->kind == CLAIM_ALL) json_put(o, "values", json_string("values.txt"));
    if (c->parity.n) json_put(o, "parity", json_string("parity.txt"));
    json_put(o, "choices", choices(c));
    json_put(r, "formula", json_string("formula.cnf"));
    json_put(r, "proof", json_string("proof.drat"));
    json_put(r, "choices", choices(c));
    if (c->most < INT64_MAX) json_put(r, "bound", json_integer(c->bound));
    if (certificate_refutes(c)) json_push(refutations, json_incref(r));
    json_put(o, "refutations", refutations);
    json_put(o, "rests_on", rests(c));
    json_decref(r);
    text_release(&words);
    return o;
}
