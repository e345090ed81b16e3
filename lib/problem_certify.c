/* Problems of the library: certificates, which state a model of the caller as a puzzle of this
 * program. */
#include "model/model_abstract.h"
#include "lib/problem_inside.h"

#include "certificate/certificate.h"

/* Adds a sum, in which variable 7 is x7. */
static void stated_sum(const lit *x, const int64_t *w, int n, int64_t by, struct text *out)
{
    for (int i = 0; i < n; i++)
        text_add(out, " %+lld %sx%d", (long long)(by * (w ? w[i] : 1)), x[i] < 0 ? "~" : "", lit_var(x[i]));
}

static void stated_row(const struct row *r, struct text *out)
{
    for (int side = 0; side < 2; side++) {
        const int64_t bound = side ? r->hi : r->lo;
        if (bound == (side ? INT64_MAX : INT64_MIN) || (side && r->lo == r->hi)) continue;
        stated_sum(r->x, r->w, r->n, 1, out);
        text_add(out, " %s %lld ;\n", r->lo == r->hi ? "=" : side ? "<=" : ">=", (long long)bound);
    }
}

/* Adds the objective, with its direction and its constant. False: it is no sum of literals. */
static bool stated_objective(const struct model *m, struct text *out)
{
    const struct model_goal *g = model_goal(m);
    const struct objective *o = model_objective(m);
    if (!g && !o) return true;
    if (g ? g->of.x.n : o->c != 1 || (o->b != 1 && o->b != -1) || o->upper_bound_only) return false;
    text_put(out, (g ? g->maximize : o->b < 0) ? "max:" : "min:");
    if (g)
        stated_sum(g->sum.x.v, g->sum.w, g->sum.x.n, 1, out);
    else
        stated_sum(o->x, o->w, o->n, o->b, out);
    text_add(out, " %+lld ;\n", (long long)(g ? g->constant : o->a));
    return true;
}

/* Writes the model as an OPB text whose variables have the numbers of the model's, with its names
 * in comments. False: it has other constraints than sums of literals, or clauses alone, which need
 * no encoder. */
static bool model_in_opb(const struct model *m, struct text *out)
{
    bool sums = model_goal(m) || model_objective(m);
    int rows = 0;
    for (struct row r = {0}; model_next(m, &r);) rows++;
    text_add(out, "* #variable= %d #constraint= %d\n", model_vars(m), rows);
    for (int v = 1; v <= model_vars(m); v++) text_add(out, "* x%d: %s\n", v, model_name(m, v));
    if (model_ints(m) || model_givens(m) || model_facts(m)->projected || !stated_objective(m, out)) return false;
    for (struct row r = {0}; model_next(m, &r);) {
        if (r.kind > ROW_PB || r.n == 0) return false;
        sums = sums || r.kind != ROW_CLAUSE;
        stated_row(&r, out);
    }
    return sums;
}

/* Returns the caller's model as a puzzle that a file can state, which the caller frees. It is an
 * OPB text, about which a proof needs no encoder, if `sums` and the model is one of sums. Else it
 * is the declaration in JSON. NULL, with a sentence: it cannot be written. */
static loophole_model *model_stated(const loophole_problem *q, bool sums, char **error)
{
    SCOPED(text) opb = {0};
    loophole_model *stated = NULL;
    if (sums && model_in_opb(q->model->m, &opb)) stated = loophole_model_puzzle("opb", 0, NULL, opb.s, NULL);
    if (stated) return stated;
    OWNED char *json = loophole_problem_text(q, "json", error);
    return json ? loophole_model_puzzle("model", 0, NULL, json, error) : NULL;
}

void lib_show_own(loophole_problem *q, const struct answer *a)
{
    solution_release(&q->shown);
    if (!q->stated || q->stated == q->model || puzzle_declares(q->stated->puzzle) || !a->solution.n) return;
    solution_copy(&q->shown, &a->solution); /* the same variables */
    text_clear(&q->shown.text);
    solution_print(q->model->puzzle, q->model->instance, &q->shown, &q->shown.text);
}

/* Solves the problem as this model states it, and writes the certificate. */
static enum loophole_status certify_stated(loophole_problem *q, const loophole_model *m, const char *directory,
                                           bool all, struct text *claim, char **error)
{
    SCOPED(text) err = {0};
    struct stated_problem stated = {
        .statement = m->statement, .options = q->options, .problem = *lib_problem_begin(q), .instance = m->instance};
    const struct lib_choices choices = lib_choices(q);
    struct certificate_order order = {
        .stated = &stated, .dir = directory, .prover = choices.prover, .all = all, .proof = choices.proof};
    stated.problem.puzzle = m->puzzle;
    stated.problem.instance = m->instance;
    if (m != q->model) search_formulate(&stated.problem, puzzle_first(m->puzzle, m->instance));
    q->stated = m;
    enum certificate_end end = certificate_solve(&order, &q->a, claim, &err);
    lib_show_own(q, &q->a);
    if (q->shown.n) solution_copy(&q->a.solution, &q->shown);
    q->stated = NULL;
    lib_keep_values(q, &q->a.solution);
    if (end == CERTIFICATE_MADE) return (enum loophole_status)q->a.status;
    if (end == CERTIFICATE_STOPPED) return LOOPHOLE_UNKNOWN;
    lib_fail(error, &err);
    if (q->a.status == STATUS_FAILED) lib_code(error, LOOPHOLE_CODE_SOLVER);
    return LOOPHOLE_ERROR;
}

enum loophole_status loophole_problem_certify(loophole_problem *q, const char *directory, bool all, char **claim,
                                              char **error)
{
    SCOPED(text) words = {0};
    const bool own = lib_numbers(q), sums = !all && !q->asked.choices.formulation;
    if (!lib_complete(q->model, error) || !lib_unassumed(q, "A certificate", error)) return LOOPHOLE_ERROR;
    loophole_model *stated = own ? model_stated(q, sums, error) : NULL;
    if (own && !stated) return LOOPHOLE_ERROR;
    enum loophole_status s = certify_stated(q, own ? stated : q->model, directory, all, &words, error);
    if (s > LOOPHOLE_ERROR && claim) *claim = mem_string(text_string(&words));
    loophole_model_free(stated);
    return s;
}
