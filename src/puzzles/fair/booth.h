/* Numbers on the things of a fair's booth: read and drawn (for puzzles). */
#ifndef BOOTH_H
#define BOOTH_H

#include "puzzles/parse.h"
#include "puzzles/puzzle.h"

/* The model's limit for the weights of one constraint. */
#define BOOTH_MOST ((INT64_C(1) << 62) - 1)

/* The words of a problem, from the operands or from its file, never from both. */
bool booth_words(const struct source *source, struct words *w, struct text *err);
/* A whole number >= least at the front of an error's sentence; `what` names it ("a dummy"). */
bool booth_number(const struct source *source, struct word word, const char *what, int64_t least, int64_t *value,
                  struct text *err);

/* A number in a box of `cells` cells, three digits a cell; booth_cells: how many a number needs. A sign ("*", or "" for
 * none) stands before it where text shows it, for those who see no colours. */
int booth_cells(int64_t value, const char *sign);
void booth_draw(struct canvas *c, int row, int col, int cells, enum ink ink, int64_t value, const char *sign);

#endif
