/* Each puzzle's `verify` on every text of a small instance, against the rules written down once more. */
#include "testlib/texts.h"

extern const struct puzzle puzzle_gunport, puzzle_fivers, puzzle_tank, puzzle_squarest, puzzle_archer, puzzle_cans,
    puzzle_cnf;

static void verify_agree(const struct texts *t, long solutions)
{
    struct text text = {0};
    long right = texts_judge(t, &text);
    if (text.n) fail_msg("%s %s: verify is wrong on\n%s", t->puzzle->name, t->operands, text_string(&text));
    if (right != solutions) fail_msg("%s: %ld solutions, not %ld", t->puzzle->name, right, solutions);
    text_release(&text);
}

/* The letter in row r, column c of lines of `cols` letters; 0 outside. */
static char at(const char *text, int rows, int cols, int r, int c)
{
    return r < 0 || c < 0 || r >= rows || c >= cols ? 0 : text[r * (cols + 1) + c];
}

/* ---- gunport: every cell is a hole without a hole beside it, or half of a whole domino --------------------- */

static bool packing(const char *text, int rows, int cols, const char *blocked, int64_t *objective_value)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            char x = at(text, rows, cols, r, c);
            char right = at(text, rows, cols, r, c + 1), left = at(text, rows, cols, r, c - 1);
            char down = at(text, rows, cols, r + 1, c), up = at(text, rows, cols, r - 1, c);
            bool good = x == '<'   ? right == '>'
                        : x == '>' ? left == '<'
                        : x == '^' ? down == 'v'
                        : x == 'v' ? up == '^'
                        : x == 'o' ? right != 'o' && left != 'o' && down != 'o' && up != 'o'
                                   : x == '#';
            if (!good || (x == '#') != (at(blocked, rows, cols, r, c) == '#')) return false;
            *objective_value += x == 'o';
        }
    return true;
}

static bool packing_2x3(const char *text, int64_t *objective_value)
{
    return packing(text, 2, 3, "...\n...\n", objective_value);
}
static bool packing_blocked(const char *text, int64_t *objective_value)
{
    return packing(text, 3, 2, "..\n#.\n..\n", objective_value);
}

static void gunport_is_judged(void **state)
{
    (void)state;
    verify_agree(&(struct texts){&puzzle_gunport, "2x3", NULL, "", "???\n???\n", "o<>^v#", packing_2x3}, 5);
    verify_agree(&(struct texts){&puzzle_gunport, "", "..\n#.\n..\n", "", "??\n??\n??\n", "o<>^v#", packing_blocked},
                 3);
}

/* ---- fivers: every stone turns as often as it is pressed on, from white to black -------------------------- */

static bool presses(const char *text, int rows, int cols, const char *start, int64_t *objective_value)
{
    static const int step[5][2] = {{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            bool black = at(start, rows, cols, r, c) == 'X';
            char x = at(text, rows, cols, r, c);
            for (int s = 0; s < 5; s++) black ^= at(text, rows, cols, r + step[s][0], c + step[s][1]) == 'X';
            if ((x == '#') != (at(start, rows, cols, r, c) == '#') || (x != '#' && !black)) return false;
            *objective_value += x == 'X';
        }
    return true;
}

static bool presses_3x3(const char *text, int64_t *objective_value)
{
    return presses(text, 3, 3, "...\n...\n...\n", objective_value);
}
static bool presses_2x4(const char *text, int64_t *objective_value)
{
    return presses(text, 2, 4, ".#X.\n....\n", objective_value);
}

static void fivers_is_judged(void **state)
{
    (void)state;
    verify_agree(&(struct texts){&puzzle_fivers, "3", NULL, "", "???\n???\n???\n", ".X#", presses_3x3}, 1);
    verify_agree(&(struct texts){&puzzle_fivers, "", ".#X.\n....\n", "", "????\n????\n", ".X#", presses_2x4}, 1);
}

/* ---- tank: a value is the number of tanks that many cells away -------------------------------------------- */

static bool tanks_3(const char *text, int64_t *objective_value)
{
    int v[3][3];
    *objective_value = 0;
    for (int i = 0; i < 9; i++) v[i / 3][i % 3] = text[2 * i] - '0';
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int n = 0;
            for (int k = 0; k < 3; k++) n += (k != c && v[r][k] == abs(k - c)) + (k != r && v[k][c] == abs(k - r));
            if (n != v[r][c] || v[r][c] < 1) return false;
        }
    return true;
}

static bool tanks_3_cap_2(const char *text, int64_t *objective_value)
{
    return !strpbrk(text, "3") && tanks_3(text, objective_value);
}

static void tank_is_judged(void **state)
{
    (void)state;
    static const char layout[] = "? ? ?\n? ? ?\n? ? ?\n";
    verify_agree(&(struct texts){&puzzle_tank, "3", NULL, "cap=none", layout, "0123", tanks_3}, 8);
    verify_agree(&(struct texts){&puzzle_tank, "3", NULL, "", layout, "123", tanks_3_cap_2}, 0);
}

