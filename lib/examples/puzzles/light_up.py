"""Light Up: bulbs light their row and column up to the next wall. They light all cells, but not
each other. A clue counts the bulbs next to it. The puzzle is the example of Wikipedia's article."""

from loophole import Model

SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
PUZZLE = """
#..#.....#
.......#..
.3....0...
..2..#...1
...10#....
....1##...
#...2..2..
...#....#.
..1.......
0.....1..0""".split()

m = Model()
m.about(
    "Light Up",
    "Bulbs light their row and column up to the next wall. They light all cells, but not each "
    "other. A clue counts the bulbs next to it.",
)
board = m.grid(10, 10)
sign = {(r, c): s for r, row in enumerate(PUZZLE) for c, s in enumerate(row)}
bulb = {(r, c): m.var(f"bulb {r + 1},{c + 1}") for (r, c), s in sign.items() if s == "."}
for (r, c), s in sign.items():
    if s != ".":
        board.given(r, c, s if s != "#" else None, "black")
    if s.isdigit():
        m.rule(f"the clue {s} in row {r + 1}, column {c + 1}")
        m.exactly([bulb[r + i, c + j] for i, j in SIDES if (r + i, c + j) in bulb], int(s))
for (r, c), here in bulb.items():
    board.symbol(r, c, here, "●")
    seen = []
    for i, j in SIDES:
        y, x = r + i, c + j
        while (y, x) in bulb:
            seen.append(bulb[y, x])
            m.rule("no bulb lights another")
            m.add(here >> ~bulb[y, x])
            y, x = y + i, x + j
    m.rule(f"row {r + 1}, column {c + 1} is lit")
    m.clause([here, *seen])
print(m.solve().board())
print("solutions:", m.count(limit=2))
