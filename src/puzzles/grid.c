#include "base/mem.h"
#include "base/number.h"
#include "puzzles/parse.h"
#include "puzzles/solution.h"

#include <string.h>

static bool side_parse(const char **s, int limit, int *side)
{
    int64_t value = 0;
    if (**s < '0' || **s > '9') return false;
    for (; **s >= '0' && **s <= '9'; ++*s) value = min64(10 * value + (**s - '0'), (int64_t)limit + 1);
    *side = (int)value;
    return true;
}

/* If the word has another sign between two numbers, or is a file's name, adds the correction. */
static void size_guess(const char *word, struct text *err)
{
    size_t first = strspn(word, "0123456789"), between = first + strcspn(word + first, "0123456789"),
           second = strspn(word + between, "0123456789");
    if (first && second && !word[between + second])
        text_add(err, " Type %.*sx%s.", (int)first, word, word + between);
    else if (strpbrk(word, "./"))
        text_add(err, " To read a file, write -f %s.", word);
}

bool grid_size(const char *word, int limit, int64_t cells, int *rows, int *cols, struct text *err)
{
    const char *s = word, *alone = word;
    if (side_parse(&alone, limit, rows) && !*alone)
        return text_error(err, "A board's size is written ROWSxCOLS; for a square one type %sx%s, not '%s'.", word,
                          word, word);
    if (!side_parse(&s, limit, rows) || (*s++ | 32) != 'x' || !side_parse(&s, limit, cols) || *s) {
        text_error(err, "A board's size is written ROWSxCOLS, like 8x10, not '%s'.", word);
        size_guess(word, err);
        return false;
    }
    if (*rows < 1 || *cols < 1)
        return text_error(err, "A board has at least one row and one column; '%s' has none.", word);
    if (*rows > limit || *cols > limit || (int64_t)*rows * *cols > cells)
        return text_error(err, "The board '%s' is too large; at most %d a side and %lld cells altogether are possible.",
                          word, limit, (long long)cells);
    return true;
}

static bool is_blank(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r') return false;
    return true;
}

static bool grid_row_parse(const struct source *source, int line, const char *s, size_t n, const char *alphabet,
                           struct grid *g, struct text *cells, struct text *err)
{
    bool known[256] = {0};
    for (const char *a = alphabet; *a; a++) known[(unsigned char)*a] = true;
    for (size_t i = 0; i < n; i++) {
        if (known[(unsigned char)s[i]]) continue;
        bool blank = is_blank(s + i, 1), shown = s[i] > ' ' && s[i] < 127;
        if (blank)
            return text_error(err, "%s:%d: unexpected blank: a row has the characters '%s' without blanks.",
                              source->name, line, alphabet);
        text_error(err,
                   shown ? "%s:%d: unexpected character '%c': a row has the characters '%s'."
                         : "%s:%d: unexpected byte 0x%02x: a row has the characters '%s'.",
                   source->name, line, (unsigned char)s[i], alphabet);
        if (shown && strchr(alphabet, s[i] ^ 32) && strchr("xo", s[i] | 32)) text_add(err, " Type '%c'.", s[i] ^ 32);
        return false;
    }
    if (g->rows && n != (size_t)g->cols)
        return text_error(err, "%s:%d: expected %d cells in this row, found %zu.", source->name, line, g->cols, n);
    if (n > 100000 || g->rows >= 100000)
        return text_error(err, "%s:%d: the grid is too large; at most 100000 cells a side are possible.", source->name,
                          line);
    g->cols = (int)n;
    text_bytes(cells, s, n);
    g->rows++;
    return true;
}

bool grid_parse(const struct source *source, size_t *from, const char *alphabet, struct grid *g, struct text *err)
{
    *g = (struct grid){0};
    SCOPED(text) cells = {0};
    int line = source->line;
    for (size_t i = 0; i < *from; i++) line += source->text[i] == '\n';
    for (const char *s = source->text + *from; *s; line++) {
        size_t n = strcspn(s, "\n"), kept = n - (n && s[n - 1] == '\r');
        const char *next = s + n + (s[n] == '\n');
        *from = (size_t)(next - source->text);
        bool blank = is_blank(s, n);
        if (blank && g->rows) break;
        if (!blank && *s != ';' && !grid_row_parse(source, line, s, kept, alphabet, g, &cells, err)) return false;
        s = next;
    }
    g->cell = TAKEN(cells).s;
    if (g->rows) return true;
    return text_error(err, "%s:%d: expected a grid, one row a line, of the characters '%s'.", source->name, line,
                      alphabet);
}

/* Reads the only grid of the text. Only blanks and comments may follow; else err is `surplus`, or a
 * standard sentence if that is NULL. */
static bool grid_only(const struct source *source, const char *alphabet, const char *surplus, struct grid *g,
                      struct text *err)
{
    size_t from = 0;
    if (!grid_parse(source, &from, alphabet, g, err)) return false;
    if (words_blank(source->text + from)) return true;
    return surplus ? text_error(err, "%s", surplus)
                   : text_error(err, "%s: expected one grid, found a second one.", source->name);
}

