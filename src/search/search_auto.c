/* Which way an answer is looked for, if nobody said (--engine auto): the SAT loop wherever that is
 * predicted to take seconds, as its refutations can be certified; else what is predicted to be
 * quickest. Predictions are of measured runs: they cost time if they are wrong, never an answer. */
#include "search/session.h"

#include <string.h>

bool search_free(const struct problem *q) { return !q->choices.named; }

static void say(double seconds, struct text *out)
{
    if (seconds < 2)
        text_put(out, "a second");
    else if (seconds < 120)
        text_add(out, "%.0f seconds", seconds);
    else if (seconds < 2 * 3600)
        text_add(out, "%.0f minutes", seconds / 60);
    else
        text_put(out, "many hours");
}

void search_auto_note(const char *what, const char *name, double seconds, double loop, struct text *note)
{
    text_clear(note);
    text_add(note, "The %s %s is used, which should take about ", what, name);
    say(seconds, note);
    text_put(note, " of CPU here, and the SAT loop ");
    say(loop, note);
    text_put(note, "; --engine sat asks for the loop.");
}

const struct dedicated_search *search_auto(const struct problem *q, bool all, struct text *note)
{
    const struct dedicated_search *best = NULL;
    if (search_asked(q->choices.engine) || search_asked(q->choices.search) || !search_free(q) ||
        !q->formulation->seconds)
        return NULL;
    double loop = q->formulation->seconds(q->instance, all), least = loop;
    if (loop <= LOOP_SECONDS) return NULL;
    for (const struct dedicated_search *dedicated = q->puzzle->searches; dedicated && dedicated->name; dedicated++) {
        double seconds =
            dedicated->seconds && !(all && dedicated->decides) && dedicated_search_wanted(dedicated, q->instance, true)
                ? dedicated->seconds(q->instance, all)
                : -1;
        if (seconds < 0 || seconds >= least) continue;
        best = dedicated;
        least = seconds;
    }
    if (best) search_auto_note("engine", best->name, least, loop, note);
    return best;
}
