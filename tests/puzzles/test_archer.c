/* The archer against brute force. */
#include "base/random.h"
#include "testlib/tally.h"
#include "testlib/texts.h"

#include "puzzles/moves.h"

/* Multisets of v[0..n-1] with this sum, and the fewest shots. */
static int multisets(const int *v, int n, int target, int shots, int *fewest)
{
    if (!n) {
        if (!target && shots < *fewest) *fewest = shots;
        return target == 0;
    }
    int ways = 0;
    for (int k = 0; k * v[n - 1] <= target; k++) ways += multisets(v, n - 1, target - k * v[n - 1], shots + k, fewest);
    return ways;
}

/* Multisets with this sum and so many shots. */
static int with_shots(const int *v, int n, int target, int shots)
{
    if (!n) return !target && !shots;
    int ways = 0;
    for (int k = 0; k * v[n - 1] <= target && k <= shots; k++)
        ways += with_shots(v, n - 1, target - k * v[n - 1], shots - k);
    return ways;
}

/* The solutions with the fewest shots, by the whole program. */
static void expect_fewest(const char *operands, int ways, int fewest)
{
    struct instance *in = models_legal(&puzzle_archer, operands, NULL, "objective=shots");
    for (const struct formulation *f = puzzle_archer.formulations; f->name; f++) {
        struct answer a;
        struct solution_count c = models_count(&puzzle_archer, in, f, false, &a);
        if (!c.complete || c.solutions != ways || (ways && a.objective_value != fewest))
            fail_msg("%s: %s counts %d solutions with %d shots; expected %d with %d: %s", operands, f->name,
                     (int)c.solutions, (int)a.objective_value, ways, fewest, text_string(&a.err));
        answer_release(&a);
    }
    puzzle_archer.release(in);
}

static void archer_agrees(void **state)
{
    (void)state;
    struct random r = {4};
    struct text words = {0};
    for (int round = 0; round < 120; round++) {
        int n = 1 + random_below(&r, 4), v[4], set[4], sets = 0, fewest = INT32_MAX;
        for (int i = 0; i < n; i++) {
            bool old = false;
            v[i] = 3 + random_below(&r, 12);
            for (int j = 0; j < i; j++) old |= v[j] == v[i];
            if (!old) set[sets++] = v[i];
        }
        int target = random_below(&r, 32);
        int ways = multisets(v, n, target, 0, &fewest), different = multisets(set, sets, target, 0, &fewest);
        numbers_text(target, v, n, &words);
        expect(&puzzle_archer, text_string(&words), "", ways, different, 0);
        expect(&puzzle_archer, text_string(&words), "objective=shots", ways, different, fewest);
        if (round < 40) expect_count(&puzzle_archer, text_string(&words), "", NULL, ways, different);
        if (round < 60) expect_fewest(text_string(&words), ways ? with_shots(v, n, target, fewest) : 0, fewest);
        struct text why = {0};
        struct instance *in = models_legal(&puzzle_archer, text_string(&words), NULL, "");
        assert_true(!puzzle_archer.reason(in, &why, NULL) || !ways);
        puzzle_archer.release(in);
        text_release(&why);
    }
    text_release(&words);
}

/* With exactly so many shots asked for, a formulation may say less, and columns say it otherwise: above the smallest
 * ring or below the largest. What they require on finders leaves solutions only. */
static void archer_bounds(void **state)
{
    (void)state;
    struct random r = {11};
    struct text words = {0};
    for (int round = 0; round < 200; round++) {
        int n = 1 + random_below(&r, 4), v[4];
        for (int i = 0; i < n; i++) v[i] = 2 + random_below(&r, 12);
        int target = random_below(&r, 34), shots = random_below(&r, 12);
        numbers_text(target, v, n, &words);
        struct instance *in = models_legal(&puzzle_archer, text_string(&words), NULL, "objective=shots");
        for (int required = 0; required < 2; required++) {
            struct bounds exact = {.most = shots, .least = shots, .symmetry = required ? "greedy" : NULL};
            struct tally t;
            tally_bounded(&t, &puzzle_archer, in, puzzle_archer.formulations, &exact);
            int ways = with_shots(v, n, target, shots);
            if (required ? t.found > ways : t.found != ways)
                fail_msg("%s: %d ways with %d shots; expected %d", text_string(&words), t.found, shots, ways);
        }
        puzzle_archer.release(in);
    }
    text_release(&words);
}

/* The fewest shots by dynamic programming, for targets that no list of multisets reaches. */
static void archer_large(void **state)
{
    (void)state;
    enum { TOP = 20000 };
    struct random r = {12};
    struct text words = {0};
    int *fewest = mem_new(TOP + 1, sizeof *fewest);
    for (int round = 0; round < (getenv("QUICK") ? 5 : 60); round++) {
        int n = 1 + random_below(&r, round % 2 ? 5 : 40), v[40], top = round % 3 ? 60 : 900;
        for (int i = 0; i < n; i++) v[i] = top / 3 + random_below(&r, top);
        int target = TOP / 2 + random_below(&r, TOP / 2);
        for (int t = 1; t <= target; t++) {
            fewest[t] = INT32_MAX;
            for (int i = 0; i < n; i++)
                if (v[i] <= t && fewest[t - v[i]] < fewest[t]) fewest[t] = fewest[t - v[i]] + 1;
        }
        numbers_text(target, v, n, &words);
        struct instance *in = models_legal(&puzzle_archer, text_string(&words), NULL, "objective=shots");
        struct problem q = {.puzzle = &puzzle_archer,
                            .instance = in,
                            .formulation = puzzle_archer.formulations,
                            .choices.solver = "cadical"};
        struct answer a = {0};
        search_formulate(&q, q.formulation);
        enum status status = search_solve(&q, &a);
        bool right = fewest[target] == INT32_MAX ? status == STATUS_UNSATISFIABLE
                                                 : status == STATUS_OPTIMAL && a.objective_value == fewest[target];
        if (!right)
            fail_msg("%s: %s with %d; expected %d: %s", text_string(&words), search_status(status),
                     (int)a.objective_value, fewest[target], text_string(&a.err));
        answer_release(&a);
        puzzle_archer.release(in);
    }
    mem_free(fewest);
    text_release(&words);
}

