"""Battleships: find the fleet. Ships do not touch, not even at a corner, and the numbers count their cells in each row
and column. The picture shows cells that are given: ~ is water."""
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
board = m.grid(N, N)
cells = [(r, c) for r in range(N) for c in range(N)]
filled = {(r, c): m.derived(f"ship at row {r + 1}, column {c + 1}") for r, c in cells}
ships = {}
for length in FLEET:
    for r, c in cells:
        for i, j in ((0, 1), (1, 0))[: length]:
            ship = frozenset((r + k * i, c + k * j) for k in range(length))
            if ship <= filled.keys():
                ships[ship] = m.var(f"ship of {length} at {sorted(ship)[0]}, {sorted(ship)[-1]}")
for length, number in FLEET.items():
    m.rule(f"there are {number} ships of {length} cells")
    m.exactly([x for ship, x in ships.items() if len(ship) == length], number)
for r, c in cells:
    m.rule("the ships fill cells")
    m.add(filled[r, c] == sum(x for ship, x in ships.items() if (r, c) in ship))
    board.symbol(r, c, filled[r, c], "●")
    m.rule("ships do not touch")
    near = {(r + i, c + j) for i in (0, 1) for j in (0, 1)}
    m.at_most([x for ship, x in ships.items() if ship & near], 1)
    if GIVEN[r][c] != ".":
        m.given(filled[r, c], GIVEN[r][c] == "●")
for i in range(N):
    m.rule(f"row {i + 1} has {ROWS[i]} cells of ships")
    m.add(sum(filled[i, c] for c in range(N)) == int(ROWS[i]))
    board.given(i, -1, ROWS[i])
    m.rule(f"column {i + 1} has {COLUMNS[i]} cells of ships")
    m.add(sum(filled[r, i] for r in range(N)) == int(COLUMNS[i]))
    board.given(-1, i, COLUMNS[i])
print(m.solve().board())
print("solutions:", m.count(limit=2))
