"""Lines to cut and fold by: crop marks in the margins, hairlines between cards, corners, the fold.

All lengths are mm from the page's top left.
"""

from __future__ import annotations

from itertools import pairwise

from brawlprint.faces.drawing import Drawing
from brawlprint.faces.paths import parse_path
from brawlprint.sheets.grid import Grid

MARK_WIDTH = 0.15
MARK_GAP = 0.8  # between a face and the mark, so that no mark shows on a card cut a little wide
HAIRLINE = 0.1  # of the lines between cards
INK = "#3A3A3A"
FOLD_WIDTH, FOLD_DASH = 0.25, 1.5
FOLD_NOTE = "Fold here, printed sides out"
NOTE_ROOM = 3.2  # beside a fold, that its note takes
TICK = 1.2  # the length of a tick where a rounded corner begins

Span = tuple[float, float]
Edges = tuple[tuple[float, int], tuple[float, int]]


def draw_crop_marks(
    drawing: Drawing,
    grid: Grid,
    cut_out: Grid,
    ends: tuple[float, float, float, float],
    corners: float = 0.0,
) -> None:
    """Thin marks at every cut line, in the margins and beside a fold, never at a face.

    They stand in the margins of the whole grid, at the cut lines of its part that is ``cut_out``, and
    end ``ends`` mm from the paper's top, right, foot and left. ``corners`` adds ticks in the
    margins where a corner of that radius begins, and its arc at the block's own corners.
    """
    across, down, free_across, free_down = _page(grid, cut_out, ends)
    for cut in across:
        for start, end in free_down:
            drawing.line(cut, start, cut, end, "#000000", MARK_WIDTH)
    for cut in down:
        for start, end in free_across:
            drawing.line(start, cut, end, cut, "#000000", MARK_WIDTH)
    if corners:
        _corners(drawing, grid, cut_out, corners, (free_across, free_down))


def _page(
    grid: Grid, cut_out: Grid, ends: tuple[float, float, float, float]
) -> tuple[list[float], list[float], list[Span], list[Span]]:
    """A page's cut lines across and down, and where across and down it is free of faces."""
    paper, fold = grid.paper, grid.fold
    top, right, bottom, left = ends
    across, down = cut_out.across(), cut_out.down()
    free_across = _free(grid.across(), grid, paper.width, fold == "across", (left, right))
    free_down = _free(grid.down(), grid, paper.height, fold == "down", (top, bottom))
    if fold == "across":
        across += [paper.width - cut for cut in across]
    if fold == "down":
        down += [paper.height - cut for cut in down]
    return across, down, free_across, free_down


def _free(
    cuts: list[float], grid: Grid, whole: float, folded: bool, ends: tuple[float, float]
) -> list[Span]:
    """The stretches along one side of the paper that lie before, after and between the blocks."""
    away = MARK_GAP + grid.bleed
    first, last = cuts[0] - away, cuts[-1] + away
    if not folded:
        return [(ends[0], first), (last, whole - ends[1])]
    fold = whole / 2
    beside = 0.6 if note_fits(grid) else NOTE_ROOM
    return [
        (ends[0], first),
        (last, fold - beside),
        (fold + beside, whole - last),
        (whole - first, whole - ends[1]),
    ]


def note_fits(grid: Grid) -> bool:
    """Whether the fold's note stands between two cut lines, so that marks can run up to it."""
    room = grid.width if grid.fold == "down" else grid.height
    return room > 44


def draw_fold(
    drawing: Drawing, grid: Grid, ends: tuple[float, float, float, float], type_: tuple[str, float]
) -> None:
    """The fold, dashed, through the true middle of the page, and what to do there."""
    paper, (font, size) = grid.paper, type_
    top, right, bottom, left = ends
    if grid.fold == "down":
        y = paper.height / 2
        drawing.line(left, y, paper.width - right, y, INK, FOLD_WIDTH, FOLD_DASH)
        middle = grid.left + (grid.columns - 1) // 2 * (grid.width + grid.gap) + grid.width / 2
        drawing.text(middle, y - 0.9, FOLD_NOTE, font, size, INK, "centre")
    else:
        x = paper.width / 2
        drawing.line(x, top, x, paper.height - bottom, INK, FOLD_WIDTH, FOLD_DASH)
        middle = grid.top + (grid.rows - 1) // 2 * (grid.height + grid.gap) + grid.height / 2
        drawing.text(x - 0.9, middle, FOLD_NOTE, font, size, INK, "centre", turn=270)


