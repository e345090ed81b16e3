#include "extras/audit/audit_trial.h"
#include "base/number.h"

#include <inttypes.h>

enum {
    FAULTS_SHOWN = 5,
    SAMPLES = 8 /* of a long constraint */,
    SAMPLES_AMO = 64 /* if it has one true input at most */
};

void audit_init(struct audit *a, const struct encoder *e)
{
    *a = (struct audit){.encoder = e, .strength = STRENGTH_GAC, .parsimonious = true};
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
    struct size said = encoder_size(a->encoder, c, 0, NULL);
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
    a->encoder->encode(c, &r.clauses.cnf);
    audit_size(a, c, r.clauses.cnf.made);
    bool sound = trial_clauses(&r, inputs);
    if (a->sampling) {
        a->range.sampled = max_int(a->range.sampled, audit_length(c));
        if (sound) samples_try(&r, c, a->encoder->strength, c->kind == AMO ? SAMPLES_AMO : SAMPLES);
    } else {
        a->range.exhaustive = max_int(a->range.exhaustive, c->n);
        if (sound && trial_correct(&r)) trial_strength(&r, &a->strength);
    }
    job_publish(a->job, a);
}
