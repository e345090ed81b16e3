/* Calls every function of loophole.h, as C and as C++, against the installed library; prints what went wrong. */
#include <loophole.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int wrong;
#define CHECK(condition) ((condition) ? (void)0 : (void)(printf("%d: %s\n", __LINE__, #condition), wrong++))

/* Is the call refused with a sentence that contains the words? */
static bool refused(bool done, char **error, const char *words)
{
    bool as_said = !done && *error && strstr(*error, words);
    if (!as_said) printf("'%s', not '%s'\n", *error ? *error : "no error", words);
    loophole_free(*error);
    *error = NULL;
    return as_said;
}

static int told_clauses, told_xors;
static void take(void *state, const int *lits, int n) { told_clauses += *(int *)state + 0 * (n && lits[0]); }
static void take_xor(void *state, const int *lits, int n, int parity)
{
    CHECK(n == 3 && lits[0] == 1 && parity == 1);
    told_xors += *(int *)state;
}

/* How many of the 2^n assignments of 1..n extend to the buffer's clauses. */
static int models(const loophole_sink *s, int n, int (*of)(const loophole_solver *, int))
{
    (void)of;
    int found = 0;
    const int *lits, *start;
    int64_t clauses = loophole_sink_kept(s, &lits, &start);
    loophole_solver *solver = loophole_solver_open("cadical", 0, NULL);
    for (int64_t i = 0; i < clauses; i++) loophole_solver_clause(solver, lits + start[i], start[i + 1] - start[i]);
    for (int a = 0; a < 1 << n; a++) {
        for (int v = 0; v < n; v++) loophole_solver_assume(solver, a >> v & 1 ? v + 1 : -v - 1);
        found += loophole_solver_solve(solver, NULL) == LOOPHOLE_SATISFIABLE;
    }
    loophole_solver_free(solver);
    return found;
}

/* Of all choices of 6 from 12, PicoSAT finds the one that the hints name, and CaDiCaL a similar
 * one. An answer that ignores hints has 24 of the 48 values of 4 turns. */
static void hints(const char *solver, int least)
{
    int all = 0;
    for (int turn = 0; turn < 4; turn++) {
        loophole_model *m = loophole_model_new();
        int x[12], same = 0;
        for (int i = 0; i < 12; i++) x[i] = loophole_model_var(m, NULL, NULL);
        CHECK(loophole_model_card(m, x, 12, 6, 6, NULL));
        loophole_problem *q = loophole_problem_new(m);
        CHECK(loophole_problem_set(q, "solver", solver, NULL));
        for (int i = 0; i < 12; i++) CHECK(loophole_problem_hint(q, (i + turn) % 4 < 2 ? x[i] : -x[i], NULL));
        CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_SATISFIABLE);
        for (int i = 0; i < 12; i++) same += loophole_problem_value(q, x[i]) == ((i + turn) % 4 < 2 ? 1 : -1);
        all += same;
        loophole_problem_free(q);
        loophole_model_free(m);
    }
    CHECK(all >= least);
}

/* Objectives in order of importance. */
static void objectives(void)
{
    loophole_model *m = loophole_model_new();
    loophole_problem *q = loophole_problem_new(m);
    char *error = NULL;
    int x[3];
    const int64_t w[] = {1, 2, 4}, large[] = {(int64_t)1 << 58, 0, 0};
    int64_t value = 0;
    for (int i = 0; i < 3; i++) x[i] = loophole_model_var(m, NULL, NULL);
    CHECK(loophole_model_clause(m, x, 3, NULL));
    CHECK(loophole_model_then(m, false, x, NULL, 3, NULL, NULL, 0, 7, NULL)); /* the first one */
    CHECK(loophole_model_then(m, true, x, w, 3, NULL, NULL, 0, 0, NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_value(q, x[2]) == 1);
    CHECK(loophole_problem_objective(q, &value) && value == 8);
    CHECK(loophole_problem_objective_at(q, 1, &value) && value == 4 && !loophole_problem_objective_at(q, 2, &value));
    CHECK(!loophole_model_then(m, true, x, large, 3, NULL, NULL, 0, 0, &error));
    CHECK(loophole_error_code(error) == LOOPHOLE_CODE_LIMIT);
    loophole_free(error);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* A symmetry: a ring of four cells, two of which are filled. */
static void symmetry(void)
{
    loophole_model *m = loophole_model_new();
    loophole_problem *q = loophole_problem_new(m);
    char *error = NULL;
    int x[4], to[4];
    int64_t n = 0;
    for (int i = 0; i < 4; i++) x[i] = loophole_model_var(m, NULL, NULL);
    for (int i = 0; i < 4; i++) to[i] = x[(i + 1) % 4];
    CHECK(loophole_model_card(m, x, 4, 2, 2, NULL) && loophole_model_symmetry(m, x, to, 4, NULL, NULL, 0, NULL));
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 6);
    CHECK(!strcmp(loophole_problem_total(q), "6"));
    CHECK(loophole_problem_set(q, "break-symmetry", "yes", NULL));
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 2);
    CHECK(!loophole_model_symmetry(m, x, to, 3, NULL, NULL, 0, &error));
    CHECK(loophole_error_code(error) == LOOPHOLE_CODE_ARGUMENT);
    loophole_free(error);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* A group that is switched off leaves its definitions on. */
static void groups(void)
{
    loophole_model *m = loophole_model_new();
    loophole_problem *q = loophole_problem_new(m);
    char *error = NULL;
    int x[4];
    int64_t n = 0;
    for (int i = 0; i < 3; i++) x[i] = loophole_model_var(m, NULL, NULL);
    CHECK(loophole_model_group(m, "few", NULL) && loophole_model_card(m, x, 3, 0, 1, NULL));
    CHECK(loophole_model_define(m, true, NULL));
    x[3] = loophole_model_derived(m, NULL, NULL);
    CHECK(loophole_model_reify(m, x[3], NULL) && loophole_model_clause(m, x, 2, NULL));
    CHECK(loophole_model_define(m, false, NULL));
    CHECK(!loophole_model_group(m, "inner", &error) && loophole_error_code(error) == LOOPHOLE_CODE_ARGUMENT);
    loophole_free(error);
    CHECK(loophole_model_group(m, NULL, NULL) && loophole_model_clause(m, x + 3, 1, NULL));
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 2);
    CHECK(loophole_model_switch(m, "few", false, NULL));
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 6);
    CHECK(loophole_model_switch(m, "few", true, NULL));
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 2);
    CHECK(!loophole_model_switch(m, "many", true, &error));
    loophole_free(error);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* Conditions, soft constraints, assumptions, hints, and codes of errors. */
static void conditions(void)
{
    loophole_model *m = loophole_model_new();
    char *error = NULL;
    int x[4];
    for (int i = 0; i < 4; i++) x[i] = loophole_model_var(m, NULL, NULL);
    CHECK(loophole_model_implied_by(m, x[0], NULL) && loophole_model_card(m, x + 1, 3, 2, 2, NULL));
    loophole_problem *q = loophole_problem_new(m);
    int64_t n = 0, value = 0;
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 11);
    CHECK(loophole_problem_assume(q, x[0], NULL) && loophole_problem_assume(q, -x[1], NULL) &&
          loophole_problem_assume(q, -x[2], NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_UNSATISFIABLE);
    CHECK(loophole_problem_failed(q, x[0]) && loophole_problem_failed(q, -x[1]) && !loophole_problem_failed(q, x[3]));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_SATISFIABLE && !loophole_problem_failed(q, x[0]));
    hints("picosat", 48);
    hints("cadical", 36);
    int64_t counted = -1;
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &counted, NULL) == LOOPHOLE_SATISFIABLE && counted > 0);
    const int64_t all = counted;
    CHECK(loophole_problem_assume(q, x[0], NULL) && loophole_problem_assume(q, -x[0], NULL));
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &counted, NULL) == LOOPHOLE_UNSATISFIABLE && counted == 0);
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &counted, NULL) == LOOPHOLE_SATISFIABLE && counted == all);
    CHECK(loophole_problem_assume(q, x[0], NULL));
    CHECK(loophole_problem_certify(q, "none", false, NULL, &error) == LOOPHOLE_ERROR &&
          strstr(error, "no assumptions"));
    loophole_free(error);
    CHECK(!loophole_problem_assume(q, 99, &error) && loophole_error_code(error) == LOOPHOLE_CODE_ARGUMENT);
    loophole_free(error);
    CHECK(!loophole_problem_set(q, "card", "none such", &error) && loophole_error_code(error) == LOOPHOLE_CODE_INPUT);
    loophole_free(error);
    int soft = loophole_model_soft(m, 5, NULL);
    CHECK(soft && loophole_model_clause(m, x, 1, NULL));
    CHECK(loophole_model_soft(m, 3, NULL) && loophole_model_card(m, x + 1, 3, 0, 1, NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &value) && value == 3 &&
          loophole_problem_value(q, soft) < 0);
    CHECK(loophole_model_maximize(m, x, NULL, 4, 0, NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &value) && value == 0);
    CHECK(loophole_model_maximize(m, x, NULL, 1, 10, NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &value) && value == 8);
    CHECK(loophole_model_implied_by(m, x[0], NULL) && !loophole_model_soft(m, 1, NULL));
    CHECK(loophole_problem_solve(q, &error) == LOOPHOLE_ERROR && loophole_error_code(error) == LOOPHOLE_CODE_ARGUMENT);
    loophole_free(error);
    loophole_model_unconditional(m);
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL);
    CHECK(!loophole_model_soft(m, 0, NULL) && !loophole_model_soft(m, INT64_MAX, &error) &&
          loophole_error_code(error) == LOOPHOLE_CODE_LIMIT);
    loophole_free(error);
    CHECK(loophole_model_implied_by(m, x[0], NULL) && !loophole_model_reify(m, x[1], NULL));
    CHECK(loophole_error_code(NULL) == LOOPHOLE_CODE_NONE);
    loophole_problem_free(q);
    loophole_model_free(m);
    m = loophole_model_parse("opb", "min: 2 x1 + x2 ;\nx1 + x2 >= 1 ;\n", NULL);
    q = loophole_problem_new(m);
    CHECK(loophole_model_soft(m, 4, NULL) && loophole_model_clause(m, x, 1, NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &value) && value == 2);
    loophole_problem_free(q);
    loophole_model_free(m);
    m = loophole_model_parse("opb", "min: 2000000000000000000 x1 ;\nx1 + x2 >= 1 ;\n", NULL);
    CHECK(m && !loophole_model_soft(m, 4, &error) && loophole_error_code(error) == LOOPHOLE_CODE_LIMIT);
    loophole_free(error);
    loophole_model_free(m);
}

