/* The options that commands share, by group; each ends with a NULL name. */
#ifndef CHOICES_H
#define CHOICES_H

#include "base/options.h"

extern const struct option question_options[], choice_options[], picture_options[], limit_options[];

#endif
