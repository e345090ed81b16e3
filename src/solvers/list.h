/* The solvers that exist, in the order in which they are listed; the first is the default. Include with SOLVER(name)
 * defined; solver_NAME.c exports `const struct solver_class solver_NAME` (process_xor is in solver_process.c). */
SOLVER(cadical)
SOLVER(picosat)
SOLVER(cuts)
SOLVER(process)
SOLVER(process_xor)
SOLVER(ipasir)
