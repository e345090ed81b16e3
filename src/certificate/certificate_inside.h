/* Shared by making and checking certificates: the claim, its formula and its manifest. */
#pragma once

#include "base/json.h"
#include "certificate/certificate.h"
#include "gf2/parity_pass.h"
#include "gf2/reduction.h"

enum claim_kind {
    CLAIM_SOLUTION, /* this is one */
    CLAIM_BEST,     /* this is one, and none is better */
    CLAIM_NONE,     /* there is none */
    CLAIM_ALL       /* these are all; with an objective, all optimal ones */
};
enum { CLAIM_KINDS = 4 };
enum { CERTIFICATE_VERSION = 2 };                        /* the field "certificate" of the manifest */
extern const char *const certificate_kinds[CLAIM_KINDS]; /* their names in the manifest */

/* A claim about a problem. Zeroed: nothing is known. */
struct claim {
    struct stated_problem stated; /* as the directory states it */
    enum claim_kind kind;
    struct model *unbounded;            /* of the problem, for all sums */
    bool has_objective;                 /* the problem has an objective */
    int64_t objective_value, solutions; /* of the solutions; their number */
    bool sums;                          /* the refutation is a cutting-planes proof of the file itself, or */
    bool rules;                         /* of the rows of the model, as an OPB file, */
    int mode;                           /* while it is made: enum parity_mode, for the clauses in it */
    unsigned kinds;                     /* bit k: in which clauses of encoders state the rows of kind k */
    bool parity;                        /* a proof excludes the next better sum, or all solutions */
    struct lits taken;   /* CLAIM_ALL: values of all model variables, solution by solution, each ended by 0 */
    bool lazily;         /* the formula has lazy clauses instead of the encodings of some rows: */
    struct lits lazy;    /* the number of its row, the literals, and 0 for each */
    int64_t most, bound; /* of the refuted formula: the largest sum (INT64_MAX: any), and its objective value */
};
/* After c->stated is read: builds c->unbounded, sets c->has_objective, and gives the problem the
 * job. False, with a sentence: the job is over. */
bool certificate_begin(struct claim *c, struct job *job, struct text *err);
void certificate_release(struct claim *c);
/* Whether the claim needs a refutation: not if rows contradict each other, or if it only has a
 * solution. */
static inline bool certificate_refutes(const struct claim *c)
{
    return c->kind != CLAIM_SOLUTION && !(c->kind == CLAIM_NONE && c->parity);
}
/* Writes which encoders formula.opb trusts; nothing: none. */
void certificate_trusted(const struct claim *c, struct text *out);
/* Writes the claim as a sentence. */
void certificate_words(const struct claim *c, struct text *out);
/* A new manifest of the claim, without the list of files and the fields about how it was made. */
json_t *certificate_manifest(const struct claim *c);

/* Computes c->most and c->bound from the claim. False, with a sentence: no formula has such a
 * bound. */
bool certificate_bound(struct claim *c, struct text *err);
/* The rows of the plain formulation and, for the best solution, that the sum is the next better
 * one. NULL: there is no such formulation. */
struct model *certificate_parity_model(const struct claim *c);
/* Checks a cutting-planes proof that they contradict each other. False, with a sentence. */
bool certificate_parity(const struct claim *c, const struct text *formula, const struct text *proof, struct job *job,
                        int64_t *steps, struct text *err);
/* Whether the formula is built over the kernel of its parity rows. */
static inline bool certificate_of_kernel(const struct problem *q) { return q->choices.parity == PARITY_KERNEL; }
/* Whether it omits mirror images of solutions. */
static inline bool certificate_leaves_images(const struct problem *q)
{
    return q->choices.break_symmetry == OPTION_YES;
}

/* A formula: a model, built for a bound and without some solutions, in clauses. */
struct certificate_form {
    struct model *built, *m; /* m: what was encoded, built or its kernel form */
    int64_t most;            /* of m's objective */
    struct parity_pass pass;
    struct reduction *reduction; /* NULL: m is built */
    struct cnf_buffer clauses;
    struct encoders_used used;
    const struct lits *lazy; /* as in struct claim (borrowed); NULL: every row is encoded */
    int lazy_read;           /* so many of its numbers belong to clauses that follow from their rows */
    struct lits rows;        /* the numbers of the rows that are not encoded */
};
/* Builds and encodes the formula. taken: solutions to exclude, as in struct claim, or NULL. lazy
 * is that of struct certificate_form. Each clause is checked against its row, and is then at the
 * end of the formula. False, with a sentence: a clause does not follow, an encoding refuses, or
 * it was stopped. Call certificate_form_release in both cases. */
bool certificate_form(const struct problem *q, int64_t most, const struct lits *taken, const struct lits *lazy,
                      struct certificate_form *f, struct text *err);
