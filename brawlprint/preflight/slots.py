"""Fronts and what lies behind them, once the paper is turned, folded or cut.

The sides of a sheet are laid one on the other: the back's page is mirrored at the edge it is turned
over, what its printer's offset moved is moved back, and each front gets the back that lies nearest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from brawlprint.preflight.document import Document, Page, Placement, Point

PREFERENCES = {"DuplexFlipLongEdge": "long-edge", "DuplexFlipShortEdge": "short-edge"}
Offset = tuple[float, float, float]  # mm right, mm down, degrees clockwise about the page's middle


class Miss(Struct, frozen=True):
    """By how much a back misses its front: mm right and down, and the farthest of its corners.

    ``askew`` says that it doesn't stand as its front does.
    """

    x: float
    y: float
    most: float
    askew: bool


class Side(Struct, frozen=True):
    """A face on a page."""

    page: Page
    number: int

    @property
    def face(self) -> Placement:
        """The face itself."""
        return self.page.faces[self.number]

    @property
    def key(self) -> tuple[int, int]:
        """What tells it from all others: page and number."""
        return self.page.number, self.number


class Slot(Struct, frozen=True):
    """A place of a sheet: its front, and its back with how far it is off; one may be missing."""

    front: Side | None
    back: Side | None = None
    miss: Miss | None = None


class Sheets(Struct, frozen=True):
    """How a file's faces lie: the layout, whether it has backs, by which edge it is turned."""

    layout: str
    two_sided: bool
    edge: str
    offset: Offset
    slots: tuple[Slot, ...]


def layout_of(document: Document) -> str:
    """How faces are laid: ``sheet``, ``gutterfold`` or ``single``."""
    return document.facts.get("layout", "sheet")


def edge_of(document: Document) -> str:
    """By which edge the sheet is turned, ``off`` for one-sided; from its facts, else its wishes."""
    return document.facts.get("duplex") or PREFERENCES.get(document.duplex, "off")


def offset_of(document: Document) -> Offset:
    """The recorded offset of the backs; none where there is none that can be read."""
    try:
        x, y, turn = (float(part) for part in document.facts["back-offset"].split(","))
    except (KeyError, ValueError):
        return 0.0, 0.0, 0.0
    return (x, y, turn) if all(map(math.isfinite, (x, y, turn))) else (0.0, 0.0, 0.0)


def find_slots(document: Document, edge: str | None = None, offset: Offset | None = None) -> Sheets:
    """The slots of a file, by the edge and offset that it records, or by others."""
    edge = edge or edge_of(document)
    offset = offset if offset is not None else offset_of(document)
    layout = layout_of(document)
    if layout == "gutterfold":
        slots = [slot for page in document.pages for slot in _folded(document, page)]
        return Sheets(layout, True, edge, offset, tuple(slots))
    if edge == "off":
        slots = [Slot(Side(page, n)) for page in document.pages for n in range(len(page.faces))]
        return Sheets(layout, False, edge, offset, tuple(slots))
    found: list[Slot] = []
    for at in range(0, len(document.pages), 2):
        front, *rest = document.pages[at : at + 2]
        back = rest[0] if rest else None
        axis = "none" if layout == "single" else _axis(front, edge)
        backs = sides(back) if back else []
        found += match(sides(front), backs, axis, offset)
    return Sheets(layout, True, edge, offset, tuple(found))


def sides(page: Page) -> list[Side]:
    """All faces of a page."""
    return [Side(page, number) for number in range(len(page.faces))]


def _axis(page: Page, edge: str) -> str:
    """What turning the paper over mirrors: places across the page, or down it."""
    upright = page.height >= page.width
    return "across" if (edge == "long-edge") == upright else "down"


def _folded(document: Document, page: Page) -> list[Slot]:
    """A page that is folded in its middle: the half on which its first face lies is the fronts'."""
    if not page.faces:
        return []
    axis = document.facts.get("fold", "")
    if axis not in ("across", "down"):
        axis = "down" if page.height >= page.width else "across"
    index, half = (0, page.width / 2) if axis == "across" else (1, page.height / 2)
    first = page.faces[0].middle[index] < half
    fronts = [side for side in sides(page) if (side.face.middle[index] < half) == first]
    backs = [side for side in sides(page) if (side.face.middle[index] < half) != first]
    return match(fronts, backs, axis, (0.0, 0.0, 0.0))


