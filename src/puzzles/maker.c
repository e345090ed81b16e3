#include "puzzles/maker.h"

int maker_ask(struct maker *m, const struct text *file, struct text *one, struct text *other)
{
    text_clear(one);
    text_clear(other);
    return m->solutions(m->state, text_string(file), one, other);
}

bool maker_gave_up(int answer, const char *advice, struct text *err)
{
    if (answer < 0) return text_error(err, "Stopped before a board was found.");
    return text_error(err, "No board was found in %d tries; %s.", MAKER_TRIES, advice);
}
