/* Gunport by defects: settled packings, and a count of defects straight from the rules. */
#include "base/random.h"
#include "testlib/boards.h"

/* ---- settled packings --------------------------------------------------------------------------------------- */

/* Is there a packing with so many holes, settled and turned, by the formula for its number of defects? */
static bool canonical_with(const struct instance *instance, const struct board *b, int64_t most, int objective_value)
{
    struct text err = {0};
    struct bounds bounds = {.most = most};
    struct policy policy = {0};
    struct lits hole = {0};
    struct model *m = model_new();
    struct solver *s = solver_open("cadical", "", 0, &err);
    gunport()->formulations->build(gunport()->formulations, instance, &bounds, m);
    for (lit x = 1; x <= b->rows * b->cols; x++) {
        assert_int_equal(strncmp(model_name(m, x), "hole ", 5), 0);
        lits_push(&hole, x);
    }
    model_card(m, hole.v, hole.n, objective_value, objective_value);
    assert_true(s && lower_model(m, &policy, NULL, solver_sink(s), &err));
    enum solver_answer answer = solver_solve(s, &err);
    assert_true(answer == SOLVER_SAT || answer == SOLVER_UNSAT);
    solver_close(s);
    model_free(m);
    lits_release(&hole);
    text_release(&err);
    return answer == SOLVER_SAT;
}

static bool note_figure(const struct board *b, void *state)
{
    ((bool *)state)[holes(b)] = true;
    return true;
}

/* Leaving out what moves improve leaves a packing of every number of holes that there is, not only of the best. */
static void canonical_packings_have_all_values(void **unused)
{
    (void)unused;
    int side = getenv("QUICK") ? 4 : 6, tried = 0;
    bool seen[7][7][37] = {false};
    for (int rows = 1; rows <= side; rows++)
        for (int cols = 1; cols <= side; cols++) {
            struct board b = board_full(rows, cols);
            struct packings w = {note_figure, seen[rows][cols], 0};
            const bool *value = seen[rows][cols];
            if (cols < rows)
                value = seen[cols][rows]; /* a transposed packing has as many holes */
            else
                packings_each(&b, 0, &w);
            struct instance *instance = instance_of(&b);
            for (int k = 0; k <= rows * cols; k++)
                for (int slack = 0; slack <= 12 && value[k]; slack += 12, tried++)
                    if (!canonical_with(instance, &b, 2 * rows * cols + 4 - 6 * k + slack, k))
                        fail_msg("no settled packing of %dx%d has %d gunports", rows, cols, k);
            gunport()->release(instance);
        }
    assert_true(tried >= side * side);
}

/* ---- the identity of the defects --------------------------------------------------------------------------- */

static bool same_piece(const struct board *b, int r, int c, int r2, int c2)
{
    int r3, c3;
    other_half(b, r, c, &r3, &c3);
    return r2 == r3 && c2 == c3;
}

/* D + W + C - gains, and the walls, straight from the definitions, side by side and wall by wall. upright:
 * those above and
 * below dominoes, and on upper and lower walls. */
static int defects(const struct board *b, int *walls, int *upright)
{
    static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    int total = 0;
    *walls = *upright = 0;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) {
            char x = get(b, r, c);
            if (x == '#') continue;
            for (int s = 0; s < 4; s++) {
                int dr = step[s][0], dc = step[s][1], r2, c2, n = 0;
                other_half(b, r, c, &r2, &c2);
                char front = get(b, r + dr, c + dc), front2 = get(b, r2 + dr, c2 + dc);
                bool shorter = r2 == r - dr && c2 == c - dc, inside = r2 == r + dr && c2 == c + dc;
                if (x != 'o' && !inside && shorter) n += front != '#' && front != 'o'; /* D, a short side */
                if ((x == '<' || x == '^') && !inside && !shorter) {                   /* a long one */
                    bool hole = front == 'o' || front2 == 'o';
                    if (front != '#' && front2 != '#')
                        n += !hole;
                    else
                        n -= hole; /* half of it on the wall: a gain */
                }
                int ar = dc ? 1 : 0, ac = dr ? 1 : 0; /* along the wall */
                bool before = get(b, r - ar, c - ac) != '#' && get(b, r - ar + dr, c - ac + dc) == '#';
                bool after = get(b, r + ar, c + ac) != '#' && get(b, r + ar + dr, c + ac + dc) == '#';
                if (front == '#') {
                    *walls += !before;
                    n += (!before && x != 'o') + (!after && x != 'o');
                    n += after && x != 'o' && get(b, r + ar, c + ac) != 'o' && !same_piece(b, r, c, r + ar, c + ac);
                }
                total += n;
                *upright += dr ? n : 0;
            }
        }
    return total;
}

static bool identity(const struct board *b, void *state)
{
    (void)state;
    int walls, upright, open = 0, t = defects(b, &walls, &upright);
    for (int i = 0; i < b->rows * b->cols; i++) open += b->cell[i] != '#';
    assert_int_equal(t, 2 * open + walls - 6 * holes(b));
    if (open == b->rows * b->cols) {
        assert_int_equal(walls, 4);
        assert_int_equal(2 * upright, t);
    }
    return true;
}

static void identity_on_all_packings(void **unused)
{
    (void)unused;
    int side = getenv("QUICK") ? 4 : 6;
    struct random r = {3};
    for (int rows = 1; rows <= side; rows++)
        for (int cols = 1; cols <= side && rows * cols <= 30; cols++) { /* larger ones at random, below */
            struct packings w = {identity, NULL, 0};
            struct board b = board_full(rows, cols);
            packings_each(&b, 0, &w);
            assert_true(w.packings > 0);
            for (int i = 0; i < 5; i++) {
                b = board_random(&r, rows, cols, 25);
                packings_each(&b, 0, &w);
            }
        }
}

/* The identity holds on random packings of large boards, with and without blocked cells. On boards of at most 400 cells the
 * formulation, with these dominoes given, finds the same number of holes. */
static void identity_on_large_packings(void **unused)
{
    (void)unused;
    struct random r = {4};
    int judged = 0, large = 0;
    for (int i = 0; i < 2000; i++) {
        struct board b = board_full(6, 6);
        pack_at_random(&r, &b);
        identity(&b, NULL);
    }
    for (int i = 0; i < (getenv("QUICK") ? 15 : 100); i++) {
        struct board b =
            board_random(&r, 1 + random_below(&r, 50), 1 + random_below(&r, 50), i & 1 ? random_below(&r, 40) : 0);
        pack_at_random(&r, &b);
        identity(&b, NULL);
        if (i & 1 || b.rows * b.cols > 400) continue;
        agree(&b, holes(&b), (struct choice){"defects", "cadical", NULL, "down", NULL});
        judged++;
        large += b.rows * b.cols > 100;
    }
    printf("# %d judged, %d of them large\n", judged, large);
    assert_true(large > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_packings_have_all_values),
        cmocka_unit_test(identity_on_all_packings),
        cmocka_unit_test(identity_on_large_packings),
    };
    return cmocka_run_group_tests_name("gunport-defects", tests, NULL, NULL);
}
