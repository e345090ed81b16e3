/* The library takes the encoder that is named, by its full name and by its short one: its size is the encoder's own, and the
 * library names it. Over all encoders, computed. */
#include "cnf/encoder.h"
#include "lib/loophole.h"

#include "testlib/testlib.h"

enum { N = 12, CARD_MOST = 4, PB_MOST = 30 };

static const int x[N] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const int64_t ones[N] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, w[N] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3};

/* At most k, as an encoder of this kind has it; parities are odd. */
static struct constraint named_at_most(enum kind kind, const int64_t *weights, int64_t k)
{
    if (kind == XOR) return (struct constraint){.kind = XOR, .n = N, .x = x, .lo = 1, .hi = 1};
    return (struct constraint){.kind = kind, .n = N, .x = x, .w = kind == PB ? weights : NULL, .hi = k};
}

static bool send(loophole_sink *s, const char *name, const struct constraint *c, char **error)
{
    if (c->kind == XOR) return loophole_sink_xor(s, name, x, N, 1, error);
    if (c->kind == PB) return loophole_sink_pb(s, name, x, c->w, N, INT64_MIN, c->hi, error);
    return loophole_sink_card(s, name, x, N, INT64_MIN, c->hi, error);
}

/* `name` in the library gives what the encoder e makes of c. */
static void named_judge(const char *name, const struct encoder *e, const struct constraint *c)
{
    loophole_sink *s = loophole_sink_new(N, NULL, NULL);
    struct size size = encoder_size(e, c, 0, NULL);
    char *error = NULL;
    if (!send(s, name, c, &error)) fail_msg("%s: %s", name, error);
    const char *taken = loophole_sink_encoder(s);
    if (!taken || strcmp(taken, e->name) != 0) fail_msg("%s: %s was taken", name, taken ? taken : "none");
    if (loophole_sink_clauses(s) != size.clauses || loophole_sink_vars(s) - N != size.vars ||
        loophole_sink_literals(s) != size.literals)
        fail_msg("%s: %lld clauses and %d variables, not %lld and %lld", name, (long long)loophole_sink_clauses(s),
                 loophole_sink_vars(s) - N, (long long)size.clauses, (long long)size.vars);
    loophole_sink_free(s);
}

static void both_names(const struct encoder *e, const struct constraint *c)
{
    named_judge(e->name, e, c);
    named_judge(encoder_short(e), e, c);
}

static void test_own_kind(void **state)
{
    (void)state;
    for (int i = 0; encoders[i]; i++) {
        enum kind kind = encoders[i]->kind;
        if (kind > XOR) continue; /* the library takes no such constraint by itself */
        struct constraint c = named_at_most(kind, w, kind == AMO ? 1 : kind == CARD ? CARD_MOST : PB_MOST);
        both_names(encoders[i], &c);
    }
}

/* A constraint of a kind below: at most one by a card encoder, ones by a pb encoder, also where no two fit together. */
static void test_kinds_below(void **state)
{
    (void)state;
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        struct constraint one = named_at_most(e->kind, ones, 1), some = named_at_most(e->kind, ones, CARD_MOST);
        if (e->kind == CARD) named_judge(e->name, e, &one); /* the short name may be an amo encoder's */
        if (e->kind != PB) continue;
        both_names(e, &one);
        both_names(e, &some);
        const int64_t nines[N] = {5, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7};
        struct constraint apart = named_at_most(PB, nines, 7);
        both_names(e, &apart);
    }
}

