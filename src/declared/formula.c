/* Rows of OPB, WCNF and CNF files as a model: hard rows unchanged; a soft row gets a literal that
 * pays for it. */
#include "declared/formula.h"
#include "base/number.h"

#include <stdlib.h>

/* ---- reading --------------------------------------------------------------------------------- */

bool formula_reader(struct formula_reader *r, const struct source *source, const char *what, const char *puzzle,
                    const char *row_name, struct text *err)
{
    const char *text = source->text || !*source->name ? source->text : ""; /* a file with a header only is empty */
    if (source->argc || !text)
        return text_error(err, "%s is read from a file: 'loophole solve %s -f FILE' (- is standard input).", what,
                          puzzle);
    struct instance *p = mem_new(1, sizeof *p);
    p->most = p->good = INT64_MAX;
    p->letter = "";
    p->row_name = row_name;
    *r = (struct formula_reader){
        .s = text, .start = text, .name = source->name, .line = source->line, .p = p, .note = source->note, .err = err};
    r->said_vars = r->said_rows = -1;
    return true;
}

bool formula_header(struct formula_reader *r, const char *kinds, const char *line, int *kind)
{
    char word[8] = "";
    int n = 0;
    if (*r->s == 'p' && strchr(" \t", r->s[1])) sscanf(r->s + 1, "%7s%n", word, &n);
    *kind = *word ? strings_index(kinds, word) : -1;
    if (*kind < 0)
        return formula_wrong(r, "expected the line '%s'%s.", line,
                             *word == 'w' || *r->s == 'h' ? "; a file with weights is a wcnf" : "");
    r->s += 1 + n;
    if (!strcmp(word, "inccnf")) return true; /* it has no numbers */
    int64_t vars = -1;
    r->s += strspn(r->s, " \t");
    bool ok = formula_number(r, &vars);
    r->s += strspn(r->s, " \t");
    ok = ok && formula_number(r, &r->said_rows);
    if (!ok || vars < 0 || r->said_rows < 0 || vars > MODEL_VARS || r->said_rows > MODEL_VARS)
        return formula_wrong(r, "'%s' takes two numbers from 0 to %d.", line, MODEL_VARS);
    r->p->vars = (int)(r->said_vars = vars);
    return true;
}

bool formula_header_ends(struct formula_reader *r)
{
    r->s += strspn(r->s, " \t\r");
    return !*r->s || *r->s == '\n' || formula_fail(r, "the end of the header's line");
}

void formula_note_unused(struct formula_reader *r, int vars)
{
    if (r->note)
        text_add(r->note,
                 "%s: its header announces %lld variables, but %d occur; solutions and counts leave out the others.",
                 r->name, (long long)r->said_vars, vars);
}

/* If far fewer variables occur than the file has numbers, keeps only these, and their numbers as
 * names. Comments about variables prevent it. */
static void formula_drop_unused(struct formula_reader *r)
{
    struct instance *p = r->p;
    if (p->names.n || p->remarks || p->product.n || !formula_sparse(p->vars, p->lits.n, FORMULA_UNUSED)) return;
    for (int i = 0; i < p->lits.n; i++) {
        char name[12];
        if (!p->lits.v[i]) continue;
        const int length = snprintf(name, sizeof name, "%d", lit_var(p->lits.v[i]));
        p->lits.v[i] = lit_sign(p->lits.v[i]) * (1 + dictionary_add(&p->names, name, (size_t)length));
    }
    p->vars = p->names.n;
    if (r->said_vars > p->vars) formula_note_unused(r, p->vars);
}

bool formula_whole(struct formula_reader *r)
{
    const struct instance *p = r->p;
    const bool vars = r->said_vars >= 0 && r->said_vars < p->vars, rows = r->said_rows >= 0 && r->said_rows < p->rows;
    const int64_t said = vars ? r->said_vars : r->said_rows;
    if (r->said_rows > p->rows)
        return formula_wrong(r,
                             "the file ends after %d of the %lld %ss that its header announces; complete it if it is "
                             "truncated, or correct the header.",
                             p->rows, (long long)r->said_rows, p->row_name);
    if (r->note && (vars || rows))
        text_add(r->note, "%s: its header announces %lld %s%s, but there are %d.", r->name, (long long)said,
                 vars ? "variable" : p->row_name, plural(said, "", "s"), vars ? p->vars : p->rows);
    if (p->zero) formula_drop_unused(r);
    r->grow = r->grow && r->said_vars < 0 && !p->names.n;
    return true;
}

void formula_release(struct instance *p)
{
    formula_annotations_release(p);
    mem_free(p->text);
    dictionary_release(&p->names);
    dictionary_release(&p->product);
    lits_release(&p->factors);
    text_release(&p->labels);
    lits_release(&p->lits);
    terms_release(&p->cost.sum);
    MEM_FREE(p->special, p->line, p->w, p);
}

