/* The audit's reader of costs reads what people write, and the audit refutes each cost that is false: those of all encoders, changed. */
#include "extras/audit/audit.h"

#include "testlib/testlib.h"

#include <math.h>

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
        struct cost r = {.s = known[i].s, .n = 10, .k = 1};
        double value = cost_formula(&r);
        assert_non_null(r.s);
        assert_int_equal(*r.s, 0);
        assert_true(fabs(value - known[i].value) < 1e-9);
    }
    static const char *const bad[] = {"n (k",
                                      "n (k clauses",
                                      "n",
                                      "O(n clauses",
                                      "n clauses, k+ variables",
                                      "n clauses for n = 2^m or so",
                                      "about clauses",
                                      "n clauses for n >",
                                      "n clauses for n > 6 of",
                                      "n clauses for n > 6 lines"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct cost r = {.s = bad[i], .n = 10, .k = 1};
        struct cost_claim claim;
        while (cost_next(&r, &claim)) continue;
        assert_null(r.s);
    }
}

static void test_conditions(void **state)
{
    (void)state;
    static const struct {
        const char *s;
        bool holds;
    } known[] = {
        {"n clauses", true},
        {"n clauses for n = 2^m", true},
        {"n clauses for n = 3^m", false},
        {"n clauses for n > 7 integers", true},
        {"n clauses for n > 8 integers", false},
        {"n clauses for n >= 8 integers of d > n values", true},
        {"n clauses for n >= 8 integers of d > 9 values", false},
        {"n clauses for n > 9 connected vertices and e edges", false},
        {"n clauses for n = 8 connected vertices and e edges", true},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct cost r = {.s = known[i].s, .n = 8, .d = 9, .e = 12};
        struct cost_claim claim;
        assert_int_equal(cost_applies(&r), known[i].holds);
        assert_true(cost_next(&r, &claim) && claim.kind == COST_EXACT && claim.value == 8);
        assert_false(cost_next(&r, &claim));
        assert_non_null(r.s);
    }
}

/* The sizes of views that the heads of encodings/int_*.c state, which `.cost` does not. */
static void test_views(void **state)
{
    (void)state;
    for (int i = 0; encoders[i]; i++)
        for (int d = 2; d < 70 && encoders[i]->kind == INT; d++) {
            enum int_form form = encoders[i]->form;
            lit x[70], out[70];
            int own = integer_literals(form, 0, d - 1);
            for (int k = 0; k < own; k++) x[k] = k + 1;
            struct integer it = {.hi = d - 1, .form = form, .x = x, .n = own};
            for (int to = FORM_DIRECT; to <= FORM_ORDER; to++) {
                struct cnf f = cnf_counter(own);
                if (to == (int)form) continue;
                encoders[i]->view(&it, (enum int_form)to, out, &f);
                int vars = form == FORM_DIRECT ? d - 1 : form == FORM_ORDER ? d - 2 : d;
                int clauses = form == FORM_DIRECT ? 4 * d - 4 : form == FORM_ORDER ? 3 * (d - 2) : d * (own + 1) + 1;
                if (form == FORM_LOG && to == FORM_ORDER) {
                    vars += d - 1;
                    clauses += 4 * d - 4;
                }
                assert_int_equal(f.made.vars, vars);
                assert_int_equal(f.made.clauses, clauses);
            }
        }
}

/* The sizes of what the audit encodes to judge an encoder's cost, in this order: they are the same for each of its false costs,
 * and computed for the first of them. */
static struct recorded {
    const struct encoder *encoder;
    struct {
        int64_t inputs, bound;
        struct size size;
    } call[1 << 14];
    int calls, at;
} recorded;

static void encode_recorded(const struct constraint *c, struct cnf *f)
{
    int at = recorded.at++;
    assert_in_range(at, 0, sizeof recorded.call / sizeof *recorded.call - 1);
    if (at < recorded.calls && c->kind > XOR) { /* the audit looks at the clauses of these, too */
        recorded.encoder->encode(c, f);
        return;
    }
    if (at == recorded.calls) {
        struct size before = f->made;
        recorded.encoder->encode(c, f);
        struct size *size = &recorded.call[at].size;
        *size = f->made;
        size_add(size, (struct size){-before.vars, -before.clauses, -before.literals});
        recorded.call[at].inputs = c->n;
        recorded.call[at].bound = c->hi;
        recorded.calls++;
        return;
    }
    assert_int_equal(recorded.call[at].inputs, c->n);
    assert_int_equal(recorded.call[at].bound, c->hi);
    f->vars += (int)recorded.call[at].size.vars;
    size_add(&f->made, recorded.call[at].size);
}

