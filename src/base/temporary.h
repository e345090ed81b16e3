/* Files and directories that must not outlive the process half done. */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include "base/base.h"

/* Registers a name, before the file or the directory is made; drops it once that is complete or
 * gone. Names are copied. */
void temporary_add(const char *name);
void temporary_drop(const char *name);
/* Removes the file, or what the directory holds but for directories that are not empty; and drops the name. */
void temporary_discard(const char *name);
/* Files get their final names between these two, so that none appears after temporary_remove. */
void temporary_hold(void);
void temporary_release(void);
/* Removes the registered files, and what the registered directories hold; needs no memory.
 * Afterwards temporary_hold waits for ever in other threads: this one is about to end the process. */
void temporary_remove(void);

/* A new directory in TMPDIR for the files of a program that this one runs; directories that a killed run has left are
 * removed first. False, with a sentence: it cannot be made. */
struct scratch {
    char *dir;
    int lock;
};
bool scratch_open(struct scratch *s, struct text *err);
void scratch_close(struct scratch *s);

#endif
