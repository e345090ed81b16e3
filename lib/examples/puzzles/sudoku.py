"""Sudoku: every row, column and box has the digits 1 to 9.

The puzzle is the example of Wikipedia's article "Sudoku".
"""

from loophole import Model

GIVEN = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
""".split()
BOXES = 3 * ["aaabbbccc"] + 3 * ["dddeeefff"] + 3 * ["ggghhhiii"]

m = Model()
m.about("Sudoku", "Every row, column and box has the digits 1 to 9.")
board = m.grid(9, 9)
board.regions(BOXES)
cell = m.ints(9, 9, 1, 9, name="row {}, column {}")
for i in range(9):
    m.rule(f"the digits of row {i + 1} differ")
    m.all_different(cell[i])
    m.rule(f"the digits of column {i + 1} differ")
    m.all_different(cell[:, i])
    m.rule(f"the digits of box {i + 1} differ")
    m.all_different(cell[r, c] for r, c in board.cells() if BOXES[r][c] == "abcdefghi"[i])
for r, c in board.cells():
    board.digit(r, c, cell[r, c])
    m.given(cell[r, c], None if GIVEN[r][c] == "." else int(GIVEN[r][c]))

print(m.solve().board())
print("solutions:", m.count(limit=2))
