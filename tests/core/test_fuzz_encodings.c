/* Random models of mixed constraints, lowered with every combination of encoders and solved by CaDiCaL, have the
 * solutions that trying all assignments finds. FUZZ_SEED=N starts from another seed, FUZZ_ROUNDS=N goes on for longer
 * (make fuzz). */

#include "base/number.h"
#include "base/random.h"
#include "lower/lower.h"
#include "solvers/solver.h"

#include "testlib/testlib.h"

#include <inttypes.h>

enum { VARS = 6, DERIVED = 2, ROWS = 4, TERMS = 9, ASSIGNMENTS = 1 << (VARS + DERIVED) };

struct sum {
    enum row_kind kind;
    int n, block[TERMS];
    lit x[TERMS], y[DERIVED];
    int64_t w[TERMS], lo, hi;
};

struct trial {
    uint64_t seed;
    struct random random;
    struct policy policy;
    struct sum row[ROWS], objective;
    int rows, vars, off; /* off: the row whose guard is true, or -1; definitions have none */
    struct model *model;
    bool holds[ASSIGNMENTS]; /* bit v - 1: variable v */
};

/* ---- making a trial --------------------------------------------------------------------------- */

static int64_t random_weight(struct trial *t, int size)
{
    static const int64_t most[] = {1, 3, 9, 40, (int64_t)1 << 40};
    int64_t w = (int64_t)(random_next(&t->random) % (uint64_t)(most[size] + 1));
    return random_below(&t->random, 3) ? w : -w;
}

static struct sum fuzz_encodings_random_sum(struct trial *t)
{
    struct sum s = {.kind = (enum row_kind)random_below(&t->random, ROW_COUNT)};
    int size = random_below(&t->random, 25) ? random_below(&t->random, 4) : 4;
    int64_t total = 0;
    s.n = random_below(&t->random, TERMS + 1);
    for (int i = 0; i < s.n; i++) {
        s.x[i] = (random_below(&t->random, VARS) + 1) * (random_below(&t->random, 2) ? 1 : -1);
        s.w[i] = s.kind == ROW_PB ? random_weight(t, size) : 1;
        s.block[i] = i ? s.block[i - 1] + !random_below(&t->random, 3) : 0;
        total += s.w[i] < 0 ? -s.w[i] : s.w[i];
    }
    int64_t range = total + 4;
    s.lo = (int64_t)(random_next(&t->random) % (uint64_t)(range + range / 4)) - range / 4;
    s.hi = random_below(&t->random, 4) ? s.lo + (int64_t)(random_next(&t->random) % (uint64_t)range) : s.lo - 1;
    if (!random_below(&t->random, 3)) s.hi = s.lo;
    if (!random_below(&t->random, 3)) s.lo = INT64_MIN;
    if (!random_below(&t->random, 5)) s.hi = INT64_MAX;
    if (s.kind == ROW_CLAUSE) s.lo = 1, s.hi = INT64_MAX;
    if (s.kind == ROW_XOR) s.lo = s.hi = random_below(&t->random, 2);
    if (s.kind == ROW_CARD && !random_below(&t->random, 3)) s.lo = 0, s.hi = 1;
    return s;
}

static void fuzz_encodings_build(struct trial *t, struct sum *s, int i)
{
    model_rule(t->model, "rule %d", i);
    switch (s->kind) {
    case ROW_CLAUSE:
        model_clause(t->model, s->x, s->n);
        break;
    case ROW_CARD:
        model_card(t->model, s->x, s->n, s->lo, s->hi);
        break;
    case ROW_PB:
        model_pb(t->model, s->x, s->w, s->n, s->lo, s->hi);
        break;
    case ROW_XOR:
        model_xor(t->model, s->x, s->n, (int)s->lo);
        break;
    case ROW_COUNT:
        model_count(t->model, s->x, s->n, (int)s->lo, COUNT_BOTH, s->y);
        break;
    default:
        assert_true(!"a row over literals alone");
    }
    if (random_below(&t->random, 2)) model_partition(t->model, s->block);
}

/* Distinct variables and positive weights: equal ones make it a cardinality. */
static void build_objective(struct trial *t)
{
    struct sum *s = &t->objective;
    bool weighted = random_below(&t->random, 2);
    s->n = 1 + random_below(&t->random, VARS);
    for (int i = 0; i < s->n; i++) {
        s->x[i] = random_below(&t->random, 2) ? i + 1 : -i - 1;
        s->w[i] = weighted ? 1 + random_below(&t->random, 9) : 1;
        s->block[i] = i / 2;
    }
    struct objective o = {.n = s->n,
                          .x = s->x,
                          .w = weighted ? s->w : NULL,
                          .block = s->block,
                          .b = 1,
                          .c = 1,
                          .step = 1,
                          .name = "things"};
    model_minimize(t->model, &o);
}