/* ---- the fair ---------------------------------------------------------------------------------------------- */

/* Numbers 3 9 3 6, each once, make 12. */
static bool dummies(const char *text, int64_t *objective_value)
{
    int left3 = 2, left6 = 1, left9 = 1, sum = 0;
    *objective_value = 0;
    for (const char *s = text; *s; s++) {
        if (*s == ' ') continue;
        if (s[1] && s[1] != ' ') return false; /* no number here has two digits */
        if ((*s == '3' && !left3--) || (*s == '6' && !left6--) || (*s == '9' && !left9--) || *s == '2') return false;
        sum += *s - '0';
    }
    return sum == 12;
}

/* Rings 2 and 3 make 12: "?x? ?x?". */
static bool rings(const char *text, int64_t *objective_value)
{
    int a = text[0] - '0', x = text[2] - '0', b = text[4] - '0', y = text[6] - '0';
    *objective_value = a + b;
    return a > 0 && b > 0 && (x == 2 || x == 3) && (y == 2 || y == 3) && a * x + b * y == 12;
}

/* Piles 8 over 1, 4 and 7 over 2; the second throw counts twice; 20. */
static bool throws(const char *text, int64_t *objective_value)
{
    static const int can[3][2] = {{8, 1}, {4, 0}, {7, 2}};
    int gone[3] = {0}, score = 0;
    *objective_value = 0;
    for (int t = 0; t < 2; t++) {
        int pile = text[15 * t + 5] - '1', value = text[15 * t + 13] - '0';
        if (pile < 0 || pile > 2 || gone[pile] > 1 || !value || can[pile][gone[pile]++] != value) return false;
        score += (t + 1) * value;
    }
    return score == 20;
}

static void the_fair_is_judged(void **state)
{
    (void)state;
    verify_agree(&(struct texts){&puzzle_squarest, "12 3 9 3 6", NULL, "", "??????", "2369 ", dummies}, 32);
    verify_agree(&(struct texts){&puzzle_archer, "12 2 3", NULL, "objective=shots", "?x? ?x?", "0123456", rings}, 10);
    verify_agree(&(struct texts){&puzzle_cans, "20 8,-,7 1,4,2", NULL, "multipliers=1,2",
                                 "pile ? value ?\npile ? value ?\n", "01234578", throws},
                 1);
}

/* ---- formulas ---------------------------------------------------------------------------------------------- */

static bool clauses(const char *text, int64_t *objective_value)
{
    bool a = text[2] == ' ', b = text[5] == ' ', c = text[8] == ' ';
    *objective_value = 0;
    return (a || !b) && (b || c) && (!a || !c);
}

static void formulas_are_judged(void **state)
{
    (void)state;
    static const char file[] = "p cnf 3 3\n1 -2 0\n2 3 0\n-1 -3 0\n";
    verify_agree(&(struct texts){&puzzle_cnf, "", file, "", "v ?1 ?2 ?3 0\n", " -", clauses}, 2);
}

/* ---- planted ------------------------------------------------------------------------------------------------ */

/* The puzzle's own verdict, but for the first cell, which may be anything. */
static bool blind(const struct puzzle *p, const struct instance *in, const char *solution, int64_t *objective_value,
                  struct text *err)
{
    char *text = mem_string(solution);
    bool good = false;
    for (const char *x = "o<>^vX."; *x && !good; x++) {
        *text = *x;
        good = p->verify(in, text, objective_value, err);
    }
    mem_free(text);
    return good;
}

static bool blind_gunport(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    return blind(&puzzle_gunport, in, solution, objective_value, err);
}

static bool blind_fivers(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    return blind(&puzzle_fivers, in, solution, objective_value, err);
}

/* Right but for its objective value. */
static bool miscounting(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    bool good = puzzle_gunport.verify(in, solution, objective_value, err);
    ++*objective_value;
    return good;
}

static void planted_verdicts_are_found(void **state)
{
    (void)state;
    struct puzzle gunport = puzzle_gunport, fivers = puzzle_fivers;
    struct texts g = {&gunport, "2x3", NULL, "", "???\n???\n", "o<>^v#", packing_2x3};
    struct texts f = {&fivers, "3", NULL, "", "???\n???\n???\n", ".X#", presses_3x3};
    struct text text = {0};
    gunport.verify = blind_gunport;
    texts_judge(&g, &text);
    assert_true(text.n > 0);
    gunport.verify = miscounting;
    texts_judge(&g, &text);
    assert_true(text.n > 0);
    fivers.verify = blind_fivers;
    texts_judge(&f, &text);
    assert_true(text.n > 0);
    text_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gunport_is_judged),   cmocka_unit_test(fivers_is_judged),
        cmocka_unit_test(tank_is_judged),      cmocka_unit_test(the_fair_is_judged),
        cmocka_unit_test(formulas_are_judged), cmocka_unit_test(planted_verdicts_are_found),
    };
    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
