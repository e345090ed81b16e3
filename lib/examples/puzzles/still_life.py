"""Still life: the most living cells on a 7x7 board of the Game of Life of which nothing changes.
There are 28."""

from loophole import Model

N = 7

m = Model()
m.about("Still life", "Find the most living cells of the Game of Life of which nothing changes.")
board = m.grid(N, N)
alive = {(r, c): m.var(f"alive {r + 1},{c + 1}") for r, c in board.cells()}
for r in range(-1, N + 1):
    for c in range(-1, N + 1):
        near = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & alive.keys() - {(r, c)}
        count = sum(alive[p] for p in sorted(near))
        if (r, c) in alive:
            m.rule(f"row {r + 1}, column {c + 1} stays alive")
            m.add(alive[r, c] >> (count >= 2), alive[r, c] >> (count <= 3))
            m.rule(f"row {r + 1}, column {c + 1} stays dead")
            m.add(alive[r, c] | (count != 3))
            board.fill(r, c, alive[r, c])
        elif len(near) >= 3:
            m.rule("no cell outside the board becomes alive")
            m.add(count != 3)
cost = sum(alive.values())
m.maximize(cost)
print(m.solve().board())
print("solutions:", m.count())
