/* The terms of a PB constraint, by weight. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "cnf/encoder.h"

struct weighted {
    int64_t w;
    lit x;
};

/* c's terms, the heaviest or the lightest first, equal ones by variable; free it. */
struct weighted *weights_sorted(const struct constraint *c, bool heaviest_first);
/* The same, as they come. */
struct weighted *weights_plain(const struct constraint *c);

#endif
