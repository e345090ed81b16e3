/* What the files of certify share: a bundle that is being made, and its refutations (certify_refute.c). */
#ifndef CERTIFY_INSIDE_H
#define CERTIFY_INSIDE_H

#include "commands/bundle.h"
#include "commands/telling.h"

/* A bundle that is being made. */
struct maker {
    struct request *asked;
    const char *dir, *prover, *ending; /* ending: ".xz", or "" */
    enum claim_kind kind;
    bool every, has_figure, stopped;
    int64_t figure, solutions;
    struct text solution;
    struct text verdict;       /* on the search's answer: "proved", or whose claim it is */
    struct lits parity, taken; /* see struct target */
    json_t *manifest, *refutations;
    struct text err;
    struct telling told;
};

/* The search's answer is wrong, or ours: false, with a sentence that blames who claimed it. `but`: a sentence, what is there instead. */
bool certify_contradicted(struct maker *k, const char *but);

/* It is stopped: false, with a sentence. */
bool certify_stopped(struct maker *k);

/* What its formulas refute. */
struct target certify_target(const struct maker *k);

/* Adds a formula that these choices make, the first or the second, and its refutation. others: makes the choices those of a second formula,
 * by other encoders. False, with a sentence. */
bool certify_refute(struct maker *k, int number, json_t *choices, bool others);

#endif
