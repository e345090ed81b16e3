/* Help, man pages and completion, made from the tables that parse a command line. */
#pragma once

#include "cli/request.h"

/* A page of help is a list of lines: "# TITLE"; "\tWORD\tEXPLANATION", a row of two columns; else a
 * paragraph. */

/* Adds a title and a row for each option that has an effect on the command (NULL: for each), with
 * the words that it takes; nothing if there are none. */
void help_options_page(const char *title, const struct command *c, const struct option *o, struct text *out);
/* Adds the usage, what the command does, and its examples. */
void help_command_intro(const struct command *c, struct text *out);
/* Adds rules, notation and formulations. */
void help_puzzle_page(const struct puzzle *p, struct text *out);

/* The line on a puzzle in the overview. */
const char *help_puzzle_about(const struct puzzle *p);

/* Topics of help next to commands, puzzles and encodings (topics.c). */
struct topic {
    const char *name, *about;
    const char *text;               /* its page: this, */
    void (*rows)(struct text *out); /* what this adds, or NULL, */
    const char *end;                /* and this, or NULL */
};
extern const struct topic topics[];                        /* ends with a NULL name */
void topic_write(const struct topic *t, struct text *out); /* adds the page */

/* Writes the man page of that name ("loophole", "loophole-solve"), or for "list" their names.
 * Returns false: there is none. */
bool manual_write(const char *page, struct text *out);

/* Writes the possible values of an option (for that puzzle; NULL: for any), each after a blank;
 * FILE is any file. */
void completion_values(const struct option *o, const struct puzzle *p, struct text *words);
/* Writes the words that may follow a command's name, each after a blank. */
void completion_operands(const struct command *c, struct text *words);
/* Completes the last of n words after the program's name. Adds a line for each possible word: the
 * word, a tab, and an explanation; and a line FILE if names of files are possible. */
void completion_words(char *const *word, int n, struct text *out);
/* Adds the script for bash, zsh or fish. */
void completion_script(const char *shell, struct text *out);
