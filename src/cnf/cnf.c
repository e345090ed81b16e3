#include "cnf/cnf.h"
#include "base/number.h"
#include "base/text.h"

#include "base/unwind.h"

#include <errno.h>
#include <string.h>

enum {
    WRITER_BYTES = 1 << 17,
    NUMBER_BYTES = 32 /* "-9223372036854775808 ", and bytes written in excess */,
    CHUNK = 64,
    RECENT = 4096,
    EIGHT_DIGITS = 100000000,
    CACHED = 10000000 /* variables below: seven digits and a space are eight bytes */
};

void cnf_native(struct cnf *f, const struct constraint *c)
{
    assert(f->native >> c->kind & 1 && f->put_native && "the sink takes this kind of constraint");
    f->natives++;
    if (!f->truncated) f->put_native(f, c);
    cnf_work(f, 1 + c->n);
}

void cnf_truncate(struct cnf *f)
{
    f->truncated = true;
    f->put = NULL;
}

bool cnf_whole(const struct cnf *f, struct text *err)
{
    return !f->truncated || text_error(err, "The formula was stopped while it was made, by a limit or a signal.");
}

void cnf_poll(struct cnf *f)
{
    /* Of few clauses that are left, a poll is soon due, after about 64 literals at least. */
    const int64_t left = f->most ? 2 * (f->most - f->made.clauses) + 64 : CNF_POLL_INTERVAL;
    f->work = left < CNF_POLL_INTERVAL ? CNF_POLL_INTERVAL - left : 0;
    job_report(f->job, NULL, -1); /* a caller of the library may cancel then */
    if (!f->truncated && (job_over(f->job) || (f->most && f->made.clauses > f->most))) cnf_truncate(f);
    if (f->truncated && f->unwinds) unwind_leave();
}

void cnf_pairs(struct cnf *f, const lit *x, int n)
{
    int64_t pairs = (int64_t)n * (n - 1) / 2;
    if (!f->put) cnf_count(f, (struct size){.clauses = pairs, .literals = 2 * pairs});
    for (int i = 0; i < n && f->put; i++)
        for (int j = i + 1; j < n; j++) cnf_2(f, -x[i], -x[j]);
}

void cnf_grid(struct cnf *f, const lit *x, int n, lit *u, int rows,
              void (*at_most_one)(struct cnf *f, const lit *x, int n))
{
    int columns = (n + rows - 1) / rows;
    lit *v = u + rows;
    for (int i = 0; i < rows + columns; i++) {
        u[i] = cnf_var(f);
        if (i < rows)
            cnf_means_any(f, u[i], x, min_int((i + 1) * columns, n), i * columns, 1);
        else
            cnf_means_any(f, u[i], x, n, i - rows, columns);
    }
    for (int i = 0; i < n; i++) {
        cnf_2(f, -x[i], u[i / columns]);
        cnf_2(f, -x[i], v[i % columns]);
    }
    at_most_one(f, u, rows);
    at_most_one(f, v, columns);
}

void cnf_means_some(struct cnf *f, lit y, const lit *x, int n, int from, int step)
{
    SCOPED(lits) any = {0};
    for (int i = from; i < n; i += step) lits_push(&any, x[i]);
    f->means(f, y, &(struct constraint){.kind = AMO, .n = any.n, .x = any.v, .lo = 1});
}

void cnf_adds_all(struct cnf *f, const lit *x, int n, lit sum, lit carry, int bit)
{
    const lit all[] = {x[0], x[1], -carry, n > 2 ? x[2] : 0};
    cnf_means(f, carry, x, NULL, n, 2);
    cnf_means(f, sum, all, (const int64_t[]){1, 1, 2, 1}, n + 1, 3);
    f->adds(f, x, n, sum, carry, bit);
}

lit cnf_all(struct cnf *f, const lit *x, int n)
{
    SCOPED(lits) c = {0};
    for (int i = 0; i < n; i++) lits_push(&c, -x[i]);
    lits_push(&c, cnf_var(f));
    cnf_clause(f, c.v, c.n);
    return c.v[n];
}

