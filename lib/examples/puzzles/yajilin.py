"""Yajilin: paint some cells black, no two side by side, and draw one loop through all other
cells without clue. A clue is the number of black cells in the direction of its arrow.

The puzzle is an example of cspuz by semiexp.
"""

from loophole import Model

PUZZLE = """
..  ..  ..  ..  ..  ..  ..  ..  ..  ..
..  ..  ..  ..  ..  ..  ..  ..  ..  ..
..  ..  ↓0  ..  ..  →2  ..  ..  ..  ..
..  ..  ..  ..  ..  ..  ..  ..  ..  ..
..  ..  ..  ..  ..  ..  ..  ..  ..  ..
..  ..  ..  ..  ..  ..  ..  ..  ↑1  ..
..  ..  ..  ..  ..  ..  ..  ..  ..  ..
..  ..  ↑0  ..  ↑3  ..  ..  →1  ..  ..
..  ..  ..  ..  ..  ..  ..  ..  ..  ..
..  ..  ..  ..  ..  ..  ..  →0  ..  ..
"""
PUZZLE = [row.split() for row in PUZZLE.strip().splitlines()]
ARROWS = {"↑": (-1, 0), "↓": (1, 0), "←": (0, -1), "→": (0, 1)}
N = len(PUZZLE)

m = Model()
m.about(
    "Yajilin",
    "Paint cells, no two side by side, and draw one loop through all others without a clue. A "
    "clue is the number of painted cells in the direction of its arrow.",
)
board = m.grid(N, N)
black = {p: m.var(f"black {p}") for p in board.cells()}
line = {pair: m.var(f"line {pair}") for pair in board.pairs()}
m.rule("the lines are one loop")
through = m.loop((x, p, q) for (p, q), x in line.items())
for (p, q), x in line.items():
    board.link(x, p, q)
    m.rule("no two black cells are side by side")
    m.add(~black[p] | ~black[q])
for r, c in board.cells():
    board.fill(r, c, black[r, c])
    if PUZZLE[r][c] == "..":
        m.rule("the loop goes through all cells that are not black")
        m.add(through[r, c] != black[r, c])
    else:
        m.rule(f"the clue {PUZZLE[r][c]} in row {r + 1}, column {c + 1}")
        i, j = ARROWS[PUZZLE[r][c][0]]
        ahead = [black[p] for p in ((r + k * i, c + k * j) for k in range(1, N)) if p in black]
        m.add(~through[r, c], ~black[r, c], sum(ahead) == int(PUZZLE[r][c][1:]))
        board.given(r, c, PUZZLE[r][c])
print(m.solve().board())
print("solutions:", m.count(limit=2))
