"""Encoders: one constraint to clauses, and counters with a movable bound."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_int64, sizeof
from typing import Any, Iterable

from ._library import NO_LOWER, NO_UPPER, Claims, Error, _Public, bound as limit, call, formula, guarded, ints, lib, weighted, whole, word
from ._pysat import CNF, EncType, IDPool, PBEncType


@guarded
def encoders(kind: str | None = None) -> list[dict[str, Any]]:
    """Lists the encoders and their claims.

    `loophole audit` tests each claim: by exhaustion on small constraints, by samples on long ones.

    Parameters:
        kind: Only encoders of this kind: "amo" (at most one), "card" (cardinality), "pb"
            (pseudo-Boolean), "xor" (parity), "int" (integers), "alldiff" (all different) or "conn"
            (connectivity). The last three occur in models only. None: all.

    Returns:
        A dictionary for each encoder: `name`, `kind`, `about`, `source`, `cost` (the size formula),
        `strength`, and the booleans `two_sided`, `parsimonious`, `incremental` and
        `permanent_bounds`. The strength is the effect of unit propagation on the inputs: "none",
        "consistency" or "GAC". A parsimonious encoding keeps model counts exact, an incremental one
        has a counter, and permanent bounds of a counter may become unit clauses.

    Raises:
        Error: There is no such kind.

    >>> [e["name"] for e in encoders("xor")]
    ['xor_cut', 'xor_direct']
    """
    found, claims, i = [], Claims(sizeof(Claims)), 0
    while lib.loophole_encoder(i, byref(claims)):
        row = {n: getattr(claims, n) for n, _ in Claims._fields_[1:]}
        found.append({n: v.decode() if isinstance(v, bytes) else v for n, v in row.items()})
        i += 1
    kinds = sorted({e["kind"] for e in found})
    if kind not in (None, *kinds):
        raise Error(f"There is no kind of encoders {kind!r}; choose one of: {' '.join(kinds)}.")
    return [e for e in found if kind in (None, e["kind"])]


class Encoded(CNF):
    """The clauses of an encoding: a `CNF` that knows its encoder.

    `encoder` is the encoder's name: two names joined by "+" if each bound got its own encoder, None
    if clauses without new variables were enough. `nv` is the highest variable that is in use, also
    before the call (`top_id`).
    """

    _declares = False

    def __init__(self, clauses: list[list[int]], nv: int, encoder: str | None = None) -> None:
        super().__init__()
        self.clauses, self.nv, self.encoder = clauses, nv, encoder

    def without_units(self, inputs: Iterable[int]) -> "Encoded":
        """Removes unit clauses on auxiliary variables by propagating them.

        The result has the same solutions on the inputs.

        Parameters:
            inputs: Literals whose unit clauses stay.

        Returns:
            A new `Encoded`.
        """
        own = {abs(x) for x in inputs}
        true: set[int] = set()
        clauses = self.clauses
        while units := {c[0] for c in clauses if len(c) == 1 and abs(c[0]) not in own} - true:
            true |= units
            clauses = [[x for x in c if -x not in true] for c in clauses if not any(x in true for x in c)]
        return Encoded(clauses, self.nv, self.encoder)

    def __repr__(self) -> str:
        return f"<{len(self.clauses)} clauses, variables up to {self.nv}>"


class Sink:
    """A buffer of the library."""

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
        call("sink_formula", self.p, *formula(clauses))

    def encoded(self) -> Encoded:
        return Encoded(self.clauses(), lib.loophole_sink_vars(self.p), _text(lib.loophole_sink_encoder(self.p)))


def _text(name: bytes | None) -> str | None:
    return name.decode() if name is not None else None


def _name(encoding: str | int | None, numbers: type[EncType] | type[PBEncType] = EncType) -> bytes | None:
    """The name for C of an encoding's name or number; None: the library chooses."""
    if isinstance(encoding, int) and not isinstance(encoding, bool):
        if not isinstance(encoding, (EncType, PBEncType)):
            try:
                encoding = numbers(encoding)
            except ValueError:
                raise Error(f"{numbers.__name__} has no number {encoding}; give an encoding's name, as encoders() lists them.") from None
        encoding = encoding.loophole_name()
    return None if encoding is None or encoding == "auto" else word(encoding, "An encoding's name, as encoders() lists them,")


