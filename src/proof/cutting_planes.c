/* The checker of cutting-planes proofs: reads words, sums of literals, OPB files, and the rules of
 * proofs. Each derived constraint holds for all solutions of the formula that are better than every
 * solution in the proof so far. planes_fail stores the first mistake and moves to the end of the
 * text, so its callers need not test for it. */
#include "base/number.h"
#include "proof/cutting_planes_inside.h"

#include <stdlib.h>

enum { DEPTH = 100, POLL = 256 };

static const __int128 LIMIT = (__int128)1 << 62;

/* A constraint that is being computed. of[v].w: > 0 the weight of v, < 0 that of its negation. */
struct planes_sum {
    struct planes_weight {
        int64_t w;
        bool used;
    } * of;
    size_t cap;       /* entries of `of`; those not used are 0 */
    struct lits vars; /* the used variables */
    __int128 degree;
};

struct planes {
    struct cutting_planes *p;
    struct text *err;
    bool failed, proves;     /* proves: the proof is read, not the formula */
    const char *word, *s;    /* the word to read next, and its end */
    char kind;               /* of that word: '0' a number, 'a' a name, another character, 0 the end */
    int line;                /* of that word */
    struct dictionary names; /* variable v is name v - 1 */
    struct planes_row **row; /* by number, from 1 to next - 1; NULL: deleted */
    int64_t next;            /* row[0]: the objective is its sum - its degree, to be minimized */
    size_t cap;
    bool optimizes;               /* there is an objective */
    bool found;                   /* a solution was checked */
    __int128 cost, best;          /* the objective value of the last solution, and the least so far */
    struct planes_sum sum[DEPTH]; /* a stack */
    struct planes_variable {
        int64_t value; /* now is true, -now is false, other values are old */
        int64_t only;  /* the number of the constraint that has it; 0: none has, -1: several had */
    } * var;
    int64_t now;
    size_t vars, vars_cap; /* entries of var */
    int given;             /* variables of the formula */
    bool defines;          /* unknown names are new variables */
};

/* ---- words ----------------------------------------------------------------------------------- */

static void planes_fail(struct planes *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void planes_fail(struct planes *k, const char *format, ...)
{
    if (k->failed) return;
    text_add(k->err, "%s, line %d: ", k->proves ? "proof" : "formula", k->line);
    TEXT_ADD_ARGUMENTS(k->err, format);
    k->failed = true;
    k->word = k->s += strlen(k->s);
    k->kind = '\0';
}

static bool planes_digit(char c) { return c >= '0' && c <= '9'; }

static bool planes_begins(char c) { return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '^' || c < 0; }

/* Returns the length of the name at s. A minus belongs to it after an opening bracket; a slash
 * before a star does not, because a comment begins there. */
static size_t planes_name(const char *s)
{
    size_t n = 1;
    for (; s[n]; n++) {
        bool bracketed = s[n] == '-' && (s[n - 1] == '[' || s[n - 1] == '{');
        if (!bracketed && strchr(" \t\r\n+-*<>=;~:", s[n])) break;
    }
    return s[n] == '*' && s[n - 1] == '/' ? n - 1 : n;
}

/* Moves to the next word. Skips blanks and comments: `%` in a proof; in a formula `*` with nothing
 * but blanks before it on its line or after a `;`, and from slash and star to star and slash. */
static void planes_next(struct planes *k)
{
    bool begins = k->s == k->p->formula || (!k->proves && k->s[-1] == ';');
    for (;;) {
        const char *end = !k->proves && k->s[0] == '/' && k->s[1] == '*' ? strstr(k->s + 2, "*/") : NULL;
        if (end) {
            for (; k->s < end + 2; k->s++) k->line += *k->s == '\n';
            begins = false;
            continue;
        }
        if (k->proves ? *k->s == '%' : *k->s == '*' && begins) k->s += strcspn(k->s, "\n");
        if (!*k->s || !strchr(" \t\r\n", *k->s)) break;
        begins = begins || *k->s == '\n';
        k->line += *k->s++ == '\n';
    }
    k->word = k->s;
    k->kind = planes_digit(*k->s) ? '0' : planes_begins(*k->s) ? 'a' : *k->s;
    if (k->kind == 'a')
        k->s += planes_name(k->s);
    else if (k->kind)
        do k->s++;
        while (k->kind == '0' && planes_digit(*k->s));
}

/* Reads the word if it is next. Returns whether it was. */
static bool planes_takes(struct planes *k, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(k->s - k->word) != n || memcmp(k->word, word, n) != 0) return false;
    planes_next(k);
    return true;
}

