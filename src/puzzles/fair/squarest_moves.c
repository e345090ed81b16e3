/* Loyd's Squarest Game, played: dummies are knocked down and put up again. */
#include "puzzles/fair/sums.h"
#include "puzzles/parse.h"

#include <string.h>

/* A position is the list of the numbers hit; of equal dummies the first ones are taken to be hit. */
static bool *hits_of(const struct instance *s, const char *position, int64_t *sum)
{
    struct words w;
    bool *hit = mem_new((size_t)s->n, sizeof *hit);
    *sum = 0;
    words_split(position, 1, &w);
    for (int k = 0; k < w.n; k++) {
        int64_t v;
        int i = 0;
        if (!number_parse(w.v[k].s, &v)) continue;
        while (i < s->n && (hit[i] || s->value[i] != v)) i++;
        if (i == s->n) continue;
        hit[i] = true;
        *sum += v;
    }
    words_release(&w);
    return hit;
}

static void hits_put(const struct instance *s, const bool *hit, struct text *out)
{
    for (int i = 0; i < s->n; i++)
        if (hit[i]) text_add(out, out->n ? " %lld" : "%lld", (long long)s->value[i]);
    text_char(out, '\n');
}

static void start(const struct instance *s, struct text *position) { text_char(position, '\n'); }

static bool touch(const struct instance *in, const char *position, const struct touch *t, struct text *out,
                  struct text *err)
{
    int i = touch_is_pair(t) ? -1 : sums_place(in, t->row, t->col);
    if (i < 0) return text_error(err, "Touch a dummy.");
    int64_t sum;
    bool *hit = hits_of(in, position, &sum);
    hit[i] = !hit[i] && t->value != TOUCH_CLEAR;
    hits_put(in, hit, out);
    mem_free(hit);
    return true;
}

static bool mistake(const struct instance *in, const char *position, int i, int *row, int *col, struct text *why)
{
    int64_t sum;
    bool *hit = hits_of(in, position, &sum);
    int last = -1, open = 0;
    for (int k = 0; k < in->n; k++) {
        if (hit[k]) last = k;
        open += !hit[k];
    }
    mem_free(hit);
    if (i || (sum <= in->target && (open || sum == in->target))) return false;
    sums_where(in, last, row, col);
    text_add(why, "The numbers hit make %lld, %s than the target %lld.", (long long)sum,
             sum > in->target ? "more" : "less", (long long)in->target);
    return true;
}

static struct instance *rest(const struct instance *in, const char *position, int64_t *made, struct text *err)
{
    int row, col;
    *made = 0;
    if (mistake(in, position, 0, &row, &col, err)) return NULL;
    struct instance *left = mem_new(1, sizeof *left);
    *left = *in;
    int64_t sum;
    bool *hit = hits_of(in, position, &sum);
    left->target = in->target - sum;
    left->total = in->total - sum;
    left->n = 0;
    left->value = mem_new((size_t)in->n, sizeof *left->value);
    for (int i = 0; i < in->n; i++)
        if (!hit[i]) left->value[left->n++] = in->value[i];
    mem_free(hit);
    return left;
}

static bool step(const struct instance *in, const char *position, const char *solution, int i, struct touch *t,
                 struct text *variable)
{
    struct words w;
    int64_t sum, v = 0;
    words_split(solution, 1, &w);
    bool more = i < w.n && number_parse(w.v[i].s, &v);
    int earlier = 0; /* equal ones among the steps before */
    for (int k = 0; more && k < i; k++) earlier += !strcmp(w.v[k].s, w.v[i].s);
    words_release(&w);
    if (!more) return false;
    bool *hit = hits_of(in, position, &sum);
    int k = 0, among = 1;
    for (; hit[k] || in->value[k] != v || earlier--; k++) among += !hit[k];
    mem_free(hit);
    *t = sums_touch(in, k);
    text_add(variable, "dummy %d bears %lld", among, (long long)v);
    return true;
}

static void count(const struct instance *in, const char *position, struct text *out)
{
    int64_t sum;
    mem_free(hits_of(in, position, &sum));
    text_add(out, "%lld of %lld", (long long)sum, (long long)in->target);
}

static void name(const struct instance *in, const char *position, int row, int col, struct text *out)
{
    int i = sums_named(in, row, col);
    if (i < 0) return;
    int64_t sum;
    bool *hit = hits_of(in, position, &sum);
    text_add(out, "dummy %d, number %lld, %s", i + 1, (long long)in->value[i], hit[i] ? "hit" : "standing");
    mem_free(hit);
}

static struct canvas *draw(const struct instance *in, const char *position)
{
    int64_t sum, *times = mem_new((size_t)in->n, sizeof *times);
    bool *hit = hits_of(in, position, &sum);
    for (int i = 0; i < in->n; i++) times[i] = hit[i];
    struct canvas *c = sums_draw_position(in, times);
    mem_free(hit);
    mem_free(times);
    return c;
}

static const char *const samples[] = {"squarest 50 25 27 3 12 6 15 9 30 21 19\n",
                                      "squarest 50 3 6 9 12 15 30 21 25 27 30\n",
                                      "squarest 633 22 56 75 123 126 133 178 185 189 216\n", NULL};

const struct moves squarest_moves = {
    .samples = samples,
    .how = "Touch a dummy to knock it down; touch it again to put it up.",
    .plain = "equation",
    MOVES,
};
