#include "genres/genre.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

void clues_init(struct clues *c, const struct genre *genre, int rows, int cols)
{
    const unsigned sides = genre->sides;
    *c = (struct clues){genre, rows, cols, .top = !!(sides & NORTH), .left = !!(sides & WEST)};
    c->height = rows + c->top + !!(sides & SOUTH);
    c->width = cols + c->left + !!(sides & EAST);
    c->word = mem_new((size_t)(c->height * c->width), sizeof *c->word);
    c->region = mem_new((size_t)(rows * cols), sizeof *c->region);
}

void clues_release(struct clues *c)
{
    mem_free(c->word);
    mem_free(c->region);
}

const char *clues_at(const struct clues *c, int row, int col)
{
    bool inside = row >= -c->top && col >= -c->left && row + c->top < c->height && col + c->left < c->width;
    return inside ? c->word[clues_place(c, row, col)] : "";
}

int clues_number(const struct clues *c, int row, int col)
{
    const char *word = clues_at(c, row, col);
    return isdigit((unsigned char)*word) ? atoi(word) : -1;
}

void clues_set(struct clues *c, int row, int col, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->word[clues_place(c, row, col)], CLUES_WORD, format, arguments);
    va_end(arguments);
}

void clues_clear(struct clues *c) { memset(c->word, 0, (size_t)(c->height * c->width) * sizeof *c->word); }

int clues_first(const struct clues *c, int region)
{
    int cell = 0;
    while (cell + 1 < c->rows * c->cols && c->region[cell] != region) cell++;
    return cell;
}

void clues_renumber(struct clues *c)
{
    int number[400] = {0};
    c->regions = 0;
    for (int i = 0; i < c->rows * c->cols; i++) {
        int *k = &number[c->region[i]];
        if (!*k) *k = ++c->regions;
        c->region[i] = *k - 1;
    }
}

/* ---- text ------------------------------------------------------------------------------------ */

void clues_write(const struct clues *c, struct text *out)
{
    size_t wide = 1;
    for (int i = 0; i < c->height * c->width; i++)
        if (strlen(c->word[i]) > wide) wide = strlen(c->word[i]);
    if (c->number) text_add(out, "%d\n", c->number);
    for (int i = 0; c->genre->regions && i < c->rows * c->cols; i++)
        text_add(out, "%c%s", letters[c->region[i]], (i + 1) % c->cols ? "" : "\n");
    if (!c->genre->expects) return;
    text_put(out, c->genre->regions ? "\n" : "");
    for (int i = 0; i < c->height * c->width; i++) {
        const bool last = (i + 1) % c->width == 0;
        const char *word = *c->word[i] ? c->word[i] : ".";
        text_add(out, "%*s%s", (int)(wide > 1 && !last ? wide : 1) * (wide > 1 ? -1 : 1), word,
                 last       ? "\n"
                 : wide > 1 ? " "
                            : "");
    }
}

/* The words of a text, and where each of its lines begins among them. */
struct clue_lines {
    struct words words;
    int *first, n;
};

static void clue_lines_release(struct clue_lines *l)
{
    words_release(&l->words);
    mem_free(l->first);
}

static struct clue_lines clue_lines_of(const char *text, int line)
{
    struct clue_lines l = {0};
    words_split(text, line, &l.words);
    l.first = mem_new((size_t)l.words.n + 1, sizeof *l.first);
    for (int i = 0; i < l.words.n; i++)
        if (!i || l.words.v[i].line != l.words.v[i - 1].line) l.first[l.n++] = i;
    l.first[l.n] = l.words.n;
    return l;
}

/* How many clues line i has; one word of several characters is a clue each. */
static int clue_line_width(const struct clue_lines *l, int i)
{
    const int n = l->first[i + 1] - l->first[i];
    return n > 1 ? n : (int)strlen(l->words.v[l->first[i]].s);
}

/* Copies clue j of line i into word. */
static void clue_line_word(const struct clue_lines *l, int i, int j, char *word)
{
    const bool single = l->first[i + 1] - l->first[i] == 1;
    const char *s = l->words.v[l->first[i] + (single ? 0 : j)].s;
    snprintf(word, CLUES_WORD, "%.*s", single ? 1 : CLUES_WORD - 1, single ? s + j : s);
    if (!strcmp(word, ".")) *word = '\0';
}

