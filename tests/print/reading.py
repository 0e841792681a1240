"""Reads a PDF back as a person with a ruler would: characters, thin lines, crop marks, places.

All lengths are mm from the page's top left, y down. Nothing here knows the product: where the
places are comes from the crop marks alone.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
from PIL import Image
from pypdfium2 import raw

MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def of(cls, element: list[float]) -> Box:
        """A template's ``[x, y, width, height]``."""
        x, y, w, h = element
        return cls(x, y, x + w, y + h)

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @property
    def edges(self) -> tuple[float, float, float, float]:
        return self.x0, self.y0, self.x1, self.y1

    def inset(self, by: float) -> Box:
        return Box(self.x0 + by, self.y0 + by, self.x1 - by, self.y1 - by)

    def holds(self, other: Box) -> bool:
        """Whether another box lies wholly inside this one."""
        return (
            self.x0 <= other.x0
            and self.y0 <= other.y0
            and other.x1 <= self.x1
            and other.y1 <= self.y1
        )

    def has_centre_of(self, other: Box) -> bool:
        x, y = other.centre
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def meets(self, other: Box) -> bool:
        """Whether the two have more than an edge in common."""
        return (
            self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1
        )

    def within(self, place: Box, turned: bool = False) -> Box:
        """This box, measured from a place's top left (or, turned, from its bottom right)."""
        if turned:
            return Box(
                place.x1 - self.x1, place.y1 - self.y1, place.x1 - self.x0, place.y1 - self.y0
            )
        return Box(place.x0 + self.x0, place.y0 + self.y0, place.x0 + self.x1, place.y0 + self.y1)


@dataclass(frozen=True, slots=True)
class Char:
    """A character; ``angle`` is degrees clockwise, ``gap`` marks white space of any sort."""

    text: str
    box: Box
    angle: int
    gap: bool


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line drawn on the page itself (not inside a form)."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    black: bool

    @property
    def vertical(self) -> bool:
        return abs(self.x1 - self.x0) < 1e-3

    @property
    def horizontal(self) -> bool:
        return abs(self.y1 - self.y0) < 1e-3

    @property
    def length(self) -> float:
        return math.hypot(self.x1 - self.x0, self.y1 - self.y0)

    @property
    def box(self) -> Box:
        """What its ink covers."""
        half = self.width / 2
        return Box(
            min(self.x0, self.x1) - half,
            min(self.y0, self.y1) - half,
            max(self.x0, self.x1) + half,
            max(self.y0, self.y1) + half,
        )


@dataclass(frozen=True)
class Page:
    """One page, read."""

    width: float
    height: float
    trim: Box
    label: str
    chars: tuple[Char, ...]
    strokes: tuple[Stroke, ...]
    source: Path = field(repr=False)
    index: int = 0

    @property
    def paper(self) -> Box:
        return Box(0, 0, self.width, self.height)

    @cached_property
    def marks(self) -> tuple[Stroke, ...]:
        """The crop marks: the only pure black hairlines on a page."""
        return tuple(
            stroke
            for stroke in self.strokes
            if stroke.black and stroke.width < 0.2 and (stroke.vertical or stroke.horizontal)
        )

    @cached_property
    def cuts(self) -> tuple[list[float], list[float]]:
        """Where the cut lines run (across, down), by the marks of two opposite margins each.

        A cut has a mark at both ends, and the two lie on one line: else one can't cut by them.
        """
        x_middle, y_middle = self.paper.centre
        above = [mark.x0 for mark in self.marks if mark.vertical and mark.box.y1 < y_middle]
        below = [mark.x0 for mark in self.marks if mark.vertical and mark.box.y0 > y_middle]
        left = [mark.y0 for mark in self.marks if mark.horizontal and mark.box.x1 < x_middle]
        right = [mark.y0 for mark in self.marks if mark.horizontal and mark.box.x0 > x_middle]
        assert len(above) + len(below) + len(left) + len(right) == len(self.marks)
        return _paired(above, below), _paired(left, right)

    @cached_property
    def block(self) -> Box:
        """All that the outermost cuts enclose."""
        across, down = self.cuts
        return Box(across[0], down[0], across[-1], down[-1])

    @cached_property
    def places(self) -> list[Box]:
        """The places between the cuts, row by row."""
        across, down = self.cuts
        return [Box(x0, y0, x1, y1) for y0, y1 in pairwise(down) for x0, x1 in pairwise(across)]

    @cached_property
    def columns(self) -> int:
        return len(self.cuts[0]) - 1

    @cached_property
    def printed(self) -> tuple[Char, ...]:
        """The characters that leave ink."""
        return tuple(char for char in self.chars if not char.gap)

    @cached_property
    def on_cards(self) -> tuple[Char, ...]:
        return tuple(char for char in self.printed if self.block.meets(char.box))

    @cached_property
    def furniture(self) -> tuple[Char, ...]:
        return tuple(char for char in self.printed if not self.block.meets(char.box))

    @cached_property
    def furniture_strokes(self) -> tuple[Stroke, ...]:
        """Lines in the margins that are no crop marks: the rulers."""
        return tuple(
            stroke
            for stroke in self.strokes
            if stroke not in self.marks and not self.block.meets(stroke.box)
        )

    @cached_property
    def text(self) -> str:
        """All words of the page, one space between them."""
        return " ".join("".join(" " if char.gap else char.text for char in self.chars).split())

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """The middle of each character."""
        return tuple(char.box.centre for char in self.chars)

    def text_in(self, box: Box) -> str:
        """The words whose characters have their centre in a box, one space between them."""
        x0, y0, x1, y1 = box.edges
        parts: list[str] = []
        gap = False
        for char, (x, y) in zip(self.chars, self.centres, strict=True):
            if char.gap or not (x0 <= x <= x1 and y0 <= y <= y1):
                gap = True
            else:
                parts.append(f" {char.text}" if gap else char.text)
                gap = False
        return "".join(parts).strip()

    def chars_in(self, box: Box) -> list[Char]:
        """The characters that have their centre in a box."""
        x0, y0, x1, y1 = box.edges
        return [
            char
            for char, (x, y) in zip(self.chars, self.centres, strict=True)
            if x0 <= x <= x1 and y0 <= y <= y1 and not char.gap
        ]

    def filled_places(self) -> list[int]:
        """The numbers of the places with a character on them."""
        return [number for number, place in enumerate(self.places) if self.chars_in(place)]

    def grey(self, dpi: float = 150) -> Image.Image:
        """The page as a grey picture."""
        return self._picture(dpi, grayscale=True)

    def grey_block(self, dpi: float = 150) -> Image.Image:
        """All that will be cut out, as a grey picture."""
        x0, y0, x1, y1 = (round(edge / 25.4 * dpi) for edge in self.block.edges)
        return self.grey(dpi).crop((x0, y0, x1, y1))

    def colour(self, dpi: float = 150) -> Image.Image:
        """The page as a colour picture."""
        return self._picture(dpi).convert("RGB")

    def _picture(self, dpi: float, **options: bool) -> Image.Image:
        pdf = pdfium.PdfDocument(self.source)
        try:
            # A little less than the scale, or a page of exactly 1650 px has 1651.
            bitmap = pdf[self.index].render(scale=dpi / 72 - 1e-9, **options)
            picture: Image.Image = bitmap.to_pil().copy()
            return picture
        finally:
            pdf.close()


