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
    /* Called while the file is written: the constraints in all, and the bytes so far. NULL: not called. */
    void (*progress)(void *state, int64_t constraints, int64_t bytes);
    void *progress_state;
};

struct reply_word; /* solvers/reply.h */
struct sheet;      /* a file that is being written: format_inside.h */

/* A format: all that other modules know of it. */
struct format {
    const char *name, *about;
    const char *endings; /* of file names, separated by blanks: "cnf dimacs" */
    const char *readers; /* programs that read it, for help */
    const char *comment; /* the beginning of a comment line, a blank at its end: "c " */
    bool objective;      /* the file has the objective, not only a bound on it */
    /* Lines of answers to such files that other solvers do not print; ends with {0}. NULL: none. */
    const struct reply_word *replies;
    unsigned native; /* constraints that are written as they are, see struct cnf */
    int counts; /* incremental encodings are written as they are (put_count), in so many lines an output; 0: encoded */
    /* How it is written. NULL: as in DIMACS, or nothing. In the counting pass only `lines` is called, and it hands out
       the auxiliary variables of that constraint; `native_line` hands them out again. */
    int (*lines)(struct sheet *, const struct constraint *);
    void (*native_line)(struct cnf *, const struct constraint *);
    void (*clause)(struct cnf *, const lit *, int n);
    void (*count)(struct cnf *, const lit *x, int n, const lit *y, int max);
    void (*first)(struct sheet *);  /* the first line, before the comments */
    void (*header)(struct sheet *); /* after the comments */
    /* After the rows, in both passes: what is left to write. False, with a sentence: the formula cannot be written. */
    bool (*tail)(struct sheet *, struct text *err);
};

/* False, with a sentence: the formula cannot be written in this format, or the stream failed (then
 * ferror(out) or an errno says so in the sentence), or the job of the model was over. `failed` distinguishes the
 * two apart. out NULL: counts only. *vars: the variables of the file. */
bool format_write(const struct format *f, const struct page *p, FILE *out, int *vars, bool *failed, struct text *err);
/* Writes the file `name`, whole or not at all; otherwise as format_write. */
bool format_file(const struct format *f, const struct page *p, const char *name, int *vars, bool *failed,
                 struct text *err);

/* Does the file hold constraints of this kind as they are? Else they are encoded. */
bool format_speaks(const struct format *f, enum kind kind);

/* The text of a comment line in any format, after its sign; NULL: the line is none. */
const char *format_comment(const char *line);
/* What a line of an answer means in the words of some format, for reply_parse; NULL: it is none of them. */
const struct reply_word *format_reply(const char *line);

extern const struct format *const formats[]; /* ends with NULL */
const struct format *format_find(const char *name);
/* By its name, or if that is NULL by the ending of a file's name, where a compressor's ending (.gz
 * .xz .zst) is skipped. NULL, with a sentence that says how to choose one ("with -F"): there is
 * none. */
const struct format *format_choose(const char *name, const char *file, const char *how, struct text *err);
/* For options (OPTION_PARSED): *field is a const struct format *. */
bool format_parse(const char *name, void *field, struct text *err);

#endif
