#include "puzzles/fair/sums.h"
#include "base/number.h"

#include <string.h>

/* ---- reading ------------------------------------------------------------------------------- */

static bool list_parse(const struct source *source, const char *what, const struct words *w, struct instance *s,
                       struct text *err)
{
    if (w->n == 0) return text_error(err, "The target is missing; write the target, then the numbers.");
    if (!words_number(source, w->v[0], "target", 0, &s->target, err)) return false;
    if (w->n == 1)
        return text_error(err, "The list is empty; write at least one number after the target %s.", w->v[0].s);
    if (s->target > MODEL_MOST)
        return text_error(err, "The target %s is too large: sums are exact up to 2^62 - 1.", w->v[0].s);
    s->value = mem_new((size_t)w->n, sizeof *s->value);
    for (s->n = 0; s->n < w->n - 1; s->n++) {
        int64_t v;
        if (!words_number(source, w->v[s->n + 1], what, 1, &v, err)) return false;
        if (v > MODEL_MOST - s->total)
            return text_error(
                err, "The numbers add up to more than 2^62 - 1, the largest exact sum; use smaller or fewer numbers.");
        s->value[s->n] = v;
        s->total += v;
    }
    return true;
}

struct instance *sums_parse(const struct source *source, const struct option *options, const char *what,
                            struct text *err)
{
    SCOPED(words) w = {0};
    if (!words_source(source, &w, err)) return NULL;
    struct instance *s = mem_new(1, sizeof *s);
    options_fill(source->options, options, &s->choices);
    if (list_parse(source, what, &w, s, err)) return s;
    sums_release(s);
    return NULL;
}

void sums_release(struct instance *s)
{
    if (s) MEM_FREE(s->value, s);
}

void sums_label(const struct instance *s, struct text *out)
{
    text_add(out, "%lld ", (long long)s->target);
    if (s->n > 20) text_add(out, "from %d numbers", s->n);
    for (int i = 0; i < s->n && s->n <= 20; i++) text_add(out, i ? " %lld" : "%lld", (long long)s->value[i]);
    if (s->fewest) text_put(out, ", fewest shots");
}

/* ---- solutions ----------------------------------------------------------------------------- */

/* Adds uses of the first number with this value, of which a dummy has one. */
static void sums_use(const struct instance *s, int64_t value, int64_t uses, int64_t *times)
{
    int k = 0;
    while (s->value[k] != value || (times[k] && !s->repeats)) k++;
    times[k] += uses;
}

void sums_read(const struct instance *s, const char *text, struct solution *out)
{
    int64_t *times = solution_numbers(out, s->n, 0);
    SCOPED(words) w = {0};
    words_split(text, 1, &w);
    for (int i = 0; i < w.n; i++) {
        int64_t uses = 1, value = 0;
        char *x = strchr(w.v[i].s, 'x');
        if (x) *x = '\0';
        bool good = number_parse(x ? x + 1 : w.v[i].s, &value) && (!x || number_parse(w.v[i].s, &uses));
        assert(good && "only verified solutions and positions come here");
        sums_use(s, value, uses, times);
    }
}

void sums_print(const struct instance *s, const struct solution *solution, struct text *out)
{
    const char *blank = "";
    const int64_t *times = solution->v;
    for (int i = 0; i < s->n; i++) {
        if (!times[i]) continue;
        text_put(out, blank);
        if (s->repeats) text_add(out, "%lldx", (long long)times[i]);
        text_add(out, "%lld", (long long)s->value[i]);
        blank = " ";
    }
    text_char(out, '\n');
}

void sums_canonical(const struct instance *s, const struct solution *solution, struct solution *out)
{
    int64_t *times = solution_numbers(out, s->n, 0);
    for (int i = 0; i < s->n; i++)
        if (solution->v[i]) sums_use(s, s->value[i], solution->v[i], times);
}

/* ---- pictures ------------------------------------------------------------------------------ */

