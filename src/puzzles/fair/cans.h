/* The instance of cans, a stall. */
#pragma once

#include "base/number.h"
#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

struct pile {
    int n; /* cans, 1 or more; v[0] is the top */
    int64_t *v;
};

struct instance {
    int64_t target;
    int piles, throws, rows; /* rows of the highest pile */
    struct pile *pile;
    int64_t *by; /* the multiplier of each throw */
};

extern const struct moves cans_moves;
bool cans_make(struct board_maker *, struct text *file, struct text *err);

/* The number of cans of pile p, from the top, that can be hit. */
static inline int pile_reach(const struct instance *in, int p) { return (int)min64(in->pile[p].n, in->throws); }
int cans_within_reach(const struct instance *in);
/* For the drawing. pile_can: the index, from the top, of the can of pile p in a row counted from
 * the top of the highest pile; < 0: none. The other: the number of cells for each can. */
static inline int pile_can(const struct instance *in, int p, int row) { return row - (in->rows - in->pile[p].n); }
int cans_cells(const struct instance *in);
/* Draws the stall, with the throws of a solution or a position, if that is not NULL. captions: the
 * throws in words, below it. Without them, a can that is not on top of its pile has another ink. */
struct canvas *cans_draw_stall(const struct instance *in, const struct solution *throws, bool captions);

extern const struct formulation cans_formulations[];
