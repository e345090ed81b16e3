/* The program: runs the command that the first word names, and checks that its output was
 * written. */
#include "base/temporary.h"
#include "base/version.h"
#include "base/terminal.h"
#include "base/json.h"
#include "cli/request.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Ends the program after a failure. A system error has its own exit status; after
 * others it returns, and the caller aborts. */
static void end(void *state, enum failure what, const char *sentence)
{
    fflush(stdout); /* not all streams: a solver's pipe may have failed */
    fprintf(stderr, "loophole: %s\n", sentence);
    temporary_remove();
    if (what == FAILURE_MACHINE) _exit(EXIT_SYSTEM);
}

/* Reports an unknown command and suggests another: a missing command before a puzzle's name, or a
 * similar word. Returns the exit status. */
static int no_command(int argc, char **argv)
{
    SCOPED(text) sentence = {0}, known = {0};
    if (puzzle_find(argv[1])) {
        text_add(&sentence, "%s is a puzzle, not a command; type: loophole solve", argv[1]);
        for (int i = 1; i < argc; i++) strings_line_shell(&sentence, " ", argv[i]);
        if (argc == 2) text_add(&sentence, " %s", puzzle_find(argv[1])->notation.example);
    } else {
        text_add(&sentence, "There is no command '%s'; 'loophole help' lists them.", argv[1]);
        for (int i = 0; commands[i]; i++) text_add(&known, " %s", commands[i]->name);
        for (int i = 0; puzzles[i]; i++) text_add(&known, " %s", puzzles[i]->name);
        strings_guess(&sentence, argv[1], text_string(&known));
    }
    return report_error(EXIT_USAGE, "%s", text_string(&sentence));
}

/* Checks that the output was written and returns the final exit status. If its reader closed the
 * pipe, the program ends by SIGPIPE, without a message. */
static int ended(int status)
{
    fflush(stdout);
    if (terminal_closed(stdout)) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if ((fflush(stdout) || ferror(stdout)) && status != EXIT_SYSTEM)
        return report_error(EXIT_SYSTEM, "Standard output cannot be written; is the disk full, or the stream closed?");
    return status;
}

/* Opens the descriptors of closed standard streams, so that no file opened later becomes a standard
 * stream. */
static void hold_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd) return;
}

int main(int argc, char **argv)
{
    hold_streams();
    failure_handle(end, NULL);
    json_begin();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* reaching a file size limit is handled like a full disk */
    setlocale(LC_CTYPE, "");
    const char *name = argc > 1 ? argv[1] : "help";
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) name = "help";
    if (!strcmp(name, "--version") || !strcmp(name, "-V") || !strcmp(name, "version")) {
        printf("loophole %s%s%s%s\n", version_number, *version_commit ? " (" : "", version_commit,
               *version_commit ? ")" : "");
        return ended(EXIT_DONE);
    }
    const struct command *c = command_find(name);
    if (!c) return no_command(argc, argv);
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return ended(request_run(command_find("help"), 1, &argv[1]));
    return ended(request_run(c, argc > 2 ? argc - 2 : 0, argv + 2));
}
