/* Gunport against oracles that share no code with it: a dynamic program over profiles, enumeration, and a count of
 * defects straight from the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "search/search.h"
#include "puzzles/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 2500 };

/* ---- a board of the test's own ------------------------------------------------------------------------ */

struct board {
    int rows, cols;
    char cell[CELLS + 1]; /* as in the puzzle's notation */
};

static char get(const struct board *b, int r, int c)
{
    return r < 0 || c < 0 || r >= b->rows || c >= b->cols ? '#' : b->cell[r * b->cols + c];
}

static struct board board_full(int rows, int cols)
{
    struct board b = {.rows = rows, .cols = cols};
    memset(b.cell, '.', (size_t)(rows * cols));
    return b;
}

static struct board board_random(struct random *r, int rows, int cols, int percent)
{
    struct board b = board_full(rows, cols);
    for (int i = 0; i < rows * cols; i++)
        if (random_below(r, 100) < percent) b.cell[i] = '#';
    return b;
}

static char *board_text(const struct board *b, struct text *t)
{
    text_clear(t);
    for (int r = 0; r < b->rows; r++) {
        text_bytes(t, b->cell + r * b->cols, (size_t)b->cols);
        text_char(t, '\n');
    }
    return t->s;
}

static const struct puzzle *gunport(void) { return puzzle_find("gunport"); }

static struct instance *instance_of(const struct board *b)
{
    struct text t = {0}, err = {0};
    struct source source = {.text = board_text(b, &t), .name = "board.txt", .line = 1};
    struct instance *made = gunport()->parse(&source, &err);
    if (!made) fail_msg("refused: %s\n%s", text_string(&err), t.s);
    text_release(&t);
    text_release(&err);
    return made;
}

/* Every packing that completes b, cell by cell; stops when visit says so. */
struct packings {
    bool (*visit)(const struct board *, void *);
    void *state;
    long packings;
};

static bool walk(struct board *b, int i, struct packings *w)
{
    while (i < b->rows * b->cols && b->cell[i] != '.') i++;
    if (i == b->rows * b->cols) {
        w->packings++;
        return w->visit(b, w->state);
    }
    int r = i / b->cols, c = i % b->cols;
    bool go = true;
    if (get(b, r, c + 1) == '.') {
        memcpy(b->cell + i, "<>", 2);
        go = walk(b, i + 2, w);
        memcpy(b->cell + i, "..", 2);
    }
    if (go && get(b, r + 1, c) == '.') {
        b->cell[i] = '^';
        b->cell[i + b->cols] = 'v';
        go = walk(b, i + 1, w);
        b->cell[i] = b->cell[i + b->cols] = '.';
    }
    if (go && get(b, r - 1, c) != 'o' && get(b, r, c - 1) != 'o' && get(b, r, c + 1) != 'o' &&
        get(b, r + 1, c) != 'o') {
        b->cell[i] = 'o';
        go = walk(b, i + 1, w);
        b->cell[i] = '.';
    }
    return go;
}

static int holes(const struct board *b)
{
    int n = 0;
    for (int i = 0; i < b->rows * b->cols; i++) n += b->cell[i] == 'o';
    return n;
}

static bool keep_most(const struct board *b, void *state)
{
    int *most = state;
    if (holes(b) > *most) *most = holes(b);
    return true;
}

/* The most holes by enumeration; -1: the pieces laid cannot be completed. */
static int most_by_enumeration(struct board b)
{
    int most = -1;
    struct packings w = {keep_most, &most, 0};
    walk(&b, 0, &w);
    return most;
}

/* ---- a dynamic program over profiles -------------------------------------------------------------------- */

/* A profile says for the last `cols` cells what they are to the cells below them: 0 filled, 1 a hole, 2 the upper half of
 * a domino. Base 3, the column's digit. best[p]: most holes so far, -1: unreachable. */
