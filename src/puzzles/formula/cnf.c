/* cnf: a formula in DIMACS as a puzzle: its clauses are the rules. It serves to compare solvers on
 * formulas, and for count, explain and decode. Lines `x` are parities, as in CryptoMiniSat and
 * xcnf; lines `k` are cardinalities, as in knf; so are clauses that end in `<= K` or `>= K`, as in
 * minicard's cnf+. */
#include "puzzles/formula/formula.h"

static bool cnf_header(struct formula_reader *r, int64_t *rows)
{
    static const char *const known[] = {"cnf ", "knf ", "xnf ", "xcnf ", "cnf+ "};
    int64_t vars = -1;
    for (formula_blanks(r); *r->s == 'c' || *r->s == ';'; formula_blanks(r)) formula_comment(r);
    const char *s = r->s;
    s += *s == 'p' && (s[1] == ' ' || s[1] == '\t');
    if (s > r->s) s += strspn(s, " \t");
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strncmp(s, known[i], strlen(known[i]))) i++;
    if (s == r->s || i == n)
        return formula_wrong(r, "expected the line 'p cnf VARIABLES CLAUSES'%s.",
                             *s == 'w' || *s == 'h' ? "; a file with weights is a wcnf" : "");
    r->s = s + strlen(known[i]);
    formula_blanks(r);
    bool ok = formula_number(r, &vars);
    formula_blanks(r);
    ok = ok && formula_number(r, rows);
    if (!ok || vars < 0 || *rows < 0 || vars > MODEL_VARS || *rows > MODEL_VARS)
        return formula_wrong(r, "'p cnf' takes two numbers from 0 to %d.", MODEL_VARS);
    r->p->vars = (int)vars;
    return true;
}

/* "k K LITERALS 0": at least K of them. */
static bool cardinality(struct formula_reader *r)
{
    struct special s = {.kind = FORMULA_SUM, .hi = INT64_MAX};
    r->s++;
    formula_blanks(r);
    if (!formula_number(r, &s.lo)) return formula_fail(r, "the number of a line 'k NUMBER LITERALS 0'");
    return formula_literals(r) && formula_special(r, s);
}

/* "x LITERALS 0": an odd number of them. */
static bool parity(struct formula_reader *r)
{
    r->s++;
    return formula_literals(r) && formula_special(r, (struct special){.kind = FORMULA_PARITY, .hi = 1});
}

/* "LITERALS <= K", without a 0. */
static bool compared(struct formula_reader *r, size_t n)
{
    struct special s = {.kind = FORMULA_SUM, .lo = INT64_MIN, .hi = INT64_MAX};
    SCOPED(text) line = {0};
    bool least = r->s[n] == '>';
    text_bytes(&line, r->s, n);
    text_put(&line, " 0");
    struct formula_reader part = *r;
    part.s = line.s;
    bool ok = formula_literals(&part);
    if (!ok) return false;
    r->s += n + 2;
    formula_blanks(r);
    if (!formula_number(r, least ? &s.lo : &s.hi)) return formula_fail(r, "a number after <= or >=");
    return formula_special(r, s);
}

static bool row(struct formula_reader *r, bool comparisons)
{
    if (*r->s == 'x') return parity(r);
    if (*r->s == 'k') return cardinality(r);
    size_t n = comparisons ? strcspn(r->s, "<>\n") : 0;
    if (comparisons && r->s[n] && r->s[n] != '\n' && r->s[n + 1] == '=') return compared(r, n);
    return formula_literals(r);
}

static bool cnf_rows(struct formula_reader *r, int64_t expected)
{
    bool comparisons = strchr(r->s, '=') != NULL;
    for (formula_blanks(r); *r->s; formula_blanks(r)) {
        if (*r->s == 'c') {
            formula_comment(r);
            continue;
        }
        if (*r->s == '%') break; /* the end of old benchmark files */
        if (r->p->rows == expected)
            return formula_wrong(r, "there are more clauses than the %lld of the header.", (long long)expected);
        int line = r->line;
        if (!row(r, comparisons)) return false;
        formula_row(r->p, line);
    }
    return formula_whole(r, expected);
}

static struct instance *cnf_parse(const struct source *source, struct text *err)
{
    struct formula_reader r;
    int64_t expected = 0;
    if (!formula_reader(&r, source, "A formula", "cnf", "clause", err)) return NULL;
    if (cnf_header(&r, &expected) && cnf_rows(&r, expected) && formula_annotate(&r)) return r.p;
    formula_release(r.p);
    return NULL;
}

FORMULA_FORMULATIONS(.name = "clauses");

const struct puzzle puzzle_cnf = {
    .name = "cnf",
    .title = "a formula in DIMACS",
    .about = "your own formula in DIMACS, a file .cnf",
    .rules = "Give each variable a value so that every clause has a true literal. A line x needs an odd number of "
             "true literals, a line k at least as many as it states.",
    .source = "DIMACS challenge 1993; lines x as in CryptoMiniSat and xcnf, k as in knf, <= and >= as in cnf+",
    .notation = "v 1 -2 3 0",
    .endings = ".cnf .knf .xnf .xcnf .dimacs",
    .example = "-f formula.cnf",
    .formulations = formulations,
    .parse = cnf_parse,
    FORMULA_METHODS,
};
