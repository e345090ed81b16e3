/* A request: a command line about a puzzle, understood. Problem, choices, picture. */
#ifndef REQUEST_H
#define REQUEST_H

#include "cli/command.h"
#include "search/problem.h"

/* How the answer is shown, and where the instance is read. Texts are borrowed from the request's options. */
struct shown {
    const char *file;
    bool json, quiet;
    const char *svg, *png, *caption;
    bool ascii, no_color, legend;
    int color; /* enum color */
    bool prove, no_proof;
    const char *log;
};
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* A command line, understood. */
struct request {
    struct shown shown;
    const struct puzzle *puzzle;
    const struct formulation *formulation;
    struct instance *instance;
    struct options options; /* all that were given: the puzzle's, the shared, the command's */
    struct problem problem; /* filled in from the above */
    struct job job;         /* begun when the command line was read */
    struct text label;      /* the instance in a few words */
    struct text note;       /* what the user should know: another formulation was used, and why */
    struct statement statement;
    int argc; /* the command line itself, borrowed */
    char **argv;
    struct embedded carried;
};

/* Understands argv[0..argc-1] (behind the command's name) and has the command answer; an exit status. */
int request_run(const struct command *c, int argc, char **argv);
/* The parts of it, for a command that asks a problem of its own making. False: the sentence is on
 * stderr and *status is the exit status. request_release in both cases. argv is borrowed. */
bool request_parse(struct request *r, const struct command *c, int argc, char **argv, int *status);
/* The same of a file's text, whose first line names the puzzle; `name` is the file's, for messages. */
bool request_text(struct request *r, const struct command *c, const char *name, const char *text, int *status);
void request_release(struct request *r);
/* The request as a problem, which borrows everything from it. */
struct stated_problem request_problem(const struct request *r);
/* --bound as a bound of the objective's sum; INT64_MAX if it was not given. */
bool request_bound(const struct request *r, int64_t *most, struct text *err);

/* The tables that a command line is parsed, told and completed by: the command's own, the shared
 * ones, the puzzle's; while that is not known (NULL; a file may name it), those of all puzzles.
 * Ends with a NULL title. */
enum { REQUEST_SECTIONS = 32 };
void request_sections(const struct command *c, const struct puzzle *p,
                      struct options_section section[REQUEST_SECTIONS]);
/* Runs a command without a problem; an exit status. */
int arguments_run(const struct command *c, int argc, char **argv);

#endif
