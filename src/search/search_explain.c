/* Explanations: a selector for each rule; an inconsistent set of selectors is minimized until every
 * rule in it is needed. */
#include "base/number.h"
#include "lower/lower.h"
#include "search/rotation.h"
#include "search/session_check.h"
#include "search/session_parity.h"
#include "search/strategy.h"

#include <stdlib.h>
#include <string.h>

void search_reasons_release(struct reasons *r)
{
    for (int i = 0; i < r->n; i++) {
        text_release(&r->v[i].rule);
        text_release(&r->v[i].words);
    }
    mem_free(r->v);
    dictionary_release(&r->seen);
    *r = (struct reasons){0};
}

/* One literal per rule, of consecutive variables; if it is true, the rule's constraints hold. core
 * and fixed together: an inconsistent set of rules, of which the core is minimized. */
struct selectors {
    struct lits core, fixed;
    int first;
    bool domains;     /* what a file calls a domain is a rule */
    lit *guards;      /* of each rule, the literal that switches it off; 0: it always holds */
    bool *definition; /* of each row, see lower_definitions */
    struct rotation *rotation;
    char *state; /* of each rule, for the rotation */
};

static void selectors_release(struct selectors *s)
{
    lits_release(&s->core);
    lits_release(&s->fixed);
    rotation_free(s->rotation);
    MEM_FREE(s->guards, s->definition, s->state);
}

static void contradicts(struct session *session)
{
    text_error(&session->answer->err, "The solver %s contradicts itself; try another --solver.",
               session->problem->choices.solver);
}

/* The core without its rules from .. from + n - 1, before which all are known to be needed. */
struct part {
    int from, n;
};

/* Verifies a solution of a part of the core, and learns from it which rules are needed. */
static bool part_learn(struct session *session, struct selectors *s, struct part p)
{
    SCOPED(text) why = {0};
    const struct model *m = session->formula.model;
    int n = model_vars(m), broken = 0;
    SCOPED(values) values = values_new(n);
    if (!s->rotation) s->rotation = rotation_new(m, s->definition);
    for (int i = 0; i < model_rules(m); i++) s->state[i] = s->guards[i] ? ROTATION_OFF : ROTATION_HOLD;
    for (int i = 0; i < s->fixed.n; i++) s->state[s->fixed.v[i] - s->first] = ROTATION_HOLD;
    for (int i = 0; i < s->core.n; i++)
        s->state[s->core.v[i] - s->first] = i < p.from         ? ROTATION_NEEDED
                                            : i < p.from + p.n ? ROTATION_LEFT
                                                               : ROTATION_CORE;
    for (int v = 1; v <= n; v++) values.v[v] = solver_value(session->formula.solver, v) > 0 ? 1 : -1;
    if (!rotation_learn(s->rotation, values, s->state, &broken, &why))
        text_error(&session->answer->err, "The solver %s is wrong, or an encoding; try another --solver. %s",
                   session->problem->choices.solver, text_string(&why));
    else if (p.n && !broken)
        contradicts(session);
    return !session->answer->err.n;
}

/* Solves under the selectors of a part of the core. */
static enum solver_answer solve_under(struct session *session, struct selectors *s, struct part p)
{
    if (job_over(&session->job)) return SOLVER_UNKNOWN;
    for (int i = 0; i < s->core.n; i++)
        if (i < p.from || i >= p.from + p.n) solver_assume(session->formula.solver, s->core.v[i]);
    for (int i = 0; i < s->fixed.n; i++) solver_assume(session->formula.solver, s->fixed.v[i]);
    enum solver_answer answer = session_call(session);
    return answer == SOLVER_SAT && !part_learn(session, s, p) ? SOLVER_FAILED : answer;
}

static const struct part WHOLE = {0};

/* Moves the needed rules of the core before the others, whose order stays. Returns their number. */
static int needed_first(const struct selectors *s, int needed)
{
    SCOPED(lits) others = {0};
    for (int i = needed; i < s->core.n; i++) {
        if (s->state[s->core.v[i] - s->first] == ROTATION_NEEDED)
            s->core.v[needed++] = s->core.v[i];
        else
            lits_push(&others, s->core.v[i]);
    }
    if (others.n) memcpy(s->core.v + needed, others.v, (size_t)others.n * sizeof *others.v);
    return needed;
}

