/* A solution: a number for each thing that the puzzle asks for, and its text.
 *
 * As in a position, the numbers are the letters of cells or their values, the hits of each number,
 * the pile of each throw; or the signs of variables 1, 2, ... (number 0 is 0), and then integers.
 * Programs read the numbers; verify and people read the text. */
#pragma once

#include "base/text.h"
#include "model/model.h"

struct formulation;
struct instance;
struct puzzle;

struct solution {
    int64_t *v;
    int n, cols; /* n 0: none; cols: of a grid, row by row; else 0 */
    bool brief;  /* its text has no false variables */
    struct text text;
};

struct solutions {
    struct solution *v;
    int n;
    size_t cap;
};

/* Clears a solution, and returns its new numbers, all 0. */
int64_t *solution_numbers(struct solution *s, int n, int cols);
void solution_copy(struct solution *to, const struct solution *from);
void solution_release(struct solution *s);
void solutions_add(struct solutions *l, const struct solution *s); /* a copy */
void solutions_release(struct solutions *l);
/* The solution of values of the model m that f->build built, or of one over the same variables. */
void solution_decode(const struct puzzle *p, const struct formulation *f, const struct instance *in,
                     const struct model *m, struct values values, struct solution *out);
/* Adds the text of the numbers. */
void solution_print(const struct puzzle *p, const struct instance *in, const struct solution *s, struct text *out);
/* The solution of a text that verify accepted. */
void solution_read(const struct puzzle *p, const struct instance *in, const char *text, struct solution *out);
/* For `print`: adds a word to the line "v" that began at *from - 1. Begins a line if *from is 0, if
 * `fresh` or, in a brief solution, if this one is long. */
void solution_word(const struct solution *s, bool fresh, const char *word, size_t *from, struct text *out);
