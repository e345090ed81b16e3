/* Models as they were declared: the instance, its methods, and the file format. */
#pragma once

#include "model/model_abstract.h"
#include "puzzles/puzzle.h"

/* Values that are known: of variables, 1 or -1, and of integers. 0 and GIVEN_NONE: unknown. */
struct declared_known {
    struct values a;
    int64_t *number;
};

struct flatzinc_file;
struct instance {
    const struct model *m;       /* abstract: its integers have no variables, except those over variables */
    const struct lits *assumed;  /* literals that must be true, too; NULL: none */
    bool played;                 /* what a position of a game leaves: m is borrowed, and these values hold */
    struct declared_known known; /* if played */
    struct flatzinc_file *file;  /* of a file in FlatZinc; NULL: none */
};

/* Makes the instance of a model, which it then owns. */
struct instance *declared_instance(struct model *m);

/* Returns the given values of an instance or, if it is not NULL, those of a solution. The caller
 * releases them. */
struct declared_known declared_known(const struct instance *in, const struct solution *solution);
void declared_known_release(struct declared_known *k);

extern const struct puzzle puzzle_declared;
extern const struct formulation declared_formulations[];
extern const struct moves declared_moves;
/* Makes the instance of a model, which it then owns. Gives the literals that the picture shows and
 * single rows force, and integers by their literals. */
struct instance *declared_stated(struct model *m);

/* See `places` in struct puzzle. */
void declared_places(const struct instance *in, const char *rule, struct text *out);

/* Gives the marks of a model these values; NULL: none. */
void declared_give(struct model *m, const int64_t *value);
