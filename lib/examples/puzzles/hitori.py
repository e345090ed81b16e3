"""Hitori: paint cells black, no two side by side, so that no number is twice in a row or column
and the white cells are connected.

The puzzle is the example of Wikipedia's article "Hitori".
"""

from loophole import Model

NUMBERS = """
48163257
36721654
23482861
41657735
72318512
35673184
64235478
87142356
""".split()
N = len(NUMBERS)

m = Model()
m.about(
    "Hitori",
    "Paint cells black, no two side by side, so that no number is twice in a row or column "
    "and the white cells are connected.",
)
board = m.grid(N, N)
black = {(r, c): m.var(f"black {r + 1},{c + 1}") for r, c in board.cells()}
for (r, c), x in black.items():
    board.fill(r, c, x)
    board.given(r, c, NUMBERS[r][c], "none")
m.rule("no two black cells are side by side")
m.add(~(black[p] & black[q]) for p, q in board.pairs())
m.rule("the white cells are connected")
m.connected({p: ~x for p, x in black.items()}, board.pairs())
for i in range(N):
    for number in sorted(set("".join(NUMBERS))):
        m.rule(f"row {i + 1} has at most one white {number}")
        m.at_most([~black[i, c] for c in range(N) if NUMBERS[i][c] == number], 1)
        m.rule(f"column {i + 1} has at most one white {number}")
        m.at_most([~black[r, i] for r in range(N) if NUMBERS[r][i] == number], 1)
print(m.solve().board())
print("solutions:", m.count(limit=2))
