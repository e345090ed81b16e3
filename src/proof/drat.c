#include "proof/drat.h"

#include "proof/steps.h"

#include <string.h>

/* A clause's place in the arena: HEAD numbers, then its literals as indices, the two watched ones first. 0: none. */
typedef uint32_t ref;
enum { LENGTH, FLAGS, NEXT, PIVOT, HEAD };
enum { ACTIVE = 1, NEEDED = 2 };
enum { REST, CORE }; /* watches: of clauses that are needed, and of the others */

struct watch {
    ref clause;
    uint32_t blocker; /* another literal: if it is true, the clause is */
};

struct watches {
    struct watch *v;
    size_t n, cap;
};

struct step {
    ref clause;
    bool deletes;
};

struct checker {
    struct drat *d;
    uint32_t *arena;
    size_t used, room;
    ref *table; /* of clauses by their literals, for deletions */
    size_t buckets;
    struct step *step;
    size_t steps, step_cap;
    int vars;
    /* By literal, 2v or 2v + 1. */
    signed char *value; /* 1 true, -1 false, 0 open */
    struct watches *watches[2];
    uint64_t *stamp, now;
    /* By variable. */
    ref *reason, *first;  /* first: no clause before it has the variable */
    int *place;           /* on the trail */
    bool *seen, *settled; /* settled: what it follows from is marked as needed */
    uint32_t *trail, *stack;
    size_t trailed, head[2], stacked;
    /* For LRAT: how often a variable is in the clauses that are assumed false; of each check, backwards, the clauses that it
     * followed from, in the order in which they came true; 0 and a clause: what follows is of the resolvent with that one. */
    int *given;
    ref *hint;
    size_t hints, hint_cap, *check;
    size_t checks, check_cap;
};

static uint32_t index_of(lit x) { return 2 * (uint32_t)lit_var(x) + (x < 0); }
static lit lit_of(uint32_t x) { return x & 1 ? -(lit)(x >> 1) : (lit)(x >> 1); }
static uint32_t *lits_of(const struct checker *c, ref r) { return c->arena + r + HEAD; }
static uint32_t length_of(const struct checker *c, ref r) { return c->arena[r + LENGTH]; }

/* ---- clauses ----------------------------------------------------------------------------------------------------- */

static uint64_t hash(const uint32_t *x, size_t n)
{
    uint64_t sum = n;
    for (size_t i = 0; i < n; i++) {
        uint64_t z = x[i] * 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        sum += z ^ z >> 31;
    }
    return sum ^ sum >> 32;
}

static void table_grow(struct checker *c)
{
    size_t more = c->buckets ? 2 * c->buckets : 1024;
    ref *table = mem_new(more, sizeof *table);
    for (size_t b = 0; b < c->buckets; b++)
        for (ref r = c->table[b], next; r; r = next) {
            next = c->arena[r + NEXT];
            size_t at = hash(lits_of(c, r), length_of(c, r)) & (more - 1);
            c->arena[r + NEXT] = table[at];
            table[at] = r;
        }
    mem_free(c->table);
    c->table = table;
    c->buckets = more;
}

/* Stores the clause, each literal once; it is not active yet. 0: there is no room. */
static ref store(struct checker *c, const lit *x, int n)
{
    while (c->used + HEAD + (size_t)n > c->room) c->arena = mem_grow(c->arena, c->room, &c->room, sizeof *c->arena);
    if (c->used + HEAD + (size_t)n > UINT32_MAX) return 0;
    ref r = (ref)c->used;
    uint32_t *to = lits_of(c, r), length = 0;
    c->now++;
    for (int i = 0; i < n; i++) {
        uint32_t l = index_of(x[i]);
        if (c->stamp[l] != c->now) to[length++] = l;
        c->stamp[l] = c->now;
        if (!c->first[l >> 1]) c->first[l >> 1] = r;
    }
    c->arena[r + LENGTH] = length;
    c->arena[r + FLAGS] = 0;
    c->arena[r + PIVOT] = length ? to[0] : 0;
    c->used += HEAD + length;
    return r;
}

static void enter(struct checker *c, ref r)
{
    ref *bucket = &c->table[hash(lits_of(c, r), length_of(c, r)) & (c->buckets - 1)];
    c->arena[r + NEXT] = *bucket;
    *bucket = r;
}