/* What an encoder cannot take is refused before anything is sent. */
static void test_refusals(void **state)
{
    (void)state;
    const int twice[] = {1, 1, 2, -3, 4, 5};
    const int64_t weights[] = {3, 1, 2};
    int amo = 0;
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        loophole_sink *s = loophole_sink_new(N, NULL, NULL);
        char *error = NULL;
        if (e->kind == AMO) {
            bool shared = loophole_sink_card(s, encoder_short(e), x, N, 1, CARD_MOST, NULL); /* by a card encoder */
            assert_true(shared == (loophole_sink_encoder(s) && !strncmp(loophole_sink_encoder(s), "card_", 5)));
            loophole_sink_free(s);
            s = loophole_sink_new(N, NULL, NULL);
            assert_false(loophole_sink_card(s, e->name, x, N, 1, CARD_MOST, &error));
            amo++;
        } else if (e->kind == CARD) {
            assert_false(loophole_sink_card(s, e->name, twice, 6, 0, 3, &error));
            assert_says(error, "repeat");
            loophole_free(error);
            assert_null(loophole_counter_new(s, e->name, x, weights, 3, LOOPHOLE_UP, 0, 5, &error));
        } else {
            assert_false(loophole_sink_card(s, e->name, x, N, 0, 1, &error));
        }
        assert_says(error, e->name);
        loophole_free(error);
        assert_int_equal(loophole_sink_clauses(s), 0);
        assert_int_equal(loophole_sink_vars(s), N);
        assert_null(loophole_sink_encoder(s));
        loophole_sink_free(s);
    }
    assert_true(amo > 0);
}

/* A counter is the encoder's own, too; one without a counter is refused. */
static void judge_counter(const char *name, const struct encoder *e, const int64_t *weights, int64_t hi)
{
    loophole_sink *s = loophole_sink_new(N, NULL, NULL);
    struct cnf counter = cnf_counter(N);
    struct outputs out = {0};
    struct constraint c = named_at_most(e->kind, weights ? weights : ones, hi);
    char *error = NULL;
    loophole_counter *l = loophole_counter_new(s, name, x, weights, N, LOOPHOLE_BOTH, 0, hi, &error);
    if (!e->count) {
        assert_null(l);
        assert_says(error, "has no counter");
    } else {
        if (!l) fail_msg("%s: %s", name, error);
        e->count(&c, COUNT_BOTH, &counter, &out);
        assert_string_equal(loophole_counter_encoder(l), e->name);
        assert_int_equal(loophole_sink_clauses(s), counter.made.clauses);
        assert_int_equal(loophole_sink_vars(s), counter.vars);
        outputs_release(&out);
    }
    loophole_free(error);
    loophole_counter_free(l);
    loophole_sink_free(s);
}

static void test_counters(void **state)
{
    (void)state;
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        if (e->kind != CARD && e->kind != PB) continue;
        judge_counter(e->name, e, NULL, CARD_MOST);
        if (e->kind == CARD) judge_counter(encoder_short(e), e, NULL, CARD_MOST);
        if (e->kind == PB) judge_counter(e->name, e, w, PB_MOST);
        if (e->kind == PB) judge_counter(encoder_short(e), e, w, PB_MOST);
    }
}

/* Nothing is named where clauses are enough, where auto chose, it says what. */
static void test_getters(void **state)
{
    (void)state;
    loophole_sink *s = loophole_sink_new(N, NULL, NULL);
    assert_null(loophole_sink_encoder(s));
    assert_true(loophole_sink_card(s, NULL, x, N, 0, CARD_MOST, NULL) && loophole_sink_encoder(s));
    assert_true(loophole_sink_card(s, "auto", x, N, 1, N, NULL));
    assert_null(loophole_sink_encoder(s));
    assert_true(loophole_sink_pb(s, NULL, x, w, N, 7, 20, NULL) && !strncmp(loophole_sink_encoder(s), "pb_", 3));
    loophole_sink_xors(s, (void (*)(void *, const int *, int, int))abort); /* never called: the next is guarded */
    loophole_sink_guard(s, 1);
    assert_true(loophole_sink_xor(s, "cut:4", x + 1, N - 1, 1, NULL));
    assert_string_equal(loophole_sink_encoder(s), "xor_cut");
    loophole_counter *c = loophole_counter_new(s, NULL, x, NULL, 1, LOOPHOLE_UP, 0, 1, NULL);
    assert_true(c && !loophole_counter_encoder(c));
    loophole_counter_free(c);
    loophole_sink_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_own_kind), cmocka_unit_test(test_kinds_below),
                                       cmocka_unit_test(test_refusals), cmocka_unit_test(test_counters),
                                       cmocka_unit_test(test_getters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