static void sums_caption(const struct instance *s, const int64_t *times, struct canvas *c)
{
    SCOPED(text) sum = {0};
    int shown = 0;
    for (int i = 0; i < s->n; i++) {
        if (!times[i]) continue;
        if (shown++) text_put(&sum, " + ");
        if (s->repeats) text_add(&sum, "%lld × ", (long long)times[i]);
        text_add(&sum, "%lld", (long long)s->value[i]);
    }
    if (shown > 20)
        canvas_caption(c, "%d numbers make %lld", shown, (long long)s->target);
    else
        canvas_caption(c, "%s = %lld", shown ? text_string(&sum) : "nothing", (long long)s->target);
}

enum { RINGS = 12, DUMMIES = 400 }; /* the most that fit in a picture */

struct layout {
    int cells, wide, high; /* cells a number; numbers a row; rows of numbers */
};

/* The layout of a list; times NULL: without the row of uses. */
static struct layout layout_of(const struct instance *s, const int64_t *times)
{
    struct layout l = {.cells = 1};
    for (int i = 0; i < s->n; i++)
        l.cells = (int)max64(
            l.cells, max64(canvas_number_cells(s->value[i], ""), times ? canvas_number_cells(times[i], "") : 0));
    l.wide = (int)min64(max64(1, 18 / l.cells), s->n);
    l.high = (s->n + l.wide - 1) / l.wide;
    return l;
}

/* The text of number i, whose rows are `height` high, is at the spot where the picture has the
 * shape. */
static void spot_add(struct canvas *c, const struct layout *l, int height, int i, const struct drawn_shape *f)
{
    canvas_spot(c, i / l->wide * height, i % l->wide * l->cells, f, f->shape == SHAPE_RING);
}

/* The rings of a target, the greatest number in the middle. */
static void rings_draw(const struct instance *s, const struct layout *l, int height, const int64_t *times,
                       struct canvas *c)
{
    char label[24], badge[24];
    bool drawn[RINGS] = {false};
    canvas_poster(c, 2 * s->n, 2 * s->n);
    for (int k = 0; k < s->n; k++) {
        int least = -1;
        for (int i = 0; i < s->n; i++)
            if (!drawn[i] && (least < 0 || s->value[i] < s->value[least])) least = i;
        drawn[least] = true;
        snprintf(label, sizeof label, "%lld", (long long)s->value[least]);
        snprintf(badge, sizeof badge, "×%lld", (long long)(times ? times[least] : 0));
        bool hit = times && times[least];
        int end = 2 * s->n - 1 - k;
        enum ink ink = hit ? INK_MARK : k % 2 ? INK_LIGHT : INK_PIECE;
        struct drawn_shape ring = {SHAPE_RING, k, k, end, end, ink, label, hit ? badge : NULL, false};
        canvas_shape(c, ring);
        spot_add(c, l, height, least, &ring);
    }
}

/* Few dummies in a row, so that they are large on a small screen. */
static void dummies_draw(const struct instance *s, const struct layout *l, int height, const int64_t *times,
                         enum ink standing, struct canvas *c)
{
    int units = l->cells + 1, most = s->n <= 12 ? 6 : s->n <= 40 ? 8 : 16, rows = (s->n + most - 1) / most;
    int wide = (s->n + rows - 1) / rows;
    char label[24];
    canvas_poster(c, 2 * rows, wide * units);
    for (int i = 0; i < s->n; i++) {
        bool hit = times && times[i];
        snprintf(label, sizeof label, "%lld", (long long)s->value[i]);
        int row = 2 * (i / wide), col = units * (i % wide);
        struct drawn_shape dummy = {hit ? SHAPE_FALLEN : SHAPE_DUMMY, row,   col,  row + 1, col + units - 1,
                                    hit ? INK_MARK : standing,        label, NULL, false};
        canvas_shape(c, dummy);
        spot_add(c, l, height, i, &dummy);
    }
}

