"""A contact sheet of all a game's faces: a whole deck at a glance, for proofing."""

from __future__ import annotations

import io
from collections.abc import Iterator

from msgspec import Struct

from brawlprint.components.cards import printed_faces
from brawlprint.components.job import Job
from brawlprint.definitions import Game
from brawlprint.errors import RequestError
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.fonts import text_width
from brawlprint.settings import Settings
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter
from brawlprint.workspace import Workspace

COLUMNS = 10
SHARE = 0.55  # of a card's size
MARGIN, GAP, HEAD, NOTE = 8.0, 2.5, 14.0, 4.0  # mm
DPI = 110.0
FONT, TITLE = "BarlowCondensed-SemiBold", "BarlowCondensed-ExtraBold"


class Gallery(Struct, frozen=True):
    """A contact sheet as a PDF and as a PNG, and how many faces it shows."""

    pdf: bytes
    png: bytes
    faces: int


def draw_gallery(workspace: Workspace, game: Game, settings: Settings) -> Gallery:
    """Draw every face of a game once, with its number and how many of it there are."""
    shown = list(_faces(workspace, game, settings))
    if not shown:
        raise RequestError(f"{game.name} has no cards to show")
    across = max(face.width for face, _ in shown) * SHARE
    down = max(face.height for face, _ in shown) * SHARE
    rows = -(-len(shown) // COLUMNS)
    columns = min(COLUMNS, len(shown))
    width = 2 * MARGIN + columns * (across + GAP) - GAP
    height = MARGIN + HEAD + rows * (down + NOTE + GAP) + MARGIN - GAP
    paper = Paper("gallery", "gallery", width, height)
    writer = PdfWriter(paper, workspace.icons, f"{game.title}: gallery", "gallery")
    page = Drawing()
    page.rectangle(0, 0, width, height, 0, "#ECE8E1")
    page.text(MARGIN, MARGIN + 6, game.title.upper(), TITLE, 22, "#1D1A17")
    total = f"{len(shown)} faces · {settings.style}"
    page.text(width - MARGIN, MARGIN + 6, total, FONT, 11, "#5E564C", "right")
    places = []
    for number, (_, note) in enumerate(shown):
        row, column = divmod(number, COLUMNS)
        x = MARGIN + column * (across + GAP)
        y = MARGIN + HEAD + row * (down + NOTE + GAP)
        places.append((x, y))
        size = min(7.5, (across + GAP - 1) * MM / text_width(note, FONT, 1))
        page.text(x + across / 2, y + down + 3, note, FONT, size, "#5E564C", "centre")
    writer.draw(page.instructions)
    for (face, _), (x, y) in zip(shown, places, strict=True):
        writer.place(face, x, y, scale=SHARE)
    writer.end_page("1", game.title)
    pdf = writer.finish()
    return Gallery(pdf, _png(pdf), len(shown))


def _faces(workspace: Workspace, game: Game, settings: Settings) -> Iterator[tuple[Face, str]]:
    """The distinct faces of every component of cards, and what is written below each."""
    for name, params in game.components.items():
        if params.get("kind", name) != "cards":
            continue
        job = Job(workspace, game, name, params, settings)
        counted: dict[str, tuple[Face, str, int]] = {}
        for card, face in printed_faces(job):
            count = counted[face.digest][2] if face.digest in counted else 0
            counted[face.digest] = (face, f"{card.no} {card.id}", count + 1)
        for face, note, count in counted.values():
            yield face, note if count == 1 else f"{note} × {count}"


def _png(pdf: bytes) -> bytes:
    import pypdfium2

    page = pypdfium2.PdfDocument(io.BytesIO(pdf))[0]
    picture = page.render(scale=DPI / 72).to_pil()
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
