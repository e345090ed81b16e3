/* What auto chose, in words. */
#include "lower/lower_auto.h"
#include "lower/lower_inside.h"

struct encoder_reasons {
    struct reason {
        struct choice choice;
        int sums, shortest, longest;
        int64_t least, most; /* clauses and auxiliaries */
        int64_t allowed;     /* at least: what others might have taken */
    } * v;
    int n;
    size_t cap;
};

void lower_explain_add(struct encoder_reasons *r, const struct constraint *c, const struct choice *choice)
{
    int i = 0;
    if (c->kind != PB) return;
    while (i < r->n && (r->v[i].choice.encoder != choice->encoder || r->v[i].choice.class != choice->class)) i++;
    if (i == r->n) {
        struct reason fresh = {.choice = *choice, .shortest = c->n, .least = choice->size, .allowed = choice->most};
        MEM_PUSH(r->v, r->n, r->cap, fresh);
    }
    struct reason *it = &r->v[i];
    it->sums++;
    it->shortest = (int)min64(it->shortest, c->n);
    it->longest = (int)max64(it->longest, c->n);
    it->least = min64(it->least, choice->size);
    it->most = max64(it->most, choice->size);
    it->allowed = min64(it->allowed, choice->most);
}

static void range(int64_t least, int64_t most, struct text *out)
{
    text_add(out, "%lld", (long long)least);
    if (most > least) text_add(out, " to %lld", (long long)most);
}

static void say(const struct reason *r, struct text *out)
{
    text_add(out, "--pb auto: %d sum%s of ", r->sums, plural(r->sums));
    range(r->shortest, r->longest, out);
    text_add(out, " terms, %s: %s, ", r->choice.class, encoder_short(r->choice.encoder));
    range(r->least, r->most, out);
    text_add(out, " clauses and auxiliaries%s; ", r->sums == 1 ? "" : " each");
    if (r->choice.strong)
        text_put(out, "the smallest that propagates all");
    else
        text_add(out, "what propagates all would take more than %lld", (long long)r->allowed);
    text_char(out, '\n');
}

void lower_explain(const struct model *m, const struct policy *p, int64_t most, struct text *out)
{
    const struct objective *o = model_objective(m);
    struct text err = {0};
    struct encoder_reasons reasons = {0};
    struct cnf counter = cnf_counter(model_vars(m));
    struct lowering l = {.policy = p, .err = &err, .f = &counter, .reasons = &reasons};
    lowering_begin(&l, m, false);
    for (int i = 0; i < model_rows(m) && !p->by_kind[PB].encoder; i++) {
        const struct row r = model_row(m, i);
        if (r.kind == ROW_PB) lowering_sum(&l, r.x, r.w, r.block, r.n, r.lo, r.hi);
    }
    l.squares = 0;
    if (o && o->w && most < INT64_MAX && !o->bounded && !p->by_kind[PB].encoder)
        lowering_sum(&l, o->x, o->w, o->block, o->n, 0, most);
    for (int i = 0; i < reasons.n; i++) say(&reasons.v[i], out);
    mem_free(reasons.v);
    lowering_release(&l);
    text_release(&err);
}
