"""Counts of files. Usage: counts.py LOOPHOLE own|ganak
own: random files with projections, cubes and lines of other kinds are counted as a search over all values counts them,
also after each format in between; and models in every encoding, written as cnf, whose clauses a search here counts on
the variables of `c p show`.
ganak: the same files of models and of puzzles, counted by the model counter pyganak."""
import itertools
import json
import random
import subprocess
import sys

FORMATS = ("cnf", "xcnf", "knf", "icnf", "wcnf", "wcnf-old", "opb", "json")
EDGES = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
PUZZLES = ("gunport 3x3", "gunport 4x4", "tank 4", "fivers 3", "squarest 50 3 6 9 12 15 19 21 25 27 30",
           "archer 100 16 17 23 24 39 40")


def run(*command, status=0):
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != status:
        sys.exit(f"{command}: {ran.returncode} {ran.stderr}")
    return ran.stdout


def count(loophole, file, *options):
    answer = json.loads(run(loophole, "count", "-f", file, "--json", *options))
    return answer["solution_count"], answer.get("projected_variables")


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found}, but {wanted} is right")


# ---- random files ------------------------------------------------------------------------------

def holds(kind, row, value):
    n = sum(value[abs(x)] == (x > 0) for x in row)
    return n > 0 if kind == "" else n % 2 == 1 if kind == "x " else n >= int(kind[2:])


def write_random(rng, file):
    """Writes a random file; returns its count, and the number of variables to count on, or None."""
    n = rng.randint(1, 6)
    cubic, cubes = file.endswith(".icnf"), []
    rows = [(rng.choice(("", "", "x ", "k 2 ")), [rng.choice((1, -1)) * v for v in rng.sample(range(1, n + 1), rng.randint(1, n))])
            for _ in range(rng.randint(0, 5))]
    if cubic:
        cubes = [[rng.choice((1, -1)) * rng.randint(1, n) for _ in range(rng.choice((0, 2, 3, 3)))] for _ in range(rng.randint(0, 4))]
    show = sorted(rng.sample(range(1, n + 1), rng.randint(0, n))) if rng.random() < 0.8 else None
    lines = [kind + " ".join(map(str, [*row, 0])) for kind, row in rows] + [" ".join(map(str, ["a", *cube, 0])) for cube in cubes]
    rng.shuffle(lines)
    lines.insert(0, f"c sizes: {n} variables\np inccnf" if cubic else f"p cnf {n} {len(rows)}")
    if show is not None:
        words = "c p show" if not show else rng.choice(("c p show", "c ind"))
        half = len(show) // 2
        for part in (show[:half], show[half:]):
            lines.insert(rng.randint(0, len(lines)), " ".join(map(str, [words, *part, 0])))
    with open(file, "w") as out:
        print(*lines, sep="\n", file=out)
    seen = set()
    for bits in itertools.product((False, True), repeat=n):
        value = (None, *bits)
        if all(holds(kind, row, value) for kind, row in rows) and (not cubes or any(all(value[abs(x)] == (x > 0) for x in c) for c in cubes)):
            seen.add(tuple(value[v] for v in (range(1, n + 1) if show is None else show)))
    return len(seen), None if show is None else len(show)


def random_files(loophole, number):
    rng = random.Random(5)
    for i in range(number):
        file = rng.choice(("r.cnf", "r.icnf"))
        wanted = write_random(rng, file)
        options = rng.choice(([], ["--parity", "kernel"], ["--parity", "none"], ["--parity", "propagate"]))
        expect(f"{open(file).read()}{options}", count(loophole, file, *options), wanted)
        for form in FORMATS:
            copy = f"copy.{form.replace('-old', '')}"
            run(loophole, "encode", "-f", file, "-F", form, "-o", copy, *rng.choice(([], ["--names"])))
            expect(f"{open(file).read()} as {form}", count(loophole, copy)[0], wanted[0])
        found = json.loads(subprocess.run([loophole, "solve", "-f", file, "--unique", "--json"], capture_output=True).stdout)
        expect(f"{open(file).read()} unique", found["unique"], wanted[0] == 1 if wanted[0] else None)


# ---- models in every encoding ------------------------------------------------------------------

def connected(on):
    reached, rest = set(sorted(on)[:1]), True
    while rest:
        rest = {v for e in EDGES for v in e if set(e) & reached and v in on} - reached
        reached |= rest
    return reached == on


