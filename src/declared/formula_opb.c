/* opb: a pseudo-Boolean problem as a puzzle: its constraints are the rules, `min:` or `max:` its
 * objective.
 *
 * It reads the competitions' OPB and WBO, and the extensions that solvers' readers accept. Names
 * are any printable words, also of constraints. `*` may stand between factors. A term may lack its
 * number, and the header may be missing or wrong.
 *
 * A product of literals becomes a variable after those of the file. Until the file is read, product
 * number k is variable MODEL_VARS + 1 + k. */
#include "base/number.h"
#include "declared/formula.h"

#include <stdlib.h>

static const int64_t LARGEST = (int64_t)1 << 61; /* so that sums do not overflow */

/* A `*` that is the first on its line or after a `;` begins a comment; elsewhere it multiplies. A
 * comment that does not end is no blank. */
static void opb_blanks(struct formula_reader *r)
{
    for (;;) {
        int line = r->line;
        bool first = r->s == r->start || strchr("\n;", r->s[-1]);
        formula_blanks(r);
        const char *end = !strncmp(r->s, "/*", 2) ? strstr(r->s + 2, "*/") : NULL;
        if (end) {
            for (; r->s < end + 2; r->s++) r->line += *r->s == '\n';
            continue;
        }
        if (*r->s != '*' || (line == r->line && !first)) return;
        formula_comment(r);
    }
}

/* Digits; false: there are none, or too many for 100 bits (then `fits` is false). */
static bool digits(struct formula_reader *r, __int128 *value, bool *fits)
{
    *fits = true;
    if (*r->s < '0' || *r->s > '9') return false;
    for (*value = 0; *r->s >= '0' && *r->s <= '9'; r->s++) {
        if (*fits) *value = 10 * *value + (*r->s - '0');
        *fits = *fits && *value < FORMULA_WIDE;
    }
    return *fits;
}

static bool large(struct formula_reader *r, int bits)
{
    return formula_wrong(r, "expected a number of at most %d bits.", bits);
}

/* Reads signs before a number or a variable; returns 1 or -1. */
static int64_t signs(struct formula_reader *r)
{
    int64_t sign = 1;
    for (; *r->s == '+' || *r->s == '-'; r->s++, opb_blanks(r))
        if (*r->s == '-') sign = -sign;
    return sign;
}

static bool wide_number(struct formula_reader *r, __int128 *value)
{
    bool fits;
    opb_blanks(r);
    int64_t sign = signs(r);
    if (!digits(r, value, &fits)) return fits ? formula_fail(r, "a number") : large(r, 100);
    *value *= sign;
    return true;
}

static bool opb_number(struct formula_reader *r, int64_t *value)
{
    __int128 wide;
    if (!wide_number(r, &wide)) return false;
    *value = (int64_t)wide;
    return (wide <= LARGEST && wide >= -LARGEST) || large(r, 61);
}

static bool begins_name(char c) { return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '^' || c < 0; }

/* A minus is part of a name after a bracket only: a[-1]. */
static size_t name_length(const char *s)
{
    static const char ends[] = " \t\r\n+-*<>=;~";
    size_t n = begins_name(*s) ? strcspn(s, ends) : 0;
    while (n && s[n] == '-' && strchr("[{", s[n - 1])) n += 1 + strcspn(s + n + 1, ends);
    return n && s[n - 1] == '/' && s[n] == '*' ? n - 1 : n;
}

/* False, with a sentence: it is no name. Names appear in answers, messages and written files. */
static bool opb_name(struct formula_reader *r, const char *s, size_t n)
{
    SCOPED(text) why = {0};
    return text_name(s, n, &why) || formula_wrong(r, "%s", text_string(&why));
}

static bool numerous(struct formula_reader *r)
{
    if (r->p->names.n + (int64_t)r->p->product.n <= MODEL_VARS) return false;
    formula_wrong(r, "there are more than %d variables and products.", MODEL_VARS);
    return true;
}

