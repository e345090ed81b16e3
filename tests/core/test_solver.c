/* Every solver that solver.h can open: random formulas against brute force, assumptions, cores,
 * clauses added between calls, and stopping. */
#include "base/random.h"
#include "solvers/solver.h"

#include "testlib/testlib.h"

#include <signal.h>
#include <unistd.h>

enum { VARS = 7 };
static char library[512]; /* "ipasir:LIBRARY" */

/* Goes on to the next class that can be opened here, and its spec; *i begins with -1. A class that
 * takes an argument gets one that works here: of the table by the word for it, else of `found`. */
static bool next_spec(int *i, char spec[512])
{
    const char *arguments[][2] = {{"COMMAND", "picosat"}, {"LIBRARY", library + strlen("ipasir:")}};
    for (const struct solver_class *c; (c = solver_classes[++*i]);) {
        SCOPED(text) found = {0}, err = {0};
        const char *argument = c->argument ? NULL : "";
        for (int k = 0; k < 2; k++)
            if (c->argument && !strcmp(c->argument, arguments[k][0])) argument = arguments[k][1];
        snprintf(spec, 512, "%s%s%s", c->name, c->argument ? ":" : "", argument ? argument : "");
        if (!argument && c->found) c->found(&found);
        if (!argument && found.n) argument = strchr(spec, 0);
        if (!argument && found.n) snprintf(spec, 512, "%.*s", (int)strcspn(found.s, "\t"), found.s);
        if (!argument && !c->found) fail_msg("how do tests open %s:%s?", c->name, c->argument);
        if (argument && (*argument != '/' || !access(argument, R_OK)) && solver_there(spec, &err)) return true;
    }
    return false;
}

/* Whether each call starts a process, which takes long. */
static bool is_process(const struct solver_class *c) { return c->argument && !strcmp(c->argument, "COMMAND"); }

static struct solver *opened(const char *spec, const char *config, int seed)
{
    struct text err = {0};
    struct solver *s = solver_open(spec, config, seed, &err);
    if (!s) fail_msg("%s: %s", spec, text_string(&err));
    return s;
}

/* Whether the formula is satisfiable with these literals fixed, by enumeration. */
static bool solver_brute(const struct cnf_buffer *b, int vars, const lit *fixed, int fixes)
{
    for (unsigned a = 0; a < 1u << vars; a++) {
        bool ok = true;
        for (int i = 0; i < fixes && ok; i++) ok = bits_true(fixed[i], a);
        for (int i = 0; i < b->cnf.made.clauses && ok; i++) {
            const lit *c;
            int n = cnf_buffer_clause(b, i, &c);
            ok = false;
            for (int j = 0; j < n; j++) ok |= bits_true(c[j], a);
        }
        if (ok) return true;
    }
    return false;
}

static lit solver_random_lit(struct random *r) { return (random_below(r, VARS) + 1) * (random_below(r, 2) ? 1 : -1); }

/* Whether the variable of l is among the first n of a: assumptions need distinct variables
 * (solver.h). */
static bool among(const lit *a, int n, lit l)
{
    for (int i = 0; i < n; i++)
        if (lit_var(a[i]) == lit_var(l)) return true;
    return false;
}

static void check_model(const struct cnf_buffer *b, struct solver *s)
{
    for (int i = 0; i < b->cnf.made.clauses; i++) {
        const lit *c;
        int n = cnf_buffer_clause(b, i, &c);
        bool ok = false;
        for (int j = 0; j < n; j++) ok |= solver_value(s, c[j]) == c[j];
        assert_true(ok);
    }
}

