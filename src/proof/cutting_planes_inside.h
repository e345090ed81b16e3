/* Shared by cutting_planes*.c. */
#pragma once

#include "base/dictionary.h"
#include "proof/cutting_planes.h"

/* A constraint in normal form: sum w x >= degree, w > 0, no variable twice. */
struct planes_row {
    int64_t degree;
    int n;
    struct planes_term {
        int64_t w;
        lit x;
    } term[];
};

/* Whether p->model has the constraints of the formula, in their order, and its objective. row[1]
 * to row[next - 1] are the constraints, row[0] is the objective if it optimizes. Variable v is name
 * v - 1. False, with a sentence that names the first difference. */
bool cutting_planes_same(const struct cutting_planes *p, const struct dictionary *names, struct planes_row *const *row,
                         int64_t next, bool optimizes, struct text *err);
