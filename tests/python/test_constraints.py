"""Constraints over lists of integers and over graphs, also under a condition, against their meaning by brute force."""
import itertools
import os
import random
import unittest

from loophole import Error, Model, parse


def places(n):
    return list(itertools.product(range(n), repeat=2))


def components(vertices, edges):
    """The sets of connected vertices."""
    found = {v: {v} for v in vertices}
    for a, b in edges:
        if found[a] is not found[b]:
            found[a] |= found[b]
            for v in found[b]:
                found[v] = found[a]
    return found


def is_path(true, start, end):
    degree = {}
    for a, b in true:
        degree[a], degree[b] = degree.get(a, 0) + 1, degree.get(b, 0) + 1
    ends = {v for v, d in degree.items() if d == 1}
    return (len(true) > 0 and len(ends) == 2 and max(degree.values()) <= 2 and {start, end} - {None} <= ends
            and len(components(degree, true)[true[0][0]]) == len(degree))


def is_circuit(following):
    """Of a dictionary of successors; vertices that follow themselves are left out."""
    rest = {v: w for v, w in following.items() if v != w}
    if sorted(map(str, following)) != sorted(map(str, following.values())):
        return False
    v = next(iter(rest), None)
    while v in rest:
        v = rest.pop(v)
    return not rest


