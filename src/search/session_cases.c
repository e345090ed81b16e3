#include "search/session_cases.h"
#include "base/number.h"
#include "search/session_check.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of the parts whose numbers are kept. */
static const size_t KEPT = (size_t)256 << 20;
/* Conflicts after which the solver, which learns, looks for a solution of a case. */
enum { CONFLICTS = 30 };
/* A recurrence has at most so many sums, and takes about so many nanoseconds. */
static const double SUMS = 1 << 20, RECURRENCE = 2e10;

/* Variables without a common clause with others, under the present assignment. */
struct cases_part {
    int first, n; /* in `vars` */
    int best;     /* the variable to decide first; 0: it has no solution variable */
    int uses;     /* of that variable in open clauses */
    int known;    /* its number in the table */
    int age;      /* of the table */
};

/* A decision that is open: its first branch is what a known solution says. */
struct cases_frame {
    struct cases_part part;
    lit decision; /* 0: the root, which has one branch */
    bool second;  /* the second branch is open, or both were */
    int trail, parts, vars;
    struct natural sum, product; /* of the branches that are counted; of the parts of the open one */
};

struct cases {
    struct session *session;
    const struct cnf_buffer *clauses;
    int all, clauses_n;         /* variables and clauses, as they were at first */
    int *occurs, *where;        /* of literal l: where[occurs[all + l]] .. where[occurs[all + l + 1] - 1] */
    int *truths, *open;         /* of each clause: its true literals, and those that are not false */
    signed char *value, *known; /* of each variable: 1, -1, 0; and in a solution that agrees with all that is open */
    struct lits trail;          /* assigned literals; those before `head` are in the numbers of the clauses */
    int head;
    struct cases_frame *frame;
    int frames;
    size_t frame_cap;
    struct cases_part *part; /* of open branches, not counted yet */
    int parts;
    size_t part_cap;
    struct lits vars;         /* of the parts */
    struct lits found, layer; /* of the part that is made: long clauses, and where variables of equal distance begin */
    int *seen, *met, round;   /* variables and clauses of this round */
    struct table table;       /* of the parts whose numbers may be known */
    struct text keys;
    struct cases_key {
        size_t at, bytes;
        struct natural total; /* 0: not known */
    } * key;
    int keys_n, age;
    size_t key_cap;
    bool recurs; /* some rows were counted by a recurrence */
};

struct cases *cases_new(struct session *session)
{
    struct cases *s = mem_new(1, sizeof *s);
    const struct formula *f = &session->formula;
    const struct cnf_buffer *b = s->clauses = &f->clauses;
    const int clauses = s->clauses_n = (int)b->cnf.made.clauses;
    const size_t lits = 2 * (size_t)(s->all = f->cnf.vars) + 2;
    s->session = session;
    s->occurs = mem_new(lits + 1, sizeof *s->occurs);
    s->where = mem_new((size_t)b->lits.n, sizeof *s->where);
    s->truths = mem_new((size_t)clauses, sizeof *s->truths);
    s->open = mem_new((size_t)clauses, sizeof *s->open);
    s->met = mem_new((size_t)clauses, sizeof *s->met);
    s->value = mem_new((size_t)s->all + 1, 1);
    s->known = mem_new((size_t)s->all + 1, 1);
    s->seen = mem_new((size_t)s->all + 1, sizeof *s->seen);
    for (int i = 0; i < b->lits.n; i++) s->occurs[s->all + b->lits.v[i] + 1]++;
    for (size_t i = 1; i < lits; i++) s->occurs[i] += s->occurs[i - 1];
    OWNED int *at = mem_new(lits, sizeof *at);
    memcpy(at, s->occurs, lits * sizeof *at);
    for (int c = 0; c < clauses; c++) {
        const lit *x;
        s->open[c] = cnf_buffer_clause(b, c, &x);
        for (int k = 0; k < s->open[c]; k++) s->where[at[s->all + x[k]]++] = c;
    }
    return s;
}

static void cases_forget(struct cases *s)
{
    for (int i = 0; i < s->keys_n; i++) natural_release(&s->key[i].total);
    s->keys_n = 0;
    s->age++;
    text_clear(&s->keys);
    table_release(&s->table);
}

