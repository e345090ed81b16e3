"""Hidato: write the numbers from 1 on into the cells, so that each number touches the next one,
also at a corner."""

from loophole import Model

PUZZLE = """
 .  .  . 35 13  .
30  .  .  .  .  .
 3  .  .  . 16  .
 . 10  .  .  .  .
 .  .  8  . 21  .
 .  .  . 23  .  .
"""
PUZZLE = [row.split() for row in PUZZLE.strip().splitlines()]
N = len(PUZZLE)

m = Model()
m.about(
    "Hidato",
    "Write the numbers from 1 on into the cells, so that each touches the next one, also at a "
    "corner.",
)
board = m.grid(N, N)
cell = m.ints(N, N, 1, N * N, name="row {}, column {}")
m.rule("each number occurs once")
m.all_different(cell)
for r, c in board.cells():
    m.rule(f"the number after that of row {r + 1}, column {c + 1} touches it")
    near = [cell[i, j] for i, j in board.cells() if max(abs(i - r), abs(j - c)) == 1]
    m.clause([cell[r, c] == N * N, *(x == cell[r, c] + 1 for x in near)])
    board.digit(r, c, cell[r, c])
    m.given(cell[r, c], None if PUZZLE[r][c] == "." else int(PUZZLE[r][c]))
print(m.solve().board())
print("solutions:", m.count(limit=2))
