/* Problems: a model and options; solve, count, explain, certify. */
#include "lib/inside.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/temporary.h"
#include "certificate/certificate.h"
#include "search/problem.h"
#include "search/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REPORT_SECONDS = 0.5;

struct loophole_problem {
    const loophole_model *model;
    struct options options; /* the model's, and those of loophole_problem_set */
    struct problem asked;   /* filled from the options before each call */
    struct job job;
    struct text note;
    struct answer a;   /* of the last call, or of the running one */
    struct answer now; /* while a call runs: the last published answer; its texts are borrowed */
    bool going;
    void (*progress)(void *state, const loophole_problem *q);
    void *progress_state;
    double reported; /* when progress was last called, wall */
    struct reasons reasons;
    struct lits assumed; /* for the next loophole_problem_solve */
    struct lits failed;  /* of them, after a refutation */
    struct lits hints;
    int *value;              /* the true literal of each of the caller's variables; NULL: no solution */
    int64_t *number;         /* the values of the caller's integers, if value */
    int values, numbers;     /* how many */
    struct session *session; /* of loophole_problem_next; NULL: not started */
    unsigned changes;        /* of the model, when the session began */
    enum loophole_status ended;
};

loophole_problem *loophole_problem_new(const loophole_model *m)
{
    loophole_problem *q = mem_new(1, sizeof *q);
    q->model = m;
    q->asked.puzzle = m->puzzle;
    q->asked.instance = m->instance;
    options_add(&q->options, &m->options, true);
    return q;
}

/* Ends the enumeration of loophole_problem_next. */
static void end_walk(loophole_problem *q)
{
    if (q->session) session_release(q->session);
    mem_free(q->session);
    q->session = NULL;
    q->ended = LOOPHOLE_UNKNOWN;
}

static void forget(loophole_problem *q)
{
    answer_release(&q->a);
    q->a = (struct answer){0};
    mem_free(q->value);
    mem_free(q->number);
    q->number = NULL;
    q->value = NULL;
}

void loophole_problem_free(loophole_problem *q)
{
    if (!q) return;
    end_walk(q);
    forget(q);
    search_reasons_release(&q->reasons);
    lits_release(&q->assumed);
    lits_release(&q->failed);
    lits_release(&q->hints);
    options_release(&q->options);
    text_release(&q->note);
    mem_free(q);
}

/* ---- options --------------------------------------------------------------------------------- */

/* The options that are neither in choices_options nor in choices_limits. */
struct more_choices {
    int jobs;
    int proof_check; /* enum prove */
    enum option_answer names;
};

static const struct option more_options[] = {
    {.name = "jobs",
     .letter = 'j',
     .argument = "N",
     .type = OPTION_INTEGER,
     .least = 1,
     .most = 16,
     .offset = offsetof(struct more_choices, jobs),
     .help = "searches at the same time"},
    {.name = "proof-check",
     .type = OPTION_WORD,
     .words = "auto always never",
     .offset = offsetof(struct more_choices, proof_check),
     .help = "check the proofs of refutations"},
    {.name = "names",
     .type = OPTION_YES_NO,
     .offset = offsetof(struct more_choices, names),
     .help = "write the names of variables in comments"},
    {0},
};

/* Fills q->asked and the job's limits from q->options. False, with a sentence: the formulation
 * is unknown. */
static bool problem_choose(loophole_problem *q, struct text *err)
{
    struct more_choices more;
    struct limits limits;
    struct problem asked = {.puzzle = q->asked.puzzle, .instance = q->asked.instance};
    text_clear(&q->note);
    choices_fill(&q->options, &asked.choices);
    options_fill(&q->options, choices_limits, &limits);
    options_fill(&q->options, more_options, &more);
    asked.jobs = more.jobs;
    asked.prove = (enum prove)more.proof_check;
    job_begin(&q->job, limits.seconds, limits.megabytes);
    asked.formulation = choices_formulation(&asked.choices, asked.puzzle, asked.instance, &q->note, err);
    q->asked = asked;
    return asked.formulation != NULL;
}

static const struct option *const choice_tables[] = {choices_options, choices_limits, more_options, NULL};

