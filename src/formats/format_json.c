/* JSON: the model as it was declared. `-f FILE.json` and the library read it
 * (docs/model/models.md). */
#include "formats/format_inside.h"

const struct format format_json = {
    .name = "json",
    .about = "the model as it was declared, nothing encoded",
    .endings = "json",
    .readers = "loophole",
    .comment = "; ",
    .objective = true,
    .declared = true,
};
