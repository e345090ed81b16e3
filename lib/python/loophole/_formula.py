"""Formulas in lists of clauses, which are read from DIMACS and written, as PySAT's."""
from __future__ import annotations

import io
import os
from typing import Any, Iterable, Iterator

from ._errors import Error, TypeFault, _Public
from ._library import own_clause, wholes


def _text_of_file(file: str | os.PathLike[str]) -> str:
    """The text of a file, packed or not."""
    import bz2  # these three are slow to import
    import gzip
    import lzma

    opens = {".gz": gzip.open, ".bz2": bz2.open, ".lzma": lzma.open, ".xz": lzma.open}
    try:
        with opens.get(os.path.splitext(str(file))[1], open)(file, "rt") as f:  # type: ignore
            return f.read()
    except (OSError, UnicodeDecodeError, EOFError, lzma.LZMAError) as e:
        raise Error(f"{file} cannot be read: {e}.") from None


def _write_file(file: str | os.PathLike[str], text: str) -> None:
    """Writes a text, packed by the file's ending. The file appears complete or not at all."""
    import bz2  # these three are slow to import
    import gzip
    import lzma

    packs = {".gz": gzip.compress, ".bz2": bz2.compress, ".lzma": lambda b: lzma.compress(b, lzma.FORMAT_ALONE), ".xz": lzma.compress}
    packed = packs.get(os.path.splitext(str(file))[1], bytes)(text.encode())  # type: ignore
    temporary = f"{file}.new-{os.getpid()}"
    try:
        try:
            with open(temporary, "wb") as f:
                f.write(packed)
            os.replace(temporary, file)
        except BaseException:
            if os.path.exists(temporary):
                os.remove(temporary)
            raise
    except OSError as e:
        raise Error(f"{file} cannot be written: {e.strerror}.") from None


def _lines(comments: Iterable[str]) -> list[str]:
    """The comments, unless one would write another line of the file."""
    known = list(comments)
    for c in known:
        if "\n" in c or "\r" in c:
            raise Error(f"A comment is one line, not {c!r}.")
    return known


class _Formula(_Public):
    """What CNF and WCNF share: writing."""

    def to_dimacs(self) -> str:
        raise NotImplementedError

    def to_fp(self, file_pointer: Any, comments: Iterable[str] | None = None) -> None:
        """Writes the formula into an open file.

        Parameters:
            file_pointer: A text file that is open for writing.
            comments: Comment lines to write first.

        Raises:
            Error: A comment is not one line.
        """
        for line in _lines(comments or ()):
            print(line, file=file_pointer)
        print(self.to_dimacs(), file=file_pointer)

    def to_file(self, fname: str | os.PathLike[str], comments: Iterable[str] | None = None) -> None:
        """Writes the formula into a file, which appears complete or not at all.

        Parameters:
            fname: The file; endings .gz, .bz2, .lzma and .xz pack it.
            comments: Comment lines to write first.

        Raises:
            Error: A comment is not one line, or the file cannot be written.
        """
        text = io.StringIO()
        self.to_fp(text, comments)
        _write_file(fname, text.getvalue())


class CNF(_Formula):
    """A list of clauses, as `pysat.formula.CNF`.

    `clauses` is the list, `nv` the highest variable of a clause or of the header, `comments` the comment lines of a text that
    was read. Iterating gives the clauses.

    Parameters:
        from_file: A DIMACS file to read; .gz, .bz2, .lzma and .xz are unpacked.
        from_fp: An open DIMACS file to read.
        from_string: A DIMACS text.
        from_clauses: An iterable of clauses to copy.
        comment_lead: First characters of comment lines.

    Raises:
        Error: A file cannot be read, a number is not a literal, or there are fewer clauses than the header announces.

    >>> cnf = CNF(from_clauses=[[-1, 2], [3]])
    >>> cnf.append([-3, 1])
    >>> cnf.nv, cnf.clauses
    (3, [[-1, 2], [3], [-3, 1]])
    >>> print(cnf.to_dimacs())
    p cnf 3 3
    -1 2 0
    3 0
    -3 1 0
    """

    _declares = True  # nv counts variables that no clause has
    _instead = {"from_aiger": "a program such as aigtocnf makes DIMACS of a circuit, and CNF(from_file=...) reads it",
                **{name: f"CNF({name}=...) reads it" for name in ("from_file", "from_fp", "from_string", "from_clauses")},
                "negate": "conditions of a Model have a negation, such as ~((a | b) & (b | ~c))"}

    def __init__(self, from_file: str | os.PathLike[str] | None = None, from_fp: Any = None, from_string: str | None = None,
                 from_clauses: Iterable[Iterable[int]] = (), comment_lead: Iterable[str] = ("c",)) -> None:
        self.clauses: list[list[int]] = []
        self.comments: list[str] = []
        self.nv = 0
        if from_file is not None:
            from_string = _text_of_file(from_file)
        elif from_fp is not None:
            from_string = from_fp.read()
        if from_string is not None:
            self._read(from_string, tuple(comment_lead))
        self.extend(from_clauses)

    def _read(self, text: str, comment_lead: tuple[str, ...]) -> None:
        rest: list[int] = []
        announced = 0
        for number, line in enumerate(text.split("\n"), 1):
            words = line.split()
            if not words:
                continue
            if words[0].startswith(comment_lead):
                self.comments.append(line.rstrip())
            elif words[0] == "%":  # the end, in files of SATLIB
                break
            elif words[0] == "p":
                if len(words) != 4 or words[1] != "cnf" or "".join(words[2:]).strip("0123456789"):
                    raise Error(f"Line {number} of the DIMACS text is not 'p cnf VARIABLES CLAUSES': {line[:40]!r}; read(file) and "
                                "parse(format, text) read other formats.")
                self.nv, announced = max(self.nv, int(words[2])), int(words[3])
            else:
                try:
                    if line.strip("0123456789+- \t\r"):  # int also takes "1_0" and digits of other scripts
                        raise ValueError
                    rest += [int(w) for w in words]
                except ValueError:
                    raise Error(f"Line {number} of the DIMACS text is not a clause: {line[:40]!r}.") from None
                while 0 in rest:
                    end = rest.index(0)
                    self.append(rest[:end])
                    rest = rest[end + 1:]
        if rest:
            self.append(rest)
        if len(self.clauses) < announced:
            raise Error(f"The DIMACS text ends after {len(self.clauses)} of the {announced} clauses that its header announces; "
                        "complete it if it is truncated, or correct the header.")

    def append(self, clause: Iterable[int]) -> None:
        """Adds a clause.

        Parameters:
            clause: Literals.

        Raises:
            Error: A number is not a literal.
        """
        own = own_clause(clause)
        self.clauses.append(own)
        self.nv = max([self.nv, *map(abs, own)])

    def extend(self, clauses: Iterable[Iterable[int]]) -> None:
        """Adds clauses.

        Parameters:
            clauses: A list of clauses, or another `CNF`.

        Raises:
            Error: A number is not a literal.
        """
        for c in clauses:
            self.append(c)
        self.nv = max(self.nv, declared(clauses))

    def copy(self) -> "CNF":
        """Copies the formula.

        Returns:
            A `CNF` that shares nothing with this one.
        """
        other = CNF()
        other.clauses, other.comments, other.nv = [list(c) for c in self.clauses], list(self.comments), self.nv
        other._declares = self._declares
        return other

    def weighted(self) -> "WCNF":
        """Makes each clause soft, with weight 1.

        Returns:
            A `WCNF`.
        """
        soft = WCNF()
        soft.extend(self.clauses, [1] * len(self.clauses))
        soft.nv = self.nv
        return soft

    def to_dimacs(self) -> str:
        """Returns the formula as a DIMACS text.

        Returns:
            The text, without a newline at its end.
        """
        lines = [*_lines(self.comments), f"p cnf {self.nv} {len(self.clauses)}", *(" ".join(map(str, [*c, 0])) for c in self.clauses)]
        return "\n".join(lines)

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __repr__(self) -> str:
        return f"<CNF of {len(self.clauses)} clauses, variables up to {self.nv}>"


