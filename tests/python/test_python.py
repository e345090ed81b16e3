"""The Python module against brute force."""
import array
import ast
import bz2
import copy
import ctypes
import hashlib
import itertools
import lzma
import math
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import loophole
from loophole import CardEnc, Counter, Error, Model, PBEnc, Solver, Stopped, XorEnc, check, check_proof, encoders, parse, prove, puzzle, read


def extends(cnf, n):
    """The assignments of 1..n that extend to the clauses."""
    s = Solver("picosat", cnf.clauses)
    return {a for a in itertools.product([0, 1], repeat=n)
            if s.solve([v + 1 if a[v] else -v - 1 for v in range(n)])}


def said(script, first=(), **env):
    """What a program that imports this module says, and how it ends; `first`: where it looks for other modules before."""
    path = os.pathsep.join([*first, *(p for p in sys.path if p)])
    done = subprocess.run([sys.executable, "-c", script], text=True, capture_output=True, timeout=300,
                          env=dict(os.environ, PYTHONPATH=path, **env))
    return done.stdout, done.stderr, done.returncode


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

    def test_the_encoder_is_the_named_one(self):
        x = range(1, 13)
        self.assertEqual(len(CardEnc.atmost(x, 3, encoding="pairwise")), math.comb(12, 4))
        for e in encoders():
            if e["kind"] in ("int", "alldiff", "conn"):  # they occur in models only
                continue
            for name in (e["name"], e["name"].split("_", 1)[1]):
                made = {"amo": lambda: CardEnc.atmost(x, 1, encoding=name), "card": lambda: CardEnc.atmost(x, 4, encoding=name),
                        "pb": lambda: PBEnc.atmost(x, x, 40, encoding=name),
                        "xor": lambda: XorEnc.equals(x, 1, encoding=name)}[e["kind"]]()
                self.assertEqual(made.encoder, e["name"], name)
                if e["incremental"]:
                    self.assertEqual(Counter(x, x if e["kind"] == "pb" else None, encoding=name).encoder, e["name"], name)
        self.assertIsNone(CardEnc.atleast(x, 1).encoder)
        self.assertIsNone(Counter([1]).encoder)

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


