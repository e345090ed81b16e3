#include "cnf.h"

#include <string.h>

enum { WRITER_BYTES = 1 << 16, LITERAL_BYTES = 12 /* "-2147483647 " */ };

void cnf_overflow(void)
{
    fatal("The formula needs more than 2147483647 variables; try a smaller instance or another encoding.");
}

void cnf_native(struct cnf *f, const struct constraint *c)
{
    assert(f->native >> c->kind & 1 && f->put_native && "the sink takes this kind of constraint");
    f->natives++;
    f->put_native(f, c);
}

struct cnf cnf_counter(int vars) { return (struct cnf){.vars = vars}; }

static void buffer_put(struct cnf *self, const lit *c, int n)
{
    struct cnf_buffer *b = (struct cnf_buffer *)self;
    for (int i = 0; i < n; i++) lits_push(&b->lits, c[i]);
    lits_push(&b->start, b->lits.n);
}

void cnf_buffer_init(struct cnf_buffer *b, int vars)
{
    *b = (struct cnf_buffer){.cnf = {.put = buffer_put, .vars = vars}};
    lits_push(&b->start, 0);
}

void cnf_buffer_release(struct cnf_buffer *b)
{
    lits_release(&b->lits);
    lits_release(&b->start);
}

static void guard_put(struct cnf *self, const lit *c, int n)
{
    struct cnf_guard *g = (struct cnf_guard *)self;
    g->clause.n = 0;
    for (int i = 0; i < n; i++) lits_push(&g->clause, c[i]);
    lits_push(&g->clause, g->guard);
    g->target->vars = g->cnf.vars;
    cnf_clause(g->target, g->clause.v, g->clause.n);
}

void cnf_guard_begin(struct cnf_guard *g, struct cnf *target, lit guard)
{
    *g = (struct cnf_guard){.cnf = {.put = guard_put, .vars = target->vars}, .target = target, .guard = guard};
}

void cnf_guard_end(struct cnf_guard *g)
{
    g->target->made.vars += g->cnf.made.vars;
    g->target->vars = g->cnf.vars;
    lits_release(&g->clause);
}

static void writer_flush(struct cnf_writer *w)
{
    if (w->used && !w->failed && fwrite(w->buffer, 1, w->used, w->out) != w->used) w->failed = true;
    w->used = 0;
}

static void writer_lit(struct cnf_writer *w, lit l)
{
    if (w->used + LITERAL_BYTES > WRITER_BYTES) writer_flush(w);
    char digits[LITERAL_BYTES], *p = w->buffer + w->used;
    unsigned v = (unsigned)lit_var(l);
    int n = 0;
    do digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    if (l < 0) *p++ = '-';
    while (n) *p++ = digits[--n];
    *p++ = ' ';
    w->used = (size_t)(p - w->buffer);
}

static void writer_put(struct cnf *self, const lit *c, int n)
{
    struct cnf_writer *w = (struct cnf_writer *)self;
    for (int i = 0; i < n; i++) writer_lit(w, c[i]);
    if (w->used + 2 > WRITER_BYTES) writer_flush(w);
    memcpy(w->buffer + w->used, "0\n", 2);
    w->used += 2;
}

/* CryptoMiniSat's line `x1 2 -3 0`: an odd number of these literals is true. */
static void writer_native(struct cnf *self, const struct constraint *c)
{
    struct cnf_writer *w = (struct cnf_writer *)self;
    assert(c->kind == XOR && c->n > 0 && "DIMACS writers speak native XORs only");
    if (w->used + 1 > WRITER_BYTES) writer_flush(w);
    w->buffer[w->used++] = 'x';
    writer_lit(w, c->hi ? c->x[0] : -c->x[0]);
    writer_put(self, c->x + 1, c->n - 1);
}

void cnf_writer_init(struct cnf_writer *w, FILE *out, int vars)
{
    *w = (struct cnf_writer){
        .cnf = {.put = writer_put, .put_native = writer_native, .vars = vars},
        .out = out,
        .buffer = mem_new(WRITER_BYTES, 1),
    };
}

bool cnf_writer_release(struct cnf_writer *w)
{
    writer_flush(w);
    if (fflush(w->out)) w->failed = true;
    mem_free(w->buffer);
    w->buffer = NULL;
    return !w->failed;
}
