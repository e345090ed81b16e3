/* The parity pass: the XOR rows of a model eliminated, checked by a second elimination, and brought
 * to kernel form. */
#pragma once

#include "gf2/kernel.h"

/* Zeroed = nothing was eliminated. */
struct parity_pass {
    struct parity *parity;
    struct kernel *kernel; /* NULL: the rows contradict each other */
    double recheck_seconds;
};

enum parity_outcome {
    PARITY_DONE,
    PARITY_TOO_LARGE, /* the tables would need too much memory: a sentence in err */
    PARITY_STOPPED,   /* the model's job is over: p is empty, a sentence in err */
    PARITY_WRONG,     /* the second elimination finds something else: a defect of the program, a sentence in err */
};

bool parity_pass_applies(const struct model *m); /* whether it has XOR rows */
/* Eliminates m's XOR rows into p. m must outlive p, and keep its XOR rows. Call parity_pass_release
 * after any outcome. */
enum parity_outcome parity_pass(const struct model *m, struct parity_pass *p, struct text *err);
void parity_pass_release(struct parity_pass *p);

static inline bool parity_pass_refutes(const struct parity_pass *p) { return p->parity && !p->kernel; }

/* Adds consequences of the parity rows to the model as clauses: units, and the equality or
 * difference of each variable with the first of its class. If the rows contradict each other, adds
 * the empty clause. Returns the number of clauses. */
int parity_pass_imply(struct model *m, const struct parity_pass *p);
