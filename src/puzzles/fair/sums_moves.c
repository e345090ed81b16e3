/* Moves of the puzzles with a list: a touch shoots at a ring, or knocks a dummy down or puts it up
 * again. */
#include "puzzles/fair/sums.h"

/* A position lists the numbers hit so far, like a solution. */
struct hits_tally {
    int64_t *times, sum, hits;
};

static void hits_tally_release(struct hits_tally *t) { mem_free(t->times); }

static struct hits_tally tally_of(const struct instance *in, const char *position)
{
    struct hits_tally t = {.times = sums_times(in, position)};
    for (int i = 0; i < in->n; i++) {
        t.sum += t.times[i] * in->value[i];
        t.hits += t.times[i];
    }
    return t;
}

static void start(const struct instance *in, struct text *position) { text_char(position, '\n'); }

static bool touch(const struct puzzle *self, const struct instance *in, const char *position, const struct touch *t,
                  struct text *out, struct text *err)
{
    int i = touch_is_pair(t) ? -1 : sums_place(in, t->row, t->col);
    if (i < 0) return text_error(err, "There is no %s here; touch one.", in->repeats ? "ring" : "dummy");
    SCOPED(hits_tally) now = tally_of(in, position);
    int64_t *at = &now.times[i];
    if (!in->repeats)
        *at = !*at && t->value >= 0;
    else if (t->value < 0)
        *at = max64(0, *at - 1);
    else if (t->value > in->target / in->value[i] + 1 || now.sum > in->target)
        return text_error(err, "The shots would exceed the target %lld; take one back first.", (long long)in->target);
    else
        *at = t->value == TOUCH_NEXT ? *at + 1 : t->value;
    sums_write(in, now.times, out);
    return true;
}

static bool mistake(const struct instance *in, const char *position, int i, int *row, int *col, struct text *why)
{
    SCOPED(hits_tally) now = tally_of(in, position);
    bool over = now.sum > in->target, all = !in->repeats && now.hits == in->n;
    int last = 0;
    for (int k = 0; k < in->n; k++)
        if (now.times[k]) last = k;
    if (i || (!over && !(all && now.sum < in->target))) return false;
    sums_where(in, last, row, col);
    text_add(why, "%s make %lld, %s than the target %lld.", in->repeats ? "The shots" : "The numbers hit",
             (long long)now.sum, over ? "more" : "less", (long long)in->target);
    return true;
}

static struct instance *rest(const struct puzzle *self, const struct instance *in, const char *position, int64_t *made)
{
    SCOPED(hits_tally) now = tally_of(in, position);
    struct instance *left = mem_new(1, sizeof *left);
    *left = *in;
    *made = in->fewest ? now.hits : 0;
    left->target -= now.sum;
    left->n = 0;
    left->value = mem_new((size_t)in->n, sizeof *left->value);
    for (int i = 0; i < in->n; i++)
        if (in->repeats || !now.times[i])
            left->value[left->n++] = in->value[i];
        else
            left->total -= in->value[i];
    return left;
}

/* The solution's numbers in the order of the list. The dummies of the rest are those that stand. */
static bool step(const struct puzzle *self, const struct instance *in, const char *position, const char *solution,
                 int i, struct touch *t, struct text *variable)
{
    SCOPED(text) all = {0};
    text_add(&all, "%s %s", position, solution);
    OWNED int64_t *now = sums_times(in, position), *then = sums_times(in, text_string(&all));
    int k = 0, standing = 1;
    int64_t before = i; /* at last: the earlier ones of the same number */
    for (; k < in->n && before >= then[k] - now[k]; k++) {
        before -= then[k] - now[k];
        standing += !now[k];
    }
    if (k == in->n) return false;
    int row, col;
    sums_where(in, k, &row, &col);
    *t = (struct touch){row, col, row, col, TOUCH_NEXT};
    if (in->repeats)
        text_add(variable, "ring %d, %lld, %lld times or more", k + 1, (long long)in->value[k], (long long)before + 1);
    else
        text_add(variable, "dummy %d bears %lld", standing, (long long)in->value[k]);
    return true;
}

static void count(const struct puzzle *self, const struct instance *in, const char *position, struct text *out)
{
    SCOPED(hits_tally) now = tally_of(in, position);
    text_add(out, "%lld of %lld", (long long)now.sum, (long long)in->target);
    if (in->repeats) text_add(out, " in %lld %s", (long long)now.hits, plural(now.hits, "shot", "shots"));
}

