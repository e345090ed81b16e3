/* The `.cost` of every encoder is a formula for people; here it is read, evaluated and held against exact sizes.
 *
 * A cost is claims with ", " between them: [at most] FORMULA what, or about FORMULA what, or O(FORMULA) what, where what is `clauses`,
 * `variables` or `clauses and variables`; " for n = 2^m" behind all says that n is one. n inputs, k the bound, w the largest
 * weight, N < n the number behind the encoder's name, m = log2 n. A claim without a word before it is exact; an order must neither be
 * outgrown nor be far too large; no claim may be unreadable. */
#include "cnf/encoder.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- formulas ----------------------------------------------------------------------------------------------------------- */

struct reader {
    const char *s; /* what is left; NULL: it could not be read */
    double n, k, w, N;
};

static double sum(struct reader *r);

static void blanks(struct reader *r)
{
    while (r->s && *r->s == ' ') r->s++;
}

static bool eat(struct reader *r, const char *word)
{
    blanks(r);
    if (!r->s || strncmp(r->s, word, strlen(word)) != 0) return false;
    r->s += strlen(word);
    return true;
}

static double choose(double n, double k)
{
    double c = 1;
    for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
    return round(c);
}

static double power(struct reader *r);

static double call(struct reader *r, double (*f)(double))
{
    double times = eat(r, "^") ? strtod(r->s, (char **)&r->s) : 1;
    return pow(f(power(r)), times);
}

static double atom(struct reader *r)
{
    double a = 0;
    blanks(r);
    if (eat(r, "(")) {
        a = sum(r);
        if (!eat(r, ")")) r->s = NULL;
    } else if (eat(r, "C(")) {
        a = sum(r);
        if (!eat(r, ",")) r->s = NULL;
        a = choose(a, sum(r));
        if (!eat(r, ")")) r->s = NULL;
    } else if (eat(r, "log2") || eat(r, "log")) {
        a = call(r, log2);
    } else if (eat(r, "sqrt")) {
        a = call(r, sqrt);
    } else if (eat(r, "ceil")) {
        a = call(r, ceil);
    } else if (eat(r, "floor")) {
        a = call(r, floor);
    } else if (r->s && isdigit((unsigned char)*r->s)) {
        a = strtod(r->s, (char **)&r->s);
    } else if (r->s && *r->s && strchr("nkwNm", *r->s)) {
        char c = *r->s++;
        a = c == 'n' ? r->n : c == 'k' ? r->k : c == 'w' ? r->w : c == 'N' ? r->N : log2(r->n);
    } else {
        r->s = NULL;
    }
    return a;
}

static double power(struct reader *r)
{
    double a = atom(r);
    return eat(r, "^") ? pow(a, power(r)) : a;
}

/* What stands side by side is multiplied; a word ends it. */
static bool more_factors(struct reader *r)
{
    blanks(r);
    if (!r->s || strncmp(r->s, "clauses", 7) == 0 || strncmp(r->s, "variables", 9) == 0) return false;
    return *r->s && (isdigit((unsigned char)*r->s) || strchr("(nkwNmC", *r->s) || strncmp(r->s, "log", 3) == 0 ||
                     strncmp(r->s, "sqrt", 4) == 0 || strncmp(r->s, "ceil", 4) == 0 || strncmp(r->s, "floor", 5) == 0);
}

static double product(struct reader *r)
{
    double a = power(r);
    while (r->s)
        if (eat(r, "/"))
            a /= power(r);
        else if (more_factors(r))
            a *= power(r);
        else
            break;
    return a;
}

static double sum(struct reader *r)
{
    double a = product(r);
    while (r->s)
        if (eat(r, "+"))
            a += product(r);
        else if (eat(r, "-"))
            a -= product(r);
        else
            break;
    return a;
}

/* ---- claims ------------------------------------------------------------------------------------------------------------- */

enum claim { EXACT, AT_MOST, ABOUT, ORDER };

