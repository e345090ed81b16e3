/* Files: read whole, and written whole or not at all. */
#include "base/file.h"
#include "base/mem.h"
#include "base/temporary.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#elif defined __FreeBSD__
#include <sys/sysctl.h>
#elif defined __linux__
#include <sys/auxv.h>
#endif

const struct cap file_cap_instance = {"an instance", 64}, file_cap_formula = {"a formula", 4096},
                 file_cap_answer = {"an answer", 1024}, file_cap_suite = {"a suite", 16},
                 file_cap_rows = {"a file of rows or plots", 1024}, file_cap_proof = {"a proof", 16384};

/* The cap in bytes; on 32-bit systems at most half of the address space. */
static size_t cap_bytes(const struct cap *cap)
{
    uint64_t bytes = (uint64_t)cap->megabytes << 20;
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX / 2;
}

/* How files are packed: the ending of their names, the bytes that they have at some place, and the
 * program that packs and unpacks. */
static const struct packing {
    const char *ending, *program, *bytes;
    size_t n, at;
} packings[] = {
    {".gz", "gzip", "\x1f\x8b", 2, 0}, {".bz2", "bzip2", "1AY&SY", 6, 4},          {".xz", "xz", "\3757zXZ", 6, 0},
    {".lzma", "lzma", "]\0\0", 3, 0},  {".zst", "zstd", "\x28\xb5\x2f\xfd", 4, 0},
};
static const struct packing *const packings_end = packings + sizeof packings / sizeof *packings;

/* The program that packs files of this name; NULL: none. */
static const char *packer(const char *name)
{
    size_t n = strlen(name), m;
    for (const struct packing *p = packings; p < packings_end; p++)
        if (n > (m = strlen(p->ending)) && !strcmp(name + n - m, p->ending)) return p->program;
    return NULL;
}

/* The program that packed a file of this beginning; NULL: none. */
static const char *packer_of_bytes(const char *s, size_t n)
{
    for (const struct packing *p = packings; p < packings_end; p++)
        if (n >= p->at + p->n && !memcmp(s + p->at, p->bytes, p->n)) return p->program;
    return NULL;
}

static bool too_long(const char *name, const struct cap *cap, struct text *err)
{
    return text_error(err, "%s is larger than %d MB, the limit for %s; use a smaller file.", name, cap->megabytes,
                      cap->what);
}

bool file_refused(const char *kind, const char *name, const char *advice, struct text *err)
{
    int why = errno;
    if (why == ENOMEM || why == ENFILE || why == EMFILE) fatal("%s%s cannot be read (%s).", kind, name, strerror(why));
    return text_error(err, "%s%s cannot be read (%s); %s.", kind, name, strerror(why), advice);
}

bool file_line(const struct cap *cap, struct text *line, struct text *err)
{
    text_clear(line);
    errno = 0;
    int byte;
    while ((byte = getc(stdin)) != EOF && byte != '\n' && line->n <= cap_bytes(cap))
        text_char(line, (char)(byte ? byte : 1));
    if (ferror(stdin)) return file_refused("", "Standard input", "give it lines of text", err);
    if (line->n > cap_bytes(cap)) return too_long("A line of standard input", cap, err);
    while (line->n && strchr(" \r", line->s[line->n - 1])) line->s[--line->n] = '\0';
    return byte != EOF || line->n;
}

/* ---- writing ----------------------------------------------------------------------------------
 *
 * A nameless file in the same directory, if the file system supports that: however the program
 * ends, nothing remains. Else a temporary name in the same directory, removed by file_abandon. */

/* The length of the directory part of a name. */
static size_t directory(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) + 1 : 0;
}

/* Finds an unused name in the same directory, short enough for the system, that `take` accepts.
 * Returns 0 or an errno. */
static int take_temporary(struct file *f, bool (*take)(struct file *f, const char *name))
{
    for (unsigned i = 0;; i++) {
        struct text name = {0};
        text_add(&name, "%.*s.%ld-%u.tmp", (int)directory(f->name), f->name, (long)getpid(), i);
        temporary_add(name.s);
        bool taken = take(f, name.s);
        int why = errno;
        if (taken) {
            f->temporary = name.s;
            return 0;
        }
        temporary_drop(name.s);
        text_release(&name);
        if (why != EEXIST) return why;
    }
}

static bool take_open(struct file *f, const char *name)
{
    f->fd = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    return f->fd >= 0;
}

