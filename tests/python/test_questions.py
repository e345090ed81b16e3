"""Certificates, forced values and uniqueness of random models against brute force."""
import contextlib
import copy
import itertools
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

from loophole import Error, Model, Stopped, check, parse, puzzle

N = 6


def holds(row, values):
    """Whether the values, a bool for each variable, satisfy a row (kind, literals, weights, lo, hi)."""
    kind, lits, weights, lo, hi = row
    total = sum(w for x, w in zip(lits, weights) if values[abs(x) - 1] == (x > 0))
    return total % 2 == lo if kind == "xor" else lo <= total <= hi


def drawn(r, kinds, rows):
    """A random model, its rows, and the weights of its objective (None: it has none)."""
    m, out = Model(), []
    x = m.vars(N)
    for _ in range(rows):
        kind = r.choice(kinds)
        lits = [r.choice((v, -v)) for v in r.sample(x, r.randint(1, N))]
        weights = [r.randint(-4, 6) if kind == "pb" else 1 for _ in lits]
        lo = r.randint(0, 1) if kind == "xor" else 1 if kind == "clause" else r.randint(0, 3)
        hi = lo + r.randint(0, 4) if kind in ("card", "pb") else 99
        out.append((kind, lits, weights, lo, hi))
        if kind == "clause":
            m.clause(lits)
        elif kind == "card":
            m.card(lits, lo, hi)
        elif kind == "pb":
            m.pb(lits, weights, lo, hi)
        else:
            m.xor(lits, lo)
    costs = [r.randint(-3, 5) for _ in x] if r.random() < 0.6 else None
    if costs:
        r.choice((m.minimize, m.maximize))(x, costs, r.randint(-2, 2))
    return m, out, costs


def solutions_of(rows):
    return [v for v in itertools.product((False, True), repeat=N) if all(holds(row, v) for row in rows)]