/* The active clause of just these literals, taken off the table; 0: there is none. */
static ref take_off(struct checker *c, const lit *x, int n)
{
    size_t used = c->used;
    ref wanted = store(c, x, n); /* brings the literals into form, and is dropped again */
    c->used = used;
    if (!wanted) return 0;
    uint32_t length = length_of(c, wanted);
    ref *at = &c->table[hash(lits_of(c, wanted), length) & (c->buckets - 1)];
    for (; *at; at = &c->arena[*at + NEXT]) {
        ref r = *at;
        bool same = length_of(c, r) == length;
        for (uint32_t i = 0; i < length && same; i++) same = c->stamp[lits_of(c, r)[i]] == c->now;
        if (!same) continue;
        *at = c->arena[r + NEXT];
        return r;
    }
    return 0;
}

static void watch(struct checker *c, uint32_t l, ref r, uint32_t blocker)
{
    struct watches *w = &c->watches[c->arena[r + FLAGS] & NEEDED ? CORE : REST][l];
    MEM_PUSH(w->v, w->n, w->cap, ((struct watch){r, blocker}));
}

static bool unwatch_in(struct watches *w, ref r)
{
    for (size_t i = w->n; i--;)
        if (w->v[i].clause == r) {
            w->v[i] = w->v[--w->n];
            return true;
        }
    return false;
}

/* A clause that became needed stays among the rest until it is looked at. */
static void unwatch(struct checker *c, uint32_t l, ref r)
{
    bool found =
        (c->arena[r + FLAGS] & NEEDED && unwatch_in(&c->watches[CORE][l], r)) || unwatch_in(&c->watches[REST][l], r);
    assert(found && "an active clause is watched");
}

/* Which literal is better watched: one that is not false, else the one that became false last. */
static int rank(const struct checker *c, uint32_t l) { return c->value[l] >= 0 ? INT32_MAX : c->place[l >> 1]; }

static void activate(struct checker *c, ref r)
{
    uint32_t *x = lits_of(c, r), n = length_of(c, r);
    c->arena[r + FLAGS] |= ACTIVE;
    if (n < 2) return;
    for (uint32_t to = 0; to < 2; to++) {
        uint32_t best = to;
        for (uint32_t i = to + 1; i < n && rank(c, x[best]) < INT32_MAX; i++)
            if (rank(c, x[i]) > rank(c, x[best])) best = i;
        uint32_t kept = x[to];
        x[to] = x[best];
        x[best] = kept;
    }
    watch(c, x[0], r, x[1]);
    watch(c, x[1], r, x[0]);
}

static void retire(struct checker *c, ref r)
{
    uint32_t *x = lits_of(c, r);
    c->arena[r + FLAGS] &= ~(uint32_t)ACTIVE;
    if (length_of(c, r) < 2) return;
    unwatch(c, x[0], r);
    unwatch(c, x[1], r);
}

/* ---- propagation --------------------------------------------------------------------------------------------------- */

static void assign(struct checker *c, uint32_t l, ref reason)
{
    c->value[l] = 1;
    c->value[l ^ 1] = -1;
    c->reason[l >> 1] = reason;
    c->place[l >> 1] = (int)c->trailed;
    c->trail[c->trailed++] = l;
}

static void undo(struct checker *c, size_t to)
{
    while (c->trailed > to) {
        uint32_t l = c->trail[--c->trailed];
        c->value[l] = c->value[l ^ 1] = 0;
        c->settled[l >> 1] = false;
    }
    for (int kind = 0; kind < 2; kind++)
        if (c->head[kind] > to) c->head[kind] = to;
}

/* Looks at the clauses that watch a literal that became false. A clause that it breaks, or 0. */
static ref visit(struct checker *c, int kind, uint32_t no)
{
    struct watches *list = &c->watches[kind][no];
    struct watch *from = list->v, *to = list->v, *end = list->v + list->n;
    ref broken = 0;
    while (from < end && !broken) {
        struct watch w = *to++ = *from++;
        if (c->value[w.blocker] > 0) continue;
        uint32_t *x = lits_of(c, w.clause), n = length_of(c, w.clause);
        uint32_t other = x[0] ^ x[1] ^ no, k = 2;
        bool moves = kind == REST && c->arena[w.clause + FLAGS] & NEEDED;
        if (c->value[other] <= 0)
            for (; k < n && c->value[x[k]] < 0; k++) continue;
        if (c->value[other] <= 0 && k < n) {
            x[0] = other;
            x[1] = x[k];
            x[k] = no;
            to--;
            watch(c, x[1], w.clause, other);
            continue;
        }
        to[-1].blocker = other;
        if (moves) {
            to--;
            watch(c, no, w.clause, other);
        }
        if (c->value[other] < 0)
            broken = w.clause;
        else if (!c->value[other])
            assign(c, other, w.clause);
    }
    while (from < end) *to++ = *from++;
    list->n = (size_t)(to - list->v);
    return broken;
}

