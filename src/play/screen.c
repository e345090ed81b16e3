/* The screen: a game in a terminal, by ncurses. Keys, the mouse, and the referee asked. */
#include "play/screen.h"

#if __has_include(<ncurses.h>)

#include "base/clock.h"
#include "base/terminal.h"
#include "play/screen_inside.h"

#include <locale.h>
#include <ncurses.h>
#include <string.h>
#include <term.h>

enum { TICK = 200, CTRL_C = 3, CTRL_R = 18, ESCAPE = 27 };

/* ---- asking the referee: a key ends it ------------------------------------------------------------------------- */

static bool key_pressed(void *state)
{
    struct screen *s = state;
    for (int k; !s->stopped && (k = getch()) != ERR;) {
        s->stopped = k == ESCAPE || k == CTRL_C;
        if (!s->stopped && s->ahead < AHEAD) s->typed[s->ahead++] = k;
    }
    return s->stopped;
}

/* A key, those typed while the solver was asked first. */
static int next_key(struct screen *s)
{
    if (!s->ahead) return getch();
    int k = s->typed[0];
    memmove(s->typed, s->typed + 1, (size_t)--s->ahead * sizeof *s->typed);
    return k;
}

static void say(struct screen *s, const char *words)
{
    text_clear(&s->message);
    text_put(&s->message, words);
    text_clean(s->message.s);
}

static void begin_asking(struct screen *s)
{
    say(s, "Asking the solver; Esc stops it ...");
    screen_draw(s);
    s->stopped = false;
    timeout(0);
}

static void end_asking(struct screen *s, const struct text *sentence)
{
    timeout(TICK);
    say(s, text_string(sentence));
}

static void ask(struct screen *s, int key)
{
    struct text rest = {0}, sentence = {0};
    begin_asking(s);
    enum status status = game_ask(s->g, &rest, &sentence);
    end_asking(s, &sentence);
    if (key == '!' && status == STATUS_SATISFIABLE && rest.n) {
        game_complete(s->g, text_string(&rest));
        say(s, "Completed.");
        if (s->g->known == STATUS_OPTIMAL) {
            text_clear(&s->message);
            text_add(&s->message, "Completed to the best, %s.", text_string(&s->g->verdict));
        }
    }
    text_release(&rest);
    text_release(&sentence);
}

static void best(struct screen *s, int key)
{
    struct text err = {0};
    begin_asking(s);
    enum status status = game_best(s->g, &err);
    if (status == STATUS_UNKNOWN) text_put(&err, "Stopped before it was known.");
    if (status == STATUS_SATISFIABLE) text_put(&err, "There is a solution.");
    if (status == STATUS_OPTIMAL || status == STATUS_UNSATISFIABLE)
        text_add(&err, "%s, %s.", status == STATUS_OPTIMAL ? "The best is known now" : "There is no solution",
                 text_string(&s->g->verdict));
    end_asking(s, &err);
    text_release(&err);
}

enum { RULES_SHOWN = 8 };

static void hint(struct screen *s, int key)
{
    struct hint h;
    struct text err = {0};
    begin_asking(s);
    game_hint(s->g, &h);
    if (h.why.n > RULES_SHOWN)
        text_add(&h.sentence, " By %d rules, such as: ", h.why.n);
    else if (h.why.n)
        text_put(&h.sentence, " By these rules: ");
    for (int i = 0; i < h.why.n && i < RULES_SHOWN; i++)
        text_add(&h.sentence, "%s%s", i ? "; " : "", text_string(&h.why.rule[i]));
    if (h.why.n) text_char(&h.sentence, '.');
    end_asking(s, &h.sentence);
    if (h.status == STATUS_SATISFIABLE) {
        s->row = h.touch.row;
        s->col = h.touch.col;
        if (key == 'f' && !game_touch(s->g, &h.touch, &err)) say(s, text_string(&err));
    }
    text_release(&err);
    game_hint_release(&h);
}

/* ---- moves ----------------------------------------------------------------------------------------------------- */

