/* A cube run: a directory with a problem, its cubes, and a row for each cube that was solved.
 *
 *    DIR/problem.cnf       the formula, with the problem in its comments, as encode writes them
 *    DIR/cubes.txt         lines `a 1 -2 3 0`
 *    DIR/rows/ID.txt       the result of a cube: 1, 2, .. of cubes.txt; `rest`, if none of them
 *                          holds; 7.1, 7.2, .. the parts of cube 7, which was too hard
 *    DIR/proofs/ID.drat    the refutation of the formula with the cube's literals as units (`rest`:
 *                          with the negations of all cubes as clauses), if one was kept
 *
 * A row names its problem and its literals, so rows may be made on any machine, in any order, and
 * twice, and be copied together. It is written whole or not at all. Because of `rest`, cubes.txt
 * may contain any cubes: if none of them and no rest has a solution, there is none. */
#pragma once

#include "extras/cubes/cube.h"
#include "proof/sha256.h"
#include "search/search.h"

enum task_state { TASK_OPEN, TASK_REFUTED, TASK_SOLVED, TASK_SPLIT, TASK_STATES };

struct task {
    char *id;
    const lit *x; /* the cube, borrowed from its list; empty for `rest` and for the cube of everything */
    int n;
    bool rest;
    /* From its row: */
    enum task_state state;
    bool certified; /* a proof was kept */
    double cpu;
    int64_t conflicts; /* -1: not known */
    char *solution;    /* TASK_SOLVED, in the puzzle's notation */
    struct cnf_buffer split;
};

struct cube_run {
    const char *dir;
    char hash[SHA256_HEX + 1]; /* of the formula and its cubes */
    struct cnf_buffer cubes;
    struct task *task; /* the cubes, `rest`, then parts, each after its parent */
    int n;
    size_t cap;
};

/* Reads a directory that cube_run_begin made; vars: the number of model variables. False, with a
 * sentence. */
bool cube_run_open(struct cube_run *c, const char *dir, int vars, struct text *err);
void cube_run_release(struct cube_run *c);
/* The index of the task with this name, or -1. */
int cube_run_task(const struct cube_run *c, const char *id);

/* Writes the row of a task whose result is filled in. If it was split, adds its parts after all
 * tasks. False, with a sentence: the row cannot be written, and an existing file is unchanged. */
bool cube_run_write(struct cube_run *c, int task, struct text *err);
void cube_run_proof_name(const struct cube_run *c, const struct task *t, struct text *out);
/* Adds the clauses of a task to the problem's formula: its literals as units or, for `rest`, that
 * no cube holds. */
void cube_run_clauses(const struct cube_run *c, const struct task *t, struct cnf *f);

/* The result of all rows: STATUS_UNKNOWN if the problem is not solved. */
struct tally {
    int of[TASK_STATES], certified;
    double cpu;
    const struct task *solved;
};
enum status cube_run_tally(const struct cube_run *c, struct tally *t);

/* ---- answering a cube (cube_answer.c) ---- */

/* Options for solving a cube. All members are borrowed. */
struct cube_how {
    const struct problem *problem;
    int64_t most;       /* the bound of the objective's sum; INT64_MAX: none */
    double split_after; /* CPU seconds (of other programs: wall); 0: never */
    bool certify;       /* keep a proof: by the prover's program, if it is not NULL, else by CaDiCaL */
    const char *prover;
    const char *over; /* see cube_split */
};
/* Solves a cube with a solver, or splits it if that takes too long. Fills in the task's results.
 * STATUS_UNKNOWN: interrupted, and the task stays open. STATUS_FAILED or STATUS_REFUSED: with a
 * sentence. Else the result is in the task's state. */
enum status cube_answer(const struct cube_run *c, struct task *t, const struct cube_how *how, struct text *err);
