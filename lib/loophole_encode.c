/* Encoders and their claims; one constraint into a sink. */
#include "lib/inside.h"
#include "base/number.h"

#include "formats/format.h"

#include <stdlib.h>
#include <string.h>

bool loophole_encoder(int i, struct loophole_claims *claims)
{
    for (int k = 0; k <= i; k++)
        if (!encoders[k]) return false;
    if (i < 0) return false;
    const struct encoder *e = encoders[i];
    size_t size = claims->size;
    struct loophole_claims all = {.size = size,
                                  .name = e->name,
                                  .kind = encoder_kind(e->kind),
                                  .about = e->about,
                                  .source = e->cite,
                                  .cost = e->cost,
                                  .strength = encoder_strength(e->strength),
                                  .two_sided = e->both,
                                  .parsimonious = e->parsimonious,
                                  .incremental = e->count != NULL,
                                  .permanent_bounds = e->monotone};
    memcpy(claims, &all, min64((int64_t)size, sizeof all));
    return true;
}

const char *loophole_format(int i)
{
    for (int k = 0; formats[k] && i >= 0; k++)
        if (k == i) return formats[k]->name;
    return NULL;
}

bool lib_policy(const char *name, unsigned kinds, enum kind said, struct policy *p, char **error)
{
    SCOPED(text) err = {0};
    bool known = !name;
    *p = (struct policy){0};
    for (int k = 0; k < KINDS && name; k++) {
        struct encoding *e = &p->by_kind[k];
        if (!(kinds >> k & 1)) continue;
        text_clear(&err);
        if (encoder_parse((enum kind)k, name, e, &err))
            known = true;
        else if (e->encoder) /* the name is known, its parameter is wrong */
            return lib_fail(error, &err);
        p->named = p->named || e->encoder;
    }
    text_clear(&err);
    return known || encoder_parse(said, name, &p->by_kind[said], &err) || lib_fail(error, &err);
}

/* False: variables rise, so none repeats. */
static bool repeats(const int *x, int n)
{
    for (int i = 1; i < n; i++)
        if (lit_var(x[i]) <= lit_var(x[i - 1])) return true;
    return false;
}

lit *lib_renumbered(const int *x, int n)
{
    OWNED int *v = mem_new((size_t)n, sizeof *v);
    lit *y = mem_new((size_t)n, sizeof *y);
    for (int i = 0; i < n; i++) v[i] = lit_var(x[i]);
    qsort(v, (size_t)n, sizeof *v, number_compare_int);
    for (int i = 0; i < n; i++) {
        int var = lit_var(x[i]), *at = bsearch(&var, v, (size_t)n, sizeof *v, number_compare_int);
        while (at > v && at[-1] == var) at--;
        y[i] = lit_sign(x[i]) * (int)(at - v + 1);
    }
    return y;
}

/* True: there are enough variables, and the named encoder applies. Does a dry run if either is
 * in doubt, so that a refused call sends nothing. */
static bool encode_rehearse(const loophole_sink *s, const struct row *r, const struct policy *p, char **error)
{
    bool few = s->f->vars > INT32_MAX / 2, narrow = p->by_kind[AMO].encoder && !p->by_kind[CARD].encoder;
    if (!few && !(p->named && (narrow || repeats(r->x, r->n)))) return true;
    SCOPED(text) err = {0};
    struct cnf counter = cnf_counter(r->n);
    struct row row = *r;
    OWNED const lit *y = row.x = lib_renumbered(r->x, r->n);
    if (!lower_row(&row, p, &counter, NULL, &err)) return lib_fail(error, &err);
    return lib_room(s, counter.made.vars, error);
}

static void name_encoders(loophole_sink *s, const struct encoders_used *u)
{
    text_clear(&s->encoder);
    for (int i = 0; encoders[i]; i++)
        if (u->used[encoders[i]->kind] >> i & 1)
            text_add(&s->encoder, "%s%s", s->encoder.n ? "+" : "", encoders[i]->name);
    if (u->natives) text_add(&s->encoder, "%snative", s->encoder.n ? "+" : "");
}

static bool send(loophole_sink *s, const struct row *r, const struct policy *p, char **error)
{
    SCOPED(text) err = {0};
    struct cnf_guard g;
    struct cnf *f = s->f;
    int taken = f->vars;
    if (!lib_take(s, r->x, r->n, error) || !lib_take_guard(s, error) || !encode_rehearse(s, r, p, error)) {
        f->vars = taken;
        return false;
    }
    if (s->guard) {
        cnf_guard_begin(&g, f, s->guard);
        f = &g.cnf;
    }
    struct encoders_used used = {0};
    bool ok = lower_row(r, p, f, &used, &err);
    if (s->guard) cnf_guard_end(&g);
    lib_took(s);
    name_encoders(s, &used);
    return ok || lib_fail(error, &err) || lib_code(error, LOOPHOLE_CODE_LIMIT);
}

bool loophole_sink_clause(loophole_sink *s, const int *x, int n, char **error)
{
    struct policy p = {0};
    struct row r = {.kind = ROW_CLAUSE, .n = n, .x = x, .lo = 1, .hi = INT64_MAX};
    return send(s, &r, &p, error);
}

bool loophole_sink_formula(loophole_sink *s, const int *lits, int64_t n, char **error)
{
    if (!lib_clauses(lits, n, 0, error)) return false;
    for (int64_t at = 0, length; at < n; at += length + 1) {
        length = lib_clause_length(lits + at, n - at);
        if (!loophole_sink_clause(s, lits + at, (int)length, error)) return false;
    }
    return true;
}

bool loophole_sink_card(loophole_sink *s, const char *encoder, const int *x, int n, int64_t lo, int64_t hi,
                        char **error)
{
    struct policy p;
    struct row r = {.kind = ROW_CARD, .n = n, .x = x, .lo = lo, .hi = hi};
    return lib_policy(encoder, 1u << CARD | 1u << AMO, CARD, &p, error) && send(s, &r, &p, error);
}

bool loophole_sink_pb(loophole_sink *s, const char *encoder, const int *x, const int64_t *w, int n, int64_t lo,
                      int64_t hi, char **error)
{
    struct policy p;
    struct row r = {.kind = w ? ROW_PB : ROW_CARD, .n = n, .x = x, .w = w, .lo = lo, .hi = hi};
    return lib_weights(w, n, error) && lib_policy(encoder, 1u << PB, PB, &p, error) && send(s, &r, &p, error);
}

bool loophole_sink_xor(loophole_sink *s, const char *encoder, const int *x, int n, int parity, char **error)
{
    struct policy p;
    struct row r = {.kind = ROW_XOR, .n = n, .x = x, .lo = parity & 1, .hi = parity & 1};
    return lib_policy(encoder, 1u << XOR, XOR, &p, error) && send(s, &r, &p, error);
}
