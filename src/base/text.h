/* Text: a growing string. Zeroed = empty; s is NULL until something is put.
 *
 * Calls append to t unless a comment says otherwise. */
#pragma once

#include "base/failure.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct text {
    char *s;
    size_t n, cap;
};
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *t, const char *format, va_list args);
/* In a function whose last named parameter is `format`: adds its arguments to t. */
#define TEXT_ADD_ARGUMENTS(t, format)                                                                                  \
    do {                                                                                                               \
        va_list arguments_;                                                                                            \
        va_start(arguments_, format);                                                                                  \
        text_add_list(t, format, arguments_);                                                                          \
        va_end(arguments_);                                                                                            \
    } while (0)
void text_put(struct text *t, const char *s);
void text_set(struct text *t, const char *s); /* in place of what t has; s is not in t */
void text_bytes(struct text *t, const char *s, size_t n);
void text_char(struct text *t, char c);
/* Adds the bytes of one read(). Returns its result: 0 at the end, -1 after an error (errno). */
ssize_t text_read(struct text *t, int fd);
/* Replaces t by the line at *s, without \n or \r\n, and moves *s after it. False: *s is at the
 * end. */
bool text_line(struct text *t, const char **s);
void text_clear(struct text *t);
/* The number of UTF-8 characters in the first `most` bytes of s, or up to its end. */
int text_letters(const char *s, size_t most);
/* The length of the UTF-8 character at s, in bytes. 0: a control character (C0, DEL, C1), one that
 * separates lines or sets the direction of text (U+2028, U+202E), the end, or not UTF-8. */
size_t text_printable(const char *s);
/* Whether the first n bytes of s are such characters, so that they can be a name or a rule, which
 * stays in its line. False, with a sentence, which begins with a quote. */
bool text_name(const char *s, size_t n, struct text *err);
/* Makes text from files, replies and command lines safe for a terminal or a picture: each byte that
 * belongs to no printable character becomes '?'. Newlines and tabs stay. */
void text_clean(char *s);
/* For messages, which are one line: applies text_clean, replaces newlines and tabs, and omits the
 * middle of words of more than 200 bytes. */
void text_show(struct text *t);
void text_release(struct text *t);
const char *text_string(const struct text *t); /* never NULL; valid until the next change */
/* Replaces t by one sentence. Returns false, so that a parser can `return text_error(...)`. */
bool text_error(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a number and its unit: "7 gunports" or "1 gunport"; "cost 5" if `what` is no plural. */
void text_count(struct text *t, int64_t n, const char *what);
