/* Certificates: a directory with a problem, a claim about it, and refutations that prove the claim.
 * docs/proofs.md describes the files. A cube run (cubes/cube_run.h) is a certificate too: its claim
 * has one refutation for each cube. */
#pragma once

#include "formats/format.h"
#include "search/problem.h"

/* The problem to certify, and the options. All members are borrowed. */
struct certificate_order {
    const struct stated_problem *stated; /* with the job in its problem */
    const char *dir;                     /* new or empty; if the certificate is not made, files may be left in it */
    const char *prover;  /* a command that takes FORMULA PROOF and writes the proof; NULL: CaDiCaL, in process */
    const char *command; /* the user's command line, for the manifest; NULL: not known */
    /* A cutting-planes proof of the answer, from the file's own sums; empty: there is none. */
    const struct text *cutting_planes;
    bool all; /* claim that these are all solutions (with an objective: all optimal ones) */
};

enum certificate_end {
    CERTIFICATE_MADE,
    CERTIFICATE_STOPPED, /* by its job: a sentence */
    CERTIFICATE_FAILED   /* the answer is wrong, or a system error: a sentence */
};

/* Makes a certificate of the answer to the problem, and checks it as certificate_check does.
 * *claim: the proved claim, a sentence. */
enum certificate_end certificate_make(const struct certificate_order *order, const struct answer *a, struct text *claim,
                                      struct text *err);

/* Whether the directory proves its claim. Encodes the problem again and runs no solver. *claim: the
 * proved claim, a sentence; *report: a line for each item that was checked. False, with a
 * sentence. */
bool certificate_check(const char *dir, struct job *job, struct text *claim, struct text *report, struct text *err);

/* Writes the formula of the content to DIR/NAME, as DIMACS with comments that state the problem.
 * Sets the content's policy and comment. False, with a sentence. */
bool certificate_formula(const struct stated_problem *p, struct file_content content, const char *dir, const char *name,
                         struct text *err);
