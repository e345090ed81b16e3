"""Answers: what `Model.solve` found, and each solution of `Model.solutions`."""
from __future__ import annotations

import itertools
import sys
from ctypes import byref, c_bool, c_int, c_int64
from typing import Any

from ._errors import Error, Stopped, _Public, nearest
from ._expressions import Array, Condition, Linear, Literal
from ._library import call, lib, owned, usable, whole, word


STATUS = {0: "unknown", 10: "satisfiable", 20: "unsatisfiable", 30: "optimal"}


class Line:
    """Progress on one line that is rewritten: in a notebook, or on a terminal; else nothing."""

    def __init__(self) -> None:
        self._long = False
        self._notebook: Any = None
        ipython = sys.modules.get("IPython")  # to import it would take longer than many a solve
        if ipython is not None and ipython.get_ipython() is not None:
            from IPython import display  # type: ignore

            self._notebook = display

    def __call__(self, answer: Answer) -> None:
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
    def text(answer: Answer) -> str:
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
    solution, and false if there is none; `bool(answer)` raises `Stopped` if a limit came before that was known.

    `status` is "optimal", "satisfiable", "unsatisfiable" or "unknown" (stopped by a limit); `proved`
    and `evidence` say why it holds. `answer[literal]` is 1 if the literal is true in the solution, -1 if it is false, 0 if that is
    unknown, as for the variables of a puzzle. `answer["star 1,7"]` is the value of the variable or
    the integer of that name. `answer[x]` is the value of an integer or of a linear
    expression, such as `x + y`, and `answer[a | b]` is 1 or -1 for a condition. `answer[[x, y]]` is a list of such values, and
    `answer[a]` of an `Array` a list of its rows. `print(answer)` shows a puzzle's
    solution, after the status if a limit stopped the search. For a model it shows the picture (see `board`) or, if it
    has none, the integers and the names of the true variables that you declared, and each board of `Model.ints` in rows.
    """

    _owns = "keep its values, such as str(answer), answer.model or answer[x]"

    def __init__(self, model: Any, options: dict[str, Any]) -> None:
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
    def objectives(self) -> list[int]:
        """The values of all objectives, those of `Model.then_minimize` and `then_maximize` after the first."""
        values: list[int] = []
        n = c_int64()
        while lib.loophole_problem_objective_at(self._q, len(values), byref(n)):
            values.append(n.value)
        return values

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
        """Whether every refutation of a solver was checked. Theorems, bounds and searches of Loophole
        itself count as proved (docs/research/proofs.md). By default, only proofs that take little time are
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

    def __getitem__(self, lit: Any) -> Any:
        if isinstance(lit, Array):
            return [self[row] for row in lit._table]
        if isinstance(lit, list):
            return [self[x] for x in lit]
        if isinstance(lit, str):
            kind, number = self._model._find(lit)
            return self._integer(number) if kind == "i" else self._literal(number)
        if isinstance(lit, Linear):
            return lit._evaluate(self._integer, self.true)
        usable(lit, self._model)
        if isinstance(lit, Condition) and not isinstance(lit, Literal):
            return 0 if self.solution is None else 1 if lit._true(self._integer, self.true) else -1
        return self._literal(whole(lit, "A literal", 31, True))

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
            name: "variables", "clauses", "literals", "calls", "rounds", "lazy_clauses", "conflicts", "encode_seconds",
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

    def _repr_html_(self) -> str | None:
        """Tables for a notebook, of a solution without a picture."""
        if self.solution is None or self._model._puzzle or self._model._has_picture():
            return None
        from html import escape  # slow to import

        values, boards = self._named()
        tables: list[Any] = [values, *boards]
        rows = ["".join("<tr>" + "".join(f"<td>{escape(s)}</td>" for s in row) + "</tr>" for row in table) for table in tables if table]
        return f"<p>{repr(self)[1:-1]}</p>" + "".join(f"<table>{row}</table>" for row in rows)

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
            return f"{head}\n{self.solution}" if self._stopped else self.solution
        if m._has_picture():
            return f"{head}\n{self.board()}"
        values, boards = self._named()
        listed = [f"{name} = {value}" if value not in ("", "true") else name for name, value in values]
        import textwrap  # slow to import

        lines = textwrap.wrap(f"{head}: {', '.join(listed)}" if values or not boards else head, 100, subsequent_indent="    ",
                              break_long_words=False, break_on_hyphens=False)
        for board in boards:
            wide = max((len(s) for row in board for s in row), default=0)
            lines += ["", *(" ".join(s.rjust(wide) for s in row) for row in board)]
        return "\n".join(lines)

    def _named(self) -> tuple[list[tuple[str, str]], list[list[list[str]]]]:
        """What is shown of a solution without a picture: integers and true variables by name, and the boards of `Model.ints`."""
        m = self._model
        boards = [[[str(self._integer(i)) for i in row] for row in board] for board in m._boards]
        shown = m._made | {("i", i) for board in m._boards for row in board for i in row}
        values = [(name, str(self._integer(i))) for i, name in enumerate(m._int_names()) if ("i", i) not in shown]
        values += [(m.name(v), "true") for v in range(1, m.nv + 1) if self[v] > 0 and ("x", v) not in m._made]
        if len(values) > _SHOWN:
            values[_SHOWN:] = [(f"and {len(values) - _SHOWN} more", "")]
        return values, boards


_SHOWN = 200  # values that str(answer) lists


_OPTIONS = [name.decode().replace("-", "_") for name in iter(map(lib.loophole_option, itertools.count()).__next__, None)]
_MEANT = {"timeout": "time_limit", "memory": "memory_limit", "assumptions": "assume", **dict.fromkeys(("threads", "workers", "processes"), "jobs")}


def _unknown(option: str) -> Error:
    """The sentence about an option that there is not."""
    if option in ("assume", "hint", "progress"):
        return Error(f"This call has no option {option}; solve has it.")
    near = f" Did you mean {_MEANT[option]}?" if option in _MEANT else nearest(option, _OPTIONS)
    return Error(f"There is no option {option!r} here (those of an instance are arguments of puzzle()); choose one of: {' '.join(_OPTIONS)}.{near}")


class Solution(Answer):
    """One of several solutions. It keeps its values while the enumeration goes on."""

    def __init__(self, walk: Answer) -> None:
        self._walk, self._model, self._q, self.status = walk, walk._model, walk._q, "satisfiable"
        self._stopped = False
        self._kept, self._objective, self._objectives = walk._values(), walk.objective, walk.objectives

    def __del__(self, free: Any = None) -> None:
        """Frees nothing: the problem belongs to the enumeration."""

    @property
    def objective(self) -> int | None:
        return self._objective

    @property
    def objectives(self) -> list[int]:
        return self._objectives

    def _evidence(self) -> tuple[str, bool]:
        return "solution verified", True