/* Calls one solver repeatedly under random assumptions, adding clauses between calls. */
static void grow(const char *spec, int seed)
{
    struct random r = {(uint64_t)seed};
    struct text err = {0};
    struct solver *s = opened(spec, "", seed);
    struct cnf_buffer b;
    b = cnf_buffer_of(0);
    for (int v = 0; v < VARS; v++) {
        cnf_var(solver_sink(s));
        cnf_var(&b.cnf);
    }
    for (int round = 0; round < 40; round++) {
        lit c[3], a[4];
        int n = 1 + random_below(&r, 3), as = random_below(&r, 5);
        if (n == 1 && round < 20) n = 3;
        for (int i = 0; i < n; i++) c[i] = solver_random_lit(&r);
        cnf_clause(solver_sink(s), c, n);
        cnf_clause(&b.cnf, c, n);
        for (int i = 0; i < as; i++) {
            do a[i] = solver_random_lit(&r);
            while (among(a, i, a[i]));
            solver_assume(s, a[i]);
            if (i % 2) solver_phase(s, -a[i]);
        }
        enum solver_answer answer = solver_solve(s, &err);
        assert_int_equal(answer, solver_brute(&b, VARS, a, as) ? SOLVER_SAT : SOLVER_UNSAT);
        if (answer == SOLVER_SAT) {
            check_model(&b, s);
            for (int i = 0; i < as; i++) assert_int_equal(solver_value(s, a[i]), a[i]);
            continue;
        }
        struct lits core = {0};
        for (int i = 0; i < as; i++)
            if (solver_failed(s, a[i])) lits_push(&core, a[i]);
        assert_false(solver_brute(&b, VARS, core.v, core.n));
        if (solver_shrink(s, &core)) {
            assert_false(solver_brute(&b, VARS, core.v, core.n));
            for (int i = 0; i < core.n; i++) {
                lit out = core.v[i], last = core.v[core.n - 1];
                core.v[i] = last;
                assert_true(solver_brute(&b, VARS, core.v, core.n - 1));
                core.v[i] = out;
            }
        }
        lits_release(&core);
    }
    assert_int_equal(s->calls, 40);
    cnf_buffer_release(&b);
    solver_close(s);
    text_release(&err);
}

static void test_grow(void **state)
{
    (void)state;
    char spec[512];
    for (int i = -1; next_spec(&i, spec);)
        for (int seed = 0; seed < (is_process(solver_classes[i]) ? 2 : 50); seed++) grow(spec, seed);
}

/* Writes the pigeonhole formula, `pigeons` into one hole fewer, which takes CDCL a long time. */
static void pigeons(struct cnf *f, int n)
{
    for (int i = 0; i < n * (n - 1); i++) cnf_var(f);
    lit *c = mem_new((size_t)n, sizeof *c);
    for (int p = 0; p < n; p++) {
        for (int h = 0; h < n - 1; h++) c[h] = p * (n - 1) + h + 1;
        cnf_clause(f, c, n - 1);
    }
    for (int h = 0; h < n - 1; h++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) cnf_2(f, -(p * (n - 1) + h + 1), -(q * (n - 1) + h + 1));
    mem_free(c);
}

static bool later(void *state)
{
    int *asked = state;
    return ++*asked > 50;
}

static void test_stop(void **state)
{
    (void)state;
    char spec[512];
    for (int i = -1; next_spec(&i, spec);) {
        struct text err = {0};
        struct solver *s = opened(spec, "unsat", 1);
        int asked = is_process(s->class) ? 45 : 0; /* a child process is polled 20 times a second */
        pigeons(solver_sink(s), getenv("QUICK") ? 15 : 40);
        struct job job = {.asked = later, .asked_state = &asked};
        solver_set_job(s, &job);
        assert_int_equal(solver_solve(s, &err), SOLVER_UNKNOWN);
        assert_true(asked > 50);
        solver_close(s);
        text_release(&err);
    }
}

static void test_presets_agree(void **state)
{
    (void)state;
    static const char *const configs[] = {"", "default", "sat", "unsat", "sat,phase=false", "falling", "nonsense"};
    char spec[512];
    for (int i = -1; next_spec(&i, spec);)
        for (int p = 0; p < 5; p++) {
            struct text err = {0};
            struct solver *s = opened(spec, configs[p], 0);
            pigeons(solver_sink(s), 5);
            assert_int_equal(solver_solve(s, &err), SOLVER_UNSAT);
            solver_close(s);
            text_release(&err);
        }
}

static void test_options(void **state)
{
    (void)state;
    struct text err = {0};
    struct solver *s = solver_open("cadical", "", 0, &err);
    assert_true(s->class->option(s->own, "walk", 0));
    assert_false(s->class->option(s->own, "swim", 1));
    solver_close(s);
    text_release(&err);
}

