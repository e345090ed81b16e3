"""Star Battle: every row, column and region has two stars, and no two stars touch, not even at a
corner.

The puzzle is that of the tutorial on krazydad.com/starbattle.
"""

from loophole import Model

REGIONS = """
AAAAABBCCC
AAAAABBBCC
AAAAABBBBB
DDDAEEBBBF
DGGGEEBBFF
GGGGEEBFFF
GGGGGHBFFF
GGGGGHBFFH
JJJHHHHHHH
HHHHIIIIII
""".split()
N = len(REGIONS)

m = Model()
m.about(
    "Star Battle",
    "Every row, column and region has two stars, and no two stars touch, not even at a corner.",
)
board = m.grid(N, N)
board.regions(REGIONS)
star = {(r, c): m.var(f"star {r + 1},{c + 1}") for r, c in board.cells()}
for (r, c), s in star.items():
    board.symbol(r, c, s, "★")
for i in range(N):
    m.rule(f"row {i + 1} has two stars")
    m.exactly([star[i, c] for c in range(N)], 2)
    m.rule(f"column {i + 1} has two stars")
    m.exactly([star[r, i] for r in range(N)], 2)
for name in sorted(set("".join(REGIONS))):
    m.rule(f"region {name} has two stars")
    m.exactly([s for (r, c), s in star.items() if REGIONS[r][c] == name], 2)
for r in range(N - 1):
    for c in range(N - 1):
        m.rule(
            f"the stars around the corner below row {r + 1}, right of column {c + 1} do not touch"
        )
        m.at_most([star[r + i, c + j] for i in (0, 1) for j in (0, 1)], 1)

print(m.solve().board())
print("solutions:", m.count(limit=2))