/* Deletion-based minimization: removes rules if the rest is still inconsistent. Tries twice as many next if the
 * solver's cores do not remove others, and half as many if all together are too many. */
static enum solver_answer minimize(struct session *session, struct selectors *s)
{
    struct lits *core = &s->core;
    for (struct part p = {.n = 1}; p.from < core->n;) {
        job_report(&session->job, "leaving out rules", (double)p.from / core->n);
        p.n = min_int(p.n, core->n - p.from);
        enum solver_answer answer = solve_under(session, s, p);
        if (answer == SOLVER_SAT) {
            p.from += p.n == 1;
            p.from = needed_first(s, p.from);
            p.n = max_int(1, p.n / 2);
        } else if (answer == SOLVER_UNSAT) {
            /* The rules before are needed, so every core of a subset contains them. */
            core->n -= p.n;
            for (int k = p.from; k < core->n; k++) core->v[k] = core->v[k + p.n];
            const int before = core->n;
            session_core(session, core, 1);
            p.n = core->n == before ? 2 * p.n : 1;
        } else {
            return answer;
        }
    }
    return SOLVER_UNSAT;
}

void search_reasons_add(const struct model *m, int rule, struct reasons *r)
{
    struct rule_note note = model_rule_noted(m, rule);
    const int known = r->seen.n;
    SCOPED(text) name = {0};
    text_add(&name, "%d %d %s", note.row, note.col, model_rule_name(m, rule));
    if (dictionary_add(&r->seen, text_string(&name), name.n) < known) return;
    struct rule_reason reason = {.id = rule, .row = note.row, .col = note.col};
    text_put(&reason.rule, model_rule_name(m, rule));
    if (note.words)
        text_add(&reason.words, note.words, note.row, note.col);
    else
        text_put(&reason.words, text_string(&reason.rule));
    MEM_PUSH(r->v, r->n, r->cap, reason);
}

/* Names the core's rules in the order of the model, which is the order of the file. */
static void name_rules(const struct model *m, int first, struct lits *core, struct reasons *r)
{
    if (core->n) qsort(core->v, (size_t)core->n, sizeof *core->v, number_compare_int);
    for (int i = 0; i < core->n; i++) search_reasons_add(m, core->v[i] - first, r);
}

/* After a refutation of all rules: minimizes the givens while all other rules hold. Returns
 * SOLVER_UNSAT with an empty core if no given is needed. */
static enum solver_answer minimize_givens(struct session *session, struct selectors *s)
{
    SCOPED(lits) all = TAKEN(s->core);
    for (int i = 0; i < all.n; i++)
        lits_push(model_rule_noted(session->formula.model, all.v[i] - s->first).given ? &s->core : &s->fixed, all.v[i]);
    session_core(session, &s->core, 1);
    return minimize(session, s);
}

/* After a refutation under the selectors: minimizes all rules or, if first_givens, only the givens
 * unless the other rules contradict each other. */
static enum solver_answer minimize_rules(struct session *session, struct selectors *s, bool first_givens,
                                         struct reasons *r)
{
    enum solver_answer answer = SOLVER_UNSAT;
    if (first_givens) {
        answer = minimize_givens(session, s);
        r->givens = s->core.n;
        if (answer != SOLVER_UNSAT || r->givens) return answer;
        lits_release(&s->core);
        s->core = TAKEN(s->fixed);
        answer = solve_under(session, s, WHOLE);
        if (answer != SOLVER_UNSAT) return answer;
    }
    session_core(session, &s->core, 1);
    solver_shrink(session->formula.solver, &s->core);
    return minimize(session, s);
}

/* In a file of clauses, the domain of an integer has rows of any kind: its rule has this name. */
static void name_domains(const struct model *m, struct dictionary *out)
{
    for (int i = 0; i < model_ints(m); i++) {
        SCOPED(text) domain = {0};
        model_int_domain(m, i, &domain);
        dictionary_add(out, domain.s, domain.n);
    }
}

