/* What encoders say of their variables suffices to derive their clauses: for each encoder, constraints are encoded with
 * a proof, which the checker accepts; each clause follows from its line; and a proof in which a clause lacks a literal is
 * refused, unless the shorter clause holds, too. */
#include "base/number.h"
#include "model/model_row.h"
#include "base/random.h"
#include "lower/lower.h"
#include "proof/cutting_planes.h"
#include "proof/derivation.h"
#include "solvers/solver.h"

#include "testlib/row_draw.h"
#include "testlib/testlib.h"

enum { SMALL = 12 /* inputs, of which all values are tried */, LARGE = 1 << 20 /* bytes of a proof that is damaged */ };
static const char TAIL[] = "output NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n";

struct encoded {
    struct model *m;
    struct text formula, proof, err;
    struct cnf_buffer clauses;
    struct derivation d;
    struct policy policy;
    const struct encoder *e;
};

static bool encoded_holds(struct encoded *k, const char *proof)
{
    struct cutting_planes p = {.formula = text_string(&k->formula), .proof = proof, .model = k->m, .numbered = true};
    text_clear(&k->err);
    return cutting_planes_check(&p, &k->err);
}

static void encoded_fail(struct encoded *k, const char *what)
{
    fprintf(stderr, "%s%s", text_string(&k->formula), text_string(&k->proof));
    fail_msg("%s: %s: %s", k->e->name, what, text_string(&k->err));
}

static void no_meaning(struct cnf *self, lit y, const struct constraint *c) {}

/* Whether the clauses are those that are made without a proof, for which auto leaves out some encoders. */
static void check_same(struct encoded *k)
{
    struct cnf_buffer plain = cnf_buffer_of(0);
    plain.cnf.means = no_meaning;
    assert_true(lower_model(k->m, &k->policy, NULL, &plain.cnf, &k->err));
    assert_int_equal(plain.cnf.made.clauses, k->clauses.cnf.made.clauses);
    assert_int_equal(plain.cnf.vars, k->d.cnf.vars);
    assert_int_equal(plain.lits.n, k->clauses.lits.n);
    assert_memory_equal(plain.lits.v, k->clauses.lits.v, (size_t)plain.lits.n * sizeof(lit));
    cnf_buffer_release(&plain);
}

/* Adds each clause once more, to follow from its line alone. */
static void check_lines(struct encoded *k)
{
    struct text all = {0};
    text_put(&all, text_string(&k->proof));
    for (int i = 0; i < k->clauses.cnf.made.clauses; i++) {
        const lit *c;
        int n = cnf_buffer_clause(&k->clauses, i, &c);
        text_put(&all, "rup ");
        for (int j = 0; j < n; j++) {
            lit x = derivation_name(&k->d, c[j]);
            text_add(&all, "1 %sx%d ", x < 0 ? "~" : "", lit_var(x));
        }
        text_add(&all, ">= 1 : ~ %lld;\n", (long long)k->d.clause[i]);
    }
    text_put(&all, TAIL);
    if (!encoded_holds(k, all.s)) encoded_fail(k, "a clause does not follow from its line");
    text_release(&all);
}

/* Whether the sums hold for some values of the new variables, which it sets: half the sum of an XOR, in binary, or else
 * whether the sum holds that the variable implies. */
static bool sums_hold(const struct model *m, struct values a)
{
    bool holds = true;
    for (int checks = 0; checks < 2; checks++) {
        struct row_sums s = row_sums_of(m);
        while (row_sums_next(&s)) {
            const int last = s.sum.x.n - 1;
            for (int i = s.row.n; !checks && s.row.kind == ROW_XOR && i <= last; i++)
                a.v[s.sum.x.v[i]] = values_sum(a, s.row.x, NULL, s.row.n) / 2 >> (i - s.row.n) & 1 ? 1 : -1;
            if (!checks && s.if_new && s.sum.x.v[last] > 0) a.v[s.sum.x.v[last]] = 1;
            const int64_t sum = values_sum(a, s.sum.x.v, s.sum.w, s.sum.x.n);
            const bool within = sum >= s.lo && sum <= s.hi;
            if (!checks && s.if_new && s.sum.x.v[last] > 0 && !within) a.v[s.sum.x.v[last]] = -1;
            holds = holds && (!checks || within);
        }
        row_sums_release(&s);
    }
    return holds;
}

