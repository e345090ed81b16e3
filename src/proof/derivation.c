#include "proof/derivation_inside.h"
#include "base/number.h"
#include "base/text.h"
#include "cnf/encoder.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    FACTORS = 2 /* of a premise */,
    WIDE = 64 /* definitions */,
    LONG = 24 /* sums of ones, which are defined step by step */,
    LATEST = 4 /* sums of encoders that are tried for a clause */,
    FEW = 8 /* weakened variables */,
    RECENT = 256 /* rows */,
    CASES = 500 /* of a clause */,
    COLUMNS = 65 /* of binary numbers */
};

/* ---- the OPB file ---------------------------------------------------------------------------- */

static void derivation_put_sum(struct text *out, const lit *x, const int64_t *w, int n)
{
    for (int i = 0; i < n; i++) text_add(out, "%" PRId64 " %sx%d ", w ? w[i] : 1, x[i] < 0 ? "~" : "", lit_var(x[i]));
}

/* The number of a variable of the other rows' clauses in the file, whose sums have `shift` of their own. */
static lit derivation_of_file(const struct model *m, int shift, lit x)
{
    return lit_var(x) > model_vars(m) ? x + lit_sign(x) * shift : x;
}

void derivation_formula(const struct model *m, const struct cnf_buffer *others, struct text *out)
{
    SCOPED(row_sums) s = row_sums_of(m);
    const struct objective *o = model_objective(m);
    if (o) {
        text_put(out, "min: ");
        derivation_put_sum(out, o->x, o->w, o->n);
        text_put(out, ";\n");
    }
    while (row_sums_next(&s)) {
        const bool equal = s.lo == s.hi;
        for (int side = 0; side < 2; side++) {
            const int64_t bound = side ? s.hi : s.lo;
            if (bound == (side ? INT64_MAX : INT64_MIN) || (side && equal)) continue;
            derivation_put_sum(out, s.sum.x.v, s.sum.w, s.sum.x.n);
            text_add(out, "%s %" PRId64 ";\n", equal ? "=" : side ? "<=" : ">=", bound);
        }
    }
    for (int i = 0; i < others->cnf.made.clauses; i++) {
        const lit *c;
        const int n = cnf_buffer_clause(others, i, &c);
        s.sum.x.n = 0;
        for (int k = 0; k < n; k++) terms_add(&s.sum, derivation_of_file(m, s.vars - model_vars(m), c[k]), 1);
        derivation_put_sum(out, s.sum.x.v, NULL, n);
        text_put(out, ">= 1;\n");
    }
}

/* ---- sums of constraints ---------------------------------------------------------------------- */

struct derivation_var *derivation_var(struct derivation *d, lit x)
{
    while (d->vars <= (size_t)lit_var(x)) MEM_PUSH(d->var, d->vars, d->var_cap, (struct derivation_var){0});
    return &d->var[lit_var(x)];
}

lit derivation_name(const struct derivation *d, lit x)
{
    const int own = d->names.n ? d->names.n - 1 : model_vars(d->m) + d->others, more = lit_var(x) - own;
    if (more > 0 && more < d->same_as.n && d->same_as.v[more]) return lit_sign(x) * d->same_as.v[more];
    if (more > 0) return lit_sign(x) * (model_vars(d->m) + d->shift + d->others + 2 * more);
    return d->names.n ? lit_sign(x) * d->names.v[lit_var(x)] : derivation_of_file(d->m, d->shift, x);
}

/* A variable that no clause has. */
lit derivation_fresh(struct derivation *d) { return model_vars(d->m) + d->shift + d->others + 2 * ++d->fresh - 1; }

void derivation_clear(struct derivation *d)
{
    for (int i = 0; i < d->used.n; i++) {
        d->var[d->used.v[i]].weight = 0;
        d->var[d->used.v[i]].used = false;
    }
    d->used.n = 0;
    d->least = 0;
    d->plus = "";
}

/* Adds w x to the left side; w may be negative. */
void derivation_add(struct derivation *d, lit x, int64_t w)
{
    struct derivation_var *v = derivation_var(d, x);
    if (!v->used) lits_push(&d->used, lit_var(x));
    v->used = true;
    v->weight += x < 0 ? -w : w;
    if (x < 0) d->least -= w;
}

void derivation_add_row(struct derivation *d, int row, int64_t factor)
{
    const struct derived *r = &d->row[row];
    d->least += factor * r->degree;
    for (int i = 0; i < r->n; i++) derivation_add(d, d->terms.x.v[r->start + i], factor * d->terms.w[r->start + i]);
}

/* The right side of the sum over literals. */
static __int128 derivation_degree(const struct derivation *d)
{
    __int128 degree = d->least;
    for (int i = 0; i < d->used.n; i++)
        if (d->var[d->used.v[i]].weight < 0) degree -= d->var[d->used.v[i]].weight;
    return degree;
}

/* Rounds the sum, divided by this number, up, and writes that. */
static void derivation_divide(struct derivation *d, int64_t divisor)
{
    if (divisor < 2) return;
    text_add(d->proof, " %" PRId64 " d", divisor);
    const __int128 degree = divide_up_wide(derivation_degree(d), divisor);
    for (int i = 0; i < d->used.n; i++) {
        int64_t *w = &d->var[d->used.v[i]].weight;
        *w = *w < 0 ? -divide_up(-*w, divisor) : divide_up(*w, divisor);
    }
    d->least += degree - derivation_degree(d);
}

static void derivation_terms(const struct derivation *d, struct terms *to)
{
    for (int i = 0; i < d->used.n; i++) {
        const int64_t w = d->var[d->used.v[i]].weight;
        if (w) terms_add(to, w < 0 ? -d->used.v[i] : d->used.v[i], llabs(w));
    }
}

/* Stores the sum as the row of the constraint with this number, and begins another sum. */
int derivation_store(struct derivation *d, int64_t id)
{
    struct derived r = {.id = id, .degree = derivation_degree(d), .start = d->terms.x.n};
    derivation_terms(d, &d->terms);
    r.n = d->terms.x.n - r.start;
    derivation_clear(d);
    MEM_PUSH(d->row, d->rows, d->row_cap, r);
    if (r.n == 1 && id) d->var[lit_var(d->terms.x.v[r.start])].unit = d->rows - 1;
    return d->rows - 1;
}

/* The same of sign (sum w x) >= sign least. */
int derivation_store_sum(struct derivation *d, int64_t id, int sign, const lit *x, const int64_t *w, int n,
                         int64_t least)
{
    derivation_clear(d);
    d->least = sign * (__int128)least;
    for (int i = 0; i < n; i++) derivation_add(d, x[i], sign * (w ? w[i] : 1));
    return derivation_store(d, id);
}

void derivation_put_clause(struct derivation *d, const lit *x, int n)
{
    text_put(d->proof, "rup ");
    derivation_put_sum(d->proof, x, NULL, n);
    text_put(d->proof, ">= 1 :");
}

static void derivation_put_lit(struct derivation *d, lit x)
{
    text_add(d->proof, " %sx%d", x < 0 ? "~" : "", lit_var(x));
}

static void derivation_put_times(struct derivation *d, int64_t times)
{
    if (times > 1) text_add(d->proof, " %" PRId64 " *", times);
    text_put(d->proof, d->plus);
    d->plus = " +";
}

void derivation_put_add(struct derivation *d, int row, int64_t times)
{
    derivation_add_row(d, row, times);
    text_add(d->proof, " %" PRId64, d->row[row].id);
    derivation_put_times(d, times);
}

void derivation_put_axiom(struct derivation *d, lit x, int64_t times)
{
    derivation_add(d, x, times);
    derivation_put_lit(d, x);
    derivation_put_times(d, times);
}

int derivation_put_end(struct derivation *d)
{
    text_put(d->proof, ";\n");
    return derivation_store(d, d->next++);
}

/* Removes what was written since the proof had so many bytes. */
static void derivation_take_back(struct derivation *d, size_t before)
{
    d->proof->n = before;
    d->proof->s[before] = 0;
}

/* ---- the meaning of a variable ---------------------------------------------------------------- */

/* Whether the row that is encoded has no sums, so that the file has its clauses. */
static bool derivation_stated(const struct derivation *d)
{
    return d->cnf.row && (d->names.n ? d->of_row[d->cnf.row] == d->of_row[d->cnf.row - 1] : d->clausal[d->cnf.row - 1]);
}

/* Adds a literal, or the disjunction for which it stands, to a disjunction. */
static void derivation_add_any(struct derivation *d, lit x)
{
    const struct derivation_var *v = derivation_var(d, x);
    const struct derived r = v->any && x > 0 ? d->row[v->when_true] : (struct derived){0};
    for (int i = 0; i < r.n; i++)
        if (d->terms.x.v[r.start + i] != -x) derivation_add_any(d, d->terms.x.v[r.start + i]);
    if (!r.n && !v->used) derivation_add(d, x, 1);
}

