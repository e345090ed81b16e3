"""Slitherlink: draw one loop along the lines. A clue is the number of sides of its cell that the
loop uses.

The puzzle is the example of Wikipedia's article "Slitherlink".
"""

from loophole import Model

CLUES = """
....0.
33..1.
..12..
..20..
.1..11
.2....
""".split()
N = len(CLUES)

m = Model()
m.about(
    "Slitherlink",
    "Draw one loop along the lines. A clue is the number of sides of its cell that the loop uses.",
)
board = m.grid(N, N)
corners = [(r, c) for r in range(N + 1) for c in range(N + 1)]
edge = {
    (a, b): m.var(f"{a} to {b}")
    for a in corners
    for b in corners
    if b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))
}
m.rule("the lines are one loop")
m.loop((lit, a, b) for (a, b), lit in edge.items())
for (a, b), lit in edge.items():
    board.edge(lit, a, b)
for r in range(N):
    for c in range(N):
        if CLUES[r][c] != ".":
            here, right, down, across = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            sides = [edge[here, right], edge[here, down], edge[right, across], edge[down, across]]
            m.rule(f"the clue {CLUES[r][c]} in row {r + 1}, column {c + 1}")
            m.add(sum(sides) == int(CLUES[r][c]))
            board.given(r, c, CLUES[r][c], "none")

print(m.solve().board())
print("solutions:", m.count(limit=2))
