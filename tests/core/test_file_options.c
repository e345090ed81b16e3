/* The options that encode writes into a file are those that shape the formula, over all options, puzzles and
 * formulations: what is not
 * written leaves each formula as it is, and each that is written changes one. */
#include "formats/format.h"

#include "testlib/requests.h"
#include "testlib/testlib.h"

#include <unistd.h>

static const char opb[] = "1 x1 1 x2 1 x3 1 x4 1 x5 >= 2 ;\n-1 x1 -1 x2 -1 x3 -1 x6 -1 x7 -1 x8 >= -1 ;\n"
                          "-3 x1 -4 x2 -5 x3 -6 x4 -7 x5 -8 x6 >= -14 ;\n";
static const char cnf[] = "p cnf 7 2\nx1 2 3 4 5 6 7 0\n1 2 0\n", wcnf[] = "h 1 2 0\n3 -1 0\n2 -2 0\n";

static const struct {
    const char *puzzle, *words[12], *text;
} instances[] = {
    {"gunport", {"5x6"}, NULL},
    {"tank", {"4"}, NULL},
    {"fivers", {"5"}, NULL},
    {"archer", {"30", "7", "8", "9"}, NULL},
    {"cans", {"50", "8,10,7", "10,7,9", "7,9,8"}, NULL},
    {"squarest", {"50", "3", "6", "9", "12", "15", "19", "30", "21"}, NULL},
    {"opb", {0}, opb},
    {"cnf", {0}, cnf},
    {"wcnf", {0}, wcnf},
};

/* The formulas, and what a file says of the problem, with --option value (NULL: none). False: the choice is
 * refused. */
static bool carry_encode(int i, const char *formulation, const char *with, const char *option, const char *value,
                         struct text *formula, struct text *said)
{
    static const struct command asks = {.name = "encode", .takes = TAKES_PROBLEM | TAKES_CHOICES};
    struct request r = {0};
    struct text err = {0}, first = {0}, choice = {0}, path = {0};
    struct strings argv = {0};
    int status, vars;
    bool failed, ok;
    text_add(&first, "--formulation=%s", formulation);
    if (option) text_add(&choice, value ? "--%s=%s" : "--%s", option, value);
    strings_add(&argv, instances[i].puzzle);
    for (const char *const *w = instances[i].words; *w; w++) strings_add(&argv, *w);
    if (!option || strcmp(option, "formulation")) strings_add(&argv, first.s);
    if (with) strings_add(&argv, with);
    if (option) strings_add(&argv, choice.s);
    const char *dir = getenv("TMPDIR");
    text_add(&path, "%s/carry-%d", dir ? dir : "/tmp", (int)getpid());
    FILE *file = instances[i].text ? fopen(path.s, "w") : NULL;
    if (file) {
        fputs(instances[i].text, file);
        fclose(file);
        strings_add(&argv, "-f");
        strings_add(&argv, path.s);
    }
    ok = request_parse(&r, &asks, argv.n, argv.v, &status);
    text_clear(formula);
    text_clear(said);
    for (int bounded = 0; ok && bounded < 2; bounded++) { /* some options matter under a bound only */
        struct model *m = model_new();
        char *buffer = NULL;
        size_t size;
        FILE *out = open_memstream(&buffer, &size);
        int64_t most = bounded ? 3 : INT64_MAX;
        search_build(&r.stated.problem, most, m);
        struct file_content content = {
            .model = m, .policy = &r.stated.problem.choices.policy, .most = most, .comment = ""};
        assert_true(format_write(format_find("cnf"), &content, out, &vars, &failed, &err));
        fclose(out);
        text_put(formula, buffer);
        free(buffer);
        model_free(m);
    }
    if (ok) problem_embed(&r.stated.statement, &r.stated.options, r.stated.problem.formulation->name, said);
    request_release(&r);
    remove(path.s);
    text_release(&path);
    strings_release(&argv);
    text_release(&choice);
    text_release(&first);
    text_release(&err);
    return ok;
}

