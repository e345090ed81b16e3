#include "proof/lrat.h"

struct entry {
    int64_t id;
    int at, n; /* its literals; at < 0: deleted */
};

struct reader {
    struct lrat *l;
    const char *s, *end;
    int64_t id; /* of the step that is read */
    struct text *err;
    struct entry *entry; /* ids rise */
    size_t entries, cap;
    struct lits lits;
    signed char *value; /* by variable: 1, -1, 0 open */
    int vars;
    struct lits trail;
};

enum outcome { OPEN, CONFLICT, WRONG };

static bool wrong(struct reader *r, const char *what)
{
    return text_error(r->err, "Step %lld of the proof %s.", (long long)r->id, what);
}

/* ---- words ---------------------------------------------------------------------------------------------------------- */

static void blanks(struct reader *r)
{
    while (r->s < r->end && (*r->s == ' ' || *r->s == '\n' || *r->s == '\t' || *r->s == '\r')) r->s++;
}

static bool number(struct reader *r, int64_t *v)
{
    blanks(r);
    bool minus = r->s < r->end && *r->s == '-';
    r->s += minus;
    if (r->s == r->end || *r->s < '0' || *r->s > '9')
        return wrong(r, "is cut off, or holds something else than numbers");
    for (*v = 0; r->s < r->end && *r->s >= '0' && *r->s <= '9'; r->s++) {
        *v = 10 * *v + (*r->s - '0');
        if (*v > INT64_MAX / 100) return wrong(r, "has a number that is too large");
    }
    if (minus) *v = -*v;
    return true;
}

/* ---- clauses -------------------------------------------------------------------------------------------------------- */

