#include "commands/suites.h"
#include "base/mem.h"

#include "base/file.h"

#include <string.h>
#include <sys/stat.h>

bool suites_shipped(const char *built, const char *installed, struct text *out)
{
    struct stat st;
    const char *const places[] = {built, installed};
    SCOPED(text) self = {0};
    file_program(&self);
    /* directories above build/loophole or build/san/loophole */
    for (int at = (int)self.n, up = 0; at > 0 && up < 4; up++) {
        while (at > 0 && self.s[--at] != '/') continue;
        for (int i = 0; i < 2; i++) {
            text_clear(out);
            text_add(out, "%.*s/%s", at, self.s, places[i]);
            if (!stat(out->s, &st)) return true;
        }
    }
    return false;
}

bool suites_directory(struct text *out)
{
    struct stat st;
    text_set(out, "bench/suites");
    return !stat(out->s, &st) || suites_shipped("bench/suites", "share/loophole/suites", out);
}

void suites_names(struct text *out)
{
    SCOPED(text) dir = {0}, ignored = {0};
    SCOPED(strings) names = {0};
    if (suites_directory(&dir)) strings_directory(&names, text_string(&dir), NULL, &ignored);
    for (int i = 0; i < names.n; i++) text_add(out, " %s", names.v[i]);
}

void suites_about(const char *name, struct text *out)
{
    static const char key[] = "about ";
    SCOPED(text) path = {0}, text = {0}, ignored = {0};
    if (suites_directory(&path)) text_add(&path, "/%s", name);
    file_read(text_string(&path), &file_cap_suite, &text, &ignored);
    const char *at = strstr(text_string(&text), key);
    if (at && (at == text.s || at[-1] == '\n')) text_bytes(out, at + strlen(key), strcspn(at + strlen(key), "\n"));
}
