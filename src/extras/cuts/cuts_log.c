/* The proof log of the solver: each derived row, in VeriPB's reverse Polish notation. */
#include "extras/cuts/cuts_log.h"
#include "base/number.h"

enum { FULL = 1 << 16 }; /* bytes in memory before a write */

/* ---- writing words --------------------------------------------------------------------------- */

static void log_number(struct text *t, int64_t n)
{
    char digit[24];
    int at = sizeof digit;
    do digit[--at] = (char)('0' + n % 10);
    while (n /= 10);
    digit[--at] = ' ';
    text_bytes(t, digit + at, sizeof digit - (size_t)at);
}

static void log_word(struct text *t, const char *word)
{
    text_char(t, ' ');
    text_put(t, word);
}

/* Multiplies the top of the stack, if k > 1, and adds it to the row under it. */
static void log_plus(struct text *t, int64_t k)
{
    if (k > 1) {
        log_number(t, k);
        log_word(t, "*");
    }
    log_word(t, "+");
}

/* Ends a line that derives a constraint. Returns its number. */
static int64_t derived(struct cuts_proof *l, struct text *t)
{
    text_put(t, ";\n");
    if (t == &l->line) {
        text_bytes(&l->out, t->s, t->n);
        text_clear(t);
    }
    cuts_proof_keep(l);
    if (l->out.n >= FULL) cuts_proof_flush(l);
    return ++l->last;
}

/* ---- literals fixed at the root -------------------------------------------------------------- */

static int root_literals(const struct cuts *r) { return cuts_level(r) ? r->control.v[0] : r->trail.n; }

static bool fixed_between(const struct cuts *r, lit x, int from, int to)
{
    int v = lit_var(x);
    return r->value[cuts_index(x)] && !r->level[v] && r->place[v] >= from && r->place[v] < to;
}

static int64_t saturated(const struct cuts_row *row, int i) { return row->w ? min64(row->w[i], row->degree) : 1; }

/* Returns the log's number of the row without the literals among the first `to` fixed ones; derives
 * that row if necessary. */
static int64_t row_without(struct cuts *r, struct cuts_row *row, int to)
{
    struct cuts_proof *l = r->log;
    bool any = false;
    for (int i = 0; i < row->n && !any; i++) any = fixed_between(r, row->x[i], row->fixed, to);
    if (!row->number) l->lost = true;
    if (!any) return row->number;
    text_put(&l->out, "pol");
    log_number(&l->out, row->number);
    for (int i = 0; i < row->n; i++) {
        lit x = row->x[i];
        if (!fixed_between(r, x, row->fixed, to)) continue;
        if (r->value[cuts_index(x)] > 0) {
            cuts_proof_literal(l, lit_var(x), &l->out);
            log_word(&l->out, "w");
            continue;
        }
        log_number(&l->out, r->units.v[r->place[lit_var(x)]]);
        log_plus(&l->out, saturated(row, i));
    }
    if (row->derived) MEM_PUSH(r->spent.v, r->spent.n, r->spent.cap, row->number);
    row->number = derived(l, &l->out);
    row->derived = true;
    row->fixed = to;
    return row->number;
}

static bool false_between(const struct cuts *r, const struct cuts_row *row, int from, int to)
{
    for (int i = 0; i < row->n; i++)
        if (r->value[cuts_index(row->x[i])] < 0 && fixed_between(r, row->x[i], from, to)) return true;
    return false;
}

/* Derives a unit for each literal that was fixed since the last call. */
static void log_units(struct cuts *r)
{
    struct cuts_proof *l = r->log;
    for (int end = root_literals(r); r->units.n < (size_t)end;) {
        int i = (int)r->units.n;
        lit x = r->trail.v[i];
        struct cuts_row *row = r->reason[lit_var(x)];
        if (!row) l->lost = true;
        int64_t number = 0;
        if (row) number = false_between(r, row, row->fixed, i) ? row_without(r, row, i) : row->number;
        text_put(&l->out, "rup 1");
        cuts_proof_literal(l, x, &l->out);
        text_put(&l->out, " >= 1 : ~");
        log_number(&l->out, number);
        number = derived(l, &l->out);
        MEM_PUSH(r->units.v, r->units.n, r->units.cap, number);
    }
}

/* ---- conflict analysis ----------------------------------------------------------------------- */

void cuts_log_begin(struct cuts *r)
{
    log_units(r);
    text_set(&r->log->line, "pol");
}

void cuts_log_row(struct cuts *r, struct cuts_row *row)
{
    log_number(&r->log->line, row_without(r, row, root_literals(r)));
}

