/* Refutations with lazy clauses: instead of the encodings of connected cells, loops and regions, the formula has those
 * of their clauses that the proof needs. */
#include "base/clock.h"
#include "certificate/certificate_inside.h"
#include "proof/prover.h"
#include "proof/separation.h"
#include "search/session_formula.h"

#include <string.h>

/* Where the clause ends that begins at a number: at its 0. */
static int certificate_lazy_zero(const struct lits *lazy, int at)
{
    while (at < lazy->n && lazy->v[at]) at++;
    return at;
}

int certificate_lazy_clauses(const struct lits *lazy, int n)
{
    int clauses = 0;
    for (int i = 0; i < n; i++) clauses += !lazy->v[i];
    return clauses;
}

/* ---- the formula ----------------------------------------------------------------------------- */

/* Keeps a row out, and checks the clauses that come next if they belong to it. */
static void certificate_lazy_row(struct cnf *self, const struct constraint *c)
{
    struct certificate_form *f = (void *)((char *)self - offsetof(struct certificate_form, clauses));
    lits_push(&f->rows, self->row);
    while (f->lazy_read < f->lazy->n && f->lazy->v[f->lazy_read] == self->row) {
        const int from = f->lazy_read + 1, end = certificate_lazy_zero(f->lazy, from);
        for (int i = from; i < end; i++)
            if (lit_var(f->lazy->v[i]) > self->vars) return;
        if (end == f->lazy->n || !separation_follows(c, f->lazy->v + from, end - from)) return;
        f->lazy_read = end + 1;
    }
}

void certificate_lazy_begin(struct certificate_form *f, const struct lits *lazy)
{
    f->lazy = lazy;
    f->clauses.cnf.native = 1u << CONN;
    f->clauses.cnf.put_native = certificate_lazy_row;
}

void certificate_lazy_add(const struct lits *lazy, struct cnf *to)
{
    for (int at = 0, end; at < lazy->n; at = end + 1) {
        end = certificate_lazy_zero(lazy, at);
        to->row = lazy->v[at];
        cnf_clause(to, lazy->v + at + 1, end - at - 1);
    }
}

bool certificate_lazy_end(struct certificate_form *f, struct text *err)
{
    if (f->lazy_read < f->lazy->n)
        return text_error(err, "Lazy clause %d does not follow from the row that it names.",
                          certificate_lazy_clauses(f->lazy, f->lazy_read) + 1);
    certificate_lazy_add(f->lazy, &f->clauses.cnf);
    return true;
}

/* ---- the refutation -------------------------------------------------------------------------- */

enum solver_answer certificate_lazy_find(const struct certificate_form *f, const struct policy *policy,
                                         const struct prover *p, struct lits *lazy, struct values *values,
                                         struct text *err)
{
    struct formula all = {.model = f->m};
    struct lazy_work work = {0};
    struct solver *s = solver_open("cadical", p->config, p->seed, err);
    if (!s) return SOLVER_FAILED;
    formula_open(&all, s, !f->clauses.cnf.native, p->job);
    all.cnf.means = f->clauses.cnf.means; /* for the same choices of encoders */
    job_report(p->job, "looking for lazy clauses", 0);
    enum solver_answer answer =
        lower_bounded(f->m, policy, f->most, &all.cnf, NULL, err) ? formula_solve(&all, &work, err) : SOLVER_FAILED;
    for (int i = 0; i < all.lazy.n && answer == SOLVER_UNSAT; i++)
        for (int j = 0; j < all.lazy.from.n; j += 2) {
            const lit *c;
            if (all.lazy.from.v[j + 1] != i) continue;
            const int n = cnf_buffer_clause(&all.clauses, all.lazy.from.v[j], &c);
            lits_push(lazy, f->rows.v[i]);
            lits_add(lazy, c, n);
            lits_push(lazy, 0);
        }
    if (answer == SOLVER_SAT && values) {
        formula_read(&all);
        *values = values_new(all.cnf.vars);
        memcpy(values->v, all.values.v, (size_t)all.cnf.vars + 1);
    }
    formula_close(&all);
    return answer == SOLVER_FAILED && job_over(p->job) ? SOLVER_UNKNOWN : answer;
}

struct certificate_lazy_core {
    int64_t first; /* the number of the first lazy clause */
    bool *needed;  /* of each number of the formula's clauses from there */
    int64_t n;
};

static void certificate_lazy_need(void *state, const lit *x, int n, const int64_t *from, int hints,
                                  const int64_t *drops, int dropped)
{
    const struct certificate_lazy_core *core = state;
    for (int i = 0; i < hints; i++)
        if (from[i] >= core->first && from[i] < core->first + core->n) core->needed[from[i] - core->first] = true;
}

enum solver_answer certificate_refute(struct certificate_form *f, const struct policy *policy, struct prover *p,
                                      struct lits *lazy, struct text *proof, struct text *err)
{
    if (!f->rows.n) return prover_refute(p, p->job, proof, err);
    SCOPED(lits) found = {0};
    const double start = clock_cpu();
    enum solver_answer answer = certificate_lazy_find(f, policy, p, &found, NULL, err);
    const double took = clock_cpu() - start;
    if (answer != SOLVER_UNSAT) return answer;
    const struct cnf_buffer before = f->clauses;
    certificate_lazy_add(&found, &f->clauses.cnf);
    struct certificate_lazy_core core = {.first = before.cnf.made.clauses,
                                         .n = f->clauses.cnf.made.clauses - before.cnf.made.clauses};
    OWNED bool *needed = core.needed = mem_new((size_t)core.n, sizeof *needed);
    p->follows = certificate_lazy_need;
    p->follows_state = &core;
    answer = prover_refute(p, p->job, proof, err);
    p->prove_seconds += took;
    f->clauses.lits.n = before.lits.n;
    f->clauses.start.n = before.start.n;
    f->clauses.cnf = before.cnf;
    for (int at = 0, i = 0, end; at < found.n; at = end + 1, i++) {
        end = certificate_lazy_zero(&found, at);
        for (int k = at; k <= end && (needed[i] || p->rat); k++) lits_push(lazy, found.v[k]);
    }
    certificate_lazy_add(lazy, &f->clauses.cnf);
    return answer;
}
