"""Fillomino: divide the board into regions. Each cell has the size of its region, and regions of
the same size do not touch side to side.

The puzzle is an example of cspuz by semiexp.
"""

from loophole import Model

CLUES = """
...54...
...413..
1......4
6.4....7
.5......
.......2
1...4..7
7..62.7.
""".split()
N = len(CLUES)

m = Model()
m.about(
    "Fillomino",
    "Divide the board into regions. Each cell has the size of its region, and regions of the "
    "same size do not touch side to side.",
)
board = m.grid(N, N)
size = m.ints(N, N, 1, N * N, name="row {}, column {}")
m.rule("each number is the size of its region, and neighbors of the same number are in one region")
m.regions(
    [(size[p] != size[q], p, q) for p, q in board.pairs()],
    sizes={p: size[p] for p in board.cells()},
)
board.borders(size)
for r, c in board.cells():
    board.digit(r, c, size[r, c])
    m.given(size[r, c], None if CLUES[r][c] == "." else int(CLUES[r][c]))
print(m.solve().board())
print("solutions:", m.count(limit=2))
