"""Compares the programs of lib/examples/puzzles with a second method: models of clingo in tests/python/clingo, or exhaustion here."""
import ast
import contextlib
import functools
import io
import json
import os
import runpy
import shutil
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

from loophole import read

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.environ.get("LOOPHOLE_PUZZLES") or os.path.join(HERE, "../../lib/examples/puzzles")
NAMES = sorted(name[:-3] for name in os.listdir(PROGRAMS) if name.endswith(".py"))
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


@functools.lru_cache(None)
def run(name):
    """The names that a program defines."""
    with contextlib.redirect_stdout(io.StringIO()):
        return runpy.run_path(os.path.join(PROGRAMS, name + ".py"))


def true(literals, answer):
    return {key for key, x in literals.items() if answer[x] == 1}


def ways(lines, answer):
    """(row, column, step down, step right) of each end of a line."""
    pairs = [tuple(pair) for pair in true(lines, answer)]
    return {(*p, q[0] - p[0], q[1] - p[1]) for pair in pairs for p, q in (pair, pair[::-1])}


def values(array, answer, first=0):
    return {(r + first, c + first, v) for r, row in enumerate(answer[array]) for c, v in enumerate(row)}


# For each program that clingo checks: what the atoms of a solution of clingo are in a solution of ours.
CLINGO = {
    "masyu": lambda n, a: {("go", *p) for p in ways(n["line"], a)},
    "yajilin": lambda n, a: {("go", *p) for p in ways(n["line"], a)} | {("black", *p) for p in true(n["black"], a)},
    "numberlink": lambda n, a: {("go", *p) for k in "12345" for p in ways(
        {pair: n["m"].named(f"line {k} from {pair[0]} to {pair[1]}") for pair in n["board"].pairs()}, a)},
    "heyawake": lambda n, a: {("black", *p) for p in true(n["black"], a)},
    "hitori": lambda n, a: {("black", *p) for p in true(n["black"], a)},
    "lits": lambda n, a: {("black", r, c) for r, c, v in values(n["kind"], a) if v},
    "fillomino": lambda n, a: {("size", *p) for p in values(n["size"], a)},
    "hidato": lambda n, a: {("number", *p) for p in values(n["cell"], a)},
    "killer_sudoku": lambda n, a: {("digit", *p) for p in values(n["cell"], a)},
    "kenken": lambda n, a: {("digit", *p) for p in values(n["cell"], a)},
    "golfers": lambda n, a: {("group", *p) for p in values(n["group"], a, 1)},
    "shikaku": lambda n, a: {("rect", *min(inside), *max(inside)) for inside in true(n["rectangle"], a)},
    "hashiwokakero": lambda n, a: {("bridge", *way[0], *way[-1], a[x]) for way, x in n["bridges"].items()},
    "tents": lambda n, a: {("tent", *p) for p in true(n["tent"], a)} | {
        ("rope", *p, q[0] - p[0], q[1] - p[1]) for ends in true(n["rope"], a) for p, q in (ends, ends[::-1]) if p not in n["tent"]},
    "battleships": lambda n, a: {("full", *p) for p in true(n["filled"], a)},
    "zebra": lambda n, a: {("house", name, a[x]) for name, x in n["house"].items()},
    "golomb": lambda n, a: {("mark", i, a[x]) for i, x in enumerate(n["mark"], 1)},
    "still_life": lambda n, a: {("alive", *p) for p in true(n["alive"], a)},
}


def word(value):
    return str(value) if isinstance(value, int) or value.isdigit() else f'"{value}"'


