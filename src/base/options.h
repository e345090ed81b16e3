/* Options: what may be given on a command line, and what was. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/base.h"

/* An option of a command, of one puzzle (`--cap K`), or one that all share. One table: parsing, help, man page. */
struct option {
    const char *name; /* without the dashes */
    const char *arg;  /* what follows it, for help; NULL: a flag */
    const char *about;
};

/* The options that were given, by name; flags have the value "". */
struct options {
    int n;
    struct {
        char *name, *value;
    } * v;
    size_t cap;
};
const char *options_get(const struct options *o, const char *name); /* NULL if not given */
void options_set(struct options *o, const char *name, const char *value);
void options_release(struct options *o);

#endif
