#include "puzzles/moves.h"
#include "search/search_peer.h"
#include "question/request.h"
#include "bench/bench.h"

#include "formats/format.h"

#include <stdlib.h>
#include <string.h>

static void list_puzzles(void)
{
    for (int i = 0; puzzles[i]; i++) {
        printf("%-10s %s; formulations", puzzles[i]->name, puzzles[i]->title);
        for (const struct formulation *f = puzzles[i]->formulations; f->name; f++) printf(" %s", f->name);
        puts("");
    }
}

static void list_encodings(void)
{
    for (int i = 0; encoders[i]; i++)
        printf("%-18s %-8s %s%s %s\n", encoders[i]->name, strength_name(encoders[i]->strength),
               encoders[i]->both ? "both " : "     ", encoders[i]->count ? "count" : "     ", encoders[i]->about);
}

static void list_found(const char *lines)
{
    enum { FOUND = 46 };
    while (*lines) {
        int n = (int)strcspn(lines, "\t"), m = (int)strcspn(lines + n + 1, "\n");
        printf("    %-*.*s %.*s\n", FOUND, n, lines, m, lines + n + 1);
        lines += n + m + 2;
    }
}

static void list_solvers(void)
{
    for (int i = 0; solver_classes[i]; i++) {
        const struct solver_class *c = solver_classes[i];
        struct text version = {0}, name = {0};
        bool here = c->version(&version);
        text_add(&name, "%s%s%s", c->name, c->argument ? ":" : "", c->argument ? c->argument : "");
        printf("%-18s %-24s %s\n", text_string(&name), here ? text_string(&version) : "not found here", c->about);
        text_clear(&version);
        if (c->found && c->found(&version)) list_found(text_string(&version));
        text_release(&version);
        text_release(&name);
    }
    struct text found = {0};
    search_peer_list(&found);
    printf("%-18s %-24s %s\n", "peer:PROGRAM", "any of these",
           "solve: a program that takes the whole question, for comparison");
    list_found(text_string(&found));
    text_release(&found);
}

static void list_formats(void)
{
    for (int i = 0; formats[i]; i++)
        printf("%-9s %-55s endings: %s; read by: %s\n", formats[i]->name, formats[i]->about, formats[i]->endings,
               formats[i]->readers);
}

static void list_suites(void)
{
    struct text dir = {0}, err = {0};
    struct strings names = {0};
    if (suite_directory(&dir)) strings_directory(&names, text_string(&dir), NULL, &err);
    for (int i = 0; i < names.n; i++) {
        struct suite s;
        if (suite_read(&s, names.v[i], NULL, &err))
            printf("%-13s %4d runs  %s\n", s.name, s.n, s.about ? s.about : "");
        else
            printf("%-13s %s\n", names.v[i], text_string(&err));
        suite_release(&s);
    }
    if (!names.n) puts("No suites are installed here; name a suite by its file.");
    strings_release(&names);
    text_release(&dir);
    text_release(&err);
}

/* Each with a blank line behind it. */
static void list_samples(void)
{
    for (int i = 0; puzzles[i]; i++)
        for (const char *const *s = puzzles[i]->moves ? puzzles[i]->moves->samples : NULL; s && *s; s++) puts(*s);
}

static const struct {
    const char *name;
    void (*list)(void);
} lists[] = {
    {"puzzles", list_puzzles}, {"encodings", list_encodings}, {"solvers", list_solvers},
    {"formats", list_formats}, {"suites", list_suites},       {"samples", list_samples},
};

static int run(const struct command *self, int argc, char **argv)
{
    struct text known = {0};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (argc == 1 && !strcmp(argv[0], lists[i].name)) {
            lists[i].list();
            text_release(&known);
            return EXIT_DONE;
        }
        text_add(&known, "%s%s", i ? ", " : "", lists[i].name);
    }
    int status = complain(EXIT_USAGE, "Say what to list: 'loophole %s WORD', where WORD is one of %s.", self->name,
                          text_string(&known));
    text_release(&known);
    return status;
}

const struct command command_list = {
    .name = "list",
    .usage = "puzzles|encodings|solvers|formats|suites|samples",
    .about = "what there is to choose from",
    .run = run,
};
