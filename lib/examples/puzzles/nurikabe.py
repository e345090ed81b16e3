"""Nurikabe: a clue is the size of its white island. Islands do not touch side to side.
The black sea is connected and has no 2x2 block. The puzzle is the example of Wikipedia's article."""
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
board = m.grid(9, 10)
cells = [(r, c) for r in range(9) for c in range(10)]
edges = [(i, cells.index(p)) for i, (r, c) in enumerate(cells) for p in ((r + 1, c), (r, c + 1)) if p in cells]
owners = [m.vars(90)]  # the sea, then the islands: a literal for each cell
m.rule("the sea is connected"); m.connected(owners[0], edges)
for i, (r, c) in enumerate(cells):
    board.fill(r, c, owners[0][i])
    if (r + 1, c + 1) in cells:
        m.rule("no 2x2 block is all sea")
        m.clause([-owners[0][cells.index(p)] for p in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))])
    if CLUES[r][c] != ".":
        board.given(r, c, CLUES[r][c], "none")
        owners.append(m.vars(90))
        m.rule(f"the island of row {r + 1}, column {c + 1} has {CLUES[r][c]} connected cells")
        m.add(owners[-1][i], sum(owners[-1]) == int(CLUES[r][c])); m.connected(owners[-1], edges)
m.rule("each cell is sea or one island, and islands do not touch")
for cell in zip(*owners):
    m.exactly(cell, 1)
for a, b in edges:
    for owner in owners[1:]:  # the neighbor of an island's cell is sea or the same island
        m.add(owner[a] >> (owner[b] | owners[0][b]))

print(m.solve().board())
print("solutions:", m.count(limit=2))
