/* Files: read whole, and written whole or not at all. */
#ifndef FILE_H
#define FILE_H

#include "base/child.h"

#include <stdio.h>

/* What is read, and how many megabytes of it there may be, so that a device or a flood ends with a sentence. */
struct cap {
    const char *what;
    int megabytes;
};
extern const struct cap file_cap_instance, file_cap_formula, file_cap_answer, file_cap_suite, file_cap_rows,
    file_cap_proof;

/* Adds a whole text file to out; "-" is standard input. A file whose name ends in .gz, .xz or .zst is unpacked. False,
 * with a sentence: it cannot be read, holds a zero byte, or is longer than the cap. */
bool file_read(const char *name, const struct cap *cap, struct text *out, struct text *err);
/* Adds any bytes, zeros among them; with unpack, of a packed file what it holds. */
bool file_read_bytes(const char *name, const struct cap *cap, bool unpack, struct text *out, struct text *err);
/* The next line of standard input, without its end and blanks before it. False: there is none, or
 * err says what is wrong. */
bool file_line(const struct cap *cap, struct text *line, struct text *err);
/* errno as a sentence: KIND ("" or "The directory ") NAME cannot be read, and what to do. False;
 * what the machine lacks, memory or descriptors, is fatal. */
bool file_refused(const char *kind, const char *name, const char *advice, struct text *err);

/* A file that appears complete or not at all: it is written next to its name, and file_commit
 * renames it. "-" is standard output. What exists and is no regular file is written directly. A
 * name that ends in .gz, .xz or .zst is written through gzip, xz or zstd, and file_read reads it
 * back. */
struct file {
    FILE *out;
    char *name, *temporary; /* temporary: the name it has till then, which Ctrl-C would leave behind; NULL: none */
    bool unnamed;           /* it gets its name when it is complete */
    int fd;                 /* of the file itself; out may be a compressor in front of it */
    struct child packer;
    const char *program; /* what the packer is; NULL: there is none */
};
/* Opens a file. f->out is the stream to write. False, with a sentence: it cannot be written. End
 * it by file_commit or file_abandon. */
bool file_open(struct file *f, const char *name, struct text *err);
/* Opens a file that a program writes, whatever the ending of the name: the program reads what is
 * written to f->out, and its output goes into the file. `options` are words of a shell. */
bool file_open_through(struct file *f, const char *name, const char *program, const char *options, struct text *err);
/* Closes the file and gives it its name. False, with a sentence: something could not be written,
 * and nothing is left. */
bool file_commit(struct file *f, struct text *err);
void file_abandon(struct file *f);
/* Write a whole file; file_write_in: the file `name` of the directory `dir`. */
bool file_write_bytes(const char *name, const struct text *t, struct text *err);
bool file_write_in(const char *dir, const char *name, const struct text *t, struct text *err);
/* Has the file's name one of the endings ("cnf opb", or ".cnf .opb"), perhaps with one of a packed file behind it? */
bool file_has_ending(const char *name, const char *endings);
/* Makes a directory, not its parents, if there is none of the name. `advice` ends the sentence that
 * says why it cannot be made. */
bool directory_add(const char *name, const char *advice, struct text *err);
/* Makes a directory, or takes one that is empty. */
bool directory_new(const char *name, struct text *err);
/* The program that runs. */
void file_program(struct text *out);

bool file_exists(const char *name);
/* A file of a certificate, or none, which its reader reports. False, with a sentence: a device,
 * which may never end, or a pipe, whose reader waits for a writer. */
bool file_regular(const char *name, struct text *err);

#endif
