/* Every registered encoder's claims are proved; and each check of the audit is seen to fail on a broken encoder. */

#include "extras/audit/audit.h"
#include "base/number.h"
#include "base/random.h"
#include "cnf/propagator.h"
#include "lower/lower_inside.h"
#include "model/model.h"

#include "testlib/testlib.h"

#include <math.h>
#include <time.h>

/* FUZZ_SEED, or another one each time. */
static uint64_t encodings_seed(void)
{
    const char *seed = getenv("FUZZ_SEED");
    return seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
}

static void test_encodings_registered(void **state)
{
    (void)state;
    struct text faults = {0};
    uint64_t seed = encodings_seed();
    const char *only = getenv("ENCODER"); /* for work on a single one */
    for (int i = 0; encoders[i]; i++) {
        struct audit a;
        if (only && strcmp(only, encoders[i]->name)) continue;
        assert_non_null(encoders[i]->cost);
        audit_init(&a, encoders[i]);
        a.seed = seed;
        int inputs = getenv("QUICK") ? 2 : 5;
        struct audit_range range = audit_range(encoders[i], inputs);
        audit_encoder(&a, inputs);
        assert_memory_equal(&range, &a.range, sizeof range); /* what README says was tried */
        text_put(&faults, text_string(&a.report));
        assert_true(a.constraints > 0 && a.samples > 0);
        assert_true(!encoders[i]->count || a.counters > 0);
        assert_true(a.sizes > 0 || encoders[i]->kind > XOR);
        audit_release(&a);
    }
    if (faults.n) fail_msg("FUZZ_SEED=%d: %s", (int)seed, faults.s);
    text_release(&faults);
}

/* ---- encoders that are right, or wrong in one way --------------------------------------------- */

enum flaw {
    RIGHT,
    TOO_STRICT,
    TOO_LAX,
    SIGNS_FORGOTTEN,
    CONFLICT_MISSED,
    FORCED_MISSED,
    VARIABLE_IDLE,
    VARIABLE_TAKEN,
    VARIABLE_UNKNOWN,
    VARIABLE_TWICE,
    COUNTED_EARLY,
    COUNTED_LATE,
    VALUE_SKIPPED,
    SUM_CAPPED,
    BOUNDS_EXCLUSIVE,
};

/* A clause, or the same said through z: in two halves that miss a forced literal, in four that miss a conflict. */
static void clause(struct cnf *f, enum flaw flaw, lit *c, int n)
{
    int more = flaw == FORCED_MISSED ? 1 : flaw == CONFLICT_MISSED ? 2 : 0;
    lit z[2] = {0};
    for (int i = 0; i < more; i++) z[i] = cnf_var(f);
    for (int signs = 0; signs < 1 << more; signs++) {
        for (int i = 0; i < more; i++) c[n + i] = signs >> i & 1 ? z[i] : -z[i];
        cnf_clause(f, c, n + more);
    }
}

/* All subsets of `size` inputs, each making a clause of their literals times sign, and `last` if it is not 0. */
static void encodings_subsets(const struct constraint *c, struct cnf *f, enum flaw flaw, int size, int sign, lit last)
{
    lit x[AUDIT_INPUTS + 4];
    for (int bits = 0; bits < 1 << c->n; bits++) {
        int n = 0;
        if (__builtin_popcount((unsigned)bits) != size) continue;
        if (flaw == TOO_LAX && bits == (1 << size) - 1) continue;
        for (int i = 0; i < c->n; i++)
            if (bits >> i & 1) x[n++] = sign * (flaw == SIGNS_FORGOTTEN ? lit_var(c->x[i]) : c->x[i]);
        if (last) x[n++] = last;
        clause(f, flaw, x, n);
    }
}

static void encodings_at_most(const struct constraint *c, struct cnf *f, enum flaw flaw)
{
    encodings_subsets(c, f, flaw, (int)c->hi + 1, -1, 0);
    if (flaw == TOO_STRICT) cnf_2(f, c->x[0], c->x[1]);
    if (flaw == VARIABLE_IDLE) cnf_var(f);
    if (flaw == VARIABLE_TAKEN) cnf_1(f, ++f->vars);
    if (flaw == VARIABLE_UNKNOWN) cnf_1(f, f->vars + 1);
    if (flaw == VARIABLE_TWICE) cnf_3(f, c->x[0], -c->x[1], -c->x[0]);
}

