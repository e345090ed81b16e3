/* Checks a cutting-planes proof of an OPB file: VeriPB's format 3.0, without its strengthening
 * rules. The checker reads the file itself and shares no code with the solver, with the puzzle
 * `opb` or with encoders. docs/proofs.md says which rules it knows and why each is sound. */
#ifndef CUTTING_PLANES_H
#define CUTTING_PLANES_H

#include "base/job.h"

enum cutting_planes_conclusion { CONCLUDES_NOTHING, CONCLUDES_SAT, CONCLUDES_UNSAT, CONCLUDES_BOUNDS };

/* The input and the results of a check. formula, proof: texts that end with a zero byte; all
 * pointers are borrowed. Results: the conclusion of the proof. For an objective to maximize, the
 * bounds are those of its negation. */
struct cutting_planes {
    const char *formula, *proof;
    struct job *job; /* NULL: none */
    enum cutting_planes_conclusion conclusion;
    bool infeasible;            /* CONCLUDES_BOUNDS: there is no solution, and the bounds are not set */
    bool has_upper;             /* a solution was checked */
    int64_t lower, upper;       /* no solution has less; a solution has `upper` or less */
    int64_t constraints, steps; /* of the formula; lines of the proof */
    bool stopped;               /* the job was over: nothing is known */
};
/* Checks the proof. False, with a sentence that names the line; a proof that ends early is invalid.
 * Numbers beyond 62 bits are refused. */
bool cutting_planes_check(struct cutting_planes *p, struct text *err);

#endif