const char *loophole_option(int i)
{
    for (int t = 0; choice_tables[t] && i >= 0; t++)
        for (const struct option *o = choice_tables[t]; o->name; o++)
            if (!i--) return o->name;
    return NULL;
}

/* The choice of that name; NULL, with a sentence that lists the choices: there is none. */
static const struct option *choice_named(const loophole_problem *q, const char *name, struct text *err)
{
    const struct option *o = NULL;
    struct text known = {0};
    for (int i = 0; choice_tables[i] && !o; i++) o = options_find(choice_tables[i], name);
    if (o) return o;
    if (options_find(q->asked.puzzle->options, name)) {
        text_error(err, "The option '%s' belongs to the instance; pass --%s to loophole_model_puzzle.", name, name);
        return NULL;
    }
    for (int i = 0; loophole_option(i); i++) text_add(&known, " %s", loophole_option(i));
    options_unknown(err, &known, "There is no choice '%s' here; choose", name);
    return NULL;
}

bool loophole_problem_set(loophole_problem *q, const char *option, const char *value, char **error)
{
    struct text err = {0};
    const struct option *o = choice_named(q, option, &err);
    loophole_problem trial = {.asked = q->asked};
    options_add(&trial.options, &q->options, true);
    bool ok = o && options_set(&trial.options, o, value, &err) && problem_choose(&trial, &err);
    if (ok) ok = options_set(&q->options, o, value, &err);
    options_release(&trial.options);
    text_release(&trial.note);
    if (!ok) return lib_fail(error, &err);
    text_release(&err);
    return true;
}

void loophole_problem_on_progress(loophole_problem *q, void (*progress)(void *state, const loophole_problem *q),
                                  void *state)
{
    q->progress = progress;
    q->progress_state = state;
}

void loophole_problem_cancel(loophole_problem *q) { q->job.cancelled = true; }

static bool problem_is_library_model(const loophole_problem *q) { return q->model->instance == &q->model->own; }

/* Reads q->value and q->number from the solution that declared_decode wrote. */
static void read_values(loophole_problem *q, const struct text *solution)
{
    mem_free(q->value);
    mem_free(q->number);
    q->value = NULL;
    q->number = NULL;
    if (!problem_is_library_model(q) || !solution->n) return;
    q->values = model_vars(q->model->m);
    q->numbers = model_ints(q->model->m);
    q->value = mem_new((size_t)q->values + 1, sizeof *q->value);
    q->number = mem_new((size_t)q->numbers, sizeof *q->number);
    struct text err = {0};
    bool ints = declared_integers(q->model->m, text_string(solution), q->number, &err);
    assert(ints && "declared_decode wrote them");
    text_release(&err);
    for (const char *s = solution->s + 1; *s;) {
        char *end;
        long x = strtol(s, &end, 10);
        if (end == s || !x) break;
        q->value[labs(x) - 1] = (int)x;
        s = end;
    }
}

static void keep_values(loophole_problem *q) { read_values(q, &q->a.solution); }

/* Reports improved results at once, and stages such as those of a certificate every
 * REPORT_SECONDS. */
static void problem_progress(void *state, const struct job *j)
{
    loophole_problem *q = state;
    if (!j->so_far && clock_wall() - q->reported < REPORT_SECONDS) return;
    q->reported = clock_wall();
    q->now = j->so_far ? *(const struct answer *)j->so_far : q->a;
    if (j->so_far) read_values(q, &q->now.solution);
    q->going = true;
    if (q->progress) q->progress(q->progress_state, q);
    q->going = false;
}

/* Fills q->asked for the next call and starts its limits. */
static void build_problem(loophole_problem *q)
{
    struct text err = {0};
    q->job.cancelled = false;
    q->job.out_of_memory = false;
    bool ok = problem_choose(q, &err);
    assert(ok && "each choice was tried when it was made");
    text_release(&err);
    q->asked.job = &q->job;
    q->asked.hints = &q->hints;
    q->job.progress = problem_progress;
    q->job.progress_state = q;
}

static const struct problem *problem_begin(loophole_problem *q)
{
    end_walk(q);
    forget(q);
    search_reasons_release(&q->reasons);
    q->failed.n = 0;
    build_problem(q);
    return &q->asked;
}

