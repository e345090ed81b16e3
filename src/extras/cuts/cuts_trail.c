/* Rows and their unit propagation. */
#include "extras/cuts/cuts.h"

#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static void *widen(void *p, size_t from, size_t to, size_t size)
{
    p = mem_resize(p, to, size);
    memset((char *)p + from * size, 0, (to - from) * size);
    return p;
}

void cuts_room(struct cuts *r, int vars)
{
    if (vars <= r->vars) return;
    size_t from = r->room, to = (size_t)vars + 1;
    if (to > from) {
        if (to < 2 * from) to = 2 * from;
        r->value = widen(r->value, 2 * from, 2 * to, sizeof *r->value);
        r->watches = widen(r->watches, 2 * from, 2 * to, sizeof *r->watches);
        r->entries = widen(r->entries, 2 * from, 2 * to, sizeof *r->entries);
        r->level = widen(r->level, from, to, sizeof *r->level);
        r->place = widen(r->place, from, to, sizeof *r->place);
        r->reason = widen(r->reason, from, to, sizeof *r->reason);
        r->phase = widen(r->phase, from, to, sizeof *r->phase);
        r->model = widen(r->model, from, to, sizeof *r->model);
        r->activity = widen(r->activity, from, to, sizeof *r->activity);
        r->at = widen(r->at, from, to, sizeof *r->at);
        r->seen = widen(r->seen, from, to, sizeof *r->seen);
        r->cut.w = widen(r->cut.w, from, to, sizeof *r->cut.w);
        r->cut.in = widen(r->cut.in, from, to, sizeof *r->cut.in);
        r->room = to;
    }
    while (r->vars < vars) {
        int v = ++r->vars;
        r->phase[v] = -1;
        r->at[v] = -1;
        cuts_insert(r, v);
    }
}

static void row_free(struct cuts_row *row) { MEM_FREE(row->w, row->x, row); }

static void list_release(struct row_list *list)
{
    for (int i = 0; i < list->n; i++) row_free(list->v[i]);
    mem_free(list->v);
}

void cuts_release(struct cuts *r)
{
    list_release(&r->given);
    list_release(&r->learnt);
    if (r->bound) row_free(r->bound);
    for (size_t i = 0; i < 2 * r->room; i++) {
        mem_free(r->watches[i].v);
        mem_free(r->entries[i].v);
    }
    void *const arrays[] = {r->value,    r->watches, r->entries, r->level, r->place,  r->reason,  r->phase,  r->model,
                            r->activity, r->at,      r->seen,    r->cut.w, r->cut.in, r->units.v, r->spent.v};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) mem_free(arrays[i]);
    struct lits *const lists[] = {&r->heap, &r->trail, &r->control, &r->cut.vars, &r->failed};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) lits_release(lists[i]);
    normal_release(&r->terms);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void watch_by(struct cuts *r, struct cuts_row *row, lit x, lit blocker)
{
    struct watches *list = &r->watches[cuts_index(x)];
    MEM_PUSH(list->v, list->n, list->cap, ((struct watch){row, blocker}));
}

static void take_part(struct cuts *r, struct cuts_row *row)
{
    if (!row->w) {
        watch_by(r, row, row->x[0], row->x[1]);
        watch_by(r, row, row->x[1], row->x[0]);
        return;
    }
    for (int i = 0; i < row->n; i++) {
        struct entries *list = &r->entries[cuts_index(row->x[i])];
        MEM_PUSH(list->v, list->n, list->cap, ((struct entry){row, row->w[i]}));
    }
}

struct cuts_row *cuts_attach(struct cuts *r, const struct cuts_term *t, int n, int64_t degree, bool clause)
{
    struct cuts_row *row = mem_new(1, sizeof *row);
    *row = (struct cuts_row){.n = n, .degree = degree, .slack = -degree};
    row->x = mem_new((size_t)n, sizeof *row->x);
    if (!clause) row->w = mem_new((size_t)n, sizeof *row->w);
    for (int i = 0; i < n; i++) {
        row->x[i] = t[i].x;
        if (clause) continue;
        row->w[i] = t[i].w;
        bool gone = r->value[cuts_index(t[i].x)] < 0 && r->place[lit_var(t[i].x)] < r->head;
        if (!gone) row->slack += t[i].w;
    }
    take_part(r, row);
    return row;
}

