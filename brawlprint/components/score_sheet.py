"""A score sheet: a column for each player, rows to write in, a line for totals."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.seats import seat_pattern
from brawlprint.sheets.card_sheets import Piece

WIDTH, HEIGHT = 188.0, 265.0  # mm; a page of Letter and of A4
PAD, BAR, NAME, HEAD, FOOT = 4.0, 14.0, 13.0, 6.5, 12.0
LABEL = 20.0  # mm, the column that names the rows
LEAST_ROW, LEAST_ENTRY = 5.5, 8.5  # mm, what one can write in


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is written: ``entries`` are the columns below each name, ``row`` names the lines.

    ``total`` names the last line; without it there is none.
    """

    title: str
    rows: int
    entries: tuple[str, ...]
    row: str = ""
    total: str = ""
    note: str = ""


def make(job: Job) -> Product:
    """One sheet with a column for each player."""
    params = job.read_params(Params)
    players = job.settings.players
    room = HEIGHT - 2 * PAD - BAR - NAME - HEAD - (FOOT if params.total else 0)
    most = int(room / LEAST_ROW)
    if not 1 <= params.rows <= most:
        remedy = f"write a whole number from 1 to {most}"
        raise job.error("rows", f"{params.rows} rows do not fit", remedy)
    row = room / params.rows
    entry = (WIDTH - 2 * PAD - LABEL) / players / max(1, len(params.entries))
    if not params.entries or entry < LEAST_ENTRY:
        message = f"{len(params.entries)} entries for each of {players} players do not fit"
        raise job.error(
            "entries", message, f"each needs {LEAST_ENTRY:g} mm; name fewer, at least one"
        )
    face = _Sheet(job, params, row, entry).face()
    return job.sheets([Piece(face)], "paper", "as many as you play matches")


class _Sheet:
    """Draws one sheet, top to bottom."""

    def __init__(self, job: Job, params: Params, row: float, entry: float) -> None:
        self.job, self.params, self.row, self.entry = job, params, row, entry
        self.drawing = Drawing()
        self.colour = job.look.colour
        self.players = job.settings.players
        self.column = entry * len(params.entries)

    def face(self) -> Face:
        """The whole sheet."""
        draw, colour = self.drawing, self.colour
        draw.rectangle(0, 0, WIDTH, HEIGHT, 0, colour("ground"))
        draw.rectangle(PAD, PAD, WIDTH - 2 * PAD, HEIGHT - 2 * PAD, 2.5, colour("paper"))
        self.bar()
        top = PAD + BAR
        self.names(top)
        for number in range(self.params.rows):
            self.line(top + NAME + HEAD + number * self.row, number)
        self.columns(top)
        if self.params.total:
            self.total(HEIGHT - PAD - FOOT)
        draw.rectangle(PAD, PAD, WIDTH - 2 * PAD, HEIGHT - 2 * PAD, 2.5, None, colour("ink"), 0.5)
        return face_of(draw, WIDTH, HEIGHT)

    def bar(self) -> None:
        draw, job = self.drawing, self.job
        draw.rectangle(
            PAD, PAD, WIDTH - 2 * PAD, BAR, 2.5, self.colour("back"), self.colour("ink"), 0.4
        )
        job.set_text(draw, (PAD + 4, PAD, 86, BAR), self.params.title, "title", "on-back")
        job.set_text(draw, (PAD + 92, PAD, 84, BAR), self.params.note, "body", "on-back")

    def names(self, top: float) -> None:
        """A box for each name with its number and pattern, and the entries' heads below it."""
        draw, job, ink = self.drawing, self.job, self.colour("ink")
        for seat in range(self.players):
            x = PAD + LABEL + seat * self.column
            seat_pattern(draw, (x + 0.6, top + 0.6, self.column - 1.2, 2.4), seat, ink, 0.25)
            job.set_text(draw, (x + 1.2, top + 3.4, 6, 4), str(seat + 1), "label")
            for place, entry in enumerate(self.params.entries):
                box = (x + place * self.entry + 0.5, top + NAME, self.entry - 1, HEAD)
                job.set_text(draw, box, entry, "label")
        job.set_text(draw, (PAD + 2, top + 3.4, LABEL - 3, NAME - 4), "Name", "label")
        right = WIDTH - PAD
        draw.line(PAD, top + NAME, right, top + NAME, ink, 0.25)
        draw.line(PAD, top + NAME + HEAD, right, top + NAME + HEAD, ink, 0.4)

    def line(self, top: float, number: int) -> None:
        draw = self.drawing
        if number % 2:
            draw.rectangle(PAD, top, WIDTH - 2 * PAD, self.row, 0, self.colour("tint"))
        draw.line(PAD, top + self.row, WIDTH - PAD, top + self.row, self.colour("soft"), 0.15)
        label = f"{self.params.row} {number + 1}".strip()
        self.job.set_text(draw, (PAD + 1, top, LABEL - 2, self.row), label, "label")

    def columns(self, top: float) -> None:
        """The lines between players, strong, and between entries, fine."""
        draw, bottom = self.drawing, HEIGHT - PAD
        for seat in range(self.players):
            x = PAD + LABEL + seat * self.column
            draw.line(x, top, x, bottom, self.colour("ink"), 0.4)
            for place in range(1, len(self.params.entries)):
                at = x + place * self.entry
                draw.line(at, top + NAME, at, bottom, self.colour("soft"), 0.15)

    def total(self, top: float) -> None:
        draw = self.drawing
        draw.line(PAD, top, WIDTH - PAD, top, self.colour("ink"), 0.6)
        self.job.set_text(draw, (PAD + 1, top, LABEL - 2, FOOT), self.params.total, "label")
