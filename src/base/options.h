/* Options: what may be given on a command line, and what was. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/strings.h"

/* An option of a command, of one puzzle (`--cap K`), or one that all share. One table: parsing, help, man page. */
struct option {
    const char *name; /* without the dashes */
    const char *arg;  /* what follows it, for help; NULL: a flag */
    const char *about;
    bool shapes; /* its value shapes the problem or its clauses, so that a file that is written says it */
};

/* The option of that name in a table (NULL: an empty one); NULL: there is none. */
const struct option *options_offer(const struct option *table, const char *name);
/* Is it there, and shapes? */
bool options_shape(const struct option *table, const char *name);

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
void options_copy(struct options *to, const struct options *from); /* adds those of from, which may be NULL */
void options_release(struct options *o);

/* Adds those of these names as words of a command line: --seed=7. */
void options_words(const struct options *o, const char *const *names, size_t n, struct strings *out);

/* Of an option that takes yes or no: yes? If it was not given: by_default. */
bool options_yes(const struct options *o, const char *name, bool by_default);
/* Is its value among these words ("yes no"), or was it not given? If not, "--lex takes second, rows or corners, not 'middle'." */
bool options_one_of(const struct options *o, const char *name, const char *words, struct text *err);
/* Its value as a whole number from least to most; *value stays what it is if it was not given. */
bool options_whole(const struct options *o, const char *name, int64_t least, int64_t most, int64_t *value,
                   struct text *err);
/* False, with a sentence that ends on "choose one of: a b c." and the one that was probably meant; the names known are
 * released. The format says the rest, and quotes 'what' is unknown. */
bool options_unknown(struct text *err, struct text *known, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
