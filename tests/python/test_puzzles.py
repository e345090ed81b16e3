"""Tests of lib/examples/puzzles: reads the boards that the programs print, and checks them by the rules, without a model."""
import contextlib
import functools
import io
import itertools
import json
import math
import os
import re
import runpy
import unittest

PROGRAMS = os.environ.get("LOOPHOLE_PUZZLES") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib/examples/puzzles")
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))

# The solutions as they were published, row by row, without the clues around.
PUBLISHED = {
    "sudoku": "534678912 672195348 198342567 859761423 426853791 713924856 961537284 287419635 345286179",
    "kakuro": "97879 898957 68597 6126 46132 893114 31221",
    "skyscrapers": "561432 413265 236154 654321 125643 342516",
    "magic_square": "163213 510118 96712 415141",
    "nonogram": ".###.... ##.#.... .###..## ..##..## ..###### #.#####. ######.. ....#... ...##...",
}


class Board:
    """A printed board: texts of cells, clues around it, and the lines between cells."""

    def __init__(self, text):
        lines = text.split("\n")
        first = next(i for i, line in enumerate(lines) if re.search("[┌┏]", line))
        last = max(i for i, line in enumerate(lines) if re.search("[└┗]", line))
        left = re.search("[└┗]", lines[last]).start()
        width = max(len(line.rstrip()) for line in lines[first:last + 1:2]) - left
        line = max(lines[first:last + 1:2], key=len)
        step = functools.reduce(math.gcd, [i - left for i, s in enumerate(line) if i > left and s not in "─━ "])
        self.rows, self.cols = (last - first) // 2, width // step
        full = [line.ljust(left + width) for line in lines]
        self.cell = {(r, c): full[first + 2 * r + 1][left + step * c + 1:left + step * (c + 1)].strip()
                     for r in range(self.rows) for c in range(self.cols)}
        self.across = {(r, c): full[first + 2 * r][left + step * c + 1] for r in range(self.rows + 1) for c in range(self.cols)}
        self.down = {(r, c): full[first + 2 * r + 1][left + step * c] for r in range(self.rows) for c in range(self.cols + 1)}
        self.left = [full[first + 2 * r + 1][:left].split() for r in range(self.rows)]
        self.right = [full[first + 2 * r + 1][left + width + 1:].split() for r in range(self.rows)]
        self.above, self.below = ([[s for line in part for s in [line.ljust(left + width)[left + step * c + 1:left + step * (c + 1)].strip()] if s]
                                   for c in range(self.cols)] for part in (lines[:first], lines[last + 1:]))

    def lines(self):
        """The texts of each row and each column."""
        return [[self.cell[r, c] for c in range(self.cols)] for r in range(self.rows)] + \
            [[self.cell[r, c] for r in range(self.rows)] for c in range(self.cols)]

    def regions(self, joined):
        """Sets of cells that are joined: joined(cell, neighbor, line between)."""
        found, left = [], set(self.cell)
        while left:
            todo = [left.pop()]
            found.append(set(todo))
            while todo:
                r, c = todo.pop()
                for i, j in SIDES:
                    near = r + i, c + j
                    line = self.down.get((r, max(c, near[1]))) if j else self.across.get((max(r, near[0]), c))
                    if near in left and joined((r, c), near, line):
                        left.remove(near)
                        found[-1].add(near)
                        todo.append(near)
        return found

    def ray(self, r, c, i, j, stops):
        while (r + i, c + j) in self.cell and not stops(self.cell[r + i, c + j]):
            r, c = r + i, c + j
            yield r, c


def latin(lines, n):
    return all(sorted(line) == [str(k + 1) for k in range(n)] for line in lines)


def sudoku(b):
    boxes = b.regions(lambda p, q, line: line not in "┃━")
    return len(boxes) == 9 and latin(b.lines() + [[b.cell[p] for p in box] for box in boxes], 9)


def star_battle(b):
    regions = b.regions(lambda p, q, line: line not in "┃━")
    groups = b.lines() + [[b.cell[p] for p in region] for region in regions]
    stars = [p for p in b.cell if b.cell[p] == "★"]
    return len(regions) == 10 and all(g.count("★") == 2 for g in groups) and \
        all(max(abs(r - y), abs(c - x)) > 1 for (r, c), (y, x) in itertools.combinations(stars, 2))


def nonogram(b):
    blocks = [[len(list(run)) for black, run in itertools.groupby(line, bool) if black] for line in b.lines()]
    return blocks == [[int(k) for k in clue] for clue in b.left + b.above]


def kakuro(b):
    for (r, c), text in b.cell.items():
        for total, side in zip(text.split("\\"), ((1, 0), (0, 1))) if "\\" in text else ():
            if total:
                run = [int(b.cell[p]) for p in b.ray(r, c, *side, lambda t: not t.isdigit())]
                if sum(run) != int(total) or len(set(run)) < len(run) or not set(run) <= set(range(1, 10)):
                    return False
    return True


def skyscrapers(b):
    def seen(line):
        return sum(all(height > before for before in line[:i]) for i, height in enumerate(line))
    lines = b.lines()
    return latin(lines, 6) and all(not clue or seen(line) == int(clue[0]) for clue, line in zip(
        b.left + b.above + b.right + b.below, lines + [line[::-1] for line in lines]))


def slitherlink(b):
    edges = [((r, c), (r, c + 1)) for (r, c), s in b.across.items() if s == "─"] + \
        [((r, c), (r + 1, c)) for (r, c), s in b.down.items() if s == "│"]
    walk, here = [], edges[0][0]
    while not walk or here != edges[0][0]:  # along the loop
        ways = [e for e in edges if here in e]
        if len(ways) != 2:
            return False
        walk.append(next(e for e in ways if not walk or e != walk[-1]))
        here = sum(walk[-1], ())[2:] if walk[-1][0] == here else walk[-1][0]
    return len(walk) == len(edges) and all(
        not text or int(text) == sum(s in "─│" for s in (b.across[r, c], b.across[r + 1, c], b.down[r, c], b.down[r, c + 1]))
        for (r, c), text in b.cell.items())


