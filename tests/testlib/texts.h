/* For tests: `verify` against a reference implementation on every text over an alphabet. Texts that no
 * formulation and no
 * decode would write are among them, so a `verify` that ignores a cell is found. */
#ifndef TEXTS_H
#define TEXTS_H

#include "models.h"

/* right: is the text, which has the layout, a solution by the rules, and with which objective value? */
struct texts {
    const struct puzzle *puzzle;
    const char *operands, *file, *options; /* the instance, as in models_ask */
    const char *layout;                    /* '?' stands for each letter of the alphabet in turn; all else for itself */
    const char *alphabet;
    bool (*right)(const char *text, int64_t *objective_value);
};

/* Tries every text; returns how many are right. disagreed: the first text that verify and `right` judge
 * differently, or
 * whose objective value they count differently; empty: there is none. */
long texts_judge(const struct texts *t, struct text *disagreed);

/* A text that verify accepts with this objective value, or (words not NULL) refuses with a sentence that has these words. */
struct judged {
    const char *text, *words;
    int64_t objective_value;
};
/* Fails unless verify judges all the texts so. */
void texts_judged(const struct puzzle *p, const struct instance *in, const struct judged *cases, size_t n);

#endif