static ref propagate(struct checker *c)
{
    for (;;) {
        int kind = c->head[CORE] < c->trailed ? CORE : REST;
        if (c->head[kind] == c->trailed) return 0;
        ref broken = visit(c, kind, c->trail[c->head[kind]++] ^ 1);
        if (broken) return broken;
    }
}

/* ---- what is needed --------------------------------------------------------------------------------------------------- */

static void need(struct checker *c, ref r)
{
    c->arena[r + FLAGS] |= NEEDED;
    const uint32_t *x = lits_of(c, r);
    for (uint32_t i = 0; i < length_of(c, r); i++) {
        uint32_t v = x[i] >> 1;
        if (!c->seen[v] && !c->settled[v]) {
            c->seen[v] = true;
            c->stack[c->stacked++] = v;
        }
    }
}

static void hint(struct checker *c, ref r)
{
    if (c->d->lrat) MEM_PUSH(c->hint, c->hints, c->hint_cap, r);
}

/* What is hinted from now on is of another check. */
static void hints_start(struct checker *c)
{
    if (c->d->lrat) MEM_PUSH(c->check, c->checks, c->check_cap, c->hints);
}

static void give(struct checker *c, ref r, int times)
{
    for (uint32_t i = 0; i < length_of(c, r); i++) c->given[lits_of(c, r)[i] >> 1] += times;
}

/* Why the clause is broken, or the variable (r 0) has its value: the reasons back to the formula, but of what is given. Leaves
 * `seen` as it was: empty. */
static void explain(struct checker *c, ref r, uint32_t var)
{
    size_t from = c->hints;
    if (!r) c->seen[var] = true;
    if (r) hint(c, r);
    for (uint32_t i = 0; r && i < length_of(c, r); i++) c->seen[lits_of(c, r)[i] >> 1] = true;
    for (size_t at = c->trailed; at--;) {
        uint32_t v = c->trail[at] >> 1;
        ref why = c->reason[v];
        if (c->seen[v] && why && (!c->given[v] || (!r && v == var))) {
            hint(c, why);
            for (uint32_t i = 0; i < length_of(c, why); i++) c->seen[lits_of(c, why)[i] >> 1] = true;
        }
        c->seen[v] = false;
    }
    for (size_t to = c->hints; from + 1 < to; from++) {
        ref kept = c->hint[from];
        c->hint[from] = c->hint[--to];
        c->hint[to] = kept;
    }
}

/* Marks the clause, or NULL (0) and a variable, and all that made its literals what they are. base: what lies below it on the
 * trail stays. */
static void trace(struct checker *c, ref r, uint32_t var, size_t base)
{
    if (r) need(c, r);
    if (!r && !c->settled[var]) c->stack[c->stacked++] = var, c->seen[var] = true;
    size_t done = 0;
    for (; done < c->stacked; done++) {
        uint32_t v = c->stack[done];
        if (c->reason[v]) need(c, c->reason[v]);
    }
    while (c->stacked) {
        uint32_t v = c->stack[--c->stacked];
        c->seen[v] = false;
        if ((size_t)c->place[v] < base) c->settled[v] = true;
    }
    if (c->d->lrat) explain(c, r, var);
}

/* ---- the two properties ----------------------------------------------------------------------------------------------- */

/* Assumes that these literals, but one, are false. True: that alone or with unit propagation is a conflict. */
static bool refute(struct checker *c, const uint32_t *x, uint32_t n, uint32_t but, size_t base)
{
    for (uint32_t i = 0; i < n; i++) {
        if (x[i] == but || c->value[x[i]] < 0) continue;
        if (c->value[x[i]] > 0) return trace(c, 0, x[i] >> 1, base), true;
        assign(c, x[i] ^ 1, 0);
    }
    ref broken = propagate(c);
    if (broken) trace(c, broken, 0, base);
    return broken != 0;
}

