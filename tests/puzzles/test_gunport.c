/* Gunport against oracles that share no code with it: a dynamic program over frontiers, and enumeration. */
#include "testlib/boards.h"
#include "base/random.h"

#include "puzzles/moves.h"

static void frontiers_agree_with_enumeration(void **unused)
{
    (void)unused;
    struct random r = {1};
    for (int rows = 1; rows <= 5; rows++)
        for (int cols = 1; cols <= 5; cols++) {
            struct board b = board_full(rows, cols);
            assert_int_equal(most_by_frontier(&b), most_by_enumeration(b));
            b = board_random(&r, rows, cols, 20);
            assert_int_equal(most_by_frontier(&b), most_by_enumeration(b));
        }
    struct board five = board_full(5, 5), ten = board_full(10, 10);
    assert_int_equal(most_by_frontier(&five), 7);
    assert_int_equal(most_by_frontier(&ten), 32);
}

static void full_boards_agree_with_frontiers(void **unused)
{
    (void)unused;
    int side = getenv("QUICK") ? 6 : 9;
    for (int rows = 1; rows <= side; rows++)
        for (int cols = 1; cols <= side; cols++) {
            struct board b = board_full(rows, cols);
            int most = most_by_frontier(&b);
            agree(&b, most, (struct choice){"defects", "cadical", NULL, NULL, NULL});
            agree(&b, most, (struct choice){.formulation = "defects", .solver = "cadical", .frontier = "no"});
            if (rows > 1 && cols > 1) agree(&b, most, (struct choice){.formulation = "monomino", .engine = "frontier"});
            if (rows > cols) continue;
            agree(&b, most, (struct choice){"monomino", "cadical", NULL, NULL, NULL});
            if (cols <= 8) agree(&b, most, (struct choice){"matching", "cadical", NULL, NULL, NULL});
            if (rows * cols <= 16) agree(&b, most, (struct choice){"indexed", "cadical", NULL, NULL, NULL});
        }
}

static void odd_boards_agree_with_enumeration(void **unused)
{
    (void)unused;
    struct random r = {2};
    int rounds = getenv("QUICK") ? 20 : 150, impossible = 0;
    for (int i = 0; i < rounds; i++) {
        struct board b = board_random(&r, 1 + random_below(&r, 5), 1 + random_below(&r, 6), random_below(&r, 45));
        if (i % 3 == 1) b = board_with_pieces(&r, b);
        if (i % 3 == 2) {
            int c = random_below(&r, b.rows * b.cols);
            bool alone = get(&b, c / b.cols - 1, c % b.cols) != 'o';
            if (b.cell[c] == '.' && alone) b.cell[c] = 'o';
        }
        int most = most_by_enumeration(b);
        impossible += most < 0;
        static const char *const names[] = {"monomino", "matching", "indexed"};
        for (int f = 0; f < 3; f++)
            if (f < 2 || b.rows * b.cols <= 12)
                agree(&b, most, (struct choice){names[f], i & 1 ? "cadical" : "picosat", NULL, NULL, NULL});
    }
    if (!getenv("QUICK")) assert_true(impossible > 0);
}

/* The sweep, on boards with some pieces laid: many of them have no symmetry, and some no packing. */
static void decisions_agree_with_enumeration(void **unused)
{
    (void)unused;
    struct random r = {3};
    int impossible = 0, rounds = getenv("QUICK") ? 30 : 300;
    for (int i = 0; i < rounds; i++) {
        struct board b = board_full(2 + random_below(&r, 4), 2 + random_below(&r, 5));
        if (i & 1) {
            b = board_with_pieces(&r, b);
        } else {
            b.cell[random_below(&r, b.rows * b.cols)] = 'o';
            int c = random_below(&r, b.rows), d = random_below(&r, b.cols - 1);
            if (get(&b, c, d) == '.' && get(&b, c, d + 1) == '.') memcpy(b.cell + c * b.cols + d, "<>", 2);
        }
        int most = most_by_enumeration(b);
        impossible += most < 0;
        agree(&b, most, (struct choice){.formulation = "monomino", .engine = "frontier"});
    }
    if (!getenv("QUICK")) assert_true(impossible > 0);
}

struct swept {
    bool found, complete;
};

static bool finds(void *state, struct solution *solution)
{
    ((struct swept *)state)->found = solution->n > 0;
    return false;
}

static struct swept swept(const struct instance *instance, int objective_value, int effort, int seed)
{
    struct swept s = {0};
    struct engine_run run = {
        .objective_value = objective_value, .effort = effort, .seed = seed, .each = finds, .state = &s};
    assert_true(gunport()->engines->run(instance, &run));
    s.complete = run.complete;
    return s;
}

/* As narrow as can be, a sweep never claims that there is nothing better; as wide as can be, it knows. */
static void narrow_decisions_claim_nothing(void **unused)
{
    (void)unused;
    int missed = 0;
    for (int side = 5; side <= 10; side++) {
        struct board b = board_full(side, side + 1);
        struct instance *instance = instance_of(&b);
        int most = most_by_frontier(&b);
        for (int seed = 0; seed < 20; seed++) {
            struct swept q = swept(instance, most, (1 + seed) * side * (side + 1), seed);
            assert_true(q.found || !q.complete);
            missed += !q.found;
        }
        struct swept wide = swept(instance, most, 0, 0), better = swept(instance, most + 2, 0, 0);
        assert_true(wide.found);
        assert_true(!better.found && better.complete);
        gunport()->release(instance);
    }
    assert_true(missed > 0);
}

