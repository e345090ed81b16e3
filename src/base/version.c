#include "base/version.h"

#include "version.inc"

const char version_number[] = VERSION;
const char version_commit[] = COMMIT;