/* A variable or its negation. */
static bool literal(struct formula_reader *r, lit *x)
{
    bool negated = *r->s == '~';
    if (negated) r->s++;
    opb_blanks(r);
    size_t n = name_length(r->s);
    if (!n) return formula_fail(r, "a variable, like x7 or ~x7");
    if (r->s[n - 1] == ':')
        return formula_wrong(r, "invalid variable '%.*s': the name of a constraint stands in front of it.",
                             (int)(n < 40 ? n : 40), r->s);
    int known = r->p->names.n, v = 1 + dictionary_add(&r->p->names, r->s, n);
    if (v > known && !opb_name(r, r->s, n)) return false;
    if (numerous(r)) return false;
    *x = negated ? -v : v;
    r->s += n;
    return true;
}

static bool at_literal(const struct formula_reader *r) { return *r->s == '~' || name_length(r->s); }

/* Reads a literal, or a product of literals, with or without `*` between them. */
static bool opb_factors(struct formula_reader *r, lit *x)
{
    SCOPED(lits) factors = {0};
    bool ok = literal(r, x);
    for (opb_blanks(r); ok && (*r->s == '*' || at_literal(r)); opb_blanks(r)) {
        if (!factors.n) lits_push(&factors, *x);
        r->s += *r->s == '*';
        opb_blanks(r);
        ok = at_literal(r) ? literal(r, x) : formula_fail(r, "a variable after the *");
        if (ok) lits_push(&factors, *x);
    }
    if (ok && factors.n) {
        *x = formula_product(r->p, factors.v, factors.n);
        ok = !numerous(r);
    }
    return ok;
}

/* A line of terms. Its numbers are below FORMULA_WIDE, so that sums do not overflow. */
struct opb_sum {
    struct opb_term {
        __int128 w;
        lit x;
    } * term;
    int n;
    size_t cap;
    __int128 constant, total; /* total: the sum of the absolute weights, and of the constants */
};

static void opb_sum_release(struct opb_sum *sum) { mem_free(sum->term); }

/* Reads [sign] [number] [*] [literal]: a number alone is a constant. */
static bool term(struct formula_reader *r, struct opb_sum *sum)
{
    const char *from = r->s;
    bool fits, counted;
    int64_t sign = signs(r);
    struct opb_term t = {.w = 1};
    counted = digits(r, &t.w, &fits);
    if (!fits) return large(r, 100);
    sum->total += t.w;
    t.w *= sign;
    opb_blanks(r);
    if (counted && *r->s == '*') {
        r->s++;
        opb_blanks(r);
        if (!at_literal(r)) return formula_fail(r, "a variable after the *");
    }
    if (at_literal(r)) {
        if (!opb_factors(r, &t.x)) return false;
        if (t.x) MEM_PUSH(sum->term, sum->n, sum->cap, t);
        return true;
    }
    if (!counted) {
        if (!strncmp(r->s, "/*", 2)) return formula_fail(r, "a term or */ after this comment");
        if (from == r->s) return formula_fail(r, "a term, like +2 x7, or a relation");
        return formula_fail(r, "a number or a variable");
    }
    sum->constant += t.w;
    return true;
}

/* Reads terms up to one of "<>=;". */
static bool terms(struct formula_reader *r, struct opb_sum *sum)
{
    sum->n = 0;
    sum->constant = sum->total = 0;
    for (opb_blanks(r); *r->s && !strchr("<>=;", *r->s); opb_blanks(r))
        if (!term(r, sum)) return false;
    return true;
}

static bool semicolon(struct formula_reader *r)
{
    opb_blanks(r);
    if (*r->s != ';') return formula_fail(r, "';'");
    r->s++;
    return true;
}

static int opb_term_by_variable(const void *a, const void *b)
{
    return formula_by_variable(&((const struct opb_term *)a)->x, &((const struct opb_term *)b)->x);
}

/* Joins the terms of each variable into one of a positive weight, so that the rest of the sum is
 * to be `degree`, which it returns. */
