/* What the files of certify share: a bundle that is being made, and its refutations (certify_refute.c). */
#ifndef CERTIFY_INSIDE_H
#define CERTIFY_INSIDE_H

#include "commands/bundle.h"
#include "commands/telling.h"

/* A bundle that is being made. */
struct maker {
    struct request *asked;
    const char *dir, *prover;
    enum claim_kind kind;
    bool has_figure, stopped;
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

/* Writes the formula that these choices make, and its refutation, and adds both to k->refutations. False, with a sentence. */
bool certify_refute(struct maker *k, const json_t *choices);

#endif
