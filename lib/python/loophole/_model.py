"""Models, puzzles and formulas: solve, count, enumerate, explain, certify, write."""
from __future__ import annotations

import collections
import copy
import difflib
import itertools
import json
import os
import sys
import textwrap
from ctypes import byref, c_bool, c_char_p, c_int, c_int64, c_void_p, sizeof
from typing import Any, Callable, Hashable, Iterable, Iterator

from ._encode import Encoded, Sink
from ._integers import Constraint, Int, Linear
from ._picture import Grid
from ._library import (NO_LOWER, NO_UPPER, CtrlC, Each, Error, Parity, Progress, Stopped, TypeFault, _Public, bound, call, formula, guarded, ints, lib, line,
                       literals, longs, owned, path, stopped_after, weighted, whole, wholes, word)

_STATUS = {0: "unknown", 10: "satisfiable", 20: "unsatisfiable", 30: "optimal"}


class _Line:
    """Progress on one line that is rewritten: in a notebook, or on a terminal; else nothing."""

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


class Answer(_Public):
    """The result of `Model.solve`, and each solution of `Model.solutions`. It is true if it has a
    solution, and false if there is none; `bool(answer)` raises `Stopped` if a limit came before either was known.

    `status` is "optimal", "satisfiable", "unsatisfiable" or "unknown" (stopped by a limit); `proved`
    and `evidence` say why it holds. `answer[literal]` is 1 if the literal is true in the solution, -1 if it is false, 0 if that is
    unknown, as for the variables of a puzzle. `answer["star 1,7"]` is the value of the variable or
    the integer of that name. `answer[x]` is the value of an integer or of a linear
    expression, such as `x + y`. `print(answer)` shows a puzzle's solution, the picture of a model
    that has one (see `board`), or else the integers and the names of the true variables that you declared.
    """

    _owns = "keep its values, such as str(answer), answer.model or answer[x]"

    def __init__(self, model: "Model", options: dict[str, Any]) -> None:
        self._model = model
        model._complete()
        self._q = lib.loophole_problem_new(model._p)
        self.status, self._stopped = "unknown", False
        self._kept: tuple[str | None, list[int] | None, list[int] | None] | None = None  # see _values
        self._assumed: list[tuple[Any, int]] = []  # what the caller passed, and its literal
        for option, value in options.items():
            if value is not None:
                text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
                if option.replace("-", "_") not in _OPTIONS:
                    raise _unknown(option)
                call("problem_set", self._q, word(option.replace("_", "-")), word(text))

    def __del__(self, free: Any = lib.loophole_problem_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_q", None):
            free(self._q)

    def __bool__(self) -> bool:
        if self._stopped and self.solution is None:
            raise Stopped("The search was stopped before it was known whether there is a solution, so the answer is neither true nor "
                          "false; read its status.")
        return self.solution is not None

    def _number(self, name: str) -> int | None:
        n = c_int64()
        return n.value if getattr(lib, "loophole_problem_" + name)(self._q, byref(n)) else None

    @property
    def objective(self) -> int | None:
        """The objective value of the solution; None: there is no solution or no objective."""
        return self._number("objective")

    @property
    def lower(self) -> int | None:
        """A proved lower bound of the objective; None: unknown."""
        return self._number("lower")

    @property
    def upper(self) -> int | None:
        """A proved upper bound of the objective; None: unknown."""
        return self._number("upper")

    @property
    def failed(self) -> list[Any]:
        """The assumptions of `Model.solve` that have no solution together, as you passed them; empty if there is a solution."""
        return [given for given, x in self._assumed if lib.loophole_problem_failed(self._q, x)]

    @property
    def violated(self) -> list[str]:
        """The soft constraints of `Model.soft` and `Model.add` that the solution violates: the comparison or
        a number, and its rule if it has one. Empty if there is no solution.
        """
        return [name for x, name in self._model._softs if self.solution is not None and self[x] > 0]

    def _evidence(self) -> tuple[str, bool]:
        proved = c_bool()
        return owned(lib.loophole_problem_evidence(self._q, byref(proved))), proved.value

    @property
    def evidence(self) -> str:
        """Why the answer holds, such as "solution verified; refuted by cadical, unchecked". See `proved`."""
        return self._evidence()[0]

    @property
    def proved(self) -> bool:
        """Whether the evidence has no unchecked refutation. Theorems, bounds and searches of Loophole
        itself count as proved (docs/proofs.md). By default, only proofs that take little time are
        checked, and this is False for other refutations; `solve(proof_check="always")` checks them
        all. False also if the status is "unknown".
        """
        return self._evidence()[1]

    def _values(self) -> tuple[str | None, list[int] | None, list[int] | None]:
        """The text of the solution, its true literals and the values of the integers: copied once, until a better solution comes."""
        if self._kept is None:
            text = lib.loophole_problem_solution(self._q)
            self._kept = (text.decode() if text else None, self._copied("lits", c_int), self._copied("ints", c_int64))
        return self._kept

    def _copied(self, which: str, kind: Any) -> list[int] | None:
        copy = getattr(lib, "loophole_problem_" + which)
        n = copy(self._q, None, 0)
        values = (kind * max(n, 0))()
        copy(self._q, values, n)
        return None if n < 0 else list(values)

    @property
    def solution(self) -> str | None:
        """The solution as a text: in a puzzle's notation, or "v 1 -2 3 0". None: there is none."""
        return self._values()[0]

    @property
    def model(self) -> list[int] | None:
        """The true literals, one for each variable, as PySAT's get_model(). None: no solution, or a
        puzzle's. It is the same list each time; copy it before you change it.
        """
        return self._values()[1]

    def __getitem__(self, lit: Any) -> int:
        if isinstance(lit, str):
            kind, number = self._model._find(lit)
            return self._integer(number) if kind == "i" else self._literal(number)
        if isinstance(lit, Linear):
            return lit._evaluate(self._integer, self.true)
        if isinstance(lit, Constraint):
            return 0 if self.solution is None else 1 if lit._true(self._integer, self.true) else -1
        return self._literal(whole(lit, "A literal", 31))

    def _literal(self, lit: int) -> int:
        lits = self._values()[1] or []
        return 0 if not 0 < abs(lit) <= len(lits) else 1 if lits[abs(lit) - 1] == lit else -1

    def _integer(self, number: int) -> int:
        values = self._values()[2]
        if values is None or number >= len(values):
            raise Error("There is no solution, so the integers have no values." if values is None else
                        "The integer is newer than the solution; solve again.")
        return values[number]

    def true(self, lit: int) -> bool:
        """Reports whether a literal is true in the solution.

        Parameters:
            lit: The literal.

        Returns:
            True or False; False also if its value is unknown, as for the variables of a puzzle.

        Raises:
            Error: The number is not a literal, or there is no solution.
        """
        if self.solution is None:
            raise Error("There is no solution, so the literals have no values.")
        return self[lit] > 0

    def statistic(self, name: str) -> float:
        """Returns a statistic of the call.

        Parameters:
            name: "variables", "clauses", "literals", "calls", "conflicts", "encode_seconds",
                "solve_seconds" or "check_seconds" (CPU time; the last: of solutions and proofs).

        Returns:
            The number; -1: unknown.
        """
        return lib.loophole_problem_statistic(self._q, name.encode())

    def svg(self) -> str:
        """Draws the solution, or the problem if there is none. A notebook shows the picture of a solution.

        Returns:
            A picture in SVG.

        Raises:
            Error: The picture cannot be drawn.
        """
        text = self.solution
        return owned(call("problem_svg", self._q, text.encode() if text else None))

    def _repr_svg_(self) -> str | None:
        """The picture for a notebook, which shows repr if there is no solution."""
        return self.svg() if self.solution is not None else None

    def board(self, ascii: bool = False) -> str:
        """Draws the solution, or the problem if there is none, as text.

        Parameters:
            ascii: Use signs of ASCII only.

        Returns:
            The lines of the picture.

        Raises:
            Error: The picture cannot be drawn.
        """
        text = self.solution
        return owned(call("problem_drawing", self._q, text.encode() if text else None, bool(ascii))).rstrip("\n")

    def __repr__(self) -> str:
        value = "" if self.objective is None else f", {self.objective}"
        return f"<{self.status}{value}>"

    def __str__(self) -> str:
        head, m = repr(self)[1:-1], self._model
        if self.solution is None:
            return head
        if m._puzzle:
            return self.solution
        if m._has_picture():
            return f"{head}\n{self.board()}"
        values = [f"{name} = {self._integer(i)}" for i, name in enumerate(m._int_names()) if ("i", i) not in m._made]
        values += [m.name(v) for v in range(1, m.nv + 1) if self[v] > 0 and ("x", v) not in m._made]
        if len(values) > _SHOWN:
            values[_SHOWN:] = [f"and {len(values) - _SHOWN} more"]
        return "\n".join(textwrap.wrap(f"{head}: {', '.join(values)}", 100, subsequent_indent="    ", break_long_words=False,
                                       break_on_hyphens=False))


_SHOWN = 200  # values that str(answer) lists
_OPTIONS = [name.decode().replace("-", "_") for name in iter(map(lib.loophole_option, itertools.count()).__next__, None)]
_MEANT = {"timeout": "time_limit", "memory": "memory_limit", "assumptions": "assume", **dict.fromkeys(("threads", "workers", "processes"), "jobs")}


def _unknown(option: str) -> Error:
    """The sentence about an option that there is not."""
    if option in ("assume", "hint", "progress"):
        return Error(f"This call has no option {option}; solve has it.")
    near = _MEANT.get(option) or "".join(difflib.get_close_matches(option, _OPTIONS, 1))
    return Error(f"There is no option {option!r} here (those of an instance are arguments of puzzle()); choose one of: {' '.join(_OPTIONS)}."
                 + (f" Did you mean {near}?" if near else ""))


class _Solution(Answer):
    """One of several solutions. It keeps its values while the enumeration goes on."""

    def __init__(self, walk: Answer) -> None:
        self._walk, self._model, self._q, self.status = walk, walk._model, walk._q, "satisfiable"
        self._stopped = False
        self._kept, self._objective = walk._values(), walk.objective

    def __del__(self, free: Any = None) -> None:
        """Frees nothing: the problem belongs to the enumeration."""

    @property
    def objective(self) -> int | None:
        return self._objective

    def _evidence(self) -> tuple[str, bool]:
        return "solution verified", True


class Model(_Public):
    """Variables, constraints and an objective.

    `len(model)` is the number of constraints. Literals are DIMACS integers. The methods that solve
    or encode accept the options of the command line as keywords, with _ for -; the section "Options" of docs/python.md
    lists them.

    >>> m = Model()
    >>> a, b, c = m.vars("a", "b", "c")
    >>> m.at_most([a, b, c], 1)
    >>> m.clause([a, b])
    >>> m.minimize([a, b], [2, 1])
    >>> answer = m.solve(time_limit=10)
    >>> answer.status, answer.objective, answer.true(b)
    ('optimal', 1, True)
    """

    def __init__(self, *, _p: int | None = None, _puzzle: bool = False) -> None:
        self._puzzle = _puzzle
        self._p = _p or lib.loophole_model_new()
        self._literals: dict[Any, int] = {}  # of comparisons
        self._implied: set[Any] = set()  # comparisons that a literal implies
        self._softs: list[tuple[int, str]] = []  # literals that say that a soft constraint is violated, and its name
        self._condition: tuple[str, int] | None = None  # of the next constraint: the call and its literal
        self._shown: dict[tuple[int, int], list[tuple[int, int]]] = {}  # in the cells of the picture
        self._counts = (0, 0)  # of the variables and integers in _numbers
        self._numbers: dict[str, list[tuple[str, int]]] = {}
        self._made: set[tuple[str, int]] = set()  # variables and integers that are not the caller's
        self._rule: str | None = None
        self._pictured = None if _p else False  # None: a file may have brought a picture
        self._read = self.nv if _p else 0  # variables of the file

    def __reduce_ex__(self, protocol: Any) -> Any:
        """A copy is made of the JSON text; a puzzle, which has none, raises Error."""
        if self._puzzle:
            raise Error("A puzzle's model cannot be copied or pickled; call puzzle() again.")
        kept = ("_literals", "_implied", "_softs", "_condition", "_shown", "_made", "_rule", "_pictured", "_read")
        return parse, ("json", self._json()), {name: getattr(self, name) for name in kept}

    def _json(self) -> str:
        """The text in JSON, also while a condition waits."""
        waiting, self._condition = self._condition, None
        try:
            return self.text("json")
        finally:
            self._condition = waiting

    def __copy__(self) -> "Model":
        return copy.deepcopy(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._rule is not None:
            self.rule(self._rule)

    def __del__(self, free: Any = lib.loophole_model_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_p", None):
            free(self._p)

    # -- building

    def var(self, name: str | None = None) -> int:
        """Adds a variable.

        Parameters:
            name: Its name; None: "x7". Line breaks, control and bidirectional characters become
                escapes, such as `\\n`. So do those of rules and integers.

        Returns:
            Its number, which is also its positive literal.

        Raises:
            Error: Another variable or an integer has the name, or the model is a puzzle.
        """
        return call("model_var", self._p, line(name) if name else None)

    def vars(self, *names: str | int) -> list[int]:
        """Adds variables: `vars(3)` adds three, `vars("a", "b")` adds two with these names.

        Parameters:
            names: One whole number, or names.

        Returns:
            Their numbers.

        Raises:
            Error: Another variable or an integer has one of the names, or the model is a puzzle.
        """
        if len(names) == 1 and isinstance(names[0], int):
            if not 0 <= names[0] < 2**31 - self.nv:
                raise Error(f"A model of {self.nv} variables cannot get {names[0]} more; all numbers of variables are below 2^31.")
            return [self.var() for _ in range(names[0])]
        own = [line(str(n)).decode() for n in names]
        known = self._known()
        for taken in [n for n, k in collections.Counter(own).items() if k > 1 or any(n != self._by_number(*k) for k in known.get(n, []))]:
            raise Error(f"The name {taken!r} is taken; a model's variables and integers have different names.")
        return [self.var(n) for n in own]

    def derived(self, name: str | None = None) -> int:
        """Adds a variable whose value follows from the others. Solutions that differ only in derived variables count as one.

        Parameters:
            name: Its name; None: "x7".

        Returns:
            Its number.

        Raises:
            Error: See `var`.
        """
        return call("model_derived", self._p, line(name) if name else None)

    @property
    def nv(self) -> int:
        """The number of variables."""
        return lib.loophole_model_vars(self._p)

    def __len__(self) -> int:
        return lib.loophole_model_constraints(self._p)

    def named(self, name: str) -> Any:
        """Returns a variable or an integer by its name, for example of a model that `read` returned.

        Parameters:
            name: The name.

        Returns:
            The number of the variable, or an `Int`.

        Raises:
            Error: Nothing has this name, or two of them have.

        >>> m = Model()
        >>> x = m.int("x", 1, 3)
        >>> again = parse("json", m.text("json"))
        >>> again.add(again.named("x") >= 3)
        >>> again.solve()["x"]
        3
        """
        kind, number = self._find(name)
        if kind == "x":
            return number
        lo, hi = c_int64(), c_int64()
        call("model_int_range", self._p, number, byref(lo), byref(hi))
        return Int(self, number, self._term("i", number), lo.value, hi.value)

    def name(self, var: int) -> str:
        """Returns the name of a variable.

        Parameters:
            var: Its number.

        Returns:
            The name.

        Raises:
            Error: There is no such variable.
        """
        name = lib.loophole_model_name(self._p, *ints([var])[0])
        if name is None:
            raise Error(f"There is no variable {var}; the model has {self.nv}.")
        return str(name.decode())

    def _find(self, name: str) -> tuple[str, int]:
        """The kind ("x" or "i") and the number of the variable or integer of this name."""
        found = self._known().get(line(name).decode(), [])
        numbers = [k for k in found if self._term(*k) != self._by_number(*k)] or found  # a name that was chosen comes first
        if not numbers:
            raise Error(f"No variable or integer of the model is called {name!r}.")
        if len(numbers) > 1:
            raise Error(f"The name {name!r} is not unique: {len(numbers)} variables and integers have it; use the literal.")
        return numbers[0]

    def _known(self) -> dict[str, list[tuple[str, int]]]:
        """The variables and integers of each name."""
        before, self._counts = self._counts, (self.nv, lib.loophole_model_ints(self._p))
        for kind, first, last in (("x", before[0] + 1, self._counts[0] + 1), ("i", before[1], self._counts[1])):
            for number in range(first, last):
                self._numbers.setdefault(self._term(kind, number), []).append((kind, number))
        return self._numbers

    @staticmethod
    def _by_number(kind: str, number: int) -> str:
        """The name of a variable or an integer without one."""
        return f"x{number}" if kind == "x" else f"i{number + 1}"

    def rule(self, name: str) -> None:
        """Names the constraints that you add from now on. They form one rule, and `explain` reports rules.

        Parameters:
            name: The rule's name.

        Raises:
            Error: The model is a puzzle.
        """
        call("model_rule", self._p, line(name))
        self._rule = name

    def _int_names(self) -> list[str]:
        return [lib.loophole_model_int_name(self._p, i).decode() for i in range(lib.loophole_model_ints(self._p))]

    def _term(self, kind: str, number: int) -> str:
        """The name of an integer, "i", or of a literal, "x"."""
        if kind == "i":
            return lib.loophole_model_int_name(self._p, number).decode()
        return ("-" if number < 0 else "") + self.name(abs(number))

    def _has_picture(self) -> bool:
        """Looks at a file's model, whose derived variables are not the caller's, once."""
        if self._pictured is None:
            file = json.loads(self._json())
            self._pictured = bool(file["picture"])
            self._made.update(("x", v) for v, name in enumerate(file["variables"][: self._read], 1) if isinstance(name, dict))
        return self._pictured

    def _complete(self) -> None:
        """Refuses what cannot be while a condition waits."""
        if self._condition is not None:
            raise Error("A condition waits for its constraint: after implies, reify or soft, add a clause, card, pb, xor or comparison, or "
                        "drop it by unconditional().")

    def _plainly(self) -> None:
        if self._condition is not None:
            raise Error("Only a clause, card, pb, xor or linear constraint can be reified, conditional or soft.")

    def _add(self, kind: str, *arguments: Any) -> None:
        """Adds a constraint, after its arguments have their literals: these are reified constraints themselves. A refused one leaves the
        condition that waits.
        """
        self._send(self._condition, kind, *arguments)
        self._condition = None

    def _send(self, condition: tuple[str, int] | None, kind: str, *arguments: Any) -> None:
        if condition is not None:
            call(condition[0], self._p, condition[1])
        try:
            call(kind, self._p, *arguments)
        finally:
            lib.loophole_model_unconditional(self._p)

    def unconditional(self) -> None:
        """Drops the condition of `implies`, `reify` or `soft` that waits for its constraint, if any."""
        self._condition = None

    def clause(self, lits: Iterable[int]) -> None:
        """Adds a clause: at least one literal is true.

        Parameters:
            lits: The literals.

        Raises:
            Error: A number is not a literal of the model, or the model is a puzzle.
        """
        self._add("model_clause", *ints(lits))

    def clauses(self, clauses: Iterable[Iterable[int]]) -> None:
        """Adds clauses, much faster than one by one.

        Parameters:
            clauses: A list of clauses, or another form that `Solver.append_formula` takes.

        Raises:
            Error: See `clause`. Nothing was added.

        >>> m = Model()
        >>> m.vars(3)
        [1, 2, 3]
        >>> m.clauses([[1, 2], [-2, 3]])
        >>> m.count()
        4
        """
        self._plainly()
        call("model_formula", self._p, *formula(clauses))

    def card(self, lits: Iterable[int], lo: int | None, hi: int | None) -> None:
        """Adds lo <= the number of true literals <= hi.

        Parameters:
            lits: The literals, which may repeat or be opposite.
            lo: The lower bound; None: no bound.
            hi: The upper bound; None: no bound.

        Raises:
            Error: A number is not a literal of the model, or the model is a puzzle.
        """
        self._add("model_card", *ints(lits), bound(lo, NO_LOWER), bound(hi, NO_UPPER))

    def at_most(self, lits: Iterable[int], k: int) -> None:
        """Adds "at most k of the literals are true".

        Parameters:
            lits: The literals.
            k: The upper bound, inclusive.

        Raises:
            Error: See `card`.
        """
        self.card(lits, None, k)

    def at_least(self, lits: Iterable[int], k: int) -> None:
        """Adds "at least k of the literals are true".

        Parameters:
            lits: The literals.
            k: The lower bound, inclusive.

        Raises:
            Error: See `card`.
        """
        self.card(lits, k, None)

    def exactly(self, lits: Iterable[int], k: int) -> None:
        """Adds "exactly k of the literals are true".

        Parameters:
            lits: The literals.
            k: The number.

        Raises:
            Error: See `card`.
        """
        self.card(lits, k, k)

    def pb(self, lits: Iterable[int], weights: Iterable[int], lo: int | None, hi: int | None) -> None:
        """Adds lo <= the sum of the weights of true literals <= hi.

        Parameters:
            lits: The literals, which may repeat or be opposite.
            weights: A weight for each literal, also negative ones; their absolute values add up to
                less than 2^62.
            lo: The lower bound; None: no bound.
            hi: The upper bound; None: no bound.

        Raises:
            Error: A number is not a literal of the model or too large, or the model is a puzzle.
        """
        x, w, n = weighted(lits, weights)
        self._add("model_pb", x, w, n, bound(lo, NO_LOWER), bound(hi, NO_UPPER))

    def xor(self, lits: Iterable[int], parity: int) -> None:
        """Adds "the number of true literals is `parity` modulo 2".

        Parameters:
            lits: The literals.
            parity: 0 or 1; other numbers are taken modulo 2.

        Raises:
            Error: A number is not a literal of the model, or the model is a puzzle.
        """
        self._add("model_xor", *ints(lits), whole(parity, "A parity") & 1)

    def counter(self, lits: Iterable[int], most: int) -> list[int]:
        """Adds derived variables y: y[j] is true if and only if at least j + 1 of the literals are.

        Parameters:
            lits: Literals of different variables.
            most: How many variables y; at most as many as literals.

        Returns:
            The variables y.

        Raises:
            Error: A variable is counted twice, `most` is too large, or the model is a puzzle.
        """
        x, n = ints(lits)
        most = whole(most, "A bound", 31)
        y = (c_int * max(1, min(most, n)))()  # C refuses more than n
        call("model_count", self._p, x, n, most, y)
        self._made.update(("x", v) for v in y[:most])
        return list(y[:most])

    def _objective(self, which: str, lits: Iterable[int] | Linear, weights: Iterable[int] | None, constant: int) -> None:
        if isinstance(lits, Linear):
            if weights is not None:
                raise Error("An expression has its weights already.")
            total = lits + whole(constant, "A constant", 60)
            call("model_optimize", self._p, which == "maximize", *self._linear(total), total._constant)
            return
        x, w, n = weighted(lits, weights)
        call(f"model_{which}", self._p, x, w, n, whole(constant, "A constant", 61))

    def minimize(self, lits: Iterable[int] | Linear, weights: Iterable[int] | None = None, constant: int = 0) -> None:
        """Sets the objective: minimize constant + the sum of the weights of true literals.

        It replaces an earlier objective, but not the costs of soft constraints.

        Parameters:
            lits: The literals, or a linear expression over integers, which has no weights.
            weights: A weight for each literal, also negative ones; None: all are 1.
            constant: A whole number below 2^60.

        Raises:
            Error: A number is wrong, or the model is a puzzle.
        """
        self._objective("minimize", lits, weights, constant)

    def maximize(self, lits: Iterable[int] | Linear, weights: Iterable[int] | None = None, constant: int = 0) -> None:
        """Sets the objective: maximize constant + the sum of the weights of true literals.

        It replaces an earlier objective, but not the costs of soft constraints.

        Parameters:
            lits: The literals, or a linear expression over integers, which has no weights.
            weights: A weight for each literal, also negative ones; None: all are 1.
            constant: A whole number below 2^60.

        Raises:
            Error: A number is wrong, or the model is a puzzle.
        """
        self._objective("maximize", lits, weights, constant)

    def parity(self) -> dict[str, Any]:
        """Eliminates the parity constraints over GF(2).

        Returns:
            A dictionary with the whole numbers `rows`, `columns`, `rank` and `dimension` (the
            parities alone have 2^dimension solutions) and the boolean `consistent`.

        Raises:
            Error: The elimination needs too much memory.
        """
        p = Parity(sizeof(Parity))
        call("model_eliminate", self._p, byref(p))
        return {n: getattr(p, n) for n, _ in Parity._fields_[1:]}

    def add_implied(self) -> int:
        """Adds clauses for what the parities imply: fixed values, and pairs of variables that are always equal or always differ.

        Returns:
            The number of clauses.

        Raises:
            Error: The model is a puzzle, or the elimination needs too much memory.
        """
        return call("model_add_implied", self._p)

    # -- integers and graphs

    def int(self, name: str, lo: int, hi: int, encoding: str | None = None) -> Int:
        """Adds an integer from lo to hi.

        Parameters:
            name: Its name.
            lo: The least value.
            hi: The largest value; both ends are at most 2^40 in size.
            encoding: "direct", "order" or "log"; None: by its constraints and size. The option `int`
                replaces it for all integers.

        Returns:
            An `Int`. Expressions over integers, such as `x + 2*y`, are compared to make constraints.

        Raises:
            Error: lo > hi, an end is too large, there is no such encoding, or another integer or a variable has the name.

        >>> m = Model()
        >>> x, y = m.int("x", 1, 9), m.int("y", 1, 9)
        >>> m.add(x + 2*y == 11, x > y)
        >>> m.clause([x >= 7, y == 2])
        >>> answer = m.solve()
        >>> answer[x] + 2 * answer[y], m.count()
        (11, 2)
        """
        return self._int(line(name), lo, hi, encoding)

    def _int(self, name: bytes | None, lo: int, hi: int, encoding: str | None = None) -> Int:
        bits = [whole(end, "An end of an integer", 62) for end in (lo, hi)]
        number = call("model_int", self._p, name, *bits, word(encoding) if encoding else None)
        return Int(self, number, self._term("i", number), *bits)

    def number(self, lit: Any) -> Linear:
        """Makes a linear expression of a literal.

        Parameters:
            lit: A literal, or a comparison.

        Returns:
            A `Linear` whose value is 1 if the literal is true, else 0.

        Raises:
            Error: The number is not a literal.
        """
        return Linear(self, {("x", ints([lit])[0][0]): 1}, 0, 0, 1)

    def _linear(self, linear: Linear) -> tuple[Any, ...]:
        """The terms as C takes them."""
        if linear._model is not self:
            raise Error("The expression belongs to another model.")
        x, w, z, v = linear._parts()
        return ints(x)[0], longs(w), len(x), ints(z)[0], longs(v), len(z)

    def _post(self, c: Constraint, y: int | None = None) -> None:
        """Adds a comparison, which then is equivalent to the literal y if there is one."""
        arguments = *self._linear(c._linear), bound(c._lo, NO_LOWER), bound(c._hi, NO_UPPER)
        plain = y is None and c._holds
        self._send(None if plain else ("model_reify", 0 if y is None else y if c._holds else -y), "model_linear", *arguments)

    def _literal(self, c: Constraint) -> int:
        """The literal that is true if and only if the comparison holds."""
        key = c._key()
        if key not in self._literals:
            self._linear(c._linear)
            y = self.derived()
            self._post(c if c._holds else -c, y)
            self._literals[key] = y
            self._made.add(("x", y))
        return self._literals[key] if c._holds else -self._literals[key]

    def add(self, *constraints: Constraint, soft: int | None = None) -> None:
        """Adds comparisons: `m.add(x + y <= 7, x != y)`.

        Parameters:
            constraints: Each is a `Constraint`.
            soft: The cost of violating one of them; None: they must hold.

        Raises:
            Error: It is not a `Constraint`, belongs to another model, or its sum needs more than 60
                bits.

        >>> m = Model()
        >>> x = m.int("x", 0, 9)
        >>> m.add(x >= 7, soft=2)
        >>> m.add(x <= 3, soft=3)
        >>> answer = m.solve()
        >>> answer.objective, answer.violated
        (2, ['x >= 7'])
        """
        for c in constraints:
            if not isinstance(c, Constraint):
                raise Error(f"A comparison of integers is needed, not {c!r}.")
            self._linear(c._linear)
        if soft is not None or len(constraints) > 1:
            self._complete()
        for c in constraints:
            if soft is not None:
                self._post(c, -self._soft(soft, repr(c).strip("<>")))
            elif self._condition is None or self._condition[0] == "model_reify":
                self._post(c, self._condition[1] if self._condition else None)
            else:
                self._imply(self._condition[1], c)
            self._condition = None

    def _imply(self, y: int, c: Constraint) -> None:
        """Adds y -> c. The second time for the same comparison, its literal is cheaper."""
        key = c._key()
        if not c._holds or key in self._literals or key in self._implied:
            self._send(None, "model_clause", *ints([-y, self._literal(c)]))
            return
        self._send(("model_implied_by", y), "model_linear", *self._linear(c._linear), bound(c._lo, NO_LOWER), bound(c._hi, NO_UPPER))
        self._implied.add(key)

    def _soft(self, weight: int, name: str | None = None) -> int:
        """A new literal that says that a soft constraint is violated, at this cost."""
        violated = call("model_soft", self._p, whole(weight, "A weight", 60))
        self._softs.append((violated, name or f"soft constraint {len(self._softs) + 1}"))
        if self._rule is not None:
            self._softs[-1] = violated, f"{self._softs[-1][1]} ({self._rule})"
        lib.loophole_model_unconditional(self._p)  # arguments of the next constraint may be reified constraints
        return violated

    def soft(self, weight: int) -> int:
        """Makes the next `clause`, `card`, `pb` or `xor` soft: it may be violated, at this cost.

        The costs are added to an objective that is minimized, and subtracted from one that is
        maximized.

        Parameters:
            weight: The cost, from 1 on.

        Returns:
            A literal that is true if and only if the constraint is violated.

        Raises:
            Error: The weight is wrong, or the model is a puzzle.

        >>> m = Model()
        >>> a, b = m.vars("a", "b")
        >>> m.at_most([a, b], 1)
        >>> late = m.soft(5); m.clause([a])
        >>> early = m.soft(3); m.clause([b])
        >>> answer = m.solve()
        >>> answer.objective, answer[late], answer[early]
        (3, -1, 1)
        """
        self._complete()
        violated = self._soft(weight)
        self._condition = "model_reify", -violated
        return violated

    def _condition_of(self, lit: Any, constraint: Any) -> int:
        """The literal of a condition, for which nothing else waits."""
        self._complete()
        if constraint is not None and not isinstance(constraint, Constraint):
            raise Error(f"A comparison of integers is needed, not {constraint!r}.")
        y: int = ints([lit])[0][0]
        call("model_implied_by", self._p, y)
        lib.loophole_model_unconditional(self._p)
        return y

    def implies(self, lit: Any, constraint: Constraint | None = None) -> "Model":
        """Adds "if the literal is true, the constraint holds".

        Parameters:
            lit: The literal.
            constraint: A comparison; None: the next `clause`, `card`, `pb` or `xor` is meant, as in
                `m.implies(y).at_most(x, 2)`.

        Returns:
            The model.

        Raises:
            Error: See `reify`.

        >>> m = Model()
        >>> y, x = m.var("y"), m.int("x", 0, 3)
        >>> m.implies(y, x >= 2)
        <model of 1 variable, 1 integer and 1 constraint>
        >>> m.count()
        6
        """
        y = self._condition_of(lit, constraint)
        if constraint is None:
            self._condition = "model_implied_by", y
        else:
            self._imply(y, constraint)
        return self

    def reify(self, lit: Any, constraint: Constraint | None = None) -> "Model":
        """Makes a literal equivalent to a constraint, which then need not hold.

        Parameters:
            lit: The literal.
            constraint: A comparison; None: the next `clause`, `card`, `pb` or `xor` is meant, as in
                `m.reify(y).clause([a, b])`.

        Returns:
            The model.

        Raises:
            Error: The number is not a literal of the model, another condition waits, or the next
                constraint is of another kind. A refused constraint leaves the condition, which `solve`
                and other calls refuse as long as no constraint has taken it.

        >>> m = Model()
        >>> y, a, b = m.vars("y", "a", "b")
        >>> x = m.int("x", 0, 3)
        >>> m.reify(y, x >= 2)
        <model of 3 variables, 1 integer and 1 constraint>
        >>> m.reify(a).clause([y, b])
        >>> m.count()
        8
        """
        y = self._condition_of(lit, constraint)
        if constraint is None:
            self._condition = "model_reify", y
        else:
            self._post(constraint, y)
        return self

    def _plain(self, linear: Any, offset: bool = False) -> tuple[int, int]:
        """An integer's number and an offset; other expressions get an integer that is equal to them."""
        if not isinstance(linear, Linear):
            raise Error(f"An integer of the model is needed, not {linear!r}.")
        if linear._model is not self:
            raise Error("The expression belongs to another model.")
        if list(linear._terms.values()) == [1] and (offset or not linear._constant):
            (kind, i), = linear._terms
            if kind == "i":
                return i, linear._constant
        equal = self._int(None, linear.lo, linear.hi)
        number = lib.loophole_model_ints(self._p) - 1
        self._made.add(("i", number))
        self._post(equal == linear)
        return number, 0

    def _constant(self, value: Any) -> int:
        """A whole number that is a value: a comparison, whose index is its literal, is none."""
        if isinstance(value, Constraint):
            raise TypeFault(f"A value is a whole number, not {value!r}.")
        return whole(value, "A value")

    def all_different(self, integers: Iterable[Linear]) -> None:
        """Adds "no two of these are equal".

        Parameters:
            integers: Integers, or linear expressions such as `x + 3`.

        Raises:
            Error: One of them is not an expression of the model, or occurs twice.
        """
        self._plainly()
        found = [self._plain(x, True) for x in integers]
        numbers, n = ints(i for i, _ in found)
        self._add("model_all_different", numbers, longs(c for _, c in found), n)

    def table(self, integers: Iterable[Linear], rows: Iterable[Iterable[int]]) -> None:
        """Adds "the integers have the values of one of the rows".

        Parameters:
            integers: Integers or linear expressions.
            rows: The rows, each with a value for each integer.

        Raises:
            Error: A row is of another length, or an argument is not an integer expression.
        """
        self._plainly()
        numbers, n = ints(self._plain(x)[0] for x in integers)
        values = [[self._constant(v) for v in row] for row in rows]
        if any(len(row) != n for row in values):
            raise Error(f"Each row of the table needs {n} values.")
        self._add("model_table", numbers, n, longs(v for row in values for v in row), len(values))

    def element(self, index: Linear, values: Iterable[Any], result: Any) -> None:
        """Adds "result is values[index]".

        Parameters:
            index: An integer or a linear expression; its value is from 0 to len(values) - 1.
            values: Whole numbers, integers or linear expressions.
            result: An integer, a linear expression or a whole number.

        Raises:
            Error: One of them is of another type; nothing is added.
        """
        self._plainly()
        if not isinstance(index, Linear):
            raise Error(f"An integer of the model is needed, not {index!r}.")
        chosen = [v if isinstance(v, Linear) else self._constant(v) for v in values]
        if not isinstance(result, Linear):
            result = self._constant(result)
        if all(not isinstance(v, Linear) for v in chosen) and isinstance(result, Linear):
            self.table([index, result], list(enumerate(chosen)))
            return
        self.add(index >= 0, index <= len(chosen) - 1)
        for i, v in enumerate(chosen):
            here = index == i
            if isinstance(v, Linear) or isinstance(result, Linear):
                self.clause([-here, v == result if isinstance(v, Linear) else result == v])
            elif v != result:
                self.clause([-here])

    def connected(self, cells: Iterable[int], edges: Iterable[tuple[int, int]]) -> None:
        """Adds "the true cells, if any, are connected".

        Parameters:
            cells: Literals of different variables, the vertices of a graph.
            edges: Pairs of places in `cells`, counted from 0, that are neighbors.

        Raises:
            Error: A number is not a literal of the model, a variable occurs twice, or an edge joins
                no two cells.

        >>> m = Model()
        >>> m.connected(m.vars(4), [(0, 1), (1, 2), (2, 3)])
        >>> m.count()
        11
        """
        self._plainly()
        x, n = ints(cells)
        pairs = [(whole(a, "A place", 31), whole(b, "A place", 31)) for a, b in edges]
        self._add("model_connected", x, n, ints(end for pair in pairs for end in pair)[0], len(pairs))

    def loop(self, edges: Iterable[tuple[int, Hashable, Hashable]]) -> dict[Hashable, int]:
        """Adds "the true edges are one loop".

        Parameters:
            edges: (literal, vertex, vertex) for each edge of a graph; vertices are any values that
                can be keys of a dictionary.

        Returns:
            For each vertex a derived variable: the loop goes through it.

        Raises:
            Error: A number is not a literal of the model, or an edge joins a vertex with itself.

        >>> m = Model()
        >>> corners = [(0, 0), (0, 1), (1, 1), (1, 0)]
        >>> through = m.loop([(m.var(), a, b) for a, b in zip(corners, corners[1:] + corners[:1])])
        >>> m.count(), len(through)
        (1, 4)
        """
        self._plainly()
        all_edges = [tuple(edge) for edge in edges]
        number: dict[Hashable, int] = {}
        ends = [number.setdefault(v, len(number)) for _, a, b in all_edges for v in (a, b)]
        x, n = ints(lit for lit, _, _ in all_edges)
        through = (c_int * max(1, len(number)))()
        self._add("model_loop", x, ints(ends)[0], n, len(number), through)
        self._made.update(("x", v) for v in through)
        return dict(zip(number, through))

    def given(self, x: Any, value: int | None = None) -> None:
        """Marks what `generate` may give, or gives a value, which then is a constraint and gray in the picture.

        Parameters:
            x: A literal, a comparison, an integer, a linear expression, or (row, column) of a cell
                of the picture, which stands for all that `digit`, `symbol` and `fill` show there.
            value: The value that is given; 0 or 1 for a literal. None: only mark it.

        Raises:
            Error: It cannot have the value, the cell shows nothing, or the model is a puzzle.

        >>> m = Model()
        >>> x, y = m.int("x", 1, 9), m.int("y", 1, 9)
        >>> m.add(x + y == 11)
        >>> m.given(x); m.given(y)
        >>> len(m.generate(seed=2))
        1
        >>> m.count()
        1
        """
        if isinstance(x, tuple):
            shown = self._cells().get(x)
            if not shown:
                raise Error(f"The picture shows nothing at {x} that could be given.")
            for lit, number in shown:
                self._give(lit, number, value)
            return
        lit, number = (0, self._plain(x)[0]) if isinstance(x, Linear) else (ints([x])[0][0], 0)
        self._give(lit, number, value)

    def _give(self, lit: int, number: int, value: int | None) -> None:
        call("model_given", self._p, lit, number, None if value is None else longs([value]))

    def _cells(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """What the cells of the picture show: literals, and numbers of integers. A file that was read has a picture, too."""
        if not self._shown:
            for stroke in json.loads(self._json())["picture"]:
                kind, *words = stroke.split()
                if kind == "cell" and words[3] in ("symbol", "fill", "digit"):
                    sign, letter, number = words[2].rpartition("i" if words[3] == "digit" else "x")
                    item = (0, int(number) - 1) if letter == "i" else (int(sign + number), 0)
                    self._shown.setdefault((int(words[0]), int(words[1])), []).append(item)
        return self._shown

    def givens(self) -> list[tuple[str, int]]:
        """Lists the values that are given.

        Returns:
            (name, value) of each integer or variable; the value of a variable is 0 or 1.
        """
        found, i = [], 0
        x, number, value = c_int(), c_int(), c_int64()
        while lib.loophole_model_given_at(self._p, i, byref(x), byref(number), byref(value)):
            if value.value != NO_LOWER:
                name = self.name(x.value) if x.value else lib.loophole_model_int_name(self._p, number.value).decode()
                found.append((name, value.value))
            i += 1
        return found

    def generate(self, seed: int = 0, **options: Any) -> list[tuple[str, int]]:
        """Makes a puzzle: gives values so that one solution is left, or one optimal solution.

        It chooses a random solution and leaves out one marked value after the other, in random
        order, as long as the solution stays the only one. So no given can be left out. The model
        keeps the givens: `solve`, `svg` and `write` include them, and the next `generate` drops them.

        Parameters:
            seed: The same seed makes the same puzzle.
            options: Options by name.

        Returns:
            The givens, as `givens` lists them.

        Raises:
            Stopped: A limit such as `time_limit` stopped it; the model is as before.
            Error: The model has no solution or no marks (see `given`), the marks do not determine a
                solution, or a solver failed.
        """
        a = Answer(self, options)
        if self._run(a, None, lambda: call("problem_generate", a._q, whole(seed, "A seed") % 2**64)) != 10:
            raise Stopped("Stopped before a puzzle was found.")
        return self.givens()

    def grid(self, rows: int, cols: int) -> Grid:
        """Begins the picture of the model: a board of cells. `Answer.svg` and notebooks show it, files keep it.

        Parameters:
            rows: The number of rows, at most 200.
            cols: The number of columns, at most 200.

        Returns:
            A `Grid`, whose methods state what the cells show.

        Raises:
            Error: The model has a picture already, a number is wrong, or the model is a puzzle.
        """
        return Grid(self, rows, cols)

    # -- solving

    def _run(self, a: Answer, progress: bool | Callable[[Answer], None] | None, ask: Callable[[], int]) -> int:
        """Runs a call so that Ctrl-C stops it."""
        raised: list[BaseException] = []
        line = _Line() if progress and not callable(progress) else None

        def report(_state: Any, _q: Any) -> None:
            a._kept = None
            try:
                if callable(progress):
                    progress(a)
                elif line:
                    line(a)
            except BaseException as e:  # a C callback cannot raise
                raised.append(e)
                lib.loophole_problem_cancel(a._q)

        hook = Progress(report)
        lib.loophole_problem_on_progress(a._q, hook, None)
        try:
            with CtrlC(raised, lambda: lib.loophole_problem_cancel(a._q)):
                status = ask()
        except Error:
            if not raised:
                raise
        finally:
            lib.loophole_problem_on_progress(a._q, Progress(0), None)
            a._kept = None
            if line:
                line.done()
        if raised:
            raise raised[0]
        a.status, a._stopped = _STATUS.get(status, "unknown"), status == 0
        return status

    def solve(self, progress: bool | Callable[[Answer], None] | None = None, assume: Iterable[int] = (),
              hint: Iterable[int] = (), **options: Any) -> Answer:
        """Finds a solution; with an objective, a proved optimum. Ctrl-C stops it.

        Parameters:
            progress: True: show the best value and the bounds on a terminal or in a notebook. A
                function: call it with the `Answer` so far at each improvement and about twice a
                second; an exception in it stops the search.
            assume: Literals or comparisons, such as `x >= 3`, that must be true in this solution. If
                there is none, `Answer.failed` has those of them that conflict.
            hint: Literals or comparisons that the solver makes true first.
            options: Options by name, such as `card="totalizer"` or `time_limit=10`.

        Returns:
            An `Answer`. Its `status` is "unknown" if a limit stopped the search; it then has the
            best solution and bounds.

        Raises:
            Error: An option or a value does not exist, or a solver failed.
        """
        given = literals(assume, "assume")
        assumed = list(zip(given, wholes(given, "An assumption", 31)))
        likely = wholes(literals(hint, "hint"), "A hint", 31)  # a comparison adds its literal to the model, before the Answer
        a = Answer(self, options)
        a._assumed = assumed
        for _, x in assumed:
            call("problem_assume", a._q, x)
        for x in likely:
            call("problem_hint", a._q, x)
        self._run(a, progress, lambda: call("problem_solve", a._q))
        return a

    def count(self, limit: int = 0, all_costs: bool = False, **options: Any) -> int:
        """Counts the solutions; with an objective, the optimal ones.

        Parameters:
            limit: Stop at this number; 0: count all.
            all_costs: With an objective: count solutions of any value.
            options: Options by name.

        Returns:
            The number. If it equals `limit`, there may be more.

        Raises:
            Stopped: A limit such as `time_limit` stopped it before it had counted `limit` solutions or all. Its
                `found` is the number so far.
            Error: `limit` is negative, an option does not exist, or a solver failed.

        >>> m = Model()
        >>> m.at_most(m.vars(4), 1)
        >>> m.count()
        5
        """
        a, n = Answer(self, options), c_int64()
        limit = whole(limit, "A limit", 62)
        status = self._run(a, None, lambda: call("problem_count", a._q, limit, bool(all_costs), Each(0), None, byref(n)))
        if status == 0 and not 0 < limit <= n.value:
            raise stopped_after(n.value, "solution")
        return n.value

    def unique(self, all_costs: bool = False, **options: Any) -> bool:
        """Decides whether there is exactly one solution; with an objective, exactly one optimal solution.

        Parameters:
            all_costs: With an objective: solutions of any value count.
            options: Options by name.

        Returns:
            True: there is exactly one. False: there are more, or none.

        Raises:
            Stopped: A limit such as `time_limit` stopped it before that was known. Its `found` is the number of
                solutions so far, 0 or 1.
            Error: An option does not exist, or a solver failed.

        >>> m = Model()
        >>> a, b = m.vars("a", "b")
        >>> m.exactly([a, b], 1)
        >>> m.unique()
        False
        >>> m.clause([a])
        >>> m.unique()
        True
        """
        try:
            return self.count(2, all_costs, **options) == 1
        except Stopped as stop:
            raise Stopped("Stopped before it was known whether the solution is unique.", stop.found) from None

    def solutions(self, limit: int = 0, **options: Any) -> Iterator[Answer]:
        """Yields one solution after the other, with any objective value, in no order.

        Parameters:
            limit: Stop after this number; 0: yield all, of which there may be very many.
            options: Options by name.

        Returns:
            An iterator of `Answer`, each of which keeps its solution.

        Raises:
            Stopped: A limit such as `time_limit` stopped it before the last solution. Its `found` is the number so
                far.
            Error: `limit` is negative, an option does not exist, or a solver failed.
        """
        walk, n = Answer(self, options), 0
        limit = whole(limit, "A limit")
        if limit < 0:
            raise Error(f"A limit is 0, for all, or more, not {limit}.")
        while not limit or n < limit:
            status = self._run(walk, None, lambda: call("problem_next", walk._q))
            if status == 0:
                raise stopped_after(n, "solution")
            if status != 10:
                return
            yield _Solution(walk)
            n += 1

    def explain(self, **options: Any) -> list[str] | None:
        """Finds rules that have no solution together, none of which can be left out.

        Parameters:
            options: Options by name.

        Returns:
            The names of the rules; None: the model has a solution.

        Raises:
            Stopped: A limit such as `time_limit` stopped it. Its `found` is a list of rules of which some may be left
                out; None: it is not known whether there is a solution.
            Error: An option does not exist, or a solver failed.
        """
        a, minimal = Answer(self, options), c_bool()
        status = self._run(a, None, lambda: call("problem_explain", a._q, byref(minimal)))
        if status == 10:
            return None
        if status != 20:
            raise Stopped("Stopped before it was known whether rules clash.")
        reasons, i = [], 0
        while (reason := lib.loophole_problem_reason(a._q, i)) is not None:
            reasons.append(reason.decode())
            i += 1
        if not minimal and not {"time_limit", "memory_limit"}.isdisjoint(options):
            raise Stopped(f"Stopped with {len(reasons)} rules that clash; some may be left out.", reasons)
        return reasons

    def certify(self, directory: str | os.PathLike[str], all: bool = False,
                progress: bool | Callable[[Answer], None] | None = None, **options: Any) -> str:
        """Solves and writes a certificate of the answer; `check` checks it. A model that is no puzzle is
        written into the certificate as JSON.

        Parameters:
            directory: A directory that is new or empty.
            all: Certify that these are all solutions; with an objective, all optimal ones.
            progress: See `solve`.
            options: Options by name.

        Returns:
            The claim that the certificate proves, in a sentence.

        Raises:
            Stopped: A limit stopped it, and nothing is left of the directory.
            Error: The directory is not empty or cannot be written, an option does not exist, or a
                solver failed.

        >>> import tempfile
        >>> m = Model()
        >>> x, y = m.int("x", 1, 3), m.int("y", 1, 3)
        >>> m.add(x + y == 6)
        >>> with tempfile.TemporaryDirectory() as empty:
        ...     claim = m.certify(empty, all=True)
        """
        a, claim = Answer(self, options), c_void_p()
        if self._run(a, progress, lambda: call("problem_certify", a._q, path(directory), bool(all), byref(claim))) == 0:
            raise Stopped("Stopped before there was a certificate; the directory is empty.")
        return owned(claim.value)

    def verify(self, solution: str) -> int:
        """Checks a solution against the rules.

        Parameters:
            solution: A text as of `Answer.solution`.

        Returns:
            Its objective value; 0 without an objective.

        Raises:
            Error: It is not a solution; the sentence says why.
        """
        a, n = Answer(self, {}), c_int64()
        call("problem_verify", a._q, word(solution), byref(n))
        return n.value

    # -- writing

    def text(self, format: str = "cnf", **options: Any) -> str:
        """Returns the formula in a format for other solvers. The objective loses its constant.

        Parameters:
            format: A name that `loophole list formats` prints, such as "cnf", "opb" or "wcnf"; or
                "json": the model as it was declared, with names, integers, rules and picture.
            options: Options by name.

        Returns:
            The text.

        Raises:
            Error: There is no such format, it cannot express the model, an option does not exist,
                or a limit stopped it.
        """
        a = Answer(self, options)
        return owned(self._run(a, None, lambda: call("problem_text", a._q, word(format))))

    def write(self, file: str | os.PathLike[str], format: str | None = None, **options: Any) -> None:
        """Writes the formula into a file, which appears complete or not at all.

        To read another solver's answer, write the model as JSON, too:
        `cadical -q star.cnf | loophole decode -f star.json`.

        Parameters:
            file: The file; endings .gz, .bz2, .xz, .lzma and .zst pack it, with a program such as gzip.
            format: See `text`; None: the file's ending chooses.
            options: Options by name.

        Raises:
            Error: See `text`; or the file cannot be written.
        """
        a = Answer(self, options)
        self._run(a, None, lambda: call("problem_write", a._q, word(format) if format else None, word(str(file))))

    def encode(self, **options: Any) -> Encoded:
        """Encodes the constraints, without the objective.

        Parameters:
            options: Options by name.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: An option does not exist, an encoding would be too large, or a limit stopped it.
        """
        s, a = Sink(), Answer(self, options)
        self._run(a, None, lambda: call("problem_encode", a._q, s.p))
        return s.encoded()

    def svg(self) -> str:
        """Draws the problem. A notebook shows this picture.

        Returns:
            A picture in SVG.

        Raises:
            Error: The picture cannot be drawn.
        """
        a = Answer(self, {})
        return owned(call("problem_svg", a._q, None))

    _repr_svg_ = svg

    def __repr__(self) -> str:
        def counted(n: int, word: str) -> str:
            return f"{n} {word}{'s' * (n != 1)}"

        integers = lib.loophole_model_ints(self._p)
        also = f", {counted(integers, 'integer')}" if integers else ""
        return f"<model of {counted(self.nv, 'variable')}{also} and {counted(len(self), 'constraint')}>"


@guarded
def puzzle(name: str, *words: Any, text: str | None = None) -> Model:
    """Makes a puzzle's model, to which you can add nothing.

    Parameters:
        name: The puzzle, as on the command line.
        words: Its operands and options, as on the command line.
        text: The contents of an instance file, instead of operands.

    Returns:
        A `Model`.

    Raises:
        Error: There is no such puzzle, or the instance is wrong.

    >>> puzzle("gunport", "6x6").solve().objective
    12
    >>> puzzle("gunport", text="...\\n.#.\\n...").count()
    8
    """
    given = [word(str(w)) for w in words]
    array = (c_char_p * max(1, len(given)))(*given)
    return Model(_p=call("model_puzzle", word(name), len(given), array, word(text) if text is not None else None), _puzzle=True)


@guarded
def read(file: str | os.PathLike[str]) -> Model:
    """Reads a formula from a file. If it names the variables to count on (`c p show`), the others are derived.

    Parameters:
        file: A .cnf, .opb, .wcnf or .json file, also packed; "-" is standard input. If the ending names no format, the
            beginning of the file does.

    Returns:
        A `Model`, to which you can add constraints.

    Raises:
        Error: The file cannot be read, it is in no known format, or its contents are wrong. `count` raises it for a file
            that gives weights to literals.
    """
    return Model(_p=call("model_read", word(str(file))))


@guarded
def parse(format: str, text: str) -> Model:
    """Reads a formula from a text.

    Parameters:
        format: "cnf" (also with x and k lines), "opb", "wcnf" or "json".
        text: The text.

    Returns:
        A `Model`, to which you can add constraints.

    Raises:
        Error: There is no such format, or the text is wrong.

    >>> parse("opb", "min: 2 x1 3 x2; x1 + x2 >= 1;").solve().objective
    2
    """
    return Model(_p=call("model_parse", word(format), word(text)))
