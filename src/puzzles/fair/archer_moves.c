/* The Archer, played: a touch is a shot. */
#include "puzzles/fair/sums.h"

#include <string.h>

/* A position is the shots so far, as a solution tells them. */
static void tell(const struct instance *s, const int64_t *times, int64_t *sum, int64_t *shots)
{
    *sum = *shots = 0;
    for (int i = 0; i < s->n; i++) {
        *sum += times[i] * s->value[i];
        *shots += times[i];
    }
}

static void start(const struct instance *s, struct text *position) { text_char(position, '\n'); }

static bool touch(const struct instance *in, const char *position, const struct touch *t, struct text *out,
                  struct text *err)
{
    int i = touch_is_pair(t) ? -1 : sums_place(in, t->row, t->col);
    if (i < 0) return text_error(err, "Touch a ring.");
    int64_t *times = archer_times(in, position), sum, shots;
    bool good = true;
    tell(in, times, &sum, &shots);
    if (t->value == TOUCH_NEXT)
        times[i]++;
    else
        times[i] = t->value == TOUCH_CLEAR ? max64(0, times[i] - 1) : t->value;
    if (t->value > in->target / in->value[i] + 1 || sum > in->target)
        good = t->value == TOUCH_CLEAR ||
               text_error(err, "The target %lld is passed already; take a shot back first.", (long long)in->target);
    if (good) archer_shots(in, times, out);
    mem_free(times);
    return good;
}

static bool mistake(const struct instance *in, const char *position, int i, int *row, int *col, struct text *why)
{
    int64_t *times = archer_times(in, position), sum, shots;
    int last = 0;
    tell(in, times, &sum, &shots);
    for (int k = 0; k < in->n; k++)
        if (times[k]) last = k;
    mem_free(times);
    if (i || sum <= in->target) return false;
    sums_where(in, last, row, col);
    text_add(why, "The shots make %lld, more than the target %lld.", (long long)sum, (long long)in->target);
    return true;
}

static struct instance *rest(const struct instance *in, const char *position, int64_t *made, struct text *err)
{
    int row, col;
    if (mistake(in, position, 0, &row, &col, err)) return NULL;
    int64_t *times = archer_times(in, position), sum, shots;
    tell(in, times, &sum, &shots);
    mem_free(times);
    struct instance *left = mem_new(1, sizeof *left);
    size_t n = (size_t)in->n;
    *left = *in;
    *made = in->fewest ? shots : 0;
    left->target = in->target - sum;
    left->value = memcpy(mem_new(n, sizeof *left->value), in->value, n * sizeof *left->value);
    return left;
}

static bool step(const struct instance *in, const char *position, const char *solution, int i, struct touch *t,
                 struct text *variable)
{
    int64_t *times = archer_times(in, solution);
    int k = 0;
    int64_t shot = i;
    for (; k < in->n && shot >= times[k]; k++) shot -= times[k];
    mem_free(times);
    if (k == in->n) return false;
    *t = sums_touch(in, k);
    text_add(variable, "ring %d, %lld, %lld times or more", k + 1, (long long)in->value[k], (long long)shot + 1);
    return true;
}

static void count(const struct instance *in, const char *position, struct text *out)
{
    int64_t *times = archer_times(in, position), sum, shots;
    tell(in, times, &sum, &shots);
    text_add(out, "%lld of %lld in %lld shot%s", (long long)sum, (long long)in->target, (long long)shots,
             shots == 1 ? "" : "s");
    mem_free(times);
}

static void name(const struct instance *in, const char *position, int row, int col, struct text *out)
{
    int i = sums_named(in, row, col);
    if (i < 0) return;
    int64_t *times = archer_times(in, position);
    text_add(out, "ring %d, number %lld, %lld shot%s", i + 1, (long long)in->value[i], (long long)times[i],
             times[i] == 1 ? "" : "s");
    mem_free(times);
}

static struct canvas *draw(const struct instance *in, const char *position)
{
    int64_t *times = archer_times(in, position);
    struct canvas *c = sums_draw_position(in, times);
    mem_free(times);
    return c;
}

static const char *const samples[] = {"archer 100 16 17 23 24 39 40\n",
                                      "archer 100 16 17 23 24 39 40 --minimize shots\n",
                                      "archer 86 16 22 29 40 44 55\n", NULL};

const struct moves archer_moves = {
    .samples = samples,
    .how = "Touch a ring to shoot at it, as often as you like; clear it to take a shot back.",
    .plain = "unary",
    MOVES,
};