/* Draws the picture: a target with rings, or rows of dummies, instead of the numbers. Too many
 * numbers stay numbers. */
static void booth_draw(const struct instance *s, const struct layout *l, int height, const int64_t *times,
                       enum ink standing, struct canvas *c)
{
    bool rings = s->repeats && s->n <= RINGS;
    for (int i = 0; i < s->n; i++) rings = rings && s->value[i] < 10000000 && (!times || times[i] < 1000);
    if (rings)
        rings_draw(s, l, height, times, c);
    else if (!s->repeats && s->n <= DUMMIES)
        dummies_draw(s, l, height, times, standing, c);
}

struct canvas *sums_draw(const struct instance *s, const struct solution *solution)
{
    SCOPED(solution) first = {0}; /* of equal numbers */
    if (solution) sums_canonical(s, solution, &first);
    const int64_t *times = first.v;
    struct layout l = layout_of(s, times);
    int height = 1, hits = 0;
    for (int i = 0; times && i < s->n; i++) hits += times[i] > 0;
    if (hits) height = 2;
    struct canvas *c = canvas_new(l.high * height, l.wide * l.cells);
    for (int i = 0; i < s->n; i++) {
        int row = i / l.wide * height, col = i % l.wide * l.cells;
        enum ink ink = !times ? INK_PIECE : times[i] ? INK_MARK : INK_DIM;
        canvas_number(c, row, col, l.cells, ink, s->value[i], "");
        if (times && times[i] && s->repeats)
            canvas_number(c, row + 1, col, l.cells, INK_NONE, times[i], "");
        else if (times && times[i])
            canvas_cell(c, row + 1, col + l.cells - 1, INK_NONE, "hit");
    }
    booth_draw(s, &l, height, times, times ? INK_DIM : INK_PIECE, c);
    if (times)
        sums_caption(s, times, c);
    else
        canvas_caption(c, "target %lld", (long long)s->target);
    if (!times) canvas_key(c, INK_PIECE, NULL, s->repeats ? "a ring" : "a dummy");
    if (hits)
        canvas_key(c, INK_MARK, NULL,
                   s->repeats ? "a ring that is hit (with the shots below)" : "a dummy that is knocked down (hit)");
    if (times && hits < s->n && (!s->repeats || s->n > RINGS)) canvas_key(c, INK_DIM, NULL, "one that is not");
    return c;
}

/* ---- in play: the same rows, but every number keeps its place, and its use has a row below --- */

int sums_place(const struct instance *s, int row, int col)
{
    struct layout l = layout_of(s, NULL);
    int i = row / 2 * l.wide + col / l.cells;
    return row < 0 || col < 0 || col >= l.wide * l.cells || i >= s->n ? -1 : i;
}

void sums_where(const struct instance *s, int i, int *row, int *col)
{
    struct layout l = layout_of(s, NULL);
    *row = i / l.wide * 2;
    *col = i % l.wide * l.cells;
}

struct canvas *sums_draw_position(const struct instance *s, const int64_t *times)
{
    struct layout l = layout_of(s, NULL);
    struct canvas *c = canvas_new(2 * l.high, l.wide * l.cells);
    for (int i = 0; i < s->n; i++) {
        struct drawn_shape box = {0};
        char label[24] = "hit";
        sums_where(s, i, &box.row, &box.col);
        canvas_number(c, box.row, box.col, l.cells, times[i] ? INK_MARK : INK_PIECE, s->value[i], "");
        if (s->repeats) snprintf(label, sizeof label, times[i] > 99 ? "99+" : "%lld", (long long)times[i]);
        label[3] = '\0';
        if (times[i]) canvas_cell(c, box.row + 1, box.col + l.cells - 1, INK_NONE, label);
        box.row2 = box.row + 1;
        box.col2 = box.col + l.cells - 1;
        canvas_spot(c, box.row, box.col, &box, false);
    }
    booth_draw(s, &l, 2, times, INK_PIECE, c);
    return c;
}
