/* For tests: `verify` against an oracle on every text over an alphabet. What neither build nor decode would
 * ever write is
 * there too, so that a `verify` that does not look at some cell is found. */
#ifndef TEXTS_H
#define TEXTS_H

#include "models.h"

/* Is the text, which has the layout, a solution by the rules, and of which objective value? It shares no code
 * with the puzzle. */
struct texts {
    const struct puzzle *puzzle;
    const char *operands, *file, *options; /* the instance, as in models_ask */
    const char *layout;                    /* '?' stands for each letter of the alphabet in turn; all else for itself */
    const char *alphabet;
    bool (*right)(const char *text, int64_t *objective_value);
};

/* Tries every text; returns how many are right. disagreed: the first text that verify and the oracle judge
 * differently, or
 * whose objective value they count differently; empty: there is none. */
static inline long texts_judge(const struct texts *t, struct text *disagreed)
{
    struct text err = {0};
    struct instance *in = models_ask(t->puzzle, t->operands, t->file, t->options, &err);
    assert(in && "the instance of a test is legal");
    size_t n = strlen(t->layout), letters = strlen(t->alphabet);
    char *text = mem_string(t->layout);
    long many = 1, right = 0;
    text_clear(disagreed);
    for (size_t i = 0; i < n; i++) many *= t->layout[i] == '?' ? (long)letters : 1;
    for (long k = 0; k < many && !disagreed->n; k++) {
        int64_t objective_value = 0, expected = 0;
        long rest = k;
        for (size_t i = 0; i < n; i++) {
            if (t->layout[i] != '?') continue;
            text[i] = t->alphabet[(size_t)rest % letters];
            rest /= (long)letters;
        }
        bool is = t->right(text, &expected), said = t->puzzle->verify(in, text, &objective_value, &err);
        if (is != said || (is && objective_value != expected) || (!said && !err.n))
            text_put(disagreed, *text ? text : "\n");
        text_clear(&err);
        right += is;
    }
    mem_free(text);
    text_release(&err);
    t->puzzle->release(in);
    return right;
}

#endif
