/* Checks a cube run: builds its formula again, verifies that the cubes cover it, and checks a proof
 * for each refutation. */
#include "base/clock.h"
#include "base/file.h"
#include "base/number.h"
#include "certificate/certificate_inside.h"
#include "extras/cubes/cube_run.h"

/* The state while the proofs of a cube run are checked. */
struct cubes_checker {
    struct checker *base;
    struct cube_run c;
    struct certificate_form form; /* of the problem, without any cube */
    int64_t added, needed, bytes;
    int checked;    /* checked tasks */
    struct job job; /* of one proof */
};

static bool certificate_of_cubes(const char *dir)
{
    SCOPED(text) path = {0};
    text_add(&path, "%s/cubes.txt", dir);
    return file_exists(path.s);
}

/* Checks the proof of a task. Appends the task's clauses to the formula and removes them again. */
static bool refuted(struct cubes_checker *k, const struct task *t)
{
    SCOPED(text) name = {0}, proof = {0};
    struct cnf_buffer *f = &k->form.clauses, whole = *f;
    cube_run_clauses(&k->c, t, &f->cnf);
    cube_run_proof_name(&k->c, t, &name);
    bool ok =
        file_regular(name.s, k->base->err) && file_read_bytes(name.s, &file_cap_proof, true, &proof, k->base->err);
    k->bytes += (int64_t)proof.n;
    ok = ok && certificate_refuted(k->base, &k->job, f, name.s, &proof, &k->added, &k->needed);
    f->cnf.made = whole.cnf.made;
    f->lits.n = whole.lits.n;
    f->start.n = whole.start.n;
    return ok;
}

/* Converts the share of one proof into the share of all proofs. */
static void report_share(void *state, const struct job *proof)
{
    struct cubes_checker *k = state;
    job_report(k->base->job, NULL, (k->checked + proof->share) / k->c.n);
}

static bool all_refuted(struct cubes_checker *k)
{
    const struct cube_run *c = &k->c;
    struct text *err = k->base->err;
    for (int i = 0; i < c->n; i++) {
        const struct task *t = &c->task[i];
        k->checked = i;
        job_report(k->base->job, "checking the cubes' proofs", (double)i / c->n);
        if (job_over(&k->job)) return text_error(err, "The check was stopped.");
        if (t->state == TASK_OPEN) return text_error(err, "Cube %s is open.", t->id);
        if (t->state == TASK_SOLVED)
            return text_error(err, "Cube %s has a solution, so there is nothing to prove; 'loophole conquer' shows it.",
                              t->id);
        if (t->state == TASK_REFUTED && !t->certified)
            return text_error(err, "Cube %s was answered without a proof; 'loophole conquer %s --certify' adds it.",
                              t->id, c->dir);
        if (t->state == TASK_REFUTED && !refuted(k, t)) return false;
    }
    return true;
}

static void certificate_cubes_report(const struct cubes_checker *k, double start)
{
    struct tally t;
    cube_run_tally(&k->c, &t);
    text_add(
        k->base->report,
        "  cubes      %d, and the remainder cube, in which none of them holds; %d of them split further, each into "
        "exhaustive parts\n",
        cube_count(&k->c.cubes), t.of[TASK_SPLIT]);
    text_add(k->base->report, "  proofs     %d, of %lld %s in %lld %s; %.2f s CPU\n", t.of[TASK_REFUTED],
             (long long)k->added, plural(k->added, "clause", "clauses"), (long long)k->bytes,
             plural(k->bytes, "byte", "bytes"), clock_cpu() - start);
}

static bool certificate_check_cubes(struct checker *c, struct text *claim)
{
    struct cubes_checker k = {.base = c, .job = {.parent = c->job, .progress = report_share}};
    struct stated_problem *p = &c->c.stated;
    struct embedded e = {0};
    SCOPED(text) path = {0}, asked = {0}, text = {0};
    double start = clock_cpu();
    k.job.progress_state = &k;
    text_add(&path, "%s/problem.cnf", c->dir);
    bool ok = file_regular(path.s, c->err) && problem_read_formula(p, &e, path.s, c->err) &&
              cube_run_open(&k.c, c->dir, e.model_vars, c->err) &&
              file_read_bytes(path.s, &file_cap_formula, false, &text, c->err);
    int64_t most = ok && e.bounded ? e.most : INT64_MAX;
    p->problem.job = c->job;
    ok = ok && certificate_same(c, most, "problem.cnf", &text, NULL, &k.form) && all_refuted(&k);
    if (ok) certificate_cubes_report(&k, start);
    if (ok) problem_sought(&p->problem, most, &asked);
    if (ok) text_add(claim, "%s %s: there is no %s.", p->problem.puzzle->name, text_string(&p->label), asked.s);
    cube_run_release(&k.c);
    certificate_form_release(&k.form);
    mem_free(e.format);
    return ok;
}

const struct certificate_class certificate_cubes = {certificate_of_cubes, certificate_check_cubes};
