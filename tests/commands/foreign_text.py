#!/usr/bin/env python3
"""Hostile text in every place where a file, a reply or a word of the command line may have some: no output of any command, on
standard output, standard error or in a file that it writes, may hold a control character (C0 but newline and tab, DEL, C1), one
that separates lines or sets the direction of text, or bytes that are not UTF-8.

    foreign_text.py LOOPHOLE SEED ROUNDS          in an empty directory

Each ten rounds write all formats. Of each EVERY rounds one has the commands that start Python and make suites, cube runs and certificates: they take most of the time."""
import json
import os
import random
import re
import subprocess
import sys

PROGRAM, SEED, ROUNDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(SEED)
TURNS = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HOSTILE = ([bytes([c]) for c in range(1, 32) if c not in b"\n\t\r"] + [b"\x7f"] + [bytes([c]) for c in range(0x80, 0xa0)] +
           [chr(c).encode() for c in range(0x80, 0xa0)] + [c.encode() for c in TURNS] +
           [b"\xff", b"\xc3", b"\xc0\x9b", b"\xed\xa0\x80", b"\xe2\x82", b"\xf4\x90\x80\x80", b"\xe0\x80\x9b"] +
           [b"\x1b[31m", b"\x1b]0;x\x07", b"\xc2\x9b31m", b"\x9b31m", b"\x1b[2J"])
CONTROL = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{TURNS}]")
FORMATS = "cnf wcnf opb lp knf xcnf icnf mzn wcnf-old json".split()
EVERY = 5
faults = runs = 0


def word(harmless=0.1):
    if random.random() < harmless:
        return random.choice([b"ab", "\u00e4\u20ac".encode(), b"z_9"])
    parts = [random.choice(HOSTILE) if random.random() < 0.5 else random.choice([b"a", b"q7", "\u00fc".encode()])
             for _ in range(random.randint(1, 4))]
    return b"n" + b"".join(parts) + random.choice([b"", b"z", random.choice(HOSTILE)])


def words():
    return b" ".join(word() for _ in range(random.randint(1, 3)))


def write(name, text):
    with open(name, "wb") as out:
        out.write(text)
    return name


def judge(what, output):
    global faults
    try:
        bad = CONTROL.search(output.decode())
    except UnicodeDecodeError as error:
        bad = error
    if bad:
        faults += 1
        print(f"{what}: {bad} in {output[:3000]!r}")


def run(*argv, stdin=b"", files=()):
    global runs, faults
    runs += 1
    env = dict(os.environ, XDG_DATA_HOME=os.getcwd() + "/data")
    for name in files:
        if os.path.exists(name):
            os.remove(name)
    done = subprocess.run([PROGRAM, *argv], input=stdin, capture_output=True, env=env, timeout=60)
    shown = " ".join(a if isinstance(a, str) else repr(a) for a in argv)
    judge(f"{shown} (stdout)", done.stdout)
    judge(f"{shown} (stderr)", done.stderr)
    for name in files:
        if os.path.exists(name):
            with open(name, "rb") as made:
                judge(f"{shown} ({name})", made.read())
    if done.returncode < 0:
        faults += 1
        print(f"{shown}: signal {-done.returncode}")
    if "--json" in argv and done.stdout.startswith(b"{"):
        json.loads(done.stdout)
    return done


def formulas():
    """Names in a formula, its comments, and solutions of it."""
    a, b = word(0.5), word(0.5)
    write("f.opb", b"* " + words() + b"\nmin: +1 " + a + b" +2 " + b + b" ;\n* " + words() + b"\n+1 " + a + b" +1 " + b + b" >= 1 ;\n")
    write("none.opb", b"+1 " + a + b" +1 " + b + b" >= 3 ;\n")
    write("f.cnf", b"c " + words() + b"\np cnf 2 1\n1 2 0\nc " + words() + b"\n")
    write("f.wcnf", b"c " + words() + b"\nh 1 2 0\n1 -1 0\n")
    write("bad.cnf", b"p cnf 2 1\n" + words() + b" 0\n")
    write("f.ans", b"; " + words() + b"\nv " + a + b" -" + b + b"\n")
    write("bad.ans", b"v " + words() + b"\n")
    for k, puzzle in enumerate(("opb", "cnf", "wcnf")):
        f = ["-f", "f." + puzzle]
        run("solve", puzzle, *f, "--svg", "x.svg", files=["x.svg"])
        run("solve", puzzle, *f, "-q")
        run("solve", puzzle, *f, "--json", "--progress", "json")
        run("count", puzzle, *f, "--print-solutions", *(["--all-costs"], ["--all-costs", "--json"], ["-q"])[(number + k) % 3])
        form = FORMATS[number % len(FORMATS)]
        run("encode", puzzle, *f, "-F", form, "--names")
        run("encode", puzzle, *f, "-F", form, "-o", "x.out", "--names", files=["x.out"])
        run("decode", "--from", "x.out", stdin=b"s SATISFIABLE\nv 1 -2 0\n" + words() + b"\n")
        run("draw", puzzle, *f)
        run("verify", puzzle, *f, "--answer", "bad.ans")
    run("verify", "opb", "-f", "f.opb", "--answer", "f.ans", "--svg", "x.svg", files=["x.svg"])
    run("verify", "opb", "-f", "f.opb", "--answer", "f.ans", "--json")
    run("explain", "opb", "-f", "none.opb")
    run("explain", "opb", "-f", "none.opb", "--json")
    run("solve", "cnf", "-f", "bad.cnf")
    run("parity", "opb", "-f", "f.opb")
    run("agree", "opb", "-f", "f.opb")
    run("certify", "opb", "-f", "f.opb", "-o", f"cert{runs}")
    run("check", f"cert{runs - 1}")