def facts(name):
    """The clues of a program as facts of clingo: cell(R,C), and an atom for each element of its constants."""
    names = run(name)
    found = [("cell", *p) for p in names["board"].cells()]
    for key, value in names.items():
        if not key.isupper():
            continue
        if isinstance(value, int):
            found.append((key.lower(), value))
        elif isinstance(value, dict):
            found += [(key.lower(), k, v) for k, v in value.items() if isinstance(k, (int, str)) and isinstance(v, (int, str))]
        elif isinstance(value, str) or any(isinstance(v, str) and len(value) != names["board"].rows for v in value):
            found += [(key.lower(), i, v) for i, v in enumerate(value)]
        else:
            found += [(key.lower(), r, c, v) for r, row in enumerate(value) for c, v in enumerate(row) if v.strip(".")]
    if name == "kenken":
        found += [("clue", cage, int(clue[:-1]), clue[-1]) for cage, clue in names["CLUES"].items()]
    if name == "yajilin":
        found += [("clue", r, c, *names["ARROWS"][clue[0]], int(clue[1:]))
                  for r, row in enumerate(names["PUZZLE"]) for c, clue in enumerate(row) if clue != ".."]
    return "".join(f"{atom}({','.join(map(word, rest))}).\n" for atom, *rest in found)


def clingo(name):
    """All solutions, or all optimal ones."""
    command = ["clingo", os.path.join(HERE, "clingo", name + ".lp"), "-", "0", "--project", "--opt-mode=optN", "--warn=none", "--outf=2"]
    text = subprocess.run(command, input=facts(name), capture_output=True, encoding="utf-8", check=False).stdout
    result = json.loads(text)
    found = [w for call in result["Call"] for w in call.get("Witnesses", ())]
    best = result["Models"].get("Costs")
    return {frozenset((atom[:atom.index("(")], *ast.literal_eval(atom[atom.index("("):])) for atom in w["Value"])
            for w in found if w.get("Costs") == best}


def ours(name, atoms):
    """All solutions, or all optimal ones, as sets of the atoms that a function makes of an answer."""
    m = run(name)["m"]
    best = m.solve().objective
    if best is None:
        return {frozenset(atoms(run(name), a)) for a in m.solutions()}
    return {frozenset(atoms(run(name), a)) for a in m.solutions(assume=[run(name)["cost"] == best])}


def jumps():
    """The ways to play the peg solitaire, each a sequence of sets of pegs."""
    start = run("peg_solitaire")["START"]
    holes = {(r, c) for r, row in enumerate(start) for c, s in enumerate(row) if s != "."}
    games = [[frozenset(p for p in holes if start[p[0]][p[1]] == "*")]]
    for _ in range(run("peg_solitaire")["JUMPS"]):
        games = [game + [game[-1] - {(r, c), (r + i, c + j)} | {(r + 2 * i, c + 2 * j)}] for game in games for r, c in game[-1] for i, j in SIDES
                 if (r + i, c + j) in game[-1] and (r + 2 * i, c + 2 * j) in holes - game[-1]]
    return {tuple(game) for game in games if game[-1] == {(3, 3)}}


def packings(rows, columns):
    """The ways to cover a board with the twelve pentominoes, each a tuple of the names of the cells: the first empty cell, column by column, is covered."""
    forms = {}
    for name, shape in run("pentominoes")["PIECES"].items():
        cells = [(i, j) for i, row in enumerate(shape.split()) for j, s in enumerate(row) if s == "X"]
        images = [[(x * i, y * j) for i, j in cells] for x in (1, -1) for y in (1, -1)]
        turned = {tuple(sorted((j - b, i - a) for i, j in image)) for image in images + [[(j, i) for i, j in image] for image in images]
                  for b, a in [min((j, i) for i, j in image)]}
        forms[name] = sorted(turned)
    places = [[] for _ in range(columns * rows)]  # by the first cell, which is numbered column by column: names and sets of cells, as bits
    for first, found in enumerate(places):
        c, r = divmod(first, rows)
        for name in sorted(forms):
            for form in forms[name]:
                if all(c + j < columns and 0 <= r + i < rows for j, i in form):
                    found.append((name, sum(1 << (c + j) * rows + r + i for j, i in form)))
    packed = set()

    def cover(filled, pieces):
        if len(pieces) == len(forms):
            packed.add(tuple(next(name for name, cells in pieces.items() if cells >> c * rows + r & 1) for r in range(rows) for c in range(columns)))
            return
        for name, cells in places[(~filled & filled + 1).bit_length() - 1]:
            if not cells & filled and name not in pieces:
                cover(filled | cells, {**pieces, name: cells})

    cover(0, {})
    return packed