/* Whether the clause holds under all values of the inputs that satisfy the model. */
static bool clause_holds(struct encoded *k, const struct lits *clause)
{
    int n = model_vars(k->m);
    struct values a = values_new((int)k->d.vars);
    bool holds = true;
    for (unsigned bits = 0; bits < 1u << n && holds; bits++) {
        for (int v = 1; v <= n; v++) a.v[v] = bits >> (v - 1) & 1 ? 1 : -1;
        if (!sums_hold(k->m, a)) continue;
        for (bool changed = true; changed;) { /* a definition may have a variable of a larger number */
            changed = false;
            for (int v = n + k->d.shift + 1; v < (int)k->d.vars; v++) {
                const struct derived r = k->d.row[k->d.var[v].when_true];
                const signed char before = a.v[v];
                __int128 sum = 0;
                a.v[v] = 1; /* what follows from the variable holds only if it is true */
                for (int i = 0; i < r.n; i++)
                    if (value_true(a, k->d.terms.x.v[r.start + i])) sum += k->d.terms.w[r.start + i];
                if (sum < r.degree) a.v[v] = -1;
                changed = changed || a.v[v] != before;
            }
        }
        holds = values_some(a, clause->v, clause->n);
    }
    values_release(&a);
    return holds;
}

/* The same of any size: whether a solver refutes its negation, the rows of the file, and the rows that say what each
 * variable means. */
static bool clause_refuted(struct encoded *k, const struct lits *clause)
{
    const struct derivation *d = &k->d;
    const int n = model_vars(k->m) + d->shift;
    struct model *m = model_new();
    struct solver *s = solver_open("cadical", "", 0, &k->err);
    struct policy policy = {0};
    struct lits rows = {0};
    for (int v = 1; v < (int)d->vars; v++) model_var(m, "v%d", v);
    for (int i = 1; i < d->of_row[model_rows(k->m)]; i++) lits_push(&rows, i);
    for (int v = n + 1; v < (int)d->vars; v++) {
        if (d->var[v].when_true) lits_push(&rows, d->var[v].when_true);
        if (d->var[v].when_false) lits_push(&rows, d->var[v].when_false);
    }
    for (int i = 0; i < rows.n; i++) {
        const struct derived r = d->row[rows.v[i]];
        model_pb(m, d->terms.x.v + r.start, d->terms.w + r.start, r.n, (int64_t)r.degree, INT64_MAX);
    }
    for (int i = 0; i < clause->n; i++) model_1(m, -clause->v[i]);
    assert_non_null(s);
    assert_true(lower_model(m, &policy, NULL, solver_sink(s), &k->err));
    const bool refuted = solver_solve(s, &k->err) == SOLVER_UNSAT;
    solver_close(s);
    model_free(m);
    lits_release(&rows);
    return refuted;
}

