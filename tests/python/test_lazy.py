"""Connected sets and loops in random graphs, lazily and by each encoding, against brute force."""
import contextlib
import hashlib
import io
import itertools
import json
import os
import random
import runpy
import shutil
import subprocess
import tempfile
import unittest

from loophole import Error, Model, check, check_proof

PROGRAMS = os.environ.get("LOOPHOLE_PUZZLES") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib/examples/puzzles")
IPASIR = os.environ.get("IPASIR") or os.path.join(os.path.dirname(os.environ.get("LOOPHOLE", "")), "tests/libipasir_picosat.so")
TURNS = int(os.environ.get("TURNS", 40 if "QUICK" in os.environ else 1000))


def joined(true, edges):
    """The component of the least vertex of a set."""
    reached = set(list(sorted(true))[:1])
    while more := {b for e in edges for a, b in (e, e[::-1]) if a in reached and b in true} - reached:
        reached |= more
    return reached


def steps(true, edges, root):
    """How many steps lead from the root to each vertex of the set."""
    step, k = {root: 0}, 0
    while more := {b for e in edges for a, b in (e, e[::-1]) if step.get(a) == k and b in true} - set(step):
        k += 1
        step.update(dict.fromkeys(more, k))
    return step


def connected(true, edges, root, depth):
    if not true or root is None:
        return joined(true, edges) == set(true)
    step = steps(true, edges, root)
    return root in true and set(true) <= set(step) and (depth is None or max(step.values()) <= depth)


class Random:
    """A model of a few rules over n cells, some of them graphs, and its solutions by brute force."""

    def __init__(self, r):
        n = r.randint(2, 9)
        self.m, self.rules = Model(), []
        x = self.m.vars(n)
        self.sets = []  # of cells that are connected, for clingo: its program, and the rule
        for _ in range(r.randint(1, 3)):
            places = r.sample(range(n), r.randint(2, n))
            edges = [tuple(r.randrange(len(places)) for _ in "ab") for _ in range(r.randint(0, 2 * len(places)))]
            root = r.choice([None, r.randrange(len(places))])
            depth = r.choice([None, 1, 2, 3]) if root is not None else None
            signs = [r.choice((1, 1, 1, -1)) for _ in places]
            self.m.rule(f"rule {len(self.rules)}")
            switch = r.choice([None, None, r.randrange(n)])
            if switch is not None:
                self.m.implies(x[switch])
            self.m.connected([x[p] if s > 0 else -x[p] for s, p in zip(signs, places)], edges, root=root, depth=depth)
            self.rules.append(lambda v, p=places, s=signs, e=edges, ro=root, d=depth, i=switch: (i is not None and not v[i]) or connected(
                {k for k, place in enumerate(p) if v[place] == (s[k] > 0)}, e, ro, d))
            if switch is None and depth is None:
                program = CONNECTED + facts(n, (), *(f"cell({k}, {p}, {int(sign > 0)})." for k, (p, sign) in enumerate(zip(places, signs))),
                                            *(f"edge({a}, {b})." for a, b in edges), *([] if root is None else ["rooted.", f"root({root})."]))
                self.sets.append((program, self.rules[-1]))
        for _ in range(r.randint(0, 5)):
            clause = [(r.randrange(n), r.choice((True, False))) for _ in range(r.randint(1, 3))]
            self.m.rule(f"rule {len(self.rules)}")
            self.m.clause([x[i] if sign else -x[i] for i, sign in clause])
            self.rules.append(lambda v, c=clause: any(v[i] == sign for i, sign in c))
        self.x, self.all = x, list(itertools.product((False, True), repeat=n))

    def solutions(self, rules=None):
        return {v for v in self.all if all(f(v) for f in (self.rules if rules is None else rules))}


def clingo(program, counted):
    """How many different sets of the true atoms of this name clingo finds; None: it is not installed."""
    if not shutil.which("clingo"):
        return None
    done = subprocess.run(["clingo", "0", "--project", "-q", "--outf=2", "-"], input=f"{program}\n#show {counted}/1.\n", capture_output=True, text=True)
    return json.loads(done.stdout)["Models"]["Number"]


