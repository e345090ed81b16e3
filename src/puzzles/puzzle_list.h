/* All puzzles, in the order of lists and help. Include it with PUZZLE(name) defined; puzzles/NAME.c
 * exports `const struct puzzle puzzle_NAME`. */
PUZZLE(gunport)
PUZZLE(tank)
PUZZLE(squarest)
PUZZLE(archer)
PUZZLE(cans)
PUZZLE(fivers)
PUZZLE(slitherlink)
PUZZLE(star_battle)
PUZZLE(nonogram)
PUZZLE(light_up)
PUZZLE(sudoku)
PUZZLE(skyscrapers)
PUZZLE(cnf)
PUZZLE(opb)
PUZZLE(wcnf)
PUZZLE(declared)
PUZZLE(flatzinc)
#ifdef WITH_TEMPLATE /* build/loophole-template, for tests */
PUZZLE(template)
#endif
