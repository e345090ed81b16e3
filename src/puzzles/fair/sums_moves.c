/* Moves of the puzzles with a list: a touch shoots at a ring, or knocks a dummy down or puts it up
 * again. */
#include "base/number.h"
#include "puzzles/fair/sums.h"

/* A position has the hits of each number. */
static int64_t hits_of(const struct position *p, int64_t *sum)
{
    int64_t hits = 0;
    *sum = 0;
    for (int i = 0; i < p->n; i++) {
        *sum += p->now[i] * p->instance->value[i];
        hits += p->now[i];
    }
    return hits;
}

static void sums_moves_begin(struct position *p) { position_numbers(p, p->instance->n); }

static bool sums_moves_touch(struct position *p, const struct touch *t, struct text *err)
{
    const struct instance *in = p->instance;
    int i = touch_is_pair(t) ? -1 : sums_place(in, t->row, t->col);
    if (i < 0) return text_error(err, "There is no %s here; touch one.", in->repeats ? "ring" : "dummy");
    int64_t *at = &p->now[i], sum;
    hits_of(p, &sum);
    if (!in->repeats)
        *at = !*at && t->value >= 0;
    else if (t->value < 0)
        *at = max64(0, *at - 1);
    else if (t->value > in->target / in->value[i] + 1 || sum > in->target)
        return text_error(err, "The shots would exceed the target %lld; take one back first.", (long long)in->target);
    else
        *at = t->value == TOUCH_NEXT ? *at + 1 : t->value;
    return true;
}

static void sums_moves_mistakes(const struct position *p, struct position_mistakes *l)
{
    const struct instance *in = p->instance;
    int64_t sum, hits = hits_of(p, &sum);
    bool over = sum > in->target, all = !in->repeats && hits == in->n;
    if (!over && !(all && sum < in->target)) return;
    position_mistakes_add(l, -1, -1, "%s make %lld, %s than the target %lld.",
                          in->repeats ? "The shots" : "The numbers hit", (long long)sum, over ? "more" : "less",
                          (long long)in->target);
}

static struct instance *sums_moves_rest(const struct position *p, int64_t *made)
{
    const struct instance *in = p->instance;
    int64_t sum, hits = hits_of(p, &sum);
    struct instance *left = mem_new(1, sizeof *left);
    *left = *in;
    *made = in->fewest ? hits : 0;
    left->target -= sum;
    left->n = 0;
    left->value = mem_new((size_t)in->n, sizeof *left->value);
    for (int i = 0; i < in->n; i++)
        if (in->repeats || !p->now[i])
            left->value[left->n++] = in->value[i];
        else
            left->total -= in->value[i];
    return left;
}

/* The solution's numbers in the order of the list. The dummies of the rest are those that stand. */
static void sums_moves_steps(const struct position *p, const struct solution *solution, struct position_steps *l)
{
    const struct instance *in = p->instance;
    const int64_t *times = solution->v;
    for (int k = 0, at = 0; k < p->n; k++) {
        if (!in->repeats && p->now[k]) continue;
        struct touch t = {.value = TOUCH_NEXT};
        sums_where(in, k, &t.row, &t.col);
        t.row2 = t.row;
        t.col2 = t.col;
        for (int64_t i = 1; i <= times[at]; i++)
            if (in->repeats)
                position_steps_add(l, t, "ring %d, %lld, %lld times or more", k + 1, (long long)in->value[k],
                                   (long long)i);
            else
                position_steps_add(l, t, "dummy %d bears %lld", at + 1, (long long)in->value[k]);
        at++;
    }
}

static void sums_moves_count(const struct position *p, struct position_count *out)
{
    int64_t sum, hits = hits_of(p, &sum);
    text_add(&out->words, "%lld of %lld", (long long)sum, (long long)p->instance->target);
    if (p->instance->repeats) text_add(&out->words, " in %lld %s", (long long)hits, plural(hits, "shot", "shots"));
    position_count_add(out, "sum", sum);
    position_count_add(out, "target", p->instance->target);
    position_count_add(out, "hits", hits);
}

