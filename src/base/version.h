/* The version of the program, as "0.3.0", and the commit that it was built from: the first digits
 * of its hash, with "+" if the tree differed from it, or "" outside of a repository. */
#pragma once

extern const char version_number[], version_commit[];
