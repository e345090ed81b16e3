/* Commands: what a command_X.c exports, and the request that all of them parse the same way (layer 5). */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/child.h"
#include "search/search.h"

#include <stdio.h>

/* Exit statuses beside those of search.h's enum status. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3 };

struct command {
    const char *name, *usage, *about;
    const struct option *options; /* its own, beside those of struct request; ends with a NULL name; or NULL */
    /* What it reads of a request: a puzzle's question (1), with choices of formulation, encoders, solver (2), an
       output picture (4), and whether it asks interrupted() and ends well by itself (8): else a signal ends it at once. */
    unsigned takes;
    int (*run)(const struct command *self, int argc, char **argv);
};
enum { TAKES_QUESTION = 1, TAKES_CHOICES = 2, TAKES_PICTURE = 4, TAKES_INTERRUPTS = 8 };

extern const struct command *const commands[]; /* ends with NULL; in main.c */
const struct command *command_find(const char *name);

/* The shared options, by group; each ends with a NULL name. */
extern const struct option question_options[], choice_options[], picture_options[];

/* What a file that encode wrote says of itself, beside the question (--from). */
struct carried {
    char *format; /* NULL: there is no such file */
    int vars, model_vars;
    bool bounded;
    int64_t most; /* of the objective's sum */
};

/* A command line, understood. */
struct request {
    const struct puzzle *puzzle;
    const struct formulation *formulation;
    struct instance *instance;
    struct options options; /* all that were given: the puzzle's, the shared, the command's */
    struct quest quest;     /* filled in from the above */
    struct text note;       /* what the user should know: another formulation was used, and why */
    /* The question as it can be asked again: words and the file's text. */
    char **word;
    int words;
    size_t word_cap;
    char *text, *text_name;
    int text_line;
    struct carried carried;
};

/* Understands argv[0..argc-1] (behind the command's name). False: the sentence is on stderr and *status is the exit
 * status. request_release in both cases. */
bool request_parse(struct request *r, const struct command *c, int argc, char **argv, int *status);
void request_release(struct request *r);
/* Both, and `answer` in between; an exit status. */
int request_run(const struct command *c, int argc, char **argv, int (*answer)(const struct request *));
/* -- command_choices.c, for request_parse -- */
bool request_choices(struct request *r, struct text *err);     /* those that can be judged without an instance */
bool request_formulation(struct request *r, struct text *err); /* the one asked for, or the first that applies */

/* Poses the question as the loop does: all solutions whose objective's sum is <= most (INT64_MAX: whatever it is), or of those
 * that are as good some. */
void request_pose(const struct request *r, int64_t most, struct model *m);
/* A short model of it, for its objective. */
struct model *request_outline(const struct request *r);

/* Parses options and operands only, for commands without a question: options go to o, operands to *operand. */
bool arguments_parse(const struct option *const *tables, int argc, char **argv, struct options *o, char ***operand,
                     int *operands, struct text *err);

/* The request in the comments of a file that encode writes, so that decode --from needs nothing else: lines for struct
 * page. */
void carry_write(const struct request *r, struct text *out);
/* Takes the question and the choices out of such a file. False, with a sentence, if it carries none. */
bool carry_read(struct request *r, const char *file, struct text *err);

/* One sentence on stderr; returns status. */
int complain(int status, const char *sentence, ...) __attribute__((format(printf, 2, 3)));

/* -- command_file.c -- */
/* Reads a whole file, "-" being standard input. */
bool read_file(const char *name, struct text *out, struct text *err);

/* Files that appear complete or not at all: written beside their name, renamed by file_commit. "-" is standard output; what
 * exists and is no regular file is written directly. A name that ends in .gz, .xz or .zst is written through gzip, xz, zstd,
 * and read_unpacked reads it back. */
struct file {
    FILE *out;
    char *name, *temporary; /* temporary: the name it has till then, which Ctrl-C would leave behind; NULL: none */
    bool beside;            /* it gets its name when it is complete */
    int fd;                 /* of the file itself; out may be a compressor in front of it */
    struct child packer;
};
bool file_open(struct file *f, const char *name, struct text *err);
bool file_commit(struct file *f, struct text *err);
void file_abandon(struct file *f);
/* The file `name` in the directory `dir`, whole or not at all. */
bool write_in(const char *dir, const char *name, const struct text *t, struct text *err);
bool read_unpacked(const char *name, struct text *out, struct text *err);

/* Shows a picture as the request's options ask: on stdout in the terminal's terms, to --svg FILE, to --pbm FILE. */
bool show_picture(const struct request *r, const struct canvas *c, struct text *err);
struct canvas_style terminal_style(const struct options *o, FILE *out);

/* -- command_peer.c: `--solver peer:NAME`, another program that solves the whole question -- */
bool peer_asked(const char *solver);
enum status peer_solve(const struct request *r, struct answer *a);
void peer_version(const char *solver, struct text *out);
/* -- command_scratch.c: a new directory in TMPDIR; one that a killed run has left is removed -- */
struct scratch {
    char *dir;
    int lock;
};
bool scratch_open(struct scratch *s, struct text *err);
void scratch_close(struct scratch *s);
void peers_list(struct text *out); /* those that are installed: "name\tversion\n" */

/* -- command_answer.c -- */
/* The text that --answer names, standard input if it names none; packed files are unpacked. */
bool answer_read(const struct request *r, struct text *out, struct text *err);
/* The picture of a solution that was judged right, or of the bare instance (NULL); an exit status. */
int answer_draw(const struct request *r, const char *solution);
/* The verdict; `more` is said behind the figure, if the model has an objective. */
void answer_praise(const struct request *r, const struct model *m, int64_t figure, const char *more);

/* The witnesses of another program's answer: the model, then the puzzle's own recount of the text, and whether the
 * objective's sum is <= most. */
struct reply;
bool reply_recount(const struct request *r, const struct model *m, int64_t most, const struct reply *reply,
                   struct text *solution, int64_t *figure, struct text *err);

/* Was Ctrl-C pressed? In main.c. */
bool interrupted(void);

#endif
