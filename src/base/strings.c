/* Words of lines, and names of files. */
#include "base/strings.h"
#include "base/mem.h"

#include "base/file.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

void strings_add(struct strings *l, const char *s) { MEM_PUSH(l->v, l->n, l->cap, mem_string(s)); }

bool strings_have(const struct strings *l, const char *s)
{
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->v[i], s)) return true;
    return false;
}

void strings_release(struct strings *l)
{
    for (int i = 0; i < l->n; i++) mem_free(l->v[i]);
    mem_free(l->v);
    *l = (struct strings){0};
}

void strings_split(struct strings *l, const char *line)
{
    static const char blank[] = " \t\r";
    SCOPED(text) word = {0};
    for (const char *s = line; *(s += strspn(s, blank));) {
        text_clear(&word);
        for (bool quoted = false; *s && (quoted || !strchr(blank, *s)); s++)
            if (*s == '"')
                quoted = !quoted;
            else
                text_char(&word, *s);
        strings_add(l, text_string(&word));
    }
}

int strings_index(const char *line, const char *word)
{
    SCOPED(strings) words = {0};
    if (line) strings_split(&words, line);
    for (int i = 0; i < words.n; i++)
        if (!strcmp(words.v[i], word)) return i;
    return -1;
}

void strings_either(const char *line, struct text *out)
{
    SCOPED(strings) l = {0};
    strings_split(&l, line);
    for (int i = 0; i < l.n; i++) text_add(out, "%s%s", !i ? "" : i + 1 < l.n ? ", " : " or ", l.v[i]);
}

void strings_line(struct text *line, const char *word)
{
    if (line->n) text_char(line, ' ');
    text_add(line, strpbrk(word, " \t") || !*word ? "\"%s\"" : "%s", word);
}

void strings_line_shell(struct text *line, const char *before, const char *word)
{
    bool bare = *word;
    for (const char *s = word; *s && bare; s++) bare = isalnum((unsigned char)*s) || strchr("-_=+.,:/@%", *s);
    text_add(line, bare ? "%s" : "%s'", before);
    for (; *word; word++)
        if (*word == '\'' && !bare)
            text_put(line, "'\\''");
        else
            text_char(line, *word == '\n' ? ' ' : *word);
    if (!bare) text_char(line, '\'');
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

bool strings_directory(struct strings *l, const char *dir, const char *endings, struct text *err)
{
    DIR *d = opendir(dir);
    if (!d) return file_refused("The directory ", dir, "check the name", err);
    bool all = endings && !*endings;
    for (struct dirent *e; (e = readdir(d));)
        if (all ? strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0
                : *e->d_name != '.' && (!endings || file_has_ending(e->d_name, endings)))
            strings_add(l, e->d_name);
    closedir(d);
    if (l->n) qsort(l->v, (size_t)l->n, sizeof *l->v, by_name);
    return true;
}
