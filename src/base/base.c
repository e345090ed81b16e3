#include "base/base.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>

static struct failure_hook failed;

void on_failure(void (*handler)(void *state, enum failure what, const char *sentence), void *state)
{
    failed.handler = handler;
    failed.state = state;
}

struct failure_hook failure_now(void) { return failed; }

void failure_pass(struct failure_hook to, enum failure what, const char *sentence)
{
    if (to.handler) {
        to.handler(to.state, what, sentence);
    } else {
        fprintf(stderr, "loophole: %s\n", sentence);
    }
}

/* There may be no memory left: the sentence lies on the stack. */
_Noreturn static void fail(enum failure what, const char *sentence)
{
    failure_pass(failed, what, sentence);
    abort();
}

_Noreturn void fatal(const char *sentence, ...)
{
    char said[1000];
    va_list args;
    va_start(args, sentence);
    vsnprintf(said, sizeof said, sentence, args);
    va_end(args);
    fail(FAILURE_MACHINE, said);
}

_Noreturn void bug(const char *file, int line, const char *condition)
{
    char said[1000];
    snprintf(said, sizeof said, "%s:%d: this must hold, and does not: %s.", file, line, condition);
    fail(FAILURE_BUG, said);
}

/* Large blocks come in large pages, where the system has them: to fault small ones in takes longer than to fill them. A block
 * and its head in front of it fill whole ones. */
static void *new_large(size_t bytes, size_t large)
{
    const size_t head = 64, page = 1 << 12;
    bytes = (bytes + head + large - 1) / large * large - head;
    char *p = calloc(bytes, 1);
    if (p) madvise((void *)((uintptr_t)p & -page), bytes, MADV_HUGEPAGE);
    return p;
}

void *mem_new(size_t count, size_t size)
{
    const size_t large = 1 << 21;
    size_t bytes;
    void *p = NULL;
    if (!__builtin_mul_overflow(count, size, &bytes) && bytes < SIZE_MAX / 2)
        p = bytes < large ? calloc(bytes ? bytes : 1, 1) : new_large(bytes, large);
    if (!p) fatal("There is not enough memory for %zu x %zu bytes; try a smaller instance.", count, size);
    return p;
}

void *mem_resize(void *p, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || !(p = realloc(p, bytes ? bytes : 1)))
        fatal("There is not enough memory for %zu x %zu bytes; try a smaller instance.", count, size);
    return p;
}

void mem_free(const void *p) { free((void *)p); }

char *mem_string(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_new(n, 1), s, n);
}

void *mem_grow(void *p, size_t n, size_t *cap, size_t size)
{
    if (n < *cap) return p;
    *cap = *cap ? *cap + *cap / 2 + 8 : 8;
    return mem_resize(p, *cap, size);
}

enum { PART = 256 };

void *parts_room(struct parts *a, size_t n, size_t size)
{
    while (!a->parts || a->used + n > (size_t)PART << (a->parts - 1)) {
        a->part[a->parts] = mem_new((size_t)PART << a->parts, size);
        a->parts++;
        a->used = 0;
    }
    void *p = (char *)a->part[a->parts - 1] + a->used * size;
    a->used += n;
    return p;
}

void *parts_at(const struct parts *a, size_t i, size_t size)
{
    int k = log2_floor(i / PART + 1);
    return (char *)a->part[k] + (i + PART - ((size_t)PART << k)) * size;
}

void parts_release(struct parts *a)
{
    while (a->parts) mem_free(a->part[--a->parts]);
    a->used = 0;
}

void lit_overflow(void)
{
    fatal("The formula needs more than 2147483647 variables; try a smaller instance or another encoding.");
}

void lits_push(struct lits *l, lit x) { MEM_PUSH(l->v, l->n, l->cap, x); }

void lits_release(struct lits *l)
{
    mem_free(l->v);
    *l = (struct lits){0};
}

static void text_room(struct text *t, size_t more)
{
    if (t->n + more + 1 <= t->cap) return;
    t->cap = t->n + more + 1 + t->cap / 2;
    t->s = mem_resize(t->s, t->cap, 1);
}

