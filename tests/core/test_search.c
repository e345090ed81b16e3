/* The loop and its witnesses, on a puzzle made for it: choose numbers 1..8, at least three of them, no two
 * that differ by one;
 * the least sum. Each witness is shown to catch the party it blames. */
#include "search/session_check.h"

#include "testlib/testlib.h"

struct instance {
    int n;
};

enum { N = 8 };

static void build_with(struct model *m, bool forget_neighbours, int a)
{
    lit x[N];
    int64_t w[N];
    for (int i = 0; i < N; i++) {
        x[i] = model_var(m, "number %d", i + 1);
        w[i] = i + 1;
    }
    for (int i = 0; i + 1 < N && !forget_neighbours; i++) {
        model_rule(m, "%d and %d are neighbours", i + 1, i + 2);
        model_2(m, -x[i], -x[i + 1]);
    }
    model_rule(m, "at least three are chosen");
    model_card(m, x, N, 3, N);
    model_minimize(m, &(struct objective){.n = N, .x = x, .w = w, .a = a, .b = 1, .c = 1, .step = 1, .name = "sum"});
}

static void test_build(const struct formulation *f, const struct instance *i, const struct bounds *b, struct model *m)
{
    (void)i, (void)b;
    build_with(m, false, 0);
}
static void build_forgetful(const struct formulation *f, const struct instance *i, const struct bounds *b,
                            struct model *m)
{
    (void)i, (void)b;
    build_with(m, true, 0);
}
static void build_miscounting(const struct formulation *f, const struct instance *i, const struct bounds *b,
                              struct model *m)
{
    (void)i, (void)b;
    build_with(m, false, 1);
}

static struct objective least_sum(const struct formulation *f, const struct instance *i, enum int_form form)
{
    return (struct objective){.a = f->variant, .b = 1, .c = 1, .step = 1, .name = "sum"};
}

static void decode(const struct formulation *f, const struct instance *i, const lit *x, struct values a,
                   struct solution *out)
{
    (void)i;
    int64_t *value = solution_numbers(out, N + 1, 0);
    for (int v = 1; v <= N; v++) value[v] = value_true(a, v);
}

static void print(const struct instance *i, const struct solution *s, struct text *out)
{
    (void)i;
    for (int v = 1; v <= N; v++)
        if (s->v[v]) text_add(out, "%d ", v);
    text_put(out, "\n");
}

static bool verify(const struct instance *i, const char *solution, int64_t *objective_value, struct text *err)
{
    (void)i;
    int last = -1, chosen = 0;
    *objective_value = 0;
    for (const char *s = solution; *s >= '1' && *s <= '8'; s += 2, chosen++) {
        if (*s - '0' == last + 1) return text_error(err, "%d and %d are neighbours.", last, last + 1);
        last = *s - '0';
        *objective_value += last;
    }
    return chosen >= 3 || text_error(err, "Only %d are chosen.", chosen);
}

static const struct formulation
    right = {.name = "right", .build = test_build, .decode = decode, .objective = least_sum},
    forgetful = {.name = "forgetful", .build = build_forgetful, .decode = decode, .objective = least_sum},
    miscounting = {
        .name = "miscounting", .build = build_miscounting, .decode = decode, .objective = least_sum, .variant = 1};
static const struct puzzle puzzle_test = {.name = "test", .unit = "sum", .verify = verify, .notation.print = print};

static struct problem search_question(const struct formulation *f)
{
    struct problem q = {.puzzle = &puzzle_test, .choices.solver = "cadical"};
    search_formulate(&q, f);
    return q;
}

/* Those need parity rows. */
static bool needs_more(const char *name) { return !strcmp(name, "enumerate") || !strcmp(name, "meet"); }

/* As those of other puzzles do. */
static void refuses(const char *engine, const char *search)
{
    struct problem q = search_question(&right);
    struct answer a = {0};
    q.choices.engine = engine;
    q.choices.search = search;
    assert_int_equal(search_solve(&q, &a), STATUS_REFUSED);
    assert_true(a.err.n > 0);
    answer_release(&a);
}