void cases_free(struct cases *s)
{
    if (!s) return;
    cases_forget(s);
    text_release(&s->keys);
    for (int i = 0; i < s->frames; i++) {
        natural_release(&s->frame[i].sum);
        natural_release(&s->frame[i].product);
    }
    lits_release(&s->trail);
    lits_release(&s->vars);
    lits_release(&s->found);
    lits_release(&s->layer);
    MEM_FREE(s->occurs, s->where, s->truths, s->open, s->value, s->known, s->frame, s->part, s->seen, s->met, s->key,
             s);
}

/* ---- propagation ----------------------------------------------------------------------------- */

static void cases_set(struct cases *s, lit l)
{
    s->value[lit_var(l)] = (signed char)lit_sign(l);
    lits_push(&s->trail, l);
}

/* Assigns the open literal of a clause whose others are false, if it has one. */
static void cases_unit(struct cases *s, int c)
{
    const lit *x;
    int n = cnf_buffer_clause(s->clauses, c, &x);
    for (int k = 0; k < n; k++)
        if (!s->value[lit_var(x[k])]) return cases_set(s, x[k]);
}

/* Propagates what is assigned. False: a clause is false. */
static bool cases_propagate(struct cases *s)
{
    bool right = true;
    while (right && s->head < s->trail.n) {
        const lit l = s->trail.v[s->head++];
        const int *at = s->occurs + s->all;
        for (int i = at[l]; i < at[l + 1]; i++) s->truths[s->where[i]]++;
        for (int i = at[-l]; i < at[-l + 1]; i++) {
            const int c = s->where[i], open = --s->open[c];
            if (s->truths[c]) continue;
            right = right && open;
            if (open == 1) cases_unit(s, c);
        }
    }
    return right;
}

static void cases_undo(struct cases *s, int mark)
{
    const int *at = s->occurs + s->all;
    while (s->trail.n > mark) {
        const lit l = s->trail.v[--s->trail.n];
        s->value[lit_var(l)] = 0;
        if (s->trail.n >= s->head) continue;
        for (int i = at[l]; i < at[l + 1]; i++) s->truths[s->where[i]]--;
        for (int i = at[-l]; i < at[-l + 1]; i++) s->open[s->where[i]]++;
    }
    s->head = min_int(s->head, mark);
}

/* Takes over the solver's solution. */
static void cases_learn(struct cases *s) { memcpy(s->known, s->session->formula.values.v, (size_t)s->all + 1); }

/* Assigns the units of the formula. */
static void cases_begin(struct cases *s)
{
    cases_learn(s);
    s->session->deferred = true;
    for (int c = 0; c < s->clauses_n; c++)
        if (s->open[c] == 1 && !s->truths[c]) cases_unit(s, c);
    bool right = cases_propagate(s);
    assert(right && "the formula has a solution");
}

/* All cases are closed: what was refuted in them is proved. */
static void cases_end(struct cases *s)
{
    session_settle(s->session);
    evidence_add(&s->session->answer->evidence, EVIDENCE_EXHAUSTION, s->recurs ? "cases and recurrences" : "cases");
}

/* Asks the solver for a solution of the open branches. */
static enum solver_answer cases_solve(struct cases *s)
{
    const struct formula *f = &s->session->formula;
    if (f->guard && f->excluded.n) solver_assume(f->solver, f->guard);
    for (int i = 0; i < s->frames; i++)
        if (s->frame[i].decision) solver_assume(f->solver, s->frame[i].decision);
    enum solver_answer answer = session_solve(s->session);
    if (answer == SOLVER_SAT) cases_learn(s);
    return answer;
}

/* ---- enumerating ----------------------------------------------------------------------------- */

static struct cases_frame *cases_push(struct cases *s, struct cases_part part, lit decision)
{
    struct cases_frame f = {
        .part = part, .decision = decision, .trail = s->trail.n, .parts = s->parts, .vars = s->vars.n};
    MEM_PUSH(s->frame, s->frames, s->frame_cap, f);
    if (decision) cases_set(s, decision);
    return s->frame + s->frames - 1;
}

static void cases_pop(struct cases *s)
{
    struct cases_frame *f = s->frame + --s->frames;
    natural_release(&f->sum);
    natural_release(&f->product);
    s->parts = f->parts;
    s->vars.n = f->vars;
    cases_undo(s, f->trail);
}