/* Reads these characters, which must be next. */
static void planes_expect(struct planes *k, const char *words)
{
    if (strncmp(k->word, words, strlen(words)) != 0) planes_fail(k, "'%s' is expected.", words);
    if (!k->failed) k->s = k->word + strlen(words);
    planes_next(k);
}

/* Whether a list goes on. */
static bool planes_more(const struct planes *k) { return k->kind && k->kind != ';' && k->kind != ':'; }

static bool planes_at_literal(const struct planes *k) { return k->kind == 'a' || k->kind == '~'; }

static void planes_fits(struct planes *k, __int128 number)
{
    if (number > LIMIT || -number > LIMIT) planes_fail(k, "a number has more than 62 bits.");
}

/* Reads a number with an optional sign. Returns 0 after a mistake, like planes_literal. */
static __int128 planes_number(struct planes *k)
{
    bool negative = planes_takes(k, "-");
    __int128 value = 0;
    if (!negative) planes_takes(k, "+");
    if (k->kind != '0') planes_fail(k, "a number is expected.");
    for (const char *s = k->word; s < k->s; s++)
        if (value <= LIMIT) value = 10 * value + (*s - '0');
    planes_fits(k, value);
    planes_next(k);
    return k->failed ? 0 : negative ? -value : value;
}