static void trial_make(struct trial *t)
{
    t->random = (struct random){t->seed};
    t->model = model_new();
    for (int v = 1; v <= VARS; v++) model_var(t->model, "x%d", v);
    t->rows = 1 + random_below(&t->random, ROWS);
    for (int i = 0; i < t->rows; i++) {
        t->row[i] = fuzz_encodings_random_sum(t);
        if (!i && t->row[i].n >= DERIVED && !random_below(&t->random, 3)) {
            t->row[i].kind = ROW_COUNT;
            t->row[i].lo = DERIVED;
            for (int j = 0; j < t->row[i].n; j++) t->row[i].w[j] = 1;
        }
        fuzz_encodings_build(t, &t->row[i], i);
    }
    t->vars = model_vars(t->model);
    t->off = random_below(&t->random, 4) ? -1 : random_below(&t->random, t->rows);
    build_objective(t);
}

/* ---- the truth -------------------------------------------------------------------------------- */

static int64_t sum_of(const struct sum *s, int bits) { return bits_sum(s->x, s->w, s->n, bits); }

static bool sum_holds(const struct sum *s, int bits)
{
    int64_t sum = sum_of(s, bits);
    if (s->kind == ROW_XOR) return (sum & 1) == s->lo;
    for (int j = 0; s->kind == ROW_COUNT && j < s->lo; j++)
        if (bits_true(s->y[j], bits) != (sum > j)) return false;
    return s->kind == ROW_COUNT || (s->lo <= sum && sum <= s->hi);
}

static void trial_truth(struct trial *t)
{
    for (int bits = 0; bits < 1 << t->vars; bits++) {
        t->holds[bits] = true;
        for (int i = 0; i < t->rows && t->holds[bits]; i++)
            t->holds[bits] = (i == t->off && t->row[i].kind != ROW_COUNT) || sum_holds(&t->row[i], bits);
    }
}

/* ---- telling ---------------------------------------------------------------------------------- */

static void put_sum(struct text *out, const struct sum *s)
{
    static const char *const kinds[] = {"clause", "card", "pb", "xor", "count"};
    text_put(out, kinds[s->kind]);
    for (int i = 0; i < s->n; i++) text_add(out, " %" PRId64 "*%d", s->w[i], s->x[i]);
    text_add(out, " from %" PRId64 " to %" PRId64 "\n", s->lo, s->hi);
}

static void trial_fail(const struct trial *t, const char *words, int bits)
{
    struct text out = {0};
    text_add(&out, "FUZZ_SEED=%" PRIu64 ":", t->seed);
    for (int k = 0; k < KINDS; k++) {
        const struct encoding *e = &t->policy.by_kind[k];
        text_add(&out, " %s:%d,%d", e->encoder ? e->encoder->name : "auto", e->tuning.size, e->tuning.tree);
    }
    text_put(&out, "\n");
    for (int i = 0; i < t->rows; i++) put_sum(&out, &t->row[i]);
    if (t->off >= 0) text_add(&out, "without row %d\n", t->off);
    text_put(&out, "minimize ");
    put_sum(&out, &t->objective);
    text_put(&out, words);
    for (int v = 0; v < t->vars; v++) text_add(&out, " %d", bits >> v & 1 ? v + 1 : -v - 1);
    fail_msg("%s", text_string(&out));
}

/* ---- the program under test ------------------------------------------------------------------- */

struct lowered {
    struct solver *solver;
    lit guard;
};

/* False: an encoding refuses, which weights of 40 bits allow. */
static bool trial_lower(struct trial *t, struct lowered *l, struct text *err)
{
    l->solver = solver_open("cadical", "", 0, err);
    assert_non_null(l->solver);
    struct cnf *f = solver_sink(l->solver);
    lit guards[ROWS] = {0};
    f->vars = t->vars;
    if (t->off >= 0) guards[t->off] = l->guard = cnf_var(f);
    if (lower_model(t->model, &t->policy, guards, f, err)) {
        if (l->guard) cnf_1(f, l->guard);
        return true;
    }
    bool large = false;
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->row[i].n; j++) large |= llabs(t->row[i].w[j]) > 40;
    if (!large) trial_fail(t, text_string(err), 0);
    solver_close(l->solver);
    return false;
}

static int model_bits(const struct trial *t, struct solver *s)
{
    int bits = 0;
    for (int v = 1; v <= t->vars; v++)
        if (solver_value(s, v) > 0) bits |= 1 << (v - 1);
    return bits;
}

