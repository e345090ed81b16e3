/* Encoders that a limit stops, at each of their polls: they do not go on, they leave no memory, and their sink is
 * truncated; and what chooses encoders by dry runs stops, too. */
#include "base/text.h"
#include "lower/lower.h"

#include "testlib/testlib.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* 0 where that is not known: under sanitizers, which find leaks themselves. */
static size_t in_use(void)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

/* A leak is memory that grows with every call. glibc caches freed blocks: 2.41 fills its caches in up to 20 calls. */
static void repeat(void (*once)(void *state), void *state)
{
    enum { FIRST = 7, TIMES = 40 };
    size_t before = 0;
    for (int i = 0; i < FIRST + TIMES; i++) {
        once(state);
        if (i >= FIRST && in_use() <= before) return;
        before = in_use();
    }
    fail_msg("memory stays");
}

struct polls {
    int n, last; /* from the last one on the job is over */
};

static bool asked(void *polls)
{
    struct polls *p = polls;
    return ++p->n >= p->last;
}

enum { INPUTS = 240, VALUES = 40, INTEGERS = 30, CONNECTED = 60 };

struct part {
    lit x[INPUTS + INTEGERS * VALUES];
    int64_t w[INPUTS];
    int block[INPUTS];
    struct integer integer[INTEGERS];
    struct graph_edge edge[CONNECTED * (CONNECTED - 1) / 2];
};

/* A constraint that e takes and that keeps it busy, if possible. */
static struct constraint busy(const struct encoder *e, struct part *p)
{
    struct constraint c = {.kind = e->kind, .n = INPUTS, .x = p->x, .hi = 1};
    for (int i = 0; i < (int)(sizeof p->x / sizeof *p->x); i++) p->x[i] = i + 1;
    if (e->kind == CARD) c.hi = strcmp(e->name, "card_pairwise") ? INPUTS / 3 : 2;
    if (e->kind == PB) {
        for (int i = 0; i < INPUTS; i++) c.hi += p->w[i] = 3 + i * i % 97;
        c.n = strstr("pb_gte pb_rgte pb_mdd pb_lpw pb_binmerge", e->name) ? 60 : INPUTS;
        c.w = p->w;
        c.hi /= 5;
    }
    if (e->kind == XOR) c.lo = 1;
    if (e->kind == XOR && !strcmp(e->name, "xor_direct")) c.n = 14;
    if (e->kind == INT) c.n = integer_literals(e->form, 0, VALUES - 1);
    for (int i = 0, at = 0; i < INTEGERS && (e->kind == INT || e->kind == ALLDIFF); i++) {
        int n = integer_literals(e->form, 0, VALUES - 1);
        p->integer[i] = (struct integer){.hi = VALUES - 1, .form = e->form, .x = p->x + at, .n = n};
        at += n;
        c.integer = p->integer;
        c.integers = e->kind == INT ? 1 : INTEGERS;
        if (e->kind == ALLDIFF) c.n = at;
    }
    if (e->kind == CONN) {
        c.n = CONNECTED;
        for (int i = 1; i < c.n; i++)
            for (int j = 0; j < i; j++) p->edge[c.edges++] = (struct graph_edge){i, j};
        c.edge = p->edge;
    }
    return c;
}

enum method { ENCODE, COUNT, WATCH, VIEW, FEASIBLE, COUNTABLE, METHODS };

static bool has(const struct encoder *e, enum method m)
{
    const bool all[METHODS] = {true,    e->count,    e->watch,
                               e->view, e->feasible, e->count && (e->countable || e->feasible)};
    return all[m];
}

static void call(const struct encoder *e, enum method m, const struct constraint *c, struct cnf *f)
{
    SCOPED(outputs) out = {0};
    SCOPED(text) err = {0};
    lit view[VALUES];
    if (m == ENCODE) encoder_run((struct encoder_call){e, c, f});
    if (m == COUNT) encoder_run((struct encoder_call){e, c, f, &out, e->kind == CARD ? COUNT_BOTH : COUNT_UP});
    if (m == WATCH) encoder_run((struct encoder_call){e, c, f, &out});
    if (m == VIEW)
        encoder_run(
            (struct encoder_call){e, c, f, .view = view, .to = e->form == FORM_DIRECT ? FORM_ORDER : FORM_DIRECT});
    if (m == FEASIBLE) assert_true(encoder_fits(e, c, false, f, &err) || f->truncated);
    if (m == COUNTABLE) assert_true(encoder_fits(e, c, true, f, &err) || f->truncated);
}

struct stop {
    const struct encoder *e;
    enum method m;
    const struct constraint *c;
    int last;
    bool stopped;
};

