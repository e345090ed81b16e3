#!/usr/bin/env python3
"""bench/layers_check.c against brute force: on small boards it accepts the list of all rows that can be reached with at most K
defects, each with the fewest, just when no packing has so few. Defects are counted here row by row, from docs/research/gunport-theory.md, and
their least number is compared with the solver's gunports.

    layers_brute.py LAYERS_CHECK LOOPHOLE"""
import subprocess
import sys
import zlib


def domino(x):
    return x in "<>^v"


def rows_of(cols):
    rows = [""]
    for _ in range(cols):
        rows = [r + x for r in rows for x in "o<>^v"
                if (x == ">") == r.endswith("<") and not (x == "o" and r.endswith("o"))]
    return [r for r in rows if not r.endswith("<")]


def fits(up, row):
    return all((a == "^") == (b == "v") and not a == "o" == b for a, b in zip(up, row))


def defects(up, row, r, rows):
    """Those whose last cell is in the row."""
    n, wall = 0, r in (0, rows - 1)
    for a, b in zip(row, row[1:]):
        if domino(a) and domino(b) and a + b != "<>":
            n += (a == ">") + (b == "<") + wall
    if wall:
        n += 2 * domino(row[0]) + 2 * domino(row[-1])
    if up is None:
        return n
    for c, (a, b) in enumerate(zip(up, row)):
        if domino(a) and domino(b) and a + b != "^v":
            n += (a == "v") + (b == "^") + (c in (0, len(row) - 1))
    for c in range(len(row) - 1):
        above, here = up[c:c + 2], row[c:c + 2]
        if domino(above[0]) and domino(above[1]):
            n += here == "<>"
        if domino(here[0]) and domino(here[1]):
            n += above == "<>"
        if domino(above[1]) and domino(here[1]):
            n += above[0] + here[0] == "^v"
        if domino(above[0]) and domino(here[0]):
            n += above[1] + here[1] == "^v"
    return n


def mirror(row):
    return row[::-1].translate(str.maketrans("<>", "><"))


def layers(rows, cols):
    now, out = {None: 0}, []
    for r in range(rows):
        then = {}
        for up, made in now.items():
            for row in rows_of(cols):
                if (up is None and "v" in row) or (up is not None and not fits(up, row)) or (r == rows - 1 and "^" in row):
                    continue
                first = min(row, mirror(row))
                then[first] = min(then.get(first, 999), made + defects(up, row, r, rows))
        out.append(then)
        now = then
    return out


def accepts(check, rows, cols, most, lists):
    text = "gunport layers 1 %d %d %d\n" % (rows, cols, most)
    for r, kept in enumerate(lists):
        kept = sorted(k for k in kept.items() if k[1] <= most and r < rows - 1)
        text += "row %d: %d\n" % (r + 1, len(kept)) + "".join("%s %d\n" % k for k in kept)
    text += "end %08x\n" % zlib.crc32(text.encode())
    return subprocess.run([check, "%dx%d" % (rows, cols)], input=text.encode(), stdout=subprocess.DEVNULL).returncode == 0


check, loophole = sys.argv[1:]
for cols in range(2, 6):
    for rows in range(cols, 7 if cols < 5 else 6):
        lists = layers(rows, cols)
        least = min(lists[-1].values())
        best = subprocess.run([loophole, "solve", "gunport", "%dx%d" % (rows, cols), "--quiet"], stdout=subprocess.PIPE)
        if least != 2 * rows * cols + 4 - 6 * best.stdout.count(b"o"):
            sys.exit("%dx%d: the fewest defects are %d" % (rows, cols, least))
        for most in sorted({0, max(0, least - 12), least - 1, least, least + 3, least + 12}):
            if accepts(check, rows, cols, most, lists) != (most < least):
                sys.exit("%dx%d, %d defects: wrong" % (rows, cols, most))
