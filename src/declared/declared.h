/* Models as they were declared: the instance, its methods, and the file format. */
#pragma once

#include "model/model_abstract.h"
#include "puzzles/moves.h"

/* Values that are known: of variables, 1 or -1, and of integers. 0 and GIVEN_NONE: unknown. */
struct declared_known {
    struct values a;
    int64_t *number;
};

struct flatzinc_file;
struct instance {
    const struct model *m;       /* abstract: its integers have no variables, except those over variables */
    const struct lits *assumed;  /* literals that must be true, too; NULL: none */
    bool played;                 /* what a position of a game leaves: m is borrowed, and these values hold */
    struct declared_known known; /* if played */
    struct flatzinc_file *file;  /* of a file in FlatZinc; NULL: none */
};

/* Makes the instance of a model, which it then owns. */
struct instance *declared_instance(struct model *m);

/* Returns the given values of an instance or, if it is not NULL, those of a solution. The caller
 * releases them. */
struct declared_known declared_known(const struct instance *in, const struct solution *solution);
void declared_known_release(struct declared_known *k);

extern const struct puzzle puzzle_declared;
/* The formulation `model`, and its members that FlatZinc shares. The build keeps a first literal
 * and a form of each integer, x, for declared_number. */
extern const struct formulation declared_formulations[];
void declared_build(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
struct objective declared_objective(const struct formulation *, const struct instance *, enum int_form);
int64_t declared_number(const struct instance *in, const lit *x, int integer, struct values a);
/* Members of struct moves, for the same puzzles. They may set `how`. */
#define DECLARED_MOVES                                                                                                 \
    .plain = "model", .begin = declared_moves_begin, .touch = declared_moves_touch, .rest = declared_moves_rest,       \
    .steps = declared_moves_steps, .lines = declared_moves_lines, .count = declared_moves_count,                       \
    .look = declared_moves_look, .judged = &declared_judged
void declared_moves_begin(struct position *);
bool declared_moves_touch(struct position *, const struct touch *, struct text *err);
struct instance *declared_moves_rest(const struct position *, int64_t *made);
void declared_moves_steps(const struct position *, const struct solution *, struct position_steps *);
int declared_moves_lines(const struct position *, struct touch **all);
void declared_moves_count(const struct position *, struct position_count *out);
void declared_moves_look(const struct position *, int row, int col, struct position_cell *out);
extern const struct judged_moves declared_judged;
extern const struct moves declared_moves;
/* Makes the instance of a model, which it then owns. Gives the literals that the picture shows and
 * single rows force, and integers by their literals. */
struct instance *declared_stated(struct model *m);

/* Members of struct puzzle, for those whose instances are declared models. */
#define DECLARED_PUZZLE                                                                                                \
    .formulations = declared_formulations, .release = declared_release, .verify = declared_verify,                     \
    .draw = declared_draw, .places = declared_places
void declared_release(struct instance *in);
bool declared_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err);
struct canvas *declared_draw(const struct instance *in, const struct solution *solution);
void declared_print(const struct instance *in, const struct solution *s, struct text *out);
void declared_read(const struct instance *in, const char *text, struct solution *out);
/* See `places` in struct puzzle. */
void declared_places(const struct instance *in, const char *rule, struct text *out);

/* Gives the marks of a model these values; NULL: none. */
void declared_give(struct model *m, const int64_t *value);
/* Gives them the values of a new board, to which the model's link does not lead: it is dropped. */
void declared_give_new(struct model *m, const int64_t *value);