void cuts_log_clause(struct cuts *r, struct cuts_row *row, lit x, int place)
{
    struct cuts_proof *l = r->log;
    int64_t number = row_without(r, row, root_literals(r));
    text_put(&l->out, "rup");
    for (int i = 0; i < row->n; i++) {
        lit y = row->x[i];
        bool gone = r->value[cuts_index(y)] < 0 && r->place[lit_var(y)] < place && r->level[lit_var(y)];
        if (y != x && !gone) continue;
        text_put(&l->out, " 1");
        cuts_proof_literal(l, y, &l->out);
    }
    text_put(&l->out, " >= 1 : ~");
    log_number(&l->out, number);
    log_number(&l->line, derived(l, &l->out));
    MEM_PUSH(r->spent.v, r->spent.n, r->spent.cap, l->last);
}

void cuts_log_weaken(struct cuts *r, lit x, int64_t w, int64_t by)
{
    struct text *t = &r->log->line;
    cuts_proof_literal(r->log, by < w ? -x : lit_var(x), t);
    if (by == w)
        log_word(t, "w");
    else
        log_plus(t, by);
}

void cuts_log_divide(struct cuts *r, int64_t by)
{
    if (by == 1) return;
    log_number(&r->log->line, by);
    log_word(&r->log->line, "d");
}

void cuts_log_saturate(struct cuts *r) { log_word(&r->log->line, "s"); }

void cuts_log_add(struct cuts *r, int64_t k) { log_plus(&r->log->line, k); }

static void log_deleted(struct cuts *r)
{
    struct cuts_proof *l = r->log;
    if (!r->spent.n) return;
    text_put(&l->out, "del id");
    for (size_t i = 0; i < r->spent.n; i++) log_number(&l->out, r->spent.v[i]);
    text_put(&l->out, ";\n");
    cuts_proof_keep(l);
    r->spent.n = 0;
}

void cuts_log_learnt(struct cuts *r, struct cuts_row *row)
{
    row->number = derived(r->log, &r->log->line);
    row->derived = true;
    row->fixed = root_literals(r);
    log_deleted(r);
}

void cuts_log_dead(struct cuts *r)
{
    for (int i = 0; i < r->learnt.n; i++)
        if (r->learnt.v[i]->dead && r->learnt.v[i]->derived)
            MEM_PUSH(r->spent.v, r->spent.n, r->spent.cap, r->learnt.v[i]->number);
    log_deleted(r);
}

/* ---- formula, solutions, end ----------------------------------------------------------------- */

void cuts_log_given(struct cuts *r, struct cuts_row *row, int64_t number, int64_t by, bool saturate)
{
    struct cuts_proof *l = r->log;
    if (row->derived) MEM_PUSH(r->spent.v, r->spent.n, r->spent.cap, row->number);
    row->number = number;
    row->derived = by > 1 || saturate;
    row->fixed = 0;
    if (!row->derived) return;
    text_set(&l->line, "pol");
    log_number(&l->line, number);
    if (saturate) cuts_log_saturate(r);
    cuts_log_divide(r, by);
    row->number = derived(l, &l->line);
}

void cuts_log_solution(struct cuts *r, const signed char *value)
{
    struct cuts_proof *l = r->log;
    text_put(&l->out, "soli");
    cuts_proof_values(l, value, &l->out);
    r->improving = derived(l, &l->out);
}

void cuts_log_contradiction(struct cuts *r, struct cuts_row *row)
{
    struct cuts_proof *l = r->log;
    log_units(r);
    int64_t number = row_without(r, row, root_literals(r));
    text_put(&l->out, "pol");
    log_number(&l->out, number);
    for (int i = 0; i < row->n; i++) { /* the rest cannot reach the degree: 0 >= 1 or more */
        if (r->value[cuts_index(row->x[i])]) continue;
        cuts_proof_literal(l, lit_var(row->x[i]), &l->out);
        log_word(&l->out, "w");
    }
    l->contradiction = derived(l, &l->out);
}

/* ---- the proof that is written ------------------------------------------------------------- */

void cuts_proof_literal(const struct cuts_proof *l, lit x, struct text *out)
{
    text_put(out, x < 0 ? " ~" : " ");
    /* If the formula does not have x, the log is lost, so the line is dropped. */
    text_put(out, lit_var(x) <= l->named ? l->names.s + l->name[lit_var(x)] : "?");
}

void cuts_proof_values(const struct cuts_proof *l, const signed char *value, struct text *out)
{
    for (int v = 1; v <= l->named; v++)
        if (l->name[v]) cuts_proof_literal(l, value[v] > 0 ? v : -v, out);
}

void cuts_proof_keep(struct cuts_proof *l)
{
    if (!l->lost) {
        l->sound = l->out.n;
    } else if (l->out.n > l->sound) {
        l->out.n = l->sound;
        l->out.s[l->sound] = 0;
    }
}

void cuts_proof_flush(struct cuts_proof *l)
{
    if (l->out.n) l->write(l->state, l->out.s, l->out.n);
    text_clear(&l->out);
    l->sound = 0;
}

void cuts_proof_release(struct cuts_proof *l)
{
    text_release(&l->names);
    text_release(&l->out);
    text_release(&l->line);
    mem_free(l->name);
}
