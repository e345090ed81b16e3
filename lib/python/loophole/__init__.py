"""Loophole: CNF encodings with proved claims, models, and a solving loop by SAT.

    >>> from loophole import Model
    >>> m = Model()
    >>> a, b, c = m.vars("a", "b", "c")
    >>> m.at_most([a, b, c], 1)
    >>> m.clause([a, b])
    >>> m.minimise([a, b], [2, 1])
    >>> m.solve().objective
    1

Literals are DIMACS integers, as in PySAT. What is refused raises Error with one sentence. Nothing is compiled: this is ctypes over
libloophole.so.
"""
from __future__ import annotations

import ctypes
import math
import os
import signal
import sys
import threading
import time
from ctypes import byref, c_bool, c_char_p, c_int, c_int64, c_size_t, c_void_p
from typing import Any, Callable, Iterable, Iterator, Sequence

from ._library import (NO_LOWER, NO_UPPER, Claims, Each, Error, Parity, Stop, Told, bound, call, ints, lib, owned, path, weighted,
                       whole, wholes, word)

__all__ = ["Answer", "CardEnc", "Counter", "Encoded", "Error", "Model", "PBEnc", "Solver", "XorEnc", "check", "check_proof", "encoders",
           "parse", "prove", "puzzle", "read", "version"]

_STATUS = {0: "unknown", 10: "satisfiable", 20: "unsatisfiable", 30: "optimal"}


def version() -> str:
    """The library's version."""
    return lib.loophole_version().decode()


__version__ = version()


def encoders(kind: str | None = None) -> list[dict[str, Any]]:
    """All encoders, or those of one kind ("amo", "card", "pb", "xor"), each with what it claims."""
    found, claims, i = [], Claims(), 0
    while lib.loophole_encoder(i, byref(claims)):
        row = {n: getattr(claims, n) for n, _ in Claims._fields_}
        found.append({n: v.decode() if isinstance(v, bytes) else v for n, v in row.items()})
        i += 1
    kinds = sorted({e["kind"] for e in found})
    if kind not in (None, *kinds):
        raise Error(f"There is no kind of encoders {kind!r}; choose one of: {' '.join(kinds)}.")
    return [e for e in found if kind in (None, e["kind"])]


# ---- one constraint -> clauses ---------------------------------------------------------------------------------------


class Encoded:
    """Clauses; `nv`, the highest variable that they use or that was taken before; and `encoder`, the name of the encoder that made
    them, two joined by "+" if each bound got its own, None if none was needed."""

    def __init__(self, clauses: list[list[int]], nv: int, encoder: str | None = None) -> None:
        self.clauses, self.nv, self.encoder = clauses, nv, encoder

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def without_units(self, inputs: Iterable[int]) -> "Encoded":
        """The same without unit clauses on variables that are no inputs: an encoding that asserts a bound on its own outputs is
        propagated through. Its models are the same on the inputs."""
        own = {abs(x) for x in inputs}
        true: set[int] = set()
        clauses = self.clauses
        while units := {c[0] for c in clauses if len(c) == 1 and abs(c[0]) not in own} - true:
            true |= units
            clauses = [[x for x in c if -x not in true] for c in clauses if not any(x in true for x in c)]
        return Encoded(clauses, self.nv, self.encoder)

    def __repr__(self) -> str:
        return f"<{len(self.clauses)} clauses, variables up to {self.nv}>"


class _Sink:
    """A buffer of the library's."""

    def __init__(self, taken: int = 0) -> None:
        self.p = lib.loophole_sink_buffer(taken)

    def __del__(self, free: Any = lib.loophole_sink_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "p", None):
            free(self.p)

    def clauses(self) -> list[list[int]]:
        lits, start = ctypes.POINTER(c_int)(), ctypes.POINTER(c_int)()
        n = lib.loophole_sink_kept(self.p, byref(lits), byref(start))
        at = start[: n + 1]
        flat = lits[: at[-1]] if n else []
        return [flat[i:j] for i, j in zip(at, at[1:])]

    def add(self, clauses: Iterable[Iterable[int]]) -> None:
        for c in clauses:
            call("encode_clause", self.p, *ints(c))

    def done(self) -> Encoded:
        return Encoded(self.clauses(), lib.loophole_sink_vars(self.p), _text(lib.loophole_sink_encoder(self.p)))


