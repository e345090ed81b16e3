/* The rules of a cutting-planes proof. Each derived constraint holds for all solutions of the
 * formula that are better than every solution in the proof so far. */
#include "proof/cutting_planes_inside.h"

#include <stdlib.h>

enum { DEPTH = 100, POLL = 256 };

/* ---- reading the proof ----------------------------------------------------------------------- */

static bool planes_at_end(const struct planes *k) { return *k->s == ';' || *k->s == ':' || !*k->s; }

/* Reads the word w if it is next. Returns whether it was. */
static bool planes_word(struct planes *k, const char *w)
{
    planes_blanks(k);
    size_t n = strlen(w);
    if (strncmp(k->s, w, n) != 0 || (k->s[n] && !strchr(" \t\r\n;:", k->s[n]))) return false;
    k->s += n;
    return true;
}

static bool planes_takes(struct planes *k, char c)
{
    planes_blanks(k);
    if (*k->s != c) return false;
    k->s++;
    return true;
}

/* Returns the constraint with that number (-1: the last one), or NULL. */
static struct planes_row *planes_row_numbered(struct planes *k, __int128 number)
{
    if (number < 0) number += k->last + 1;
    struct planes_row *r = number >= 1 && number <= k->last ? k->row[number] : NULL;
    if (!r) planes_fail(k, "there is no constraint %lld (any more).", (long long)number);
    return r;
}

static bool planes_contradicts(const struct planes_row *r)
{
    __int128 most = 0;
    for (int i = 0; i < r->n; i++) most += r->w[i];
    return most < r->degree;
}

static void planes_row_free(struct planes_row *r)
{
    if (!r) return;
    mem_free(r->w);
    mem_free(r->x);
    mem_free(r);
}

/* ---- pol: addition, multiplication, division, saturation, weakening -------------------------- */

static bool planes_sum_add_row(struct planes *k, struct planes_sum *s, const struct planes_row *r)
{
    s->degree += r->degree;
    for (int i = 0; i < r->n; i++)
        if (!planes_sum_add(k, s, r->x[i], r->w[i])) return false;
    return true;
}

static bool planes_sum_add_sum(struct planes *k, struct planes_sum *to, const struct planes_sum *s)
{
    to->degree += s->degree;
    for (int i = 0; i < s->vars.n; i++) {
        int v = s->vars.v[i];
        if (s->w[v] && !planes_sum_add(k, to, s->w[v] > 0 ? v : -v, llabs(s->w[v]))) return false;
    }
    return true;
}

static bool planes_sum_multiply(struct planes *k, struct planes_sum *s, __int128 by)
{
    if (by < 0) return planes_fail(k, "a constraint is multiplied by a negative number.");
    s->degree *= by;
    for (int i = 0; i < s->vars.n; i++) {
        __int128 w = by * s->w[s->vars.v[i]];
        if (w > PLANES_LIMIT || -w > PLANES_LIMIT) return planes_fail(k, "a weight would have more than 62 bits.");
        s->w[s->vars.v[i]] = (int64_t)w;
    }
    return true;
}

static __int128 planes_quotient_up(__int128 a, __int128 by) { return a / by + (a % by > 0); }

static bool planes_sum_divide(struct planes *k, struct planes_sum *s, __int128 by)
{
    if (by <= 0) return planes_fail(k, "a constraint is divided by 0 or less.");
    s->degree = planes_quotient_up(s->degree, by);
    for (int i = 0; i < s->vars.n; i++) {
        int64_t *w = &s->w[s->vars.v[i]];
        *w = (int64_t)(*w < 0 ? -planes_quotient_up(-(__int128)*w, by) : planes_quotient_up(*w, by));
    }
    return true;
}

static void planes_sum_saturate(struct planes_sum *s)
{
    __int128 most = s->degree > 0 ? s->degree : 0;
    for (int i = 0; i < s->vars.n; i++) {
        int64_t *w = &s->w[s->vars.v[i]];
        if (*w > most) *w = (int64_t)most;
        if (-(__int128)*w > most) *w = (int64_t)-most;
    }
}

static void planes_sum_weaken(struct planes_sum *s, int v)
{
    if (v >= s->room) return;
    s->degree -= llabs(s->w[v]);
    s->w[v] = 0;
}

