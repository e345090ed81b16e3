#include "commands/bundle.h"

#include "base/strings.h"
#include "base/json.h"
#include "formats/format.h"
#include "proof/parity_sum.h"

#include <string.h>

const char *const bundle_kinds[CLAIM_KINDS] = {"solution", "best", "none", "all"};

bool bundle_parity(const struct question *q, int *rows)
{
    struct question plain = *q;
    struct lits list = {0};
    struct text err = {0};
    bool odd;
    plain.formulation = puzzle_plain(q->puzzle, q->instance);
    if (!plain.formulation) return false;
    struct model *m = model_new();
    search_pose(&plain, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    bool found = o && o->c == 1 && (o->b == 1 || o->b == -1) && parity_sum_find(m, false, &list) &&
                 parity_sum_check(m, false, &list, &odd, &err);
    if (rows) *rows = list.n;
    model_free(m);
    lits_release(&list);
    text_release(&err);
    return found;
}

/* How far the sum falls, at least, for a better figure. Each sum may be, unless the parity certificate says that every other is
 * none; theorems of a formulation say that figures are whole, and then all may have one parity. */
static int64_t step(const struct question *q, const struct target *t, const struct objective *o)
{
    if (t->parity) return 2;
    if (!puzzle_rests(q->formulation, q->instance) || (o->b != 1 && o->b != -1)) return 1;
    return bundle_parity(q, NULL) ? 2 * o->c : o->c;
}

/* The bound one step better than the figure, or as good as it. */
static bool bound(const struct question *q, const struct target *t, const struct model *m, int64_t *most,
                  int64_t *figure, struct text *err)
{
    const struct objective *o = model_objective(m);
    *most = INT64_MAX;
    *figure = 0;
    if (t->kind == CLAIM_BEST && !o) return text_error(err, "The puzzle has no objective, so that nothing is best.");
    if (t->kind == CLAIM_NONE || !o) return true;
    int64_t sum = objective_sum(o, t->figure);
    if (objective_figure(o, sum) != t->figure)
        return text_error(err, "No sum of the objective comes to %lld.", (long long)t->figure);
    if (t->kind == CLAIM_BEST) {
        bool odd;
        if (t->parity && !parity_sum_check(m, false, t->parity, &odd, err)) return false;
        if (t->parity && (sum & 1) != odd)
            return text_error(err, "The parity certificate says that no solution has %lld %s.", (long long)t->figure,
                              o->name);
        sum -= step(q, t, o);
    }
    *most = sum;
    /* The weakest figure that such a sum may have: figures between two sums are none. */
    while ((o->a + (__int128)o->b * sum) % o->c) sum--;
    *figure = objective_figure(o, sum);
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

bool bundle_pose(const struct question *q, const struct target *t, struct model *m, int64_t *most, int64_t *figure,
                 struct text *err)
{
    struct model *any = model_new();
    search_pose(q, INT64_MAX, any);
    bool ok = bound(q, t, any, most, figure, err);
    model_free(any);
    if (!ok) return false;
    search_pose(q, *most, m);
    if (t->taken) leave_out(m, t->taken);
    return true;
}

bool bundle_of_kernel(const struct request *r) { return r->question.choices.parity == PARITY_KERNEL; }

bool bundle_form(const struct request *r, struct model *m, int64_t most, struct form *form, struct text *err)
{
    *form = (struct form){.m = m, .most = most};
    if (!bundle_of_kernel(r) || !parity_pass_applies(m)) return true;
    if (parity_pass(m, &form->pass, err) != PARITY_DONE) return false;
    if (!form->pass.kernel) return text_error(err, "The parity rows contradict each other: there is no kernel form.");
    form->reduction = reduction_new(m, form->pass.kernel, bundle_leaves_images(r));
    form->m = reduction_model(form->reduction);
    const struct objective *posed = model_objective(m), *reduced = model_objective(form->m);
    if (most < INT64_MAX && posed && reduced) form->most -= (reduced->a - posed->a) / posed->b;
    return true;
}

void bundle_form_release(struct form *form)
{
    if (form->reduction) reduction_free(form->reduction);
    parity_pass_release(&form->pass);
}

/* Choices in a manifest shape a formula: nothing there acts. */
static bool is_choice(const char *name)
{
    const struct option *o = options_find(choices_options, name);
    return o && o->flags & (OPTION_SHAPES | OPTION_CERTIFIED);
}

bool bundle_request(struct request *r, const char *dir, const json_t *choices)
{
    static const struct command asks = {.name = "check", .takes = TAKES_QUESTION | TAKES_CHOICES};
    struct text path = {0}, option = {0};
    struct strings argv = {0};
    int status = EXIT_NO;
    const char *name;
    json_t *value;
    bool ok = true;
    text_add(&path, "%s/instance.txt", dir);
    strings_add(&argv, "--file");
    strings_add(&argv, path.s);
    json_object_foreach((json_t *)(uintptr_t)choices, name, value)
    {
        const char *word = json_string_value(value);
        ok = ok && is_choice(name) && word && *word != '-';
        if (!ok) break;
        text_clear(&option);
        text_add(&option, "--%s", name);
        strings_add(&argv, option.s);
        strings_add(&argv, word);
    }
    text_release(&path);
    text_release(&option);
    *r = (struct request){0};
    if (ok)
        ok = request_parse(r, &asks, argv.n, argv.v, &status);
    else
        complain(EXIT_NO, "The manifest of %s holds a choice that shapes no formula.", dir);
    r->argc = 0; /* options and words are copies */
    strings_release(&argv);
    return ok;
}

bool bundle_formula(const struct request *r, const struct model *m, int64_t most, const char *dir, const char *name,
                    struct text *err)
{
    struct text path = {0}, words = {0};
    int vars;
    bool failed;
    text_add(&words, "loophole " VERSION ": %s %s\nformat: cnf\n", r->puzzle->name, text_string(&r->label));
    problem_embed(&r->statement, &r->options, r->formulation->name, &words);
    struct page page = {
        .model = m, .policy = &r->question.choices.policy, .most = most, .comment = text_string(&words)};
    text_add(&path, "%s/%s", dir, name);
    bool ok = format_file(format_find("cnf"), &page, path.s, &vars, &failed, err);
    text_release(&path);
    text_release(&words);
    return ok;
}

bool bundle_leaves_images(const struct request *r) { return r->question.choices.break_symmetry == OPTION_YES; }

json_t *bundle_rests(const struct request *r, bool refuted)
{
    json_t *rests = json_array();
    const char *theorems = puzzle_rests(r->formulation, r->instance);
    if (refuted && theorems) json_push(rests, json_string(theorems));
    if (bundle_of_kernel(r))
        json_push(rests,
                  json_string("the elimination over GF(2) that the kernel form comes from; check does it twice"));
    if (bundle_leaves_images(r)) json_push(rests, json_string("mirror images are left out"));
    return rests;
}

void bundle_claim(const struct request *r, enum claim_kind kind, int64_t figure, int64_t solutions, struct text *out)
{
    struct objective o;
    const char *what = problem_objective(&r->question, &o) ? o.name : NULL;
    text_add(out, "%s %s: ", r->puzzle->name, text_string(&r->label));
    if (kind == CLAIM_NONE)
        text_put(out, "there is no solution.");
    else if (kind == CLAIM_BEST)
        text_add(out, "%lld %s, and no solution is better.", (long long)figure, what);
    else if (kind == CLAIM_ALL)
        text_add(out, "%lld solution%s%s, and no other%s.", (long long)solutions, plural(solutions),
                 what ? " that none is better than" : "", bundle_leaves_images(r) ? " but mirror images" : "");
    else
        text_put(out, "this is a solution.");
}

bool bundle_numbers(const char *text, struct lits *out, struct text *err)
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
