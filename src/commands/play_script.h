/* A game played by lines of text, for the browser page and tests. */
#pragma once

#include "play/game.h"

/* Reads orders from standard input, one on a line, and answers each with a JSON object on a line of
 * standard output. Returns an exit status. Cells count from 1.
 *
 *     touch 1,2 [VALUE]     touch 1,2 1,3     undo  redo  reset     mark 1,2
 *     best 15               sets the proved best value, which an earlier `best` answered
 *     state  best  ask  hint  follow  complete  save  load TEXT
 *
 * Any other line, or an order without effect, is refused with a sentence; an empty line is ignored.
 * The orders in the first two lines answer only if they are refused; those in the last line always
 * do.
 *
 * - `state`: the whole position
 * - `ask`: whether it can still be completed
 * - `follow`: makes the move of a hint
 * - `complete`: makes all remaining moves
 * - `load`: takes the output of save, as a JSON string */
int play_script(struct game *g);
