/* cnf: a formula in DIMACS as a puzzle: its clauses are the rules. For comparing solvers on formulas from elsewhere, and for
 * count, explain and decode on them. Lines `x` are parities, as CryptoMiniSat reads them. */
#include "puzzles/puzzle.h"

#include <string.h>

enum { VARS_LIMIT = 100000000 };

struct instance {
    int vars, clauses;
    struct lits lits; /* clause after clause, each ended by 0 */
    struct lits xors; /* the numbers of the clauses that are parities, rising */
};

static void cnf_release(struct instance *f)
{
    lits_release(&f->lits);
    lits_release(&f->xors);
    mem_free(f);
}

/* A reader of words that keeps the line for messages. */
struct reader {
    const char *s, *name;
    int line;
};

static bool number(struct reader *r, int64_t *value)
{
    bool negative = *r->s == '-';
    const char *s = r->s + negative;
    if (*s < '0' || *s > '9') return false;
    for (*value = 0; *s >= '0' && *s <= '9'; s++) *value = min64(10 * *value + (*s - '0'), (int64_t)VARS_LIMIT + 1);
    if (negative) *value = -*value;
    r->s = s;
    return !*s || strchr(" \t\r\n", *s);
}

static void blanks(struct reader *r)
{
    for (; *r->s && strchr(" \t\r\n", *r->s); r->s++) r->line += *r->s == '\n';
}

static bool header(struct reader *r, struct instance *f, struct text *err)
{
    int64_t vars, clauses;
    for (blanks(r); *r->s == 'c' || *r->s == ';'; blanks(r)) r->s += strcspn(r->s, "\n");
    if (strncmp(r->s, "p cnf ", 6))
        return text_error(err, "%s:%d: the line 'p cnf VARIABLES CLAUSES' is expected here.", r->name, r->line);
    r->s += 6;
    blanks(r);
    bool ok = number(r, &vars);
    blanks(r);
    ok = ok && number(r, &clauses);
    if (!ok || vars < 0 || clauses < 0 || vars > VARS_LIMIT || clauses > VARS_LIMIT)
        return text_error(err, "%s:%d: 'p cnf' takes two numbers from 0 to %d.", r->name, r->line, VARS_LIMIT);
    f->vars = (int)vars;
    f->clauses = (int)clauses;
    return true;
}

static bool clause(struct reader *r, struct instance *f, int index, struct text *err)
{
    int64_t value = 0;
    if (*r->s == 'x') {
        lits_push(&f->xors, index);
        r->s++;
    }
    do {
        blanks(r);
        if (!number(r, &value))
            return text_error(err, "%s:%d: a literal or the 0 that ends clause %d is expected here.", r->name, r->line,
                              index + 1);
        if (value > f->vars || value < -f->vars)
            return text_error(err, "%s:%d: clause %d speaks of variable %lld, but there are %d.", r->name, r->line,
                              index + 1, (long long)(value < 0 ? -value : value), f->vars);
        lits_push(&f->lits, (lit)value);
    } while (value);
    return true;
}

static bool clauses(struct reader *r, struct instance *f, struct text *err)
{
    int n = 0;
    for (blanks(r); *r->s; blanks(r)) {
        if (*r->s == 'c') {
            r->s += strcspn(r->s, "\n");
            continue;
        }
        if (*r->s == '%') break; /* old benchmark files end so */
        if (n == f->clauses)
            return text_error(err, "%s:%d: there are more clauses than the %d of the header.", r->name, r->line,
                              f->clauses);
        if (!clause(r, f, n++, err)) return false;
    }
    if (n == f->clauses) return true;
    return text_error(err, "%s:%d: the file ends after %d of %d clauses; is it truncated?", r->name, r->line, n,
                      f->clauses);
}

static struct instance *cnf_parse(const struct source *source, struct text *err)
{
    if (source->argc || !source->text) {
        text_error(err, "A formula comes from a file: 'loophole solve cnf -f FILE'.");
        return NULL;
    }
    struct instance *f = mem_new(1, sizeof *f);
    struct reader r = {.s = source->text, .name = source->name, .line = source->line};
    if (header(&r, f, err) && clauses(&r, f, err)) return f;
    cnf_release(f);
    return NULL;
}

static void cnf_label(const struct instance *f, struct text *out)
{
    text_add(out, "of %d variables and %d clauses", f->vars, f->clauses);
}