/* Reads a number and its operator: a factor, a divisor, or none, which names a constraint. */
static bool planes_pol_number(struct planes *k, int *depth)
{
    __int128 number;
    if (!planes_number(k, &number)) return false;
    planes_blanks(k);
    bool times = planes_word(k, "*"), divided = !times && planes_word(k, "d");
    if (!times && !divided) {
        const struct planes_row *r = planes_row_numbered(k, number);
        return r && planes_sum_add_row(k, planes_sum_at(k, (*depth)++), r);
    }
    if (*depth < 1) return planes_fail(k, "an operation has no operand.");
    struct planes_sum *top = &k->sum[*depth - 1];
    return times ? planes_sum_multiply(k, top, number) : planes_sum_divide(k, top, number);
}

static bool planes_pol_step(struct planes *k, int *depth)
{
    lit x;
    if ((*k->s >= '0' && *k->s <= '9') || *k->s == '-') return planes_pol_number(k, depth);
    bool adds = planes_word(k, "+"), saturates = !adds && planes_word(k, "s");
    if ((adds && *depth < 2) || (saturates && *depth < 1)) return planes_fail(k, "an operation has no operand.");
    if (adds) {
        --*depth;
        return planes_sum_add_sum(k, &k->sum[*depth - 1], &k->sum[*depth]);
    }
    if (saturates) {
        planes_sum_saturate(&k->sum[*depth - 1]);
        return true;
    }
    if (!planes_at_literal(k)) return planes_fail(k, "'%.1s' is no operation.", k->s);
    if (!planes_literal(k, &x, false)) return false;
    if (!planes_word(k, "w")) return planes_sum_add(k, planes_sum_at(k, (*depth)++), x, 1);
    if (*depth < 1 || x < 0) return planes_fail(k, "'w' weakens a constraint by a variable.");
    planes_sum_weaken(&k->sum[*depth - 1], x);
    return true;
}

static bool planes_rule_pol(struct planes *k)
{
    int depth = 0;
    for (planes_blanks(k); !planes_at_end(k); planes_blanks(k)) {
        if (depth > DEPTH) return planes_fail(k, "more than %d constraints lie on the stack.", DEPTH);
        if (!planes_pol_step(k, &depth)) return false;
        const struct planes_sum *top = depth ? &k->sum[depth - 1] : NULL;
        if (top && (top->degree > PLANES_LIMIT || -top->degree > PLANES_LIMIT))
            return planes_fail(k, "a right side would have more than 62 bits.");
    }
    if (depth != 1) return planes_fail(k, "'pol' leaves %d constraints, not one.", depth);
    planes_push(k, &k->sum[0]);
    return planes_semicolon(k);
}

/* ---- rup: the negated constraint leads to a contradiction by propagation --------------------- */

/* Propagates one constraint; sets *changed if it assigns a literal. Returns false if it is
 * violated. */
static bool planes_propagate(struct planes *k, const struct planes_row *r, bool *changed)
{
    __int128 slack = -(__int128)r->degree;
    for (int i = 0; i < r->n; i++)
        if (k->value[lit_var(r->x[i])] != -lit_sign(r->x[i])) slack += r->w[i];
    if (slack < 0) return false;
    for (int i = 0; i < r->n; i++) {
        int v = lit_var(r->x[i]);
        if (r->w[i] <= slack || k->value[v]) continue;
        k->value[v] = (signed char)lit_sign(r->x[i]);
        lits_push(&k->trail, v);
        *changed = true;
    }
    return true;
}

/* Do these n constraints (NULL entries are skipped) lead to a conflict by propagation? */
static bool planes_refutes(struct planes *k, struct planes_row *const *row, int64_t n)
{
    bool holds = true;
    for (bool changed = true; changed && holds && !job_over(k->p->job);) {
        changed = false;
        for (int64_t i = 0; i < n && holds; i++) holds = !row[i] || planes_propagate(k, row[i], &changed);
    }
    for (int i = 0; i < k->trail.n; i++) k->value[k->trail.v[i]] = 0;
    k->trail.n = 0;
    return !holds;
}

/* Reads "C ;", which propagates all constraints, or "C : ~ 3 4 ;", which propagates only those
 * listed; ~ is the negation of C. */
