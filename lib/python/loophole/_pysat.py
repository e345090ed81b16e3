"""PySAT's names: encoders of constraints, pools of variables, numbers of encodings, RC2."""
from __future__ import annotations

import collections
import enum
from typing import Any, Callable, Iterable, TypeVar

from ._encode import Counter, Encoded, Sink, encoding_name, sink_after
from ._errors import Error, Stopped, TypeFault, _Public
from ._formula import CNF, WCNF
from ._library import NO_LOWER, NO_UPPER, bound as limit, call, ints, weighted, whole
from ._model import parse

_CONDITIONS = "conditions of a Model, such as (a & ~b) | c, say it"
_SOFT = "Model.soft and Model.minimize, or RC2, find an optimum"
#: Classes of PySAT that are not here: what to use instead.
ABSENT = {
    **dict.fromkeys(("Formula", "Atom", "And", "Or", "Not", "Neg", "Implies", "Equals", "XOr", "ITE", "PYSAT_TRUE", "PYSAT_FALSE"), _CONDITIONS),
    **dict.fromkeys(("CNFPlus", "WCNFPlus"), "Model.at_most says an at-most constraint, after Model.soft a soft one, and read(\"f.cnf+\") reads a file"),
    **dict.fromkeys(("FM", "LSU", "LSUPlus", "RC2Stratified"), _SOFT),
    **dict.fromkeys(("LBX", "MCSls", "CLD"), "RC2, of soft clauses with weight 1, finds a smallest correction set"),
    **dict.fromkeys(("MUSX", "OptUx"), "Model.explain finds a minimal set of conflicting rules"),
    **dict.fromkeys(("Hitman",), "a Model with Model.at_least(1, set) for each set and Model.minimize finds a smallest hitting set"),
    **dict.fromkeys(("Propagator", "BooleanEngine", "Processor"), "no solver of the library takes propagators or returns a simplified formula; Solver takes clauses"),
    **dict.fromkeys(("SolverNames", "Cadical103", "Cadical153", "Cadical195", "CryptoMinisat", "Gluecard3", "Gluecard4", "Glucose3", "Glucose4", "Glucose42",
                     "Lingeling", "MapleChrono", "MapleCM", "Maplesat", "Mergesat3", "Minicard", "Minisat22", "MinisatGH"),
                    "Solver(bootstrap_with=cnf) is CaDiCaL, and Solver(\"picosat\", cnf) another one"),
}

_Encode = TypeVar("_Encode", bound=Callable[..., Encoded])


class EncType(enum.IntEnum):
    """Numbers of cardinality encodings, as `pysat.card.EncType`, for `CardEnc`.

    `PBEnc` and `Counter` accept them too. Each stands for the Loophole encoding with the same
    construction: `sortnetwrk` is "sorter", `cardnetwrk` is "network"; `bitwise` and `ladder` encode
    at most one. `native` is refused.
    """

    pairwise = 0
    seqcounter = 1
    sortnetwrk = 2
    cardnetwrk = 3
    bitwise = 4
    ladder = 5
    totalizer = 6
    mtotalizer = 7
    kmtotalizer = 8
    native = 9

    def loophole_name(self) -> str:
        """Returns Loophole's name of this encoding.

        Returns:
            The name.

        Raises:
            Error: The encoding is `native`.

        >>> EncType.cardnetwrk.loophole_name()
        'network'
        """
        if self is EncType.native:
            raise Error("There is no native encoding here: Loophole's solvers take clauses. Choose another EncType.")
        return {"sortnetwrk": "sorter", "cardnetwrk": "network"}.get(self.name, self.name)


class PBEncType(enum.IntEnum):
    """Numbers of pseudo-Boolean encodings, as `pysat.pb.EncType`, for `PBEnc`.

    `best` is "auto", `seqcounter` is "seqweight", `sortnetwrk` is "columns". `native` is refused.
    """

    best = 0
    bdd = 1
    seqcounter = 2
    sortnetwrk = 3
    adder = 4
    binmerge = 5
    native = 6

    def loophole_name(self) -> str:
        """Returns Loophole's name of this encoding.

        Returns:
            The name.

        Raises:
            Error: The encoding is `native`.
        """
        if self is PBEncType.native:
            raise Error("There is no native encoding here: Loophole's solvers take clauses. Choose another PBEncType.")
        return {"best": "auto", "seqcounter": "seqweight", "sortnetwrk": "columns"}.get(self.name, self.name)


