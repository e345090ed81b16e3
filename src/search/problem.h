/* Problems as files state them: a statement and options, and the resulting puzzle, instance and
 * choices. */
#pragma once

#include "puzzles/statement.h"
#include "search/search.h"

struct stated_problem {
    struct statement statement;
    struct options options;
    struct instance *instance;
    struct problem problem;
    bool explained;    /* every rule must stand by itself, because explain names those that clash
                        * (struct source) */
    bool misused;      /* an option of the puzzle does not fit the instance, which is refused */
    struct text label; /* the instance in a few words */
};

/* Parses the instance of the statement. Fills the label, and the problem's puzzle, instance,
 * choices and formulation. note: receives warnings; or NULL. False, with a sentence: the instance
 * is invalid (p->instance is NULL), or no formulation has the chosen name. */
bool problem_parse(struct stated_problem *p, struct text *note, struct text *err);
/* Reads a file's text, whose first line names the puzzle, with these choices (struct choices) next
 * to it; `name` is the file's, for messages. False, with a sentence. problem_release in both
 * cases. */
bool problem_read(struct stated_problem *p, const char *name, const char *text, const struct options *choices,
                  struct text *err);
void problem_release(struct stated_problem *p);
/* Parses an instance. If the costs of its soft constraints do not fit into the objective of a model
 * (struct puzzle, narrow), it searches for a solution first, and adds a note to that of the source.
 * NULL, with a sentence: the instance is invalid, or its costs are too large. */
struct instance *problem_instance(const struct puzzle *p, const struct source *source, struct job *job,
                                  struct text *err);

/* Adds a description of the solutions whose objective's sum is at most `most` (INT64_MAX: any):
 * "solution with at least 76 gunports". */
void problem_sought(const struct problem *q, int64_t most, struct text *out);

/* The data in the comments of a written formula, in addition to its problem, so that decode --from,
 * conquer and check need no other input. */
struct embedded {
    char *format; /* NULL: there is no such file */
    int vars, model_vars;
    bool bounded;
    int64_t most; /* of the objective's sum */
};

/* Adds the lines that state the problem, for the comment of struct file_content: options that shape
 * the formula, and the formulation by name. */
void problem_embed(const struct statement *s, const struct options *o, const char *formulation, struct text *out);
/* Reads the problem and the options that shape its formula from such a file; the caller releases
 * all three. False, with a sentence: the file states none, or an option contradicts one of o. */
bool problem_extract(struct statement *statement, struct options *o, struct embedded *e, const char *file,
                     struct text *err);
/* Whether --xor auto was cut:4 in this version, such as "loophole 0.3.0". */
bool problem_cuts_by_four(const char *made_by);
/* Reads and parses such a file. Call problem_release, and mem_free(e->format), in both cases.
 * False, with a sentence. */
bool problem_read_formula(struct stated_problem *p, struct embedded *e, const char *file, struct text *err);
