"""Nurikabe: a clue is the size of its white island. Islands do not touch side to side.
The black sea is connected and has no 2x2 block. The puzzle is the example of Wikipedia's article.
"""

from loophole import Model

CLUES = """
2........2
......2...
.2..7.....
..........
......3.3.
..2....3..
2..4......
..........
.1....2.4.""".split()

m = Model()
m.about(
    "Nurikabe",
    "A clue is the size of its white island. Islands do not touch side to side. The sea is "
    "connected and has no 2x2 block.",
)
board = m.grid(9, 10)
cells = board.cells()
owners = [{p: m.var(f"sea at {p}") for p in cells}]  # the sea, then the islands
m.rule("the sea is connected")
m.connected(owners[0], board.pairs())
for r, c in cells:
    board.fill(r, c, owners[0][r, c])
    if (r + 1, c + 1) in cells:
        m.rule("no 2x2 block is all sea")
        m.clause(~owners[0][p] for p in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)))
    if CLUES[r][c] != ".":
        board.given(r, c, CLUES[r][c], "none")
        owners.append({p: m.var(f"island of {r, c} at {p}") for p in cells})
        m.rule(f"the island of row {r + 1}, column {c + 1} has {CLUES[r][c]} connected cells")
        m.add(owners[-1][r, c], sum(owners[-1].values()) == int(CLUES[r][c]))
        m.connected(owners[-1], board.pairs())
m.rule("each cell is sea or one island, and islands do not touch")
for p in cells:
    m.exactly([owner[p] for owner in owners], 1)
for p, q in board.pairs():
    for owner in owners[1:]:  # the neighbor of an island's cell is sea or the same island
        m.add(owner[p] >> (owner[q] | owners[0][q]))

print(m.solve().board())
print("solutions:", m.count(limit=2))
