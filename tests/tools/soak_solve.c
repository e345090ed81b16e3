/* Solves, counts and explains over and over in one process: soak_solve SECONDS. Every answer must be the first
 * one's, and
 * the memory must not grow: "rounds N, resident from A to B kB". */
#include "base/clock.h"
#include "testlib/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command asks = {.name = "soak", .takes = TAKES_PROBLEM | TAKES_CHOICES};

enum { WORDS = 12, WARM = 50 };
enum task { SOLVE, COUNT, EXPLAIN };
static const struct {
    enum task task;
    const char *words;
} questions[] = {
    {SOLVE, "gunport 6x6"},
    {SOLVE, "gunport 5x6 --formulation monomino --card totalizer --search bisect --solver picosat"},
    {SOLVE, "gunport 5x5 --formulation matching --search core"},
    {SOLVE, "fivers 7"},
    {SOLVE, "squarest 50 3 6 9 12 15 30 21 25 27 30"},
    {SOLVE, "archer 100 16 17 23 24 39 40 --objective shots"},
    {SOLVE, "cans"},
    {SOLVE, "tank 4 --formulation unary"},
    {COUNT, "tank 4"},
    {COUNT, "gunport 4x5"},
    {COUNT, "squarest 50 25 27 3 12 6 15 9 30 21 19 --break-symmetry no"},
    {EXPLAIN, "tank 3"},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static void soak_solve_ask(const struct request *r, enum task task, struct text *out)
{
    struct answer a = {0};
    if (task == COUNT) {
        struct solution_count c = {.symmetric = true};
        search_count(&r->stated.problem, &c, &a);
        text_add(out, "%lld %lld %d", (long long)c.solutions, (long long)c.orbits, c.complete);
    } else if (task == EXPLAIN) {
        struct reasons why;
        search_explain(&r->stated.problem, false, &why, &a);
        text_add(out, "%d %d %d", a.status, why.n, why.minimal);
        search_reasons_release(&why);
    } else {
        search_solve(&r->stated.problem, &a);
        text_add(out, "%d %d %lld", a.status, a.has_objective, (long long)a.objective_value);
    }
    text_add(out, " %s", text_string(&a.err));
    answer_release(&a);
}

static void soak_solve_once(int i, struct text *out)
{
    char words[200], *argv[WORDS];
    int argc = 0, status;
    struct request r;
    snprintf(words, sizeof words, "%s", questions[i].words);
    for (char *w = strtok(words, " "); w && argc < WORDS; w = strtok(NULL, " ")) argv[argc++] = w;
    if (!request_parse(&r, &asks, argc, argv, &status)) exit(1);
    soak_solve_ask(&r, questions[i].task, out);
    request_release(&r);
}

int main(int argc, char **argv)
{
    double end = clock_wall() + (argc > 1 ? strtod(argv[1], NULL) : 10);
    struct text first[QUESTIONS] = {0};
    long rounds = 0, warm = 0;
    for (; clock_wall() < end; rounds++)
        for (int i = 0; i < QUESTIONS; i++) {
            struct text now = {0};
            soak_solve_once(i, &now);
            if (!rounds) text_put(&first[i], text_string(&now));
            if (strcmp(text_string(&first[i]), text_string(&now))) {
                printf("round %ld, %s: %s, but first %s\n", rounds, questions[i].words, now.s, first[i].s);
                return 1;
            }
            text_release(&now);
            if (rounds == WARM) warm = clock_resident_kb();
        }
    for (int i = 0; i < QUESTIONS; i++) text_release(&first[i]);
    long now = clock_resident_kb();
    printf("rounds %ld, resident from %ld to %ld kB\n", rounds, warm, now);
    return warm && now > warm + warm / 4 + 4096;
}
