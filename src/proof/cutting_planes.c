/* The rules of a cutting-planes proof. Each derived constraint holds for all solutions of the
 * formula that are better than every solution in the proof so far. */
#include "proof/cutting_planes_inside.h"

#include <stdlib.h>

enum { DEPTH = 100, POLL = 256 };

/* ---- reading the proof ----------------------------------------------------------------------- */

/* Reads the word w if it is next. Returns whether it was. */
static bool planes_word(struct planes *k, const char *w)
{
    planes_blanks(k);
    size_t n = strlen(w);
    if (strncmp(k->s, w, n) != 0 || (k->s[n] && !strchr(" \t\r\n;:", k->s[n]))) return false;
    k->s += n;
    return true;
}

/* Skips blanks. Returns whether a list goes on. */
static bool planes_more(struct planes *k)
{
    planes_blanks(k);
    return *k->s && *k->s != ';' && *k->s != ':';
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

static void planes_row_free(struct planes_row *r)
{
    if (r) mem_free(r->term);
    mem_free(r);
}

/* ---- pol: addition, multiplication, division, saturation, weakening -------------------------- */

static struct planes_sum *planes_sum_add_row(struct planes *k, struct planes_sum *s, const struct planes_row *r)
{
    s->degree += r->degree;
    for (int i = 0; i < r->n; i++) planes_sum_add(k, s, r->term[i].x, r->term[i].w);
    return s;
}

static void planes_sum_add_sum(struct planes *k, struct planes_sum *to, const struct planes_sum *s)
{
    to->degree += s->degree;
    for (int i = 0; i < s->vars.n; i++) {
        int64_t w = s->of[s->vars.v[i]].w;
        if (w) planes_sum_add(k, to, w > 0 ? s->vars.v[i] : -s->vars.v[i], llabs(w));
    }
}

static __int128 planes_quotient_up(__int128 a, __int128 by) { return a / by + (a % by > 0); }

/* Multiplies (op '*') or divides ('d') by a number, or saturates ('s'). */
static void planes_sum_change(struct planes *k, struct planes_sum *s, char op, __int128 by)
{
    __int128 most = s->degree > 0 ? s->degree : 0;
    if (op == '*' && by < 0) planes_fail(k, "a constraint is multiplied by a negative number.");
    if (op == 'd' && by <= 0) planes_fail(k, "a constraint is divided by 0 or less.");
    if (k->failed) return;
    if (op != 's') s->degree = op == '*' ? s->degree * by : planes_quotient_up(s->degree, by);
    for (int i = 0; i < s->vars.n; i++) {
        int64_t *w = &s->of[s->vars.v[i]].w;
        __int128 size = llabs(*w);
        if (op == '*') size *= by;
        if (op == 'd') size = planes_quotient_up(size, by);
        if (op == 's' && size > most) size = most;
        planes_fits(k, size);
        if (!k->failed) *w = (int64_t)(*w < 0 ? -size : size);
    }
}

/* Reads an operand or an operation and applies it to the stack. */
static void planes_pol_step(struct planes *k, int *depth)
{
    bool counted = (*k->s >= '0' && *k->s <= '9') || *k->s == '-';
    __int128 number = counted ? planes_number(k) : 0;
    char op = 0;
    lit x = 0;
    for (const char *ops = counted ? "*d" : "+s"; *ops && !op; ops++)
        if (planes_word(k, (char[]){*ops, '\0'})) op = *ops;
    if (!op && !counted) {
        if (!planes_at_literal(k)) planes_fail(k, "'%.1s' is no operation.", k->s);
        x = planes_literal(k, false);
        if (planes_word(k, "w")) op = 'w';
    }
    if (k->failed) return;
    if (!op) {
        struct planes_sum *s = planes_sum_at(k, (*depth)++);
        counted ? (void)planes_sum_add_row(k, s, *planes_row_at(k, number)) : planes_sum_add(k, s, x, 1);
        return;
    }
    if (*depth < (op == '+' ? 2 : 1)) {
        planes_fail(k, "an operation has no operand.");
        return;
    }
    struct planes_sum *top = &k->sum[*depth - 1];
    if (op == '+') {
        planes_sum_add_sum(k, top - 1, top);
        --*depth;
    } else if (op == 'w') {
        if (x < 0) planes_fail(k, "'w' weakens a constraint by a variable.");
        if (x < 0 || x >= top->room) return;
        top->degree -= llabs(top->of[x].w);
        top->of[x].w = 0;
    } else {
        planes_sum_change(k, top, op, number);
    }
}

static void planes_rule_pol(struct planes *k)
{
    int depth = 0;
    while (planes_more(k)) {
        if (depth > DEPTH) planes_fail(k, "more than %d constraints lie on the stack.", DEPTH);
        planes_pol_step(k, &depth);
        if (depth) planes_fits(k, k->sum[depth - 1].degree);
    }
    if (depth != 1) planes_fail(k, "'pol' leaves %d constraints, not one.", depth);
    if (!k->failed) planes_push(k, &k->sum[0]);
}

/* ---- rup: the negated constraint leads to a contradiction by propagation --------------------- */

/* Propagates one constraint; sets *changed if it assigns a literal. Returns false if it is
 * violated. */
static bool planes_propagate(struct planes *k, const struct planes_row *r, bool *changed)
{
    __int128 slack = -(__int128)r->degree;
    for (int i = 0; i < r->n; i++)
        if (k->value[lit_var(r->term[i].x)] != -lit_sign(r->term[i].x)) slack += r->term[i].w;
    if (slack < 0) return false;
    for (int i = 0; i < r->n; i++) {
        int v = lit_var(r->term[i].x);
        if (r->term[i].w <= slack || k->value[v]) continue;
        k->value[v] = (signed char)lit_sign(r->term[i].x);
        lits_push(&k->trail, v);
        *changed = true;
    }
    return true;
}

static void planes_forget_values(struct planes *k)
{
    for (int i = 0; i < k->trail.n; i++) k->value[k->trail.v[i]] = 0;
    k->trail.n = 0;
}

/* Do these n constraints (NULL entries are skipped) lead to a conflict by propagation? */
static bool planes_refutes(struct planes *k, struct planes_row *const *row, int64_t n)
{
    bool holds = true;
    for (bool changed = true; changed && holds && !job_over(k->p->job);) {
        changed = false;
        for (int64_t i = 0; i < n && holds; i++) holds = !row[i] || planes_propagate(k, row[i], &changed);
    }
    planes_forget_values(k);
    return !holds;
}

/* Reads "C ;", which propagates all constraints, or "C : ~ 3 4 ;", which propagates only those
 * listed; ~ is the negation of C. */
static void planes_rule_rup(struct planes *k)
{
    if (planes_constraint(k, false) != '>') planes_fail(k, "'rup' derives a constraint with >=.");
    struct planes_sum *s = &k->sum[0];
    planes_sum_negate(s);
    planes_fits(k, s->degree);
    struct planes_row *negation = planes_row_of(s), **hint = NULL;
    size_t hints = 0, cap = 0;
    bool all = !planes_takes(k, ':');
    for (int64_t i = 1; i < k->next && all; i++) MEM_PUSH(hint, hints, cap, k->row[i]);
    if (all) MEM_PUSH(hint, hints, cap, negation);
    while (!all && planes_more(k)) {
        struct planes_row *r = planes_takes(k, '~') ? negation : *planes_row_at(k, planes_number(k));
        MEM_PUSH(hint, hints, cap, r);
    }
    if (!k->failed && !planes_refutes(k, hint, (int64_t)hints))
        planes_fail(k, "the constraint does not follow by propagation.");
    planes_row_free(negation);
    mem_free(hint);
    planes_sum_negate(s);
    planes_push(k, s);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* The sum of the weights of literals that are true. */
static __int128 planes_row_sum(const struct planes *k, const struct planes_row *r)
{
    __int128 sum = 0;
    for (int i = 0; i < r->n; i++)
        if (k->value[lit_var(r->term[i].x)] == lit_sign(r->term[i].x)) sum += r->term[i].w;
    return sum;
}

/* Reads literals that satisfy the formula for all values of the other variables. Returns their
 * objective value. */
static __int128 planes_read_solution(struct planes *k)
{
    const struct planes_row *o = k->objective ? k->objective : &k->none;
    while (planes_more(k)) {
        lit x = planes_literal(k, false);
        if (k->value[lit_var(x)] == -lit_sign(x)) planes_fail(k, "a variable has two values.");
        k->value[lit_var(x)] = (signed char)lit_sign(x);
        lits_push(&k->trail, lit_var(x));
    }
    for (int64_t i = 0; i < k->p->constraints && !k->failed; i++)
        if (planes_row_sum(k, k->given[i]) < k->given[i]->degree)
            planes_fail(k, "the solution breaks constraint %lld of the formula.", (long long)i + 1);
    for (int i = 0; i < o->n; i++)
        if (!k->value[lit_var(o->term[i].x)]) planes_fail(k, "the solution leaves a variable of the objective open.");
    __int128 cost = k->constant + planes_row_sum(k, o);
    planes_forget_values(k);
    if (!k->found || cost < k->best) k->best = cost;
    k->found = true;
    return cost;
}

/* sol, soli: checks a solution and, if `improves`, adds the constraint that requires a better
 * one. */
static void planes_rule_solution(struct planes *k, bool improves)
{
    if (improves && !k->objective) planes_fail(k, "'soli' needs an objective.");
    __int128 cost = planes_read_solution(k);
    if (planes_takes(k, ':') && planes_number(k) != cost) planes_fail(k, "the solution costs something else.");
    if (!improves || k->failed) return;
    struct planes_sum *s = planes_sum_add_row(k, planes_sum_at(k, 0), k->objective);
    s->degree = cost - k->constant;
    planes_sum_negate(s);
    planes_push(k, s);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Does weakening turn the row into sum w x >= least? weight: by variable, negative for negated
 * literals. */
static bool planes_row_bounds(const struct planes_row *r, const int64_t *weight, __int128 least)
{
    __int128 degree = r->degree;
    for (int i = 0; i < r->n; i++) {
        int64_t w = max64(lit_sign(r->term[i].x) * weight[lit_var(r->term[i].x)], 0);
        if (r->term[i].w > w) degree -= r->term[i].w - w;
    }
    return degree >= least;
}

/* Checks the constraint named after ':', or looks for a suitable one. It must be a contradiction
 * or, with `bounds`, make the objective `least` or more. */
static void planes_conclude_by(struct planes *k, bool bounds, __int128 least)
{
    const struct planes_row *o = bounds ? k->objective : &k->none;
    int64_t *weight = mem_new((size_t)k->vars + 1, sizeof *weight), *zero = mem_new((size_t)k->vars + 1, sizeof *zero);
    int64_t from = 1, to = k->next - 1;
    bool ok = false;
    if (planes_takes(k, ':')) from = to = planes_row_at(k, planes_number(k)) - k->row;
    for (int i = 0; i < o->n; i++) weight[lit_var(o->term[i].x)] = lit_sign(o->term[i].x) * o->term[i].w;
    for (int64_t i = from; i <= to && !ok; i++)
        ok = k->row[i] && (planes_row_bounds(k->row[i], zero, 1) || /* 0 >= 1 */
                           (bounds && planes_row_bounds(k->row[i], weight, least - k->constant)));
    if (!ok) planes_fail(k, "the conclusion does not follow from its constraint.");
    mem_free(weight);
    mem_free(zero);
}

static void planes_conclude_bounds(struct planes *k)
{
    if (!k->objective) planes_fail(k, "bounds need an objective.");
    if (k->failed) return;
    bool none = planes_word(k, "INF");
    __int128 lower = none ? 0 : planes_number(k);
    planes_conclude_by(k, !none, lower);
    bool open = planes_word(k, "INF");
    __int128 upper = open ? 0 : planes_number(k);
    /* Derived constraints hold only for values better than the solutions in the proof. */
    if (k->found && (none || lower > k->best)) planes_fail(k, "a solution is better than the lower bound.");
    if (planes_takes(k, ':')) planes_read_solution(k);
    if (!open && (!k->found || k->best > upper)) planes_fail(k, "no solution was shown that is so good.");
    if (none && !open) planes_fail(k, "there are solutions or none.");
    k->p->infeasible = none;
    k->p->has_upper = !open;
    k->p->lower = (int64_t)lower;
    k->p->upper = (int64_t)upper;
    k->p->conclusion = CONCLUDES_BOUNDS;
}

static void planes_rule_conclusion(struct planes *k)
{
    if (!planes_word(k, "NONE") || !planes_takes(k, ';') || !planes_word(k, "conclusion"))
        planes_fail(k, "'output NONE; conclusion' is expected.");
    if (planes_word(k, "UNSAT")) {
        planes_conclude_by(k, false, 0);
        if (k->found) planes_fail(k, "a solution was shown.");
        k->p->conclusion = CONCLUDES_UNSAT;
    } else if (planes_word(k, "SAT")) {
        if (planes_takes(k, ':')) planes_read_solution(k);
        if (!k->found) planes_fail(k, "no solution was shown.");
        k->p->conclusion = CONCLUDES_SAT;
    } else if (planes_word(k, "BOUNDS")) {
        planes_conclude_bounds(k);
    } else if (!planes_word(k, "NONE")) {
        planes_fail(k, "the conclusion is not known.");
    }
    planes_semicolon(k);
    if (!planes_word(k, "end") || !planes_word(k, "pseudo-Boolean") || !planes_word(k, "proof"))
        planes_fail(k, "the proof does not end with 'end pseudo-Boolean proof;'.");
}

static void planes_rule_delete(struct planes *k)
{
    if (!planes_word(k, "id")) planes_fail(k, "'del id' is expected.");
    while (planes_more(k)) {
        struct planes_row **r = planes_row_at(k, planes_number(k));
        if (r - k->row > k->p->constraints) planes_row_free(*r); /* not the formula's own */
        if (!k->failed) *r = NULL;
    }
}

/* Applies the next rule. Returns whether others follow. */
static bool planes_rule(struct planes *k)
{
    bool last = false;
    if (planes_word(k, "pol"))
        planes_rule_pol(k);
    else if (planes_word(k, "rup"))
        planes_rule_rup(k);
    else if (planes_word(k, "del"))
        planes_rule_delete(k);
    else if (planes_word(k, "soli"))
        planes_rule_solution(k, true);
    else if (planes_word(k, "sol"))
        planes_rule_solution(k, false);
    else if ((last = planes_word(k, "output")))
        planes_rule_conclusion(k);
    else if (!planes_word(k, "f"))
        planes_fail(k, *k->s ? "the rule '%.*s' is not known." : "the proof ends early.",
                    (int)min64((int64_t)strcspn(k->s, " \t\r\n;"), 20), k->s);
    else if (planes_number(k) != k->p->constraints)
        planes_fail(k, "the formula has %lld constraints.", (long long)k->p->constraints);
    planes_semicolon(k);
    if (++k->p->steps % POLL == 0 && job_over(k->p->job)) planes_fail(k, "stopped.");
    return !last && !k->failed;
}

static void planes_check_proof(struct planes *k)
{
    static const char header[] = "pseudo-Boolean proof version 3.0";
    const size_t n = sizeof header - 1;
    k->s = k->p->proof;
    k->what = "proof";
    k->line = 1;
    if (strncmp(k->s, header, n) != 0 || k->s[n + strspn(k->s + n, " \t\r")] != '\n')
        planes_fail(k, "'%s' is expected.", header);
    else
        k->s += n;
    while (planes_rule(k)) continue;
    planes_blanks(k);
    if (*k->s) planes_fail(k, "something follows the end.");
}

bool cutting_planes_check(struct cutting_planes *p, struct text *err)
{
    struct planes k = {.p = p, .err = err, .what = "formula", .s = p->formula, .line = 1};
    MEM_PUSH(k.row, k.next, k.cap, &k.none);
    planes_read_formula(&k);
    p->constraints = k.next - 1;
    k.given = mem_new((size_t)k.next, sizeof *k.given);
    for (int64_t i = 1; i < k.next; i++) k.given[i - 1] = k.row[i];
    k.value = mem_new((size_t)k.vars + 1, 1);
    if (!k.failed) planes_check_proof(&k);
    if (k.failed) p->conclusion = CONCLUDES_NOTHING;
    p->stopped = k.failed && job_over(p->job);
    for (int64_t i = p->constraints + 1; i < k.next; i++) planes_row_free(k.row[i]);
    for (int64_t i = 0; i < p->constraints; i++) planes_row_free(k.given[i]);
    planes_row_free(k.objective);
    for (int i = 0; i < k.sums; i++) {
        mem_free(k.sum[i].of);
        lits_release(&k.sum[i].vars);
    }
    void *const arrays[] = {k.sum, k.row, k.given, k.value, k.name};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) mem_free(arrays[i]);
    lits_release(&k.trail);
    text_release(&k.names);
    table_release(&k.index);
    return !k.failed;
}
