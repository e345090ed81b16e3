"""Building of models: variables, names, rules, constraints, conditions, objectives, what is given."""
from __future__ import annotations

import collections
from ctypes import byref, c_int, c_int64, sizeof
from typing import Any, Hashable, Iterable, Mapping
from weakref import ref

from ._errors import Error, TypeFault, _Public
from ._expressions import Array, Compound, Condition, Constraint, Function, Int, Linear, Literal, below
from ._library import NO_LOWER, NO_UPPER, Parity, bound, call, formula, ints, lib, line, longs, owned, usable, weighted, whole, word
from ._picture import Grid


class Group(_Public):
    """Constraints of a model that you switch on and off between calls, as `Model.group` makes it.

    `with group:` adds the constraints of its block to it, and may be repeated. They hold while `on` is True, as at first.

    >>> m = Model()
    >>> x = m.vars(3)
    >>> few = m.group("at most one")
    >>> with few:
    ...     m.at_most(x, 1)
    >>> few.on = False
    >>> without = m.count()
    >>> few.on = True
    >>> without, m.count()
    (8, 4)
    """

    def __init__(self, _model: Any, _name: str) -> None:
        self._model, self.name, self._on, self._before = _model, _name, True, None

    def __enter__(self) -> "Group":
        call("model_group", self._model._p, line(self.name))
        self._before, self._model._rule = self._model._rule, self.name
        return self

    def __exit__(self, *_: Any) -> None:
        call("model_group", self._model._p, None)
        self._model._rule = self._before

    @property
    def on(self) -> bool:
        """Whether its constraints hold."""
        return self._on

    @on.setter
    def on(self, on: bool) -> None:
        call("model_switch", self._model._p, line(self.name), bool(on))
        self._on = bool(on)


Whole = int  # for annotations: the class below has a method int


