/* The problem that the comments of a written formula state, so that decode --from, conquer and check need nothing else. */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include "puzzles/statement.h"

/* What such a file states next to the problem. */
struct embedded {
    char *format; /* NULL: there is no such file */
    int vars, model_vars;
    bool bounded;
    int64_t most; /* of the objective's sum */
};

/* Adds the lines that state the problem, for struct page: options that shape the formula, and the formulation by name. */
void embedded_write(const struct statement *s, const struct options *o, const char *formulation, struct text *out);
/* Reads the problem and the options that shape its formula from such a file; the caller releases all three. False, with a
 * sentence: it states none, or an option contradicts one of o. */
bool embedded_read(struct statement *statement, struct options *o, struct embedded *e, const char *file,
                   struct text *err);

#endif
