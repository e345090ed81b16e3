/* Reasoning over GF(2) in a session, before the solver or instead of it. */
#include "search/session_parity.h"

#include "search/session_check.h"

static const int RESTARTS = 64; /* of the local search */

static bool asked(const struct session *session, int mode) { return session->problem->choices.parity == mode; }

static void session_parity_report(struct session *session)
{
    const struct parity_pass *pass = &session->formula.pass;
    session->answer->parity = (struct parity_report){
        .used = true, .mode = "kernel", .facts = parity_facts(pass->parity), .recheck_seconds = pass->recheck_seconds};
    evidence_add(&session->answer->evidence, EVIDENCE_ELIMINATION, NULL);
    if (!pass->kernel) return;
    session->answer->parity.classes = pass->kernel->classes;
    session->answer->parity.symmetries = pass->kernel->maps;
}

bool session_eliminate(struct session *session)
{
    struct formula *f = &session->formula;
    SCOPED(text) why = {0};
    const bool wanted = !asked(session, PARITY_NONE) && parity_pass_applies(f->model);
    parity_pass_release(&f->pass);
    const enum parity_outcome outcome = wanted ? parity_pass(f->model, &f->pass, &why) : PARITY_TOO_LARGE;
    if (outcome == PARITY_STOPPED) return session_refuse(session, STATUS_UNKNOWN);
    /* If the tables are too large, the rows are encoded, unless parity reasoning was chosen. */
    if (outcome == PARITY_WRONG || (outcome == PARITY_TOO_LARGE && wanted && !asked(session, PARITY_AUTO))) {
        text_error(&session->answer->err, "%s", text_string(&why));
        return session_refuse(session, outcome == PARITY_WRONG ? STATUS_FAILED : STATUS_REFUSED);
    }
    if (outcome == PARITY_DONE) session_parity_report(session);
    f->state = FORMULA_ELIMINATED;
    return true;
}

/* Is the kernel form worth using? Integer rows stay over the model's own variables. Coordinates
 * that are derived variables do not tell solutions apart. A form whose literals are sums of very
 * many coordinates is used only if it was chosen. */
static bool kernel_suits(const struct session *session)
{
    const struct kernel *k = session->formula.pass.kernel;
    if (!k || model_has_integers(session->formula.model)) return false;
    for (int j = 0; j < k->dimension; j++)
        if (!model_is_solution(session->formula.model, k->free_var[j])) return false;
    return asked(session, PARITY_KERNEL) || (asked(session, PARITY_AUTO) && k->words == 1);
}

void session_reduce(struct session *session)
{
    struct formula *f = &session->formula;
    const bool breaks = session->bounds.break_symmetry != OPTION_NO;
    if (kernel_suits(session)) {
        if (f->pass.kernel->maps && breaks) evidence_add(&session->answer->evidence, EVIDENCE_SYMMETRY, "symmetry");
        f->reduction = reduction_new(f->built, f->pass.kernel, breaks);
        f->model = reduction_model(f->reduction);
        const struct objective *o = model_objective(f->model);
        if (o) {
            f->offset = (o->a - f->objective.a) / f->objective.b;
            f->objective.least = o->least + f->offset;
            f->objective.step = o->step;
        }
    } else if (f->pass.parity) {
        parity_pass_imply(f->model, &f->pass);
        if (f->pass.kernel) session->answer->parity.mode = "propagate";
    }
}

static bool judge_point(struct session *session, const uint64_t *y)
{
    const struct model *built = session->formula.built;
    SCOPED(values) values = values_new(model_vars(built));
    kernel_values(session->formula.pass.kernel, built, y, values);
    session->sum = session_objective(session) ? model_sum(built, values) : 0;
    return session_check_model(session, values);
}

bool session_seed(struct session *session)
{
    const struct kernel *k = session->formula.pass.kernel;
    if (!session->formula.reduction || !k->alone || k->words > 1 || !session_objective(session)) return false;
    uint64_t y = kernel_descend(k, RESTARTS, session->problem->choices.seed);
    return judge_point(session, &y);
}

bool session_keep_point(struct session *session, const uint64_t *y)
{
    if (!judge_point(session, y)) return false;
    session_keep(session);
    return true;
}

enum status session_any(struct session *session)
{
    OWNED uint64_t *y = mem_new((size_t)session->formula.pass.kernel->words, sizeof *y);
    return session_keep_point(session, y) ? STATUS_SATISFIABLE : STATUS_FAILED;
}
