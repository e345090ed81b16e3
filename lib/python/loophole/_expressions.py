"""Integers of a model: linear expressions, and the constraints that comparisons make of them."""
from __future__ import annotations

from typing import Any, Callable

from ._errors import Error, TypeFault, _Public
from ._library import NO_LOWER, NO_UPPER, whole

_TERMS = 20  # of a sum that repr writes


class Linear(_Public):
    """A linear expression over integers and literals of one model: `x + 2*y - 3`.

    `+`, `-` and `*` by a whole number make expressions. `<`, `<=`, `==`, `!=`, `>=` and `>` make a
    `Constraint`. `lo` and `hi` bound its value.
    """

    def __init__(self, _model: Any, _terms: dict[tuple[str, int], int], _constant: int, _lo: int, _hi: int) -> None:
        self._model, self._terms, self._constant = _model, _terms, _constant
        self.lo, self.hi = _lo, _hi

    def _other(self, other: Any) -> "Linear":
        if isinstance(other, Linear):
            if other._model is not self._model:
                raise Error("The expressions belong to two models.")
            return other
        if isinstance(other, Constraint):
            raise Error("A comparison is not a number; m.number(x >= 3) is 1 if it holds, else 0.")
        n = whole(other, "A number in an expression", 60)
        return Linear(self._model, {}, n, n, n)

    def __add__(self, other: Any) -> "Linear":
        b = self._other(other)
        terms = dict(self._terms)
        for key, w in b._terms.items():
            terms[key] = terms.get(key, 0) + w
        return Linear(self._model, {k: w for k, w in terms.items() if w}, self._constant + b._constant, self.lo + b.lo, self.hi + b.hi)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> "Linear":
        n = whole(factor, "A factor", 60)
        ends = sorted((self.lo * n, self.hi * n))
        return Linear(self._model, {k: w * n for k, w in self._terms.items() if n}, self._constant * n, ends[0], ends[1])

    __rmul__ = __mul__

    def __neg__(self) -> "Linear":
        return self * -1

    def __sub__(self, other: Any) -> "Linear":
        return self + self._other(other) * -1

    def __rsub__(self, other: Any) -> "Linear":
        return self._other(other) - self

    def _refused(self, *_: Any) -> Any:
        raise TypeFault("An expression is made by +, - and * of a whole number. Instead of x / 2, write a new integer q with "
                        "m.add(x == 2 * q); instead of x % 2, x == 2 * q + r with r from 0 to 1; instead of abs(x), "
                        "m.table([x, y], [(v, abs(v)) for v in range(x.lo, x.hi + 1)]) or m.clause([x == 3, x == -3]).")

    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __pow__ = __rpow__ = _refused
    __abs__ = __float__ = __int__ = __round__ = _refused

    def _compare(self, other: Any, lo: int, hi: int, holds: bool = True) -> "Constraint":
        return Constraint(self - self._other(other), lo, hi, holds)

    def __le__(self, other: Any) -> "Constraint":
        return self._compare(other, NO_LOWER, 0)

    def __lt__(self, other: Any) -> "Constraint":
        return self._compare(other, NO_LOWER, -1)

    def __ge__(self, other: Any) -> "Constraint":
        return self._compare(other, 0, NO_UPPER)

    def __gt__(self, other: Any) -> "Constraint":
        return self._compare(other, 1, NO_UPPER)

    def __eq__(self, other: Any) -> "Constraint":  # type: ignore[override]
        return self._compare(other, 0, 0)

    def __ne__(self, other: Any) -> "Constraint":  # type: ignore[override]
        return self._compare(other, 0, 0, False)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{self._words(self._constant)}>"

    def _words(self, constant: int) -> str:
        terms = list(self._terms.items())
        words = [(w, f"{f'{abs(w)}*' if abs(w) != 1 else ''}{self._model._term(*key)}") for key, w in terms[:_TERMS]]
        if len(terms) > _TERMS:
            words.append((1, f"{len(terms) - _TERMS} more terms"))
        if constant or not words:
            words.append((constant, str(abs(constant))))
        text = "".join(f" {'-' if w < 0 else '+'} {word}" for w, word in words)
        return text[3:] if text[1] == "+" else "-" + text[3:]

    def _evaluate(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> int:
        return self._constant + sum(w * (integer(i) if kind == "i" else true(i)) for (kind, i), w in self._terms.items())

    def _parts(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Literals and their weights, integers and theirs."""
        x = [(i, w) for (kind, i), w in self._terms.items() if kind == "x"]
        z = [(i, w) for (kind, i), w in self._terms.items() if kind == "i"]
        return [i for i, _ in x], [w for _, w in x], [i for i, _ in z], [w for _, w in z]


class Int(Linear):
    """An integer of a model, as `Model.int` makes it. `name` is its name, `lo` and `hi` are its bounds."""

    def __init__(self, _model: Any, _number: int, _name: str, _lo: int, _hi: int) -> None:
        super().__init__(_model, {("i", _number): 1}, 0, _lo, _hi)
        self.name = _name

    def __repr__(self) -> str:
        return f"<{self.name} from {self.lo} to {self.hi}>"


class Constraint(_Public):
    """A comparison of linear expressions: `x + 2*y <= 7`. `Model.add` adds it to the model.

    It is also a literal: `m.clause([x >= 3, -b])` takes it, and `-(x >= 3)` is its negation. The
    literal is a derived variable that is true if and only if the comparison holds.
    """

    def __init__(self, _linear: Linear, _lo: int, _hi: int, _holds: bool = True) -> None:
        self._linear, self._holds = _linear, _holds
        self._lo = _lo if _lo == NO_LOWER else _lo - _linear._constant
        self._hi = _hi if _hi == NO_UPPER else _hi - _linear._constant

    def __index__(self) -> int:
        return self._linear._model._literal(self)

    def __neg__(self) -> "Constraint":
        c = Constraint(self._linear, 0, 0, not self._holds)
        c._lo, c._hi = self._lo, self._hi
        return c

    __invert__ = __neg__

    def __bool__(self) -> bool:
        raise Error("A comparison of integers of a model has no truth value; m.add(x <= y) adds it. Write lo <= x <= hi as two.")

    def __repr__(self) -> str:
        sides = [f"{sign} {end}" for sign, end in ((">=", self._lo), ("<=", self._hi)) if end not in (NO_LOWER, NO_UPPER)]
        text = self._linear._words(0)
        if self._lo == self._hi:
            return f"<{text} {'==' if self._holds else '!='} {self._lo}>"
        text = " and ".join(f"{text} {side}" for side in sides)
        return f"<{text}>" if self._holds else f"<not {text}>"

    def _key(self) -> Any:
        return tuple(sorted(self._linear._terms.items())), self._lo, self._hi

    def _true(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> bool:
        value = self._linear._evaluate(integer, true) - self._linear._constant
        return (self._lo <= value <= self._hi) == self._holds