static int most_by_profiles(const struct board *b)
{
    int states = 1, digit[16];
    for (int c = 0; c < b->cols; c++) {
        digit[c] = states;
        states *= 3;
    }
    int *best = mem_new((size_t)states, sizeof *best), *next = mem_new((size_t)states, sizeof *next);
    for (int s = 0; s < states; s++) best[s] = s ? -1 : 0;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols, d = digit[c];
        for (int s = 0; s < states; s++) next[s] = -1;
        for (int s = 0; s < states; s++) {
            if (best[s] < 0) continue;
            int above = s / d % 3, left = c ? s / digit[c - 1] % 3 : 0, rest = s - above * d;
#define REACH(to, holes)                                                                                               \
    do {                                                                                                               \
        int t_ = (to);                                                                                                 \
        if (best[s] + (holes) > next[t_]) next[t_] = best[s] + (holes);                                                \
    } while (0)
            bool open = get(b, r, c) != '#';
            if (above == 2) {
                if (open) REACH(rest, 0);
                continue;
            }
            if (!open) {
                REACH(rest, 0);
                continue;
            }
            if (above != 1 && left != 1) REACH(rest + d, 1);
            REACH(rest + 2 * d, 0);
            /* The right half of a domino: its left half was kept as an upper half (2) and turns filled. */
            if (c && left == 2) REACH(rest - 2 * digit[c - 1], 0);
#undef REACH
        }
        memcpy(best, next, (size_t)states * sizeof *best);
    }
    int most = -1;
    for (int s = 0; s < states; s++) {
        bool whole = true;
        for (int c = 0; c < b->cols; c++) whole &= s / digit[c] % 3 != 2;
        if (whole && best[s] > most) most = best[s];
    }
    mem_free(best);
    mem_free(next);
    return most;
}

static void profiles_agree_with_enumeration(void **unused)
{
    (void)unused;
    struct random r = {1};
    for (int rows = 1; rows <= 5; rows++)
        for (int cols = 1; cols <= 5; cols++) {
            struct board b = board_full(rows, cols);
            assert_int_equal(most_by_profiles(&b), most_by_enumeration(b));
            b = board_random(&r, rows, cols, 20);
            assert_int_equal(most_by_profiles(&b), most_by_enumeration(b));
        }
    struct board five = board_full(5, 5), ten = board_full(10, 10);
    assert_int_equal(most_by_profiles(&five), 7);
    assert_int_equal(most_by_profiles(&ten), 32);
}

/* ---- the solver ------------------------------------------------------------------------------------------ */

struct choice {
    const char *formulation, *solver, *card, *search, *symmetry, *sweep, *apart;
};

/* The solver's optimum, recounted here; -1: none. */
static int64_t solved(const struct board *b, struct choice choice)
{
    struct text err = {0}, card = {0};
    struct options options = {0};
    struct instance *instance = instance_of(b);
    struct answer a = {0};
    struct question q = {.puzzle = gunport(),
                         .instance = instance,
                         .options = &options,
                         .solver = choice.solver,
                         .search = choice.search};
    const struct formulation *f = gunport()->formulations;
    while (f->name && choice.formulation && strcmp(f->name, choice.formulation)) f++;
    assert_non_null(f->name);
    q.formulation = f;
    if (choice.card && !encoding_parse(CARD, choice.card, &q.policy.by_kind[CARD], &err)) fail_msg("%s", err.s);
    if (choice.symmetry) options_set(&options, "break-symmetry", choice.symmetry);
    if (choice.sweep) options_set(&options, "sweep", choice.sweep);
    if (choice.apart) options_set(&options, "apart", choice.apart);
    enum status s = search_solve(&q, &a);
    if (s != STATUS_OPTIMAL && s != STATUS_UNSATISFIABLE)
        fail_msg("%s on %dx%d ends with %d: %s", f->name, b->rows, b->cols, s, text_string(&a.err));
    int64_t figure = s == STATUS_OPTIMAL ? a.figure : -1, recount = 0;
    for (const char *c = text_string(&a.solution); *c; c++) recount += *c == 'o';
    if (figure >= 0) assert_int_equal(recount, figure);
    answer_release(&a);
    gunport()->release(instance);
    options_release(&options);
    text_release(&err);
    text_release(&card);
    return figure;
}

static void agree(const struct board *b, int most, struct choice choice)
{
    int64_t figure = solved(b, choice);
    struct text t = {0};
    if (figure != most)
        fail_msg("%s %s %s %s %s finds %lld instead of %d on\n%s", choice.formulation, choice.solver,
                 choice.card ? choice.card : "auto", choice.search ? choice.search : "",
                 choice.symmetry ? choice.symmetry : "", (long long)figure, most, board_text(b, &t));
    text_release(&t);
}

