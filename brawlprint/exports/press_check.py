"""Reads a press PDF back and refuses what a press would: the file itself is read, not our memory.

Only files of our own are read, so that of PDF's many shapes a few are enough: a plain table of
objects, streams packed with Flate or not at all.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from brawlprint.errors import ExportError
from brawlprint.exports.inks import MOST_INK, most_ink

_OBJECT = re.compile(rb"(\d+) 0 obj\s*")
_STREAM = re.compile(rb"stream\r?\n")
_STRING = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
# What sets a colour in other than black and the four inks, shades, or lets shine through.
_FORBIDDEN = frozenset(b"rg RG cs CS sc SC scn SCN sh gs BI ri".split())
_SEEN_THROUGH = ("/SMask", "/Group", "/ExtGState", "/Annots", "/Encrypt", "/DeviceRGB", "/ICCBased")
_NOTHING = b"q Q "  # stands where a form was begun, the first time that it is drawn
_CLOSE = 0.01  # pt


class Part(NamedTuple):
    """An object of a PDF: its dictionary as text, and its stream unpacked if it has one."""

    words: str
    stream: bytes | None

    def is_a(self, name: str) -> bool:
        """Whether it is of a type or subtype."""
        return re.search(rf"/(?:Type|Subtype) /{name}\b", self.words) is not None


def read_parts(data: bytes) -> dict[int, Part]:
    """All objects of a PDF by number; raises :class:`ExportError` for what can't be read."""
    try:
        table = int(data[data.rindex(b"startxref") :].split()[1])
        rows = re.findall(rb"(\d{10}) \d{5} n", data[table:])
        starts = sorted(int(row) for row in rows)
        return dict(
            _part(data[at:end]) for at, end in zip(starts, [*starts[1:], table], strict=True)
        )
    except (ValueError, TypeError, IndexError, zlib.error) as error:
        raise ExportError(f"the PDF can't be read back: {error}") from None


def _part(data: bytes) -> tuple[int, Part]:
    head = _OBJECT.match(data)
    if head is None:
        raise ValueError("an object is not where the table says")
    opened = _STREAM.search(data)
    words = data[head.end() : opened.start() if opened else len(data)].decode("latin-1")
    if not opened:
        return int(head[1]), Part(words, None)
    length = int(re.search(r"/Length (\d+)", words)[1])  # type: ignore[index]
    stream = data[opened.end() : opened.end() + length]
    return int(head[1]), Part(words, zlib.decompress(stream) if "/FlateDecode" in words else stream)


def check_press(
    data: bytes, shown: Sequence[str], size: tuple[float, float], trim: tuple[float, float]
) -> None:
    """Refuse a PDF that a press would.

    ``shown`` has a word for each page: two pages of one word show the same, others don't. ``size``
    of a page and ``trim`` are pt. Raises :class:`ExportError` that names what is wrong.
    """
    parts = read_parts(data)
    problems = [
        *_keys(data, parts),
        *_boxes(parts, size, trim),
        *_order(parts, shown),
        *_colours(parts),
        *_fonts(parts),
    ]
    if problems:
        raise ExportError("the PDF is not fit for a press: " + "; ".join(problems[:5]))


def _keys(data: bytes, parts: Mapping[int, Part]) -> Iterator[str]:
    """The keys by which a press knows the standard, and those that it forbids."""
    trailer = data[data.rindex(b"trailer") :].decode("latin-1")
    every = " ".join(part.words for part in parts.values())
    for key, where in (
        ("/GTS_PDFXVersion (PDF/X-1a:2003)", every),
        ("/S /GTS_PDFX", every),
        ("/OutputConditionIdentifier", every),
        ("/Trapped /False", every),
        ("/ID", trailer),
    ):
        if key not in where:
            yield f"{key} is missing"
    if not data.startswith(b"%PDF-1.4"):
        yield "it is no PDF 1.4"
    for key in _SEEN_THROUGH:
        if re.search(rf"{key}\b", every + trailer):
            yield f"it has {key}"


