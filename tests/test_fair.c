/* The booths of the fairground: bad input, and any input. */
#include "fair.h"

/* Whatever is asked or answered, nothing crashes: a legal problem is built, drawn and labelled. */
static void any_text_is_survived(void **state)
{
    (void)state;
    static const char alphabet[] = "0123456789  \n,,--x;pilevalue";
    const struct puzzle *const all[] = {&puzzle_squarest, &puzzle_archer, &puzzle_cans};
    struct random r = {6};
    for (int round = 0; round < 3000; round++) {
        const struct puzzle *p = all[round % 3];
        char text[40];
        int n = random_below(&r, (int)sizeof text);
        for (int i = 0; i < n; i++) text[i] = alphabet[random_below(&r, (int)sizeof alphabet - 1)];
        text[n] = 0;
        struct text err = {0};
        struct bounds none = {INT64_MAX};
        struct instance *in = models_ask(p, "", text, "", &err);
        if (in) {
            struct model *m = model_new();
            for (const struct formulation *f = p->formulations; f->name; f++)
                if (!f->applies || f->applies(in)) {
                    model_free(m);
                    formulation_pose(f, in, &none, m = model_new());
                }
            model_free(m);
            canvas_free(p->draw(in, NULL));
            p->label(in, &err);
            p->release(in);
        } else
            assert_true(err.n > 10 && err.s[err.n - 1] == '.');
        text_release(&err);
        in = ask(p, p == &puzzle_cans ? "50" : "12 3 9 3 6", "");
        int64_t objective_value;
        p->verify(in, text, &objective_value, &err);
        text_release(&err);
        p->release(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_text_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
