/* Memory, errors, text and small numbers, for all modules. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- literals: DIMACS integers ------------------------------------------------------------
 *
 * A variable is 1, 2, 3, ...; a literal is a variable or its negation, written -v. 0 is no literal:
 * it ends a clause in DIMACS and stands for "none" here. */

typedef int lit;

static inline int lit_var(lit l) { return l < 0 ? -l : l; }
static inline int lit_sign(lit l) { return l < 0 ? -1 : 1; }

/* The implications between a count and its output literal: the count implies the literal (UP), the
 * literal implies the count (DOWN), or both. */
enum direction { COUNT_UP = 1, COUNT_DOWN = 2, COUNT_BOTH = 3 };

/* Values of variables: v[1..n], 1 true, -1 false, 0 unknown. */
struct values {
    signed char *v;
    int n;
};
static inline bool value_true(struct values a, lit l) { return a.v[lit_var(l)] == lit_sign(l); }
/* Whether one of n literals is true. Looks at all of them, because a branch at the first true one
 * is mispredicted. */
static inline bool values_some(struct values a, const lit *x, int n)
{
    bool some = false;
    for (int i = 0; i < n; i++) some |= value_true(a, x[i]);
    return some;
}
/* The sum of the weights (w NULL: all 1) of those of n literals that are true. */
static inline int64_t values_sum(struct values a, const lit *x, const int64_t *w, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        if (value_true(a, x[i])) sum += w ? w[i] : 1;
    return sum;
}

/* ---- errors ------------------------------------------------------------------------------
 *
 * Our bug: assert(condition && "words"), kept in release builds. A system error (memory, threads,
 * pipes): fatal(), which ends the program with exit status 3. The user's input: return false and
 * one full sentence in a `struct text *err`. */

_Noreturn void fatal(const char *sentence, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void failure_bug(const char *file, int line, const char *condition);
#undef assert
#define assert(condition) ((condition) ? (void)0 : failure_bug(__FILE__, __LINE__, #condition))

/* Sets the function that reports a bug or a system error, in the thread where it happened. NULL:
 * the sentence goes to standard error. The function may end the process or leave by longjmp (the
 * work is then lost). If it returns, abort() follows. Call this before you start threads. */
enum failure { FAILURE_MACHINE, FAILURE_BUG };
void failure_handle(void (*handler)(void *state, enum failure what, const char *sentence), void *state);
/* The handler that is set now, so that a caller can replace it, call it by failure_pass, and set it
 * again. */
struct failure_hook {
    void (*handler)(void *state, enum failure what, const char *sentence);
    void *state;
};
struct failure_hook failure_now(void);
void failure_pass(struct failure_hook to, enum failure what, const char *sentence);

/* Reports that all 2^31 - 1 variables are in use, as a system error. */
_Noreturn static inline void lit_overflow(void)
{
    fatal("The formula needs more than 2147483647 variables; try a smaller instance or another encoding.");
}

/* ---- memory: never NULL, fatal when there is no more ------------------------------------- */

void *mem_new(size_t count, size_t size); /* zeroed; count 0: a valid pointer for mem_free */
void *mem_resize(void *p, size_t count, size_t size);
void mem_free(const void *p); /* const, so that owners of const data can free it */
/* Frees n blocks; MEM_FREE(a->x, a->w) those that it names. */
void mem_free_each(const void *const *p, size_t n);
#define MEM_FREE(...)                                                                                                  \
    mem_free_each((const void *const[]){__VA_ARGS__}, sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))
/* p: the address of a pointer; frees what that points to. Inlined, so that the pointer can be in a
 * register. */
static inline void mem_release(void *p)
{
    void *owned;
    __builtin_memcpy(&owned, p, sizeof owned);
    mem_free(owned);
}

/* Scoped variables: locals that are released at the end of their block, whichever way it ends; at a
 * return, after its value was computed. The declaration sets the first value.
 *
 *     SCOPED(text) line = {0};                    text_release(&line)
 *     OWNED lit *x = mem_new(n, sizeof *x);       mem_free(x) */
#define SCOPED(type) __attribute__((cleanup(type##_release), unused)) struct type
#define OWNED __attribute__((cleanup(mem_release), unused))
/* Moves the value out of a scoped variable, which is empty then: return TAKEN(line); */
#define TAKEN(x)                                                                                                       \
    __extension__({                                                                                                    \
        __typeof__(x) taken_ = (x);                                                                                    \
        (x) = (__typeof__(x)){0};                                                                                      \
        taken_;                                                                                                        \
    })

/* n unknown values; and their release. */
static inline struct values values_new(int n) { return (struct values){mem_new((size_t)n + 1, 1), n}; }
static inline void values_release(struct values *a) { mem_free(a->v); }
char *mem_string(const char *s); /* a copy */

/* Returns p, moved if need be, with room for one more element after the first n; *cap: its
 * capacity. */
void *mem_grow(void *p, size_t n, size_t *cap, size_t size);
#define MEM_PUSH(p, n, cap, value)                                                                                     \
    do {                                                                                                               \
        if ((size_t)(n) >= (cap)) (p) = mem_grow((p), (size_t)(n), &(cap), sizeof *(p));                               \
        (p)[(n)++] = (value);                                                                                          \
    } while (0)

/* A growing array that never moves: parts of doubling size. Zeroed = empty. */
struct parts {
    void *part[56];
    int n;       /* parts */
    size_t used; /* elements of the last part */
};
/* Returns n more elements in a row, zeroed. The rest of a part may stay unused. */
void *mem_parts_add(struct parts *a, size_t n, size_t size);
/* Element i of those that were added one at a time. */
void *mem_parts_at(const struct parts *a, size_t i, size_t size);
void mem_parts_release(struct parts *a);

