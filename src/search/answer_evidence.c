#include "search/answer_evidence.h"
#include "base/number.h"

#include <string.h>

const struct evidence_name evidence_kinds[EVIDENCE_KINDS] = {
    [EVIDENCE_CUTTING_PLANES] = {"cutting-planes proof, checked", "cutting-planes proof"},
    [EVIDENCE_CHECKED] = {"refutation with a checked proof", "checked refutation"},
    [EVIDENCE_UNCHECKED] = {"refutation, unchecked", "unchecked refutation"},
    [EVIDENCE_ELIMINATION] = {"GF(2) elimination, repeated", "elimination"},
    [EVIDENCE_ARITHMETIC] = {"arithmetic bound", "arithmetic"},
    [EVIDENCE_EXHAUSTION] = {"exhaustive search", "exhaustion"},
    [EVIDENCE_STEPS] = {"parity theorem", "theorem"},
    [EVIDENCE_ADDED_UP] = {"parity argument", "parity argument"},
    [EVIDENCE_SYMMETRY] = {"symmetry breaking", "theorem"},
    [EVIDENCE_THEOREM] = {"theorems of the formulation", "theorem"},
};

bool evidence_shown(const struct evidence *e, int kind)
{
    return e->item[kind].count && !(kind == EVIDENCE_STEPS && e->item[EVIDENCE_ADDED_UP].count);
}

/* Records a lower or an upper bound, if it is better than the known one. If the bounds cross then,
 * the claimed one becomes the objective value of the solution, which is verified. */
static void answer_bound(struct answer *a, bool below, int64_t bound)
{
    bool *has = below ? &a->has_lower : &a->has_upper;
    int64_t *known = below ? &a->lower : &a->upper;
    if (!*has || (below ? bound > *known : bound < *known)) *known = bound;
    *has = true;
    if (!a->has_lower || !a->has_upper || a->lower <= a->upper) return;
    a->crossed = true;
    *(a->maximize ? &a->upper : &a->lower) = a->maximize ? a->lower : a->upper;
}

void answer_found(struct answer *a, int64_t objective_value, bool maximize)
{
    a->maximize = maximize;
    a->has_objective = true;
    a->objective_value = objective_value;
    answer_bound(a, maximize, objective_value);
}

void answer_excludes(struct answer *a, int64_t objective_value, bool maximize)
{
    a->maximize = maximize;
    answer_bound(a, !maximize, objective_value);
}

void answer_join(struct answer *a, const struct answer *other)
{
    bool maximize = other->maximize,
         better = maximize ? other->objective_value > a->objective_value : other->objective_value < a->objective_value;
    if (other->has_objective && (!a->has_objective || better)) answer_found(a, other->objective_value, maximize);
    if (maximize ? other->has_upper : other->has_lower)
        answer_excludes(a, maximize ? other->upper : other->lower, maximize);
    a->crossed |= other->crossed;
}

enum status answer_judge(struct answer *a, const char *solver, const char *formulation)
{
    if (!a->crossed || a->status == STATUS_FAILED) return a->status;
    text_error(&a->err,
               "A bound excludes the solution that was found, whose objective value is %lld: the solver %s, an "
               "encoding or the "
               "formulation %s is wrong here (please report this instance).",
               (long long)a->objective_value, solver, formulation);
    if (a->maximize)
        a->has_upper = false;
    else
        a->has_lower = false;
    a->wrong = true;
    return a->status = STATUS_FAILED;
}

void answer_add_evidence(struct answer *a, bool objective)
{
    struct evidence *e = &a->evidence;
    static const enum evidence_kind enough[] = {EVIDENCE_CUTTING_PLANES, EVIDENCE_CHECKED, EVIDENCE_UNCHECKED,
                                                EVIDENCE_ELIMINATION, EVIDENCE_EXHAUSTION};
    bool bare = true;
    if (!objective || a->status == STATUS_UNSATISFIABLE)
        e->item[EVIDENCE_STEPS].count = e->item[EVIDENCE_ADDED_UP].count = 0;
    for (size_t i = 0; i < sizeof enough / sizeof *enough; i++) bare = bare && !e->item[enough[i]].count;
    if (bare && a->status == STATUS_OPTIMAL) evidence_add(e, EVIDENCE_ARITHMETIC, NULL);
}

void answer_release(struct answer *a)
{
    solution_release(&a->solution);
    lits_release(&a->literals);
    text_release(&a->err);
    text_release(&a->note);
}

void answer_projection(const struct answer *a, struct text *out)
{
    if (a->projected)
        text_add(out, ", projected onto %d %s", a->projection, plural(a->projection, "variable", "variables"));
}

/* ---- evidence -------------------------------------------------------------------------------- */

void evidence_add(struct evidence *e, enum evidence_kind kind, const char *text)
{
    e->item[kind].count++;
    if (text) e->item[kind].text = text;
}

void evidence_join(struct evidence *e, const struct evidence *more)
{
    for (int k = 0; k < EVIDENCE_KINDS; k++) {
        e->item[k].count += more->item[k].count;
        if (more->item[k].text) e->item[k].text = more->item[k].text;
    }
    if (!e->step) e->step = more->step;
    e->proof_bytes += more->proof_bytes;
    e->lazy_clauses += more->lazy_clauses;
    e->check_seconds += more->check_seconds;
    if (more->why) e->why = more->why;
}

bool evidence_foreign(const char *solver) { return !strncmp(solver, "process", 7) || !strncmp(solver, "ipasir:", 7); }

void evidence_words(const struct evidence *e, const char *solver, struct text *out)
{
    const char *other = e->item[EVIDENCE_UNCHECKED].text;
    if (evidence_proves(e))
        text_put(out, "proved");
    else if (evidence_foreign(solver))
        text_add(out, "claimed by %s, unchecked", solver);
    else
        text_add(out, "refuted by %s, unchecked", other ? other : solver);
}
