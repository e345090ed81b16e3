"""Scripts in the style of PySAT's documentation run with a changed import; the thin names behave as PySAT's."""
import gzip
import importlib.util
import inspect
import itertools
import os
import re
import tempfile
import unittest

import loophole
from loophole import CNF, RC2, WCNF, CardEnc, EncType, Error, IDPool, ITotalizer, Model, PBEnc, PBEncType, Solver, Stopped, XorEnc, encoders, parse

QUEENS = """
from pysat.card import CardEnc, EncType
from pysat.formula import CNF, IDPool
from pysat.solvers import Solver

n = 6
vpool = IDPool()
queen = lambda r, c: vpool.id(f"q{r},{c}")
cells = [(r, c) for r in range(n) for c in range(n)]
for r, c in cells:
    queen(r, c)
cnf = CNF()
for i in range(n):
    cnf.extend(CardEnc.equals(lits=[queen(i, c) for c in range(n)], bound=1, encoding=EncType.pairwise).clauses)
    cnf.extend(CardEnc.equals(lits=[queen(r, i) for r in range(n)], bound=1, encoding=EncType.pairwise).clauses)
for d in range(-n, 2 * n):
    for diagonal in ([queen(r, c) for r, c in cells if r - c == d], [queen(r, c) for r, c in cells if r + c == d]):
        if len(diagonal) > 1:
            cnf.extend(CardEnc.atmost(lits=diagonal, bound=1, encoding=EncType.pairwise))
boards = []
with Solver(name="g3", bootstrap_with=cnf) as solver:
    for model in solver.enum_models():
        boards.append([vpool.obj(v) for v in model if v > 0])
result = sorted(tuple(int(q[-1]) for q in sorted(b)) for b in boards)
"""

SUDOKU = """
from pysat.formula import CNF, IDPool
from pysat.card import *
from pysat.solvers import Cadical153

grid = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79"]
pool = IDPool(start_from=1)
v = lambda r, c, d: pool.id((r, c, d))
nine = range(9)
for r in nine:
    for c in nine:
        for d in nine:
            v(r, c, d)
cnf = CNF()
units = [[(r, c) for c in nine] for r in nine] + [[(r, c) for r in nine] for c in nine]
units += [[(3 * i + a, 3 * j + b) for a in range(3) for b in range(3)] for i in range(3) for j in range(3)]
for r in nine:
    for c in nine:
        enc = CardEnc.equals(lits=[v(r, c, d) for d in nine], bound=1, vpool=pool, encoding=EncType.ladder)
        cnf.extend(enc.clauses)
for unit in units:
    for d in nine:
        enc = CardEnc.equals(lits=[v(r, c, d) for r, c in unit], vpool=pool, encoding=EncType.bitwise)
        cnf.extend(enc.clauses)
given = [v(r, c, int(grid[r][c]) - 1) for r in nine for c in nine if grid[r][c] != "."]
with Cadical153(bootstrap_with=cnf.clauses) as s:
    assert s.solve(assumptions=given)
    true = set(s.get_model())
    result = ["".join(str(d + 1) for c in nine for d in nine if v(r, c, d) in true) for r in nine]
    s.add_clause([-v(r, c, int(result[r][c]) - 1) for r in nine for c in nine])
    unique = not s.solve(assumptions=given)
    core = s.get_core()
"""

COLORING = """
from pysat.formula import CNF, IDPool
from pysat.solvers import Solver
from pysat.card import CardEnc, EncType

edges = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]

def color(k, encoding):
    vpool = IDPool(occupied=[[3, 11]])
    x = lambda v, c: vpool.id("x@{0}@{1}".format(v, c))
    cnf = CNF()
    for v in range(10):
        cnf.extend(CardEnc.equals(lits=[x(v, c) for c in range(k)], bound=1, vpool=vpool, encoding=encoding).clauses)
    for v, w in edges:
        for c in range(k):
            cnf.append([-x(v, c), -x(w, c)])
    with Solver(name="m22", bootstrap_with=cnf, use_timer=True) as s:
        if not s.solve():
            return None
        true = [vpool.obj(l) for l in s.get_model() if l > 0]
        assert s.time() >= 0
    return {int(t.split("@")[1]): int(t.split("@")[2]) for t in true if t}

result = [color(k, e) for e in (EncType.seqcounter, EncType.totalizer, 5) for k in (2, 3)]
"""

