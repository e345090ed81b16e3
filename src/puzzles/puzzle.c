#include "puzzles/puzzle.h"

#include "base/file.h"

#include <string.h>

#define PUZZLE(name) extern const struct puzzle puzzle_##name;
#include "puzzles/list.h"
#undef PUZZLE

const struct puzzle *const puzzles[] = {
#define PUZZLE(name) &puzzle_##name,
#include "puzzles/list.h"
#undef PUZZLE
    NULL,
};

const struct puzzle *puzzle_find(const char *name)
{
    for (int i = 0; puzzles[i]; i++)
        if (!strcmp(puzzles[i]->name, name)) return puzzles[i];
    return NULL;
}

const struct puzzle *puzzle_of_file(const char *name)
{
    for (int i = 0; puzzles[i]; i++)
        if (puzzles[i]->endings && file_has_ending(name, puzzles[i]->endings)) return puzzles[i];
    return NULL;
}