/* Calls on the model of small_model, each of which is refused. */
enum { NEVER = 1, WAITING = 2, REIFIED = 4 }; /* without a condition; any that waits; any but implied_by */
static const int bad_lit[] = {99}, zero_lit[] = {0}, two_lits[] = {1, 1}, far_int[] = {9}, two_ints[] = {0, 0},
                 ints[] = {0, 1}, far_edge[] = {0, 7}, edge[] = {0, 1};
static const int64_t big[] = {INT64_C(1) << 61, INT64_C(1) << 61, INT64_C(1) << 61}, one[] = {1, 1, 1},
                     far_value[] = {5};
#define REFUSED(name, when, call)                                                                                      \
    static bool try_##name(loophole_model *m, loophole_problem *q, char **error) { return (void)m, (void)q, call; }
#define EACH_REFUSED(REFUSED)                                                                                          \
    REFUSED(var_taken, NEVER | WAITING, loophole_model_var(m, "a", error))                                             \
    REFUSED(var_int, NEVER | WAITING, loophole_model_var(m, "i", error))                                               \
    REFUSED(var_lines, NEVER | WAITING, loophole_model_var(m, "two\nlines", error))                                    \
    REFUSED(derived_taken, NEVER | WAITING, loophole_model_derived(m, "a", error))                                     \
    REFUSED(derived_turns, NEVER | WAITING, loophole_model_derived(m, "\xe2\x80\xae", error))                          \
    REFUSED(int_taken, NEVER | WAITING, loophole_model_int(m, "b", 0, 1, NULL, error) >= 0)                            \
    REFUSED(int_tab, NEVER | WAITING, loophole_model_int(m, "\t", 0, 1, NULL, error) >= 0)                             \
    REFUSED(int_range, NEVER | WAITING, loophole_model_int(m, "k", 1, 0, NULL, error) >= 0)                            \
    REFUSED(int_form, NEVER | WAITING, loophole_model_int(m, "k", 0, 1, "unary", error) >= 0)                          \
    REFUSED(rule_lines, NEVER | WAITING, loophole_model_rule(m, "two\rlines", error))                                  \
    REFUSED(rule_bytes, NEVER | WAITING, loophole_model_rule(m, "\xff", error))                                        \
    REFUSED(text_name, NEVER | WAITING, loophole_model_text(m, "author", "me", error))                                 \
    REFUSED(text_lines, NEVER | WAITING, loophole_model_text(m, "title", "two\nlines", error))                         \
    REFUSED(picture, NEVER | WAITING, loophole_model_picture(m, "cell 0 0 x1", error))                                 \
    REFUSED(given_lit, NEVER | WAITING, loophole_model_given(m, 99, 0, NULL, error))                                   \
    REFUSED(given_int, NEVER | WAITING, loophole_model_given(m, 0, 9, NULL, error))                                    \
    REFUSED(given_far, NEVER | WAITING, loophole_model_given(m, 0, 0, far_value, error))                               \
    REFUSED(clause_99, NEVER | WAITING, loophole_model_clause(m, bad_lit, 1, error))                                   \
    REFUSED(clause_0, NEVER | WAITING, loophole_model_clause(m, zero_lit, 1, error))                                   \
    REFUSED(formula_99, NEVER | WAITING, loophole_model_formula(m, (const int[]){1, 0, 99, 0}, 4, error))              \
    REFUSED(formula_end, NEVER | WAITING, loophole_model_formula(m, (const int[]){1, 0, 1}, 3, error))                 \
    REFUSED(formula_n, NEVER | WAITING, loophole_model_formula(m, bad_lit, -1, error))                                 \
    REFUSED(formula, WAITING, loophole_model_formula(m, NULL, 0, error))                                               \
    REFUSED(card_n, NEVER | WAITING, loophole_model_card(m, bad_lit, -1, 0, 1, error))                                 \
    REFUSED(pb_large, NEVER | WAITING, loophole_model_pb(m, two_lits, big, 2, 0, 1, error))                            \
    REFUSED(pb_99, NEVER | WAITING, loophole_model_pb(m, bad_lit, one, 1, 0, 1, error))                                \
    REFUSED(xor_99, NEVER | WAITING, loophole_model_xor(m, bad_lit, 1, 1, error))                                      \
    REFUSED(count_most, NEVER | WAITING, loophole_model_count(m, two_lits, 1, 2, NULL, error))                         \
    REFUSED(minimize_99, NEVER | WAITING, loophole_model_minimize(m, bad_lit, NULL, 1, 0, error))                      \
    REFUSED(maximize_far, NEVER | WAITING, loophole_model_maximize(m, two_lits, NULL, 1, INT64_MAX, error))            \
    REFUSED(optimize_9, NEVER | WAITING, loophole_model_optimize(m, true, NULL, NULL, 0, far_int, one, 1, 0, error))   \
    REFUSED(linear_9, NEVER | WAITING, loophole_model_linear(m, NULL, NULL, 0, far_int, one, 1, 0, 1, error))          \
    REFUSED(linear_99, NEVER | WAITING, loophole_model_linear(m, bad_lit, one, 1, NULL, NULL, 0, 0, 1, error))         \
    REFUSED(linear_large, NEVER | WAITING, loophole_model_linear(m, NULL, NULL, 0, ints, big, 2, 0, 1, error))         \
    REFUSED(alldiff_9, NEVER | WAITING, loophole_model_all_different(m, far_int, NULL, 1, error))                      \
    REFUSED(alldiff_twice, NEVER | WAITING, loophole_model_all_different(m, two_ints, NULL, 2, error))                 \
    REFUSED(alldiff, REIFIED, loophole_model_all_different(m, ints, NULL, 2, error))                                   \
    REFUSED(function_9, NEVER | WAITING, loophole_model_function(m, "*", far_int, 1, error) >= 0)                      \
    REFUSED(function_one, NEVER | WAITING, loophole_model_function(m, "//", ints, 1, error) >= 0)                      \
    REFUSED(function_none, NEVER | WAITING, loophole_model_function(m, "max", ints, 0, error) >= 0)                    \
    REFUSED(function_name, NEVER | WAITING, loophole_model_function(m, "mod", ints, 2, error) >= 0)                    \
    REFUSED(int_of_none, NEVER | WAITING, loophole_model_int_of(m, "k", one, 0, NULL, error) >= 0)                     \
    REFUSED(int_of_far, NEVER | WAITING, loophole_model_int_of(m, "k", big, 1, NULL, error) >= 0)                      \
    REFUSED(element_9, NEVER | WAITING, loophole_model_element(m, 0, far_int, 1, 1, error))                            \
    REFUSED(element_n, NEVER | WAITING, loophole_model_element(m, 0, ints, -1, 1, error))                              \
    REFUSED(element, REIFIED, loophole_model_element(m, 0, ints, 2, 1, error))                                         \
    REFUSED(table_9, NEVER | WAITING, loophole_model_table(m, far_int, 1, one, 1, error))                              \
    REFUSED(table_rows, NEVER | WAITING, loophole_model_table(m, ints, 1, one, -1, error))                             \
    REFUSED(table, REIFIED, loophole_model_table(m, ints, 1, one, 1, error))                                           \
    REFUSED(connected_far, NEVER | WAITING, loophole_model_connected(m, ints + 1, 1, far_edge, 1, error))              \
    REFUSED(connected_n, NEVER | WAITING, loophole_model_connected(m, ints + 1, 1, edge, -1, error))                   \
    REFUSED(connected_twice, NEVER | WAITING, loophole_model_connected(m, two_lits, 2, edge, 1, error))                \
    REFUSED(reached_depth, NEVER | WAITING, loophole_model_reached(m, two_lits, 1, edge, 0, -1, 1, error))             \
    REFUSED(reached_root, NEVER | WAITING, loophole_model_reached(m, two_lits, 1, edge, 0, 1, 0, error))               \
    REFUSED(connected, REIFIED, loophole_model_connected(m, two_lits, 1, edge, 0, error))                              \
    REFUSED(except_twice, NEVER | WAITING, loophole_model_all_different_except(m, two_ints, NULL, 2, 0, error))        \
    REFUSED(except, REIFIED, loophole_model_all_different_except(m, ints, NULL, 2, 0, error))                          \
    REFUSED(increasing_9, NEVER | WAITING, loophole_model_increasing(m, far_int, 1, true, error))                      \
    REFUSED(increasing, REIFIED, loophole_model_increasing(m, ints, 2, true, error))                                   \
    REFUSED(lex_99, NEVER | WAITING, loophole_model_lex(m, bad_lit, two_lits, 1, false, true, error))                  \
    REFUSED(lex, REIFIED, loophole_model_lex(m, ints, ints, 2, true, true, error))                                     \
    REFUSED(inverse_n, NEVER | WAITING, loophole_model_inverse(m, ints, ints, -1, 0, error))                           \
    REFUSED(inverse, REIFIED, loophole_model_inverse(m, ints, ints, 2, 0, error))                                      \
    REFUSED(cardinality_n, NEVER | WAITING, loophole_model_cardinality(m, ints, 2, one, far_int, 1, false, error))     \
    REFUSED(cardinality, REIFIED, loophole_model_cardinality(m, ints, 1, one, ints, 1, false, error))                  \
    REFUSED(regular_state, NEVER | WAITING, loophole_model_regular(m, ints, 1, 1, 0, ints + 1, 1, one, 1, error))      \
    REFUSED(regular, REIFIED, loophole_model_regular(m, ints, 1, 2, 0, ints, 1, one, 1, error))                        \
    REFUSED(boxes_none, NEVER | WAITING, loophole_model_no_overlap(m, ints, 1, 0, NULL, error))                        \
    REFUSED(boxes, REIFIED, loophole_model_no_overlap(m, ints, 1, 1, NULL, error))                                     \
    REFUSED(circuit_far, NEVER | WAITING, loophole_model_circuit(m, ints + 1, ints, -1, error))                        \
    REFUSED(circuit, REIFIED, loophole_model_circuit(m, ints + 1, edge, 1, error))                                     \
    REFUSED(successors_9, NEVER | WAITING, loophole_model_successors(m, far_int, 1, 0, false, error))                  \
    REFUSED(successors, REIFIED, loophole_model_successors(m, ints, 2, 0, false, error))                               \
    REFUSED(path_far, NEVER | WAITING, loophole_model_path(m, ints + 1, far_edge, 1, 2, 0, -1, NULL, error))           \
    REFUSED(path_ends, NEVER | WAITING, loophole_model_path(m, ints + 1, edge, 1, 2, 1, 1, NULL, error))               \
    REFUSED(path, REIFIED, loophole_model_path(m, ints + 1, edge, 1, 2, 0, 1, NULL, error))                            \
    REFUSED(regions_far, NEVER | WAITING,                                                                              \
            loophole_model_regions(m, ints + 1, far_edge, 1, 2, NULL, false, NULL, error))                             \
    REFUSED(regions_first, NEVER | WAITING, loophole_model_regions(m, ints + 1, edge, 1, 2, NULL, true, NULL, error))  \
    REFUSED(regions, REIFIED, loophole_model_regions(m, ints + 1, edge, 1, 2, NULL, false, ints, error))               \
    REFUSED(loop_far, NEVER | WAITING, loophole_model_loop(m, two_lits, far_edge, 1, 2, NULL, error))                  \
    REFUSED(loop_99, NEVER | WAITING, loophole_model_loop(m, bad_lit, edge, 1, 2, NULL, error))                        \
    REFUSED(loop, REIFIED, loophole_model_loop(m, two_lits, edge, 1, 2, NULL, error))                                  \
    REFUSED(soft_0, NEVER | WAITING, loophole_model_soft(m, 0, error))                                                 \
    REFUSED(soft_large, NEVER | WAITING, loophole_model_soft(m, INT64_MAX, error))                                     \
    REFUSED(soft_second, WAITING, loophole_model_soft(m, 1, error))                                                    \
    REFUSED(reify_99, NEVER | WAITING, loophole_model_reify(m, 99, error))                                             \
    REFUSED(reify_second, WAITING, loophole_model_reify(m, 3, error))                                                  \
    REFUSED(reify_not, WAITING, loophole_model_reify(m, 0, error))                                                     \
    REFUSED(implied_0, NEVER | WAITING, loophole_model_implied_by(m, 0, error))                                        \
    REFUSED(implied_second, WAITING, loophole_model_implied_by(m, 3, error))                                           \
    REFUSED(solve, WAITING, loophole_problem_solve(q, error) != LOOPHOLE_ERROR)                                        \
    REFUSED(next, WAITING, loophole_problem_next(q, error) != LOOPHOLE_ERROR)                                          \
    REFUSED(explain, WAITING, loophole_problem_explain(q, NULL, error) != LOOPHOLE_ERROR)                              \
    REFUSED(generate, NEVER | WAITING, loophole_problem_generate(q, 1, error) != LOOPHOLE_ERROR)                       \
    REFUSED(unique, WAITING, loophole_problem_unique(q, false, &unsaid, error) != LOOPHOLE_ERROR)                      \
    REFUSED(forced, WAITING, loophole_problem_forced(q, false, error) != LOOPHOLE_ERROR)                               \
    REFUSED(propagates, WAITING, loophole_problem_propagates(q, &unsaid, error))                                       \
    REFUSED(certify, WAITING, loophole_problem_certify(q, "never", false, NULL, error) != LOOPHOLE_ERROR)              \
    REFUSED(text, WAITING, loophole_problem_text(q, "cnf", error) != NULL)                                             \
    REFUSED(write, WAITING, loophole_problem_write(q, "cnf", "never.cnf", error))                                      \
    REFUSED(counts, WAITING, loophole_problem_count(q, 0, true, NULL, NULL, &ignored, error) != LOOPHOLE_ERROR)        \
    REFUSED(encode, WAITING, loophole_problem_encode(q, nowhere, error))

