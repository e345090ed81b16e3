"""Arguments of wrong types, copies, and how models and answers show themselves."""
import copy
import inspect
import json
import os
import pickle
import tempfile
import unittest

import loophole
from loophole import (CNF, RC2, WCNF, CardEnc, Counter, Error, IDPool, ITotalizer, Model, Solver, check, check_proof, parse, prove, puzzle,
                      read)

HALF = "\ud800"  # half a character
PAIR = [[1], [-1]]
OTHER = Model().int("other", 0, 1)


class Refused(unittest.TestCase):
    def refuses(self, *calls):
        for call in calls:
            with self.assertRaises(Error, msg=call) as refused:
                call()
            self.assertGreater(len(str(refused.exception)), 10)

    def setUp(self):
        self.m = Model()
        self.a, self.b = self.m.vars("a", "b")
        self.x, self.y = self.m.int("x", 1, 3), self.m.int("y", 1, 3)

    def test_wrong_types(self):
        m, a, x, y = self.m, self.a, self.x, self.y
        self.refuses(
            lambda: m.named([]), lambda: m.all_different(None), lambda: m.table(None, []), lambda: m.table([x], None),
            lambda: m.element(x, None, y), lambda: m.connected([a], None), lambda: m.connected([a], "a"), lambda: m.loop(None),
            lambda: m.loop([(a, [], 1)]), lambda: Solver("cadical", 5), lambda: prove(None), lambda: check_proof(None, b""),
            lambda: check_proof(PAIR, None), lambda: check(None), lambda: CNF(from_string=5), lambda: CNF(from_clauses=5),
            lambda: RC2(None), lambda: IDPool(None), lambda: IDPool(occupied=5), lambda: ITotalizer([1], None), lambda: m.solve(assume=5),
            lambda: m.certify(None), lambda: CardEnc.atmost([1], 1, vpool=3), lambda: m.solve().statistic(5), lambda: puzzle("gunport", text=5))

    def test_values_of_tables_and_elements(self):
        m, x, y = self.m, self.x, self.y
        m.table([x], [[None]])  # any value
        before = repr(m), m.nv
        for wrong in ("a", None, 1.5, [3], x == 1):
            tables = [] if wrong is None else [lambda: m.table([x], [[wrong]])]
            for call in (*tables, lambda: m.element(x, [0, wrong], y), lambda: m.element(x, [0, wrong], 3),
                         lambda: m.element(x, [y, wrong], 3), lambda: m.element(x, [1, 2], wrong), lambda: m.element(x, [y, 2], wrong)):
                with self.assertRaisesRegex(Error, "A value is a whole number, not") as refused:
                    call()
                self.assertIsInstance(refused.exception, TypeError)
        with self.assertRaisesRegex(Error, "An integer of the model is needed, not 1"):
            m.element(1, [1, 2], 1)
        self.assertEqual((repr(m), m.nv), before)
        m.element(x - 1, [3, y, True], 3)
        self.assertEqual(m.count(), 16)  # x = 1 and any y, or x = 2 and y = 3; a and b are free

    def test_conditions_names_and_values_are_single(self):
        m = Model()
        a, x = m.var("a"), m.int("x", 0, 9)
        for call in (m.implies, m.reify):
            for conditions in ([x > 3, x < 7], []):
                with self.assertRaisesRegex(TypeError, f"not {len(conditions)};"):
                    call(a, conditions)
        with self.assertRaises(TypeError):
            m.vars(["p", "q"])
        with self.assertRaisesRegex(TypeError, "A value is a whole number"):
            m.given(x, "3")
        self.assertEqual((m.nv, len(m)), (1, 0))
        m.reify(a, [x > 3])
        self.assertEqual(m.count(), 10)

    def test_what_was_expected(self):
        m, x = self.m, self.x
        for call, words in ((lambda: m.solve(assume=x == 1), "assume is a list of literals or comparisons, not <x == 1>"),
                            (lambda: m.solve(hint=3), "hint is a list of literals or comparisons, not 3"),
                            (lambda: check_proof(PAIR, "0\n"), "A proof is bytes, as prove returns, not of the type str"),
                            (lambda: check_proof(PAIR, None), "A proof is bytes")):
            with self.assertRaisesRegex(Error, words) as refused:
                call()
            self.assertIsInstance(refused.exception, TypeError)

    def test_no_public_call_raises_anything_else(self):
        m = self.m
        before = os.getcwd()
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.addCleanup(os.chdir, before)
        os.chdir(place.name)  # some calls write files of strange names
        owners = [loophole, m, m.solve(), m.grid(2, 2), Solver(), Counter([1, 2]), ITotalizer([1, 2]), IDPool(), CNF(), WCNF(), RC2(WCNF()),
                  CardEnc, loophole.PBEnc, loophole.XorEnc, CardEnc.atmost([1, 2], 1)]
        for owner in owners:
            names = loophole.__all__ if owner is loophole else [n for n in dir(owner) if not n.startswith("_") and n != "to_fp"]
            for name in names:
                call = getattr(owner, name)
                if not callable(call) or isinstance(call, type):
                    continue
                for wrong in (object(), None, 2**70, HALF, [object()], {}):
                    for n in range(6):
                        try:
                            result = call(*[wrong] * n)
                            if hasattr(result, "__next__"):
                                next(result, None)
                        except Error:
                            pass

    def test_texts_that_are_no_unicode(self):
        m = self.m
        self.refuses(lambda: m.var(HALF), lambda: m.rule(HALF), lambda: m.int(HALF, 0, 1), lambda: parse("cnf", HALF), lambda: read(HALF),
                     lambda: m.solve(card=HALF), lambda: m.named(HALF), lambda: m.verify(HALF), lambda: puzzle(HALF), lambda: Solver(HALF))

    def test_numbers_of_variables(self):
        for n in (10**30, 2**31, 2**63, -1):
            self.refuses(lambda: Model().vars(n))
        self.refuses(lambda: self.m.counter([self.a], 2**30))

    def test_arithmetic_that_is_not_linear(self):
        x, y = self.x, self.y
        for call in (lambda: x / 2, lambda: 2 / x, lambda: x // 2.5, lambda: x @ y, lambda: int(x), lambda: x << 1, lambda: x * "a"):
            self.refuses(call)
            self.assertRaises(TypeError, call)

    def test_a_call_that_does_not_fit_names_its_arguments(self):
        with self.assertRaisesRegex(Error, r"all_different\(integers.*one list"):
            self.m.all_different(self.x, self.y)

    def test_names_of_pysat_that_are_missing_name_a_substitute(self):
        s = Solver()
        for name, instead in [("conf_budget", "time_limit"), ("get_proof", "prove"), ("accum_stats", "time"), ("propagate", "hint")]:
            self.assertFalse(hasattr(s, name))
            with self.assertRaisesRegex(Error, instead):
                getattr(s, name)
        self.refuses(lambda: Solver(with_proof=True), lambda: WCNF(from_file="a.wcnf"), lambda: WCNF("a.wcnf"))
        w = WCNF()
        w.append([1], 2)
        self.assertEqual(RC2(w, adapt=True, exhaust=True, minz=True).compute(), [1])

    def test_an_exception_of_the_caller_stays(self):
        def literals():
            yield 1
            raise ValueError("mine")

        def progress(_):
            raise TypeError("mine")

        self.assertRaisesRegex(ValueError, "^mine$", lambda: self.m.clause(literals()))
        with self.assertRaisesRegex(TypeError, "^mine$") as raised:
            puzzle("gunport", "6x6").solve(progress=progress)
        self.assertNotIsInstance(raised.exception, Error)


class Copies(unittest.TestCase):
    WAYS = (copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o)))

    def test_what_owns_memory_is_not_copied(self):
        m = Model()
        m.var("a")
        for whole in (Solver(), Counter([1, 2]), ITotalizer([1, 2]), m.solve(), next(m.solutions()), puzzle("gunport", "3x3")):
            for way in self.WAYS:
                self.assertRaises(Error, way, whole)

    def test_a_copy_of_a_model_is_independent(self):
        m = Model()
        a, = m.vars("a")
        x, y = m.int("x", 1, 9), m.int("y", 1, 9)
        board = m.grid(1, 2)
        board.digit(0, 0, x)
        m.rule("sum")
        m.add(x + y == 11)
        m.clause([x >= 7, a])
        for way in self.WAYS:
            n = m.count()
            other = way(m)
            self.assertEqual((other.count(), repr(other), other.svg()), (n, repr(m), m.svg()))
            other.given((0, 0), 9)
            other.add(other.named("y") == 3)
            self.assertIn("sum", other.explain())
            self.assertEqual(m.count(), n)
        for way in self.WAYS[1:]:
            all_of_it = way({"m": m, "x": x, "large": x >= 7, "sum": x + y, "board": board})
            other = all_of_it["m"]
            self.assertIs(all_of_it["board"]._model, other)
            other.add(all_of_it["x"] == 8)
            other.clause([all_of_it["large"]])
            self.assertEqual(other.solve()[all_of_it["sum"]], 11)


