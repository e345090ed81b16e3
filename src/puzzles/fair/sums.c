#include "puzzles/fair/sums.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------------------------- */

static bool target_parse(const struct source *source, const struct words *w, struct instance *s, struct text *err)
{
    if (w->n == 0) return text_error(err, "The target is missing; write the target, then the numbers.");
    if (!booth_number(source, w->v[0], "the target", 0, &s->target, err)) return false;
    if (w->n == 1)
        return text_error(err, "The list is empty; write at least one number after the target %s.", w->v[0].s);
    return s->target <= BOOTH_MOST ||
           text_error(err, "The target %s is too large: sums are exact up to 2^62 - 1.", w->v[0].s);
}

static bool list_parse(const struct source *source, const char *what, const struct words *w, struct instance *s,
                       struct text *err)
{
    int first = s->ranged ? 0 : 1;
    if (!s->ranged && !target_parse(source, w, s, err)) return false;
    if (!w->n) return text_error(err, "The list is empty; with --" SUMS_ASKS ", write the numbers and no target.");
    s->value = mem_new((size_t)w->n, sizeof *s->value);
    for (s->n = 0; s->n < w->n - first; s->n++) {
        int64_t v;
        if (!booth_number(source, w->v[s->n + first], what, 1, &v, err)) return false;
        if (v > BOOTH_MOST - s->total)
            return text_error(err, "The numbers add up to more than 2^62 - 1, up to which sums are "
                                   "exact; use smaller or fewer numbers.");
        s->value[s->n] = v;
        s->total += v;
    }
    return true;
}

static bool range_parse(const char *word, int64_t *from, int64_t *to, struct text *err)
{
    const char *dots = strstr(word, "..");
    struct text first = {0};
    bool good = dots != NULL;
    if (good) {
        text_bytes(&first, word, (size_t)(dots - word));
        good = number_parse(text_string(&first), from) && number_parse(dots + 2, to) && *from >= 0 && *from <= *to &&
               *to <= SUMS_RANGE;
    }
    text_release(&first);
    return good || text_error(err,
                              "--target-range takes A..B with 0 <= A <= B <= %lld, such as 1..100; "
                              "'%s' will not do.",
                              (long long)SUMS_RANGE, word);
}

static bool options_good(const struct options *o, struct text *err)
{
    const char *range = options_get(o, SUMS_ASKS);
    int64_t from, to;
    if (range && !range_parse(range, &from, &to, err)) return false;
    return options_one_of(o, "impose", "greedy none", err);
}

struct instance *sums_parse(const struct source *source, const char *what, struct text *err)
{
    struct words w;
    if (!options_good(source->options, err) || !booth_words(source, &w, err)) return NULL;
    struct instance *s = mem_new(1, sizeof *s);
    s->ranged = options_get(source->options, SUMS_ASKS) != NULL;
    bool good = list_parse(source, what, &w, s, err);
    words_release(&w);
    if (good) return s;
    sums_release(s);
    return NULL;
}

void sums_release(struct instance *s)
{
    if (!s) return;
    mem_free(s->value);
    mem_free(s);
}

void sums_label(const struct instance *s, struct text *out)
{
    if (!s->ranged) text_add(out, "%lld ", (long long)s->target);
    if (s->n > 20) text_add(out, s->ranged ? "%d numbers" : "from %d numbers", s->n);
    for (int i = 0; i < s->n && s->n <= 20; i++) text_add(out, i ? " %lld" : "%lld", (long long)s->value[i]);
    if (s->fewest && !s->ranged) text_put(out, ", fewest shots");
}

/* ---- which targets ------------------------------------------------------------------------- */

static bool bit_get(const uint64_t *b, int64_t i) { return b[i / 64] >> (i % 64) & 1; }

/* b |= b << by, on `words` words; from the top, so that each word is read before it is changed. */
static void bits_add_shifted(uint64_t *b, size_t words, int64_t by)
{
    size_t whole = (size_t)(by / 64);
    int part = (int)(by % 64);
    for (size_t i = words; i-- > whole;) {
        uint64_t moved = b[i - whole] << part;
        if (part && i > whole) moved |= b[i - whole - 1] >> (64 - part);
        b[i] |= moved;
    }
}

