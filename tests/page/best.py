"""Writes puzzles with an objective, each as a model in JSON and as a WCNF file: queens and sum."""
from loophole import Model

N = 5
CELLS = [(r, c) for r in range(N) for c in range(N)]

m = Model()
board = m.grid(N, N)
queen = {(r, c): m.var(f"queen {r + 1},{c + 1}") for r, c in CELLS}
for (r, c), q in queen.items():
    board.symbol(r, c, q, "Q")
for r, c in CELLS:
    m.rule(f"row {r + 1}, column {c + 1} is attacked")
    m.clause([q for (y, x), q in queen.items() if y == r or x == c or abs(y - r) == abs(x - c)])
m.minimize(list(queen.values()))
m.write("queens.json")
m.write("queens.wcnf")

NUMBERS = ["31415", "92653", "58979", "32384", "62643"]
m = Model()
board = m.grid(N, N)
take = {(r, c): m.var(f"take {r + 1},{c + 1}") for r, c in CELLS}
for (r, c), t in take.items():
    board.given(r, c, NUMBERS[r][c])
    board.fill(r, c, t, "blue")
    for y, x in (r, c - 1), (r - 1, c):
        if (y, x) in take:
            m.rule(f"row {y + 1}, column {x + 1} and row {r + 1}, column {c + 1} are not both taken")
            m.at_most([take[y, x], t], 1)
m.maximize(list(take.values()), [int(NUMBERS[r][c]) for r, c in CELLS])
m.write("sum.json")
m.write("sum.wcnf")
