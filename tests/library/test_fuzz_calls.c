/* Random sequences of library calls, compared with a reference implementation that tries all
 * assignments. The calls use a solver with encoders, guards, counters whose bounds move, and
 * assumptions, and every function of a model. A script has one call a line. A failing script is
 * shrunk and kept (fuzzing.h), and `test_fuzz_calls FILE` replays a script. FUZZ_SEED=N sets the
 * first seed, and FUZZ_ROUNDS=N the number of scripts (make fuzz).
 *
 * Into the solver; E is an encoder, - for none:
 *   clause X..            card E LO HI X..      pb E LO HI (W X)..     xor E P X..
 *   guard X               assume X              solve
 *   counter E D LO HI (W X)..                   widen I LO HI          D: 1 up, 2 down, 3 both
 *   most I K, least I K   assume a bound        mostly I K, leastly I K   add it permanently
 * Into the model:
 *   mvar                  mclause X..           mcard LO HI X..        mpb LO HI (W X)..
 *   mxor P X..            mcount K X..          minimize C (W X)..     maximize C (W X)..
 *   set OPTION VALUE      msolve                mcount_all LIMIT       mnext
 *   mexplain              mverify BITS          mtext FORMAT           mimply
 *   mpour
 * Into either:
 *   bad N                 a call that must fail with a message
 *   odd N X               calls with an invalid literal, or one far above the others (testlib/odd.h) */
#include <sys/resource.h>

#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "lib/loophole.h"

#include "testlib/fuzzing.h"
#include "testlib/odd.h"
#include "testlib/testlib.h"

enum { SOLVER_VARS = 6, MODEL_VARS = 9, TERMS = 8, RULES = 60, COUNTERS = 4, WORDS = 40 };

/* A constraint lo <= sum w x <= hi, or a parity of the sum. It need not hold if the guard is true.
 * With y, it defines y[j] <=> the sum is at least j + 1. */
struct rule {
    int n, x[TERMS], guard, y, ys;
    int64_t w[TERMS], lo, hi;
    bool parity;
};

struct reference {
    struct rule rule[RULES];
    int rules, vars;
};

static bool rule_holds(const struct rule *r, int bits)
{
    int64_t sum = bits_sum(r->x, r->w, r->n, bits);
    if (r->guard && bits_true(r->guard, bits)) return true;
    for (int j = 0; j < r->ys; j++)
        if (bits_true(r->y + j, bits) != (sum > j)) return false;
    return r->ys || (r->parity ? (sum & 1) == r->lo : r->lo <= sum && sum <= r->hi);
}

static bool reference_holds(const struct reference *t, int bits)
{
    for (int i = 0; i < t->rules; i++)
        if (!rule_holds(&t->rule[i], bits)) return false;
    return true;
}

/* ---- replaying a script ---- ----------------------------------------------------------------- */

struct counted {
    loophole_counter *c;
    struct rule sum;
    int d;
    int64_t lo, hi;
};

struct play {
    struct text *why;
    char *word[WORDS];
    int words;
    /* the solver */
    loophole_solver *s;
    struct reference constraints, assumed; /* assumed: bounds by literals and by counters; assumption: the literals */
    int assumption[RULES], of[RULES], assumptions;
    struct counted counter[COUNTERS];
    int counters, guard;
    /* the model */
    loophole_model *m;
    struct reference model;
    struct rule objective;
    bool has_objective, maximize, derived[MODEL_VARS + 1];
    int64_t constant;
    struct strings options, values;
};

static void wrong_if(struct play *p, bool wrong, const char *what)
{
    if (wrong && !p->why->n) text_put(p->why, what);
}

/* Checks one call's result: a failed call must set *said, a successful one must not. Frees *said
 * and sets it to NULL. Returns good. */
static bool done(struct play *p, bool good, char **said)
{
    char *error = *said;
    wrong_if(p, !good && (!error || !*error), "A refusal has no sentence.");
    wrong_if(p, good && error, "A call that was done left a sentence.");
    loophole_free(error);
    *said = NULL;
    return good;
}

static bool number(const char *word, int64_t star, int64_t *v)
{
    *v = star;
    return !strcmp(word, "*") || number_parse(word, v);
}

/* Reads the literals from word `from` on, over `vars` variables; if weighted, a weight precedes
 * each. */
static bool fuzz_calls_literals(const struct play *p, int from, bool weighted, int vars, struct rule *r)
{
    for (int i = from; i < p->words; i++) {
        int64_t w = 1, x;
        if (r->n == TERMS || (weighted && (!number_parse(p->word[i++], &w) || i == p->words))) return false;
        if (!number_parse(p->word[i], &x) || !x || x > vars || x < -vars || w > 1000 || w < -1000) return false;
        r->x[r->n] = (int)x;
        r->w[r->n++] = w;
    }
    return true;
}

static void reference_add(struct reference *t, const struct rule *r) { t->rule[t->rules++] = *r; }

/* ---- the solver ------------------------------------------------------------------------------------------------ */

static const char *encoder(const struct play *p) { return strcmp(p->word[1], "-") != 0 ? p->word[1] : NULL; }

