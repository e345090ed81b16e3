/* The lists of available puzzles, encodings, solvers and so on. Each is built as JSON; its text has
 * a line for each object. */
#include "base/terminal.h"
#include "base/version.h"
#include "commands/answer.h"
#include "commands/suites.h"
#include "formats/format.h"
#include "puzzles/moves.h"

#include <string.h>

/* Appends an object with a name and an explanation to the list, which owns it. */
static json_t *add_named(json_t *list, const char *name, const char *about)
{
    json_t *o = json_pack("{ss ss}", "name", name, "about", about);
    json_push(list, o);
    return o;
}

static void put_if(json_t *o, const char *key, const char *text)
{
    if (text && *text) json_put(o, key, json_text(text));
}

static json_t *options_json(const struct option *o)
{
    json_t *list = json_array();
    for (; o && o->name; o++) {
        SCOPED(text) takes = {0};
        options_argument(o, &takes);
        put_if(add_named(list, o->name, o->help), "takes", text_string(&takes));
    }
    return list;
}

static void list_puzzles(json_t *list)
{
    for (int i = 0; puzzles[i]; i++) {
        const struct puzzle *p = puzzles[i];
        json_t *formulations = json_array();
        for (const struct formulation *f = p->formulations; f->name; f++) add_named(formulations, f->name, f->about);
        json_t *o = json_pack("{ss ss ss ss ss ss so so}", "name", p->name, "title", p->title, "rules", p->rules,
                              "instance", p->notation.instance, "example", p->notation.example, "solution",
                              p->notation.solution, "formulations", formulations, "options", options_json(p->options));
        put_if(o, "objective", p->unit);
        put_if(o, "about", p->about);
        put_if(o, "how", p->moves ? p->moves->how : NULL);
        put_if(o, "sizes", p->generator.sizes);
        put_if(o, "endings", p->files ? p->files->endings : NULL);
        json_push(list, o);
    }
}

static void list_encodings(json_t *list)
{
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        json_push(list, json_pack("{ss ss ss ss ss ss ss sb sb sb sb sb}", "name", e->name, "kind",
                                  encoder_kind(e->kind), "option", encoder_option(e->kind), "about", e->about, "source",
                                  e->cite, "cost", e->cost, "strength", encoder_strength(e->strength), "two_sided",
                                  e->both, "parsimonious", e->parsimonious, "incremental", e->count != NULL,
                                  "permanent_bounds", e->monotone, "groups", e->groups));
    }
}

static void list_engines(json_t *list)
{
    for (int i = 0; search_engines[i].name; i++) add_named(list, search_engines[i].name, search_engines[i].about);
    for (int i = 0; puzzles[i]; i++)
        for (const struct engine *s = puzzles[i]->engines; s && s->name; s++)
            put_if(add_named(list, s->name, s->about), "puzzle", puzzles[i]->name);
}

static void list_searches(json_t *list)
{
    for (const struct strategy *s = search_strategies; s->name; s++)
        put_if(add_named(list, s->name, s->about), "engine", s->engine);
}

/* Returns the solvers found on this system, which c lists as lines "NAME\tVERSION", as JSON. */
static json_t *found_json(const struct solver_class *c)
{
    json_t *list = json_array();
    SCOPED(text) found = {0};
    if (c->found) c->found(&found);
    for (const char *s = text_string(&found); *s; s += strcspn(s, "\n") + 1) {
        int n = (int)strcspn(s, "\t"), m = (int)strcspn(s + n + 1, "\n");
        json_push(list, json_pack("{ss# ss#}", "name", s, n, "version", s + n + 1, m));
    }
    return list;
}

static void list_solvers(json_t *list)
{
    for (int i = 0; solver_classes[i]; i++) {
        const struct solver_class *c = solver_classes[i];
        json_t *o = add_named(list, c->name, c->about);
        put_if(o, "takes", c->argument);
        json_put(o, "version", json_text(c->version ? c->version() : "any"));
        json_put(o, "found", found_json(c));
    }
}

static void list_formats(json_t *list)
{
    for (int i = 0; formats[i]; i++) {
        json_t *o = add_named(list, formats[i]->name, formats[i]->about);
        json_put(o, "endings", json_text(formats[i]->endings));
        json_put(o, "readers", json_text(formats[i]->readers));
    }
}

static void list_solving(json_t *list)
{
    json_array_extend(list, options_json(choices_options));
    for (size_t i = 0; i < json_array_size(list); i++)
        json_put(json_array_get(list, i), "encode",
                 json_boolean(!request_needs(command_find("encode"), &choices_options[i])));
}

static void list_suites(json_t *list)
{
    SCOPED(text) words = {0};
    SCOPED(strings) names = {0};
    suites_names(&words);
    strings_split(&names, text_string(&words));
    for (int i = 0; i < names.n; i++) {
        SCOPED(text) about = {0};
        suites_about(names.v[i], &about);
        add_named(list, names.v[i], text_string(&about));
    }
}

static void list_samples(json_t *list)
{
    for (int i = 0; puzzles[i]; i++)
        for (const char *const *s = puzzles[i]->moves ? puzzles[i]->moves->samples : NULL; s && *s; s++)
            json_push(list, json_text(*s));
}

