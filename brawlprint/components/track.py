"""A track: a strip of numbered cells for each player, along which a marker moves."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.components.mat import seat_bar
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.template import Box
from brawlprint.sheets.card_sheets import Piece

WIDTH = 188.0  # mm; between the page furniture of both Letter and A4
PAD, BAR, CELL = 3.5, 9.0, 19.0  # border, title bar, a cell's height
LEAST_CELL = 10.5  # mm, the narrowest cell a marker can stand on
TENS = 10  # cells a row of a track that takes several, so that a number is found by its tens
MOST_HEIGHT = 265.0  # mm; a page of Letter and of A4
MOST_CELLS, MOST_PAST = 201, 20


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Cells from ``start`` to ``end``, counting up or down, and ``past`` more beyond the end.

    ``end-word`` and ``end-icon`` mark the end and all that is past it.
    """

    title: str
    start: int
    end: int
    icon: str = ""
    note: str = ""
    end_word: str = ""
    end_icon: str = ""
    past: int = 0


def make(job: Job) -> Product:
    """A strip for each player, with its seat's colour, number and pattern."""
    params = job.read_params(Params)
    if not 0 <= params.past <= MOST_PAST:
        raise job.error("past", f"past = {params.past}", f"write 0 to {MOST_PAST}")
    cells = abs(params.start - params.end) + 1 + params.past
    if params.start == params.end or cells > MOST_CELLS:
        raise job.error(
            "end",
            f"a track from {params.start} to {params.end} can't be drawn",
            f"let it have 2 to {MOST_CELLS} cells, with those past its end",
        )
    pieces = [Piece(_strip(job, params, seat)) for seat in range(job.settings.players)]
    return job.sheets(pieces, "card or paper", "cut into strips, one a player")


def _numbers(params: Params) -> list[int]:
    """The cells' numbers, those past the end after it."""
    step = 1 if params.end > params.start else -1
    return list(range(params.start, params.end + step * (params.past + 1), step))


def _a_row(cells: int) -> int:
    """How many cells stand in a row: all, else ten; on a very long track as many as fit."""
    most = int((WIDTH - 2 * PAD) / LEAST_CELL)
    if cells <= most:
        return cells
    if _height(-(-cells // TENS)) <= MOST_HEIGHT:
        return TENS
    return -(-cells // -(-cells // most))


def _height(rows: int) -> float:
    return 2 * PAD + BAR + rows * CELL + 1.5


def _strip(job: Job, params: Params, seat: int) -> Face:
    numbers = _numbers(params)
    a_row = _a_row(len(numbers))
    height = _height(-(-len(numbers) // a_row))
    drawing = Drawing()
    colour = job.look.colour
    drawing.rectangle(0, 0, WIDTH, height, 0, colour("ground"))
    drawing.rectangle(
        PAD, PAD, WIDTH - 2 * PAD, height - 2 * PAD, 2.5, colour("paper"), colour("ink"), 0.4
    )
    seat_bar(job, drawing, (PAD, PAD, WIDTH - 2 * PAD, BAR), seat, params.title, params.note)
    width = (WIDTH - 2 * PAD - 3) / a_row
    for place, number in enumerate(numbers):
        row, column = divmod(place, a_row)
        x, y = PAD + 1.5 + column * width, PAD + BAR + 0.75 + row * CELL
        out = place >= len(numbers) - 1 - params.past
        _cell(job, params, drawing, (x, y, width, CELL), number, out)
    return face_of(drawing, WIDTH, height)


def _cell(job: Job, params: Params, drawing: Drawing, box: Box, number: int, out: bool) -> None:
    """One cell: its icon pale behind, its number large before it; ``out`` at the end or past it."""
    x, y, w, h = box
    colour = job.look.colour
    cell = (x + 0.6, y + 0.6, w - 1.2, h - 1.2)
    fill = colour("tint" if out else "paper")
    first = number == params.end
    drawing.rectangle(*cell, 1.6, fill, colour("ink"), 0.5 if first else 0.25)
    word = params.end_word if out else ""
    icon = params.end_icon if out else params.icon
    if icon and (params.end_icon or not word):
        top = y + (4.7 if word else 1.8)
        size = min(w - 3.5, y + h - 8.3 - top)
        drawing.symbol(
            job.icon(icon),
            x + (w - size) / 2,
            top,
            size,
            colour("ink" if out else "soft"),
            fill,
            job.settings.style != "colour",
        )
    job.set_text(drawing, (x + 1, y + h - 7.6, w - 2, 6.4), str(number), "number")
    if word:
        line = (x + 1, y + 1.2, w - 2, 3.6) if params.end_icon else (x + 1, y + 3, w - 2, 6)
        job.set_text(drawing, line, word, "label")
