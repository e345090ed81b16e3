/* KNF: CNF with lines `k K lits 0`, at least K of these literals are true (Reeves, Heule, Bryant
 * 2024). */
#include "formats/format_inside.h"

static int lines(struct format_writer *s, const struct constraint *c) { return (c->lo > 0) + (c->hi < c->n); }

static void line(struct format_writer *s, int64_t least, const lit *x, int n)
{
    if (least > 1) cnf_writer_add(&s->w, "k %lld ", (long long)least);
    cnf_writer_clause(&s->w, x, n);
}

static void native_line(struct cnf *self, const struct constraint *c)
{
    struct format_writer *s = (struct format_writer *)self;
    if (c->lo > 0) line(s, c->lo, c->x, c->n);
    if (c->hi == c->n) return;
    SCOPED(lits) other = {0};
    for (int i = 0; i < c->n; i++) lits_push(&other, -c->x[i]);
    line(s, c->n - c->hi, other.v, c->n);
}

static void header(struct format_writer *s) { cnf_writer_add(&s->w, "p knf %d %lld\n", s->vars, (long long)s->lines); }

const struct format format_knf = {
    .name = "knf",
    .about = "CNF with cardinality lines",
    .endings = "knf",
    .readers = "cardinality-cadical",
    DIMACS_COMMENTS,
    .header = header,
    .native = 1u << AMO | 1u << CARD,
    .lines = lines,
    .native_line = native_line,
};
