/* Enumerates, verifies and counts all solutions of a formulation. */
#include "tally.h"

static void tally_text(struct tally *t, const char *text)
{
    for (int i = 0; i < t->n; i++)
        if (!strcmp(t->kept[i], text)) return;
    assert_true(t->n < KEPT);
    t->kept[t->n++] = mem_string(text);
}

static void tally_found(struct values a, void *state)
{
    struct tally *t = state;
    struct text err = {0}, least = {0};
    struct solution out = {0};
    int64_t objective_value;
    solution_decode(t->p, t->f, t->in, t->m, a, &out);
    if (!t->p->verify(t->in, text_string(&out.text), &objective_value, &err))
        fail_msg("%s: %s%s", t->f->name, text_string(&out.text), text_string(&err));
    if (t->objective) {
        int64_t sum = 0;
        for (int i = 0; i < t->objective->n; i++)
            if (value_true(a, t->objective->x[i])) sum += t->objective->w ? t->objective->w[i] : 1;
        assert_int_equal(objective_of_sum(t->objective, sum), objective_value);
        assert_true(sum >= t->objective->least);
    }
    if (!t->found++ || objective_value < t->least) t->least = objective_value;
    if (t->p->symmetry.canonical) puzzle_canonical(t->p, t->in, &out, &least);
    tally_text(t, text_string(t->p->symmetry.canonical ? &least : &out.text));
    canvas_free(t->p->draw(t->in, &out));
    solution_release(&out);
    text_release(&err);
    text_release(&least);
}

void tally_bounded(struct tally *t, const struct puzzle *p, const struct instance *in, const struct formulation *f,
                   const struct bounds *bounds)
{
    struct model *m = model_new();
    *t = (struct tally){.p = p, .in = in, .f = f, .m = m};
    f->build(f, in, bounds, m);
    t->objective = model_objective(m);
    models_each(m, tally_found, t);
    model_free(m);
    for (int i = 0; i < t->n; i++) mem_free(t->kept[i]);
}

void tally_formulation(struct tally *t, const struct puzzle *p, const struct instance *in, const struct formulation *f)
{
    tally_bounded(t, p, in, f, &(struct bounds){.most = INT64_MAX});
}

void expect(const struct puzzle *p, const char *operands, const char *options, int solutions, int different,
            int64_t least)
{
    struct instance *in = models_legal(p, operands, NULL, options);
    struct tally t;
    for (const struct formulation *f = p->formulations; f->name; f++) {
        if (f->applies && !f->applies(in)) continue;
        tally_formulation(&t, p, in, f);
        if (t.found != solutions || t.n != different || (solutions && t.least != least))
            fail_msg("%s %s: %s finds %d solutions, %d different, least %d; expected %d, %d, %d", p->name, operands,
                     f->name, t.found, t.n, (int)t.least, solutions, different, (int)least);
    }
    p->release(in);
}

void expect_count(const struct puzzle *p, const char *operands, const char *options, const char *without, int solutions,
                  int different)
{
    struct instance *in = models_legal(p, operands, NULL, options);
    for (const struct formulation *f = p->formulations; f->name; f++) {
        struct answer a;
        if ((f->applies && !f->applies(in)) || (without && !strcmp(f->name, without))) continue;
        struct solution_count c = models_count(p, in, f, true, &a);
        if (!c.complete || c.solutions != solutions || (p->symmetry.canonical && c.orbits != different))
            fail_msg("%s %s: %s counts %d solutions, %d different; expected %d, %d: %s", p->name, operands, f->name,
                     (int)c.solutions, (int)c.orbits, solutions, different, text_string(&a.err));
        answer_release(&a);
    }
    p->release(in);
}

void numbers_text(int64_t target, const int *v, int n, struct text *out)
{
    text_clear(out);
    text_add(out, "%d", (int)target);
    for (int i = 0; i < n; i++) text_add(out, " %d", v[i]);
}
