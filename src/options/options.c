#include "options/options.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

const struct option *options_find(const struct option *table, const char *name)
{
    while (table && table->name && strcmp(table->name, name)) table++;
    return table && table->name ? table : NULL;
}

const struct option *options_find_section(const struct options_section *s, const char *name)
{
    const struct option *found = NULL;
    for (; s->title && !found; s++) found = options_find(s->options, name);
    return found;
}

void options_release(struct options *o)
{
    for (int i = 0; i < o->n; i++) mem_free(o->v[i].value);
    mem_free(o->v);
    *o = (struct options){0};
}

/* ---- parsing of values ----------------------------------------------------------------------- */

static const char YES_NO[] = "yes no";

static bool word_refused(const struct option *o, const char *value, struct text *err)
{
    const char *words = o->type == OPTION_YES_NO ? YES_NO : o->words;
    text_error(err, "The option --%s takes ", o->name);
    strings_either(words, err);
    text_add(err, ", not '%s'.", value);
    strings_guess(err, value, words);
    return false;
}

/* Parses the value and stores it in its field, unless field is NULL. Returns false, with a sentence
 * in err, if the table does not allow it. */
static bool value_take(const struct option *o, const char *value, void *field, struct text *err)
{
    int64_t number;
    double seconds;
    char *end;
    int word;
    switch (o->type) {
    case OPTION_TEXT:
        if (o->words && strings_index(o->words, value) < 0) return word_refused(o, value, err);
        if (!*value && o->argument && (!strcmp(o->argument, "FILE") || !strcmp(o->argument, "DIR")))
            return text_error(err, "The option --%s takes the name of a %s, not ''.", o->name,
                              *o->argument == 'F' ? "file" : "directory");
        if (field) *(const char **)field = value;
        return true;
    case OPTION_FLAG:
        if (field) *(bool *)field = true;
        return true;
    case OPTION_INTEGER:
        if (!number_parse(value, &number) || number < o->least || number > o->most)
            return text_error(err, "The option --%s takes a whole number from %lld to %lld, not '%s'.", o->name,
                              (long long)o->least, (long long)o->most, value);
        if (field) *(int *)field = (int)number;
        return true;
    case OPTION_SECONDS:
        seconds = strtod(value, &end);
        if (!*value || *end || !(seconds >= 0 && seconds <= 1e9))
            return text_error(err, "The option --%s takes seconds from 0 to 1000000000, not '%s'.", o->name, value);
        if (field) *(double *)field = seconds;
        return true;
    case OPTION_YES_NO:
    case OPTION_WORD:
        word = strings_index(o->type == OPTION_WORD ? o->words : YES_NO, value);
        if (word < 0) return word_refused(o, value, err);
        if (field) *(int *)field = word + (o->type == OPTION_YES_NO ? (int)OPTION_YES : 0);
        return true;
    case OPTION_PARSED:
        return o->parse(value, field, err);
    }
    return false;
}

/* ---- given options --------------------------------------------------------------------------- */

static struct option_given *given(const struct options *o, const char *name)
{
    for (int i = 0; o && i < o->n; i++)
        if (!strcmp(o->v[i].option->name, name)) return &o->v[i];
    return NULL;
}

void options_keep(struct options *o, const struct option *option, const char *value)
{
    struct option_given *g = given(o, option->name);
    char *copy = mem_string(value);
    if (!g) {
        MEM_PUSH(o->v, o->n, o->cap, ((struct option_given){option, copy}));
        return;
    }
    mem_free(g->value);
    *g = (struct option_given){option, copy};
}

bool options_check(struct options *o, const struct options_section *s, const char *owner, struct text *err)
{
    for (int i = 0; i < o->n; i++) {
        const struct option *option = options_find_section(s, o->v[i].option->name);
        if (!option && !owner) continue;
        if (!option)
            return text_error(err, "The option --%s is not for %s; 'loophole help %s' lists its options.",
                              o->v[i].option->name, owner, owner);
        o->v[i].option = option;
        if (!value_take(option, o->v[i].value, NULL, err)) return false;
    }
    return true;
}

bool options_set(struct options *o, const struct option *option, const char *value, struct text *err)
{
    if (!value_take(option, value, NULL, err)) return false;
    options_keep(o, option, value);
    return true;
}

void options_add(struct options *o, const struct options *from, bool override)
{
    for (int i = 0; i < from->n; i++)
        if (override || !given(o, from->v[i].option->name)) options_keep(o, from->v[i].option, from->v[i].value);
}

void options_fill(const struct options *o, const struct option *table, void *values)
{
    SCOPED(text) err = {0};
    for (; table && table->name; table++) {
        const struct option_given *g = given(o, table->name);
        const char *value = g ? g->value : table->initial;
        void *field = (char *)values + table->offset;
        if (table->type == OPTION_TEXT) *(const char **)field = NULL;
        if (table->type == OPTION_FLAG) *(bool *)field = false;
        if (table->type == OPTION_SECONDS) *(double *)field = 0;
        if (table->type == OPTION_WORD || table->type == OPTION_YES_NO || table->type == OPTION_INTEGER)
            *(int *)field = 0;
        bool taken = !value || value_take(table, value, field, &err);
        assert(taken && "options are checked before they are filled in");
    }
}

const char *options_value(const struct options *o, const struct option *option)
{
    const struct option_given *g = given(o, option->name);
    return g ? g->value : NULL;
}

bool options_meet(const struct options *o, const char *needs)
{
    const bool without = *needs == '!';
    const char *name = needs + without, *value = name + strcspn(name, "= ");
    SCOPED(text) only = {0};
    text_bytes(&only, name, (size_t)(value - name));
    const struct option_given *g = given(o, text_string(&only));
    const size_t n = strcspn(value, " ");
    bool there = g && (!n || (!strncmp(g->value, value + 1, n - 1) && !g->value[n - 1]));
    return there != without;
}

const struct option_given *options_next(const struct options *o, unsigned flags, const struct option_given *last)
{
    for (int i = last ? (int)(last - o->v) + 1 : 0; o && i < o->n; i++)
        if (o->v[i].option->flags & flags) return &o->v[i];
    return NULL;
}

void options_words(const struct options *o, unsigned flags, struct strings *out)
{
    for (const struct option_given *g = NULL; (g = options_next(o, flags, g));) {
        SCOPED(text) word = {0};
        text_add(&word, *g->value ? "--%s=%s" : "--%s", g->option->name, g->value);
        strings_add(out, word.s);
    }
}

void options_argument(const struct option *o, struct text *out)
{
    const char *words = o->type == OPTION_YES_NO ? YES_NO : o->words;
    if (o->argument) text_put(out, o->argument);
    for (const char *s = words; s && !o->argument && *s; s++) text_char(out, *s == ' ' ? '|' : *s);
}

bool options_unknown(struct text *err, struct text *known, const char *format, ...)
{
    SCOPED(text) said = {0};
    TEXT_ADD_ARGUMENTS(&said, format);
    text_error(err, "%s one of:%s.", said.s, text_string(known));
    char *end = strrchr(said.s, '\''), *word;
    if (end) {
        *end = '\0';
        word = strrchr(said.s, '\'');
        if (word) strings_guess(err, word + 1, text_string(known));
    }
    text_release(known);
    return false;
}