static struct entry *find(struct reader *r, int64_t id)
{
    size_t low = 0, high = r->entries;
    if (id > 0 && (size_t)id <= r->entries && r->entry[id - 1].id == id) low = (size_t)id - 1, high = low + 1;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (r->entry[mid].id == id) return r->entry[mid].at < 0 ? NULL : &r->entry[mid];
        if (r->entry[mid].id < id)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

static void enter(struct reader *r, int64_t id, const lit *x, int n)
{
    struct entry e = {id, r->lits.n, n};
    for (int i = 0; i < n; i++) lits_push(&r->lits, x[i]);
    MEM_PUSH(r->entry, r->entries, r->cap, e);
}

static bool has(const struct reader *r, const struct entry *e, lit x)
{
    for (int i = 0; i < e->n; i++)
        if (r->lits.v[e->at + i] == x) return true;
    return false;
}

/* ---- values --------------------------------------------------------------------------------------------------------- */

static int value(const struct reader *r, lit x) { return r->value[lit_var(x)] * lit_sign(x); }

static void assign(struct reader *r, lit x)
{
    r->value[lit_var(x)] = (signed char)lit_sign(x);
    lits_push(&r->trail, x);
}

static void undo(struct reader *r, int to)
{
    while (r->trail.n > to) r->value[lit_var(r->trail.v[--r->trail.n])] = 0;
}

/* Assumes that these literals, but one, are false. CONFLICT: one of them is true, so that nothing is left to show. */
static enum outcome assume(struct reader *r, const lit *x, int n, lit but)
{
    for (int i = 0; i < n; i++) {
        if (x[i] == but) continue;
        if (value(r, x[i]) > 0) return CONFLICT;
        if (!value(r, x[i])) assign(r, -x[i]);
    }
    return OPEN;
}

/* The clause that the hint names has one literal that is not false, which becomes true, or none. */
static enum outcome follow(struct reader *r, int64_t id)
{
    const struct entry *e = find(r, id);
    lit unit = 0;
    r->l->hints++;
    for (int i = 0; e && i < e->n; i++) {
        lit x = r->lits.v[e->at + i];
        if (value(r, x) < 0 || x == unit) continue;
        if (value(r, x) > 0 || unit) e = NULL;
        unit = x;
    }
    if (!e) {
        text_error(r->err,
                   "Step %lld of the proof names clause %lld, which is not there or has more than one literal left.",
                   (long long)r->id, (long long)id);
        return WRONG;
    }
    if (!unit) return CONFLICT;
    assign(r, unit);
    return OPEN;
}

/* Hints up to one that is not above 0, which is left in *hint. What comes behind a conflict is not looked at. */
static enum outcome follow_all(struct reader *r, enum outcome so_far, int64_t *hint)
{
    while (number(r, hint)) {
        if (*hint <= 0) return so_far;
        if (so_far == OPEN) so_far = follow(r, *hint);
        if (so_far == WRONG) return WRONG;
    }
    return WRONG;
}

/* ---- steps ---------------------------------------------------------------------------------------------------------- */

/* The groups of RAT: for each clause with the negated pivot, in rising order, its number, negated, and hints; a clause that has
 * another of these literals negated needs none. */
static bool follow_groups(struct reader *r, lit pivot, int64_t hint)
{
    int before = r->trail.n;
    for (size_t i = 0; i < r->entries; i++) {
        const struct entry *e = &r->entry[i];
        if (e->at < 0 || !has(r, e, -pivot)) continue;
        enum outcome o = assume(r, r->lits.v + e->at, e->n, -pivot);
        if (hint == -e->id)
            o = follow_all(r, o, &hint);
        else if (o != CONFLICT)
            return text_error(r->err, "Step %lld of the proof has no RUP by its hints, and for RAT misses clause %lld.",
                              (long long)r->id, (long long)e->id);
        undo(r, before);
        if (o == OPEN) wrong(r, "has hints that lead to no contradiction");
        if (o != CONFLICT) return false;
    }
    return !hint || wrong(r, "has hints of clauses that are none of its RAT's");
}

static bool add(struct reader *r, struct lits *clause)
{
    int64_t hint, x;
    clause->n = 0;
    for (;;) {
        if (!number(r, &x)) return false;
        if (!x) break;
        /* Variables may be defined: no more than there are bytes. */
        if (x > r->vars || x < -r->vars) return wrong(r, "speaks of a variable that it has no room to define");
        lits_push(clause, (lit)x);
    }
    enum outcome o = follow_all(r, assume(r, clause->v, clause->n, 0), &hint);
    bool ok = o != WRONG;
    if (o == OPEN && !clause->n) ok = wrong(r, "has hints that lead to no contradiction");
    if (o == OPEN && clause->n) {
        ok = follow_groups(r, clause->v[0], hint);
        r->l->rat += ok;
    } else {
        while (ok && hint && o == CONFLICT) ok = number(r, &hint);
    }
    undo(r, 0);
    if (!ok) return false;
    enter(r, r->id, clause->v, clause->n);
    r->l->added++;
    return true;
}

static bool delete (struct reader *r)
{
    int64_t id;
    while (number(r, &id)) {
        if (id <= 0) return !id || wrong(r, "deletes a clause that has no number");
        struct entry *e = find(r, id);
        if (e) e->at = -1;
    }
    return false;
}

static bool over(struct lrat *l)
{
    l->stopped = l->stopped || (l->stop && l->stop(l->stop_state));
    return l->stopped;
}

/* Steps up to the empty clause. */
static bool steps(struct reader *r, struct lits *clause)
{
    for (int64_t count = 0;; count++) {
        int64_t last = r->entries ? r->entry[r->entries - 1].id : 0, id;
        blanks(r);
        if (r->s == r->end) return text_error(r->err, "The proof ends without a contradiction.");
        r->l->share = 1 - (double)(r->end - r->s) / (double)r->l->bytes;
        if (count % 256 == 0 && over(r->l)) return false;
        if (!number(r, &id)) return false;
        r->id = id;
        blanks(r);
        if (r->s < r->end && *r->s == 'd') {
            r->s++;
            if (!delete (r)) return false;
            continue;
        }
        if (id <= last) return wrong(r, "has a number that is not above those before it");
        if (!add(r, clause)) return false;
        if (!clause->n) return true;
    }
}

bool lrat_check(struct lrat *l, struct text *err)
{
    const struct cnf_buffer *f = l->formula;
    struct reader r = {.l = l, .s = l->proof, .end = l->proof + l->bytes, .err = err};
    struct lits clause = {0};
    text_clear(err);
    l->stopped = false;
    l->share = 0;
    l->added = l->rat = l->hints = 0;
    r.vars = (int)min64(INT32_MAX - 1, f->cnf.vars + (int64_t)min64((int64_t)l->bytes, INT32_MAX));
    r.value = mem_new((size_t)r.vars + 1, 1);
    for (int64_t i = 0; i < f->cnf.made.clauses; i++) {
        const lit *x;
        int n = cnf_buffer_clause(f, (int)i, &x);
        enter(&r, i + 1, x, n);
    }
    bool ok = steps(&r, &clause);
    lits_release(&clause);
    lits_release(&r.lits);
    lits_release(&r.trail);
    mem_free(r.entry);
    mem_free(r.value);
    return ok;
}
