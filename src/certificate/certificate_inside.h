/* What making and checking certificates have to agree on. */
#ifndef CERTIFICATE_INSIDE_H
#define CERTIFICATE_INSIDE_H

#include "base/json.h"
#include "certificate/certificate.h"
#include "gf2/parity_pass.h"
#include "gf2/reduction.h"
#include "proof/manifest.h"

enum claim_kind {
    CLAIM_SOLUTION, /* this is one */
    CLAIM_BEST,     /* this is one, and none is better */
    CLAIM_NONE,     /* there is none */
    CLAIM_ALL       /* these are all; of an objective, all of the best */
};
enum { CLAIM_KINDS = 4 };
extern const char *const certificate_kinds[CLAIM_KINDS]; /* their names in the manifest */

/* What the formula of a certificate has to refute. */
struct target {
    enum claim_kind kind;
    int64_t objective_value;   /* of the solutions; of no use where there is no objective */
    const struct lits *parity; /* rows that leave out every other sum; NULL: none */
    const struct lits *taken;  /* CLAIM_ALL: the values of all model variables, solution by solution, each ended by 0 */
};

/* Do the rows of the plain formulation's model add up to the parity of all objective values? *rows: how many,
 * if not NULL. */
bool certificate_parity(const struct problem *q, int *rows);

/* The weakest figure of solutions whose sum is at most `most`. */
int64_t certificate_objective(const struct objective *o, int64_t most);

/* Builds the problem's model, solutions that are taken left out. *most: the bound of the
 * objective's sum that goes with it. *objective value: that bound as an objective value (0 without an objective).
 * False, with a sentence: the target is none. */
bool certificate_build(const struct problem *q, const struct target *t, struct model *m, int64_t *most,
                       int64_t *objective_value, struct text *err);

/* The form in which a model is lowered: its own, or, with `--parity kernel` and parity rows, its kernel form. */
struct form {
    struct model *m;
    int64_t most; /* that form's */
    struct parity_pass pass;
    struct reduction *reduction; /* NULL: its own */
};
/* False: with a sentence. m has to outlive it. certificate_form_release in both cases. */
bool certificate_form(const struct problem *q, struct model *m, int64_t most, struct form *form, struct text *err);
void certificate_form_release(struct form *form);

/* Is the formula built over the kernel of its parity rows? */
static inline bool certificate_of_kernel(const struct problem *q) { return q->choices.parity == PARITY_KERNEL; }
/* Does it leave out mirror images of solutions? */
static inline bool certificate_leaves_images(const struct problem *q)
{
    return q->choices.break_symmetry == OPTION_YES;
}

/* The choices that shape a formula, as the manifest has them, {"formulation": "monomino", ...}: no
 * others are taken. False, with a sentence. */
bool certificate_choices(const json_t *object, struct options *choices, struct text *err);

/* What a claim depends on: theorems and reductions, as a list of texts. refuted: it has refutations. */
json_t *certificate_evidence(const struct problem *q, bool refuted);
/* The claim in words. */
void certificate_claim(const struct stated_problem *p, enum claim_kind kind, int64_t objective_value, int64_t solutions,
                       struct text *out);

/* A directory that is being checked. What its manifest says is a claim; what counts is derived from the instance. */
struct checking {
    const char *dir;
    struct job *job;
    struct text *claim, *report, *err;
    const char *made_by; /* the version that made it, as it claims; NULL: not known */
};
/* Is the formula in the text the one that a model has? *formula: as it is made here, for the proofs. Reports it. */
bool certificate_same(struct checking *c, const struct problem *q, struct model *m, int64_t most, const char *name,
                      const struct text *theirs, struct cnf_buffer *formula);
/* Does the proof refute the formula? `added` and `needed` grow by its clauses. */
bool certificate_refuted(struct checking *c, struct job *job, const struct cnf_buffer *formula, const char *name,
                         struct text *proof, int64_t *added, int64_t *needed);
/* certificate_check for a cube run. */
bool certificate_of_cubes(const char *dir);
bool certificate_check_cubes(struct checking *c);

#endif