/* Leaves out a literal of a line that derives a clause. */
static void check_damage(struct encoded *k, struct random *r)
{
    struct text damaged = {0};
    struct lits clause = {0};
    int lines = 0, wanted, at = 0;
    for (const char *s = k->proof.s; (s = strstr(s, "\nrup ")); s++) lines++;
    if (!lines) return;
    wanted = random_below(r, lines);
    const char *s = k->proof.s;
    while ((s = strstr(s, "\nrup ")) && at++ < wanted) s++;
    const char *from = s + 5, *end = strchr(from, '>');
    for (const char *x = from; x < end; x = strchr(x + 2, ' ') + 1) {
        lit v = (lit)strtol(x + (x[2] == '~' ? 4 : 3), NULL, 10);
        lits_push(&clause, x[2] == '~' ? -v : v);
    }
    if (clause.n) {
        int gone = random_below(r, clause.n);
        text_bytes(&damaged, k->proof.s, (size_t)(from - k->proof.s));
        for (int i = 0; i < clause.n; i++)
            if (i != gone) text_add(&damaged, "1 %sx%d ", clause.v[i] < 0 ? "~" : "", lit_var(clause.v[i]));
        text_add(&damaged, "%s%s", end, TAIL);
        for (int i = gone; i + 1 < clause.n; i++) clause.v[i] = clause.v[i + 1];
        clause.n--;
        if (encoded_holds(k, damaged.s) &&
            !(model_vars(k->m) <= SMALL ? clause_holds(k, &clause) : clause_refuted(k, &clause))) {
            text_set(&k->proof, damaged.s);
            encoded_fail(k, "a clause that does not hold is accepted");
        }
    }
    lits_release(&clause);
    text_release(&damaged);
}

/* Makes the right side of a line of the file 1 larger: the checker finds that it is not the model's. */
static void check_forged(struct encoded *k, struct random *r)
{
    struct text forged = {0}, whole = k->formula, proof = {0};
    int lines = 0, wanted;
    for (const char *s = text_string(&whole); (s = strstr(s, "= ")); s++) lines++;
    if (!lines) return;
    const char *at = text_string(&whole);
    for (wanted = random_below(r, lines); (at = strstr(at, "= ")) && wanted; wanted--) at++;
    char *end;
    const long long number = strtoll(at + 2, &end, 10);
    text_bytes(&forged, whole.s, (size_t)(at + 2 - whole.s));
    text_add(&forged, "%lld%s", number + 1, end);
    text_add(&proof, "pseudo-Boolean proof version 3.0\nf %lld;\n%s", (long long)k->d.other - 1, TAIL);
    if (!encoded_holds(k, proof.s)) encoded_fail(k, "a proof without a line is refused");
    k->formula = forged;
    if (encoded_holds(k, proof.s)) encoded_fail(k, "another row is accepted");
    k->formula = whole;
    text_release(&forged);
    text_release(&proof);
}

/* With SAMPLES, a directory: writes the file and its proof there. */
static void keep_sample(const struct encoded *k, const char *proof)
{
    static int number;
    const char *dir = getenv("SAMPLES");
    struct text name = {0};
    for (int i = 0; dir && i < 2; i++) {
        text_clear(&name);
        text_add(&name, "%s/%s-%d.%s", dir, k->e->name, number, i ? "pbp" : "opb");
        FILE *out = fopen(name.s, "w");
        assert_non_null(out);
        fputs(i ? proof : text_string(&k->formula), out);
        assert_int_equal(fclose(out), 0);
    }
    number++;
    text_release(&name);
}

/* What the proofs of an encoder have, for a table. */
static struct {
    int constraints;
    int64_t clauses, red, pol, rup, bytes;
} table;

static void table_add(const struct encoded *k)
{
    const char *s = text_string(&k->proof);
    table.constraints++;
    table.clauses += k->clauses.cnf.made.clauses;
    table.bytes += (int64_t)k->proof.n;
    for (; s; s = (s = strchr(s, '\n')) ? s + 1 : NULL) {
        table.red += !strncmp(s, "red ", 4);
        table.pol += !strncmp(s, "pol ", 4);
        table.rup += !strncmp(s, "rup ", 4);
    }
}

/* With TABLE: a line of Markdown. */
static void table_print(const struct encoder *e)
{
    const int64_t lines = table.red + table.pol + table.rup;
    if (getenv("TABLE") && table.clauses)
        printf("| %s | %d | %lld | %.1f | %.0f | %.0f | %.0f | %.0f |\n", e->name, table.constraints,
               (long long)table.clauses, (double)lines / (double)table.clauses, 100 * (double)table.red / (double)lines,
               100 * (double)table.rup / (double)lines, 100 * (double)table.pol / (double)lines,
               (double)table.bytes / (double)table.clauses);
    memset(&table, 0, sizeof table);
}