/* Stores, as the next constraint, that the sum of these literals (with `sign`) reaches w, or y is false. */
static int derivation_threshold(struct derivation *d, lit y, int sign, const struct terms *sum, int64_t w)
{
    derivation_clear(d);
    for (int i = 0; i < sum->x.n; i++) derivation_add(d, sign * sum->x.v[i], sum->w[i]);
    d->least += w;
    derivation_add(d, -y, w);
    return derivation_store(d, d->next++);
}

/* The same, and writes it as a definition. */
static int derivation_define(struct derivation *d, lit y, int sign, const struct terms *sum, int64_t w)
{
    const int row = derivation_threshold(d, y, sign, sum, w);
    const struct derived *r = &d->row[row];
    text_put(d->proof, "red ");
    derivation_put_sum(d->proof, d->terms.x.v + r->start, d->terms.w + r->start, r->n);
    text_add(d->proof, ">= %" PRId64 " : x%d -> %d;\n", (int64_t)r->degree, lit_var(y), y < 0);
    return row;
}

/* Says that y is true if and only if sum w x >= bound or, if `any`, one of the x is. */
static void derivation_say(struct derivation *d, lit y, bool any, const lit *x, const int64_t *w, int n, int64_t bound)
{
    SCOPED(terms) sum = {0};
    int64_t total = 0;
    derivation_clear(d);
    for (int i = 0; i < n; i++)
        if (any)
            derivation_add_any(d, x[i]);
        else
            derivation_add(d, x[i], w ? w[i] : 1);
    d->least += bound;
    const int64_t least = max64((int64_t)derivation_degree(d), 0);
    derivation_terms(d, &sum);
    for (int i = 0; i < sum.x.n; i++) total += sum.w[i];
    if (!least || least > total) sum.x.n = 0; /* y is a constant */
    const int when_true = least ? derivation_define(d, y, 1, &sum, sum.x.n ? least : 1) : 0;
    const int when_false = least <= total ? derivation_define(d, -y, -1, &sum, sum.x.n ? total - least + 1 : 1) : 0;
    struct derivation_var *v = derivation_var(d, y);
    v->when_true = y > 0 ? when_true : when_false;
    v->when_false = y > 0 ? when_false : when_true;
    v->any = any && y > 0;
}

/* The row that follows from the negation of a literal; 0: none. */
static int derivation_opposite(struct derivation *d, lit x)
{
    const struct derivation_var *v = derivation_var(d, x);
    return x > 0 ? v->when_false : v->when_true;
}

/* Says that y is true if and only if the sum of ones is t or more, where a means this, and b t - 1 or more, of all but
 * the last one (0: it is constant). Defines y over a, b and the last one, and derives the rows from their rows. */
static void derivation_step(struct derivation *d, lit y, const struct terms *sum, int64_t t, lit a, lit b)
{
    const int n = sum->x.n, last = lit_var(sum->x.v[n - 1]);
    const lit from[] = {a ? a : b, sum->x.v[n - 1], b};
    int row[2];
    derivation_say(d, y, false, from, NULL, a && b ? 3 : 2, b ? 2 : 1);
    const int64_t order = d->next;
    if (a && b) { /* a implies b */
        text_add(d->proof, "pol %" PRId64 " %" PRId64 " + s 2 d;\n", d->row[derivation_opposite(d, -a)].id,
                 d->row[derivation_opposite(d, b)].id);
        d->next++;
    }
    for (int up = 0; up < 2; up++) {
        const int sign = up ? 1 : -1;
        const lit far = up ? a : b, near = up ? b : a;
        const int64_t own = d->row[derivation_opposite(d, -sign * y)].id, w = up ? t : n - t + 1;
        const int64_t one = far ? d->row[derivation_opposite(d, -sign * far)].id : 0,
                      other = near ? d->row[derivation_opposite(d, -sign * near)].id : 0;
        if (w == 1)
            text_add(d->proof, "pol %" PRId64 " %" PRId64 " +;\n", one, own);
        else if (!far)
            text_add(d->proof, "pol %" PRId64 " %" PRId64 " x%d w s %" PRId64 " * + %" PRId64 " x%d w s +;\n", other,
                     own, last, w - 1, own, near);
        else
            text_add(d->proof,
                     "pol %" PRId64 " %" PRId64 " * %" PRId64 " x%d w %" PRId64 " + 2 d %" PRId64 " * + %" PRId64
                     " + %" PRId64 " x%d w s %" PRId64 " * + %" PRId64 " d;\n",
                     other, w - 1, own, last, order, (w - 1) * (w - 1), one, own, near, w, w);
        row[up] = derivation_threshold(d, sign * y, sign, sum, w);
    }
    derivation_var(d, y)->when_false = row[0];
    derivation_var(d, y)->when_true = row[1];
}

/* ---- propagation and addition ------------------------------------------------------------------ */

static void derivation_fix(struct derivation *d, lit x)
{
    derivation_var(d, x)->value = (signed char)lit_sign(x);
    lits_push(&d->fixed, x);
}

/* Propagates a row. Sets *changed if it fixes literals. False: it is violated. */
static bool derivation_propagate(struct derivation *d, const struct derived *r, bool *changed)
{
    const lit *x = d->terms.x.v + r->start;
    const int64_t *w = d->terms.w + r->start;
    __int128 slack = -r->degree;
    for (int i = 0; i < r->n; i++)
        if (d->var[lit_var(x[i])].value != -lit_sign(x[i])) slack += w[i];
    for (int i = 0; i < r->n && slack >= 0; i++) {
        if (w[i] <= slack || d->var[lit_var(x[i])].value) continue;
        derivation_fix(d, x[i]);
        *changed = true;
    }
    return slack >= 0;
}

/* Does the clause follow from these rows by propagation? Moves those that are needed, in their order, to
 * the front, and sets *n to their number. */
static bool derivation_follows(struct derivation *d, const struct lits *clause, int *row, int *n)
{
    bool changed = true, holds = true;
    int needed = 0;
    for (int i = 0; i < clause->n; i++) derivation_fix(d, -clause->v[i]);
    while (changed && holds) {
        changed = false;
        for (int i = 0; i < *n && holds; i++) {
            bool fixes = false;
            holds = derivation_propagate(d, &d->row[row[i]], &fixes);
            changed = changed || fixes;
            if ((holds && !fixes) || i < needed) continue;
            const int moved = row[i];
            row[i] = row[needed];
            row[needed++] = moved;
        }
    }
    for (int i = 0; i < d->fixed.n; i++) d->var[lit_var(d->fixed.v[i])].value = 0;
    d->fixed.n = 0;
    *n = needed;
    return !holds;
}

/* Whether the sum has the variable, but the literals that are marked are not those of the sum. */
static bool derivation_weak(const struct derivation *d, lit x)
{
    const struct derivation_var *v = &d->var[x];
    return v->weight < 0 ? v->clause >= 0 : v->weight && v->clause <= 0;
}

static int derivation_weak_vars(const struct derivation *d)
{
    int n = 0;
    for (int i = 0; i < d->used.n; i++) n += derivation_weak(d, d->used.v[i]);
    return n;
}

/* The right side after all weak variables are weakened. */
static __int128 derivation_weakened(const struct derivation *d)
{
    __int128 degree = derivation_degree(d);
    for (int i = 0; i < d->used.n; i++)
        if (derivation_weak(d, d->used.v[i])) degree -= llabs(d->var[d->used.v[i]].weight);
    return degree;
}

static void derivation_weaken_var(struct derivation *d, lit x)
{
    struct derivation_var *v = derivation_var(d, x);
    text_add(d->proof, " x%d w", x);
    if (v->weight > 0) d->least -= v->weight;
    v->weight = 0;
}

/* Weakens the sum, and writes that. */
static void derivation_weaken(struct derivation *d)
{
    for (int i = 0; i < d->used.n; i++)
        if (derivation_weak(d, d->used.v[i])) derivation_weaken_var(d, d->used.v[i]);
}

static void derivation_mark(struct derivation *d, const lit *x, int n, bool on)
{
    for (int i = 0; i < n; i++) derivation_var(d, x[i])->clause = (signed char)(on ? lit_sign(x[i]) : 0);
}

/* ---- clauses and sums of encoders --------------------------------------------------------------- */

static void derivation_allow(struct derivation *d, int row) { MEM_PUSH(d->premise, d->premises, d->premise_cap, row); }

/* For an integer by values: the largest and the least weight of one of its literals in the sum. */
static int64_t derivation_extreme(struct derivation *d, const struct integer *it, bool most)
{
    int64_t w = derivation_var(d, it->x[0])->weight;
    for (int k = 1; k < it->n; k++) {
        const int64_t more = derivation_var(d, it->x[k])->weight;
        w = most ? max64(w, more) : min64(w, more);
    }
    return w;
}

