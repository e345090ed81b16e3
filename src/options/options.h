/* Options: the choices of a user on a command line, in a file's header, in a suite or through the
 * library.
 *
 * A table of struct option describes each choice once: parsing, checks, help, man pages and
 * completion read it. The values of a table go to the fields of one struct: options_fill writes
 * them as numbers, words and texts. */
#pragma once

#include "base/strings.h"

#include <stddef.h>
#include <stdint.h>

enum option_type {
    OPTION_TEXT,    /* const char *: any text, or one of `words` if there are some; NULL if it was not given */
    OPTION_FLAG,    /* bool: takes no value */
    OPTION_INTEGER, /* int, from least to most */
    OPTION_SECONDS, /* double, from 0 to 1000000000 */
    OPTION_YES_NO,  /* enum option_answer */
    OPTION_WORD,    /* int: the index of the value among `words`; the first word is the initial value */
    OPTION_PARSED,  /* what `parse` writes */
};

enum option_answer { OPTION_UNSET, OPTION_YES, OPTION_NO };
static inline bool option_is_yes(enum option_answer a, bool by_default)
{
    return a == OPTION_UNSET ? by_default : a == OPTION_YES;
}

/* The effects of an option. */
enum option_flags {
    OPTION_SHAPES = 1,      /* shapes the formula: files that encode writes keep it, certificates and cubes too */
    OPTION_SOLVES = 2,      /* chooses how to solve: without any of these, dedicated searches may answer */
    OPTION_CERTIFIED = 4,   /* allowed in a certificate's manifest as well */
    OPTION_WORKER = 8,      /* passed on to the workers of a cube run */
    OPTION_SUITE_LINE = 16, /* a suite has its own line for it, so it is not an axis of a comparison */
    OPTION_MODEL = 32,      /* acts on models with integers and graphs only (struct puzzle) */
    OPTION_FILES = 64       /* acts on puzzles that are files of variables only */
};

struct option {
    const char *name;     /* without the dashes */
    char letter;          /* its short name; 0: none */
    const char *argument; /* the value's name for help; NULL: a flag, or its words are shown */
    enum option_type type;
    unsigned flags;
    int64_t least, most; /* OPTION_INTEGER */
    const char *words;   /* OPTION_WORD, OPTION_TEXT: the possible values, "auto always never" */
    const char *initial; /* its value if it was not given, in the notation of the command line; NULL: zero */
    /* OPTION_PARSED: reads a value into the field (NULL: only checks it). False, with a sentence:
     * it is invalid. */
    bool (*parse)(const char *value, void *field, struct text *err);
    /* It has no effect without this other option of the command line ("run"), or, after "!", with
     * it ("!run"); a value may follow ("bound=optimum"), and nothing after a blank counts. NULL: it
     * always has one. */
    const char *needs;
    size_t offset; /* of the field in the struct that options_fill writes */
    const char *help;
};

/* Rows of tables. A file with a table defines FIELD(field) as ".offset = offsetof(struct S,
 * field)". More members may follow the help, as .letter = 'q'. */
#define FLAG_OPTION(name_, field, help_, ...)                                                                          \
    {                                                                                                                  \
        .name = name_, .type = OPTION_FLAG, FIELD(field), .help = help_, __VA_ARGS__                                   \
    }
#define TEXT_OPTION(name_, argument_, field, help_, ...)                                                               \
    {                                                                                                                  \
        .name = name_, .argument = argument_, FIELD(field), .help = help_, __VA_ARGS__                                 \
    }
#define INTEGER_OPTION(name_, argument_, least_, most_, field, help_, ...)                                             \
    {                                                                                                                  \
        .name = name_, .argument = argument_, .type = OPTION_INTEGER, .least = least_, .most = most_, FIELD(field),    \
        .help = help_, __VA_ARGS__                                                                                     \
    }
#define SECONDS_OPTION(name_, field, help_, ...)                                                                       \
    {                                                                                                                  \
        .name = name_, .argument = "SECONDS", .type = OPTION_SECONDS, FIELD(field), .help = help_, __VA_ARGS__         \
    }