/* One claim from r->s on: its kind, its value, and whom it is about. */
static enum claim claim(struct reader *r, double *value, bool *clauses, bool *vars)
{
    enum claim kind = eat(r, "at most ") ? AT_MOST : eat(r, "about ") ? ABOUT : eat(r, "O(") ? ORDER : EXACT;
    *value = eat(r, "no ") ? 0 : sum(r);
    if (kind == ORDER && !eat(r, ")")) r->s = NULL;
    *clauses = eat(r, "clauses");
    *vars = (!*clauses || eat(r, "and ")) && eat(r, "variables");
    if (!*clauses && !*vars) r->s = NULL;
    return kind;
}

/* How a claim fared over all constraints: real size / claimed size. */
struct fared {
    double small, large; /* the largest of it for small and for large n */
    double least;        /* the smallest, of large n */
    int tried;
};

struct trial {
    const struct encoder *e;
    struct tuning t;
    struct fared of[8][2];
    int claims, faults;
};

static void fault(struct trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(struct trial *t, const char *format, ...)
{
    char line[400];
    va_list args;
    if (t->faults++ >= 3) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    print_error("%s\n", line);
}

static void judge(struct trial *t, const struct constraint *c, int64_t heaviest, bool large)
{
    struct size size = encoder_size(t->e, c);
    struct reader r = {.s = t->e->cost, .n = c->n, .k = (double)c->hi, .w = (double)heaviest};
    r.N = t->t.size ? t->t.size : t->e->size_default ? t->e->size_default : ceil(c->n / 2.0);
    bool about[2];
    int at = 0;
    if (t->e->size_max && c->n <= r.N) return;
    if (strstr(t->e->cost, " for n = 2^m") && (c->n & (c->n - 1))) return;
    do {
        double value;
        enum claim kind = claim(&r, &value, &about[0], &about[1]);
        if (!r.s) fail_msg("%s: the cost '%s' cannot be read; see the top of this file", t->e->name, t->e->cost);
        for (int what = 0; what < 2; what++) {
            double real = (double)(what ? size.vars : size.clauses), ratio = value > 0  ? real / value
                                                                             : real > 0 ? INFINITY
                                                                                        : 1;
            struct fared *f = &t->of[at][what];
            if (!about[what]) continue;
            if (kind == EXACT && fabs(real - value) > 1e-6)
                fault(t, "%s: n %d, k %lld, N %g: %g, and by '%s' %g", t->e->name, c->n, (long long)c->hi, r.N, real,
                      t->e->cost, value);
            if (kind == AT_MOST && real > value + 1e-6)
                fault(t, "%s: n %d, k %lld, w %lld: %g, by '%s' at most %g", t->e->name, c->n, (long long)c->hi,
                      (long long)heaviest, real, t->e->cost, value);
            if (kind == ABOUT && large && (ratio < 0.75 || ratio > 1.25))
                fault(t, "%s: n %d, k %lld: %g, by '%s' about %g", t->e->name, c->n, (long long)c->hi, real, t->e->cost,
                      value);
            if (!f->tried++ || ratio < f->least) f->least = ratio;
            if (large && ratio > f->large) f->large = ratio;
            if (!large && ratio > f->small) f->small = ratio;
        }
        t->claims = ++at;
    } while ((eat(&r, ", ") || eat(&r, "; ")) && at < 8);
    if (*r.s && strcmp(r.s, " for n = 2^m") != 0 && strcmp(r.s, "for n = 2^m") != 0)
        fault(t, "%s: the cost '%s' cannot be read from '%s' on", t->e->name, t->e->cost, r.s);
}

static void verdict(struct trial *t)
{
    struct reader r = {.s = t->e->cost, .n = 10, .k = 5, .w = 7, .N = 3};
    for (int at = 0; at < t->claims; at++, eat(&r, ", ") || eat(&r, "; ")) {
        double value;
        bool about[2];
        enum claim kind = claim(&r, &value, &about[0], &about[1]);
        for (int what = 0; what < 2; what++) {
            const struct fared *f = &t->of[at][what];
            if (getenv("SHOW_COST") && about[what])
                print_message("%s %d %s: small %.3f large %.3f least %.3f tried %d\n", t->e->name, kind,
                              what ? "vars" : "clauses", f->small, f->large, f->least, f->tried);
            if (!about[what]) continue;
            assert_true(f->tried > 0);
            if (kind == ORDER && f->large > 1.5 * f->small)
                fault(t, "%s: '%s' is outgrown, from %g to %g", t->e->name, t->e->cost, f->small, f->large);
            if ((kind == ORDER || kind == AT_MOST) && f->large < 0.02 * f->small)
                fault(t, "%s: '%s' is far too large: from %g to %g of it", t->e->name, t->e->cost, f->small, f->large);
            if (kind == AT_MOST && fmax(f->small, f->large) < 0.02)
                fault(t, "%s: '%s' is never nearly reached: %g of it", t->e->name, t->e->cost,
                      fmax(f->small, f->large));
        }
    }
}

/* ---- constraints -------------------------------------------------------------------------------------------------------- */

enum { MOST = 512 };

static void one(struct trial *t, enum kind kind, int n, int64_t heaviest, int part, int parts)
{
    lit x[MOST];
    int64_t w[MOST], total = 0, top = 0;
    struct random r = {(uint64_t)n * 1000 + (uint64_t)heaviest};
    struct text err = {0};
    for (int i = 0; i < n; i++) {
        x[i] = i + 1;
        w[i] = kind == PB ? 1 + random_below(&r, (int)heaviest) : 1;
        top = w[i] > top ? w[i] : top;
        total += w[i];
    }
    int64_t k = kind == AMO || kind == XOR ? 1 : part < 0 ? -part : total * part / parts;
    if (kind == CARD && (k < 1 || k >= n)) return;
    if (kind == PB && (k < top || k >= total || top < 2)) return;
    struct constraint c = {
        .kind = kind, .n = n, .x = x, .w = kind == PB ? w : NULL, .lo = kind == XOR ? 1 : 0, .hi = k, .tuning = t->t};
    if (!t->e->feasible || t->e->feasible(&c, &err)) judge(t, &c, top, n >= (kind == PB ? 32 : kind == XOR ? 64 : 100));
    text_release(&err);
}

static void all(struct trial *t)
{
    static const int lengths[] = {2,  3,  4,  5,  6,  7,  8,  9,   10,  11,  12,  13,  15, 16,
                                  17, 24, 31, 32, 33, 48, 64, 100, 128, 200, 256, 400, 512};
    enum kind kind = t->e->kind;
    bool exponential = strstr(t->e->cost, "2^(n-1)") || strstr(t->e->cost, "C(n,k+1)");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int n = lengths[i];
        if (n > (exponential ? 16 : kind == PB ? 64 : MOST)) break;
        if (kind == AMO || kind == XOR) one(t, kind, n, 1, 1, 1);
        for (int part = -4; kind == CARD && part < 4; part++) one(t, kind, n, 1, part, 4);
        for (int64_t w = 2; kind == PB && w <= 128; w *= 4)
            for (int part = 1; part < 4; part++) one(t, kind, n, w, part, 4);
    }
}

