"""A track: a strip of numbered cells for each player, along which a marker moves."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.components.mat import seat_bar
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.sheets.card_sheets import Piece

WIDTH = 188.0  # mm; between the page furniture of both Letter and A4
PAD, BAR, CELL = 3.5, 9.0, 19.0  # border, title bar, a cell's height
LEAST_CELL = 10.5  # mm, the narrowest cell a marker can stand on


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Cells from ``start`` to ``end``, counting up or down; ``end-word`` names the last one."""

    title: str
    start: int
    end: int
    icon: str = ""
    note: str = ""
    end_word: str = ""


def make(job: Job) -> Product:
    """A strip for each player, with its seat's colour, number and pattern."""
    params = job.read_params(Params)
    if params.start == params.end or abs(params.start - params.end) > 200:
        raise job.error(
            "end",
            f"a track from {params.start} to {params.end} can't be drawn",
            "let it have 2 to 201 cells",
        )
    pieces = [Piece(_strip(job, params, seat)) for seat in range(job.settings.players)]
    return job.sheets(pieces, "card or paper", "cut into strips, one a player", duplex="off")


def _strip(job: Job, params: Params, seat: int) -> Face:
    step = 1 if params.end > params.start else -1
    numbers = list(range(params.start, params.end + step, step))
    a_row = min(len(numbers), int((WIDTH - 2 * PAD) / LEAST_CELL))
    rows = -(-len(numbers) // a_row)
    a_row = -(-len(numbers) // rows)
    height = 2 * PAD + BAR + rows * CELL + 1.5
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
        _cell(job, params, drawing, (x, y, width, CELL), number)
    return face_of(drawing, WIDTH, height)


def _cell(
    job: Job, params: Params, drawing: Drawing, box: tuple[float, float, float, float], number: int
) -> None:
    """One cell: its icon pale behind, its number large before it."""
    x, y, w, h = box
    colour = job.look.colour
    last = number == params.end
    drawing.rectangle(
        x + 0.6,
        y + 0.6,
        w - 1.2,
        h - 1.2,
        1.6,
        colour("tint" if last else "paper"),
        colour("ink"),
        0.5 if last else 0.25,
    )
    label = params.end_word if last else ""
    if params.icon and not label:
        size = min(w - 3.5, h - 8.5)
        drawing.symbol(
            job.icon(params.icon),
            x + (w - size) / 2,
            y + 1.8,
            size,
            colour("soft"),
            colour("paper"),
            job.settings.style != "colour",
        )
    job.set_text(drawing, (x + 1, y + h - 7.6, w - 2, 6.4), str(number), "number")
    if label:
        job.set_text(drawing, (x + 1, y + 3, w - 2, 6), label, "label")
