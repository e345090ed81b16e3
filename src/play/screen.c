/* The screen: plays a game in a terminal with ncurses. Handles keys and the mouse, and calls the
 * referee. */
#include "play/screen.h"
#include "base/number.h"

#if __has_include(<ncurses.h>)

#include "base/clock.h"
#include "base/file.h"
#include "base/terminal.h"

#include <locale.h>
#include <ncurses.h>
#include <string.h>
#include <term.h>

enum { TICK = 200, CTRL_C = 3, CTRL_R = 18, ESCAPE = 27 };

/* ---- solver calls that a key can stop -------------------------------------------------------- */

static bool key_pressed(void *state)
{
    struct screen *s = state;
    timeout(0);
    for (int k; !s->stopped && (k = getch()) != ERR;) {
        s->stopped = s->brief || k == ESCAPE || k == CTRL_C;
        if ((!s->stopped || s->brief) && s->ahead < AHEAD) s->typed[s->ahead++] = k;
    }
    timeout(TICK);
    return s->stopped;
}

/* Returns the next key. Keys typed during a solver call come first. */
static int next_key(struct screen *s)
{
    if (!s->ahead) return getch();
    int k = s->typed[0];
    memmove(s->typed, s->typed + 1, (size_t)--s->ahead * sizeof *s->typed);
    return k;
}

static void __attribute__((format(printf, 2, 3))) say(struct screen *s, const char *format, ...)
{
    text_clear(&s->message);
    TEXT_ADD_ARGUMENTS(&s->message, format);
    if (s->message.n) text_clean(s->message.s);
}

static void begin_asking(struct screen *s)
{
    say(s, "Asking the solver; Esc stops it ...");
    screen_draw(s);
    s->stopped = false;
}

static void screen_ask(struct screen *s, int key)
{
    SCOPED(solution) rest = {0};
    SCOPED(text) sentence = {0};
    begin_asking(s);
    int at = s->g->at;
    if (key == '!') {
        game_finish(s->g, &sentence);
        s->solver = s->solver || s->g->at != at;
    } else if (game_ask(s->g, &rest, &sentence) == STATUS_UNSATISFIABLE && at) {
        text_char(&sentence, ' ');
        game_lost(s->g, &sentence);
    }
    say(s, "%s", text_string(&sentence));
}

static void best(struct screen *s, int key)
{
    SCOPED(text) err = {0};
    begin_asking(s);
    enum status status = game_best(s->g, &err);
    if (status == STATUS_UNKNOWN) text_put(&err, "Stopped before it was known.");
    if (status == STATUS_SATISFIABLE) text_put(&err, "There is a solution.");
    if (status == STATUS_OPTIMAL || status == STATUS_UNSATISFIABLE)
        text_add(&err, "%s, %s.", status == STATUS_OPTIMAL ? "The best is known now" : "There is no solution",
                 text_string(&s->g->verdict));
    say(s, "%s", text_string(&err));
}

/* Gets a hint for the present position, unless the last one is for it. Returns false if there is no
 * move, and says why. */
static bool hint_get(struct screen *s)
{
    SCOPED(text) position = {0};
    position_print(&s->g->position, &position);
    if (s->hinted.n && !strcmp(text_string(&s->hinted), text_string(&position))) return true;
    game_hint_release(&s->hint);
    text_clear(&s->hinted);
    begin_asking(s);
    game_hint(s->g, &s->hint);
    say(s, "%s", text_string(&s->hint.sentence));
    if (s->hint.status != STATUS_SATISFIABLE) return false;
    text_put(&s->hinted, text_string(&position));
    s->stage = HINT_PLACE;
    s->hints++;
    return true;
}

