#include "model/model_abstract.h"
#include "base/mem_parts.h"
#include "base/number.h"
#include "model/names.h"
#include "model/picture.h"
#include "model/model_row.h"

#include <stdlib.h>
#include <string.h>

/* A row. Literals, weights and blocks are in shared arrays, so a model of a million rows needs few
 * allocations. Rows and literals never move, because moving them takes longer than writing them.
 * Clauses and XORs are the most frequent rows and are kept short. */
struct stored {
    const lit *x;
    int n, rule;
    enum row_kind kind;
    int more; /* ROW_XOR: the parity. Sums and counters: the index of their struct more */
};
struct more {
    int64_t lo, hi;
    size_t w, block, ints; /* offsets; NONE where there are none */
    int integers, edges;   /* in ints; an edge is two */
    lit iff;
    bool half, fails;
};
static const size_t NONE = SIZE_MAX;

enum { COUNTERS = -1 };

struct group {
    int rule; /* the last one */
    bool off;
};
struct rule_range {
    int group, from, to; /* rules from..to - 1 */
};

struct model {
    struct names vars, rules, int_names;
    struct picture picture;
    struct given *mark;
    size_t mark_cap;
    int marks;
    int *var_group; /* of a model with names */
    size_t var_cap;
    struct lits derived; /* variables, rising */
    struct parts row, x;
    struct stored *last; /* row */
    int rows;
    unsigned changes; /* rows, including those that were not kept, and changes of givens and the goal */
    struct more *more;
    size_t more_cap;
    int mores;
    int64_t *w;
    int *block, *ints;
    size_t wn, w_cap, bn, b_cap, in, i_cap;
    struct integer *integer;
    size_t integer_cap;
    struct rule_note *note; /* rising */
    int notes;
    size_t note_cap;
    int integers, rule;   /* rule: of the next row; -1: none has a name yet */
    struct group *group;  /* of rules that can be switched off */
    int groups, in_group; /* in_group: the one that is open; -1: none */
    size_t group_cap;
    int outside, defining;    /* the rules of rows before the open group, and of its definitions; -1: none yet */
    struct rule_range *range; /* rules of groups, rising */
    int ranges, switched_off; /* switched_off: how many groups */
    size_t range_cap;
    bool has_integers, has_goal;
    struct model_goal goal;
    struct model_facts *facts;
    bool has_objective;
    struct objective objective;
    struct job *job; /* borrowed; NULL: none */
    bool stopped;    /* the job was over; later rows are not kept */
};

struct model *model_new(void)
{
    struct model *m = mem_new(1, sizeof *m);
    m->rule = m->in_group = -1;
    m->facts = mem_new(1, sizeof *m->facts);
    m->facts->form = FORMS;
    return m;
}

static void goal_release(struct model_goal *g)
{
    terms_release(&g->sum);
    terms_release(&g->of);
    mem_free(g->level);
}

static void model_drop_objective(struct model *m)
{
    MEM_FREE(m->objective.x, m->objective.w, m->objective.block, m->objective.name);
    m->objective = (struct objective){0};
    m->has_objective = false;
}

void model_free(struct model *m)
{
    if (!m) return;
    names_release(&m->vars);
    names_release(&m->rules);
    names_release(&m->int_names);
    picture_release(&m->picture);
    goal_release(&m->goal);
    MEM_FREE(m->note, m->mark, m->integer, m->ints, m->var_group, m->group, m->range);
    lits_release(&m->derived);
    mem_parts_release(&m->row);
    mem_parts_release(&m->x);
    MEM_FREE(m->more, m->w, m->block, m->facts->kept, m->facts->weighted, m->facts->part);
    for (int i = 0; i < m->facts->symmetries; i++) mem_free(m->facts->symmetry[i]);
    for (int i = 0; i < m->facts->maps; i++) model_map_release(&m->facts->map[i]);
    for (int i = 0; i < MODEL_TEXTS; i++) mem_free(m->facts->text[i]);
    model_drop_objective(m);
    MEM_FREE(m->facts->map, m->facts, m);
}

