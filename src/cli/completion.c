/* Completions for shells, out of the tables that parse: each script is complete by itself, but for
 * suites, which it asks for. */
#include "cli/tables.h"

#include <string.h>

/* ---- bash and zsh: one function, which asks what stands before the word ------------------------------------------ */

static bool is_file(const struct text *values)
{
    return !strcmp(text_string(values), "FILE") || !strcmp(text_string(values), "DIR");
}

/* Options that mean the same everywhere are told once. */
static void values_cases(const struct options_section *s, struct text *seen, struct text *out)
{
    struct text values = {0}, mark = {0};
    for (; s->title; s++)
        for (const struct option *o = s->options; o->name; o++) {
            text_clear(&mark);
            text_add(&mark, " --%s ", o->name);
            if (o->type == OPTION_FLAG || strstr(text_string(seen), text_string(&mark))) continue;
            text_put(seen, text_string(&mark));
            if (tables_by_puzzle(o)) {
                text_add(out, "    --%s)\n        case $puzzle in\n", o->name);
                for (int i = 0; puzzles[i]; i++) {
                    tables_values(o, puzzles[i], &values);
                    if (values.n)
                        text_add(out, "        %s) _loophole_words%s ;;\n", puzzles[i]->name, text_string(&values));
                }
                text_put(out, "        esac\n        return ;;\n");
                continue;
            }
            tables_values(o, NULL, &values);
            if (is_file(&values))
                text_add(out, "    --%s) _loophole_files; return ;;\n", o->name);
            else
                text_add(out, "    --%s) _loophole_words%s; return ;;\n", o->name, text_string(&values));
        }
    text_release(&values);
    text_release(&mark);
}

/* But the puzzles' own. */
static void option_words(const struct options_section *s, struct text *out)
{
    for (; s->title && !puzzle_find(s->title); s++)
        for (const struct option *o = s->options; o->name; o++) text_add(out, " --%s", o->name);
}

static void body(struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct text seen = {0}, words = {0};
    text_put(out,
             "    case $before in\n    -f) before=--file ;;\n    -o) before=--output ;;\n    -F) before=--format ;;\n"
             "    esac\n");
    text_put(out, "    case $before in\n");
    for (int i = 0; commands[i]; i++) {
        request_sections(commands[i], NULL, sections);
        values_cases(sections, &seen, out);
    }
    text_put(out, "    esac\n    if [ $at -eq 1 ]; then\n        _loophole_words --help --version");
    for (int i = 0; commands[i]; i++) text_add(out, " %s", commands[i]->name);
    text_put(out, "\n        return\n    fi\n    case $word in\n    -*)\n        case $command in\n");
    for (int i = 0; commands[i]; i++) {
        request_sections(commands[i], NULL, sections);
        text_add(out, "        %s) _loophole_words --help", commands[i]->name);
        option_words(sections, out);
        if (commands[i]->problem) text_put(out, " $(_loophole_own \"$puzzle\")");
        text_put(out, " ;;\n");
    }
    text_put(out, "        esac\n        return ;;\n    esac\n    case $at:$command in\n"
                  "    2:bench) _loophole_words $(\"$program\" list suites 2>/dev/null | cut -d' ' -f1); "
                  "_loophole_more_files; return ;;\n");
    for (int i = 0; commands[i]; i++) {
        tables_operands(commands[i], &words);
        if (words.n) text_add(out, "    2:%s) _loophole_words%s; return ;;\n", commands[i]->name, text_string(&words));
    }
    text_put(out, "    esac\n    _loophole_files\n");
    text_release(&seen);
    text_release(&words);
}

static void own_options(struct text *out)
{
    text_put(out, "_loophole_own() {\n    case $1 in\n");
    for (int i = 0; puzzles[i]; i++) {
        struct options_section s[] = {{"own", puzzles[i]->options}, {0}};
        if (!puzzles[i]->options) continue;
        text_add(out, "    %s) echo", puzzles[i]->name);
        option_words(s, out);
        text_put(out, " ;;\n");
    }
    text_put(out, "    esac\n}\n\n");
}

