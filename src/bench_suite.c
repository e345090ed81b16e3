#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A section of a suite while it is read: instances, axes, explicit competitors. */
struct axis {
    char *name;
    struct strings values;
};
struct section {
    char *name;
    struct strings instances, competitors;
    struct axis *axis;
    int axes;
    size_t cap;
    struct strings seeds;
    double time_limit;
    int memory_mb;
};

static void section_release(struct section *s)
{
    strings_release(&s->instances);
    strings_release(&s->competitors);
    strings_release(&s->seeds);
    for (int i = 0; i < s->axes; i++) {
        mem_free(s->axis[i].name);
        strings_release(&s->axis[i].values);
    }
    mem_free(s->axis);
    mem_free(s->name);
    *s = (struct section){.time_limit = s->time_limit, .memory_mb = s->memory_mb};
}

static void run_add(struct suite *s, const struct section *c, const char *instance,
                    const char *choices, const char *seed)
{
    struct run run = {.suite = mem_string(s->name),
                      .section = mem_string(c->name ? c->name : "all"),
                      .instance = mem_string(instance),
                      .choices = mem_string(choices),
                      .seed = atoi(seed),
                      .time_limit = c->time_limit,
                      .memory_mb = c->memory_mb};
    MEM_PUSH(s->v, s->n, s->cap, run);
}

/* All combinations of the axes' values, the first axis slowest. */
static void combine(const struct section *c, int axis, const char *so_far, struct strings *out)
{
    if (axis == c->axes) {
        strings_add(out, so_far);
        return;
    }
    const struct axis *a = &c->axis[axis];
    for (int i = 0; i < a->values.n; i++) {
        struct text longer = {0}, word = {0};
        text_put(&longer, so_far);
        text_add(&word, "--%s", a->name);
        line_add(&longer, word.s);
        line_add(&longer, a->values.v[i]);
        combine(c, axis + 1, text_string(&longer), out);
        text_release(&longer);
        text_release(&word);
    }
}

/* The solver of these choices, if it is a program that is not installed; else NULL. The words hold it. */
static const char *absent_solver(const char *choices, struct strings *words)
{
    strings_split(words, choices);
    for (int i = 0; i + 1 < words->n; i++) {
        const char *spec = words->v[i + 1], *colon = strchr(spec, ':');
        if (strcmp(words->v[i], "--solver") || !colon || strncmp(spec, "p", 1))
            continue; /* process, process-xor, peer */
        struct text program = {0};
        text_bytes(&program, colon + 1, strcspn(colon + 1, " "));
        bool found = !program.n || child_found(program.s);
        text_release(&program);
        if (!found) return spec;
    }
    return NULL;
}

static void leave_out(struct suite *s, struct strings *choices)
{
    int kept = 0;
    for (int i = 0; i < choices->n; i++) {
        struct strings words = {0};
        const char *solver = absent_solver(choices->v[i], &words);
        bool told = false;
        for (int k = 0; solver && k < s->absent.n; k++)
            told = told || !strcmp(s->absent.v[k], solver);
        if (solver && !told) strings_add(&s->absent, solver);
        if (solver)
            mem_free(choices->v[i]);
        else
            choices->v[kept++] = choices->v[i];
        strings_release(&words);
    }
    choices->n = kept;
}

/* Competitors alternate: for each instance and seed, all of them, one after the other. */
static void section_end(struct suite *s, struct section *c)
{
    struct strings choices = {0};
    if (c->axes || !c->competitors.n) combine(c, 0, "", &choices);
    for (int i = 0; i < c->competitors.n; i++) strings_add(&choices, c->competitors.v[i]);
    leave_out(s, &choices);
    if (!c->seeds.n) strings_add(&c->seeds, "0");
    for (int i = 0; i < c->instances.n; i++)
        for (int k = 0; k < c->seeds.n; k++)
            for (int j = 0; j < choices.n; j++)
                run_add(s, c, c->instances.v[i], choices.v[j], c->seeds.v[k]);
    strings_release(&choices);
    section_release(c);
}

static void rest_of(const struct strings *words, int from, struct text *out)
{
    text_clear(out);
    for (int i = from; i < words->n; i++) line_add(out, words->v[i]);
}

static bool is_axis(const char *name)
{
    for (const struct option *o = choice_options; o->name; o++)
        if (!strcmp(o->name, name)) return true;
    for (int i = 0; puzzles[i]; i++)
        for (const struct option *o = puzzles[i]->options; o && o->name; o++)
            if (!strcmp(o->name, name)) return true;
    return false;
}

static bool read_seconds(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end);
    return *word && !*end && *value > 0 && *value < 1e9;
}

