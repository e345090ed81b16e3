/* External solvers: programs that read the file that encode writes. A run is encode, the program,
 * decode; one shell runs the three, so that limits and CPU seconds are of all of them. */
#include "bench/bench.h"
#include "formats/format.h"
#include "solvers/solver.h"

#include <string.h>

enum { CRASHED = 4 }; /* the program left no answer, and a status that no solver has */

static const char script[] = "self=$1 FILE=$2/file.$3 answer=$2/answer format=$3 command=$4\n"
                             "export FILE\n"
                             "trap 'rm -f \"$FILE\"*' EXIT\n"
                             "shift 4\n"
                             "\"$self\" encode \"$@\" -F \"$format\" -o \"$FILE\" >/dev/null || exit\n"
                             "(eval \"$command\") >\"$answer\" 2>/dev/null </dev/null\n"
                             "ended=$?\n"
                             "\"$self\" decode --from \"$FILE\" --answer \"$answer\" --json\n"
                             "judged=$?\n"
                             "[ $judged -eq 3 ] || exit $judged\n"
                             "case $ended in 0 | 10 | 20 | 30) exit 3 ;; esac\n"
                             "[ $ended -gt 128 ] && kill -$((ended - 128)) $$\n"
                             "exit 4\n";

const struct external *external_named(const struct suite *s, const char *name)
{
    for (int i = 0; i < s->externals; i++)
        if (!strcmp(s->external[i]->name, name)) return s->external[i];
    return NULL;
}

bool external_line(struct suite *s, const struct strings *words, const char *where, struct text *err)
{
    struct text ignored = {0};
    if (words->n < 4)
        return text_error(
            err, "%s: 'external' takes a name, a format and a command, as in 'external clasp opb clasp $FILE'.", where);
    const char *name = words->v[1];
    bool taken = external_named(s, name) || solver_known(name, &ignored);
    text_release(&ignored);
    if (taken || *name == '-' || strchr(name, ':'))
        return text_error(err, "%s: '%s' cannot name an external solver; choose a new word without ':'.", where, name);
    if (!format_find(words->v[2]))
        return text_error(err, "%s: there is no format '%s'; 'loophole list formats' shows them.", where, words->v[2]);
    struct external *e = mem_new(1, sizeof *e);
    struct text command = {0};
    for (int i = 3; i < words->n; i++) text_add(&command, "%s%s", i > 3 ? " " : "", words->v[i]);
    *e = (struct external){mem_string(name), mem_string(words->v[2]), mem_string(text_string(&command))};
    text_release(&command);
    MEM_PUSH(s->external, s->externals, s->external_cap, e);
    return true;
}

void external_release(struct suite *s)
{
    for (int i = 0; i < s->externals; i++) {
        mem_free(s->external[i]->name);
        mem_free(s->external[i]->format);
        mem_free(s->external[i]->command);
        mem_free(s->external[i]);
    }
    mem_free(s->external);
}

const struct external *external_chosen(const struct suite *s, const char *choices)
{
    struct strings words = {0};
    const struct external *e = NULL;
    strings_split(&words, choices);
    for (int i = 0; i + 1 < words.n; i++)
        if (!strcmp(words.v[i], "--solver")) e = external_named(s, words.v[i + 1]);
    strings_release(&words);
    return e;
}

void external_words(const struct run *r, const char *self, const char *dir, struct strings *words)
{
    const char *const fixed[] = {"sh", "-c", script, "sh", self, dir, r->external->format, r->external->command};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) strings_add(words, fixed[i]);
    strings_split(words, r->instance);
    struct strings choices = {0};
    strings_split(&choices, r->choices);
    for (int i = 0; i < choices.n; i++) {
        if (strcmp(choices.v[i], "--solver"))
            strings_add(words, choices.v[i]);
        else
            i++;
    }
    strings_release(&choices);
}

/* The kernel counts CPU time by ticks: a program that was stopped at its limit of 10 seconds may report 8.2. */
static bool spent(double cpu, double limit) { return cpu > 0.8 * limit - 0.5; }

/* An objective value that the program does not call the optimum answers nothing; a wrong solution is a lie. */
const char *external_status(const json_t *o, int status, double cpu, double limit)
{
    const char *claim = json_string_value(json_object_get(o, "claim"));
    if (!claim) return NULL;
    bool valued = !json_is_null(json_object_get(o, "objective_value"));
    switch (status) {
    case 0:
        if (!valued) return "satisfiable";
        return strcmp(claim, "optimal") ? "unknown" : claim;
    case 1:
        return "failed";
    case 3:
        return spent(cpu, limit) ? "timeout" : "unknown";
    case CRASHED:
        return spent(cpu, limit) ? "timeout" : "crashed";
    default:
        return status == 20 ? claim : NULL;
    }
}
