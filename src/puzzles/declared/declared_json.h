/* Models as JSON. */
#ifndef DECLARED_JSON_H
#define DECLARED_JSON_H

#include "model/model.h"

/* Reads an abstract model from JSON. NULL, with a sentence: the text is wrong. */
struct model *declared_read(const char *text, const char *name, struct text *err);
/* Writes a model as that text, without partitions and hints. False, with a sentence: the objective
 * is a fraction, or the integers are encoded already. */
bool declared_write(const struct model *m, struct text *out, struct text *err);

#endif
