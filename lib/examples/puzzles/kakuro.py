"""Kakuro: a clue is the sum of the run below or right of it. The digits of a run differ.

The puzzle is the example of Wikipedia's article "Kakuro".
"""

from loophole import Model

PUZZLE = r"""
 #   23\  30\   #    #   27\  12\  16\
\16   .    .    #  17\24  .    .    .
\17   .    .  15\29  .    .    .    .
\35   .    .    .    .    .   12\   #
 #   \7    .    .   7\8   .    .   7\
 #   11\ 10\16  .    .    .    .    .
\21   .    .    .    .   \5    .    .
\6    .    .    .    #   \3    .    .
"""
PUZZLE = {
    (r, c): word
    for r, line in enumerate(PUZZLE.strip().splitlines())
    for c, word in enumerate(line.split())
}

m = Model()
m.about("Kakuro", "A clue is the sum of the run below or right of it. The digits of a run differ.")
board = m.grid(8, 8)
cell = {
    (r, c): m.int(f"row {r}, column {c}", 1, 9) for (r, c), word in PUZZLE.items() if word == "."
}
for (r, c), x in cell.items():
    board.digit(r, c, x)
for (r, c), clue in PUZZLE.items():
    if clue == ".":
        continue
    board.given(r, c, None if clue == "#" else clue, "black")
    for total, (down, right) in zip(clue.split("\\"), ((1, 0), (0, 1))):
        if total.isdigit():
            run = []
            while (r + down * (len(run) + 1), c + right * (len(run) + 1)) in cell:
                run.append(cell[r + down * (len(run) + 1), c + right * (len(run) + 1)])
            m.rule(f"the run {'below' if down else 'right of'} {r, c}: different digits, {total}")
            m.all_different(run)
            m.add(sum(run) == int(total))

print(m.solve().board())
print("solutions:", m.count(limit=2))
