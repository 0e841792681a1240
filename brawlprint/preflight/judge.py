"""All checks of one file, the gravest first, so that a face of which one tells is told once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from brawlprint.errors import Finding, Where
from brawlprint.preflight.backs import Backs
from brawlprint.preflight.content import Content, check_pages
from brawlprint.preflight.document import Document, Refusal
from brawlprint.preflight.expected import Expected
from brawlprint.preflight.general import check_general
from brawlprint.preflight.layout import Layout
from brawlprint.preflight.likeness import Likeness
from brawlprint.preflight.slots import layout_of
from brawlprint.workspace import Workspace

POKER = (63.5, 88.9)  # mm
MOST_FINDINGS = 1000
FOREIGN = "another program made it, so only its fonts, boxes and pictures are looked at"
FOR_A_SHOP = "this is for a shop, not for your printer; export checked it as it was written"


def judge(
    document: Document,
    file: str,
    wanted: Expected | list[Finding],
    other: Document | Refusal | None,
    workspace: Workspace,
) -> tuple[list[Finding], bool]:
    """The findings of a file, and whether its content was compared with a definition."""
    compared = document.ours and not document.press and isinstance(wanted, Expected)
    found = _findings(document, file, wanted, other, workspace)
    return list(islice(found, MOST_FINDINGS)), compared


def _findings(
    document: Document,
    file: str,
    wanted: Expected | list[Finding],
    other: Document | Refusal | None,
    workspace: Workspace,
) -> Iterator[Finding]:
    yield from check_general(document, file)
    if not document.ours:
        yield Finding("foreign", FOREIGN, Where(file), level="info")
        return
    if document.press:
        yield Finding("for-a-shop", FOR_A_SHOP, Where(file), level="info")
        return
    if layout_of(document) == "combined":
        yield from _combined(document, file, wanted, other)
        return
    backs = Backs(document, file)
    layout = Layout(document, backs.sheets, file)
    yield from layout.paper()
    yield from layout.fronts_kept()
    missing = 0
    if isinstance(wanted, list):
        yield from wanted
    elif wanted.product.pieces:
        likeness = Likeness(workspace.icons, mono=wanted.settings.style == "mono")
        content = Content(document, backs.sheets, wanted, likeness, file)
        yield from content.check(layout.told)
        missing = content.missing
    elif isinstance(other, Document):
        yield from check_pages(document, other, file)
    yield from backs.check(layout.told, missing)
    yield from layout.backs_kept()
    if is_cards(document, None if isinstance(wanted, list) else wanted):
        yield from layout.safe_zones()
    yield from layout.trims()


def _combined(
    document: Document,
    file: str,
    wanted: Expected | list[Finding],
    other: Document | Refusal | None,
) -> Iterator[Finding]:
    """A whole game in one file: its words; how its parts are laid is judged by their own files."""
    if isinstance(wanted, list):
        yield from wanted
    elif isinstance(other, Document):
        yield from check_pages(document, other, file)


def is_cards(document: Document, expected: Expected | None) -> bool:
    """Whether the faces are cards, which have a safe zone; templates draw those past their trim."""
    if expected is not None:
        return any(piece.front.bleed > 0 for piece in expected.product.pieces)
    faces = [face for page in document.pages for face in page.faces]
    return any(max(abs(face.width - POKER[0]), abs(face.height - POKER[1])) < 0.1 for face in faces)