class _Building(_Public):
    """A model in the making: all of `Model` that asks nothing."""

    def __init__(self, *, _p: Whole | None = None, _puzzle: bool = False) -> None:
        self._puzzle = _puzzle
        self._p = _p or lib.loophole_model_new()
        self._own: Any = type("Literal", (Literal,), {"__slots__": (), "__module__": "loophole", "_owner": ref(self)})
        self._kinds = frozenset((int, self._own))  # types of what are literals as they are
        self._literals: dict[Any, int] = {}  # of conditions
        self._functions: dict[Any, int] = {}  # integers of expressions, in each rule
        self._implied: set[Any] = set()  # comparisons that a literal implies
        self._softs: list[tuple[int, str]] = []  # literals that say that a soft constraint is violated, and its name
        self._condition: tuple[str, int] | None = None  # of the next constraint: the call and its literal
        self._shown: dict[tuple[int, int], list[tuple[int, int]]] = {}  # in the cells of the picture
        self._counts = (0, 0)  # of the variables and integers in _numbers
        self._numbers: dict[str, list[tuple[str, int]]] = {}
        self._made: set[tuple[str, int]] = set()  # variables and integers that are not the caller's
        self._boards: list[list[list[int]]] = []  # the numbers of the integers of Model.ints
        self._rule: str | None = None
        self._obvious = False
        self._groups: dict[str, Group] = {}
        self._then = False  # there are several objectives
        self._maps: list[Any] = []  # symmetries
        self._pictured = None if _p else False  # None: a file may have brought a picture
        self._read = self.nv if _p else 0  # variables of the file

    def __del__(self, free: Any = lib.loophole_model_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_p", None):
            free(self._p)

    def var(self, name: str | None = None) -> Literal:
        """Adds a variable.

        Parameters:
            name: Its name; None: "x7". Line breaks, control and bidirectional characters become
                escapes, such as `\\n`. So do those of rules and integers.

        Returns:
            Its positive `Literal`, which is also its number.

        Raises:
            Error: Another variable or an integer has the name, or the model is a puzzle.
        """
        return self._own(call("model_var", self._p, line(name) if name else None))

    def vars(self, *names: str | Whole) -> list[Literal]:
        """Adds variables: `vars(3)` adds three, `vars("a", "b")` adds two with these names.

        Parameters:
            names: One whole number, or names.

        Returns:
            Their positive literals.

        Raises:
            Error: Another variable or an integer has one of the names, or the model is a puzzle.
        """
        if len(names) == 1 and isinstance(names[0], int):
            n, before = whole(names[0], "A number of variables"), self.nv
            if not 0 <= n < 2**31 - before:
                raise Error(f"A model of {before} variables cannot get {n} more; all numbers of variables are below 2^31.")
            for _ in range(int(n)):
                call("model_var", self._p, None)
            return [self._own(v) for v in range(before + 1, before + n + 1)]
        for name in names:
            if isinstance(name, (Condition, Linear)):
                whole(name, "A name")
            if isinstance(name, list):
                raise TypeFault(f"A name is a text, not {name!r}; vars(*names) takes the names of a list.")
        own = [line(str(n)).decode() for n in names]
        known = self._known()
        for taken in [n for n, k in collections.Counter(own).items() if k > 1 or any(n != self._by_number(*k) for k in known.get(n, []))]:
            raise Error(f"The name {taken!r} is taken; a model's variables and integers have different names.")
        return [self.var(n) for n in own]

    def derived(self, name: str | None = None) -> Literal:
        """Adds a variable that is no part of the solution, because its value follows from the others or does not matter.
        Solutions that differ only in derived variables count as one.

        Parameters:
            name: Its name; None: "x7".

        Returns:
            Its positive literal.

        Raises:
            Error: See `var`.
        """
        return self._own(call("model_derived", self._p, line(name) if name else None))

    @property
    def nv(self) -> Whole:
        """The number of variables."""
        return lib.loophole_model_vars(self._p)

    def __len__(self) -> Whole:
        return lib.loophole_model_constraints(self._p)

    def named(self, name: str) -> Any:
        """Returns a variable or an integer by its name, for example of a model that `read` returned.

        Parameters:
            name: The name.

        Returns:
            The literal of the variable, or an `Int`.

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
            return self._own(number)
        lo, hi = c_int64(), c_int64()
        call("model_int_range", self._p, number, byref(lo), byref(hi))
        return Int(self, number, self._term("i", number), lo.value, hi.value)

    def name(self, var: Whole) -> str:
        """Returns the name of a variable.

        Parameters:
            var: Its number.

        Returns:
            The name.

        Raises:
            Error: There is no such variable.
        """
        name = lib.loophole_model_name(self._p, *ints([var], self)[0])
        if name is None:
            raise Error(f"There is no variable {var}; the model has {self.nv}.")
        return str(name.decode())

    def _find(self, name: str) -> tuple[str, Whole]:
        """The kind ("x" or "i") and the number of the variable or integer of this name."""
        found = self._known().get(line(name).decode(), [])
        numbers = [k for k in found if self._term(*k) != self._by_number(*k)] or found  # a name that was chosen comes first
        if not numbers:
            raise Error(f"No variable or integer of the model is called {name!r}.")
        if len(numbers) > 1:
            raise Error(f"The name {name!r} is not unique: {len(numbers)} variables and integers have it; use the literal.")
        return numbers[0]

    def _known(self) -> dict[str, list[tuple[str, Whole]]]:
        """The variables and integers of each name."""
        before, self._counts = self._counts, (self.nv, lib.loophole_model_ints(self._p))
        for kind, first, last in (("x", before[0] + 1, self._counts[0] + 1), ("i", before[1], self._counts[1])):
            for number in range(first, last):
                self._numbers.setdefault(self._term(kind, number), []).append((kind, number))
        return self._numbers

    @staticmethod
    def _by_number(kind: str, number: Whole) -> str:
        """The name of a variable or an integer without one."""
        return f"x{number}" if kind == "x" else f"i{number + 1}"

    def rule(self, name: str, obvious: bool = False) -> None:
        """Names the constraints that you add from now on. They form one rule, and `explain` reports rules.

        Parameters:
            name: The rule's name.
            obvious: Hints of `loophole play` use the rule without naming or counting it.

        Raises:
            Error: The model is a puzzle.
        """
        call("model_rule", self._p, line(name))
        if obvious:
            call("model_obvious", self._p)
        self._rule, self._obvious = name, obvious

    def group(self, name: str) -> Group:
        """Makes a group of constraints, which you can switch off: `with m.group("clues"):`.

        Parameters:
            name: Its name, and that of its first rule. Literals of comparisons, `x * y` and domains with holes stay on.

        Returns:
            A `Group`; for the same name, the same one.

        Raises:
            Error: The model is a puzzle.
        """
        if name not in self._groups:
            with Group(self, name) as self._groups[name]:
                pass
        return self._groups[name]

    def _defined(self, define: Any, *arguments: Any) -> None:
        """Adds constraints that stay on in a group: they define a literal or an integer that others may use."""
        call("model_define", self._p, True)
        try:
            define(*arguments)
        finally:
            call("model_define", self._p, False)

    def _int_names(self) -> list[str]:
        return [lib.loophole_model_int_name(self._p, i).decode() for i in range(lib.loophole_model_ints(self._p))]

    def _term(self, kind: str, number: Whole) -> str:
        """The name of an integer, "i", or of a literal, "x"."""
        if kind == "i":
            return lib.loophole_model_int_name(self._p, number).decode()
        return ("-" if number < 0 else "") + self.name(abs(number))

    def _json(self) -> str:
        """The model's text in JSON."""
        q = lib.loophole_problem_new(self._p)
        try:
            return owned(call("problem_text", q, b"json"))
        finally:
            lib.loophole_problem_free(q)

    def _file(self) -> Any:
        """The members of that text."""
        import json  # slow to import

        return json.loads(self._json())

    def _has_picture(self) -> bool:
        """Looks at a file's model, whose derived variables are not the caller's, once."""
        if self._pictured is None:
            file = self._file()
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
            raise Error("This call adds several constraints and takes no condition; a clause, card, pb, xor or comparison can be reified, conditional "
                        "or soft.")

    def _add(self, kind: str, *arguments: Any) -> None:
        """Adds a constraint, after its arguments have their literals: these are reified constraints themselves. A refused one leaves the
        condition that waits.
        """
        self._send(self._condition, kind, *arguments)
        self._condition = None

    def _send(self, condition: tuple[str, Whole] | None, kind: str, *arguments: Any) -> None:
        if condition is not None:
            call(condition[0], self._p, condition[1])
        try:
            call(kind, self._p, *arguments)
        finally:
            lib.loophole_model_unconditional(self._p)

    def unconditional(self) -> None:
        """Drops the condition of `implies`, `reify` or `soft` that waits for its constraint, if any."""
        self._condition = None

    def clause(self, lits: Iterable[Whole]) -> None:
        """Adds a clause: at least one literal is true.

        Parameters:
            lits: The literals.

        Raises:
            Error: A number is not a literal of the model, or the model is a puzzle.
        """
        self._add("model_clause", *ints(lits, self))

    def clauses(self, clauses: Iterable[Iterable[Whole]]) -> None:
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
        call("model_formula", self._p, *formula(clauses, self))

    def card(self, lits: Iterable[Whole], lo: Whole | None, hi: Whole | None) -> None:
        """Adds lo <= the number of true literals <= hi.

        Parameters:
            lits: The literals, which may repeat or be opposite.
            lo: The lower bound; None: no bound.
            hi: The upper bound; None: no bound.

        Raises:
            Error: A number is not a literal of the model, or the model is a puzzle.
        """
        self._add("model_card", *ints(lits, self), bound(lo, NO_LOWER), bound(hi, NO_UPPER))

    def at_most(self, lits: Iterable[Whole], k: Whole) -> None:
        """Adds "at most k of the literals are true".

        Parameters:
            lits: The literals.
            k: The upper bound, inclusive.

        Raises:
            Error: See `card`.
        """
        self.card(lits, None, k)

    def at_least(self, lits: Iterable[Whole], k: Whole) -> None:
        """Adds "at least k of the literals are true".

        Parameters:
            lits: The literals.
            k: The lower bound, inclusive.

        Raises:
            Error: See `card`.
        """
        self.card(lits, k, None)

    def exactly(self, lits: Iterable[Whole], k: Whole) -> None:
        """Adds "exactly k of the literals are true".

        Parameters:
            lits: The literals.
            k: The number.

        Raises:
            Error: See `card`.
        """
        self.card(lits, k, k)

    def pb(self, lits: Iterable[Whole], weights: Iterable[Whole], lo: Whole | None, hi: Whole | None) -> None:
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
        x, w, n = weighted(lits, weights, self)
        self._add("model_pb", x, w, n, bound(lo, NO_LOWER), bound(hi, NO_UPPER))

    def xor(self, lits: Iterable[Whole], parity: Whole) -> None:
        """Adds "the number of true literals is `parity` modulo 2".

        Parameters:
            lits: The literals.
            parity: 0 or 1; other numbers are taken modulo 2.

        Raises:
            Error: A number is not a literal of the model, or the model is a puzzle.
        """
        self._add("model_xor", *ints(lits, self), whole(parity, "A parity") & 1)

    def counter(self, lits: Iterable[Whole], most: Whole) -> list[Literal]:
        """Adds derived variables y: y[j] is true if and only if at least j + 1 of the literals are.

        Parameters:
            lits: Literals of different variables.
            most: How many variables y; at most as many as literals.

        Returns:
            The variables y.

        Raises:
            Error: A variable is counted twice, `most` is too large, or the model is a puzzle.
        """
        x, n = ints(lits, self)
        most = whole(most, "A bound", 31)
        y = (c_int * max(1, min(most, n)))()  # C refuses more than n
        call("model_count", self._p, x, n, most, y)
        self._made.update(("x", v) for v in y[:most])
        return [self._own(v) for v in y[:most]]

    def _objective(self, which: str, lits: Iterable[Whole] | Linear | Condition, weights: Iterable[Whole] | None, constant: Whole,
                   then: bool = False) -> None:
        self._then = self._then and then
        if then and not isinstance(lits, (Condition, Linear)):
            x, w, _ = weighted(lits, weights, self)
            lits, weights = sum((self.number(a) * b for a, b in zip(x, w or [1] * len(x))), Linear(self, {}, 0, 0, 0)), None
        if isinstance(lits, Condition):
            lits = self.number(lits)
        if isinstance(lits, Linear):
            if weights is not None:
                raise Error("An expression has its weights already.")
            total = lits + whole(constant, "A constant", 60)
            call("model_then" if then else "model_optimize", self._p, which == "maximize", *self._linear(total), total._constant)
            self._then = then
            return
        x, w, n = weighted(lits, weights, self)
        call(f"model_{which}", self._p, x, w, n, whole(constant, "A constant", 61))

    def minimize(self, lits: Iterable[Whole] | Linear, weights: Iterable[Whole] | None = None, constant: Whole = 0) -> None:
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

    def maximize(self, lits: Iterable[Whole] | Linear, weights: Iterable[Whole] | None = None, constant: Whole = 0) -> None:
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

    def then_minimize(self, lits: Iterable[Whole] | Linear, weights: Iterable[Whole] | None = None, constant: Whole = 0) -> None:
        """Adds an objective of less importance: minimize this among the solutions that are best for the objectives so far.

        `minimize` and `maximize` drop all objectives. Costs of soft constraints belong to the first one.

        Parameters:
            lits: See `minimize`.
            weights: See `minimize`.
            constant: See `minimize`.

        Raises:
            Error: The ranges of the objectives together need more than 60 bits; or see `minimize`.

        >>> m = Model()
        >>> x, y = m.int("x", 0, 9), m.int("y", 0, 9)
        >>> m.add(x + y >= 7)
        >>> m.minimize(x + y); m.then_maximize(x)
        >>> answer = m.solve()
        >>> answer.objectives, answer[y]
        ([7, 7], 0)
        """
        self._objective("minimize", lits, weights, constant, True)

    def then_maximize(self, lits: Iterable[Whole] | Linear, weights: Iterable[Whole] | None = None, constant: Whole = 0) -> None:
        """Adds an objective of less importance: maximize this, as `then_minimize` minimizes it.

        Parameters:
            lits: See `minimize`.
            weights: See `minimize`.
            constant: See `minimize`.

        Raises:
            Error: See `then_minimize`.
        """
        self._objective("maximize", lits, weights, constant, True)

    def symmetry(self, of: Any) -> None:
        """Declares a map that takes each solution to a solution, of the same objective value.

        With `break_symmetry=True`, `solve`, `count` and `unique` keep one of the images of each solution under all declared
        symmetries, so that `count` counts up to symmetry. Loophole does not check the map. Assumptions are refused then.

        Parameters:
            of: A dictionary from what moves to its image: literals, integers, or cells (row, column) of the picture, which
                stand for all that `digit`, `symbol` and `fill` show there. All else stays.

        Raises:
            Error: Two have the same image, two domains or cells differ, a variable that a projection leaves out goes to one
                that it counts on, or there are more than 1000 maps.

        >>> m = Model()
        >>> x = m.vars(4)
        >>> m.exactly(x, 2)
        >>> m.symmetry(dict(zip(x, x[1:] + x[:1])))
        >>> m.count(), m.count(break_symmetry=True)
        (6, 2)
        """
        pairs: list[tuple[Any, Any]] = []
        for a, b in of.items():
            if isinstance(a, tuple):
                shown = [self._cells().get(cell, []) for cell in (a, b)]
                if not shown[0] or [bool(x) for x, _ in shown[0]] != [bool(x) for x, _ in shown[1]]:
                    raise Error(f"The picture does not show the same at {a} and at {b}.")
                pairs += [((x, i), (y, j)) for (x, i), (y, j) in zip(*shown)]
            elif isinstance(a, Linear):
                pairs.append(((0, self._plain(a)[0]), (0, self._plain(b)[0])))
            else:
                pairs.append(((ints([a], self)[0][0], 0), (ints([b], self)[0][0], 0)))
        pairs = list(dict.fromkeys(pairs))
        lits, numbers = [p for p in pairs if p[0][0]], [p for p in pairs if not p[0][0]]
        arguments = ints(x for (x, _), _ in lits)[0], ints(y for _, (y, _) in lits)[0], len(lits), \
            ints(i for (_, i), _ in numbers)[0], ints(j for _, (_, j) in numbers)[0], len(numbers)
        call("model_symmetry", self._p, *arguments)
        self._maps.append(pairs)

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
        return {n: getattr(p, n) for n, *_ in Parity._fields_[1:]}

    def add_implied(self) -> Whole:
        """Adds clauses for what the parities imply: fixed values, and pairs of variables that are always equal or always differ.

        Returns:
            The number of clauses.

        Raises:
            Error: The model is a puzzle, or the elimination needs too much memory.
        """
        return call("model_add_implied", self._p)

    # -- integers and graphs

    def int(self, name: str, lo: Any, hi: Any = None, encoding: str | None = None) -> Int:
        """Adds an integer from lo to hi, or of a list of values: `m.int("x", [1, 3, 5])`.

        Parameters:
            name: Its name.
            lo: The least value; or all values, in a list. The values between these, which it cannot have, are part of the rule
                that was named last, so that `explain` can report them, unlike the ends.
            hi: The largest value; both ends are at most 2^40 in size.
            encoding: "direct", "order" or "log"; None: by its constraints and size. The option `int`
                replaces it for all integers.

        Returns:
            An `Int`. Expressions over integers, such as `x + 2*y`, are compared to make constraints.

        Raises:
            Error: lo > hi, an end is too large, there is no such encoding, or another integer or a variable has the name.

        >>> m = Model()
        >>> x, y = m.int("x", 1, 9), m.int("y", [1, 2, 4])
        >>> m.add(x + 2*y == 11, x > y)
        >>> m.clause([x >= 7, y == 2])
        >>> answer = m.solve()
        >>> answer[x] + 2 * answer[y], m.count()
        (11, 2)
        """
        return self._int(line(name), lo, hi, encoding)

    def ints(self, rows: Whole, cols: Whole, lo: Any, hi: Any = None, name: str | None = None, encoding: str | None = None) -> Array:
        """Adds a board of integers.

        Parameters:
            rows: The number of rows.
            cols: The number of columns.
            lo: See `int`.
            hi: See `int`.
            name: A text whose two `{}` become the row and the column of an integer, counted from 1, such as "row {}, column {}";
                None: they have no names.
            encoding: See `int`.

        Returns:
            An `Array`.

        Raises:
            Error: A number or a domain is wrong, or a name is taken.

        >>> m = Model()
        >>> a = m.ints(3, 3, 1, 9)
        >>> m.all_different(a)
        >>> m.add(sum(a[i]) == 15 for i in range(3))
        >>> m.add(sum(a[:, i]) == 15 for i in range(3))
        >>> m.add(a[0, 0] + a[1, 1] + a[2, 2] == 15, a[0, 2] + a[1, 1] + a[2, 0] == 15)
        >>> m.count()
        8
        """
        rows, cols = whole(rows, "A number of rows", 31), whole(cols, "A number of columns", 31)
        if rows < 0 or cols < 0:
            raise Error(f"A board has {rows} rows and {cols} columns; it takes 0 or more.")
        values = lo if hi is not None or not hasattr(lo, "__iter__") else list(lo)
        try:
            names = [line(name.format(r + 1, c + 1)) if name else None for r in range(rows) for c in range(cols)]
        except (AttributeError, IndexError, KeyError, ValueError):
            names = []
        if len(names) < rows * cols or name and len(set(names)) < len(names):
            raise Error(f'The name {name!r} does not name each integer of a board; it needs two {{}}, as in "row {{}}, column {{}}".')
        board = Array([[self._int(names[r * cols + c], values, hi, encoding) for c in range(cols)] for r in range(rows)], cols)
        self._boards.append([[self._plain(x)[0] for x in row] for row in board._table])
        return board

    def _int(self, name: bytes | None, lo: Any, hi: Any, encoding: str | None = None) -> Int:
        form = word(encoding) if encoding else None
        if hi is None and hasattr(lo, "__iter__"):
            values = [whole(v, "A value of an integer", 62) for v in lo]
            number = call("model_int_of", self._p, name, longs(values), len(values), form)
            return Int(self, number, self._term("i", number), min(values), max(values))
        bits = [whole(end, "An end of an integer", 62) for end in (lo, hi)]
        number = call("model_int", self._p, name, *bits, form)
        return Int(self, number, self._term("i", number), *bits)

    def _function(self, f: Function) -> Whole:
        """The number of the integer of a function. Those in its operands come first, without recursion."""
        rest = [f]
        while rest:
            if unready := rest[-1]._unready():
                rest += unready
            else:
                for x in rest.pop()._operands:
                    x._terms
        numbers = [self._plain(x)[0] for x in f._operands]
        key = (self._rule, f._name, *numbers)
        if key not in self._functions:
            before = self.nv, lib.loophole_model_ints(self._p)
            x, n = ints(numbers)
            self._functions[key] = call("model_function", self._p, f._name.encode(), x, n)
            self._made.update(("x", v) for v in range(before[0] + 1, self.nv + 1))
            self._made.update(("i", i) for i in range(before[1], lib.loophole_model_ints(self._p)))
        return self._functions[key]

    def _extreme(self, name: str, integers: tuple[Any, ...]) -> Linear:
        if len(integers) == 1 and not isinstance(integers[0], (Linear, Condition, int)):
            integers = tuple(integers[0])
        if not integers:
            raise Error(f"The list of {name} has no integers; it takes 1 or more.")
        zero = Linear(self, {}, 0, 0, 0)
        return Function(name, *map(zero._other, integers))._value()

    def min(self, *integers: Any) -> Linear:
        """Makes an expression of the least of several.

        Parameters:
            integers: Integers, expressions, conditions and whole numbers, or one list of these.

        Returns:
            A `Linear`.

        Raises:
            Error: There are none, or one of them belongs to another model.
        """
        return self._extreme("min", integers)

    def max(self, *integers: Any) -> Linear:
        """Makes an expression of the largest of several.

        Parameters:
            integers: Integers, expressions, conditions and whole numbers, or one list of these.

        Returns:
            A `Linear`.

        Raises:
            Error: There are none, or one of them belongs to another model.

        >>> m = Model()
        >>> x, y = m.int("x", 0, 9), m.int("y", 3, 5)
        >>> m.add(m.max(x, y) - m.min(x, y) == 5, x * y % 4 == 0)
        >>> sorted((s[x], s[y]) for s in m.solutions())
        [(0, 5), (8, 3), (9, 4)]
        """
        return self._extreme("max", integers)

    def number(self, lit: Any) -> Linear:
        """Makes a linear expression of a literal.

        Parameters:
            lit: A literal, or a comparison.

        Returns:
            A `Linear` whose value is 1 if the literal is true, else 0.

        Raises:
            Error: The number is not a literal.
        """
        return self._own(ints([lit], self)[0][0])._value()

    def _linear(self, linear: Linear) -> tuple[Any, ...]:
        """The terms as C takes them."""
        if linear._model is not self:
            raise Error("The expression belongs to another model.")
        x, w, z, v = linear._parts()
        return ints(x)[0], longs(w), len(x), ints(z)[0], longs(v), len(z)

    def _post(self, c: Constraint, y: Whole | None = None) -> None:
        """Adds a comparison, which then is equivalent to the literal y if there is one."""
        arguments = *self._linear(c._linear), bound(c._lo, NO_LOWER), bound(c._hi, NO_UPPER)
        plain = y is None and c._holds
        self._send(None if plain else ("model_reify", 0 if y is None else y if c._holds else -y), "model_linear", *arguments)

    def _literal(self, condition: Condition) -> Whole:
        """The literal that is true if and only if the condition holds."""
        for c in below(condition) if isinstance(condition, Compound) else ():
            c._lit = self._literal_of(c, self._key(c, list(map(self._literal, c._operands))))
        return condition._lit if isinstance(condition, Compound) else self._literal_of(condition)

    def _literal_of(self, c: Any, key: Any = None) -> Whole:
        """The same, of a condition whose operands have their literals."""
        if isinstance(c, Literal) or isinstance(key, int):  # one literal is left
            return int(c if key is None else key if c._holds else -key)
        key = key or c._key()
        if key not in self._literals:
            y = int(self.derived())
            self._defined(self._define, y, c if c._holds else ~c)
            self._literals[key] = y
            self._made.add(("x", y))
        return self._literals[key] if c._holds else -self._literals[key]

    @staticmethod
    def _key(c: Compound, lits: list[Whole]) -> Any:
        """What a compound of these literals says, whatever their order; or the only literal that is left."""
        if c._sign == "|":
            lits = sorted(set(lits))
        return lits[0] if len(lits) == 1 else (c._sign, *sorted(lits))

    def _define(self, y: Whole, c: Condition) -> None:
        """Adds "y if and only if c"."""
        if isinstance(c, Constraint):
            self._post(c, y)
        elif isinstance(c, Compound) and c._sign == "|":
            self._send(("model_reify", y if c._holds else -y), "model_clause", *ints(map(self._literal, c._operands)))
        elif isinstance(c, Compound):
            self._send(None, "model_xor", *ints([y, *map(self._literal, c._operands)]), int(not c._holds))
        else:
            self._send(None, "model_xor", *ints([y, self._literal(c)]), 0)

    def _require(self, condition: Condition, y: Whole | None = None) -> None:
        """Adds the condition, or "if y, then the condition"."""
        rest = [condition]
        while rest:
            c = rest.pop()
            if isinstance(c, Compound) and c._sign == "|" and not c._holds:
                rest += [~o for o in reversed(c._operands)]
            elif isinstance(c, Constraint):
                self._post(c) if y is None else self._imply(y, c)
            elif isinstance(c, Compound) and c._sign == "^":
                self._equal(c, y)
            else:
                operands = c._operands if isinstance(c, Compound) else (c,)
                lits, others = [o for o in operands if isinstance(o, Literal)], [o for o in operands if not isinstance(o, Literal)]
                if y is None and len(lits) == len(others) == 1:  # a >> (x >= 3)
                    self._require(others[0], -int(lits[0]))
                else:
                    self._send(None, "model_clause", *ints([*([] if y is None else [-y]), *map(self._literal, operands)]))

    def _equal(self, c: Compound, y: Whole | None) -> None:
        """Adds a compound of the sign ^, or "if y, then" it."""
        if y is None and len(c._operands) == 2:
            first, second = c._operands if isinstance(c._operands[0], Literal) else c._operands[::-1]
            p = self._literal(first)
            self._define(-p if c._holds else p, second)
        else:
            self._send(None if y is None else ("model_implied_by", y), "model_xor", *ints(map(self._literal, c._operands)), int(c._holds))

    def _under(self, condition: tuple[str, Whole] | None, c: Condition) -> None:
        """Adds a condition, which need hold only as `implies` or `reify` said."""
        if condition is None:
            self._require(c)
        elif condition[0] == "model_reify":
            self._define(condition[1], c)
        else:
            self._require(c, condition[1])

    def _conditions(self, given: Iterable[Any]) -> list[Condition]:
        """The conditions of lists in lists, else Error."""
        found: list[Condition] = []
        for c in given:
            if isinstance(c, Condition):
                usable(c, self)
                found.append(c)
            elif isinstance(c, (str, bytes)) or not hasattr(c, "__iter__"):
                if isinstance(c, bool):
                    usable(c)
                hint = f"; m.clause([{c}]) adds a literal" if isinstance(c, int) else "; compare it, as in x >= 3" if isinstance(c, Linear) else ""
                raise TypeFault(f"A comparison of integers or another condition is needed, not {c!r}{hint}.")
            else:
                found += self._conditions(c)
        return found

    def add(self, *constraints: Any, soft: Whole | None = None) -> None:
        """Adds conditions: `m.add(x + y <= 7, a | b)`.

        Parameters:
            constraints: Each is a `Condition`, such as a comparison or a literal, or a list or generator of them.
            soft: The cost of violating one of them; None: they must hold.

        Raises:
            Error: It is not a `Condition`, belongs to another model, or its sum needs more than 60
                bits.

        >>> m = Model()
        >>> x = m.int("x", 0, 9)
        >>> m.add(x >= 7, soft=2)
        >>> m.add(x <= 3, soft=3)
        >>> answer = m.solve()
        >>> answer.objective, answer.violated
        (2, ['x >= 7'])
        >>> m = Model()
        >>> row = m.vars(4)
        >>> m.add(a >> ~b for a, b in zip(row, row[1:]))
        >>> m.add(sum(row) == 2)
        >>> m.count()
        3
        """
        known = self._conditions(constraints)
        if soft is not None or len(known) != 1:
            self._complete()
        for c in known:
            if soft is not None:
                self._define(-self._soft(soft, repr(c).strip("<>")), c)
            else:
                self._under(self._condition, c)
            self._condition = None

    def _imply(self, y: Whole, c: Constraint) -> None:
        """Adds y -> c. The second time for the same comparison, its literal is cheaper."""
        key = c._key()
        if not c._holds or key in self._literals or key in self._implied:
            self._send(None, "model_clause", *ints([-y, self._literal(c)]))
            return
        self._send(("model_implied_by", y), "model_linear", *self._linear(c._linear), bound(c._lo, NO_LOWER), bound(c._hi, NO_UPPER))
        self._implied.add(key)

    def _soft(self, weight: Whole, name: str | None = None) -> Whole:
        """A new literal that says that a soft constraint is violated, at this cost."""
        violated: int = call("model_soft", self._p, whole(weight, "A weight", 60))
        self._softs.append((violated, name or f"soft constraint {len(self._softs) + 1}"))
        if self._rule is not None:
            self._softs[-1] = violated, f"{self._softs[-1][1]} ({self._rule})"
        lib.loophole_model_unconditional(self._p)  # arguments of the next constraint may be reified constraints
        return violated

    def soft(self, weight: Whole) -> Literal:
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
        return self._own(violated)

    def _condition_of(self, lit: Any, constraint: Any) -> Whole:
        """The literal of a condition, for which nothing else waits."""
        self._complete()
        if constraint is not None and len(known := self._conditions([constraint])) != 1:
            raise TypeFault(f"One condition is needed here, not {len(known)}; & and | make one of several.")
        y: int = ints([lit], self)[0][0]
        call("model_implied_by", self._p, y)
        lib.loophole_model_unconditional(self._p)
        return y

    def implies(self, lit: Any, constraint: Any = None) -> "_Building":
        """Adds "if the literal is true, the constraint holds".

        `m.add(a >> c)` says the same of two conditions.

        Parameters:
            lit: The literal.
            constraint: A condition; None: the next constraint is meant, as in `m.implies(y).at_most(x, 2)` or
                `m.implies(y).all_different(x)`.

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
            self._under(("model_implied_by", y), *self._conditions([constraint]))
        return self

    def reify(self, lit: Any, constraint: Any = None) -> "_Building":
        """Makes a literal equivalent to a constraint, which then need not hold.

        Parameters:
            lit: The literal.
            constraint: A condition; None: the next `clause`, `card`, `pb` or `xor` is meant, as in
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
            self._under(("model_reify", y), *self._conditions([constraint]))
        return self

    def _plain(self, linear: Any, offset: bool = False, copy: Whole = 0) -> tuple[Whole, Whole]:
        """An integer's number and an offset; other expressions, conditions and whole numbers get an integer that is equal to them."""
        self._integer_like(linear)
        if not isinstance(linear, Linear):
            linear = self.number(linear) if isinstance(linear, Condition) else Linear(self, {}, *[whole(linear, "A value", 60)] * 3)
        if list(linear._terms.values()) == [1] and (offset or not linear._constant):
            (kind, i), = linear._terms
            if kind == "i":
                return i, linear._constant
        key = (self._rule, "", copy, linear._constant, *sorted(linear._terms.items()))
        if key not in self._functions:
            ends = (linear.lo, linear.hi) if linear._terms else [linear._constant] * 2
            equal = self._int(None, *ends)
            self._functions[key] = lib.loophole_model_ints(self._p) - 1
            self._made.add(("i", self._functions[key]))
            if linear._terms:
                self._defined(self._post, equal == linear)
        return self._functions[key], 0

    def _integer_like(self, x: Any) -> None:
        """Error: it is no integer, expression, condition or whole number of this model."""
        if isinstance(x, bool) or not hasattr(x, "__index__") and not isinstance(x, (Condition, Linear)):
            raise Error(f"An integer of the model is needed, not {x!r}.")
        if isinstance(x, (Condition, Linear)) and x._model is not self:
            raise Error("The expression belongs to another model.")

    def _integers_like(self, integers: Iterable[Any]) -> list[Any]:
        """A list of such, all of which are looked at before one changes the model."""
        if isinstance(integers, (str, bytes)) or not hasattr(integers, "__iter__"):
            raise TypeFault(f"A list of integers is needed, not {integers!r}.")
        found = list(integers)
        for x in found:
            self._integer_like(x)
        return found

    def _constant(self, value: Any) -> Whole:
        """A whole number that is a value: a condition, whose index is its literal, is none."""
        if isinstance(value, Condition):
            raise TypeFault(f"A value is a whole number, not {value!r}; m.number makes it an expression.")
        return whole(value, "A value")

    def _plains(self, integers: Iterable[Any]) -> tuple[Any, Whole]:
        """The numbers of integers, for C."""
        return ints([self._plain(x)[0] for x in self._integers_like(integers)])

    def all_different(self, integers: Iterable[Linear], *, except_value: Whole | None = None) -> None:
        """Adds "no two of these are equal".

        Parameters:
            integers: Integers, linear expressions such as `x + 3`, or whole numbers.
            except_value: A value that several may have, such as 0 for an empty cell; None: there is none.

        Raises:
            Error: One of them is not an expression of the model, or occurs twice.

        >>> m = Model()
        >>> m.all_different(m.ints(1, 3, 0, 2), except_value=0)
        >>> m.count()
        13
        """
        found = [self._plain(x, True, 0 if isinstance(x, Linear) else place) for place, x in enumerate(self._integers_like(integers))]
        numbers, n = ints(i for i, _ in found)
        offsets = longs(c for _, c in found)
        if except_value is None:
            self._add("model_all_different", numbers, offsets, n)
        else:
            self._add("model_all_different_except", numbers, offsets, n, whole(except_value, "A value", 62))

    def table(self, integers: Iterable[Linear], rows: Iterable[Iterable[Whole | None]]) -> None:
        """Adds "the integers have the values of one of the rows".

        Parameters:
            integers: Integers, linear expressions or whole numbers.
            rows: The rows, each with a value for each integer. None stands for any value.

        Raises:
            Error: A row is of another length, or an argument is not an integer expression.

        >>> m = Model()
        >>> x, y = m.int("x", 1, 9), m.int("y", 1, 9)
        >>> m.table([x, y], [(1, None), (2, 7)])
        >>> m.count()
        10
        """
        numbers, n = self._plains(integers)
        values = [[NO_LOWER if v is None else self._constant(v) for v in row] for row in rows]
        if any(len(row) != n for row in values):
            raise Error(f"Each row of the table needs {n} values.")
        entries = [v for row in values for v in row]
        self._add("model_table", numbers, n, (c_int64 * len(entries))(*entries), len(values))

    def increasing(self, integers: Iterable[Any], strict: bool = False) -> None:
        """Adds "each of these is at least the one before".

        Parameters:
            integers: Integers, linear expressions, conditions or whole numbers.
            strict: Whether each is more than the one before.

        Raises:
            Error: One of them is of another type.

        >>> m = Model()
        >>> m.increasing(m.ints(1, 3, 1, 4), strict=True)
        >>> m.count()
        4
        """
        self._add("model_increasing", *self._plains(integers), bool(strict))

    def lex(self, first: Iterable[Any], second: Iterable[Any], strict: bool = False) -> None:
        """Adds "the first list comes before the second one in the order of a dictionary, or they are equal".

        Parameters:
            first: A list of literals and other conditions, of which false comes before true; or of integers, linear expressions
                and whole numbers.
            second: Another one, as long.
            strict: Whether they must differ.

        Raises:
            Error: The lists are not of the same length, or one of their members is of another type.

        >>> m = Model()
        >>> a, b = m.vars(3), m.vars(3)
        >>> m.lex(a, b)
        >>> m.count()
        36
        """
        lists = [list(first), list(second)]
        if len(lists[0]) != len(lists[1]):
            raise Error(f"Lists of {len(lists[0])} and {len(lists[1])} members are compared; they need the same length.")
        integers = not all(isinstance(x, Condition) for x in lists[0] + lists[1])
        (x, n), (y, _) = [self._plains(each) if integers else ints(each, self) for each in lists]
        self._add("model_lex", x, y, n, integers, bool(strict))

    def inverse(self, one: Iterable[Any], other: Iterable[Any], first: Whole = 0) -> None:
        """Adds "integer i of one list is j if and only if integer j of the other list is i".

        Parameters:
            one: Integers, linear expressions or whole numbers.
            other: As many others.
            first: The number of the first place of a list.

        Raises:
            Error: The lists are not of the same length, or one of their members is of another type.

        >>> m = Model()
        >>> guest, seat = m.ints(1, 4, 1, 4), m.ints(1, 4, 1, 4)
        >>> m.inverse(guest, seat, first=1)
        >>> m.count()
        24
        """
        (f, n), (g, k) = self._plains(one), self._plains(other)
        if n != k:
            raise Error(f"Lists of {n} and {k} integers cannot be inverse; they need the same length.")
        self._add("model_inverse", f, g, n, whole(first, "The number of a place", 62))

    def cardinality(self, integers: Iterable[Any], counts: dict[Whole, Any], closed: bool = False) -> None:
        """Adds "each of some values occurs so many times". `sum(x == 3 for x in integers)` is an expression of one such number.

        Parameters:
            integers: Integers, linear expressions, conditions or whole numbers.
            counts: For each value how many integers have it: a whole number, an integer or a linear expression.
            closed: Whether the integers have these values only.

        Raises:
            Error: One of them is of another type.

        >>> m = Model()
        >>> twos = m.int("twos", 1, 2)
        >>> m.cardinality(m.ints(1, 4, 1, 3), {1: 2, 2: twos})
        >>> m.count()
        18
        """
        x, n = self._plains(integers)
        values = [self._constant(v) for v in counts]
        self._add("model_cardinality", x, n, longs(values), self._plains(counts.values())[0], len(values), bool(closed))

    def regular(self, integers: Iterable[Any], transitions: Iterable[tuple[Hashable, Whole, Hashable]], start: Hashable, accepting: Iterable[Hashable]) -> None:
        """Adds "an automaton accepts the values of the integers".

        Parameters:
            integers: Integers, linear expressions, conditions (with the values 0 and 1) or whole numbers.
            transitions: (state, value, next state) for each transition. States are any values that can be keys of a dictionary. With
                several next states of the same state and value, one of them must lead to acceptance.
            start: The state before the first integer.
            accepting: The states that are allowed after the last integer.

        Raises:
            Error: One of them is of another type, or no transition has the state.

        >>> m = Model()
        >>> row = m.vars(5)     # one group of true literals, of length 2
        >>> m.regular(row, [(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 2)], start=0, accepting=[2])
        >>> m.count()
        4
        """
        number: dict[Any, int] = {start: 0}
        flat: list[int] = []
        for t in transitions:
            try:
                state, value, following = t
                flat += [number.setdefault(state, len(number)), self._constant(value), number.setdefault(following, len(number))]
            except (TypeError, ValueError):
                raise TypeFault(f"A transition is (state, value, next state), not {t!r}.") from None
        x, n = self._plains(integers)
        ends, accepts = ints(number.setdefault(state, len(number)) for state in accepting)
        self._add("model_regular", x, n, len(number), 0, ends, accepts, longs(flat), len(flat) // 3)

    def no_overlap(self, boxes: Iterable[Iterable[Any]], present: Iterable[Any] | None = None) -> None:
        """Adds "the boxes do not overlap".

        Parameters:
            boxes: For each box its position and then its size in each dimension: `(x, y, width, height)` for a rectangle, `(start,
                duration)` for a job on a machine. They are integers, linear expressions or whole numbers.
            present: A literal or another condition for each box, which is there only if it is true; None: all are.

        Raises:
            Error: One of them is of another type, a size can be negative, or the boxes have different dimensions.

        >>> m = Model()
        >>> x = [m.int(f"x{i}", 0, 3) for i in range(2)]
        >>> m.no_overlap([(x[0], 2), (x[1], 1)])
        >>> m.count()
        9
        """
        rows = [list(box) for box in boxes]
        numbers = len(rows[0]) if rows else 4
        if numbers % 2 or not numbers or any(len(box) != numbers for box in rows):
            raise Error("Each box has a position and a size in each dimension, such as (x, y, width, height).")
        lits, k = (None, len(rows)) if present is None else ints(present, self)
        if k != len(rows):
            raise Error(f"There are {len(rows)} boxes and {k} literals; each box needs one.")
        x, _ = self._plains(v for box in rows for v in box)
        self._add("model_no_overlap", x, len(rows), numbers // 2, lits)

    def element(self, index: Linear, values: Iterable[Any], result: Any) -> None:
        """Adds "result is values[index]".

        Parameters:
            index: An integer or a linear expression; its value is from 0 to len(values) - 1.
            values: Whole numbers, integers or linear expressions.
            result: An integer, a linear expression or a whole number.

        Raises:
            Error: One of them is of another type; nothing is added.
        """
        if not isinstance(index, Linear):
            raise Error(f"An integer of the model is needed, not {index!r}.")
        chosen = [v if isinstance(v, Linear) else self._constant(v) for v in values]
        if not isinstance(result, Linear):
            result = self._constant(result)
        if all(not isinstance(v, Linear) for v in chosen) and isinstance(result, Linear):
            self.table([index, result], list(enumerate(chosen)))  # type: ignore[arg-type]
            return
        entries, n = ints(self._plain(v)[0] for v in chosen)
        self._add("model_element", self._plain(index)[0], entries, n, self._plain(result)[0])

    def connected(
        self, cells: Iterable[Whole] | Mapping[Any, Whole], edges: Iterable[tuple[Any, Any]], root: Any = None, depth: Whole | None = None
    ) -> None:
        """Adds "the true cells, if any, are connected".

        Parameters:
            cells: Literals of different variables, the vertices of a graph; or a dictionary from vertices to these.
            edges: Pairs of places in `cells`, counted from 0, that are neighbors; or of vertices of the dictionary.
            root: The place or vertex of a cell that is true if any is. None: there is no such cell.
            depth: Each true cell is at most so many steps, over true cells, from the root. None: any number.

        Raises:
            Error: A number is not a literal of the model, a variable occurs twice, an edge joins
                no two cells, or there is a depth without a root.

        >>> m = Model()
        >>> m.connected(m.vars(4), [(0, 1), (1, 2), (2, 3)])
        >>> m.count()
        11
        >>> m = Model()
        >>> board = m.grid(2, 3)
        >>> m.connected({p: m.var() for p in board.cells()}, board.pairs())
        >>> m.count()
        41
        """
        if isinstance(cells, Mapping):
            place = {vertex: k for k, vertex in enumerate(cells)}
            edges, cells = [tuple(edge) for edge in edges], cells.values()
            for vertex in [v for edge in edges for v in edge] + ([] if root is None else [root]):
                if vertex not in place:
                    raise Error(f"{vertex!r} is no cell; name the cells as the dictionary does.")
            edges = [tuple(place[v] for v in edge) for edge in edges]  # type: ignore[misc]
            root = None if root is None else place[root]
        x, n = ints(cells, self)
        pairs = [(whole(a, "A place", 31), whole(b, "A place", 31)) for a, b in edges]
        if depth is not None and whole(depth, "A depth", 31) < 1:
            raise Error("A depth is at least 1.")
        start = -1 if root is None else whole(root, "A root", 31)
        if root is not None and start < 0:
            raise Error("A root is the place of a cell, from 0.")
        self._add(
            "model_reached", x, n, ints(end for pair in pairs for end in pair)[0], len(pairs), start, depth or 0
        )

    def loop(self, edges: Iterable[tuple[Whole, Hashable, Hashable]]) -> dict[Hashable, Literal]:
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
        x, n, ends, number = self._graph(edges, loops=False)
        through = (c_int * max(1, len(number)))()
        self._add("model_loop", x, ends, n, len(number), through)
        return self._through(number, through)

    def _graph(self, edges: Iterable[Any], vertices: Iterable[Hashable] = (), loops: bool = True) -> tuple[Any, Whole, Any, dict[Any, Whole]]:
        """The literals and ends of (literal, vertex, vertex), for C, and the numbers of these and other vertices."""
        number: dict[Any, int] = {}
        lits, ends = [], []
        for edge in edges:
            try:
                lit, a, b = edge
                ends += [number.setdefault(v, len(number)) for v in (a, b)]
            except (TypeError, ValueError):
                raise TypeFault(f"An edge is (literal, vertex, vertex), whose vertices can be keys of a dictionary, not {edge!r}.") from None
            if not loops and ends[-1] == ends[-2]:
                raise Error(f"The edge {edge!r} joins a vertex with itself; leave it out.")
            lits.append(lit)
        for v in vertices:
            number.setdefault(v, len(number))
        x, n = ints(lits, self)
        return x, n, ints(ends)[0], number

    def _through(self, number: dict[Any, Whole], through: Iterable[Whole]) -> dict[Hashable, Literal]:
        self._made.update(("x", v) for v in through)
        return dict(zip(number, map(self._own, through)))

    def path(self, edges: Iterable[tuple[Whole, Hashable, Hashable]], start: Hashable = None, end: Hashable = None) -> dict[Hashable, Literal]:
        """Adds "the true edges are one path", of one edge or more, which goes through no vertex twice.

        Parameters:
            edges: See `loop`.
            start: The vertex at one end of the path; None: any.
            end: The vertex at the other end; None: any.

        Returns:
            For each vertex a derived variable: the path goes through it.

        Raises:
            Error: See `loop`; or the ends are equal or have no edges.

        >>> m = Model()
        >>> cells = [(r, c) for r in range(3) for c in range(3)]
        >>> near = [(a, b) for a in cells for b in cells if b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))]
        >>> through = m.path([(m.var(), a, b) for a, b in near], (0, 0), (2, 2))
        >>> m.count()
        12
        >>> m.add(through.values())
        >>> m.count()
        2
        """
        x, n, ends, number = self._graph(edges, loops=False)
        for v in (start, end):
            if v is not None and v not in number:
                raise Error(f"No edge has the vertex {v!r}, which is an end of the path.")
        if start is not None and start == end:
            raise Error(f"A path cannot go from {start!r} to {end!r}; its ends are different vertices, or None.")
        through = (c_int * max(1, len(number)))()
        self._add("model_path", x, ends, n, len(number), *(-1 if v is None else number[v] for v in (start, end)), through)
        return self._through(number, through)

    def circuit(self, arcs: Iterable[Any], first: Whole = 0, optional: bool = False) -> None:
        """Adds "the true arcs are one circuit through all vertices".

        Parameters:
            arcs: (literal, vertex, vertex) for each arc from the first vertex to the second. An arc from a vertex to itself is
                true if the circuit leaves the vertex out; it may leave out all of these. Or integers: the arcs then lead from
                vertex i to the value of integer i.
            first: With integers, the number of the first vertex.
            optional: With integers, whether an integer may be the number of its own vertex, which is then left out.

        Raises:
            Error: A number is not a literal of the model, or an arc has another form.

        >>> m = Model()
        >>> m.circuit(m.ints(1, 5, 1, 5), first=1)
        >>> m.count()
        24
        """
        arcs = list(arcs)
        if all(isinstance(a, (Linear, int)) for a in arcs):
            numbers, n = ints(self._plain(x)[0] for x in arcs)
            self._add("model_successors", numbers, n, whole(first, "The number of a vertex", 62), bool(optional))
            return
        if first or optional:
            raise Error("first and optional belong to a list of integers; arcs name their vertices, and an arc from a vertex to itself makes it optional.")
        x, n, ends, _ = self._graph(arcs)
        self._add("model_circuit", x, ends, n)

    def regions(self, edges: Iterable[tuple[Whole, Hashable, Hashable]], sizes: dict[Any, Any] | None = None,
                roots: dict[Any, Whole] | Iterable[Hashable] | None = None, number: Any = None) -> dict[Hashable, Literal]:
        """Divides a graph, such as a board, into connected regions.

        Parameters:
            edges: (literal, vertex, vertex) for each pair of neighbors. The literal is true if and only if a border separates
                them, so that they belong to different regions.
            sizes: For some or all vertices the number of vertices of their region: a whole number or an expression.
            roots: Vertices of which each region has exactly one; or a dictionary from every vertex to a literal: exactly one of
                these is true in each region. None: any regions.
            number: The number of regions, a whole number or an expression; None: any number.

        Returns:
            With `roots` or `number`, for each vertex a literal: it is the root of its region. Roots that are not given are the first vertices.

        Raises:
            Error: See `loop`; or a size, root or number is of another type.

        >>> m = Model()
        >>> border = {(a, a + 1): m.var() for a in range(5)}
        >>> roots = m.regions([(x, a, b) for (a, b), x in border.items()], sizes={0: 2}, number=3)
        >>> m.count()
        3
        """
        own, y = {} if sizes is None else dict(sizes), None if self._condition is None else self._condition[1]
        given = list(roots) if roots is not None else []
        x, n, ends, vertices = self._graph(edges, [*own, *given])
        lits: Any = None
        if isinstance(roots, dict):
            if len(roots) < len(vertices):
                raise Error(f"There are {len(vertices)} vertices and {len(roots)} literals of roots; each vertex needs one.")
            lits = [roots[v] for v in vertices]
        elif roots is not None:
            true = int(self.derived())
            self._made.add(("x", true))
            self._send(None, "model_clause", *ints([true]))
            lits = [true if v in set(given) else -true for v in vertices]
        elif number is not None:
            lits = [self.derived() for _ in vertices]
            self._made.update(("x", int(v)) for v in lits)
        entries = [self._plain(own[v])[0] if v in own else -1 for v in vertices] if own else None
        root, size = None if lits is None else ints(lits, self)[0], None if entries is None else ints(entries)[0]
        self._add("model_regions", x, ends, n, len(vertices), root, lits is not None and roots is None, size)
        if number is not None:
            self._require(sum(map(self.number, lits)) == number, y)
        return {} if lits is None else {v: self._own(lit) for v, lit in zip(vertices, lits)}

    def given(self, x: Any, value: Whole | None = None) -> None:
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
        lit, number = (0, self._plain(x)[0]) if isinstance(x, Linear) else (ints([x], self)[0][0], 0)
        self._give(lit, number, value)

    def _give(self, lit: Whole, number: Whole, value: Whole | None) -> None:
        call("model_given", self._p, lit, number, None if value is None else longs([whole(value, "A value", 62)]))

    def _cells(self) -> dict[tuple[Whole, Whole], list[tuple[Whole, Whole]]]:
        """What the cells of the picture show: literals, and numbers of integers. A file that was read has a picture, too."""
        if not self._shown:
            for stroke in self._file()["picture"]:
                kind, *words = stroke.split()
                if kind == "cell" and words[3] in ("symbol", "fill", "digit"):
                    sign, letter, number = words[2].rpartition("i" if words[3] == "digit" else "x")
                    item = (0, int(number) - 1) if letter == "i" else (int(sign + number), 0)
                    self._shown.setdefault((int(words[0]), int(words[1])), []).append(item)
        return self._shown

    def givens(self) -> list[tuple[str, Whole]]:
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

    def about(self, title: str | None = None, rule: str | None = None, how: str | None = None) -> None:
        """Describes the model to people who play it. The page and `loophole play` show it, and files in JSON keep it.

        Parameters:
            title: Its name, such as "Star Battle".
            rule: Its rule, in two sentences or so. None: the names of the rules are shown.
            how: What a touch of a cell does. None: it follows from the picture.

        Raises:
            Error: A text has several lines or more than 1000 bytes, or the model is a puzzle.

        >>> m = Model()
        >>> m.about("Pairs", "Choose one of two.")
        """
        for name, words in (("title", title), ("rule", rule), ("how", how)):
            if words is not None:
                call("model_text", self._p, word(name), line(words))

    def grid(self, rows: Whole, cols: Whole) -> Grid:
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
