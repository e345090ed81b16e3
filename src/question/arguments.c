/* Words of a command line: options by their tables, and operands. */
#include "base/interrupt.h"
#include "base/strings.h"
#include "question/request.h"
#include "question/within.h"

#include <string.h>

/* Not getopt: a word like -3x4 is an operand here, and one table serves parsing and help. */

static const struct option *find_option(const struct options_section *s, const char *name, size_t n, bool *several)
{
    const struct option *found = NULL;
    *several = false;
    for (; s->options; s++)
        for (const struct option *o = s->options; o->name; o++) {
            if (strncmp(o->name, name, n)) continue;
            if (!o->name[n]) {
                *several = false;
                return o;
            }
            *several = found && strcmp(found->name, o->name);
            found = o;
        }
    return *several ? NULL : found;
}

static bool is_operand(const char *word) { return word[0] != '-' || !word[1] || (word[1] >= '0' && word[1] <= '9'); }

static const char *long_name(char letter)
{
    switch (letter) {
    case 'f':
        return "file";
    case 'o':
        return "output";
    case 'F':
        return "format";
    case 'q':
        return "quiet";
    case 'v':
        return "verbose";
    case 'j':
        return "jobs";
    default:
        return NULL;
    }
}

static bool no_option(const struct options_section *s, const char *help, const char *word, size_t n, struct text *err)
{
    struct text known = {0}, name = {0};
    for (; s->options; s++)
        for (const struct option *o = s->options; o->name; o++) text_add(&known, " --%s", o->name);
    text_error(err, "There is no option '%s' here; 'loophole help %s' lists them.", word, help);
    text_bytes(&name, word, n + 2);
    strings_guess(err, text_string(&name), text_string(&known));
    text_release(&known);
    text_release(&name);
    return false;
}

/* One option at argv[*i]; its value may be the next word. */
static bool take_option(const struct options_section *s, const char *help, int argc, char **argv, int *i,
                        struct options *o, struct text *err)
{
    const char *word = argv[*i], *name = word + 2, *value = NULL;
    size_t n = strcspn(name, "=");
    if (word[1] != '-') {
        name = long_name(word[1]);
        if (!name) return text_error(err, "There is no option '%s'; 'loophole help %s' lists them.", word, help);
        n = strlen(name);
        if (word[2]) value = word + 2;
    } else if (name[n]) {
        value = name + n + 1;
    }
    bool several;
    const struct option *option = find_option(s, name, n, &several);
    if (several) return text_error(err, "The option '%s' could mean several; write it out.", word);
    if (!option) return no_option(s, help, word, word[1] == '-' ? n : 0, err); /* of -o two bytes */
    if (!option->arg && value) return text_error(err, "The option --%s takes no value.", option->name);
    if (option->arg && !value) {
        if (++*i >= argc) return text_error(err, "The option --%s needs a value: %s.", option->name, option->arg);
        value = argv[*i];
    }
    options_set(o, option->name, value ? value : "");
    return true;
}

bool arguments_parse(const struct options_section *s, const char *help, int argc, char **argv, struct options *o,
                     char ***operand, int *operands, struct text *err)
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
        else if (!take_option(s, help, argc, argv, &i, o, err))
            return false;
    }
    return true;
}

/* What a command without a question is given. */
struct given {
    const struct command *c;
    struct options o;
    char **operand;
    int operands, status;
    struct job stop;
};

static void answer(void *state)
{
    struct given *g = state;
    g->status = g->c->given(&g->o, g->operand, g->operands, &g->stop);
}

int arguments_run(const struct command *c, int argc, char **argv)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct given g = {.c = c, .status = EXIT_USAGE};
    struct text err = {0};
    request_sections(c, NULL, sections);
    bool ok = arguments_parse(sections, c->name, argc, argv, &g.o, &g.operand, &g.operands, &err) &&
              (!(c->takes & TAKES_LIMITS) || choices_limits(&g.o, &g.stop, &err));
    if (!ok) complain(g.status, "%s", text_string(&err));
    if (c->takes & TAKES_INTERRUPTS) g.stop.interruptible = true;
    if (ok && !(c->takes & TAKES_LIMITS)) answer(&g);
    if (ok && c->takes & TAKES_LIMITS) {
        job_hold(&g.stop);
        if (!within(&g.stop, answer, &g, c->loss, &g.status)) stop_exit(g.status);
    }
    options_release(&g.o);
    mem_free(g.operand);
    text_release(&err);
    return g.status;
}
