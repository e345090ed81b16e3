/* Answers that other programs and people give: read, judged, praised. */
#ifndef ANSWER_H
#define ANSWER_H

#include "commands/picture.h"

/* The text that --answer names, standard input if it names none; packed files are unpacked. */
bool answer_read(const struct request *r, struct text *out, struct text *err);
/* The picture of a solution that was judged right, or of the bare instance (NULL); an exit status. */
int answer_draw(const struct request *r, const char *solution);
/* The verdict; `more` is said behind the figure, if the model has an objective. */
void answer_praise(const struct request *r, const struct model *m, int64_t figure, const char *more);

#endif