def _text(said: bytes | None) -> str | None:
    return said.decode() if said is not None else None


def _name(encoding: str | None) -> bytes | None:
    return None if encoding is None or encoding == "auto" else word(encoding, "An encoding's name, as encoders() lists them,")


def _top(lits: Iterable[int], top_id: int | None) -> int:
    return max([abs(x) for x in lits] + [whole(top_id or 0, "A top_id", 31)])


class CardEnc:
    """Cardinality constraints, as pysat.card.CardEnc has them. Any bound will do: one that cannot be met gives the empty clause, one
    that is always met gives none."""

    @staticmethod
    def between(lits: Iterable[int], lo: int | None, hi: int | None, top_id: int | None = None,
                encoding: str | None = None) -> Encoded:
        x, n = ints(lits)
        s = _Sink(_top(x, top_id))
        call("encode_card", s.p, _name(encoding), x, n, bound(lo, NO_LOWER), bound(hi, NO_UPPER))
        return s.done()

    @staticmethod
    def atmost(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | None = None) -> Encoded:
        """At most `bound` of the literals."""
        return CardEnc.between(lits, None, bound, top_id, encoding)

    @staticmethod
    def atleast(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | None = None) -> Encoded:
        """At least `bound` of the literals."""
        return CardEnc.between(lits, bound, None, top_id, encoding)

    @staticmethod
    def equals(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | None = None) -> Encoded:
        """Just `bound` of the literals."""
        return CardEnc.between(lits, bound, bound, top_id, encoding)


class PBEnc:
    """Pseudo-Boolean constraints, as pysat.pb.PBEnc has them; weights may be negative; without any they are ones."""

    @staticmethod
    def between(lits: Iterable[int], weights: Iterable[int] | None, lo: int | None, hi: int | None, top_id: int | None = None,
                encoding: str | None = None) -> Encoded:
        x, w, n = weighted(lits, weights)
        s = _Sink(_top(x, top_id))
        call("encode_pb", s.p, _name(encoding), x, w, n, bound(lo, NO_LOWER), bound(hi, NO_UPPER))
        return s.done()

    @staticmethod
    def atmost(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
               encoding: str | None = None) -> Encoded:
        return PBEnc.between(lits, weights, None, bound, top_id, encoding)

    @staticmethod
    def atleast(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
                encoding: str | None = None) -> Encoded:
        return PBEnc.between(lits, weights, bound, None, top_id, encoding)

    @staticmethod
    def equals(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
               encoding: str | None = None) -> Encoded:
        return PBEnc.between(lits, weights, bound, bound, top_id, encoding)

    leq, geq = atmost, atleast


class XorEnc:
    """Parities: the sum of the literals is `parity` modulo 2."""

    @staticmethod
    def equals(lits: Iterable[int], parity: int, top_id: int | None = None, encoding: str | None = None) -> Encoded:
        x, n = ints(lits)
        s = _Sink(_top(x, top_id))
        call("encode_xor", s.p, _name(encoding), x, n, whole(parity, "A parity") & 1)
        return s.done()


