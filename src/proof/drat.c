#include "base/clock.h"
#include "base/text.h"
#include "proof/drat_inside.h"

#include <stdlib.h>

/* ---- needed clauses -------------------------------------------------------------------------- */

static void need(struct drat_checker *c, ref r)
{
    c->arena[r + FLAGS] |= NEEDED;
    const uint32_t *x = lits_of(c, r);
    for (uint32_t i = 0; i < length_of(c, r); i++) {
        uint32_t v = x[i] >> 1;
        if (!c->seen[v] && !c->explained[v]) {
            c->seen[v] = true;
            c->stack[c->stacked++] = v;
        }
    }
}

/* Marks the clause, or if it is NULL (0) a variable, and all reasons of its literals. Ignores the
 * trail below `base`. */
static void drat_trace(struct drat_checker *c, ref r, uint32_t var, size_t base)
{
    if (r) need(c, r);
    if (!r && !c->explained[var]) c->stack[c->stacked++] = var, c->seen[var] = true;
    size_t done = 0;
    for (; done < c->stacked; done++) {
        uint32_t v = c->stack[done];
        if (c->reason[v]) need(c, c->reason[v]);
    }
    while (c->stacked) {
        uint32_t v = c->stack[--c->stacked];
        c->seen[v] = false;
        if ((size_t)c->place[v] < base) c->explained[v] = true;
    }
}

static void drat_ask(struct drat_checker *c, uint32_t v)
{
    if (c->stamp[2 * v] == c->now || !c->reason[v]) return;
    c->stamp[2 * v] = c->now;
    c->stack[c->stacked++] = v;
}