class Unchanged(unittest.TestCase):
    """A refused call leaves the model, and a condition that waits for its constraint."""

    #: Each call is refused: always, or (waits) only while a condition waits.
    ALWAYS = (
        lambda m: m.var("a"), lambda m: m.var("i"), lambda m: m.derived("b"), lambda m: m.vars("new", "a"), lambda m: m.vars("new", "new"),
        lambda m: m.vars(-1), lambda m: m.vars("new", HALF), lambda m: m.int("c", 0, 1), lambda m: m.int("j", 0, 1), lambda m: m.int("k", 1, 0),
        lambda m: m.int("k", 0, 1, "unary"), lambda m: m.rule(HALF), lambda m: m.rule(3), lambda m: m.clause([99]), lambda m: m.clause([0]),
        lambda m: m.clause([1, "a"]), lambda m: m.clause([m.named("i") >= 1, "a"]), lambda m: m.clause(3), lambda m: m.card([1], "a", 1),
        lambda m: m.at_most([-99], 1), lambda m: m.pb([1], [1, 2], 0, 1), lambda m: m.pb([1], [2**62], 0, 1), lambda m: m.xor([99], 1),
        lambda m: m.counter([1, 1], 1), lambda m: m.counter([1], 2), lambda m: m.minimize([99]), lambda m: m.maximize([1], [2**63]),
        lambda m: m.minimize(m.named("i"), constant=2**70), lambda m: m.add(1), lambda m: m.add(m.named("i") >= 1, 1),
        lambda m: m.add(m.named("i") >= 1, OTHER >= 1), lambda m: m.add(OTHER >= 1), lambda m: m.add(m.named("i") >= 1, 1, soft=2),
        lambda m: m.add(m.named("i") * 2**59 >= 1), lambda m: m.add(m.named("i") >= 1, soft=0), lambda m: m.soft(0), lambda m: m.soft("a"),
        lambda m: m.implies(99), lambda m: m.implies(0), lambda m: m.implies(1, 1), lambda m: m.implies(99, m.named("i") >= 1),
        lambda m: m.implies(1, OTHER >= 1), lambda m: m.reify(99), lambda m: m.reify(0), lambda m: m.reify(0, m.named("i") >= 1),
        lambda m: m.reify(1, 1), lambda m: m.all_different([m.named("i"), m.named("i")]), lambda m: m.all_different([OTHER]),
        lambda m: m.table([m.named("i")], [[1, 2]]), lambda m: m.table([True], [[1]]), lambda m: m.element(m.named("i"), [1, "a"], 1),
        lambda m: m.connected([1, 1], []), lambda m: m.connected([1], [(0, 1)]), lambda m: m.connected({"u": 1}, [("u", "v")]), lambda m: m.connected({"u": 1}, [], root="v"), lambda m: m.loop([(1, "u", "u")]), lambda m: m.loop([(99, 0, 1)]),
        lambda m: m.given(99), lambda m: m.given(m.named("i"), 7), lambda m: m.given((0, 0)), lambda m: m.grid(0, 0), lambda m: m.solve(nonsense=1),
        lambda m: m.solve(card="nonsense"), lambda m: m.solve(assume=[99]), lambda m: m.text("pdf"), lambda m: m.write("x.pdf"))
    WAITS = (
        lambda m: m.solve(), lambda m: m.count(), lambda m: next(m.solutions()), lambda m: m.explain(), lambda m: m.generate(), lambda m: m.text(),
        lambda m: m.write("never.cnf"), lambda m: m.encode(), lambda m: m.certify("never"), lambda m: m.svg(), lambda m: m.verify("v 0"),
        lambda m: m.soft(2), lambda m: m.implies(3), lambda m: m.reify(3), lambda m: m.implies(3, m.named("i") >= 1),
        lambda m: m.reify(3, m.named("i") >= 1), lambda m: m.add(m.named("i") >= 1, soft=2), lambda m: m.add(m.named("i") >= 1, m.named("j") >= 1),
        lambda m: m.all_different([m.named("i"), "a"]), lambda m: m.table([m.named("i")], [["a"]]),
        lambda m: m.element(m.named("i"), [1, "a"], 1), lambda m: m.connected([99], []), lambda m: m.loop([(99, "u", "v")]))

    @staticmethod
    def small(condition):
        m = Model()
        a, b, c = m.vars("a", "b", "c")
        i, j = m.int("i", 0, 3), m.int("j", 0, 3)
        m.add(i + j <= 5)
        m.implies(a, i >= 2)
        if condition:
            condition(m, b)
        return m

    def test_by_refused_calls(self):
        for condition in (None, lambda m, b: m.implies(b), lambda m, b: m.reify(-b), lambda m, b: m.soft(4)):
            for call in (*self.ALWAYS, *(self.WAITS if condition else ())):
                m, plain = self.small(condition), self.small(condition)
                with self.assertRaises(Error, msg=inspect.getsource(call)):
                    call(m)
                for model in (m, plain):
                    model.add(model.named("i") >= 1)  # takes the condition
                    model.clause([model.named("i") >= 2, 3])
                    model.implies(2, model.named("i") >= 2)
                self.assertEqual(m.text("json"), plain.text("json"), inspect.getsource(call))
        self.assertFalse(os.path.exists("never.cnf") or os.path.exists("never"))

    def test_conditions_are_taken_once(self):
        m = self.small(lambda m, b: m.implies(b))
        m.unconditional()
        m.clause([3])
        self.assertEqual(m.count(), sum(i >= 2 or not a for a in (0, 1) for b in (0, 1) for i in range(4) for j in range(4) if i + j <= 5))
        late, x = m.soft(3), m.named("i")
        m.clause([x >= 3, x == 0])  # literals of comparisons are reified constraints, too
        m.add(x == 1, soft=2)
        answer = m.solve()
        self.assertEqual((answer.objective, answer[late]), (2, -1))
        with self.assertRaisesRegex(Error, "60 bits"):
            m.clause([x * 2**59 >= 1])
        with self.assertRaisesRegex(Error, "60 bits"):
            m.clause([x * 2**59 >= 1])  # it has no literal yet, although it was refused before


