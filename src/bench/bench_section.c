#include "cnf/encoder.h"
#include "puzzles/puzzle.h"
#include "cli/request.h"
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MEMORY = 1000000, MOST_SECONDS = 100000000 };

static void axis_release(struct axis *axis)
{
    mem_free(axis->name);
    strings_release(&axis->words);
    strings_release(&axis->at);
}

void section_release(struct section *c)
{
    axis_release(&c->instances);
    axis_release(&c->competitors);
    strings_release(&c->seeds);
    for (int i = 0; i < c->axes; i++) axis_release(&c->axis[i]);
    mem_free(c->axis);
    mem_free(c->name);
    mem_free(c->baseline);
    *c = (struct section){.time_limit = c->time_limit, .memory_mb = c->memory_mb};
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool is_axis(const char *name)
{
    const struct option *o = options_find(choices_options, name);
    for (int i = 0; puzzles[i] && !o; i++) o = options_find(puzzles[i]->options, name);
    return o && !(o->flags & OPTION_SUITE_LINE);
}

/* Adds an instance, a competitor or an option with its value, each once, and where it stands. */
static void add_at(struct axis *axis, const char *words, const char *where)
{
    if (strings_have(&axis->words, words)) return;
    strings_add(&axis->words, words);
    strings_add(&axis->at, where);
}

/* A value of an axis; of amo, card, pb and xor, `all` stands for every encoding of that kind. */
static void axis_value(struct axis *axis, const char *word, const char *where)
{
    bool all = false;
    for (int i = 0; encoders[i] && !strcmp(word, "all"); i++) {
        if (strcmp(encoder_kind(encoders[i]->kind), axis->name)) continue;
        axis_value(axis, encoder_short(encoders[i]), where);
        all = true;
    }
    if (all) return;
    struct text words = {0};
    text_add(&words, "--%s", axis->name);
    strings_line(&words, word);
    add_at(axis, words.s, where);
    text_release(&words);
}

static bool axis_line(struct section *c, const struct strings *w, const char *where, struct text *err)
{
    struct axis axis = {.name = mem_string(w->v[0])};
    bool twice = false;
    for (int i = 0; i < c->axes; i++) twice = twice || !strcmp(c->axis[i].name, w->v[0]);
    for (int i = 1; i < w->n; i++) axis_value(&axis, w->v[i], where);
    MEM_PUSH(c->axis, c->axes, c->cap, axis);
    return !twice ||
           text_error(err, "%s: the section has a line '%s' already; name all values in one.", where, w->v[0]);
}

static bool limit_line(struct section *c, const struct strings *w, const char *where, struct text *err)
{
    const bool time = !strcmp(w->v[0], "time-limit");
    const int most = time ? MOST_SECONDS : MOST_MEMORY;
    int64_t n = 0;
    if (w->n != 2 || !number_parse(w->v[1], &n) || n < 1 || n > most)
        return text_error(err, "%s: %s takes whole %s, 1 to %d, not '%s'.", where, w->v[0],
                          time ? "CPU seconds" : "megabytes", most, w->v[1]);
    if (time)
        c->time_limit = (double)n;
    else
        c->memory_mb = (int)n;
    return true;
}

static bool seed_line(struct section *c, const struct strings *w, const char *where, struct text *err)
{
    for (int i = 1; i < w->n; i++) {
        int64_t n;
        char word[16];
        if (!number_parse(w->v[i], &n) || n < 0 || n > INT32_MAX)
            return text_error(err, "%s: a seed is a whole number from 0 to %d, not '%s'.", where, INT32_MAX, w->v[i]);
        snprintf(word, sizeof word, "%d", (int)n);
        strings_add_new(&c->seeds, word);
    }
    return true;
}

/* The first word of an instance; an option of it may name a file that says so. */
static bool puzzle_known(struct section *c, const char *name, const char *where, struct text *err)
{
    struct text why = {0};
    c->misnamed = *name != '-' && !puzzle_find(name);
    if (c->misnamed) {
        puzzle_unknown(name, &why);
        text_error(err, "%s: %s", where, text_string(&why));
    }
    text_release(&why);
    return !c->misnamed;
}

/* instances PUZZLE WORD...: one instance a word. */
static bool instances_line(struct section *c, const struct strings *w, const char *where, struct text *err)
{
    for (int i = 2; i < w->n; i++) {
        struct text instance = {0};
        strings_line(&instance, w->v[1]);
        strings_line(&instance, w->v[i]);
        add_at(&c->instances, instance.s, where);
        text_release(&instance);
    }
    if (w->n > 2) return puzzle_known(c, w->v[1], where, err);
    return text_error(err, "%s: 'instances' takes a puzzle and its instances, as in 'instances gunport 8x8'.", where);
}

/* directory DIR: its formulas. */
static bool directory_line(struct section *c, const struct strings *w, const char *where, struct text *err)
{
    struct strings files = {0};
    bool ok = w->n == 2 || text_error(err, "%s: 'directory' takes one name.", where);
    ok = ok && strings_directory(&files, w->v[1], NULL, err);
    int formulas = 0;
    for (int i = 0; i < files.n; i++) {
        const struct puzzle *p = puzzle_of_file(files.v[i]);
        if (!p) continue;
        formulas++;
        struct text instance = {0}, path = {0};
        text_add(&path, "%s/%s", w->v[1], files.v[i]);
        text_add(&instance, "%s --file", p->name);
        strings_line(&instance, path.s);
        add_at(&c->instances, instance.s, where);
        text_release(&instance);
        text_release(&path);
    }
    if (ok && !formulas) ok = text_error(err, "The directory %s holds no .cnf, .opb or .wcnf file.", w->v[1]);
    strings_release(&files);
    return ok;
}

bool section_line(struct section *c, const struct strings *w, const char *where, struct text *err)
{
    const char *key = w->v[0];
    struct text rest = {0};
    bool ok = true;
    for (int i = 1; i < w->n; i++) strings_line(&rest, w->v[i]);
    if (w->n < 2) {
        ok = text_error(err, "%s: '%s' needs a value.", where, key);
    } else if (!strcmp(key, "baseline")) {
        mem_free(c->baseline);
        c->baseline = mem_string(rest.s);
    } else if (!strcmp(key, "instance")) {
        ok = puzzle_known(c, w->v[1], where, err);
        add_at(&c->instances, rest.s, where);
    } else if (!strcmp(key, "instances")) {
        ok = instances_line(c, w, where, err);
    } else if (!strcmp(key, "directory")) {
        ok = directory_line(c, w, where, err);
    } else if (!strcmp(key, "competitor")) {
        add_at(&c->competitors, rest.s, where);
    } else if (!strcmp(key, "seed")) {
        ok = seed_line(c, w, where, err);
    } else if (!strcmp(key, "time-limit") || !strcmp(key, "memory-limit")) {
        ok = limit_line(c, w, where, err);
    } else if (is_axis(key)) {
        ok = axis_line(c, w, where, err);
    } else {
        ok = text_error(
            err,
            "%s: the line '%s ...' means nothing in a suite; instance, instances, directory, "
            "competitor, "
            "section, about, baseline, external, seed, time-limit, memory-limit and the options of solve do.",
            where, key);
    }
    text_release(&rest);
    return ok;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* All combinations of the axes' values, the first axis slowest. */
static void combine(const struct section *c, int axis, const char *so_far, struct strings *out)
{
    if (axis == c->axes) {
        strings_add_new(out, so_far);
        return;
    }
    const struct axis *a = &c->axis[axis];
    for (int i = 0; i < a->words.n; i++) {
        struct text longer = {0};
        text_add(&longer, "%s%s%s", so_far, *so_far ? " " : "", a->words.v[i]);
        combine(c, axis + 1, longer.s, out);
        text_release(&longer);
    }
}

/* Is the program that a command begins with installed? */
static bool installed(const char *command)
{
    struct text program = {0};
    text_bytes(&program, command, strcspn(command, " ;|&<>"));
    bool found = !program.n || child_found(program.s);
    text_release(&program);
    return found;
}

/* The solver of these choices, if it is a program that is not installed; else NULL. The words hold it. */
static const char *absent_solver(const struct suite *s, const char *choices, struct strings *words)
{
    const struct external *e = external_chosen(s, choices);
    if (e) return installed(e->command) ? NULL : e->name;
    strings_split(words, choices);
    for (int i = 0; i + 1 < words->n; i++) {
        const char *spec = words->v[i + 1], *colon = strchr(spec, ':');
        if (!strcmp(words->v[i], "--solver") && colon && !strncmp(spec, "process", 7) && !installed(colon + 1))
            return spec;
    }
    return NULL;
}

static void leave_out(struct suite *s, struct strings *choices)
{
    int kept = 0;
    for (int i = 0; i < choices->n; i++) {
        struct strings words = {0};
        const char *solver = absent_solver(s, choices->v[i], &words);
        if (solver) {
            strings_add_new(&s->absent, solver);
            mem_free(choices->v[i]);
        } else {
            choices->v[kept++] = choices->v[i];
        }
        strings_release(&words);
    }
    choices->n = kept;
}

static bool section_sound(const struct section *c, const struct suite *s, const struct strings *choices,
                          const char *where, struct text *err)
{
    const char *name = c->name ? c->name : "all";
    if (!c->instances.words.n)
        return text_error(err,
                          "%s: the section '%s' ends without an instance; add a line like "
                          "'instance gunport 8x8'.",
                          where, name);
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->v[i].section, name))
            return text_error(err, "%s: there are two sections '%s'; give one another name.", where, name);
    return !c->baseline || strings_have(choices, c->baseline) ||
           text_error(err,
                      "%s: the baseline '%s' of the section '%s' is none of its competitors; the "
                      "first one is '%s'.",
                      where, c->baseline, name, *choices->v[0] ? choices->v[0] : "defaults");
}

