"""A look drawn for one card size, made fit for another.

Everything is scaled by one factor, by which what the safe zone holds fills the other card's safe
zone in one direction; nothing is distorted. What is left in the other direction is put in at the
template's ``stretch`` line, where boxes grow and shapes are only made longer, or else stays free on
both sides. What reaches the trim reaches the other card's bleed. Type is scaled too, but never below 7 pt
(or its own floor, if that is lower): a text that can't keep it does not fit.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from brawlprint.faces.drawing import MM
from brawlprint.faces.paths import parse_path
from brawlprint.faces.template import Box, Element, Look, TextStyle, TextStyles

LEGIBLE = 7.0  # pt; type with this floor or a lower one keeps it
LINE_HEIGHT = 0.96  # of a line of type, in sizes: what fitting asks for
CAPITALS = 0.75  # of a line without descenders
LEAST_WIDTH = 0.1  # mm, of a line


class Frame(Struct, frozen=True):
    """From one card (width, height in mm) to another; safe zone and bleed are the same on both.

    ``stretch`` is where on the first card room is put in: an x and a y, or None for both sides.
    """

    old: tuple[float, float]
    new: tuple[float, float]
    safe: float
    bleed: float
    stretch: tuple[float, float] | None = None

    @property
    def scale(self) -> float:
        """The factor by which everything is scaled."""
        pairs = zip(self.old, self.new, strict=True)
        return min((new - 2 * self.safe) / (old - 2 * self.safe) for old, new in pairs)

    def point(self, axis: int, value: float) -> float:
        """Where a coordinate of the first card lies on the other: axis 0 across, 1 down."""
        old, new, scale = self.old[axis], self.new[axis], self.scale
        if value <= 0:
            return -self.bleed + min(0.0, value + self.bleed) * scale
        if value >= old:
            return new + self.bleed + max(0.0, value - old - self.bleed) * scale
        spare = new - 2 * self.safe - scale * (old - 2 * self.safe)
        before = spare / 2
        if self.stretch is not None:
            before = 0.0 if value < self.stretch[axis] else spare
        return self.safe + before + scale * (value - self.safe)

    @property
    def cover(self) -> float:
        """The factor by which what covers the first card and its bleed covers the other's."""
        past = 2 * self.bleed
        pairs = zip(self.old, self.new, strict=True)
        return max((new + past) / (old + past) for old, new in pairs)

    def covering(self, axis: int, value: float) -> float:
        """Where a coordinate of a pattern over the whole card lies, scaled about its middle."""
        return self.new[axis] / 2 + (value - self.old[axis] / 2) * self.cover

    def box(self, box: Box) -> Box:
        """A box by its corners."""
        x, y, w, h = box
        left, top = self.point(0, x), self.point(1, y)
        return left, top, self.point(0, x + w) - left, self.point(1, y + h) - top


def resized(look: Look, frame: Frame) -> Look:
    """The look on another card."""
    texts = TextStyles({name: _text(style, frame.scale) for name, style in look.texts.items()})
    elements = {
        name: _element(element, frame, texts.get(element.style))
        for name, element in look.elements.items()
    }
    return replace(look, texts=texts, elements=elements)


def _text(style: TextStyle, scale: float) -> TextStyle:
    """A style's sizes scaled; its floor stays where a smaller one could not be read."""
    floor = max(min(style.floor, LEGIBLE), round(style.floor * scale, 2))
    return replace(style, size=max(floor, round(style.size * scale, 2)), floor=floor)


def _element(element: Element, frame: Frame, style: TextStyle | None) -> Element:
    whole = _covers(element.box, frame.old)
    scale = frame.cover if whole else frame.scale
    box = frame.box(element.box)
    if element.text is not None and style is not None:
        box = room_for_type(box, style)
    changes: dict[str, object] = {
        "box": box,
        "width": max(min(element.width, LEAST_WIDTH), element.width * scale),
        "radius": element.radius * scale,
        "tile": (element.tile[0] * scale, element.tile[1] * scale),
        "size": max(0.5, element.size * scale),
    }
    if element.art is not None:
        changes["art"] = frame.box(element.art)
    if element.shape is not None and element.shape not in ("rectangle", "circle", "line"):
        changes["shape"] = _shape(element.shape, frame.covering if whole else frame.point)
    return replace(element, **changes)


def _covers(box: Box, card: tuple[float, float]) -> bool:
    """Whether a box reaches past all four sides of a card, as a ground or a pattern does."""
    x, y, w, h = box
    return x <= 0 and y <= 0 and x + w >= card[0] and y + h >= card[1]


def _shape(shape: str, place: Callable[[int, float], float]) -> str:
    """Path data, point by point; what can't be read is left for the painter to refuse."""
    try:
        segments = parse_path(shape)
    except ValueError:
        return shape
    return " ".join(
        command + " ".join(f"{place(at % 2, value):.4f}" for at, value in enumerate(numbers))
        for command, numbers in segments
    )


def room_for_type(box: Box, style: TextStyle) -> Box:
    """A box of one line of capitals, as high as its floor's whole line.

    Capitals need no room below the line, so a box that was scaled a little too low for a whole one
    grows by that much, to both sides.
    """
    x, y, w, h = box
    whole, least = LINE_HEIGHT * style.floor / MM, CAPITALS * style.floor / MM
    if not style.upper or h >= whole or h < least:
        return box
    return x, y - (whole - h) / 2, w, whole