static void count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out, enum flaw flaw)
{
    for (int v = (int)c->lo + 1; v <= c->hi; v++) {
        if (flaw == VALUE_SKIPPED && v == c->lo + 1) continue;
        lit y = cnf_var(f);
        int from = flaw == COUNTED_EARLY && v > 1 ? v - 1 : flaw == COUNTED_LATE ? v + 1 : v;
        if (d & COUNT_UP) encodings_subsets(c, f, flaw, from, -1, y);
        if (d & COUNT_DOWN) encodings_subsets(c, f, flaw, c->n - from + 1, 1, -y);
        if (flaw == BOUNDS_EXCLUSIVE && d == COUNT_DOWN)
            for (int i = 0; i < out->n; i++) cnf_2(f, -y, -out->v[i].y);
        outputs_push(out, y, v);
    }
    if (flaw == SUM_CAPPED) encodings_subsets(c, f, RIGHT, c->n, -1, 0);
}

#define ENCODE(flaw)                                                                                                   \
    static void encode_##flaw(const struct constraint *c, struct cnf *f) { encodings_at_most(c, f, flaw); }
ENCODE(RIGHT)
ENCODE(TOO_STRICT)
ENCODE(TOO_LAX)
ENCODE(SIGNS_FORGOTTEN)
ENCODE(CONFLICT_MISSED)
ENCODE(FORCED_MISSED)
ENCODE(VARIABLE_IDLE)
ENCODE(VARIABLE_TAKEN)
ENCODE(VARIABLE_UNKNOWN)
ENCODE(VARIABLE_TWICE)

#define COUNT(flaw)                                                                                                    \
    static void count_##flaw(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)         \
    {                                                                                                                  \
        count(c, d, f, out, flaw);                                                                                     \
    }
COUNT(RIGHT)
COUNT(TOO_LAX)
COUNT(CONFLICT_MISSED)
COUNT(FORCED_MISSED)
COUNT(COUNTED_EARLY)
COUNT(COUNTED_LATE)
COUNT(VALUE_SKIPPED)
COUNT(SUM_CAPPED)
COUNT(BOUNDS_EXCLUSIVE)

/* ---- what the audit says of them -------------------------------------------------------------- */

static void encodings_expect(struct encoder e, const char *words)
{
    struct audit a;
    e.name = "card_trial";
    e.kind = CARD;
    audit_init(&a, &e);
    a.seed = getenv("FUZZ_SEED") ? encodings_seed() : 9; /* one of 500 seeds draws no sample that shows a flaw */
    audit_encoder(&a, e.cost ? 2 : 4);                   /* with a cost, long constraints are tried, too */
    if (!words != !a.faults)
        fail_msg("FUZZ_SEED=%d: %d faults for '%s':\n%s", (int)a.seed, (int)a.faults, words, text_string(&a.report));
    if (words && !strstr(text_string(&a.report), words))
        fail_msg("FUZZ_SEED=%d: the audit does not say '%s' but:\n%s", (int)a.seed, words, text_string(&a.report));
    audit_release(&a);
}

/* In a dry run over more than 11 inputs, one clause is missing. */
static void encode_MISCOUNTED(const struct constraint *c, struct cnf *f)
{
    encodings_subsets(c, f, RIGHT, (int)c->hi + 1, -1, 0);
    if (!f->put && c->n > 11) f->made.clauses--;
}

static void test_right(void **state)
{
    (void)state;
    encodings_expect((struct encoder){.encode = encode_RIGHT,
                                      .count = count_RIGHT,
                                      .monotone = true,
                                      .parsimonious = true,
                                      .strength = STRENGTH_GAC},
                     NULL);
    encodings_expect((struct encoder){.encode = encode_CONFLICT_MISSED, .count = count_CONFLICT_MISSED}, NULL);
    encodings_expect((struct encoder){.encode = encode_FORCED_MISSED, .strength = STRENGTH_CONSISTENCY}, NULL);
    encodings_expect((struct encoder){.encode = encode_VARIABLE_IDLE, .strength = STRENGTH_GAC}, NULL);
}

