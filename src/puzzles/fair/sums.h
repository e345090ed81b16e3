/* Numbers and a target: what the booths of the fairground share (for puzzles).
 *
 * Targets are 0 or more, numbers 1 or more; the same number may stand in a list several times. All
 * sums are exact: lists whose total does not fit in 62 bits are refused. */
#ifndef SUMS_H
#define SUMS_H

#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

/* The booths' own choices; texts are borrowed, for parsing only. */
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
    bool repeats;   /* each number any number of times, not once */
    bool fewest;    /* as few numbers as can be */
};

/* Target, then the numbers; `what` names one of them. NULL, with a sentence: they are not legal. */
struct instance *sums_parse(const struct source *source, const struct option *options, const char *what,
                            struct text *err);
const char *sums_symmetry(const struct instance *s);
void sums_release(struct instance *s);
void sums_label(const struct instance *s, struct text *out); /* long lists are shortened */

/* A subset (with repeats a multiset) with the target sum has least..most numbers: least - 1 make at most below
 * < target, most + 1 at least above > target. least > most: there is none, and most = least - 1. */
struct sums_count {
    int64_t least, most, below, above;
};
struct sums_count sums_count(const struct instance *s);

/* Builds sum w x = target, w > 0 with a total <= MODEL_MOST, column by column in binary: the literals of a
 * bit and the carries from below are counted in unary, block by block; any cardinality encoding that
 * counts will do (after Een and Soerensson, JSAT 2006, base 2, and full adders, Warners 1998).
 *
 * Adds what follows from the sum and unit propagation does not find in the columns: the residues modulo the d
 * that excludes most, layer by layer, and how many numbers it takes, if the sizes determine that. x[i] stands for
 * unit[i] (NULL: 1) numbers of value w[i] / unit[i]; a subset, or with repeats a multiset; as many numbers as the
 * bounds say. */
void sums_build(struct model *m, const struct instance *s, const lit *x, const int64_t *w, const int64_t *unit, int n,
                const struct bounds *bounds);
/* What bounds may require on it: only subsets that are near a greedy one. */
extern const char *const sums_symmetries[];

/* Why no subset (repeats: no multiset) of the numbers makes the target: too little in all, or
 * residues modulo the least d <= limit that refutes it. False if there is no such reason. */
bool sums_reason(const struct instance *s, struct text *out, struct canvas **drawing);

/* The options that all booths with a list have; checked by sums_parse. */
#define SUMS_OPTIONS                                                                                                   \
    {                                                                                                                  \
        .name = "heuristic", .type = OPTION_WORD, .words = "greedy none",                                              \
        .offset = offsetof(struct sums_choices, symmetry),                                                             \
        .help = "columns, up: a heuristic tries subsets near a greedy one"                                             \
    }

/* The list as a row of boxes (several rows if it is long). times NULL: the instance; else how often
 * each number is used, shown below it. */
struct canvas *sums_draw(const struct instance *s, const int64_t *times);
/* The same in play: numbers used so far, whatever they make; every number has its place, which
 * stays. sums_place: which one a cell of that drawing belongs to, -1: none; sums_where: the first
 * cell of number i; sums_named: the number whose first cell it is, or -1. */
struct canvas *sums_draw_position(const struct instance *s, const int64_t *times);
int sums_place(const struct instance *s, int row, int col);
void sums_where(const struct instance *s, int i, int *row, int *col);
int sums_named(const struct instance *s, int row, int col);
struct touch sums_touch(const struct instance *s, int i);

extern const struct moves sums_squarest_moves, sums_archer_moves;
bool sums_make_squarest(struct board_maker *, struct text *file, struct text *err);
bool sums_make_archer(struct board_maker *, struct text *file, struct text *err);
/* How often each number of a solution or a position is hit, of equal ones the first; and back. */
int64_t *archer_times(const struct instance *s, const char *solution);
void archer_shots(const struct instance *s, const int64_t *times, struct text *out);
int64_t *squarest_times(const struct instance *s, const char *solution);
void squarest_hits(const struct instance *s, const int64_t *times, struct text *out);

/* What the formulation `columns` uses beyond the rules. */
#define SUMS_THEOREMS "residues of sums"

/* The sum itself, column by column in binary (sums_columns.c). */
void sums_columns(struct model *m, const lit *x, const int64_t *w, int n, int64_t target);
/* Adds the residues modulo the d that excludes most, as a rule of its own, if any excludes some (sums_reason.c). */
void sums_residues(struct model *m, const lit *x, const int64_t *w, int n, int64_t target);

#endif
