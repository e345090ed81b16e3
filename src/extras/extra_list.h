/* All extras, one line each: EXTRA(directory, its entries in the lists of the core). Without its
 * line, the program has no such command, solver or sort of certificate. Include it with one of the
 * macros below defined. */
#ifndef COMMAND
#define COMMAND(name)
#endif
#ifndef SOLVER
#define SOLVER(name)
#endif
#ifndef SUMS
#define SUMS(name)
#endif
#ifndef STRATEGY
#define STRATEGY(name, about)
#endif
#ifndef CERTIFICATE
#define CERTIFICATE(name)
#endif
#define EXTRA(directory, entries) entries

EXTRA(cuts, SOLVER(cuts) SUMS(cuts) STRATEGY(turns, "cutting planes on the sums as they are, alternating with mixed"))
EXTRA(cubes, COMMAND(cubes) COMMAND(conquer) CERTIFICATE(cubes))
EXTRA(audit, COMMAND(audit))
EXTRA(bench, COMMAND(bench) COMMAND(report))

#undef COMMAND
#undef SOLVER
#undef SUMS
#undef STRATEGY
#undef CERTIFICATE
#undef EXTRA
