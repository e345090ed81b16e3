"""Clauses of single constraints in a buffer of the library, and counters with a movable bound."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_int64, sizeof
from typing import Any, Iterable

from ._errors import Error, _Public, guarded
from ._formula import CNF
from ._library import NO_LOWER, NO_UPPER, Claims, bound as limit, call, formula, lib, weighted, whole, word


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
        row = {n: getattr(claims, n) for n, *_ in Claims._fields_[1:]}
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


def encoding_name(encoding: Any) -> bytes | None:
    """The name for C of an encoding, which is a name or a member of `EncType` or `PBEncType`; None: the library chooses."""
    if hasattr(encoding, "loophole_name"):
        encoding = encoding.loophole_name()
    return None if encoding is None or encoding == "auto" else word(encoding, "An encoding's name, as encoders() lists them,")


def sink_after(lits: Iterable[int], top_id: int | None) -> Sink:
    """A buffer in which the literals' variables and those up to top_id are in use."""
    return Sink(max([abs(x) for x in lits] + [whole(0 if top_id is None else top_id, "A top_id", 31, True)]))


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
        self._sink = sink_after(x, top_id)
        self._p = call("counter_new", self._sink.p, encoding_name(encoding), x, w, n, 3, NO_LOWER // 2, limit(most, NO_UPPER))

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
