/* Call a SAT solver with assumptions, and find out which of them cannot hold together.
 *
 *     cc assumptions.c $(pkg-config --cflags --libs loophole) -o assumptions && ./assumptions
 *     with 1: 2 is -1, 3 is 1
 *     core: 1 1, 4 0, -3 1 */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    const int a[] = {-1, -2}, b[] = {2, 3};
    loophole_solver *s = loophole_solver_open("cadical", 0, NULL);
    loophole_solver_clause(s, a, 2);
    loophole_solver_clause(s, b, 2);
    loophole_solver_assume(s, 1);
    if (loophole_solver_solve(s, NULL) == LOOPHOLE_SATISFIABLE)
        printf("with 1: 2 is %d, 3 is %d\n", loophole_solver_value(s, 2), loophole_solver_value(s, 3));
    loophole_solver_assume(s, 1);
    loophole_solver_assume(s, 4);
    loophole_solver_assume(s, -3);
    if (loophole_solver_solve(s, NULL) == LOOPHOLE_UNSATISFIABLE)
        printf("core: 1 %d, 4 %d, -3 %d\n", loophole_solver_failed(s, 1), loophole_solver_failed(s, 4),
               loophole_solver_failed(s, -3));
    loophole_solver_free(s);
    return 0;
}
