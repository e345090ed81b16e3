#include "proof/dimacs.h"

#include <string.h>

struct dimacs_reader {
    const char *s, *name;
    int line;
    struct text *err;
};

static bool wrong(struct dimacs_reader *r, const char *what)
{
    return text_error(r->err, "%s:%d: %s.", r->name, r->line, what);
}

static void blanks(struct dimacs_reader *r)
{
    for (; *r->s == ' ' || *r->s == '\n'; r->s++) r->line += *r->s == '\n';
}

static bool number(struct dimacs_reader *r, int64_t *v)
{
    blanks(r);
    bool minus = *r->s == '-';
    r->s += minus;
    if (*r->s < '0' || *r->s > '9') return wrong(r, "a number is expected here");
    for (*v = 0; *r->s >= '0' && *r->s <= '9'; r->s++) {
        *v = 10 * *v + (*r->s - '0');
        if (*v > INT32_MAX) return wrong(r, "this number is too large");
    }
    if (minus) *v = -*v;
    return !*r->s || *r->s == ' ' || *r->s == '\n' || wrong(r, "a blank is expected behind the number");
}

bool dimacs_read(const char *text, const char *name, struct cnf_buffer *buffer, struct text *err)
{
    struct dimacs_reader r = {text, name, 1, err};
    struct lits c = {0};
    int64_t vars, clauses, x;
    while (*r.s == 'c') {
        r.s += strcspn(r.s, "\n");
        blanks(&r);
    }
    bool ok = !strncmp(r.s, "p cnf ", 6) || wrong(&r, "the line 'p cnf VARIABLES CLAUSES' is expected here");
    if (ok) r.s += 6;
    ok = ok && number(&r, &vars) && number(&r, &clauses) &&
         (vars >= 0 || wrong(&r, "there are no fewer than 0 variables"));
    if (ok) buffer->cnf.vars = (int)vars;
    while (ok && (blanks(&r), *r.s)) {
        ok = number(&r, &x) && ((x <= vars && x >= -vars) || wrong(&r, "the header knows no such variable"));
        if (ok && x) lits_push(&c, (lit)x);
        if (ok && !x) {
            cnf_clause(&buffer->cnf, c.v, c.n);
            c.n = 0;
        }
    }
    if (ok && (c.n || buffer->cnf.made.clauses != clauses))
        ok = wrong(&r, "there are not as many clauses as the header says");
    lits_release(&c);
    return ok;
}

bool dimacs_same(const struct cnf_buffer *a, const struct cnf_buffer *b, struct text *err)
{
    int64_t n = a->cnf.made.clauses, m = b->cnf.made.clauses;
    for (int64_t i = 0; i < n && i < m; i++) {
        const lit *x, *y;
        int k = cnf_buffer_clause(a, (int)i, &x), l = cnf_buffer_clause(b, (int)i, &y);
        if (k != l || (k && memcmp(x, y, (size_t)k * sizeof *x)))
            return text_error(err, "Clause %lld differs.", (long long)i + 1);
    }
    if (n != m) return text_error(err, "There are %lld clauses, not %lld.", (long long)n, (long long)m);
    /* A file has one variable at least: some readers want one. */
    return a->cnf.vars == b->cnf.vars || (a->cnf.vars == 1 && !b->cnf.vars) ||
           text_error(err, "Its header says %d variables, not %d.", a->cnf.vars, b->cnf.vars);
}
