/* SHA-256 (FIPS 180-4): so that what was damaged on its way is seen. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 64 };
/* hex gets 64 digits and a zero byte. */
void sha256(const char *bytes, size_t n, char hex[SHA256_HEX + 1]);

#endif