class IDPool(_Public):
    """Numbers for objects, as `pysat.formula.IDPool`.

    `top` is the highest number so far; `obj2id` and `id2obj` are the two dictionaries. A pool that numbers the auxiliary
    variables of encoders (their parameter `vpool`) must know the other variables first: by `id`, `occupy` or `start_from`.
    An encoder raises `Error` if a literal has a variable that the pool gave to an encoder before.

    Parameters:
        start_from: The first number.
        occupied: Intervals [first, last] of numbers that are not used.
        with_neg: True: `-obj` gets the number `-id(obj)`.

    >>> pool = IDPool(occupied=[[2, 9]])
    >>> pool.id("a"), pool.id("b"), pool.id("a"), pool.obj(10)
    (1, 10, 1, 'b')
    """

    def __init__(self, start_from: int = 1, occupied: Iterable[Iterable[int]] = (), with_neg: bool = False) -> None:
        self.restart(start_from, occupied, with_neg)

    def restart(self, start_from: int = 1, occupied: Iterable[Iterable[int]] = (), with_neg: bool = False) -> None:
        """Forgets all objects and starts again.

        Parameters:
            start_from: The first number.
            occupied: Intervals [first, last] of numbers that are not used.
            with_neg: True: `-obj` gets the number `-id(obj)`.
        """
        self.top = start_from - 1
        self._auxiliary: set[int] = set()  # numbers of encoders' variables
        self._occupied = sorted(list(i) for i in occupied)
        self.obj2id: Any = collections.defaultdict(self._next)
        self.id2obj: dict[int, Any] = {}
        self.with_neg = with_neg

    def _next(self) -> int:
        self.top += 1
        for first, last in self._occupied:
            if first <= self.top <= last:
                self.top = last + 1
        return self.top

    def id(self, obj: Any = None) -> int:
        """Returns the number of an object, a new one if it has none.

        Parameters:
            obj: Any hashable object. None: a new number without an object.

        Returns:
            The number.
        """
        if obj is None:
            return self._next()
        number = self.obj2id[obj]
        if number not in self.id2obj:
            self.id2obj[number] = obj
            if self.with_neg and hasattr(obj, "__neg__"):
                self.obj2id[-obj], self.id2obj[-number] = -number, -obj
        return number

    def obj(self, vid: int) -> Any:
        """Returns the object with a number.

        Parameters:
            vid: The number.

        Returns:
            The object; None: the number has none.
        """
        return self.id2obj.get(vid)

    def occupy(self, start: int, stop: int) -> None:
        """Marks numbers as not to be used.

        Parameters:
            start: The first of them.
            stop: The last of them.
        """
        if stop >= start:
            self._occupied = sorted([*self._occupied, [start, stop]])

    def __repr__(self) -> str:
        return f"<IDPool of {len(self.obj2id)} objects, numbers up to {self.top}>"


def _encoding(encoding: str | int | None, numbers: type[EncType] | type[PBEncType] = EncType) -> bytes | None:
    """The name for C of an encoding's name or number; None: the library chooses."""
    if isinstance(encoding, int) and not isinstance(encoding, (bool, EncType, PBEncType)):
        try:
            encoding = numbers(encoding)
        except ValueError:
            raise Error(f"{numbers.__name__} has no number {encoding}; give an encoding's name, as encoders() lists them.") from None
    return encoding_name(encoding)


def _sink(lits: Iterable[int], top_id: int | None, vpool: IDPool | None) -> Sink:
    """A buffer in which the literals' variables and those up to top_id, or the pool's, are in use."""
    if vpool is not None and top_id is not None:
        raise Error("Give top_id or vpool, not both.")
    for x in lits if vpool is not None else ():
        if vpool is not None and abs(x) in vpool._auxiliary:
            raise Error(f"The pool gave the variable {abs(x)} to an encoder before; let the pool know your variables first, by its id, occupy "
                        "or start_from.")
    return sink_after(lits, top_id if vpool is None else vpool.top)


