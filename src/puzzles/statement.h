/* Statements: an instance as a user or a file states it, by words and a text, before a puzzle
 * parses them. */
#pragma once

#include "puzzles/puzzle.h"

struct statement {
    const struct puzzle *puzzle; /* NULL: not known yet */
    struct strings words;        /* after the puzzle's name */
    char *text;                  /* of the file, without the line that names the puzzle; NULL: none */
    char *name;                  /* the file's, for messages; NULL: none */
    int line;                    /* of the text's first line in the file */
};
void statement_release(struct statement *s);

/* Reads a file's text. Its first line that is no comment may name the puzzle, its words and its own
 * options; options that o has already take precedence. s->name is set before. False, with a
 * sentence: the line names another puzzle than s->puzzle, or an option that is not the puzzle's
 * own. */
bool statement_header(struct statement *s, struct options *o, const char *text, struct text *err);
/* Adds such a line: the puzzle, the words, and the puzzle's own options in o. */
void statement_line(const struct statement *s, const struct options *o, struct text *out);