static void full_boards_agree_with_profiles(void **unused)
{
    (void)unused;
    int side = getenv("QUICK") ? 6 : 9;
    for (int rows = 1; rows <= side; rows++)
        for (int cols = 1; cols <= side; cols++) {
            struct board b = board_full(rows, cols);
            int most = most_by_profiles(&b);
            agree(&b, most, (struct choice){"defects", "cadical", NULL, NULL, NULL});
            agree(&b, most,
                  (struct choice){.formulation = "defects", .solver = "cadical", .sweep = "no", .apart = "no"});
            if (rows > 1 && cols > 1) agree(&b, most, (struct choice){.formulation = "monomino", .search = "profiles"});
            if (rows > cols) continue;
            agree(&b, most, (struct choice){"monomino", "cadical", NULL, NULL, NULL});
            if (cols <= 8) agree(&b, most, (struct choice){"matching", "cadical", NULL, NULL, NULL});
            if (rows * cols <= 16) agree(&b, most, (struct choice){"indexed", "cadical", NULL, NULL, NULL});
        }
}

/* Some pieces of a random packing, so that they can be completed, or some anywhere, so that perhaps they cannot. */
struct sample {
    struct random r;
    struct board kept;
};

static bool stop_at_random(const struct board *b, void *state)
{
    struct sample *s = state;
    s->kept = *b;
    return random_below(&s->r, 4) != 0;
}

static struct board board_laid(struct random *r, struct board b)
{
    struct sample s = {*r, b};
    struct packings w = {stop_at_random, &s, 0};
    walk(&b, 0, &w);
    *r = s.r;
    b = s.kept;
    for (int i = 0; i < b.rows * b.cols; i++) {
        if (!strchr("o<^", b.cell[i]) || random_below(r, 3) == 0) continue;
        if (b.cell[i] == '<') b.cell[i + 1] = '.';
        if (b.cell[i] == '^') b.cell[i + b.cols] = '.';
        b.cell[i] = '.';
    }
    return b;
}

static void odd_boards_agree_with_enumeration(void **unused)
{
    (void)unused;
    struct random r = {2};
    int rounds = getenv("QUICK") ? 20 : 150, impossible = 0;
    for (int i = 0; i < rounds; i++) {
        struct board b = board_random(&r, 1 + random_below(&r, 5), 1 + random_below(&r, 6), random_below(&r, 45));
        if (i % 3 == 1) b = board_laid(&r, b);
        if (i % 3 == 2) {
            int c = random_below(&r, b.rows * b.cols);
            bool alone = get(&b, c / b.cols - 1, c % b.cols) != 'o';
            if (b.cell[c] == '.' && alone) b.cell[c] = 'o';
        }
        int most = most_by_enumeration(b);
        impossible += most < 0;
        static const char *const names[] = {"monomino", "matching", "defects-any", "indexed"};
        for (int f = 0; f < 4; f++)
            if (f < 3 || b.rows * b.cols <= 12)
                agree(&b, most, (struct choice){names[f], i & 1 ? "cadical" : "picosat", NULL, NULL, NULL});
    }
    if (!getenv("QUICK")) assert_true(impossible > 0);
}

/* The sweep, on boards with some pieces laid: many of them have no symmetry, and some no packing. */
static void sweeps_agree_with_enumeration(void **unused)
{
    (void)unused;
    struct random r = {3};
    int impossible = 0, rounds = getenv("QUICK") ? 30 : 300;
    for (int i = 0; i < rounds; i++) {
        struct board b = board_full(2 + random_below(&r, 4), 2 + random_below(&r, 5));
        if (i & 1) {
            b = board_laid(&r, b);
        } else {
            b.cell[random_below(&r, b.rows * b.cols)] = 'o';
            int c = random_below(&r, b.rows), d = random_below(&r, b.cols - 1);
            if (get(&b, c, d) == '.' && get(&b, c, d + 1) == '.') memcpy(b.cell + c * b.cols + d, "<>", 2);
        }
        int most = most_by_enumeration(b);
        impossible += most < 0;
        agree(&b, most, (struct choice){.formulation = "monomino", .search = "profiles"});
    }
    if (!getenv("QUICK")) assert_true(impossible > 0);
}

struct swept {
    bool found, complete;
};

