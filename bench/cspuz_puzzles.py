"""Solves one of the ten puzzles with cspuz, for bench/puzzle-tools: cspuz_puzzles.py NAME [--lines]

Prints "unique" if the solution is. Six models are those that cspuz ships, four are here. --lines: the lines of the model instead.
PYTHONPATH has cspuz."""
import importlib
import inspect
import os
import sys

from cspuz import Solver
from cspuz.constraints import alldifferent, count_true
from lib import script

tools = script("puzzle-tools")


def solve_kakuro(puzzle):
    solver = Solver()
    cell = {p: solver.int_var(1, 9) for p, word in puzzle.items() if word == "."}
    solver.add_answer_key(list(cell.values()))
    for (r, c), clue in puzzle.items():
        for total, (down, right) in zip(clue.split("\\"), ((1, 0), (0, 1))):
            if total.isdigit():
                run = []
                while (r + down * (len(run) + 1), c + right * (len(run) + 1)) in cell:
                    run.append(cell[r + down * (len(run) + 1), c + right * (len(run) + 1)])
                solver.ensure(alldifferent(run))
                solver.ensure(sum(run) == int(total))
    return solver.solve(), cell.values()


def solve_queens(n, first):
    solver = Solver()
    q = solver.int_array(n, 1, n)
    solver.add_answer_key(q)
    for step in (0, 1, -1):
        solver.ensure(alldifferent([q[c] + step * c for c in range(n)]))
    for c in range(n):
        for b in range(c):
            for a in range(b):
                solver.ensure(sum([q[b]] * (c - a)) != sum([q[a]] * (c - b)) + sum([q[c]] * (b - a)))
    solver.ensure(q[0] == first)
    return solver.solve(), q


def solve_magic_square(given):
    n = len(given)
    solver = Solver()
    a = solver.int_array((n, n), 1, n * n)
    solver.add_answer_key(a)
    solver.ensure(alldifferent(a))
    lines = [a[i, :] for i in range(n)] + [a[:, i] for i in range(n)]
    for line in lines + [[a[i, i] for i in range(n)], [a[i, n - 1 - i] for i in range(n)]]:
        solver.ensure(sum(line) == n * (n * n + 1) // 2)
    for r in range(n):
        for c in range(n):
            if given[r][c]:
                solver.ensure(a[r, c] == given[r][c])
    return solver.solve(), a


def solve_nonogram(rows, columns):
    solver = Solver()
    black = solver.bool_array((len(rows), len(columns)))
    solver.add_answer_key(black)
    for lengths, cells in [(k, black[r, :]) for r, k in enumerate(rows)] + [(k, black[:, c]) for c, k in enumerate(columns)]:
        starts = [solver.int_var(0, len(cells) - k) for k in lengths]
        for a, k, b in zip(starts, lengths, starts[1:]):
            solver.ensure(a + k < b)
        for i, cell in enumerate(cells):
            solver.ensure(count_true([(a <= i) & (a > i - k) for a, k in zip(starts, lengths)]) == cell.cond(1, 0))
    return solver.solve(), black


def shipped(name):
    return getattr(importlib.import_module("cspuz.puzzle." + name), "solve_" + name)


def problem(name):
    """The function that solves the puzzle, and its arguments."""
    c = tools.constants(name)
    if name == "sudoku":
        return shipped(name), ([tools.numbers(row, 0) for row in c["GIVEN"]],)
    if name == "kakuro":
        return solve_kakuro, (c["PUZZLE"],)
    if name == "skyscrapers":
        return shipped("building"), (c["N"], *(tools.numbers(c[side], 0) for side in ("ABOVE", "BELOW", "LEFT", "RIGHT")))
    if name == "queens":
        return solve_queens, (8, 5)
    if name == "magic_square":
        return solve_magic_square, ([tools.numbers(line.split(), 0) for line in c["SQUARE"].strip().splitlines()],)
    if name == "nonogram":
        return solve_nonogram, (c["ROWS"], c["COLUMNS"])
    if name == "light_up":
        sign = {".": -2, "#": -1}
        return shipped("akari"), (10, 10, [[sign[s] if s in sign else int(s) for s in row] for row in c["PUZZLE"]])
    if name == "star_battle":
        letters = sorted(set("".join(c["REGIONS"])))
        return shipped(name), (len(c["REGIONS"]), [[letters.index(s) for s in row] for row in c["REGIONS"]], 2)
    clues = [tools.numbers(row, -1 if name == "slitherlink" else 0) for row in c["CLUES"]]
    return shipped(name), (len(clues), len(clues[0]), clues)


def main():
    function, arguments = problem(sys.argv[1])
    if sys.argv[2:] == ["--lines"]:
        print(tools.lines_of(inspect.getsource(function), "#"))
        return
    found, answer = function(*arguments)
    print("unique" if found and all(x.sol is not None for x in answer) else "not unique")


main()
