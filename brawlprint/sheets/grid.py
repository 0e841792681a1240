"""Where things lie on a page: a grid of equal places, centred, with shared cut lines.

Places are numbered row by row from the top left. All lengths are mm from the page's top left.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from brawlprint.errors import RequestError
from brawlprint.sheets.paper import PRINTABLE, Paper

Duplex = Literal["long-edge", "short-edge", "off"]
DUPLEX: tuple[Duplex, ...] = ("long-edge", "short-edge", "off")


class Place(Struct, frozen=True):
    """A place on a page; ``turned`` is upside down."""

    x: float
    y: float
    turned: bool = False


class Grid(Struct, frozen=True):
    """Columns and rows of places of one size on a paper."""

    paper: Paper
    width: float
    height: float
    columns: int
    rows: int

    @property
    def left(self) -> float:
        """The left edge of the block of places."""
        return (self.paper.width - self.columns * self.width) / 2

    @property
    def top(self) -> float:
        """The top edge of the block of places."""
        return (self.paper.height - self.rows * self.height) / 2

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The block of all places: x, y, width, height."""
        return self.left, self.top, self.columns * self.width, self.rows * self.height

    @property
    def capacity(self) -> int:
        """How many places there are."""
        return self.columns * self.rows

    def place(self, number: int) -> Place:
        """The place of a number on the front."""
        row, column = divmod(number, self.columns)
        return Place(self.left + column * self.width, self.top + row * self.height)

    def back_place(self, number: int, duplex: Duplex) -> Place:
        """The place behind it on the back, as it lies once the sheet is turned over.

        Papers stand upright, so turning over the long edge mirrors the columns; turning over the
        short edge mirrors the rows and stands every back on its head.

        >>> from brawlprint.sheets.paper import PAPERS
        >>> grid = compute_grid(PAPERS["letter"], 63.5, 88.9)
        >>> grid.back_place(0, "long-edge") == grid.place(2)
        True
        """
        row, column = divmod(number, self.columns)
        if duplex == "short-edge":
            place = self.place((self.rows - 1 - row) * self.columns + column)
            return Place(place.x, place.y, turned=True)
        return self.place(row * self.columns + self.columns - 1 - column)

    def cuts(self) -> tuple[list[float], list[float]]:
        """The cut lines: positions across, positions down."""
        across = [self.left + column * self.width for column in range(self.columns + 1)]
        down = [self.top + row * self.height for row in range(self.rows + 1)]
        return across, down


def compute_grid(
    paper: Paper, width: float, height: float, side: float = PRINTABLE, end: float = PRINTABLE
) -> Grid:
    """The grid of most places that keeps ``side`` and ``end`` mm free at the edges.

    >>> from brawlprint.sheets.paper import PAPERS
    >>> grid = compute_grid(PAPERS["a4"], 63.5, 88.9)
    >>> grid.columns, grid.rows, round(grid.left, 2)
    (3, 3, 9.75)
    """
    columns = int((paper.width - 2 * side + 1e-6) / width)
    rows = int((paper.height - 2 * end + 1e-6) / height)
    if columns < 1 or rows < 1:
        raise RequestError(
            f"{width:g} × {height:g} mm does not fit on {paper.title}, which leaves "
            f"{paper.width - 2 * side:g} × {paper.height - 2 * end:g} mm to print on"
        )
    return Grid(paper, width, height, columns, rows)
