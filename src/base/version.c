#include "base/version.h"

/* The build gives both macros in a file of its own, so that no other object depends on them. */
const char version_number[] = VERSION;
const char version_commit[] = COMMIT;