static void test_specs_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",        "minisatt", "cadical:", "cadical:x",          "picosat:1",       ":", "cadica", "cadicall",
        "process", "process:", "ipasir",   "ipasir:/no/such.so", "ipasir:libm.so.6"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text err = {0};
        assert_null(solver_open(wrong[i], "", 0, &err));
        assert_true(err.n > 20 && strchr(".?", err.s[err.n - 1]));
        text_release(&err);
    }
}

static void test_empty_clause(void **state)
{
    (void)state;
    char spec[512];
    for (int i = -1; next_spec(&i, spec);) {
        struct text err = {0};
        struct solver *s = opened(spec, "", 0);
        assert_int_equal(solver_solve(s, &err), SOLVER_SAT);
        cnf_clause(solver_sink(s), NULL, 0);
        lit a = cnf_var(solver_sink(s));
        solver_assume(s, a);
        assert_int_equal(solver_solve(s, &err), SOLVER_UNSAT);
        if (s->class->failed) assert_false(solver_failed(s, a));
        solver_close(s);
        text_release(&err);
    }
}

/* Child processes that crash, give wrong or malformed answers, read no input or never end: each
 * gets an error message, and no process is left running. */
static void test_bad_children(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *word;
    } table[] = {
        {"process:no_such_program_here 2>/dev/null", "not found"},
        {"process:false", "status 1"},
        {"process:kill -11 $$", "signal"},
        {"process:cat >/dev/null", "empty"},
        {"process:echo s SATISFIABLE", "gives none"},
        {"process:echo s SATISFIABLE; echo v 1 -1 0", "opposite"},
        {"process:echo s SATISFIABLE; echo v 999999 0", "another instance"},
        {"process:echo s SATISFIABLE; echo v 1 2", "truncated"},
        {"process:echo s UNSATISFIABLE; exit 10", "exit status"},
        {"process:echo gibberish", "not a line of a solver"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text err = {0};
        struct solver *s = solver_open(table[i].spec, "", 0, &err);
        pigeons(solver_sink(s), 60); /* more than a pipe holds */
        assert_int_equal(solver_solve(s, &err), SOLVER_FAILED);
        if (!strstr(text_string(&err), table[i].word)) fail_msg("%s: %s", table[i].spec, text_string(&err));
        assert_true(err.s[err.n - 1] == '.');
        solver_close(s);
        text_release(&err);
    }
}

/* A child that writes before it reads its input: the two processes must not wait for each other. */
static void test_chatty_child(void **state)
{
    (void)state;
    struct text err = {0};
    struct solver *s =
        solver_open("process:yes c | head -c 1000000; cat >/dev/null; echo s UNSATISFIABLE", "", 0, &err);
    pigeons(solver_sink(s), 60);
    assert_int_equal(solver_solve(s, &err), SOLVER_UNSAT);
    solver_close(s);
    text_release(&err);
}

static bool written(void *name)
{
    FILE *f = fopen(name, "r");
    int pid = 0;
    bool any = f && fscanf(f, "%d", &pid) == 1;
    if (f) fclose(f);
    return any;
}

/* A child that ignores SIGTERM is killed, together with the processes that it started. */
static void test_stubborn_child(void **state)
{
    (void)state;
    struct text err = {0};
    char name[] = "/tmp/loophole-test-XXXXXX", spec[200];
    close(mkstemp(name));
    snprintf(spec, sizeof spec, "process:trap '' TERM; sh -c 'echo $$ >%s; sleep 100'; sleep 100", name);
    struct solver *s = solver_open(spec, "", 0, &err);
    struct job job = {.asked = written, .asked_state = name};
    solver_set_job(s, &job);
    pigeons(solver_sink(s), 5);
    assert_int_equal(solver_solve(s, &err), SOLVER_UNKNOWN);
    FILE *in = fopen(name, "r");
    int pid = 0;
    assert_int_equal(fscanf(in, "%d", &pid), 1);
    fclose(in);
    unlink(name);
    for (int i = 0; i < 3000 && !kill(pid, 0); i++) usleep(20000); /* the process that adopts it reaps it */
    assert_int_equal(kill(pid, 0), -1);
    solver_close(s);
    text_release(&err);
}