static void test_incorrect(void **state)
{
    (void)state;
    encodings_expect((struct encoder){.encode = encode_TOO_STRICT}, "ought to be allowed but is refused");
    encodings_expect((struct encoder){.encode = encode_TOO_LAX}, "ought to be refused but is allowed");
    encodings_expect((struct encoder){.encode = encode_SIGNS_FORGOTTEN}, "x=");
}

static void test_strength(void **state)
{
    (void)state;
    encodings_expect((struct encoder){.encode = encode_CONFLICT_MISSED, .strength = STRENGTH_CONSISTENCY},
                     "misses a conflict");
    encodings_expect((struct encoder){.encode = encode_FORCED_MISSED, .strength = STRENGTH_GAC},
                     "misses a forced input");
}

static void test_parsimonious(void **state)
{
    (void)state;
    encodings_expect((struct encoder){.encode = encode_VARIABLE_IDLE, .parsimonious = true}, "extends in several ways");
}

static void test_size(void **state)
{
    (void)state;
    encodings_expect((struct encoder){.encode = encode_MISCOUNTED, .cost = "C(n,k+1) clauses"}, "a dry run counts");
}

static void test_form(void **state)
{
    (void)state;
    encodings_expect((struct encoder){.encode = encode_VARIABLE_TAKEN}, "that the sink did not count");
    encodings_expect((struct encoder){.encode = encode_VARIABLE_UNKNOWN}, "does not exist");
    encodings_expect((struct encoder){.encode = encode_VARIABLE_TWICE}, "occurs twice");
}

static void test_encodings_count(void **state)
{
    (void)state;
    struct encoder e = {.encode = encode_RIGHT, .strength = STRENGTH_GAC};
    e.count = count_COUNTED_EARLY;
    encodings_expect(e, "ought to be allowed but is refused");
    e.count = count_COUNTED_LATE;
    encodings_expect(e, "counting up with a false output 1");
    e.count = count_TOO_LAX;
    encodings_expect(e, "ought to be refused but is allowed");
    e.count = count_VALUE_SKIPPED;
    encodings_expect(e, "has no output");
    e.count = count_SUM_CAPPED;
    encodings_expect(e, "with no bound above");
    e.count = count_FORCED_MISSED;
    encodings_expect(e, "counting up, sum at most");
    e.count = count_BOUNDS_EXCLUSIVE;
    encodings_expect(e, NULL);
    e.monotone = true;
    encodings_expect(e, "the outputs refuse the bound");
}

/* ---- encoders that are wrong for long constraints only ----------------------------------------- */

extern const struct encoder card_totalizer, card_pairwise;
enum { LONG = 20 };

static void encode_LONG_STRICT(const struct constraint *c, struct cnf *f)
{
    card_totalizer.encode(c, f);
    if (c->n > LONG) cnf_1(f, -c->x[LONG]);
}

static void encode_LONG_LAX(const struct constraint *c, struct cnf *f)
{
    struct constraint d = *c;
    if (c->n > LONG && c->hi < c->n) d.hi++;
    if (d.hi < d.n) card_totalizer.encode(&d, f);
}

/* Correct, but under each other value of an idle variable. */
static void encode_LONG_WEAK(const struct constraint *c, struct cnf *f)
{
    struct cnf_guard g;
    if (c->n <= LONG) {
        card_totalizer.encode(c, f);
        return;
    }
    lit z = cnf_var(f);
    for (int sign = -1; sign <= 1; sign += 2) {
        cnf_guard_begin(&g, f, sign * z);
        card_totalizer.encode(c, &g.cnf);
        cnf_guard_end(&g);
    }
}

static void encode_LONG_IDLE(const struct constraint *c, struct cnf *f)
{
    card_pairwise.encode(c, f);
    if (c->n > 5) cnf_var(f);
}

