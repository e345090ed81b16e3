/* Links of puzz.link: https://puzz.link/p?slither/COLUMNS/ROWS/BODY. A body has parts, one after
 * the other, which a genre's `coding` lists:
 *
 * 4   clues 0 to 4 of cells, and how many cells without a clue follow, up to two n   numbers of
 * cells, hexadecimal, and gaps o   circles, three cells in a digit to the base 27 s   a number
 * and a / b   the borders of regions: vertical, then horizontal ones, five in a digit to the
 * base 32 r   numbers of regions, as n e   numbers above, below, left and right of the board, as
 * n */
#include "genres/genre.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/* The value of a digit; -1: it is none. */
static int link_digit(char c)
{
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* The word of place i of a part: cell i, the first cell of region i, or place i next to the
 * board. */
static char *link_word(const struct clues *c, char part, int i)
{
    const int rows = c->rows, cols = c->cols;
    int row = i / cols, col = i % cols;
    if (part == 'r') row = clues_first(c, i) / cols;
    if (part == 'r') col = clues_first(c, i) % cols;
    if (part == 'e') {
        const bool side = i >= 2 * cols;
        row = side ? (i - 2 * cols) % rows : i < cols ? -1 : rows;
        col = !side ? i % cols : i < 2 * cols + rows ? -1 : cols;
    }
    return c->word[clues_place(c, row, col)];
}

static int link_places(const struct clues *c, char part)
{
    return part == 'r' ? c->regions : part == 'e' ? 2 * (c->rows + c->cols) : c->rows * c->cols;
}

/* Reads numbers and gaps. False: the body has another form. */
static bool link_numbers(const char **s, char part, struct clues *c)
{
    const int n = link_places(c, part);
    for (int i = 0; i < n && **s && **s != '/'; i++) {
        const int digit = link_digit(*(*s)++), most = part == '4' ? 15 : 16;
        int number = digit, after = 0;
        if ((*s)[-1] == '.') {
            snprintf(link_word(c, part, i), CLUES_WORD, "%s", c->genre->none ? c->genre->none : "");
            continue;
        }
        if ((*s)[-1] == '-' && part != '4') {
            number = 16 * link_digit(**s) + link_digit((*s)[0] ? (*s)[1] : '\0');
            if (number < 16) return false;
            *s += 2;
        } else if (digit < 0 || (digit == 15 && part == '4')) {
            return false;
        } else if (digit >= most) {
            i += digit - 16;
            continue;
        }
        if (part == '4') after = digit / 5;
        if (part == '4') number = digit % 5;
        snprintf(link_word(c, part, i), CLUES_WORD, "%d", number);
        i += after;
    }
    return true;
}

static void link_numbers_write(const struct clues *c, char part, struct text *out)
{
    const int n = link_places(c, part);
    int gap = 0;
    for (int i = 0; i < n; i++) {
        const char *word = link_word(c, part, i);
        const bool wall = c->genre->none && !strcmp(word, c->genre->none);
        if (*word) {
            if (gap) text_char(out, digits[15 + gap]);
            gap = 0;
        } else if (++gap == 20 || i + 1 == n) {
            text_char(out, digits[15 + gap]);
            gap = 0;
        }
        int number = atoi(word), after = 0;
        while (part == '4' && *word && !wall && after < 2 && i + 1 + after < n && !*link_word(c, part, i + 1 + after))
            after++;
        if (wall)
            text_char(out, '.');
        else if (*word)
            text_add(out, number < 16 ? "%x" : "-%x", number + 5 * after);
        i += after;
    }
}

static bool link_circles(const char **s, struct clues *c)
{
    static const int weight[] = {9, 3, 1};
    for (int i = 0; i < c->rows * c->cols && **s; (*s)++)
        for (int k = 0; k < 3 && i < c->rows * c->cols; k++, i++) {
            if (link_digit(**s) < 0 || link_digit(**s) >= 27) return false;
            const int circle = link_digit(**s) / weight[k] % 3;
            snprintf(c->word[i], CLUES_WORD, "%s", circle == 1 ? "o" : circle ? "*" : "");
        }
    return true;
}

static void link_circles_write(const struct clues *c, struct text *out)
{
    for (int i = 0; i < c->rows * c->cols; i += 3) {
        int value = 0;
        for (int k = i; k < i + 3; k++)
            value = 3 * value + (k >= c->rows * c->cols || !*c->word[k] ? 0 : *c->word[k] == 'o' ? 1 : 2);
        text_char(out, digits[value]);
    }
}

/* Border i of the vertical ones, or of the others: the cell before it, and the next one. */
static int link_border(const struct clues *c, bool across, int i, int *next)
{
    const int cell = across ? i : i / (c->cols - 1) * c->cols + i % (c->cols - 1);
    *next = across ? cell + c->cols : cell + 1;
    return cell;
}

/* Reads borders, and makes regions of the cells between which there are none. */
static bool link_borders(const char **s, struct clues *c)
{
    const int n = c->rows * c->cols;
    int next;
    for (int i = 0; i < n; i++) c->region[i] = i;
    for (int across = 0; across < 2; across++) {
        const int borders = across ? n - c->cols : n - c->rows;
        for (int i = 0; i < borders; i++) {
            const int digit = link_digit((*s)[i / 5]), cell = link_border(c, across, i, &next);
            if (digit < 0 || digit >= 32) return false;
            if (digit >> (4 - i % 5) & 1) continue;
            const int a = c->region[cell], b = c->region[next];
            for (int k = 0; k < n; k++)
                if (c->region[k] == b) c->region[k] = a;
        }
        *s += (borders + 4) / 5;
    }
    clues_renumber(c);
    return true;
}

static void link_borders_write(const struct clues *c, struct text *out)
{
    const int n = c->rows * c->cols;
    int next;
    for (int across = 0; across < 2; across++) {
        const int borders = across ? n - c->cols : n - c->rows;
        for (int i = 0; i < borders; i += 5) {
            int value = 0;
            for (int k = i; k < i + 5; k++) {
                const int cell = k < borders ? link_border(c, across, k, &next) : 0;
                value = 2 * value + (k < borders && c->region[cell] != c->region[next]);
            }
            text_char(out, digits[value]);
        }
    }
}

bool genre_link(const struct genre *g, const char *kind, const char *body, struct text *file, struct text *err)
{
    SCOPED(clues) c = {0};
    int rows, cols, n = 0;
    if (!g->coding || strings_index(g->links, kind) < 0) return false;
    bool ok = sscanf(body, "%d/%d/%n", &cols, &rows, &n) == 2 && n && clues_sized(g, rows, cols, err);
    if (ok) clues_init(&c, g, rows, cols);
    const char *s = body + n;
    for (const char *part = g->coding; ok && *part; part++) {
        if (*part == 's') {
            c.number = atoi(s);
            s += strspn(s, "0123456789");
            ok = *s++ == '/';
        } else if (*part == 'o') {
            ok = link_circles(&s, &c);
        } else if (*part == 'b') {
            ok = link_borders(&s, &c) && c.regions <= 60;
        } else {
            ok = link_numbers(&s, *part, &c);
        }
    }
    if (ok) clues_write(&c, file);
    if (!ok && !err->n) text_error(err, "The link has no board of this kind: '%.60s'.", body);
    return ok;
}

void genre_link_write(const struct clues *c, struct text *out)
{
    const struct genre *g = c->genre;
    if (!g->coding) return;
    text_add(out, "https://puzz.link/p?%.*s/%d/%d/", (int)strcspn(g->links, " "), g->links, c->cols, c->rows);
    for (const char *part = g->coding; *part; part++)
        if (*part == 's')
            text_add(out, "%d/", c->number ? c->number : c->rows < 9 ? 1 : 2);
        else if (*part == 'o')
            link_circles_write(c, out);
        else if (*part == 'b')
            link_borders_write(c, out);
        else
            link_numbers_write(c, *part, out);
}
