/* Counting: solve, exclude the projection of the solution, repeat. A set of solution texts is a
 * second protection against double counting, except for puzzles in which several solutions have one
 * text. */
#include "base/dictionary.h"
#include "search/session_cases.h"
#include "search/strategy.h"

#include <string.h>

/* Adds a text. Returns whether it is new. */
static bool add_new(struct dictionary *seen, const char *s)
{
    int n = seen->n;
    return dictionary_add(seen, s, strlen(s)) == n;
}

/* So many solutions are found one by one before more are counted. */
enum { FEW = 64 };

static bool full(const struct solution_count *c) { return c->limit && c->solutions >= c->limit; }

/* Counts and reports each solution once. */
struct solution_reporter {
    struct session *session;
    struct solution_count *c;
    struct dictionary seen, orbits; /* texts */
};

static void solution_reporter_release(struct solution_reporter *t)
{
    dictionary_release(&t->seen);
    dictionary_release(&t->orbits);
}

static void search_count_add(struct solution_reporter *t, const struct solution *solution)
{
    const struct problem *q = t->session->problem;
    struct solution_count *c = t->c;
    if (full(c) || !(q->puzzle->symmetry.canonical || add_new(&t->seen, text_string(&solution->text)))) return;
    c->solutions++;
    t->session->answer->solutions = c->solutions;
    SCOPED(text) least = {0};
    if (c->symmetric && puzzle_canonical(q->puzzle, q->instance, solution, &least))
        c->orbits += add_new(&t->orbits, text_string(&least));
    if (c->each) c->each(c->state, solution);
}

/* Does the formulation break symmetry? Then the images of a solution are reported, too. */
static bool has_images(const struct problem *q)
{
    return q->puzzle->symmetry.breaks && q->choices.break_symmetry != OPTION_NO;
}

static bool report_with_images(void *state, struct solution *solution)
{
    struct solution_reporter *t = state;
    const struct problem *q = t->session->problem;
    SCOPED(solution) image = {0};
    search_count_add(t, solution);
    for (int i = 1; has_images(q) && q->puzzle->symmetry.image(q->instance, solution, i, &image); i++) {
        int64_t objective_value;
        solution_print(q->puzzle, q->instance, &image, &image.text);
        bool right =
            q->puzzle->verify(q->instance, text_string(&image.text), &objective_value, &t->session->answer->err);
        assert(right && "the image of a solution is a solution");
        search_count_add(t, &image);
    }
    return !full(t->c);
}

/* Counts all solutions without finding each. SOLVER_UNSAT: all were counted. */
static enum solver_answer search_count_cases(struct solution_reporter *t)
{
    SCOPED(natural) found = {0};
    natural_set(&found, (uint64_t)t->c->solutions);
    formula_unblock(&t->session->formula);
    struct cases *cases = cases_new(t->session);
    enum solver_answer answer = cases_count(cases, t->c->total);
    cases_free(cases);
    if (natural_capped(t->c->total) < t->c->solutions) natural_copy(t->c->total, &found); /* a limit came early */
    t->session->answer->solutions = t->c->solutions = natural_capped(t->c->total);
    return answer;
}

/* Whether the number of solutions is that of the values of the solution variables, all of whose
 * constraints are clauses. */
static bool search_count_may_add(const struct solution_reporter *t)
{
    const struct solution_count *c = t->c;
    const struct formula *f = &t->session->formula;
    return c->total && !c->limit && c->orbits < 0 && !t->session->problem->puzzle->symmetry.canonical &&
           !has_images(t->session->problem) && !f->natives && !f->rows && !f->lazy.n;
}

/* Enumerates the solutions of the current formula. SOLVER_UNSAT: all were reported. */
static enum solver_answer search_count_enumerate(struct solution_reporter *t)
{
    struct session *session = t->session;
    struct formula *f = &session->formula;
    enum solver_answer answer = SOLVER_SAT;
    while (answer == SOLVER_SAT && !full(t->c)) {
        answer = session_next(session);
        if (answer != SOLVER_SAT) break;
        report_with_images(t, &session->solution);
        if (!session->answer->solution.n) session_keep(session);
        if (f->guard && f->blocking.cnf.made.clauses == FEW && t->c->solutions == FEW) return search_count_cases(t);
    }
    return answer;
}

