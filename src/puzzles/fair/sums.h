/* Numbers and a target: shared by squarest and archer.
 *
 * Targets are 0 or more, numbers 1 or more; a number may occur in a list several times. All sums
 * are exact: lists whose total does not fit in 62 bits are refused. */
#pragma once

#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

/* The two puzzles' own choices; texts are borrowed, for parsing only. */
struct sums_choices {
    const char *minimize;
    int symmetry;
};

struct instance {
    struct sums_choices choices;
    int64_t target;
    int n;
    int64_t *value; /* n >= 1 of them, each >= 1 */
    int64_t total;  /* of all values */
    bool repeats;   /* a number may be used any number of times, not only once */
    bool fewest;    /* minimize the number of numbers */
};

/* Reads the target, then the numbers; `what` names a number in messages. NULL, with a sentence:
 * they are invalid. */
struct instance *sums_parse(const struct source *source, const struct option *options, const char *what,
                            struct text *err);
void sums_release(struct instance *s);
void sums_label(const struct instance *s, struct text *out); /* long lists are shortened */

/* Bounds of the size of a subset (with repeats: multiset) with the target sum: least..most numbers.
 * least - 1 numbers add up to at most below < target, and most + 1 to at least above > target.
 * least > most: there is none, and most = least - 1. */
struct sums_count {
    int64_t least, most, below, above;
};
struct sums_count sums_count(const struct instance *s);

/* Builds sum w x = target, w > 0 with a total <= MODEL_MOST. A literal x[i] represents unit[i]
 * (NULL: 1) numbers of value w[i] / unit[i]. The solutions are subsets, or with repeats multisets,
 * of as many numbers as the bounds require.
 *
 * The sum is built column by column in binary. The literals of a bit and the carries from below are
 * counted in unary, block by block, by any cardinality encoding with a counter (after Eén and
 * Sörensson, JSAT 2006, base 2, and full adders, Warners 1998). Rules that unit propagation does
 * not derive from the columns are added: the residues modulo the d that excludes most, layer by
 * layer, and the number of numbers, if the sizes determine it. */
void sums_build(struct model *m, const struct instance *s, const lit *x, const int64_t *w, const int64_t *unit, int n,
                const struct bounds *bounds);
/* The symmetry of struct bounds, "greedy": only subsets that are near a greedy one. */
extern const struct upward sums_up;

/* Writes why no subset (repeats: no multiset) of the numbers adds up to the target: the total is
 * too small, or residues modulo the least d <= limit refute it. False: there is no such reason. */
bool sums_reason(const struct instance *s, struct text *out, struct canvas **drawing);
/* For each sum up to `top`, the least count of numbers that make it, more than 2^29 if none do; or
 * the number of ways to make it, 2 for more. The caller frees it. */
int *sums_table(const struct instance *s, int64_t top, bool ways);
/* The reason of a step by the sums that the other numbers make (struct moves, step_reason). 0 if
 * these are too many to compute. */
int sums_step_reason(const struct position *p, const struct instance *left, const struct touch *t, int64_t good,
                     struct text *out);

/* The options of all puzzles with a list; sums_parse checks them. */
#define FIELD(name) .offset = offsetof(struct sums_choices, name)
#define SUMS_OPTIONS                                                                                                   \
    WORD_OPTION("heuristic", "greedy none", symmetry,                                                                  \
                "formulation columns, search up: a heuristic tries subsets near a greedy one")

/* Draws the list as a row of boxes (several rows if it is long). solution NULL: the instance; else
 * the uses of each number are shown below it. */
struct canvas *sums_draw(const struct instance *s, const struct solution *solution);
/* Draws a position: the numbers used so far, each number in its place. */
struct canvas *sums_draw_position(const struct instance *s, const int64_t *times);
int sums_place(const struct instance *s, int row, int col);           /* the number in a cell of it; -1: none */
void sums_where(const struct instance *s, int i, int *row, int *col); /* the first cell of number i */

extern const struct moves sums_squarest_moves, sums_archer_moves;
bool sums_make(struct board_maker *, struct text *file, struct text *err);
/* Solutions have the uses of each number; of equal numbers, those that are read use the first. */
void sums_print(const struct instance *s, const struct solution *solution, struct text *out);
void sums_read(const struct instance *s, const char *text, struct solution *out);
/* Uses the first of equal numbers. */
void sums_canonical(const struct instance *s, const struct solution *solution, struct solution *out);

/* The theorems of the formulation `columns`. */
extern const struct theorems sums_theorems;

/* Adds the residues modulo the d that excludes most, as a rule, if some d excludes any
 * (sums_reason.c). */
void sums_residues(struct model *m, const lit *x, const int64_t *w, int n, int64_t target);