/* Shows the next stage of the hint: the place, the rules, the move. The key f makes the move. */
static void hint(struct screen *s, int key)
{
    SCOPED(text) words = {0};
    if (!hint_get(s)) return;
    s->row = s->hint.touch.row;
    s->col = s->hint.touch.col;
    if (key == 'f') s->stage = HINT_MOVE;
    game_hint_words(s->g, &s->hint, s->stage, &words);
    if (key == 'f') {
        game_touch(s->g, &s->hint.touch, &words);
    } else if (s->stage < HINT_MOVE) {
        text_put(&words, s->stage == HINT_PLACE ? " (h: why?)" : " (h: the move)");
        s->stage++;
    } else {
        text_put(&words, " (f makes it)");
    }
    say(s, "%s", text_string(&words));
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void screen_touch(struct screen *s, int row2, int col2, int64_t value)
{
    SCOPED(text) err = {0};
    struct touch t = {s->row, s->col, row2, col2, value};
    text_clear(&s->message);
    if (!game_touch(s->g, &t, &err)) say(s, "%s", text_string(&err));
}

/* Moves the cursor to the next cell in the direction (dr, dc) that can be touched. Returns false,
 * and leaves the cursor, if there is none. */
static bool screen_step(struct screen *s, int dr, int dc)
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

static void screen_lay(struct screen *s, int dr, int dc) { screen_touch(s, s->row + dr, s->col + dc, TOUCH_NEXT); }

static const struct arrow_key {
    int key, dr, dc;
    bool draws; /* places a piece; otherwise the key moves the cursor */
} arrows[] = {{KEY_UP, -1, 0, false}, {KEY_DOWN, 1, 0, false}, {KEY_LEFT, 0, -1, false}, {KEY_RIGHT, 0, 1, false},
              {KEY_SR, -1, 0, true},  {KEY_SF, 1, 0, true},    {KEY_SLEFT, 0, -1, true}, {KEY_SRIGHT, 0, 1, true}};

static const struct arrow_key *arrow_find(int key)
{
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (arrows[i].key == key) return &arrows[i];
    return NULL;
}

/* Reads the key that follows the key `d`. An arrow places a domino in its direction; other keys do
 * nothing. */
static void lay_to_next_key(struct screen *s, int d)
{
    say(s, "Press an arrow key to choose the direction.");
    screen_draw(s);
    timeout(-1);
    const struct arrow_key *arrow = arrow_find(next_key(s));
    timeout(TICK);
    text_clear(&s->message);
    if (arrow) screen_lay(s, arrow->dr, arrow->dc);
}

static void digit(struct screen *s, int d)
{
    if (!d && !s->digits) {
        screen_touch(s, s->row, s->col, TOUCH_ZERO);
        return;
    }
    int64_t longer = s->digits < 100000 ? 10 * s->digits + d : d;
    screen_touch(s, s->row, s->col, longer);
    if (s->message.n && longer != d) { /* too large: the digit begins a new number */
        screen_touch(s, s->row, s->col, d ? d : TOUCH_ZERO);
        longer = d;
    }
    s->digits = longer;
}

/* Finds the cell at screen line `my` and column `mx`. Returns false if there is none; then *row and
 * *col are undefined. */
static bool under(struct screen *s, int my, int mx, int *row, int *col)
{
    SCOPED(canvas) *c = game_draw(s->g);
    for (int i = 0; i < s->g->rows * s->g->cols; i++) {
        int y, x, y2, x2;
        *row = i / s->g->cols;
        *col = i % s->g->cols;
        screen_place(s, c, *row, *col, &y, &x);
        screen_place(s, c, *row, *col + 1, &y2, &x2);
        if (my == y && 2 * (mx - x) <= x2 - x && 2 * (x - mx) <= x2 - x && game_has_cell(s->g, *row, *col)) return true;
    }
    return false;
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
        screen_touch(s, row, col, TOUCH_NEXT);
    }
}

static void touch_next(struct screen *s, int key) { screen_touch(s, s->row, s->col, TOUCH_NEXT); }
static void clear_cell(struct screen *s, int key) { screen_touch(s, s->row, s->col, TOUCH_CLEAR); }
static void mark(struct screen *s, int key) { game_mark(s->g, s->row, s->col); }
static void undo(struct screen *s, int key) { say(s, "%s", game_undo(s->g) ? "" : "There is nothing to undo."); }
static void redo(struct screen *s, int key) { say(s, "%s", game_redo(s->g) ? "" : "There is nothing to redo."); }

static void reset(struct screen *s, int key)
{
    game_reset(s->g);
    say(s, "All moves are taken back; undo restores them.");
}

static void mistakes(struct screen *s, int key)
{
    s->mistakes = !s->mistakes;
    say(s, "Mistakes are %sshown.", s->mistakes ? "" : "not ");
}

/* ---- the goal and the win -------------------------------------------------------------------- */

