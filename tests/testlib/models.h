/* For tests: instances as a user gives them, and every solution of a model by search over its rows,
 * without clauses, encoders or a solver. */
#ifndef MODELS_H
#define MODELS_H

#include "testlib.h"

#include "puzzles/parse.h"
#include "search/search.h"

/* Calls found for every assignment of all variables that satisfies all rows. */
void models_each(const struct model *m, void (*found)(struct values, void *), void *state);

/* The instance of operands "TARGET NUMBER ..." or a file's text (or NULL), with options
 * "name=value ...". NULL, with a sentence: it is refused. models_legal fails the test instead. */
struct instance *models_parse(const struct puzzle *p, const char *operands, const char *text, const char *options,
                              struct text *err);
struct instance *models_legal(const struct puzzle *p, const char *operands, const char *text, const char *options);

/* Counts the solutions with the program's encoders and solver. The caller releases *a. */
struct solution_count models_count(const struct puzzle *p, const struct instance *in, const struct formulation *f,
                                   bool all_costs, struct answer *a);

#endif
