#include "audit/audit_trial.h"

#include <inttypes.h>

enum { FAULTS_SHOWN = 5 };

void audit_init(struct audit *a, const struct encoder *e)
{
    *a = (struct audit){.encoder = e, .strength = STRENGTH_AC, .bound = STRENGTH_AC, .parsimonious = true};
}

void audit_release(struct audit *a) { text_release(&a->report); }

static void put_case(struct text *t, const struct encoder *e, const struct constraint *c)
{
    text_put(t, e->name);
    if (c->tuning.size) text_add(t, ":%d", c->tuning.size);
    if (c->tuning.tree) text_put(t, c->tuning.size ? ",tree" : ":tree");
    text_add(t, " n=%d lo=%" PRId64 " hi=%" PRId64, c->n, c->lo, c->hi);
    if (c->n > AUDIT_INPUTS) return;
    text_put(t, " x=");
    for (int i = 0; i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->x[i]);
    if (c->w) text_put(t, " w=");
    for (int i = 0; c->w && i < c->n; i++) text_add(t, "%s%" PRId64, i ? "," : "", c->w[i]);
    if (c->block) text_put(t, " block=");
    for (int i = 0; c->block && i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->block[i]);
    if (c->group) text_put(t, " group=");
    for (int i = 0; c->group && i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->group[i]);
}

struct text *audit_fault(struct audit *a, const struct constraint *c)
{
    if (++a->faults > FAULTS_SHOWN) return NULL;
    put_case(&a->report, a->encoder, c);
    text_put(&a->report, ": ");
    return &a->report;
}

void audit_size(struct audit *a, const struct constraint *c, struct size made)
{
    struct size said = encoder_size(a->encoder, c);
    if (said.vars == made.vars && said.clauses == made.clauses && said.literals == made.literals) return;
    struct text *r = audit_fault(a, c);
    if (!r) return;
    text_add(r, "a dry run counts %" PRId64 " variables, %" PRId64 " clauses, %" PRId64 " literals", said.vars,
             said.clauses, said.literals);
    text_add(r, ", but encode makes %" PRId64 ", %" PRId64 ", %" PRId64 ".\n", made.vars, made.clauses, made.literals);
}

void audit_constraint(struct audit *a, const struct constraint *c)
{
    struct trial r;
    trial_init(&r, a, c);
    int inputs = r.clauses.cnf.vars;
    a->constraints++;
    if (c->n > a->range.exhaustive) a->range.exhaustive = c->n;
    a->encoder->encode(c, &r.clauses.cnf);
    audit_size(a, c, r.clauses.cnf.made);
    if (trial_clauses(&r, inputs) && trial_correct(&r)) trial_strength(&r, &a->strength);
    trial_release(&r);
    audit_told(a);
}
