/* Conditions, a soft constraint, an objective that replaces another, a hint, and assumptions on a
 * problem.
 *
 *     cc conditions.c $(pkg-config --cflags --libs loophole) -o conditions && ./conditions
 *     cost 3, cheap -1
 *     failed: fly 1, cheap 1, night 0
 *     code 1: Invalid literal 99: the model has 5 variables. */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    const int64_t price[] = {3, 1}, km[] = {1, 6};
    char *error = NULL;
    loophole_model *m = loophole_model_new();
    int fly = loophole_model_var(m, "fly", NULL), drive = loophole_model_var(m, "drive", NULL);
    int night = loophole_model_var(m, "night", NULL), cheap = loophole_model_var(m, "cheap", NULL);
    const int way[] = {fly, drive}, stay[] = {night}, no_night[] = {-night};
    loophole_model_card(m, way, 2, 1, 1, NULL);
    loophole_model_implied_by(m, drive, NULL); /* if we drive, we stay a night */
    loophole_model_clause(m, stay, 1, NULL);
    loophole_model_reify(m, cheap, NULL); /* cheap: true if and only if the price is at most 2 */
    loophole_model_pb(m, way, price, 2, INT64_MIN, 2, NULL);
    loophole_model_soft(m, 4, NULL); /* a night costs 4 */
    loophole_model_clause(m, no_night, 1, NULL);
    loophole_model_minimize(m, way, km, 2, 0, NULL);
    loophole_model_minimize(m, way, price, 2, 0, NULL); /* replaces the kilometers */
    loophole_problem *q = loophole_problem_new(m);
    int64_t cost;
    loophole_problem_hint(q, fly, NULL);
    if (loophole_problem_solve(q, NULL) == LOOPHOLE_OPTIMAL && loophole_problem_objective(q, &cost))
        printf("cost %d, cheap %d\n", (int)cost, loophole_problem_value(q, cheap));
    loophole_problem_assume(q, fly, NULL);
    loophole_problem_assume(q, cheap, NULL);
    loophole_problem_assume(q, night, NULL);
    if (loophole_problem_solve(q, NULL) == LOOPHOLE_UNSATISFIABLE)
        printf("failed: fly %d, cheap %d, night %d\n", loophole_problem_failed(q, fly),
               loophole_problem_failed(q, cheap), loophole_problem_failed(q, night));
    if (!loophole_problem_assume(q, 99, &error)) printf("code %d: %s\n", loophole_error_code(error), error);
    loophole_free(error);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