/* Reads a literal. Unknown names in the formula are new variables. */
static lit planes_literal(struct planes *k)
{
    int sign = planes_takes(k, "~") ? -1 : 1;
    size_t n = (size_t)(k->s - k->word);
    if (k->kind != 'a') planes_fail(k, "a variable is expected.");
    int i = k->failed    ? -1
            : k->defines ? dictionary_add(&k->names, k->word, n)
                         : dictionary_find(&k->names, k->word, n);
    if (i < 0) planes_fail(k, "the formula has no variable %.*s.", (int)min64((int64_t)n, 60), k->word);
    while (k->vars <= (size_t)k->names.n) MEM_PUSH(k->var, k->vars, k->vars_cap, (struct planes_variable){0});
    planes_next(k);
    return sign * (i + 1);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Makes room for all variables. */
static void planes_sum_grow(const struct planes *k, struct planes_sum *s)
{
    size_t have = s->cap;
    while (s->cap <= (size_t)k->names.n) s->of = mem_grow(s->of, s->cap, &s->cap, sizeof *s->of);
    for (; have < s->cap; have++) s->of[have] = (struct planes_weight){0};
}

/* Returns sum number `at` of the stack, empty. */
static struct planes_sum *planes_sum_at(struct planes *k, int at)
{
    struct planes_sum *s = &k->sum[at];
    for (int i = 0; i < s->vars.n; i++) s->of[s->vars.v[i]] = (struct planes_weight){0};
    s->vars.n = 0;
    planes_sum_grow(k, s);
    s->degree = 0;
    return s;
}

/* Adds w x (w >= 0) to the left side. Of x and its negation one is true, so opposite terms
 * cancel. */
static void planes_sum_add(struct planes *k, struct planes_sum *s, lit x, __int128 w)
{
    struct planes_weight *of = &s->of[lit_var(x)];
    __int128 old = of->w, more = x > 0 ? w : -w;
    if (!of->used) lits_push(&s->vars, lit_var(x));
    of->used = true;
    if ((old < 0) != (more < 0)) s->degree -= llabs(of->w) < w ? llabs(of->w) : w;
    planes_fits(k, old + more);
    if (!k->failed) of->w = (int64_t)(old + more);
}

static void planes_sum_add_row(struct planes *k, struct planes_sum *s, const struct planes_row *r)
{
    s->degree += r->degree;
    for (int i = 0; i < r->n; i++) planes_sum_add(k, s, r->term[i].x, r->term[i].w);
}

/* Returns sum 0 of the stack as a constraint, or, if sign is -1, its negation sum <= degree - 1. */
static struct planes_row *planes_row_of(struct planes *k, int sign)
{
    const struct planes_sum *s = &k->sum[0];
    __int128 degree = sign > 0 ? s->degree : 1 - s->degree;
    struct planes_row *r = mem_new(1, sizeof *r + (size_t)s->vars.n * sizeof *r->term);
    for (int i = 0; i < s->vars.n; i++) {
        int v = s->vars.v[i];
        int64_t w = sign * s->of[v].w;
        if (sign < 0) degree += llabs(w);
        if (w) r->term[r->n++] = (struct planes_term){llabs(w), w > 0 ? v : -v};
    }
    planes_fits(k, degree);
    r->degree = (int64_t)degree;
    return mem_resize(r, 1, sizeof *r + (size_t)r->n * sizeof *r->term);
}

/* Adds sum 0 or its negation as the next constraint. */
static void planes_push(struct planes *k, int sign)
{
    struct planes_row *r = planes_row_of(k, sign);
    for (int i = 0; i < r->n; i++) {
        int64_t *only = &k->var[lit_var(r->term[i].x)].only;
        *only = *only ? -1 : k->next;
    }
    MEM_PUSH(k->row, k->next, k->cap, r);
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Adds sign * terms up to one of "<>=;:" to sum 0, for example "+2 x1 - 3 * ~x2 + 1". */
static void planes_terms(struct planes *k, int sign)
{
    struct planes_sum *s = planes_sum_at(k, 0);
    while (planes_more(k) && !strchr("<>=", k->kind)) {
        bool negative = sign < 0;
        for (; k->kind == '+' || k->kind == '-'; planes_next(k)) negative ^= k->kind == '-';
        bool counted = k->kind == '0';
        __int128 w = counted ? planes_number(k) : 1;
        if (counted && !planes_takes(k, "*") && !planes_at_literal(k)) {
            s->degree -= negative ? -w : w;
            continue;
        }
        lit x = planes_literal(k);
        planes_sum_grow(k, s);
        if (negative) s->degree += w; /* -w x = w ~x - w */
        planes_sum_add(k, s, negative ? -x : x, w);
        if (k->kind == '*' || planes_at_literal(k)) planes_fail(k, "a product of variables is not linear.");
    }
}

/* Reads sum w x REL b as sum >= b, for < and > with the next integer, into sum 0. Returns the first
 * character of REL. */
static char planes_constraint(struct planes *k)
{
    planes_terms(k, 1);
    char sign = planes_takes(k, "<") ? '<' : planes_takes(k, ">") ? '>' : '=';
    bool either = planes_takes(k, "=");
    if (sign == '=' && !either) planes_fail(k, "a relation, like >=, is expected.");
    k->sum[0].degree += planes_number(k);
    if (!either) k->sum[0].degree += sign == '>' ? 1 : -1;
    return sign;
}

static void planes_read_formula(struct planes *k)
{
    for (planes_next(k); k->kind; planes_expect(k, ";")) {
        bool at = k->kind == '@'; /* @NAME before a constraint */
        if (at) {
            k->s += strcspn(k->s, " \t\r\n;");
            planes_next(k);
        }
        bool label = !at && k->kind == 'a' && k->s[strspn(k->s, " \t")] == ':', min = label && planes_takes(k, "min"),
             max = label && !min && planes_takes(k, "max");
        if (label && !min && !max) planes_next(k);
        if (label) planes_next(k); /* ':' */
        if (min || max) {
            if (k->optimizes) planes_fail(k, "there are two objectives.");
            k->optimizes = true;
            planes_terms(k, max ? -1 : 1);
            mem_free(k->row[0]);
            k->row[0] = planes_row_of(k, 1);
            continue;
        }
        char relation = planes_constraint(k); /* an equality is two constraints: >=, then <= */
        if (relation != '<') planes_push(k, 1);
        k->sum[0].degree++;
        if (relation != '>') planes_push(k, -1);
        if (k->next % 1024 == 0 && job_over(k->p->job)) planes_fail(k, "stopped.");
    }
}

/* Returns the place of the constraint with that number (-1: the last one). */
static struct planes_row **planes_row_at(struct planes *k, __int128 number)
{
    if (number < 0) number += k->next;
    if (number < 1 || number >= k->next || !k->row[number]) {
        planes_fail(k, "there is no constraint %lld (any more).", (long long)number);
        number = 0;
    }
    return &k->row[number];
}

/* ---- pol: addition, multiplication, division, saturation, weakening -------------------------- */

/* Not divide_up_wide of base: the checker shares no arithmetic with the solver. */
static __int128 planes_quotient_up(__int128 a, __int128 by) { return a / by + (a % by > 0); }

/* Reads one of these characters if it is next, and returns it. */
static char planes_operation(struct planes *k, const char *any)
{
    char op = k->s - k->word == 1 && strchr(any, *k->word) ? *k->word : '\0';
    if (op) planes_next(k);
    return op;
}

/* Multiplies (op '*') or divides ('d') a sum by a number, saturates it ('s'), weakens it by a
 * variable ('w'), or adds it to the sum before it ('+'). */
static void planes_apply(struct planes *k, struct planes_sum *s, char op, __int128 by, lit x)
{
    __int128 most = s->degree > 0 ? s->degree : 0;
    if (op == '*' && by < 0) planes_fail(k, "a constraint is multiplied by a negative number.");
    if (op == 'd' && by <= 0) planes_fail(k, "a constraint is divided by 0 or less.");
    if (op == 'w' && x < 0) planes_fail(k, "'w' weakens a constraint by a variable.");
    if (k->failed) return;
    if (op == '+') s[-1].degree += s->degree;
    if (op == '*') s->degree *= by;
    if (op == 'd') s->degree = planes_quotient_up(s->degree, by);
    if (op == 'w') {
        s->degree -= llabs(s->of[x].w);
        s->of[x].w = 0;
        return;
    }
    for (int i = 0; i < s->vars.n; i++) {
        int v = s->vars.v[i];
        int64_t w = s->of[v].w;
        __int128 size = llabs(w);
        if (op == '+') planes_sum_add(k, s - 1, w < 0 ? -v : v, size);
        if (op == '*') size *= by;
        if (op == 'd') size = planes_quotient_up(size, by);
        if (op == 's' && size > most) size = most;
        planes_fits(k, size);
        if (!k->failed) s->of[v].w = (int64_t)(w < 0 ? -size : size);
    }
}

static void planes_rule_pol(struct planes *k)
{
    int depth = 0;
    while (planes_more(k)) {
        bool counted = k->kind == '0' || k->kind == '-';
        __int128 number = counted ? planes_number(k) : 0;
        char op = planes_operation(k, counted ? "*d" : "+s");
        lit x = 0;
        if (!op && !counted) {
            if (!planes_at_literal(k)) planes_fail(k, "'%.1s' is no operation.", k->word);
            x = planes_literal(k);
            op = planes_operation(k, "w");
        }
        if (op && depth < (op == '+' ? 2 : 1)) planes_fail(k, "an operation has no operand.");
        if (!op && depth == DEPTH) planes_fail(k, "more than %d constraints lie on the stack.", DEPTH);
        if (k->failed) return;
        if (op) {
            planes_apply(k, &k->sum[depth - 1], op, number, x);
            depth -= op == '+';
        } else if (counted) {
            planes_sum_add_row(k, planes_sum_at(k, depth++), *planes_row_at(k, number));
        } else {
            planes_sum_add(k, planes_sum_at(k, depth++), x, 1);
        }
        planes_fits(k, k->sum[depth - 1].degree);
    }
    if (depth != 1) planes_fail(k, "'pol' leaves %d constraints, not one.", depth);
    planes_push(k, 1);
}

/* ---- rup: the negated constraint leads to a contradiction by propagation --------------------- */

static bool planes_holds(const struct planes *k, lit x) { return k->var[lit_var(x)].value == lit_sign(x) * k->now; }

/* Propagates one constraint; sets *changed if it assigns a literal. Returns false if it is
 * violated. */
static bool planes_propagate(struct planes *k, const struct planes_row *r, bool *changed)
{
    __int128 slack = -(__int128)r->degree;
    for (int i = 0; i < r->n; i++)
        if (!planes_holds(k, -r->term[i].x)) slack += r->term[i].w;
    for (int i = 0; i < r->n; i++) {
        lit x = r->term[i].x;
        if (r->term[i].w <= slack || planes_holds(k, x) || planes_holds(k, -x)) continue;
        k->var[lit_var(x)].value = lit_sign(x) * k->now;
        *changed = true;
    }
    return slack >= 0;
}

/* Do these n constraints (NULL entries are skipped) lead to a conflict by propagation? */
static bool planes_refutes(struct planes *k, struct planes_row *const *row, size_t n)
{
    bool holds = true;
    k->now++;
    for (bool changed = true; changed && holds && !job_over(k->p->job);) {
        changed = false;
        for (size_t i = 0; i < n && holds; i++) holds = !row[i] || planes_propagate(k, row[i], &changed);
    }
    return !holds;
}

/* Reads "C ;", which propagates all constraints, or "C : ~ 3 4 ;", which propagates only those
 * listed; ~ is the negation of C. */
static void planes_rule_rup(struct planes *k)
{
    if (planes_constraint(k) != '>') planes_fail(k, "'rup' derives a constraint with >=.");
    struct planes_row *negation = planes_row_of(k, -1), **hint = NULL;
    size_t hints = 0, cap = 0;
    bool listed = planes_takes(k, ":");
    for (int64_t i = 1; i <= k->next && !listed; i++) MEM_PUSH(hint, hints, cap, i < k->next ? k->row[i] : negation);
    while (listed && planes_more(k)) {
        struct planes_row *r = planes_takes(k, "~") ? negation : *planes_row_at(k, planes_number(k));
        MEM_PUSH(hint, hints, cap, r);
    }
    if (!k->failed && !planes_refutes(k, hint, hints)) planes_fail(k, "the constraint does not follow by propagation.");
    mem_free(negation);
    mem_free(hint);
    planes_push(k, 1);
}

static void planes_rule_delete(struct planes *k)
{
    planes_expect(k, "id");
    while (planes_more(k)) {
        struct planes_row **r = planes_row_at(k, planes_number(k));
        if (r - k->row > k->p->constraints) {
            mem_free(*r);
            *r = NULL;
        } else {
            planes_fail(k, "a constraint of the formula cannot be deleted.");
        }
    }
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* The sum of the weights of literals that are true, less the degree. */
static __int128 planes_row_value(const struct planes *k, const struct planes_row *r)
{
    __int128 sum = -(__int128)r->degree;
    for (int i = 0; i < r->n; i++)
        if (planes_holds(k, r->term[i].x)) sum += r->term[i].w;
    return sum;
}

/* Reads literals that satisfy the formula for all values of the other variables. Sets their
 * objective value, `cost`. */
static void planes_read_solution(struct planes *k)
{
    const struct planes_row *o = k->row[0];
    for (k->now++; planes_more(k);) {
        lit x = planes_literal(k);
        if (planes_holds(k, -x)) planes_fail(k, "a variable has two values.");
        k->var[lit_var(x)].value = lit_sign(x) * k->now;
    }
    for (int64_t i = 1; i <= k->p->constraints && !k->failed; i++)
        if (planes_row_value(k, k->row[i]) < 0)
            planes_fail(k, "the solution breaks constraint %lld of the formula.", (long long)i);
    for (int i = 0; i < o->n; i++)
        if (!planes_holds(k, o->term[i].x) && !planes_holds(k, -o->term[i].x))
            planes_fail(k, "the solution leaves a variable of the objective open.");
    k->cost = planes_row_value(k, o);
    planes_fits(k, k->cost);
    if (!k->found || k->cost < k->best) k->best = k->cost;
    k->found = true;
}

static void planes_rule_sol(struct planes *k)
{
    planes_read_solution(k);
    if (planes_takes(k, ":") && planes_number(k) != k->cost) planes_fail(k, "the solution costs something else.");
}

/* Adds the constraint that requires a better solution. */
static void planes_rule_soli(struct planes *k)
{
    if (!k->optimizes) planes_fail(k, "'soli' needs an objective.");
    planes_rule_sol(k);
    planes_sum_add_row(k, planes_sum_at(k, 0), k->row[0]);
    k->sum[0].degree += k->cost;
    planes_push(k, -1);
}

/* ---- red: a constraint defines a variable ------------------------------------------------------ */

/* Does weakening turn the row into sum >= least, over the terms of s? */
static bool planes_row_bounds(const struct planes_row *r, const struct planes_sum *s, __int128 least)
{
    __int128 degree = r->degree;
    for (int i = 0; i < r->n; i++) {
        int64_t w = max64(lit_sign(r->term[i].x) * s->of[lit_var(r->term[i].x)].w, 0);
        if (r->term[i].w > w) degree -= r->term[i].w - w;
    }
    return degree >= least;
}

/* Is the one constraint that has y, if there is one, true under the literal y if sum 0 is not? */
static bool planes_defines(struct planes *k, lit y)
{
    const int64_t number = k->var[lit_var(y)].only;
    const struct planes_row *r = number > 0 ? k->row[number] : NULL;
    struct planes_sum *rest = planes_sum_at(k, 1);
    if (!r) return !number;
    struct planes_row *negation = planes_row_of(k, -1);
    planes_sum_add_row(k, rest, r);
    int64_t w = lit_sign(y) * rest->of[lit_var(y)].w;
    rest->of[lit_var(y)].w = 0;
    bool follows = planes_row_bounds(negation, rest, r->degree - (w > 0 ? w : 0));
    mem_free(negation);
    return follows;
}

/* Reads "C : y -> 1 ;" (or 0), which defines y: C is true if y has that value, and y is in no other
 * constraint, or in one that is then true, too, unless C is true anyway. */
static void planes_rule_red(struct planes *k)
{
    k->defines = true;
    if (planes_constraint(k) != '>') planes_fail(k, "'red' derives a constraint with >=.");
    k->defines = false;
    planes_expect(k, ":");
    lit y = planes_literal(k);
    planes_expect(k, "->");
    __int128 value = planes_number(k);
    if (y < 0 || value < 0 || value > 1) planes_fail(k, "'red' sets a variable to 0 or 1.");
    if (!k->failed && y <= k->given) planes_fail(k, "'red' sets a variable of the formula.");
    if (k->failed) return;
    int64_t w = value ? k->sum[0].of[y].w : -k->sum[0].of[y].w;
    if (k->sum[0].degree > (w > 0 ? w : 0)) planes_fail(k, "the value of the variable does not suffice.");
    if (!k->failed && !planes_defines(k, value ? y : -y)) planes_fail(k, "the variable is used already.");
    planes_push(k, 1);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Checks the constraint named after ':', or looks for a suitable one. It must be a contradiction
 * or, with `bounds`, make the objective `least` or more. */
static void planes_conclude_by(struct planes *k, bool bounds, __int128 least)
{
    struct planes_sum *zero = planes_sum_at(k, 0), *o = planes_sum_at(k, 1);
    int64_t from = 1, to = k->next - 1;
    bool ok = false;
    if (planes_takes(k, ":")) from = to = planes_row_at(k, planes_number(k)) - k->row;
    if (bounds) planes_sum_add_row(k, o, k->row[0]);
    for (int64_t i = from; i <= to && !ok; i++)
        ok = k->row[i] && (planes_row_bounds(k->row[i], zero, 1) || /* 0 >= 1 */
                           (bounds && planes_row_bounds(k->row[i], o, least + k->row[0]->degree)));
    if (!ok) planes_fail(k, "the conclusion does not follow from its constraint.");
}

static void planes_rule_output(struct planes *k)
{
    struct cutting_planes *p = k->p;
    planes_expect(k, "NONE");
    planes_expect(k, ";");
    planes_expect(k, "conclusion");
    bool bounds = planes_takes(k, "BOUNDS"), shown = !bounds && planes_takes(k, "SAT");
    p->infeasible = !shown && planes_takes(k, bounds ? "INF" : "UNSAT");
    if (bounds && !k->optimizes) planes_fail(k, "bounds need an objective.");
    if (!bounds && !shown && !p->infeasible && !planes_takes(k, "NONE")) planes_fail(k, "the conclusion is not known.");
    p->has_lower = bounds && !p->infeasible;
    __int128 lower = p->has_lower ? planes_number(k) : 0;
    if (p->has_lower || p->infeasible) planes_conclude_by(k, p->has_lower, lower);
    p->has_upper = shown || (bounds && !planes_takes(k, "INF"));
    __int128 upper = bounds && p->has_upper ? planes_number(k) : 0;
    if ((bounds || shown) && planes_takes(k, ":")) planes_read_solution(k);
    /* Derived constraints hold only for values better than the solutions in the proof. */
    if (k->found && p->infeasible) planes_fail(k, "a solution was shown that is better than the conclusion.");
    if (k->found && p->has_lower && lower > k->best) planes_fail(k, "a solution is better than the lower bound.");
    if (p->has_upper && (!k->found || (bounds && k->best > upper)))
        planes_fail(k, "no solution was shown that is so good.");
    p->lower = (int64_t)lower;
    p->upper = (int64_t)(shown ? k->best : upper);
    planes_expect(k, ";");
    planes_expect(k, "end pseudo-Boolean proof");
}

static void planes_rule_f(struct planes *k)
{
    if (planes_number(k) != k->p->constraints)
        planes_fail(k, "the formula has %lld constraints.", (long long)k->p->constraints);
}

static void planes_read_proof(struct planes *k)
{
    static const struct {
        const char *word;
        void (*apply)(struct planes *k);
    } rules[] = {{"pol", planes_rule_pol},    {"rup", planes_rule_rup},      {"red", planes_rule_red},
                 {"del", planes_rule_delete}, {"soli", planes_rule_soli},    {"sol", planes_rule_sol},
                 {"f", planes_rule_f},        {"output", planes_rule_output}};
    const size_t n = sizeof rules / sizeof *rules;
    planes_next(k);
    planes_expect(k, "pseudo-Boolean proof version 3.0");
    for (size_t i = 0; i + 1 < n;) {
        for (i = 0; i < n && !planes_takes(k, rules[i].word); i++) continue;
        if (i < n)
            rules[i].apply(k);
        else
            planes_fail(k, k->kind ? "the rule '%.*s' is not known." : "the proof ends early.",
                        (int)min64(k->s - k->word, 20), k->word);
        planes_expect(k, ";");
        if (++k->p->steps % POLL == 0 && job_over(k->p->job)) planes_fail(k, "stopped.");
    }
    if (k->kind) planes_fail(k, "something follows the end.");
}

bool cutting_planes_check(struct cutting_planes *p, struct text *err)
{
    struct planes k = {.p = p, .err = err, .s = p->formula, .line = 1, .defines = true};
    planes_push(&k, 1); /* no objective */
    planes_read_formula(&k);
    p->constraints = k.next - 1;
    k.given = k.names.n;
    k.defines = false;
    k.proves = true;
    k.s = p->proof;
    k.line = 1;
    if (!k.failed && p->model) k.failed = !cutting_planes_same(p, &k.names, k.row, k.next, k.optimizes, err);
    if (!k.failed) planes_read_proof(&k);
    if (k.failed) p->infeasible = p->has_lower = p->has_upper = false;
    p->stopped = k.failed && job_over(p->job);
    if (p->stopped) text_error(err, "The check was stopped.");
    for (int64_t i = 0; i < k.next; i++) mem_free(k.row[i]);
    for (int i = 0; i < DEPTH; i++) {
        mem_free(k.sum[i].of);
        lits_release(&k.sum[i].vars);
    }
    mem_free(k.row);
    mem_free(k.var);
    dictionary_release(&k.names);
    return !k.failed;
}
