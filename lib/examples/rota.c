/* A rota for six nurses and seven days: two work by day, one by night; no shift on the day after a
 * night; at most five shifts each; minimal regret. Then explains why four nurses are too few.
 *
 *     cc rota.c $(pkg-config --cflags --libs loophole) -o rota && ./rota */
#include <loophole.h>

#include <stdio.h>
#include <stdlib.h>

enum { NURSES = 6, DAYS = 7, SHIFTS = 2 };

static void rota_must(bool ok, char *error)
{
    if (ok) return;
    fprintf(stderr, "rota: %s\n", error);
    exit(1);
}

static loophole_model *rota(int nurses, int work[NURSES][DAYS][SHIFTS])
{
    static const char *const shift[SHIFTS] = {"day", "night"};
    loophole_model *m = loophole_model_new();
    char name[60], *error = NULL;
    int x[NURSES * DAYS * SHIFTS], n;
    for (int p = 0; p < nurses; p++)
        for (int d = 0; d < DAYS; d++)
            for (int s = 0; s < SHIFTS; s++) {
                snprintf(name, sizeof name, "%c%d %s", 'A' + p, d + 1, shift[s]);
                work[p][d][s] = loophole_model_var(m, name, NULL);
            }
    for (int d = 0; d < DAYS; d++)
        for (int s = 0; s < SHIFTS; s++) {
            snprintf(name, sizeof name, "day %d has %d by %s", d + 1, SHIFTS - s, shift[s]);
            loophole_model_rule(m, name, NULL);
            for (n = 0; n < nurses; n++) x[n] = work[n][d][s];
            rota_must(loophole_model_card(m, x, n, SHIFTS - s, SHIFTS - s, &error), error);
        }
    for (int p = 0; p < nurses; p++) {
        snprintf(name, sizeof name, "%c works once a day, and rests after a night", 'A' + p);
        loophole_model_rule(m, name, NULL);
        for (int d = 0; d < DAYS; d++) {
            int once[2] = {-work[p][d][0], -work[p][d][1]};
            rota_must(loophole_model_clause(m, once, 2, &error), error);
            int rest[2] = {-work[p][d][1], d + 1 < DAYS ? -work[p][d + 1][0] : 0};
            if (rest[1]) rota_must(loophole_model_clause(m, rest, 2, &error), error);
        }
        snprintf(name, sizeof name, "%c works at most 5 shifts", 'A' + p);
        loophole_model_rule(m, name, NULL);
        n = 0;
        for (int d = 0; d < DAYS; d++)
            for (int s = 0; s < SHIFTS; s++) x[n++] = work[p][d][s];
        rota_must(loophole_model_card(m, x, n, 0, 5, &error), error);
    }
    return m;
}

int main(void)
{
    int work[NURSES][DAYS][SHIFTS], wish[4 * NURSES], wishes = 0;
    int64_t weight[4 * NURSES];
    char *error = NULL;
    loophole_model *m = rota(NURSES, work);
    for (int p = 0; p < NURSES; p++) /* working on days 6 and 7 costs regret */
        for (int i = 0; i < 4; i++) {
            wish[wishes] = work[p][5 + i / 2][i % 2];
            weight[wishes++] = 1 + p;
        }
    rota_must(loophole_model_minimize(m, wish, weight, wishes, 0, &error), error);
    loophole_problem *q = loophole_problem_new(m);
    rota_must(loophole_problem_set(q, "card", "totalizer", &error), error);
    enum loophole_status status = loophole_problem_solve(q, &error);
    rota_must(status == LOOPHOLE_OPTIMAL, error);
    int64_t regret = -1;
    loophole_problem_objective(q, &regret);
    printf("regret %d, proved optimal\n", (int)regret);
    for (int d = 0; d < DAYS; d++) {
        int count[SHIFTS] = {0, 0};
        for (int p = 0; p < NURSES; p++)
            for (int s = 0; s < SHIFTS; s++) count[s] += loophole_problem_value(q, work[p][d][s]) > 0;
        printf("day %d: %d by day, %d by night\n", d + 1, count[0], count[1]);
    }
    loophole_problem_free(q);
    loophole_model_free(m);

    m = rota(4, work);
    q = loophole_problem_new(m);
    bool minimal = false;
    status = loophole_problem_explain(q, &minimal, &error);
    rota_must(status == LOOPHOLE_UNSATISFIABLE, error);
    int reasons = 0;
    while (loophole_problem_reason(q, reasons)) reasons++;
    printf("with four: no rota; %d rules clash, %s\n", reasons, minimal ? "none of which can be left out" : "at most");
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
