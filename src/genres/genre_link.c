/* Links of puzz.link: https://puzz.link/p?slither/COLUMNS/ROWS/BODY. A body has parts, one after
 * the other, which a genre's `coding` lists:
 *
 * - 4: clues 0 to 4 of cells, and how many cells without a clue follow, up to two.
 * - n: numbers of cells, hexadecimal, and gaps.
 * - 1: clues of one kind in cells, and how many cells without a clue follow each, up to 17.
 * - o: circles, three cells in a digit to the base 27.
 * - s: a number and a slash.
 * - b: the borders of regions, first vertical ones, five in a digit to the base 32.
 * - r: numbers of regions, as n.
 * - e: numbers above, below, left and right of the board, as n.
 * - l: lists of numbers there, the last number first, in as many places as a line can have, as n.
 *   A line without any has the clue 0. */
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

/* How many places line i of those next to the board has in a part, and its row and column. */
static int link_line(const struct clues *c, char part, int i, int *row, int *col)
{
    static const enum edge sides[] = {NORTH, SOUTH, WEST, EAST};
    for (int s = 0; s < 4; s++) {
        const int lines = s < 2 ? c->cols : c->rows, cells = s < 2 ? c->rows : c->cols;
        if (!(c->genre->sides & sides[s])) continue;
        *row = s == 0 ? -1 : s == 1 ? c->rows : i;
        *col = s == 2 ? -1 : s == 3 ? c->cols : i;
        if (i < lines) return part == 'l' ? (cells + 1) / 2 : 1;
        i -= lines;
    }
    return 0;
}

/* The word of place i of a part: of a cell, the first cell of a region, or a line next to the
 * board. *at: which number of a list it is, from the last one; 0: it is no list. NULL: the part
 * has no such place. */
static char *link_word(const struct clues *c, char part, int i, int *at)
{
    int row = i / c->cols, col = i % c->cols;
    *at = 0;
    if (part == 'e' || part == 'l') {
        int n, line = 0;
        for (; (n = link_line(c, part, line, &row, &col)) && i >= n; i -= n) line++;
        if (!n) return NULL;
        *at = part == 'l' ? i + 1 : 0;
    } else if (i >= (part == 'r' ? c->regions : c->rows * c->cols)) {
        return NULL;
    } else if (part == 'r') {
        row = clues_first(c, i) / c->cols;
        col = clues_first(c, i) % c->cols;
    }
    return c->word[clues_place(c, row, col)];
}

/* Writes the number of place i, or a sign; "": there is none. False: the part has no such place. */
static bool link_get(const struct clues *c, char part, int i, char number[CLUES_WORD])
{
    int at;
    const char *word = link_word(c, part, i, &at);
    snprintf(number, CLUES_WORD, "%s", word ? word : "");
    for (int k = 1; k < at; k++) {
        char *comma = strrchr(number, ',');
        *(comma ? comma : number) = '\0';
    }
    const char *last = at ? strrchr(number, ',') : NULL;
    if (last) memmove(number, last + 1, strlen(last));
    if (at && !strcmp(number, "0")) *number = '\0';
    return word != NULL;
}

static void link_put(const struct clues *c, char part, int i, const char *number)
{
    int at;
    char *word = link_word(c, part, i, &at), list[CLUES_WORD];
    snprintf(list, sizeof list, "%s%s%s", number, at > 1 && *word ? "," : "", at > 1 ? word : "");
    memcpy(word, list, sizeof list);
}

/* The word of a clue whose number is not known. */
static const char *link_unknown(const struct clues *c)
{
    return c->genre->none ? c->genre->none : c->genre->fits && c->genre->fits(c, 0, 0, "?") ? "?" : "";
}

/* Reads n hexadecimal digits. -1: there are others. */
static int link_hexadecimal(const char **s, int n)
{
    int number = 0;
    for (; n; n--, (*s)++) {
        const int digit = link_digit(**s);
        if (digit < 0 || digit > 15) return -1;
        number = 16 * number + digit;
    }
    return number;
}

/* Reads numbers and gaps. False: the body has another form. */
static bool link_numbers(const char **s, char part, struct clues *c)
{
    char word[CLUES_WORD];
    for (int i = 0; link_get(c, part, i, word) && **s && **s != '/'; i++) {
        const char sign = *(*s)++;
        const int most = part == '4' ? 15 : 16;
        int number = link_digit(sign), after = 0;
        if (sign == '.') {
            if (part == 'l') return false;
            link_put(c, part, i, link_unknown(c));
            continue;
        }
        if (part != '4' && (sign == '-' || sign == '+')) {
            number = link_hexadecimal(s, sign == '-' ? 2 : 3);
        } else if (number == 15 && part == '4') {
            return false;
        } else if (number >= most) {
            i += number - 16;
            continue;
        }
        if (number < 0) return false;
        if (part == '4') after = number / 5;
        if (part == '4') number = number % 5;
        snprintf(word, sizeof word, "%d", number);
        link_put(c, part, i, word);
        i += after;
    }
    for (int i = 0; part == 'l' && link_word(c, part, i, &(int){0}); i++)
        if (!*link_word(c, part, i, &(int){0})) link_put(c, part, i, "0");
    return true;
}

