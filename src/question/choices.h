/* The options that commands share, by group; each ends with a NULL name. */
#ifndef CHOICES_H
#define CHOICES_H

#include "base/options.h"

extern const struct option request_question_options[], choice_options[], request_picture_options[], choice_limits[];

#endif
