"""Loads the shared library and declares the functions of loophole.h; converts arguments for C."""
from __future__ import annotations

import array
import ctypes
import itertools
import operator
import os
import re
import signal
import threading
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Callable, Iterable

from ._errors import Error, Stopped, TypeFault


class Claims(Structure):
    """struct loophole_claims: an encoder and its claims."""

    _fields_ = [("size", c_size_t)] + [(n, c_char_p) for n in ("name", "kind", "about", "source", "cost", "strength")] + [
        (n, c_bool) for n in ("two_sided", "parsimonious", "incremental", "permanent_bounds")]


class Parity(Structure):
    """struct loophole_parity: the parities of a model after elimination."""

    _fields_ = [("size", c_size_t)] + [(n, c_int) for n in ("rows", "columns", "rank", "dimension")] + [("consistent", c_bool)]


def _load() -> ctypes.CDLL:
    """Loads the library that LOOPHOLE_LIBRARY names, else one in this directory or up to four above
    it, else the system's.
    """
    name = "libloophole.so.1"
    chosen = os.environ.get("LOOPHOLE_LIBRARY")
    here, near = os.path.dirname(os.path.realpath(__file__)), []
    for _ in range(5):
        near.append(os.path.join(here, name))
        here = os.path.dirname(here)
    place = chosen or next((p for p in near if os.path.exists(p)), name)
    try:
        return ctypes.CDLL(place)
    except OSError as e:
        what = f"LOOPHOLE_LIBRARY names {chosen}, which" if chosen else name
        raise ImportError(f"{what} cannot be loaded ({e}); install Loophole, or build the library with 'make lib' and set "
                          "LOOPHOLE_LIBRARY=build/lib/libloophole.so.1.") from None


lib = _load()
Progress = CFUNCTYPE(None, c_void_p, c_void_p)
Each = CFUNCTYPE(None, c_void_p, c_char_p)
Stop = CFUNCTYPE(c_bool, c_void_p)

