"""Where faces and texts lie on our sheets: margins, safe zones, sizes, the box they are cut by."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from brawlprint.errors import BrawlprintError, Finding, Where
from brawlprint.preflight.document import Bounds, Document, Page, Placement, Text, bounds_of
from brawlprint.preflight.general import NEAR
from brawlprint.preflight.slots import Sheets, Side, layout_of, unshifted
from brawlprint.sheets.paper import PRINTABLE, find_paper

TOLERANCE = 0.01  # mm
HAIR = 0.05  # mm by which a glyph's curve may stand out of the line it is set by
SAFE = 3.2  # mm inside the trim, where a card has its texts
WHOLE = 0.98  # a face that covers this share of its page is the page
REBUILD = "build it again"


class Sides(Struct, frozen=True):
    """Margins in mm."""

    top: float = PRINTABLE
    right: float = PRINTABLE
    bottom: float = PRINTABLE
    left: float = PRINTABLE

    def within(self, page: Page) -> Bounds:
        """What they leave of a page."""
        return Bounds(self.left, self.top, page.width - self.right, page.height - self.bottom)


def margins_of(document: Document) -> Sides:
    """The printable margins that a file records, else the usual ones."""
    try:
        top, right, bottom, left = (float(v) for v in document.facts["margins"].split(","))
    except (KeyError, ValueError):
        return Sides()
    return Sides(top, right, bottom, left)


def is_page(page: Page, face: Placement) -> bool:
    """Whether a face is the page itself rather than something to cut out."""
    return face.width * face.height >= WHOLE * page.width * page.height


class Layout:
    """Checks one of our files; ``told`` gathers the faces that a finding names already."""

    def __init__(self, document: Document, sheets: Sheets, file: str) -> None:
        self.document, self.sheets, self.file = document, sheets, file
        self.margins = margins_of(document)
        self.single = layout_of(document) == "single"
        self.told: set[tuple[int, int]] = set()
        backs = {slot.back.page.number for slot in sheets.slots if slot.back}
        self.backs = backs if sheets.layout != "gutterfold" else set()

    def corners(self, side: Side) -> Bounds:
        """Where a face was laid, what its printer's offset moved moved back."""
        if side.page.number in self.backs:
            return bounds_of(unshifted(side, self.sheets.offset))
        return side.face.bounds

    def fronts_kept(self) -> Iterator[Finding]:
        """No front and no text is where a printer may print nothing; single cards have no margin."""
        for page in () if self.single else self.document.pages:
            if page.number not in self.backs:
                yield from self.face_margins(page)
            yield from self.text_margins(page)

    def backs_kept(self) -> Iterator[Finding]:
        """No back is there either."""
        for page in () if self.single else self.document.pages:
            if page.number in self.backs:
                yield from self.face_margins(page)

    def where(self, side: Side) -> Where:
        """A face's place, for a finding."""
        return Where(self.file, side.page.number, side.page.place_name(side.number) or None)

    def paper(self) -> Iterator[Finding]:
        """The page is the paper that it was made for, unturned, and asks not to be scaled."""
        first = self.document.pages[0]
        if turned := [page.number for page in self.document.pages if page.rotate]:
            message = "the page is turned, so that nobody can tell which edge is the long one"
            yield Finding("page-size", message, Where(self.file, turned[0]), REBUILD)
        if self.document.scaling != "None":
            message = "it doesn't ask the viewer to print at 100 %"
            yield Finding("print-scaling", message, Where(self.file), REBUILD, level="warning")
        name = self.document.facts.get("paper")
        if self.single or name is None:
            return
        try:
            paper = find_paper(name)
        except BrawlprintError:
            return
        sides = zip(sorted((first.width, first.height)), (paper.width, paper.height), strict=True)
        if any(abs(side - wanted) > NEAR for side, wanted in sides):  # it may lie on its side
            message = (
                f"the page is {first.width:.1f} × {first.height:.1f} mm, "
                f"but {paper.title} is {paper.width:g} × {paper.height:g} mm"
            )
            yield Finding("page-size", message, Where(self.file, first.number), REBUILD)

    def face_margins(self, page: Page) -> Iterator[Finding]:
        """No face is where a printer may print nothing."""
        room = self.margins.within(page)
        for number, face in enumerate(page.faces):
            side = Side(page, number)
            past = self.corners(side).outside(room)
            if past > TOLERANCE and side.key not in self.told and not is_page(page, face):
                self.told.add(side.key)
                message = f"a face reaches {past:.2f} mm into the margin that printers leave blank"
                yield Finding("margin", message, self.where(side), REBUILD)

    def text_margins(self, page: Page) -> Iterator[Finding]:
        """No text of the page itself is there either; one finding tells of all of them."""
        room = self.margins.within(page)
        past = [
            (text.ink.outside(room), " ".join(text.words.split())[:40])
            for text in page.texts
            if text.ink and self.shown(text) and self._of_page(page, text)
        ]
        bad = [each for each in past if each[0] > TOLERANCE + HAIR]
        if bad:
            most, words = max(bad)
            more = f", and so do {len(bad) - 1} more texts" if len(bad) > 1 else ""
            message = f"{words!r} reaches {most:.2f} mm into the margin of the page{more}"
            yield Finding("margin", message, Where(self.file, page.number), REBUILD)

    def _of_page(self, page: Page, text: Text) -> bool:
        return text.place < 0 or is_page(page, page.faces[text.place])

    def shown(self, text: Text) -> bool:
        """Whether a text leaves ink that is known: what a printer puts for a missing font isn't."""
        return not text.hidden and self.document.fonts[text.font].embedded

    def safe_zones(self) -> Iterator[Finding]:
        """A card's texts keep away from where it is cut; one finding a face."""
        for page in self.document.pages:
            for text in page.texts:
                if text.ink and text.place >= 0 and self.shown(text):
                    yield from self._safe(Side(page, text.place), text.words, text.ink)

    def _safe(self, side: Side, words: str, ink: Bounds) -> Iterator[Finding]:
        past = ink.outside(side.face.bounds.inset(SAFE))
        if past <= TOLERANCE + HAIR or side.key in self.told:
            return
        self.told.add(side.key)
        from_cut = SAFE - past
        how = (
            f"stands {from_cut:.2f} mm from the cut"
            if from_cut >= 0
            else f"reaches {-from_cut:.2f} mm past the cut"
        )
        message = f"{' '.join(words.split())[:40]!r} {how}"
        remedy = f"keep texts {SAFE:g} mm inside the trim; {REBUILD}"
        yield Finding("safe-zone", message, self.where(side), remedy)

    def trims(self) -> Iterator[Finding]:
        """The TrimBox is the block of faces; on a part-filled page, as on the others."""
        fullest = max((len(page.faces) for page in self.document.pages), default=0)
        for page in self.document.pages:
            kept = [n for n in range(len(page.faces)) if (page.number, n) not in self.told]
            if page.trim is None or not kept or any(is_page(page, f) for f in page.faces):
                continue
            block = bounds_of(point for n in kept for point in _points(self.corners(Side(page, n))))
            trim = page.trim
            if page.number in self.backs:
                x, y, _ = self.sheets.offset
                trim = Bounds(trim.left - x, trim.top - y, trim.right - x, trim.bottom - y)
            full = len(kept) == fullest == len(page.faces) and fullest == self.places
            off = max(abs(a - b) for a, b in zip(block, trim, strict=True))
            past = block.outside(trim)
            if past > NEAR or (full and off > NEAR):
                message = f"its TrimBox misses the faces by {max(past, off if full else 0):.2f} mm"
                yield Finding("trim-box", message, Where(self.file, page.number), REBUILD)

    @property
    def places(self) -> int:
        """How many places a page has: as the file records, else as its fullest page has."""
        pages = self.document.pages
        fullest = max((len(page.faces) for page in pages), default=0)
        try:
            across, down = map(int, self.document.facts["grid"].split("x"))
        except (KeyError, ValueError):
            return fullest if len(pages) > 2 else 0
        return across * down * (2 if self.sheets.layout == "gutterfold" else 1)


def _points(box: Bounds) -> tuple[tuple[float, float], tuple[float, float]]:
    return (box.left, box.top), (box.right, box.bottom)
