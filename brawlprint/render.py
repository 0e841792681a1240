"""A face as a picture: the drawing that the sheets print, through the renderer of a PDF viewer."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

from brawlprint.faces.drawing import MM
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons

if TYPE_CHECKING:
    from PIL import Image

LEAST_DPI, MOST_DPI = 20.0, 1200.0
MOST_PIXELS = 60_000_000  # of a picture; a tarot card at 1200 dpi has 13 millions


def most_dpi(face: Face, bleed: float = 0.0) -> float:
    """The finest resolution at which a face's picture is handled: less for a face as large as a wall.

    >>> round(most_dpi(Face(1000, 1000, 0.0, (), "")))
    197
    """
    inches = (face.width + 2 * bleed) * (face.height + 2 * bleed) / 25.4**2
    return min(MOST_DPI, math.sqrt(MOST_PIXELS / inches))


def render_face(
    face: Face, icons: Icons, dpi: float, bleed: float = 0.0, grey: bool = False
) -> Image.Image:
    """Render a face at ``dpi``, with ``bleed`` mm past its trim; ``grey`` as a black printer has it.

    Finer than :func:`most_dpi` it is not rendered.
    pdfium keeps one state for the whole process: call it from one thread at a time.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(face_pdf(face, icons))
    try:
        page = document[0]
        width, height, more = face.width * MM, face.height * MM, bleed * MM
        page.set_mediabox(-more, -more, width + more, height + more)
        page.set_cropbox(-more, -more, width + more, height + more)
        # A hair less, or rounding up would add a row of pixels that shows nothing.
        dpi = min(dpi, most_dpi(face, bleed))
        picture: Image.Image = page.render(scale=dpi / 72 - 1e-9, grayscale=grey).to_pil()
        return picture.convert("L" if grey else "RGB")
    finally:
        document.close()


def face_pdf(face: Face, icons: Icons) -> bytes:
    """A PDF whose one page is the face's trim; what is drawn past it is there too."""
    from brawlprint.sheets.paper import Paper
    from brawlprint.sheets.pdf import PdfWriter

    writer = PdfWriter(Paper("card", "card", face.width, face.height), icons, "card", "card",
                       mono=face.mono)  # fmt: skip
    writer.draw(face.instructions)
    writer.end_page("1", "card")
    return writer.finish()


def png(picture: Image.Image, effort: int = 6) -> bytes:
    """A picture as a PNG; ``effort`` (0 to 9) trades time for size."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=effort)
    return buffer.getvalue()
