/* A game played by lines of text: what the browser and tests speak. */
#ifndef PLAY_SCRIPT_H
#define PLAY_SCRIPT_H

#include "play/game.h"

/* Reads orders of standard input, a line each, and answers each at once with a JSON object a line
 * on standard output; an exit status. Cells count from 1.
 *
 *     touch 1,2 [VALUE]     touch 1,2 1,3     undo  redo  reset     mark 1,2
 *     best 15               takes it as proved what an earlier `best` has answered
 *     state  best  ask  hint  follow  complete  save  load TEXT
 *
 * A line that holds anything else, or that there is nothing to do for, is refused with a sentence;
 * an empty one is passed over. Orders of the first line of each kind answer only when they are
 * refused; those below always do: state (the whole position), best, ask (can it still be
 * completed?), hint, follow (makes the move of a hint), complete (makes all that is left). load
 * takes what save gave, as a JSON string. */
int play_script(struct game *g, const char *problem);

#endif
