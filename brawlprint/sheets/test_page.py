"""The page that tells how far a printer puts backs off: scales in front, crosses behind them.

Held against the light with the front towards you, a cross behind shows through on its scale. The
middle one tells how far the back is off; those at the sides tell by how much it is turned.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from brawlprint.faces.drawing import Drawing
from brawlprint.faces.fitting import fit
from brawlprint.faces.icons import Icons
from brawlprint.sheets.grid import Duplex
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter
from brawlprint.sheets.plan import FLIP_WORDS

INK, FINE, MARK = "#000000", 0.15, 0.25  # widths in mm
REACH, STEP = 6.0, 0.5  # mm that a scale goes either way, and from tick to tick
CLEAR = 8.0  # mm from a cross's middle to its scales, so that they don't meet
CROSS = 15.0  # mm that a cross goes either way, past its scales
TITLE, TEXT, STRONG = (
    "BarlowCondensed-ExtraBold",
    "AtkinsonHyperlegible-Regular",
    "AtkinsonHyperlegible-Bold",
)
ASIDE = 0.32  # of the page's width, from the middle to the scales at the sides


class Mark(Struct, frozen=True):
    """A scale and the cross behind it: where, and whether it is read sideways too."""

    x: float
    y: float
    name: str
    both: bool


def marks(paper: Paper) -> tuple[Mark, Mark, Mark]:
    """The middle mark and those at the sides, all on one line through the page's middle."""
    x, y, aside = paper.width / 2, paper.height / 2, paper.width * ASIDE
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
    """The PDF: a front with scales, and a back with crosses, moved by ``offset`` as backs are."""
    facts = {
        "component": "test-page",
        "paper": paper.name,
        "duplex": duplex,
        "back-offset": ",".join(f"{value:g}" for value in offset),
    }
    writer = PdfWriter(paper, icons, f"Test page: {profile}", "Test page", duplex, facts)
    writer.draw(_front(paper, duplex, profile, any(offset)).instructions)
    writer.end_page("Front", "Front")
    writer.draw(_words(paper, "The back. Turn the sheet over to read the scales.").instructions)
    with writer.shifted(offset):
        writer.draw(_back(paper).instructions)
    writer.end_page("Back", "Back")
    return writer.finish()


def _front(paper: Paper, duplex: Duplex, profile: str, corrected: bool) -> Drawing:
    drawing = Drawing()
    top, width = paper.height * 0.07, paper.width - 40
    drawing.text(20, top + 6, "Do backs land behind their fronts?", TITLE, 20, INK)
    steps = [
        f"Print this at 100 %, {FLIP_WORDS[duplex]}.",
        "Hold the sheet against the light, this side towards you. Crosses show through from behind.",
        "Read where the middle cross meets its two scales: mm to the right, then mm down. "
        "Left and up are minus.",
        "For a sheet that is printed askew, read the scales at the left and at the right too.",
        "Without a strong light, prick the middle cross with a pin from behind.",
    ]
    _listed(drawing, steps, 20, top + 13, width)
    for mark in marks(paper):
        _scale(drawing, mark)
    foot = paper.height * 0.72
    if corrected:
        lines = [f"This page is printed with the profile {profile!r}: all crosses should be at 0."]
    else:
        lines = [f"brawlprint calibrate --profile {profile} --measured RIGHT,DOWN"]
        lines += ["and then, with every build:", f"brawlprint build GAME --profile {profile}"]
    for number, line in enumerate(lines):
        drawing.text(paper.width / 2, foot + number * 6.5, line, STRONG, 10.5, INK, align="centre")
    return drawing


def _listed(drawing: Drawing, steps: list[str], x: float, y: float, width: float) -> None:
    for number, step in enumerate(steps, 1):
        fitted = fit(step, TEXT, 11, 8, (width - 7, 40))
        y += 2
        for place, line in enumerate(fitted.lines):
            y += fitted.leading
            if not place:
                drawing.text(x, y, f"{number}.", STRONG, fitted.size, INK)
            drawing.text(x + 7, y, line, TEXT, fitted.size, INK)


def _words(paper: Paper, text: str) -> Drawing:
    drawing = Drawing()
    drawing.text(paper.width / 2, paper.height * 0.12, text, TEXT, 11, INK, align="centre")
    return drawing


def _scale(drawing: Drawing, mark: Mark) -> None:
    """What is read down stands right of the cross's middle, what is read sideways above it."""
    beside, above = mark.x + CLEAR, mark.y - CLEAR
    for at, length, number in _ticks():
        y = mark.y + at
        drawing.line(beside, y, beside + length, y, INK, FINE)
        drawing.text(beside + 4.4, y + 0.9, number, TEXT, 7, INK)
        if mark.both:
            x = mark.x + at
            drawing.line(x, above, x, above - length, INK, FINE)
            drawing.text(x, above - 4.6, number, TEXT, 7, INK, align="centre")
    drawing.text(beside + 10.5, mark.y + 0.9, "↓", TEXT, 9, INK)
    if mark.both:
        drawing.text(mark.x, above - 8.5, "→", TEXT, 9, INK, align="centre")
    drawing.text(mark.x, mark.y + CROSS + 5, f"the {mark.name} cross", TEXT, 9, INK, align="centre")


def _ticks() -> Iterator[tuple[float, float, str]]:
    """A scale's ticks: where (mm), how long (mm), and the number that stands there."""
    count = round(REACH / STEP)
    for number in range(-count, count + 1):
        at = number * STEP
        whole = at == int(at)
        yield (
            at,
            (4.0 if not at else 3.0) if whole else 1.6,
            _signed(int(at)) if whole and int(at) % 3 == 0 else "",
        )


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _back(paper: Paper) -> Drawing:
    """Crosses right behind the scales: their places are the same from either side."""
    drawing = Drawing()
    for mark in marks(paper):
        drawing.line(mark.x - CROSS, mark.y, mark.x + CROSS, mark.y, INK, MARK)
        drawing.line(mark.x, mark.y - CROSS, mark.x, mark.y + CROSS, INK, MARK)
    return drawing
