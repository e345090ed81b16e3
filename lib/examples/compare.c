/* Find out whether there is one solution, and what all solutions have in common.
 *
 *     cc compare.c $(pkg-config --cflags --libs loophole) -o compare && ./compare
 *     several solutions
 *     ann: 1
 *     bob: 0
 *     guests: 8 to 9 */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    bool unique, value, open;
    int integer;
    int64_t lo, hi;
    const char *name;
    loophole_model *m = loophole_model_new();
    int ann = loophole_model_var(m, "ann", NULL), bob = loophole_model_var(m, "bob", NULL);
    int guests = loophole_model_int(m, "guests", 1, 9, NULL, NULL);
    const int host[] = {ann, -bob};
    const int64_t one = 1, three[] = {3, 3};
    loophole_model_clause(m, host, 1, NULL);
    /* 3 ann - 3 bob + guests is at least 11, so guests are 8 or 9 */
    loophole_model_linear(m, host, three, 2, &guests, &one, 1, 14, INT64_MAX, NULL);
    loophole_problem *q = loophole_problem_new(m);
    if (loophole_problem_unique(q, false, &unique, NULL) == LOOPHOLE_SATISFIABLE)
        printf("%s\n", unique ? "one solution" : "several solutions");
    loophole_problem_forced(q, false, NULL);
    for (int i = 0; (name = loophole_problem_forced_name(q, i, &value)); i++) printf("%s: %d\n", name, value);
    for (int i = 0; (name = loophole_problem_left(q, i, &integer, &lo, &hi, &open)); i++)
        printf("%s: %d to %d\n", name, (int)lo, (int)hi);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
