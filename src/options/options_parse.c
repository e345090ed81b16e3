/* Parses a command line into operands and the options of tables. It replaces getopt: words like
 * -3x4 are operands here, and help uses the same tables. */
#include "base/mem.h"
#include "options/options.h"

#include <string.h>

/* Returns the option whose name is, or uniquely begins with, these n bytes; NULL: there is none. If
 * several names begin so, *other is an option that differs from the returned one, else NULL. */
static const struct option *find_name(const struct options_section *s, const char *name, size_t n,
                                      const struct option **other)
{
    const struct option *found = NULL;
    *other = NULL;
    for (; s->title; s++)
        for (const struct option *o = s->options; o->name; o++) {
            if (strncmp(o->name, name, n)) continue;
            if (!o->name[n]) {
                *other = NULL;
                return o;
            }
            if (found && strcmp(found->name, o->name)) *other = found;
            found = o;
        }
    return found;
}

const struct option *options_find_letter(const struct options_section *s, char letter)
{
    for (; s->title; s++)
        for (const struct option *o = s->options; o->name; o++)
            if (o->letter == letter) return o;
    return NULL;
}

static bool is_operand(const char *word) { return word[0] != '-' || !word[1] || (word[1] >= '0' && word[1] <= '9'); }

static bool no_option(const struct options_section *s, const char *help, const char *word, size_t n,
                      bool (*elsewhere)(const char *name, struct text *err), struct text *err)
{
    SCOPED(text) known = {0}, name = {0};
    for (; s->title; s++)
        for (const struct option *o = s->options; o->name; o++) text_add(&known, " --%s", o->name);
    text_error(err, "There is no option '%s' here; 'loophole help %s' lists them.", word, help);
    text_bytes(&name, word, n + 2);
    if (!elsewhere || !elsewhere(text_string(&name), err)) strings_guess(err, text_string(&name), text_string(&known));
    return false;
}

/* Parses the option at argv[*i]. Advances *i if the next word is its value. Returns false, with a
 * sentence in err, on failure. */
static bool options_parse_take_option(const struct options_section *s, const char *help, int argc, char **argv, int *i,
                                      struct options *o, bool (*elsewhere)(const char *name, struct text *err),
                                      struct text *err)
{
    const char *word = argv[*i];
    const bool is_long = word[1] == '-';
    const size_t n = is_long ? strcspn(word + 2, "=") : 0;
    const char *value = word[2 + n] ? word + 2 + n + is_long : NULL;
    const struct option *other = NULL,
                        *option = is_long ? find_name(s, word + 2, n, &other) : options_find_letter(s, word[1]);
    if (other)
        return text_error(err, "The option '%s' could be --%s or --%s; write it out.", word, other->name, option->name);
    if (!option) return no_option(s, help, word, n, elsewhere, err); /* two bytes: the length of a word like -o */
    if (option->type == OPTION_FLAG) {
        if (value) return text_error(err, "The option --%s takes no value.", option->name);
        value = "";
    } else if (!value) {
        SCOPED(text) argument = {0};
        if (++*i >= argc) {
            options_argument(option, &argument);
            return text_error(err, "The option --%s needs a value: %s.", option->name, text_string(&argument));
        }
        value = argv[*i];
    }
    options_keep(o, option, value);
    return true;
}

bool options_parse(struct options *o, const struct options_section *s, const char *help, int argc, char **argv,
                   char ***operand, int *operands, bool (*elsewhere)(const char *name, struct text *err),
                   struct text *err)
{
    size_t cap = 0;
    bool plain = false;
    *operand = NULL;
    *operands = 0;
    for (int i = 0; i < argc; i++) {
        if (!plain && !strcmp(argv[i], "--"))
            plain = true;
        else if (plain || is_operand(argv[i]))
            MEM_PUSH(*operand, *operands, cap, argv[i]);
        else if (!options_parse_take_option(s, help, argc, argv, &i, o, elsewhere, err))
            return false;
    }
    return true;
}
