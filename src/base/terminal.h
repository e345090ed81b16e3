/* Output to a terminal, and its settings, which are restored however the program ends. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct text;

/* The width in columns of the terminal that `out` writes to; 0: it is no terminal, or its width is
 * unknown. */
int terminal_columns(FILE *out);
/* Adds lines of words, broken at blanks to fit the columns; 0: unchanged. A longer word stays
 * whole. */
void terminal_wrap(const char *words, int columns, struct text *out);
/* Prints such text with its lines broken by terminal_wrap. */
void terminal_words(FILE *out, const char *words);

/* Prints lines of sentences on standard output, broken at blanks if it is a terminal. */
void terminal_sentences(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints tables and solutions on standard output: lines stay as long as they are. */
void terminal_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether a write to `out` failed because the reader closed the pipe, as `| head -n 1` does. */
bool terminal_closed(FILE *out);

/* From now on, a signal that ends the program, a failure, and exit restore the present settings of
 * standard input's terminal. Before that they write `farewell`, a short sequence that ends a
 * full-screen mode, to standard output. */
void terminal_keep(const char *farewell);
/* Ends terminal_keep. The caller has restored the terminal already. */
void terminal_release(void);
