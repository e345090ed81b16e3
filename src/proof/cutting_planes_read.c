/* Reads OPB for the cutting-planes checker; arithmetic of linear sums. */
#include "proof/cutting_planes_inside.h"

#include <stdlib.h>

void planes_fail(struct planes *k, const char *format, ...)
{
    va_list args;
    if (k->failed) return;
    k->failed = true;
    text_add(k->err, "%s, line %d: ", k->what, k->line);
    va_start(args, format);
    text_add_list(k->err, format, args);
    va_end(args);
    k->s += strlen(k->s);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Skips blanks and comments: `%` in a proof; in a formula `*` at the start of a line, and from
 * slash and star to star and slash. */
void planes_blanks(struct planes *k)
{
    bool proof = *k->what == 'p', begins = !proof && (k->s == k->p->formula || k->s[-1] == '\n');
    for (;; k->s++) {
        const char *end = !proof && k->s[0] == '/' && k->s[1] == '*' ? strstr(k->s + 2, "*/") : NULL;
        for (; end && k->s < end + 2; k->s++) k->line += *k->s == '\n';
        if (proof ? *k->s == '%' : *k->s == '*' && begins) k->s += strcspn(k->s, "\n");
        begins = begins || *k->s == '\n';
        k->line += *k->s == '\n';
        if (!*k->s || !strchr(" \t\r\n", *k->s)) return;
    }
}

bool planes_takes(struct planes *k, char c)
{
    planes_blanks(k);
    if (*k->s != c) return false;
    k->s++;
    return true;
}

void planes_semicolon(struct planes *k)
{
    if (!planes_takes(k, ';')) planes_fail(k, "';' is expected.");
}

void planes_fits(struct planes *k, __int128 number)
{
    if (number > PLANES_LIMIT || -number > PLANES_LIMIT) planes_fail(k, "a number has more than 62 bits.");
}

static __int128 planes_digits(struct planes *k)
{
    __int128 value = 0;
    if (*k->s < '0' || *k->s > '9') planes_fail(k, "a number is expected.");
    for (; *k->s >= '0' && *k->s <= '9'; k->s++)
        if (value <= PLANES_LIMIT) value = 10 * value + (*k->s - '0');
    planes_fits(k, value);
    return k->failed ? 0 : value;
}

__int128 planes_number(struct planes *k)
{
    bool negative = planes_takes(k, '-');
    if (!negative) planes_takes(k, '+');
    planes_blanks(k);
    __int128 value = planes_digits(k);
    return negative ? -value : value;
}

static bool planes_begins(char c) { return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '^' || c < 0; }

bool planes_at_literal(const struct planes *k) { return planes_begins(*k->s == '~' ? k->s[1] : *k->s); }

static size_t planes_name_length(const char *s) { return planes_begins(*s) ? strcspn(s, " \t\r\n+-*<>=;~:") : 0; }

static bool planes_same(const void *planes, int i, const void *word)
{
    const struct planes *k = planes;
    const char *name = k->names.s + k->name[i];
    size_t n = strlen(name);
    return n == planes_name_length(word) && !strncmp(word, name, n);
}

lit planes_literal(struct planes *k, bool adds)
{
    bool negated = *k->s == '~';
    k->s += negated;
    size_t n = planes_name_length(k->s);
    uint64_t hash = table_hash(k->s, n);
    int i = table_find(&k->index, hash, planes_same, k, k->s);
    if (!n)
        planes_fail(k, "a variable is expected.");
    else if (i < 0 && !adds)
        planes_fail(k, "the formula has no variable %.*s.", (int)min64((int64_t)n, 60), k->s);
    if (k->failed) return 0;
    if (i < 0) {
        i = k->vars;
        table_add(&k->index, hash);
        MEM_PUSH(k->name, k->vars, k->name_cap, k->names.n);
        text_bytes(&k->names, k->s, n);
        text_bytes(&k->names, "", 1);
    }
    k->s += n;
    return negated ? -(i + 1) : i + 1;
}

/* ---- sums ------------------------------------------------------------------------------------ */

struct planes_sum *planes_sum_at(struct planes *k, int at)
{
    while (at >= k->sums) MEM_PUSH(k->sum, k->sums, k->sums_cap, (struct planes_sum){0});
    struct planes_sum *s = &k->sum[at];
    for (int i = 0; i < s->vars.n; i++) s->of[s->vars.v[i]] = (struct planes_weight){0};
    s->vars.n = 0;
    s->degree = 0;
    return s;
}

/* Of x and its negation one is true, so opposite terms cancel. */
void planes_sum_add(struct planes *k, struct planes_sum *s, lit x, __int128 w)
{
    int v = lit_var(x);
    if (v >= s->room) {
        int room = (int)max64(k->vars + 1, min64(2 * (int64_t)s->room, INT32_MAX));
        s->of = mem_resize(s->of, (size_t)room, sizeof *s->of);
        memset(s->of + s->room, 0, (size_t)(room - s->room) * sizeof *s->of);
        s->room = room;
    }
    __int128 old = s->of[v].w, more = x > 0 ? w : -w;
    if (!s->of[v].used) lits_push(&s->vars, v);
    s->of[v].used = true;
    if ((old < 0) != (more < 0)) s->degree -= (old < 0 ? -old : old) < w ? (old < 0 ? -old : old) : w;
    planes_fits(k, old + more);
    if (!k->failed) s->of[v].w = (int64_t)(old + more);
}

void planes_sum_negate(struct planes_sum *s)
{
    s->degree = 1 - s->degree;
    for (int i = 0; i < s->vars.n; i++) {
        int64_t *w = &s->of[s->vars.v[i]].w;
        s->degree += llabs(*w);
        *w = -*w;
    }
}

struct planes_row *planes_row_of(const struct planes_sum *s)
{
    struct planes_row *r = mem_new(1, sizeof *r);
    int n = 0;
    for (int i = 0; i < s->vars.n; i++) n += s->of[s->vars.v[i]].w != 0;
    r->term = mem_new((size_t)n, sizeof *r->term);
    r->degree = (int64_t)s->degree;
    for (int i = 0; i < s->vars.n; i++) {
        int v = s->vars.v[i];
        int64_t w = s->of[v].w;
        if (w) r->term[r->n++] = (struct planes_term){llabs(w), w > 0 ? v : -v};
    }
    return r;
}

void planes_push(struct planes *k, const struct planes_sum *s)
{
    planes_fits(k, s->degree);
    if (!k->failed) MEM_PUSH(k->row, k->next, k->cap, planes_row_of(s));
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Adds sign * terms up to one of "<>=;:" to the left side, for example "+2 x1 - 3 * ~x2 + 1". */
static void planes_terms(struct planes *k, struct planes_sum *s, int sign, bool adds)
{
    for (planes_blanks(k); *k->s && !strchr("<>=;:", *k->s); planes_blanks(k)) {
        bool negative = sign < 0;
        for (; *k->s == '+' || *k->s == '-'; planes_blanks(k)) negative ^= *k->s++ == '-';
        bool counted = *k->s >= '0' && *k->s <= '9', times;
        __int128 w = counted ? planes_digits(k) : 1;
        times = counted && planes_takes(k, '*');
        planes_blanks(k);
        if (counted && !times && !planes_at_literal(k)) {
            s->degree -= negative ? -w : w;
            continue;
        }
        lit x = planes_literal(k, adds);
        if (negative) s->degree += w; /* -w x = w ~x - w */
        planes_sum_add(k, s, negative ? -x : x, w);
        planes_blanks(k);
        if (*k->s == '*' || planes_at_literal(k)) planes_fail(k, "a product of variables is not linear.");
    }
}

char planes_constraint(struct planes *k, bool adds)
{
    struct planes_sum *s = planes_sum_at(k, 0);
    planes_terms(k, s, 1, adds);
    char sign = planes_takes(k, '<') ? '<' : planes_takes(k, '>') ? '>' : '=';
    bool either = planes_takes(k, '=');
    if (sign == '=' && !either) planes_fail(k, "a relation, like >=, is expected.");
    s->degree += planes_number(k);
    if (!either) s->degree += sign == '>' ? 1 : -1;
    return sign;
}

/* Reads the objective. Stores a form to minimize, sum w x + constant with all w > 0. */
static void planes_objective(struct planes *k)
{
    int sign = k->s[1] == 'a' ? -1 : 1;
    struct planes_sum *s = planes_sum_at(k, 0);
    k->s += strlen("min:");
    if (k->objective) planes_fail(k, "there are two objectives.");
    planes_terms(k, s, sign, true);
    planes_semicolon(k);
    k->constant = -s->degree;
    if (!k->failed) k->objective = planes_row_of(s);
}

void planes_read_formula(struct planes *k)
{
    for (planes_blanks(k); *k->s; planes_blanks(k)) {
        size_t label = planes_name_length(k->s), colon = label + strspn(k->s + label, " \t"); /* "R1: x + y >= 1" */
        if (!strncmp(k->s, "min:", 4) || !strncmp(k->s, "max:", 4)) {
            planes_objective(k);
            continue;
        }
        if (label && k->s[colon] == ':') k->s += colon + 1;
        char relation = planes_constraint(k, true);
        struct planes_sum *s = &k->sum[0]; /* an equality is two constraints: >=, then <= */
        planes_semicolon(k);
        if (relation != '<') planes_push(k, s);
        s->degree++;
        planes_sum_negate(s);
        if (relation != '>') planes_push(k, s);
        if (k->next % 1024 == 0 && job_over(k->p->job)) planes_fail(k, "stopped.");
    }
}