static void list_commands(json_t *list)
{
    for (int i = 0; commands[i]; i++) {
        json_t *o = add_named(list, commands[i]->name, commands[i]->about);
        json_put(o, "usage", json_text(commands[i]->usage));
        json_put(o, "options", options_json(commands[i]->options));
    }
}

/* The lists. In `text`, {KEY WIDTH} stands for a member of an object: a text, a number, the key
 * itself if it is true, or the names of a list, each after a blank. */
static const struct {
    const char *name, *text;
    void (*list)(json_t *list);
} lists[] = {
    {"puzzles", "{name 10} {title}; formulations{formulations}", list_puzzles},
    {"encodings", "{name 18} {strength 11} {two_sided 9} {incremental 11} {groups 6} {about}", list_encodings},
    {"engines", "{name 9} {about}", list_engines},
    {"searches", "{name 11} {engine 6} {about}", list_searches},
    {"solvers", "{name 11} {takes 8} {version 24} {about}", list_solvers},
    {"formats", "{name 9} {about 55} endings: {endings}; read by: {readers}", list_formats},
    {"options", "{name 14} {about}", list_solving},
    {"suites", "{name 13} {about}", list_suites},
    {"samples", NULL, list_samples}, /* text NULL: printed unchanged, a blank line after each */
    {"commands", "{name 9} {about}", list_commands},
};
enum { LISTS = sizeof lists / sizeof *lists };

static void put_member(const char *key, const json_t *value, struct text *out)
{
    size_t i;
    const json_t *one;
    for (const char *c = key; json_is_true(value) && *c; c++) text_char(out, *c == '_' ? '-' : *c);
    if (json_is_string(value)) text_put(out, json_string_value(value));
    if (json_is_integer(value)) text_add(out, "%lld", (long long)json_integer_value(value));
    json_array_foreach(value, i, one) text_add(out, " %s", json_string_value(json_object_get(one, "name")));
}

static void print_object(const char *text, const json_t *o)
{
    SCOPED(text) line = {0}, value = {0};
    char key[16];
    for (int width = 0, n; *text; text += n) {
        n = (int)strcspn(text, "{");
        text_add(&line, "%.*s", n, text);
        if (!text[n]) continue;
        if (sscanf(text + n, "{%15[a-z_] %d", key, &width) < 2) width = 0;
        text_clear(&value);
        put_member(key, json_object_get(o, key), &value);
        text_add(&line, "%-*s", width, text_string(&value));
        n += (int)strcspn(text + n, "}") + 1;
    }
    terminal_print("%s\n", line.s);
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(o, "found"), i, one)
    {
        terminal_print("    %-46s %s\n", json_string_value(json_object_get(one, "name")),
                       json_string_value(json_object_get(one, "version")));
    }
}

static void print_list(const char *text, const json_t *list)
{
    size_t i;
    const json_t *one;
    json_array_foreach(list, i, one)
    {
        if (text)
            print_object(text, one);
        else
            terminal_print("%s\n", json_string_value(one));
    }
    if (!json_array_size(list)) terminal_print("None are installed here.\n");
}

struct list_choices {
    bool json;
};

#define FIELD(name) .offset = offsetof(struct list_choices, name)
static const struct option list_options[] = {
    FLAG_OPTION("json", json, "print one JSON object: everything, or the one list that is named"),
    {0},
};

static void operands(struct text *words)
{
    for (int i = 0; i < LISTS; i++) text_add(words, " %s", lists[i].name);
}

/* Prints the list of that name. If NULL, prints all lists but samples, each under its name. Returns
 * false if there is no such list. */
static bool print_lists(const char *word, bool json)
{
    json_t *o = json_pack("{ss si}", "loophole", version_number, "schema", JSON_SCHEMA);
    bool found = false;
    if (!word) json_put(o, "commit", json_text(version_commit));
    for (int i = 0; i < LISTS; i++) {
        if (word ? strcmp(word, lists[i].name) != 0 : !lists[i].text) continue;
        json_t *list = json_array();
        lists[i].list(list);
        if (!json && !word) terminal_print("%s%s:\n", found ? "\n" : "", lists[i].name);
        if (!json) print_list(lists[i].text, list);
        found = true;
        json_put(o, lists[i].name, list);
    }
    if (json && found)
        json_print(o);
    else
        json_decref(o);
    return found;
}

static int list(struct request *r)
{
    const struct list_choices *c = r->own;
    SCOPED(text) err = {0};
    struct text known = {0};
    if (r->operands < 2 && print_lists(r->operands ? r->operand[0] : NULL, c->json)) return EXIT_DONE;
    operands(&known);
    options_unknown(&err, &known, "There is no list '%s'; choose", r->operand[r->operands - 1]);
    return report_error(EXIT_USAGE, "%s", err.s);
}

const struct command command_list = {
    .name = "list",
    .usage = "[WORD] [--json]",
    .group = "Help",
    .about = "list puzzles, encodings, solvers and more",
    .text = "Lists what you can choose from. Without a word it prints all lists, each under its name.",
    .examples =
        {
            {"loophole list", "everything"},
            {"loophole list encodings", "one list"},
            {"loophole list --json", "everything, as JSON"},
        },
    .operands = operands,
    COMMAND_OPTIONS(list),
    .run = list,
};