void model_set_job(struct model *m, struct job *job) { m->job = job; }
struct job *model_job(const struct model *m) { return m->job; }
bool model_stopped(const struct model *m) { return m->stopped || job_over(m->job); }

enum { POLL_INTERVAL = 1 << 12 }; /* variables or rows */

static void poll_job(struct model *m, int added)
{
    if (!(added % POLL_INTERVAL) && !m->stopped) m->stopped = job_over(m->job);
}

static lit new_var(struct model *m, bool derived, const char *name, va_list args)
{
    if (m->vars.n == INT32_MAX - 1) lit_overflow();
    poll_job(m, m->vars.n);
    int n = m->vars.n;
    if (derived) lits_push(&m->derived, n + 1);
    if (m->stopped) return ++m->vars.n;
    MEM_PUSH(m->var_group, n, m->var_cap, m->facts->group);
    names_add(&m->vars, name, args);
    return m->vars.n;
}

void model_keep(struct model *m, const lit *x, size_t n)
{
    assert(!m->facts->kept && "literals are kept once");
    m->facts->kept = mem_copy(x, n, sizeof *x);
}

struct model_facts *model_facts(const struct model *m) { return m->facts; }

lit model_var(struct model *m, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    lit v = new_var(m, false, name, args);
    va_end(args);
    return v;
}

lit model_derived(struct model *m, const char *name, ...)
{
    va_list args;
    va_start(args, name);
    lit v = new_var(m, true, name, args);
    va_end(args);
    return v;
}

/* The next rule is one of the open group. */
static void group_rule(struct model *m)
{
    struct rule_range *last = m->ranges ? &m->range[m->ranges - 1] : NULL;
    if (last && last->group == m->in_group && last->to == m->rules.n)
        last->to++;
    else
        MEM_PUSH(m->range, m->ranges, m->range_cap, ((struct rule_range){m->in_group, m->rules.n, m->rules.n + 1}));
}

int model_in_group(const struct model *m) { return m->in_group; }

void model_group(struct model *m, int group, const char *name)
{
    if (m->in_group >= 0) {
        m->group[m->in_group].rule = m->rule;
        m->rule = m->outside;
    }
    m->in_group = group;
    if (group < 0) return;
    m->outside = m->rule;
    m->defining = -1;
    if (group < m->groups) {
        m->rule = m->group[group].rule;
        return;
    }
    MEM_PUSH(m->group, m->groups, m->group_cap, (struct group){0});
    model_rule(m, "%s", name);
}

int model_define(struct model *m)
{
    const int group = m->in_group, inside = m->rule;
    if (group < 0) return -1;
    m->in_group = -1;
    if (m->defining < 0) {
        SCOPED(text) name = {0};
        text_put(&name, model_rule_name(m, inside));
        model_rule(m, "%s", name.s);
        m->defining = m->rule;
    }
    m->group[group].rule = inside;
    m->rule = m->defining;
    return group;
}

void model_defined(struct model *m, int group)
{
    if (group < 0) return;
    m->in_group = group;
    m->rule = m->group[group].rule;
}

void model_switch(struct model *m, int group, bool on)
{
    struct group *g = &m->group[group];
    if (g->off != on) return;
    m->changes++;
    g->off = !on;
    m->switched_off += on ? -1 : 1;
}

/* For bsearch: compares a rule with a range of rules. */
static int by_range(const void *rule, const void *range)
{
    const int key = *(const int *)rule;
    const struct rule_range *r = range;
    return (key >= r->to) - (key < r->from);
}

static bool rule_is_off(const struct model *m, int rule)
{
    const struct rule_range *r =
        m->ranges ? bsearch(&rule, m->range, (size_t)m->ranges, sizeof *m->range, by_range) : NULL;
    return r && m->group[r->group].off;
}

