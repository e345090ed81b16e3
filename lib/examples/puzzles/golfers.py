"""Social golfers: nine golfers play in three groups of three in each of four weeks. No two meet
twice."""

from loophole import Model

GOLFERS, SIZE, WEEKS = 9, 3, 4

m = Model()
m.about(
    "Social golfers",
    "Nine golfers play in three groups of three in each of four weeks. No two meet twice.",
)
board = m.grid(WEEKS, GOLFERS)
group = m.ints(WEEKS, GOLFERS, 1, GOLFERS // SIZE, name="the group of week {}, golfer {}")
for w in range(WEEKS):
    for g in range(1, GOLFERS // SIZE + 1):
        m.rule(f"in week {w + 1}, group {g} has {SIZE} golfers")
        m.add(sum(x == g for x in group[w]) == SIZE)
for a in range(GOLFERS):
    for b in range(a):
        m.rule(f"golfers {b + 1} and {a + 1} do not meet twice")
        m.add(sum(group[w, a] == group[w, b] for w in range(WEEKS)) <= 1)
m.rule(
    "the first groups are 1 2 3, 4 5 6, 7 8 9; golfers 1 2 3 name the others; weeks have one order"
)
m.add(group[0, a] == a // SIZE + 1 for a in range(GOLFERS))
m.add(group[w, a] == a + 1 for w in range(1, WEEKS) for a in range(SIZE))
m.add(group[w, SIZE] <= group[w + 1, SIZE] for w in range(1, WEEKS - 1))
for w, a in board.cells():
    board.given(w, -1, w + 1)
    board.given(-1, a, a + 1)
    board.digit(w, a, group[w, a])
print(m.solve().board())
print("solutions:", m.count())
