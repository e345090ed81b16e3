/* The record book: best known solutions, and bounds with what they rest on (records).
 *
 * One book is shipped with the program, another is the user's own, under XDG_DATA_HOME. Both are the same plain text:
 *
 *     record gunport 3x3        a puzzle, and words and options of the instance
 *     text ..#                  a line of the instance's file, if it has one
 *     best 3                    the solution's figure; none without an objective
 *     bound 3                   no solution can be better
 *     none                      there is no solution; none that is known, if this line is missing too
 *     rests on ...              what that bound rests on; told, never used
 *     by loophole 0.1.0         who found or proved it
 *     solution o<>              a line of it
 *
 * and a blank line behind each. Nothing in a book is believed: who takes a solution out recounts it. */
#ifndef BOOK_H
#define BOOK_H

#include "question/request.h"

struct record {
    struct text question; /* "gunport 3x3": and below it the instance's lines, if any */
    bool has_best, has_bound, none, own;
    int64_t best, bound;
    struct text rests, by, solution;
};

struct book {
    struct record *v;
    int n;
    size_t cap;
};

void book_release(struct book *b);

/* Both books, the user's own records first. */
bool book_open(struct book *b, struct text *err);

/* What a request is about, as records name it. */
void book_question(const struct request *r, struct text *out);
/* The best record of a question in the book, NULL: none; boards of 5x5 and of 5 are the same. maximise: more is better. */
const struct record *book_find(const struct book *b, const char *question, bool maximise);

/* Does the solution stand, recounted from the rules, with the figure that the record tells? False, with a sentence. */
bool book_recounted(const struct request *r, const struct record *record, struct text *err);
/* Has the first a solution where the other has none, or a better one? */
bool book_better(const struct record *a, const struct record *b, bool maximise);

/* Enters a solution (empty: none) that the caller has recounted, and a bound, into the user's own book, unless what is there
 * is as good, recounted too; other processes that do so at once wait. `done` says in a sentence what came of it. */
bool book_enter(const struct request *r, const struct record *new_one, bool maximise, struct text *done,
                struct text *err);

#endif