static void count_LONG_LATE(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    card_totalizer.count(c, d, f, out);
    if (c->n > LONG) out->v[out->n - 1].y = out->v[0].y;
}

static void test_wrong_at_length(void **state)
{
    (void)state;
    struct encoder e = card_totalizer;
    encodings_expect(e, NULL);
    e.encode = encode_LONG_STRICT;
    encodings_expect(e, "card_trial"); /* the audit ends after a few faults, which may all be inputs that are fixed */
    e.both = false;
    e.encode = encode_LONG_LAX;
    e.strength = STRENGTH_NONE;
    e.count = NULL;
    encodings_expect(e, "ought to be refused but is allowed");
    e.strength = STRENGTH_CONSISTENCY;
    encodings_expect(e, "misses a conflict");
    e.encode = encode_LONG_WEAK;
    encodings_expect(e, "misses a conflict");
    e.strength = STRENGTH_NONE;
    encodings_expect(e, NULL);
    e = card_totalizer;
    e.count = count_LONG_LATE;
    encodings_expect(e, "counting");
    e = card_pairwise;
    e.encode = encode_LONG_IDLE;
    encodings_expect(e, "extends in several ways");
}

/* ---- the meaning of partial assignments -------------------------------------------------------- */

/* Total assignments by the text of constraint.h; of graphs they are audit_extends's. */
static bool encodings_holds(const struct constraint *c, const signed char *given)
{
    int64_t sum = 0, value[AUDIT_INPUTS];
    if (c->kind == CONN) return audit_extends(c, given);
    for (int i = 0; i < c->n; i++) {
        int64_t heavier = 0;
        for (int j = 0; j < c->n && c->group; j++) {
            if (j == i || c->group[i] != c->group[j] || given[i] < 0) continue;
            if (!c->chain && given[j] > 0) return false;
            if (c->chain && c->w[j] < c->w[i] && given[j] < 0) return false;
            if (c->chain && c->w[j] > c->w[i] && given[j] > 0) heavier++;
        }
        if (given[i] > 0 && !heavier) sum += c->w ? c->w[i] : 1;
    }
    if (c->kind == XOR) return (sum & 1) == c->lo;
    if (c->kind <= PB) return c->lo <= sum && sum <= c->hi;
    for (int i = 0, at = 0; i < c->integers; at += c->integer[i++].n) {
        signed char bits[AUDIT_INPUTS + 1];
        for (int k = 0; k < c->integer[i].n; k++) bits[k + 1] = given[at + k];
        const struct integer *it = &c->integer[i];
        value[i] = model_int_read(it->form, it->lo, it->hi, 1, (struct values){bits, it->n});
        if (value[i] == INT64_MIN) return false;
        for (int j = 0; j < i; j++)
            if (value[i] == value[j]) return false;
    }
    return true;
}

/* Every partial assignment extends if and only if one of those with the next input given does. */
static bool extends_as_its_cases(const struct constraint *c, signed char *given, int i)
{
    bool extends = false;
    if (i == c->n) return encodings_holds(c, given);
    for (int sign = -1; sign <= 1; sign += 2) {
        given[i] = (signed char)sign;
        extends |= extends_as_its_cases(c, given, i + 1);
    }
    given[i] = 0;
    if (extends != audit_extends(c, given)) fail_msg("n=%d lo=%d hi=%d i=%d", c->n, (int)c->lo, (int)c->hi, i);
    return extends;
}

