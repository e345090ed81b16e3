/* Removes incomplete files and directories when the process ends early. */
#pragma once

#include <stdbool.h>

struct text;

/* temporary_add registers a name before its file or directory is made; temporary_drop removes the
 * entry once that is complete or gone. Names are copied. */
void temporary_add(const char *name);
void temporary_drop(const char *name);
/* Drops the name. If it is not complete, removes the file, or the directory with its contents,
 * except subdirectories that are not empty. */
void temporary_end(const char *name, bool complete);
void temporary_clear(const char *name); /* removes these contents only */
/* Rename files to their final names between these two calls, so that none appears after
 * temporary_remove. The second one keeps errno. */
void temporary_hold(void);
void temporary_release(void);
/* Removes the registered files and directories, as temporary_end does; allocates no memory.
 * The caller is about to end the process: other threads block in temporary_hold from then on. */
void temporary_remove(void);

/* A directory in TMPDIR for the files of a child process. */
struct scratch {
    char *dir;
    int lock;
};
/* Makes it, and removes those that killed runs left. False, with a sentence: it cannot be made. */
bool scratch_open(struct scratch *s, struct text *err);
void scratch_close(struct scratch *s);