static bool cases_counts(const struct cases *s, int v)
{
    const struct model *m = s->session->formula.model;
    return v <= model_vars(m) && model_is_solution(m, v);
}

/* Decides all solution variables from `first` on as in the known solution. */
static void cases_descend(struct cases *s, int first)
{
    for (int v = first; v <= s->all; v++) {
        if (s->value[v] || !cases_counts(s, v)) continue;
        cases_push(s, (struct cases_part){.best = v}, s->known[v] * v);
        cases_propagate(s);
    }
}

/* Opens the second branch of a frame. False: a clause is false in it. */
static bool cases_turn(struct cases *s, struct cases_frame *f)
{
    cases_undo(s, f->trail);
    f->second = true;
    f->decision = -f->decision;
    cases_set(s, f->decision);
    return cases_propagate(s);
}

/* Goes back to the first branch, so that the next call opens the second one again. */
static void cases_return(struct cases *s, struct cases_frame *f)
{
    cases_turn(s, f);
    f->second = false;
}

enum solver_answer cases_next(struct cases *s)
{
    if (!s->round++) {
        cases_begin(s);
        cases_descend(s, 1);
    }
    enum solver_answer answer = SOLVER_UNSAT;
    while (s->frames && answer == SOLVER_UNSAT) {
        struct cases_frame *f = s->frame + s->frames - 1;
        const int v = f->part.best;
        if (!f->second && cases_turn(s, f)) answer = cases_solve(s);
        if (answer == SOLVER_SAT)
            cases_descend(s, v + 1);
        else if (answer == SOLVER_UNSAT)
            cases_pop(s);
        else
            cases_return(s, f);
    }
    if (answer == SOLVER_UNSAT) cases_end(s);
    return answer;
}

/* ---- counting -------------------------------------------------------------------------------- */

static bool cases_same(const void *cases, int i, const void *key)
{
    const struct cases *s = cases;
    const struct lits *k = key;
    const size_t bytes = (size_t)k->n * sizeof *k->v;
    return s->key[i].bytes == bytes && !memcmp(s->keys.s + s->key[i].at, k->v, bytes);
}

/* The number of the part in the table, a new one if needed. Its variables and the open clauses of
 * more than two literals determine it: those of two are the same wherever both are open. */
static int cases_key(struct cases *s, const struct cases_part *p)
{
    struct lits *k = &s->found;
    if (k->n) qsort(k->v, (size_t)k->n, sizeof *k->v, number_compare_int);
    lits_push(k, -1);
    for (int i = 0; i < p->n; i++) lits_push(k, s->vars.v[p->first + i]);
    const size_t bytes = (size_t)k->n * sizeof *k->v;
    const uint64_t hash = table_hash(k->v, bytes);
    int known = table_find(&s->table, hash, cases_same, s, k);
    if (known >= 0) return known;
    if (s->keys.n + bytes + (size_t)s->keys_n * sizeof *s->key > KEPT) cases_forget(s);
    table_add(&s->table, hash);
    struct cases_key key = {.at = s->keys.n, .bytes = bytes};
    text_bytes(&s->keys, (const char *)k->v, bytes);
    MEM_PUSH(s->key, s->keys_n, s->key_cap, key);
    return s->keys_n - 1;
}

/* Meets an open clause: adds its open variables to the part. Returns whether the known solution
 * satisfies it. */
static bool cases_meet(struct cases *s, int c)
{
    const lit *x;
    int n = cnf_buffer_clause(s->clauses, c, &x);
    bool holds = false;
    s->met[c] = s->round;
    if (n > 2) lits_push(&s->found, c);
    for (int k = 0; k < n; k++) {
        const int v = lit_var(x[k]);
        if (s->value[v]) continue;
        holds |= s->known[v] == lit_sign(x[k]);
        if (s->seen[v] != s->round) lits_push(&s->vars, v);
        s->seen[v] = s->round;
    }
    return holds;
}

/* How often an open clause has the variable. */
static int cases_uses(const struct cases *s, int v)
{
    const int *at = s->occurs + s->all;
    int uses = 0;
    for (int k = at[v]; k < at[v + 1]; k++) uses += !s->truths[s->where[k]];
    for (int k = at[-v]; k < at[-v + 1]; k++) uses += !s->truths[s->where[k]];
    return uses;
}

