/* A certificate's manifest: what it claims, and the hash of each of its files and of itself.
 *
 * manifest.json is a JSON object; its field "files" has a name, a size and a SHA-256 for each other
 * file of the directory, and its last field "sha256" is the hash of all bytes before the comma in
 * front of it. So every byte of a certificate is covered. Hashes show what was damaged on its way;
 * they say nothing about who made it. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include "base/base.h"

#include <jansson.h>

/* Adds the field "files" to the object and writes it into the directory. Keeps no reference. */
bool manifest_write(const char *dir, json_t *o, struct text *err);
/* Reads it and holds every file of the directory against it. NULL, with a sentence that says where it fails. */
json_t *manifest_read(const char *dir, struct text *err);

/* The text of the file that a field names, unpacked; false, with a sentence, if there is no such field. */
bool manifest_file(const char *dir, const json_t *o, const char *field, struct text *out, struct text *err);

#endif
