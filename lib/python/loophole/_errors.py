"""The errors of the module, and the base of its public classes, which lets nothing else through."""
from __future__ import annotations

import functools
import os
import types
from typing import Any


class Error(Exception):
    """The exception of this module: one sentence that says what is wrong and what to do. `Stopped` is one kind of it.

    Python's own functions see it as a TypeError too if a value has a wrong type, as an
    AttributeError if a name does not exist, and as an ImportError if the module has no such class of PySAT.
    """

    __module__ = "loophole"  # the name in tracebacks
    #: The kind of error: "argument", "input", "limit" (something is too large), "solver", or "stopped" of `Stopped`.
    code = "argument"


class Stopped(Error):
    """An `Error` of a call that a limit such as `time_limit` or an interrupt stopped before its whole answer.

    Parameters:
        sentence: What was stopped.
        found: What the call has found, such as a number of solutions. None: nothing that you could use.
    """

    __module__ = "loophole"
    code = "stopped"

    def __init__(self, sentence: str = "", found: Any = None) -> None:
        super().__init__(sentence)
        self.found = found


def stopped_after(n: int, what: str) -> Stopped:
    """The error of an enumeration that was stopped after n of these."""
    return Stopped(f"Stopped after {n} {what}{'s' * (n != 1)}; there may be more.", n)


class TypeFault(Error, TypeError):
    """An `Error` that Python's own callers expect as a TypeError."""

    __module__ = "loophole"


class NameFault(Error, AttributeError):
    """An `Error` that hasattr and getattr expect as an AttributeError."""

    __module__ = "loophole"


class ImportFault(Error, ImportError):
    """An `Error` that `from loophole import ..` passes on: it makes its own sentence of an AttributeError."""

    __module__ = "loophole"


def nearest(word: str, known: list[str]) -> str:
    """A question to end a sentence about an unknown word with; nothing if no known one is similar."""
    import difflib  # slow to import

    return "".join(f" Did you mean {near}?" for near in difflib.get_close_matches(word, known, 1))


_GENERATOR = 0x20  # the flag of a function's code that inspect.isgeneratorfunction reads
_HERE, _STANDARD = os.path.dirname(__file__), os.path.dirname(os.__file__)


def _raised_here(e: BaseException) -> bool:
    """Whether this module or the standard library raised it, and not a function of the caller."""
    frame, last = e.__traceback__, ""
    while frame is not None:
        last, frame = frame.tb_frame.f_code.co_filename, frame.tb_next
    return last.startswith((_HERE, "<frozen ")) or (last.startswith(_STANDARD) and "-packages" not in last)


def _fault(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], e: BaseException) -> Error:
    """The Error for a call that failed with another exception."""
    import inspect  # slow to import

    signature, name = inspect.signature(function), function.__name__
    own = list(signature.parameters.values())
    if own and own[0].name == "self":
        own.pop(0)
        name = f"{type(arguments[0]).__name__}.{name}".replace(".__init__", "")
    try:
        signature.bind(*arguments, **keywords)
    except TypeError as wrong:
        lists = [p.name for p in own if str(p.annotation).startswith("Iterable")]
        hint = f"; pass one list as {lists[0]}" if lists and "too many" in str(wrong) else ""
        hint = next((f"; {instead}" for other, instead in getattr(type(arguments[0]) if arguments else None, "_instead", {}).items()
                     if other in keywords and other not in signature.parameters), hint)
        return TypeFault(f"The call does not fit {name}({', '.join(p.name for p in own)}): {wrong}{hint}.")
    return TypeFault(f"{name} was given a value of a wrong type ({e}).")


def guarded(function: Any) -> Any:
    """The function, which raises Error where its arguments make Python raise something else."""

    def refused(arguments: Any, keywords: Any, e: BaseException) -> BaseException:
        return _fault(function, arguments, keywords, e) if not isinstance(e, Error) and _raised_here(e) else e

    wrong = (TypeError, ValueError, AttributeError, LookupError, OverflowError)
    if function.__code__.co_flags & _GENERATOR:

        @functools.wraps(function)
        def call_guarded(*arguments: Any, **keywords: Any) -> Any:
            try:
                yield from function(*arguments, **keywords)
            except wrong as e:
                raise refused(arguments, keywords, e) from e.__cause__

    else:

        @functools.wraps(function)
        def call_guarded(*arguments: Any, **keywords: Any) -> Any:
            try:
                return function(*arguments, **keywords)
            except wrong as e:
                raise refused(arguments, keywords, e) from e.__cause__

    return call_guarded


class _Public:
    """The base of all public classes. Their public methods raise only `Error` for wrong arguments."""

    #: Names of other libraries or habits: what to write instead.
    _instead: dict[str, str] = {}
    #: Whether an object owns memory of the library, so that it cannot be copied or pickled.
    _owns: str | None = None

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        for name, value in list(vars(cls).items()):
            if name.startswith("_") and name not in ("__init__", "__getitem__"):
                continue
            if isinstance(value, staticmethod):
                setattr(cls, name, staticmethod(guarded(value.__func__)))
            elif isinstance(value, types.FunctionType):
                setattr(cls, name, guarded(value))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        instead = self._instead.get(name)
        if instead:
            raise NameFault(f"{type(self).__name__} has no {name}; {instead}.")
        near = nearest(name, [n for n in dir(type(self)) if not n.startswith("_")])
        raise NameFault(f"{type(self).__name__} has no {name}.{near}")

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self._owns:
            raise TypeFault(f"{type(self).__name__} objects cannot be copied or pickled; {self._owns}.")
        return super().__reduce_ex__(protocol)
