/* Models as they were declared: the instance, its methods, and the file format. */
#ifndef DECLARED_H
#define DECLARED_H

#include "puzzles/declared/declared_json.h"
#include "puzzles/puzzle.h"

struct instance {
    const struct model *m;      /* abstract: its integers have no variables, except those over variables */
    const struct lits *assumed; /* literals that must be true, too; NULL: none */
};

extern const struct formulation declared_formulations[];
void declared_label(const struct instance *in, struct text *out);
bool declared_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err);
struct canvas *declared_draw(const struct instance *in, const char *solution);
#define DECLARED_METHODS                                                                                               \
    .title = "a model of your own", .formulations = declared_formulations, .label = declared_label,                    \
    .verify = declared_verify, .draw = declared_draw

/* Reads the values of the integers from a solution text, after its literals. False, with a
 * sentence. */
bool declared_integers(const struct model *m, const char *text, int64_t *value, struct text *err);

#endif
