"""Loophole as a solver of CPMpy, where that is installed."""
import itertools
import random
import unittest

try:
    import cpmpy as cp
    import loophole.cpmpy
except ModuleNotFoundError as missing:
    if missing.name != "cpmpy":
        raise
    cp = None


def expression(draw, x, b, depth):
    """A random Boolean expression of integers x and Booleans b."""
    if depth == 0:
        return draw.choice(b)
    part = lambda: expression(draw, x, b, depth - 1)
    number = lambda: draw.choice([lambda: draw.choice(x) * draw.choice(x), lambda: abs(draw.choice(x) - 2), lambda: cp.max(x), lambda: cp.sum(b),
                                  lambda: cp.Element([3, 0, 2, 5], draw.choice(x)), lambda: draw.choice(x) // 2, lambda: -draw.choice(x)])()
    return draw.choice([lambda: part() & part(), lambda: part() | ~part(), lambda: part().implies(part()), lambda: part() == part(),
                        lambda: number() >= draw.randint(-2, 6), lambda: number() != number(), lambda: cp.AllDifferent(x),
                        lambda: cp.Table(x, [[0, 1, 2], [3, 3, 1], [2, 0, 0]]), lambda: cp.Xor([part(), part(), part()])])()


@unittest.skipIf(cp is None, "cpmpy is not installed")
class CPMpyTest(unittest.TestCase):
    def test_answers_are_those_of_brute_force(self):
        draw = random.Random(5)
        for _ in range(60):
            x, b = list(cp.intvar(0, 3, shape=3)), list(cp.boolvar(shape=2))
            constraints = [expression(draw, x, b, 2) for _ in range(2)]
            objective = 3 * x[0] - x[1] + 2 * b[0]
            best, number = None, 0
            for values in itertools.product(*[range(4)] * 3, *[(False, True)] * 2):
                for v, value in zip(x + b, values):
                    v._value = value
                if all(c.value() for c in constraints):
                    number += 1
                    best = objective.value() if best is None else min(best, objective.value())
            keep = sum(x) + sum(b) >= 0  # so that all variables are the model's
            self.assertEqual(cp.Model(constraints, keep).solveAll(solver="loophole"), number, constraints)
            model = cp.Model(constraints, keep, minimize=objective)
            self.assertEqual(model.solve(solver="loophole"), number > 0)
            self.assertEqual(model.objective_value() if number else None, best)

    def test_assumptions_hints_and_the_last_objective(self):
        x, y, z = cp.boolvar(shape=3)
        solver = cp.SolverLookup.get("loophole", cp.Model(x | y, ~x | ~z))
        self.assertFalse(solver.solve(assumptions=[z, x, y]))
        self.assertEqual({str(a) for a in solver.get_core()}, {str(x), str(z)})
        solver.solution_hint([x, y, z], [False, True, False])
        self.assertTrue(solver.solve())
        solver.minimize(x + y + z)
        self.assertTrue(solver.solve())
        self.assertEqual(solver.objective_value(), 1)
        solver.maximize(x + y + z)
        self.assertTrue(solver.solve())
        self.assertEqual(solver.objective_value(), 2)
        self.assertEqual(solver.solveAll(), 2)


if __name__ == "__main__":
    unittest.main()
