/* Bundles: what certify makes and check believes have to agree on. docs/proofs.md describes the files. */
#ifndef BUNDLE_H
#define BUNDLE_H

#include "base/strings.h"
#include "gf2/parity_pass.h"
#include "gf2/reduction.h"
#include "proof/manifest.h"
#include "question/request.h"

enum claim_kind {
    CLAIM_SOLUTION, /* this is one */
    CLAIM_BEST,     /* this is one, and none is better */
    CLAIM_NONE,     /* there is none */
    CLAIM_ALL       /* these are all; of an objective, all of the best */
};
enum { CLAIM_KINDS = 4 };
extern const char *const bundle_kinds[CLAIM_KINDS]; /* their names in the manifest */

/* What a formula of a bundle has to refute. */
struct target {
    enum claim_kind kind;
    int64_t figure;            /* of the solutions; of no use where there is no objective */
    const struct lits *parity; /* rows that leave out every other sum; NULL: none */
    const struct lits *taken;  /* CLAIM_ALL: the values of all model variables, solution by solution, each ended by 0 */
};

/* Do the rows of the plain formulation's model add up to the parity of all figures? *rows: how many, if not NULL. */
bool bundle_parity(const struct question *q, int *rows);

/* Poses it: the question's model, solutions that are taken left out. *most: the bound of the objective's sum that goes with it.
 * *figure: that bound as a figure (0 without an objective). False, with a sentence: the target is none. */
bool bundle_pose(const struct question *q, const struct target *t, struct model *m, int64_t *most, int64_t *figure,
                 struct text *err);

/* The form in which a posed model is lowered: its own, or, with `--parity kernel` and parity rows, its kernel form. */
struct form {
    struct model *m;
    int64_t most; /* that form's */
    struct parity_pass pass;
    struct reduction *reduction; /* NULL: its own */
};
/* False: with a sentence. m has to outlive it. bundle_form_release in both cases. */
bool bundle_form(const struct request *r, struct model *m, int64_t most, struct form *form, struct text *err);
void bundle_form_release(struct form *form);

/* The request that a bundle's refutation answers: the instance in DIR/instance.txt, and choices {"formulation": "monomino", ...}
 * of what shapes a formula. False: a sentence is on stderr. */
bool bundle_request(struct request *r, const char *dir, const json_t *choices);

/* Writes its formula, sums of the objective being at most `most`, as DIMACS that carries the question: DIR/NAME. */
bool bundle_formula(const struct request *r, const struct model *m, int64_t most, const char *dir, const char *name,
                    struct text *err);

/* Does all of the directory hold, as `loophole check` checks it (command_check.c)? False, with a sentence. */
bool check_directory(const char *dir, struct job *job, struct text *err);

/* Are its formulas posed over the kernel of its parity rows? */
bool bundle_of_kernel(const struct request *r);
/* Are mirror images of solutions left out of its formulas? */
bool bundle_leaves_images(const struct request *r);

/* What a claim rests on: theorems and reductions, as a list of texts. refuted: it has refutations. */
json_t *bundle_rests(const struct request *r, bool refuted);
/* The claim in words. */
void bundle_claim(const struct request *r, enum claim_kind kind, int64_t figure, int64_t solutions, struct text *out);

/* Numbers, each ended by a blank or a line's end: rows of a parity certificate. */
bool bundle_numbers(const char *text, struct lits *out, struct text *err);

#endif