static int64_t ignored;
static bool unsaid;
static loophole_sink *nowhere;
EACH_REFUSED(REFUSED)

/* Variables a, b, c and integers i, j of 0 to 3. condition: the one that waits, 0: none. */
static loophole_model *small_model(int condition)
{
    loophole_model *m = loophole_model_new();
    const char *const names[] = {"a", "b", "c"};
    for (int v = 0; v < 3; v++) CHECK(loophole_model_var(m, names[v], NULL) == v + 1);
    CHECK(loophole_model_int(m, "i", 0, 3, NULL, NULL) == 0 && loophole_model_int(m, "j", 0, 3, NULL, NULL) == 1);
    CHECK(condition != 1 || loophole_model_reify(m, 2, NULL));
    CHECK(condition != 2 || loophole_model_reify(m, 0, NULL));
    CHECK(condition != 3 || loophole_model_implied_by(m, -2, NULL));
    CHECK(condition != 4 || loophole_model_soft(m, 7, NULL) == 4);
    return m;
}

/* The model after a clause, as JSON. */
static char *with_clause(loophole_model *m)
{
    const int a[] = {1};
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_model_clause(m, a, 1, NULL));
    char *text = loophole_problem_text(q, "json", NULL);
    loophole_problem_free(q);
    return text;
}

/* A refused call leaves the model as it was, and a condition that waits for its constraint. */
/* Many clauses by one call, into a sink, also with a guard, and into a model. */
static void formulas(void)
{
    const int clauses[] = {1, -2, 0, 0, 3, 0}, *lits, *start;
    char *error = NULL;
    loophole_sink *s = loophole_sink_buffer(0);
    loophole_sink_guard(s, 9);
    CHECK(loophole_sink_formula(s, clauses, 6, &error) && loophole_sink_kept(s, &lits, &start) == 3);
    CHECK(loophole_sink_vars(s) == 9 && start[3] == 6 && lits[start[1]] == 9 && start[2] - start[1] == 1);
    CHECK(!loophole_sink_formula(s, clauses, 5, &error) && error && loophole_sink_clauses(s) == 3);
    loophole_free(error);
    loophole_sink_free(s);
    loophole_model *m = loophole_model_new();
    for (int i = 0; i < 3; i++) loophole_model_var(m, NULL, NULL);
    CHECK(loophole_model_formula(m, clauses, 6, NULL) && loophole_model_constraints(m) == 3);
    loophole_model_free(m);
}

static void refusals(void)
{
#define CALL(name, when, call) {#name, when, try_##name},
    const struct {
        const char *name;
        int when;
        bool (*call)(loophole_model *m, loophole_problem *q, char **error);
    } calls[] = {EACH_REFUSED(CALL)};
    nowhere = loophole_sink_buffer(0);
    for (int condition = 0; condition < 5; condition++)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            const int now = !condition ? NEVER : condition == 3 ? WAITING : WAITING | REIFIED;
            if (!(calls[i].when & now)) continue;
            char *error = NULL;
            loophole_model *m = small_model(condition), *plain = small_model(condition);
            loophole_problem *q = loophole_problem_new(m);
            bool is_refused = !calls[i].call(m, q, &error) && error;
            char *after = with_clause(m), *right = with_clause(plain);
            if (!is_refused || !after || strcmp(after, right)) {
                printf("%s, condition %d: %s\n", calls[i].name, condition,
                       is_refused ? "another model" : "not refused");
                wrong++;
            }
            loophole_free(error);
            loophole_free(after);
            loophole_free(right);
            loophole_problem_free(q);
            loophole_model_free(m);
            loophole_model_free(plain);
        }
    loophole_sink_free(nowhere);
}

/* Names from numbers are nobody's, but those of a file are taken; numbers without weights count once. */
static void names_and_weights(void)
{
    loophole_model *m = loophole_model_new();
    const int xs[] = {1, 2}, zs[] = {0, 1};
    int64_t n = 0;
    char *error = NULL;
    CHECK(loophole_model_var(m, "x2", NULL) == 1 && loophole_model_var(m, NULL, NULL) == 2);
    CHECK(refused(loophole_model_int(m, "x2", 0, 3, NULL, &error) >= 0, &error, "taken"));
    CHECK(loophole_model_int(m, "x3", 0, 3, NULL, NULL) == 0 && loophole_model_int(m, NULL, 0, 3, NULL, NULL) == 1);
    CHECK(refused(loophole_model_var(m, "x3", &error), &error, "taken"));
    CHECK(loophole_model_linear(m, xs, NULL, 2, zs, NULL, 2, 7, 7, NULL));
    CHECK(loophole_model_optimize(m, false, xs, NULL, 2, zs, NULL, 2, 10, NULL));
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_problem_count(q, 0, true, NULL, NULL, &n, NULL) == LOOPHOLE_SATISFIABLE &&
          n == 4); /* 1 + 6, 2 + 5: twice each */
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &n) && n == 17);
    loophole_problem_free(q);
    loophole_model_free(m);
    m = loophole_model_parse("opb", "+1 x1 +1 x2 >= 1 ;", NULL);
    CHECK(refused(loophole_model_int(m, "x2", 0, 3, NULL, &error) >= 0, &error, "taken"));
    CHECK(loophole_model_var(m, NULL, NULL) == 3 && loophole_model_int(m, "x3", 0, 3, NULL, NULL) == 0);
    loophole_model_free(m);
    int options = 0;
    while (loophole_option(options)) options++;
    for (int i = 0; i < options; i++) {
        const char *about = NULL;
        char *values = loophole_option_values(i, &about);
        CHECK(values && *values && about && *about);
        CHECK(strcmp(loophole_option(i), "jobs") || !strcmp(values, "1 to 16 N"));
        CHECK(strcmp(loophole_option(i), "proof-check") || !strcmp(values, "auto|always|never"));
        loophole_free(values);
    }
    const char *nothing = NULL;
    CHECK(!loophole_option_values(-1, &nothing) && !loophole_option_values(options, &nothing) && !nothing);
    CHECK(options > 15 && !loophole_option(-1) && !strcmp(loophole_option(0), "formulation"));
}

static void encoders(void)
{
    const int x[] = {1, 2, 3, 4, 5, 6};
    const int64_t w[] = {1, 2, 3, 4, 5, 6};
    struct loophole_claims e;
    int seen = 0;
    e.size = sizeof e;
    char *error = NULL;
    for (; loophole_encoder(seen, &e); seen++) {
        if (!strcmp(e.kind, "int") || !strcmp(e.kind, "alldiff") || !strcmp(e.kind, "conn")) continue;
        loophole_sink *s = loophole_sink_buffer(6);
        bool ok = false;
        int right = 0;
        switch (e.kind[0]) {
        case 'a':
            ok = loophole_sink_card(s, e.name, x, 6, 0, 1, &error), right = 7;
            break;
        case 'c':
            ok = loophole_sink_card(s, e.name, x, 6, 2, 3, &error), right = 35;
            break;
        case 'p':
            ok = loophole_sink_pb(s, e.name, x, w, 6, 0, 10, &error), right = 32;
            break;
        default:
            ok = loophole_sink_xor(s, e.name, x, 6, 1, &error), right = 32;
        }
        const char *taken = loophole_sink_encoder(s);
        CHECK(taken && !strcmp(taken, e.name));
        if (!ok || models(s, 6, NULL) != right) printf("%s: %d, not %d\n", e.name, models(s, 6, NULL), right), wrong++;
        CHECK(loophole_sink_vars(s) >= 6 && loophole_sink_clauses(s) > 0 && loophole_sink_literals(s) > 0);
        loophole_sink_free(s);
    }
    CHECK(seen > 20 && !loophole_encoder(-1, &e));
}

