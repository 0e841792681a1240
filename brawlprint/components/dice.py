"""Dice to fold: the net of a cube for each player, in his seat's colour, number and pattern.

The net is a belt of four faces with one above and one below its second; opposite faces sum to
seven, and 1, 2 and 3 run counter-clockwise about their corner, as on bought dice. Each of the
seven edges that the folding closes has one tab.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.components.nets import Point, cut, fold, glue, polygon
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.face import Face
from brawlprint.faces.fitting import MisfitError, fit
from brawlprint.faces.seats import seat_pattern, seated
from brawlprint.faces.template import Box, Look
from brawlprint.sheets.card_sheets import Piece

SMALLEST, LARGEST = 12.0, 40.0  # mm, of an edge: to be folded, to find a place on the page
MOST = 12  # dice a player
PAD = 3.0  # mm around the net

# A face's number -> its column and row in the net.
FACES = {3: (0, 1), 1: (1, 1), 4: (2, 1), 6: (3, 1), 2: (1, 0), 5: (1, 2)}
# A pip's place from the middle, in steps, for each number.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
# The net's corners clockwise, in edges; the edge to the next corner has a tab where True.
EDGES: tuple[tuple[int, int, bool], ...] = (
    (1, 0, True),
    (2, 0, True),
    (2, 1, False),
    (3, 1, False),
    (4, 1, False),
    (4, 2, False),
    (3, 2, False),
    (2, 2, True),
    (2, 3, True),
    (1, 3, True),
    (1, 2, False),
    (0, 2, True),
    (0, 1, False),
    (1, 1, True),
)


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How many dice a player gets, and how long an edge is (mm); they have six sides."""

    sides: Literal[6] = 6
    per_player: int = 1
    size: float = 16.0


def make(job: Job) -> Product:
    """The dice of all players, as many nets a page as it takes."""
    params = job.read_params(Params)
    if not SMALLEST <= params.size <= LARGEST:
        remedy = f"{SMALLEST:g} to {LARGEST:g} mm"
        raise job.error("size", f"a die of {params.size:g} mm can't be made", remedy)
    if not 1 <= params.per_player <= MOST:
        raise job.error("per-player", f"{params.per_player} dice a player", f"1 to {MOST}")
    pieces: list[Piece] = []
    for seat in range(job.settings.players):
        look = seated(job.look, seat, job.settings.style)
        pieces += [Piece(_DieNet(job, look, seat, params.size).face())] * params.per_player
    how = f"cut, fold and glue; {'one' if params.per_player == 1 else params.per_player} a player"
    return job.sheets(pieces, "card, 200–300 g/m²", how)


