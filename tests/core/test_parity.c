/* Parity reasoning against plain elimination, polynomials and brute force. */
#include "extras/kernels/kernels.h"
#include "base/number.h"
#include "base/random.h"
#include "gf2/gf2.h"
#include "gf2/parity_pass.h"
#include "testlib/models.h"
#include "gf2/reduction.h"
#include "search/search.h"
#include "gf2/xor_share.h"

static bool quick(void) { return getenv("QUICK") != NULL; }

/* ---- dense matrices against plain elimination ---- ------------------------------------------- */

static int schoolbook_rank(struct gf2 *m, int lead)
{
    int rank = 0;
    for (int c = 0; c < lead; c++) {
        int r = rank;
        while (r < m->rows && !gf2_get(m, r, c)) r++;
        if (r == m->rows) continue;
        for (int k = 0; k < m->cols; k++) {
            bool a = gf2_get(m, r, k), b = gf2_get(m, rank, k);
            if (a != b) gf2_flip(m, r, k), gf2_flip(m, rank, k);
        }
        for (int i = 0; i < m->rows; i++)
            if (i != rank && gf2_get(m, i, c)) gf2_add(gf2_row(m, i), gf2_row(m, rank), m->stride);
        rank++;
    }
    return rank;
}

static void dense_matrices(void **state)
{
    (void)state;
    struct random random = {1};
    for (int round = 0; round < 300; round++) {
        int rows = random_below(&random, 40), cols = 1 + random_below(&random, 150);
        int lead = random_below(&random, cols + 1), density = 1 + random_below(&random, 6);
        struct gf2 a, b;
        gf2_init(&a, rows, cols);
        gf2_init(&b, rows, cols);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++)
                if (!random_below(&random, density)) gf2_flip(&a, r, c), gf2_flip(&b, r, c);
        int pivot[40], rank = gf2_echelon(&a, lead, pivot, NULL);
        assert_int_equal(rank, schoolbook_rank(&b, lead));
        /* The reduced form is unique given its leading columns. */
        for (int r = 0; r < rank; r++) {
            for (int c = 0; c < cols; c++) assert_int_equal(gf2_get(&a, r, c), gf2_get(&b, r, c));
            for (int i = 0; i < rank; i++) assert_int_equal(gf2_get(&a, i, pivot[r]), i == r);
        }
        gf2_release(&a);
        gf2_release(&b);
    }
}

/* ---- systems of rows ----------------------------------------------------------------------------------- */

static struct model *random_rows(struct random *random, int vars, int rows, int longest)
{
    struct model *m = model_new();
    for (int v = 0; v < vars; v++) model_var(m, "x%d", v);
    for (int i = 0; i < rows; i++) {
        lit x[12];
        int n = random_below(random, longest + 1); /* also empty rows and repeated variables */
        for (int k = 0; k < n; k++) x[k] = (1 + random_below(random, vars)) * (random_below(random, 2) ? 1 : -1);
        model_rule(m, "row %d", i);
        model_xor(m, x, n, random_below(random, 2) && random_below(random, 2));
    }
    return m;
}

/* Writes each row as bits of its variables, with its right side in bit 0. *occur: the variables
 * that occur, even if they cancel. */
static int rows_of(const struct model *m, uint64_t *row, uint64_t *occur)
{
    *occur = 0;
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        row[i] = (uint64_t)r.lo;
        for (int k = 0; k < r.n; k++) {
            row[i] ^= UINT64_C(1) << lit_var(r.x[k]) ^ (r.x[k] < 0);
            *occur |= UINT64_C(1) << lit_var(r.x[k]);
        }
    }
    return model_rows(m);
}

/* The rank of the left sides. *consistent: whether the system has a solution. */
static int rank_of(uint64_t *row, int n, bool *consistent)
{
    int rank = 0;
    for (int v = 63; v > 0; v--) {
        int i = rank;
        while (i < n && !(row[i] >> v & 1)) i++;
        if (i == n) continue;
        uint64_t t = row[i];
        row[i] = row[rank];
        row[rank] = t;
        for (i = 0; i < n; i++)
            if (i != rank && row[i] >> v & 1) row[i] ^= t;
        rank++;
    }
    *consistent = true;
    for (int i = rank; i < n; i++) *consistent &= !row[i];
    return rank;
}

