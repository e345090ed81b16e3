/* Write a model of integers with its names as JSON, and read it back. The format "json" keeps a
 * model as it was declared.
 *
 *     cc keep.c $(pkg-config --cflags --libs loophole) -o keep && ./keep
 *     Ann's age is 82, from 10 to 90
 *     Bob's age is 40, from 10 to 40
 *     code 2 */
#include <loophole.h>

#include <stdio.h>

int main(void)
{
    const int64_t one[] = {1, -1};
    int64_t value, lo, hi;
    char *error = NULL;
    loophole_model *m = loophole_model_new();
    const int age[] = {loophole_model_int(m, "Ann's age", 10, 90, NULL, NULL),
                       loophole_model_int(m, "Bob's age", 10, 40, NULL, NULL)};
    loophole_model_rule(m, "Ann is 42 years older", NULL);
    loophole_model_linear(m, NULL, NULL, 0, age, one, 2, 42, 42, NULL);
    loophole_model_optimize(m, true, NULL, NULL, 0, age, (const int64_t[]){0, 1}, 2, 0, NULL);
    loophole_problem *q = loophole_problem_new(m);
    char *text = loophole_problem_text(q, "json", NULL);
    loophole_model *again = loophole_model_parse("json", text, NULL);
    loophole_problem *r = loophole_problem_new(again);
    if (loophole_problem_solve(r, NULL) == LOOPHOLE_OPTIMAL)
        for (int i = 0; i < loophole_model_ints(again); i++)
            if (loophole_problem_int(r, i, &value) && loophole_model_int_range(again, i, &lo, &hi, NULL))
                printf("%s is %d, from %d to %d\n", loophole_model_int_name(again, i), (int)value, (int)lo, (int)hi);
    if (!loophole_model_parse("json", "{", &error)) printf("code %d\n", loophole_error_code(error));
    loophole_free(error);
    loophole_free(text);
    loophole_problem_free(r);
    loophole_model_free(again);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
