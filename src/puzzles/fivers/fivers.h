/* The instance of fivers, a board. */
#pragma once

#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

#define FIVERS_LETTERS ".X#" /* of a solution: a cell that is not pressed, one that is, one without a stone */

struct instance {
    int rows, cols, stones;
    bool plain;   /* all white to all black, no cell blocked */
    char *start;  /* '.' white, 'X' black, '#' no stone */
    char *target; /* likewise, blocked alike */
};

/* The number of stones that must turn. */
static inline int fivers_turns(const struct instance *in)
{
    const char *start = in->start, *target = in->target;
    int cells = in->rows * in->cols, turns = 0;
    for (int i = 0; i < cells; i++) turns += start[i] != target[i];
    return turns;
}

extern const struct moves fivers_moves;
extern const struct option fivers_make_options[];
bool fivers_make(struct board_maker *, struct text *file, struct text *err);

void fivers_stone_draw(struct canvas *c, int row, int col, char stone);

/* Whether symmetry s of the square keeps the two positions. */
bool fivers_symmetry(const struct instance *in, int s);

/* The first is `parity`. */
extern const struct formulation fivers_formulations[];