static __int128 opb_normalize(struct opb_sum *sum, __int128 degree)
{
    int n = 0;
    if (sum->n) qsort(sum->term, (size_t)sum->n, sizeof *sum->term, opb_term_by_variable);
    for (int i = 0; i < sum->n;) {
        int v = lit_var(sum->term[i].x);
        __int128 w = 0;
        for (; i < sum->n && lit_var(sum->term[i].x) == v; i++) {
            const struct opb_term *t = &sum->term[i];
            w += t->x > 0 ? t->w : -t->w; /* w ~x = w - w x */
            degree -= t->x > 0 ? 0 : t->w;
        }
        degree += w < 0 ? -w : 0;
        if (w) sum->term[n++] = (struct opb_term){w < 0 ? -w : w, w < 0 ? -v : v};
    }
    sum->n = n;
    return degree;
}

/* Replaces a row whose numbers are too large by one with the same solutions: a weight above the
 * degree of a row >= is cut to the degree. */
static bool opb_cut(struct formula_reader *r, struct opb_sum *sum, struct formula_row *s, char sign, __int128 bound)
{
    if (sign == '=') return formula_wrong(r, "the numbers of an equation add up to more than 62 bits.");
    for (int i = 0; i < sum->n && sign == '<'; i++) sum->term[i].w = -sum->term[i].w;
    __int128 degree = opb_normalize(sum, sign == '<' ? -bound : bound);
    if (degree < 0) degree = 0;
    sum->total = 0;
    for (int i = 0; i < sum->n; i++) {
        if (sum->term[i].w > degree) sum->term[i].w = degree;
        sum->total += sum->term[i].w;
    }
    if (!degree || sum->total < degree) { /* it always holds, or never */
        sum->n = 0;
        sum->total = 0;
        degree = degree > 0;
    }
    r->p->cut = true;
    s->hi = INT64_MAX;
    s->lo = (int64_t)degree;
    return sum->total < 2 * LARGEST ||
           formula_wrong(r, "the weights of one constraint add up to more than 62 bits, even cut to its degree.");
}

/* Reads ">=", "<=", "=", ">", "<" and a bound, and stores the row. */
static bool opb_relation(struct formula_reader *r, struct opb_sum *sum, struct formula_row *s)
{
    char sign = *r->s;
    if (!sign || !strchr("<>=", sign)) return formula_fail(r, ">=, <= or =");
    bool strict = sign != '=' && r->s[1] != '=';
    r->s += r->s[1] == '=' ? 2 : 1;
    __int128 bound;
    if (!wide_number(r, &bound)) return false;
    bool fits = sum->total < 2 * LARGEST && bound <= LARGEST && bound >= -LARGEST;
    bound -= sum->constant;
    if (strict) bound += sign == '<' ? -1 : 1;
    if (sign != '<') s->lo = (int64_t)bound;
    if (sign != '>') s->hi = (int64_t)bound;
    if (!fits && !opb_cut(r, sum, s, sign, bound)) return false;
    for (int i = 0; i < sum->n; i++) {
        MEM_PUSH(r->p->w, r->p->wn, r->p->w_cap, (int64_t)sum->term[i].w);
        lits_push(&r->p->lits, sum->term[i].x);
    }
    return true;
}

/* Reads the cost of a soft constraint: "[3] +1 x1 >= 1". */
static bool price(struct formula_reader *r, int64_t *value)
{
    r->s++;
    if (!opb_number(r, value)) return false;
    opb_blanks(r);
    if (*r->s != ']') return formula_fail(r, "']'");
    r->s++;
    if (*value >= 1) return true;
    return formula_wrong(r, "the cost of a soft constraint must be a positive number.");
}

