/* Commands without a question: options and operands, within limits. */
#include "base/interrupt.h"
#include "question/request.h"
#include "question/within.h"

/* What a command without a question is given. */
struct given {
    const struct command *c;
    struct options o;
    char **operand;
    int operands, status;
    struct job stop;
};

static void answer(void *state)
{
    struct given *g = state;
    g->status = g->c->given(&g->o, g->operand, g->operands, &g->stop);
}

int arguments_run(const struct command *c, int argc, char **argv)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct given g = {.c = c, .status = EXIT_USAGE};
    struct text err = {0};
    request_sections(c, NULL, sections);
    struct choices limits = {0};
    bool ok = options_parse(&g.o, sections, c->name, argc, argv, &g.operand, &g.operands, &err) &&
              options_check(&g.o, sections, c->name, &err);
    if (ok) options_fill(&g.o, choices_limits, &limits);
    job_begin(&g.stop, limits.seconds, limits.megabytes);
    if (!ok) complain(g.status, "%s", text_string(&err));
    if (c->takes & TAKES_INTERRUPTS) g.stop.interruptible = true;
    if (ok && !(c->takes & TAKES_LIMITS)) answer(&g);
    if (ok && c->takes & TAKES_LIMITS) {
        job_hold(&g.stop);
        if (!within(&g.stop, answer, &g, c->loss, &g.status)) stop_exit(g.status);
    }
    options_release(&g.o);
    mem_free(g.operand);
    text_release(&err);
    return g.status;
}