static void test_extends(void **state)
{
    (void)state;
    struct random r = {encodings_seed()};
    for (int turn = 0; turn < 3000; turn++) {
        struct constraint c = {.kind = (enum kind)(turn % KINDS), .n = 1 + random_below(&r, 7)};
        struct graph_edge edge[8];
        int64_t w[7], most = 1 + random_below(&r, 9);
        int group[7], n = 0;
        signed char given[AUDIT_INPUTS] = {0};
        struct integer it[3];
        for (int i = 0; i < c.n; i++) {
            w[i] = 1 + random_below(&r, (int)most);
            group[i] = random_below(&r, c.n);
        }
        if (c.kind == PB) c.w = w;
        if (c.kind == PB && random_below(&r, 2)) c.group = group;
        if (c.group && random_below(&r, 2)) {
            c.chain = true;
            for (int i = 0; i < c.n; i++) w[i] = 1 + i + 7 * random_below(&r, 3); /* differ */
        }
        int64_t total = constraint_total(&c);
        c.lo = c.kind == AMO ? 0 : random_below(&r, (int)total + 1);
        c.hi = c.kind == AMO ? 1 : c.lo + random_below(&r, (int)(total - c.lo) + 1);
        if (c.kind == XOR) c.lo = c.hi = random_below(&r, 2);
        c.edge = edge;
        for (; c.kind == CONN && c.edges < 8; c.edges++)
            edge[c.edges] = (struct graph_edge){random_below(&r, c.n), random_below(&r, c.n)};
        if (c.kind == INT || c.kind == ALLDIFF) {
            enum int_form form = (enum int_form)random_below(&r, FORMS);
            c.integers = c.kind == INT ? 1 : 1 + random_below(&r, 3);
            for (int i = 0; i < c.integers; i++) {
                int lo = random_below(&r, 3), hi = lo + 1 + random_below(&r, 3);
                it[i] = (struct integer){.lo = lo, .hi = hi, .form = form, .n = integer_literals(form, lo, hi)};
                n += it[i].n;
            }
            c.integer = it;
            c.n = n;
        }
        if (c.n <= 9) extends_as_its_cases(&c, given, 0);
    }
}

/* ---- formulas of the literature --------------------------------------------------------------- */

static struct size size_of(enum kind kind, const char *word, int n, int k)
{
    struct encoding e;
    struct text err = {0};
    assert_true(encoder_parse(kind, word, &e, &err));
    lit *x = mem_new((size_t)n, sizeof *x);
    for (int i = 0; i < n; i++) x[i] = i + 1;
    struct constraint c = {.kind = kind, .n = n, .x = x, .lo = kind == XOR, .hi = k, .tuning = e.tuning};
    struct size s = encoder_size(e.encoder, &c, 0, NULL);
    mem_free(x);
    return s;
}

static int64_t binomial(int64_t n, int64_t k)
{
    int64_t b = 1;
    for (int64_t i = 0; i < k; i++) b = b * (n - i) / (i + 1);
    return b;
}

/* A sink that only counts is counted in by formulas: they agree with the clauses of one that takes them. */
static void keep_nothing(struct cnf *self, const lit *c, int n)
{
    (void)self;
    (void)c;
    assert_true(n >= 0);
}

static void same_size(const struct encoder *e, const struct constraint *c)
{
    struct text err = {0};
    if (e->feasible && !e->feasible(c, &err)) {
        text_release(&err);
        return;
    }
    const struct size counted = encoder_size(e, c, 0, NULL);
    struct cnf real = encoder_counter(c, NULL);
    real.put = keep_nothing;
    e->encode(c, &real);
    assert_int_equal(counted.vars, real.made.vars);
    assert_int_equal(counted.clauses, real.made.clauses);
    assert_int_equal(counted.literals, real.made.literals);
}

static void test_counted(void **state)
{
    (void)state;
    struct random random = {1};
    enum { MOST = 300 };
    lit x[MOST];
    int64_t w[MOST];
    int group[MOST];
    for (int i = 0; i < MOST; i++) x[i] = i + 1;
    for (int n = 2; n <= MOST; n += n < 20 ? 1 : 1 + n / 3)
        for (int i = 0, k; encoders[i]; i++)
            for (k = encoders[i]->kind == CARD ? 1 : n; k < n; k += n < 20 ? 1 : 1 + n / 5) {
                struct constraint c = {.kind = CARD, .n = n, .x = x, .hi = k};
                same_size(encoders[i], &c);
                c.lo = encoders[i]->both ? random_below(&random, k + 1) : 0;
                same_size(encoders[i], &c);
                if (encoders[i]->both) c.hi = n;
                if (c.lo) same_size(encoders[i], &c);
            }
    for (int round = 0; round < (getenv("QUICK") ? 100 : 1000); round++)
        for (int i = 0; encoders[i]; i++) {
            struct constraint c = {
                .kind = PB, .n = 2 + (int)random_below(&random, round % 10 ? 12 : 60), .x = x, .w = w};
            int top = 1 + random_below(&random, 1 + round % 97);
            int64_t total = 0, heaviest = 0;
            for (int j = 0; j < c.n; j++) {
                total += w[j] = 1 + random_below(&random, top);
                heaviest = w[j] > heaviest ? w[j] : heaviest;
                group[j] = random_below(&random, c.n);
            }
            if (encoders[i]->kind != PB || heaviest >= total) continue;
            c.hi = heaviest + random_below(&random, (int)(total - heaviest));
            if (encoders[i]->groups && round % 3 == 0) c.group = group;
            same_size(encoders[i], &c);
            c.lo = encoders[i]->both ? random_below(&random, (int)c.hi + 1) : 0;
            same_size(encoders[i], &c);
        }
}