/* Chooses the most used of n variables; of equal ones, one in the middle. */
static void cases_choose(const struct cases *s, struct cases_part *p, const int *x, int n)
{
    for (int i = 0, near = 0; i < n; i++) {
        const int off = abs(2 * i - n), uses = cases_counts(s, x[i]) ? cases_uses(s, x[i]) : -1;
        if (uses < p->uses || (uses == p->uses && off >= near)) continue;
        p->uses = uses;
        near = off;
        p->best = x[i];
    }
}

/* Makes the part of a variable. Sets *fits to false if the known solution does not satisfy it. If
 * few variables at the same distance from the first one cut the part into halves, one of them is
 * decided first. */
static struct cases_part cases_grow(struct cases *s, int v, bool *fits)
{
    struct cases_part p = {.first = s->vars.n, .uses = -1, .known = -1};
    s->found.n = s->layer.n = 0;
    s->seen[v] = s->round;
    lits_push(&s->vars, v);
    for (int i = p.first, end = i; i < s->vars.n; i++) {
        if (i == end) {
            lits_push(&s->layer, i);
            end = s->vars.n;
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            const int *at = s->occurs + s->all + sign * s->vars.v[i];
            for (int k = at[0]; k < at[1]; k++)
                if (!s->truths[s->where[k]] && s->met[s->where[k]] != s->round) *fits &= cases_meet(s, s->where[k]);
        }
    }
    p.n = s->vars.n - p.first;
    int cut = 0;
    lits_push(&s->layer, s->vars.n);
    while (s->layer.v[cut + 1] < p.first + (p.n + 1) / 2) cut++;
    const int size = s->layer.v[cut + 1] - s->layer.v[cut];
    if ((int64_t)size * size <= 4 * (int64_t)p.n) cases_choose(s, &p, s->vars.v + s->layer.v[cut], size);
    qsort(s->vars.v + p.first, (size_t)p.n, sizeof *s->vars.v, number_compare_int);
    if (!p.best) cases_choose(s, &p, s->vars.v + p.first, p.n);
    return p;
}

/* Splits the open variables of the last frame's part, and multiplies its product by all that is
 * known. False: a part remains that the known solution does not satisfy. */
static bool cases_split(struct cases *s)
{
    struct cases_frame *f = s->frame + s->frames - 1;
    bool all = true;
    int doubled = 0;
    s->round++;
    for (int i = 0; i < f->part.n; i++) {
        const int v = s->vars.v[f->part.first + i];
        bool fits = true;
        if (s->value[v] || s->seen[v] == s->round) continue;
        struct cases_part p = cases_grow(s, v, &fits);
        if (p.best && p.uses) {
            p.known = cases_key(s, &p);
            p.age = s->age;
            const struct natural *total = &s->key[p.known].total;
            if (!total->n) {
                MEM_PUSH(s->part, s->parts, s->part_cap, p);
                all &= fits;
                continue;
            }
            natural_multiply(&f->product, total);
        } else {
            doubled += p.best != 0;
            all &= fits;
            if (!fits) continue; /* it has auxiliary variables only, which need a solution: cases_repair */
        }
        s->vars.n = p.first;
    }
    if (doubled) natural_double(&f->product, doubled);
    return all;
}

/* Looks for a solution of the last frame's parts with few conflicts, near the known one, which it
 * replaces. SOLVER_UNKNOWN: it takes more. */
static enum solver_answer cases_repair(struct cases *s)
{
    const int mark = s->trail.n, first = s->frame[s->frames - 1].vars;
    SCOPED(lits) decided = {0}; /* the place of each decision in the trail; negative: its second branch is open */
    int conflicts = 0;
    for (int i = first; i < s->vars.n && conflicts < CONFLICTS; i++) {
        const int v = s->vars.v[i];
        if (s->value[v]) continue;
        lits_push(&decided, s->trail.n + 1);
        cases_set(s, s->known[v] * v);
        while (!cases_propagate(s)) {
            conflicts++;
            while (decided.n && decided.v[decided.n - 1] < 0) decided.n--;
            if (decided.n) {
                const int at = decided.v[decided.n - 1] - 1;
                const lit l = s->trail.v[at];
                cases_undo(s, at);
                cases_set(s, -l);
                decided.v[decided.n - 1] *= -1;
                i = first - 1; /* variables that were assigned may be open again */
                continue;
            }
            cases_undo(s, mark);
            return SOLVER_UNSAT;
        }
    }
    for (int i = first; i < s->vars.n && conflicts < CONFLICTS; i++) s->known[s->vars.v[i]] = s->value[s->vars.v[i]];
    cases_undo(s, mark);
    return conflicts < CONFLICTS ? SOLVER_SAT : SOLVER_UNKNOWN;
}

