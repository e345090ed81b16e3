#include "base/clock.h"
#include "base/interrupt.h"
#include "base/strings.h"
#include "question/request.h"

#include <string.h>

static const struct option agree_options[] = {
    {"count", "N", "compare the number of solutions too, where there are no more than N (default 200; 0: do not)"},
    {NULL, NULL, NULL},
};

enum { BRUTE_VARS = 18, COUNT = 200 };
static const double SECONDS = 10;

/* What one way of asking came to. */
struct say {
    struct text name;
    enum status status;
    bool has_figure, counted, wrong; /* wrong: a witness disagreed */
    int64_t figure, solutions;
    double seconds;
    struct text err;
};

struct council {
    const struct request *r;
    struct say *say;
    int n;
    size_t cap;
    int64_t most; /* solutions that are counted */
};

static struct say *begin(struct council *c, const char *formulation, const char *how)
{
    struct say s = {0};
    text_add(&s.name, "%s, %s", formulation, how);
    MEM_PUSH(c->say, c->n, c->cap, s);
    return &c->say[c->n - 1];
}

static struct question question_of(const struct council *c, const struct formulation *f)
{
    struct question q = c->r->question;
    q.formulation = f;
    q.jobs = 1;
    if (q.stop && q.stop->deadline > 0) return q; /* the user's limit is one of the whole */
    struct stop *each = mem_new(1, sizeof *each);
    each->interrupted = interrupted;
    stop_begin(each, SECONDS, 0);
    q.stop = each;
    return q;
}

/* What was left behind goes on asking its stop. */
static void question_over(const struct council *c, const struct question *q)
{
    if (q->stop == c->r->question.stop) return;
    if (q->stop->left)
        c->r->question.stop->left = true;
    else
        mem_free(q->stop);
}

static void hear(struct say *s, const struct answer *a, double start)
{
    s->has_figure = a->has_figure;
    s->figure = a->figure;
    s->wrong = a->wrong;
    s->seconds = clock_cpu() - start;
    text_put(&s->err, text_string(&a->err));
}

static void ask(struct council *c, const struct formulation *f, const char *solver, const char *search)
{
    struct question q = question_of(c, f);
    struct answer a = {0};
    struct text how = {0};
    double start = clock_cpu();
    q.solver = solver;
    q.search = search ? search : "sat";
    enum status status = search_solve(&q, &a);
    if (status != STATUS_REFUSED) {
        text_add(&how, "%s by %s", a.search, solver);
        struct say *s = begin(c, f->name, a.calls || status == STATUS_FAILED ? text_string(&how) : a.search);
        s->status = status;
        hear(s, &a, start);
    }
    text_release(&how);
    answer_release(&a);
    question_over(c, &q);
}

static void ask_count(struct council *c, const struct formulation *f)
{
    struct question q = question_of(c, f);
    struct census census = {.limit = c->most + 1};
    struct answer a = {0};
    double start = clock_cpu();
    q.search = "sat";
    enum status status = search_count(&q, &census, &a);
    if (status != STATUS_REFUSED) {
        struct say *s = begin(c, f->name, "counted");
        s->status = !census.complete && status != STATUS_FAILED ? STATUS_UNKNOWN : status;
        s->counted = census.complete;
        s->solutions = census.solutions;
        hear(s, &a, start);
    }
    answer_release(&a);
    question_over(c, &q);
}