bool section_end(struct section *c, struct suite *s, const char *where, struct text *err)
{
    struct strings choices = {0};
    bool said = c->name || c->axes || c->instances.words.n || c->competitors.words.n || c->seeds.n || c->baseline,
         ok = true;
    if (c->axes || !c->competitors.words.n) combine(c, 0, "", &choices);
    for (int i = 0; i < c->competitors.words.n; i++) strings_add_new(&choices, c->competitors.words.v[i]);
    if (said) ok = section_sound(c, s, &choices, where, err);
    if (ok && !section_choices_known(c, s, err)) {
        ok = false;
        s->misnamed = true;
    }
    if (ok && c->baseline) text_add(&s->baselines, "baseline %s %s\n", c->name ? c->name : "all", c->baseline);
    leave_out(s, &choices);
    if (!c->seeds.n) strings_add(&c->seeds, "0");
    /* Competitors alternate: for each instance and seed, all of them, one after the other. */
    for (int i = 0; i < c->instances.words.n && ok; i++)
        for (int k = 0; k < c->seeds.n; k++)
            for (int j = 0; j < choices.n; j++)
                suite_add(s, c->name ? c->name : "all", c->instances.words.v[i], choices.v[j], atoi(c->seeds.v[k]),
                          c->time_limit, c->memory_mb);
    strings_release(&choices);
    section_release(c);
    return ok;
}
