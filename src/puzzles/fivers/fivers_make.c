/* Fivers, made: a position that takes so many presses, and no fewer; in one way only, where such a
 * position is found. */
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

/* A file in which `presses` are the fewest, in one way. Where MAKER_TRIES find none, the first one
 * with several ways, which it says. 1, or what maker_ask answered last: 0 none, -1 stopped. */
static int position_find(struct board_maker *m, int rows, int cols, int presses, struct text *file)
{
    char *pressed = mem_new((size_t)(rows * cols), 1);
    struct text several = {0};
    int answer = 0;
    bool found = false;
    for (int i = 0; i < MAKER_TRIES && !found && answer >= 0; i++) {
        memset(pressed, '.', (size_t)(rows * cols));
        for (int k = 0; k < presses;) {
            char *p = &pressed[random_below(&m->random, rows * cols)];
            k += *p != 'X';
            *p = 'X';
        }
        position_put(rows, cols, pressed, file);
        answer = maker_ask(m, file);
        bool fewest = answer > 0 && fivers_presses(text_string(&m->one)) == presses;
        found = fewest && answer == 1;
        if (fewest && !several.n) text_put(&several, text_string(file));
    }
    if (!found && several.n && answer >= 0) {
        text_clear(file);
        text_add(file, "; %d presses are the fewest, in several ways: none with one way only was found.\n%s", presses,
                 text_string(&several));
        found = true;
    }
    mem_free(pressed);
    text_release(&several);
    return found ? 1 : answer < 0 ? answer : 0;
}

bool fivers_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 5, MOST = 30 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols;
    int presses = m->presses ? m->presses : (cells + 3) / 4;
    m->presses = 0;
    if (rows > MOST || cols > MOST || presses > cells)
        return text_error(err, "Boards up to %dx%d are made, with at most as many presses as stones.", MOST, MOST);
    int answer = position_find(m, rows, cols, presses, file);
    return answer > 0 || maker_gave_up(answer, "no position of this size may need so many presses", err);
}
