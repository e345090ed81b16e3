"""Nonogram: each clue lists the lengths of the black blocks of a row or column, in order.

The puzzle is number 98 of the Ninety-Nine Prolog Problems by Werner Hett.
"""

from loophole import Model

ROWS = [[3], [2, 1], [3, 2], [2, 2], [6], [1, 5], [6], [1], [2]]
COLUMNS = [[1, 2], [3, 1], [1, 5], [7, 1], [5], [3], [4], [3]]

m = Model()
m.about("Nonogram", "Each clue lists the lengths of the black blocks of a row or column, in order.")
board = m.grid(len(ROWS), len(COLUMNS))
black = [m.vars(len(COLUMNS)) for _ in ROWS]


def clue(name, cells, lengths):
    """Each block has a start. A cell is as black as the number of blocks that cover it."""
    starts = [m.int(f"{name}, block {i + 1}", 0, len(cells) - k) for i, k in enumerate(lengths)]
    m.rule(f"the blocks of {name} are {' '.join(map(str, lengths))} in order")
    for start, k, following in zip(starts, lengths, starts[1:]):
        m.add(start + k < following)
    for i, cell in enumerate(cells):
        m.add(cell == sum((start <= i) - (start <= i - k) for start, k in zip(starts, lengths)))


for r, lengths in enumerate(ROWS):
    clue(f"row {r + 1}", black[r], lengths)
    board.left(r, lengths)
for c, lengths in enumerate(COLUMNS):
    clue(f"column {c + 1}", [row[c] for row in black], lengths)
    board.above(c, lengths)
for r, row in enumerate(black):
    for c, cell in enumerate(row):
        board.fill(r, c, cell)

print(m.solve().board())
print("solutions:", m.count(limit=2))
