/* File formats: a model, streamed to a file that other solvers read.
 *
 * A file is written in two passes over the model: the first counts, because most headers want
 * numbers; neither keeps the formula in memory. Variables 1..model_vars are the model's own in
 * every format (named x1, x2, ... where a format names them); auxiliary ones follow, so that any
 * solver's answer can be read back. Comments come first. */
#ifndef FORMAT_H
#define FORMAT_H

#include "lower/lower.h"

#include <stdio.h>

/* What is written. Everything pointed to is borrowed. */
struct page {
    const struct model *model;
    const struct policy *policy;
    /* Its clauses, if they were made already, by the encoders *used: of formats without an objective or constraints
       other than clauses. NULL: it is encoded. */
    const struct cnf_buffer *formula;
    const struct encoders_used *used;
    int64_t most;        /* only solutions whose objective's sum is <= most; INT64_MAX: all */
    const char *comment; /* lines, each ended by \n, to stand at the head; "" for none. A line of
                            more than 200 bytes goes on in comments that start with + */
    bool names;          /* say what each variable of the model means */
    /* Told while it is written: how many constraints it has in all, and the bytes so far. NULL: nobody. */
    void (*progress)(void *state, int64_t constraints, int64_t bytes);
    void *progress_state;
};

struct dialect;
struct format {
    const char *name, *about;
    const char *endings;           /* of file names, separated by blanks: "cnf dimacs" */
    const char *readers;           /* programs that read it, for help */
    bool objective;                /* the file carries the objective, not just a bound on it */
    const struct dialect *dialect; /* how it speaks */
};

/* False, with a sentence: the formula cannot be written in this format, or the stream failed (then
 * ferror(out) or an errno says so in the sentence), or the model heard a stop. `failed` tells the
 * two apart. out NULL: counts only. *vars: the variables of the file. */
bool format_write(const struct format *f, const struct page *p, FILE *out, int *vars, bool *failed, struct text *err);
/* The same into the file `name`, whole or not at all. */
bool format_file(const struct format *f, const struct page *p, const char *name, int *vars, bool *failed,
                 struct text *err);

/* Does the file hold constraints of this kind as they are? Else they are encoded. */
bool format_speaks(const struct format *f, enum kind kind);

extern const struct format *const formats[]; /* ends with NULL */
const struct format *format_find(const char *name);
/* By its name, or if that is NULL by the ending of a file's name, where a compressor's ending (.gz
 * .xz .zst) is skipped. NULL, with a sentence that says how to choose one ("with -F"): there is
 * none. */
const struct format *format_choose(const char *name, const char *file, const char *how, struct text *err);
/* For options (OPTION_PARSED): *field is a const struct format *. */
bool format_parse(const char *name, void *field, struct text *err);

#endif
