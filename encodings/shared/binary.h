/* Numbers in binary, lowest bit first. */
#ifndef BINARY_H
#define BINARY_H

#include "cnf/encoder.h"

enum { BINARY_BITS = 64 };

/* The number of these bits (0: one that is never set) is at most the bound, or y (sign -1); at
 * least the bound, or -y (sign 1). y 0: it must be. Of the bits above each, those that the bound
 * lets decide are in its clause. */
void binary_compare(const lit *z, int bits, int64_t bound, int sign, lit y, struct cnf *f);

#endif
