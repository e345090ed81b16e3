"""Killer Sudoku: every row, column and box has the digits 1 to 9. The digits of a cage differ
and have its sum.

The puzzle is the example of Wikipedia's article "Killer sudoku".
"""

from loophole import Model

CAGES = """
AABBBCDEF
GGHHCCDEF
GGIICJKKF
LMMINJKOF
LPPQNJOOR
SPTQNUVVR
STTQWUUXX
SYZWWaaXX
SYZWbbbcc
""".split()
SUMS = """
A=3 B=15 C=22 D=4 E=16 F=15 G=25 H=17 I=9 J=8 K=20 L=6 M=14 N=17 O=17
P=13 Q=20 R=12 S=27 T=6 U=20 V=6 W=10 X=14 Y=8 Z=16 a=15 b=13 c=17
"""
SUMS = dict(word.split("=") for word in SUMS.split())

m = Model()
m.about(
    "Killer Sudoku",
    "Every row, column and box has the digits 1 to 9. The digits of a cage differ and have "
    "its sum.",
)
board = m.grid(9, 9)
board.regions(CAGES)
cell = m.ints(9, 9, 1, 9, name="row {}, column {}")
for i in range(9):
    m.rule(f"the digits of row {i + 1} differ")
    m.all_different(cell[i])
    m.rule(f"the digits of column {i + 1} differ")
    m.all_different(cell[:, i])
    m.rule(f"the digits of box {i + 1} differ")
    r, c = i // 3 * 3, i % 3 * 3
    m.all_different(cell[r : r + 3, c : c + 3])
for name, total in SUMS.items():
    places = [(r, c) for r, c in board.cells() if CAGES[r][c] == name]
    cage = [cell[p] for p in places]
    m.rule(f"the digits of cage {name} differ and add up to {total}")
    m.all_different(cage)
    m.add(sum(cage) == int(total))
    board.given(*places[0], total, "none")
for r, c in board.cells():
    board.digit(r, c, cell[r, c])
print(m.solve().board())
print("solutions:", m.count(limit=2))