def models():
    """kind -> its model, and its count by a search over all values."""
    def of(n, row, right, values=(0, 1)):
        names = [f"x{i}" for i in range(n)]
        some = {"integers": [{"name": x, "lo": values[0], "hi": values[-1]} for x in names]} if len(values) > 2 else {"variables": names}
        model = {"loophole-model": 1, "variables": [], "integers": [], "constraints": [row], **some}
        return model, sum(right(v) for v in itertools.product(values, repeat=n))
    return {
        "amo": of(6, {"card": [1, 2, 3, 4, 5, 6], "hi": 1}, lambda v: sum(v) <= 1),
        "card": of(6, {"card": [1, 2, 3, 4, 5, 6], "lo": 3, "hi": 3}, lambda v: sum(v) == 3),
        "pb": of(5, {"pb": [1, 2, 3, 4, 5], "weights": [1, 2, 3, 4, 6], "lo": 9, "hi": 9},
                 lambda v: v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3] + 6 * v[4] == 9),
        "xor": of(6, {"xor": [1, 2, 3, 4, 5, 6], "parity": 1}, lambda v: sum(v) % 2 == 1),
        "int": of(2, {"linear": [], "integers": [1, 2], "weights": [1, 2], "lo": 7}, lambda v: v[0] + 2 * v[1] >= 7, range(5)),
        "alldiff": of(3, {"alldiff": [1, 2, 3], "offsets": [0, 0, 0]}, lambda v: len(set(v)) == 3, range(4)),
        "conn": of(6, {"connected": [1, 2, 3, 4, 5, 6], "edges": [v for e in EDGES for v in e]},
                   lambda v: connected({i for i, x in enumerate(v) if x})),
    }


def encoded(loophole):
    """Each model in every encoding, written as m.cnf: what it is, and its count."""
    known = json.loads(run(loophole, "list", "encodings", "--json"))["encodings"]
    for kind, (model, wanted) in models().items():
        with open("m.json", "w") as out:
            json.dump(model, out)
        expect(kind, count(loophole, "m.json")[0], wanted)
        names = [e["name"][len(kind) + 1:] for e in known if e["kind"] == kind]
        option = "--connectivity" if kind == "conn" else f"--{kind}"
        for name in names:
            for form in FORMATS:
                copy = f"m.{form.replace('-old', '')}" if form != "json" else "copy.json"
                run(loophole, "encode", "-f", "m.json", option, name, "-F", form, "-o", copy)
                expect(f"{kind} {name} as {form}", count(loophole, copy)[0], wanted)
            yield f"{kind} {name}", wanted


def read_cnf(file):
    clauses, show, variables = [], None, 0
    for line in open(file):
        words = line.split()
        if line.startswith("c p show"):
            show = [int(w) for w in words[3:-1]]
        elif line.startswith("p cnf"):
            variables = int(words[2])
        elif words[0] != "c":
            clauses.append([int(w) for w in words[:-1]])
    return clauses, list(range(1, variables + 1)) if show is None else show, variables


def satisfiable(clauses, true):
    """By unit propagation and cases; `true` is a set of literals."""
    true, changed = set(true), True
    while changed:
        changed, rest = False, []
        for c in clauses:
            if any(x in true for x in c):
                continue
            c = [x for x in c if -x not in true]
            if not c:
                return False
            if len(c) == 1:
                true.add(c[0])
                changed = True
            else:
                rest.append(c)
        clauses = rest
    return not clauses or any(satisfiable(clauses, true | {x}) for x in (clauses[0][0], -clauses[0][0]))


def own(loophole):
    random_files(loophole, 30)
    for what, wanted in encoded(loophole):
        clauses, show, _ = read_cnf("m.cnf")
        found = sum(satisfiable(clauses, [v if bit else -v for v, bit in zip(show, bits)])
                    for bits in itertools.product((False, True), repeat=len(show)))
        expect(f"{what}, by its clauses", found, wanted)


def by_ganak(file):
    import pyganak
    clauses, show, variables = read_cnf(file)
    counter = pyganak.Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(show)
    return counter.count()


def ganak(loophole):
    for what, wanted in encoded(loophole):
        expect(f"{what}, by ganak", by_ganak("m.cnf"), wanted)
    for puzzle in PUZZLES:
        wanted = json.loads(run(loophole, "count", *puzzle.split(), "--all-costs", "--json"))["solution_count"]
        for option in (["--card", "sorter"], ["--pb", "adder"], ["--amo", "commander"]):
            run(loophole, "encode", *puzzle.split(), *option, "-o", "p.cnf")
            expect(f"{puzzle} {option}", (by_ganak("p.cnf"), count(loophole, "p.cnf")[0]), (wanted, wanted))


{"own": own, "ganak": ganak}[sys.argv[2]](sys.argv[1])
