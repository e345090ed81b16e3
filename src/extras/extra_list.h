/* All extras, one entry each: EXTRA(directory, its entries in the lists of the core). Without it,
 * the program has no such command, solver, search or sort of certificate. Include this file with
 * one of the macros below defined. */
#ifndef COMMAND
#define COMMAND(name)
#endif
#ifndef SOLVER
#define SOLVER(name)
#endif
#ifndef SUMS
#define SUMS(name)
#endif
#ifndef ENGINE
#define ENGINE(name, about)
#endif
#ifndef STRATEGY
#define STRATEGY(name, engine, about)
#endif
#ifndef LEAST
#define LEAST(name)
#endif
#ifndef CERTIFICATE
#define CERTIFICATE(name)
#endif
#define EXTRA(directory, entries) entries

/* clang-format off */
EXTRA(cuts, SOLVER(cuts) SUMS(cuts)
      STRATEGY(turns, "sat", "cutting planes on the sums (solver cuts), and mixed, in turn"))
EXTRA(kernels, LEAST(kernel_enumerate)
      ENGINE(kernel, "the solutions of the parity constraints, by their GF(2) kernel; no solver")
      STRATEGY(enumerate, "kernel", "every solution of the parity constraints, by a Walsh-Hadamard transform")
      STRATEGY(meet, "kernel", "meet in the middle: the best points of two halves of the kernel, paired in order until "
               "no pair can be better"))
EXTRA(agree, COMMAND(agree))
EXTRA(cubes, COMMAND(cubes) COMMAND(conquer) CERTIFICATE(cubes))
EXTRA(audit, COMMAND(audit))
EXTRA(bench, COMMAND(bench) COMMAND(report))
/* clang-format on */

#undef COMMAND
#undef SOLVER
#undef SUMS
#undef ENGINE
#undef STRATEGY
#undef LEAST
#undef CERTIFICATE
#undef EXTRA
