"""What stands in a page's margins: crop marks, what this page is, and rulers to measure it by.

Nothing of it lies under or over a card's face, but for the hairlines of ``--marks full``, which run
where two cards share their cut line.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from brawlprint.faces.drawing import MM, Align, Drawing, Instruction
from brawlprint.faces.fonts import text_width
from brawlprint.sheets.grid import FURNITURE, Grid
from brawlprint.sheets.marks import INK, MARK_WIDTH, draw_crop_marks, draw_fold
from brawlprint.sheets.paper import PRINTABLE

Marks = Literal["crop", "full", "none"]
MARKS: tuple[Marks, ...] = ("crop", "full", "none")

FONT = "BarlowCondensed-SemiBold"
SIZE = 6.5  # pt
COLUMN = 3.3  # mm inside the margin, within which caption and rulers stand
RULER = 50.8  # mm, the longer of the two
SIDE = PRINTABLE + FURNITURE  # mm that margin and furniture need on the left and on the right


class Caption(Struct, frozen=True):
    """What a page says of itself; ``turn`` is how to flip the paper, if at all."""

    title: str
    part: str
    page: int
    pages: int
    turn: str = ""


class Furniture(Struct, frozen=True):
    """A page's margins. ``lines`` belong to the faces and move with them, ``words`` stay.

    ``cut`` is the part of the grid that is cut out: all of it, or fewer columns and rows.
    """

    grid: Grid
    caption: Caption
    cut: Grid

    @property
    def _edge(self) -> _Edge:
        return _Edge(self.grid)

    @property
    def _clear(self) -> bool:
        """Whether caption and ruler each stand between two cut lines."""
        first, last = self._edge.middle
        texts = _spread(_caption_texts(self.caption), self._edge)
        longest = max(text_width(text, FONT, SIZE) / MM for text in texts)
        return last - first > max(longest, RULER) + 12

    def lines(self, marks: Marks, corners: float = 0.0) -> list[Instruction]:
        """Crop marks at every cut line, and the fold if there is one.

        Marks run to the paper's edge, where they are easiest to cut by; where the cut lines are too
        close for the caption to stand between them, the marks there end beside it. ``corners`` is
        the radius (mm) to which corners are going to be rounded.
        """
        drawing = Drawing()
        ends = self._edge.ends(0.0 if self._clear else COLUMN)
        if marks != "none":
            draw_crop_marks(drawing, self.grid, self.cut, ends, corners)
        if self.grid.fold:
            draw_fold(drawing, self.grid, ends, (FONT, SIZE))
        return drawing.instructions

    def words(self) -> list[Instruction]:
        """What the page is at one edge of the paper, the rulers opposite."""
        drawing, edge, gap = Drawing(), self._edge, self._edge.middle
        texts = _caption_texts(self.caption)
        if self._clear:
            _caption(drawing, texts, edge, gap)
        else:
            gap = (0.0, edge.length)
            drawing.text(*edge.caption(edge.length / 2, _longest(texts, edge)))
        _rulers(drawing, edge, gap)
        return drawing.instructions


class _Edge(Struct, frozen=True):
    """Where the furniture stands: at the left and right of the page, or at its top and foot.

    ``along`` is the place along that edge, from the left or from the top.
    """

    grid: Grid

    @property
    def sides(self) -> bool:
        return self.grid.furniture == "sides"

    @property
    def length(self) -> float:
        """How long the edge is."""
        return self.grid.paper.height if self.sides else self.grid.paper.width

    @property
    def start(self) -> float:
        """Where the block begins along it."""
        return self.grid.top if self.sides else self.grid.left

    @property
    def pitch(self) -> float:
        """From one place to the next along it."""
        return (self.grid.height if self.sides else self.grid.width) + self.grid.gap

    @property
    def number(self) -> int:
        """How many places there are along it."""
        return self.grid.rows if self.sides else self.grid.columns

    @property
    def middle(self) -> tuple[float, float]:
        """The cut lines around the middle place, or the one before the middle."""
        first = self.start + (self.number - 1) // 2 * self.pitch
        return first, first + self.pitch - self.grid.gap

    @property
    def room(self) -> float:
        """What the margins leave of its length."""
        margins = self.grid.margins
        ends = (margins.top, margins.bottom) if self.sides else (margins.left, margins.right)
        return self.length - sum(ends)

    def ends(self, column: float) -> tuple[float, float, float, float]:
        """Where marks end at the paper's top, right, foot and left: the furniture's ``column``."""
        margins = self.grid.margins
        if not column:
            return 0.0, 0.0, 0.0, 0.0
        if self.sides:
            return 0.0, margins.right + column, 0.0, margins.left + column
        return margins.top + column, 0.0, margins.bottom + column, 0.0

    def caption(
        self, along: float, text: str
    ) -> tuple[float, float, str, str, float, str, Align, int]:
        """The caption as :meth:`Drawing.text` takes it, ``along`` being its middle."""
        if self.sides:
            x = self.grid.margins.left + 2.3
            return x, along, text, FONT, SIZE, INK, "centre", 270
        return along, self.grid.margins.top + 2.3, text, FONT, SIZE, INK, "centre", 0

    def at(self, along: float, inside: float) -> tuple[float, float]:
        """A point ``inside`` mm from the margin opposite the caption."""
        paper, margins = self.grid.paper, self.grid.margins
        if self.sides:
            return paper.width - margins.right - inside, along
        return along, paper.height - margins.bottom - inside


def _caption_texts(caption: Caption) -> tuple[str, str]:
    what = f"{caption.title} · {caption.part} · page {caption.page} of {caption.pages}"
    turn = f" · {caption.turn}" if caption.turn else ""
    return what, f"Print at 100 % (actual size){turn}"


def _longest(texts: tuple[str, str], edge: _Edge) -> str:
    """As much of the caption as a short edge takes."""
    what, how = texts
    wordings = (f"{what} · {how}", f"{what} · print at 100 %", how, "Print at 100 %")
    room = edge.room * MM
    return next((text for text in wordings if text_width(text, FONT, SIZE) <= room), "100 %")


def _spread(texts: tuple[str, str], edge: _Edge) -> tuple[str, ...]:
    """The caption in two pieces where there are two places for them, else in one."""
    return texts if edge.number > 1 else (" · ".join(texts),)


def _caption(
    drawing: Drawing, texts: tuple[str, str], edge: _Edge, gap: tuple[float, float]
) -> None:
    """What the page is, in the gap before the middle one or in the first; how to print it, next."""
    middle = sum(gap) / 2
    pieces = _spread(texts, edge)
    first = middle if gap[0] - edge.pitch < edge.start - 1e-6 else middle - edge.pitch
    for place, text in enumerate(pieces):
        drawing.text(*edge.caption(first + place * edge.pitch, text))


def _rulers(drawing: Drawing, edge: _Edge, gap: tuple[float, float]) -> None:
    """50 mm and 2 in, side by side; measured on the paper they tell whether it was scaled.

    One has its name at its foot, the other at its head, both on the side of the ticks: beyond
    the line a printer may print nothing.
    """
    middle = sum(gap) / 2
    for length, step, label, inside in ((50.0, 10.0, "50 mm", 1.6), (RULER, 12.7, "2 in", 0.0)):
        first = middle - length / 2
        drawing.line(*edge.at(first, inside), *edge.at(first + length, inside), INK, MARK_WIDTH)
        for tick in range(round(length / step) + 1):
            at = first + tick * step
            drawing.line(*edge.at(at, inside + 1.0), *edge.at(at, inside), INK, MARK_WIDTH)
        at = first - 1.2 if not inside else first + length + 1.2
        align: Align = "left" if inside else "right"
        # Its letters stand towards the paper's edge at a side, towards the page at the foot.
        base = edge.at(at, inside + 1.5 if edge.sides else inside)
        turn = 90 if edge.sides else 0
        drawing.text(*base, label, FONT, SIZE - 0.5, INK, align, turn)
