"""The Python module against brute force."""
import itertools
import os
import subprocess
import sys
import tempfile
import unittest

import loophole
from loophole import CardEnc, Counter, Error, Model, PBEnc, Solver, XorEnc, check_proof, encoders, parse, prove, puzzle, read


def extends(cnf, n):
    """The assignments of 1..n that extend to the clauses."""
    s = Solver("picosat", cnf.clauses)
    return {a for a in itertools.product([0, 1], repeat=n)
            if s.solve([v + 1 if a[v] else -v - 1 for v in range(n)])}


class Encoders(unittest.TestCase):
    def test_all_cardinalities(self):
        for e in encoders("card"):
            for lo, hi in [(None, 0), (None, 2), (1, 3), (4, None), (2, 2), (6, None), (None, -1), (-3, 9)]:
                right = {a for a in itertools.product([0, 1], repeat=5)
                         if (lo is None or lo <= sum(a)) and (hi is None or sum(a) <= hi)}
                self.assertEqual(extends(CardEnc.between(range(1, 6), lo, hi, encoding=e["name"]), 5), right, (e["name"], lo, hi))

    def test_weights_and_repeated_literals(self):
        w, x = [3, -2, 5, 1, 4], [1, -2, 3, 1, -4]
        for e in [None] + [e["name"] for e in encoders("pb")]:
            for k in (-3, 0, 4, 9, 100, 2**70, -(2**70)):
                right = {a for a in itertools.product([0, 1], repeat=4)
                         if sum(wi for wi, xi in zip(w, x) if (a[abs(xi) - 1] == 1) == (xi > 0)) <= k}
                self.assertEqual(extends(PBEnc.atmost(x, w, k, encoding=e), 4), right, (e, k))

    def test_parities(self):
        for e in encoders("xor"):
            self.assertEqual(len(extends(XorEnc.equals([1, -2, 3, 4, 5, 6], 1, encoding=e["name"]), 6)), 32)

    def test_counter(self):
        c = Counter([1, -2, 3, 4], [2, 3, 1, -1], most=4)
        s = Solver("cadical", c.fresh())
        for k in range(-1, 4):
            found = sum(bool(s.solve([v + 1 if a[v] else -v - 1 for v in range(4)] + c.at_most(k)))
                        for a in itertools.product([0, 1], repeat=4))
            right = sum(2 * a + 3 * (1 - b) + d - e <= k for a, b, d, e in itertools.product([0, 1], repeat=4))
            self.assertEqual(found, right, k)

    def test_refusals(self):
        for wrong in (lambda: CardEnc.atmost([0], 1), lambda: CardEnc.atmost([2**31], 1), lambda: PBEnc.atmost([1], [2**63], 1),
                      lambda: PBEnc.atmost([1, 2], [1], 1), lambda: Model().clause([1]), lambda: puzzle("gunprot"),
                      lambda: Solver("kaddical"), lambda: read("nowhere.cnf"), lambda: puzzle("tank", 4).var()):
            with self.assertRaises(Error):
                wrong()


