"""What tells players' things apart: a colour, a number and a pattern, so that grey prints work."""

from __future__ import annotations

from msgspec.structs import replace

from brawlprint.faces.drawing import Drawing
from brawlprint.faces.template import Box, Look

# Names of the palette, one a seat; from the ninth they start again, the number goes on.
COLOURS = ("blue", "red", "green", "gold", "violet", "sky", "rose", "yellow")
DARK = ("blue", "violet", "red", "green")  # on these, text is light

Lines = list[tuple[float, float, float, float]]


def seat_colour(seat: int) -> str:
    """The palette name of a seat's colour; seats count from 0.

    >>> seat_colour(0), seat_colour(8)
    ('blue', 'blue')
    """
    return COLOURS[seat % len(COLOURS)]


def seated(look: Look, seat: int, style: str) -> Look:
    """A look in a seat's colours, ``seat`` and ``on-seat``."""
    name = seat_colour(seat)
    light = name in DARK and style == "colour"
    colours = {"seat": look.colour(name), "on-seat": look.colour("white" if light else "ink")}
    return replace(look, palette={**look.palette, **colours})


def seat_pattern(drawing: Drawing, box: Box, seat: int, ink: str, width: float = 0.35) -> None:
    """The pattern of a seat, drawn in lines or dots over a box (x, y, w, h in mm)."""
    inside = Drawing()
    painter = (_plain, _stripes, _dots, _slants, _grid, _waves, _rings, _bars)[seat % 8]
    painter(inside, box, ink, width)
    drawing.group(box, inside)


def _plain(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    x, y, w, h = box
    drawing.rectangle(x + 0.8, y + 0.8, w - 1.6, h - 1.6, 0, None, ink, width)


def _stripes(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    x, y, w, h = box
    for step in range(int(h / 1.6) + 1):
        drawing.line(x, y + 0.8 + step * 1.6, x + w, y + 0.8 + step * 1.6, ink, width)


def _bars(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    x, y, w, h = box
    for step in range(int(w / 1.6) + 1):
        drawing.line(x + 0.8 + step * 1.6, y, x + 0.8 + step * 1.6, y + h, ink, width)


def _slants(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    x, y, w, h = box
    for step in range(int((w + h) / 2.2) + 1):
        drawing.line(x + step * 2.2 - h, y + h, x + step * 2.2, y, ink, width)


def _grid(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    _slants(drawing, box, ink, width)
    x, y, w, h = box
    for step in range(int((w + h) / 2.2) + 1):
        drawing.line(x + step * 2.2 - h, y, x + step * 2.2, y + h, ink, width)


def _dots(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    for cx, cy in _lattice(box, 2.2):
        drawing.circle(cx, cy, 0.5, fill=ink)


def _rings(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    for cx, cy in _lattice(box, 2.8):
        drawing.circle(cx, cy, 0.9, None, ink, width)


def _waves(drawing: Drawing, box: Box, ink: str, width: float) -> None:
    x, y, w, h = box
    for row in range(int(h / 2) + 2):
        for column in range(int(w / 2.4) + 2):
            left, top = x + column * 2.4, y + row * 2
            drawing.line(left, top, left + 1.2, top - 0.9, ink, width)
            drawing.line(left + 1.2, top - 0.9, left + 2.4, top, ink, width)


def _lattice(box: Box, step: float) -> list[tuple[float, float]]:
    x, y, w, h = box
    return [
        (x + step * (column + 0.5 + row % 2 / 2), y + step * (row + 0.5))
        for row in range(int(h / step) + 1)
        for column in range(-1, int(w / step) + 1)
    ]