static void name(const struct puzzle *self, const struct instance *in, const char *position, int row, int col,
                 struct text *out)
{
    int i = sums_place(in, row, col), first_row = 0, first_col = 0;
    if (i >= 0) sums_where(in, i, &first_row, &first_col);
    if (i < 0 || row != first_row || col != first_col) return;
    SCOPED(hits_tally) now = tally_of(in, position);
    text_add(out, "%s %d, number %lld, ", in->repeats ? "ring" : "dummy", i + 1, (long long)in->value[i]);
    if (in->repeats)
        text_add(out, "%lld %s", (long long)now.times[i], plural(now.times[i], "shot", "shots"));
    else
        text_put(out, now.times[i] ? "hit" : "standing");
}

static struct canvas *draw(const struct puzzle *self, const struct instance *in, const char *position)
{
    SCOPED(hits_tally) now = tally_of(in, position);
    return sums_draw_position(in, now.times);
}

static const char *const squarest_samples[] = {"squarest 50 25 27 3 12 6 15 9 30 21 19\n",
                                               "squarest 50 3 6 9 12 15 30 21 25 27 30\n",
                                               "squarest 633 22 56 75 123 126 133 178 185 189 216\n", NULL};

const struct moves sums_squarest_moves = {
    .samples = squarest_samples,
    .how = "Touch a dummy to knock it down; touch it again to put it up.",
    .plain = "equation",
    .one_rule = true,
    .step_reason = sums_step_reason,
    MOVES,
};

static const char *const archer_samples[] = {"archer 100 16 17 23 24 39 40\n",
                                             "archer 100 16 17 23 24 39 40 --objective shots\n",
                                             "archer 86 16 22 29 40 44 55\n", NULL};

const struct moves sums_archer_moves = {
    .samples = archer_samples,
    .how = "Touch a ring to shoot at it, as often as you like; clear it to take a shot back.",
    .plain = "unary",
    .one_rule = true,
    .step_reason = sums_step_reason,
    MOVES,
};

/* ---- generating ------------------------------------------------------------------------------ */

/* Generates puzzles: a list, and a target with exactly one solution. */

/* Draws n different random numbers from low up, in rising order. */
static void numbers_draw(struct board_maker *m, int n, int low, int high, int64_t *v)
{
    for (int k = 0, left = high - low + 1, x = low; k < n; x++, left--)
        if (random_below(&m->random, left) < n - k) v[k++] = x;
}

/* The target is the sum of `shots` random numbers, each used once or, with repeats, any number of
 * times. The last tries use fewer of them, because small targets have fewer solutions. */
bool sums_make(struct board_maker *m, struct text *file, struct text *err)
{
    /* Up to SURE numbers, a target is nearly always found; from 15 dummies on, in few cases. */
    enum { SURE = 14, MOST = 40 };
    const bool repeats = m->puzzle->moves == &sums_archer_moves;
    const int n = m->rows ? m->rows : repeats ? 6 : 10, shots = repeats ? 5 : 1 + n / 3, most = repeats ? MOST : SURE;
    if (m->rows != m->cols) return text_error(err, "A list has no sides; give how many numbers it must have.");
    if (n < 3 || n > most) return text_error(err, "A generated puzzle must have 3 to %d numbers, not %d.", most, n);
    OWNED int64_t *v = mem_new((size_t)n, sizeof *v);
    int answer = 2;
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        int64_t target = 0;
        numbers_draw(m, n, repeats ? 10 : 3, 12 * n + (repeats ? 0 : n * n), v);
        for (int k = 0, left = shots; k < n && !repeats; k++)
            if (random_below(&m->random, n - k) < left) {
                target += v[k];
                left--;
            }
        const int fewer = shots - (i >= MAKER_TRIES / 2) - (i >= MAKER_TRIES * 3 / 4);
        for (int k = 0; k < fewer && repeats; k++) target += v[random_below(&m->random, n)];
        OWNED int *ways = sums_table(&(struct instance){.n = n, .value = v, .repeats = repeats}, target, true);
        if (ways[target] > 1) continue;
        SCOPED(text) words = {0};
        text_add(&words, "%lld", (long long)target);
        for (int k = 0; k < n; k++) text_add(&words, " %lld", (long long)v[k]);
        maker_header(m, text_string(&words), file);
        answer = maker_ask(m, file);
    }
    SCOPED(text) advice = {0};
    text_add(&advice, "choose at most %d numbers, or another --seed", SURE);
    return answer == 1 || maker_gave_up(answer, advice.s, err);
}
