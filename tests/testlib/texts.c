/* Compares `verify` with a reference implementation on every text over an alphabet. */
#include "texts.h"
#include "base/failure.h"

long texts_judge(const struct texts *t, struct text *disagreed)
{
    struct text err = {0};
    struct instance *in = models_parse(t->puzzle, t->operands, t->file, t->options, &err);
    assert(in && "the instance of a test is legal");
    size_t n = strlen(t->layout), letters = strlen(t->alphabet);
    char *text = mem_string(t->layout);
    long many = 1, right = 0;
    text_clear(disagreed);
    for (size_t i = 0; i < n; i++) many *= t->layout[i] == '?' ? (long)letters : 1;
    for (long k = 0; k < many && !disagreed->n; k++) {
        int64_t objective_value = 0, expected = 0;
        long rest = k;
        for (size_t i = 0; i < n; i++) {
            if (t->layout[i] != '?') continue;
            text[i] = t->alphabet[(size_t)rest % letters];
            rest /= (long)letters;
        }
        bool is = t->right(text, &expected), said = t->puzzle->verify(in, text, &objective_value, &err);
        if (is != said || (is && objective_value != expected) || (!said && !err.n))
            text_put(disagreed, *text ? text : "\n");
        text_clear(&err);
        right += is;
    }
    mem_free(text);
    text_release(&err);
    t->puzzle->release(in);
    return right;
}

void texts_judged(const struct puzzle *p, const struct instance *in, const struct judged *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct text err = {0};
        int64_t objective_value = -1;
        bool right = p->verify(in, cases[i].text, &objective_value, &err);
        if (right != !cases[i].words) fail_msg("'%s' is %s", cases[i].text, right ? "accepted" : text_string(&err));
        if (!right)
            assert_says(text_string(&err), cases[i].words);
        else
            assert_int_equal(objective_value, cases[i].objective_value);
        text_release(&err);
    }
}
