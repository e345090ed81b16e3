/* cnf: a formula in DIMACS as a puzzle: its clauses are the rules. It serves to compare solvers on
 * formulas, and for count, explain and decode. Lines `x` are parities, as in CryptoMiniSat and
 * xcnf; lines `k` are cardinalities, as in knf; so are clauses that end in `<= K` or `>= K`, as in
 * minicard's cnf+. Lines `a` of an iCNF file are cubes, one of which holds. */
#include "declared/formula.h"

enum { CUBE_TRUE = INT32_MAX }; /* the literal of an empty cube */

/* "k K LITERALS 0": at least K of them. */
static bool cardinality(struct formula_reader *r)
{
    struct formula_row s = {.kind = FORMULA_SUM, .hi = INT64_MAX};
    r->s++;
    formula_blanks(r);
    if (!formula_number(r, &s.lo)) return formula_fail(r, "the number of a line 'k NUMBER LITERALS 0'");
    return formula_literals(r) && formula_special(r, s);
}

/* "x LITERALS 0": an odd number of them. */
static bool parity(struct formula_reader *r)
{
    r->s++;
    return formula_literals(r) && formula_special(r, (struct formula_row){.kind = FORMULA_PARITY, .hi = 1});
}

/* "LITERALS <= K", without a 0. */
static bool compared(struct formula_reader *r, size_t n)
{
    struct formula_row s = {.kind = FORMULA_SUM, .lo = INT64_MIN, .hi = INT64_MAX};
    SCOPED(text) line = {0};
    bool least = r->s[n] == '>';
    text_bytes(&line, r->s, n);
    text_put(&line, " 0");
    struct formula_reader part = *r;
    part.s = line.s;
    if (!formula_literals(&part)) return false;
    r->s += n + 2;
    formula_blanks(r);
    if (!formula_number(r, least ? &s.lo : &s.hi)) return formula_fail(r, "a number after <= or >=");
    return formula_special(r, s);
}

/* "a LITERALS 0". Adds a literal of the same value. */
static bool cube(struct formula_reader *r, struct lits *cubes)
{
    struct lits *x = &r->p->lits;
    const int from = x->n;
    r->s++;
    if (!formula_literals(r)) return false;
    lits_push(cubes, x->n - 1 > from ? formula_product(r->p, x->v + from, x->n - 1 - from) : CUBE_TRUE);
    x->n = from;
    return true;
}

/* Adds the clause that one of the cubes holds, if there are some, and none of them is empty. */
static bool cnf_cover(struct formula_reader *r, const struct lits *cubes)
{
    struct instance *p = r->p;
    const char words[] = "one of the lines a holds";
    struct formula_row s = {.kind = FORMULA_SUM, .lo = 1, .hi = INT64_MAX, .label = p->labels.n + 1};
    for (int i = 0; i < cubes->n; i++)
        if (cubes->v[i] == CUBE_TRUE) return true;
    for (int i = 0; i < cubes->n; i++)
        if (cubes->v[i])
            lits_push(&p->lits, cubes->v[i] > MODEL_VARS ? p->vars + cubes->v[i] - MODEL_VARS : cubes->v[i]);
    if (!cubes->n) return true;
    lits_push(&p->lits, 0);
    text_bytes(&p->labels, words, sizeof words);
    formula_special(r, s);
    formula_row(p, r->line);
    return true;
}

static bool row(struct formula_reader *r, bool comparisons)
{
    if (*r->s == 'x') return parity(r);
    if (*r->s == 'k') return cardinality(r);
    size_t n = comparisons ? strcspn(r->s, "<>\n") : 0;
    if (comparisons && r->s[n] && r->s[n] != '\n' && r->s[n + 1] == '=') return compared(r, n);
    return formula_literals(r);
}

static bool cnf_rows(struct formula_reader *r, struct lits *cubes)
{
    const bool comparisons = strchr(r->s, '=') != NULL, cubic = r->said_vars < 0;
    for (formula_blanks(r); *r->s && *r->s != '%'; formula_blanks(r)) { /* % ends old benchmark files */
        const int line = r->line;
        if (*r->s == 'c') {
            formula_comment(r);
        } else if (cubic && *r->s == 'a') {
            if (!cube(r, cubes)) return false;
        } else if (row(r, comparisons)) {
            formula_row(r->p, line);
        } else {
            return false;
        }
    }
    return formula_whole(r);
}

static struct instance *cnf_parse(const struct source *source, struct text *err)
{
    struct formula_reader r;
    SCOPED(lits) cubes = {0};
    int kind;
    if (!formula_reader(&r, source, "A formula", "cnf", "clause", err)) return NULL;
    r.grow = r.p->zero = true;
    for (formula_blanks(&r); *r.s == 'c' || *r.s == ';'; formula_blanks(&r)) formula_comment(&r);
    if (formula_header(&r, "cnf knf xnf xcnf cnf+ inccnf", "p cnf VARIABLES CLAUSES", &kind) &&
        formula_header_ends(&r) && cnf_rows(&r, &cubes) && formula_annotate(&r) && cnf_cover(&r, &cubes))
        return r.p;
    formula_release(r.p);
    return NULL;
}

FORMULA_FORMULATIONS(.name = "clauses");

static const struct puzzle_files files = {.endings = ".cnf .cnfp .cnf+ .knf .xnf .xcnf .icnf .inccnf .dimacs",
                                          .beginnings = "p cnf |p knf |p xnf |p xcnf |p cnf+ |p inccnf "};

const struct puzzle puzzle_cnf = {
    .name = "cnf",
    .title = "a formula in DIMACS",
    .about = "your own formula in DIMACS, a file .cnf",
    .rules = "Give each variable a value so that every clause has a true literal. A line x needs an odd number of "
             "true literals, a line k at least as many as it states.",
    .source = "DIMACS challenge 1993; lines x as in CryptoMiniSat and xcnf, k as in knf, <= and >= as in cnf+",
    .notation = {FORMULA_NOTATION, .example = "-f formula.cnf", .solution = "v 1 -2 3 0"},
    .files = &files,
    .formulations = formulations,
    .parse = cnf_parse,
    FORMULA_METHODS,
};
