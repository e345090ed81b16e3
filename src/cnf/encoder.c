#include "cnf/encoder.h"
#include "base/number.h"

#include "base/unwind.h"
#include "options/options.h"

#include <string.h>

const char *encoder_kind(enum kind k)
{
    static const char *const names[] = {"amo", "card", "pb", "xor", "int", "alldiff", "conn"};
    assert(k < KINDS && "a kind of constraint");
    return names[k];
}

const char *encoder_option(enum kind k) { return k == CONN ? "connectivity" : encoder_kind(k); }

const char *encoder_strength(enum strength s)
{
    static const char *const names[] = {"none", "consistency", "GAC"};
    return names[s];
}

const char *encoder_short(const struct encoder *e)
{
    const char *bar = strchr(e->name, '_');
    assert(bar && "an encoder's name is its kind, a bar and a word");
    return bar + 1;
}

static bool is_called(const struct encoder *e, const char *word, size_t n)
{
    const char *brief = encoder_short(e);
    return (strlen(brief) == n && !memcmp(brief, word, n)) || (strlen(e->name) == n && !memcmp(e->name, word, n));
}

static bool parse_tuning(const struct encoder *e, const char *word, struct tuning *t, struct text *err)
{
    while (*word) {
        size_t n = strcspn(++word, ",");
        char part[16] = "";
        if (n < sizeof part) memcpy(part, word, n);
        int64_t size;
        if (e->tree && !strcmp(part, "tree"))
            t->tree = true;
        else if (e->size_max && number_parse(part, &size) && size >= e->size_min && size <= e->size_max)
            t->size = (int)size;
        else if (e->size_max)
            return text_error(err, "The encoding %s takes a size from %d to %d%s, not '%.*s'.", encoder_short(e),
                              e->size_min, e->size_max, e->tree ? " and the word tree" : "", (int)n, word);
        else
            return text_error(err, "The encoding %s takes no parameter; leave out '%.*s'.", encoder_short(e),
                              (int)n + 1, word - 1);
        word += n;
    }
    return true;
}

void encoder_text(const struct encoding *e, struct text *out)
{
    text_put(out, e->encoder ? encoder_short(e->encoder) : "auto");
    if (e->tuning.size) text_add(out, ":%d", e->tuning.size);
    if (e->tuning.tree) text_put(out, e->tuning.size ? ",tree" : ":tree");
}

bool encoder_parse(enum kind kind, const char *word, struct encoding *e, struct text *err)
{
    *e = (struct encoding){0};
    if (!strcmp(word, "auto")) return true;
    size_t n = strcspn(word, ":,");
    SCOPED(text) known = {0};
    const struct encoder *other = NULL; /* an encoder of that name and another kind */
    for (int i = 0; encoders[i] && !e->encoder; i++) {
        if (encoders[i]->kind != kind && is_called(encoders[i], word, n)) other = encoders[i];
        if (encoders[i]->kind != kind) continue;
        if (is_called(encoders[i], word, n)) e->encoder = encoders[i];
        text_add(&known, " %s", encoder_short(encoders[i]));
    }
    if (!e->encoder && other)
        return options_unknown(err, &known, "There is no %s encoding '%s', which is of the kind %s; choose auto or",
                               encoder_option(kind), word, encoder_option(other->kind));
    if (!e->encoder)
        return options_unknown(err, &known, "There is no %s encoding '%s'; choose auto or", encoder_option(kind), word);
    return parse_tuning(e->encoder, word + n, &e->tuning, err);
}

/* ---- calls that a limit ends ----------------------------------------------------------------- */

struct running {
    struct encoder_call k;
    struct constraint c;
    bool fits;
};

static void call_method(void *running)
{
    struct running *r = running;
    const struct encoder_call *k = &r->k;
    if (k->fits)
        r->fits = k->fits(&r->c, k->err);
    else if (k->view)
        k->e->view(r->c.integer, k->to, k->view, k->f);
    else if (k->d)
        k->e->count(&r->c, k->d, k->f, k->out);
    else if (k->out)
        k->e->watch(&r->c, k->f, k->out);
    else
        k->e->encode(&r->c, k->f);
}

bool encoder_run(struct encoder_call k)
{
    struct running r = {k, *k.c};
    const bool encodes = !k.fits && !k.view && !k.out;
    assert((!encodes || k.e->both || k.e->kind > PB || (!k.c->lo && k.c->n > 1)) &&
           "an at-most that excludes something");
    r.c.job = k.f->job;
    k.f->unwinds = true;
    if (!k.f->truncated && !unwind_run(call_method, &r)) cnf_truncate(k.f);
    k.f->unwinds = false;
    return r.fits;
}

bool encoder_fits(const struct encoder *e, const struct constraint *c, bool counts, struct cnf *f, struct text *err)
{
    struct encoder_call k = {e, c, f, .fits = counts && e->countable ? e->countable : e->feasible, .err = err};
    bool fits = !k.fits || encoder_run(k);
    return cnf_whole(f, err) && fits;
}

void encoder_poll(const struct constraint *c)
{
    job_report(c->job, NULL, -1);
    if (job_over(c->job)) unwind_leave();
}

/* ---- dry runs -------------------------------------------------------------------------------- */

struct cnf encoder_counter(const struct constraint *c, const struct cnf *f)
{
    int most = 0;
    for (int i = 0; i < c->n; i++)
        if (lit_var(c->x[i]) > most) most = lit_var(c->x[i]);
    struct cnf counter = cnf_counter(most < INT32_MAX / 2 ? most : 0);
    counter.job = f ? f->job : NULL;
    return counter;
}

struct cnf encoder_trial(const struct constraint *c)
{
    struct cnf counter = encoder_counter(c, NULL);
    counter.job = c->job;
    counter.unwinds = c->job;
    return counter;
}

struct size encoder_size(const struct encoder *e, const struct constraint *c, int64_t most, struct cnf *f)
{
    struct cnf counter = encoder_counter(c, f);
    counter.most = most;
    cnf_poll(&counter);
    encoder_run((struct encoder_call){e, c, &counter});
    if (counter.truncated && !(most && counter.made.clauses > most)) cnf_truncate(f);
    return counter.made;
}