static bool planes_rule_rup(struct planes *k)
{
    enum planes_relation relation;
    __int128 degree, total = 0;
    if (!planes_constraint(k, &relation, &degree, false)) return false;
    if (relation != PLANES_LEAST) return planes_fail(k, "'rup' derives a constraint with >=.");
    struct planes_sum *s = planes_sum_at(k, 0);
    if (!planes_sum_set(k, s, 1, degree)) return false;
    planes_push(k, s);
    const struct planes_row *c = k->row[k->last];
    struct planes_row negation = {.n = c->n, .w = c->w, .x = mem_new((size_t)c->n, sizeof(lit))}, **hint = NULL;
    for (int i = 0; i < c->n; i++) {
        total += c->w[i];
        negation.x[i] = -c->x[i];
    }
    total += 1 - (__int128)c->degree;
    bool ok = total <= PLANES_LIMIT && -total <= PLANES_LIMIT, all = !planes_takes(k, ':');
    if (!ok) planes_fail(k, "a right side would have more than 62 bits.");
    negation.degree = ok ? (int64_t)total : 0;
    size_t hints = 0, cap = 0;
    for (planes_blanks(k); ok && !all && !planes_at_end(k); planes_blanks(k)) {
        __int128 number;
        struct planes_row *r = &negation;
        if (!planes_takes(k, '~')) {
            ok = planes_number(k, &number);
            if (ok && number < 0) number--; /* -1 is the last one before C */
            r = ok ? planes_row_numbered(k, number) : NULL;
        }
        ok = r && (r != c || planes_fail(k, "'rup' refers to the constraint that it derives."));
        MEM_PUSH(hint, hints, cap, r);
    }
    for (int64_t i = 1; i < k->last && all; i++) MEM_PUSH(hint, hints, cap, k->row[i]);
    if (all) MEM_PUSH(hint, hints, cap, &negation);
    if (ok && !planes_refutes(k, hint, (int64_t)hints))
        ok = planes_fail(k, "the constraint does not follow by propagation.");
    mem_free(negation.x);
    mem_free(hint);
    return ok && planes_semicolon(k);
}

/* ---- solutions ------------------------------------------------------------------------------- */

static bool planes_satisfied(const struct planes *k, const struct planes_row *r)
{
    __int128 sum = 0;
    for (int i = 0; i < r->n; i++)
        if (k->value[lit_var(r->x[i])] == lit_sign(r->x[i])) sum += r->w[i];
    return sum >= r->degree;
}

/* Reads literals up to ';' or ':'. Returns whether they satisfy the formula for all values of the
 * other variables; *cost: the objective value. */
static bool planes_read_solution(struct planes *k, __int128 *cost)
{
    const struct planes_row none = {0}, *o = k->objective ? k->objective : &none;
    bool ok = true;
    for (planes_blanks(k); ok && !planes_at_end(k); planes_blanks(k)) {
        lit x;
        ok = planes_literal(k, &x, false);
        if (!ok) break;
        if (k->value[lit_var(x)] == -lit_sign(x)) ok = planes_fail(k, "a variable has two values.");
        k->value[lit_var(x)] = (signed char)lit_sign(x);
        lits_push(&k->trail, lit_var(x));
    }
    for (int64_t i = 0; i < k->p->constraints && ok; i++)
        if (!planes_satisfied(k, k->given[i]))
            ok = planes_fail(k, "the solution breaks constraint %lld of the formula.", (long long)i + 1);
    *cost = k->constant;
    for (int i = 0; i < o->n && ok; i++) {
        lit x = o->x[i];
        signed char value = k->value[lit_var(x)];
        if (!value) ok = planes_fail(k, "the solution leaves a variable of the objective open.");
        if (value == lit_sign(x)) *cost += o->w[i];
    }
    for (int i = 0; i < k->trail.n; i++) k->value[k->trail.v[i]] = 0;
    k->trail.n = 0;
    if (ok && (!k->found || *cost < k->best)) k->best = *cost;
    k->found = k->found || ok;
    return ok;
}

/* sol, soli: checks a solution and, if `improves`, adds the constraint that requires a better
 * one. */
