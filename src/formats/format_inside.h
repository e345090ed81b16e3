/* Shared by format*.c: a sink that counts first and then writes lines. */
#pragma once

#include "formats/format.h"

struct format_writer {
    struct cnf_writer w; /* first: the sink. Its methods are the format's while writing */
    const struct format *format;
    const struct file_content *content;
    bool objective; /* the file contains the objective or a bound on it */
    bool counting;
    int64_t lines; /* constraints, as the first pass counted them */
    int vars;      /* all variables, as the first pass counted them */
    int64_t top;   /* wcnf-old: the weight of hard clauses; else 0 */
    int64_t row;   /* lp: rows named so far */
    bool large;    /* lp: some weights are not exact in a double */
    struct encoders_used used;
    /* The rule of the constraints from this one on, by number: rises by 1 or more. */
    struct rule_from {
        int64_t from;
        int rule; /* of the model, or as in struct cnf */
    } * rule;
    int rules;
    size_t rule_cap;
};

static inline const struct objective *writer_objective(const struct format_writer *s)
{
    return model_objective(s->content->model);
}

#define DIMACS_COMMENTS .comment = "c ", .show = "p show"

/* The number of lines for a sum's bounds: 1 for an equation, else one for each nontrivial side. */
int format_sides(const struct constraint *c);
/* Calls `line` for each of them, with "=", ">=" or "<=". */
void format_relations(struct format_writer *s, const struct constraint *c,
                      void (*line)(struct format_writer *s, const struct constraint *c, const char *relation,
                                   int64_t bound));
