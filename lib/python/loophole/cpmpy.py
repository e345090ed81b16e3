"""Makes Loophole a solver of CPMpy: after `import loophole.cpmpy`, `model.solve(solver="loophole")` calls it.

Expressions are not flattened, because Loophole's conditions are of any depth. What Loophole does not have is decomposed by CPMpy.
Options of solve are Loophole's, such as `card="totalizer"`; `solver_var` returns Loophole's variables, `native_model` its model.
"""
from __future__ import annotations

import functools
import operator
import time
from typing import Any, Optional

from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.utils import flatlist, is_num
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import Callback, ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

import loophole

_SIGNS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class CPM_loophole(SolverInterface):
    """Interface to the Python module of Loophole. `lph_model` is its model."""

    supported_global_constraints = frozenset({
        "alldifferent", "alldifferent_except0", "inverse", "table", "regular", "increasing", "strictly_increasing", "lex_less", "lex_lesseq", "xor",
        "abs", "min", "max", "mul", "element"})
    supported_reified_global_constraints = frozenset({"xor"})

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        return loophole.__version__

    def __init__(self, cpm_model: Any = None, subsolver: Any = None) -> None:
        self.lph_model = loophole.Model()
        self._added: list[Expression] = []
        self._objective: Any = None  # CPMpy's, and the expression of Loophole
        self._value_of: Any = None
        self._failed: Any = None
        self._hint: list[Any] = []  # variables of CPMpy with values
        self._constant: dict[bool, Any] = {}
        self._elements = 0
        super().__init__(name="loophole", cpm_model=cpm_model)

    @property
    def native_model(self) -> loophole.Model:
        return self.lph_model

    # ---- variables and expressions

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of Loophole, which is made when it is first used, or the constant."""
        if is_num(cpm_var):
            return int(cpm_var)
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        if not isinstance(cpm_var, _NumVarImpl):
            raise NotImplementedError(f"Not a known variable: {cpm_var}")
        if cpm_var.name not in self._varmap:
            name = cpm_var.name
            self._varmap[name] = self.lph_model.var(name) if cpm_var.is_bool() else self.lph_model.int(name, int(cpm_var.lb), int(cpm_var.ub))
        return self._varmap[cpm_var.name]

    def _literal(self, value: bool) -> Any:
        """A literal that is always true or false."""
        if value not in self._constant:
            self._constant[value] = self.lph_model.var()
            self.lph_model.add(self._constant[value] if value else ~self._constant[value])
        return self._constant[value]

    def _condition(self, e: Any) -> Any:
        """A condition of Loophole, of a Boolean expression or constant."""
        if is_num(e) or isinstance(e, BoolVal):
            return self._literal(bool(e))
        return self._of(e)

    def _number(self, e: Any) -> Any:
        """A whole number, a linear expression or a literal, of any expression."""
        if is_num(e) or isinstance(e, BoolVal):
            return int(e)
        return self._of(e)

    def _linear(self, e: Any) -> Any:
        """As _number, but of a literal or condition its value as a linear expression."""
        x = self._number(e)
        return x if isinstance(x, (int, loophole.Linear)) and not isinstance(x, loophole.Literal) else x + 0

    def _of(self, e: Any) -> Any:
        if isinstance(e, (_BoolVarImpl, _IntVarImpl, NegBoolView)):
            return self.solver_var(e)
        name, args = e.name, e.args
        if name in _SIGNS:
            if all(a.is_bool() if isinstance(a, Expression) else isinstance(a, bool) for a in args) and name in ("==", "!="):
                a, b = map(self._condition, args)
                return a ^ b if name == "!=" else ~(a ^ b)
            a, b = map(self._linear, args)
            return _SIGNS[name](a, b) if not (isinstance(a, int) and isinstance(b, int)) else self._literal(_SIGNS[name](a, b))
        if name in ("and", "or", "xor"):
            sign = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}[name]
            return functools.reduce(sign, map(self._condition, args)) if args else self._literal(name == "and")
        if name == "not":
            return ~self._condition(args[0])
        if name == "->":
            return self._condition(args[0]) >> self._condition(args[1])
        if name == "sum":
            return sum(map(self._linear, args))
        if name == "wsum":
            return sum(int(w) * self._linear(x) for w, x in zip(*args))
        if name == "sub":
            return self._linear(args[0]) - self._linear(args[1])
        if name == "-":
            return -self._linear(args[0])
        if name == "mul":
            return self._linear(args[0]) * self._linear(args[1])
        if name == "abs":
            return abs(self._linear(args[0]))
        if name in ("min", "max"):
            terms = [self._linear(a) for a in args]
            return getattr(self.lph_model, name)(*terms)
        if name == "element":
            values, index = args
            values = [self._linear(v) for v in values]
            lo, hi = e.get_bounds()
            self._elements += 1
            result = self.lph_model.int(f"element({self._elements})", int(lo), int(hi))
            self.lph_model.element(self._linear(index), values, result)
            return result
        raise NotImplementedError(f"loophole: not a known expression: {e}")

    # ---- constraints and the objective

    def transform(self, cpm_expr: Any) -> list[Expression]:
        cons = no_partial_functions(toplevel_list(cpm_expr), safen_toplevel=frozenset({"element"}))
        return decompose_in_tree(cons, supported=self.supported_global_constraints,
                                 supported_reified=self.supported_reified_global_constraints, csemap=self._csemap)

    def add(self, cpm_expr: Any) -> "CPM_loophole":
        get_variables(cpm_expr, collect=self.user_vars)
        for con in self.transform(cpm_expr):
            self._added.append(con)
            self._post(con)
        return self
    __add__ = add

    def _post(self, con: Any) -> None:
        m, name = self.lph_model, getattr(con, "name", None)
        if isinstance(con, DirectConstraint):
            con.callSolver(self, m)
        elif name == "alldifferent":
            m.all_different([self._linear(a) for a in con.args])
        elif name == "inverse":
            one, other = [[self._linear(a) for a in x] for x in con.args]
            m.inverse(one, other)
        elif name == "table":
            m.table([self._linear(a) for a in con.args[0]], [[int(v) for v in row] for row in con.args[1]])
        elif name in ("increasing", "strictly_increasing"):
            m.increasing([self._linear(a) for a in con.args], strict=name != "increasing")
        elif name in ("lex_less", "lex_lesseq"):
            one, other = [[self._linear(a) for a in x] for x in con.args]
            m.lex(one, other, strict=name == "lex_less")
        elif name == "regular":
            array, transitions, start, accepting = con.args
            states = {s: i for i, s in enumerate(dict.fromkeys([start, *accepting, *(s for t in transitions for s in (t[0], t[2]))]))}
            m.regular([self._linear(a) for a in array], [(states[s], int(v), states[t]) for s, v, t in transitions],
                      states[start], [states[s] for s in accepting])
        else:
            m.add(self._condition(con))

    def objective(self, expr: Any, minimize: bool = True) -> None:
        get_variables(expr, self.user_vars)
        obj, safe = safen_objective(expr)
        obj, more = decompose_objective(obj, supported=self.supported_global_constraints,
                                        supported_reified=self.supported_reified_global_constraints, csemap=self._csemap)
        self.add(safe + more)
        if self._objective is not None:  # only the last one counts, and a model of Loophole keeps all: a new one
            self.lph_model = loophole.Model()
            self._varmap.clear()
            self._constant.clear()
            for con in self._added:
                self._post(con)
        self._objective = obj
        self._value_of = self._linear(obj) + 0 * self._literal(True)
        (self.lph_model.minimize if minimize else self.lph_model.maximize)(self._value_of)

    def has_objective(self) -> bool:
        return self._objective is not None

    # ---- questions

    def _value(self, answer: Any, cpm_var: Any) -> Any:
        value = answer[self.solver_var(cpm_var)]
        return value > 0 if cpm_var.is_bool() else value

    def _finish(self, status: ExitStatus, start: float, answer: Any = None) -> bool:
        """Takes the status, and the values of the variables from the answer."""
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = self.cpm_status.runtime = time.time() - start
        self.cpm_status.exitstatus = status
        for v in self.user_vars:
            v._value = None if answer is None else self._value(answer, v)
        self.objective_value_ = answer.objective if answer is not None and self.has_objective() else None
        return self._solve_return(self.cpm_status)

    def solve(self, time_limit: Optional[float] = None, assumptions: Any = None, display: Optional[Callback] = None, **options: Any) -> bool:
        """Solves the model.

        Args:
            time_limit: Seconds.
            assumptions: Boolean variables and negations that hold in this call; `get_core` names those that clash.
            display: What to print, or a function to call, after each better solution.
            options: Loophole's options, by name.
        """
        if time_limit is not None:
            if time_limit <= 0:
                raise ValueError("The time limit must be positive.")
            options["time_limit"] = time_limit
        self.solver_vars(list(self.user_vars))
        start, assumed = time.time(), list(assumptions or [])

        def each(found: Any) -> None:
            if found.model is not None:
                self._finish(ExitStatus.FEASIBLE, start, found)
                self.print_display(display)

        answer = self.lph_model.solve(progress=each if display is not None else None, hint=self._likely(),
                                      assume=[self._condition(a) for a in assumed], **options)
        status = {"optimal": ExitStatus.OPTIMAL, "satisfiable": ExitStatus.FEASIBLE, "feasible": ExitStatus.FEASIBLE,
                  "unsatisfiable": ExitStatus.UNSATISFIABLE}.get(answer.status, ExitStatus.UNKNOWN)
        failed = {int(x) for x in answer.failed} if status == ExitStatus.UNSATISFIABLE and assumed else set()
        self._failed = [a for a in assumed if int(self._condition(a)) in failed]
        return self._finish(status, start, answer if answer.model is not None else None)

    def get_core(self) -> list[Any]:
        """The assumptions of the last `solve` that clash."""
        if self._failed is None or self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise ValueError("The last answer was not 'unsatisfiable' under assumptions.")
        return self._failed

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """The solver tries these values first."""
        self._hint = list(zip(flatlist([cpm_vars]), flatlist([vals])))

    def _likely(self) -> list[Any]:
        return [(x if value else ~x) if v.is_bool() else x == int(value) for v, value in self._hint for x in [self.solver_var(v)]]

    def solveAll(self, display: Optional[Callback] = None, time_limit: Optional[float] = None, solution_limit: Optional[int] = None,
                 call_from_model: bool = False, **options: Any) -> int:
        """All solutions, of an objective all best ones, that differ in the variables of the model. Returns how many."""
        if time_limit is not None:
            options["time_limit"] = time_limit
        self.solver_vars(list(self.user_vars))
        start, seen, last, status, best = time.time(), set(), None, ExitStatus.OPTIMAL, []
        if self.has_objective():
            if self.solve(**options) and self.cpm_status.exitstatus != ExitStatus.OPTIMAL:
                self._finish(ExitStatus.UNKNOWN, start)
            if self.cpm_status.exitstatus != ExitStatus.OPTIMAL:
                return 0
            best = [self._value_of == self.objective_value_]
        variables = sorted(self.user_vars, key=lambda v: v.name)
        try:
            for answer in self.lph_model.solutions(assume=best, **options):
                values = tuple(self._value(answer, v) for v in variables)
                if values in seen:
                    continue
                seen.add(values)
                last = answer
                self._finish(ExitStatus.FEASIBLE, start, answer)
                self.print_display(display)
                if len(seen) == solution_limit:
                    status = ExitStatus.FEASIBLE
                    break
        except loophole.Stopped:
            status = ExitStatus.FEASIBLE if seen else ExitStatus.UNKNOWN
        self._finish(status if seen or status == ExitStatus.UNKNOWN else ExitStatus.UNSATISFIABLE, start, last)
        return len(seen)


if all(name != "loophole" for name, _ in SolverLookup.base_solvers()):
    _base = SolverLookup.base_solvers
    SolverLookup.base_solvers = classmethod(lambda cls: [*_base(), ("loophole", CPM_loophole)])  # type: ignore[method-assign]