void model_rule(struct model *m, const char *rule, ...)
{
    m->rule = m->rules.n;
    if (m->in_group >= 0) group_rule(m);
    if (m->stopped) {
        m->rules.n++;
        return;
    }
    va_list args;
    va_start(args, rule);
    names_add(&m->rules, rule, args);
    va_end(args);
}

void model_rule_again(struct model *m, int rule) { m->rule = rule; }

static struct rule_note *last_note(struct model *m)
{
    int i = m->notes;
    while (i && m->note[i - 1].rule > m->rule) i--;
    if (i && m->note[i - 1].rule == m->rule) return &m->note[i - 1];
    MEM_PUSH(m->note, m->notes, m->note_cap, (struct rule_note){m->rule});
    for (int k = m->notes - 1; k > i; k--) m->note[k] = m->note[k - 1];
    m->note[i] = (struct rule_note){m->rule};
    return &m->note[i];
}

void model_rule_note(struct model *m, int row, int col, const char *words)
{
    struct rule_note *note = last_note(m);
    note->row = row;
    note->col = col;
    note->words = words;
}

void model_rule_obvious(struct model *m) { last_note(m)->words = ""; }

void model_rule_given(struct model *m) { last_note(m)->given = true; }

struct rule_note model_rule_noted(const struct model *m, int rule)
{
    const struct rule_note *note = /* its first member is the rule */
        m->notes ? bsearch(&rule, m->note, (size_t)m->notes, sizeof *m->note, number_compare_int) : NULL;
    return note ? *note : (struct rule_note){.rule = rule};
}

bool model_rule_is_obvious(const struct model *m, int rule)
{
    const char *words = model_rule_noted(m, rule).words;
    return words && !*words;
}

static void copy_lits(const struct model *m, lit *to, const lit *x, int n)
{
    for (int i = 0; i < n; i++) {
        assert(x[i] && lit_var(x[i]) <= m->vars.n && "a row speaks of variables that exist");
        to[i] = x[i];
    }
}

/* Adds a row of the literals x, followed by a counter's y. */
static void model_add_row(struct model *m, enum row_kind kind, const lit *x, int n, const lit *y, int max, int more)
{
    assert(n >= 0 && m->rows < INT32_MAX && "a row has a size and a number");
    poll_job(m, ++m->changes);
    if (m->stopped) return;
    if (m->rule < 0) model_rule(m, MODEL_NO_RULE);
    lit *to = mem_parts_add(&m->x, (size_t)n + (size_t)max, sizeof *to);
    copy_lits(m, to, x, n);
    copy_lits(m, to + n, y, max);
    m->last = mem_parts_add(&m->row, 1, sizeof *m->last);
    *m->last = (struct stored){.x = to, .n = n, .rule = m->rule, .kind = kind, .more = more};
    m->rows++;
}

static int add_more(struct model *m, int64_t lo, int64_t hi, size_t w)
{
    struct more more = {.lo = lo, .hi = hi, .w = w, .block = NONE, .ints = NONE};
    MEM_PUSH(m->more, m->mores, m->more_cap, more);
    return m->mores - 1;
}

void model_clause(struct model *m, const lit *x, int n) { model_add_row(m, ROW_CLAUSE, x, n, NULL, 0, 0); }

void model_some(struct model *m, const lit *x, int n)
{
    SCOPED(lits) open = {0};
    for (int i = 0; i < n; i++) {
        if (x[i] == LIT_TRUE) return;
        if (x[i] != LIT_FALSE) lits_push(&open, x[i]);
    }
    model_clause(m, open.v, open.n);
}

void model_card(struct model *m, const lit *x, int n, int64_t lo, int64_t hi)
{
    model_add_row(m, ROW_CARD, x, n, NULL, 0, add_more(m, lo, hi, NONE));
}

void model_pb(struct model *m, const lit *x, const int64_t *w, int n, int64_t lo, int64_t hi)
{
    if (m->stopped) return;
    uint64_t total = 0;
    const size_t at = n ? m->wn : NONE;
    for (int i = 0; i < n; i++) {
        total += w[i] < 0 ? -(uint64_t)w[i] : (uint64_t)w[i];
        assert(total < (uint64_t)1 << 62 && "the puzzle checked that its sums fit in 62 bits");
        MEM_PUSH(m->w, m->wn, m->w_cap, w[i]);
    }
    model_add_row(m, ROW_PB, x, n, NULL, 0, add_more(m, lo, hi, at));
}

