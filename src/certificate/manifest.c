#include "certificate/certificate_inside.h"

#include "base/file.h"
#include "proof/sha256.h"

#include <string.h>

static const char NAME[] = "manifest.json", BEFORE[] = ",\n  \"sha256\": \"", AFTER[] = "\"\n}\n";
enum { TAIL = sizeof BEFORE - 1 + SHA256_HEX + sizeof AFTER - 1 };

static void path_of(const char *dir, const char *name, struct text *out)
{
    text_clear(out);
    text_add(out, "%s/%s", dir, name);
}

/* Gets the size and hash of a file as stored, compressed or not. */
static bool measure(const char *dir, const char *name, int64_t *bytes, char hex[SHA256_HEX + 1], struct text *err)
{
    SCOPED(text) path = {0}, all = {0};
    path_of(dir, name, &path);
    bool ok = file_regular(path.s, err) && file_read_bytes(path.s, &file_cap_proof, false, &all, err);
    *bytes = (int64_t)all.n;
    sha256(text_string(&all), all.n, hex);
    return ok;
}

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *files_of(const char *dir, struct text *err)
{
    SCOPED(strings) names = {0};
    json_t *files = json_object();
    bool ok = strings_directory(&names, dir, NULL, err);
    for (int i = 0; i < names.n && ok; i++) {
        char hex[SHA256_HEX + 1];
        int64_t bytes;
        ok = measure(dir, names.v[i], &bytes, hex, err);
        json_put(files, names.v[i], json_pack("{sI ss}", "bytes", (json_int_t)bytes, "sha256", hex));
    }
    if (ok) return files;
    json_decref(files);
    return NULL;
}

bool manifest_write(const char *dir, json_t *o, struct text *err)
{
    json_t *files = files_of(dir, err);
    if (!files) return false;
    SCOPED(text) text = {0};
    char hex[SHA256_HEX + 1];
    json_put(o, "files", files);
    json_add(o, JSON_LAYOUT, &text);
    text.s[text.n -= strlen("\n}")] = '\0';
    sha256(text.s, text.n, hex);
    text_add(&text, "%s%s%s", BEFORE, hex, AFTER);
    return file_write_in(dir, NAME, &text, err);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool own_hash_holds(const struct text *t, const char *path, struct text *err)
{
    char hex[SHA256_HEX + 1];
    if (t->n > TAIL) {
        const char *tail = t->s + t->n - TAIL;
        sha256(t->s, t->n - TAIL, hex);
        if (!memcmp(tail, BEFORE, sizeof BEFORE - 1) && !memcmp(tail + sizeof BEFORE - 1, hex, SHA256_HEX) &&
            !strcmp(tail + sizeof BEFORE - 1 + SHA256_HEX, AFTER))
            return true;
    }
    return text_error(err, "%s is damaged: the hash at its end does not match.", path);
}

/* Is s a printable name of a file in the directory, without blanks? `check` prints these names, and
 * a line end in one could forge a line of its report. */
static bool is_name(const char *s)
{
    for (const char *c = s; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127) return false;
    return *s && *s != '.' && !strchr(s, '/') && strcmp(s, NAME) != 0;
}

static bool file_holds(const char *dir, const char *name, const json_t *file, struct text *err)
{
    char hex[SHA256_HEX + 1];
    int64_t bytes;
    const char *expected = json_string_value(json_object_get(file, "sha256"));
    if (!is_name(name) || !expected || json_object_size(file) != 2)
        return text_error(err, "%s/%s has an invalid name or entry of a file.", dir, NAME);
    if (!measure(dir, name, &bytes, hex, err)) return false;
    if (bytes != json_integer_value(json_object_get(file, "bytes")))
        return text_error(err, "%s/%s is damaged: it has %lld bytes, not as many as the manifest says.", dir, name,
                          (long long)bytes);
    return !strcmp(hex, expected) || text_error(err, "%s/%s is damaged: its hash is not the manifest's.", dir, name);
}

static bool files_hold(const char *dir, json_t *o, struct text *err)
{
    json_t *files = json_object_get(o, "files"), *file;
    SCOPED(strings) there = {0};
    const char *name;
    if (!json_is_object(files)) return text_error(err, "%s/%s names no files.", dir, NAME);
    bool ok = strings_directory(&there, dir, "", err);
    for (int i = 0; i < there.n && ok; i++)
        if (strcmp(there.v[i], NAME) != 0 && !json_object_get(files, there.v[i]))
            ok = text_error(err, "%s/%s does not belong to the certificate; its manifest does not name it.", dir,
                            there.v[i]);
    json_object_foreach(files, name, file) ok = ok && file_holds(dir, name, file, err);
    return ok;
}

json_t *manifest_read(const char *dir, struct text *err)
{
    SCOPED(text) path = {0}, text = {0};
    json_error_t where;
    json_t *o = NULL;
    path_of(dir, NAME, &path);
    bool ok = file_regular(path.s, err) && file_read_bytes(path.s, &file_cap_answer, false, &text, err) &&
              own_hash_holds(&text, path.s, err);
    if (ok) o = json_parse(text.s, text.n, JSON_REJECT_DUPLICATES, &where);
    if (ok && !json_is_object(o)) ok = text_error(err, "%s:%d: %s.", path.s, where.line, where.text);
    ok = ok && files_hold(dir, o, err);
    if (ok) return o;
    json_decref(o);
    return NULL;
}

bool manifest_file(const char *dir, const json_t *o, const char *field, struct text *out, struct text *err)
{
    const char *name = json_string_value(json_object_get(o, field));
    if (!name || !is_name(name)) return text_error(err, "%s/%s names no %s.", dir, NAME, field);
    SCOPED(text) path = {0};
    path_of(dir, name, &path);
    text_clear(out);
    return file_read_bytes(path.s, &file_cap_proof, true, out, err);
}
