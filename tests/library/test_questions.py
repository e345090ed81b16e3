"""Certificates of random models against brute force."""
import itertools
import os
import random
import shutil
import subprocess
import tempfile
import unittest

from loophole import Model, check

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
        lits = [v * r.choice((1, -1)) for v in r.sample(x, r.randint(1, N))]
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


class Questions(unittest.TestCase):
    def test_a_certificate_trusts_an_encoder_only_if_it_must(self):
        r = random.Random(45)
        proofs = set()
        for turn in range(60):
            m, rows, costs = drawn(r, ("clause", "card", "pb") + ("xor",) * (turn % 3 == 0), r.randint(1, 7))
            right = solutions_of(rows)
            best = m.solve()
            with tempfile.TemporaryDirectory() as directory:
                claim = m.certify(directory)
                self.assertEqual(check(directory), claim)
                files = set(os.listdir(directory))
                sums = all(row[0] != "xor" for row in rows) and (costs or any(row[0] != "clause" for row in rows))
                refuted = bool(costs) or not right
                self.assertLessEqual("proof.drat" in files, refuted and not sums, (rows, files))
                self.assertEqual("proof.pbp" in files, bool(refuted and sums), (rows, files))
                self.assertEqual("no solution." in claim, not right)
                if right and costs:
                    self.assertIn(f" {best.objective}, and no solution is better", claim)
                if "proof.drat" in files and shutil.which("drat-trim"):
                    out = subprocess.run(["drat-trim", "formula.cnf", "proof.drat"], cwd=directory, capture_output=True, text=True)
                    self.assertIn("s VERIFIED", out.stdout)
                proofs |= {name for name in files if name.startswith("proof")}
        self.assertEqual(proofs, {"proof.drat", "proof.pbp"})

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


if __name__ == "__main__":
    unittest.main()
