#include "cnf/encoder.h"
#include "options/options.h"

#include <string.h>

const char *encoder_kind(enum kind k)
{
    static const char *const names[] = {"amo", "card", "pb", "xor", "int", "alldiff", "conn"};
    assert(k < KINDS && "a kind of constraint");
    return names[k];
}

const char *encoder_option(enum kind k) { return k == CONN ? "connectivity" : encoder_kind(k); }

const char *encoder_strength(enum strength s)
{
    static const char *const names[] = {"none", "consistency", "GAC"};
    return names[s];
}

const char *encoder_short(const struct encoder *e)
{
    const char *bar = strchr(e->name, '_');
    assert(bar && "an encoder's name is its kind, a bar and a word");
    return bar + 1;
}

static bool is_called(const struct encoder *e, const char *word, size_t n)
{
    const char *brief = encoder_short(e);
    return (strlen(brief) == n && !memcmp(brief, word, n)) || (strlen(e->name) == n && !memcmp(e->name, word, n));
}

static bool parse_tuning(const struct encoder *e, const char *word, struct tuning *t, struct text *err)
{
    while (*word) {
        size_t n = strcspn(++word, ",");
        char part[16] = "";
        if (n < sizeof part) memcpy(part, word, n);
        int64_t size;
        if (e->tree && !strcmp(part, "tree"))
            t->tree = true;
        else if (e->size_max && number_parse(part, &size) && size >= e->size_min && size <= e->size_max)
            t->size = (int)size;
        else if (e->size_max)
            return text_error(err, "The encoding %s takes a size from %d to %d%s, not '%.*s'.", encoder_short(e),
                              e->size_min, e->size_max, e->tree ? " and the word tree" : "", (int)n, word);
        else
            return text_error(err, "The encoding %s takes no parameter; leave out '%.*s'.", encoder_short(e),
                              (int)n + 1, word - 1);
        word += n;
    }
    return true;
}

void encoder_text(const struct encoding *e, struct text *out)
{
    text_put(out, e->encoder ? encoder_short(e->encoder) : "auto");
    if (e->tuning.size) text_add(out, ":%d", e->tuning.size);
    if (e->tuning.tree) text_put(out, e->tuning.size ? ",tree" : ":tree");
}

bool encoder_parse(enum kind kind, const char *word, struct encoding *e, struct text *err)
{
    *e = (struct encoding){0};
    if (!strcmp(word, "auto")) return true;
    size_t n = strcspn(word, ":,");
    SCOPED(text) known = {0};
    const struct encoder *other = NULL; /* an encoder of that name and another kind */
    for (int i = 0; encoders[i] && !e->encoder; i++) {
        if (encoders[i]->kind != kind && is_called(encoders[i], word, n)) other = encoders[i];
        if (encoders[i]->kind != kind) continue;
        if (is_called(encoders[i], word, n)) e->encoder = encoders[i];
        text_add(&known, " %s", encoder_short(encoders[i]));
    }
    if (!e->encoder && other)
        return options_unknown(err, &known, "There is no %s encoding '%s', which is of the kind %s; choose auto or",
                               encoder_option(kind), word, encoder_option(other->kind));
    if (!e->encoder)
        return options_unknown(err, &known, "There is no %s encoding '%s'; choose auto or", encoder_option(kind), word);
    return parse_tuning(e->encoder, word + n, &e->tuning, err);
}

struct cnf encoder_counter(const struct constraint *c)
{
    int most = 0;
    for (int i = 0; i < c->n; i++)
        if (lit_var(c->x[i]) > most) most = lit_var(c->x[i]);
    return cnf_counter(most < INT32_MAX / 2 ? most : 0);
}

struct size encoder_size(const struct encoder *e, const struct constraint *c)
{
    struct cnf counter = encoder_counter(c);
    e->encode(c, &counter);
    return counter.made;
}
