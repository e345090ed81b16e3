/* Cubes: lists of literals, each a case of a problem. This module reads their files, lines `a 1 -2
 * 3 0` as march and other programs write them, and splits problems into cubes. A list of cubes is a
 * struct cnf_buffer. */
#pragma once

#include "cnf/cnf.h"
#include "model/model.h"

static inline int cube_count(const struct cnf_buffer *cubes) { return (int)cubes->cnf.made.clauses; }

/* Reads lines that begin with `a`; skips comments (`c`) and a line `p inccnf`. Variables must be at
 * most `vars`, and none may occur twice in a cube. False, with a sentence that names `name`. */
bool cube_list_read(const char *text, const char *name, int vars, struct cnf_buffer *cubes, struct text *err);
void cube_list_write(const struct cnf_buffer *cubes, struct text *out);
void cube_list_write_cube(const lit *x, int n, struct text *out); /* one line */

/* Whether these cubes result from splitting x[0..n-1] on a variable, and the parts again, in this
 * order. Then one of them holds in each assignment in which x holds. */
bool cube_list_parts(const struct cnf_buffer *cubes, const lit *x, int n);

/* Options for splitting a formula into cases of about the same size. Cases that unit propagation
 * refutes are omitted, unless `whole`. */
struct cube_split {
    const struct cnf_buffer *formula; /* of the model */
    const struct model *model;
    int cubes;        /* the desired number, roughly */
    bool cases;       /* begin with the model's own cases (struct model_facts), in all combinations */
    bool built;       /* take the first open variable, without lookahead */
    const char *over; /* only variables whose names match this shell pattern; NULL: all */
    bool whole;       /* all parts of `from`, so that cube_list_parts accepts them */
    const lit *from;  /* split this cube; NULL: the whole formula */
    int from_n;
    struct job *job; /* borrowed; NULL: none */
};
/* Adds the cubes; unless `whole`, those with most open variables come first. False, with a
 * sentence: no variable matches, or it was stopped.
 *
 * Lookahead takes the candidate variable with the largest product of the numbers of assignments
 * that its two values force. The part with most open variables is split next. Heule, Kullmann,
 * Wieringa & Biere, Cube and Conquer, HVC 2011. */
bool cube_split(const struct cube_split *s, struct cnf_buffer *out, struct text *err);
