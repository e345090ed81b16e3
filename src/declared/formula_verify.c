/* A solution of a formula, verified against its rows. */
#include "base/number.h"
#include "declared/formula.h"

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
    if (p->zero && n == 1 && *s == '0') return true; /* it ends a line of numbers */
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
    return p->zero && !p->names.n && n > 1 && n == (size_t)p->vars && strspn(s, "01") == n;
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

static bool formula_verify_row_holds(const struct instance *p, const struct formula_row *s, const lit *x, int n,
                                     struct values a)
{
    int64_t sum = values_sum(a, x, s->weighted ? p->w + s->at : NULL, n);
    if (s->kind == FORMULA_CLAUSE) return sum > 0;
    if (s->kind == FORMULA_PARITY) return (sum & 1) == s->hi;
    return s->lo <= sum && sum <= s->hi;
}

/* A row that values violate; {.x = the literals of the first row} before the first one. */
struct violation {
    int row, next, specials;     /* from `next` on, with the specials from `specials` on, no row was looked at */
    const lit *x;                /* of row `next` */
    const struct formula_row *s; /* of `row`; NULL: it is a clause */
};

/* Goes on to the next violated row. False: there is none. */
static bool formula_verify_next(const struct instance *p, struct values a, struct violation *v)
{
    while (v->next < p->rows) {
        const lit *x = v->x;
        bool holds = false;
        int n = 0;
        for (; x[n]; n++) holds |= value_true(a, x[n]);
        v->x += n + 1;
        v->row = v->next++;
        bool special = v->specials < p->specials && p->special[v->specials].row == v->row;
        v->s = special ? &p->special[v->specials++] : NULL;
        if (special) holds = formula_verify_row_holds(p, v->s, x, n, a);
        if (!holds) return true;
    }
    return false;
}

static bool formula_verify_rows_hold(const struct instance *p, struct values a, __int128 *cost, struct text *err)
{
    for (struct violation v = {.x = p->lits.v}; formula_verify_next(p, a, &v);) {
        if (v.s && v.s->price)
            *cost += v.s->price;
        else if (v.s && v.s->label)
            return text_error(err, "The %s %s is not satisfied.", p->row_name, p->labels.s + v.s->label - 1);
        else
            return text_error(err, "The %s %d is not satisfied.", p->row_name, v.row + 1);
    }
    return true;
}

static void formula_verify_multiply(const struct instance *p, struct values a)
{
    const lit *x = p->factors.v;
    for (int k = 1; k <= p->product.n; k++) {
        signed char *product = &a.v[p->vars + k];
        for (*product = 1; *x; x++)
            if (!value_true(a, *x)) *product = -1;
        x++;
    }
}

bool formula_verify(const struct instance *p, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(values) a = values_new(p->vars + p->product.n);
    bool ok = formula_values(p, solution, a.v, err);
    for (int v = 1; v <= p->vars && ok; v++)
        if (!a.v[v])
            ok = p->names.n ? text_error(err, "The variable %s has no value.", dictionary_word(&p->names, v - 1))
                            : text_error(err, "The variable %s%d has no value.", p->letter, v);
    if (ok) formula_verify_multiply(p, a);
    *objective_value = 0;
    __int128 cost = 0;
    ok = ok && formula_verify_rows_hold(p, a, &cost, err);
    cost += p->cost.constant + values_sum(a, p->cost.sum.x.v, p->cost.sum.w, p->cost.sum.x.n);
    if (ok && p->costs && cost >> 62 > 0) ok = text_error(err, "The cost needs more than 62 bits.");
    if (ok && p->costs) *objective_value = (int64_t)cost;
    if (ok && *objective_value > p->most)
        ok = text_error(err, "The cost is %lld, but must be at most %lld.", (long long)*objective_value,
                        (long long)p->most);
    return ok;
}

void formula_numbers(const struct instance *p, const char *text, struct solution *out)
{
    OWNED signed char *value = mem_new((size_t)p->vars + 1, 1);
    SCOPED(text) err = {0};
    int64_t *v = solution_numbers(out, p->vars + 1, 0);
    bool good = formula_values(p, text, value, &err);
    assert(good && "only verified solutions are read");
    for (int i = 1; i <= p->vars; i++) v[i] = value[i];
}

/* ---- violated soft rows ---------------------------------------------------------------------- */

/* The name of a violated row: its own, that of its rule, or its number and line. */
static void formula_verify_name(const struct instance *p, const struct violation *v, struct text *out)
{
    int rule = p->rules - 1;
    while (rule >= 0 && p->rule[rule].from > v->row) rule--;
    text_clear(out);
    if (v->s->label)
        text_put(out, p->labels.s + v->s->label - 1);
    else if (rule >= 0)
        text_add(out, "%s (%s %d)", p->rule[rule].text, p->row_name, v->row + 1);
    else
        text_add(out, "%s %d (line %d)", p->row_name, v->row + 1, p->line[v->row]);
}

void formula_violated(const struct instance *p, const struct solution *solution,
                      void (*each)(void *state, const char *name, int64_t cost), void *state)
{
    SCOPED(values) a = values_new(p->vars + p->product.n);
    SCOPED(text) name = {0};
    for (int v = 1; v <= p->vars; v++) a.v[v] = (signed char)solution->v[v];
    formula_verify_multiply(p, a);
    for (struct violation v = {.x = p->lits.v}; formula_verify_next(p, a, &v);) {
        formula_verify_name(p, &v, &name);
        each(state, name.s, v.s->price);
    }
}
