"""Heyawake: paint cells black, as many in a room as its number says, no two side by side. The white cells are
connected, and no straight line of white cells meets three rooms.

The puzzle is an example of cspuz by semiexp.
"""
from loophole import Model

ROOMS = """
AABBCC
DDBBEE
FFFGEE
FFFGHH
IIJJKK
IIJJKK
""".split()
CLUES = {"B": 2, "F": 3}
N = len(ROOMS)

m = Model()
board = m.grid(N, N)
board.regions(ROOMS)
black = {(r, c): m.var(f"black {r + 1},{c + 1}") for r in range(N) for c in range(N)}
room = {(r, c): ROOMS[r][c] for r, c in black}
cells = list(black)
near = [(cells.index(p), cells.index(q)) for p in cells for q in cells if q in ((p[0] + 1, p[1]), (p[0], p[1] + 1))]
for p, x in black.items():
    board.fill(*p, x)
m.rule("no two black cells are side by side")
m.add(~(black[cells[a]] & black[cells[b]]) for a, b in near)
m.rule("the white cells are connected")
m.connected([~x for x in black.values()], near)
for name, number in CLUES.items():
    m.rule(f"room {name} has {number} black cells")
    m.add(sum(black[p] for p in cells if room[p] == name) == number)
    board.given(*min(p for p in cells if room[p] == name), number, "none")
m.rule("no line of white cells meets three rooms")
for i in range(N):
    for line in ([(i, c) for c in range(N)], [(r, i) for r in range(N)]):
        walls = [k for k in range(1, N) if room[line[k - 1]] != room[line[k]]]
        for a, b in zip(walls, walls[1:]):
            m.clause(black[p] for p in line[a - 1 : b + 1])
print(m.solve().board())
print("solutions:", m.count(limit=2))
