/* Gunport: judging solutions, the least of their images, and what is refused. */
#include "base/random.h"
#include "testlib/boards.h"

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

static bool judged(const struct board *b, const char *text, int64_t *objective_value)
{
    struct instance *instance = instance_of(b);
    struct text err = {0};
    bool right = gunport()->verify(instance, text, objective_value, &err);
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
        if (i % 2) b = board_with_pieces(&r, b);
        if (i % 4) s.cell[random_below(&r, s.rows * s.cols)] = "o<>^v#"[random_below(&r, 6)];
        int64_t objective_value = -1;
        bool right = is_packing(&b, &s);
        wrong += !right;
        assert_int_equal(judged(&b, board_text(&s, &t), &objective_value), right);
        if (right) assert_int_equal(objective_value, holes(&s));
    }
    assert_in_range(wrong, 500, 2500);
    struct board b = board_full(2, 3);
    int64_t objective_value;
    assert_true(judged(&b, "o<>\r\n<>o", &objective_value));
    assert_true(judged(&b, "\n; a comment\no<>\n<>o\n\n", &objective_value));
    static const char *const bad[] = {
        "",          "\n",       "o<>",        "o<>\n<>", "o<>\n<>o\n<>o", "o<>\n<>o\n\nx",
        "o<>\n<> o", "o<>\n<>.", "o<>o\n<>o<", "\xff",    "o<>\n<>O",      "o\n<\n>\no\n<\n>"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(judged(&b, bad[i], &objective_value));
    for (int i = 0; i < 2000; i++) { /* anything at all */
        text_clear(&t);
        for (int n = random_below(&r, 12); n > 0; n--) text_char(&t, "o<>^v#.;\n\r x\x80"[random_below(&r, 13)]);
        struct board text = board_full(2, 3);
        bool shaped = t.n == 7 && t.s[3] == '\n' && !strpbrk(t.s, ";\r x.\x80") && t.s[6] != '\n';
        if (shaped) {
            memcpy(text.cell, t.s, 3);
            memcpy(text.cell + 3, t.s + 4, 3);
        }
        bool right = judged(&b, text_string(&t), &objective_value);
        if (shaped) assert_int_equal(right, is_packing(&b, &text));
    }
    text_release(&t);
}

/* ---- symmetry -------------------------------------------------------------------------------------------------- */

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
    SCOPED(solution) s = {0};
    solution_read(gunport(), o->instance, board_text(b, &t), &s);
    puzzle_canonical(gunport(), o->instance, &s, &canonical);
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
        packings_each(&b, 0, &w);
        assert_true(w.packings > 0);
        gunport()->release(o.instance);
    }
}

/* ---- what is refused ------------------------------------------------------------------------------------------- */

static void gunport_judge_refused(int argc, const char *word, const char *text, const char *why)
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
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) gunport_judge_refused(1, sizes[i], NULL, ".");
    gunport_judge_refused(0, "", NULL, "one size");
    gunport_judge_refused(2, "5x5", NULL, "one size");
    gunport_judge_refused(1, "5x5", "...", "not both");
    gunport_judge_refused(0, "", "", "grid");
    gunport_judge_refused(0, "", "...\n..\n", "board.txt:2");
    gunport_judge_refused(0, "", "...\n.?.\n", "board.txt:2");
    gunport_judge_refused(0, "", "...\n\n...\n", "second one");
    gunport_judge_refused(0, "", "...\n.<.\n", "row 2, column 2");
    gunport_judge_refused(0, "", "..^\n...\n", "row 1, column 3");
    gunport_judge_refused(0, "", ">..\n", "row 1, column 1");
    gunport_judge_refused(0, "", "oo.\n", "row 1, column 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verify_judges_as_the_rules_do),
        cmocka_unit_test(canonical_is_the_least_of_the_orbit),
        cmocka_unit_test(bad_boards_are_refused),
    };
    return cmocka_run_group_tests_name("gunport-judge", tests, NULL, NULL);
}