/* Encoders get sums in which one value of each integer weighs nothing, and no other weighs less, or none more. Allows
 * the premise in this form: with multiples of "the integer has one value". */
static void derivation_shift(struct derivation *d, int premise, const struct row *r, bool most)
{
    const size_t before = d->proof->n;
    bool shifted = false;
    derivation_clear(d);
    text_put(d->proof, "pol");
    derivation_put_add(d, premise, 1);
    for (int i = 0; i < r->integers; i++) {
        const struct integer it = model_integer(d->m, r->integer[i]);
        const int64_t w = it.form == FORM_DIRECT ? derivation_extreme(d, &it, most) : 0;
        const int one = d->of_row[d->of_integer[r->integer[i]] - 1] + (w > 0);
        if (w) derivation_put_add(d, one, llabs(w));
        shifted = shifted || w;
    }
    if (shifted)
        derivation_allow(d, derivation_put_end(d));
    else
        derivation_take_back(d, before);
}

/* The rows of the integers in the encoded row. */
static void derivation_integers(struct derivation *d)
{
    const struct row r = model_row(d->m, d->from - 1);
    const int first = d->context.n;
    for (int i = 0; i < r.integers && r.kind != ROW_INT; i++) {
        const int row = d->of_integer[r.integer[i]];
        for (int k = d->of_row[row - 1]; k < d->of_row[row]; k++) lits_push(&d->context, k);
    }
    for (int i = d->context.n - 1; i >= first; i--) lits_push(&d->context, d->context.v[i]); /* for both directions */
    if (r.kind != ROW_LINEAR && r.kind != ROW_INCREASING && r.kind != ROW_CARDINALITY) return;
    const bool both = d->stated == 2 && !r.iff && !r.fails; /* an encoder can take both bounds together */
    for (int i = 0; i < d->stated; i++) {
        derivation_shift(d, d->premise[i], &r, true);
        if (both && !i) derivation_shift(d, d->premise[i], &r, false);
    }
}

/* The rows that clauses may use now: those of the row of the model, after it has changed. */
static void derivation_premises(struct derivation *d)
{
    if (d->from == d->cnf.row) return;
    const int row = d->names.n ? 0 : d->cnf.row; /* a kernel form has no integers */
    if (d->of_new != row && row) d->new = d->new_of_row[(d->of_new = row) - 1];
    d->from = d->cnf.row;
    d->premises = d->between[0] = d->between[1] = 0;
    d->context.n = 0;
    d->ordered = false;
    if (!d->from && d->bound) derivation_allow(d, d->bound);
    for (int r = d->from ? d->of_row[d->from - 1] : 0; d->from && r < d->of_row[d->from]; r++) derivation_allow(d, r);
    d->stated = d->premises;
    if (row) derivation_integers(d);
    d->ordered = d->context.n;
}

/* Premise number i in the order in which they are tried: the encoder's latest, then those of the file. */
static int derivation_premise(const struct derivation *d, int i)
{
    const int latest = min_int(d->premises - d->stated, LATEST);
    return i < latest ? d->premise[d->premises - 1 - i] : i - latest < d->stated ? d->premise[i - latest] : 0;
}

/* Leaves out those of n rows without which more is left of the sum. Returns whether anything is left. */
static bool derivation_omit(struct derivation *d, int *row, int *n)
{
    int kept = 0;
    __int128 best = derivation_weakened(d);
    for (int i = 0; i < *n && best <= 0; i++) {
        derivation_add_row(d, row[i], -1);
        const __int128 without = derivation_weakened(d);
        if (without > best) {
            best = without;
            row[i] = 0;
        } else {
            derivation_add_row(d, row[i], 1);
        }
    }
    for (int i = 0; i < *n; i++)
        if (row[i]) row[kept++] = row[i];
    *n = kept;
    return best > 0;
}

/* The sum of the definitions of the clause's literals, one of them (twice; -1: none) doubled, of a premise
 * and of a row about places (0: none). Returns whether it is the clause, with the n rows that are needed. */
static bool derivation_try(struct derivation *d, const struct lits *x, int twice, int premise, int factor, int between,
                           int *row, int *n)
{
    *n = 0;
    derivation_clear(d);
    for (int i = 0; i < x->n; i++) {
        const int opposite = derivation_opposite(d, x->v[i]);
        if (opposite) derivation_add_row(d, row[(*n)++] = opposite, 1);
    }
    const int second = twice < 0 ? 0 : derivation_opposite(d, x->v[twice]);
    if (twice >= 0 && !second) return false;
    if (second) derivation_add_row(d, row[(*n)++] = second, 1);
    if (between) derivation_add_row(d, row[(*n)++] = between, 1);
    if (premise) derivation_add_row(d, premise, factor);
    return derivation_omit(d, row, n);
}

/* Ends the line with the sum, from which the clause follows after all other variables are weakened. */
static void derivation_finish(struct derivation *d, const struct lits *x)
{
    const bool few = derivation_weak_vars(d) <= FEW;
    if (few) derivation_weaken(d);
    text_put(d->proof, ";\n");
    d->next++;
    if (!few) {
        derivation_put_clause(d, x->v, x->n);
        text_add(d->proof, " ~ %" PRId64 ";\ndel id %" PRId64 ";\n", d->next - 1, d->next - 1);
        d->next++;
    }
}

/* How often a definition is to be added so that its first term that the sum has, too, cancels; 0: there is none. */
static int64_t derivation_multiple(struct derivation *d, int row)
{
    const struct derived r = d->row[row];
    for (int i = 0; i < r.n; i++) {
        const lit x = d->terms.x.v[r.start + i];
        const int64_t w = -lit_sign(x) * derivation_var(d, x)->weight;
        if (w > 0 && !derivation_var(d, x)->clause) return max64(w / d->terms.w[r.start + i], 1);
    }
    return 0;
}

/* Derives the clause from a premise and multiples of the definitions of its literals: thresholds of integers. */
static bool derivation_scaled(struct derivation *d, const struct lits *x)
{
    int premise;
    for (int i = 0; (premise = derivation_premise(d, i)); i++) {
        const size_t before = d->proof->n;
        derivation_clear(d);
        text_put(d->proof, "pol");
        derivation_put_add(d, premise, 1);
        for (int k = 0; k < x->n; k++) {
            const int row = derivation_opposite(d, x->v[k]);
            const int64_t times = row ? derivation_multiple(d, row) : 0;
            if (times) derivation_put_add(d, row, times);
        }
        if (derivation_weakened(d) > 0) {
            derivation_finish(d, x);
            return true;
        }
        derivation_take_back(d, before);
    }
    return false;
}

/* Derives "some integer has this value" of as many integers as values: each has a value, and each other value at most
 * once. */
static bool derivation_pigeons(struct derivation *d, const struct lits *x)
{
    const size_t before = d->proof->n;
    derivation_clear(d);
    text_put(d->proof, "pol");
    for (int i = 0; i < d->context.n / 2 + d->stated; i++) {
        const int row = i < d->stated ? d->premise[i] : d->context.v[i - d->stated];
        const struct derived r = d->row[row];
        bool add = i < d->stated || (r.n && d->terms.x.v[r.start] > 0);
        for (int k = 0; k < r.n && add && i < d->stated; k++)
            add = !derivation_var(d, d->terms.x.v[r.start + k])->clause;
        if (add) derivation_put_add(d, row, 1);
    }
    if (*d->plus && derivation_weakened(d) > 0) {
        derivation_finish(d, x);
        return true;
    }
    derivation_take_back(d, before);
    return false;
}

/* Derives the clause by the addition of definitions of its literals and at most one premise. */
static bool derivation_sums_up(struct derivation *d, const struct lits *x)
{
    OWNED int *row = mem_new((size_t)x->n + 3, sizeof *row);
    int n = 0, premise = 0, factor = 0;
    bool found = false;
    for (int i = 0; !found && (!i || (premise = derivation_premise(d, i - 1))); i++)
        for (factor = 1; !found && factor <= (i ? FACTORS : 1); factor += !found)
            found = derivation_try(d, x, -1, premise, factor, 0, row, &n);
    for (int side = 0; side < 2; side++)
        for (int twice = 0; d->between[side] && !found && twice < x->n; twice++) {
            premise = factor = 0;
            for (int i = 0; !found && (!i || (premise = derivation_premise(d, i - 1))); i++)
                found = derivation_try(d, x, twice, premise, factor = 1, d->between[side], row, &n);
        }
    if (!found) return false;
    derivation_clear(d);
    text_put(d->proof, "pol");
    for (int i = 0; i < n; i++) derivation_put_add(d, row[i], 1);
    if (premise) derivation_put_add(d, premise, factor);
    derivation_finish(d, x);
    return true;
}

