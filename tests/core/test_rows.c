/* Every kind of row: each form, encoder, file and search keeps just the assignments that brute force
 * finds by the meaning of the rows. */
#include "base/number.h"
#include "base/random.h"
#include "cnf/propagator.h"
#include "lower/lower.h"
#include "model/model_row.h"
#include "declared/declared.h"
#include "solvers/solver.h"

#include "testlib/models.h"
#include "testlib/row_draw.h"

#include <inttypes.h>

enum { BOOLS = 3, INTS = 3, LEAST = -2, SPREAD = 4 };

/* A model of rows at random, and which assignments satisfy them. */
struct sample {
    uint64_t seed;
    struct random random;
    struct model *m; /* abstract */
    int solutions;
};

/* An assignment: BOOLS bits, and the values of the integers. */
struct assignment {
    int bits;
    int64_t value[INTS];
};

static bool next_assignment(const struct model *m, struct assignment *a)
{
    for (int i = 0; i < INTS; i++) {
        if (++a->value[i] <= model_integer(m, i).hi) return true;
        a->value[i] = model_integer(m, i).lo;
    }
    return ++a->bits < 1 << BOOLS;
}

static struct assignment first_assignment(const struct model *m)
{
    struct assignment a = {0};
    for (int i = 0; i < INTS; i++) a.value[i] = model_integer(m, i).lo;
    return a;
}

static bool rows_hold(const struct model *m, const struct assignment *a)
{
    signed char v[BOOLS + 1];
    for (int i = 0; i < BOOLS; i++) v[i + 1] = a->bits >> i & 1 ? 1 : -1;
    for (struct row r = {0}; model_next(m, &r);)
        if (!model_row_holds(&r, (struct values){v, BOOLS}, a->value)) return false;
    return true;
}

/* Draws 1 to 4 rows, the first of the kind that the seed tells. */
static void sample_make(struct sample *s, uint64_t seed)
{
    enum row_kind kinds[ROW_KINDS];
    int n = 0;
    for (int k = 0; k < ROW_KINDS; k++)
        if (row_kinds[k]->keys) kinds[n++] = (enum row_kind)k;
    *s = (struct sample){.seed = seed, .random = {seed}, .m = model_new()};
    model_facts(s->m)->abstract = true;
    for (int i = 0; i < BOOLS; i++) model_var(s->m, "b%d", i);
    for (int i = 0; i < INTS; i++) {
        int lo = LEAST + random_below(&s->random, 2);
        model_int(s->m, lo, lo + random_below(&s->random, SPREAD), FORMS, "i%d", i);
    }
    struct row_draw d = {s->m, &s->random, 4};
    for (int k = random_below(&s->random, 4); k >= 0; k--) {
        SCOPED(row_own) t = {0};
        row_draw(&d, kinds[k ? random_below(&s->random, n) : (int)(seed % (uint64_t)n)], &t);
        model_rule(s->m, "row %d", k);
        model_add(s->m, &t.row);
    }
    struct assignment a = first_assignment(s->m);
    do s->solutions += rows_hold(s->m, &a);
    while (next_assignment(s->m, &a));
}

