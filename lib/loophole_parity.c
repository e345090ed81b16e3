/* Parities of a model: elimination, and the clauses that they imply. */
#include "lib/inside.h"
#include "base/number.h"

#include "gf2/parity_pass.h"

#include <string.h>

/* Eliminates the parities of m. False: an error. pass->parity is NULL if m has none. */
static bool eliminate(const struct model *m, struct parity_pass *pass, char **error)
{
    SCOPED(text) err = {0};
    return !parity_pass_applies(m) || parity_pass(m, pass, &err) == PARITY_DONE || lib_fail(error, &err);
}

bool loophole_model_eliminate(const loophole_model *m, struct loophole_parity *p, char **error)
{
    SCOPED(parity_pass) pass = {0};
    if (!eliminate(m->m, &pass, error)) return false;
    struct loophole_parity all = {.size = p->size, .consistent = true};
    if (pass.parity) {
        struct parity_facts f = parity_facts(pass.parity);
        all = (struct loophole_parity){p->size, f.rows, f.columns, f.rank, f.dimension, parity_consistent(pass.parity)};
    }
    memcpy(p, &all, min64((int64_t)p->size, sizeof all));
    return true;
}

int loophole_model_add_implied(loophole_model *m, char **error)
{
    SCOPED(parity_pass) pass = {0};
    if (m->instance != &m->own)
        return lib_minus(
            lib_refuse(error, "This model is the puzzle %s; nothing can be added to it.", m->puzzle->name));
    if (!eliminate(m->m, &pass, error)) return -1;
    return pass.parity ? parity_pass_imply(m->m, &pass) : 0;
}
