/* Verifies the search trace of `solve gunport ROWSxCOLS --engine frontier --log FILE`: no packing
 * has at most DEFECTS defects, so none has more gunports than the engine found.
 *
 *     make build/bench/layers_check
 *     build/loophole solve gunport 14x16 --engine frontier --log layers.xz && xz -dc layers.xz | build/bench/layers_check 14x16
 *
 * It shares no code with the engine, and verifies all that it reads. docs/research/gunport-theory.md has
 * the identity: a packing of m x n cells with M holes has 2mn + 4 - 6M defects. Each defect is
 * counted at the last of its cells, row by row.
 *
 * The file lists the kept rows for each r. A kept row is the last row of a packing of the first r
 * rows; the file gives the number of defects of that packing. For each kept row, the check fills
 * the next row in every possible way, cell by cell. Each result must either be in the next list,
 * with at most the defects made so far, or be hopeless. No row may be left after the last one.
 *
 * By induction, every packing of the first r rows is hopeless, or its last row is kept with at
 * most as many defects as it has. The induction holds because the continuations of a packing
 * depend on its last row alone. So every packing of the whole board is hopeless.
 *
 * A packing is hopeless if it ends with more than DEFECTS defects. There are two ways to show it:
 * - by windows: the columns are split into windows of at most six. The check computes the least
 *   number of defects that the cells of a window can still make in the rows below, whatever its
 *   neighbors are (an unknown cell counts as a hole). Each defect is in one window;
 * - by symmetry: the upper half of the rows has more than DEFECTS / 2 defects. Take a packing with
 *   at most DEFECTS, and the defects all of whose cells are in the upper half. They are at most
 *   half of all, either in the packing or in its image turned upside down. The upper rows count
 *   those defects and no others.
 * A row and its mirror image share one entry, because both have equally many continuations with
 * equally many defects.
 *
 * A row is unnecessary if no kept row leads to it with its number of defects.
 * `layers_check BOARD trim <FILE >LESS` writes the list without unnecessary rows.
 * `layers_check BOARD exact <LESS` refuses a list that has any, so every row and number in an
 * accepted list is determined.
 *
 * The CRC at the end detects transport errors only. Exit status 0: verified; 1: refused, with a
 * sentence that gives the reason. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, WIDE = 6, WINDOWS = MOST, CODES = 15625 /* 5^WIDE */, NEVER = 10000 };
static const char PIECES[] = "o<>^v";

static int rows, cols, most;
static uint32_t crc = UINT32_MAX, trimmed_crc = UINT32_MAX;
static bool trims, exact;
static long states, needed, laid;

static void refuse(const char *why, int row)
{
    fprintf(trims ? stderr : stdout, "refused: %s (row %d)\n", why, row);
    exit(1);
}

