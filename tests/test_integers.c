/* Models of integers and graphs: every form and encoder allows just the solutions that brute force finds. */
#include "cnf/propagator.h"
#include "lower/lower.h"

#include "testlib/testlib.h"

enum { BOOLS = 3, INTS = 3, LEAST = -2, SPREAD = 4 };

/* One model, and what is known of it without encoders. */
struct sample {
    struct random r;
    struct model *m; /* abstract */
    struct text words;
};

static int some_int(struct sample *s) { return random_below(&s->r, INTS); }
static lit some_bool(struct sample *s)
{
    lit x = 1 + random_below(&s->r, BOOLS);
    return random_below(&s->r, 2) ? x : -x;
}

static void add_linear(struct sample *s)
{
    lit x[2];
    int64_t w[5];
    int integer[3], n = random_below(&s->r, 3), integers = random_below(&s->r, 4);
    for (int i = 0; i < n; i++) x[i] = some_bool(s);
    for (int i = 0; i < integers; i++) integer[i] = some_int(s);
    for (int i = 0; i < n + integers; i++)
        w[i] = random_below(&s->r, 2) ? 1 - 2 * random_below(&s->r, 2) : random_below(&s->r, 7) - 3;
    struct row r = {.kind = ROW_LINEAR, .n = n, .x = x, .w = w, .integer = integer, .integers = integers};
    r.lo = random_below(&s->r, 3) ? INT64_MIN : random_below(&s->r, 12) - 8;
    r.hi = r.lo != INT64_MIN && random_below(&s->r, 2) ? r.lo + random_below(&s->r, 3) - random_below(&s->r, 2)
                                                       : random_below(&s->r, 12) - 4;
    if (random_below(&s->r, 6) == 0) r.hi = INT64_MAX;
    if (random_below(&s->r, 3) == 0) r.iff = some_bool(s);
    r.half = r.iff && random_below(&s->r, 2);
    r.fails = !r.iff && random_below(&s->r, 4) == 0;
    model_add(s->m, &r);
}

static void add_different(struct sample *s)
{
    int integer[INTS] = {0, 1, 2}, from = random_below(&s->r, 2);
    int64_t w[INTS];
    for (int i = 0; i < INTS; i++) w[i] = random_below(&s->r, 4) - 2;
    model_add(s->m, &(struct row){.kind = ROW_ALLDIFF,
                                  .integer = integer + from,
                                  .integers = INTS - from,
                                  .w = random_below(&s->r, 2) ? w : NULL});
}

static void add_table(struct sample *s)
{
    int integer[INTS] = {0, 1, 2}, n = 1 + random_below(&s->r, INTS), rows = random_below(&s->r, 7);
    int64_t w[7 * INTS];
    for (int i = 0; i < n * rows; i++) w[i] = LEAST + random_below(&s->r, SPREAD + 1);
    model_add(s->m, &(struct row){.kind = ROW_TABLE, .integer = integer, .integers = n, .w = w, .hi = rows});
}

static void add_graph(struct sample *s)
{
    lit x[BOOLS];
    struct graph_edge edge[3];
    int edges = random_below(&s->r, 4);
    for (int i = 0; i < BOOLS; i++) x[i] = random_below(&s->r, 2) ? i + 1 : -i - 1;
    for (int k = 0; k < edges; k++)
        edge[k] = (struct graph_edge){random_below(&s->r, BOOLS), random_below(&s->r, BOOLS)};
    model_add(s->m, &(struct row){.kind = ROW_CONNECTED, .n = BOOLS, .x = x, .edge = edge, .edges = edges});
}

static void sample_make(struct sample *s, int seed)
{
    *s = (struct sample){.r = {(uint64_t)seed}, .m = model_new()};
    model_set_abstract(s->m);
    for (int i = 0; i < BOOLS; i++) model_var(s->m, "b%d", i);
    for (int i = 0; i < INTS; i++) {
        int lo = LEAST + random_below(&s->r, 2);
        model_int(s->m, lo, lo + random_below(&s->r, SPREAD), FORMS, "i%d", i);
    }
    for (int k = 1 + random_below(&s->r, 4); k > 0; k--) {
        int kind = random_below(&s->r, 8);
        model_rule(s->m, "row %d", k);
        (kind < 5 ? add_linear : kind == 5 ? add_different : kind == 6 ? add_table : add_graph)(s);
    }
}

