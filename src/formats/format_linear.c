/* Pseudo-Boolean (OPB) and linear programs (CPLEX LP): constraints as sums of variables, not as
 * clauses.
 *
 * A literal -x is 1 - x. An XOR over n literals is an even or odd sum: sum x - 2 t = parity. In LP,
 * t is an integer; in OPB, t_0 + 2 t_1 + ... up to n / 2. A counter is two inequalities for each of
 * its outputs:
 *     y_j <=> at least j + 1 of x:   sum x - (j + 1) y_j >= 0,   sum x - (n - j) y_j <= j. */
#include "base/number.h"
#include "formats/format_inside.h"

enum { A_LINE = 10 /* terms; LP readers dislike long lines */ };
static const int64_t DOUBLE = (int64_t)1 << 53; /* integers up to here are exact in LP solvers */

/* ---- sums ------------------------------------------------------------------------------------ */

/* The state of writing a sum; LP lines have a name and are wrapped, OPB lines end in ; */
struct printed_sum {
    struct format_writer *s;
    int terms, sign;
    int64_t constant; /* from negated literals */
};

static void sum_term(struct printed_sum *u, int64_t w, lit x)
{
    struct cnf_writer *out = &u->s->w;
    w *= u->sign;
    if (x < 0) {
        u->constant += w;
        w = -w;
    }
    if (!u->s->format->first && u->terms && u->terms % A_LINE == 0) cnf_writer_text(out, "\n  ");
    if (w >= 0) cnf_writer_text(out, "+");
    cnf_writer_number(out, w);
    cnf_writer_text(out, " x");
    cnf_writer_number(out, lit_var(x));
    cnf_writer_text(out, " ");
    u->terms++;
}

/* Begins a line with sign times the sum. */
static struct printed_sum sum_begin(struct format_writer *s, int sign, const lit *x, const int64_t *w, int n)
{
    struct printed_sum u = {.s = s, .sign = sign};
    if (!s->format->first) cnf_writer_add(&s->w, " c%lld: ", (long long)++s->row);
    for (int i = 0; i < n; i++) sum_term(&u, w ? w[i] : 1, x[i]);
    return u;
}

static void sum_end(struct printed_sum *u, const char *relation, int64_t bound)
{
    struct cnf_writer *out = &u->s->w;
    if (!u->terms) sum_term(u, 0, 1);
    cnf_writer_text(out, relation);
    cnf_writer_number(out, u->sign * bound - u->constant);
    cnf_writer_text(out, u->s->format->first ? " ;\n" : "\n");
}

