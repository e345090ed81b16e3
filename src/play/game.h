/* A game: a puzzle that is played, with undo, marks and a referee, which says which of his answers are proved (play).
 *
 * It knows no screen: the terminal, scripts and the browser drive the same one. Rows and columns count from 0
 * here. */
#ifndef GAME_H
#define GAME_H

#include "puzzles/moves.h"
#include "search/search.h"

struct turn {
    struct touch touch; /* row -1: all was taken back */
    char *position;     /* after it */
};

struct game {
    const struct problem *problem; /* borrowed, with the instance */
    const struct puzzle *puzzle;
    const struct instance *instance;
    const char *asked; /* the problem as -f takes it, for saved games; borrowed, or NULL */
    const struct moves *moves;
    int rows, cols;    /* of the drawing */
    struct turn *turn; /* turn[0] is the start; turn[at] what is on the board; what follows can be redone */
    int turns, at;
    size_t cap;
    bool *mark; /* rows * cols: the player's own notes */
    /* What is known of the best solution: UNKNOWN until the player asks; OPTIMAL, with `best`;
     * UNSATISFIABLE: there is none. verdict: "proved", or whose claim that is (evidence_words). */
    enum status known;
    int64_t best;
    struct text verdict;
    struct text solution; /* one that is as good; empty: not known */
};

/* False, with a sentence: this puzzle is not played. */
bool game_open(struct game *g, const struct problem *q, struct text *err);
void game_close(struct game *g);

/* False, with a sentence: nothing was changed. */
bool game_touch(struct game *g, const struct touch *t, struct text *err);
bool game_undo(struct game *g);
bool game_redo(struct game *g);
bool game_reset(struct game *g); /* can be undone; false: it is the start */
/* Makes all steps of a solution of what is left (game_ask). */
void game_complete(struct game *g, const char *rest);
bool game_mark(struct game *g, int row, int col); /* false: there is no such cell */

const char *game_position(const struct game *g);
/* Does the position amount to a solution? Its text and objective value, verified against the rules. */
bool game_done(const struct game *g, struct text *solution, int64_t *objective_value);
struct canvas *game_draw(const struct game *g);
/* Is there something to touch in this cell? */
bool game_has_cell(const struct game *g, int row, int col);
/* "9 bare; the proved best: 15 gunports": what is known without asking. */
void game_count(const struct game *g, struct text *out);

/* The turns up to now as text, and back. `problem` says what is played ("gunport 5x5"); a game of
 * another problem, and what is no game, are refused with a sentence. */
void game_save(const struct game *g, const char *problem, double seconds, struct text *out);
bool game_load(struct game *g, const char *problem, const char *text, double *seconds, struct text *err);

/* ---- the referee (game_referee.c): calls of the solver, which the problem's limits and `over` end - */

/* The best there is; what was found stays in the game. STATUS_UNKNOWN: stopped. */
enum status game_best(struct game *g, struct text *err);
/* Sets the best from outside, with a verdict on it, such as "as given". */
void game_set_best(struct game *g, int64_t best, const char *verdict);
/* Was all that is known of the best checked, or derived here? */
bool game_proved(const struct game *g);
/* Can the position still be completed, to the best if there is a best? STATUS_SATISFIABLE,
 * STATUS_UNSATISFIABLE, unknown, or what went wrong; and a sentence for the player, with a verdict.
 * rest: a solution of what is left. */
enum status game_ask(struct game *g, struct text *rest, struct text *sentence);

struct hint {
    enum status status; /* SATISFIABLE: a touch that keeps the best in reach; OPTIMAL: the game is done; else none */
    struct touch touch;
    bool forced;              /* it must be so; `why` says by which rules */
    struct evidence evidence; /* of that; empty: the touch is a step to a solution, which was verified */
    struct reasons why;
    struct text sentence;
};
void game_hint(struct game *g, struct hint *h);
void game_hint_release(struct hint *h);

#endif
