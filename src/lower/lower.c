#include "lower/lower_inside.h"
#include "base/number.h"
#include "model/row_sums.h"

/* ---- rows ------------------------------------------------------------------------------------ */

/* Whether the variables rise, so that none occurs twice. Most rows are in normal form already, and
 * skip the conversion. */
static bool rising(const lit *x, int n)
{
    for (int i = 1; i < n; i++)
        if (lit_var(x[i]) <= lit_var(x[i - 1])) return false;
    return true;
}

static bool all_positive(const lit *x, int n)
{
    lit all = 0;
    for (int i = 0; i < n; i++) all |= x[i];
    return all >= 0;
}

bool lowering_xor(struct lowering *l, const struct row *r)
{
    const lit *x = r->x;
    int n = r->n, parity = (int)r->lo;
    if (!rising(x, n) || !all_positive(x, n)) {
        normal_xor(&l->t, x, n, &parity);
        x = l->t.x.v;
        n = l->t.x.n;
    }
    if (n > 1) return lowering_send(l, &(struct constraint){.kind = XOR, .n = n, .x = x, .lo = parity, .hi = parity});
    if (n) cnf_1(l->f, parity ? x[0] : -x[0]);
    if (!n && parity) cnf_clause(l->f, NULL, 0);
    return true;
}

bool lowering_clause(struct lowering *l, const struct row *r)
{
    if (!rising(r->x, r->n)) return lowering_card(l, r);
    cnf_clause(l->f, r->x, r->n);
    return true;
}

bool lowering_card(struct lowering *l, const struct row *r)
{
    return lowering_sum(l, r->x, r->w, r->block, r->n, r->lo, r->hi);
}

bool lowering_pb(struct lowering *l, const struct row *r) { return lowering_card(l, r); }

static bool send_row(struct lowering *l, const struct row *r)
{
    static bool (*const send[ROW_KINDS])(struct lowering *, const struct row *) = {
#define ROW(NAME, name) lowering_##name,
#include "model/row_list.h"
#undef ROW
    };
    if (!r->half || r->kind == ROW_LINEAR) return send[r->kind](l, r);
    struct cnf_guard guard;
    struct cnf *f = l->f;
    cnf_guard_begin(&guard, f, -r->iff);
    l->f = &guard.cnf; // cppcheck-suppress autoVariables
    bool ok = send[r->kind](l, r);
    cnf_guard_end(&guard);
    l->f = f;
    return ok;
}

void lowering_begin(struct lowering *l, const struct model *m, bool guarded)
{
    for (struct row r = {0}; model_next(m, &r);) {
        double terms = r.n;
        for (int k = 0; r.kind == ROW_LINEAR && k < r.integers; k++) terms += model_integer(m, r.integer[k]).n;
        if (r.kind == ROW_LINEAR) l->squares += terms * terms;
        if (r.kind == ROW_PB) l->squares += (double)r.n * r.n;
    }
    if (l->squares > 0 && !guarded && !l->policy->no_groups) l->groups = groups_of(m);
}

/* Whether a variable is part of an integer. */
static bool of_integer(const struct model *m, int var)
{
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        if (it.n && var >= it.x[0] && var < it.x[0] + it.n) return true;
    }
    return false;
}

/* Whether the row only defines new variables, so that it excludes nothing: a counter, a sum that is equivalent to a
 * literal, or a parity. The outputs are derived, and come after the inputs and after the outputs of the rows before. */
static bool defines(struct lowering *l, const struct row *r)
{
    const bool sum = r->kind == ROW_LINEAR && r->iff && !r->half, parity = r->kind == ROW_XOR && r->n;
    int last = l->defined, at = 0;
    lit y = sum ? lit_var(r->iff) : 0;
    if (r->kind == ROW_INT) return true;
    for (int i = 1; i < r->n && parity; i++) at = lit_var(r->x[i]) > lit_var(r->x[at]) ? i : at;
    if (parity) y = lit_var(r->x[at]);
    if (r->kind != ROW_COUNT && (!y || of_integer(l->m, y))) return false;
    for (int i = 0; i < r->n; i++)
        if (!parity || i != at) last = max_int(last, lit_var(r->x[i]));
    const lit *output = y ? &y : r->x + r->n, *end = output + (y ? 1 : r->lo);
    for (; output < end; last = *output++)
        if (*output <= last || model_is_solution(l->m, *output)) return false;
    l->defined = last;
    return true;
}

bool *lower_definitions(const struct model *m)
{
    struct lowering l = {.m = m};
    bool *definition = mem_new((size_t)model_rows(m), sizeof *definition);
    for (struct row r = {0}; model_next(m, &r);) definition[r.number - 1] = defines(&l, &r);
    return definition;
}

