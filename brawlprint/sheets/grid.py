"""Where things lie on a page: a grid of equal places, with the cut lines between them.

Places are numbered row by row from the top left. All lengths are mm from the page's top left, y
down; angles are degrees clockwise. A grid says all that a page needs: where the places are, how
the cards lie on them (``turn``: 270 on their side), how far their colour goes past the trim
(``bleed``), the gap between neighbours, at which edges of the paper the furniture stands, and
whether the page folds (``fold``): then the grid is the fronts' half and the backs are mirrored at
the fold, which is the middle of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from brawlprint.errors import NoRoomError
from brawlprint.sheets.paper import PRINTABLE, Paper

Duplex = Literal["long-edge", "short-edge", "off"]
DUPLEX: tuple[Duplex, ...] = ("long-edge", "short-edge", "off")
Axis = Literal["across", "down"]  # what a mirror changes: places across the page, or down it
AXIS: dict[Duplex, Axis] = {"long-edge": "across", "short-edge": "down", "off": "across"}
Furniture = Literal["sides", "ends"]

FURNITURE = 4.4  # mm that caption and rulers need inside the margin, at two opposite edges
FOLD_GAP = 5.0  # mm from a fold to the nearest bleed
ON_SIDE = 270  # how a card on its side is turned: it reads like the caption, from the foot up


class Margins(Struct, frozen=True):
    """What a printer leaves blank at each edge of the paper (mm): no face and no text goes there.

    >>> Margins(5, 5, 12, 5).mirrored("down").top
    12
    """

    top: float = PRINTABLE
    right: float = PRINTABLE
    bottom: float = PRINTABLE
    left: float = PRINTABLE

    def mirrored(self, axis: Axis) -> Margins:
        """Margins that hold on a page and on its mirror image too."""
        if axis == "across":
            side = max(self.left, self.right)
            return Margins(self.top, side, self.bottom, side)
        end = max(self.top, self.bottom)
        return Margins(end, self.right, end, self.left)

    def furnished(self, furniture: Furniture) -> Margins:
        """What is left for places beside the furniture."""
        side = FURNITURE if furniture == "sides" else 0.0
        end = FURNITURE - side
        return Margins(self.top + end, self.right + side, self.bottom + end, self.left + side)


class Place(Struct, frozen=True):
    """A place's top left on a page, and how the card lies on it: degrees clockwise."""

    x: float
    y: float
    turn: int = 0


