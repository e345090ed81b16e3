/* Calls every library function that takes a literal with an invalid one, or with one far above
 * those in use. */
#include "odd.h"
#include "base/text.h"

#include "lib/loophole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int odd_literals[ODD_LITERALS] = {0,          INT32_MIN,          INT32_MAX,     -INT32_MAX,
                                        1000000000, INT32_MAX - 1,      INT32_MIN + 2, -1 - INT32_MAX / 2,
                                        9999,       -(INT32_MAX - 9999)};

static void odd_wrong_if(const struct odd *o, bool wrong, const char *call)
{
    if (wrong && !o->why->n) text_add(o->why, "%s does not take %d as it should.", call, o->x);
}

/* Checks the result of a call. An invalid literal must be rejected, and every failure has a
 * message. */
static bool odd_done(const struct odd *o, bool good, char **error, const char *call)
{
    odd_wrong_if(o, good && (!o->x || o->x == INT32_MIN), call);
    odd_wrong_if(o, good == (*error != NULL) || (*error && !**error), call);
    loophole_free(*error);
    *error = NULL;
    return good;
}

static void odd_sink(const struct odd *o)
{
    const int x[] = {1, o->x, 2, 3, 4, 5};
    const int64_t w[] = {1, 2, 3, 4, 5, 6};
    static const char *const card[] = {NULL, "seqcounter", "totalizer", "pairwise"};
    const int *lits, *start;
    char *error = NULL;
    int n;
    loophole_sink *s = loophole_sink_buffer(0);
    odd_done(o, loophole_sink_clause(s, x, 6, &error), &error, "encode_clause");
    for (int i = 0; i < 4; i++) {
        odd_done(o, loophole_sink_card(s, card[i], x, 6, 0, 3, &error), &error, "encode_card");
        odd_done(o, loophole_sink_card(s, card[i], x, 6, 0, 1, &error), &error, "encode_card");
    }
    odd_done(o, loophole_sink_pb(s, NULL, x, w, 6, 0, 10, &error), &error, "encode_pb");
    odd_done(o, loophole_sink_xor(s, "cut:4", x, 6, 1, &error), &error, "encode_xor");
    loophole_counter *c = loophole_counter_new(s, NULL, x, w, 6, LOOPHOLE_BOTH, 2, 5, &error);
    if (odd_done(o, c, &error, "counter_new")) {
        odd_wrong_if(o, !loophole_counter_at_most(c, 3, &n, NULL), "counter_at_most");
        odd_done(o, loophole_counter_widen(c, 1, 7, &error), &error, "counter_widen");
    }
    loophole_counter_free(c);
    int64_t kept = loophole_sink_kept(s, &lits, &start);
    for (int i = 0; i < start[kept]; i++)
        odd_wrong_if(o, !lits[i] || lits[i] == INT32_MIN || abs(lits[i]) > loophole_sink_vars(s), "sink_kept");
    loophole_sink_free(s);
}

/* A guard, and variables that are in use for something else. */
static void odd_taken(const struct odd *o)
{
    const int x[] = {1, 2, 3, 4, 5, 6};
    char *error = NULL;
    loophole_sink *s = loophole_sink_buffer(0);
    loophole_sink_guard(s, o->x);
    bool good = loophole_sink_card(s, "seqcounter", x, 6, 0, 2, &error);
    if (o->x)
        odd_done(o, good, &error, "sink_guard");
    else
        odd_wrong_if(o, !good, "sink_guard");
    loophole_sink_guard(s, 0);
    loophole_sink_take(s, o->x);
    good = loophole_sink_card(s, "seqcounter", x, 6, 0, 2, &error);
    odd_wrong_if(o, good == (error != NULL), "sink_take");
    loophole_free(error);
    loophole_sink_free(s);
}