static void eliminations(void **state)
{
    (void)state;
    struct random random = {2};
    int solvable = 0;
    for (int round = 0; round < 2000; round++) {
        int vars = 1 + random_below(&random, 30), longest = 1 + random_below(&random, 8);
        struct model *m = random_rows(&random, vars, random_below(&random, 30), longest);
        uint64_t row[30], again[30], occur;
        int n = rows_of(m, row, &occur);
        memcpy(again, row, sizeof row);
        bool consistent;
        int rank = rank_of(row, n, &consistent);
        struct text err = {0};
        struct parity *p = parity_new(m, 10, &err);
        assert_non_null(p);
        assert_int_equal(parity_consistent(p), consistent);
        solvable += consistent;
        if (consistent) {
            double seconds;
            assert_int_equal(parity_facts(p).rank, rank);
            assert_int_equal(parity_facts(p).dimension, __builtin_popcountll(occur) - rank);
            /* x0 and each column of K solve the rows, verified on the rows' bits. */
            for (int j = 0; j <= parity_facts(p).dimension; j++) {
                uint64_t x = j == 0;
                for (int v = 1; v <= vars; v++)
                    if (parity_form(p, v)) x |= (*parity_form(p, v) >> j & 1) << v;
                for (int i = 0; i < n; i++) assert_int_equal(__builtin_parityll(again[i] & x), 0);
            }
            assert_true(parity_recheck(p, &seconds, &err));
        }
        parity_free(p);
        model_free(m);
        text_release(&err);
    }
    assert_in_range(solvable, 200, 1800);
}

static void smallest_reasons(void **state)
{
    (void)state;
    struct random random = {3};
    int found = 0;
    for (int round = 0; round < 1000; round++) {
        int vars = 1 + random_below(&random, 8);
        struct model *m = random_rows(&random, vars, random_below(&random, 13), 4);
        uint64_t row[30], occur;
        int n = rows_of(m, row, &occur), least = 99;
        for (unsigned set = 0; set < 1u << n; set++) {
            uint64_t sum = 0;
            for (int i = 0; i < n; i++)
                if (set >> i & 1) sum ^= row[i];
            if (sum == 1 && __builtin_popcount(set) < least) least = __builtin_popcount(set);
        }
        struct lits reason = {0};
        struct text err = {0};
        bool is_least;
        bool has = parity_reason(m, &reason, &is_least, &err);
        assert_int_equal(has, least < 99);
        if (has) {
            found++;
            uint64_t sum = 0;
            for (int i = 0; i < reason.n; i++) sum ^= row[reason.v[i]];
            assert_int_equal(sum, 1);
            assert_true(is_least);
            assert_int_equal(reason.n, least);
        }
        lits_release(&reason);
        text_release(&err);
        model_free(m);
    }
    assert_true(found > 100);
}

/* ---- boards: the kernel's dimension against polynomials --------------------------------------------------- */

static struct model *parity_build(const char *size, const char *text)
{
    extern const struct puzzle puzzle_fivers;
    struct text err = {0};
    struct instance *in = models_parse(&puzzle_fivers, size, text, "", &err);
    struct bounds all = {.most = INT64_MAX};
    struct model *m = model_new();
    puzzle_fivers.formulations->build(puzzle_fivers.formulations, in, &all, m);
    puzzle_fivers.release(in);
    return m;
}

static struct model *parity_board(int n)
{
    char size[16];
    snprintf(size, sizeof size, "%d", n);
    return parity_build(size, NULL);
}

enum { DEGREE = 256 };

static int degree(const bool *a)
{
    int d = DEGREE;
    while (d >= 0 && !a[d]) d--;
    return d;
}

/* Sutner: the kernel of the n x n board has dimension deg gcd(f_n(x), f_n(x + 1)) over GF(2), with the
 * Fibonacci polynomials
 * f_0 = 1, f_1 = x, f_n = x f_(n-1) + f_(n-2). */
static int polynomial_dimension(int n)
{
    bool a[DEGREE + 1] = {1}, b[DEGREE + 1] = {0, 1}, c[DEGREE + 1];
    for (int i = 1; i < n; i++) { /* a = f_(i-1), b = f_i */
        memcpy(c, a, sizeof a);
        memcpy(a, b, sizeof a);
        for (int k = 0; k < DEGREE; k++) c[k + 1] ^= a[k];
        memcpy(b, c, sizeof b);
    }
    memset(c, 0, sizeof c); /* c = b(x + 1), by Horner */
    for (int k = degree(b); k >= 0; k--) {
        for (int i = DEGREE; i > 0; i--) c[i] ^= c[i - 1];
        c[0] ^= b[k];
    }
    while (degree(c) >= 0) {
        while (degree(b) >= degree(c)) {
            int shift = degree(b) - degree(c);
            for (int i = DEGREE; i >= shift; i--) b[i] ^= c[i - shift];
        }
        memcpy(a, b, sizeof a);
        memcpy(b, c, sizeof b);
        memcpy(c, a, sizeof c);
    }
    return degree(b);
}