static bool lying_decision(const struct instance *instance, struct engine_run *q)
{
    q->complete = true;
    SCOPED(solution) solution = {0};
    solution_read(gunport(), instance, "o<>\n<>o\no<>\n", &solution);
    if (q->objective_value <= 3) q->each(q->state, &solution);
    return true;
}

/* Here a text that is no packing of the board. */
static void decisions_that_lie_are_caught(void **unused)
{
    (void)unused;
    struct board b = board_full(4, 4);
    struct puzzle liar = *gunport();
    struct instance *instance = instance_of(&b);
    struct answer a = {0};
    struct engine lying[] = {*gunport()->engines, {0}};
    lying->run = lying_decision;
    liar.engines = lying;
    struct problem q = {.puzzle = &liar,
                        .instance = instance,
                        .choices.solver = "cadical",
                        .choices.search = "up",
                        .formulation = gunport()->formulations};
    search_formulate(&q, q.formulation);
    assert_int_equal(search_solve(&q, &a), STATUS_FAILED);
    assert_says(text_string(&a.err), "frontier is wrong");
    assert_int_equal(a.solution.n, 0);
    answer_release(&a);
    gunport()->release(instance);
}

static void choices_agree(void **unused)
{
    (void)unused;
    static const char *const formulations[] = {"monomino", "matching", "defects"},
                             *const solvers[] = {"cadical", "picosat"}, *const searches[] = {"down", "up", "bisect"};
    int tried = 0;
    static const int sizes[][2] = {{4, 5}, {3, 7}, {1, 9}};
    for (size_t s = 0; s < (getenv("QUICK") ? 1 : 3); s++) {
        struct board b = board_full(sizes[s][0], sizes[s][1]);
        int most = most_by_frontier(&b);
        for (int f = 0; f < 3; f++)
            for (int v = 0; v < 2; v++)
                for (int c = 0; encoders[c]; c++)
                    for (int h = 0; h < 3 && encoders[c]->kind == CARD && encoders[c]->count; h++, tried++)
                        agree(&b, most,
                              (struct choice){formulations[f], solvers[v], encoder_short(encoders[c]), searches[h],
                                              tried & 1 ? "yes" : "no", tried & 2 ? "yes" : "no"});
    }
    assert_true(tried > 0);
}

/* A domino with a reason, and whether all packings that complete the board with `good` holes or more have it. */
struct reasoned {
    struct touch touch;
    int good;
    bool everywhere;
};

static bool has_domino(const struct board *b, void *state)
{
    struct reasoned *s = state;
    int row, col;
    other_half(b, s->touch.row, s->touch.col, &row, &col);
    bool there = get(b, s->touch.row, s->touch.col) != 'o' && row == s->touch.row2 && col == s->touch.col2;
    s->everywhere = s->everywhere && (there || holes(b) < s->good);
    return s->everywhere;
}

static void dominoes_with_a_reason_are_forced(void **unused)
{
    (void)unused;
    const struct moves *moves = gunport()->moves;
    struct random r = {7};
    struct text packing = {0}, why = {0};
    int alone = 0, last = 0;
    for (int round = 0; round < 600; round++) {
        struct board b = board_random(&r, 2 + random_below(&r, 3), 2 + random_below(&r, 3), random_below(&r, 30));
        struct board packed = b;
        pack_at_random(&r, &packed);
        for (int i = 0; i < b.rows * b.cols; i++) { /* whole pieces of the packing */
            int row = i / b.cols, col = i % b.cols, row2, col2;
            if (!strchr("o<^", packed.cell[i]) || random_below(&r, 3) == 0) continue;
            b.cell[i] = packed.cell[i];
            if (packed.cell[i] == 'o') continue;
            other_half(&packed, row, col, &row2, &col2);
            b.cell[row2 * b.cols + col2] = packed.cell[row2 * b.cols + col2];
        }
        board_text(&packed, &packing);
        struct instance *in = instance_of(&b);
        SCOPED(position) position;
        SCOPED(position_steps) steps = {0};
        position_open(&position, gunport(), in);
        SCOPED(solution) solution = {0};
        solution_read(gunport(), in, text_string(&packing), &solution);
        moves->steps(&position, &solution, &steps);
        struct reasoned s = {.good = round % 4 ? holes(&packed) : 0}; /* 0: any number will do */
        for (int i = 0; i < steps.n; i++) {
            s.touch = steps.v[i].touch;
            text_clear(&why);
            int64_t good = s.good ? s.good : INT64_MAX;
            if (!moves->step_reason(&position, in, &s.touch, good, &why)) continue;
            struct board all = b;
            s.everywhere = true;
            packings_each(&all, 0, &(struct packings){.visit = has_domino, .state = &s});
            if (!s.everywhere) fail_msg("%s: %s", text_string(&packing), text_string(&why));
            if (strstr(text_string(&why), "no other domino"))
                alone++;
            else
                last++;
        }
        gunport()->release(in);
    }
    assert_true(alone > 20 && last > 20);
    text_release(&packing);
    text_release(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frontiers_agree_with_enumeration),
        cmocka_unit_test(full_boards_agree_with_frontiers),
        cmocka_unit_test(odd_boards_agree_with_enumeration),
        cmocka_unit_test(decisions_agree_with_enumeration),
        cmocka_unit_test(narrow_decisions_claim_nothing),
        cmocka_unit_test(decisions_that_lie_are_caught),
        cmocka_unit_test(choices_agree),
        cmocka_unit_test(dominoes_with_a_reason_are_forced),
    };
    return cmocka_run_group_tests_name("gunport", tests, NULL, NULL);
}
