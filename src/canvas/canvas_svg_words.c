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

/* Writes words, `left` units from the margin, in lines from y downwards (out NULL: only measures
 * them). Increases *width to the widest line, in units. Returns the y of the next line. */
static int words_write(const struct canvas *c, const char *words, int left, int y, int *width, FILE *out)
{
    SCOPED(text) lines = {0}, line = {0};
    const int64_t room = max64(LEAST, (int64_t)UNIT * (c->poster_rows ? c->poster_cols : c->cols)) - left;
    terminal_wrap(words, (int)(room * LETTERS / 100), &lines);
    if (!lines.n || lines.s[lines.n - 1] != '\n') text_char(&lines, '\n'); /* no words are an empty line */
    for (const char *s = lines.s; text_line(&line, &s); y += LINE) {
        *width = (int)max64(*width, left + text_letters(line.s, SIZE_MAX) * 100L / LETTERS);
        if (out) canvas_svg_word(MARGIN + left, y, line.s, out);
    }
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

int canvas_svg_words(const struct canvas *c, int y, int *width, FILE *out)
{
    *width = 0;
    for (int i = 0; i < c->captions.n; i++) y = words_write(c, c->captions.v[i], 0, y, width, out);
    for (int i = 0; c->legend && i < c->keys; i++) {
        SCOPED(text) words = {0};
        canvas_key_words(&c->key[i], false, true, &words);
        if (out) swatch(&c->key[i], y, out);
        y = words_write(c, text_string(&words), SWATCH, y, width, out);
    }
    return y;
}
