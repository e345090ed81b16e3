/* Abstract models, which people declare: a model whose integers have no variables yet, with values
 * that may be given, a picture and a goal. model_copy makes it a model that can be encoded. */
#pragma once

#include "model/model.h"

/* Copies variables, integers, rows and the objective of an abstract model into an empty one,
 * but no goal. Variables keep their numbers; those of integers follow unless `to` is abstract. Then
 * an integer without a form that rows compare by value gets FORM_DIRECT. */
void model_copy(const struct model *from, struct model *to);
void model_copy_variables(const struct model *from, struct model *to); /* without rows and marks */

/* A literal, or for x = 0 an integer, whose value may be given. GIVEN_NONE: it is not. The value of
 * a literal is 0 or 1. */
struct given {
    lit x;
    int integer;
    int64_t value;
};
#define GIVEN_NONE INT64_MIN
/* Marks a variable or an integer, or sets the value that is given. model_copy copies the marks; a
 * formulation adds rows for the values. An earlier value is replaced if err is NULL. Else it stays;
 * false, with a sentence: the new one is another. */
bool model_may_give(struct model *m, struct given g, struct text *err);
int model_givens(const struct model *m);
struct given model_given_at(const struct model *m, int i);
/* Writes what is given, as a rule: "row 1, column 2 is 5", "not star 1,2". */
void model_given_words(const struct model *m, struct given g, struct text *out);

/* Reads an abstract model from JSON (model_json.c); `name` is the file's. NULL, with a sentence:
 * the text is wrong. */
struct model *model_json_read(const char *text, const char *name, struct text *err);
/* Writes a model as that text, without partitions and hints; most: as in struct file_content, or
 * the worst value of a goal. An objective that is a fraction of a sum becomes the sum. The integers
 * are not encoded yet. */
void model_json_write(const struct model *m, int64_t most, struct text *out);

/* Adds a line of the model's picture (picture.h) over variables and integers that exist. False,
 * with a sentence: it does not follow the grammar. */
bool model_picture_add(struct model *m, const char *line, struct text *err);
const struct picture *model_picture(const struct model *m);
void model_picture_copy(const struct model *from, struct model *to); /* which has none */

/* An objective over literals and integers of an abstract model. */
struct model_goal {
    bool maximize;
    int64_t constant;
    struct terms sum, of; /* of literals, the last `softs` of which are those of model_soft; and of integers */
    int softs;
    int64_t scale;      /* a unit of the first objective in this one; 0: it is the only one */
    struct goal_level { /* of the objectives that follow */
        int64_t lo, hi; /* its value is from lo to hi, which is better if `maximize` */
        bool maximize;
    } * level;
    int levels;
    size_t level_cap;
};
/* Sets or replaces the objective: constant + sum w x + sum v integer, copied; w NULL: all 1. The
 * terms of model_soft stay. */
void model_set_goal(struct model *m, bool maximize, int64_t constant, const lit *x, const int64_t *w, int n,
                    const int *integer, const int64_t *v, int integers);
/* Adds an objective that counts among solutions that are equally good for those before it. The goal
 * becomes one sum, in which a unit of an objective outweighs all of the next ones. False, with a
 * sentence: that sum would need more than 60 bits. */
bool model_then_goal(struct model *m, bool maximize, int64_t constant, const struct row *terms, struct text *err);
/* The value of objective i, from 0, in a solution of this value of the goal. */
int64_t model_goal_level(const struct model_goal *goal, int i, int64_t value);
/* Makes a true x cost so much in the first objective: adds it to what the goal minimizes, or
 * subtracts it from what it maximizes. Without a goal, the costs alone are minimized. */
void model_soft(struct model *m, lit x, int64_t cost);
const struct model_goal *model_goal(const struct model *m); /* NULL: none */
/* A symmetry: variable from[i] goes to the literal to[i], and integer[i] to image[i], which has the
 * same domain. Both are permutations; all others stay. */
struct model_map {
    const int *from, *to, *integer, *image;
    int n, integers;
};
/* Declares a symmetry, which is copied. Nobody checks that it takes solutions to solutions. False,
 * with a sentence: the declared ones generate too many. */
bool model_add_map(struct model *m, const struct model_map *d, struct text *err);
void model_map_release(struct model_map *d);
/* Adds rows to a copy of the model that keep one of the images of each solution under the declared
 * symmetries. */
void model_break_maps(const struct model *declared, struct model *m);
/* A number that rises with each variable, integer, row, given value and goal. */
unsigned model_changes(const struct model *m);
/* Makes it the objective of a copy of the model. */
void model_copy_goal(const struct model_goal *goal, struct model *m);
int64_t model_goal_value(const struct model_goal *goal, struct values a, const int64_t *value);
