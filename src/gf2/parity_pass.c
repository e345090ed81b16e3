#include "gf2/parity_pass.h"

static const int MEGABYTES = 8192; /* for the tables of an elimination */

bool parity_pass_applies(const struct model *m)
{
    for (struct row r = {0}; model_next(m, &r);)
        if (r.kind == ROW_XOR) return true;
    return false;
}

enum parity_outcome parity_pass(const struct model *m, struct parity_pass *p, struct text *err)
{
    SCOPED(text) why = {0};
    *p = (struct parity_pass){.parity = parity_new(m, MEGABYTES, err)};
    if (!p->parity) return model_stopped(m) ? PARITY_STOPPED : PARITY_TOO_LARGE;
    if (!parity_consistent(p->parity)) return PARITY_DONE;
    bool good = parity_recheck(p->parity, &p->recheck_seconds, &why);
    if (good) p->kernel = kernel_new(m, p->parity);
    if (parity_stopped(p->parity, err)) {
        parity_pass_release(p);
        return PARITY_STOPPED;
    }
    if (!good) text_error(err, "The elimination is wrong here (please report this instance). %s", text_string(&why));
    return good ? PARITY_DONE : PARITY_WRONG;
}

void parity_pass_release(struct parity_pass *p)
{
    kernel_free(p->kernel);
    parity_free(p->parity);
    *p = (struct parity_pass){0};
}

int parity_pass_imply(struct model *m, const struct parity_pass *p)
{
    const struct kernel *k = p->kernel;
    if (!k) {
        model_rule(m, "the parity rows contradict each other");
        model_clause(m, NULL, 0);
        return 1;
    }
    int clauses = 0;
    OWNED lit *first = mem_new((size_t)k->classes, sizeof *first);
    model_rule(m, "the consequences of the parity rows");
    for (int v = 1; v <= k->vars; v++) {
        const int c = k->class_of[v];
        const lit l = k->flipped[v] ? -v : v;
        if (c < 0) continue;
        if (!c) {
            model_1(m, -l);
            clauses++;
        } else if (!first[c]) {
            first[c] = l;
        } else {
            model_2(m, -first[c], l);
            model_2(m, first[c], -l);
            clauses += 2;
        }
    }
    return clauses;
}