/* An elimination that is too large or is stopped has no result, and a message. */
static void no_elimination(void **state)
{
    (void)state;
    struct model *m = parity_board(20), *stopped = parity_board(20);
    struct text err = {0};
    struct parity_pass pass;
    assert_null(parity_new(m, 0, &err));
    assert_says(text_string(&err), "0 MB*--parity none");
    struct job over = {.cancelled = true};
    model_set_job(stopped, &over);
    text_clear(&err);
    assert_int_equal(parity_pass(stopped, &pass, &err), PARITY_STOPPED);
    assert_null(pass.parity);
    assert_says(text_string(&err), "stopped");
    text_release(&err);
    model_free(m);
    model_free(stopped);
}

static void kernel_dimensions(void **state)
{
    (void)state;
    for (int n = 1; n <= (quick() ? 70 : 200); n++) {
        struct model *m = parity_board(n);
        struct text err = {0};
        double seconds;
        struct parity *p = parity_new(m, 1000, &err);
        assert_true(parity_consistent(p)); /* Sutner: all ones can always be reached */
        assert_int_equal(parity_facts(p).dimension, polynomial_dimension(n));
        assert_true(parity_facts(p).inactive <= n); /* light chasing is found */
        assert_true(parity_recheck(p, &seconds, &err));
        parity_free(p);
        model_free(m);
    }
}

/* ---- minimum moves by chasing lights from every first row ------------------------------------------------- */

static int chased_minimum(int n)
{
    int best = n * n + 1;
    unsigned all = (1u << n) - 1;
    for (unsigned first = 0; first <= all; first++) {
        unsigned above = 0, row = first;
        int moves = 0;
        for (int r = 0; r < n; r++) { /* row r must be turned; the presses of the row below correct it */
            moves += __builtin_popcount(row);
            unsigned below = ~(row ^ row << 1 ^ row >> 1 ^ above) & all;
            above = row;
            row = below;
        }
        if (!row && moves < best) best = moves;
    }
    return best;
}

/* The least sum over the kernel of a board. */
static int64_t enumerated(int n)
{
    struct model *m = parity_board(n);
    struct text err = {0};
    struct parity *p = parity_new(m, 1000, &err);
    struct kernel *k = kernel_new(m, p);
    struct kernel_least all;
    assert_true(kernel_enumerate_applies(k));
    kernel_enumerate_run(k, &all, NULL);
    assert_true(all.done);
    assert_int_equal(kernel_sum(k, all.y[0]), all.sum);
    int64_t sum = all.sum;
    kernel_free(k);
    parity_free(p);
    model_free(m);
    return sum;
}

static void minimum_moves(void **state)
{
    (void)state;
    for (int n = 1; n <= (quick() ? 12 : 17); n++) assert_int_equal(enumerated(n), chased_minimum(n));
}

/* ---- halves against all points --------------------------------------------------------------------------------- */

/* If the kernel splits into halves, checks that both searches find the same optimum. */
static bool halves_agree(struct model *m)
{
    struct text err = {0};
    struct parity *p = parity_new(m, 1000, &err);
    assert_true(parity_consistent(p));
    struct kernel *k = kernel_new(m, p);
    bool applies = kernel_halves_estimate(m, k) >= 0;
    if (applies) {
        struct kernel_least all;
        struct kernel_least met, cramped;
        kernel_enumerate_run(k, &all, NULL);
        kernel_halves_run(m, k, 256 << 10, &met, NULL);
        assert_true(met.done);
        assert_int_equal(met.sum, all.sum);
        assert_int_equal(met.least, all.sum);
        assert_int_equal(kernel_sum(k, met.y[0]), met.sum);
        for (int kilobytes = 1; kilobytes <= 64; kilobytes *= 2) {
            /* with little memory, the candidates that do not fit are streamed, or the search returns a bound */
            kernel_halves_run(m, k, kilobytes, &cramped, NULL);
            assert_true(!cramped.any || (cramped.sum >= all.sum && cramped.least <= all.sum));
            assert_true(!cramped.done || cramped.sum == all.sum);
        }
    }
    kernel_free(k);
    parity_free(p);
    model_free(m);
    return applies;
}

