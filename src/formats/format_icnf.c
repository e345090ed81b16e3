/* iCNF: the clauses, then a line of assumptions (`a lits 0`) for each bound on the objective, the
 * tightest first, so that the first one that can be met is the optimum. */
#include "base/number.h"
#include "formats/format_inside.h"

/* The counter's outputs y_j mean sum >= value_j; y_(j+1) -> y_j makes one literal enough to say
 * each bound. */
static bool icnf_cubes(struct format_writer *s, struct text *err)
{
    const struct objective *o = writer_objective(s);
    SCOPED(outputs) out = {0};
    int64_t total = o ? constraint_sum(o->w, o->n) : 0, least = o ? max64(o->least, 0) : 0;
    int64_t hi = s->content->most < total ? s->content->most + 1 : total;
    if (o && hi > least && !lower_objective(s->content->model, s->content->policy, least, hi, &s->w.cnf, &out, err)) {
        if (!err->n)
            text_error(err, "The format icnf needs an incremental encoding; choose another --%s.",
                       o->w ? "pb" : "card");
        return false;
    }
    for (int j = 0; j + 1 < out.n; j++) cnf_2(&s->w.cnf, out.v[j].y, -out.v[j + 1].y);
    if (s->counting) { /* its lines are no constraints */
        if (out.n > 1) lower_used_note(&s->used, lower_objective_encoder(s->content->model, s->content->policy));
    } else {
        for (int j = 0; j <= out.n; j++) {
            if (j == out.n && s->content->most < total && out.n) break; /* the bound itself was the last */
            cnf_writer_text(&s->w, "a ");
            lit assumed = j < out.n ? -out.v[j].y : 0;
            cnf_writer_clause(&s->w, &assumed, j < out.n);
        }
    }
    return true;
}

static void header(struct format_writer *s) { cnf_writer_text(&s->w, "p inccnf\n"); }

const struct format format_icnf = {
    .name = "icnf",
    .about = "CNF, then an assumption for each bound, tightest first",
    .endings = "icnf inccnf",
    .readers = "cadical",
    .objective = true,
    DIMACS_COMMENTS,
    .header = header,
    .tail = icnf_cubes,
};
