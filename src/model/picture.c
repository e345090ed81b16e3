#include "model/picture.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {"grid", "cell", "given", "border", "region", "caption"};
static const char *const styles[] = {"symbol", "fill", "line", "link", "digit", "double", "region"};
static const char *const inks[INKS] = {"none", "pale", "blue", "orange", "black", "wall", "gray", "white"};

/* The place of the first n bytes of s in a list of words; -1: they are not in it. */
static int picture_word(const char *const *list, size_t words, const char *s, size_t n)
{
    for (size_t i = 0; i < words; i++)
        if (strlen(list[i]) == n && !strncmp(list[i], s, n)) return (int)i;
    return -1;
}
#define PLACE(list, s) picture_word(list, sizeof(list) / sizeof *(list), s, strlen(s))

bool picture_begins(const char *line)
{
    return picture_word(kinds, sizeof kinds / sizeof *kinds, line, strcspn(line, " \t\r\n")) >= 0;
}

const char *picture_ink(enum ink ink) { return inks[ink]; }

/* ---- reading --------------------------------------------------------------------------------- */

/* The words of a line while they are read. */
struct picture_words {
    const struct strings *all;
    int next;
    struct text *err;
};

static const char *next_word(struct picture_words *w) { return w->next < w->all->n ? w->all->v[w->next++] : NULL; }

static bool expected(struct picture_words *w, const char *what, const char *word)
{
    return text_error(w->err, "A picture's line '%.40s' needs %s, not '%.40s'.", w->all->v[0], what,
                      word ? word : "the end of the line");
}

static bool picture_number(struct picture_words *w, int least, int most, const char *what, int *value)
{
    const char *word = next_word(w);
    int64_t number;
    if (!word || !number_parse(word, &number) || number < least || number > most) return expected(w, what, word);
    *value = (int)number;
    return true;
}

static bool place(struct picture_words *w, struct stroke *s)
{
    const int most = PICTURE_SIDE + PICTURE_MARGIN - 1;
    return picture_number(w, -PICTURE_MARGIN, most, "a row, counted from 0 (-20 to 219)", &s->row) &&
           picture_number(w, -PICTURE_MARGIN, most, "a column, counted from 0 (-20 to 219)", &s->col);
}

/* Reads x7, -x7, ~x7 or a name of the file. */
static bool read_literal(struct picture_words *w, const struct picture_names *names, struct stroke *s)
{
    const char *word = next_word(w);
    if (!word) return expected(w, "a variable", NULL);
    bool off = *word == '-' || *word == '~';
    const char *name = word + off;
    int64_t v = 0;
    if (names->var)
        v = names->var(names->state, name, strlen(name));
    else if (!number_parse(name + (*name == 'x'), &v) || v > names->vars)
        v = 0;
    if (v < 1) return expected(w, "a variable of the model (x7 or -x7)", word);
    s->x = (lit)(off ? -v : v);
    return true;
}

static bool read_integer(struct picture_words *w, const struct picture_names *names, struct stroke *s)
{
    const char *word = next_word(w);
    int64_t i;
    if (!word || *word != 'i' || !number_parse(word + 1, &i) || i < 1 || i > names->integers)
        return expected(w, "an integer of the model (i3 is the third)", word);
    s->integer = (int)i - 1;
    return true;
}

static bool read_sides(struct picture_words *w, struct stroke *s)
{
    static const char *const sides[] = {"north", "east", "south", "west"};
    const char *word = next_word(w);
    do {
        int side = word ? PLACE(sides, word) : -1;
        if (side < 0) return expected(w, "north, east, south or west", word);
        s->sides |= 1 << side;
    } while ((word = next_word(w)));
    return true;
}

static bool read_ink(struct picture_words *w, struct stroke *s)
{
    const char *word = next_word(w);
    if (!word) return true;
    int ink = PLACE(inks, word);
    if (ink < 0) return expected(w, "a color (none pale blue orange black wall gray white)", word);
    s->inked = true;
    s->ink = (enum ink)ink;
    return true;
}