/* Values of an option to try. */
static void values_of(const struct puzzle *p, const struct option *o, struct strings *values)
{
    static const char *const samples[][2] = {{"N", "3"},         {"SECONDS", "1000"}, {"MB", "100000"},
                                             {"K", "2"},         {"ROW,COL", "1,1"},  {"SPEC", "picosat"},
                                             {"1,2,3", "1,2,4"}, {"NAME", "down"}};
    struct text argument = {0};
    options_argument(o, &argument);
    for (int i = 0; encoders[i]; i++)
        if (!strcmp(o->name, encoder_kind(encoders[i]->kind))) strings_add(values, encoder_short(encoders[i]));
    for (const struct formulation *f = p->formulations; f->name && !strcmp(o->name, "formulation"); f++)
        strings_add(values, f->name);
    for (const char *s = text_string(&argument); *s && !values->n;) {
        size_t n = strcspn(s, "|");
        char word[40] = "";
        memcpy(word, s, n < sizeof word ? n : 0);
        for (size_t k = 0; k < sizeof samples / sizeof *samples; k++)
            if (!strcmp(word, samples[k][0])) strcpy(word, samples[k][1]);
        strings_add(values, word);
        if (!s[n]) break;
        for (s += n + 1; *s; s += strcspn(s, "|"), s += *s == '|') {
            char next[40] = "";
            memcpy(next, s, strcspn(s, "|"));
            strings_add(values, next);
        }
        break;
    }
    text_release(&argument);
}

static bool states(const struct text *said, const char *option)
{
    char line[60];
    snprintf(line, sizeof line, "option: %s=", option);
    return strstr(text_string(said), line);
}

/* One option, in all its values: does it change the formula? */
static bool try(int i, const struct puzzle *p, const char *formulation, const char *with, const struct option *o)
{
    struct text plain = {0}, made = {0}, said = {0};
    struct strings values = {0};
    bool changes = false, shapes = o->flags & OPTION_SHAPES;
    if (!carry_encode(i, formulation, with, NULL, NULL, &plain, &said)) fail_msg("%s %s", p->name, formulation);
    values_of(p, o, &values);
    for (int k = 0; k < (o->type == OPTION_FLAG ? 1 : values.n); k++) {
        if (!carry_encode(i, formulation, with, o->name, o->type == OPTION_FLAG ? NULL : values.v[k], &made, &said))
            continue;
        bool other = strcmp(text_string(&plain), text_string(&made)) != 0;
        changes = changes || other;
        if (states(&said, o->name) != shapes) fail_msg("%s: --%s in a file", p->name, o->name);
        if (other && !shapes) fail_msg("%s %s: --%s shapes the formula", p->name, formulation, o->name);
    }
    strings_release(&values);
    text_release(&plain);
    text_release(&made);
    text_release(&said);
    return changes;
}

/* Of all instances of this puzzle (NULL: of any) in all formulations. */
static void carry_judge(const struct puzzle *of, const struct option *table)
{
    for (const struct option *o = table; o && o->name; o++) {
        if (o->flags & OPTION_MODEL) continue; /* no puzzle has such constraints */
        bool changes = false;
        for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
            const struct puzzle *p = puzzle_find(instances[i].puzzle);
            if (of && of != p) continue;
            for (const struct formulation *f = p->formulations; f->name; f++)
                for (int k = 0; k < 2; k++) /* some options matter with symmetry breaking only */
                    if (try((int)i, p, f->name, k ? "--break-symmetry=yes" : NULL, o)) changes = true;
        }
        if (o->flags & OPTION_SHAPES && !changes) fail_msg("--%s is written, and changes no formula", o->name);
    }
}

static void test_choices(void **state)
{
    (void)state;
    carry_judge(NULL, choices_options);
}

static void test_own(void **state)
{
    (void)state;
    for (int i = 0; puzzles[i]; i++) carry_judge(puzzles[i], puzzles[i]->options);
}

/* Of an option that is given twice, the last value counts: any option of any command. */
static void test_twice(void **state)
{
    (void)state;
    for (int i = 0; commands[i]; i++) {
        struct options_section sections[REQUEST_SECTIONS];
        request_sections(commands[i], NULL, sections);
        for (const struct options_section *s = sections; s->title; s++)
            for (const struct option *o = s->options; o->name; o++) {
                struct strings argv = {0};
                struct options given = {0};
                struct text err = {0}, word = {0};
                char **operand;
                int operands;
                for (int k = 1; k <= 2; k++) {
                    text_clear(&word);
                    text_add(&word, o->type == OPTION_FLAG ? "--%s" : "--%s=%d", o->name, k);
                    strings_add(&argv, word.s);
                }
                if (!options_parse(&given, sections, commands[i]->name, argv.n, argv.v, &operand, &operands, NULL,
                                   &err))
                    fail_msg("%s: %s", commands[i]->name, text_string(&err));
                assert_int_equal(given.n, 1);
                assert_string_equal(options_value(&given, o), o->type == OPTION_FLAG ? "" : "2");
                mem_free(operand);
                strings_release(&argv);
                options_release(&given);
                text_release(&err);
                text_release(&word);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choices), cmocka_unit_test(test_own),
                                       cmocka_unit_test(test_twice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
