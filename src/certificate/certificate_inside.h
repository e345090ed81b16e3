/* What making and checking certificates share: the claim, its formula and its manifest. */
#ifndef CERTIFICATE_INSIDE_H
#define CERTIFICATE_INSIDE_H

#include "base/json.h"
#include "certificate/certificate.h"
#include "gf2/parity_pass.h"
#include "gf2/reduction.h"

enum claim_kind {
    CLAIM_SOLUTION, /* this is one */
    CLAIM_BEST,     /* this is one, and none is better */
    CLAIM_NONE,     /* there is none */
    CLAIM_ALL       /* these are all; of an objective, all of the best */
};
enum { CLAIM_KINDS = 4 };
enum { CERTIFICATE_VERSION = 2 }; /* the field "certificate" of the manifest; version 1 had a field "bundle" */
extern const char *const certificate_kinds[CLAIM_KINDS]; /* their names in the manifest */

/* A claim about a problem. Zeroed: nothing is known. */
struct claim {
    struct stated_problem stated; /* as the directory states it */
    enum claim_kind kind;
    struct model *unbounded;            /* of the problem, for whatever sum */
    bool has_objective;                 /* the problem has an objective */
    int64_t objective_value, solutions; /* of the solutions; how many are all */
    struct lits parity;                 /* rows that exclude every other sum; empty: they exclude none */
    struct lits taken;   /* CLAIM_ALL: values of all model variables, solution by solution, each ended by 0 */
    int64_t most, bound; /* of the refuted formula: its sum is at most that (INT64_MAX: any); as an objective value */
};
/* Once c->stated is read: builds c->unbounded and sets c->has_objective. The problem gets the job. False, with a
 * sentence: the job is over. */
bool certificate_begin(struct claim *c, struct job *job, struct text *err);
void certificate_release(struct claim *c);
/* Does the claim need a refutation? Not if rows contradict each other, or if it only shows a solution. */
static inline bool certificate_refutes(const struct claim *c)
{
    return c->kind != CLAIM_SOLUTION && !(c->kind == CLAIM_NONE && c->parity.n);
}
/* The claim as a sentence. */
void certificate_words(const struct claim *c, struct text *out);
/* The manifest that the claim has. It lacks what says how the certificate was made, and the list of files. */
json_t *certificate_manifest(const struct claim *c);

/* Do the rows of the plain formulation's model add up to the parity of all objective values? *rows: how many,
 * if not NULL. */
bool certificate_parity(const struct problem *q, int *rows);
/* The weakest objective value of solutions whose sum is at most `most`. */
int64_t certificate_objective(const struct objective *o, int64_t most);
/* Sets c->most and c->bound by what else is known of the claim. False, with a sentence: no formula has such a
 * bound. */
bool certificate_bound(struct claim *c, struct text *err);
/* Is the formula built over the kernel of its parity rows? */
static inline bool certificate_of_kernel(const struct problem *q) { return q->choices.parity == PARITY_KERNEL; }
/* Does it leave out mirror images of solutions? */
static inline bool certificate_leaves_images(const struct problem *q)
{
    return q->choices.break_symmetry == OPTION_YES;
}

/* A formula: a model, built for a bound and without some solutions, in clauses. */
struct form {
    struct model *built, *m; /* m: what was encoded, built or its kernel form */
    int64_t most;            /* of m's objective */
    struct parity_pass pass;
    struct reduction *reduction; /* NULL: m is built */
    struct cnf_buffer clauses;
    struct encoders_used used;
};
/* taken: solutions to exclude, as in struct claim, or NULL. False, with a sentence: it is refused, or the problem's
 * job is over. certificate_form_release in both cases. */
bool certificate_form(const struct problem *q, int64_t most, const struct lits *taken, struct form *f,
                      struct text *err);
void certificate_form_release(struct form *f);

/* A directory that is being checked. What its files say is a claim; what counts is derived from the problem. */
struct checker {
    const char *dir;
    struct job *job;
    struct text *report, *err;
    const char *made_by; /* the version that made it, by its own account; NULL: not known */
    struct claim c;
};
/* Encodes the formula of the checker's problem and compares the text with it. Reports it. False, with a sentence. */
bool certificate_same(struct checker *k, int64_t most, const char *name, const struct text *theirs, struct form *f);
/* Checks a refutation within a job. Adds its clauses to *added and *needed. False, with a sentence. */
bool certificate_refuted(struct checker *k, struct job *job, const struct cnf_buffer *formula, const char *name,
                         const struct text *proof, int64_t *added, int64_t *needed);
/* Is it the directory of a cube run? And certificate_check for one. */
bool certificate_of_cubes(const char *dir);
bool certificate_check_cubes(struct checker *k, struct text *claim);

/* ---- files (manifest.c) ---- */

/* manifest.json is a JSON object. Its field "files" has a name, a size and a SHA-256 for each other file of the
 * directory, and its last field "sha256" is the hash of all bytes before the comma in front of it. So every byte of a
 * certificate is covered. Hashes show damage; they say nothing about who made it. */

/* Adds the field "files" to the object and writes it into the directory. Keeps no reference. */
bool manifest_write(const char *dir, json_t *o, struct text *err);
/* Reads it and holds every file of the directory against it. NULL, with a sentence that says where it fails. */
json_t *manifest_read(const char *dir, struct text *err);

/* The text of the file that a field names, unpacked; false, with a sentence, if there is no such field. */
bool manifest_file(const char *dir, const json_t *o, const char *field, struct text *out, struct text *err);

#endif
