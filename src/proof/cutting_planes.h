/* Checks a cutting-planes proof of an OPB file: VeriPB's format 3.0, without its strengthening
 * rules. The checker reads the file itself and shares no code with the solver, with the puzzle
 * `opb` or with encoders. It compares what it read with the puzzle's model, so that a file that
 * is read in two ways proves nothing. docs/research/proofs.md lists its rules, and why each is
 * sound. */
#pragma once

#include "cnf/cnf.h"
#include "model/model.h"

/* The input and the results of a check. formula, proof: texts that end with a zero byte; all
 * pointers are borrowed. The results are the conclusion of the proof: if infeasible, has_lower and
 * has_upper are all false, it proves nothing. For an objective to maximize, the bounds are those of
 * its negation; without an objective, the value of each solution is 0. */
struct cutting_planes {
    const char *formula, *proof;
    const struct model *model; /* of the file, by another reader; NULL: not compared */
    /* The file states the model's rows as row_sums.h does, and then clauses of the other rows:
     * variable v is called xV. */
    bool numbered;
    const struct cnf_buffer *others; /* these clauses; NULL: none */
    struct job *job;                 /* NULL: none */
    bool infeasible;                 /* there is no solution */
    bool has_lower, has_upper;       /* no solution has less than `lower`; a solution has `upper` or less */
    int64_t lower, upper;            /* 0: not set */
    int64_t constraints, steps;      /* of the formula; lines of the proof */
    bool stopped;                    /* the job was over: nothing is known */
};
/* Checks the proof. False, with a sentence that names the line; a proof that ends early is invalid.
 * Numbers beyond 62 bits are refused. */
bool cutting_planes_check(struct cutting_planes *p, struct text *err);