/* Each step of a random solution of a random position has a reason: that its ring is needed, within the shots of that
 * solution if their number counts, or that it is not. */
static void archer_hints_are_true(void **state)
{
    (void)state;
    const struct moves *moves = puzzle_archer.moves;
    struct random r = {33};
    struct text words = {0}, solution = {0}, why = {0};
    int needed = 0, freed = 0, too_many = 0;
    for (int round = 0; round < 300; round++) {
        int n = 1 + random_below(&r, 5), v[5], hits[5], hit = 0, left_to_hit = 0, shots = 0, taken = 0;
        int64_t made = 0;
        text_clear(&solution);
        for (int i = 0; i < n; i++) {
            v[i] = 3 + random_below(&r, 14);
            int before = random_below(&r, 2), now = random_below(&r, 3);
            hit += before * v[i];
            left_to_hit += now * v[i];
            shots += now;
            hits[i] = before;
            if (now) text_add(&solution, "%dx%d ", now, v[i]);
        }
        bool count = round % 2;
        numbers_text(hit + left_to_hit, v, n, &words);
        struct instance *in = models_legal(&puzzle_archer, text_string(&words), NULL, count ? "objective=shots" : "");
        SCOPED(position) position;
        SCOPED(position_steps) steps = {0};
        position_open(&position, &puzzle_archer, in);
        for (int i = 0; i < n; i++) position.now[i] = hits[i];
        struct instance *left = moves->rest(&position, &made);
        SCOPED(solution) shot = {0};
        solution_read(&puzzle_archer, left, text_string(&solution), &shot);
        moves->steps(&position, &shot, &steps);
        for (; taken < steps.n; taken++) {
            long long value = 0;
            int without[5], others = 0, fewest = INT32_MAX;
            assert_int_equal(sscanf(steps.v[taken].variable, "ring %*d, %lld,", &value), 1);
            for (int i = 0; i < n; i++)
                if (v[i] != value) without[others++] = v[i];
            bool can = multisets(without, others, left_to_hit, 0, &fewest) > 0;
            if (count && can && fewest > shots) {
                can = false;
                too_many++;
            }
            text_clear(&why);
            int grade = moves->step_reason(&position, left, &steps.v[taken].touch, shots, &why);
            if (grade <= 0 || can != (grade == STEP_FREE) || atoll(text_string(&why)) != left_to_hit)
                fail_msg("%s after %d hits: %lld has grade %d: %s", text_string(&words), hit, value, grade,
                         text_string(&why));
            needed += !can;
            freed += can;
        }
        assert_int_equal(taken, shots);
        puzzle_archer.release(left);
        puzzle_archer.release(in);
    }
    assert_true(needed > 50 && freed > 50 && too_many > 10);
    text_release(&words);
    text_release(&solution);
    text_release(&why);
}

static void archer_book(void **state)
{
    (void)state;
    int v[] = {16, 17, 23, 24, 39, 40}, fewest = INT32_MAX;
    int ways = multisets(v, 6, 100, 0, &fewest);
    expect(&puzzle_archer, "100 16 17 23 24 39 40", "objective=shots", ways, ways, fewest);
    struct text why = {0};
    struct instance *in = models_legal(&puzzle_archer, "100 16 24 40", NULL, "");
    assert_true(puzzle_archer.reason(in, &why, NULL));
    assert_says(text_string(&why), "modulo 8*leave 0 (16 24 40)*100 leaves 4");
    puzzle_archer.release(in);
    text_release(&why);
}

static void archer_verify_judges(void **state)
{
    (void)state;
    struct instance *in = models_legal(&puzzle_archer, "100 16 17 40", NULL, "objective=shots");
    static const struct judged cases[] = {
        {"2x16 4x17\n", NULL, 6},
        {"4x17 1x16 1x16", NULL, 6},
        {"2x16 4x18", "no ring*18"},
        {"2x16", "32*target 100"},
        {"", "0*target 100"},
        {"3x40", "3x40*more than*100"},
        {"9223372036854775807x40", "9223372036854775807x40*more than*100"},
        {"0x40", "'0x40'*expected"},
        {"-1x40", "'-1x40'*expected"},
        {"16", "'16'*expected"},
        {"2x", "'2x'*SHOTSxRING"},
        {"2x16x1", "'2x16x1'*expected"},
    };
    texts_judged(&puzzle_archer, in, cases, sizeof cases / sizeof *cases);
    puzzle_archer.release(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archer_agrees),        cmocka_unit_test(archer_bounds),
        cmocka_unit_test(archer_large),         cmocka_unit_test(archer_book),
        cmocka_unit_test(archer_verify_judges), cmocka_unit_test(archer_hints_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