def boards():
    """Comments and cells of boards; captions; saved games."""
    board = b"; " + words() + b"\n..#\n...\n...\n; " + words() + b"\n"
    write("board", board)
    write("named", b"gunport " + word() + b"\n" + board)
    write("cells", b"..#\n." + word() + b".\n...\n")
    answer = run("solve", "gunport", "-f", "board", "-q").stdout
    write("right", answer + b"; " + words() + b"\n")
    write("wrong", b".." + word() + b"\n")
    for file in ("board", "named", "cells"):
        run("solve", "gunport", "-f", file, "--json")
        run("draw", "gunport", "-f", file, "--caption", word(0), "--svg", "x.svg", files=["x.svg"])
    run("count", "gunport", "-f", "board", "--print-solutions")
    run("verify", "gunport", "-f", "board", "--answer", "right")
    run("verify", "gunport", "-f", "board", "--answer", "wrong", "--json")
    run("decode", "gunport", "3x3", stdin=words() + b"\n")
    run("encode", "gunport", "-f", "board", "-F", "cnf")
    run("play", "gunport", "3x3", "--script", stdin=b"touch " + words() + b"\n" + words() + b"\nload " + word() + b"\n")
    run("play", "gunport", "--load-game", write("saved", b"gunport 3x3\n" + words() + b"\n"), "--script", stdin=b"state\n")


def programs():
    """What solvers print, and what the command line says."""
    write("reply", words() + b"\n" + random.choice([b"s SATISFIABLE\nv ", b"s ", b""]) + words() + b"\n")
    run("solve", "gunport", "3x3", "--solver", "process:cat reply; cat reply >&2; exit 10; :")
    run("solve", "gunport", "3x3", "--solver", b"process:" + word())
    for argv in ([b"solve", word()], [word()], [b"help", word()], [b"solve", b"gunport", word()], [b"list", word()],
                 [b"solve", b"gunport", b"3x3", b"--card", word()], [b"solve", b"gunport", b"3x3", b"--" + word()],
                 [b"solve", b"-f", word()], [b"check", word()], [b"cubes", b"gunport", b"3x3", b"-o", word() + b"/x"], [b"conquer", word()], [b"audit", word()]):
        run(*argv)


def collections():
    """Suites, rows, cube runs, certificates."""
    run(b"bench", word())
    run(b"report", word())
    name = f"bench{runs}"
    write("suite", b"about " + words() + b"\nsection s\ninstance gunport 3x3\nseed 1 2\n")
    made = ["report.md", "report.html", "tables/s.tex", "tables/s.csv", "suite.txt"]
    run("bench", "suite", "-o", name)
    run("bench", "suite", "-o", name, "--print-jobs")
    with open(f"{name}/rows.csv", "rb") as rows:
        lines = rows.read().split(b"\n")
    for i in range(1, len(lines) - 1):
        cells = lines[i].split(b",")
        for _ in range(2):
            k = random.randrange(len(cells))
            cells[k] = word()
        lines[i] = b",".join(cells)
    write(f"{name}/rows.csv", b"\n".join(lines))
    run("report", name, files=[])
    for file in made[:4]:
        if os.path.exists(f"{name}/{file}"):
            with open(f"{name}/{file}", "rb") as text:
                judge(f"report ({file})", text.read())
    for line in ([b"section " + word()], [b"section s", b"instance " + words()], [b"section s", b"instance gunport 3x3", b"card " + word()],
                 [b"section s", b"instance gunport 3x3", b"solver process:" + word()], [words()]):
        write("suite", b"\n".join(line) + b"\n")
        run("bench", "suite", "-o", "never")
        run("bench", "suite", "-o", "never", "--print-jobs")
    cubes = f"cubes{runs}"
    run("cubes", "gunport", "4x4", "--bound", "5", "--formulation", "monomino", "-o", cubes)
    run("conquer", cubes)
    row = random.choice([f"{cubes}/{x}" for x in ("rows/1.txt", "cubes.txt", "problem.cnf") if os.path.exists(f"{cubes}/{x}")])
    with open(row, "rb") as text:
        lines = text.read().split(b"\n")
    lines[random.randrange(len(lines))] = words()
    write(row, b"\n".join(lines))
    run("conquer", cubes)
    run("check", cubes)


for number in range(ROUNDS):
    for part in (formulas, boards, programs) + (collections,) * (number % EVERY == 0):
        part()
print(f"{runs} commands, {faults} faults")
sys.exit(faults > 0)