static enum status search_count_counted(struct solution_count *c, bool complete)
{
    c->complete = complete;
    return c->solutions ? STATUS_SATISFIABLE : complete ? STATUS_UNSATISFIABLE : STATUS_UNKNOWN;
}

/* Goes to the next cube; returns false after the last. A cube is one case of each constraint that
 * the model names for this, so each solution lies in exactly one. Each cube gets a new solver:
 * clauses learned in one cube hardly help in another, and a million of them slow a solver down. */
static bool cube_next(const struct model *m, int *at)
{
    for (int i = 0; i < model_facts(m)->splits; i++) {
        if (++at[i] < model_row(m, model_facts(m)->split[i]).n) return true;
        at[i] = 0;
    }
    return false;
}

static bool wants_cubes(const struct session *session, const struct solution_count *c)
{
    return model_facts(session->formula.model)->splits && !session->formula.reduction && !c->unsplit;
}

/* False, with a sentence: the file gives weights to literals. */
static bool search_count_unweighted(struct session *session)
{
    const char *place = model_facts(session->formula.built)->weighted;
    return !place || text_error(&session->answer->err,
                                "%s: weights are not counted; remove them to count the solutions, or use a weighted "
                                "model counter, such as ganak.",
                                place);
}

static enum status enumerate_cubes(struct session *session, struct solution_count *c, int64_t most, const char *config)
{
    SCOPED(solution_reporter) t = {.session = session, .c = c};
    int at[MODEL_SPLITS] = {0};
    enum solver_answer answer;
    bool cubes;
    do {
        if (!session_open(session, most, config)) return session->answer->status;
        if (!c->plain && !search_count_unweighted(session)) return STATUS_REFUSED;
        cubes = wants_cubes(session, c);
        const struct model_facts *facts = model_facts(session->formula.model);
        for (int i = 0; cubes && i < facts->splits; i++)
            cnf_clause(&session->formula.cnf, model_row(session->formula.model, facts->split[i]).x + at[i], 1);
        if (!cubes && search_count_may_add(&t)) session->formula.guard = cnf_var(&session->formula.cnf);
        answer = search_count_enumerate(&t);
    } while (answer == SOLVER_UNSAT && cubes && cube_next(session->formula.model, at));
    enum status status = search_count_counted(c, answer == SOLVER_UNSAT);
    return answer == SOLVER_FAILED ? STATUS_FAILED : status;
}

static enum status count_dedicated(struct session *session, struct solution_count *c, const struct engine *dedicated)
{
    SCOPED(solution_reporter) t = {.session = session, .c = c};
    bool images = has_images(session->problem);
    struct engine_run run = {.images = images,
                             .each = report_with_images,
                             .state = &t,
                             .log = session->problem->log,
                             .log_state = session->problem->log_state};
    struct dedicated_result all = search_dedicated_run(session, dedicated, run);
    session->answer->engine = dedicated->name;
    session->answer->search = NULL;
    evidence_add(&session->answer->evidence, EVIDENCE_EXHAUSTION, dedicated->name);
    enum status status = search_count_counted(c, all.complete);
    if (!all.applies) return search_dedicated_refuse(session, dedicated);
    return all.failed ? STATUS_FAILED : status;
}

