#include "base/number.h"
#include "lower/lower_inside.h"

/* AUTO_MOST: the clauses that all pseudo-Boolean constraints of a formula may take together, if
 * their encodings propagate. The share of a constraint is proportional to the square of its length,
 * because that is how these encodings grow. A constraint that would take more than its share gets a
 * small encoding instead; AUTO_LEAST clauses are always allowed. */
enum { AUTO_MOST = 1 << 19, AUTO_LEAST = 256, STRONG_MOST = 1 << 16 };

/* The clauses that a pseudo-Boolean constraint of n terms may take. */
static int64_t share_of(int n, double squares)
{
    double share = AUTO_MOST * ((double)n * n / (squares > 1 ? squares : 1));
    return share > AUTO_MOST ? AUTO_MOST : max64((int64_t)share, AUTO_LEAST);
}

/* Clauses and auxiliaries of encoding c, side by side if need be; INT64_MAX if a side takes more
 * clauses than the budget (0: any number). foreseen: what feasible() may foresee for so many, as
 * some estimate too much; it spares dry runs. 0 if f is truncated, so that the choice ends. */
static int64_t lower_auto_cost_of(const struct encoder *e, const struct constraint *c, int64_t total, int64_t budget,
                                  int64_t foreseen, struct cnf *f)
{
    SCOPED(text) why = {0};
    int64_t cost = 0;
    bool halves = !e->both, low = c->lo > 0, high = c->hi < total;
    if (f->means && e->silent) return INT64_MAX; /* the sink derives the clauses */
    for (int half = 0; half < 2 && cost < INT64_MAX; half++) {
        struct constraint side = *c;
        side.tuning = (struct tuning){.most = e->foresees && budget ? budget : foreseen};
        if (half == 1 && !(halves && low)) break; /* negated literals change no size */
        if (half == 0 && halves && !high) continue;
        if (halves) side.lo = 0;
        if (half == 1) side.hi = total - c->lo;
        struct size size = {0};
        bool can = (e->foresees && budget) || encoder_fits(e, &side, false, f, &why);
        if (can) size = encoder_size(e, &side, budget, f);
        cost = can && (!budget || size.clauses <= budget) ? cost + size.clauses + size.vars : INT64_MAX;
    }
    return f->truncated ? 0 : cost;
}

const struct encoder *lower_auto_find(const char *name)
{
    int i = 0;
    while (strcmp(encoders[i]->name, name) != 0) i++;
    assert(!encoders[i]->by_name && "auto may choose it");
    return encoders[i];
}

/* ---- sums of weights: a decision list -------------------------------------------------------- */

static bool equation(const struct constraint *c) { return c->lo == c->hi; }
static bool apart(const struct constraint *c) { return c->lo > 0 && c->hi < constraint_total(c); }
static bool any(const struct constraint *c) { return true; }

/* Whether at least half of the inputs exclude another. */
static bool grouped(const struct constraint *c)
{
    OWNED int *members = mem_new((size_t)c->n, sizeof *members);
    int count = 0;
    for (int i = 0; c->group && i < c->n; i++) members[c->group[i]]++;
    for (int i = 0; c->group && i < c->n; i++) count += members[c->group[i]] > 1;
    return 2 * count >= c->n;
}

/* The rules of auto, learned from measurements (bench/results/pb-rule.md). The first rule whose
 * `holds` is true decides:
 *
 * 1. The modest encoder is the first of `modest` that takes at most twice the constraint's share of
 *    clauses, else the last one, which is small for every constraint.
 * 2. The strong encoder is the smallest of `strong`, which all propagate fully. auto takes it if it
 *    is within the share and within STRONG_MOST clauses. If the modest encoder is the first of its
 *    list, the strong one must also take at most `near` times as many clauses as the modest one.
 * 3. Otherwise auto takes the modest encoder or, with `halves`, splits the constraint and chooses an
 *    encoder for each of its two bounds. */
