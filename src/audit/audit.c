#include "audit/audit_trial.h"

#include <inttypes.h>

enum { FAULTS_SHOWN = 5 };

void audit_init(struct audit *a, const struct encoder *e)
{
    *a = (struct audit){.encoder = e, .strength = STRENGTH_GAC, .bound = STRENGTH_GAC, .parsimonious = true};
}

void audit_release(struct audit *a) { text_release(&a->report); }

static void put_case(struct text *t, const struct encoder *e, const struct constraint *c)
{
    text_put(t, e->name);
    if (c->tuning.size) text_add(t, ":%d", c->tuning.size);
    if (c->tuning.tree) text_put(t, c->tuning.size ? ",tree" : ":tree");
    text_add(t, " n=%d lo=%" PRId64 " hi=%" PRId64, c->n, c->lo, c->hi);
    if (c->n > AUDIT_INPUTS && c->kind > XOR) text_add(t, " integers=%d edges=%d", c->integers, c->edges);
    if (c->n > AUDIT_INPUTS || !c->x) return;
    text_put(t, " x=");
    for (int i = 0; i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->x[i]);
    if (c->w) text_put(t, " w=");
    for (int i = 0; c->w && i < c->n; i++) text_add(t, "%s%" PRId64, i ? "," : "", c->w[i]);
    if (c->block) text_put(t, " block=");
    for (int i = 0; c->block && i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->block[i]);
    if (c->chain) text_put(t, " chain");
    if (c->group) text_put(t, " group=");
    for (int i = 0; c->group && i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->group[i]);
    for (int i = 0; i < c->integers; i++) text_add(t, " %" PRId64 "..%" PRId64, c->integer[i].lo, c->integer[i].hi);
    for (int k = 0; k < c->edges; k++) text_add(t, " %d-%d", c->edge[k].from, c->edge[k].to);
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
    struct size said = encoder_size(a->encoder, c, NULL);
    if (said.vars == made.vars && said.clauses == made.clauses && said.literals == made.literals) return;
    struct text *r = audit_fault(a, c);
    if (!r) return;
    text_add(r, "a dry run counts %" PRId64 " variables, %" PRId64 " clauses, %" PRId64 " literals", said.vars,
             said.clauses, said.literals);
    text_add(r, ", but encode makes %" PRId64 ", %" PRId64 ", %" PRId64 ".\n", made.vars, made.clauses, made.literals);
}

void audit_constraint(struct audit *a, const struct constraint *c)
{
    SCOPED(trial) r = {0};
    trial_init(&r, a, c);
    int inputs = r.clauses.cnf.vars;
    a->constraints++;
    if (c->n > a->range.exhaustive) a->range.exhaustive = c->n;
    a->encoder->encode(c, &r.clauses.cnf);
    audit_size(a, c, r.clauses.cnf.made);
    if (trial_clauses(&r, inputs) && trial_correct(&r)) trial_strength(&r, &a->strength);
    audit_progress(a);
}

/* ---- at most one of many: what exhaustion proves for few inputs, n propagations prove for any  */

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
        a->strength = STRENGTH_NONE; /* or a little more: GAC it is not */
        int here = propagator_mark(p);
        ok = a->encoder->strength < STRENGTH_GAC && (!propagator_assign(p, c->x[j]) || !propagator_models(p, 1));
        propagator_undo(p, here);
        if (!ok) sentence(a, c, "propagation does not make all others false", i);
    }
    propagator_undo(p, mark);
}

void audit_amo(struct audit *a, const struct constraint *c)
{
    assert(c->kind == AMO && "a constraint whose partial assignments are all like those with one true input");
    SCOPED(propagator) p = {0};
    SCOPED(cnf_buffer) b = cnf_buffer_of(encoder_counter(c, NULL).vars);
    a->constraints++;
    if (c->n > a->range.single) a->range.single = c->n;
    a->encoder->encode(c, &b.cnf);
    propagator_init(&p, &b);
    for (int i = -1; i < c->n; i++) {
        allowed(a, c, &p, i);
        if (i >= 0) excludes(a, c, &p, i);
    }
}
