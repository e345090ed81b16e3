"""Counts the solutions of small boards of the genres by the rules alone, and compares: genres.py LOOPHOLE.

Boards are random: some have clues of a solution, some of them changed. No model is read."""
import itertools
import random
import subprocess
import sys

LOOPHOLE = sys.argv[1]
BOARDS = 12  # of each genre
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
AROUND = SIDES + ((-1, -1), (-1, 1), (1, -1), (1, 1))
draw = random.Random(7)


def near(p, cells, steps=SIDES):
    return [q for q in ((p[0] + i, p[1] + j) for i, j in steps) if q in cells]


def parts(cells):
    """The connected parts of a set of cells."""
    left, found = set(cells), []
    while left:
        part, queue = set(), [left.pop()]
        while queue:
            p = queue.pop()
            part.add(p)
            for q in near(p, left):
                left.discard(q)
                queue.append(q)
        found.append(part)
    return found


def grid(rows, cols):
    return [(r, c) for r in range(rows) for c in range(cols)]


def subsets(cells):
    for bits in itertools.product((0, 1), repeat=len(cells)):
        yield {p for p, b in zip(cells, bits) if b}


def loops(rows, cols):
    """The loops along the borders of cells, as sets of lines between corners."""
    cells = grid(rows, cols)
    for inside in subsets(cells):
        lines = set()
        for r, c in inside:
            for a, b in (((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))):
                lines ^= {(a, b)}
        degree = {}
        for a, b in lines:
            degree.setdefault(a, []).append(b)
            degree.setdefault(b, []).append(a)
        if not lines or any(len(ends) != 2 for ends in degree.values()):
            continue
        start = next(iter(degree))
        before, at, length = start, degree[start][0], 1
        while at != start:
            before, at, length = at, next(q for q in degree[at] if q != before), length + 1
        if length == len(lines):
            yield lines


def latin(n):
    rows = list(itertools.permutations(range(1, n + 1)))
    for square in itertools.product(rows, repeat=n):
        if all(len(set(column)) == n for column in zip(*square)):
            yield square


SQUARES = list(latin(4))


def keep(clues, often=0.5):
    """Some clues of a board, by place."""
    return {p: clue for p, clue in clues.items() if draw.random() < often}


def table(rows, cols, clues, top=0, left=0, bottom=0, right=0):
    return "\n".join(" ".join(str(clues.get((r, c), ".")) for c in range(-left, cols + right)) for r in range(-top, rows + bottom))


def regions(cells, of):
    rows, cols = max(cells)[0] + 1, max(cells)[1] + 1
    return "\n".join("".join("ABCDEFGHIJ"[of[r, c]] for c in range(cols)) for r in range(rows)) + "\n"


def divided(cells, count):
    of = {p: k for k, p in enumerate(draw.sample(cells, count))}
    while len(of) < len(cells):
        p = draw.choice([p for p in cells if p not in of and near(p, of)])
        of[p] = of[draw.choice(near(p, of))]
    return of


def perhaps(clues, values):
    """The same clues, or one of them changed."""
    if clues and draw.random() < 0.3:
        clues[draw.choice(list(clues))] = draw.choice(values)
    return clues


# Each yields the text of a board and its number of solutions.

def slitherlink():
    cells, all_loops = grid(3, 3), list(loops(3, 3))
    sides = lambda r, c: {((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))}
    solution = draw.choice([loop for loop in all_loops if len(loop) > 4])
    clues = perhaps(keep({p: len(sides(*p) & solution) for p in cells}), [0, 1, 2, 3])
    return table(3, 3, clues), sum(all(len(sides(*p) & loop) == n for p, n in clues.items()) for loop in all_loops)


def masyu():
    cells, all_loops = grid(4, 4), list(loops(3, 3))

    def ways(loop, p):
        return [q for q in near(p, cells) if (p, q) in loop or (q, p) in loop]

    def straight(loop, p):
        ends = ways(loop, p)
        return len(ends) == 2 and (ends[0][0] == ends[1][0] or ends[0][1] == ends[1][1])

    def fits(loop, p, circle):
        ends = ways(loop, p)
        after = [straight(loop, q) for q in ends]
        return len(ends) == 2 and (straight(loop, p) and not all(after) if circle == "o" else not straight(loop, p) and all(after))

    solution = draw.choice(all_loops)
    clues = {p: circle for p in cells for circle in "o*" if fits(solution, p, circle)}
    clues = perhaps(keep(clues), "o*")
    return table(4, 4, clues), sum(all(fits(loop, p, circle) for p, circle in clues.items()) for loop in all_loops)


