/* What an attempt does over GF(2), before and instead of a solver. */
#include "search/attempt.h"

#include <string.h>

static const int RESTARTS = 64; /* of the local search */

static bool asked(const struct attempt *h, enum parity_mode mode) { return h->q->choices.parity == (int)mode; }

static void report(struct attempt *h)
{
    struct parity_facts f = parity_facts(h->pass.parity);
    h->a->parity = (struct parity_report){.used = true,
                                          .mode = "kernel",
                                          .rows = f.rows,
                                          .columns = f.columns,
                                          .inactive = f.inactive,
                                          .rank = f.rank,
                                          .dimension = f.dimension,
                                          .seconds = f.seconds,
                                          .recheck_seconds = h->pass.recheck_seconds};
    h->a->evidence.parity = true;
    if (!h->kernel) return;
    h->a->parity.classes = h->kernel->classes;
    h->a->parity.symmetries = h->kernel->maps;
}

bool attempt_eliminate(struct attempt *h)
{
    if (asked(h, PARITY_NONE) || !parity_pass_applies(h->m)) return true;
    struct text why = {0};
    bool good = true;
    switch (parity_pass(h->m, &h->pass, &why)) {
    case PARITY_DONE:
        h->kernel = h->pass.kernel;
        h->refuted = parity_pass_refutes(&h->pass);
        report(h);
        break;
    case PARITY_TOO_LARGE: /* unless somebody insists, the rows are encoded as they are */
        good = h->q->choices.parity == PARITY_AUTO || attempt_refuse(h, STATUS_REFUSED);
        break;
    case PARITY_STOPPED:
        text_release(&why);
        return attempt_refuse(h, STATUS_UNKNOWN);
    case PARITY_WRONG:
        good = attempt_refuse(h, STATUS_FAILED);
        break;
    }
    if (!good) text_error(&h->a->err, "%s", text_string(&why));
    text_release(&why);
    return good;
}

/* A kernel form whose literals are sums of very many coordinates helps nobody who did not ask for it. */
static bool kernel_suits(const struct attempt *h)
{
    return asked(h, PARITY_KERNEL) || (h->q->choices.parity == PARITY_AUTO && h->kernel->words == 1);
}

void attempt_reduce(struct attempt *h)
{
    if (h->kernel && kernel_suits(h)) {
        h->posed = h->m;
        h->a->evidence.symmetry |= h->kernel->maps && h->break_symmetry != OPTION_NO;
        h->reduction = reduction_new(h->m, h->kernel, h->break_symmetry != OPTION_NO);
        h->m = reduction_model(h->reduction);
        const struct objective *o = model_objective(h->m);
        if (o) {
            h->offset = (o->a - h->objective.a) / h->objective.b;
            h->objective.least = o->least + h->offset;
            h->objective.step = o->step;
        }
    } else if (h->pass.parity) {
        parity_pass_imply(h->m, &h->pass);
        if (h->kernel) h->a->parity.mode = "propagate";
    }
}

static bool judge_point(struct attempt *h, const struct model *posed, const uint64_t *y, struct text *text,
                        int64_t *sum)
{
    int n = model_vars(posed);
    struct values values = {mem_new((size_t)n + 1, 1), n};
    kernel_values(h->kernel, posed, y, values);
    *sum = attempt_objective(h) ? model_sum(posed, values) : 0;
    bool good = attempt_judge(h, posed, values, sum, text);
    mem_free(values.v);
    return good;
}

bool attempt_seed(struct attempt *h, struct text *text, int64_t *sum)
{
    if (!h->reduction || !h->kernel->alone || h->kernel->words > 1 || !attempt_objective(h)) return false;
    uint64_t y = kernel_descend(h->kernel, RESTARTS, h->q->choices.seed);
    return judge_point(h, h->posed, &y, text, sum);
}

bool attempt_keep_point(struct attempt *h, const uint64_t *y)
{
    struct text text = {0};
    int64_t sum;
    bool good = judge_point(h, h->m, y, &text, &sum);
    if (good) attempt_keep(h, &text, sum);
    text_release(&text);
    return good;
}

enum status attempt_any(struct attempt *h)
{
    uint64_t *y = mem_new((size_t)h->kernel->words, sizeof *y);
    bool good = attempt_keep_point(h, y);
    mem_free(y);
    return good ? STATUS_SATISFIABLE : STATUS_FAILED;
}
