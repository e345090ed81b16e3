#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool read_file(const char *name, struct text *out, struct text *err)
{
    bool standard = !strcmp(name, "-");
    FILE *in = standard ? stdin : fopen(name, "rb");
    if (!in) return text_error(err, "%s cannot be read (%s); check the name.", name, strerror(errno));
    char part[65536];
    size_t n;
    errno = 0;
    while ((n = fread(part, 1, sizeof part, in)) > 0) text_bytes(out, part, n);
    bool bad = ferror(in);
    int why = errno;
    if (!standard) fclose(in);
    if (bad) return text_error(err, "%s cannot be read (%s).", name, strerror(why));
    if (out->n && strlen(out->s) != out->n)
        return text_error(err, "%s holds a zero byte; a text file is expected.", name);
    return true;
}


/* ---- writing ------------------------------------------------------------------------------------------------
 * A nameless file in the same directory where the file system has such a thing: whatever ends the program, nothing is left.
 * Else a name beside the name, removed by file_abandon. */

static int open_beside(struct file *f)
{
    struct text dir = {0};
    const char *slash = strrchr(f->name, '/');
    if (slash)
        text_bytes(&dir, f->name, (size_t)(slash - f->name) + 1);
    else
        text_put(&dir, ".");
    int fd = open(text_string(&dir), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    text_release(&dir);
    if (fd >= 0) return fd;
    f->temporary_exists = true;
    return open(f->temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
}

bool file_open(struct file *f, const char *name, struct text *err)
{
    *f = (struct file){0};
    if (!strcmp(name, "-")) {
        f->out = stdout;
        return true;
    }
    struct stat st;
    f->name = mem_string(name);
    if (!stat(name, &st) && !S_ISREG(st.st_mode)) {
        f->out = fopen(name, "wb"); /* a pipe or a device is written, never replaced */
    } else {
        struct text temporary = {0};
        text_add(&temporary, "%s.%ld.tmp", name, (long)getpid());
        f->temporary = temporary.s;
        int fd = open_beside(f);
        f->out = fd < 0 ? NULL : fdopen(fd, "wb");
    }
    if (f->out) return true;
    text_error(err, "%s cannot be written (%s); choose another name.", name, strerror(errno));
    f->temporary_exists = false;
    file_abandon(f);
    return false;
}

static bool give_name(struct file *f)
{
    if (!f->temporary_exists) {
        char self[64];
        snprintf(self, sizeof self, "/proc/self/fd/%d", fileno(f->out));
        if (linkat(AT_FDCWD, self, AT_FDCWD, f->temporary, AT_SYMLINK_FOLLOW)) return false;
        f->temporary_exists = true;
    }
    return !rename(f->temporary, f->name);
}

bool file_commit(struct file *f, struct text *err)
{
    errno = 0;
    bool ok = !fflush(f->out) && !ferror(f->out);
    if (ok && f->temporary) ok = give_name(f);
    if (!ok)
        text_error(err, "%s cannot be written (%s); nothing was left behind.", f->name ? f->name : "Standard output",
                   errno ? strerror(errno) : "the write failed");
    else
        f->temporary_exists = false;
    file_abandon(f);
    return ok;
}

void file_abandon(struct file *f)
{
    if (f->out && f->out != stdout) fclose(f->out);
    if (f->temporary_exists) unlink(f->temporary);
    mem_free(f->name);
    mem_free(f->temporary);
    *f = (struct file){0};
}
