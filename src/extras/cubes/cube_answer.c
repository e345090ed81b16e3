#include "extras/cubes/cube_run.h"

#include "base/clock.h"
#include "base/file.h"
#include "proof/prover.h"
#include "search/session.h"

#include <string.h>

enum { PARTS = 8 }; /* a cube is split into about so many parts */

/* ---- three ways ------------------------------------------------------------------------------ */

static enum status by_solver(const struct cube_run *c, struct task *t, const struct cube_how *how, struct job *job,
                             struct text *err)
{
    struct problem q = *how->problem;
    SCOPED(answer) a = {0};
    SCOPED(session) h = {0};
    q.choices.parity = PARITY_NONE; /* the kernel has other variables than the cubes */
    q.job = job;
    enum status status = STATUS_UNKNOWN;
    session_init(&h, &q, &a);
    h.eager = true; /* cubes are over the variables of a file */
    if (session_open(&h, how->most, search_refuter(&q, ""))) {
        cube_run_clauses(c, t, &h.formula.cnf);
        enum solver_answer answer = session_solve(&h);
        status = session_status(&h, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
        t->conflicts = solver_conflicts(h.formula.solver);
    } else {
        status = a.status;
    }
    if (status == STATUS_SATISFIABLE) t->solution = mem_string(text_string(&h.solution.text));
    if (status == STATUS_FAILED || status == STATUS_REFUSED) text_error(err, "%s", text_string(&a.err));
    return status;
}

static enum status by_prover(const struct cube_run *c, struct task *t, const struct cube_how *how, struct job *job,
                             struct text *err)
{
    const struct problem *q = how->problem;
    SCOPED(model) *m = model_new();
    SCOPED(cnf_buffer) formula = cnf_buffer_of(0);
    SCOPED(text) proof = {0}, name = {0};
    model_set_job(m, job);
    search_build(q, how->most, m);
    struct prover prover = {.formula = &formula,
                            .command = how->prover,
                            .config = q->choices.config ? q->choices.config : search_refuter(q, ""),
                            .seed = q->choices.seed,
                            .job = job};
    if (!lower_bounded(m, &q->choices.policy, how->most, &formula.cnf, NULL, err)) return STATUS_REFUSED;
    cube_run_clauses(c, t, &formula.cnf);
    enum solver_answer answer = prover_refute(&prover, q->job, &proof, err);
    cube_run_proof_name(c, t, &name);
    t->certified = answer == SOLVER_UNSAT && file_write_bytes(name.s, &proof, err);
    if (answer == SOLVER_SAT || answer == SOLVER_UNKNOWN)
        return answer == SOLVER_SAT ? STATUS_SATISFIABLE : STATUS_UNKNOWN;
    return t->certified ? STATUS_UNSATISFIABLE : STATUS_FAILED;
}

static enum status into_parts(struct task *t, const struct cube_how *how, struct text *err)
{
    const struct problem *q = how->problem;
    SCOPED(model) *m = model_new();
    SCOPED(cnf_buffer) formula = cnf_buffer_of(0);
    search_build(q, how->most, m);
    struct cube_split s = {.formula = &formula,
                           .model = m,
                           .cubes = PARTS,
                           .over = how->over,
                           .whole = true,
                           .from = t->x,
                           .from_n = t->n,
                           .job = q->job};
    bool ok =
        lower_bounded(m, &q->choices.policy, how->most, &formula.cnf, NULL, err) && cube_split(&s, &t->split, err);
    if (ok && cube_count(&t->split) > 1) t->state = TASK_SPLIT;
    return ok || job_over(q->job) ? STATUS_UNKNOWN : STATUS_REFUSED;
}

static enum status cube_answer_ask(const struct cube_run *c, struct task *t, const struct cube_how *how,
                                   struct job *job, struct text *err)
{
    enum status status = how->certify ? by_prover(c, t, how, job, err) : by_solver(c, t, how, job, err);
    /* The solution is checked here, because the solver's model is available. */
    return how->certify && status == STATUS_SATISFIABLE ? by_solver(c, t, how, job, err) : status;
}

enum status cube_answer(const struct cube_run *c, struct task *t, const struct cube_how *how, struct text *err)
{
    double start = clock_cpu() + clock_cpu_children();
    bool splits = how->split_after > 0 && !t->rest;
    bool outside = how->certify ? how->prover != NULL : !strncmp(how->problem->choices.solver, "process", 7);
    struct job *whole = how->problem->job, first = {.parent = whole};
    if (splits && outside) first.deadline = clock_wall() + how->split_after;
    if (splits && !outside) first.cpu_deadline = clock_thread() + how->split_after;
    enum status status = cube_answer_ask(c, t, how, &first, err);
    if (status == STATUS_UNKNOWN && splits && !job_over(whole)) {
        status = into_parts(t, how, err);
        /* If no variable is left to split on, the cube is solved without a limit. */
        if (status == STATUS_UNKNOWN && t->state == TASK_OPEN) {
            cnf_buffer_release(&t->split);
            t->split = cnf_buffer_of(0);
            status = cube_answer_ask(c, t, how, whole, err);
        }
    }
    if (status == STATUS_SATISFIABLE) t->state = TASK_SOLVED;
    if (status == STATUS_UNSATISFIABLE) t->state = TASK_REFUTED;
    t->cpu = clock_cpu() + clock_cpu_children() - start;
    return status;
}