static void sum_line(struct format_writer *s, const struct constraint *c, const char *relation, int64_t bound)
{
    struct printed_sum u = sum_begin(s, *relation == '<' ? -1 : 1, c->x, c->w, c->n);
    sum_end(&u, *relation == '=' ? "= " : ">= ", bound);
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Variables that make up t. */
static int bits(const struct format_writer *s, const struct constraint *c)
{
    return s->format->first ? log2_floor((uint64_t)c->n / 2) + 1 : 1;
}

static int lines(struct format_writer *s, const struct constraint *c)
{
    if (c->kind == XOR) {
        for (int i = bits(s, c); i > 0; i--) cnf_var(&s->w.cnf);
        return 1;
    }
    if (constraint_total(c) > DOUBLE) s->large = true;
    return format_sides(c);
}

static void xor_line(struct format_writer *s, const struct constraint *c)
{
    struct printed_sum u = sum_begin(s, 1, c->x, NULL, c->n);
    for (int i = 1; i <= bits(s, c); i++) sum_term(&u, -((int64_t)1 << i), cnf_var(&s->w.cnf));
    sum_end(&u, "= ", c->hi);
}

static void native_line(struct cnf *self, const struct constraint *c)
{
    struct format_writer *s = (struct format_writer *)self;
    if (c->kind == XOR)
        xor_line(s, c);
    else
        format_relations(s, c, sum_line);
}

static void clause(struct cnf *self, const lit *x, int n)
{
    struct constraint c = {.n = n, .x = x};
    sum_line((struct format_writer *)self, &c, ">=", 1);
}

static void count(struct cnf *self, const lit *x, int n, const lit *y, int max)
{
    struct format_writer *s = (struct format_writer *)self;
    for (int j = 0; j < max; j++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            struct printed_sum u = sum_begin(s, sign, x, NULL, n);
            sum_term(&u, sign > 0 ? -(j + 1) : -(n - j), y[j]);
            sum_end(&u, ">= ", sign > 0 ? 0 : j);
        }
}

/* ---- OPB ------------------------------------------------------------------------------------- */

static void opb_first(struct format_writer *s)
{
    cnf_writer_add(&s->w, "* #variable= %d #constraint= %lld\n", s->vars, (long long)s->lines);
}

static void opb_objective(struct format_writer *s)
{
    const struct objective *o = writer_objective(s);
    if (!o) return;
    cnf_writer_text(&s->w, "min: ");
    struct printed_sum u = {.s = s, .sign = 1};
    for (int i = 0; i < o->n; i++) sum_term(&u, o->w ? o->w[i] : 1, o->x[i]);
    if (!o->n) sum_term(&u, 0, 1);
    cnf_writer_text(&s->w, ";\n");
}

#define LINEAR                                                                                                         \
    .native = 1u << AMO | 1u << CARD | 1u << PB | 1u << XOR, .counts = 2, .lines = lines, .native_line = native_line,  \
    .clause = clause, .count = count, .positive = true

const struct format format_opb = {
    .name = "opb",
    .about = "pseudo-Boolean constraints and objective",
    .endings = "opb pbo",
    .readers = "clasp minisat+ roundingsat",
    .plain = true,
    .objective = true,
    .comment = "* ",
    .show = "ind",
    LINEAR,
    .first = opb_first,
    .header = opb_objective,
};

/* ---- LP -------------------------------------------------------------------------------------- */

/* Writes the objective. It names every variable, also those without a cost, because readers number
 * the columns in the order of their first occurrence. */
static void lp_objective(struct format_writer *s)
{
    const struct objective *o = writer_objective(s);
    OWNED int64_t *cost = mem_new((size_t)s->vars + 1, sizeof *cost);
    for (int i = 0; o && i < o->n; i++) {
        int64_t w = o->w ? o->w[i] : 1;
        cost[lit_var(o->x[i])] += o->x[i] > 0 ? w : -w;
    }
    cnf_writer_text(&s->w, "Minimize\n obj: ");
    struct printed_sum u = {.s = s, .sign = 1};
    for (int v = 1; v <= s->vars; v++) sum_term(&u, cost[v], v);
    cnf_writer_text(&s->w, "\nSubject To\n");
    s->row = 0;
}

static void lp_section(struct format_writer *s, const char *title, int from, int to)
{
    if (from <= to) cnf_writer_text(&s->w, title);
    for (int v = from; v <= to; v++) {
        cnf_writer_text(&s->w, " x");
        cnf_writer_number(&s->w, v);
        if (v % A_LINE == 0 || v == to) cnf_writer_text(&s->w, "\n");
    }
}

static bool lp_end(struct format_writer *s, struct text *err)
{
    const struct objective *o = writer_objective(s);
    if (s->large || (o && constraint_sum(o->w, o->n) > DOUBLE))
        return text_error(
            err, "A constraint's weights add up to more than 2^53, which LP solvers round; choose another format.");
    if (s->counting) return true;
    if (!s->lines) cnf_writer_text(&s->w, " c1: +1 x1 >= 0\n"); /* readers want a row */
    int model = (int)max64(model_vars(s->content->model), 1);
    lp_section(s, "Binary\n", 1, model);
    lp_section(s, "General\n", model + 1, s->vars); /* the t of XORs */
    cnf_writer_text(&s->w, "End\n");
    return true;
}

const struct format format_lp = {
    .name = "lp",
    .about = "an integer program in CPLEX LP syntax",
    .endings = "lp",
    .readers = "glpsol cbc scip highs",
    .objective = true,
    .comment = "\\ ",
    LINEAR,
    .header = lp_objective,
    .tail = lp_end,
};
