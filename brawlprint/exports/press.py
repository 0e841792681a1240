"""A deck as a press wants it: one PDF in four inks, a page a side, each back before its face.

The keys and limits are those of PDF/X-1a:2003: no RGB, nothing see-through, fonts embedded, page
boxes, an output intent. What is drawn is what the sheets at home show; only its colours are turned
into inks as they are written.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from brawlprint.errors import RequestError
from brawlprint.exports.inks import inks, picture_inks
from brawlprint.exports.kit import Deck
from brawlprint.exports.opaque import opaque_face
from brawlprint.exports.press_check import check_press
from brawlprint.exports.profiles import INCH, CardSize, Profile
from brawlprint.exports.results import Export, how_many
from brawlprint.faces.drawing import MM, Photo
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter

if TYPE_CHECKING:
    from brawlprint.definitions import Game

STANDARD = "PDF/X-1a:2003"
VERSION = (1, 4)
INTENT = {
    "condition": "CGATS TR 001",  # web offset on coated paper, what American presses go by
    "registry": "http://www.color.org",
    "info": "U.S. Web Coated (SWOP) v2",
}
# A colour being set, or a string, in which the same letters mean nothing.
_COLOUR = re.compile(r"\((?:\\.|[^\\()])*\)|([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)\b", re.DOTALL)
_OPERATOR = {"rg": "k", "RG": "K"}


def export_press(decks: Sequence[Deck], profile: Profile, icons: Icons, game: Game) -> Export:
    """One PDF of all cards of a game; raises :class:`RequestError` for cards of two sizes."""
    sizes = {profile.size(deck.size) for deck in decks}
    if len(sizes) > 1:
        raise RequestError(f"{profile.name} takes one size a deck; choose a component with --only")
    (size,) = sizes
    assert size is not None  # a press has sizes
    width, height = (pixels / profile.dpi * INCH for pixels in size.pixels)
    writer = PressWriter(Paper("press", size.name, width, height), icons, game.title, size.name)
    sides = [side for deck in decks for copy in deck.copies for side in (copy.back, copy.front)]
    uses = Counter(face.digest for face in sides if face)
    drawn = {face.digest: face for face in sides if face}
    drawn = {digest: opaque_face(face, icons, profile.dpi) for digest, face in drawn.items()}
    for number, side in enumerate(sides):
        if side:
            writer.place_whole(drawn[side.digest], size, repeated=uses[side.digest] > 1)
        label = f"{'Face' if number % 2 else 'Back'} {number // 2 + 1}"
        writer.end_press_page(label, size)
    data = writer.finish()
    shown = [side.digest if side else "" for side in sides]
    trim = size.width * MM, size.height * MM
    check_press(data, shown, (width * MM, height * MM), trim)
    cards = len(sides) // 2
    note = f"{game.name}.pdf: {how_many(sides[::2], 'card')}, {len(sides)} pages of {width / INCH:g} × {height / INCH:g} in"
    return Export(profile, {f"{game.name}.pdf": data}, cards, [note])


def in_inks(operators: str) -> str:
    """Operators with every colour that they set turned into the four inks.

    >>> in_inks("1 0 0 rg 1 1 m (1 0 0 rg) Tj")
    '0 1 1 0 k 1 1 m (1 0 0 rg) Tj'
    """

    def turned(found: re.Match[str]) -> str:
        if not found[4]:
            return found[0]
        red, green, blue = (float(found[place]) for place in (1, 2, 3))
        parts = " ".join(f"{part:.3f}".rstrip("0").rstrip(".") for part in inks(red, green, blue))
        return f"{parts} {_OPERATOR[found[4]]}"

    return _COLOUR.sub(turned, operators)


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """The document's information with the standard's name in it."""

    def format(self, document: Any) -> bytes:
        """As reportlab writes it, and the one key more."""
        written: bytes = super().format(document)
        key = b"/GTS_PDFXVersion (" + STANDARD.encode() + b") "
        return written.replace(b"<<", b"<< " + key, 1)


class _Catalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """The document's root with the output intent in it."""

    __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents")
    __Refs__ = pdfdoc.PDFCatalog.__Refs__


class PressCanvas(Canvas):  # type: ignore[misc]
    """A canvas that turns colours into inks as they come, and says what press it is for."""

    def __init__(self, filename: Any, **options: Any) -> None:
        super().__init__(filename, **(options | {"pdfVersion": VERSION}))
        self._doc.info = _Info()
        self._doc.Catalog.__class__ = _Catalog
        told = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("OutputIntent"),
                "S": pdfdoc.PDFName("GTS_PDFX"),
                "OutputConditionIdentifier": pdfdoc.PDFString(INTENT["condition"]),
                "OutputCondition": pdfdoc.PDFString(INTENT["info"]),
                "RegistryName": pdfdoc.PDFString(INTENT["registry"]),
                "Info": pdfdoc.PDFString(INTENT["info"]),
            }
        )
        self.setCatalogEntry("OutputIntents", [told])

    def addLiteral(self, s: object, escaped: int = 1) -> None:  # noqa: N802 - reportlab's name
        """Operators of ours, in inks."""
        super().addLiteral(in_inks(str(s)), escaped)

    def setViewerPreference(self, pref: str, value: str) -> None:  # noqa: N802
        """Nothing: how a home printer is to be set is no matter of a press."""


class PressWriter(PdfWriter):
    """Writes a page a side, with bleed to the page's edge, in inks."""

    CANVAS = PressCanvas

    def place_whole(self, face: Face, size: CardSize, repeated: bool) -> None:
        """A face in the middle of the page, drawn to its edge."""
        x, y = (self.paper.width - face.width) / 2, (self.paper.height - face.height) / 2
        past = max(x, y) + 1.0
        self.place(face, x, y, repeated=repeated, bleed=(past, past, past, past))

    def end_press_page(self, label: str, size: CardSize) -> None:
        """Finish a page: all of it is bleed, and the card in its middle is the trim."""
        width, height = self.paper.width, self.paper.height
        self._canvas.setBleedBox((0, 0, width * MM, height * MM))
        trim = (width - size.width) / 2, (height - size.height) / 2, size.width, size.height
        self.end_page(label, label, trim)

    def _pixels(self, photo: Photo) -> Any:
        """A picture's pixels in inks."""
        from PIL import Image

        with Image.open(io.BytesIO(photo.data)) as picture:
            return picture_inks(picture)
