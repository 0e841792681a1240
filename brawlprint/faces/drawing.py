"""Drawing instructions: what a face or a page shows, before any PDF.

Lengths are millimetres from the top left corner, y down; type sizes are points. Instructions are
plain tuples, so they compare, hash and repeat; the PDF writer caches by them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from brawlprint.faces.fonts import text_width
from brawlprint.faces.paths import Segment, circle, rounded_rectangle

MM = 72 / 25.4  # points in a millimetre

Align = Literal["left", "centre", "right"]


class Shape(NamedTuple):
    """A path, filled and/or stroked; colours are ``#RRGGBB``, the width in mm."""

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: float = 0.0


class Line(NamedTuple):
    """One line of type from its left end on the baseline; ``turn`` is degrees clockwise."""

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str
    turn: int = 0


class Symbol(NamedTuple):
    """An icon in a square of ``size`` mm; ``outline`` draws it without filled areas."""

    icon: str
    x: float
    y: float
    size: float
    ink: str
    ground: str
    outline: bool = False


class Picture(NamedTuple):
    """Shapes on a 100 × 100 field, drawn in a square of ``size`` mm."""

    shapes: tuple[Shape, ...]
    x: float
    y: float
    size: float


class Photo(NamedTuple):
    """A raster picture (8-bit PNG bytes) over a box of mm, cut to it where their shapes differ."""

    data: bytes
    digest: str
    pixels: tuple[int, int]
    box: tuple[float, float, float, float]


class Group(NamedTuple):
    """Instructions that are clipped to a rectangle (x, y, w, h)."""

    box: tuple[float, float, float, float]
    inside: tuple[Instruction, ...]


Instruction = Shape | Line | Symbol | Picture | Photo | Group


class Drawing(Struct):
    """A growing list of instructions, with words for the shapes that recur.

    >>> drawing = Drawing()
    >>> drawing.rectangle(0, 0, 10, 5, fill="#FFFFFF")
    >>> len(drawing.instructions)
    1
    """

    instructions: list[Instruction] = []

    def shape(
        self,
        segments: tuple[Segment, ...],
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
        dash: float = 0.0,
    ) -> None:
        """Any path."""
        if fill or (stroke and width):
            self.instructions.append(Shape(segments, fill, stroke, width, dash))

    def rectangle(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        radius: float = 0.0,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
    ) -> None:
        """A rectangle, its corners round where ``radius`` (mm) says so."""
        self.shape(rounded_rectangle(x, y, w, h, radius), fill, stroke, width)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
    ) -> None:
        """A circle about (x, y)."""
        self.shape(circle(x, y, radius), fill, stroke, width)

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str,
        width: float,
        dash: float = 0.0,
    ) -> None:
        """A straight line."""
        self.shape((("M", (x1, y1)), ("L", (x2, y2))), None, stroke, width, dash)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: str,
        size: float,
        colour: str,
        align: Align = "left",
        turn: int = 0,
    ) -> None:
        """One line of type; (x, y) is the end or middle of its baseline that ``align`` says."""
        if not text:
            return
        if align != "left":
            back = text_width(text, font, size) / MM * (0.5 if align == "centre" else 1.0)
            x, y = {0: (x - back, y), 90: (x, y - back), 270: (x, y + back)}[turn]
        self.instructions.append(Line(x, y, text, font, size, colour, turn))

    def symbol(
        self,
        icon: str,
        x: float,
        y: float,
        size: float,
        ink: str,
        ground: str,
        outline: bool = False,
    ) -> None:
        """An icon whose square has its top left corner at (x, y)."""
        self.instructions.append(Symbol(icon, x, y, size, ink, ground, outline))

    def group(self, box: tuple[float, float, float, float], inside: Drawing) -> None:
        """Another drawing's instructions, clipped to a rectangle."""
        self.instructions.append(Group(box, tuple(inside.instructions)))