static void sinks(void)
{
    const int x[] = {1, 2, 3}, twice[] = {1, 1, -2, 2}, zero[] = {1, 0};
    const int64_t large[] = {INT64_MAX, 1, 1};
    int one = 1;
    char *error = NULL;
    loophole_sink *s = loophole_sink_new(0, take, &one);
    CHECK(loophole_sink_clause(s, x, 3, NULL) && told_clauses == 1 && loophole_sink_vars(s) == 3);
    loophole_sink_xors(s, take_xor);
    CHECK(loophole_sink_xor(s, NULL, x, 3, 1, NULL) && told_xors == 1 && told_clauses == 1);
    CHECK(loophole_sink_var(s) == 4);
    loophole_sink_take(s, 10);
    CHECK(loophole_sink_var(s) == 11);
    CHECK(refused(loophole_sink_card(s, "pairwyse", x, 3, 0, 1, &error), &error, "pairwise"));
    CHECK(refused(loophole_sink_card(s, "commander:0", x, 3, 0, 1, &error), &error,
                  "takes a size from 2 to 1000, not '0'"));
    CHECK(refused(loophole_sink_card(s, "mdd", x, 3, 0, 1, &error), &error, "'mdd', which is of the kind pb"));
    const int most[] = {INT32_MAX, 1, -2, 3, 4, 5, 6};
    CHECK(refused(loophole_sink_card(s, NULL, most, 7, 0, 3, &error), &error, "2147483647 are in use"));
    CHECK(loophole_sink_vars(s) == 11);
    CHECK(refused(loophole_sink_clause(s, zero, 2, &error), &error, "literal number 2 of 2, 0"));
    CHECK(refused(loophole_sink_pb(s, NULL, x, large, 3, 0, 1, &error), &error, "62 bits"));
    loophole_sink_free(s);
    s = loophole_sink_buffer(4);
    /* 2 x1 + (1 - x2) + x2 >= 3, so x1; at least five of three; always so */
    CHECK(loophole_sink_card(s, NULL, twice, 4, 3, INT64_MAX, NULL) && loophole_sink_kept(s, NULL, NULL) == 1);
    CHECK(loophole_sink_card(s, NULL, x, 3, -7, 99, NULL) && loophole_sink_kept(s, NULL, NULL) == 1);
    CHECK(models(s, 4, NULL) == 8);
    CHECK(loophole_sink_card(s, NULL, x, 3, 5, INT64_MAX, NULL) && models(s, 4, NULL) == 0);
    loophole_sink_clear(s);
    CHECK(models(s, 4, NULL) == 16);
    loophole_sink_guard(s, -4); /* x4 -> none of the three */
    CHECK(loophole_sink_card(s, NULL, x, 3, 0, 0, NULL) && models(s, 4, NULL) == 9);
    loophole_sink_free(s);
    loophole_sink_free(NULL);
}

/* The bounds k of sum w x that the counter's literals allow, against counting. */
static void counter(enum loophole_direction d, const int64_t *w, int64_t from, int64_t to, int64_t total)
{
    const int x[] = {1, -2, 3, 4, 5};
    char *error = NULL;
    loophole_sink *s = loophole_sink_buffer(5);
    loophole_counter *c = loophole_counter_new(s, NULL, x, w, 5, d, from, to, &error);
    CHECK(c != NULL);
    int n;
    for (int round = 0; round < 2; round++) {
        for (int64_t k = from; k < to; k++) {
            int right = 0;
            const int *a = d == LOOPHOLE_DOWN ? loophole_counter_at_least(c, k, &n, &error)
                                              : loophole_counter_at_most(c, k, &n, &error);
            if (!a && d == LOOPHOLE_DOWN && k == from) { /* is not at most from - 1 */
                loophole_free(error);
                error = NULL;
                continue;
            }
            CHECK(a != NULL);
            int units[64], most = n;
            memcpy(units, a, (size_t)n * sizeof *a);
            loophole_sink *again = loophole_sink_buffer(loophole_sink_vars(s));
            const int *lits, *start;
            int64_t clauses = loophole_sink_kept(s, &lits, &start);
            for (int64_t i = 0; i < clauses; i++)
                loophole_sink_clause(again, lits + start[i], start[i + 1] - start[i], NULL);
            for (int i = 0; i < most; i++) loophole_sink_clause(again, &units[i], 1, NULL);
            for (int b = 0; b < 32; b++) {
                int64_t sum = 0;
                for (int i = 0; i < 5; i++) sum += (b >> i & 1) == (x[i] > 0) ? (w ? w[i] : 1) : 0;
                right += d == LOOPHOLE_DOWN ? sum >= k : sum <= k;
            }
            CHECK(models(again, 5, NULL) == right);
            loophole_sink_free(again);
        }
        CHECK(refused(loophole_counter_at_most(c, total - 1, &n, &error) && to < total, &error,
                      d == LOOPHOLE_DOWN ? "BOTH" : "widen") ||
              to >= total);
        loophole_free(error);
        error = NULL;
        CHECK(loophole_counter_widen(c, from - 1, to + 1, &error));
        CHECK(refused(loophole_counter_widen(c, to, to, &error), &error, "lo < hi"));
        from--;
        to++;
    }
    if (d == LOOPHOLE_DOWN) CHECK(loophole_counter_at_least(c, INT64_MIN, &n, NULL) && !n);
    if (d == LOOPHOLE_DOWN) CHECK(loophole_counter_at_least(c, INT64_MAX, &n, NULL) && n == 2);
    int64_t value;
    CHECK(loophole_counter_output(c, 0, &value) != 0 && value > from && !loophole_counter_output(c, 99, NULL));
    (void)loophole_counter_monotone(c);
    loophole_counter_free(c);
    loophole_sink_free(s);
}

static void counters(void)
{
    const int64_t w[] = {3, 1, -2, 2, 4}, other[] = {2, 3, 2, 5, 4};
    counter(LOOPHOLE_UP, NULL, 1, 3, 5);
    counter(LOOPHOLE_BOTH, NULL, 1, 3, 5);
    counter(LOOPHOLE_DOWN, NULL, 1, 3, 5);
    counter(LOOPHOLE_UP, w, 0, 4, 10);
    counter(LOOPHOLE_UP, other, 2, 9, 16);
    counter(LOOPHOLE_DOWN, other, 4, 9, 16);
    char *error = NULL;
    loophole_sink *s = loophole_sink_buffer(0);
    const int x[] = {1, 2};
    CHECK(refused(loophole_counter_new(s, NULL, x, NULL, 2, LOOPHOLE_UP, 2, 2, &error) != NULL, &error, "lo < hi"));
    const int64_t heavy[] = {1, 2};
    loophole_counter *c = loophole_counter_new(s, "gte", x, heavy, 2, LOOPHOLE_UP, 0, 3, NULL);
    CHECK(c && !strcmp(loophole_counter_encoder(c), "pb_gte"));
    loophole_counter_free(c);
    CHECK(refused(loophole_counter_new(s, "card_totalizer", x, heavy, 2, LOOPHOLE_UP, 0, 3, &error) != NULL, &error,
                  "'card_totalizer', which is of the kind card"));
    CHECK(
        refused(loophole_counter_new(s, "pairwise", x, NULL, 2, LOOPHOLE_UP, 0, 2, &error) != NULL, &error, "counter"));
    loophole_sink_free(s);
}

static int progresses, each_told;
static void progress(void *state, const loophole_problem *q)
{
    int64_t n;
    progresses += loophole_problem_objective(q, &n) && loophole_problem_solution(q) && state == NULL;
}
static void each(void *state, const char *solution)
{
    CHECK(solution[0] == 'v');
    each_told += *(int *)state;
}

