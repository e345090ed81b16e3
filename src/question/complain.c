#include "base/terminal.h"
#include "question/command.h"

#include <stdarg.h>
#include <stdio.h>

int complain(int status, const char *sentence, ...)
{
    va_list args;
    struct text said = {0};
    va_start(args, sentence);
    text_add_list(&said, sentence, args);
    va_end(args);
    text_show(&said);
    fflush(stdout);
    struct text line = {0};
    text_add(&line, "loophole: %s\n", text_string(&said));
    if (!terminal_closed(stdout)) terminal_words(stderr, text_string(&line));
    text_release(&line);
    text_release(&said);
    return status;
}
