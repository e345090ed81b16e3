#include "cli/tables.h"

#include "formats/format.h"

#include <ctype.h>
#include <string.h>

static void add_formulations(const struct puzzle *p, struct text *words)
{
    for (int i = 0; puzzles[i]; i++)
        for (const struct formulation *f = puzzles[i]->formulations; f->name && (!p || p == puzzles[i]); f++)
            text_add(words, " %s", f->name);
}

static bool every_puzzle_has(const char *name) { return !strcmp(name, "formulation") || !strcmp(name, "engine"); }

bool tables_by_puzzle(const struct option *o)
{
    if (every_puzzle_has(o->name)) return true;
    int offered = 0;
    for (int i = 0; puzzles[i]; i++) offered += options_find(puzzles[i]->options, o->name) != NULL;
    return offered > 1;
}

static void add_encoders(const char *kind, struct text *words)
{
    for (int i = 0; encoders[i]; i++)
        if (!strcmp(encoder_kind(encoders[i]->kind), kind)) text_add(words, " %s", encoder_short(encoders[i]));
    text_put(words, " auto");
}

void tables_values(const struct option *o, const struct puzzle *p, struct text *words)
{
    const struct option *own = p ? options_find(p->options, o->name) : NULL;
    text_clear(words);
    if (p && !own && !every_puzzle_has(o->name)) return;
    if (own) o = own;
    for (int k = 0; k < KINDS; k++)
        if (!strcmp(o->name, encoder_kind((enum kind)k))) add_encoders(o->name, words);
    if (o->type == OPTION_FLAG || words->n) return;
    if (!strcmp(o->name, "formulation")) {
        add_formulations(p, words);
    } else if (!strcmp(o->name, "search")) {
        search_names(words);
    } else if (!strcmp(o->name, "engine")) {
        search_engine_names(p, words);
    } else if (!strcmp(o->name, "solver")) {
        for (int i = 0; solver_classes[i]; i++)
            text_add(words, " %s%s", solver_classes[i]->name, solver_classes[i]->argument ? ":" : "");
    } else if (!strcmp(o->name, "format")) {
        for (int i = 0; formats[i]; i++) text_add(words, " %s", formats[i]->name);
    } else if (o->argument && (!strcmp(o->argument, "FILE") || !strcmp(o->argument, "DIR"))) {
        text_put(words, o->argument);
    } else {
        struct text argument = {0};
        options_argument(o, &argument);
        const char *t = text_string(&argument);
        for (; strchr(text_string(&argument), '|') && *t; t += strcspn(t, "|"), t += *t == '|')
            if (*t < 'A' || *t > 'Z') text_add(words, " %.*s", (int)strcspn(t, "|"), t);
        text_release(&argument);
    }
}

/* Where a usage begins with words of the command's own, as [puzzles|encodings]: these; else the empty string. */
static const char *own_words(const struct command *c)
{
    const char *first = c->usage + (*c->usage == '[');
    return islower((unsigned char)*first) ? first : "";
}

void tables_operands(const struct command *c, struct text *words)
{
    bool help = !strcmp(c->name, "help"), audit = !strcmp(c->name, "audit"), puzzle = c->problem;
    text_clear(words);
    for (int i = 0; commands[i] && help; i++) text_add(words, " %s", commands[i]->name);
    for (int i = 0; puzzles[i] && (help || puzzle); i++) text_add(words, " %s", puzzles[i]->name);
    for (int i = 0; encoders[i] && (help || audit); i++) text_add(words, " %s", encoders[i]->name);
    for (const struct topic *t = topics; t->name && help; t++) text_add(words, " %s", t->name);
    for (const char *s = own_words(c); *s && *s != ' ' && *s != ']'; s += strcspn(s, "| ]"), s += *s == '|')
        text_add(words, " %.*s", (int)strcspn(s, "| ]"), s);
}