_ints, _longs, _error = POINTER(c_int), POINTER(c_int64), POINTER(c_void_p)
_P, _S, _I, _L, _B = c_void_p, c_char_p, c_int, c_int64, c_bool
_types: dict[str, tuple[Any, list[Any]]] = {
    "version": (_S, []),
    "free": (None, [_P]),
    "error_code": (_I, [_P]),
    "format": (_S, [_I]),
    "option": (_S, [_I]),
    "encoder": (_B, [_I, POINTER(Claims)]),
    "sink_buffer": (_P, [_I]),
    "sink_kept": (_L, [_P, POINTER(_ints), POINTER(_ints)]),
    "sink_clear": (None, [_P]),
    "sink_free": (None, [_P]),
    "sink_guard": (None, [_P, _I]),
    "sink_var": (_I, [_P]),
    "sink_take": (None, [_P, _I]),
    "sink_vars": (_I, [_P]),
    "sink_clauses": (_L, [_P]),
    "sink_encoder": (_S, [_P]),
    "sink_clause": (_B, [_P, _ints, _I, _error]),
    "sink_formula": (_B, [_P, _ints, _L, _error]),
    "sink_card": (_B, [_P, _S, _ints, _I, _L, _L, _error]),
    "sink_pb": (_B, [_P, _S, _ints, _longs, _I, _L, _L, _error]),
    "sink_xor": (_B, [_P, _S, _ints, _I, _I, _error]),
    "counter_new": (_P, [_P, _S, _ints, _longs, _I, _I, _L, _L, _error]),
    "counter_free": (None, [_P]),
    "counter_encoder": (_S, [_P]),
    "counter_widen": (_B, [_P, _L, _L, _error]),
    "counter_at_most": (_ints, [_P, _L, _ints, _error]),
    "counter_at_least": (_ints, [_P, _L, _ints, _error]),
    "counter_output": (_I, [_P, _I, _longs]),
    "model_new": (_P, []),
    "model_free": (None, [_P]),
    "model_var": (_I, [_P, _S, _error]),
    "model_derived": (_I, [_P, _S, _error]),
    "model_vars": (_I, [_P]),
    "model_name": (_S, [_P, _I]),
    "model_constraints": (_I, [_P]),
    "model_rule": (_B, [_P, _S, _error]),
    "model_obvious": (_B, [_P, _error]),
    "model_group": (_B, [_P, _S, _error]),
    "model_symmetry": (_B, [_P, _ints, _ints, _I, _ints, _ints, _I, _error]),
    "model_switch": (_B, [_P, _S, _B, _error]),
    "model_define": (_B, [_P, _B, _error]),
    "model_picture": (_B, [_P, _S, _error]),
    "model_text": (_B, [_P, _S, _S, _error]),
    "model_given": (_B, [_P, _I, _I, _longs, _error]),
    "model_given_at": (_B, [_P, _I, _ints, _ints, _longs]),
    "problem_generate": (_I, [_P, c_uint64, _error]),
    "model_clause": (_B, [_P, _ints, _I, _error]),
    "model_formula": (_B, [_P, _ints, _L, _error]),
    "model_card": (_B, [_P, _ints, _I, _L, _L, _error]),
    "model_pb": (_B, [_P, _ints, _longs, _I, _L, _L, _error]),
    "model_xor": (_B, [_P, _ints, _I, _I, _error]),
    "model_count": (_B, [_P, _ints, _I, _I, _ints, _error]),
    "model_minimize": (_B, [_P, _ints, _longs, _I, _L, _error]),
    "model_maximize": (_B, [_P, _ints, _longs, _I, _L, _error]),
    "model_puzzle": (_P, [_S, _I, POINTER(_S), _S, _error]),
    "model_parse": (_P, [_S, _S, _error]),
    "model_read": (_P, [_S, _error]),
    "model_eliminate": (_B, [_P, POINTER(Parity), _error]),
    "model_add_implied": (_I, [_P, _error]),
    "option_values": (_P, [_I, POINTER(_S)]),
    "problem_new": (_P, [_P]),
    "problem_free": (None, [_P]),
    "problem_set": (_B, [_P, _S, _S, _error]),
    "problem_on_progress": (None, [_P, Progress, _P]),
    "problem_cancel": (None, [_P]),
    "problem_solve": (_I, [_P, _error]),
    "problem_count": (_I, [_P, _L, _B, Each, _P, _longs, _error]),
    "problem_next": (_I, [_P, _error]),
    "problem_explain": (_I, [_P, POINTER(c_bool), _error]),
    "problem_reason": (_S, [_P, _I]),
    "problem_total": (_S, [_P]),
    "problem_unique": (_I, [_P, _B, POINTER(c_bool), _error]),
    "problem_propagates": (_B, [_P, POINTER(c_bool), _error]),
    "problem_forced": (_I, [_P, _B, _error]),
    "problem_forced_lits": (_I, [_P, _ints, _I]),
    "problem_forced_name": (_S, [_P, _I, POINTER(c_bool)]),
    "problem_left": (_S, [_P, _I, _ints, _longs, _longs, POINTER(c_bool)]),
    "problem_solution": (_S, [_P]),
    "problem_lits": (_I, [_P, _ints, _I]),
    "problem_ints": (_I, [_P, _longs, _I]),
    "problem_objective": (_B, [_P, _longs]),
    "problem_lower": (_B, [_P, _longs]),
    "problem_upper": (_B, [_P, _longs]),
    "problem_evidence": (_P, [_P, POINTER(c_bool)]),
    "problem_statistic": (c_double, [_P, _S]),
    "problem_verify": (_B, [_P, _S, _longs, _error]),
    "problem_svg": (_P, [_P, _S, _error]),
    "problem_drawing": (_P, [_P, _S, _B, _error]),
    "problem_text": (_P, [_P, _S, _error]),
    "problem_write": (_B, [_P, _S, _S, _error]),
    "problem_encode": (_B, [_P, _P, _error]),
    "solver_open": (_P, [_S, _I, _error]),
    "solver_free": (None, [_P]),
    "solver_sink": (_P, [_P]),
    "solver_clause": (None, [_P, _ints, _I]),
    "solver_assume": (None, [_P, _I]),
    "solver_stop": (None, [_P, Stop, _P]),
    "solver_solve": (_I, [_P, _error]),
    "solver_value": (_I, [_P, _I]),
    "solver_failed": (_B, [_P, _I]),
    "model_int": (_I, [_P, _S, _L, _L, _S, _error]),
    "model_int_of": (_I, [_P, _S, _longs, _I, _S, _error]),
    "model_function": (_I, [_P, _S, _ints, _I, _error]),
    "model_element": (_B, [_P, _I, _ints, _I, _I, _error]),
    "model_ints": (_I, [_P]),
    "model_int_name": (_S, [_P, _I]),
    "model_int_range": (_B, [_P, _I, _longs, _longs, _error]),
    "model_linear": (_B, [_P, _ints, _longs, _I, _ints, _longs, _I, _L, _L, _error]),
    "model_implied_by": (_B, [_P, _I, _error]),
    "model_soft": (_I, [_P, _L, _error]),
    "problem_assume": (_B, [_P, _I, _error]),
    "problem_failed": (_B, [_P, _I]),
    "problem_hint": (_B, [_P, _I, _error]),
    "model_reify": (_B, [_P, _I, _error]),
    "model_unconditional": (None, [_P]),
    "model_all_different": (_B, [_P, _ints, _longs, _I, _error]),
    "model_table": (_B, [_P, _ints, _I, _longs, _I, _error]),
    "model_optimize": (_B, [_P, _B, _ints, _longs, _I, _ints, _longs, _I, _L, _error]),
    "model_then": (_B, [_P, _B, _ints, _longs, _I, _ints, _longs, _I, _L, _error]),
    "problem_objective_at": (_B, [_P, _I, _longs]),
    "model_reached": (_B, [_P, _ints, _I, _ints, _I, _I, _I, _error]),
    "model_loop": (_B, [_P, _ints, _ints, _I, _I, _ints, _error]),
    "model_all_different_except": (_B, [_P, _ints, _longs, _I, _L, _error]),
    "model_increasing": (_B, [_P, _ints, _I, _B, _error]),
    "model_lex": (_B, [_P, _ints, _ints, _I, _B, _B, _error]),
    "model_inverse": (_B, [_P, _ints, _ints, _I, _L, _error]),
    "model_cardinality": (_B, [_P, _ints, _I, _longs, _ints, _I, _B, _error]),
    "model_regular": (_B, [_P, _ints, _I, _I, _I, _ints, _I, _longs, _I, _error]),
    "model_no_overlap": (_B, [_P, _ints, _I, _I, _ints, _error]),
    "model_circuit": (_B, [_P, _ints, _ints, _I, _error]),
    "model_successors": (_B, [_P, _ints, _I, _L, _B, _error]),
    "model_path": (_B, [_P, _ints, _ints, _I, _I, _I, _I, _ints, _error]),
    "model_regions": (_B, [_P, _ints, _ints, _I, _I, _ints, _B, _ints, _error]),
    "problem_certify": (_I, [_P, _S, _B, POINTER(c_void_p), _error]),
    "check": (_B, [_S, Stop, _P, POINTER(c_void_p), _error]),
    "sink_prove": (_I, [_P, POINTER(c_void_p), POINTER(c_size_t), _error]),
    "sink_check_proof": (_B, [_P, c_char_p, c_size_t, _longs, _error]),
}
for _name, (_result, _arguments) in _types.items():
    _function = getattr(lib, "loophole_" + _name, None)
    if _function is None:
        raise ImportError(
            f"The library {lib._name} is older than this module: build it again ('make lib'), or install both from one version."
        )
    _function.restype, _function.argtypes = _result, _arguments