static void touch(struct screen *s, int row2, int col2, int64_t value)
{
    struct text err = {0};
    struct touch t = {s->row, s->col, row2, col2, value};
    say(s, "");
    if (!game_touch(s->g, &t, &err)) say(s, text_string(&err));
    text_release(&err);
}

/* To the next cell in this direction where there is something to touch. */
static bool step(struct screen *s, int dr, int dc)
{
    for (int k = 1; k <= s->g->rows + s->g->cols; k++)
        if (game_has_cell(s->g, s->row + k * dr, s->col + k * dc)) {
            s->row += k * dr;
            s->col += k * dc;
            s->digits = 0;
            return true;
        }
    return false;
}

static void lay(struct screen *s, int dr, int dc)
{
    if (game_has_cell(s->g, s->row + dr, s->col + dc)) touch(s, s->row + dr, s->col + dc, TOUCH_NEXT);
}

static bool arrow(int key, int *dr, int *dc, bool *draws)
{
    static const struct {
        int key, dr, dc;
        bool draws;
    } table[] = {{KEY_UP, -1, 0, false}, {KEY_DOWN, 1, 0, false}, {KEY_LEFT, 0, -1, false}, {KEY_RIGHT, 0, 1, false},
                 {KEY_SR, -1, 0, true},  {KEY_SF, 1, 0, true},    {KEY_SLEFT, 0, -1, true}, {KEY_SRIGHT, 0, 1, true}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].key != key) continue;
        *dr = table[i].dr;
        *dc = table[i].dc;
        *draws = table[i].draws;
        return true;
    }
    return false;
}

/* After d: the direction. */
static void lay_to_next_key(struct screen *s, int d)
{
    int dr, dc;
    bool draws;
    say(s, "Which way? An arrow.");
    screen_draw(s);
    timeout(-1);
    int key = next_key(s);
    timeout(TICK);
    say(s, "");
    if (arrow(key, &dr, &dc, &draws)) lay(s, dr, dc);
}

static void digit(struct screen *s, int d)
{
    if (!d && !s->digits) {
        touch(s, s->row, s->col, TOUCH_CLEAR);
        return;
    }
    int64_t longer = s->digits < 100000 ? 10 * s->digits + d : d;
    touch(s, s->row, s->col, longer);
    if (s->message.n && longer != d && d) { /* not that large: the digit starts again */
        touch(s, s->row, s->col, d);
        longer = d;
    }
    s->digits = longer;
}

/* The cell under the mouse. */
static bool under(struct screen *s, int my, int mx, int *row, int *col)
{
    struct canvas *c = game_draw(s->g);
    bool found = false;
    for (int i = 0; i < s->g->rows * s->g->cols && !found; i++) {
        int y, x, y2, x2;
        *row = i / s->g->cols;
        *col = i % s->g->cols;
        screen_place(s, c, *row, *col, &y, &x);
        screen_place(s, c, *row, *col + 1, &y2, &x2);
        found = my == y && 2 * (mx - x) <= x2 - x && 2 * (x - mx) <= x2 - x && game_has_cell(s->g, *row, *col);
    }
    canvas_free(c);
    return found;
}

static void mouse(struct screen *s, int key)
{
    MEVENT e;
    int row, col;
    if (getmouse(&e) != OK || !under(s, e.y, e.x, &row, &col)) return;
    s->digits = 0;
    if (e.bstate & BUTTON3_PRESSED) {
        game_mark(s->g, row, col);
    } else if (e.bstate & BUTTON1_PRESSED) {
        s->row = s->from = row;
        s->col = s->from_column = col;
    } else if (e.bstate & BUTTON1_RELEASED && s->from >= 0) {
        s->row = s->from;
        s->col = s->from_column;
        s->from = -1;
        touch(s, row, col, TOUCH_NEXT);
    }
}