class _DieNet(Struct, frozen=True):
    """One net: the seat it is for, the look in that seat's colours, the edge in mm."""

    job: Job
    look: Look
    seat: int
    edge: float

    @property
    def tab(self) -> float:
        """How far a tab stands out."""
        return self.edge * 0.36

    @property
    def left(self) -> float:
        """Where the belt starts; its first face has a tab on its left."""
        return PAD + self.tab

    @property
    def top(self) -> float:
        """Where the face above the belt starts, below its tab."""
        return PAD + self.tab

    def face(self) -> Face:
        """The net with its words, as a piece of a sheet."""
        width = self.left + 4 * self.edge + PAD
        height = self.top + 3 * self.edge + self.tab + PAD
        drawing = Drawing()
        ink = self.look.colour("ink")
        for number, (column, row) in FACES.items():
            box = (*self.at(column, row), self.edge, self.edge)
            self._side(drawing, box, number)
        tabs = list(self.tabs())
        for corners in tabs:
            glue(drawing, corners, self.look.colour("soft"))
        cut(drawing, polygon(list(self.outline())), ink)
        for start, end in self.folds():
            fold(drawing, start, end, ink)
        self._words(drawing, width, height)
        return face_of(drawing, width, height)

    def at(self, column: float, row: float) -> Point:
        """A corner of the net, counted in edges."""
        return self.left + column * self.edge, self.top + row * self.edge

    def sides(self) -> Iterator[tuple[Point, Point, bool]]:
        """The outer edges clockwise: both ends, and whether a tab hangs on it."""
        for place, (column, row, tab) in enumerate(EDGES):
            following = EDGES[(place + 1) % len(EDGES)]
            yield self.at(column, row), self.at(*following[:2]), tab

    def _tab(self, start: Point, end: Point) -> tuple[Point, Point]:
        """The outer corners of the tab on an edge: slanting in, so that tabs don't collide."""
        along = ((end[0] - start[0]) / self.edge, (end[1] - start[1]) / self.edge)
        out = (along[1], -along[0])  # to the left of the way round, that is outside
        slant = self.tab * 0.8

        def corner(base: Point, way: int) -> Point:
            return (
                base[0] + out[0] * self.tab + way * along[0] * slant,
                base[1] + out[1] * self.tab + way * along[1] * slant,
            )

        return corner(start, 1), corner(end, -1)

    def outline(self) -> Iterator[Point]:
        """The corners of the cut line, tabs included."""
        for start, end, tab in self.sides():
            yield start
            if tab:
                yield from self._tab(start, end)

    def tabs(self) -> Iterator[tuple[Point, ...]]:
        """The four corners of each tab."""
        for start, end, tab in self.sides():
            if tab:
                yield (start, *self._tab(start, end), end)

    def folds(self) -> Iterator[tuple[Point, Point]]:
        """Every fold: the five edges between faces, and the seven that tabs hang on."""
        for column in (1, 2, 3):
            yield self.at(column, 1), self.at(column, 2)
        for row in (1, 2):
            yield self.at(1, row), self.at(2, row)
        for start, end, tab in self.sides():
            if tab:
                yield start, end

    def _side(self, drawing: Drawing, box: Box, number: int) -> None:
        """A face: colour and pattern as a rim, the pips inside it, the player's sign in a corner."""
        x, y, edge, _ = box
        colour = self.look.colour
        unit = edge / 16
        drawing.rectangle(*box, 0, colour("seat"))
        seat_pattern(drawing, box, self.seat, colour("on-seat"))
        rim = 2.6 * unit
        inner = edge - 2 * rim
        drawing.rectangle(
            x + rim, y + rim, inner, inner, 2 * unit, colour("white"), colour("ink"), 0.25
        )
        for across, down in PIPS[number]:
            place = (x + edge / 2 + across * 2.9 * unit, y + edge / 2 + down * 2.9 * unit)
            drawing.circle(*place, (1.6 if number == 1 else 1.15) * unit, colour("ink"))
        self._sign(drawing, x + 2.4 * unit, y + 2.4 * unit, unit)

    def _sign(self, drawing: Drawing, x: float, y: float, unit: float) -> None:
        """The player's number in a small disc, which no pip looks like."""
        colour = self.look.colour
        font = self.look.texts["number"].font
        drawing.circle(x, y, 1.7 * unit, colour("white"), colour("ink"), 0.25)
        size = 6.5 * unit
        drawing.text(x, y + 0.82 * unit, str(self.seat + 1), font, size, colour("ink"), "centre")

    def _words(self, drawing: Drawing, width: float, height: float) -> None:
        """Whose die it is and how it is made, in the corners that the net leaves free."""
        x = self.at(2, 0)[0] + self.tab + 1.5
        room = width - PAD - x
        high = self.top + self.edge - PAD - 1
        title = f"Player {self.seat + 1}"
        self._text(drawing, (x, PAD, room, high * 0.34), title, "title", 13)
        steps = "Cut the solid lines, score and fold the dashed ones backwards."
        self._text(drawing, (x, PAD + high * 0.36, room, high * 0.64), steps, "body", 8)
        y = self.at(0, 2)[1] + 1.5
        steps = "Put glue on the hatched tabs; they go inside. Close the six last."
        self._text(drawing, (x, y, room, height - PAD - y), steps, "body", 8)

    def _text(self, drawing: Drawing, box: Box, text: str, style: str, size: float) -> None:
        """Words from ``size`` points down to 5; the largest that fit."""
        look = msgspec.structs.replace(self.look.texts[style], valign="top", align="left")
        words = text.upper() if look.upper else text
        scaled = size * min(1.4, self.edge / 16)
        try:
            fitted = fit(words, look.font, scaled, 5, box[2:], 1.15)
        except MisfitError as misfit:
            raise self.job.error("", misfit.problem, misfit.remedy, misfit.code) from None
        place_lines(drawing, fitted, box, look, self.look.colour("ink"))
