"""The page that tells how far a printer puts backs off: scales in front, crosses behind them.

Held against the light with the front towards you, a cross behind shows through on its scale. The
middle one tells how far the back is off; those at the sides tell by how much it is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from brawlprint.errors import NoRoomError
from brawlprint.faces.drawing import Align, Drawing
from brawlprint.faces.fitting import fit
from brawlprint.faces.icons import Icons
from brawlprint.sheets.grid import AXIS, Duplex
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter
from brawlprint.sheets.plan import FLIP_WORDS

Point = tuple[float, float]
INK, FINE, MARK = "#000000", 0.15, 0.25  # widths in mm
REACH, STEP = 6.0, 0.5  # mm that a scale goes either way, and from tick to tick
BESIDE, ABOVE = 7.0, 12.0  # mm from a cross's middle to its scales, so that these don't meet
WHOLE, HALF, FAN = 3.0, 1.6, 4.0  # mm: ticks, and how far they are led out to their numbers
DOWN, ACROSS = 2.6, 4.4  # mm between the numbers of the scale beside a cross, and of that above
CROSS = 20.0  # mm that a cross goes either way, past its scales
DOT = 0.6  # mm across, in a cross's arm where a scale lies behind it
TITLE, TEXT, STRONG = (
    "BarlowCondensed-ExtraBold",
    "AtkinsonHyperlegible-Regular",
    "AtkinsonHyperlegible-Bold",
)
NUMBER, NAME = 7.5, 9.0  # pt
ASIDE, MOST_ASIDE = 0.32, 30.0  # of the page's width from its middle to a side mark; mm to its edge
SMALLEST = (140.0, 190.0)  # mm: on less there is no room for three scales and how to read them


class Mark(Struct, frozen=True):
    """A scale and the cross behind it: where, and whether it is read sideways too."""

    x: float
    y: float
    name: str
    both: bool


def marks(paper: Paper) -> tuple[Mark, Mark, Mark]:
    """The middle mark and those at the sides, all on one line through the page's middle."""
    x, y = paper.width / 2, paper.height / 2
    aside = min(paper.width * ASIDE, x - MOST_ASIDE)
    return (
        Mark(x, y, "middle", True),
        Mark(x - aside, y, "left", False),
        Mark(x + aside, y, "right", False),
    )


def apart(paper: Paper) -> float:
    """From the left mark to the right one, in mm."""
    _, left, right = marks(paper)
    return right.x - left.x