static void play_constraint(struct play *p, const char *kind)
{
    struct rule r = {.lo = 1, .hi = INT64_MAX, .guard = p->guard, .parity = !strcmp(kind, "xor")};
    bool sum = !strcmp(kind, "card") || !strcmp(kind, "pb"), weighted = !strcmp(kind, "pb");
    int from = sum ? 4 : r.parity ? 3 : 1;
    loophole_sink *sink = loophole_solver_sink(p->s);
    char *error = NULL;
    bool good;
    if (p->words < from || p->constraints.rules == RULES || !fuzz_calls_literals(p, from, weighted, SOLVER_VARS, &r))
        return;
    if (sum && (!number(p->word[2], INT64_MIN, &r.lo) || !number(p->word[3], INT64_MAX, &r.hi))) return;
    if (r.parity && (!number(p->word[2], 0, &r.lo) || (r.lo & ~1))) return;
    if (weighted)
        good = loophole_sink_pb(sink, encoder(p), r.x, r.w, r.n, r.lo, r.hi, &error);
    else if (sum)
        good = loophole_sink_card(sink, encoder(p), r.x, r.n, r.lo, r.hi, &error);
    else if (r.parity)
        good = loophole_sink_xor(sink, encoder(p), r.x, r.n, (int)r.lo, &error);
    else
        good = loophole_sink_clause(sink, r.x, r.n, &error);
    if (done(p, good, &error)) reference_add(&p->constraints, &r);
}

static void play_counter(struct play *p)
{
    struct counted c = {.sum = {.lo = INT64_MIN}};
    int64_t d;
    char *error = NULL;
    if (p->words < 5 || p->counters == COUNTERS || !fuzz_calls_literals(p, 5, true, SOLVER_VARS, &c.sum)) return;
    if (!number(p->word[2], 1, &d) || d < 1 || d > 3 || !number(p->word[3], INT64_MIN, &c.lo)) return;
    if (!number(p->word[4], INT64_MAX, &c.hi)) return;
    c.d = (int)d;
    loophole_sink_guard(loophole_solver_sink(p->s), 0);
    c.c = loophole_counter_new(loophole_solver_sink(p->s), encoder(p), c.sum.x, c.sum.w, c.sum.n,
                               (enum loophole_direction)c.d, c.lo, c.hi, &error);
    loophole_sink_guard(loophole_solver_sink(p->s), p->guard);
    wrong_if(p, c.c && c.lo >= c.hi, "A counter without bounds was made.");
    if (done(p, c.c, &error)) p->counter[p->counters++] = c;
}

static struct counted *counter_at(struct play *p)
{
    int64_t i;
    return p->words > 2 && number_parse(p->word[1], &i) && i >= 0 && i < p->counters ? &p->counter[i] : NULL;
}

static void play_widen(struct play *p)
{
    struct counted *c = counter_at(p);
    int64_t lo, hi;
    char *error = NULL;
    if (!c || p->words < 4 || !number(p->word[2], INT64_MIN, &lo) || !number(p->word[3], INT64_MAX, &hi) || lo >= hi)
        return;
    loophole_sink_guard(loophole_solver_sink(p->s), 0);
    if (done(p, loophole_counter_widen(c->c, lo, hi, &error), &error)) {
        if (lo < c->lo) c->lo = lo;
        if (hi > c->hi) c->hi = hi;
    }
    loophole_sink_guard(loophole_solver_sink(p->s), p->guard);
}

static void play_bound(struct play *p, bool most, bool asserted)
{
    struct counted *c = counter_at(p);
    struct rule r;
    int64_t k;
    int n = -1;
    char *error = NULL;
    if (!c || !number(p->word[2], 0, &k) || p->assumed.rules == RULES || p->constraints.rules == RULES) return;
    if (asserted && !loophole_counter_monotone(c->c)) return;
    const int *x =
        most ? loophole_counter_at_most(c->c, k, &n, &error) : loophole_counter_at_least(c->c, k, &n, &error);
    int64_t at = most ? k : k - 1;
    bool served = c->d & (most ? 1 : 2), inside = served && c->lo <= at && at < c->hi;
    wrong_if(p, inside && !x, "A bound inside is refused.");
    wrong_if(p, !served && x, "A counter serves the other direction.");
    if (!done(p, x, &error) || n > RULES - p->assumptions) return;
    r = c->sum;
    r.lo = most ? INT64_MIN : k;
    r.hi = most ? k : INT64_MAX;
    for (int i = 0; i < n && asserted; i++) loophole_solver_clause(p->s, &x[i], 1);
    if (asserted) reference_add(&p->constraints, &r);
    if (asserted) return;
    for (int i = 0; i < n; i++) {
        p->of[p->assumptions] = p->assumed.rules;
        p->assumption[p->assumptions++] = x[i];
        loophole_solver_assume(p->s, x[i]);
    }
    reference_add(&p->assumed, &r);
}

static void play_assume(struct play *p)
{
    struct rule r = {.lo = 1, .hi = INT64_MAX};
    if (p->words != 2 || !fuzz_calls_literals(p, 1, false, SOLVER_VARS, &r) || p->assumptions == RULES) return;
    if (p->assumed.rules == RULES) return;
    loophole_solver_assume(p->s, r.x[0]);
    p->of[p->assumptions] = p->assumed.rules;
    p->assumption[p->assumptions++] = r.x[0];
    reference_add(&p->assumed, &r);
}

