"""Pentominoes: the twelve shapes of five cells cover a board of 3x20. There are two
ways, but for reflections of the board: X is in the left half, and F is not turned over."""

from itertools import product

from loophole import Model

PIECES = {
    "F": ".XX XX. .X.",
    "I": "XXXXX",
    "L": "XXXX X...",
    "N": "XXX. ..XX",
    "P": "XX XX X.",
    "T": "XXX .X. .X.",
    "U": "X.X XXX",
    "V": "X.. X.. XXX",
    "W": "X.. XX. .XX",
    "X": ".X. XXX .X.",
    "Y": "XXXX .X..",
    "Z": "XX. .X. .XX",
}
ROWS, COLUMNS = 3, 20

m = Model()
m.about("Pentominoes", "Cover the board by the twelve shapes of five cells.")
board = m.grid(ROWS, COLUMNS)
cells = board.cells()
piece = m.ints(ROWS, COLUMNS, 1, len(PIECES), name="the piece of row {}, column {}")
board.borders(piece)
covering = {p: [] for p in cells}
for k, (name, shape) in enumerate(PIECES.items(), 1):
    form, forms, places = shape.split(), set(), []
    for _ in range(4):
        form = ["".join(row) for row in zip(*form[::-1])]  # a quarter turn
        forms |= {tuple(form)} if name == "F" else {tuple(form), tuple(form[::-1])}
    for (r, c), form in product(cells, sorted(forms)):
        five = [(r + i, c + j) for i, row in enumerate(form) for j, x in enumerate(row) if x == "X"]
        if set(five) <= set(cells) and (name != "X" or c < COLUMNS // 2 - 1):
            places.append(m.var(f"{name} at {five}"))
            m.add(places[-1] >> (piece[p] == k) for p in five)
            for p in five:
                covering[p].append(places[-1])
    m.rule(f"{name} is used once")
    m.exactly(places, 1)
    for p in cells:
        board.symbol(*p, piece[p] == k, name)
m.rule("one piece covers each cell")
for p in cells:
    m.exactly(covering[p], 1)
print(m.solve().board())
print("solutions:", m.count())