static void bash(struct text *out)
{
    text_put(out, "# bash completion for loophole, made from its tables by: loophole help --completion bash\n\n"
                  "_loophole_words() { COMPREPLY=($(compgen -W \"$*\" -- \"$word\")); }\n"
                  "_loophole_files() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$word\")); }\n"
                  "_loophole_more_files() { COMPREPLY+=($(compgen -f -- \"$word\")); }\n\n");
    own_options(out);
    text_put(
        out,
        "_loophole() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at=$COMP_CWORD\n"
        "    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} puzzle=${COMP_WORDS[2]}\n  "
        "  COMPREPLY=()\n"
        "    if [ \"$before\" = = ] && [ \"$at\" -gt 1 ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "    if [ \"$word\" = = ]; then word= ; fi\n");
    body(out);
    text_put(out, "}\ncomplete -F _loophole loophole\n");
}

static void zsh(struct text *out)
{
    text_put(
        out,
        "#compdef loophole\n# zsh completion for loophole, made from its tables by: loophole help --completion zsh\n\n"
        "_loophole_words() { compadd -- \"$@\" }\n_loophole_files() { _files }\n_loophole_more_files() { _files }\n\n");
    own_options(out);
    text_put(out, "_loophole() {\n    local word=$words[CURRENT] before=$words[CURRENT-1] at=$((CURRENT - 1))\n"
                  "    local program=$words[1] command=$words[2] puzzle=$words[3]\n    setopt "
                  "localoptions shwordsplit\n");
    body(out);
    text_put(out, "}\n_loophole \"$@\"\n");
}

/* ---- fish: a rule a line ----------------------------------------------------------------------------------------- */

static void quoted(struct text *out, const char *s)
{
    text_char(out, '\'');
    for (; *s; s++) {
        if (*s == '\'' || *s == '\\') text_char(out, '\\');
        text_char(out, *s);
    }
    text_char(out, '\'');
}

/* p NULL: of every puzzle; then those in which puzzles differ complete nothing. */
static void fish_option(const struct command *c, const struct puzzle *p, const struct option *o, struct text *out)
{
    struct text values = {0};
    text_add(out, "complete -c loophole -n '__fish_seen_subcommand_from %s%s%s' -l %s", c->name,
             p ? "; and __fish_seen_subcommand_from " : "", p ? p->name : "", o->name);
    if (p || !tables_by_puzzle(o)) tables_values(o, p, &values);
    if (is_file(&values))
        text_put(out, " -r -F");
    else if (o->type != OPTION_FLAG)
        text_add(out, values.n ? " -x -a '%s'" : " -x%s", text_string(&values));
    text_put(out, " -d ");
    quoted(out, o->help);
    text_char(out, '\n');
    text_release(&values);
}

static void fish_options(const struct command *c, const struct options_section *s, struct text *out)
{
    for (; s->title; s++)
        for (const struct option *o = s->options; o->name; o++) {
            const struct puzzle *p = puzzle_find(s->title);
            fish_option(c, p, o, out);
            for (int i = 0; puzzles[i] && !p && tables_by_puzzle(o); i++) fish_option(c, puzzles[i], o, out);
        }
}

static void fish(struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct text words = {0};
    text_put(out, "# fish completion for loophole, made from its tables by: loophole help --completion fish\n");
    for (int i = 0; commands[i]; i++) {
        text_add(out, "complete -c loophole -f -n __fish_use_subcommand -a %s -d ", commands[i]->name);
        quoted(out, commands[i]->about);
        text_char(out, '\n');
        tables_operands(commands[i], &words);
        if (words.n)
            text_add(out,
                     "complete -c loophole -n '__fish_seen_subcommand_from %s; and test (count (commandline -opc)) "
                     "-eq 2' -f -a '%s'\n",
                     commands[i]->name, text_string(&words) + 1);
        request_sections(commands[i], NULL, sections);
        fish_options(commands[i], sections, out);
    }
    text_put(out, "complete -c loophole -n '__fish_seen_subcommand_from bench' -a '(loophole list suites | string "
                  "split -f1 \" \")'\n");
    text_release(&words);
}

bool completion_write(const char *shell, struct text *out)
{
    if (!strcmp(shell, "bash"))
        bash(out);
    else if (!strcmp(shell, "zsh"))
        zsh(out);
    else if (!strcmp(shell, "fish"))
        fish(out);
    else
        return false;
    return true;
}
