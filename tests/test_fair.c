/* The booths of the fairground against brute force: squarest, archer, cans. */
#include "models.h"
#include "puzzles/fair/sums.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

extern const struct puzzle puzzle_squarest, puzzle_archer, puzzle_cans;

static struct instance *ask(const struct puzzle *p, const char *operands, const char *options)
{
    struct text err = {0};
    struct instance *in = models_ask(p, operands, NULL, options, &err);
    if (!in) fail_msg("%s %s: %s", p->name, operands, text_string(&err));
    text_release(&err);
    return in;
}

static void refuse(const struct puzzle *p, const char *operands, const char *text, const char *options,
                   const char *sentence)
{
    struct text err = {0};
    struct instance *in = models_ask(p, operands, text, options, &err);
    assert_null(in);
    assert_string_equal(text_string(&err), sentence);
    text_release(&err);
}

/* ---- a formulation's solutions, each judged ----------------------------------------------------
 */

#define KEPT 4096

struct tally {
    const struct puzzle *p;
    const struct instance *in;
    const struct formulation *f;
    const struct objective *objective;
    int64_t least; /* figure */
    int found, n;  /* solutions, and different ones up to equal numbers */
    char *kept[KEPT];
};

static void tally_text(struct tally *t, const char *text)
{
    for (int i = 0; i < t->n; i++)
        if (!strcmp(t->kept[i], text)) return;
    assert_true(t->n < KEPT);
    t->kept[t->n++] = mem_string(text);
}

static void tally_found(struct values a, void *state)
{
    struct tally *t = state;
    struct text out = {0}, err = {0}, least = {0};
    int64_t figure;
    t->f->decode(t->in, NULL, a, &out);
    if (!t->p->verify(t->in, text_string(&out), &figure, &err))
        fail_msg("%s: %s%s", t->f->name, text_string(&out), text_string(&err));
    if (t->objective) {
        int64_t sum = 0;
        for (int i = 0; i < t->objective->n; i++)
            if (value_true(a, t->objective->x[i])) sum += t->objective->w ? t->objective->w[i] : 1;
        assert_int_equal(objective_figure(t->objective, sum), figure);
        assert_true(sum >= t->objective->least);
    }
    if (!t->found++ || figure < t->least) t->least = figure;
    if (t->p->canonical) t->p->canonical(t->in, text_string(&out), &least);
    tally_text(t, text_string(t->p->canonical ? &least : &out));
    canvas_free(t->p->draw(t->in, text_string(&out)));
    text_release(&out);
    text_release(&err);
    text_release(&least);
}

static void tally_bounded(struct tally *t, const struct puzzle *p, const struct instance *in,
                          const struct formulation *f, const struct bounds *bounds)
{
    struct model *m = model_new();
    *t = (struct tally){.p = p, .in = in, .f = f};
    f->pose(in, NULL, bounds, m);
    t->objective = model_objective(m);
    models_each(m, tally_found, t);
    model_free(m);
    for (int i = 0; i < t->n; i++) mem_free(t->kept[i]);
}

static void tally_formulation(struct tally *t, const struct puzzle *p, const struct instance *in,
                              const struct formulation *f)
{
    tally_bounded(t, p, in, f, &(struct bounds){.most = INT64_MAX});
}

/* Every formulation has so many solutions, so many of them different, the least with this figure.
 */
static void expect(const struct puzzle *p, const char *operands, const char *options, int solutions, int different,
                   int64_t least)
{
    struct instance *in = ask(p, operands, options);
    struct tally t;
    for (const struct formulation *f = p->formulations; f->name; f++) {
        if (f->applies && !f->applies(in)) continue;
        tally_formulation(&t, p, in, f);
        if (t.found != solutions || t.n != different || (solutions && t.least != least))
            fail_msg("%s %s: %s finds %d solutions, %d different, least %d; expected %d, %d, %d", p->name, operands,
                     f->name, t.found, t.n, (int)t.least, solutions, different, (int)least);
    }
    p->release(in);
}

