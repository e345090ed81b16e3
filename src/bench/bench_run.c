/* One run: its command line, and the row of what it printed. */
#include "cnf/encoder.h"
#include "bench/bench.h"
#include "base/json.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static bool asks_way(const struct strings *words)
{
    for (int i = 0; i < words->n; i++)
        if (!strncmp(words->v[i], "--search", strlen("--search")) ||
            !strncmp(words->v[i], "--engine", strlen("--engine")))
            return true;
    return false;
}

static void solve_words(const struct run *r, const char *self, struct strings *words)
{
    char number[64];
    strings_add(words, self);
    strings_add(words, "solve");
    strings_split(words, r->instance);
    strings_split(words, r->choices);
    snprintf(number, sizeof number, "--seed=%d", r->seed);
    strings_add(words, number);
    strings_add(words, "--json");
    if (!asks_way(words)) strings_add(words, "--engine=sat"); /* encodings are compared at work */
    strings_add(words, "--proof-check=never");                /* solving is measured, not checking */
}

bool run_start(const struct run *r, const char *self, struct bench_child *job, struct text *err)
{
    struct strings words = {0};
    *job = (struct bench_child){.run = r};
    if (!r->external)
        solve_words(r, self, &words);
    else if (scratch_open(&job->place, err))
        external_words(r, self, job->place.dir, &words);
    else
        return false;
    MEM_PUSH(words.v, words.n, words.cap, NULL);
    bool ok = bench_child_start(job, words.v, err);
    if (!ok) scratch_close(&job->place);
    strings_release(&words);
    return ok;
}

static void set(struct row_text *row, enum column c, const char *s)
{
    mem_free(row->field[c]);
    row->field[c] = mem_string(s);
}

static void set_number(struct row_text *row, enum column c, const char *format, double v)
{
    char number[64];
    snprintf(number, sizeof number, format, v);
    set(row, c, number);
}

static void set_json(struct row_text *row, enum column c, const json_t *v)
{
    if (json_is_string(v))
        set(row, c, json_string_value(v));
    else if (json_is_integer(v) || json_is_real(v))
        set_number(row, c, json_is_integer(v) ? "%.0f" : "%.6f", json_number_value(v));
    else if (json_is_boolean(v))
        set(row, c, json_is_true(v) ? "yes" : "no");
}

/* said: what the program itself says was wrong with the answer. Who is killed before the limit lacked memory. */
static const char *ending(const struct bench_child *c, double limit, const char *said)
{
    if (c->timed_out || c->status == 128 + SIGXCPU) return "timeout";
    if (c->status == 128 + SIGKILL) return c->child.cpu < limit ? "machine" : "timeout";
    switch (c->status) {
    case 1:
    case 2:
        return "refused";
    case 3:
        return *said && !strstr(said, "memory") ? "failed" : "machine"; /* memory, most likely */
    default:
        return strstr(text_string(&c->complaint), "bad_alloc") ? "machine" : "crashed";
    }
}

static void take_trace(struct row_text *row, const json_t *trace)
{
    struct text t = {0};
    size_t i;
    json_t *step;
    json_array_foreach((json_t *)trace, i, step)
    {
        if (i) text_char(&t, ' ');
        static const char *const names[] = {"seconds", "lower_bound", "upper_bound"};
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const json_t *v = json_object_get(step, names[k]);
            if (k) text_char(&t, ':');
            if (json_is_string(v)) text_put(&t, json_string_value(v));
            if (json_is_integer(v)) text_add(&t, "%lld", (long long)json_integer_value(v));
            if (json_is_real(v)) text_add(&t, "%g", json_number_value(v));
        }
    }
    set(row, COL_TRACE, text_string(&t));
    text_release(&t);
}