def star_battle():
    cells = grid(4, 4)
    of = divided(cells, 4)
    count = 0
    for columns in itertools.permutations(range(4)):
        stars = list(enumerate(columns))
        count += all(max(abs(p[0] - q[0]), abs(p[1] - q[1])) > 1 for p, q in itertools.combinations(stars, 2)) and len({of[p] for p in stars}) == 4
    return regions(cells, of), count


def blocks(line):
    return ",".join(str(len(run)) for run in "".join("x" if b else " " for b in line).split()) or "0"


def nonogram():
    rows, cols = 3, 4
    lines = lambda black: {**{(r, -1): blocks([(r, c) in black for c in range(cols)]) for r in range(rows)},
                           **{(-1, c): blocks([(r, c) in black for r in range(rows)]) for c in range(cols)}}
    clues = perhaps(keep(lines({p for p in grid(rows, cols) if draw.random() < 0.5}), 0.8), ["1", "1,1", "0", "2"])
    count = sum(all(lines(black)[p] == clue for p, clue in clues.items()) for black in subsets(grid(rows, cols)))
    return table(rows, cols, clues, top=1, left=1), count


def light_up():
    cells = grid(3, 4)
    walls = {p: draw.choice("##012") for p in draw.sample(cells, 3)}
    free = [p for p in cells if p not in walls]

    def seen(p):
        for i, j in SIDES:
            q = (p[0] + i, p[1] + j)
            while q in free:
                yield q
                q = (q[0] + i, q[1] + j)

    count = 0
    for bulbs in subsets(free):
        lit = bulbs | {q for p in bulbs for q in seen(p)}
        count += (len(lit) == len(free) and not any(q in bulbs for p in bulbs for q in seen(p))
                  and all(clue == "#" or len(near(p, bulbs)) == int(clue) for p, clue in walls.items()))
    return table(3, 4, walls), count


def sudoku():
    boxes = lambda s: all(len({s[r][c], s[r][c + 1], s[r + 1][c], s[r + 1][c + 1]}) == 4 for r in (0, 2) for c in (0, 2))
    all_boards = [s for s in SQUARES if boxes(s)]
    solution = draw.choice(all_boards)
    clues = perhaps(keep({(r, c): solution[r][c] for r, c in grid(4, 4)}, 0.3), [1, 2, 3, 4])
    return table(4, 4, clues), sum(all(s[r][c] == n for (r, c), n in clues.items()) for s in all_boards)


def skyscrapers():
    seen = lambda line: sum(all(h > other for other in line[:i]) for i, h in enumerate(line))

    def around(s):
        columns = list(zip(*s))
        return {**{(r, -1): seen(s[r]) for r in range(4)}, **{(r, 4): seen(s[r][::-1]) for r in range(4)},
                **{(-1, c): seen(columns[c]) for c in range(4)}, **{(4, c): seen(columns[c][::-1]) for c in range(4)}}

    inside = lambda s: {(r, c): s[r][c] for r, c in grid(4, 4)}
    square = draw.choice(SQUARES)
    clues = {**perhaps(keep(around(square), 0.3), [1, 2, 3, 4]), **keep(inside(square), 0.05)}
    return table(4, 4, clues, 1, 1, 1, 1), sum(all({**around(s), **inside(s)}[p] == n for p, n in clues.items()) for s in SQUARES)


def nurikabe():
    cells = grid(3, 4)
    clues = {p: draw.choice([1, 1, 2, 3, "?"]) for p in draw.sample(cells, 2)}
    count = 0
    for black in subsets(cells):
        if len(parts(black)) > 1 or any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= black for r, c in cells):
            continue
        islands = parts(set(cells) - black)
        count += all([clues[p] for p in island if p in clues] in ([len(island)], ["?"]) for island in islands) and not black & set(clues)
    return table(3, 4, clues), count