/* Whether some assignment satisfies the formula and the assumptions whose bits are set; bits < 0:
 * no assumptions. */
static bool extends(const struct play *p, const bool *with)
{
    for (int bits = 0; bits < 1 << SOLVER_VARS; bits++) {
        bool all = reference_holds(&p->constraints, bits);
        for (int i = 0; i < p->assumed.rules && all; i++)
            all = (with && !with[i]) || rule_holds(&p->assumed.rule[i], bits);
        if (all) return true;
    }
    return false;
}

static void play_solve(struct play *p)
{
    char *error = NULL;
    bool right = extends(p, NULL), needed[RULES] = {0};
    enum loophole_status s = loophole_solver_solve(p->s, &error);
    wrong_if(p, s != (right ? LOOPHOLE_SATISFIABLE : LOOPHOLE_UNSATISFIABLE),
             right ? "There is a solution." : "There is no solution.");
    done(p, s != LOOPHOLE_ERROR, &error);
    if (s == LOOPHOLE_SATISFIABLE && right) {
        int bits = 0;
        for (int v = 1; v <= SOLVER_VARS; v++) bits |= (loophole_solver_value(p->s, v) >= 0) << (v - 1);
        wrong_if(p, !reference_holds(&p->constraints, bits) || !reference_holds(&p->assumed, bits),
                 "The values are no solution.");
    }
    if (s == LOOPHOLE_UNSATISFIABLE && !right) {
        for (int i = 0; i < p->assumptions; i++)
            if (loophole_solver_failed(p->s, p->assumption[i])) needed[p->of[i]] = true;
        wrong_if(p, extends(p, needed), "The assumptions that failed do not clash.");
    }
    p->assumed.rules = p->assumptions = 0;
}

/* ---- the model ------------------------------------------------------------------------------------------------- */

static bool play_rule(struct play *p, const char *kind)
{
    struct rule r = {.lo = 1, .hi = INT64_MAX, .parity = !strcmp(kind, "mxor")};
    bool sum = !strcmp(kind, "mcard") || !strcmp(kind, "mpb"), weighted = !strcmp(kind, "mpb");
    int from = sum ? 3 : r.parity ? 2 : 1;
    char *error = NULL, name[20];
    bool good;
    if (p->words < from || p->model.rules == RULES || !fuzz_calls_literals(p, from, weighted, p->model.vars, &r))
        return false;
    if (sum && (!number(p->word[1], INT64_MIN, &r.lo) || !number(p->word[2], INT64_MAX, &r.hi))) return false;
    if (r.parity && (!number(p->word[1], 0, &r.lo) || (r.lo & ~1))) return false;
    snprintf(name, sizeof name, "rule %d", p->model.rules);
    wrong_if(p, !loophole_model_rule(p->m, name, NULL), "A rule's name is refused.");
    if (weighted)
        good = loophole_model_pb(p->m, r.x, r.w, r.n, r.lo, r.hi, &error);
    else if (sum)
        good = loophole_model_card(p->m, r.x, r.n, r.lo, r.hi, &error);
    else if (r.parity)
        good = loophole_model_xor(p->m, r.x, r.n, (int)r.lo, &error);
    else
        good = loophole_model_clause(p->m, r.x, r.n, &error);
    wrong_if(p, !good, "A rule is refused.");
    if (done(p, good, &error)) reference_add(&p->model, &r);
    return true;
}

static void play_count_of(struct play *p)
{
    struct rule r = {.y = p->model.vars + 1};
    int64_t k;
    int y[TERMS];
    char *error = NULL;
    if (p->words < 3 || p->model.rules == RULES || !number(p->word[1], 0, &k) || k < 1 || k > TERMS) return;
    if (!fuzz_calls_literals(p, 2, false, p->model.vars, &r) || k > r.n || p->model.vars + k > MODEL_VARS) return;
    for (int i = 0; i < r.n; i++)
        for (int j = 0; j < i; j++)
            if (r.x[i] == r.x[j] || r.x[i] == -r.x[j]) return;
    loophole_model_rule(p->m, "counts", NULL);
    if (!done(p, loophole_model_count(p->m, r.x, r.n, (int)k, y, &error), &error)) return;
    r.ys = (int)k;
    for (int j = 0; j < r.ys; j++) {
        wrong_if(p, y[j] != r.y + j, "New variables are not the next ones.");
        p->derived[r.y + j] = true;
    }
    p->model.vars += r.ys;
    reference_add(&p->model, &r);
}

static void play_objective(struct play *p, bool maximize)
{
    struct rule r = {0};
    char *error = NULL;
    int64_t constant;
    if (p->words < 4 || !number(p->word[1], 0, &constant) || !fuzz_calls_literals(p, 2, true, p->model.vars, &r))
        return;
    bool good = (maximize ? loophole_model_maximize : loophole_model_minimize)(p->m, r.x, r.w, r.n, constant, &error);
    wrong_if(p, !good, "Any objective is taken, and replaces an earlier one.");
    if (!done(p, good, &error)) return;
    p->has_objective = true;
    p->maximize = maximize;
    p->constant = constant;
    p->objective = r;
}

