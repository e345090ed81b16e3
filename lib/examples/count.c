/* Count the solutions, with and without a limit, and enumerate them one by one.
 *
 *     cc count.c $(pkg-config --cflags --libs loophole) -o count && ./count
 *     3 solutions
 *     1 solution, a v line; there may be more
 *     3 times loophole_problem_next */
#include <loophole.h>

#include <stdio.h>

static void keep_kind(void *state, const char *solution)
{
    const char **last = state;
    *last = solution[0] == 'v' ? "a v line" : "something else"; /* the text is valid during this call */
}

int main(void)
{
    int x[3];
    int64_t solutions;
    const char *last = "nothing";
    loophole_model *m = loophole_model_new();
    for (int i = 0; i < 3; i++) x[i] = loophole_model_var(m, NULL, NULL);
    loophole_model_card(m, x, 3, 1, 1, NULL);
    loophole_problem *q = loophole_problem_new(m);
    loophole_problem_count(q, 0, false, NULL, NULL, &solutions, NULL);
    printf("%d solutions\n", (int)solutions);
    if (loophole_problem_count(q, 1, false, keep_kind, &last, &solutions, NULL) == LOOPHOLE_UNKNOWN)
        printf("%d solution, %s; there may be more\n", (int)solutions, last);
    for (solutions = 0; loophole_problem_next(q, NULL) == LOOPHOLE_SATISFIABLE; solutions++) {}
    printf("%d times loophole_problem_next\n", (int)solutions);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
