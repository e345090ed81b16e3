#include "puzzles/maker.h"
#include "puzzles/parse.h"

int maker_ask(struct board_maker *m, const struct text *file)
{
    text_clear(&m->one);
    text_clear(&m->other);
    return m->solutions(m->state, text_string(file), &m->one, &m->other);
}

void maker_grid(const char *puzzle, int rows, int cols, const char *cell, struct text *file)
{
    text_clear(file);
    text_add(file, "%s\n", puzzle);
    grid_write(rows, cols, cell, file);
}

bool maker_gave_up(int answer, const char *advice, struct text *err)
{
    if (answer < 0) return text_error(err, "Stopped before a board was found.");
    return text_error(err, "No board was found in %d tries; %s.", MAKER_TRIES, advice);
}