class Grid(Struct, frozen=True):
    """Columns and rows of places of one size (width and height as they lie) on a paper."""

    paper: Paper
    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    turn: int = 0
    bleed: float = 0.0
    gap: float = 0.0
    furniture: Furniture = "sides"
    margins: Margins = Margins()
    fold: Axis | None = None

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The block of all fronts, trim to trim: x, y, width, height."""
        wide = self.columns * (self.width + self.gap) - self.gap
        high = self.rows * (self.height + self.gap) - self.gap
        return self.left, self.top, wide, high

    @property
    def blocks(self) -> list[tuple[float, float, float, float]]:
        """The blocks on a page: one, or on a page that folds the backs' too."""
        x, y, w, h = self.block
        if self.fold == "down":
            return [(x, y, w, h), (x, self.paper.height - y - h, w, h)]
        if self.fold == "across":
            return [(x, y, w, h), (self.paper.width - x - w, y, w, h)]
        return [(x, y, w, h)]

    @property
    def trim(self) -> tuple[float, float, float, float]:
        """What all blocks of a page reach over: x, y, width, height."""
        blocks = self.blocks
        x, y = min(block[0] for block in blocks), min(block[1] for block in blocks)
        right = max(block[0] + block[2] for block in blocks)
        bottom = max(block[1] + block[3] for block in blocks)
        return x, y, right - x, bottom - y

    @property
    def capacity(self) -> int:
        """How many places for fronts there are."""
        return self.columns * self.rows

    def holding(self, number: int) -> Grid:
        """The columns and rows that so many pieces take, where they lie: what is to be cut.

        >>> from brawlprint.sheets.paper import PAPERS
        >>> two = compute_grid(PAPERS["letter"], 20, 20).holding(2)
        >>> two.columns, two.rows
        (2, 1)
        """
        columns, rows = min(number, self.columns), -(-number // self.columns)
        return replace(self, columns=max(1, columns), rows=max(1, min(rows, self.rows)))

    def mirrored(self, axis: Axis) -> Grid:
        """The places that lie behind these once the paper is turned."""
        x, y, w, h = self.block
        if axis == "across":
            return replace(self, left=self.paper.width - x - w)
        return replace(self, top=self.paper.height - y - h)

    def place(self, number: int) -> Place:
        """The place of a number on the front."""
        row, column = divmod(number, self.columns)
        x = self.left + column * (self.width + self.gap)
        return Place(x, self.top + row * (self.height + self.gap), self.turn)

    def back_place(self, number: int, duplex: Duplex) -> Place:
        """The place behind it on the back, as it lies once the sheet is turned over or folded.

        Papers stand upright, so turning over the long edge mirrors the columns; turning over the
        short edge mirrors the rows and stands every back on its head.

        >>> from brawlprint.sheets.paper import PAPERS
        >>> grid = compute_grid(PAPERS["letter"], 63.5, 88.9)
        >>> grid.back_place(0, "long-edge") == grid.place(2)
        True
        """
        return self.behind(self.place(number), self.fold or AXIS[duplex])

    def behind(self, place: Place, axis: Axis) -> Place:
        """A place's mirror image at the page's middle."""
        if axis == "across":
            x = self.paper.width - place.x - self.width
            return Place(x, place.y, -place.turn % 360)
        y = self.paper.height - place.y - self.height
        return Place(place.x, y, (180 - place.turn) % 360)

    def across(self) -> list[float]:
        """The fronts' cut lines: positions across."""
        return _cuts(self.left, self.width, self.gap, self.columns)

    def down(self) -> list[float]:
        """The fronts' cut lines: positions down."""
        return _cuts(self.top, self.height, self.gap, self.rows)


def _cuts(start: float, size: float, gap: float, number: int) -> list[float]:
    if not gap:
        return [start + place * size for place in range(number + 1)]
    starts = [start + place * (size + gap) for place in range(number)]
    return [edge for at in starts for edge in (at, at + size)]


class Wanted(Struct, frozen=True):
    """What is to be laid on a page: pieces of a size (mm), and what they need about them.

    ``bleed`` is printed round each piece, or with ``outside`` only round the block; ``mirror`` says
    that there are backs, and how the paper is turned for them; ``fold`` puts them on the same side;
    ``dense`` also moves the furniture where it lets more pieces on the page.
    """

    width: float
    height: float
    margins: Margins = Margins()
    bleed: float = 0.0
    outside: bool = False
    mirror: Axis | None = None
    fold: bool = False
    dense: bool = False

    def grids(self, paper: Paper) -> Iterator[Grid]:
        """Every way to lay them, some of which may have no places; the plainest first."""
        kinds: tuple[Furniture, ...] = ("sides", "ends") if self.dense else ("sides",)
        ways = [(self.width, self.height, 0), (self.height, self.width, ON_SIDE)]
        for width, height, turn in ways if self.width != self.height else ways[:1]:
            for furniture in kinds:
                for fold in _FOLDS if self.fold else (None,):
                    yield self._grid(paper, (width, height, turn), furniture, fold)

    def _grid(
        self, paper: Paper, lying: tuple[float, float, int], furniture: Furniture, fold: Axis | None
    ) -> Grid:
        width, height, turn = lying
        margins = self.margins
        if mirror := fold or self.mirror:
            margins = margins.mirrored(mirror)
        room = margins.furnished(furniture)
        gap = 0.0 if self.outside else 2 * self.bleed
        # The fronts' part of the paper: a page that folds leaves half of it, less the gap there.
        right = paper.width / 2 + FOLD_GAP if fold == "across" else room.right
        bottom = paper.height / 2 + FOLD_GAP if fold == "down" else room.bottom
        columns, left = _fitted(paper.width, room.left, right, width, self.bleed, gap)
        rows, top = _fitted(paper.height, room.top, bottom, height, self.bleed, gap)
        return Grid(
            paper=paper,
            width=width,
            height=height,
            columns=columns,
            rows=rows,
            left=left,
            top=top,
            turn=turn,
            bleed=self.bleed,
            gap=gap,
            furniture=furniture,
            margins=self.margins,
            fold=fold,
        )


_FOLDS: tuple[Axis, ...] = ("down", "across")


def _fitted(
    whole: float, before: float, after: float, size: float, bleed: float, gap: float
) -> tuple[int, float]:
    """How many places fit along one side of the paper, and where the first one starts.

    They stand in the middle of the paper if the margins allow it, else as near to it as they do.
    """
    room = whole - before - after - 2 * bleed
    number = max(0, int((room + gap + 1e-6) / (size + gap)))
    extent = number * (size + gap) - gap
    folded = after >= whole / 2
    start = before + bleed + (room - extent) / 2 if folded else (whole - extent) / 2
    return number, min(max(start, before + bleed), whole - after - bleed - extent)


def most_places(paper: Paper, wanted: Wanted) -> Grid | None:
    """The grid of most places; None where not one fits.

    What is no card stays upright where several fit so, as it is read and cut most easily.
    """
    grids = list(wanted.grids(paper))
    if not wanted.dense and grids[0].capacity > 1:
        return grids[0]
    best = max(grids, key=lambda grid: grid.capacity)
    return best if best.capacity else None


def compute_grid(paper: Paper, width: float, height: float) -> Grid:
    """The grid of most places for pieces without bleed, one-sided.

    Raises :class:`NoRoomError`, which names no remedy; :mod:`brawlprint.sheets.plan` does.

    >>> from brawlprint.sheets.paper import PAPERS
    >>> grid = compute_grid(PAPERS["a4"], 63.5, 88.9)
    >>> grid.columns, grid.rows, round(grid.left, 2)
    (3, 3, 9.75)
    """
    grid = most_places(paper, Wanted(width, height))
    if grid is None:
        raise NoRoomError(f"{width:g} × {height:g} mm does not fit on {paper.title}")
    return grid