#define YES_NO_OPTION(name_, field, help_, ...)                                                                        \
    {                                                                                                                  \
        .name = name_, .type = OPTION_YES_NO, FIELD(field), .help = help_, __VA_ARGS__                                 \
    }
#define WORD_OPTION(name_, words_, field, help_, ...)                                                                  \
    {                                                                                                                  \
        .name = name_, .type = OPTION_WORD, .words = words_, FIELD(field), .help = help_, __VA_ARGS__                  \
    }
#define PARSED_OPTION(name_, argument_, parse_, field, help_, ...)                                                     \
    {                                                                                                                  \
        .name = name_, .argument = argument_, .type = OPTION_PARSED, .parse = parse_, FIELD(field), .help = help_,     \
        __VA_ARGS__                                                                                                    \
    }

/* A table with a title, for help. */
struct options_section {
    const char *title;
    const struct option *options; /* ends with a NULL name */
};

/* The given options, in order: each once, the last value counts. The values are texts that
 * options_check accepted; only this module parses them. Zeroed: none. */
struct options {
    int n;
    struct option_given {
        const struct option *option;
        char *value;
    } * v;
    size_t cap;
};
void options_release(struct options *o);

/* Returns the option of that name in a table (NULL: an empty one); NULL: there is none. */
const struct option *options_find(const struct option *table, const char *name);
/* Returns the option of that name in any of the sections, which end with a NULL title; NULL: there
 * is none. */
const struct option *options_find_section(const struct options_section *s, const char *name);
const struct option *options_find_letter(const struct options_section *s, char letter);

/* Splits argv into options and operands. "--name value", "--name=value", "-n value" and unique
 * beginnings of names are options; "--" ends them; a word like -3x4 is an operand. *operand borrows
 * from argv; free it with mem_free. Does not check values. False, with a sentence that refers to
 * 'loophole help HELP': an unknown option, or a missing value. `elsewhere` (or NULL) gets an
 * unknown option, as in "--name" or "-n", and adds to the sentence which other commands have it. It
 * returns whether any has. */
bool options_parse(struct options *o, const struct options_section *s, const char *help, int argc, char **argv,
                   char ***operand, int *operands, bool (*elsewhere)(const char *name, struct text *err),
                   struct text *err);
/* Binds the given options to the tables of these sections and checks each value. False, with a
 * sentence: an option is in none of them ("not for OWNER"; owner NULL: it is kept for another
 * call), or a value is invalid. */
bool options_check(struct options *o, const struct options_section *s, const char *owner, struct text *err);
/* Sets the value of an option of a table. False, with a sentence: it is invalid. */
bool options_set(struct options *o, const struct option *option, const char *value, struct text *err);
/* Stores a value unchecked, because the puzzle's tables may still be unknown. Replaces an earlier
 * value of the option. */
void options_keep(struct options *o, const struct option *option, const char *value);
/* Adds the options of `from` that o does not have; with override, all. */
void options_add(struct options *o, const struct options *from, bool override);

/* Fills the fields of *values that the table describes with the given values, which have been
 * checked, or else the initial values. Texts are borrowed from o. */
void options_fill(const struct options *o, const struct option *table, void *values);
/* The value as given, for code that writes a command line again; NULL: not given. */
const char *options_value(const struct options *o, const struct option *option);
/* Whether the condition holds, written as in struct option. */
bool options_meet(const struct options *o, const char *needs);
/* The next given option with one of these flags after `last` (NULL: the first); NULL: there is no
 * other. The value of a flag is "". */
const struct option_given *options_next(const struct options *o, unsigned flags, const struct option_given *last);
/* Adds "--name=value" for each given option with one of these flags. */
void options_words(const struct options *o, unsigned flags, struct strings *out);
/* Adds the values of an option for help: "auto|always|never", "SECONDS"; nothing for a flag. */
void options_argument(const struct option *o, struct text *out);

/* Writes a sentence that ends with "choose one of: a b c." and the name that was probably meant,
 * and releases the known names. The format is the beginning, and quotes the unknown name 'what'.
 * Returns false. */
bool options_unknown(struct text *err, struct text *known, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
