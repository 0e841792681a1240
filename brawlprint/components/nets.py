"""What is cut out, folded and glued: its lines, its glue areas, and the page around it.

A net's lines are solid where it is cut and dashed where it is folded; what gets glue is hatched.
All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from brawlprint.faces.drawing import Drawing
from brawlprint.faces.paths import Segment
from brawlprint.sheets.furniture import FONT, RULER, SIZE, Caption
from brawlprint.sheets.marks import INK, MARK_WIDTH
from brawlprint.sheets.paper import PRINTABLE, Paper

CUT, FOLD, HATCH = 0.3, 0.25, 0.15  # the width of each sort of line
DASH = 1.5
STEP = 2.4  # between the hatching's lines, measured across the page
FOOT = 11.5  # what caption and rulers need below a net that leaves no room beside it

Point = tuple[float, float]


def cut(drawing: Drawing, segments: tuple[Segment, ...], ink: str) -> None:
    """A line to cut along."""
    drawing.shape(segments, None, ink, CUT)


def fold(drawing: Drawing, start: Point, end: Point, ink: str) -> None:
    """A line to fold along."""
    drawing.line(*start, *end, ink, FOLD, DASH)


def polygon(corners: Sequence[Point]) -> tuple[Segment, ...]:
    """A closed path through some corners.

    >>> [command for command, _ in polygon([(0, 0), (1, 0), (1, 1)])]
    ['M', 'L', 'L', 'Z']
    """
    first, *others = corners
    return (("M", first), *(("L", corner) for corner in others), ("Z", ()))


def glue(drawing: Drawing, corners: Sequence[Point], ink: str) -> None:
    """Hatch an area, whose corners make it convex: here goes the glue, on the printed side."""
    for start, end in hatching(corners):
        drawing.line(*start, *end, ink, HATCH)


def hatching(corners: Sequence[Point], step: float = STEP) -> list[tuple[Point, Point]]:
    """Slanting lines, ``step`` apart across the page, that fill a convex area.

    >>> len(hatching([(0, 0), (10, 0), (10, 10), (0, 10)], step=5))
    3
    """
    sums = [x + y for x, y in corners]
    lines = []
    at = min(sums) + step
    while at < max(sums) - 1e-6:
        ends = _crossings(corners, at)
        if len(ends) > 1:
            lines.append((min(ends), max(ends)))
        at += step
    return lines


def _crossings(corners: Sequence[Point], total: float) -> list[Point]:
    """Where the line x + y = total meets the edges of an area."""
    found = []
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        along = x2 + y2 - x1 - y1
        share = (total - x1 - y1) / along if abs(along) > 1e-9 else -1.0
        if 0 <= share <= 1:
            found.append((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
    return found


def turned(paper: Paper) -> Paper:
    """A paper lying on its long edge.

    >>> turned(Paper("a4", "A4", 210.0, 297.0)).width
    297.0
    """
    return replace(paper, width=paper.height, height=paper.width)


def draw_furniture(drawing: Drawing, paper: Paper, caption: Caption, beside: bool) -> None:
    """What this page is and the rulers: in the margins ``beside`` the net, else below it."""
    what = f"{caption.title} · {caption.part} · page {caption.page} of {caption.pages}"
    text = f"{what} · Print at 100 % (actual size)"
    if beside:
        drawing.text(PRINTABLE + 2.3, paper.height / 2, text, FONT, SIZE, INK, "centre", turn=270)
    else:
        drawing.text(PRINTABLE + 2, paper.height - PRINTABLE - 1, text, FONT, SIZE, INK)
    for length, step, label, back in ((50.0, 10.0, "50 mm", 2.2), (RULER, 12.7, "2 in", 0.0)):
        ticks = round(length / step)
        if beside:
            _upright_ruler(drawing, paper, (back, step, ticks), label)
        else:
            _level_ruler(drawing, paper, (back, step, ticks), label)


def _upright_ruler(
    drawing: Drawing, paper: Paper, ruler: tuple[float, float, int], label: str
) -> None:
    back, step, ticks = ruler
    x, top = paper.width - PRINTABLE - back, (paper.height - step * ticks) / 2
    drawing.line(x, top, x, top + step * ticks, INK, MARK_WIDTH)
    for tick in range(ticks + 1):
        drawing.line(x - 1, top + tick * step, x, top + tick * step, INK, MARK_WIDTH)
    drawing.text(x - 1.5, top + step * ticks + 1.2, label, FONT, SIZE - 0.5, INK, turn=90)


def _level_ruler(
    drawing: Drawing, paper: Paper, ruler: tuple[float, float, int], label: str
) -> None:
    back, step, ticks = ruler
    left, y = paper.width - PRINTABLE - RULER - 9, paper.height - PRINTABLE - 0.5 - back
    drawing.line(left, y, left + step * ticks, y, INK, MARK_WIDTH)
    for tick in range(ticks + 1):
        drawing.line(left + tick * step, y - 1, left + tick * step, y, INK, MARK_WIDTH)
    drawing.text(left + step * ticks + 1.2, y, label, FONT, SIZE - 0.5, INK)
