/* Fivers against brute force over GF(2). */
#include "base/random.h"
#include "testlib/tally.h"
#include "testlib/texts.h"

extern const struct puzzle puzzle_fivers;
static const struct puzzle *const fivers = &puzzle_fivers;

static struct instance *legal(const char *operand, const char *text) { return models_legal(fivers, operand, text, ""); }

/* ---- reference implementation: elimination of rows of up to 81 bits, then the whole kernel ----  */

typedef unsigned __int128 bits;

#define STONES 81

struct reference {
    int rows, cols;
    char start[STONES], target[STONES];
    bits presses[STONES]; /* pivot i's equation, in reduced form */
    bits one, kernel[STONES];
    int kernels;
    bool solvable;
};

static bool bit(bits b, int i) { return b >> i & 1; }

static int weight(bits b) { return __builtin_popcountll((uint64_t)b) + __builtin_popcountll((uint64_t)(b >> 64)); }

static bits turned_by(const struct reference *o, int i)
{
    bits b = 0;
    for (int j = 0; j < o->rows * o->cols; j++) {
        int dr = abs(i / o->cols - j / o->cols), dc = abs(i % o->cols - j % o->cols);
        if (dr + dc <= 1 && o->start[j] != '#' && o->start[i] != '#') b |= (bits)1 << j;
    }
    return b;
}

static void reference_solve(struct reference *o)
{
    int cells = o->rows * o->cols, pivot_of[STONES];
    bits row[STONES], right = 0, pivots = 0;
    for (int i = 0; i < cells; i++) {
        row[i] = turned_by(o, i);
        pivot_of[i] = -1;
        if (o->start[i] != o->target[i]) right |= (bits)1 << i;
    }
    for (int i = 0; i < cells; i++) {
        for (int j = 0; j < cells; j++)
            if (row[i] && bit(row[i], j)) {
                pivot_of[i] = j;
                break;
            }
        if (pivot_of[i] < 0) continue;
        pivots |= (bits)1 << pivot_of[i];
        for (int k = 0; k < cells; k++)
            if (k != i && bit(row[k], pivot_of[i])) {
                row[k] ^= row[i];
                right ^= bit(right, i) ? (bits)1 << k : 0;
            }
    }
    o->solvable = true;
    o->one = 0;
    o->kernels = 0;
    for (int i = 0; i < cells; i++) {
        if (pivot_of[i] < 0)
            o->solvable &= !bit(right, i);
        else if (bit(right, i))
            o->one |= (bits)1 << pivot_of[i];
        if (bit(pivots, i) || o->start[i] == '#') continue;
        bits z = (bits)1 << i;
        for (int k = 0; k < cells; k++)
            if (pivot_of[k] >= 0 && bit(row[k], i)) z |= (bits)1 << pivot_of[k];
        o->kernel[o->kernels++] = z;
    }
}

/* Enumerates all solutions by a Gray code over the kernel. Sets the fewest presses and such a
 * solution. False: the numbers of presses differ in parity. */
static bool reference_least(const struct reference *o, int *least, bits *best)
{
    bits x = o->one;
    bool alike = true;
    *least = weight(x);
    *best = x;
    for (uint64_t i = 1; i < (uint64_t)1 << o->kernels; i++) {
        x ^= o->kernel[__builtin_ctzll(i)];
        alike &= (weight(x) & 1) == (weight(o->one) & 1);
        if (weight(x) < *least) *least = weight(*best = x);
    }
    return alike;
}

static void plain_board(struct reference *o, int rows, int cols)
{
    *o = (struct reference){.rows = rows, .cols = cols};
    memset(o->start, '.', STONES);
    memset(o->target, 'X', STONES);
}

static void fivers_random_board(struct reference *o, struct random *r, int limit)
{
    do {
        o->rows = 1 + random_below(r, limit);
        o->cols = 1 + random_below(r, limit);
    } while (o->rows * o->cols > limit * limit / 2 + 2);
    for (int i = 0; i < o->rows * o->cols; i++) {
        o->start[i] = ".X.X.X#"[random_below(r, 7)];
        o->target[i] = o->start[i] == '#' ? '#' : ".X"[random_below(r, 2)];
    }
    if (o->start[0] == '#') o->start[0] = '.', o->target[0] = 'X'; /* at least one stone */
}

static void grid_text(const struct reference *o, const char *cell, struct text *out)
{
    for (int r = 0; r < o->rows; r++) {
        text_bytes(out, cell + r * o->cols, (size_t)o->cols);
        text_char(out, '\n');
    }
}

static struct instance *reference_instance(const struct reference *o)
{
    struct text board = {0};
    grid_text(o, o->start, &board);
    text_char(&board, '\n');
    grid_text(o, o->target, &board);
    struct instance *in = legal("", text_string(&board));
    text_release(&board);
    return in;
}

