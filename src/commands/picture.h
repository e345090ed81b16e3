/* Pictures as the options ask for them. */
#ifndef PICTURE_H
#define PICTURE_H

#include "question/request.h"

#include <stdio.h>

/* Shows a picture as the request's options ask: on stdout in the terminal's terms, to --svg FILE, to --pbm FILE. */
bool show_picture(const struct request *r, const struct canvas *c, struct text *err);
struct canvas_style terminal_style(const struct options *o, FILE *out);

#endif