/* Derives the clause by propagation of some of these rows. */
static bool derivation_put_rup(struct derivation *d, const struct lits *x, int *row, int n)
{
    if (!derivation_follows(d, x, row, &n)) return false;
    derivation_put_clause(d, x->v, x->n);
    text_put(d->proof, " ~");
    for (int i = 0; i < n; i++) text_add(d->proof, " %" PRId64, d->row[row[i]].id);
    text_put(d->proof, ";\n");
    d->next++;
    return true;
}

/* Derives the clause by propagation of the definitions of its literals, of those of the variables in them if
 * `widely`, of the order of cells in them if `ordered`, and of the premises. */
static bool derivation_propagates(struct derivation *d, const struct lits *x, bool ordered, bool widely)
{
    SCOPED(lits) row = {0};
    int premise;
    for (int i = 0; i < x->n; i++)
        if (derivation_opposite(d, x->v[i])) lits_push(&row, derivation_opposite(d, x->v[i]));
    for (int i = 0; ordered && i < d->premises; i++) lits_push(&row, d->premise[d->premises - 1 - i]);
    for (int i = 0; (ordered || widely) && i < d->context.n; i++) lits_push(&row, d->context.v[i]);
    derivation_clear(d);
    for (int i = 0; ordered && i < row.n; i++) {
        const struct derived r = d->row[row.v[i]];
        for (int k = 0; k < r.n; k++) {
            const struct derivation_var *v = derivation_var(d, d->terms.x.v[r.start + k]);
            if (v->order && !v->used) lits_push(&row, v->order);
            derivation_add(d, d->terms.x.v[r.start + k], 0);
        }
    }
    for (int i = 0; widely && i < row.n && row.n < WIDE; i++) {
        const struct derived r = d->row[row.v[i]];
        for (int k = 0; k < r.n; k++) {
            const struct derivation_var *v = derivation_var(d, d->terms.x.v[r.start + k]);
            if (v->when_true) lits_push(&row, v->when_true);
            if (v->when_false) lits_push(&row, v->when_false);
        }
    }
    for (int i = 0; !ordered && (premise = derivation_premise(d, i)); i++) lits_push(&row, premise);
    for (int i = 0, rows = row.n; widely && i < rows; i++) {
        const struct derived r = d->row[row.v[i]];
        for (int k = 0; k < r.n; k++) {
            const int unit = derivation_var(d, d->terms.x.v[r.start + k])->unit;
            if (unit) lits_push(&row, unit);
        }
    }
    return derivation_put_rup(d, x, row.v, row.n);
}

/* The same from the latest rows. */
static bool derivation_recently(struct derivation *d, const struct lits *x)
{
    int row[RECENT], n = 0;
    for (int r = d->rows; n < RECENT && --r > 0;) row[n++] = r;
    return derivation_put_rup(d, x, row, n);
}

static bool derivation_has(const struct derivation *d, const struct derived *r, lit x)
{
    for (int i = 0; i < r->n; i++)
        if (d->terms.x.v[r->start + i] == x) return true;
    return false;
}

/* A row x >= 1 or ~x >= 1; 0: there is none. */
static int derivation_unit(struct derivation *d, lit x)
{
    const int unit = derivation_var(d, x)->unit;
    return unit && d->row[unit].degree == 1 && d->terms.w[d->row[unit].start] == 1 ? unit : 0;
}

/* Removes variables that units fix and the clause does not have from the sum, and writes that: the false ones or, if
 * `all`, the true ones, too. */
static void derivation_add_units(struct derivation *d, bool all)
{
    for (int i = 0; i < d->used.n; i++) {
        struct derivation_var *v = &d->var[d->used.v[i]];
        const int unit = v->weight && !v->clause ? derivation_unit(d, d->used.v[i]) : 0;
        if (!unit) continue;
        if ((d->terms.x.v[d->row[unit].start] > 0) == (v->weight > 0)) {
            if (all) derivation_weaken_var(d, d->used.v[i]);
            continue;
        }
        derivation_put_add(d, unit, llabs(v->weight));
    }
}

/* Continues the line with a row, to which the definitions of the clause's literals that it counts are added, and which
 * is divided by a number. Stores that under no number. */
static int derivation_divided(struct derivation *d, const struct lits *x, int row, int64_t divisor)
{
    derivation_clear(d);
    derivation_put_add(d, row, 1);
    for (int i = 0; i < x->n; i++) {
        const int def = derivation_opposite(d, x->v[i]);
        if (def && d->row[def].n && derivation_has(d, &d->row[row], -d->terms.x.v[d->row[def].start]))
            derivation_put_add(d, def, 1);
    }
    derivation_add_units(d, true);
    for (int i = 0; i < d->used.n; i++) {
        const int64_t w = d->var[d->used.v[i]].weight, rest = llabs(w) % divisor;
        if (rest && derivation_weak(d, d->used.v[i]))
            derivation_put_axiom(d, w > 0 ? -d->used.v[i] : d->used.v[i], rest);
    }
    derivation_divide(d, divisor);
    return derivation_store(d, 0);
}

/* The greatest common divisor of the weights of variables that neither the clause nor a unit has; 0: there are none. */
static int64_t derivation_divisor(struct derivation *d, int row)
{
    const struct derived r = d->row[row];
    int64_t g = 0;
    for (int i = 0; i < r.n; i++) {
        const lit l = d->terms.x.v[r.start + i];
        if (!derivation_var(d, l)->clause && !derivation_unit(d, l)) g = number_gcd(g, d->terms.w[r.start + i]);
    }
    return g;
}

/* Derives a clause of the equality, perhaps of an XOR, that a pair of premises states, lower bound and upper bound:
 * both are divided, by 2 or by what divides the other weights, in which the rest is rounded up, and added. */
static bool derivation_cuts(struct derivation *d, const struct lits *x)
{
    const size_t before = d->proof->n;
    const int rows = d->rows, terms = d->terms.x.n;
    bool done = false;
    for (int i = 0; i + 1 < d->premises && !done; i++) {
        const int64_t divisors[] = {2, derivation_divisor(d, d->premise[i])};
        for (int k = 0; k < 2 && !done; k++) {
            if (k && divisors[k] <= 2) continue;
            text_put(d->proof, "pol");
            const int first = derivation_divided(d, x, d->premise[i], divisors[k]),
                      second = derivation_divided(d, x, d->premise[i + 1], divisors[k]);
            derivation_clear(d);
            derivation_add_row(d, first, 1);
            derivation_add_row(d, second, 1);
            done = derivation_degree(d) > 0 && !derivation_weak_vars(d);
            d->rows = rows;
            d->terms.x.n = terms;
            if (!done) derivation_take_back(d, before);
        }
    }
    if (done) text_put(d->proof, " +;\n");
    d->next += done;
    return done;
}

/* Derives a clause by cases of the variables of the first premise. *cases: so many more. Returns its number; 0: it
 * does not follow, or there are too many. */
static int64_t derivation_cases(struct derivation *d, struct lits *x, int *cases)
{
    lit split = 0;
    int64_t most = 0, id[2];
    if (derivation_propagates(d, x, false, true) || derivation_cuts(d, x)) return d->next - 1;
    const int defined = d->context.n && x->n ? derivation_opposite(d, x->v[0]) : 0;
    const struct derived r = d->row[defined ? defined : d->stated ? d->premise[0] : 0];
    for (int i = 0; i < r.n; i++) {
        const lit l = d->terms.x.v[r.start + i];
        if (d->terms.w[r.start + i] <= most || derivation_var(d, l)->clause || derivation_unit(d, l)) continue;
        split = l;
        most = d->terms.w[r.start + i];
    }
    if (!split || --*cases < 0) return 0;
    for (int k = 0; k < 2; k++) {
        lit y = k ? -split : split;
        lits_push(x, y);
        derivation_mark(d, &y, 1, true);
        id[k] = derivation_cases(d, x, cases);
        derivation_mark(d, &y, 1, false);
        x->n--;
        if (!id[k]) return 0;
    }
    derivation_put_clause(d, x->v, x->n);
    text_add(d->proof, " ~ %" PRId64 " %" PRId64 ";\n", id[0], id[1]);
    return d->next++;
}

/* Derives a clause. Returns its number; 0: no rule does. */
static int64_t derivation_derive(struct derivation *d, const struct lits *x)
{
    if (derivation_propagates(d, x, false, false) || (d->ordered && derivation_propagates(d, x, true, false)) ||
        (d->context.n && (derivation_scaled(d, x) || derivation_pigeons(d, x))) || derivation_sums_up(d, x) ||
        derivation_propagates(d, x, false, true) || derivation_cuts(d, x) || derivation_recently(d, x))
        return d->next - 1;
    SCOPED(lits) all = {0};
    int cases = CASES;
    lits_add(&all, x->v, x->n);
    return derivation_cases(d, &all, &cases);
}

