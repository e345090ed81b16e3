"""Models, puzzles and formulas: solve, count, enumerate, explain, certify, write."""
from __future__ import annotations

import copy
import os
import re
from ctypes import byref, c_bool, c_char_p, c_int, c_int64, c_void_p
from typing import Any, Callable, Iterable, Iterator

from ._answer import STATUS, Answer, Line, Solution
from ._build import _Building
from ._encode import Encoded, Sink
from ._errors import Error, Stopped, guarded, stopped_after
from ._expressions import Condition, Literal
from ._library import CtrlC, Each, Progress, call, lib, literals, numbers, owned, path, whole, word


def _common(a: Answer) -> dict[str, Any] | None:
    """What `Model.forced` has found; None: nothing."""
    names: dict[str, bool] = {}
    left: dict[str, list[tuple[int, int]]] = {}
    value, integer, lo, hi, i = c_bool(), c_int(), c_int64(), c_int64(), 0
    while (name := lib.loophole_problem_forced_name(a._q, i, byref(value))) is not None:
        names[name.decode()] = value.value
        i += 1
    i = 0
    while (name := lib.loophole_problem_left(a._q, i, byref(integer), byref(lo), byref(hi), byref(value))) is not None:
        i += 1
        if ("i", integer.value) in a._model._made:
            continue
        ranges = left.setdefault(name.decode(), [])
        if ranges and ranges[-1][1] + 1 == lo.value:
            lo.value = ranges.pop()[0]
        ranges.append((lo.value, hi.value))
    n = lib.loophole_problem_forced_lits(a._q, None, 0)
    lits = (c_int * max(n, 0))()
    lib.loophole_problem_forced_lits(a._q, lits, n)
    if a.solution is None:
        return None
    return {"literals": list(map(a._model._own, sorted(lits, key=abs))) if n >= 0 else None, "names": names, "left": left}