static bool has(const struct checker *c, ref r, uint32_t l)
{
    for (uint32_t i = 0; i < length_of(c, r); i++)
        if (lits_of(c, r)[i] == l) return true;
    return false;
}

/* Of a clause whose negation is assumed, without a conflict: has each resolvent on the pivot RUP? */
static bool has_rat(struct checker *c, ref clause, size_t base)
{
    uint32_t pivot = c->arena[clause + PIVOT];
    if (!length_of(c, clause)) return false;
    for (ref r = c->first[pivot >> 1]; r < clause; r += HEAD + length_of(c, r)) {
        size_t before = c->trailed;
        if (!(c->arena[r + FLAGS] & ACTIVE) || !has(c, r, pivot ^ 1)) continue;
        hint(c, 0);
        hint(c, r);
        give(c, r, 1);
        bool fine = refute(c, lits_of(c, r), length_of(c, r), pivot ^ 1, base);
        give(c, r, -1);
        undo(c, before);
        if (!fine) return false;
    }
    return true;
}

static bool check_clause(struct checker *c, ref r)
{
    size_t base = c->trailed;
    hints_start(c);
    give(c, r, 1);
    bool fine = refute(c, lits_of(c, r), length_of(c, r), UINT32_MAX, base);
    if (!fine) {
        fine = has_rat(c, r, base);
        c->d->rat += fine;
    }
    give(c, r, -1);
    undo(c, base);
    return fine;
}

/* ---- forwards to the conflict, and back ------------------------------------------------------------------------------ */

/* Activates the clause, with what it propagates; a clause that is broken now, or 0. */
static ref add(struct checker *c, ref r)
{
    activate(c, r);
    uint32_t *x = lits_of(c, r), n = length_of(c, r);
    if (!n || c->value[x[0]] < 0) return r;
    if (c->value[x[0]] > 0 || (n > 1 && c->value[x[1]] >= 0)) return 0;
    assign(c, x[0], r);
    return propagate(c);
}

static bool is_reason(const struct checker *c, ref r)
{
    for (uint32_t i = 0; i < length_of(c, r) && i < 2; i++) {
        uint32_t l = lits_of(c, r)[i];
        if (c->value[l] > 0 && c->reason[l >> 1] == r) return true;
    }
    return false;
}

static bool over(struct checker *c)
{
    c->d->stopped = c->d->stopped || (c->d->stop && c->d->stop(c->d->stop_state));
    return c->d->stopped;
}

static bool too_large(struct text *err)
{
    return text_error(err, "The proof is too large for this checker; use drat-trim.");
}

static bool read_formula(struct checker *c, ref *broken, struct text *err)
{
    const struct cnf_buffer *f = c->d->formula;
    for (int64_t i = 0; i < f->cnf.made.clauses && !*broken; i++) {
        const lit *x;
        int n = cnf_buffer_clause(f, (int)i, &x);
        ref r = store(c, x, n);
        if (!r) return too_large(err);
        if (c->used / 8 > c->buckets) table_grow(c);
        enter(c, r);
        *broken = add(c, r);
    }
    return true;
}

static void drop(struct checker *c, const struct steps *s)
{
    ref r = c->d->keep ? 0 : take_off(c, s->lits.v, s->lits.n);
    c->d->deleted++;
    if (r && !is_reason(c, r)) {
        retire(c, r);
        MEM_PUSH(c->step, c->steps, c->step_cap, ((struct step){r, true}));
        return;
    }
    if (r) enter(c, r);
    c->d->ignored++;
}

/* The way forwards is short. */
static const double FORWARDS = .1;

/* Adds and deletes until there is a conflict: *broken. */
static bool forwards(struct checker *c, ref *broken, struct text *err)
{
    struct steps s;
    steps_open(&s, c->d->proof, c->d->bytes, c->d->binary);
    while (!*broken && !(c->steps % 1024 == 0 && over(c)) && steps_next(&s, err)) {
        c->d->share = FORWARDS * (1 - (double)(s.end - s.at) / (double)c->d->bytes);
        if (s.deletes) {
            drop(c, &s);
            continue;
        }
        ref r = store(c, s.lits.v, s.lits.n);
        if (!r) {
            too_large(err);
            break;
        }
        if (c->used / 8 > c->buckets) table_grow(c);
        enter(c, r);
        c->d->added++;
        MEM_PUSH(c->step, c->steps, c->step_cap, ((struct step){r, false}));
        *broken = add(c, r);
    }
    steps_release(&s);
    if (!*broken && !c->d->stopped && !err->n) text_error(err, "The proof ends without a contradiction.");
    return *broken != 0;
}