class Constraints(unittest.TestCase):
    def test_sums_of_literals(self):
        """A comparison of a sum of literals is the same row as the call for it, and gets the same search."""
        m, same = Model(), Model()
        for model in (m, same):
            pigeons = [[model.var(f"{p} in {h}") for h in range(14)] for p in range(15)]
            for p in pigeons:
                model.clause(p)
            for hole in zip(*pigeons):
                if model is m:
                    model.add(sum(hole) <= 1)
                else:
                    model.pb(hole, [1] * 15, None, 1)
        self.assertEqual(m.text("json"), same.text("json"))
        self.assertEqual(m.solve(time_limit=60).status, "unsatisfiable")

    def compare(self, build, holds, seed):
        """build(r, m) adds variables and a constraint, and returns literals and integers; holds tells whether their values are allowed. The same
        under a condition, and after a way through JSON.
        """
        for conditional in (False, True):
            r, m = random.Random(seed), Model()
            y = m.var("y")
            m.rule("the rule")
            if conditional:
                m.implies(y)
            lits, integers, what = build(r, m)
            values = [range(x.lo, x.hi + 1) for x in integers]
            right = set()
            for point in itertools.product((0, 1), *[(0, 1)] * len(lits), *values):
                on, bits, numbers = point[0], point[1 : 1 + len(lits)], point[1 + len(lits) :]
                if (conditional and not on) or holds(what, bits, numbers):
                    right.add(point)
            found = [(s[y] > 0, *(s[x] > 0 for x in lits), *(s[x] for x in integers)) for s in m.solutions()]
            self.assertEqual(len(found), len(set(found)), seed)
            self.assertEqual(set(found), right, (seed, conditional, m.text("json")))
            self.assertEqual(parse("json", m.text("json")).count(), len(right), seed)
            if not right:
                self.assertIn("the rule", m.explain())

    def each(self, build, holds, models=25):
        first = int(os.environ.get("SEED", 0))
        for seed in range(first, first + int(os.environ.get("MODELS", models))):
            self.compare(build, holds, seed)

    @staticmethod
    def ints(r, m, n, lo=0, spread=2):
        return [m.int(f"x{i}", low, low + r.randint(0, spread)) for i in range(n) for low in [r.randint(lo, lo + 1)]]

    def test_all_different_except(self):
        def build(r, m):
            x, value = self.ints(r, m, 4), r.randint(0, 3)
            terms = [v + r.randint(0, 1) if r.randrange(3) == 0 else v for v in x]
            m.all_different(terms, except_value=value)
            return [], x, (value, [0 if t is v else t._constant for t, v in zip(terms, x)])

        def holds(what, bits, numbers):
            used = [v + c for v, c in zip(numbers, what[1]) if v + c != what[0]]
            return len(used) == len(set(used))

        self.each(build, holds)

    def test_table(self):
        def build(r, m):
            x = self.ints(r, m, r.randint(1, 3))
            rows = [[r.choice((None, 0, 1, 2, 3)) for _ in x] for _ in range(r.randint(0, 4))]
            m.table(x, rows)
            return [], x, rows

        self.each(build, lambda rows, _, v: any(all(w in (None, n) for w, n in zip(row, v)) for row in rows))

    def test_orders(self):
        def increasing(r, m):
            x, strict = self.ints(r, m, r.randint(0, 4)), r.randrange(2)
            m.increasing(x, strict=strict)
            return [], x, strict

        def lex(r, m):
            n, strict = r.randint(0, 2), r.randrange(2)
            lits, x = (m.vars(2 * n), []) if r.randrange(2) else ([], self.ints(r, m, 2 * n))
            m.lex((lits or x)[:n], (lits or x)[n:], strict=strict)
            return lits, x, (n, strict)

        self.each(increasing, lambda strict, _, v: all(b >= a + strict for a, b in zip(v, v[1:])))
        self.each(lex, lambda w, bits, v: (bits + v)[: w[0]] < (bits + v)[w[0] :] or not w[1] and (bits + v)[: w[0]] == (bits + v)[w[0] :])

    def test_inverse_and_cardinality(self):
        def inverse(r, m):
            n, first = r.randint(0, 2), r.randint(0, 1)
            x = self.ints(r, m, 2 * n)
            m.inverse(x[:n], x[n:], first=first)
            return [], x, (n, first)

        def is_inverse(w, _, v):
            n, first = w
            f, g = [[a - first for a in part] for part in (v[:n], v[n:])]
            return all(0 <= a < n for a in f + g) and all(g[a] == i for i, a in enumerate(f)) and all(f[a] == i for i, a in enumerate(g))

        def cardinality(r, m):
            x, values, closed = self.ints(r, m, 4), r.sample(range(4), r.randint(0, 2)), r.randrange(4) == 0
            counts = {v: x[3] if r.randrange(2) else r.randint(0, 2) for v in values}
            m.cardinality(x[:3], counts, closed=closed)
            return [], x, ({v: None if c is x[3] else c for v, c in counts.items()}, closed)

        self.each(inverse, is_inverse)
        self.each(cardinality, lambda w, _, v: all(v[:3].count(k) == (v[3] if c is None else c) for k, c in w[0].items())
                  and not (w[1] and set(v[:3]) - set(w[0])))

    def test_regular(self):
        def build(r, m):
            lits, x, states = m.vars(2), self.ints(r, m, 2), "abc"
            arcs = [(r.choice(states), r.randint(0, 3), r.choice(states)) for _ in range(12)]
            ends = r.sample(states, 2)
            m.regular([lits[0], x[0], lits[1], x[1]], arcs, "a", ends)
            return lits, x, (arcs, ends)

        def holds(w, bits, v):
            now = {"a"}
            for value in (bits[0], v[0], bits[1], v[1]):
                now = {t for s, k, t in w[0] if s in now and k == value}
            return bool(now & set(w[1]))

        self.each(build, holds)

    def test_no_overlap(self):
        def build(r, m):
            x, sizes, there = self.ints(r, m, 4), [r.randint(0, 2) for _ in range(4)], m.vars(2) if r.randrange(2) else []
            m.no_overlap([(x[0], x[1], *sizes[:2]), (x[2], x[3], *sizes[2:])], there or None)
            return there, x, sizes

        def holds(s, bits, v):
            return 0 in bits or v[0] + s[0] <= v[2] or v[2] + s[2] <= v[0] or v[1] + s[1] <= v[3] or v[3] + s[3] <= v[1]

        self.each(build, holds)

    def test_paths_and_circuits(self):
        def path(r, m):
            pairs = [e for e in itertools.combinations(range(4), 2) if r.randrange(5)]
            ends = [r.choice((None, *range(4))) for _ in "ab"]
            known = {v for e in pairs for v in e}
            if not pairs or ends[0] is not None and ends[0] == ends[1] or set(ends) - {None} - known:
                pairs, ends = [(0, 1), (1, 2)], [None, None]
            lits = m.vars(len(pairs))
            through = m.path([(x, *e) for x, e in zip(lits, pairs)], *ends)
            self.assertEqual(sorted(through), sorted({v for e in pairs for v in e}))
            return lits, [], (pairs, ends)

        def circuit(r, m):
            arcs = [a for a in places(3) if r.randrange(6)] or [(0, 0)]
            lits = m.vars(len(arcs))
            m.circuit([(x, *a) for x, a in zip(lits, arcs)])
            return lits, [], arcs

        def holds(arcs, bits, _):
            true = [a for a, bit in zip(arcs, bits) if bit]
            following = dict(true)
            return len(true) == len(following) and set(following) == {v for a in arcs for v in a} and is_circuit(following)

        def successors(r, m):
            first, optional = r.randint(-1, 1), r.randrange(2)
            x = self.ints(r, m, r.randint(0, 4), first, 3)
            m.circuit(x, first=first, optional=optional)
            return [], x, (first, optional)

        self.each(path, lambda w, bits, _: is_path([e for e, bit in zip(w[0], bits) if bit], *w[1]))
        self.each(circuit, holds)
        self.each(successors, lambda w, _, v: is_circuit(n := {i: a - w[0] for i, a in enumerate(v)}) and (w[1] or all(i != a for i, a in n.items())))

    def test_loops_and_elements(self):
        def loop(r, m):
            pairs = [e for e in itertools.combinations(range(4), 2) if r.randrange(6)]
            lits = m.vars(len(pairs))
            m.loop([(x, *e) for x, e in zip(lits, pairs)])
            return lits, [], pairs

        def is_loop(pairs, bits, _):
            true = [e for e, bit in zip(pairs, bits) if bit]
            known = {v for e in true for v in e}
            return len(true) > 2 and all(sum(v in e for e in true) == 2 for v in known) and len(components(known, true)[true[0][0]]) == len(known)

        def element(r, m):
            x = self.ints(r, m, 4)
            places = [r.choice((k, -1 - r.randint(0, 3))) for k in (0, 1)]  # of an integer, or a whole number
            m.element(x[0], [x[2 + k] if k >= 0 else -1 - k for k in places], x[1])
            return [], x, places

        self.each(loop, is_loop)
        self.each(element, lambda w, _, v: 0 <= v[0] < 2 and (v[2 + w[v[0]]] if w[v[0]] >= 0 else -1 - w[v[0]]) == v[1])

    def test_regions(self):
        def build(r, m):
            vertices = range(4)
            pairs = [e for e in itertools.combinations(vertices, 2) if r.randrange(3)] + [(0, 1)]
            lits, sizes = m.vars(len(pairs)), {v: m.int(f"s{v}", 1, 4) for v in vertices if r.randrange(3) == 0}
            roots = r.sample(vertices, r.randint(1, 3)) if r.randrange(2) else None
            number = r.randint(1, 4) if r.randrange(2) else None
            m.regions([(x, *e) for x, e in zip(lits, pairs)], sizes or None, roots, number)
            known = set(sizes) | set(roots or []) | {v for e in pairs for v in e}
            return lits, list(sizes.values()), (known, pairs, list(sizes), roots, number)

        def holds(w, bits, v):
            known, pairs, sized, roots, number = w
            region = components(known, [e for e, bit in zip(pairs, bits) if not bit])
            return (not any(bit and region[a] is region[b] for (a, b), bit in zip(pairs, bits)) and all(len(region[c]) == n for c, n in zip(sized, v))
                    and (roots is None or all(sum(root in part for root in roots) == 1 for part in region.values()))
                    and number in (None, len({id(part) for part in region.values()})))

        self.each(build, holds)

    def test_numbers_of_a_long_circuit(self):
        """Two circuits of lengths that are near the period of the numbers."""
        for n in (3, 7, 15, 31, 63, 127):
            for cut in (2, n // 2, n - 2, n - 1, n):
                m = Model()
                m.circuit([(m.var(), i, (i + 1) % cut if i < cut else cut + (i - cut + 1) % (n - cut)) for i in range(n)])
                self.assertEqual(m.count(), cut in (1, n - 1, n), (n, cut))  # an arc to itself leaves a vertex out

    def test_what_is_refused(self):
        m = Model()
        a, x, y = m.var("a"), m.int("x", 0, 3), m.int("y", -1, 3)
        for what, words in ((lambda: m.lex([a], [a, a]), "same length"), (lambda: m.inverse([x], [x, y]), "same length"),
                            (lambda: m.regular([x], [(0, 1)], 0, []), "next state"), (lambda: m.no_overlap([(x, 1), (x,)]), "position and a size"),
                            (lambda: m.no_overlap([(x, y)]), "domain from 0"), (lambda: m.no_overlap([(x, 1)], []), "each box needs one"),
                            (lambda: m.path([(a, 1, 2)], 3), "No edge has the vertex 3"), (lambda: m.path([(a, 1, 2)], 1, 1), "different vertices"),
                            (lambda: m.path([a]), "literal, vertex, vertex"), (lambda: m.circuit([x], optional=True, first=a), "number of a vertex"),
                            (lambda: m.circuit([(a, 0, 1)], first=1), "belong to a list of integers"), (lambda: m.regions([(a, 1, 2)], roots={1: a}), "each vertex needs one"),
                            (lambda: m.increasing(x), "list of integers"), (lambda: m.table([x], [(a,)]), "m.number makes it"),
                            (lambda: m.reify(a).increasing([x, y]), "reified or soft"), (lambda: m.implies(a).clauses([[a]]), "several constraints")):
            with self.assertRaises(Error, msg=words) as refused:
                what()
            self.assertIn(words, str(refused.exception))
            m.unconditional()


unittest.main()