def heyawake():
    cells = grid(3, 4)
    of = divided(cells, 4)
    first = {min(p for p in cells if of[p] == k): k for k in range(4)}
    clues = keep({p: draw.choice([0, 1, 2]) for p in first})
    lines = [[(r, c) for c in range(4)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(4)]

    def meets(line):
        return sum(of[p] != of[q] for p, q in zip(line, line[1:])) >= 2

    count = 0
    for black in subsets(cells):
        runs = [line[a:b] for line in lines for a in range(len(line)) for b in range(a + 1, len(line) + 1)]
        count += (not any(near(p, black) for p in black) and len(parts(set(cells) - black)) == 1
                  and all(sum(of[p] == first[q] for p in black) == n for q, n in clues.items())
                  and not any(meets(run) and not black & set(run) for run in runs))
    return regions(cells, of) + "\n" + table(3, 4, clues), count


def paths(cells, path):
    if len(path) == len(cells):
        yield path
    for q in near(path[-1], cells, AROUND):
        if q not in path:
            yield from paths(cells, path + [q])


def hidato():
    cells = grid(3, 3)
    if not hasattr(hidato, "all"):
        hidato.all = [{p: k + 1 for k, p in enumerate(path)} for start in cells for path in paths(cells, [start])]
    clues = perhaps(keep(draw.choice(hidato.all), 0.4), [1, 5, 9])
    return table(3, 3, clues), sum(all(number[p] == n for p, n in clues.items()) for number in hidato.all)


def tents():
    rows, cols = 3, 4
    cells = grid(rows, cols)
    trees = draw.sample(cells, 2)
    free = [p for p in cells if p not in trees]
    counts = lambda some: {**{(r, -1): sum(p[0] == r for p in some) for r in range(rows)}, **{(-1, c): sum(p[1] == c for p in some) for c in range(cols)}}

    def good(some):
        return len(some) == 2 and not any(near(p, some, AROUND) for p in some) and any(
            all(tree in near(p, cells) for tree, p in zip(trees, order)) for order in itertools.permutations(some))

    all_boards = [some for some in subsets(free) if good(some)]
    clues = keep(counts(draw.choice(all_boards)) if all_boards else {(0, -1): 1}, 0.6)
    count = sum(all(counts(some)[p] == n for p, n in clues.items()) for some in all_boards)
    return table(rows, cols, {**clues, **dict.fromkeys(trees, "T")}, top=1, left=1), count


def kenken():
    cells = grid(4, 4)
    of = divided(cells, 8)
    cages = [[p for p in cells if of[p] == k] for k in range(8)]
    if max(map(len, cages)) > 4:
        return kenken()

    def makes(numbers, result, sign):
        product = 1
        for n in numbers:
            product *= n
        rest = sum(numbers) - max(numbers)
        return {"+": sum(numbers) == result, "x": product == result, "-": max(numbers) - rest == result,
                "/": max(numbers) * max(numbers) == result * product}[sign]

    solution, clues = draw.choice(SQUARES), {}
    for cage in cages:
        sign = draw.choice("+x-/" if len(cage) == 2 else "+x")
        results = [n for n in range(1, 100) if makes([solution[r][c] for r, c in cage], n, sign)]
        if results and draw.random() < 0.8:
            clues[cage[0]] = (results[0], sign)
    count = sum(all(makes([s[r][c] for r, c in cages[of[p]]], *clue) for p, clue in clues.items()) for s in SQUARES)
    return regions(cells, of) + "\n" + table(4, 4, {p: f"{n}{sign}" for p, (n, sign) in clues.items()}), count


GENRES = {f.__name__.replace("_", "-"): f for f in (slitherlink, masyu, star_battle, nonogram, light_up, sudoku, skyscrapers, nurikabe, heyawake, hidato, tents, kenken)}
listed = subprocess.run([LOOPHOLE, "list", "puzzles", "--json"], capture_output=True, text=True, check=True).stdout
assert set(GENRES) == {p["name"] for p in __import__("json").loads(listed)["puzzles"] if "sizes" in p}
for name, make in GENRES.items():
    kinds = set()
    for _ in range(BOARDS):
        text, count = make()
        out = subprocess.run([LOOPHOLE, "count", name, "-f", "-", "--json", "--time-limit", "60"], input=text, capture_output=True, text=True)
        found = __import__("json").loads(out.stdout)["solution_count"] if out.stdout else out.stderr
        assert str(found) == str(count), (name, text, count, found)
        kinds.add(min(count, 2))
    print(name, "solutions:", sorted(kinds))