/* The clause is gone: so is what it propagated, unless other clauses do. */
static void take_back(struct checker *c, ref r)
{
    bool reason = is_reason(c, r);
    if (reason) {
        uint32_t *x = lits_of(c, r);
        uint32_t l = c->value[x[0]] > 0 && c->reason[x[0] >> 1] == r ? x[0] : x[1];
        undo(c, (size_t)c->place[l >> 1]);
    }
    retire(c, r);
    if (!reason) return;
    c->head[CORE] = c->head[REST] = 0;
    ref broken = propagate(c);
    assert(!broken && "there was no conflict before the last clause");
}

static bool backwards(struct checker *c, struct text *err)
{
    for (size_t i = c->steps; i--;) {
        ref r = c->step[i].clause;
        c->d->share = FORWARDS + (1 - FORWARDS) * (1 - (double)i / (double)c->steps);
        if (i % 256 == 0 && over(c)) return false;
        if (c->step[i].deletes) {
            ref broken = add(c, r);
            assert(!broken && "what was deleted broke nothing");
            continue;
        }
        take_back(c, r);
        if (!(c->arena[r + FLAGS] & NEEDED)) continue;
        c->d->needed++;
        if (!check_clause(c, r)) {
            struct text clause = {0};
            for (uint32_t k = 0; k < length_of(c, r) && k < 20; k++) text_add(&clause, "%d ", lit_of(lits_of(c, r)[k]));
            text_error(
                err, "The clause '%s0' of the proof does not follow: it has neither RUP nor RAT on its first literal.",
                text_string(&clause));
            text_release(&clause);
            return false;
        }
    }
    return true;
}

/* ---- all of it -------------------------------------------------------------------------------------------------------- */

/* A proof may define variables; each of them is written in it, so that their number is no larger than it is. */
static bool count_vars(struct checker *c, struct text *err)
{
    const struct cnf_buffer *f = c->d->formula;
    struct steps s;
    c->vars = f->cnf.vars;
    steps_open(&s, c->d->proof, c->d->bytes, c->d->binary);
    while (steps_next(&s, err))
        for (int i = 0; i < s.lits.n; i++)
            if (lit_var(s.lits.v[i]) > c->vars) c->vars = lit_var(s.lits.v[i]);
    steps_release(&s);
    if (!err->n && c->vars > f->cnf.vars && (size_t)(c->vars - f->cnf.vars) > c->d->bytes)
        text_error(err, "The proof speaks of the variable %d, which it has no room to define.", c->vars);
    if (!err->n && c->vars > INT32_MAX / 2) too_large(err);
    return !err->n;
}

static void checker_init(struct checker *c)
{
    size_t vars = (size_t)c->vars + 1;
    c->value = mem_new(2 * vars, 1);
    c->stamp = mem_new(2 * vars, sizeof *c->stamp);
    c->watches[REST] = mem_new(2 * vars, sizeof *c->watches[0]);
    c->watches[CORE] = mem_new(2 * vars, sizeof *c->watches[0]);
    c->reason = mem_new(vars, sizeof *c->reason);
    c->first = mem_new(vars, sizeof *c->first);
    c->place = mem_new(vars, sizeof *c->place);
    c->seen = mem_new(vars, sizeof *c->seen);
    c->settled = mem_new(vars, sizeof *c->settled);
    c->given = mem_new(vars, sizeof *c->given);
    c->trail = mem_new(vars, sizeof *c->trail);
    c->stack = mem_new(vars, sizeof *c->stack);
    c->used = 1;
    table_grow(c);
}

static void checker_release(struct checker *c)
{
    for (int kind = 0; kind < 2; kind++) {
        for (size_t l = 0; c->watches[kind] && l < 2 * ((size_t)c->vars + 1); l++) mem_free(c->watches[kind][l].v);
        mem_free(c->watches[kind]);
    }
    void *rest[] = {c->value, c->stamp, c->reason, c->first, c->place, c->seen, c->settled, c->given,
                    c->trail, c->stack, c->arena,  c->table, c->step,  c->hint, c->check};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) mem_free(rest[i]);
}