/* Reads the name of a constraint, "R1:" or "@R1". */
static bool opb_label(struct formula_reader *r, size_t *label)
{
    bool at = *r->s == '@';
    r->s += at;
    const char *s = r->s, *colon;
    size_t n = at ? strcspn(s, " \t\r\n;") : name_length(s);
    const char *after = s + n + strspn(s + n, " \t");
    if (at) {
        if (!n) return formula_fail(r, "a name after the @");
    } else if (n && s[n - 1] == ':') {
        after = s + n--;
    } else if (n && *after == ':') {
        after++;
    } else {
        colon = n ? memchr(s, ':', n) : NULL;
        return !colon || formula_wrong(r,
                                       "'%.*s' may be the name of a constraint or a variable; write a blank "
                                       "after the name's colon, or a sign before the variable.",
                                       (int)min64((int64_t)n, 60), s);
    }
    if (!opb_name(r, s, n)) return false;
    *label = r->p->labels.n + 1;
    text_bytes(&r->p->labels, s, n);
    text_bytes(&r->p->labels, "", 1);
    r->s = after;
    opb_blanks(r);
    return true;
}

static bool constraint(struct formula_reader *r, struct opb_sum *sum)
{
    struct instance *p = r->p;
    struct formula_row s = {
        .kind = FORMULA_SUM, .weighted = true, .at = p->wn, .lo = INT64_MIN, .hi = INT64_MAX, .price = 0};
    const bool declares = !strncmp(r->s, "int", 3) && strchr(" \t\r\n", r->s[3]);
    int line = r->line;
    if (!opb_label(r, &s.label)) return false;
    if (*r->s == '[') {
        p->costs = true;
        if (!price(r, &s.price)) return false;
        opb_blanks(r);
        if (!s.label && !opb_label(r, &s.label)) return false;
    }
    if (!terms(r, sum)) return false;
    if (s.label && *r->s == ';')
        return formula_wrong(r, "'%.60s' has no relation; an objective begins with min: or max:.",
                             p->labels.s + s.label - 1);
    if (declares && *r->s == ';')
        return formula_wrong(
            r, "'int' declares integers, but variables of OPB are 0 or 1; remove this line if these are.");
    if (!opb_relation(r, sum, &s) || !semicolon(r)) return false;
    if (s.price && sum->total >= LARGEST)
        return formula_wrong(r, "the weights of a soft constraint add up to more than 61 bits.");
    lits_push(&p->lits, 0);
    if (!formula_special(r, s)) return false;
    formula_row(p, line);
    return true;
}

static bool objective(struct formula_reader *r, struct opb_sum *sum, bool maximize)
{
    r->s += 4;
    if (r->p->costs) return formula_wrong(r, "there are two objectives.");
    r->p->costs = true;
    r->p->cost.maximize = maximize;
    if (!terms(r, sum)) return false;
    if (sum->total >= 2 * LARGEST) return formula_wrong(r, "the weights of the objective add up to more than 62 bits.");
    for (int i = 0; i < sum->n; i++) terms_add(&r->p->cost.sum, sum->term[i].x, (int64_t)sum->term[i].w);
    r->p->cost.constant = (int64_t)sum->constant;
    return semicolon(r);
}

/* Reads "soft: TOP;": solutions cost less than TOP; "soft: ;": no limit. */
static bool opb_soft(struct formula_reader *r)
{
    r->s += 5;
    r->p->costs = r->p->cut = true;
    opb_blanks(r);
    if (*r->s != ';' && !opb_number(r, &r->p->most)) return false;
    if (r->p->most < INT64_MAX) r->p->most--;
    return semicolon(r);
}

static bool problem(struct formula_reader *r)
{
    SCOPED(opb_sum) sum = {0};
    for (opb_blanks(r); *r->s; opb_blanks(r)) {
        bool ok;
        if (!strncmp(r->s, "min:", 4) || !strncmp(r->s, "max:", 4))
            ok = objective(r, &sum, r->s[1] == 'a');
        else if (!strncmp(r->s, "soft:", 5))
            ok = opb_soft(r);
        else
            ok = constraint(r, &sum);
        if (!ok) return false;
    }
    if (r->p->prices && r->p->cost.sum.x.n)
        return text_error(r->err, "%s has both an objective and soft constraints; a problem can have one of them.",
                          r->name);
    return true;
}

/* ---- names and numbers ----------------------------------------------------------------------- */

