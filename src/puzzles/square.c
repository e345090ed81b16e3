#include "puzzles/square.h"
#include "puzzles/parse.h"

#include <string.h>

int square_image(int rows, int cols, int s, int cell)
{
    int r = cell / cols, c = cell % cols;
    if (s & LEFT_RIGHT) c = cols - 1 - c;
    if (s & UP_DOWN) r = rows - 1 - r;
    return s & TRANSPOSE ? c * rows + r : r * cols + c;
}

bool square_keeps(int rows, int cols, const char *cell, int s, char (*letter)(char, int s))
{
    if (s & TRANSPOSE && rows != cols) return false;
    for (int i = 0; i < rows * cols; i++)
        if (cell[square_image(rows, cols, s, i)] != (letter ? letter(cell[i], s) : cell[i])) return false;
    return true;
}

void square_turn(int rows, int cols, const char *solution, int s, char (*letter)(char, int s), struct text *out)
{
    char *cell = grid_letters(solution, rows * cols), *image = mem_new((size_t)(rows * cols), 1);
    for (int i = 0; i < rows * cols; i++) image[square_image(rows, cols, s, i)] = letter ? letter(cell[i], s) : cell[i];
    grid_write(rows, cols, image, out);
    mem_free(cell);
    mem_free(image);
}