_CODES = ("argument", "argument", "input", "limit", "solver", "stopped")


def call(name: str, *arguments: Any) -> Any:
    """Calls loophole_NAME, whose last parameter is `error`. Raises Error with its sentence."""
    error = c_void_p()
    try:
        result = getattr(lib, "loophole_" + name)(*arguments, byref(error))
    except ctypes.ArgumentError as e:
        raise Error(f"A value given to {name} is of the wrong type ({e}).") from None
    if error.value:
        code = lib.loophole_error_code(error)
        raised = (Stopped if _CODES[code] == Stopped.code else Error)(owned(error.value))
        raised.code = _CODES[code]
        raise raised
    return result


def owned(result: Any) -> str:
    """Copies a string of the library and frees it."""
    text = ctypes.string_at(result).decode()
    lib.loophole_free(result)
    return text


DECIDED = "Python decided a == b before, by the numbers, for `and`, `or` or a chain; type (a == b) & (b == c)."


_EXPRESSIONS = "m.add(sum(lits) <= x) compares expressions, in which a condition counts 0 or 1"


def whole(value: Any, what: str, bits: int | None = None, lit: bool = False) -> int:
    """A whole number of at most so many bits, else Error: ctypes would cut it off. A condition is one only if `lit`."""
    try:
        if not lit and hasattr(value, "_true"):
            raise TypeFault(f"{what} is a plain number, not the literal or condition {value!r}; {_EXPRESSIONS}.")
        number = int(operator.index(value))
    except TypeFault:
        raise
    except TypeError:
        hint = "" if not hasattr(value, "_leaves") else "; compare it, as in x >= 3, for a literal; -a or sign * int(a) is one" if what in (
            "A literal", "An assumption", "A hint") else f"; {_EXPRESSIONS}"
        raise TypeFault(f"{what} is a whole number, not {value!r}{hint}.") from None
    if bits is not None and not -(2**bits) < number < 2**bits:
        raise Error(f"{what} needs at most {bits} bits.")
    return number


