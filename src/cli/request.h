/* Command lines: the arguments of a command, and a request, which is a parsed command line. */
#pragma once

#include "search/problem.h"

/* Exit statuses next to those of enum status. EXIT_MORE: there are more solutions than --limit, or
 * than the one of --unique. EXIT_STOPPED: a limit or a signal came before the whole answer. */
enum {
    EXIT_DONE = 0,
    EXIT_NO = 1,
    EXIT_INPUT = 1,
    EXIT_USAGE = 2,
    EXIT_SYSTEM = 3,
    EXIT_MORE = 4,
    EXIT_STOPPED = 5,
    EXIT_CLAIM = 20
};

struct request;

/* Flags of what a command takes. PROBLEM: operands or -f FILE state it. FROM: or --from FILE. GAME:
 * --load-game FILE begins with it. DIRECTORY: the comments of problem.cnf in the only operand state
 * it. SAMPLE: without an instance, the puzzle's first sample is used. PUZZLES: the options of
 * puzzles and of their generators, which it checks itself. CTRL_C: it polls its job, and ends with
 * its result so far; else a signal ends the process. The others are options that commands share:
 * CHOICES for formulation, encoders, solver, search and limits, LIMITS for these alone. */
enum { TAKES_PROBLEM = 1, TAKES_FROM = 2, TAKES_GAME = 4, TAKES_DIRECTORY = 8, TAKES_SAMPLE = 16, TAKES_PUZZLES = 32 };
enum { TAKES_CHOICES = 64, TAKES_LIMITS = 128, TAKES_PROOFS = 256, TAKES_PICTURE = 512, TAKES_JSON = 1024 };
enum { TAKES_PROGRESS = 2048, TAKES_CTRL_C = 4096, TAKES_APART = 8192 };

/* A command, which command_NAME.c exports. */
struct command {
    const char *name, *usage;
    const char *group; /* the heading above it in help; commands of a group follow each other in commands[] */
    const char *about; /* one line of help, at most 60 letters, in the imperative */
    const char *text;  /* a paragraph: what it does, and its exit statuses if they differ from those of others */
    /* One to three shell lines, each with an explanation; the rest is NULL. A test runs those of
     * all commands, in their order, in one directory, and with --json where the command takes
     * that. */
    struct command_example {
        const char *line, *about;
    } examples[4];
    void (*operands)(struct text *words); /* adds words that may follow its name, or FILE, for completion; or NULL */
    const struct option *options;         /* its own, which fill a struct of own_size bytes, request.own; NULL: none */
    size_t own_size;
    /* Before the problem is read from its words: may make a statement of them. False, with a
     * sentence. NULL: none. */
    bool (*restate)(struct request *r, struct text *err);
    unsigned takes; /* the above */
    /* Shared options that are refused because they have no effect on it: names, separated by
     * blanks. After a name and ":" follows what gives it an effect, as in `needs` of struct option
     * ("solver:bound=optimum"). */
    const char *without;
    /* The loss if a limit or a signal ends it before its answer, as in "nothing is proved"; it then
     * ends with EXIT_STOPPED. NULL: it sets its own final output. */
    const char *loss;
    /* Answers if a limit or a signal came before the problem was read, without streams. Returns the
     * exit status. NULL: EXIT_STOPPED. */
    int (*unread)(const struct request *r);
    int (*run)(struct request *r); /* returns the exit status */
};
/* The members for a command's own options: NAME_options fills a struct NAME_choices. */
#define COMMAND_OPTIONS(name) .options = name##_options, .own_size = sizeof(struct name##_choices)

extern const struct command *const commands[]; /* ends with NULL; commands/commands.c */
const struct command *command_find(const char *name);

/* The values of the options that commands share. Texts are borrowed from the request. */
struct shown {
    const char *file, *from, *load;
    bool json, quiet, verbose;
    const char *svg, *png, *caption;
    bool ascii, legend, only_true;
    int color;       /* enum color */
    int proof_check; /* enum prove */
    const char *log;
};
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct request {
    /* its options are all given ones; the rest is empty if the command has no problem */
    struct stated_problem stated;
    struct shown shown;
    void *own;        /* the struct that the command's own options fill; NULL: it has none */
    struct job job;   /* begun when the options were read */
    struct text note; /* notes for the user, for example that another formulation is used */
    struct embedded embedded;
    char **operand; /* in the order of the command line */
    int operands;
    int argc; /* the command line itself, borrowed */
    char **argv;
};
/* Whether the word is a link to a board; an address bar leaves out how it begins. */
bool request_link(const char *word);

/* Parses argv[0..argc-1], the words after the command's name, and runs the command. Returns its
 * exit status. */
int request_run(const struct command *c, int argc, char **argv);
void request_release(struct request *r);
/* Reads a bound on the objective: a number, or the word ("" for none), which leaves *value as it
 * is. False, with a sentence: it is neither, or the problem has no objective. */
bool request_read_bound(const struct request *r, const char *bound, const char *word, int64_t *value, struct text *err);
/* Bounds the request's problem by the value `bound`; NULL: leaves it without a bound. False, after
 * an error message for EXIT_USAGE: the problem has no objective, or that is no number. */
bool request_within(struct request *r, const char *bound);
/* Adds what solutions within the bound have: "at least 8 gunports". */
void request_bound_words(const struct request *r, struct text *out);

/* The condition for an effect of the option on the command, written as in struct option. NULL:
 * none; "": it never has an effect. */
const char *request_needs(const struct command *c, const struct option *o);
/* Whether the option has an effect on the command, whatever else is given. */
bool request_takes(const struct command *c, const struct option *o);
/* Whether the section is one of those that commands share, which `help options` explains. */
bool request_shares(const struct options_section *section);
/* Writes the option tables of a command line, ended by a NULL title: the command's own, the shared
 * ones, the puzzle's. If p is NULL (not known yet), a command on a problem gets the tables of all
 * puzzles. */
enum { REQUEST_SECTIONS = 32 };
void request_sections(const struct command *c, const struct puzzle *p,
                      struct options_section section[REQUEST_SECTIONS]);

/* Prints one sentence on stderr. Returns status. */
int report_error(int status, const char *sentence, ...) __attribute__((format(printf, 2, 3)));
/* The cause that ended a job: "the time limit". */
const char *report_error_cause(struct job *j);
/* The final output if there is no answer (see base/watchdog.h): prints what stopped the job and
 * what is lost, as in "nothing is proved", or the failure. Uses no streams, which other threads may
 * hold. Returns EXIT_STOPPED or EXIT_SYSTEM. */
int report_error_lost(struct job *j, const char *loss, const char *failure);
