/* opb: a pseudo-Boolean problem in the OPB format as a puzzle: its constraints are the rules, `min:` its objective. For
 * comparing solvers and encodings on problems from elsewhere. */
#include "puzzles/puzzle.h"

#include <string.h>

enum { VARS_LIMIT = 10000000 };

/* sum w x, compared with a bound; the terms are shared arrays. */
struct sum {
    int first, n;
    int64_t lo, hi;
};

struct instance {
    int vars;
    lit *x;
    int64_t *w;
    int terms;
    size_t x_cap, w_cap;
    struct sum *sum; /* sum[0] is the objective, if there is one */
    int sums;
    size_t sum_cap;
    bool minimise;
};

static void opb_release(struct instance *p)
{
    mem_free(p->x);
    mem_free(p->w);
    mem_free(p->sum);
    mem_free(p);
}

struct reader {
    const char *s, *name;
    int line;
    struct text *err;
};

static void blanks(struct reader *r)
{
    for (;;) {
        for (; *r->s && strchr(" \t\r\n", *r->s); r->s++) r->line += *r->s == '\n';
        if (*r->s != '*') return;
        r->s += strcspn(r->s, "\n");
    }
}

static bool fail(struct reader *r, const char *expected)
{
    return text_error(r->err, "%s:%d: %s is expected here, not '%.*s'.", r->name, r->line, expected,
                      (int)min64((int64_t)strcspn(r->s, " \t\r\n"), 20), r->s);
}

/* A number of at most 61 bits, so that sums can be checked. */
static bool number(struct reader *r, int64_t *value)
{
    blanks(r);
    const char *s = r->s;
    bool negative = *s == '-';
    s += *s == '-' || *s == '+';
    while (*s == ' ') s++;
    if (*s < '0' || *s > '9') return fail(r, "a number");
    for (*value = 0; *s >= '0' && *s <= '9'; s++)
        if (*value > ((int64_t)1 << 61) / 10)
            return fail(r, "a number of at most 61 bits");
        else
            *value = 10 * *value + (*s - '0');
    if (negative) *value = -*value;
    r->s = s;
    return true;
}

static bool variable(struct reader *r, struct instance *p, lit *x)
{
    blanks(r);
    bool negated = *r->s == '~';
    if (r->s[negated] != 'x') return fail(r, "a variable like x7 or ~x7");
    r->s += negated + 1;
    int64_t v;
    if (*r->s == '-' || *r->s == '+' || !number(r, &v)) return fail(r, "a variable's number");
    if (v < 1 || v > VARS_LIMIT)
        return text_error(r->err, "%s:%d: variables are x1 to x%d.", r->name, r->line, VARS_LIMIT);
    if (v > p->vars) p->vars = (int)v;
    *x = negated ? -(lit)v : (lit)v;
    return true;
}

/* Terms up to one of "<>=;"; the sum of the absolute weights stays below 62 bits. */
static bool terms(struct reader *r, struct instance *p, struct sum *sum)
{
    int64_t total = 0;
    sum->first = p->terms;
    for (blanks(r); *r->s && !strchr("<>=;", *r->s); blanks(r)) {
        int64_t w;
        lit x = 0;
        if (!number(r, &w) || !variable(r, p, &x)) return false;
        if (__builtin_add_overflow(total, w < 0 ? -w : w, &total) || total >= (int64_t)1 << 62)
            return text_error(r->err, "%s:%d: the weights of one constraint add up to more than 62 bits.", r->name,
                              r->line);
        int n = p->terms;
        MEM_PUSH(p->w, n, p->w_cap, w);
        MEM_PUSH(p->x, p->terms, p->x_cap, x);
    }
    sum->n = p->terms - sum->first;
    return true;
}

static bool semicolon(struct reader *r)
{
    blanks(r);
    if (*r->s != ';') return fail(r, "';'");
    r->s++;
    return true;
}

