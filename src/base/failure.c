
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

static struct failure_hook failed;

void failure_handle(void (*handler)(void *state, enum failure what, const char *sentence), void *state)
{
    failed.handler = handler;
    failed.state = state;
}

struct failure_hook failure_now(void) { return failed; }

void failure_pass(struct failure_hook to, enum failure what, const char *sentence)
{
    if (to.handler) {
        to.handler(to.state, what, sentence);
    } else {
        fprintf(stderr, "loophole: %s\n", sentence);
    }
}

/* There may be no memory left: the sentence lies on the stack. */
_Noreturn static void fail(enum failure what, const char *sentence)
{
    failure_pass(failed, what, sentence);
    abort();
}

_Noreturn void fatal(const char *sentence, ...)
{
    char said[1000];
    va_list args;
    va_start(args, sentence);
    vsnprintf(said, sizeof said, sentence, args);
    va_end(args);
    text_clean(said);
    fail(FAILURE_MACHINE, said);
}

_Noreturn void failure_bug(const char *file, int line, const char *condition)
{
    char said[1000];
    snprintf(said, sizeof said, "%s:%d: this must hold, and does not: %s.", file, line, condition);
    fail(FAILURE_BUG, said);
}