void formula_blanks(struct formula_reader *r)
{
    for (;; r->s++) {
        if (*r->s == '\n')
            r->line++;
        else if (*r->s != ' ' && *r->s != '\t' && *r->s != '\r')
            return;
    }
}

bool formula_wrong(const struct formula_reader *r, const char *format, ...)
{
    SCOPED(text) what = {0};
    TEXT_ADD_ARGUMENTS(&what, format);
    return text_error(r->err, "%s:%d: %s", r->name, r->line, text_string(&what));
}

/* The length of the number at s, with its sign; 0: there is none. */
static size_t number_length(const char *s)
{
    size_t sign = *s == '-' || *s == '+', n = strspn(s + sign, "0123456789");
    return n && (!s[sign + n] || strchr(" \t\r\n", s[sign + n])) ? sign + n : 0;
}

bool formula_fail(struct formula_reader *r, const char *expected)
{
    struct formula_reader again = *r;
    int n = (int)min64((int64_t)number_length(r->s), 60);
    int64_t value;
    if (!*r->s) return formula_wrong(r, "the file ends, but %s is expected.", expected);
    if (n && !formula_number(&again, &value))
        return formula_wrong(r, "the number %.*s has more than 63 bits.", n, r->s);
    return formula_wrong(r, "expected %s, not '%.*s'.", expected, (int)min64((int64_t)strcspn(r->s, " \t\r\n"), 20),
                         r->s);
}

int64_t formula_digits(const char **s)
{
    int64_t v = 0;
    for (; **s >= '0' && **s <= '9'; (*s)++) v = min64(10 * v + (**s - '0'), MODEL_VARS + 1);
    return v;
}

bool formula_number_wide(struct formula_reader *r, __int128 *value)
{
    size_t n = number_length(r->s);
    const char *s = r->s + (*r->s == '-' || *r->s == '+'), *end = r->s + n;
    for (*value = 0; s < end && *value < FORMULA_WIDE; s++) *value = 10 * *value + (*s - '0');
    if (!n || *value >= FORMULA_WIDE) return false;
    if (*r->s == '-') *value = -*value;
    r->s = end;
    return true;
}

bool formula_number(struct formula_reader *r, int64_t *value)
{
    __int128 wide;
    const char *from = r->s;
    if (formula_number_wide(r, &wide) && wide >= -INT64_MAX && wide <= INT64_MAX) {
        *value = (int64_t)wide;
        return true;
    }
    r->s = from;
    return false;
}

bool formula_has(struct formula_reader *r, int64_t v)
{
    if (r->grow && v <= MODEL_VARS) r->p->vars = (int)max64(v, r->p->vars);
    return v <= r->p->vars;
}

bool formula_literals(struct formula_reader *r)
{
    struct instance *p = r->p;
    int64_t value;
    for (;;) {
        int line = r->line;
        formula_blanks(r);
        if (*r->s == 'c' && r->line > line) {
            formula_comment(r);
            continue;
        }
        if (!formula_number(r, &value)) {
            SCOPED(text) expected = {0};
            text_add(&expected, "a literal or the 0 that ends %s %d", p->row_name, p->rows + 1);
            return formula_fail(r, text_string(&expected));
        }
        int64_t var = value < 0 ? -value : value;
        if (!formula_has(r, var))
            return formula_wrong(r, "%s %d contains variable %lld, but there are %d variables.", p->row_name,
                                 p->rows + 1, (long long)var, r->grow ? MODEL_VARS : p->vars);
        lits_push(&p->lits, (lit)value);
        if (!value) return true;
    }
}

int formula_by_variable(const void *a, const void *b)
{
    lit x = *(const lit *)a, y = *(const lit *)b;
    return lit_var(x) != lit_var(y) ? (lit_var(x) > lit_var(y)) - (lit_var(x) < lit_var(y)) : (x > y) - (x < y);
}

lit formula_product(struct instance *p, lit *x, int n)
{
    SCOPED(text) name = {0};
    int kept = 0, known = p->product.n;
    qsort(x, (size_t)n, sizeof *x, formula_by_variable);
    for (int i = 0; i < n; i++) {
        if (kept && x[i] == -x[kept - 1]) return 0;
        if (!kept || x[i] != x[kept - 1]) x[kept++] = x[i];
    }
    if (kept == 1) return x[0];
    for (int i = 0; i < kept; i++) {
        text_put(&name, i ? x[i] < 0 ? "*~" : "*" : x[i] < 0 ? "~" : "");
        if (p->names.n)
            text_put(&name, dictionary_word(&p->names, lit_var(x[i]) - 1));
        else
            text_add(&name, "%d", lit_var(x[i]));
    }
    int k = dictionary_add(&p->product, name.s, name.n);
    if (k == known) {
        lits_add(&p->factors, x, kept);
        lits_push(&p->factors, 0);
    }
    return MODEL_VARS + 1 + k;
}