static bool planes_rule_solution(struct planes *k, bool improves)
{
    __int128 cost, claimed;
    if (improves && !k->objective) return planes_fail(k, "'soli' needs an objective.");
    if (!planes_read_solution(k, &cost)) return false;
    if (planes_takes(k, ':') && (!planes_number(k, &claimed) || claimed != cost))
        return planes_fail(k, "the solution costs something else.");
    if (improves) {
        struct planes_sum *s = planes_sum_at(k, 0);
        const struct planes_row *o = k->objective;
        s->degree = 1 - (cost - k->constant);
        for (int i = 0; i < o->n; i++) { /* -w x = w ~x - w */
            s->degree += o->w[i];
            if (!planes_sum_add(k, s, -o->x[i], o->w[i])) return false;
        }
        if (s->degree > PLANES_LIMIT) return planes_fail(k, "a right side would have more than 62 bits.");
        planes_push(k, s);
    }
    return planes_semicolon(k);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Does weakening turn the row into "objective >= least" or a contradiction? */
static bool planes_bounds_objective(const struct planes *k, const struct planes_row *r, __int128 least)
{
    __int128 degree = r->degree;
    const struct planes_row *o = k->objective;
    int64_t *weight = mem_new((size_t)k->vars + 1, sizeof *weight);
    for (int i = 0; i < o->n; i++) weight[lit_var(o->x[i])] = lit_sign(o->x[i]) * o->w[i];
    for (int i = 0; i < r->n; i++) {
        int64_t w = lit_sign(r->x[i]) * weight[lit_var(r->x[i])];
        if (r->w[i] > max64(w, 0)) degree -= r->w[i] - max64(w, 0);
    }
    mem_free(weight);
    return degree >= least - k->constant || planes_contradicts(r);
}

/* Checks the constraint named after ':', or looks for a suitable one. It must bound the objective
 * by *least, or be a contradiction if least is NULL. */
static bool planes_conclude_by(struct planes *k, const __int128 *least)
{
    __int128 number;
    bool ok = false;
    if (planes_takes(k, ':')) {
        const struct planes_row *r = planes_number(k, &number) ? planes_row_numbered(k, number) : NULL;
        ok = r && (least ? planes_bounds_objective(k, r, *least) : planes_contradicts(r));
    } else {
        for (int64_t i = 1; i <= k->last && !ok; i++)
            ok = k->row[i] && (least ? planes_bounds_objective(k, k->row[i], *least) : planes_contradicts(k->row[i]));
    }
    return ok || planes_fail(k, "the conclusion does not follow from its constraint.");
}

/* Reads a bound. INF returns true, too, with *infinite set. */
static bool planes_read_bound(struct planes *k, __int128 *value, bool *infinite)
{
    *infinite = planes_word(k, "INF");
    return *infinite || planes_number(k, value);
}

static bool planes_conclude_bounds(struct planes *k)
{
    struct cutting_planes *p = k->p;
    __int128 lower = 0, upper = 0, cost;
    bool none, open;
    if (!k->objective) return planes_fail(k, "bounds need an objective.");
    if (!planes_read_bound(k, &lower, &none) || !planes_conclude_by(k, none ? NULL : &lower)) return false;
    if (!planes_read_bound(k, &upper, &open)) return false;
    /* Derived constraints hold only for values better than the solutions in the proof. */
    if (k->found && (none || lower > k->best)) return planes_fail(k, "a solution is better than the lower bound.");
    if (planes_takes(k, ':') && !planes_read_solution(k, &cost)) return false;
    if (!open && (!k->found || k->best > upper)) return planes_fail(k, "no solution was shown that is so good.");
    if (none && !open) return planes_fail(k, "there are solutions or none.");
    p->infeasible = none;
    p->has_upper = !open;
    p->lower = (int64_t)lower;
    p->upper = (int64_t)upper;
    p->conclusion = CONCLUDES_BOUNDS;
    return true;
}

static bool planes_rule_conclusion(struct planes *k)
{
    __int128 cost;
    if (planes_word(k, "UNSAT")) {
        if (!planes_conclude_by(k, NULL)) return false;
        if (k->found) return planes_fail(k, "a solution was shown.");
        k->p->conclusion = CONCLUDES_UNSAT;
    } else if (planes_word(k, "SAT")) {
        if (planes_takes(k, ':') && !planes_read_solution(k, &cost)) return false;
        if (!k->found) return planes_fail(k, "no solution was shown.");
        k->p->conclusion = CONCLUDES_SAT;
    } else if (planes_word(k, "BOUNDS")) {
        if (!planes_conclude_bounds(k)) return false;
    } else if (!planes_word(k, "NONE")) {
        return planes_fail(k, "the conclusion is not known.");
    }
    bool ends = planes_semicolon(k) && planes_word(k, "end") && planes_word(k, "pseudo-Boolean");
    return (ends && planes_word(k, "proof") && planes_semicolon(k)) ||
           planes_fail(k, "the proof does not end with 'end pseudo-Boolean proof;'.");
}

static bool planes_rule_delete(struct planes *k)
{
    __int128 number;
    for (planes_blanks(k); !planes_at_end(k); planes_blanks(k)) {
        if (!planes_number(k, &number) || !planes_row_numbered(k, number)) return false;
        if (number < 0) number += k->last + 1;
        if (number > k->p->constraints) planes_row_free(k->row[number]); /* not the formula's own */
        k->row[number] = NULL;
    }
    return planes_semicolon(k);
}

/* Applies the next rule; *done: it was the conclusion. */
static bool planes_rule(struct planes *k, bool *done)
{
    __int128 number;
    k->p->steps++;
    if (planes_word(k, "pol")) return planes_rule_pol(k);
    if (planes_word(k, "rup")) return planes_rule_rup(k);
    if (planes_word(k, "del"))
        return planes_word(k, "id") ? planes_rule_delete(k) : planes_fail(k, "'del id' is expected.");
    if (planes_word(k, "soli")) return planes_rule_solution(k, true);
    if (planes_word(k, "sol")) return planes_rule_solution(k, false);
    if (planes_word(k, "f"))
        return planes_number(k, &number) &&
               (number == k->p->constraints ||
                planes_fail(k, "the formula has %lld constraints.", (long long)k->p->constraints)) &&
               planes_semicolon(k);
    if (planes_word(k, "output")) {
        *done = true;
        return ((planes_word(k, "NONE") && planes_semicolon(k) && planes_word(k, "conclusion")) ||
                planes_fail(k, "'output NONE; conclusion' is expected.")) &&
               planes_rule_conclusion(k);
    }
    return planes_fail(k, *k->s ? "the rule '%.*s' is not known." : "the proof ends early.",
                       (int)min64((int64_t)strcspn(k->s, " \t\r\n;"), 20), k->s);
}

static bool planes_check_proof(struct planes *k)
{
    static const char header[] = "pseudo-Boolean proof version 3.0";
    bool done = false;
    if (strncmp(k->s, header, strlen(header)) != 0) return planes_fail(k, "'%s' is expected.", header);
    k->s += strlen(header);
    k->s += strspn(k->s, " \t\r");
    if (*k->s != '\n') return planes_fail(k, "'%s' is expected.", header);
    while (!done) {
        if (!planes_rule(k, &done)) return false;
        if (k->p->steps % POLL == 0 && job_over(k->p->job)) return planes_fail(k, "stopped.");
    }
    planes_blanks(k);
    return !*k->s || planes_fail(k, "something follows the end.");
}

bool cutting_planes_check(struct cutting_planes *p, struct text *err)
{
    struct planes k = {.p = p, .err = err, .what = "formula", .s = p->formula, .line = 1};
    bool ok = planes_read_formula(&k);
    p->constraints = k.last;
    k.given = mem_new((size_t)k.last + 1, sizeof *k.given);
    for (int64_t i = 0; i < k.last; i++) k.given[i] = k.row[i + 1];
    k.value = mem_new((size_t)k.vars + 1, 1);
    k.what = "proof";
    k.s = p->proof;
    k.line = 1;
    ok = ok && planes_check_proof(&k);
    if (!ok) p->conclusion = CONCLUDES_NOTHING;
    p->stopped = !ok && job_over(p->job);
    for (int64_t i = p->constraints + 1; i <= k.last; i++) planes_row_free(k.row[i]);
    for (int64_t i = 0; i < p->constraints; i++) planes_row_free(k.given[i]);
    for (int i = 0; i < k.sums; i++) {
        mem_free(k.sum[i].w);
        mem_free(k.sum[i].in);
        lits_release(&k.sum[i].vars);
    }
    mem_free(k.sum);
    mem_free(k.row);
    mem_free(k.given);
    planes_row_free(k.objective);
    mem_free(k.terms.w);
    lits_release(&k.terms.x);
    mem_free(k.value);
    lits_release(&k.trail);
    mem_free(k.name);
    text_release(&k.names);
    table_release(&k.index);
    return ok;
}