/* Sets the variables of m: BOOLS bits, then the integers to value. */
static void set_values(const struct model *m, int bits, const int64_t *value, struct values a)
{
    for (int i = 0; i < BOOLS; i++) a.v[i + 1] = bits >> i & 1 ? 1 : -1;
    for (int i = 0; i < INTS; i++) {
        struct integer it = model_integer(m, i);
        int64_t v = value[i] - it.lo;
        for (int k = 0; k < it.n; k++) {
            bool is = it.form == FORM_DIRECT ? v == k : it.form == FORM_ORDER ? v > k : v >> k & 1;
            a.v[it.x[k]] = is ? 1 : -1;
        }
    }
}

static bool rows_hold(const struct model *m, struct values a, const int64_t *value)
{
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        if (!model_integers_hold(&r, a, value)) return false;
    }
    return true;
}

static bool encoded(struct propagator *p, struct values a)
{
    int mark = propagator_mark(p);
    bool ok = !p->refuted;
    for (int v = 1; v <= a.n && ok; v++) ok = propagator_assign(p, a.v[v] * v);
    ok = ok && propagator_models(p, 1);
    propagator_undo(p, mark);
    return ok;
}

static bool next_values(const struct model *m, int64_t *value)
{
    for (int i = 0; i < INTS; i++) {
        if (++value[i] <= model_integer(m, i).hi) return true;
        value[i] = model_integer(m, i).lo;
    }
    return false;
}

/* The clauses of the model in this form, by this policy, against the meaning of its rows. */
static void judge(const struct sample *s, const struct policy *p, enum int_form form, bool guarded, const char *what,
                  int seed)
{
    struct model *m = model_new();
    struct cnf_buffer b;
    struct propagator prop;
    struct text err = {0};
    model_set_form(m, form);
    model_copy(s->m, m);
    int vars = model_vars(m);
    b = cnf_buffer_of(vars + (guarded ? model_rules(m) : 0));
    lit *guards = mem_new((size_t)model_rules(m), sizeof *guards);
    for (int i = 0; i < model_rules(m); i++) guards[i] = vars + 1 + i;
    bool ok = lower_model(m, p, guarded ? guards : NULL, &b.cnf, &err);
    if (!ok) fail_msg("seed %d %s: %s", seed, what, text_string(&err));
    for (int i = 0; guarded && i < model_rules(m); i++) cnf_1(&b.cnf, -guards[i]);
    propagator_init(&prop, &b);
    struct values a = {mem_new((size_t)vars + 1, 1), vars};
    for (int bits = 0; bits < 1 << BOOLS; bits++) {
        int64_t value[INTS];
        for (int i = 0; i < INTS; i++) value[i] = model_integer(m, i).lo;
        do {
            set_values(m, bits, value, a);
            bool holds = rows_hold(s->m, a, value);
            for (int i = 0; i < INTS; i++) assert_true(model_int_value(m, i, a) == value[i]);
            if (holds != model_holds(m, a, &err)) fail_msg("seed %d %s: model_holds says %d", seed, what, !holds);
            if (holds != encoded(&prop, a))
                fail_msg("seed %d %s: bits %d values %d %d %d are %s", seed, what, bits, (int)value[0], (int)value[1],
                         (int)value[2], holds ? "refused" : "allowed");
        } while (next_values(m, value));
    }
    mem_free(a.v);
    mem_free(guards);
    propagator_release(&prop);
    cnf_buffer_release(&b);
    model_free(m);
    text_release(&err);
}

static void choose(struct policy *p, enum kind kind, int k)
{
    int n = 0;
    for (int i = 0; encoders[i]; i++)
        if (encoders[i]->kind == kind && n++ == k) p->by_kind[kind].encoder = encoders[i];
}

static void test_meaning(void **state)
{
    (void)state;
    int seeds = getenv("QUICK") ? 200 : 4000;
    for (int seed = 0; seed < seeds; seed++) {
        struct sample s;
        sample_make(&s, seed);
        for (int form = 0; form <= FORMS; form++) {
            struct policy p = {.no_groups = seed % 7 == 3};
            struct text what = {0};
            if (seed % 2) choose(&p, PB, seed / 2 % 12);
            choose(&p, ALLDIFF, seed % 4);
            choose(&p, CONN, seed % 3);
            text_add(&what, "form %d pb %s", form, p.by_kind[PB].encoder ? p.by_kind[PB].encoder->name : "auto");
            judge(&s, &p, (enum int_form)form, seed % 3 == 0, text_string(&what), seed);
            text_release(&what);
        }
        model_free(s.m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meaning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
