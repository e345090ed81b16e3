/* All solvers, in the order of lists; the first is the default. Include it with SOLVER(name)
 * defined; solver_NAME.c or a related file exports `const struct solver_class solver_NAME`. */
SOLVER(cadical)
SOLVER(picosat)
SOLVER(process)
SOLVER(process_xor)
SOLVER(ipasir)
