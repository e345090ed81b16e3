"""Heyawake: paint cells black, as many in a room as its number says, no two side by side. The
white cells are connected, and no straight line of white cells meets three rooms.

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
m.about(
    "Heyawake",
    "Paint cells, as many in a room as its number says, no two side by side. The white cells "
    "are connected, and no straight line of them meets three rooms.",
)
board = m.grid(N, N)
board.regions(ROOMS)
black = {(r, c): m.var(f"black {r + 1},{c + 1}") for r, c in board.cells()}
room = {(r, c): ROOMS[r][c] for r, c in black}
for p, x in black.items():
    board.fill(*p, x, "blue")
m.rule("no two black cells are side by side")
m.add(~(black[p] & black[q]) for p, q in board.pairs())
m.rule("the white cells are connected")
m.connected({p: ~x for p, x in black.items()}, board.pairs())
for name, number in CLUES.items():
    m.rule(f"room {name} has {number} black cells")
    inside = [p for p in black if room[p] == name]
    m.add(sum(black[p] for p in inside) == number)
    board.given(*inside[0], number, "none")
m.rule("no line of white cells meets three rooms")
for i in range(N):
    for line in ([(i, c) for c in range(N)], [(r, i) for r in range(N)]):
        walls = [k for k in range(1, N) if room[line[k - 1]] != room[line[k]]]
        for a, b in zip(walls, walls[1:]):
            m.clause(black[p] for p in line[a - 1 : b + 1])
print(m.solve().board())
print("solutions:", m.count(limit=2))
