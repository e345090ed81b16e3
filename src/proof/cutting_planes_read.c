/* Reads OPB for the cutting-planes checker; arithmetic of linear sums. */
#include "proof/cutting_planes_inside.h"

#include <stdlib.h>

bool planes_fail(struct planes *k, const char *format, ...)
{
    va_list args;
    if (k->err->n) return false;
    text_add(k->err, "%s, line %d: ", k->what, k->line);
    va_start(args, format);
    text_add_list(k->err, format, args);
    va_end(args);
    return false;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Skips blanks and comments: `%` in a proof, `*` at the start of a line in a formula. */
void planes_blanks(struct planes *k)
{
    bool proof = *k->what == 'p', begins = !proof && (k->s == k->p->formula || k->s[-1] == '\n');
    for (;; k->s++) {
        if (proof ? *k->s == '%' : *k->s == '*' && begins) k->s += strcspn(k->s, "\n");
        begins = begins || *k->s == '\n';
        if (*k->s == '\n')
            k->line++;
        else if (*k->s != ' ' && *k->s != '\t' && *k->s != '\r')
            return;
    }
}

/* Reads digits. Values above 2^62 are errors. */
static bool planes_digits(struct planes *k, __int128 *value)
{
    if (*k->s < '0' || *k->s > '9') return planes_fail(k, "a number is expected.");
    for (*value = 0; *k->s >= '0' && *k->s <= '9'; k->s++) {
        *value = 10 * *value + (*k->s - '0');
        if (*value > PLANES_LIMIT) return planes_fail(k, "the number has more than 62 bits.");
    }
    return true;
}

bool planes_number(struct planes *k, __int128 *value)
{
    planes_blanks(k);
    bool negative = *k->s == '-';
    k->s += *k->s == '-' || *k->s == '+';
    planes_blanks(k);
    if (!planes_digits(k, value)) return false;
    if (negative) *value = -*value;
    return true;
}

static bool planes_begins(char c) { return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '^' || c < 0; }

bool planes_at_literal(const struct planes *k) { return planes_begins(*k->s == '~' ? k->s[1] : *k->s); }

static bool planes_same(const void *planes, int i, const void *word)
{
    const struct planes *k = planes;
    const char *name = k->names.s + k->name[i], *s = word;
    size_t n = strlen(name);
    return !strncmp(s, name, n) && (!s[n] || strchr(" \t\r\n+-*<>=;~", s[n]));
}

bool planes_literal(struct planes *k, lit *x, bool adds)
{
    bool negated = *k->s == '~';
    k->s += negated;
    size_t n = planes_begins(*k->s) ? strcspn(k->s, " \t\r\n+-*<>=;~") : 0;
    if (!n) return planes_fail(k, "a variable is expected.");
    uint64_t hash = table_hash(k->s, n);
    int i = table_find(&k->index, hash, planes_same, k, k->s);
    if (i < 0 && !adds) return planes_fail(k, "the formula has no variable %.*s.", (int)min64((int64_t)n, 60), k->s);
    if (i < 0) {
        i = k->vars;
        table_add(&k->index, hash);
        MEM_PUSH(k->name, k->vars, k->name_cap, k->names.n);
        text_bytes(&k->names, k->s, n);
        text_bytes(&k->names, "", 1);
    }
    *x = negated ? -(i + 1) : i + 1;
    k->s += n;
    return true;
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Reads terms up to one of "<>=;:", for example "+2 x1 - 3 * ~x2 + 4 x3 + 1". */
static bool planes_terms(struct planes *k, bool adds)
{
    struct planes_read *t = &k->terms;
    t->n = 0;
    t->x.n = 0;
    t->constant = 0;
    for (planes_blanks(k); *k->s && !strchr("<>=;:", *k->s); planes_blanks(k)) {
        __int128 w = 1;
        bool negative = false, counted;
        lit x;
        for (; *k->s == '+' || *k->s == '-'; planes_blanks(k)) negative ^= *k->s++ == '-';
        counted = *k->s >= '0' && *k->s <= '9';
        if (counted && !planes_digits(k, &w)) return false;
        if (negative) w = -w;
        planes_blanks(k);
        if (counted && *k->s == '*') {
            k->s++;
            planes_blanks(k);
            if (!planes_at_literal(k)) return planes_fail(k, "a variable is expected behind the *.");
        }
        if (counted && !planes_at_literal(k)) {
            t->constant += w;
            continue;
        }
        if (!planes_literal(k, &x, adds)) return false;
        int64_t weight = (int64_t)w;
        MEM_PUSH(t->w, t->n, t->cap, weight);
        lits_push(&t->x, x);
        planes_blanks(k);
        if (*k->s == '*' || planes_at_literal(k)) return planes_fail(k, "a product of variables is not linear.");
    }
    return true;
}

bool planes_constraint(struct planes *k, enum planes_relation *relation, __int128 *degree, bool adds)
{
    if (!planes_terms(k, adds)) return false;
    char sign = *k->s;
    if (!sign || !strchr("<>=", sign)) return planes_fail(k, "a relation, like >=, is expected.");
    bool strict = sign != '=' && k->s[1] != '=';
    k->s += k->s[1] == '=' ? 2 : 1;
    if (!planes_number(k, degree)) return false;
    if (strict) *degree += sign == '>' ? 1 : -1;
    *relation = sign == '=' ? PLANES_EQUAL : sign == '>' ? PLANES_LEAST : PLANES_MOST;
    *degree -= k->terms.constant;
    return true;
}

/* ---- sums ------------------------------------------------------------------------------------ */

struct planes_sum *planes_sum_at(struct planes *k, int at)
{
    while (at >= k->sums) MEM_PUSH(k->sum, k->sums, k->sums_cap, (struct planes_sum){0});
    struct planes_sum *s = &k->sum[at];
    for (int i = 0; i < s->vars.n; i++) {
        s->w[s->vars.v[i]] = 0;
        s->in[s->vars.v[i]] = false;
    }
    s->vars.n = 0;
    s->degree = 0;
    return s;
}

/* Adds w x (w >= 0) to the left side. Of x and its negation one is true, so opposite terms
 * cancel. */
bool planes_sum_add(struct planes *k, struct planes_sum *s, lit x, __int128 w)
{
    int v = lit_var(x);
    if (v >= s->room) {
        int room = (int)max64(k->vars + 1, min64(2 * (int64_t)s->room, INT32_MAX));
        s->w = mem_resize(s->w, (size_t)room, sizeof *s->w);
        s->in = mem_resize(s->in, (size_t)room, sizeof *s->in);
        memset(s->w + s->room, 0, (size_t)(room - s->room) * sizeof *s->w);
        memset(s->in + s->room, 0, (size_t)(room - s->room) * sizeof *s->in);
        s->room = room;
    }
    __int128 old = s->w[v], more = x > 0 ? w : -w, now = old + more;
    if (!s->in[v]) {
        s->in[v] = true;
        lits_push(&s->vars, v);
    }
    if ((old < 0) != (more < 0)) s->degree -= (old < 0 ? -old : old) < w ? (old < 0 ? -old : old) : w;
    if (now > PLANES_LIMIT || -now > PLANES_LIMIT) return planes_fail(k, "a weight would have more than 62 bits.");
    s->w[v] = (int64_t)now;
    return true;
}

static bool planes_fits(struct planes *k, const struct planes_sum *s)
{
    return (s->degree <= PLANES_LIMIT && -s->degree <= PLANES_LIMIT) ||
           planes_fail(k, "the right side would have more than 62 bits.");
}

bool planes_sum_set(struct planes *k, struct planes_sum *s, int sign, __int128 degree)
{
    s->degree = sign * degree;
    for (size_t i = 0; i < k->terms.n; i++) {
        __int128 w = (__int128)sign * k->terms.w[i];
        lit x = k->terms.x.v[i];
        if (w < 0) s->degree -= w; /* w x = -w ~x + w */
        if (!planes_sum_add(k, s, w < 0 ? -x : x, w < 0 ? -w : w)) return false;
    }
    return planes_fits(k, s);
}

struct planes_row *planes_row_of(const struct planes_sum *s)
{
    struct planes_row *r = mem_new(1, sizeof *r);
    int n = 0;
    for (int i = 0; i < s->vars.n; i++) n += s->w[s->vars.v[i]] != 0;
    r->w = mem_new((size_t)n, sizeof *r->w);
    r->x = mem_new((size_t)n, sizeof *r->x);
    r->degree = (int64_t)s->degree;
    for (int i = 0; i < s->vars.n; i++) {
        int v = s->vars.v[i];
        int64_t w = s->w[v];
        if (!w) continue;
        r->x[r->n] = w > 0 ? v : -v;
        r->w[r->n++] = llabs(w);
    }
    return r;
}

void planes_push(struct planes *k, const struct planes_sum *s)
{
    if (k->cap < 2) k->row = mem_resize(k->row, k->cap = 1024, sizeof(struct planes_row *));
    int64_t next = k->last + 1;
    k->row[0] = NULL;
    MEM_PUSH(k->row, next, k->cap, planes_row_of(s));
    k->last++;
}

/* ---- the formula ----------------------------------------------------------------------------- */

bool planes_semicolon(struct planes *k)
{
    planes_blanks(k);
    if (*k->s != ';') return planes_fail(k, "';' is expected.");
    k->s++;
    return true;
}

/* Reads the objective. Stores a form to minimize, sum w x + constant with all w > 0. */
static bool planes_objective(struct planes *k)
{
    int sign = k->s[1] == 'a' ? -1 : 1;
    struct planes_sum *s = planes_sum_at(k, 0);
    if (k->objective) return planes_fail(k, "there are two objectives.");
    k->s += strlen("min:");
    if (!planes_terms(k, true) || !planes_semicolon(k) || !planes_sum_set(k, s, sign, 0)) return false;
    k->constant = sign * k->terms.constant - s->degree;
    k->objective = planes_row_of(s);
    return true;
}

bool planes_read_formula(struct planes *k)
{
    for (planes_blanks(k); *k->s; planes_blanks(k)) {
        enum planes_relation relation;
        __int128 degree;
        if (!strncmp(k->s, "min:", 4) || !strncmp(k->s, "max:", 4)) {
            if (!planes_objective(k)) return false;
            continue;
        }
        if (!planes_constraint(k, &relation, &degree, true) || !planes_semicolon(k)) return false;
        for (int side = 0; side < 2; side++) { /* an equality is two constraints: >=, then <= */
            if (relation == (side ? PLANES_LEAST : PLANES_MOST)) continue;
            struct planes_sum *s = planes_sum_at(k, 0);
            if (!planes_sum_set(k, s, side ? -1 : 1, degree)) return false;
            planes_push(k, s);
        }
        if (k->last % 1024 == 0 && job_over(k->p->job)) return planes_fail(k, "stopped.");
    }
    return true;
}
