/* Pictures of models: lines that state how a solution is drawn on a board of cells. A picture never
 * changes a model. docs/model/models.md has the grammar of the lines. */
#pragma once

#include "base/strings.h"
#include "canvas/canvas.h"
#include "cnf/values.h"

enum {
    PICTURE_SIDE = 200,      /* most rows and columns */
    PICTURE_MARGIN = 20,     /* most rows and columns of text on each side of the board */
    PICTURE_LINES = 1000000, /* most lines */
};

enum stroke_kind { STROKE_GRID, STROKE_CELL, STROKE_GIVEN, STROKE_BORDER, STROKE_REGION, STROKE_CAPTION };
enum stroke_style { STYLE_SYMBOL, STYLE_FILL, STYLE_LINE, STYLE_LINK, STYLE_DIGIT, STYLE_DOUBLE, STYLE_REGION };

/* A line of a picture. */
struct stroke {
    enum stroke_kind kind;
    enum stroke_style style; /* of STROKE_CELL and STROKE_GIVEN */
    int row, col; /* from 0, -1 is above or left of the board; STROKE_GRID: the numbers of rows and columns */
    lit x;        /* STROKE_CELL: drawn if it is true; 0: a STYLE_DIGIT */
    int integer; /* STYLE_DIGIT, STYLE_REGION: its number, from 0; a STROKE_GIVEN shows it only if its value is given */
    enum edge sides; /* STYLE_LINE, STYLE_LINK, STYLE_DOUBLE, STROKE_BORDER */
    bool inked;      /* a color is named: */
    enum ink ink;
    char label[12]; /* STYLE_SYMBOL */
};

/* A picture: its lines, as picture_add keeps them, and what they say. Zero is an empty one. */
struct picture {
    struct strings lines;
    struct stroke *stroke; /* one a line */
    size_t cap;
    int n;
    int top, left, bottom, right; /* rows and columns of the drawing around the board */
};
void picture_release(struct picture *p);
void picture_copy(const struct picture *from, struct picture *to); /* which is empty */

/* The variables and integers that a line can name. */
struct picture_names {
    int vars, integers;
    /* The number of the variable of this name; 0: none. NULL: variable 7 is x7. */
    int (*var)(const void *state, const char *name, size_t length);
    const void *state;
};

/* Adds a line, without the word "picture" before it, in which x7 and i3 then name variables and
 * integers. False, with a sentence: it does not follow the grammar. */
bool picture_add(struct picture *picture, const char *line, const struct picture_names *names, struct text *err);
static inline bool stroke_is_line(const struct stroke *s)
{
    return s->style == STYLE_LINE || s->style == STYLE_LINK || s->style == STYLE_DOUBLE;
}
/* Whether the words are those of a picture's line: "cell ...", "grid ...". */
bool picture_begins(const char *line);
const char *picture_ink(enum ink ink); /* the name of the color */
/* Draws a picture of at least one line. a: 0 for unknown variables; a.v NULL: without a solution.
 * number: the integers' values, INT64_MIN for an unknown one; or NULL. The last two arguments are
 * the values that the puzzle gives, the same way. The caller frees the canvas. */
struct canvas *picture_draw(const struct picture *picture, struct values a, const int64_t *number, struct values given,
                            const int64_t *clue);