CORES = """
from pysat.card import ITotalizer
from pysat.formula import WCNF
from pysat.solvers import Solver

wcnf = WCNF()
for clause in ([-1, -2], [-1, -3], [-2, -3], [-4, -5], [3, 4]):
    wcnf.append(clause)
for lit in (1, 2, 3, 4, 5):
    wcnf.append([lit], weight=1)

# core-guided search as of RC2: soft literals are assumed, the sum of each core gets a totalizer
oracle = Solver(name="cadical153", bootstrap_with=wcnf.hard)
sels, sums, cost, top = [c[0] for c in wcnf.soft], {}, 0, wcnf.nv
while not oracle.solve(assumptions=sels + list(sums)):
    core = oracle.get_core()
    cost += 1
    relax = []
    for lit in core:
        if lit in sums:
            total, bound = sums.pop(lit)
            relax.append(-lit)
            if bound + 1 < len(total.lits):
                total.increase(ubound=bound + 1, top_id=top)
                top = total.top_id
                for clause in total.cnf.clauses[-total.nof_new:]:
                    oracle.add_clause(clause)
                sums[-total.rhs[bound + 1]] = total, bound + 1
        else:
            sels.remove(lit)
            relax.append(-lit)
    if len(relax) > 1:
        total = ITotalizer(lits=relax, ubound=1, top_id=top)
        top = total.top_id
        oracle.append_formula(total.cnf.clauses)
        sums[-total.rhs[1]] = total, 1
model = oracle.get_model()
broken = sum(w for c, w in zip(wcnf.soft, wcnf.wght) if not any(l in model for l in c))
"""

MODELS = """
import os
from pysat.formula import CNF
from pysat.pb import PBEnc, EncType
from pysat.solvers import Glucose3, Minisat22

cnf = PBEnc.leq(lits=[1, 2, 3, 4], weights=[1, 2, 3, 4], bound=5, encoding=EncType.bdd)
cnf.to_file(path, comments=["c knapsack"])
again = CNF(from_file=path)
with Glucose3(bootstrap_with=again.clauses) as g:
    found = {tuple(x for x in m if abs(x) < 5) for m in g.enum_models()}
m = Minisat22()
m.append_formula(again)
with_four = [x for x in m.enum_models(assumptions=[4])]
"""


def run(script, **names):
    """Runs a script of PySAT's after a change of its imports; returns its variables."""
    changed = re.sub(r"from pysat\.pb import (.*)EncType", r"from loophole import \1PBEncType as EncType", script)
    changed = re.sub(r"from pysat[.\w]* import", "from loophole import", changed)
    changed = re.sub(r"\b(Cadical|Glucose|Minisat)\d+\b", "Solver", changed)  # as docs/model/from-pysat.md says
    changed = re.sub(r'name="(g3|m22|cadical153)", ', "", changed)
    assert "pysat" not in changed
    exec(changed, names)
    return names