def nurikabe(b):
    parts = b.regions(lambda p, q, line: (b.cell[p] == "■■■") == (b.cell[q] == "■■■"))
    seas = [part for part in parts if b.cell[min(part)] == "■■■"]
    return len(seas) == 1 and all([b.cell[p] for p in part if b.cell[p]] == [str(len(part))] for part in parts if part not in seas) and \
        not any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= seas[0] for r, c in b.cell)


def light_up(b):
    def wall(text):
        return text not in ("", "●")
    for (r, c), text in b.cell.items():
        if text.isdigit() and sum(b.cell.get((r + i, c + j)) == "●" for i, j in SIDES) != int(text):
            return False
        if not wall(text):
            bulbs = sum(b.cell[p] == "●" for side in SIDES for p in b.ray(r, c, *side, wall))
            if bulbs if text else not bulbs:
                return False
    return True


def queens(b):
    places = [p for p in b.cell if b.cell[p] == "♛"]
    apart = all(r != y and c != x and abs(r - y) != abs(c - x) for (r, c), (y, x) in itertools.combinations(places, 2))
    return len(places) == 8 and apart and all(
        (q[0] - p[0]) * (s[1] - p[1]) != (s[0] - p[0]) * (q[1] - p[1]) for p, q, s in itertools.combinations(places, 3))


def magic_square(b):
    lines = b.lines() + [[b.cell[i, i] for i in range(4)], [b.cell[i, 3 - i] for i in range(4)]]
    return sorted(map(int, b.cell.values())) == list(range(1, 17)) and all(sum(map(int, line)) == 34 for line in lines)


RULES = {rule.__name__: rule for rule in (
    sudoku, star_battle, nonogram, kakuro, skyscrapers, slitherlink, nurikabe, light_up, queens, magic_square)}
SIGNS = {"star_battle": ["★", ""], "nonogram": ["■■■", ""], "nurikabe": ["■■■", ""], "light_up": ["●", ""], "queens": ["♛", ""]}


@functools.lru_cache(None)
def run(name):
    """What the program prints, and its model."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        names = runpy.run_path(os.path.join(PROGRAMS, name + ".py"), run_name="__main__")
    return printed.getvalue(), names["m"]


class Puzzles(unittest.TestCase):
    def test_programs(self):
        for name in RULES:
            with self.subTest(name):
                printed = run(name)[0]
                self.assertTrue(printed.endswith("\nsolutions: 1\n"), printed)
                board = Board(printed[:printed.rindex("\nsolutions")])
                self.assertTrue(RULES[name](board), printed)
                if name in PUBLISHED:
                    texts = [re.sub(r"^(\d*\\\d*|■+)$", "#" if name == "nonogram" else "", t) or "." * (name == "nonogram")
                             for t in board.cell.values()]
                    self.assertEqual("".join(texts), PUBLISHED[name].replace(" ", ""))
                self.changes_are_seen(name, board)

    def test_queens(self):
        """Dudeney's statement, by exhaustion: but for the symmetries of the board the solution is unique."""
        found = [p for p in itertools.permutations(range(8)) if len({r + c for c, r in enumerate(p)}) == len({r - c for c, r in enumerate(p)}) == 8]
        self.assertEqual(len(found), 92)
        apart = [p for p in found if not any((p[b] - p[a]) * (c - b) == (p[c] - p[b]) * (b - a) for a, b, c in itertools.combinations(range(8), 3))]
        images = {tuple(apart[0])}
        for _ in range(4):
            images |= {tuple(p.index(c) for c in range(8)) for p in images} | {p[::-1] for p in images}
        self.assertEqual((set(apart), len(apart)), (images, 8))
        self.assertEqual([p[0] + 1 for p in apart].count(5), 1)

    def changes_are_seen(self, name, board):
        """No cell can change alone: the rules, as they are checked here, see each change."""
        places = [(board.across, p, {"─": " "}.get(s, "─")) for p, s in board.across.items()] if name == "slitherlink" else \
            [(board.cell, p, t) for p, s in board.cell.items() for t in SIGNS.get(name, list("123456789") if s.isdigit() else [])
             if t != s and (s in SIGNS.get(name, ()) or name not in SIGNS)]
        self.assertGreaterEqual(len(places), 8)
        for where, p, t in places:
            kept, where[p] = where[p], t
            self.assertFalse(RULES[name](board), f"{p} as {t!r}")
            where[p] = kept

    def test_each_has_a_title_and_a_rule(self):
        for name in sorted(n[:-3] for n in os.listdir(PROGRAMS) if n.endswith(".py")):
            with open(os.path.join(PROGRAMS, name + ".py"), encoding="utf-8") as program:
                lines = [line for line in program if not line.startswith("print")]
            names = {}
            exec("".join(lines), names)
            stated = json.loads(names["m"].text("json"))
            with self.subTest(name):
                self.assertTrue(stated.get("title"))
                self.assertTrue(40 < len(stated.get("rule", "")) < 200)

    def test_encodings(self):
        for name, option, values in [(n, "int", ("direct", "order", "log")) for n in ("sudoku", "nonogram", "kakuro", "skyscrapers", "queens", "magic_square")] + \
                [(n, "connectivity", ("distance", "tree")) for n in ("slitherlink", "nurikabe")]:
            for value in values:
                with self.subTest(f"{name} {option} {value}"):
                    self.assertEqual(run(name)[1].count(limit=2, **{option: value}), 1)


unittest.main()