static bool link_is(const struct clues *c, char part, int i)
{
    char word[CLUES_WORD];
    return link_get(c, part, i, word) && !*word;
}

static void link_numbers_write(const struct clues *c, char part, struct text *out)
{
    char word[CLUES_WORD], next[CLUES_WORD];
    int gap = 0, first = 0;
    while (link_is(c, part, first)) first++;
    if (!link_get(c, part, first, word) && part == 'n') return; /* nothing follows */
    for (int i = 0; link_get(c, part, i, word); i++) {
        const bool unknown = *word && !strcmp(word, link_unknown(c)), last = !link_get(c, part, i + 1, next);
        if (!*word) gap++;
        if (gap && (*word || gap == 20 || last)) {
            text_char(out, digits[15 + gap]);
            gap = 0;
        }
        int number = atoi(word), after = 0;
        while (part == '4' && *word && !unknown && after < 2 && link_is(c, part, i + 1 + after)) after++;
        if (unknown)
            text_char(out, '.');
        else if (*word)
            text_add(out, number < 16 ? "%x" : number < 256 ? "-%x" : "+%03x", number + 5 * after);
        i += after;
    }
}

/* Reads clues of one kind. False: the body has another form. */
static bool link_ones(const char **s, struct clues *c)
{
    for (int i = 0; i < c->rows * c->cols && **s; (*s)++) {
        const int digit = link_digit(**s);
        if (digit < 0) return false;
        if (digit < 18) link_put(c, '1', i, c->genre->one);
        i += digit < 18 ? 1 + digit : digit - 17;
    }
    return true;
}

static void link_ones_write(const struct clues *c, struct text *out)
{
    const int n = c->rows * c->cols;
    for (int i = 0, gap; i < n; i += gap) {
        const bool one = !link_is(c, '1', i);
        for (gap = one; gap < 18 && link_is(c, '1', i + gap);) gap++;
        text_char(out, digits[one ? gap - 1 : 17 + gap]);
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
    if (*body && !isdigit((unsigned char)*body))
        return text_error(err, "The link is of a variant with other rules: '%.*s'.", (int)strcspn(body, "/"), body);
    bool ok = sscanf(body, "%d/%d/%n", &cols, &rows, &n) == 2 && n && clues_sized(g, rows, cols, err);
    if (ok) clues_init(&c, g, rows, cols);
    const char *s = body + n;
    for (const char *part = g->coding; ok && *part; part++) {
        if (*part == 's') {
            c.number = atoi(s);
            s += strspn(s, "0123456789");
            ok = *s++ == '/';
        } else if (*part == 'b') {
            ok = link_borders(&s, &c) && c.regions <= 60;
        } else {
            ok = *part == 'o' ? link_circles(&s, &c) : *part == '1' ? link_ones(&s, &c) : link_numbers(&s, *part, &c);
        }
    }
    ok = ok && !isalnum((unsigned char)*s);
    if (ok) clues_write(&c, file);
    if (!ok && !err->n) text_error(err, "The link has no board of this kind: '%.60s'.", body);
    return ok;
}

/* Whether a line has no list, which a link would give the clue 0. */
static bool link_lacks(const struct clues *c)
{
    const char *word;
    int at;
    if (!strchr(c->genre->coding, 'l')) return false;
    for (int i = 0; (word = link_word(c, 'l', i, &at)); i++)
        if (!*word) return true;
    return false;
}

void genre_link_write(const struct clues *c, struct text *out)
{
    const struct genre *g = c->genre;
    if (!g->coding || link_lacks(c)) return;
    text_add(out, "https://puzz.link/p?%.*s/%d/%d/", (int)strcspn(g->links, " "), g->links, c->cols, c->rows);
    for (const char *part = g->coding; *part; part++)
        if (*part == 's')
            text_add(out, "%d/", c->number ? c->number : c->rows < 9 ? 1 : 2);
        else if (*part == 'o')
            link_circles_write(c, out);
        else if (*part == 'b')
            link_borders_write(c, out);
        else if (*part == '1')
            link_ones_write(c, out);
        else
            link_numbers_write(c, *part, out);
}
