"""Shikaku: divide the board into rectangles. Each has one number, the number of its cells."""

from loophole import Model

CLUES = """
..6...3...
.....3.26.
.......2..
..9.......
.....22.5.
8.........
.....5.6..
.8.9.....5
.........4
8...2.5...
""".split()
N = len(CLUES)

m = Model()
m.about(
    "Shikaku",
    "Divide the board into rectangles. Each has one number, the number of its cells.",
)
board = m.grid(N, N)
cells = board.cells()
clue = {(r, c): int(CLUES[r][c]) for r, c in cells if CLUES[r][c] != "."}
rectangle = {}
for r, c in cells:
    for h in range(1, N - r + 1):
        for w in range(1, N - c + 1):
            inside = frozenset((r + i, c + j) for i in range(h) for j in range(w))
            if [clue[p] for p in inside & clue.keys()] == [h * w]:
                rectangle[inside] = m.var(f"{h} x {w} from row {r + 1}, column {c + 1}")
for p in cells:
    m.rule(f"one rectangle covers row {p[0] + 1}, column {p[1] + 1}")
    m.exactly([x for inside, x in rectangle.items() if p in inside], 1)
    board.given(*p, clue.get(p), "none")
for p, q in board.pairs():
    border = m.derived(f"border of {p} and {q}")
    m.reify(~border).clause(x for inside, x in rectangle.items() if {p, q} <= inside)
    board.borders([(border, p, q)])
print(m.solve().board())
print("solutions:", m.count(limit=2))