def match(fronts: Sequence[Side], backs: Sequence[Side], axis: str, offset: Offset) -> list[Slot]:
    """Each front with the back that lies behind it; what is left over stands alone."""
    left = {back.number: unshifted(back, offset) for back in backs}
    by_number = {back.number: back for back in backs}
    reach = max((_reach(side) for side in (*fronts, *backs)), default=1.0)
    cells: dict[tuple[int, int], list[int]] = {}  # backs by where they lie, to look near by only
    for number, corners in left.items():
        cells.setdefault(_cell(_middle(corners), reach), []).append(number)
    slots: list[Slot] = []
    for front in fronts:
        wanted = behind(front, axis)
        middle = _middle(wanted)
        across, down = _cell(middle, reach)
        near = [
            (math.dist(_middle(left[number]), middle), number)
            for x in (across - 1, across, across + 1)
            for y in (down - 1, down, down + 1)
            for number in cells.get((x, y), ())
            if number in left
        ]
        distance, number = min(near, default=(math.inf, -1))
        if distance > _reach(front):
            slots.append(Slot(front))
            continue
        slots.append(Slot(front, by_number[number], _miss(wanted, left.pop(number))))
    return slots + [Slot(None, by_number[number]) for number in left]


def _reach(side: Side) -> float:
    """How far a back may be off and is still its front's."""
    return max(1.0, min(side.face.width, side.face.height) / 2)


def _cell(point: Point, size: float) -> tuple[int, int]:
    return math.floor(point[0] / size), math.floor(point[1] / size)


def behind(front: Side, axis: str) -> list[Point]:
    """Where the corners of the back ought to be on its page: its left is behind the front's right."""
    page = front.page
    if axis == "none":
        return list(front.face.corners)

    def mirrored(point: Point) -> Point:
        x, y = point
        return (page.width - x, y) if axis == "across" else (x, page.height - y)

    top_left, top_right, bottom_right, bottom_left = map(mirrored, front.face.corners)
    return [top_right, top_left, bottom_left, bottom_right]


def unshifted(side: Side, offset: Offset) -> list[Point]:
    """A back's corners as they would be without its printer's offset."""
    right, down, degrees = offset
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle_x, middle_y = side.page.width / 2, side.page.height / 2

    def undone(point: Point) -> Point:
        x, y = point[0] - right - middle_x, point[1] - down - middle_y
        return middle_x + cos * x + sin * y, middle_y - sin * x + cos * y

    return [undone(point) for point in side.face.corners]


def _middle(corners: Sequence[Point]) -> Point:
    across, down = zip(*corners, strict=True)
    return sum(across) / len(across), sum(down) / len(down)


def _miss(wanted: Sequence[Point], found: Sequence[Point]) -> Miss:
    """How far the corners are apart; for a back that stands otherwise, whichever fits best."""
    (x, y), (u, v) = _middle(wanted), _middle(found)
    own = max(math.dist(*pair) for pair in zip(wanted, found, strict=True))
    turned = min(
        max(math.dist(one, found[(at + by) % 4]) for at, one in enumerate(wanted))
        for by in range(4)
    )
    return Miss(u - x, v - y, turned, askew=own > turned + 1.0)


def shares(sheets: Sheets, most: float) -> float:
    """The share of fronts whose back lies behind them, the right way up, within ``most`` mm."""
    fronts = [slot for slot in sheets.slots if slot.front]
    good = [slot for slot in fronts if slot.miss and slot.miss.most <= most and not slot.miss.askew]
    return len(good) / len(fronts) if fronts else 1.0


def unpaired(sheets: Sheets) -> Iterator[Side]:
    """Backs that no front stands before."""
    for slot in sheets.slots:
        if slot.front is None and slot.back is not None:
            yield slot.back
