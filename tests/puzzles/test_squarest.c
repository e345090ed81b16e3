/* Squarest against brute force. */
#include "base/random.h"
#include "testlib/tally.h"
#include "testlib/texts.h"

#include "puzzles/moves.h"

/* All subsets with this sum; and how many are different as lists of numbers: the counts of equal
 * numbers, as digits of a mixed number, tell. */
static void squarest_subsets(const int *v, int n, int target, int *all, int *different)
{
    static bool seen[1 << 10];
    memset(seen, 0, sizeof seen);
    *all = *different = 0;
    for (int set = 0; set < 1 << n; set++) {
        int sum = 0, least = 0; /* the same numbers, taken from the front */
        for (int i = 0; i < n; i++) {
            if (!(set >> i & 1)) continue;
            sum += v[i];
            for (int j = 0; j < n; j++)
                if (v[j] == v[i] && !(least >> j & 1)) {
                    least |= 1 << j;
                    break;
                }
        }
        if (sum != target) continue;
        ++*all;
        *different += !seen[least];
        seen[least] = true;
    }
}

static void squarest_agrees(void **state)
{
    (void)state;
    struct random r = {1};
    struct text words = {0};
    for (int round = 0; round < (getenv("QUICK") ? 30 : 150); round++) {
        int n = 1 + random_below(&r, 7), v[10], total = 0, all, different, top = 1 + random_below(&r, 20);
        for (int i = 0; i < n; i++) total += v[i] = 1 + random_below(&r, top);
        int target = random_below(&r, total + 3);
        numbers_text(target, v, n, &words);
        squarest_subsets(v, n, target, &all, &different);
        expect(&puzzle_squarest, text_string(&words), "", all, different, 0);
        if (round % 3 == 0) expect_count(&puzzle_squarest, text_string(&words), "", NULL, all, different);
    }
    text_release(&words);
}

/* Longer lists, whose columns are counted in blocks; the number of solutions by a table of all sums. */
static void longer_lists_agree(void **state)
{
    (void)state;
    enum { N = 150, TOP = 9000 };
    struct random r = {11};
    struct text words = {0};
    for (int round = getenv("QUICK") ? 1 : 0; round < (getenv("QUICK") ? 3 : 8); round++) {
        int v[N], total = 0, n = round % 3 ? 40 : N, target = 7000 + random_below(&r, TOP - 7000);
        static int ways[TOP + 1];
        memset(ways, 0, sizeof ways);
        ways[0] = 1;
        for (int i = 0; i < n; i++) {
            total += v[i] = 2500 + 26 * i + random_below(&r, 26);
            for (int t = TOP; t >= v[i]; t--) ways[t] += ways[t - v[i]];
        }
        numbers_text(round % 2 ? total - target : target, v, n, &words);
        expect_count(&puzzle_squarest, text_string(&words), "", n == N ? "equation" : NULL, ways[target], ways[target]);
    }
    text_release(&words);
}

/* Is there a d up to the largest usable number such that no subset of the usable numbers leaves the
 * target's residue? */
static bool residue_exists(const int *v, int n, int target)
{
    int most = 0;
    for (int i = 0; i < n; i++)
        if (v[i] <= target && v[i] > most) most = v[i];
    for (int d = 2; d <= most; d++) {
        bool hit = false;
        for (int set = 0; set < 1 << n && !hit; set++) {
            int sum = 0;
            for (int i = 0; i < n; i++)
                if ((set >> i & 1) && v[i] <= target) sum += v[i];
            hit = sum % d == target % d;
        }
        if (!hit) return true;
    }
    return false;
}

/* Is there a k such that all k usable numbers make less than the target and all k + 1 more? */
static bool gap_exists(const int *v, int n, int target)
{
    int most[12] = {0}, least[12];
    for (int k = 0; k <= n; k++) least[k] = INT32_MAX;
    for (int set = 0; set < 1 << n; set++) {
        int sum = 0, k = 0;
        for (int i = 0; i < n; i++) {
            if (!(set >> i & 1)) continue;
            sum += v[i] <= target ? v[i] : 1 << 20;
            k++;
        }
        if (sum < 1 << 20 && sum > most[k]) most[k] = sum;
        if (sum < least[k]) least[k] = sum;
    }
    for (int k = 0; k < n; k++)
        if (most[k] < target && least[k] < 1 << 20 && least[k + 1] > target) return true;
    return false;
}

static void squarest_reasons_are_true(void **state)
{
    (void)state;
    struct random r = {2};
    struct text words = {0}, why = {0};
    int given = 0, missing = 0;
    for (int round = 0; round < 400; round++) {
        int n = 1 + random_below(&r, 8), v[10], total = 0, least = INT32_MAX, all, different;
        int step = 1 + random_below(&r, 4);
        for (int i = 0; i < n; i++) {
            total += v[i] = step * (1 + random_below(&r, 12)) + (random_below(&r, 6) == 0);
            if (v[i] < least) least = v[i];
        }
        int target = random_below(&r, total + 5);
        squarest_subsets(v, n, target, &all, &different);
        numbers_text(target, v, n, &words);
        struct instance *in = models_legal(&puzzle_squarest, text_string(&words), NULL, "");
        text_clear(&why);
        bool reason = puzzle_squarest.reason(in, &why, NULL);
        assert_true(!reason || all == 0);
        assert_int_equal(reason, total < target || (target && least > target) || gap_exists(v, n, target) ||
                                     residue_exists(v, n, target));
        given += reason;
        missing += !all && !reason;
        puzzle_squarest.release(in);
    }
    assert_true(given > 50 && missing > 5);
    text_release(&words);
    text_release(&why);
}

