/* Directories for the files of a program that this one runs. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include "base/base.h"

/* A new directory in TMPDIR; one that a killed run has left is removed -- */
struct scratch {
    char *dir;
    int lock;
};
bool scratch_open(struct scratch *s, struct text *err);
void scratch_close(struct scratch *s);

#endif
