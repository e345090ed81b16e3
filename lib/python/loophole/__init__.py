"""Loophole: encode constraints to CNF, build models, solve, count, explain and prove.

    >>> from loophole import Model
    >>> m = Model()
    >>> a, b, c = m.vars("a", "b", "c")
    >>> m.add(a + b + c <= 1, a | b)
    >>> m.minimize(2*a + b)
    >>> m.solve().objective
    1

Literals are objects with operators, and DIMACS integers, as in PySAT. A call that is refused raises `Error` with one sentence;
one that a limit stops raises `Stopped`, which is an `Error` too.
The module calls libloophole.so by ctypes; nothing is compiled.
"""
from __future__ import annotations

from typing import Any

from ._answer import Answer
from ._encode import Counter, Encoded, encoders
from ._build import Group
from ._errors import Error, ImportFault, NameFault, Stopped, TypeFault, guarded, nearest  # the other errors: for pickle
from ._expressions import Array, Condition, Constraint, Int, Linear, Literal
from ._formula import CNF, WCNF
from ._library import lib
from ._model import Model, parse, puzzle, read
from ._picture import Grid
from ._pysat import ABSENT, RC2, CardEnc, EncType, IDPool, ITotalizer, PBEnc, PBEncType, XorEnc
from ._solver import Solver, check, check_proof, prove

__all__ = ["Answer", "Array", "CNF", "CardEnc", "Condition", "Constraint", "Counter", "EncType", "Encoded", "Error", "Grid", "Group", "IDPool", "ITotalizer", "Int", "Linear", "Literal",
           "Model", "PBEnc", "PBEncType", "RC2", "Solver", "Stopped", "WCNF", "XorEnc", "check", "check_proof", "encoders", "parse", "prove", "puzzle", "read",
           "version"]


@guarded
def version() -> str:
    """Returns the version of the library.

    Returns:
        The version, such as "0.4.0".
    """
    return lib.loophole_version().decode()


def __getattr__(name: str) -> Any:
    if name.startswith("_"):  # such as __wrapped__, which Python asks for
        raise AttributeError(name)
    if name in ABSENT:
        raise ImportFault(f"loophole has no {name} of PySAT; {ABSENT[name]}.")
    raise NameFault(f"loophole has no {name}.{nearest(name, __all__)}")


__version__ = version()
