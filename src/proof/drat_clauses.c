/* Clauses in one arena, with a hash table by literals; two watches each; unit propagation. */
#include "proof/drat_inside.h"

/* ---- clauses --------------------------------------------------------------------------------- */

static uint64_t drat_clauses_hash(const uint32_t *x, size_t n)
{
    uint64_t sum = n;
    for (size_t i = 0; i < n; i++) {
        uint64_t z = x[i] * 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        sum += z ^ z >> 31;
    }
    return sum ^ sum >> 32;
}

static void table_grow(struct drat_checker *c)
{
    size_t more = c->buckets ? 2 * c->buckets : 1024;
    ref *table = mem_new(more, sizeof *table);
    for (size_t b = 0; b < c->buckets; b++)
        for (ref r = c->table[b], next; r; r = next) {
            next = c->arena[r + NEXT];
            size_t at = drat_clauses_hash(lits_of(c, r), length_of(c, r)) & (more - 1);
            c->arena[r + NEXT] = table[at];
            table[at] = r;
        }
    mem_free(c->table);
    c->table = table;
    c->buckets = more;
}

ref drat_store(struct drat_checker *c, const lit *x, int n)
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

void drat_enter(struct drat_checker *c, ref r)
{
    if (c->used / 8 > c->buckets) table_grow(c);
    ref *bucket = &c->table[drat_clauses_hash(lits_of(c, r), length_of(c, r)) & (c->buckets - 1)];
    c->arena[r + NEXT] = *bucket;
    *bucket = r;
}

ref drat_take_off(struct drat_checker *c, const lit *x, int n)
{
    size_t used = c->used;
    ref wanted = drat_store(c, x, n); /* normalizes the literals; removed below */
    c->used = used;
    if (!wanted) return 0;
    uint32_t length = length_of(c, wanted);
    ref *at = &c->table[drat_clauses_hash(lits_of(c, wanted), length) & (c->buckets - 1)];
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

static void drat_clauses_watch(struct drat_checker *c, uint32_t l, ref r, uint32_t blocker)
{
    struct drat_watches *w = &c->watches[c->arena[r + FLAGS] & NEEDED ? CORE : REST][l];
    MEM_PUSH(w->v, w->n, w->cap, ((struct drat_watch){r, blocker}));
}

static bool unwatch_in(struct drat_watches *w, ref r)
{
    for (size_t i = w->n; i--;)
        if (w->v[i].clause == r) {
            w->v[i] = w->v[--w->n];
            return true;
        }
    return false;
}

/* Removes a watch. A clause that became needed stays in the list of the others until a visit. */
static void unwatch(struct drat_checker *c, uint32_t l, ref r)
{
    bool found =
        (c->arena[r + FLAGS] & NEEDED && unwatch_in(&c->watches[CORE][l], r)) || unwatch_in(&c->watches[REST][l], r);
    assert(found && "an active clause is watched");
}

/* Rank of a literal to watch: one that is not false is best, else the one that became false
 * last. */
static int rank(const struct drat_checker *c, uint32_t l) { return c->value[l] >= 0 ? INT32_MAX : c->place[l >> 1]; }

void drat_activate(struct drat_checker *c, ref r)
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
    drat_clauses_watch(c, x[0], r, x[1]);
    drat_clauses_watch(c, x[1], r, x[0]);
}

void drat_retire(struct drat_checker *c, ref r)
{
    uint32_t *x = lits_of(c, r);
    c->arena[r + FLAGS] &= ~(uint32_t)ACTIVE;
    if (length_of(c, r) < 2) return;
    unwatch(c, x[0], r);
    unwatch(c, x[1], r);
}

/* ---- propagation ----------------------------------------------------------------------------- */

void drat_assign(struct drat_checker *c, uint32_t l, ref reason)
{
    c->value[l] = 1;
    c->value[l ^ 1] = -1;
    c->reason[l >> 1] = reason;
    c->place[l >> 1] = (int)c->trailed;
    c->trail[c->trailed++] = l;
}

void drat_undo(struct drat_checker *c, size_t to)
{
    while (c->trailed > to) {
        uint32_t l = c->trail[--c->trailed];
        c->value[l] = c->value[l ^ 1] = 0;
        c->explained[l >> 1] = false;
    }
    for (int kind = 0; kind < 2; kind++)
        if (c->head[kind] > to) c->head[kind] = to;
}

/* Visits the clauses that watch a literal that became false. Returns a falsified clause, or 0. */
static ref drat_clauses_visit(struct drat_checker *c, int kind, uint32_t no)
{
    struct drat_watches *list = &c->watches[kind][no];
    if (!list->n) return 0;
    struct drat_watch *from = list->v, *to = list->v, *end = list->v + list->n;
    ref broken = 0;
    while (from < end && !broken) {
        struct drat_watch w = *to++ = *from++;
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
            drat_clauses_watch(c, x[1], w.clause, other);
            continue;
        }
        to[-1].blocker = other;
        if (moves) {
            to--;
            drat_clauses_watch(c, no, w.clause, other);
        }
        if (c->value[other] < 0)
            broken = w.clause;
        else if (!c->value[other])
            drat_assign(c, other, w.clause);
    }
    while (from < end) *to++ = *from++;
    list->n = (size_t)(to - list->v);
    return broken;
}

ref drat_propagate(struct drat_checker *c)
{
    for (;;) {
        int kind = c->head[CORE] < c->trailed ? CORE : REST;
        if (c->head[kind] == c->trailed) return 0;
        ref broken = drat_clauses_visit(c, kind, c->trail[c->head[kind]++] ^ 1);
        if (broken) return broken;
    }
}

/* ---- initialization and release -------------------------------------------------------------- */

void drat_init(struct drat_checker *c)
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
    c->explained = mem_new(vars, sizeof *c->explained);
    c->trail = mem_new(vars, sizeof *c->trail);
    c->stack = mem_new(vars, sizeof *c->stack);
    c->used = 1;
    table_grow(c);
}

void drat_release(struct drat_checker *c)
{
    for (int kind = 0; kind < 2; kind++) {
        for (size_t l = 0; c->watches[kind] && l < 2 * ((size_t)c->vars + 1); l++) mem_free(c->watches[kind][l].v);
        mem_free(c->watches[kind]);
    }
    MEM_FREE(c->value, c->stamp, c->reason, c->first, c->place, c->seen, c->explained, c->trail, c->stack, c->arena,
             c->table, c->step, c->conflict, c->cause);
}