const struct problem *lib_problem(const loophole_problem *q) { return &q->asked; }

/* Whether the caller named a variable or a rule of its own model. */
static bool has_names(const struct model *m)
{
    for (int i = 0; i < model_rules(m); i++)
        if (strcmp(model_rule_name(m, i), MODEL_NO_RULE) != 0) return true;
    for (int v = 1; v <= model_vars(m); v++) {
        const char *name = model_name(m, v);
        int64_t number;
        if (*name != 'x' || !number_parse(name + 1, &number) || number != v) return true;
    }
    return false;
}

bool lib_writes_names(const loophole_problem *q)
{
    struct more_choices more;
    options_fill(&q->options, more_options, &more);
    if (more.names != OPTION_UNSET) return more.names == OPTION_YES;
    return problem_is_library_model(q) && has_names(q->model->m);
}

struct model *lib_built(const loophole_problem *q, bool abstract, char **error)
{
    if (!lib_complete(q->model, error)) return NULL;
    loophole_problem *mine =
        (loophole_problem *)(uintptr_t)q; /* build_problem only refills q->asked from the same options */
    struct model *m = model_new();
    build_problem(mine);
    model_set_job(m, &mine->job);
    if (abstract) model_set_abstract(m);
    search_build(&q->asked, INT64_MAX, m);
    return m;
}