static void model_and_problem(void)
{
    char *error = NULL;
    loophole_model *m = loophole_model_new();
    int x[5], y[3], one = 1, empty[1] = {0};
    CHECK(refused(loophole_model_clause(m, &one, 1, &error), &error, "no variables yet"));
    for (int i = 0; i < 4; i++) x[i] = loophole_model_var(m, i ? NULL : "first", NULL);
    CHECK(!strcmp(loophole_model_name(m, 1), "first") && !strcmp(loophole_model_name(m, 2), "x2") &&
          !loophole_model_name(m, 9));
    CHECK(refused(loophole_model_obvious(m, &error), &error, "No rule is named yet"));
    CHECK(loophole_model_rule(m, "two or three of four", NULL) && loophole_model_obvious(m, NULL) &&
          loophole_model_card(m, x, 4, 2, 3, NULL));
    CHECK(loophole_model_rule(m, "an even number of the first three", NULL) && loophole_model_xor(m, x, 3, 0, NULL));
    x[4] = loophole_model_derived(m, "pair", NULL);
    int pair[] = {-x[4], x[0]};
    CHECK(loophole_model_clause(m, pair, 2, NULL) && loophole_model_vars(m) == 5 && loophole_model_constraints(m) == 3);
    CHECK(loophole_model_count(m, x, 4, 3, y, NULL) && y[0] == 6 && y[2] == 8);
    CHECK(refused(loophole_model_count(m, x, 4, 5, y, &error), &error, "cannot count"));
    const int64_t w[] = {3, -1, 2, 5};
    CHECK(loophole_model_pb(m, x, w, 4, -5, 20, NULL));
    loophole_problem *q = loophole_problem_new(m);
    int64_t n = 0, v = 0;
    /* an even number of x1..x3 and 2 or 3 in all: 3 pairs with x4 or without */
    CHECK(loophole_problem_count(q, 0, false, each, &one, &n, NULL) == LOOPHOLE_SATISFIABLE && n == 6 &&
          each_told == 6);
    CHECK(loophole_problem_count(q, 2, false, NULL, NULL, &n, NULL) == LOOPHOLE_UNKNOWN && n == 2);
    CHECK(loophole_problem_count(q, -1, false, NULL, NULL, &n, &error) == LOOPHOLE_ERROR &&
          loophole_error_code(error) == LOOPHOLE_CODE_ARGUMENT);
    loophole_free(error);
    CHECK(loophole_problem_set(q, "time-limit", "0.000001", NULL) && !loophole_problem_text(q, "cnf", &error) &&
          loophole_error_code(error) == LOOPHOLE_CODE_STOPPED);
    loophole_free(error);
    CHECK(loophole_problem_count(q, 2, false, NULL, NULL, &n, NULL) == LOOPHOLE_UNKNOWN && n < 2);
    CHECK(loophole_problem_set(q, "time-limit", "0", NULL));
    int next = 0;
    while (loophole_problem_next(q, &error) == LOOPHOLE_SATISFIABLE && loophole_problem_value(q, x[0])) next++;
    CHECK(next == 6 && loophole_problem_next(q, NULL) == LOOPHOLE_UNSATISFIABLE);
    loophole_problem_free(q);
    CHECK(loophole_model_maximize(m, x, w, 4, 0, NULL) && loophole_model_minimize(m, x, w, 4, 10, NULL));
    q = loophole_problem_new(m);
    loophole_problem_on_progress(q, progress, NULL);
    CHECK(loophole_problem_set(q, "card", "totalizer", NULL) && loophole_problem_set(q, "search", "bisect", NULL));
    CHECK(refused(loophole_problem_set(q, "card", "totaliser", &error), &error, "totalizer"));
    CHECK(refused(loophole_problem_set(q, "colour", "red", &error), &error,
                  "no choice 'colour' here; choose one of: formulation amo "));
    CHECK(refused(loophole_problem_set(q, "time_limit", "1", &error), &error, "Did you mean time-limit?"));
    CHECK(refused(loophole_problem_set(q, "crad", "totalizer", &error), &error, "Did you mean card?"));
    CHECK(loophole_problem_solve(q, &error) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &v) && v == 11 &&
          progresses > 0);
    CHECK(loophole_problem_lower(q, &n) && n == 11 && loophole_problem_upper(q, &n) && n == 11);
    CHECK(loophole_problem_value(q, x[1]) == 1 && loophole_problem_value(q, -x[1]) == -1 &&
          loophole_problem_value(q, 99) == 0);
    CHECK(loophole_problem_value(q, y[1]) == 1 && loophole_problem_value(q, y[2]) == -1);
    bool proved = false;
    char *evidence = loophole_problem_evidence(q, &proved);
    CHECK(proved && strstr(evidence, "solution verified"));
    loophole_free(evidence);
    CHECK(loophole_problem_statistic(q, "calls") >= 1 && loophole_problem_statistic(q, "colour") == -1);
    CHECK(loophole_problem_verify(q, loophole_problem_solution(q), &n, NULL) && n == 11);
    CHECK(refused(loophole_problem_verify(q, "v 1 -2 -3 -4 5 6 7 8 0", NULL, &error), &error, "Not satisfied"));
    char *svg = loophole_problem_svg(q, loophole_problem_solution(q), NULL),
         *text = loophole_problem_text(q, "opb", NULL);
    CHECK(svg && strstr(svg, "</svg>") && text && strstr(text, "min:"));
    loophole_free(svg);
    loophole_model *back = loophole_model_parse("opb", text, &error);
    CHECK(back != NULL);
    loophole_problem *again = loophole_problem_new(back);
    CHECK(loophole_problem_solve(again, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(again, &n) &&
          n == 1); /* without its constant */
    loophole_problem_free(again);
    loophole_model_free(back);
    loophole_free(text);
    /* The evidence is that of the call, whatever was chosen since. */
    CHECK(loophole_problem_set(q, "solver", "picosat", NULL) && loophole_problem_set(q, "proof-check", "never", NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL);
    CHECK(loophole_problem_set(q, "solver", "cadical", NULL) && loophole_problem_set(q, "proof-check", "auto", NULL));
    evidence = loophole_problem_evidence(q, &proved);
    CHECK(!proved && strstr(evidence, "picosat"));
    loophole_free(evidence);
    CHECK(refused(loophole_problem_text(q, "pdf", &error) != NULL, &error, "no format 'pdf'"));
    CHECK(refused(loophole_problem_text(q, "opbb", &error) != NULL, &error, "Did you mean opb?"));
    CHECK(refused(loophole_problem_write(q, NULL, "x.pdf", &error), &error,
                  "The ending of x.pdf names no format; choose one of: cnf "));
    CHECK(refused(
        loophole_model_parse("cnff", "", &error) != NULL, &error,
        "choose one of: cnf cnfp cnf+ knf xnf xcnf icnf inccnf dimacs opb wbo pbo wcnf json fzn. Did you mean cnf?"));
    CHECK(refused(loophole_model_read("/dev/null", &error) != NULL, &error, "files in these formats are: .cnf "));
    char name[] = "written.cnf";
    CHECK(loophole_problem_write(q, NULL, name, &error));
    back = loophole_model_read(name, &error);
    CHECK(remove(name) == 0);
    CHECK(back && loophole_model_vars(back) > 8);
    loophole_model_free(back);
    CHECK(refused(loophole_model_read("nowhere.cnf", &error) != NULL, &error, "nowhere.cnf"));
    loophole_sink *s = loophole_sink_buffer(0);
    CHECK(loophole_problem_encode(q, s, NULL) && models(s, 4, NULL) == 6);
    loophole_sink_free(s);
    CHECK(loophole_problem_set(q, "time-limit", "0.000001", NULL));
    (void)loophole_problem_solve(q, NULL);
    loophole_problem_cancel(q);
    loophole_problem_free(q);
    q = loophole_problem_new(m);
    CHECK(loophole_problem_set(q, "memory-limit", "1", NULL) && loophole_problem_solve(q, NULL) == LOOPHOLE_UNKNOWN);
    CHECK(loophole_problem_set(q, "memory-limit", "100000", NULL) &&
          loophole_problem_solve(q, NULL) != LOOPHOLE_UNKNOWN);
    loophole_problem_free(q);
    q = loophole_problem_new(m); /* several searches hear it, too */
    CHECK(loophole_problem_set(q, "jobs", "2", NULL) && loophole_problem_set(q, "memory-limit", "1", NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_UNKNOWN);
    loophole_problem_free(q);
    loophole_model_rule(m, "nothing holds", NULL);
    CHECK(loophole_model_clause(m, empty, 0, NULL));
    q = loophole_problem_new(m);
    bool minimal = false;
    CHECK(loophole_problem_explain(q, &minimal, NULL) == LOOPHOLE_UNSATISFIABLE && minimal);
    CHECK(!strcmp(loophole_problem_reason(q, 0), "nothing holds") && !loophole_problem_reason(q, 1));
    loophole_problem_free(q);
    loophole_model_free(m);
}

static void puzzles(void)
{
    char *error = NULL;
    const char *word[] = {"6x6"};
    loophole_model *m = loophole_model_puzzle("gunport", 1, word, NULL, &error);
    CHECK(m && loophole_model_vars(m) > 36 && loophole_model_var(m, "x", &error) == 0);
    loophole_free(error);
    loophole_problem *q = loophole_problem_new(m);
    int64_t v;
    CHECK(loophole_problem_set(q, "formulation", "monomino", NULL));
    CHECK(loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &v) && v == 12);
    char *svg = loophole_problem_svg(q, loophole_problem_solution(q), NULL);
    CHECK(svg && strstr(svg, "<svg"));
    loophole_free(svg);
    loophole_problem_free(q);
    loophole_model_free(m);
    error = NULL;
    CHECK(refused(loophole_model_puzzle("gunprot", 1, word, NULL, &error) != NULL, &error,
                  "There is no puzzle 'gunprot'; choose one of: gunport "));
    CHECK(refused(loophole_model_puzzle("gunprot", 1, word, NULL, &error) != NULL, &error, "Did you mean gunport?"));
    CHECK(refused(loophole_model_puzzle("cnf", 1, word, NULL, &error) != NULL, &error, "loophole_model_read"));
    m = loophole_model_new();
    int x[4];
    for (int i = 0; i < 4; i++) x[i] = loophole_model_var(m, NULL, NULL);
    struct loophole_parity p;
    p.size = sizeof p;
    CHECK(loophole_model_eliminate(m, &p, NULL) && p.consistent && !p.rows);
    loophole_model_xor(m, x, 3, 1, NULL);
    loophole_model_xor(m, x + 1, 2, 0, NULL);
    CHECK(loophole_model_eliminate(m, &p, NULL) && p.rank == 2 && p.dimension == 1 && p.columns == 3 && p.consistent);
    CHECK(loophole_model_add_implied(m, NULL) >= 3);
    loophole_model_free(m);
}

static bool at_once(void *state) { return state != NULL; }

/* What has no time left is not built, encoded, eliminated or written to its end. */
static void limits(void)
{
    const char *size[] = {"120"};
    char *error = NULL;
    bool minimal;
    loophole_model *m = loophole_model_puzzle("fivers", 1, size, NULL, &error);
    loophole_problem *q = loophole_problem_new(m);
    loophole_sink *s = loophole_sink_buffer(0);
    loophole_solver *solver = loophole_solver_open("cadical", 0, NULL);
    CHECK(loophole_problem_set(q, "time-limit", "0.000001", NULL));
    CHECK(loophole_problem_solve(q, &error) == LOOPHOLE_UNKNOWN && !error);
    CHECK(loophole_problem_explain(q, &minimal, &error) == LOOPHOLE_UNKNOWN && !error);
    CHECK(refused(loophole_problem_write(q, "cnf", "late.cnf", &error), &error, "stopped"));
    CHECK(refused(loophole_problem_text(q, "opb", &error) != NULL, &error, "stopped"));
    CHECK(refused(loophole_problem_encode(q, s, &error), &error, "stopped"));
    CHECK(refused(loophole_problem_encode(q, loophole_solver_sink(solver), &error), &error, "stopped"));
    CHECK(loophole_solver_solve(solver, &error) == LOOPHOLE_UNKNOWN && !error); /* of half a formula nothing is known */
    CHECK(loophole_problem_set(q, "time-limit", "1000", NULL) && loophole_problem_write(q, "cnf", "late.cnf", NULL));
    CHECK(remove("late.cnf") == 0);
    loophole_solver_free(solver);
    loophole_sink_free(s);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* A limit that comes while one constraint is encoded: the encoder, which would take minutes, does not go on. CPU seconds. */
static void encoding(void)
{
    enum { INTEGERS = 12, VALUES = 20000 };
    int integer[INTEGERS];
    int64_t w[INTEGERS], found;
    char *error = NULL;
    loophole_model *m = loophole_model_new();
    loophole_sink *s = loophole_sink_buffer(0);
    for (int i = 0; i < INTEGERS; i++) {
        integer[i] = loophole_model_int(m, NULL, 0, VALUES, "order", NULL);
        w[i] = 2 * i + 1;
    }
    CHECK(loophole_model_reify(m, 0, NULL) &&
          loophole_model_linear(m, NULL, NULL, 0, integer, w, INTEGERS, VALUES, VALUES, NULL));
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_problem_set(q, "time-limit", "1", NULL));
    clock_t start = clock();
    CHECK(refused(loophole_problem_encode(q, s, &error), &error, "stopped"));
    CHECK(refused(loophole_problem_write(q, "cnf", "late.cnf", &error), &error, "stopped") && access("late.cnf", F_OK));
    CHECK(loophole_problem_count(q, 2, false, NULL, NULL, &found, &error) == LOOPHOLE_UNKNOWN && !error);
    CHECK((double)(clock() - start) / CLOCKS_PER_SEC < 8);
    loophole_problem_free(q);
    loophole_sink_free(s);
    loophole_model_free(m);
}

/* Cancels at the first report of a certificate's stages, which come after the search. */
static void cancel(void *state, const loophole_problem *p)
{
    int64_t n;
    if (loophole_problem_upper(p, &n) && loophole_problem_lower(p, &n))
        loophole_problem_cancel((loophole_problem *)state);
}

static bool same(const char *a, const char *b) { return a && b && !strcmp(a, b); }

/* What all solutions have in common, whether there is one, and whether propagation finds it. */
static void comparisons(void)
{
    const int64_t weight[] = {1, 4}, value[] = {1, 2};
    char *error = NULL;
    bool yes = true, open = true;
    int lits[4] = {0}, integer = -1;
    int64_t lo = 0, hi = 0;
    loophole_model *m = loophole_model_new();
    const int a = loophole_model_var(m, "a", NULL), b = loophole_model_var(m, "b", NULL), ab[] = {a, b};
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_model_int(m, "n", 1, 9, "log", NULL) == 0 && !loophole_problem_forced_name(q, 0, &yes));
    CHECK(!loophole_problem_other(q) && !loophole_problem_left(q, 0, &integer, &lo, &hi, &open));
    /* 4 a + n >= 12: a, and n is 8 or 9. */
    integer = 0;
    CHECK(loophole_model_linear(m, ab, weight + 1, 1, &integer, weight, 1, 12, INT64_MAX, &error));
    CHECK(loophole_problem_forced(q, false, &error) == LOOPHOLE_SATISFIABLE);
    CHECK(loophole_problem_forced_lits(q, lits, 4) == 1 && lits[0] == a && lits[1] == 0);
    CHECK(same(loophole_problem_forced_name(q, 0, &yes), "a") && yes && !loophole_problem_forced_name(q, 1, &yes));
    CHECK(same(loophole_problem_left(q, 0, &integer, &lo, &hi, &open), "n"));
    CHECK(integer == 0 && lo == 8 && hi == 9 && !open && !loophole_problem_left(q, 1, &integer, &lo, &hi, &open));
    CHECK(loophole_problem_solution(q) && !loophole_problem_left(q, -1, &integer, &lo, &hi, &open));
    CHECK(loophole_problem_unique(q, false, &yes, &error) == LOOPHOLE_SATISFIABLE && !yes);
    CHECK(loophole_problem_other(q) && !same(loophole_problem_other(q), loophole_problem_solution(q)));
    CHECK(!loophole_problem_forced_name(q, 0, &yes)); /* of the last call only */
    CHECK(loophole_problem_propagates(q, &yes, &error) && !yes && !loophole_problem_other(q));
    CHECK(loophole_model_maximize(m, ab, value, 2, 0, &error)); /* b, and still n */
    CHECK(loophole_problem_forced(q, false, &error) == LOOPHOLE_SATISFIABLE);
    CHECK(loophole_problem_forced_lits(q, NULL, 0) == 2 && loophole_problem_forced_lits(q, lits, 1) == 2);
    CHECK(loophole_problem_forced(q, true, &error) == LOOPHOLE_SATISFIABLE &&
          loophole_problem_forced_lits(q, lits, 4) == 1);
    integer = 0;
    CHECK(loophole_model_linear(m, NULL, NULL, 0, &integer, NULL, 1, INT64_MIN, 8, &error));
    CHECK(loophole_problem_unique(q, false, &yes, &error) == LOOPHOLE_SATISFIABLE && yes && !loophole_problem_other(q));
    CHECK(loophole_problem_propagates(q, &yes, &error) && yes);
    CHECK(loophole_problem_unique(q, true, &yes, &error) == LOOPHOLE_SATISFIABLE && !yes);
    CHECK(loophole_model_card(m, ab, 2, 0, 0, &error));
    CHECK(loophole_problem_unique(q, true, &yes, &error) == LOOPHOLE_UNSATISFIABLE && !yes);
    CHECK(loophole_problem_forced(q, true, &error) == LOOPHOLE_UNSATISFIABLE && !loophole_problem_solution(q));
    CHECK(loophole_problem_propagates(q, &yes, &error) && !yes);
    loophole_problem_free(q);
    loophole_model_free(m);

    const char *board[] = {"4"};
    m = loophole_model_puzzle("tank", 1, board, NULL, &error);
    q = loophole_problem_new(m);
    CHECK(loophole_problem_unique(q, false, &yes, &error) == LOOPHOLE_SATISFIABLE && yes);
    CHECK(loophole_problem_forced(q, false, &error) == LOOPHOLE_SATISFIABLE);
    CHECK(loophole_problem_forced_lits(q, lits, 4) == -1 && loophole_problem_forced_name(q, 47, &yes) &&
          !loophole_problem_forced_name(q, 48, &yes));
    loophole_problem_free(q);
    loophole_model_free(m);
    board[0] = "30x30";
    m = loophole_model_puzzle("gunport", 1, board, NULL, &error);
    q = loophole_problem_new(m);
    CHECK(loophole_problem_set(q, "time-limit", "0.05", &error));
    CHECK(loophole_problem_unique(q, false, &yes, &error) == LOOPHOLE_UNKNOWN && !yes);
    CHECK(loophole_problem_forced(q, false, &error) == LOOPHOLE_UNKNOWN);
    CHECK(refused(loophole_problem_propagates(q, &yes, &error), &error, "topped") && !yes);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* Ends a check at call number `at` of the callback (0: never), or at a time (0: never). */
struct patience {
    int calls, at;
    double end;
};
static double wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static bool impatient(void *state)
{
    struct patience *p = (struct patience *)state;
    p->calls++;
    return (p->at && p->calls >= p->at) || (p->end > 0 && wall() >= p->end);
}

/* A check that is stopped at any of its calls of the callback fails at once, with the code of a stop. */
static void stopped_checks(const char *dir)
{
    struct patience whole = {0, 0, 0};
    char *error = NULL;
    CHECK(loophole_check(dir, impatient, &whole, NULL, &error) && whole.calls > 0);
    for (int at = 1; at <= whole.calls; at += 1 + whole.calls / 50) {
        struct patience p = {0, at, 0};
        CHECK(!loophole_check(dir, impatient, &p, NULL, &error) && p.calls < at + 10);
        CHECK(loophole_error_code(error) == LOOPHOLE_CODE_STOPPED && strstr(error, "topped"));
        loophole_free(error);
        error = NULL;
    }
    struct patience late = {0, 0, wall()};
    CHECK(refused(loophole_check(dir, impatient, &late, NULL, &error), &error, "topped") && wall() < late.end + 5);
}

/* Certificates are made, checked, refused where they are forged, and left out where a limit comes first. */
static void certificates(void)
{
    char place[] = "/tmp/loophole-certify-XXXXXX", dir[64], file[80], command[64], *error = NULL, *claim = NULL,
         *checked = NULL;
    const char *board[] = {"5x5"}, *large[] = {"40x40"};
    loophole_model *own = loophole_model_new(), *m = loophole_model_puzzle("gunport", 1, board, NULL, &error),
                   *hard = loophole_model_puzzle("gunport", 1, large, NULL, &error);
    loophole_problem *p = loophole_problem_new(m), *q = loophole_problem_new(own), *late = loophole_problem_new(hard);
    CHECK(mkdtemp(place) != NULL);
    snprintf(dir, sizeof dir, "%s/own", place);
    CHECK(loophole_model_var(own, "a", &error) == 1);
    CHECK(loophole_problem_certify(q, dir, true, &claim, &error) == LOOPHOLE_SATISFIABLE &&
          strstr(claim, "2 solutions"));
    CHECK(loophole_check(dir, NULL, NULL, NULL, &error) && loophole_problem_value(q, 1) != 0);
    stopped_checks(dir);
    loophole_free(claim);
    snprintf(dir, sizeof dir, "%s/c", place);
    CHECK(loophole_problem_certify(p, dir, false, &claim, &error) == LOOPHOLE_OPTIMAL && loophole_problem_solution(p));
    CHECK(same(claim, "gunport 5x5: 7 gunports, and no solution is better."));
    CHECK(loophole_check(dir, NULL, NULL, &checked, &error) && same(checked, claim));
    CHECK(loophole_check(dir, at_once, NULL, NULL, &error));
    stopped_checks(dir);
    CHECK(refused(loophole_check(dir, at_once, p, NULL, &error), &error, "topped"));
    CHECK(refused(loophole_problem_certify(p, dir, false, NULL, &error) != LOOPHOLE_ERROR, &error, "not empty"));
    snprintf(file, sizeof file, "%s/solution.txt", dir);
    FILE *f = fopen(file, "a");
    CHECK(f && fputs("o\n", f) >= 0 && !fclose(f));
    CHECK(refused(loophole_check(dir, NULL, NULL, NULL, &error), &error, "damaged"));
    CHECK(refused(loophole_check(place, NULL, NULL, NULL, &error), &error, "manifest.json"));
    loophole_free(claim);
    loophole_free(checked);

    /* A model of sums gets a proof about its own constraints, with the solution in the model's notation. */
    loophole_model *sums = loophole_model_new();
    const int x[] = {loophole_model_var(sums, "a", NULL), loophole_model_var(sums, "b", NULL), -2};
    const int64_t w[] = {3, 2};
    loophole_problem *s = loophole_problem_new(sums);
    CHECK(loophole_model_card(sums, x, 2, 1, 2, &error) && loophole_model_minimize(sums, x, w, 2, 4, &error));
    snprintf(dir, sizeof dir, "%s/sums", place);
    CHECK(loophole_problem_certify(s, dir, false, &claim, &error) == LOOPHOLE_OPTIMAL);
    CHECK(claim && strstr(claim, "objective 6, and no solution is better"));
    CHECK(same(loophole_problem_solution(s), "v -1 2 0\n") && loophole_problem_value(s, 2) == 1);
    snprintf(file, sizeof file, "%s/proof.pbp", dir);
    CHECK(!access(file, F_OK) && loophole_check(dir, NULL, NULL, NULL, &error));
    loophole_free(claim);
    CHECK(loophole_model_xor(sums, x + 1, 2, 0, &error)); /* no sum: b and its negation */
    snprintf(dir, sizeof dir, "%s/xor", place);
    CHECK(loophole_problem_certify(s, dir, false, &claim, &error) == LOOPHOLE_UNSATISFIABLE);
    CHECK(loophole_check(dir, NULL, NULL, NULL, &error) && strstr(claim, "model of 2"));
    loophole_free(claim);
    snprintf(dir, sizeof dir, "%s/rules", place);
    snprintf(file, sizeof file, "%s/proof.pbp", dir);
    CHECK(refused(loophole_problem_set(s, "proof", "word", &error), &error, "rules"));
    CHECK(loophole_problem_set(s, "proof", "rules", &error));
    CHECK(loophole_problem_certify(s, dir, false, &claim, &error) == LOOPHOLE_UNSATISFIABLE);
    CHECK(!access(file, F_OK) && loophole_check(dir, NULL, NULL, NULL, &error));
    loophole_free(claim);
    loophole_problem_free(s);
    loophole_model_free(sums);

    snprintf(dir, sizeof dir, "%s/all", place);
    CHECK(loophole_problem_certify(p, dir, true, &claim, &error) == LOOPHOLE_OPTIMAL && strstr(claim, "and no other"));
    loophole_free(claim);
    claim = NULL;
    snprintf(dir, sizeof dir, "%s/late", place);
    CHECK(loophole_problem_set(late, "time-limit", "0.05", &error));
    CHECK(loophole_problem_certify(late, dir, false, &claim, &error) == LOOPHOLE_UNKNOWN && !claim &&
          access(dir, F_OK));
    loophole_problem_on_progress(p, cancel, p);
    CHECK(loophole_problem_certify(p, dir, false, &claim, &error) == LOOPHOLE_UNKNOWN && !claim && access(dir, F_OK));
    snprintf(command, sizeof command, "rm -r %s", place);
    CHECK(system(command) == 0);
    loophole_problem_free(p);
    loophole_problem_free(q);
    loophole_problem_free(late);
    loophole_model_free(m);
    loophole_model_free(own);
    loophole_model_free(hard);
}

static void solvers(void)
{
    char *error = NULL;
    const char *spec[] = {"cadical", "picosat"};
    for (int i = 0; i < 2; i++) {
        loophole_solver *s = loophole_solver_open(spec[i], 1, &error);
        const int a[] = {1, 2}, b[] = {-1, 3};
        loophole_solver_clause(s, a, 2);
        loophole_solver_clause(s, b, 2);
        loophole_solver_stop(s, at_once, NULL);
        CHECK(loophole_solver_value(s, 1) == 0 && !loophole_solver_failed(s, 1));
        loophole_solver_assume(s, 1);
        CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE && loophole_solver_value(s, 3) == 1);
        loophole_solver_assume(s, -2);
        loophole_solver_assume(s, -3);
        CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_UNSATISFIABLE && loophole_solver_failed(s, -3));
        int x[] = {1, 2, 3};
        CHECK(loophole_sink_card(loophole_solver_sink(s), "seqcounter", x, 3, 0, 1, NULL));
        CHECK(loophole_solver_value(s, 1) == 0);
        int far[] = {1, 1000000000};
        loophole_sink_take(loophole_solver_sink(s), far[1]);
        loophole_sink_take(loophole_solver_sink(s), -2147483647 - 1);
        CHECK(loophole_sink_vars(loophole_solver_sink(s)) < 100);
        CHECK(refused(loophole_sink_clause(loophole_solver_sink(s), far, 2, &error), &error, "too large"));
        CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE && loophole_solver_value(s, 2) == 1);
        const int none[] = {-2, 0}, lowest[] = {INT32_MIN};
        loophole_solver_assume(s, -2); /* refused with the other, and forgotten */
        loophole_solver_assume(s, 0);
        CHECK(refused(loophole_solver_solve(s, &error) != LOOPHOLE_ERROR, &error, "literal number 1 of 1, 0"));
        CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE && loophole_solver_value(s, 2) == 1);
        loophole_solver_clause(s, none, 2);
        loophole_solver_clause(s, lowest, 1);
        CHECK(refused(loophole_solver_solve(s, &error) != LOOPHOLE_ERROR, &error, "literal number 2 of 2, 0"));
        CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE);
        CHECK(loophole_solver_value(s, INT32_MIN) == 0 && loophole_solver_value(s, INT32_MAX) == 0);
        loophole_sink_guard(loophole_solver_sink(s), INT32_MIN);
        CHECK(refused(loophole_sink_clause(loophole_solver_sink(s), a, 2, &error), &error, "-2147483648"));
        loophole_solver_assume(s, INT32_MIN);
        loophole_solver_free(s);
    }
    CHECK(refused(loophole_solver_open("kaddical", 0, &error) != NULL, &error, "cadical"));
    loophole_sink *s = loophole_sink_buffer(0);
    for (int p = 0; p < 5; p++) { /* five pigeons, four holes */
        int in[4], out[2];
        for (int h = 0; h < 4; h++) in[h] = 1 + 4 * p + h;
        loophole_sink_clause(s, in, 4, NULL);
        for (int h = 0; h < 4; h++)
            for (int r = 0; r < p; r++) {
                out[0] = -(1 + 4 * p + h);
                out[1] = -(1 + 4 * r + h);
                loophole_sink_clause(s, out, 2, NULL);
            }
    }
    char *proof = NULL;
    size_t bytes = 0;
    int64_t needed = 0;
    CHECK(loophole_sink_prove(s, &proof, &bytes, &error) == LOOPHOLE_UNSATISFIABLE && bytes > 0);
    CHECK(loophole_sink_check_proof(s, proof, bytes, &needed, &error) && needed == 45);
    CHECK(refused(loophole_sink_check_proof(s, "1 0\n", 4, NULL, &error), &error, "."));
    loophole_free(proof);
    loophole_sink_free(s);
    s = loophole_sink_new(0, NULL, NULL);
    CHECK(
        refused(loophole_sink_prove(s, &proof, &bytes, &error) == LOOPHOLE_UNSATISFIABLE, &error, "stores no clauses"));
    loophole_sink_free(s);
}

