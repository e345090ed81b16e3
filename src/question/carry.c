/* The question in a file's comments: written by encode, read by decode. A line each:
 *     puzzle: gunport
 *     word: 8x8                 an operand
 *     option: formulation=monomino
 *     text: ..#.                a line of the instance's file
 * then what the formats add (sum-at-most, sizes). */
#include "base/file.h"
#include "question/request.h"

#include <string.h>

static const struct option *option_named(const struct request *r, const char *name)
{
    const struct option *o = options_find(choices_options, name);
    return o || !r->puzzle ? o : options_find(r->puzzle->options, name);
}

/* The option of that name if it shapes the formula; nothing else is taken from a file, least of all names of files to
 * write. NULL: it does not. */
static const struct option *shaping(const struct request *r, const char *name)
{
    const struct option *o = option_named(r, name);
    return o && o->flags & OPTION_SHAPES ? o : NULL;
}

/* A choice of how to solve or draw, which files of older versions may name. */
static bool is_idle(const struct request *r, const char *name) { return option_named(r, name) && !shaping(r, name); }

static void write_option(void *out, const char *name, const char *value)
{
    if (strcmp(name, "formulation") != 0) text_add(out, "option: %s=%s\n", name, value);
}

void carry_write(const struct request *r, struct text *out)
{
    text_add(out, "puzzle: %s\n", r->puzzle->name);
    for (int i = 0; i < r->words; i++) text_add(out, "word: %s\n", r->word[i]);
    text_add(out, "option: formulation=%s\n", r->formulation->name);
    options_each(&r->options, OPTION_SHAPES, write_option, out);
    struct text line = {0};
    for (const char *s = r->text ? r->text : ""; text_line(&line, &s);) text_add(out, "text: %s\n", line.s);
    text_release(&line);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* One line `key: value`, its comment sign and its continuations taken care of. */
static bool take(struct request *r, const char *key, const char *value, struct text *text, struct text *err)
{
    long long number = 0;
    if (!strcmp(key, "format")) {
        mem_free(r->carried.format);
        r->carried.format = mem_string(value);
    } else if (!strcmp(key, "puzzle")) {
        r->puzzle = puzzle_find(value);
        if (!r->puzzle) return text_error(err, "The file is about the unknown puzzle '%s'.", value);
    } else if (!strcmp(key, "word")) {
        MEM_PUSH(r->word, r->words, r->word_cap, mem_string(value));
    } else if (!strcmp(key, "option")) {
        size_t n = strcspn(value, "=");
        char *name = mem_string(value);
        name[n] = '\0';
        const char *given = options_get(&r->options, name), *made = value[n] ? value + n + 1 : "";
        const struct option *option = shaping(r, name);
        bool ok = true;
        if (!option && !is_idle(r, name))
            ok = text_error(err, "The file's option '%.60s' is none that shapes a formula.", value);
        else if (option && given && strcmp(given, made))
            ok = text_error(err, "The file was made with --%s %s; leave --%s out.", name, made, name);
        else if (option)
            ok = options_set(&r->options, option, made, err);
        mem_free(name);
        return ok;
    } else if (!strcmp(key, "text")) {
        text_put(text, value);
        text_char(text, '\n');
    } else if (!strcmp(key, "sum-at-most") && sscanf(value, "%lld", &number) == 1) {
        r->carried.bounded = true;
        r->carried.most = number;
    } else if (!strcmp(key, "sizes")) {
        if (sscanf(value, "%d variables, %d of", &r->carried.vars, &r->carried.model_vars) != 2)
            return text_error(err, "The file's sizes cannot be read: '%.60s'.", value);
    }
    return true;
}

static bool take_line(struct request *r, char *line, struct text *text, struct text *err)
{
    size_t n = strcspn(line, ":");
    if (!line[n]) return true;
    line[n] = '\0';
    return take(r, line, line + n + 1 + (line[n + 1] == ' '), text, err);
}

/* The comment on a line behind its sign; NULL: it is none. */
static const char *comment(const char *s)
{
    bool sign = *s == 'c' || *s == '*' || *s == '\\' || *s == '%';
    return sign && (s[1] == ' ' || s[1] == '\n' || s[1] == '\0') ? s + 1 + (s[1] == ' ') : NULL;
}

bool carry_read(struct request *r, const char *file, struct text *err)
{
    struct text all = {0}, line = {0}, text = {0};
    bool ok = file_read_unpacked(file, &file_cap_formula, &all, err);
    const char *s = text_string(&all);
    for (const char *words; ok && (words = comment(s)) && !r->carried.vars;) {
        size_t n = strcspn(words, "\n"), kept = n - (n && words[n - 1] == '\r');
        if (*words == '+') {
            text_bytes(&line, words + 1, kept - 1);
        } else {
            if (line.n) ok = take_line(r, line.s, &text, err);
            text_clear(&line);
            text_bytes(&line, words, kept);
        }
        s = words + n + (words[n] == '\n');
        if (!strncmp(words, "sizes:", 6) && ok) ok = take_line(r, line.s, &text, err);
    }
    if (ok && (!r->puzzle || !r->carried.format || r->carried.vars < 1))
        ok = text_error(err,
                        "%s does not say in its comments what it is about; name the puzzle and the instance instead of "
                        "--from.",
                        file);
    if (ok && text.n) r->text = mem_string(text_string(&text));
    r->text_name = mem_string(file);
    r->text_line = 1;
    text_release(&all);
    text_release(&line);
    text_release(&text);
    return ok;
}
