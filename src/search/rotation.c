#include "search/rotation.h"

/* Literals of rows that are looked at, in all; beyond that the solver may be faster. */
static const int64_t MOST = (int64_t)1 << 27;
enum { FROZEN = -2, FREE = -1 };

/* A rule that is the only broken one. */
struct rotation_step {
    int from;       /* its broken rows: `broken`, from here */
    int at, sub;    /* the next literal of the first of them; of an integer, that one's next literal */
    int var;        /* whose change led here; 0: none */
    int64_t before; /* the integer's value, before it */
};

struct rotation {
    const struct model *m;
    const bool *definition;
    char *state;
    struct values a;
    int64_t *value;     /* of each integer */
    int *owner;         /* of each variable: its integer; FREE: none; FROZEN: several */
    int *at, *row;      /* the rows of a place: row[at[place]] .. row[at[place + 1] - 1] */
    int *met, round;    /* rows that were broken before the change of this round */
    struct lits broken; /* numbers of rows, from 0 */
    struct rotation_step *step;
    int steps;
    size_t step_cap;
    int64_t left; /* of MOST */
};

/* The variables of integers that share one never change. */
static void rotation_own(struct rotation *r)
{
    for (int v = 0; v <= model_vars(r->m); v++) r->owner[v] = FREE;
    for (int i = 0; i < model_ints(r->m); i++) {
        const struct integer it = model_integer(r->m, i);
        bool shared = false;
        for (int k = 0; k < it.n; k++) {
            const int other = r->owner[it.x[k]];
            const struct integer o = other < 0 ? (struct integer){0} : model_integer(r->m, other);
            for (int j = 0; j < o.n; j++) r->owner[o.x[j]] = FROZEN;
            shared = shared || other != FREE;
            if (other == FREE) r->owner[it.x[k]] = i;
        }
        for (int k = 0; k < it.n && shared; k++) r->owner[it.x[k]] = FROZEN;
    }
}

static int rotation_width(const struct row *row) { return row->n + (row->kind == ROW_COUNT ? (int)row->lo : 0); }

/* Each variable without an integer, and each integer, has a place. */
static int rotation_place(const struct rotation *r, int var)
{
    return r->owner[var] < 0 ? var : model_vars(r->m) + 1 + r->owner[var];
}

/* Counts the row in at[place + 2] of its places or, if `put`, adds it to their rows. */
static void rotation_index(struct rotation *r, const struct row *row, bool put)
{
    const int n = rotation_width(row);
    for (int i = 0; i <= n + row->integers; i++) {
        const lit x = i < n ? row->x[i] : i == n ? row->iff : 0;
        const int place = i > n ? model_vars(r->m) + 1 + row->integer[i - n - 1] : rotation_place(r, lit_var(x));
        if (!put)
            r->at[place + 2]++;
        else
            r->row[r->at[place + 1]++] = row->number - 1;
    }
}

struct rotation *rotation_new(const struct model *m, const bool *definition)
{
    struct rotation *r = mem_new(1, sizeof *r);
    const int places = model_vars(m) + 1 + model_ints(m);
    *r = (struct rotation){.m = m, .definition = definition, .left = MOST};
    r->owner = mem_new((size_t)model_vars(m) + 1, sizeof *r->owner);
    r->value = mem_new((size_t)model_ints(m), sizeof *r->value);
    r->at = mem_new((size_t)places + 2, sizeof *r->at);
    r->met = mem_new((size_t)model_rows(m), sizeof *r->met);
    rotation_own(r);
    for (struct row row = {0}; model_next(m, &row);) rotation_index(r, &row, false);
    for (int p = 2; p <= places + 1; p++) r->at[p] += r->at[p - 1];
    r->row = mem_new((size_t)r->at[places + 1], sizeof *r->row);
    for (struct row row = {0}; model_next(m, &row);) rotation_index(r, &row, true);
    return r;
}

void rotation_free(struct rotation *r)
{
    if (!r) return;
    lits_release(&r->broken);
    MEM_FREE(r->value, r->owner, r->at, r->row, r->met, r->step, r);
}

/* ---- changes --------------------------------------------------------------------------------- */

static void rotation_put(struct rotation *r, int i, int64_t value)
{
    const struct integer it = model_integer(r->m, i);
    for (int k = 0; k < it.n; k++) r->a.v[it.x[k]] = integer_bit(it.form, k, value - it.lo) ? 1 : -1;
    r->value[i] = value;
    r->left -= it.n;
}

/* Changes a variable or, if it is of an integer, that one's value so that the variable changes. False: it cannot. */
static bool rotation_change(struct rotation *r, struct rotation_step *s)
{
    const int i = r->owner[s->var];
    if (i == FROZEN) return false;
    if (i == FREE) {
        r->a.v[s->var] = (signed char)-r->a.v[s->var];
        return true;
    }
    const struct integer it = model_integer(r->m, i);
    const int k = s->var - it.x[0];
    const bool is = r->a.v[s->var] > 0;
    int64_t to = it.form == FORM_ORDER ? k + !is : it.form == FORM_DIRECT ? k : (r->value[i] - it.lo) ^ (int64_t)1 << k;
    if (to > it.hi - it.lo || (it.form == FORM_DIRECT && is)) return false;
    s->before = r->value[i];
    rotation_put(r, i, it.lo + to);
    return true;
}

