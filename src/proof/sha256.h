/* SHA-256 (FIPS 180-4), to detect files that were damaged or mixed up. */
#pragma once

#include <stddef.h>

enum { SHA256_HEX = 64 };
/* Writes the hash of n bytes to hex: 64 digits and a zero byte. */
void sha256(const char *bytes, size_t n, char hex[SHA256_HEX + 1]);