class Scripts(unittest.TestCase):
    def test_queens(self):
        right = sorted(p for p in itertools.permutations(range(6))
                       if all(abs(p[i] - p[j]) != j - i for i in range(6) for j in range(i + 1, 6)))
        self.assertEqual(run(QUEENS)["result"], right)

    def test_sudoku(self):
        names = run(SUDOKU)
        for cells in names["units"]:
            self.assertEqual({names["result"][r][c] for r, c in cells}, set("123456789"))
        self.assertEqual(names["result"][0], "534678912")
        self.assertTrue(names["unique"] and set(names["core"]) <= set(names["given"]))

    def test_coloring(self):
        names = run(COLORING)
        for k, colors in zip((2, 3) * 3, names["result"]):
            if k == 2:
                self.assertIsNone(colors)
            else:
                self.assertEqual(sorted(colors), list(range(10)))
                self.assertTrue(all(colors[v] != colors[w] for v, w in names["edges"]))

    def test_a_core_guided_loop(self):
        names = run(CORES)
        self.assertEqual((names["cost"], names["broken"]), (3, 3))
        with RC2(names["wcnf"], solver="picosat") as rc2:
            self.assertEqual(len(rc2.compute()), 5)
            self.assertEqual(rc2.cost, 3)

    def test_models_and_files(self):
        with tempfile.TemporaryDirectory() as d:
            names = run(MODELS, path=os.path.join(d, "knapsack.cnf.gz"))
            self.assertEqual(os.listdir(d), ["knapsack.cnf.gz"])
        right = {s for s in itertools.product(*((v, -v) for v in (1, 2, 3, 4))) if sum(v for v in s if v > 0) <= 5}
        self.assertEqual(names["found"], right)
        self.assertEqual({tuple(m[:4]) for m in names["with_four"]}, {s for s in right if s[3] == 4})


@unittest.skipUnless(importlib.util.find_spec("pysat"), "python-sat is not installed")
class BesidePySAT(unittest.TestCase):
    """What the names mean in PySAT itself."""

    def test_the_scripts_find_the_same(self):
        for script, names in (QUEENS, ["result"]), (SUDOKU, ["result", "unique"]), (CORES, ["cost", "broken"]):
            theirs: dict = {}
            exec(script, theirs)
            ours = run(script)
            self.assertEqual([ours[n] for n in names], [theirs[n] for n in names])
        with tempfile.TemporaryDirectory() as d:
            theirs = {"path": os.path.join(d, "knapsack.cnf.gz")}
            # PySAT 1.9 does not write this formula to a file
            exec(re.sub(r"cnf.to_file.*\n.*", "again = CNF(from_clauses=cnf.clauses)", MODELS), theirs)
            ours = run(MODELS, path=theirs["path"])
            self.assertEqual(ours["found"], theirs["found"])
        theirs = {}
        exec(COLORING, theirs)
        self.assertEqual([c is None for c in run(COLORING)["result"]], [c is None for c in theirs["result"]])

    def test_numbers_of_encodings(self):
        from pysat import card, pb
        for ours, theirs in (EncType, card.EncType), (PBEncType, pb.EncType):
            self.assertLessEqual({(e.name, int(e)) for e in ours}, {(n, v) for n, v in vars(theirs).items() if isinstance(v, int)})

    def test_methods_take_the_same_parameters(self):
        from pysat import card, formula, pb, solvers
        from pysat.examples import rc2
        for ours, theirs in (CNF, formula.CNF), (WCNF, formula.WCNF), (IDPool, formula.IDPool), (CardEnc, card.CardEnc), (PBEnc, pb.PBEnc), (ITotalizer, card.ITotalizer), (Solver, solvers.Solver), (RC2, rc2.RC2):
            for name in sorted({n for n in dir(ours) if n[0] != "_"} & set(dir(theirs))):
                mine, other = getattr(ours, name), getattr(theirs, name)
                if callable(mine) and callable(other):
                    mine, other = ([n for n in inspect.signature(f).parameters if n[0] != "_"] for f in (mine, other))
                    with self.subTest(f"{ours.__name__}.{name}"):
                        self.assertLessEqual(set(mine), set(other))
                        if "vpool" not in mine:  # docs/model/from-pysat.md: the fourth is the encoding
                            self.assertEqual(mine, other[:len(mine)])


