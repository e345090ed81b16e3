/* Cans against brute force. */
#include "base/random.h"
#include "testlib/tally.h"
#include "testlib/texts.h"

struct stall {
    int piles, throws, by[4], n[4], v[4][4];
};

/* The score of some random play, or a guess. */
static int stall_target(const struct stall *s, struct random *r)
{
    struct stall left = *s;
    int score = 0;
    for (int t = 0; t < s->throws && random_below(r, 10); t++) {
        int p = random_below(r, s->piles);
        if (left.n[p]) score += s->by[t] * left.v[p][--left.n[p]];
    }
    return score;
}

/* Ways to reach the target by throws t, t+1, ..., playing them all. */
static int plays(struct stall *s, int t, int score, int target)
{
    if (t == s->throws) return score == target;
    int ways = 0;
    for (int p = 0; p < s->piles; p++) {
        if (!s->n[p]) continue;
        int value = s->v[p][--s->n[p]]; /* v[p][n - 1] is the top */
        ways += plays(s, t + 1, score + s->by[t] * value, target);
        s->n[p]++;
    }
    return ways;
}

static void stall_text(const struct stall *s, int target, struct text *words, struct text *by)
{
    int high = 0;
    for (int p = 0; p < s->piles; p++)
        if (s->n[p] > high) high = s->n[p];
    text_clear(words);
    text_add(words, "%d", target);
    for (int r = high; r-- > 0;)
        for (int p = 0; p < s->piles; p++) {
            text_char(words, p ? ',' : ' ');
            if (r < s->n[p])
                text_add(words, "%d", s->v[p][r]);
            else
                text_char(words, '-');
        }
    text_clear(by);
    text_put(by, "multipliers=");
    for (int t = 0; t < s->throws; t++) text_add(by, t ? ",%d" : "%d", s->by[t]);
}

static void cans_agree(void **state)
{
    (void)state;
    struct random r = {5};
    struct text words = {0}, by = {0}, why = {0};
    int solved = 0;
    for (int round = 0; round < 200; round++) {
        struct stall s = {.piles = 1 + random_below(&r, 3), .throws = 1 + random_below(&r, 4)};
        int cans = 0;
        for (int t = 0; t < s.throws; t++) s.by[t] = 1 + random_below(&r, 4);
        for (int p = 0; p < s.piles; p++) {
            cans += s.n[p] = 1 + random_below(&r, 3);
            for (int i = 0; i < s.n[p]; i++) s.v[p][i] = 1 + random_below(&r, 9);
        }
        int target = stall_target(&s, &r), ways = plays(&s, 0, 0, target);
        solved += ways > 0;
        stall_text(&s, target, &words, &by);
        expect(&puzzle_cans, text_string(&words), text_string(&by), ways, ways, 0);
        if (round < 50) expect_count(&puzzle_cans, text_string(&words), text_string(&by), NULL, ways, ways);
        struct instance *in = models_legal(&puzzle_cans, text_string(&words), NULL, text_string(&by));
        assert_int_equal(puzzle_cans.reason(in, &why, NULL), cans < s.throws);
        puzzle_cans.release(in);
    }
    assert_true(solved > 40);
    text_release(&words);
    text_release(&by);
    text_release(&why);
}

static void cans_book(void **state)
{
    (void)state;
    struct text err = {0};
    int64_t objective_value;
    expect(&puzzle_cans, "", "", 1, 1, 0);
    expect(&puzzle_cans, "50 8,10,7 10,7,9 7,9,8", "", 1, 1, 0);
    struct instance *in = models_legal(&puzzle_cans, "50", NULL, "");
    assert_true(puzzle_cans.verify(in, "pile 3 value 7\npile 1 value 8\npile 3 value 9\n", &objective_value, &err));
    puzzle_cans.release(in);
    text_release(&err);
}

static void cans_verify_judges(void **state)
{
    (void)state;
    struct instance *in = models_legal(&puzzle_cans, "20 8,-,7 1,4,2", NULL, "multipliers=1,2");
    static const struct judged cases[] = {
        {"pile 2 value 4\npile 1 value 8\n", NULL},
        {"pile 1 value 8\npile 1 value 1\n", "10*target 20"},
        {"pile 2 value 4\npile 2 value 4\n", "2 is at pile 2*no can"},
        {"pile 1 value 1\npile 1 value 8\n", "1 names*1*pile 1 is 8"},
        {"pile 4 value 1\n", "1 is at pile 4*1 to 3"},
        {"pile 0 value 1\n", "1 is at pile 0*1 to 3"},
        {"pile 2 value 4\n", "1 throw*2"},
        {"", "0 throws*2"},
        {"pile 2 value 4\npile 1 value 8\npile 1 value 1\n", "more than 2 throws"},
        {"pile 2 value\n", "1*expected"},
        {"pile two value 4\n", "1*expected"},
    };
    texts_judged(&puzzle_cans, in, cases, sizeof cases / sizeof *cases);
    puzzle_cans.release(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cans_agree),
        cmocka_unit_test(cans_book),
        cmocka_unit_test(cans_verify_judges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
