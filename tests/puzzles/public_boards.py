"""Solves the boards in the tests of cspuz_core: public_boards.py CHECKOUT LOOPHOLE.

CHECKOUT is a git directory of github.com/semiexp/cspuz_core. Each file of a puzzle has a link and the solution that it
expects. Prints a table: the puzzle, the link's size, whether the solution is the only one, and whether it is the expected
one. Boards stay in the checkout."""
import re
import subprocess
import sys

CHECKOUT, LOOPHOLE = sys.argv[1:]
FILES = "akari heyawake masyu nonogram nurikabe skyscrapers slitherlink star_battle sudoku tents".split()
LOOPS = {"slitherlink", "masyu"}


def source(name):
    return subprocess.run(["git", "--git-dir", CHECKOUT, "show", f"HEAD:cspuz_rs_puzzles/src/puzzles/{name}.rs"], capture_output=True, text=True, check=True).stdout


UNKNOWN = -1  # they do not decide it: several solutions differ there


def grids(text):
    """The grids that the tests expect, as lists of rows."""
    found = []
    for words, number in (("Some(true)", "1"), ("Some(false)", "0"), ("None", str(UNKNOWN)), ("vec!", "")):
        text = text.replace(words, number)
    for part in text.split("let expected")[1:]:
        for grid in re.findall(r"\[\s*((?:\[[-\d,\s]*\],?\s*)+)\]", part.split("assert_eq")[0]):
            found.append([[int(n) for n in re.findall(r"-?\d+", row)] for row in re.findall(r"\[([^\]]*)\]", grid)])
    return found


def fits(ours, theirs, numbers):
    """Whether a grid of ours has what theirs knows; without numbers, 1 is a true cell, and others are marks."""
    same = len(ours) == len(theirs) and all(len(a) == len(b) for a, b in zip(ours, theirs))
    pairs = [(x, y) for a, b in zip(ours, theirs) for x, y in zip(a, b) if y != UNKNOWN]
    return same and all(x == y if numbers else (x == 1) == (y == 1) for x, y in pairs)


def solved(link):
    """The values of the variables, and of the integers."""
    out = subprocess.run([LOOPHOLE, "solve", link, "--unique", "--quiet"], capture_output=True, text=True)
    values = [int(v) for v in re.findall(r"-?\d+", out.stdout.split("\ni")[0]) if v != "0"]
    numbers = [int(v) for v in out.stdout.split("\ni")[1].split()] if "\ni" in out.stdout else []
    return out.returncode, values, numbers


def lines(values, rows, cols):
    """The lines to the right, and down, from points in rows and columns."""
    right, down, at = [[] for _ in range(rows)], [[] for _ in range(rows - 1)], 0
    for r in range(rows):
        for c in range(cols):
            for grid, there in ((right, c + 1 < cols), (down, r + 1 < rows)):
                if there:
                    grid[r].append(int(values[at] > 0))
                    at += 1
    return [right, down]


print("| puzzle | size | only one | as expected |\n|---|---|---|---|")
bad = 0
for name in FILES:
    text = source(name)
    tests = text[text.index("mod tests"):]
    link = re.search(r'"(https?://[^"]*\?\w+/\d+/\d+/[^"]*)"', tests).group(1)
    cols, rows = map(int, re.search(r"\?\w+/(\d+)/(\d+)/", link).groups())
    status, values, numbers = solved(link)
    if name in LOOPS:
        extra = name == "slitherlink"
        ours = lines(values, rows + extra, cols + extra)
    else:
        cells = numbers[-rows * cols:] if numbers else [int(v > 0) for v in values[:rows * cols]]
        ours = [[cells[r * cols:(r + 1) * cols] for r in range(rows)]]
    theirs = grids(tests)
    theirs = [g for g in grids(tests) if len(g) in (rows, rows + 1)]
    facts = re.findall(r"ans\.(horizontal|vertical)\[(\d+)\]\[(\d+)\], Some\((\w+)\)", tests)
    unique = not any(UNKNOWN in row for grid in theirs for row in grid)
    same = bool(theirs or facts) and all(ours[way == "vertical"][int(r)][int(c)] == (yes == "true") for way, r, c, yes in facts)
    same = same and (not theirs or all(any(fits(o, t, numbers) for t in theirs) for o in ours))
    bad += (status == 10) != unique or not same
    print(f"| {name} | {rows}x{cols} | {'yes' if status == 10 else 'no'} | {'yes' if same and (status == 10) == unique else 'no'} |")
sys.exit(bad > 0)
