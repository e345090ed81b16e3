"""The Python module against brute force."""
import itertools
import os
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


if __name__ == "__main__":
    unittest.main()
