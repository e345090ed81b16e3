/* Every way to search with every way to reason about parity, on any boards, against brute force. */
#include "testlib/models.h"
#include "base/random.h"
#include "search/search.h"

extern const struct puzzle puzzle_fivers;

/* A board of at most 16 cells: cell i is bit i. */
struct board {
    int rows, cols;
    unsigned stones, turn;
};

static struct board parity_search_random_board(struct random *random, struct text *out)
{
    struct board b = {.rows = 1 + random_below(random, 4), .cols = 1 + random_below(random, 4)};
    int blocked = random_below(random, 2) ? 5 : 100;
    char start[16], target[16];
    for (int i = 0; i < b.rows * b.cols; i++) {
        bool stone = !i || random_below(random, blocked);
        start[i] = !stone ? '#' : random_below(random, 3) ? '.' : 'X';
        target[i] = !stone ? '#' : random_below(random, 3) ? 'X' : '.';
        b.stones |= (unsigned)stone << i;
        b.turn |= (unsigned)(start[i] != target[i]) << i;
    }
    text_clear(out);
    for (int k = 0; k < 2; k++) {
        for (int r = 0; r < b.rows; r++) {
            text_bytes(out, (k ? target : start) + r * b.cols, (size_t)b.cols);
            text_char(out, '\n');
        }
        if (!k) text_char(out, '\n');
    }
    return b;
}

/* The fewest presses, or -1. */
static int fewest(const struct board *b)
{
    int best = -1, n = b->rows * b->cols;
    for (unsigned presses = 0; presses < 1u << n; presses++) {
        if (presses & ~b->stones) continue;
        unsigned turned = 0;
        for (int i = 0; i < n; i++) {
            if (!(presses >> i & 1)) continue;
            turned ^= 1u << i;
            if (i >= b->cols) turned ^= 1u << (i - b->cols);
            if (i + b->cols < n) turned ^= 1u << (i + b->cols);
            if (i % b->cols) turned ^= 1u << (i - 1);
            if ((i + 1) % b->cols) turned ^= 1u << (i + 1);
        }
        int count = __builtin_popcount(presses);
        if ((turned & b->stones) == b->turn && (best < 0 || count < best)) best = count;
    }
    return best;
}

static void parity_search_solve(const char *text, const char *parity, const char *search, const char *symmetry,
                                int expected)
{
    struct text err = {0};
    struct instance *in = models_parse(&puzzle_fivers, "", text, "", &err);
    struct problem q = {.puzzle = &puzzle_fivers,
                        .instance = in,
                        .formulation = &puzzle_fivers.formulations[0],
                        .choices.solver = "cadical",
                        .choices.parity = !parity                     ? PARITY_AUTO
                                          : !strcmp(parity, "none")   ? PARITY_NONE
                                          : !strcmp(parity, "kernel") ? PARITY_KERNEL
                                                                      : PARITY_PROPAGATE,
                        .choices.break_symmetry = !symmetry                 ? OPTION_UNSET
                                                  : strcmp(symmetry, "yes") ? OPTION_NO
                                                                            : OPTION_YES,
                        .choices.search = search};
    struct answer a = {0};
    search_formulate(&q, q.formulation);
    enum status status = search_solve(&q, &a);
    if (status != (expected < 0 ? STATUS_UNSATISFIABLE : STATUS_OPTIMAL) ||
        (expected >= 0 && a.objective_value != expected))
        fail_msg("%s--parity %s --search %s: status %d, figure %d, expected %d. %s", text, parity, search, (int)status,
                 (int)a.objective_value, expected, text_string(&a.err));
    answer_release(&a);
    text_release(&err);
    puzzle_fivers.release(in);
}

static void all_boards(void **state)
{
    (void)state;
    static const char *const parities[] = {NULL, "none", "propagate", "kernel"};
    static const char *const searches[] = {NULL, "down", "down-assume", "up", "bisect", "enumerate"};
    struct random random = {7};
    struct text text = {0};
    int reachable = 0, rounds = getenv("QUICK") ? 40 : 150;
    for (int round = 0; round < rounds; round++) {
        struct board b = parity_search_random_board(&random, &text);
        int expected = fewest(&b);
        reachable += expected >= 0;
        for (int p = 0; p < 4; p++)
            for (int s = 0; s < 6; s++) {
                if (s == 5 && p == 1) continue; /* nothing to enumerate */
                parity_search_solve(text_string(&text), parities[p], searches[s], s == 1 ? "no" : NULL, expected);
            }
    }
    text_release(&text);
    assert_in_range(reachable, rounds / 4, rounds - 1);
}

/* The Walsh-Hadamard transform and the solver share no step after the elimination. */
static void solver_and_enumeration(void **state)
{
    (void)state;
    int64_t calls = 0;
    static const int sizes[] = {4, 5, 9, 11, 14, 16, 24, 34, 23, 19};
    for (int i = 0; i < (getenv("QUICK") ? 8 : 10); i++) {
        char size[8];
        struct text err = {0};
        snprintf(size, sizeof size, "%d", sizes[i]);
        struct instance *in = models_parse(&puzzle_fivers, size, NULL, "", &err);
        struct problem q = {.puzzle = &puzzle_fivers,
                            .instance = in,
                            .formulation = &puzzle_fivers.formulations[0],
                            .choices.solver = "cadical",
                            .choices.search = "enumerate"};
        struct answer a = {0}, b = {0};
        search_formulate(&q, q.formulation);
        assert_int_equal(search_solve(&q, &a), STATUS_OPTIMAL);
        q.choices.search = "down";
        assert_int_equal(search_solve(&q, &b), STATUS_OPTIMAL);
        assert_int_equal(a.objective_value, b.objective_value);
        assert_int_equal(a.calls, 0);
        calls += b.calls;
        answer_release(&a);
        answer_release(&b);
        puzzle_fivers.release(in);
    }
    assert_true(calls > 0); /* some took a proof, for others the bound from below sufficed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_boards), cmocka_unit_test(solver_and_enumeration)};
    return cmocka_run_group_tests_name("parity searches", tests, NULL, NULL);
}