static bool finds(void *state, const char *solution)
{
    ((struct swept *)state)->found = *solution;
    return false;
}

static struct swept swept(const struct instance *instance, int figure, int effort, int seed)
{
    struct swept s = {0};
    struct own_run run = {.figure = figure, .effort = effort, .seed = seed, .each = finds, .state = &s};
    assert_true(gunport()->searches->run(instance, &run));
    s.complete = run.complete;
    return s;
}

/* As narrow as can be, a sweep never claims that there is nothing better; as wide as can be, it knows. */
static void narrow_sweeps_claim_nothing(void **unused)
{
    (void)unused;
    int missed = 0;
    for (int side = 5; side <= 10; side++) {
        struct board b = board_full(side, side + 1);
        struct instance *instance = instance_of(&b);
        int most = most_by_profiles(&b);
        for (int seed = 0; seed < 20; seed++) {
            struct swept q = swept(instance, most, (1 + seed) * side * (side + 1), seed);
            assert_true(q.found || !q.complete);
            missed += !q.found;
        }
        struct swept wide = swept(instance, most, 0, 0), better = swept(instance, most + 2, 0, 0);
        assert_true(wide.found);
        assert_true(!better.found && better.complete);
        gunport()->release(instance);
    }
    assert_true(missed > 0);
}

static bool lying_sweep(const struct instance *instance, struct own_run *q)
{
    (void)instance;
    q->complete = true;
    if (q->figure <= 3) q->each(q->state, "o<>\n<>o\no<>\n");
    return true;
}

/* Here a text that is no packing of the board. */
static void sweeps_that_lie_are_caught(void **unused)
{
    (void)unused;
    struct board b = board_full(4, 4);
    struct puzzle liar = *gunport();
    struct options options = {0};
    struct instance *instance = instance_of(&b);
    struct answer a = {0};
    struct own_search lying[] = {*gunport()->searches, {0}};
    lying->run = lying_sweep;
    liar.searches = lying;
    struct question q = {.puzzle = &liar,
                         .instance = instance,
                         .options = &options,
                         .solver = "cadical",
                         .search = "up",
                         .formulation = gunport()->formulations};
    assert_int_equal(search_solve(&q, &a), STATUS_FAILED);
    assert_non_null(strstr(text_string(&a.err), "The sweep is wrong"));
    assert_int_equal(a.solution.n, 0);
    answer_release(&a);
    gunport()->release(instance);
}

static void choices_agree(void **unused)
{
    (void)unused;
    static const char *const formulations[] = {"monomino", "matching", "defects"},
                             *const solvers[] = {"cadical", "picosat"}, *const searches[] = {"down", "up", "bisect"};
    int tried = 0;
    static const int sizes[][2] = {{4, 5}, {6, 6}, {5, 7}, {1, 9}};
    for (size_t s = 0; s < (getenv("QUICK") ? 1 : 4); s++) {
        struct board b = board_full(sizes[s][0], sizes[s][1]);
        int most = most_by_profiles(&b);
        for (int f = 0; f < 3; f++)
            for (int v = 0; v < 2; v++)
                for (int c = 0; encoders[c]; c++)
                    for (int h = 0; h < 3 && encoders[c]->kind == CARD && encoders[c]->count; h++, tried++)
                        agree(&b, most,
                              (struct choice){formulations[f], solvers[v], encoder_short(encoders[c]), searches[h],
                                              tried & 1 ? "yes" : "no", tried & 2 ? "yes" : "no"});
    }
    assert_true(tried > 0);
}

/* ---- settled packings --------------------------------------------------------------------------------------- */

