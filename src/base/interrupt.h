/* Ctrl-C and related functions: asked by every long loop, answered with the best so far. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGXCPU (a limit on CPU seconds) ask for the best answer so far;
 * a second one, a tenth of a second later or more, ends the program at once. */
void interrupt_catch(void);
/* Was one of them sent? */
bool interrupted(void);

#endif
