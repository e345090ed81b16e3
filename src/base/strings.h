/* Lists of strings, and lines of words. */
#pragma once

#include "base/text.h"

/* A growing list of strings. Zeroed = empty. */
struct strings {
    char **v;
    int n;
    size_t cap;
};
void strings_add(struct strings *l, const char *s); /* a copy */
bool strings_have(const struct strings *l, const char *s);
void strings_release(struct strings *l);
/* strings_split adds the words of a line, in which "double quotes" keep blanks in a word;
 * strings_line appends a word to such a line. */
void strings_split(struct strings *l, const char *line);
void strings_line(struct text *line, const char *word);
/* The index of a word among the words of a line (NULL: none), from 0; -1: it is not there. */
int strings_index(const char *line, const char *word);
/* Adds the words of a line as "a, b or c". */
void strings_either(const char *line, struct text *out);
/* Appends `before` and a word to a line, in shell quotes if it needs them. */
void strings_line_shell(struct text *line, const char *before, const char *word);
/* Adds " Did you mean WORD?" to a sentence if one of the known words, separated by blanks, was
 * probably meant: it differs in at most two letters, or one if it is short. */
void strings_guess(struct text *err, const char *word, const char *known);
/* Adds the files of a directory with one of the endings (see file_has_ending), or all that are not
 * hidden (NULL), or all (""), by name. False, with a sentence: it cannot be read. */
bool strings_directory(struct strings *l, const char *dir, const char *endings, struct text *err);
