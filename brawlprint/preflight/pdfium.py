"""What pdfium tells of a page: its texts, glyph by glyph, the fonts they are in, its pictures."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from pypdfium2 import raw

from brawlprint.preflight.document import (
    Bounds,
    Image,
    Matrix,
    Placement,
    Point,
    Text,
    bounds_of,
    moved,
    multiply,
)
from brawlprint.preflight.operators import IDENTITY, Event

MOST_OBJECTS = 300_000  # a page; a map or a drawing may have many, a trap has endless
MOST_DEPTH = 12
INVISIBLE = 3  # the mode in which a scanner's words lie under its picture
HYPHENS = {0x02: "-", 0xFFFE: "-"}  # as pdfium has one at a line's end
SORTS = {raw.FPDF_PAGEOBJ_TEXT: "text", raw.FPDF_PAGEOBJ_FORM: "object"}
SORTS[raw.FPDF_PAGEOBJ_IMAGE] = "object"

ToPage = Callable[[float, float], Point]


class TooMuchError(Exception):
    """A page has more on it than anybody would print."""


class Pdfium:
    """An open PDF; :meth:`page` reads one page, :meth:`fonts` tells of those met so far."""

    def __init__(self, path: Path) -> None:
        raw.FPDF_InitLibrary()
        self._data = path.read_bytes()  # has to stay as long as the document
        self._document = raw.FPDF_LoadMemDocument64(self._data, len(self._data), None)
        if not self._document:
            raise ValueError("it is broken")
        self._numbers: dict[int, int] = {}
        self._fonts: list[tuple[str, bool, set[int]]] = []

    def __enter__(self) -> Pdfium:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        raw.FPDF_CloseDocument(self._document)

    def fonts(self) -> Iterator[tuple[str, bool, tuple[int, ...]]]:
        """Each font that shows something: its name, whether it is embedded, the pages it is on."""
        for name, embedded, pages in self._fonts:
            if pages:
                yield name, embedded, tuple(sorted(pages))

    def page(
        self,
        index: int,
        events: Sequence[Event],
        faces: Sequence[Placement],
        to_page: ToPage,
    ) -> tuple[tuple[Text, ...], tuple[Image, ...]]:
        """The texts and pictures of a page; ``events`` tells which face each belongs to.

        Where pdfium counts otherwise than the stream does, the face is the one they lie on.
        """
        page = raw.FPDF_LoadPage(self._document, index)
        if not page:
            raise ValueError(f"page {index + 1} is broken")
        try:
            objects = _Objects(to_page)
            objects.page(page, events)
            texts, images = objects.texts, objects.images
            for text in texts:
                text.font = self._font(text.handle, index + 1, text.hidden)
            _fill(page, texts, to_page)
        finally:
            raw.FPDF_ClosePage(page)
        return tuple(text.done(faces) for text in texts if text.words), tuple(images)

    def _font(self, text: Any, number: int, hidden: bool) -> int:
        font = raw.FPDFTextObj_GetFont(text)
        key = ctypes.addressof(font.contents) if font else 0
        if key not in self._numbers:
            self._numbers[key] = len(self._fonts)
            embedded = bool(font) and raw.FPDFFont_GetIsEmbedded(font) == 1
            self._fonts.append((_name(font), embedded, set()))
        if not hidden:
            self._fonts[self._numbers[key]][2].add(number)
        return self._numbers[key]


class _Found:
    """A text object while its glyphs are gathered; ``place`` is None where nobody could tell."""

    def __init__(self, handle: Any, place: int | None) -> None:
        self.handle, self.place = handle, place
        self.hidden = raw.FPDFTextObj_GetTextRenderMode(handle) == INVISIBLE
        self.font = 0
        self.words = ""
        self.start: Point = (0.0, 0.0)
        self.points: list[Point] = []

    def done(self, faces: Sequence[Placement]) -> Text:
        """The text with all that is known of it."""
        ink = bounds_of(self.points) if self.points else None
        place = self.place if self.place is not None else _face_at(self.start, faces)
        return Text(self.words, self.font, ink, self.start, place, self.hidden)


class _Objects:
    """A page's texts and pictures, in the order in which they are drawn.

    What the stream says is walked beside pdfium's objects: forms that hold no text and no picture,
    as icons do, needn't be looked into.
    """

    def __init__(self, to_page: ToPage) -> None:
        self.to_page = to_page
        self.count = 0
        self.texts: list[_Found] = []
        self.images: list[Image] = []

    def page(self, page: Any, events: Sequence[Event]) -> None:
        """All that a page shows."""
        count = self._limited(raw.FPDFPage_CountObjects(page))
        handles = [raw.FPDFPage_GetObject(page, number) for number in range(count)]
        for sort, handle, event in _beside(handles, events):
            self._object(sort, handle, event, event.place if event else None, IDENTITY, 0)

    def _object(
        self,
        sort: int,
        handle: Any,
        event: Event | None,
        place: int | None,
        outer: Matrix,
        depth: int,
    ) -> None:
        if sort == raw.FPDF_PAGEOBJ_TEXT:
            self.texts.append(_Found(handle, place))
        elif sort == raw.FPDF_PAGEOBJ_IMAGE:
            if (image := _image(handle, outer, self.to_page)) is not None:
                self.images.append(image)
        elif depth < MOST_DEPTH and not _is_plain(event):
            matrix = multiply(_matrix(handle), outer)
            count = self._limited(raw.FPDFFormObj_CountObjects(handle))
            handles = [raw.FPDFFormObj_GetObject(handle, number) for number in range(count)]
            events = event.inside.events if event and event.inside else ()
            for kind, each, inner in _beside(handles, events):
                self._object(kind, each, inner, place, matrix, depth + 1)

    def _limited(self, more: int) -> int:
        self.count += more
        if self.count > MOST_OBJECTS:
            raise TooMuchError(f"a page draws more than {MOST_OBJECTS:,} things")
        return more


def _beside(
    handles: Sequence[Any], events: Sequence[Event]
) -> Iterator[tuple[int, Any, Event | None]]:
    """Texts, pictures and forms, each with its event; with none where the two don't agree."""
    found = [(raw.FPDFPageObj_GetType(handle), handle) for handle in handles]
    met = [(sort, handle) for sort, handle in found if sort in SORTS]
    agree = [SORTS[sort] for sort, _ in met] == [event.sort for event in events]
    for number, (sort, handle) in enumerate(met):
        yield sort, handle, events[number] if agree else None


