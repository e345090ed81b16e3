/* Cardinality encodings of more inputs than the audit can try in full: random assignments of up to
 * 60 inputs are judged by a solver, and compared with counting. FUZZ_SEED=N tries others. */

#include "cnf/propagator.h"
#include "base/random.h"
#include "cnf/encoder.h"
#include "solvers/solver.h"

#include "testlib/testlib.h"

enum { INPUTS = 60, ASSIGNMENTS = 12 };

struct trial {
    struct random random;
    const struct encoder *encoder;
    struct constraint c;
    lit x[INPUTS];
    int block[INPUTS];
    struct solver *solver;
};

/* Inputs of both signs in an order of their own, with or without blocks of any size. */
static void random_inputs(struct trial *t)
{
    int n = 9 + random_below(&t->random, INPUTS - 8);
    for (int i = 0, b = 0; i < n; i++) {
        int j = random_below(&t->random, i + 1);
        t->x[i] = t->x[j];
        t->x[j] = random_below(&t->random, 2) ? i + 1 : -(i + 1);
        b += i && !random_below(&t->random, 5);
        t->block[i] = b;
    }
    struct tuning tuning = {.tree = t->encoder->tree && random_below(&t->random, 2)};
    int *block = random_below(&t->random, 2) ? t->block : NULL;
    t->c = (struct constraint){.kind = CARD, .n = n, .x = t->x, .block = block, .tuning = tuning};
}

static void cardinality_open(struct trial *t)
{
    struct text err = {0};
    t->solver = solver_open("picosat", "", 0, &err);
    assert_non_null(t->solver);
    solver_sink(t->solver)->vars = t->c.n;
}

/* Assumes an assignment; returns how many inputs it makes true. */
static int assume_inputs(struct trial *t, const bool *value)
{
    int sum = 0;
    for (int i = 0; i < t->c.n; i++) {
        sum += value[i];
        solver_assume(t->solver, value[i] ? t->x[i] : -t->x[i]);
    }
    return sum;
}

/* About `many` of the inputs true. */
static void random_values(struct trial *t, int many, bool *value)
{
    for (int i = 0; i < t->c.n; i++) value[i] = random_below(&t->random, t->c.n) < many;
}

static void cardinality_expect(struct trial *t, bool satisfiable, const char *what, int sum, int64_t value)
{
    struct text err = {0};
    enum solver_answer answer = solver_solve(t->solver, &err);
    if ((answer == SOLVER_SAT) == satisfiable) return;
    fail_msg("%s%s of %d inputs in %s, lo=%d hi=%d: %s %d, sum %d: %s", t->encoder->name,
             t->c.tuning.tree ? ":tree" : "", t->c.n, t->c.block ? "blocks" : "a row", (int)t->c.lo, (int)t->c.hi, what,
             (int)value, sum, satisfiable ? "refused" : "allowed");
}

static void try_counter(struct trial *t)
{
    bool value[INPUTS];
    int n = t->c.n;
    enum direction d = (enum direction)(1 + random_below(&t->random, 3));
    struct outputs out = {0};
    t->c.hi = 1 + random_below(&t->random, n);
    t->c.lo = random_below(&t->random, 2) ? 0 : random_below(&t->random, (int)t->c.hi);
    cardinality_open(t);
    t->encoder->count(&t->c, d, solver_sink(t->solver), &out);
    assert_int_equal(out.n, t->c.hi - t->c.lo);
    for (int k = 0; k < ASSIGNMENTS; k++) {
        random_values(t, (int)(t->c.lo + random_below(&t->random, (int)(t->c.hi - t->c.lo) + 2)), value);
        int sum = assume_inputs(t, value);
        for (int i = 0; i < out.n; i++) {
            bool reached = sum >= out.v[i].value;
            if (d & (reached ? COUNT_DOWN : COUNT_UP)) solver_assume(t->solver, reached ? out.v[i].y : -out.v[i].y);
        }
        cardinality_expect(t, true, "all outputs, direction", sum, d);
        for (int i = 0; i < out.n; i++) {
            bool reached = sum >= out.v[i].value;
            if (!(d & (reached ? COUNT_UP : COUNT_DOWN))) continue;
            assume_inputs(t, value);
            solver_assume(t->solver, reached ? -out.v[i].y : out.v[i].y);
            cardinality_expect(t, false, reached ? "false output" : "true output", sum, out.v[i].value);
        }
    }
    outputs_release(&out);
    solver_close(t->solver);
}

