"""Cards of no game, laid out and read back: each is a coloured area that tells its number and side.

All lengths are mm from the page's top left, y down.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from kits import ROOT
from pypdfium2 import raw
from reading import MM, Box, Stroke, _strokes

from brawlprint.components.job import face_of
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.icons import load_icons
from brawlprint.sheets.card_sheets import Piece, SheetJob, write_sheets
from brawlprint.sheets.paper import find_card_size, find_paper
from brawlprint.sheets.plan import MOST_BLEED, Laying, Plan, make_plan

ICONS = load_icons(ROOT / "templates/icons.toml")
FRONT, BACK = 40, 80  # the red of an area
CORNER = 4.0  # mm, a square at a card's upper left


@dataclass(frozen=True)
class Spot:
    """A card on a page: its number, its trim, and how it lies (degrees clockwise)."""

    number: int
    back: bool
    box: Box
    turn: int


@dataclass(frozen=True)
class Sheet:
    """A page: its size, boxes, cards and lines."""

    paper: Box
    trim: Box
    bleed: Box
    spots: list[Spot]
    strokes: list[Stroke]

    @property
    def fronts(self) -> list[Spot]:
        return [spot for spot in self.spots if not spot.back]

    @property
    def backs(self) -> list[Spot]:
        return [spot for spot in self.spots if spot.back]


@dataclass(frozen=True)
class Laid:
    """What was written: the plan, the file, its pages."""

    plan: Plan
    path: Path
    sheets: list[Sheet]


def card(size: tuple[float, float], number: int, back: bool = False) -> Face:
    """A card that is one colour from edge to edge, with a square at its upper left."""
    drawing, (width, height) = Drawing(), size
    colour = f"#{BACK if back else FRONT:02X}{number % 250:02X}{number // 250:02X}"
    past = MOST_BLEED
    drawing.rectangle(-past, -past, width + 2 * past, height + 2 * past, 0, "#FFFFFF")
    drawing.rectangle(0, 0, width, height, 0, colour)
    drawing.rectangle(0, 0, CORNER, CORNER, 0, colour)
    face = face_of(drawing, width, height)
    return Face(face.width, face.height, past, face.instructions, face.digest)


def pieces(size: tuple[float, float], count: int) -> list[Piece]:
    return [Piece(card(size, number), card(size, number, back=True)) for number in range(count)]


def lay(folder: Path, paper: str, size: str, count: int | None = None, **settings: Any) -> Laid:
    """So many cards laid out and read back; one more than a page takes where nobody says."""
    laying = Laying(paper=find_paper(paper), **settings)
    wanted = find_card_size(size)
    measures = (wanted.width, wanted.height)
    plan = make_plan(laying, measures, MOST_BLEED, backs=True, cards=True)
    number = plan.capacity + 1 if count is None else count
    job = SheetJob("Game", "Cards", "cards")
    data, pages = write_sheets(pieces(measures, number), plan, job, ICONS)
    path = folder / "laid.pdf"
    path.write_bytes(data)
    sheets = read_sheets(path)
    assert len(sheets) == pages
    return Laid(plan, path, sheets)


def read_sheets(path: Path) -> list[Sheet]:
    """Every page of a file."""
    pdf = pdfium.PdfDocument(path)
    try:
        return [_sheet(page) for page in pdf]
    finally:
        pdf.close()


def _sheet(page: pdfium.PdfPage) -> Sheet:
    width, height = page.get_size()
    return Sheet(
        Box(0, 0, width / MM, height / MM),
        _box(page.get_trimbox(), height),
        _box(page.get_bleedbox(), height),
        list(_spots(page, height)),
        list(_strokes(page, height)),
    )


def _box(edges: tuple[float, float, float, float], height: float) -> Box:
    left, bottom, right, top = edges
    return Box(left / MM, (height - top) / MM, right / MM, (height - bottom) / MM)


def _spots(page: pdfium.PdfPage, height: float) -> Iterator[Spot]:
    trim: Box | None = None
    for path in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        red, green, blue = _fill(path)
        if red not in (FRONT, BACK):
            trim = None
            continue
        box = _box(path.get_bounds(), height)
        if trim is None:
            trim = box
            continue
        yield Spot(green + 250 * blue, red == BACK, trim, _turn(trim, box))
        trim = None


def _fill(path: pdfium.PdfObject) -> tuple[int, int, int]:
    channels = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(path, *channels)
    red, green, blue = (channel.value for channel in channels[:3])
    return red, green, blue


def _turn(trim: Box, corner: Box) -> int:
    """How a card lies, by which of its corners has the square."""
    left = abs(corner.x0 - trim.x0) < 0.1
    top = abs(corner.y0 - trim.y0) < 0.1
    return {(True, True): 0, (False, True): 90, (False, False): 180, (True, False): 270}[left, top]


def is_near(one: Box, other: Box, within: float = 0.01) -> bool:
    """Whether two boxes are the same to a hundredth of a millimetre."""
    return all(abs(a - b) <= within for a, b in zip(one.edges, other.edges, strict=True))


def mirrored(sheet: Sheet, spot: Spot, axis: str) -> tuple[Box, int]:
    """Where a card shows on the other side once the sheet is turned, and how it lies there."""
    box, (width, height) = spot.box, (sheet.paper.x1, sheet.paper.y1)
    if axis == "across":
        return Box(width - box.x1, box.y0, width - box.x0, box.y1), -spot.turn % 360
    return Box(box.x0, height - box.y1, box.x1, height - box.y0), (180 - spot.turn) % 360
