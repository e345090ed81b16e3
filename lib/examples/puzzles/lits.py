"""LITS: paint four connected cells of each room, an L, I, T or S. Equal shapes do not touch side to side. All painted
cells are connected and have no 2x2 block.

The puzzle is an example of cspuz by semiexp.
"""
from itertools import combinations

from loophole import Model

ROOMS = """
0000000222
0010002222
1113332222
5563444288
5663422228
5663223338
5633333338
6673339aaa
6773999aab
77bbbbbbbb
""".split()
KINDS = {(2, 4): "I", (2, 3): "L", (3, 3): "T", (2, 2): "S"}  # most neighbors of a cell, most cells in a line
N = len(ROOMS)

m = Model()
board = m.grid(N, N)
board.regions(ROOMS)
cells = [(r, c) for r in range(N) for c in range(N)]
near = [(p, q) for p in cells for q in cells if q in ((p[0] + 1, p[1]), (p[0], p[1] + 1))]
shape = {p: [] for p in cells}  # (kind, literal) of each shape that covers the cell
for name in sorted(set("".join(ROOMS))):
    shapes = []
    for four in combinations([(r, c) for r, c in cells if ROOMS[r][c] == name], 4):
        pairs = [pair for pair in near if set(pair) <= set(four)]
        if len(pairs) == 3:
            most = max(sum(p in pair for pair in pairs) for p in four)
            line = max(sum(q[axis] == p[axis] for q in four) for p in four for axis in (0, 1))
            shapes.append(m.var(f"{KINDS[most, line]} at {four}"))
            for p in four:
                shape[p].append((KINDS[most, line], shapes[-1]))
    m.rule(f"room {name} has one shape")
    m.exactly(shapes, 1)
black = {p: m.derived(f"black {p}") for p in cells}
for p in cells:
    m.rule("the shapes are black")
    m.add(black[p] == sum(x for _, x in shape[p]))
    board.fill(*p, black[p])
for p, q in near:
    m.rule("equal shapes do not touch")
    if ROOMS[p[0]][p[1]] != ROOMS[q[0]][q[1]]:
        m.add(~x | ~y for a, x in shape[p] for b, y in shape[q] if a == b)
m.rule("no 2x2 block is black")
for r, c in cells:
    if r and c:
        m.clause(~black[p] for p in ((r, c), (r - 1, c), (r, c - 1), (r - 1, c - 1)))
m.rule("the black cells are connected")
m.connected(black.values(), [(cells.index(p), cells.index(q)) for p, q in near])
print(m.solve().board())
print("solutions:", m.count(limit=2))
