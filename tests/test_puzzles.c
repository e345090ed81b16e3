/* Every puzzle: any text as a file, and as a solution. */
#include "canvas/canvas.h"

#include "testlib/models.h"

/* Builds all models, draws and labels. */
static void use_instance(const struct puzzle *p, const struct instance *in, struct text *label)
{
    struct bounds none = {.most = INT64_MAX};
    for (const struct formulation *f = p->formulations; f->name; f++) {
        if (!formulation_applies(f, in)) continue;
        struct model *m = model_new();
        f->build(f, in, &none, m);
        model_free(m);
    }
    canvas_free(p->draw(in, NULL));
    p->label(in, label);
}

/* Up to 29 letters, a few different ones of the common and the rare ones. */
static void random_text(struct random *r, const char *rare, char text[30])
{
    static const char common[] = "0123456789....##XX  \n\n";
    char few[6] = "\n";
    int kinds = 2 + random_below(r, 5), n = random_below(r, 30);
    for (int i = 1; i < kinds; i++) {
        const char *letters = random_below(r, 6) ? common : rare;
        few[i] = letters[random_below(r, (int)strlen(letters))];
    }
    for (int i = 0; i < n; i++) text[i] = few[random_below(r, kinds)];
    text[n] = 0;
}

/* A file that is legal becomes models and pictures, another is refused with a sentence; verify judges all. */
static void any_text_is_survived(void **state)
{
    (void)state;
    struct random r = {6};
    for (int i = 0; puzzles[i]; i++) {
        const struct puzzle *p = puzzles[i];
        struct instance *example = p->endings ? NULL : models_legal(p, p->example, NULL, "");
        struct text err = {0};
        int legal = 0, rounds = getenv("QUICK") ? 600 : 1500;
        for (int round = 0; round < rounds; round++) {
            char text[30];
            int64_t objective_value;
            random_text(&r, round % 2 ? p->example : p->notation, text);
            struct instance *in = models_parse(p, "", text, "", &err);
            if (in) {
                legal++;
                use_instance(p, in, &err);
                p->release(in);
            } else if (err.n < 10 || err.s[err.n - 1] != '.') {
                fail_msg("%s refuses '%s': '%s'", p->name, text, text_string(&err));
            }
            text_clear(&err);
            if (example && !p->verify(example, text, &objective_value, &err)) assert_true(err.n);
            text_clear(&err);
        }
        if (example) {
            if (legal < rounds / 600) fail_msg("%s: %d legal files", p->name, legal);
            p->release(example);
        }
        text_release(&err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_text_is_survived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