/* A solver that says that all variables are true, whatever is added and assumed. */
static void liars(void)
{
    static const char liar[] = "process:awk '/^p/ { n = $3 } END { print \"s SATISFIABLE\"; printf \"v\"; "
                               "while (n) printf \" %d\", n--; print \" 0\" }'";
    static const char *const searches[] = {"core", "mixed", "bisect", "down-assume"};
    char *error = NULL;
    const int clause[] = {1, 2};
    loophole_solver *s = loophole_solver_open(liar, 0, NULL);
    loophole_solver_clause(s, clause, 2);
    CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE);
    loophole_solver_assume(s, -2);
    CHECK(refused(loophole_solver_solve(s, &error) != LOOPHOLE_ERROR, &error, "break an assumption"));
    CHECK(loophole_solver_value(s, 2) == 0);
    CHECK(loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE && loophole_solver_value(s, 2) == 1);
    loophole_solver_free(s);
    s = loophole_solver_open("process:false", 0, NULL);
    CHECK(loophole_solver_solve(s, &error) == LOOPHOLE_ERROR && loophole_error_code(error) == LOOPHOLE_CODE_SOLVER);
    loophole_free(error);
    error = NULL;
    loophole_solver_free(s);
    loophole_model *m = loophole_model_parse("wcnf", "h 1 2 0\n3 -1 0\n4 -2 0\n", NULL);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        loophole_problem *q = loophole_problem_new(m);
        CHECK(loophole_problem_set(q, "solver", liar, NULL) && loophole_problem_set(q, "search", searches[i], NULL));
        CHECK(refused(loophole_problem_solve(q, &error) != LOOPHOLE_ERROR, &error, "break an assumption"));
        loophole_problem_free(q);
    }
    loophole_model_free(m);
}