/* Makes the model of a position that random presses produce, which is thus solvable. */
static struct model *random_position(struct random *random, int rows, int cols)
{
    struct text text = {0};
    bool *black = mem_new((size_t)rows * (size_t)cols, sizeof *black);
    for (int i = 0; i < rows * cols; i++) {
        if (random_below(random, 2)) continue;
        black[i] ^= 1;
        if (i >= cols) black[i - cols] ^= 1;
        if (i + cols < rows * cols) black[i + cols] ^= 1;
        if (i % cols) black[i - 1] ^= 1;
        if ((i + 1) % cols) black[i + 1] ^= 1;
    }
    for (int i = 0; i < rows * cols; i++) {
        text_char(&text, black[i] ? '.' : 'X');
        if ((i + 1) % cols == 0) text_char(&text, '\n');
    }
    struct model *m = parity_build("", text_string(&text));
    text_release(&text);
    mem_free(black);
    return m;
}

static void halves_meet(void **state)
{
    (void)state;
    static const int sizes[] = {4, 9, 14, 19, 24, 29, 30, 33, 34, 39, 47, 49};
    static const int boards[][2] = {{9, 9}, {9, 19}, {19, 19}, {4, 14}, {14, 29}, {9, 29}, {5, 23}, {16, 33}};
    struct random random = {8};
    int met = 0, rounds = quick() ? 1 : 12;
    for (int i = 0; i < 12; i++) met += halves_agree(parity_board(sizes[i]));
    assert_true(met >= 8);
    met = 0;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < 8; i++) met += halves_agree(random_position(&random, boards[i][0], boards[i][1]));
    assert_true(met >= 3 * rounds);
}

/* ---- kernels of random weighted models ----------------------------------------------------------------------- */

static void weighted_kernels(void **state)
{
    (void)state;
    struct random random = {4};
    int64_t steps = 0;
    for (int round = 0; round < 600; round++) {
        int vars = 2 + random_below(&random, 12), n = 0;
        struct model *m = random_rows(&random, vars, random_below(&random, 10), 5);
        lit x[14];
        int64_t w[14];
        int factor = 1 << random_below(&random, 4);
        for (int v = 1; v <= vars; v++) {
            if (!random_below(&random, 4)) continue;
            x[n] = random_below(&random, 2) ? v : -v;
            w[n++] = factor * (1 + random_below(&random, 9));
        }
        if (n)
            model_minimize(m, &(struct objective){.n = n, .x = x, .w = w, .b = 1, .c = 1, .step = 1, .name = "cost"});
        struct text err = {0};
        struct parity *p = parity_new(m, 10, &err);
        if (n && parity_consistent(p)) {
            struct kernel *k = kernel_new(m, p);
            int64_t least = INT64_MAX, step = 8;
            struct values a = {mem_new((size_t)vars + 1, 1), vars};
            for (uint64_t y = 0; y < UINT64_C(1) << k->dimension; y++) {
                kernel_values(k, m, &y, a);
                assert_true(model_holds(m, a, &err));
                int64_t outside = model_sum(m, a) - kernel_sum(k, y);
                for (int i = 0; i < n; i++) /* variables in no XOR row take the value without cost */
                    if (k->class_of[lit_var(x[i])] < 0) assert_false(value_true(a, x[i]));
                assert_int_equal(outside, 0);
                least = min64(least, kernel_sum(k, y));
                while ((kernel_sum(k, y) - kernel_sum(k, 0)) % step) step /= 2;
            }
            assert_int_equal(k->step, step);
            steps += step > 1 && k->dimension;
            struct kernel_least all;
            kernel_enumerate_run(k, &all, NULL);
            assert_int_equal(all.sum, least);
            assert_true(kernel_sum(k, kernel_descend(k, 20, round)) >= least);
            mem_free(a.v);
            kernel_free(k);
        }
        parity_free(p);
        model_free(m);
    }
    assert_true(steps > 50);
}

static void shared_sums(void **state)
{
    (void)state;
    struct random random = {5};
    for (int round = 0; round < 200; round++) {
        int d = 1 + random_below(&random, 20), targets = random_below(&random, 60), element[60];
        uint64_t target[60], *value;
        for (int t = 0; t < targets; t++) target[t] = 1 + random_next(&random) % ((UINT64_C(1) << d) - 1);
        struct xor_program p;
        assert_true(xor_share(&p, d, target, targets, element, NULL));
        value = mem_new((size_t)(d + p.lines), sizeof *value);
        for (int j = 0; j < d; j++) value[j] = UINT64_C(1) << j;
        for (int i = 0; i < p.lines; i++) {
            assert_true(p.line[i].a < d + i && p.line[i].b < d + i);
            value[d + i] = value[p.line[i].a] ^ value[p.line[i].b];
        }
        for (int t = 0; t < targets; t++) assert_int_equal(value[element[t]], target[t]);
        mem_free(value);
        xor_program_release(&p);
    }
}

