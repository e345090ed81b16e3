/* Makers: generators of new instances (puzzles).
 *
 * A puzzle's `make` proposes files and asks how many solutions each has, until one has exactly one. The functions below
 * do that for boards of cells, in two ways: block cells until one solution is left, or take away the values of a full
 * board as long as it stays the only one. */
#ifndef MAKER_H
#define MAKER_H

#include "puzzles/puzzle.h"

struct board_maker {
    const struct puzzle *puzzle;
    const struct options *options; /* the puzzle's and its generator's, checked: see options_fill */
    struct random random;
    int rows, cols;     /* asked for, "6" being 6 and 6; 0: the puzzle chooses */
    const char *engine; /* set by the puzzle: the engine that counts its solutions best; NULL: the usual one */
    /* How many solutions a file has: 0, 1, or 2 for several; of a puzzle with an objective, best
     * ones. The first two found go to one and other. -1: stopped. */
    int (*solutions)(void *state, const char *file, struct text *one, struct text *other);
    void *state;
    struct text one, other; /* of the last proposal */
};
enum { MAKER_TRIES = 2000 };

/* An empty instance with the options that were given; `words` is its operand ("5"), NULL: none. The caller releases it
 * by puzzle->release. NULL, with a sentence: the options or the operand are not legal. */
struct instance *maker_instance(const struct board_maker *m, const char *words, struct text *err);
/* Clears the file and writes its first line: the puzzle's name, the words (NULL: none) and the puzzle's own options. */
void maker_header(const struct board_maker *m, const char *words, struct text *file);
/* Counts the file's solutions, by m->solutions, into m->one and m->other. */
int maker_ask(struct board_maker *m, const struct text *file);
/* Sets *err to a sentence: none was found in MAKER_TRIES proposals, or (answer < 0) it was stopped. Returns false. */
bool maker_gave_up(int answer, const char *advice, struct text *err);

/* One of the cells in which the two solutions of the last proposal, grids of letters, differ. */
int maker_differing(struct board_maker *m, int cells);
/* Fills region with n letters from 'A' up (n <= 26, n <= rows * cols), each of which is one connected region. */
void maker_regions(struct board_maker *m, int rows, int cols, int n, char *region);
/* Writes a file of the head and a grid of values 1 to `most`, 0 being free: of a random solution, cells are freed in
 * random order as long as it stays the only one. letters: see struct grid_moves. Returns 1; 0: the head alone has no
 * solution; -1: stopped. Any value is proposed in any cell: parse must accept a value that leaves no
 * solution. */
int maker_givens(struct board_maker *m, const char *head, const char *letters, int rows, int cols, int most,
                 struct text *file);

#endif
