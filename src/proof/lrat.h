/* The checker of LRAT proofs: DRAT whose steps say which clauses they follow from, so that nothing is searched for.
 *
 *      7 2 -3 0 4 1 0          clause 7 is 2 -3: assume -2 and 3; clause 4 has one literal left then, or none, then 1
 *      8 5 0 4 -2 6 -3 0       RAT on 5: clauses 2 and 3 are those with -5; after 4, of the resolvent with 2: 6; with 3: none
 *      7 d 1 4 0               clauses 1 and 4 are gone
 *
 * Clauses 1, 2, .. are the formula's; each later one has a higher number. Text only: programs differ about a binary form.
 *
 * Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, Efficient certified RAT verification, CADE 2017. */
#ifndef LRAT_H
#define LRAT_H

#include "cnf/cnf.h"

struct lrat {
    const struct cnf_buffer *formula;
    const char *proof; /* borrowed */
    size_t bytes;
    bool (*stop)(void *state); /* asked often; NULL: never */
    void *stop_state;
    double share; /* of the work that is done, for who asks while it runs */
    /* Results, for reports. */
    bool stopped;
    int64_t added, rat, hints; /* until the empty clause; what follows it is not read */
};

/* False: with a sentence, the proof does not prove it; or it was stopped. */
bool lrat_check(struct lrat *l, struct text *err);

#endif