void model_xor(struct model *m, const lit *x, int n, int parity)
{
    model_add_row(m, ROW_XOR, x, n, NULL, 0, parity & 1);
}

/* Adds such a counter over existing literals y, in one direction (COUNT_UP) or both. */
static void model_count_into(struct model *m, const lit *x, int n, int max, const lit *y, enum direction d)
{
    model_add_row(m, ROW_COUNT, x, n, y, max, add_more(m, max, d, NONE));
}

void model_count(struct model *m, const lit *x, int n, int max, enum direction d, lit *y)
{
    assert(0 <= max && max <= n && "a counter counts no further than its inputs");
    const int group = m->facts->group;
    m->facts->group = COUNTERS;
    for (int j = 0; j < max; j++) y[j] = model_derived(m, "counter %d, %d or more", m->rows + 1, j + 1);
    m->facts->group = group;
    model_count_into(m, x, n, max, y, d);
}

/* ---- integers -------------------------------------------------------------------------------- */

static enum int_form form_of(enum int_form wanted, int64_t lo, int64_t hi)
{
    if (wanted == FORMS) wanted = hi - lo < MODEL_INT_MANY ? FORM_ORDER : FORM_LOG;
    return lo == hi ? FORM_DIRECT : integer_literals(wanted, lo, hi) < 0 ? FORM_LOG : wanted;
}

static void int_literals(struct model *m, struct integer *i, const char *name)
{
    int64_t lo = i->lo;
    i->n = integer_literals(i->form, lo, i->hi);
    lit *x = mem_parts_add(&m->x, (size_t)i->n, sizeof *x);
    lit (*variable)(struct model *, const char *, ...) = i->derived ? model_derived : model_var;
    for (int k = 0; k < i->n; k++) {
        if (i->form == FORM_LOG)
            x[k] = variable(m, "%s bit %d", name, k);
        else if (i->form == FORM_DIRECT)
            x[k] = variable(m, "%s = %lld", name, (long long)(lo + k));
        else
            x[k] = variable(m, "%s >= %lld", name, (long long)(lo + k + 1));
    }
    i->x = x;
}

int model_int(struct model *m, int64_t lo, int64_t hi, enum int_form form, const char *name, ...)
{
    assert(lo <= hi && (uint64_t)hi - (uint64_t)lo < (uint64_t)1 << 61 && "a domain");
    struct integer i = {.lo = lo,
                        .hi = hi,
                        .form = form_of(m->facts->form == FORMS ? form : m->facts->form, lo, hi),
                        .derived = m->facts->derived};
    int number = m->integers;
    va_list args;
    va_start(args, name);
    names_add(&m->int_names, name, args);
    va_end(args);
    if (m->facts->abstract) i.form = form;
    if (!m->facts->abstract) int_literals(m, &i, names_get(&m->int_names, number));
    MEM_PUSH(m->integer, m->integers, m->integer_cap, i);
    model_int_rule(m, number);
    return number;
}

void model_int_domain(const struct model *m, int i, struct text *out)
{
    const struct integer x = model_integer(m, i);
    text_add(out, "%s is from %lld to %lld", model_int_name(m, i), (long long)x.lo, (long long)x.hi);
}

void model_int_rule(struct model *m, int number)
{
    const struct integer i = model_integer(m, number);
    const int rule = m->rule;
    if (!i.n || m->facts->abstract) return;
    SCOPED(text) domain = {0};
    model_int_domain(m, number, &domain);
    model_rule(m, "%s", domain.s);
    model_add(m, &(struct row){.kind = ROW_INT, .n = i.n, .x = i.x, .integer = &number, .integers = 1});
    m->rule = rule;
}

