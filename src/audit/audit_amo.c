/* At most one of many: what exhaustion proves for few inputs, n propagations prove for any. */
#include "audit/audit.h"
#include "cnf/propagator.h"

static void sentence(struct audit *a, const struct constraint *c, const char *words, int i)
{
    struct text *r = audit_fault(a, c);
    if (r) text_add(r, "encode: with input %d alone true (0: with none) %s.\n", i + 1, words);
}

/* The input i (or none, -1) alone true and all others false is allowed. */
static void allowed(struct audit *a, const struct constraint *c, struct propagator *p, int i)
{
    int mark = propagator_mark(p);
    bool ok = true;
    for (int j = 0; j < c->n && ok; j++) ok = propagator_assign(p, i == j ? c->x[j] : -c->x[j]);
    if (!ok || !propagator_models(p, 1)) sentence(a, c, "the clauses have no model", i);
    propagator_undo(p, mark);
}

/* A true input i makes all others false: by propagation if that is claimed, else in all models. */
static void excludes(struct audit *a, const struct constraint *c, struct propagator *p, int i)
{
    int mark = propagator_mark(p);
    bool ok = propagator_assign(p, c->x[i]);
    for (int j = 0; j < c->n && ok; j++) {
        if (j == i || propagator_value(p, c->x[j]) < 0) continue;
        a->strength = STRENGTH_NONE; /* or a little more: AC it is not */
        int here = propagator_mark(p);
        ok = a->encoder->strength < STRENGTH_AC && (!propagator_assign(p, c->x[j]) || !propagator_models(p, 1));
        propagator_undo(p, here);
        if (!ok) sentence(a, c, "propagation does not make all others false", i);
    }
    propagator_undo(p, mark);
}

void audit_amo(struct audit *a, const struct constraint *c)
{
    assert(c->kind == AMO && "a constraint whose partial assignments are all like those with one true input");
    struct cnf_buffer b;
    struct propagator p;
    cnf_buffer_init(&b, encoder_counter(c).vars);
    a->constraints++;
    if (c->n > a->range.single) a->range.single = c->n;
    a->encoder->encode(c, &b.cnf);
    propagator_init(&p, &b);
    for (int i = -1; i < c->n; i++) {
        allowed(a, c, &p, i);
        if (i >= 0) excludes(a, c, &p, i);
    }
    propagator_release(&p);
    cnf_buffer_release(&b);
}
