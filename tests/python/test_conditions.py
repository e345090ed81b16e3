"""Literals, comparisons and the conditions that operators make of them, against truth tables of all assignments."""
import copy
import functools
import itertools
import math
import operator
import pickle
import random
import unittest

import loophole
from loophole import CNF, CardEnc, Condition, Error, IDPool, Linear, Literal, Model, Solver, parse

try:
    import numpy
except ImportError:
    numpy = None

# Each expression over literals a, b, c, integers x, y from 1 to 4 and a literal u of another model, and what it means:
# a function of their values, or None, which means that it is refused.
MEANT = {
    # operators of literals
    "a": lambda a, b, c, x, y: a, "~a": lambda a, b, c, x, y: not a, "-a": lambda a, b, c, x, y: not a, "+a": lambda a, b, c, x, y: a,
    "-~a": lambda a, b, c, x, y: a, "a & b": lambda a, b, c, x, y: a and b, "a | b": lambda a, b, c, x, y: a or b,
    "a ^ b": lambda a, b, c, x, y: a != b, "a == b": lambda a, b, c, x, y: a == b, "a != b": lambda a, b, c, x, y: a != b,
    "a >> b": lambda a, b, c, x, y: b or not a, "a & ~b | c": lambda a, b, c, x, y: (a and not b) or c,
    "a ^ b ^ c": lambda a, b, c, x, y: (a + b + c) % 2 == 1, "(a == b) == c": lambda a, b, c, x, y: (a == b) == c,
    "(a != b) != c": lambda a, b, c, x, y: (a != b) != c, "(a == b) & (b == c)": lambda a, b, c, x, y: a == b == c,
    "~(a & b)": lambda a, b, c, x, y: not (a and b), "-(a | b)": lambda a, b, c, x, y: not (a or b),
    "~(a ^ b)": lambda a, b, c, x, y: a == b, "~(a == b)": lambda a, b, c, x, y: a != b, "a == (b | c)": lambda a, b, c, x, y: a == (b or c),
    "a == a": lambda a, b, c, x, y: True, "a & ~a": lambda a, b, c, x, y: False, "a | ~a": lambda a, b, c, x, y: True,
    "a ^ a": lambda a, b, c, x, y: False, "a >> b >> c": lambda a, b, c, x, y: c or not (b or not a),
    "(a | b) & (a | c) & (b >> c)": lambda a, b, c, x, y: (a or b) and (a or c) and (c or not b),
    # comparisons as operands
    "(x > 3) | (y == 2)": lambda a, b, c, x, y: x > 3 or y == 2, "(x > 3) != (y > 3)": lambda a, b, c, x, y: (x > 3) != (y > 3),
    "(x > 3) == (y > 3)": lambda a, b, c, x, y: (x > 3) == (y > 3), "a == (x > 2)": lambda a, b, c, x, y: a == (x > 2),
    "(x > 2) == a": lambda a, b, c, x, y: a == (x > 2), "(x > 2) != a": lambda a, b, c, x, y: a != (x > 2),
    "a >> (x == y)": lambda a, b, c, x, y: x == y or not a, "a >> (x != y)": lambda a, b, c, x, y: x != y or not a,
    "(x == y) >> (a & b)": lambda a, b, c, x, y: (a and b) or x != y, "~(x == 2)": lambda a, b, c, x, y: x != 2,
    "a >> ((x > 1) & (y > 2))": lambda a, b, c, x, y: (x > 1 and y > 2) or not a, "a >> (b ^ (x > 1))": lambda a, b, c, x, y: (b != (x > 1)) or not a,
    "(a & (x == 1)) | (b & (x == 2)) | (c & (x + y >= 7))": lambda a, b, c, x, y: (a and x == 1) or (b and x == 2) or (c and x + y >= 7),
    "~((x <= y) ^ (a | (y != 3)))": lambda a, b, c, x, y: (x <= y) == (a or y != 3),
    # values of conditions
    "x == a + b": lambda a, b, c, x, y: x == a + b, "x == sum([a, b, c])": lambda a, b, c, x, y: x == a + b + c,
    "sum([a, b, c]) == 2": lambda a, b, c, x, y: a + b + c == 2, "2*a + b - c >= 2": lambda a, b, c, x, y: 2 * a + b - c >= 2,
    "3 - a - b <= 1": lambda a, b, c, x, y: 3 - a - b <= 1, "x + -a == y": lambda a, b, c, x, y: x + 1 - a == y,
    "x + ~a == y": lambda a, b, c, x, y: x + 1 - a == y, "x - a == y": lambda a, b, c, x, y: x - a == y, "a - x == -y": lambda a, b, c, x, y: a - x == -y,
    "a + ~a + x == y": lambda a, b, c, x, y: 1 + x == y, "a * 2 + x == 4": lambda a, b, c, x, y: 2 * a + x == 4, "x == a": lambda a, b, c, x, y: x == a,
    "a == x": lambda a, b, c, x, y: a == x, "a != x": lambda a, b, c, x, y: a != x, "a < x": lambda a, b, c, x, y: a < x,
    "a >= x": lambda a, b, c, x, y: a >= x, "x <= a": lambda a, b, c, x, y: x <= a,
    "(x > 2) + (y > 2) + (a & b) == 2": lambda a, b, c, x, y: (x > 2) + (y > 2) + (a and b) == 2,
    "x == (y > 2)": lambda a, b, c, x, y: x == (y > 2), "(y > 2) == x": lambda a, b, c, x, y: x == (y > 2),
    "sum([x, a, y > 1], 1) == 4": lambda a, b, c, x, y: x + a + (y > 1) == 3, "x + True == y": lambda a, b, c, x, y: x + 1 == y,
    "a + True == 2": lambda a, b, c, x, y: a, "sum([True, a, b]) >= 2": lambda a, b, c, x, y: a or b, "+x == y": lambda a, b, c, x, y: x == y,
    "a == 1": lambda a, b, c, x, y: a, "a == 0": lambda a, b, c, x, y: not a, "a == True": lambda a, b, c, x, y: a, "a != 1": lambda a, b, c, x, y: not a,
    "b != 0": lambda a, b, c, x, y: b, "1 == b": lambda a, b, c, x, y: b, "-b == 1": lambda a, b, c, x, y: not b, "c == sum([])": lambda a, b, c, x, y: not c,
    "(x > 1) == 1": lambda a, b, c, x, y: x > 1, "(x > 1) != 1": lambda a, b, c, x, y: x <= 1, "(a | b) == False": lambda a, b, c, x, y: not (a or b),
    # what Python decides, or what has no meaning
    "abs(x - 3) == 1": lambda a, b, c, x, y: abs(x - 3) == 1, "a * x == 1": lambda a, b, c, x, y: a * x == 1, "x * ~a == 1": lambda a, b, c, x, y: (not a) * x == 1,
    "x * y == 4": lambda a, b, c, x, y: x * y == 4, "x // 2 == 1": lambda a, b, c, x, y: x // 2 == 1, "x % 2 == 1": lambda a, b, c, x, y: x % 2 == 1,
    "x ** 2 == 4": lambda a, b, c, x, y: x**2 == 4, "2 ** x == 4": lambda a, b, c, x, y: 2**x == 4, "(7 // x == y) | a": lambda a, b, c, x, y: 7 // x == y or a,
    "-7 % x > 1": lambda a, b, c, x, y: -7 % x > 1, "divmod(y, x)[1] == a": lambda a, b, c, x, y: y % x == a,
    **dict.fromkeys((
        "a and b", "a or b", "not a", "not (x > 1)", "b if a else c", "all([a, b])", "any([a, x > 1])", "(x > 1) and a", "(a | b) or c",
        "a == b == c", "(a == b) and c", "not (a == b)", "a != b != c", "1 <= x <= 3", "1 <= a <= 1", "x == y == 3", "a in [b, c]",
        "(x > 1) in [a, b]", "max(x, y) == 3", "min([x, y]) == 1", "abs(a | b)", "a < b", "a <= b", "a > 0",
        "a >= b", "(a | b) < c", "(x > 1) <= (y > 1)", "a == 2", "a == -1", "a != 3", "(x > 1) == 2", "0 == a == b",
        "a == None", "a == 'a'", "a * b == 1", "(a | b) * (x > 1) == 1", "a / 2", "a // 2 == 0", "a % 2 == 1",
        "a ** 2 == 1", "2 ** a == 2", "divmod(a, 2)", "divmod(7, a)", "a @ b", "a << b", "1 << a", "7 % a == 1", "7 // a == 1", "(a | b) / 2",
        "(a | b) << c", "x / 2 == 1", "x << 1", "x @ y", "divmod(x, 2)", "a & 1", "1 & a",
        "a | 2", "2 | a", "a ^ 3", "3 ^ a", "a >> 1", "1 >> a", "a & True", "a & None", "a | x", "x | a", "x & y", "x | y", "x ^ y", "x >> y",
        "a >> x", "x >> a", "~x", "not x", "bool(x)", "x and y", "a + 0.5 == 1", "0.5 + a == 1", "0.5 * a == 1", "a * 1.5 == 1", "a + None == 1",
        "a + 'a' == 1", "'a' * a", "x + (1, 2) == 3", "a + b", "x", "x + y", "sum([]) == 0", "True", "False", "None", "1.5", "'a'",
        "u", "~u", "a & u", "u | a", "a == u", "a ^ (u | u)", "x + u == 1", "u + x == 1", "u >> (x > 1)", "(x > 1) & u")),
}
ASSIGNMENTS = list(itertools.product((False, True), (False, True), (False, True), range(1, 5), range(1, 5)))