def lines(name):
    """The lines of a program that are neither blank nor comments, without its docstring, its data, and the words for players."""
    with open(os.path.join(PROGRAMS, name + ".py"), encoding="utf-8") as file:
        text = file.read()
    kept, data = text.split("\n"), True
    for node in ast.parse(text).body:
        words = ast.unparse(node)
        data = data and words != "m = Model()"
        if words.startswith("m.about(") or data and not isinstance(node, (ast.Import, ast.ImportFrom)):
            kept[node.lineno - 1:node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return sum(1 for line in kept if line.strip() and not line.strip().startswith("#"))


class SecondMethod(unittest.TestCase):
    def test_lines(self):
        """At most 30 lines of at most 100 columns, without the data."""
        self.assertGreaterEqual(len(NAMES), 30)
        for name in NAMES:
            with self.subTest(name), open(os.path.join(PROGRAMS, name + ".py"), encoding="utf-8") as file:
                self.assertLessEqual(max(map(len, file.read().splitlines())), 100)
                self.assertLessEqual(lines(name), 30)

    def test_pictures_and_files(self):
        """A solution has a picture, all rules have names, and the model in a file is the same one."""
        for name in NAMES:
            with self.subTest(name), tempfile.TemporaryDirectory() as directory:
                answer = run(name)["m"].solve()
                self.assertTrue(answer.proved)
                self.assertTrue(ElementTree.fromstring(answer.svg()).tag.endswith("svg"))
                self.assertNotEqual(answer.svg(), run(name)["m"].svg())
                path = os.path.join(directory, "model.json")
                run(name)["m"].write(path)
                again = read(path)
                with open(path, encoding="utf-8") as file:
                    self.assertIn("rule", json.load(file)["constraints"][0])
                self.assertEqual(again.solve().objective, answer.objective)

    @unittest.skipUnless(shutil.which("clingo"), "clingo, of Debian's package gringo, is not installed")
    def test_clingo(self):
        for name, atoms in CLINGO.items():
            with self.subTest(name):
                theirs = clingo(name)
                self.assertGreaterEqual(len(theirs), 1)
                self.assertEqual(ours(name, atoms), theirs)

    def test_peg_solitaire(self):
        games = {tuple(frozenset(true(pegs, a)) for pegs in run("peg_solitaire")["peg"]) for a in run("peg_solitaire")["m"].solutions()}
        self.assertEqual(games, jumps())
        self.assertEqual(len(games), 16)

    def test_pentominoes(self):
        """The two published packings, of eight with their images."""
        found, names = packings(3, 20), " " + "".join(run("pentominoes")["PIECES"])
        self.assertEqual(len(found), 8)
        ours_ = {tuple(names[v] for row in a[run("pentominoes")["piece"]] for v in row) for a in run("pentominoes")["m"].solutions()}
        self.assertEqual(len(ours_), 2)
        for board in ours_:
            rows = [board[20 * r:20 * r + 20] for r in range(3)]
            images = {sum(image, ()) for image in (rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]])}
            self.assertLessEqual(images, found)
            found -= images
        self.assertFalse(found)

    def test_each_program_is_checked(self):
        """By clingo, by exhaustion, or by tests/python/test_puzzles.py."""
        with open(os.path.join(HERE, "test_puzzles.py"), encoding="utf-8") as file:
            text = file.read()
        for name in NAMES:
            if name not in CLINGO:
                self.assertTrue(f"test_{name}" in dir(self) or f"def {name}(" in text, name)
        self.assertEqual(sorted(CLINGO), sorted(file[:-3] for file in os.listdir(os.path.join(HERE, "clingo"))))


if __name__ == "__main__":
    unittest.main()