static void test_strategies(void **state)
{
    (void)state;
    for (int i = 0; search_strategies[i].name; i++)
        for (int jobs = 1; jobs <= 2; jobs++)
            for (int s = 0; s < 2; s++) {
                struct problem q = search_question(&right);
                struct answer a = {0};
                if (needs_more(search_strategies[i].name)) continue; /* they refuse: see below */
                q.choices.search = search_strategies[i].name;
                q.choices.solver = s ? "picosat" : "cadical";
                q.jobs = jobs;
                if (search_solve(&q, &a) != STATUS_OPTIMAL)
                    fail_msg("%s, %d jobs: %s", q.choices.search, jobs, text_string(&a.err));
                assert_int_equal(a.objective_value, 9);
                assert_int_equal(a.lower, 9);
                assert_int_equal(a.upper, 9);
                assert_true(a.verified);
                assert_string_equal(text_string(&a.solution.text), "1 3 5 \n");
                answer_release(&a);
            }
    int others = 0;
    for (int i = 0; search_strategies[i].name; i++)
        if (needs_more(search_strategies[i].name)) refuses(NULL, search_strategies[i].name);
    for (int i = 0; puzzles[i]; i++)
        for (const struct engine *own = puzzles[i]->engines; own && own->name; own++, others++) {
            refuses(own->name, NULL);
            refuses(own->name, "down");
        }
    assert_true(others >= 2);
    refuses("sat", "enumerate");
    refuses("kernel", "down");
    refuses("kernel", NULL);
}

static void blames(struct problem q, const char *sentence)
{
    struct answer a = {0};
    assert_int_equal(search_solve(&q, &a), STATUS_FAILED);
    assert_says(text_string(&a.err), sentence);
    assert_int_equal(a.solution.n, 0);
    answer_release(&a);
}

/* Of three numbers just one is chosen, and the objective counts them with or without the first two: the first
 * has a parity by its
 * rows, the second is said to have one. */
static void build_steps(struct model *m, int from)
{
    lit x[N];
    for (int i = 0; i < N; i++) x[i] = model_var(m, "number %d", i + 1);
    model_card(m, x, N, 3, 3);
    for (int i = 0; i + 1 < N; i++) model_2(m, -x[i], -x[i + 1]);
    model_minimize(m, &(struct objective){.n = N - from, .x = x + from, .b = 1, .c = 1, .step = 2, .name = "sum"});
}
static void build_odd(const struct formulation *f, const struct instance *i, const struct bounds *b, struct model *m)
{
    (void)i, (void)b;
    build_steps(m, 0);
}
static void build_either(const struct formulation *f, const struct instance *i, const struct bounds *b, struct model *m)
{
    (void)i, (void)b;
    build_steps(m, 2);
}
static bool verify_odd(const struct instance *i, const char *solution, int64_t *objective_value, struct text *err)
{
    bool ok = verify(i, solution, objective_value, err);
    *objective_value = 3;
    return ok;
}
static bool verify_either(const struct instance *i, const char *solution, int64_t *objective_value, struct text *err)
{
    bool ok = verify(i, solution, objective_value, err);
    *objective_value = 3 - (strchr(solution, '1') || strchr(solution, '2'));
    return ok;
}

static void test_parity_is_added_up(void **state)
{
    (void)state;
    static const struct formulation
        odd[] = {{.name = "odd", .build = build_odd, .decode = decode, .objective = least_sum}, {.name = NULL}},
        either[] = {{.name = "either", .build = build_either, .decode = decode, .objective = least_sum},
                    {.name = NULL}};
    for (int turn = 0; turn < 2; turn++) {
        struct puzzle p = puzzle_test;
        struct problem q = search_question(turn ? either : odd);
        struct answer a = {0};
        p.formulations = q.formulation;
        p.verify = turn ? verify_either : verify_odd;
        q.puzzle = &p;
        q.choices.search = "down";
        assert_int_equal(search_solve(&q, &a), STATUS_OPTIMAL);
        assert_true(a.evidence.item[EVIDENCE_STEPS].count);
        assert_int_equal(a.evidence.item[EVIDENCE_ADDED_UP].count > 0, !turn);
        answer_release(&a);
    }
}

static void test_formulation_blamed(void **state)
{
    (void)state;
    blames(search_question(&forgetful), "forgetful*wrong");
    blames(search_question(&miscounting), "miscounting*objective value is*but the rules give");
}

/* Says nothing at all: any number may be chosen. */
static void encode_nothing(const struct constraint *c, struct cnf *f) { (void)c, (void)f; }

static void test_encoder_blamed(void **state)
{
    (void)state;
    static const struct encoder broken = {.name = "card_broken", .kind = CARD, .both = true, .encode = encode_nothing};
    struct problem q = search_question(&right);
    q.choices.policy.by_kind[CARD].encoder = &broken;
    blames(q, "encoding*wrong");
}

static void (*sound_put)(struct cnf *self, const lit *c, int n);

