/* The terminal, left as it was whatever ends the program. */
#ifndef TERMINAL_H
#define TERMINAL_H

/* From now on a signal that ends the program, a failure, and exit, first write `farewell` (short: what switches a full-screen mode off)
 * to standard output and restore the settings that standard input's terminal has now. */
void terminal_keep(const char *farewell);
/* No more: the caller has restored it himself. */
void terminal_release(void);

#endif
