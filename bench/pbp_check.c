/* Checks a cutting-planes proof of an OPB file: pbp_check FILE.opb FILE.pbp. Exit status 0: accepted;
 * what it concludes is on standard output, nothing included. 1: refused, with a sentence on standard
 * error. bench/veripb-examples builds it. */
#include "base/text.h"
#include "proof/cutting_planes.h"

#include <stdio.h>

static bool read_all(const char *name, struct text *out)
{
    FILE *f = fopen(name, "rb");
    char part[1 << 16];
    if (!f) return false;
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) text_bytes(out, part, n);
    return !fclose(f);
}

int main(int argc, char **argv)
{
    struct text formula = {0}, proof = {0}, err = {0};
    if (argc != 3 || !read_all(argv[1], &formula) || !read_all(argv[2], &proof)) {
        fputs("usage: pbp_check FILE.opb FILE.pbp\n", stderr);
        return 2;
    }
    struct cutting_planes p = {.formula = text_string(&formula), .proof = text_string(&proof)};
    bool ok = cutting_planes_check(&p, &err);
    if (!ok) fprintf(stderr, "%s\n", text_string(&err));
    if (p.infeasible) puts("no solution");
    if (p.has_lower) printf("no value below %lld\n", (long long)p.lower);
    if (p.has_upper) printf("a solution of %lld or less\n", (long long)p.upper);
    if (ok && !p.infeasible && !p.has_lower && !p.has_upper) puts("nothing");
    text_release(&formula);
    text_release(&proof);
    text_release(&err);
    return !ok;
}
