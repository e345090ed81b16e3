/* Pictures: random lines are refused, or are stored so that they are read again as they were; every
 * stored picture is drawn as text and SVG. */
#include "base/random.h"
#include "base/text.h"
#include "model/picture.h"

#include "testlib/testlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct picture_names names = {.vars = 5, .integers = 2};

/* A line of random words, most of them of the grammar. */
static void random_line(struct random *r, struct text *line)
{
    static const char *const words[] = {"grid",
                                        "cell",
                                        "given",
                                        "border",
                                        "region",
                                        "caption",
                                        "symbol",
                                        "fill",
                                        "line",
                                        "link",
                                        "digit",
                                        "north",
                                        "east",
                                        "south",
                                        "west",
                                        "black",
                                        "wall",
                                        "none",
                                        "x1",
                                        "-x5",
                                        "x6",
                                        "~3",
                                        "i1",
                                        "i2",
                                        "i3",
                                        "★",
                                        "3\\14",
                                        "\"\"",
                                        "\"two words\"",
                                        "a-long-word-of-many",
                                        "-1",
                                        "201",
                                        "\x01",
                                        "\xff",
                                        "y"};
    static const char *const starts[] = {"cell 0 1 x1 ", "cell 1 0 i2 digit", "given -2 1 ",
                                         "region 0 0 ",  "border 1 1 ",       ""};
    text_clear(line);
    text_put(line, starts[random_below(r, 6)]);
    for (int n = random_below(r, 5); n > 0; n--) {
        if (random_below(r, 2))
            text_add(line, " %d", random_below(r, 4) - 1);
        else
            text_add(line, " %s", words[random_below(r, (int)(sizeof words / sizeof *words))]);
    }
}

static void draw_random(const struct picture *picture, struct random *r, FILE *null)
{
    signed char value[6];
    int64_t number[2] = {random_below(r, 2) ? INT64_MIN : random_below(r, 1000) - 500, INT64_MAX};
    for (int v = 0; v < 6; v++) value[v] = (signed char)(random_below(r, 3) - 1);
    struct values a = {random_below(r, 4) ? value : NULL, 5};
    struct canvas *c = picture_draw(picture, a, random_below(r, 4) ? number : NULL, a, number);
    struct text out = {0};
    canvas_text(c, (struct canvas_style){.ascii = random_below(r, 2), .width = random_below(r, 2) ? 20 : 0}, &out);
    assert_true(out.n > 0);
    canvas_svg(c, null);
    text_release(&out);
    canvas_free(c);
}

static void test_picture_random(void **state)
{
    (void)state;
    struct random r = {1};
    struct text line = {0}, err = {0};
    FILE *null = fopen("/dev/null", "w");
    int taken = 0, refused = 0;
    for (int round = 0; round < 2000; round++) {
        struct picture picture = {0}, again = {0};
        assert_true(picture_add(&picture, "grid 3 2", &names, &err));
        for (int i = 0; i < 12; i++) {
            random_line(&r, &line);
            text_clear(&err);
            int before = picture.n;
            if (picture_add(&picture, text_string(&line), &names, &err)) {
                taken++;
                assert_int_equal(picture.n, before + 1);
            } else {
                refused++;
                assert_int_equal(picture.n, before);
                assert_true(err.n > 10 && err.s[err.n - 1] == '.');
            }
        }
        for (int i = 0; i < picture.n; i++) {
            assert_true(picture_add(&again, picture.lines.v[i], &names, &err));
            assert_string_equal(again.lines.v[i], picture.lines.v[i]);
        }
        draw_random(&picture, &r, null);
        picture_release(&picture);
        picture_release(&again);
    }
    assert_true(taken > 500 && refused > 2000);
    fclose(null);
    text_release(&line);
    text_release(&err);
}

static int by_letter(const void *state, const char *s, size_t n)
{
    return n == 1 && *s == *(const char *)state ? 4 : 0;
}

static void test_picture_lines(void **state)
{
    (void)state;
    struct picture p = {0};
    struct text err = {0}, out = {0};
    struct picture_names own = {.vars = 5, .integers = 2, .var = by_letter, .state = "q"};
    assert_false(picture_add(&p, "cell 0 0 x1 fill", &names, &err));
    assert_true(picture_add(&p, "grid 2 2", &names, &err));
    assert_false(picture_add(&p, "grid 2 2", &names, &err));
    assert_false(picture_add(&p, "cell 2 0 x1 fill", &names, &err));
    assert_false(picture_add(&p, "cell 0 0 x6 fill", &names, &err));
    assert_false(picture_add(&p, "cell 0 0 i3 digit", &names, &err));
    assert_false(picture_add(&p, "cell 0 0 x1 digit", &names, &err));
    assert_false(picture_add(&p, "region 0 0 1", &names, &err));
    assert_false(picture_add(&p, "region 0 0 0 1 2 0", &names, &err));
    assert_false(picture_add(&p, "cell 0 0 x1 fill green", &names, &err));
    assert_false(picture_add(&p, "given -1 0 fill", &names, &err));
    assert_true(picture_add(&p, "given -1 0 symbol 7", &names, &err));
    assert_true(picture_add(&p, "cell 0 1 -q symbol \"a b\" orange", &own, &err));
    assert_string_equal(p.lines.v[2], "cell 0 1 -x4 symbol \"a b\" orange");
    assert_true(picture_add(&p, "cell 1 0 i2 digit", &names, &err));
    struct stroke s = p.stroke[2];
    assert_true(s.kind == STROKE_CELL && s.style == STYLE_SYMBOL && s.x == -4 && s.inked && s.ink == INK_MARK);
    signed char value[6] = {0, 1, 1, 1, -1, 1};
    struct canvas *c = picture_draw(&p, (struct values){value, 5}, (int64_t[]){3, -12}, (struct values){0}, NULL);
    canvas_text(c, (struct canvas_style){.ascii = true}, &out);
    assert_string_equal(text_string(&out),
                        "   7\n+-----+-----+\n|     |*a b*|\n+-----+-----+\n| -12 |     |\n+-----+-----+\n");
    canvas_free(c);
    text_release(&err);
    text_release(&out);
    picture_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_picture_random), cmocka_unit_test(test_picture_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
