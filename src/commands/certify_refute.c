#include "commands/certify_inside.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "proof/drat.h"
#include "proof/prover.h"

#include <string.h>

bool certify_stopped(struct maker *k)
{
    k->stopped = true;
    return text_error(&k->err, "Stopped; the bundle is not complete.");
}

bool certify_contradicted(struct maker *k, const char *but)
{
    if (strcmp(text_string(&k->verdict), "proved") != 0)
        return text_error(&k->err, "The answer, %s, is wrong. %s", text_string(&k->verdict), but);
    return text_error(&k->err, "Encoders or formulations disagree (please report this instance). %s", but);
}

#define FORMULA "formula.cnf"
#define PROOF "proof.drat"

/* A formula and its refutation, while they are made. */
struct part {
    struct maker *k;
    struct request r;
    struct model *m;
    int64_t most, bound;
    struct cnf_buffer formula;
    struct text proof;
    double prove_seconds, check_seconds;
};

static bool prove(struct part *p)
{
    struct maker *k = p->k;
    const char *preset = k->asked->question.choices.preset, *refute = p->r.question.formulation->refute;
    struct prover prover = {.formula = &p->formula,
                            .command = k->prover,
                            .preset = preset   ? preset
                                      : refute ? refute
                                               : "unsat",
                            .seed = k->asked->question.choices.seed,
                            .job = &k->asked->job};
    double start = clock_cpu() + clock_cpu_children();
    job_report(&k->asked->job, "proving", 0);
    enum solver_answer answer = prover_run(&prover, &p->proof, &k->err);
    p->prove_seconds = clock_cpu() + clock_cpu_children() - start;
    if (answer == SOLVER_SAT) certify_contradicted(k, FORMULA " has a solution.");
    if (answer == SOLVER_UNKNOWN) certify_stopped(k);
    return answer == SOLVER_UNSAT;
}

/* Checks the proof, and keeps only the steps that were needed. */
static bool check_proof(struct part *p)
{
    struct text left = {0};
    double start = clock_cpu();
    struct drat d = drat_of(&p->formula, &p->proof, &p->k->asked->job);
    d.trimmed = &left;
    job_report(d.job, "checking the proof", 0);
    bool ok = drat_check(&d, &p->k->err);
    if (d.stopped) certify_stopped(p->k);
    text_release(&p->proof);
    p->proof = left;
    p->check_seconds = clock_cpu() - start;
    return ok;
}

static void part_release(struct part *p)
{
    request_release(&p->r);
    model_free(p->m);
    cnf_buffer_release(&p->formula);
    text_release(&p->proof);
}

struct target certify_target(const struct maker *k)
{
    return (struct target){k->kind, k->figure, k->parity.n ? &k->parity : NULL, k->taken.n ? &k->taken : NULL};
}

static bool refute(struct part *p, const json_t *choices)
{
    struct maker *k = p->k;
    struct target target = certify_target(k);
    struct form form = {0};
    p->m = model_new();
    cnf_buffer_init(&p->formula, 0);
    bool ok = bundle_pose(&p->r.question, &target, p->m, &p->most, &p->bound, &k->err) &&
              bundle_form(&p->r, p->m, p->most, &form, &k->err) &&
              lower_bounded(form.m, &p->r.question.choices.policy, form.most, &p->formula.cnf, NULL, &k->err) &&
              bundle_formula(&p->r, form.m, form.most, k->dir, FORMULA, &k->err);
    bundle_form_release(&form);
    if (!ok) return false;
    if (!prove(p) || !check_proof(p) || !file_write_in(k->dir, PROOF, &p->proof, &k->err)) return false;
    struct text version = {0};
    text_put(&version, "CaDiCaL ");
    solver_version("cadical", &version);
    json_t *o = json_pack("{s:s, s:s, s:O, s:o, s:f, s:f}", "formula", FORMULA, "proof", PROOF, "choices", choices,
                          "prover", json_text(k->prover ? k->prover : text_string(&version)), "prove_seconds",
                          p->prove_seconds, "check_seconds", p->check_seconds);
    if (p->m && model_objective(p->m) && p->most < INT64_MAX) json_put(o, "bound", json_integer(p->bound));
    json_push(k->refutations, o);
    text_release(&version);
    return true;
}

bool certify_refute(struct maker *k, const json_t *choices)
{
    struct part p = {.k = k};
    bool ok = bundle_request(&p.r, k->dir, choices);
    if (!ok) text_error(&k->err, "The question cannot be asked again from %s.", k->dir);
    ok = ok && refute(&p, choices);
    part_release(&p);
    return ok;
}