int model_int_over(struct model *m, int64_t lo, int64_t hi, enum int_form form, lit first, const char *name)
{
    struct integer i = {.lo = lo, .hi = hi, .form = form, .n = integer_literals(form, lo, hi)};
    assert(i.n >= 0 && first > 0 && first + i.n - 1 <= m->vars.n && "literals of an integer");
    lit *x = mem_parts_add(&m->x, (size_t)i.n, sizeof *x);
    for (int k = 0; k < i.n; k++) x[k] = first + k;
    i.x = x;
    names_add_one(&m->int_names, name);
    MEM_PUSH(m->integer, m->integers, m->integer_cap, i);
    return m->integers - 1;
}

void model_set_goal(struct model *m, bool maximize, int64_t constant, const lit *x, const int64_t *w, int n,
                    const int *integer, const int64_t *v, int integers)
{
    struct model_goal old = m->goal;
    m->changes++;
    model_drop_objective(m);
    m->has_goal = true;
    m->goal = (struct model_goal){.maximize = maximize, .constant = constant};
    for (int i = 0; i < integers; i++) terms_add(&m->goal.of, integer[i], v[i]);
    for (int i = 0; i < n; i++) terms_add(&m->goal.sum, x[i], w ? w[i] : 1);
    const struct terms *cost = &old.sum;
    for (int i = cost->x.n - old.softs; i < cost->x.n; i++)
        model_soft(m, cost->x.v[i], (old.maximize ? -cost->w[i] : cost->w[i]) / (old.scale ? old.scale : 1));
    goal_release(&old);
}

void model_soft(struct model *m, lit x, int64_t cost)
{
    m->has_goal = true;
    m->changes++;
    m->goal.softs++;
    if (m->goal.scale) cost *= m->goal.scale;
    terms_add(&m->goal.sum, x, m->goal.maximize ? -cost : cost);
}

/* The least value of the sum of a row's terms or, if `most`, the largest. */
static __int128 end_of_sum(const struct model *m, const struct row *r, bool most)
{
    __int128 sum = 0;
    for (int i = 0; i < r->n + r->integers; i++) {
        const struct integer it = i < r->n ? (struct integer){.hi = 1} : model_integer(m, r->integer[i - r->n]);
        sum += (__int128)r->w[i] * ((r->w[i] > 0) == most ? it.hi : it.lo);
    }
    return sum;
}

bool model_then_goal(struct model *m, bool maximize, int64_t constant, const struct row *terms, struct text *err)
{
    struct model_goal *g = &m->goal, old = *g;
    const int n = old.sum.x.n, hard = n - old.softs;
    assert(m->has_goal && "an objective comes first");
    struct row all = {.n = n, .x = old.sum.x.v, .integer = old.of.x.v, .integers = old.of.x.n};
    OWNED int64_t *w = mem_new((size_t)(n + all.integers), sizeof *w);
    for (int i = 0; i < n + all.integers; i++) w[i] = i < n ? old.sum.w[i] : old.of.w[i - n];
    all.w = w;
    const __int128 lo = constant + end_of_sum(m, terms, false), hi = constant + end_of_sum(m, terms, true),
                   size = hi - lo + 1, low = old.constant + end_of_sum(m, &all, false),
                   high = old.constant + end_of_sum(m, &all, true);
    if (lo <= -MODEL_SUM || hi >= MODEL_SUM || low * size <= -MODEL_SUM || (high + 1) * size >= MODEL_SUM)
        return text_error(err, "The objectives together need more than 60 bits; use smaller weights or domains, or "
                               "solve for the first one, and add its best value as a constraint.");
    const int64_t by = (int64_t)size, sign = maximize == old.maximize ? 1 : -1;
    m->changes++;
    g->sum = (struct terms){0};
    for (int i = 0; i < hard; i++) terms_add(&g->sum, old.sum.x.v[i], by * old.sum.w[i]);
    for (int i = 0; i < terms->n; i++) terms_add(&g->sum, terms->x[i], sign * terms->w[i]);
    for (int i = hard; i < n; i++) terms_add(&g->sum, old.sum.x.v[i], by * old.sum.w[i]);
    for (int i = 0; i < g->of.x.n; i++) g->of.w[i] *= by;
    for (int i = 0; i < terms->integers; i++) terms_add(&g->of, terms->integer[i], sign * terms->w[terms->n + i]);
    g->constant = old.constant * by + (sign > 0 ? constant - (int64_t)lo : (int64_t)hi - constant);
    g->scale = (old.scale ? old.scale : 1) * by;
    MEM_PUSH(g->level, g->levels, g->level_cap, ((struct goal_level){(int64_t)lo, (int64_t)hi, maximize}));
    terms_release(&old.sum);
    return true;
}