static bool read_style(struct picture_words *w, struct stroke *s)
{
    const char *word = next_word(w);
    int style = word ? PLACE(styles, word) : -1;
    if (style < 0 || (style == STYLE_DIGIT || style == STYLE_REGION) != (s->integer >= 0))
        return expected(w, s->integer >= 0 ? "digit or region after an integer" : "symbol, fill, line, link or double",
                        word);
    s->style = (enum stroke_style)style;
    if (stroke_is_line(s)) return read_sides(w, s);
    if (style == STYLE_REGION) return true;
    if (style == STYLE_SYMBOL) {
        word = next_word(w);
        if (!word || !*word || strlen(word) >= sizeof s->label)
            return expected(w, "a sign or a word of at most 11 bytes", word);
        snprintf(s->label, sizeof s->label, "%s", word);
    }
    return read_ink(w, s);
}

/* Whether the stroke is on the board, or in its margin if it is text. */
static bool fits(const struct picture *picture, const struct stroke *s, struct text *err)
{
    if (!picture->n != (s->kind == STROKE_GRID))
        return text_error(err, picture->n ? "A picture has one line 'grid ROWS COLUMNS'."
                                          : "A picture begins with a line 'grid ROWS COLUMNS'.");
    if (s->kind == STROKE_GRID || s->kind == STROKE_CAPTION) return true;
    struct stroke grid = picture->stroke[0];
    bool text = s->style == STYLE_SYMBOL || s->style == STYLE_DIGIT;
    int margin = s->kind == STROKE_GIVEN && text ? PICTURE_MARGIN : 0;
    if (s->row >= -margin && s->row < grid.row + margin && s->col >= -margin && s->col < grid.col + margin) return true;
    return text_error(err, "The cell %d,%d is outside the picture's grid of %d rows and %d columns, counted from 0.",
                      s->row, s->col, grid.row, grid.col);
}

static bool read_stroke(const struct picture *picture, struct picture_words *w, const struct picture_names *names,
                        struct stroke *s)
{
    const char *word = next_word(w);
    int kind = word ? PLACE(kinds, word) : -1;
    *s = (struct stroke){.kind = (enum stroke_kind)kind, .integer = -1};
    if (kind < 0)
        return text_error(w->err,
                          "A picture's line begins with grid, cell, given, border, region or caption, not '%.40s'.",
                          word ? word : "");
    switch (s->kind) {
    case STROKE_GRID:
        return picture_number(w, 1, PICTURE_SIDE, "a number of rows from 1 to 200", &s->row) &&
               picture_number(w, 1, PICTURE_SIDE, "a number of columns from 1 to 200", &s->col);
    case STROKE_CELL:
    case STROKE_GIVEN: {
        if (!place(w, s)) return false;
        const char *after = w->next + 1 < w->all->n ? w->all->v[w->next + 1] : "";
        bool digit = !strcmp(after, "digit") || (s->kind == STROKE_CELL && !strcmp(after, "region"));
        if (digit ? !read_integer(w, names, s) : s->kind == STROKE_CELL && !read_literal(w, names, s)) return false;
        return read_style(w, s);
    }
    case STROKE_BORDER:
        return place(w, s) && read_sides(w, s);
    case STROKE_REGION:
        do
            if (!place(w, s) || !fits(picture, s, w->err)) return false;
        while (w->next < w->all->n);
        return true;
    default:
        if (w->all->n < 2) return expected(w, "words", NULL);
        w->next = w->all->n;
        return true;
    }
}

/* Tabs separate words. */
static bool is_clean(const char *line)
{
    size_t n = 1;
    bool quoted = false;
    while (*line && n) {
        quoted ^= *line == '"';
        n = *line == '\t' && !quoted ? 1 : text_printable(line);
        line += n;
    }
    return !*line && !quoted;
}

