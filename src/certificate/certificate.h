/* Certificates: a directory with a problem, a claim about it, and refutations that prove the claim.
 * docs/research/proofs.md describes the files. */
#pragma once

#include "formats/format.h"
#include "search/problem.h"

/* The problem to certify, and the options. All members are borrowed. */
struct certificate_order {
    const struct stated_problem *stated; /* with the job in its problem */
    const char *dir;                     /* new or empty */
    const char *prover;  /* a command that takes FORMULA PROOF and writes the proof; NULL: CaDiCaL, in process */
    const char *command; /* the user's command line, for the manifest; NULL: not known */
    /* For certificate_make: a cutting-planes proof of the answer, from the file's own sums;
     * NULL or an empty text: there is none. */
    const struct text *cutting_planes;
    /* The refutation: derived from the rows of the model by cutting planes, so that no encoder is
     * trusted; or of clauses, with DRAT. CERTIFY_BEST: the first one, unless there is none. */
    enum { CERTIFY_BEST, CERTIFY_RULES, CERTIFY_DRAT } proof;
    bool all; /* claim that these are all solutions (with an objective: all optimal ones) */
};

/* All but the first come with a sentence. */
enum certificate_end {
    CERTIFICATE_MADE,
    CERTIFICATE_STOPPED,     /* by its job */
    CERTIFICATE_FAILED,      /* the answer is wrong, or a system error */
    CERTIFICATE_REFUSED,     /* by the search: its choices do not go together */
    CERTIFICATE_NO_DIRECTORY /* the directory is not empty, or cannot be made */
};

/* Solves the problem, and makes a certificate of the answer, *a, with certificate_make. The search
 * runs on a SAT solver unless the problem's choices name an engine or a search. A problem that is
 * an OPB text gets a cutting-planes proof, which trusts no encoder, if the search has logged one;
 * any other, a DRAT proof of its clauses. The directory appears complete or not at all. */
enum certificate_end certificate_solve(const struct certificate_order *order, struct answer *a, struct text *claim,
                                       struct text *err);
/* Makes a certificate of this answer to the problem, and checks it as certificate_check does.
 * *claim: the proved claim, a sentence, and perhaps another one: why there is no proof from the
 * rules. If it is not made, files may be left in the directory. */
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
