/* A solution of a formula, verified against its rows. */
#include "puzzles/formula/formula.h"

/* ---- values: "v x1 -x2", "v 1 -2 0", or a bit for each variable, "v 10" ---------------------- */

/* The variable that the word names, without its sign; 0: none. */
static int64_t variable_of(const struct instance *p, const char *s, size_t n)
{
    const size_t letter = strlen(p->letter);
    const char *end = s + n;
    if (p->names.n) return 1 + dictionary_find(&p->names, s, n);
    if (n <= letter || strncmp(s, p->letter, letter)) return 0;
    s += letter;
    int64_t v = formula_digits(&s);
    return s == end ? v : 0;
}

static bool formula_verify_read_value(const struct instance *p, const char *s, size_t n, signed char *value,
                                      struct text *err)
{
    bool off = *s == '-' || *s == '~';
    int64_t v = variable_of(p, s + off, n - off);
    if (!*p->letter && !p->names.n && n == 1 && *s == '0') return true; /* it ends a line of numbers */
    if (v < 1 || v > p->vars)
        return text_error(err, "Invalid literal '%.*s': expected values like 'v %s1 -%s2 %s3'%s.",
                          (int)min64((int64_t)n, 60), s, p->letter, p->letter, p->letter,
                          n == 1 && strchr("cos", *s) ? "; 'loophole decode' reads the output of solvers" : "");
    if (value[v] && (value[v] < 0) != off)
        return text_error(err, "The variable %.*s is both true and false.", (int)(n - off), s + off);
    value[v] = off ? -1 : 1;
    return true;
}

static bool formula_verify_is_bits(const struct instance *p, const char *s, size_t n)
{
    return !*p->letter && !p->names.n && n > 1 && n == (size_t)p->vars && strspn(s, "01") == n;
}

bool formula_values(const struct instance *p, const char *solution, signed char *value, struct text *err)
{
    for (const char *s = solution;;) {
        s += strspn(s, " \t\r\n");
        if (!*s) return true;
        size_t n = *s == ';' ? strcspn(s, "\n") : strcspn(s, " \t\r\n");
        bool skipped = *s == ';' || (n == 1 && *s == 'v' && dictionary_find(&p->names, "v", 1) < 0);
        if (!skipped && formula_verify_is_bits(p, s, n))
            for (int v = 1; v <= p->vars; v++) value[v] = s[v - 1] == '1' ? 1 : -1;
        else if (!skipped && !formula_verify_read_value(p, s, n, value, err))
            return false;
        s += n;
    }
}

/* ---- verification ---------------------------------------------------------------------------- */

static bool formula_verify_is_true(const signed char *value, lit x) { return value[lit_var(x)] == lit_sign(x); }

static int64_t formula_verify_sum_of(const lit *x, const int64_t *w, int n, const signed char *value)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        if (formula_verify_is_true(value, x[i])) sum += w ? w[i] : 1;
    return sum;
}

static bool formula_verify_row_holds(const struct instance *p, const struct special *s, const lit *x, int n,
                                     const signed char *value)
{
    int64_t sum = formula_verify_sum_of(x, s->weighted ? p->w + s->at : NULL, n, value);
    if (s->kind == FORMULA_CLAUSE) return sum > 0;
    if (s->kind == FORMULA_PARITY) return (sum & 1) == s->hi;
    return s->lo <= sum && sum <= s->hi;
}

/* Calls each(state, row, its special) for each row that the values violate, until it returns
 * false. */
static void formula_verify_rows(const struct instance *p, const signed char *value,
                                bool (*each)(void *state, int row, const struct special *s), void *state)
{
    const lit *x = p->lits.v;
    bool more = true;
    for (int i = 0, special = 0; i < p->rows && more; i++) {
        bool holds = false;
        int n = 0;
        for (; x[n]; n++) holds |= formula_verify_is_true(value, x[n]);
        const struct special *s = special < p->specials && p->special[special].row == i ? &p->special[special] : NULL;
        special += s != NULL;
        if (s) holds = formula_verify_row_holds(p, s, x, n, value);
        more = holds || each(state, i, s);
        x += n + 1;
    }
}

