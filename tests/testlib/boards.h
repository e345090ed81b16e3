/* For tests of gunport: boards of the tests' own, reference implementations that share no code with the puzzle
 * (enumeration,
 * and frontier dynamic programming), and the program's answer. */
#ifndef BOARDS_H
#define BOARDS_H

#include "models.h"

enum { CELLS = 2500 };

struct board {
    int rows, cols;
    char cell[CELLS + 1]; /* as in the puzzle's notation */
};

/* What is in a cell; '#' outside. */
char get(const struct board *b, int r, int c);
/* The other half of the domino on (r, c). */
void other_half(const struct board *b, int r, int c, int *r2, int *c2);

struct board board_full(int rows, int cols);
/* Each cell is blocked with so many percent. */
struct board board_random(struct random *r, int rows, int cols, int percent);
/* b with some pieces of a random packing, which can be completed, or some anywhere, which perhaps cannot. */
struct board board_laid(struct random *r, struct board b);
/* Puts dominoes in random order of the cells; where two empty cells are then adjacent, a domino; then holes. */
void pack_at_random(struct random *r, struct board *b);
/* The board's text in t; returns t->s. */
char *board_text(const struct board *b, struct text *t);

/* Every packing that completes b, cell by cell from cell i on; stops when visit returns false. */
struct packings {
    bool (*visit)(const struct board *, void *);
    void *state;
    long packings;
};
bool packings_each(struct board *b, int i, struct packings *w);

int holes(const struct board *b); /* how many cells are holes */
/* The most holes; -1: the pieces on the board cannot be completed. By frontier: no pieces, at most 16 columns. */
int most_by_enumeration(struct board b);
int most_by_frontier(const struct board *b);

const struct puzzle *gunport(void);
struct instance *instance_of(const struct board *b);

struct choice {
    const char *formulation, *solver, *card, *search, *symmetry, *frontier, *engine;
};

/* The program's optimum, whose holes are counted here; -1: none. */
int64_t solved(const struct board *b, struct choice choice);
/* Fails unless the program's optimum is `most`. */
void agree(const struct board *b, int most, struct choice choice);

#endif
