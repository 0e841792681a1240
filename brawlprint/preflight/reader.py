"""A PDF read into plain facts: pdfium tells texts, fonts and pictures, the stream tells the faces.

This runs in a process of its own (see :mod:`brawlprint.preflight.isolated`), since a PDF may be
anybody's: what goes wrong here, or goes on and on, must not take the program with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from brawlprint.faces.drawing import MM
from brawlprint.preflight.document import (
    Bounds,
    Document,
    Font,
    Page,
    Placement,
    Refusal,
    Stroke,
    bounds_of,
    in_mm,
    moved,
    read_facts,
)
from brawlprint.preflight.operators import Clip, Walked, Walker
from brawlprint.preflight.pdfium import MOST_OBJECTS, Pdfium

MOST_PAGES = 2000
UNLOCK = "save it without a password; print shops refuse it, too"
MOST_FACES = 5000  # a page; of the smallest tokens a sheet of a square metre takes fewer
MOST_SIDE = 5080.0  # mm; PDF's own limit


class UnreadableError(Exception):
    """A file can't be read; carries the refusal."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, remedy)


def read_document(path: Path) -> Document:
    """Read a PDF; raises :class:`UnreadableError`, or whatever a broken file provokes."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    encrypted = UnreadableError("encrypted", "it is encrypted", UNLOCK)
    try:
        reader = PdfReader(path)
    except DependencyError:  # of the ciphers, which are not asked for
        raise encrypted from None
    if reader.is_encrypted:
        raise encrypted
    count = len(reader.pages)
    if not 0 < count <= MOST_PAGES:
        message = f"it has {count:,} pages" if count else "it has no pages"
        raise UnreadableError("pages", message, f"1 to {MOST_PAGES:,} can be looked at")
    meta: Mapping[str, Any] = reader.metadata or {}
    preferences: Mapping[str, Any] = _resolved(reader.root_object.get("/ViewerPreferences")) or {}
    facts = read_facts(str(meta.get("/Keywords") or ""))
    found = _Found(_trim_of(facts))
    with Pdfium(path) as pdfium:
        pages = tuple(_page(reader, pdfium, number, found) for number in range(count))
        fonts = tuple(Font(*each) for each in pdfium.fonts())
    return Document(
        pages=pages,
        drawings=tuple(found.drawings),
        fonts=fonts,
        title=str(meta.get("/Title") or ""),
        creator=str(meta.get("/Creator") or ""),
        facts=facts,
        scaling=str(preferences.get("/PrintScaling", "")).strip("/"),
        duplex=str(preferences.get("/Duplex", "")).strip("/"),
        press="/OutputIntents" in reader.root_object,
    )


Trim = tuple[float, float]


class _Found:
    """What pages share: the size that is recorded, forms that are followed, drawings by number."""

    def __init__(self, trim: Trim | None) -> None:
        self.trim = trim
        self.forms: dict[int, Walked | str] = {}
        self.drawings: dict[tuple[Stroke, ...], int] = {}

    def drawing(self, clip: Clip) -> int:
        """The number of what is drawn on a face."""
        return self.drawings.setdefault(tuple(clip.drawn), len(self.drawings))


class _Frame(Struct, frozen=True):
    """A page's MediaBox in points, from which all is measured."""

    left: float
    bottom: float
    right: float
    top: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page as mm from its top left."""
        return in_mm(x - self.left), in_mm(self.top - y)

    def box(self, left: float, bottom: float, right: float, top: float) -> Bounds:
        """A rectangle of the page, its sides in any order, in mm."""
        return bounds_of((self.point(left, bottom), self.point(right, top)))


def _page(reader: Any, pdfium: Pdfium, number: int, found: _Found) -> Page:
    page = reader.pages[number]
    left, bottom, right, top = sorted_box(page.mediabox)
    unit = float(page.get("/UserUnit", 1))
    frame = _Frame(left, bottom, right, top)
    width, height = in_mm(right - left) * unit, in_mm(top - bottom) * unit
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
        message = f"page {number + 1} is {width:,.0f} × {height:,.0f} mm"
        raise UnreadableError("page-size", message, "no paper is of that size; build it again")
    walked = _walk_page(page, found.forms)
    if len(walked.clips) > MOST_FACES:
        message = f"page {number + 1} has {len(walked.clips):,} faces"
        raise UnreadableError("too-much", message, "no sheet has as many; build it again")
    if walked.weight > MOST_OBJECTS:
        message = f"page {number + 1} draws more than {MOST_OBJECTS:,} things"
        raise UnreadableError("too-much", message, "no printer ends with as many; simplify it")
    faces = tuple(_placement(clip, frame, found.trim, found.drawing(clip)) for clip in walked.clips)
    texts, images = pdfium.page(number, walked.events, faces, frame.point)
    labels = reader.page_labels if number < len(reader.page_labels) else []
    return Page(
        number=number + 1,
        width=width,
        height=height,
        rotate=int(page.rotation or 0) % 360,
        label=str(labels[number]) if labels else "",
        crop=_box(page, "/CropBox", frame),
        trim=_box(page, "/TrimBox", frame),
        bleed=_box(page, "/BleedBox", frame),
        faces=faces,
        texts=texts,
        images=images,
    )


def sorted_box(box: Sequence[Any]) -> tuple[float, float, float, float]:
    """A PDF rectangle, its corners in any order, as left, bottom, right, top.

    >>> sorted_box([10, 20, 0, 0])
    (0.0, 0.0, 10.0, 20.0)
    """
    x0, y0, x1, y1 = (float(number) for number in box)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _box(page: Any, key: str, frame: _Frame) -> Bounds | None:
    box = _resolved(page.get(key))
    return frame.box(*sorted_box(box)) if box is not None else None


def _trim_of(facts: Mapping[str, str]) -> Trim | None:
    """The size (points) of what is cut out, where the file records it."""
    try:
        width, height = (float(side) * MM for side in facts["card"].split("x"))
    except (KeyError, ValueError):
        return None
    return (width, height) if 0 < width < MOST_SIDE and 0 < height < MOST_SIDE else None


def _placement(clip: Clip, frame: _Frame, trim: Trim | None, drawing: int) -> Placement:
    """A face's trim: its matrix puts the trim's corner, the clip reaches past it by the bleed.

    Without a recorded size the bleed is taken to be the same at all sides.
    """
    x, y, w, h = clip.rectangle
    bleed = max(0.0, -x)
    width, height = trim or (w - 2 * bleed, h - 2 * bleed)
    left, foot = max(0.0, x), max(0.0, y)
    corners = tuple(
        frame.point(*moved(clip.matrix, left + across * width, foot + up * height))
        for across, up in ((0, 1), (1, 1), (1, 0), (0, 0))
    )
    a, b, c, d = clip.matrix[:4]
    return Placement(
        corners=corners,  # type: ignore[arg-type]
        width=in_mm(width) * (a * a + b * b) ** 0.5,
        height=in_mm(height) * (c * c + d * d) ** 0.5,
        bleed=in_mm(bleed),
        drawing=drawing,
    )


def _walk_page(page: Any, forms: dict[int, Walked | str]) -> Walked:
    contents = page.get_contents()
    data = contents.get_data() if contents is not None else b""
    return Walker(_Objects(page, forms, 0).named).walk(data)


class _Objects:
    """What a stream can draw by name: a form is followed once, however often it is drawn."""

    MOST_DEPTH = 8

    def __init__(self, owner: Any, forms: dict[int, Walked | str], depth: int) -> None:
        resources = _resolved(owner.get("/Resources")) or {}
        self.objects: Any = _resolved(resources.get("/XObject")) or {}
        self.forms, self.depth = forms, depth

    def named(self, name: str) -> Walked | str:
        """An object: a form's content, or ``photo``; one that there is not is ``nothing``."""
        found = self.objects.raw_get(f"/{name}") if f"/{name}" in self.objects else None
        if found is None or self.depth > self.MOST_DEPTH:
            return "nothing"
        key = getattr(found, "idnum", 0) or -id(found)
        if key not in self.forms:
            self.forms[key] = "nothing"  # for a form that draws itself
            self.forms[key] = self._followed(_resolved(found))
        return self.forms[key]

    def _followed(self, stream: Any) -> Walked | str:
        if stream.get("/Subtype") != "/Form":
            return "photo"
        objects = _Objects(stream, self.forms, self.depth + 1)
        return Walker(objects.named).walk(stream.get_data())


def _resolved(found: Any) -> Any:
    """An object itself, where there may be a reference to it."""
    return found.get_object() if hasattr(found, "get_object") else found
