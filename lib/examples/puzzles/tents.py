"""Tents: each tree has a tent of its own next to it, no two tents touch, not even at a corner,
and the numbers count the tents of each row and column."""

from loophole import Model

TREES = """
.T.T....
......T.
T.......
T.....T.
.....T..
T.......
.T..T.T.
.......T
""".split()
ROWS, COLUMNS = "21121122", "31102122"
N = len(TREES)

m = Model()
m.about(
    "Tents",
    "Each tree has a tent of its own next to it. No two tents touch, not even at a corner, "
    "and the numbers count the tents of each row and column.",
)
board = m.grid(N, N)
tent = {(r, c): m.var(f"tent {r + 1},{c + 1}") for r, c in board.cells() if TREES[r][c] == "."}
rope = {(p, q): m.var(f"{p} to {q}") for p, q in board.pairs() if (p in tent) != (q in tent)}
for ends, x in rope.items():
    board.link(x, *ends)
for r, c in board.cells():
    here = [x for ends, x in rope.items() if (r, c) in ends]
    if (r, c) in tent:
        m.rule("each tent has a tree")
        m.add(sum(here) == tent[r, c])
        board.symbol(r, c, tent[r, c], "▲")
    else:
        m.rule(f"the tree in row {r + 1}, column {c + 1} has a tent")
        m.exactly(here, 1)
        board.given(r, c, "♣", "none")
    m.rule("no two tents touch")
    block = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
    m.at_most([tent[p] for p in block if p in tent], 1)
for i in range(N):
    m.rule(f"row {i + 1} has {ROWS[i]} tents")
    m.add(sum(x for (r, c), x in tent.items() if r == i) == int(ROWS[i]))
    board.given(i, -1, ROWS[i])
    m.rule(f"column {i + 1} has {COLUMNS[i]} tents")
    m.add(sum(x for (r, c), x in tent.items() if c == i) == int(COLUMNS[i]))
    board.given(-1, i, COLUMNS[i])
print(m.solve().board())
print("solutions:", m.count(limit=2))
