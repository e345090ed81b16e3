/* Makers: how new instances of a puzzle are made (puzzles).
 *
 * A puzzle proposes; whether a proposal has one solution is asked of whoever can solve. */
#ifndef MAKER_H
#define MAKER_H

#include "puzzles/puzzle.h"

struct board_maker {
    struct random random;
    int rows, cols;     /* asked for, "6" being 6 and 6; 0: the puzzle chooses */
    int presses;        /* the fewest that a solution must take; who heeds it sets it to 0; 0: the puzzle chooses */
    const char *engine; /* set by the puzzle: the engine that counts its solutions best; NULL: the usual one */
    /* How many solutions a file has: 0, 1, or 2 for several; of a puzzle with an objective, best
     * ones. The first two found go to one and other. -1: stopped. */
    int (*solutions)(void *state, const char *file, struct text *one, struct text *other);
    void *state;
    struct text one, other; /* of the last proposal */
};
enum { MAKER_TRIES = 2000 };

/* maker->solutions, of a file that consists of a header and of what follows it; into m->one and m->other. */
int maker_ask(struct board_maker *m, const struct text *file);
/* Such a file of a grid; the header is the puzzle's name. */
void maker_grid(const char *puzzle, int rows, int cols, const char *cell, struct text *file);
/* Says that none was found in MAKER_TRIES proposals, or that it was stopped; false. */
bool maker_gave_up(int answer, const char *advice, struct text *err);

#endif