/* Closes the last frame, which is counted. */
static void cases_close(struct cases *s)
{
    struct cases_frame *f = s->frame + s->frames - 1;
    if (f->part.known >= 0 && f->part.age == s->age) natural_copy(&s->key[f->part.known].total, &f->sum);
    natural_multiply(&f[-1].product, &f->sum);
    cases_pop(s);
}

/* Goes on in the last frame. Returns SOLVER_UNSAT unless the solver failed. */
static enum solver_answer cases_step(struct cases *s)
{
    struct cases_frame *f = s->frame + s->frames - 1;
    if (s->parts > f->parts) {
        const struct cases_part p = s->part[--s->parts];
        natural_set(&cases_push(s, p, s->known[p.best] * p.best)->product, 1);
        bool right = cases_propagate(s) && cases_split(s);
        assert(right && "the known solution satisfies the part");
        return SOLVER_UNSAT;
    }
    natural_add(&f->sum, &f->product);
    enum solver_answer answer = SOLVER_UNSAT;
    if (!f->second) {
        s->vars.n = f->vars;
        natural_set(&f->product, 1);
        if (cases_turn(s, f)) answer = cases_split(s) ? SOLVER_SAT : cases_repair(s);
        if (answer == SOLVER_UNKNOWN) answer = cases_solve(s);
        if (answer == SOLVER_SAT) return SOLVER_UNSAT;
        s->parts = f->parts;
        natural_set(&f->product, 0); /* no solution is known */
    }
    if (answer == SOLVER_UNSAT) cases_close(s);
    return answer;
}

/* Unwinds: what is open has at least one solution. */
static void cases_least(struct cases *s)
{
    for (; s->frames > 1; cases_pop(s)) {
        struct cases_frame *f = s->frame + s->frames - 1;
        natural_add(&f->sum, &f->product);
        natural_multiply(&f[-1].product, &f->sum);
    }
}

/* ---- rows without a common variable with others ---------------------------------------------- */

static void cases_own(int *own, lit x, int row)
{
    int *of = own + lit_var(x);
    *of = *of && *of != row ? -1 : row;
}

/* Returns, for each variable of the model, the number of the only row that has it; 0: none, -1:
 * several, or the objective. The caller frees it. */
static int *cases_owners(const struct model *m)
{
    int *own = mem_new((size_t)model_vars(m) + 1, sizeof *own);
    const struct objective *o = model_objective(m);
    struct row r = {0};
    for (int i = 0; o && i < o->n; i++) cases_own(own, o->x[i], -1);
    while (model_next(m, &r)) {
        const int outputs = r.kind == ROW_COUNT ? (int)r.lo : 0;
        for (int i = 0; i < r.n + outputs; i++) cases_own(own, r.x[i], r.number);
        if (r.iff) cases_own(own, r.iff, r.number);
        for (int i = 0; i < r.integers; i++) {
            const struct integer it = model_integer(m, r.integer[i]);
            for (int k = 0; k < it.n; k++) cases_own(own, it.x[k], r.number);
        }
    }
    return own;
}

/* Whether the clauses of the row, a sum, have its own variables and auxiliary ones only. */
static bool cases_alone(struct cases *s, const struct row *r, const int *own)
{
    if (r->kind != ROW_CARD && r->kind != ROW_PB && r->kind != ROW_LINEAR) return false;
    bool alone = r->n && !r->iff && !r->fails && !r->integers, fits;
    for (int i = 0; i < r->n && alone; i++)
        alone = own[lit_var(r->x[i])] == r->number && cases_counts(s, lit_var(r->x[i]));
    s->round++;
    for (int i = 0; i < r->n && alone; i++) {
        const int v = lit_var(r->x[i]);
        if (s->value[v] || s->seen[v] == s->round) continue;
        const struct cases_part p = cases_grow(s, v, &fits);
        for (int k = p.first; k < s->vars.n; k++)
            alone = alone && (!cases_counts(s, s->vars.v[k]) || own[s->vars.v[k]] == r->number);
        s->vars.n = p.first;
    }
    return alone;
}

