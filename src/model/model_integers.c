/* The values of integers, and copies of models. */
#include "model/model_abstract.h"
#include "model/model_row.h"

#include <stdlib.h>

int64_t model_int_read(enum int_form form, int64_t lo, int64_t hi, lit first, struct values a)
{
    int n = integer_literals(form, lo, hi), count = 0;
    int64_t value = lo;
    bool chain = true;
    for (int k = 0; k < n; k++) {
        if (!value_true(a, first + k)) continue;
        value += integer_weight(form, k);
        chain = count++ == k && chain;
    }
    bool valid = form == FORM_DIRECT ? count == 1 : form == FORM_ORDER ? chain : value <= hi;
    return valid ? value : INT64_MIN;
}

const char *const model_int_forms[FORMS] = {"direct", "order", "log"};

int64_t model_int_value(const struct model *m, int i, struct values a)
{
    struct integer it = model_integer(m, i);
    return model_int_read(it.form, it.lo, it.hi, it.n ? it.x[0] : 1, a);
}

void model_int_words(const struct model *m, int i, struct text *out)
{
    struct integer it = model_integer(m, i);
    text_add(out, "int %s %lld %lld %d %s", model_int_forms[it.form], (long long)it.lo, (long long)it.hi,
             it.n ? it.x[0] : 1, model_int_name(m, i));
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Whether the row equates a sum that has so many values that only adders can compute it. */
static bool is_wide_equality(const struct model *m, const struct row *r)
{
    enum { WIDE = 1 << 14 };
    __int128 reach = 0;
    if (r->kind != ROW_LINEAR || r->lo != r->hi || r->n + r->integers < 3) return false;
    for (int i = 0; i < r->n; i++) reach += llabs(r->w[i]);
    for (int i = 0; i < r->integers; i++) {
        struct integer it = model_integer(m, r->integer[i]);
        reach += (__int128)llabs(r->w[r->n + i]) * (it.hi - it.lo);
    }
    return reach >= WIDE;
}

/* Returns for each integer that has no form the best one for its rows: literals of values if a row compares these one
 * by one, bits if a wide sum is equated; else thresholds, or bits if it has many values. */
static enum int_form *best_forms(const struct model *m)
{
    enum int_form *form = mem_new((size_t)model_ints(m), sizeof *form);
    for (int i = 0; i < model_ints(m); i++) form[i] = FORMS;
    for (int i = 0; i < model_givens(m); i++)
        if (!model_given_at(m, i).x) form[model_given_at(m, i).integer] = FORM_DIRECT;
    for (struct row r = {0}; model_next(m, &r);) {
        const bool equal = r.kind == ROW_LINEAR && r.n + r.integers <= 2 && r.lo == r.hi,
                   wide = is_wide_equality(m, &r);
        for (int k = 0; k < r.integers; k++) {
            enum int_form *own = &form[r.integer[k]];
            struct integer it = model_integer(m, r.integer[k]);
            if (wide && it.hi - it.lo > 2)
                *own = FORM_LOG;
            else if ((equal || row_kinds[r.kind]->by_value) && *own != FORM_LOG)
                *own = FORM_DIRECT;
        }
    }
    return form;
}

void model_copy_goal(const struct model_goal *goal, struct model *m)
{
    const struct terms *own = &goal->sum;
    SCOPED(terms) sum = {0};
    int64_t constant = goal->constant;
    if (model_facts(m)->abstract) {
        model_set_goal(m, goal->maximize, constant, own->x.v, own->w, own->x.n, goal->of.x.v, goal->of.w, goal->of.x.n);
        return;
    }
    for (int i = 0; i < own->x.n; i++) terms_add(&sum, own->x.v[i], own->w[i]);
    for (int i = 0; i < goal->of.x.n; i++) {
        struct integer it = model_integer(m, goal->of.x.v[i]);
        constant += goal->of.w[i] * it.lo;
        for (int k = 0; k < it.n; k++) terms_add(&sum, it.x[k], goal->of.w[i] * integer_weight(it.form, k));
    }
    model_optimize(m, &(struct objective){.n = sum.x.n, .x = sum.x.v, .w = sum.w, .name = "value"}, constant,
                   goal->maximize);
}

int64_t model_goal_value(const struct model_goal *goal, struct values a, const int64_t *value)
{
    int64_t sum = goal->constant + values_sum(a, goal->sum.x.v, goal->sum.w, goal->sum.x.n);
    for (int i = 0; i < goal->of.x.n; i++) sum += goal->of.w[i] * value[goal->of.x.v[i]];
    return sum;
}

void model_copy_variables(const struct model *from, struct model *to)
{
    OWNED enum int_form *form = best_forms(from);
    struct model_facts *facts = model_facts(to);
    facts->projected = model_facts(from)->projected;
    for (int i = 0; i < MODEL_TEXTS; i++)
        if (model_facts(from)->text[i] && !facts->text[i]) facts->text[i] = mem_string(model_facts(from)->text[i]);
    if (model_facts(from)->weighted) facts->weighted = mem_string(model_facts(from)->weighted);
    for (int v = 1; v <= model_vars(from); v++) {
        facts->group = model_group_of(from, v);
        (model_is_solution(from, v) ? model_var : model_derived)(to, "%s", model_name(from, v));
    }
    for (int i = 0; i < model_ints(from); i++) {
        struct integer it = model_integer(from, i);
        bool free = !model_facts(to)->abstract && it.form == FORMS && it.hi - it.lo < MODEL_INT_MANY;
        if (free) it.form = form[i];
        model_facts(to)->group = i;
        facts->derived = it.derived;
        if (it.n)
            model_int_rule(to, model_int_over(to, it.lo, it.hi, it.form, it.x[0], model_int_name(from, i)));
        else
            model_int(to, it.lo, it.hi, it.form, "%s", model_int_name(from, i));
    }
    facts->derived = false;
    if (model_objective(from)) model_minimize(to, model_objective(from));
}

void model_copy(const struct model *from, struct model *to)
{
    int rule = -1;
    OWNED int *copied = mem_new((size_t)model_rules(from), sizeof *copied); /* the rule of `to`, plus 1 */
    model_copy_variables(from, to);
    for (struct row r = {0}; model_next(from, &r);) {
        if (r.kind == ROW_INT) continue;
        if (r.rule != rule && copied[r.rule]) model_rule_again(to, copied[r.rule] - 1);
        if (!copied[r.rule]) {
            model_rule(to, "%s", model_rule_name(from, r.rule));
            const struct rule_note note = model_rule_noted(from, r.rule);
            if (note.row || note.col || note.words) model_rule_note(to, note.row, note.col, note.words);
            copied[r.rule] = model_rules(to);
        }
        rule = r.rule;
        model_add(to, &r);
        if (r.block) model_partition(to, r.block);
    }
    for (int i = 0; i < model_givens(from); i++) model_may_give(to, model_given_at(from, i), NULL);
    model_picture_copy(from, to);
}