static const struct rule {
    const char *class;
    bool (*holds)(const struct constraint *);
    const char *strong[5], *modest[4];
    int near;
    bool halves;
} rules[] = {
    {"equations", equation, {"pb_mdd"}, {"pb_columns", "pb_adder"}, 4, false},
    {"between two bounds", apart, {"pb_mdd"}, {"pb_dpw", "pb_mtotalizer", "pb_adder"}, 2, true},
    {"one bound, most inputs in groups", grouped, {"pb_gte"}, {"pb_dpw", "pb_mtotalizer", "pb_adder"}, 2, false},
    {"one bound", any, {"pb_bdd", "pb_gte", "pb_seqweight"}, {"pb_dpw", "pb_mtotalizer", "pb_adder"}, 2, false},
};

static struct choice by_rule(const struct constraint *c, int64_t share, struct cnf *f)
{
    const int64_t total = constraint_total(c);
    const struct rule *r = rules;
    while (!r->holds(c)) r++;
    struct choice modest = {.class = r->class, .size = INT64_MAX}, strong = modest;
    int k = 0;
    for (; modest.size == INT64_MAX; k++) {
        modest.encoder = lower_auto_find(r->modest[k]);
        modest.size = r->modest[k + 1] ? lower_auto_cost_of(modest.encoder, c, total, 2 * share, 8 * share, f) : 0;
    }
    int64_t most = min64(share, k == 1 ? min64(r->near * modest.size, STRONG_MOST) : STRONG_MOST);
    for (int i = 0; r->strong[i]; i++) {
        const struct encoder *e = lower_auto_find(r->strong[i]);
        int64_t size = lower_auto_cost_of(e, c, total, most, most, f);
        if (size >= strong.size || size > most) continue;
        strong.encoder = e;
        strong.size = size;
    }
    strong.strong = true;
    modest.most = most;
    if (strong.encoder) return strong;
    if (r->halves) modest.encoder = NULL;
    return modest;
}

bool lower_auto_affords(const struct encoder *e, const struct constraint *c, double squares, struct cnf *f)
{
    int64_t most = min64(share_of(c->n, squares), STRONG_MOST);
    return lower_auto_cost_of(e, c, constraint_total(c), most, most, f) <= most;
}

/* ---- all kinds ------------------------------------------------------------------------------- */

/* One bound over a whole board is where a proof spends its time, and there the smallest encoding, a network, is not the
 * best: its auxiliaries mean nothing by themselves, while each of a counter over blocks says how many of the first rows
 * are true, and solvers learn over that. The most gunports plus one, refuted (encode gunport
 * --formulation monomino, CPU seconds of cadical with card_blocks, card_totalizer, card_merge4):
 * 10x10 0.2 0.6 1.2, 11x13 0.3 2.6 3.9, 13x13 1.1 3.7 4.0; finding the most ones 10x11 0.06 0.5
 * 0.7, 11x13 0.6 1.6 1.3, 13x13 0.8 2.4 3.3. Where no partition is known 11x13 takes 1.6 2.3 4.4.
 * So a long one gets blocks, unless they are too many times as large. */
enum { LONG = 32, TIMES = 8 };

static bool blocks_serve(const struct constraint *c, int64_t smallest, int64_t total, struct cnf *f)
{
    if (c->kind != CARD || c->n < LONG) return false;
    int64_t most = smallest < INT64_MAX / TIMES - 1 ? TIMES * (smallest + 1) : 0;
    int64_t cost = lower_auto_cost_of(lower_auto_find("card_blocks"), c, total, most, 0, f);
    return cost < INT64_MAX && cost / TIMES <= smallest;
}

