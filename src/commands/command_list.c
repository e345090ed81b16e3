#include "commands/telling.h"
#include "puzzles/moves.h"
#include "base/strings.h"
#include "cli/request.h"
#include "bench/bench.h"
#include "commands/answer_json.h"

#include "formats/format.h"

#include <stdlib.h>
#include <string.h>

static void list_puzzles(void)
{
    for (int i = 0; puzzles[i]; i++) {
        telling_print("%-10s %s; formulations", puzzles[i]->name, puzzles[i]->title);
        for (const struct formulation *f = puzzles[i]->formulations; f->name; f++) telling_print(" %s", f->name);
        telling_print("\n");
    }
}

static void list_encodings(void)
{
    for (int i = 0; encoders[i]; i++)
        telling_print("%-18s %-8s %s%s %s %s\n", encoders[i]->name, encoder_strength(encoders[i]->strength),
                      encoders[i]->both ? "both " : "     ", encoders[i]->count ? "count" : "     ",
                      encoders[i]->groups ? "groups" : "      ", encoders[i]->about);
}

static void list_found(const char *lines)
{
    enum { FOUND = 46 };
    while (*lines) {
        int n = (int)strcspn(lines, "\t"), m = (int)strcspn(lines + n + 1, "\n");
        telling_print("    %-*.*s %.*s\n", FOUND, n, lines, m, lines + n + 1);
        lines += n + m + 2;
    }
}

static void list_solvers(void)
{
    for (int i = 0; solver_classes[i]; i++) {
        const struct solver_class *c = solver_classes[i];
        struct text found = {0}, name = {0};
        text_add(&name, "%s%s%s", c->name, c->argument ? ":" : "", c->argument ? c->argument : "");
        telling_print("%-18s %-24s %s\n", text_string(&name), c->version ? c->version() : "any", c->about);
        if (c->found) c->found(&found);
        list_found(text_string(&found));
        text_release(&found);
        text_release(&name);
    }
}

static void list_formats(void)
{
    for (int i = 0; formats[i]; i++)
        telling_print("%-9s %-55s endings: %s; read by: %s\n", formats[i]->name, formats[i]->about, formats[i]->endings,
                      formats[i]->readers);
}

static void list_suites(void)
{
    struct text err = {0};
    struct strings names = {0};
    suite_names(&names);
    for (int i = 0; i < names.n; i++) {
        struct suite s;
        if (suite_read(&s, names.v[i], 0, &err))
            telling_print("%-13s %4d runs  %s\n", s.name, s.n, s.about ? s.about : "");
        else
            telling_print("%-13s %s\n", names.v[i], text_string(&err));
        suite_release(&s);
    }
    if (!names.n) telling_print("No suites are installed here; name a suite by its file.\n");
    strings_release(&names);
    text_release(&err);
}

/* Each with a blank line behind it. */
static void list_samples(void)
{
    for (int i = 0; puzzles[i]; i++)
        for (const char *const *s = puzzles[i]->moves ? puzzles[i]->moves->samples : NULL; s && *s; s++)
            telling_print("%s\n", *s);
}

/* ---- all of it as one object ----------------------------------------------------------------------------------- */

static json_t *options_json(const struct option *o)
{
    json_t *list = json_array();
    for (; o && o->name; o++) {
        json_t *one = json_pack("{ss ss}", "name", o->name, "about", o->help);
        struct text takes = {0};
        options_argument(o, &takes);
        if (takes.n) json_put(one, "takes", json_text(text_string(&takes)));
        json_push(list, one);
        text_release(&takes);
    }
    return list;
}

static json_t *puzzles_json(void)
{
    json_t *list = json_array();
    for (int i = 0; puzzles[i]; i++) {
        const struct puzzle *p = puzzles[i];
        json_t *formulations = json_array(), *one;
        for (const struct formulation *f = p->formulations; f->name; f++)
            json_push(formulations, json_pack("{ss ss}", "name", f->name, "about", f->about));
        one = json_pack("{ss ss ss ss ss ss}", "name", p->name, "title", p->title, "rules", p->rules, "instance",
                        p->usage, "example", p->example, "solution", p->notation);
        if (p->unit) json_put(one, "objective", json_text(p->unit));
        json_put(one, "formulations", formulations);
        json_put(one, "options", options_json(p->options));
        json_push(list, one);
    }
    return list;
}

static json_t *encodings_json(void)
{
    json_t *list = json_array();
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        json_push(list, json_pack("{ss ss ss ss ss ss sb sb sb sb}", "name", e->name, "kind", encoder_kind(e->kind),
                                  "about", e->about, "cite", e->cite, "cost", e->cost, "strength",
                                  encoder_strength(e->strength), "both", e->both, "parsimonious", e->parsimonious,
                                  "counts", e->count != NULL, "monotone", e->monotone));
    }
    return list;
}

static json_t *solvers_json(void)
{
    json_t *list = json_array();
    for (int i = 0; solver_classes[i]; i++) {
        const struct solver_class *c = solver_classes[i];
        json_t *one = json_pack("{ss ss}", "name", c->name, "about", c->about);
        if (c->argument) json_put(one, "takes", json_text(c->argument));
        json_put(one, "version", json_text(c->version ? c->version() : "any"));
        json_push(list, one);
    }
    return list;
}