class Meant(unittest.TestCase):
    def setUp(self):
        self.m, self.other = Model(), Model()
        self.a, self.b, self.c = self.m.vars("a", "b", "c")
        self.x, self.y = self.m.int("x", 1, 4), self.m.int("y", 1, 4)
        self.u = self.other.var("u")

    def said(self, text):
        return eval(text, {name: getattr(self, name) for name in "abcxyu"})

    def found(self):
        answers = list(self.m.solutions())
        found = {(*(s.true(v) for v in (1, 2, 3)), s["x"], s["y"]) for s in answers}
        self.assertEqual(len(found), len(answers))  # what conditions add is derived
        return found

    def test_each_expression_is_right_or_refused(self):
        ways = (lambda m, e: m.add(e), lambda m, e: m.clause([e]), lambda m, e: m.add([c for c in [e]], ()), lambda m, e: m.exactly([e], 1),
                lambda m, e: m.add(sum([e, e]) == 2), lambda m, e: m.clause([-e]), lambda m, e: m.add(~e), lambda m, e: m.reify(e).clause([]),
                lambda m, e: m.implies(~e).clause([]), lambda m, e: m.add((e & (m.int("z", 0, 0) >= 0)) == e) or m.clause([e]))
        for text, meant in MEANT.items():
            for k, way in enumerate(ways[:2] if meant is None else ways):
                self.setUp()
                if meant is None:
                    before = repr(self.m), repr(self.other)
                    with self.assertRaises(Error, msg=text) as refused:
                        way(self.m, self.said(text))
                    self.assertGreater(len(str(refused.exception)), 20, text)
                    self.assertEqual((repr(self.m), repr(self.other)), before, text)
                    continue
                e = self.said(text)
                right = {t for t in ASSIGNMENTS if bool(meant(*t)) != (k in (5, 6, 7))}
                way(self.m, e)
                self.assertEqual(self.m.count(), len(right), (text, k))
                self.assertTrue(isinstance(e, Condition))
                if k in (0, 6):
                    self.assertEqual(self.found(), right, (text, k))
        for text in ("1", "int(a)", "abs(a)", "round(a)", "max(a, b) + 0", "x if True else a"):  # numbers, of which clause takes some
            self.assertRaises(Error, self.m.add, self.said(text))

    def test_what_python_decided_is_refused_by_every_operator(self):
        for text in ("{} + c", "c + {}", "2 * {}", "c - {}", "-{}", "~{}", "{} >> c", "c >> {}", "{} & c", "{} != c", "x + {}", "x * {}", "x >= {}",
                     "sum([{}, c])", "({} == 0) + c"):
            self.assertRaisesRegex(Error, "Python decided", self.said, text.format("((a == b) and c)"))
        self.assertTrue(self.a not in [self.b, self.c])

    def test_a_number_of_expressions(self):
        self.assertGreater(sum(meant is not None for meant in MEANT.values()), 60)
        self.assertGreater(sum(meant is None for meant in MEANT.values()), 100)

    def test_values_in_answers(self):
        for s in self.m.solutions(limit=40):
            values = [s.true(v) for v in (self.a, self.b, self.c)] + [s[self.x], s[self.y]]
            for text, meant in MEANT.items():
                if meant is not None and " == 2" in text:
                    e = self.said(text)
                    self.assertEqual(s[e], 1 if meant(*values) else -1, text)
            self.assertEqual(s[self.a + self.b * 2 - self.x], values[0] + 2 * values[1] - values[3])
            self.assertEqual(s[(self.a | self.b) ^ (self.x > 2)], 1 if (values[0] or values[1]) != (values[3] > 2) else -1)
            for wrong in (self.u, self.a == 3, True, self.u | self.u):
                self.assertRaises(Error, lambda: s[wrong])

    def random(self, r, depth):
        """A condition and its meaning."""
        if not depth or r.random() < 0.2:
            k = r.randrange(5)
            if k < 3:
                sign = r.random() < 0.5
                return (-(self.a, self.b, self.c)[k] if sign else (self.a, self.b, self.c)[k]), lambda *t: t[k] != sign
            n, op = r.randint(1, 4), r.choice((operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt))
            if r.random() < 0.3:
                p, f = self.random(r, depth - 1 if depth else 0)
                return op((self.x, self.y)[k - 3] + p, n), lambda *t: op(t[k] + bool(f(*t)), n)
            return op((self.x, self.y)[k - 3], n), lambda *t: op(t[k], n)
        (p, f), (q, g) = self.random(r, depth - 1), self.random(r, depth - 1)
        name = r.choice(("and_", "or_", "xor", "rshift", "eq", "ne", "invert", "neg"))
        if name in ("invert", "neg"):
            return getattr(operator, name)(p), lambda *t: not f(*t)
        table = {"and_": lambda i, j: i and j, "or_": lambda i, j: i or j, "xor": lambda i, j: i != j, "rshift": lambda i, j: j or not i,
                 "eq": lambda i, j: i == j, "ne": lambda i, j: i != j}[name]
        return getattr(operator, name)(p, q), lambda *t: table(bool(f(*t)), bool(g(*t)))

    def test_random_conditions(self):
        for seed in range(250):
            r = random.Random(seed)
            self.setUp()
            m, right = self.m, [lambda *t: True]
            m.rule("r")
            for _ in range(r.randint(1, 3)):
                (p, f), (q, g) = self.random(r, r.randint(0, 4)), self.random(r, r.randint(0, 2))
                how = r.randrange(8)
                if how < 3:
                    m.add(p)
                    right.append(f)
                elif how == 3:
                    m.clause([p, q])
                    right.append(lambda *t, f=f, g=g: f(*t) or g(*t))
                elif how == 4:
                    m.implies(q, p)
                    right.append(lambda *t, f=f, g=g: f(*t) or not g(*t))
                elif how == 5:
                    m.reify(q).add(p)
                    right.append(lambda *t, f=f, g=g: bool(f(*t)) == bool(g(*t)))
                elif how == 6:
                    m.add(p + q + self.x >= 3)
                    right.append(lambda *t, f=f, g=g: bool(f(*t)) + bool(g(*t)) + t[3] >= 3)
                else:
                    m.at_most([p, q], 1)
                    right.append(lambda *t, f=f, g=g: not (f(*t) and g(*t)))
            want = {t for t in ASSIGNMENTS if all(f(*t) for f in right)}
            self.assertEqual((copy.copy(m) if seed % 3 == 0 else m).count(), len(want), seed)
            if seed % 7 == 0:
                self.assertEqual(self.found(), want, seed)
            p, f = self.random(r, 3)
            cost = [not f(*t) for t in want]
            m.add(p, soft=3)
            answer = m.solve(assume=[p] if seed % 2 and not all(cost) else [])
            self.assertEqual(bool(answer), bool(want))
            if want:
                self.assertEqual((answer.objective, len(answer.violated)), (3 * min(cost), min(cost)))


