/* Fivers, made: a position that takes so many presses, and no fewer. */
#include "puzzles/fivers/fivers.h"
#include "puzzles/maker.h"
#include "puzzles/parse.h"

#include <string.h>

/* All black, turned by these presses; every press undoes itself. */
static void position_put(int rows, int cols, const char *pressed, struct text *file)
{
    char *stone = mem_new((size_t)(rows * cols), 1);
    for (int i = 0; i < rows * cols; i++) {
        int row = i / cols, col = i % cols, turns = pressed[i] == 'X';
        if (row) turns += pressed[i - cols] == 'X';
        if (row < rows - 1) turns += pressed[i + cols] == 'X';
        if (col) turns += pressed[i - 1] == 'X';
        if (col < cols - 1) turns += pressed[i + 1] == 'X';
        stone[i] = turns % 2 ? '.' : 'X';
    }
    maker_grid("fivers", rows, cols, stone, file);
    mem_free(stone);
}

bool fivers_make(struct maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 5, MOST = 30 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols;
    int presses = m->presses ? m->presses : (cells + 3) / 4, answer = 0;
    m->presses = 0;
    if (rows > MOST || cols > MOST || presses > cells)
        return text_error(err, "Boards up to %dx%d are made, with at most as many presses as stones.", MOST, MOST);
    char *pressed = mem_new((size_t)cells, 1);
    bool found = false;
    for (int i = 0; i < MAKER_TRIES && !found && answer >= 0; i++) {
        memset(pressed, '.', (size_t)cells);
        for (int k = 0; k < presses;) {
            char *p = &pressed[random_below(&m->random, cells)];
            k += *p != 'X';
            *p = 'X';
        }
        position_put(rows, cols, pressed, file);
        answer = maker_ask(m, file);
        found = answer > 0 && fivers_presses(text_string(&m->one)) == presses;
    }
    mem_free(pressed);
    return found || maker_gave_up(answer, "no position of this size may need so many presses", err);
}
