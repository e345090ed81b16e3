/* The suites that come with the program, and their directory. */
#pragma once

#include "base/strings.h"

/* Finds a file or directory that came with the program: `built` in the source tree around the
 * program, else `installed` below the prefix. Returns false if there is neither. */
bool suites_shipped(const char *built, const char *installed, struct text *out);
/* The directory of the shipped suites: bench/suites of the working directory, if there is one.
 * False: there is none. */
bool suites_directory(struct text *out);
/* Adds the names of the shipped suites, each after a blank. */
void suites_names(struct text *out);
/* The text of the suite's line `about`; empty: it has none. */
void suites_about(const char *name, struct text *out);