static void touch_next(struct screen *s, int key) { touch(s, s->row, s->col, TOUCH_NEXT); }
static void clear_cell(struct screen *s, int key) { touch(s, s->row, s->col, TOUCH_CLEAR); }
static void mark(struct screen *s, int key) { game_mark(s->g, s->row, s->col); }
static void undo(struct screen *s, int key) { say(s, game_undo(s->g) ? "" : "There is nothing to undo."); }
static void redo(struct screen *s, int key) { say(s, game_redo(s->g) ? "" : "There is nothing to redo."); }

static void reset(struct screen *s, int key)
{
    game_reset(s->g);
    say(s, "All taken back; undo brings it again.");
}

static void mistakes(struct screen *s, int key)
{
    s->mistakes = !s->mistakes;
    say(s, s->mistakes ? "Mistakes are shown." : "Mistakes are not shown.");
}

/* ---- saving, help, keys ---------------------------------------------------------------------------------------- */

static void save(struct screen *s, int key)
{
    struct text game = {0}, err = {0}, done = {0};
    game_save(s->g, s->how->problem, s->how->seconds + clock_wall() - s->start, &game);
    if (s->how->save(s->how->place, &game, &err)) text_add(&done, "Saved in %s.", s->how->place);
    say(s, done.n ? text_string(&done) : text_string(&err));
    text_release(&game);
    text_release(&err);
    text_release(&done);
}

static void load(struct screen *s, int key)
{
    struct text game = {0}, err = {0};
    double seconds = 0;
    bool ok = s->how->load(s->how->place, &game, &err) &&
              game_load(s->g, s->how->problem, text_string(&game), &seconds, &err);
    if (ok) s->start = clock_wall() - seconds + s->how->seconds;
    say(s, ok ? "Loaded." : text_string(&err));
    text_release(&game);
    text_release(&err);
}

static void leave(struct screen *s, int turned)
{
    s->leave = true;
    s->turned = turned;
}

/* To another board; a game that is not solved is asked for once more. */
static void turn(struct screen *s, int key)
{
    struct text solution = {0};
    int64_t objective_value;
    if (s->g->at && s->dropping != key && !game_done(s->g, &solution, &objective_value)) {
        struct text words = {0};
        text_add(&words, "This game is dropped by another %c; s saves it.", key);
        say(s, text_string(&words));
        text_release(&words);
        s->dropping = key;
    } else {
        leave(s, key == 'n' ? 1 : -1);
    }
    text_release(&solution);
}

static void quit(struct screen *s, int key) { leave(s, 0); }

/* What keys do, in the order of the help; words NULL: it is said elsewhere. */
static void help(struct screen *s, int key);
enum { KEYS = 5 };
static const struct known_key {
    const char *keys, *words;
    void (*run)(struct screen *s, int key);
    int key[KEYS];
} known_keys[] = {
    {"arrows", "move the cursor; the mouse does what keys do", mouse, {KEY_MOUSE}},
    {"space, return",
     "touch the cell (the next value, a press, a shot, a hit)",
     touch_next,
     {' ', '\n', '\r', KEY_ENTER}},
    {"1 2 3 ...", "put in a number"},
    {"0, delete", "clear the cell", clear_cell, {KEY_DC, KEY_BACKSPACE, 127, '\b'}},
    {"shift+arrow", "draw to the neighbour (lay a domino); so does d and an arrow", lay_to_next_key, {'d'}},
    {"m", "mark the cell, for yourself", mark, {'m'}},
    {"u, r", "undo, redo", undo, {'u'}},
    {NULL, NULL, redo, {'r', CTRL_R}},
    {"R", "take everything back", reset, {'R'}},
    {"h, f", "a hint; f follows it", hint, {'h', 'f'}},
    {"c", "can this still be completed, to the best?", ask, {'c'}},
    {"!", "complete it", ask, {'!'}},
    {"b", "what is the best?", best, {'b'}},
    {"e", "show mistakes as they are made, or do not", mistakes, {'e'}},
    {"n, p", "the next sample, the one before", turn, {'n', 'p'}},
    {"s, l", "save, load", save, {'s'}},
    {NULL, NULL, load, {'l'}},
    {NULL, NULL, help, {'?'}},
    {"q, Ctrl-C", "leave; Esc, Ctrl-C stop a search", quit, {'q', CTRL_C}},
};
enum { KNOWN_KEYS = sizeof known_keys / sizeof *known_keys };