def declared(clauses: Any) -> int:
    """The variables of a formula, as its header counts them; 0: it has none."""
    return clauses.nv if isinstance(clauses, CNF) and clauses._declares else 0


class WCNF(_Formula):
    """Hard and weighted soft clauses, as `pysat.formula.WCNF`.

    `hard` and `soft` are the lists of clauses, `wght` the weights of `soft`, `nv` the highest
    variable, `topw` a weight above their sum. `read("f.wcnf")` reads files, also those of the old
    format, as a `Model`.

    Parameters:
        options: PySAT's `from_file` and others, which raise `Error`: call `read`.

    >>> w = WCNF()
    >>> w.append([1, 2]); w.append([-1], weight=3); w.append([-2], weight=2)
    >>> RC2(w).compute(), w.topw
    ([-1, 2], 6)
    """

    def __init__(self, **options: Any) -> None:
        if options:
            raise TypeFault(f"WCNF has no parameter {next(iter(options))}; read(\"f.wcnf\") and parse(\"wcnf\", text) read it as a Model.")
        self.hard: list[list[int]] = []
        self.soft: list[list[int]] = []
        self.wght: list[int] = []
        self.nv = 0

    @property
    def topw(self) -> int:
        """A weight above the sum of all weights."""
        return sum(self.wght) + 1

    def append(self, clause: Iterable[int], weight: int | None = None) -> None:
        """Adds a clause.

        Parameters:
            clause: Literals.
            weight: A positive whole number; None: the clause is hard.

        Raises:
            Error: A number is not a literal, or the weight is not positive.
        """
        own = CNF(from_clauses=[clause])
        if weight is None:
            self.hard += own.clauses
        else:
            number = wholes([weight], "A weight", 62)[0]
            if number <= 0:
                raise Error(f"The weight {number} is not positive; a soft clause costs its weight if it is false.")
            self.soft += own.clauses
            self.wght.append(number)
        self.nv = max(self.nv, own.nv)

    def extend(self, clauses: Iterable[Iterable[int]], weights: Iterable[int] | None = None) -> None:
        """Adds clauses.

        Parameters:
            clauses: Clauses.
            weights: As many weights; None: the clauses are hard.

        Raises:
            Error: A number is not a literal, or a weight is not positive.
        """
        if weights is None:
            for c in clauses:
                self.append(c)
        else:
            for c, w in zip(clauses, weights):
                self.append(c, w)
        self.nv = max(self.nv, declared(clauses))

    def copy(self) -> "WCNF":
        """Copies the formula.

        Returns:
            A `WCNF` that shares nothing with this one.
        """
        other = WCNF()
        other.hard, other.soft = [list(c) for c in self.hard], [list(c) for c in self.soft]
        other.wght, other.nv = list(self.wght), self.nv
        return other

    def to_dimacs(self) -> str:
        """Returns the formula in the format of MaxSAT evaluations since 2022 (h lines).

        Returns:
            The text, without a newline at its end.
        """
        rows = [("h", c) for c in self.hard] + list(zip(map(str, self.wght), self.soft))
        lines = [" ".join([w, *map(str, c), "0"]) for w, c in rows]
        if self.nv > max((abs(x) for _, c in rows for x in c), default=0):
            lines.insert(0, f"c sizes: {self.nv} variables")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<WCNF of {len(self.hard)} hard and {len(self.soft)} soft clauses, variables up to {self.nv}>"
