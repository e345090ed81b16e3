"""Battleships: find the fleet. Ships do not touch, not even at a corner, and the numbers count
their cells in each row and column. Gray cells are given."""

from loophole import Model

FLEET = {4: 1, 3: 2, 2: 3, 1: 4}
GIVEN = """
........●.
...●......
..........
..........
......●...
...~~.....
..........
..........
.●.......●
..~...~...
""".split()
ROWS, COLUMNS = "2400502421", "1423024211"
N = len(GIVEN)

m = Model()
m.about(
    "Battleships",
    "Place the fleet: ships do not touch, not even at a corner, and the numbers count their "
    "cells in each row and column.",
)
board = m.grid(N, N)
filled = {(r, c): m.derived(f"row {r + 1}, column {c + 1}") for r, c in board.cells()}
ships = {}
for length, number in FLEET.items():
    for r, c in filled:
        for i, j in ((0, 1), (1, 0))[:length]:
            ship = frozenset((r + k * i, c + k * j) for k in range(length))
            if ship <= filled.keys():
                ships[ship] = m.var(f"a ship from {min(ship)} to {max(ship)}")
    m.rule(f"there are {number} ships of length {length}")
    m.exactly([x for ship, x in ships.items() if len(ship) == length], number)
for (r, c), here in filled.items():
    m.rule("the ships fill cells")
    m.add(here == sum(x for ship, x in ships.items() if (r, c) in ship))
    board.symbol(r, c, here, "●")
    m.rule("ships do not touch")
    block = {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
    m.at_most([x for ship, x in ships.items() if ship & block], 1)
    if GIVEN[r][c] != ".":
        m.given(here, GIVEN[r][c] == "●")
        board.given(r, c, None, "gray")
for i in range(N):
    for name, line, number in (("row", 0, ROWS[i]), ("column", 1, COLUMNS[i])):
        m.rule(f"{name} {i + 1} has {number} cells of ships")
        m.add(sum(x for p, x in filled.items() if p[line] == i) == int(number))
        board.given(*((i, -1), (-1, i))[line], number)
print(m.solve().board())
print("solutions:", m.count(limit=2))