static void sums_moves_look(const struct position *p, int row, int col, struct position_cell *out)
{
    const struct instance *in = p->instance;
    int i = sums_place(in, row, col), first_row = 0, first_col = 0;
    if (i >= 0) sums_where(in, i, &first_row, &first_col);
    if (i < 0 || row != first_row || col != first_col) return;
    text_add(&out->place, "%s %d, number %lld", in->repeats ? "ring" : "dummy", i + 1, (long long)in->value[i]);
    if (in->repeats)
        text_add(&out->content, "%lld %s", (long long)p->now[i], plural(p->now[i], "shot", "shots"));
    else
        text_put(&out->content, p->now[i] ? "hit" : "standing");
    out->has_value = true;
    out->value = in->value[i];
    if (p->now[i]) position_cell_add(out, "hit");
}

static struct canvas *sums_moves_draw(const struct position *p) { return sums_draw_position(p->instance, p->now); }

/* The members of struct moves that both puzzles share. */
#define SUMS_MOVES                                                                                                     \
    .begin = sums_moves_begin, .touch = sums_moves_touch, .rest = sums_moves_rest, .steps = sums_moves_steps,          \
    .step_reason = sums_step_reason, .count = sums_moves_count, .look = sums_moves_look,                               \
    .mistakes = sums_moves_mistakes, .draw = sums_moves_draw

static const char *const squarest_samples[] = {"squarest 50 25 27 3 12 6 15 9 30 21 19\n",
                                               "squarest 50 3 6 9 12 15 30 21 25 27 30\n",
                                               "squarest 633 22 56 75 123 126 133 178 185 189 216\n", NULL};

const struct moves sums_squarest_moves = {
    .samples = squarest_samples,
    .how = "Touch a dummy to knock it down; touch it again to put it up.",
    .plain = "equation",
    SUMS_MOVES,
};

static const char *const archer_samples[] = {"archer 100 16 17 23 24 39 40\n",
                                             "archer 100 16 17 23 24 39 40 --objective shots\n",
                                             "archer 86 16 22 29 40 44 55\n", NULL};

const struct moves sums_archer_moves = {
    .samples = archer_samples,
    .how = "Touch a ring to shoot at it, as often as you like; clear it to take a shot back.",
    .plain = "unary",
    SUMS_MOVES,
};

/* ---- generating: a list, and a target with exactly one solution ------------------------------ */

/* Draws n different random numbers from low up, in rising order. */
static void numbers_draw(struct board_maker *m, int n, int low, int high, int64_t *v)
{
    for (int k = 0, left = high - low + 1, x = low; k < n; x++, left--)
        if (random_below(&m->random, left) < n - k) v[k++] = x;
}

/* The target is the sum of `shots` random numbers, more at a higher level, each used once or, with
 * repeats, any number of times. The last tries use fewer of them, because small targets have fewer
 * solutions. */
bool sums_make(struct board_maker *m, struct text *file, struct text *err)
{
    /* Up to SURE numbers, a target is nearly always found; from 15 dummies on, in few cases. */
    enum { SURE = 14, MOST = 40 };
    const bool repeats = m->puzzle->moves == &sums_archer_moves;
    const int n = m->rows ? m->rows : repeats ? 6 : 10, most = repeats ? MOST : SURE;
    if (m->rows != m->cols) return text_error(err, "A list has no sides; give how many numbers it must have.");
    if (n < 3 || n > most) return text_error(err, "A generated puzzle must have 3 to %d numbers, not %d.", most, n);
    OWNED int64_t *v = mem_new((size_t)n, sizeof *v);
    const int varied = m->level ? m->level : 1 + random_below(&m->random, repeats ? 4 : 1 + n / 4);
    const int shots = repeats ? 2 + varied : min_int(1 + varied, n - 1);
    int answer = 2;
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        int64_t target = 0;
        const int fewer = max_int(2 + repeats, shots - (i >= MAKER_TRIES / 2) - (i >= MAKER_TRIES * 3 / 4));
        numbers_draw(m, n, repeats ? 10 : 3, 12 * n + (repeats ? 0 : n * n), v);
        for (int k = 0, left = fewer; k < n && !repeats; k++)
            if (random_below(&m->random, n - k) < left) {
                target += v[k];
                left--;
            }
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
