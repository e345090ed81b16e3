/* The symmetries of a rectangle and of a square, for boards of cells.
 *
 *     LEFT_RIGHT   ab -> ba      UP_DOWN   ab -> cd      TRANSPOSE   ab -> ac
 *                  cd    dc                cd    ab                  cd    bd
 *
 * A symmetry is a set of these, done in this order: 0 nothing, LEFT_RIGHT | UP_DOWN half a turn,
 * LEFT_RIGHT | TRANSPOSE and UP_DOWN | TRANSPOSE quarter-turns. A rectangle that is no square has
 * those without TRANSPOSE. */
#ifndef SQUARE_H
#define SQUARE_H

#include "base/base.h"

enum { LEFT_RIGHT = 1, UP_DOWN = 2, TRANSPOSE = 4, SYMMETRIES = 8 };

/* Where symmetry s takes a cell (row by row, from 0). */
int square_image(int rows, int cols, int s, int cell);

/* Does the board, a letter a cell, go to itself? letter: what symmetry s makes of a cell's letter;
 * NULL: leaves it alone. */
bool square_keeps(int rows, int cols, const char *cell, int s, char (*letter)(char, int s));
/* The image of the grid of a verified solution, as such a grid. */
void square_turn(int rows, int cols, const char *solution, int s, char (*letter)(char, int s), struct text *out);

#endif
