/* The booths of the fairground: bad input, and any input. */
#include "fair.h"

static void bad_input_gets_a_sentence(void **state)
{
    (void)state;
    const struct puzzle *s = &puzzle_squarest, *a = &puzzle_archer, *c = &puzzle_cans;
    refuse(s, "", NULL, "", "The target is missing; write the target, then the numbers.");
    refuse(s, "50", NULL, "", "The list is empty; write at least one number after the target 50.");
    refuse(s, "-5 1", NULL, "", "'-5' will not do: the target must be a whole number, 0 or more.");
    refuse(s, "5 1 -2", NULL, "", "'-2' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "5 0", NULL, "", "'0' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "5 2.5", NULL, "", "'2.5' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "5 x", NULL, "", "'x' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "99999999999999999999 1", NULL, "",
           "99999999999999999999 is larger than 64 bits hold; the target must be below 2^62.");
    refuse(s, "9223372036854775807 1", NULL, "",
           "The target 9223372036854775807 is too large: sums are exact up to 2^62 - 1.");
    refuse(s, "1 4611686018427387903 1", NULL, "",
           "The numbers add up to more than 2^62 - 1, up to which sums are exact; use smaller or "
           "fewer numbers.");
    refuse(s, "", "50\n3 six\n", "",
           "board.txt:2: 'six' will not do: a dummy's number must be a whole number, 1 or more.");
    refuse(s, "50 3", "50 3\n", "", "Give the numbers as operands or in the file board.txt, not in both.");
    refuse(a, "100 16", NULL, "minimize=arrows", "The option --minimize takes shots, not 'arrows'.");
    refuse(a, "4611686018427387903 16", NULL, "",
           "The target 4611686018427387903 is too large: with rings: 1, sums are exact up to "
           "2305843009213693951.");
    refuse(a, "100 -16", NULL, "", "'-16' will not do: a ring's number must be a whole number, 1 or more.");
    refuse(c, "50 8,-,7 1,-,2", NULL, "", "Pile 2 has no can; leave it out.");
    refuse(c, "50 8,1,7 1,-,2", NULL, "", "In the row 1,-,2 nothing carries the cans above in pile 2.");
    refuse(c, "50 8,1,7 1,2", NULL, "", "The row 1,2 has 2 places, the first row 3; write - for no can.");
    refuse(c, "50 8,,7", NULL, "", "'' will not do: a can's number must be a whole number, 1 or more.");
    refuse(c, "50 8,-7", NULL, "", "'-7' will not do: a can's number must be a whole number, 1 or more.");
    refuse(c, "50", NULL, "multipliers=1,0", "'0' will not do: a multiplier must be a whole number, 1 or more.");
    refuse(c, "50 4611686018427387903,8", NULL, "",
           "The numbers and multipliers are too large: twice the sum of all cans times the sum of all "
           "multipliers must stay below 2^62.");
}

/* Whatever is asked or answered, nothing crashes: a legal question is posed, drawn and labelled. */
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
                    f->pose(in, &none, m = model_new());
                }
            model_free(m);
            canvas_free(p->draw(in, NULL));
            p->label(in, &err);
            p->release(in);
        } else
            assert_true(err.n > 10 && err.s[err.n - 1] == '.');
        text_release(&err);
        in = ask(p, p == &puzzle_cans ? "50" : "12 3 9 3 6", "");
        int64_t figure;
        p->verify(in, text, &figure, &err);
        text_release(&err);
        p->release(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_input_gets_a_sentence),
        cmocka_unit_test(any_text_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