static void take_answer(struct row_text *row, const json_t *o)
{
    for (int c = 0; c < COLUMNS; c++) set_json(row, (enum column)c, json_object_get(o, row_columns[c]));
    set_json(row, COL_NOTE, json_object_get(o, "error"));
    const json_t *used = json_object_get(o, "encoders_used");
    for (int k = 0; k < KINDS; k++)
        set_json(row, (enum column)(COL_AMO + k), json_object_get(used, encoder_kind((enum kind)k)));
    take_trace(row, json_object_get(o, "trace"));
}

/* Why there is no answer: the child's own words, without our name; else the bare facts. */
static void note_complaint(struct row_text *row, const struct bench_child *c)
{
    const char *why = text_string(&c->complaint), *ours = "loophole: ";
    struct text fact = {0};
    if (c->status >= 128)
        text_add(&fact, "Ended by the signal %d (%s).", c->status - 128, strsignal(c->status - 128));
    else
        text_add(&fact, "Ended with the status %d.", c->status);
    set(row, COL_NOTE, !*why ? fact.s : !strncmp(why, ours, strlen(ours)) ? why + strlen(ours) : why);
    text_release(&fact);
}

/* A formulation that does not take the instance gives way to another: an answer, but not this competitor's. */
static void judge_formulation(struct row_text *row, const struct run *r)
{
    struct strings w = {0};
    const char *asked = NULL, *used = row->field[COL_FORMULATION];
    strings_split(&w, r->choices);
    for (int i = 0; i + 1 < w.n; i++)
        if (!strcmp(w.v[i], "--formulation")) asked = w.v[i + 1];
    if (asked && strcmp(asked, used)) {
        struct text note = {0};
        text_add(&note, "The formulation '%s' does not take this instance; '%s' would.", asked, used);
        set(row, COL_STATUS, "refused");
        set(row, COL_NOTE, note.s);
        text_release(&note);
    }
    strings_release(&w);
}

/* What decode does not say of an external solver's run. */
static void take_external(struct row_text *row, const struct run *r)
{
    set(row, COL_SOLVER, r->external->name);
    set(row, COL_ENGINE, "external");
    if (!strcmp(row->field[COL_STATUS], "optimal")) {
        set(row, COL_LOWER, row->field[COL_OBJECTIVE]);
        set(row, COL_UPPER, row->field[COL_OBJECTIVE]);
    }
    if (!strcmp(row->field[COL_STATUS], "unsatisfiable")) {
        set(row, COL_NOTE, "");
        set(row, COL_VERIFIED, "");
    }
}

struct row_text run_row(const struct bench_child *c)
{
    const struct run *r = c->run;
    struct row_text row;
    char host[256] = "";
    for (int i = 0; i < COLUMNS; i++) row.field[i] = mem_string("");
    json_t *o = json_parse(text_string(&c->out), c->out.n, 0, NULL);
    const char *judged = r->external ? external_status(o, c->status, c->child.cpu, r->time_limit) : NULL;
    bool answered = o && (judged || c->status == 0 || c->status == 10 || c->status == 20 || c->status == 30);
    if (o) take_answer(&row, o);
    if (judged) set(&row, COL_STATUS, judged);
    if (answered) judge_formulation(&row, r);
    if (!answered) set(&row, COL_STATUS, ending(c, r->time_limit, row.field[COL_NOTE]));
    if (!answered && !*row.field[COL_NOTE]) note_complaint(&row, c);
    if (r->external) take_external(&row, r);
    json_decref(o);
    set(&row, COL_SUITE, r->suite);
    set(&row, COL_SECTION, r->section);
    set(&row, COL_INSTANCE, r->instance);
    set(&row, COL_CHOICES, r->choices);
    set_number(&row, COL_SEED, "%.0f", (double)r->seed);
    set_number(&row, COL_CPU, "%.3f", c->child.cpu);
    set_number(&row, COL_LIMIT, "%g", r->time_limit);
    set_number(&row, COL_PEAK, "%.0f", (double)c->child.peak_kb);
    gethostname(host, sizeof host - 1);
    set(&row, COL_HOST, host);
    set(&row, COL_VERSION, VERSION);
    return row;
}
