"""Tents: each tree has a tent of its own next to it, no two tents touch, not even at a corner, and the numbers count the
tents of each row and column."""
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
board = m.grid(N, N)
cells = [(r, c) for r in range(N) for c in range(N)]
tent = {(r, c): m.var(f"tent {r + 1},{c + 1}") for r, c in cells if TREES[r][c] == "."}
rope = {(tree, p): m.var(f"{tree} to {p}") for tree in cells if tree not in tent for p in tent
        if abs(tree[0] - p[0]) + abs(tree[1] - p[1]) == 1}
for (tree, p), x in rope.items():
    board.link(x, tree, p)
for r, c in cells:
    here = [x for ends, x in rope.items() if (r, c) in ends]
    if (r, c) in tent:
        m.rule("each tent is of one tree")
        m.add(sum(here) == tent[r, c])
        board.symbol(r, c, tent[r, c], "▲")
        m.rule("no two tents touch")
        m.add(~tent[r, c] | ~tent[p] for p in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)) if p in tent)
    else:
        m.rule(f"the tree in row {r + 1}, column {c + 1} has a tent")
        m.exactly(here, 1)
        board.given(r, c, "♣", "none")
for i in range(N):
    m.rule(f"row {i + 1} has {ROWS[i]} tents")
    m.add(sum(x for (r, c), x in tent.items() if r == i) == int(ROWS[i]))
    board.given(i, -1, ROWS[i])
    m.rule(f"column {i + 1} has {COLUMNS[i]} tents")
    m.add(sum(x for (r, c), x in tent.items() if c == i) == int(COLUMNS[i]))
    board.given(-1, i, COLUMNS[i])
print(m.solve().board())
print("solutions:", m.count(limit=2))
