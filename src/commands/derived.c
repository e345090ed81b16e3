#include "commands/derived.h"

#include "proof/steps.h"

/* A state takes no less. */
static const int64_t LIMIT = (int64_t)2 << 30, BYTES_PER_STATE = 32;

struct putting {
    struct derived *d;
    struct text *to, own;
    bool keeps;
};

static void put(void *state, bool deletes, const lit *x, int n)
{
    struct putting *p = state;
    size_t before = p->to->n;
    steps_write(p->to, true, deletes, x, n);
    p->d->steps++;
    p->d->bytes += p->to->n - before;
    if (!p->keeps) text_clear(p->to);
}

static bool run(struct derived *d, struct text *proof, struct text *err)
{
    struct putting p = {.d = d, .keeps = proof};
    struct derivation v = {.most = d->most,
                           .vars = d->vars,
                           .limit = LIMIT / BYTES_PER_STATE,
                           .put = put,
                           .state = &p,
                           .over = d->over,
                           .over_state = d->over_state,
                           .share = &d->share};
    p.to = proof ? proof : &p.own;
    d->steps = 0;
    d->bytes = 0;
    d->share = 0;
    bool ok = d->own->derive(d->instance, &v);
    d->states = v.states;
    d->stopped = v.stopped;
    text_release(&p.own);
    if (ok && d->bytes <= (size_t)LIMIT) return true;
    if (v.stopped) return text_error(err, "The derivation was stopped.");
    if (!ok && !v.too_many) return text_error(err, "The search %s excludes nothing here.", d->own->name);
    struct text size = {0};
    if (ok) text_add(&size, "would be %.1f GB long, of", (double)d->bytes / 1e9);
    text_error(
        err,
        "The derivation of %s %s %lld states, and 2 GB are the limit; certify without --search %s, or solve with "
        "--search %s --log FILE.",
        d->own->name, ok ? size.s : "has more than", (long long)v.states, d->own->name, d->own->name);
    text_release(&size);
    return false;
}

bool derived_size(struct derived *d, struct text *err) { return run(d, NULL, err); }

bool derived_write(struct derived *d, struct text *proof, struct text *err) { return run(d, proof, err); }