int64_t model_goal_level(const struct model_goal *g, int at, int64_t value)
{
    for (int i = g->levels; i > 0; i--) {
        const struct goal_level *l = &g->level[i - 1];
        const int64_t size = l->hi - l->lo + 1, rest = (value % size + size) % size;
        if (i == at) return l->maximize == g->maximize ? l->lo + rest : l->hi - rest;
        value = (value - rest) / size;
    }
    return value;
}

unsigned model_changes(const struct model *m) { return m->changes + (unsigned)m->vars.n + (unsigned)m->integers; }
const struct model_goal *model_goal(const struct model *m) { return m->has_goal ? &m->goal : NULL; }

int model_givens(const struct model *m) { return m->marks; }
struct given model_given_at(const struct model *m, int i) { return m->mark[i]; }

bool model_may_give(struct model *m, struct given g, struct text *err)
{
    int i = 0;
    if (g.x < 0) g = (struct given){-g.x, 0, g.value == GIVEN_NONE ? GIVEN_NONE : !g.value};
    while (i < m->marks && (m->mark[i].x != g.x || (!g.x && m->mark[i].integer != g.integer))) i++;
    if (i == m->marks) MEM_PUSH(m->mark, m->marks, m->mark_cap, ((struct given){g.x, g.integer, GIVEN_NONE}));
    const int64_t now = m->mark[i].value;
    if (now == g.value || (err && g.value == GIVEN_NONE)) return true;
    if (err && now != GIVEN_NONE) {
        model_given_words(m, m->mark[i], err);
        text_put(err, ": this is given already, and only one value can be.");
        return false;
    }
    m->changes++;
    m->mark[i] = g;
    return true;
}

void model_given_words(const struct model *m, struct given g, struct text *out)
{
    if (g.x)
        text_add(out, "%s%s", g.value ? "" : "not ", model_name(m, g.x));
    else
        text_add(out, "%s is %lld", model_int_name(m, g.integer), (long long)g.value);
}

bool model_picture_add(struct model *m, const char *line, struct text *err)
{
    struct picture_names names = {.vars = m->vars.n, .integers = m->integers};
    return picture_add(&m->picture, line, &names, err);
}

const struct picture *model_picture(const struct model *m) { return &m->picture; }
void model_picture_copy(const struct model *from, struct model *to) { picture_copy(&from->picture, &to->picture); }

int model_ints(const struct model *m) { return m->integers; }
struct integer model_integer(const struct model *m, int i)
{
    assert(0 <= i && i < m->integers && "an integer of the model");
    return m->integer[i];
}
const char *model_int_name(const struct model *m, int i) { return names_get(&m->int_names, i); }

/* A bound of a linear row beyond what sums can be is none, or excludes all. */
static int64_t lower_bound(int64_t lo) { return lo < -MODEL_SUM ? INT64_MIN : min64(lo, MODEL_SUM); }
static int64_t upper_bound(int64_t hi) { return hi > MODEL_SUM ? INT64_MAX : max64(hi, -MODEL_SUM); }

