/* Shared by the readers of replies (reply*.c). */
#pragma once

#include "solvers/reply.h"

struct reader {
    const char *at;                                    /* the next line */
    const struct dictionary *names;                    /* see reply_parse */
    const struct reply_word *(*own)(const char *line); /* see reply_parse */
    char *line;                                        /* the current line, without its end; NULL: there is none */
    int number;                                        /* of the current line, from 1 */
    bool ended;                                        /* by a newline */
    struct reply *reply;
    struct text *err;
    bool stated; /* a status was read */
    int vars, needed;
    int *mark;         /* by variable: +model or -model, where model counts the models */
    int model, values; /* values: in the current model */
};

bool reply_next(struct reader *r);                /* the next line */
bool reply_state(struct reader *r, enum claim c); /* a status; false if it contradicts an earlier one */
/* Finds the claim of a word in a table of n. False: it is not in the table. */
bool reply_status(const struct reply_word *table, size_t n, const char *word, enum claim *claim);
void reply_model(struct reader *r);                          /* a new model begins */
bool reply_value(struct reader *r, int64_t var, bool value); /* false: unknown or contradictory */

/* Writes a sentence about the current line: "Line 3 of the answer " and the rest. Returns false. */
bool reply_wrong(const struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The readers of LP solvers' files. The current line is the file's first. */
bool reply_glpsol(struct reader *r);
bool reply_glpsol_terse(struct reader *r);
bool reply_cbc(struct reader *r);
bool reply_highs(struct reader *r);