/* ---- memory that is out, and threads --------------------------------------------------------------------------- */

static jmp_buf out;
static char said[200];
static void failed(void *state, enum loophole_failure what, const char *sentence)
{
    CHECK(state == said && what == LOOPHOLE_MACHINE);
    snprintf(said, sizeof said, "%s", sentence);
    longjmp(out, 1);
}

static void out_of_memory(void)
{
    loophole_on_failure(failed, said);
    loophole_sink *s = loophole_sink_new(INT32_MAX, NULL, NULL);
    if (!setjmp(out)) {
        loophole_sink_var(s);
        CHECK(!"there is a variable behind the last one");
    }
    CHECK(strstr(said, "2147483647 variables"));
    loophole_sink_free(s);
    loophole_on_failure(NULL, NULL);
}

static void *board(void *side)
{
    const char *word[] = {(const char *)side};
    loophole_model *m = loophole_model_puzzle("gunport", 1, word, NULL, NULL);
    loophole_problem *q = loophole_problem_new(m);
    int64_t v = 0;
    loophole_problem_set(q, "search", "down", NULL);
    loophole_problem_solve(q, NULL);
    loophole_problem_objective(q, &v);
    loophole_problem_free(q);
    loophole_model_free(m);
    return (void *)(intptr_t)v;
}

static void threads(void)
{
    char side[2][4] = {"6x6", "7x7"};
    pthread_t t[2];
    void *v[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, board, side[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], &v[i]);
    CHECK((intptr_t)v[0] == 12 && (intptr_t)v[1] == 15);
}

/* x + y <= 4 for x, y in 1..4; a literal that means x > 2; three cells of a path, connected. */
static void integers(void)
{
    loophole_model *m = loophole_model_new();
    char *error = NULL;
    int x = loophole_model_int(m, "x", 1, 4, NULL, &error), y = loophole_model_int(m, NULL, 1, 4, "order", &error);
    int big = loophole_model_derived(m, "big", &error), cell[3];
    const int both[] = {x, y}, path[] = {0, 1, 1, 2}, outside[] = {0, 3};
    int64_t ones[] = {1, 1}, value = 0, n = 0;
    CHECK(x == 0 && y == 1 && loophole_model_ints(m) == 2 && !strcmp(loophole_model_int_name(m, 1), "i2"));
    CHECK(!loophole_model_int_name(m, 2) && loophole_model_int(m, "z", 2, 1, NULL, &error) == -1 && error);
    loophole_free(error);
    error = NULL;
    CHECK(loophole_model_linear(m, NULL, NULL, 0, both, ones, 2, INT64_MIN, 4, &error));
    CHECK(loophole_model_reify(m, big, &error) &&
          loophole_model_linear(m, NULL, NULL, 0, &x, ones, 1, 3, INT64_MAX, &error));
    for (int i = 0; i < 3; i++) cell[i] = loophole_model_var(m, NULL, &error);
    CHECK(loophole_model_connected(m, cell, 3, path, 2, &error));
    CHECK(loophole_model_reached(m, cell, 3, path, 2, 1, 2, &error));
    CHECK(!loophole_model_connected(m, cell, 3, outside, 1, &error) && error);
    loophole_free(error);
    error = NULL;
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_problem_count(q, 0, false, NULL, NULL, &n, &error) == LOOPHOLE_SATISFIABLE && n == 6 * 5);
    CHECK(loophole_model_clause(m, &big, 1, &error) && loophole_problem_solve(q, &error) == LOOPHOLE_SATISFIABLE);
    CHECK(loophole_problem_int(q, x, &value) && value == 3 && loophole_problem_int(q, y, &value) && value == 1);
    CHECK(!loophole_problem_int(q, 2, &value));
    int lits[9] = {0};
    int64_t values[3] = {9, 9, 9};
    CHECK(loophole_problem_ints(q, values, 3) == 2 && values[0] == 3 && values[1] == 1 && values[2] == 9);
    CHECK(loophole_problem_lits(q, NULL, 0) == loophole_model_vars(m) && loophole_problem_lits(q, lits, 1) >= 4);
    CHECK(lits[0] == 1 * loophole_problem_value(q, 1) && !lits[1]);
    int late = loophole_model_var(m, NULL, &error);
    CHECK(loophole_model_int(m, "late", 0, 1, NULL, &error) == 2 && !loophole_problem_value(q, late));
    CHECK(!loophole_problem_int(q, 2, &value) && loophole_problem_ints(q, NULL, 0) == 2);
    q = (loophole_problem_free(q), loophole_problem_new(m));
    CHECK(loophole_problem_ints(q, values, 3) == -1 && loophole_problem_lits(q, lits, 9) == -1);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* Two cells with different values from 1 to 3: a puzzle needs both values. */