def _pages(parts: Mapping[int, Part]) -> list[Part]:
    """The pages in their order."""
    kids = [part.words for part in parts.values() if part.is_a("Pages")]
    numbers = (
        re.findall(r"(\d+) 0 R", re.findall(r"/Kids \[([^\]]*)\]", kids[0])[0]) if kids else []
    )
    return [parts[int(number)] for number in numbers]


def _contents(page: Part) -> list[int]:
    """The numbers of the streams that draw a page."""
    return [int(number) for number in re.findall(r"/Contents (\d+) 0 R", page.words)]


def _order(parts: Mapping[int, Part], shown: Sequence[str]) -> Iterator[str]:
    """Each page shows what it should, as far as equal ones are equal and others are not."""
    pages = _pages(parts)
    if len(pages) != len(shown):
        yield f"it has {len(pages)} pages, not {len(shown)}"
        return
    drawn: dict[str, bytes] = {}
    for page, word in zip(pages, shown, strict=True):
        content = b" ".join(
            b" ".join((parts[number].stream or b"").split()).replace(_NOTHING, b"")
            for number in _contents(page)
        )
        if drawn.setdefault(word, content) != content:
            yield "a page shows another card than it should"
    if len(set(drawn.values())) != len(drawn):
        yield "two pages show the same card, and should not"


def _boxes(
    parts: Mapping[int, Part], size: tuple[float, float], trim: tuple[float, float]
) -> Iterator[str]:
    """Every page of one size, bleed to its edge, the trim in its middle."""
    whole = [0.0, 0.0, *size]
    sides = [(all_ - cut) / 2 for all_, cut in zip(size, trim, strict=True)]
    due = {
        "MediaBox": whole,
        "BleedBox": whole,
        "TrimBox": [*sides, size[0] - sides[0], size[1] - sides[1]],
    }
    for part in _pages(parts):
        for box, wanted in due.items():
            match = re.search(rf"/{box} \[([^\]]*)\]", part.words)
            told = [float(number) for number in match[1].split()] if match else []
            if len(told) != len(wanted) or any(
                abs(one - other) > _CLOSE for one, other in zip(told, wanted, strict=True)
            ):
                yield f"a page's {box} is {told}, not {[round(each, 2) for each in wanted]}"


def _colours(parts: Mapping[int, Part]) -> Iterator[str]:
    """Black and the four inks alone, never more of them in one place than the press allows."""
    contents = {number for page in _pages(parts) for number in _contents(page)}
    for number, part in parts.items():
        if part.stream is None:
            continue
        if part.is_a("Image"):
            yield from _image_inks(part)
        elif part.is_a("Form") or number in contents:
            yield from _drawn_inks(part.stream)


def _drawn_inks(stream: bytes) -> Iterator[str]:
    words = _STRING.sub(b"()", stream).split()
    for place, word in enumerate(words):
        if word in _FORBIDDEN:
            yield f"it draws with {word.decode()}"
        elif word in (b"k", b"K"):
            total = sum(map(float, words[place - 4 : place]))
            if total > MOST_INK + 0.001:
                yield f"a colour takes {total:.0%} ink"


def _image_inks(part: Part) -> Iterator[str]:
    from PIL import Image

    if "/ColorSpace /DeviceCMYK" not in part.words:
        yield "a picture is not in the four inks"
        return
    width, height = (
        int(re.search(rf"/{key} (\d+)", part.words)[1])  # type: ignore[index]
        for key in ("Width", "Height")
    )
    total = most_ink(Image.frombytes("CMYK", (width, height), part.stream or b""))
    if total > MOST_INK + 0.01:
        yield f"a picture takes {total:.0%} ink"


def _fonts(parts: Mapping[int, Part]) -> Iterator[str]:
    for part in parts.values():
        if part.is_a("Font") and "/FontDescriptor" not in part.words:
            yield "a font is not embedded"
        if part.is_a("FontDescriptor") and "/FontFile" not in part.words:
            yield "a font is not embedded"
