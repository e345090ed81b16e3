"""Skyscrapers: every row and column has the heights 1 to 6. A clue counts the buildings seen
from there.

A taller building hides the lower ones after it. The puzzle is the example of Codewars' "6 by 6
skyscrapers".
"""

from loophole import Model

ABOVE, BELOW = "...22.", "....4."
LEFT, RIGHT = "..3.44", "...63."
N = 6

m = Model()
m.about(
    "Skyscrapers",
    "Every row and column has the heights 1 to 6. A clue counts the buildings seen from "
    "there: a taller one hides the lower ones after it.",
)
board = m.grid(N, N)
rows = [[m.int(f"row {r + 1}, column {c + 1}", 1, N) for c in range(N)] for r in range(N)]
columns = [list(column) for column in zip(*rows)]
for i, line in enumerate(rows + columns):
    m.rule(f"the heights of {'row' if i < N else 'column'} {i % N + 1} differ")
    m.all_different(line)


def clue(r, c, text, line):
    """As many buildings of a line are taller than all before as the clue at row r, column c."""
    if text != ".":
        board.given(r, c, text)
        m.rule(f"the clue {text} at row {r + 1}, column {c + 1}")
        seen = m.vars(N)
        for i, lit in enumerate(seen):
            m.reify(-lit).clause([before > line[i] for before in line[:i]])
        m.exactly(seen, int(text))


for i in range(N):
    clue(-1, i, ABOVE[i], columns[i])
    clue(N, i, BELOW[i], columns[i][::-1])
    clue(i, -1, LEFT[i], rows[i])
    clue(i, N, RIGHT[i], rows[i][::-1])
    for c in range(N):
        board.digit(i, c, rows[i][c])

print(m.solve().board())
print("solutions:", m.count(limit=2))
