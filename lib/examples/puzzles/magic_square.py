"""Magic square: the numbers 1 to 16, with the same sum in every row, column and diagonal.

The square of Dürer's engraving "Melencolia I", whose last row has the year 1514. Six of its
numbers determine the others.
"""

from loophole import Model

SQUARE = """
16  .  .  .
 5  .  .  .
 .  .  .  .
 4 15 14  1
"""
N = 4

m = Model()
m.about("Magic square", "The numbers 1 to 16 have the same sum in every row, column and diagonal.")
board = m.grid(N, N)
square = [[m.int(f"row {r + 1}, column {c + 1}", 1, N * N) for c in range(N)] for r in range(N)]
m.rule("the numbers differ")
m.all_different(sum(square, []))
diagonals = [[square[i][i] for i in range(N)], [square[i][N - 1 - i] for i in range(N)]]
for i, line in enumerate(square + list(zip(*square)) + diagonals):
    m.rule(
        f"the sum of {['row', 'column', 'diagonal'][i // N]} {i % N + 1} is {N * (N * N + 1) // 2}"
    )
    m.add(sum(line) == N * (N * N + 1) // 2)
for r, line in enumerate(SQUARE.strip().splitlines()):
    for c, number in enumerate(line.split()):
        board.digit(r, c, square[r][c])
        m.given((r, c), None if number == "." else int(number))

print(m.solve().board())
print("solutions:", m.count(limit=2))