/* Adds the line again, with the number of its variable in place of a name, and its stroke. */
static void keep(struct picture *picture, const struct strings *words, const struct stroke *s)
{
    SCOPED(text) line = {0}, variable = {0};
    text_add(&variable, "%sx%d", s->x < 0 ? "-" : "", lit_var(s->x));
    for (int i = 0; i < words->n; i++) strings_line(&line, s->x && i == 3 ? text_string(&variable) : words->v[i]);
    strings_add(&picture->lines, text_string(&line));
    MEM_PUSH(picture->stroke, picture->n, picture->cap, *s);
    if (s->kind != STROKE_GIVEN) return;
    const struct stroke *grid = &picture->stroke[0];
    picture->top = (int)max64(picture->top, -s->row);
    picture->left = (int)max64(picture->left, -s->col);
    picture->bottom = (int)max64(picture->bottom, s->row + 1 - grid->row);
    picture->right = (int)max64(picture->right, s->col + 1 - grid->col);
}

bool picture_add(struct picture *picture, const char *line, const struct picture_names *names, struct text *err)
{
    SCOPED(strings) words = {0};
    struct stroke s;
    if (picture->n >= PICTURE_LINES) return text_error(err, "A picture has at most %d lines.", PICTURE_LINES);
    if (!is_clean(line))
        return text_error(err,
                          "A picture's line has an open quote, a control or bidirectional character, or is not UTF-8.");
    strings_split(&words, line);
    struct picture_words w = {.all = &words, .err = err};
    bool ok = read_stroke(picture, &w, names, &s);
    if (ok && w.next < words.n) ok = expected(&w, "nothing more", words.v[w.next]);
    ok = ok && fits(picture, &s, err);
    if (ok) keep(picture, &words, &s);
    return ok;
}

void picture_copy(const struct picture *from, struct picture *to)
{
    *to = *from;
    to->lines = (struct strings){0};
    for (int i = 0; i < from->n; i++) strings_add(&to->lines, from->lines.v[i]);
    to->cap = (size_t)from->n;
    to->stroke = mem_copy(from->stroke, to->cap, sizeof *to->stroke);
}

