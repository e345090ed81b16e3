/* The screen: a game in a terminal, by ncurses. */
#pragma once

#include "play/game.h"

struct screen_how {
    double seconds;    /* played before */
    bool ascii, plain; /* plain: no colors */
    const char *place; /* the file where the game is saved, and loaded from */
};

/* Plays until the player leaves, or SIGINT, SIGTERM or SIGHUP. Restores the terminal, also after a
 * crash. A key ends the game's searches. *turned: the player's choice, 1 the next sample, -1 the
 * previous one, 0 neither. False, with a sentence: a game cannot be played here. */
bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err);

/* ---- what screen.c and screen_draw.c share --------------------------------------------------- */

enum { AHEAD = 64 };

struct screen {
    struct game *g;
    const struct screen_how *how;
    int row, col;          /* the cursor */
    int top;               /* the line where the board begins */
    int line, column;      /* the line and column of the board at the corner of the screen */
    int from, from_column; /* the cell where the mouse was pressed; -1: none */
    bool mistakes, leave;
    int dropping;            /* the key that abandons this game if it is pressed again; 0: none */
    int64_t digits;          /* typed so far in this cell */
    int turned;              /* result of the screen */
    bool stopped;            /* a key stopped the search */
    bool brief;              /* any key stops the search, and counts afterwards */
    int typed[AHEAD], ahead; /* keys typed during a search */
    double start;
    struct text message;
    struct hint hint; /* the last one, and the position it is for; its next stage */
    struct text hinted;
    enum hint_stage stage;
    int hints;
    bool solver, won; /* the solver made moves; the win was shown */
};

/* ---- drawing (screen_draw.c) ---- */

/* Draws the whole screen. */
void screen_draw(struct screen *s);
/* The position of a cell on the screen. */
void screen_place(const struct screen *s, const struct canvas *c, int row, int col, int *y, int *x);
/* Shows as many lines as fit above the last one; returns the rest. */
const char *screen_page(const char *words);
void screen_colors(void); /* call once; no effect without colors */
