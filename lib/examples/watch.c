/* Set a limit, watch the progress, and stop the search from the callback.
 *
 *     cc watch.c $(pkg-config --cflags --libs loophole) -o watch && ./watch
 *     stopped with at least 60: 1, and at most as many as proved: 1 */
#include <loophole.h>

#include <stdio.h>

static void stop_at_60(void *state, const loophole_problem *q)
{
    int64_t value;
    (void)state;
    if (loophole_problem_objective(q, &value) && value >= 60) loophole_problem_cancel((loophole_problem *)q);
}

int main(void)
{
    const char *const words[] = {"20x20"};
    int64_t value, upper;
    loophole_model *m = loophole_model_puzzle("gunport", 1, words, NULL, NULL);
    loophole_problem *q = loophole_problem_new(m);
    loophole_problem_set(q, "time-limit", "20", NULL);
    loophole_problem_set(q, "search", "down", NULL);
    loophole_problem_set(q, "formulation", "monomino", NULL);
    loophole_problem_on_progress(q, stop_at_60, NULL);
    if (loophole_problem_solve(q, NULL) == LOOPHOLE_UNKNOWN && loophole_problem_objective(q, &value) &&
        loophole_problem_upper(q, &upper))
        printf("stopped with at least 60: %d, and at most as many as proved: %d\n", value >= 60, value <= upper);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