/* ---- what auto chooses ------------------------------------------------------------------------ */

/* Clauses and auxiliaries of both sides, encoded in full; INT64_MAX: not feasible, or more clauses than `most` a side. */
static int64_t full_trial(const char *name, const struct constraint *c, int64_t most, int64_t foreseen)
{
    const struct encoder *e = lower_auto_find(name);
    const int64_t total = constraint_total(c);
    int64_t cost = 0;
    for (int high = 0; high < 2; high++) {
        struct constraint side = *c;
        struct text err = {0};
        if (!e->both) side.lo = 0;
        if (!e->both && !high) side.hi = total - c->lo;
        if (e->both ? high : side.hi >= total) continue;
        side.tuning.most = foreseen;
        const bool fits = !e->feasible || e->feasible(&side, &err);
        text_release(&err);
        if (!fits) return INT64_MAX;
        side.tuning.most = 0;
        struct cnf real = encoder_counter(&side, NULL);
        real.put = keep_nothing;
        e->encode(&side, &real);
        if (real.made.clauses > most) return INT64_MAX;
        cost += real.made.clauses + real.made.vars;
    }
    return cost;
}

/* The strongest of the smallest; of a long constraint its blocks, if they are at most 8 times as large. */
static const char *full_choice_of_card(const struct constraint *c)
{
    static const char *const strong[] = {"card_bdd",    "card_blocks",   "card_knuth",    "card_merge4",
                                         "card_ncube",  "card_network",  "card_pairwise", "card_seqcounter",
                                         "card_sorter", "card_totalizer"};
    const char *best = NULL;
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < sizeof strong / sizeof *strong; i++) {
        const int64_t cost = full_trial(strong[i], c, INT64_MAX, 0);
        if (cost < least) best = strong[i];
        if (cost < least) least = cost;
    }
    const int64_t blocks = c->n < 32 ? INT64_MAX : full_trial("card_blocks", c, INT64_MAX, 0);
    return blocks < INT64_MAX && blocks / 8 <= least ? "card_blocks" : best;
}

/* The decision list of bench/results/pb-rule.md, for weights without groups. */
static const char *full_choice_of_pb(const struct constraint *c, int64_t share)
{
    const bool equation = c->lo == c->hi, apart = !equation && c->lo > 0 && c->hi < constraint_total(c);
    const char *modest[] = {"pb_dpw", "pb_mtotalizer", "pb_adder", NULL},
               *strong[] = {"pb_bdd", "pb_gte", "pb_seqweight"};
    if (equation) modest[0] = "pb_columns";
    if (equation) modest[1] = "pb_adder";
    if (equation || apart) strong[0] = "pb_mdd";
    int64_t size = INT64_MAX, least = INT64_MAX;
    int k = 0;
    for (; size == INT64_MAX; k++)
        size = strcmp(modest[k], "pb_adder") ? full_trial(modest[k], c, 2 * share, 8 * share) : 0;
    const int64_t near = equation ? 4 : 2, top = share < 1 << 16 ? share : 1 << 16;
    const int64_t most = k == 1 && near * size < top ? near * size : top;
    const char *best = NULL;
    for (int i = 0; i < (equation || apart ? 1 : 3); i++) {
        const int64_t cost = full_trial(strong[i], c, most, most);
        if (cost >= least || cost > most) continue;
        least = cost;
        best = strong[i];
    }
    return best || apart ? best : modest[k - 1];
}