/* XORs that a child takes natively, read back from its input. */
static void test_native_xor(void **state)
{
    (void)state;
    struct text err = {0};
    struct solver *s = solver_open("process-xor:grep -q '^x-1 2 3 0$' && echo s UNSATISFIABLE", "", 0, &err);
    for (int v = 0; v < 3; v++) cnf_var(solver_sink(s));
    struct constraint c = {.kind = XOR, .n = 3, .x = (lit[]){1, 2, 3}};
    cnf_native(solver_sink(s), &c);
    assert_int_equal(solver_solve(s, &err), SOLVER_UNSAT);
    solver_close(s);
    text_release(&err);
}

/* Two libraries open in parallel, each with its own formula. */
static void test_two_libraries(void **state)
{
    (void)state;
    if (access(library + strlen("ipasir:"), R_OK)) skip();
    struct text err = {0};
    struct solver *a = solver_open(library, "", 0, &err), *b = solver_open(library, "", 0, &err);
    pigeons(solver_sink(a), 4);
    cnf_1(solver_sink(b), cnf_var(solver_sink(b)));
    assert_int_equal(solver_solve(b, &err), SOLVER_SAT);
    assert_int_equal(solver_solve(a, &err), SOLVER_UNSAT);
    assert_int_equal(solver_value(b, 1), 1);
    solver_close(a);
    solver_close(b);
    text_release(&err);
}

/* ---- native sums ---- ------------------------------------------------------------------------ */

enum { SUMS = 24, MOST_TERMS = 8, SUM_VARS = 9 };

struct sums {
    struct constraint c[SUMS];
    lit x[SUMS][MOST_TERMS];
    int64_t w[SUMS][MOST_TERMS];
    int n;
};

static int64_t solver_sum_under(const struct constraint *c, unsigned a) { return bits_sum(c->x, c->w, c->n, a); }

/* The least value of the last sum if the other sums hold and these literals are true; -1: they
 * cannot. */
static int64_t least_of(const struct sums *s, const lit *fixed, int fixes)
{
    int64_t least = -1;
    for (unsigned a = 0; a < 1u << SUM_VARS; a++) {
        bool ok = true;
        for (int i = 0; i < fixes && ok; i++) ok = bits_true(fixed[i], a);
        for (int i = 0; i + 1 < s->n && ok; i++) {
            int64_t sum = solver_sum_under(&s->c[i], a);
            ok = sum >= s->c[i].lo && sum <= s->c[i].hi;
        }
        int64_t sum = solver_sum_under(&s->c[s->n - 1], a);
        if (ok && (least < 0 || sum < least)) least = sum;
    }
    return least;
}

/* Adds a random constraint in normal form, with weights 1 or with a few large ones, whose products
 * need 64 bits. */
static void solver_random_sum(struct sums *s, struct random *r)
{
    static const int weights[] = {1, 3, 10, 1000000007};
    int k = s->n++, most = weights[random_below(r, 4)], at = random_below(r, SUM_VARS);
    struct constraint *c = &s->c[k];
    *c = (struct constraint){.n = 2 + random_below(r, MOST_TERMS - 1), .x = s->x[k], .w = s->w[k]};
    c->kind = most == 1 ? CARD : PB;
    int64_t total = 0;
    for (int i = 0; i < c->n; i++) {
        s->x[k][i] = ((at + i) % SUM_VARS + 1) * (random_below(r, 2) ? 1 : -1);
        s->w[k][i] = 1 + random_below(r, most);
        if (most > 10) s->w[k][i] <<= random_below(r, 24);
        total += s->w[k][i];
    }
    c->lo = random_below(r, 3) ? (int64_t)(random_next(r) % ((uint64_t)total / 2 + 1)) : 0;
    c->hi = random_below(r, 3) ? total - (int64_t)(random_next(r) % ((uint64_t)total / 2 + 1)) : total;
    if (most == 1) c->w = NULL;
}

