/* Booths of numbers, made: a list, and a target that one way alone reaches. */
#include "puzzles/fair/sums.h"
#include "puzzles/maker.h"

/* n different numbers from low up, in rising order. */
static void numbers_draw(struct board_maker *m, int n, int low, int high, int *v)
{
    for (int k = 0, left = high - low + 1, x = low; k < n; x++, left--)
        if (random_below(&m->random, left) < n - k) v[k++] = x;
}

static void booth_put(const char *puzzle, int target, const int *v, int n, struct text *file)
{
    text_clear(file);
    text_add(file, "%s %d", puzzle, target);
    for (int i = 0; i < n; i++) text_add(file, " %d", v[i]);
    text_char(file, '\n');
}

/* A booth of n numbers; the target is what `shots` random ones make, each once or, with repeats,
 * however often: then fewer of them in the last tries, as small targets are made in fewer ways. */
static bool make(struct board_maker *m, const char *puzzle, int n, int shots, bool repeats, struct text *file,
                 struct text *err)
{
    enum { MOST = 40 };
    if (n < 3 || n > MOST) return text_error(err, "Booths of 3 to %d numbers are made.", MOST);
    int *v = mem_new((size_t)n, sizeof *v), answer = 2;
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        int target = 0;
        numbers_draw(m, n, repeats ? 10 : 3, 12 * n + (repeats ? 0 : n * n), v);
        for (int k = 0, left = shots; k < n && !repeats; k++)
            if (random_below(&m->random, n - k) < left) {
                target += v[k];
                left--;
            }
        const int fewer = shots - (i >= MAKER_TRIES / 2) - (i >= MAKER_TRIES * 3 / 4);
        for (int k = 0; k < fewer && repeats; k++) target += v[random_below(&m->random, n)];
        booth_put(puzzle, target, v, n, file);
        answer = maker_ask(m, file);
    }
    mem_free(v);
    return answer == 1 || maker_gave_up(answer, "try fewer numbers", err);
}

bool sums_make_squarest(struct board_maker *m, struct text *file, struct text *err)
{
    int n = m->rows ? m->rows : 10;
    return make(m, "squarest", n, 1 + n / 3, false, file, err);
}

bool sums_make_archer(struct board_maker *m, struct text *file, struct text *err)
{
    int n = m->rows ? m->rows : 6;
    return make(m, "archer", n, 5, true, file, err);
}