def wholes(values: Iterable[int], what: str, bits: int | None = None) -> list[int]:
    """A list of whole numbers of at most so many bits, else Error."""
    return [whole(v, what, bits) for v in _list(values)]


def _list(values: Iterable[Any]) -> list[Any]:
    try:
        return list(values)
    except TypeError:
        raise Error(f"A list of whole numbers is needed, not {values!r}.") from None


def usable(value: Any, own: Any = None, what: str = "A literal") -> None:
    """Error: it is no literal, or none of this model."""
    if isinstance(value, bool):
        raise TypeFault(f"{value} is no literal or condition. Python made it of `not`, `in`, or a comparison of numbers, such as a sum of no terms "
                        "or a literal and a number. Type a or ~a for a literal that is true or false, & | ~ for and or not, sum(..) >= 1.")
    if getattr(value, "_decided", False):
        raise TypeFault(DECIDED)
    if own is not None and getattr(value, "_model", own) is not own:
        raise Error(f"{value!r} belongs to another model.")
    if type(value) is not int and not hasattr(value, "__index__"):
        whole(value, what)


def numbers(values: Iterable[Any], own: Any = None, what: str = "A literal") -> list[int]:
    """The literals' numbers, else Error. own: the model that they must belong to. All are looked at before a condition gets its literal."""
    values = _list(values)
    for v in values:
        usable(v, own, what)
    return [whole(v, what, 31, True) for v in values]


def _plain(kinds: set[type], own: Any) -> bool:
    """Whether values of these types are literals as they are: plain numbers, or literals of the model."""
    return kinds <= own._kinds if own is not None else bool not in kinds and all(issubclass(k, int) for k in kinds)


def literals(values: Iterable[int], name: str) -> list[int]:
    """The list that is passed as this parameter, else Error."""
    try:
        return list(values)
    except TypeError:
        raise TypeFault(f"{name} is a list of literals or comparisons, not {values!r}; write {name}=[...].") from None


def word(value: str, what: str = "A name or a text") -> bytes:
    """A string for C, else Error: C would end it at a zero byte."""
    if not isinstance(value, str):
        raise TypeFault(f"{what} is a string, not {value!r}.")
    if "\0" in value:
        raise Error(f"{what} holds a zero byte, and would end there.")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise Error(f"{what} is text in Unicode, but {value!r} holds half a character (a surrogate).") from None


#: Characters that C refuses in a name or a rule.
_NO_LINE = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def line(text: str) -> bytes:
    """A name or a rule for C: line breaks, control and bidirectional characters become escapes, such as \\n."""
    return word(_NO_LINE.sub(lambda c: c[0].encode("unicode_escape").decode(), text) if isinstance(text, str) else text)


def path(name: str | bytes | os.PathLike[Any]) -> bytes:
    """A file's name for C, else Error."""
    known = os.fsencode(name)
    if b"\0" in known:
        raise Error("A file's name holds a zero byte, and would end there.")
    return known