static void odd_solver(const struct odd *o)
{
    const int x[] = {1, o->x, 2}, units[] = {1, -1};
    int64_t w[] = {1, 1, 1};
    bool is_literal = o->x && o->x != INT32_MIN;
    char *error = NULL;
    loophole_solver *s = loophole_solver_open(o->solver, 0, NULL);
    loophole_sink *sink = loophole_solver_sink(s);
    loophole_solver_clause(s, x, 3);
    odd_done(o, loophole_solver_solve(s, &error) != LOOPHOLE_ERROR, &error, "solver_add");
    loophole_solver_assume(s, o->x);
    odd_done(o, loophole_solver_solve(s, &error) != LOOPHOLE_ERROR, &error, "solver_assume");
    odd_done(o, loophole_sink_card(sink, NULL, x, 3, 0, 1, &error), &error, "encode_card");
    odd_done(o, loophole_sink_pb(sink, NULL, x, w, 3, 0, 1, &error), &error, "encode_pb");
    loophole_sink_guard(sink, o->x);
    if (is_literal) odd_done(o, loophole_sink_clause(sink, x, 1, &error), &error, "sink_guard");
    if (!is_literal && o->x) odd_wrong_if(o, loophole_sink_clause(sink, x, 1, NULL), "sink_guard");
    loophole_sink_guard(sink, 0);
    odd_wrong_if(o, loophole_solver_value(s, o->x), "solver_value before an answer");
    odd_wrong_if(o, loophole_solver_solve(s, NULL) != LOOPHOLE_SATISFIABLE, "solver_solve");
    int value = loophole_solver_value(s, o->x);
    odd_wrong_if(o, value < -1 || value > 1 || (!is_literal && value), "solver_value");
    loophole_solver_clause(s, units, 1);
    loophole_solver_assume(s, units[1]);
    odd_wrong_if(o, loophole_solver_solve(s, NULL) != LOOPHOLE_UNSATISFIABLE, "solver_solve");
    odd_wrong_if(o, loophole_solver_failed(s, o->x) && !is_literal, "solver_failed");
    loophole_sink_take(sink, o->x);
    bool good = loophole_sink_card(sink, "seqcounter", (int[]){1, 2, 3, 4}, 4, 0, 2, &error);
    odd_wrong_if(o, good == (error != NULL), "sink_take");
    loophole_free(error);
    loophole_solver_free(s);
}

static void odd_model(const struct odd *o)
{
    const int x[] = {1, o->x, 2};
    const int64_t w[] = {1, 2, 3};
    int y[2];
    char *error = NULL;
    loophole_model *m = loophole_model_new();
    loophole_model_var(m, NULL, NULL);
    loophole_model_var(m, NULL, NULL);
    bool any = odd_done(o, loophole_model_clause(m, x, 3, &error), &error, "clause");
    any |= odd_done(o, loophole_model_card(m, x, 3, 0, 1, &error), &error, "card");
    any |= odd_done(o, loophole_model_pb(m, x, w, 3, 0, 3, &error), &error, "pb");
    any |= odd_done(o, loophole_model_xor(m, x, 3, 1, &error), &error, "xor");
    any |= odd_done(o, loophole_model_count(m, x, 3, 2, y, &error), &error, "count_of");
    any |= odd_done(o, loophole_model_minimize(m, x, w, 3, 0, &error), &error, "minimize");
    any |= odd_done(o, loophole_model_maximize(m, x, w, 3, 0, &error), &error, "maximize");
    odd_wrong_if(o, any || loophole_model_constraints(m), "a model");
    odd_wrong_if(o, loophole_model_name(m, o->x), "name");
    loophole_problem *q = loophole_problem_new(m);
    odd_wrong_if(o, loophole_problem_value(q, o->x), "value");
    odd_wrong_if(o, loophole_problem_solve(q, NULL) != LOOPHOLE_SATISFIABLE || loophole_problem_value(q, o->x),
                 "value");
    loophole_problem_free(q);
    loophole_model_free(m);
}

static void odd_proof(const struct odd *o)
{
    const int x[] = {o->x}, not_x[] = {-1};
    char *error = NULL, *proof = NULL, progress[40];
    size_t bytes;
    loophole_sink *s = loophole_sink_buffer(0);
    loophole_sink_clause(s, x, 1, NULL);
    enum loophole_status status = loophole_sink_prove(s, &proof, &bytes, &error);
    odd_wrong_if(o, (status == LOOPHOLE_ERROR) != (error != NULL), "prove");
    loophole_free(error);
    error = NULL;
    loophole_sink_clause(s, not_x, 1, NULL);
    snprintf(progress, sizeof progress, "%d 0\n0\n", o->x);
    bool good = loophole_sink_check_proof(s, progress, strlen(progress), NULL, &error);
    odd_wrong_if(o, good || !error, "check_proof");
    loophole_free(error);
    loophole_free(proof);
    loophole_sink_free(s);
}

const struct odd_call odd_calls[ODD_CALLS] = {
    {odd_sink, false}, {odd_taken, false}, {odd_solver, true}, {odd_model, false}, {odd_proof, false}};