def _is_plain(event: Event | None) -> bool:
    """Whether a form is known to hold neither text nor anything that could."""
    return event is not None and event.inside is not None and not event.inside.events


def _fill(page: Any, texts: Sequence[_Found], to_page: ToPage) -> None:
    """Give each text its characters, their ink, and where its first one stands."""
    by_address = {ctypes.addressof(text.handle.contents): text for text in texts}
    textpage = raw.FPDFText_LoadPage(page)
    if not textpage:
        raise ValueError("its text is broken")
    sides = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = sides
    given = [ctypes.byref(side) for side in sides]
    for number in range(raw.FPDFText_CountChars(textpage)):
        handle = raw.FPDFText_GetTextObject(textpage, number)
        text = by_address.get(ctypes.addressof(handle.contents)) if handle else None
        if text is None:
            continue  # a space or a line's end that pdfium adds where words stand apart
        code = raw.FPDFText_GetUnicode(textpage, number)
        char = HYPHENS.get(code) or chr(code)
        if not text.words:
            raw.FPDFText_GetCharOrigin(textpage, number, given[0], given[1])
            text.start = to_page(left.value, right.value)
        text.words += char
        if not char.isspace():
            raw.FPDFText_GetCharBox(textpage, number, *given)
            text.points += (to_page(left.value, bottom.value), to_page(right.value, top.value))
    raw.FPDFText_ClosePage(textpage)


def _face_at(point: Point, faces: Sequence[Placement]) -> int:
    x, y = point
    for number, face in enumerate(faces):
        box = face.bounds
        if box.left <= x <= box.right and box.top <= y <= box.bottom:
            return number
    return -1


def _matrix(handle: Any) -> Matrix:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(handle, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _image(handle: Any, outer: Matrix, to_page: ToPage) -> Image | None:
    """A picture, the unit square of its matrix; None for one that covers nothing."""
    matrix = multiply(_matrix(handle), outer)
    across, down = ctypes.c_uint(), ctypes.c_uint()
    raw.FPDFImageObj_GetImagePixelSize(handle, across, down)
    a, b, c, d = matrix[:4]
    wide, high = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
    if not (wide > 0 and high > 0):
        return None
    corners = [to_page(*moved(matrix, x, y)) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
    dpi = min(across.value / wide, down.value / high) * 72
    return Image((across.value, down.value), Bounds(*bounds_of(corners)), dpi)


def _name(font: Any) -> str:
    """A font's name without the letters that mark a subset."""
    if not font:
        return "unknown"
    length = raw.FPDFFont_GetBaseFontName(font, None, 0)
    buffer = ctypes.create_string_buffer(max(length, 1))
    raw.FPDFFont_GetBaseFontName(font, buffer, length)
    name = buffer.value.decode("utf-8", "replace")
    subset, plus, rest = name.partition("+")
    return (rest if plus and len(subset) == 6 else name) or "unknown"