/* Encodes the model into a fresh solver, with one selector per rule after the model's variables.
 * The core is then those of rules that exclude something, and are no domains or s->domains. False: a status is set. */
static bool lower_guarded(struct session *session, struct selectors *s)
{
    struct formula *f = &session->formula;
    if (!session_open_solver(session, "")) return false;
    int rules = model_rules(f->model);
    selectors_release(s);
    *s = (struct selectors){.domains = s->domains};
    s->guards = mem_new((size_t)rules, sizeof *s->guards);
    s->state = mem_new((size_t)rules, 1);
    s->definition = lower_definitions(f->model);
    s->first = model_vars(f->model) + 1;
    f->cnf.vars = model_vars(f->model) + rules;
    for (struct row r = {0}; model_next(f->model, &r);)
        if (r.kind != ROW_INT) s->guards[r.rule] = -(s->first + r.rule);
    SCOPED(dictionary) domains = {0};
    if (!s->domains) name_domains(f->model, &domains);
    for (int i = 0; i < rules; i++) {
        const char *name = model_rule_name(f->model, i);
        if (dictionary_find(&domains, name, strlen(name)) >= 0) s->guards[i] = 0;
        if (s->guards[i]) lits_push(&s->core, -s->guards[i]);
    }
    return lower_model(f->model, &session->problem->choices.policy, s->guards, &f->cnf, &session->answer->err) ||
           session_encoding_failed(session);
}

/* After a refutation: it needs none of the selected rules, because what the file calls domains already clash. */
static bool domains_clash(const struct session *session, const struct selectors *s)
{
    bool needed = false;
    for (int i = 0; i < s->core.n; i++) needed = needed || solver_failed(session->formula.solver, s->core.v[i]);
    return !needed;
}

/* Refutes the final core again. The proof is evidence for the core and for the whole problem. */
static enum solver_answer search_explain_refute(struct session *session, struct selectors *s)
{
    struct evidence *e = &session->answer->evidence;
    int64_t checked = e->item[EVIDENCE_CHECKED].count;
    if (!s->core.n && !s->fixed.n) {
        text_error(&session->answer->err,
                   "The solver %s refutes the problem without any rule, which is impossible; try another --solver.",
                   session->problem->choices.solver);
        return SOLVER_FAILED;
    }
    enum solver_answer answer = solve_under(session, s, WHOLE);
    if (answer == SOLVER_UNSAT) session_refuted(session);
    if (answer == SOLVER_UNKNOWN) evidence_add(e, EVIDENCE_UNCHECKED, NULL);
    if (answer == SOLVER_SAT) contradicts(session);
    if (e->item[EVIDENCE_CHECKED].count > checked) e->item[EVIDENCE_UNCHECKED].count = 0;
    return answer == SOLVER_SAT ? SOLVER_FAILED : answer;
}

