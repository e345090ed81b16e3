/* The engine `tables` of Tank Attack (for tank_tables.c and tank_log.c only). */
#pragma once

#include "puzzles/tank/tank.h"

/* The steps of the tables' search, for a checker that shares no code with it: bench/tank_check.c,
 * which explains each byte.
 *
 * The log is a line "tank log 1 SIDE CAP IMAGES", then the search tree. A node is a cell. For each
 * pair that the cell still has, by rising value and then by rising attacks along its row, follow
 * the steps that this choice caused, and a node or a conflict. */
enum {
    TANK_LOG_SIDE = 8, /* cells are bytes below 64 */
    TANK_LINE = 0x80,  /* + line: its cells keep the pairs that some of its words has */
    TANK_ORDER = 0xC0, /* + symmetry: the board is at least its image */
    TANK_CONFLICT = 0xFD,
    TANK_BOARD = 0xFE, /* all cells have one pair */
    TANK_END = 0xFF,   /* end of a complete log */
};

struct tank_step {
    unsigned what;
    uint64_t sees, lost; /* lines whose cells it reads; other lines whose cells lost pairs */
};

struct tank_log {
    struct engine_run *run;
    struct tank_step *step; /* since the last choice */
    size_t n, cap;
    struct text bytes;
};

void tank_log_begin(struct tank_log *, struct engine_run *, int side, int cap);
void tank_log_byte(struct tank_log *, unsigned byte);
void tank_log_step(struct tank_log *, unsigned what, uint64_t sees, uint64_t lost);
/* Writes the steps that changed something or, if the last one is a conflict, those that lead to
 * it. */
void tank_log_steps(struct tank_log *, bool fine);
void tank_log_end(struct tank_log *, bool complete);