/* Is the step in what is left of the proof? Where there is RAT, clauses that nobody needs are in its way, so they go too. */
static bool stays(const struct checker *c, struct step s, ref formula_end)
{
    return c->arena[s.clause + FLAGS] & NEEDED || (s.deletes && s.clause < formula_end && c->d->rat);
}

/* The clause with its first literal first. */
static void in_order(const struct checker *c, ref r, struct lits *x)
{
    x->n = 0;
    if (length_of(c, r)) lits_push(x, lit_of(c->arena[r + PIVOT]));
    for (uint32_t k = 0; k < length_of(c, r); k++)
        if (lits_of(c, r)[k] != c->arena[r + PIVOT]) lits_push(x, lit_of(lits_of(c, r)[k]));
}

/* The needed clauses, with the original literals' first one first; and when they go. */
static void trim(struct checker *c, ref formula_end)
{
    struct lits x = {0};
    for (ref r = 1; r < formula_end; r += HEAD + length_of(c, r)) c->d->core += (c->arena[r + FLAGS] & NEEDED) != 0;
    for (size_t i = 0; i < c->steps && c->d->trimmed; i++) {
        if (!stays(c, c->step[i], formula_end)) continue;
        in_order(c, c->step[i].clause, &x);
        steps_write(c->d->trimmed, true, c->step[i].deletes, x.v, x.n);
    }
    lits_release(&x);
}

/* The hints of a check, by the clauses' numbers, which stand in NEXT; 0: the clause is not in what is left. */
static void write_hints(const struct checker *c, size_t check)
{
    size_t end = check + 1 < c->checks ? c->check[check + 1] : c->hints;
    bool skips = false;
    for (size_t i = c->check[check]; i < end; i++) {
        bool starts = !c->hint[i];
        i += starts;
        uint32_t id = c->arena[c->hint[i] + NEXT];
        if (starts) skips = !id;
        if (!skips) text_add(c->d->lrat, starts ? "-%u " : "%u ", id);
    }
    text_put(c->d->lrat, "0\n");
}

/* The same as trim, each clause with what it follows from, and the empty one, which was checked first. */
static void write_lrat(struct checker *c, ref formula_end)
{
    struct lits x = {0};
    uint32_t id = 0;
    size_t check = c->checks;
    for (ref r = 1; r < (ref)c->used; r += HEAD + length_of(c, r)) c->arena[r + NEXT] = r < formula_end ? ++id : 0;
    id = (uint32_t)c->d->formula->cnf.made.clauses;
    for (size_t i = 0; i < c->steps; i++) {
        struct step s = c->step[i];
        if (!stays(c, s, formula_end)) continue;
        if (s.deletes) {
            text_add(c->d->lrat, "%u d %u 0\n", id, c->arena[s.clause + NEXT]);
            continue;
        }
        c->arena[s.clause + NEXT] = ++id;
        in_order(c, s.clause, &x);
        text_add(c->d->lrat, "%u ", id);
        steps_write(c->d->lrat, false, false, x.v, x.n);
        c->d->lrat->s[c->d->lrat->n - 1] = ' ';
        write_hints(c, --check);
    }
    text_add(c->d->lrat, "%u 0 ", id + 1);
    write_hints(c, 0);
    lits_release(&x);
}

struct drat drat_of(const struct cnf_buffer *formula, const struct text *proof, bool (*stop)(void *state), void *state)
{
    return (struct drat){.formula = formula,
                         .proof = text_string(proof),
                         .bytes = proof->n,
                         .binary = steps_binary(text_string(proof), proof->n),
                         .stop = stop,
                         .stop_state = state};
}

bool drat_check(struct drat *d, struct text *err)
{
    struct checker c = {.d = d};
    ref broken = 0;
    text_clear(err);
    d->stopped = false;
    d->share = 0;
    d->added = d->deleted = d->ignored = d->needed = d->rat = d->core = 0;
    if (!count_vars(&c, err)) return false;
    checker_init(&c);
    bool ok = read_formula(&c, &broken, err);
    ref formula_end = (ref)c.used;
    ok = ok && (broken || forwards(&c, &broken, err));
    if (ok) {
        hints_start(&c);
        trace(&c, broken, 0, c.trailed);
        ok = backwards(&c, err);
    }
    if (ok) trim(&c, formula_end);
    if (ok && d->lrat) write_lrat(&c, formula_end);
    checker_release(&c);
    return ok;
}