class CommonFacts(unittest.TestCase):
    def test_a_certificate_trusts_an_encoder_only_if_it_must(self):
        r = random.Random(45)
        proofs = set()
        for turn in range(60):
            m, rows, costs = drawn(r, ("clause", "card", "pb") + ("xor",) * (turn % 3 == 0), r.randint(1, 7))
            right = solutions_of(rows)
            best = m.solve()
            drat = turn % 2
            with tempfile.TemporaryDirectory() as directory:
                claim = m.certify(directory, proof="drat") if drat else m.certify(directory)
                self.assertEqual(check(directory), claim)
                files = set(os.listdir(directory))
                refuted = bool(costs) or not right
                self.assertLessEqual("proof.drat" in files, bool(drat and refuted), (rows, files))
                self.assertEqual("proof.pbp" in files, bool(refuted and not drat), (rows, files))
                self.assertEqual("no solution." in claim, not right)
                if right and costs:
                    self.assertIn(f" {best.objective}, and no solution is better", claim)
                if "proof.drat" in files and shutil.which("drat-trim"):
                    out = subprocess.run(["drat-trim", "formula.cnf", "proof.drat"], cwd=directory, capture_output=True, text=True)
                    self.assertIn("s VERIFIED", out.stdout)
                proofs |= {name for name in files if name.startswith("proof")}
        self.assertEqual(proofs, {"proof.drat", "proof.pbp"})

    def test_another_program_makes_the_proof(self):
        m = Model()
        x = m.vars(4)
        m.at_least(x, 3)
        m.at_most(x, 2)
        with tempfile.TemporaryDirectory() as place:
            with self.assertRaisesRegex(Error, "true"):
                m.certify(os.path.join(place, "none"), proof_program="true")
            self.assertEqual(os.listdir(place), [])
            if shutil.which("cadical"):
                m.certify(os.path.join(place, "proof"), proof_program="cadical -q")
                check(os.path.join(place, "proof"))
                self.assertTrue(os.path.exists(os.path.join(place, "proof", "proof.pbp")))

    def test_the_solution_of_a_certificate_is_in_the_notation_of_the_model(self):
        m = Model()
        x = m.vars(20)
        for i in range(0, 20, 2):
            m.exactly(x[i:i + 2], 1)
        m.minimize(x, range(20))
        seen = []
        with tempfile.TemporaryDirectory() as directory:
            m.certify(directory, progress=lambda a: seen.append(a.solution))
        found = [text for text in seen if text]
        self.assertTrue(found)
        for text in found:
            m.verify(text)

    def test_forced_literals_and_uniqueness(self):
        r = random.Random(7)
        seen = set()
        for turn in range(150):
            m, rows, costs = drawn(r, ("clause", "card", "pb", "xor"), r.randint(2, 6))
            right = solutions_of(rows)
            if costs and turn % 2:
                best = m.solve()
                right = [v for v in right if m.verify(best_text(v)) == best.objective]
            forced = m.forced(all_costs=not turn % 2, parity=("auto", "none", "kernel")[turn % 3])
            same = [i + 1 if right[0][i] else -i - 1 for i in range(N) if len({v[i] for v in right}) == 1] if right else None
            self.assertEqual(forced and forced["literals"], same, rows)
            self.assertEqual(forced and forced["names"], right and {m.name(abs(x)): x > 0 for x in same} or (None if not right else {}))
            self.assertEqual(m.unique(all_costs=not turn % 2), len(right) == 1)
            seen.add(min(len(right), 2))
            propagates = m.propagates()
            self.assertTrue(not propagates or costs or len(right) == 1)
            if len(solutions_of(rows)) == 1 and all(row[0] == "clause" and len(row[1]) == 1 for row in rows):
                self.assertTrue(propagates)
        self.assertEqual(seen, {0, 1, 2})

    def test_rules_of_inconsistent_parities_are_minimal_with_their_other_rows(self):
        m = Model()
        x, i = m.var("x"), m.int("i", 0, 3)
        m.rule("not x")
        m.xor([x], 0)
        m.rule("x and too much")
        m.xor([x], 1)
        m.implies(x, i >= 5)
        for parity in ("auto", "propagate", "none"):
            self.assertEqual(m.explain(parity=parity), ["x and too much"])
        m = Model()
        x = m.vars(30)
        m.rule("even, not 0")
        m.xor(x, 0)
        m.at_least(x, 1)
        m.rule("odd")
        m.xor(x, 1)
        self.assertEqual(m.explain(), ["even, not 0", "odd"])

    def test_propagation_ends_with_a_solution_or_with_nothing(self):
        # Propagation in this encoding leaves no variable of the model open, but it misses that there is no solution.
        m = parse("json", """{"loophole-model": 1, "variables": ["a", "b"], "constraints": [{"clause": [-1]},
            {"regions": [-1, 2, 1, 2], "edges": [0, 1, 1, 0], "vertices": 2}, {"path": [-1, 2], "edges": [1, 0, 0, 1]}]}""")
        self.assertEqual((m.count(), m.propagates()), (0, False))

    def test_forced_values_of_integers_in_each_form(self):
        r = random.Random(8)
        for turn in range(60):
            m, ranges = Model(), [(lo := r.randint(-5, 5), lo + r.randint(0, 6)) for _ in range(3)]
            x = [m.int(f"n{i}", lo, hi, encoding=("direct", "order", "log")[turn % 3]) for i, (lo, hi) in enumerate(ranges)]
            rules = [([r.randint(-3, 3) for _ in x], r.randint(-8, 12)) for _ in range(r.randint(1, 3))]
            for w, least in rules:
                m.add(w[0] * x[0] + w[1] * x[1] + w[2] * x[2] >= least)
            right = [v for v in itertools.product(*(range(lo, hi + 1) for lo, hi in ranges))
                     if all(sum(p * q for p, q in zip(w, v)) >= least for w, least in rules)]
            if turn % 4 == 0:
                m.minimize(x[0] + x[1])
                least = min((v[0] + v[1] for v in right), default=0)
                right = [v for v in right if v[0] + v[1] == least]
            forced = m.forced()
            self.assertEqual(forced is None, not right)
            for i in range(len(x) if right else 0):
                left = [n for lo, hi in forced["left"][f"n{i}"] for n in range(lo, hi + 1)]
                self.assertEqual(left, sorted({v[i] for v in right}))
            self.assertEqual(m.unique(), len(right) == 1)

    def test_assumptions_hold_in_each_call_and_in_no_later_one(self):
        r = random.Random(9)
        seen = set()
        for turn in range(150):
            m, rows, costs = drawn(r, ("clause", "card", "pb", "xor"), r.randint(1, 4))
            n = m.int("n", 0, 3)
            x = list(range(1, N + 1))
            m.add(n == m.number(x[0]) + m.number(x[1]))
            assume = [r.choice((v, -v)) for v in r.sample(x, r.randint(1, 3))]
            least = r.randint(0, 2)
            right = [v for v in solutions_of(rows) if all(v[abs(a) - 1] == (a > 0) for a in assume) and v[0] + v[1] >= least]
            given = [*assume, n >= least]
            hint = [r.choice((v, -v)) for v in x]
            parity = ("auto", "none", "kernel")[turn % 3]
            whole = m.count(all_costs=True)
            self.assertEqual(whole, len(solutions_of(rows)))
            self.assertEqual(m.count(all_costs=True, assume=given, hint=hint, parity=parity), len(right))
            found = sorted(tuple(s[v] > 0 for v in x) for s in m.solutions(assume=given, hint=hint))
            self.assertEqual(found, sorted(right))
            self.assertEqual(m.unique(all_costs=True, assume=given), len(right) == 1)
            forced = m.forced(all_costs=True, assume=given)
            self.assertEqual(forced and [a for a in forced["literals"] if abs(a) <= N],
                             right and [v if right[0][v - 1] else -v for v in x if len({s[v - 1] for s in right}) == 1] or (None if not right else []))
            propagates = m.propagates(assume=given)
            self.assertTrue(not propagates or costs or len(right) == 1)
            reasons = m.explain(assume=given, hint=hint)
            self.assertEqual(reasons is None, bool(right))
            if reasons and whole:
                named = {f"the assumption {'not ' * (a < 0)}x{abs(a)}": a for a in assume}
                used = [named[w] for w in reasons if w in named] + [n >= least] * any(w.startswith("the assumption n >=") for w in reasons)
                self.assertEqual(len(used), sum(w.startswith("the assumption ") for w in reasons), (reasons, named))
                self.assertEqual(m.count(limit=1, all_costs=True, assume=used), 0)
            seen.add((bool(whole), min(len(right), 2)))
            self.assertEqual(m.count(all_costs=True), whole)  # the assumptions are forgotten
        self.assertEqual(seen, {(False, 0), (True, 0), (True, 1), (True, 2)})

    def test_no_rule_of_an_explanation_can_be_left_out(self):
        r = random.Random(49)
        clashes = 0
        for turn in range(int(os.environ.get("FUZZ_ROUNDS", 150))):
            m = Model()
            x = [m.var(f"x{i}") for i in range(4)]
            n = [m.int(f"n{i}", 1, 4, encoding=r.choice(("direct", "order", "log"))) for i in range(2)]
            rules = {}
            for i in range(r.randint(4, 14)):
                if not i or r.randint(0, 2):  # some rules have several rows
                    name = f"rule {i}"
                    m.rule(name)
                p, q = r.sample(range(4), 2)
                kind, k, other = r.choice(("clause", "card", "xor", "lex", "sum", "if", "value")), r.randint(1, 4), r.randint(0, 1)
                if kind == "clause":
                    m.clause([x[p], -x[q]])
                    test = lambda v, p=p, q=q: v[p] or not v[q]
                elif kind == "card":
                    m.card(x[:3], k - 1, 3)
                    test = lambda v, k=k: sum(v[:3]) >= k - 1
                elif kind == "xor":
                    m.xor([x[p], x[q]], other)
                    test = lambda v, p=p, q=q, other=other: (v[p] + v[q]) % 2 == other
                elif kind == "lex":
                    m.add(n[other] + (k - 3) < n[1 - other])
                    test = lambda v, k=k, other=other: v[4 + other] + k - 3 < v[5 - other]
                elif kind == "sum":
                    m.add(n[0] + n[1] + x[p] >= k + 3)
                    test = lambda v, k=k, p=p: v[4] + v[5] + v[p] >= k + 3
                elif kind == "if":
                    m.implies(x[p], n[other] <= k)
                    test = lambda v, k=k, p=p, other=other: not v[p] or v[4 + other] <= k
                else:
                    m.add((n[other] != k) | ~x[p])
                    test = lambda v, k=k, p=p, other=other: v[4 + other] != k or not v[p]
                rules.setdefault(name, []).append(test)
            all_values = list(itertools.product(*[(False, True)] * 4, range(1, 5), range(1, 5)))
            solved = lambda names: any(all(t(v) for name in names for t in rules[name]) for v in all_values)
            reasons = m.explain()
            self.assertEqual(reasons is None, solved(rules), turn)
            if reasons:
                clashes += 1
                self.assertFalse(solved(reasons), (turn, reasons))
                for name in reasons:
                    self.assertTrue(solved([other for other in reasons if other != name]), (turn, reasons, name))
        self.assertGreater(clashes, 30)

    def test_groups_are_switched_on_and_off(self):
        r = random.Random(10)
        for turn in range(20):
            m = Model()
            x = m.vars(N)
            a, b = m.int("a", 0, 2), m.int("b", [0, 2, 3])
            checks = []  # (group or None, test of values)
            groups = [m.group(f"g{i}") for i in range(3)]
            for _ in range(r.randint(3, 8)):
                group = r.choice([*groups, None])
                kind = r.choice(("clause", "card", "xor", "or", "product", "implies", "late int"))
                p, q = r.sample(range(1, N + 1), 2)
                k = r.randint(0, 3)
                with group or contextlib.nullcontext():
                    if kind == "clause":
                        m.clause([p, -q])
                        test = lambda v, p=p, q=q: v[p - 1] or not v[q - 1]
                    elif kind == "card":
                        m.at_most(x, k)
                        test = lambda v, k=k: sum(v[:N]) <= k
                    elif kind == "xor":
                        m.xor([p, q], k)
                        test = lambda v, p=p, q=q, k=k: (v[p - 1] + v[q - 1]) % 2 == k % 2
                    elif kind == "or":
                        m.add((a >= k) | (b == k) | (x[p - 1] & x[q - 1]))
                        test = lambda v, p=p, q=q, k=k: v[N] >= k or v[N + 1] == k or (v[p - 1] and v[q - 1])
                    elif kind == "product":
                        m.add(a * b <= k)
                        test = lambda v, k=k: v[N] * v[N + 1] <= k
                    elif kind == "implies":
                        m.rule("inner")
                        m.implies(p, a + b >= k)
                        test = lambda v, p=p, k=k: not v[p - 1] or v[N] + v[N + 1] >= k
                    else:
                        c = m.int(f"c{len(m)}.{turn}", [0, 3])
                        m.add(c == 3)
                        m.given(c)
                        m.add(c >= 3)
                        continue
                checks.append((group, test))
            m.add(x[0] | (a >= 1))  # shares literals with the groups
            late = sum(name.startswith("c") for name in m._int_names())
            for _ in range(4):
                for group in groups:
                    group.on = r.random() < 0.6
                on = [t for g, t in checks if g is None or g.on]
                right = [v for v in itertools.product(*[(False, True)] * N, range(3), (0, 2, 3))
                         if all(t(v) for t in on) and (v[0] or v[N] >= 1)]
                if late:
                    found = {(*(s[v] > 0 for v in x), s[a], s[b]) for s in m.solutions()}
                    self.assertEqual(found, set(right))
                else:
                    self.assertEqual(m.count(), len(right))
                    self.assertEqual(parse("json", m.text("json")).count(), len(right))
                reasons = m.explain()
                self.assertEqual(reasons is None, bool(right))
                self.assertFalse(any(g.name in (reasons or []) and not g.on for g in groups), reasons)
                self.assertEqual(len(set(reasons or [])), len(reasons or []))
        with self.assertRaisesRegex(Error, "copied"):
            copy.copy(m)
        with self.assertRaisesRegex(Error, "open"):
            with groups[0], groups[1]:
                pass
        walk = Model()
        walk.vars(3)
        one = walk.group("one")
        with one:
            walk.xor([1, 2], 1)
        one.on = False
        self.assertEqual(walk.parity()["rows"], 0)
        self.assertEqual((walk.add_implied(), len(walk)), (0, 1))
        found = walk.solutions()
        next(found)
        one.on = True
        with self.assertRaisesRegex(Error, "changed"):
            next(found)
        self.assertIs(walk.group("one"), one)
        with self.assertRaises(Error):
            puzzle("tank", "4").group("a")

    def test_pictures_of_lines_and_regions(self):
        m = Model()
        board = m.grid(2, 3)
        one, two, down = m.vars("one", "two", "down")
        for c in range(2):
            board.link(one, (0, c), (0, c + 1))
            board.link(two, (0, c), (0, c + 1), count=2)
        board.link(down, (0, 0), (1, 0), count=2)
        board.given(0, 0, 4)
        m.clause([one])
        for lits, text, ascii_text, lines in (([two, down], "│ 4════════ │├─║─┼───┼───┤│ ║ │   │   │", '| 4======== |+-"-+---+---+| " |   |   |', 2),
                                              ([-two, -down], "│ 4───────╴ │├───┼───┼───┤│   │   │   │", "| 4-------- |+---+---+---+|   |   |   |", 1)):
            answer = m.solve(assume=lits)
            self.assertEqual("".join(answer.board().split("\n")[1:4]), text)
            self.assertEqual("".join(answer.board(ascii=True).split("\n")[1:4]), ascii_text)
            self.assertEqual(parse("json", m.text("json")).solve(assume=map(int, lits)).board(), answer.board())
            svg = answer.svg()
            self.assertEqual(svg.count("<circle"), 1)  # the disc under the clue
            paths = re.findall(r'stroke-width="2.5" stroke-linecap="round" d="([^"]*)"', svg)
            self.assertEqual([p.count("M") for p in paths], [4, 4, 2, 2] if lines == 2 else [])
            self.assertLess(svg.index(">4</text>") - svg.index("<circle"), 200)
        with self.assertRaisesRegex(Error, "1 or 2 lines"):
            board.link(one, (0, 0), (0, 1), count=3)
        m = Model()
        a, b = m.ints(2, 2, 0, 3), m.ints(1, 2, 7, 12)
        m.add(x == y for x, y in zip(a, (1, 1, 2, 3)))
        m.add(b[0, 0] == 7, b[0, 1] == 12, m.int("c", 4, 4) == 4)
        self.assertEqual(str(m.solve()), "satisfiable: c = 4\n\n1 1\n2 3\n\n 7 12")
        self.assertEqual(str(copy.copy(m).solve()), str(m.solve()))

        def rows(html):
            return [[[cell.text for cell in row] for row in table] for table in ElementTree.fromstring(f"<div>{html}</div>").iter("table")]

        lamp = m.var("lamp <1>")
        m.clause([lamp])
        tables = m.solve()._repr_html_()
        self.assertEqual(rows(tables), [[["c", "4"], ["lamp <1>", "true"]], [["1", "1"], ["2", "3"]], [["7", "12"]]])
        self.assertIn("satisfiable", tables)
        self.assertIsNone(m.solve(assume=[-lamp])._repr_html_())  # a notebook shows repr
        board = m.grid(2, 2)
        board.borders(a)
        self.assertEqual(m.solve().board(), "┏━━━┯━━━┓\n┃   │   ┃\n┣━━━╈━━━┫\n┃   ┃   ┃\n┗━━━┻━━━┛")
        self.assertEqual(parse("json", m.text("json")).solve().board(), m.solve().board())
        with self.assertRaises(Error):
            board.borders([[a[0, 0]] * 3])
        m = Model()
        cells = [(r, c) for r in range(2) for c in range(2)]
        edges = [(m.var(), a, b) for a, b in itertools.combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
        m.regions(edges, sizes={(0, 0): 3, (1, 1): 1})
        board = m.grid(2, 2)
        board.borders(edges)
        self.assertEqual(m.solve().board(), "┏━━━┯━━━┓\n┃   │   ┃\n┠───╆━━━┫\n┃   ┃   ┃\n┗━━━┻━━━┛")

    def test_objectives_in_order_of_importance(self):
        r = random.Random(11)
        for turn in range(80):
            m, rows, _ = drawn(r, ("clause", "card", "xor"), r.randint(1, 4))
            x = [m.named(f"x{v}") for v in range(1, N + 1)]
            n = m.int("n", -2, 2)
            right = [(*v, k) for v in solutions_of(rows) for k in range(-2, 3)]
            m.minimize([x[0]])  # replaced
            m.then_maximize([x[1]])
            goals = []
            late = turn % 10 == 0 and int(m.soft(3))
            if late:
                m.clause([x[0]])
            for i in range(r.randint(1, 3)):
                w, most = [r.randint(-3, 3) for _ in range(N + 1)], r.random() < 0.5
                if i and r.random() < 0.3:
                    (m.then_maximize if most else m.then_minimize)(x, w[:N], 5)
                    w[N] = 0
                    goals.append((w, most, 5))
                else:
                    call = (m.maximize if most else m.minimize) if not i else m.then_maximize if most else m.then_minimize
                    call(sum((a * b for a, b in zip(w, [*x, n])), n * 0) + i)
                    goals.append((w, most, i))
            if turn % 10 == 5:
                late = int(m.soft(3))
                m.clause([x[0]])

            def values(v):
                found = [sum(a * b for a, b in zip(w, v)) + c for w, _, c in goals]
                if late and not v[0]:
                    found[0] += -3 if goals[0][1] else 3
                return found

            def key(v):
                return [-a if most else a for a, (_, most, _) in zip(values(v), goals)]

            answer = m.solve()
            self.assertEqual(bool(answer), bool(right))
            if right:
                best = min(right, key=key)
                self.assertEqual(answer.objectives, values(best), (rows, goals))
                self.assertEqual((answer.objective, answer.lower, answer.upper), (values(best)[0],) * 3)
                self.assertEqual(m.count(), sum(key(v) == key(best) for v in right))
                self.assertEqual(m.verify(answer.solution), values(best)[0])
                self.assertEqual(parse("json", m.text("json")).count(), sum(key(v) == key(best) for v in right))
                self.assertTrue(all(s.objectives == values([*(int(s[a] > 0) for a in x), s[n]]) for s in m.solutions(limit=4)))
        m = Model()
        x = m.int("x", 0, 2**28)
        m.minimize(x)
        with self.assertRaisesRegex(Error, "60 bits"):
            m.then_minimize(x * 2**10)
        self.assertEqual(copy.copy(m).solve().objectives, [0])
        m.then_maximize(x)
        self.assertEqual(m.solve().objectives, [0, 0])
        with self.assertRaisesRegex(Error, "copied"):
            copy.copy(m)
        m.minimize(-x)
        self.assertEqual(m.solve().objectives, [-2**28])
        self.assertEqual(Model().solve().objectives, [])

    def test_projections_components_integers_and_symmetries_count_together(self):
        r = random.Random(int(os.environ.get("FUZZ_SEED", 5)))
        seen = set()
        for turn in range(int(os.environ.get("FUZZ_ROUNDS", 60))):
            # equal blocks of variables and an integer, some of them hidden, that only sums over all blocks join
            blocks, width = r.choice(((2, 3), (2, 4), (3, 2)))
            size = r.randint(1, 2)
            clauses = [[r.choice((-1, 1)) * v for v in r.sample(range(1, width + 1), r.randint(1, min(3, width)))] for _ in range(r.randint(0, 3))]
            shown = sorted(r.sample(range(1, width + 1), r.randint(1, width)))
            weights, least = [r.randint(-2, 2) for _ in range(width)], r.randint(-2, 2)
            free, joined, order = r.randint(0, 2), r.random() < 0.4, r.sample(range(blocks), blocks)

            def moved(x, block, width=width):
                return (abs(x) + block * width) * (1 if x > 0 else -1)
            n = blocks * width + free
            rows = [[moved(x, b) for x in c] for b in range(blocks) for c in clauses]
            show = [moved(v, b) for b in range(blocks) for v in shown] + list(range(n - free + 1, n + 1))
            texts = [" ".join(f"+1 {'~' * (x < 0)}x{abs(x)}" for x in c) + " >= 1 ;" for c in rows]
            m = parse("opb", "\n".join([f"* #variable= {n} #constraint= {len(rows)}", f"* ind {' '.join(map(str, show))} 0", *texts]))
            numbers = [m.int(f"n{b}", 0, size) for b in range(blocks)]
            linked = r.random() < 0.7
            for b in range(blocks if linked else 0):
                m.add(numbers[b] + sum(w * m.named(f"x{moved(v, b)}") for v, w in enumerate(weights, 1)) >= least)
            if joined:
                m.add(sum(numbers) <= blocks * size - 1)
            image = {b * width + v: order[b] * width + v for b in range(blocks) for v in range(1, width + 1)}
            m.symmetry({**image, **{numbers[b]: numbers[order[b]] for b in range(blocks)}})
            found = set()
            for bits in itertools.product((False, True), repeat=blocks * width):
                if not all(any(bits[abs(x) - 1] == (x > 0) for x in c) for c in rows):
                    continue
                for k in itertools.product(range(size + 1), repeat=blocks):
                    if linked and not all(k[b] + sum(w * bits[b * width + v] for v, w in enumerate(weights)) >= least for b in range(blocks)):
                        continue
                    if not joined or sum(k) < blocks * size:
                        found.add(tuple((*(bits[moved(v, b) - 1] for v in shown), k[b]) for b in range(blocks)))
            orbits = set()
            for v in found:
                images = [v]
                while len(images) < 6:
                    images.append(tuple(images[-1][order.index(b)] for b in range(blocks)))
                orbits.add(min(images))
            wanted = len(found) * 2**free, len(orbits) * 2**free
            self.assertEqual((m.count(), m.count(break_symmetry=True)), wanted, (turn, m.text("json")))
            self.assertEqual(parse("json", m.text("json")).count(), wanted[0])
            self.assertEqual(len({s.solution for s in m.solutions()}), wanted[0])
            seen.add((bool(found), wanted[0] > wanted[1], len(show) < n))
        self.assertLessEqual({(True, True, True), (True, True, False), (False, False, True)}, seen)
        m = parse("opb", "* #variable= 2 #constraint= 0\n* ind 1 0\n")
        with self.assertRaisesRegex(Error, "projection"):
            m.symmetry({m.named("x1"): m.named("x2"), m.named("x2"): m.named("x1")})

    def test_declared_symmetries_break_and_count(self):
        r = random.Random(12)
        seen = set()
        for turn in range(int(os.environ.get("FUZZ_ROUNDS", 60))):
            m = Model()
            x, a = m.vars(4), [m.int(f"a{i}", 0, 2) for i in range(3)]
            items = 4 + 3
            maps = []  # of a solution (4 bools, 3 numbers) to its image
            for _ in range(r.randint(1, 2)):
                p, q = [*r.sample(range(3), 3), 3], r.sample(range(3), 3)
                signs = [r.random() < 0.3 for _ in range(3)] + [False]
                m.symmetry({**{x[i] if i % 2 else -x[i]: x[p[i]] if signs[i] == (i % 2 == 0) else -x[p[i]] for i in range(4)}, **{a[i]: a[q[i]] for i in range(3)}})

                def image(v, p=p, q=q, signs=signs):
                    w = [0] * items
                    for i in range(4):
                        w[p[i]] = v[i] != signs[i]
                    for i in range(3):
                        w[4 + q[i]] = v[4 + i]
                    return tuple(w)
                maps.append(image)
            # a random set of solutions that all maps keep
            whole = list(itertools.product(*[(False, True)] * 4, *[range(3)] * 3))
            orbit = {}
            for v in whole:
                if v not in orbit:
                    todo, found = [v], {v}
                    while todo:
                        u = todo.pop()
                        for w in (f(u) for f in maps):
                            if w not in found:
                                found.add(w)
                                todo.append(w)
                    orbit.update((u, v) for u in found)
            chosen = {v for v in set(orbit.values()) if r.random() < 0.4}
            values = m.ints(1, 4, 0, 1)
            m.add(values[0, i] == m.number(x[i]) for i in range(4))
            right = [v for v in whole if orbit[v] in chosen]
            m.table([*values, *a], [[int(b) for b in v] for v in right] or [[0] * 7])
            if not right:
                m.clause([])
            others = m.vars(r.randint(0, 4))  # a component that no map moves
            if len(others) > 2:
                m.clause(others)
            times = 2 ** len(others) - (len(others) > 2)
            self.assertEqual(m.count(), len(right) * times)
            self.assertEqual(m.count(break_symmetry=True), len(chosen) * times, (turn, maps))
            self.assertEqual(bool(m.solve(break_symmetry=True)), bool(right))
            self.assertEqual(m.unique(break_symmetry=True), len(chosen) * times == 1)
            seen.add(len(right) > len(chosen))
        self.assertEqual(seen, {True, False} if False in seen else {True})
        m = Model()
        n = 6
        board = m.grid(n, n)
        queen = {(r, c): m.var() for r in range(n) for c in range(n)}
        for (r, c), q in queen.items():
            board.symbol(r, c, q, "Q")
        for i in range(n):
            m.exactly([queen[i, c] for c in range(n)], 1)
            m.exactly([queen[c, i] for c in range(n)], 1)
        for d in range(-n, 2 * n):
            m.at_most([q for (r, c), q in queen.items() if r + c == d], 1)
            m.at_most([q for (r, c), q in queen.items() if r - c == d], 1)
        m.symmetry({(r, c): (c, n - 1 - r) for r, c in queen})  # a quarter turn
        m.symmetry({(r, c): (r, n - 1 - c) for r, c in queen})
        self.assertEqual((m.count(), m.count(break_symmetry=True)), (4, 1))
        with self.assertRaisesRegex(Error, "Assumptions"):
            m.count(assume=[1], break_symmetry=True)
        with self.assertRaisesRegex(Error, "no two"):
            m.symmetry({queen[0, 0]: queen[0, 1]})
        with self.assertRaisesRegex(Error, "picture"):
            m.symmetry({(0, 0): (9, 9)})
        with self.assertRaisesRegex(Error, "1000 maps"):
            x = m.vars(8)
            m.symmetry({a: b for a, b in zip(x, x[1:] + x[:1])})
            m.symmetry({x[0]: x[1], x[1]: x[0]})

    def test_solutions_come_as_they_are_found(self):
        m = Model()
        x = m.vars(60)
        m.at_most(x, 59)
        walk = m.solutions(assume=[x[0], -x[1]], hint=[x[2], -x[3]])
        first = next(walk)
        self.assertEqual([first[v] for v in x[:4]], [1, -1, 1, -1])
        m.text("json")  # another call in between
        seen = {tuple(first.model)} | {tuple(next(walk).model) for _ in range(50)}
        self.assertEqual(len(seen), 51)
        self.assertTrue(all(s[:2] == (1, -2) for s in seen))
        with self.assertRaisesRegex(Error, "limit"):
            m.solutions(limit=-1)  # at the call, not at the first solution

    def test_limits_and_puzzles(self):
        self.assertTrue(puzzle("tank", "4").unique())
        forced = puzzle("tank", "4").forced()
        self.assertEqual((forced["literals"], forced["names"]["1,1 is 2"], forced["names"]["1,1 is 1"]), (None, True, False))
        self.assertIsNone(puzzle("tank", "3").forced())
        self.assertFalse(puzzle("tank", "3").unique())
        hard = puzzle("gunport", "30x30")
        for call in (hard.forced, hard.unique, hard.propagates):
            with self.assertRaises(Stopped):
                call(time_limit=0.1)
        m = Model()
        x = m.int("x", 1, 3)
        m.add(x >= 2)
        m.implies(m.var())
        for call in (m.forced, m.unique, m.propagates):
            with self.assertRaisesRegex(Exception, "condition"):
                call()


def best_text(values):
    return "v " + " ".join(str(i + 1 if value else -i - 1) for i, value in enumerate(values)) + " 0"


if __name__ == "__main__":
    unittest.main()