static int drat_by_place(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Marks and records all reasons of a conflict: of the clause `broken` or, if it is 0, of a variable. */
static void drat_explain(struct drat_checker *c, ref clause, ref broken, uint32_t var, size_t base)
{
    struct drat_conflict k = {.clause = clause, .from = c->causes};
    drat_trace(c, broken, var, base);
    if (!c->d->follows) return;
    c->now++;
    if (!broken) drat_ask(c, var);
    for (uint32_t i = 0; broken && i < length_of(c, broken); i++) drat_ask(c, lits_of(c, broken)[i] >> 1);
    while (c->stacked) {
        const uint32_t v = c->stack[--c->stacked];
        const ref r = c->reason[v];
        MEM_PUSH(c->cause, c->causes, c->cause_cap, (uint64_t)c->place[v] << 32 | r);
        for (uint32_t i = 0; i < length_of(c, r); i++) drat_ask(c, lits_of(c, r)[i] >> 1);
    }
    qsort(c->cause + k.from, c->causes - k.from, sizeof *c->cause, drat_by_place);
    if (broken) MEM_PUSH(c->cause, c->causes, c->cause_cap, broken);
    k.to = c->causes;
    MEM_PUSH(c->conflict, c->conflicts, c->conflict_cap, k);
}

/* ---- RUP and RAT ----------------------------------------------------------------------------- */

/* Assumes that the literals of the clause, except `but`, are false. Returns true on a conflict, at once or by
 * unit propagation. */
static bool drat_refute(struct drat_checker *c, ref clause, uint32_t but, size_t base)
{
    const uint32_t *x = lits_of(c, clause), n = length_of(c, clause);
    for (uint32_t i = 0; i < n; i++) {
        if (x[i] == but || c->value[x[i]] < 0) continue;
        if (c->value[x[i]] > 0) {
            drat_explain(c, clause, 0, x[i] >> 1, base);
            return true;
        }
        drat_assign(c, x[i] ^ 1, 0);
    }
    ref broken = drat_propagate(c);
    if (broken) drat_explain(c, clause, broken, 0, base);
    return broken != 0;
}

static bool drat_has(const struct drat_checker *c, ref r, uint32_t l)
{
    for (uint32_t i = 0; i < length_of(c, r); i++)
        if (lits_of(c, r)[i] == l) return true;
    return false;
}

/* Has each resolvent of the clause on its pivot RUP? The negation of the clause is assumed, without
 * a conflict. */
static bool has_rat(struct drat_checker *c, ref clause, size_t base)
{
    uint32_t pivot = c->arena[clause + PIVOT];
    if (!length_of(c, clause) || c->d->points) return false;
    for (ref r = c->first[pivot >> 1]; r < clause; r += HEAD + length_of(c, r)) {
        size_t before = c->trailed;
        if (!(c->arena[r + FLAGS] & ACTIVE) || !drat_has(c, r, pivot ^ 1)) continue;
        bool fine = drat_refute(c, r, pivot ^ 1, base);
        drat_undo(c, before);
        if (!fine) return false;
    }
    return true;
}

static bool check_clause(struct drat_checker *c, ref r)
{
    size_t base = c->trailed;
    bool fine = drat_refute(c, r, UINT32_MAX, base);
    if (!fine) {
        fine = has_rat(c, r, base);
        c->d->rat += fine;
    }
    drat_undo(c, base);
    return fine;
}

/* ---- forward pass and backward pass ---------------------------------------------------------- */

/* Activates the clause and propagates. Returns a falsified clause, or 0. */
static ref drat_add(struct drat_checker *c, ref r)
{
    drat_activate(c, r);
    uint32_t *x = lits_of(c, r), n = length_of(c, r);
    if (!n || c->value[x[0]] < 0) return r;
    if (c->value[x[0]] > 0 || (n > 1 && c->value[x[1]] >= 0)) return 0;
    drat_assign(c, x[0], r);
    return drat_propagate(c);
}

static bool is_reason(const struct drat_checker *c, ref r)
{
    for (uint32_t i = 0; i < length_of(c, r) && i < 2; i++) {
        uint32_t l = lits_of(c, r)[i];
        if (c->value[l] > 0 && c->reason[l >> 1] == r) return true;
    }
    return false;
}

/* Reports the share of the work done. Returns whether the job is over, or the check is hopeless. */
static bool drat_is_stopped(struct drat_checker *c, double share)
{
    const double patience = c->d->patience, took = patience > 0 ? clock_thread() - c->began : 0;
    job_report(c->d->job, NULL, share);
    c->d->stopped = c->d->stopped || job_over(c->d->job) || (4 * took > patience && took > 3 * share * patience);
    return c->d->stopped;
}

static bool drat_too_large(struct text *err)
{
    return text_error(err, "The proof is too large for this checker; use drat-trim.");
}

/* Adds a clause; *broken: as drat_add. */
static bool drat_put(struct drat_checker *c, const lit *x, int n, enum drat_kind kind, bool needed, ref *broken,
                     struct text *err)
{
    ref r = drat_store(c, x, n);
    if (!r) return drat_too_large(err);
    c->arena[r + FLAGS] = needed ? NEEDED : 0;
    if (!c->d->keep) drat_enter(c, r);
    if (kind != DRAT_STATES) MEM_PUSH(c->step, c->steps, c->step_cap, ((struct drat_step){r, kind}));
    *broken = drat_add(c, r);
    return true;
}

/* Adds clauses of the formula. */
static bool read_formula(struct drat_checker *c, int from, int to, enum drat_kind kind, ref *broken, struct text *err)
{
    bool ok = true;
    for (int i = from; i < to && !*broken && ok; i++) {
        const lit *x;
        int n = cnf_buffer_clause(c->d->formula, i, &x);
        ok = drat_put(c, x, n, kind, false, broken, err);
    }
    return ok;
}

static void drop(struct drat_checker *c, const struct steps *s)
{
    ref r = c->d->keep ? 0 : drat_take_off(c, s->lits.v, s->lits.n);
    if (r && !is_reason(c, r)) {
        drat_retire(c, r);
        MEM_PUSH(c->step, c->steps, c->step_cap, ((struct drat_step){r, DRAT_DELETES}));
        return;
    }
    if (r) drat_enter(c, r); /* the deletion is ignored */
}

/* Share of the progress for the forward pass, which is short. */
static const double FORWARDS = .1;

/* Adds and deletes clauses up to the conflict; *broken: the falsified clause. */
static bool forwards(struct drat_checker *c, ref *broken, struct text *err)
{
    SCOPED(steps) s = {0};
    const struct drat_point *point = c->d->point, *end = point ? point + c->d->points : NULL;
    int given = point ? point->given : 0;
    steps_open(&s, c->d->proof, c->d->bytes, c->d->binary);
    while (!*broken) {
        const bool needed = point < end && s.at == (const unsigned char *)c->d->proof + point->at;
        if (point < end && !read_formula(c, given, point->given, DRAT_GIVES, broken, err)) break;
        if (point < end) given = point->given;
        point += needed;
        if (*broken || !steps_next(&s, err)) break;
        double share = FORWARDS * (1 - (double)(s.end - s.at) / (double)c->d->bytes);
        if (c->steps % 1024 == 0 && drat_is_stopped(c, share)) break;
        if (s.deletes) {
            drop(c, &s);
            continue;
        }
        c->d->added++;
        if (!drat_put(c, s.lits.v, s.lits.n, DRAT_ADDS, needed, broken, err)) break;
    }
    if (!*broken && !c->d->points && !c->d->stopped && !err->n)
        text_error(err, "The proof ends without a contradiction.");
    return !c->d->stopped && !err->n;
}

/* Removes the clause and the assignments that only it propagated. */
static void take_back(struct drat_checker *c, ref r)
{
    bool reason = is_reason(c, r);
    if (reason) {
        uint32_t *x = lits_of(c, r);
        uint32_t l = c->value[x[0]] > 0 && c->reason[x[0] >> 1] == r ? x[0] : x[1];
        drat_undo(c, (size_t)c->place[l >> 1]);
    }
    drat_retire(c, r);
    if (!reason) return;
    c->head[CORE] = c->head[REST] = 0;
    ref broken = drat_propagate(c);
    assert(!broken && "there was no conflict before the last clause");
}

static bool backwards(struct drat_checker *c, struct text *err)
{
    for (size_t i = c->steps; i--;) {
        ref r = c->step[i].clause;
        double share = FORWARDS + (1 - FORWARDS) * (1 - (double)i / (double)c->steps);
        if (i % 256 == 0 && drat_is_stopped(c, share)) return false;
        if (c->step[i].kind == DRAT_DELETES) {
            ref broken = drat_add(c, r);
            assert(!broken && "what was deleted broke nothing");
            continue;
        }
        take_back(c, r);
        if (!(c->arena[r + FLAGS] & NEEDED) || c->step[i].kind == DRAT_GIVES) continue;
        c->d->needed++;
        if (!check_clause(c, r)) {
            SCOPED(text) clause = {0};
            for (uint32_t k = 0; k < length_of(c, r) && k < 20; k++) text_add(&clause, "%d ", lit_of(lits_of(c, r)[k]));
            return text_error(
                err, "The clause '%s0' of the proof does not follow: it has neither RUP nor RAT on its first literal.",
                text_string(&clause));
        }
    }
    return true;
}

/* ---- the trimmed proof ----------------------------------------------------------------------- */

/* Does the trimmed proof keep this step? Clauses that are still present can make a RAT check fail.
 * So if there are RAT steps, it also keeps deletions of the formula's unneeded clauses, which lie
 * below formula_end. */
static bool stays(const struct drat_checker *c, struct drat_step s, ref formula_end)
{
    return c->arena[s.clause + FLAGS] & NEEDED || (s.kind == DRAT_DELETES && s.clause < formula_end && c->d->rat);
}

/* Counts the formula's needed clauses and writes the steps to keep, each clause with its first
 * literal from the proof. */
static void drat_trim(struct drat_checker *c, ref formula_end)
{
    SCOPED(lits) x = {0};
    for (ref r = 1; r < formula_end; r += HEAD + length_of(c, r)) c->d->core += (c->arena[r + FLAGS] & NEEDED) != 0;
    for (size_t i = 0; i < c->steps && c->d->trimmed; i++) {
        ref r = c->step[i].clause;
        if (!stays(c, c->step[i], formula_end)) continue;
        x.n = 0;
        if (length_of(c, r)) lits_push(&x, lit_of(c->arena[r + PIVOT]));
        for (uint32_t k = 0; k < length_of(c, r); k++)
            if (lits_of(c, r)[k] != c->arena[r + PIVOT]) lits_push(&x, lit_of(lits_of(c, r)[k]));
        steps_write(c->d->trimmed, c->step[i].kind == DRAT_DELETES, x.v, x.n);
    }
}

/* Reports the recorded conflicts, the first one at last. The numbers of clauses replace the links of the
 * table. */
static void drat_report(struct drat_checker *c, ref formula_end)
{
    uint32_t number = 0;
    for (ref r = 1; r < formula_end; r += HEAD + length_of(c, r)) c->arena[r + NEXT] = number++;
    const uint32_t formula = number;
    for (size_t i = c->conflicts; i--;)
        if (c->conflict[i].clause) c->arena[c->conflict[i].clause + NEXT] = number++;
    OWNED size_t *last = mem_new(number, sizeof *last); /* the conflict that uses it last */
    for (size_t i = c->conflicts; i--;)
        for (size_t k = c->conflict[i].from; k < c->conflict[i].to; k++) last[c->arena[(ref)c->cause[k] + NEXT]] = i;
    SCOPED(lits) x = {0};
    int64_t *from = NULL, *drops = NULL;
    size_t from_cap = 0, drops_cap = 0;
    for (size_t i = c->conflicts; i--;) {
        const ref clause = c->conflict[i].clause;
        int hints = 0, dropped = 0;
        x.n = 0;
        for (uint32_t k = 0; clause && k < length_of(c, clause); k++) lits_push(&x, lit_of(lits_of(c, clause)[k]));
        for (size_t k = c->conflict[i].from; k < c->conflict[i].to; k++) {
            const uint32_t n = c->arena[(ref)c->cause[k] + NEXT];
            MEM_PUSH(from, hints, from_cap, n);
            if (n >= formula && last[n] == i) MEM_PUSH(drops, dropped, drops_cap, n);
        }
        c->d->follows(c->d->follows_state, x.v, x.n, from, hints, drops, dropped);
    }
    MEM_FREE(from, drops);
}

/* ---- the check ------------------------------------------------------------------------------- */

/* Finds the largest variable. A proof may define variables, but each occurs in it, so a larger
 * number than the proof's bytes is an error. */
static bool count_vars(struct drat_checker *c, struct text *err)
{
    const struct cnf_buffer *f = c->d->formula;
    SCOPED(steps) s = {0};
    c->vars = f->cnf.vars;
    steps_open(&s, c->d->proof, c->d->bytes, c->d->binary);
    while (steps_next(&s, err))
        for (int i = 0; i < s.lits.n; i++)
            if (lit_var(s.lits.v[i]) > c->vars) c->vars = lit_var(s.lits.v[i]);
    if (!err->n && c->vars > f->cnf.vars && (size_t)(c->vars - f->cnf.vars) > c->d->bytes)
        text_error(err, "The proof uses the variable %d, but is too short to define all variables up to it.", c->vars);
    if (!err->n && c->vars > INT32_MAX / 2) drat_too_large(err);
    return !err->n;
}

struct drat drat_of(const struct cnf_buffer *formula, const struct text *proof, struct job *job)
{
    return (struct drat){.formula = formula,
                         .proof = text_string(proof),
                         .bytes = proof->n,
                         .binary = steps_binary(text_string(proof), proof->n),
                         .job = job};
}

bool drat_check(struct drat *d, struct text *err)
{
    struct drat_checker c = {.d = d, .began = clock_thread()};
    ref broken = 0;
    text_clear(err);
    d->stopped = false;
    d->added = d->needed = d->rat = d->core = 0;
    if (!count_vars(&c, err)) return false;
    drat_init(&c);
    const int all = d->formula->cnf.made.clauses > INT32_MAX ? INT32_MAX : (int)d->formula->cnf.made.clauses,
              first = d->points ? d->point->given : all, always = d->points ? d->always : all;
    bool ok = read_formula(&c, 0, first, DRAT_STATES, &broken, err) &&
              read_formula(&c, always, all, DRAT_STATES, &broken, err);
    ref formula_end = (ref)c.used;
    ok = ok && (broken || forwards(&c, &broken, err));
    if (ok && broken) drat_explain(&c, 0, broken, 0, c.trailed);
    ok = ok && backwards(&c, err);
    if (ok) drat_trim(&c, formula_end);
    if (ok && d->follows && !d->rat) drat_report(&c, formula_end);
    drat_release(&c);
    return ok;
}