static void *room(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

/* ---- defects --------------------------------------------------------------------------------- */

static bool domino(char piece) { return piece == '<' || piece == '>' || piece == '^' || piece == 'v'; }

/* Returns the number of defects whose last cell is (r, c): sides of dominoes that face no hole,
 * and dominoes along walls. `up` is the previous row; cells before column `from` are unknown. */
static int defects(const char *up, const char *row, int r, int c, int from)
{
    char x = row[c], above = r ? up[c] : 0, left = c > from ? row[c - 1] : 0, corner = r && c > from ? up[c - 1] : 0;
    int n = 0;
    if (!domino(x)) return 0;
    n += above == 'v';                                /* the end of the domino above */
    n += corner == '<' && domino(left);               /* the lower side of the domino above */
    n += x == '^' && domino(above);                   /* its upper end */
    n += x == '>' && domino(corner) && domino(above); /* its upper side */
    n += left == '>';                                 /* the end of the domino to the left */
    n += x == '<' && domino(left);                    /* its left end */
    n += x == 'v' && domino(corner) && domino(left);  /* its left side */
    n += left == 'v' && domino(above);                /* the right side of the domino to the left */
    bool level = r == 0 || r == rows - 1, upright = c == 0 || c == cols - 1;
    n += level && x != '>' && domino(left); /* two dominoes along a wall */
    n += upright && x != 'v' && domino(above);
    n += level && upright ? 2 : 0; /* no hole in a corner, which has two walls */
    return n;
}

/* Returns whether piece x can be at (r, c), with columns from `from` up to but not including `to`.
 * A level domino may extend over a window's edge. */
static bool fits(const char *up, const char *row, char x, int r, int c, int from, int to)
{
    char above = r ? up[c] : 0, left = c > from ? row[c - 1] : 0;
    bool edge = c == from && from > 0;
    if ((above == '^') != (x == 'v') || (left == '<' && x != '>')) return false;
    if (x == 'o') return above != 'o' && left != 'o';
    if (x == '>') return left == '<' || edge;
    if (x == '<') return c + 1 < to || to < cols;
    return x != '^' || r + 1 < rows;
}

/* ---- windows --------------------------------------------------------------------------------- */

struct step {
    int from, to, made; /* numbers of two successive rows of the window */
};

struct window {
    int from, to, n;
    int number[CODES]; /* of the row with this code; -1 */
    char (*row)[WIDE + 1];
    int **least; /* by row of the board and row number: the least number of defects in the rows below */
};
static struct window window[WINDOWS];
static int windows;

static int code(const char *row, const struct window *w)
{
    int sum = 0;
    for (int c = w->from; c < w->to; c++) sum = 5 * sum + (int)(strchr(PIECES, row[c]) - PIECES);
    return sum;
}

/* Numbers all rows of the window that are possible under some previous row. */
static void list_rows(struct window *w, char *row, int c)
{
    if (c == w->to) {
        memcpy(w->row[w->n], row + w->from, (size_t)(w->to - w->from));
        w->number[code(row, w)] = w->n++;
        return;
    }
    for (const char *x = PIECES; *x; x++) {
        char up[MOST] = {0};
        up[c] = *x == 'v' ? '^' : 'v';
        row[c] = *x;
        if (fits(up, row, *x, 1, c, w->from, w->to) || (*x == '^' && rows == 2)) list_rows(w, row, c + 1);
    }
}

/* Fills row r of the window under `up` in every way, from column c on. Returns the least number
 * of defects made in this row and the rows below. */
static int lay(const struct window *w, const char *up, char *row, int r, int c, int made)
{
    int least = NEVER;
    if (c == w->to) return made + w->least[r][w->number[code(row, w)]];
    for (const char *x = PIECES; *x; x++) {
        row[c] = *x;
        if (!fits(up, row, *x, r, c, w->from, w->to)) continue;
        int sum = lay(w, up, row, r, c + 1, made + defects(up, row, r, c, w->from));
        if (sum < least) least = sum;
    }
    return least;
}

static void fill(struct window *w)
{
    char row[MOST], up[MOST];
    memset(w->number, -1, sizeof w->number);
    w->row = room(CODES, sizeof *w->row);
    list_rows(w, row, w->from);
    w->least = room((size_t)rows, sizeof *w->least);
    for (int r = rows - 1; r >= 0; r--) {
        w->least[r] = room((size_t)w->n, sizeof **w->least);
        for (int i = 0; i < w->n; i++) {
            if (r == rows - 1) {
                w->least[r][i] = strchr(w->row[i], '^') ? NEVER : 0;
                continue;
            }
            memcpy(up + w->from, w->row[i], (size_t)(w->to - w->from));
            w->least[r][i] = lay(w, up, row, r + 1, w->from, 0);
        }
    }
}

static void fill_windows(void)
{
    windows = (cols + WIDE - 1) / WIDE;
    for (int i = 0, from = 0; i < windows; i++) {
        window[i].from = from;
        window[i].to = from += (cols - from) / (windows - i);
        fill(&window[i]);
    }
}

static int below(const char *row, int r, const struct window *w) { return w->least[r][w->number[code(row, w)]]; }

/* ---- lists of kept rows ---------------------------------------------------------------------- */

struct list {
    size_t n, slots, *slot; /* slot: number + 1; 0: free */
    char (*row)[MOST];
    int *made, *least; /* made: the number that the file gives; least: the least number that the check found */
};

static size_t hash(const char *row)
{
    uint64_t h = 14695981039346656037u;
    for (int c = 0; c < cols; c++) h = (h ^ (unsigned char)row[c]) * 1099511628211u;
    return (size_t)(h ^ h >> 29);
}

/* Returns the slot of the row, or the free slot for it. */
static size_t *find(const struct list *l, const char *row)
{
    size_t i = hash(row) % l->slots;
    while (l->slot[i] && memcmp(l->row[l->slot[i] - 1], row, (size_t)cols)) i = (i + 1) % l->slots;
    return &l->slot[i];
}

static void free_list(struct list *l)
{
    free(l->slot);
    free(l->row);
    free(l->made);
    free(l->least);
}

static void sum_crc(uint32_t *sum, const char *s)
{
    for (; *s; s++) {
        *sum ^= (unsigned char)*s;
        for (int bit = 0; bit < 8; bit++) *sum = *sum >> 1 ^ (*sum & 1 ? 0xEDB88320u : 0);
    }
}

static bool read_line(char *line, size_t size)
{
    if (!fgets(line, (int)size, stdin)) return false;
    sum_crc(&crc, line);
    return true;
}

/* Prints a part of the trimmed list. */
__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
    char line[256];
    va_list args;
    if (!trims) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    sum_crc(&trimmed_crc, line);
    fputs(line, stdout);
}

