/* What a sweep kept, row by row, for a checker that shares no code with it: bench/layers_check.c,
 * which says why this proves that there is no packing with so few defects (for gunport_sweep.c
 * alone).
 *
 *     gunport layers 1 ROWS COLS DEFECTS
 *     row 1: 2
 *     <><>o 3        the last row of a packing's first rows, or its mirror image, whichever comes first as
 *     <>o<> 3        text, rising, and the fewest defects of all such packings
 *     ...
 *     row ROWS: 0
 *     end 1a2b3c4d   the CRC-32 of all lines before */
#ifndef GUNPORT_LAYERS_H
#define GUNPORT_LAYERS_H

#include "puzzles/puzzle.h"

struct layers_log {
    struct own_run *run;
    int cols;
    uint32_t crc;
};

void layers_log_begin(struct layers_log *, struct own_run *run, int rows, int cols, int most);
void layers_log_row(struct layers_log *, int row, const unsigned __int128 *profile, const int *made, size_t n);
void layers_log_end(struct layers_log *);

#endif
