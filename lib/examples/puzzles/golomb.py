"""Golomb ruler: six marks at whole numbers, of which all pairs have different distances. The
shortest ruler has length 17, and there are four, but for mirror images."""

from loophole import Model

MARKS, LONGEST = 6, 20

m = Model()
m.about("Golomb ruler", "Place six marks of which all pairs have different distances.")
board = m.grid(1, LONGEST + 1)
mark = [m.int(f"mark {i + 1}", 0, LONGEST) for i in range(MARKS)]
m.rule("the ruler begins at 0")
m.add(mark[0] == 0)
m.rule("the marks are in order")
m.add(a < b for a, b in zip(mark, mark[1:]))
m.rule("all distances differ")
m.all_different(b - a for i, a in enumerate(mark) for b in mark[i + 1 :])
m.rule("no ruler is the mirror image of another")
m.add(mark[1] - mark[0] < mark[-1] - mark[-2])
cost = mark[-1]
m.minimize(cost)
for place in range(LONGEST + 1):
    board.fill(0, place, sum(x == place for x in mark) == 1)
    board.given(-1, place, place)
print(m.solve().board())
print("solutions:", m.count())
