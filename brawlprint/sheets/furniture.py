"""What stands in a page's margins: crop marks, what this page is, and rulers to measure it by."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from brawlprint.faces.drawing import MM, Align, Drawing
from brawlprint.faces.fonts import text_width
from brawlprint.sheets.grid import Grid
from brawlprint.sheets.paper import PRINTABLE, Paper

MARK_WIDTH = 0.15  # mm
MARK_GAP = 0.8  # between a face and the mark, so that no mark shows on a card cut a little wide
INK = "#3A3A3A"
FONT = "BarlowCondensed-SemiBold"
SIZE = 6.5  # pt
COLUMN = 8.3  # mm from the edge, within which caption and rulers stand
RULER = 50.8  # mm, the longer of the two
SIDE = 9.4  # mm that the furniture needs on the left and on the right


class Caption(Struct, frozen=True):
    """What a page says of itself; ``turn`` is how to flip the paper, if at all."""

    title: str
    part: str
    page: int
    pages: int
    turn: str = ""


def draw_margins(drawing: Drawing, grid: Grid, caption: Caption) -> None:
    """Crop marks at every cut line, the caption up the left margin, the rulers down the right.

    Marks run to the paper's edge, where they are easiest to cut by; where the cut lines are too
    close for the caption to stand between them, the marks at the sides end beside it.
    """
    gap = _middle_gap(grid)
    texts = _caption_texts(caption)
    longest = max(text_width(text, FONT, SIZE) / MM for text in texts)
    clear = gap[1] - gap[0] > max(longest, RULER) + 12
    _crop_marks(drawing, grid, 0.0 if clear else COLUMN)
    if not clear:
        gap = (0.0, grid.paper.height)
    _caption(drawing, texts, grid, gap)
    _rulers(drawing, grid.paper, gap)


def _middle_gap(grid: Grid) -> tuple[float, float]:
    """The cut lines around the middle of the page, or of its upper middle row."""
    _, down = grid.cuts()
    gaps = list(pairwise(down))
    return gaps[(len(gaps) - 1) // 2]


def _crop_marks(drawing: Drawing, grid: Grid, edge: float) -> None:
    """Thin marks in the margins only; those at the sides end ``edge`` mm from the paper's edge."""
    across, down = grid.cuts()
    x, y, w, h = grid.block
    paper = grid.paper
    for cut in across:
        drawing.line(cut, 0, cut, y - MARK_GAP, "#000000", MARK_WIDTH)
        drawing.line(cut, y + h + MARK_GAP, cut, paper.height, "#000000", MARK_WIDTH)
    for cut in down:
        drawing.line(edge, cut, x - MARK_GAP, cut, "#000000", MARK_WIDTH)
        drawing.line(x + w + MARK_GAP, cut, paper.width - edge, cut, "#000000", MARK_WIDTH)


def _caption_texts(caption: Caption) -> tuple[str, str]:
    what = f"{caption.title} · {caption.part} · page {caption.page} of {caption.pages}"
    turn = f" · {caption.turn}" if caption.turn else ""
    return what, f"Print at 100 % (actual size){turn}"


def _caption(
    drawing: Drawing, texts: tuple[str, str], grid: Grid, gap: tuple[float, float]
) -> None:
    """What the page is, in the gap above the middle one if there is one; how to print it, there."""
    x, middle = PRINTABLE + 2.3, sum(gap) / 2
    row = gap[1] - gap[0]
    if gap[0] - row > grid.top - 1e-6:
        drawing.text(x, middle - row, texts[0], FONT, SIZE, INK, "centre", turn=270)
        drawing.text(x, middle, texts[1], FONT, SIZE, INK, "centre", turn=270)
    else:
        drawing.text(x, middle, " · ".join(texts), FONT, SIZE, INK, "centre", turn=270)


def _rulers(drawing: Drawing, paper: Paper, gap: tuple[float, float]) -> None:
    """50 mm and 2 in, side by side; measured on the paper they tell whether it was scaled.

    One has its name at its foot, the other at its head, both on the side of the ticks: beyond
    the line a printer may print nothing.
    """
    x, middle = paper.width - PRINTABLE, sum(gap) / 2
    for length, step, label, left in ((50.0, 10.0, "50 mm", x - 1.6), (RULER, 12.7, "2 in", x)):
        top = middle - length / 2
        drawing.line(left, top, left, top + length, INK, MARK_WIDTH)
        for tick in range(round(length / step) + 1):
            at = top + tick * step
            drawing.line(left - 1.0, at, left, at, INK, MARK_WIDTH)
        at = top - 1.2 if left == x else top + length + 1.2
        align: Align = "right" if left == x else "left"
        drawing.text(left - 1.5, at, label, FONT, SIZE - 0.5, INK, align, turn=90)