/* The verdict on the rows, or what shows the violated soft ones. */
struct verdict {
    const struct instance *p;
    int64_t cost;
    bool ok;
    struct text *err;
    void (*each)(void *state, const char *name, int64_t cost);
    void *state;
};

/* Adds the cost of a soft row; a hard one ends the verification. */
static bool formula_verify_judge(void *verdict, int row, const struct special *s)
{
    struct verdict *v = verdict;
    if (s && s->price) {
        v->cost += s->price;
        return true;
    }
    if (s && s->label)
        v->ok = text_error(v->err, "The %s %s is not satisfied.", v->p->row_name, v->p->labels.s + s->label - 1);
    else
        v->ok = text_error(v->err, "The %s %d is not satisfied.", v->p->row_name, row + 1);
    return false;
}

static void formula_verify_multiply(const struct instance *p, signed char *value)
{
    const lit *x = p->factors.v;
    for (int k = 1; k <= p->product.n; k++) {
        signed char *product = &value[p->vars + k];
        for (*product = 1; *x; x++)
            if (!formula_verify_is_true(value, *x)) *product = -1;
        x++;
    }
}

bool formula_verify(const struct instance *p, const char *solution, int64_t *objective_value, struct text *err)
{
    OWNED signed char *value = mem_new((size_t)p->vars + (size_t)p->product.n + 1, 1);
    bool ok = formula_values(p, solution, value, err);
    for (int v = 1; v <= p->vars && ok; v++)
        if (!value[v])
            ok = p->names.n ? text_error(err, "The variable %s has no value.", dictionary_word(&p->names, v - 1))
                            : text_error(err, "The variable %s%d has no value.", p->letter, v);
    if (ok) formula_verify_multiply(p, value);
    *objective_value = 0;
    struct verdict v = {.p = p, .ok = ok, .err = err};
    if (ok) formula_verify_rows(p, value, formula_verify_judge, &v);
    ok = v.ok;
    if (ok && p->costs)
        *objective_value =
            v.cost + p->cost.constant + formula_verify_sum_of(p->cost.sum.x.v, p->cost.sum.w, p->cost.sum.x.n, value);
    if (ok && *objective_value > p->most)
        ok = text_error(err, "The cost is %lld, but must be at most %lld.", (long long)*objective_value,
                        (long long)p->most);
    return ok;
}

/* ---- violated soft rows ---------------------------------------------------------------------- */

/* Passes on the name of a violated row: its own, that of its rule, or its number and line. */
static bool formula_verify_name(void *verdict, int row, const struct special *s)
{
    struct verdict *v = verdict;
    const struct instance *p = v->p;
    SCOPED(text) name = {0};
    int rule = p->rules - 1;
    while (rule >= 0 && p->rule[rule].from > row) rule--;
    if (s->label)
        text_put(&name, p->labels.s + s->label - 1);
    else if (rule >= 0)
        text_add(&name, "%s (%s %d)", p->rule[rule].text, p->row_name, row + 1);
    else
        text_add(&name, "%s %d (line %d)", p->row_name, row + 1, p->line[row]);
    v->each(v->state, name.s, s->price);
    return true;
}

void formula_violated(const struct instance *p, const char *solution,
                      void (*each)(void *state, const char *name, int64_t cost), void *state)
{
    OWNED signed char *value = mem_new((size_t)p->vars + (size_t)p->product.n + 1, 1);
    SCOPED(text) err = {0};
    struct verdict v = {.p = p, .each = each, .state = state};
    if (!formula_values(p, solution, value, &err)) return;
    formula_verify_multiply(p, value);
    formula_verify_rows(p, value, formula_verify_name, &v);
}
