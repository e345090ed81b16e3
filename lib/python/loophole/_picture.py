"""Pictures of models: a board of cells that shows a solution."""
from __future__ import annotations

from typing import Any, Iterable, Sequence

from ._errors import Error, TypeFault, _Public
from ._expressions import Condition, Linear
from ._library import call, ints, whole, word

_SIDES = {(-1, 0): "north", (0, 1): "east", (1, 0): "south", (0, -1): "west"}


class Grid(_Public):
    """A board that shows the solutions of a model, as `Model.grid` makes it. It never changes the model.

    Rows and columns count from 0. `given`, `left` and `above` also write next to the board: row -1
    is above it, column -1 left of it. If a cell shows several things, `fill`, `symbol` and `link` say
    what you see. Colors are "none", "pale", "blue", "orange", "black", "wall",
    "gray" and "white".

    >>> m = Model()
    >>> board = m.grid(2, 2)
    >>> stars = {(r, c): m.var(f"star {r},{c}") for r in range(2) for c in range(2)}
    >>> for (r, c), star in stars.items():
    ...     board.symbol(r, c, star, "*")
    >>> m.exactly(stars.values(), 1)
    >>> m.clause([stars[1, 0]])
    >>> print(m.solve().board(ascii=True))
    +---+---+
    |   |   |
    +---+---+
    | * |   |
    +---+---+
    """

    def __init__(self, _model: Any, _rows: int, _cols: int) -> None:
        self._model = _model
        self.rows, self.cols = whole(_rows, "A number of rows"), whole(_cols, "A number of columns")
        self._line("grid", self.rows, self.cols)
        _model._pictured = True

    def _line(self, *words: Any) -> None:
        line = []
        for w in words:
            text = str(w)
            if '"' in text:
                raise Error("A picture's text has no double quotes.")
            line.append(f'"{text}"' if not text or any(c in text for c in " \t\r") else text)
        call("model_picture", self._model._p, word(" ".join(line)))

    def _cell(self, row: int, col: int, lit: Any, *style: Any) -> int:
        x: int = ints([lit], self._model)[0][0]
        self._line("cell", row, col, f"-x{-x}" if x < 0 else f"x{x}", *[s for s in style if s is not None])
        return x

    def _shows(self, row: int, col: int, lit: int, number: int) -> None:
        self._model._shown.setdefault((row, col), []).append((lit, number))

    def cells(self) -> list[tuple[int, int]]:
        """Lists (row, column) of all cells, row by row.

        Returns:
            The cells.
        """
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def pairs(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Lists the pairs of cells that share a side: the edges of a graph for `Model.connected` and others.

        Returns:
            Each pair once, the left or upper cell first.
        """
        right = [((r, c), (r, c + 1)) for r, c in self.cells() if c + 1 < self.cols]
        return right + [((r, c), (r + 1, c)) for r, c in self.cells() if r + 1 < self.rows]

    def symbol(self, row: int, col: int, lit: Any, text: str, color: str | None = None) -> None:
        """Writes a text into a cell if a literal is true. A clue of the cell is then small, in its upper left corner.

        Parameters:
            row: The row of the cell.
            col: Its column.
            lit: A literal or a comparison.
            text: A sign or a short word, at most 11 bytes in UTF-8.
            color: The color of the cell; None: unchanged.

        Raises:
            Error: The cell is not on the board, or the text or the color is wrong.
        """
        self._shows(row, col, self._cell(row, col, lit, "symbol", text, color), 0)

    def fill(self, row: int, col: int, lit: Any, color: str = "black") -> None:
        """Paints a cell if a literal is true, whatever the color of a clue there.

        Text without colors shows a sign of the color at both sides of a clue or digit: `■3■`.

        Parameters:
            row: The row of the cell.
            col: Its column.
            lit: A literal or a comparison.
            color: The color.

        Raises:
            Error: The cell is not on the board, or there is no such color.
        """
        self._shows(row, col, self._cell(row, col, lit, "fill", color), 0)

    def digit(self, row: int, col: int, integer: Any, color: str | None = None) -> None:
        """Writes the value of an integer into a cell. A clue of the cell is small, in its upper left corner.

        Parameters:
            row: The row of the cell.
            col: Its column.
            integer: An integer or a linear expression.
            color: The color of the cell; None: unchanged.

        Raises:
            Error: The cell is not on the board, or the color or the integer is wrong.
        """
        number = self._model._plain(integer)[0]
        self._line("cell", row, col, f"i{number + 1}", "digit", *([] if color is None else [color]))
        self._shows(row, col, 0, number)

    def edge(self, lit: Any, corner: tuple[int, int], corner2: tuple[int, int]) -> None:
        """Draws a line between two neighboring corners of cells if a literal is true, as in Slitherlink.

        Parameters:
            lit: A literal or a comparison.
            corner: (row, column) of a corner: the upper left corner of that cell.
            corner2: The other one.

        Raises:
            Error: The corners are not neighbors on the board.
        """
        (r, c), (r2, c2) = sorted((corner, corner2))
        if (r2 - r, c2 - c) == (0, 1):
            self._cell(*((r, c) if r < self.rows else (r - 1, c)), lit, "line", "north" if r < self.rows else "south")
        elif (r2 - r, c2 - c) == (1, 0):
            self._cell(*((r, c) if c < self.cols else (r, c - 1)), lit, "line", "west" if c < self.cols else "east")
        else:
            raise Error(f"The corners {corner} and {corner2} are not neighbors.")

    def link(self, lit: Any, cell: tuple[int, int], cell2: tuple[int, int], count: int = 1) -> None:
        """Draws a line between the middles of two neighboring cells if a literal is true, as in Masyu.

        It crosses the lines between cells, and ends at a clue, digit or symbol, which a disc surrounds.

        Parameters:
            lit: A literal or a comparison.
            cell: (row, column) of a cell.
            cell2: The other one.
            count: 1 or 2 lines, such as the bridges of Hashiwokakero; 2 hide the 1 of another literal.

        Raises:
            Error: The cells are not neighbors on the board.
        """
        if count not in (1, 2):
            raise Error(f"A link has 1 or 2 lines, not {count!r}.")
        for (r, c), (r2, c2) in ((cell, cell2), (cell2, cell)):
            side = _SIDES.get((r2 - r, c2 - c))
            if side is None:
                raise Error(f"The cells {cell} and {cell2} are not neighbors.")
            self._cell(r, c, lit, "link" if count == 1 else "double", side)

    def given(self, row: int, col: int, text: Any = None, color: str | None = None) -> None:
        """Writes a clue into a cell or next to the board, or paints a cell, in every picture.

        A clue is small, in the upper left corner, if the cell also shows a digit or a symbol.
        Text writes both next to each other: `11+ 5`.

        Parameters:
            row: The row of the cell; -1 is above the board.
            col: Its column; -1 is left of the board.
            text: A number or a short word; "3\\14" is split by a diagonal. None: only paint. An integer
                of the model: its value, if it is given; `generate` may give it (see `Model.given`).
            color: The color; None: gray for a clue on the board, black without a text.

        Raises:
            Error: The cell is too far from the board, or the text or the color is wrong.
        """
        end = [] if color is None else [color]
        if isinstance(text, Linear):
            number = self._model._plain(text)[0]
            call("model_given", self._model._p, 0, number, None)
            self._line("given", row, col, f"i{number + 1}", "digit", *end)
            return
        if isinstance(text, Condition):
            raise TypeFault(f"A clue is the same in every solution, unlike {text!r}; symbol, fill and digit show what a solution decides.")
        self._line("given", row, col, *(["fill"] if text is None else ["symbol", text]), *end)

    def left(self, row: int, texts: Iterable[Any]) -> None:
        """Writes clues left of a row.

        Parameters:
            row: The row.
            texts: The clues, the last one next to the board.

        Raises:
            Error: See `given`.
        """
        clues = list(texts)
        for i, text in enumerate(clues):
            self.given(row, i - len(clues), text)

    def above(self, col: int, texts: Iterable[Any]) -> None:
        """Writes clues above a column.

        Parameters:
            col: The column.
            texts: The clues, the last one next to the board.

        Raises:
            Error: See `given`.
        """
        clues = list(texts)
        for i, text in enumerate(clues):
            self.given(i - len(clues), col, text)

    def border(self, row: int, col: int, *sides: str) -> None:
        """Draws bold lines at sides of a cell.

        Parameters:
            row: The row of the cell.
            col: Its column.
            sides: "north", "east", "south", "west".

        Raises:
            Error: The cell is not on the board, or there is no such side.
        """
        self._line("border", row, col, *sides)

    def regions(self, rows: Sequence[Sequence[Any]]) -> None:
        """Draws bold lines around regions.

        Parameters:
            rows: For each row a string or a list: cells with the same letter or value are a region.

        Raises:
            Error: There are more cells than the board has.
        """
        region: dict[Any, list[int]] = {}
        for r, row in enumerate(rows):
            for c, name in enumerate(row):
                region.setdefault(name, []).extend((r, c))
        for cells in region.values():
            self._line("region", *cells)

    def borders(self, of: Iterable[Any]) -> None:
        """Draws the bold borders of regions.

        Parameters:
            of: For each row a list of integers or expressions, such as an `Array`: a border separates different values. Or
                (literal, cell, cell2) for neighbors, as `Model.regions` takes them: a border if the literal is true.

        Raises:
            Error: There are more cells than the board has, or two cells are not neighbors.
        """
        rows = list(getattr(of, "_table", of))
        if rows and isinstance(rows[0], tuple):
            self._line("border", 0, 0, "north")  # a board of thin lines
            for lit, cell, cell2 in rows:
                (r, c), (r2, c2) = sorted((cell, cell2))
                if (r2 - r, c2 - c) not in ((0, 1), (1, 0)):
                    raise Error(f"The cells {cell} and {cell2} are not neighbors.")
                self._cell(r2, c2, lit, "line", _SIDES[r - r2, c - c2])
            return
        for r, row in enumerate(rows):
            for c, integer in enumerate(row):
                self._line("cell", r, c, f"i{self._model._plain(integer)[0] + 1}", "region")

    def caption(self, text: str) -> None:
        """Writes a line of text under the board.

        Parameters:
            text: The text.

        Raises:
            Error: It has a double quote or a control character.
        """
        self._line("caption", *text.split())