/* The runs of targets that are reachable, or that are not: "3 6..9", or "[[3, 3], [6, 9]]". */
static void range_runs(const uint64_t *b, int64_t from, int64_t to, bool which, bool json, struct text *out)
{
    const char *between = "";
    for (int64_t t = from; t <= to; t++) {
        if (bit_get(b, t) != which) continue;
        int64_t end = t;
        while (end < to && bit_get(b, end + 1) == which) end++;
        text_put(out, between);
        if (json)
            text_add(out, "[%lld, %lld]", (long long)t, (long long)end);
        else
            text_add(out, end > t ? "%lld..%lld" : "%lld", (long long)t, (long long)end);
        between = json ? ", " : " ";
        t = end;
    }
}

static void range_line(const uint64_t *b, int64_t from, int64_t to, bool which, struct text *out)
{
    int64_t many = 0;
    for (int64_t t = from; t <= to; t++) many += bit_get(b, t) == which;
    text_add(out, "%s (%lld): ", which ? "reachable" : "out of reach", (long long)many);
    range_runs(b, from, to, which, false, out);
    text_put(out, many ? "\n" : "none\n");
}

static void range_say(const struct instance *s, const uint64_t *b, int64_t from, int64_t to, struct text *out)
{
    text_add(out, "Targets from %lld to %lld with the numbers ", (long long)from, (long long)to);
    for (int i = 0; i < s->n; i++) text_add(out, i ? " %lld" : "%lld", (long long)s->value[i]);
    text_put(out, s->repeats ? ", each any number of times\n" : ", each at most once\n");
    range_line(b, from, to, true, out);
    range_line(b, from, to, false, out);
}

static void range_json(const struct instance *s, const uint64_t *b, int64_t from, int64_t to, struct text *out)
{
    text_add(out, "{\"target_range\": [%lld, %lld], \"reachable\": [", (long long)from, (long long)to);
    range_runs(b, from, to, true, true, out);
    text_put(out, "], \"out_of_reach\": [");
    range_runs(b, from, to, false, true, out);
    text_put(out, "]}");
}

/* Bit t: a sum of t is reachable; from 0 to `to`. */
static uint64_t *range_sums(const struct instance *s, int64_t to)
{
    size_t words = (size_t)(to / 64 + 1);
    uint64_t *b = mem_new(words, sizeof *b);
    b[0] = 1;
    for (int i = 0; i < s->n; i++) {
        int64_t v = s->value[i];
        if (v > to) continue;
        bits_add_shifted(b, words, v);
        /* doubling the shift adds 2, then 4, then 8 ... further repeats */
        for (int64_t by = 2 * v; s->repeats && by <= to; by *= 2) bits_add_shifted(b, words, by);
    }
    return b;
}

void sums_aside(const struct instance *s, const struct options *o, bool json, struct text *out)
{
    struct text err = {0};
    int64_t from, to;
    bool good = range_parse(options_get(o, SUMS_ASKS), &from, &to, &err);
    assert(good && "parse has read the range before");
    uint64_t *b = range_sums(s, to);
    (json ? range_json : range_say)(s, b, from, to, out);
    mem_free(b);
}

/* ---- pictures ------------------------------------------------------------------------------ */

static void sums_caption(const struct instance *s, const int64_t *times, struct canvas *c)
{
    struct text sum = {0};
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
    text_release(&sum);
}

enum { RINGS = 12 }; /* as many as a target has room for */

/* The rings of a target, the greatest number in the middle. */
static void rings_draw(const struct instance *s, const int64_t *times, struct canvas *c)
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
        canvas_figure(c, (struct figure){.shape = SHAPE_RING,
                                         .row = k,
                                         .col = k,
                                         .row2 = 2 * s->n - 1 - k,
                                         .col2 = 2 * s->n - 1 - k,
                                         .ink = hit     ? INK_MARK
                                                : k % 2 ? INK_LIGHT
                                                        : INK_PIECE,
                                         .label = label,
                                         .badge = hit && times[least] < 1000 ? badge : NULL});
    }
}

