/* Gunport's boards, and the variables that its formulations share (for gunport*.c alone). */
#pragma once

#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

/* The puzzle's own choices: see the table in gunport.c. */
struct gunport_choices {
    int symmetry;
    enum option_answer frontier, canonical, redundant;
};

#define GUNPORT_LETTERS ".o<>^v#" /* of a solution, and of a position */

struct instance {
    struct gunport_choices choices;
    int rows, cols, open, fixed;
    char *cell; /* rows * cols: '.' free, '#' blocked, or a fixed piece's 'o' '<' '>' '^' 'v' */
};

static inline bool on_board(const struct instance *b, int r, int c)
{
    return 0 <= r && r < b->rows && 0 <= c && c < b->cols;
}
static inline int at(const struct instance *b, int r, int c) { return r * b->cols + c; }
static inline bool is_open(const struct instance *b, int r, int c)
{
    return on_board(b, r, c) && b->cell[at(b, r, c)] != '#';
}

/* STEP: one step to each of the four sides of a cell. The function: whether there is a wall on that
 * side of an open cell. */
static const signed char STEP[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
static inline bool walled(const struct instance *b, int r, int c, int side)
{
    return is_open(b, r, c) && !is_open(b, r + STEP[side][0], c + STEP[side][1]);
}

/* The step from a domino's half drawn as `half` to the other half, and the letter of that. False:
 * `half` is no half. */
bool gunport_partner(char half, int *dr, int *dc, char *other);
extern const struct moves gunport_moves;
bool gunport_make(struct board_maker *, struct text *file, struct text *err);

/* An arithmetic upper bound of the gunports (gunport_bound.c). */
int64_t gunport_bound(const struct instance *b);

/* Predicted CPU seconds, see struct formulation (gunport_bound.c). */
double gunport_loop_seconds(const struct instance *b, bool all);

/* Whether symmetry s of the square takes the board, with its blocked cells and fixed pieces, to
 * itself. */
bool gunport_symmetry(const struct instance *b, int s);

/* Defects are counted by halves of the board: the upper or left one, the lower or right one, or
 * neither, for a defect across the middle. A group is 3 * (half by rows) + half by columns, of the
 * rectangle with these two corners. A symmetry of the board takes groups to groups. */
enum half { FIRST_HALF, LAST_HALF, ACROSS, HALVES };
int gunport_group(const struct instance *b, int r, int c, int r2, int c2);

/* The literals of each open cell: hole (it is a gunport), right (a domino on it and the next cell
 * of its row), down (a domino on it and the cell below). 0: no such place. They are the first
 * variables of the model. The holes come first, row by row, because a solver that first makes
 * variables true in order then starts with a good packing; the dominoes follow. */
struct places {
    const struct instance *b;
    lit *hole, *right, *down; /* hole: NULL if the formulation has none */
};
enum { GROUP_HOLES, GROUP_RIGHT, GROUP_DOWN, GROUP_MORE }; /* of the model's variables */
/* Makes the variables, the first ones of the model, and keeps `right` and `down` for the
 * decoder. */
struct places gunport_places_new(const struct instance *b, bool holes, struct model *m);
void places_release(struct places *p);

/* The literal of the domino on two adjacent open cells. */
static inline lit places_domino(const struct places *p, int cell, int other)
{
    const int first = cell < other ? cell : other, step = cell < other ? other - cell : cell - other;
    return step == p->b->cols ? p->down[first] : p->right[first];
}

/* Writes the literals of dominoes that cover cell (r, c), at most 4; returns their number. */
int gunport_places_covering(const struct places *p, int r, int c, lit *x);
/* Builds the rules of a monomino packing: each cell is a gunport or covered by exactly one domino,
 * no two gunports touch, and the fixed pieces. */
void gunport_places_packing(const struct places *p, struct model *m);
/* The symmetries that bounds may require. */
extern const char *const gunport_places_symmetries[];
void gunport_places_symmetry(const struct places *p, const char *symmetry, struct model *m);
void gunport_places_decode(const struct formulation *, const struct instance *, const lit *x, struct values,
                           struct solution *out);

/* The objectives that minimize covered cells, dominoes, and defects. */
struct objective gunport_covered(const struct formulation *, const struct instance *, enum int_form);
struct objective gunport_dominoes(const struct formulation *, const struct instance *, enum int_form);
struct objective defects_objective(const struct formulation *, const struct instance *, enum int_form);
void gunport_monomino_build(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
void gunport_matching_build(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
bool gunport_indexed_applies(const struct instance *b);
void gunport_indexed_build(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
extern const struct engine gunport_engines[]; /* gunport_frontier.c */
void defects_build(const struct formulation *, const struct instance *, const struct bounds *, struct model *);

/* Whether to omit packings that moves turn into a canonical one. */
bool gunport_canonical_applies(const struct instance *, const struct bounds *);
/* The theorems of the formulation `defects`: if it bounds the defects, and if it also omits
 * packings. */
#define GUNPORT_IDENTITY "defect identity"
#define GUNPORT_IDENTITY_CANONICAL "defect identity, canonical packing"

/* Adds the rules that omit them. turned: the formula also requires fewest defects in the upper
 * half, and then in the left one. */
void canonical_build(const struct places *, bool turned, struct model *);