struct cnf cnf_counter(int vars) { return (struct cnf){.vars = vars}; }

void cnf_count(struct cnf *f, struct size more)
{
    if (more.vars > INT32_MAX - f->vars) lit_overflow();
    f->vars += (int)more.vars;
    size_add(&f->made, more);
    cnf_work(f, 1);
}

static void buffer_put(struct cnf *self, const lit *c, int n)
{
    struct cnf_buffer *b = (struct cnf_buffer *)self;
    struct lits *l = &b->lits;
    if (l->n > INT32_MAX - n)
        fatal("The formula has more than 2147483647 literals, too many to be kept; try a smaller instance or "
              "another encoding.");
    while ((size_t)l->n + (size_t)n >= l->cap) l->v = mem_grow(l->v, l->cap, &l->cap, sizeof *l->v);
    lit *to = l->v + l->n;
    for (int i = 0; i < n; i++) to[i] = c[i];
    l->n += n;
    lits_push(&b->start, l->n);
}

struct cnf_buffer cnf_buffer_of(int vars)
{
    struct cnf_buffer b = {.cnf = {.put = buffer_put, .vars = vars}};
    lits_push(&b.start, 0);
    return b;
}

void cnf_buffer_release(struct cnf_buffer *b)
{
    lits_release(&b->lits);
    lits_release(&b->start);
}

void cnf_buffer_pour(const struct cnf_buffer *b, struct cnf *to)
{
    for (int64_t i = 0; i < b->cnf.made.clauses; i++) {
        const lit *c;
        int n = cnf_buffer_clause(b, (int)i, &c);
        cnf_clause(to, c, n);
    }
}

static void guard_put(struct cnf *self, const lit *c, int n)
{
    struct cnf_guard *g = (struct cnf_guard *)self;
    g->clause.n = 0;
    lits_add(&g->clause, c, n);
    lits_push(&g->clause, g->guard);
    g->target->vars = g->cnf.vars;
    cnf_clause(g->target, g->clause.v, g->clause.n);
}

static void guard_put_native(struct cnf *self, const struct constraint *c)
{
    struct cnf_guard *g = (struct cnf_guard *)self;
    struct constraint guarded = *c;
    guarded.guard[guarded.guards++] = g->guard;
    g->target->vars = g->cnf.vars;
    cnf_native(g->target, &guarded);
}

void cnf_guard_begin(struct cnf_guard *g, struct cnf *target, lit guard)
{
    *g = (struct cnf_guard){.cnf = {.put = guard_put,
                                    .put_native = guard_put_native,
                                    .native = target->native & 1u << CONN,
                                    .vars = target->vars,
                                    .job = target->job},
                            .target = target,
                            .guard = guard};
    if (target->truncated) cnf_truncate(&g->cnf);
}

void cnf_guard_end(struct cnf_guard *g)
{
    g->target->made.vars += g->cnf.made.vars;
    g->target->vars = g->cnf.vars;
    if (g->cnf.truncated) cnf_truncate(g->target);
    lits_release(&g->clause);
}

static void writer_flush(struct cnf_writer *w)
{
    errno = 0;
    if (w->used && !w->failed && fwrite(w->buffer, 1, w->used, w->out) != w->used) w->failed = errno ? errno : EIO;
    w->bytes += (int64_t)w->used;
    w->used = 0;
    cnf_poll(&w->cnf);
    if (w->progress) w->progress(w->progress_state, w->bytes);
}

/* Returns a place for n more bytes, n <= WRITER_BYTES. */
static inline char *writer_room(struct cnf_writer *w, size_t n)
{
    if (w->used + n > WRITER_BYTES) writer_flush(w);
    return w->buffer + w->used;
}

/* The eight digits of v < 10^8, the first in the lowest byte: split in halves three times, all
 * parts in parallel. */