def _sink(lits: Iterable[int], top_id: int | None, vpool: IDPool | None) -> Sink:
    """A buffer in which the literals' variables and those up to top_id, or the pool's, are in use.
    """
    if vpool is not None and top_id is not None:
        raise Error("Give top_id or vpool, not both.")
    top = whole(top_id or 0, "A top_id", 31) if vpool is None else vpool.top
    for x in lits if vpool is not None else ():
        if abs(x) in vpool._auxiliary:
            raise Error(f"The pool gave the variable {abs(x)} to an encoder before; let the pool know your variables first, by its id, occupy "
                        "or start_from.")
    return Sink(max([abs(x) for x in lits] + [top]))


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
        call("sink_card", s.p, _name(encoding), x, n, limit(lo, NO_LOWER), limit(hi, NO_UPPER))
        return _renumbered(s.encoded(), x, vpool)

    @staticmethod
    def atmost(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | int | None = None,
               vpool: IDPool | None = None) -> Encoded:
        """Encodes "at most `bound` of the literals are true".

        Parameters:
            lits: The literals.
            bound: The upper bound, inclusive.
            top_id: See `between`.
            encoding: See `between`.
            vpool: See `between`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: See `between`.

        >>> CardEnc.atmost([1, 2, 3], 1).clauses
        [[-1, -2], [-1, -3], [-2, -3]]
        """
        return CardEnc.between(lits, None, bound, top_id, encoding, vpool)

    @staticmethod
    def atleast(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | int | None = None,
                vpool: IDPool | None = None) -> Encoded:
        """Encodes "at least `bound` of the literals are true".

        Parameters:
            lits: The literals.
            bound: The lower bound, inclusive.
            top_id: See `between`.
            encoding: See `between`.
            vpool: See `between`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: See `between`.
        """
        return CardEnc.between(lits, bound, None, top_id, encoding, vpool)

    @staticmethod
    def equals(lits: Iterable[int], bound: int = 1, top_id: int | None = None, encoding: str | int | None = None,
               vpool: IDPool | None = None) -> Encoded:
        """Encodes "exactly `bound` of the literals are true".

        Parameters:
            lits: The literals.
            bound: The number.
            top_id: See `between`.
            encoding: See `between`.
            vpool: See `between`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: See `between`.
        """
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
        call("sink_pb", s.p, _name(encoding, PBEncType), x, w, n, limit(lo, NO_LOWER), limit(hi, NO_UPPER))
        return _renumbered(s.encoded(), x, vpool)

    @staticmethod
    def atmost(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
               encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        """Encodes "the sum of the weights of true literals is at most `bound`".

        Parameters:
            lits: The literals.
            weights: A weight for each literal; None: all are 1.
            bound: The upper bound, inclusive.
            top_id: See `between`.
            encoding: See `between`.
            vpool: See `between`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: See `between`.

        >>> PBEnc.atmost([1, 2, 3], [3, 2, 2], 4, encoding="bdd").encoder
        'pb_bdd'
        """
        return PBEnc.between(lits, weights, None, bound, top_id, encoding, vpool)

    @staticmethod
    def atleast(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
                encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        """Encodes "the sum of the weights of true literals is at least `bound`".

        Parameters:
            lits: The literals.
            weights: A weight for each literal; None: all are 1.
            bound: The lower bound, inclusive.
            top_id: See `between`.
            encoding: See `between`.
            vpool: See `between`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: See `between`.
        """
        return PBEnc.between(lits, weights, bound, None, top_id, encoding, vpool)

    @staticmethod
    def equals(lits: Iterable[int], weights: Iterable[int] | None = None, bound: int = 1, top_id: int | None = None,
               encoding: str | int | None = None, vpool: IDPool | None = None) -> Encoded:
        """Encodes "the sum of the weights of true literals is `bound`".

        Parameters:
            lits: The literals.
            weights: A weight for each literal; None: all are 1.
            bound: The sum.
            top_id: See `between`.
            encoding: See `between`.
            vpool: See `between`.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: See `between`.
        """
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
                chooses.
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
        call("sink_xor", s.p, _name(encoding), x, n, whole(parity, "A parity") & 1)
        return _renumbered(s.encoded(), x, vpool)


class Counter(_Public):
    """A sum with a movable bound, as `pysat.card.ITotalizer`, also with weights.

    It is encoded for all bounds below `most`, which is exclusive. Tighten by assumptions, extend
    with `widen`. Give a solver the clauses that `fresh` returns after each of these steps.

    Parameters:
        lits: The literals, which may repeat or be opposite.
        weights: A weight for each literal, also negative ones; None: all are 1.
        most: Bounds k < most can be used; `most=6` allows `at_most(5)`. PySAT's `ubound` is
            inclusive: most = ubound + 1. None: all bounds.
        top_id: Variables up to this one are in use; new variables follow. None: up to the highest
            in `lits`.
        encoding: An encoder's name; only those with `incremental` in `encoders()`. None or "auto":
            the library chooses.

    Raises:
        Error: A number is not a literal or too large, there is no such encoder, or it has no
            counter.

    >>> total = Counter([1, 2, 3, 4], most=3)
    >>> s = Solver("cadical", total.fresh())
    >>> s.solve([1, 2, *total.at_most(2)]), s.solve([1, 2, 3, *total.at_most(2)])
    (True, False)
    >>> total.widen(5)
    >>> s.append_formula(total.fresh())
    >>> s.solve([1, 2, 3, *total.at_least(4)]), s.solve([-1, *total.at_least(4)])
    (True, False)
    """

    _owns = "keep its clauses, and make a new one"

    def __init__(self, lits: Iterable[int], weights: Iterable[int] | None = None, most: int | None = None,
                 top_id: int | None = None, encoding: str | int | None = None) -> None:
        x, w, n = weighted(lits, weights)
        self._sink = _sink(x, top_id, None)
        self._p = call("counter_new", self._sink.p, _name(encoding), x, w, n, 3, NO_LOWER // 2, limit(most, NO_UPPER))

    def __del__(self, free: Any = lib.loophole_counter_free) -> None:  # at exit, this module's names may be gone
        if getattr(self, "_p", None):
            free(self._p)

    def widen(self, most: int) -> None:
        """Extends the counter to bounds below `most`, by more clauses. Literals that you have stay valid.

        Parameters:
            most: Bounds k < most can be used from now on.

        Raises:
            Error: `most` is not a whole number, or the encoding would be too large.
        """
        call("counter_widen", self._p, NO_LOWER // 2, limit(most, NO_UPPER))

    def fresh(self) -> list[list[int]]:
        """Returns the clauses that were added since the last call.

        Returns:
            A list of clauses, empty if there are no new ones.
        """
        clauses = self._sink.clauses()
        lib.loophole_sink_clear(self._sink.p)
        return clauses

    @property
    def nv(self) -> int:
        """The highest variable in use."""
        return lib.loophole_sink_vars(self._sink.p)

    @property
    def encoder(self) -> str | None:
        """The encoder's name; None: none was needed."""
        return _text(lib.loophole_counter_encoder(self._p))

    def at_most(self, k: int) -> list[int]:
        """Returns literals that together mean "the sum is at most k".

        Parameters:
            k: A bound below `most`, inclusive.

        Returns:
            Literals to assume, or to add as unit clauses. Empty: the bound always holds. A literal
            and its negation: it cannot hold.

        Raises:
            Error: k is not below `most`.
        """
        n = c_int()
        return list(call("counter_at_most", self._p, limit(k, 0), byref(n))[: n.value])

    def at_least(self, k: int) -> list[int]:
        """Returns literals that together mean "the sum is at least k".

        Parameters:
            k: A bound up to `most`, inclusive.

        Returns:
            Literals to assume, or to add as unit clauses. Empty: the bound always holds. A literal
            and its negation: it cannot hold.

        Raises:
            Error: k is above `most`.
        """
        n = c_int()
        return list(call("counter_at_least", self._p, limit(k, 0), byref(n))[: n.value])

    def _outputs(self) -> dict[int, int]:
        """Value -> the literal that means "the sum is at least that value"."""
        value, found, i = c_int64(), {}, 0
        while y := lib.loophole_counter_output(self._p, i, byref(value)):
            found[value.value] = y
            i += 1
        return found

    def _take(self, var: int) -> None:
        lib.loophole_sink_take(self._sink.p, var)


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
    _instead = {name: "increase() raises the bound; to count other literals, make a new ITotalizer" for name in ("extend", "merge_with", "new")}

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
            self._counter._take(whole(top_id, "A top_id", 31))
        self._counter.widen(ubound + 1)
        self.ubound = ubound
        self._read()

    def delete(self) -> None:
        """Does nothing; for scripts that call it. Python frees the counter."""

    def __enter__(self) -> "ITotalizer":
        return self

    def __exit__(self, *_: Any) -> None:
        self.delete()