/* Shows the rules and, if it is found within a second, the goal. */
static void screen_welcome(struct screen *s, struct problem *q)
{
    struct job *whole = q->job, soon = {.parent = whole, .deadline = clock_wall() + 1};
    SCOPED(text) goal = {0}, err = {0};
    bool rules = (int)(s->g->position.rules.n + s->g->position.how.n) < 6 * COLS;
    if (!rules && (int)s->g->position.how.n >= 3 * COLS) return;
    if (s->g->problem->objective.name && rules) {
        begin_asking(s);
        q->job = &soon;
        s->brief = true;
        if (game_best(s->g, &err) == STATUS_OPTIMAL) {
            text_put(&goal, "Goal: ");
            text_count(&goal, s->g->best, s->g->problem->objective.name);
            text_add(&goal, ", the best (%s). ", text_string(&s->g->verdict));
        }
        q->job = whole;
        s->brief = false;
    }
    say(s, "%s%s%s%s", rules ? s->g->position.rules.s : "", rules ? " " : "", text_string(&goal), s->g->position.how.s);
}

/* Shows once that the board is solved as well as possible. */
static void screen_win(struct screen *s)
{
    SCOPED(solution) solution = {0};
    SCOPED(text) words = {0};
    int64_t value;
    struct game *g = s->g;
    bool done = game_done(g, &solution, &value);
    bool best = done && (!s->g->problem->objective.name || (g->known == STATUS_OPTIMAL && value == g->best));
    if (best && !s->won) {
        int seconds = (int)(s->how->seconds + clock_wall() - s->start);
        if (s->solver) {
            text_add(&words, "%s The solver made moves here, so this game does not count.", text_string(&s->message));
        } else {
            text_put(&words, "Solved! ");
            if (s->g->problem->objective.name && g->proved) text_put(&words, "Proved: nobody can do better. ");
            text_add(&words, "%d:%02d, %d %s, %d %s. n: the next board; s saves this game.", seconds / 60, seconds % 60,
                     g->at, plural(g->at, "move", "moves"), s->hints, plural(s->hints, "hint", "hints"));
        }
        say(s, "%s", text_string(&words));
    }
    s->won = best;
}

/* ---- saving, help, keys ---------------------------------------------------------------------- */

static void save(struct screen *s, int key)
{
    SCOPED(text) game = {0}, err = {0};
    game_save(s->g, s->how->seconds + clock_wall() - s->start, &game);
    if (file_write_bytes(s->how->place, &game, &err)) text_add(&err, "Saved in %s.", s->how->place);
    say(s, "%s", text_string(&err));
}

static void screen_load(struct screen *s, int key)
{
    SCOPED(text) game = {0}, err = {0};
    double seconds = 0;
    bool ok = file_read(s->how->place, &file_cap_instance, &game, &err) &&
              game_load(s->g, text_string(&game), &seconds, &err);
    if (ok) s->start = clock_wall() - seconds + s->how->seconds;
    say(s, "%s", ok ? "Loaded." : text_string(&err));
}

/* Ends the game in favor of the next board (key `n`) or the previous one. In an unsolved game with
 * moves, the key must be pressed twice. */
static void screen_turn(struct screen *s, int key)
{
    SCOPED(solution) solution = {0};
    int64_t objective_value;
    if (s->g->at && s->dropping != key && !game_done(s->g, &solution, &objective_value)) {
        say(s, "Press %c again to abandon this game; s saves it.", key);
        s->dropping = key;
    } else {
        s->leave = true;
        s->turned = key == 'n' ? 1 : -1;
    }
}

static void quit(struct screen *s, int key) { s->leave = true; }

/* The keys in the order of the help. An entry whose words are NULL is explained by another line. */
static void screen_help(struct screen *s, int key);
enum { KEYS = 5 };
static const struct known_key {
    const char *keys, *words;
    void (*run)(struct screen *s, int key);
    int key[KEYS];
} known_keys[] = {
    {"arrows", "move the cursor; the mouse does what keys do", mouse, {KEY_MOUSE}},
    {"space, return", "touch the cell (next value, press, shot, hit)", touch_next, {' ', '\n', '\r', KEY_ENTER}},
    {"1 2 3 ...", "put in a number"},
    {"0, delete",
     "clear the cell; in a model, 0 puts in a 0 if the cell can be 0",
     clear_cell,
     {KEY_DC, KEY_BACKSPACE, 127, '\b'}},
    {"d+arrow", "", lay_to_next_key, {'d'}},
    {"m", "mark the cell, for yourself", mark, {'m'}},
    {"u, r", "undo, redo", undo, {'u'}},
    {NULL, NULL, redo, {'r', CTRL_R}},
    {"R", "take everything back", reset, {'R'}},
    {"h, f", "a hint: where to look, then why, then the move; f makes it", hint, {'h', 'f'}},
    {"c", "report whether the best can still be reached, or which move lost it", screen_ask, {'c'}},
    {"!", "complete the game", screen_ask, {'!'}},
    {"b", "find the best value", best, {'b'}},
    {"e", "show broken rules (on at the start), or not; for lost chances use c", mistakes, {'e'}},
    {"n, p", "the next sample, the one before", screen_turn, {'n', 'p'}},
    {"s, l", "save, load", save, {'s'}},
    {NULL, NULL, screen_load, {'l'}},
    {NULL, NULL, screen_help, {'?'}},
    {"q, Ctrl-C", "leave; Esc, Ctrl-C stop a search", quit, {'q', CTRL_C}},
};
enum { KNOWN_KEYS = sizeof known_keys / sizeof *known_keys };