static json_t *searches_json(void)
{
    json_t *list = json_array();
    for (const struct strategy *s = search_strategies; s->name; s++)
        json_push(list, json_pack("{ss ss ss}", "name", s->name, "engine", search_engine(s), "about", s->about));
    return list;
}

static json_t *engines_json(void)
{
    json_t *list = json_array();
    for (int i = 0; i < SEARCH_ENGINES; i++)
        json_push(list, json_pack("{ss ss}", "name", search_engines[i].name, "about", search_engines[i].about));
    for (int i = 0; puzzles[i]; i++)
        for (const struct dedicated_search *s = puzzles[i]->searches; s && s->name; s++)
            json_push(list, json_pack("{ss ss ss}", "name", s->name, "puzzle", puzzles[i]->name, "about", s->about));
    return list;
}

static json_t *formats_json(void)
{
    json_t *list = json_array();
    for (int i = 0; formats[i]; i++)
        json_push(list, json_pack("{ss ss ss}", "name", formats[i]->name, "about", formats[i]->about, "endings",
                                  formats[i]->endings));
    return list;
}

static json_t *suites_json(void)
{
    json_t *list = json_array();
    struct strings names = {0};
    suite_names(&names);
    for (int i = 0; i < names.n; i++) json_push(list, json_text(names.v[i]));
    strings_release(&names);
    return list;
}

static json_t *commands_json(void)
{
    json_t *list = json_array();
    for (int i = 0; commands[i]; i++) {
        json_t *one = json_pack("{ss ss ss}", "name", commands[i]->name, "usage", commands[i]->usage, "about",
                                commands[i]->about);
        json_put(one, "options", options_json(commands[i]->options));
        json_push(list, one);
    }
    return list;
}

/* ---- which ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*list)(void);    /* NULL: --json alone has it */
    json_t *(*json)(void); /* NULL: it is no JSON */
} lists[] = {
    {"puzzles", list_puzzles, puzzles_json}, {"encodings", list_encodings, encodings_json},
    {"engines", NULL, engines_json},         {"searches", NULL, searches_json},
    {"solvers", list_solvers, solvers_json}, {"formats", list_formats, formats_json},
    {"suites", list_suites, suites_json},    {"samples", list_samples, NULL},
    {"commands", NULL, commands_json},
};
enum { LISTS = sizeof lists / sizeof *lists };

/* word NULL: all of it. False: there is no such list. */
static bool list_json(const char *word)
{
    json_t *o = json_object();
    json_put(o, "loophole", json_text(VERSION));
    json_put(o, "schema", json_integer(JSON_SCHEMA));
    for (int i = 0; i < LISTS; i++)
        if (lists[i].json && (!word || !strcmp(word, lists[i].name))) json_put(o, lists[i].name, lists[i].json());
    bool some = json_object_size(o) > 2;
    if (some) json_print(o);
    if (!some) json_decref(o);
    return some;
}

static bool list_words(const char *word)
{
    for (int i = 0; i < LISTS; i++)
        if (lists[i].list && !strcmp(word, lists[i].name)) {
            lists[i].list();
            return true;
        }
    return false;
}

struct list_choices {
    bool json;
};

static const struct option list_options[] = {
    {.name = "json",
     .type = OPTION_FLAG,
     .offset = offsetof(struct list_choices, json),
     .help = "print one JSON object: everything, or the one list that is named; also engines, searches and commands"},
    {0},
};

static int list(struct request *r)
{
    const bool json = ((struct list_choices *)r->own)->json;
    const char *word = r->operands == 1 ? r->operand[0] : NULL;
    if (json && r->operands < 2 && list_json(word)) return EXIT_DONE;
    if (!json && word && list_words(word)) return EXIT_DONE;
    struct text sentence = {0}, known = {0};
    text_add(&sentence, "Say what to list: 'loophole list WORD%s', where WORD is one of", json ? " --json" : "");
    for (int i = 0; i < LISTS; i++)
        if (json ? lists[i].json != NULL : lists[i].list != NULL)
            text_add(&known, "%s %s", known.n ? "," : "", lists[i].name);
    text_add(&sentence, "%s.", text_string(&known));
    for (char *s = known.s; *s; s++)
        if (*s == ',') *s = ' ';
    if (word) strings_guess(&sentence, word, text_string(&known));
    report_error(EXIT_USAGE, "%s", text_string(&sentence));
    text_release(&known);
    text_release(&sentence);
    return EXIT_USAGE;
}

static void operands(struct text *words)
{
    for (int i = 0; i < LISTS; i++) text_add(words, " %s", lists[i].name);
}

const struct command command_list = {
    .name = "list",
    .usage = "[puzzles|encodings|solvers|formats|suites|samples] [--json]",
    .about = "what there is to choose from",
    .operands = operands,
    .options = list_options,
    .own_size = sizeof(struct list_choices),
    .run = list,
};