bool formula_special(struct formula_reader *r, struct formula_row s)
{
    struct instance *p = r->p;
    p->prices += s.price;
    s.row = p->rows;
    s.first = p->in;
    s.n = p->lits.n - 1 - p->in;
    MEM_PUSH(p->special, p->specials, p->special_cap, s);
    return true;
}

void formula_label(const struct instance *p, struct text *out)
{
    text_add(out, "of %d %s and %d %s%s", p->vars, plural(p->vars, "variable", "variables"), p->rows, p->row_name,
             plural(p->rows, "", "s"));
}

/* ---- building -------------------------------------------------------------------------------- */

/* Returns the cost of violating a row, in the model; 0: the row is hard, or left out. */
static int64_t soft_price(const struct instance *p, const struct formula_row *s)
{
    if (!s->price || s->price > p->good || p->only_hard) return 0;
    return p->shift ? (s->price >> p->shift) + 1 : s->price;
}

static bool is_unit(const struct formula_row *s) { return s->kind == FORMULA_CLAUSE && s->n == 1; }

/* Builds a soft row: it holds, or its literal, which costs its price, is true. The literal may be
 * true without need: see objective->upper_bound_only. */
static void build_soft(const struct instance *p, const struct formula_row *s, const lit *x, int n, struct model *m)
{
    if (is_unit(s)) return;
    model_facts(m)->group = 1;
    lit r = model_derived(m, "%s %d is broken", p->row_name, s->row + 1);
    OWNED lit *y = mem_new((size_t)n + 1, sizeof *y);
    OWNED int64_t *w = mem_new((size_t)n + 1, sizeof *w);
    int64_t low = 0, high = 0;
    memcpy(y, x, (size_t)n * sizeof *y);
    y[n] = r;
    if (s->kind == FORMULA_CLAUSE) model_clause(m, y, n + 1);
    for (int i = 0; i < n && s->kind == FORMULA_SUM; i++) {
        w[i] = s->weighted ? p->w[s->at + (size_t)i] : 1;
        low += min64(w[i], 0);
        high += max64(w[i], 0);
    }
    if (s->kind == FORMULA_SUM && (s->lo > high || s->hi < low)) {
        model_clause(m, &r, 1); /* it never holds */
    } else if (s->kind == FORMULA_SUM) {
        w[n] = max64(s->lo, low) - low;
        if (w[n]) model_pb(m, y, w, n + 1, s->lo, INT64_MAX);
        w[n] = min64(s->hi, high) - high;
        if (w[n]) model_pb(m, y, w, n + 1, INT64_MIN, s->hi);
    }
}

static void build_special(const struct instance *p, const struct formula_row *s, const lit *x, int n, struct model *m)
{
    if (s->price && s->price <= p->good && p->only_hard) return;
    if (soft_price(p, s))
        build_soft(p, s, x, n, m);
    else if (s->kind == FORMULA_CLAUSE)
        model_clause(m, x, n);
    else if (s->kind == FORMULA_PARITY)
        model_xor(m, x, n, (int)s->hi);
    else if (s->weighted)
        model_pb(m, x, p->w + s->at, n, s->lo, s->hi);
    else
        model_card(m, x, n, s->lo, s->hi);
}

/* Makes a variable for each product of literals, which is true if all of them are. */
static void build_products(const struct instance *p, struct model *m)
{
    const lit *x = p->factors.v;
    SCOPED(lits) c = {0};
    if (p->product.n) model_rule(m, "a product is 1 if its factors are");
    for (int k = 0; k < p->product.n; k++, x++) {
        lit y = model_derived(m, "%s", dictionary_word(&p->product, k));
        for (c.n = 0; *x; x++) {
            model_clause(m, (lit[]){-y, *x}, 2);
            lits_push(&c, -*x);
        }
        lits_push(&c, y);
        model_clause(m, c.v, c.n);
    }
}

static void build_rows(const struct instance *p, struct model *m)
{
    const lit *x = p->lits.v;
    bool same = false; /* the last row has the text of the last rule */
    for (int i = 0, special = 0, rules = 0; i < p->rows; i++) {
        int n = 0;
        while (x[n]) n++;
        const struct formula_row *s =
            special < p->specials && p->special[special].row == i ? &p->special[special] : NULL;
        special += s != NULL;
        if (rules < p->rules && p->rule[rules].from == i) {
            rules++;
            same = false;
        }
        if (s && s->label)
            model_rule(m, "%s", p->labels.s + s->label - 1);
        else if (!rules)
            model_rule(m, "%s %d (line %d)", p->row_name, i + 1, p->line[i]);
        else if (!same)
            model_rule(m, "%s", p->rule[rules - 1].text);
        same = !(s && s->label);
        if (s)
            build_special(p, s, x, n, m);
        else
            model_clause(m, x, n);
        x += n + 1;
    }
}

