#include "proof/prover.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/temporary.h"
#include "proof/drat.h"

#include <poll.h>

enum { TICK = 20 }; /* ms */
static const size_t LARGEST = SIZE_MAX / 2 < UINT64_C(1) << 32 ? SIZE_MAX / 2 : (size_t)(UINT64_C(1) << 32);

static enum solver_answer run_here(const struct prover *p, struct text *proof, struct text *err)
{
    struct solver *s = solver_open("cadical", p->config, p->seed, err);
    if (!s) return SOLVER_FAILED;
    solver_record(s, LARGEST);
    solver_set_job(s, p->job);
    cnf_buffer_pour(p->formula, solver_sink(s));
    enum solver_answer answer = solver_solve(s, err);
    if (answer == SOLVER_UNSAT && s->record->lost) {
        text_error(err, "The proof is longer than %zu bytes; use --proof-program.", LARGEST);
        answer = SOLVER_FAILED;
    }
    if (answer == SOLVER_UNSAT) *proof = TAKEN(s->record->proof);
    solver_close(s);
    return answer;
}

static bool prover_write_formula(const struct prover *p, const char *path, struct text *err)
{
    struct file f;
    struct cnf_writer w;
    if (!file_open(&f, path, err)) return false;
    fprintf(f.out, "p cnf %d %lld\n", p->formula->cnf.vars, (long long)p->formula->cnf.made.clauses);
    cnf_writer_init(&w, f.out, 0);
    cnf_buffer_pour(p->formula, &w.cnf);
    cnf_writer_release(&w);
    return file_commit(&f, err);
}

static enum solver_answer wait_for(const struct prover *p, struct child *child, struct text *err)
{
    while (!child_ended(child, false)) {
        poll(NULL, 0, TICK);
        job_report(p->job, NULL, -1);
        if (!job_over(p->job)) continue;
        child_stop(child);
        return SOLVER_UNKNOWN;
    }
    int status = child_status(child, p->command, err);
    if (status == SOLVER_SAT || status == SOLVER_UNSAT) return (enum solver_answer)status;
    if (status >= 0) text_error(err, "The prover '%s' ended with the status %d, not with 20.", p->command, status);
    return SOLVER_FAILED;
}

static enum solver_answer run_there(const struct prover *p, struct text *proof, struct text *err)
{
    struct scratch place;
    struct child child = {.cpu_end = job_cpu_end(p->job)};
    SCOPED(text) command = {0}, formula = {0}, path = {0};
    enum solver_answer answer = SOLVER_FAILED;
    if (!scratch_open(&place, err)) return answer;
    text_add(&formula, "%s/formula", place.dir);
    text_add(&path, "%s/proof", place.dir);
    text_add(&command, "%s '%s' '%s' >&2", p->command, formula.s, path.s);
    if (prover_write_formula(p, formula.s, err) && child_start(&child, command.s, -1, -1, err))
        answer = wait_for(p, &child, err);
    if (answer == SOLVER_UNSAT && !file_read_bytes(path.s, &file_cap_proof, false, proof, err)) answer = SOLVER_FAILED;
    scratch_close(&place);
    return answer;
}

enum solver_answer prover_run(const struct prover *p, struct text *proof, struct text *err)
{
    return p->command ? run_there(p, proof, err) : run_here(p, proof, err);
}

enum solver_answer prover_refute(struct prover *p, struct job *checking, struct text *proof, struct text *err)
{
    SCOPED(text) made = {0};
    double start = clock_cpu() + clock_cpu_children();
    job_report(p->job, "proving", 0);
    enum solver_answer answer = prover_run(p, &made, err);
    double proved = clock_cpu() + clock_cpu_children();
    p->prove_seconds = proved - start;
    if (answer == SOLVER_UNSAT) {
        struct drat d = drat_of(p->formula, &made, checking);
        d.trimmed = proof;
        d.follows = p->follows;
        d.follows_state = p->follows_state;
        job_report(checking, "checking the proof", 0);
        if (!drat_check(&d, err)) answer = d.stopped ? SOLVER_UNKNOWN : SOLVER_FAILED;
        p->rat = d.rat;
        p->check_seconds = clock_cpu() + clock_cpu_children() - proved;
    }
    return answer;
}