static void screen_help(struct screen *s, int key)
{
    SCOPED(text) all = {0};
    text_add(&all, "%s\n\n%s\n\n", s->g->position.rules.s, s->g->position.how.s);
    for (int i = 0; i < KNOWN_KEYS; i++) {
        const struct known_key *k = &known_keys[i];
        const bool pair = k->run == lay_to_next_key;
        if (!k->words || (pair && !s->g->position.pair)) continue;
        text_add(&all, COLS < 60 ? "%s: " : "%-15s ", k->keys);
        text_add(&all, pair ? "put a %s at the cell, in that direction; so does shift+arrow" : "%s",
                 pair ? s->g->position.pair : k->words);
        text_char(&all, '\n');
    }
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
}

static void key(struct screen *s, int k)
{
    const struct arrow_key *arrow = arrow_find(k);
    if (k != s->dropping) s->dropping = 0;
    if (arrow) {
        text_clear(&s->message);
        if (arrow->draws)
            screen_lay(s, arrow->dr, arrow->dc);
        else
            screen_step(s, arrow->dr, arrow->dc);
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

/* ---- the terminal ---------------------------------------------------------------------------- */

/* Stores the sequence that restores the terminal, for use if a signal ends the program. */
static void screen_keep(void)
{
    static const char *const capabilities[] = {"sgr0", "cnorm", "rmkx", "kmous", "rmcup"};
    SCOPED(text) farewell = {0};
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++) {
        const char *s = tigetstr(capabilities[i]);
        bool mouse_key = !strcmp(capabilities[i], "kmous"); /* starts a mouse event; it is no key */
        if (s && s != (char *)-1) text_put(&farewell, mouse_key ? "\033[?1000l\033[?1002l\033[?1006l" : s);
    }
    terminal_keep(text_string(&farewell));
}

static void screen_begin(const struct screen_how *how)
{
    initscr();
    raw(); /* Ctrl-C arrives as a key, which stops a search or ends the game */
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON3_PRESSED, NULL);
    mouseinterval(0);
    timeout(TICK);
    if (!how->plain && has_colors()) screen_colors();
}

bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err)
{
    int error;
    setlocale(LC_CTYPE, "");
    if (setupterm(NULL, 1, &error) != OK)
        return text_error(err, "The type of this terminal is unknown; set TERM to it, for example xterm.");
    screen_keep();
    screen_begin(how);
    struct screen s = {.g = g, .how = how, .from = -1, .mistakes = true, .start = clock_wall()};
    struct problem q = *g->problem;
    const struct problem *asked = g->problem;
    struct job job = {.parent = asked->job, .asked = key_pressed, .asked_state = &s};
    q.job = &job;
    g->problem = &q;
    if (!game_has_cell(g, 0, 0) && !screen_step(&s, 0, 1)) screen_step(&s, 1, 0);
    screen_welcome(&s, &q);
    while (!s.leave) {
        screen_draw(&s);
        int k = next_key(&s);
        if (k == KEY_RESIZE || k == ERR) {
            if (k != ERR) text_clear(&s.message);
            continue;
        }
        key(&s, k);
        screen_win(&s);
    }
    endwin();
    terminal_release();
    g->problem = asked;
    *turned = s.turned;
    text_release(&s.message);
    text_release(&s.hinted);
    game_hint_release(&s.hint);
    return true;
}

#else

bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err)
{
    return text_error(err,
                      "This build has no screen: install the package libncurses-dev and build again; --script plays by "
                      "orders, a line each.");
}

#endif