/* The number of x7; 0: it is another name. */
static int number_of(const char *name)
{
    if (*name++ != 'x' || *name < '1') return 0;
    int64_t v = formula_digits(&name);
    return *name || v > MODEL_VARS ? 0 : (int)v;
}

/* Reads a number of the first line, "#variable= 10"; -1: there is none. */
static int64_t announced(const char *s, const char *what)
{
    const char *at = strstr(s, what);
    if (!at || at > s + strcspn(s, "\n")) return -1;
    at += strlen(what);
    at += strspn(at, " =");
    return *at < '0' || *at > '9' ? -1 : formula_digits(&at);
}

static void renumber(const struct instance *p, struct lits *list, const int *number)
{
    for (int i = 0; i < list->n; i++) {
        int v = lit_var(list->v[i]);
        if (v) list->v[i] = lit_sign(list->v[i]) * (v > MODEL_VARS ? p->vars + v - MODEL_VARS : number[v - 1]);
    }
}

/* Numbers the variables: x1 to xN, some of which may not occur, by their numbers; other names,
 * and x1 to xN if far fewer occur, in the order of occurrence. */
static void names_number(struct formula_reader *r)
{
    struct instance *p = r->p;
    const int64_t header = r->said_vars;
    const int n = p->names.n;
    OWNED int *number = mem_new((size_t)n, sizeof *number);
    int64_t most = 0;
    bool numbers = true;
    for (int i = 0; i < n && numbers; i++) {
        number[i] = number_of(dictionary_word(&p->names, i));
        numbers = number[i] > 0;
        most = max64(most, number[i]);
    }
    p->vars = n;
    if (numbers && !formula_sparse(most, n, most <= header ? FORMULA_UNUSED : 1000)) {
        p->letter = "x";
        p->vars = (int)max64(most, formula_sparse(header, n, FORMULA_UNUSED) ? 0 : header);
        dictionary_release(&p->names);
    } else {
        for (int i = 0; i < n; i++) number[i] = i + 1;
    }
    if (numbers && formula_sparse(header, n, FORMULA_UNUSED)) formula_note_unused(r, n);
    renumber(p, &p->lits, number);
    renumber(p, &p->cost.sum.x, number);
    renumber(p, &p->factors, number);
}

static struct instance *opb_parse(const struct source *source, struct text *err)
{
    struct formula_reader r;
    if (!formula_reader(&r, source, "A pseudo-Boolean problem", "opb", "constraint", err)) return NULL;
    r.said_vars = announced(r.start, "#variable");
    r.said_rows = announced(r.start, "#constraint");
    bool read = problem(&r);
    if (read) names_number(&r);
    if (!read || !formula_whole(&r) || !formula_annotate(&r)) {
        formula_release(r.p);
        return NULL;
    }
    r.p->text = mem_string(r.start);
    return r.p;
}

/* Soft constraints and products get variables that the file has not, and rows with cut weights are
 * not those of the file. */
static const char *opb_sums(const struct instance *p)
{
    return p->product.n || p->prices || p->most != INT64_MAX || p->cut ? NULL : p->text;
}

FORMULA_FORMULATIONS(.name = "constraints");

static const struct puzzle_files files = {.endings = ".opb .wbo .pbo",
                                          .beginnings = "* #variable|min:|max:|soft:",
                                          .sums = opb_sums,
                                          .violated = formula_violated,
                                          .narrow = formula_narrow};

const struct puzzle puzzle_opb = {
    .name = "opb",
    .title = "a pseudo-Boolean problem in OPB or WBO",
    .about = "your own pseudo-Boolean problem, a file .opb or .wbo",
    .rules = "Give each variable the value 0 or 1 so that every constraint holds and the cost is least.",
    .source = "the formats OPB and WBO of the pseudo-Boolean competitions, and older dialects",
    .notation = {FORMULA_NOTATION, .example = "-f problem.opb", .solution = "v x1 -x2 x3"},
    .unit = "objective",
    .files = &files,
    .formulations = formulations,
    .parse = opb_parse,
    FORMULA_METHODS,
};