void cuts_delete_unused(struct cuts *r)
{
    struct row_list *rows = &r->learnt;
    int n = 0;
    for (int i = 2; i <= 2 * r->vars + 1; i++) {
        struct watches *ws = &r->watches[i];
        struct entries *es = &r->entries[i];
        n = 0;
        for (int k = 0; k < ws->n; k++)
            if (!ws->v[k].row->dead) ws->v[n++] = ws->v[k];
        ws->n = n;
        n = 0;
        for (int k = 0; k < es->n; k++)
            if (!es->v[k].row->dead) es->v[n++] = es->v[k];
        es->n = n;
    }
    n = 0;
    for (int i = 0; i < rows->n; i++)
        if (rows->v[i]->dead)
            row_free(rows->v[i]);
        else
            rows->v[n++] = rows->v[i];
    rows->n = n;
}

/* ---- the trail ------------------------------------------------------------------------------- */

void cuts_assign(struct cuts *r, lit x, struct cuts_row *reason)
{
    int v = lit_var(x);
    assert(!r->value[cuts_index(x)] && "a variable is assigned once");
    r->value[cuts_index(x)] = 1;
    r->value[cuts_index(-x)] = -1;
    r->level[v] = cuts_level(r);
    r->place[v] = r->trail.n;
    r->reason[v] = reason;
    lits_push(&r->trail, x);
}

struct cuts_row *cuts_check(struct cuts *r, struct cuts_row *row)
{
    if (row->slack < 0) return row;
    for (int i = 0; i < row->n && row->w[i] > row->slack; i++)
        if (!r->value[cuts_index(row->x[i])]) cuts_assign(r, row->x[i], row);
    return NULL;
}

/* x became false: the clauses that watch it look for another literal. Returns a falsified clause,
 * or NULL. */
static struct cuts_row *visit_clauses(struct cuts *r, lit x)
{
    struct watches *list = &r->watches[cuts_index(x)];
    struct cuts_row *conflict = NULL;
    int kept = 0, i = 0;
    while (i < list->n && !conflict) {
        struct watch at = list->v[i++];
        if (r->value[cuts_index(at.blocker)] > 0) {
            list->v[kept++] = at;
            continue;
        }
        struct cuts_row *c = at.row;
        lit other = c->x[0] == x ? c->x[1] : c->x[0];
        int k = 2;
        if (r->value[cuts_index(other)] <= 0)
            while (k < c->n && r->value[cuts_index(c->x[k])] < 0) k++;
        list->v[kept++] = (struct watch){c, other};
        if (r->value[cuts_index(other)] > 0) continue;
        if (k < c->n) {
            kept--;
            c->x[0] = other;
            c->x[1] = c->x[k];
            c->x[k] = x;
            watch_by(r, c, c->x[1], other);
            list = &r->watches[cuts_index(x)];
        } else if (r->value[cuts_index(other)] < 0) {
            conflict = c;
        } else {
            c->x[0] = other;
            c->x[1] = x;
            cuts_assign(r, other, c);
        }
    }
    while (i < list->n) list->v[kept++] = list->v[i++];
    list->n = kept;
    return conflict;
}

/* x became false: all rows with x lose its weight, also after a conflict. Returns a falsified row,
 * or NULL. */
static struct cuts_row *visit_rows(struct cuts *r, lit x)
{
    const struct entries *list = &r->entries[cuts_index(x)];
    struct cuts_row *conflict = NULL;
    for (int i = 0; i < list->n; i++) {
        struct cuts_row *row = list->v[i].row;
        row->slack -= list->v[i].w;
        if (!conflict && row->slack < row->w[0]) conflict = cuts_check(r, row);
    }
    return conflict;
}

struct cuts_row *cuts_propagate(struct cuts *r)
{
    while (r->head < r->trail.n) {
        lit x = -r->trail.v[r->head];
        struct cuts_row *conflict = visit_clauses(r, x);
        if (conflict) return conflict;
        r->head++;
        conflict = visit_rows(r, x);
        if (conflict) return conflict;
    }
    return NULL;
}

void cuts_back(struct cuts *r, int level)
{
    if (cuts_level(r) <= level) return;
    int from = r->control.v[level];
    for (int i = r->trail.n - 1; i >= from; i--) {
        lit x = r->trail.v[i];
        const struct entries *list = &r->entries[cuts_index(-x)];
        for (int k = 0; i < r->head && k < list->n; k++) list->v[k].row->slack += list->v[k].w;
        r->value[cuts_index(x)] = r->value[cuts_index(-x)] = 0;
        r->phase[lit_var(x)] = (signed char)lit_sign(x);
        cuts_insert(r, lit_var(x));
    }
    r->trail.n = from;
    r->control.n = level;
    if (r->head > from) r->head = from;
}
