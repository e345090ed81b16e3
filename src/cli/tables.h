/* The tables that parse a command line, walked: for help, man pages and completion. */
#ifndef TABLES_H
#define TABLES_H

#include "cli/request.h"

/* What an option takes (of that puzzle; NULL: of any), words separated by blanks: "yes no"; "FILE"
 * or "DIR": names of files; "": anything. */
void tables_values(const struct option *o, const struct puzzle *p, struct text *words);
/* Whether puzzles differ in it: formulations, searches, options that several have of the same name. */
bool tables_by_puzzle(const struct option *o);
/* The words that may follow a command: names of puzzles, encodings, topics, lists. Suites come from `list suites`. */
void tables_operands(const struct command *c, struct text *words);

/* Topics of help beside commands, puzzles and encodings (topics.c). */
struct topic {
    const char *name, *about;
    void (*write)(struct text *out); /* paragraphs, a line each, and indented lines, which stay as they are */
};
extern const struct topic topics[]; /* ends with a NULL name */

/* manual.c: the man page of that name ("loophole", "loophole-solve"), or with "list" their names.
 * False: there is none. */
bool manual_write(const char *page, struct text *out);
/* completion.c: for bash, zsh or fish. False: none of these. */
bool completion_write(const char *shell, struct text *out);

#endif
