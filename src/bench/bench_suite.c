/* Suites as text: where they are, and what their lines say. */
#include "base/file.h"
#include "bench/bench.h"
#include "puzzles/puzzle.h"

#include <string.h>
#include <sys/stat.h>

/* Has a section's name, which files and links contain, no other characters than these? */
static bool is_plain(const char *name)
{
    return !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")];
}

static bool take_line(struct suite *s, struct section *c, const struct strings *w, const char *where, struct text *err)
{
    const char *key = w->v[0];
    if (w->n > 1 && !strcmp(key, "about")) {
        struct text about = {0};
        for (int i = 1; i < w->n; i++) strings_line(&about, w->v[i]);
        mem_free(s->about);
        s->about = about.s;
        return true;
    }
    if (!strcmp(key, "external")) return external_line(s, w, where, err);
    if (w->n < 2 || strcmp(key, "section")) return section_line(c, w, where, err);
    if (w->n > 2 || !is_plain(w->v[1])) /* plots are files of that name */
        return text_error(err, "%s: a section's name is one word of letters, digits, '.', '_' and '-'.", where);
    if (!section_end(c, s, where, err)) return false;
    c->name = mem_string(w->v[1]);
    return true;
}

/* The length of a line without its comment: a word that begins with ; or #. *open: a quotation does not end. */
static size_t line_length(const char *s, size_t n, bool *open)
{
    *open = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '"') *open = !*open;
        if (!*open && strchr(";#", s[i]) && (!i || strchr(" \t", s[i - 1]))) return i;
    }
    return n;
}

static bool parse(struct suite *s, const char *text, const char *name, double time_limit, struct text *err)
{
    enum { LONGEST = 100000 }; /* what a command line can take */
    struct section c = {.time_limit = time_limit, .memory_mb = 4000};
    bool ok = true;
    int line = 0;
    struct text copy = {0}, where = {0};
    while (*text && ok) {
        size_t n = strcspn(text, "\n");
        struct strings words = {0};
        bool open;
        text_clear(&copy);
        text_clear(&where);
        text_bytes(&copy, text, line_length(text, n, &open));
        text_add(&where, "%s:%d", name, ++line);
        if (open)
            ok = text_error(err, "%s: a quotation mark has no partner on the line.", where.s);
        else if (copy.n > LONGEST)
            ok = text_error(err, "%s: the line is too long; put the instance into a file and write '--file FILE'.",
                            where.s);
        else
            strings_split(&words, text_string(&copy));
        if (words.n) ok = take_line(s, &c, &words, where.s, err);
        strings_release(&words);
        text += n + (text[n] == '\n');
    }
    s->misnamed |= c.misnamed;
    if (ok) ok = section_end(&c, s, where.n ? where.s : name, err);
    section_release(&c);
    text_release(&copy);
    text_release(&where);
    if (ok && !s->n && s->absent.n)
        ok = text_error(err, "%s runs nothing, as %s is not installed.", name, s->absent.v[0]);
    if (ok && !s->n) ok = text_error(err, "%s has no instance; add a line like 'instance gunport 8x8'.", name);
    return ok;
}

/* ---- where suites come from ------------------------------------------------------------------------------------ */

bool suite_shipped(const char *built, const char *installed, struct text *out)
{
    struct stat st;
    const char *const places[] = {built, installed};
    struct text self = {0};
    bool found = false;
    file_program(&self);
    for (int at = (int)self.n, up = 0; at > 0 && up < 4 && !found; up++) { /* build/loophole, build/san/loophole */
        while (at > 0 && self.s[--at] != '/') continue;
        for (int i = 0; i < 2 && !found; i++) {
            text_clear(out);
            text_add(out, "%.*s/%s", at, self.s, places[i]);
            found = !stat(out->s, &st);
        }
    }
    text_release(&self);
    return found;
}

/* The directory of the shipped suites: that of the working directory, if there is one. */
static bool shipped_directory(struct text *out)
{
    struct stat st;
    text_clear(out);
    text_put(out, "bench/suites");
    return !stat(out->s, &st) || suite_shipped("bench/suites", "share/loophole/suites", out);
}

void suite_names(struct strings *out)
{
    struct text dir = {0}, ignored = {0};
    if (shipped_directory(&dir)) strings_directory(out, text_string(&dir), NULL, &ignored);
    text_release(&dir);
    text_release(&ignored);
}

