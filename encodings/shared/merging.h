/* One step of merging sorted sequences of literals, true ones first, into one of which only some places are wanted.
 *
 * Place t of a sequence says "at least t of what it counts". Up, inputs force places; down, places force inputs. */
#ifndef MERGING_H
#define MERGING_H

#include "cnf/encoder.h"

enum { MERGING_WAYS = 4, MERGING_SUBSETS = 8 }; /* at most so many sequences; at most so many inputs at once */

struct place_range {
    int from, to; /* none if from > to */
};
/* Which places are wanted in which direction. Hard: those of `up` are false and those of `down` are true, and have no
 * variable. */
struct wanted {
    struct place_range up, down;
    bool hard;
};
/* Place t is x[t - 1], 1 <= t <= n, or 0 if nobody wants it. */
struct sequence {
    lit *x;
    int n;
};

int merging_last(const struct wanted *w); /* the last place that is wanted; 0: none */
/* What is wanted of a part of n. */
struct wanted merging_part(const struct wanted *w, int n);
/* What a combination of `ways` sequences wants of their odd places, merged, and of their even ones. */
struct wanted merging_odd(const struct wanted *w, int ways);
struct wanted merging_even(const struct wanted *w, int ways);

/* The steps: each makes the wanted places z[t - 1]. */
void merging_copy(const struct sequence *s, const struct wanted *w, lit *z, struct cnf *f);
void merging_subsets(const struct sequence *inputs, const struct wanted *w, lit *z, struct cnf *f);
void merging_pairs(const struct sequence *a, const struct sequence *b, const struct wanted *w, lit *z, struct cnf *f);
/* x and y: the odd and the even places of two sequences, or of up to four. */
void merging_combine(int ways, const struct sequence *x, const struct sequence *y, const struct wanted *w, lit *z,
                     struct cnf *f);
/* The size of merging_subsets and of merging_pairs, by formula. */
struct size merging_subsets_size(int n, const struct wanted *w);
struct size merging_pairs_size(int a, int b, const struct wanted *w);

#endif