class Counter:
    """A sum whose bound moves, as pysat.card.ITotalizer: encoded once for bounds below `most`, then tightened by assumptions, and
    widened by more clauses. `fresh` takes the clauses that came since it was last asked."""

    def __init__(self, lits: Iterable[int], weights: Iterable[int] | None = None, most: int | None = None,
                 top_id: int | None = None, encoding: str | None = None) -> None:
        x, w, n = weighted(lits, weights)
        self._sink = _Sink(_top(x, top_id))
        self._most = bound(most, NO_UPPER)
        self._p = call("counter_new", self._sink.p, _name(encoding), x, w, n, 3, NO_LOWER // 2, self._most)

    def __del__(self, free: Any = lib.loophole_counter_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_p", None):
            free(self._p)

    def widen(self, most: int) -> None:
        """From now on for bounds below `most`."""
        call("counter_widen", self._p, NO_LOWER // 2, bound(most, NO_UPPER))

    def fresh(self) -> list[list[int]]:
        """The clauses that came since the last call."""
        clauses = self._sink.clauses()
        lib.loophole_sink_clear(self._sink.p)
        return clauses

    @property
    def nv(self) -> int:
        """The highest variable."""
        return lib.loophole_sink_vars(self._sink.p)

    @property
    def encoder(self) -> str | None:
        """The name of the encoder that was taken; None: none was needed."""
        return _text(lib.loophole_counter_encoder(self._p))

    def at_most(self, k: int) -> list[int]:
        """Literals that together say that the sum is at most k: assume them, or add them as units."""
        n = c_int()
        return list(call("counter_at_most", self._p, bound(k, 0), byref(n))[: n.value])

    def at_least(self, k: int) -> list[int]:
        n = c_int()
        return list(call("counter_at_least", self._p, bound(k, 0), byref(n))[: n.value])


# ---- models ----------------------------------------------------------------------------------------------------------


class _Line:
    """Progress in one line, rewritten: in a notebook that runs already, or on a terminal; else nothing."""

    def __init__(self) -> None:
        self._long = False
        self._notebook: Any = None
        ipython = sys.modules.get("IPython")  # to import it would take longer than many a solve
        if ipython is not None and ipython.get_ipython() is not None:
            from IPython import display  # type: ignore

            self._notebook = display

    def __call__(self, answer: "Answer") -> None:
        if self._notebook is not None:
            self._notebook.clear_output(wait=True)
            self._notebook.display({"text/plain": self.text(answer)}, raw=True)
        elif sys.stderr is not None and sys.stderr.isatty():
            print("\r\033[K" + self.text(answer), end="", file=sys.stderr, flush=True)
            self._long = True

    def done(self) -> None:
        if self._long:
            print(file=sys.stderr, flush=True)

    @staticmethod
    def text(answer: "Answer") -> str:
        text = f"{answer.objective if answer.objective is not None else 'no solution yet'}"
        lower, upper, calls = answer.lower, answer.upper, int(answer.statistic("calls"))
        if lower is not None and upper is not None:
            text += f" within {lower}..{upper}"
        elif lower is not None:
            text += f", at least {lower}"
        elif upper is not None:
            text += f", at most {upper}"
        if calls >= 0:
            text += f", {calls} solver call{'' if calls == 1 else 's'}"
        return text


class _CtrlC:
    """While C works, an interrupt comes as soon as a callback begins, which cannot raise: it is kept, and `stop` called."""

    def __init__(self, raised: list[BaseException], stop: Callable[[], None]) -> None:
        self._raised, self._stop, self._handler = raised, stop, signal.getsignal(signal.SIGINT)
        self._catches = callable(self._handler) and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self._catches:
            signal.signal(signal.SIGINT, self._came)

    def __exit__(self, *_: Any) -> None:
        if self._catches:
            signal.signal(signal.SIGINT, self._handler)

    def _came(self, number: int, frame: Any) -> None:
        try:
            self._handler(number, frame)  # type: ignore
        except BaseException as e:
            self._raised.append(e)
            self._stop()


class Answer:
    """What came of a question: true if there is a solution."""

    def __init__(self, model: "Model", choices: dict[str, Any]) -> None:
        self._model = model
        self._q = lib.loophole_problem_new(model._p)
        self.status = "unknown"
        for option, value in choices.items():
            if value is not None:
                said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
                call("set", self._q, word(option.replace("_", "-")), word(said))

    def __del__(self, free: Any = lib.loophole_problem_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_q", None):
            free(self._q)

    def __bool__(self) -> bool:
        return self.solution is not None

    def _number(self, name: str) -> int | None:
        n = c_int64()
        return n.value if getattr(lib, "loophole_" + name)(self._q, byref(n)) else None

    @property
    def objective(self) -> int | None:
        return self._number("objective")

    @property
    def lower(self) -> int | None:
        """A proved lower bound."""
        return self._number("lower")

    @property
    def upper(self) -> int | None:
        """A proved upper bound."""
        return self._number("upper")

    @property
    def solution(self) -> str | None:
        """In the puzzle's notation; of other models a v line."""
        text = lib.loophole_solution(self._q)
        return text.decode() if text else None

    @property
    def model(self) -> list[int] | None:
        """The literals that are true, as PySAT's get_model()."""
        if self.solution is None or (self._model.nv and not self[1]):
            return None
        return [v if self[v] > 0 else -v for v in range(1, self._model.nv + 1)]

    def __getitem__(self, lit: int) -> int:
        """1 true, -1 false, 0 not known."""
        return lib.loophole_value(self._q, *ints([lit])[0])

    def true(self, lit: int) -> bool:
        return self[lit] > 0

    def statistic(self, name: str) -> float:
        """vars, clauses, literals, calls, conflicts, encode_seconds, solve_seconds; -1: not known."""
        return lib.loophole_statistic(self._q, name.encode())

    def svg(self) -> str:
        """A picture of the solution, or of the question if there is none."""
        text = self.solution
        return owned(call("svg", self._q, text.encode() if text else None))

    _repr_svg_ = svg

    def __repr__(self) -> str:
        value = "" if self.objective is None else f", {self.objective}"
        return f"<{self.status}{value}>"


class _Solution(Answer):
    """One solution of several, kept while the walk goes on to the next."""

    def __init__(self, walk: Answer) -> None:
        self._walk, self._model, self._q, self.status = walk, walk._model, walk._q, "satisfiable"
        self._text, self._figure = walk.solution, walk.objective
        self._value = dict.fromkeys(map(int, self._text.split()[1:-1]), 1) if self._text and walk[1] else {}

    def __del__(self, free: Any = None) -> None:
        """The question is the walk's."""

    @property
    def solution(self) -> str | None:
        return self._text

    @property
    def objective(self) -> int | None:
        return self._figure

    def __getitem__(self, lit: int) -> int:
        lit = ints([lit])[0][0]
        return self._value.get(lit, -self._value.get(-lit, 0))


class Model:
    """Variables, constraints, an objective. Choices of solve and its kin are the command line's, - written _: card="totalizer",
    solver="picosat", search="core", time_limit=10, seed=1."""

    def __init__(self, *, _p: int | None = None) -> None:
        self._p = _p or lib.loophole_model_new()

    def __del__(self, free: Any = lib.loophole_model_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_p", None):
            free(self._p)

    def var(self, name: str | None = None) -> int:
        """The next variable."""
        return call("var", self._p, word(name) if name else None)

    def vars(self, *names: str | int) -> list[int]:
        """As many variables as asked for, or one for each name: vars(3), vars("a", "b")."""
        if len(names) == 1 and isinstance(names[0], int):
            return [self.var() for _ in range(names[0])]
        return [self.var(str(n)) for n in names]

    def derived(self, name: str | None = None) -> int:
        """A variable that follows from the others: solutions that differ in it alone are one."""
        return call("derived", self._p, word(name) if name else None)

    @property
    def nv(self) -> int:
        return lib.loophole_vars(self._p)

    def __len__(self) -> int:
        return lib.loophole_constraints(self._p)

    def name(self, var: int) -> str:
        name = lib.loophole_name(self._p, *ints([var])[0])
        if name is None:
            raise Error(f"There is no variable {var}; the model has {self.nv}.")
        return str(name.decode())

    def rule(self, name: str) -> None:
        """Names the constraints that follow: explain() speaks in these."""
        call("rule", self._p, word(name))

    def clause(self, lits: Iterable[int]) -> None:
        call("clause", self._p, *ints(lits))

    def card(self, lits: Iterable[int], lo: int | None, hi: int | None) -> None:
        """lo <= the number of literals that are true <= hi; None: no bound."""
        call("card", self._p, *ints(lits), bound(lo, NO_LOWER), bound(hi, NO_UPPER))

    def at_most(self, lits: Iterable[int], k: int) -> None:
        self.card(lits, None, k)

    def at_least(self, lits: Iterable[int], k: int) -> None:
        self.card(lits, k, None)

    def exactly(self, lits: Iterable[int], k: int) -> None:
        self.card(lits, k, k)

    def pb(self, lits: Iterable[int], weights: Iterable[int], lo: int | None, hi: int | None) -> None:
        """lo <= the sum of the weights of literals that are true <= hi."""
        x, w, n = weighted(lits, weights)
        call("pb", self._p, x, w, n, bound(lo, NO_LOWER), bound(hi, NO_UPPER))

    def xor(self, lits: Iterable[int], parity: int) -> None:
        """The number of literals that are true is `parity` modulo 2."""
        call("xor", self._p, *ints(lits), whole(parity, "A parity") & 1)

    def count_of(self, lits: Iterable[int], most: int) -> list[int]:
        """New variables y: y[j] is true if and only if at least j + 1 of the literals are."""
        x, n = ints(lits)
        most = whole(most, "A bound", 31)
        y = (c_int * max(1, most))()
        call("count_of", self._p, x, n, most, y)
        return list(y[:most])

    def _objective(self, which: str, lits: Iterable[int], weights: Iterable[int] | None, constant: int) -> None:
        x, w, n = weighted(lits, weights)
        call(which, self._p, x, w, n, whole(constant, "A constant", 61))

    def minimise(self, lits: Iterable[int], weights: Iterable[int] | None = None, constant: int = 0) -> None:
        self._objective("minimise", lits, weights, constant)

    def maximise(self, lits: Iterable[int], weights: Iterable[int] | None = None, constant: int = 0) -> None:
        self._objective("maximise", lits, weights, constant)

    def parity(self) -> dict[str, Any]:
        """Rank, dimension and consistency of its parities."""
        p = Parity()
        call("eliminate", self._p, byref(p))
        return {n: getattr(p, n) for n, _ in Parity._fields_}

    def imply(self) -> int:
        """Adds what the parities imply as clauses; how many."""
        return call("imply", self._p)

    # -- asking

    def _run(self, a: Answer, progress: bool | Callable[[Answer], None] | None, ask: Callable[[], int]) -> int:
        """Asks, while Ctrl-C still works."""
        raised: list[BaseException] = []
        line = _Line() if progress and not callable(progress) else None

        def told(_state: Any, _q: Any) -> None:
            try:
                if callable(progress):
                    progress(a)
                elif line:
                    line(a)
            except BaseException as e:  # a C callback cannot raise
                raised.append(e)
                lib.loophole_cancel(a._q)

        hook = Told(told)
        lib.loophole_on_progress(a._q, hook, None)
        try:
            with _CtrlC(raised, lambda: lib.loophole_cancel(a._q)):
                status = ask()
        finally:
            lib.loophole_on_progress(a._q, Told(0), None)
            if line:
                line.done()
        if raised:
            raise raised[0]
        a.status = _STATUS.get(status, "unknown")
        return status

    def solve(self, progress: bool | Callable[[Answer], None] | None = None, **choices: Any) -> Answer:
        """A solution; with an objective, a proved optimum. progress: True, or a function of the Answer so far."""
        a = Answer(self, choices)
        self._run(a, progress, lambda: call("solve", a._q))
        return a

    def count(self, limit: int = 0, all_costs: bool = False, **choices: Any) -> int:
        """The number of solutions (with an objective: of the best). With a limit: at most so many are looked for."""
        a, n = Answer(self, choices), c_int64()
        limit = whole(limit, "A limit", 62)
        status = self._run(a, None, lambda: call("count", a._q, limit, bool(all_costs), Each(0), None, byref(n)))
        if status == 0 and not limit:
            raise Error(f"Stopped after {n.value} solutions; there may be more.")
        return n.value

    def solutions(self, limit: int = 0, **choices: Any) -> Iterator[Answer]:
        """One solution after the other, at any cost; there may be very many: with a limit at most so many. Raises Error if it is
        stopped, as by a time_limit, before it is known that there are no more."""
        walk, n = Answer(self, choices), 0
        limit = whole(limit, "A limit")
        while limit <= 0 or n < limit:
            status = self._run(walk, None, lambda: call("next", walk._q))
            if status == 0:
                raise Error(f"Stopped after {n} solutions; there may be more.")
            if status != 10:
                return
            yield _Solution(walk)
            n += 1

    def explain(self, **choices: Any) -> list[str] | None:
        """The names of rules that clash, none of which can be left out; None: there is a solution. Raises Error if it is
        stopped, as by a time_limit, before that is known."""
        a, minimal = Answer(self, choices), c_bool()
        status = self._run(a, None, lambda: call("explain", a._q, byref(minimal)))
        if status == 10:
            return None
        if status != 20:
            raise Error("Stopped before it was known whether rules clash.")
        reasons, i = [], 0
        while (reason := lib.loophole_reason(a._q, i)) is not None:
            reasons.append(reason.decode())
            i += 1
        return reasons

    def certify(self, directory: str | os.PathLike[str], all: bool = False,
                progress: bool | Callable[[Answer], None] | None = None, **choices: Any) -> str | None:
        """Solves, and makes a certificate of the answer in a directory, new or empty; loophole.check checks it. all: certify that the
        solutions are all (with an objective: of the best). What it proves, in a sentence; None: stopped, as by a time_limit, and the
        directory is empty. Of puzzles; of another model m: puzzle("opb", text=m.text("opb")).certify(directory)."""
        a, claim = Answer(self, choices), c_void_p()
        if self._run(a, progress, lambda: call("certify", a._q, path(directory), bool(all), byref(claim))) == 0:
            return None
        return owned(claim.value)

    def verify(self, solution: str) -> int:
        """The objective of a solution in its notation; raises Error with what is wrong."""
        a, n = Answer(self, {}), c_int64()
        call("verify", a._q, word(solution), byref(n))
        return n.value

    # -- writing

    def text(self, format: str = "cnf", **choices: Any) -> str:
        """The formula in a format that `loophole list formats` names."""
        asked = Answer(self, choices)
        return owned(call("text", asked._q, word(format)))

    def write(self, file: str, format: str | None = None, **choices: Any) -> None:
        """The formula into a file, in the format of its ending (.gz .xz .zst too)."""
        asked = Answer(self, choices)
        call("write", asked._q, word(format) if format else None, word(str(file)))

    def encode(self, **choices: Any) -> Encoded:
        """Its clauses; the objective is not among them."""
        s, asked = _Sink(), Answer(self, choices)
        call("pour", asked._q, s.p)
        return s.done()

    def svg(self) -> str:
        asked = Answer(self, {})
        return owned(call("svg", asked._q, None))

    _repr_svg_ = svg

    def __repr__(self) -> str:
        return f"<model of {self.nv} variables and {len(self)} constraints>"


def puzzle(name: str, *words: Any, text: str | None = None) -> Model:
    """A puzzle as on the command line: puzzle("gunport", "8x8"), puzzle("tank", text=". 2\\n. .")."""
    given = [word(str(w)) for w in words]
    array = (c_char_p * max(1, len(given)))(*given)
    return Model(_p=call("puzzle", word(name), len(given), array, word(text) if text is not None else None))


def read(file: str) -> Model:
    """A formula from a file: .cnf, .opb, .wcnf and their kin, packed or not."""
    return Model(_p=call("read", word(str(file))))


def parse(format: str, text: str) -> Model:
    """A formula from text: "cnf", "opb" or "wcnf"."""
    return Model(_p=call("parse", word(format), word(text)))


# ---- solvers, clause by clause; proofs ---------------------------------------------------------------------------------


class Solver:
    """A solver as pysat.solvers.Solver: "cadical", "picosat", "ipasir:./libx.so", "process:kissat -q"."""

    def __init__(self, name: str = "cadical", bootstrap_with: Iterable[Iterable[int]] = (), seed: int = 0) -> None:
        self._p = call("solver_open", word(name), whole(seed, "A seed", 31))
        self._asked: list[int] = []
        self._found: bool | None = None
        self._raised = raised = []  # type: list[BaseException]
        self._stop = Stop(lambda _: bool(raised))
        lib.loophole_solver_stop(self._p, self._stop, None)
        self.append_formula(bootstrap_with)

    def __del__(self) -> None:
        self.delete()

    def __enter__(self) -> "Solver":
        return self

    def __exit__(self, *_: Any) -> None:
        self.delete()

    def delete(self, free: Any = lib.loophole_solver_free) -> None:
        """Gives back what it holds, at once; it is not to be used any more."""
        if getattr(self, "_p", None):
            free(self._p)
            self._p = None

    def _open(self) -> Any:
        if not self._p:
            raise Error("This solver was deleted; make a new one.")
        return self._p

    def add_clause(self, lits: Iterable[int]) -> None:
        self._found = None
        call("encode_clause", lib.loophole_solver_sink(self._open()), *ints(lits))

    def append_formula(self, clauses: Iterable[Iterable[int]]) -> None:
        for c in clauses:
            self.add_clause(c)

    def solve(self, assumptions: Iterable[int] = ()) -> bool | None:
        """True, False, or None: not known. Ctrl-C stops it."""
        self._asked = list(ints(assumptions)[0])
        for lit in self._asked:
            lib.loophole_solver_assume(self._open(), lit)
        self._found = None
        self._raised.clear()
        with _CtrlC(self._raised, lambda: None):
            status = call("solver_solve", self._open())
        if self._raised:
            raise self._raised[0]
        self._found = {10: True, 20: False}.get(status)
        return self._found

    def enum_models(self, assumptions: Iterable[int] = ()) -> Iterator[list[int]]:
        """One model after the other; each is excluded by a clause that stays, as in PySAT."""
        assumptions = wholes(assumptions, "A literal")
        while self.solve(assumptions):
            model = self.get_model() or []
            yield model
            self.add_clause([-x for x in model])
        if self._found is None:
            raise Error("Stopped before it was known that there are no more models.")

    def nof_vars(self) -> int:
        return lib.loophole_sink_vars(lib.loophole_solver_sink(self._open()))

    def get_model(self) -> list[int] | None:
        """The literals that are true; None unless the last solve() said True and no clause came since."""
        if self._open() and self._found is not True:
            return None
        return [v if lib.loophole_solver_value(self._open(), v) >= 0 else -v for v in range(1, self.nof_vars() + 1)]

    def get_core(self) -> list[int] | None:
        """The assumptions that were needed to refute; None unless the last solve() said False and no clause came since."""
        if self._found is not False:
            return None
        return [x for x in self._asked if lib.loophole_solver_failed(self._open(), x)]


def prove(clauses: Iterable[Iterable[int]]) -> bytes | None:
    """A DRAT proof that there is no solution; None: there is one."""
    s, proof, n = _Sink(), c_void_p(), c_size_t()
    s.add(clauses)
    if call("prove", s.p, byref(proof), byref(n)) != 20:
        return None
    text = ctypes.string_at(proof, n.value)
    lib.loophole_free(proof.value)
    return text


def check_proof(clauses: Iterable[Iterable[int]], proof: bytes) -> int:
    """How many of the clauses the proof needs; raises Error if it proves nothing."""
    s, needed = _Sink(), c_int64()
    s.add(clauses)
    call("check_proof", s.p, proof, len(proof), byref(needed))
    return needed.value


def check(directory: str | os.PathLike[str], time_limit: float | None = None) -> str:
    """What a certificate's directory proves, in a sentence; raises Error if it does not. It encodes the problem again and runs no
    solver. The time limit is in seconds."""
    end, claim = time.monotonic() + (math.inf if time_limit is None else time_limit), c_void_p()
    raised: list[BaseException] = []
    try:
        with _CtrlC(raised, lambda: None):
            call("check", path(directory), Stop(lambda _: bool(raised) or time.monotonic() >= end), None, byref(claim))
    except Error:
        if not raised:
            raise
    if raised:
        raise raised[0]
    return owned(claim.value)
