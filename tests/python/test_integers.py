"""Integers and graphs of the Python module against brute force."""
import copy
import itertools
import operator
import os
import random
import unittest
import unittest.mock
import xml.etree.ElementTree

from loophole import Error, Model, _answer, parse

FORMS = ("direct", "order", "log", None)
COMPARE = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt}


class Integers(unittest.TestCase):
    def test_comparisons_are_constraints_and_literals(self):
        r = random.Random(5)
        for turn in range(30):
            names = sorted(COMPARE)
            a = [(r.randint(-3, 3), r.randint(-3, 3), r.randint(-2, 2), r.randint(-9, 9), r.choice(names)) for _ in range(5)]
            m = Model()
            x, y, b = m.int("x", -4, 5), m.int("y", 0, 11), m.var("b")
            said = [COMPARE[op](u * x + v * y + w * m.number(b), c) for u, v, w, c, op in a]
            m.add(said[0])
            m.clause([said[1], -said[2], b])
            for lit, c in ((b, said[3]), (-b, said[4])) + ((b, said[3]),) * (turn % 2):
                m.implies(lit, c)
            right = 0
            for p, q, t in itertools.product(range(-4, 6), range(12), (0, 1)):
                true = [COMPARE[op](u * p + v * q + w * t, c) for u, v, w, c, op in a]
                right += true[0] and (true[1] or not true[2] or t == 1) and true[3 if t else 4]
            self.assertEqual(m.count(int=FORMS[turn % 4]), right, a)
            for s in m.solutions(limit=3, int=FORMS[turn % 4]):
                u, v, w, c, op = a[0]
                self.assertTrue(COMPARE[op](u * s[x] + v * s[y] + w * (s[b] > 0), c))
                self.assertEqual(s[said[1]] > 0, COMPARE[a[1][4]](a[1][0] * s[x] + a[1][1] * s[y] + a[1][2] * (s[b] > 0), a[1][3]))

    def test_comparisons_in_conditional_constraints(self):
        for lit, count in ((1, 9), (-1, 9)):
            for kind in ("clause", "add"):
                m = Model()
                y, x = m.var("y"), m.int("x", 0, 5)
                condition = m.implies(lit * int(y))
                condition.clause([x >= 3]) if kind == "clause" else condition.add(x >= 3)
                self.assertEqual(m.count(), count)
        m = Model()
        x = m.int("x", 0, 5)
        violated = m.soft(5)
        m.clause([x >= 3])
        m.add(x <= 1)
        m.add(x != 0, soft=2)
        m.add(x == 0)
        answer = m.solve()
        self.assertEqual((answer.objective, answer[violated], answer[x]), (7, 1, 0))
        self.assertEqual(answer.violated, ["soft constraint 1", "x != 0"])
        m.rule("late")
        m.add(x >= 5, soft=1)
        self.assertEqual(copy.copy(m).solve().violated, ["soft constraint 1", "x != 0", "x >= 5 (late)"])

    def test_conditions_soft_constraints_and_assumptions(self):
        r = random.Random(28)
        for turn in range(60):
            m = Model()
            x = list(map(int, m.vars(5)))
            check, costs = [], []
            for k in range(6):
                lits = [r.choice((-1, 1)) * r.choice(x) for _ in range(r.randint(1, 4))]
                w = [r.randint(-3, 4) for _ in lits]
                lo = r.randint(-1, 3)
                kind = r.choice(("clause", "card", "pb", "xor"))
                y, weight = r.choice((-1, 1)) * r.choice(x), r.randint(1, 6)
                soft = k % 2
                m.soft(weight) if soft else m.implies(y)
                if kind == "clause":
                    m.clause(lits)
                elif kind == "card":
                    m.card(lits, lo, lo + 1)
                elif kind == "pb":
                    m.pb(lits, w, lo, None)
                else:
                    m.xor(lits, lo)

                def holds(t, lits=lits, w=w, lo=lo, kind=kind):
                    v = [t[abs(i) - 1] == (i > 0) for i in lits]
                    return {"clause": any(v), "card": lo <= sum(v) <= lo + 1, "pb": sum(a * b for a, b in zip(w, v)) >= lo,
                            "xor": sum(v) % 2 == lo % 2}[kind]

                if soft:
                    costs.append((weight, holds))
                else:
                    check.append(lambda t, y=y, holds=holds: t[abs(y) - 1] != (y > 0) or holds(t))
            price = [r.randint(-4, 4) for _ in x]
            most = turn % 3 == 0
            if turn % 3 == 1:
                m.maximize(x)  # which is replaced
            if turn % 3 < 2:
                (m.maximize if most else m.minimize)(x, price)
            assume = [r.choice((-1, 1)) * v for v in x[:turn % 4]]

            def value(t):
                own = sum(a * b for a, b in zip(price, t)) if turn % 3 < 2 else 0
                return own + (-1 if most else 1) * sum(c for c, holds in costs if not holds(t))

            def best(assumed):
                found = [value(t) for t in itertools.product((False, True), repeat=5)
                         if all(c(t) for c in check) and all(t[abs(i) - 1] == (i > 0) for i in assumed)]
                return (max if most else min)(found) if found else None

            answer = m.solve(assume=assume, hint=[-v for v in x])
            self.assertEqual(answer.objective, best(assume), turn)
            if answer.status == "unsatisfiable":
                self.assertIsNone(best(answer.failed))
                self.assertLessEqual(set(answer.failed), set(assume))
            else:
                self.assertEqual(answer.failed, [])
            self.assertEqual(m.solve().objective, best([]))
            self.assertEqual(m.count(all_costs=True), sum(all(c(t) for c in check) for t in itertools.product((False, True), repeat=5)))

    def test_objectives(self):
        for form in FORMS:
            m = Model()
            x, y = m.int("x", -3, 9), m.int("y", 2, 30)
            m.add(2 * x + y <= 21, x - y >= -13)
            m.maximize(3 * x + y - 4, constant=1)
            answer = m.solve(int=form)
            best = max(3 * p + q - 3 for p in range(-3, 10) for q in range(2, 31) if 2 * p + q <= 21 and p - q >= -13)
            self.assertEqual((answer.status, answer.objective, answer[3 * x + y - 3]), ("optimal", best, best))

    def test_files_and_other_solvers_say_the_same(self):
        r = random.Random(9)
        for turn in range(12):
            m = Model()
            x = [m.int(f"x{i}", r.randint(-3, 0), r.randint(1, 4)) for i in range(4)]
            m.add(sum(r.randint(-3, 3) * v for v in x) + x[0] <= r.randint(-2, 4), x[1] != x[2] + 1)
            m.clause([x[0] - x[3] >= 2, x[1] == 1, 2 * x[0] + x[1] == x[2]])
            m.all_different(x[:3])
            m.minimize(sum(r.randint(-4, 4) * v for v in x) + 2 * x[3])
            best = m.solve().objective
            for form in FORMS:
                self.assertEqual(m.solve(int=form, solver="cuts").objective, best)
                file = parse("opb", m.text("opb", int=form))
                low = file.solve().objective  # the file has no constant
                known = [s.objective for s in m.solutions(limit=1, int=form)]
                self.assertEqual((low is None, best is None), (not known, not known))
                self.assertEqual(bool(parse("cnf", m.text("cnf", int=form)).solve()), bool(known))
                if known:
                    self.assertEqual(file.count(limit=1), 1)

    def test_models_of_everything(self):
        first = int(os.environ.get("SEED", 0))
        for seed in range(first, first + int(os.environ.get("MODELS", 30))):
            with self.subTest(seed=seed):
                self.one_model(random.Random(seed))

    def one_model(self, r):
        """A random model: its solutions, its optimum and its optimal solutions, in several encodings, against brute force."""
        m = Model()
        b = m.vars(3)
        ends = [(lo, lo + r.randint(0, 4)) for lo in (r.randint(-3, 2) for _ in range(3))]
        x = [m.int(f"x{i}", lo, hi, r.choice(FORMS)) for i, (lo, hi) in enumerate(ends)]
        rules, soft = [], []  # what a solution satisfies; costs, and what it satisfies or pays for

        def linear(n=3):
            w, u, c = [r.randint(-3, 3) for _ in x[:n]], r.randint(-2, 2), r.randint(-2, 2)
            k = r.randrange(3)
            return (sum(a * v for a, v in zip(w, x)) + x[0] + u * m.number(b[k]) + c,
                    lambda t, v: sum(a * e for a, e in zip(w, v)) + v[0] + u * t[k] + c)

        def comparison():
            (left, f), op = linear(r.randint(1, 3)), r.choice(sorted(COMPARE))
            if r.randrange(3) == 0:
                right, g = linear(r.randint(0, 2))
            elif r.randrange(3) == 0:
                k, c = r.randrange(3), r.randint(-2, 3)
                left, f, right, g = x[k], lambda t, v: v[k], c, lambda t, v: c
            else:
                right = r.randint(-6, 8)
                g = lambda t, v: right
            return COMPARE[op](left, right), lambda t, v: COMPARE[op](f(t, v), g(t, v))

        def literal():
            k, negative = r.randrange(3), r.randrange(2)
            if r.randrange(2):
                c, f = comparison()
                return (-c, lambda t, v: not f(t, v)) if negative else (c, f)
            return (-b[k], lambda t, v: not t[k]) if negative else (b[k], lambda t, v: t[k])

        def plain():
            """Adds a clause, card, pb or xor, and returns whether it holds."""
            found = [literal() for _ in range(r.randint(1, 4))]
            lits, fs = [p[0] for p in found], [p[1] for p in found]
            w, lo, kind = [r.randint(-3, 4) for _ in lits], r.randint(-1, 2), r.choice(("clause", "card", "pb", "xor"))
            if kind == "xor" or kind == "card":
                self.assertIsNone(getattr(m, kind)(lits, *((lo, lo + 1) if kind == "card" else (lo,))))
            else:
                self.assertIsNone(m.pb(lits, w, lo, None) if kind == "pb" else m.clause(lits))
            value = {"clause": lambda s: any(s), "card": lambda s: lo <= sum(s) <= lo + 1, "xor": lambda s: sum(s) % 2 == lo % 2,
                     "pb": lambda s: sum(a * e for a, e in zip(w, s)) >= lo}[kind]
            return lambda t, v: value([bool(f(t, v)) for f in fs])

        for _ in range(r.randint(1, 5)):
            kind = r.choice(("add", "add", "plain", "iff", "if", "plain iff", "plain if", "soft", "soft add", "different", "table",
                             "element", "connected"))
            if kind in ("add", "soft add"):
                c, f = comparison()
                cost = r.randint(1, 5) if kind == "soft add" else None
                m.add(c, soft=cost)
                soft.append((cost, f)) if cost else rules.append(f)
            elif kind in ("iff", "if"):
                (y, g), (c, f) = literal(), comparison()
                (m.reify if kind == "iff" else m.implies)(y, c)
                rules.append(lambda t, v, f=f, g=g, kind=kind: g(t, v) == f(t, v) if kind == "iff" else not g(t, v) or f(t, v))
            elif kind == "plain":
                rules.append(plain())
            elif kind in ("plain iff", "plain if"):
                k = r.randrange(3)
                (m.reify if kind == "plain iff" else m.implies)(b[k])
                f = plain()
                rules.append(lambda t, v, f=f, k=k, kind=kind: t[k] == f(t, v) if kind == "plain iff" else not t[k] or f(t, v))
            elif kind == "soft":
                cost = r.randint(1, 5)
                m.soft(cost)
                soft.append((cost, plain()))
            elif kind == "different":
                some, d = r.sample(range(3), r.randint(2, 3)), [r.randint(-2, 2) for _ in x]
                m.all_different(x[i] + d[i] for i in some)
                rules.append(lambda t, v, some=some, d=d: len({v[i] + d[i] for i in some}) == len(some))
            elif kind == "table":
                some = r.sample(range(3), r.randint(1, 3))
                rows = [tuple(r.randint(-3, 5) for _ in some) for _ in range(r.randint(0, 12))]
                m.table([x[i] for i in some], rows)
                rules.append(lambda t, v, some=some, rows=rows: tuple(v[i] for i in some) in rows)
            elif kind == "element":
                p, q = r.sample(range(3), 2)
                entries = [r.choice((r.randint(-3, 5), x[q], x[p] + 1)) for _ in range(r.randint(1, 5))]
                m.element(x[p], entries, x[q])
                entry = lambda e, v, p=p, q=q: e if isinstance(e, int) else v[q] if e is x[q] else v[p] + 1
                rules.append(lambda t, v, p=p, q=q, n=entries, entry=entry: 0 <= v[p] < len(n) and entry(n[v[p]], v) == v[q])
            else:
                signs, edges = [r.randrange(2) for _ in b], [tuple(r.sample(range(3), 2)) for _ in range(r.randint(0, 3))]
                m.connected([y if s else -y for s, y in zip(signs, b)], edges)

                def joined(t, v, signs=signs, edges=edges):
                    on = {i for i in range(3) if t[i] == signs[i]}
                    links = {frozenset(e) for e in edges if on.issuperset(e)}
                    return len(on) < 2 or len(links) >= len(on) - 1

                rules.append(joined)
        aim = r.choice((0, 1, -1))
        goal, price = linear()
        if aim:
            (m.minimize if aim > 0 else m.maximize)(goal)
        sign = aim or 1
        found = [(t, v) for t in itertools.product((False, True), repeat=3)
                 for v in itertools.product(*(range(lo, hi + 1) for lo, hi in ends)) if all(f(t, v) for f in rules)]
        value = lambda t, v: (price(t, v) if aim else 0) + sign * sum(c for c, f in soft if not f(t, v))
        best = min((sign * value(*s) for s in found), default=None)
        optimal = {s for s in found if sign * value(*s) == best}
        counted = aim or soft
        for _ in range(3):
            how = {"int": r.choice(FORMS), "alldiff": r.choice(("pairwise", "amo", "bounds", None)),
                   "connectivity": r.choice(("distance", "tree", None)), "search": r.choice(("down", "up", "core", "auto", None))}
            how = {name: choice for name, choice in how.items() if choice and (counted or name != "search")}
            self.assertEqual(m.count(all_costs=True, **how), len(found), how)
            self.assertEqual(m.count(**how), len(optimal), how)
            answer = m.solve(**how)
            self.assertEqual(answer.objective, sign * best if counted and found else None, how)
            self.assertEqual(bool(answer), bool(found))
            if found:
                self.assertIn((tuple(answer[y] > 0 for y in b), tuple(answer[y] for y in x)), optimal)
        again = parse("json", m.text("json"))
        self.assertEqual((again.count(all_costs=True), again.count()), (len(found), len(optimal)))
        form = r.choice(("opb", "cnf", "wcnf") if counted else ("opb", "cnf"))
        file = parse(form, m.text(form, **{k: v for k, v in how.items() if k != "search"}))
        self.assertEqual(bool(file.solve()), bool(found), form)

    def test_queens_and_magic_squares(self):
        for form, different in itertools.product(FORMS, ("pairwise", "amo", "bounds", None)):
            m = Model()
            q = [m.int(f"q{i}", 0, 5) for i in range(6)]
            for step in (0, 1, -1):
                m.all_different([x + step * i for i, x in enumerate(q)])
            self.assertEqual(m.count(int=form, alldiff=different), 4)
        m = Model()
        a = [m.int(f"a{i}", 1, 9) for i in range(9)]
        m.all_different(a)
        for line in (a[0:3], a[3:6], a[6:9], a[0::3], a[1::3], a[2::3], a[0::4], a[2:7:2]):
            m.add(sum(line) == 15)
        self.assertEqual(m.count(), 8)

    def test_tables_and_elements(self):
        for form in FORMS:
            m = Model()
            x, y, z = (m.int(n, 0, 3) for n in "xyz")
            rows = [(0, 1, 2), (3, 3, 0), (1, 1, 1), (7, 0, 0), (0, 1, 2)]
            m.table([x, y, z], rows)
            self.assertEqual({(s[x], s[y], s[z]) for s in m.solutions(int=form)}, {(0, 1, 2), (3, 3, 0), (1, 1, 1)})
            m = Model()
            i, v, w = m.int("i", -1, 9), m.int("v", 0, 9), m.int("w", 4, 5)
            m.element(i, [3, 1, 4, 1, 5], v)
            m.element(i, [w, 1, w + 1, 9, v], 5)
            right = {(p, q, r) for p in range(5) for q in range(10) for r in (4, 5)
                     if q == [3, 1, 4, 1, 5][p] and [r, 1, r + 1, 9, q][p] == 5}
            self.assertEqual({(s[i], s[v], s[w]) for s in m.solutions(int=form)}, right)

    def test_reified_constraints(self):
        m = Model()
        y, a, b, c = m.vars(4)
        m.reify(y).clause([a, b])
        self.assertEqual(m.count(), 16 // 2)
        for build, holds in ((lambda: m.card([a, b, c], 1, 2), lambda s: 1 <= sum(s) <= 2),
                             (lambda: m.pb([a, b, c], [3, -2, 1], 1, 2), lambda s: 1 <= 3 * s[0] - 2 * s[1] + s[2] <= 2),
                             (lambda: m.xor([a, b, c], 1), lambda s: sum(s) % 2 == 1)):
            m = Model()
            y, a, b, c = m.vars(4)
            m.reify(-y)
            build()
            found = {tuple(int(s[v] > 0) for v in (y, a, b, c)) for s in m.solutions()}
            self.assertEqual(found, {(1 - holds(s), *s) for s in itertools.product((0, 1), repeat=3)})

    def test_a_reified_constraint_of_comparisons(self):
        pairs = list(itertools.product(range(1, 4), repeat=2))
        for build, holds in ((lambda m, x, y: m.clause([x > y, x + y == 4]), lambda x, y: x > y or x + y == 4),
                             (lambda m, x, y: m.card([x > y, x != y, y >= 2], 2, 2), lambda x, y: (x > y) + (x != y) + (y >= 2) == 2),
                             (lambda m, x, y: m.pb([x > 1, y > 1], [2, -1], 1, None), lambda x, y: 2 * (x > 1) - (y > 1) >= 1),
                             (lambda m, x, y: m.xor([x > y, y >= 2], 1), lambda x, y: (x > y) != (y >= 2)),
                             (lambda m, x, y: m.add(x + y != 3), lambda x, y: x + y != 3)):
            m = Model()
            lit, x, y = m.var(), m.int("x", 1, 3), m.int("y", 1, 3)
            m.reify(-lit)
            build(m, x, y)
            self.assertEqual({(s[x], s[y]): s.true(lit) for s in m.solutions()}, {p: not holds(*p) for p in pairs})
            m.clause([x > 2, y > 2])  # not reified: the literal before was used
            self.assertEqual(m.count(), 5)
        m = Model()
        lit, x, y = m.var(), m.int("x", 1, 3), m.int("y", 1, 3)
        with self.assertRaises(Error):
            m.reify(lit).all_different([x + y, 2 * x])
        with self.assertRaises(Error):
            m.reify(lit).element(x, [y, 1, x], 2)

    def test_connected_cells_and_loops(self):
        cells = list(itertools.product(range(3), range(3)))
        edges = [(i, j) for i, p in enumerate(cells) for j, q in enumerate(cells) if i < j and abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1]
        for name in ("distance", "tree", None):
            m = Model()
            m.connected(m.vars(9), edges)
            self.assertEqual(m.count(connectivity=name), 219)  # 218 connected sets of the 3x3 grid, and none
            m = Model()
            board = m.grid(3, 3)
            self.assertEqual((len(board.cells()), len(board.pairs())), (9, 12))
            m.connected({p: m.var() for p in reversed(board.cells())}, board.pairs())
            self.assertEqual(m.count(connectivity=name), 219)
            m = Model()
            through = m.loop([(m.var(), cells[i], cells[j]) for i, j in edges])
            self.assertEqual(m.count(connectivity=name), 13)  # circles of the 3x3 grid of vertices
            m.clause([through[1, 1]])
            self.assertEqual(m.count(connectivity=name), 13 - 1)

    def test_long_elements(self):
        held = 0
        for seed in range(150):
            r = random.Random(seed)
            n, m = r.choice((1, 24, 25, 70)), Model()
            ends = [(-2, n + 1), (-50, 150)] + [(r.randint(-20, 20), r.randint(20, 120)) for _ in range(3)]
            x = [m.int(f"x{k}", *end) for k, end in enumerate(ends)]
            v = [r.randint(lo, hi) for lo, hi in ends]
            # each entry as (integer or None, constant): half of the elements have constants only
            entries = [(r.choice((None, 2, 3, 4)) if seed % 2 else None, r.randint(-60, 160)) for _ in range(n)]
            m.element(x[0], [c if k is None else x[k] + c for k, c in entries], x[1])
            v[0] = r.choice((-1, 0, n - 1, n, r.randrange(n), r.randrange(n)))
            k, c = entries[v[0]] if 0 <= v[0] < n else (None, 0)
            v[1] = max(-50, min(150, c + (0 if k is None else v[k]) + r.choice((-1, 0, 0, 1))))
            for y, value in zip(x, v):
                m.add(y == value)
            holds = 0 <= v[0] < n and v[1] == c + (0 if k is None else v[k])
            self.assertEqual(bool(m.solve(int=FORMS[seed // 2 % 4])), holds, (seed, v))
            held += holds
        self.assertTrue(30 < held < 120, held)

    def test_long_loops(self):
        held = 0
        for seed in range(60):
            r = random.Random(seed)
            m, size = Model(), r.randint(3, 9)
            edges = [((i, j), (i + 1 - d, j + d)) for i in range(size) for j in range(size) for d in (0, 1) if max(i + 1 - d, j + d) < size]
            inside = {(r.randrange(size - 1), r.randrange(size - 1))}
            for _ in range(r.randint(0, size * size)):  # cells; the loop is the border of a part without holes, if that is one
                i, j = r.choice(sorted(inside))
                inside.add(r.choice([c for c in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)) if max(c) < size - 1 and min(c) >= 0] or [(i, j)]))
            beside = lambda a, b: ((a[0], a[1] - 1), a) if a[1] == b[1] else ((a[0] - 1, a[1]), a)
            on = {e for e in edges if len(inside.intersection(beside(*e))) == 1}
            if seed % 3 == 0:
                on ^= {r.choice(edges)}
            if seed % 3 == 1 and size > 4:
                on ^= {((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1))}
            degree = [sum(v in e for e in on) for v in itertools.product(range(size), repeat=2)]
            reached, more = set(list(on)[:1]), True
            while more:
                more = {e for e in on - reached if any(set(e) & set(f) for f in reached)}
                reached |= more
            holds = bool(on) and set(degree) <= {0, 2} and reached == on
            lits = {e: m.var() for e in edges}
            through = m.loop([(lits[e], *e) for e in edges])
            for e in edges:
                m.clause([lits[e] if e in on else -lits[e]])
            answer = m.solve(connectivity=("distance", "tree", None)[seed % 3 - 1])
            self.assertEqual(bool(answer), holds, (seed, size, on))
            if holds:
                self.assertEqual({v for v in through if answer[through[v]] > 0}, {v for e in on for v in e})
            held += holds
        self.assertTrue(10 < held < 50, held)

    def test_boards_and_what_notebooks_show(self):
        def words(svg):
            root = xml.etree.ElementTree.fromstring(svg)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            return [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]

        m = Model()
        board = m.grid(1, 2)
        x, y = m.vars("tea", "cake")
        board.symbol(0, 0, x, "T")
        board.above(0, [7, 8])
        board.above(1, [9])
        board.left(0, [6, 5])
        m.clause([x])
        self.assertEqual(m.solve().board(ascii=True).split("\n"), [
            "          7", "          8   9", "        +---+---+", "  6   5 | T |   |", "        +---+---+"])
        self.assertEqual(sorted(words(m._repr_svg_())), list("56789"))
        self.assertEqual(sorted(words(m.solve()._repr_svg_())), list("56789T"))
        self.assertIsNone(m.solve(assume=[-x])._repr_svg_())  # a notebook shows repr
        plain = Model()
        plain.clause([plain.var("tea & <cake>")])
        self.assertIn("tea & <cake>", words(plain.solve()._repr_svg_()))
        self.assertEqual(words(plain.svg()), ["1 variable, 1 constraint"])
        self.assertIsNone(plain._repr_svg_())

    def test_a_cell_of_a_model_that_was_read_is_given(self):
        m = Model()
        board = m.grid(1, 3)
        x, y, n = m.var("x"), m.var("y"), m.int("n", 1, 3)
        board.symbol(0, 0, -x, '3 4')
        board.fill(0, 0, y)
        board.digit(0, 1, n)
        board.link(x, (0, 1), (0, 2))
        m.add(n >= 1)
        for format in "json", "opb", "cnf", "wcnf":
            again = parse(format, m.text(format))
            again.given((0, 1), 2)
            again.given((0, 0), 0)
            self.assertEqual(sorted(v for _, v in again.givens()), [0, 1, 2], format)
            self.assertEqual(again.count(), 1, format)
            with self.assertRaisesRegex(Error, "shows nothing"):
                again.given((0, 2), 1)

    def test_files_keep_the_texts_of_rules(self):
        m = Model()
        x, y = m.int("x", 1, 9), m.int("y", 1, 9)
        rules = {"the sum is 16": x + y == 16, "x is at most 7": x <= 7, "they are far apart": x - y >= 3, "idle": x >= 1}
        for rule, constraint in rules.items():
            m.rule(rule)
            m.add(constraint)
        own = m.explain()
        self.assertEqual(own, ["the sum is 16", "they are far apart"])
        for form in ("cnf", "wcnf", "opb"):
            for encoding in ("direct", "order", "log"):
                text = m.text(form, int=encoding)
                self.assertIn("rule from ", text)
                again = parse(form, text).explain()
                self.assertLessEqual(set(again), set(own) | {"x is from 1 to 9", "y is from 1 to 9", "definitions of auxiliary variables"})
                self.assertLessEqual(set(own), set(again))
                self.assertNotIn("rule from ", m.text(form, names=False))

    def test_literals_of_conditions_are_no_part_of_a_conflict(self):
        m = Model()
        a, x = m.var("a"), m.int("x", 0, 5)
        m.rule("first use")
        m.clause([x >= 3, a])
        m.add((x == 2) | ~(x >= 4) | a)
        m.rule("less")
        m.clause([-(x >= 3)])
        m.rule("more")
        m.clause([x >= 4, x == 2])
        m.rule("not 2")
        m.clause([-(x == 2)])
        m.rule("last")
        m.clause([a, -a])
        for form in FORMS:
            self.assertEqual(m.explain(int=form), ["less", "more", "not 2"])
            self.assertEqual(parse("json", m.text("json")).explain(int=form), ["less", "more", "not 2"])
        m = Model()
        a, b, c = m.vars("a", "b", "c")
        m.rule("first use")
        m.clause([a ^ b, c])
        m.rule("equal")
        m.clause([-(a ^ b)])
        m.rule("both")
        m.clause([a])
        m.rule("not both")
        m.clause([-b])
        self.assertEqual(m.explain(), ["equal", "both", "not both"])
        m = Model()
        x = m.int("x", 0, 5)
        m.rule("only")
        m.add(x <= 4)
        self.assertEqual(m.explain(assume=[x == 9]), ["the assumption x == 9"])
        m = Model()
        y, x = m.var("y"), m.int("x", 0, 5)
        m.rule("y is x >= 3")  # y is a variable of the solution, so this rule can be needed
        m.reify(y, x >= 3)
        m.rule("y")
        m.clause([y])
        m.rule("small")
        m.add(x <= 2)
        self.assertEqual(m.explain(), ["y is x >= 3", "y", "small"])

    def test_an_expression_that_several_rules_use_belongs_to_each(self):
        m = Model()
        x, y = m.int("x", 0, 5), m.int("y", 0, 30)
        square = x * x
        two = square == 2
        for use in (lambda: m.all_different([square, x + 40]), lambda: m.element(x, [square, 3, 4, 5, 6, 7], y), lambda: m.clause([two, y >= 0])):
            m.rule("harmless")
            use()
        self.assertEqual(m.solve()[square] % 7 in (0, 1, 2, 4), True)
        m.rule("no square")
        m.clause([two])
        self.assertEqual(m.explain(), ["no square"])
        self.assertEqual(parse("json", m.text("json")).explain(), ["no square"])

    def test_graphs_are_refused_in_the_words_of_their_vertices(self):
        m = Model()
        a, b, x = m.var(), m.var(), m.int("x", 0, 1)
        for wrong, word in ((lambda: m.path([(a, "A", "B"), (b, "C", "C")]), "'C', 'C'"), (lambda: m.loop([(a, "C", "C")]), "'C', 'C'"),
                            (lambda: m.path([(a, "A", "B"), (b, "B", "C")], "B", "B"), "from 'B' to 'B'"),
                            (lambda: m.circuit([x], first=2**64), "62 bits")):
            with self.assertRaisesRegex(Error, word):
                wrong()
        self.assertEqual((len(m), m.nv), (0, 2))

    def test_explanations_verification_and_pictures(self):
        m = Model()
        x, y = m.int("x", 1, 4), m.int("y", 1, 4)
        m.rule("sum")
        m.add(x + y <= 4)
        m.rule("idle")
        m.add(x <= 4)
        m.rule("large")
        m.add(x >= 3)
        self.assertIn("x = 3", m.solve().svg())
        self.assertEqual(m.verify("v 0\ni 3 1\n"), 0)
        for text, words in (("v 0\ni 3 2\n", "Not satisfied: sum"), ("v 0\ni 3 9\n", "from 1 to 4"), ("v 0\n", "x has no value")):
            with self.assertRaises(Error) as refused:
                m.verify(text)
            self.assertIn(words, str(refused.exception))
        m.rule("equal")
        m.add(x == y)
        for form in FORMS:
            self.assertEqual(set(m.explain(int=form)), {"sum", "large", "equal"})
        self.assertIn("int order", m.text("opb", int="order"))

    def test_what_is_refused(self):
        m, other = Model(), Model()
        x, y, b = m.int("x", 0, 5), m.int("y", 0, 5), m.var()
        z = other.int("z", 0, 5)
        for what, words in ((lambda: m.int("w", 3, 2), "range 3 to 2"), (lambda: m.int("w", 0, 2, "unary"), "'unary'"),
                            (lambda: x + z, "two models"), (lambda: m.add(z >= 1), "another model"), (lambda: bool(x == y), "no truth value"),
                            (lambda: x + (z >= 1), "two models"), (lambda: m.add(int(b)), "comparison of integers"),
                            (lambda: m.add(x * 2**50 * 2**9 <= 1), "60 bits"), (lambda: m.all_different([x, y, x]), "x occurs twice"),
                            (lambda: m.table([x, y], [(1, 2, 3)]), "2 values"), (lambda: m.connected([b, -b], []), "twice"),
                            (lambda: m.connected([b], [(0, 1)]), "does not join"), (lambda: m.loop([(b, "a", "a")]), "with itself"),
                            (lambda: m.solve(int="unary"), "'unary'"), (lambda: m.reify(b).all_different([x, y]), "can be reified"),
                            (lambda: m.solve(), "A condition waits"), (m.unconditional, ""),
                            (lambda: m.all_different([m.int("many", 0, 2**16), x]), "65536 values"), (lambda: m.minimize(x, [1]), "weights already"), (lambda: m.solve()[z + x], "two models")):
            if what == m.unconditional:
                what()
                continue
            with self.assertRaises(Error) as refused:
                what()
            self.assertIn(words, str(refused.exception))
        m.clause([b])
        self.assertEqual(m.count(limit=40), 40)  # nothing was added but integers

    def test_large_domains(self):
        m = Model()
        x, y = m.int("x", 0, 10**6), m.int("y", -2 * 10**6, 0)
        m.add(7 * x + 5 * y == 1, x >= 999990)
        answer = m.solve()
        self.assertEqual((7 * answer[x] + 5 * answer[y], answer[x] >= 999990), (1, True))
        self.assertEqual(m.count(), sum((7 * p - 1) % 5 == 0 for p in range(999990, 10**6 + 1)))
        m = Model()  # values of x next to thresholds of y in one sum
        x, y = m.int("x", 0, 5000, "direct"), m.int("y", 0, 3, "order")
        m.add(x + 2 * y <= 6)
        for pb in ("auto", "gte", "bdd", "rgte", "seqweight"):
            self.assertEqual(m.count(pb=pb), sum(p + 2 * q <= 6 for p in range(7) for q in range(4)))

    def test_sums_without_bounds_and_conditions_on_long_sums(self):
        text = '{"loophole-model": 1, "variables": ["r"], "integers": [%s], "constraints": [{"linear": [], "integers": [1, 2, 3, 4, 5, 6, 7, 8], "weights": [601, 709, 811, 907, 1009, 1103, 1201, 1301]%s}]}'
        x = ", ".join(f'{{"name": "x{i}", "lo": 0, "hi": 30, "form": "order"}}' for i in range(8))
        self.assertEqual(parse("json", text % (x, "")).solve().status, "satisfiable")
        for bounds in ('"hi": 11463', '"lo": 215504', '"lo": 91704, "hi": 222382'):
            for condition in ('"iff": 1', '"if": 1', '"fails": true'):
                size = int(parse("json", text % (x, f", {bounds}, {condition}")).text("cnf").split("p cnf ")[1].split()[1])
                self.assertLess(size, 60000, (bounds, condition))

    def test_sums_whose_chains_of_thresholds_would_be_large(self):
        weights, known = (601, 709, 811, 907, 1009, 1103, 1201, 1301), (13, 17, 11, 15, 12, 14, 18)
        begin = sum(w * v for w, v in zip(weights, known))
        values, bound = [begin + 1301 * p - 5000 * c for p in range(31) for c in (0, 1)], begin + 1301 * 15 - 2000
        for up in (True, False):
            for truth in (None, True, False):
                m = Model()
                x, b, r = [m.int(f"x{i}", 0, 30, "order") for i in range(8)], m.var("b"), m.var("r")
                total = sum(w * v for w, v in zip(weights, x)) - 5000 * m.number(b)
                (m if truth is None else m.reify(r)).add(total <= bound if up else total >= bound)
                m.clause([-r if truth is False else r])
                self.assertLess(int(m.text("cnf").split("p cnf ")[1].split()[1]), 60000)
                for i, v in enumerate(known):
                    m.add(x[i] == v)
                self.assertEqual(m.count(), sum((v <= bound if up else v >= bound) == (truth is not False) for v in values))

    def test_values_are_copied_once(self):
        calls = []

        class Counting:
            def __getattr__(self, name, lib=_answer.lib):
                calls.append(name)
                return getattr(lib, name)

        def read(n):
            m = Model()
            x, b = [m.int(f"k{i}", 0, 5) for i in range(n)], m.vars(n)
            m.add(x[0] >= 3)
            m.clause(b)
            progress = []
            m.maximize(x[1])
            a = m.solve(progress=lambda a: a.solution and progress.append((a.solution, a.model, a[x[0]])))
            self.assertTrue(progress)
            self.assertTrue(all(text.startswith("v " + " ".join(map(str, lits))) and k >= 3 for text, lits, k in progress))
            s, = m.solutions(limit=1)
            for answer in (a, s):
                del calls[:]
                with unittest.mock.patch.object(_answer, "lib", Counting()):
                    values, lits = [answer[i] for i in x], [answer.model[i] for i in range(n)]
                    self.assertEqual([answer.true(v) for v in b], [v > 0 for v in lits])
                    self.assertEqual([answer[-v] for v in b], [-1 if v > 0 else 1 for v in lits])
                self.assertLess(len(calls), 10)
                self.assertEqual(answer.solution, f"v {' '.join(map(str, lits))} 0\ni {' '.join(map(str, values))}\n")
            m.var()
            y = m.int("y", 0, 1)
            self.assertEqual((a[n + 1], len(a.model)), (0, n))
            self.assertRaisesRegex(Error, "newer", lambda: a[y])

        read(20)
        read(40)


unittest.main()