/* Is there a packing with so many holes, settled and turned, by the formula for its number of defects? */
static bool settled_with(const struct instance *instance, const struct board *b, int64_t most, int figure)
{
    struct text err = {0};
    struct options none = {0};
    struct bounds bounds = {.most = most};
    struct policy policy = {0};
    struct lits hole = {0};
    struct model *m = model_new();
    struct solver *s = solver_open("cadical", "", 0, &err);
    gunport()->formulations->pose(instance, &none, &bounds, m);
    for (lit x = 1; x <= b->rows * b->cols; x++) {
        assert_int_equal(strncmp(model_name(m, x), "hole ", 5), 0);
        lits_push(&hole, x);
    }
    model_card(m, hole.v, hole.n, figure, figure);
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
static void settled_packings_have_all_figures(void **unused)
{
    (void)unused;
    int side = getenv("QUICK") ? 5 : 6, tried = 0;
    for (int rows = 1; rows <= side; rows++)
        for (int cols = 1; cols <= side; cols++) {
            bool seen[37] = {false};
            struct board b = board_full(rows, cols);
            struct packings w = {note_figure, seen, 0};
            walk(&b, 0, &w);
            struct instance *instance = instance_of(&b);
            for (int k = 0; k <= rows * cols; k++)
                for (int slack = 0; slack <= 12 && seen[k]; slack += 12, tried++)
                    if (!settled_with(instance, &b, 2 * rows * cols + 4 - 6 * k + slack, k))
                        fail_msg("no settled packing of %dx%d has %d gunports", rows, cols, k);
            gunport()->release(instance);
        }
    assert_true(tried > 100);
}

/* ---- the identity of the defects --------------------------------------------------------------------------- */

/* The other half of the domino on (r, c). */
static void other_half(const struct board *b, int r, int c, int *r2, int *c2)
{
    char x = get(b, r, c);
    *r2 = r + (x == '^') - (x == 'v');
    *c2 = c + (x == '<') - (x == '>');
}

static bool same_piece(const struct board *b, int r, int c, int r2, int c2)
{
    int r3, c3;
    other_half(b, r, c, &r3, &c3);
    return r2 == r3 && c2 == c3;
}

/* D + W + C - gains, and the walls, straight from the definitions, side by side and wall by wall. upright: those above and
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
    int side = getenv("QUICK") ? 5 : 6;
    struct random r = {3};
    for (int rows = 1; rows <= side; rows++)
        for (int cols = 1; cols <= side; cols++) {
            struct packings w = {identity, NULL, 0};
            struct board b = board_full(rows, cols);
            walk(&b, 0, &w);
            assert_true(w.packings > 0);
            for (int i = 0; i < 5 && rows * cols <= 30; i++) {
                b = board_random(&r, rows, cols, 25);
                walk(&b, 0, &w);
            }
        }
}

/* Pieces in random order of the cells; what then is bare beside a bare cell gets a domino. */
static void pack_at_random(struct random *r, struct board *b)
{
    int n = b->rows * b->cols, dominoes = random_below(r, 2 * n);
    for (int i = 0; i < dominoes + 2 * n; i++) {
        int at = i < dominoes ? random_below(r, n) : (i - dominoes) / 2,
            right = i < dominoes ? random_below(r, 2) : i & 1;
        int y = at / b->cols, x = at % b->cols;
        if (get(b, y, x) != '.' || get(b, y + !right, x + right) != '.') continue;
        b->cell[at] = right ? '<' : '^';
        b->cell[at + (right ? 1 : b->cols)] = right ? '>' : 'v';
    }
    for (int i = 0; i < n; i++)
        if (b->cell[i] == '.') b->cell[i] = 'o';
}

/* On large boards at random, full and not; the formulation's own count is judged on the same packings, laid. */
static void identity_on_large_packings(void **unused)
{
    (void)unused;
    struct random r = {4};
    for (int i = 0; i < 300; i++) {
        struct board b =
            board_random(&r, 1 + random_below(&r, 50), 1 + random_below(&r, 50), i & 1 ? random_below(&r, 40) : 0);
        pack_at_random(&r, &b);
        identity(&b, NULL);
        if (i % 10 == 0 || b.rows * b.cols < 100)
            agree(&b, holes(&b), (struct choice){"defects-any", "cadical", NULL, "down", NULL});
    }
}

/* ---- judging solutions ---------------------------------------------------------------------------------------- */

/* Is `text`, of the right shape, a packing of b? By covering a board piece by piece. */
static bool is_packing(const struct board *b, const struct board *text)
{
    int covered = 0, cells = b->rows * b->cols;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) {
            char x = get(text, r, c), was = get(b, r, c);
            if ((was == '#') != (x == '#') || (was != '.' && was != x)) return false;
            if (x == '#') covered++;
            if (x == '<' && get(text, r, c + 1) == '>') covered += 2;
            if (x == '^' && get(text, r + 1, c) == 'v') covered += 2;
            if (x == 'o') covered++;
            if (x == 'o' && (get(text, r, c + 1) == 'o' || get(text, r + 1, c) == 'o')) return false;
        }
    return covered == cells;
}