static void sample_fail(const struct sample *s, const char *what, const struct policy *p, const struct assignment *a)
{
    struct text t = {0};
    text_add(&t, "FUZZ_SEED=%" PRIu64 ": %s", s->seed, what);
    for (int k = 0; p && k < KINDS; k++)
        text_add(&t, ", %s %s", encoder_kind((enum kind)k),
                 p->by_kind[k].encoder ? p->by_kind[k].encoder->name : "auto");
    for (int i = 0; a && i < BOOLS; i++) text_add(&t, ", b%d = %d", i, a->bits >> i & 1);
    for (int i = 0; a && i < INTS; i++) text_add(&t, ", i%d = %d", i, (int)a->value[i]);
    text_char(&t, '\n');
    model_json_write(s->m, INT64_MAX, &t);
    fail_msg("%s", text_string(&t));
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void set_values(const struct model *m, const struct assignment *s, struct values a)
{
    for (int i = 0; i < BOOLS; i++) a.v[i + 1] = s->bits >> i & 1 ? 1 : -1;
    for (int i = 0; i < INTS; i++) {
        struct integer it = model_integer(m, i);
        int64_t v = s->value[i] - it.lo;
        for (int k = 0; k < it.n; k++) {
            a.v[it.x[k]] = integer_bit(it.form, k, v) ? 1 : -1;
        }
    }
}

/* Whether the clauses allow these values: by propagation, and where that is open, by a solver. */
struct clauses {
    struct cnf_buffer b;
    struct propagator p;
    struct solver *solver;
};

static bool encoded(struct clauses *c, struct values a)
{
    struct text err = {0};
    int mark = propagator_mark(&c->p);
    bool ok = !c->p.refuted;
    for (int v = 1; v <= a.n && ok; v++) ok = propagator_assign(&c->p, a.v[v] * v);
    bool all = c->p.trail.n == c->p.vars;
    propagator_undo(&c->p, mark);
    if (!ok || all) return ok;
    for (int v = 1; v <= a.n; v++) solver_assume(c->solver, a.v[v] * v);
    return solver_solve(c->solver, &err) == SOLVER_SAT;
}

static void clauses_open(struct clauses *c)
{
    struct text err = {0};
    propagator_init(&c->p, &c->b);
    c->solver = solver_open("cadical", "", 0, &err);
    while (solver_sink(c->solver)->vars < c->b.cnf.vars) cnf_var(solver_sink(c->solver));
    for (int i = 0; i < c->b.cnf.made.clauses; i++) {
        const lit *x;
        int n = cnf_buffer_clause(&c->b, i, &x);
        cnf_clause(solver_sink(c->solver), x, n);
    }
}

static void clauses_close(struct clauses *c)
{
    propagator_release(&c->p);
    cnf_buffer_release(&c->b);
    solver_close(c->solver);
}

/* Compares the clauses of the model in this form, by this policy, with the meaning of its rows.
 * False: an encoder refuses. */
static bool judge(const struct sample *s, const struct policy *p, enum int_form form, bool guarded)
{
    SCOPED(model) *m = model_new();
    SCOPED(text) err = {0};
    model_facts(m)->form = form;
    model_copy(s->m, m);
    int vars = model_vars(m);
    struct clauses c = {.b = cnf_buffer_of(vars + (guarded ? model_rules(m) : 0))};
    OWNED lit *guards = mem_new((size_t)model_rules(m), sizeof *guards);
    for (int i = 0; i < model_rules(m); i++) guards[i] = vars + 1 + i;
    bool ok = lower_model(m, p, guarded ? guards : NULL, &c.b.cnf, &err);
    for (int i = 0; guarded && i < model_rules(m); i++) cnf_1(&c.b.cnf, -guards[i]);
    clauses_open(&c);
    OWNED signed char *v = mem_new((size_t)vars + 1, 1);
    struct values values = {v, vars};
    struct assignment a = first_assignment(m);
    do {
        bool holds = rows_hold(s->m, &a);
        set_values(m, &a, values);
        for (int i = 0; i < INTS; i++) assert_true(model_int_value(m, i, values) == a.value[i]);
        if (holds != model_holds(m, values, &err)) sample_fail(s, "model_holds errs", p, &a);
        if (ok && holds != encoded(&c, values))
            sample_fail(s, holds ? "the clauses exclude" : "the clauses allow", p, &a);
        text_clear(&err);
    } while (next_assignment(m, &a));
    clauses_close(&c);
    return ok;
}

/* Chooses auto or an encoder of the kind, each with the same probability. */
static void choose(struct sample *s, struct policy *p, enum kind kind)
{
    int n = 0;
    for (int i = 0; encoders[i]; i++) n += encoders[i]->kind == kind;
    int k = random_below(&s->random, n + 1);
    for (int i = 0; encoders[i]; i++)
        if (encoders[i]->kind == kind && k-- == 0) p->by_kind[kind].encoder = encoders[i];
}

static uint64_t first_seed(void)
{
    const char *seed = getenv("FUZZ_SEED");
    return seed ? strtoull(seed, NULL, 10) : 1;
}

static void test_clauses(void **state)
{
    (void)state;
    const char *rounds = getenv("FUZZ_ROUNDS");
    int samples = rounds ? 100 * atoi(rounds) : getenv("QUICK") ? 1000 : 5000, refused = 0;
    for (int i = 0; i < samples; i++) {
        struct sample s;
        sample_make(&s, first_seed() + (uint64_t)i);
        for (int form = 0; form <= FORMS; form++) {
            struct policy p = {.no_groups = !random_below(&s.random, 5)};
            for (int k = 0; k < KINDS; k++)
                if (k != INT) choose(&s, &p, (enum kind)k); /* the form is what chooses among those */
            refused += !judge(&s, &p, (enum int_form)form, !random_below(&s.random, 3));
        }
        model_free(s.m);
    }
    assert_true(refused < samples);
}

/* ---- long rows: some assignments ------------------------------------------------------------- */

enum { LONG_BOOLS = 40, LONG_INTS = 8, ASSIGNMENTS = 16 };

/* A row of up to 40 literals and integers of up to 4097 values, and an assignment that is near to satisfying it. */
struct long_sample {
    struct sample s;
    enum row_kind kind;
    struct row row;
    struct values a; /* of the Booleans */
    int64_t value[LONG_INTS];
};

static int64_t any_value(struct long_sample *l, int i)
{
    struct integer it = model_integer(l->s.m, i);
    return it.lo + (int64_t)(random_next(&l->s.random) % (uint64_t)(it.hi - it.lo + 1));
}

/* Moves the bounds of a sum so that the assignment attains one of them, or misses it by one. */
static void move_bounds(struct long_sample *l, struct row *r)
{
    int64_t sum = values_sum(l->a, r->x, r->w, r->n), off = random_below(&l->s.random, 3) - 1, *bound = &r->lo;
    for (int i = 0; i < r->integers; i++) sum += r->w[r->n + i] * l->value[r->integer[i]];
    if (r->lo == INT64_MIN || (r->hi != INT64_MAX && random_below(&l->s.random, 2))) bound = &r->hi;
    if (*bound == INT64_MIN || *bound == INT64_MAX) return;
    int64_t by = sum + off - *bound;
    if (r->lo != INT64_MIN) r->lo += by;
    if (r->hi != INT64_MAX) r->hi += by;
}

/* Takes one of a table's rows. */
static void take_entries(struct long_sample *l, const struct row *r)
{
    const int64_t *w = r->w + random_below(&l->s.random, (int)r->hi) * r->integers;
    for (int i = 0; i < r->integers; i++) {
        struct integer it = model_integer(l->s.m, r->integer[i]);
        if (w[i] >= it.lo && w[i] <= it.hi) l->value[r->integer[i]] = w[i];
    }
}

/* What cannot be hit by chance; and comparisons of two integers, which have clauses of their own, for every second sum. */
static void aim(struct long_sample *l, struct row_own *t)
{
    struct row *r = &t->row;
    if (r->kind == ROW_LINEAR && r->integers > 1 && random_below(&l->s.random, 2)) {
        r->w += r->n;
        r->n = 0;
        r->integers = 2;
    }
    if (row_has(r, "lo hi")) move_bounds(l, r);
    if (row_has(r, "rows") && r->hi) take_entries(l, r);
    if (row_has(r, "outputs"))
        for (int j = 0, sum = (int)values_sum(l->a, r->x, NULL, r->n); j < r->lo; j++)
            l->a.v[lit_var(r->x[r->n + j])] = (signed char)(lit_sign(r->x[r->n + j]) * (sum > j ? 1 : -1));
}

static void long_make(struct long_sample *l, uint64_t seed, enum row_kind kind)
{
    static const int sizes[] = {1, 2, 9, 17, 64, 300, MODEL_INT_MANY - 1, 4095};
    *l = (struct long_sample){.s = {.seed = seed, .random = {seed}, .m = model_new()}, .kind = kind};
    struct random *r = &l->s.random;
    struct row_draw d = {l->s.m, r, 1 + random_below(r, LONG_BOOLS)};
    SCOPED(row_own) t = {0};
    int spread = 1 + random_below(r, 8), chance = 1 + random_below(r, 9);
    model_facts(l->s.m)->abstract = true;
    l->a = values_new(LONG_BOOLS);
    for (int i = 0; i < LONG_BOOLS; i++) {
        model_var(l->s.m, "b%d", i);
        l->a.v[i + 1] = random_below(r, 10) < chance ? 1 : -1;
    }
    for (int i = 0; i < LONG_INTS; i++) {
        int lo = random_below(r, 20) - 10;
        model_int(l->s.m, lo, lo + sizes[random_below(r, spread)] - 1 + random_below(r, 3), FORMS, "i%d", i);
        l->value[i] = any_value(l, i);
    }
    row_draw(&d, kind, &t);
    aim(l, &t);
    model_rule(l->s.m, "long");
    model_add(l->s.m, &t.row);
    model_next(l->s.m, &l->row);
}

/* Changes a Boolean or an integer, most often of the row. */
static void long_change(struct long_sample *l)
{
    struct random *r = &l->s.random;
    const struct row *row = &l->row;
    if (row_has(row, "rows") && row->hi && random_below(r, 2)) {
        take_entries(l, row);
    } else if (row->n && random_below(r, row->integers ? 2 : 8)) {
        lit x = row->x[random_below(r, row->n)];
        l->a.v[lit_var(x)] = (signed char)-l->a.v[lit_var(x)];
    } else if (row->iff && random_below(r, 3) == 0) {
        l->a.v[lit_var(row->iff)] = (signed char)-l->a.v[lit_var(row->iff)];
    } else if (row->integers) {
        int i = row->integer[random_below(r, row->integers)];
        struct integer it = model_integer(l->s.m, i);
        int64_t v = random_below(r, 2) ? any_value(l, i) : l->value[i] + random_below(r, 3) - 1;
        l->value[i] = max64(it.lo, min64(it.hi, v));
    } else {
        int v = 1 + random_below(r, LONG_BOOLS);
        l->a.v[v] = (signed char)-l->a.v[v];
    }
}

static void long_fail(const struct long_sample *l, const char *what, const struct policy *p)
{
    struct text t = {0};
    for (int i = 0; i < LONG_BOOLS; i++) text_char(&t, l->a.v[i + 1] > 0 ? '1' : '0');
    for (int i = 0; i < LONG_INTS; i++) text_add(&t, " %d", (int)l->value[i]);
    text_add(&t, ": %s", what);
    sample_fail(&l->s, text_string(&t), p, NULL);
}

/* The values of m's variables; with `broken`, the literals of one integer are those of no value. False: that is
 * not possible. */
static bool long_values(struct long_sample *l, const struct model *m, bool broken, struct values to)
{
    int at = broken ? random_below(&l->s.random, LONG_INTS) : -1;
    for (int v = 1; v <= LONG_BOOLS; v++) to.v[v] = l->a.v[v];
    for (int i = 0; i < LONG_INTS; i++) {
        struct integer it = model_integer(m, i);
        int64_t v = l->value[i] - it.lo;
        for (int k = 0; k < it.n; k++) {
            to.v[it.x[k]] = integer_bit(it.form, k, v) ? 1 : -1;
        }
        if (i != at || !it.n) continue;
        lit x = it.x[random_below(&l->s.random, it.n)];
        to.v[x] = (signed char)-to.v[x];
        if (model_int_value(m, i, to) == INT64_MIN) return true;
    }
    return !broken;
}

/* How many assignments satisfied the row, and how many did not. */
struct tally {
    int held, failed, refused;
};

static void long_judge(struct long_sample *l, struct tally *t)
{
    struct sample *s = &l->s;
    struct policy p = {.no_groups = !random_below(&s->random, 5)};
    SCOPED(model) *m = model_new();
    SCOPED(text) err = {0};
    for (int k = 0; k < KINDS; k++) {
        if (k != INT) choose(s, &p, (enum kind)k);
        p.by_kind[k].tuning.most = 1 << 15;
    }
    model_facts(m)->form = (enum int_form)random_below(&s->random, FORMS + 1);
    model_copy(s->m, m);
    struct clauses c = {.b = cnf_buffer_of(model_vars(m))};
    struct cnf dry = cnf_counter(model_vars(m));
    bool ok = lower_model(m, &p, NULL, &dry, &err) && dry.made.literals < 1 << 20;
    if (ok) ok = lower_model(m, &p, NULL, &c.b.cnf, &err);
    clauses_open(&c);
    SCOPED(values) a = values_new(model_vars(m));
    for (int k = 0; k < ASSIGNMENTS && ok; k++) {
        for (int changes = k ? random_below(&s->random, 3) : 0; changes > 0; changes--) long_change(l);
        bool holds = model_row_holds(&l->row, l->a, l->value);
        long_values(l, m, false, a);
        if (holds != encoded(&c, a)) long_fail(l, holds ? "the clauses exclude" : "the clauses allow", &p);
        if (long_values(l, m, true, a) && encoded(&c, a))
            long_fail(l, "the clauses allow an integer without a value", &p);
        *(holds ? &t->held : &t->failed) += 1;
    }
    t->refused += !ok;
    clauses_close(&c);
}

static void test_long_rows(void **state)
{
    (void)state;
    const char *rounds = getenv("FUZZ_ROUNDS");
    int samples = rounds ? 20 * atoi(rounds) : getenv("QUICK") ? 150 : 750;
    for (int k = 0; k < ROW_KINDS; k++) {
        struct tally t = {0};
        for (int i = 0; i < samples && row_kinds[k]->keys; i++) {
            struct long_sample l;
            long_make(&l, first_seed() + (uint64_t)i, (enum row_kind)k);
            long_judge(&l, &t);
            values_release(&l.a);
            model_free(l.s.m);
        }
        if (getenv("VERBOSE"))
            printf("%s: %d held, %d failed, %d refused\n", row_kinds[k]->name, t.held, t.failed, t.refused);
        if (row_kinds[k]->keys && min_int(t.held, t.failed) < samples / 2)
            fail_msg("%s: of the assignments that were drawn, %d satisfy the row, %d do not", row_kinds[k]->name,
                     t.held, t.failed);
    }
}

/* ---- files and searches ---------------------------------------------------------------------- */

/* A model that is written and read is the same; counting it finds all solutions. */
static void test_files(void **state)
{
    (void)state;
    const char *rounds = getenv("FUZZ_ROUNDS");
    for (int i = 0; i < (rounds ? 10 * atoi(rounds) : getenv("QUICK") ? 100 : 1000); i++) {
        struct sample s;
        SCOPED(text) text = {0}, again = {0}, err = {0};
        sample_make(&s, first_seed() + (uint64_t)i);
        model_json_write(s.m, INT64_MAX, &text);
        struct model *m = model_json_read(text.s, "text", &err);
        if (!m) sample_fail(&s, text_string(&err), NULL, NULL);
        model_json_write(m, INT64_MAX, &again);
        assert_string_equal(again.s, text.s);
        struct instance *in = declared_instance(m);
        struct answer answer;
        struct solution_count c = models_count(&puzzle_declared, in, declared_formulations, true, &answer);
        if (!c.complete || c.solutions != s.solutions) sample_fail(&s, "they are counted wrong", NULL, NULL);
        answer_release(&answer);
        puzzle_declared.release(in);
        model_free(s.m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clauses), cmocka_unit_test(test_long_rows),
                                       cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
