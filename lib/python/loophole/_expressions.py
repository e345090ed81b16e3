"""Expressions of a model: integers and sums of them; literals, comparisons and the conditions that operators make of these."""
from __future__ import annotations

import operator
from typing import Any, Callable, Iterable, Iterator

from ._errors import Error, TypeFault, _Public
from ._library import DECIDED, NO_LOWER, NO_UPPER, usable, whole

_negative = int.__neg__
_TERMS = 20  # of an expression that repr writes


class Condition(_Public):
    """A statement that is true or false in a solution: a `Literal`, a comparison (`Constraint`), or an expression of these.

    `&`, `|`, `^` and `~` are and, or, exclusive or and not; `a >> b` is "if a, then b". `a == b` says that both are true or
    both are false, and `a != b` is the same as `a ^ b`. `-a` is `~a`. Python binds `&`, `|`, `^` and `>>` more tightly than
    comparisons, so these need parentheses: `(x > 3) | (y == 2)`.

    `Model.add` adds a condition to the model. A condition is also a literal, for `Model.clause` and wherever else literals are,
    and an operand of other conditions. In a sum with `+`, `-`, `*` or `sum` its value is 1 if it is true, else 0, so that
    `~a` counts 1 - a.

    Python decides `and`, `or`, `not`, `if` and chains such as `a < b < c` before Loophole sees them. Therefore `bool` of a
    condition raises `Error`. Only `a == b` of two literals, or of a literal and a number, is true in Python if they are the
    same number, because `in`, `dict` and `set` need that. As conditions, `a == 1` and `a == 0` are `a` and `~a`.

    >>> m = Model()
    >>> a, b, c = m.vars("a", "b", "c")
    >>> x = m.int("x", 0, 3)
    >>> m.add((a & b) | (x >= 2), c >> ~a)
    >>> m.add(a + b + c == 2)
    >>> sorted((s[a], s[b], s[c], s[x]) for s in m.solutions())
    [(-1, 1, 1, 2), (-1, 1, 1, 3), (1, 1, -1, 0), (1, 1, -1, 1), (1, 1, -1, 2), (1, 1, -1, 3)]
    """

    __slots__ = ()
    __array_ufunc__ = None  # NumPy leaves operators to this class
    _model: Any
    _holds: bool  # False: the negation of a condition

    def _truth(self) -> Any:
        raise TypeFault(f"{_words(self, 3)} has no truth value before there is a solution; m.add adds it. Type & | ~ >> for and or not if, "
                        "two comparisons for 1 <= x <= 3, int(a) for a literal's number, and `a is b` for the same object.")

    __bool__ = _truth

    def _with(self, other: Any, sign: str) -> "Condition":
        """The other operand of this operator, else Error."""
        if not isinstance(other, Condition):
            hint = ("compare it, as in x >= 3" if isinstance(other, Linear) else
                    "a condition is true by itself and false by ~" if isinstance(other, bool) or other in (0, 1) else
                    "a literal is what var, vars or named returns" if isinstance(other, int) else "a condition is a literal or a comparison")
            raise TypeFault(f"{other!r} is no operand of {sign}; {hint}.")
        if type(other) is not type(self) and other._model is not self._model:
            raise Error(f"The operands of {sign} belong to two models.")
        if getattr(other, "_decided", False) or getattr(self, "_decided", False):
            raise TypeFault(DECIDED)
        return other

    def __invert__(self) -> "Condition":
        raise NotImplementedError

    def __neg__(self) -> "Condition":
        return ~self

    def __pos__(self) -> "Condition":
        return self

    def __or__(self, other: Any) -> "Condition":
        return Compound("|", (self, self._with(other, "|")))

    def __and__(self, other: Any) -> "Condition":
        return ~Compound("|", (~self, ~self._with(other, "&")))

    def __xor__(self, other: Any) -> "Condition":
        return Compound("^", (self, self._with(other, "^")))

    def __rshift__(self, other: Any) -> "Condition":
        return Compound("|", (~self, self._with(other, ">>")))

    def __ror__(self, other: Any) -> "Condition":
        return self._with(other, "|") | self

    def __rand__(self, other: Any) -> "Condition":
        return self._with(other, "&") & self

    def __rxor__(self, other: Any) -> "Condition":
        return self._with(other, "^") ^ self

    def __rrshift__(self, other: Any) -> "Condition":
        return self._with(other, ">>") >> self

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, int) and not isinstance(other, Condition) and other in (0, 1):
            return self if other else ~self
        if isinstance(other, (Condition, int)):
            return ~Compound("^", (self, self._with(other, "==")))
        return NotImplemented

    def __ne__(self, other: Any) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else ~equal

    __hash__ = object.__hash__

    def _value(self) -> "Linear":
        """The expression that is 1 if the condition is true, else 0."""
        usable(self)
        if not self._holds:
            return 1 - (~self)._value()
        return Linear(self._model, self, 0, 0, 1)

    def __add__(self, other: Any) -> "Linear":
        return self._value() + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> "Linear":
        return self._value() - other

    def __rsub__(self, other: Any) -> "Linear":
        return -self._value() + other

    def __mul__(self, factor: Any) -> "Linear":
        if isinstance(factor, Condition):
            raise TypeFault("A product of two conditions is their &: type a & b.")
        return self._value() * factor

    __rmul__ = __mul__

    def _refused(self, *_: Any) -> Any:
        raise TypeFault(f"{_words(self, 3)} is a condition, which has &, |, ^, ~, >>, == and !=, and counts 0 or 1 in +, - and *. Instead of a <= b, "
                        "type a >> b; instead of a < b, ~a & b. (a + 0) // x, % and ** take its value, and int(a) is the number of a literal.")

    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _refused
    __matmul__ = __rmatmul__ = __lshift__ = __rlshift__ = _refused

    def _order(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, Linear) else self._refused()

    __lt__ = __le__ = __gt__ = __ge__ = _order
    __abs__ = __round__ = __int__ = __float__ = _refused

    def __index__(self) -> int:
        return int(self._model._literal(self))

    def _true(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> bool:
        """Whether the condition holds for these values."""
        raise NotImplementedError


class Literal(Condition, int):  # type: ignore[misc]
    """A variable of a model or its negation, as `Model.var`, `vars` and others return it. It is a `Condition`.

    It is also its DIMACS number, an `int`: `clause` and the calls of PySAT take it, `str`, `abs`, `sorted`, `<` and `>` are those
    of the number, and `dict` finds it by its number. Two literals are combined as conditions, and a literal and a number count:
    `a + 1` is the value of a, 0 or 1, plus 1. `int(a)` is the plain number.

    >>> m = Model()
    >>> a, b = m.vars("a", "b")
    >>> a, -b, ~b, abs(-b), {b: "found"}[2], a in [b, -a]
    (1, -2, -2, 2, 'found', False)
    >>> a | ~b, a + ~b
    (<a | ~b>, <a - b + 1>)
    """

    __slots__ = ()
    #: The model; each model has a subclass, so that the type says whose a literal is.
    _owner: Callable[[], Any] = staticmethod(lambda: None)

    @property
    def _model(self) -> Any:  # type: ignore[override]
        model = self._owner()
        if model is None:
            raise Error(f"The literal {self} has no model, or it is gone.")
        return model

    def __invert__(self) -> "Literal":
        return type(self)(_negative(self))

    __neg__ = __invert__

    @property
    def _holds(self) -> bool:  # type: ignore[override]
        return int(self) > 0

    def _value(self) -> "Linear":
        return Linear(self._model, {("x", abs(self)): 1 if self._holds else -1}, int(not self._holds), 0, 1)

    def __eq__(self, other: Any) -> Any:
        if type(other) is type(self):
            return Same("^", (self, other), False, int(self) == int(other))
        if isinstance(other, int):  # a value, a number, or another model's literal
            same = int(self) == int(other)
            return same if isinstance(other, Literal) or other not in (0, 1) else Same("|", (self,), bool(other), same)
        if hasattr(other, "__array__"):  # of NumPy
            return other == int(self)
        return Compound("^", (self, self._with(other, "==")), False) if isinstance(other, Condition) else NotImplemented

    def __ne__(self, other: Any) -> Any:
        if hasattr(other, "__array__"):
            return other != int(self)
        equal = self.__eq__(other)
        if isinstance(equal, Same) and equal._sign == "|":
            return Same("|", (self,), not equal._holds, not equal._same)
        return ~equal if isinstance(equal, Condition) else equal if equal is NotImplemented else not equal

    __hash__, __index__, __int__, __float__, __abs__, __round__ = int.__hash__, int.__index__, int.__int__, int.__float__, int.__abs__, int.__round__
    __lt__, __le__, __gt__, __ge__, __repr__, __format__ = int.__lt__, int.__le__, int.__gt__, int.__ge__, int.__repr__, int.__format__  # type: ignore[assignment]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _again, (self._model, int(self))

    def _true(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> bool:
        return true(int(self))


def _again(model: Any, number: int) -> Literal:
    """The literal of a copied model."""
    return model._own(number)


class Compound(Condition):
    """Operands of which at least one is true, for "|", or an odd number, for "^"; or the negation, if it does not hold."""

    def __init__(self, sign: str, operands: Iterable[Condition], holds: bool = True) -> None:
        self._sign, self._holds, self._decided = sign, holds, False
        self._lit = 0  # its literal; 0: it has none yet
        merged: list[Condition] = []
        for c in operands:  # a | (b | c) is one
            if isinstance(c, Compound) and c._sign == sign and (c._holds or sign == "^"):
                merged += c._operands  # type: ignore[has-type]
                self._holds = self._holds == c._holds
            else:
                merged.append(c)
        self._operands = tuple(merged)
        self._model = merged[0]._model

    def __invert__(self) -> "Condition":
        usable(self)
        return Compound(self._sign, self._operands, not self._holds)

    def __repr__(self) -> str:
        return f"<{_words(self, 3)}>"

    def _true(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> bool:
        value: dict[int, bool] = {}
        for c in below(self, False):
            odd = [value[id(o)] if isinstance(o, Compound) else o._true(integer, true) for o in c._operands]
            value[id(c)] = (any(odd) if c._sign == "|" else sum(odd) % 2 == 1) == c._holds
        return value[id(self)]


class Same(Compound):
    """`a == b` of two literals, or of a literal and 0 or 1, its value. Python may ask whether they are the same number."""

    def __init__(self, sign: str, operands: tuple[Any, ...], holds: bool, same: bool) -> None:
        super().__init__(sign, operands, holds)
        self._same = same

    def __bool__(self) -> bool:
        self._decided = True  # by `and`, `or`, a chain or `in`: this object is not what was meant as a condition
        return self._same


def below(condition: Compound, new: bool = True) -> list[Compound]:
    """The compounds among the operands of a condition, their operands, and so on, each before what it is an operand of, and the condition
    itself last; those that have a literal are left out if `new`. Without recursion, because conditions may be deep.
    """
    found, seen, rest = [], set(), [(condition, False)]
    while rest:
        c, done = rest.pop()
        if done:
            found.append(c)
        elif id(c) not in seen and not (new and c._lit):
            seen.add(id(c))
            rest.append((c, True))
            rest += [(o, False) for o in c._operands if isinstance(o, Compound)]
    return found


def _words(c: Condition, depth: int) -> str:
    """The condition as it is typed; what is deeper is left out."""
    if isinstance(c, Literal):
        return ("~" if c < 0 else "") + c._model._term("x", abs(c))
    if not isinstance(c, Compound):
        return f"({repr(c)[1:-1]})"
    if not depth:
        return "(..)"
    all_of = c._sign == "|" and not c._holds
    sign = "&" if all_of else "==" if not c._holds and len(c._operands) == 2 else c._sign
    words = [_words(~o if all_of else o, depth - 1) for o in c._operands[:_TERMS]]
    words = [f"({w})" if isinstance(o, Compound) and w[0] != "(" else w for o, w in zip(c._operands, words)]
    if len(c._operands) > _TERMS:
        words.append(f"{len(c._operands) - _TERMS} more")
    text = f" {sign} ".join(words)
    return f"~({text})" if not c._holds and sign == "^" else text


class Linear(_Public):
    """A linear expression over integers and literals of one model: `x + 2*y - 3`.

    `+`, `-`, `*`, `//`, `%`, `**` and `abs` make expressions, as do `Model.min` and `Model.max`. `//` rounds down, and `%` has the sign of
    the divisor, as in Python. If an expression with `x // y` or `x % y` is in the model, y is not 0; if one with `x ** y` is, y is not negative.
    A literal or another `Condition` counts 1 if it is true, else 0.
    `<`, `<=`, `==`, `!=`, `>=` and `>` make a `Constraint`. `lo` and `hi` bound its value.
    """

    __array_ufunc__ = None  # NumPy leaves operators to this class

    def __init__(self, _model: Any, _terms: Any, _constant: int, _lo: int, _hi: int) -> None:
        self._model, self._kept, self._constant = _model, _terms, _constant
        self.lo, self.hi = _lo, _hi
        self._ruled: tuple[Any, dict[Any, int]] | None = None  # a rule, and the weights with integers of functions that belong to it

    def _leaves(self) -> list[tuple[int, Any]]:
        """Factors of weights in dictionaries, and of conditions: of the operands of `+` and `*`, theirs, and so on. A sum of n terms is thus
        added up once, in linear time and without recursion.
        """
        found, rest = [], [(1, self._kept)]
        while rest:
            factor, kept = rest.pop()
            if isinstance(kept, tuple):
                rest += [(factor * f, k) for f, k in reversed(kept)]
            else:
                found.append((factor, kept))
        return found

    @property
    def _terms(self) -> dict[tuple[str, int], int]:
        """The weights. Conditions and functions get their literals and integers now, not while an expression is typed: these change the model."""
        if self._ready:
            return self._kept if self._ruled is None else self._ruled[1]
        terms: dict[Any, int] = {}
        for factor, leaf in self._leaves():
            for key, w in ({("x", self._model._literal(leaf)): 1} if isinstance(leaf, Condition) else
                           {("i", self._model._function(leaf)): 1} if isinstance(leaf, Function) else leaf).items():
                terms[key] = terms.get(key, 0) + w * factor
        terms = {k: w for k, w in terms.items() if w}
        if any(isinstance(leaf, Function) for _, leaf in self._leaves()):
            self._ruled = self._model._rule, terms
        else:
            self._kept = terms
        return terms

    @property
    def _ready(self) -> bool:
        """Whether its functions have integers of the present rule."""
        return isinstance(self._kept, dict) if self._ruled is None else self._ruled[0] == self._model._rule

    def __getstate__(self) -> dict[str, Any]:
        """For copies, without recursion."""
        return dict(vars(self), _kept=self._kept if isinstance(self._kept, dict) else tuple(self._leaves()))

    def _other(self, other: Any) -> "Linear":
        if isinstance(other, Condition):
            other = other._value()
        if isinstance(other, Linear):
            if other._model is not self._model:
                raise Error("The expressions belong to two models.")
            return other
        n = whole(other, "A number in an expression", 60)
        return Linear(self._model, {}, n, n, n)

    def __add__(self, other: Any) -> "Linear":
        b = self._other(other)
        return Linear(self._model, ((1, self._kept), (1, b._kept)), self._constant + b._constant, self.lo + b.lo, self.hi + b.hi)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> "Linear":
        if isinstance(factor, (Linear, Condition)):
            other = self._other(factor)
            if min(self.hi - self.lo, other.hi - other.lo):
                return Function("*", self, other)._value()
            fixed, x = (self, other) if self.hi == self.lo else (other, self)
            return x * fixed.lo + fixed * 0  # a quotient in what is fixed keeps its constraint
        n = whole(factor, "A factor", 60)
        ends = sorted((self.lo * n, self.hi * n))
        return Linear(self._model, ((n, self._kept),), self._constant * n, ends[0], ends[1])

    __rmul__ = __mul__

    def __neg__(self) -> "Linear":
        return self * -1

    def __pos__(self) -> "Linear":
        return self

    def __sub__(self, other: Any) -> "Linear":
        return self + self._other(other) * -1

    def __rsub__(self, other: Any) -> "Linear":
        return self._other(other) - self

    def __floordiv__(self, other: Any) -> "Linear":
        return Function("//", self, self._other(other))._value()

    def __rfloordiv__(self, other: Any) -> "Linear":
        return self._other(other) // self

    def __mod__(self, other: Any) -> "Linear":
        return Function("%", self, self._other(other))._value()

    def __rmod__(self, other: Any) -> "Linear":
        return self._other(other) % self

    def __divmod__(self, other: Any) -> tuple["Linear", "Linear"]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple["Linear", "Linear"]:
        return divmod(self._other(other), self)

    def __pow__(self, other: Any) -> "Linear":
        if isinstance(other, int) and not isinstance(other, Condition) and other in (1, 2):
            return self * self if other == 2 else self
        return Function("**", self, self._other(other))._value()

    def __rpow__(self, other: Any) -> "Linear":
        return self._other(other) ** self

    def __abs__(self) -> "Linear":
        return Function("abs", self)._value()

    def _refused(self, *_: Any) -> Any:
        raise TypeFault("An expression has the operators +, -, *, //, %, ** and abs, and its value is a whole number: type x // 2 for x / 2.")

    __truediv__ = __rtruediv__ = __matmul__ = __rmatmul__ = __lshift__ = __rlshift__ = __float__ = __int__ = __round__ = _refused

    def _no_condition(self, *_: Any) -> Any:
        raise TypeFault(f"{self!r} is a number, neither true nor false; compare it, as in x >= 3. & | ~ >> combine comparisons: "
                        "(x >= 3) | (y == 2). m.min(x, y) and m.max(x, y) are the least and the largest of integers.")

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __rshift__ = __rrshift__ = __invert__ = __bool__ = _no_condition

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
        weights: dict[str, int] = {}
        for factor, leaf in self._leaves():
            named = ([(f"({_words(leaf, 3).strip('()')})", 1)] if isinstance(leaf, Condition) else [(leaf._words(), 1)] if isinstance(leaf, Function) else
                     [(self._model._term(*k), w) for k, w in leaf.items()])
            for name, w in named:
                weights[name] = weights.get(name, 0) + w * factor
        terms = [(name, w) for name, w in weights.items() if w]
        words = [(w, f"{f'{abs(w)}*' if abs(w) != 1 else ''}{name}") for name, w in terms[:_TERMS]]
        if len(terms) > _TERMS:
            words.append((1, f"{len(terms) - _TERMS} more terms"))
        if constant or not words:
            words.append((constant, str(abs(constant))))
        text = "".join(f" {'-' if w < 0 else '+'} {word}" for w, word in words)
        return text[3:] if text[1] == "+" else "-" + text[3:]

    def _evaluate(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> int:
        total = self._constant
        for factor, leaf in self._leaves():
            if isinstance(leaf, Condition):
                total += factor * leaf._true(integer, true)
            elif isinstance(leaf, Function):
                total += factor * leaf._evaluate(integer, true)
            else:
                total += factor * sum(w * (integer(i) if kind == "i" else true(i)) for (kind, i), w in leaf.items())
        return total

    def _parts(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Literals and their weights, integers and theirs."""
        x = [(i, w) for (kind, i), w in self._terms.items() if kind == "x"]
        z = [(i, w) for (kind, i), w in self._terms.items() if kind == "i"]
        return [i for i, _ in x], [w for _, w in x], [i for i, _ in z], [w for _, w in z]


def _power(a: int, b: int) -> int:
    if b < 0:
        raise Error("A power has an exponent below 0.")
    return int(a**b)


class Function:
    """A function of expressions that is not linear. Its integer is made when the model needs it."""

    _VALUES: dict[str, Callable[..., int]] = {"*": operator.mul, "//": operator.floordiv, "%": operator.mod, "**": _power, "abs": abs, "min": min, "max": max}

    def __init__(self, name: str, *operands: Linear) -> None:
        self._name, self._operands, self._model = name, operands, operands[0]._model
        if name in ("//", "%") and operands[1].lo == operands[1].hi == 0:
            raise Error(f"The divisor of {operands[0]!r} is 0.")

    def _unready(self) -> list["Function"]:
        """The functions in its operands that have no integers yet, because they have operands with such functions."""
        leaves = [leaf for x in self._operands if not x._ready for _, leaf in x._leaves() if isinstance(leaf, Function)]
        return [f for f in leaves if not all(x._ready for x in f._operands)]

    def _ends(self) -> tuple[int, int]:
        """Bounds of its value."""
        ends, f = [(x.lo, x.hi) for x in self._operands], self._VALUES[self._name]
        if self._name in ("min", "max"):
            return f(lo for lo, _ in ends), f(hi for _, hi in ends)
        if self._name == "abs":
            (lo, hi), = ends
            return max(lo, -hi, 0), max(-lo, hi)
        (lo, hi), (least, most) = ends
        if self._name == "%":
            return min(least + 1, 0), max(most - 1, 0)
        if self._name == "**":
            if most < 0 or most > 64:
                raise Error(f"The exponents of a power are from {least} to {most}; give a domain from 0 to at most 64.")
            values = [v**n for v in {lo, hi, -1, 0, 1} if lo <= v <= hi for n in {max(0, least), max(0, most - 1), most}]
        else:
            values = [f(v, d) for v in (lo, hi) for d in {least, most, -1, 1} if least <= d <= most and (d or self._name == "*")]
        return min(values), max(values)

    def _value(self) -> Linear:
        return Linear(self._model, self, 0, *self._ends())

    def _words(self) -> str:
        names = [x._words(x._constant) for x in self._operands]
        if self._name in ("min", "max", "abs"):
            return f"{self._name}({', '.join(names)})"
        space = "" if self._name in ("*", "**") else " "
        return f"{space}{self._name}{space}".join(f"({n})" if " " in n or "*" in n or n[0] == "-" else n for n in names)

    def _evaluate(self, integer: Callable[[int], int], true: Callable[[int], bool]) -> int:
        values = [x._evaluate(integer, true) for x in self._operands]
        if self._name in ("//", "%") and not values[1]:
            raise Error(f"The divisor of {self._words()} is 0 in this solution; the model has no such expression.")
        return self._VALUES[self._name](*values)


class Int(Linear):
    """An integer of a model, as `Model.int` makes it. `name` is its name, `lo` and `hi` are its bounds."""

    def __init__(self, _model: Any, _number: int, _name: str, _lo: int, _hi: int) -> None:
        super().__init__(_model, {("i", _number): 1}, 0, _lo, _hi)
        self.name = _name

    def __repr__(self) -> str:
        return f"<{self.name} from {self.lo} to {self.hi}>"


class Constraint(Condition):
    """A comparison of linear expressions: `x + 2*y <= 7`. It is a `Condition`: `Model.add` adds it to the model.

    It is also a literal: `m.clause([x >= 3, -b])` takes it, and `-(x >= 3)` is its negation. The
    literal is a derived variable that is true if and only if the comparison holds.
    """

    def __init__(self, _linear: Linear, _lo: int, _hi: int, _holds: bool = True) -> None:
        self._model, self._linear, self._holds = _linear._model, _linear, _holds
        self._lo = _lo if _lo == NO_LOWER else _lo - _linear._constant
        self._hi = _hi if _hi == NO_UPPER else _hi - _linear._constant

    def __invert__(self) -> "Constraint":
        c = Constraint(self._linear, 0, 0, not self._holds)
        c._lo, c._hi = self._lo, self._hi
        return c

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


class Array(_Public):
    """A board of integers, as `Model.ints` makes it. It iterates over all of them, row by row.

    `a[r, c]` is an integer, and `a[r]` and `a[r, :]` are a row, `a[:, c]` is a column, and `a[0:2, 1:3]` is an `Array` of a part of the board.
    Negative places count from the end. `rows` and `cols` are its numbers of rows and columns.
    """

    def __init__(self, _table: list[list[Any]], _cols: int) -> None:
        self._table, self.rows, self.cols = _table, len(_table), _cols

    def __getitem__(self, at: Any) -> Any:
        r, c = at if isinstance(at, tuple) and len(at) == 2 else (at, slice(None))
        try:
            if not isinstance(r, slice):
                return self._table[r][c]
            if not isinstance(c, slice):
                return [row[c] for row in self._table[r]]
        except (TypeError, IndexError):
            raise Error(f"There is nothing at {at!r}; a board of {self.rows} rows and {self.cols} columns takes [row, column], from 0, or slices.") from None
        return Array([row[c] for row in self._table[r]], len(range(self.cols)[c]))

    def __iter__(self) -> Iterator[Any]:
        return (x for row in self._table for x in row)

    def __len__(self) -> int:
        return self.rows * self.cols

    def __repr__(self) -> str:
        return f"<array of {self.rows} rows and {self.cols} columns>"