struct choice lower_auto_choose(const struct constraint *c, double squares, struct cnf *f)
{
    if (c->kind == PB) return by_rule(c, share_of(c->n, squares), f);
    struct choice best = {.size = INT64_MAX};
    const int64_t total = constraint_total(c);
    /* A small encoding of long constraints, tried first: no larger one is made in full. */
    const struct encoder *first = c->kind == CARD && c->n >= LONG ? lower_auto_find("card_network") : NULL;
    const int64_t bound = first ? lower_auto_cost_of(first, c, total, 0, 0, f) : INT64_MAX;
    for (int strength = STRENGTH_GAC; strength >= STRENGTH_NONE && !best.encoder; strength--)
        for (int i = 0; encoders[i]; i++) {
            const struct encoder *e = encoders[i];
            if (e->by_name || e->kind != c->kind || (int)e->strength != strength) continue;
            int64_t most = min64(best.size, first && e->strength == first->strength ? bound : INT64_MAX);
            int64_t size = e == first ? bound : lower_auto_cost_of(e, c, total, most < INT64_MAX ? most : 0, 0, f);
            if (size >= best.size) continue;
            best.encoder = e;
            best.size = size;
        }
    if (best.encoder && blocks_serve(c, best.size, total, f)) best.encoder = lower_auto_find("card_blocks");
    return best;
}

/* ---- the choices in words -------------------------------------------------------------------- */

struct encoder_reasons {
    struct reason {
        struct choice choice;
        int sums, shortest, longest;
        int64_t least, most; /* clauses and auxiliaries */
        int64_t allowed;     /* at least: what others might have taken */
    } * v;
    int n;
    size_t cap;
};

void lower_explain_add(struct encoder_reasons *r, const struct constraint *c, const struct choice *choice)
{
    int i = 0;
    if (c->kind != PB) return;
    struct cnf counter = encoder_counter(c, NULL);
    const int64_t size =
        choice->size ? choice->size : lower_auto_cost_of(choice->encoder, c, constraint_total(c), 0, 0, &counter);
    while (i < r->n && (r->v[i].choice.encoder != choice->encoder || r->v[i].choice.class != choice->class)) i++;
    if (i == r->n) {
        struct reason fresh = {.choice = *choice, .shortest = c->n, .least = size, .allowed = choice->most};
        MEM_PUSH(r->v, r->n, r->cap, fresh);
    }
    struct reason *it = &r->v[i];
    it->sums++;
    it->shortest = (int)min64(it->shortest, c->n);
    it->longest = (int)max64(it->longest, c->n);
    it->least = min64(it->least, size);
    it->most = max64(it->most, size);
    it->allowed = min64(it->allowed, choice->most);
}

static void lower_auto_range(int64_t least, int64_t most, struct text *out)
{
    text_add(out, "%lld", (long long)least);
    if (most > least) text_add(out, " to %lld", (long long)most);
}

static void lower_auto_describe(const struct reason *r, struct text *out)
{
    text_add(out, "--pb auto: %d %s of ", r->sums, plural(r->sums, "sum", "sums"));
    lower_auto_range(r->shortest, r->longest, out);
    text_add(out, " terms, %s: %s, ", r->choice.class, encoder_short(r->choice.encoder));
    lower_auto_range(r->least, r->most, out);
    text_add(out, " clauses and auxiliaries%s; ", plural(r->sums, "", " each"));
    if (r->choice.strong)
        text_put(out, "the smallest that propagates all");
    else
        text_add(out, "what propagates all would take more than %lld", (long long)r->allowed);
    text_char(out, '\n');
}

void lower_explain(const struct model *m, const struct policy *p, int64_t most, struct text *out)
{
    const struct objective *o = model_objective(m);
    SCOPED(text) err = {0};
    struct encoder_reasons reasons = {0};
    struct cnf counter = cnf_counter(model_vars(m));
    counter.job = model_job(m);
    SCOPED(lowering) l = {.policy = p, .err = &err, .f = &counter, .reasons = &reasons};
    lowering_begin(&l, m, false);
    for (struct row r = {0}; !p->by_kind[PB].encoder && model_next(m, &r);)
        if (r.kind == ROW_PB) lowering_sum(&l, r.x, r.w, r.block, r.n, r.lo, r.hi);
    l.squares = 0;
    if (o && o->w && most < INT64_MAX && !o->bounded && !p->by_kind[PB].encoder)
        lowering_sum(&l, o->x, o->w, o->block, o->n, 0, most);
    for (int i = 0; i < reasons.n; i++) lower_auto_describe(&reasons.v[i], out);
    mem_free(reasons.v);
}
