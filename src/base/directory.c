#include "base/file.h"
#include "base/strings.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool directory_add(const char *name, const char *advice, struct text *err)
{
    return !mkdir(name, 0777) || errno == EEXIST ||
           text_error(err, "The directory %s cannot be made (%s)%s.", name, strerror(errno), advice);
}

bool directory_new(const char *name, struct text *err)
{
    SCOPED(strings) there = {0};
    bool ok = directory_add(name, "; choose another", err) && strings_directory(&there, name, NULL, err);
    if (there.n) ok = text_error(err, "The directory %s is not empty; choose another.", name);
    return ok;
}