enum status search_count(const struct problem *q, struct solution_count *c, struct answer *a)
{
    SCOPED(session) session = {0};
    if (!search_ready(q, a)) return a->status;
    struct problem whole = *q; /* mirror images count: found by the solver, or derived from its solutions */
    const bool one =
        puzzle_declares(q->puzzle) && q->choices.break_symmetry == OPTION_YES; /* the caller counts one of all images */
    whole.choices.break_symmetry = has_images(q) || one ? OPTION_YES : OPTION_NO;
    bool first = search_solves_first(q) && !q->bounded && !c->all_costs && (q->objective.name || !c->found);
    enum status status = first ? search_solve(q, a) : STATUS_SATISFIABLE;
    const int64_t most = status == STATUS_OPTIMAL ? search_sum(q, a->objective_value) : search_most(q);
    if (!q->hints && c->found) whole.hints = &c->found->literals;
    c->complete = status == STATUS_UNSATISFIABLE;
    c->orbits = c->symmetric && (q->puzzle->symmetry.canonical || q->puzzle->symmetry.image) ? 0 : -1;
    session_init(&session, &whole, a);
    if (status == STATUS_OPTIMAL) session.bounds.least = most;
    const struct engine *dedicated = q->bounded ? NULL : search_auto(q, true, &a->note);
    if (!q->bounded && !dedicated && q->choices.engine)
        dedicated = search_dedicated_named(q->puzzle, q->choices.engine);
    if (dedicated && !dedicated->decides)
        status = count_dedicated(&session, c, dedicated);
    else if (status == STATUS_OPTIMAL || status == STATUS_SATISFIABLE)
        status = enumerate_cubes(&session, c, most, search_refuter(q, ""));
    if (c->total && c->solutions < INT64_MAX) natural_set(c->total, (uint64_t)c->solutions);
    a->status = status;
    answer_add_evidence(a, !c->all_costs);
    return status;
}

/* ---- one solution ---------------------------------------------------------------------------- */

/* A solution, and one that is different. */
struct two_solutions {
    const struct answer *a;
    struct solution first, *other; /* n 0: none was found */
};

static void pair_add(void *state, const struct solution *s)
{
    struct two_solutions *p = state;
    if (!p->first.n) solution_copy(&p->first, p->a->solution.n ? &p->a->solution : s);
    if (!p->other->n && strcmp(text_string(&s->text), text_string(&p->first.text)) != 0) solution_copy(p->other, s);
}

void search_continue(struct session *session)
{
    const struct problem *q = session->problem;
    struct formula *f = &session->formula;
    struct search_second *s = q->second;
    struct answer *first = session->answer;
    if (!s || first->status != STATUS_SATISFIABLE || q->objective.name || q->puzzle->symmetry.canonical ||
        q->puzzle->symmetry.breaks || !f->solver || !f->lazy.n || f->reduction ||
        first->literals.n != model_vars(f->model) || solver_bounds(f->solver))
        return;
    s->asked = true;
    s->found(s->state, first);
    struct two_solutions two = {.a = &s->answer, .other = &s->other};
    struct solution_count c = {.limit = 1, .each = pair_add, .state = &two};
    solution_copy(&two.first, &first->solution);
    SCOPED(solution_reporter) t = {.session = session, .c = &c};
    add_new(&t.seen, text_string(&first->solution.text));
    session->answer = &s->answer;
    for (int i = 0; i < first->literals.n; i++) {
        const lit x = first->literals.v[i];
        f->values.v[lit_var(x)] = (signed char)lit_sign(x);
    }
    formula_block(f);
    const enum solver_answer answer = search_count_enumerate(&t);
    s->unique = c.solutions ? 0 : answer == SOLVER_UNSAT ? 1 : -1;
    if (answer != SOLVER_FAILED) text_clear(&s->answer.err);
    solution_release(&two.first);
    session->answer = first;
}

int search_unique(const struct problem *q, bool all_costs, const struct answer *found, struct solution *other,
                  struct answer *a)
{
    struct two_solutions two = {.a = a, .other = other};
    struct solution_count c = {
        .found = found, .plain = true, .all_costs = all_costs, .limit = 2, .each = pair_add, .state = &two};
    if (found) solution_copy(&two.first, &found->solution);
    enum status status = search_count(q, &c, a);
    solution_release(&two.first);
    if (status == STATUS_FAILED || status == STATUS_REFUSED || !(c.complete || c.solutions >= 2)) return -1;
    return c.solutions == 1;
}