def _renumbered(made: Encoded, lits: Iterable[int], vpool: IDPool | None) -> Encoded:
    """The same with new variables that the pool numbers, because it may have occupied intervals."""
    if vpool is None:
        return made
    top = max([abs(x) for x in lits] + [vpool.top])
    vpool.occupy(vpool.top + 1, top)
    new = {v: vpool.id() for v in range(top + 1, made.nv + 1)}
    vpool._auxiliary.update(new.values())
    clauses = [[new.get(x, x) if x > 0 else -new.get(-x, -x) for x in c] for c in made.clauses]
    return Encoded(clauses, max([top, *new.values()]), made.encoder)


def _bounded(what: str, bound: str, *example: str) -> Callable[[_Encode], _Encode]:
    """Gives a function of one bound its docstring: what it encodes, and what the bound is."""
    def documented(function: _Encode) -> _Encode:
        weights = "    weights: A weight for each literal; None: all are 1.\n" if "weights" in function.__code__.co_varnames else ""
        function.__doc__ = f"""Encodes "{what}".

Parameters:
    lits: The literals.
{weights}    bound: {bound}.
    top_id: See `between`.
    encoding: See `between`.
    vpool: See `between`.

Returns:
    The clauses, as `Encoded`.

Raises:
    Error: See `between`.
""" + ("\n>>> " + "\n".join(example) if example else "")
        return function

    return documented


