/* wcnf: MaxSAT as a puzzle: hard clauses are rules, a violated soft one costs its weight. Reads old
 * files (a header; clauses of the top weight are hard), those since 2022 (hard clauses begin with
 * h), and plain DIMACS, in which each clause costs 1. */
#include "base/number.h"
#include "declared/formula.h"

/* "p wcnf VARIABLES CLAUSES [TOP]" or "p cnf VARIABLES CLAUSES"; *top 0: no clause is hard by its
 * weight. */
static bool wcnf_header(struct formula_reader *r, bool *unweighted, __int128 *top)
{
    int kind;
    if (!formula_header(r, "wcnf cnf", "p wcnf VARIABLES CLAUSES TOP", &kind)) return false;
    *unweighted = kind == 1;
    r->s += strspn(r->s, " \t");
    const bool has_top = !*unweighted && *r->s >= '0' && *r->s <= '9';
    if (has_top && !formula_number_wide(r, top)) return formula_fail(r, "a top weight");
    return formula_header_ends(r);
}

static bool wcnf_clause(struct formula_reader *r, bool unweighted, __int128 top)
{
    __int128 weight = 1;
    const char *from = r->s;
    bool hard = *r->s == 'h';
    if (hard)
        r->s++;
    else if (!unweighted && !formula_number_wide(r, &weight))
        return formula_fail(r, "a whole weight or h");
    if (weight < 0) return formula_wrong(r, "a weight must not be negative; negate the clause's literal instead.");
    hard = hard || (top > 0 && weight >= top);
    if (!hard && weight > INT64_MAX)
        return formula_wrong(r, "a soft clause costs at most %lld, not %.*s; divide all weights.", (long long)INT64_MAX,
                             (int)min64(r->s - from, 60), from);
    if (!formula_literals(r)) return false;
    if (!hard && !weight) { /* it costs nothing, satisfied or not */
        struct formula_row s = {.kind = FORMULA_SUM, .lo = INT64_MIN, .hi = INT64_MAX};
        return formula_special(r, s);
    }
    return hard || formula_special(r, (struct formula_row){.kind = FORMULA_CLAUSE, .price = (int64_t)weight});
}

static bool clauses(struct formula_reader *r)
{
    bool unweighted = false, headed = false;
    __int128 top = 0;
    for (formula_blanks(r); *r->s; formula_blanks(r)) {
        bool ok = true;
        if (*r->s == 'c' || *r->s == ';') {
            formula_comment(r);
        } else if (*r->s == 'p' && !headed && !r->p->rows) {
            headed = true;
            ok = wcnf_header(r, &unweighted, &top);
        } else if (*r->s == '%') {
            break;
        } else {
            int line = r->line;
            ok = wcnf_clause(r, unweighted, top);
            formula_row(r->p, line);
        }
        if (!ok) return false;
    }
    return formula_whole(r);
}

static struct instance *wcnf_parse(const struct source *source, struct text *err)
{
    struct formula_reader r;
    if (!formula_reader(&r, source, "A MaxSAT problem", "wcnf", "clause", err)) return NULL;
    r.p->costs = r.p->zero = r.grow = true;
    if (clauses(&r) && formula_annotate(&r)) return r.p;
    formula_release(r.p);
    return NULL;
}

FORMULA_FORMULATIONS(.name = "clauses");

static const struct puzzle_files files = {.endings = ".wcnf",
                                          .beginnings = "p wcnf |h ",
                                          .bits = true,
                                          .violated = formula_violated,
                                          .narrow = formula_narrow};

const struct puzzle puzzle_wcnf = {
    .name = "wcnf",
    .title = "a MaxSAT problem in WCNF",
    .about = "your own MaxSAT problem, a file .wcnf",
    .rules =
        "Give each variable a value so that every hard clause holds and the total weight of the violated soft clauses "
        "is least.",
    .source = "the WCNF formats of the MaxSAT evaluations, before and since 2022",
    .notation = {FORMULA_NOTATION, .example = "-f problem.wcnf", .solution = "v 1 -2 3 0"},
    .unit = "cost",
    .files = &files,
    .formulations = formulations,
    .parse = wcnf_parse,
    FORMULA_METHODS,
};