static void derivation_put(struct cnf *self, const lit *c, int n)
{
    struct derivation *d = (struct derivation *)self;
    struct lits *x = &d->literals;
    d->clauses->cnf.vars = d->cnf.vars;
    cnf_clause(&d->clauses->cnf, c, n);
    x->n = 0;
    for (int i = 0; i < n; i++) lits_push(x, derivation_name(d, c[i]));
    const bool stated = derivation_stated(d);
    derivation_premises(d);
    derivation_mark(d, x->v, n, true);
    int64_t id = stated ? d->other++ : derivation_derive(d, x);
    if (!id) { /* without hints */
        text_put(d->proof, "rup ");
        derivation_put_sum(d->proof, x->v, NULL, n);
        text_put(d->proof, ">= 1 ;\n");
        id = d->next++;
        d->guesses++;
    }
    derivation_mark(d, x->v, n, false);
    if (n == 1 && !stated) { /* the line may have a larger weight */
        derivation_put_clause(d, x->v, 1);
        text_add(d->proof, " ~ %" PRId64 ";\n", id);
        id = d->next++;
    }
    MEM_PUSH(d->clause, d->numbered, d->clause_cap, id);
    if (n == 1) derivation_store_sum(d, id, 1, x->v, NULL, 1, 1);
}

/* Whether the weakened sum is at least as strong as sum w x >= least. */
static bool derivation_implies(struct derivation *d, const lit *x, const int64_t *w, int n, int64_t least)
{
    __int128 rest = derivation_weakened(d);
    for (int i = 0; i < n; i++) {
        const int64_t have = lit_sign(x[i]) * derivation_var(d, x[i])->weight, most = w ? w[i] : 1;
        if (have > most) rest -= have - most;
    }
    return rest >= least;
}

/* Saturates the sum, and writes that. */
static void derivation_saturate(struct derivation *d)
{
    text_put(d->proof, " s");
    const __int128 degree = derivation_degree(d);
    for (int i = 0; i < d->used.n; i++) {
        struct derivation_var *v = &d->var[d->used.v[i]];
        if (llabs(v->weight) > degree) v->weight = (int64_t)(v->weight < 0 ? -degree : degree);
    }
    d->least += degree - derivation_degree(d);
}

/* Derives sum w x >= least from the rows that the negations of the x imply, and a premise. */
static bool derivation_sum_by(struct derivation *d, int premise, const lit *x, const int64_t *w, int n, int64_t least)
{
    const size_t before = d->proof->n;
    derivation_clear(d);
    text_put(d->proof, "pol");
    for (int i = 0; i < n; i++)
        if (derivation_opposite(d, x[i])) derivation_put_add(d, derivation_opposite(d, x[i]), 1);
    const bool defined = *d->plus;
    derivation_put_add(d, premise, 1);
    const size_t added = d->proof->n;
    derivation_add_units(d, false);
    derivation_weaken(d);
    bool implies = false;
    for (int saturated = 0; saturated < 2 && !implies; saturated++) {
        if (saturated) derivation_saturate(d);
        int64_t divisor = 0;
        for (int i = 0; i < d->used.n; i++) divisor = number_gcd(divisor, d->var[d->used.v[i]].weight);
        derivation_divide(d, divisor);
        implies = derivation_implies(d, x, w, n, least);
    }
    if (implies && (defined || d->proof->n != added))
        derivation_allow(d, derivation_put_end(d));
    else
        derivation_take_back(d, before);
    return implies;
}

static void derivation_number_release(struct derivation_number *c)
{
    lits_release(&c->y);
    lits_release(&c->z);
    terms_release(&c->sum);
}

/* Ends a line of literals, which are 0 or more, and stores it; 0: there are none. */
static int derivation_axioms(struct derivation *d)
{
    d->least -= derivation_degree(d);
    d->plus = "";
    for (int i = 0; i < d->used.n; i++) {
        const int64_t w = d->var[d->used.v[i]].weight;
        if (!w) continue;
        if (!*d->plus) text_put(d->proof, "pol");
        derivation_put_lit(d, w < 0 ? -d->used.v[i] : d->used.v[i]);
        derivation_put_times(d, llabs(w));
    }
    return *d->plus ? derivation_put_end(d) : 0;
}

static void derivation_holds(struct cnf *self, const struct constraint *c)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    if (!c) {
        d->from = -1;
        return;
    }
    OWNED lit *x = mem_new((size_t)c->n, sizeof *x);
    const int64_t sum = constraint_total(c);
    derivation_premises(d);
    if (!c->n && d->parts)
        derivation_number_release(&d->part[--d->parts]);
    else if (!c->n)
        d->premises--;
    if (c->n && c->lo <= 0 && c->hi >= sum) {
        derivation_clear(d);
        for (int i = 0; i < c->n; i++) derivation_add(d, -derivation_name(d, c->x[i]), 1);
        derivation_allow(d, derivation_axioms(d));
        return;
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
        const int64_t least = sign > 0 ? c->lo : sum - c->hi;
        bool done = least <= 0;
        for (int i = 0; i < c->n; i++) x[i] = sign * derivation_name(d, c->x[i]);
        derivation_mark(d, x, c->n, true);
        for (int i = d->premises; i-- > 0 && !done;) done = derivation_sum_by(d, d->premise[i], x, c->w, c->n, least);
        derivation_mark(d, x, c->n, false);
    }
}

int derivation_line(struct derivation *d, int n, const int *row, const int64_t *times, const struct terms *more,
                    int64_t divisor)
{
    const size_t before = d->proof->n;
    derivation_clear(d);
    text_put(d->proof, "pol");
    for (int i = 0; i < n; i++) derivation_put_add(d, row[i], times[i]);
    for (int i = 0; more && i < more->x.n; i++) derivation_put_axiom(d, more->x.v[i], more->w[i]);
    derivation_divide(d, divisor);
    if (derivation_degree(d) > 0) return derivation_put_end(d);
    derivation_take_back(d, before);
    return derivation_axioms(d);
}

/* Writes (factor first + second) / divisor as a row: one side of an adder. */
static int derivation_adder(struct derivation *d, int first, int64_t factor, int second, int64_t divisor)
{
    return derivation_line(d, 2, (int[]){first, second}, (int64_t[]){factor, 1}, NULL, divisor);
}

/* Adds `times` the second row to the first one. */
static int derivation_plus(struct derivation *d, int first, int second, int64_t times)
{
    return derivation_line(d, 2, (int[]){first, second}, (int64_t[]){1, times}, NULL, 1);
}

/* The row by which n inputs, 2 or 3, are at least, or at most, 2 carry + sum, as these are defined. */
static int derivation_side(struct derivation *d, int n, lit sum, lit carry, bool most)
{
    const struct derivation_var c = *derivation_var(d, carry), s = *derivation_var(d, sum);
    return most ? derivation_adder(d, c.when_false, n - 1, s.when_false, n)
                : derivation_adder(d, c.when_true, 2, s.when_true, 3);
}

/* In the premises, replaces x[0] + .. + x[n-1], n 2 or 3, by 2 carry + sum. */
static void derivation_replace(struct derivation *d, const lit *x, int n, lit sum, lit carry, int bit)
{
    int side[2] = {0};
    for (int i = 0; i < d->premises; i++) {
        const int premise = d->premise[i];
        const bool most = derivation_has(d, &d->row[premise], -x[0]);
        if (!most && !derivation_has(d, &d->row[premise], x[0])) continue;
        if (!side[!most]) side[!most] = derivation_side(d, n, sum, carry, !most);
        d->premise[i] = derivation_plus(d, premise, side[!most], (int64_t)1 << bit);
    }
}

/* Defines a parity t of x[0] + .. + x[n-1], n 2 or 3, and their carry, which it returns. */
static lit derivation_carry(struct derivation *d, const lit *x, int n, lit t)
{
    const lit carry = derivation_fresh(d), all[] = {x[0], x[1], -carry, n > 2 ? x[2] : 0};
    derivation_say(d, carry, false, x, NULL, n, 2);
    derivation_say(d, t, false, all, (const int64_t[]){1, 1, 2, 1}, n + 1, 3);
    return carry;
}

/* Adds the x up to their parity t, with new variables. */
static void derivation_parity_of(struct derivation *d, const lit *x, int n, lit t)
{
    lit sum = x[0];
    for (int i = 1; i < n;) {
        const int more = min_int(n - i, 2);
        const lit added[] = {sum, x[i], more > 1 ? x[i + 1] : 0};
        sum = i + more == n ? t : derivation_fresh(d);
        derivation_replace(d, added, more + 1, sum, derivation_carry(d, added, more + 1, sum), 0);
        i += more;
    }
}