def draw_test_page(
    paper: Paper,
    duplex: Duplex,
    profile: str,
    icons: Icons,
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> bytes:
    """The PDF: a front with scales, and a back with crosses, moved by ``offset`` as backs are.

    Raises :class:`NoRoomError` for a paper on which there is no room.
    """
    if paper.width < SMALLEST[0] or paper.height < SMALLEST[1]:
        raise NoRoomError(
            f"the test page needs {SMALLEST[0]:g} × {SMALLEST[1]:g} mm, and {paper.title} is less; "
            "print it on a larger paper, such as --paper a5"
        )
    facts = {
        "component": "test-page",
        "paper": paper.name,
        "duplex": duplex,
        "back-offset": ",".join(f"{value:g}" for value in offset),
    }
    writer = PdfWriter(paper, icons, f"Test page: {profile}", "Test page", duplex, facts)
    writer.draw(_front(paper, duplex, profile, any(offset)).instructions)
    writer.end_page("Front", "Front")
    writer.draw(_back_words(paper).instructions)
    with writer.shifted(offset):
        writer.draw(_back(paper, duplex).instructions)
    writer.end_page("Back", "Back")
    return writer.finish()


def _front(paper: Paper, duplex: Duplex, profile: str, corrected: bool) -> Drawing:
    drawing = Drawing()
    small = paper.height < 240
    top, side = (12.0, 16.0) if small else (paper.height * 0.07, 20.0)
    drawing.text(side, top + 6, "Do backs land behind their fronts?", TITLE, 20, INK)
    steps = [
        f"Print both pages on one sheet, at 100 %, {FLIP_WORDS[duplex]}.",
        "Hold it against the light, this side towards you. Crosses show through from behind.",
        "Read the middle cross. Where its upright line meets the scale above it: mm to the right, "
        "minus if it is left of 0. Where its level line meets the scale beside it: mm down, minus "
        "if it is above 0.",
        "No light comes through? Prick a pin through the dots of the back; read where it comes out.",
        "Are the left and the right cross not equally far down? The sheet is printed askew; read "
        "them too.",
    ]
    _listed(drawing, steps, (side, top + 10), paper.width - 2 * side, 9 if small else 11)
    for mark in marks(paper):
        _scale(drawing, mark)
    _foot(drawing, paper, profile, corrected)
    return drawing


def _foot(drawing: Drawing, paper: Paper, profile: str, corrected: bool) -> None:
    """What to do with what was read, and a bar that tells whether it was printed at 100 %."""
    blank = "_" * 10
    lines = [
        (STRONG, f"I read:  {blank} mm to the right,  {blank} mm down"),
        (TEXT, "Without a sign it is right and down; with a minus, left and up. Keep it with"),
        (STRONG, f"brawlprint calibrate --profile {profile} --measured RIGHT,DOWN"),
        (TEXT, "for example --measured -1.5,0.5, and print with it by"),
        (STRONG, f"brawlprint build GAME --profile {profile}"),
    ]
    if corrected:
        words = f"This page is printed with the profile {profile!r}: all crosses should be at 0."
        lines = [(STRONG, words)]
    middle, y = paper.width / 2, paper.height / 2 + 40
    for font, line in lines:
        fitted = fit(line, font, 10.5, 7, (paper.width - 24, 20))
        for part in fitted.lines:
            drawing.text(middle, y, part, font, fitted.size, INK, align="centre")
            y += 6.5
    drawing.rectangle(middle - 25, y, 50, 3, stroke=INK, width=FINE)
    words = "This bar is 50 mm long if the page was printed at 100 %."
    drawing.text(middle, y + 7.5, words, TEXT, 9, INK, align="centre")


def _listed(
    drawing: Drawing, steps: list[str], place: tuple[float, float], width: float, size: float
) -> None:
    x, y = place
    for number, step in enumerate(steps, 1):
        fitted = fit(step, TEXT, size, 7, (width - 7, 40))
        y += 1.6
        for row, line in enumerate(fitted.lines):
            y += fitted.leading
            if not row:
                drawing.text(x, y, f"{number}.", STRONG, fitted.size, INK)
            drawing.text(x + 7, y, line, TEXT, fitted.size, INK)


def _back_words(paper: Paper) -> Drawing:
    drawing = Drawing()
    lines = ["The back. Turn the sheet over to read the scales.",
             "If you use a pin, prick it through the dots from this side."]  # fmt: skip
    for number, line in enumerate(lines):
        y = paper.height * 0.12 + number * 6
        drawing.text(paper.width / 2, y, line, TEXT, 11, INK, align="centre")
    return drawing


def _scale(drawing: Drawing, mark: Mark) -> None:
    """What is read down stands right of the cross's middle, what is read sideways above it.

    Whole millimetres are led out to numbers, since between the ticks there is no room for them.
    """
    for at in _ticks():
        _tick(drawing, at, at * DOWN, lambda along, out: (mark.x + BESIDE + out, mark.y + along))
        if mark.both:
            _tick(
                drawing, at, at * ACROSS, lambda along, out: (mark.x + along, mark.y - ABOVE - out)
            )
    name = f"the {mark.name} cross"
    drawing.text(mark.x, mark.y + CROSS + 5, name, TEXT, NAME, INK, align="centre")
    if mark.both:
        y = mark.y - ABOVE - WHOLE - FAN - 5.5
        drawing.text(mark.x, y, "mm to the right →", STRONG, NAME, INK, align="centre")
        x, y = mark.x + BESIDE + WHOLE + FAN, mark.y + REACH * DOWN + 5.5
        drawing.text(x, y, "mm down ↓", STRONG, NAME, INK)


def _tick(
    drawing: Drawing, at: float, spread: float, place: Callable[[float, float], Point]
) -> None:
    """One tick ``at`` mm from 0; a whole one has its number, ``spread`` mm from that of 0.

    ``place`` tells where a point is that lies so far along the scale, and so far out of it.
    """
    if at != int(at):
        drawing.line(*place(at, 0), *place(at, HALF), INK, FINE)
        return
    # 0 has no bend, so its tick and what leads it out are one line.
    end = WHOLE + FAN
    drawing.line(*place(at, 0), *place(at, WHOLE if at else end), INK, FINE)
    if at:
        drawing.line(*place(at, WHOLE), *place(spread, end), INK, FINE)
    x, y = place(spread, end + 0.8)
    level = place(0, 1)[0] > place(0, 0)[0]
    font = TEXT if at else STRONG
    align: Align = "left" if level else "centre"
    drawing.text(x, y + (0.9 if level else 0), _signed(int(at)), font, NUMBER, INK, align)


def _ticks() -> Iterator[float]:
    """Where a scale's ticks are, in mm from its 0."""
    count = round(REACH / STEP)
    yield from (number * STEP for number in range(-count, count + 1))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _back(paper: Paper, duplex: Duplex) -> Drawing:
    """Crosses right behind the scales: their places are the same from either side.

    Dots are where a scale's ticks lie behind: what is right of a cross or above it is that on one
    side only.
    """
    drawing = Drawing()
    right, up = BESIDE + WHOLE / 2, ABOVE + WHOLE / 2
    right, up = (-right, up) if AXIS[duplex] == "across" else (right, -up)
    for mark in marks(paper):
        drawing.line(mark.x - CROSS, mark.y, mark.x + CROSS, mark.y, INK, MARK)
        drawing.line(mark.x, mark.y - CROSS, mark.x, mark.y + CROSS, INK, MARK)
        drawing.circle(mark.x + right, mark.y, DOT, fill=INK)
        if mark.both:
            drawing.circle(mark.x, mark.y - up, DOT, fill=INK)
    return drawing