/* Minimizes the file's cost and the prices of the soft rows: those of a clause of one literal are
 * paid for its negation, the others for the literals that build_soft makes. */
static void build_cost(const struct instance *p, struct model *m)
{
    SCOPED(terms) c = {0};
    lit r = p->vars + p->product.n;
    for (int i = 0; i < p->cost.sum.x.n; i++) terms_add(&c, p->cost.sum.x.v[i], p->cost.sum.w[i]);
    for (const struct formula_row *s = p->special; s < p->special + p->specials; s++) {
        const int64_t price = soft_price(p, s);
        if (price) terms_add(&c, is_unit(s) ? -p->lits.v[s->first] : ++r, price);
    }
    struct objective cost = {.n = c.x.n, .x = c.x.v, .w = c.w, .upper_bound_only = p->prices > 0, .name = "cost"};
    model_optimize(m, &cost, p->cost.constant, p->cost.maximize);
    if (p->most == INT64_MAX || p->shift) return;
    model_rule(m, "the cost is at most %lld", (long long)p->most);
    model_pb(m, c.x.v, c.w, c.x.n, INT64_MIN, p->most - p->cost.constant);
}

struct objective formula_objective(const struct formulation *f, const struct instance *p, enum int_form form)
{
    SCOPED(model) *m = model_new();
    if (!p->costs) return (struct objective){0};
    while (model_vars(m) < p->vars + p->product.n + p->specials) model_var(m, "any");
    build_cost(p, m);
    struct objective o = *model_objective(m);
    o.name = "cost";
    return o;
}

bool formula_narrow(struct instance *p, int64_t good)
{
    static const __int128 most = (__int128)1 << 61;
    if (p->prices < most) return true;
    p->only_hard = good < 0;
    p->good = good < 0 ? p->most : min64(good, p->most);
    OWNED __int128 *unit = mem_new((size_t)p->vars + 1, sizeof *unit); /* what a true variable pays more */
    __int128 all = 0, left = 0;
    for (const struct formula_row *s = p->special; s < p->special + p->specials; s++) {
        if (!s->price || s->price > p->good || p->only_hard) continue;
        const lit x = p->lits.v[s->first];
        all += s->price;
        if (is_unit(s))
            unit[lit_var(x)] -= lit_sign(x) * (__int128)s->price;
        else
            left += s->price;
    }
    for (int v = 1; v <= p->vars; v++) left += unit[v] < 0 ? -unit[v] : unit[v];
    p->shift = 0;
    if (left < most && all - left < 2 * most) return true; /* the rest is what opposite literals cost, twice */
    do p->shift++;
    while ((all >> p->shift) + p->specials >= most / 2);
    return false;
}

void formula_build(const struct formulation *f, const struct instance *p, const struct bounds *bounds, struct model *m)
{
    model_facts(m)->projected = p->shown != NULL;
    model_facts(m)->weighted = p->weighted ? mem_string(p->weighted) : NULL;
    for (int v = 1; v <= p->vars; v++) {
        lit (*add)(struct model *, const char *, ...) = p->shown && !p->shown[v] ? model_derived : model_var;
        if (p->names.n)
            add(m, "%s", dictionary_word(&p->names, v - 1));
        else if (p->named && p->named[v])
            add(m, "%s", p->named[v]);
        else
            add(m, "%s%d", p->letter, v);
    }
    build_products(p, m);
    build_rows(p, m);
    formula_annotations_build(p, m);
    if (p->costs) build_cost(p, m);
}

void formula_decode(const struct formulation *f, const struct instance *p, const lit *x, struct values a,
                    struct solution *out)
{
    int64_t *value = solution_numbers(out, p->vars + 1, 0);
    for (int v = 1; v <= p->vars; v++) value[v] = value_true(a, v) ? 1 : -1;
}

void formula_literal(const struct instance *p, int v, int64_t value, struct text *out)
{
    text_put(out, value < 0 ? "-" : "");
    if (p->names.n)
        text_put(out, dictionary_word(&p->names, v - 1));
    else
        text_add(out, "%s%d", p->letter, v);
}

void formula_print(const struct instance *p, const struct solution *s, struct text *out)
{
    SCOPED(text) word = {0};
    size_t from = 0;
    for (int v = 1; v <= p->vars; v++) {
        if (s->brief && s->v[v] < 0) continue;
        text_clear(&word);
        formula_literal(p, v, s->v[v], &word);
        solution_word(s, v % 16 == 1, word.s, &from, out);
    }
    if (p->zero)
        solution_word(s, false, "0", &from, out);
    else if (!from)
        text_char(out, 'v');
    text_char(out, '\n');
}
