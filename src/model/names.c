#include "model/names.h"
#include "base/mem.h"

#include <string.h>

/* "press %d,%d" and %s by hand: a model of a million names spends its time here. -1: not such a format, or too long. */
static int format_plain(char *out, int room, const char *format, va_list args)
{
    int n = 0;
    for (; *format; format++) {
        if (n + 12 > room) return -1;
        if (*format != '%') {
            out[n++] = *format;
            continue;
        }
        if (*++format == 's') {
            const char *word = va_arg(args, const char *);
            size_t length = strlen(word);
            if (length > (size_t)(room - n) - 12) return -1;
            memcpy(out + n, word, length);
            n += (int)length;
            continue;
        }
        if (*format != 'd') return -1;
        int value = va_arg(args, int), digits = 0;
        char back[12];
        unsigned v = value < 0 ? 0u - (unsigned)value : (unsigned)value;
        if (value < 0) out[n++] = '-';
        do back[digits++] = (char)('0' + v % 10);
        while (v /= 10);
        while (digits) out[n++] = back[--digits];
    }
    out[n] = '\0';
    return n;
}

void names_add(struct names *names, const char *format, va_list args)
{
    char short_name[128];
    va_list plain;
    va_copy(plain, args);
    int n = format_plain(short_name, sizeof short_name, format, plain);
    va_end(plain);
    MEM_PUSH(names->at, names->n, names->cap, names->text.n);
    if (n < 0) text_add_list(&names->text, format, args);
    text_bytes(&names->text, n < 0 ? "" : short_name, n < 0 ? 1 : (size_t)n + 1);
}

void names_add_one(struct names *names, const char *name)
{
    MEM_PUSH(names->at, names->n, names->cap, names->text.n);
    text_bytes(&names->text, name, strlen(name) + 1);
}

const char *names_get(const struct names *names, int i)
{
    assert(0 <= i && i < names->n && names->at && "a name that was given and kept");
    return names->text.s + names->at[i];
}

void names_release(struct names *names)
{
    text_release(&names->text);
    mem_free(names->at);
    *names = (struct names){0};
}
