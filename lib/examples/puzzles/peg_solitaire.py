"""Peg solitaire: a peg jumps over a neighbor into a hole, and the neighbor is removed. The cross
of nine pegs goes down to one peg in the middle, in eight jumps."""

from loophole import Model

START = """
..ooo..
..o*o..
ooo*ooo
o*****o
ooo*ooo
..o*o..
..ooo..
""".split()
JUMPS = 8
N = len(START)

m = Model()
m.about(
    "Peg solitaire",
    "A peg jumps over a neighbor into a hole, and the neighbor is removed. One peg is left, "
    "in the middle.",
)
board = m.grid(3 * N + 2, 3 * N + 2)
holes = [(r, c) for r in range(N) for c in range(N) if START[r][c] != "."]
peg = [{p: m.var(f"a peg in {p} after {t} jumps") for p in holes} for t in range(JUMPS + 1)]
m.rule("the position before the first jump")
m.add(x if START[r][c] == "*" else ~x for (r, c), x in peg[0].items())
m.rule("the last peg is in the middle")
m.add(x if p == (N // 2, N // 2) else ~x for p, x in peg[JUMPS].items())
for t in range(JUMPS):
    jumps = {}
    for r, c in holes:
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            three = (r, c), (r + i, c + j), (r + 2 * i, c + 2 * j)
            if three[2] in holes:
                jumps[three] = m.var(f"jump {t + 1} from {three[0]} to {three[2]}")
    m.rule(f"jump {t + 1} is one jump, which needs two pegs and a hole, and changes these")
    m.exactly(jumps.values(), 1)
    for (a, b, c), x in jumps.items():
        m.add(x >> y for y in (peg[t][a], peg[t][b], ~peg[t][c]))
    for p in holes:
        changed = sum(x for three, x in jumps.items() if p in three)
        m.add((peg[t][p] ^ peg[t + 1][p]) == (changed == 1))
for t, now in enumerate(peg):
    for (r, c), x in now.items():
        place = (t // 3 * (N + 1) + r, t % 3 * (N + 1) + c)
        board.given(*place, None, "pale")
        board.symbol(*place, x, "●")
print(m.solve().board())
print("solutions:", m.count())
