"""LITS: paint four connected cells of each room, an L, I, T or S. Equal shapes do not touch side
to side. All painted cells are connected and have no 2x2 block.

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
# 1 to 4 for L, I, T and S, by the squares of the distances between their cells
KINDS = {(1, 1, 1, 2, 4, 5): 1, (1, 1, 1, 4, 4, 9): 2, (1, 1, 1, 2, 2, 4): 3, (1, 1, 1, 2, 2, 5): 4}
N = len(ROOMS)

m = Model()
m.about(
    "LITS",
    "Paint an L, I, T or S of four cells in each room. Equal shapes do not touch side to "
    "side. All painted cells are connected and have no 2x2 block.",
)
board = m.grid(N, N)
board.regions(ROOMS)
kind = m.ints(N, N, 0, 4, name="the shape at row {}, column {}")
for name in sorted(set("".join(ROOMS))):
    room = [(r, c) for r, c in board.cells() if ROOMS[r][c] == name]
    shapes = []
    m.rule(f"room {name} has one shape")
    for four in combinations(room, 4):
        pairs = combinations(four, 2)
        apart = tuple(sorted((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in pairs))
        if apart in KINDS:
            shapes.append(m.var(f"the shape at {four}"))
            m.add(shapes[-1] >> (kind[p] == KINDS[apart] * (p in four)) for p in room)
    m.exactly(shapes, 1)
m.rule("equal shapes do not touch")
for p, q in board.pairs():
    if ROOMS[p[0]][p[1]] != ROOMS[q[0]][q[1]]:
        m.add((kind[p] != kind[q]) | (kind[p] == 0))
m.rule("no 2x2 block is black")
for r, c in board.cells():
    board.fill(r, c, kind[r, c] != 0, "blue")
    if r and c:
        m.clause(kind[p] == 0 for p in ((r, c), (r - 1, c), (r, c - 1), (r - 1, c - 1)))
m.rule("the black cells are connected")
m.connected({p: kind[p] != 0 for p in board.cells()}, board.pairs())
print(m.solve().board())
print("solutions:", m.count(limit=2))
