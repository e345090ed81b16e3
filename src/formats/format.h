/* File formats: a model, streamed to a file that other solvers read.
 *
 * A file is written in two passes over the model. The first counts, because most headers need
 * numbers; neither stores the formula. In every format variables 1..model_vars are the model's own
 * (named x1, x2, ... if a format names them), and auxiliary ones follow, so that any solver's
 * answer can be read back. Comments come first. A model without variables gets one, which is true,
 * because some readers want a variable. */
#pragma once

#include "lower/lower.h"

/* The input of format_write. All pointers are borrowed. */
struct file_content {
    const struct model *model;
    const struct policy *policy;
    /* The clauses, if they exist already, by the encoders *used: for formats without an objective
     * or native constraints. NULL: the model is encoded. */
    const struct cnf_buffer *formula;
    const struct encoders_used *used;
    int64_t most; /* only solutions whose objective's sum is <= most; INT64_MAX: all */
    /* comment lines for the head, each ended by \n; "" for none. A line of more than 200 bytes
     * continues in comments that begin with + */
    const char *comment;
    bool names; /* write the name of each variable of the model, and the texts of rules */
    /* Called while the file is written, with the number of constraints and the bytes so far. NULL:
     * not called. */
    void (*progress)(void *state, int64_t constraints, int64_t bytes);
    void *progress_state;
    struct encoders_used *made; /* NULL; or is set to the encoders of the clauses in the file */
};

struct reply_word;    /* solvers/reply.h */
struct format_writer; /* a file while it is written: format_inside.h */

/* A format: its only interface. */
struct format {
    const char *name, *about;
    const char *endings; /* of file names, separated by blanks: "cnf dimacs" */
    const char *readers; /* programs that read it, for help */
    const char *comment; /* the beginning of a comment line, a blank at its end: "c " */
    const char *show;    /* the comment that names the variables to count on: "p show"; NULL: none */
    bool declared;       /* of models that are not encoded (struct model_facts), as model_json_write writes them */
    bool plain;          /* files have the formulation of certificates, unless another is named */
    bool objective;      /* the file has the objective, not only a bound on it */
    bool positive;       /* over variables: without the weights of its negated literals, as a constant */
    /* Lines of answers to such files that other solvers do not print; ends with {0}. NULL: none. */
    const struct reply_word *replies;
    unsigned native; /* the kinds of constraints that are written natively, see struct cnf */
    int counts; /* incremental encodings are written natively (put_count), in so many lines an output; 0: encoded */
    /* The methods; NULL: as in DIMACS, or nothing. The counting pass calls only `lines`, which
     * hands out the auxiliary variables of the constraint; `native_line` hands them out again. */
    int (*lines)(struct format_writer *, const struct constraint *);
    void (*native_line)(struct cnf *, const struct constraint *);
    void (*clause)(struct cnf *, const lit *, int n);
    void (*count)(struct cnf *, const lit *x, int n, const lit *y, int max);
    void (*first)(struct format_writer *);  /* the first line, before the comments */
    void (*header)(struct format_writer *); /* after the comments */
    /* Called after the rows, in both passes, to write the rest. False, with a sentence: the formula
     * cannot be written. */
    bool (*tail)(struct format_writer *, struct text *err);
};

/* Writes the content to out (NULL: only counts). Sets *vars, the number of variables of the file.
 * False, with a sentence: this format cannot express the formula, the stream failed (`failed` is
 * true), or the model's job is over. */
bool format_write(const struct format *f, const struct file_content *p, FILE *out, int *vars, bool *failed,
                  struct text *err);
/* Writes the file `name`, whole or not at all; otherwise as format_write. */
bool format_file(const struct format *f, const struct file_content *p, const char *name, int *vars, bool *failed,
                 struct text *err);

/* Whether the format writes constraints of this kind natively; others are encoded. */
bool format_takes(const struct format *f, enum kind kind);

/* The text of a comment line in any format, after its sign; NULL: not a comment. */
const char *format_comment(const char *line);
/* The meaning of a line of an answer in some format, for reply_parse; NULL: no format has it. */
const struct reply_word *format_reply(const char *line);

extern const struct format *const formats[]; /* ends with NULL */
const struct format *format_find(const char *name);
/* Finds a format by its name, or if that is NULL by the ending of a file's name (a second one, such
 * as .gz, is skipped). NULL, with a sentence that advises `how` to choose one ("with -F"): there is
 * none. */
const struct format *format_choose(const char *name, const char *file, const char *how, struct text *err);
/* The parser of options (OPTION_PARSED): *field is a const struct format *. */
bool format_parse(const char *name, void *field, struct text *err);
