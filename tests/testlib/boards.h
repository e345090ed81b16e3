/* For tests of gunport: boards, reference implementations that share no code with the puzzle
 * (enumeration and frontier dynamic programming), and the program's answer. */
#ifndef BOARDS_H
#define BOARDS_H

#include "models.h"

enum { CELLS = 2500 };

struct board {
    int rows, cols;
    char cell[CELLS + 1]; /* as in the puzzle's notation */
};

/* The letter of a cell; '#' outside of the board. */
char get(const struct board *b, int r, int c);
/* Sets (*r2, *c2) to the other half of the domino on (r, c). */
void other_half(const struct board *b, int r, int c, int *r2, int *c2);

struct board board_full(int rows, int cols);
/* Blocks each cell with a probability of so many percent. */
struct board board_random(struct random *r, int rows, int cols, int percent);
/* Returns b with some pieces of a random packing, which can be completed, or with some pieces
 * anywhere, which perhaps cannot. */
struct board board_with_pieces(struct random *r, struct board b);
/* Puts dominoes on cells in random order until no two empty cells are adjacent, then holes. */
void pack_at_random(struct random *r, struct board *b);
/* The board's text in t; returns t->s. */
char *board_text(const struct board *b, struct text *t);

/* Visits every packing that completes b, cell by cell from cell i on, and counts them. Ends with
 * false as soon as visit returns false. */
struct packings {
    bool (*visit)(const struct board *, void *);
    void *state;
    long packings;
};
bool packings_each(struct board *b, int i, struct packings *w);

int holes(const struct board *b); /* the number of holes */
/* The most holes; -1: the pieces on the board cannot be completed. most_by_frontier takes boards
 * without pieces, of at most 16 columns. */
int most_by_enumeration(struct board b);
int most_by_frontier(const struct board *b);

const struct puzzle *gunport(void);
struct instance *instance_of(const struct board *b);

struct choice {
    const char *formulation, *solver, *card, *search, *symmetry, *frontier, *engine;
};

/* The optimum that the program finds, whose holes it counts again; -1: none. */
int64_t solved(const struct board *b, struct choice choice);
/* Fails unless the program's optimum is `most`. */
void agree(const struct board *b, int most, struct choice choice);

#endif
