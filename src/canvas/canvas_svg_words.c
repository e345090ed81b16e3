/* Writes the captions and the legend below an SVG drawing, broken into lines. */
#include "base/mem.h"
#include "base/number.h"
#include "base/terminal.h"
#include "canvas/canvas_inside.h"

#include <string.h>

enum {
    LEAST = 260,  /* units; the minimum width of text below small boards */
    SWATCH = 26,  /* units; a sign of the legend and the gap after it */
    LETTERS = 14, /* approximate number of letters in 100 units */
};

static int letters_in(int units) { return units * LETTERS / 100; }

/* Breaks words into lines of at most this many units. The caller releases the result. */
static struct text broken(const char *words, int units)
{
    struct text lines = {0};
    terminal_wrap(words, letters_in(units), &lines);
    return lines;
}

static int words_room(const struct canvas *c)
{
    return (int)max64(LEAST, (int64_t)UNIT * (c->poster_rows ? c->poster_cols : c->cols));
}

static struct text key_lines(const struct canvas *c, const struct key *k)
{
    SCOPED(text) words = {0};
    canvas_key_words(k, false, true, &words);
    return broken(text_string(&words), words_room(c) - SWATCH);
}

/* Copies the next line of a text to `line` and moves *s after it. Returns false if it was the
 * last. */
static bool next_line(const char **s, struct text *line)
{
    size_t n = strcspn(*s, "\n");
    text_clear(line);
    text_bytes(line, *s, n);
    *s += n;
    return *(*s) && *++(*s);
}

/* Adds the number of lines to *n and increases *width to the widest line, in units. Releases the
 * lines. */
static void words_measure(struct text *lines, int left, int *width, int *n)
{
    const char *s = text_string(lines);
    SCOPED(text) line = {0};
    for (bool more = true; more; ++*n) {
        more = next_line(&s, &line);
        *width = (int)max64(*width, left + text_letters(text_string(&line), SIZE_MAX) * 100L / LETTERS);
    }
    text_release(lines);
}

void canvas_svg_words_size(const struct canvas *c, int *width, int *lines)
{
    *width = *lines = 0;
    for (int i = 0; i < c->captions.n; i++) {
        struct text caption = broken(c->captions.v[i], words_room(c));
        words_measure(&caption, 0, width, lines);
    }
    for (int i = 0; c->legend && i < c->keys; i++) {
        struct text words = key_lines(c, &c->key[i]);
        words_measure(&words, SWATCH, width, lines);
    }
}

/* Writes the lines from y downwards and releases them. Returns the y of the next line. */
static int words_write(struct text *lines, int x, int y, FILE *out)
{
    const char *s = text_string(lines);
    SCOPED(text) line = {0};
    for (bool more = true; more; y += LINE) {
        more = next_line(&s, &line);
        canvas_svg_word(x, y, text_string(&line), out);
    }
    text_release(lines);
    return y;
}

static void swatch(const struct key *k, int y, FILE *out)
{
    char rectangle[96];
    snprintf(rectangle, sizeof rectangle, "x=\"%d\" y=\"%d\" width=\"18\" height=\"14\" rx=\"3\"/>", MARGIN, y - 11);
    if (!strcmp(k->label, "○") || !strcmp(k->label, "●")) { /* the sign itself shows the ink */
        fprintf(out, "<circle %s cx=\"%d\" cy=\"%d\" r=\"7\"/>\n", canvas_paint(k->ink, true).s, MARGIN + 9, y - 4);
        return;
    }
    fprintf(out, "<rect %s %s\n", canvas_paint(k->ink, true).s, rectangle);
    if (k->ink == INK_BLOCKED) fprintf(out, "<rect fill=\"url(#lp-bricks)\" %s\n", rectangle);
    if (k->given) fprintf(out, "<rect fill=\"url(#lp-given)\" %s\n", rectangle);
    if (!*k->label || k->given || k->ink == INK_BLOCKED) return;
    fprintf(out, "<text %s x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"middle\">", canvas_text_paint(k->ink, "").s,
            MARGIN + 9, y);
    canvas_escaped(k->label, out);
    fputs("</text>\n", out);
}

void canvas_svg_words(const struct canvas *c, int y, FILE *out)
{
    for (int i = 0; i < c->captions.n; i++) {
        struct text caption = broken(c->captions.v[i], words_room(c));
        y = words_write(&caption, MARGIN, y, out);
    }
    for (int i = 0; c->legend && i < c->keys; i++) {
        struct text words = key_lines(c, &c->key[i]);
        swatch(&c->key[i], y, out);
        y = words_write(&words, MARGIN + SWATCH, y, out);
    }
}
