"""Faces as pictures of exactly so many pixels, made from the very drawing that is printed."""

from __future__ import annotations

import io
import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from msgspec import Struct

from brawlprint.errors import ExportError, RequestError
from brawlprint.exports.profiles import INCH
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter

if TYPE_CHECKING:
    from PIL import Image

LEAST_DPI, MOST_DPI = 50, 1200


class Frame(Struct, frozen=True):
    """A picture's size: pixels across and down, and how many of them are an inch of the card.

    The card's trim lies in its middle; what is left on the sides is bleed.
    """

    width: int
    height: int
    dpi: float

    @property
    def page(self) -> tuple[float, float]:
        """What the picture shows, in mm."""
        return self.width / self.dpi * INCH, self.height / self.dpi * INCH


def trim_frame(face: Face, dpi: int, bleed: float = 0.0) -> Frame:
    """The frame of a face's trim and ``bleed`` mm around it, to the nearest pixel.

    Raises :class:`RequestError` for a resolution or bleed that can't be.
    """
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise RequestError(f"--dpi {dpi} is out of range; {LEAST_DPI} to {MOST_DPI}")
    if not 0 <= bleed <= face.bleed:
        most = f"0 to {face.bleed:g} mm, as far as the faces are drawn"
        raise RequestError(f"--bleed {bleed:g} is out of range; {most}")

    def pixels(length: float) -> int:
        drawn = math.floor((length + 2 * face.bleed) * dpi / INCH + 1e-6)
        return min(round((length + 2 * bleed) * dpi / INCH), drawn)

    return Frame(pixels(face.width), pixels(face.height), dpi)


def render(faces: Sequence[Face], frame: Frame, icons: Icons) -> Iterator[Image.Image]:
    """Each face as an RGB picture that fills the frame."""
    import pypdfium2

    width, height = frame.page
    writer = PdfWriter(Paper("export", "export", width, height), icons, "export", "export")
    for face in faces:
        x, y = (width - face.width) / 2, (height - face.height) / 2
        # Clipped by the page's edge, not by a path of our own that would be a fraction off it.
        past = max(x, y, 0.0) + 1.0
        writer.place(face, x, y, bleed=(past, past, past, past))
        writer.end_page("", "face")
    document = pypdfium2.PdfDocument(writer.finish())
    for page in document:
        # The page is stretched to the pixels that its size comes to when it is rounded up: a
        # hundredth of one is held back, since a rounding error would make one too many.
        scale = (frame.width - 0.01) / page.get_width()
        yield page.render(scale=scale).to_pil().convert("RGB")
        page.close()
    document.close()


def encode(picture: Image.Image, dpi: float | None = None) -> bytes:
    """A picture as a PNG; same pixels, same bytes."""
    buffer = io.BytesIO()
    options = {} if dpi is None else {"dpi": (dpi, dpi)}
    picture.save(buffer, "PNG", compress_level=6, **options)
    return buffer.getvalue()


def encode_all(pictures: Iterable[Image.Image], dpi: float | None = None) -> list[bytes]:
    """Pictures as PNGs in the same order, several at a time; each is read back and compared."""

    def checked(picture: Image.Image) -> bytes:
        data = encode(picture, dpi)
        check_png(data, picture.size, dpi, picture.tobytes())
        return data

    return _in_threads(checked, pictures)


def _in_threads(
    work: Callable[[Image.Image], bytes], pictures: Iterable[Image.Image]
) -> list[bytes]:
    """Work on a few pictures at a time; they come from this thread, as the renderer is not shared.

    Few, since hundreds of large ones would not all fit into memory.
    """
    workers = min(8, os.cpu_count() or 1)
    done: list[bytes] = []
    with ThreadPoolExecutor(max_workers=workers) as pool:
        waiting: deque[Future[bytes]] = deque()
        for picture in pictures:
            waiting.append(pool.submit(work, picture))
            if len(waiting) > 2 * workers:
                done.append(waiting.popleft().result())
        return done + [each.result() for each in waiting]


def check_png(
    data: bytes, size: tuple[int, int], dpi: float | None = None, pixels: bytes | None = None
) -> None:
    """Read a PNG back; raises :class:`ExportError` if it is not what it should be."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
        if picture.size != size or picture.mode != "RGB":
            raise ExportError(
                f"a picture came out as {picture.mode}, {picture.width} × {picture.height} "
                f"pixels; it should be RGB, {size[0]} × {size[1]}"
            )
        told = picture.info.get("dpi", (0.0, 0.0))
        if dpi is not None and any(abs(each - dpi) > 0.5 for each in told):
            raise ExportError(f"a picture says {told[0]:.0f} dpi; it should say {dpi:.0f}")
        if pixels is not None and picture.tobytes() != pixels:
            raise ExportError("a picture reads back with other colours than it was drawn in")
