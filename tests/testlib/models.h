/* For tests: instances as a user would give them, and every solution of a model by search over its rows, with
 * no clause,
 * encoder or solver. */
#ifndef MODELS_H
#define MODELS_H

#include "testlib.h"

#include "puzzles/parse.h"
#include "search/search.h"

/* Calls found for every assignment of all variables that satisfies all rows. */
void models_each(const struct model *m, void (*found)(struct values, void *), void *state);

/* The instance of operands "TARGET NUMBER ..." or a file's text (or NULL), with options "name=value ...";
 * NULL: refused, and
 * err says why. models_legal fails the test instead. */
struct instance *models_ask(const struct puzzle *p, const char *operands, const char *text, const char *options,
                            struct text *err);
struct instance *models_legal(const struct puzzle *p, const char *operands, const char *text, const char *options);

/* Counts by the program, with its encoders and a solver; the caller releases *a. */
struct solution_count models_census(const struct puzzle *p, const struct instance *in, const struct formulation *f,
                                    bool all_costs, struct answer *a);

#endif
