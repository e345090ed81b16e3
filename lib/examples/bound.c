/* Move the bound of a counter, which is encoded once: how few of five literals on a circle are true
 * if one of each two neighbors is? A bound outside the counter's range is refused.
 *
 *     cc bound.c $(pkg-config --cflags --libs loophole) -o bound && ./bound
 *     The bound is outside those that the counter was made for; widen it first.
 *     at most 3: yes
 *     at most 2: no */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    const int x[] = {1, 2, 3, 4, 5}, edge[][2] = {{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 1}};
    char *error = NULL;
    int n;
    loophole_solver *s = loophole_solver_open("cadical", 0, NULL);
    loophole_sink *sink = loophole_solver_sink(s);
    loophole_counter *c = loophole_counter_new(sink, NULL, x, NULL, 5, LOOPHOLE_UP, 0, 4, NULL);
    for (int i = 0; i < 5; i++) loophole_solver_clause(s, edge[i], 2);
    if (!loophole_counter_at_most(c, 4, &n, &error)) puts(error);
    loophole_free(error);
    for (int k = 3; k >= 0; k--) {
        const int *bound = loophole_counter_at_most(c, k, &n, NULL);
        for (int i = 0; i < n; i++) loophole_solver_assume(s, bound[i]);
        bool found = loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE;
        printf("at most %d: %s\n", k, found ? "yes" : "no");
        if (!found) break;
    }
    loophole_counter_free(c);
    loophole_solver_free(s);
    return 0;
}
