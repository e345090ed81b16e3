#include "base/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct option *options_offer(const struct option *table, const char *name)
{
    while (table && table->name && strcmp(table->name, name)) table++;
    return table && table->name ? table : NULL;
}

bool options_shape(const struct option *table, const char *name)
{
    const struct option *o = options_offer(table, name);
    return o && o->shapes;
}

const char *options_get(const struct options *o, const char *name)
{
    if (o)
        for (int i = 0; i < o->n; i++)
            if (!strcmp(o->v[i].name, name)) return o->v[i].value;
    return NULL;
}

void options_set(struct options *o, const char *name, const char *value)
{
    for (int i = 0; i < o->n; i++)
        if (!strcmp(o->v[i].name, name)) {
            mem_free(o->v[i].value);
            o->v[i].value = mem_string(value);
            return;
        }
    if ((size_t)o->n >= o->cap) o->v = mem_grow(o->v, (size_t)o->n, &o->cap, sizeof *o->v);
    o->v[o->n].name = mem_string(name);
    o->v[o->n++].value = mem_string(value);
}

void options_copy(struct options *to, const struct options *from)
{
    for (int i = 0; from && i < from->n; i++) options_set(to, from->v[i].name, from->v[i].value);
}

void options_release(struct options *o)
{
    for (int i = 0; i < o->n; i++) {
        mem_free(o->v[i].name);
        mem_free(o->v[i].value);
    }
    mem_free(o->v);
    *o = (struct options){0};
}

void options_words(const struct options *o, const char *const *names, size_t n, struct strings *out)
{
    for (size_t i = 0; i < n; i++) {
        const char *value = options_get(o, names[i]);
        struct text word = {0};
        if (!value) continue;
        text_add(&word, *value ? "--%s=%s" : "--%s", names[i], value);
        MEM_PUSH(out->v, out->n, out->cap, word.s);
    }
}

bool options_yes(const struct options *o, const char *name, bool by_default)
{
    const char *value = options_get(o, name);
    return value ? !strcmp(value, "yes") : by_default;
}

bool options_one_of(const struct options *o, const char *name, const char *words, struct text *err)
{
    const char *value = options_get(o, name);
    struct strings known = {0};
    strings_split(&known, words);
    bool found = !value || strings_have(&known, value);
    if (!found) text_error(err, "--%s takes ", name);
    for (int i = 0; i < known.n && !found; i++)
        text_add(err, "%s%s", !i ? "" : i + 1 < known.n ? ", " : " or ", known.v[i]);
    if (!found) text_add(err, ", not '%s'.", value);
    strings_release(&known);
    return found;
}

bool options_whole(const struct options *o, const char *name, int64_t least, int64_t most, int64_t *value,
                   struct text *err)
{
    const char *word = options_get(o, name);
    int64_t v;
    if (!word) return true;
    if (!number_parse(word, &v) || v < least || v > most)
        return text_error(err, "The option --%s takes a whole number from %lld to %lld, not '%s'.", name,
                          (long long)least, (long long)most, word);
    *value = v;
    return true;
}

bool options_unknown(struct text *err, struct text *known, const char *format, ...)
{
    char said[500];
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    text_error(err, "%s one of:%s.", said, text_string(known));
    char *end = strrchr(said, '\''), *word;
    if (end) {
        *end = '\0';
        word = strrchr(said, '\'');
        if (word) strings_guess(err, word + 1, text_string(known));
    }
    text_release(known);
    return false;
}