static void makes_a_puzzle(void)
{
    char *error = NULL;
    int64_t value[2], n;
    int x, integer, cells[2];
    loophole_model *m = loophole_model_new();
    for (int i = 0; i < 2; i++) cells[i] = loophole_model_int(m, NULL, 1, 3, NULL, &error);
    CHECK(loophole_model_all_different(m, cells, NULL, 2, &error));
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_problem_generate(q, 1, &error) == LOOPHOLE_ERROR && error);
    loophole_free(error);
    error = NULL;
    CHECK(refused(loophole_model_given(m, 0, 7, NULL, &error), &error, "7"));
    for (int i = 0; i < 2; i++) CHECK(loophole_model_given(m, 0, cells[i], NULL, &error));
    CHECK(loophole_problem_count(q, 0, false, NULL, NULL, &n, &error) == LOOPHOLE_SATISFIABLE && n == 6);
    CHECK(loophole_problem_generate(q, 1, &error) == LOOPHOLE_SATISFIABLE);
    for (int i = 0; i < 2; i++)
        CHECK(loophole_model_given_at(m, i, &x, &integer, &value[i]) && !x && integer == cells[i] && value[i] >= 1);
    CHECK(!loophole_model_given_at(m, 2, &x, &integer, value) && value[0] != value[1]);
    CHECK(loophole_problem_count(q, 0, false, NULL, NULL, &n, &error) == LOOPHOLE_SATISFIABLE && n == 1);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* A model that changes while its solutions are listed, and a value that is given twice. */
static void changes_while_listed(void)
{
    char *error = NULL;
    loophole_model *m = loophole_model_new();
    const int a = loophole_model_var(m, "a", &error), not_a = -a;
    const int64_t one = 1, zero = 0;
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_problem_next(q, &error) == LOOPHOLE_SATISFIABLE);
    int unknown[] = {9};
    CHECK(refused(loophole_model_clause(m, unknown, 1, &error), &error, "9"));
    CHECK(loophole_problem_next(q, &error) == LOOPHOLE_SATISFIABLE);
    CHECK(loophole_model_clause(m, &a, 1, &error));
    CHECK(loophole_problem_next(q, &error) == LOOPHOLE_ERROR && loophole_error_code(error) == LOOPHOLE_CODE_ARGUMENT &&
          strstr(error, "changed"));
    loophole_free(error);
    error = NULL;
    CHECK(loophole_problem_solve(q, &error) == LOOPHOLE_SATISFIABLE);
    CHECK(loophole_problem_next(q, &error) == LOOPHOLE_SATISFIABLE && loophole_problem_value(q, a) == 1);
    CHECK(loophole_problem_next(q, &error) == LOOPHOLE_UNSATISFIABLE);
    loophole_model_var(m, "late", &error);
    CHECK(refused(loophole_problem_next(q, &error) != LOOPHOLE_ERROR, &error, "changed"));
    CHECK(loophole_model_given(m, a, 0, &one, &error) && loophole_model_given(m, a, 0, NULL, &error));
    CHECK(loophole_model_given(m, not_a, 0, &zero, &error));
    CHECK(refused(loophole_model_given(m, a, 0, &zero, &error), &error, "given already"));
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* Different integers of a table with the largest sum of x + 2 y; the three loops of a square with a diagonal. */
static void tables_and_loops(void)
{
    loophole_model *m = loophole_model_new();
    char *error = NULL;
    const int both[] = {loophole_model_int(m, "x", 0, 9, NULL, &error), loophole_model_int(m, "y", 0, 9, NULL, &error)};
    const int64_t rows[] = {1, 2, 4, 4, 3, 2, 4, 0}, weights[] = {1, 2}, offsets[] = {0, 1};
    int64_t x = -1, y = -1, value = 0, n = 0;
    CHECK(loophole_model_table(m, both, 2, rows, 4, &error) && loophole_model_all_different(m, both, NULL, 2, &error));
    CHECK(loophole_model_all_different(m, both, offsets, 2, &error)); /* y + 1 is not x */
    CHECK(loophole_model_optimize(m, true, NULL, NULL, 0, both, weights, 2, 10, &error));
    CHECK(loophole_model_optimize(m, true, NULL, NULL, 0, both, weights, 2, 10, &error));
    CHECK(refused(loophole_model_table(m, both, 2, rows, -1, &error), &error, ""));
    loophole_problem *q = loophole_problem_new(m);
    CHECK(loophole_model_int_range(m, both[0], &x, &y, &error) && x <= y);
    CHECK(refused(loophole_model_int_range(m, -1, &x, &y, &error), &error, "no integer -1"));
    CHECK(loophole_problem_solve(q, &error) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &value) &&
          value == 15);
    char *json = loophole_problem_text(q, "json", &error);
    loophole_model *twin = json ? loophole_model_parse("json", json, &error) : NULL;
    loophole_problem *same = twin ? loophole_problem_new(twin) : NULL;
    CHECK(same && loophole_problem_solve(same, &error) == LOOPHOLE_OPTIMAL);
    char *rewritten = loophole_problem_text(same, "json", &error);
    CHECK(rewritten && !strcmp(rewritten, json));
    loophole_free(rewritten);
    loophole_free(json);
    loophole_problem_free(same);
    loophole_model_free(twin);
    CHECK(loophole_problem_int(q, both[0], &x) && loophole_problem_int(q, both[1], &y) && x == 1 && y == 2);
    loophole_problem_free(q);
    loophole_model_free(m);
    makes_a_puzzle();
    changes_while_listed();

    const int end[] = {0, 1, 1, 2, 2, 3, 3, 0, 0, 2};
    int edge[5], through[4];
    m = loophole_model_new();
    for (int i = 0; i < 5; i++) edge[i] = loophole_model_var(m, NULL, &error);
    CHECK(loophole_model_loop(m, edge, end, 5, 4, through, &error));
    q = loophole_problem_new(m);
    CHECK(loophole_problem_count(q, 0, false, NULL, NULL, &n, &error) == LOOPHOLE_SATISFIABLE && n == 3);
    CHECK(refused(loophole_model_picture(m, "cell 0 0 x1 line north", &error), &error, "begins with a line 'grid"));
    CHECK(loophole_model_picture(m, "grid 1 1", &error) && loophole_model_picture(m, "cell 0 0 x1 line north", &error));
    char *drawing = loophole_problem_drawing(q, NULL, true, &error), *kept = loophole_problem_text(q, "opb", &error);
    CHECK(drawing && strchr(drawing, '.') && kept && strstr(kept, "* picture cell 0 0 x1 line north\n"));
    loophole_free(drawing);
    loophole_free(kept);
    CHECK(loophole_model_text(m, "title", "One", &error) && loophole_model_text(m, "title", "Two", &error));
    CHECK((kept = loophole_problem_text(q, "json", &error)) && strstr(kept, "\"title\": \"Two\"") &&
          !strstr(kept, "One"));
    loophole_free(kept);
    CHECK(loophole_model_clause(m, through, 1, &error) && loophole_model_clause(m, &through[1], 1, &error));
    CHECK(loophole_problem_count(q, 0, false, NULL, NULL, &n, &error) == LOOPHOLE_SATISFIABLE && n == 2);
    loophole_problem_free(q);
    loophole_model_free(m);
}

/* p q = 36, p // q = 4, 2 ** q = 8, max(p, q) - min(p, q) = 9, and p is entry q of 3, 1, 7, p. */
static void functions(void)
{
    loophole_model *m = loophole_model_new();
    char *error = NULL;
    const int64_t odd[] = {12, 3, 5, 3}, one[] = {1, -1};
    int p = loophole_model_int_of(m, "p", odd, 4, NULL, &error), q = loophole_model_int(m, "q", -3, 3, NULL, &error);
    int c[] = {3, 1, 7, 2}, pq[] = {p, q};
    for (int i = 0; i < 4; i++) c[i] = loophole_model_int(m, NULL, c[i], c[i], NULL, &error);
    const struct {
        const char *name;
        int x, y, n;
        int64_t value;
    } all[] = {{"*", p, q, 2, 36}, {"//", p, q, 2, 4}, {"**", c[3], q, 2, 8}, {"%", q, p, 2, 3}, {"abs", p, 0, 1, 12}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const int of[] = {all[i].x, all[i].y};
        int z = loophole_model_function(m, all[i].name, of, all[i].n, &error);
        CHECK(z >= 0 && loophole_model_linear(m, NULL, NULL, 0, &z, NULL, 1, all[i].value, all[i].value, &error));
    }
    const int ends[] = {loophole_model_function(m, "max", pq, 2, &error),
                        loophole_model_function(m, "min", pq, 2, &error)};
    CHECK(loophole_model_linear(m, NULL, NULL, 0, ends, one, 2, 9, 9, &error));
    c[3] = p;
    CHECK(loophole_model_element(m, q, c, 4, p, &error));
    CHECK(refused(loophole_model_function(m, "mod", pq, 2, &error) >= 0, &error, "abs"));
    int64_t n = 0, value = 0;
    loophole_problem *problem = loophole_problem_new(m);
    CHECK(loophole_problem_count(problem, 0, true, NULL, NULL, &n, &error) == LOOPHOLE_SATISFIABLE && n == 1);
    CHECK(loophole_problem_int(problem, p, &value) && value == 12);
    loophole_problem_free(problem);
    loophole_model_free(m);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "threads")) {
        threads();
        return wrong != 0;
    }
    int formats = 0;
    while (loophole_format(formats)) formats++;
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", LOOPHOLE_VERSION_MAJOR, LOOPHOLE_VERSION_MINOR,
             LOOPHOLE_VERSION_PATCH);
    CHECK(!strcmp(loophole_version(), version) && loophole_version_number() == LOOPHOLE_VERSION_NUMBER);
    struct {
        size_t size;
        const char *name, *after;
    } short_claims = {2 * sizeof(size_t), NULL, version};
    CHECK(loophole_encoder(0, (struct loophole_claims *)&short_claims) && short_claims.after == version);
    CHECK(formats > 5 && !loophole_format(-1) && !strcmp(loophole_format(0), "cnf"));
    groups();
    symmetry();
    objectives();
    conditions();
    formulas();
    refusals();
    names_and_weights();
    encoders();
    sinks();
    counters();
    model_and_problem();
    integers();
    tables_and_loops();
    functions();
    puzzles();
    limits();
    encoding();
    comparisons();
    certificates();
    solvers();
    liars();
    out_of_memory();
    threads();
    puts(wrong ? "wrong" : "all right");
    return wrong != 0;
}