static void encode_with_proof(struct model *m, const struct encoder *e, struct tuning tuning, struct random *r)
{
    struct encoded k = {.m = m, .e = e, .clauses = cnf_buffer_of(0), .policy = {.no_groups = true}};
    if (e->encode) k.policy.by_kind[e->kind] = (struct encoding){e, tuning};
    const struct cnf_buffer none = {0};
    derivation_formula(m, &none, &k.formula);
    derivation_begin(&k.d, m, &none, &k.clauses, &k.proof);
    if (!lower_model(m, &k.policy, NULL, &k.d.cnf, &k.err)) goto end; /* too large */
    check_same(&k);
    struct text whole = {0};
    text_add(&whole, "%s%s", text_string(&k.proof), TAIL);
    if (getenv("TABLE"))
        fprintf(stderr, "%s: n = %d, %lld clauses, %.2f lines a clause, %zu bytes, %lld without hints\n", e->name,
                model_vars(m), (long long)k.clauses.cnf.made.clauses,
                (double)k.d.next / (double)k.clauses.cnf.made.clauses, whole.n, (long long)k.d.guesses);
    if (!encoded_holds(&k, whole.s)) encoded_fail(&k, "the proof is refused");
    keep_sample(&k, whole.s);
    table_add(&k);
    text_release(&whole);
    check_lines(&k);
    check_forged(&k, r);
    for (int i = model_vars(m) <= SMALL ? 8 : !getenv("QUICK") && k.proof.n < LARGE ? 2 : 0; i > 0; i--)
        check_damage(&k, r);
end:
    derivation_release(&k.d);
    cnf_buffer_release(&k.clauses);
    text_release(&k.formula);
    text_release(&k.proof);
    text_release(&k.err);
}

/* A model of one constraint of the encoder's kind over up to `most` inputs. */
static struct model *model_of_one(const struct encoder *e, int most, struct random *r)
{
    struct model *m = model_new();
    int n = 2 + random_below(r, most - 1);
    lit *x = mem_new((size_t)n, sizeof *x);
    int64_t *w = mem_new((size_t)n, sizeof *w), total = 0;
    for (int i = 0; i < n; i++) {
        x[i] = model_var(m, "x%d", i + 1) * (random_below(r, 4) ? 1 : -1);
        w[i] = e->kind == PB ? 1 + random_below(r, random_below(r, 2) ? 6 : 40) : 1;
        total += w[i];
    }
    int64_t lo = 0, hi = total;
    if (e->kind == CARD || e->kind == PB) {
        if (random_below(r, 3)) hi = random_below(r, (int)total);
        if (hi == total || (e->both && !random_below(r, 3))) lo = random_below(r, (int)min64(hi, total - 1) + 1);
        if (!lo && hi == total) hi--;
    }
    if (e->kind == AMO) model_card(m, x, n, INT64_MIN, 1);
    if (e->kind == CARD) model_card(m, x, n, lo ? lo : INT64_MIN, hi < total ? hi : INT64_MAX);
    if (e->kind == PB) model_pb(m, x, w, n, lo ? lo : INT64_MIN, hi < total ? hi : INT64_MAX);
    if (e->kind == XOR) model_xor(m, x, n, random_below(r, 2));
    mem_free(x);
    mem_free(w);
    return m;
}

static void test_encoders_derived(void **state)
{
    const char *only = getenv("ENCODER"), *seed = getenv("FUZZ_SEED");
    const int trials = getenv("QUICK") ? 20 : 60;
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        if (e->kind > XOR || (only ? strcmp(only, e->name) != 0 : e->silent)) continue;
        struct random r = {seed ? strtoull(seed, NULL, 10) : 1};
        for (int k = 0; k < trials; k++) {
            struct tuning tuning = {.tree = e->tree && random_below(&r, 2)};
            if (e->size_max && random_below(&r, 2)) tuning.size = e->size_min + random_below(&r, 4);
            if (tuning.size > e->size_max) tuning.size = 0;
            struct model *m = model_of_one(e, k % 8 ? 12 : 60, &r);
            encode_with_proof(m, e, tuning, &r);
            model_free(m);
        }
        table_print(e);
    }
}

