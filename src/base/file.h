/* Files: read whole, and written whole or not at all. */
#pragma once

#include "base/child.h"

#include <stdio.h>

/* A kind of input and its largest size in megabytes, so that a device or an endless stream is
 * refused. */
struct cap {
    const char *what;
    int megabytes;
};
extern const struct cap file_cap_instance, file_cap_formula, file_cap_answer, file_cap_suite, file_cap_rows,
    file_cap_proof;

/* Adds a whole text file to out; "-" is standard input. Unpacks what gzip, bzip2, xz, lzma or zstd
 * packed, by its first bytes or by the name, and leaves out a byte order mark of UTF-8. False, with
 * a sentence: it cannot be read, contains a zero byte, or is longer than the cap. */
bool file_read(const char *name, const struct cap *cap, struct text *out, struct text *err);
/* Adds the bytes of a file, which may contain zeros. With unpack: the unpacked contents of a packed
 * file. */
bool file_read_bytes(const char *name, const struct cap *cap, bool unpack, struct text *out, struct text *err);
/* Reads the next line of standard input, without its end and trailing blanks, and with byte 1
 * instead of a zero byte. False: the input ended (err is empty), or it is refused, with a
 * sentence. */
bool file_line(const struct cap *cap, struct text *line, struct text *err);
/* Writes errno as a sentence to err: KIND ("" or "The directory "), NAME, the reason, and the
 * advice. Returns false. If memory or descriptors ran out, it reports a system error instead. */
bool file_refused(const char *kind, const char *name, const char *advice, struct text *err);

/* An output file that appears complete or not at all: it is written next to its name, and
 * file_commit renames it. "-" is standard output. An existing file that is not regular is written
 * directly. If the name ends in .gz, .bz2, .xz, .lzma or .zst, a program packs it, and file_read
 * unpacks it. */
struct file {
    FILE *out;
    char *name, *temporary; /* temporary: its name until then, registered for removal (temporary.h); NULL: none */
    bool unnamed;           /* it has no name until it is complete (O_TMPFILE) */
    int fd;                 /* of the file itself; out may be a pipe to the packer */
    struct child packer;
    const char *program; /* the packer's name; NULL: none */
};
/* Opens a file; write to f->out. End with file_commit or file_abandon. False, with a sentence: it
 * cannot be written. */
bool file_open(struct file *f, const char *name, struct text *err);
/* Opens a file that a program writes, with any ending of the name: the program reads the bytes
 * written to f->out, and its output goes into the file. `options` are shell words. */
bool file_open_through(struct file *f, const char *name, const char *program, const char *options, struct text *err);
/* Closes the file and gives it its name. False, with a sentence: something could not be written,
 * and nothing is left. file_abandon closes it and leaves nothing. */
bool file_commit(struct file *f, struct text *err);
void file_abandon(struct file *f);
/* Write a whole file; file_write_in: the file `name` of the directory `dir`. False, with a
 * sentence: nothing is left. */
bool file_write_bytes(const char *name, const struct text *t, struct text *err);
bool file_write_in(const char *dir, const char *name, const struct text *t, struct text *err);
/* Whether the name has one of these endings ("cnf opb", or ".cnf .opb"), perhaps followed by that
 * of a packed file. */
bool file_has_ending(const char *name, const char *endings);
/* Makes a directory, unless it exists; not its parents. `advice` ends the error sentence. False: it
 * cannot be made. */
bool directory_add(const char *name, const char *advice, struct text *err);
/* A new directory that appears complete or not at all: its files are written in `path`, a hidden
 * directory next to it, or in it if it exists and is empty. Removes the files that a killed run
 * left there. False, with a sentence: it is not empty, cannot be made, or another run writes it. */
struct directory {
    char *name, *path; /* path is registered for removal (temporary.h) */
    bool exists;
    int lock;
};
bool directory_open(struct directory *d, const char *name, struct text *err);
/* Gives a complete directory its name; else leaves nothing. False, with a sentence in *err if the
 * name could not be given. */
bool directory_close(struct directory *d, bool complete, struct text *err);
/* Adds the path of the running program. */
void file_program(struct text *out);

bool file_exists(const char *name);
/* Whether a certificate's file is a regular one or does not exist (its reader reports that). False,
 * with a sentence: a device, which may never end, or a pipe, whose reader waits for a writer. */
bool file_regular(const char *name, struct text *err);
