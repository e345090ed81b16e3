/* Models in JSON: every kind of constraint is read and written as it was; damaged texts are refused
 * with a sentence, or give a model that is written and read again as it was. */
#include "base/random.h"
#include "base/text.h"
#include "declared/declared.h"

#include "testlib/testlib.h"

#include <string.h>

static const char every_kind[] =
    "{\n  \"loophole-model\": 1,\n  \"variables\": [\n    \"a\",\n    \"b \\\"2\\\"\",\n    {\"derived\": \"c\"}],\n"
    "  \"integers\": [\n    {\"name\": \"x\", \"lo\": 1, \"hi\": 9},\n"
    "    {\"name\": \"y\", \"lo\": -3, \"hi\": 4, \"form\": \"order\"},\n"
    "    {\"name\": \"z\", \"lo\": 0, \"hi\": 1, \"form\": \"direct\", \"first\": 1}],\n"
    "  \"constraints\": [\n    {\"rule\": \"first\", \"clause\": [1, -2]},\n"
    "    {\"card\": [1, 2, 3], \"lo\": 1, \"hi\": 2},\n"
    "    {\"pb\": [1, -2], \"weights\": [3, -4], \"hi\": 2},\n    {\"xor\": [1, 2], \"parity\": 1},\n"
    "    {\"rule\": \"second\", \"count\": [1, 2], \"outputs\": [3], \"up\": true},\n"
    "    {\"linear\": [1], \"integers\": [1, 2], \"weights\": [2, 1, -1], \"lo\": 1, \"iff\": -3},\n"
    "    {\"linear\": [1], \"integers\": [2], \"weights\": [2, 1], \"hi\": 3, \"if\": 2},\n"
    "    {\"linear\": [], \"integers\": [1], \"weights\": [1], \"lo\": 9, \"hi\": 9, \"fails\": true},\n"
    "    {\"alldiff\": [1, 2], \"offsets\": [0, 2]},\n    {\"table\": [1, 2], \"rows\": [1, 2, 3, 4]},\n"
    "    {\"connected\": [1, 2, 3], \"edges\": [0, 1, 1, 2]}],\n"
    "  \"objective\": {\"maximize\": [1], \"integers\": [1], \"weights\": [5, -1], \"constant\": 7},\n"
    "  \"picture\": [\n    \"grid 1 2\",\n    \"cell 0 0 i1 digit\",\n    \"cell 0 1 -x2 symbol ★ orange\"]\n}\n";

static void declared_text(const struct model *m, struct text *out)
{
    text_clear(out);
    model_json_write(m, INT64_MAX, out);
}

static void test_declared_every_kind(void **state)
{
    (void)state;
    struct text err = {0}, out = {0};
    struct model *m = model_json_read(every_kind, "text", &err);
    if (!m) fail_msg("%s", text_string(&err));
    declared_text(m, &out);
    assert_string_equal(text_string(&out), every_kind);
    model_free(m);
    text_release(&out);
    text_release(&err);
}

static void test_declared_damaged(void **state)
{
    (void)state;
    static const char signs[] = "0123456789-,:[]{}\"xabit";
    struct random r = {7};
    struct text err = {0}, out = {0}, again = {0};
    int taken = 0, refused = 0;
    for (int round = 0; round < 6000; round++) {
        char *text = mem_string(every_kind);
        size_t n = strlen(text);
        for (int changes = 1 + random_below(&r, 3); changes > 0; changes--)
            text[random_below(&r, (int)n)] = signs[random_below(&r, (int)sizeof signs - 1)];
        text_clear(&err);
        struct model *m = model_json_read(text, "text", &err);
        if (m) {
            taken++;
            declared_text(m, &out);
            struct model *back = model_json_read(text_string(&out), "text", &err);
            if (!back) fail_msg("%s", text_string(&err));
            declared_text(back, &again);
            assert_string_equal(text_string(&again), text_string(&out));
            struct model *copy = model_new();
            model_copy(m, copy);
            model_free(copy);
            model_free(back);
            model_free(m);
        } else {
            refused++;
            assert_true(err.n > 10 && strncmp(err.s, "text:", 5) == 0 && err.s[err.n - 1] == '.');
        }
        mem_free(text);
    }
    assert_true(taken > 100 && refused > 300);
    text_release(&err);
    text_release(&out);
    text_release(&again);
}