/* Rows whose normal form has other weights: some are cut down to the bound, and have a common divisor then. */
static void test_saturated_derived(void **state)
{
    const int64_t weights[][5] = {{6, 20, 4, 2, 5}, {9, 3, 6, 12, 7}, {8, 4, 4, 8, 9}}, least[] = {4, 6, 8};
    struct random r = {1};
    for (int i = 0; encoders[i]; i++) {
        if (encoders[i]->kind != PB || encoders[i]->silent) continue;
        for (int k = 0; k < 3; k++) {
            struct model *m = model_new();
            lit x[5];
            for (int j = 0; j < 5; j++) x[j] = model_var(m, "x%d", j + 1) * (j == 2 ? -1 : 1);
            model_pb(m, x, weights[k], 5, least[k], INT64_MAX);
            encode_with_proof(m, encoders[i], (struct tuning){0}, &r);
            model_free(m);
        }
    }
}

/* Sums with a lower bound, an upper bound, and both: encoders that take one bound encode each. */
static void test_bounds_derived(void **state)
{
    enum { N = 6, TOTAL = 12 };
    const int64_t w[N] = {2, 1, 2, 3, 1, 3};
    struct random r = {1};
    for (int i = 0; encoders[i]; i++) {
        if (encoders[i]->kind != PB || encoders[i]->silent) continue;
        for (int k = 0; k < 3 * (TOTAL - 1); k++) {
            struct model *m = model_new();
            lit x[N];
            const int64_t bound = 1 + k / 3;
            for (int j = 0; j < N; j++) x[j] = model_var(m, "x%d", j + 1) * (j == 3 ? -1 : 1);
            model_pb(m, x, w, N, k % 3 == 2 ? INT64_MIN : bound, k % 3 == 1 ? INT64_MAX : bound);
            encode_with_proof(m, encoders[i], (struct tuning){0}, &r);
            model_free(m);
        }
    }
}

/* A long constraint of an encoder's kind, of at most so many clauses. */
static struct model *model_of_many(const struct encoder *e, int n, struct random *r)
{
    struct model *m = model_new();
    lit *x = mem_new((size_t)n, sizeof *x);
    int64_t *w = mem_new((size_t)n, sizeof *w), total = 0;
    for (int i = 0; i < n; i++) {
        x[i] = model_var(m, "x%d", i + 1) * (random_below(r, 4) ? 1 : -1);
        w[i] = e->kind == PB ? 1 + random_below(r, 6) : 1;
        total += w[i];
    }
    const int64_t few = 2 + random_below(r, 6);
    int64_t lo = INT64_MIN, hi = few;
    if (random_below(r, 2)) {
        lo = e->both && random_below(r, 2) ? 1 + random_below(r, (int)few) : total - few;
        hi = lo < total / 2 ? few : INT64_MAX;
    }
    if (e->kind == AMO) model_card(m, x, n, INT64_MIN, 1);
    if (e->kind == CARD) model_card(m, x, n, lo, hi);
    if (e->kind == PB) model_pb(m, x, w, n, lo, hi);
    if (e->kind == XOR) model_xor(m, x, n, random_below(r, 2));
    mem_free(x);
    mem_free(w);
    return m;
}

/* Whether the encoder takes at most so many clauses. */
static bool fits(struct model *m, const struct encoder *e, int64_t most)
{
    struct cnf counter = cnf_counter(0);
    struct policy policy = {.no_groups = true};
    struct text err = {0};
    policy.by_kind[e->kind] = (struct encoding){e, {0}};
    const bool can = lower_model(m, &policy, NULL, &counter, &err);
    text_release(&err);
    return can && counter.made.clauses <= most;
}