static void mirror(const char *row, char *image)
{
    for (int c = 0; c < cols; c++) {
        char x = row[cols - 1 - c];
        image[c] = (char)(x == '<' ? '>' : x == '>' ? '<' : x);
    }
}

static struct list read_list(int r)
{
    struct list l = {0};
    char line[256], expected[256];
    unsigned long count;
    if (!read_line(line, sizeof line) || sscanf(line, "row %*d: %lu", &count) != 1 || count > (size_t)1 << 32)
        refuse("a list of rows is missing", r);
    snprintf(expected, sizeof expected, "row %d: %lu\n", r, count);
    if (strcmp(line, expected)) refuse("a list of rows is missing", r);
    l.slots = 2 * count + 1;
    l.slot = room(l.slots, sizeof *l.slot);
    l.row = room(count, sizeof *l.row);
    l.made = room(count, sizeof *l.made);
    l.least = room(count, sizeof *l.least);
    for (; l.n < count; l.n++) {
        int made;
        if (!read_line(line, sizeof line) || strspn(line, PIECES) != (size_t)cols ||
            sscanf(line + cols, " %d", &made) != 1)
            refuse("a row is none", r);
        snprintf(expected, sizeof expected, "%.*s %d\n", cols, line, made);
        if (strcmp(line, expected) || made < 0) refuse("a row is none", r);
        if (l.n && memcmp(l.row[l.n - 1], line, (size_t)cols) >= 0) refuse("rows do not rise", r);
        memcpy(l.row[l.n], line, (size_t)cols);
        l.made[l.n] = made;
        l.least[l.n] = NEVER;
        size_t *slot = find(&l, line);
        *slot = l.n + 1;
    }
    states += (long)l.n;
    return l;
}

/* ---- the proof ------------------------------------------------------------------------------- */

/* The rows that can follow one row. rest: the least number of defects that each window still
 * makes. */
struct below {
    const struct list *next;
    const char *up;
    int r, limit, rest[WINDOWS];
};

/* Checks a complete row: it must be hopeless or kept. Otherwise refuses the file. */
static void arrive(const struct below *b, const char *row, int made)
{
    char image[MOST];
    int other = made;
    mirror(row, image);
    for (int i = 0; i < windows; i++) {
        const struct window *w = &window[i];
        int number = w->number[code(image, w)];
        if (number < 0) refuse("no window shows the image", b->r + 1);
        other += w->least[b->r][number];
    }
    if (other > most) return;
    const char *first = memcmp(image, row, (size_t)cols) < 0 ? image : row;
    size_t slot = *find(b->next, first);
    if (!slot) refuse("a row is left out", b->r + 1);
    if (b->next->made[slot - 1] > made) refuse("a row can be had with fewer defects", b->r + 1);
    if (b->next->least[slot - 1] > made) b->next->least[slot - 1] = made;
}

/* Extends row r from column c on in every way.
 * row_made: defects made in all rows; sure: defects so far, with the least of the rows below for
 * each complete window; here: defects made in this window;
 * ahead: the least number that the windows from this one on make. */