class Model(_Building):
    """Variables, constraints and an objective.

    `len(model)` is the number of constraints. A literal is a `Literal` of this model or a plain DIMACS integer, and a
    `Condition` is one, too; whatever belongs to another model is refused. The methods that solve
    or encode accept the shared options of the command line as keywords, with _ for -: those that `loophole help options`
    lists for solving and as limits, and `jobs`, `proof`, `proof_check`, `proof_program` and `names`. Options of one command,
    such as `--bound`, are not among them.

    >>> m = Model()
    >>> a, b, c = m.vars("a", "b", "c")
    >>> m.at_most([a, b, c], 1)
    >>> m.clause([a, b])
    >>> m.minimize([a, b], [2, 1])
    >>> answer = m.solve(time_limit=10)
    >>> answer.status, answer.objective, answer.true(b)
    ('optimal', 1, True)
    """

    def __reduce_ex__(self, protocol: Any) -> Any:
        """A copy is made of the JSON text; a puzzle, which has none, raises Error."""
        if self._puzzle:
            raise Error("A puzzle's model cannot be copied or pickled; call puzzle() again.")
        if self._groups or self._then or self._maps:
            raise Error("A model with groups, symmetries or several objectives cannot be copied or pickled; build it again.")
        kept = ("_literals", "_functions", "_implied", "_softs", "_condition", "_shown", "_made", "_rule", "_obvious", "_pictured", "_read", "_boards")
        return parse, ("json", self._json()), {name: getattr(self, name) for name in kept}

    def __copy__(self) -> "Model":
        return copy.deepcopy(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._rule is not None:
            self.rule(self._rule, self._obvious)

    def _run(self, a: Answer, progress: bool | Callable[[Answer], None] | None, ask: Callable[[], int]) -> int:
        """Runs a call so that Ctrl-C stops it."""
        raised: list[BaseException] = []
        line = Line() if progress and not callable(progress) else None

        def report(_state: Any, _q: Any) -> None:
            a._kept = None
            try:
                if callable(progress):
                    progress(a)
                elif line:
                    line(a)
            except BaseException as e:  # a C callback cannot raise
                raised.append(e)
                lib.loophole_problem_cancel(a._q)

        hook = Progress(report)
        lib.loophole_problem_on_progress(a._q, hook, None)
        try:
            with CtrlC(raised, lambda: lib.loophole_problem_cancel(a._q)):
                status = ask()
        except Error:
            if not raised:
                raise
        finally:
            lib.loophole_problem_on_progress(a._q, Progress(0), None)
            a._kept, a._stopped = None, True  # unless the call ends with a status
            if line:
                line.done()
        if raised:
            raise raised[0]
        a.status, a._stopped = STATUS.get(status, "unknown"), status == 0
        return status

    def _asked(self, options: dict[str, Any], assume: Iterable[int], hint: Iterable[int] = ()) -> Answer:
        """The answer of a call that begins."""
        given = literals(assume, "assume")
        assumed = list(zip(given, numbers(given, self, "An assumption")))
        if assumed and self._maps and options.get("break_symmetry"):
            raise Error("Assumptions need not be symmetric; leave out break_symmetry, or add them to the model.")
        likely = numbers(literals(hint, "hint"), self, "A hint")  # a comparison adds its literal to the model, before the Answer
        a = Answer(self, options)
        a._assumed = assumed
        for _, x in assumed:
            call("problem_assume", a._q, x)
        for x in likely:
            call("problem_hint", a._q, x)
        return a

    def generate(self, seed: int = 0, **options: Any) -> list[tuple[str, int]]:
        """Makes a puzzle: gives values so that one solution is left, or one optimal solution.

        It chooses a random solution and leaves out one marked value after the other, in random
        order, as long as the solution stays the only one. So no given can be left out. The model
        keeps the givens: `solve`, `svg` and `write` include them, and the next `generate` drops them.

        Parameters:
            seed: The same seed makes the same puzzle.
            options: Options by name.

        Returns:
            The givens, as `givens` lists them.

        Raises:
            Stopped: A limit such as `time_limit` stopped it; the model is as before.
            Error: The model has no solution or no marks (see `given`), the marks do not determine a
                solution, or a solver failed.
        """
        a = Answer(self, options)
        if self._run(a, None, lambda: call("problem_generate", a._q, whole(seed, "A seed") % 2**64)) != 10:
            raise Stopped("Stopped before a puzzle was found.")
        return self.givens()

    def solve(self, progress: bool | Callable[[Answer], None] | None = None, assume: Iterable[int] = (),
              hint: Iterable[int] = (), **options: Any) -> Answer:
        """Finds a solution; with an objective, a proved optimum. Ctrl-C stops it.

        Parameters:
            progress: True: show the best value and the bounds on a terminal or in a notebook. A
                function: call it with the `Answer` so far at each improvement and about twice a
                second. An exception in it stops the search and is passed on; that `Answer` keeps the best
                solution and the bounds, also after Ctrl-C.
            assume: Literals or conditions, such as `x >= 3`, that must be true in this call. If there is no
                solution, `Answer.failed` has those of them that conflict.
            hint: Literals or conditions that the solver makes true first.
            options: Options by name, such as `card="totalizer"` or `time_limit=10`.

        Returns:
            An `Answer`. Its `status` is "unknown" if a limit stopped the search; it then has the
            best solution and bounds.

        Raises:
            Error: An option or a value does not exist, or a solver failed.
        """
        a = self._asked(options, assume, hint)
        self._run(a, progress, lambda: call("problem_solve", a._q))
        return a

    def count(self, limit: int = 0, all_costs: bool = False, assume: Iterable[int] = (), hint: Iterable[int] = (), **options: Any) -> int:
        """Counts the solutions; with an objective, only the optimal ones, whereas `solutions` yields all.

        Parameters:
            limit: Stop at this number; 0: count all.
            all_costs: With an objective: count solutions of any value.
            assume: See `solve`.
            hint: See `solve`.
            options: Options by name.

        Returns:
            The number, of any size. If it equals `limit`, there may be more.

        Raises:
            Stopped: A limit such as `time_limit` stopped it before it had counted `limit` solutions or all. Its
                `found` is the number so far.
            Error: `limit` is negative, an option does not exist, or a solver failed.

        >>> m = Model()
        >>> x = m.vars(4)
        >>> m.at_most(x, 1)
        >>> m.count(), m.count(assume=[x[0] | x[1]])
        (5, 2)
        """
        a, n = self._asked(options, assume, hint), c_int64()
        limit = whole(limit, "A limit", 62)
        status = self._run(a, None, lambda: call("problem_count", a._q, limit, bool(all_costs), Each(0), None, byref(n)))
        total = 0
        for digits in re.findall(b".{1,1000}", lib.loophole_problem_total(a._q)):  # int() refuses long ones
            total = total * 10 ** len(digits) + int(digits)
        if status == 0 and not 0 < limit <= total:
            raise stopped_after(total, "solution")
        return total

    def unique(self, all_costs: bool = False, assume: Iterable[int] = (), **options: Any) -> bool:
        """Decides whether there is exactly one solution; with an objective, exactly one optimal solution.

        Parameters:
            all_costs: With an objective: solutions of any value count.
            assume: See `solve`.
            options: Options by name.

        Returns:
            True: there is exactly one. False: there are more, or none.

        Raises:
            Stopped: A limit such as `time_limit` stopped it before that was known. Its `found` is the number of
                solutions so far, 0 or 1.
            Error: An option does not exist, or a solver failed.

        >>> m = Model()
        >>> a, b = m.vars("a", "b")
        >>> m.exactly([a, b], 1)
        >>> m.unique()
        False
        >>> m.clause([a])
        >>> m.unique()
        True
        """
        a, one = self._asked(options, assume), c_bool()
        if self._run(a, None, lambda: call("problem_unique", a._q, bool(all_costs), byref(one))) == 0:
            raise Stopped("Stopped before it was known whether the solution is unique.", int(a.solution is not None))
        return one.value

    def forced(self, all_costs: bool = False, assume: Iterable[int] = (), **options: Any) -> dict[str, Any] | None:
        """Finds what all solutions have in common; with an objective, all optimal ones.

        Parameters:
            all_costs: With an objective: compare solutions of any value.
            assume: See `solve`.
            options: Options by name.

        Returns:
            None: there is no solution. Else a dictionary. Its "literals" are those that are true in all solutions,
            except of derived variables; for a puzzle it is None. Its "names" has the values of these variables by
            name. Its "left" has the ranges (lo, hi) of the values that each integer takes in solutions, by name.

        Raises:
            Stopped: A limit such as `time_limit` stopped it. Its `found` is such a dictionary: what was proved by
                then, and in "left" also values that may have no solution. None: nothing is known.
            Error: An option does not exist, or a solver failed.

        >>> m = Model()
        >>> a, b, c = m.vars("a", "b", "c")
        >>> x = m.int("x", 1, 9)
        >>> m.add(x + 4 * a >= 13)
        >>> m.clause([-b, c])
        >>> m.forced()
        {'literals': [1], 'names': {'a': True}, 'left': {'x': [(9, 9)]}}
        """
        a = self._asked(options, assume)
        status = self._run(a, None, lambda: call("problem_forced", a._q, bool(all_costs)))
        if status == 20:
            return None
        found = _common(a)
        if status == 0:
            raise Stopped("Stopped before it was known what all solutions have in common.", found)
        return found

    def propagates(self, assume: Iterable[int] = (), **options: Any) -> bool:
        """Decides whether unit propagation alone solves the model, without a case split: whether it refutes one of
        the two values of each variable, one after the other, in the clauses of the chosen encodings. There is exactly
        one solution then. With an objective, the model is solved first, and the best value is one more constraint.

        Parameters:
            assume: See `solve`.
            options: Options by name.

        Returns:
            True: propagation gives all values. False: it does not, or there is no solution.

        Raises:
            Stopped: A limit such as `time_limit` stopped it.
            Error: An option does not exist, or a solver failed.

        >>> m = Model()
        >>> a, b = m.vars("a", "b")
        >>> m.exactly([a, b], 1)
        >>> m.propagates()
        False
        >>> m.clause([a])
        >>> m.propagates()
        True
        """
        a, alone = self._asked(options, assume), c_bool()
        self._run(a, None, lambda: call("problem_propagates", a._q, byref(alone)))
        return alone.value

    def solutions(self, limit: int = 0, assume: Iterable[int] = (), hint: Iterable[int] = (), **options: Any) -> Iterator[Answer]:
        """Yields one solution after the other as it finds them, with any objective value, whereas `count` counts the
        optimal ones. They have no order.

        Parameters:
            limit: Stop after this number; 0: yield all, of which there may be very many.
            assume: See `solve`.
            hint: See `solve`.
            options: Options by name.

        Returns:
            An iterator of `Answer`, each of which keeps its solution.

        Raises:
            Stopped: A limit such as `time_limit` stopped it before the last solution. Its `found` is the number so
                far.
            Error: `limit` is negative, an option does not exist, or a solver failed.
        """
        limit = whole(limit, "A limit")
        if limit < 0:
            raise Error(f"A limit is 0, for all, or more, not {limit}.")
        return self._walk(self._asked(options, assume, hint), limit)

    def _walk(self, walk: Answer, limit: int) -> Iterator[Answer]:
        n = 0
        while not limit or n < limit:
            status = self._run(walk, None, lambda: call("problem_next", walk._q))
            if status == 0:
                raise stopped_after(n, "solution")
            if status != 10:
                return
            yield Solution(walk)
            n += 1

    def explain(self, assume: Iterable[int] = (), hint: Iterable[int] = (), **options: Any) -> list[str] | None:
        """Finds rules that have no solution together, none of which can be left out.

        Parameters:
            assume: Each is a rule of its own, such as "the assumption x >= 3". See `solve`.
            hint: See `solve`.
            options: Options by name.

        Returns:
            The names of the rules; None: the model has a solution.

        Raises:
            Stopped: A limit such as `time_limit` stopped it. Its `found` is a list of rules of which some may be left
                out; None: it is not known whether there is a solution.
            Error: An option does not exist, or a solver failed.
        """
        a, minimal = self._asked(options, assume, hint), c_bool()
        status = self._run(a, None, lambda: call("problem_explain", a._q, byref(minimal)))
        if status == 10:
            return None
        if status != 20:
            raise Stopped("Stopped before it was known whether rules clash.")
        said = {f"the assumption {self._term('x', x).replace('-', 'not ', 1)}": f"the assumption {repr(c).strip('<>')}"
                for c, x in a._assumed if isinstance(c, Condition) and not isinstance(c, Literal)}
        reasons, i = [], 0
        while (reason := lib.loophole_problem_reason(a._q, i)) is not None:
            reasons.append(said.get(reason.decode(), reason.decode()))
            i += 1
        if not minimal and not {"time_limit", "cpu_limit", "memory_limit"}.isdisjoint(options):
            raise Stopped(f"Stopped with {len(reasons)} rules that clash; some may be left out.", reasons)
        return reasons

    def certify(self, directory: str | os.PathLike[str], all: bool = False,
                progress: bool | Callable[[Answer], None] | None = None, **options: Any) -> str:
        """Solves and writes a certificate of the answer; `check` checks it. A model that is no puzzle is
        written into the certificate as OPB if it has clauses and sums of literals only, among them a
        sum or an objective. Any other model, and each with `all`, is written as JSON. The proof
        goes from the rules through the clauses to the claim, so that you need not trust an encoder of sums. It is
        a DRAT proof with `proof="drat"`, and if there is no other; the claim then ends with the reason.

        Parameters:
            directory: A directory that is new or empty.
            all: Certify that these are all solutions; with an objective, all optimal ones.
            progress: See `solve`.
            options: Options by name, such as `proof`.

        Returns:
            The claim that the certificate proves, in a sentence.

        Raises:
            Stopped: A limit stopped it, and nothing is left of the directory.
            Error: The directory is not empty or cannot be written, an option does not exist, or a
                solver failed.

        >>> import tempfile
        >>> m = Model()
        >>> x, y = m.int("x", 1, 3), m.int("y", 1, 3)
        >>> m.add(x + y == 6)
        >>> with tempfile.TemporaryDirectory() as empty:
        ...     claim = m.certify(empty, all=True)
        """
        a, claim = Answer(self, options), c_void_p()
        if self._run(a, progress, lambda: call("problem_certify", a._q, path(directory), bool(all), byref(claim))) == 0:
            raise Stopped("Stopped before there was a certificate; nothing was written.")
        return owned(claim.value)

    def verify(self, solution: str) -> int:
        """Checks a solution against the rules.

        Parameters:
            solution: A text as of `Answer.solution`.

        Returns:
            Its objective value; 0 without an objective.

        Raises:
            Error: It is not a solution; the sentence says why.
        """
        a, n = Answer(self, {}), c_int64()
        call("problem_verify", a._q, word(solution), byref(n))
        return n.value

    # -- writing

    def text(self, format: str = "cnf", **options: Any) -> str:
        """Returns the formula in a format for other solvers. The objective loses its constant, and a format without
        objectives, such as "cnf", leaves it out (see `write`).

        Parameters:
            format: A name that `loophole list formats` prints, such as "cnf", "opb" or "wcnf"; or
                "json": the model as it was declared, with names, integers, rules and picture.
            options: Options by name.

        Returns:
            The text.

        Raises:
            Error: There is no such format, it cannot express the model, an option does not exist,
                or a limit stopped it.
        """
        a = Answer(self, options)
        return owned(self._run(a, None, lambda: call("problem_text", a._q, word(format))))

    def write(self, file: str | os.PathLike[str], format: str | None = None, **options: Any) -> None:
        """Writes the formula into a file, which appears complete or not at all.

        To read another solver's answer, write the model as JSON, too, and repeat the options of the encoding:
        `cadical -q star.cnf | loophole decode -f star.json --pb adder`. A format without objectives leaves the objective
        out; `loophole encode -f star.json --bound K` bounds it.

        Parameters:
            file: The file; endings .gz, .bz2, .xz, .lzma and .zst pack it, with a program such as gzip.
            format: See `text`; None: the file's ending chooses.
            options: Options by name.

        Raises:
            Error: See `text`; or the file cannot be written.
        """
        a = Answer(self, options)
        self._run(a, None, lambda: call("problem_write", a._q, word(format) if format else None, word(str(file))))

    def encode(self, **options: Any) -> Encoded:
        """Encodes the constraints, without the objective.

        Parameters:
            options: Options by name.

        Returns:
            The clauses, as `Encoded`.

        Raises:
            Error: An option does not exist, an encoding would be too large, or a limit stopped it.
        """
        s, a = Sink(), Answer(self, options)
        self._run(a, None, lambda: call("problem_encode", a._q, s.p))
        return s.encoded()

    def svg(self) -> str:
        """Draws the problem. A notebook shows the picture of a puzzle or of a model with one.

        Returns:
            A picture in SVG.

        Raises:
            Error: The picture cannot be drawn.
        """
        a = Answer(self, {})
        return owned(call("problem_svg", a._q, None))

    def _repr_svg_(self) -> str | None:
        """The picture for a notebook, which shows repr if there is none."""
        return self.svg() if self._puzzle or self._has_picture() else None

    def __repr__(self) -> str:
        def counted(n: int, word: str) -> str:
            return f"{n} {word}{'s' * (n != 1)}"

        integers = lib.loophole_model_ints(self._p)
        also = f", {counted(integers, 'integer')}" if integers else ""
        return f"<model of {counted(self.nv, 'variable')}{also} and {counted(len(self), 'constraint')}>"


@guarded
def puzzle(name: str, *words: Any, text: str | None = None) -> Model:
    """Makes a puzzle's model, to which you can add nothing.

    Parameters:
        name: The puzzle, as on the command line.
        words: Its operands and options, as on the command line.
        text: The contents of an instance file, instead of operands.

    Returns:
        A `Model`.

    Raises:
        Error: There is no such puzzle, or the instance is wrong.

    >>> puzzle("gunport", "6x6").solve().objective
    12
    >>> puzzle("gunport", text="...\\n.#.\\n...").count()
    8
    """
    given = [word(str(w)) for w in words]
    array = (c_char_p * max(1, len(given)))(*given)
    return Model(_p=call("model_puzzle", word(name), len(given), array, word(text) if text is not None else None), _puzzle=True)


@guarded
def read(file: str | os.PathLike[str]) -> Model:
    """Reads a formula from a file. If it names the variables to count on (`c p show`), the others are derived.

    Parameters:
        file: A .cnf, .opb, .wcnf or .json file, also packed; "-" is standard input. If the ending names no format, the
            beginning of the file does.

    Returns:
        A `Model`, to which you can add constraints.

    Raises:
        Error: The file cannot be read, it is in no known format, or its contents are wrong. `count` raises it for a file
            that gives weights to literals.
    """
    return Model(_p=call("model_read", word(str(file))))


@guarded
def parse(format: str, text: str) -> Model:
    """Reads a formula from a text.

    Parameters:
        format: "cnf" (also with x and k lines), "opb", "wcnf" or "json".
        text: The text.

    Returns:
        A `Model`, to which you can add constraints.

    Raises:
        Error: There is no such format, or the text is wrong.

    >>> parse("opb", "min: 2 x1 3 x2; x1 + x2 >= 1;").solve().objective
    2
    """
    return Model(_p=call("model_parse", word(format), word(text)))