/* sums: of a split formula, sends the rows that sums state, or else the others. */
static bool send_rows(struct lowering *l, const struct model *m, const lit *guards, struct cnf *f, bool sums)
{
    bool ok = true;
    for (struct row r = {0}; ok && !f->truncated && model_next(m, &r);) {
        struct cnf_guard guard;
        if (l->policy->split != SPLIT_NOT && row_sums_state(l->m, &r) != sums) continue;
        l->f = f;
        f->row = r.number;
        cnf_rule(f, CNF_DEFINITIONS);
        bool definition = defines(l, &r), guarded = guards && guards[r.number - 1] && !definition;
        lowering_prepare(l, &r, guarded || r.half);
        if (!definition || r.kind == ROW_INT) cnf_rule(f, r.rule);
        if (guarded) {
            cnf_guard_begin(&guard, f, guards[r.number - 1]);
            l->f = &guard.cnf; /* until the next row */ // cppcheck-suppress autoVariables
            ok = send_row(l, &r);
            cnf_guard_end(&guard);
        } else {
            ok = send_row(l, &r);
        }
    }
    return cnf_whole(f, l->err) && ok;
}

static bool send_model(struct lowering *l, const struct model *m, const lit *guards, struct cnf *f)
{
    if (!f->job) f->job = model_job(m);
    cnf_poll(f); /* the model may be incomplete */
    if (!cnf_whole(f, l->err)) return false;
    lowering_begin(l, m, guards);
    l->guarded = guards;
    if (f->vars < model_vars(m)) f->vars = model_vars(m);
    l->m = m;
    if (l->policy->split == SPLIT_NOT) return send_rows(l, m, guards, f, true);
    if (!send_rows(l, m, guards, f, false)) return false;
    lowering_integers_release(l);
    return l->policy->split == SPLIT_ONLY || send_rows(l, m, guards, f, true);
}

/* ---- which encoders were used ---------------------------------------------------------------- */

void lower_used_note(struct encoders_used *u, const struct encoder *e)
{
    for (int i = 0; e && encoders[i]; i++)
        if (encoders[i] == e) u->used[e->kind] |= (uint64_t)1 << i;
}

void lower_used_add(struct encoders_used *to, const struct encoders_used *more)
{
    for (int k = 0; k < KINDS; k++) to->used[k] |= more->used[k];
    to->natives |= more->natives;
    to->uncounted |= more->uncounted;
}

void lower_used_text(const struct encoders_used *u, enum kind k, struct text *out)
{
    const char *join = "";
    for (int i = 0; encoders[i]; i++)
        if (u->used[k] >> i & 1) {
            text_add(out, "%s%s", join, encoder_short(encoders[i]));
            join = "+";
        }
    if (u->natives >> k & 1) text_add(out, "%s%s", join, k == CONN ? "lazy" : "native");
    if (!u->used[k] && !(u->natives >> k & 1)) text_put(out, "none");
}

/* ---- models ---------------------------------------------------------------------------------- */

bool lower_rows(const struct model *m, const struct policy *p, const lit *guards, struct cnf *f, struct text *err)
{
    SCOPED(lowering) l = {.policy = p, .err = err, .f = f};
    return send_model(&l, m, guards, f);
}

bool lower_model(const struct model *m, const struct policy *p, const lit *guards, struct cnf *f, struct text *err)
{
    OWNED lit *of = guards ? mem_new((size_t)model_rows(m) + 1, sizeof *of) : NULL;
    for (struct row r = {0}; of && model_next(m, &r);) of[r.number - 1] = guards[r.rule];
    return lower_rows(m, p, of, f, err);
}

bool lower_row(const struct row *r, const struct policy *p, struct cnf *f, struct encoders_used *used, struct text *err)
{
    assert(r->kind != ROW_COUNT && "its outputs are variables that the sink handed out");
    SCOPED(lowering) l = {.policy = p, .err = err, .f = f};
    bool ok = send_row(&l, r);
    ok = cnf_whole(f, err) && ok;
    if (used) lower_used_add(used, &l.used);
    return ok;
}

bool lower_bounded(const struct model *m, const struct policy *p, int64_t most, struct cnf *f,
                   struct encoders_used *used, struct text *err)
{
    const struct objective *o = model_objective(m);
    SCOPED(lowering) l = {.policy = p, .err = err, .f = f};
    bool ok = send_model(&l, m, NULL, f);
    l.f = f;
    l.squares = 0;
    f->row = 0;
    cnf_rule(f, CNF_BOUND);
    if (ok && o && most < INT64_MAX && !o->bounded) ok = lowering_sum(&l, o->x, o->w, o->block, o->n, 0, most);
    ok = cnf_whole(f, err) && ok;
    if (used) lower_used_add(used, &l.used);
    return ok;
}
