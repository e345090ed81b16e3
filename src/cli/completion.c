/* Completion for shells. The scripts ask the program for candidates, which it takes from the tables
 * that parse a command line. */
#include "cli/help.h"

#include "formats/format.h"

#include <string.h>

/* ---- values and operands --------------------------------------------------------------------- */

void completion_values(const struct option *o, const struct puzzle *p, struct text *words)
{
    SCOPED(text) argument = {0};
    text_clear(words);
    options_argument(o, &argument);
    for (int i = 0; encoders[i]; i++)
        if (!strcmp(encoder_option(encoders[i]->kind), o->name)) text_add(words, " %s", encoder_short(encoders[i]));
    if (words->n) text_put(words, " auto");
    for (int i = 0; puzzles[i] && !strcmp(o->name, "formulation"); i++)
        for (const struct formulation *f = puzzles[i]->formulations; f->name && (!p || p == puzzles[i]); f++)
            text_add(words, " %s", f->name);
    if (!strcmp(o->name, "search")) search_names(words);
    if (!strcmp(o->name, "engine")) search_engine_names(p, words);
    for (int i = 0; solver_classes[i] && !strcmp(o->name, "solver"); i++)
        text_add(words, " %s%s", solver_classes[i]->name, solver_classes[i]->argument ? ":" : "");
    for (int i = 0; formats[i] && !strcmp(o->name, "format"); i++) text_add(words, " %s", formats[i]->name);
    if (o->argument && (!strcmp(o->argument, "FILE") || !strcmp(o->argument, "DIR"))) text_put(words, " FILE");
    if (!words->n && strchr(text_string(&argument), '|')) { /* capitals in "K|none" are placeholders */
        for (const char *t = text_string(&argument); *t; t += strcspn(t, "|"), t += *t == '|')
            if (*t < 'A' || *t > 'Z') text_add(words, " %.*s", (int)strcspn(t, "|"), t);
    }
}

void completion_operands(const struct command *c, struct text *words)
{
    text_clear(words);
    for (int i = 0; puzzles[i] && c->takes & TAKES_PROBLEM; i++) text_add(words, " %s", puzzles[i]->name);
    if (c->operands) c->operands(words);
}

/* ---- candidates ------------------------------------------------------------------------------ */

struct candidates {
    const char *begin; /* prefix of all candidates */
    struct text *out;
};

static void candidate(const struct candidates *c, const char *word, const char *about)
{
    if (!strncmp(word, c->begin, strlen(c->begin))) text_add(c->out, "%s\t%s\n", word, about);
}

static void candidate_words(const struct candidates *c, const char *words)
{
    SCOPED(strings) all = {0};
    strings_split(&all, words);
    for (int i = 0; i < all.n; i++)
        if (strcmp(all.v[i], "FILE") != 0)
            candidate(c, all.v[i], "");
        else
            text_put(c->out, "FILE\n");
}

/* Returns the option that a word such as --card or -o names; NULL if there is none. */
static const struct option *option_typed(const struct options_section *s, const char *word)
{
    if (word[0] != '-' || !word[1]) return NULL;
    return word[1] == '-' ? options_find_section(s, word + 2) : options_find_letter(s, word[1]);
}

void completion_words(char *const *word, int n, struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct candidates c = {n && strcmp(word[n - 1], "=") ? word[n - 1] : "",
                           out}; /* bash splits --card=totalizer into three words */
    const struct command *command = n > 1 ? command_find(word[0]) : NULL;
    for (int i = 0; commands[i] && n < 2; i++) candidate(&c, commands[i]->name, commands[i]->about);
    if (!command) return;
    const struct puzzle *p = puzzle_find(word[1]);
    request_sections(command, p, sections);
    const char *before = n > 3 && !strcmp(word[n - 2], "=") ? word[n - 3] : word[n - 2];
    const struct option *o = option_typed(sections, !strcmp(word[n - 1], "=") ? word[n - 2] : before);
    SCOPED(text) words = {0};
    if (o && o->type != OPTION_FLAG) {
        completion_values(o, p, &words);
    } else if (*c.begin == '-') {
        SCOPED(text) name = {0};
        for (const struct options_section *s = sections; s->title && (p || !puzzle_find(s->title)); s++)
            for (o = s->options; o->name; o++) {
                if (!request_takes(command, o)) continue;
                text_clear(&name);
                text_add(&name, "--%s", o->name);
                candidate(&c, name.s, o->help);
            }
    } else {
        if (n == 2) completion_operands(command, &words);
        if (!words.n) text_put(&words, "FILE");
    }
    candidate_words(&c, text_string(&words));
}

/* ---- scripts --------------------------------------------------------------------------------- */

static const struct {
    const char *shell, *script;
} scripts[] = {
    {"bash", "_loophole() {\n"
             "    local candidate more\n"
             "    COMPREPLY=()\n"
             "    while IFS=$'\\t' read -r candidate more; do\n"
             "        if [ \"$candidate\" = FILE ]; then\n"
             "            compopt -o filenames 2>/dev/null\n"
             "            COMPREPLY+=($(compgen -f -- \"${COMP_WORDS[COMP_CWORD]#=}\"))\n"
             "        else\n"
             "            COMPREPLY+=(\"$candidate\")\n"
             "        fi\n"
             "    done < <(\"${COMP_WORDS[0]}\" help --complete -- \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
             "}\n"
             "complete -F _loophole loophole\n"},
    {"zsh", "#compdef loophole\n"
            "_loophole() {\n"
            "    local candidate more\n"
            "    $words[1] help --complete -- \"${(@)words[2,CURRENT]}\" 2>/dev/null |\n"
            "        while IFS=$'\\t' read -r candidate more; do\n"
            "            if [[ $candidate = FILE ]]; then _files; else compadd -- $candidate; fi\n"
            "        done\n"
            "}\n"
            "_loophole \"$@\"\n"},
    {"fish", "function __loophole\n"
             "    set -l words (commandline -opc) (commandline -ct)\n"
             "    for line in ($words[1] help --complete -- $words[2..-1] 2>/dev/null)\n"
             "        if test \"$line\" = FILE\n"
             "            __fish_complete_path (commandline -ct)\n"
             "        else\n"
             "            echo $line\n"
             "        end\n"
             "    end\n"
             "end\n"
             "complete -c loophole -f -a '(__loophole)'\n"},
};

void completion_script(const char *shell, struct text *out)
{
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (!strcmp(scripts[i].shell, shell)) text_put(out, scripts[i].script);
}