static void derivation_adds(struct cnf *self, const lit *x, int n, lit sum, lit carry, int bit)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    SCOPED(lits) names = {0};
    derivation_premises(d);
    for (int i = 0; i < n; i++) lits_push(&names, derivation_name(d, x[i]));
    if (carry)
        derivation_replace(d, names.v, n, derivation_name(d, sum), derivation_name(d, carry), bit);
    else
        derivation_parity_of(d, names.v, n, derivation_name(d, sum));
}

/* Derives and stores a clause; 0: no rule derives it. */
static int derivation_clause(struct derivation *d, lit a, lit b)
{
    const lit v[] = {a, b};
    const struct lits x = {.v = (lit[]){a, b}, .n = 2};
    derivation_mark(d, v, 2, true);
    const int64_t id = derivation_derive(d, &x); /* a sum, perhaps, from which it follows */
    derivation_mark(d, v, 2, false);
    if (!id) return 0;
    derivation_put_clause(d, v, 2);
    text_add(d->proof, " ~ %" PRId64 ";\n", id);
    return derivation_store_sum(d, d->next++, 1, v, NULL, 2, 1);
}

/* Adds up the definitions of the cells of a number, from this row on (0: none), in the direction that they are implied
 * by the cells (up) or by their negations. Returns the row: the sum of the cells is at most, or least, what
 * they count. */
static int derivation_cells(struct derivation *d, const lit *z, int m, bool up, int row)
{
    for (int i = 0; i < m; i++) {
        const int def = derivation_opposite(d, up ? -z[i] : z[m - 1 - i]);
        const int divisor = (int)d->row[def].degree;
        row = row && divisor > 1 ? derivation_adder(d, row, divisor - 1, def, divisor) : def;
    }
    return row;
}

/* Replaces more than m literals in the premise, at least m of which it never asks for, by the cells of their number. */
static int derivation_cut(struct derivation *d, int premise, const lit *z, int m)
{
    int row = 0;
    for (int i = m - 1; i >= 0; i--) {
        const int def = derivation_opposite(d, z[i]);
        const int divisor = (int)d->row[premise].degree - i;
        if (divisor < 1) continue;
        derivation_clear(d);
        text_put(d->proof, "pol");
        derivation_put_add(d, premise, 1);
        derivation_put_add(d, def, 1);
        derivation_saturate(d);
        const int either = derivation_put_end(d);
        row = row && divisor > 1 ? derivation_adder(d, row, divisor - 1, either, divisor) : either;
    }
    SCOPED(terms) others = {0}; /* the cells that it never asks for do no harm */
    for (int i = (int)d->row[premise].degree; i < m; i++) terms_add(&others, z[i], 1);
    return derivation_line(d, 1, &row, (int64_t[]){1}, &others, 1);
}

/* How often a row has the sum, whose literals have this sign there. */
static int64_t derivation_times(struct derivation *d, int row, int sign, const lit *x, const int64_t *w, int n)
{
    int64_t times = INT64_MAX;
    derivation_clear(d);
    derivation_add_row(d, row, 1);
    for (int i = 0; i < n; i++)
        if (w[i] > 0) times = min64(times, sign * lit_sign(x[i]) * derivation_var(d, x[i])->weight / w[i]);
    derivation_clear(d);
    return max64(times, 0);
}

/* The sum of the rows by which each of these n literals implies, step by step, the next one before it that is
 * marked. With `all`, literals with none before them are at most 1. 0: no rows. */
static int derivation_before(struct derivation *d, const lit *x, int n, bool all)
{
    SCOPED(lits) path = {0};
    derivation_clear(d);
    for (int i = 0; i < n; i++) {
        lit at = x[i];
        path.n = 0;
        do {
            const int order = at > 0 ? derivation_var(d, at)->order : 0;
            if (order) lits_push(&path, order);
            at = order ? d->terms.x.v[d->row[order].start + 1] : 0;
        } while (at && !derivation_var(d, at)->clause);
        if (!at && !all) continue;
        if (!at) path.n = 0;
        if (!*d->plus) text_put(d->proof, "pol");
        for (int k = 0; k < path.n; k++) derivation_put_add(d, path.v[k], 1);
        if (!at) derivation_put_axiom(d, -x[i], 1);
    }
    return *d->plus ? derivation_put_end(d) : 0;
}

/* The row sum w x <= m, if it is known: by the carry, or from a premise; 0: none. */
static int derivation_limit(struct derivation *d, const lit *x, const int64_t *w, int n, int m)
{
    const int carry = w[n - 1] < 0 ? derivation_opposite(d, x[n - 1]) : 0;
    if (carry) {
        const int64_t more = -w[n - 1] - (int64_t)d->row[carry].degree;
        if (!more) return carry;
        const struct terms literal = {.x = {.v = (lit[]){x[n - 1]}, .n = 1}, .w = (int64_t[]){more}};
        return derivation_line(d, 1, &carry, (int64_t[]){1}, &literal, 1);
    }
    if (n <= m) return 0;
    const int before = d->premises;
    OWNED lit *not = mem_new((size_t)n, sizeof *not );
    for (int i = 0; i < n; i++) not [i] = -x[i];
    derivation_mark(d, not, n, true);
    bool done = false;
    for (int i = before - 1; i >= d->stated && !done; i--)
        done = derivation_sum_by(d, d->premise[i], not, NULL, 0, n - m);
    derivation_mark(d, not, n, false);
    const int limit = d->premises > before ? d->premise[before] : 0;
    d->premises = before;
    return limit;
}

/* Adds a clause `times` to a row; returns the row as it is if no rule derives the clause. */
static int derivation_by_clause(struct derivation *d, int row, lit a, lit b, int64_t times)
{
    const int clause = derivation_clause(d, a, b);
    return clause ? derivation_plus(d, row, clause, times) : row;
}

/* The row with the cells of a number in place of what it counts. most: the row is an upper bound. */
static int derivation_recount(struct derivation *d, struct derivation_number *c, int premise, bool most)
{
    const int m = c->z.n, n = c->sum.x.n;
    const lit *x = c->sum.x.v;
    const int64_t *w = c->sum.w;
    if (derivation_times(d, premise, most ? -1 : 1, x, w, n) < c->times) return premise;
    if (!most && n > m && c->times == 1 && d->row[premise].degree <= m) return derivation_cut(d, premise, c->z.v, m);
    if (!c->side[most]) {
        const bool carry = most && w[n - 1] < 0;
        const int from = carry ? derivation_opposite(d, -x[n - 1]) : most ? 0 : derivation_limit(d, x, w, n, m);
        c->side[most] = derivation_cells(d, c->z.v, m, most, from);
    }
    int row = derivation_plus(d, premise, c->side[most], c->times);
    for (int k = 0; k < m && most; k++)
        if (c->y.v[k] != c->z.v[k]) row = derivation_by_clause(d, row, -c->y.v[k], c->z.v[k], c->times);
    for (int k = 0; k < n && !most && w[k] > 0; k++) { /* the last of a number that is cut counts more */
        const int64_t rest = derivation_times(d, row, 1, x + k, w + k, 1);
        if (rest) row = derivation_by_clause(d, row, -x[k], c->z.v[m - 1], rest);
    }
    return row;
}

/* Defines y by what others mean of all inputs but the last one, if there are many. False: it does not. */
static bool derivation_goes_on(struct derivation *d, lit y, const struct constraint *c)
{
    SCOPED(terms) sum = {0};
    const lit before = c->n == 2 ? derivation_name(d, c->x[0]) : 0;
    const bool any = c->kind == AMO && before > 0 && derivation_var(d, before)->any &&
                     !derivation_var(d, derivation_name(d, c->x[1]))->any;
    if (any) {
        const struct derived r = d->row[d->var[before].when_true];
        for (int i = 0; i < r.n; i++)
            if (d->terms.x.v[r.start + i] != -before) terms_add(&sum, d->terms.x.v[r.start + i], 1);
    }
    for (int i = any; i < c->n; i++) terms_add(&sum, derivation_name(d, c->x[i]), 1);
    const lit a = any ? before : c->guards && c->lo < c->n && c->guard[0] ? derivation_name(d, c->guard[0]) : 0;
    const lit b = c->lo > 1 && c->guards && c->guard[1] ? derivation_name(d, c->guard[1]) : 0;
    if (sum.x.n <= LONG || c->lo < 1 || (!any && !c->guards) || (!a && c->lo < c->n) || (!b && c->lo > 1) ||
        c->lo > sum.x.n)
        return false;
    derivation_step(d, y, &sum, c->lo, a, b);
    d->var[y].any = any;
    return true;
}