class Names(unittest.TestCase):
    def test_every_character_stays_in_its_line(self):
        m = Model()
        bad = [*range(32), *range(127, 160), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
        codes = {*bad, *range(0, 0xD800, 97), *range(0xE000, 0x11000, 97), 0x10FFFF}
        name = {code: f"{code} a{chr(code)}b" for code in codes}
        found = {code: m.int(name[code], code, code) if code % 2 else m.var(name[code]) for code in codes}
        answer = m.solve()
        for code in codes:
            shown = found[code].name if code % 2 else m.name(found[code])
            self.assertEqual(shown == name[code], code not in bad, code)
            self.assertEqual(answer[name[code]], code if code % 2 else answer[found[code]])
        m = Model()
        m.rule("no\nlines\u2028, no \x1b[1m")
        m.clause([])
        self.assertEqual(m.explain(), [r"no\nlines\u2028, no \x1b[1m"])
        again = parse("json", m.text("json"))
        self.assertEqual(again.explain(), m.explain())
        for refused in ("caption", "given 0 0 symbol"):
            with self.assertRaisesRegex(Error, "bidirectional"):
                parse("json", json.dumps({"loophole-model": 1, "picture": ["grid 1 1", f'{refused} "a\u202eb"']}))
        board = m.grid(1, 1)
        for text in ("a\nb", "a\u202eb", "\x1b"):
            with self.assertRaisesRegex(Error, "bidirectional"):
                board.given(0, 0, text)

    def test_names_are_taken_once(self):
        m = Model()
        a, x = m.var("a"), m.int("x", 0, 1)
        for again in (lambda: m.var("a"), lambda: m.derived("x"), lambda: m.int("a", 0, 1), lambda: m.int("x", 0, 1), lambda: m.vars("b", "x")):
            with self.assertRaisesRegex(Error, "is taken"):
                again()
        self.assertEqual((m.nv, m.named("a")), (1, a))
        free = m.vars(2)  # their names, x2 and x3, are from their numbers
        y = m.int("x3", 5, 6)
        m.clause([free[1]])
        answer = m.solve()
        self.assertIn(answer["x3"], (5, 6))
        self.assertEqual((answer["x3"], m.named("x3").name, m.named("x2")), (answer[y], "x3", free[0]))
        read = parse("opb", "+1 x1 +1 x2 >= 1 ;")
        with self.assertRaisesRegex(Error, "is taken"):
            read.int("x2", 0, 1)
        read.int("x3", 0, 1)


class Shown(unittest.TestCase):
    def test_what_was_declared(self):
        m = Model()
        x, y = m.int("x", 1, 9), m.int("y", 1, 9)
        lamp, _ = m.vars("lamp", "fan")
        done = m.derived("done")
        m.clause([x >= 4, y == 2])
        m.all_different([x + y, x - y, x])
        m.implies(lamp, x + y == 6)
        m.clause([x == 5])
        m.clause([lamp]), m.clause([-2]), m.clause([done])
        m.counter([lamp, -2], 2)
        m.loop([(m.var(f"e{i}"), i, (i + 1) % 3) for i in range(3)])
        for shown in (m, copy.copy(m)):
            self.assertEqual(str(shown.solve()), "satisfiable: x = 5, y = 1, lamp, done, e0, e1, e2")
            self.assertEqual([str(s) for s in shown.solutions()], ["satisfiable: x = 5, y = 1, lamp, done, e0, e1, e2"])
        read = parse("json", m.text("json"))
        more = read.derived("more")
        read.clause([more])
        self.assertRegex(str(read.solve()), "^satisfiable: x = 5, y = 1, .*lamp, e0, e1, e2, more$")
        m.soft(2), m.clause([-lamp])
        self.assertIn("soft constraint 1 is violated", str(m.solve()))

    def test_models_and_answers(self):
        m = Model()
        x, y = m.int("width", 1, 9), m.int("height", 1, 9)
        lamp = m.var("lamp")
        m.add(x + 2 * y == 5, x >= 3)
        m.clause([lamp])
        self.assertEqual(repr(m), "<model of 1 variable, 2 integers and 3 constraints>")
        self.assertEqual(str(m.solve()), "satisfiable: width = 3, height = 1, lamp")
        self.assertEqual((repr(x + 2 * y - 3), repr(x >= 3), repr(-x)), ("<width + 2*height - 3>", "<width >= 3>", "<-width>"))
        m.grid(1, 1).digit(0, 0, x)
        self.assertIn(m.solve().board(), str(m.solve()))
        self.assertIn(m.solve().board(), str(parse("json", m.text("json")).solve()))
        many = Model()
        many.at_least(many.vars(900), 900)
        text = str(many.solve())
        self.assertIn("more", text)
        self.assertLess(max(map(len, text.split("\n"))), 101)

    def test_failed_assumptions_are_those_that_were_passed(self):
        m = Model()
        k, a = m.int("k", 1, 9), m.var("a")
        m.add(k <= 5)
        c = k >= 6
        answer = m.solve(assume=[a, c])
        self.assertEqual([f is c for f in answer.failed], [True])
        with self.assertRaisesRegex(Error, "compare"):
            m.solve(assume=[k])

    def test_evidence(self):
        m = Model()
        v = [[m.var() for _ in range(4)] for _ in range(5)]
        for row in v:
            m.clause(row)
        for column in zip(*v):
            m.at_most(column, 1)
        for option, proved in [("never", False), ("always", True)]:
            answer = m.solve(proof_check=option)
            self.assertEqual((answer.status, answer.proved, "unchecked" in answer.evidence), ("unsatisfiable", proved, not proved))
        self.assertFalse(m.solve(proof_check="always", solver="picosat").proved)
        free = Model()
        free.var()
        self.assertTrue(free.solve().proved and "verified" in free.solve().evidence and next(free.solutions()).proved)

    def test_a_certificate_of_a_model(self):
        m = Model()
        x, y = m.int("x", 1, 3), m.int("y", 1, 3)
        m.add(x + y == 5)
        with tempfile.TemporaryDirectory() as directory:
            claim = m.certify(directory, all=True)
            self.assertRegex(claim, "2 solutions, and no other")
            self.assertEqual(check(directory), claim)
        self.assertEqual(m.count(), 2)
        m.minimize(x)
        with tempfile.TemporaryDirectory() as directory:
            self.assertRegex(m.certify(directory), "value 2, and no solution is better")
        self.assertEqual(json.loads(m.text("json"))["objective"]["minimize"], [])

    def test_a_certificate_from_the_rules(self):
        m = Model()
        x = [m.var() for _ in range(5)]
        m.at_least(x, 3)
        m.xor(x, 0)
        m.minimize(sum((i + 1) * a for i, a in enumerate(x)))
        with tempfile.TemporaryDirectory() as directory:
            claim = m.certify(directory, proof="rules")
            self.assertRegex(claim, "10, and no solution is better")
            self.assertEqual(check(directory), claim)
            self.assertIn("formula.opb", os.listdir(directory))
        with self.assertRaisesRegex(Error, "rules"):
            m.certify("never", proof="word")


if __name__ == "__main__":
    unittest.main()
