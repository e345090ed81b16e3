/* Pictures as the options ask for them. */
#ifndef PICTURE_H
#define PICTURE_H

#include "cli/request.h"

/* Shows a picture as the request's options ask, and frees it: on stdout in the terminal's terms, to --svg FILE,
 * --png FILE. about: in a sentence what it shows and what that rests on, for those who do not see
 * it. An exit status. */
int picture_show(const struct request *r, struct canvas *c, const char *about);
/* That of a solution that was judged right, or of the bare instance (NULL). */
int picture_solution(const struct request *r, const char *solution, const char *verdict);
/* The option that asks for a file of it; NULL: none does. */
const char *picture_file(const struct shown *o);
/* What this output can show: as the options ask, else as its kind, the locale and NO_COLOR say. */
struct canvas_style picture_style(const struct shown *o, FILE *out);

#endif
