/* Draws the screen: title, board, notes and messages. */
#include "play/screen.h"

#if __has_include(<ncurses.h>)

#include "base/clock.h"

#include <ncurses.h>
#include <string.h>

enum { TITLE = 0, COUNT = 1 }; /* lines; the board, the messages and the keys follow */

/* ---- drawing --------------------------------------------------------------------------------- */

static struct canvas_style style_of(const struct screen *s, const struct canvas *c)
{
    struct canvas_style style = {.ascii = s->how->ascii, .color = !s->how->plain, .width = COLS, .scrolls = true};
    int rows, cols, line, column;
    canvas_size(c, &rows, &cols);
    canvas_text_place(c, style, rows, 0, &line, &column);
    if (line > LINES - s->top - 2) style.width = 1; /* the board is too high: draw it compactly */
    return style;
}

void screen_place(const struct screen *s, const struct canvas *c, int row, int col, int *y, int *x)
{
    canvas_text_place(c, style_of(s, c), row, col, y, x);
    *y += s->top - s->line;
    *x -= s->column;
}

/* Foreground and background colors of canvas_text as curses numbers. Entry i defines color pair i +
 * 1. */
static const short pairs[][2] = {{0, 6}, {7, 4}, {0, 3}, {7, 0}, {0, 7}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* Returns the attributes of text that canvas_text colors with an escape code such as
 * "\033[1;30;43m". */
static attr_t attribute(const char *code, size_t n)
{
    attr_t a = A_NORMAL;
    int on[2] = {-1, -1};
    for (size_t i = 0; i < n; i++) {
        int k = 0;
        for (; i < n && code[i] != ';'; i++) k = 10 * k + code[i] - '0';
        if (k == 1 || k / 10 == 9) a |= A_BOLD;
        if (k / 10 == 3 || k / 10 == 9) on[0] = k % 10;
        if (k / 10 == 4 || k / 10 == 10) on[1] = k % 10;
    }
    for (int i = 0; i < PAIRS; i++)
        if (pairs[i][0] == on[0] && pairs[i][1] == on[1]) a |= COLOR_PAIR(i + 1);
    return a;
}

/* The mistakes that the player wants to see. */
static const struct position_mistakes *mistakes_shown(const struct screen *s)
{
    static const struct position_mistakes none;
    return s->mistakes ? game_mistakes(s->g) : &none;
}

/* Draws one line of a picture, starting at column `from`. Returns whether it continues beyond the
 * edge. */
static bool screen_draw_put_line(int y, const char *s, size_t n, int from)
{
    int column = 0;
    move(y, 0);
    for (size_t i = 0; i < n; column++) {
        if (s[i] == '\033') {
            size_t k = strcspn(s + i, "m");
            attrset(attribute(s + i + 2, k - 2));
            i += k + 1;
            column--;
            continue;
        }
        size_t bytes = 1;
        while (i + bytes < n && (s[i + bytes] & 0xc0) == 0x80) bytes++;
        if (column >= from && column - from < COLS) addnstr(s + i, (int)bytes);
        i += bytes;
    }
    attrset(A_NORMAL);
    return column - from > COLS;
}

static void put_board(const struct screen *s, const struct canvas *c)
{
    SCOPED(text) picture = {0};
    canvas_text(c, style_of(s, c), &picture);
    const char *line = text_string(&picture);
    for (int y = -s->line; *line && y + s->top < LINES - 2; y++) {
        size_t n = strcspn(line, "\n");
        if (y >= 0 && screen_draw_put_line(y + s->top, line, n, s->column)) mvaddch(y + s->top, COLS - 1, '>');
        if (y >= 0 && s->column && n) mvaddch(y + s->top, 0, '<');
        line += n + (line[n] == '\n');
    }
}

static void paint(const struct screen *s, const struct canvas *c, int row, int col, attr_t a)
{
    int y, x;
    screen_place(s, c, row, col, &y, &x);
    if (y < s->top || y >= LINES - 2 || x < 0 || x >= COLS) return;
    chtype under = mvinch(y, x);
    mvchgat(y, x, 1, (under & A_ATTRIBUTES & ~A_COLOR) | a, (short)PAIR_NUMBER(under), NULL);
}

static void put_notes(const struct screen *s, const struct canvas *c)
{
    const struct game *g = s->g;
    const struct position_mistakes *l = mistakes_shown(s);
    for (int i = 0; i < g->rows * g->cols; i++)
        if (g->mark[i]) paint(s, c, i / g->cols, i % g->cols, A_UNDERLINE | A_BOLD);
    SCOPED(text) position = {0};
    position_print(&g->position, &position);
    bool hinting = s->stage > HINT_RULES && s->hinted.n && !strcmp(s->hinted.s, text_string(&position));
    for (int i = 0; hinting && i < s->hint.marks.n; i++)
        paint(s, c, s->hint.marks.v[i] / g->cols, s->hint.marks.v[i] % g->cols, A_UNDERLINE | A_BOLD);
    for (int i = 0; hinting && i < s->hint.trial.n; i++) {
        int y, x;
        screen_place(s, c, s->hint.trial.v[i] / g->cols, s->hint.trial.v[i] % g->cols, &y, &x);
        if (y >= s->top && y < LINES - 2 && x >= 0 && x < COLS) mvaddch(y, x, (chtype)('1' + i) | A_BOLD);
    }
    for (int i = 0; i < l->n; i++)
        if (l->v[i].row >= 0) paint(s, c, l->v[i].row, l->v[i].col, A_REVERSE | A_BLINK);
}

/* Returns how many of the n bytes of a text fit into a line of this width, broken at a blank. */
static size_t screen_draw_fits(const char *s, size_t n, size_t width)
{
    size_t blank = 0;
    if (n <= width) return n;
    for (size_t i = 1; i <= width; i++)
        if (s[i] == ' ') blank = i;
    return blank ? blank : width;
}

/* Draws the problem, the time, and the count in one or two lines. */
static void put_status(struct screen *s)
{
    struct game *g = s->g;
    SCOPED(position_count) counted = {0};
    SCOPED(solution) solution = {0};
    struct text *count = &counted.words;
    int64_t objective_value;
    int seconds = (int)(s->how->seconds + clock_wall() - s->start);
    game_count(g, &counted);
    if (game_done(g, &solution, &objective_value)) {
        bool best = g->known == STATUS_OPTIMAL && objective_value == g->best;
        text_put(count, !best ? " - it fits" : g->proved ? " - as good as it gets" : " - as good as the best");
        if (g->problem->objective.name && !best) {
            text_put(count, ", ");
            text_count(count, objective_value, g->problem->objective.name);
        }
    }
    attrset(A_BOLD);
    mvaddnstr(TITLE, 0, s->g->name, COLS - 8);
    attrset(A_NORMAL);
    if (COLS > 8) mvprintw(TITLE, COLS - 7, "%4d:%02d", seconds / 60, seconds % 60);
    const char *words = text_string(count);
    size_t first = screen_draw_fits(words, strlen(words), (size_t)COLS);
    mvaddnstr(COUNT, 0, words, (int)first);
    words += first + (words[first] == ' ');
    if (*words) mvaddnstr(COUNT + 1, 0, words, COLS);
    s->top = COUNT + (*words ? 2 : 1);
}

/* Draws those keys that fit completely. */
static void put_keys(const struct game *g)
{
    SCOPED(text) keys = {0};
    text_put(&keys, "? help  q leave  space touch  ");
    if (g->position.pair) text_add(&keys, "d+arrow %s  ", g->position.pair);
    text_put(&keys, "h hint  c still possible?  u undo");
    size_t n = keys.n;
    while (n > (size_t)COLS - 1) {
        do n--;
        while (n && strncmp(keys.s + n, "  ", 2) != 0);
        if (!n) return;
    }
    attrset(A_DIM);
    mvaddnstr(LINES - 1, 0, keys.s, (int)n);
    attrset(A_NORMAL);
}

/* Draws text above the keys. Long text grows upwards, over the board if necessary. */
static void put_wrapped(const struct screen *s, const char *words)
{
    enum { MOST = 8 };
    const char *line[MOST];
    size_t length[MOST];
    int n = 0;
    for (; *words && n < MOST; n++) {
        line[n] = words;
        length[n] = screen_draw_fits(words, strlen(words), (size_t)COLS);
        words += length[n];
        words += *words == ' ';
    }
    for (int i = 0; i < n; i++) {
        int y = LINES - 1 - n + i;
        if (y < s->top) continue;
        move(y, 0);
        clrtoeol();
        addnstr(line[i], (int)length[i]);
        if (*words && i == n - 1 && COLS > 4) mvaddstr(y, COLS - 4, " ..."); /* marks that more follows */
    }
}

/* Draws the message: the reply to the player's command, otherwise the first mistake. */
static void put_message(const struct screen *s)
{
    const struct position_mistakes *l = mistakes_shown(s);
    const char *words = text_string(&s->message);
    if (!*words && l->n) words = l->v[0].why;
    put_wrapped(s, words);
    put_keys(s->g);
}

/* Scrolls so that the cursor is visible. */
static void follow(struct screen *s, const struct canvas *c)
{
    int y, x, high = LINES - s->top - 2;
    s->line = s->column = 0;
    screen_place(s, c, s->row, s->col, &y, &x);
    y -= s->top;
    if (y >= high) s->line = y - high + 1;
    if (x >= COLS - 2) s->column = x - COLS + 3;
}

void screen_draw(struct screen *s)
{
    SCOPED(canvas) *c = game_draw(s->g);
    int y, x;
    erase();
    put_status(s);
    follow(s, c);
    put_board(s, c);
    put_notes(s, c);
    put_message(s);
    screen_place(s, c, s->row, s->col, &y, &x);
    paint(s, c, s->row, s->col, A_REVERSE);
    if (y >= 0 && y < LINES && x >= 0 && x < COLS) move(y, x);
    refresh();
}

const char *screen_page(const char *words)
{
    erase();
    for (int y = 0; *words && (y < LINES - 1 || !y); y++) {
        size_t n = screen_draw_fits(words, strcspn(words, "\n"), (size_t)COLS);
        mvaddnstr(y, 0, words, (int)n);
        words += n;
        words += *words == '\n' || *words == ' ';
    }
    return words;
}

void screen_colors(void)
{
    start_color();
    use_default_colors();
    for (short i = 0; i < PAIRS; i++) init_pair((short)(i + 1), pairs[i][0], pairs[i][1]);
}

#endif