/* Says what y means, which may be defined already; then it is clear that it means this, too. */
static void derivation_means(struct cnf *self, lit name, const struct constraint *c)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    SCOPED(lits) x = {0};
    const lit y = derivation_name(d, name);
    const bool known = derivation_var(d, y)->when_true || derivation_var(d, y)->when_false;
    const lit z = known ? derivation_fresh(d) : y;
    const int before = d->premises;
    for (int i = 0; i < c->n; i++) lits_push(&x, derivation_name(d, c->x[i]));
    if (known || !derivation_goes_on(d, y, c)) derivation_say(d, z, c->kind == AMO, x.v, c->w, c->n, c->lo);
    int row[2] = {0};
    for (int sign = 1; sign >= -1 && known; sign -= 2) { /* z implies y; the other way round */
        int counted = derivation_opposite(d, -sign * z);
        const int def = derivation_opposite(d, sign * z);
        for (int i = 0; i < d->parts; i++) counted = derivation_recount(d, &d->part[i], counted, sign < 0);
        if (d->parts) derivation_allow(d, counted);
        row[sign > 0] = derivation_by_clause(d, def, sign * y, -sign * z, (int64_t)d->row[def].degree);
        d->premises = before;
    }
    if (!known) return;
    derivation_var(d, y)->when_false = row[1];
    derivation_var(d, y)->when_true = row[0];
}

/* ---- columns of binary numbers ------------------------------------------------------------------- */

/* Half the premise. The cells, which mean the even numbers, count pairs of what it has an odd number of times. */
static int derivation_halve(struct derivation *d, int premise, bool most, const struct terms *odd,
                            const struct lits *cells)
{
    int row = derivation_line(d, 1, &premise, (int64_t[]){1}, odd, 2);
    for (int i = 0; i < cells->n; i++) {
        const lit cell = most ? -cells->v[i] : cells->v[cells->n - 1 - i];
        const int from = derivation_adder(d, premise, 1, derivation_opposite(d, cell), 2);
        derivation_clear(d);
        derivation_add_row(d, from, 1);
        const int64_t w = llabs(derivation_var(d, cell)->weight);
        if (row && w > 1)
            row = derivation_adder(d, row, w - 1, from, w);
        else
            row = derivation_line(d, 1, &from, (int64_t[]){1}, NULL, w);
    }
    return row;
}

/* Halves the premises that have these an odd number of times, and no others. */
static void derivation_carries(struct derivation *d, const lit *z, int m, const struct constraint *c)
{
    struct terms odd[2] = {0};
    SCOPED(lits) cells = {0};
    for (int i = 0; i < m; i++) lits_push(&cells, derivation_name(d, z[i]));
    for (int i = 0; i < 2 * c->n; i++) terms_add(&odd[i % 2], (i % 2 ? 1 : -1) * derivation_name(d, c->x[i / 2]), 1);
    for (int i = 0; i < d->premises; i++) {
        const struct derived r = d->row[d->premise[i]];
        int n[2] = {0}, others = 0;
        derivation_mark(d, odd[1].x.v, c->n, true);
        for (int k = 0; k < r.n; k++) {
            const lit x = d->terms.x.v[r.start + k];
            const int sign = derivation_var(d, x)->clause * lit_sign(x);
            if (d->terms.w[r.start + k] % 2 == 0) continue;
            if (sign)
                n[sign < 0]++;
            else
                others++;
        }
        derivation_mark(d, odd[1].x.v, c->n, false);
        if (others || max_int(n[0], n[1]) < c->n) continue;
        const bool most = n[1];
        const int half = derivation_halve(d, d->premise[i], most, &odd[most], &cells);
        if (half) d->premise[i] = half;
    }
    for (int i = 0; i < 2; i++) terms_release(&odd[i]);
}

void derivation_add_column(struct derivation *d, struct lits *column, int bit, lit result, struct terms *rows)
{
    for (int at = 0; column->n - at > 1;) {
        const int n = min_int(column->n - at, 3);
        const lit sum = at + n == column->n ? result : derivation_fresh(d);
        const lit carry = derivation_carry(d, column->v + at, n, sum);
        for (int most = 0; most < 2; most++)
            terms_add(&rows[most], derivation_side(d, n, sum, carry, most), (int64_t)1 << bit);
        at += n;
        if (sum != result) lits_push(column, sum);
        lits_push(column + 1, carry);
    }
}

/* Defines the s by adders of the negated x and a constant. What the adders leave beyond the s is constant. */
static void derivation_slack(struct cnf *self, const struct constraint *c, const lit *s, int bits)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    struct lits column[COLUMNS] = {0};
    struct terms rows[2] = {0};
    SCOPED(terms) x = {0};
    const lit one = derivation_fresh(d);
    const int64_t unit = (int64_t)1 << bits;
    int64_t total = 0;
    int equal[2], premise[2] = {0}, row[2];
    derivation_premises(d);
    derivation_say(d, one, false, NULL, NULL, 0, 0);
    for (int i = 0; i < c->n; i++) {
        terms_add(&x, derivation_name(d, c->x[i]), c->w[i]);
        total += c->w[i];
        for (int b = 0; b < COLUMNS - 2; b++)
            if (c->w[i] >> b & 1) lits_push(&column[b], -x.x.v[i]);
    }
    const int64_t added = (c->hi - total) & (unit - 1);
    int64_t ones = added;
    for (int b = 0; b < bits; b++) {
        if (added >> b & 1) lits_push(&column[b], one);
        for (; column[b].n < 2; ones -= (int64_t)1 << b) lits_push(&column[b], -one);
        derivation_add_column(d, &column[b], b, derivation_name(d, s[b]), rows);
    }
    for (int b = 0; b < COLUMNS; b++) lits_release(&column[b]);
    for (int i = 0; i < 2 * d->premises; i++)
        if (d->row[d->premise[i / 2]].n == c->n &&
            derivation_times(d, d->premise[i / 2], i % 2 ? 1 : -1, x.x.v, x.w, x.x.n))
            premise[i % 2] = d->premise[i / 2];
    for (int most = 0; most < 2; most++) { /* without the constant */
        SCOPED(terms) more = {0};
        if (ones && (ones > 0) == most) terms_add(&rows[most], derivation_var(d, one)->unit, llabs(ones));
        if (ones && (ones > 0) != most) terms_add(&more, -one, llabs(ones));
        equal[most] = derivation_line(d, rows[most].x.n, rows[most].x.v, rows[most].w, &more, 1);
        terms_release(&rows[most]);
    }
    for (int least = 0; least < 2; least++) {
        SCOPED(terms) more = {0};
        const int from[] = {equal[!least], premise[least]};
        for (int b = 0; b < bits; b++) terms_add(&more, (least ? 1 : -1) * derivation_name(d, s[b]), (int64_t)1 << b);
        for (int i = 0; i < c->n && !from[1]; i++) terms_add(&more, least ? x.x.v[i] : -x.x.v[i], x.w[i]);
        const int multiples = derivation_line(d, 1 + !!from[1], from, (int64_t[]){1, 1}, &more, unit);
        row[least] = multiples ? derivation_plus(d, equal[least], multiples, unit) : equal[least];
    }
    const int from[] = {row[0], premise[1]};
    const int limit = derivation_line(d, 1 + !!from[1], from, (int64_t[]){1, 1}, from[1] ? NULL : &x, 1);
    if (limit) derivation_allow(d, limit);
    derivation_allow(d, row[0]);
    derivation_allow(d, row[1]);
}

static void derivation_counts(struct cnf *self, const lit *cells, int m, const struct constraint *c)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    if (c->lo < 0) {
        derivation_carries(d, cells, m, c);
        return;
    }
    struct derivation_number number = {.times = max64(c->lo, 1)};
    struct lits *y = &number.y;
    const bool part = !c->lo && c->n;
    derivation_premises(d);
    d->ordered = true;
    for (int i = 0; i < m; i++) lits_push(y, derivation_name(d, cells[i]));
    for (int i = 0; i < c->n; i++) terms_add(&number.sum, derivation_name(d, c->x[i]), c->w[i]);
    for (int i = 0; i < m; i++) {
        const bool shared = i + 1 < m && y->v[i] == y->v[i + 1];
        lits_push(&number.z, shared ? derivation_fresh(d) : y->v[i]);
        if (shared) derivation_say(d, number.z.v[i], false, number.sum.x.v, c->w, c->n, i + 1);
        const int order = i && !part && y->v[i] != y->v[i - 1] ? derivation_clause(d, -y->v[i], y->v[i - 1]) : 0;
        if (order) derivation_var(d, y->v[i])->order = order;
    }
    for (int i = 0; i < d->premises; i++)
        for (int most = 0; most < 2 && c->lo; most++)
            d->premise[i] = derivation_recount(d, &number, d->premise[i], most);
    if (part)
        MEM_PUSH(d->part, d->parts, d->part_cap, number);
    else
        derivation_number_release(&number);
}

