/* The screen: a game in a terminal, by ncurses (play). */
#ifndef SCREEN_H
#define SCREEN_H

#include "play/game.h"

struct screen_how {
    const char *problem;  /* "gunport 5x5" */
    double seconds;       /* played before */
    bool ascii, plain;    /* plain: no colours */
    bool objective_value; /* a solution has one: there is an objective */
    const char *place;    /* the file where the game is saved, and loaded from */
};

/* Plays until the player leaves, or SIGINT, SIGTERM or SIGHUP; the terminal is left as it was, after a crash too. A key
 * ends the game's searches. *turned: what comes next, 1 the next sample, -1 the one before, 0 nothing. False, with a
 * sentence: this cannot be played here. */
bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err);

/* ---- what screen.c and screen_draw.c share --------------------------------------------------- */

enum { AHEAD = 64 };

struct screen {
    struct game *g;
    const struct screen_how *how;
    int row, col;          /* the cursor */
    int top;               /* the line where the board begins */
    int line, column;      /* what of the board is scrolled to the corner */
    int from, from_column; /* the cell where the mouse was pressed; -1: none */
    bool mistakes, leave;
    int dropping;            /* the key that drops this game if it comes again; 0: none */
    int64_t digits;          /* typed so far in this cell */
    int turned;              /* what the screen leaves with */
    bool stopped;            /* a search, by a key */
    int typed[AHEAD], ahead; /* keys typed during a search */
    double start;
    struct text message;
};

/* ---- drawing (screen_draw.c) ---- */

/* The whole screen. */
void screen_draw(struct screen *s);
/* Where a cell is on the screen. */
void screen_place(const struct screen *s, const struct canvas *c, int row, int col, int *y, int *x);
/* As many lines as there is room for above the last; what is left. */
const char *screen_page(const char *words);
void screen_colours(void); /* once, where there are any */

#endif