static void dummy_draw(const struct instance *s, int i, struct canvas *c, int row, int col, int cells, bool hit,
                       enum ink ink)
{
    char label[24];
    snprintf(label, sizeof label, "%lld", (long long)s->value[i]);
    canvas_figure(c, (struct figure){.shape = hit ? SHAPE_FALLEN : SHAPE_DUMMY,
                                     .row = row,
                                     .col = col,
                                     .row2 = row,
                                     .col2 = col + cells - 1,
                                     .ink = ink,
                                     .label = label});
}

struct layout {
    int cells, wide, high; /* cells a number; numbers a row; rows of numbers */
};

/* times NULL: nothing of them is shown. */
static struct layout layout_of(const struct instance *s, const int64_t *times)
{
    struct layout l = {.cells = 1};
    for (int i = 0; i < s->n; i++)
        l.cells = (int)max64(l.cells, max64(booth_cells(s->value[i], ""), times ? booth_cells(times[i], "") : 0));
    l.wide = (int)min64(max64(1, 18 / l.cells), s->n);
    l.high = (s->n + l.wide - 1) / l.wide;
    return l;
}

struct canvas *sums_draw(const struct instance *s, const int64_t *times)
{
    struct layout l = layout_of(s, times);
    int height = 1;
    bool rings = s->repeats && s->n <= RINGS;
    for (int i = 0; i < s->n; i++) {
        if (times && times[i]) height = 2;
        rings = rings && s->value[i] < 10000000 && (!times || times[i] < 1000);
    }
    struct canvas *c = canvas_new(l.high * height, l.wide * l.cells);
    for (int i = 0; i < s->n; i++) {
        int row = i / l.wide * height, col = i % l.wide * l.cells;
        enum ink ink = !times ? INK_PIECE : times[i] ? INK_MARK : INK_DIM;
        booth_draw(c, row, col, l.cells, ink, s->value[i], "");
        bool hit = times && times[i];
        if (!s->repeats) dummy_draw(s, i, c, row, col, l.cells, hit, ink);
        if (!hit) continue;
        if (s->repeats)
            booth_draw(c, row + 1, col, l.cells, INK_NONE, times[i], "");
        else
            canvas_cell(c, row + 1, col + l.cells - 1, INK_NONE, "hit");
    }
    if (rings) rings_draw(s, times, c);
    if (times)
        sums_caption(s, times, c);
    else
        canvas_caption(c, "target %lld", (long long)s->target);
    if (!times) canvas_key(c, INK_PIECE, NULL, s->repeats ? "a ring" : "a dummy");
    if (times)
        canvas_key(c, INK_MARK, NULL,
                   s->repeats ? "a ring that is hit (with the shots below)" : "a dummy that is knocked down (hit)");
    if (times && !rings) canvas_key(c, INK_DIM, NULL, "one that is not");
    return c;
}

/* ---- in play: the same rows, but every number keeps its place, and its use has a row below ------------------ */

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

int sums_named(const struct instance *s, int row, int col)
{
    int i = sums_place(s, row, col), r = 0, c = 0;
    if (i >= 0) sums_where(s, i, &r, &c);
    return r == row && c == col ? i : -1;
}

struct touch sums_touch(const struct instance *s, int i)
{
    struct touch t = {0};
    sums_where(s, i, &t.row, &t.col);
    t.row2 = t.row;
    t.col2 = t.col;
    return t;
}

struct canvas *sums_draw_position(const struct instance *s, const int64_t *times)
{
    struct layout l = layout_of(s, NULL);
    struct canvas *c = canvas_new(2 * l.high, l.wide * l.cells);
    for (int i = 0; i < s->n; i++) {
        int row, col;
        char label[24] = "hit";
        sums_where(s, i, &row, &col);
        booth_draw(c, row, col, l.cells, times[i] ? INK_MARK : INK_PIECE, s->value[i], "");
        if (s->repeats) snprintf(label, sizeof label, times[i] > 99 ? "99+" : "%lld", (long long)times[i]);
        label[3] = '\0';
        if (times[i]) canvas_cell(c, row + 1, col + l.cells - 1, INK_NONE, label);
    }
    return c;
}