/* Minimizes a cost by bounds, the first of them under assumptions. */
static void descend(const char *config, int seed)
{
    struct random r = {(uint64_t)seed};
    struct text err = {0};
    struct sums s = {0};
    struct solver *solver = solver_open("cuts", config, seed, &err);
    int rows = 3 + random_below(&r, SUMS - 5);
    while (solver_sink(solver)->vars < SUM_VARS) cnf_var(solver_sink(solver));
    for (int i = 0; i <= rows; i++) solver_random_sum(&s, &r);
    for (int i = 0; i < rows; i++) cnf_native(solver_sink(solver), &s.c[i]);
    lit a[3] = {random_below(&r, 3) + 1, -random_below(&r, 3) - 4, random_below(&r, 3) + 7};
    for (int i = 0; i < 3; i++) solver_assume(solver, a[i]);
    int64_t least = least_of(&s, a, 3);
    enum solver_answer answer = solver_solve(solver, &err);
    assert_int_equal(answer, least < 0 ? SOLVER_UNSAT : SOLVER_SAT);
    if (least < 0) {
        struct lits core = {0};
        for (int i = 0; i < 3; i++)
            if (solver_failed(solver, a[i])) lits_push(&core, a[i]);
        assert_true(least_of(&s, core.v, core.n) < 0);
        lits_release(&core);
    }
    least = least_of(&s, NULL, 0);
    int64_t best = -1;
    const struct constraint *cost = &s.c[rows];
    for (;;) {
        answer = solver_solve(solver, &err);
        if (answer != SOLVER_SAT) break;
        unsigned values = 0;
        for (int v = 1; v <= SUM_VARS; v++) values |= (unsigned)(solver_value(solver, v) > 0) << (v - 1);
        for (int i = 0; i < rows; i++) {
            assert_true(solver_sum_under(&s.c[i], values) >= s.c[i].lo);
            assert_true(solver_sum_under(&s.c[i], values) <= s.c[i].hi);
        }
        assert_true(best < 0 || solver_sum_under(cost, values) < best);
        best = solver_sum_under(cost, values);
        solver_bound(solver, cost->x, cost->w, cost->n, best - 1);
    }
    assert_int_equal(answer, SOLVER_UNSAT);
    assert_true(best == least);
    solver_close(solver);
    text_release(&err);
}

static void test_solver_sums(void **state)
{
    (void)state;
    for (int seed = 0; seed < (getenv("QUICK") ? 150 : 1500); seed++)
        descend(seed % 3 ? seed % 3 > 1 ? "sat" : "unsat" : "", seed);
}

/* A child that leaves variable 2 unassigned: an assumption may fix its value. */
static void test_open_assumption(void **state)
{
    (void)state;
    struct text err = {0};
    const lit a[] = {1, -2};
    struct solver *s = solver_open("process:cat >/dev/null; echo s SATISFIABLE; echo v 1 0; exit 10", "", 0, &err);
    for (int v = 0; v < 2; v++) cnf_var(solver_sink(s));
    cnf_clause(solver_sink(s), a, 2);
    for (int sign = -1; sign <= 1; sign += 2) {
        solver_assume(s, sign * 2);
        assert_int_equal(solver_solve(s, &err), SOLVER_SAT);
        assert_int_equal(solver_value(s, 2), sign * 2);
        solver_assume(s, -1);
        assert_int_equal(solver_solve(s, &err), SOLVER_FAILED);
        assert_says(text_string(&err), "break an assumption");
        text_clear(&err);
    }
    solver_close(s);
    text_release(&err);
}

int main(void)
{
    const char *build = getenv("BUILD");
    signal(SIGPIPE, SIG_IGN); /* main does the same */
    snprintf(library, sizeof library, "ipasir:%s/tests/libipasir_picosat.so", build ? build : "build");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grow),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_presets_agree),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_specs_refused),
        cmocka_unit_test(test_empty_clause),
        cmocka_unit_test(test_bad_children),
        cmocka_unit_test(test_chatty_child),
        cmocka_unit_test(test_stubborn_child),
        cmocka_unit_test(test_native_xor),
        cmocka_unit_test(test_two_libraries),
        cmocka_unit_test(test_solver_sums),
        cmocka_unit_test(test_open_assumption),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
