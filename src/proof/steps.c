#include "base/text.h"
#include "proof/drat.h"

#include <string.h>

bool steps_binary(const char *proof, size_t n)
{
    for (size_t i = 0; i < n && i < 1000; i++) {
        if (proof[i] == 'c' && (!i || proof[i - 1] == '\n')) return false;
        if (!proof[i] || !strchr("0123456789-d \t\r\n", proof[i])) return true;
    }
    return false;
}

void steps_open(struct steps *s, const char *proof, size_t n, bool binary)
{
    const unsigned char *at = (const unsigned char *)proof;
    *s = (struct steps){.at = at, .end = at + n, .binary = binary};
}

void steps_release(struct steps *s) { lits_release(&s->lits); }

static bool wrong(const struct steps *s, struct text *err, const char *what)
{
    return text_error(err, "Step %lld of the proof %s.", (long long)s->read + 1, what);
}

static bool next_binary(struct steps *s, struct text *err)
{
    if (*s->at != 'a' && *s->at != 'd') return wrong(s, err, "is neither an addition nor a deletion");
    s->deletes = *s->at++ == 'd';
    for (;;) {
        uint64_t code = 0;
        int shift = 0;
        do {
            if (s->at == s->end) return wrong(s, err, "is truncated");
            if (shift > 28) return wrong(s, err, "has a literal that is too large");
            code |= (uint64_t)(*s->at & 127) << shift;
            shift += 7;
        } while (*s->at++ & 128);
        if (!code) return true;
        if (code < 2 || code > UINT32_MAX) return wrong(s, err, "has an invalid literal");
        lits_push(&s->lits, code & 1 ? -(lit)(code >> 1) : (lit)(code >> 1));
    }
}

static void skip_blanks(struct steps *s)
{
    bool line_starts = true; /* comments start at the start of a line */
    for (; s->at < s->end; s->at++) {
        if (*s->at == 'c' && line_starts)
            while (s->at + 1 < s->end && s->at[1] != '\n') s->at++;
        else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r' && *s->at != '\n')
            return;
    }
}

static bool next_text(struct steps *s, struct text *err)
{
    s->deletes = *s->at == 'd';
    if (s->deletes) s->at++;
    for (;;) {
        int64_t v = 0;
        while (s->at < s->end && (*s->at == ' ' || *s->at == '\t')) s->at++;
        bool minus = s->at < s->end && *s->at == '-';
        s->at += minus;
        if (s->at == s->end || *s->at < '0' || *s->at > '9')
            return wrong(s, err, "is truncated, or not a list of literals");
        while (s->at < s->end && *s->at >= '0' && *s->at <= '9' && v <= INT32_MAX) v = 10 * v + (*s->at++ - '0');
        if (v > INT32_MAX) return wrong(s, err, "has a literal that is too large");
        if (s->at < s->end && !strchr(" \t\r\n", *s->at)) return wrong(s, err, "is not a list of literals");
        if (!v) return !minus || wrong(s, err, "has an invalid literal");
        lits_push(&s->lits, minus ? -(lit)v : (lit)v);
    }
}

bool steps_next(struct steps *s, struct text *err)
{
    s->lits.n = 0;
    if (!s->binary) skip_blanks(s);
    if (s->at == s->end) return false;
    bool ok = s->binary ? next_binary(s, err) : next_text(s, err);
    s->read += ok;
    return ok;
}

void steps_write(struct text *out, bool deletes, const lit *x, int n)
{
    text_char(out, deletes ? 'd' : 'a');
    for (int i = 0; i < n; i++) {
        unsigned code = 2 * (unsigned)lit_var(x[i]) + (x[i] < 0);
        for (; code > 127; code >>= 7) text_char(out, (char)((code & 127) | 128));
        text_char(out, (char)code);
    }
    text_char(out, 0);
}
