/* What the tables' search did, step by step, for a checker that shares no code with it:
 * bench/tank_check.c, which says what each byte means (for tank_tables.c alone).
 *
 * A line "tank log 1 SIDE CAP IMAGES", then the search tree: a node is a cell, and, for each pair
 * that the cell still has, by rising value and then by rising attacks along its row, the steps that
 * this choice led to, and a node or a conflict. */
#ifndef TANK_LOG_H
#define TANK_LOG_H

#include "puzzles/puzzle.h"

enum {
    TANK_LOG_SIDE = 8, /* cells are bytes below 64 */
    TANK_LINE = 0x80,  /* + line: its words are looked through, and its cells keep the pairs that some word has */
    TANK_ORDER = 0xC0, /* + symmetry: the board is at least its image */
    TANK_CONFLICT = 0xFD,
    TANK_BOARD = 0xFE, /* all cells have one pair */
    TANK_END = 0xFF,   /* of the log: nothing was left out */
};

struct tank_step {
    unsigned what;
    uint64_t sees, lost; /* lines whose cells it looks at, and, but for its own, lost pairs in */
};

struct tank_log {
    struct own_run *run;
    struct tank_step *step; /* since the last choice */
    size_t n, cap;
    struct text bytes;
};

void tank_log_begin(struct tank_log *, struct own_run *, int side, int cap);
void tank_log_byte(struct tank_log *, unsigned byte);
void tank_log_step(struct tank_log *, unsigned what, uint64_t sees, uint64_t lost);
/* Writes the steps: all that changed anything, or, if the last one is a conflict, those that it rests on. */
void tank_log_steps(struct tank_log *, bool fine);
void tank_log_end(struct tank_log *, bool complete);

#endif
