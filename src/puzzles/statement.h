/* Statements: an instance as a user or a file states it, by words and a text, before a puzzle parses them. */
#ifndef STATEMENT_H
#define STATEMENT_H

#include "puzzles/puzzle.h"

struct statement {
    const struct puzzle *puzzle; /* NULL: not known yet */
    struct strings words;        /* after the puzzle's name */
    char *text;                  /* of the file, without the line that names the puzzle; NULL: none */
    char *name;                  /* the file's, for messages; NULL: none */
    int line;                    /* of the text's first line in the file */
};
void statement_release(struct statement *s);

/* Takes a file's text, whose first line that is no comment may name the puzzle, its words and its
 * own options; those that o has already are stronger. s->name is set. False, with a sentence: that
 * line names another puzzle than s->puzzle, or an option that is not the puzzle's own. */
bool statement_header(struct statement *s, struct options *o, const char *text, struct text *err);
/* Adds that line: the puzzle, the words, and the puzzle's own options among o. */
void statement_line(const struct statement *s, const struct options *o, struct text *out);

#endif
