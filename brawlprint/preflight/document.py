"""What a PDF shows, as plain facts: pages, boxes, faces, texts, pictures, fonts.

Lengths are mm from the top left of the page's MediaBox, y down, unless told otherwise. A *face* is
what our sheets clip to a rectangle of its own; a PDF from elsewhere has none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from brawlprint.faces.drawing import MM

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


class Bounds(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Across."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Down."""
        return self.bottom - self.top

    def inset(self, by: float) -> Bounds:
        """The rectangle, each side moved in.

        >>> Bounds(0, 0, 10, 10).inset(2)
        Bounds(left=2, top=2, right=8, bottom=8)
        """
        return Bounds(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def outside(self, of: Bounds) -> float:
        """By how much it reaches out of another rectangle; below 0 it lies within.

        >>> Bounds(1, 1, 11, 5).outside(Bounds(0, 0, 10, 10))
        1
        """
        return max(
            of.left - self.left,
            of.top - self.top,
            self.right - of.right,
            self.bottom - of.bottom,
        )


def bounds_of(points: Iterable[Point]) -> Bounds:
    """The rectangle around some points.

    >>> bounds_of([(1, 2), (4, 0)])
    Bounds(left=1, top=0, right=4, bottom=2)
    """
    across, down = zip(*points, strict=True)
    return Bounds(min(across), min(down), max(across), max(down))


class Stroke(Struct, frozen=True, array_like=True):
    """One thing drawn on a face: a ``path``, an ``icon`` or a ``photo``.

    Colours are ``#rrggbb`` or empty. ``x`` and ``y`` (mm from the trim's bottom left, y
    up) are where it begins, ``size`` tells an icon's scale; ``inside`` the colours of its shapes.
    """

    sort: str
    fill: str
    stroke: str
    x: float
    y: float
    size: float = 0.0
    inside: tuple[str, ...] = ()


class Placement(Struct, frozen=True):
    """A face on its page: the corners of its trim, clockwise from its own top left.

    ``width`` and ``height`` are the trim's before it is turned, ``bleed`` is what is shown past it;
    ``drawing`` is the number of what is drawn on it among the document's drawings.
    """

    corners: tuple[Point, Point, Point, Point]
    width: float
    height: float
    bleed: float
    drawing: int

    @property
    def bounds(self) -> Bounds:
        """The upright rectangle around it."""
        return bounds_of(self.corners)

    @property
    def angle(self) -> float:
        """How it is turned, in degrees clockwise from upright: -180 up to 180."""
        (x0, y0), (x1, y1) = self.corners[:2]
        return math.degrees(math.atan2(y1 - y0, x1 - x0))

    @property
    def middle(self) -> Point:
        """Its middle."""
        across, down = zip(*self.corners, strict=True)
        return sum(across) / 4, sum(down) / 4


class Text(Struct, frozen=True):
    """What one operator shows: its words, font (its number), ink, and where its baseline starts.

    ``place`` is the number of the face that it belongs to, -1 for the page itself; ``ink`` is None
    for white space; ``hidden`` is text that leaves no ink at all.
    """

    words: str
    font: int
    ink: Bounds | None
    start: Point
    place: int
    hidden: bool = False


class Image(Struct, frozen=True):
    """A raster picture: its pixels, where it lies, and how many of them stand in an inch."""

    pixels: tuple[int, int]
    bounds: Bounds
    dpi: float


class Page(Struct, frozen=True):
    """One page; ``width`` and ``height`` are the MediaBox's, the other boxes None where unset."""

    number: int
    width: float
    height: float
    rotate: int
    label: str
    crop: Bounds | None
    trim: Bounds | None
    bleed: Bounds | None
    faces: tuple[Placement, ...]
    texts: tuple[Text, ...]
    images: tuple[Image, ...]

    @property
    def paper(self) -> Bounds:
        """The page's own rectangle."""
        return Bounds(0.0, 0.0, self.width, self.height)

    def place_name(self, number: int) -> str:
        """Where a face lies, as people count: ``row 1, column 3``; empty if it has the page alone."""
        if len(self.faces) < 2:
            return ""
        middles = [face.middle for face in self.faces]
        x, y = middles[number]
        near = min(min(face.width, face.height) for face in self.faces) / 2
        return f"row {_rank(y, [m[1] for m in middles], near)}, " + (
            f"column {_rank(x, [m[0] for m in middles], near)}"
        )


def _rank(value: float, values: Sequence[float], near: float) -> int:
    """The how-manieth of some values it is, those that are near each other counted once."""
    rank, last = 0, -math.inf
    for each in sorted(values):
        if each - last > near:
            rank += 1
        if each >= value:
            break
        last = each
    return max(rank, 1)


class Font(Struct, frozen=True):
    """A font that shows text, whether its file is in the PDF, and the pages that use it."""

    name: str
    embedded: bool
    pages: tuple[int, ...]


class Document(Struct, frozen=True, tag="document"):
    """A whole PDF; ``facts`` is what our own say of how they were laid out.

    ``drawings`` is what is drawn on faces, text aside; faces that show the same share one;
    ``press`` says that it is made for a shop's press, by the output intent that these ask for.
    """

    pages: tuple[Page, ...]
    drawings: tuple[tuple[Stroke, ...], ...]
    fonts: tuple[Font, ...]
    title: str
    creator: str
    facts: Mapping[str, str]
    scaling: str
    duplex: str
    press: bool = False

    @property
    def ours(self) -> bool:
        """Whether this program wrote it."""
        return self.creator.startswith("brawlprint")


class Refusal(Struct, frozen=True, tag="refusal"):
    """Why a file can't be read at all, and what would help."""

    code: str
    message: str
    remedy: str


def read_facts(keywords: str) -> dict[str, str]:
    """The facts in a PDF's keywords.

    >>> read_facts("layout=sheet; bleed=3")
    {'layout': 'sheet', 'bleed': '3'}
    """
    pairs = (part.partition("=") for part in keywords.split(";") if "=" in part)
    return {key.strip(): value.strip() for key, _, value in pairs}


def multiply(one: Matrix, two: Matrix) -> Matrix:
    """The matrix that does one, then two.

    >>> multiply((2, 0, 0, 2, 0, 0), (1, 0, 0, 1, 5, 5))
    (2, 0, 0, 2, 5, 5)
    """
    a, b, c, d, e, f = one
    p, q, r, s, t, u = two
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def moved(matrix: Matrix, x: float, y: float) -> Point:
    """Where a matrix puts a point.

    >>> moved((1, 0, 0, 1, 5, 6), 1, 1)
    (6, 7)
    """
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def in_mm(points: float) -> float:
    """Points as mm.

    >>> in_mm(72)
    25.4
    """
    return points / MM
