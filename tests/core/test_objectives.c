/* Objectives of other people's problems: every search against all assignments, on random sums and weights. */
#include "base/random.h"
#include "puzzles/parse.h"
#include "puzzles/puzzle.h"
#include "search/search.h"

#include "testlib/testlib.h"

enum { VARS = 12, ROWS = 24, TERMS = 5 };

/* Rows sum w x >= bound, of ones often enough that cores overlap; weights of few values, so that parts of them
 * are paid. */
struct stated_problem {
    int n, w[ROWS][TERMS], bound[ROWS], cost[VARS];
    lit x[ROWS][TERMS];
    int sets; /* so many sets of SET variables, of each of which at most one is true; what is false costs */
};
enum { SET = 4 };

static void wild_make(struct stated_problem *p, struct random *r, int sets)
{
    static const int level[] = {1, 40, 2000};
    p->sets = sets;
    p->n = 10 + random_below(r, ROWS - 9);
    for (int i = 0; i < p->n; i++) {
        int at = random_below(r, VARS), most = random_below(r, 4) ? 1 : 4, total = 0;
        for (int k = 0; k < TERMS; k++) {
            p->x[i][k] = ((at + k * (1 + i % 5 * 2 % 7)) % VARS + 1) * (random_below(r, 12) ? 1 : -1);
            p->w[i][k] = 1 + random_below(r, most);
            total += p->w[i][k];
        }
        p->bound[i] = 1 + random_below(r, most == 1 ? 2 : total / 2);
    }
    for (int v = 0; v < VARS; v++)
        p->cost[v] = sets ? (1 + random_below(r, 3)) * level[v % 3] : 1 + random_below(r, 30);
}

static void wild_write(const struct stated_problem *p, struct text *out)
{
    text_put(out, "min:");
    for (int v = 0; v < VARS; v++) text_add(out, " +%d %sx%d", p->cost[v], p->sets ? "~" : "", v + 1);
    text_put(out, " ;\n");
    for (int k = 0; k < p->sets; k++) {
        for (int v = k * SET; v < (k + 1) * SET; v++) text_add(out, "+1 ~x%d ", v + 1);
        text_add(out, ">= %d ;\n", SET - 1);
    }
    for (int i = 0; i < p->n; i++) {
        for (int k = 0; k < TERMS; k++)
            text_add(out, "+%d %sx%d ", p->w[i][k], p->x[i][k] < 0 ? "~" : "", lit_var(p->x[i][k]));
        text_add(out, ">= %d ;\n", p->bound[i]);
    }
}

/* The least cost; -1: there is no solution. */
static int wild_brute(const struct stated_problem *p)
{
    int best = -1;
    for (unsigned a = 0; a < 1u << VARS; a++) {
        bool ok = true;
        int cost = 0;
        for (int i = 0; i < p->n && ok; i++) {
            int sum = 0;
            for (int k = 0; k < TERMS; k++) sum += bits_true(p->x[i][k], a) ? p->w[i][k] : 0;
            ok = sum >= p->bound[i];
        }
        for (int k = 0; k < p->sets && ok; k++) ok = __builtin_popcount(a >> k * SET & ((1 << SET) - 1)) <= 1;
        for (int v = 0; v < VARS; v++) cost += (a >> v & 1) == !p->sets ? p->cost[v] : 0;
        if (ok && (best < 0 || cost < best)) best = cost;
    }
    return best;
}

static void every_search(int seeds, int sets)
{
    static const char *const searches[] = {"core", "mixed", "turns", "by-model", "down", "bisect", "up"};
    const struct puzzle *opb = puzzle_find("opb");
    for (int seed = 0; seed < (getenv("QUICK") ? seeds / 6 : seeds); seed++) {
        struct random r = {(uint64_t)seed};
        struct stated_problem p;
        struct text file = {0}, err = {0};
        wild_make(&p, &r, sets);
        wild_write(&p, &file);
        struct source source = {.text = text_string(&file), .name = "random", .line = 1};
        struct instance *in = opb->parse(&source, &err);
        assert_non_null(in);
        int best = wild_brute(&p);
        size_t n = sizeof searches / sizeof *searches;
        if (sets) n = 4; /* by cores: the others count up to large weights */
        for (size_t i = 0; i < n; i++) {
            struct problem q = {.puzzle = opb,
                                .instance = in,
                                .formulation = opb->formulations,
                                .choices.solver = "cadical",
                                .choices.search = searches[i],
                                .prove = PROVE_NOTHING};
            struct answer a = {0};
            if (i == 3) q.choices.solver = "cuts"; /* both sides */
            search_formulate(&q, q.formulation);
            enum status status = search_solve(&q, &a);
            if (status != (best < 0 ? STATUS_UNSATISFIABLE : STATUS_OPTIMAL) ||
                (best >= 0 && a.objective_value != best))
                fail_msg("%s, seed %d, %d sets: status %d, %lld, not %d", searches[i], seed, sets, (int)status,
                         (long long)a.objective_value, best);
            answer_release(&a);
        }
        opb->release(in);
        text_release(&file);
        text_release(&err);
    }
}

static void test_every_search(void **state)
{
    (void)state;
    every_search(120, 0);
}

/* Profits of what excludes each other, of several levels. */
static void test_exclusive(void **state)
{
    (void)state;
    every_search(40, 2);
    every_search(40, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_search), cmocka_unit_test(test_exclusive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
