/* Reasoning over GF(2) in a session, before the solver or instead of it. */
#include "search/session_parity.h"

#include "search/session_check.h"

static const int RESTARTS = 64; /* of the local search */

static bool asked(const struct session *session, int mode) { return session->problem->choices.parity == mode; }

static void session_parity_report(struct session *session)
{
    session->answer->parity = (struct parity_report){.used = true,
                                                     .mode = "kernel",
                                                     .facts = parity_facts(session->pass.parity),
                                                     .recheck_seconds = session->pass.recheck_seconds};
    evidence_add(&session->answer->evidence, EVIDENCE_ELIMINATION, NULL);
    if (!session->kernel) return;
    session->answer->parity.classes = session->kernel->classes;
    session->answer->parity.symmetries = session->kernel->maps;
}

bool session_eliminate(struct session *session)
{
    if (asked(session, PARITY_NONE) || !parity_pass_applies(session->model)) return true;
    SCOPED(text) why = {0};
    bool good = true;
    switch (parity_pass(session->model, &session->pass, &why)) {
    case PARITY_DONE:
        session->kernel = session->pass.kernel;
        session->refuted = parity_pass_refutes(&session->pass);
        session_parity_report(session);
        break;
    case PARITY_TOO_LARGE: /* encode the rows, unless parity reasoning was chosen */
        good = session->problem->choices.parity == PARITY_AUTO || session_refuse(session, STATUS_REFUSED);
        break;
    case PARITY_STOPPED:
        return session_refuse(session, STATUS_UNKNOWN);
    case PARITY_WRONG:
        good = session_refuse(session, STATUS_FAILED);
        break;
    }
    if (!good) text_error(&session->answer->err, "%s", text_string(&why));
    return good;
}

/* Is the kernel form worth using? Integer rows stay over the model's own variables. A form whose
 * literals are sums of very many coordinates is used only if it was chosen. */
static bool kernel_suits(const struct session *session)
{
    if (model_has_integers(session->model)) return false;
    return asked(session, PARITY_KERNEL) || (asked(session, PARITY_AUTO) && session->kernel->words == 1);
}

void session_reduce(struct session *session)
{
    if (session->kernel && kernel_suits(session)) {
        session->built = session->model;
        if (session->kernel->maps && session->break_symmetry != OPTION_NO)
            evidence_add(&session->answer->evidence, EVIDENCE_SYMMETRY, "symmetry");
        session->reduction = reduction_new(session->model, session->kernel, session->break_symmetry != OPTION_NO);
        session->model = reduction_model(session->reduction);
        const struct objective *o = model_objective(session->model);
        if (o) {
            session->offset = (o->a - session->objective.a) / session->objective.b;
            session->objective.least = o->least + session->offset;
            session->objective.step = o->step;
        }
    } else if (session->pass.parity) {
        parity_pass_imply(session->model, &session->pass);
        if (session->kernel) session->answer->parity.mode = "propagate";
    }
}

static bool judge_point(struct session *session, const struct model *built, const uint64_t *y)
{
    SCOPED(values) values = values_new(model_vars(built));
    kernel_values(session->kernel, built, y, values);
    session->sum = session_objective(session) ? model_sum(built, values) : 0;
    return session_check_model(session, built, values);
}

bool session_seed(struct session *session)
{
    if (!session->reduction || !session->kernel->alone || session->kernel->words > 1 || !session_objective(session))
        return false;
    uint64_t y = kernel_descend(session->kernel, RESTARTS, session->problem->choices.seed);
    return judge_point(session, session->built, &y);
}

bool session_keep_point(struct session *session, const uint64_t *y)
{
    if (!judge_point(session, session->model, y)) return false;
    session_keep(session);
    return true;
}

enum status session_any(struct session *session)
{
    OWNED uint64_t *y = mem_new((size_t)session->kernel->words, sizeof *y);
    bool good = session_keep_point(session, y);
    return good ? STATUS_SATISFIABLE : STATUS_FAILED;
}
