"""KenKen: every row and column has the numbers 1 to 6. The numbers of a cage make its result by
its operation.

The puzzle is the example of Wikipedia's article "KenKen".
"""

import math

from loophole import Model

CAGES = """
ABBCDD
AEECFD
GGHHFD
GGIJKK
LLIJJM
NNNOOM
""".split()
CLUES = """
A=11+ B=2÷ C=20× D=6× E=3− F=3÷ G=240× H=6× I=6× J=7+ K=30× L=6× M=9+ N=8+ O=2÷
"""
CLUES = dict(word.split("=") for word in CLUES.split())
N = len(CAGES)

m = Model()
m.about(
    "KenKen",
    "Every row and column has the numbers 1 to 6. The numbers of a cage make its result by "
    "its operation.",
)
board = m.grid(N, N)
board.regions(CAGES)
cell = m.ints(N, N, 1, N, name="row {}, column {}")
for i in range(N):
    m.rule(f"the numbers of row {i + 1} differ")
    m.all_different(cell[i])
    m.rule(f"the numbers of column {i + 1} differ")
    m.all_different(cell[:, i])
for name, clue in CLUES.items():
    places = [(r, c) for r, c in board.cells() if CAGES[r][c] == name]
    cage, result = [cell[p] for p in places], int(clue[:-1])
    m.rule(f"the cage {clue} at row {places[0][0] + 1}, column {places[0][1] + 1}")
    if clue[-1] == "+":
        m.add(sum(cage) == result)
    elif clue[-1] == "×":
        m.add(math.prod(cage) == result)
    elif clue[-1] == "−":
        m.add(abs(cage[0] - cage[1]) == result)
    else:
        m.add((cage[0] == result * cage[1]) | (cage[1] == result * cage[0]))
    board.given(*places[0], clue, "none")
for r, c in board.cells():
    board.digit(r, c, cell[r, c])
print(m.solve().board())
print("solutions:", m.count(limit=2))