/* Rows that a model refuses, and the sentence, which names the place. */
static void test_declared_faults(void **state)
{
    (void)state;
    static const struct {
        const char *row, *sentence;
    } cases[] = {
        {"\"alldiff\": [1, 2, 1]", "x occurs twice, but"},
        {"\"alldiff\": [1], \"offsets\": [1099511627777]", "The offset 1099511627777 is"},
        {"\"alldiff\": [3]", "The integer wide has more than 65536 values"},
        {"\"table\": [], \"rows\": []", "A table has 0 columns and 0 rows; it takes"},
        {"\"table\": [1, 2], \"rows\": [1, 2, 3]", "expected rows of a value for each integer"},
        {"\"connected\": [1, -1], \"edges\": []", "a occurs twice, but"},
        {"\"connected\": [1, 2], \"edges\": [0, 4294967296]", "The edge 0-2147483647 does not join two"},
        {"\"connected\": [1, 2], \"edges\": [0]", "expected pairs of vertices"},
        {"\"count\": [1], \"outputs\": [2, -2]", "A counter of 1 literals cannot count to 2."},
        {"\"linear\": [], \"integers\": [3], \"weights\": [1099511627776]", "The sum may need more than 60 bits"},
        {"\"pb\": [1, 2], \"weights\": [2305843009213693952, -2305843009213693952]", "The sum may need more than 62"},
        {"\"pb\": [1], \"weights\": [2305843009213693952], \"lo\": 1", NULL},
        {"\"pb\": [1], \"weights\": [1], \"hi\": 0, \"iff\": 2", "another key than 'iff'"},
        {"\"clause\": [1], \"if\": 2", "another key than 'if'"},
        {"\"xor\": [1], \"parity\": 1, \"fails\": true", "another key than 'fails'"},
        {"\"clause\": [1], \"card\": [1, 2], \"hi\": 0", "another key than 'card'"},
        {"\"card\": [1], \"outputs\": [99]", "another key than 'outputs'"},
        {"\"linear\": [1], \"if\": 1, \"iff\": 2", "only one of if, iff and fails"},
        {"\"linear\": [1], \"iff\": 0", "a literal after if or iff"},
        {"\"clause\": [1]}], \"givens\": [{\"literal\": 1, \"value\": 1}, {\"literal\": -1, \"value\": 1",
         "given already"},
        {"\"clause\": [1]}], \"givens\": [{\"integer\": 1, \"value\": 1}, {\"integer\": 1, \"value\": 2",
         "given already"},
        {"\"clause\": [1]}], \"givens\": [{\"integer\": 1, \"value\": 1}, {\"integer\": 1", NULL},
        {"\"clause\": [1]}], \"picture\": [\"grid 1 1\", \"caption \\\"a\", {", "open quote"},
    };
    struct text err = {0}, text = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_clear(&text);
        text_add(&text,
                 "{\"loophole-model\": 1, \"variables\": [\"a\", \"b\"], \"integers\": ["
                 "{\"name\": \"x\", \"lo\": 1, \"hi\": 9}, {\"name\": \"y\", \"lo\": 1, \"hi\": 9}, "
                 "{\"name\": \"wide\", \"lo\": 0, \"hi\": 1099511627776}], "
                 "\"constraints\": [{\"clause\": [1]}, {%s}]}",
                 cases[i].row);
        text_clear(&err);
        struct model *m = model_json_read(text_string(&text), "text", &err);
        assert_int_equal(m == NULL, cases[i].sentence != NULL);
        if (m)
            model_free(m);
        else if (strncmp(text_string(&err), "text: ", 6) != 0 || !strstr(err.s, " 2: ") ||
                 !strstr(err.s, cases[i].sentence))
            fail_msg("%s, for %s", text_string(&err), cases[i].row);
    }
    text_release(&err);
    text_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_declared_every_kind),
                                       cmocka_unit_test(test_declared_damaged), cmocka_unit_test(test_declared_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