static bool judged(const struct board *b, const char *text, int64_t *figure)
{
    struct instance *instance = instance_of(b);
    struct text err = {0};
    bool right = gunport()->verify(instance, text, figure, &err);
    if (!right) assert_true(err.n > 20 && err.s[err.n - 1] == '.');
    text_release(&err);
    gunport()->release(instance);
    return right;
}

static void verify_judges_as_the_rules_do(void **unused)
{
    (void)unused;
    struct random r = {5};
    struct text t = {0};
    int wrong = 0;
    for (int i = 0; i < 3000; i++) {
        struct board b = board_random(&r, 1 + random_below(&r, 6), 1 + random_below(&r, 6), random_below(&r, 30)),
                     s = b;
        pack_at_random(&r, &s);
        if (i % 2) b = board_laid(&r, b);
        if (i % 4) s.cell[random_below(&r, s.rows * s.cols)] = "o<>^v#"[random_below(&r, 6)];
        int64_t figure = -1;
        bool right = is_packing(&b, &s);
        wrong += !right;
        assert_int_equal(judged(&b, board_text(&s, &t), &figure), right);
        if (right) assert_int_equal(figure, holes(&s));
    }
    assert_in_range(wrong, 500, 2500);
    struct board b = board_full(2, 3);
    int64_t figure;
    assert_true(judged(&b, "o<>\r\n<>o", &figure));
    assert_true(judged(&b, "\n; a comment\no<>\n<>o\n\n", &figure));
    static const char *const bad[] = {
        "",          "\n",       "o<>",        "o<>\n<>", "o<>\n<>o\n<>o", "o<>\n<>o\n\nx",
        "o<>\n<> o", "o<>\n<>.", "o<>o\n<>o<", "\xff",    "o<>\n<>O",      "o\n<\n>\no\n<\n>"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(judged(&b, bad[i], &figure));
    for (int i = 0; i < 2000; i++) { /* anything at all */
        text_clear(&t);
        for (int n = random_below(&r, 12); n > 0; n--) text_char(&t, "o<>^v#.;\n\r x\x80"[random_below(&r, 13)]);
        struct board text = board_full(2, 3);
        bool shaped = t.n == 7 && t.s[3] == '\n' && !strpbrk(t.s, ";\r x.\x80") && t.s[6] != '\n';
        if (shaped) {
            memcpy(text.cell, t.s, 3);
            memcpy(text.cell + 3, t.s + 4, 3);
        }
        bool right = judged(&b, text_string(&t), &figure);
        if (shaped) assert_int_equal(right, is_packing(&b, &text));
    }
    text_release(&t);
}

/* ---- symmetry ---------------------------------------------------------------------------------------------------- */

/* The packing turned or mirrored, domino by domino, on a board whose cells go with it. */
static struct board turned(const struct board *b, int g)
{
    struct board out = board_full(g & 4 ? b->cols : b->rows, g & 4 ? b->rows : b->cols);
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) {
            int y[2] = {r, r}, x[2] = {c, c}, n = 1;
            if (strchr("<^", get(b, r, c))) {
                other_half(b, r, c, &y[1], &x[1]);
                n = 2;
            }
            for (int i = 0; i < n; i++) {
                if (g & 1) y[i] = b->rows - 1 - y[i];
                if (g & 2) x[i] = b->cols - 1 - x[i];
                if (g & 4) {
                    int swap = y[i];
                    y[i] = x[i];
                    x[i] = swap;
                }
            }
            char *cell = out.cell;
            int w = out.cols;
            if (strchr("o#.", get(b, r, c))) cell[y[0] * w + x[0]] = get(b, r, c);
            if (n == 2 && y[0] == y[1]) memcpy(cell + y[0] * w + (x[0] < x[1] ? x[0] : x[1]), "<>", 2);
            if (n == 2 && x[0] == x[1])
                for (int i = 0; i < 2; i++) cell[y[i] * w + x[0]] = y[i] < y[!i] ? '^' : 'v';
        }
    return out;
}

static bool same_cells(const struct board *a, const struct board *b)
{
    return a->rows == b->rows && a->cols == b->cols && !memcmp(a->cell, b->cell, (size_t)(a->rows * a->cols));
}

