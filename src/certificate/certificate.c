#include "certificate/certificate_inside.h"

#include "formats/format.h"
#include "proof/parity_sum.h"

#include <string.h>

const char *const certificate_kinds[CLAIM_KINDS] = {"solution", "best", "none", "all"};

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
static int64_t step(const struct problem *q, const struct target *t, const struct objective *o)
{
    if (t->parity) return 2;
    if (!puzzle_theorems(q->formulation, q->instance) || (o->b != 1 && o->b != -1)) return 1;
    return certificate_parity(q, NULL) ? 2 * o->c : o->c;
}

int64_t certificate_objective(const struct objective *o, int64_t most)
{
    /* Figures between two sums are none. */
    while ((o->a + (__int128)o->b * most) % o->c) most--;
    return objective_of_sum(o, most);
}

/* The bound one step better than the objective value, or as good as it. */
static bool bound(const struct problem *q, const struct target *t, const struct model *m, int64_t *most,
                  int64_t *objective_value, struct text *err)
{
    const struct objective *o = model_objective(m);
    *most = INT64_MAX;
    *objective_value = 0;
    if (t->kind == CLAIM_BEST && !o) return text_error(err, "The puzzle has no objective, so that nothing is best.");
    if (t->kind == CLAIM_NONE || !o) return true;
    int64_t sum = objective_sum(o, t->objective_value);
    if (objective_of_sum(o, sum) != t->objective_value)
        return text_error(err, "No sum of the objective comes to %lld.", (long long)t->objective_value);
    if (t->kind == CLAIM_BEST) {
        bool odd;
        if (t->parity && !parity_sum_check(m, false, t->parity, &odd, err)) return false;
        if (t->parity && (sum & 1) != odd)
            return text_error(err, "The parity certificate says that no solution has %lld %s.",
                              (long long)t->objective_value, o->name);
        sum -= step(q, t, o);
    }
    *most = sum;
    *objective_value = certificate_objective(o, sum);
    return true;
}

/* No other solution has these values of the solution variables. */
static void leave_out(struct model *m, const struct lits *taken)
{
    struct lits c = {0};
    for (int i = 0, from = 0; i < taken->n; i++) {
        if (taken->v[i]) continue;
        c.n = 0;
        for (int k = from; k < i; k++)
            if (model_is_solution(m, lit_var(taken->v[k]))) lits_push(&c, -taken->v[k]);
        model_rule(m, "another solution");
        model_clause(m, c.v, c.n);
        from = i + 1;
    }
    lits_release(&c);
}

bool certificate_build(const struct problem *q, const struct target *t, struct model *m, int64_t *most,
                       int64_t *objective_value, struct text *err)
{
    struct model *any = model_new();
    search_build(q, INT64_MAX, any);
    bool ok = bound(q, t, any, most, objective_value, err);
    model_free(any);
    if (!ok) return false;
    search_build(q, *most, m);
    if (t->taken) leave_out(m, t->taken);
    return true;
}

bool certificate_form(const struct problem *q, struct model *m, int64_t most, struct form *form, struct text *err)
{
    *form = (struct form){.m = m, .most = most};
    if (!certificate_of_kernel(q) || !parity_pass_applies(m)) return true;
    if (parity_pass(m, &form->pass, err) != PARITY_DONE) return false;
    if (!form->pass.kernel) return text_error(err, "The parity rows contradict each other: there is no kernel form.");
    form->reduction = reduction_new(m, form->pass.kernel, certificate_leaves_images(q));
    form->m = reduction_model(form->reduction);
    const struct objective *built = model_objective(m), *reduced = model_objective(form->m);
    if (most < INT64_MAX && built && reduced) form->most -= (reduced->a - built->a) / built->b;
    return true;
}

void certificate_form_release(struct form *form)
{
    if (form->reduction) reduction_free(form->reduction);
    parity_pass_release(&form->pass);
}

bool certificate_choices(const json_t *object, struct options *choices, struct text *err)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        const struct option *o = options_find(choices_options, name);
        const char *word = json_string_value(value);
        if (!o || !(o->flags & (OPTION_SHAPES | OPTION_CERTIFIED)) || !word)
            return text_error(err, "The manifest holds a choice that shapes no formula, '%.40s'.", name);
        if (!options_set(choices, o, word, err)) return false;
    }
    return true;
}

bool certificate_formula(const struct stated_problem *p, const struct model *m, int64_t most, const char *dir,
                         const char *name, struct text *err)
{
    struct text path = {0}, words = {0};
    int vars;
    bool failed;
    text_add(&words, "loophole " VERSION ": %s %s\nformat: cnf\n", p->problem.puzzle->name, text_string(&p->label));
    problem_embed(&p->statement, &p->options, p->problem.formulation->name, &words);
    struct page page = {.model = m, .policy = &p->problem.choices.policy, .most = most, .comment = text_string(&words)};
    text_add(&path, "%s/%s", dir, name);
    bool ok = format_file(format_find("cnf"), &page, path.s, &vars, &failed, err);
    text_release(&path);
    text_release(&words);
    return ok;
}

json_t *certificate_evidence(const struct problem *q, bool refuted)
{
    json_t *evidence = json_array();
    const char *theorems = puzzle_theorems(q->formulation, q->instance);
    if (refuted && theorems) json_push(evidence, json_string(theorems));
    if (certificate_of_kernel(q))
        json_push(evidence,
                  json_string("the elimination over GF(2) that the kernel form comes from; check does it twice"));
    if (certificate_leaves_images(q)) json_push(evidence, json_string("mirror images are left out"));
    return evidence;
}

void certificate_claim(const struct stated_problem *p, enum claim_kind kind, int64_t objective_value, int64_t solutions,
                       struct text *out)
{
    struct objective o;
    const char *what = problem_objective(&p->problem, &o) ? o.name : NULL;
    text_add(out, "%s %s: ", p->problem.puzzle->name, text_string(&p->label));
    if (kind == CLAIM_NONE)
        text_put(out, "there is no solution.");
    else if (kind == CLAIM_BEST)
        text_add(out, "%lld %s, and no solution is better.", (long long)objective_value, what);
    else if (kind == CLAIM_ALL)
        text_add(out, "%lld solution%s%s, and no other%s.", (long long)solutions, plural(solutions),
                 what ? " that none is better than" : "",
                 certificate_leaves_images(&p->problem) ? " but mirror images" : "");
    else
        text_put(out, "this is a solution.");
}