static bool take_line(struct suite *s, struct section *c, const struct strings *w,
                      const char *where, struct text *err)
{
    const char *key = w->v[0];
    struct text rest = {0};
    double number;
    bool ok = true;
    rest_of(w, 1, &rest);
    if (w->n < 2) {
        ok = text_error(err, "%s: '%s' needs a value.", where, key);
    } else if (!strcmp(key, "about")) {
        s->about = mem_resize(s->about, rest.n + 1, 1);
        memcpy(s->about, rest.s, rest.n + 1);
    } else if (!strcmp(key, "section")) {
        section_end(s, c);
        c->name = mem_string(w->v[1]);
    } else if (!strcmp(key, "baseline")) {
        text_add(&s->baselines, "baseline %s %s\n", c->name ? c->name : "all", rest.s);
    } else if (!strcmp(key, "instance")) {
        strings_add(&c->instances, rest.s);
    } else if (!strcmp(key, "instances")) {
        for (int i = 2; i < w->n; i++) {
            text_clear(&rest);
            line_add(&rest, w->v[1]);
            line_add(&rest, w->v[i]);
            strings_add(&c->instances, rest.s);
        }
    } else if (!strcmp(key, "competitor")) {
        strings_add(&c->competitors, rest.s);
    } else if (!strcmp(key, "seed")) {
        for (int i = 1; i < w->n; i++) strings_add(&c->seeds, w->v[i]);
    } else if (!strcmp(key, "time-limit") && read_seconds(w->v[1], &number)) {
        c->time_limit = number;
    } else if (!strcmp(key, "memory-limit") && read_seconds(w->v[1], &number) && number <= 1e6) {
        c->memory_mb = (int)number;
    } else if (is_axis(key) && strcmp(key, "time-limit")) {
        struct axis axis = {.name = mem_string(key)};
        for (int i = 1; i < w->n; i++) strings_add(&axis.values, w->v[i]);
        MEM_PUSH(c->axis, c->axes, c->cap, axis);
    } else {
        ok = text_error(err,
                        "%s: the line '%s ...' means nothing in a suite; instance, instances, "
                        "competitor, section, about, baseline, "
                        "seed, time-limit, memory-limit and the options of solve do.",
                        where, key);
    }
    text_release(&rest);
    return ok;
}

static bool parse(struct suite *s, const char *text, const char *name, double time_limit,
                  struct text *err)
{
    struct section c = {.time_limit = time_limit, .memory_mb = 4000};
    bool ok = true;
    int line = 0;
    struct text copy = {0}, where = {0};
    while (*text && ok) {
        size_t n = strcspn(text, "\n");
        struct strings words = {0};
        text_clear(&copy);
        text_clear(&where);
        text_bytes(&copy, text, n);
        text_add(&where, "%s:%d", name, ++line);
        strings_split(&words, text_string(&copy));
        if (words.n && *words.v[0] != ';' && *words.v[0] != '#')
            ok = take_line(s, &c, &words, text_string(&where), err);
        strings_release(&words);
        text += n + (text[n] == '\n');
    }
    if (ok) section_end(s, &c);
    section_release(&c);
    text_release(&copy);
    text_release(&where);
    if (ok && !s->n && s->absent.n)
        ok = text_error(err, "%s runs nothing, as %s is not installed.", name, s->absent.v[0]);
    if (ok && !s->n)
        ok = text_error(err, "%s has no instance; add a line like 'instance gunport 8x8'.", name);
    return ok;
}

/* ---- where suites come from ------------------------------------------------------------------------------------ */

bool suite_directory(struct text *out)
{
    struct stat st;
    text_clear(out);
    text_put(out, "bench/suites");
    if (!stat(out->s, &st)) return true;
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    for (int up = 0; n > 0 && up < 4; up++) { /* build/loophole, build/san/loophole */
        while (n > 0 && self[--n] != '/') continue;
        text_clear(out);
        text_bytes(out, self, (size_t)n);
        text_put(out, "/bench/suites");
        if (!stat(out->s, &st)) return true;
    }
    return false;
}

/* A directory of formulas is a suite for the solver axis. */
static bool directory_suite(const char *name, struct text *out, struct text *err)
{
    struct strings files = {0};
    bool ok = strings_directory(&files, name, ".cnf .opb", err);
    for (int i = 0; i < files.n; i++)
        text_add(out, "instance %s --file \"%s/%s\"\n", strrchr(files.v[i], '.') + 1, name,
                 files.v[i]);
    text_put(out, "solver cadical picosat\n");
    strings_release(&files);
    return ok;
}

bool suite_read(struct suite *s, const char *name, const struct options *o, struct text *err)
{
    struct stat st;
    struct text text = {0}, path = {0};
    *s = (struct suite){0};
    const char *slash = strrchr(name, '/'), *limit = options_get(o, "time-limit");
    double seconds = 60;
    if (limit && !read_seconds(limit, &seconds))
        return text_error(err, "The option --time-limit takes a number of seconds, not '%s'.",
                          limit);
    s->name = mem_string(slash && slash[1] ? slash + 1 : name);
    bool ok = true;
    if (!stat(name, &st) && S_ISDIR(st.st_mode)) {
        ok = directory_suite(name, &text, err);
    } else {
        text_put(&path, name);
        if (stat(name, &st) && suite_directory(&path)) text_add(&path, "/%s", name);
        if (stat(text_string(&path), &st))
            ok = text_error(
                err, "There is no suite '%s'; 'loophole list suites' shows those that are shipped.",
                name);
        else
            ok = read_file(text_string(&path), &text, err);
    }
    ok = ok && parse(s, text_string(&text), name, seconds, err);
    for (int i = 0; ok && limit && i < s->n; i++) s->v[i].time_limit = seconds;
    text_release(&text);
    text_release(&path);
    return ok;
}

void suite_release(struct suite *s)
{
    for (int i = 0; i < s->n; i++) {
        mem_free(s->v[i].suite);
        mem_free(s->v[i].section);
        mem_free(s->v[i].instance);
        mem_free(s->v[i].choices);
    }
    mem_free(s->v);
    mem_free(s->name);
    mem_free(s->about);
    text_release(&s->baselines);
    strings_release(&s->absent);
    *s = (struct suite){0};
}
