/* How fast the library makes clauses: one cardinality constraint into a buffer.
 *
 *     make lib && cc -O2 bench/library_speed.c -I. -Lbuild/lib -lloophole -Wl,-rpath,build/lib -o library_speed
 *     ./library_speed INPUTS BOUND [ENCODER] */
#include "lib/loophole.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    if (argc < 3) return fputs("library_speed INPUTS BOUND [ENCODER]\n", stderr), 2;
    int n = atoi(argv[1]), *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) x[i] = i + 1;
    char *error = NULL;
    clock_t start = clock();
    loophole_sink *s = loophole_sink_buffer(n);
    if (!loophole_sink_card(s, argc > 3 ? argv[3] : NULL, x, n, 0, atoi(argv[2]), &error))
        return fprintf(stderr, "%s\n", error), 1;
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    double clauses = (double)loophole_sink_clauses(s);
    printf("%.0f clauses, %.3f s CPU, %.1f million clauses a second\n", clauses, seconds, clauses / seconds / 1e6);
    loophole_sink_free(s);
    free(x);
    return 0;
}
