/* Gunport, made: cells are blocked until one packing is the best. */
#include "puzzles/gunport/gunport.h"
#include "puzzles/maker.h"
#include "puzzles/parse.h"

#include <string.h>

/* One of the cells in which two solutions differ. */
static int differing(struct board_maker *m, const char *one, const char *other, int cells)
{
    char *a = grid_letters(one, cells), *b = grid_letters(other, cells);
    int n = 0, chosen = 0;
    for (int i = 0; i < cells; i++)
        if (a[i] != b[i] && random_below(&m->random, ++n) == 0) chosen = i;
    mem_free(a);
    mem_free(b);
    assert(n && "two solutions differ");
    return chosen;
}

bool gunport_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 6, MOST = 20 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols, answer = 2;
    if (rows > MOST || cols > MOST || cells < 4)
        return text_error(err, "Boards of 4 cells and more, up to %dx%d, are made.", MOST, MOST);
    char *cell = mem_new((size_t)cells, 1);
    int blocked = cells;
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        if (3 * blocked >= cells) { /* too many by now: anew */
            memset(cell, '.', (size_t)cells);
            for (blocked = 0; blocked < 1 + cells / 12; blocked++) cell[random_below(&m->random, cells)] = '#';
        }
        maker_grid("gunport", rows, cols, cell, file);
        answer = maker_ask(m, file);
        if (answer == 2) cell[differing(m, text_string(&m->one), text_string(&m->other), cells)] = '#';
        blocked++;
    }
    mem_free(cell);
    return answer == 1 || maker_gave_up(answer, "try another seed", err);
}
