/* For tests: finds every solution of a formulation by search over its rows, judges each by
 * `verify`, and counts them. */
#ifndef TALLY_H
#define TALLY_H

#include "models.h"

extern const struct puzzle puzzle_squarest, puzzle_archer, puzzle_cans;

enum { KEPT = 4096 };

struct tally {
    const struct puzzle *p;
    const struct instance *in;
    const struct formulation *f;
    const struct model *m;
    const struct objective *objective;
    int64_t least; /* objective value */
    int found, n;  /* solutions, and different ones up to equal numbers */
    char *kept[KEPT];
};

/* Counts the solutions within the bounds. Fails if verify refuses one or computes another objective
 * value. */
void tally_bounded(struct tally *t, const struct puzzle *p, const struct instance *in, const struct formulation *f,
                   const struct bounds *bounds);
void tally_formulation(struct tally *t, const struct puzzle *p, const struct instance *in, const struct formulation *f);

/* Fails unless every formulation has so many solutions, so many of them different, and `least` is
 * the least objective value. */
void expect(const struct puzzle *p, const char *operands, const char *options, int solutions, int different,
            int64_t least);
/* Does this by encoders and a solver. without: a formulation to leave out, or NULL. */
void expect_count(const struct puzzle *p, const char *operands, const char *options, const char *without, int solutions,
                  int different);

/* Adds "TARGET NUMBER ...". */
void numbers_text(int64_t target, const int *v, int n, struct text *out);

#endif