static void open_temporary(struct file *f)
{
    SCOPED(text) dir = {0};
    text_add(&dir, "%.*s.", (int)directory(f->name), f->name);
    f->fd = -1;
#ifdef O_TMPFILE /* its name is given through /proc, which a container may lack */
    if (!access("/proc/self/fd", X_OK)) f->fd = open(dir.s, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
#endif
    if (f->fd < 0) errno = take_temporary(f, take_open);
}

/* Replaces f->name by the target of the link, so that the target is replaced or made, not the
 * link. */
static bool follow_links(struct file *f)
{
    enum { LINKS = 40 };
    char target[PATH_MAX];
    for (int i = 0; i < LINKS; i++) {
        ssize_t n = readlink(f->name, target, sizeof target);
        if (n < 0) return true;
        struct text name = {0};
        if (*target != '/') text_bytes(&name, f->name, directory(f->name));
        text_bytes(&name, target, (size_t)n);
        mem_free(f->name);
        f->name = name.s;
    }
    errno = ELOOP;
    return false;
}

/* Opens f->fd; on failure errno is set. */
static void open_target(struct file *f)
{
    struct stat st;
    bool exists = !stat(f->name, &st);
    if (exists && !S_ISREG(st.st_mode)) {
        f->fd = open(f->name, O_WRONLY | O_CLOEXEC);
        return;
    }
    if (!follow_links(f)) return;
    if (strlen(f->name) - directory(f->name) > NAME_MAX) {
        errno = ENAMETOOLONG;
        return;
    }
    f->unnamed = true;
    open_temporary(f);
    if (f->fd >= 0 && exists) fchmod(f->fd, st.st_mode & 07777);
}

static bool start_packer(struct file *f, const char *program, const char *options, struct text *err)
{
    int end[2];
    SCOPED(text) command = {0};
    child_pipe(end);
    text_add(&command, "exec %s %s 2>/dev/null", program, options);
    bool ok = child_start(&f->packer, text_string(&command), end[0], f->fd, err);
    close(end[0]);
    if (ok)
        f->out = fdopen(end[1], "wb");
    else
        close(end[1]);
    return ok;
}

bool file_open_through(struct file *f, const char *name, const char *program, const char *options, struct text *err)
{
    *f = (struct file){.fd = -1, .program = program};
    if (!*name) return text_error(err, "The name of the output file is empty; name a file, or - for standard output.");
    f->name = mem_string(name);
    open_target(f);
    if (f->fd < 0)
        text_error(err, "%s cannot be written (%s); choose another name.", name, strerror(errno));
    else if (!program)
        f->out = fdopen(dup(f->fd), "wb");
    else
        start_packer(f, program, options, err);
    if (f->out) return true;
    if (!err->n) text_error(err, "%s cannot be written (%s).", name, strerror(errno));
    file_abandon(f);
    return false;
}

bool file_open(struct file *f, const char *name, struct text *err)
{
    if (strcmp(name, "-") != 0) return file_open_through(f, name, packer(name), "-q -c", err);
    *f = (struct file){.fd = -1, .out = stdout};
    return true;
}

static bool take_link(struct file *f, const char *name)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", f->fd);
    temporary_hold();
    bool linked = !linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
    temporary_release();
    return linked;
}

/* Gives the file its name directly if the name is free, else through a temporary name: a rename
 * replaces, a link does not. */
static bool give_name(struct file *f)
{
    if (!f->temporary) {
        if (take_link(f, f->name)) return true;
        if (errno == EEXIST) errno = take_temporary(f, take_link);
        if (!f->temporary) return false;
    }
    temporary_hold();
    bool renamed = !rename(f->temporary, f->name);
    temporary_release();
    if (!renamed) return false;
    temporary_drop(f->temporary);
    mem_free(f->temporary);
    f->temporary = NULL;
    return true;
}

/* Waits for the compressor. False, with a sentence: it failed. */
static bool packed(struct file *f, struct text *err)
{
    if (!f->packer.pid) return true;
    child_ended(&f->packer, true);
    int status = child_status(&f->packer, f->program, err);
    if (status > 0)
        text_error(err, "%s cannot be written: the program %s %s", f->name, f->program,
                   status == 127 ? "is not installed." : "failed; the disk may be full.");
    return !status;
}

bool file_commit(struct file *f, struct text *err)
{
    errno = 0;
    bool ok = !fflush(f->out) && !ferror(f->out);
    int why = errno;
    if (f->out != stdout) {
        if (fclose(f->out) && ok) {
            ok = false;
            why = errno;
        }
        f->out = NULL;
    }
    text_clear(err);
    if (!packed(f, err)) ok = false;
    if (ok && f->unnamed && !give_name(f)) {
        ok = false;
        why = errno;
    }
    if (!ok && !err->n)
        text_error(err, "%s cannot be written (%s); no incomplete file was left.",
                   f->name ? f->name : "Standard output", why ? strerror(why) : "the write failed");
    file_abandon(f);
    return ok;
}

void file_abandon(struct file *f)
{
    child_stop(&f->packer);
    if (f->out && f->out != stdout) fclose(f->out);
    if (f->fd >= 0) close(f->fd);
    if (f->temporary) temporary_end(f->temporary, false);
    MEM_FREE(f->name, f->temporary);
    *f = (struct file){.fd = -1};
}

