/* MiniZinc: the constraints as expressions over Booleans, for solvers with a MiniZinc interface
 * (Gecode, Chuffed, OR-tools ...). A literal -x is `not x[i]`; sums count Booleans as 0 and 1; a
 * counter is y <-> sum >= j + 1. Each solution is printed as a `v` line of literals, so that
 * answers are read like those of SAT solvers. Nethercote et al., "MiniZinc: towards a standard CP
 * modelling language", CP 2007. */
#include "formats/format_inside.h"
#include "solvers/reply.h"

static void write_lit(struct cnf_writer *w, lit x)
{
    cnf_writer_text(w, x < 0 ? "not x[" : "x[");
    cnf_writer_number(w, lit_var(x));
    cnf_writer_text(w, "]");
}

/* Writes a list of literals, times their weights unless that is NULL. */
static void write_terms(struct cnf_writer *w, const lit *x, const int64_t *weight, int n)
{
    cnf_writer_text(w, "[");
    for (int i = 0; i < n; i++) {
        const bool apart = weight && x[i] < 0;
        if (i) cnf_writer_text(w, ",");
        if (weight) cnf_writer_number(w, weight[i]);
        if (weight) cnf_writer_text(w, apart ? "*(" : "*");
        write_lit(w, x[i]);
        if (apart) cnf_writer_text(w, ")");
    }
    cnf_writer_text(w, "]");
}

static void write_sum(struct cnf_writer *w, const lit *x, const int64_t *weight, int n)
{
    cnf_writer_text(w, n ? "sum(" : "0");
    if (n) write_terms(w, x, weight, n);
    if (n) cnf_writer_text(w, ")");
}

static int lines(struct format_writer *s, const struct constraint *c) { return c->kind == XOR ? 1 : format_sides(c); }

static void mzn_relation(struct format_writer *s, const struct constraint *c, const char *relation, int64_t bound)
{
    cnf_writer_text(&s->w, "constraint ");
    write_sum(&s->w, c->x, c->w, c->n);
    cnf_writer_add(&s->w, " %s %lld;\n", relation, (long long)bound);
}

static void native_line(struct cnf *self, const struct constraint *c)
{
    struct format_writer *s = (struct format_writer *)self;
    if (c->kind != XOR) {
        format_relations(s, c, mzn_relation);
        return;
    }
    cnf_writer_text(&s->w, c->hi ? "constraint xorall(" : "constraint xorall([true]++");
    write_terms(&s->w, c->x, NULL, c->n);
    cnf_writer_text(&s->w, ");\n");
}

static void clause(struct cnf *self, const lit *x, int n)
{
    struct cnf_writer *w = &((struct format_writer *)self)->w;
    cnf_writer_text(w, "constraint ");
    for (int i = 0; i < n; i++) {
        if (i) cnf_writer_text(w, " \\/ ");
        write_lit(w, x[i]);
    }
    cnf_writer_text(w, n ? ";\n" : "false;\n");
}

static void count(struct cnf *self, const lit *x, int n, const lit *y, int max)
{
    struct cnf_writer *w = &((struct format_writer *)self)->w;
    for (int j = 0; j < max; j++) {
        cnf_writer_text(w, "constraint ");
        write_lit(w, y[j]);
        cnf_writer_text(w, " <-> ");
        write_sum(w, x, NULL, n);
        cnf_writer_add(w, " >= %d;\n", j + 1);
    }
}

static void header(struct format_writer *s) { cnf_writer_add(&s->w, "array [1..%d] of var bool: x;\n", s->vars); }

static bool tail(struct format_writer *s, struct text *err)
{
    const struct objective *o = writer_objective(s);
    if (s->counting) return true;
    cnf_writer_text(&s->w, o ? "solve minimize " : "solve satisfy");
    if (o) write_sum(&s->w, o->x, o->w, o->n);
    cnf_writer_text(&s->w, ";\noutput [\"v\"] ++ [if fix(x[i]) then \" \\(i)\" else \" -\\(i)\" "
                           "endif | i in index_set(x)] ++ "
                           "[\" 0\\n\"];\n");
    return true;
}

/* The lines with which MiniZinc ends a solution and its search. */
static const struct reply_word replies[] = {
    {"----------", CLAIM_SATISFIABLE},
    {"==========", CLAIM_OPTIMUM},
    {"=====UNSATISFIABLE=====", CLAIM_UNSATISFIABLE},
    {"=====UNKNOWN=====", CLAIM_UNKNOWN},
    {"%", .ignored = true},
    {0},
};

const struct format format_mzn = {
    .name = "mzn",
    .about = "a MiniZinc model over Booleans",
    .endings = "mzn",
    .readers = "minizinc",
    .replies = replies,
    .objective = true,
    .comment = "% ",
    .native = 1u << AMO | 1u << CARD | 1u << PB | 1u << XOR,
    .counts = 1,
    .lines = lines,
    .native_line = native_line,
    .clause = clause,
    .count = count,
    .header = header,
    .tail = tail,
};