/* The same by encoders and a solver. */
static void expect_count(const struct puzzle *p, const char *operands, const char *options, const char *without,
                         int solutions, int different)
{
    struct instance *in = ask(p, operands, options);
    for (const struct formulation *f = p->formulations; f->name; f++) {
        struct answer a;
        if ((f->applies && !f->applies(in)) || (without && !strcmp(f->name, without))) continue;
        struct census c = models_census(p, in, f, true, &a);
        if (!c.complete || c.solutions != solutions || (p->canonical && c.orbits != different))
            fail_msg("%s %s: %s counts %d solutions, %d different; expected %d, %d: %s", p->name, operands, f->name,
                     (int)c.solutions, (int)c.orbits, solutions, different, text_string(&a.err));
        answer_release(&a);
    }
    p->release(in);
}

static void numbers_text(int64_t target, const int *v, int n, struct text *out)
{
    text_clear(out);
    text_add(out, "%d", (int)target);
    for (int i = 0; i < n; i++) text_add(out, " %d", v[i]);
}

/* ---- squarest -------------------------------------------------------------------------------- */

/* All subsets with this sum; and how many are different as lists of numbers: the counts of equal
 * numbers, as digits of a mixed number, tell. */
static void subsets(const int *v, int n, int target, int *all, int *different)
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
    for (int round = 0; round < 150; round++) {
        int n = 1 + random_below(&r, 7), v[10], total = 0, all, different, top = 1 + random_below(&r, 20);
        for (int i = 0; i < n; i++) total += v[i] = 1 + random_below(&r, top);
        int target = random_below(&r, total + 3);
        numbers_text(target, v, n, &words);
        subsets(v, n, target, &all, &different);
        expect(&puzzle_squarest, text_string(&words), "", all, different, 0);
        if (round < 50) expect_count(&puzzle_squarest, text_string(&words), "", NULL, all, different);
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
    for (int round = 0; round < (getenv("QUICK") ? 3 : 8); round++) {
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
        subsets(v, n, target, &all, &different);
        numbers_text(target, v, n, &words);
        struct instance *in = ask(&puzzle_squarest, text_string(&words), "");
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

static void squarest_book(void **state)
{
    (void)state;
    struct text why = {0};
    expect(&puzzle_squarest, "50 3 6 9 12 15 30 21 25 27 30", "", 0, 0, 0);
    expect(&puzzle_squarest, "50 3 6 9 12 15 19 30 21 25 27", "", 1, 1, 0);
    struct instance *in = ask(&puzzle_squarest, "50 3 6 9 12 15 30 21 25 27 30", "");
    assert_true(puzzle_squarest.reason(in, &why, NULL));
    assert_string_equal(text_string(&why),
                        "There is no way modulo 3: the numbers leave 0 (3 6 9 12 15 30 21 27 30) and 1 (25), "
                        "so every sum leaves 0 or 1, but the target 50 leaves 2.");
    puzzle_squarest.release(in);
    text_release(&why);
}

/* "1..3 7" in the answer's first list, marked in reach. */
static void runs_read(const char *s, bool *reach, int limit)
{
    for (s = strchr(s, ':') + 1; *s == ' ';) {
        char *end;
        if (!strncmp(s, " none", 5)) return;
        long from = strtol(s + 1, &end, 10), to = from;
        if (*end == '.') to = strtol(end + 2, &end, 10);
        for (long t = from; t <= to && t < limit; t++) reach[t] = true;
        s = end;
    }
}

static void range_check(const struct puzzle *p, const int *v, int n, int from, int to, bool repeats)
{
    struct text words = {0}, option = {0}, out = {0};
    bool *sums = mem_new((size_t)to + 1, 1), *yes = mem_new((size_t)to + 1, 1), *no = mem_new((size_t)to + 1, 1);
    sums[0] = true;
    for (int i = 0; i < n; i++) {
        if (repeats)
            for (int t = v[i]; t <= to; t++) sums[t] |= sums[t - v[i]];
        else
            for (int t = to; t >= v[i]; t--) sums[t] |= sums[t - v[i]];
    }
    numbers_text(1, v, n, &words);
    text_add(&option, "target-range=%d..%d", from, to);
    struct instance *in = ask(p, text_string(&words), text_string(&option));
    struct options o = {0};
    assert_false(p->aside(in, &o, &out));
    options_set(&o, "target-range", text_string(&option) + strlen("target-range="));
    assert_true(p->aside(in, &o, &out));
    runs_read(strstr(text_string(&out), "\nreachable"), yes, to + 1);
    runs_read(strstr(text_string(&out), "\nout of reach"), no, to + 1);
    for (int t = 0; t <= to; t++) {
        assert_int_equal(yes[t], t >= from && sums[t]);
        assert_int_equal(no[t], t >= from && !sums[t]);
    }
    options_release(&o);
    p->release(in);
    text_release(&words);
    text_release(&option);
    text_release(&out);
    mem_free(sums);
    mem_free(yes);
    mem_free(no);
}

static void ranges_agree(void **state)
{
    (void)state;
    struct random r = {3};
    for (int round = 0; round < 200; round++) {
        int n = 1 + random_below(&r, 12), v[12], from = random_below(&r, 150), top = 1 + random_below(&r, 300);
        for (int i = 0; i < n; i++) v[i] = 1 + random_below(&r, top);
        range_check(&puzzle_squarest, v, n, from, from + random_below(&r, 400), false);
        range_check(&puzzle_archer, v, n, from, from + random_below(&r, 400), true);
    }
}

static void squarest_verify_judges(void **state)
{
    (void)state;
    struct instance *in = ask(&puzzle_squarest, "12 3 9 3 6", "");
    static const struct {
        const char *solution, *sentence;
    } cases[] = {
        {"3 9\n", NULL},
        {"6 3 3", NULL},
        {" 9\t3 ", NULL},
        {"3 3 3 3", "The solution hits more dummies of 3 than there are."},
        {"6 6", "The solution hits more dummies of 6 than there are."},
        {"12", "There is no dummy with the number 12."},
        {"9 -3 6", "There is no dummy with the number -3."},
        {"9", "The numbers hit make 9, not the target 12."},
        {"", "The numbers hit make 0, not the target 12."},
        {"9 3x", "'3x' in the solution is not a number on a dummy."},
        {"99999999999999999999", "'99999999999999999999' in the solution is not a number on a dummy."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text err = {0};
        int64_t figure = -1;
        assert_int_equal(puzzle_squarest.verify(in, cases[i].solution, &figure, &err), !cases[i].sentence);
        if (cases[i].sentence) assert_string_equal(text_string(&err), cases[i].sentence);
        text_release(&err);
    }
    puzzle_squarest.release(in);
}

/* ---- archer ---------------------------------------------------------------------------------- */

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
    struct instance *in = ask(&puzzle_archer, operands, "minimize=shots");
    for (const struct formulation *f = puzzle_archer.formulations; f->name; f++) {
        struct answer a;
        struct census c = models_census(&puzzle_archer, in, f, false, &a);
        if (!c.complete || c.solutions != ways || (ways && a.figure != fewest))
            fail_msg("%s: %s counts %d solutions with %d shots; expected %d with %d: %s", operands, f->name,
                     (int)c.solutions, (int)a.figure, ways, fewest, text_string(&a.err));
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
        expect(&puzzle_archer, text_string(&words), "minimize=shots", ways, different, fewest);
        if (round < 40) expect_count(&puzzle_archer, text_string(&words), "", NULL, ways, different);
        if (round < 60) expect_fewest(text_string(&words), ways ? with_shots(v, n, target, fewest) : 0, fewest);
        struct text why = {0};
        struct instance *in = ask(&puzzle_archer, text_string(&words), "");
        assert_true(!puzzle_archer.reason(in, &why, NULL) || !ways);
        puzzle_archer.release(in);
        text_release(&why);
    }
    text_release(&words);
}

/* With exactly so many shots asked for, a formulation may say less, and columns say it otherwise: above the smallest
 * ring or below the largest. What they impose on finders leaves solutions only. */
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
        struct instance *in = ask(&puzzle_archer, text_string(&words), "minimize=shots");
        for (int imposed = 0; imposed < 2; imposed++) {
            struct bounds exact = {.most = shots, .least = shots, .impose = imposed ? "greedy" : NULL};
            struct tally t;
            tally_bounded(&t, &puzzle_archer, in, puzzle_archer.formulations, &exact);
            int ways = with_shots(v, n, target, shots);
            if (imposed ? t.found > ways : t.found != ways)
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
    for (int round = 0; round < (getenv("QUICK") ? 10 : 60); round++) {
        int n = 1 + random_below(&r, round % 2 ? 5 : 40), v[40], top = round % 3 ? 60 : 900;
        for (int i = 0; i < n; i++) v[i] = top / 3 + random_below(&r, top);
        int target = TOP / 2 + random_below(&r, TOP / 2);
        for (int t = 1; t <= target; t++) {
            fewest[t] = INT32_MAX;
            for (int i = 0; i < n; i++)
                if (v[i] <= t && fewest[t - v[i]] < fewest[t]) fewest[t] = fewest[t - v[i]] + 1;
        }
        numbers_text(target, v, n, &words);
        struct instance *in = ask(&puzzle_archer, text_string(&words), "minimize=shots");
        struct options none = {0};
        struct question q = {.puzzle = &puzzle_archer,
                             .instance = in,
                             .options = &none,
                             .formulation = puzzle_archer.formulations,
                             .solver = "cadical"};
        struct answer a = {0};
        enum status status = search_solve(&q, &a);
        bool right = fewest[target] == INT32_MAX ? status == STATUS_UNSATISFIABLE
                                                 : status == STATUS_OPTIMAL && a.figure == fewest[target];
        if (!right)
            fail_msg("%s: %s with %d; expected %d: %s", text_string(&words), status_name(status), (int)a.figure,
                     fewest[target], text_string(&a.err));
        answer_release(&a);
        puzzle_archer.release(in);
    }
    mem_free(fewest);
    text_release(&words);
}

static void archer_book(void **state)
{
    (void)state;
    int v[] = {16, 17, 23, 24, 39, 40}, fewest = INT32_MAX;
    int ways = multisets(v, 6, 100, 0, &fewest);
    expect(&puzzle_archer, "100 16 17 23 24 39 40", "minimize=shots", ways, ways, fewest);
    struct text why = {0};
    struct instance *in = ask(&puzzle_archer, "100 16 24 40", "");
    assert_true(puzzle_archer.reason(in, &why, NULL));
    assert_string_equal(text_string(&why), "There is no way modulo 8: the numbers leave 0 (16 24 40), so every sum "
                                           "leaves 0, but the target 100 leaves 4.");
    puzzle_archer.release(in);
    text_release(&why);
}

static void archer_verify_judges(void **state)
{
    (void)state;
    struct instance *in = ask(&puzzle_archer, "100 16 17 40", "minimize=shots");
    static const struct {
        const char *solution, *sentence;
        int shots;
    } cases[] = {
        {"2x16 4x17\n", NULL, 6},
        {"4x17 1x16 1x16", NULL, 6},
        {"2x16 4x18", "There is no ring of 18.", 0},
        {"2x16", "The shots make 32, not the target 100.", 0},
        {"", "The shots make 0, not the target 100.", 0},
        {"3x40", "The shots up to 3x40 make more than the target 100.", 0},
        {"9223372036854775807x40", "The shots up to 9223372036854775807x40 make more than the target 100.", 0},
        {"0x40", "'0x40' in the solution is not of the form 2x16, shots x ring.", 0},
        {"-1x40", "'-1x40' in the solution is not of the form 2x16, shots x ring.", 0},
        {"16", "'16' in the solution is not of the form 2x16, shots x ring.", 0},
        {"2x", "'2x' in the solution is not of the form 2x16, shots x ring.", 0},
        {"2x16x1", "'2x16x1' in the solution is not of the form 2x16, shots x ring.", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text err = {0};
        int64_t figure = -1;
        assert_int_equal(puzzle_archer.verify(in, cases[i].solution, &figure, &err), !cases[i].sentence);
        if (cases[i].sentence)
            assert_string_equal(text_string(&err), cases[i].sentence);
        else
            assert_int_equal(figure, cases[i].shots);
        text_release(&err);
    }
    puzzle_archer.release(in);
}

/* ---- cans ------------------------------------------------------------------------------------ */

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
        struct instance *in = ask(&puzzle_cans, text_string(&words), text_string(&by));
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
    int64_t figure;
    expect(&puzzle_cans, "", "", 1, 1, 0);
    expect(&puzzle_cans, "50 8,10,7 10,7,9 7,9,8", "", 1, 1, 0);
    struct instance *in = ask(&puzzle_cans, "50", "");
    assert_true(puzzle_cans.verify(in, "pile 3 value 7\npile 1 value 8\npile 3 value 9\n", &figure, &err));
    puzzle_cans.release(in);
    text_release(&err);
}

static void cans_verify_judges(void **state)
{
    (void)state;
    struct instance *in = ask(&puzzle_cans, "20 8,-,7 1,4,2", "multipliers=1,2");
    static const struct {
        const char *solution, *sentence;
    } cases[] = {
        {"pile 2 value 4\npile 1 value 8\n", NULL},
        {"pile 1 value 8\npile 1 value 1\n", "The throws score 10, not the target 20."},
        {"pile 2 value 4\npile 2 value 4\n", "Throw 2 is at pile 2, which has no can any more."},
        {"pile 1 value 1\npile 1 value 8\n", "Throw 1 names the value 1, but the top can of pile 1 is 8."},
        {"pile 4 value 1\n", "Throw 1 is at pile 4; the piles are 1 to 3."},
        {"pile 0 value 1\n", "Throw 1 is at pile 0; the piles are 1 to 3."},
        {"pile 2 value 4\n", "The solution has 1 throw; 2 are to be made."},
        {"", "The solution has 0 throws; 2 are to be made."},
        {"pile 2 value 4\npile 1 value 8\npile 1 value 1\n", "The solution has more than 2 throws."},
        {"pile 2 value\n", "Throw 1 is not of the form 'pile 3 value 7'."},
        {"pile two value 4\n", "Throw 1 is not of the form 'pile 3 value 7'."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text err = {0};
        int64_t figure = -1;
        assert_int_equal(puzzle_cans.verify(in, cases[i].solution, &figure, &err), !cases[i].sentence);
        if (cases[i].sentence) assert_string_equal(text_string(&err), cases[i].sentence);
        text_release(&err);
    }
    puzzle_cans.release(in);
}

/* ---- bad input, and any input ------------------------------------------------------------------
 */

static void bad_input_gets_a_sentence(void **state)
{
    (void)state;
    const struct puzzle *s = &puzzle_squarest, *a = &puzzle_archer, *c = &puzzle_cans;
    refuse(s, "", NULL, "", "The target is missing; write the target, then the numbers.");
    refuse(s, "50", NULL, "", "The list is empty; write at least one number after the target 50.");
    refuse(s, "-5 1", NULL, "", "'-5' will not do: the target must be a whole number, 0 or more.");
    refuse(s, "5 1 -2", NULL, "", "'-2' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "5 0", NULL, "", "'0' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "5 2.5", NULL, "", "'2.5' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "5 x", NULL, "", "'x' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "99999999999999999999 1", NULL, "",
           "99999999999999999999 is larger than 64 bits hold; the target must be below 2^62.");
    refuse(s, "9223372036854775807 1", NULL, "",
           "The target 9223372036854775807 is too large: sums are exact up to 2^62 - 1.");
    refuse(s, "1 4611686018427387903 1", NULL, "",
           "The numbers add up to more than 2^62 - 1, up to which sums are exact; use smaller or "
           "fewer numbers.");
    refuse(s, "", "50\n3 six\n", "",
           "board.txt:2: 'six' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "50 3", "50 3\n", "", "Give the numbers as operands or in the file board.txt, not in both.");
    refuse(s, "50 3", NULL, "target-range=9..3",
           "--target-range takes A..B with 0 <= A <= B <= 1000000000, such as 1..100; '9..3' will "
           "not do.");
    refuse(a, "100 16", NULL, "minimize=arrows", "--minimize takes 'shots', not 'arrows'.");
    refuse(a, "4611686018427387903 16", NULL, "",
           "The target 4611686018427387903 is too large: with rings: 1, sums are exact up to "
           "2305843009213693951.");
    refuse(a, "100 -16", NULL, "", "'-16' will not do: a ring's number must be a whole number, 1 or more.");
    refuse(c, "50 8,-,7 1,-,2", NULL, "", "Pile 2 has no can; leave it out.");
    refuse(c, "50 8,1,7 1,-,2", NULL, "", "In the row 1,-,2 nothing carries the cans above in pile 2.");
    refuse(c, "50 8,1,7 1,2", NULL, "", "The row 1,2 has 2 places, the first row 3; write - for no can.");
    refuse(c, "50 8,,7", NULL, "", "'' will not do: a can's number must be a whole number, 1 or more.");
    refuse(c, "50 8,-7", NULL, "", "'-7' will not do: a can's number must be a whole number, 1 or more.");
    refuse(c, "50", NULL, "multipliers=1,0", "'0' will not do: a multiplier must be a whole number, 1 or more.");
    refuse(c, "50 4611686018427387903,8", NULL, "",
           "The numbers and multipliers are too large: twice the sum of all cans times the sum of all "
           "multipliers must stay below 2^62.");
}

/* Whatever is asked or answered, nothing crashes: a legal question is posed, drawn and labelled. */
static void any_text_is_survived(void **state)
{
    (void)state;
    static const char alphabet[] = "0123456789  \n,,--x;pilevalue";
    const struct puzzle *const all[] = {&puzzle_squarest, &puzzle_archer, &puzzle_cans};
    struct random r = {6};
    for (int round = 0; round < 3000; round++) {
        const struct puzzle *p = all[round % 3];
        char text[40];
        int n = random_below(&r, (int)sizeof text);
        for (int i = 0; i < n; i++) text[i] = alphabet[random_below(&r, (int)sizeof alphabet - 1)];
        text[n] = 0;
        struct text err = {0};
        struct bounds none = {INT64_MAX};
        struct instance *in = models_ask(p, "", text, "", &err);
        if (in) {
            struct model *m = model_new();
            for (const struct formulation *f = p->formulations; f->name; f++)
                if (!f->applies || f->applies(in)) {
                    model_free(m);
                    f->pose(in, NULL, &none, m = model_new());
                }
            model_free(m);
            canvas_free(p->draw(in, NULL));
            p->label(in, &err);
            p->release(in);
        } else
            assert_true(err.n > 10 && err.s[err.n - 1] == '.');
        text_release(&err);
        in = ask(p, p == &puzzle_cans ? "50" : "12 3 9 3 6", "");
        int64_t figure;
        p->verify(in, text, &figure, &err);
        text_release(&err);
        p->release(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squarest_agrees),
        cmocka_unit_test(longer_lists_agree),
        cmocka_unit_test(squarest_reasons_are_true),
        cmocka_unit_test(squarest_book),
        cmocka_unit_test(ranges_agree),
        cmocka_unit_test(squarest_verify_judges),
        cmocka_unit_test(archer_agrees),
        cmocka_unit_test(archer_bounds),
        cmocka_unit_test(archer_large),
        cmocka_unit_test(archer_book),
        cmocka_unit_test(archer_verify_judges),
        cmocka_unit_test(cans_agree),
        cmocka_unit_test(cans_book),
        cmocka_unit_test(cans_verify_judges),
        cmocka_unit_test(bad_input_gets_a_sentence),
        cmocka_unit_test(any_text_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