/* Adds a row of another kind than those above. */
static void add_other(struct model *m, const struct row *r)
{
    if (m->stopped) return;
    m->has_integers = true;
    const struct row_class *kind = row_kinds[r->kind];
    size_t numbers = kind->numbers ? kind->numbers(r) : row_has(r, "weights") ? (size_t)r->n + (size_t)r->integers : 0;
    const int at = add_more(m, r->lo, r->hi, numbers ? m->wn : NONE);
    struct more *more = &m->more[at];
    more->ints = m->in;
    for (size_t k = 0; k < numbers; k++) MEM_PUSH(m->w, m->wn, m->w_cap, r->w[k]);
    if (kind->bits) {
        more->lo = lower_bound(r->lo);
        more->hi = upper_bound(r->hi);
    }
    more->iff = r->iff;
    more->half = r->half;
    more->fails = r->fails;
    more->integers = r->integers;
    more->edges = r->edges;
    for (int k = 0; k < r->integers; k++) {
        assert(0 <= r->integer[k] && r->integer[k] < m->integers && "a row speaks of integers that exist");
        MEM_PUSH(m->ints, m->in, m->i_cap, r->integer[k]);
    }
    for (int k = 0; k < r->edges; k++) {
        MEM_PUSH(m->ints, m->in, m->i_cap, r->edge[k].from);
        MEM_PUSH(m->ints, m->in, m->i_cap, r->edge[k].to);
    }
    model_add_row(m, r->kind, r->x, r->n, &r->iff, r->iff != 0, at);
}

void model_add(struct model *m, const struct row *r)
{
    switch (r->kind) {
    case ROW_CLAUSE:
        model_clause(m, r->x, r->n);
        break;
    case ROW_CARD:
        model_card(m, r->x, r->n, r->lo, r->hi);
        break;
    case ROW_PB:
        model_pb(m, r->x, r->w, r->n, r->lo, r->hi);
        break;
    case ROW_XOR:
        model_xor(m, r->x, r->n, (int)r->lo);
        break;
    case ROW_COUNT:
        model_count_into(m, r->x, r->n, (int)r->lo, r->x + r->n, (enum direction)r->hi);
        break;
    default:
        if (r->kind == ROW_LINEAR && !r->integers && !r->iff && !r->fails) /* a sum of literals */
            model_pb(m, r->x, r->w, r->n, lower_bound(r->lo), upper_bound(r->hi));
        else
            add_other(m, r);
    }
}

bool model_has_integers(const struct model *m) { return m->has_integers; }

static int *copy_blocks(const int *block, int n, int *to)
{
    for (int i = 0; i < n; i++) {
        assert(block[i] >= (i ? block[i - 1] : 0) && "the parts of a partition rise from 0");
        to[i] = block[i];
    }
    return to;
}

void model_partition(struct model *m, const int *block)
{
    if (m->stopped) return;
    assert(m->rows && "a row to partition");
    const struct stored *row = m->last;
    if (row->kind == ROW_CLAUSE || row->kind == ROW_XOR || !row->n) return;
    size_t at = m->more[row->more].block = m->bn;
    for (int i = 0; i < row->n; i++) MEM_PUSH(m->block, m->bn, m->b_cap, 0);
    copy_blocks(block, row->n, m->block + at);
}

void model_bound(struct model *m, int64_t most)
{
    const struct objective o = m->objective;
    const struct row r = {.kind = o.w ? ROW_PB : ROW_CARD, .x = o.x, .w = o.w, .n = o.n, .lo = INT64_MIN, .hi = most};
    if (!o.bounded && most < INT64_MAX) model_add(m, &r);
    if (!m->stopped) model_drop_objective(m);
}

void model_minimize(struct model *m, const struct objective *o)
{
    if (m->stopped) return;
    assert(!m->has_objective && o->n >= 0 && o->b && o->c > 0 && o->step > 0 && "one objective, with a value");
    struct objective copy = *o;
    size_t n = (size_t)o->n;
    for (size_t i = 0; o->w && i < n; i++) assert(o->w[i] > 0 && "an objective's weights are positive");
    copy.x = o->x ? mem_copy(o->x, n, sizeof *o->x) : NULL;
    copy.w = o->w ? mem_copy(o->w, n, sizeof *o->w) : NULL;
    copy.block = o->block ? copy_blocks(o->block, o->n, mem_new(n, sizeof(int))) : NULL;
    copy.name = mem_string(o->name);
    m->objective = copy;
    m->has_objective = true;
}

