"""A table for each player: what ``FILE.csv`` says, set to be read at the table."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.definitions.deck_file import read_rows
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.fitting import Fitted, MisfitError, fit
from brawlprint.faces.fonts import text_width
from brawlprint.sheets.card_sheets import Piece

WIDTH, MOST_HEIGHT = 188.0, 265.0  # mm
PAD, BAR, HEAD, GAP = 4.0, 11.0, 7.5, 3.0
SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)  # pt, the first that fits is taken


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``file`` is the table, its first row the heads; ``note`` stands in the title bar."""

    title: str
    file: str
    note: str = ""


def make(job: Job) -> Product:
    """The same table for every player."""
    params = job.read_params(Params)
    rows = _rows(job, params.file)
    for size in SIZES:
        try:
            face = _Table(job, params, rows, size).face()
        except MisfitError:
            continue
        if face.height <= MOST_HEIGHT:
            pieces = [Piece(face)] * job.settings.players
            return job.sheets(pieces, "card or paper", "one a player")
    raise job.error(
        "file", f"{params.file} does not fit on a page at {SIZES[-1]:g} pt", "shorten it"
    )


def _rows(job: Job, name: str) -> list[list[str]]:
    path = job.workspace.find("cards", job.game.name, name)
    if path is None:
        message = f"there is no {name!r} beside game.toml"
        raise job.error("file", message, "write it, or name the one that is")
    rows = [cells for _, cells in read_rows(path)]
    width = max(map(len, rows), default=0)
    if len(rows) < 2:
        raise job.error("file", f"{name} has no rows", "write heads and at least one row")
    return [row + [""] * (width - len(row)) for row in rows]


class _Table:
    """Draws a table at one size; raises :class:`MisfitError` where a word is too wide for it."""

    def __init__(self, job: Job, params: Params, rows: list[list[str]], size: float) -> None:
        self.job, self.params, self.size = job, params, size
        self.head, self.rows = rows[0], rows[1:]
        self.strong = job.look.texts["strong"].font
        self.font = job.look.texts["body"].font
        self.widths = self._widths()

    def _widths(self) -> list[float]:
        """Column widths (mm): each as wide as its widest cell, the widest ones giving way."""
        room = WIDTH - 2 * PAD - GAP * (len(self.head) + 1)
        wanted = [
            max(
                text_width(row[place], self.strong, self.size) / MM
                for row in [self.head, *self.rows]
            )
            + 0.5
            for place in range(len(self.head))
        ]
        spare = room - sum(wanted)
        if spare >= 0:
            return [width + spare / len(wanted) for width in wanted]
        widest = max(range(len(wanted)), key=lambda place: wanted[place])
        wanted[widest] += spare
        return wanted

    def cells(self, row: list[str]) -> list[Fitted]:
        fonts = [self.strong] + [self.font] * (len(row) - 1)
        return [
            fit(cell, font, self.size, self.size, (max(width, 1.0), 200.0), 1.18)
            for cell, font, width in zip(row, fonts, self.widths, strict=True)
        ]

    def face(self) -> Face:
        """The whole table; its height is what it needs."""
        fitted = [self.cells(row) for row in self.rows]
        step = self.size * 1.18 / MM
        heights = [max(len(cell.lines) for cell in row) * step + 2.2 for row in fitted]
        height = 2 * PAD + BAR + HEAD + sum(heights) + 1.5
        drawing, colour = Drawing(), self.job.look.colour
        drawing.rectangle(0, 0, WIDTH, height, 0, colour("ground"))
        drawing.rectangle(
            PAD, PAD, WIDTH - 2 * PAD, height - 2 * PAD, 2.5, colour("paper"), colour("ink"), 0.4
        )
        drawing.rectangle(PAD, PAD, WIDTH - 2 * PAD, BAR, 2.5, colour("back"), colour("ink"), 0.4)
        self.job.set_text(drawing, (PAD + 4, PAD, 80, BAR), self.params.title, "title", "on-back")
        self.job.set_text(drawing, (PAD + 86, PAD, 90, BAR), self.params.note, "body", "on-back")
        self._heads(drawing)
        top = PAD + BAR + HEAD
        for number, (row, row_height) in enumerate(zip(fitted, heights, strict=True)):
            self._row(drawing, row, top, row_height, number)
            top += row_height
        return face_of(drawing, WIDTH, height)

    def _heads(self, drawing: Drawing) -> None:
        style, x = self.job.look.texts["label"], PAD + GAP
        y, ink = PAD + BAR + HEAD, self.job.look.colour("ink")
        for head, width in zip(self.head, self.widths, strict=True):
            drawing.text(x, y - 2, head.upper(), style.font, 8, self.job.look.colour("soft"))
            x += width + GAP
        drawing.line(PAD, y, WIDTH - PAD, y, ink, 0.4)

    def _row(
        self, drawing: Drawing, row: list[Fitted], top: float, height: float, number: int
    ) -> None:
        colour = self.job.look.colour
        if number % 2 == 0:
            drawing.rectangle(PAD + 0.3, top, WIDTH - 2 * PAD - 0.6, height, 0, colour("tint"))
        x = PAD + GAP
        for place, cell in enumerate(row):
            font = self.strong if place == 0 else self.font
            for line, text in enumerate(cell.lines):
                baseline = top + 1.1 + 0.78 * self.size / MM + line * cell.leading
                drawing.text(x, baseline, text, font, self.size, colour("ink"))
            x += self.widths[place] + GAP
