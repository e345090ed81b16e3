/* Solve a puzzle, and verify a solution against its rules.
 *
 *     cc verify.c $(pkg-config --cflags --libs loophole) -o verify && ./verify
 *     solution: 2x16 4x17
 *     The shots add up to 97, not to the target 100. */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    const char *const words[] = {"100", "16", "17", "23", "24", "39", "40"};
    char *error = NULL;
    loophole_model *m = loophole_model_puzzle("archer", 7, words, NULL, &error);
    if (!m) return fprintf(stderr, "%s\n", error), 1;
    loophole_problem *q = loophole_problem_new(m);
    loophole_problem_solve(q, NULL);
    printf("solution: %s", loophole_problem_solution(q));
    if (!loophole_problem_verify(q, "2x40 1x17", NULL, &error)) puts(error);
    loophole_free(error);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
