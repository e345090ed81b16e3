/* What the files of fivers share: a board. */
#ifndef FIVERS_H
#define FIVERS_H

#include "puzzles/puzzle.h"

struct instance {
    int rows, cols, stones;
    bool plain;   /* all white to all black, no cell blocked */
    char *start;  /* '.' white, 'X' black, '#' no stone */
    char *target; /* likewise, blocked alike */
};

/* Symmetry s = 0..7 of a rows x cols board: where cell (r, c) of the image comes from. Odd s
 * transposes, 2 turns rows over, 4 columns. */
int fivers_preimage(int rows, int cols, int s, int r, int c);
bool fivers_symmetry(const struct instance *in, int s); /* does it keep the two positions? */

/* Parity first. */
extern const struct formulation fivers_formulations[];

#endif
