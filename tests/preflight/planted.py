"""Faults planted into real PDFs, each with what preflight has to say of it."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import pikepdf
from PIL import Image

MM = 72 / 25.4
START = rb"q (?:-?[01] ){4}([\d.]+) ([\d.]+) cm [-\d. ]+ re W n"  # of a face
FACE = re.compile(rb"(?=q (?:-?[01] ){4}[\d.]+ [\d.]+ cm [-\d. ]+ re W n)")
Plant = Callable[[pikepdf.Pdf], None]


@dataclass(frozen=True)
class Fault:
    """A fault in a component's file: its finding's code, page and place, and a word of it."""

    component: str
    plant: Plant
    code: str
    page: int | None
    place: str | None
    words: str


def swap(page: int, old: bytes, new: bytes) -> Plant:
    """Replace the first ``old`` in a page's content, which must be there."""

    def plant(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[page - 1].Contents
        data = content.read_bytes()
        assert old in data, f"{old!r} is not on page {page}"
        content.write(data.replace(old, new, 1))

    return plant


def shift(page: int, nth: int, right: float, down: float) -> Plant:
    """Move the nth face of a page by some mm."""

    def plant(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[page - 1].Contents
        data = content.read_bytes()
        found = list(re.finditer(START, data))[nth - 1]
        x, y = float(found[1]) + right * MM, float(found[2]) - down * MM
        start, end = found.start(1), found.end(2)
        content.write(data[:start] + f"{x:.4f} {y:.4f}".encode() + data[end:])

    return plant


def within(page: int, nth: int, old: bytes, new: bytes) -> Plant:
    """Replace the first match of a pattern within the nth face of a page."""

    def plant(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[page - 1].Contents
        faces = FACE.split(content.read_bytes())
        faces[nth], times = re.subn(old, new, faces[nth], count=1)
        assert times
        content.write(b"".join(faces))

    return plant


def without(page: int, nth: int) -> Plant:
    """Take the nth face off a page."""

    def plant(pdf: pikepdf.Pdf) -> None:
        content = pdf.pages[page - 1].Contents
        faces = FACE.split(content.read_bytes())
        del faces[nth]
        content.write(b"".join(faces))

    return plant


def unembed(pdf: pikepdf.Pdf) -> None:
    """Take the file of the italic font out."""
    for item in pdf.objects:
        font = isinstance(item, pikepdf.Dictionary) and "/FontFile2" in item
        if font and "BlackItalic" in str(item.FontName):
            del item["/FontFile2"]


def trim_box(page: int, by: float | None) -> Plant:
    """Move a page's TrimBox by some mm, or take it away."""

    def plant(pdf: pikepdf.Pdf) -> None:
        box = pdf.pages[page - 1]
        if by is None:
            del box["/TrimBox"]
        else:
            moved = [float(number) + by * MM for number in box["/TrimBox"]]
            box["/TrimBox"] = pikepdf.Array(moved)

    return plant


def facts(**given: str) -> Plant:
    """Record facts in the keywords."""

    def plant(pdf: pikepdf.Pdf) -> None:
        said = "; ".join(f"{key.replace('_', '-')}={value}" for key, value in given.items())
        pdf.docinfo["/Keywords"] = said

    return plant


def prefer(duplex: str) -> Plant:
    """Ask the printer for another edge."""

    def plant(pdf: pikepdf.Pdf) -> None:
        pdf.Root.ViewerPreferences.Duplex = pikepdf.Name(f"/{duplex}")

    return plant


def move_backs(right: float, down: float, degrees: float = 0.0) -> Plant:
    """Move all backs of a file as a printer's profile does: turned about the middle, then moved."""

    def plant(pdf: pikepdf.Pdf) -> None:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        for page in list(pdf.pages)[1::2]:
            x, y = (float(side) / 2 for side in page.mediabox[2:])
            e = x - x * cos - y * sin + right * MM
            f = y + x * sin - y * cos - down * MM
            data = page.Contents.read_bytes()
            head, faces = data.split(b"q 1 0 0 1", 1)
            matrix = f"q {cos:.7f} {-sin:.7f} {sin:.7f} {cos:.7f} {e:.4f} {f:.4f} cm\n"
            page.Contents.write(head + matrix.encode() + b"q 1 0 0 1" + faces + b"\nQ")
            left, low, far, high = (float(number) for number in page["/TrimBox"])
            r, d = right * MM, -down * MM
            page["/TrimBox"] = pikepdf.Array([left + r, low + d, far + r, high + d])

    return plant


def picture(page: int, dpi: float) -> Plant:
    """Print a picture an inch wide and high on a page."""

    def plant(pdf: pikepdf.Pdf) -> None:
        side = round(dpi)
        buffer = io.BytesIO()
        Image.new("RGB", (side, side), "#336699").save(buffer, "JPEG")
        image = pdf.make_stream(
            buffer.getvalue(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=side,
            Height=side,
            ColorSpace=pikepdf.Name.DeviceRGB,
            BitsPerComponent=8,
            Filter=pikepdf.Name.DCTDecode,
        )
        target = pdf.pages[page - 1]
        name = target.add_resource(image, pikepdf.Name.XObject)
        target.contents_add(f"q 72 0 0 72 200 300 cm {name} Do Q".encode())

    return plant


def both(*plants: Plant) -> Plant:
    """Several plants at once."""

    def plant(pdf: pikepdf.Pdf) -> None:
        for each in plants:
            each(pdf)

    return plant


RED, BLUE = b"24.979 15.709 Td (1) Tj", b"24.979 5.709 Td (1) Tj"

FAULTS: dict[str, Fault] = {
    "a back shifted by 0.02 mm": Fault(
        "cards", shift(2, 2, 0.02, 0), "backs", 2, "row 1, column 2", "0.020 mm too far right"
    ),
    "a back shifted far": Fault(
        "cards", shift(4, 3, 0, -1.5), "backs", 4, "row 1, column 1", "1.500 mm too high"
    ),
    "a front off its grid": Fault(
        "cards", shift(1, 3, -1, 0), "backs", 2, "row 1, column 1", "1.000 mm too far left"
    ),
    "all backs of a sheet shifted": Fault(
        "cards",
        both(*(shift(2, nth, 0.1, 0.1) for nth in range(1, 10))),
        "backs",
        2,
        None,
        "all its backs lie 0.100 mm too far right and 0.100 mm too low",
    ),
    "all backs shifted": Fault(
        "cards", move_backs(0.3, 0), "backs", None, None, "all backs (pages 2, 4 and 6)"
    ),
    "a back missing": Fault("cards", without(2, 5), "backs", 1, "row 2, column 2", "nothing lies"),
    "a word replaced": Fault(
        "cards",
        swap(1, b"(HALF PAIN)", b"(HALF PIAN)"),
        "wrong-text",
        1,
        "row 2, column 1",
        "'Guard': it says 'PIAN' instead of 'PAIN'",
    ),
    "a number replaced": Fault(
        "cards",
        swap(1, b"(ATTACK \\001 THROW DOWN! 2)", b"(ATTACK \\001 THROW DOWN! 1)"),
        "wrong-text",
        1,
        "row 1, column 2",
        "'Bodyslam': it says '1' instead of '2'",
    ),
    "a text taken away": Fault(
        "cards",
        swap(1, b"(AVOID ONE) Tj", b"() Tj"),
        "wrong-text",
        1,
        "row 2, column 2",
        "'Dodge': it lacks 'AVOID ONE'",
    ),
    "a back's text replaced": Fault(
        "cards",
        swap(2, b"/FormXob", b"q Q BT /F1+0 9 Tf 90 90 Td (1) Tj ET /FormXob"),
        "wrong-text",
        2,
        "row 1, column 3",
        "the back of 'Uppercut'",
    ),
    "a card missing": Fault(
        "cards", without(1, 2), "missing-card", 2, "row 1, column 2", "'Bodyslam' is missing"
    ),
    "a strip missing": Fault(
        "pain-tracker", without(1, 2), "missing-card", None, None, "is missing"
    ),
    "a font not embedded": Fault(
        "cards", unembed, "font-not-embedded", 1, None, "BarlowCondensed-BlackItalic"
    ),
    "no TrimBox": Fault("cards", trim_box(3, None), "trim-box", 3, None, "no TrimBox"),
    "a wrong TrimBox": Fault("cards", trim_box(3, 2), "trim-box", 3, None, "2.00 mm"),
    "a TrimBox off the paper": Fault("rulebook", trim_box(2, 9), "trim-box", 2, None, "9.00 mm"),
    "a front in the margin": Fault(
        "cards", shift(1, 1, -10, 0), "margin", 1, "row 1, column 1", "2.30 mm"
    ),
    "a strip in the margin": Fault(
        "pain-tracker", shift(1, 3, 10, 0), "margin", 1, "row 3, column 1", "1.05 mm"
    ),
    "a text out of the safe zone": Fault(
        "cards", swap(1, RED, BLUE), "safe-zone", 1, "row 1, column 1", "'1' stands"
    ),
    "a text past the cut": Fault(
        "cards",
        swap(1, RED, b"-24.979 15.709 Td (1) Tj"),
        "safe-zone",
        1,
        "row 1, column 1",
        "past the cut",
    ),
    "a ruler's name in the margin": Fault(
        "cards",
        swap(1, b"593.575 479.076 Tm (2 in)", b"605.575 479.076 Tm (2 in)"),
        "margin",
        1,
        None,
        "'2 in' reaches",
    ),
    "a picture at 72 dpi": Fault(
        "rulebook", picture(1, 72), "low-resolution", 1, None, "at 72 dpi"
    ),
    "the wrong edge asked for": Fault(
        "cards", prefer("DuplexFlipShortEdge"), "flip-edge", None, None, "only when it is turned"
    ),
    "the wrong edge recorded": Fault(
        "cards", facts(duplex="short-edge"), "flip-edge", None, None, "over the short edge"
    ),
    "an offset not applied": Fault(
        "cards", facts(back_offset="0.30,-0.20,0.000"), "back-offset", None, None, "0.3 mm right"
    ),
    "a turn not applied": Fault(
        "cards", facts(back_offset="0,0,0.3"), "back-offset", None, None, "0.3°"
    ),
    "an offset applied the wrong way": Fault(
        "cards",
        both(facts(back_offset="0.3,0,0"), move_backs(-0.3, 0)),
        "backs",
        None,
        None,
        "0.600 mm too far left",
    ),
    "a colour changed": Fault(
        "cards",
        within(3, 2, rb"[\d.]+ [\d.]+ [\d.]+ rg", b"0 1 0 rg"),
        "wrong-drawing",
        3,
        "row 1, column 2",
        "#00ff00 instead of",
    ),
    "an icon missing": Fault(
        "cards",
        within(3, 4, rb"/FormXob\S+ Do", b"n"),
        "wrong-drawing",
        3,
        "row 2, column 1",
        "shapes instead of",
    ),
    "a shape moved": Fault(
        "cards",
        within(3, 5, rb"cm 1 J 1 j", b"cm 1 0 0 1 0 3 cm 1 J 1 j"),
        "wrong-drawing",
        3,
        "row 2, column 2",
        "mm away from its place",
    ),
    "another paper": Fault("cards", facts(paper="a4"), "page-size", 1, None, "A4 is 210"),
    "a page turned": Fault(
        "cards", lambda pdf: pdf.pages[2].rotate(90, relative=False), "page-size", 3, None, "turned"
    ),
}

# What is within what a printer can do, or isn't wrong at all.
HARMLESS: dict[str, tuple[str, Plant]] = {
    "a back shifted by 0.005 mm": ("cards", shift(2, 2, 0.005, 0)),
    "an offset applied": (
        "cards",
        both(facts(back_offset="0.30,-0.20,0.000"), move_backs(0.3, -0.2)),
    ),
    "an offset and a turn applied": (
        "cards",
        both(facts(back_offset="0.30,-0.20,0.400"), move_backs(0.3, -0.2, 0.4)),
    ),
    "a picture at 300 dpi": ("rulebook", picture(1, 300)),
    "saved by another program": ("cards", lambda pdf: None),
}
