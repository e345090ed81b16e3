/* The screen: a game in a terminal, by ncurses (play). */
#ifndef SCREEN_H
#define SCREEN_H

#include "play/game.h"

struct screen_how {
    const char *problem;  /* "gunport 5x5" */
    double seconds;       /* played before */
    bool ascii, plain;    /* plain: no colours */
    bool objective_value; /* a solution has one: there is an objective */
    /* Where the game is saved, and loaded from. */
    bool (*save)(void *place, const struct text *game, struct text *err);
    bool (*load)(const char *place, struct text *game, struct text *err);
    char *place;
};

/* Until the player leaves, or SIGINT, SIGTERM or SIGHUP; the terminal is left as it was, after a crash too.
 * The game's
 * problem is asked as a job that a key ends. turned: what comes next, 1 the next sample, -1 the one
 * before, 0 nothing. False, with a sentence: this cannot be played here. */
bool screen_play(struct game *g, const struct screen_how *how, int *turned, struct text *err);

#endif
