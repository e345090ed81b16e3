/* The solvers that exist, in the order in which they are listed; the first is the default. Include with SOLVER(name)
 * defined; solver_NAME.c exports `const struct solver_class solver_NAME`. */
SOLVER(cadical)
SOLVER(picosat)
