"""Solvers, clause by clause; proofs and certificates."""
from __future__ import annotations

import ctypes
import math
import os
import time
from ctypes import byref, c_int64, c_size_t, c_void_p
from typing import Any, Iterable, Iterator

from ._encode import Sink
from ._errors import Error, Stopped, TypeFault, _Public, guarded, stopped_after
from ._formula import declared
from ._library import CtrlC, Stop, call, formula as arrays, ints, lib, numbers, owned, path, whole, word


class Solver(_Public):
    """A SAT solver, as `pysat.solvers.Solver`. In a `with` statement it is deleted at the end.

    Parameters:
        name: "cadical", "picosat", "ipasir:./libx.so" (a library with the IPASIR interface) or
            "process:kissat -q" (a command).
        bootstrap_with: Clauses to add; see `append_formula`.
        seed: A seed of the solver's random choices.
        use_timer: Has no effect; `time` always works.
        options: Other parameters of PySAT's: one that is false or None has no effect, another
            raises `Error`.

    Raises:
        Error: There is no such solver, or a number is not a literal.

    >>> with Solver("cadical", [[1, 2], [-1]]) as s:
    ...     s.solve(), s.get_model(), s.solve(assumptions=[-2]), s.get_core()
    (True, [-1, 2], False, [-2])
    """

    _owns = "keep its clauses, and make a new one"
    _instead = {
        **dict.fromkeys(("conf_budget", "prop_budget", "dec_budget", "clear_budget"),
                        "call interrupt() from a threading.Timer, or Model.solve(time_limit=...)"),
        "accum_stats": "time() and time_accum() return CPU seconds, and Model.solve returns Answer.statistic",
        "get_proof": "prove(clauses) returns a DRAT proof, and check_proof checks it",
        **dict.fromkeys(("propagate", "set_phases", "activate_atmost", "add_atmost", "add_xor_clause", "enable_propagator",
                         "connect_propagator", "start_mode", "tracing", "ignore", "observe", "trace", "configure", "process", "restore"),
                        "no solver of the library has it; Model.solve(hint=...) sets phases, CardEnc and XorEnc make clauses"),
    }

    def __init__(self, name: str = "cadical", bootstrap_with: Iterable[Iterable[int]] | None = None, seed: int = 0,
                 use_timer: bool = False, **options: Any) -> None:
        for option in [o for o, value in options.items() if value]:
            hint = "prove(clauses) returns a DRAT proof" if option == "with_proof" else "leave it out"
            raise TypeFault(f"Solver has no parameter {option}; {hint}.")
        self._p, self._name = call("solver_open", word(name), whole(seed, "A seed", 31)), name
        self._asked: list[int] = []
        self._found: bool | None = None
        self._seconds = self._all_seconds = 0.0
        self._interrupted = False
        self._raised = raised = []  # type: list[BaseException]
        self._stop = Stop(lambda _: bool(raised) or self._interrupted)
        lib.loophole_solver_stop(self._p, self._stop, None)
        self.append_formula(() if bootstrap_with is None else bootstrap_with)

    def __del__(self) -> None:
        self.delete()

    def __repr__(self) -> str:
        return f"<Solver {self._name!r}, {f'{self.nof_clauses()} clauses, variables up to {self.nof_vars()}' if self._p else 'deleted'}>"

    def __enter__(self) -> "Solver":
        return self

    def __exit__(self, *_: Any) -> None:
        self.delete()

    def delete(self, _free: Any = lib.loophole_solver_free) -> None:  # at exit, this module's names may be gone
        """Frees the solver now. Later calls raise `Error`."""
        if getattr(self, "_p", None):
            _free(self._p)
            self._p = None

    def _open(self) -> Any:
        if not self._p:
            raise Error("This solver was deleted; make a new one.")
        return self._p

    def add_clause(self, clause: Iterable[int]) -> None:
        """Adds a clause.

        Parameters:
            clause: The literals.

        Raises:
            Error: A number is not a literal, or more than 4194304 above the highest variable in
                use.
        """
        self._found = None
        call("sink_clause", lib.loophole_solver_sink(self._open()), *ints(clause))

    def append_formula(self, formula: Iterable[Iterable[int]]) -> None:
        """Adds clauses. The variables of a `CNF` up to its `nv` are in use then, even if no clause has them; those of an `Encoded` are not.

        Parameters:
            formula: A list of clauses, a `CNF` or an `Encoded`; or an array of NumPy, array or memoryview. An array has one row of
                32-bit numbers with a 0 after each clause, and is not copied; or it has a row for each clause.

        Raises:
            Error: See `add_clause`. No clause was added if a number is not a literal.
        """
        self._found = None
        call("sink_formula", lib.loophole_solver_sink(self._open()), *arrays(formula))
        nv = declared(formula)
        lib.loophole_sink_take(lib.loophole_solver_sink(self._open()), nv)
        if self.nof_vars() < nv:
            raise Error(f"The formula has {nv} variables, but its clauses only the first {self.nof_vars()}, and the solver needs memory for each; "
                        "number variables from 1 on.")

    def solve(self, assumptions: Iterable[int] = ()) -> bool:
        """Solves under assumptions. Ctrl-C stops it.

        Parameters:
            assumptions: Literals that are true in this call only.

        Returns:
            True: there is a model. False: there is none.

        Raises:
            Stopped: It was interrupted, or the solver gave up.
            Error: A number is not a literal, or the solver failed.
        """
        found = self.solve_limited(assumptions)
        if found is None:
            raise Stopped("The solver was stopped before it was known whether there is a model; solve_limited returns None then.")
        return found

    def solve_limited(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool | None:
        """Solves as `solve`; for PySAT's scripts, which call `interrupt` from another thread.

        Parameters:
            assumptions: Literals that are true in this call only.
            expect_interrupt: Has no effect: `interrupt` always works.

        Returns:
            True, False, or None: it was interrupted, or the solver gave up.

        Raises:
            Error: See `solve`.
        """
        self._asked, self._found = list(ints(assumptions)[0]), None
        if self._interrupted:
            return None
        for lit in self._asked:
            lib.loophole_solver_assume(self._open(), lit)
        self._raised.clear()
        begun = time.process_time()
        with CtrlC(self._raised, lambda: None):
            status = call("solver_solve", self._open())
        self._seconds = time.process_time() - begun
        self._all_seconds += self._seconds
        if self._raised:
            raise self._raised[0]
        self._found = {10: True, 20: False}.get(status)
        return self._found

    def interrupt(self) -> None:
        """Stops the running call and all later ones until `clear_interrupt`. Another thread may
        call it.
        """
        self._interrupted = True

    def clear_interrupt(self) -> None:
        """Allows calls again after `interrupt`."""
        self._interrupted = False

    def enum_models(self, assumptions: Iterable[int] = ()) -> Iterator[list[int]]:
        """Yields one model after the other. Each is excluded by a clause that stays in the solver.

        Parameters:
            assumptions: Literals that are true in all of them.

        Returns:
            An iterator of models as of `get_model`.

        Raises:
            Stopped: It was interrupted before the last model. Its `found` is the number of models so far.
            Error: See `solve`.

        >>> sorted(Solver("cadical", [[1, 2], [-1, -2]]).enum_models())
        [[-1, 2], [1, -2]]
        """
        assumptions, n = numbers(assumptions), 0
        while found := self.solve_limited(assumptions):
            model = self.get_model() or []
            yield model
            n += 1
            self.add_clause([-x for x in model])
        if found is None:
            raise stopped_after(n, "model")

    def nof_vars(self) -> int:
        """Returns the highest variable in use.

        Returns:
            Its number.

        Raises:
            Error: The solver was deleted.
        """
        return lib.loophole_sink_vars(lib.loophole_solver_sink(self._open()))

    def nof_clauses(self) -> int:
        """Returns the number of clauses that were added.

        Returns:
            The number.

        Raises:
            Error: The solver was deleted.
        """
        return lib.loophole_sink_clauses(lib.loophole_solver_sink(self._open()))

    def time(self) -> float:
        """Returns the CPU time of the last call of `solve`.

        Returns:
            Seconds of the whole process.
        """
        return self._seconds

    def time_accum(self) -> float:
        """Returns the CPU time of all calls of `solve`.

        Returns:
            Seconds of the whole process.
        """
        return self._all_seconds

    def get_status(self) -> bool | None:
        """Returns the result of the last `solve`.

        Returns:
            True, False, or None: unknown, or a clause was added since.
        """
        return self._found

    def get_model(self) -> list[int] | None:
        """Returns the model that `solve` found.

        Returns:
            The true literals, one for each variable. None: the last `solve` did not return True, or
            a clause was added since.

        Raises:
            Error: The solver was deleted.
        """
        if self._open() and self._found is not True:
            return None
        return [v if lib.loophole_solver_value(self._open(), v) >= 0 else -v for v in range(1, self.nof_vars() + 1)]

    def get_core(self) -> list[int] | None:
        """Returns assumptions that the last refutation used.

        Returns:
            A list of literals, empty if the clauses alone have no model. None: the last `solve` did
            not return False, or a clause was added since.

        Raises:
            Error: The solver was deleted.
        """
        if self._found is not False:
            return None
        return [x for x in self._asked if lib.loophole_solver_failed(self._open(), x)]


@guarded
def prove(clauses: Iterable[Iterable[int]]) -> bytes | None:
    """Refutes clauses with CaDiCaL, without a time limit.

    Parameters:
        clauses: A list of clauses, a `CNF` or an `Encoded`.

    Returns:
        A DRAT proof that they have no model. None: they have one.

    Raises:
        Stopped: The solver gave up.
        Error: A number is not a literal.
    """
    s, proof, n = Sink(), c_void_p(), c_size_t()
    s.add(clauses)
    status = call("sink_prove", s.p, byref(proof), byref(n))
    if status == 0:
        raise Stopped("The solver gave up before it was known whether the clauses have a model.")
    if status != 20:
        return None
    text = ctypes.string_at(proof, n.value)
    lib.loophole_free(proof.value)
    return text


@guarded
def check_proof(clauses: Iterable[Iterable[int]], proof: bytes) -> int:
    """Checks a DRAT proof, text or binary. The checker shares no code with the solvers.

    Parameters:
        clauses: The clauses that it refutes.
        proof: The proof, as bytes.

    Returns:
        How many of the clauses the refutation uses.

    Raises:
        Error: The proof is wrong, and the sentence says where; or it is not bytes.

    >>> clauses = [[1], [-1, 2], [-2], [3, 4]]
    >>> check_proof(clauses, prove(clauses))
    3
    """
    if not isinstance(proof, bytes):
        raise TypeFault(f"A proof is bytes, as prove returns, not of the type {type(proof).__name__}.")
    s, needed = Sink(), c_int64()
    s.add(clauses)
    call("sink_check_proof", s.p, proof, len(proof), byref(needed))
    return needed.value


@guarded
def check(directory: str | os.PathLike[str], time_limit: float | None = None) -> str:
    """Checks a certificate of `Model.certify` or `loophole certify`: encodes the problem again and checks its proofs. No solver runs.

    Parameters:
        directory: The certificate's directory.
        time_limit: Seconds; None: no limit.

    Returns:
        The claim that it proves, in a sentence.

    Raises:
        Stopped: The limit stopped the check.
        Error: The claim is not proved; the sentence says why.
    """
    end, claim = time.monotonic() + (math.inf if time_limit is None else time_limit), c_void_p()
    raised: list[BaseException] = []
    try:
        with CtrlC(raised, lambda: None):
            call("check", path(directory), Stop(lambda _: bool(raised) or time.monotonic() >= end), None, byref(claim))
    except Error:
        if not raised:
            raise
    if raised:
        raise raised[0]
    return owned(claim.value)