static void test_auto_choice(void **state)
{
    (void)state;
    enum { MOST = 200 };
    struct random random = {1};
    lit x[MOST];
    int64_t w[MOST];
    for (int i = 0; i < MOST; i++) x[i] = i + 1;
    for (int round = 0; round < (getenv("QUICK") ? 400 : 4000); round++) {
        const int n = 3 + random_below(&random, round % 20 ? 40 : MOST - 3), heavy = 1 + random_below(&random, 100);
        struct constraint c = {.kind = round % 2 ? PB : CARD, .n = n, .x = x};
        int64_t total = c.kind == CARD ? n : 0, least = 1;
        for (int i = 0; i < n && c.kind == PB; i++) {
            total += w[i] = 1 + random_below(&random, heavy);
            least = w[i] > least ? w[i] : least;
        }
        if (least >= total) continue;
        if (c.kind == PB) c.w = w;
        c.hi = least + random_below(&random, (int)(total - least));
        if (round % 3 == 0) c.lo = random_below(&random, (int)c.hi + 1);
        if (round % 12 < 2) c.lo = c.hi;
        const double squares = random_below(&random, 2) ? 0 : (double)n * n * (1 + random_below(&random, 3000));
        const double part = (1 << 19) * ((double)n * n / (squares > 1 ? squares : 1));
        const int64_t share = part > 1 << 19 ? 1 << 19 : part < 256 ? 256 : (int64_t)part;
        struct cnf f = cnf_counter(n);
        const struct encoder *e = lower_auto_choose(&c, squares, &f).encoder;
        const char *full = c.kind == PB ? full_choice_of_pb(&c, share) : full_choice_of_card(&c);
        assert_int_equal(!e, !full);
        if (e) assert_string_equal(e->name, full);
    }
}

static void test_amo_formulas(void **state)
{
    (void)state;
    for (int n = 2; n <= 300; n++) {
        int64_t ladder = 3 * n - 4, product = size_of(AMO, "product", n, 1).clauses;
        assert_int_equal(size_of(AMO, "pairwise", n, 1).clauses, n * (n - 1) / 2);
        assert_int_equal(size_of(AMO, "ladder", n, 1).clauses, ladder);
        assert_int_equal(size_of(AMO, "ladder", n, 1).vars, n - 1);
        assert_int_equal(size_of(AMO, "bitwise", n, 1).clauses, n * log2_ceil((uint64_t)n));
        int64_t grid = size_of(AMO, "grid", n, 1).clauses;
        assert_true(grid <= product && grid <= ladder);
        if (n > 10) assert_true(grid < product);
        if (n == 16 * 16) assert_int_equal(product, 2 * 256 + 2 * (2 * 16 + 2 * 6));
    }
}

/* 2n + 2 sqrt(2n) + O(n^(1/3)), and never below what any encoding needs. */
static void test_grid_formula(void **state)
{
    (void)state;
    for (int n = 3; n < 2000000; n += n / 7 + 1) {
        double grid = (double)size_of(AMO, "grid", n, 1).clauses, over = grid - 2.0 * n - 2 * sqrt(2.0 * n);
        if (n > 10) assert_true(over < 10 * cbrt(n));
        if (n > 6) assert_true(grid >= 2.0 * n + sqrt(n + 1.0) - 2); /* fewer suffice for 6 and below */
    }
}

/* What the audit's few inputs never need: at n = 2000 a chain of more than five parts, at 30,000 parts that are grids. Each
 * input that is tried makes all others false, and all may be false. */