static enum loophole_status problem_status_of(const loophole_problem *q, enum status s, char **error)
{
    if (s != STATUS_FAILED && s != STATUS_REFUSED) return (enum loophole_status)s;
    lib_refuse(error, "%s", text_string(&q->a.err));
    lib_code(error, s == STATUS_FAILED ? LOOPHOLE_CODE_SOLVER : LOOPHOLE_CODE_INPUT);
    return LOOPHOLE_ERROR;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* True: the literals are over variables of the caller's model, so `list` accepts them. */
static bool problem_literal(const loophole_problem *q, int x, struct lits *list, char **error)
{
    if (!problem_is_library_model(q))
        return lib_refuse(error, "This model is the puzzle %s, whose variables have no numbers here.",
                          q->model->puzzle->name);
    if (!lib_is_literal(x) || lit_var(x) > model_vars(q->model->m))
        return lib_refuse(error, "Invalid literal %d: the model has %d variables.", x, model_vars(q->model->m));
    lits_push(list, x);
    return true;
}

bool loophole_problem_assume(loophole_problem *q, int x, char **error)
{
    return problem_literal(q, x, &q->assumed, error);
}

bool loophole_problem_hint(loophole_problem *q, int x, char **error) { return problem_literal(q, x, &q->hints, error); }

bool loophole_problem_failed(const loophole_problem *q, int x)
{
    for (int i = 0; i < q->failed.n; i++)
        if (q->failed.v[i] == x) return true;
    return false;
}

static bool problem_over(void *q) { return job_over(&((loophole_problem *)q)->job); }

/* After a refutation: reduces q->failed, the assumptions, to those that CaDiCaL needs. */
static void problem_reduce_failed(loophole_problem *q)
{
    loophole_solver *s = loophole_solver_open("cadical", 0, NULL);
    int n = 0;
    if (s && loophole_problem_encode(q, loophole_solver_sink(s), NULL)) {
        loophole_solver_stop(s, problem_over, q);
        for (int i = 0; i < q->failed.n; i++) loophole_solver_assume(s, q->failed.v[i]);
        if (loophole_solver_solve(s, NULL) == LOOPHOLE_UNSATISFIABLE) {
            for (int i = 0; i < q->failed.n; i++)
                if (loophole_solver_failed(s, q->failed.v[i])) q->failed.v[n++] = q->failed.v[i];
            q->failed.n = n;
        }
    }
    loophole_solver_free(s);
}

enum loophole_status loophole_problem_solve(loophole_problem *q, char **error)
{
    struct instance own = {0};
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    problem_begin(q);
    if (q->assumed.n) {
        own = q->model->own;
        own.assumed = &q->assumed;
        q->asked.instance = &own;
    }
    enum status s = search_solve(&q->asked, &q->a);
    q->asked.instance = q->model->instance;
    for (int i = 0; i < q->assumed.n && s == STATUS_UNSATISFIABLE; i++) lits_push(&q->failed, q->assumed.v[i]);
    q->assumed.n = 0;
    if (q->failed.n) problem_reduce_failed(q);
    keep_values(q);
    return problem_status_of(q, s, error);
}

enum loophole_status loophole_problem_count(loophole_problem *q, int64_t limit, bool all_costs,
                                            void (*each)(void *state, const char *solution), void *state,
                                            int64_t *solutions, char **error)
{
    if (limit < 0) {
        lib_refuse(error, "A limit is 0, to count all, or more, not %lld.", (long long)limit);
        return LOOPHOLE_ERROR;
    }
    struct solution_count c = {.limit = limit, .all_costs = all_costs, .each = each, .state = state};
    *solutions = 0;
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    enum status s = search_count(problem_begin(q), &c, &q->a);
    *solutions = c.solutions;
    keep_values(q);
    if (s == STATUS_FAILED || s == STATUS_REFUSED) return problem_status_of(q, s, error);
    if (!c.complete) return LOOPHOLE_UNKNOWN;
    return c.solutions ? LOOPHOLE_SATISFIABLE : LOOPHOLE_UNSATISFIABLE;
}

/* Copies the session's solution and its objective value into the answer. */
static void take_solution(loophole_problem *q)
{
    const struct objective *o = session_objective(q->session);
    text_clear(&q->a.solution);
    text_put(&q->a.solution, text_string(&q->session->text));
    q->a.has_objective = o != NULL;
    q->a.objective_value = o ? objective_of_sum(o, q->session->sum) : 0;
    keep_values(q);
}

enum loophole_status loophole_problem_next(loophole_problem *q, char **error)
{
    if ((q->session || q->ended) && q->changes != model_changes(q->model->m)) {
        lib_refuse(error, "The model has changed since its first solution; begin with a new problem.");
        return LOOPHOLE_ERROR;
    }
    if (q->ended) return q->ended;
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    q->changes = model_changes(q->model->m);
    if (!q->session) {
        problem_begin(q);
        q->asked.choices.parity = PARITY_NONE; /* blocking clauses are over the model's variables */
        q->asked.choices.break_symmetry = OPTION_NO;
        q->session = mem_new(1, sizeof *q->session);
        session_init(q->session, &q->asked, &q->a);
        if (!session_open(q->session, INT64_MAX, "")) {
            enum loophole_status s = problem_status_of(q, q->a.status, error);
            end_walk(q);
            return s;
        }
    }
    q->job.cancelled = false;
    enum solver_answer answer = session_solve(q->session);
    enum loophole_status s = LOOPHOLE_UNKNOWN;
    if (answer == SOLVER_SAT) {
        take_solution(q);
        formula_block(&q->session->formula);
        s = LOOPHOLE_SATISFIABLE;
    } else if (answer == SOLVER_UNSAT) {
        s = q->ended = LOOPHOLE_UNSATISFIABLE;
    } else if (answer == SOLVER_FAILED) {
        s = problem_status_of(q, STATUS_FAILED, error);
    }
    return s;
}

/* Writes the certificate of q->a. LOOPHOLE_UNKNOWN: a limit stopped it. */
static enum loophole_status certified(loophole_problem *q, const char *directory, bool all, struct text *claim,
                                      char **error)
{
    struct stated_problem stated = {
        .statement = q->model->statement, .options = q->options, .problem = q->asked, .instance = q->model->instance};
    struct certificate_order order = {.stated = &stated, .dir = directory, .all = all};
    struct text err = {0};
    enum certificate_end end = certificate_make(&order, &q->a, claim, &err);
    if (end == CERTIFICATE_FAILED) lib_fail(error, &err);
    text_release(&err);
    if (end == CERTIFICATE_FAILED) return LOOPHOLE_ERROR;
    return end == CERTIFICATE_MADE ? (enum loophole_status)q->a.status : LOOPHOLE_UNKNOWN;
}

/* Solves the puzzle and writes the certificate. */
static enum loophole_status solve_and_certify(loophole_problem *q, const char *directory, bool all, struct text *claim,
                                              char **error)
{
    struct text err = {0};
    struct directory dir;
    if (!directory_open(&dir, directory, &err)) {
        lib_fail(error, &err);
        return LOOPHOLE_ERROR;
    }
    problem_begin(q);
    if (!q->asked.choices.engine && !q->asked.choices.search) q->asked.choices.engine = "sat";
    enum loophole_status s = problem_status_of(q, search_solve(&q->asked, &q->a), error);
    if (s > LOOPHOLE_ERROR) s = certified(q, dir.path, all, claim, error);
    if (directory_close(&dir, s > LOOPHOLE_ERROR, &err) || s <= LOOPHOLE_ERROR) return s;
    lib_fail(error, &err);
    return LOOPHOLE_ERROR;
}

/* The model as a puzzle that states itself as JSON, as a file .json does. NULL, with a sentence: it
 * cannot be written. */
static loophole_model *stated_in_json(const loophole_problem *q, char **error)
{
    char *text = loophole_problem_text(q, "json", error);
    loophole_model *m = text ? loophole_model_puzzle("model", 0, NULL, text, error) : NULL;
    loophole_free(text);
    return m;
}

enum loophole_status loophole_problem_certify(loophole_problem *q, const char *directory, bool all, char **claim,
                                              char **error)
{
    struct text words = {0};
    const loophole_model *own = q->model;
    struct problem asked = q->asked;
    loophole_model *stated = problem_is_library_model(q) ? stated_in_json(q, error) : NULL;
    if (problem_is_library_model(q) && !stated) return LOOPHOLE_ERROR;
    if (stated) {
        q->model = stated;
        q->asked.puzzle = stated->puzzle;
        q->asked.instance = stated->instance;
    }
    enum loophole_status s = solve_and_certify(q, directory, all, &words, error);
    if (s > LOOPHOLE_ERROR && claim) *claim = mem_string(text_string(&words));
    text_release(&words);
    if (stated) {
        q->model = own;
        q->asked.puzzle = asked.puzzle;
        q->asked.instance = asked.instance;
        q->asked.formulation = asked.formulation;
        loophole_model_free(stated);
        keep_values(q);
    }
    return s;
}

enum loophole_status loophole_problem_generate(loophole_problem *q, uint64_t seed, char **error)
{
    loophole_model *model = (loophole_model *)(uintptr_t)q->model;
    if (!lib_is_model(model, error) || !lib_complete(model, error)) return LOOPHOLE_ERROR;
    struct random random = {seed};
    size_t n = (size_t)model_givens(model->m);
    int64_t *before = mem_new(n, sizeof *before), *value = mem_new(n, sizeof *value);
    for (size_t i = 0; i < n; i++) before[i] = model_given_at(model->m, (int)i).value;
    declared_give(model->m, NULL);
    enum status s = search_givens(problem_begin(q), &random, value, &q->a);
    declared_give(model->m, s == STATUS_SATISFIABLE ? value : before);
    mem_free(before);
    mem_free(value);
    keep_values(q);
    return problem_status_of(q, s, error);
}

enum loophole_status loophole_problem_explain(loophole_problem *q, bool *minimal, char **error)
{
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    enum status s = search_explain(problem_begin(q), false, &q->reasons, &q->a);
    if (minimal) *minimal = q->reasons.minimal;
    keep_values(q);
    return problem_status_of(q, s, error);
}

const char *loophole_problem_reason(const loophole_problem *q, int i)
{
    return i >= 0 && i < q->reasons.n ? text_string(&q->reasons.v[i].rule) : NULL;
}

/* ---- results --------------------------------------------------------------------------------- */

static const struct answer *answer_of(const loophole_problem *q) { return q->going ? &q->now : &q->a; }

const char *loophole_problem_solution(const loophole_problem *q)
{
    const struct answer *a = answer_of(q);
    return a->solution.n ? a->solution.s : NULL;
}

bool loophole_problem_int(const loophole_problem *q, int i, int64_t *value)
{
    if (!q->value || i < 0 || i >= q->numbers) return false;
    *value = q->number[i];
    return true;
}

int loophole_problem_value(const loophole_problem *q, int x)
{
    if (!q->value || !lib_is_literal(x) || lit_var(x) > q->values) return 0;
    return q->value[lit_var(x) - 1] == x ? 1 : -1;
}

int loophole_problem_lits(const loophole_problem *q, int *lits, int n)
{
    if (!q->value) return -1;
    for (int i = 0; i < n && i < q->values; i++) lits[i] = q->value[i];
    return q->values;
}

int loophole_problem_ints(const loophole_problem *q, int64_t *values, int n)
{
    if (!q->value) return -1;
    for (int i = 0; i < n && i < q->numbers; i++) values[i] = q->number[i];
    return q->numbers;
}

static bool problem_number(bool has, int64_t n, int64_t *to)
{
    if (has && to) *to = n;
    return has;
}

bool loophole_problem_objective(const loophole_problem *q, int64_t *value)
{
    const struct answer *a = answer_of(q);
    return problem_number(a->has_objective, a->objective_value, value);
}

bool loophole_problem_lower(const loophole_problem *q, int64_t *bound)
{
    const struct answer *a = answer_of(q);
    return problem_number(a->has_lower, a->lower, bound);
}

bool loophole_problem_upper(const loophole_problem *q, int64_t *bound)
{
    const struct answer *a = answer_of(q);
    return problem_number(a->has_upper, a->upper, bound);
}

/* Appends the items of the evidence, in words. */
static void evidence_words_of(const struct answer *a, const char *solver, struct text *out)
{

    const struct evidence *e = &a->evidence;
    if (a->solution.n) text_put(out, "solution verified");
    for (int k = 0; k < EVIDENCE_KINDS && a->status != STATUS_UNKNOWN && a->status != STATUS_SATISFIABLE; k++) {
        if (!evidence_shown(e, k)) continue;
        text_put(out, out->n ? "; " : "");
        if (k == EVIDENCE_UNCHECKED)
            evidence_words(e, solver, out);
        else
            text_put(out, evidence_kinds[k]);
    }
}

char *loophole_problem_evidence(const loophole_problem *q, bool *proved)
{
    const struct answer *a = answer_of(q);
    struct text out = {0};
    bool complete = a->status == STATUS_OPTIMAL || a->status == STATUS_UNSATISFIABLE;
    if (proved) *proved = complete ? evidence_proves(&a->evidence) : a->status == STATUS_SATISFIABLE && a->solution.n;
    evidence_words_of(a, q->asked.choices.solver, &out);
    char *copy = mem_string(text_string(&out));
    text_release(&out);
    return copy;
}

double loophole_problem_statistic(const loophole_problem *q, const char *name)
{
    const struct answer *a = answer_of(q);
    const struct {
        const char *name;
        double value;
    } all[] = {
        {"variables", (double)a->size.vars},    {"clauses", (double)a->size.clauses},
        {"literals", (double)a->size.literals}, {"calls", (double)a->calls},
        {"conflicts", (double)a->conflicts},    {"encode_seconds", a->encode_seconds},
        {"solve_seconds", a->solve_seconds},    {"check_seconds", answer_check_seconds(a)},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, name)) return all[i].value;
    return -1;
}

bool loophole_problem_verify(const loophole_problem *q, const char *solution, int64_t *value, char **error)
{
    struct text err = {0};
    int64_t objective_value = 0;
    if (!q->asked.puzzle->verify(q->asked.instance, solution, &objective_value, &err)) return lib_fail(error, &err);
    if (value) *value = objective_value;
    return true;
}

/* ---- encoding -------------------------------------------------------------------------------- */

bool loophole_problem_encode(const loophole_problem *q, loophole_sink *s, char **error)
{
    struct text err = {0};
    if (loophole_sink_vars(s) && loophole_sink_vars(s) != loophole_model_vars(q->model))
        return lib_refuse(error,
                          "The sink already uses %d variables, but the formula's variables begin at 1; use a new sink.",
                          loophole_sink_vars(s));
    struct model *m = lib_built(q, false, error);
    if (!m) return false;
    s->f->job = model_job(m);
    bool ok = lower_model(m, &q->asked.choices.policy, NULL, s->f, &err);
    s->f->job = NULL;
    model_free(m);
    return ok || lib_fail_in(&((loophole_problem *)(uintptr_t)q)->job, error, &err);
}
