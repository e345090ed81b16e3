"""Numberlink: join equal numbers by lines, which do not meet. Every cell is on a line.

The puzzle is the example of Wikipedia's article "Numberlink".
"""

from loophole import Model

PUZZLE = """
...4...
.3..25.
...31..
...5...
.......
..1....
2...4..
""".split()
N = len(PUZZLE)

m = Model()
m.about("Numberlink", "Join equal numbers by lines, which do not meet. Every cell is on a line.")
board = m.grid(N, N)
through = []
for number in sorted(set("".join(PUZZLE)) - {"."}):
    start, end = [(r, c) for r, c in board.cells() if PUZZLE[r][c] == number]
    lines = [(m.var(f"line {number} from {p} to {q}"), p, q) for p, q in board.pairs()]
    m.rule(f"a line joins the numbers {number}")
    through.append(m.path(lines, start, end))
    for line in lines:
        board.link(*line)
    for p in (start, end):
        board.given(*p, number, "none")
m.rule("one line goes through each cell")
for p in board.cells():
    m.exactly([cell[p] for cell in through], 1)
print(m.solve().board())
print("solutions:", m.count(limit=2))