/* Each solution once, by blocking. */
static void check_solutions(const struct trial *t)
{
    struct lowered l = {0};
    struct text err = {0};
    bool seen[ASSIGNMENTS] = {0};
    if (trial_lower((struct trial *)t, &l, &err)) {
        while (solver_solve(l.solver, &err) == SOLVER_SAT) {
            int bits = model_bits(t, l.solver);
            lit block[VARS + DERIVED];
            if (!t->holds[bits]) trial_fail(t, "The solver finds what is no solution:", bits);
            assert_false(seen[bits]);
            seen[bits] = true;
            for (int v = 1; v <= t->vars; v++) block[v - 1] = bits >> (v - 1) & 1 ? -v : v;
            cnf_clause(solver_sink(l.solver), block, t->vars);
        }
        for (int bits = 0; bits < 1 << t->vars; bits++)
            if (t->holds[bits] && !seen[bits]) trial_fail(t, "The clauses exclude a solution:", bits);
        solver_close(l.solver);
    }
    text_release(&err);
}

/* The objective's counter over a random band: each bound can be met or not, as the truth says. */
static void check_objective(struct trial *t)
{
    int64_t total = 0, best = INT64_MAX;
    for (int i = 0; i < t->objective.n; i++) total += t->objective.w[i];
    for (int bits = 0; bits < 1 << t->vars; bits++)
        if (t->holds[bits]) best = min64(best, sum_of(&t->objective, bits));
    int64_t lo = random_below(&t->random, (int)total), hi = lo + 1 + random_below(&t->random, (int)(total - lo));
    struct lowered l = {0};
    struct text err = {0};
    struct outputs out = {0};
    if (!trial_lower(t, &l, &err)) {
        text_release(&err);
        return;
    }
    if (lower_objective(t->model, &t->policy, lo, hi, solver_sink(l.solver), &out, &err)) {
        for (int64_t k = hi - 1; k >= lo; k--) {
            for (int j = 0; j < out.n; j++)
                if (out.v[j].value > k) solver_assume(l.solver, -out.v[j].y);
            bool sat = solver_solve(l.solver, &err) == SOLVER_SAT;
            if (sat != (best <= k)) trial_fail(t, sat ? "A bound is met that cannot be." : "A bound is refused.", 0);
            if (sat && sum_of(&t->objective, model_bits(t, l.solver)) > k)
                trial_fail(t, "The bound is broken by", model_bits(t, l.solver));
        }
    } else {
        assert_int_equal(err.n, 0);
    }
    outputs_release(&out);
    text_release(&err);
    solver_close(l.solver);
}

/* ---- all combinations ------------------------------------------------------------------------- */

/* The i-th encoding of a kind, 0 being auto, in a random tuning; false: there are no more. */
static bool fuzz_encodings_choose(struct trial *t, enum kind kind, int i)
{
    struct encoding *e = &t->policy.by_kind[kind];
    *e = (struct encoding){0};
    for (int j = 0; i && encoders[j]; j++)
        if (encoders[j]->kind == kind && !--i) e->encoder = encoders[j];
    if (e->encoder && e->encoder->size_max && random_below(&t->random, 3))
        e->tuning.size = e->encoder->size_min + random_below(&t->random, 4);
    if (e->encoder && e->tuning.size > e->encoder->size_max) e->tuning.size = e->encoder->size_max;
    if (e->encoder && e->encoder->tree) e->tuning.tree = random_below(&t->random, 2);
    return !i;
}

static void run_trial(struct trial *t)
{
    trial_make(t);
    trial_truth(t);
    check_solutions(t);
    check_objective(t);
    model_free(t->model);
}

static void test_combinations(void **state)
{
    (void)state;
    const char *seed = getenv("FUZZ_SEED"), *rounds = getenv("FUZZ_ROUNDS");
    struct trial t = {.seed = seed ? strtoull(seed, NULL, 10) : 1};
    int stride = getenv("QUICK") ? 13 : 1, number = 0;
    for (int round = rounds ? atoi(rounds) : 2; round > 0; round--)
        for (int pb = 0; fuzz_encodings_choose(&t, PB, pb); pb++)
            for (int card = 0; fuzz_encodings_choose(&t, CARD, card); card++)
                for (int amo = 0; fuzz_encodings_choose(&t, AMO, amo); amo++)
                    for (int x = 0; fuzz_encodings_choose(&t, XOR, x); x++)
                        if (number++ % stride == 0) {
                            t.seed++;
                            run_trial(&t);
                        }
    assert_true(number > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_combinations)};
    return cmocka_run_group_tests_name("fuzz_encodings", tests, NULL, NULL);
}
