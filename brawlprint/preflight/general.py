"""What any PDF has to have that somebody prints: fonts, resolution, boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from brawlprint.errors import Finding, Where
from brawlprint.faces.user_art import LEAST_DPI
from brawlprint.preflight.document import Document, Page

COARSE = 100.0  # dpi; below it one sees the pixels from where one holds a card
NEAR = 0.05  # mm that boxes may differ by
MOST_LISTED = 8


def check_general(document: Document, file: str) -> Iterator[Finding]:
    """Fonts embedded, pictures fine enough, page boxes within one another."""
    yield from check_fonts(document, file)
    for page in document.pages:
        yield from check_pictures(page, file)
        yield from check_boxes(page, file)
    yield from check_sizes(document, file)


def check_fonts(document: Document, file: str) -> Iterator[Finding]:
    """Every font that shows something is in the file."""
    for font in document.fonts:
        if not font.embedded:
            message = (
                f"the font {font.name!r} is not embedded; it shows text on {listed(font.pages)}"
            )
            where = Where(file, font.pages[0])
            remedy = "build it again; each printer would put a font of its own in its place"
            yield Finding("font-not-embedded", message, where, remedy)


def check_pictures(page: Page, file: str) -> Iterator[Finding]:
    """Pictures have pixels enough for their size."""
    for image in page.images:
        if image.dpi < LEAST_DPI - 0.5:
            across, down = image.pixels
            box = image.bounds
            message = (
                f"a picture of {across} × {down} pixels prints at {image.dpi:.0f} dpi, "
                f"{box.width:.0f} × {box.height:.0f} mm large"
            )
            where = Where(
                file, page.number, name_at(page, box.left, box.top, box.right, box.bottom)
            )
            remedy = f"use one of {LEAST_DPI:.0f} dpi or more"
            level = "error" if image.dpi < COARSE else "warning"
            yield Finding("low-resolution", message, where, remedy, level)  # type: ignore[arg-type]


def name_at(page: Page, left: float, top: float, right: float, bottom: float) -> str | None:
    """The place of the face in which the middle of a rectangle lies."""
    x, y = (left + right) / 2, (top + bottom) / 2
    for number, face in enumerate(page.faces):
        box = face.bounds
        if box.left <= x <= box.right and box.top <= y <= box.bottom:
            return page.place_name(number) or None
    return None


def check_boxes(page: Page, file: str) -> Iterator[Finding]:
    """TrimBox there and inside all others, as a print shop's machine reads them."""
    where = Where(file, page.number)
    remedy = "build it again, or set it where you made the file"
    if page.trim is None:
        message = "it has no TrimBox, which tells where it is cut"
        yield Finding("trim-box", message, where, remedy)
        return
    if page.trim.width <= 0 or page.trim.height <= 0:
        yield Finding("trim-box", "its TrimBox is empty", where, remedy)
        return
    boxes = (("MediaBox", page.paper), ("CropBox", page.crop), ("BleedBox", page.bleed))
    for name, box in boxes:
        if box is not None and (past := page.trim.outside(box)) > NEAR:
            message = f"its TrimBox reaches {past:.2f} mm out of the {name}"
            yield Finding("trim-box", message, where, remedy)
            return


def check_sizes(document: Document, file: str) -> Iterator[Finding]:
    """All pages are of one size: printers take one paper at a time.

    Where a whole game is one file, some of its pages may lie on their side.
    """
    if document.facts.get("layout") == "combined":
        return
    first, *others = document.pages
    for page in others:
        if abs(page.width - first.width) > NEAR or abs(page.height - first.height) > NEAR:
            message = (
                f"it is {page.width:.1f} × {page.height:.1f} mm, page {first.number} "
                f"{first.width:.1f} × {first.height:.1f} mm"
            )
            where = Where(file, page.number)
            yield Finding("page-size", message, where, "print them apart", level="warning")
            return


def listed(pages: Sequence[int] | Iterable[int]) -> str:
    """Page numbers as a sentence has them.

    >>> listed([1]), listed([1, 3])
    ('page 1', 'pages 1 and 3')
    """
    numbers = [str(number) for number in pages]
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    if len(numbers) > MOST_LISTED:
        return f"pages {', '.join(numbers[:MOST_LISTED])} … ({len(numbers)} in all)"
    return f"pages {', '.join(numbers[:-1])} and {numbers[-1]}"