class Literals(unittest.TestCase):
    def test_they_are_numbers_for_python_and_pysat(self):
        m = Model()
        a, b, c = m.vars("a", "b", "c")
        self.assertTrue(all(isinstance(v, (int, Literal)) for v in (a, -a, ~b, m.derived(), m.named("a"), *m.counter([a, b], 1), m.soft(2))))
        m.unconditional()
        self.assertEqual((repr([a, -b]), f"{-c:4}", str(~a), "%d" % b, int(-a), abs(-c), sorted([b, -c, a]), max(a, -b)),
                         ("[1, -2]", "  -3", "-1", "2", -1, 3, [-3, 1, 2], 1))
        self.assertEqual((a > 0, -a < 0, a < b, a >= b, bool(a == 1), bool(a != 1), bool(2 == b), hash(a), math.floor(b), float(c)), (1, 1, 1, 0, 1, 0, 1, hash(1), 2, 3.0))
        self.assertIs(type(int(a)), int)
        self.assertIs(type(abs(-a)), int)
        self.assertEqual(({a: 1}[1], {1: 2}[a], [a, b, c].index(c), [a, b, a].count(a), len({a, b, a, -a}), [1, 2] == [a, b]), (1, 2, 2, 2, 3, True))
        self.assertTrue(a in [b, a] and -a not in (a, b) and a in {a: 0} and (a, b) == (1, 2) and bool(a == a) and not bool(a == b))
        rows = [-a, b, c]
        rows.remove(b)
        self.assertEqual(rows, [-1, 3])
        self.assertRaises(Error, lambda: bool(a != b))
        other = Model().vars(2)
        self.assertEqual((other == [a, b], other[0] in {a}, {b: 5}[other[1]]), (True, True, 5))
        with Solver("cadical", [[a, b], (-a,)]) as s:
            s.add_clause([-b, c])
            self.assertEqual((s.solve([c]), s.get_model()), (True, [-1, 2, 3]))
            self.assertRaises(Error, s.add_clause, [True])
        cnf = CNF(from_clauses=[[a, -b]])
        self.assertEqual({type(x) for clause in cnf for x in clause}, {int})
        self.assertEqual(CardEnc.atmost([a, b, -c], 1, top_id=c).clauses, [[-1, -2], [-1, 3], [-2, 3]])
        self.assertEqual(IDPool().id(a), 1)
        self.assertEqual(CNF(from_string=f"p cnf 2 1\n{a} {-b} 0\n").clauses, [[1, -2]])
        self.assertRaises(Error, lambda: a.foo)

    def test_copies(self):
        m = Model()
        a, b = m.vars("a", "b")
        c = a & ~b
        for n, a2, c2 in (copy.deepcopy((m, a, c)), pickle.loads(pickle.dumps((m, a, c)))):
            n.add(c2 | a2)
            self.assertEqual((n.count(), m.count()), (2, 4))
            self.assertRaises(Error, n.add, a)
            self.assertRaises(Error, m.add, c2)
        self.assertIs(copy.copy(m) is m, False)
        read = parse("json", m.text("json"))
        read.add(read.named("a") ^ read.named("b"))
        self.assertEqual(read.count(), 2)
        gone = Model().var()
        self.assertRaisesRegex(Error, "gone", lambda: gone + 1)
        self.assertEqual(int(-gone), -1)

    def test_things_of_another_model_and_truth_values_are_refused(self):
        m, other = Model(), Model()
        a, b = m.vars(2)
        u, w = other.vars("u", "w")
        x, z = m.int("x", 0, 3), other.int("z", 0, 3)
        board = m.grid(1, 1)
        before = repr(m), repr(other)
        for wrong in (u, -u, u | w, u == w, z > 1, True, False, a == 3, a == u, None, x, "a", 1.5):
            for call in (lambda: m.clause([a, wrong]), lambda: m.clauses([[a], [wrong, b]]), lambda: m.card([wrong], 0, 0), lambda: m.pb([a, wrong], [1, 1], 0, 1),
                         lambda: m.xor([wrong], 1), lambda: m.connected([wrong, a], []), lambda: m.loop([(wrong, 0, 1)]), lambda: m.counter([wrong], 1),
                         lambda: m.minimize([wrong]), lambda: m.implies(wrong), lambda: m.reify(wrong, x > 1), lambda: m.solve(assume=[wrong]),
                         lambda: m.solve(hint=[wrong]), lambda: board.fill(0, 0, wrong), lambda: m.solve()[wrong] if wrong is not x and wrong != "a" else m.add(wrong)):
                with self.assertRaises(Error, msg=repr(wrong)):
                    call()
        for wrong in (u, a, a | b, x > 1):
            for call in (lambda: m.at_most([a], wrong), lambda: m.int("i", 0, wrong), lambda: m.xor([a], wrong), lambda: m.pb([a], [wrong], 0, 1),
                         lambda: m.soft(wrong), lambda: m.vars(wrong), lambda: m.count(wrong), lambda: m.table([x], [[wrong]]),
                         lambda: m.element(x, [wrong, 1], x), lambda: board.given(0, 0, wrong), lambda: m.minimize([a], [wrong])):
                with self.assertRaises(Error, msg=repr(wrong)):
                    call()
        for wrong in ("ab", [1], [a, [None]], [[x]], 1, (c for c in (a, 1))):
            self.assertRaises(Error, m.add, wrong)
        self.assertEqual((repr(m), repr(other)), before)

    def test_plain_numbers_stay_literals(self):
        m = Model()
        m.vars(4)
        m.clause([1, -2])
        m.at_most([1, 2, 3], 2)
        m.pb([1, -4], [2, 1], 1, None)
        m.xor([1, 2, 3, 4], 0)
        m.add(m.number(-3) + m.number(4) == 1)
        right = [t for t in itertools.product((0, 1), repeat=4) if (t[0] or not t[1]) and sum(t[:3]) <= 2 and 2 * t[0] + 1 - t[3] >= 1
                 and sum(t) % 2 == 0 and 1 - t[2] + t[3] == 1]
        self.assertEqual(m.count(), len(right))

    def test_lists_and_generators(self):
        m = Model()
        v = m.vars(6)
        m.add([v[0], [~v[1], (p >> q for p, q in zip(v[2:], v[3:]))]], [])
        self.assertEqual(m.count(), 5)
        m.add({1: v[2]}.values())
        self.assertEqual(m.count(), 1)
        m.minimize(v[2] | v[3])
        self.assertEqual(m.solve().objective, 1)
        y = m.var()
        m.implies(y).add(v[0] & v[1])
        self.assertRaises(Error, m.implies(v[0]).add, [y, y])
        m.unconditional()
        self.assertEqual(m.solve()[y], -1)

    def test_deep_and_long(self):
        m = Model()
        v = m.vars(4000)
        c = functools.reduce(lambda c, k: (c & v[k]) | v[k + 1] if k % 2 else (c ^ v[k]) & ~v[k + 1], range(3998), v[0])
        self.assertLess(len(repr(c)), 500)
        m.add(c, functools.reduce(operator.or_, v), functools.reduce(operator.and_, v[100:2000]))
        total = sum(v)
        self.assertEqual((total.lo, total.hi), (0, 4000))
        m.add(total <= 3990)
        answer = m.solve()
        self.assertTrue(answer and answer[c] > 0 and answer[~c] < 0)
        self.assertEqual(answer[total], sum(x > 0 for x in answer.model[:4000]))
        self.assertEqual(len(sum(m.vars(100000))._terms), 100000)

    def test_clauses_are_those_of_the_calls(self):
        def text(build):
            m = Model()
            build(m, *m.vars("a", "b", "c", "d"), m.int("x", 1, 9))
            return m.text("cnf")

        for operators, calls in (
                (lambda m, a, b, c, d, x: m.add(a | ~b | c), lambda m, a, b, c, d, x: m.clause([a, -b, c])),
                (lambda m, a, b, c, d, x: m.add(a & ~b), lambda m, a, b, c, d, x: m.clauses([[a], [-b]])),
                (lambda m, a, b, c, d, x: m.add(a ^ b ^ c), lambda m, a, b, c, d, x: m.xor([a, b, c], 1)),
                (lambda m, a, b, c, d, x: m.add(a >> (x >= 4)), lambda m, a, b, c, d, x: m.implies(a, x >= 4)),
                (lambda m, a, b, c, d, x: m.add(a == (x >= 4)), lambda m, a, b, c, d, x: m.reify(a, x >= 4)),
                (lambda m, a, b, c, d, x: m.add(a == (b | c)), lambda m, a, b, c, d, x: m.reify(a).clause([b, c])),
                (lambda m, a, b, c, d, x: m.add(sum([a, b, c, d]) == 2), lambda m, a, b, c, d, x: m.exactly([a, b, c, d], 2))):
            self.assertEqual(text(operators), text(calls))

    def test_how_they_are_shown(self):
        m = Model()
        a, b, c, d = m.vars("a", "b", "c", "d")
        x = m.int("x", 1, 9)
        for condition, words in ((a | ~b, "<a | ~b>"), (a & b & ~c, "<a & b & ~c>"), (a == b, "<a == b>"), (a ^ b ^ c, "<a ^ b ^ c>"), (a >> b, "<~a | b>"),
                                 (~(a & b), "<~a | ~b>"), ((a & b) | (x > 3), "<(a & b) | (x >= 4)>"), (a + ~b + 2 * x, "<a - b + 2*x + 1>"),
                                 (~(a ^ b ^ c), "<~(a ^ b ^ c)>"), ((x == 2) & a, "<(x == 2) & a>")):
            self.assertEqual(repr(condition), words)
        self.assertEqual(loophole.Constraint.__mro__[1], Condition)
        self.assertIsInstance(a + b, Linear)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_numpy(self):
        m = Model()
        a, b = m.vars("a", "b")
        one = numpy.int64(1)
        for e in (one + a, one - a, one * a):
            self.assertIsInstance(e, Linear)
        self.assertTrue(one == a and a == one and {a: 3}[one] == 3 and list(numpy.array([1, 2]) == a) == [True, False])
        for wrong in (lambda: one & a, lambda: numpy.bool_(1) | a, lambda: numpy.array([1, 2]) + a):
            self.assertRaises(Error, wrong)
        m.clauses(numpy.array([[a, b], [-a, b]], dtype=numpy.int32))
        self.assertEqual(m.count(), 2)


if __name__ == "__main__":
    unittest.main()