/* Loses clauses of one literal. */
static void losing_put(struct cnf *self, const lit *c, int n)
{
    if (n != 1) sound_put(self, c, n);
}
static void losing_native(struct cnf *self, const struct constraint *c) { (void)self, (void)c; }

/* Opens a formula over two variables, whose solver, if it loses, is faulty, and makes both true. */
static void open_pair(struct formula *f, const char *spec, bool loses)
{
    struct text err = {0};
    struct solver *s = solver_open(spec, "", 0, &err);
    *f = (struct formula){.model = model_new()};
    f->built = f->model;
    model_var(f->model, "x1");
    model_derived(f->model, "x2");
    formula_open(f, s, false, NULL);
    f->cnf.vars = 2;
    sound_put = s->cnf.put;
    if (loses) s->cnf.put = losing_put;
    if (loses) s->cnf.put_native = losing_native;
}

/* Solves with both variables true. */
static enum solver_answer solve_pair(struct formula *f)
{
    struct text err = {0};
    solver_assume(f->solver, 1);
    solver_assume(f->solver, 2);
    enum solver_answer answer = solver_solve(f->solver, &err);
    if (answer == SOLVER_SAT) formula_read(f);
    return answer;
}

/* The formula keeps what it gets before the solver has it: what gets lost later is found. */
static void test_lost_clauses(void **state)
{
    (void)state;
    const lit x[2] = {1, 2};
    const struct constraint most_one = {.kind = CARD, .n = 2, .x = x, .hi = 1};
    for (int loses = 0; loses < 2; loses++)
        for (int turn = 0; turn < 3; turn++) {
            struct formula f;
            open_pair(&f, turn == 2 ? "cuts" : "cadical", loses);
            cnf_2(&f.cnf, 1, 2);
            assert_int_equal(solve_pair(&f), SOLVER_SAT);
            assert_true(formula_holds(&f));
            if (turn == 0) cnf_1(&f.cnf, -1);
            if (turn == 1) formula_block(&f); /* one literal: x2 is derived */
            if (turn == 2) cnf_native(&f.cnf, &most_one);
            assert_int_equal(solve_pair(&f), loses ? SOLVER_SAT : SOLVER_UNSAT);
            if (loses) assert_false(formula_holds(&f));
            formula_clear(&f);
        }
}

/* A proof whose check is predicted to exceed its limit is not begun; the prediction is the speed of the checks before. */
static void test_predicted_check(void **state)
{
    (void)state;
    enum { SLOW, FAST, SLOW_ALWAYS, SLOW_OF_MANY, WAYS };
    for (int way = SLOW; way < WAYS; way++) {
        struct problem q = search_question(&right);
        struct answer a = {0};
        struct session session;
        const double used = 0.125; /* CPU seconds, of the 2 that all checks have; of many refutations, 0.2 */
        if (way == SLOW_ALWAYS) q.prove = PROVE_ALL;
        session_init(&session, &q, &a);
        session.many = way == SLOW_OF_MANY;
        assert_true(session_open(&session, 8, "")); /* the least sum is 9 */
        assert_int_equal(solver_solve(session.formula.solver, &a.err), SOLVER_UNSAT);
        const int64_t bytes =
            (int64_t)session.formula.solver->record->proof.n + session.formula.clauses.lits.n * (int64_t)sizeof(lit);
        assert_in_range(bytes, 64, 64000);
        session.checked = way == FAST ? 2 * bytes : way == SLOW_OF_MANY ? bytes : bytes / 32;
        a.evidence.check_seconds = used;
        session_refuted(&session);
        const bool begun = way == FAST || way == SLOW_ALWAYS;
        assert_int_equal(a.evidence.item[EVIDENCE_CHECKED].count, begun);
        assert_int_equal(a.evidence.item[EVIDENCE_UNCHECKED].count, !begun);
        if (begun) assert_true(a.evidence.check_seconds > used);
        if (!begun) assert_says(a.evidence.why, "the check would take too long; add --proof-check always");
        if (!begun) assert_true(a.evidence.check_seconds == used);
        session_release(&session);
        answer_release(&a);
    }
}

static void test_interrupt(void **state)
{
    (void)state;
    struct problem q = search_question(&right);
    struct answer a = {0};
    struct job stop = {.cancelled = true};
    q.job = &stop;
    assert_int_equal(search_solve(&q, &a), STATUS_UNKNOWN);
    answer_release(&a);
}