static enum status search_explain_run(struct session *session, bool first_givens, struct reasons *r)
{
    SCOPED(selectors) s = {0};
    if (!lower_guarded(session, &s)) return session->answer->status;
    enum solver_answer answer = solve_under(session, &s, WHOLE);
    if (answer == SOLVER_UNSAT && domains_clash(session, &s)) {
        s.domains = true;
        if (!lower_guarded(session, &s)) return session->answer->status;
        answer = solve_under(session, &s, WHOLE);
    }
    if (answer == SOLVER_UNSAT) {
        answer = minimize_rules(session, &s, first_givens, r);
        r->minimal = answer == SOLVER_UNSAT;
        if (answer != SOLVER_FAILED) answer = search_explain_refute(session, &s);
        if (answer == SOLVER_UNSAT) session_core(session, &s.fixed, 1);
        if (answer != SOLVER_FAILED) name_rules(session->formula.model, s.first, &s.core, r);
        if (answer != SOLVER_FAILED) name_rules(session->formula.model, s.first, &s.fixed, r);
        if (answer == SOLVER_UNKNOWN) answer = SOLVER_UNSAT; /* a limit came after the core was found */
    }
    if (answer == SOLVER_FAILED) session->answer->status = STATUS_FAILED;
    return session_status(session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
}

enum { PARITY_ROWS = 16 }; /* so many rows are refuted by a solver, too */

/* Whether each of the rules has no other row than these (rising). */
static bool whole_rules(const struct model *m, const struct lits *rows, const bool *named)
{
    int at = 0;
    bool whole = true;
    for (struct row r = {0}; whole && model_next(m, &r);) {
        const bool is = at < rows->n && rows->v[at] == r.number - 1;
        at += is;
        whole = is || !named[r.rule] || r.kind == ROW_INT;
    }
    return whole;
}

/* After parity rows are inconsistent: leaves out rules whose other rows contradict the rest. */
static void minimize_parity(struct session *session, const struct problem *plain, const bool *named, struct reasons *r)
{
    SCOPED(selectors) s = {0};
    int n = 0;
    session->problem = plain;
    if (!session_eliminate(session) || !lower_guarded(session, &s)) return;
    for (int i = 0; i < s.core.n; i++)
        if (named[s.core.v[i] - s.first]) s.core.v[n++] = s.core.v[i];
    s.core.n = n;
    enum solver_answer answer = solve_under(session, &s, WHOLE);
    if (answer == SOLVER_UNSAT) session_core(session, &s.core, 1);
    if (answer == SOLVER_UNSAT) answer = minimize(session, &s);
    if (answer == SOLVER_UNSAT) answer = search_explain_refute(session, &s);
    if (answer != SOLVER_UNSAT) return;
    search_reasons_release(r);
    r->minimal = true;
    name_rules(session->formula.model, s.first, &s.core, r);
}

/* If the parity rows alone are inconsistent, returns the smallest found sum of them that reads 0 =
 * 1. */
static enum status explain_parity(struct session *session, const struct problem *plain, struct reasons *r)
{
    const struct model *m = session->formula.model;
    SCOPED(lits) rows = {0};
    OWNED bool *named = mem_new((size_t)model_rules(m), sizeof *named);
    bool found = parity_reason(m, &rows, &r->minimal, &session->answer->err);
    for (int i = 0; i < rows.n; i++) {
        const int rule = model_row(m, rows.v[i]).rule;
        named[rule] = true;
        search_reasons_add(m, rule, r);
    }
    if (found && r->n > 1 && !whole_rules(m, &rows, named)) {
        r->minimal = false;
        if (rows.n <= PARITY_ROWS) minimize_parity(session, plain, named, r);
    }
    return found ? STATUS_UNSATISFIABLE : STATUS_REFUSED;
}

/* Looks for a verified solution first: then there is nothing to explain. */
static enum status explain_by_solver(struct session *session, bool first_givens, struct reasons *r)
{
    if (!session_eliminate(session) || !session_open(session, INT64_MAX, "")) return session->answer->status;
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_SAT) session_keep(session);
    if (answer != SOLVER_UNSAT) return session_status(session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    enum status status = search_explain_run(session, first_givens, r);
    if (status != STATUS_SATISFIABLE) return status;
    contradicts(session); /* the guarded and the plain formula must agree */
    return STATUS_FAILED;
}

enum status search_explain(const struct problem *q, bool first_givens, struct reasons *r, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem plain = *q; /* rules are named by the rows before any reduction */
    plain.choices.parity = PARITY_NONE;
    *r = (struct reasons){0};
    if (!search_ready(q, a)) return a->status;
    session_init(&session, q, a);
    session.bounds.break_symmetry = OPTION_NO; /* symmetry breaking is no rule of the puzzle */
    if (q->bounded) session.good = &q->bound;
    if (!session_build(&session, INT64_MAX) || !session_eliminate(&session)) {
    } else if (parity_pass_refutes(&session.formula.pass)) {
        a->status = explain_parity(&session, &plain, r);
    } else if (session.formula.pass.kernel && session.formula.pass.kernel->alone) {
        a->status = session_any(&session);
    } else {
        session.problem = &plain;
        a->status = explain_by_solver(&session, first_givens, r);
    }
    answer_add_evidence(a, false);
    return a->status;
}