void certificate_form_release(struct certificate_form *f);
/* The same for a refutation from the rules: the clauses are those of the rows that sums do not
 * state, and of all other rows only if `whole`, with the objective's sum at most `most`. A claim of
 * all solutions states that bound, and the clauses that exclude them, as rows of the model. */
bool certificate_rules(const struct claim *c, bool whole, int64_t most, const struct lits *lazy,
                       struct certificate_form *f, struct text *err);
/* Lets f->m be the kernel form, if the parity rows have one that the proof can use; also of a form
 * that is not `whole`. */
bool certificate_rules_reduce(const struct claim *c, struct certificate_form *f, struct text *err);
/* The policy by which it encodes them. */
struct policy certificate_rules_policy(const struct claim *c, bool whole);
/* The kinds of rows, as bits, that encoders state in its clauses. */
unsigned certificate_rules_kinds(const struct certificate_form *f);
/* Adds the lazy clauses to a sink, after all others. */
void certificate_lazy_add(const struct lits *lazy, struct cnf *to);
/* Solves f->m with the sum at most f->most, lazily if f keeps rows out. SOLVER_SAT: *values has
 * those of all variables. SOLVER_UNSAT: *lazy has the clauses that were added, in the order of
 * their rows. */
struct prover;
enum solver_answer certificate_lazy_find(const struct certificate_form *f, const struct policy *policy,
                                         const struct prover *p, struct lits *lazy, struct values *values,
                                         struct text *err);

/* ---- lazy clauses (certificate_lazy.c) ---- */

/* The number of clauses that end in the first n numbers of a list. */
int certificate_lazy_clauses(const struct lits *lazy, int n);
/* Lets the formula keep the rows with lazy clauses out. Call it before it is encoded, and then
 * certificate_lazy_end, which checks that all of f->lazy follow, and adds them. */
void certificate_lazy_begin(struct certificate_form *f, const struct lits *lazy);
bool certificate_lazy_end(struct certificate_form *f, struct text *err);
/* As prover_refute, for the prover's formula f. If it keeps rows out, finds lazy clauses first,
 * and adds those that the proof needs to f and to *lazy. This is the one place that decides how
 * a lazily found refutation is proved. */
enum solver_answer certificate_refute(struct certificate_form *f, const struct policy *policy, struct prover *p,
                                      struct lits *lazy, struct text *proof, struct text *err);

/* A directory that is checked. Its files are only claims; the checker derives the formula from the
 * problem. */
struct checker {
    const char *dir;
    struct job *job;
    struct text *report, *err;
    const char *made_by; /* the version that claims to have made it; NULL: not known */
    struct claim c;
};
/* Encodes the formula of the checker's problem, with these lazy clauses (or NULL), and compares the
 * text with it. Reports it. False, with a sentence. */
bool certificate_same(struct checker *k, int64_t most, const char *name, const struct text *theirs,
                      const struct lits *lazy, struct certificate_form *f);
/* Reports the theorems that the formulation uses, and that mirror images are left out. */
void certificate_report_formulation(const struct checker *k);
/* Checks a refutation within a job. Adds its clauses to *added and *needed. False, with a
 * sentence. */
bool certificate_refuted(struct checker *k, struct job *job, const struct cnf_buffer *formula, const char *name,
                         const struct text *proof, int64_t *added, int64_t *needed);
/* Checks a cutting-planes proof of a formula, which is the problem's own OPB text or, unless
 * `rules` is NULL, states the rows of its model and has its clauses; and that it concludes the
 * claim. *steps: lines of the proof. False, with a sentence. */
bool certificate_sums(const struct claim *c, const struct certificate_form *rules, const char *formula,
                      const struct text *proof, struct job *job, int64_t *steps, struct text *err);
/* A sort of directory without a manifest, of an extra: whether a directory is one; and
 * certificate_check for it. */
struct certificate_class {
    bool (*holds)(const char *dir);
    bool (*check)(struct checker *k, struct text *claim);
};

/* ---- files (manifest.c) ---- */

/* manifest.json is a JSON object. Its field "files" has a name, a size and a SHA-256 for each other
 * file of the directory. Its last field "sha256" is the hash of all bytes before the comma that
 * precedes it. So the hashes cover every byte of a certificate. They detect damage; they do not
 * prove who made it. */

/* Adds the field "files" to the object and writes it into the directory. Keeps no reference. */
bool manifest_write(const char *dir, json_t *o, struct text *err);
/* Reads the manifest and compares every file of the directory with it. NULL, with a sentence that
 * names the file. */
json_t *manifest_read(const char *dir, struct text *err);

/* Reads the file that a field names, unpacked. False, with a sentence: there is no such field, or
 * the file cannot be read. */
bool manifest_file(const char *dir, const json_t *o, const char *field, struct text *out, struct text *err);
