"""A mat for each player: a page of named areas for what lies before him."""

from __future__ import annotations

from itertools import combinations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.paths import parse_path
from brawlprint.faces.seats import DARK, seat_colour, seat_pattern
from brawlprint.faces.template import Box
from brawlprint.sheets.card_sheets import Piece

WIDTH, HEIGHT = 188.0, 265.0  # mm; a page of Letter and of A4
PAD, BAR = 4.0, 12.0
FIELD = (WIDTH - 2 * PAD, HEIGHT - 2 * PAD - BAR)  # mm; what areas can take: 180 × 245


class Area(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """An area: its box (x, y, width, height in mm on the field), title, note, icon and start.

    ``start`` is a number to begin with, printed large: as many tokens lie there at first.
    """

    title: str
    box: Box
    note: str = ""
    icon: str = ""
    start: int | None = None


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The mat's title and its areas, on a field of 180 × 245 mm."""

    title: str
    area: tuple[Area, ...]
    note: str = ""


def make(job: Job) -> Product:
    """A mat for each player, with his seat's colour, number and pattern."""
    params = job.read_params(Params)
    _check(job, params)
    pieces = [Piece(_mat(job, params, seat)) for seat in range(job.settings.players)]
    return job.sheets(pieces, "card or paper", "one a player")


def _check(job: Job, params: Params) -> None:
    for place, area in enumerate(params.area):
        x, y, w, h = area.box
        if min(x, y) < 0 or min(w, h) < 10 or x + w > FIELD[0] or y + h > FIELD[1]:
            message = f"the box {list(area.box)} of {area.title!r} leaves the field"
            remedy = f"keep it within {FIELD[0]:g} × {FIELD[1]:g} mm, 10 mm or more each way"
            raise job.error(f"area[{place}].box", message, remedy)
    for (_, one), (place, two) in combinations(enumerate(params.area), 2):
        if _overlap(one.box, two.box):
            message = f"{one.title!r} and {two.title!r} overlap"
            raise job.error(f"area[{place}].box", message, "move or shrink one of them")


def _overlap(one: Box, two: Box) -> bool:
    across = min(one[0] + one[2], two[0] + two[2]) - max(one[0], two[0])
    down = min(one[1] + one[3], two[1] + two[3]) - max(one[1], two[1])
    return across > 1e-6 and down > 1e-6


def _mat(job: Job, params: Params, seat: int) -> Face:
    drawing = Drawing()
    colour = job.look.colour
    drawing.rectangle(0, 0, WIDTH, HEIGHT, 0, colour("ground"))
    field = (PAD, PAD, WIDTH - 2 * PAD, HEIGHT - 2 * PAD)
    drawing.rectangle(*field, 2.5, colour("paper"), colour("ink"), 0.4)
    seat_bar(job, drawing, (PAD, PAD, WIDTH - 2 * PAD, BAR), seat, params.title, params.note)
    for area in params.area:
        _area(job, drawing, area)
    return face_of(drawing, WIDTH, HEIGHT)


def seat_bar(job: Job, drawing: Drawing, box: Box, seat: int, title: str, note: str) -> None:
    """A player's title bar, its upper corners round: number, title, note, pattern."""
    x, y, w, h = box
    colour, ink = job.look.colour, job.look.colour("ink")
    name = seat_colour(seat)
    text = "white" if name in DARK and job.settings.style == "colour" else "ink"
    right = x + w
    corner = "A2.5 2.5 0 0 1"
    shape = f"M{x + 2.5} {y} H{right - 2.5} {corner} {right} {y + 2.5} V{y + h} H{x} "
    segments = parse_path(f"{shape}V{y + 2.5} {corner} {x + 2.5} {y} Z")
    drawing.shape(segments, colour(name), ink, 0.4)
    seat_pattern(drawing, (right - 30, y + 0.8, 27, h - 1.6), seat, colour(text))
    drawing.circle(x + 6.2, y + h / 2, 3.8, colour("paper"), ink, 0.35)
    job.set_text(drawing, (x + 2.4, y, 7.6, h), str(seat + 1), "number")
    job.set_text(drawing, (x + 12.5, y, 66, h), title, "title", text)
    job.set_text(drawing, (x + 80.5, y, 66, h), note, "body", text)


def _area(job: Job, drawing: Drawing, area: Area) -> None:
    colour = job.look.colour
    x, y, w, h = PAD + area.box[0] + 1.5, PAD + BAR + area.box[1] + 1.5, area.box[2], area.box[3]
    w, h = w - 3, h - 3
    drawing.rectangle(x, y, w, h, 2.5, colour("tint"), colour("ink"), 0.35)
    left = x + 3
    if area.icon:
        outline = job.settings.style != "colour"
        drawing.symbol(
            job.icon(area.icon), left, y + 2.5, 8, colour("ink"), colour("tint"), outline
        )
        left += 10
    start_width = 16.0 if area.start is not None else 0.0
    job.set_text(drawing, (left, y + 2.5, x + w - 3 - start_width - left, 8), area.title, "heading")
    if area.start is not None:
        job.set_text(
            drawing, (x + w - 3 - start_width, y + 2.5, start_width, 8), str(area.start), "number"
        )
    if area.note:
        job.set_text(drawing, (x + 3, y + 11.5, w - 6, h - 14), area.note, "note")