static loophole_problem *fuzz_calls_question(struct play *p)
{
    loophole_problem *q = loophole_problem_new(p->m);
    for (int i = 0; i < p->options.n; i++)
        wrong_if(p, !loophole_problem_set(q, p->options.v[i], p->values.v[i], NULL), "An option is refused.");
    return q;
}

struct found {
    int solutions; /* assignments of the variables that are not derived, with the best objective value */
    int64_t best;
};

static struct found truth(const struct play *p, bool all)
{
    struct found f = {0};
    for (int bits = 0; bits < 1 << p->model.vars; bits++) {
        if (!reference_holds(&p->model, bits)) continue;
        int64_t cost =
            (p->maximize ? -1 : 1) * (p->constant + bits_sum(p->objective.x, p->objective.w, p->objective.n, bits));
        if (!f.solutions || (cost < f.best && !all)) f.solutions = 0;
        if (!f.solutions || cost < f.best) f.best = cost;
        f.solutions += all || cost == f.best;
    }
    return f;
}

/* Whether the solution, "v 1 -2 0" or "v x1 -x2", satisfies the model. Sets *cost. */
static bool text_holds(const struct play *p, const char *solution, int64_t *cost)
{
    int bits = 0;
    for (const char *s = solution ? solution : ""; *s; s += strcspn(s, " \n"), s += strspn(s, " \n")) {
        int v = atoi(s + (*s == 'x'));
        if (v > 0 && v <= p->model.vars) bits |= 1 << (v - 1);
    }
    *cost = p->constant + bits_sum(p->objective.x, p->objective.w, p->objective.n, bits);
    return solution && reference_holds(&p->model, bits);
}

static void play_ask(struct play *p)
{
    loophole_problem *q = fuzz_calls_question(p);
    struct found f = truth(p, false);
    char *error = NULL;
    int64_t cost, progress;
    enum loophole_status s = loophole_problem_solve(q, &error), right = !f.solutions       ? LOOPHOLE_UNSATISFIABLE
                                                                        : p->has_objective ? LOOPHOLE_OPTIMAL
                                                                                           : LOOPHOLE_SATISFIABLE;
    if (s == LOOPHOLE_ERROR) {
        wrong_if(p, error && (strstr(error, "is wrong") || strstr(error, "report")), "A witness disagrees.");
    } else {
        wrong_if(p, s != right, "The status is wrong.");
        wrong_if(p, f.solutions && !text_holds(p, loophole_problem_solution(q), &cost), "The solution is none.");
        if (f.solutions && p->has_objective && !p->why->n) {
            f.best = p->maximize ? -f.best : f.best;
            wrong_if(p, !loophole_problem_objective(q, &progress) || progress != f.best || cost != f.best,
                     "The value is not the best.");
            wrong_if(p, !loophole_problem_lower(q, &progress) || progress != f.best,
                     "The lower bound is not the best.");
            wrong_if(p, !loophole_problem_upper(q, &progress) || progress != f.best,
                     "The upper bound is not the best.");
        }
        for (int v = 1; v <= p->model.vars && f.solutions && !p->why->n; v++)
            wrong_if(p,
                     abs(loophole_problem_value(q, v)) != 1 ||
                         loophole_problem_value(q, v) != -loophole_problem_value(q, -v),
                     "A value is neither true nor false.");
    }
    done(p, s != LOOPHOLE_ERROR, &error);
    loophole_problem_free(q);
}

static void count_one(void *n, const char *solution) { *(int *)n += solution != NULL; }

static void play_count_all(struct play *p)
{
    int64_t limit, solutions = -1;
    int progress = 0;
    char *error = NULL;
    if (p->words != 2 || !number_parse(p->word[1], &limit) || limit < 0) return;
    loophole_problem *q = fuzz_calls_question(p);
    bool all = limit & 1;
    struct found f = truth(p, all);
    enum loophole_status s = loophole_problem_count(q, limit, all, count_one, &progress, &solutions, &error);
    int most = limit && limit < f.solutions ? (int)limit : f.solutions;
    if (s != LOOPHOLE_ERROR) {
        wrong_if(p, solutions != most, "The number of solutions is wrong.");
        wrong_if(p, progress != most, "Not each solution was told.");
    }
    done(p, s != LOOPHOLE_ERROR, &error);
    loophole_problem_free(q);
}

static void play_next(struct play *p)
{
    loophole_problem *q = fuzz_calls_question(p);
    struct found f = truth(p, true);
    struct strings seen = {0};
    int64_t cost;
    char *error = NULL;
    enum loophole_status s;
    while ((s = loophole_problem_next(q, &error)) == LOOPHOLE_SATISFIABLE && !p->why->n && seen.n <= f.solutions) {
        const char *solution = loophole_problem_solution(q);
        wrong_if(p, !text_holds(p, solution, &cost), "The next solution is none.");
        wrong_if(p, solution && strings_have(&seen, solution), "A solution comes twice.");
        strings_add(&seen, solution ? solution : "");
    }
    if (s != LOOPHOLE_ERROR) wrong_if(p, seen.n != f.solutions, "Not every solution came.");
    done(p, s != LOOPHOLE_ERROR, &error);
    strings_release(&seen);
    loophole_problem_free(q);
}