/* Has some subset of the numbers, without those above the target or equal to `without`, the target sum? Else stores
 * the nearest sums. */
static bool makes_without(const int64_t *v, int n, int64_t without, int64_t target, int64_t *below, int64_t *above)
{
    *below = 0;
    *above = INT64_MAX;
    for (int set = 0; set < 1 << n; set++) {
        int64_t sum = 0;
        bool legal = true;
        for (int i = 0; i < n; i++) {
            if (!(set >> i & 1)) continue;
            sum += v[i];
            legal = legal && v[i] != without && v[i] <= target;
        }
        if (legal && sum == target) return true;
        if (legal && sum < target && sum > *below) *below = sum;
        if (legal && sum > target && sum < *above) *above = sum;
    }
    return false;
}

/* Each step of a random solution of a random position has a reason: that the number is needed, which is true, or that
 * it is not. */
static void squarest_hints_are_true(void **state)
{
    (void)state;
    const struct moves *moves = puzzle_squarest.moves;
    struct random r = {31};
    struct text words = {0}, solution = {0}, why = {0};
    int needed = 0, freed = 0, near = 0;
    for (int round = 0; round < 400; round++) {
        int n = 2 + random_below(&r, 8), v[10], hit[10], target = 0, left_over = 0, steps = 0, taken = 0,
            most = 4 + random_below(&r, 40);
        int64_t rest[10], done = 0, made = 0;
        text_clear(&solution);
        for (int i = 0; i < n; i++) {
            v[i] = 1 + random_below(&r, most);
            int part = random_below(&r, 4);
            if (part < 2) target += v[i];
            if (part == 0) done += v[i];
            hit[i] = part == 0;
            if (part == 1) text_add(&solution, "%d ", v[i]);
            steps += part == 1;
            if (part != 0) rest[left_over++] = v[i];
        }
        numbers_text(target, v, n, &words);
        struct instance *in = models_legal(&puzzle_squarest, text_string(&words), NULL, "");
        SCOPED(position) position;
        SCOPED(position_steps) todo = {0};
        position_open(&position, &puzzle_squarest, in);
        for (int i = 0; i < n; i++) position.now[i] = hit[i];
        struct instance *left = moves->rest(&position, &made);
        SCOPED(solution) taking = {0};
        solution_read(&puzzle_squarest, left, text_string(&solution), &taking);
        moves->steps(&position, &taking, &todo);
        for (; taken < todo.n; taken++) {
            long long value = 0, below = 0, above = 0;
            int64_t low, high;
            assert_int_equal(sscanf(todo.v[taken].variable, "dummy %*d bears %lld", &value), 1);
            text_clear(&why);
            int grade = moves->step_reason(&position, left, &todo.v[taken].touch, INT64_MAX, &why);
            bool can = makes_without(rest, left_over, value, target - done, &low, &high);
            if (grade <= 0 || can != (grade == STEP_FREE) || atoll(text_string(&why)) != target - done)
                fail_msg("%s after %lld: %lld has grade %d: %s", text_string(&words), (long long)done, value, grade,
                         text_string(&why));
            needed += !can;
            freed += can;
            const char *sums = strstr(text_string(&why), "nearest sums are ");
            if (!sums) continue;
            assert_int_equal(sscanf(sums, "nearest sums are %lld and %lld", &below, &above), 2);
            assert_int_equal(below, low);
            assert_int_equal(above, high);
            near++;
        }
        assert_int_equal(taken, steps);
        puzzle_squarest.release(left);
        puzzle_squarest.release(in);
    }
    assert_true(needed > 50 && freed > 50 && near > 10);
    text_release(&words);
    text_release(&solution);
    text_release(&why);
}

static void squarest_book(void **state)
{
    (void)state;
    struct text why = {0};
    expect(&puzzle_squarest, "50 3 6 9 12 15 30 21 25 27 30", "", 0, 0, 0);
    expect(&puzzle_squarest, "50 3 6 9 12 15 19 30 21 25 27", "", 1, 1, 0);
    struct instance *in = models_legal(&puzzle_squarest, "50 3 6 9 12 15 30 21 25 27 30", NULL, "");
    assert_true(puzzle_squarest.reason(in, &why, NULL));
    assert_string_equal(text_string(&why),
                        "There is no way modulo 3: the numbers leave 0 (3 6 9 12 15 30 21 27 30) and 1 (25), "
                        "so every sum leaves 0 or 1, but the target 50 leaves 2.");
    puzzle_squarest.release(in);
    text_release(&why);
}

static void squarest_verify_judges(void **state)
{
    (void)state;
    struct instance *in = models_legal(&puzzle_squarest, "12 3 9 3 6", NULL, "");
    static const struct judged cases[] = {
        {"3 9\n", NULL},
        {"6 3 3", NULL},
        {" 9\t3 ", NULL},
        {"3 3 3 3", "more*of 3"},
        {"6 6", "more*of 6"},
        {"12", "no dummy*12"},
        {"9 -3 6", "no dummy*-3"},
        {"9", "9*target 12"},
        {"", "0*target 12"},
        {"9 3x", "'3x'*number"},
        {"99999999999999999999", "'99999999999999999999'*number"},
    };
    texts_judged(&puzzle_squarest, in, cases, sizeof cases / sizeof *cases);
    puzzle_squarest.release(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squarest_agrees),           cmocka_unit_test(longer_lists_agree),
        cmocka_unit_test(squarest_reasons_are_true), cmocka_unit_test(squarest_book),
        cmocka_unit_test(squarest_hints_are_true),   cmocka_unit_test(squarest_verify_judges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