class Names(unittest.TestCase):
    def test_every_encoding_of_PySAT_has_a_counterpart(self):
        for e in EncType:
            if e is EncType.native:
                continue
            amo = e in (EncType.bitwise, EncType.ladder)
            made = [CardEnc.atmost(range(1, 9), 1 if amo else 3, encoding=x) for x in (e, int(e), e.loophole_name())]
            self.assertEqual(len({str(m.clauses) for m in made}), 1, e)
            self.assertTrue(made[0].encoder.endswith(e.loophole_name()), (e, made[0].encoder))
        for e in PBEncType:
            if e is PBEncType.native:
                continue
            made = [PBEnc.leq(range(1, 9), range(3, 11), 20, encoding=x) for x in (e, int(e), e.loophole_name())]
            self.assertEqual(len({str(m.clauses) for m in made}), 1, e)
        self.assertEqual(PBEnc.leq([1, 2, 3], [5, 6, 7], 12, encoding=PBEncType.adder).encoder, "pb_adder")
        for native in (EncType.native, PBEncType.native):
            with self.assertRaisesRegex(Error, "no native encoding"):
                native.loophole_name()
        known = {e["name"].split("_", 1)[1] for e in encoders()} | {"auto"}
        self.assertTrue({e.loophole_name() for e in [*EncType, *PBEncType] if e.name != "native"} <= known)

    def test_pools(self):
        pool = IDPool(occupied=[[12, 18], [3, 10]])
        self.assertEqual([pool.id(f"v{i}") for i in range(5)], [1, 2, 11, 19, 20])
        self.assertEqual((pool.id("v0"), pool.obj(11), pool.obj(7), pool.id(), pool.top), (1, "v2", None, 21, 21))
        pool.occupy(22, 30)
        self.assertEqual(pool.id("w"), 31)
        pool.restart(start_from=5, with_neg=True)
        self.assertEqual((pool.id(3), pool.id(-3), pool.obj(-5)), (5, -5, -3))
        # new variables of an encoding avoid the pool's and the literals'
        pool = IDPool(start_from=1, occupied=[[9, 20]])
        x = [pool.id(i) for i in range(6)]
        first = CardEnc.atmost(x, 2, vpool=pool, encoding="totalizer")
        second = CardEnc.atleast([*x, 40], 2, vpool=pool, encoding="totalizer")
        new = [{abs(v) for c in made.clauses for v in c} - {*x, 40} for made in (first, second)]
        self.assertFalse(new[0] & new[1] or (new[0] | new[1]) & {*range(9, 21)})
        self.assertGreater(pool.id("later"), max(new[0] | new[1]))
        plain = CardEnc.atmost(x, 2, top_id=8, encoding="totalizer")
        for made in (first, plain):
            s = Solver("picosat", made)
            self.assertEqual(sum(s.solve([v if a else -v for v, a in zip(x, bits)]) for bits in itertools.product([0, 1], repeat=6)), 22)

    def test_formulas(self):
        cnf = CNF(from_string="c one\np cnf 9 2\n1 -2\n0 3 0\n")
        self.assertEqual((cnf.clauses, cnf.nv, cnf.comments, len(cnf), list(cnf)), ([[1, -2], [3]], 9, ["c one"], 2, cnf.clauses))
        other = cnf.copy()
        other.append([12])
        self.assertEqual((cnf.nv, other.nv, CNF(from_string=other.to_dimacs()).clauses), (9, 12, other.clauses))
        self.assertEqual(loophole.parse("cnf", cnf.to_dimacs()).count(), 2 ** 6 * 3)
        for text in ("p wcnf 2 1 10\n10 1 2 0\n", "p cnf 2 2\n1 2 0\n", "p cnf 2 1 5\n1 2 0\n", "p cnf 2\n1 2 0\n", "p inccnf\n1 2 0\n"):
            with self.assertRaisesRegex(Error, "DIMACS text"):
                CNF(from_string=text)
        for wrong in (lambda: CNF(from_string="1 x 0"), lambda: CNF(from_clauses=[[0]]), lambda: CNF(from_file="/nowhere.cnf"),
                      lambda: cnf.to_file("f.cnf", comments=["c one\n-3 0"]), lambda: cnf.append([1.5]), lambda: cnf.to_file("/nowhere/f.cnf"), lambda: WCNF().append([1], weight=0)):
            with self.assertRaises(Error):
                wrong()
        soft = cnf.weighted()
        self.assertEqual((soft.soft, soft.wght, soft.topw, soft.nv), (cnf.clauses, [1, 1], 3, 9))
        with tempfile.TemporaryDirectory() as d:
            for ending in ("", ".gz", ".bz2", ".xz"):
                cnf.to_file(f"{d}/f.cnf{ending}", comments=["c first"])
                self.assertEqual(CNF(from_file=f"{d}/f.cnf{ending}").comments, ["c first", "c one"])
            with open(f"{d}/cut.cnf.gz", "wb") as f:
                f.write(gzip.compress(b"p cnf 1 1\n1 0\n")[:20])
            with self.assertRaises(Error):
                CNF(from_file=f"{d}/cut.cnf.gz")
            soft.to_file(f"{d}/f.wcnf")
            self.assertEqual(loophole.read(f"{d}/f.wcnf").solve().objective, 0)
            self.assertEqual(len(os.listdir(d)), 6)

    def test_maxsat(self):
        w = WCNF()
        w.append([1])
        self.assertEqual((RC2(w).compute(), RC2(w).cost), ([1], 0))
        w.extend([[-1, 2], [-2]], weights=[3, 5])
        rc2 = RC2(w)
        self.assertEqual((rc2.compute(), rc2.cost), ([1, -2], 3))
        rc2.add_clause([2])
        self.assertEqual((rc2.compute(), rc2.cost, len(w.hard)), ([1, 2], 5, 1))
        rc2.add_clause([-1])
        self.assertIsNone(rc2.compute())

    def test_totalizers(self):
        t = ITotalizer(lits=[1, 2, 3, 4, 5], ubound=1, top_id=20)
        with Solver("cadical", t.cnf) as s:
            for ubound in (1, 2, 4):
                if ubound > 1:
                    t.increase(ubound=ubound, top_id=t.top_id + 3)
                    s.append_formula(t.cnf.clauses[-t.nof_new:])
                self.assertEqual(len(t.rhs), ubound + 1)
                for k in range(ubound + 1):
                    found = sum(s.solve([v if a else -v for v, a in enumerate(bits, 1)] + [-t.rhs[k]])
                                for bits in itertools.product([0, 1], repeat=5))
                    self.assertEqual(found, sum(sum(bits) <= k for bits in itertools.product([0, 1], repeat=5)))
        self.assertGreater(min(abs(v) for c in t.cnf.clauses for v in c if abs(v) > 5), 20)

    def test_names_of_solvers_are_those_of_what_runs(self):
        for name in ("cadical", "picosat"):
            self.assertTrue(Solver(name, bootstrap_with=[[1]]).solve(), name)
        for name in ("g3", "Glucose3", "m22", "cadical195", "maplechrono", "lgl"):
            with self.assertRaisesRegex(Error, "There is no solver .*cadical"):
                Solver(name)
            with self.assertRaisesRegex(Error, "There is no solver .*cadical"):
                RC2(WCNF(), solver=name).compute()
        self.assertFalse([n for n in dir(loophole) if re.match("Cadical|Glucose|Glue|Lingeling|Maple|Merge|Mini|SolverNames", n)])
        s = Solver(bootstrap_with=CardEnc.atmost([1, 2, 3], 1), use_timer=True)
        self.assertEqual((s.solve_limited([1, 2], expect_interrupt=True), s.get_status(), s.nof_vars(), s.nof_clauses()), (False, False, 3, 3))
        self.assertGreaterEqual(s.time_accum(), s.time())

    def test_what_is_missing_names_a_substitute(self):
        for name, instead in loophole.ABSENT.items():
            for call in (lambda: exec(f"from loophole import {name}"), lambda: getattr(loophole, name)):
                with self.assertRaises(ImportError) as raised:
                    call()
                self.assertIsInstance(raised.exception, Error)
                self.assertIn(f"no {name} of PySAT; {instead}.", str(raised.exception))
        self.assertFalse(hasattr(loophole, "nothing"))
        for call, instead in ((lambda: CNF().from_aiger("f.aig"), "CNF\\(from_file="), (lambda: CNF(from_aiger="f.aig"), "CNF\\(from_file="), (lambda: CNF().negate(), "~"),
                              (lambda: CNF().from_file("f.cnf"), "CNF\\(from_file="), (lambda: ITotalizer([1, 2], vpool=IDPool()), "top_id=pool.top")):
            self.assertRaisesRegex(Error, "; .*" + instead, call)
        pool = IDPool()
        x, y = pool.id("x"), pool.id("y")
        total = ITotalizer([x, y], top_id=pool.top)  # as the sentence says
        pool.occupy(pool.top + 1, total.top_id)
        self.assertGreater(pool.id("z"), total.top_id)

    def test_a_solver_shows_its_name(self):
        s = Solver("picosat", [[1, 2]])
        self.assertIn("picosat", repr(s))
        s.delete()
        self.assertIn("deleted", repr(s))

    def test_a_pool_refuses_a_variable_that_it_gave_to_an_encoder(self):
        def collide(encode):
            pool, formula = IDPool(), CNF()
            for inputs, k in (([1, 3, 5], 1), ([1, 2, 4], 1), ([2, 4, 6], 2)):
                formula.extend(encode(inputs, k, pool).clauses)
            return formula

        for name in (e["name"] for e in encoders("card")):
            first = IDPool()
            if max(CardEnc.equals([1, 3, 5], 1, encoding=name, vpool=first).nv, 5) == 5:
                continue  # no auxiliary variables
            with self.assertRaisesRegex(Error, "gave the variable 6 to an encoder before"):
                collide(lambda x, k, pool: CardEnc.equals(x, k, encoding=name, vpool=pool))
        pool = IDPool()
        PBEnc.equals(range(1, 6), [1, 2, 3, 4, 5], 7, encoding="adder", vpool=pool)
        with self.assertRaisesRegex(Error, "gave the variable 6"):
            PBEnc.atmost([5, -6], [2, 3], 4, vpool=pool)
        pool.restart()
        XorEnc.equals(range(1, 9), 1, encoding="cut:3", vpool=pool)
        with self.assertRaisesRegex(Error, "gave the variable -?9"):
            XorEnc.equals([1, -9], 1, vpool=pool)
        # a pool that knows the variables first, in each of the three ways
        for pool in (IDPool(start_from=7), IDPool(occupied=[[1, 6]]), IDPool()):
            for v in range(6 if pool.top == 0 and not pool._occupied else 0):
                pool.id(v)
            formula = CNF()
            for inputs, k in (([1, 3, 5], 1), ([1, 2, 4], 1), ([2, 4, 6], 2)):
                formula.extend(CardEnc.equals(inputs, k, encoding="seqcounter", vpool=pool).clauses)
            found = {tuple(v > 0 for v in m[:6]) for m in Solver(bootstrap_with=formula).enum_models()}
            right = {b for b in itertools.product((False, True), repeat=6)
                     if sum(b[i - 1] for i in (1, 3, 5)) == 1 and sum(b[i - 1] for i in (1, 2, 4)) == 1 and sum(b[i - 1] for i in (2, 4, 6)) == 2}
            self.assertEqual(found, right)
            self.assertEqual(len(right), 4)

    def test_variables_that_no_clause_has_are_kept(self):
        for n, unit in ((3, "1 0"), (9, "-2 0"), (5, "")):
            text = f"p cnf {n} {1 if unit else 0}\n{unit}\n"
            cnf = CNF(from_string=text)
            right = parse("cnf", text).count()
            self.assertEqual(right, 2 ** (n - 1 if unit else n))
            grown, copied, weighted = CNF(), CNF(from_clauses=cnf), WCNF()
            grown.extend(cnf)
            weighted.extend(cnf)
            self.assertEqual((grown.nv, copied.nv, weighted.nv, cnf.copy().nv, cnf.weighted().nv), (n,) * 5)
            later = Solver("picosat")
            later.append_formula(cnf)
            for solver in (Solver(bootstrap_with=cnf), Solver("picosat", cnf), later, Solver(bootstrap_with=copied)):
                models = list(solver.enum_models())
                self.assertEqual((len(models), len(set(map(tuple, models)))), (right, right))
            self.assertEqual(parse("wcnf", weighted.to_dimacs()).count(), right)
            self.assertEqual(len(RC2(weighted).compute()), n)
        self.assertEqual(len(list(Solver(bootstrap_with=CardEnc.atmost([1, 2], 1, top_id=40)).enum_models())), 3)  # 40 are only in use
        with self.assertRaisesRegex(Error, "needs memory for each"):
            Solver(bootstrap_with=CNF(from_string="p cnf 1000000000 1\n1 0\n"))

    def test_all_are_shown_in_one_line(self):
        many = [[v, -v - 1] for v in range(1, 20000)]
        cnf, soft, pool, m = CNF(from_clauses=many), WCNF(), IDPool(occupied=[[3 * i, 3 * i + 1] for i in range(1, 9999)]), Model()
        soft.extend(many, [1] * len(many))
        total = sum(m.number(v) for v in m.vars(5000))
        x = m.int("two\nlines", 0, 9)
        for one in (cnf, soft, pool, CardEnc.atmost(range(1, 5000), 1), m, total, total <= 7, x, x == 3, m.solve(), Solver(), RC2(soft)):
            self.assertTrue(len(repr(one)) < 400 and len(repr(one).splitlines()) == 1, type(one))

    def test_interrupt(self):
        n = 12
        holes = range(n)
        pigeons = [[1 + n * p + h for h in holes] for p in range(n + 1)]
        s = Solver("cadical", pigeons + [[-p[h], -q[h]] for h in holes for p in pigeons for q in pigeons if p < q])
        s.interrupt()
        self.assertIsNone(s.solve_limited(expect_interrupt=True))
        with self.assertRaises(Stopped):
            s.solve()
        with self.assertRaises(Stopped) as stop:
            list(s.enum_models())
        self.assertEqual((stop.exception.found, s.get_status(), s.get_model(), s.get_core()), (0, None, None, None))
        s.clear_interrupt()
        s, found = Solver("cadical", [[1, 2]]), []
        with self.assertRaises(Stopped) as stop:
            for model in s.enum_models():
                found.append(model)
                if len(found) == 2:
                    s.interrupt()
        self.assertEqual((stop.exception.found, len(found)), (2, 2))

    def test_a_solver_that_gives_up(self):
        with tempfile.TemporaryDirectory() as place:
            program = os.path.join(place, "unknown")
            with open(program, "w") as file:
                file.write("#!/bin/sh\ncat >/dev/null\necho s UNKNOWN\n")
            os.chmod(program, 0o755)
            with self.assertRaises(Stopped):
                Solver("process:" + program, [[1]]).solve()
            soft = WCNF()
            soft.extend([[1, 2], [-1, 2]])
            soft.extend([[-1], [-2], [1, -2]], [1, 2, 3])
            with self.assertRaises(Stopped) as stop:
                RC2(soft, solver="process:" + program).compute()
            self.assertIsNone(stop.exception.found)
        self.assertTrue(Solver("cadical", [[1]]).solve())


if __name__ == "__main__":
    unittest.main()