static bool constraint(struct reader *r, struct instance *p)
{
    struct sum sum = {.lo = INT64_MIN, .hi = INT64_MAX};
    int64_t bound;
    if (!terms(r, p, &sum)) return false;
    char relation = *r->s;
    if (relation != '=' && r->s[relation ? 1 : 0] != '=') return fail(r, ">=, <= or =");
    r->s += relation == '=' ? 1 : 2;
    if (!number(r, &bound) || !semicolon(r)) return false;
    if (relation != '<') sum.lo = bound;
    if (relation != '>') sum.hi = bound;
    MEM_PUSH(p->sum, p->sums, p->sum_cap, sum);
    return true;
}

static bool problem(struct reader *r, struct instance *p)
{
    blanks(r);
    if (!strncmp(r->s, "max:", 4)) return fail(r, "min: (write a maximum as the minimum of the negated sum)");
    if (!strncmp(r->s, "min:", 4)) {
        struct sum sum = {0};
        r->s += 4;
        if (!terms(r, p, &sum) || !semicolon(r)) return false;
        p->minimise = true;
        MEM_PUSH(p->sum, p->sums, p->sum_cap, sum);
    }
    for (blanks(r); *r->s; blanks(r))
        if (!constraint(r, p)) return false;
    return true;
}

/* "* #variable= 10 #constraint= 5": variables may stand in no constraint. */
static void first_line(const char *s, struct instance *p)
{
    const char *at = strstr(s, "#variable=");
    if (!at || at > s + strcspn(s, "\n")) return;
    for (at += 10; *at == ' '; at++) continue;
    int64_t v = 0;
    for (; *at >= '0' && *at <= '9' && v <= VARS_LIMIT; at++) v = 10 * v + (*at - '0');
    if (v <= VARS_LIMIT && v > p->vars) p->vars = (int)v;
}

static struct instance *opb_parse(const struct source *source, struct text *err)
{
    if (source->argc || !source->text) {
        text_error(err, "A pseudo-Boolean problem comes from a file: 'loophole solve opb -f FILE'.");
        return NULL;
    }
    struct instance *p = mem_new(1, sizeof *p);
    struct reader r = {.s = source->text, .name = source->name, .line = source->line, .err = err};
    first_line(source->text, p);
    if (problem(&r, p)) return p;
    opb_release(p);
    return NULL;
}

static void opb_label(const struct instance *p, struct text *out)
{
    text_add(out, "of %d variables and %d constraints", p->vars, p->sums - p->minimise);
}

/* sum w x with weights of one sign over distinct variables, and what was constant: the form of an objective. */
static void objective_pose(const struct instance *p, struct model *m)
{
    const struct sum *s = &p->sum[0];
    int64_t *by_var = mem_new((size_t)p->vars + 1, sizeof *by_var), *w = mem_new((size_t)p->vars + 1, sizeof *w),
            constant = 0;
    lit *x = mem_new((size_t)p->vars + 1, sizeof *x);
    int n = 0;
    for (int i = s->first; i < s->first + s->n; i++) {
        by_var[lit_var(p->x[i])] += p->x[i] > 0 ? p->w[i] : -p->w[i];
        if (p->x[i] < 0) constant += p->w[i];
    }
    for (int v = 1; v <= p->vars; v++) {
        if (!by_var[v]) continue;
        x[n] = by_var[v] > 0 ? v : -v;
        w[n] = by_var[v] > 0 ? by_var[v] : -by_var[v];
        constant += by_var[v] < 0 ? by_var[v] : 0;
        n++;
    }
    bool ones = true;
    for (int i = 0; i < n && ones; i++) ones = w[i] == 1;
    model_minimise(m,
                   &(struct objective){
                       .n = n, .x = x, .w = ones ? NULL : w, .a = constant, .b = 1, .c = 1, .step = 1, .name = "cost"});
    mem_free(by_var);
    mem_free(w);
    mem_free(x);
}

