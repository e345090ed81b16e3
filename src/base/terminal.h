/* The terminal, left as it was whatever ends the program. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "base/base.h"

#include <stdio.h>

/* The columns of the terminal that `out` writes to; 0: it is none, or does not report them. */
int terminal_columns(FILE *out);
/* Adds lines of words, broken at blanks so that they fit; columns 0: as they are. A longer word stays whole. */
void terminal_wrap(const char *words, int columns, struct text *out);
/* Prints text that may come from a file or a solver: through text_clean. All such text that is not
 * JSON goes through here. */
void terminal_text(FILE *out, const char *text);
/* Prints such text with its lines broken by terminal_wrap. */
void terminal_words(FILE *out, const char *words);

/* Prints lines of sentences on standard output, broken at blanks if it is a terminal. */
void terminal_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints tables and solutions on standard output: lines stay as long as they are. */
void terminal_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A write to `out` failed because the reader of the pipe has gone, as in `| head -n 1`. */
bool terminal_closed(FILE *out);

/* From now on a signal that ends the program, a failure, and exit, first write `farewell` (short:
 * what switches a full-screen mode off) to standard output and restore the settings that standard
 * input's terminal has now. */
void terminal_keep(const char *farewell);
/* Ends terminal_keep. The caller has restored the terminal. */
void terminal_release(void);

#endif