static void cnf_pose(const struct instance *f, const struct options *o, const struct bounds *bounds, struct model *m)
{
    (void)o, (void)bounds;
    for (int v = 1; v <= f->vars; v++) model_var(m, "%d", v);
    const lit *c = f->lits.v;
    for (int i = 0, parity = 0; i < f->clauses; i++) {
        int n = 0;
        while (c[n]) n++;
        bool odd = parity < f->xors.n && f->xors.v[parity] == i;
        parity += odd;
        model_rule(m, "%s %d", odd ? "parity" : "clause", i + 1);
        if (odd)
            model_xor(m, c, n, 1);
        else
            model_clause(m, c, n);
        c += n + 1;
    }
}

static void cnf_decode(const struct instance *f, const struct options *o, struct values a, struct text *out)
{
    (void)o;
    for (int v = 1; v <= f->vars; v++)
        text_add(out, "%s%d", v % 16 == 1 ? (v == 1 ? "v " : "\nv ") : " ", value_true(a, v) ? v : -v);
    text_put(out, f->vars ? " 0\n" : "v 0\n");
}

/* "v 1 -2 0" -> value[variable]. */
static bool read_values(const struct instance *f, const char *text, signed char *value, struct text *err)
{
    struct words w;
    bool ok = true;
    words_split(text, 1, &w);
    for (int i = 0; i < w.n && ok; i++) {
        int64_t l;
        if (!strcmp(w.v[i].s, "v")) continue;
        if (!number_parse(w.v[i].s, &l) || l > f->vars || l < -f->vars)
            ok = text_error(err, "'%s' is no literal of this formula; values are written 'v 1 -2 3 0'.", w.v[i].s);
        else if (l && value[l < 0 ? -l : l] == (l < 0 ? 1 : -1))
            ok = text_error(err, "The variable %lld is both true and false.", (long long)(l < 0 ? -l : l));
        else if (l)
            value[l < 0 ? -l : l] = l < 0 ? -1 : 1;
    }
    words_release(&w);
    return ok;
}

static bool cnf_verify(const struct instance *f, const char *solution, int64_t *figure, struct text *err)
{
    signed char *value = mem_new((size_t)f->vars + 1, 1);
    bool ok = read_values(f, solution, value, err);
    *figure = 0;
    for (int v = 1; v <= f->vars && ok; v++)
        if (!value[v]) ok = text_error(err, "The variable %d has no value.", v);
    int index = 0, parity = 0, hits = 0;
    for (int i = 0; i < f->lits.n && ok; i++) {
        lit l = f->lits.v[i];
        if (l) {
            hits += value[lit_var(l)] == lit_sign(l);
            continue;
        }
        bool odd = parity < f->xors.n && f->xors.v[parity] == index;
        parity += odd;
        index++;
        if (odd ? hits % 2 == 0 : hits == 0)
            ok = text_error(err, "%s %d is not satisfied.", odd ? "Parity" : "Clause", index);
        hits = 0;
    }
    mem_free(value);
    return ok;
}

static struct canvas *cnf_draw(const struct instance *f, const char *solution)
{
    struct canvas *c = canvas_new(0, 0);
    canvas_caption(c, "%d variables, %d clauses%s", f->vars, f->clauses, solution ? ", satisfied:" : "");
    for (const char *s = solution ? solution : ""; *s; s += strcspn(s, "\n"), s += *s == '\n')
        canvas_caption(c, "%.*s", (int)strcspn(s, "\n"), s);
    return c;
}

static const struct formulation formulations[] = {
    {.name = "clauses", .about = "as the file has them", .pose = cnf_pose, .decode = cnf_decode},
    {NULL},
};

const struct puzzle puzzle_cnf = {
    .name = "cnf",
    .title = "a formula in DIMACS",
    .rules =
        "Give each variable a value so that every clause has a true literal (and every line x an odd number of them).",
    .source = "DIMACS challenge 1993; lines x as CryptoMiniSat reads them",
    .usage = "-f FILE",
    .notation = "v 1 -2 3 0",
    .example = "-f formula.cnf",
    .formulations = formulations,
    .parse = cnf_parse,
    .release = cnf_release,
    .label = cnf_label,
    .verify = cnf_verify,
    .draw = cnf_draw,
};