/* So many inputs, at random, are true (or false): of an arc-consistent encoding the bound then fixes all the others. */
static void try_strength(struct trial *t, struct propagator *p, bool up)
{
    int n = t->c.n, many = (int)(up ? t->c.hi : n - t->c.lo), mark = propagator_mark(p), sign = up ? 1 : -1;
    lit order[INPUTS];
    for (int i = 0; i < n; i++) {
        int j = random_below(&t->random, i + 1);
        order[i] = order[j];
        order[j] = sign * t->x[i];
    }
    for (int i = 0; i < many; i++) assert_true(propagator_assign(p, order[i]));
    for (int i = many; i < n; i++)
        if (propagator_value(p, order[i]) != -1)
            fail_msg("%s of %d inputs, lo=%d hi=%d: %d %s ones do not fix the others", t->encoder->name, n,
                     (int)t->c.lo, (int)t->c.hi, many, up ? "true" : "false");
    propagator_undo(p, mark);
}

static void try_strengths(struct trial *t)
{
    if (t->encoder->strength != STRENGTH_GAC) return;
    struct cnf_buffer b;
    struct propagator p;
    b = cnf_buffer_of(t->c.n);
    t->encoder->encode(&t->c, &b.cnf);
    propagator_init(&p, &b);
    for (int k = 0; k < ASSIGNMENTS && t->c.hi < t->c.n; k++) try_strength(t, &p, true);
    for (int k = 0; k < ASSIGNMENTS && t->c.lo > 0; k++) try_strength(t, &p, false);
    propagator_release(&p);
    cnf_buffer_release(&b);
}

static void try_constraint(struct trial *t)
{
    bool value[INPUTS];
    struct text err = {0};
    int n = t->c.n;
    t->c.lo = 0;
    t->c.hi = random_below(&t->random, n);
    if (t->encoder->both && random_below(&t->random, 2)) {
        t->c.lo = random_below(&t->random, (int)t->c.hi + 1);
        if (t->c.lo && random_below(&t->random, 2)) t->c.hi = n;
    }
    if (t->encoder->feasible && !t->encoder->feasible(&t->c, &err)) {
        text_release(&err);
        return;
    }
    cardinality_open(t);
    t->encoder->encode(&t->c, solver_sink(t->solver));
    for (int k = 0; k < ASSIGNMENTS; k++) {
        int64_t near = k % 2 ? t->c.lo : t->c.hi;
        random_values(t, (int)near + random_below(&t->random, 3) - 1, value);
        int sum = assume_inputs(t, value);
        cardinality_expect(t, t->c.lo <= sum && sum <= t->c.hi, "constraint", sum, 0);
    }
    solver_close(t->solver);
    try_strengths(t);
}

static void test_large(void **state)
{
    (void)state;
    const char *seed = getenv("FUZZ_SEED");
    struct trial t = {.random = {seed ? strtoull(seed, NULL, 10) : 2}};
    for (int i = 0; encoders[i]; i++) {
        t.encoder = encoders[i];
        for (int k = 0; t.encoder->kind == CARD && k < (getenv("QUICK") ? 5 : 30); k++) {
            random_inputs(&t);
            try_constraint(&t);
            if (t.encoder->count) try_counter(&t);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_large)};
    return cmocka_run_group_tests_name("cardinality", tests, NULL, NULL);
}
