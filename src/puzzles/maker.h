/* Makers: generators of new instances.
 *
 * A puzzle's `make` proposes files and counts the solutions of each until one has exactly one. The
 * functions below do that for boards of cells, in two ways. One blocks cells until one solution is
 * left. The other removes values of a full board while it stays the only solution. */
#pragma once

#include "base/random.h"
#include "puzzles/puzzle.h"

/* Clues that may be left out: rules of a file's model with a note of their place. */
struct clue_thinning {
    int (*clue)(const void *board, int row, int col); /* its number, from 0; -1: no clue is in this place of a note */
    const void *board;
    int n;      /* one more than the largest number */
    bool *kept; /* of each clue, set: whether it stays */
};

struct board_maker {
    const struct puzzle *puzzle;
    const struct options *options; /* the options of the puzzle and of its generator, checked: see options_fill */
    struct random random;
    int rows, cols;     /* the requested size, 6 and 6 for "6"; 0: the puzzle chooses */
    int level;          /* the requested level of the hardest step, 1 to 5; 0: any */
    const char *engine; /* set by the puzzle: the best engine for counting; NULL: the usual one */
    /* Counts a file's solutions up to `most` (with an objective: the best ones), and adds them to
     * found. -1: stopped. */
    int (*solutions)(void *state, const char *file, int most, struct solutions *found);
    /* The level of the file, whose only solution was counted last, or `most` + 1 if it is above. */
    int (*rate)(void *state, const char *file, int most);
    /* Finds values for the marks of the model of an instance (search_givens). False, with a
     * sentence. */
    bool (*givens)(void *state, const struct instance *in, struct random *random, int64_t *value, struct text *err);
    /* Makes a random solution of the file, whose model has marks. False: there is none, or it
     * was stopped. */
    bool (*sample)(void *state, const char *file, struct random *random, struct solution *out);
    /* Leaves clues of a file with one solution out while it stays the only one. False: it was
     * stopped. */
    bool (*thin)(void *state, const char *file, struct random *random, struct clue_thinning *t);
    bool (*stopped)(void *state);
    void *state;
    const char *text, *name; /* of the file that states the model, for puzzle_declares; NULL: none */
    struct solutions found;  /* at most two solutions of the last proposal */
    bool gives_nothing;      /* the model has one solution without any given */
    int rated;               /* the level of the last one with one solution, if there is a level */
};
enum { MAKER_TRIES = 2000 };

/* Parses an empty instance with the given options; `words` is its operand ("5"), NULL: none. The
 * caller releases it with puzzle->release. NULL, with a sentence: the options or the operand are
 * invalid. */
struct instance *maker_instance(const struct board_maker *m, const char *words, struct text *err);
/* Clears the file and writes its first line: the puzzle's name, the words (NULL: none) and the
 * puzzle's own options. */
void maker_header(const struct board_maker *m, const char *words, struct text *file);
/* Counts the file's solutions into m->found: 0, 1, or 2 for several. -1: stopped. */
int maker_ask(struct board_maker *m, const struct text *file);
/* Whether the file, whose only solution was counted last, is not above the requested level, if
 * that is 3 or less. */
bool maker_fits(struct board_maker *m, const struct text *file);
/* Writes a sentence to err: no board was found in MAKER_TRIES proposals, and `advice`; or (answer <
 * 0) the search was stopped. Returns false. */
bool maker_gave_up(int answer, const char *advice, struct text *err);

/* Returns a random cell in which the two solutions of the last proposal differ. */
int maker_differing(struct board_maker *m);
/* The numbers 0..n-1 in random order. The caller frees them. */
int *maker_order(struct random *random, int n);
/* Removes values in this order (sets value[i] to `none`), as long as ask returns 1: the others
 * still leave one solution. Sets a value again after any other result. ask may remove more values
 * if it returns 1; -1: it was stopped. Returns 1 or -1. */
int maker_thin(int64_t *value, int64_t none, const int *order, int n, int (*ask)(void *state), void *state);
/* n things were removed from a board, in an order. Puts the last ones back until the board is
 * not above the requested level, and rates it. put: writes the file with so many removed.
 * Without a level it puts all n out. */
void maker_ease(struct board_maker *m, int n, void (*put)(void *state, int removed), void *state,
                const struct text *file);
/* Writes a file of the head and a grid of values, 0 for free cells. It begins with a random
 * solution, and frees cells in random order while that stays the only solution. letters: see struct
 * grid_moves. Returns 1; 0: the head alone has no solution; -1: stopped. */
int maker_givens(struct board_maker *m, const char *head, const char *letters, int rows, int cols, struct text *file);
