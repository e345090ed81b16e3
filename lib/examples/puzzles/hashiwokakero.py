"""Hashiwokakero: at most two bridges join neighboring islands of a row or column. They do not
cross, the number of an island is that of its bridges, and all islands are connected."""

from loophole import Model

PUZZLE = """
.2...4.3.
........2
.2.1...1.
.........
.2...6..4
.........
......1.3
.2...6.2.
1...2...2
""".split()
N = len(PUZZLE)

m = Model()
m.about(
    "Hashiwokakero",
    "At most two bridges join neighboring islands. Bridges do not cross, a number counts the "
    "bridges of its island, and all islands are connected.",
)
board = m.grid(N, N)
island = {(r, c): m.var(f"island {r},{c}") for r, c in board.cells() if PUZZLE[r][c] != "."}
bridges = {}
for r, c in island:
    for i, j in ((0, 1), (1, 0)):
        way = [(r + k * i, c + k * j) for k in range(N)]
        ends = [k for k, p in enumerate(way) if p in island]
        if len(ends) > 1:
            bridges[tuple(way[: ends[1] + 1])] = m.int(f"{way[0]} to {way[ends[1]]}", 0, 2)
m.rule("bridges do not cross")
for p in board.cells():
    m.at_most([x >= 1 for way, x in bridges.items() if p in way[1:-1]], 1)
for (r, c), here in island.items():
    m.rule(f"the island {PUZZLE[r][c]} in row {r + 1}, column {c + 1}")
    m.add(here, sum(x for way, x in bridges.items() if (r, c) in way) == int(PUZZLE[r][c]))
    board.given(r, c, PUZZLE[r][c], "none")
m.rule("the islands are connected")
used = {way: x >= 1 for way, x in bridges.items()}
m.connected({**island, **used}, [(p, way) for way in used for p in (way[0], way[-1])])
for way, x in bridges.items():
    for p, q in zip(way, way[1:]):
        board.link(x >= 1, p, q)
        board.link(x == 2, p, q, count=2)
print(m.solve().board())
print("solutions:", m.count(limit=2))
