/* Lists of strings, and lines of words. */
#ifndef STRINGS_H
#define STRINGS_H

#include "base/base.h"

/* A growing list of strings. Zeroed = empty. */
struct strings {
    char **v;
    int n;
    size_t cap;
};
void strings_add(struct strings *l, const char *s);
bool strings_have(const struct strings *l, const char *s);
void strings_add_new(struct strings *l, const char *s); /* nothing, if it is there */
void strings_release(struct strings *l);
/* Adds the words of a line; "double quotes" hold blanks together. strings_line puts a word behind such a line. */
void strings_split(struct strings *l, const char *line);
void strings_line(struct text *line, const char *word);
/* Puts words and then one in a shell's quotes behind a line; with plain, one that needs no quotes
 * has none, and none ends the line. */
void strings_line_shell(struct text *line, const char *before, const char *word, bool plain);
/* The word of the list that was probably meant: at most two letters off, or one of a short word. */
bool strings_nearest(const struct strings *l, const char *word, struct text *nearest);
/* Adds " Did you mean WORD?" to a sentence, if one of the known words, a line of them, is near. */
void strings_guess(struct text *err, const char *word, const char *known);
/* Adds the files of a directory with one of the endings (see file_has_ending), or all that are not
 * hidden (NULL), or all (""), by name. */
bool strings_directory(struct strings *l, const char *dir, const char *endings, struct text *err);

#endif