static void stop_once(void *stop)
{
    struct stop *s = stop;
    struct polls polls = {.last = s->last};
    struct job job = {.asked = asked, .asked_state = &polls};
    SCOPED(cnf_buffer) b = cnf_buffer_of(INPUTS + INTEGERS * VALUES);
    b.cnf.job = &job;
    call(s->e, s->m, s->c, &b.cnf);
    s->stopped = b.cnf.truncated;
    assert_int_equal(s->stopped, polls.n >= polls.last);
    if (s->stopped && polls.n != polls.last) fail_msg("%s, method %d goes on", s->e->name, s->m);
    assert_false(b.cnf.unwinds);
}

/* Returns how often it was stopped. */
static int stop(const struct encoder *e, enum method m)
{
    static struct part part;
    const struct constraint c = busy(e, &part);
    struct stop s = {.e = e, .m = m, .c = &c, .last = 1, .stopped = true};
    int stops = 0;
    for (; s.stopped; s.last *= 2) {
        stop_once(&s);
        stops += s.stopped;
    }
    s.last = s.last / 6 + 1; /* before its end */
    if (stops) repeat(stop_once, &s);
    return stops;
}

static void test_left(void **state)
{
    (void)state;
    mallopt(M_MMAP_THRESHOLD, 1 << 30); /* all blocks are counted */
    for (int i = 0; encoders[i]; i++)
        for (enum method m = ENCODE; m < METHODS; m++) {
            int stops = has(encoders[i], m) ? stop(encoders[i], m) : 0;
            bool large = m == ENCODE && (encoders[i]->kind == PB || encoders[i]->kind == CARD);
            if (large && !stops) fail_msg("%s is too short to be stopped", encoders[i]->name);
        }
}

/* A model whose rows need dry runs, integers in several forms, and guards. */
static void rows(struct model *m)
{
    struct lits x = {0};
    int64_t w[INPUTS];
    for (int i = 0; i < INPUTS; i++) {
        lits_push(&x, model_var(m, "x%d", i));
        w[i] = 3 + i * i % 97;
    }
    model_rule(m, "a count");
    model_card(m, x.v, x.n, 20, 80);
    model_rule(m, "a sum");
    model_pb(m, x.v, w, x.n, 1000, 4000);
    model_rule(m, "another sum");
    model_pb(m, x.v, w, 60, INT64_MIN, 700);
    lits_release(&x);
}

struct model_stop {
    bool guarded, stopped;
    int last;
};

static void stop_model(void *stop)
{
    static lit guards[8];
    struct model_stop *s = stop;
    struct policy p = {0};
    struct polls polls = {.last = s->last};
    struct job job = {.asked = asked, .asked_state = &polls};
    SCOPED(text) err = {0};
    SCOPED(model) *m = model_new();
    rows(m);
    SCOPED(cnf_buffer) b = cnf_buffer_of(s->guarded ? model_vars(m) + model_rules(m) : 0);
    for (int i = 0; i < model_rules(m); i++) guards[i] = model_vars(m) + 1 + i;
    model_set_job(m, &job);
    s->stopped = !lower_model(m, &p, s->guarded ? guards : NULL, &b.cnf, &err);
    assert_int_equal(s->stopped, b.cnf.truncated);
    if (!s->stopped) return;
    assert_non_null(strstr(err.s, "stopped"));
    assert_true(polls.n < polls.last + 8);
}

static void test_model(void **state)
{
    (void)state;
    for (int guarded = 0; guarded < 2; guarded++) {
        int stops = 0;
        struct model_stop s = {.guarded = guarded, .stopped = true, .last = 1};
        for (; s.stopped; s.last *= 2, stops++) stop_model(&s);
        assert_true(stops > 4);
        s.last = s.last / 6 + 1;
        repeat(stop_model, &s);
    }
}

/* A callback's answer may become false again: what was stopped in a dry run stays stopped. */
static bool at_poll(void *polls)
{
    struct polls *p = polls;
    return ++p->n == p->last;
}

static void test_once(void **state)
{
    (void)state;
    struct policy plain = {0};
    struct polls polls = {.last = 1};
    int64_t all = 0;
    for (int stops = 1; stops; polls.last += 1 + polls.last / 4) {
        struct job job = {.asked = at_poll, .asked_state = &polls};
        struct model *m = model_new();
        rows(m);
        struct cnf_buffer b = cnf_buffer_of(0);
        struct text err = {0};
        polls.n = 0;
        b.cnf.job = &job;
        stops = !lower_model(m, &plain, NULL, &b.cnf, &err);
        if (!stops) all = b.cnf.made.clauses;
        assert_int_equal(stops, b.cnf.truncated);
        assert_true(stops || polls.n < polls.last); /* a whole formula met no stop */
        text_release(&err);
        cnf_buffer_release(&b);
        model_free(m);
    }
    assert_true(all > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left),
        cmocka_unit_test(test_model),
        cmocka_unit_test(test_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