TOUR = """
{ x(I) : var(I) }.
on(K) :- edge(K, _, _, I, 1), x(I).
on(K) :- edge(K, _, _, I, 0), var(I), not x(I).
at(V, K) :- edge(K, V, _, _, _), on(K).
at(V, K) :- edge(K, _, V, _, _), on(K).
go(U, V) :- edge(K, U, V, _, _), on(K).
"""
# what is forbidden if `must` holds: a loop, a path and a circuit have these in common
JOINED = """
near(U, V) :- go(U, V). near(V, U) :- go(U, V).
reached(V) :- V = #min { U : near(U, W), U != W }, near(V, _).
reached(V) :- reached(U), near(U, V), U != V.
:- must, near(V, W), V != W, not reached(V).
"""
LOOP = TOUR + JOINED + """
:- must, not go(_, _).
:- must, at(V, _), not 2 { at(V, K) } 2.
"""
PATH = TOUR + JOINED + """
end(V) :- 1 { at(V, K) } 1, at(V, _).
:- must, at(V, _), not 1 { at(V, K) } 2.
:- must, not 2 { end(V) } 2.
:- must, fixed(V), not end(V).
"""
CIRCUIT = TOUR + JOINED + """
vertex(V) :- edge(_, V, _, _, _). vertex(V) :- edge(_, _, V, _, _).
:- must, vertex(V), not 1 { on(K) : edge(K, V, _, _, _) } 1.
:- must, vertex(V), not 1 { on(K) : edge(K, _, V, _, _) } 1.
"""
REGIONS = """
{ x(I) : var(I) }.
open(U, V) :- edge(K, U, V, I, _), not x(I). open(V, U) :- open(U, V).
in(V, V) :- vertex(V).
in(U, W) :- in(U, V), open(V, W).
:- edge(K, U, V, I, _), x(I), in(U, V).
:- sized(V, S), not S { in(V, W) } S.
:- rooted, vertex(V), not 1 { in(V, W) : root(W) } 1.
first(V) :- vertex(V), not in(V, W) : vertex(W), W < V.
:- number(N), not N { first(V) } N.
"""
CONNECTED = """
{ x(I) : var(I) }.
in(V) :- cell(V, I, 1), x(I).
in(V) :- cell(V, I, 0), not x(I).
near(U, V) :- edge(U, V), in(U), in(V). near(V, U) :- near(U, V).
reached(V) :- in(V), root(V).
reached(V) :- not rooted, V = #min { U : in(U) }, in(V).
reached(V) :- reached(U), near(U, V).
:- in(V), not reached(V).
"""


def facts(variables, edges=(), *more):
    """For clingo: variables, and edges (end, end, variable, sign), whose ends are numbers."""
    return "\n".join([*(f"var({i})." for i in range(variables)),
                      *(f"edge({k}, {a}, {b}, {i}, {int(sign)})." for k, (a, b, i, sign) in enumerate(edges)), *more])


def clauses(r, m, x):
    """Adds up to three clauses, each a rule of its own, and returns them as conditions on values."""
    found = []
    for k in range(r.randint(0, 3)):
        clause = [(r.randrange(len(x)), r.choice((True, False))) for _ in range(r.randint(1, 2))]
        m.rule(f"clause {k}")
        m.clause([x[i] if sign else -x[i] for i, sign in clause])
        found.append(lambda v, c=clause: any(v[i] == sign for i, sign in c))
    return found


def is_tour(used, vertices, circuit, start, end):
    """Whether these edges are a path, or these arcs a circuit through the vertices that have no true arc to themselves."""
    if not circuit:
        degree = {v: sum(v in e for e in used) for v in vertices}
        on = {v for v in vertices if degree[v]}
        return (sorted(degree[v] for v in on) == [1, 1] + [2] * (len(on) - 2) and len(used) == len(on) - 1
                and joined(on, used) == on and all(v is None or degree[v] == 1 for v in (start, end)))
    after = {v: [b for a, b in used if a == v] for v in vertices}
    if sorted(b for a, b in used) != sorted(vertices) or not all(len(b) == 1 for b in after.values()):
        return False
    on = {v for v in vertices if after[v] != [v]}
    return joined(on, [e for e in used if e[0] != e[1]]) == on