static void help(struct screen *s, int key)
{
    struct text all = {0};
    text_add(&all, "%s\n\n%s\n\n", s->g->puzzle->rules, s->g->moves->how);
    for (int i = 0; i < KNOWN_KEYS; i++)
        if (known_keys[i].words)
            text_add(&all, COLS < 60 ? "%s: %s\n" : "%-15s %s\n", known_keys[i].keys, known_keys[i].words);
    timeout(-1);
    for (const char *words = text_string(&all); *words;) {
        words = screen_page(words);
        attrset(A_REVERSE);
        mvaddnstr(LINES - 1, 0, *words ? " any key: more " : " any key ", COLS - 1);
        attrset(A_NORMAL);
        refresh();
        int k = getch();
        if (k == ESCAPE || k == 'q' || k == CTRL_C) break;
    }
    timeout(TICK);
    text_release(&all);
}

static void key(struct screen *s, int k)
{
    int dr, dc;
    bool draws;
    if (k != s->dropping) s->dropping = 0;
    if (arrow(k, &dr, &dc, &draws)) {
        say(s, "");
        if (draws)
            lay(s, dr, dc);
        else
            step(s, dr, dc);
        return;
    }
    if ('0' <= k && k <= '9') {
        digit(s, k - '0');
        return;
    }
    s->digits = 0;
    for (int i = 0; i < KNOWN_KEYS; i++)
        for (int j = 0; j < KEYS && known_keys[i].key[j]; j++)
            if (known_keys[i].key[j] == k) known_keys[i].run(s, k);
}

/* ---- the terminal ---------------------------------------------------------------------------------------------- */

static void capability(const char *name, struct text *out)
{
    const char *s = tigetstr(name);
    if (s && s != (char *)-1) text_put(out, s);
}

/* What a program that is killed writes last. */
static void keep(void)
{
    struct text farewell = {0};
    capability("sgr0", &farewell);
    capability("cnorm", &farewell);
    capability("rmkx", &farewell);
    if (tigetstr("kmous") && tigetstr("kmous") != (char *)-1) text_put(&farewell, "\033[?1000l\033[?1002l\033[?1006l");
    capability("rmcup", &farewell);
    terminal_keep(text_string(&farewell));
    text_release(&farewell);
}

static void begin(const struct screen_how *how)
{
    initscr();
    raw(); /* Ctrl-C is a key: it ends a search, or the game */
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON3_PRESSED, NULL);
    mouseinterval(0);
    timeout(TICK);
    if (!how->plain && has_colors()) screen_colours();
}

bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err)
{
    int error;
    setlocale(LC_CTYPE, "");
    if (setupterm(NULL, 1, &error) != OK)
        return text_error(err, "This terminal is not known (TERM); set TERM to what it is, like xterm.");
    keep();
    begin(how);
    struct screen s = {.g = g, .how = how, .from = -1, .mistakes = true, .start = clock_wall()};
    struct problem q = *g->problem;
    const struct problem *asked = g->problem;
    struct job job = {.parent = asked->job, .asked = key_pressed, .asked_state = &s};
    q.job = &job;
    g->problem = &q;
    if (!game_has_cell(g, 0, 0) && !step(&s, 0, 1)) step(&s, 1, 0);
    if ((int)strlen(g->moves->how) < 3 * COLS) say(&s, g->moves->how);
    while (!s.leave) {
        screen_draw(&s);
        int k = next_key(&s);
        if (k == KEY_RESIZE)
            say(&s, "");
        else if (k != ERR)
            key(&s, k);
    }
    endwin();
    terminal_release();
    g->problem = asked;
    *turned = s.turned;
    text_release(&s.message);
    return true;
}

#else

bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err)
{
    (void)g, (void)how, (void)turned;
    return text_error(err,
                      "This build has no screen: install the package libncurses-dev and build again; --script plays by "
                      "orders, a line each.");
}

#endif
