/* Every puzzle: files and solutions that are its own, changed at random, and noise. */
#include "base/random.h"
#include "canvas/canvas.h"
#include "puzzles/moves.h"
#include "search/problem.h"

#include "testlib/models.h"

static const struct options none;

/* Ends the building of a model that is large: the job is polled every few thousand rows. */
static bool enough(void *polls) { return ++*(int *)polls > 3; }

/* Builds all models, draws and labels. */
static void use_instance(const struct puzzle *p, const struct instance *in, struct text *label)
{
    struct bounds all = {.most = INT64_MAX};
    for (const struct formulation *f = p->formulations; f->name; f++) {
        int polls = 0;
        struct job job = {.asked = enough, .asked_state = &polls};
        if (!formulation_applies(f, in)) continue;
        struct model *m = model_new();
        model_set_job(m, &job);
        f->build(f, in, &all, m);
        model_free(m);
    }
    canvas_free(p->draw(in, NULL));
    p->label(in, label);
}

/* Up to 29 letters, a few different ones of the common and the rare ones. */
static void add_noise(struct random *r, const char *rare, struct text *out)
{
    static const char common[] = "0123456789....##XX  \n\n";
    char few[6] = "\n";
    int kinds = 2 + random_below(r, 5);
    for (int i = 1; i < kinds; i++) {
        const char *letters = random_below(r, 6) ? common : rare;
        few[i] = letters[random_below(r, (int)strlen(letters))];
    }
    for (int n = random_below(r, 30); n > 0; n--) text_char(out, few[random_below(r, kinds)]);
}

/* Changes, inserts, removes or repeats some letters behind the first `kept`. */
static void change(struct random *r, size_t kept, const char *rare, struct text *t)
{
    for (int changes = random_below(r, 4); changes > 0 && t->n > kept; changes--) {
        size_t at = kept + (size_t)random_below(r, (int)(t->n - kept)), rest = t->n - at;
        const char *letters = random_below(r, 2) ? rare : "0123456789.#X \n-";
        char letter = random_below(r, 2) ? t->s[kept + (size_t)random_below(r, (int)(t->n - kept))]
                                         : letters[random_below(r, (int)strlen(letters))];
        SCOPED(text) tail = {0};
        text_bytes(&tail, t->s + at, rest);
        size_t cut = (size_t)random_below(r, 2), again = random_below(r, 8) ? 0 : rest;
        t->n = at;
        text_bytes(t, tail.s, again); /* the tail twice */
        if (random_below(r, 4)) text_char(t, letter);
        text_bytes(t, tail.s + cut, rest - cut);
    }
}

/* The next file of a puzzle: its example and the boards that it is played on, changed or not, and
 * noise. `round` 0 and 1 are the example and a board as they are. */
static void next_file(struct random *r, const struct puzzle *p, int round, struct text *out)
{
    const char *const *samples = p->moves ? p->moves->samples : NULL;
    int n = 0;
    while (samples && samples[n]) n++;
    text_clear(out);
    text_add(out, "%s ", p->name);
    const size_t kept = out->n;
    const char *rare = random_below(r, 2) ? p->notation.example : p->notation.solution;
    if (n && (round == 1 || random_below(r, 3) == 0))
        text_set(out, samples[random_below(r, n)]);
    else if (!p->files && (!round || random_below(r, 2)))
        text_add(out, "%s\n", p->notation.example);
    else
        text_char(out, '\n');
    if (out->n == kept + 1) add_noise(r, rare, out);
    if (round > 1) change(r, kept, rare, out);
}

/* A file that is legal becomes models and pictures, another is refused with a sentence. */
static void any_file_is_survived(void **state)
{
    (void)state;
    struct random r = {6};
    for (int i = 0; puzzles[i]; i++) {
        const struct puzzle *p = puzzles[i];
        int legal = 0;
        for (int round = 0; round < (getenv("QUICK") ? 150 : 1000); round++) {
            SCOPED(text) file = {0}, err = {0};
            struct stated_problem stated = {0};
            next_file(&r, p, round, &file);
            if (problem_read(&stated, "board.txt", text_string(&file), &none, &err)) {
                legal++;
                use_instance(stated.problem.puzzle, stated.instance, &err);
            } else if (err.n < 10 || !strchr(".?", err.s[err.n - 1])) {
                fail_msg("%s refuses '%s': '%s'", p->name, file.s, text_string(&err));
            } else if (!round && !p->files) {
                fail_msg("%s: '%s' is not legal: %s", p->name, file.s, err.s);
            }
            problem_release(&stated);
        }
        if (!p->files) assert_true(legal > 10);
    }
}

/* verify judges any text. */
static void any_solution_is_survived(void **state)
{
    (void)state;
    struct random r = {7};
    for (int i = 0; puzzles[i]; i++) {
        const struct puzzle *p = puzzles[i];
        if (p->files) continue;
        SCOPED(text) file = {0}, err = {0}, solution = {0};
        struct stated_problem stated = {0};
        struct answer a = {0};
        text_add(&file, "%s %s\n", p->name, p->notation.example);
        assert_true(problem_read(&stated, "board.txt", file.s, &none, &err));
        search_solve(&stated.problem, &a);
        for (int round = 0; round < (getenv("QUICK") ? 600 : 3000); round++) {
            int64_t objective_value;
            text_clear(&solution);
            if (a.solution.n && random_below(&r, 2))
                text_set(&solution, a.solution.text.s);
            else
                add_noise(&r, p->notation.solution, &solution);
            change(&r, 0, p->notation.solution, &solution);
            text_clear(&err);
            if (!p->verify(stated.instance, text_string(&solution), &objective_value, &err)) assert_true(err.n);
        }
        answer_release(&a);
        problem_release(&stated);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_file_is_survived),
                                       cmocka_unit_test(any_solution_is_survived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
