"""Queens: eight queens on a chessboard, no two in a row, column or diagonal, and no three in any
straight line.

Dudeney published it in "Amusements in Mathematics" (1917). The solution is unique but for
rotations and reflections; the row of the first queen chooses one of the eight.
"""

from itertools import combinations

from loophole import Model

N = 8
m = Model()
m.about(
    "Queens",
    "Place eight queens, no two in a row, column or diagonal, and no three in any straight line.",
)
board = m.grid(N, N)
row = [m.int(f"queen of column {c + 1}", 1, N) for c in range(N)]
m.rule("no two queens attack each other")
m.all_different(row)
m.all_different(row[c] + c for c in range(N))
m.all_different(row[c] - c for c in range(N))
m.rule("no three queens are in a line")
for a, b, c in combinations(range(N), 3):  # three points are in a line if both slopes are equal
    m.add((row[b] - row[a]) * (c - b) != (row[c] - row[b]) * (b - a))
m.given(row[0], 5)
m.rule("each column has one queen")
for c in range(N):
    for r in range(N):
        board.given(r, c, None, "pale" if (r + c) % 2 else "white")
        board.symbol(r, c, row[c] == r + 1, "♛")

print(m.solve().board())
print("solutions:", m.count(limit=2))