def imports(text, where):
    """The modules of this package that a module imports, anywhere in it: in functions too, and for type checkers only."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "loophole"):
            inner = (node.module or "").replace("loophole", "", not node.level).lstrip(".")
            found |= {inner} if inner else {a.name if a.name in where else "__init__" for a in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.name.partition(".")[2] or "__init__" for a in node.names if a.name.split(".")[0] == "loophole"}
    return found


def circle(edges):
    """Modules that import each other in a circle; None: there is no circle."""
    rest = dict(edges)
    while ends := [m for m, to in rest.items() if not to & rest.keys()]:
        for m in ends:
            del rest[m]
    return sorted(rest) or None


class Pieces(unittest.TestCase):
    def test_modules_import_each_other_in_no_circle_and_the_core_nothing_of_pysat(self):
        here = os.path.dirname(loophole.__file__)
        texts = {}
        for name in os.listdir(here):
            if name.endswith(".py"):
                with open(os.path.join(here, name)) as f:
                    texts[name[:-3]] = f.read()
        self.assertGreater(len(texts), 8)
        edges = {name: imports(text, texts) for name, text in texts.items()}
        self.assertIsNone(circle(edges))
        self.assertEqual([name for name, to in edges.items() if "_pysat" in to], ["__init__"])
        self.assertEqual(edges["__init__"] - texts.keys(), set())
        for planted in ("def f():\n    from ._model import parse\n", "if 0:\n    from . import _model\n", "import loophole._model\n",
                        "from loophole import Model\n", "from loophole._model import Model\n"):
            wrong = dict(edges, _library=imports(texts["_library"] + "\n" + planted, texts))
            self.assertIn("_library", circle(wrong) or (), planted)


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

    def test_clauses_go_to_the_library_by_one_call(self):
        calls, rows = [], [[1, -2, 3], [], [2], (-1, 3)]
        right = array.array("i", [1, -2, 3, 0, 0, 2, 0, -1, 3, 0])
        table = array.array("i", [1, -2, 3, -4])

        def counted(name, *arguments, call=loophole._library.call):
            calls.append(name)
            return call(name, *arguments)

        def models(clauses):
            clauses, again = itertools.tee(clauses) if hasattr(clauses, "__next__") else (clauses, clauses)
            m = Model()
            m.vars(4)
            m.clauses(clauses)
            s = Solver("picosat", again)
            return len(m), s.nof_clauses(), m.text("cnf").split("p cnf ")[1]

        with unittest.mock.patch.object(loophole._build, "call", counted), unittest.mock.patch.object(loophole._solver, "call", counted):
            known = models(rows)
            self.assertEqual((known[0], known[1], calls.count("model_formula"), calls.count("sink_formula")), (4, 4, 1, 1))
        self.assertFalse({"model_clause", "sink_clause"} & set(calls))
        for form in (iter(rows), map(iter, rows), right, memoryview(right), memoryview(bytes(right)).cast("i"), array.array("q", right)):
            self.assertEqual(models(form), known)
        self.assertEqual(models(memoryview(table).cast("B").cast("i", [2, 2])), models([[1, -2], [3, -4]]))
        self.assertEqual(models([]), models(array.array("i")))
        self.assertEqual(ctypes.addressof(loophole._library.ints(right)[0]), right.buffer_info()[0])
        weights = array.array("q", [3, 1])
        self.assertEqual(ctypes.addressof(loophole._library.longs(weights)), weights.buffer_info()[0])
        m = Model()
        m.vars(4)
        wrong = ([[1], [1, 0, 2]], [[1], [5]], [[1], [2**31]], [[1], [-2**31]], [[1], [1.5]], [[1], "2"], [[1], 2], 3, b"12", array.array("d", [1, 0]),
                 array.array("i", [1, 0, 2]), array.array("i", [1, 0, 5, 0]), array.array("q", [1, 0, 2**40, 0]))
        for clauses in wrong:
            self.assertRaises(Error, m.clauses, clauses)
            if clauses not in (wrong[1], wrong[11]):
                s = Solver("picosat")
                self.assertRaises(Error, s.append_formula, clauses)
                self.assertEqual(s.nof_clauses(), 0)
        m.implies(1)
        self.assertRaises(Error, m.clauses, [[2]])
        self.assertEqual(len(m), 0)

    def test_solutions_are_kept_and_limited(self):
        m, x = self.model()
        m.maximize(x, [1, 2, 3, 4, 5])
        kept = list(m.solutions())
        self.assertEqual(len({tuple(a.model) for a in kept}), m.count(all_costs=True))
        for a in kept:
            self.assertEqual((a.status, m.verify(a.solution)), ("satisfiable", a.objective))
            self.assertEqual([a[v] for v in x], [1 if v in a.model else -1 for v in x])
            self.assertEqual((a[-x[0]], a[99], a.true(x[0])), (-a[x[0]], 0, x[0] in a.model))
            self.assertIn("</svg>", a.svg())
        self.assertEqual(len(list(m.solutions(limit=2))), 2)
        self.assertEqual(len(list(m.solutions(limit=10**9))), len(kept))
        with self.assertRaises(Error) as stopped:
            list(puzzle("gunport", "30x30").solutions(time_limit=0.000001))
        self.assertEqual(str(stopped.exception), "Stopped after 0 solutions; there may be more.")
        boards = list(puzzle("gunport", "3x3").solutions())
        self.assertEqual((len(boards), boards[0].model), (len({b.solution for b in boards}), None))
        self.assertEqual(Model().solve().model, [])

    def test_optimum_progress_and_choices(self):
        m, x = self.model()
        m.maximize(x, [1, -2, 3, -4, 5], constant=7)
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
            for before, prints in ("", ""), ("import IPython\n", "imported\n"):
                self.assertEqual(said(before + script, first=[d])[:2], (prints + "<optimal, 12>\n", ""))

    def test_progress_line(self):
        class So:
            objective, lower, upper, calls = 12, None, 14, 1

            def statistic(self, name):
                return self.calls

        so = So()
        self.assertEqual(loophole._answer.Line.text(so), "12, at most 14, 1 solver call")
        so.lower, so.calls = 12, 2
        self.assertEqual(loophole._answer.Line.text(so), "12 within 12..14, 2 solver calls")
        so.objective = so.lower = so.upper = None
        self.assertEqual(loophole._answer.Line.text(so), "no solution yet, 2 solver calls")

    def test_exit_with_everything_alive(self):
        script = ("import loophole\nm = loophole.Model()\na = m.solve()\ns = loophole.Solver()\nc = loophole.Counter([1, 2])\n"
                  "for n in vars(loophole).copy().values(): getattr(n, 'lib', None) and setattr(n, 'lib', None)\ndel m, a, s, c\n")
        self.assertEqual(said(script), ("", "", 0))

    def test_sentences_have_no_control_characters(self):
        odd = "a\x1b[31m\x07\u009bz"
        for call in (lambda: parse("opb", f"min: +1 {odd} ;\n"), lambda: parse(odd, ""), lambda: puzzle(odd),
                     lambda: Model().solve(card=odd), lambda: CardEnc.atmost([1, 2, 3], 1, encoding=odd)):
            with self.assertRaises(Error) as refused:
                call()
            self.assertNotRegex(str(refused.exception), "[\x00-\x09\x0b-\x1f\x7f-\x9f]")

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
            (lambda: m.counter([a, b], "a"), "A bound is a whole number, not 'a'."),
            (lambda: m.var(5), "A name or a text is a string, not 5."),
            (lambda: CardEnc.atmost([1, "a"], 1), "A literal is a whole number, not 'a'."),
            (lambda: CardEnc.atmost([1, 2], 1, top_id=2.5), "A top_id is a whole number, not 2.5."),
            (lambda: CardEnc.atmost([1, 2], 1, encoding=5.5), "An encoding's name, as encoders() lists them, is a string, not 5.5."),
            (lambda: CardEnc.atmost([1, 2], 1, encoding=10), "EncType has no number 10; give an encoding's name, as encoders() lists them."),
            (lambda: PBEnc.atmost([1, 2], None, 1, encoding=7), "PBEncType has no number 7; give an encoding's name, as encoders() lists them."),
            (lambda: CardEnc.atmost([1, 2], 1, encoding=9), "There is no native encoding here: Loophole's solvers take clauses. Choose another EncType."),
            (lambda: CardEnc.atmost([1, 2], 1, top_id=5, vpool=loophole.IDPool()), "Give top_id or vpool, not both."),
            (lambda: PBEnc.leq([1, 2], [1, 1.5], 1), "A weight is a whole number, not 1.5."),
            (lambda: XorEnc.equals([1, 2], "a"), "A parity is a whole number, not 'a'."),
            (lambda: Counter([1, 2], most="a"), "A bound is a whole number, not 'a'."),
            (lambda: Solver("cadical", [[1.5]]), "A literal is a whole number, not 1.5."),
            (lambda: Solver().solve(["a"]), "A literal is a whole number, not 'a'."),
            (lambda: Solver(5), "A name or a text is a string, not 5."),
            (lambda: parse("cnf", "p cnf 1 1\n1 0\n\0-1 0\n"), "A name or a text holds a zero byte, and would end there."),
            (lambda: puzzle("gunport", "3x3\0"), "A name or a text holds a zero byte, and would end there."),
            (lambda: read("a.cnf\0.txt"), "A name or a text holds a zero byte, and would end there."),
            (lambda: m.solve(search="up\0x"), "A name or a text holds a zero byte, and would end there."),
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

    def test_the_answer_of_an_exception_before_a_solution_is_neither_true_nor_false(self):
        kept = []

        def stop(answer):
            if not answer:
                kept.append(answer)
                raise ValueError("mine")

        with self.assertRaisesRegex(ValueError, "mine"):
            puzzle("gunport", "31x31").solve(progress=stop, search="up", formulation="monomino")
        self.assertEqual(kept[0].status, "unknown")
        self.assertRaises(Stopped, bool, kept[0])

    def pressed(self, work):
        """What a program prints that does the work in a try, and gets a SIGINT once `begun` is set."""
        script = f"""if True:
            import os, signal, threading, time
            from loophole import Model, Solver, puzzle
            signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell's & ignores it
            begun, handler = threading.Event(), signal.getsignal(signal.SIGINT)
            holes = range(14)
            pigeons = [[1 + 14 * p + h for h in holes] for p in range(15)]
            long = Model()  # whose encoder would take minutes
            long.add(sum((2 * i + 1) * long.int(f"i{{i}}", 0, 20000, "order") for i in range(12)) != 20000)
            clauses = pigeons + [[-p[h], -q[h]] for h in holes for p in pigeons for q in pigeons if p < q]
            def press():
                begun.wait()
                time.sleep(0.05)  # it solves again
                os.kill(os.getpid(), signal.SIGINT)
            threading.Thread(target=press).start()
            try:
                {work}
            except KeyboardInterrupt:
                print("stopped", signal.getsignal(signal.SIGINT) is handler)
        """
        return said(script)[:2]

    def test_ctrl_c_while_it_solves(self):
        for work in ("puzzle('gunport', '31x31').solve(search='down', formulation='monomino', progress=lambda _: begun.set())",
                     "puzzle('gunport', '31x31').solve(jobs=2, formulation='monomino', progress=lambda _: begun.set())",
                     "s = Solver('cadical', clauses); begun.set(); s.solve()",
                     "begun.set(); long.encode()", "begun.set(); long.text('opb'); long.text()"):
            self.assertEqual(self.pressed(work), ("stopped True\n", ""), work)

    def test_names_that_are_nearly_right(self):
        m = Model()
        m.vars(2)
        for what, words in (
            (lambda: puzzle("gunprot"), "Did you mean gunport?"),
            (lambda: m.solve(time_limt=1), "Did you mean time_limit?"),
            (lambda: m.text("opbb"), "Did you mean opb?"),
            (lambda: m.maxmize([1]), "Did you mean maximize?"),
            (lambda: loophole.Modle, "Did you mean Model?"),
            (lambda: parse("wcnff", ""), "Did you mean wcnf?"),
            (lambda: encoders("cadr"), "There is no kind of encoders 'cadr'; choose one of: alldiff amo card conn int pb xor."),
            (lambda: m.name(3), "There is no variable 3; the model has 2."),
            (lambda: m.maximize([1, 2], constant=2**70), "A constant needs at most 61 bits."),
            (lambda: m.maximize([1, 2], constant="a"), "A constant is a whole number, not 'a'."),
            (lambda: CardEnc.atmost([1, 2], 1, top_id=2**32 + 5), "A top_id needs at most 31 bits."),
            (lambda: m.count(limit=2**64), "A limit needs at most 62 bits."),
            (lambda: m.counter([1, 2], 2**32 + 1), "A bound needs at most 31 bits."),
            (lambda: Solver(seed=2**32), "A seed needs at most 31 bits."),
            (lambda: Counter([1, 2]).widen("a"), "A bound is a whole number, not 'a'."),
            (lambda: Counter([1, 2], [1]), "There are 2 literals and 1 weights."),
            (lambda: Counter([1, 2], encoding="product"), "There is no card encoding 'product', which is of the kind amo"),
            (lambda: Counter([1, 2], [1, 2], encoding="adder"), "has no counter; choose auto or one of: gte seqweight."),
            (lambda: CardEnc.atmost([1, 2, 3, 4], 2, encoding="ladder"), "which the encoder amo_ladder does not take"),
            (lambda: Counter([1, 2], [1, 2], encoding="card_totalizer"), "which is of the kind card"),
            (lambda: CardEnc.atmost([1, 2, 0]), "Invalid literal number 3 of 3, 0:"),
            (lambda: m.solve()["x"], "No variable or integer of the model is called 'x'."),
            (lambda: m.solve()[None], "A literal is a whole number, not None."),
        ):
            with self.assertRaises(Error) as refused:
                what()
            self.assertIn(words, str(refused.exception))
        self.assertEqual(Error.__module__ + loophole.__version__, "loophole" + loophole.version())

    def test_options_that_there_are_not(self):
        m = Model()
        for call, words in ((lambda: m.solve(timelimit=1), "Did you mean time_limit?"), (lambda: m.count(timeout=1), "Did you mean time_limit?"),
                            (lambda: m.solve(threads=2), "Did you mean jobs?"), (lambda: m.solve(assumptions=[]), "Did you mean assume?"),
                            (lambda: m.generate(hint=[]), "solve has it"), (lambda: m.text("cnf", assume=[]), "solve has it"),
                            (lambda: m.solve(nonsense=1), "variable_order amo_groups break_symmetry"),
                            (lambda: puzzle("tank", "4").solve(cap=3), "arguments of puzzle")):
            with self.assertRaisesRegex(Error, re.escape(words)) as refused:
                call()
            self.assertNotRegex(str(refused.exception), "[a-z]-[a-z]")
        self.assertTrue(m.solve(**{"time-limit": 5}).status)

    def test_the_reference_lists_the_options_of_the_library(self):
        with self.assertRaises(Error) as refused:
            Model().solve(nonsense=1)
        there = set(str(refused.exception).split("one of: ")[1].rstrip(".").split())
        page = subprocess.check_output([os.path.join(os.path.dirname(__file__), "../../lib/python/reference")], text=True)
        table = page.split("## Options")[1].split("##")[0]
        listed = [cell.strip(" `") for row in table.splitlines() if row.startswith("| `") for cell in row.split("|")[1].split(",")]
        self.assertEqual((set(listed), len(listed)), (there, len(there)))

    def test_a_library_that_is_not_there(self):
        for place, words in (("/nope", "LOOPHOLE_LIBRARY names /nope, which cannot be loaded ("), (__file__, __file__ + ", which")):
            last = said("import loophole", LOOPHOLE_LIBRARY=place)[1].splitlines()[-1]
            self.assertIn("ImportError: ", last)
            self.assertIn(words, last)

    def test_formats_round_trip(self):
        m, x = self.model()
        m.minimize(x, [5, 4, 3, 2, 1])
        best = m.solve().objective
        for name, format in (("opb", "opb"), ("wcnf", "wcnf")):
            self.assertEqual(parse(format, m.text(name)).solve().objective, best, name)
        for name in ("cnf", "xcnf", "knf", "lp", "mzn", "icnf", "wcnf-old"):
            self.assertTrue(m.text(name))
        with tempfile.TemporaryDirectory() as d:
            m.write(os.path.join(d, "m.cnf.gz"))
            self.assertTrue(read(os.path.join(d, "m.cnf.gz")).solve())

    def test_files_say_what_to_count(self):
        m = parse("cnf", "c t pmc\np cnf 3 1\nc p show 1 0\n1 2 0\n")
        self.assertEqual(m.count(), 2)
        self.assertEqual(sorted(a[1] for a in m.solutions()), [-1, 1])
        self.assertEqual(copy.copy(m).count(), 2)
        self.assertEqual(parse("cnf", m.text("cnf")).count(), 2)
        weighted = parse("cnf", "p cnf 2 1\n1 2 0\nc p weight 1 0.5 0\n")
        self.assertTrue(weighted.solve())
        with self.assertRaisesRegex(Error, "text:3: weights"):
            weighted.count()
        for encoder in ("bdd", "binmerge", "lpw", "seqweight"):
            m = Model()
            m.pb(m.vars(8), range(1, 9), 18, 18)
            self.assertEqual(parse("cnf", m.text("cnf", pb=encoder)).count(), 14)
        for name in ("cnf", "xcnf", "knf", "icnf", "wcnf", "opb", "json"):
            self.assertEqual(parse(name, Model().text(name)).count(), 1, name)
        with tempfile.TemporaryDirectory() as d:
            for name in ("a.txt", "a.cnf.bz2", "a.cnf.lzma"):
                file = os.path.join(d, name)
                data = b"p cnf 2 1\n1 2 0\n"
                with open(file, "wb") as out:
                    out.write(bz2.compress(data) if name.endswith("bz2") else lzma.compress(data, lzma.FORMAT_ALONE) if name.endswith("lzma") else data)
                self.assertEqual(read(file).count(), 3)
            with open(os.path.join(d, "a.lp"), "w") as out:
                out.write("Minimize\n")
            with self.assertRaisesRegex(Error, "formats are: .cnf"):
                read(os.path.join(d, "a.lp"))

    def test_names_in_files_and_answers(self):
        m = Model()
        tea, pie = m.vars("tea", "pie with cream")
        m.clause([tea])
        m.clause([pie])
        m.minimize([tea], [3])
        self.assertEqual(str(m.solve()), "optimal, 3: tea, pie with cream")
        self.assertEqual([str(s) for s in m.solutions()], ["satisfiable, 3: tea, pie with cream"])
        for format, comment in (("opb", "* "), ("cnf", "c "), ("wcnf", "c ")):
            self.assertIn(f"\n{comment}name 1 tea\n{comment}name 2 pie with cream\n", m.text(format, names=True))
            self.assertEqual(m.text(format), m.text(format, names=True))  # because variables have names
            self.assertNotIn("cream", m.text(format, names=False))
        m.clause([-tea])
        self.assertEqual(str(m.solve()), "unsatisfiable")
        self.assertEqual(str(puzzle("archer", 100, 16, 17, 23, 24, 39, 40).solve()), "2x16 4x17\n")

    def test_what_each_solution_of_soft_constraints_costs(self):
        wcnf = parse("wcnf", "h 1 2 0\nh 2 3 0\n2 -1 0\n3 -2 0\n4 -3 -1 0\n")
        wbo = parse("opb", "soft: ;\n[2] x1 + x2 + x3 = 2 ;\n[3] x1 >= 1 ;\n[1] 2 x2 + x3 <= 1 ;\n")
        for m, n, cost in ((wcnf, 5, lambda a, b, c: 2 * a + 3 * b + 4 * (a and c)),
                           (wbo, 8, lambda a, b, c: 2 * (a + b + c != 2) + 3 * (a < 1) + (2 * b + c > 1))):
            told = [(s.objective, cost(*(s.true(v) for v in (1, 2, 3)))) for s in m.solutions()]
            self.assertEqual([a for a, _ in told], [b for _, b in told])
            self.assertEqual((len(told), m.solve().objective), (n, min(a for a, _ in told)))
        wcnf.clause([4])  # the third soft clause is to be broken, whether it is or not
        self.assertEqual(wcnf.solve().objective, 6)

    def test_counters_and_parities(self):
        m = Model()
        x = m.vars(4)
        y = m.counter(x, 3)
        m.clause([y[1]])
        m.clause([-y[2]])
        self.assertEqual(m.count(), 6)
        m = Model()
        x = m.vars(3)
        m.xor(x, 1)
        m.xor(x[:2], 1)
        self.assertEqual((m.parity()["rank"], m.parity()["consistent"]), (2, True))
        self.assertGreater(m.add_implied(), 0)

    def test_why_there_is_none(self):
        m = Model()
        a, b = m.vars(2)
        m.clause([a])
        m.rule("not so")
        m.clause([-a])
        m.clause([b])
        self.assertEqual(sorted(m.explain()), ["not so", "the rules that have no name"])
        with self.assertRaisesRegex(Error, "Stopped before it was known whether rules clash"):
            m.explain(time_limit=1e-9)
        with self.assertRaisesRegex(Error, "Stopped before it was known whether rules clash"):
            m.explain(cpu_limit=1e-9)

    def test_a_stopped_puzzle_is_shown_with_its_status(self):
        for limit in (0.3, 1, 3):  # until it suffices for a first solution, but not for the best
            answer = puzzle("gunport", "20x21").solve(formulation="monomino", search="down", time_limit=limit)
            if answer.solution is not None:
                break
        self.assertEqual((answer.status, str(answer)), ("unknown", f"unknown, {answer.objective}\n{answer.solution}"))

    def test_progress_does_not_change_its_model(self):
        changes = (lambda m, x: m.int("z", 0, 5), lambda m, x: m.clause(x), lambda m, x: m.var(), lambda m, x: m.at_most(x, 20),
                   lambda m, x: m.add(x[0] + x[1] >= 1), lambda m, x: m.rule("late"))
        for change in changes:
            m = Model()
            x = m.vars(30)
            m.at_least(x, 12)
            m.minimize(x)
            with self.assertRaisesRegex(Error, "progress"):
                m.solve(progress=lambda answer, change=change, m=m, x=x: change(m, x))
            change(m, x)
            self.assertEqual(m.solve().status, "optimal")

    def test_a_stop_is_no_answer(self):
        def stopped(call):
            with self.assertRaises(Stopped) as caught:
                call()
            self.assertEqual(caught.exception.code, "stopped")
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((str(again), again.found), (str(caught.exception), caught.exception.found))
            return caught.exception.found

        def pigeons():
            # 16 pigeons in 15 holes; without z the pigeons are anywhere: one solution, whose uniqueness is hard to prove
            m = Model()
            z, rows = m.var("z"), [m.vars(15) for _ in range(16)]
            for row in rows:
                m.clause([z, *row])
                for v in row:
                    m.clause([-z, -v])
            for column in zip(*rows):
                for i, a in enumerate(column):  # pair by pair: other encodings of at most one make short proofs possible
                    for b in column[:i]:
                        m.clause([-a, -b])
            return m, z

        m, z = pigeons()
        for limit in (0, 2, 10):
            self.assertIn(stopped(lambda: m.count(limit, time_limit=1)), (0, 1))
            self.assertIn(stopped(lambda: m.count(limit, memory_limit=1)), (0, 1))
        self.assertIn(stopped(lambda: m.unique(time_limit=1)), (0, 1))
        self.assertIn(stopped(lambda: list(m.solutions(time_limit=1))), (0, 1))
        m.clause([-z])
        answer = m.solve(time_limit=1, solver="cadical")  # cuts refutes it
        self.assertEqual((answer.status, str(answer), answer.solution), ("unknown", "unknown", None))
        stopped(lambda: bool(answer))
        with self.assertRaisesRegex(Error, "There is no solution"):
            answer.true(z)
        self.assertIsNone(stopped(lambda: m.explain(time_limit=1)))
        for call in (lambda: m.generate(time_limit=1e-9), lambda: m.text(time_limit=1e-9), lambda: m.text("json", time_limit=1e-9),
                     lambda: m.encode(time_limit=1e-9)):
            m.given(z)
            stopped(call)
        chain = Model()
        x = chain.vars(3000)
        for i, (a, b) in enumerate(zip([0, *x], [*x, 0])):
            chain.rule(f"link {i}")
            chain.clause([v for v in (-a, b) if int(v)])
        part = stopped(lambda: chain.explain(time_limit=1e-4))
        self.assertTrue(part is None or len(part) == 3001)
        for call in (lambda: m.count(-1), lambda: list(m.solutions(-1)), lambda: m.count(True - 2)):
            with self.assertRaisesRegex(Error, "or more, not -1"):
                call()

    def test_unique(self):
        m = Model()
        a, b = m.vars(2)
        m.minimize([a, b])
        self.assertEqual((m.unique(), m.unique(all_costs=True)), (True, False))
        m.clause([a, b])
        self.assertEqual((m.unique(), m.count()), (False, 2))
        m.clause([-a])
        self.assertEqual((m.unique(), m.unique(all_costs=True)), (True, True))
        m.clause([-b])
        self.assertEqual((m.unique(), m.count()), (False, 0))
        self.assertEqual([puzzle(*words).unique() for words in (("tank", 4), ("tank", 3), ("gunport", "2x2"), ("gunport", "1x2"))],
                         [True, False, False, True])
        self.assertEqual([parse("cnf", text).unique() for text in ("p cnf 1 1\n1 0", "p cnf 2 1\n1 2 0", "p cnf 1 2\n1 0 -1 0")],
                         [True, False, False])

    def test_two_readers(self):
        """A DIMACS text has two readers, `CNF` and the program's. On token soup they read the same formula, or one refuses."""
        rng = random.Random(7)
        words = ["1", "2", "-3", "4", "-1", "0", "0", "0", "\n", "\n"]
        odd = ["c", "c 1 0", "\nc 2 0\n", "\n c", "+2", "-0", "00", "1_0", "\u0663", "%", "\n%\n", "p cnf 4 2", "x", "k 1", "<= 1", "a", "\t", "\r\n",
               "\x0b", "\x0c", "\x85", "\u2028c", "\xa0", "--1", "1-", "h", "c\n", "\n0\n", "5"]
        both = 0
        for _ in range(4000):
            head = rng.choice(["p cnf 4 2\n", "p cnf 4 1\n", "c first\np cnf 3 0\n", "p  cnf 4 3 \n", "; first\np cnf 4 1\n", ""])
            text = head + " ".join(rng.choice(odd if rng.random() < 0.1 else words) for _ in range(rng.randrange(14)))
            try:
                cnf, m = loophole.CNF(from_string=text), parse("cnf", text)
            except Error:
                continue
            both += 1
            n = max(cnf.nv, 1)
            for bits in itertools.product((-1, 1), repeat=n):
                holds = all(any(x * bits[abs(x) - 1] > 0 for x in c) for c in cnf.clauses)
                try:
                    m.verify(" ".join(["v", *(str(v * b) for v, b in enumerate(bits[:cnf.nv], 1)), "0"]))
                    self.assertTrue(holds, repr(text))
                except Error as why:
                    self.assertFalse(holds, f"{text!r}: {why}")
        self.assertGreater(both, 400)
        for text in "1_0 0", "\u0663 0", "1 2\x0b0":
            with self.assertRaisesRegex(Error, "Line 1 "):
                loophole.CNF(from_string=text)

    def test_proofs(self):
        clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], [3]]
        self.assertEqual(check_proof(clauses, prove(clauses)), 4)
        with self.assertRaises(Error):
            check_proof(clauses, b"4 0\n")
        self.assertIsNone(prove(clauses[1:]))

    def test_certificates(self):
        with tempfile.TemporaryDirectory() as place:
            directory = os.path.join(place, "none")
            self.assertEqual(puzzle("tank", 3).certify(directory), "tank 3, cap 2: there is no solution.")
            self.assertEqual(check(directory), "tank 3, cap 2: there is no solution.")
            for cut in (directory + "\0x", os.fsencode(directory) + b"\0x"):
                with self.assertRaisesRegex(Error, "zero byte"):
                    check(cut)
                with self.assertRaisesRegex(Error, "zero byte"):
                    puzzle("tank", 3).certify(cut)
            with self.assertRaisesRegex(Stopped, "topped"):
                check(directory, time_limit=0)
            with self.assertRaisesRegex(Error, "not empty"):
                puzzle("tank", 3).certify(directory)
            with open(os.path.join(directory, "proof.pbp"), "ab") as proof:
                proof.write(b"a\n")
            with self.assertRaisesRegex(Error, "damaged"):
                check(directory)
            forged, manifest = os.path.join(place, "forged"), os.path.join(place, "forged", "manifest.json")
            puzzle("gunport", "4x4").certify(forged)
            with open(manifest) as file:
                text = file.read().replace("4 gunports", "6 gunports")
            text = text[:text.rindex(',\n  "sha256"')]
            with open(manifest, "w") as file:
                file.write(f'{text},\n  "sha256": "{hashlib.sha256(text.encode()).hexdigest()}"\n}}\n')
            with self.assertRaisesRegex(Error, "'claim'"):
                check(forged)
            late = os.path.join(place, "late")
            with self.assertRaises(Stopped):
                puzzle("gunport", "40x40").certify(late, time_limit=0.05)
            self.assertFalse(os.path.exists(late))

            def stop(answer):
                raise KeyError("stopped")

            with self.assertRaises(KeyError):
                puzzle("gunport", "9x9").certify(late, progress=stop)
            self.assertFalse(os.path.exists(late))
            m = Model()
            a, b = m.vars("a", "b")
            m.at_least([a, b], 1)
            m.minimize([a, b], [2, 1])
            own = os.path.join(place, "own")
            self.assertRegex(m.certify(os.path.join(place, "model"), all=True), "1 solution .*no other")
            self.assertRegex(puzzle("opb", text=m.text("opb")).certify(own, all=True), "1 solution .*no other")

    def test_cores(self):
        s = Solver("cadical", [[-1, -2], [3]])
        self.assertIs(s.solve([1, 2, 3]), False)
        self.assertEqual(set(s.get_core()), {1, 2})
        self.assertIs(s.solve([1]), True)
        self.assertEqual(s.get_model()[0], 1)

    def test_all_models_of_a_solver(self):
        s = Solver("cadical", CardEnc.equals([1, 2, 3, 4], 2))
        found = list(s.enum_models(assumptions=[1]))
        self.assertEqual(sorted(sorted(v for v in m if 0 < v < 5) for m in found), [[1, 2], [1, 3], [1, 4]])
        self.assertEqual(len(list(s.enum_models())), 3)
        self.assertEqual(len(list(Solver().enum_models())), 1)

    def test_a_solver_that_was_deleted_and_literals_that_are_none(self):
        with Solver("cadical", [[1, 2]]) as s:
            self.assertIs(s.solve([1]), True)
            for wrong in ([0], [-1, 0], [-2, -1, 0]):
                with self.assertRaises(Error):
                    s.solve(wrong)
                self.assertIs(s.solve([1]), True)
        for use in (s.solve, s.get_model, s.nof_vars, lambda: s.add_clause([1]), lambda: s.solve([1])):
            with self.assertRaises(Error) as refused:
                use()
            self.assertEqual(str(refused.exception), "This solver was deleted; make a new one.")
        s.delete()

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