/* Every assignment of the solution variables, judged by the recount alone: no constraint is looked at. */
static void ask_nobody(struct council *c, const struct formulation *f)
{
    struct question q = c->r->question;
    q.formulation = f;
    struct model *m = model_new();
    struct lits x = {0};
    struct text text = {0}, why = {0};
    double start = clock_cpu();
    search_pose(&q, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    struct values values = {mem_new((size_t)model_vars(m) + 1, 1), model_vars(m)};
    for (int v = 1; v <= values.n; v++) {
        values.v[v] = -1;
        if (model_is_solution(m, v)) lits_push(&x, v);
    }
    struct strings found = {0}; /* of the best figure; several assignments may be written alike */
    if (x.n <= BRUTE_VARS) {
        struct say *s = begin(c, f->name, "brute force");
        s->status = STATUS_UNSATISFIABLE;
        s->counted = c->most > 0 && !c->r->puzzle->twins;
        for (unsigned set = 0; set < 1u << x.n; set++) {
            int64_t figure;
            for (int i = 0; i < x.n; i++) values.v[x.v[i]] = set >> i & 1 ? 1 : -1;
            text_clear(&text);
            f->decode(c->r->instance, &c->r->options, values, &text);
            if (!c->r->puzzle->verify(c->r->instance, text_string(&text), &figure, &why)) continue;
            bool better = o && s->has_figure && (objective_maximises(o) ? figure > s->figure : figure < s->figure);
            if (better) strings_release(&found);
            if (!s->has_figure || better) s->figure = figure;
            s->has_figure = o != NULL;
            if ((!o || figure == s->figure) && found.n <= c->most) strings_add_new(&found, text_string(&text));
            s->status = o ? STATUS_OPTIMAL : STATUS_SATISFIABLE;
        }
        s->solutions = found.n;
        s->seconds = clock_cpu() - start;
    }
    strings_release(&found);
    text_release(&text);
    text_release(&why);
    lits_release(&x);
    mem_free(values.v);
    model_free(m);
}

static void gather(struct council *c)
{
    const struct puzzle *p = c->r->puzzle;
    const struct formulation *own = c->r->formulation;
    for (const struct formulation *f = p->formulations; f->name && !interrupted(); f++) {
        if (f->applies && !f->applies(c->r->instance)) continue;
        ask(c, f, "cadical", NULL);
        ask(c, f, "picosat", "down");
        if (c->most) ask_count(c, f);
        ask_nobody(c, f);
    }
    for (const struct strategy *s = strategies; s->name && !interrupted(); s++)
        if (!own->search || strcmp(own->search, s->name) != 0) ask(c, own, "cadical", s->name);
    for (const struct own_search *s = p->searches; s && s->name && !interrupted(); s++) ask(c, own, "cadical", s->name);
}

/* ---- the verdict --------------------------------------------------------------------------------------------------------- */

static void describe(const struct council *c, const struct say *s, struct text *out)
{
    if (s->status == STATUS_FAILED)
        text_add(out, "failed. %s", text_string(&s->err));
    else if (s->status == STATUS_UNKNOWN)
        text_put(out, s->solutions > c->most ? "more than are counted" : "no answer in time");
    else if (s->status == STATUS_UNSATISFIABLE)
        text_put(out, "no solution");
    else if (s->has_figure)
        text_add(out, "%lld %s", (long long)s->figure, c->r->puzzle->figure);
    else
        text_put(out, "a solution");
    if (s->counted && s->status != STATUS_UNSATISFIABLE)
        text_add(out, ", %lld solution%s", (long long)s->solutions, s->solutions == 1 ? "" : "s");
}

static bool is_answer(const struct say *s) { return s->status != STATUS_UNKNOWN && s->status != STATUS_FAILED; }

/* Of optimal and satisfiable, which a count says where an objective does not matter, both say that there is a solution. */
static bool differ(const struct council *c, const struct say *a, const struct say *b)
{
    if (!is_answer(a) || !is_answer(b)) return false;
    if ((a->status == STATUS_UNSATISFIABLE) != (b->status == STATUS_UNSATISFIABLE)) return true;
    if (a->has_figure && b->has_figure && a->figure != b->figure) return true;
    return a->counted && b->counted && a->solutions != b->solutions && a->solutions <= c->most &&
           b->solutions <= c->most;
}

static int verdict(const struct council *c)
{
    const struct say *first = NULL, *number = NULL;
    struct text line = {0};
    int answers = 0, against = 0, failed = 0;
    for (int i = 0; i < c->n; i++) {
        const struct say *s = &c->say[i];
        bool odd = s->wrong || (first && differ(c, first, s)) || (number && differ(c, number, s));
        if (!first && is_answer(s)) first = s;
        if (!number && s->counted && s->solutions <= c->most) number = s;
        answers += is_answer(s);
        against += odd;
        failed += s->status == STATUS_FAILED;
        text_clear(&line);
        describe(c, s, &line);
        printf("%c %-40s %s (%.2f s)\n", odd || s->status == STATUS_FAILED ? '!' : ' ', text_string(&s->name),
               text_string(&line), s->seconds);
    }
    text_clear(&line);
    if (first) describe(c, number ? number : first, &line);
    printf("%s %s: ", c->r->puzzle->name, text_string(&c->r->label));
    if (against)
        printf("%d of %d ways disagree with the first: a formulation, an encoder or a search is wrong.\n", against,
               c->n);
    else if (failed)
        printf("%d of %d ways failed; the others do not disagree.\n", failed, c->n);
    else if (answers < 2)
        puts("fewer than two ways had an answer in time; give them more with --time-limit.");
    else
        printf("%d ways agree: %s.\n", answers, text_string(&line));
    text_release(&line);
    if (failed && !against) return complain(EXIT_MACHINE, "A way failed; its line says why.");
    return against || answers < 2 ? EXIT_NO : EXIT_DONE;
}

static int agree(struct request *r)
{
    struct council c = {.r = r, .most = COUNT};
    const char *count = options_get(&r->options, "count");
    if (count && (!number_parse(count, &c.most) || c.most < 0 || c.most > INT32_MAX))
        return complain(EXIT_USAGE, "The option --count takes a number of solutions from 0 up, not '%s'.", count);
    gather(&c);
    int status = verdict(&c);
    for (int i = 0; i < c.n; i++) {
        text_release(&c.say[i].name);
        text_release(&c.say[i].err);
    }
    mem_free(c.say);
    return status;
}

const struct command command_agree = {
    .name = "agree",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .about = "do all formulations, searches and solvers say the same?",
    .options = agree_options,
    .takes = TAKES_QUESTION | TAKES_CHOICES | TAKES_INTERRUPTS,
    .answer = agree,
};
