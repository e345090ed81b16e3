/* Find the rules that cannot hold together.
 *
 *     cc explain.c $(pkg-config --cflags --libs loophole) -o explain && ./explain
 *     - two of them come
 *     - Ann and Bob do not meet
 *     - Cem is away */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    bool minimal;
    loophole_model *m = loophole_model_new();
    int ann = loophole_model_var(m, "ann", NULL), bob = loophole_model_var(m, "bob", NULL),
        cem = loophole_model_var(m, "cem", NULL);
    const int all[] = {ann, bob, cem}, apart[] = {-ann, -bob}, away[] = {-cem}, host[] = {ann};
    loophole_model_rule(m, "two of them come", NULL);
    loophole_model_card(m, all, 3, 2, INT64_MAX, NULL);
    loophole_model_rule(m, "Ann and Bob do not meet", NULL);
    loophole_model_clause(m, apart, 2, NULL);
    loophole_model_rule(m, "Ann is the host", NULL);
    loophole_model_clause(m, host, 1, NULL);
    loophole_model_rule(m, "Cem is away", NULL);
    loophole_model_clause(m, away, 1, NULL);
    loophole_problem *q = loophole_problem_new(m);
    if (loophole_problem_explain(q, &minimal, NULL) == LOOPHOLE_UNSATISFIABLE)
        for (int i = 0; loophole_problem_reason(q, i); i++) printf("- %s\n", loophole_problem_reason(q, i));
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