static void play_explain(struct play *p)
{
    loophole_problem *q = fuzz_calls_question(p);
    struct found f = truth(p, true);
    struct reference progress = {.vars = p->model.vars};
    bool minimal, clash = true;
    char *error = NULL;
    const char *reason;
    int64_t at;
    enum loophole_status s = loophole_problem_explain(q, &minimal, &error);
    if (s != LOOPHOLE_ERROR)
        wrong_if(p, (s == LOOPHOLE_UNSATISFIABLE) != !f.solutions, "The status of an explanation is wrong.");
    for (int i = 0; s == LOOPHOLE_UNSATISFIABLE && (reason = loophole_problem_reason(q, i)) && !p->why->n; i++)
        for (int k = 0; k < p->model.rules; k++) { /* "parity rows" names all of them */
            const struct rule *r = &p->model.rule[k];
            bool named = !strncmp(reason, "rule ", 5) && number_parse(reason + 5, &at) && at == k;
            if ((named || (r->parity && strstr(reason, "parity rows"))) && progress.rules < RULES)
                reference_add(&progress, r);
        }
    for (int i = 0; i < p->model.rules; i++) /* definitions are never named in a reason */
        if (p->model.rule[i].ys && progress.rules < RULES) reference_add(&progress, &p->model.rule[i]);
    for (int bits = 0; s == LOOPHOLE_UNSATISFIABLE && bits < 1 << progress.vars; bits++)
        clash = clash && !reference_holds(&progress, bits);
    wrong_if(p, !clash, "The rules told do not clash.");
    done(p, s != LOOPHOLE_ERROR, &error);
    loophole_problem_free(q);
}

static void play_verify(struct play *p)
{
    loophole_problem *q = fuzz_calls_question(p);
    struct text t = {0};
    int64_t bits, value = 0, cost;
    char *error = NULL;
    if (p->words == 2 && number_parse(p->word[1], &bits) && p->model.vars) {
        text_char(&t, 'v');
        for (int v = 1; v <= p->model.vars; v++) text_add(&t, " %d", bits >> (v - 1) & 1 ? v : -v);
        text_put(&t, " 0\n");
        bool right = text_holds(p, text_string(&t), &cost),
             said = loophole_problem_verify(q, text_string(&t), &value, &error);
        wrong_if(p, right != said, "The verdict on a solution is wrong.");
        wrong_if(p, right && said && p->has_objective && value != cost, "The value of a solution is wrong.");
        done(p, said, &error);
    }
    text_release(&t);
    loophole_problem_free(q);
}

/* Checks that a model keeps its number of solutions and of best ones when it is written and read
 * again. */
static void play_text(struct play *p)
{
    char *error = NULL;
    if (p->words != 2 || (strcmp(p->word[1], "opb") != 0 && (p->has_objective || strcmp(p->word[1], "cnf") != 0)))
        return;
    loophole_problem *q = fuzz_calls_question(p), *again;
    char *text = loophole_problem_text(q, p->word[1], &error);
    loophole_problem_free(q);
    if (!done(p, text, &error)) return;
    loophole_model *m = loophole_model_parse(p->word[1], text, &error);
    wrong_if(p, !m, "What was written cannot be read.");
    if (done(p, m, &error)) {
        again = loophole_problem_new(m);
        enum loophole_status s = loophole_problem_solve(again, NULL);
        struct found f = truth(p, false);
        wrong_if(p, (s == LOOPHOLE_UNSATISFIABLE) != !f.solutions || s == LOOPHOLE_ERROR,
                 "What was written says other.");
        int64_t cost;
        bool holds = text_holds(p, loophole_problem_solution(again), &cost);
        wrong_if(p, f.solutions && !holds, "What was written has a wrong solution.");
        wrong_if(p, f.solutions && p->has_objective && cost != (p->maximize ? -f.best : f.best),
                 "What was written has another best solution.");
        loophole_problem_free(again);
    }
    loophole_model_free(m);
    loophole_free(text);
}

static void play_pour(struct play *p)
{
    loophole_problem *q = fuzz_calls_question(p);
    loophole_sink *sink = loophole_sink_buffer(0);
    loophole_solver *s = loophole_solver_open("cadical", 0, NULL);
    const int *lits, *start;
    char *error = NULL;
    if (done(p, loophole_problem_encode(q, sink, &error), &error)) {
        int64_t n = loophole_sink_kept(sink, &lits, &start);
        wrong_if(p, n != loophole_sink_clauses(sink), "Clauses are not counted right.");
        for (int64_t i = 0; i < n; i++) loophole_solver_clause(s, lits + start[i], start[i + 1] - start[i]);
        wrong_if(p, (loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE) != (truth(p, true).solutions > 0),
                 "What was poured says other.");
    }
    loophole_solver_free(s);
    loophole_sink_free(sink);
    loophole_problem_free(q);
}