/* Computes how many values of its variables satisfy the row, a sum, by a recurrence over them, and
 * disowns them. `weight` is of each variable, and 0 before and after. False: it takes too long. */
static bool cases_recur(struct cases *s, const struct row *r, int *own, int64_t *weight, struct natural *total)
{
    SCOPED(lits) vars = {0};
    __int128 least = r->lo, most = r->hi, all = 0;
    for (int i = 0; i < r->n; i++) {
        const int v = lit_var(r->x[i]);
        const int64_t w = r->w ? r->w[i] : 1;
        weight[v] += lit_sign(r->x[i]) * w;
        if (r->x[i] < 0) least -= w, most -= w;
        if (own[v]) lits_push(&vars, v);
        own[v] = 0;
    }
    for (int i = 0; i < vars.n; i++) {
        int64_t *w = weight + vars.v[i];
        if (*w < 0) least -= *w, most -= *w;
        all += *w = llabs(*w);
    }
    least = least < 0 ? 0 : least;
    most = most > all ? all : most;
    if (least > all - most) { /* the sum of the others is smaller */
        const __int128 other = all - most;
        most = all - least;
        least = other;
    }
    assert(least <= most && "the row has a solution");
    bool few = (double)most < SUMS && (double)most * vars.n * (vars.n / 32 + 8) < RECURRENCE;
    struct natural *ways = few ? mem_new((size_t)most + 1, sizeof *ways) : NULL;
    if (ways) natural_set(ways, 1);
    for (int i = 0; i < vars.n; i++) {
        const int64_t w = weight[vars.v[i]];
        weight[vars.v[i]] = 0;
        for (int64_t k = (int64_t)most; few && k >= w; k--)
            if (ways[k - w].n) natural_add(ways + k, ways + k - w);
        few = few && !job_over(&s->session->job);
    }
    for (int64_t k = 0; ways && k <= most; k++) {
        if (k >= least) natural_add(total, ways + k);
        natural_release(ways + k);
    }
    mem_free(ways);
    return few;
}

/* Counts the rows without a common variable with others, into the root's product, and fixes their
 * variables. */
static void cases_rows(struct cases *s)
{
    const struct model *m = s->session->formula.model;
    OWNED int *own = cases_owners(m);
    OWNED int64_t *weight = mem_new((size_t)model_vars(m) + 1, sizeof *weight);
    struct row r = {0};
    while (model_next(m, &r) && !job_over(&s->session->job)) {
        SCOPED(natural) ways = {0};
        if (!cases_alone(s, &r, own) || !cases_recur(s, &r, own, weight, &ways)) continue;
        natural_multiply(&s->frame[0].product, &ways);
        s->recurs = true;
        for (int i = 0; i < r.n; i++) {
            const int v = lit_var(r.x[i]);
            if (!s->value[v]) cases_set(s, s->known[v] * v);
        }
        bool right = cases_propagate(s);
        assert(right && "the known solution satisfies the row");
    }
}

enum solver_answer cases_count(struct cases *s, struct natural *total)
{
    enum solver_answer answer = SOLVER_UNSAT;
    cases_begin(s);
    for (int v = 1; v <= s->all; v++) lits_push(&s->vars, v);
    natural_set(&cases_push(s, (struct cases_part){.n = s->all, .known = -1}, 0)->product, 1);
    s->frame[0].second = true;
    cases_rows(s);
    cases_split(s);
    while (answer == SOLVER_UNSAT && (s->frames > 1 || s->parts))
        answer = job_over(&s->session->job) ? SOLVER_UNKNOWN : cases_step(s);
    if (answer != SOLVER_UNSAT) cases_least(s);
    if (answer == SOLVER_UNSAT) cases_end(s);
    natural_copy(total, &s->frame[0].product);
    return answer;
}