struct orbit {
    struct board board;
    struct instance *instance;
};

static bool canonical_is_least(const struct board *b, void *state)
{
    struct orbit *o = state;
    struct board least = *b;
    for (int g = 1; g < 8; g++) {
        struct board ground = turned(&o->board, g), image = turned(b, g);
        if (!same_cells(&ground, &o->board)) continue;
        if (memcmp(image.cell, least.cell, (size_t)(b->rows * b->cols)) < 0) least = image;
    }
    struct text t = {0}, expected = {0}, canonical = {0};
    puzzle_canonical(gunport(), o->instance, board_text(b, &t), &canonical);
    assert_string_equal(text_string(&canonical), board_text(&least, &expected));
    text_release(&t);
    text_release(&expected);
    text_release(&canonical);
    return true;
}

static void canonical_is_the_least_of_the_orbit(void **unused)
{
    (void)unused;
    static const char *const grids[] = {"....\n....\n....\n....",
                                        "...\n...\n...\n...",
                                        "#...\n....\n....\n...#",
                                        "...\n.#.\n...",
                                        "o...\n....\n...o",
                                        "....\n.<>.\n....\n....",
                                        "."};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        struct orbit o = {.board = {.cols = (int)strcspn(grids[i], "\n")}};
        int n = 0;
        for (const char *s = grids[i]; *s; s++)
            if (*s != '\n') o.board.cell[n++] = *s;
        o.board.rows = n / o.board.cols;
        o.instance = instance_of(&o.board);
        struct packings w = {canonical_is_least, &o, 0};
        struct board b = o.board;
        walk(&b, 0, &w);
        assert_true(w.packings > 0);
        gunport()->release(o.instance);
    }
}

/* ---- what is refused --------------------------------------------------------------------------------------------- */

static void refused(int argc, const char *word, const char *text, const char *why)
{
    char *argv[] = {(char *)(uintptr_t)word, (char *)(uintptr_t) "x"};
    struct source source = {.argc = argc, .argv = argv, .text = text, .name = "board.txt", .line = 1};
    struct text err = {0};
    struct instance *made = gunport()->parse(&source, &err);
    if (made || !strstr(text_string(&err), why)) fail_msg("%s %s: '%s'", word, text ? text : "", text_string(&err));
    text_release(&err);
}

static void bad_boards_are_refused(void **unused)
{
    (void)unused;
    static const char *const sizes[] = {
        "0x5",      "5x0",   "-3x4", "3x-4", "5",    "5x",          "x5",
        "",         "5x5x5", "5*5",  " 5x5", "5x5 ", "99999x99999", "99999999999999999999x1",
        "1000x1000"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) refused(1, sizes[i], NULL, ".");
    refused(0, "", NULL, "needs a board");
    refused(2, "5x5", NULL, "too much");
    refused(1, "5x5", "...", "too much");
    refused(0, "", "", "grid");
    refused(0, "", "...\n..\n", "board.txt:2");
    refused(0, "", "...\n.?.\n", "board.txt:2");
    refused(0, "", "...\n\n...\n", "second grid");
    refused(0, "", "...\n.<.\n", "row 2, column 2");
    refused(0, "", "..^\n...\n", "row 1, column 3");
    refused(0, "", ">..\n", "row 1, column 1");
    refused(0, "", "oo.\n", "row 1, column 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profiles_agree_with_enumeration),
        cmocka_unit_test(full_boards_agree_with_profiles),
        cmocka_unit_test(odd_boards_agree_with_enumeration),
        cmocka_unit_test(sweeps_agree_with_enumeration),
        cmocka_unit_test(narrow_sweeps_claim_nothing),
        cmocka_unit_test(sweeps_that_lie_are_caught),
        cmocka_unit_test(choices_agree),
        cmocka_unit_test(settled_packings_have_all_figures),
        cmocka_unit_test(identity_on_all_packings),
        cmocka_unit_test(identity_on_large_packings),
        cmocka_unit_test(verify_judges_as_the_rules_do),
        cmocka_unit_test(canonical_is_the_least_of_the_orbit),
        cmocka_unit_test(bad_boards_are_refused),
    };
    return cmocka_run_group_tests_name("gunport", tests, NULL, NULL);
}