static void derivation_alternate(struct cnf *self, const lit *odd, int odds, const lit *even, int evens,
                                 int64_t carried)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    SCOPED(terms) x = {0};
    derivation_premises(d);
    for (int i = 0; i < odds + evens; i++) terms_add(&x, derivation_name(d, i < odds ? odd[i] : even[i - odds]), 1);
    derivation_mark(d, x.x.v, x.x.n, true);
    d->between[0] = derivation_before(d, x.x.v + odds, evens, false);
    d->between[1] = derivation_before(d, x.x.v, odds, true);
    derivation_mark(d, x.x.v, x.x.n, false);
    const int row = d->between[carried < 0];
    for (int i = 0; i < d->premises && carried && row; i++)
        if (derivation_times(d, d->premise[i], -1, x.x.v, x.w, x.x.n) >= llabs(carried))
            d->premise[i] = derivation_plus(d, d->premise[i], row, llabs(carried));
}

static void derivation_states(struct cnf *self, lit y)
{
    struct derivation *d = (struct derivation *)self;
    if (derivation_stated(d)) return;
    derivation_premises(d);
    const int more = lit_var(y) - model_vars(d->m) - d->others;
    while (d->same_as.n <= more) lits_push(&d->same_as, 0);
    d->same_as.v[more] = lit_sign(y) * ++d->new;
}

/* ---- the proof ----------------------------------------------------------------------------------- */

/* Numbers the constraints of the file. */
static void derivation_read(struct derivation *d)
{
    SCOPED(row_sums) s = row_sums_of(d->m);
    d->of_row = mem_new((size_t)model_rows(d->m) + 1, sizeof *d->of_row);
    d->new_of_row = mem_new((size_t)model_rows(d->m) + 1, sizeof *d->new_of_row);
    d->of_integer = mem_new((size_t)model_ints(d->m) + 1, sizeof *d->of_integer);
    d->clausal = mem_new((size_t)model_rows(d->m) + 1, sizeof *d->clausal);
    for (struct row r = {0}; model_next(d->m, &r);) {
        d->clausal[r.number - 1] = !row_sums_state(d->m, &r);
        if (r.kind == ROW_INT) d->of_integer[r.integer[0]] = r.number;
    }
    int vars = s.vars;
    int number = 0;
    const struct objective *o = model_objective(d->m);
    for (int i = 0; o && i < o->n; i++) derivation_var(d, o->x[i])->stated = true;
    while (row_sums_next(&s)) {
        for (; number < s.row.number; d->of_row[number++] = d->rows) d->new_of_row[number] = vars;
        vars = s.vars;
        for (int sign = 1; sign >= -1; sign -= 2) {
            if (sign > 0 ? s.lo == INT64_MIN : s.hi == INT64_MAX) continue;
            for (int i = 0; i < s.sum.x.n; i++) derivation_var(d, s.sum.x.v[i])->stated = true;
            const int at =
                derivation_store_sum(d, d->next++, sign, s.sum.x.v, s.sum.w, s.sum.x.n, sign > 0 ? s.lo : s.hi);
            const lit y = s.sum.x.n ? s.sum.x.v[s.sum.x.n - 1] : 0;
            if (s.row.kind == ROW_COUNT && y > 0) d->var[y].when_false = at;
            if (s.row.kind == ROW_COUNT && y < 0) d->var[-y].when_true = at;
        }
    }
    while (number <= model_rows(d->m)) d->of_row[number++] = d->rows;
    d->shift = s.vars - model_vars(d->m);
}

void derivation_begin(struct derivation *d, const struct model *m, const struct cnf_buffer *others,
                      struct cnf_buffer *clauses, struct text *proof)
{
    *d = (struct derivation){.cnf = {.put = derivation_put,
                                     .means = derivation_means,
                                     .holds = derivation_holds,
                                     .adds = derivation_adds,
                                     .counts = derivation_counts,
                                     .alternate = derivation_alternate,
                                     .slack = derivation_slack,
                                     .states = derivation_states,
                                     .vars = clauses->cnf.vars,
                                     .job = clauses->cnf.job},
                             .clauses = clauses,
                             .proof = proof,
                             .m = m,
                             .next = 1,
                             .from = -1};
    MEM_PUSH(d->row, d->rows, d->row_cap, (struct derived){0}); /* 0: none */
    derivation_read(d);
    d->others = max_int(others->cnf.vars - model_vars(m), 0);
    d->other = d->next;
    for (int i = 0; i < others->lits.n; i++) derivation_var(d, derivation_name(d, others->lits.v[i]))->stated = true;
    d->next += others->cnf.made.clauses;
    text_add(proof, "pseudo-Boolean proof version 3.0\nf %" PRId64 ";\n", d->next - 1);
}

void derivation_release(struct derivation *d)
{
    terms_release(&d->terms);
    lits_release(&d->used);
    lits_release(&d->names);
    lits_release(&d->literals);
    lits_release(&d->fixed);
    lits_release(&d->context);
    lits_release(&d->same_as);
    MEM_FREE(d->clause, d->row, d->var, d->of_row, d->new_of_row, d->of_integer, d->clausal, d->premise, d->part);
}

/* Writes values for the variables of an XOR's sum: its half, in binary. */
static void derivation_put_half(struct derivation *d, const struct row_sums *s, struct values a)
{
    int64_t half = values_sum(a, s->row.x, NULL, s->row.n) / 2;
    for (int i = s->row.n; i < s->sum.x.n; i++)
        derivation_put_lit(d, half >> (i - s->row.n) & 1 ? s->sum.x.v[i] : -s->sum.x.v[i]);
}

/* Writes the value of a new variable: true if the sum that it implies holds. */
static void derivation_put_new(struct derivation *d, const struct row_sums *s, struct values a)
{
    const int last = s->sum.x.n - 1;
    const int64_t sum = values_sum(a, s->sum.x.v, s->sum.w, last) + s->sum.w[last];
    const bool holds = sum >= s->lo && sum <= s->hi;
    if (s->sum.x.v[last] > 0) derivation_put_lit(d, holds ? s->sum.x.v[last] : -s->sum.x.v[last]);
}

void derivation_solution(struct derivation *d, struct values a)
{
    const struct objective *o = model_objective(d->m);
    SCOPED(row_sums) s = row_sums_of(d->m);
    text_put(d->proof, o ? "soli" : "sol");
    for (int v = 1; v <= model_vars(d->m) + d->others; v++) {
        const lit x = derivation_name(d, v);
        if (derivation_var(d, x)->stated) derivation_put_lit(d, a.v[v] > 0 ? x : -x);
    }
    while (row_sums_next(&s)) {
        if (s.row.kind == ROW_XOR) derivation_put_half(d, &s, a);
        if (s.if_new) derivation_put_new(d, &s, a);
    }
    text_put(d->proof, ";\n");
    if (o) d->bound = derivation_store_sum(d, d->next++, -1, o->x, o->w, o->n, model_sum(d->m, a) - 1);
}

void derivation_parity(struct derivation *d, const struct lits *rows)
{
    derivation_clear(d);
    text_put(d->proof, "pol");
    if (d->bound) derivation_put_add(d, d->bound, 1);
    for (int i = 0; i < rows->n; i++) /* the upper bounds, whose numbers are 1 more */
        derivation_put_add(d, d->of_row[rows->v[i]] + 1, 1);
    if (derivation_degree(d) & 1) d->least++; /* all weights are even, so the division rounds it up */
    text_put(d->proof, " 2 d 2 *");
    for (int i = 0; i < rows->n; i++) derivation_put_add(d, d->of_row[rows->v[i]], 1);
    d->bound = derivation_put_end(d);
}

void derivation_lemma(void *self, const lit *x, int n, const int64_t *from, int hints, const int64_t *drops,
                      int dropped)
{
    struct derivation *d = self;
    struct lits *shifted = &d->literals;
    shifted->n = 0;
    for (int i = 0; i < n; i++) lits_push(shifted, derivation_name(d, x[i]));
    derivation_put_clause(d, shifted->v, n);
    text_put(d->proof, " ~");
    for (int i = 0; i < hints; i++) text_add(d->proof, " %" PRId64, d->clause[from[i]]);
    text_put(d->proof, ";\n");
    MEM_PUSH(d->clause, d->numbered, d->clause_cap, d->next++);
    if (dropped) text_put(d->proof, "del id");
    for (int i = 0; i < dropped; i++) text_add(d->proof, " %" PRId64, d->clause[drops[i]]);
    if (dropped) text_put(d->proof, ";\n");
}

void derivation_end(struct derivation *d, const int64_t *optimum)
{
    const int64_t last = d->next - 1;
    text_put(d->proof, "output NONE;\nconclusion ");
    if (optimum)
        text_add(d->proof, "BOUNDS %" PRId64 " : %" PRId64 " %" PRId64 ";\n", *optimum, last, *optimum);
    else
        text_add(d->proof, model_objective(d->m) ? "BOUNDS INF : %" PRId64 " INF;\n" : "UNSAT : %" PRId64 ";\n", last);
    text_put(d->proof, "end pseudo-Boolean proof;\n");
}