/* Makes an invalid call and checks that it fails with a message and changes nothing. */
static void play_bad(struct play *p)
{
    loophole_sink *sink = loophole_solver_sink(p->s);
    int64_t which, clauses = loophole_sink_clauses(sink);
    int x[] = {1, 0}, least[] = {INT32_MIN}, beyond[] = {MODEL_VARS + 1};
    int64_t huge[] = {(int64_t)1 << 61, (int64_t)1 << 61};
    int constraints = loophole_model_constraints(p->m), n;
    char *error = NULL;
    bool good = false;
    if (p->words != 2 || !number_parse(p->word[1], &which)) return;
    switch (which) {
    case 0:
        good = loophole_sink_clause(sink, x, 2, &error);
        break;
    case 1:
        good = loophole_sink_card(sink, "nobody", x, 1, 0, 1, &error);
        break;
    case 2:
        good = loophole_sink_card(sink, "pb_adder", x, 1, 0, 1, &error);
        break;
    case 3:
        good = loophole_sink_pb(sink, NULL, (int[]){1, 2}, huge, 2, 0, 1, &error);
        break;
    case 4:
        good = loophole_sink_xor(sink, NULL, least, 1, 1, &error);
        break;
    case 5:
        good = loophole_model_clause(p->m, beyond, 1, &error);
        break;
    case 6:
        good = loophole_model_clause(p->m, x, 2, &error);
        break;
    case 7:
        good = loophole_counter_new(sink, NULL, x, NULL, 1, LOOPHOLE_UP, 1, 1, &error);
        break;
    case 8:
        good = loophole_solver_open("nobody", 0, &error);
        break;
    case 9:
        good = loophole_model_parse("cnf", "p cnf 2 1\n2 x 0\n", &error);
        break;
    case 10:
        good = loophole_model_puzzle("nobody", 0, NULL, NULL, &error);
        break;
    case 11:
        good = loophole_sink_card(sink, "totalizer:999", x, 1, 0, 1, &error);
        break;
    case 12:
        good = loophole_sink_check_proof(sink, "1 0\n", 4, NULL, &error);
        break;
    default:
        for (int i = 0; i < p->counters; i++) /* bounds in the direction that the counter lacks */
            if (p->counter[i].d == 1)
                good = good || loophole_counter_at_least(p->counter[i].c, 1, &n, i ? NULL : &error);
        wrong_if(p, good, "A counter serves the other direction.");
        loophole_free(error);
        return;
    }
    wrong_if(p, good, "A wrong call is taken.");
    done(p, good, &error);
    wrong_if(p, loophole_sink_clauses(sink) != clauses, "A refused call told clauses.");
    wrong_if(p, loophole_model_constraints(p->m) != constraints, "A refused call added to the model.");
}

static void play_odd(struct play *p)
{
    int64_t which, x;
    if (p->words != 3 || !number_parse(p->word[1], &which) || which < 0 || which >= ODD_CALLS) return;
    if (!number_parse(p->word[2], &x) || x < INT32_MIN || x > INT32_MAX) return;
    odd_calls[which].call(&(struct odd){.solver = which & 1 ? "picosat" : "cadical", .x = (int)x, .why = p->why});
}

/* ---- dispatch of one line ---- --------------------------------------------------------------- */

static void play_line(struct play *p)
{
    const char *w = p->word[0];
    char *error = NULL;
    if (!strcmp(w, "clause") || !strcmp(w, "card") || !strcmp(w, "pb") || !strcmp(w, "xor"))
        play_constraint(p, w);
    else if (!strcmp(w, "guard") && p->words == 2) {
        int64_t x;
        if (!number_parse(p->word[1], &x) || x > SOLVER_VARS || x < -SOLVER_VARS) return;
        p->guard = (int)x;
        loophole_sink_guard(loophole_solver_sink(p->s), p->guard);
    } else if (!strcmp(w, "counter"))
        play_counter(p);
    else if (!strcmp(w, "widen"))
        play_widen(p);
    else if (!strcmp(w, "most") || !strcmp(w, "mostly"))
        play_bound(p, true, w[4]);
    else if (!strcmp(w, "least") || !strcmp(w, "leastly"))
        play_bound(p, false, w[5]);
    else if (!strcmp(w, "assume"))
        play_assume(p);
    else if (!strcmp(w, "solve"))
        play_solve(p);
    else if (!strcmp(w, "mvar") && p->model.vars < MODEL_VARS)
        wrong_if(p, loophole_model_var(p->m, NULL, NULL) != ++p->model.vars, "A variable is not the next one.");
    else if (!strcmp(w, "mclause") || !strcmp(w, "mcard") || !strcmp(w, "mpb") || !strcmp(w, "mxor"))
        play_rule(p, w);
    else if (!strcmp(w, "mcount"))
        play_count_of(p);
    else if (!strcmp(w, "minimize") || !strcmp(w, "maximize"))
        play_objective(p, w[1] == 'a');
    else if (!strcmp(w, "set") && p->words == 3) {
        loophole_problem *q = loophole_problem_new(p->m);
        if (done(p, loophole_problem_set(q, p->word[1], p->word[2], &error), &error)) {
            strings_add(&p->options, p->word[1]);
            strings_add(&p->values, p->word[2]);
        }
        loophole_problem_free(q);
    } else if (!strcmp(w, "msolve"))
        play_ask(p);
    else if (!strcmp(w, "mcount_all"))
        play_count_all(p);
    else if (!strcmp(w, "mnext"))
        play_next(p);
    else if (!strcmp(w, "mexplain"))
        play_explain(p);
    else if (!strcmp(w, "mverify"))
        play_verify(p);
    else if (!strcmp(w, "mtext"))
        play_text(p);
    else if (!strcmp(w, "mimply"))
        done(p, loophole_model_add_implied(p->m, &error) >= 0, &error);
    else if (!strcmp(w, "mpour"))
        play_pour(p);
    else if (!strcmp(w, "bad"))
        play_bad(p);
    else if (!strcmp(w, "odd"))
        play_odd(p);
}

