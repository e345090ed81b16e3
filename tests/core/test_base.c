/* Units of the ground floor: text, numbers, sinks, canvas, parsers' helpers. */
#include "base/number.h"
#include "base/random.h"
#include "canvas/canvas.h"
#include "cnf/cnf.h"
#include "lower/lower.h"
#include "puzzles/puzzle.h"

#include <iconv.h>

#include "testlib/models.h"

static void test_text(void **state)
{
    (void)state;
    struct text t = {0};
    assert_string_equal(text_string(&t), "");
    for (int i = 0; i < 1000; i++) text_add(&t, "%d,", i);
    assert_int_equal(t.n, strlen(t.s));
    assert_int_equal(t.n, 10 * 2 + 90 * 3 + 900 * 4);
    text_error(&t, "again: %.3s", t.s + 2); /* an argument that lies in t itself */
    assert_string_equal(t.s, "again: 1,2");
    text_release(&t);
}

/* What text_show lets through, as iconv judges it: whole characters, none of which controls, ends a line or turns the
 * direction of text. */
static bool is_clean(iconv_t utf, const char *s)
{
    static const uint32_t turns[] = {0x61c,  0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b,
                                     0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
    uint32_t code[1000];
    char *from = (char *)(uintptr_t)s, *to = (char *)code;
    size_t left = strlen(s), room = sizeof code;
    if (iconv(utf, &from, &left, &to, &room) == (size_t)-1) return false;
    for (uint32_t *c = code; (char *)c < to; c++) {
        if (*c < ' ' || (*c >= 127 && *c < 160)) return false;
        for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
            if (*c == turns[i]) return false;
    }
    return true;
}

static void test_show(void **state)
{
    (void)state;
    struct text t = {0};
    struct random r = {1};
    iconv_t utf = iconv_open("UTF-32LE", "UTF-8");
    for (int k = 0; k < 400000; k++) {
        /* every pair of bytes, every character of three bytes that begin with e2 (such as U+202E), then longer ones
         * whose lead and tails are likely to fit */
        char in[300] = {(char)(k & 255), (char)(k >> 8 & 255)};
        int n = k < 65536 ? 2 : k < 69632 ? 3 : k % 100 ? 2 + (int)random_below(&r, 4) : 299;
        if (n == 3 && k < 69632) memcpy(in, (char[]){'\xe2', (char)(0x80 + (k >> 6 & 63)), (char)(0x80 + (k & 63))}, 3);
        for (int i = 0; i < n && k >= 69632; i++)
            in[i] = (char)(random_below(&r, 4) ? 0x80 + random_below(&r, 64) : 0xc0 + random_below(&r, 64));
        text_clear(&t);
        text_bytes(&t, in, (size_t)n);
        bool was_clean = strlen(in) < 200 && is_clean(utf, in);
        text_show(&t);
        assert_true(is_clean(utf, text_string(&t)));
        assert_true(t.n <= 200);
        assert_true(was_clean == (strlen(in) < 200 && !strcmp(in, text_string(&t))));
    }
    iconv_close(utf);
    text_release(&t);
}

static void test_clean(void **state)
{
    (void)state;
    struct random r = {2};
    iconv_t utf = iconv_open("UTF-32LE", "UTF-8");
    for (int k = 0; k < 100000; k++) {
        char in[301] = {0}, out[301];
        int n = 1 + (int)random_below(&r, 300);
        for (int i = 0; i < n; i++) in[i] = (char)(1 + random_below(&r, random_below(&r, 2) ? 255 : 127));
        memcpy(out, in, sizeof out);
        text_clean(out);
        assert_int_equal(strlen(out), n);
        for (int i = 0; i < n; i++) {
            bool plain = (in[i] >= ' ' && in[i] < 127) || in[i] == '\n' || in[i] == '\t';
            assert_true(out[i] == in[i] || (!plain && out[i] == '?'));
            if (out[i] == '\t' || out[i] == '\n') out[i] = ' '; /* which is_clean does not let through */
        }
        assert_true(is_clean(utf, out));
    }
    iconv_close(utf);
    char tail[] = "\xc3\xa4\t\n\xe2\x82";
    text_clean(tail);
    assert_string_equal(tail, "\xc3\xa4\t\n??");
}

static void test_base_numbers(void **state)
{
    (void)state;
    int64_t v;
    assert_true(number_parse("-9223372036854775808", &v) && v == INT64_MIN);
    assert_true(number_parse("+7", &v) && v == 7);
    const char *bad[] = {"", "-", "9223372036854775808", "1x", " 1", "0x10", "1 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(number_parse(bad[i], &v));
    assert_int_equal(number_gcd(INT64_MIN + 1, 0), INT64_MAX);
    assert_int_equal(number_gcd(-12, 18), 6);
    for (uint64_t n = 1; n < 1000; n++) {
        assert_true((uint64_t)1 << log2_floor(n) <= n && n < (uint64_t)2 << log2_floor(n));
        assert_true(n <= (uint64_t)1 << log2_ceil(n) && (n == 1 || (uint64_t)1 << (log2_ceil(n) - 1) < n));
    }
}

static void test_sinks(void **state)
{
    (void)state;
    struct cnf_buffer b;
    const lit *c;
    b = cnf_buffer_of(3);
    lit x = cnf_var(&b.cnf);
    assert_int_equal(x, 4);
    cnf_2(&b.cnf, 1, -x);
    cnf_clause(&b.cnf, NULL, 0);
    struct cnf_guard g;
    cnf_guard_begin(&g, &b.cnf, -9);
    lit y = cnf_var(&g.cnf);
    cnf_1(&g.cnf, y);
    cnf_guard_end(&g);
    assert_int_equal(b.cnf.vars, 5);
    assert_int_equal(b.cnf.made.vars, 2);
    assert_int_equal(b.cnf.made.clauses, 3);
    assert_int_equal(b.cnf.made.literals, 4);
    assert_int_equal(cnf_buffer_clause(&b, 1, &c), 0);
    assert_int_equal(cnf_buffer_clause(&b, 2, &c), 2);
    assert_int_equal(c[0], 5);
    assert_int_equal(c[1], -9);
    cnf_buffer_release(&b);

    char *bytes = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&bytes, &n);
    struct cnf_writer w;
    cnf_writer_init(&w, out, 5);
    cnf_3(&w.cnf, 1, -2147483647, 30);
    cnf_clause(&w.cnf, NULL, 0);
    assert_true(cnf_writer_release(&w));
    fclose(out);
    assert_string_equal(bytes, "1 -2147483647 30 0\n0\n");
    free(bytes);
}

static void draws(const struct canvas *c, struct canvas_style style, const char *expected)
{
    struct text t = {0};
    canvas_text(c, style, &t);
    assert_string_equal(text_string(&t), expected);
    text_release(&t);
}

static void test_canvas(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(2, 2);
    canvas_cell(c, 0, 0, INK_MARK, "o");
    canvas_box(c, 0, 0, 0, 0);
    canvas_box(c, 0, 1, 1, 1);
    canvas_cell(c, 1, 0, INK_BLOCKED, "");
    canvas_caption(c, "%d cells", 4);
    draws(c, (struct canvas_style){0}, "┌───┬───┐\n│ o │   │\n└───┤   │\n ███│   │\n    └───┘\n4 cells\n");
    draws(c, (struct canvas_style){.ascii = true}, "+---+---+\n| o |   |\n+---+   |\n ###|   |\n    +---+\n4 cells\n");
    draws(c, (struct canvas_style){.ascii = true, .width = 5, .scrolls = true}, "o.\n#.\n4 cells\n");
    draws(c, (struct canvas_style){.ascii = true, .width = 5},
          "o.\n#.\nThe\nterminal\nis\ntoo\nnarrow\nfor\nthe\nboard:\na\ncharacter\na\ncell;\n--"
          "svg\nFILE\ndraws\nit\nwhole.\n4 cells\n");
    canvas_free(c);
    c = canvas_new(1, 3); /* two boards, a gap between them */
    canvas_heading(c, 0, 0, "a");
    canvas_cell(c, 0, 0, INK_LIGHT, "○");
    canvas_cell(c, 0, 2, INK_DARK, "●");
    canvas_box(c, 0, 0, 0, 0);
    canvas_box(c, 0, 2, 0, 2);
    canvas_key(c, INK_LIGHT, "○", "white");
    canvas_key(c, INK_DARK, "●", "black");
    canvas_legend(c, true);
    draws(c, (struct canvas_style){.ascii = true, .width = 5, .scrolls = true}, "a\n. @\n.  white\n@  black\n");
    draws(c, (struct canvas_style){.width = 5, .scrolls = true}, "a\n□ ■\n□  white\n■  black\n");
    canvas_free(c);
    c = canvas_new(2, 2); /* three cells around a corner */
    canvas_sides(c, 0, 0, NORTH | EAST | WEST);
    canvas_sides(c, 1, 0, WEST | SOUTH);
    canvas_sides(c, 1, 1, NORTH | EAST | SOUTH);
    draws(c, (struct canvas_style){.ascii = true}, "+---+\n|   |\n|   +---+\n|       |\n+-------+\n");
    canvas_free(c);
}

static bool size(const char *word, int *rows, int *cols)
{
    struct text err = {0};
    bool ok = grid_size(word, 1000, 100000, rows, cols, &err);
    assert_int_equal(ok, !err.n);
    text_release(&err);
    return ok;
}

static void test_parsers(void **state)
{
    (void)state;
    int r, c;
    assert_true(size("8x10", &r, &c) && r == 8 && c == 10);
    assert_true(size("1000x100", &r, &c));
    const char *bad[] = {"",     "x",    "5",     "5x",     "x5",       "0x5",  "5x0",
                         "-3x4", "3x-4", "3x4x5", "1001x1", "1000x101", " 3x4", "99999999999999999999x1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(size(bad[i], &r, &c));

    struct source source = {.text = "; a comment\n\n.#\r\n#.\n\nX.\n", .name = "f", .line = 5};
    struct grid g;
    struct text err = {0};
    size_t from = 0;
    assert_true(grid_parse(&source, &from, ".#X", &g, &err));
    assert_int_equal(g.rows, 2);
    assert_memory_equal(g.cell, ".##.", 4);
    grid_release(&g);
    assert_true(grid_parse(&source, &from, ".#X", &g, &err));
    assert_memory_equal(g.cell, "X.", 2);
    grid_release(&g);
    assert_false(grid_parse(&source, &from, ".#X", &g, &err));
    assert_says(err.s, "f:11:*grid*'.#X'");
    from = 0;
    assert_false(grid_parse(&source, &from, ".", &g, &err));
    assert_says(err.s, "f:7:*'#'*'.'");
    text_release(&err);
}

static void test_objectives(void **state)
{
    (void)state;
    /* objective value = (50 - 2 sum) / 6: gunports from something that falls by three for each. */
    struct objective o = {.a = 50, .b = -2, .c = 6};
    assert_int_equal(objective_of_sum(&o, 1), 8);
    assert_int_equal(objective_sum(&o, 8), 1);
    assert_int_equal(objective_sum(&o, 7), 4);
    assert_true(objective_maximizes(&o));
    struct objective shots = {.a = -3, .b = 2, .c = 1};
    for (int64_t sum = 0; sum < 20; sum++) assert_int_equal(objective_sum(&shots, objective_of_sum(&shots, sum)), sum);
    assert_int_equal(objective_sum(&shots, 4), 3);
}

static void test_orders(void **state)
{
    (void)state;
    struct model *m = model_new();
    for (int i = 0; i < 5; i++) {
        model_facts(m)->group = 7;
        model_var(m, "%d", i);
        model_facts(m)->group = 3;
        model_var(m, "%d", i);
    }
    assert_null(lower_order_variables(ORDER_MODEL, 1, m));
    for (int o = ORDER_GROUPED; o <= ORDER_RANDOM; o++) {
        int *place = lower_order_variables((enum order)o, 7, m), seen[11] = {0};
        for (int v = 1; v <= 10; v++) {
            assert_in_range(place[v], 1, 10);
            assert_int_equal(seen[place[v]]++, 0);
            if (o == ORDER_GROUPED) assert_int_equal(place[v], v % 2 ? (v + 1) / 2 : 5 + v / 2);
        }
        mem_free(place);
    }
    lit x[] = {3, -1, 4};
    int64_t w[] = {30, 10, 40};
    lit to[3];
    int64_t to_w[3];
    assert_true(lower_order_inputs(ORDER_REVERSED, 0, 3, x, w, to, to_w));
    assert_true(to[0] == 4 && to[1] == -1 && to[2] == 3 && to_w[0] == 40 && to_w[2] == 30);
    assert_false(lower_order_inputs(ORDER_GROUPED, 0, 3, x, w, to, to_w));
    model_free(m);
}

/* The first words of names, which formulations choose to be one per group, put in the same order. */
static int by_first_words(const struct model *m, const int *place)
{
    int n = model_vars(m), next = 1, groups = 0;
    bool *done = mem_new((size_t)n + 1, sizeof *done);
    for (int v = 1; v <= n; v++) {
        groups += !done[v];
        for (int u = v; u <= n && !done[v]; u++) {
            size_t length = strcspn(model_name(m, v), " ");
            if (done[u] || strncmp(model_name(m, u), model_name(m, v), length) ||
                strcspn(model_name(m, u), " ") != length)
                continue;
            done[u] = u > v;
            assert_int_equal(place[u], next++);
        }
    }
    mem_free(done);
    return groups;
}

static void test_groups(void **state)
{
    (void)state;
    static const struct {
        const char *puzzle, *operands;
    } cases[] = {{"gunport", "5x6"}, {"tank", "4"},           {"fivers", "3x5"},
                 {"cans", ""},       {"archer", "29 3 7 12"}, {"squarest", "50 3 6 9 12 15 30 21 25 27 30"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct puzzle *p = puzzle_find(cases[i].puzzle);
        struct text err = {0};
        struct instance *in = models_parse(p, cases[i].operands, NULL, "", &err);
        assert_non_null(in);
        for (const struct formulation *f = p->formulations; f->name; f++) {
            if (f->applies && !f->applies(in)) continue;
            struct model *m = model_new();
            f->build(f, in, &(struct bounds){.most = INT64_MAX, .break_symmetry = OPTION_YES}, m);
            int *place = lower_order_variables(ORDER_GROUPED, 1, m), groups = by_first_words(m, place);
            if (!strcmp(p->name, "tank")) assert_true(groups >= 16); /* a group for each cell */
            mem_free(place);
            model_free(m);
        }
        p->release(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),         cmocka_unit_test(test_show),       cmocka_unit_test(test_clean),
        cmocka_unit_test(test_base_numbers), cmocka_unit_test(test_sinks),      cmocka_unit_test(test_canvas),
        cmocka_unit_test(test_parsers),      cmocka_unit_test(test_objectives), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