/* One constraint of as many inputs, up to 1,000, as the encoder can take. */
static void test_long_derived(void **state)
{
    const char *only = getenv("ENCODER"), *seed = getenv("FUZZ_SEED");
    const int64_t most = getenv("QUICK") ? 3000 : 20000;
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        if (e->kind > XOR || (only ? strcmp(only, e->name) != 0 : e->silent)) continue;
        struct random r = {seed ? strtoull(seed, NULL, 10) : 1};
        for (int k = 0; k < (getenv("QUICK") ? 1 : 3); k++) {
            struct random same = r;
            struct model *m = model_of_many(e, 1000, &r);
            for (int n = 500; !fits(m, e, most) && n > 20; n = n * 2 / 3) {
                model_free(m);
                r = same;
                m = model_of_many(e, n, &r);
            }
            encode_with_proof(m, e, (struct tuning){0}, &r);
            model_free(m);
        }
    }
}

/* A model of up to 3 integers, 3 variables and 2 rows that sums state, without sums that have literals of integers. */
static struct model *model_of_integers(struct random *r)
{
    struct model *m = model_new();
    const int vars = random_below(r, 4);
    for (int i = vars; i > 0; i--) model_var(m, "y%d", i);
    for (int i = random_below(r, 4); i > 0; i--) {
        const int lo = random_below(r, 5) - 2;
        model_int(m, lo, lo + random_below(r, 5), (enum int_form)random_below(r, FORMS), "x%d", i);
    }
    struct row_draw draw = {.m = m, .random = r, .most = 4};
    for (int rows = 1 + random_below(r, 2); rows > 0;) {
        struct row_own t = {0};
        const enum row_kind kind = (enum row_kind)random_below(r, ROW_KINDS);
        if (!row_kinds[kind]->keys) continue;
        if (row_kinds[kind]->of_integers && !model_ints(m)) continue;
        row_draw(&draw, kind, &t);
        rows--;
        bool own = kind == ROW_LINEAR && lit_var(t.row.iff) > vars;
        for (int i = 0; i < t.row.n && kind == ROW_LINEAR; i++) own = own || lit_var(t.row.x[i]) > vars;
        if (row_sums_state(m, &t.row) && !own) model_add(m, &t.row);
        row_own_release(&t);
    }
    return m;
}

/* The sums of a model have its solutions, and a proof derives what encoders make of them. */
static void test_integers_derived(void **state)
{
    const char *seed = getenv("FUZZ_SEED"), *rounds = getenv("FUZZ_ROUNDS");
    struct random r = {seed ? strtoull(seed, NULL, 10) : 1};
    const struct encoder e = {.name = "integers"};
    int with = 0;
    for (int k = rounds ? atoi(rounds) : getenv("QUICK") ? 300 : 2000; k > 0; k--) {
        struct model *m = model_of_integers(&r);
        const int n = model_vars(m);
        struct row_sums s = row_sums_of(m);
        while (row_sums_next(&s)) continue;
        row_sums_release(&s);
        struct values a = values_new(s.vars);
        for (unsigned bits = 0; n <= 14 && bits < 1u << n; bits++) {
            for (int v = 1; v <= n; v++) a.v[v] = bits >> (v - 1) & 1 ? 1 : -1;
            if (model_holds(m, a, NULL) == sums_hold(m, a)) continue;
            struct text t = {0};
            const struct cnf_buffer none = {0};
            derivation_formula(m, &none, &t);
            fail_msg("the sums are not the rows, %u:\n%s", bits, text_string(&t));
        }
        values_release(&a);
        encode_with_proof(m, &e, (struct tuning){0}, &r);
        with += model_has_integers(m);
        model_free(m);
    }
    assert_true(with > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_derived),  cmocka_unit_test(test_encoders_derived),
        cmocka_unit_test(test_saturated_derived), cmocka_unit_test(test_bounds_derived),
        cmocka_unit_test(test_long_derived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
