"""Pentominoes: the twelve shapes of five cells cover a board of 3x20. There are two ways, but for its reflections."""
from loophole import Model

PIECES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": "XXX. ..XX", "P": "XX XX X.", "T": "XXX .X. .X.",
    "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.", "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}
ROWS, COLUMNS = 3, 20

m = Model()
board = m.grid(ROWS, COLUMNS)
cells = [(r, c) for r in range(ROWS) for c in range(COLUMNS)]
piece = m.ints(ROWS, COLUMNS, 0, len(PIECES) - 1, name="the piece of row {}, column {}")
covering = {p: [] for p in cells}
for k, (name, shape) in enumerate(PIECES.items()):
    turned, forms = shape.split(), []
    for quarter in range(4):
        turned = ["".join(row) for row in zip(*turned[::-1])]
        forms += [turned, turned[::-1]] if name != "F" else [turned]
    for form in {tuple(form) for form in forms}:
        pass