static void rotation_undo(struct rotation *r, const struct rotation_step *s)
{
    if (s->var && r->owner[s->var] >= 0)
        rotation_put(r, r->owner[s->var], s->before);
    else if (s->var)
        r->a.v[s->var] = (signed char)-r->a.v[s->var];
}

/* ---- rotation -------------------------------------------------------------------------------- */

/* Adds the row to the broken ones if it is. Returns the state of its rule, or ROTATION_OFF if it holds. */
static int rotation_look(struct rotation *r, int number)
{
    const struct row row = model_row(r->m, number);
    const int state = r->definition[number] ? ROTATION_HOLD : r->state[row.rule];
    r->left -= 1 + row.n + row.integers;
    if (state == ROTATION_OFF || model_row_holds(&row, r->a, r->value)) return ROTATION_OFF;
    lits_push(&r->broken, number);
    return state;
}

/* The rule of all broken rows from that one on; -1: none, or several. */
static int rotation_rule(const struct rotation *r, int from)
{
    const int rule = from < r->broken.n ? model_row(r->m, r->broken.v[from]).rule : -1;
    for (int i = from + 1; i < r->broken.n; i++)
        if (model_row(r->m, r->broken.v[i]).rule != rule) return -1;
    return rule;
}

/* After the change of a variable: the rule that is broken instead of that of the last step, and was not known to be
 * needed; -1: there is no such rule. */
static int rotation_instead(struct rotation *r, int var)
{
    const int from = r->step[r->steps - 1].from, end = r->broken.n, place = rotation_place(r, var);
    bool others = true;
    r->round++;
    for (int i = from; i < end; i++) {
        r->met[r->broken.v[i]] = r->round;
        others = others && !rotation_look(r, r->broken.v[i]);
    }
    for (int i = r->at[place]; i < r->at[place + 1] && others; i++) {
        const int state = r->met[r->row[i]] == r->round ? ROTATION_OFF : rotation_look(r, r->row[i]);
        others = state != ROTATION_HOLD && state != ROTATION_NEEDED;
    }
    return others ? rotation_rule(r, end) : -1;
}

/* The next variable of the step's first broken row; 0: none. */
static int rotation_next(const struct rotation *r, struct rotation_step *s)
{
    const struct row row = model_row(r->m, r->broken.v[s->from]);
    const int n = rotation_width(&row);
    if (s->at == n && !row.iff) s->at++;
    if (s->at <= n) {
        const lit x = s->at < n ? row.x[s->at] : row.iff;
        s->at++;
        return lit_var(x);
    }
    for (; s->at <= n + row.integers; s->at++, s->sub = 0) {
        const struct integer it = model_integer(r->m, row.integer[s->at - n - 1]);
        if (s->sub < it.n) return it.x[s->sub++];
    }
    return 0;
}

static void rotation_enter(struct rotation *r, struct rotation_step s, int rule)
{
    r->state[rule] = ROTATION_NEEDED;
    MEM_PUSH(r->step, r->steps, r->step_cap, s);
}

/* The broken rows are those of one rule. */
static void rotation_spread(struct rotation *r, int first)
{
    rotation_enter(r, (struct rotation_step){0}, first);
    while (r->steps) {
        struct rotation_step next = {.from = r->broken.n, .var = rotation_next(r, r->step + r->steps - 1)};
        if (!next.var || r->left < 0) {
            rotation_undo(r, r->step + --r->steps);
            r->broken.n = r->step[r->steps].from;
            continue;
        }
        if (!rotation_change(r, &next)) continue;
        const int rule = rotation_instead(r, next.var);
        if (rule >= 0) {
            rotation_enter(r, next, rule);
        } else {
            rotation_undo(r, &next);
            r->broken.n = next.from;
        }
    }
}

bool rotation_learn(struct rotation *r, struct values a, char *state, int *broken, struct text *err)
{
    bool defined = true;
    r->a = a;
    r->state = state;
    r->broken.n = 0;
    for (int i = 0; i < model_ints(r->m); i++) r->value[i] = model_int_value(r->m, i, a);
    for (struct row row = {0}; model_next_unmet(r->m, a, &row);) {
        const char rule = state[row.rule];
        const bool definition = r->definition[row.number - 1], must = rule != ROTATION_OFF && rule != ROTATION_LEFT;
        if ((rule == ROTATION_OFF && !definition) || model_row_holds(&row, a, r->value)) continue;
        if (must) return text_error(err, "The values break the rule '%s'.", model_rule_name(r->m, row.rule));
        if (!definition) lits_push(&r->broken, row.number - 1);
        defined = defined && !definition;
    }
    const int rule = rotation_rule(r, 0);
    *broken = rule >= 0 && defined ? 1 : 2 * (r->broken.n > 0 || !defined);
    if (*broken == 1) rotation_spread(r, rule);
    return true;
}