void text_bytes(struct text *t, const char *s, size_t n)
{
    text_room(t, n);
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = 0;
}

void text_put(struct text *t, const char *s) { text_bytes(t, s, strlen(s)); }
void text_char(struct text *t, char c) { text_bytes(t, &c, 1); }

void text_add_list(struct text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    text_room(t, 64);
    int n = vsnprintf(t->s + t->n, t->cap - t->n, format, args);
    assert(n >= 0 && "a printf format is valid");
    if (t->n + (size_t)n + 1 > t->cap) {
        text_room(t, (size_t)n);
        vsnprintf(t->s + t->n, t->cap - t->n, format, again);
    }
    t->n += (size_t)n;
    va_end(again);
}

void text_add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_add_list(t, format, args);
    va_end(args);
}

bool text_error(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct text fresh = {0}; /* the arguments may point into t */
    text_add_list(&fresh, format, args);
    va_end(args);
    text_release(t);
    *t = fresh;
    return false;
}

ssize_t text_read(struct text *t, int fd)
{
    char part[65536];
    ssize_t n = read(fd, part, sizeof part);
    if (n > 0) text_bytes(t, part, (size_t)n);
    return n;
}

/* Bytes of the character at s, as UTF-8 writes it and no longer than it need be; 0: it is a control character, or no
 * character at all. */
static size_t printable(const char *s)
{
    const unsigned char *c = (const unsigned char *)s;
    static const uint32_t least[] = {0, 0x20, 0xa0, 0x800, 0x10000}; /* below 0xa0: C1 */
    size_t n = *c < 0x80 ? 1 : (*c & 0xe0) == 0xc0 ? 2 : (*c & 0xf0) == 0xe0 ? 3 : (*c & 0xf8) == 0xf0 ? 4 : 0;
    if (!n) return 0;
    uint32_t code = n == 1 ? *c : *c & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    bool is = code >= least[n] && code != 127 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return is ? n : 0;
}

void text_show(struct text *t)
{
    enum { LONG = 200, HEAD = 100, TAIL = 60 };
    struct text shown = {0};
    for (const char *s = text_string(t); *s;) {
        size_t n = strcspn(s, " \n"), cut = n > LONG ? HEAD : n;
        if (!n) text_char(&shown, *s++);
        for (size_t i = 0; i < n;) {
            if (i >= cut) {
                text_put(&shown, "...");
                cut = n;
                for (i = n - TAIL; i < n && ((unsigned char)s[i] & 0xc0) == 0x80;) i++; /* no half character */
                continue;
            }
            size_t bytes = printable(s + i);
            if (bytes)
                text_bytes(&shown, s + i, bytes);
            else
                text_char(&shown, '?');
            i += bytes + !bytes;
        }
        s += n;
    }
    text_release(t);
    *t = shown;
}

void text_clear(struct text *t)
{
    t->n = 0;
    if (t->s) t->s[0] = 0;
}

void text_release(struct text *t)
{
    mem_free(t->s);
    *t = (struct text){0};
}

const char *text_string(const struct text *t) { return t->s ? t->s : ""; }

bool number_parse(const char *s, int64_t *value)
{
    const char *digits = s + (*s == '-' || *s == '+');
    if (*digits < '0' || *digits > '9') return false;
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, 10);
    if (errno || *end) return false;
    *value = v;
    return true;
}

int log2_floor(uint64_t n)
{
    assert(n >= 1 && "a logarithm needs a positive number");
    return 63 - __builtin_clzll(n);
}

int log2_ceil(uint64_t n) { return n <= 1 ? 0 : log2_floor(n - 1) + 1; }

int compare64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t gcd64(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t r = x % y;
        x = y;
        y = r;
    }
    return (int64_t)x;
}

uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int random_below(struct random *r, int n)
{
    assert(n >= 1 && "a range is not empty");
    return (int)(random_next(r) % (uint64_t)n);
}
