
#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
void text_set(struct text *t, const char *s)
{
    text_clear(t);
    text_put(t, s);
}
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

void text_add(struct text *t, const char *format, ...) { TEXT_ADD_ARGUMENTS(t, format); }

bool text_error(struct text *t, const char *format, ...)
{
    struct text fresh = {0}; /* the arguments may point into t */
    TEXT_ADD_ARGUMENTS(&fresh, format);
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

int text_letters(const char *s, size_t most)
{
    int n = 0;
    for (size_t i = 0; i < most && s[i]; i++) n += (s[i] & 0xc0) != 0x80;
    return n;
}

size_t text_printable(const char *s)
{
    const unsigned char *c = (const unsigned char *)s;
    static const uint32_t least[] = {0, 0x20, 0xa0, 0x800, 0x10000}; /* below 0xa0: C1 */
    /* Separators of lines, and characters that reorder the text around them. */
    static const uint32_t moves[][2] = {{0x61c, 0x61c}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    size_t n = *c < 0x80 ? 1 : (*c & 0xe0) == 0xc0 ? 2 : (*c & 0xf0) == 0xe0 ? 3 : (*c & 0xf8) == 0xf0 ? 4 : 0;
    if (!n) return 0;
    uint32_t code = n == 1 ? *c : *c & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    bool is = code >= least[n] && code != 127 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) is = is && (code < moves[i][0] || code > moves[i][1]);
    return is ? n : 0;
}

bool text_name(const char *s, size_t n, struct text *err)
{
    size_t i = 0;
    for (size_t bytes = 1; i < n && bytes; i += bytes) bytes = text_printable(s + i);
    return i >= n || text_error(err,
                                "'%.*s' is followed by a line break, a control or bidirectional character, or a byte "
                                "that is not UTF-8; a name or a rule is text in one line.",
                                (int)i, s);
}

void text_clean(char *s)
{
    for (size_t n; *s; s += n ? n : 1) {
        n = ' ' <= *s && *s <= '~' ? 1 : text_printable(s);
        if (!n && *s != '\n' && *s != '\t') *s = '?';
    }
}

void text_show(struct text *t)
{
    enum { LONG = 200, HEAD = 100, TAIL = 60 };
    struct text shown = {0};
    if (t->s) text_clean(t->s);
    for (char *s = t->s; s && *s;) {
        const size_t n = strcspn(s, " \n");
        size_t head = n > LONG ? HEAD : n, tail = n > LONG ? n - TAIL : n;
        while (head < n && (s[head] & 0xc0) == 0x80) head++; /* no half character */
        while (tail < n && (s[tail] & 0xc0) == 0x80) tail++;
        text_bytes(&shown, s, head);
        text_put(&shown, head < n ? "..." : "");
        text_bytes(&shown, s + tail, n - tail);
        for (s += n; *s && strchr(" \n", *s); s++) text_char(&shown, ' ');
    }
    for (char *s = shown.s; s && (s = strchr(s, '\t'));) *s = '?';
    text_release(t);
    *t = shown;
}

bool text_line(struct text *t, const char **s)
{
    size_t n = strcspn(*s, "\n");
    if (!**s) return false;
    text_clear(t);
    text_bytes(t, *s, n - (n && (*s)[n - 1] == '\r'));
    *s += n + ((*s)[n] == '\n');
    return true;
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

void text_count(struct text *t, int64_t n, const char *what)
{
    size_t length = strlen(what);
    if (what[length - 1] != 's')
        text_add(t, "%s %lld", what, (long long)n);
    else
        text_add(t, "%lld %.*s", (long long)n,
                 (int)length - (n != 1                                             ? 0
                                : length > 4 && !strcmp(what + length - 4, "sses") ? 2
                                                                                   : 1),
                 what);
}