/* ---- reductions: the same solutions with the same objective values ---- ---------------------- */

static struct model *random_mixture(struct random *random, int vars)
{
    struct model *m = random_rows(random, vars - 2, 1 + random_below(random, 3), 4);
    lit x[12], y[2];
    int64_t w[12];
    for (int v = vars - 1; v <= vars; v++) model_var(m, "z%d", v); /* in no XOR row */
    int rows = random_below(random, 4), n;
    for (int i = 0; i < rows; i++) {
        n = 1 + random_below(random, 5);
        for (int k = 0; k < n; k++) {
            x[k] = (1 + random_below(random, vars)) * (random_below(random, 2) ? 1 : -1);
            w[k] = random_below(random, 9) - 4;
        }
        model_rule(m, "other row %d", i);
        switch (random_below(random, 4)) {
        case 0:
            model_clause(m, x, n);
            break;
        case 1:
            model_card(m, x, n, random_below(random, 2), 1 + random_below(random, n));
            break;
        case 2:
            model_pb(m, x, w, n, -3 + random_below(random, 3), 4 - random_below(random, 3));
            break;
        default:
            n > 1 ? model_count(m, x, n, 2, COUNT_BOTH, y) : (void)0;
            break;
        }
    }
    n = 0;
    for (int v = 1; v <= vars; v++)
        if (random_below(random, 3)) {
            x[n] = random_below(random, 2) ? v : -v;
            w[n++] = 1 + random_below(random, 6);
        }
    if (n)
        model_minimize(m,
                       &(struct objective){.n = n, .x = x, .w = w, .a = 7, .b = -3, .c = 1, .step = 1, .name = "gain"});
    return m;
}

struct found_models {
    const struct model *m;
    const struct reduction *r; /* or NULL */
    const struct model *built;
    int built_vars, n;
    uint64_t sum; /* a hash of the set of solutions with their objective values */
};

static void take(struct values a, void *state)
{
    struct found_models *s = state;
    struct text err = {0};
    struct values built = a;
    if (s->r) {
        built = (struct values){mem_new((size_t)s->built_vars + 1, 1), s->built_vars};
        reduction_extend(s->r, a, built);
        assert_true(model_holds(s->built, built, &err));
    }
    const struct objective *o = model_objective(s->m);
    struct random hash = {o ? (uint64_t)objective_of_sum(o, model_sum(s->m, a)) : 1};
    if (o) assert_int_equal((model_sum(s->m, a) - o->least) % o->step, 0);
    if (o) assert_true(model_sum(s->m, a) >= o->least);
    for (int v = 1; v <= s->built_vars; v++) hash.state = random_next(&hash) + (uint64_t)built.v[v];
    s->sum += random_next(&hash);
    s->n++;
    if (s->r) mem_free(built.v);
}

static void reductions(void **state)
{
    (void)state;
    struct random random = {6};
    int met = 0;
    for (int round = 0; round < 1500; round++) {
        struct model *m = random_mixture(&random, 4 + random_below(&random, 5));
        struct text err = {0};
        struct parity *p = parity_new(m, 10, &err);
        struct found_models plain = {.m = m, .built_vars = model_vars(m)};
        models_each(m, take, &plain);
        if (parity_consistent(p)) {
            struct kernel *k = kernel_new(m, p);
            struct reduction *r = reduction_new(m, k, false);
            struct found_models reduced = {.m = reduction_model(r), .r = r, .built = m, .built_vars = model_vars(m)};
            models_each(reduced.m, take, &reduced);
            assert_int_equal(reduced.n, plain.n);
            assert_int_equal(reduced.sum, plain.sum);
            parity_pass_imply(m, &(struct parity_pass){.kernel = k});
            struct found_models more = {.m = m, .built_vars = model_vars(m)};
            models_each(m, take, &more);
            assert_int_equal(more.n, plain.n);
            assert_int_equal(more.sum, plain.sum);
            met += plain.n > 0;
            reduction_free(r);
            kernel_free(k);
        } else {
            assert_int_equal(plain.n, 0);
        }
        parity_free(p);
        model_free(m);
    }
    assert_true(met > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_matrices), cmocka_unit_test(eliminations),      cmocka_unit_test(smallest_reasons),
        cmocka_unit_test(no_elimination), cmocka_unit_test(kernel_dimensions), cmocka_unit_test(minimum_moves),
        cmocka_unit_test(halves_meet),    cmocka_unit_test(weighted_kernels),  cmocka_unit_test(shared_sums),
        cmocka_unit_test(reductions),
    };
    return cmocka_run_group_tests_name("parity", tests, NULL, NULL);
}