static bool clue_regions(struct clues *c, const struct clue_lines *l, int first, const char *name, struct text *err)
{
    for (int i = 0; i < c->rows * c->cols; i++) {
        const struct word *word = &l->words.v[l->first[first + i / c->cols]];
        const unsigned char letter = (unsigned char)word->s[i % c->cols];
        if (!strchr(letters, letter))
            return text_error(err, "%s:%d: a region is a letter or a digit, not '%c'.", name, word->line,
                              letter > 32 && letter < 127 ? letter : '?');
        c->region[i] = letter;
    }
    clues_renumber(c);
    return true;
}

static bool clue_table(struct clues *c, const struct clue_lines *l, int first, const char *name, struct text *err)
{
    for (int i = 0; i < c->height; i++)
        for (int j = 0; j < c->width; j++) {
            char *word = c->word[i * c->width + j];
            const int row = i - c->top, col = j - c->left;
            const bool corner = (row < 0 || row >= c->rows) && (col < 0 || col >= c->cols);
            clue_line_word(l, first + i, j, word);
            if (*word && (corner || !c->genre->fits(c, row, col, word)))
                return text_error(err, "%s:%d: '%s' is no clue in column %d of the text; expected %s.", name,
                                  l->words.v[l->first[first + i]].line, word, j + 1, c->genre->expects);
        }
    return true;
}

bool clues_fit(const struct clues *c)
{
    for (int i = 0; i < c->height * c->width; i++)
        if (*c->word[i] && !c->genre->fits(c, i / c->width - c->top, i % c->width - c->left, c->word[i])) return false;
    return true;
}

bool clues_sized(const struct genre *g, int rows, int cols, struct text *err)
{
    if (rows < g->least || cols < g->least || rows > g->most || cols > g->most)
        return text_error(err, "The board is %dx%d; rows and columns are %d to %d.", rows, cols, g->least, g->most);
    return !g->square || rows == cols || text_error(err, "The board is %dx%d, but must be a square.", rows, cols);
}

bool clues_parse(struct clues *c, const struct genre *g, const struct source *source, struct text *err)
{
    SCOPED(text) operands = {0};
    const bool file = source->text && !words_blank(source->text);
    const char *name = file ? source->name : "rows";
    int rows = 0, cols = 0;
    *c = (struct clues){0};
    if (file && source->argc) return text_error(err, "Give the board in operands or in the file %s, not both.", name);
    if (!file && source->argc == 1 && strchr(source->argv[0], 'x') && !g->regions) {
        if (!grid_size(source->argv[0], g->most, (int64_t)g->most * g->most, &rows, &cols, err) ||
            !clues_sized(g, rows, cols, err))
            return false;
        clues_init(c, g, rows, cols);
        return true;
    }
    for (int i = 0; i < source->argc; i++) text_add(&operands, "%s\n", source->argv[i]);
    SCOPED(clue_lines) l = clue_lines_of(file ? source->text : text_string(&operands), file ? source->line : 1);
    if (source->text && !l.n) return text_error(err, "The file %s has no grid.", source->name);
    const int first = g->counted && l.n && clue_line_width(&l, 0) == 1, tables = g->regions && g->expects ? 2 : 1;
    if (l.n - first < 2 * tables || (l.n - first) % tables)
        return text_error(err, "A board is %s, a row a line, with -f FILE; generate makes one.",
                          tables == 2  ? "a grid of letters, then its clues"
                          : g->regions ? "a grid of letters"
                                       : "its clues");
    rows = (l.n - first) / tables;
    cols = clue_line_width(&l, first);
    if (!g->regions) rows -= !!(g->sides & NORTH) + !!(g->sides & SOUTH);
    if (!g->regions) cols -= !!(g->sides & WEST) + !!(g->sides & EAST);
    if (!clues_sized(g, rows, cols, err)) return false;
    clues_init(c, g, rows, cols);
    if (first) c->number = atoi(l.words.v[0].s);
    for (int i = first; i < l.n; i++)
        if (clue_line_width(&l, i) != c->width)
            return text_error(err, "%s:%d: expected %d clues in this row, found %d.", name, l.words.v[l.first[i]].line,
                              c->width, clue_line_width(&l, i));
    return (!g->regions || clue_regions(c, &l, first, name, err)) &&
           (!g->expects || clue_table(c, &l, first + (g->regions ? rows : 0), name, err));
}