void picture_release(struct picture *p)
{
    strings_release(&p->lines);
    MEM_FREE(p->stroke);
    *p = (struct picture){0};
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* The board: its cells are at (top, left) of the canvas. */
struct picture_board {
    struct canvas *canvas;
    int rows, cols, top, left;
    bool lines, regions; /* the picture has such */
    /* What each cell of the board shows, row by row: strokes of digits, signs that are written,
     * what is absent, how many of all are given; and clues. */
    struct picture_look {
        int digits, signs, absent, all, given, clues;
    } * look;
};

static bool picture_has(const struct picture_board *b, int row, int col)
{
    return 0 <= row && row < b->rows && 0 <= col && col < b->cols;
}

/* The number of each cell's region; 0: it is in none. */
static int *read_regions(const struct picture *picture, const struct picture_board *b)
{
    int *region = mem_new((size_t)b->rows * (size_t)b->cols, sizeof *region);
    for (int i = 1; i < picture->n; i++) {
        if (picture->stroke[i].kind != STROKE_REGION) continue;
        SCOPED(strings) words = {0};
        strings_split(&words, picture->lines.v[i]);
        for (int k = 1; k + 1 < words.n; k += 2) {
            int64_t row = 0, col = 0;
            bool ok = number_parse(words.v[k], &row) && number_parse(words.v[k + 1], &col);
            assert(ok && picture_has(b, (int)row, (int)col) && "picture_add has read the line");
            region[row * b->cols + col] = i;
        }
    }
    return region;
}

/* The value of the integer of each cell that has a region; INT64_MIN: unknown. */
static int64_t *region_values(const struct picture *picture, const struct picture_board *b, const int64_t *number)
{
    int64_t *value = mem_new((size_t)b->rows * (size_t)b->cols, sizeof *value);
    for (int i = 0; i < b->rows * b->cols; i++) value[i] = INT64_MIN;
    for (int i = 1; i < picture->n && number; i++) {
        const struct stroke *s = &picture->stroke[i];
        if (s->style == STYLE_REGION) value[s->row * b->cols + s->col] = number[s->integer];
    }
    return value;
}

static bool parted(const int64_t *value, int a, int b)
{
    return value[a] != value[b] && value[a] != INT64_MIN && value[b] != INT64_MIN;
}

static void draw_frame(const struct picture *picture, struct picture_board *b, const int64_t *number)
{
    OWNED int *region = read_regions(picture, b);
    OWNED int64_t *value = region_values(picture, b, number);
    for (int row = -b->top; row < b->rows + picture->bottom; row++)
        for (int col = -b->left; col < b->cols + picture->right; col++) {
            int at = row * b->cols + col;
            if (!picture_has(b, row, col)) {
                canvas_outside(b->canvas, row + b->top, col + b->left);
                continue;
            }
            bool all = !b->regions;
            bool north = all || !row || region[at - b->cols] != region[at] || parted(value, at - b->cols, at),
                 west = all || !col || region[at - 1] != region[at] || parted(value, at - 1, at);
            bool south = row == b->rows - 1, east = col == b->cols - 1;
            if (b->lines && all) continue;
            canvas_sides(b->canvas, row + b->top, col + b->left,
                         (north ? NORTH : 0) | (south ? SOUTH : 0) | (west ? WEST : 0) | (east ? EAST : 0));
        }
    if (b->regions)
        canvas_lattice(b->canvas);
    else if (b->lines)
        canvas_dots(b->canvas);
}

static struct picture_look *picture_look(const struct picture_board *b, const struct stroke *s)
{
    return picture_has(b, s->row, s->col) ? &b->look[s->row * b->cols + s->col] : NULL;
}

/* given: a clue, or a value that is given. */
static void draw_stroke(const struct picture_board *b, const struct stroke *s, const char *label, bool given)
{
    int row = s->row + b->top, col = s->col + b->left;
    if (s->kind == STROKE_BORDER || s->style == STYLE_LINE) {
        canvas_sides(b->canvas, row, col, s->sides);
    } else if (s->style == STYLE_LINK || s->style == STYLE_DOUBLE) {
        canvas_mark(b->canvas, row, col, EDGE_LINK, s->sides);
        if (s->style != STYLE_LINK) canvas_mark(b->canvas, row, col, EDGE_DOUBLE, s->sides);
    } else if (s->style != STYLE_REGION) {
        const struct picture_look *look = picture_look(b, s);
        const bool clue = s->kind == STROKE_GIVEN && look && (look->digits || look->signs);
        if (s->inked || s->style == STYLE_FILL)
            (s->kind == STROKE_CELL ? canvas_fill : canvas_ink)(b->canvas, row, col, s->inked ? s->ink : INK_DARK);
        else if (given && look && !clue && (!b->lines || b->regions))
            canvas_ground(b->canvas, row, col, INK_DIM);
        if (s->style != STYLE_FILL) (clue ? canvas_clue : canvas_label)(b->canvas, row, col, label);
    }
}

/* Whether the stroke is seen: 1 yes, -1 no, 0 unknown. label: what it writes. */
static int is_seen(const struct stroke *s, struct values a, const int64_t *number, char label[24])
{
    snprintf(label, 24, "%s", s->label);
    if (s->integer < 0) return s->kind == STROKE_GIVEN ? 1 : !a.v ? 0 : value_true(a, s->x) - value_true(a, -s->x);
    if (!number || number[s->integer] == INT64_MIN) return 0;
    if (snprintf(label, 24, "%lld", (long long)number[s->integer]) >= (int)sizeof s->label) strcpy(label, "...");
    return 1;
}

static void look_at(struct picture_board *b, const struct picture *picture, struct values a, const int64_t *number,
                    struct values given, const int64_t *clue)
{
    const struct stroke *s = picture->stroke;
    char label[24];
    b->look = mem_new((size_t)b->rows * (size_t)b->cols, sizeof *b->look);
    for (int i = 1; i < picture->n; i++) {
        struct picture_look *look = picture_look(b, &s[i]);
        bool is_clue = s[i].kind == STROKE_GIVEN && s[i].style != STYLE_FILL;
        if (is_clue && look && is_seen(&s[i], given, clue, label)) look->clues++;
        if (s[i].kind != STROKE_CELL || s[i].sides || s[i].style == STYLE_REGION) continue;
        int seen = is_seen(&s[i], a, number, label), is_given = is_seen(&s[i], given, clue, label);
        look->digits += s[i].style == STYLE_DIGIT;
        look->signs += s[i].style == STYLE_SYMBOL && seen > 0;
        look->absent += seen < 0;
        look->all++;
        look->given += is_given != 0;
    }
}

/* Draws crosses for lines that are known to be absent. A cell whose signs are all absent has a dot,
 * which is small if the cell shows something else. */
static void draw_absent(const struct picture_board *b, const struct picture *picture, struct values a,
                        const int64_t *number)
{
    const struct stroke *s = picture->stroke;
    char label[24];
    for (int i = 1; i < picture->n; i++) {
        if (s[i].kind != STROKE_CELL || is_seen(&s[i], a, number, label) >= 0) continue;
        const struct picture_look *look = picture_look(b, &s[i]);
        const int row = s[i].row + b->top, col = s[i].col + b->left;
        if (s[i].sides)
            canvas_mark(b->canvas, row, col, EDGE_CROSS, s[i].sides);
        else if (look->clues || look->digits || look->absent < look->all)
            canvas_small_dot(b->canvas, row, col);
        else
            draw_stroke(b, &(struct stroke){.row = s[i].row, .col = s[i].col}, "·", look->given == look->all);
    }
}

struct canvas *picture_draw(const struct picture *picture, struct values a, const int64_t *number, struct values given,
                            const int64_t *clue)
{
    const struct stroke *s = picture->stroke;
    struct picture_board b = {.rows = s->row, .cols = s->col, .top = picture->top, .left = picture->left};
    char label[24];
    for (int i = 1; i < picture->n; i++) {
        b.lines = b.lines || (s[i].kind != STROKE_BORDER && s[i].sides && s[i].style == STYLE_LINE);
        b.regions = b.regions || s[i].kind == STROKE_REGION || s[i].kind == STROKE_BORDER || s[i].style == STYLE_REGION;
    }
    b.canvas = canvas_new(b.top + b.rows + picture->bottom, b.left + b.cols + picture->right);
    draw_frame(picture, &b, number ? number : clue);
    look_at(&b, picture, a, number, given, clue);
    if (a.v && a.n && memchr(a.v + 1, 0, (size_t)a.n)) draw_absent(&b, picture, a, number);
    for (int i = 1; i < picture->n; i++) {
        bool known = is_seen(&s[i], given, clue, label) > 0;
        if (s[i].kind == STROKE_CELL && is_seen(&s[i], a, number, label) > 0) draw_stroke(&b, &s[i], label, known);
    }
    for (int i = 1; i < picture->n; i++) {
        bool clues = s[i].kind == STROKE_GIVEN && is_seen(&s[i], given, clue, label);
        if (clues || s[i].kind == STROKE_BORDER) draw_stroke(&b, &s[i], label, clues);
        if (s[i].kind == STROKE_CAPTION)
            canvas_caption(b.canvas, "%s", picture->lines.v[i] + strlen(kinds[STROKE_CAPTION]) + 1);
    }
    mem_free(b.look);
    return b.canvas;
}