void model_minimize_sum(struct model *m, struct objective o, const struct lits *x, const struct lits *block)
{
    o.n = x->n;
    o.x = x->v;
    o.block = block ? block->v : NULL;
    model_minimize(m, &o);
}

int model_vars(const struct model *m) { return m->vars.n; }

bool model_is_solution(const struct model *m, int var)
{
    assert(0 < var && var <= m->vars.n && "a variable of the model");
    const struct lits *d = &m->derived;
    return !d->n || !bsearch(&var, d->v, (size_t)d->n, sizeof *d->v, number_compare_int);
}

int model_solution_vars(const struct model *m) { return m->vars.n - m->derived.n; }

int model_group_of(const struct model *m, int var) { return m->var_group[var - 1]; }

const char *model_name(const struct model *m, int var) { return names_get(&m->vars, var - 1); }
int model_rows(const struct model *m) { return m->rows; }

static const struct stored *stored_row(const struct model *m, int i)
{
    return mem_parts_at(&m->row, (size_t)i, sizeof(struct stored));
}

bool model_next(const struct model *m, struct row *r)
{
    const struct stored *s = NULL;
    do {
        if (r->number >= m->rows) return false;
        s = stored_row(m, r->number++);
    } while (m->switched_off && rule_is_off(m, s->rule));
    *r = (struct row){r->number, s->kind, s->n, s->x, .rule = s->rule};
    if (s->kind == ROW_CLAUSE || s->kind == ROW_XOR) {
        r->lo = s->kind == ROW_XOR ? s->more : 1;
        r->hi = s->kind == ROW_XOR ? s->more : INT64_MAX;
        return true;
    }
    const struct more *more = &m->more[s->more];
    r->lo = more->lo;
    r->hi = more->hi;
    r->iff = more->iff;
    r->half = more->half;
    r->fails = more->fails;
    r->integers = more->integers;
    r->edges = more->edges;
    if (r->integers) r->integer = m->ints + more->ints;
    if (r->edges) r->edge = (const struct graph_edge *)(m->ints + more->ints + r->integers);
    if (more->w != NONE) r->w = m->w + more->w;
    if (more->block != NONE) r->block = m->block + more->block;
    return true;
}

struct row model_row(const struct model *m, int i)
{
    struct row row = {.number = i};
    bool there = model_next(m, &row);
    assert(0 <= i && there && "a row of the model");
    return row;
}

bool model_next_unmet(const struct model *m, struct values a, struct row *r)
{
    for (; r->number < m->rows; r->number++) {
        const struct stored *s = stored_row(m, r->number);
        if (s->kind != ROW_CLAUSE || !values_some(a, s->x, s->n)) break;
    }
    return model_next(m, r);
}

int model_rules(const struct model *m) { return m->rules.n; }
const char *model_rule_name(const struct model *m, int rule) { return names_get(&m->rules, rule); }
const struct objective *model_objective(const struct model *m) { return m->has_objective ? &m->objective : NULL; }

const char *const model_text_keys[MODEL_TEXTS] = {"title", "rule", "how", "link"};

bool model_set_text(struct model *m, const char *key, const char *words, struct text *err)
{
    int i = 0;
    while (i < MODEL_TEXTS && strcmp(key, model_text_keys[i]) != 0) i++;
    if (i == MODEL_TEXTS) return text_error(err, "A model has a title, a rule, how and a link, and no '%.60s'.", key);
    if (!text_name(words, strlen(words), err)) return false;
    if (strlen(words) > MODEL_RULE) return text_error(err, "A %s has at most %d bytes.", key, MODEL_RULE);
    mem_free(m->facts->text[i]);
    m->facts->text[i] = mem_string(words);
    return true;
}