/* A directory of formulas; not one that happens to have a shipped suite's name, as where its rows were put. */
static bool is_formulas(const char *name, const char *shipped)
{
    struct stat st;
    struct strings files = {0};
    struct text ignored = {0};
    if (stat(name, &st) || !S_ISDIR(st.st_mode)) return false;
    strings_directory(&files, name, NULL, &ignored);
    bool any = false;
    for (int i = 0; i < files.n && !any; i++) any = puzzle_of_file(files.v[i]);
    strings_release(&files);
    text_release(&ignored);
    return any || stat(shipped, &st);
}

static bool no_suite(const char *name, struct text *err)
{
    struct strings known = {0};
    struct text nearest = {0};
    text_error(err, "There is no suite '%s'; 'loophole list suites' shows those that are shipped.", name);
    suite_names(&known);
    if (strings_nearest(&known, name, &nearest)) text_add(err, " Did you mean %s?", text_string(&nearest));
    strings_release(&known);
    text_release(&nearest);
    return false;
}

bool suite_read(struct suite *s, const char *name, int time_limit, struct text *err)
{
    struct stat st;
    struct text text = {0}, path = {0}, shipped = {0};
    *s = (struct suite){0};
    const char *slash = strrchr(name, '/');
    double seconds = time_limit ? time_limit : 60;
    s->name = mem_string(slash && slash[1] ? slash + 1 : name);
    bool ok = true;
    if (shipped_directory(&shipped)) text_add(&shipped, "/%s", name);
    if (is_formulas(name, text_string(&shipped))) {
        text_add(&text, "directory \"%s\"\nsolver cadical picosat\n", name); /* for the solver axis */
    } else {
        bool own = !stat(name, &st) && !S_ISDIR(st.st_mode);
        s->shipped = !own;
        text_put(&path, own ? name : text_string(&shipped));
        ok = (*path.s && !stat(path.s, &st)) || no_suite(name, err);
        ok = ok && file_read(path.s, &file_cap_suite, &text, err);
    }
    ok = ok && parse(s, text_string(&text), name, seconds, err);
    for (int i = 0; ok && time_limit && i < s->n; i++) s->v[i].time_limit = seconds;
    text_release(&text);
    text_release(&path);
    text_release(&shipped);
    return ok;
}

static void add_commands(const char *choices, struct strings *out)
{
    static const char *const kinds[] = {"process:", "process-xor:", "ipasir:"};
    struct strings words = {0};
    strings_split(&words, choices);
    for (int i = 0; i < words.n; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            const char *spec = strstr(words.v[i], kinds[k]);
            if (spec) strings_add_new(out, spec);
        }
    strings_release(&words);
}

void suite_commands(const struct suite *s, struct strings *out)
{
    for (int i = 0; i < s->externals; i++) strings_add_new(out, s->external[i]->command);
    for (int i = 0; i < s->n; i++) {
        add_commands(s->v[i].choices, out);
        add_commands(s->v[i].instance, out);
    }
}

bool suite_files(const struct suite *s, struct text *err)
{
    struct stat st;
    bool there = true;
    for (int i = 0; i < s->n && there; i++) {
        struct strings words = {0};
        if (!i || strcmp(s->v[i].instance, s->v[i - 1].instance) != 0) strings_split(&words, s->v[i].instance);
        for (int k = 1; k < words.n && there; k++) {
            if (strcmp(words.v[k - 1], "--file") != 0) continue;
            there = !stat(words.v[k], &st);
            if (!there)
                text_error(err, "The suite %s takes the instance %s, which is not there; bring its files first.%s%s",
                           s->name, words.v[k], s->about ? " " : "", s->about ? s->about : "");
        }
        strings_release(&words);
    }
    return there;
}

void suite_add(struct suite *s, const char *section, const char *instance, const char *choices, int seed,
               double time_limit, int memory_mb)
{
    struct run run = {mem_string(s->name), mem_string(section), mem_string(instance),       mem_string(choices), seed,
                      time_limit,          memory_mb,           external_chosen(s, choices)};
    MEM_PUSH(s->v, s->n, s->cap, run);
}

void suite_release(struct suite *s)
{
    for (int i = 0; i < s->n; i++) {
        mem_free(s->v[i].suite);
        mem_free(s->v[i].section);
        mem_free(s->v[i].instance);
        mem_free(s->v[i].choices);
    }
    external_release(s);
    mem_free(s->v);
    mem_free(s->name);
    mem_free(s->about);
    text_release(&s->baselines);
    strings_release(&s->absent);
    *s = (struct suite){0};
}
