#include "cnf.h"

#include <errno.h>
#include <string.h>

enum { WRITER_BYTES = 1 << 17, NUMBER_BYTES = 24 /* "-9223372036854775808", a sign and a numeral */, CHUNK = 64, RECENT = 4096 };

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
    struct lits *l = &b->lits;
    if (l->n > INT32_MAX - n)
        fatal("The formula has more than 2147483647 literals, too many to be kept; try a smaller instance or "
              "another encoding.");
    while ((size_t)l->n + (size_t)n > l->cap) l->v = mem_grow(l->v, l->cap, &l->cap, sizeof *l->v);
    lit *to = l->v + l->n;
    for (int i = 0; i < n; i++) to[i] = c[i];
    l->n += n;
    lits_push(&b->start, l->n);
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
static inline char *writer_room(struct cnf_writer *w, size_t n)
{
    if (w->used + n > WRITER_BYTES) writer_flush(w);
    return w->buffer + w->used;
}

/* Writes v in front of end, two digits at a time, and returns where it begins. */
static char *put_digits(char *end, uint64_t v)
{
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
                                "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    for (; v >= 100; v /= 100) memcpy(end -= 2, pairs + 2 * (v % 100), 2);
    memcpy(end -= 2, pairs + 2 * v, 2);
    return end + (v < 10);
}

static void numeral_set(struct cnf_numeral *n, unsigned v)
{
    char back[2 * sizeof n->text] = {0}, *end = back + sizeof n->text - 1, *begin = put_digits(end, v);
    *end++ = ' ';
    memcpy(n->text, begin, sizeof n->text);
    n->length = (unsigned char)(end - begin);
    n->value = v;
}

/* Copies a whole numeral always, p has room. This is where the time of writing a formula goes: a formula speaks of the
 * same few variables for a while, so their digits are kept. */
static inline char *put_lit(struct cnf_writer *w, char *p, lit l)
{
    unsigned v = (unsigned)lit_var(l);
    struct cnf_numeral *known = &w->recent[v % RECENT];
    if (known->value != v) numeral_set(known, v);
    *p = '-';
    p += l < 0;
    memcpy(p, known, sizeof *known);
    return p + known->length;
}

/* Literals and the end of a line. p has room for CHUNK numbers. */
static inline void put_line(struct cnf_writer *w, char *p, const lit *c, int n)
{
    for (; n > CHUNK - 1; c += CHUNK, n -= CHUNK) {
        for (int i = 0; i < CHUNK; i++) p = put_lit(w, p, c[i]);
        w->used = (size_t)(p - w->buffer);
        p = writer_room(w, CHUNK * NUMBER_BYTES);
    }
    for (int i = 0; i < n; i++) p = put_lit(w, p, c[i]);
    *p++ = '0';
    *p++ = '\n';
    w->used = (size_t)(p - w->buffer);
}

void cnf_writer_number(struct cnf_writer *w, int64_t n)
{
    char back[NUMBER_BYTES], *end = back + sizeof back, *begin = put_digits(end, n < 0 ? -(uint64_t)n : (uint64_t)n);
    if (n < 0) *--begin = '-';
    memcpy(writer_room(w, NUMBER_BYTES), begin, (size_t)(end - begin));
    w->used += (size_t)(end - begin);
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

void cnf_writer_clause(struct cnf_writer *w, const lit *c, int n)
{
    put_line(w, writer_room(w, CHUNK * NUMBER_BYTES), c, n);
}

/* CryptoMiniSat's line `x1 2 -3 0`: an odd number of these literals is true. */
static void writer_native(struct cnf *self, const struct constraint *c)
{
    struct cnf_writer *w = (struct cnf_writer *)self;
    assert(c->kind == XOR && c->n > 0 && "DIMACS writers speak native XORs only");
    char *p = writer_room(w, 1 + NUMBER_BYTES + CHUNK * NUMBER_BYTES);
    *p++ = 'x';
    p = put_lit(w, p, c->hi ? c->x[0] : -c->x[0]);
    put_line(w, p, c->x + 1, c->n - 1);
}

void cnf_writer_init(struct cnf_writer *w, FILE *out, int vars)
{
    *w = (struct cnf_writer){
        .cnf = {.put = writer_put, .put_native = writer_native, .vars = vars},
        .out = out,
        .buffer = mem_new(WRITER_BYTES, 1),
        .recent = mem_new(RECENT, sizeof(struct cnf_numeral)),
    };
}

bool cnf_writer_release(struct cnf_writer *w)
{
    writer_flush(w);
    errno = 0;
    if (fflush(w->out) && !w->failed) w->failed = errno ? errno : EIO;
    mem_free(w->buffer);
    mem_free(w->recent);
    w->buffer = NULL;
    w->recent = NULL;
    return !w->failed;
}
