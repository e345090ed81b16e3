/* What a sweep excludes as a derivation: accepted by the checker for every bound that no packing meets, none for the first that
 * one does, and refused when spoilt. */
#include "boards.h"

#include "lower/lower.h"
#include "proof/drat.h"
#include "proof/steps.h"

static const struct formulation *swept(void)
{
    const struct formulation *f = gunport()->formulations;
    while (strcmp(f->name, gunport()->searches->derives) != 0) f++;
    return f;
}

struct derived {
    struct cnf_buffer formula;
    struct text proof;
    int64_t steps;
    bool empty;
};

static void put(void *state, bool deletes, const lit *x, int n)
{
    struct derived *d = state;
    d->steps++;
    d->empty = d->empty || (!n && !deletes);
    steps_write(&d->proof, true, deletes, x, n);
}

/* The formula "at most so many defects", and what is derived from it. False: nothing is. */
static bool derive(const struct instance *instance, int64_t most, const char *amo, struct derived *out)
{
    struct text err = {0};
    struct options none = {0};
    struct bounds bounds = {.most = most};
    struct policy policy = {0};
    double share;
    if (amo) assert_true(encoder_parse(AMO, amo, &policy.by_kind[AMO], &err));
    *out = (struct derived){.steps = 0};
    cnf_buffer_init(&out->formula, 0);
    struct model *m = model_new();
    swept()->pose(instance, &none, &bounds, m);
    assert_true(lower_bounded(m, &policy, most, &out->formula.cnf, NULL, &err));
    model_free(m);
    struct derivation v = {
        .most = most, .vars = out->formula.cnf.vars, .limit = 1000000, .put = put, .state = out, .share = &share};
    bool ok = gunport()->searches->derive(instance, &v);
    assert_false(v.stopped || v.too_many);
    text_release(&err);
    return ok;
}

static bool holds(const struct cnf_buffer *formula, const struct text *proof, struct text *trimmed)
{
    struct text err = {0};
    struct drat d = drat_of(formula, proof, NULL, NULL);
    d.binary = true;
    d.trimmed = trimmed;
    bool ok = drat_check(&d, &err);
    assert_int_equal(ok, !err.n);
    text_release(&err);
    return ok;
}

static void derived_release(struct derived *d)
{
    cnf_buffer_release(&d->formula);
    text_release(&d->proof);
}

static bool note_most(const struct board *b, void *state)
{
    int *most = state;
    if (holes(b) > *most) *most = holes(b);
    return true;
}

static void every_bound_below_the_best(void **unused)
{
    (void)unused;
    static const char *const amo[] = {NULL, "ladder", "bitwise"};
    int tried = 0, side = getenv("QUICK") ? 4 : 5;
    for (int rows = 2; rows <= side; rows++)
        for (int cols = 2; cols <= (rows == 2 ? 6 : rows == 5 ? 4 : side); cols++) {
            struct board b = board_full(rows, cols);
            int best = 0;
            struct packings w = {note_most, &best, 0};
            walk(&b, 0, &w);
            struct instance *instance = instance_of(&b);
            int64_t least = 2 * rows * cols + 4 - 6 * best;
            for (int64_t most = 0; most <= least; most++, tried++) {
                struct derived d;
                bool ok = derive(instance, most, amo[tried % 3], &d);
                if (ok != (most < least) || ok != d.empty || (ok && !holds(&d.formula, &d.proof, NULL)))
                    fail_msg("%dx%d with %lld defects", rows, cols, (long long)most);
                derived_release(&d);
            }
            gunport()->release(instance);
        }
    assert_true(tried > (side == 5 ? 50 : 30));
}

/* A larger one, whose windows are several: 13 columns. And what is left of it, with one bit changed: it may still be a proof, where
 * propagation finds another way, but often is none (in a bundle hashes cover every bit, see proofs.bats). */
static void a_spoilt_derivation_is_refused(void **unused)
{
    (void)unused;
    struct board b = board_full(13, 13);
    struct instance *instance = instance_of(&b);
    struct derived d, loose;
    struct text less = {0};
    assert_true(derive(instance, 3, NULL, &d));
    assert_true(holds(&d.formula, &d.proof, &less));
    assert_true(holds(&d.formula, &less, NULL));
    /* of the formula that allows more */
    assert_true(derive(instance, 4, NULL, &loose));
    assert_false(holds(&loose.formula, &less, NULL));
    derived_release(&loose);
    struct random r = {7};
    int refused = 0, tries = getenv("QUICK") ? 8 : 20;
    for (int i = 0; i < tries; i++) {
        struct text bad = {0};
        text_bytes(&bad, less.s, less.n);
        bad.s[(size_t)random_below(&r, (int)less.n)] ^= (char)(1 << random_below(&r, 8));
        refused += !holds(&d.formula, &bad, NULL);
        text_release(&bad);
    }
    print_message("%d of %d proofs with one bit changed are refused\n", refused, tries);
    assert_true(refused > tries / 4);
    text_release(&less);
    derived_release(&d);
    gunport()->release(instance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bound_below_the_best),
        cmocka_unit_test(a_spoilt_derivation_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
