/* Solvers, clause by clause; proofs and their checker. */
#include "lib/inside.h"

#include "certificate/certificate.h"
#include "proof/drat.h"
#include "proof/prover.h"

struct loophole_solver {
    struct solver *s;
    loophole_sink sink;
    enum loophole_status last; /* UNKNOWN after an addition or an assumption */
    int64_t seen;              /* clauses in the sink at the last answer */
    struct lits assumed;       /* assumptions of the next call */
    struct job job;            /* calls the caller's terminate callback */
    char *wrong;               /* why the next call fails: a number that is not a literal; NULL: it does not */
};

loophole_solver *loophole_solver_open(const char *spec, int seed, char **error)
{
    struct text err = {0};
    struct solver *s = solver_open(spec, "", seed, &err);
    if (!s) return lib_null(lib_fail(error, &err));
    loophole_solver *l = mem_new(1, sizeof *l);
    l->s = s;
    l->sink.f = solver_sink(s);
    l->sink.solver = true;
    return l;
}

void loophole_solver_free(loophole_solver *s)
{
    if (!s) return;
    solver_close(s->s);
    lits_release(&s->assumed);
    text_release(&s->sink.encoder);
    mem_free(s->wrong);
    mem_free(s);
}

loophole_sink *loophole_solver_sink(loophole_solver *s) { return &s->sink; }

/* Marks variables as in use. False: a number is not a literal, and the next call fails with that
 * sentence. */
static bool solver_take(loophole_solver *s, const int *x, int n)
{
    if (!lib_take(&s->sink, x, n, s->wrong ? NULL : &s->wrong)) return false;
    lib_took(&s->sink);
    return true;
}

void loophole_solver_clause(loophole_solver *s, const int *x, int n)
{
    if (!solver_take(s, x, n)) return;
    cnf_clause(s->sink.f, x, n);
}

void loophole_solver_assume(loophole_solver *s, int x)
{
    s->last = LOOPHOLE_UNKNOWN;
    if (!solver_take(s, &x, 1)) return;
    lits_push(&s->assumed, x);
}

void loophole_solver_stop(loophole_solver *s, bool (*stop)(void *state), void *state)
{
    s->job.asked = stop;
    s->job.asked_state = state;
    solver_set_job(s->s, &s->job);
}

static enum loophole_status solver_status_of(enum solver_answer a, struct text *err, char **error)
{
    if (a == SOLVER_SAT) return LOOPHOLE_SATISFIABLE;
    if (a == SOLVER_UNSAT) return LOOPHOLE_UNSATISFIABLE;
    if (a == SOLVER_FAILED) return lib_error(lib_fail(error, err) || lib_code(error, LOOPHOLE_CODE_SOLVER));
    return LOOPHOLE_UNKNOWN;
}

enum loophole_status loophole_solver_solve(loophole_solver *s, char **error)
{
    SCOPED(text) err = {0};
    int assumed = s->assumed.n;
    s->assumed.n = 0;
    if (s->wrong) {
        lib_refuse(error, "%s", s->wrong);
        mem_free(s->wrong);
        s->wrong = NULL;
        return s->last = LOOPHOLE_ERROR;
    }
    for (int i = 0; i < assumed; i++) solver_assume(s->s, s->assumed.v[i]);
    s->last = solver_status_of(solver_solve(s->s, &err), &err, error);
    s->seen = s->sink.f->made.clauses;
    return s->last;
}

/* True: the last answer is `wanted`, and no clause was added since. */
static bool fresh(const loophole_solver *s, enum loophole_status wanted)
{
    return s->last == wanted && s->seen == s->sink.f->made.clauses;
}

/* True: x is a literal over a variable in use. */
static bool knows(const loophole_solver *s, int x) { return lib_is_literal(x) && lit_var(x) <= s->sink.f->vars; }

int loophole_solver_value(loophole_solver *s, int x)
{
    if (!knows(s, x) || !fresh(s, LOOPHOLE_SATISFIABLE)) return 0;
    int value = solver_value(s->s, x);
    return value == x ? 1 : value ? -1 : 0;
}

bool loophole_solver_failed(loophole_solver *s, int x)
{
    return knows(s, x) && fresh(s, LOOPHOLE_UNSATISFIABLE) && solver_failed(s->s, x);
}

/* Fills *formula with the buffer's clauses, which it borrows. False, with a sentence: the sink
 * stores none, or a variable is too large. */
static bool kept(const loophole_sink *s, struct cnf_buffer *formula, char **error)
{
    const struct lits *l = &s->buffer.lits;
    *formula = s->buffer;
    formula->cnf.made.clauses = s->buffer.start.n - 1;
    formula->cnf.vars = 0;
    for (int i = 0; i < l->n; i++)
        if (lit_var(l->v[i]) > formula->cnf.vars) formula->cnf.vars = lit_var(l->v[i]);
    if (!s->buffer.start.n)
        return lib_refuse(error, "This sink stores no clauses; create it with loophole_sink_buffer.");
    if (formula->cnf.vars - LIB_GAP <= l->n) return true;
    return lib_refuse(error,
                      "The variable %d is too large for clauses of %d literals, because a proof needs memory for each "
                      "variable up to it; number variables from 1 on.",
                      formula->cnf.vars, l->n);
}

enum loophole_status loophole_sink_prove(const loophole_sink *buffer, char **proof, size_t *bytes, char **error)
{
    SCOPED(text) err = {0}, trimmed = {0};
    struct cnf_buffer formula;
    if (!kept(buffer, &formula, error)) return LOOPHOLE_ERROR;
    struct prover p = {.formula = &formula, .config = ""};
    enum loophole_status status = solver_status_of(prover_run(&p, &trimmed, &err), &err, error);
    if (status == LOOPHOLE_UNSATISFIABLE) {
        if (!trimmed.s) text_put(&trimmed, "");
        *bytes = trimmed.n;
        *proof = TAKEN(trimmed).s;
    }
    return status;
}

bool loophole_sink_check_proof(const loophole_sink *buffer, const void *proof, size_t bytes, int64_t *needed,
                               char **error)
{
    SCOPED(text) err = {0};
    struct cnf_buffer formula;
    if (!kept(buffer, &formula, error)) return false;
    struct drat d = {.formula = &formula, .proof = proof, .bytes = bytes, .binary = steps_binary(proof, bytes)};
    bool ok = drat_check(&d, &err);
    if (needed) *needed = d.core;
    return ok || lib_fail(error, &err);
}

/* ---- certificates ---------------------------------------------------------------------------- */

bool loophole_check(const char *directory, bool (*stop)(void *state), void *state, char **claim, char **error)
{
    struct job job = {.asked = stop, .asked_state = state};
    SCOPED(text) words = {0}, report = {0}, err = {0};
    if (!certificate_check(directory, &job, &words, &report, &err)) return lib_fail_in(&job, error, &err);
    if (claim) *claim = mem_string(text_string(&words));
    return true;
}