def _view(values: Any) -> memoryview | None:
    """An array of whole numbers, of NumPy, array or memoryview; None: it is none."""
    if isinstance(values, (list, tuple, bytes, bytearray)):
        return None
    try:
        view = memoryview(values)
    except TypeError:
        return None
    return view if view.format in list("hilq") and view.ndim else None


def _array(values: Any, kind: Any, own: Any = None) -> Any:
    """An array of this type of C, without a copy of a row of such numbers; None: it is no row of numbers that fit."""
    view = _view(values)
    if view is None:
        kinds = set(map(type, values)) if type(values) in (list, tuple) else set()
        if not kinds or not (_plain(kinds, own) if kind is c_int else kinds == {int}):
            return None
    elif view.ndim > 1:
        return None
    elif view.itemsize == ctypes.sizeof(kind) and view.c_contiguous:
        return (kind * len(view)).from_buffer(view) if not view.readonly else (kind * len(view)).from_buffer_copy(view)
    try:
        row = array.array("i" if kind is c_int else "q", values if view is None else view.tolist())
    except OverflowError:
        return None
    return (kind * len(row)).from_buffer(row)


def ints(values: Iterable[int], own: Any = None) -> tuple[Any, int]:
    """Literals for C, which refuses 0; of the model `own`, if there is one. An array, as of NumPy, is not copied."""
    x = _array(values, c_int, own)
    if x is None:
        values = numbers(values, own)
        x = (c_int * len(values))(*values)
    return x, len(x)


def own_clause(lits: Iterable[int], own: Any = None) -> list[int]:
    """A new list of the literals of a clause, else Error."""
    clause = numbers(lits, own)
    if 0 in clause:
        raise Error("A clause has the literal 0; a literal is a variable 1, 2, .. or -1, -2, ..")
    return clause


def formula(clauses: Iterable[Iterable[int]], own: Any = None) -> tuple[Any, int]:
    """Clauses for C, each ended by 0, and how many numbers these are. A row of numbers, as of NumPy, is such an array already."""
    numbered: Any = clauses
    view = _view(clauses)
    if view is not None and view.ndim == 1:
        return ints(numbered, own)
    try:
        rows: list[Any] = list(clauses) if view is None else view.tolist()
    except TypeError:
        raise TypeFault(f"A list of clauses is needed, not {clauses!r}.") from None
    if not set(map(type, rows)) <= {list, tuple} or not _plain(set(map(type, itertools.chain.from_iterable(rows))), own):
        rows = [own_clause(c, own) for c in rows]
    ended: Iterable[int] = itertools.chain.from_iterable(itertools.chain.from_iterable(zip(rows, itertools.repeat((0,)))))
    try:
        flat: Any = array.array("i", ended)
    except OverflowError:
        flat = None
    if flat is None or flat.count(0) != len(rows):
        for c in rows:
            own_clause(c)  # raises the error
    return (c_int * len(flat)).from_buffer(flat), len(flat)  # type: ignore[arg-type]


def longs(values: Iterable[int]) -> Any:
    """Weights for C, else Error. An array, as of NumPy, is not copied."""
    w = _array(values, c_int64)
    if w is None:
        values = wholes(values, "A weight")
        if any(not -(2**63) < v < 2**63 for v in values):
            raise Error("A weight needs at most 62 bits.")
        w = (c_int64 * len(values))(*values)
    return w


def weighted(lits: Iterable[int], weights: Iterable[int] | None, own: Any = None) -> tuple[Any, Any, int]:
    """Literals, weights (None: all are 1) and their number, for C."""
    x, n = ints(lits, own)
    w = None if weights is None else longs(weights)
    if w is not None and len(w) != n:
        raise Error(f"There are {n} literals and {len(w)} weights.")
    return x, w, n


NO_LOWER, NO_UPPER = -(2**63), 2**63 - 1


def bound(value: int | None, none: int) -> int:
    """A bound for C. Numbers of more than 63 bits become the largest; None becomes `none`."""
    return none if value is None else max(NO_LOWER + 1, min(NO_UPPER - 1, whole(value, "A bound")))


class CtrlC:
    """While C code runs, an interrupt arrives in the next callback, which cannot raise: keeps it
    and calls `stop`.
    """

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
