"""Solves one of four of the ten puzzles with PySAT, for bench/puzzle-tools: pysat_puzzles.py NAME [--lines]

Prints "unique" if the solution is; exit status 3 if it is another puzzle. The other six would need sums of integers, loops or regions as clauses of one's own.
--lines: the lines of the model instead. PYTHONPATH has PySAT."""
import inspect
import os
import sys
from itertools import combinations, product

from pysat.card import CardEnc, EncType
from pysat.formula import CNF, IDPool
from pysat.solvers import Cadical153
from lib import script

tools = script("puzzle-tools")


def sudoku(given, ids):
    f = CNF()
    is_digit = {p: ids.id(p) for p in product(range(9), range(9), range(9))}
    boxes = [[(3 * r + i, 3 * c + j) for i in range(3) for j in range(3)] for r in range(3) for c in range(3)]
    lines = [[(i, j) for j in range(9)] for i in range(9)] + [[(i, j) for i in range(9)] for j in range(9)]
    groups = [[is_digit[r, c, d] for r, c in group] for group in lines + boxes for d in range(9)]
    groups += [[is_digit[r, c, d] for d in range(9)] for r in range(9) for c in range(9)]
    for group in groups:
        f.extend(CardEnc.equals(group, 1, vpool=ids, encoding=EncType.pairwise))
    f.extend([is_digit[r, c, int(s) - 1]] for r in range(9) for c, s in enumerate(given[r]) if s != ".")
    return f, is_digit.values()


def queens(n, first, ids):
    f = CNF()
    on = {p: ids.id(p) for p in product(range(n), range(n))}
    for i in range(n):
        for line in ([on[i, j] for j in range(n)], [on[j, i] for j in range(n)]):
            f.extend(CardEnc.equals(line, 1, vpool=ids, encoding=EncType.pairwise))
    for k in range(-n, 2 * n):
        for line in ([on[p] for p in on if p[0] + p[1] == k], [on[p] for p in on if p[0] - p[1] == k]):
            f.extend([-a, -b] for a, b in combinations(line, 2))
    for a, b, c in combinations(on, 3):
        if (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1]):
            f.append([-on[a], -on[b], -on[c]])
    f.append([on[0, first - 1]])
    return f, on.values()


def light_up(puzzle, ids):
    f = CNF()
    sides = ((0, 1), (0, -1), (1, 0), (-1, 0))
    bulb = {(r, c): ids.id((r, c)) for r, row in enumerate(puzzle) for c, s in enumerate(row) if s == "."}
    for r, row in enumerate(puzzle):
        for c, s in enumerate(row):
            if s.isdigit():
                near = [bulb[r + i, c + j] for i, j in sides if (r + i, c + j) in bulb]
                f.extend(CardEnc.equals(near, int(s), vpool=ids))
    for (r, c), here in bulb.items():
        seen = []
        for i, j in sides:
            y, x = r + i, c + j
            while (y, x) in bulb:
                seen.append(bulb[y, x])
                f.append([-here, -bulb[y, x]])
                y, x = y + i, x + j
        f.append([here, *seen])
    return f, bulb.values()


def star_battle(regions, ids):
    f = CNF()
    n = len(regions)
    star = {(r, c): ids.id((r, c)) for r in range(n) for c in range(n)}
    groups = [[star[i, c] for c in range(n)] for i in range(n)] + [[star[r, i] for r in range(n)] for i in range(n)]
    groups += [[s for (r, c), s in star.items() if regions[r][c] == name] for name in set("".join(regions))]
    for group in groups:
        f.extend(CardEnc.equals(group, 2, vpool=ids))
    for r in range(n - 1):
        for c in range(n - 1):
            f.extend([-a, -b] for a, b in combinations([star[r + i, c + j] for i in (0, 1) for j in (0, 1)], 2))
    return f, star.values()


def problem(name):
    """The function that makes the clauses, and its arguments."""
    c = tools.constants(name)
    known = {"sudoku": lambda: (sudoku, c["GIVEN"]), "queens": lambda: (queens, 8, 5), "light_up": lambda: (light_up, c["PUZZLE"]),
            "star_battle": lambda: (star_battle, c["REGIONS"])}
    return known[name]() if name in known else sys.exit(3)


def main():
    function, *arguments = problem(sys.argv[1])
    if sys.argv[2:] == ["--lines"]:
        print(tools.lines_of(inspect.getsource(function), "#"))
        return
    clauses, cells = function(*arguments, IDPool())
    with Cadical153(bootstrap_with=clauses) as solver:
        found = solver.solve()
        values = set(solver.get_model()) if found else set()
        solver.add_clause([-x if x in values else x for x in cells])
        print("unique" if found and not solver.solve() else "not unique")


main()
