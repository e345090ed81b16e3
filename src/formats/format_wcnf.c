/* MaxSAT: hard clauses, and a soft unit clause for each literal of the objective. The syntax since
 * 2022 (hard clauses start with h) and the older one (a header, and a top weight in front of hard
 * clauses). */
#include "formats/format_inside.h"

/* Writes a clause after its weight; 0: it is hard, in the syntax since 2022. */
static void weighted_clause(struct cnf_writer *w, int64_t weight, const lit *c, int n)
{
    if (weight) cnf_writer_number(w, weight);
    cnf_writer_text(w, weight ? " " : "h ");
    cnf_writer_clause(w, c, n);
}

static void clause(struct cnf *self, const lit *c, int n)
{
    struct format_writer *s = (struct format_writer *)self;
    weighted_clause(&s->w, s->top, c, n);
}

static void header_old(struct format_writer *s)
{
    const struct objective *o = writer_objective(s);
    s->top = o ? 1 + constraint_sum(o->w, o->n) : 1;
    cnf_writer_add(&s->w, "p wcnf %d %lld %lld\n", s->vars, (long long)s->lines, (long long)s->top);
}

static bool wcnf_soft(struct format_writer *s, struct text *err)
{
    const struct objective *o = writer_objective(s);
    if (o && s->counting) s->lines += o->n;
    for (int i = 0; o && i < o->n && !s->counting; i++)
        weighted_clause(&s->w, o->w ? o->w[i] : 1, (lit[]){-o->x[i]}, 1);
    return true;
}

const struct format format_wcnf = {
    .name = "wcnf",
    .about = "MaxSAT in the syntax since 2022",
    .endings = "wcnf",
    .readers = "MaxSAT solvers since 2022",
    .objective = true,
    DIMACS_COMMENTS,
    .clause = clause,
    .tail = wcnf_soft,
};

const struct format format_wcnf_old = {
    .name = "wcnf-old",
    .about = "MaxSAT in the syntax before 2022",
    .endings = "wcnf-old oldwcnf",
    .readers = "clasp, older MaxSAT solvers",
    .objective = true,
    DIMACS_COMMENTS,
    .header = header_old,
    .clause = clause,
    .tail = wcnf_soft,
};
