/* What an answer rests on, beside the recount of its solution. */
#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "base/base.h"

struct evidence {
    int64_t checked, believed; /* refutations by a solver: with a proof that was checked here; without */
    const char *by;            /* whose those without are, if not the problem's solver; else NULL */
    int64_t proof_bytes;       /* of those that were checked */
    double check_seconds;      /* CPU, spent on checking */
    bool claimed;              /* another program's word on the whole problem */
    bool parity;               /* an elimination over GF(2), done twice */
    bool arithmetic;           /* a bound that the formulation computes */
    bool exhaustion;           /* a search of our own, without SAT, that left nothing out */
    bool steps;                /* all solutions' sums are one modulo a number, which the formulation knows */
    bool added_up;             /* that the figures have one parity was checked: rows of the plain model add up to it */
    bool symmetry;             /* of a solution's mirror images only one was asked for */
    const char *theorems;      /* the formulation's own; NULL: none */
};

/* Takes to, too. */
void evidence_add(struct evidence *to, const struct evidence *more);
/* "proved" if nothing was believed; else whose claim it is: "claimed by process:kissat, unchecked",
 * "refuted by picosat, unchecked". solver: the problem's. */
void evidence_words(const struct evidence *e, const char *solver, struct text *out);
/* Is it another program, or a library that is loaded? Nothing but its claim is known. */
bool evidence_foreign(const char *solver);
/* Nothing was believed: checked, or done by a search or the algebra of our own. */
static inline bool evidence_proves(const struct evidence *e) { return !e->believed && !e->claimed; }

#endif