static void test_costs(void **state)
{
    int faults = 0;
    (void)state;
    for (int i = 0; encoders[i]; i++) {
        static const int sizes[] = {0, 3, 4, 5, 8};
        for (size_t s = 0; s < (encoders[i]->size_max ? 5 : 1); s++) {
            struct trial t = {.e = encoders[i], .t.size = sizes[s]};
            all(&t);
            verdict(&t);
            assert_true(t.claims > 0);
            faults += t.faults;
        }
    }
    assert_int_equal(faults, 0);
}

/* The reader reads what people write, and the judge refuses what is false. */
static void test_reader(void **state)
{
    (void)state;
    static const struct {
        const char *s;
        double value;
    } known[] = {
        {"2nk+n-3k-1", 20 + 10 - 3 - 1 + 0},
        {"n(n-1)/2", 45},
        {"2^(n-1)", 512},
        {"C(n,k+1)", 45},
        {"n ceil(log2 n)", 40},
        {"3n-4 + 2^3^0", 28},
        {"n log^2 16", 160},
        {"2 sqrt(n-1)/3", 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct reader r = {.s = known[i].s, .n = 10, .k = 1};
        double value = sum(&r);
        assert_non_null(r.s);
        assert_int_equal(*r.s, 0);
        assert_true(fabs(value - known[i].value) < 1e-9);
    }
    struct reader bad = {.s = "n (k"};
    sum(&bad);
    assert_null(bad.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reader), cmocka_unit_test(test_costs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