static void test_amo_large(void **state)
{
    (void)state;
    const char *words[] = {"ladder", "product", "grid"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        for (int n = 2000; n <= (getenv("QUICK") ? 2000 : 30000); n *= 15) {
            struct encoding e;
            struct text err = {0};
            assert_true(encoder_parse(AMO, words[k], &e, &err));
            struct cnf_buffer b;
            b = cnf_buffer_of(n);
            lit *x = mem_new((size_t)n, sizeof *x);
            for (int i = 0; i < n; i++) x[i] = i + 1;
            struct constraint c = {.kind = AMO, .n = n, .x = x, .hi = 1, .tuning = e.tuning};
            e.encoder->encode(&c, &b.cnf);
            struct size foreseen = encoder_size(e.encoder, &c, 0, NULL);
            assert_int_equal(b.cnf.made.clauses, foreseen.clauses);
            assert_int_equal(b.cnf.made.literals, foreseen.literals);
            assert_int_equal(b.cnf.vars, n + foreseen.vars);
            struct propagator p;
            propagator_init(&p, &b);
            for (int i = n - 1; i >= 0; i -= n / 41) {
                assert_true(propagator_assign(&p, x[i]));
                for (int j = 0; j < n; j++) assert_int_equal(propagator_value(&p, x[j]), j == i ? 1 : -1);
                propagator_undo(&p, 0);
            }
            for (int i = 0; i < n; i++) assert_true(propagator_assign(&p, -x[i]));
            propagator_release(&p);
            cnf_buffer_release(&b);
            mem_free(x);
        }
}

static void test_card_formulas(void **state)
{
    (void)state;
    for (int n = 2; n <= 33; n++)
        for (int k = 1; k < n; k++) {
            assert_int_equal(size_of(CARD, "seqcounter", n, k).clauses, 2 * n * k + n - 3 * k - 1);
            assert_int_equal(size_of(CARD, "seqcounter", n, k).vars, (n - 1) * k);
            assert_int_equal(size_of(CARD, "knuth", n, k).clauses, 2 * n * k + n - 2 * k * k - 2 * k);
            assert_int_equal(size_of(CARD, "knuth", n, k).vars, (n - k) * k);
            assert_int_equal(size_of(CARD, "bdd", n, k).clauses, 2 * (n - k) * (k + 1) - k);
            if (n <= 14) assert_int_equal(size_of(CARD, "pairwise", n, k).clauses, binomial(n, k + 1));
            int64_t parallel = 7 * n - 3 * log2_floor((uint64_t)n) - 6;
            assert_true(size_of(CARD, "parallel", n, k).clauses <= parallel);
        }
    for (int m = 2; m <= 6; m++) {
        int n = 1 << m, comparators = (m * m - m + 4) * (1 << (m - 2)) - 1;
        assert_int_equal(size_of(CARD, "sorter", n, n / 2).clauses, 3 * comparators + 1);
        assert_int_equal(size_of(CARD, "sorter", n, n / 2).vars, 2 * comparators);
    }
}

static void test_xor_formulas(void **state)
{
    (void)state;
    for (int n = 3; n <= 200; n++) {
        assert_int_equal(size_of(XOR, "cut:3", n, 1).clauses, 4 * (n - 2));
        assert_int_equal(size_of(XOR, "cut:3", n, 1).vars, n - 3);
        if (n % 2) continue;
        assert_int_equal(size_of(XOR, "cut:4", n, 1).clauses, 4 * (n - 2));
        assert_int_equal(size_of(XOR, "cut:4", n, 1).vars, (n - 2) / 2 - 1);
    }
    for (int n = 2; n <= 16; n++) assert_int_equal(size_of(XOR, "direct", n, 1).clauses, 1 << (n - 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encodings_registered),
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_incorrect),
        cmocka_unit_test(test_strength),
        cmocka_unit_test(test_parsimonious),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_form),
        cmocka_unit_test(test_encodings_count),
        cmocka_unit_test(test_wrong_at_length),
        cmocka_unit_test(test_extends),
        cmocka_unit_test(test_counted),
        cmocka_unit_test(test_auto_choice),
        cmocka_unit_test(test_amo_formulas),
        cmocka_unit_test(test_grid_formula),
        cmocka_unit_test(test_card_formulas),
        cmocka_unit_test(test_xor_formulas),
        cmocka_unit_test(test_amo_large),
    };
    return cmocka_run_group_tests_name("encodings", tests, NULL, NULL);
}