class Models(unittest.TestCase):
    def model(self):
        m = Model()
        x = m.vars(5)
        m.exactly(x, 3)
        m.xor(x[:3], 0)
        m.pb(x, [1, 2, 3, 4, 5], 6, None)
        return m, x

    def test_counts_and_solutions(self):
        m, x = self.model()
        right = {a for a in itertools.product([0, 1], repeat=5)
                 if sum(a) == 3 and sum(a[:3]) % 2 == 0 and sum((i + 1) * v for i, v in enumerate(a)) >= 6}
        self.assertEqual(m.count(), len(right))
        self.assertEqual({tuple(int(s.true(v)) for v in x) for s in m.solutions()}, right)

    def test_optimum_progress_and_choices(self):
        m, x = self.model()
        m.maximise(x, [1, -2, 3, -4, 5], constant=7)
        seen = []
        for search in ("down", "bisect", "core"):
            a = m.solve(search=search, progress=lambda so_far: seen.append(so_far.objective))
            self.assertEqual((a.status, a.lower, a.upper), ("optimal", a.objective, a.objective))
            self.assertEqual(m.verify(a.solution), a.objective)
        self.assertEqual(a.objective, max(7 + sum(w * v for w, v in zip([1, -2, 3, -4, 5], s)) for s in
                         ({tuple(int(s.true(v)) for v in x) for s in m.solutions()})))
        self.assertTrue(seen)

    def test_progress_is_silent_in_a_pipe_and_imports_nothing(self):
        with tempfile.TemporaryDirectory() as d:
            os.mkdir(d + "/IPython")
            with open(d + "/IPython/__init__.py", "w") as f:
                f.write("print('imported')\ndef get_ipython(): return None\n")
            script = "from loophole import puzzle\na = puzzle('gunport', '6x6').solve(progress=True)\nprint(repr(a))"
            path = os.pathsep.join([d] + [p for p in sys.path if p])
            for before, said in ("", ""), ("import IPython\n", "imported\n"):
                done = subprocess.run([sys.executable, "-c", before + script], env=dict(os.environ, PYTHONPATH=path), text=True,
                                      capture_output=True)
                self.assertEqual((done.stdout, done.stderr), (said + "<optimal, 12>\n", ""))

    def test_progress_line(self):
        class So:
            objective, lower, upper, calls = 12, None, 14, 1

            def statistic(self, name):
                return self.calls

        so = So()
        self.assertEqual(loophole._Line.text(so), "12, at most 14, 1 solver call")
        so.lower, so.calls = 12, 2
        self.assertEqual(loophole._Line.text(so), "12 within 12..14, 2 solver calls")
        so.objective = so.lower = so.upper = None
        self.assertEqual(loophole._Line.text(so), "no solution yet, 2 solver calls")

    def test_exit_with_everything_alive(self):
        script = ("import loophole\nm = loophole.Model()\na = m.solve()\ns = loophole.Solver()\nc = loophole.Counter([1, 2])\n"
                  "loophole.lib = loophole._library.lib = None\ndel m, a, s, c\n")
        done = subprocess.run([sys.executable, "-c", script], text=True, capture_output=True,
                              env=dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p)))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_wrong_types_are_refused(self):
        m = Model()
        a, b = m.vars(2)
        for what, sentence in (
            (lambda: m.clause([1.5]), "A literal is a whole number, not 1.5."),
            (lambda: m.clause(["a"]), "A literal is a whole number, not 'a'."),
            (lambda: m.clause(7), "A list of whole numbers is needed, not 7."),
            (lambda: m.at_most([a, b], 1.5), "A bound is a whole number, not 1.5."),
            (lambda: m.pb([a], ["a"], 0, 1), "A weight is a whole number, not 'a'."),
            (lambda: m.xor([a], 1.5), "A parity is a whole number, not 1.5."),
            (lambda: m.count_of([a, b], "a"), "A bound is a whole number, not 'a'."),
            (lambda: m.var(5), "A name or a text is a string, not 5."),
            (lambda: CardEnc.atmost([1, "a"], 1), "A literal is a whole number, not 'a'."),
            (lambda: CardEnc.atmost([1, 2], 1, top_id=2.5), "A top_id is a whole number, not 2.5."),
            (lambda: CardEnc.atmost([1, 2], 1, encoding=5), "A name or a text is a string, not 5."),
            (lambda: PBEnc.leq([1, 2], [1, 1.5], 1), "A weight is a whole number, not 1.5."),
            (lambda: XorEnc.equals([1, 2], "a"), "A parity is a whole number, not 'a'."),
            (lambda: Counter([1, 2], most="a"), "A bound is a whole number, not 'a'."),
            (lambda: Solver("cadical", [[1.5]]), "A literal is a whole number, not 1.5."),
            (lambda: Solver().solve(["a"]), "A literal is a whole number, not 'a'."),
            (lambda: Solver(5), "A name or a text is a string, not 5."),
        ):
            with self.assertRaises(Error) as refused:
                what()
            self.assertEqual(str(refused.exception), sentence)
        with self.assertRaises(Error):
            m.count(limit="a")

    def test_an_exception_stops_the_search(self):
        def stop(_):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            puzzle("gunport", "12x12").solve(progress=stop, search="down")

    def test_formats_round_trip(self):
        m, x = self.model()
        m.minimise(x, [5, 4, 3, 2, 1])
        best = m.solve().objective
        for name, format in (("opb", "opb"), ("wcnf", "wcnf")):
            self.assertEqual(parse(format, m.text(name)).solve().objective, best, name)
        for name in ("cnf", "xcnf", "knf", "lp", "mzn", "icnf", "wcnf-old"):
            self.assertTrue(m.text(name))
        with tempfile.TemporaryDirectory() as d:
            m.write(os.path.join(d, "m.cnf.gz"))
            self.assertTrue(read(os.path.join(d, "m.cnf.gz")).solve())

    def test_counters_and_parities(self):
        m = Model()
        x = m.vars(4)
        y = m.count_of(x, 3)
        m.clause([y[1]])
        m.clause([-y[2]])
        self.assertEqual(m.count(), 6)
        m = Model()
        x = m.vars(3)
        m.xor(x, 1)
        m.xor(x[:2], 1)
        self.assertEqual((m.parity()["rank"], m.parity()["consistent"]), (2, True))
        self.assertGreater(m.imply(), 0)

    def test_proofs(self):
        clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], [3]]
        self.assertEqual(check_proof(clauses, prove(clauses)), 4)
        with self.assertRaises(Error):
            check_proof(clauses, b"4 0\n")
        self.assertIsNone(prove(clauses[1:]))

    def test_cores(self):
        s = Solver("cadical", [[-1, -2], [3]])
        self.assertIs(s.solve([1, 2, 3]), False)
        self.assertEqual(set(s.get_core()), {1, 2})
        self.assertIs(s.solve([1]), True)
        self.assertEqual(s.get_model()[0], 1)

    def test_no_model_and_no_core_without_an_answer(self):
        for name in ("cadical", "picosat"):
            s = Solver(name, [[1, 2]])
            self.assertEqual((s.get_model(), s.get_core()), (None, None))
            self.assertIs(s.solve(), True)
            self.assertEqual((len(s.get_model()), s.get_core()), (2, None))
            self.assertIs(s.solve([-1, -2]), False)
            self.assertEqual((s.get_model(), set(s.get_core())), (None, {-1, -2}))
            s.add_clause([3])
            self.assertEqual((s.get_model(), s.get_core()), (None, None))


if __name__ == "__main__":
    unittest.main()
