#include "cnf.h"

#include <errno.h>
#include <string.h>

enum { WRITER_BYTES = 1 << 16, NUMBER_BYTES = 20 /* "-9223372036854775808" */, CHUNK = 64 };

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
    errno = 0;
    if (w->used && !w->failed && fwrite(w->buffer, 1, w->used, w->out) != w->used) w->failed = errno ? errno : EIO;
    w->used = 0;
}

/* Room for n more bytes, n <= WRITER_BYTES. */
static char *writer_room(struct cnf_writer *w, size_t n)
{
    if (w->used + n > WRITER_BYTES) writer_flush(w);
    return w->buffer + w->used;
}

static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546"
                            "47484950515253545556575859606162636465666768697071727374757677787980818283848586878889909192"
                            "93949596979899";

static char *put_digits(char *p, uint64_t v)
{
    char digits[NUMBER_BYTES];
    int at = NUMBER_BYTES;
    for (; v >= 100; v /= 100) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * (v % 100), 2);
    }
    if (v >= 10) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * v, 2);
    } else {
        digits[--at] = (char)('0' + v);
    }
    memcpy(p, digits + at, (size_t)(NUMBER_BYTES - at));
    return p + NUMBER_BYTES - at;
}

static char *put_lit(char *p, lit l)
{
    if (l < 0) *p++ = '-';
    p = put_digits(p, (uint64_t)lit_var(l));
    *p++ = ' ';
    return p;
}

void cnf_writer_clause(struct cnf_writer *w, const lit *c, int n)
{
    for (int i = 0; i < n;) {
        char *p = writer_room(w, CHUNK * NUMBER_BYTES);
        for (int end = n - i < CHUNK ? n : i + CHUNK; i < end; i++) p = put_lit(p, c[i]);
        w->used = (size_t)(p - w->buffer);
    }
    memcpy(writer_room(w, 2), "0\n", 2);
    w->used += 2;
}

void cnf_writer_number(struct cnf_writer *w, int64_t n)
{
    char *p = writer_room(w, NUMBER_BYTES);
    if (n < 0) *p++ = '-';
    w->used = (size_t)(put_digits(p, n < 0 ? -(uint64_t)n : (uint64_t)n) - w->buffer);
}

void cnf_writer_text(struct cnf_writer *w, const char *s)
{
    for (size_t n = strlen(s), part; n; n -= part, s += part) {
        part = n < WRITER_BYTES ? n : WRITER_BYTES;
        memcpy(writer_room(w, part), s, part);
        w->used += part;
    }
}

static void writer_put(struct cnf *self, const lit *c, int n)
{
    cnf_writer_clause((struct cnf_writer *)self, c, n);
}

/* CryptoMiniSat's line `x1 2 -3 0`: an odd number of these literals is true. */
static void writer_native(struct cnf *self, const struct constraint *c)
{
    struct cnf_writer *w = (struct cnf_writer *)self;
    assert(c->kind == XOR && c->n > 0 && "DIMACS writers speak native XORs only");
    char *p = writer_room(w, 1 + NUMBER_BYTES);
    *p++ = 'x';
    p = put_lit(p, c->hi ? c->x[0] : -c->x[0]);
    w->used = (size_t)(p - w->buffer);
    cnf_writer_clause(w, c->x + 1, c->n - 1);
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
    errno = 0;
    if (fflush(w->out) && !w->failed) w->failed = errno ? errno : EIO;
    mem_free(w->buffer);
    w->buffer = NULL;
    return !w->failed;
}
