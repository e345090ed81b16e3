/* Gunport, made: cells are blocked until one packing is the best. */
#include "puzzles/gunport/gunport.h"
#include "puzzles/maker.h"
#include "puzzles/parse.h"

#include <string.h>

static void board_put(int rows, int cols, const char *cell, struct text *file)
{
    text_clear(file);
    text_put(file, "gunport\n");
    grid_write(rows, cols, cell, file);
}

/* One of the cells in which two solutions differ. */
static int differing(struct maker *m, const char *one, const char *other, int cells)
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

bool gunport_make(struct maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 6, MOST = 20 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols, answer = 2;
    if (rows > MOST || cols > MOST || cells < 4)
        return text_error(err, "Boards of 4 cells and more, up to %dx%d, are made.", MOST, MOST);
    char *cell = mem_new((size_t)cells, 1);
    struct text one = {0}, other = {0};
    int blocked = cells;
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        if (3 * blocked >= cells) { /* too many by now: anew */
            memset(cell, '.', (size_t)cells);
            for (blocked = 0; blocked < 1 + cells / 12; blocked++) cell[random_below(&m->random, cells)] = '#';
        }
        board_put(rows, cols, cell, file);
        answer = maker_ask(m, file, &one, &other);
        if (answer == 2) cell[differing(m, text_string(&one), text_string(&other), cells)] = '#';
        blocked++;
    }
    mem_free(cell);
    text_release(&one);
    text_release(&other);
    return answer == 1 || maker_gave_up(answer, "try another seed", err);
}