def count_pages(path: Path) -> int:
    """How many pages a PDF has."""
    pdf = pdfium.PdfDocument(path)
    try:
        return len(pdf)
    finally:
        pdf.close()


def read_clips(path: Path) -> list[list[Box]]:
    """The rectangles that each page's drawing is clipped to, those inside forms left out."""
    with pikepdf.open(path) as pdf:
        return [list(_clips(page)) for page in pdf.pages]


def _clips(page: pikepdf.Page) -> Iterator[Box]:
    height = float(page.mediabox[3])
    matrix, stack = pikepdf.Matrix(), list[pikepdf.Matrix]()
    corners: list[float] = []
    for step in pikepdf.parse_content_stream(page, "q Q cm re W"):
        numbers = [float(operand) for operand in step.operands]
        match str(step.operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = pikepdf.Matrix(*numbers) @ matrix
            case "re":
                corners = numbers
            case "W":
                x, y, w, h = corners
                (x0, y0), (x1, y1) = matrix.transform((x, y)), matrix.transform((x + w, y + h))
                yield _box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), height)


def read_pdf(path: Path) -> list[Page]:
    """Every page of a PDF."""
    pdf = pdfium.PdfDocument(path)
    try:
        return [_page(pdf, index, path) for index in range(len(pdf))]
    finally:
        pdf.close()


def _page(pdf: pdfium.PdfDocument, index: int, path: Path) -> Page:
    page = pdf[index]
    width, height = page.get_size()
    left, bottom, right, top = page.get_trimbox(fallback_ok=False) or (0, 0, 0, 0)
    textpage = page.get_textpage()
    return Page(
        width / MM,
        height / MM,
        _box(left, bottom, right, top, height),
        pdf.get_page_label(index),
        tuple(_chars(textpage, height)),
        tuple(_strokes(page, height)),
        path,
        index,
    )


def _box(left: float, bottom: float, right: float, top: float, height: float) -> Box:
    return Box(left / MM, (height - top) / MM, right / MM, (height - bottom) / MM)


def _chars(textpage: pdfium.PdfTextPage, height: float) -> Iterator[Char]:
    for index in range(textpage.count_chars()):
        text = chr(raw.FPDFText_GetUnicode(textpage, index))
        angle = round(math.degrees(raw.FPDFText_GetCharAngle(textpage, index))) % 360
        left, bottom, right, top = textpage.get_charbox(index)
        box = _box(left, bottom, right, top, height)
        yield Char(text, box, angle, text.isspace())


def _strokes(page: pdfium.PdfPage, height: float) -> Iterator[Stroke]:
    for path in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1):
        if raw.FPDFPath_CountSegments(path) != 2 or not _stroked(path):
            continue
        matrix = path.get_matrix()
        (x0, y0), (x1, y1) = (matrix.on_point(*_point(path, number)) for number in (0, 1))
        width = ctypes.c_float()
        raw.FPDFPageObj_GetStrokeWidth(path, width)
        rgba = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFPageObj_GetStrokeColor(path, *rgba)
        yield Stroke(
            x0 / MM,
            (height - y0) / MM,
            x1 / MM,
            (height - y1) / MM,
            width.value / MM,
            all(channel.value == 0 for channel in rgba[:3]),
        )


def _stroked(path: pdfium.PdfObject) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(stroke.value)


def _point(path: pdfium.PdfObject, number: int) -> tuple[float, float]:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(path, number), x, y)
    return x.value, y.value


def _paired(one: list[float], other: list[float]) -> list[float]:
    one, other = sorted(one), sorted(other)
    assert len(one) == len(other) >= 2, f"{len(one)} crop marks face {len(other)}"
    for a, b in zip(one, other, strict=True):
        assert abs(a - b) < 0.01, f"crop marks at {a:.3f} and {b:.3f} mm are not on one line"
    return [(a + b) / 2 for a, b in zip(one, other, strict=True)]