static bool wrong(const char *script, struct text *why)
{
    struct play *p = mem_new(1, sizeof *p);
    *p = (struct play){.why = why, .constraints.vars = SOLVER_VARS, .assumed.vars = SOLVER_VARS};
    char *copy = mem_string(script), *rest = NULL;
    p->s = loophole_solver_open(strstr(script, "picosat") == script ? "picosat" : "cadical", 0, NULL);
    p->m = loophole_model_new();
    loophole_sink_take(loophole_solver_sink(p->s), SOLVER_VARS);
    for (char *line = strtok_r(copy, "\n", &rest); line && !why->n; line = strtok_r(NULL, "\n", &rest)) {
        char *more = NULL;
        p->words = 0;
        for (char *w = strtok_r(line, " ", &more); w && p->words < WORDS; w = strtok_r(NULL, " ", &more))
            p->word[p->words++] = w;
        if (p->words) play_line(p);
    }
    for (int i = 0; i < p->counters; i++) loophole_counter_free(p->counter[i].c);
    loophole_solver_free(p->s);
    loophole_model_free(p->m);
    strings_release(&p->options);
    strings_release(&p->values);
    mem_free(copy);
    mem_free(p);
    return why->n;
}

/* ---- generation of scripts ---- -------------------------------------------------------------- */

static void add_encoder(struct random *r, const char *kinds, struct text *t)
{
    struct loophole_claims e = {.size = sizeof e};
    int n = 0;
    while (loophole_encoder(n, &e)) n++;
    do loophole_encoder(random_below(r, n), &e);
    while (!strchr(kinds, e.kind[0]));
    int how = random_below(r, 6);
    text_add(t, " %s", !how ? "-" : how < 3 ? strchr(e.name, '_') + 1 : e.name);
}

static void add_literals(struct random *r, int vars, bool weighted, struct text *t)
{
    bool repeats = !random_below(r, 8);
    for (int v = 1; v <= vars; v++) {
        if (random_below(r, 5) < 2) continue;
        int x = repeats ? 1 + random_below(r, vars) : v;
        if (weighted)
            text_add(t, " %d", (random_below(r, 5) ? 1 : -1) * (1 + random_below(r, random_below(r, 2) ? 9 : 2)));
        text_add(t, " %d", random_below(r, 3) ? x : -x);
    }
    text_char(t, '\n');
}

static void add_bounds(struct random *r, int most, struct text *t)
{
    int lo = random_below(r, most) - 1;
    bool low = random_below(r, 3), high = random_below(r, 3);
    text_add(t, low ? " %d" : " *", lo);
    text_add(t, high ? " %d" : " *", lo + random_below(r, most));
}

static void add_solver_line(struct random *r, struct text *t)
{
    int how = random_below(r, 24);
    if (how < 3) {
        text_put(t, "clause");
        add_literals(r, SOLVER_VARS, false, t);
    } else if (how < 6) {
        text_put(t, "card");
        add_encoder(r, "ac", t);
        add_bounds(r, 5, t);
        add_literals(r, SOLVER_VARS, false, t);
    } else if (how < 9) {
        text_put(t, "pb");
        add_encoder(r, "p", t);
        add_bounds(r, 16, t);
        add_literals(r, SOLVER_VARS, true, t);
    } else if (how < 10) {
        text_put(t, "xor");
        add_encoder(r, "x", t);
        text_add(t, " %d", random_below(r, 2));
        add_literals(r, SOLVER_VARS, false, t);
    } else if (how < 12) {
        text_put(t, "counter");
        add_encoder(r, "cp", t);
        text_add(t, " %d", 1 + random_below(r, 3));
        text_add(t, " %d %d", random_below(r, 4) - 2, 2 + random_below(r, 12));
        add_literals(r, SOLVER_VARS, true, t);
    } else if (how < 13)
        text_add(t, "widen %d %d %d\n", random_below(r, COUNTERS), random_below(r, 5) - 3, 3 + random_below(r, 20));
    else if (how < 17) {
        static const char *const bounds[] = {"most", "least", "most", "least", "mostly", "leastly"};
        text_add(t, "%s %d %d\n", bounds[random_below(r, 6)], random_below(r, 3), random_below(r, 16) - 3);
    } else if (how < 18)
        text_add(t, "guard %d\n", random_below(r, 3) ? 0 : random_below(r, 2) ? SOLVER_VARS : -SOLVER_VARS);
    else if (how < 20)
        text_add(t, "assume %d\n", (1 + random_below(r, SOLVER_VARS)) * (random_below(r, 2) ? 1 : -1));
    else
        text_put(t, "solve\n");
}