/* Does the audit refute e, if this were its cost? */
static bool refuted(const struct encoder *e, const char *cost, struct text *why)
{
    struct encoder other = *e;
    struct audit a;
    if (recorded.encoder != e) recorded.calls = 0;
    recorded.encoder = e;
    recorded.at = 0;
    other.encode = encode_recorded;
    other.cost = cost;
    audit_init(&a, &other);
    audit_cost(&a);
    text_clear(why);
    text_put(why, text_string(&a.report));
    bool faults = a.faults;
    audit_release(&a);
    return faults;
}

/* A claim made false: its formula between two pieces of text. */
struct change {
    enum cost_kind kind;
    const char *before, *behind;
};

/* Appends `cost` with claim number `at` changed; false: there is no such claim, of that kind and about more than nothing. */
static bool changed(const char *cost, int at, const struct change *change, struct text *out)
{
    static const char *const words[] = {[COST_AT_MOST] = "at most ", [COST_ABOUT] = "about ", [COST_ORDER] = "O("};
    struct cost r = {.s = cost, .n = 10, .k = 5, .w = 7, .N = 3, .d = 9, .e = 12};
    struct cost_claim claim;
    const char *from = cost;
    for (int i = 0; i <= at; i++) {
        from = r.s;
        if (!cost_next(&r, &claim)) return false;
    }
    if (claim.kind != change->kind || claim.value == 0) return false;
    from += strspn(from, ",; ");
    if (words[claim.kind]) from += strlen(words[claim.kind]);
    struct cost formula = {.s = from, .n = 10, .k = 5, .w = 7, .N = 3, .d = 9, .e = 12};
    cost_formula(&formula);
    size_t n = (size_t)(formula.s - from);
    while (n && from[n - 1] == ' ') n--;
    text_clear(out);
    text_bytes(out, cost, (size_t)(from - cost));
    text_put(out, change->before);
    text_bytes(out, from, n);
    text_add(out, "%s%s", change->behind, from + n);
    return true;
}

/* Each claim of each encoder, made false in several ways; two of them are false beyond 512 inputs only. */
static void test_planted(void **state)
{
    (void)state;
    static const struct change changes[] = {
        {COST_EXACT, "", "+1"},      {COST_EXACT, "", "-1"},       {COST_EXACT, "", "+floor(n/600)"},
        {COST_ABOUT, "2(", ")"},     {COST_ABOUT, "(", ")/2"},     {COST_ABOUT, "(", ")(1+floor(n/600))"},
        {COST_AT_MOST, "100(", ")"}, {COST_AT_MOST, "(", ")/100"}, {COST_ORDER, "n^2 (", ")"},
        {COST_ORDER, "(", ")/n"},
    };
    struct text cost = {0}, why = {0};
    int planted = 0;
    for (int i = 0; encoders[i]; i++)
        for (size_t k = 0; k < sizeof changes / sizeof *changes; k += getenv("QUICK") ? 2 : 1)
            for (int at = 0; at < 4; at++) {
                if (getenv("QUICK") && encoders[i]->kind == PB) break;
                bool late = strstr(changes[k].behind, "600"); /* what is exponential or no sum is not tried so far */
                bool tried = encoders[i]->kind <= XOR && !strstr(encoders[i]->cost, "2^(n-1)") &&
                             !strstr(encoders[i]->cost, "C(n,k+1)");
                if (!changed(encoders[i]->cost, at, &changes[k], &cost) || (late && !tried)) continue;
                planted++;
                if (!refuted(encoders[i], text_string(&cost), &why))
                    fail_msg("%s: '%s' passes", encoders[i]->name, text_string(&cost));
            }
    assert_true(planted > 40);
    const struct encoder *const *amo = encoders;
    while ((*amo)->kind != AMO) amo++;
    if (refuted(*amo, "n (k clauses", &why)) assert_says(text_string(&why), "cannot be read");
    text_release(&cost);
    text_release(&why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reader), cmocka_unit_test(test_conditions),
                                       cmocka_unit_test(test_views), cmocka_unit_test(test_planted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
