"""Cards laid on sheets: fronts in reading order, each page's backs right behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons
from brawlprint.sheets.furniture import Caption, draw_margins
from brawlprint.sheets.grid import Duplex, Grid
from brawlprint.sheets.pdf import PdfWriter

FLIP_WORDS: dict[str, str] = {
    "long-edge": "two-sided, flip on the long edge",
    "short-edge": "two-sided, flip on the short edge",
    "off": "one-sided",
}


class Piece(Struct, frozen=True):
    """Something to cut out: its front, and its back if it has one."""

    front: Face
    back: Face | None = None


class SheetJob(Struct, frozen=True):
    """What the sheets are called and how they are turned."""

    title: str
    part: str
    duplex: Duplex


def write_sheets(
    pieces: Sequence[Piece], grid: Grid, job: SheetJob, icons: Icons
) -> tuple[bytes, int]:
    """Lay pieces out on a grid; gives the PDF and its number of pages.

    Backs are printed unless ``job.duplex`` is off or no piece has one; a part-filled last page
    keeps the full grid, so that its backs fall where they should.
    """
    backs = job.duplex != "off" and any(piece.back for piece in pieces)
    duplex: Duplex = job.duplex if backs else "off"
    writer = PdfWriter(grid.paper, icons, f"{job.title}: {job.part}", job.part, duplex)
    uses = Counter(face.digest for piece in pieces for face in (piece.front, piece.back) if face)
    sheets = [pieces[at : at + grid.capacity] for at in range(0, len(pieces), grid.capacity)]
    pages = len(sheets) * (2 if backs else 1)
    for number, sheet in enumerate(sheets):
        for side in ("front", "back") if backs else ("front",):
            page = Drawing()
            caption = Caption(
                job.title,
                f"{job.part}, {side}s" if backs else job.part,
                writer.pages + 1,
                pages,
                FLIP_WORDS[duplex],
            )
            draw_margins(page, grid, caption)
            writer.draw(page.instructions)
            for place_number, piece in enumerate(sheet):
                face = piece.front if side == "front" else piece.back
                if face is None:
                    continue
                place = (
                    grid.place(place_number)
                    if side == "front"
                    else grid.back_place(place_number, duplex)
                )
                writer.place(face, place.x, place.y, place.turned, uses[face.digest] > 1)
            word = side.capitalize() if backs else "Sheet"
            writer.end_page(f"{word} {number + 1}", f"{word} {number + 1}", grid.block)
    return writer.finish(), pages
