/* For tests: compares `verify` with a reference implementation on every text over an alphabet.
 * Texts that no decode writes are among them, so it finds a `verify` that ignores a cell. */
#ifndef TEXTS_H
#define TEXTS_H

#include "models.h"

/* right: whether the text, which has the layout, is a solution by the rules, and its objective
 * value. */
struct texts {
    const struct puzzle *puzzle;
    const char *operands, *file, *options; /* the instance, as in models_parse */
    const char *layout;                    /* '?' stands for each letter of the alphabet in turn; all else for itself */
    const char *alphabet;
    bool (*right)(const char *text, int64_t *objective_value);
};

/* Tries every text and returns how many are right. disagreed: the first text that verify and
 * `right` judge differently, or for which they compute different objective values; empty: none. */
long texts_judge(const struct texts *t, struct text *disagreed);

/* A text that verify accepts with this objective value or, if words is not NULL, refuses with a
 * sentence that has these words. */
struct judged {
    const char *text, *words;
    int64_t objective_value;
};
/* Fails unless verify judges all the texts so. */
void texts_judged(const struct puzzle *p, const struct instance *in, const struct judged *cases, size_t n);

#endif