static void extend(const struct below *b, char *row, int c, int i, int row_made, int sure, int here, int ahead)
{
    const struct window *w = &window[i];
    if (c == w->to) {
        sure += here + below(row, b->r, w);
        ahead -= b->rest[i];
        here = 0;
        i++;
        if (sure + ahead > most) return;
        if (i == windows) {
            arrive(b, row, row_made);
            return;
        }
        w++;
    }
    for (const char *x = PIECES; *x; x++) {
        row[c] = *x;
        if (!fits(b->up, row, *x, b->r, c, 0, cols)) continue;
        int new = defects(b->up, row, b->r, c, 0), must = here + new > b->rest[i] ? here + new : b->rest[i];
        laid++;
        if (row_made + new > b->limit || sure + must + ahead - b->rest[i] > most) continue;
        extend(b, row, c + 1, i, row_made + new, sure, here + new, ahead);
    }
}

/* Checks all rows that can follow this row (for the first row: the wall) against the list for row
 * r + 1. */
static void follow(const struct list *next, const char *up, int r, int made)
{
    struct below b = {.next = next, .up = up, .r = r, .limit = r < rows / 2 ? most / 2 : most};
    char row[MOST];
    int ahead = 0;
    for (int i = 0; i < windows; i++) {
        b.rest[i] = r ? below(up, r - 1, &window[i]) : 0;
        ahead += b.rest[i];
    }
    if (made + ahead <= most) extend(&b, row, 0, 0, made, made, 0, ahead);
}

/* Counts the rows of the list that were necessary, and trims or refuses the others if requested. */
static void sum_up(const struct list *l, int r)
{
    long n = 0;
    for (size_t i = 0; i < l->n; i++) {
        n += l->least[i] < NEVER;
        if (exact && l->least[i] != l->made[i]) refuse("a row is not needed, or not with so few defects", r);
    }
    needed += n;
    print("row %d: %ld\n", r, n);
    for (size_t i = 0; i < l->n; i++)
        if (l->least[i] < NEVER) print("%.*s %d\n", cols, l->row[i], l->least[i]);
}

static void check_rows(void)
{
    struct list now = {0};
    for (int r = 0; r < rows; r++) {
        struct list next = read_list(r + 1);
        for (size_t i = 0; i < next.n; i++)
            for (int k = 0; k < windows; k++)
                if (window[k].number[code(next.row[i], &window[k])] < 0) refuse("a row is none", r + 1);
        if (!r) follow(&next, NULL, 0, 0);
        for (size_t i = 0; i < now.n; i++)
            if (now.least[i] < NEVER) follow(&next, now.row[i], r, now.least[i]);
        free_list(&now);
        now = next;
        sum_up(&now, r + 1);
    }
    if (now.n) refuse("there is a packing, or a row is too much", rows);
    free_list(&now);
}

int main(int argc, char **argv)
{
    char line[256], end[256];
    int m = 0, n = 0;
    trims = argc == 3 && !strcmp(argv[2], "trim");
    exact = argc == 3 && !strcmp(argv[2], "exact");
    if (argc != 2 + (trims || exact) || sscanf(argv[1], "%dx%d", &m, &n) != 2 || !read_line(line, sizeof line)) {
        puts("usage: layers_check ROWSxCOLS [trim | exact] <FILE");
        return 2;
    }
    if (sscanf(line, "gunport layers 1 %d %d %d", &rows, &cols, &most) != 3) refuse("this is no log of a sweep", 0);
    snprintf(end, sizeof end, "gunport layers 1 %d %d %d\n", rows, cols, most);
    if (strcmp(line, end)) refuse("this is no log of a sweep", 0);
    if (cols < 2 || rows < 2 || cols > MOST - 1 || !((m == rows && n == cols) || (m == cols && n == rows)))
        refuse("it is about another board", 0);
    print("%s", line);
    if (most >= 0) {
        fill_windows();
        check_rows();
    }
    snprintf(end, sizeof end, "end %08x\n", ~crc);
    if (!read_line(line, sizeof line) || strcmp(line, end) || getchar() != EOF) refuse("the end is none", rows);
    print("end %08x\n", ~trimmed_crc);
    int holes = (2 * rows * cols + 4 - most - 1) / 6;
    if ((holes - rows * cols) % 2) holes--;
    fprintf(
        trims ? stderr : stdout,
        "checked: no packing of %s has at most %d defects, so none has more than %d gunports; %ld of %ld rows needed, "
        "%ld pieces laid, %.2f CPU seconds\n",
        argv[1], most, holes, needed, states, laid, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