bool file_has_ending(const char *name, const char *endings)
{
    size_t n = strlen(name);
    if (packer(name)) n = (size_t)(strrchr(name, '.') - name);
    for (const char *s = endings; *s; s += strspn(s, " ")) {
        s += *s == '.';
        size_t m = strcspn(s, " ");
        if (n > m + 1 && name[n - m - 1] == '.' && !strncmp(name + n - m, s, m)) return true;
        s += m;
    }
    return false;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Replaces the packed bytes of `out` from `before` on by their contents. */
static bool unpack_bytes(const char *name, const char *program, size_t before, const struct cap *cap, struct text *out,
                         struct text *err)
{
    SCOPED(text) command = {0};
    struct child child = {0};
    FILE *packed = tmpfile();
    if (packed) fwrite(out->s + before, 1, out->n - before, packed);
    bool ok = packed && !fflush(packed) && !lseek(fileno(packed), 0, SEEK_SET);
    out->n = before;
    if (!ok) return file_refused("", name, "make room for temporary files", err);
    text_add(&command, "exec %s -q -d -c 2>/dev/null", program);
    ok = child_output(&child, text_string(&command), fileno(packed), before + cap_bytes(cap), out, err);
    fclose(packed);
    if (!ok) return false;
    if (out->n - before > cap_bytes(cap)) return too_long(name, cap, err);
    int status = child_status(&child, program, err);
    if (status == 127) text_error(err, "%s cannot be read: the program %s is not installed.", name, program);
    if (status > 0 && status != 127)
        text_error(err, "%s cannot be read: it is truncated, damaged, or not packed by %s.", name, program);
    return !status;
}

/* Reads up to the cap; text only: up to the first zero byte. */
static bool file_read_as(const char *name, bool unpack, bool only_text, const struct cap *cap, struct text *out,
                         struct text *err)
{
    const bool standard = !strcmp(name, "-");
    FILE *in = standard ? stdin : fopen(name, "rb");
    const char *program = unpack ? packer(name) : NULL, *by_bytes;
    if (standard) name = "Standard input";
    if (!in) return file_refused("", name, "check the name", err);
    char part[65536];
    size_t n, before = out->n;
    bool zero = false;
    errno = 0;
    while (!zero && out->n - before <= cap_bytes(cap) && (n = fread(part, 1, sizeof part, in)) > 0) {
        if (unpack && out->n == before && (by_bytes = packer_of_bytes(part, n))) program = by_bytes;
        zero = only_text && !program && memchr(part, 0, n);
        text_bytes(out, part, n);
    }
    bool bad = ferror(in);
    int why = errno;
    if (!standard) fclose(in);
    errno = why;
    if (bad) return file_refused("", name, "name a text file", err);
    if (out->n - before > cap_bytes(cap)) return too_long(name, cap, err);
    if (program && !unpack_bytes(name, program, before, cap, out, err)) return false;
    return !(zero || (only_text && out->n > before && memchr(out->s + before, 0, out->n - before))) ||
           text_error(err, "%s contains a zero byte: expected text, also packed by gzip, bzip2, xz, lzma or zstd.",
                      name);
}

bool file_read_bytes(const char *name, const struct cap *cap, bool unpack, struct text *out, struct text *err)
{
    return file_read_as(name, unpack, false, cap, out, err);
}

bool file_read(const char *name, const struct cap *cap, struct text *out, struct text *err)
{
    const size_t begin = out->n;
    if (!file_read_as(name, true, true, cap, out, err)) return false;
    if (out->n - begin >= 3 && !memcmp(out->s + begin, "\xEF\xBB\xBF", 3)) {
        out->n -= 3;
        memmove(out->s + begin, out->s + begin + 3, out->n - begin + 1);
    }
    return true;
}

bool file_write_bytes(const char *name, const struct text *t, struct text *err)
{
    struct file f;
    if (!file_open(&f, name, err)) return false;
    fwrite(text_string(t), 1, t->n, f.out);
    return file_commit(&f, err);
}

bool file_write_in(const char *dir, const char *name, const struct text *t, struct text *err)
{
    SCOPED(text) path = {0};
    text_add(&path, "%s/%s", dir, name);
    return file_write_bytes(path.s, t, err);
}

/* ---- places ---------------------------------------------------------------------------------- */

bool file_exists(const char *name) { return !access(name, F_OK); }

bool file_regular(const char *name, struct text *err)
{
    struct stat s;
    return stat(name, &s) || S_ISREG(s.st_mode) || text_error(err, "%s is not a regular file.", name);
}

void file_program(struct text *out)
{
    char name[PATH_MAX];
#ifdef __APPLE__
    char given[PATH_MAX];
    uint32_t size = sizeof given;
    ssize_t n = !_NSGetExecutablePath(given, &size) && realpath(given, name) ? (ssize_t)strlen(name) : 0;
#elif defined __FreeBSD__
    size_t size = sizeof name;
    const int what[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
    ssize_t n = !sysctl(what, 4, name, &size, NULL, 0) ? (ssize_t)strlen(name) : 0;
#else
    ssize_t n = readlink("/proc/self/exe", name, sizeof name);
#ifdef __linux__
    const char *given = (const char *)getauxval(AT_EXECFN);
    if (n < 0 && given && realpath(given, name)) n = (ssize_t)strlen(name);
#endif
#endif
    text_bytes(out, name, n > 0 ? (size_t)n : 0);
}