/* A growing list of literals (or of any ints). Zeroed = empty. */
struct lits {
    lit *v;
    int n;
    size_t cap;
};
static inline void lits_push(struct lits *l, lit x) { MEM_PUSH(l->v, l->n, l->cap, x); }
static inline bool lits_have(const struct lits *l, lit x)
{
    int i = 0;
    while (i < l->n && l->v[i] != x) i++;
    return i < l->n;
}
/* Frees the literals; the list is empty then. */
static inline void lits_release(struct lits *l)
{
    mem_free(l->v);
    *l = (struct lits){0};
}

/* A growing sum of weighted literals. Zeroed = empty. */
struct terms {
    struct lits x;
    int64_t *w; /* of the x */
    size_t w_cap;
};
static inline void terms_add(struct terms *t, lit x, int64_t w)
{
    int n = t->x.n;
    lits_push(&t->x, x);
    MEM_PUSH(t->w, n, t->w_cap, w);
}
/* Frees the terms; the sum is empty then. */
static inline void terms_release(struct terms *t)
{
    lits_release(&t->x);
    mem_free(t->w);
    *t = (struct terms){0};
}

/* ---- text: a growing string. Zeroed = empty; s is NULL until something is put -------------
 *
 * Calls append to t unless a comment says otherwise. */

struct text {
    char *s;
    size_t n, cap;
};
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *t, const char *format, va_list args);
/* In a function whose last named parameter is `format`: adds its arguments to t. */
#define TEXT_ADD_ARGUMENTS(t, format)                                                                                  \
    do {                                                                                                               \
        va_list arguments_;                                                                                            \
        va_start(arguments_, format);                                                                                  \
        text_add_list(t, format, arguments_);                                                                          \
        va_end(arguments_);                                                                                            \
    } while (0)
void text_put(struct text *t, const char *s);
void text_set(struct text *t, const char *s); /* in place of what t has; s is not in t */
void text_bytes(struct text *t, const char *s, size_t n);
void text_char(struct text *t, char c);
/* Adds the bytes of one read(). Returns its result: 0 at the end, -1 after an error (errno). */
ssize_t text_read(struct text *t, int fd);
/* Replaces t by the line at *s, without \n or \r\n, and moves *s after it. False: *s is at the
 * end. */
bool text_line(struct text *t, const char **s);
void text_clear(struct text *t);
/* The number of UTF-8 characters in the first `most` bytes of s, or up to its end. */
int text_letters(const char *s, size_t most);
/* The length of the UTF-8 character at s, in bytes. 0: a control character (C0, DEL, C1), one that
 * separates lines or sets the direction of text (U+2028, U+202E), the end, or not UTF-8. */
size_t text_printable(const char *s);
/* Whether the first n bytes of s are such characters, so that they can be a name or a rule, which
 * stays in its line. False, with a sentence, which begins with a quote. */
bool text_name(const char *s, size_t n, struct text *err);
/* Makes text from files, replies and command lines safe for a terminal or a picture: each byte that
 * belongs to no printable character becomes '?'. Newlines and tabs stay. */
void text_clean(char *s);
/* For messages, which are one line: applies text_clean, replaces newlines and tabs, and omits the
 * middle of words of more than 200 bytes. */
void text_show(struct text *t);
void text_release(struct text *t);
const char *text_string(const struct text *t); /* never NULL; valid until the next change */
/* Replaces t by one sentence. Returns false, so that a parser can `return text_error(...)`. */
bool text_error(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- numbers ------------------------------------------------------------------------------ */

/* Reads s, all of which must be a decimal integer within 64 bits; a sign is allowed. False: it is
 * not. */
bool number_parse(const char *s, int64_t *value);
/* floor(log2 n) and ceil(log2 n), n >= 1. */
static inline int log2_floor(uint64_t n)
{
    assert(n >= 1 && "a logarithm of a positive number");
    return 63 - __builtin_clzll(n);
}
static inline int log2_ceil(uint64_t n) { return n <= 1 ? 0 : log2_floor(n - 1) + 1; }
int64_t number_gcd(int64_t a, int64_t b);         /* of the absolute values; gcd(0, b) = |b| */
int number_compare(const void *a, const void *b); /* of int64_t, rising, for qsort */
int number_compare_int(const void *a, const void *b);
/* Adds a number and its unit: "7 gunports" or "1 gunport"; "cost 5" if `what` is no plural. */
void text_count(struct text *t, int64_t n, const char *what);
/* The form of a noun or verb for n things: `one` if n is 1, else `many`, as in plural(n, "row",
 * "rows"). */
static inline const char *plural(int64_t n, const char *one, const char *many) { return n == 1 ? one : many; }
/* a / b, b > 0, rounded up. */
static inline int64_t divide_up(int64_t a, int64_t b) { return a / b + (a % b > 0); }
static inline __int128 divide_up_wide(__int128 a, __int128 b) { return a / b + (a % b > 0); }
static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

/* A generator of pseudorandom numbers (splitmix64; Steele, Lea, Flood 2014), for local search and
 * tests. Any seed is valid. */
struct random {
    uint64_t state;
};
static inline uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number in 0..n-1, n >= 1. */
static inline int random_below(struct random *r, int n)
{
    assert(n >= 1 && "a range is not empty");
    return (int)(random_next(r) % (uint64_t)n);
}

/* Shuffles v (Fisher and Yates). */
static inline void random_shuffle(struct random *r, int *v, int n)
{
    for (int i = 0; i < n; i++) {
        int j = random_below(r, i + 1), swap = v[i];
        v[i] = v[j];
        v[j] = swap;
    }
}