def draw_cut_lines(drawing: Drawing, grid: Grid) -> None:
    """The cut lines between the cards, as hairlines; for drawing over the faces.

    Where cards share a cut line, it runs along it; where they stand apart, only through the gaps.
    The outermost cut lines are left to the crop marks: a line round a card shows on its edge.
    """
    for x, y, w, h in grid.blocks:
        across = [x + cut - grid.left for cut in grid.across()]
        down = [y + cut - grid.top for cut in grid.down()]
        if grid.gap:
            spans_across, spans_down = _gaps(across), _gaps(down)
        else:
            spans_across, spans_down = [(x, x + w)], [(y, y + h)]
            across, down = across[1:-1], down[1:-1]
        for cut in across:
            for start, end in spans_down:
                drawing.line(cut, start, cut, end, INK, HAIRLINE)
        for cut in down:
            for start, end in spans_across:
                drawing.line(start, cut, end, cut, INK, HAIRLINE)


def _gaps(cuts: list[float]) -> list[Span]:
    """The gaps between places, less what keeps off the faces."""
    between = list(pairwise(cuts))[1::2]
    return [(one + MARK_GAP, two - MARK_GAP) for one, two in between if two - one > 2 * MARK_GAP]


def _corners(
    drawing: Drawing,
    grid: Grid,
    cut_out: Grid,
    radius: float,
    free: tuple[list[Span], list[Span]],
) -> None:
    """Ticks where the rounding begins, and at each block's corners its arc, tangent to the marks.

    What has no room beside the paper's edge, the furniture or the fold is left out.
    """
    free_across, free_down = free
    for whole, block in zip(grid.blocks, cut_out.blocks, strict=True):
        across = [block[0] + cut - cut_out.left for cut in cut_out.across()]
        down = [block[1] + cut - cut_out.top for cut in cut_out.down()]
        sides, ends = _edges(whole)
        for edge, way in ends:
            span = _tick(edge, way, grid.bleed)
            for at in _begins(across, radius, bool(grid.gap)) if _is_free(span, free_down) else ():
                drawing.line(at, span[0], at, span[1], INK, HAIRLINE)
        for edge, way in sides:
            span = _tick(edge, way, grid.bleed)
            for at in _begins(down, radius, bool(grid.gap)) if _is_free(span, free_across) else ():
                drawing.line(span[0], at, span[1], at, INK, HAIRLINE)
        sides, ends = _edges(block)
        for left, right in sides:
            for top, below in ends:
                corner = (left + right * grid.bleed, top + below * grid.bleed)
                outside = _is_free(
                    (corner[0] + right * MARK_GAP, corner[0] + right * radius), free_across
                )
                if outside and _is_free(
                    (corner[1] + below * MARK_GAP, corner[1] + below * radius), free_down
                ):
                    _arc(drawing, corner, (right, below), radius)


def _edges(block: tuple[float, float, float, float]) -> tuple[Edges, Edges]:
    """A block's sides and ends, each with the way that leads out of it."""
    x, y, w, h = block
    return ((x, -1), (x + w, 1)), ((y, -1), (y + h, 1))


def _tick(edge: float, way: int, bleed: float) -> Span:
    away = MARK_GAP + bleed
    return edge + way * away, edge + way * (away + TICK)


def _is_free(span: Span, free: list[Span]) -> bool:
    """Whether a stretch lies within one of those that are free."""
    first, last = sorted(span)
    return any(one - 1e-6 <= first and last <= two + 1e-6 for one, two in free)


def _begins(cuts: list[float], radius: float, apart: bool) -> list[float]:
    """Where along a side the corners of each place begin to be round."""
    places = list(pairwise(cuts))[:: 2 if apart else 1]
    return [at for one, two in places for at in (one + radius, two - radius)]


def _arc(drawing: Drawing, corner: Span, out: tuple[int, int], radius: float) -> None:
    """A quarter of the circle, outside a block's corner, touching both of its cut lines."""
    (x, y), (right, down) = corner, out
    sweep = int(right == down)
    end = f"{x + right * radius} {y}"
    path = f"M{x} {y + down * radius} A{radius} {radius} 0 0 {sweep} {end}"
    drawing.shape(parse_path(path), None, INK, HAIRLINE)
