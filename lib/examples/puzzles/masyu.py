"""Masyu: draw one loop through all circles. At a black circle the loop turns, and goes straight
in the cells before and after it. Through a white one it goes straight, and turns in at least one
of these cells.

The puzzle is an example of cspuz by semiexp.
"""

from loophole import Model

PUZZLE = """
....●.....
.........○
.●......●.
○.●..○.○..
......●...
..........
...○.○.○..
...●......
.●.....○..
....○..○..
""".split()
N = len(PUZZLE)

m = Model()
m.about(
    "Masyu",
    "Draw one loop through all circles. It turns at a black one and goes straight before and "
    "after it; it goes straight through a white one and turns next to it.",
)
board = m.grid(N, N)
line = {frozenset(pair): m.var(f"line {pair}") for pair in board.pairs()}
off = m.var("a line that leaves the board")
m.rule("no line leaves the board")
m.add(~off)
m.rule("the lines are one loop")
m.loop((line[frozenset(pair)], *pair) for pair in board.pairs())
for pair in board.pairs():
    board.link(line[frozenset(pair)], *pair)


def ways(r, c, i, j):
    """The line from a cell to one side, and the next line in this direction."""
    ends = [(r + k * i, c + k * j) for k in range(3)]
    return [line.get(frozenset(pair), off) for pair in zip(ends, ends[1:])]


for r, c in board.cells():
    if PUZZLE[r][c] != ".":
        m.rule(f"the circle in row {r + 1}, column {c + 1}")
        board.given(r, c, PUZZLE[r][c], "none")
        (n, nn), (s, ss), (w, ww), (e, ee) = [
            ways(r, c, *d) for d in ((-1, 0), (1, 0), (0, -1), (0, 1))
        ]
        if PUZZLE[r][c] == "●":
            m.add((n & nn) | (s & ss), (w & ww) | (e & ee))
        else:
            m.add((n & s & ~(nn & ss)) | (w & e & ~(ww & ee)))
print(m.solve().board())
print("solutions:", m.count(limit=2))