/* A board without a file. */
static bool size_source(const char *word, const struct grid_rules *rules, struct grid *g, struct text *err)
{
    SCOPED(text) square = {0};
    if (rules->square && *word && strspn(word, "0123456789") == strlen(word)) {
        text_add(&square, "%sx%s", word, word);
        word = text_string(&square);
    }
    if (!grid_size(word, rules->side, rules->cells, &g->rows, &g->cols, err)) return false;
    g->cell = mem_new((size_t)g->rows * (size_t)g->cols, 1);
    memset(g->cell, *rules->alphabet, (size_t)g->rows * (size_t)g->cols);
    return true;
}

static bool rows_source(const struct source *source, const struct grid_rules *rules, struct grid *g, struct text *err)
{
    SCOPED(text) rows = {0};
    for (int i = 0; i < source->argc; i++) text_add(&rows, "%s\n", source->argv[i]);
    struct source words = {.text = text_string(&rows), .name = "rows", .line = 1};
    return grid_source(&words, rules, NULL, g, err);
}

bool grid_source(const struct source *source, const struct grid_rules *rules, size_t *from, struct grid *g,
                 struct text *err)
{
    *g = (struct grid){0};
    bool grid = source->text && !words_blank(source->text);
    if (grid && source->argc)
        return text_error(err, "Give a size or the board in the file %s, not both.", source->name);
    const char *form =
        rules->square ? "one size in one word, such as 5 or 20x30" : "one size in one word, such as 8x10";
    if (rules->rows) form = "its rows, each in one word";
    if (!grid && !source->argc && source->text) return text_error(err, "The file %s has no grid.", source->name);
    if (!grid && !source->argc) return text_error(err, "A board is %s, or a grid given with -f FILE.", form);
    if (!grid && !rules->rows && source->argc > 1)
        return text_error(err, "Unexpected operand '%s': a board is %s.", source->argv[1], form);
    if (!grid && rules->rows) return rows_source(source, rules, g, err);
    if (!grid) return size_source(source->argv[0], rules, g, err);
    bool good =
        from ? grid_parse(source, from, rules->alphabet, g, err) : grid_only(source, rules->alphabet, NULL, g, err);
    if (!good) return false;
    if (g->rows <= rules->side && g->cols <= rules->side && (int64_t)g->rows * g->cols <= rules->cells) return true;
    return text_error(err, "%s: the board is %dx%d; at most %d cells a side and %lld in all are possible.",
                      source->name, g->rows, g->cols, rules->side, (long long)rules->cells);
}

bool grid_second(const struct source *source, size_t from, const char *alphabet, const struct grid *first,
                 struct grid *second, struct text *err)
{
    size_t cells = (size_t)first->rows * (size_t)first->cols;
    *second = (struct grid){.rows = first->rows, .cols = first->cols};
    if (!from || words_blank(source->text + from)) {
        second->cell = mem_new(cells, 1);
        memset(second->cell, *alphabet, cells);
        return true;
    }
    if (!grid_parse(source, &from, alphabet, second, err)) return false;
    if (second->rows != first->rows || second->cols != first->cols)
        return text_error(err, "%s: the second grid is %dx%d, but the first one is %dx%d.", source->name, second->rows,
                          second->cols, first->rows, first->cols);
    return words_blank(source->text + from) ||
           text_error(err, "%s: expected at most two grids, found a third one.", source->name);
}

int grid_next(int rows, int cols, int cell, int side)
{
    static const signed char step[GRID_AROUND][2] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                                     {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    int row = cell / cols + step[side][0], col = cell % cols + step[side][1];
    return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

bool grid_solution(const char *solution, const char *alphabet, int rows, int cols, struct grid *g, struct text *err)
{
    struct source source = {.text = solution, .name = "solution", .line = 1};
    if (!grid_only(&source, alphabet, "Something follows the grid of the solution.", g, err)) return false;
    return (g->rows == rows && g->cols == cols) ||
           text_error(err, "The solution is %dx%d, but the board is %dx%d.", g->rows, g->cols, rows, cols);
}

void grid_write(int rows, int cols, const char *cell, struct text *out)
{
    for (int r = 0; r < rows; r++) {
        text_bytes(out, cell + (size_t)r * (size_t)cols, (size_t)cols);
        text_char(out, '\n');
    }
}

void grid_release(struct grid *g)
{
    mem_free(g->cell);
    *g = (struct grid){0};
}

/* ---- symmetries ------------------------------------------------------------------------------ */

int grid_image(int rows, int cols, int s, int cell)
{
    int r = cell / cols, c = cell % cols;
    if (s & LEFT_RIGHT) c = cols - 1 - c;
    if (s & UP_DOWN) r = rows - 1 - r;
    return s & TRANSPOSE ? c * rows + r : r * cols + c;
}

bool grid_keeps(int rows, int cols, const char *cell, int s, char (*letter)(char, int s))
{
    if (s & TRANSPOSE && rows != cols) return false;
    for (int i = 0; i < rows * cols; i++)
        if (cell[grid_image(rows, cols, s, i)] != (letter ? letter(cell[i], s) : cell[i])) return false;
    return true;
}

void grid_turn(const struct solution *from, int s, const char *letters, char (*letter)(char, int s),
               struct solution *to)
{
    int cols = from->cols, rows = from->n / cols;
    int64_t *v = solution_numbers(to, from->n, cols);
    for (int i = 0; i < from->n; i++)
        v[grid_image(rows, cols, s, i)] =
            letter ? strchr(letters, letter(letters[from->v[i]], s)) - letters : from->v[i];
}