static void fuzz_calls_add_choice(struct random *r, struct text *t)
{
    static const char *const choices[] = {"search down",   "search up",      "search bisect",
                                          "search core",   "search mixed",   "solver picosat",
                                          "parity kernel", "parity none",    "variable-order random",
                                          "seed 5",        "card totalizer", "card knuth",
                                          "card sorter",   "card bdd",       "pb adder",
                                          "pb gte",        "pb bdd",         "pb dpw",
                                          "amo product",   "xor cut:4"};
    text_add(t, "set %s\n", choices[random_below(r, sizeof choices / sizeof *choices)]);
}

static void add_model_line(struct random *r, int vars, bool first, struct text *t)
{
    static const char *const asks[] = {"msolve",   "msolve",    "mcount_all 0", "mcount_all 3", "mcount_all 2", "mnext",
                                       "mexplain", "mtext opb", "mtext cnf",    "mpour",        "mimply"};
    int how = random_below(r, 20);
    if (how < 3 || first) {
        text_put(t, "mclause");
        add_literals(r, vars, false, t);
    } else if (how < 6) {
        text_put(t, "mcard");
        add_bounds(r, 5, t);
        add_literals(r, vars, false, t);
    } else if (how < 8) {
        text_put(t, "mpb");
        add_bounds(r, 16, t);
        add_literals(r, vars, true, t);
    } else if (how < 9) {
        text_add(t, "mxor %d", random_below(r, 2));
        add_literals(r, vars, false, t);
    } else if (how < 10) {
        text_add(t, "mcount %d", 1 + random_below(r, 3));
        add_literals(r, vars, false, t);
    } else if (how < 11) {
        text_add(t, "%s %d", random_below(r, 2) ? "minimize" : "maximize", random_below(r, 7) - 3);
        add_literals(r, vars, true, t);
    } else if (how < 12)
        fuzz_calls_add_choice(r, t);
    else if (how < 13)
        text_add(t, "mverify %d\n", random_below(r, 1 << MODEL_VARS));
    else
        text_add(t, "%s\n", asks[random_below(r, sizeof asks / sizeof *asks)]);
}

static void make(uint64_t seed, struct text *t)
{
    struct random r = {seed};
    for (int i = 0; i < 8; i++) random_next(&r);
    int lines = 5 + random_below(&r, 30), how = random_below(&r, 3), vars = 2 + random_below(&r, 5);
    text_put(t, random_below(&r, 3) ? "cadical\n" : "picosat\n");
    for (int i = 0; i < vars && how; i++) text_put(t, "mvar\n");
    for (int i = 0; i < lines; i++) {
        if (!random_below(&r, 30)) text_add(t, "bad %d\n", random_below(&r, 14));
        if (!random_below(&r, 100))
            text_add(t, "odd %d %d\n", random_below(&r, ODD_CALLS), odd_literals[random_below(&r, ODD_LITERALS)]);
        if (how == 0 || (how == 1 && random_below(&r, 2)))
            add_solver_line(&r, t);
        else
            add_model_line(&r, vars, !i, t);
    }
}

static void keep(const char *script, struct text *file)
{
    for (const char *s = script; *s; s += strcspn(s, "\n"), s += *s == '\n')
        text_add(file, "= calls %.*s\n", (int)strcspn(s, "\n"), s);
    text_put(file, "$ \"$BUILD/tests/test_fuzz_calls\" calls\nexit 0\n");
}

static void test_calls(void **state)
{
    (void)state;
    const char *seed = getenv("FUZZ_SEED"), *rounds = getenv("FUZZ_ROUNDS");
    struct fuzzing f = {.name = "fuzz-calls", .make = make, .wrong = wrong, .keep = keep};
    int64_t batches = rounds ? 10 * atoll(rounds) : getenv("QUICK") ? 5 : 25;
    assert_int_equal(fuzzing_run(&f, seed ? strtoull(seed, NULL, 10) : 1, batches), 0);
}

/* Makes every call with invalid literals, under a small memory limit. */
static void test_odd_literals(void **state)
{
    (void)state;
    static const char *const solvers[] = {"cadical", "picosat", "cuts"};
    struct text why = {0};
    int faults = 0;
#ifndef __SANITIZE_ADDRESS__
    const rlim_t most = (rlim_t)600 << 20;
    setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
#endif
    for (int i = 0; i < ODD_LITERALS; i++)
        for (int c = 0; c < ODD_CALLS; c++)
            for (int s = 0; s < 3; s++)
                if (!s || odd_calls[c].solves) {
                    struct odd o = {.solver = solvers[s], .x = odd_literals[i], .why = &why};
                    odd_calls[c].call(&o);
                    if (why.n) print_error("%s: %s\n", o.solver, text_string(&why));
                    faults += why.n > 0;
                    text_clear(&why);
                }
    assert_int_equal(faults, 0);
    text_release(&why);
}

static int replay(const char *name)
{
    struct text script = {0}, why = {0};
    FILE *in = fopen(name, "r");
    char line[4096];
    while (in && fgets(line, sizeof line, in)) text_put(&script, line);
    if (!in) text_put(&why, "The script cannot be read.");
    if (in) fclose(in);
    bool bad = why.n || wrong(text_string(&script), &why);
    if (bad) fprintf(stderr, "%s\n", text_string(&why));
    text_release(&script);
    text_release(&why);
    return bad;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_calls), cmocka_unit_test(test_odd_literals)};
    return argc > 1 ? replay(argv[1]) : cmocka_run_group_tests(tests, NULL, NULL);
}
