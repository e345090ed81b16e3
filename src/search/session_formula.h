/* A formula: a model, its clauses and the solver that has them; made once and kept. */
#pragma once

#include "base/table.h"
#include "encodings/shared/lazy.h"
#include "gf2/parity_pass.h"
#include "gf2/reduction.h"
#include "lower/lower.h"
#include "puzzles/puzzle.h"
#include "solvers/solver.h"

/* The objective's counter. Zeroed = it is not in the formula. */
struct formula_counter {
    bool there;
    struct outputs out;
    struct lits assumed; /* what its last bound needs in each call */
};

/* Zeroed = empty. */
struct formula {
    /* The sink of all clauses; first. It keeps them before the solver gets them, so that a check
     * finds a solver that loses or changes one. */
    struct cnf cnf;
    enum formula_state { FORMULA_EMPTY, FORMULA_BUILT, FORMULA_ELIMINATED, FORMULA_OPEN } state;
    struct model *model;         /* the encoded one */
    struct model *built;         /* the formulation's: `model`, unless a reduction took its place */
    struct bounds bounds;        /* that it was built for; the clauses imply `most`, too */
    struct parity_pass pass;     /* of `built` */
    struct reduction *reduction; /* the way from values of `model` to those of `built`; NULL: they are the same */
    struct objective objective;  /* of `built`, with present bounds and step; name NULL: none */
    int64_t offset;              /* the sum of `built` is that of `model` plus this */
    struct solver *solver;
    struct cnf_buffer clauses;
    struct model *natives; /* the constraints that the solver took as they are; NULL: none */
    bool rows;             /* the solver took the rows of the model as they are */
    struct lazy_rows {     /* connectivity, of which the solver gets only the clauses that a solution violates */
        struct lazy **v;
        int n;
        size_t cap;
        int checked;      /* of the clauses: so many are known to follow from the constraints */
        struct lits from; /* for each of these clauses, its number among `clauses`, and its constraint's in v */
    } lazy;
    /* The clauses of formula_block are kept apart, with a table of them: values satisfy all of them
     * if their own clause is not there. */
    struct cnf_buffer blocking;
    struct table excluded;
    lit guard; /* if it is assumed, the clauses hold; 0: they always do */
    struct formula_counter counter;
    struct values values; /* of the model's variables in the last solution; the auxiliaries' follow */
};

/* Makes a new solver, which the formula then owns, the one of its clauses. The model is built. Both
 * poll the job. eager: no constraint is lazy, so that the variables are those of a file. */
void formula_open(struct formula *f, struct solver *solver, bool eager, struct job *job);
/* Calls the solver until its solution satisfies the lazy constraints, too. Adds to *work, also
 * while it runs. */
enum solver_answer formula_solve(struct formula *f, struct lazy_work *work, struct text *err);
/* Ends the solver, and empties what formula_open began. */
void formula_close(struct formula *f);
/* Ends all of it. */
void formula_clear(struct formula *f);
/* After SOLVER_SAT: reads the values of all variables. */
void formula_read(struct formula *f);
/* Whether the values that were read satisfy all that the solver got. */
bool formula_holds(const struct formula *f);
/* Excludes further solutions with the same values of the solution variables. */
void formula_block(struct formula *f);
/* Lifts all of these exclusions. They had a guard from the first on. */
void formula_unblock(struct formula *f);