static void opb_pose(const struct instance *p, const struct options *o, const struct bounds *bounds, struct model *m)
{
    (void)o, (void)bounds;
    for (int v = 1; v <= p->vars; v++) model_var(m, "x%d", v);
    for (int i = p->minimise; i < p->sums; i++) {
        const struct sum *s = &p->sum[i];
        model_rule(m, "constraint %d", i + 1 - p->minimise);
        model_pb(m, p->x + s->first, p->w + s->first, s->n, s->lo, s->hi);
    }
    if (p->minimise) objective_pose(p, m);
}

static void opb_decode(const struct instance *p, const struct options *o, struct values a, struct text *out)
{
    (void)o;
    text_put(out, "v");
    for (int v = 1; v <= p->vars; v++) text_add(out, "%s%sx%d", v % 16 ? " " : "\nv ", value_true(a, v) ? "" : "-", v);
    text_put(out, "\n");
}

static bool read_values(const struct instance *p, const char *text, signed char *value, struct text *err)
{
    struct words w;
    bool ok = true;
    words_split(text, 1, &w);
    for (int i = 0; i < w.n && ok; i++) {
        const char *s = w.v[i].s;
        if (!strcmp(s, "v")) continue;
        bool off = *s == '-';
        int64_t v;
        if (s[off] != 'x' || !number_parse(s + off + 1, &v) || v < 1 || v > p->vars)
            ok = text_error(err, "'%s' is no literal of this problem; values are written 'v x1 -x2 x3'.", s);
        else if (value[v] && (value[v] < 0) != off)
            ok = text_error(err, "The variable x%lld is both true and false.", (long long)v);
        else
            value[v] = off ? -1 : 1;
    }
    words_release(&w);
    return ok;
}

static int64_t recount(const struct instance *p, const struct sum *s, const signed char *value)
{
    int64_t sum = 0;
    for (int i = s->first; i < s->first + s->n; i++)
        if (value[lit_var(p->x[i])] == lit_sign(p->x[i])) sum += p->w[i];
    return sum;
}

static bool opb_verify(const struct instance *p, const char *solution, int64_t *figure, struct text *err)
{
    signed char *value = mem_new((size_t)p->vars + 1, 1);
    bool ok = read_values(p, solution, value, err);
    for (int v = 1; v <= p->vars && ok; v++)
        if (!value[v]) ok = text_error(err, "The variable x%d has no value.", v);
    for (int i = p->minimise; i < p->sums && ok; i++) {
        int64_t sum = recount(p, &p->sum[i], value);
        if (sum < p->sum[i].lo || sum > p->sum[i].hi)
            ok = text_error(err, "Constraint %d is not satisfied: its sum is %lld.", i + 1 - p->minimise,
                            (long long)sum);
    }
    *figure = ok && p->minimise ? recount(p, &p->sum[0], value) : 0;
    mem_free(value);
    return ok;
}

static struct canvas *opb_draw(const struct instance *p, const char *solution)
{
    struct canvas *c = canvas_new(0, 0);
    canvas_caption(c, "%d variables, %d constraints%s", p->vars, p->sums - p->minimise, solution ? ", satisfied:" : "");
    for (const char *s = solution ? solution : ""; *s; s += strcspn(s, "\n"), s += *s == '\n')
        canvas_caption(c, "%.*s", (int)strcspn(s, "\n"), s);
    return c;
}

static const struct formulation formulations[] = {
    {.name = "constraints", .about = "as the file has them", .pose = opb_pose, .decode = opb_decode},
    {NULL},
};

const struct puzzle puzzle_opb = {
    .name = "opb",
    .title = "a pseudo-Boolean problem in OPB",
    .rules = "Give each variable the value 0 or 1 so that every linear constraint holds and the cost is least.",
    .source = "the OPB format of the pseudo-Boolean competitions, linear part, with min: only",
    .usage = "-f FILE",
    .notation = "v x1 -x2 x3",
    .figure = "cost",
    .example = "-f problem.opb",
    .formulations = formulations,
    .parse = opb_parse,
    .release = opb_release,
    .label = opb_label,
    .verify = opb_verify,
    .draw = opb_draw,
};