static void presses_text(const struct reference *o, bits x, struct text *out)
{
    char cell[STONES];
    for (int i = 0; i < o->rows * o->cols; i++) cell[i] = o->start[i] == '#' ? '#' : bit(x, i) ? 'X' : '.';
    text_clear(out);
    grid_text(o, cell, out);
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* Checks by enumeration that both formulations have exactly the reference's solutions; small boards
 * only. */
static void formulations_agree(const struct reference *o, const struct instance *in)
{
    int least;
    bits best;
    assert_true(reference_least(o, &least, &best));
    for (const struct formulation *f = fivers->formulations; f->name; f++) {
        struct tally t;
        tally_formulation(&t, fivers, in, f);
        assert_int_equal(t.found, o->solvable ? 1 << o->kernels : 0);
        if (o->solvable) assert_int_equal(t.least, least);
    }
}

static void small_boards_agree(void **state)
{
    (void)state;
    struct reference o;
    for (int rows = 1; rows <= 5; rows++)
        for (int cols = 1; rows * cols <= 20; cols++) {
            struct text size = {0};
            plain_board(&o, rows, cols);
            reference_solve(&o);
            text_add(&size, "%dx%d", rows, cols);
            struct instance *in = legal(text_string(&size), NULL);
            formulations_agree(&o, in);
            fivers->release(in);
            text_release(&size);
        }
}

static void random_positions_agree(void **state)
{
    (void)state;
    struct random r = {7};
    int reachable = 0, blocked = 0;
    for (int round = 0; round < 300; round++) {
        struct reference o = {0};
        fivers_random_board(&o, &r, 5);
        reference_solve(&o);
        reachable += o.solvable;
        for (int i = 0; i < o.rows * o.cols; i++) blocked += o.start[i] == '#';
        struct instance *in = reference_instance(&o);
        formulations_agree(&o, in);
        struct text why = {0};
        struct canvas *drawing = NULL;
        assert_int_equal(fivers->reason(in, &why, &drawing), !o.solvable);
        canvas_free(drawing);
        text_release(&why);
        fivers->release(in);
    }
    assert_true(reachable > 50 && reachable < 280 && blocked > 100);
}

/* For all positions, the solutions' numbers of presses have one parity. Verification accepts the
 * best solution with its number of presses, and rejects it with one press changed. */
static void solutions_have_one_parity(void **state)
{
    (void)state;
    struct random r = {8};
    struct text x = {0}, err = {0};
    int several = 0;
    for (int round = 0; round < 2000; round++) {
        struct reference o = {0};
        int least;
        bits best;
        if (round < 81)
            plain_board(&o, round / 9 + 1, round % 9 + 1);
        else
            fivers_random_board(&o, &r, 9);
        reference_solve(&o);
        if (!o.solvable) continue;
        assert_true(reference_least(&o, &least, &best));
        several += o.kernels > 0;
        struct instance *in = reference_instance(&o);
        int64_t objective_value;
        presses_text(&o, best, &x);
        assert_true(fivers->verify(in, text_string(&x), &objective_value, &err));
        assert_int_equal(objective_value, least);
        int off = random_below(&r, o.rows * o.cols);
        if (o.start[off] == '#') off = 0;
        presses_text(&o, best ^ (bits)1 << off, &x);
        assert_false(fivers->verify(in, text_string(&x), &objective_value, &err));
        fivers->release(in);
    }
    assert_true(several > 100);
    text_release(&x);
    text_release(&err);
}

/* The image of x under symmetry s of the board: 1 flips rows, 2 columns, 4 transposes last. */
static bits image(const struct reference *o, bits x, int s)
{
    bits y = 0;
    for (int i = 0; i < o->rows * o->cols; i++) {
        int r = i / o->cols, c = i % o->cols;
        if (s & 1) r = o->rows - 1 - r;
        if (s & 2) c = o->cols - 1 - c;
        if (bit(x, i)) y |= (bits)1 << (s & 4 ? c * o->cols + r : r * o->cols + c);
    }
    return y;
}

static bool is_symmetry(const struct reference *o, int s)
{
    bits cell[4] = {0};
    if ((s & 4) && o->rows != o->cols) return false;
    for (int i = 0; i < o->rows * o->cols; i++) {
        cell[0] |= (bits)(o->start[i] == '.') << i;
        cell[1] |= (bits)(o->start[i] == '#') << i;
        cell[2] |= (bits)(o->target[i] == '.') << i;
        cell[3] |= (bits)(o->target[i] == '#') << i;
    }
    for (int k = 0; k < 4; k++)
        if (image(o, cell[k], s) != cell[k]) return false;
    return true;
}

/* Counts the solutions with at most `most` presses, and those that are the least of their orbit. */
static void reference_count(const struct reference *o, int most, int *all, int *orbits)
{
    bits x = o->one;
    *all = *orbits = 0;
    for (uint64_t i = 0; i < (uint64_t)1 << o->kernels; i++) {
        if (i) x ^= o->kernel[__builtin_ctzll(i)];
        if (weight(x) > most) continue;
        bool least = true;
        for (int s = 1; s < 8; s++) least &= !is_symmetry(o, s) || image(o, x, s) >= x;
        ++*all;
        *orbits += least;
    }
}

/* Runs the whole program and checks the optimum and the numbers of optimal and of all solutions,
 * with and without symmetry. */
static void census_agrees(const struct reference *o)
{
    struct instance *in = reference_instance(o);
    for (const struct formulation *f = fivers->formulations; f->name; f++)
        for (int costs = 0; costs < 2; costs++) {
            int least = 0, all = 0, orbits = 0;
            bits best;
            struct answer a;
            if (o->solvable) {
                reference_least(o, &least, &best);
                reference_count(o, costs ? STONES : least, &all, &orbits);
            }
            if (all > 600) continue;
            struct solution_count c = models_count(fivers, in, f, costs, &a);
            if (!c.complete || c.solutions != all || c.orbits != orbits ||
                (all && !costs && a.objective_value != least))
                fail_msg("%dx%d %s: %d solutions, %d orbits, least %d; expected %d, %d, %d: %s", o->rows, o->cols,
                         f->name, (int)c.solutions, (int)c.orbits, (int)a.objective_value, all, orbits, least,
                         text_string(&a.err));
            answer_release(&a);
        }
    fivers->release(in);
}

static void the_program_agrees(void **state)
{
    (void)state;
    struct random r = {10};
    for (int rows = 1; rows <= 9; rows++)
        for (int cols = rows; cols <= 9; cols++) {
            struct reference o;
            if (getenv("QUICK") && rows * cols > 40) continue;
            plain_board(&o, rows, cols);
            reference_solve(&o);
            census_agrees(&o);
        }
    for (int round = 0; round < 150; round++) {
        struct reference o = {0};
        fivers_random_board(&o, &r, 7);
        reference_solve(&o);
        census_agrees(&o);
    }
}

/* Fewest presses of the n x n boards; the book has 15 for n = 5. */
static void plain_squares(void **state)
{
    (void)state;
    static const int known[] = {1, 4, 5, 4, 15, 28, 33, 40, 25};
    for (int n = 1; n <= 9; n++) {
        struct reference o;
        int least = 0;
        bits best;
        plain_board(&o, n, n);
        reference_solve(&o);
        assert_true(o.solvable && reference_least(&o, &least, &best));
        assert_int_equal(least, known[n - 1]);
    }
}

static void canonical_is(const struct instance *in, const char *solution, const char *least)
{
    struct text out = {0};
    SCOPED(solution) s = {0};
    solution_read(fivers, in, solution, &s);
    puzzle_canonical(fivers, in, &s, &out);
    assert_string_equal(text_string(&out), least);
    text_release(&out);
}

static void symmetric_solutions_have_one_canonical_text(void **state)
{
    (void)state;
    struct instance *in = legal("4", NULL);
    canonical_is(in, "..X.\nX...\n...X\n.X..\n", "..X.\nX...\n...X\n.X..\n");
    canonical_is(in, ".X..\n...X\nX...\n..X.\n", "..X.\nX...\n...X\n.X..\n");
    fivers->release(in);
    /* the only symmetry of this start position is the left-right flip */
    in = legal("", "X.X\n...\n");
    canonical_is(in, "X..\n..X\n", "..X\nX..\n");
    canonical_is(in, "..X\nX..\n", "..X\nX..\n");
    fivers->release(in);
    /* the target position must have the symmetry, too */
    in = legal("", "...\n...\n\nX..\n...\n");
    canonical_is(in, "X..\n...\n", "X..\n...\n");
    fivers->release(in);
    /* this one has no symmetry */
    in = legal("", "X..\n.X.\n.X.\n");
    canonical_is(in, "XX.\n..X\n...\n", "XX.\n..X\n...\n");
    fivers->release(in);
}

static void the_witness_judges(void **state)
{
    (void)state;
    static const struct judged cases[] = {
        {"X.\n.#\n", NULL, 1},
        {"XX\n.#\n", "row 1, column 1*white"},
        {"..\n.#\n", "row 1, column 1*white"},
        {"X.\n..\n", "ow 2, column 2*without a stone"},
        {"X.\n", "1x2*2x2"},
        {"X.\n.#\n\nX\n", "follows the grid"},
        {"X.\n.?\n", "solution:2:*'?'*'.X#'"},
        {"", "solution:1:*grid*'.X#'"},
    };
    struct instance *in = legal("", "..\n.#\n");
    texts_judged(fivers, in, cases, sizeof cases / sizeof *cases);
    fivers->release(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree),
        cmocka_unit_test(random_positions_agree),
        cmocka_unit_test(solutions_have_one_parity),
        cmocka_unit_test(the_program_agrees),
        cmocka_unit_test(plain_squares),
        cmocka_unit_test(symmetric_solutions_have_one_canonical_text),
        cmocka_unit_test(the_witness_judges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
