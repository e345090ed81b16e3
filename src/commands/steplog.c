#include "commands/steplog.h"

static void write_bytes_on(void *file, const void *bytes, size_t n)
{
    fwrite(bytes, 1, n, ((struct file *)file)->out); /* file_commit asks whether it went well */
}

bool steplog_open(struct steplog *l, struct request *r, struct text *err)
{
    const char *name = r->shown.log, *engine = r->stated.problem.choices.engine;
    const struct dedicated_search *own = engine ? search_dedicated_named(r->stated.problem.puzzle, engine) : NULL;
    *l = (struct steplog){.asked = name};
    if (name && !(own && own->logs)) {
        text_error(err, "Only the engines frontier and tables log their steps; choose one with --engine.");
        return false;
    }
    if (name && !file_open(&l->file, name, err)) return false;
    if (name) {
        r->stated.problem.log = write_bytes_on;
        r->stated.problem.log_state = &l->file;
    }
    return true;
}

enum status steplog_close(struct steplog *l, enum status status, struct text *err)
{
    if (!l->asked) return status;
    if (status == STATUS_FAILED || status == STATUS_REFUSED) {
        file_abandon(&l->file);
        return status;
    }
    return file_commit(&l->file, err) ? status : STATUS_FAILED;
}