class CardEnc(_Public):
    """Cardinality constraints to clauses, as `pysat.card.CardEnc`.

    Any bound is accepted: one that cannot hold gives the empty clause, one that always holds gives
    no clauses.
    """

    @staticmethod
    def between(lits: Iterable[int], lo: int | None, hi: int | None, top_id: int | None = None,
                encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        """Encodes lo <= the number of true literals <= hi.

        Parameters:
            lits: The literals, which may repeat or be opposite.
            lo: The lower bound; None: no bound.
            hi: The upper bound; None: no bound.
            top_id: Variables up to this one are in use; new variables follow. None: up to the
                highest in `lits`.
            encoding: An encoder's name, "seqcounter" or "card_seqcounter", or a number of
                `EncType`. None or "auto": the smallest of those that propagate best.
            vpool: A pool that numbers new variables, instead of `top_id`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: A number is not a literal, there is no such encoder, or it does not encode this
                constraint.

        >>> CardEnc.between([1, 2, 3], 1, 2).clauses
        [[1, 2, 3], [-1, -2, -3]]
        """
        x, n = ints(lits)
        s = _sink(x, top_id, vpool)
        call("sink_card", s.p, _encoding(encoding), x, n, limit(lo, NO_LOWER), limit(hi, NO_UPPER))
        return _renumbered(s.encoded(), x, vpool)

    @staticmethod
    @_bounded("at most `bound` of the literals are true", "The upper bound, inclusive",
              'CardEnc.atmost([1, 2, 3], 1).clauses', '[[-1, -2], [-1, -3], [-2, -3]]')
    def atmost(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | int | None = None,
               vpool: IDPool | None = None) -> Encoded:
        return CardEnc.between(lits, None, bound, top_id, encoding, vpool)

    @staticmethod
    @_bounded("at least `bound` of the literals are true", "The lower bound, inclusive")
    def atleast(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | int | None = None,
                vpool: IDPool | None = None) -> Encoded:
        return CardEnc.between(lits, bound, None, top_id, encoding, vpool)

    @staticmethod
    @_bounded("exactly `bound` of the literals are true", "The number")
    def equals(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | int | None = None,
               vpool: IDPool | None = None) -> Encoded:
        return CardEnc.between(lits, bound, bound, top_id, encoding, vpool)


class PBEnc(_Public):
    """Pseudo-Boolean constraints to clauses, as `pysat.pb.PBEnc`. `leq` is `atmost`, `geq` is
    `atleast`.
    """

    @staticmethod
    def between(lits: Iterable[int], weights: Iterable[int] | None, lo: int | None, hi: int | None, top_id: int | None = None,
                encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        """Encodes lo <= the sum of the weights of true literals <= hi.

        Parameters:
            lits: The literals, which may repeat or be opposite.
            weights: A weight for each literal, also negative ones; their absolute values add up to
                less than 2^62. None: all are 1.
            lo: The lower bound; None: no bound.
            hi: The upper bound; None: no bound.
            top_id: Variables up to this one are in use; new variables follow. None: up to the
                highest in `lits`.
            encoding: An encoder's name, "bdd" or "pb_bdd", or a number of `PBEncType`. None or
                "auto": a rule learned from measurements chooses.
            vpool: A pool that numbers new variables, instead of `top_id`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: A number is not a literal or too large, there is no such encoder, or the encoding
                would have more than 16777216 clauses.
        """
        x, w, n = weighted(lits, weights)
        s = _sink(x, top_id, vpool)
        call("sink_pb", s.p, _encoding(encoding, PBEncType), x, w, n, limit(lo, NO_LOWER), limit(hi, NO_UPPER))
        return _renumbered(s.encoded(), x, vpool)

    @staticmethod
    @_bounded("the sum of the weights of true literals is at most `bound`", "The upper bound, inclusive",
              'PBEnc.atmost([1, 2, 3], [3, 2, 2], 4, encoding="bdd").encoder', "'pb_bdd'")
    def atmost(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
               encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        return PBEnc.between(lits, weights, None, bound, top_id, encoding, vpool)

    @staticmethod
    @_bounded("the sum of the weights of true literals is at least `bound`", "The lower bound, inclusive")
    def atleast(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
                encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        return PBEnc.between(lits, weights, bound, None, top_id, encoding, vpool)

    @staticmethod
    @_bounded("the sum of the weights of true literals is `bound`", "The sum")
    def equals(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
               encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        return PBEnc.between(lits, weights, bound, bound, top_id, encoding, vpool)

    leq, geq = atmost, atleast


class XorEnc(_Public):
    """Parity constraints to clauses."""

    @staticmethod
    def equals(lits: Iterable[int], parity: int, top_id: int | None = None, encoding: str | None = None,
               vpool: IDPool | None = None) -> Encoded:
        """Encodes "the number of true literals is `parity` modulo 2".

        Parameters:
            lits: The literals.
            parity: 0 or 1; other numbers are taken modulo 2.
            top_id: Variables up to this one are in use; new variables follow. None: up to the
                highest in `lits`.
            encoding: An encoder's name, "cut", "cut:4" or "direct". None or "auto": the library
                chooses, today "cut:3".
            vpool: A pool that numbers new variables, instead of `top_id`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: A number is not a literal, or there is no such encoder.

        >>> XorEnc.equals([1, 2], 1).clauses
        [[1, 2], [-1, -2]]
        """
        x, n = ints(lits)
        s = _sink(x, top_id, vpool)
        call("sink_xor", s.p, _encoding(encoding), x, n, whole(parity, "A parity") & 1)
        return _renumbered(s.encoded(), x, vpool)


class ITotalizer(_Public):
    """`pysat.card.ITotalizer` over `Counter`, without `extend` and `merge_with`.

    `rhs[k]` is a literal that is true if more than k of the literals are: assume `-rhs[k]` for "at
    most k". `cnf` holds all clauses so far, `top_id` is the highest variable. Read `rhs` again
    after `increase`: it may name other variables.

    Parameters:
        lits: The literals.
        ubound: The largest bound that can be used, inclusive.
        top_id: Variables up to this one are in use; new variables follow. None: up to the highest
            in `lits`.

    Raises:
        Error: A number is not a literal.

    >>> t = ITotalizer([1, 2, 3], ubound=1)
    >>> with Solver("cadical", t.cnf) as s:
    ...     s.solve([1, 2, -t.rhs[1]]), s.solve([1, -2, -t.rhs[1]])
    (False, True)
    """

    _owns = "keep its cnf, and make a new one"
    _instead = {**dict.fromkeys(("extend", "merge_with", "new"), "increase() raises the bound; to count other literals, make a new ITotalizer"),
                "vpool": "give top_id=pool.top, and then call pool.occupy(pool.top + 1, totalizer.top_id)"}

    def __init__(self, lits: Iterable[int] = (), ubound: int = 1, top_id: int | None = None) -> None:
        self.lits, self.ubound, self.cnf, self.nof_new = list(lits), ubound, CNF(), 0
        self._counter = Counter(self.lits, None, ubound + 1, top_id, "totalizer")
        self._read()

    def _read(self) -> None:
        new = self._counter.fresh()
        self.cnf.extend(new)
        self.nof_new = len(new)
        self.top_id = self.cnf.nv = self._counter.nv
        outputs = self._counter._outputs()
        self.rhs = [outputs[v] for v in sorted(outputs)]

    def increase(self, ubound: int = 1, top_id: int | None = None) -> None:
        """Raises the largest bound. The new clauses are the last `nof_new` of `cnf.clauses`.

        Parameters:
            ubound: The largest bound from now on, inclusive.
            top_id: Variables up to this one are in use; new variables follow.

        Raises:
            Error: A number is too large.
        """
        if top_id is not None:
            self._counter._take(whole(top_id, "A top_id", 31, True))
        self._counter.widen(ubound + 1)
        self.ubound = ubound
        self._read()

    def delete(self) -> None:
        """Does nothing; for scripts that call it. Python frees the counter."""

    def __enter__(self) -> "ITotalizer":
        return self

    def __exit__(self, *_: Any) -> None:
        self.delete()


class RC2(_Public):
    """The core-guided MaxSAT solver under PySAT's name: `Model.solve(search="core")`.

    `cost` is the sum of the weights of false soft clauses in the last model.

    Parameters:
        formula: A `WCNF`.
        solver: A solver, as of `Solver`.
        options: PySAT's `adapt`, `exhaust`, `incr`, `minz`, `trim` and others, which have no effect.

    >>> w = WCNF()
    >>> w.append([1]); w.append([-1, -2]); w.append([2], weight=5)
    >>> with RC2(w) as rc2:
    ...     rc2.compute(), rc2.cost
    ([1, -2], 5)
    """

    _instead = {"enumerate": "parse(\"wcnf\", formula.to_dimacs()).solutions() yields solutions",
                "oracle_time": "Model.solve returns Answer.statistic"}

    def __init__(self, formula: WCNF, solver: str = "cadical", **options: Any) -> None:
        if not isinstance(formula, WCNF):
            raise TypeFault(f"RC2 takes a WCNF, not {formula!r}.")
        self._formula, self._solver = formula.copy(), solver
        self.cost = 0

    def add_clause(self, clause: Iterable[int], weight: int | None = None) -> None:
        """Adds a clause for the next `compute`.

        Parameters:
            clause: Literals.
            weight: A positive whole number; None: the clause is hard.

        Raises:
            Error: A number is not a literal, or the weight is not positive.
        """
        self._formula.append(clause, weight)

    def compute(self) -> list[int] | None:
        """Finds a model of minimal cost.

        Returns:
            The literals that are true, one for each variable; None: the hard clauses have no model.

        Raises:
            Stopped: The solver gave up. Its `found` is the best model so far; None: there is none.
            Error: The solver failed.
        """
        answer = parse("wcnf", self._formula.to_dimacs()).solve(search="core", solver=self._solver)
        if answer.status == "unsatisfiable":
            return None
        self.cost = answer.objective or 0
        found = [v if answer[v] > 0 else -v for v in range(1, self._formula.nv + 1)]
        if answer.status == "unknown":
            raise Stopped("The solver gave up before a model was proved to be the best.", found if answer.solution else None)
        return found

    def delete(self) -> None:
        """Does nothing; for scripts that call it."""

    def __enter__(self) -> "RC2":
        return self

    def __exit__(self, *_: Any) -> None:
        self.delete()