def tour(r):
    """A model of one path or circuit, perhaps under a condition, its variables and their values by brute force."""
    circuit, n, k = r.random() < 0.5, r.randint(2, 6), r.randint(1, 11)
    m = Model()
    x = m.vars(r.randint((k + 1) // 2, k))
    place = [(min(i, len(x) - 1) if r.random() < 0.8 else r.randrange(len(x)), r.choice((True, True, True, False))) for i in range(k)]
    ends = [(r.randrange(n), r.randrange(n)) for _ in range(k)]
    if circuit and r.random() < 0.5:  # cycles, so that there are some
        order = r.sample(range(n), n)
        ends = list(zip(order, order[1:] + order[:1])) + ends
        place += [(r.randrange(len(x)), True) for _ in range(n)]
    if not circuit:
        ends = [(a, b if a != b else (a + 1) % n) for a, b in ends]
    vertices = sorted({v for e in ends for v in e})
    lits = [x[i] if sign else -x[i] for i, sign in place]
    start, end = (None, None) if circuit else (r.choice([None, *vertices]), r.choice([None, *vertices]))
    if start == end:
        end = None
    switch = r.randrange(len(x)) if r.random() < 0.3 else None
    if switch is not None:
        m.implies(x[switch])
    edges = [(l, *e) for l, e in zip(lits, ends)]
    if circuit:
        m.circuit(edges)
    else:
        m.path(edges, start, end)
    right = [v for v in itertools.product((False, True), repeat=len(x))
             if (switch is not None and not v[switch])
             or is_tour([e for (i, sign), e in zip(place, ends) if v[i] == sign], vertices, circuit, start, end)]
    program = (CIRCUIT if circuit else PATH) + facts(
        len(x), [(a, b, i, sign) for (i, sign), (a, b) in zip(place, ends)], "must." if switch is None else f"must :- x({switch}).",
        *(f"fixed({v})." for v in (start, end) if v is not None))
    return m, x, right, program


def solve(m, *options, command="solve", environment=()):
    """The exit status and the JSON of the program for a model."""
    with tempfile.TemporaryDirectory() as directory:
        m.write(f"{directory}/model.json")
        done = subprocess.run([os.environ["LOOPHOLE"], command, "--json", "-f", f"{directory}/model.json", *options],
                              capture_output=True, text=True, env={**os.environ, **dict(environment)})
    return done.returncode, json.loads(done.stdout)


def seal(directory):
    """Writes the manifest with the hashes that the files have now."""
    with open(f"{directory}/manifest.json") as file:
        o = json.load(file)
    del o["sha256"]
    for name in o["files"]:
        with open(f"{directory}/{name}", "rb") as file:
            content = file.read()
        o["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    text = json.dumps(o, indent=2)[:-2]
    with open(f"{directory}/manifest.json", "w") as file:
        file.write(f'{text},\n  "sha256": "{hashlib.sha256(text.encode()).hexdigest()}"\n}}\n')


class Lazy(unittest.TestCase):
    def certify(self, turn, m, x, right, rows=None, **options):
        """Certifies that these are all solutions, and forges lazy clauses: without a literal, without any, or of another row. rows: the
        solutions of each constraint alone, if they are known."""
        r = random.Random(turn)
        def read(name):
            with open(f"{directory}/{name}") as file:
                return [[int(word) for word in line.split()] for line in file if line[0] not in "cp"]

        def write(name, lines, head=""):
            with open(f"{directory}/{name}", "w") as file:
                file.write(head + "".join(" ".join(map(str, line)) + "\n" for line in lines))
        with tempfile.TemporaryDirectory() as directory:
            m.certify(directory, all=True, proof="drat", **options)
            claim = check(directory)
            if turn % 8 == 0:
                with tempfile.TemporaryDirectory() as other:
                    m.certify(other, all=True, **options)
                    self.assertEqual(check(other), claim)
            self.assertIn(f" {len(right)} solution" if right else "there is no solution", claim)
            if not os.path.exists(f"{directory}/formula.cnf"):  # the parity of the rules contradicts itself
                self.assertTrue(not right and os.path.exists(f"{directory}/parity.pbp"))
                return
            formula, lazy, place = read("formula.cnf"), [], {abs(int(l)): i for i, l in enumerate(x)}
            with open(f"{directory}/proof.drat", "rb") as file:
                check_proof([clause[:-1] for clause in formula], file.read())
            if os.path.exists(f"{directory}/lazy.txt"):
                lazy = read("lazy.txt")
                self.assertEqual([clause[1:] for clause in lazy], formula[len(formula) - len(lazy):])
            with open(f"{directory}/formula.cnf") as file:
                head = "".join(line for line in file if line[0] == "p")
            for k in r.sample(range(len(lazy)), min(3, len(lazy))):
                row, *clause = lazy[k]
                for forged in [row + r.choice((-1, 1, 1000)), *clause], [row, 0], *([row, *clause[:i], *clause[i + 1:]] for i in range(len(clause) - 1)):
                    n = len(formula) - len(lazy) + k
                    write("lazy.txt", [*lazy[:k], forged, *lazy[k + 1:]])
                    write("formula.cnf", [*formula[:n], forged[1:], *formula[n + 1:]], head)
                    seal(directory)
                    try:
                        check(directory)
                    except Error as e:
                        self.assertIn("azy clause", str(e))
                        self.refused += forged[0] == row
                        continue
                    self.assertEqual(forged[0], row)
                    if rows is None:
                        self.assertNotEqual(forged, [row, 0])
                    elif all(abs(l) in place for l in forged[1:-1]):
                        self.assertTrue(any(all(any(v[place[abs(l)]] == (l > 0) for l in forged[1:-1]) for v in known) for known in rows), (lazy[k], forged))
            self.lazy += len(lazy)

    def setUp(self):
        self.lazy = self.refused = 0  # clauses in certificates; forged ones

    def by_clingo(self, program, right):
        self.assertIn(clingo(program, "x"), (None, len(right)), program)

    def explained(self, r, m, x, right):
        """Adds clauses, and explains them and the constraint before them if there is no solution. Returns what is left of its solutions."""
        rules = [lambda v, s=set(right): v in s, *clauses(r, m, x)]
        left = [v for v in right if all(f(v) for f in rules)]
        if left or len(x) > 12:
            return left
        named = {0 if not rule.startswith("clause ") else 1 + int(rule.split()[1]) for rule in m.explain()}
        values = list(itertools.product((False, True), repeat=len(x)))
        kept = [f for i, f in enumerate(rules) if i in named]
        self.assertFalse([v for v in values if all(f(v) for f in kept)])
        for f in kept:
            self.assertTrue([v for v in values if all(g(v) for g in kept if g is not f)])
        return left

    def test_connected_sets(self):
        r = random.Random(int(os.environ.get("SEED", 48)))
        explained = 0
        for turn in range(TURNS):
            p = Random(r)
            right = p.solutions()
            for program, rule in p.sets[:1]:
                self.by_clingo(program, p.solutions([rule]))
            options = [{}, {"solver": "picosat"}, {"connectivity": "tree"}, {"connectivity": "distance"}, {"solver": "cuts"}][turn % 5]
            if options.get("solver") == "cuts" and turn % 2:
                options = {}
            found = {tuple(s[x] > 0 for x in p.x) for s in p.m.solutions(**options)}
            self.assertEqual(found, right, (turn, options))
            self.assertEqual(p.m.count(**options), len(right))
            if turn % 10 == 0:
                self.certify(turn, p.m, p.x, right, [p.solutions([rule]) for rule in p.rules])
            self.assertEqual(p.m.solve(**options) is not None and bool(p.m.solve(**options)), bool(right))
            if right:
                forced = {abs(int(l)): int(l) > 0 for l in p.m.forced(**options)["literals"]}
                for i, x in enumerate(p.x):
                    same = {v[i] for v in right}
                    self.assertEqual(forced.get(int(x)), same.pop() if len(same) == 1 else None)
                w = [r.randint(-4, 4) for _ in p.x]
                p.m.maximize(sum(a * x for a, x in zip(w, p.x)))
                self.assertEqual(p.m.solve(**options).objective, max(sum(a for a, t in zip(w, v) if t) for v in right))
                continue
            explained += 1
            self.assertTrue(p.m.solve(proof_check="always").proved)
            named = {int(rule.split()[1]) for rule in p.m.explain(**options)}
            kept = [f for i, f in enumerate(p.rules) if i in named]
            self.assertFalse(p.solutions(kept), turn)
            for f in kept:
                self.assertTrue(p.solutions([g for g in kept if g is not f]), turn)
        self.assertGreater(explained, TURNS // 20)
        self.assertGreater(min(self.lazy, self.refused), 0)

    def test_loops(self):
        r = random.Random(int(os.environ.get("SEED", 7)))
        for turn in range(TURNS // 4):
            rows, columns = r.choice([(2, 2), (2, 3), (3, 3), (2, 4)])
            corners = [(i, j) for i in range(rows) for j in range(columns)]
            ends = [(a, b) for a in corners for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in corners and r.random() < 0.95]
            m = Model()
            x = m.vars(len(ends))
            m.loop((l, a, b) for l, (a, b) in zip(x, ends))
            right = []
            for v in itertools.product((False, True), repeat=len(ends)):
                used = [e for e, t in zip(ends, v) if t]
                degree = {c: sum(c in e for e in used) for c in corners}
                cells = {c for c in corners if degree[c]}
                if used and set(degree.values()) <= {0, 2} and joined(cells, used) == cells:
                    right.append(v)
            number = {c: k for k, c in enumerate(corners)}
            self.by_clingo(LOOP + facts(len(x), [(number[a], number[b], k, 1) for k, (a, b) in enumerate(ends)], "must."), right)
            alone, right = right, self.explained(r, m, x, right)
            self.assertEqual(m.count(solver=r.choice(["cadical", "picosat"])), len(right), turn)
            if turn % 2 == 0:
                self.certify(turn, m, x, right, [alone])
        self.assertGreater(self.refused, 0 if TURNS >= 400 else -1)

    def test_regions(self):
        r = random.Random(int(os.environ.get("SEED", 9)))
        refuted = 0
        for turn in range(TURNS // 4):
            rows, columns = r.choice([(1, 4), (2, 2), (2, 3), (2, 4)])
            cells = [(i, j) for i in range(rows) for j in range(columns)]
            ends = [(a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells]
            sizes = {c: r.randint(1, 4) for c in cells if r.random() < 0.3}
            roots = r.sample(cells, r.randint(1, 3)) if r.random() < 0.4 else None
            number = r.choice([None, r.randint(1, 4)])
            measured = r.choice([None, r.choice(cells)])
            m = Model()
            x = m.vars(len(ends))
            said = dict(sizes)
            if measured and measured not in said:
                said[measured] = m.int("size", 1, len(cells))
            m.regions([(l, a, b) for l, (a, b) in zip(x, ends)], sizes=said or None, roots=roots, number=number)
            right = []
            for v in itertools.product((False, True), repeat=len(ends)):
                inside = [e for e, t in zip(ends, v) if not t]
                part = {c: frozenset(steps(cells, inside, c)) for c in cells}
                fits = (all(part[a] != part[b] for (a, b), t in zip(ends, v) if t) and all(len(part[c]) == k for c, k in sizes.items())
                        and (roots is None or all(len(p & set(roots)) == 1 for p in part.values()))
                        and (number is None or len(set(part.values())) == number))
                right += [v] if fits else []
            place = {c: k for k, c in enumerate(cells)}
            self.by_clingo(REGIONS + facts(len(x), [(place[a], place[b], k, 1) for k, (a, b) in enumerate(ends)],
                                           *(f"vertex({k})." for k in place.values()), *(f"sized({place[c]}, {k})." for c, k in sizes.items()),
                                           *(["rooted."] + [f"root({place[c]})." for c in roots] if roots else []),
                                           *([f"number({number})."] if number else [])), right)
            alone, right = right, self.explained(r, m, x, right)
            if turn % 2 == 0:
                self.certify(turn, m, x, right, [alone])
            right = len(right)
            for options in ({}, {"solver": "picosat"}, {"connectivity": "tree"}):
                self.assertEqual(m.count(**options), right, (turn, options))
            if not right:
                refuted += 1
                self.assertTrue(m.solve(proof_check="always").proved)
        self.assertGreater(refuted, TURNS // 40)
        self.assertGreater(min(self.lazy, self.refused), 0)

    def test_paths_and_circuits(self):
        r = random.Random(int(os.environ.get("SEED", 11)))
        refuted = 0
        for turn in range(TURNS // 2):
            m, x, right, program = tour(r)
            self.by_clingo(program, right)
            alone, right = right, self.explained(r, m, x, right)
            found = {tuple(s[v] > 0 for v in x) for s in m.solutions(**r.choice([{}, {}, {"solver": "picosat"}, {"connectivity": "tree"}]))}
            self.assertEqual(found, set(right), turn)
            if turn % 2 == 0:
                self.certify(turn, m, x, right, [alone])
            answer = m.solve(proof_check="auto" if right else "always")
            if right:
                w = [r.randint(-4, 4) for _ in x]
                m.maximize(sum(a * v for a, v in zip(w, x)))
                self.assertEqual(m.solve(search="down").objective, max(sum(a for a, t in zip(w, v) if t) for v in right), turn)
                continue
            refuted += 1
            self.assertTrue(answer.proved, turn)
        self.assertGreater(refuted, TURNS // 20)
        self.assertGreater(self.refused, 0 if TURNS >= 400 else -1)

    def test_a_graph_without_a_tour(self):
        """Two rings of 11 vertices have no circuit, by a theorem, but a path through all vertices."""
        n = 11
        edges = [e for i in range(n) for e in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + 2) % n))]
        m = Model()
        m.circuit([(m.var(), *e) for a, b in edges for e in ((a, b), (b, a))])
        answer = m.solve(proof_check="always")
        self.assertTrue(not answer and answer.proved)
        self.assertGreater(answer.statistic("rounds"), 0)
        self.certify(0, m, [], [], [[]])
        self.assertGreater(min(self.lazy, self.refused), 0)
        for ends in (0, 1), ():  # the missing edge of a circuit, or any
            m = Model()
            m.add(m.path([(m.var(), a, b) for a, b in edges], *ends).values())
            answer = m.solve(proof_check="always")
            self.assertTrue(answer.proved if ends else answer)
            self.assertEqual(bool(answer), not ends)
            self.assertGreater(answer.statistic("rounds"), 0 if ends else -1)
            if ends:
                before = self.refused
                self.certify(0, m, [], [], [[]])
                self.assertGreater(self.refused, before)

    def test_certificates_of_puzzles(self):
        for name in ("slitherlink", "nurikabe", "masyu", "fillomino", "heyawake", "hitori"):
            with contextlib.redirect_stdout(io.StringIO()):
                m = runpy.run_path(os.path.join(PROGRAMS, name + ".py"))["m"]
            before = self.lazy
            self.certify(1, m, [], [0])
            self.assertGreater(self.lazy, before, name)
        self.assertGreater(self.refused, 0)
        before = self.lazy
        for options in {"connectivity": "tree"}, {"connectivity": "distance"}:
            self.certify(1, m, [], [0], **options)  # the whole encoding, so that no clause is lazy
        self.assertEqual(self.lazy, before)

    def test_one_solver_decides_whether_the_solution_is_unique(self):
        r = random.Random(int(os.environ.get("SEED", 31)))
        seen = dict.fromkeys((4, 10, 20), 0)
        for turn in range(TURNS // 4):
            p = Random(r)
            right = p.solutions()
            status, o = solve(p.m, "--unique")
            self.assertEqual(status, 20 if not right else 10 if len(right) == 1 else 4, turn)
            self.assertEqual(o["unique"], len(right) == 1 if right else None)
            seen[status] += 1
            if len(right) > 1:
                self.assertIn("second_solution", o)
                self.assertNotEqual(o["solution"], o["second_solution"])
        self.assertTrue(all(seen.values()), seen)
        for name in ("heyawake", "hitori", "nurikabe"):
            with contextlib.redirect_stdout(io.StringIO()):
                status, o = solve(runpy.run_path(os.path.join(PROGRAMS, name + ".py"))["m"], "--unique")
            self.assertEqual((status, o["unique"], o["evidence"][-1]["kind"]), (10, True, "checked refutation"))
            self.assertGreater(o["lazy_clauses"], 0)
            self.assertGreaterEqual(o["evidence"][-1]["lazy_clauses"], o["lazy_clauses"])  # also those of the first solution

    def test_a_limit_reports_what_is_verified(self):
        n = 12
        m = Model()
        x = {(i, j): m.var(f"x{i}_{j}") for i in range(n) for j in range(n)}
        place = {p: k for k, p in enumerate(x)}
        m.connected(list(x.values()), [(place[a], place[b]) for a in x for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in x])
        m.add(x[0, 0], x[n - 1, n - 1])
        m.minimize(sum(x.values()))
        stopped = 0
        for limit in (0.02, 0.04, 0.06, 0.1, 0.15, 0.2, 0.3, 0.5):
            status, o = solve(m, "--search", "down", "--time-limit", str(limit))
            stopped += status == 0
            if o["lower_bound"] is not None:
                self.assertLessEqual(o["lower_bound"], 2 * n - 1)
            if not o.get("solution"):
                self.assertIsNone(o["objective_value"])
                continue
            true = {p for p in x if str(place[p] + 1) in o["solution"].split()}
            self.assertEqual(o["objective_value"], len(true))
            self.assertTrue(o["verified"] and {(0, 0), (n - 1, n - 1)} <= true)
            self.assertEqual(joined(true, [(a, b) for a in true for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in true]), true)
        self.assertGreater(stopped, 0)

    @unittest.skipUnless(os.path.exists(IPASIR), "there is no library of PicoSAT for ipasir:")
    def test_a_limit_between_two_rounds(self):
        """The solver's call of that number returns a solution when the limit is over. If a round must follow, nothing is reported of it."""
        n = 4
        m = Model()
        x = {(i, j): m.var(f"x{i}_{j}") for i in range(n) for j in range(n)}
        pairs = [(a, b) for a in x for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in x]
        m.connected(x, pairs)
        m.add(x[0, 0], x[n - 1, n - 1])
        place = {str(k + 1): p for k, p in enumerate(x)}

        def cells(text):
            true = {place[word] for word in text.split() if word in place}
            self.assertTrue({(0, 0), (n - 1, n - 1)} <= true and joined(true, pairs) == true, true)
            return len(true)

        def run(turn, *options, command="solve"):
            return solve(m, "--solver", f"ipasir:{IPASIR}", "--time-limit", "0.1", *options, command=command, environment={"STOP": str(turn)})

        between = dict.fromkeys(("solve", "down", "core", "count"), 0)
        for turn in range(1, 9):
            status, o = run(turn)
            self.assertEqual(status, 10 if o["solution"] else 0, (turn, o))
            self.assertTrue(not o["solution"] or cells(o["solution"]))
            between["solve"] += status == 0 and o["rounds"] == turn
            status, o = run(turn, command="count")
            self.assertEqual(status, 5)
            self.assertLess(int(o["solution_count"]) + o["rounds"], o["solver_calls"])
            between["count"] += o["rounds"] == turn
        m.minimize(sum(x.values()))
        for search in ("down", "core"):
            for turn in range(1, 9):
                status, o = run(turn, "--search", search)
                self.assertIn(status, (0, 30), o)
                self.assertLessEqual(o["lower_bound"] or 0, 2 * n - 1)
                if status == 30:
                    self.assertEqual(o["objective_value"], 2 * n - 1)
                self.assertEqual(o["objective_value"], cells(o["solution"]) if o["solution"] else None)
                between[search] += status == 0 and o["rounds"] > 0
        self.assertTrue(all(between.values()), between)

    @unittest.skipUnless(shutil.which("cadical"), "cadical is not installed")
    def test_other_solvers(self):
        """A solver that begins again in each call gets no lazy constraint."""
        solvers = {"picosat": True, "process:cadical -q": False, **({f"ipasir:{IPASIR}": True} if os.path.exists(IPASIR) else {})}
        r = random.Random(int(os.environ.get("SEED", 12)))
        lazy = dict.fromkeys(solvers, 0)
        for turn in range(6 if TURNS < 1000 else 60):
            p = Random(r)
            m, x, right = (p.m, p.x, p.solutions()) if turn % 2 else tour(r)[:3]
            for solver in solvers:
                status, o = solve(m, "--solver", solver, command="count")
                self.assertEqual((int(o["solution_count"]), status), (len(right), 0), (turn, solver))
                lazy[solver] += o["lazy_clauses"]
        self.assertEqual({s: n > 0 for s, n in lazy.items()}, solvers)

    @unittest.skipUnless(shutil.which("cadical"), "cadical is not installed")
    def test_files_of_the_examples_are_whole(self):
        """A file has no lazy constraint, so that another solver's answer is a solution."""
        for name in sorted(os.listdir(PROGRAMS)):
            with open(os.path.join(PROGRAMS, name)) as f:
                graph = any(f".{kind}(" in text for text in [f.read()] for kind in ("connected", "loop", "regions", "path", "circuit"))
            if not graph and TURNS < 1000:
                continue
            with contextlib.redirect_stdout(io.StringIO()):
                models = [m for m in runpy.run_path(os.path.join(PROGRAMS, name)).values() if isinstance(m, Model)]
            self.assertTrue(models, name)
            for m in models:
                with tempfile.TemporaryDirectory() as directory:
                    m.write(f"{directory}/model.json")
                    with open(f"{directory}/model.json") as f:
                        bound = ["--bound", "optimum"] if {"minimize", "maximize", "objective"} & set(json.load(f)) else []
                    program, file = os.environ["LOOPHOLE"], f"{directory}/model.cnf"
                    subprocess.run([program, "encode", "-f", f"{directory}/model.json", "-o", file, *bound], check=True, capture_output=True)
                    answer = subprocess.run(["cadical", "-q", file], capture_output=True, text=True).stdout
                    done = subprocess.run([program, "decode", "--from", file], input=answer, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, (name, done.stdout, done.stderr))

    def test_rounds_are_counted(self):
        m = Model()
        n = 12
        x = m.vars(n * n)
        m.connected(x, [(k, k + d) for k in range(n * n) for d in (1, n) if k + d < n * n and (d == n or (k + 1) % n)])
        m.add(x[0], x[-1], sum(x) <= 2 * n)
        lazy, eager = m.solve(), m.solve(connectivity="tree")
        self.assertEqual(bool(lazy), bool(eager))
        self.assertGreater(lazy.statistic("lazy_clauses"), 0)
        self.assertGreaterEqual(lazy.statistic("lazy_clauses"), lazy.statistic("rounds"))
        self.assertGreater(lazy.statistic("calls"), lazy.statistic("rounds"))
        self.assertEqual(eager.statistic("lazy_clauses"), 0)


if __name__ == "__main__":
    unittest.main()