static inline uint64_t eight_digits(uint32_t v)
{
    uint64_t digits = v / 10000 | (uint64_t)(v % 10000) << 32, high = (digits * 5243 >> 19) & 0x7f0000007f; /* / 100 */
    digits = high | (digits - 100 * high) << 16;
    high = (digits * 103 >> 10) & 0xf000f000f000f; /* / 10 */
    return high | (digits - 10 * high) << 8;
}

static uint64_t little_endian(uint64_t v)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap64(v);
}

/* v < 10^8 without leading zeros. */
static struct cnf_numeral numeral(uint32_t v)
{
    uint64_t digits = eight_digits(v);
    unsigned zeros = (unsigned)__builtin_ctzll(digits | (uint64_t)1 << 56) / 8;
    return (struct cnf_numeral){
        .text = little_endian((digits | 0x3030303030303030) >> 8 * zeros), .value = v, .length = 8 - zeros};
}

static char *put_number(char *p, uint64_t v)
{
    struct cnf_numeral n = numeral((uint32_t)(v % EIGHT_DIGITS));
    if (v >= EIGHT_DIGITS) {
        p = put_number(p, v / EIGHT_DIGITS);
        memset(p, '0', 8);
        p += 8 - n.length;
    }
    memcpy(p, &n.text, sizeof n.text);
    return p + n.length;
}

/* Writes a literal. Writing a formula spends most of its time here. Nearby clauses contain the same
 * few variables, so their digits are cached. Always writes eight bytes. */
static inline char *put_lit(struct cnf_writer *w, char *p, lit l)
{
    uint32_t v = (uint32_t)lit_var(l);
    struct cnf_numeral *known = &w->recent[v % RECENT];
    *p = '-';
    p += l < 0;
    if (known->value != v) {
        if (v >= CACHED) {
            p = put_number(p, v);
            *p++ = ' ';
            return p;
        }
        *known = numeral(v);
        known->text |= little_endian((uint64_t)' ' << 8 * known->length++);
    }
    memcpy(p, &known->text, sizeof known->text);
    return p + known->length;
}

/* Writes literals and the end of a line. p has space for CHUNK numbers. */
static inline void cnf_put_line(struct cnf_writer *w, char *p, const lit *c, int n)
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
    char *p = writer_room(w, NUMBER_BYTES);
    if (n < 0) *p++ = '-';
    w->used = (size_t)(put_number(p, n < 0 ? -(uint64_t)n : (uint64_t)n) - w->buffer);
}

void cnf_writer_text(struct cnf_writer *w, const char *s)
{
    for (size_t n = strlen(s), part; n; n -= part, s += part) {
        part = n < WRITER_BYTES ? n : WRITER_BYTES;
        memcpy(writer_room(w, part), s, part);
        w->used += part;
    }
}

void cnf_writer_add(struct cnf_writer *w, const char *format, ...)
{
    char piece[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(piece, sizeof piece, format, args);
    va_end(args);
    assert(n >= 0 && n < (int)sizeof piece && "the piece is short");
    cnf_writer_text(w, piece);
}

static void writer_put(struct cnf *self, const lit *c, int n) { cnf_writer_clause((struct cnf_writer *)self, c, n); }

void cnf_writer_clause(struct cnf_writer *w, const lit *c, int n)
{
    cnf_put_line(w, writer_room(w, CHUNK * NUMBER_BYTES), c, n);
}

/* Writes CryptoMiniSat's line `x1 2 -3 0`: an odd number of these literals is true. */
static void writer_native(struct cnf *self, const struct constraint *c)
{
    struct cnf_writer *w = (struct cnf_writer *)self;
    assert(c->kind == XOR && c->n > 0 && "DIMACS writers speak native XORs only");
    char *p = writer_room(w, 1 + NUMBER_BYTES + CHUNK * NUMBER_BYTES);
    *p++ = 'x';
    lit sign = 2 * (lit)c->hi - 1; /* without a branch, which random parities would mispredict */
    p = put_lit(w, p, sign * c->x[0]);
    cnf_put_line(w, p, c->x + 1, c->n - 1);
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
    MEM_FREE(w->buffer, w->recent);
    w->buffer = NULL;
    w->recent = NULL;
    return !w->failed;
}