static void test_search_count(void **state)
{
    (void)state;
    int sets[64] = {0}, all = 0; /* by sum, by brute force */
    for (int set = 0; set < 1 << N; set++) {
        int sum = 0, n = 0;
        for (int i = 0; i < N; i++)
            if (set >> i & 1) sum += i + 1, n++;
        if (n >= 3 && !(set & set >> 1)) sets[sum]++, all++;
    }
    for (int costs = 0; costs < 2; costs++) {
        struct problem q = search_question(&right);
        struct answer a = {0};
        struct solution_count c = {.all_costs = costs};
        assert_int_equal(search_count(&q, &c, &a), STATUS_SATISFIABLE);
        assert_true(c.complete);
        assert_int_equal(c.solutions, costs ? all : sets[9]);
        answer_release(&a);
    }
}

static int built;

static void build_and_count(const struct formulation *f, const struct instance *i, const struct bounds *b,
                            struct model *m)
{
    built++;
    build_with(m, false, 0);
}

/* A problem with a bound, and a search, build one model. */
static void test_one_model(void **state)
{
    (void)state;
    static const struct formulation counted = {
        .name = "counted", .build = build_and_count, .decode = decode, .objective = least_sum};
    for (int way = 0; way < 4; way++) {
        struct problem q = search_question(&counted);
        struct answer a = {0};
        q.bounded = !way;
        q.bound = 9;
        q.choices.search = (const char *const[]){NULL, "down", "core", "mixed"}[way];
        built = 0;
        assert_int_equal(search_solve(&q, &a), way ? STATUS_OPTIMAL : STATUS_SATISFIABLE);
        assert_int_equal(a.objective_value, 9);
        assert_int_equal(built, 1);
        answer_release(&a);
    }
}

static struct encoding plain_card;
static int encoded;

static void encode_and_count(const struct constraint *c, struct cnf *f)
{
    encoded++;
    plain_card.encoder->encode(c, f);
}

/* The clauses are made once, whatever the number of solutions. */
static void test_encoded_once(void **state)
{
    (void)state;
    struct text err = {0};
    assert_true(encoder_parse(CARD, "seqcounter", &plain_card, &err));
    struct encoder counting = *plain_card.encoder;
    counting.encode = encode_and_count;
    for (int limit = 1; limit < 20; limit += 9) {
        struct problem q = search_question(&right);
        struct answer a = {0};
        struct solution_count c = {.all_costs = true, .limit = limit};
        q.choices.policy.by_kind[CARD].encoder = &counting;
        encoded = 0;
        assert_int_equal(search_count(&q, &c, &a), STATUS_SATISFIABLE);
        assert_int_equal(c.solutions, limit);
        assert_int_equal(encoded, 1);
        assert_int_equal(a.calls, limit);
        answer_release(&a);
    }
}

static void build_clash(const struct formulation *f, const struct instance *i, const struct bounds *b, struct model *m)
{
    (void)i, (void)b;
    lit x = model_var(m, "x"), y = model_var(m, "y"), z = model_var(m, "z");
    model_rule(m, "x or y");
    model_2(m, x, y);
    model_rule(m, "y or z");
    model_2(m, y, z);
    model_rule(m, "not x");
    model_1(m, -x);
    model_rule(m, "not y");
    model_1(m, -y);
}

static void test_explain(void **state)
{
    (void)state;
    static const struct formulation clash = {.name = "clash", .build = build_clash, .decode = decode};
    const char *const solvers[] = {"cadical", "picosat"};
    for (int s = 0; s < 2; s++) {
        struct problem q = search_question(&clash);
        struct answer a = {0};
        struct reasons r;
        q.choices.solver = solvers[s];
        assert_int_equal(search_explain(&q, false, &r, &a), STATUS_UNSATISFIABLE);
        assert_true(r.minimal);
        assert_int_equal(r.n, 3); /* in the order of the model */
        assert_string_equal(text_string(&r.v[0].rule), "x or y");
        assert_string_equal(text_string(&r.v[1].rule), "not x");
        assert_string_equal(text_string(&r.v[2].rule), "not y");
        search_reasons_release(&r);
        answer_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strategies),         cmocka_unit_test(test_formulation_blamed),
        cmocka_unit_test(test_parity_is_added_up), cmocka_unit_test(test_encoder_blamed),
        cmocka_unit_test(test_lost_clauses),       cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_search_count),       cmocka_unit_test(test_explain),
        cmocka_unit_test(test_one_model),          cmocka_unit_test(test_encoded_once),
        cmocka_unit_test(test_predicted_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
