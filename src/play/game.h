/* A game: a puzzle in play, with undo, marks and a referee, whose answers name their evidence.
 *
 * A game has no screen: the terminal, scripts and the browser use the same calls. Rows and columns
 * count from 0 here. */
#pragma once

#include "puzzles/moves.h"
#include "search/deduction.h"
#include "search/search.h"

struct turn {
    struct touch touch; /* row -1: a reset */
    struct change {
        int at;
        int64_t before, after;
    } * change; /* of the numbers of the position */
    int changes;
    size_t cap;
    /* If a solver judges positions (struct judged_moves), once they are needed: the solution that
     * the position stands for, if there is one, and what is wrong there. */
    bool closed;
    struct solution solution;
    bool judged;
    struct position_mistakes mistakes;
};

static const double GAME_PATIENCE = 0.3; /* seconds */
struct game {
    const struct problem *problem; /* borrowed, with the instance */
    const struct puzzle *puzzle;
    const struct instance *instance;
    /* For saved games, borrowed: the problem in words, "gunport 5x5", and as -f reads it. */
    const char *name, *asked;
    const struct moves *moves;
    struct position position; /* the present one */
    bool rules_only;          /* hints name rules, and no reason of the puzzle's own (false at first) */
    int rows, cols;           /* of the drawing */
    struct turn *turn;        /* turn[0] is the start, turn[at] led to the present position; later ones can be redone */
    int turns, at;
    size_t cap;
    bool *mark; /* rows * cols: the player's own notes */
    /* The best solution: UNKNOWN until the player asks; OPTIMAL, with `best`; UNSATISFIABLE: there
     * is none. verdict: "proved", or the unchecked claim (evidence_words). */
    enum status known;
    int64_t best;
    bool given;    /* `best` is the caller's (game_set_best) */
    bool maximize; /* whether `best`, once it is searched for, is a maximum */
    struct text verdict;
    /* If a solver judges positions, once it is needed: the formula of the start. */
    struct deduction *deduction; /* NULL: none yet, or it would take too long */
    bool built, bounded;         /* it was begun; with the best value */
    double patience;             /* seconds to look for an easy hint */
    bool proved, refuted;        /* what the verdict says: proved; found impossible by a solver of ours, unchecked */
};

/* Begins a game. False, with a sentence: this puzzle cannot be played. */
bool game_open(struct game *g, const struct problem *q, struct text *err);
void game_close(struct game *g);

/* Makes a move. False, with a sentence: nothing changed. */
bool game_touch(struct game *g, const struct touch *t, struct text *err);
bool game_undo(struct game *g); /* false: there is no move to undo */
bool game_redo(struct game *g);
void game_forget(struct game *g); /* forgets later turns, and all marks */
bool game_reset(struct game *g);  /* can be undone; false: it is the start */
/* Makes all steps of a solution of the rest (game_ask). */
void game_complete(struct game *g, const struct solution *rest);
bool game_mark(struct game *g, int row, int col); /* false: there is no such cell */

void game_at(struct game *g, int at); /* goes to the position after so many turns */
/* Whether the position is a solution. Makes it, and writes its objective value, verified against
 * the rules. */
bool game_done(struct game *g, struct solution *solution, int64_t *objective_value);
struct canvas *game_draw(const struct game *g);
/* Whether this cell can be touched. */
bool game_has_cell(const struct game *g, int row, int col);
/* Adds "9 uncovered; the proved best: 15 gunports" to the words of the count: the known bounds,
 * without a search. */
void game_count(const struct game *g, struct position_count *out);

/* Write the turns so far as text, and read them again, with the seconds played. g->name and
 * g->asked are set. False, with a sentence: the text is a game of another problem, or not a saved
 * game. */
void game_save(const struct game *g, double seconds, struct text *out);
bool game_load(struct game *g, const char *text, double *seconds, struct text *err);

/* ---- the referee (game_referee.c): solver calls, which the problem's job can end ------------- */

/* Finds the best solution, and keeps it in the game. STATUS_UNKNOWN: it was stopped. */
enum status game_best(struct game *g, struct text *err);
/* Sets the best value from another source, with a verdict such as "as given". */
void game_set_best(struct game *g, int64_t best, const char *verdict);
/* Decides whether the position can still be completed, to the best value if there is one. Returns
 * STATUS_SATISFIABLE, STATUS_UNSATISFIABLE, STATUS_UNKNOWN, or the failure; writes a sentence for
 * the player, with a verdict. rest: a solution of the rest. */
enum status game_ask(struct game *g, struct solution *rest, struct text *sentence);

/* Whether propagation alone decides that this rest has no solution, or closed position. */
bool game_refutes(struct game *g, const struct instance *left);
/* The mistakes that are visible in the present position; valid until the next move. */
const struct position_mistakes *game_mistakes(struct game *g);

/* Completes the position as game_ask does, and writes the result, "Completed to the best, proved.",
 * or why it cannot be completed. */
enum status game_finish(struct game *g, struct text *sentence);

struct hint {
    /* SATISFIABLE: a touch from which the best can be reached; OPTIMAL: the game is complete; else
     * none */
    enum status status;
    struct touch touch;
    bool forced;              /* the rules, or the puzzle's own reason, in `why` force it */
    struct text move;         /* the move in words: "row 1, column 2: 5" */
    struct evidence evidence; /* evidence of that; empty: the touch is a step to a verified solution */
    bool proved;              /* the evidence, and that of the best value, was checked or derived here */
    struct reasons why;
    struct lits marks;   /* the cells, row * cols + col, of the rules and of the known values that they need */
    struct lits trial;   /* cells, in order, if `because` supposes the opposite */
    struct text because; /* in one sentence, what `why` is */
    bool names;          /* it names the rule */
    struct text sentence;
};
/* Finds a hint for the present position. Call game_hint_release in any case. */
void game_hint(struct game *g, struct hint *h);
void game_hint_release(struct hint *h);
/* Writes one stage of a hint with a move, in the position it is for: the place; the rules that
 * force the move, or that none does; the move. */
enum hint_stage { HINT_PLACE, HINT_RULES, HINT_MOVE };
void game_hint_words(const struct game *g, const struct hint *h, enum hint_stage stage, struct text *out);

/* For a position that cannot be completed to the best: finds the last move before which that was
 * possible, move by move, because clearing an entry can make a lost position good again. Writes a
 * sentence that names the move, and returns its number. 0: the start cannot be completed either, or
 * the search was stopped. */
int game_lost(struct game *g, struct text *sentence);

/* Follows the easiest deductions from the start (deduction_follow), to the best solution. False:
 * the formula or the best was not found in time. */
bool game_course(struct game *g, int most, struct deduction_course *out);
